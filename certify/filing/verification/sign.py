"""Signs a verified filing with a PKCS#12 key: PAdES, invisible, so that the file stays archivable."""

from __future__ import annotations

import contextlib
import importlib
import io
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from certify.base.errors import CertifyError
from certify.base.load import read_bytes
from certify.filing.verification.manifest import hash_setup
from certify.filing.verification.outcome import Verification
from certify.filing.verification.seal import (
    ATTRIBUTE,
    ATTRIBUTE_NAME,
    DIGEST_SIZE,
    read_seal,
    seal_signed,
)

FIELD = "certify"
"""The name of the field that holds the signature."""
VERIFIED = "certify-verified"
"""The program that a signature names, with the setup in which it verified the filing before."""
KEY_USES = frozenset(("digital_signature", "non_repudiation"))
_LARGEST_KEY = 1 << 20


@dataclass(frozen=True, slots=True)
class Key:
    """A key with its certificate, ready to sign."""

    signer: Any
    subject: str
    issuer: str
    begins: datetime
    ends: datetime


def load_pyhanko(name: str) -> Any:
    """Import a part of the signing library, or say how to get it."""
    try:
        return importlib.import_module(f"pyhanko.{name}")
    except ImportError as error:
        raise CertifyError(
            f"signing is not available here ({error}); run: pip install 'certify[sign]'"
        ) from None


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Keep the library from printing what we tell ourselves."""
    loggers = [logging.getLogger(name) for name in ("pyhanko", "pyhanko_certvalidator")]
    before = [item.disabled for item in loggers]
    levels = [item.level for item in loggers]
    for item in loggers:
        item.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for item, disabled, level in zip(loggers, before, levels, strict=True):
            item.disabled = disabled
            item.setLevel(level)


def load_key(path: Path, passphrase: bytes | None, now: datetime | None = None) -> Key:
    """Read a PKCS#12 file, and refuse a key that must not sign."""
    content = read_bytes(path, _LARGEST_KEY)
    signers = load_pyhanko("sign.signers")
    with quiet():
        try:
            signer = signers.SimpleSigner.load_pkcs12_data(content, [], passphrase)
        except (ValueError, TypeError, OSError):
            signer = None
    if signer is None or signer.signing_cert is None:
        raise CertifyError(
            f"{path}: cannot be opened as a PKCS#12 key; wrong passphrase, or not such a file"
        )
    certificate = signer.signing_cert
    validity = certificate["tbs_certificate"]["validity"]
    key = Key(
        signer,
        certificate.subject.human_friendly,
        certificate.issuer.human_friendly,
        validity["not_before"].native,
        validity["not_after"].native,
    )
    moment = now or datetime.now(UTC)
    if moment > key.ends:
        raise CertifyError(
            f"{path}: the certificate of {key.subject} expired on {key.ends:%Y-%m-%d}"
        )
    if moment < key.begins:
        raise CertifyError(
            f"{path}: the certificate of {key.subject} is not valid before {key.begins:%Y-%m-%d}"
        )
    uses = certificate.key_usage_value
    if uses is not None and not KEY_USES & set(uses.native):
        raise CertifyError(
            f"{path}: the certificate of {key.subject} is not for signatures; "
            "use one with the key usage digitalSignature or nonRepudiation"
        )
    return key


def sign_pdf(content: bytes, verified: Verification, key: Key, reason: str = "") -> bytes:
    """Sign a filing that was verified in full; the sealed bytes stay, the signature follows them."""
    name = verified.path
    if not verified.is_of(content) or verified.exit_code or not verified.is_full:
        raise CertifyError(f"{name}: is not verified and is not signed; see certify verify")
    seal = read_seal(content)
    if seal is None:
        raise CertifyError(f"{name}: not a filing of certify (no seal); only filings can be signed")
    if not seal.holds:
        raise CertifyError(f"{name}: was changed after it was written (its seal is broken)")
    if seal.end != len(content):
        raise CertifyError(f"{name}: already signed or extended; sign the original")
    signers, fields = load_pyhanko("sign.signers"), load_pyhanko("sign.fields")
    writer = load_pyhanko("pdf_utils.incremental_writer")
    properties = load_pyhanko("sign.signers.pdf_byterange")
    _make_room(key.signer)
    metadata = signers.PdfSignatureMetadata(
        field_name=FIELD,
        md_algorithm="sha256",
        subfilter=fields.SigSeedSubFilter.PADES,
        reason=reason or None,
        app_build_props=properties.BuildProps(VERIFIED, hash_setup()),
        certify=True,
        docmdp_permissions=fields.MDPPerm.NO_CHANGES,
        signer_key_usage=set(),  # looked at in load_key, where either of two uses will do
    )
    with quiet():
        update = writer.IncrementalPdfFileWriter(io.BytesIO(content))
        # the library would write its own name and the time into the metadata of the filing
        update._update_meta = lambda: None
        signed = signers.sign_pdf(update, metadata, signer=key.signer).getvalue()
    if not signed.startswith(content):
        raise CertifyError(f"{name}: the signing library rewrote the file; it is not signed")
    return seal_signed(bytes(signed))


def _make_room(signer: Any) -> None:
    """Let the signature carry a digest that is filled in when the file is whole."""
    cms, core = (
        importlib.import_module("asn1crypto.cms"),
        importlib.import_module("asn1crypto.core"),
    )
    load_pyhanko("sign.ades.asn1_util").register_cms_attribute(
        ATTRIBUTE, ATTRIBUTE_NAME, core.OctetString
    )

    async def unsigned_attrs(*_given: Any, **_named: Any) -> Any:
        empty = core.OctetString(bytes(DIGEST_SIZE))
        attribute = cms.CMSAttribute({"type": ATTRIBUTE_NAME, "values": [empty]})
        return cms.CMSAttributes([attribute])

    signer.unsigned_attrs = unsigned_attrs

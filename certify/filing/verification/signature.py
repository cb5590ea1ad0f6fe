"""The signature of a filing: whole, covering all, by whom, and on whose word."""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import io
import logging
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from certify.base.errors import CertifyError
from certify.base.load import read_bytes
from certify.filing.verification.manifest import hash_setup
from certify.filing.verification.outcome import Check, Result, Verification, differ, hold
from certify.filing.verification.pdf_reader import Unreadable, list_pdf_differences, load_pikepdf

MARK = b"%certify-seal-1 sha256 "
_ZEROS = b"0" * 64
_END = re.compile(rb"startxref\n[0-9]{1,10}\n%%EOF\n?\Z")
_SEAL = re.compile(re.escape(MARK) + rb"(?P<digest>[0-9a-f]{64})\nstartxref\n[0-9]{1,10}\n%%EOF\n?")


class SeveralSeals(CertifyError):
    """Nobody can say which of them was meant."""


@dataclass(frozen=True, slots=True)
class Seal:
    """A seal as it stands in a file."""

    said: str
    """The digest that the line holds."""
    found: str
    """The digest of the bytes that it covers."""
    end: int
    """Where the sealed bytes end; what follows was added later, by a signature or by somebody."""

    @property
    def holds(self) -> bool:
        """Whether every sealed byte is as it was."""
        return self.said == self.found


def seal_pdf(content: bytes) -> bytes:
    """Put the seal into a printed PDF."""
    end = _END.search(content)
    if end is None or MARK in content:
        raise CertifyError(
            "the end of the PDF does not have the form that the seal requires; "
            "install the WeasyPrint of requirements/run.txt"
        )
    head, tail = content[: end.start()], content[end.start() :]
    digest = hashlib.sha256(head + MARK + _ZEROS + b"\n" + tail).hexdigest().encode()
    return head + MARK + digest + b"\n" + tail


def read_seal(content: bytes) -> Seal | None:
    """The seal of a file; none where there is no such line, or where it is not whole.

    A file with several seals is refused.
    """
    if content.count(MARK) > 1:
        raise SeveralSeals("the file has several seals; a filing has one")
    found = _SEAL.search(content)
    if found is None:
        return None
    covered = content[: found.start("digest")] + _ZEROS + content[found.end("digest") : found.end()]
    return Seal(found["digest"].decode(), hashlib.sha256(covered).hexdigest(), found.end())


ATTRIBUTE = "2.25.54340035072231269503782348328477415443"
"""The name of the attribute: an object identifier of the arc that needs no registration."""
ATTRIBUTE_NAME = "certify_whole_file_sha256"
DIGEST_SIZE = 32


def _encode_name() -> bytes:
    """The attribute's name as it stands in the file: DER, in capital hexadecimal digits."""
    number = int(ATTRIBUTE.rpartition(".")[2])
    parts = [[2 * 40 + 25], _split(number)]
    body = bytes(byte for part in parts for byte in part)
    return (bytes([6, len(body)]) + body).hex().upper().encode()


def _split(number: int) -> list[int]:
    digits = [number & 0x7F]
    while number := number >> 7:
        digits.insert(0, 0x80 | number & 0x7F)
    return digits


_PLACE = re.compile(_encode_name() + b"31220420" + rb"(?P<digest>[0-9A-F]{64})")


def seal_signed(content: bytes) -> bytes:
    """Put the digest of the whole file into a signature that has room for it."""
    found = _PLACE.findall(content)
    place = _PLACE.search(content)
    if place is None or len(found) != 1 or place["digest"] != _ZEROS:
        raise CertifyError("the signature has no place for the digest of the file; sign it again")
    digest = hashlib.sha256(content).hexdigest().upper().encode()
    return content[: place.start("digest")] + digest + content[place.end("digest") :]


def holds_signed(content: bytes) -> bool | None:
    """Whether every byte of a signed file is as it was; none where it holds no such digest."""
    places = list(_PLACE.finditer(content))
    if len(places) != 1:
        return None
    start, end = places[0].span("digest")
    covered = content[:start] + _ZEROS + content[end:]
    return hashlib.sha256(covered).hexdigest().upper().encode() == places[0]["digest"]


NAME = "signature"
_LARGEST_TRUST = 1 << 22
_SIGNING = frozenset(
    ("catalogue, /AcroForm", "catalogue, /Extensions", "catalogue, /Perms", "page 1, /Annots")
)
"""Where an invisible signature adds something."""


@dataclass(frozen=True, slots=True)
class Signature:
    """What was found about the signature of a filing."""

    checks: tuple[Check, ...]
    setup: str = ""
    """Where the signer verified the filing before, as the signature says."""

    @property
    def is_trusted(self) -> bool:
        """Whether a believed signer signed the whole file."""
        return all(item.result is Result.HOLDS for item in self.checks)


@dataclass(frozen=True, slots=True)
class Trust:
    """The certificates that are believed, and the moment at which they must be valid."""

    roots: tuple[Any, ...] = ()
    names: tuple[str, ...] = ()
    moment: datetime | None = None

    @property
    def at(self) -> datetime:
        """The moment asked for, or now."""
        return self.moment or datetime.now(UTC)


def load_trust(paths: Sequence[Path], moment: datetime | None = None) -> Trust:
    """Read the certificates that are to be believed, in PEM or DER."""
    if not paths:
        return Trust(moment=moment)
    keys = load_pyhanko("keys")
    roots: list[Any] = []
    for path in paths:
        read_bytes(path, _LARGEST_TRUST)
        try:
            found = list(keys.load_certs_from_pemder([str(path)]))
        except (ValueError, TypeError, OSError):
            found = []
        if not found:
            raise CertifyError(f"{path}: contains no certificate; give one in PEM or DER form")
        roots += found
    return Trust(tuple(roots), tuple(item.subject.human_friendly for item in roots), moment)


def check_signature(
    content: bytes, base_end: int, base: Any, whole: Any, trust: Trust
) -> Signature:
    """Everything about what follows the sealed bytes: it must be one signature and nothing else."""
    if base_end == len(content):
        return Signature((_judge_unsigned(trust),))
    checks = []
    name = "whole signed file"
    sealed = holds_signed(content)
    if sealed is None:
        told = "something was added after the filing was sealed, and it is not a signature of certify sign"
        checks.append(differ(name, told))
    elif not sealed:
        told = "the signed file was changed, or something was added to it after it was signed"
        checks.append(differ(name, told))
    else:
        checks.append(hold(name, "every byte is as it was when the filing was signed"))
    changes = list_changes(base, whole)
    name = "what the signature added"
    if changes:
        told = f"what follows the sealed bytes changes the filing: {'; '.join(changes[:5])}"
        checks.append(differ(name, told))
    else:
        checks.append(hold(name, "an invisible signature and nothing else"))
    check, setup = _judge(content, trust)
    return Signature((*checks, check), setup)


def _judge_unsigned(trust: Trust) -> Check:
    """Who names a certificate that a signature must lead to has not got what was asked for."""
    if trust.roots:
        names = " or ".join(trust.names)
        return differ(
            NAME, f"the filing is not signed; --trust asks for a signature that leads to {names}"
        )
    return Check(NAME, Result.LEFT_OUT, "the filing is not signed")


def list_changes(base: Any, whole: Any) -> list[str]:
    """What an update did to the filing besides signing it."""
    changed = [item for item in list_pdf_differences(base, whole) if item not in _SIGNING]
    return changed + _list_added(base, whole, load_pikepdf())


def _list_added(base: Any, whole: Any, pikepdf: Any) -> list[str]:
    """What is in the update that an invisible signature does not need."""
    told = []
    form = whole.Root.get("/AcroForm", pikepdf.Dictionary())
    fields = list(form.get("/Fields", pikepdf.Array()))
    if len(fields) != 1 or fields[0].get("/FT") != "/Sig":
        told.append("it does not have exactly one field with a signature")
    if any("/AP" in item or any(int(side) for side in item.get("/Rect", ())) for item in fields):
        told.append("the signature can be seen; certify sign makes invisible ones")
    before = [item.unparse() for item in base.pages[0].obj.get("/Annots", pikepdf.Array())]
    now = [item.objgen for item in whole.pages[0].obj.get("/Annots", pikepdf.Array())]
    references = [f"{number} {generation} R".encode() for number, generation in now]
    if references[: len(before)] != before or now[len(before) :] != [
        item.objgen for item in fields
    ]:
        told.append("something besides the signature was added to the first page")
    return told


def _judge(content: bytes, trust: Trust) -> tuple[Check, str]:
    """What the signing library says, and where the filing was verified before."""
    try:
        reader = load_pyhanko("pdf_utils.reader")
    except CertifyError as error:
        return Check(NAME, Result.UNDECIDED, str(error)), ""
    try:
        with quiet():
            signatures = list(reader.PdfFileReader(io.BytesIO(content)).embedded_signatures)
            if len(signatures) != 1 or signatures[0].field_name != FIELD:
                return differ(
                    NAME, "the file does not have exactly one signature of certify sign"
                ), ""
            made = signatures[0].sig_object.get("/Prop_Build", {}).get("/App", {})
            setup = str(made.get("/REx", "")) if made.get("/Name") == f"/{VERIFIED}" else ""
            return _judge_one(signatures[0], trust), setup
    except Unreadable:
        raise
    except Exception as error:  # noqa: BLE001  (the library raises its own kinds for each damage)
        told = f"the signature cannot be read ({type(error).__name__}); it is damaged"
        return differ(NAME, told), ""


def _judge_one(signature: Any, trust: Trust) -> Check:
    validation = load_pyhanko("sign.validation")
    settings = load_pyhanko("sign.validation.settings")
    context = importlib.import_module("pyhanko_certvalidator").ValidationContext(
        trust_roots=list(trust.roots),
        moment=trust.at,
        allow_fetching=False,
        revocation_mode="soft-fail",
    )
    status = validation.validate_pdf_signature(
        signature,
        context,
        key_usage_settings=settings.KeyUsageConstraints(
            key_usage=set(KEY_USES), match_all_key_usages=False
        ),
    )
    certificate = status.signing_cert
    signer = certificate.subject.human_friendly
    if not status.intact:
        return differ(NAME, f"the file is not the one that {signer} signed")
    if not status.valid:
        return differ(NAME, f"the signature is not that of the key of {signer}")
    if status.coverage.name not in {"ENTIRE_FILE"}:
        return differ(
            NAME, f"something was added after {signer} signed; the signature does not cover it"
        )
    if not status.docmdp_ok:
        return differ(NAME, f"the file was changed after {signer} signed it")
    return _judge_trust(status, certificate, signer, trust)


def _judge_trust(status: Any, certificate: Any, signer: str, trust: Trust) -> Check:
    said = status.signer_reported_dt
    claimed = f", on {said:%Y-%m-%d %H:%M} as the signer's clock said" if said else ""
    issuer = certificate.issuer.human_friendly
    validity = certificate["tbs_certificate"]["validity"]
    begins, ends = validity["not_before"].native, validity["not_after"].native
    if trust.at > ends:
        return differ(
            NAME,
            f"the certificate of {signer} expired on {ends:%Y-%m-%d}; "
            "--at judges it as of an earlier day, such as that of receipt",
        )
    if trust.at < begins:
        return differ(NAME, f"the certificate of {signer} is not valid before {begins:%Y-%m-%d}")
    if not trust.roots:
        return Check(
            NAME,
            Result.UNDECIDED,
            f"whole, by {signer} (certificate by {issuer}){claimed}; not checked whose key that is: "
            "give the certificate that you trust with --trust",
        )
    if not status.trusted:
        return differ(
            NAME,
            f"the certificate of {signer}, by {issuer}, does not lead to {' or '.join(trust.names)}, "
            "which --trust names, or may not sign",
        )
    anchor = status.validation_path.trust_anchor.authority.name.human_friendly
    return hold(
        NAME,
        f"whole, by {signer} (certificate by {issuer}, valid to {ends:%Y-%m-%d}){claimed}; "
        f"trusted because it leads to {anchor}; revocation was not checked",
    )


FIELD = "certify"
"""The name of the field that holds the signature."""
VERIFIED = "certify-verified"
"""The program that a signature names, with the setup in which it verified the filing before."""
KEY_USES = frozenset(("digital_signature", "non_repudiation"))
_LARGEST_KEY = 1 << 20


@dataclass(frozen=True, slots=True)
class SigningKey:
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


def load_key(path: Path, passphrase: bytes | None, now: datetime | None = None) -> SigningKey:
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
    key = SigningKey(
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


def sign_pdf(content: bytes, verified: Verification, key: SigningKey, reason: str = "") -> bytes:
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

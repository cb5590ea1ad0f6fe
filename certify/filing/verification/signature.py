"""The signature of a filing: whole, covering all, by whom, and on whose word."""

from __future__ import annotations

import importlib
import io
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from certify.base.errors import CertifyError
from certify.base.load import read_bytes
from certify.filing.verification.outcome import Check, Result, differ, hold
from certify.filing.verification.pdf_differences import list_pdf_differences
from certify.filing.verification.pdf_reader import Unreadable, load_pikepdf
from certify.filing.verification.seal import holds_signed
from certify.filing.verification.sign import FIELD, KEY_USES, VERIFIED, load_pyhanko, quiet

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

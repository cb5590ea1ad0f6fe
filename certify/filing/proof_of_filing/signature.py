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
from certify.filing.proof_of_filing.container import Unreadable, load_pikepdf
from certify.filing.proof_of_filing.outcome import Check, Result, differ, hold
from certify.filing.proof_of_filing.sign import FIELD, KEY_USES, load_pyhanko, quiet
from certify.filing.proof_of_filing.signature_seal import holds_signed

NAME = "signature"
_LARGEST_TRUST = 1 << 22
_ADDED_TO_ROOT = frozenset(("/AcroForm", "/Perms", "/Extensions"))
_ADDED_TO_PAGE = frozenset(("/Annots",))
_NOT_COUNTING = frozenset(("/Length",))


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
            raise CertifyError(f"{path}: holds no certificate; give one in PEM or DER form")
        roots += found
    return Trust(tuple(roots), tuple(item.subject.human_friendly for item in roots), moment)


def check_signature(
    content: bytes, base_end: int, base: Any, whole: Any, trust: Trust
) -> list[Check]:
    """Everything about what follows the sealed bytes: it must be one signature and nothing else."""
    if base_end == len(content):
        return [_judge_unsigned(trust)]
    sealed = holds_signed(content)
    checks = []
    if sealed is None:
        checks.append(
            differ(
                "whole signed file",
                "something was added after the filing was sealed, and it is not a signature of certify sign",
            )
        )
    elif not sealed:
        checks.append(
            differ(
                "whole signed file",
                "the signed file was changed, or something was added to it after it was signed",
            )
        )
    else:
        checks.append(
            hold("whole signed file", "every byte is as it was when the filing was signed")
        )
    changes = list_changes(base, whole)
    if changes:
        checks.append(
            differ(
                "what the signature added",
                "what follows the sealed bytes changes the filing: " + "; ".join(changes[:5]),
            )
        )
    else:
        checks.append(hold("what the signature added", "an invisible signature and nothing else"))
    return [*checks, *_judge(content, trust)]


def _judge_unsigned(trust: Trust) -> Check:
    """Who names a certificate that a signature must lead to has not got what was asked for."""
    if trust.roots:
        names = " or ".join(trust.names)
        return differ(
            NAME, f"the filing is not signed; --trust asks for a signature that leads to {names}"
        )
    return Check(NAME, Result.LEFT_OUT, "the filing is not signed")


def list_changes(base: Any, whole: Any) -> list[str]:
    """What an update did to the filing besides signing it: objects that are not what they were."""
    pikepdf = load_pikepdf()
    first = base.pages[0].obj.objgen if len(base.pages) else (0, 0)
    allowed = {
        base.Root.objgen: _ADDED_TO_ROOT,
        first: _ADDED_TO_PAGE,
    }
    told = []
    for item in base.objects:
        if not isinstance(item, pikepdf.Object) or not item.is_indirect:
            continue
        now = whole.get_object(item.objgen)
        free = allowed.get(item.objgen, frozenset())
        if isinstance(item, pikepdf.Stream):
            same = isinstance(now, pikepdf.Stream) and item.read_raw_bytes() == now.read_raw_bytes()
            same = same and _show(item.stream_dict, free) == _show(now.stream_dict, free)
        else:
            same = type(item) is type(now) and _show(item, free) == _show(now, free)
        if not same:
            told.append(f"object {item.objgen[0]} is not what it was")
    told += _list_added(base, whole, pikepdf)
    if len(base.pages) != len(whole.pages):
        told.append(f"{len(base.pages)} pages became {len(whole.pages)}")
    if whole.Root.objgen != base.Root.objgen:
        told.append("the file begins at another object")
    return told


def _list_added(base: Any, whole: Any, pikepdf: Any) -> list[str]:
    """What is in the update that an invisible signature does not need."""
    told = []
    form = whole.Root.get("/AcroForm", pikepdf.Dictionary())
    fields = list(form.get("/Fields", pikepdf.Array()))
    if len(fields) != 1 or fields[0].get("/FT") != "/Sig":
        told.append("it holds not one field with a signature")
    if any("/AP" in item or any(int(side) for side in item.get("/Rect", ())) for item in fields):
        told.append("the signature can be seen; certify sign makes invisible ones")
    before = [item.unparse() for item in base.pages[0].obj.get("/Annots", pikepdf.Array())]
    now = [item.objgen for item in whole.pages[0].obj.get("/Annots", pikepdf.Array())]
    references = [f"{number} {generation} R".encode() for number, generation in now]
    if references[: len(before)] != before or now[len(before) :] != [
        item.objgen for item in fields
    ]:
        told.append("something beside the signature was put on the first page")
    return told


def _show(item: Any, free: frozenset[str]) -> Any:
    """An object as text, without the keys that signing may add."""
    pikepdf = load_pikepdf()
    if isinstance(item, pikepdf.Dictionary):
        return {
            key: item[key].unparse() if isinstance(item[key], pikepdf.Object) else repr(item[key])
            for key in item.keys()  # noqa: SIM118  (a dictionary of the library, not of Python)
            if key not in free | _NOT_COUNTING
        }
    return item.unparse(resolved=True) if isinstance(item, pikepdf.Object) else repr(item)


def _judge(content: bytes, trust: Trust) -> list[Check]:
    """What the signing library says, told in our words."""
    try:
        reader = load_pyhanko("pdf_utils.reader")
    except CertifyError as error:
        return [Check(NAME, Result.UNDECIDED, str(error))]
    try:
        with quiet():
            signatures = list(reader.PdfFileReader(io.BytesIO(content)).embedded_signatures)
            if len(signatures) != 1 or signatures[0].field_name != FIELD:
                return [differ(NAME, "the file holds not one signature of certify sign")]
            return [_judge_one(signatures[0], trust)]
    except Unreadable:
        raise
    except Exception as error:  # noqa: BLE001  (the library raises its own kinds for each damage)
        return [
            differ(NAME, f"the signature cannot be read ({type(error).__name__}); it is damaged")
        ]


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
        return differ(NAME, f"the certificate of {signer} is valid from {begins:%Y-%m-%d} only")
    if not trust.roots:
        return Check(
            NAME,
            Result.UNDECIDED,
            f"whole, by {signer} (certificate by {issuer}){claimed}; nobody vouches for that name here: "
            "name the certificate that you believe with --trust",
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
        f"trusted because it leads to {anchor}; revocation was not asked for",
    )

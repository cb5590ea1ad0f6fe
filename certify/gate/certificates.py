"""A certificate: the figures, readings and issues of one revision of a specification, and its approvals.

It contains sorted numbers and names and no sentences, so that a change of wording changes no certificate. Its
digest has no key: it shows damage, not forgery. The figures are protected because they are computed again and
compared completely, and because approvals can only be added.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from certify.base.cache import Used, hash_data
from certify.base.errors import CertifyError, InvalidSpec
from certify.base.load import SourceFile, read_bytes
from certify.base.storage import write_file
from certify.base.strict_json import parse_json
from certify.base.version import __version__
from certify.gate.approvals import Approval, list_faults, read_approvals
from certify.gate.figures import describe_figures, list_adopted
from certify.gate.reused_counts import believe_counts, describe_counts
from certify.odds import identity
from certify.odds.result import WagerOdds
from certify.spec.model import Jurisdiction
from certify.spec.validate import list_schema_faults

SUFFIX = ".certificate.json"
FORM = 2
"""The format of certificates that this program writes and reads."""
_LARGEST = 1 << 22
_FORMER = "simulation"
"""What earlier certificates contain besides; their approvals are still read."""


@dataclass(frozen=True, slots=True)
class Known:
    """An issue in a certificate."""

    fingerprint: str
    severity: str
    code: str

    def describe(self) -> dict[str, str]:
        """Plain data."""
        return {"code": self.code, "fingerprint": self.fingerprint, "severity": self.severity}


def locate_certificate(spec: Path) -> Path:
    """The path of the certificate of a specification."""
    return spec.with_name(spec.stem + SUFFIX)


def build_content(
    jurisdiction: Jurisdiction,
    odds: Iterable[WagerOdds],
    issues: Iterable[Known],
    policy: str,
    counts: Iterable[Used],
    settlements: Mapping[str, Any],
) -> dict[str, Any]:
    """Everything that was computed for a specification, as plain data without approvals."""
    return {
        "form": FORM,
        "jurisdiction": jurisdiction.id,
        "edition": {"number": jurisdiction.edition, "date": jurisdiction.date},
        "spec_sha256": jurisdiction.source.sha256,
        "policy_sha256": policy,
        "documents": {item.id: item.sha256 for item in jurisdiction.documents},
        "program": {"version": __version__, "code_sha256": identity.identify_counting()},
        "readings": list_adopted(jurisdiction),
        "wagers": [describe_figures(item) for item in odds],
        "issues": [
            item.describe()
            for item in sorted(set(issues), key=lambda item: (item.code, item.fingerprint))
        ],
        "counts": describe_counts(counts),
        "settlements": dict(settlements),
    }


def hash_content(data: Mapping[str, Any]) -> str:
    """The digest of a certificate without its approvals and its own digest."""
    kept = {key: value for key, value in data.items() if key not in {"approvals", "sha256"}}
    return hash_data(kept)


def seal(content: Mapping[str, Any], approvals: Iterable[Approval]) -> dict[str, Any]:
    """A certificate: content, approvals and the digest over both."""
    data = {**content, "approvals": [item.describe() for item in approvals]}
    return {**data, "sha256": hash_data(data)}


def write_certificate(path: Path, certificate: Mapping[str, Any]) -> None:
    """Write a certificate."""
    write_file(path, format_certificate(certificate).encode())


def format_certificate(certificate: Mapping[str, Any]) -> str:
    """A certificate as text: sorted, one fact per line, short lists on one line."""
    return "\n".join(_format(certificate, 0)) + "\n"


def _format(data: Any, depth: int) -> list[str]:
    """Objects and lists on one line if they fit, otherwise one item per line."""
    flat = json.dumps(data, ensure_ascii=False, sort_keys=True)
    if not isinstance(data, dict | list) or (depth and len(flat) <= 100):
        return [flat]
    inner: list[list[str]] = []
    if isinstance(data, dict):
        for key in sorted(data):
            first, *rest = _format(data[key], depth + 1)
            inner.append([f"{json.dumps(key, ensure_ascii=False)}: {first}", *rest])
    else:
        inner = [_format(item, depth + 1) for item in data]
    lines = ["{" if isinstance(data, dict) else "["]
    for place, item in enumerate(inner):
        if place < len(inner) - 1:
            item[-1] += ","
        lines += [f" {line}" for line in item]
    return [*lines, "}" if isinstance(data, dict) else "]"]


def read_certificate(content: bytes, name: str) -> dict[str, Any]:
    """Read a certificate; refused if JSON, schema or digest are wrong."""
    fix = "restore it from version control, or remove it to start a new history of approvals"
    data = parse_json(content, name)
    if isinstance(data, dict) and data.get("form") != FORM:
        raise CertifyError(f"{name}: not a certificate of format {FORM}; {fix}")
    shape = data
    if isinstance(data, dict):
        shape = {key: value for key, value in data.items() if key != _FORMER}
    faults = list_schema_faults(SourceFile(name, shape, "", {(): (1, 1)}, {}), "certificate")
    if faults:
        problems = "; ".join(dict.fromkeys(fault.what for fault in faults[:3]))
        raise CertifyError(f"{name}: not a certificate ({problems}); {fix}")
    kept = {key: value for key, value in data.items() if key != "sha256"}
    if data["sha256"] != hash_data(kept):
        raise CertifyError(f"{name}: edited by hand; {fix}")
    found: dict[str, Any] = data
    return found


def load_certificate(path: Path) -> dict[str, Any]:
    """Read a certificate from its file."""
    try:
        content = read_bytes(path, _LARGEST)
    except InvalidSpec:
        raise CertifyError(f"{path}: too large for a certificate") from None
    return read_certificate(content, str(path))


@dataclass(frozen=True, slots=True)
class Certification:
    """Whether a specification has an approved certificate, by whom, and if not, why not."""

    approval: Approval | None
    history: tuple[Approval, ...] = ()
    why_not: str = ""

    @property
    def is_draft(self) -> bool:
        """Whether the specification is not approved."""
        return self.approval is None


def find_certification(jurisdiction: Jurisdiction) -> Certification:
    """Whether the certificate of a specification approves exactly this file, for the cover of a filing.

    It does not compute the figures again; the gate does.
    """
    path = locate_certificate(Path(jurisdiction.source.name))
    if not path.is_file():
        return Certification(None, why_not="it has no certificate")
    try:
        certificate = load_certificate(path)
    except CertifyError as error:
        return Certification(None, why_not=str(error))
    history = read_approvals(certificate["approvals"])
    faults = list_faults(history, hash_content(certificate), certificate["edition"]["number"])
    if certificate["jurisdiction"] != jurisdiction.id:
        faults.insert(0, f"the certificate is for {certificate['jurisdiction']}")
    elif certificate["spec_sha256"] != jurisdiction.source.sha256:
        faults.insert(0, "the specification has changed since it was approved")
    if faults:
        return Certification(None, history, "; ".join(faults))
    return Certification(history[-1], history)


def believe_certificate(jurisdiction: Jurisdiction) -> int:
    """Reuse the long counts of the certificate of an approved specification; return how many."""
    if find_certification(jurisdiction).is_draft:
        return 0
    path = locate_certificate(Path(jurisdiction.source.name))
    return believe_counts(load_certificate(path), str(path))

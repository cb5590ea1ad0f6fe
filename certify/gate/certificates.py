"""A certificate: the figures, readings and issues of one revision of a specification, and its approvals.

It contains sorted numbers and names and no sentences, so that a change of wording changes no certificate. Its
digest has no key: it shows damage, not forgery. The figures are protected because they are computed again and
compared completely, and because approvals can only be added.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from certify.base import cache
from certify.base.cache import Used, hash_data
from certify.base.errors import CertifyError, InvalidSpec
from certify.base.extras import __version__
from certify.base.figures import format_fraction, format_money
from certify.base.load import SourceFile, parse_json, read_bytes
from certify.base.storage import write_file
from certify.gate.approvals import Approval, list_faults, read_approvals
from certify.odds import identity
from certify.odds.crosscheck import KIND
from certify.odds.facts import Each, Facts, Shape, Show, Values, as_rows, project, tabulate
from certify.odds.identity import find_impossible
from certify.odds.result import Resting, WagerOdds
from certify.spec.model import Jurisdiction
from certify.spec.validate import list_schema_faults
from certify.spec.values import Other, Value, format_value

KEPT = ("best", "choices", "settings")
"""Kinds of counts that a certificate contains, not only their digest."""


def describe_counts(items: Iterable[Used]) -> list[dict[str, Any]]:
    """The long counts as a certificate contains them, sorted."""
    found = []
    for item in sorted(items, key=lambda item: (item.kind, item.question)):
        data: dict[str, Any] = {"kind": item.kind, "question": item.question}
        if item.kind in KEPT:
            data["result"] = item.result
        else:
            data["sha256"] = item.digest
        found.append(data)
    return found


def believe_counts(certificate: Mapping[str, Any], name: str) -> int:
    """Reuse the counts of a certificate and return how many; none if other code made them.

    Impossible counts are refused.
    """
    if certificate["program"]["code_sha256"] != identity.identify_counting():
        return 0
    believe_settlements(certificate)
    kept = [item for item in certificate["counts"] if "result" in item]
    for item in kept:
        problem = find_impossible(item["kind"], item["result"])
        if problem:
            raise CertifyError(f"{name}: impossible counts of kind {item['kind']}: {problem}")
    for item in kept:
        cache.trust_result(item["question"], item["result"])
    return len(kept)


def believe_settlements(certificate: Mapping[str, Any]) -> bool:
    """Reuse that both models settled the same money, if the same code settled it."""
    settled = certificate.get("settlements")
    if settled is None or settled["code_sha256"] != identity.identify_settling():
        return False
    question = {key: settled[key] for key in ("rules_sha256", "code_sha256")}
    result = {key: value for key, value in settled.items() if key not in question}
    cache.trust_result(cache.hash_data([KIND, question]), {**result, "differences": []})
    return True


_OTHER = str(Other(""))
"""How a value begins that a document states in words of its own."""


def describe_figures(odds: WagerOdds) -> Values:
    """One wager: its status, what it rests on, and every number, exactly."""
    facts = tabulate(odds)
    return project(_WAGER, facts) | (project(_FIGURES, facts) if odds.has_figures else {})


def _name_resting(resting: list[Resting]) -> dict[str, str]:
    """Standing and value by parameter; words of our own are named by their digest."""
    found = {}
    for item in resting:
        own = item.value.startswith(_OTHER)
        value = name_value(Other(item.value.removeprefix(_OTHER))) if own else item.value
        found[item.parameter] = f"{item.standing}: {value}"
    return found


def name_readings(readings: Mapping[str, Value]) -> dict[str, str]:
    """Readings by key; what a document states in words of ours is named by a digest of them."""
    return {key: name_value(value) for key, value in sorted(readings.items())}


def name_value(value: Value | None) -> str:
    """A value as text that no change of wording alters."""
    if isinstance(value, Other):
        return f"other:{hashlib.sha256(value.text.encode()).hexdigest()[:16]}"
    return format_value(value)


_ENVY = (
    Show("other_players", of="seats"),
    Show("per_other_player", format_fraction),
    Show("house_edge", format_fraction),
    Show("highest_edge", format_fraction),
)
_ALTERNATIVE = (
    Show("readings", name_readings),
    Show("house_edge", format_fraction),
    Each("envy", "envy", _ENVY, lambda parts: as_rows(parts) or None),
)
_PUBLISHED = (
    Show("label", lambda printed: printed.label, "published"),
    Show("percent", lambda printed: printed.percent, "published"),
    Show("agrees", lambda agrees: "agrees" if agrees else "differs"),
)
_WAGER: Shape = (
    Show("wager"),
    Show("status", str),
    Each("missing", "missing", form=len),
    Each("rests_on", "rests_on", form=_name_resting),
    Each("readings", "reading", form=lambda pairs: name_readings(dict(pairs))),
    Show("paytable"),
)
_OUTCOME = (Show("outcome"), Show("deals"), Show("net", format_money))
_FIGURES: Shape = (
    Show("stake", str),
    Show("deals"),
    Each("outcomes", "outcome", _OUTCOME, as_rows),
    Show("house_edge", format_fraction),
    Show("hit_rate", format_fraction),
    Show("variance", format_fraction),
    Each("envy", "envy", _ENVY, as_rows),
    Each("alternatives", "alternatives", _ALTERNATIVE),
    Each("published", "published", _PUBLISHED, as_rows),
    Each("envy_stake", "envy", form=lambda parts: _name_stake(parts[0]) if parts else None),
    Show("cap", lambda cap: str(cap.cap)),
    Show("break_even_meter", lambda meter: format_money(meter.break_even), "progressive"),
)


def _name_stake(facts: Facts) -> str | None:
    stake = facts.find("stake")
    return str(stake) if stake else None


def list_adopted(jurisdiction: Jurisdiction) -> dict[str, str]:
    """Every reading of a file with the value adopted; a paytable's own beside its name."""
    found: dict[str, str] = {}
    for key, statements in jurisdiction.readings.items():
        for statement in statements:
            if statement.value is None:
                continue
            scope = statement.paytable or (statement.wager if len(statements) > 1 else None)
            found[f"{key}@{scope}" if scope else key] = name_value(statement.value)
    return dict(sorted(found.items()))


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


_AROUND = {"approvals", "before", "sha256"}
"""Keys of a certificate that are no part of its content."""


def hash_content(data: Mapping[str, Any]) -> str:
    """The digest of a certificate without approvals, earlier revision and its own digest."""
    return hash_data({key: value for key, value in data.items() if key not in _AROUND})


def keep_before(previous: Mapping[str, Any] | None, content: Mapping[str, Any]) -> dict[str, Any]:
    """The content of the last revision before a new one, from the certificate that it replaces."""
    if previous is None or _FORMER in previous:
        return {}
    if previous["edition"]["number"] == content["edition"]["number"]:
        return {key: previous[key] for key in previous if key == "before"}
    return {"before": {key: previous[key] for key in previous if key not in _AROUND}}


def _is_before(data: Mapping[str, Any]) -> bool:
    """Whether the earlier revision in a certificate is the one that was approved last before it."""
    number = data["edition"]["number"]
    earlier = [item["content"] for item in data["approvals"] if item["edition"] < number]
    return earlier[-1:] == [hash_content(data["before"])]


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
    if "before" in data and not _is_before(data):
        raise CertifyError(f"{name}: 'before' is not the revision that was approved before; {fix}")
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

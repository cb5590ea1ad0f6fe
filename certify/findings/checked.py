"""A document as checked: its findings as matters, and the verdict."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from certify.findings.case import Case
from certify.findings.finding import Finding, Severity
from certify.findings.matter import Matter, list_matters
from certify.findings.policy import Policy
from certify.findings.registry import list_differences, list_findings
from certify.findings.verdict import Verdict, judge_document


@dataclass(frozen=True, slots=True)
class Checked:
    """One document with all that was found."""

    id: str
    name: str
    policy: Policy
    verdict: Verdict
    matters: tuple[Matter, ...]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Every finding, in the order of the matters."""
        return tuple(item for matter in self.matters for item in matter.findings)

    @property
    def counts(self) -> dict[str, int]:
        """How many matters there are of each severity, the most serious first."""
        return {
            severity.word: sum(item.severity is severity for item in self.matters)
            for severity in sorted(Severity, reverse=True)
        }

    def keep(self, least: Severity) -> Checked:
        """Only the matters of some severity and above."""
        return replace(self, matters=tuple(item for item in self.matters if item.severity >= least))

    def describe(self) -> dict[str, Any]:
        """The document as plain data."""
        return {
            "jurisdiction": self.id,
            "name": self.name,
            "verdict": self.verdict.describe(),
            "counts": self.counts,
            "matters": [item.describe() for item in self.matters],
        }


def check_document(case: Case, codes: Iterable[str] | None = None) -> Checked:
    """Find everything about one document, differences from the others of the case included."""
    chosen = list(codes) if codes is not None else None
    own = list_findings(case)
    verdict = judge_document(case.jurisdiction, case.odds, list_matters(own))
    found: Sequence[Finding] = [*own, *list_differences(case, chosen)]
    if chosen is not None:
        found = [item for item in found if item.code in chosen]
    return Checked(
        case.jurisdiction.id, case.jurisdiction.name, case.policy, verdict, list_matters(found)
    )


def spread_waivers(checked: Sequence[Checked], waived: Mapping[str, str]) -> dict[str, str]:
    """The reason of each waived finding: a waiver names a finding, or a matter with all that is in it."""
    spread = dict(waived)
    for document in checked:
        for matter in document.matters:
            if matter.fingerprint in waived:
                reason = waived[matter.fingerprint]
                spread |= {item.fingerprint: reason for item in matter.findings}
    return spread


def stand_errors(checked: Sequence[Checked], waived: Iterable[str]) -> bool:
    """Whether an error stands that nobody has waived."""
    known = set(waived)
    return any(
        item.severity is Severity.ERROR and item.fingerprint not in known
        for document in checked
        for item in document.findings
    )

"""A document as checked: its issues and the verdict on each wager."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from certify.findings.case import Case
from certify.findings.finding import Finding, Kind, Severity
from certify.findings.issue import Issue, list_issues
from certify.findings.policy import Policy
from certify.findings.registry import list_differences, list_findings
from certify.findings.verdict import DocumentVerdict, judge_document
from certify.spec.model import Jurisdiction

Waiver = Mapping[str, str]
"""Reason, owner and end of a waiver."""


@dataclass(frozen=True, slots=True)
class Checked:
    """One document with all that was found."""

    jurisdiction: Jurisdiction
    policy: Policy
    verdict: DocumentVerdict
    issues: tuple[Issue, ...]

    @property
    def id(self) -> str:
        """The jurisdiction's id."""
        return self.jurisdiction.id

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Every finding, in the order of the issues."""
        return tuple(item for issue in self.issues for item in issue.findings)

    @property
    def counts(self) -> dict[str, int]:
        """The number of issues of each severity, the most serious first, then of differences."""
        own = [item for item in self.issues if item.kind is not Kind.DIFFERENCE]
        counts = {
            severity.word: sum(item.severity is severity for item in own)
            for severity in sorted(Severity, reverse=True)
        }
        return {**counts, str(Kind.DIFFERENCE): len(self.issues) - len(own)}

    def keep(self, least: Severity) -> Checked:
        """Only the issues of a severity and above."""
        return replace(self, issues=tuple(item for item in self.issues if item.severity >= least))

    def keep_new(self, before: Checked | None) -> Checked:
        """Only the issues that another state does not have, or has with a lower severity."""
        known = {item.fingerprint: item.severity for item in before.issues} if before else {}
        return replace(
            self,
            issues=tuple(
                item
                for item in self.issues
                if item.fingerprint not in known or known[item.fingerprint] < item.severity
            ),
        )


def judge_alone(case: Case) -> DocumentVerdict:
    """The verdict on a document from its own findings."""
    return judge_document(case, list_issues(list_findings(case)))


def check_document(case: Case, codes: Iterable[str] | None = None) -> Checked:
    """Find everything about one document, including its differences from the others of the case."""
    chosen = list(codes) if codes is not None else None
    own = list_findings(case)
    verdict = judge_document(case, list_issues(own))
    found = [*own, *list_differences(case, chosen)]
    if chosen is not None:
        found = [item for item in found if item.code in chosen]
    return Checked(case.jurisdiction, case.policy, verdict, list_issues(found))


def spread_waivers(checked: Sequence[Checked], waived: Mapping[str, Waiver]) -> dict[str, Waiver]:
    """The waiver of each waived finding: a waiver names a finding, or an issue with all its findings."""
    spread = dict(waived)
    for document in checked:
        for issue in document.issues:
            if issue.fingerprint in waived:
                reason = waived[issue.fingerprint]
                spread |= {item.fingerprint: reason for item in issue.findings}
    return spread

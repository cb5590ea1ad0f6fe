"""Issues: the findings with one root cause in one document."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from certify.findings.finding import Effect, Finding, Kind, Severity
from certify.findings.registry import weigh, weigh_effect
from certify.spec.model import Citation


@dataclass(frozen=True, slots=True)
class Issue:
    """One root cause in one document, or one fact on which documents differ."""

    head: Finding
    """The most serious finding."""
    points: tuple[Finding, ...] = ()
    """The others with the same root."""

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All of them, the head first."""
        return (self.head, *self.points)

    @property
    def kind(self) -> Kind:
        """Own defect, difference or language."""
        return self.head.kind

    @property
    def severity(self) -> Severity:
        """That of the most serious finding."""
        return max(item.weight for item in self.findings)

    @property
    def effect(self) -> Effect | None:
        """The largest effect of its head."""
        return self.head.effect

    @property
    def size(self) -> Fraction:
        """The size of that effect; zero where none was calculated."""
        return self.effect.size if self.effect else Fraction(0)

    @property
    def clauses(self) -> tuple[Citation, ...]:
        """Every cited place of the document."""
        return tuple(dict.fromkeys(place for item in self.findings for place in item.citations))

    @property
    def statements(self) -> tuple[str, ...]:
        """The keys of the statements that it is about."""
        return tuple(dict.fromkeys(key for item in self.findings for key in item.statements))

    @property
    def wagers(self) -> tuple[str, ...]:
        """The wagers whose money it affects."""
        return tuple(dict.fromkeys(name for item in self.findings for name in item.wagers))

    @property
    def fingerprint(self) -> str:
        """That of its only finding, or of all of its findings together."""
        if not self.points:
            return self.head.fingerprint
        basis = " ".join(sorted(item.fingerprint for item in self.findings))
        return hashlib.sha256(basis.encode()).hexdigest()[:16]


_ORDER = tuple(Kind)


def list_issues(findings: Iterable[Finding]) -> tuple[Issue, ...]:
    """Own defects by severity and effect, then language by rule, then differences by fact."""
    groups: list[tuple[set[object], list[Finding]]] = []
    for finding in sorted(findings, key=weigh):
        roots = _list_roots(finding)
        joined = [group for group in groups if group[0] & roots]
        for group in joined:
            groups.remove(group)
        groups.append(
            (
                roots.union(*(keys for keys, _ in joined)),
                [*(item for _, own in joined for item in own), finding],
            )
        )
    issues = []
    for _, own in groups:
        head, *points = sorted(own, key=weigh)
        issues.append(Issue(head, tuple(points)))
    return tuple(sorted(issues, key=_weigh))


def _list_roots(finding: Finding) -> set[object]:
    """What a finding shares with others of its issue; kinds and documents never mix."""
    place = (finding.kind, finding.jurisdiction)
    if finding.kind is Kind.LANGUAGE:
        return {(*place, finding.code)}
    if finding.kind is Kind.DIFFERENCE:
        return {(*place, finding.code, finding.subject)}
    return {(*place, root) for root in finding.roots} or {(*place, finding.fingerprint)}


def _weigh(issue: Issue) -> tuple[object, ...]:
    return (
        _ORDER.index(issue.kind),
        -issue.severity,
        issue.head.code.startswith("POL"),
        *weigh_effect(issue.head, issue.size),
        *weigh(issue.head)[4:],
    )

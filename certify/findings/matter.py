"""Matters: the findings of one root as one thing, which is what people are shown."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from certify.findings.finding import Effect, Finding, Kind, Severity
from certify.findings.registry import load_rules, weigh, weigh_effect
from certify.spec.model import Citation


@dataclass(frozen=True, slots=True)
class Matter:
    """One root cause in one document, or one topic on which documents differ: its gravest finding first."""

    head: Finding
    points: tuple[Finding, ...] = ()
    """The others of the same root."""
    title: str = ""

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
        """That of the gravest finding."""
        return max(item.severity for item in self.findings)

    @property
    def effect(self) -> Effect | None:
        """That of its head: what the title and the question are worth, and not what a sub-point is."""
        return self.head.effect

    @property
    def size(self) -> Fraction:
        """The size of that effect; nothing where nothing is priced."""
        return self.effect.size if self.effect else Fraction(0)

    @property
    def question(self) -> str:
        """One plain sentence that ends in a question mark."""
        if self.kind is Kind.LANGUAGE and self.head.code.startswith("DOC"):
            places = len(self.findings)
            return (
                f"Should {'this place' if places == 1 else f'these {places} places'} be corrected?"
            )
        return self.head.question

    @property
    def clauses(self) -> tuple[Citation, ...]:
        """Every place in the document that it rests on."""
        return tuple(dict.fromkeys(place for item in self.findings for place in item.citations))

    @property
    def statements(self) -> tuple[str, ...]:
        """The statements that it is about."""
        return tuple(dict.fromkeys(key for item in self.findings for key in item.statements))

    @property
    def wagers(self) -> tuple[str, ...]:
        """The wagers whose money it touches."""
        return tuple(dict.fromkeys(name for item in self.findings for name in item.wagers))

    @property
    def fingerprint(self) -> str:
        """That of its head alone where it stands alone; else of all of its findings."""
        if not self.points:
            return self.head.fingerprint
        basis = " ".join(sorted(item.fingerprint for item in self.findings))
        return hashlib.sha256(basis.encode()).hexdigest()[:16]

    def describe(self) -> dict[str, Any]:
        """The matter as plain data."""
        return {
            "title": self.title,
            "question": self.question,
            "severity": self.severity.word,
            "kind": str(self.kind),
            "effect": self.effect.describe() if self.effect else None,
            "wagers": list(self.wagers),
            "clauses": [{"clause": item.clause, "lines": item.lines} for item in self.clauses],
            "fingerprint": self.fingerprint,
            "findings": [item.describe() for item in self.findings],
        }


_ORDER = {Kind.OWN: 0, Kind.DIFFERENCE: 1, Kind.LANGUAGE: 2}


def list_matters(findings: Iterable[Finding]) -> tuple[Matter, ...]:
    """Own defects by severity and effect, then differences by topic, then language by rule."""
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
    matters = [_build(sorted(own, key=weigh)) for _, own in groups]
    return tuple(sorted(matters, key=_weigh))


def _list_roots(finding: Finding) -> set[object]:
    """What a finding shares with others of its matter; kinds and documents never mix."""
    place = (finding.kind, finding.jurisdictions[0])
    if finding.kind is Kind.LANGUAGE:
        return {(*place, finding.code)}
    if finding.kind is Kind.DIFFERENCE:
        return {(*place, finding.title)}
    return {(*place, root) for root in finding.roots} or {(*place, finding.fingerprint)}


def _build(findings: Sequence[Finding]) -> Matter:
    head = findings[0]
    title = head.title
    if head.kind is Kind.LANGUAGE:
        title = load_rules()[head.code].summary.rstrip(".")
    return Matter(head, tuple(findings[1:]), title)


def _weigh(matter: Matter) -> tuple[object, ...]:
    return (
        _ORDER[matter.kind],
        matter.head.jurisdictions[0] if matter.kind is not Kind.OWN else "",
        -matter.severity,
        matter.head.code.startswith("POL"),
        *weigh_effect(matter.head, matter.size),
        *weigh(matter.head)[4:],
    )

"""The comparison filing: what several documents say and pay, side by side."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection
from dataclasses import dataclass
from fractions import Fraction

from certify.filing import comparison
from certify.filing.report import Examination, Identity
from certify.filing.verdict import Verdict, judge
from certify.findings.finding import Finding
from certify.spec.model import Jurisdiction, Line, Paytable


@dataclass(frozen=True, slots=True)
class Column:
    """One document among several."""

    examination: Examination
    verdict: Verdict

    @property
    def jurisdiction(self) -> Jurisdiction:
        """Whose document it is."""
        return self.examination.jurisdiction


@dataclass(frozen=True)
class Across:
    """The comparison of several jurisdictions."""

    identity: Identity
    columns: tuple[Column, ...]
    key_rows: tuple[comparison.MatrixRow, ...]
    matrix: tuple[comparison.MatrixPart, ...]
    ranked: tuple[comparison.RankedEdge, ...]
    findings: tuple[Finding, ...]
    """Those about several documents at once, each from the one that differs from most."""
    pushes: tuple[tuple[Jurisdiction, Paytable, Line | None], ...]
    """Every paytable with its line for three pairs, where it has one."""

    @property
    def differing(self) -> int:
        """How many parameters the documents answer differently."""
        return sum(row.differs for part in self.matrix for row in part.rows)

    @property
    def compared(self) -> int:
        """How many parameters some document answers."""
        return sum(len(part.rows) for part in self.matrix)

    @property
    def widest(self) -> tuple[Fraction, Fraction]:
        """The lowest and the highest edge of the Fortune bonus."""
        edges = [item.sheet.odds.house_edge for item in self.ranked]
        return min(edges), max(edges)


def _waive_nothing(_day: str) -> tuple[str, ...]:
    return ()


def build_across(
    examinations: tuple[Examination, ...],
    waived: Callable[[str], Collection[str]] = _waive_nothing,
    date: str = "",
) -> Across:
    """Put the comparison together, dated as the latest edition; waivers hold by the day."""
    jurisdictions = tuple(item.jurisdiction for item in examinations)
    digest = hashlib.sha256("".join(item.source.sha256 for item in jurisdictions).encode())
    findings: dict[tuple[str, str], Finding] = {}
    for examination in examinations:
        for finding in examination.findings:
            if len(finding.jurisdictions) > 1:
                key = (finding.code, finding.subject)
                other = findings.get(key)
                if other is None or len(finding.jurisdictions) > len(other.jurisdictions):
                    findings[key] = finding
    return Across(
        Identity(
            "Comparison",
            "comparison",
            date or max(item.date for item in jurisdictions),
            digest.hexdigest(),
        ),
        tuple(
            Column(item, judge(item.findings, item.odds, waived(date or item.jurisdiction.date)))
            for item in examinations
        ),
        comparison.build_rows(jurisdictions, comparison.KEY_PARAMETERS),
        comparison.build_matrix(jurisdictions),
        comparison.rank_edges(
            (item.jurisdiction, sheet) for item in examinations for sheet in item.sheets
        ),
        tuple(sorted(findings.values(), key=lambda item: (-item.severity, item.code))),
        tuple(
            (
                jurisdiction,
                paytable,
                next((line for line in paytable.lines if line.hand == "three-pair"), None),
            )
            for jurisdiction in jurisdictions
            for paytable in jurisdiction.paytables
        ),
    )

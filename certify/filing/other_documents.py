"""This document against the others: one row for each rule on which they differ, the largest effect first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from certify.compare.documents import align_statements, are_different
from certify.filing.issues import FiledIssue
from certify.findings.case import SAYING
from certify.render.words import Words
from certify.spec.model import Jurisdiction, Standing, Statement

_TINTS = 5


@dataclass(frozen=True, slots=True)
class OwnAnswer:
    """What one document answers."""

    text: str
    tint: int
    """Equal answers have equal tints, the most frequent 1; 0 where the document does not answer."""
    assumed: bool
    contradictory: bool


@dataclass(frozen=True, slots=True)
class OwnRow:
    """One rule in this document, which is the first, and in the others."""

    title: str
    answers: tuple[OwnAnswer, ...]
    issue: FiledIssue
    change: Fraction | None
    """The largest effect on a house edge of this document, if it had the other answer."""


def list_differences(
    jurisdiction: Jurisdiction, others: Sequence[Jurisdiction], issues: Sequence[FiledIssue]
) -> tuple[tuple[OwnRow, ...], tuple[FiledIssue, ...]]:
    """The rules that differ as rows, and the differences that are not about one rule."""
    keyed = {
        finding.statements[0]: item
        for item in issues
        for finding in item.issue.findings
        if finding.code == "XJD001" and finding.statements
    }
    documents = (jurisdiction, *others)
    rows = [
        _build_row(documents, row.statements, row.key, keyed[row.key])
        for row in align_statements(documents)
        if row.key in keyed
    ]
    shown = {id(row.issue) for row in rows}
    rows.sort(key=lambda row: abs(row.change or Fraction(0)), reverse=True)
    return tuple(rows), tuple(item for item in issues if id(item) not in shown)


def _build_row(
    documents: Sequence[Jurisdiction],
    statements: Sequence[Statement | None],
    key: str,
    issue: FiledIssue,
) -> OwnRow:
    found = list(_list_answers(documents, statements))
    alike = list(_group_alike(statements))
    frequency = Counter(
        group
        for group, (text, assumed, _) in zip(alike, found, strict=True)
        if text and not assumed
    )
    tints = {group: place for place, (group, _) in enumerate(frequency.most_common(), 1)}
    owner = next(place for place, item in enumerate(statements) if item is not None)
    effect = issue.effect
    return OwnRow(
        Words(documents[owner]).title(key),
        tuple(
            OwnAnswer(text, 0 if assumed else min(tints.get(group, 0), _TINTS), assumed, contrary)
            for group, (text, assumed, contrary) in zip(alike, found, strict=True)
        ),
        issue,
        max(effect.change, key=abs) if effect else None,
    )


def _group_alike(statements: Sequence[Statement | None]) -> Iterator[int]:
    """For each document the first one that has the same answer, whatever it calls the roles."""
    for place, item in enumerate(statements):
        yield next(
            (
                before
                for before, other in enumerate(statements[:place])
                if item is not None
                and other is not None
                and item.value is not None
                and other.value is not None
                and not are_different(other, item)
            ),
            place,
        )


def _list_answers(
    documents: Sequence[Jurisdiction], statements: Sequence[Statement | None]
) -> Iterator[tuple[str, bool, bool]]:
    """The words of each document's answer, whether it is assumed, and whether it is contradictory."""
    for document, item in zip(documents, statements, strict=True):
        if item is None or item.standing is Standing.NOT_OFFERED:
            yield "", False, False
        elif item.value is None:
            yield "not addressed", True, False
        else:
            text = Words(document).value(item.key, item.value)
            yield text, item.standing not in SAYING, item.standing is Standing.CONFLICTING

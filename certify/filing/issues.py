"""The issues of a document, each once under its number, and its differences from other documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from certify.compare.documents import align_statements, are_different
from certify.findings.case import SAYING
from certify.findings.checked import Checked
from certify.findings.finding import Downgrade, Effect, Finding, Kind, Severity
from certify.findings.issue import Issue
from certify.render.check import find_waiver
from certify.render.data import Waived
from certify.render.finding import FindingText, Row, title_issue
from certify.render.quotes import Quotes
from certify.render.words import Words
from certify.spec.model import Jurisdiction, Standing, Statement

_ORDER = (Kind.OWN, Kind.LANGUAGE, Kind.DIFFERENCE)
"""Differences last, so that the numbers are those of `certify check`, which lists them on request."""


@dataclass(frozen=True, slots=True)
class FiledIssue:
    """One issue with its number and its words."""

    number: int
    issue: Issue
    words: Words
    waiver: str
    """Who accepted it, until when and why; empty where it is not waived."""
    quotes: Quotes | None = None
    """The reader's copy of the document, where there is one."""

    @property
    def label(self) -> str:
        """The name by which other sections refer to it."""
        return f"Q{self.number}"

    @property
    def title(self) -> str:
        """The defect, in one line."""
        return title_issue(self.words, self.issue)

    @property
    def statements(self) -> frozenset[str]:
        """The statements that its findings are about."""
        return frozenset(key for item in self.issue.findings for key in item.statements)

    @property
    def severity(self) -> Severity:
        """That of its most serious finding."""
        return self.issue.severity

    @property
    def findings(self) -> Iterator[tuple[Finding, str, tuple[Row, ...]]]:
        """Each finding with its title, empty where it repeats that of the issue, and its labelled rows."""
        for finding in self.issue.findings:
            text = FindingText(self.words, finding, self.quotes)
            title = "" if text.title == self.title else text.title
            yield finding, title, tuple(text.list_rows())

    @property
    def head(self) -> FindingText:
        """The most serious finding, briefly."""
        return FindingText(self.words, self.issue.head, self.quotes, brief=True)

    @property
    def unquoted(self) -> FindingText:
        """The same without a quotation."""
        return FindingText(self.words, self.issue.head, brief=True)

    @property
    def rows(self) -> tuple[Row, ...]:
        """The labelled rows of the most serious finding."""
        text = FindingText(self.words, self.issue.head, self.quotes)
        return tuple(text.list_rows())

    @property
    def further(self) -> tuple[str, ...]:
        """The titles of its other findings, each once."""
        titles = dict.fromkeys(title for _, title, _ in self.findings if title)
        return tuple(titles)

    @property
    def effect(self) -> Effect | None:
        """The largest effect on a house edge; none for a misprint or a choice of paytables."""
        effect = self.issue.effect
        if effect is None or not effect.size or effect.is_printed:
            return None
        return None if self.issue.head.downgraded is Downgrade.CHOICE else effect

    def affects(self, wager: str, paytable: str) -> bool:
        """Whether it changes the house edge of a wager on a paytable."""
        return any(
            effect.size and effect.wager == wager and effect.paytable in {"", paytable}
            for finding in self.issue.findings
            for effect in finding.effects
            if not effect.is_printed
        )


def list_filed(
    checked: Checked, waived: Waived, quotes: Quotes | None = None
) -> tuple[FiledIssue, ...]:
    """Every issue that was found, numbered: own defects, then language, then differences."""
    words = Words(checked.jurisdiction)
    issues = sorted(checked.issues, key=lambda item: _ORDER.index(item.kind))
    return tuple(
        FiledIssue(number, issue, words, find_waiver(issue, waived), quotes)
        for number, issue in enumerate(issues, 1)
    )


_TINTS = 5


@dataclass(frozen=True, slots=True)
class MatrixAnswer:
    """What one document states about one rule."""

    text: str = ""
    """The answer or its letter; empty where the document does not offer it."""
    tint: int = 0
    """Equal answers have equal tints, the most frequent 1; 0 for an answer that no document states."""
    assumed: bool = False
    """Whether the document does not state it: not addressed, or left to another document."""
    contradictory: bool = False
    where: str = ""


@dataclass(frozen=True, slots=True)
class OwnRow:
    """One rule in this document, which is the first, and in the others."""

    title: str
    answers: tuple[MatrixAnswer, ...]
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
            MatrixAnswer(
                text, 0 if assumed else min(tints.get(group, 0), _TINTS), assumed, contrary
            )
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

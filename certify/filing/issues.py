"""The issues of a document as a filing prints them: each once, under its number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from certify.findings.checked import Checked
from certify.findings.finding import Downgrade, Effect, Finding, Kind, Severity
from certify.findings.issue import Issue
from certify.render.check import find_waiver
from certify.render.data import Waived
from certify.render.finding import FindingText, Row, title_issue
from certify.render.quotes import Quotes
from certify.render.words import Words

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

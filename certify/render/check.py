"""The result of `check` for people: verdicts, then errors, warnings and notes."""

from __future__ import annotations

import json
import textwrap
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from certify.base.tables import format_table
from certify.findings.checked import Checked
from certify.findings.finding import Finding, Kind, Severity
from certify.findings.issue import Issue
from certify.findings.registry import load_rules
from certify.findings.verdict import DocumentVerdict, Verdict, WagerVerdict
from certify.render.data import Waived, describe_document, list_waivers
from certify.render.finding import (
    FindingText,
    list_blocks,
    summarise,
    title_issue,
)
from certify.render.numbers import count, percent, span
from certify.render.quotes import Quotes
from certify.render.texts import WORDS, define_severities, describe_verdict, describe_waiver
from certify.render.values import begin, name_tables
from certify.render.words import Words

_HEADINGS = {Severity.ERROR: "Errors", Severity.WARNING: "Warnings", Severity.NOTE: "Notes"}
HEAD = (
    "Wager",
    "Paytable",
    "Verdict",
    "House edge (without Envy Bonus)",
    "Range (supported interpretations)",
)
_NUMBERED = ("Wager", "House edge*", "Range*", "Verdict (issues)")
_BASE = (
    "* {envy}The range covers the supported interpretations, one at a time. In effects, + favours the {bank} "
    "and − the player."
)
_WITHOUT_ENVY = "House edge, range and effects are without Envy Bonus unless stated. "
Numbered = tuple[int, Issue]
_DIFFERENCE = str(Kind.DIFFERENCE)
_ROWS = 6
"""Lines of an error on the first screen."""
_RECOMMENDED = "Recommended wording"
_LONGEST_FIX = 6
"""Lines of the fix of a warning or a note."""


@dataclass(frozen=True, slots=True)
class CheckView:
    """What is shown of a document, and how wide."""

    width: int = 80
    explain: bool = False
    """Whether every row of every finding is printed, with definitions."""
    differences: bool = False
    """Whether differences from other documents are listed."""


def format_json(checked: Sequence[Checked], waived: Waived, quotes: Sequence[Quotes | None]) -> str:
    """One object for one document, a list for several."""
    data = [describe_document(item, waived, own) for item, own in zip(checked, quotes, strict=True)]
    return json.dumps(data[0] if len(data) == 1 else data, indent=2, ensure_ascii=False)


def format_lines(checked: Sequence[Checked], waived: Waived) -> str:
    """One line for each issue."""
    return "\n".join(
        _format_line(Words(document.jurisdiction), issue, waived)
        for document in checked
        for issue in document.issues
    )


def _format_line(words: Words, issue: Issue, waived: Waived) -> str:
    head = issue.head
    mark = " (waived)" if find_waiver(issue, waived) else ""
    return (
        f"{head.path}:{head.line}:{head.column}: {issue.severity.word} {head.code} "
        f"{summarise(words, issue)}{mark}"
    )


def find_waiver(issue: Issue, waived: Waived) -> str:
    """The waiver of an issue in words; empty where there is none."""
    for found in list_waivers(issue, waived):
        return describe_waiver(found["reason"], found["accepted_by"], found["until"])
    return ""


def format_text(
    checked: Sequence[Checked], waived: Waived, quotes: Sequence[Quotes | None], view: CheckView
) -> str:
    """The documents one after another, with definitions at the end."""
    pages: list[str] = []
    seen: list[str] = []
    for item, own in zip(checked, quotes, strict=True):
        pages.append("\n".join(_Page(item, waived, own, view).list_lines(seen)))
        seen.append(item.id)
    if checked and view.explain:
        pages.append("\n".join(_list_definitions(checked[0], view.width)))
    return "\n\n".join(pages)


def _list_definitions(checked: Checked, width: int) -> Iterator[str]:
    yield "Definitions"
    for word, meaning in {**define_severities(checked.policy), **WORDS}.items():
        yield from _wrap(f"{begin(word)}: {meaning}", "  ", width)


def describe_headline(words: Words, verdict: DocumentVerdict) -> str:
    """The verdicts in one sentence, worst first."""
    groups: dict[tuple[str, Verdict], list[WagerVerdict]] = {}
    for item in verdict.wagers:
        groups.setdefault((item.wager, item.verdict), []).append(item)
    totals = Counter(item.wager for item in verdict.wagers)
    parts = []
    for (wager, found), items in groups.items():
        tables = (
            f" on {len(items)} of {totals[wager]} paytables" if len(items) < totals[wager] else ""
        )
        readings = max(len(item.readings) for item in items)
        edges = [edge for item in items for edge in (item.low, item.high) if edge is not None]
        between = f", {span(min(edges), max(edges), 2)}" if edges else ""
        parts.append(f"{words.wager(wager)}{tables}: {describe_verdict(found, readings)}{between}")
    return begin("; ".join(parts))


def list_verdict_rows(words: Words, verdict: DocumentVerdict) -> list[tuple[str, ...]]:
    """Wager, paytable, verdict, house edge and range of every wager."""
    return [
        (
            begin(words.wager(item.wager)),
            item.paytable if item.paytable not in {"", "main"} else "",
            describe_verdict(item.verdict, len(item.readings)),
            percent(item.house_edge) if item.house_edge is not None else "not calculated",
            span(item.low, item.high, 2)
            if item.low is not None and item.high is not None
            else "not calculated",
        )
        for item in verdict.wagers
    ]


class _Page:
    def __init__(
        self, checked: Checked, waived: Waived, quotes: Quotes | None, view: CheckView
    ) -> None:
        self.checked = checked
        self.waived = waived
        self.quotes = quotes
        self.view = view
        self.words = Words(checked.jurisdiction)

    def list_lines(self, seen: Collection[str] = ()) -> Iterator[str]:
        """The page; differences from documents already seen are on their pages."""
        checked, width = self.checked, self.view.width
        name = f"{checked.jurisdiction.name}: {checked.jurisdiction.documents[0].name}"
        yield from _wrap(name, "", width)
        yield ""
        yield from format_table(
            _NUMBERED, list(self._list_verdicts()), width=width, whole=_NUMBERED[-1]
        )
        blank = any(item.house_edge is None for item in checked.verdict.wagers)
        pays_envy = any(wager.has_envy for wager in checked.jurisdiction.wagers)
        envy = _WITHOUT_ENVY if pays_envy else ""
        base = _BASE.format(bank=checked.jurisdiction.names.bank, envy=envy)
        yield from _wrap(f"{base}{' - means not calculated.' if blank else ''}", "", width)
        counts = ", ".join(count(number, word) for word, number in checked.counts.items())
        if equal := sum(item.head.code == "XJD004" for item in checked.issues):
            counts += f", including {equal} of equal paytables"
        yield ""
        yield counts
        if self.view.explain:
            yield from self._list_used()
        numbered = [
            (number, item)
            for number, item in enumerate(checked.issues, 1)
            if not seen or not set(item.head.others) & set(seen)
        ]
        for heading, own in self._group(numbered):
            marks = [self._mark(issue) for _, issue in own]
            alike = len(set(marks)) == 1
            yield ""
            yield from _wrap(f"{heading}{marks[0] if alike else ''}", "", width)
            for (number, issue), mark in zip(own, marks, strict=True):
                yield ""
                yield from self._list_issue(number, issue, "" if alike else mark)
        if checked.counts[_DIFFERENCE] and not self.view.differences:
            yield ""
            yield f"Add --differences to list the {count(checked.counts[_DIFFERENCE], _DIFFERENCE)}."
        if not self.view.explain:
            yield "Add --explain for every finding in full and for definitions."

    def _mark(self, issue: Issue) -> str:
        for item in list_waivers(issue, self.waived):
            by, until = item["accepted_by"], item["until"]
            return f" (accepted by {by}, not by the regulator, until {until})"
        return ""

    def _group(self, numbered: list[Numbered]) -> Iterator[tuple[str, list[Numbered]]]:
        """The issues under their headings."""
        for severity, heading in _HEADINGS.items():
            own = [
                (number, item)
                for number, item in numbered
                if item.severity is severity and item.kind is not Kind.DIFFERENCE
            ]
            if own:
                yield heading, own
        for heading, equal in (
            ("Differences from other documents", False),
            ("Equal paytables", True),
        ):
            own = [
                (number, item)
                for number, item in numbered
                if item.kind is Kind.DIFFERENCE and (item.head.code == "XJD004") is equal
            ]
            if own and self.view.differences:
                yield heading, own

    def _list_verdicts(self) -> Iterator[tuple[str, ...]]:
        """The rows of the table of verdicts, with the numbers of the issues."""
        places = {item.fingerprint: number for number, item in enumerate(self.checked.issues, 1)}
        wagers = self.checked.verdict.wagers
        rows = list_verdict_rows(self.words, self.checked.verdict)
        for (wager, table, verdict, *figures), item in zip(rows, wagers, strict=True):
            shown = figures if item.house_edge is not None else ["-", "-"]
            found = [
                places[issue.fingerprint] for issue in item.issues if issue.fingerprint in places
            ]
            numbers = f" ({', '.join(map(str, found))})"
            yield f"{wager} {table}".strip(), *shown, f"{verdict}{numbers if found else ''}"

    def _list_used(self) -> Iterator[str]:
        """The values that certified figures rest on and that the document does not state."""
        worded = {
            key: str(item.slots["wording"])
            for item in self.checked.findings
            if item.code == "GAP012" and item.slots.get("wording")
            for key in item.statements
        }
        groups: dict[tuple[str, str], list[str]] = {}
        for item in self.checked.verdict.wagers:
            if item.verdict is Verdict.SUBJECT_TO_READINGS:
                sentences = [
                    worded.get(reading.parameter)
                    or self.words.sentence(reading.parameter, statement.value)
                    for reading in item.readings
                    if (statement := self.words.statement(reading.parameter)) is not None
                    and statement.value is not None
                ]
                groups.setdefault((item.wager, " ".join(dict.fromkeys(sentences))), []).append(
                    item.paytable
                )
        for (wager, used), tables in groups.items():
            on = f" on {name_tables(tables)}" if set(tables) - {"", "main"} else ""
            name = f"Readings used for the {begin(self.words.wager(wager))}{on}"
            yield ""
            yield from _wrap(f"{name}: {used}", "", self.view.width, "  ")

    def _list_issue(self, number: int, issue: Issue, mark: str) -> Iterator[str]:
        width = self.view.width
        name = f"{number}. {title_issue(self.words, issue)}"
        if not self.view.explain:
            title = _wrap(f"{name}{mark}", "", width, "   ")
            yield from title
            yield from self._list_short(issue, _ROWS - len(title))
            return
        yield from _wrap(name, "", width, "   ")
        blocks = list_blocks(self.words, issue)
        for place, (name, finding) in enumerate(blocks):
            first = place == 0 and (len(blocks) == 1 or issue.kind is Kind.OWN)
            yield from self._list_finding("" if first else name, finding)
        if waiver := find_waiver(issue, self.waived):
            yield from _wrap(f"Waived: {waiver}", "   ", width)

    def _list_short(self, issue: Issue, room: int) -> Iterator[str]:
        """Source, largest effect and fix; each in fewer words while they do not fit, and then quotations."""
        full, brief = (FindingText(self.words, issue.head, brief=brief) for brief in (False, True))
        error = issue.severity is Severity.ERROR
        rows = {"Source": full.source} if error else {}
        rows |= {"Effect": brief.largest_effect} if error or issue.effect else {}
        if issue.severity is Severity.WARNING:
            rows |= {"Why not an error": full.why_not_an_error}
        fix = (
            "Fix (one possibility)" if full.wording and full.name_wording != _RECOMMENDED else "Fix"
        )
        rows[fix] = full.first_fix
        shorter = [
            (fix, brief.fix),
            ("Source", brief.source),
            ("Effect", brief.short_effect),
            (fix, brief.short_fix),
            ("Source", ""),  # the fix names the place, too
            (fix, f"{brief.where}: see --explain for the wording"),
        ]
        for label, text in shorter if error else ((fix, full.short_fix),):
            limit = room if error else _LONGEST_FIX + len(rows) - 1
            if sum(len(self._fold(*row)) for row in rows.items()) > limit and label in rows:
                rows[label] = text
        if error and self.quotes:
            rows["Source"] = FindingText(self.words, issue.head, self.quotes, brief=True).source
        for row in rows.items():
            yield from self._fold(*row)

    def _fold(self, label: str, text: str) -> list[str]:
        text = begin(text)
        return _wrap(f"{label}: {text}", "   ", self.view.width, "     ") if text else []

    def _list_finding(self, title: str, finding: Finding) -> Iterator[str]:
        text = FindingText(self.words, finding, self.quotes)
        width = self.view.width
        if title:
            yield from _wrap(f"- {title}", "   ", width, "     ")
        for label, row in text.list_rows():
            if label:
                yield from _wrap(f"{label}: {row}", "     ", width)
                continue
            head, *topics = row.split(" · ")
            yield from _wrap(head, "     ", width)
            for topic in topics:
                yield from _wrap(f"- {topic}", "     ", width, "       ")
        place = f"{finding.path}:{finding.line}:{finding.column}"
        yield from _wrap(f"{finding.code} {finding.fingerprint} {place}", "     ", width)


def _wrap(text: str, indent: str, width: int, then: str | None = None) -> list[str]:
    return textwrap.wrap(
        text,
        width,
        initial_indent=indent,
        subsequent_indent=indent if then is None else then,
        break_long_words=False,
        break_on_hyphens=False,
    )


def count_statistics(checked: Sequence[Checked]) -> list[dict[str, Any]]:
    """How often each rule found something, by document."""
    counts = {document.id: Counter(item.code for item in document.findings) for document in checked}
    return [
        {"code": code, "rule": rule.name, "findings": {name: counts[name][code] for name in counts}}
        for code, rule in load_rules().items()
        if any(counts[name][code] for name in counts)
    ]


def format_statistics(checked: Sequence[Checked]) -> str:
    """The same as a table."""
    rows = [
        (item["code"], item["rule"], *map(str, item["findings"].values()))
        for item in count_statistics(checked)
    ]
    totals = [str(len(document.findings)) for document in checked]
    names = [document.id for document in checked]
    return "\n".join(format_table(("code", "rule", *names), [*rows, ("", "all", *totals)]))

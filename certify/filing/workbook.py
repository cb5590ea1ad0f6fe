"""Odds as a workbook: verdicts, issues, a PAR sheet per paytable, readings and provenance."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from certify.base.errors import CertifyError
from certify.base.figures import format_fraction
from certify.filing.issues import list_filed
from certify.filing.par_sheet import ParSheet, Style, make_style, set_paper
from certify.findings.checked import Checked, spread_waivers
from certify.odds.facts import WHOLE, Facts, Shape, Show, project, tabulate
from certify.odds.identity import identify_counting
from certify.odds.price import Priced
from certify.odds.result import WagerOdds
from certify.odds.tidy import name_readings
from certify.render.check import HEAD, list_verdict_rows
from certify.render.data import Waived
from certify.render.numbers import percent
from certify.render.reasons import STATUSES
from certify.render.words import Words
from certify.spec.compile import compile_rulebook
from certify.spec.model import Jurisdiction
from certify.spec.readings import Readings
from certify.spec.values import Money, format_value

if TYPE_CHECKING:
    from xlsxwriter.workbook import Workbook

_LONGEST_NAME = 31
_FORBIDDEN = str.maketrans(dict.fromkeys("[]:*?/\\'", "-"))
_CREATED = datetime(2026, 1, 1, tzinfo=UTC)
"""The same for all, so that the same odds give the same file."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """The odds of one jurisdiction with its verdicts and issues."""

    jurisdiction: Jurisdiction
    odds: Sequence[WagerOdds]
    readings: Readings | None = None
    stake: Money | None = None
    checked: Checked | None = None
    """None for a paytable without a document."""
    waived: Waived = field(default_factory=dict)


def write_workbook(chapters: Sequence[Chapter], notes: Sequence[tuple[str, str]] = ()) -> bytes:
    """Write a workbook; `notes` are more rows of the sheet of provenance."""
    try:
        from xlsxwriter.workbook import Workbook
    except ImportError:
        raise CertifyError(
            "workbooks need the library XlsxWriter; type: pip install 'certify[xlsx]'"
        ) from None
    stream = io.BytesIO()
    workbook = Workbook(stream, {"in_memory": True})
    workbook.set_properties({"title": "Exact odds", "created": _CREATED})
    style = make_style(workbook)
    names = _Names()
    judged = [chapter for chapter in chapters if chapter.checked is not None]
    if judged:
        verdicts, issues = list(_list_verdicts(judged)), _list_issues(judged)
        _write_table(workbook, style, names.give("Verdicts"), _VERDICTS, verdicts)
        labels = list(dict.fromkeys(label for row in issues for label in row))
        cells = [[row.get(label, "") for label in labels] for row in issues]
        _write_table(workbook, style, names.give("Issues"), labels, cells)
    for chapter in chapters:
        for odds in chapter.odds:
            _write_sheet(workbook, style, names, chapter, odds)
    resting = _list_facts(chapters, _RESTING, lambda facts: facts.split("rests_on"))
    _write_table(workbook, style, names.give("Rests on"), *resting)
    readings = _list_facts(chapters, _READING, _list_readings)
    _write_table(workbook, style, names.give("Readings"), *readings)
    rows = [*_list_provenance(chapters), *notes]
    _write_table(workbook, style, names.give("Provenance"), ("what", "value"), rows)
    workbook.close()
    return stream.getvalue()


def write_priced(priced: Priced) -> bytes:
    """The workbook of a bare paytable."""
    notes = [("assumed: " + item.parameter, item.value) for item in priced.assumed]
    notes += [("alike", str(item)) for item in priced.alike]
    return write_workbook([Chapter(priced.game, (priced.odds,), stake=priced.stake)], notes)


class _Names(set[str]):
    """Names of sheets, each once and within what spreadsheets allow."""

    def give(self, wanted: str) -> str:
        """A name that no sheet has yet."""
        plain = wanted.translate(_FORBIDDEN)[:_LONGEST_NAME].strip()
        suffixes = ("", *(f" {number}" for number in range(2, len(self) + 3)))
        names = (plain[: _LONGEST_NAME - len(suffix)] + suffix for suffix in suffixes)
        name = next(name for name in names if name.lower() not in self)
        self.add(name.lower())
        return name


def _write_sheet(
    workbook: Workbook, style: Style, names: _Names, chapter: Chapter, odds: WagerOdds
) -> None:
    parts = [chapter.jurisdiction.id, odds.wager, odds.paytable or ""]
    title = " ".join(part for part in parts if part)
    sheet = workbook.add_worksheet(names.give(" ".join(reversed([p for p in parts if p]))))
    if not odds.has_figures:
        sheet.write(0, 0, title, style["title"])
        sheet.write(1, 0, f"status of the figure: {STATUSES[odds.status]}", style["bold"])
        for row, text in enumerate(odds.missing, 3):
            sheet.write(row, 0, f"missing: {text}", style["text"])
        sheet.set_column(0, 0, 100)
        sheet.protect()
        return
    jurisdiction = chapter.jurisdiction
    terms = None
    if jurisdiction.find_wager(odds.wager) is not None:
        asked = {odds.wager: odds.paytable} if odds.paytable else {}
        terms = compile_rulebook(jurisdiction, chapter.readings, asked).wagers[odds.wager]
    ParSheet(sheet, style, odds, terms, chapter.stake or _find_stake(odds)).write(title)


def _find_stake(odds: WagerOdds) -> Money | None:
    return odds.envy[0].stake if odds.envy else None


_VERDICTS = ("Jurisdiction", *HEAD)


def _list_verdicts(chapters: Sequence[Chapter]) -> Iterator[Sequence[str]]:
    for chapter in chapters:
        if chapter.checked is not None:
            for row in list_verdict_rows(Words(chapter.jurisdiction), chapter.checked.verdict):
                yield (chapter.jurisdiction.id, *row)


def _list_issues(chapters: Sequence[Chapter]) -> list[dict[str, str]]:
    """One row per finding, by column; the first of an issue has its number, severity, title and waiver."""
    found = []
    for chapter in chapters:
        if chapter.checked is None:
            continue
        waived = spread_waivers((chapter.checked,), chapter.waived)
        for item in list_filed(chapter.checked, waived):
            head = {
                "Number": item.label,
                "Severity": item.severity.word,
                "Issue": item.title,
                "Waived": item.waiver,
            }
            for finding, title, rows in item.findings:
                own = {"Jurisdiction": chapter.jurisdiction.id, **head}
                own |= {"Finding": title, "Rule": finding.code}
                found.append(own | {label or "Problem": text for label, text in rows})
                head = dict.fromkeys(head, "")
    return found


def _name_readings(facts: Facts) -> str:
    if facts.readings is None:
        return f"as used: {name_readings(facts.odds.readings)}"
    return name_readings(facts.readings)


_WAGER = (Show("wager"), Show("paytable"))
_RESTING = (Show("parameter"), Show("standing"), Show("value"), Show("clause"))
_READING = (
    Show("reading", _name_readings, WHOLE),
    Show("house edge in percent", percent, "house_edge"),
    Show("house edge", format_fraction, "house_edge"),
    Show("not calculated because", of="not_priced"),
)


def _list_facts(
    chapters: Sequence[Chapter], shape: Shape, list_sources: Callable[[Facts], Iterable[Any]]
) -> tuple[list[str], list[list[str]]]:
    """Head and rows of a table of all wagers, a row for each source of facts."""
    rows = []
    for chapter in chapters:
        for facts in map(tabulate, chapter.odds):
            head = {"jurisdiction": chapter.jurisdiction.id, **project(_WAGER, facts)}
            rows += [head | project(shape, source) for source in list_sources(facts)]
    keys = ["jurisdiction", *(item.key for item in (*_WAGER, *shape))]
    return keys, [[row.get(key, "") for key in keys] for row in rows]


def _list_readings(facts: Facts) -> list[Facts]:
    """The facts under the readings in use, then under each alternative."""
    return ([facts] if facts.odds.has_figures else []) + facts.split("alternatives")


def _list_provenance(chapters: Sequence[Chapter]) -> Iterator[tuple[str, str]]:
    from certify.base.version import __version__

    yield "certify", __version__
    yield "hash of the code that counts", identify_counting()
    yield "percentages", "rounded half up; fractions are exact"
    for chapter in chapters:
        own = chapter.jurisdiction
        yield f"{own.id}: specification", PurePath(own.source.name).name
        yield f"{own.id}: sha256 of the specification", own.source.sha256
        yield f"{own.id}: revision", f"{own.edition} of {own.date}"
        for document in own.documents:
            yield f"{own.id}: {document.name}", f"sha256 {document.sha256}"
        if chapter.stake is not None:
            yield f"{own.id}: wager amount", str(chapter.stake)
        for scope, values in (chapter.readings or {}).items():
            for key, value in values.items():
                yield f"{own.id}: reading {key}{'@' + scope if scope else ''}", format_value(value)


def _write_table(
    workbook: Workbook,
    style: Style,
    name: str,
    head: Sequence[str],
    rows: Sequence[Sequence[Any]],
) -> None:
    sheet = workbook.add_worksheet(name)
    for column, text in enumerate(head):
        sheet.write(0, column, text, style["head"])
        longest = max([len(text), *(len(str(row[column])) for row in rows)])
        sheet.set_column(column, column, min(longest + 2, 60))
    for place, row in enumerate(rows, 1):
        for column, text in enumerate(row):
            sheet.write_string(place, column, str(text), style["text"])
    sheet.freeze_panes(1, 0)
    set_paper(sheet, 0)
    sheet.protect()

"""Odds as a workbook: a PAR sheet a paytable, what they rest on, the readings, where it all comes from."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from certify.base.errors import CertifyError
from certify.base.figures import format_fraction, format_percent
from certify.filing.par_sheet import ParSheet, Style, make_style
from certify.odds.identity import identify_counting
from certify.odds.price import Priced
from certify.odds.result import WagerOdds
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
    """The odds of one jurisdiction, and what was asked for."""

    jurisdiction: Jurisdiction
    odds: Sequence[WagerOdds]
    readings: Readings | None = None
    stake: Money | None = None


def write_workbook(chapters: Sequence[Chapter], notes: Sequence[tuple[str, str]] = ()) -> bytes:
    """Write a workbook; `notes` are further rows of the sheet of provenance."""
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
    for chapter in chapters:
        for odds in chapter.odds:
            _write_sheet(workbook, style, names, chapter, odds)
    _write_table(workbook, style, names.give("Rests on"), _RESTING, list(_list_resting(chapters)))
    _write_table(workbook, style, names.give("Readings"), _READINGS, list(_list_readings(chapters)))
    rows = [*_list_provenance(chapters), *notes]
    _write_table(workbook, style, names.give("Provenance"), ("what", "value"), rows)
    workbook.close()
    return stream.getvalue()


def write_priced(priced: Priced) -> bytes:
    """The workbook of a bare paytable."""
    notes = [("assumed: " + item.parameter, item.value) for item in priced.assumed]
    notes += [("alike", str(item)) for item in priced.alike]
    return write_workbook([Chapter(priced.game, (priced.odds,), stake=priced.stake)], notes)


class _Names:
    """Names of sheets, each once and within what spreadsheets allow."""

    def __init__(self) -> None:
        self.given: set[str] = set()

    def give(self, wanted: str) -> str:
        plain = wanted.translate(_FORBIDDEN)[:_LONGEST_NAME].strip()
        name, number = plain, 1
        while name.lower() in self.given:
            number += 1
            suffix = f" {number}"
            name = plain[: _LONGEST_NAME - len(suffix)] + suffix
        self.given.add(name.lower())
        return name


def _write_sheet(
    workbook: Workbook, style: Style, names: _Names, chapter: Chapter, odds: WagerOdds
) -> None:
    parts = [chapter.jurisdiction.id, odds.wager, odds.paytable or ""]
    title = " ".join(part for part in parts if part)
    sheet = workbook.add_worksheet(names.give(" ".join(reversed([p for p in parts if p]))))
    if not odds.has_figures:
        sheet.write(0, 0, title, style.title)
        sheet.write(1, 0, f"status: {odds.status}", style.bold)
        for row, text in enumerate(odds.missing, 3):
            sheet.write(row, 0, f"missing: {text}", style.text)
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


_RESTING = ("jurisdiction", "wager", "paytable", "parameter", "standing", "value", "clause")
_READINGS = ("jurisdiction", "wager", "paytable", "reading", "edge in percent", "edge", "why not")


def _list_resting(chapters: Sequence[Chapter]) -> Iterator[Sequence[str]]:
    for chapter in chapters:
        for odds in chapter.odds:
            for item in odds.rests_on:
                yield (
                    chapter.jurisdiction.id,
                    odds.wager,
                    odds.paytable or "",
                    item.parameter,
                    item.standing,
                    item.value,
                    item.clause,
                )


def _list_readings(chapters: Sequence[Chapter]) -> Iterator[Sequence[str]]:
    for chapter in chapters:
        for odds in chapter.odds:
            head = (chapter.jurisdiction.id, odds.wager, odds.paytable or "")
            if odds.has_figures:
                adopted = ", ".join(f"{k}={format_value(v)}" for k, v in odds.readings.items())
                edge = odds.house_edge
                yield (
                    *head,
                    f"as adopted: {adopted}",
                    format_percent(edge),
                    format_fraction(edge),
                    "",
                )
            for item in odds.alternatives:
                named = ", ".join(f"{k}={format_value(v)}" for k, v in item.readings.items())
                if item.house_edge is None:
                    yield (*head, named, "", "", item.why_not)
                else:
                    yield (
                        *head,
                        named,
                        format_percent(item.house_edge),
                        format_fraction(item.house_edge),
                        "",
                    )


def _list_provenance(chapters: Sequence[Chapter]) -> Iterator[tuple[str, str]]:
    from certify.base.version import __version__

    yield "certify", __version__
    yield "hash of the code that counts", identify_counting()
    yield "percentages", "rounded half up; fractions are exact"
    for chapter in chapters:
        own = chapter.jurisdiction
        yield f"{own.id}: file", own.source.name
        yield f"{own.id}: sha256 of the file", own.source.sha256
        yield f"{own.id}: edition", f"{own.edition} of {own.date}"
        for document in own.documents:
            yield f"{own.id}: {document.name}", f"sha256 {document.sha256}"
        if chapter.stake is not None:
            yield f"{own.id}: stake", str(chapter.stake)
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
        sheet.write(0, column, text, style.head)
        longest = max([len(text), *(len(str(row[column])) for row in rows)])
        sheet.set_column(column, column, min(longest + 2, 60))
    for place, row in enumerate(rows, 1):
        for column, text in enumerate(row):
            sheet.write_string(place, column, str(text), style.text)
    sheet.freeze_panes(1, 0)
    sheet.set_landscape()
    sheet.set_paper(9)
    sheet.fit_to_pages(1, 0)
    sheet.repeat_rows(0)
    sheet.set_footer("&L&A&RPage &P of &N")
    sheet.protect()

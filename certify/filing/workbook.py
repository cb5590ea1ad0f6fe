"""Odds as a workbook: a summary, issues, a PAR sheet per paytable, readings, risk and provenance."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from fractions import Fraction
from itertools import zip_longest
from pathlib import PurePath
from textwrap import wrap
from typing import TYPE_CHECKING, Any, NamedTuple

from certify.base.errors import CertifyError
from certify.base.extras import __version__
from certify.base.figures import format_root
from certify.base.tables import format_count
from certify.filing.issues import FiledIssue, list_filed
from certify.filing.paytable_editor import EnvyClaims, list_claims
from certify.filing.sheets import Sheet, build_sheet, list_holds
from certify.filing.wording import cite_statement
from certify.findings.checked import Checked, spread_waivers
from certify.odds.exposure import find_exposure
from certify.odds.facts import Facts, OutcomeFact, tabulate
from certify.odds.identity import identify_counting
from certify.odds.price import Priced
from certify.odds.result import Status, WagerOdds, find_rule
from certify.render.data import Waived
from certify.render.texts import STANDINGS, STATUSES, describe_verdict
from certify.render.values import begin, cite, describe_money
from certify.render.words import Words
from certify.spec.compile import compile_rulebook
from certify.spec.model import Jurisdiction, Standing
from certify.spec.readings import Readings
from certify.spec.rulebook import Rulebook
from certify.spec.values import Money, Pay
from certify.wagers.limits import STANDARD

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.workbook import Workbook
    from xlsxwriter.worksheet import Worksheet


HEAD = 4
"""The row of the column heads, after title, status and explanation."""
_DIGITS = 11
"""The digits of a whole number that fit into a column; a longer one is written as text."""
_HEAD = {"bold": True, "bottom": 1, "text_wrap": True, "valign": "vcenter"}
_ENTRY = {
    "bg_color": "#FFF7C2",
    "border": 1,
    "border_color": "#B8A94A",
    "locked": False,
    "valign": "top",
}
"""Input cells are yellow and open; everything else is locked."""
_STYLES: Mapping[str, Mapping[str, Any]] = {
    "title": {"bold": True, "font_size": 14},
    "head": {**_HEAD, "align": "left", "indent": 1},
    "text": {"text_wrap": True, "valign": "top", "align": "left", "indent": 1},
    "plain": {"valign": "top", "align": "left", "indent": 1},
    "count": {"num_format": "#,##0", "valign": "top"},
    "number": {"num_format": "0.0000", "valign": "top"},
    "money": {"num_format": "#,##0.00", "valign": "top"},
    "expected": {"num_format": "0.000000", "valign": "top"},
    "share": {"num_format": "0.000000%", "valign": "top"},
    "figure": {"num_format": "0.0000%", "bold": True, "valign": "top"},
    "points": {"num_format": '+0.0000" pp";\N{MINUS SIGN}0.0000" pp";0" pp"', "valign": "top"},
    "entry": {**_ENTRY, "num_format": "General"},
    "entry_share": {**_ENTRY, "num_format": "0.00%"},
    "entry_money": {**_ENTRY, "num_format": "#,##0.00"},
    "head_right": {**_HEAD, "align": "right"},
    "quiet": {"italic": True, "font_color": "#555555"},
}
Style = Mapping[str, "Format"]


_EXACT_HEAD = ("Numerator", "", "", "Denominator")
_ENVY_HEAD = ("Other players", "Envy Bonus from each", "House edge", *_EXACT_HEAD)
_CLAUSE, _HEAD_HEIGHT = "Clause", 27
_TOLD = "Yellow cells are input; all other cells are calculated from them."


class Cell(NamedTuple):
    """A number in a style, and the formula that gives it where there is one."""

    style: str
    value: Fraction | int
    formula: str = ""


def write_row(
    sheet: Worksheet, style: Style, row: int, cells: Iterable[Cell | str], text: str = "text"
) -> None:
    """Write numbers and texts next to each other; a spreadsheet holds a double for each number."""
    for column, cell in enumerate(cells):
        if isinstance(cell, str):
            if cell:
                sheet.write_string(row, column, cell, style[text])
        elif cell.formula:
            own = style[cell.style]
            sheet.write_formula(row, column, cell.formula, own, float(cell.value))
        else:
            sheet.write_number(row, column, float(cell.value), style[cell.style])


def split_fraction(value: Fraction) -> list[Cell | str]:
    """Numerator and denominator; as text where a spreadsheet would not show all digits."""
    parts = (value.numerator, value.denominator)
    return [Cell("count", part) if abs(part) < 10**_DIGITS else str(part) for part in parts]


def _spread(value: Fraction) -> list[Cell | str]:
    """Numerator and denominator, each with room for its digits in the empty cells after it."""
    top, bottom = split_fraction(value)
    return [top, "", "", bottom]


def make_style(workbook: Workbook) -> Style:
    """The formats of a workbook."""
    base = {"font_name": "Liberation Sans", "font_size": 10}
    return {name: workbook.add_format({**base, **own}) for name, own in _STYLES.items()}


def set_paper(sheet: Worksheet, head: int) -> None:
    """Print a sheet on A4 paper, as wide as one page, with its head on each."""
    sheet.set_landscape()
    sheet.set_paper(9)
    sheet.fit_to_pages(1, 0)
    sheet.repeat_rows(head)
    sheet.set_margins(0.4, 0.4, 0.5, 0.6)
    sheet.set_footer("&L&A&RPage &P of &N")


_DERIVED: tuple[tuple[str, str, str, Callable[[OutcomeFact], Fraction]], ...] = (
    ("Probability", "=B{row}/{total}", "share", lambda item: item.share),
    (
        "1 in",
        "=IF(B{row}=0,0,{total}/B{row})",
        "money",
        lambda item: 1 / item.share if item.share else Fraction(0),
    ),
    ("Return", "=D{row}*E{row}", "share", lambda item: item.returns),
    ("Squares", "=D{row}^2*E{row}", "number", lambda item: item.net**2 * item.share),
)
"""What follows from combinations and payout: head, formula, style, and the exact result."""
_TOTALS: tuple[tuple[str, str, str, Callable[[Facts], Fraction]], ...] = (
    ("Combinations", "=SUM({B})", "count", lambda facts: Fraction(facts.find("deals"))),
    ("House edge", "=-SUM({G})", "figure", lambda facts: facts.find("house_edge")),
    ("Return", "=1+SUM({G})", "figure", lambda facts: 1 - facts.find("house_edge")),
    ("Hit frequency", '=SUMIF({D},">0",{E})', "figure", lambda facts: facts.find("hit_rate")),
    ("Variance", "=SUM({H})-SUM({G})^2", "number", lambda facts: facts.find("variance")),
)
_WAGER_SHEET, _COMMISSION, _MINIMUM = (
    "Wager amount",
    "Commission",
    "Minimum wager for the Envy Bonus",
)


class ParSheet:
    """Writes one wager."""

    def __init__(
        self,
        sheet: Worksheet,
        style: Style,
        printed: Sheet,
        rulebook: Rulebook,
        stake: Money | None,
    ) -> None:
        self.sheet, self.style, self.printed = sheet, style, printed
        self.odds, self.rulebook = printed.odds, rulebook
        self.facts = tabulate(self.odds)
        self.outcomes: list[OutcomeFact] = self.facts.split("outcome")
        terms = rulebook.wagers.get(self.odds.wager)
        self.lines = {line.id: line for line in terms.lines} if terms else {}
        self.first, self.last = HEAD + 1, HEAD + len(self.outcomes)
        names = [item.outcome for item in self.outcomes]
        self.rows = {name: self.first + names.index(name) for name in self.lines if name in names}
        claims = list_claims(rulebook, terms, self.odds) if terms else None
        self.claims = claims if isinstance(claims, EnvyClaims) and claims.is_even else None
        self.stake = self.odds.stake or stake or next((item.stake for item in self.odds.envy), None)
        self.totals = self.last + 2
        self.inputs = dict(self._list_inputs())
        self.edge = f"$B${self.totals + 2}"
        """The cell of the house edge."""

    def _list_inputs(self) -> Iterator[tuple[str, tuple[Cell, str]]]:
        """The values besides payouts that can be changed, each with its unit."""
        currency = self.rulebook.currency
        standard = self.rulebook.standard
        if self.odds.wager == STANDARD and standard.commission.is_offered:
            share = standard.commission.value
            if any(item.net == standard.pays.value.times * (1 - share) for item in self.outcomes):
                yield _COMMISSION, (Cell("entry_share", share), "of the payout")
        if self.odds.envy or any(item.pay.money or item.pay.meter for item in self.outcomes):
            amount = self.stake.amount if self.stake else Fraction(1)
            unit = currency if self.stake else f"{currency} (not stated; 1 is used)"
            yield _WAGER_SHEET, (Cell("entry_money", amount), unit)
        if self.claims:
            yield _MINIMUM, (Cell("entry_money", self.claims.least), currency)

    def _locate(self, name: str) -> str:
        """The cell of an input."""
        row = self.totals + len(_TOTALS) + 2 + list(self.inputs).index(name)
        return f"$B${row + 1}"

    def write(self, title: str, subtitle: str) -> None:
        """Fill the sheet."""
        sheet, style = self.sheet, self.style
        for row, text in enumerate((title, subtitle, _TOLD)):
            sheet.write_string(row, 0, text, style["quiet" if row else "title"])
        heads = ["Outcome", "Combinations", "Pays (to 1)", "Net (to 1)"]
        heads += [head for head, *_ in _DERIVED]
        heads += ["Envy Bonus", "Payments per other player", "Expected"] if self.claims else []
        heads += [_CLAUSE] if self.lines else []
        self._write_heads(HEAD, heads)
        for row, outcome in enumerate(self.outcomes, self.first):
            write_row(sheet, style, row, self._list_cells(row, outcome))
        self._write_figures()
        sheet.set_default_row(14)
        sheet.set_column(0, 0, 34)
        sheet.set_column(1, 1, max(16, len(format_count(self.odds.deals)) + 2))
        sheet.set_column(2, len(heads) - 1, 12)
        if self.lines:
            sheet.set_column(len(heads) - 1, len(heads) - 1, 28)
        sheet.freeze_panes(HEAD + 1, 1)
        set_paper(sheet, HEAD)
        sheet.protect("", {"select_locked_cells": True, "format_columns": True})

    def _write_heads(self, row: int, heads: Sequence[str]) -> None:
        for column, name in enumerate(heads):
            is_text = not column or name == _CLAUSE
            self.sheet.write(row, column, name, self.style["head" if is_text else "head_right"])
        self.sheet.set_row(row, _HEAD_HEIGHT)

    def _list_cells(self, row: int, outcome: OutcomeFact) -> Iterator[Cell | str]:
        """The cells of one outcome: name, combinations, payout, net, and what follows from them."""
        at, line = row + 1, self.lines.get(outcome.outcome)
        yield self.printed.rows[row - self.first].name
        yield Cell("count", outcome.deals)
        yield from self._list_pays(at, outcome)
        total = f"SUM($B${self.first + 1}:$B${self.last + 1})"
        for _, formula, style, find in _DERIVED:
            yield Cell(style, find(outcome), formula.format(row=at, total=total))
        if self.claims:
            place = list(self.lines).index(outcome.outcome) if line else -1
            amount = self.claims.amounts[place] if line else Fraction(0)
            weight = self.claims.weights[0][place]
            yield Cell("entry_money", amount) if amount else ""
            yield Cell("expected", weight) if amount else ""
            yield Cell("expected", amount * weight, f"=I{at}*J{at}") if amount else ""
        if line:
            yield cite(line.citation)

    def _list_pays(self, at: int, outcome: OutcomeFact) -> Iterator[Cell | str]:
        """Payout and net of an outcome: an input and its formula, or what follows from other rows."""
        pay, net, names = outcome.pay, outcome.net, outcome.outcome.split("+")
        if self.rows.get(outcome.outcome) == at - 1:
            money = pay.money + pay.meter * self.odds.meter
            extra = f"+{_number(money)}/{self._locate(_WAGER_SHEET)}" if money else ""
            yield from (Cell("entry", pay.times), Cell("number", net, f"=C{at}{extra}"))
        elif self.lines and all(name in self.rows for name in names):
            parts = "+".join(f"C{self.rows[name] + 1}" for name in names)
            paid = sum((self.lines[name].pays.value for name in names), Pay())
            yield from ("", Cell("number", net, f"={parts}+{_number(pay.times - paid.times)}"))
        elif self.lines:
            yield from ("", Cell("number", net))
        elif _COMMISSION in self.inputs and net > 0:
            yield Cell("entry", self.rulebook.standard.pays.value.times)
            yield Cell("number", net, f"=C{at}*(1-{self._locate(_COMMISSION)})")
        else:
            yield from (Cell("entry", net), Cell("number", net, f"=C{at}"))

    def _write_figures(self) -> None:
        """The figures, exact next to each; then the inputs, and the Envy Bonus by other players."""
        cells = {name: f"{name}{self.first + 1}:{name}{self.last + 1}" for name in "BDEGH"}
        rows: list[list[Cell | str]] = []
        for name, formula, form, find in _TOTALS:
            value = Fraction(find(self.facts))
            figure = Cell(form, value, formula.format(**cells))
            rows.append([name, figure, *(_spread(value) if rows else ())])
        deviation = Fraction(format_root(self.odds.variance, 12))
        variance = self.totals + len(_TOTALS)
        rows += [["Standard deviation", Cell("number", deviation, f"=SQRT(B{variance})")], []]
        rows += [[name, cell, unit] for name, (cell, unit) in self.inputs.items()]
        for row, cells_ in enumerate(rows, self.totals):
            write_row(self.sheet, self.style, row, cells_, "plain")
        self._write_heads(self.totals - 1, ("Figures", "", *_EXACT_HEAD))
        if self.odds.envy:
            self._write_envy(self.totals + len(rows) + 1)

    def _write_envy(self, row: int) -> None:
        """The house edge with Envy Bonus by number of other players; constants where it is no plain sum."""
        odds, claims = self.odds, self.claims
        stake = self.stake.amount if self.stake else Fraction(1)
        if not claims:
            text = "The Envy Bonus is not a sum over the payouts; these figures are constants."
            self.sheet.write_string(row - 1, 0, text, self.style["quiet"])
        self._write_heads(row, _ENVY_HEAD)
        for at, item in enumerate(odds.envy, row + 2):
            money = item.per_other_player
            edge = item.house_edge
            if claims:
                edge = odds.house_edge - item.other_players * money / stake
                total = f"SUM(K{self.first + 1}:K{self.last + 1})"
                wager = self._locate(_WAGER_SHEET)
                per_other = f"=IF({wager}>={self._locate(_MINIMUM)},{total},0)"
                formula = f"={self.edge}-A{at}*B{at}/{wager}"
            else:
                per_other = formula = ""
            cells: list[Cell | str] = [
                Cell("entry" if claims else "count", item.other_players),
                Cell("expected", money, per_other),
            ]
            if edge is not None:
                cells += [Cell("figure", edge, formula), *_spread(edge)]
            if item.highest_edge is not None:
                cells += ["to", Cell("figure", item.highest_edge)]
            write_row(self.sheet, self.style, at - 1, cells, "plain")


def _number(value: Fraction) -> str:
    """A number as a formula reads it."""
    return f"({value})"


_LONGEST_NAME, _WIDEST = 31, 34
_PAPER = 170
"""The characters next to each other that are still legible if a sheet is printed as wide as A4 paper."""
_LINE, _HIGHEST = 13, 28
"""The height of a line of text, in points, and the most lines of a row: more are not shown."""
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

    @property
    def words(self) -> Words:
        """The words of the document."""
        return Words(self.jurisdiction)

    @property
    def is_filed(self) -> bool:
        """Whether there is a document behind the odds."""
        return any(item.status is not Status.PRICED for item in self.odds)

    @property
    def identity(self) -> str:
        """Document, revision, date and hash in one line."""
        own = self.jurisdiction
        documents = "; ".join(item.name for item in own.documents)
        return f"{own.name}: {documents} · revision {own.edition}, {own.date} · SHA-256 {own.source.sha256}"

    @property
    def filed(self) -> tuple[FiledIssue, ...]:
        """The issues under the numbers of the filing."""
        if self.checked is None:
            return ()
        return list_filed(self.checked, spread_waivers((self.checked,), self.waived))

    def name(self, odds: WagerOdds) -> tuple[str, str, str]:
        """Document, wager and paytable, as printed."""
        table = odds.paytable if odds.paytable not in (None, "main") else ""
        return self.jurisdiction.name, begin(self.words.wager(odds.wager)), table


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
    _WorkbookWriter(workbook, chapters).write(notes)
    workbook.close()
    return stream.getvalue()


def write_priced(priced: Priced) -> bytes:
    """The workbook of a bare paytable."""
    notes = [("assumed: " + item.parameter, item.value) for item in priced.assumed]
    notes += [("equal or similar", str(item)) for item in priced.alike]
    return write_workbook([Chapter(priced.game, (priced.odds,), stake=priced.stake)], notes)


Row = Sequence[Cell | str]
_SUMMARY = (
    "Document",
    "Wager",
    "Paytable",
    "House edge",
    "Lowest",
    "Highest",
    "With Envy Bonus, full table",
    "at a wager of",
    "Hit frequency",
    "Standard deviation",
    "Verdict",
    "Status of the figure",
    "Open issues",
)
_WAGER = _SUMMARY[:3]
_RESTING = ("Subject", "Standing", "Value", "Clause")
_READING = ("Interpretation", "House edge", "Numerator", "Denominator", "Not calculated because")
_BAND = ("Rounds", "Expected win percentage", "Lowest, 95%", "Highest, 95%")
_LOSS = (
    "Wager amount",
    "Maximum loss in one round",
    "of it payouts",
    "of it Envy Bonus",
    "Currency",
)
_ISSUE_TEXTS = (
    "Issue",
    "Source",
    "Interpretation used",
    "Alternative",
    "Effect",
    "Recommendation",
)
_JOINED = {
    "": ("Issue", ""),
    "Assumption": ("Interpretation used", "Assumption: "),
    "Why not an error": ("Effect", "Not an error: "),
    **{
        label: ("Recommendation", f"{label}: ")
        for label in ("Recommended wording", "Possible wording", "Recommended action")
    },
}
"""Labels of a finding that share a column, and what the text then begins with."""


class _WorkbookWriter:
    """Writes the sheets in the order in which they are read."""

    def __init__(self, workbook: Workbook, chapters: Sequence[Chapter]) -> None:
        self.workbook, self.chapters = workbook, chapters
        self.style = make_style(workbook)
        self.names: set[str] = set()

    def write(self, notes: Sequence[tuple[str, str]]) -> None:
        """All sheets; the summary refers to the figures of the sheets after it."""
        summary = self._add("Summary")
        self._write_issues()
        edges = {
            id(odds): self._write_par(chapter, odds)
            for chapter in self.chapters
            for odds in chapter.odds
            if odds.has_figures
        }
        self._write_summary(summary, edges)
        self._write_each("Win percentage", _BAND, _list_bands)
        self._write_each("Maximum loss", _LOSS, _list_losses)
        self._write_each("Readings", _READING, _list_readings)
        self._write_each("Rests on", _RESTING, _list_resting)
        self._write_table("Provenance", ("Item", "Value"), [*self._list_provenance(), *notes])

    def _add(self, wanted: str) -> Worksheet:
        """A sheet with a name that no other has, within what spreadsheets allow."""
        plain = wanted.translate(_FORBIDDEN)[:_LONGEST_NAME].strip()
        suffixes = ("", *(f" {number}" for number in range(2, len(self.names) + 3)))
        names = (plain[: _LONGEST_NAME - len(suffix)] + suffix for suffix in suffixes)
        name = next(name for name in names if name.lower() not in self.names)
        self.names.add(name.lower())
        return self.workbook.add_worksheet(name)

    def _write_par(self, chapter: Chapter, odds: WagerOdds) -> str:
        """The sheet of one paytable; where its house edge is."""
        document, wager, table = chapter.name(odds)
        others = document if len(self.chapters) > 1 else ""
        sheet = self._add(" ".join(filter(None, (table, wager, others))))
        asked = {odds.wager: odds.paytable} if odds.paytable else {}
        rulebook = compile_rulebook(chapter.jurisdiction, chapter.readings, asked)
        printed = build_sheet(chapter.jurisdiction, odds)
        par = ParSheet(sheet, self.style, printed, rulebook, chapter.stake)
        status = f"Status of the figure: {STATUSES[odds.status]}"
        par.write(
            " · ".join(filter(None, (document, wager, table and f"paytable {table}"))),
            f"{status} · {chapter.identity}" if chapter.is_filed else status,
        )
        return f"='{sheet.get_name()}'!{par.edge}"

    def _write_summary(self, sheet: Worksheet, edges: Mapping[int, str]) -> None:
        """Per wager: figures, verdict, range, and the issues that keep it from being certified."""
        top = ["Exact odds", *(item.identity for item in self.chapters if item.is_filed)]
        for row, text in enumerate(top):
            sheet.write_string(row, 0, text, self.style["quiet" if row else "title"])
        rows = [
            [*chapter.name(odds), *_summarise(chapter, odds, edges.get(id(odds), ""))]
            for chapter in self.chapters
            for odds in chapter.odds
        ]
        self._fill(sheet, _SUMMARY, rows, len(top) + 1)

    def _write_issues(self) -> None:
        """One row per finding; the first of an issue has its number and severity."""
        rows: list[Row] = []
        for chapter, item in ((own, item) for own in self.chapters for item in own.filed):
            waived = f"Waived: {item.waiver}" if item.waiver else ""
            head = [chapter.jurisdiction.name, item.label, item.severity.word]
            for finding, title, labelled in item.findings:
                effect = finding.effect
                figure: Cell | str = ""
                if effect and not effect.is_printed:
                    figure = Cell("points", 100 * max(effect.change, key=abs))
                cells = dict.fromkeys(_ISSUE_TEXTS, "")
                cells["Issue"] = title or item.title
                for label, text in labelled:
                    column, prefix = _JOINED.get(label, (label, ""))
                    cells[column] = "\n".join(filter(None, (cells[column], prefix + text)))
                cells["Recommendation"] = "\n".join(filter(None, (cells["Recommendation"], waived)))
                rows.append([*head, *cells.values(), figure, finding.code])
                head, waived = [chapter.jurisdiction.name, item.label, ""], ""
        if rows:
            columns = ("Document", "Number", "Severity", *_ISSUE_TEXTS, "Largest effect", "Rule")
            self._write_table("Issues", columns, rows)

    def _write_each(
        self,
        name: str,
        head: Sequence[str],
        list_rows: Callable[[Chapter, WagerOdds], Iterable[Row]],
    ) -> None:
        """A table with some rows for each wager; no sheet where there are none."""
        rows = [
            [*chapter.name(odds), *row]
            for chapter in self.chapters
            for odds in chapter.odds
            for row in list_rows(chapter, odds)
        ]
        if rows:
            self._write_table(name, (*_WAGER, *head), rows)

    def _write_table(self, name: str, head: Sequence[str], rows: Sequence[Row]) -> None:
        self._fill(self._add(name), head, rows)

    def _fill(
        self, sheet: Worksheet, head: Sequence[str], rows: Sequence[Row], first: int = 0
    ) -> None:
        """A table with its head in row `first`, as wide and as high as its texts need."""
        columns = [*zip_longest(head, *rows, fillvalue="")]
        numeric = [any(isinstance(cell, Cell) for cell in column) for column in columns]
        widths = _choose_widths(columns)
        for column, (text, width, right) in enumerate(zip(head, widths, numeric, strict=True)):
            sheet.write(first, column, text, self.style["head_right" if right else "head"])
            sheet.set_column(column, column, width)
        parts = [part for row in rows for part in _split_row(row, widths)]
        for place, row in enumerate((head, *parts), first):
            texts = zip(row, widths, strict=False)
            lines = max(
                len(_wrap(cell, width if row is not head else width * 2 // 3))
                for cell, width in texts
            )
            sheet.set_row(place, _LINE * lines)
            if place > first:
                write_row(sheet, self.style, place, row)
        sheet.freeze_panes(first + 1, 0)
        set_paper(sheet, first)
        sheet.protect()

    def _list_provenance(self) -> Iterator[tuple[str, str]]:
        yield "certify", __version__
        yield "Hash of the code that counts", identify_counting()
        yield "Percentages", "rounded half up; fractions are exact"
        for chapter in self.chapters:
            own = chapter.jurisdiction
            name = own.name
            yield f"{name}: specification", PurePath(own.source.name).name
            yield f"{name}: SHA-256 of the specification", own.source.sha256
            yield f"{name}: revision", f"{own.edition} of {own.date}"
            for document in own.documents:
                yield f"{name}: {document.name}", f"SHA-256 {document.sha256}"
            if chapter.stake is not None:
                yield f"{name}: wager amount", str(chapter.stake)
            for scope, values in (chapter.readings or {}).items():
                where = f", paytable {scope}" if scope else ""
                yield f"{name}: interpretation{where}", chapter.words.interpretation(values)


def _measure(cell: Cell | str, *, head: bool) -> int:
    """The width of a cell in characters; a head may be broken at each space."""
    if isinstance(cell, str):
        return max(map(len, cell.split()), default=0) if head else len(cell)
    return len(f"{round(cell.value):,}") + (0 if cell.style == "count" else 8)


def _choose_widths(columns: Sequence[Sequence[Cell | str]]) -> list[int]:
    """The width of each column, the wide ones narrowed until all of them fit on paper."""
    widths = [
        min(max(_measure(cell, head=place == 0) for place, cell in enumerate(column)) + 2, _WIDEST)
        for column in columns
    ]
    least = [
        max(_measure(cell, head=not isinstance(cell, Cell)) for cell in column) + 2
        for column in columns
    ]
    while sum(widths) > _PAPER:
        room = [width - min(own, width) for width, own in zip(widths, least, strict=True)]
        if not any(room):
            break
        place = max(range(len(widths)), key=lambda place: (room[place] > 0) * widths[place])
        widths[place] -= 1
    return widths


def _wrap(cell: Cell | str, width: int) -> list[str]:
    """The lines of a cell at a width."""
    if not isinstance(cell, str):
        return [""]
    lines = (
        wrap(line, width * 6 // 5, break_on_hyphens=False) or [""] for line in cell.split("\n")
    )
    return [part for own in lines for part in own]


def _split_row(row: Row, widths: Sequence[int]) -> Iterator[Row]:
    """A row, continued in others where a text is longer than a spreadsheet shows."""
    texts = [_wrap(cell, width) for cell, width in zip(row, widths, strict=False)]
    if max(map(len, texts)) <= _HIGHEST:
        yield row
        return
    for start in range(0, max(map(len, texts)), _HIGHEST):
        yield [
            cell
            if isinstance(cell, Cell) and not start
            else ""
            if isinstance(cell, Cell)
            else "\n".join(lines[start : start + _HIGHEST])
            for cell, lines in zip(row, texts, strict=True)
        ]


def _summarise(chapter: Chapter, odds: WagerOdds, edge: str) -> Iterator[Cell | str]:
    """The cells of one wager; its house edge follows the sheet of the wager."""
    found = chapter.checked.verdict.find(odds.wager, odds.paytable) if chapter.checked else None
    yield Cell("figure", odds.house_edge, edge) if edge else "not calculated"
    for value in (found.low, found.high) if found else (None, None):
        yield Cell("figure", value) if value is not None else ""
    yield from _summarise_envy(chapter, odds)
    yield Cell("figure", odds.hit_rate) if edge else ""
    yield Cell("number", Fraction(format_root(odds.variance, 12))) if edge else ""
    yield begin(describe_verdict(found.verdict, len(found.readings))) if found else ""
    yield begin(STATUSES[odds.status])
    errors = {item.fingerprint for item in found.issues} if found else set()
    blocking = [item for item in chapter.filed if item.issue.fingerprint in errors]
    yield ", ".join(item.label for item in blocking)


def _summarise_envy(chapter: Chapter, odds: WagerOdds) -> Iterator[Cell | str]:
    """The house edge with Envy Bonus at a full table: at the minimum wager, or the lowest one expected."""
    if not odds.envy:
        yield from ("", "")
        return
    full = odds.envy[-1]
    stake, edge = full.stake, full.house_edge
    if stake is None and chapter.checked:
        stake = Money(chapter.checked.policy.least_stake(odds.wager), chapter.jurisdiction.currency)
        edge = odds.house_edge - full.other_players * full.per_other_player / stake.amount
    yield Cell("figure", edge) if edge is not None else ""
    yield describe_money(stake) if stake else "depends on the wager"


def _list_resting(chapter: Chapter, odds: WagerOdds) -> Iterator[Row]:
    """The values that a figure rests on."""
    words = chapter.words
    for item in odds.rests_on:
        statement = words.statement(item.parameter)
        if statement is None:
            name = f"House way: {find_rule(item.parameter) or item.parameter}"
            yield name, STANDINGS[Standing(item.standing)], item.value, item.clause
        else:
            value = words.value(item.parameter, statement.value)
            yield (
                words.title(item.parameter),
                STANDINGS[statement.standing],
                value,
                cite_statement(statement),
            )


def _list_readings(chapter: Chapter, odds: WagerOdds) -> Iterator[Row]:
    """The house edge as interpreted, then under each alternative."""
    facts = tabulate(odds)
    for own in [facts] * odds.has_figures + facts.split("alternatives"):
        edge = own.find("house_edge")
        name = chapter.words.interpretation(own.readings) if own.readings else "as interpreted"
        figures = [Cell("figure", edge), *split_fraction(edge)] if edge is not None else [""] * 3
        yield [name, *figures, own.find("not_priced") or ""]


def _list_bands(chapter: Chapter, odds: WagerOdds) -> Iterator[Row]:
    """The win percentage over many rounds."""
    for _, bands in list_holds((build_sheet(chapter.jurisdiction, odds),)):
        for band in bands:
            yield [
                Cell("count", band.rounds),
                *(Cell("figure", share) for share in (band.mean, band.low, band.high)),
            ]


def _list_losses(chapter: Chapter, odds: WagerOdds) -> Iterator[Row]:
    """The maximum loss at the highest wager that the policy expects."""
    wager = chapter.jurisdiction.find_wager(odds.wager)
    if chapter.checked is None or wager is None or not odds.has_figures:
        return
    asked = {odds.wager: odds.paytable} if odds.paytable else {}
    rulebook = compile_rulebook(chapter.jurisdiction, chapter.readings, asked)
    most = chapter.checked.policy.most_stake(odds.wager)
    found = find_exposure(rulebook, rulebook.wagers[odds.wager], Money(most, rulebook.currency))
    if found is not None:
        sums = (found.stake, found.loss, found.pays, found.envy)
        yield [*(Cell("money", item.amount) for item in sums), rulebook.currency]

"""One paytable as a sheet of a workbook: counts are constants, payouts are input, figures are formulas.

A spreadsheet computes in doubles. The sheet is therefore based on the counts, which are exact there. Each
formula has the exact result, rounded once to a double, for programs that do not recalculate.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from certify.base.figures import format_fraction, format_root
from certify.base.tables import format_count
from certify.odds.facts import Facts, OutcomeFact, tabulate
from certify.odds.result import WagerOdds
from certify.render.reasons import STATUSES
from certify.spec.rulebook import WagerTerms
from certify.spec.values import Money, Pay
from certify.wagers.envy import find_amount

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.workbook import Workbook
    from xlsxwriter.worksheet import Worksheet

HEAD = 4
"""The row of the column heads, after title and status."""
_STAKE = Fraction(1)
_GREY = "#555555"
_HEAD = {"bold": True, "bottom": 1, "text_wrap": True, "valign": "vcenter"}
_ENTRY = {"bg_color": "#FFF7C2", "border": 1, "border_color": "#B8A94A", "locked": False}
"""Input cells are yellow and open; everything else is locked."""
_STYLES: Mapping[str, Mapping[str, Any]] = {
    "title": {"bold": True, "font_size": 14},
    "head": _HEAD,
    "text": {"text_wrap": True, "valign": "top"},
    "count": {"num_format": "#,##0"},
    "number": {"num_format": "0.0000"},
    "money": {"num_format": "0.000000"},
    "share": {"num_format": "0.000000%"},
    "figure": {"num_format": "0.000000%", "bold": True},
    "bold": {"bold": True},
    "entry": {**_ENTRY, "num_format": "0.####"},
    "entry_money": {**_ENTRY, "num_format": "#,##0.00"},
    "head_right": {**_HEAD, "align": "right"},
    "beside": {"italic": True, "font_color": _GREY, "indent": 1},
}
Style = Mapping[str, "Format"]

_COLUMNS: tuple[tuple[str, str, str, Callable[[OutcomeFact], Fraction]], ...] = (
    ("probability", "=B{row}/{total}", "share", lambda item: item.share),
    (
        "1 in",
        "=IF(B{row}=0,0,{total}/B{row})",
        "number",
        lambda item: 1 / item.share if item.share else Fraction(0),
    ),
    ("return", "=D{row}*E{row}", "share", lambda item: item.returns),
    ("squares", "=D{row}^2*E{row}", "number", lambda item: item.net**2 * item.share),
)
"""What follows from count and payout: head, formula, style, and the exact result."""
_TOTALS: tuple[tuple[str, str, str, Callable[[Facts], Any]], ...] = (
    ("combinations", "=SUM({B})", "count", lambda facts: facts.find("deals")),
    ("house edge", "=-SUM({G})", "figure", lambda facts: facts.find("house_edge")),
    ("return", "=1-(-SUM({G}))", "figure", lambda facts: 1 - facts.find("house_edge")),
    ("hit frequency", '=SUMIF({D},">0",{E})', "figure", lambda facts: facts.find("hit_rate")),
    ("variance", "=SUM({H})-SUM({G})^2", "number", lambda facts: facts.find("variance")),
)


def make_style(workbook: Workbook) -> Style:
    """The formats of a workbook."""
    base = {"font_name": "Liberation Sans", "font_size": 10}
    return {name: workbook.add_format({**base, **own}) for name, own in _STYLES.items()}


class ParSheet:
    """Writes one wager."""

    def __init__(
        self,
        sheet: Worksheet,
        style: Style,
        odds: WagerOdds,
        terms: WagerTerms | None,
        stake: Money | None,
    ) -> None:
        self.sheet, self.style, self.odds, self.terms = sheet, style, odds, terms
        self.facts = tabulate(odds)
        self.outcomes: list[OutcomeFact] = self.facts.split("outcome")
        self.first = HEAD + 1
        self.last = HEAD + len(self.outcomes)
        self.lines = {line.id: line for line in terms.lines} if terms else {}
        self.rows = {
            item.outcome: self.first + place
            for place, item in enumerate(self.outcomes)
            if item.outcome in self.lines
        }
        self.stake = odds.stake or stake
        self.stake_cell = f"$B${self.last + 10}"
        self.envy = self._list_envy()

    def write(self, title: str) -> None:
        """Fill the sheet."""
        sheet = self.sheet
        sheet.write(0, 0, title, self.style["title"])
        status = f"status of the figure: {STATUSES[self.odds.status]}"
        sheet.write(1, 0, status, self.style["bold"])
        told = "Yellow cells are input; all other cells are calculated from them."
        sheet.write(2, 0, told, self.style["beside"])
        heads = ["outcome", "combinations", "pays (to 1)", "net (to 1)", *(c[0] for c in _COLUMNS)]
        heads += ["Envy Bonus in money", "Envy Bonus expected"] if self.envy else []
        self._write_heads(HEAD, heads)
        for place, outcome in enumerate(self.outcomes):
            self._write_outcome(self.first + place, outcome)
        row = self._write_totals(self.last + 2)
        self._write_envy(row)
        self._lay_out(len(heads))

    def _write_heads(self, row: int, heads: Sequence[str]) -> None:
        for column, name in enumerate(heads):
            self.sheet.write(row, column, name, self.style["head_right" if column else "head"])

    def _number(self, row: int, column: int, value: Fraction | int, style: str) -> None:
        self.sheet.write_number(row, column, float(value), self.style[style])

    def _formula(self, row: int, column: int, text: str, style: str, value: Fraction) -> None:
        # a cell holds a double; the exact figure is next to it as text
        self.sheet.write_formula(row, column, text, self.style[style], float(value))

    def _write_outcome(self, row: int, outcome: OutcomeFact) -> None:
        cell, pay, net = row + 1, outcome.pay, outcome.net
        self.sheet.write(row, 0, outcome.outcome, self.style["text"])
        self._number(row, 1, outcome.deals, "count")
        is_line = self.rows.get(outcome.outcome) == row
        names = outcome.outcome.split("+")
        if is_line:
            self._number(row, 2, pay.times, "entry")
            money = pay.money + pay.meter * self.odds.meter
            extra = f"+{_number(money)}/{self.stake_cell}" if money else ""
            self._formula(row, 3, f"=C{cell}{extra}", "number", net)
        elif all(name in self.rows for name in names):
            parts = "+".join(f"C{self.rows[name] + 1}" for name in names)
            paid = sum((self.lines[name].pays.value for name in names), Pay())
            self._formula(row, 3, f"={parts}+{_number(pay.times - paid.times)}", "number", net)
        elif self.lines:
            self._number(row, 3, net, "number")
        else:
            self._number(row, 2, net, "entry")
            self._formula(row, 3, f"=C{cell}", "number", net)
        total = f"SUM($B${self.first + 1}:$B${self.last + 1})"
        for column, (_, formula, style, find) in enumerate(_COLUMNS, 4):
            text = formula.format(row=cell, total=total)
            self._formula(row, column, text, style, find(outcome))
        if is_line and outcome.outcome in self.envy:
            amount = self.envy[outcome.outcome]
            self._number(row, 8, amount, "entry_money")
            self._formula(row, 9, f"=I{cell}*E{cell}", "money", amount * outcome.share)

    def _write_totals(self, row: int) -> int:
        """The figures of the wager, then the inputs of wager amount and seats."""
        odds, style = self.odds, self.style
        cells = {name: f"{name}{self.first + 1}:{name}{self.last + 1}" for name in "BDEGH"}
        for at, (name, formula, form, find) in enumerate(_TOTALS, row):
            self.sheet.write(at, 0, name, style["bold"])
            self._formula(at, 1, formula.format(**cells), form, find(self.facts))
            if at > row:
                given = f"as given: {format_fraction(find(self.facts))}"
                self.sheet.write(at, 2, given, style["beside"])
        at = row + len(_TOTALS)
        self.sheet.write(at, 0, "standard deviation", style["bold"])
        deviation = Fraction(format_root(odds.variance, 12))
        self._formula(at, 1, f"=SQRT(B{at})", "number", deviation)
        if self.envy or any(item.pay.money or item.pay.meter for item in self.outcomes):
            self.sheet.write(at + 2, 0, "wager amount", style["bold"])
            self._number(at + 2, 1, self.stake.amount if self.stake else _STAKE, "entry_money")
            currency = self.stake.currency if self.stake else "not given; 1 is used"
            self.sheet.write(at + 2, 2, currency, style["beside"])
        return at + 3

    def _list_envy(self) -> Mapping[str, Fraction]:
        """The Envy Bonus in money by payout, where it is a sum over the payouts; else nothing."""
        terms, odds = self.terms, self.odds
        if terms is None or terms.envy is None or not odds.envy:
            return {}
        amounts = {}
        for line in terms.lines:
            pay = find_amount(terms, line)[0]
            if pay.times:
                return {}
            amounts[line.id] = pay.money
        plain = sum(
            (amounts.get(item.outcome, Fraction(0)) * item.share for item in self.outcomes),
            Fraction(0),
        )
        same = all(item.per_other_player in (plain, 0) for item in odds.envy)
        return amounts if same and plain else {}

    def _write_envy(self, row: int) -> None:
        odds, style, sheet = self.odds, self.style, self.sheet
        if not odds.envy:
            return
        if self.envy:
            sheet.write(row, 0, "minimum wager for the Envy Bonus", style["bold"])
            self._number(row, 1, self._find_least(), "entry_money")
        title = "Envy Bonus" if self.envy else "Envy Bonus (constants: not a sum over the payouts)"
        sheet.write(row + 1, 0, title, style["bold"])
        self._write_heads(row + 2, ("other players", "money from each", "house edge"))
        stake = self.stake.amount if self.stake else _STAKE
        total = f"SUM(J{self.first + 1}:J{self.last + 1})"
        for at, item in enumerate(odds.envy, row + 3):
            self._number(at, 0, item.other_players, "entry" if self.envy else "count")
            if self.envy:
                edge = odds.house_edge - item.other_players * item.per_other_player / stake
                money = f"=IF({self.stake_cell}>=$B${row + 1},{total},0)"
                self._formula(at, 1, money, "money", item.per_other_player)
                formula = f"=$B${self.last + 4}-A{at + 1}*B{at + 1}/{self.stake_cell}"
                self._formula(at, 2, formula, "figure", edge)
            else:
                self._number(at, 1, item.per_other_player, "money")
                if item.house_edge is not None:
                    self._number(at, 2, item.house_edge, "figure")
            if item.house_edge is not None:
                exact = f"as given: {format_fraction(item.house_edge)}"
                if item.highest_edge is not None:
                    exact += f" to {format_fraction(item.highest_edge)}"
                sheet.write(at, 3, exact, style["beside"])

    def _find_least(self) -> Fraction:
        envy = self.terms.envy if self.terms else None
        least = envy.minimum_stake.said if envy else None
        return least.amount if isinstance(least, Money) else Fraction(0)

    def _lay_out(self, columns: int) -> None:
        sheet = self.sheet
        sheet.set_column(0, 0, 36)
        sheet.set_column(1, 1, max(16, len(format_count(self.odds.deals)) + 2))
        sheet.set_column(2, max(columns, 8) - 1, 16)
        sheet.freeze_panes(HEAD + 1, 1)
        set_paper(sheet, HEAD)
        sheet.protect("", {"select_locked_cells": True, "format_columns": True})


def set_paper(sheet: Worksheet, head: int) -> None:
    """Print a sheet on A4 paper, as wide as one page, with its head on each."""
    sheet.set_landscape()
    sheet.set_paper(9)
    sheet.fit_to_pages(1, 0)
    sheet.repeat_rows(head)
    sheet.set_footer("&L&A&RPage &P of &N")


def _number(value: Fraction) -> str:
    """A number as a formula reads it."""
    if value.denominator == 1:
        return f"({value.numerator})"
    return f"({value.numerator}/{value.denominator})"

"""One paytable as a sheet of a workbook: counts are constants, pays are input, figures are live formulas.

A spreadsheet computes in doubles. So the counts, which are exact there, are what the sheet rests on; each
formula carries the exact result, rounded once to a double, for programs that do not recalculate.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from certify.base.figures import format_fraction, format_root
from certify.base.tables import format_count
from certify.odds.result import Outcome, WagerOdds
from certify.spec.rulebook import WagerTerms
from certify.spec.values import Money, Pay
from certify.wagers.envy import find_amount

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.workbook import Workbook
    from xlsxwriter.worksheet import Worksheet

HEAD = 4
"""The row of the column heads; the rows before it hold title and status."""
_COLUMNS = ("outcome", "deals", "pays to one", "net to one", "chance", "1 in", "return", "squares")
_STAKE = Fraction(1)


@dataclass(frozen=True, slots=True)
class Style:
    """The formats of a workbook."""

    title: Format
    head: Format
    text: Format
    count: Format
    number: Format
    money: Format
    share: Format
    figure: Format
    bold: Format
    entry: Format
    entry_money: Format
    note: Format
    head_right: Format
    """Over a column of numbers."""
    beside: Format
    """A note that runs on over the empty cells to its right."""


def make_style(workbook: Workbook) -> Style:
    """Input cells are yellow and open; everything else is locked."""
    base = {"font_name": "Liberation Sans", "font_size": 10}
    entry = {**base, "bg_color": "#FFF7C2", "border": 1, "border_color": "#B8A94A", "locked": False}

    def add(**more: Any) -> Format:
        return workbook.add_format({**base, **more})

    return Style(
        title=add(bold=True, font_size=14),
        head=add(bold=True, bottom=1, text_wrap=True, valign="vcenter"),
        text=add(text_wrap=True, valign="top"),
        count=add(num_format="#,##0"),
        number=add(num_format="0.0000"),
        money=add(num_format="0.000000"),
        share=add(num_format="0.000000%"),
        figure=add(num_format="0.000000%", bold=True),
        bold=add(bold=True),
        entry=workbook.add_format({**entry, "num_format": "0.####"}),
        entry_money=workbook.add_format({**entry, "num_format": "#,##0.00"}),
        note=add(italic=True, text_wrap=True, valign="top", font_color="#555555"),
        head_right=add(bold=True, bottom=1, text_wrap=True, valign="vcenter", align="right"),
        beside=add(italic=True, font_color="#555555", indent=1),
    )


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
        self.first = HEAD + 1
        self.last = self.first + len(odds.outcomes) - 1
        self.lines = {line.id: line for line in terms.lines} if terms else {}
        self.rows = {
            item.name: self.first + place
            for place, item in enumerate(odds.outcomes)
            if item.name in self.lines
        }
        self.has_money = any(item.pay.money or item.pay.meter for item in odds.outcomes)
        self.stake = odds.stake or stake
        self.envy = self._list_envy()

    def write(self, title: str) -> None:
        """Fill the sheet."""
        sheet, style, odds = self.sheet, self.style, self.odds
        sheet.write(0, 0, title, style.title)
        sheet.write(1, 0, f"status: {odds.status}", style.bold)
        sheet.write(2, 0, "yellow cells are input; all others follow from them", style.beside)
        heads = [*_COLUMNS, *(["envy in money", "envy expected"] if self.envy else [])]
        for column, name in enumerate(heads):
            sheet.write(HEAD, column, name, style.head_right if column else style.head)
        for place, outcome in enumerate(odds.outcomes):
            self._write_outcome(self.first + place, outcome)
        row = self._write_totals(self.last + 2)
        self._write_envy(row)
        self._lay_out(len(heads))

    def _formula(self, row: int, column: int, text: str, form: Format, value: Fraction) -> None:
        # a double is what a cell holds; the exact figure stands beside it as text
        self.sheet.write_formula(row, column, text, form, float(value))

    def _write_outcome(self, row: int, outcome: Outcome) -> None:
        sheet, style, odds = self.sheet, self.style, self.odds
        cell = row + 1
        sheet.write(row, 0, outcome.name, style.text)
        sheet.write_number(row, 1, outcome.deals, style.count)
        net = odds.net(outcome)
        names = outcome.name.split("+")
        known = [name for name in names if name in self.lines]
        if self.rows.get(outcome.name) == row:
            sheet.write_number(row, 2, float(outcome.pay.times), style.entry)
            money = outcome.pay.money + outcome.pay.meter * odds.meter
            extra = f"+{_number(money)}/stake" if money else ""
            self._formula(row, 3, f"=C{cell}{self._name(extra)}", style.number, net)
        elif known and all(name in self.rows for name in known) and len(known) == len(names):
            parts = "+".join(f"C{self.rows[name] + 1}" for name in known)
            paid = sum((self.lines[name].pays.value for name in known), Pay())
            rest = outcome.pay.times - paid.times
            self._formula(row, 3, f"={parts}+{_number(rest)}", style.number, net)
        elif self.lines:
            sheet.write_number(row, 3, float(net), style.number)
        else:
            sheet.write_number(row, 2, float(net), style.entry)
            self._formula(row, 3, f"=C{cell}", style.number, net)
        chance = Fraction(outcome.deals, odds.deals)
        total = f"SUM($B${self.first + 1}:$B${self.last + 1})"
        self._formula(row, 4, f"=B{cell}/{total}", style.share, chance)
        self._formula(row, 5, f"=IF(B{cell}=0,0,{total}/B{cell})", style.number, _inverse(chance))
        self._formula(row, 6, f"=D{cell}*E{cell}", style.share, net * chance)
        self._formula(row, 7, f"=D{cell}^2*E{cell}", style.number, net**2 * chance)
        if self.envy and outcome.name in self.envy and self.rows.get(outcome.name) == row:
            amount = self.envy[outcome.name]
            sheet.write_number(row, 8, float(amount), style.entry_money)
            self._formula(row, 9, f"=I{cell}*E{cell}", style.money, amount * chance)

    def _name(self, text: str) -> str:
        return text.replace("stake", self._stake_cell())

    def _stake_cell(self) -> str:
        return f"$B${self.last + 10}"

    def _write_totals(self, row: int) -> int:
        """Deals, edge, hit rate, variance and deviation, then the inputs of stake and seats."""
        odds, style = self.odds, self.style
        deals, net, chance, part, squares = (
            f"{column}{self.first + 1}:{column}{self.last + 1}" for column in "BDEGH"
        )
        edge = f"-SUM({part})"
        entries: Sequence[tuple[str, str, Any, Fraction]] = (
            ("deals", f"=SUM({deals})", style.count, Fraction(odds.deals)),
            ("house edge", f"={edge}", style.figure, odds.house_edge),
            ("return", f"=1-({edge})", style.figure, 1 - odds.house_edge),
            ("hit rate", f'=SUMIF({net},">0",{chance})', style.figure, odds.hit_rate),
            ("variance", f"=SUM({squares})-SUM({part})^2", style.number, odds.variance),
        )
        for place, (name, formula, form, value) in enumerate(entries):
            self.sheet.write(row + place, 0, name, style.bold)
            self._formula(row + place, 1, formula, form, value)
            if place:
                self.sheet.write(
                    row + place, 2, f"as given: {format_fraction(value)}", style.beside
                )
        at = row + len(entries)
        self.sheet.write(at, 0, "standard deviation", style.bold)
        deviation = float(Fraction(format_root(odds.variance, 12)))
        self.sheet.write_formula(at, 1, f"=SQRT(B{at})", style.number, deviation)
        if self.has_money or self.envy:
            self.sheet.write(at + 2, 0, "stake", style.bold)
            amount = self.stake.amount if self.stake else _STAKE
            self.sheet.write_number(at + 2, 1, float(amount), style.entry_money)
            currency = self.stake.currency if self.stake else "none was given; 1 is put here"
            self.sheet.write(at + 2, 2, currency, style.beside)
        return at + 3

    def _list_envy(self) -> Mapping[str, Fraction]:
        """Envy in money by line, where its worth is the plain sum over the lines; else nothing."""
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
            (
                amounts.get(item.name, Fraction(0)) * Fraction(item.deals, odds.deals)
                for item in odds.outcomes
            ),
            Fraction(0),
        )
        same = all(item.per_other_player in (plain, 0) for item in odds.envy)
        return amounts if same and plain else {}

    def _write_envy(self, row: int) -> None:
        odds, style, sheet = self.odds, self.style, self.sheet
        if not odds.envy:
            return
        if not self.envy:
            sheet.write(row + 1, 0, "envy (constants: more than a sum over lines)", style.bold)
        else:
            sheet.write(row, 0, "least stake for envy", style.bold)
            sheet.write_number(row, 1, float(self._find_least()), style.entry_money)
            sheet.write(row + 1, 0, "envy", style.bold)
        heads = ("other players", "money from each", "house edge")
        for column, name in enumerate(heads):
            sheet.write(row + 2, column, name, style.head_right if column else style.head)
        stake = self.stake.amount if self.stake else _STAKE
        total = f"SUM(J{self.first + 1}:J{self.last + 1})"
        for place, item in enumerate(odds.envy):
            at = row + 3 + place
            sheet.write_number(at, 0, item.other_players, style.entry if self.envy else style.count)
            edge = odds.house_edge - item.other_players * item.per_other_player / stake
            if self.envy:
                least, stakes = f"$B${row + 1}", self._stake_cell()
                self._formula(
                    at, 1, f"=IF({stakes}>={least},{total},0)", style.money, item.per_other_player
                )
                edge_cell = f"$B${self.last + 4}"
                formula = f"={edge_cell}-A{at + 1}*B{at + 1}/{stakes}"
                self._formula(at, 2, formula, style.figure, edge)
            else:
                sheet.write_number(at, 1, float(item.per_other_player), style.money)
                if item.house_edge is not None:
                    sheet.write_number(at, 2, float(item.house_edge), style.figure)
            if item.house_edge is not None:
                exact = f"as given: {format_fraction(item.house_edge)}"
                if item.highest_edge is not None:
                    exact += f" to {format_fraction(item.highest_edge)}"
                sheet.write(at, 3, exact, style.beside)

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
        sheet.set_landscape()
        sheet.set_paper(9)
        sheet.fit_to_pages(1, 0)
        sheet.repeat_rows(HEAD)
        sheet.set_footer("&L&A&RPage &P of &N")
        sheet.protect("", {"select_locked_cells": True, "format_columns": True})


def _number(value: Fraction) -> str:
    """A number as a formula reads it."""
    if value.denominator == 1:
        return f"({value.numerator})"
    return f"({value.numerator}/{value.denominator})"


def _inverse(chance: Fraction) -> Fraction:
    return 1 / chance if chance else Fraction(0)

"""One paytable as a sheet of a workbook: counts are constants, payouts are input, figures are formulas.

A spreadsheet computes in doubles. The sheet is therefore based on the counts, which are exact there. Each
formula has the exact result, rounded once to a double, for programs that do not recalculate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from certify.base.figures import format_root
from certify.base.tables import format_count
from certify.filing.sheets import Sheet
from certify.filing.trial import EnvyClaims, list_claims
from certify.odds.facts import Facts, OutcomeFact, tabulate
from certify.render.values import cite
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
_WAGER, _COMMISSION, _MINIMUM = "Wager amount", "Commission", "Minimum wager for the Envy Bonus"


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
            yield _WAGER, (Cell("entry_money", amount), unit)
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
            extra = f"+{_number(money)}/{self._locate(_WAGER)}" if money else ""
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
                wager = self._locate(_WAGER)
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

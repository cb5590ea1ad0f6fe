"""All paytables of a wager in one grid, identical ones merged, and their house edges on equal axes."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from certify.filing.examination import Examination
from certify.filing.sheets import Sheet
from certify.filing.wording import payout
from certify.render.numbers import amount
from certify.render.values import begin, name_line
from certify.render.words import Words
from certify.spec.model import Jurisdiction, Line
from certify.spec.values import Pay, Value

_JOKER = "deck.joker"
_COLUMNS = 13
"""The most columns of payouts next to each other."""
_SHORT, _CHARACTERS = 6, 60
"""The longest figure of which so many stand next to each other; of longer ones, characters."""
_POINTS = 28
"""The points of a curve."""


_STEPS = (Fraction(1), Fraction(2), Fraction(5))


@dataclass(frozen=True, slots=True)
class Axis:
    """A scale from the lowest to the highest tick."""

    low: Fraction
    high: Fraction
    ticks: tuple[Fraction, ...]

    @property
    def places(self) -> int:
        """How many decimals the ticks need in percent."""
        return next(
            (n for n in range(5) if all(not tick * 10**n * 100 % 1 for tick in self.ticks)), 5
        )

    def place(self, value: Fraction) -> float:
        """Where a value stands, from 0 at the lowest tick to 1 at the highest."""
        return float((value - self.low) / (self.high - self.low))


def choose_axis(values: Iterable[Fraction], ticks: int = 6) -> Axis:
    """A scale that covers all values in about so many even steps."""
    found = [Fraction(value) for value in values]
    low, high = min(found, default=Fraction(0)), max(found, default=Fraction(1))
    if low == high:
        room = abs(low) / 10 + Fraction(1, 1000)
        low, high = low - room, high + room
    step = _choose_step((high - low) / ticks)
    first, last = low // step, -(-high // step)
    return Axis(
        first * step, last * step, tuple(number * step for number in range(first, last + 1))
    )


def _choose_step(least: Fraction) -> Fraction:
    power = Fraction(1)
    while power > least:
        power /= 10
    while power * 10 <= least:
        power *= 10
    return next((power * step for step in _STEPS if power * step >= least), power * 10)


@dataclass(frozen=True, slots=True)
class PayCell:
    """What one paytable pays for one hand."""

    pays: str = ""
    """Empty where the paytable has no such row."""
    envy: str = ""
    differs: bool = False
    """From the most frequent payout of the row."""
    envy_differs: bool = False


@dataclass(frozen=True, slots=True)
class PayRow:
    """One hand across paytables."""

    hand: str
    combinations: int | None
    share: Fraction
    cells: tuple[PayCell, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """Paytables of any document that are identical."""

    labels: tuple[str, ...]
    joker: str
    panels: tuple[Panel, ...]
    """One for each of them."""
    begins: bool = False
    """Whether another joker rule begins here."""


@dataclass(frozen=True, slots=True)
class PayGrid:
    """Every paytable of one wager."""

    wager: str
    columns: tuple[Column, ...]
    rows: tuple[PayRow, ...]
    has_envy: bool
    paytables: int
    different: int
    """How many of them are not identical to another."""

    @property
    def longest(self) -> int:
        """The characters of its longest payout or house edge."""
        pays = (len(cell.pays) for row in self.rows for cell in row.cells)
        edges = (column.panels[0].house_edge for column in self.columns)
        return max(*pays, *(len(f"{int(edge * 100):,}.00") for edge in edges))

    @property
    def jokers(self) -> list[tuple[str, int]]:
        """The joker rules, each with its number of columns."""
        return list(Counter(column.joker for column in self.columns).items())


@dataclass(frozen=True, slots=True)
class Panel:
    """The house edge of one paytable by wager amount and number of other players."""

    labels: tuple[str, ...]
    wager: str
    sheet: Sheet
    currency: str
    minimum: Fraction
    """The minimum wager for the Envy Bonus; 0 where every wager qualifies."""
    money: tuple[Fraction, ...]
    """The expected Envy Bonus by number of other players, from all of them; empty without one."""

    @property
    def house_edge(self) -> Fraction:
        """Without Envy Bonus."""
        return self.sheet.odds.house_edge

    def edge_at(self, stake: Fraction, others: int) -> Fraction:
        """The house edge at a wager, with so many other players."""
        if not others or not self.money or stake < self.minimum:
            return self.house_edge
        return self.house_edge - self.money[others - 1] / stake

    def lowest(self, least: Fraction) -> Fraction:
        """The lowest house edge: at the minimum wager with every seat taken."""
        return self.edge_at(max(self.minimum, least), len(self.money))

    def draw(
        self, axis: Axis, others: int, least: Fraction, most: Fraction
    ) -> list[tuple[float, float]]:
        """The curve for so many other players: places from 0 to 1, the wager on a logarithmic scale."""
        begin_at = max(self.minimum, least)
        steps = [
            Fraction(math.exp(math.log(begin_at) + math.log(most / begin_at) * n / _POINTS))
            for n in range(1, _POINTS)
        ]
        stakes = [begin_at, *steps, most]
        before = [(least, 0), (begin_at, 0)] if begin_at > least else []
        return [
            (place_stake(stake, least, most), 1 - axis.place(self.edge_at(stake, seats)))
            for stake, seats in [*before, *((stake, others) for stake in stakes)]
        ]


def place_stake(stake: Fraction, least: Fraction, most: Fraction) -> float:
    """Where a wager is on a logarithmic scale, from 0 to 1."""
    return math.log(stake / least) / math.log(most / least)


def choose_panel_axis(panels: Sequence[Panel], least: Fraction) -> Axis:
    """One scale for all panels."""
    edges = [edge for item in panels for edge in (item.house_edge, item.lowest(least))]
    return choose_axis(edges)


def list_panels(examinations: Sequence[Examination], short: Sequence[str]) -> tuple[Panel, ...]:
    """Every paytable with figures; those with equal edges at every wager share a panel."""
    merged: dict[tuple[object, ...], Panel] = {}
    for examination, name in zip(examinations, short, strict=True):
        for sheet in examination.sheets:
            if sheet.paytable is None or not sheet.has_figures:
                continue
            panel = _build_panel(examination.jurisdiction, sheet, name)
            key = (sheet.odds.wager, panel.house_edge, panel.minimum, panel.money, panel.currency)
            if same := merged.get(key):
                panel = replace(same, labels=(*same.labels, *panel.labels))
            merged[key] = panel
    return tuple(sorted(merged.values(), key=lambda item: (item.sheet.odds.wager, item.house_edge)))


def _build_panel(jurisdiction: Jurisdiction, sheet: Sheet, short: str) -> Panel:
    envy = sheet.odds.envy
    least = envy[0].stake.amount if envy and envy[0].stake else Fraction(0)
    return Panel(
        (label_paytable(jurisdiction, sheet, short),),
        sheet.wager,
        sheet,
        jurisdiction.currency,
        least,
        tuple(item.per_other_player * item.other_players for item in envy),
    )


def label_paytable(jurisdiction: Jurisdiction, sheet: Sheet, short: str) -> str:
    """The short name of the document with what tells this paytable from its others."""
    wager = jurisdiction.find_wager(sheet.odds.wager)
    names = [item.id for item in wager.paytables] if wager else []
    if len(names) < 2 or sheet.paytable is None:
        return short
    prefix = re.sub(r"\d+$", "", names[0])
    shared = prefix if all(name.startswith(prefix) for name in names) else ""
    return f"{short} {sheet.paytable.id.removeprefix(shared)}"


def build_grids(examinations: Sequence[Examination], short: Sequence[str]) -> tuple[PayGrid, ...]:
    """One grid for each wager."""
    wagers: dict[str, list[tuple[Examination, Sheet, str]]] = {}
    for examination, name in zip(examinations, short, strict=True):
        for sheet in examination.sheets:
            if sheet.paytable is not None and sheet.has_figures:
                wagers.setdefault(sheet.odds.wager, []).append((examination, sheet, name))
    grids = sorted(map(_build_grid, wagers.values()), key=lambda item: -item.paytables)
    return tuple(part for grid in grids for part in _split(grid))


def _split(grid: PayGrid) -> Iterator[PayGrid]:
    """A grid in parts that fit on paper."""
    most = _COLUMNS if grid.longest <= _SHORT else max(1, _CHARACTERS // grid.longest)
    for first in range(0, len(grid.columns), most):
        part = slice(first, first + most)
        columns = (replace(grid.columns[first], begins=False), *grid.columns[part][1:])
        rows = (replace(row, cells=row.cells[part]) for row in grid.rows)
        yield replace(grid, columns=columns, rows=tuple(rows))


def _build_grid(own: Sequence[tuple[Examination, Sheet, str]]) -> PayGrid:
    merged: dict[tuple[object, ...], list[tuple[Examination, Sheet, str]]] = {}
    for item in own:
        examination, sheet, _ = item
        cells: tuple[object, ...] = tuple(_list_cells(sheet).items())
        # equal payouts with another condition on the banker's hand have other odds: not identical
        key: tuple[object, ...] = (
            _find_joker(examination.jurisdiction, sheet),
            sheet.odds.house_edge,
            cells,
        )
        merged.setdefault(key, []).append(item)
    jokers = Counter(str(key[0]) for key in merged)
    order = sorted(merged, key=lambda key: -jokers[str(key[0])])
    lines = _order_lines([merged[key][0][1] for key in order])
    columns: list[Column] = []
    for key in order:
        examination, sheet, _ = merged[key][0]
        joker = Words(examination.jurisdiction).value(
            _JOKER, _find_joker(examination.jurisdiction, sheet)
        )
        panels = tuple(
            _build_panel(other.jurisdiction, found, name) for other, found, name in merged[key]
        )
        labels = tuple(label for panel in panels for label in panel.labels)
        begins = bool(columns) and columns[-1].joker != joker
        columns.append(Column(labels, joker, panels, begins))
    rows = []
    firsts = [merged[key][0][1] for key in order]
    for line_id, name in lines.items():
        cells_ = [_list_cells(sheet).get(line_id, PayCell()) for sheet in firsts]
        rows.append(_build_row(name, line_id, cells_, firsts))
    return PayGrid(
        own[0][1].wager,
        tuple(columns),
        tuple(rows),
        any(sheet.odds.envy for _, sheet, _ in own),
        len(own),
        len(columns),
    )


def _find_joker(jurisdiction: Jurisdiction, sheet: Sheet) -> Value | None:
    own = sheet.paytable.statements.get(_JOKER) if sheet.paytable else None
    return (own or jurisdiction.statements[_JOKER]).value


def _list_cells(sheet: Sheet) -> dict[str, PayCell]:
    lines = sheet.paytable.lines if sheet.paytable else ()
    return {line.id: PayCell(_tell_pays(line), _tell_envy(line, sheet)) for line in lines}


def _tell_pays(line: Line) -> str:
    pays = line.pays.value
    return payout(pays).removesuffix(" to 1") if isinstance(pays, Pay) else "not stated"


def _tell_envy(line: Line, sheet: Sheet) -> str:
    envy = line.envy.value if line.envy and sheet.odds.envy else None
    if not isinstance(envy, Pay) or envy == Pay():
        return ""
    return amount(envy.money) if envy.money else payout(envy)


def _order_lines(sheets: Sequence[Sheet]) -> dict[str, str]:
    """The rows of all paytables with their names; a row stands after the one before it in its own table."""
    found: list[str] = []
    names: dict[str, str] = {}
    for sheet in sorted(sheets, key=lambda item: -len(_list_cells(item))):
        before = ""
        for line in sheet.paytable.lines if sheet.paytable else ():
            if line.id not in names:
                names[line.id] = begin(
                    name_line(line, sheet.paytable.lines if sheet.paytable else ())
                )
                found.insert(found.index(before) + 1 if before else 0, line.id)
            before = line.id
    return {line: names[line] for line in found}


def _build_row(name: str, line: str, cells: Sequence[PayCell], sheets: Sequence[Sheet]) -> PayRow:
    pays = Counter(cell.pays for cell in cells if cell.pays).most_common(1)
    envies = Counter(cell.envy for cell in cells if cell.envy).most_common(1)
    counted = next(_list_counts(line, sheets), None)
    return PayRow(
        name,
        counted[0] if counted else None,
        Fraction(*counted) if counted else Fraction(0),
        tuple(
            replace(
                cell,
                differs=bool(cell.pays) and cell.pays != pays[0][0],
                envy_differs=bool(cell.envy) and cell.envy != envies[0][0],
            )
            for cell in cells
        ),
    )


def _list_counts(line: str, sheets: Sequence[Sheet]) -> Iterator[tuple[int, int]]:
    """The combinations of a row and of all hands, on the first paytable that has it."""
    for sheet in sheets:
        for outcome in sheet.odds.outcomes:
            if outcome.name == line:
                yield outcome.deals, sheet.odds.deals

"""Jurisdictions side by side: parameters, edges, envy, house ways."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from certify.filing.rules import label, show_standing
from certify.filing.sheets import Sheet
from certify.spec.model import Jurisdiction, Statement
from certify.spec.parameters import PARAMETERS, SECTIONS

KEY_PARAMETERS = (
    "deck.joker",
    "deck.wheel",
    "deck.royal_match_joker",
    "table.bank",
    "play.bank_exposed",
    "setting.foul_standard",
    "setting.house_way",
    "comparison.copy",
    "comparison.bank_ace_high_push",
    "standard.commission",
    "fortune.precedence",
    "fortune.bank_condition",
    "fortune.cap",
    "envy.offer",
    "envy.minimum_stake",
    "envy.lowest_hand",
    "envy.several_qualifying_hands",
    "ace_high.offer",
)
"""What moves money: shown in every filing; the comparison filing shows all."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What one jurisdiction says about one parameter."""

    text: str
    standing: str
    differs: bool
    """From the first column, where both give a value."""


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """One parameter across jurisdictions."""

    label: str
    description: str
    cells: tuple[Cell, ...]

    @property
    def differs(self) -> bool:
        """Whether two jurisdictions that give a value give different ones."""
        return any(cell.differs for cell in self.cells)


@dataclass(frozen=True, slots=True)
class MatrixPart:
    """The parameters of one part of the rules."""

    title: str
    rows: tuple[MatrixRow, ...]


@dataclass(frozen=True, slots=True)
class RankedEdge:
    """One paytable among all, with the edge without envy and with the most of it."""

    place: int
    jurisdiction: Jurisdiction
    sheet: Sheet
    full_table: Fraction | None
    full_table_stake: str


def build_rows(
    jurisdictions: tuple[Jurisdiction, ...], keys: Iterable[str]
) -> tuple[MatrixRow, ...]:
    """A row a parameter, a cell a jurisdiction; cells that differ from the first are marked."""
    return tuple(_build_row(jurisdictions, key) for key in keys)


def build_matrix(jurisdictions: tuple[Jurisdiction, ...]) -> tuple[MatrixPart, ...]:
    """Every parameter, part by part; a part is left out where no game has any of it."""
    parts = []
    for section in SECTIONS:
        keys = [key for key, parameter in PARAMETERS.items() if parameter.section == section]
        rows = tuple(
            row
            for row in build_rows(jurisdictions, keys)
            if any(cell.standing != "not-offered" for cell in row.cells)
        )
        if rows:
            parts.append(MatrixPart(SECTIONS[section], rows))
    return tuple(parts)


def _build_row(jurisdictions: tuple[Jurisdiction, ...], key: str) -> MatrixRow:
    statements = [item.statements[key] for item in jurisdictions]
    given = [item for item in statements if _gives(item)]
    first = given[0] if given else None
    cells = tuple(
        Cell(
            show_standing(item),
            item.standing,
            first is not None and _gives(item) and item.value != first.value,
        )
        for item in statements
    )
    return MatrixRow(label(PARAMETERS[key]), PARAMETERS[key].description, cells)


def _gives(statement: Statement) -> bool:
    """Whether the document itself gives the value; an assumption is no difference."""
    return statement.standing in {"stated", "conflicting"} or statement.standing == "not-offered"


def rank_edges(sheets: Iterable[tuple[Jurisdiction, Sheet]]) -> tuple[RankedEdge, ...]:
    """All paytables of the Fortune bonus, the lowest edge first; equal edges share a place."""
    found = sorted(
        (
            (jurisdiction, sheet)
            for jurisdiction, sheet in sheets
            if sheet.odds.wager == "fortune-bonus" and sheet.has_figures
        ),
        key=lambda item: (item[1].odds.house_edge, item[0].id, item[1].label),
    )
    ranked: list[RankedEdge] = []
    for number, (jurisdiction, sheet) in enumerate(found, 1):
        envy = sheet.odds.envy[-1] if sheet.odds.envy else None
        same = ranked and ranked[-1].sheet.odds.house_edge == sheet.odds.house_edge
        ranked.append(
            RankedEdge(
                ranked[-1].place if same else number,
                jurisdiction,
                sheet,
                envy.house_edge if envy else None,
                str(envy.stake) if envy and envy.stake else "",
            )
        )
    return tuple(ranked)

"""Several documents next to each other: every statement, every cell of their paytables, their house edges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from certify.base.progress import Progress, track
from certify.compare.differences import align, index
from certify.odds.compute import Request, compute_odds
from certify.odds.result import WagerOdds
from certify.spec.catalogue import ValueKind
from certify.spec.choices import BankKind
from certify.spec.model import Jurisdiction, Line, Standing, Statement
from certify.spec.values import Money, Value, format_value

_ABSENT: frozenset[Value] = frozenset({(), Fraction(0), "no", "none", "nothing", "no-effect"})
"""Values that state that a document has no rule of the kind."""
_NO_RULE = {"envy.bank_qualifies", "envy.forfeits"}
"""Parameters whose absent value is never stated as a rule of its own."""

_BANKING_PLAYERS: frozenset[Value | None] = frozenset(
    {BankKind.PLAYER_DEALER, BankKind.DESIGNATED_PLAYER}
)


def is_absent(statement: Statement) -> bool:
    """Whether a document does not offer something, or states that it has none."""
    return statement.standing is Standing.NOT_OFFERED or statement.value in _ABSENT


def has_no_rule(statement: Statement) -> bool:
    """Whether a document has no rule on a point, not even one that states a value for none."""
    if statement.standing is Standing.NOT_OFFERED:
        return True
    return statement.parameter.key in _NO_RULE and bool(statement.said) and is_absent(statement)


def is_in_one(one: Statement, two: Statement) -> bool:
    """Whether the first document states something that the second does not offer."""
    return (
        bool(one.said)
        and two.standing is Standing.NOT_OFFERED
        and not is_absent(one)
        and one.value is not None
    )


def are_different(one: Statement, two: Statement) -> bool:
    """Whether the values of two documents differ; texts in our own words are not compared."""
    first, second = one.value, two.value
    if one.parameter.kind is ValueKind.TEXT:
        return False
    if first in _BANKING_PLAYERS and second in _BANKING_PLAYERS:
        return False  # two names of one role
    if isinstance(first, Money) and isinstance(second, Money):
        return first.amount != second.amount  # the same amount in two currencies is the same rule
    if (
        one.parameter.kind is ValueKind.CLASSES
        and isinstance(first, tuple)
        and isinstance(second, tuple)
    ):
        # a longer list does not contradict a shorter one; another order does
        return [item for item in first if item in second] != [
            item for item in second if item in first
        ]
    return first != second


@dataclass(frozen=True, slots=True)
class StatementRow:
    """One statement across documents; None where a document has no such wager."""

    key: str
    statements: tuple[Statement | None, ...]
    on_paytables: tuple[Mapping[str, Statement], ...]
    """For each document, the paytables with another value of their own."""

    @property
    def known(self) -> Statement:
        """The statement of the first document that has it."""
        return next(item for item in self.statements if item is not None)

    @property
    def differs(self) -> bool:
        """Whether the values of documents or of their paytables differ, or only one document offers it."""
        found = [item for item in self.statements if item is not None]
        return any(self.on_paytables) or any(
            are_different(one, two)
            if one.value is not None and two.value is not None
            else is_in_one(one, two) or is_in_one(two, one)
            for one, two in combinations(found, 2)
        )


@dataclass(frozen=True, slots=True)
class CellRow:
    """One cell of a paytable across the documents that have a paytable of that name."""

    wager: str
    paytable: str
    line: str
    column: str
    """pays or envy"""
    values: tuple[str, ...]
    """Empty where a document has no such paytable or line."""

    @property
    def differs(self) -> bool:
        """Whether two documents that have the paytable fill the cell differently."""
        return len({value for value in self.values if value}) > 1


@dataclass(frozen=True, slots=True)
class Edge:
    """The house edge of one wager of one document."""

    jurisdiction: str
    odds: WagerOdds


@dataclass(frozen=True, slots=True)
class DocumentComparison:
    """Several documents next to each other."""

    jurisdictions: tuple[Jurisdiction, ...]
    labels: tuple[str, ...]
    """The id of each, and its file if two have the same id."""
    rows: tuple[StatementRow, ...]
    cells: tuple[CellRow, ...]
    edges: tuple[Edge, ...]


def compare_documents(
    jurisdictions: Sequence[Jurisdiction], progress: Progress | None = None
) -> DocumentComparison:
    """Every statement, cell and house edge of several documents, the lowest edge first."""
    ids = [item.id for item in jurisdictions]
    labels = tuple(
        item.id if ids.count(item.id) == 1 else f"{item.id} ({item.source.name})"
        for item in jurisdictions
    )
    edges = [
        Edge(label, odds)
        for label, item in track(
            progress, list(zip(labels, jurisdictions, strict=True)), lambda pair: pair[0]
        )
        for odds in compute_odds(item, Request(alternatives=False))
        if odds.has_figures
    ]
    edges.sort(key=lambda edge: (edge.odds.wager, edge.odds.house_edge))
    rows = tuple(align_statements(jurisdictions))
    return DocumentComparison(
        tuple(jurisdictions), labels, rows, tuple(_list_cells(jurisdictions)), tuple(edges)
    )


def align_statements(jurisdictions: Sequence[Jurisdiction]) -> Iterator[StatementRow]:
    """Every statement of the game and of its wagers across documents."""
    own = (
        {key: item for key, item in side.by_key.items() if item.line is None}
        for side in jurisdictions
    )
    for key, statements in align(*own):
        tables = (_list_own(*pair) for pair in zip(jurisdictions, statements, strict=True))
        yield StatementRow(key, statements, tuple(tables))


def _list_own(jurisdiction: Jurisdiction, statement: Statement | None) -> dict[str, Statement]:
    """The paytables that have another value of a statement."""
    return {
        table.id: own
        for wager, table in jurisdiction.list_paytables()
        if statement is not None
        and statement.wager in {None, wager.id}
        and (own := table.statements.get(statement.parameter.key)) is not None
        and own.value != statement.value
    }


def _list_cells(jurisdictions: Sequence[Jurisdiction]) -> Iterator[CellRow]:
    own = (
        {(wager.id, table.id): table for wager, table in side.list_paytables()}
        for side in jurisdictions
    )
    for (wager, paytable), tables in align(*own):
        if sum(table is not None for table in tables) < 2:
            continue
        rows = (index(table.lines) if table else {} for table in tables)
        for line, found in align(*rows):
            for column in ("pays", "envy"):
                values = tuple(
                    _read_cell(own, column) if table else ""
                    for own, table in zip(found, tables, strict=True)
                )
                yield CellRow(wager, paytable, line, column, values)


def _read_cell(line: Line | None, column: str) -> str:
    if line is None:
        return "no line"
    statement = getattr(line, column)
    return format_value(statement.value) if statement else "none"

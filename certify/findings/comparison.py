"""Every statement and every paytable cell of several jurisdictions side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from certify.base.figures import format_fraction, format_percent
from certify.base.tables import format_table
from certify.odds.compute import Request, compute_odds
from certify.odds.result import WagerOdds
from certify.spec.build import build_citation
from certify.spec.model import Jurisdiction, Standing, Statement
from certify.spec.values import format_value
from certify.wagers.limits import STANDARD

MARKS = {
    Standing.STATED: "",
    Standing.CONFLICTING: "!",
    Standing.SILENT: "?",
    Standing.DEFERRED: ">",
    Standing.NOT_OFFERED: "x",
    Standing.TODO: "…",
}
"""How a standing shows in a table; a stated value needs no mark."""


@dataclass(frozen=True, slots=True)
class Row:
    """One statement across the jurisdictions; None where a document has no such wager."""

    key: str
    description: str
    statements: tuple[Statement | None, ...]

    @property
    def differs(self) -> bool:
        """Whether two documents say, or are taken to say, different things."""
        found = {
            item.value for item in self.statements if item is not None and item.value is not None
        }
        return len(found) > 1


@dataclass(frozen=True, slots=True)
class CellRow:
    """One cell of a paytable across the jurisdictions that have a paytable of that name."""

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
        return len(set(self.values)) > 1


@dataclass(frozen=True, slots=True)
class Edge:
    """The house edge of one wager of one jurisdiction."""

    jurisdiction: str
    odds: WagerOdds


@dataclass(frozen=True, slots=True)
class Comparison:
    """Several jurisdictions side by side."""

    jurisdictions: tuple[Jurisdiction, ...]
    labels: tuple[str, ...]
    """What each is called: its id, and its file where two have one id."""
    rows: tuple[Row, ...]
    cells: tuple[CellRow, ...]
    edges: tuple[Edge, ...]

    @property
    def uncounted(self) -> tuple[tuple[str, str, str, str], ...]:
        """What each document says and no parameter holds: its name, what, the wagers, and where."""
        return tuple(
            row
            for label, item in zip(self.labels, self.jurisdictions, strict=True)
            for row in _list_uncounted(label, item)
        )


def compare_jurisdictions(jurisdictions: Sequence[Jurisdiction]) -> Comparison:
    """Put every statement, cell and edge side by side, the lowest edge first."""
    labels = _name(jurisdictions)
    edges = [
        Edge(label, odds)
        for label, item in zip(labels, jurisdictions, strict=True)
        for odds in compute_odds(
            item, Request(wagers=tuple(wager.id for wager in item.wagers), alternatives=False)
        )
        if odds.has_figures
    ]
    edges.sort(key=lambda edge: (edge.odds.wager, edge.odds.house_edge))
    return Comparison(
        tuple(jurisdictions),
        labels,
        tuple(_list_rows(jurisdictions)),
        tuple(_list_cells(jurisdictions)),
        tuple(edges),
    )


def _list_uncounted(label: str, item: Jurisdiction) -> Iterator[tuple[str, str, str, str]]:
    for uncovered in item.uncovered:
        yield label, uncovered.what, ", ".join(uncovered.wagers), str(uncovered.citation)
    for rule in item.house_way.get("unexpressed", ()):
        told = f"a rule of the house way that cannot be written: {rule['rule']}"
        yield label, told, STANDARD, str(build_citation(rule["at"]))


def _name(jurisdictions: Sequence[Jurisdiction]) -> tuple[str, ...]:
    ids = [item.id for item in jurisdictions]
    return tuple(
        item.id if ids.count(item.id) == 1 else f"{item.id} ({item.source.name})"
        for item in jurisdictions
    )


def _list_rows(jurisdictions: Sequence[Jurisdiction]) -> Iterator[Row]:
    keys = dict.fromkeys(
        key
        for item in jurisdictions
        for key, statement in item.by_key.items()
        if statement.line is None
    )
    for key in keys:
        statements = tuple(item.by_key.get(key) for item in jurisdictions)
        first = next(item for item in statements if item is not None)
        yield Row(key, first.parameter.description, statements)


def _list_cells(jurisdictions: Sequence[Jurisdiction]) -> Iterator[CellRow]:
    places = dict.fromkeys(
        (wager.id, table.id) for item in jurisdictions for wager, table in item.list_paytables()
    )
    for wager, paytable in places:
        found = [
            next(
                (
                    table
                    for own, table in item.list_paytables()
                    if own.id == wager and table.id == paytable
                ),
                None,
            )
            for item in jurisdictions
        ]
        if sum(table is not None for table in found) < 2:
            continue
        for line in dict.fromkeys(line.id for table in found if table for line in table.lines):
            for column in ("pays", "envy"):
                values = tuple(
                    next((_read(own, column) for own in table.lines if own.id == line), "no line")
                    if table
                    else ""
                    for table in found
                )
                if any(values):
                    yield CellRow(wager, paytable, line, column, values)


def _read(line: Any, column: str) -> str:
    statement = getattr(line, column)
    return format_value(statement.value) if statement else "none"


def format_cell(statement: Statement | None) -> str:
    """A value with the mark of its standing."""
    if statement is None:
        return ""
    mark = MARKS[statement.standing]
    if statement.standing is Standing.CONFLICTING:
        others = "/".join(format_value(item) for item in statement.other_values)
        return f"{format_value(statement.value)} {mark}{others}"
    if statement.value is None:
        return mark or "-"
    return f"{format_value(statement.value)}{' ' + mark if mark else ''}"


def describe_comparison(comparison: Comparison) -> dict[str, Any]:
    """The comparison as plain data."""
    return {
        "jurisdictions": list(comparison.labels),
        "parameters": [
            {
                "parameter": row.key,
                "differs": row.differs,
                "statements": {
                    name: _describe_statement(item) if item else None
                    for name, item in zip(comparison.labels, row.statements, strict=True)
                },
            }
            for row in comparison.rows
        ],
        "cells": [
            {
                "wager": row.wager,
                "paytable": row.paytable,
                "line": row.line,
                "column": row.column,
                "differs": row.differs,
                "values": dict(zip(comparison.labels, row.values, strict=True)),
            }
            for row in comparison.cells
        ],
        "edges": [
            {
                "jurisdiction": edge.jurisdiction,
                "wager": edge.odds.wager,
                "paytable": edge.odds.paytable,
                "house_edge": {
                    "fraction": format_fraction(edge.odds.house_edge),
                    "percent": format_percent(edge.odds.house_edge),
                },
            }
            for edge in comparison.edges
        ],
        "uncovered": [
            {"jurisdiction": label, "what": what, "wagers": wagers, "at": where}
            for label, what, wagers, where in comparison.uncounted
        ],
    }


def _describe_statement(statement: Statement) -> dict[str, Any]:
    data: dict[str, Any] = {
        "standing": str(statement.standing),
        "value": None if statement.value is None else format_value(statement.value),
        "citations": [{"clause": item.clause, "lines": item.lines} for item in statement.citations],
    }
    if statement.alternatives:
        data["alternatives"] = [format_value(item) for item in statement.other_values]
    if statement.deferred_to:
        data["deferred_to"] = statement.deferred_to
    return data


def format_comparison(comparison: Comparison, width: int | None = None) -> str:
    """The comparison as text; where a width is given, cells are folded to keep to it."""
    return "\n".join(_list_lines(comparison, width))


def _list_lines(comparison: Comparison, width: int | None) -> Iterator[str]:
    head = ("", "parameter", *comparison.labels)
    rows = [
        (
            "*" if row.differs else "",
            row.key,
            *(_shorten(format_cell(item)) for item in row.statements),
        )
        for row in comparison.rows
    ]
    yield from format_table(head, rows, left=len(head), width=width)
    yield ""
    yield "* differs   ! conflicting (other value after the mark)   ? silent   > deferred   x not offered"
    cells = [
        (row.wager, row.paytable, row.line, row.column, *map(_shorten, row.values))
        for row in comparison.cells
        if row.differs
    ]
    if cells:
        yield ""
        yield "Cells that differ, where paytables have one name"
        yield from format_table(
            ("wager", "paytable", "line", "", *comparison.labels), cells, left=4, width=width
        )
    if comparison.uncounted:
        yield ""
        yield "Said and not counted: the figures of these wagers leave it out"
        yield from format_table(
            ("jurisdiction", "what", "wagers", "where"), comparison.uncounted, left=4, width=width
        )
    yield ""
    edges = [
        (
            edge.jurisdiction,
            edge.odds.wager,
            edge.odds.paytable or "",
            f"{format_percent(edge.odds.house_edge)} %",
        )
        for edge in comparison.edges
    ]
    yield from format_table(("jurisdiction", "wager", "paytable", "house edge"), edges, left=3)


def _shorten(text: str) -> str:
    return text if len(text) <= 32 else text[:31] + "…"

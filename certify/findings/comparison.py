"""Every parameter of several jurisdictions side by side, with its standing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from certify.base.figures import format_fraction, format_percent
from certify.base.tables import format_table
from certify.odds.compute import Request, compute_odds
from certify.odds.result import WagerOdds
from certify.spec.model import Jurisdiction, Statement, format_value
from certify.spec.parameters import PARAMETERS

MARKS = {"stated": "", "conflicting": "!", "silent": "?", "deferred": ">", "not-offered": "x"}
"""How a standing shows in a table; a stated value needs no mark."""


@dataclass(frozen=True, slots=True)
class Row:
    """One parameter across the jurisdictions."""

    key: str
    description: str
    statements: tuple[Statement, ...]

    @property
    def differs(self) -> bool:
        """Whether two documents say, or are taken to say, different things."""
        return len({item.value for item in self.statements if item.value is not None}) > 1


@dataclass(frozen=True, slots=True)
class Edge:
    """The house edge of one wager of one jurisdiction."""

    jurisdiction: str
    odds: WagerOdds


@dataclass(frozen=True, slots=True)
class Comparison:
    """Several jurisdictions side by side."""

    jurisdictions: tuple[Jurisdiction, ...]
    rows: tuple[Row, ...]
    edges: tuple[Edge, ...]


def compare_jurisdictions(jurisdictions: list[Jurisdiction]) -> Comparison:
    """Put every parameter and every edge side by side, the lowest edge first."""
    rows = tuple(
        Row(key, parameter.description, tuple(item.statements[key] for item in jurisdictions))
        for key, parameter in PARAMETERS.items()
    )
    request = Request(wagers=("fortune-bonus", "ace-high"), alternatives=False)
    edges = [Edge(item.id, odds) for item in jurisdictions for odds in compute_odds(item, request)]
    edges.sort(key=lambda edge: (edge.odds.wager != "fortune-bonus", edge.odds.house_edge))
    return Comparison(tuple(jurisdictions), rows, tuple(edges))


def format_cell(statement: Statement) -> str:
    """A value with the mark of its standing."""
    mark = MARKS[statement.standing]
    if statement.standing == "conflicting":
        others = "/".join(format_value(item) for item in statement.alternatives)
        return f"{format_value(statement.value)} {mark}{others}"
    if statement.value is None:
        return mark or "-"
    return f"{format_value(statement.value)}{' ' + mark if mark else ''}"


def describe_comparison(comparison: Comparison) -> dict[str, Any]:
    """The comparison as plain data."""
    names = [item.id for item in comparison.jurisdictions]
    return {
        "jurisdictions": names,
        "parameters": [
            {
                "parameter": row.key,
                "differs": row.differs,
                "statements": {
                    name: _describe_statement(item)
                    for name, item in zip(names, row.statements, strict=True)
                },
            }
            for row in comparison.rows
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
    }


def _describe_statement(statement: Statement) -> dict[str, Any]:
    data: dict[str, Any] = {
        "standing": statement.standing,
        "value": None if statement.value is None else format_value(statement.value),
        "citations": [{"clause": item.clause, "lines": item.lines} for item in statement.citations],
    }
    if statement.alternatives:
        data["alternatives"] = [format_value(item) for item in statement.alternatives]
    if statement.deferred_to:
        data["deferred_to"] = statement.deferred_to
    return data


def format_comparison(comparison: Comparison) -> str:
    """The comparison as text."""
    return "\n".join(_list_lines(comparison))


def _list_lines(comparison: Comparison) -> Iterator[str]:
    head = ("", "parameter", *(item.id for item in comparison.jurisdictions))
    rows = [
        (
            "*" if row.differs else "",
            row.key,
            *(_shorten(format_cell(item)) for item in row.statements),
        )
        for row in comparison.rows
    ]
    yield from format_table(head, rows, left=len(head))
    yield ""
    yield "* differs   ! conflicting (other value after the mark)   ? silent   > deferred   x not offered"
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

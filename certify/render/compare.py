"""Documents and their paytables next to each other, in words: as text, as data, as one HTML page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from certify.base.figures import describe_share
from certify.base.names import name_class
from certify.base.tables import format_table
from certify.compare.documents import CellRow, DocumentComparison, StatementRow
from certify.compare.paytables import Cell, Near, OtherTable
from certify.render.numbers import fill_page, percent
from certify.render.values import (
    answer,
    begin,
    fill,
    join_words,
    name_line,
    name_tables,
)
from certify.spec.citations import build_citation
from certify.spec.model import Jurisdiction, Paytable, Standing, Statement
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
"""The mark of each standing; a stated value has none."""
_LEGEND = (
    "* differs   ! contradictory (the other value after the mark)   ? not addressed (a value is "
    "assumed)   > in another document   x not offered"
)
_LISTED = 6
"""With more differing cells than this only the hands are listed, not the payouts."""


def format_comparison(comparison: DocumentComparison, width: int | None = None) -> str:
    """The comparison as text, as wide as the page or as said."""
    return "\n".join(_list_lines(comparison, width))


def _list_lines(comparison: DocumentComparison, width: int | None) -> Iterator[str]:
    names = _name_documents(comparison)
    head = ("", "parameter", *names)
    rows = [
        (
            "*" if row.differs else "",
            _name_row(comparison, row),
            *(
                format_cell(*cell)
                for cell in zip(
                    comparison.jurisdictions, row.statements, row.on_paytables, strict=True
                )
            ),
        )
        for row in comparison.rows
    ]
    yield from format_table(head, rows, width=width)
    yield from ("", _LEGEND)
    cells = [_describe_cell(comparison, row) for row in comparison.cells if row.differs]
    if cells:
        yield from ("", "Payouts that differ between paytables of the same name")
        head = ("wager", "paytable", "row", "column", *names)
        yield from format_table(head, cells, width=width)
    uncovered = list_uncovered(comparison)
    if uncovered:
        known = dict(zip(comparison.labels, names, strict=True))
        yield from ("", "Stated but not modelled: the figures of these wagers do not include it")
        found = [(known[label], *rest) for label, *rest in uncovered]
        yield from format_table(("document", "subject", "wagers", "place"), found, width=width)
    yield from ("", "House edge, without Envy Bonus")
    head = ("document", "wager", "paytable", "house edge")
    yield from format_table(head, list(_list_edges(comparison)), width=width)


def _name_documents(comparison: DocumentComparison) -> tuple[str, ...]:
    """The names of the documents, with the file if two have the same id."""
    return tuple(
        item.name if label == item.id else f"{item.name}{label.removeprefix(item.id)}"
        for label, item in zip(comparison.labels, comparison.jurisdictions, strict=True)
    )


def _name_row(comparison: DocumentComparison, row: StatementRow) -> str:
    """The title of a parameter in the words of the first document that has it, after its wager."""
    statement = row.known
    jurisdiction = comparison.jurisdictions[row.statements.index(statement)]
    title = begin(fill(statement.parameter.title, jurisdiction, statement))
    if not title:
        return row.key
    wager = jurisdiction.find_wager(statement.wager or "")
    return title if wager is None or wager.name in title else f"{wager.name}: {title}"


def format_cell(
    jurisdiction: Jurisdiction,
    statement: Statement | None,
    on_paytables: Mapping[str, Statement] = MappingProxyType({}),
) -> str:
    """A value with the mark of its standing, and the values of single paytables."""
    tables: dict[str, list[str]] = {}
    for name, own in on_paytables.items():
        tables.setdefault(format_cell(jurisdiction, own), []).append(name)
    parts = [_format_value(jurisdiction, statement)]
    parts += [f"{value} on {name_tables(names)}" for value, names in tables.items()]
    return "; ".join(parts)


def _format_value(jurisdiction: Jurisdiction, statement: Statement | None) -> str:
    if statement is None:
        return ""
    mark = MARKS[statement.standing]
    if statement.value is None:
        return mark or "-"
    value = answer(jurisdiction, statement, statement.value)
    if statement.standing is Standing.CONFLICTING:
        others = (answer(jurisdiction, statement, item) for item in statement.other_values)
        return f"{value} {mark} {join_words(others, 'or')}"
    return f"{value} {mark}".rstrip()


def _describe_cell(comparison: DocumentComparison, row: CellRow) -> tuple[str, ...]:
    """One payout or Envy Bonus of a paytable in each document that has the paytable."""
    tables = [
        next(
            (
                (item, table)
                for wager, table in item.list_paytables()
                if (wager.id, table.id) == (row.wager, row.paytable)
            ),
            None,
        )
        for item in comparison.jurisdictions
    ]
    first, table = next(
        found for found in tables if found and any(line.id == row.line for line in found[1].lines)
    )
    return (
        first.wager(row.wager).name,
        "" if row.paytable == "main" else row.paytable,
        name_line(table.line(row.line), table.lines),
        "payout" if row.column == "pays" else first.names.envy,
        *(_describe_payout(*found, (row.line, row.column)) if found else "" for found in tables),
    )


def _describe_payout(jurisdiction: Jurisdiction, table: Paytable, cell: Cell) -> str:
    name, column = cell
    line = next((item for item in table.lines if item.id == name), None)
    if line is None:
        return "no such row"
    statement = line.pays if column == "pays" else line.envy
    return answer(jurisdiction, statement, statement.value) if statement else "none"


def _list_edges(comparison: DocumentComparison) -> Iterator[tuple[str, ...]]:
    known = dict(zip(comparison.labels, comparison.jurisdictions, strict=True))
    names = dict(zip(comparison.labels, _name_documents(comparison), strict=True))
    for edge in comparison.edges:
        paytable = edge.odds.paytable or ""
        document = known[edge.jurisdiction]
        wager = document.find_wager(edge.odds.wager)
        yield (
            names[edge.jurisdiction],
            begin(wager.name if wager else document.names.standard),
            "" if paytable == "main" else paytable,
            percent(edge.odds.house_edge),
        )


def list_uncovered(comparison: DocumentComparison) -> list[tuple[str, str, str, str]]:
    """What each document states and no parameter covers: label, subject, wagers, place."""
    rows: list[tuple[str, str, str, str]] = []
    for label, item in zip(comparison.labels, comparison.jurisdictions, strict=True):
        for uncovered in item.uncovered:
            wagers = ", ".join(uncovered.wagers)
            rows.append((label, uncovered.what, wagers, str(uncovered.citation)))
        for rule in item.house_way.get("unexpressed", ()):
            what = f"rule of the house way that is not modelled: {rule['rule']}"
            rows.append((label, what, STANDARD, str(build_citation(rule["at"]))))
    return rows


def describe_comparison(comparison: DocumentComparison) -> dict[str, Any]:
    """The comparison as plain data."""
    labels = comparison.labels
    return {
        "jurisdictions": list(labels),
        "parameters": [
            {
                "parameter": row.key,
                "differs": row.differs,
                "statements": {
                    name: _describe_statement(item, tables) if item else None
                    for name, item, tables in zip(
                        labels, row.statements, row.on_paytables, strict=True
                    )
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
                "values": dict(zip(labels, row.values, strict=True)),
            }
            for row in comparison.cells
        ],
        "edges": [
            {
                "jurisdiction": edge.jurisdiction,
                "wager": edge.odds.wager,
                "paytable": edge.odds.paytable,
                "house_edge": describe_share(edge.odds.house_edge),
            }
            for edge in comparison.edges
        ],
        "uncovered": [
            {"jurisdiction": label, "what": what, "wagers": wagers, "at": where}
            for label, what, wagers, where in list_uncovered(comparison)
        ],
    }


def _describe_statement(
    statement: Statement, on_paytables: Mapping[str, Statement]
) -> dict[str, Any]:
    data: dict[str, Any] = {
        "standing": str(statement.standing),
        "value": None if statement.value is None else format_value(statement.value),
        "citations": [{"clause": item.clause, "lines": item.lines} for item in statement.citations],
    }
    if statement.alternatives:
        data["alternatives"] = [format_value(item) for item in statement.other_values]
    if statement.deferred_to:
        data["deferred_to"] = statement.deferred_to
    if on_paytables:
        data["on_paytables"] = {name: format_value(own.value) for name, own in on_paytables.items()}
    return data


def render_comparison_page(comparison: DocumentComparison) -> str:
    """One HTML page with everything in it: parameters, cells of paytables, standings and edges."""
    return fill_page(
        "compare.html.j2",
        {
            "comparison": comparison,
            "uncovered": list_uncovered(comparison),
            "format_value": format_value,
            "others": lambda values: " or ".join(map(format_value, values)),
            "describe_share": describe_share,
        },
    )


def describe_near(jurisdiction: Jurisdiction, found: Sequence[Near]) -> str:
    """Each group of paytables, and in which cells it differs from those of the other document."""
    return "; ".join(_describe_group(jurisdiction, near) for near in found)


def _name_theirs(tables: Sequence[OtherTable]) -> str:
    return f"{name_tables([item.table.id for item in tables])} of {tables[0].jurisdiction.name}"


def _describe_group(jurisdiction: Jurisdiction, near: Near) -> str:
    own = name_tables([table.id for table in near.own])
    theirs = _name_theirs(near.tables)
    several = len(near.own) > 1
    if near.is_mixed:
        envy = jurisdiction.names.envy
        whose = f"the {envy} of {_name_theirs(near.envy_of)}" if near.envy_of else f"another {envy}"
        return f"{own} {'have' if several else 'has'} the payouts of {theirs} and {whose}"
    cells = _list_cells(jurisdiction, near)
    if not near.is_alike:
        return f"{own} {'differ' if several else 'differs'} from {theirs} in {cells}"
    what = "has the payouts of" if near.payouts_only else "equals"
    if several:
        what = "have the payouts of" if near.payouts_only else "equal"
    return f"{own} {what} {theirs}" + (f" except for {cells}" if cells else "")


def _list_cells(jurisdiction: Jurisdiction, near: Near) -> str:
    envy = jurisdiction.names.envy
    if len(near.cells) <= _LISTED:
        return join_words(_describe_near_cell(jurisdiction, near, cell) for cell in near.cells)
    names = {
        column: [name_class(line) for line, what in near.cells if what == column]
        for column in ("pays", "envy")
    }
    return join_words(
        f"the {what} for {join_words(names[column])}"
        for column, what in (("pays", "payouts"), ("envy", envy))
        if names[column]
    )


def _describe_near_cell(jurisdiction: Jurisdiction, near: Near, cell: Cell) -> str:
    name, column = cell
    own, theirs = near.own[0], near.tables[0]
    lines = own.lines if any(line.id == name for line in own.lines) else theirs.table.lines
    line = next(line for line in lines if line.id == name)
    label = name_line(line, lines, jurisdiction.names.bank)
    label = f"“{label}”" if label == line.printed else f"the row for “{label}”"
    if line.hand is None and label != f"“{line.printed}”":
        label = f"the row that pays if {name_line(line, lines, jurisdiction.names.bank)}"
    if column == "envy":
        label = f"the {jurisdiction.names.envy} for {label}"
    here = _describe_payout(jurisdiction, own, cell)
    there = _describe_payout(theirs.jurisdiction, theirs.table, cell)
    return f"{label} ({here} in this document, {there} in {theirs.jurisdiction.name})"

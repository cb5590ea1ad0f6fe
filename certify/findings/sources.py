"""What a finding cites: the values of a statement with their places, and the other values supported."""

from __future__ import annotations

from dataclasses import replace

from certify.findings.finding import Option, Source
from certify.spec.model import Citation, InventoryEntry, Jurisdiction, Standing, Statement
from certify.spec.readings import find_named
from certify.spec.values import Value, parse_value


def list_sources(statement: Statement, document: str = "") -> tuple[Source, ...]:
    """The stated values, each once with its places, the value used first."""
    found: dict[Value, list[Citation]] = {}
    implied: dict[Value, bool] = {}
    for said in statement.said:
        found.setdefault(said.value, []).append(said.citation)
        implied[said.value] = implied.get(said.value, True) and said.implied
    order = sorted(found, key=lambda value: value != statement.value)
    return tuple(
        Source(value, tuple(found[value]), implied[value], document, statement.key)
        for value in order
    )


def list_options(jurisdiction: Jurisdiction, statement: Statement) -> tuple[Option, ...]:
    """The other values that words of the document support, with what the same words imply."""
    if statement.standing is Standing.CONFLICTING:
        return tuple(
            Option(value, implies=_list_implied(jurisdiction, statement, value))
            for value in statement.other_values
        )
    return tuple(
        Option(
            item.value,
            item.because,
            item.citation,
            _list_implied(jurisdiction, statement, item.value),
        )
        for item in statement.alternatives
        if item.because and item.citation is not None
    )


def _list_implied(
    jurisdiction: Jurisdiction, statement: Statement, value: Value
) -> tuple[tuple[str, Value], ...]:
    return tuple(
        (other.key, parse_value(other.parameter, data))
        for name, data in statement.list_brought(value)
        for other in find_named(jurisdiction, name)
    )


def overlap(first: Citation, second: Citation) -> bool:
    """Whether two citations share a line."""
    return (
        first.document == second.document
        and first.first <= second.last
        and second.first <= first.last
    )


def place_entries(*entries: InventoryEntry) -> tuple[Citation, ...]:
    """The places of entries of the inventory."""
    return tuple(entry.citation for entry in entries if entry.citation)


def read_lines(jurisdiction: Jurisdiction, text: object) -> Citation:
    """Lines as the inventory names them, with the clause of the statements or the heading that has them."""
    start, _, end = str(text).partition("-")
    lines = Citation("", int(start), int(end or start))
    near = [
        place
        for statement in jurisdiction.list_statements()
        for place in (*statement.citations, *statement.near)
        if place.clause and not place.document and overlap(place, lines)
    ]
    headings = [
        (entry.citation.first, str(entry.data["number"]).rstrip(":"))
        for entry in jurisdiction.list_entries("clauses")
        if entry.citation and entry.citation.first <= lines.first and len(entry.data["number"]) > 2
    ]
    best = min(near, key=lambda place: (place.last - place.first, place.first), default=None)
    clause = best.clause if best else max(headings, default=(0, ""))[1]
    return replace(lines, clause=clause.partition(", sentence ")[0])

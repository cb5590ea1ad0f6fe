"""The alternatives that a document leaves open for a wager: one at a time, or every combination of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any

from certify.spec.readings import Readings
from certify.spec.resolved import Resolved
from certify.spec.values import Value


def name_reading(given: Resolved[Any]) -> str:
    """The key by which a value is asked for: its reading, or else its own name."""
    return given.statement.reading or given.key


def list_readings(givens: Iterable[Resolved[Any]]) -> dict[str, Value]:
    """Every reading key among some values, with the value in force."""
    return {
        given.statement.reading: given.said
        for given in givens
        if given.statement.reading and given.said is not None
    }


def list_alternatives(
    givens: Iterable[Resolved[Any]], asked: Iterable[str], *, cross: bool
) -> Iterator[dict[str, Value]]:
    """The other values that the text allows, but for those set by hand."""
    taken = set(asked)
    opened: dict[str, tuple[Value, ...]] = {}
    for given in givens:
        name = name_reading(given)
        if given.statement.alternatives and not taken & {name, given.key}:
            opened[name] = given.statement.other_values
    if not cross:
        for name, values in opened.items():
            for value in values:
                yield {name: value}
        return
    for chosen in product(*([None, *values] for values in opened.values())):
        picked = {
            name: value for name, value in zip(opened, chosen, strict=True) if value is not None
        }
        if picked:
            yield picked


def is_supported(givens: Iterable[Resolved[Any]], readings: Mapping[str, Value]) -> bool:
    """Whether words of the text support each of some readings."""
    return all(
        readings[name] in given.statement.supported_values
        for given in givens
        if (name := name_reading(given)) in readings
    )


def add_readings(readings: Readings, more: Mapping[str, Value]) -> Readings:
    """Readings with others put over them for every paytable."""
    added = {scope: dict(values) for scope, values in readings.items()}
    for values in added.values():
        for name in more:
            values.pop(name, None)
    return {**added, None: {**added.get(None, {}), **more}}

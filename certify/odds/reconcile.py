"""Which readings reproduce every figure that a document prints."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from certify.base.figures import ROUNDINGS
from certify.game.vocabulary import READINGS
from certify.odds.compute import Request, compute_edge_and_envy
from certify.odds.envy import MOST_OTHERS, find_stake
from certify.odds.readings import touches
from certify.spec.model import Jurisdiction, Rules, Value

Bounds = tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class Solution:
    """One way to come to all printed figures."""

    readings: dict[str, Value]
    other_players: int
    rounding: str


@dataclass(frozen=True, slots=True)
class Reconciliation:
    """What was searched, and what reproduces every printed figure."""

    figures: int
    candidates: int
    domain: dict[str, tuple[str, ...]]
    solutions: tuple[Solution, ...]
    best: int
    """The most figures that any candidate reproduces at once."""


def reconcile(
    jurisdiction: Jurisdiction, progress: Callable[[str, int, int], None] | None = None
) -> Reconciliation:
    """Search readings, numbers of other players and roundings for those that fit all figures."""
    tables = [table for table in jurisdiction.paytables if table.published]
    figures = sum(len(table.published) for table in tables)
    domain = _list_domain(jurisdiction)
    choices = [dict(zip(domain, values, strict=True)) for values in product(*domain.values())]
    solutions: list[Solution] = []
    best = candidates = 0
    for number, readings in enumerate(choices):
        if progress:
            progress("readings", number, len(choices))
        edges = {table.id: _compute(Rules(jurisdiction, table, dict(readings))) for table in tables}
        for others, rounding in product(range(1, MOST_OTHERS + 1), ROUNDINGS):
            candidates += 1
            fitting = sum(
                _fits(
                    item.percent,
                    edges[table.id][others if item.label == "max-envy" else 0],
                    rounding,
                )
                for table in tables
                for item in table.published
            )
            best = max(best, fitting)
            if fitting == figures and figures:
                solutions.append(Solution(dict(readings), others, rounding))
    return Reconciliation(figures, candidates, domain, tuple(solutions), best)


def _list_domain(jurisdiction: Jurisdiction) -> dict[str, tuple[str, ...]]:
    """Every value of every closed reading that touches the Fortune bonus of this document."""
    rules = Rules(jurisdiction, jurisdiction.paytables[0], {})
    return {
        key: reading.values
        for key, reading in READINGS.items()
        if reading.values and touches(rules, "fortune-bonus", key)
    }


def _compute(rules: Rules) -> dict[int, Bounds]:
    """The edge without envy (0) and with it, as bounds; equal where it is exact."""
    edge, envy = compute_edge_and_envy(rules, Request(), find_stake(rules, None))
    result = {0: (edge, edge)}
    for item in envy:
        if item.house_edge is not None:
            result[item.other_players] = (item.house_edge, item.highest_edge or item.house_edge)
    return result


def _fits(printed: str, bounds: Bounds, rounding: str) -> bool:
    places = len(printed.partition(".")[2])
    return all(ROUNDINGS[rounding](bound * 100, places) == printed for bound in bounds)


def list_lines(jurisdiction: Jurisdiction, result: Reconciliation) -> Iterator[str]:
    """The answer for people."""
    if not result.figures:
        yield f"{jurisdiction.id} prints no figures to reconcile"
        return
    yield (
        f"{jurisdiction.id}: {result.figures} printed figures, "
        f"{result.candidates} candidates searched"
    )
    for key, values in result.domain.items():
        yield f"  {key}: {', '.join(values)}"
    yield f"  other players: 1 to {MOST_OTHERS}; stake: the stated minimum; rounding: " + ", ".join(
        ROUNDINGS
    )
    for solution in result.solutions:
        named = ", ".join(f"{key}={value}" for key, value in solution.readings.items())
        yield (
            f"all figures come out with {named}, {solution.other_players} other players, "
            f"{solution.rounding}"
        )
    if not result.solutions:
        yield f"no candidate reproduces all figures; the best reproduces {result.best}"
    elif len(result.solutions) == 1:
        yield "the answer is unique in this domain"
    else:
        yield f"the answer is not unique: {len(result.solutions)} candidates reproduce all figures"

"""Which readings reproduce every figure that a document prints."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from certify.base.errors import CertifyError
from certify.base.figures import ROUNDINGS
from certify.base.progress import Progress
from certify.odds.counted import count_wager
from certify.spec.catalogue import Kind, Moves, Touches
from certify.spec.compile import compile_rulebook
from certify.spec.model import Jurisdiction, Paytable, Standing, Wager
from certify.spec.values import Value

Bounds = tuple[Fraction, Fraction]
MOST_OTHERS = 5
_MAXIMUM = "max-envy"


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


Domain = dict[str, tuple[str, ...]]
Computed = dict[tuple[str, ...], dict[str, dict[int, Bounds]]]
"""Edges by the values of the readings, then by paytable and number of others."""


def reconcile(jurisdiction: Jurisdiction, progress: Progress | None = None) -> Reconciliation:
    """Search readings, numbers of other players and roundings for those that fit all figures."""
    tables = [item for item in jurisdiction.list_paytables() if item[1].published]
    figures = sum(len(table.published) for _, table in tables)
    domain = _list_domain(jurisdiction, {wager.id for wager, _ in tables})
    choices = list(product(*domain.values())) if tables else []
    computed = {}
    for number, values in enumerate(choices):
        if progress:
            progress("readings", number, len(choices))
        readings: dict[str, Value] = dict(zip(domain, values, strict=True))
        computed[values] = {
            table.id: _compute(jurisdiction, wager, table, readings) for wager, table in tables
        }
    domain, computed = _drop_idle(domain, computed)
    solutions: list[Solution] = []
    best = candidates = 0
    for values, edges in computed.items():
        for others, rounding in product(range(1, MOST_OTHERS + 1), ROUNDINGS):
            candidates += 1
            fitting = sum(
                _fits(
                    item.percent,
                    edges[table.id].get(others if item.label == _MAXIMUM else 0),
                    rounding,
                )
                for _, table in tables
                for item in table.published
            )
            best = max(best, fitting)
            if fitting == figures and figures:
                readings = dict(zip(domain, values, strict=True))
                solutions.append(Solution(readings, others, rounding))
    return Reconciliation(figures, candidates, domain, tuple(solutions), best)


def _list_domain(jurisdiction: Jurisdiction, wagers: set[str]) -> Domain:
    """Every value of every closed reading that touches a wager with printed figures."""
    found: dict[str, tuple[str, ...]] = {}
    for key, statements in jurisdiction.readings.items():
        statement = statements[0]
        parameter = statement.parameter
        if (
            parameter.kind is Kind.CHOICE
            and parameter.moves is Moves.ODDS
            and parameter.touches in {Touches.LINES, Touches.EVERY, Touches.ENVY}
            and (statement.wager is None or statement.wager in wagers)
            and statement.standing is not Standing.NOT_OFFERED
            and statement.value is not None
        ):
            found[key] = tuple(
                word for word in parameter.choices if word not in parameter.uncounted
            )
    return found


def _drop_idle(domain: Domain, computed: Computed) -> tuple[Domain, Computed]:
    """Leave out the readings on which no printed figure turns, whatever the others are."""
    for place, key in enumerate(domain):
        of_rest: Computed = {}
        if all(
            of_rest.setdefault(values[:place] + values[place + 1 :], edges) == edges
            for values, edges in computed.items()
        ):
            rest = {name: values for name, values in domain.items() if name != key}
            return _drop_idle(rest, of_rest) if computed else (domain, computed)
    return domain, computed


def _compute(
    jurisdiction: Jurisdiction, wager: Wager, paytable: Paytable, readings: dict[str, Value]
) -> dict[int, Bounds]:
    """The edge without envy (0) and with it, as bounds; equal where it is exact."""
    rulebook = compile_rulebook(jurisdiction, {None: readings}, {wager.id: paytable.id})
    try:
        found = count_wager(rulebook, rulebook.wagers[wager.id], None)
    except CertifyError:
        return {}
    result = {0: (found.edge, found.edge)}
    for item in found.envy:
        if item.house_edge is not None:
            result[item.other_players] = (item.house_edge, item.highest_edge or item.house_edge)
    return result


def _fits(printed: str, bounds: Bounds | None, rounding: str) -> bool:
    places = len(printed.partition(".")[2])
    return bounds is not None and all(
        ROUNDINGS[rounding](bound * 100, places) == printed for bound in bounds
    )


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

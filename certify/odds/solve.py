"""Which pays to change, and to what, for a wanted edge: exact, from the settlement's own answers.

What a unit more on one line is worth is found by settling every situation again with that pay, so nothing
here knows how a line becomes money; and every result that is shown was priced anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from math import ceil, floor
from typing import Any

from certify.base.errors import CertifyError
from certify.base.figures import describe_share, format_fraction, format_percent
from certify.base.frames import Tabular
from certify.game.views import ANYTHING, HandCondition
from certify.odds.price import Priced
from certify.odds.solve_pays import (
    BEST,
    HIGHEST_PAY,
    Combination,
    Constraints,
    Search,
    Slopes,
    WhatIf,
    find_slopes,
)
from certify.spec.rulebook import LineTerms, WagerTerms
from certify.spec.values import PUSHES, Pay

_EVEN = Pay(Fraction(1))


def find_hits(trial: WhatIf, wanted: Fraction, constraints: Constraints) -> list[Combination]:
    """Sets of lines that bring the hit rate nearer, the nearest first; every set is settled.

    A line turns between paying and pushing, or comes new onto the paytable; where a line begins to pay it
    is taken to pay 1.
    """
    now = abs(trial.measure(trial.terms).hit_rate - wanted)
    turns = [*_list_turns(trial, constraints), *_list_new(trial, constraints)]
    most = constraints.maximum_variance
    found = []
    for size in range(1, constraints.cells + 1):
        for chosen in combinations(turns, size):
            terms = _turn(trial.terms, dict(chosen))
            grown = len(terms.lines) > len(trial.terms.lines)
            odds = trial.count(terms) if grown else trial.measure(terms)
            off = abs(odds.hit_rate - wanted)
            if off < now and (most is None or odds.variance <= most):
                found.append(
                    Combination(chosen, trial.edge(odds), odds.hit_rate, odds.variance, off)
                )
    found.sort(key=lambda item: (item.distance, len(item.pays), item.pays))
    return found[:BEST]


def _list_turns(trial: WhatIf, constraints: Constraints) -> Iterator[tuple[str, int]]:
    for line in trial.terms.lines:
        pays = 0 if line.pays.value.is_win else 1
        low, high = constraints.bounds.get(line.id, (0, pays))
        if line.id not in constraints.fixed and line.pays.value.times >= 0 and low <= pays <= high:
            yield line.id, pays


def _list_new(trial: WhatIf, constraints: Constraints) -> Iterator[tuple[str, int]]:
    """Classes below all that are paid, so that no hand leaves the line that it is on."""
    terms = trial.terms
    if not terms.all_classes:
        return
    lowest = max(terms.classes.index(line.hand) for line in terms.lines if line.hand)
    for name in terms.classes[lowest + 1 :]:
        low, high = constraints.bounds.get(name, (0, 1))
        if name not in constraints.fixed and low <= 1 <= high:
            yield name, 1


def _turn(terms: WagerTerms, pays: dict[str, int]) -> WagerTerms:
    known = {line.id: line for line in terms.lines}
    for name, times in pays.items():
        if name in known:
            terms = terms.put(known[name].pays, Pay(Fraction(times)) if times else PUSHES)
        else:
            last = terms.lines[-1]
            new = replace(
                last,
                id=name,
                player=HandCondition(hand=name),
                bank=ANYTHING,
                pays=last.pays.put(_EVEN),
                envy=None,
            )
            terms = replace(terms, lines=(*terms.lines, new))
    return terms


MEASURES = ("edge", "return", "hit-rate")


@dataclass(frozen=True, slots=True)
class WholePay:
    """A whole pay beside the exact one, and what it gives."""

    pays: int
    house_edge: Fraction
    variance: Fraction
    keeps: bool
    """Whether it keeps to the constraints."""


@dataclass(frozen=True, slots=True)
class PayoutChange:
    """A line: the pay that would do it, the whole pays on both sides, what a unit is worth."""

    line: str
    pays: Fraction
    exact: Fraction | None
    """None where no pay of this line does it: its hands never come, or it would be below a push."""
    below: WholePay | None
    above: WholePay | None
    per_unit: Fraction
    """What a unit more takes off the edge."""
    envy_per_unit: Fraction | None
    """The same for a unit of money more of its envy, where others are asked for."""

    @property
    def sides(self) -> tuple[WholePay | None, WholePay | None]:
        """The whole pays below and above."""
        return self.below, self.above


@dataclass(frozen=True, slots=True, repr=False)
class Solved(Tabular):
    """Every way found to a wanted figure, the nearest first."""

    measure: str
    wanted: Fraction
    now: Fraction
    others: int
    lines: tuple[PayoutChange, ...]
    combinations: tuple[Combination, ...]

    def to_dict(self) -> dict[str, Any]:
        """The form that `certify solve --json` prints."""
        return {
            "measure": self.measure,
            "wanted": describe_share(self.wanted),
            "now": describe_share(self.now),
            "other_players": self.others,
            "lines": [_describe_cell(cell) for cell in self.lines],
            "combinations": [
                {
                    "pays": dict(item.pays),
                    "house_edge": describe_share(item.house_edge),
                    "hit_rate": describe_share(item.hit_rate),
                    "variance": {"fraction": format_fraction(item.variance)},
                    "distance": describe_share(item.distance),
                }
                for item in self.combinations
            ],
        }

    @property
    def headline(self) -> str:
        """What was wanted, and how near the nearest combination comes."""
        name = self.measure.replace("-", " ")
        off = format_percent(self.combinations[0].distance) if self.combinations else "?"
        return f"{name} of {format_percent(self.wanted)}%: nearest combination is {off} pp off"

    def list_rows(self) -> list[dict[str, Any]]:
        """One row per combination, the nearest first."""
        return [
            {
                "pays": dict(item.pays),
                "house_edge": item.house_edge,
                "hit_rate": item.hit_rate,
                "variance": item.variance,
                "distance": item.distance,
            }
            for item in self.combinations
        ]


def _describe_cell(cell: PayoutChange) -> dict[str, Any]:
    whole = cell.pays.denominator == 1
    data: dict[str, Any] = {
        "line": cell.line,
        "pays": cell.pays.numerator if whole else format_fraction(cell.pays),
        "exact": None if cell.exact is None else format_fraction(cell.exact),
    }
    for name, step in (("below", cell.below), ("above", cell.above)):
        data[name] = step and {
            "pays": step.pays,
            "house_edge": describe_share(step.house_edge),
            "variance": {"fraction": format_fraction(step.variance)},
            "keeps_constraints": step.keeps,
        }
    data["points_per_unit"] = describe_share(cell.per_unit)
    if cell.envy_per_unit is not None:
        data["points_per_unit_of_envy"] = describe_share(cell.envy_per_unit)
    return data


def solve_lines(
    priced: Priced, measure: str, wanted: Fraction, constraints: Constraints | None = None
) -> Solved:
    """Find the pays that give a wanted edge, return or hit rate."""
    if measure not in MEASURES:
        raise CertifyError(f"the goal is {' or '.join(MEASURES)}, not {measure!r}")
    if wanted > 1 or wanted < (-HIGHEST_PAY if measure == "edge" else 0):
        raise CertifyError(
            f"no wager can have this {measure}; write a share of the wager, for example 6%"
        )
    trial, constraints = WhatIf.of(priced), constraints or Constraints()
    known = [line.id for line in trial.terms.lines]
    for name in (*constraints.fixed, *constraints.bounds):
        if name not in known:
            raise CertifyError(f"there is no row {name!r}; the rows are {', '.join(known)}")
    now, slopes = trial.measure(trial.terms), find_slopes(trial)
    if measure == "hit-rate":
        found = tuple(find_hits(trial, wanted, constraints))
        alone = tuple(_weigh_cell(trial, line, slopes) for line in trial.terms.lines)
        return Solved(measure, wanted, now.hit_rate, priced.others, alone, found)
    edge = 1 - wanted if measure == "return" else wanted
    cells = tuple(
        _solve_cell(trial, _weigh_cell(trial, line, slopes), edge, constraints)
        for line in trial.terms.lines
    )
    combinations = tuple(Search(trial, slopes, edge, constraints).find())
    present = 1 - trial.edge(now) if measure == "return" else trial.edge(now)
    return Solved(measure, wanted, present, priced.others, cells, combinations)


def _weigh_cell(trial: WhatIf, line: LineTerms, slopes: Slopes) -> PayoutChange:
    """A line with what a unit more is worth."""
    slope, envy = slopes.weights.get(line.id, Fraction(0)), trial.find_envy_slope(line)
    return PayoutChange(line.id, line.pays.value.times, None, None, None, slope, envy)


def _solve_cell(
    trial: WhatIf, cell: PayoutChange, wanted: Fraction, constraints: Constraints
) -> PayoutChange:
    if not cell.per_unit:
        return cell
    exact = cell.pays + (trial.edge(trial.measure(trial.terms)) - wanted) / cell.per_unit
    if exact < 0:
        return replace(cell, above=_step(trial, cell.line, 0, constraints))
    below, above = (
        _step(trial, cell.line, round_to(exact), constraints) for round_to in (floor, ceil)
    )
    return replace(cell, exact=exact, below=below, above=above)


def _step(trial: WhatIf, line: str, pays: int, constraints: Constraints) -> WholePay:
    terms = trial.put({line: pays})
    odds = trial.measure(terms)
    return WholePay(pays, trial.edge(odds), odds.variance, trial.keeps(terms, odds, constraints))

"""A wanted hit rate: which lines should pay, push, or come onto the paytable."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from certify.game.views import ANYTHING, HandCondition
from certify.odds.solve_pays import BEST, Combination
from certify.odds.what_if import Constraints, WhatIf
from certify.spec.rulebook import WagerTerms
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

"""A wanted hit rate: which lines should pay, push, or come onto the paytable."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from certify.odds.solve_pays import BEST, Combination
from certify.odds.trial import Constraints, Trial
from certify.spec.rulebook import WagerTerms
from certify.spec.values import PUSHES, Pay


def find_hits(trial: Trial, wanted: Fraction, constraints: Constraints) -> list[Combination]:
    """Sets of lines that change between paying and pushing, by how near they bring the hit rate.

    Every set of lines is settled; a line that pushes now is taken to pay 1.
    """
    found = []
    for size in range(1, constraints.cells + 1):
        for chosen in combinations(_list_turns(trial, constraints), size):
            terms: WagerTerms = trial.terms
            for name, pays in chosen:
                line = next(item for item in terms.lines if item.id == name)
                terms = terms.put(line.pays, Pay(Fraction(pays)) if pays else PUSHES)
            odds = trial.measure(terms)
            if trial.keeps(terms, odds, replace(constraints, falling=False)):
                found.append(
                    Combination(
                        chosen,
                        trial.edge(odds),
                        odds.hit_rate,
                        odds.variance,
                        abs(odds.hit_rate - wanted),
                    )
                )
    found.sort(key=lambda item: (item.distance, len(item.pays), item.pays))
    return found[:BEST]


def _list_turns(trial: Trial, constraints: Constraints) -> Iterator[tuple[str, int]]:
    for line in trial.terms.lines:
        if line.id not in constraints.fixed and line.pays.value.times >= 0:
            yield line.id, 0 if line.pays.value.is_win else 1

"""Paytables of a few lines whose hundred deals are counted by hand, on the wager itself."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from certify.odds.price import Assumptions, price_lines
from certify.odds.situations import SituationCounts
from certify.odds.solve_pays import WhatIf
from certify.wagers.lines import Situation

NAMES = ("straight-flush", "four-of-a-kind", "full-house", "flush", "straight", "three-of-a-kind")
DEALS = 100


@dataclass(frozen=True)
class Table:
    """Lines from the highest hand down: what each pays, and how many of a hundred deals it takes."""

    pays: tuple[str, ...]
    deals: tuple[int, ...]

    @property
    def now(self) -> dict[str, Fraction]:
        worth = {"push": Fraction(0), "lose": Fraction(-1)}
        return {
            name: worth[text] if text in worth else Fraction(text)
            for name, text in zip(NAMES, self.pays, strict=False)
        }

    def make_trial(self) -> WhatIf:
        """The wager itself, with its deals replaced by those of this table."""
        text = " ".join(f"{name}={pay}" for name, pay in zip(NAMES, self.pays, strict=False))
        priced = price_lines(text, Assumptions(order="written"))
        rest = DEALS - sum(self.deals)
        found = {Situation((place,)): number for place, number in enumerate(self.deals)}
        return replace(
            WhatIf.of(priced), counts=SituationCounts(DEALS, {**found, Situation(()): rest})
        )

    def add_up(self, pays):
        """What the hundred deals give, and their squares, at -1 for a deal on no line."""
        sums = [number * pays[name] for name, number in zip(NAMES, self.deals, strict=False)]
        squares = [paid * pays[name] for name, paid in zip(NAMES, sums, strict=False)]
        rest = DEALS - sum(self.deals)
        return sum(sums) - rest, sum(squares) + rest

    def read_figures(self, pays):
        """Edge, hit rate and variance."""
        total, squares = self.add_up(pays)
        winning = [n for name, n in zip(NAMES, self.deals, strict=False) if pays[name] > 0]
        mean = Fraction(total) / DEALS
        return -mean, Fraction(sum(winning), DEALS), Fraction(squares) / DEALS - mean * mean

"""A paytable whose pays can be changed and settled again: what `solve` asks its questions of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from certify.base.errors import CertifyError
from certify.odds.counted import count_wager, measure
from certify.odds.price import Priced
from certify.odds.result import WagerOdds
from certify.odds.setting import find_setting
from certify.odds.situations import SituationCounts
from certify.spec.compile import compile_rulebook
from certify.spec.rulebook import LineTerms, Rulebook, WagerTerms
from certify.spec.values import Money, Pay

MOST_CELLS = 3
HIGHEST_PAY = 100_000
"""No pay is searched above it."""


@dataclass(frozen=True, slots=True)
class Constraints:
    """What a solution must keep to."""

    falling: bool = True
    """No line that changes pays more than the line above it, or less than the one below."""
    multiple_of: int = 1
    """Of which the pays above it are multiples; smaller pays are whole."""
    fixed: frozenset[str] = frozenset()
    """Lines whose pay stays."""
    bounds: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    maximum_variance: Fraction | None = None
    cells: int = 2
    """How many lines may change at once."""

    def __post_init__(self) -> None:
        """Refuse numbers that no search can keep to."""
        if type(self.multiple_of) is not int or self.multiple_of < 1:
            raise CertifyError(
                f"--multiple-of: write a whole number of 1 or more, not {self.multiple_of}"
            )
        if type(self.cells) is not int or not 1 <= self.cells <= MOST_CELLS:
            raise CertifyError(f"--cells: write 1 to {MOST_CELLS}, not {self.cells}")
        for name, (low, high) in self.bounds.items():
            if type(low) is not int or type(high) is not int or not 0 <= low <= high <= HIGHEST_PAY:
                raise CertifyError(
                    f"{name}: {low}..{high} is not a range of payouts; "
                    f"write whole numbers from 0 to {HIGHEST_PAY}, the lower one first"
                )


@dataclass(frozen=True, slots=True)
class WhatIf:
    """A wager's terms with every situation counted once."""

    rulebook: Rulebook
    terms: WagerTerms
    counts: SituationCounts
    stake: Money | None
    others: int
    envy_cost: Fraction
    """What envy takes off the edge, whatever the lines pay."""

    @classmethod
    def of(cls, priced: Priced) -> WhatIf:
        """The trial of a priced paytable."""
        rulebook = compile_rulebook(priced.game, {}, {priced.wager.id: priced.paytable.id})
        terms = rulebook.wagers[priced.wager.id]
        setting = find_setting(rulebook)
        counted = count_wager(rulebook, terms, priced.stake, setting=setting)
        return cls(
            rulebook,
            terms,
            counted.counts,
            counted.stake,
            priced.others,
            priced.odds.house_edge - priced.house_edge,
        )

    def put(self, pays: Mapping[str, int | Fraction]) -> WagerTerms:
        """The terms with other pays."""
        terms = self.terms
        for name, times in pays.items():
            line = next(item for item in terms.lines if item.id == name)
            changed = Pay(Fraction(times), line.pays.value.money, line.pays.value.meter)
            terms = terms.put(line.pays, changed)
        return terms

    def measure(self, terms: WagerTerms) -> WagerOdds:
        """The figures of the wager alone; envy, which costs time, is left out."""
        alone = replace(terms, envy=None)
        counted = count_wager(self.rulebook, alone, self.stake, counts=self.counts)
        return measure(alone, counted.counts, counted.outcomes, counted.stake)

    def count(self, terms: WagerTerms) -> WagerOdds:
        """The figures of the wager with other lines: what there is to see is counted anew."""
        alone = replace(terms, envy=None)
        counted = count_wager(self.rulebook, alone, self.stake, setting=find_setting(self.rulebook))
        return measure(alone, counted.counts, counted.outcomes, counted.stake)

    def edge(self, odds: WagerOdds) -> Fraction:
        """An edge with the envy that was asked for."""
        return odds.house_edge - self.envy_cost

    def find_envy_slope(self, line: LineTerms) -> Fraction | None:
        """What a unit of money more of a line's envy takes off the edge."""
        if line.envy is None or not self.others:
            return None
        more = self.terms.put(line.envy, line.envy.value + Pay(money=Fraction(1)))
        return self._find_edge_with_envy(self.terms) - self._find_edge_with_envy(more)

    def _find_edge_with_envy(self, terms: WagerTerms) -> Fraction:
        counted = count_wager(self.rulebook, terms, self.stake, counts=self.counts)
        edge = counted.envy[self.others - 1].house_edge
        if edge is None:
            raise CertifyError(
                "the house edge with Envy Bonus depends on the wager amount; add --stake"
            )
        return edge

    def keeps(self, terms: WagerTerms, odds: WagerOdds, constraints: Constraints) -> bool:
        """Whether changed terms keep to the constraints; what was not changed is not blamed."""
        pays = [line.pays.value.times for line in terms.lines]
        changed = [
            place
            for place, (line, old) in enumerate(zip(terms.lines, self.terms.lines, strict=True))
            if line.pays.value != old.pays.value
        ]
        for place in changed:
            name, times = terms.lines[place].id, pays[place]
            low, high = constraints.bounds.get(name, (0, None))
            if name in constraints.fixed or times < low or (high is not None and times > high):
                return False
            if times > constraints.multiple_of and times % constraints.multiple_of:
                return False
            if constraints.falling and (
                (place > 0 and pays[place - 1] < times)
                or (place + 1 < len(pays) and times < pays[place + 1])
            ):
                return False
        limit = constraints.maximum_variance
        return limit is None or odds.variance <= limit

"""The nearest pays for every set of lines that may change, by whole numbers.

With all else fixed the edge is a straight line in each pay and the variance a parabola that opens upwards.
So where all lines of a set but one are chosen, the pays allowed to the last one are an interval, and the best
of them lies next to the exact solution or at an end of the interval.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations, product
from math import lcm, prod

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


MOST_TRIALS = 2_000_000
"""Choices that are looked at before the bounds are called too wide."""
BEST = 12

Pays = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Combination:
    """Pays of one or more lines that come near the wanted figure together."""

    pays: Pays
    house_edge: Fraction
    hit_rate: Fraction
    variance: Fraction
    distance: Fraction


@dataclass(frozen=True, slots=True)
class Slopes:
    """How the figures follow the pays: edge and variance of the lines as they are, and by unit."""

    edge: Fraction
    weights: Mapping[str, Fraction]
    """What a unit more on a line takes off the edge."""


def find_slopes(trial: WhatIf) -> Slopes:
    """What a unit more on each line is worth, by settling everything again."""
    now = trial.measure(trial.terms).house_edge
    weights = {
        line.id: now - trial.measure(trial.put({line.id: line.pays.value.times + 1})).house_edge
        for line in trial.terms.lines
        if line.pays.value.times >= 0
    }
    return Slopes(now - trial.envy_cost, weights)


class Search:
    """The sets of lines that may change, each with its nearest pays."""

    def __init__(
        self, trial: WhatIf, slopes: Slopes, wanted: Fraction, constraints: Constraints
    ) -> None:
        self.trial, self.wanted, self.constraints = trial, wanted, constraints
        used = {name: weight for name, weight in slopes.weights.items() if weight}
        unit = lcm(
            slopes.edge.denominator,
            wanted.denominator,
            *(weight.denominator for weight in used.values()),
        )
        self.weights = {name: int(weight * unit) for name, weight in used.items()}
        self.gap = int((slopes.edge - wanted) * unit)
        self.order = [line.id for line in trial.terms.lines]
        self.now = [line.pays.value.times for line in trial.terms.lines]
        self.places = [
            place
            for place, name in enumerate(self.order)
            if name in used and name not in constraints.fixed and self.now[place].denominator == 1
        ]
        self.ranges = {place: self._list_pays(place) for place in self.places}
        self.variance = (
            _Variance(trial, self.order) if constraints.maximum_variance is not None else None
        )

    def _list_pays(self, place: int) -> list[int]:
        """The pays that a line may take: its bounds, else from half to twice what it pays now."""
        now, step = int(self.now[place]), self.constraints.multiple_of
        usual = (max(1, now // 2), max(2 * now, now + 5))
        low, high = self.constraints.bounds.get(self.order[place], usual)
        first = max(low, step + 1)
        return [
            *range(low, min(high, step) + 1),
            *range(first + -first % step, high + 1, step),
        ]

    def find(self) -> list[Combination]:
        """The best pays of each set of lines, priced anew, the nearest first."""
        sets = [
            chosen
            for size in range(1, self.constraints.cells + 1)
            for chosen in combinations(self.places, size)
        ]
        self._refuse(sets)
        found = [best for chosen in sets if (best := self._solve(chosen)) is not None]
        found.sort()
        return [self._price(pays) for *_, pays in found[:BEST]]

    def _refuse(self, sets: Sequence[Sequence[int]]) -> None:
        work = sum(
            prod(sorted(len(self.ranges[place]) for place in chosen)[:-1]) for chosen in sets
        )
        if work > MOST_TRIALS:
            raise CertifyError(
                f"{work:,} combinations of payouts are too many; limit them with --multiple-of 5, "
                "--between or --fix, or lower --cells"
            )

    def _price(self, pays: Pays) -> Combination:
        terms = self.trial.put(dict(pays))
        odds = self.trial.measure(terms)
        if not self.trial.keeps(terms, odds, self.constraints):
            raise AssertionError(f"{pays} does not keep to what was asked")
        edge = self.trial.edge(odds)
        return Combination(pays, edge, odds.hit_rate, odds.variance, abs(edge - self.wanted))

    def _solve(self, chosen: tuple[int, ...]) -> tuple[int, int, Fraction, Pays] | None:
        """How far off, lines changed, how much, and the pays: of the nearest choice for a set."""
        last = max(chosen, key=lambda place: len(self.ranges[place]))
        free = [place for place in chosen if place != last]
        weight = self.weights[self.order[last]]
        best: tuple[int, int, Fraction, Pays] | None = None
        for picked in self._pick(free, last):
            left = self.gap - sum(
                (pays - int(self.now[place])) * self.weights[self.order[place]]
                for place, pays in picked.items()
            )
            if best is not None and self._bound(last, left, weight) > best[0]:
                continue
            for pays in self._list_near(picked, last, left // weight):
                off = abs(left - (pays - int(self.now[last])) * weight)
                if best is None or off <= best[0]:
                    found = (off, len(chosen), *self._weigh({**picked, last: pays}))
                    best = found if best is None else min(best, found)
        return best

    def _bound(self, last: int, left: int, weight: int) -> int:
        """How far off the nearest pay of the last line is, constraints beyond its range apart."""
        pays, now = self.ranges[last], int(self.now[last])
        place = bisect_right(pays, now + left // weight)
        near = pays[max(0, place - 1) : place + 1]
        return min((abs(left - (value - now) * weight) for value in near), default=0)

    def _weigh(self, pays: Mapping[int, int]) -> tuple[Fraction, Pays]:
        change = sum(
            (
                abs(new - self.now[place]) / max(self.now[place], Fraction(1))
                for place, new in pays.items()
            ),
            Fraction(0),
        )
        return change, tuple((self.order[place], pays[place]) for place in sorted(pays))

    def _pick(self, free: Sequence[int], last: int) -> Iterator[dict[int, int]]:
        """Every choice for all lines of a set but the last, each of them changed."""
        allowed = [
            [pays for pays in self.ranges[place] if pays != self.now[place]] for place in free
        ]
        for values in product(*allowed):
            picked = dict(zip(free, values, strict=True))
            if all(
                low <= picked[place] and (high is None or picked[place] <= high)
                for place in free
                for low, high in [self._limit(place, picked, last)]
            ):
                yield picked

    def _limit(
        self, place: int, picked: Mapping[int, int], unknown: int | None = None
    ) -> tuple[Fraction | int, Fraction | int | None]:
        """What the lines above and below leave to a line; the unknown one limits nothing yet."""
        low: Fraction | int = 0
        high: Fraction | int | None = None
        if self.constraints.falling:
            if place + 1 < len(self.order) and place + 1 != unknown:
                low = max(low, picked.get(place + 1, self.now[place + 1]))
            if place > 0 and place - 1 != unknown:
                high = picked.get(place - 1, self.now[place - 1])
        return low, high

    def _list_near(self, picked: Mapping[int, int], last: int, more: int) -> Iterator[int]:
        """The allowed pays of the last line on both sides of the exact one."""
        pays = self.ranges[last]
        low, high = self._limit(last, picked)
        start = bisect_left(pays, low)
        stop = len(pays) if high is None else bisect_right(pays, high)
        if self.variance is not None and self.constraints.maximum_variance is not None:
            start, stop = self.variance.narrow(
                {self.order[place]: value for place, value in picked.items()},
                self.order[last],
                pays,
                (start, stop),
                self.constraints.maximum_variance,
            )
        now = int(self.now[last])
        place = bisect_right(pays, now + more)
        # two on each side: what is paid now is no change, and does not count
        for near in (place - 2, place - 1, place, place + 1):
            held = min(max(near, start), stop - 1)
            if start <= held < stop and pays[held] != now:
                yield pays[held]
        for end in (start, start + 1, stop - 2, stop - 1):
            if start <= end < stop and pays[end] != now:
                yield pays[end]


class _Variance:
    """The variance as a function of the pays: a polynomial of the second degree, found by settling.

    Its coefficients are kept as whole numbers of one unit.
    """

    def __init__(self, trial: WhatIf, order: Sequence[str]) -> None:
        self.now = {line.id: int(line.pays.value.times) for line in trial.terms.lines}
        names = [name for name in order if self.now[name] >= 0]

        def ask(*more: tuple[str, int]) -> Fraction:
            pays = {name: trial_pays[name] + number for name, number in more}
            return trial.measure(trial.put(pays)).variance

        trial_pays = {line.id: line.pays.value.times for line in trial.terms.lines}
        base = ask()
        ones = {name: ask((name, 1)) for name in names}
        square = {name: (ask((name, 2)) - 2 * ones[name] + base) / 2 for name in names}
        linear = {name: ones[name] - base - square[name] for name in names}
        cross = {
            (one, two): ask((one, 1), (two, 1)) - ones[one] - ones[two] + base
            for one, two in combinations(names, 2)
        }
        every = [base, *square.values(), *linear.values(), *cross.values()]
        self.unit = lcm(*(value.denominator for value in every))
        self.base = int(base * self.unit)
        self.square = {name: int(value * self.unit) for name, value in square.items()}
        self.linear = {name: int(value * self.unit) for name, value in linear.items()}
        self.cross = {
            key: int(value * self.unit)
            for (one, two), value in cross.items()
            for key in ((one, two), (two, one))
        }

    def narrow(
        self,
        picked: Mapping[str, int],
        last: str,
        pays: Sequence[int],
        within: tuple[int, int],
        limit: Fraction,
    ) -> tuple[int, int]:
        """The part of sorted pays that keeps the variance within a limit: an interval."""
        moved = {name: value - self.now[name] for name, value in picked.items()}
        fixed = self.base + sum(
            self.linear[name] * d + self.square[name] * d * d for name, d in moved.items()
        )
        fixed += sum(self.cross[a, b] * moved[a] * moved[b] for a, b in combinations(moved, 2))
        slope = self.linear[last] + sum(self.cross[name, last] * d for name, d in moved.items())
        bend, now = self.square[last], self.now[last]
        most = limit.numerator * self.unit // limit.denominator

        def fits(place: int) -> bool:
            d = pays[place] - now
            return fixed + slope * d + bend * d * d <= most

        lowest = now - slope // (2 * bend) if bend else now
        start, stop = within
        middle = min(max(bisect_left(pays, lowest), start), stop)
        # rising above the lowest point, falling below it: each side is searched by halves
        above = _count_true(lambda step: fits(middle + step), stop - middle)
        below = _count_true(lambda step: fits(middle - 1 - step), middle - start)
        return middle - below, middle + above


def _count_true(holds: Callable[[int], bool], size: int) -> int:
    """How many of the first places hold, where those that hold come first."""
    low, high = 0, size
    while low < high:
        middle = (low + high) // 2
        if holds(middle):
            low = middle + 1
        else:
            high = middle
    return low

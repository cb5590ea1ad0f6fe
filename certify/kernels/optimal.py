"""The player's best setting where the bank's hand stays hidden and the bank's way is known.

What a deal is worth to the player is a monotone table of nine results, as in ``face_up``. He holds A
and sets it as (l, h). The bank's hands against which that reaches a level of result lie in the union
of the rectangles of the level's corners: a signed sum of R, the corners being steps of a staircase
themselves. Of his expectation only the sum over the levels of

    (what the level is worth more than the one before) x (the bank's hands that reach it)

turns on the setting. The bank's hands disjoint from A are counted by inclusion and exclusion, as the
sum over the subsets S of A of (-1)^|S| times the hands that contain S; ``met_hands`` says how.

Removal of his own cards makes the best setting depend on the suits even of cards that cannot make
a flush, so that it is sought for each suit class and not only for each distinct input. He chooses
among his undominated settings and the house way; where none is better he stays with the latter.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from certify.base.progress import Progress
from certify.kernels.compilation import compiled
from certify.kernels.deck import HAND, Deck, lowest_bit, population, require, require_fit
from certify.kernels.dominance import Settings
from certify.kernels.face_up import number_bank
from certify.kernels.keys import label_inputs
from certify.kernels.opponent_hands import (
    OWN_SUIT,
    OpponentSums,
    Ways,
    list_ways,
    sum_met_hands,
    way_beside,
)
from certify.kernels.rank import high_class
from certify.kernels.settings import (
    EQUAL_ALLOWED,
    SPLITS,
    Staircases,
    Worth,
    list_settings,
    undominated_settings,
)
from certify.kernels.subsets import SuitClasses, field, has_joker, suit_classes
from certify.kernels.threads import available_threads, sum_in_chunks


@dataclass(frozen=True, slots=True)
class Departures:
    """The suit classes whose best setting is not the house way's, the costliest first.

    ``house`` and ``best`` are (low value, high value). Each of a class's ``orbits`` hands loses
    ``costs`` / ``cost_unit`` of the stake by the house way.
    """

    cards: NDArray[np.int8]
    orbits: NDArray[np.int64]
    house: NDArray[np.int32]
    best: NDArray[np.int32]
    costs: NDArray[np.int64]
    cost_unit: int

    @property
    def hands(self) -> int:
        """Return how many hands depart."""
        return int(self.orbits.sum())


@dataclass(frozen=True, slots=True)
class DepartureKind:
    """Departures alike in what they give up and take: class codes of low and high hand.

    ``place`` is that of the costliest among the departures, ``cost`` what all hands of the kind
    lose together, in units of ``cost_unit``.
    """

    house: tuple[int, int]
    best: tuple[int, int]
    hands: int
    cost: int
    place: int


def list_kinds(departures: Departures) -> tuple[DepartureKind, ...]:
    """Return the kinds of departures, in the order of the costliest of each."""
    codes = _find_classes(departures.house, departures.best)
    kinds, first, of = np.unique(codes, axis=0, return_index=True, return_inverse=True)
    hands, cost = np.zeros((2, len(kinds)), dtype=np.int64)
    np.add.at(hands, of.reshape(-1), departures.orbits)
    np.add.at(cost, of.reshape(-1), departures.orbits * departures.costs)
    return tuple(
        DepartureKind(
            (int(kinds[i, 0]), int(kinds[i, 1])),
            (int(kinds[i, 2]), int(kinds[i, 3])),
            int(hands[i]),
            int(cost[i]),
            int(first[i]),
        )
        for i in np.argsort(first)
    )


@compiled
def _find_classes(house: NDArray[np.int32], best: NDArray[np.int32]) -> NDArray[np.int8]:
    codes = np.empty((len(house), 4), dtype=np.int8)
    for i in range(len(house)):
        for j in range(2):
            codes[i, j] = high_class(house[i, j])
            codes[i, 2 + j] = high_class(best[i, j])
    return codes


def find_low_cards(
    cards: NDArray[np.int8],
    low: int,
    high: int,
    *,
    joker_mode: int,
    wheel: int,
    equal: int = EQUAL_ALLOWED,
) -> tuple[int, int]:
    """Return two of seven cards that set apart leave the given values."""
    lows, highs = np.empty((2, SPLITS), dtype=np.int32)
    permissible = np.empty(SPLITS, dtype=np.bool_)
    list_settings(cards, joker_mode, wheel, lows, highs, permissible, equal)
    found = np.flatnonzero((lows == low) & (highs == high) & permissible)
    if len(found) == 0:
        raise ValueError(f"no permissible setting has the values {low} and {high}")
    first, second = np.triu_indices(HAND, 1)
    return int(cards[first[found[0]]]), int(cards[second[found[0]]])


CHUNKS = 64


@dataclass(frozen=True, slots=True)
class LevelTally:
    """Ordered deals by level of result, the lowest first, and those that the bank's hand voids."""

    worth: Worth
    deals: tuple[int, ...]
    void: int

    def expect(self) -> Fraction:
        """Return what the player expects of one unit staked."""
        won = sum(
            (value * number for value, number in zip(self.worth.values, self.deals, strict=True)),
            Fraction(0),
        )
        return won / (sum(self.deals) + self.void)


@dataclass(frozen=True, slots=True)
class Best:
    """The best settings against the house way, beside the house way against itself."""

    best: LevelTally
    house: LevelTally
    departures: Departures


@dataclass(frozen=True, slots=True)
class _Candidates:
    """The settings to choose among by distinct input, and the place of the house way's."""

    settings: Staircases
    house: NDArray[np.int64]


def find_best_settings(
    deck: Deck,
    lows: NDArray[np.int32],
    highs: NDArray[np.int32],
    worth: Worth,
    *,
    joker_mode: int,
    wheel: int,
    equal: int = EQUAL_ALLOWED,
    pushes: NDArray[np.bool_] | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Best:
    """Find the best setting of each suit class against a bank that keeps to the house way.

    ``lows`` and ``highs`` are the house way's values by distinct input. ``pushes`` marks the inputs
    with which the bank pushes whatever the player holds.
    """
    require_fit(deck.size)
    threads = available_threads() if threads is None else threads
    classes = suit_classes(deck, HAND)
    inputs, labels = label_inputs(classes)
    if not len(lows) == len(highs) == len(inputs.keys):
        raise ValueError(f"{len(lows)} settings for {len(inputs.keys)} distinct inputs")
    void = np.zeros(len(lows), dtype=np.bool_) if pushes is None else pushes
    candidates = _join_house_way(
        undominated_settings(
            inputs.representatives, joker_mode=joker_mode, wheel=wheel, equal=equal
        ),
        lows,
        highs,
    )
    steps = candidates.settings
    ways = list_ways(inputs, np.diff(steps.starts))
    sums = sum_met_hands(
        deck,
        inputs,
        steps,
        number_bank(Settings(lows, highs, void.astype(np.int64))),
        _list_terms(worth),
        ways,
        threads=threads,
        progress=progress,
    )
    corners = [(level, *corner) for level, held in enumerate(worth.corners) for corner in held]
    gains = np.array(worth.gains, dtype=np.int64)
    opponents = deck.deals // deck.hands
    require(opponents * int(gains.sum()) < 2**63, "what a hand is worth fits in 64 bits")
    chosen = np.empty(len(classes), dtype=np.int8)
    costs = np.empty(len(classes), dtype=np.int64)

    def choose(start: int, stop: int) -> NDArray[np.int64]:
        return _choose(
            classes.packed[start:stop],
            classes.orbits[start:stop],
            labels[start:stop],
            deck.suits,
            opponents,
            sums,
            ways,
            steps,
            candidates.house,
            void,
            np.array(corners, dtype=np.int64).reshape(-1, 3),
            gains,
            chosen[start:stop],
            costs[start:stop],
        )

    totals = sum_in_chunks(
        choose,
        len(classes),
        chunks=CHUNKS,
        threads=threads,
        stage="best settings",
        progress=progress,
    )
    require(totals[2].sum() == 0, "each setting meets no less than no hand and no more than all")
    voided = int(inputs.weights[void].sum()) * opponents
    best, house = (_add_up(deck, totals[i], worth, voided) for i in range(2))
    require(best.expect() >= house.expect(), "the best settings lose no more")
    departing = np.flatnonzero(costs)
    # stable: equal costs keep the order of the classes, so that examples are the same on
    # every machine
    departing = departing[np.argsort(-costs[departing], kind="stable")]
    own = SuitClasses(deck, HAND, classes.packed[departing], classes.orbits[departing])
    stays = candidates.house[labels[departing]]
    taken = np.column_stack([steps.lows, steps.highs])
    departures = Departures(
        own.representatives(),
        own.orbits,
        taken[stays],
        taken[steps.starts[labels[departing]] + chosen[departing]],
        costs[departing],
        opponents * worth.unit,
    )
    return Best(best, house, departures)


def _join_house_way(
    stairs: Staircases, lows: NDArray[np.int32], highs: NDArray[np.int32]
) -> _Candidates:
    """Add the house way's setting where it is no step of the staircase."""
    counts = np.diff(stairs.starts)
    same = (stairs.lows == np.repeat(lows, counts)) & (stairs.highs == np.repeat(highs, counts))
    absent = ~np.logical_or.reduceat(same, stairs.starts[:-1])
    at = stairs.starts[1:][absent]
    starts = stairs.starts + np.concatenate([[0], np.cumsum(absent)])
    house = np.flatnonzero(np.insert(same, at, np.ones(len(at), dtype=np.bool_)))
    settings = Staircases(
        starts,
        np.insert(stairs.lows, at, lows[absent]),
        np.insert(stairs.highs, at, highs[absent]),
    )
    require(len(house) == len(lows), "the house way sets each hand once")
    return _Candidates(settings, house)


def _add_up(deck: Deck, totals: NDArray[np.int64], worth: Worth, void: int) -> LevelTally:
    reached = [deck.deals - void, *totals.tolist(), 0]
    return LevelTally(worth, tuple(a - b for a, b in pairwise(reached)), void)


def _list_terms(worth: Worth) -> NDArray[np.int64]:
    """Return the signed sum of R for each level: level, relation of low, of high, sign."""
    terms = []
    for level, corners in enumerate(worth.corners):
        steps = sorted(corners, reverse=True)  # the strictest low first: its rectangle is narrowest
        terms += [(level, low, high, 1) for low, high in steps]
        terms += [(level, low, after, -1) for (low, _), (_, after) in pairwise(steps)]
    return np.array(terms, dtype=np.int64).reshape(-1, 4)


@compiled
def _find_ways(packed: int, own: int, suits: int, ways: Ways, found: NDArray[np.int64]) -> None:
    """Write for each suit the way in which it holds some of the ranks of a hand."""
    flush = -1
    held = 0
    for suit in range(suits):
        held |= field(packed, suit)
        if ways.beside[own] >= 0 and population(field(packed, suit)) >= 5 - has_joker(packed):
            flush = suit
    if flush < 0:
        found[:] = 0
        place = 0
        while held:
            rank = lowest_bit(held)
            held &= held - 1
            for suit in range(suits):
                found[suit] |= ((field(packed, suit) >> rank) & 1) << place
            place += 1
        return
    beside = 0
    for suit in range(suits):
        if suit != flush:
            beside |= field(packed, suit)
    for suit in range(suits):
        found[suit] = way_beside(field(packed, suit), beside)
    found[flush] = OWN_SUIT


@compiled
def _choose(
    packed: NDArray[np.int64],
    orbits: NDArray[np.int64],
    labels: NDArray[np.int32],
    suits: int,
    opponents: int,
    sums: OpponentSums,
    ways: Ways,
    steps: Staircases,
    house: NDArray[np.int64],
    void: NDArray[np.bool_],
    corners: NDArray[np.int64],
    gains: NDArray[np.int64],
    chosen: NDArray[np.int8],
    costs: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Write the best candidate of each class, and what a hand of it gains over the house way.

    The bank's hand that is A itself, S = A, comes off here. Returns the deals that reach each level by
    the best candidates, by the house way, and in the last row how often a law was broken.
    """
    levels = len(gains)
    result = np.zeros((3, levels), dtype=np.int64)
    of_suit = np.zeros(suits, dtype=np.int64)
    reached = np.zeros(levels, dtype=np.int64)
    met = np.empty((SPLITS + 1, levels), dtype=np.int64)
    for c in range(len(packed)):
        label = labels[c]
        first = steps.starts[label]
        number = steps.starts[label + 1] - first
        stays = house[label]
        _find_ways(packed[c], label, suits, ways, of_suit)
        for k in range(number):
            step = first + k
            low = (
                1 + (steps.lows[step] > steps.lows[stays]) - (steps.lows[step] < steps.lows[stays])
            )
            high = 1 + (steps.highs[step] > steps.highs[stays])
            high -= steps.highs[step] < steps.highs[stays]
            reached[:] = 0
            for corner in range(len(corners)):
                if low >= corners[corner, 1] and high >= corners[corner, 2]:
                    reached[corners[corner, 0]] = 1
            before = opponents
            for level in range(levels):
                met[k, level] = sums.base[step, level]
                for suit in range(suits):
                    place = ways.starts[label] + of_suit[suit] * number + k
                    met[k, level] += sums.changes[place, level]
                # S = A, the last term of the alternating sum: the player's own
                # cards set by the house way
                if not void[label]:
                    met[k, level] -= reached[level]
                # counted, not raised: an exception in compiled code would lose
                # which class it was anyway
                result[2, level] += not 0 <= met[k, level] <= before
                before = met[k, level]
        own = stays - first
        best = own
        gained = 0
        for k in range(number):
            gain = 0
            for level in range(levels):
                gain += (met[k, level] - met[own, level]) * gains[level]
            # strictly more: where several settings are worth the same, the house way's stays
            if gain > gained:
                best = k
                gained = gain
        chosen[c] = best
        costs[c] = gained
        for level in range(levels):
            result[0, level] += orbits[c] * met[best, level]
            result[1, level] += orbits[c] * met[own, level]
    return result

"""The player's best setting where the bank's hand stays hidden and the bank's way is known.

What a deal is worth to the player is a monotone table of nine results, as in ``face_up``. He holds A
and sets it as (l, h). The bank's hands against which that reaches a level of result lie in the union
of the rectangles of the level's corners: a signed sum of R, the corners being steps of a staircase
themselves. Of his expectation only the sum over the levels of

    (what the level is worth more than the one before) x (the bank's hands that reach it)

turns on the setting. The bank's hands disjoint from A are counted by inclusion and exclusion, as the
sum over the subsets S of A of (-1)^|S| times the hands that contain S; R is laid out for each S as
in ``face_up``.

Exchanging suits changes no value, so one S stands for its class: what it adds for all hands A of
a suit class, times the orbit of S, adds up over the classes of S to the orbit of A times the sum
wanted. That the division by the orbit of A leaves nothing is asserted.

Removal of his own cards makes the best setting depend on the suits even of cards that cannot make
a flush, so that it is sought for each suit class and not only for each distinct input. He chooses
among his undominated settings and the house way; where none is better he stays with the latter.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise
from queue import SimpleQueue
from typing import Any

import numpy as np
from numpy.typing import NDArray

from certify.kernels.compilation import compiled
from certify.kernels.containing import fill_offsets, tally
from certify.kernels.deck import HAND, Deck
from certify.kernels.departures import Departures
from certify.kernels.dominance import Settings
from certify.kernels.face_up import BankTypes, lay_out, number_bank, reach
from certify.kernels.keys import label_inputs
from certify.kernels.order import drain, mark, mark_words
from certify.kernels.settings import (
    EQUAL_ALLOWED,
    Staircases,
    undominated_settings,
)
from certify.kernels.subsets import binomials, spread_labels, suit_classes
from certify.kernels.threads import Progress, available_threads, run_in_chunks
from certify.kernels.totals import require, require_fit
from certify.kernels.worth import ABOVE, BELOW, Worth

CHUNKS = 64


@dataclass(frozen=True, slots=True)
class Tally:
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

    best: Tally
    house: Tally
    departures: Departures


@dataclass(frozen=True, slots=True)
class _Candidates:
    """The settings to choose among by distinct input, and the place of the house way's."""

    settings: Staircases
    house: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class _Workspace:
    """What one thread writes to: hands by suit class, and sums by candidate and level."""

    counts: NDArray[np.int32]
    touched: NDArray[np.int32]
    sums: NDArray[np.int64]


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
    starts = candidates.settings.starts
    places = np.zeros(len(classes) + 1, dtype=np.int64)
    np.cumsum(np.diff(starts)[labels], out=places[1:])
    sums = _sum_over_subsets(
        deck,
        spread_labels(classes, np.arange(len(classes), dtype=np.int32), threads=threads),
        (labels, places),
        (candidates.settings, number_bank(Settings(lows, highs, void.astype(np.int64)))),
        worth,
        threads=threads,
        progress=progress,
    )
    levels = len(worth.corners)
    results = np.empty((len(classes), 2, levels), dtype=np.int64)
    chosen = np.empty(len(classes), dtype=np.int64)
    corners = [(level, *corner) for level, held in enumerate(worth.corners) for corner in held]
    gains = np.array(worth.gains, dtype=np.int64)
    opponents = deck.deals // deck.hands
    require(opponents * int(gains.sum()) < 2**63, "what a hand is worth fits in 64 bits")
    whole = _choose(
        sums,
        classes.orbits,
        labels,
        places,
        *candidates.settings,
        candidates.house,
        void,
        np.array(corners, dtype=np.int64).reshape(-1, 3),
        gains,
        results,
        chosen,
    )
    require(whole, "sums over a suit class divide by its orbit")
    require((results >= 0).all(), "no number of deals is negative")
    require((results <= opponents).all(), "no hand meets more than all hands")
    require((np.diff(results, axis=2) <= 0).all(), "what reaches a level reaches those below it")
    voided = int(inputs.weights[void].sum()) * opponents
    best, house = (_add_up(deck, classes.orbits, results[:, i], worth, voided) for i in range(2))
    costs = (results[:, 0] - results[:, 1]) @ gains
    require(best.expect() >= house.expect(), "the best settings lose no more")
    departing = np.flatnonzero(costs)
    departing = departing[np.argsort(-costs[departing], kind="stable")]
    stays = candidates.house[labels[departing]]
    taken = np.column_stack([candidates.settings.lows, candidates.settings.highs])
    departures = Departures(
        classes.representatives()[departing],
        classes.orbits[departing],
        taken[stays],
        taken[chosen[departing]],
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


def _add_up(
    deck: Deck, orbits: NDArray[np.int64], results: NDArray[np.int64], worth: Worth, void: int
) -> Tally:
    reached = [deck.deals - void, *(int(orbits @ column) for column in results.T), 0]
    return Tally(worth, tuple(a - b for a, b in pairwise(reached)), void)


def _list_terms(worth: Worth) -> NDArray[np.int64]:
    """Return the signed sum of R for each level: level, relation of low, of high, sign."""
    terms = []
    for level, corners in enumerate(worth.corners):
        steps = sorted(corners, reverse=True)  # the strictest low first: its rectangle is narrowest
        terms += [(level, low, high, 1) for low, high in steps]
        terms += [(level, low, after, -1) for (low, _), (_, after) in pairwise(steps)]
    return np.array(terms, dtype=np.int64).reshape(-1, 4)


def _sum_over_subsets(
    deck: Deck,
    table: NDArray[np.integer[Any]],
    classes: tuple[NDArray[np.int32], NDArray[np.int64]],
    settings: tuple[Staircases, BankTypes],
    worth: Worth,
    *,
    threads: int,
    progress: Progress | None,
) -> NDArray[np.int64]:
    """Sum the bank's hands reached by suit class, candidate and level, over its hands and S but A."""
    labels, places = classes
    steps, bank = settings
    ends = np.stack(
        [
            np.column_stack([reach(values, own, relation) for relation in range(BELOW, ABOVE + 1)])
            for values, own in ((bank.lows, steps.lows), (bank.highs, steps.highs))
        ],
        axis=1,
    )
    tags = int(bank.types[:, 2].max()) + 1
    sizes = np.array([len(bank.lows), len(bank.highs), tags], dtype=np.int64)
    arrays = (steps.starts, ends, _list_terms(worth), bank.of_label, bank.types, sizes)
    spaces: SimpleQueue[_Workspace] = SimpleQueue()
    for _ in range(threads):
        spaces.put(
            _Workspace(
                np.zeros(len(labels), dtype=np.int32),
                np.empty(len(labels), dtype=np.int32),
                np.zeros((places[-1], len(worth.corners)), dtype=np.int64),
            )
        )

    def work(subsets: NDArray[np.int8], factors: NDArray[np.int64], start: int, stop: int) -> None:
        space = spaces.get()
        try:
            _add_subsets(
                table,
                deck.size,
                subsets[start:stop],
                factors[start:stop],
                binomials(),
                labels,
                places,
                *arrays,
                space.counts,
                space.touched,
                space.sums,
            )
        finally:  # a thread that waits must not wait for ever
            spaces.put(space)

    for size in range(HAND):
        level = suit_classes(deck, size)
        run_in_chunks(
            partial(work, level.positions(), (-1) ** size * level.orbits),
            len(level),
            chunks=CHUNKS,
            threads=threads,
            stage=f"|S| = {size}",
            progress=progress,
        )
    sums = spaces.get().sums
    for _ in range(1, threads):
        sums += spaces.get().sums
    return sums


@compiled
def _add_subsets(
    table: NDArray[np.integer[Any]],
    cards: int,
    subsets: NDArray[np.int8],
    factors: NDArray[np.int64],
    binomial: NDArray[np.int64],
    labels: NDArray[np.int32],
    places: NDArray[np.int64],
    starts: NDArray[np.int64],
    ends: NDArray[np.int16],
    terms: NDArray[np.int64],
    bank: NDArray[np.int32],
    types: NDArray[np.int32],
    sizes: NDArray[np.int64],
    counts: NDArray[np.int32],
    touched: NDArray[np.int32],
    sums: NDArray[np.int64],
) -> None:
    size = subsets.shape[1]
    offsets = np.empty((HAND, cards), dtype=np.int64)
    banks = np.zeros(len(types), dtype=np.int32)
    order = np.empty(len(types), dtype=np.int32)
    words, summary = mark_words(len(types))
    rows = np.zeros((sizes[1] + 1, sizes[2], sizes[0] + 1), dtype=np.int32)
    row_of_high = np.empty(sizes[1] + 1, dtype=np.int16)
    for s in range(len(subsets)):
        constant = fill_offsets(subsets[s], cards, binomial, offsets)
        found = tally(table, constant, offsets, cards - size, HAND - size, counts, touched)
        for i in range(found):
            kind = bank[labels[touched[i]]]
            banks[kind] += counts[touched[i]]
            mark(words, summary, kind)
        lay_out(order, drain(words, summary, order), banks, types, rows, row_of_high)
        for i in range(found):
            suit_class = touched[i]
            factor = factors[s] * counts[suit_class]
            counts[suit_class] = 0
            place = places[suit_class]
            label = labels[suit_class]
            for step in range(starts[label], starts[label + 1]):
                for term in range(len(terms)):
                    low = ends[step, 0, terms[term, 1]]
                    row = row_of_high[ends[step, 1, terms[term, 2]]]
                    sums[place, terms[term, 0]] += factor * terms[term, 3] * rows[row, 0, low]
                place += 1


@compiled
def _choose(
    sums: NDArray[np.int64],
    orbits: NDArray[np.int64],
    labels: NDArray[np.int32],
    places: NDArray[np.int64],
    starts: NDArray[np.int64],
    lows: NDArray[np.int32],
    highs: NDArray[np.int32],
    house: NDArray[np.int64],
    void: NDArray[np.bool_],
    corners: NDArray[np.int64],
    gains: NDArray[np.int64],
    results: NDArray[np.int64],
    chosen: NDArray[np.int64],
) -> bool:
    """Write what a hand of each class reaches: by its best candidate, and by the house way.

    The bank's hand that is A itself, S = A, comes off here. Returns whether all divisions by
    orbits leave nothing.
    """
    whole = True
    levels = len(gains)
    reached = np.empty(levels, dtype=np.bool_)
    for c in range(len(orbits)):
        label = labels[c]
        stays = house[label]
        own = places[c] + stays - starts[label]
        best = own
        for place in range(places[c], places[c + 1]):
            step = starts[label] + place - places[c]
            low = 1 + (lows[step] > lows[stays]) - (lows[step] < lows[stays])
            high = 1 + (highs[step] > highs[stays]) - (highs[step] < highs[stays])
            reached[:] = False
            for corner in range(len(corners)):
                if low >= corners[corner, 1] and high >= corners[corner, 2]:
                    reached[corners[corner, 0]] = True
            for level in range(levels):
                whole = whole and sums[place, level] % orbits[c] == 0
                sums[place, level] //= orbits[c]
                if reached[level] and not void[label]:
                    sums[place, level] -= 1
        for place in range(places[c], places[c + 1]):
            gain = 0
            for level in range(levels):
                gain += (sums[place, level] - sums[best, level]) * gains[level]
            if gain > 0:
                best = place
        chosen[c] = starts[label] + best - places[c]
        results[c, 0] = sums[best]
        results[c, 1] = sums[own]
    return whole

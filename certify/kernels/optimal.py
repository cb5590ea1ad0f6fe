"""The player's best setting where the bank's hand stays hidden and the bank's way is known.

The player holds A and sets it as (l, h). Copies go to the bank: he wins over each of the bank's
hands with low below l and high below h, and loses to each with neither. The bank's hands disjoint
from A are counted by inclusion and exclusion, as the sum over the subsets S of A of (-1)^|S|
times the hands that contain S; R is laid out for each S as in ``face_up``.

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
from queue import SimpleQueue
from typing import Any

import numpy as np
from numpy.typing import NDArray

from certify.kernels.compilation import compiled
from certify.kernels.containing import fill_offsets, tally
from certify.kernels.dominance import Settings
from certify.kernels.face_up import lay_out, number_values
from certify.kernels.keys import label_inputs
from certify.kernels.order import drain, mark, mark_words
from certify.kernels.rank import high_class
from certify.kernels.settings import SPLITS, Staircases, list_settings, undominated_settings
from certify.kernels.subsets import HAND, Deck, binomials, spread_labels, suit_classes
from certify.kernels.threads import Progress, available_threads, run_in_chunks
from certify.kernels.totals import require, require_fit

CHUNKS = 64
WIN, LOSE = 0, 1


@dataclass(frozen=True, slots=True)
class Tally:
    """Ordered deals by their result for the player."""

    win: int
    push: int
    lose: int

    def edge(self, pays: Fraction) -> Fraction:
        """Return what the house expects to keep of one unit staked."""
        return Fraction(self.lose - self.win * pays, self.win + self.push + self.lose)


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
class Kind:
    """Departures alike in what they give up and take: class codes of low and high hand.

    ``place`` is that of the costliest among the departures, ``cost`` what all hands of the kind
    lose together, in units of ``cost_unit``.
    """

    house: tuple[int, int]
    best: tuple[int, int]
    hands: int
    cost: int
    place: int


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
    """What one thread writes to: hands by suit class, and sums by suit class and candidate."""

    counts: NDArray[np.int32]
    touched: NDArray[np.int32]
    sums: NDArray[np.int64]


def find_best_settings(
    deck: Deck,
    lows: NDArray[np.int32],
    highs: NDArray[np.int32],
    *,
    joker_mode: int,
    wheel: int,
    pays: Fraction,
    pushes: NDArray[np.bool_] | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Best:
    """Find the best setting of each suit class against a bank that keeps to the house way.

    ``lows`` and ``highs`` are the house way's values by distinct input. A win pays ``pays``.
    ``pushes`` marks the inputs with which the bank pushes whatever the player holds.
    """
    require_fit(deck.size)
    threads = available_threads() if threads is None else threads
    classes = suit_classes(deck, HAND)
    inputs, labels = label_inputs(classes)
    if not len(lows) == len(highs) == len(inputs.keys):
        raise ValueError(f"{len(lows)} settings for {len(inputs.keys)} distinct inputs")
    void = np.zeros(len(lows), dtype=np.bool_) if pushes is None else pushes
    candidates = _join_house_way(
        undominated_settings(inputs.representatives, joker_mode=joker_mode, wheel=wheel),
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
        (candidates.settings, Settings(lows, highs, void.astype(np.int64))),
        threads=threads,
        progress=progress,
    )
    results = np.empty((len(classes), 2, 2), dtype=np.int64)
    chosen = np.empty(len(classes), dtype=np.int64)
    whole = _choose(
        sums,
        classes.orbits,
        labels,
        places,
        *candidates.settings,
        candidates.house,
        void,
        pays.numerator,
        pays.denominator,
        results,
        chosen,
    )
    require(whole, "sums over a suit class divide by its orbit")
    opponents = deck.deals // deck.hands
    require((results >= 0).all(), "no number of deals is negative")
    require((results.sum(axis=2) <= opponents).all(), "no hand meets more than all hands")
    best, house = (_add_up(deck, classes.orbits, results[:, i]) for i in range(2))
    values = results[:, :, WIN] * pays.numerator - results[:, :, LOSE] * pays.denominator
    costs = values[:, 0] - values[:, 1]
    require(best.edge(pays) <= house.edge(pays), "the best settings lose no more")
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
        opponents * pays.denominator,
    )
    return Best(best, house, departures)


def list_kinds(departures: Departures) -> tuple[Kind, ...]:
    """Return the kinds of departures, in the order of the costliest of each."""
    codes = _find_classes(departures.house, departures.best)
    kinds, first, of = np.unique(codes, axis=0, return_index=True, return_inverse=True)
    hands, cost = np.zeros((2, len(kinds)), dtype=np.int64)
    np.add.at(hands, of.reshape(-1), departures.orbits)
    np.add.at(cost, of.reshape(-1), departures.orbits * departures.costs)
    return tuple(
        Kind(
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
    cards: NDArray[np.int8], low: int, high: int, *, joker_mode: int, wheel: int
) -> tuple[int, int]:
    """Return two of seven cards that set apart leave the given values."""
    lows, highs = np.empty((2, SPLITS), dtype=np.int32)
    permissible = np.empty(SPLITS, dtype=np.bool_)
    list_settings(cards, joker_mode, wheel, lows, highs, permissible)
    found = np.flatnonzero((lows == low) & (highs == high) & permissible)
    if len(found) == 0:
        raise ValueError(f"no permissible setting has the values {low} and {high}")
    first, second = np.triu_indices(HAND, 1)
    return int(cards[first[found[0]]]), int(cards[second[found[0]]])


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


def _add_up(deck: Deck, orbits: NDArray[np.int64], results: NDArray[np.int64]) -> Tally:
    win, lose = (int((orbits * results[:, i]).sum()) for i in (WIN, LOSE))
    return Tally(win, deck.deals - win - lose, lose)


def _sum_over_subsets(
    deck: Deck,
    table: NDArray[np.integer[Any]],
    classes: tuple[NDArray[np.int32], NDArray[np.int64]],
    settings: tuple[Staircases, Settings],
    *,
    threads: int,
    progress: Progress | None,
) -> NDArray[np.int64]:
    """Sum wins and losses by suit class and candidate, over its hands and over S but A itself."""
    labels, places = classes
    numbered = number_values(
        settings[0], np.zeros(len(settings[1].lows), dtype=np.int64), settings[1]
    )
    arrays = (numbered.starts, numbered.steps, numbered.bank, numbered.types, numbered.sizes)
    spaces: SimpleQueue[_Workspace] = SimpleQueue()
    for _ in range(threads):
        spaces.put(
            _Workspace(
                np.zeros(len(labels), dtype=np.int32),
                np.empty(len(labels), dtype=np.int32),
                np.zeros((places[-1], 2), dtype=np.int64),
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
    steps: NDArray[np.int16],
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
    row_of_high = np.empty(sizes[1], dtype=np.int16)
    last = sizes[0]
    for s in range(len(subsets)):
        constant = fill_offsets(subsets[s], cards, binomial, offsets)
        found = tally(table, constant, offsets, cards - size, HAND - size, counts, touched)
        for i in range(found):
            kind = bank[labels[touched[i]]]
            banks[kind] += counts[touched[i]]
            mark(words, summary, kind)
        top = lay_out(order, drain(words, summary, order), banks, types, rows, row_of_high)
        for i in range(found):
            suit_class = touched[i]
            factor = factors[s] * counts[suit_class]
            counts[suit_class] = 0
            place = places[suit_class]
            label = labels[suit_class]
            for step in range(starts[label], starts[label + 1]):
                low = steps[step, 0]
                row = row_of_high[steps[step, 1]]
                below = int(rows[row, 0, low])
                sums[place, WIN] += factor * below
                sums[place, LOSE] += factor * (
                    int(rows[top, 0, last]) - rows[top, 0, low] - rows[row, 0, last] + below
                )
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
    pays: int,
    unit: int,
    results: NDArray[np.int64],
    chosen: NDArray[np.int64],
) -> bool:
    """Write wins and losses of a hand of each class: of its best candidate, of the house way's.

    The bank's hand that is A itself, S = A, comes off here. Returns whether all divisions by
    orbits leave nothing.
    """
    whole = True
    for c in range(len(orbits)):
        label = labels[c]
        stays = house[label]
        for place in range(places[c], places[c + 1]):
            step = starts[label] + place - places[c]
            whole = whole and sums[place, WIN] % orbits[c] == 0
            whole = whole and sums[place, LOSE] % orbits[c] == 0
            sums[place] //= orbits[c]
            if not void[label]:
                low = lows[step] > lows[stays]
                high = highs[step] > highs[stays]
                sums[place, WIN] -= low and high
                sums[place, LOSE] -= not low and not high
        own = places[c] + stays - starts[label]
        best = own
        for place in range(places[c], places[c + 1]):
            gain = (sums[place, WIN] - sums[best, WIN]) * pays
            if gain > (sums[place, LOSE] - sums[best, LOSE]) * unit:
                best = place
        chosen[c] = starts[label] + best - places[c]
        results[c, 0] = sums[best]
        results[c, 1] = sums[own]
    return whole

"""The joint distribution of two disjoint hands over classes of hands, exactly.

For hands A and B the sum of (-1)^|S| over all S within both is 1 where they are disjoint and 0
otherwise. Summed over all A of class i and B of class j, the ordered pairs of disjoint hands are

    J[i, j] = sum over S of (-1)^|S| N_i(S) N_j(S),

N_i(S) being the number of hands of class i that contain S. It is the same for all S that differ
by an exchange of suits, so one S of each suit class is taken, times its orbit. And each hand that
contains S contains S and one more card in 7 - |S| ways:

    (7 - |S|) N_i(S) = sum over cards c outside S of N_i(S + c).

A hand need not be of one class alone. Where the class turns on more than its seven cards, or on the
names of suits, the hand has each class with a whole number of *ways*, their sum being the same for
all hands; N_i(S) then adds up ways. For the order of dealing that is plain. For the names of suits:
if g(B) does not change when suits are exchanged, the sum of f(A) g(B) over all disjoint A and B is
the same for f and for f after any exchange, hence for the mean of f over all of them.
"""

from functools import partial
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from certify.base.progress import Progress
from certify.kernels.compilation import compiled
from certify.kernels.deck import HAND, containing_pairs, fits_each, require
from certify.kernels.ranked_hands import RankedHands, TurnsOnSuits, rank_hands, relabel
from certify.kernels.ranked_sums import sum_over_subsets
from certify.kernels.ranked_tallies import (
    FlushTables,
    RankTables,
    clear,
    make_room,
    tally_flushes,
    tally_ranks,
)
from certify.kernels.subsets import SuitClasses, binomials, spread_labels, suit_classes
from certify.kernels.threads import available_threads, run_in_chunks, sum_in_chunks

MOST_LABELS = 256
"""Up to so many labels pairs are counted by ranks: a table of pairs of labels is then small."""


def count_pairs(
    classes: SuitClasses,
    labels: NDArray[np.integer[Any]],
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> NDArray[np.int64]:
    """Return J[i, j] for hand classes 0 .. max(labels), one label for each suit class of hands."""
    if classes.size != HAND or len(labels) != len(classes) or int(labels.min()) < 0:
        raise ValueError("one class number, from 0, for each suit class of seven cards")
    rows = np.eye(int(labels.max()) + 1, dtype=np.int64)
    joint = count_joint(classes, labels, rows, threads=threads, progress=progress)
    require((joint == joint.T).all(), "pairs are the same seen from either hand")
    return joint


def count_joint(
    classes: SuitClasses,
    labels: NDArray[np.integer[Any]],
    first: NDArray[np.int64],
    second: NDArray[np.int64] | None = None,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> NDArray[np.int64]:
    """Return J[i, j], the first hand being of class i in ``first[label, i]`` ways, the second of j.

    One label for each suit class of hands. Without ``second`` both hands are classed alike.
    """
    deck = classes.deck
    threads = available_threads() if threads is None else threads
    if classes.size != HAND or len(labels) != len(classes) or int(labels.min()) < 0:
        raise ValueError("one label, from 0, for each suit class of seven cards")
    other = first if second is None else second
    ways = _require_ways(deck.size, first, other)
    if len(first) <= MOST_LABELS:
        try:
            hands = rank_hands(classes, labels)
        except TurnsOnSuits:
            pass
        else:
            return _multiply_labels(hands, first, other, threads, progress)
    split = first.shape[1]
    counts: NDArray[np.integer[Any]] = first if second is None else np.hstack([first, second])
    counts = counts.astype(np.int32)
    found = spread_labels(classes, _shrink(labels, len(counts)), threads=threads, progress=progress)
    weights = np.zeros(len(counts), dtype=np.int64)
    np.add.at(weights, labels, classes.orbits)
    # sizes from seven down: each level is made from the one above it, by lemma 5 of docs/methods.md
    joint = -(first * weights[:, None]).T @ other  # |S| = 7: each hand with itself
    for size in range(HAND - 1, -1, -1):
        level = suit_classes(deck, size)
        positions = level.positions()
        upper, upper_counts = found, counts
        # half the memory, and so nearly twice the speed, wherever the counts fit into 32 bits
        wide = comb(deck.size - size, HAND - size) * max(ways) >= 2**31
        counts = np.empty((len(level), counts.shape[1]), dtype=np.int64 if wide else np.int32)

        def extend(
            start: int,
            stop: int,
            lower: NDArray[np.int8] = positions,
            found: NDArray[np.integer[Any]] = upper,
            upper_counts: NDArray[np.integer[Any]] = upper_counts,
            counts: NDArray[np.integer[Any]] = counts,
        ) -> None:
            part = lower[start:stop]
            _extend(part, deck.size, binomials(), found, upper_counts, counts[start:stop])

        def multiply(
            start: int,
            stop: int,
            orbits: NDArray[np.int64] = level.orbits,
            counts: NDArray[np.integer[Any]] = counts,
        ) -> NDArray[np.int64]:
            other = 0 if second is None else split
            return _multiply(orbits[start:stop], counts[start:stop], split, other)

        stage = f"|S| = {size}"
        chunks = 8 * threads
        run_in_chunks(
            extend, len(level), chunks=chunks, threads=threads, stage=stage, progress=progress
        )
        product = sum_in_chunks(multiply, len(level), chunks=chunks, threads=threads, stage=stage)
        every = containing_pairs(deck.size, size) * ways[0] * ways[1]
        require(product.sum() == every, f"pairs at |S| = {size}")
        joint += product if size % 2 == 0 else -product
        if size:
            places = np.arange(len(level), dtype=np.int32)
            found = spread_labels(level, places, threads=threads)
    require(joint.sum() == deck.deals * ways[0] * ways[1], "pairs sum to all deals")
    require((joint >= 0).all(), "no number of pairs is negative")
    return joint


def count_joint_by_ranks(
    hands: RankedHands,
    labels: NDArray[np.integer[Any]],
    first: NDArray[np.int64],
    second: NDArray[np.int64],
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> NDArray[np.int64]:
    """Return the same of hands that are sorted by form, given another label for each of theirs."""
    if len(labels) != len(hands.weights) or len(first) > MOST_LABELS:
        raise ValueError(f"one label, of {MOST_LABELS} at most, for each label of the hands")
    _require_ways(hands.deck.size, first, second)
    threads = available_threads() if threads is None else threads
    return _multiply_labels(relabel(hands, labels), first, second, threads, progress)


def _require_ways(cards: int, first: NDArray[np.int64], second: NDArray[np.int64]) -> list[int]:
    """The ways of each hand on either side, which are the same for all hands."""
    ways = [int(rows[0].sum()) for rows in (first, second)]
    for rows, number in zip((first, second), ways, strict=True):
        require(
            (rows.sum(axis=1) == number).all() and (rows >= 0).all(), "equal ways for all hands"
        )
    require(fits_each(cards, ways[0] * ways[1]), "ways of pairs fit in 64 bits")
    return ways


def _multiply_labels(
    hands: RankedHands,
    first: NDArray[np.int64],
    second: NDArray[np.int64],
    threads: int,
    progress: Progress | None,
) -> NDArray[np.int64]:
    known = len(hands.weights)
    joint = _count_by_ranks(hands, threads=threads, progress=progress)
    return np.asarray(first[:known].T @ joint @ second[:known])


def _count_by_ranks(
    hands: RankedHands, *, threads: int, progress: Progress | None
) -> NDArray[np.int64]:
    """Return the pairs by label and label, the sum over S being taken as in ``ranked_hands``."""
    labels = len(hands.weights)
    return sum_over_subsets(
        hands,
        partial(_pair_ranks, labels),
        partial(_pair_flushes, labels),
        (np.outer(hands.weights, hands.weights), np.diag(hands.weights)),
        threads=threads,
        progress=progress,
    ).counts


@compiled
def _pair_ranks(
    labels: int,
    ranks: RankTables,
    held: NDArray[np.int8],
    jokers: NDArray[np.int8],
    weights: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Add N base x base + base x changes, and changes x base, over the ranks of subsets."""
    room = make_room(labels)
    touched, base, changes = room.touched, room.base, room.changes
    result = np.zeros((labels, labels), dtype=np.int64)
    for s in range(len(held)):
        found = tally_ranks(held[s], jokers[s], ranks, room)
        for i in range(found):
            for j in range(found):
                a, b = touched[i], touched[j]
                result[a, b] += base[a] * (weights[s] * base[b] + changes[b]) + changes[a] * base[b]
        clear(room, found)
    return result


@compiled
def _pair_flushes(
    labels: int, flushes: FlushTables, packed: NDArray[np.int64], orbits: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Add changes x changes over subsets."""
    room = make_room(labels)
    touched, changes = room.touched, room.changes
    result = np.zeros((labels, labels), dtype=np.int64)
    for s in range(len(packed)):
        found = tally_flushes(packed[s], flushes, room)
        for i in range(found):
            count = orbits[s] * changes[touched[i]]
            for j in range(found):
                result[touched[i], touched[j]] += count * changes[touched[j]]
        clear(room, found)
    return result


def _shrink(labels: NDArray[np.integer[Any]], kinds: int) -> NDArray[np.integer[Any]]:
    """Return the labels in the least number of bytes."""
    if kinds <= 2**8:
        return labels.astype(np.uint8)
    return labels.astype(np.uint16 if kinds <= 2**16 else np.int32)


@compiled
def _extend(
    lower: NDArray[np.int8],
    cards: int,
    table: NDArray[np.int64],
    found: NDArray[np.integer[Any]],
    upper_counts: NDArray[np.integer[Any]],
    counts: NDArray[np.integer[Any]],
) -> None:
    """Write the counts of each subset from those of the subsets with one more card."""
    size = lower.shape[1]
    kinds = upper_counts.shape[1]
    total = np.empty(kinds, dtype=np.int64)
    for s in range(len(lower)):
        total[:] = 0
        # the place of S and a card c: cards above c each move up by one
        place = 0
        for i in range(size):
            place += table[lower[s, i], i + 2]
        below = 0
        for card in range(cards):
            if below < size and lower[s, below] == card:
                place += table[card, below + 1] - table[card, below + 2]
                below += 1
                continue
            upper = found[place + table[card, below + 1]]
            for kind in range(kinds):
                total[kind] += upper_counts[upper, kind]
        for kind in range(kinds):
            # every hand that contains S was met once for each of its cards outside S
            if total[kind] % (HAND - size):
                raise ArithmeticError("counts of larger subsets do not divide")
            counts[s, kind] = total[kind] // (HAND - size)


@compiled
def _multiply(
    orbits: NDArray[np.int64], counts: NDArray[np.integer[Any]], split: int, other: int
) -> NDArray[np.int64]:
    """Add up products of the first columns, before ``split``, with those from ``other`` on."""
    kinds = counts.shape[1] - other
    result = np.zeros((split, kinds), dtype=np.int64)
    for s in range(len(orbits)):
        for i in range(split):
            weight = orbits[s] * counts[s, i]
            if weight:
                for j in range(kinds):
                    result[i, j] += weight * counts[s, other + j]
    return result

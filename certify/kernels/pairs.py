"""The joint distribution of two disjoint hands over classes of hands, exactly.

For hands A and B the sum of (-1)^|S| over all S within both is 1 where they are disjoint and 0
otherwise. Summed over all A of class i and B of class j, the ordered pairs of disjoint hands are

    J[i, j] = sum over S of (-1)^|S| N_i(S) N_j(S),

N_i(S) being the number of hands of class i that contain S. It is the same for all S that differ
by an exchange of suits, so one S of each suit class is taken, times its orbit. And each hand that
contains S contains S and one more card in 7 - |S| ways:

    (7 - |S|) N_i(S) = sum over cards c outside S of N_i(S + c).
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from certify.kernels.compilation import compiled
from certify.kernels.subsets import (
    HAND,
    SuitClasses,
    binomials,
    spread_labels,
    suit_classes,
)
from certify.kernels.threads import Progress, available_threads, run_in_chunks, sum_in_chunks
from certify.kernels.totals import containing_pairs, require, require_fit


def count_pairs(
    classes: SuitClasses,
    labels: NDArray[np.integer[Any]],
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> NDArray[np.int64]:
    """Return J[i, j] for hand classes 0 .. max(labels), one label for each suit class of hands."""
    deck = classes.deck
    threads = available_threads() if threads is None else threads
    require_fit(deck.size)
    if classes.size != HAND or len(labels) != len(classes) or int(labels.min()) < 0:
        raise ValueError("one class number, from 0, for each suit class of seven cards")
    kinds = int(labels.max()) + 1
    small: NDArray[np.integer[Any]] = labels.astype(np.uint8)
    if kinds > 256:
        small = labels.astype(np.int32)
    found = spread_labels(classes, small, threads=threads, progress=progress)
    counts = np.eye(kinds, dtype=np.int32)
    weights = np.zeros(kinds, dtype=np.int64)
    np.add.at(weights, labels, classes.orbits)
    joint = -np.diag(weights)  # |S| = 7: each hand with itself
    for size in range(HAND - 1, -1, -1):
        level = suit_classes(deck, size)
        positions = level.positions()
        upper, upper_counts = found, counts
        counts = np.empty((len(level), kinds), dtype=np.int32)

        def extend(
            start: int,
            stop: int,
            lower: NDArray[np.int8] = positions,
            found: NDArray[np.integer[Any]] = upper,
            upper_counts: NDArray[np.int32] = upper_counts,
            counts: NDArray[np.int32] = counts,
        ) -> None:
            part = lower[start:stop]
            _extend(part, deck.size, binomials(), found, upper_counts, counts[start:stop])

        def multiply(
            start: int,
            stop: int,
            orbits: NDArray[np.int64] = level.orbits,
            counts: NDArray[np.int32] = counts,
        ) -> NDArray[np.int64]:
            return _multiply(orbits[start:stop], counts[start:stop])

        stage = f"|S| = {size}"
        chunks = 8 * threads
        run_in_chunks(
            extend, len(level), chunks=chunks, threads=threads, stage=stage, progress=progress
        )
        product = sum_in_chunks(multiply, len(level), chunks=chunks, threads=threads, stage=stage)
        require(product.sum() == containing_pairs(deck.size, size), f"pairs at |S| = {size}")
        joint += product if size % 2 == 0 else -product
        if size:
            places = np.arange(len(level), dtype=np.int32)
            found = spread_labels(level, places, threads=threads)
    require(joint.sum() == deck.deals, "pairs sum to all deals")
    require((joint >= 0).all(), "no number of pairs is negative")
    require((joint == joint.T).all(), "pairs are the same seen from either hand")
    return joint


@compiled
def _extend(
    lower: NDArray[np.int8],
    cards: int,
    table: NDArray[np.int64],
    found: NDArray[np.integer[Any]],
    upper_counts: NDArray[np.int32],
    counts: NDArray[np.int32],
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
            if total[kind] % (HAND - size):
                raise ArithmeticError("counts of larger subsets do not divide")
            counts[s, kind] = total[kind] // (HAND - size)


@compiled
def _multiply(orbits: NDArray[np.int64], counts: NDArray[np.int32]) -> NDArray[np.int64]:
    kinds = counts.shape[1]
    result = np.zeros((kinds, kinds), dtype=np.int64)
    for s in range(len(orbits)):
        for i in range(kinds):
            weight = orbits[s] * counts[s, i]
            if weight:
                for j in range(kinds):
                    result[i, j] += weight * counts[s, j]
    return result

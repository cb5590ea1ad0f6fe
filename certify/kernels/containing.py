"""The hands that contain a given subset S, counted by label.

All hands of a deck stand in one table of labels in colex order. The colex rank of S and further
cards t_0 < t_1 < … is a constant of S plus one term for each t_j alone: a card at position p with
index i adds C(p, i + 1); t_j has index j plus the number of cards of S below it; and a card x of
S with index i moves from C(x, i + j + 1) to C(x, i + j + 2) when t_j lies below it. So hands that
contain S are reached by adding one offset a card, without sorting or searching.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from certify.kernels.compilation import compiled
from certify.kernels.deck import HAND


@compiled
def fill_offsets(
    subset: NDArray[np.int8],
    cards: int,
    table: NDArray[np.int64],
    offsets: NDArray[np.int64],
) -> int:
    """Write the offset of each free card as t_0, t_1, …; return the constant of S."""
    size = len(subset)
    constant = 0
    for i in range(size):
        constant += table[subset[i], i + 1]
    for j in range(HAND - size):
        moved = 0
        for i in range(size):
            moved += table[subset[i], i + j + 2] - table[subset[i], i + j + 1]
        below = 0
        free = 0
        for card in range(cards):
            if below < size and subset[below] == card:
                moved -= table[card, below + j + 2] - table[card, below + j + 1]
                below += 1
            else:
                offsets[j, free] = table[card, j + below + 1] + moved
                free += 1
    return constant


@compiled
def tally(
    labels: NDArray[np.integer[Any]],
    constant: int,
    offsets: NDArray[np.int64],
    free: int,
    depth: int,
    counts: NDArray[np.int32],
    touched: NDArray[np.int32],
) -> int:
    """Count by label the hands made of S and ``depth`` of the free cards.

    ``counts`` must come in empty; the labels met are listed in ``touched`` and their number
    returned. The lowest card runs innermost, so that neighbours in the table are read together.
    """
    chosen = np.empty(HAND + 1, dtype=np.int64)
    places = np.empty(HAND + 1, dtype=np.int64)
    found = 0
    chosen[depth] = free
    places[depth] = constant
    level = depth
    while True:
        if level > 1:
            level -= 1
            chosen[level] = level - 1  # stepped before use
        else:
            place = places[1] if depth > 1 else constant
            for lowest in range(chosen[1]):
                label = labels[place + offsets[0, lowest]]
                if counts[label] == 0:
                    touched[found] = label
                    found += 1
                counts[label] += 1
        if level == depth:
            return found
        chosen[level] += 1
        while chosen[level] >= chosen[level + 1]:
            level += 1
            if level == depth:
                return found
            chosen[level] += 1
        places[level] = places[level + 1] + offsets[level, chosen[level]]

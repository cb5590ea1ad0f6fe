"""Random deals of two disjoint hands, the same for a seed on every machine.

SplitMix64 gives 64-bit numbers; a number below a bound is taken by rejection, and the first fourteen
places of the deck are filled by Fisher and Yates. Deals only ever check figures, they never make one.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from certify.kernels.compilation import compiled
from certify.kernels.deck import HAND

_CARDS = 53
_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)


@compiled
def _mix(state: np.uint64) -> np.uint64:
    mixed = (state ^ (state >> np.uint64(30))) * _FIRST
    mixed = (mixed ^ (mixed >> np.uint64(27))) * _SECOND
    return mixed ^ (mixed >> np.uint64(31))


@compiled
def _deal(seed: np.uint64, deals: NDArray[np.int8]) -> None:
    deck = np.arange(_CARDS).astype(np.int8)
    state = _mix(seed)
    for row in range(len(deals)):
        for place in range(2 * HAND):
            bound = np.uint64(_CARDS - place)
            limit = np.uint64(0xFFFFFFFFFFFFFFFF) // bound * bound
            while True:
                state += _STEP
                number = _mix(state)
                if number < limit:
                    break
            other = place + np.int64(number % bound)
            deck[place], deck[other] = deck[other], deck[place]
            deals[row, place] = deck[place]


def deal_pairs(count: int, seed: int) -> NDArray[np.int8]:
    """Return so many deals as rows: the player's seven cards and the bank's, each ascending."""
    deals = np.empty((count, 2 * HAND), dtype=np.int8)
    _deal(np.uint64(seed % (1 << 64)), deals)
    deals[:, :HAND].sort(axis=1)
    deals[:, HAND:].sort(axis=1)
    return deals

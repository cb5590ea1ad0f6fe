"""All the ways to set seven cards, and those that no other way betters.

Against a hand that is seen only undominated settings matter: permissible ones (the high hand does
not rank below the low hand) that no permissible setting equals or betters in both hands. Ordered
by rising low value their high values fall: they are the steps of a *staircase*.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from certify.kernels.compilation import compiled
from certify.kernels.rank import compare_high_low, high_value, low_value
from certify.kernels.subsets import HAND
from certify.kernels.totals import require

SPLITS = 21


class Staircases(NamedTuple):
    """Steps of hand i: ``lows[starts[i]:starts[i+1]]`` rising, ``highs[...]`` falling."""

    starts: NDArray[np.int64]
    lows: NDArray[np.int32]
    highs: NDArray[np.int32]


@compiled
def list_settings(
    cards: NDArray[np.int8],
    joker_mode: int,
    wheel: int,
    lows: NDArray[np.int32],
    highs: NDArray[np.int32],
    permissible: NDArray[np.bool_],
) -> None:
    """Write the values of the 21 settings; split (i, j), i < j, in lexicographic order, is low."""
    five = np.empty(5, dtype=np.int8)
    split = 0
    for i in range(HAND):
        for j in range(i + 1, HAND):
            count = 0
            for k in range(HAND):
                if k not in (i, j):
                    five[count] = cards[k]
                    count += 1
            lows[split] = low_value(int(cards[i]), int(cards[j]), joker_mode)
            highs[split] = high_value(five, joker_mode, wheel)
            permissible[split] = compare_high_low(highs[split], lows[split]) >= 0
            split += 1


@compiled
def _climb(
    hands: NDArray[np.int8],
    joker_mode: int,
    wheel: int,
    starts: NDArray[np.int64],
    step_lows: NDArray[np.int32],
    step_highs: NDArray[np.int32],
) -> None:
    lows = np.empty(SPLITS, dtype=np.int32)
    highs = np.empty(SPLITS, dtype=np.int32)
    permissible = np.empty(SPLITS, dtype=np.bool_)
    starts[0] = 0
    for hand in range(len(hands)):
        list_settings(hands[hand], joker_mode, wheel, lows, highs, permissible)
        count = starts[hand]
        floor = np.int32(-1)
        while True:  # the next step is the best high hand whose low hand exceeds the last step's
            best = -1
            for i in range(SPLITS):
                if (
                    permissible[i]
                    and lows[i] > floor
                    and (
                        best < 0
                        or highs[i] > highs[best]
                        or (highs[i] == highs[best] and lows[i] > lows[best])
                    )
                ):
                    best = i
            if best < 0:
                break
            step_lows[count] = lows[best]
            step_highs[count] = highs[best]
            count += 1
            floor = lows[best]
        starts[hand + 1] = count


def undominated_settings(hands: NDArray[np.int8], *, joker_mode: int, wheel: int) -> Staircases:
    """Return the staircases of hands given as rows of seven codes."""
    starts = np.empty(len(hands) + 1, dtype=np.int64)
    lows = np.empty(SPLITS * len(hands), dtype=np.int32)
    highs = np.empty(SPLITS * len(hands), dtype=np.int32)
    _climb(hands, joker_mode, wheel, starts, lows, highs)
    require((np.diff(starts) > 0).all(), "every hand can be set")
    return Staircases(starts, lows[: starts[-1]].copy(), highs[: starts[-1]].copy())

"""All the ways to set seven cards, and those that no other way betters.

A setting is permissible where the high hand ranks at least as ``compare_high_low`` must come to:
``EQUAL_ALLOWED``, where a high hand that ranks just as the low hand may be played, or
``EQUAL_FOUL``, where it must rank above it.

Against a hand that is seen only undominated settings matter: permissible ones that no permissible
setting equals or betters in both hands. Ordered by rising low value their high values fall: they
are the steps of a *staircase*.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from certify.kernels.compilation import compiled
from certify.kernels.deck import HAND, lowest_bit, require
from certify.kernels.rank import (
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    compare_high_low,
    high_value,
    low_value,
)

BELOW, LEVEL, ABOVE = 0, 1, 2

Corner = tuple[int, int]
"""Low at least so, high at least so: each below (anything will do), level or above."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What a deal is worth: the levels of result, ascending, and the corners that reach each.

    The lowest level needs no corners: ``corners[i]`` are those of ``values[i + 1]``.
    """

    values: tuple[Fraction, ...]
    corners: tuple[tuple[Corner, ...], ...]

    @property
    def unit(self) -> int:
        """Return the parts of one stake in which all levels are whole."""
        return lcm(*(value.denominator for value in self.values))

    @property
    def gains(self) -> list[int]:
        """Return what each level is worth more than the one before, in those parts."""
        return [int((b - a) * self.unit) for a, b in pairwise(self.values)]


@compiled
def mark_words(numbers: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return empty words for the numbers below a limit, and the summary of the words."""
    words = (numbers >> 6) + 1
    return np.zeros(words, dtype=np.int64), np.zeros((words >> 6) + 1, dtype=np.int64)


@compiled
def mark(words: NDArray[np.int64], summary: NDArray[np.int64], number: int) -> None:
    """Enter a number; entering it again changes nothing."""
    word = number >> 6
    words[word] |= 1 << (number & 63)
    summary[word >> 6] |= 1 << (word & 63)


@compiled
def drain(words: NDArray[np.int64], summary: NDArray[np.int64], order: NDArray[np.int32]) -> int:
    """List the numbers entered in ascending order, return how many, and forget them."""
    length = 0
    for block in range(len(summary)):
        marked = summary[block]
        summary[block] = 0
        while marked:
            word = (block << 6) + lowest_bit(marked)
            marked &= marked - 1
            held = words[word]
            words[word] = 0
            while held:
                order[length] = (word << 6) + lowest_bit(held)
                held &= held - 1
                length += 1
    return length


SPLITS = 21
EQUAL_ALLOWED, EQUAL_FOUL = 0, 1


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
    equal: int = EQUAL_ALLOWED,
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
            permissible[split] = compare_high_low(highs[split], lows[split]) >= equal
            split += 1


@compiled
def _climb(
    hands: NDArray[np.int8],
    joker_mode: int,
    wheel: int,
    equal: int,
    starts: NDArray[np.int64],
    step_lows: NDArray[np.int32],
    step_highs: NDArray[np.int32],
) -> None:
    lows = np.empty(SPLITS, dtype=np.int32)
    highs = np.empty(SPLITS, dtype=np.int32)
    permissible = np.empty(SPLITS, dtype=np.bool_)
    starts[0] = 0
    for hand in range(len(hands)):
        list_settings(hands[hand], joker_mode, wheel, lows, highs, permissible, equal)
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


def undominated_settings(
    hands: NDArray[np.int8], *, joker_mode: int, wheel: int, equal: int = EQUAL_ALLOWED
) -> Staircases:
    """Return the staircases of hands given as rows of seven codes."""
    starts = np.empty(len(hands) + 1, dtype=np.int64)
    lows = np.empty(SPLITS * len(hands), dtype=np.int32)
    highs = np.empty(SPLITS * len(hands), dtype=np.int32)
    _climb(hands, joker_mode, wheel, equal, starts, lows, highs)
    require((np.diff(starts) > 0).all(), "every hand can be set")
    return Staircases(starts, lows[: starts[-1]].copy(), highs[: starts[-1]].copy())


def merge_steps(stairs: Staircases, lows: NDArray[np.int32]) -> Staircases:
    """Return staircases with low values of a coarser order: of steps that become level the highest stays."""
    hands = np.repeat(np.arange(len(stairs.starts) - 1), np.diff(stairs.starts))
    kept = np.ones(len(lows), dtype=np.bool_)
    kept[1:] = (lows[1:] != lows[:-1]) | (hands[1:] != hands[:-1])
    starts = np.concatenate([[0], np.cumsum(kept)])[stairs.starts]
    return Staircases(starts.astype(np.int64), lows[kept], stairs.highs[kept])


@compiled
def _mark_fouls(
    lows: NDArray[np.int32], highs: NDArray[np.int32], equal: int, fouls: NDArray[np.bool_]
) -> None:
    for i in range(len(lows)):
        fouls[i] = compare_high_low(int(highs[i]), int(lows[i])) < equal


def mark_fouls(
    lows: NDArray[np.int32], highs: NDArray[np.int32], *, equal: int = EQUAL_ALLOWED
) -> NDArray[np.bool_]:
    """Return which settings, given by their values, are not permissible."""
    fouls = np.empty(len(lows), dtype=np.bool_)
    _mark_fouls(lows, highs, equal, fouls)
    return fouls


def pack_leads(lows: NDArray[np.int32], highs: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return class and leading rank of low and high hands: four bits each, the low hand's first.

    The rank is that of the four, three or higher pair, of the highest card where there is none,
    and of the top card of a straight, which is the five in A-2-3-4-5.
    """
    packed = np.zeros(len(lows), dtype=np.int64)
    for values in (lows.astype(np.int64), highs.astype(np.int64)):
        codes = values >> 20
        ranks = values >> 16 & 15
        strengths = (values & 0xFFFFF) >> 12
        tops = np.where(strengths == 2 * 12 - 1, 3, strengths >> 1)
        runs = (codes == STRAIGHT) | (codes == STRAIGHT_FLUSH) | (codes == ROYAL_FLUSH)
        packed = packed << 8 | codes << 4 | np.where(runs, tops, ranks)
    return packed

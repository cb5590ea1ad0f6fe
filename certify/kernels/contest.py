"""Two seven-card hands compared by bonus class, and by their best five cards within one class."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from certify.kernels.bits import population
from certify.kernels.compilation import compiled
from certify.kernels.deck import HAND, JOKER
from certify.kernels.dominance import compare_values
from certify.kernels.keys import label_inputs
from certify.kernels.numbering import number_values
from certify.kernels.rank import WILD, high_class
from certify.kernels.ranked_hands import rank_hands
from certify.kernels.settings import SPLITS, list_settings
from certify.kernels.subsets import SuitClasses
from certify.kernels.threads import Progress

BEST, THREE_PAIR, LONG_RUN, LEVEL = -1, -2, -3, -4
"""What decides within a place where no five-card class does: the best five cards of any class; the
ranks of three pairs and the card beside; the highest card of seven in a row; nothing."""

_ACE = 12
_RANKS = 13


@compiled
def _rank_pairs(times: NDArray[np.int64]) -> int:
    """Return the three highest ranks that occur twice or more, then what is left; 0 for fewer."""
    value = 0
    pairs = 0
    rest = 0
    for rank in range(_ACE, -1, -1):
        if times[rank] >= 2 and pairs < 3:
            value = value << 4 | rank
            pairs += 1
        elif times[rank]:
            rest = max(rest, rank + 1)
    return value << 4 | rest if pairs == 3 else 0


@compiled
def _rank_three_pair(cards: NDArray[np.int8], joker_mode: int) -> int:
    times = np.zeros(_RANKS, dtype=np.int64)
    joker = 0
    for i in range(HAND):
        if cards[i] == JOKER:
            joker = 1
        else:
            times[cards[i] >> 2] += 1
    if joker == 0:
        return _rank_pairs(times)
    best = 0
    for rank in range(0 if joker_mode == WILD else _ACE, _RANKS):
        times[rank] += 1
        best = max(best, _rank_pairs(times))
        times[rank] -= 1
    return best


@compiled
def _rank_long_run(cards: NDArray[np.int8]) -> int:
    """Return one more than the lowest rank of the highest seven in a row that hold all cards.

    The ace below the deuce counts as rank -1, so that 0 is returned for A-2-3-4-5-6-7.
    """
    held = 0
    for i in range(HAND):
        if cards[i] != JOKER:
            held |= 1 << (cards[i] >> 2)
    ranks = held << 1 | held >> _ACE  # the ace at both ends
    for low in range(_RANKS - HAND + 1, -1, -1):
        window = ((1 << HAND) - 1) << low
        inside = ranks & window
        if population(inside) == population(held):
            return low
    return 0


@compiled
def _fill(
    hands: NDArray[np.int8],
    wanted: NDArray[np.int8],
    joker_mode: int,
    wheel: int,
    values: NDArray[np.int64],
) -> None:
    lows = np.empty(SPLITS, dtype=np.int32)
    highs = np.empty(SPLITS, dtype=np.int32)
    permissible = np.empty(SPLITS, dtype=np.bool_)
    for hand in range(len(hands)):
        if wanted[hand] == LEVEL:
            values[hand] = 0
        elif wanted[hand] == THREE_PAIR:
            values[hand] = _rank_three_pair(hands[hand], joker_mode)
        elif wanted[hand] == LONG_RUN:
            values[hand] = _rank_long_run(hands[hand])
        else:
            list_settings(hands[hand], joker_mode, wheel, lows, highs, permissible)
            best = np.int64(0)
            highest = np.int64(0)
            for split in range(SPLITS):
                highest = max(highest, np.int64(highs[split]))
                if high_class(highs[split]) == wanted[hand]:
                    best = max(best, np.int64(highs[split]))
            values[hand] = best if best else highest


def compare_places(
    classes: SuitClasses,
    places: NDArray[np.integer[Any]],
    categories: Sequence[int],
    *,
    joker_mode: int,
    wheel: int,
    threads: int | None = None,
    progress: Progress | None = None,
) -> NDArray[np.int64]:
    """Count all deals as ``[player's place, bank's place, LOSE, COPY or WIN]``.

    ``places`` gives each suit class of hands its place in an order, the best being 0 and
    ``len(categories)`` standing for none; ``categories`` the five-card class that decides within a
    place, or BEST, THREE_PAIR, LONG_RUN or LEVEL. Hands without a place all tie with each other.
    """
    distinct, by_input = label_inputs(classes)
    kinds = len(categories) + 1
    if len(places) != len(classes) or not 0 <= int(places.min()) <= int(places.max()) < kinds:
        raise ValueError("one place of the order, or its length, for each suit class")
    pairs, _, labels = number_values(by_input.astype(np.int64) * kinds + places)
    of_input, of_place = np.divmod(pairs, kinds)
    values = np.empty(len(pairs), dtype=np.int64)
    wanted = np.array([*categories, LEVEL], dtype=np.int8)[of_place]
    _fill(distinct.representatives[of_input], wanted, joker_mode, wheel, values)
    strength = (len(categories) - of_place) << 32 | values
    hands = rank_hands(classes, labels)
    sides = (strength, of_place)
    counts = compare_values(hands, sides, sides, threads=threads, progress=progress)
    padded = np.zeros((kinds, kinds, 3), dtype=np.int64)  # places that no hand has
    padded[: counts.shape[0], : counts.shape[1]] = counts
    return padded

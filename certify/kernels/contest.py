"""Two seven-card hands compared by bonus class, and by their best five cards within one class."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from certify.kernels.compilation import compiled
from certify.kernels.containing import tabulate_hands
from certify.kernels.dominance import compare_values
from certify.kernels.holdings import label_holdings
from certify.kernels.keys import label_inputs
from certify.kernels.rank import high_class
from certify.kernels.settings import SPLITS, list_settings
from certify.kernels.subsets import HAND, Deck, suit_classes
from certify.kernels.threads import Progress


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
        list_settings(hands[hand], joker_mode, wheel, lows, highs, permissible)
        best = np.int64(0)
        for split in range(SPLITS):
            if wanted[hand] < 0 or high_class(highs[split]) == wanted[hand]:
                best = max(best, np.int64(highs[split]))
        values[hand] = best


def count_contest(
    deck: Deck,
    find_place: Callable[[int], int],
    categories: Sequence[int],
    *,
    joker_mode: int,
    wheel: int,
    threads: int | None = None,
    progress: Progress | None = None,
) -> list[list[int]]:
    """Count, for each place of an order, deals in which the hand loses to, ties or beats the other.

    ``find_place`` gives the place of a set of features, ``len(categories)`` where it has none;
    ``categories`` the five-card class that decides within a place, -1 where the best of any does.
    Hands without a place all tie with each other.
    """
    classes = suit_classes(deck, HAND)
    distinct, by_input = label_inputs(classes)
    sets, by_set = label_holdings(classes, wild=bool(joker_mode))
    kinds = len(categories) + 1
    places = np.array([find_place(int(bits)) for bits in sets], dtype=np.int64)
    pairs, labels = np.unique(
        by_input.astype(np.int64) * kinds + places[by_set], return_inverse=True
    )
    of_input, of_place = np.divmod(pairs, kinds)
    values = np.empty(len(pairs), dtype=np.int64)
    wanted = np.array([*categories, -1], dtype=np.int8)[of_place]
    _fill(distinct.representatives[of_input], wanted, joker_mode, wheel, values)
    values[of_place == len(categories)] = 0
    strength = (len(categories) - of_place) << 32 | values
    hands = tabulate_hands(classes, labels, threads=threads, progress=progress)
    sides = (strength, of_place)
    counts = compare_values(hands, sides, sides, threads=threads, progress=progress)
    result: list[list[int]] = counts.sum(axis=1).tolist()
    return result

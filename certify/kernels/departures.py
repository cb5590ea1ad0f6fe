"""Where the best setting departs from a house way: the hands, what they cost, and their kinds."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from certify.kernels.compilation import compiled
from certify.kernels.deck import HAND
from certify.kernels.rank import high_class
from certify.kernels.settings import EQUAL_ALLOWED, SPLITS, list_settings


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
    cards: NDArray[np.int8],
    low: int,
    high: int,
    *,
    joker_mode: int,
    wheel: int,
    equal: int = EQUAL_ALLOWED,
) -> tuple[int, int]:
    """Return two of seven cards that set apart leave the given values."""
    lows, highs = np.empty((2, SPLITS), dtype=np.int32)
    permissible = np.empty(SPLITS, dtype=np.bool_)
    list_settings(cards, joker_mode, wheel, lows, highs, permissible, equal)
    found = np.flatnonzero((lows == low) & (highs == high) & permissible)
    if len(found) == 0:
        raise ValueError(f"no permissible setting has the values {low} and {high}")
    first, second = np.triu_indices(HAND, 1)
    return int(cards[first[found[0]]]), int(cards[second[found[0]]])

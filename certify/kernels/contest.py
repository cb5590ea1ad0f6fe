"""Values by which two seven-card hands of one class are told apart."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from certify.kernels.compilation import compiled
from certify.kernels.rank import high_class
from certify.kernels.settings import SPLITS, list_settings


@compiled
def _fill(
    hands: NDArray[np.int8], wanted: NDArray[np.int8], joker_mode: int, wheel: int,
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


def value_within_class(
    hands: NDArray[np.int8], wanted: NDArray[np.int8], *, joker_mode: int, wheel: int
) -> NDArray[np.int64]:
    """Return for each hand the best value of its five-card hands of a wanted class; -1 is any."""
    values = np.empty(len(hands), dtype=np.int64)
    _fill(hands, wanted, joker_mode, wheel, values)
    return values

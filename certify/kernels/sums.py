"""The distribution of a sum of independent rounds, by the fast Fourier transform.

The generating polynomial of one round is taken at roots of unity and raised to the number of rounds. What
lies beyond the circle of roots is folded onto it; a Chernoff bound says how much that can be, and the circle
is widened until it is negligible. Weights can be tilted, so that a rare tail carries the mass.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

NEGLIGIBLE = 1e-13
"""The most probability that may be folded."""
_SMALLEST, _LARGEST = 10, 26
"""Binary logarithms of the width of the circle."""
_TILTS = np.logspace(-9, 1, 512)


@dataclass(frozen=True, slots=True)
class Sums:
    """The probabilities of consecutive sums."""

    first: int
    probabilities: NDArray[np.float64]
    error: float
    """The most by which the sum of any of the probabilities can be wrong."""

    def find_quantile(self, share: Fraction) -> int:
        """The smallest sum that is reached or stayed below with this probability."""
        reached = np.cumsum(self.probabilities)
        return self.first + int(np.searchsorted(reached, float(share)))

    def add_above(self, limit: int, tilt: float = 0.0) -> float:
        """The probability of sums above a limit, each weighted by what a tilt had added to it."""
        start = max(limit + 1 - self.first, 0)
        part = self.probabilities[start:]
        sums = np.arange(self.first + start, self.first + len(self.probabilities))
        return float(np.sum(part * np.exp(-tilt * sums)))


def add_rounds(steps: Sequence[int], deals: Sequence[int], rounds: int) -> Sums:
    """The distribution of the sum of so many rounds, each a step as likely as its deals."""
    return _add(np.array(steps, dtype=np.int64), _share(deals), rounds)


def find_tail(steps: Sequence[int], deals: Sequence[int], rounds: int) -> tuple[float, float]:
    """The probability that the sum is above zero, and the most by which it can be wrong."""
    moved, chances = np.array(steps, dtype=np.int64), _share(deals)
    if moved.max() <= 0:
        return 0.0, 0.0
    if moved.min() >= 0:
        sums = _add(moved, chances, rounds)
        return sums.add_above(0), sums.error
    tilt, tilted, log_divisor = _find_tilt(moved.astype(np.float64), chances)
    rare = _add(moved, tilted, rounds)
    factor = math.exp(rounds * log_divisor)
    return factor * rare.add_above(0, tilt), factor * rare.error


def _share(deals: Sequence[int]) -> NDArray[np.float64]:
    total = sum(deals)
    return np.array([number / total for number in deals], dtype=np.float64)


def _add(steps: NDArray[np.int64], chances: NDArray[np.float64], rounds: int) -> Sums:
    mean = float(steps @ chances)
    for power in range(_SMALLEST, _LARGEST + 1):
        width = 1 << power
        folded = _bound_beyond(steps.astype(np.float64) - mean, chances, rounds, width / 2 - 1)
        if folded < NEGLIGIBLE:
            break
    else:
        raise ValueError("the sums are too far apart to be added")
    single = np.zeros(width)
    np.add.at(single, steps % width, chances)
    found = np.fft.irfft(np.fft.rfft(single) ** rounds, width)
    first = round(mean * rounds) - width // 2
    found = np.maximum(np.roll(found, -(first % width)), 0.0)
    rounding = rounds * np.finfo(np.float64).eps * math.log2(width)
    return Sums(first, found, folded + float(rounding))


def _bound_beyond(
    centred: NDArray[np.float64], chances: NDArray[np.float64], rounds: int, distance: float
) -> float:
    """A bound on the probability that the sum is further from its mean than a distance."""
    total = 0.0
    for sign in (1, -1):
        with np.errstate(over="ignore"):
            grown = np.exp(np.outer(_TILTS, sign * centred)) @ chances
            exponents = rounds * np.log(grown) - _TILTS * distance
        total += math.exp(min(0.0, float(np.nanmin(exponents))))
    return total


def _find_tilt(
    moved: NDArray[np.float64], chances: NDArray[np.float64]
) -> tuple[float, NDArray[np.float64], float]:
    """The tilt that makes the mean zero, the tilted probabilities, and the logarithm of their divisor."""
    high = 700.0 / float(np.abs(moved).max())
    low = -high
    for _ in range(160):
        middle = (low + high) / 2
        if float((moved * chances) @ np.exp(middle * moved)) < 0:
            low = middle
        else:
            high = middle
    grown = chances * np.exp(middle * moved)
    divisor = float(grown.sum())
    return middle, grown / divisor, math.log(divisor)

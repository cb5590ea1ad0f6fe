"""What a deal is worth to a player, by how low and high compare with the bank's; plain numbers."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import lcm

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

"""What the bank keeps over many rounds: the exact mean and variance, and a band around the mean."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, isqrt

from certify.filing.sheets import Sheet

ROUNDS = (1_000, 10_000, 100_000)
WIDTH = Fraction(49, 25)
"""Standard deviations on each side of the mean that hold 95 % of a normal distribution: 1.96."""
CHANCE = Fraction(95, 100)
_PLACES = 10**12


@dataclass(frozen=True, slots=True)
class Band:
    """So many rounds at one stake: the bank's expected share of all stakes, and where it will lie."""

    rounds: int
    mean: Fraction
    half: Fraction
    """Half of the width of the band, to twelve decimals."""

    @property
    def low(self) -> Fraction:
        """The lower end."""
        return self.mean - self.half

    @property
    def high(self) -> Fraction:
        """The upper end."""
        return self.mean + self.half


@dataclass(frozen=True, slots=True)
class Hold:
    """The bands of one wager."""

    sheet: Sheet
    bands: tuple[Band, ...]


def find_root(square: Fraction) -> Fraction:
    """The square root of a fraction, cut off after twelve decimals."""
    return Fraction(isqrt(square.numerator * _PLACES**2 // square.denominator), _PLACES)


def list_holds(sheets: tuple[Sheet, ...]) -> tuple[Hold, ...]:
    """The bands of every wager that has figures."""
    return tuple(
        Hold(
            sheet,
            tuple(
                Band(
                    rounds,
                    sheet.odds.house_edge,
                    WIDTH * find_root(sheet.odds.variance / rounds),
                )
                for rounds in ROUNDS
            ),
        )
        for sheet in sheets
        if sheet.has_figures
    )


CERTAIN = Fraction(ceil(find_root(1 / (1 - CHANCE)) / WIDTH * 100), 100)
"""How many times as wide a band must be to hold 95 % whatever the distribution (Chebyshev): to two decimals,
rounded up, because a narrower band would hold less."""

"""Axes for the charts: where they begin and end, and where the ticks stand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

_STEPS = (Fraction(1), Fraction(2), Fraction(5))


@dataclass(frozen=True, slots=True)
class Axis:
    """A scale from the lowest to the highest tick."""

    low: Fraction
    high: Fraction
    ticks: tuple[Fraction, ...]

    @property
    def places(self) -> int:
        """How many decimals the ticks need in percent."""
        return next(
            (n for n in range(5) if all(not tick * 10**n * 100 % 1 for tick in self.ticks)), 5
        )

    def place(self, value: Fraction) -> float:
        """Where a value stands, from 0 at the lowest tick to 1 at the highest."""
        return float((value - self.low) / (self.high - self.low))


def choose_axis(values: Iterable[Fraction], *, from_zero: bool = False, ticks: int = 6) -> Axis:
    """A scale that covers all values in about so many even steps."""
    found = [Fraction(value) for value in values]
    low, high = min(found, default=Fraction(0)), max(found, default=Fraction(1))
    if from_zero:
        low, high = min(low, Fraction(0)), max(high, Fraction(0))
    if low == high:
        room = abs(low) / 10 + Fraction(1, 1000)
        low, high = low - room, high + room
    step = _choose_step((high - low) / ticks)
    first, last = low // step, -(-high // step)
    return Axis(
        first * step, last * step, tuple(number * step for number in range(first, last + 1))
    )


def _choose_step(least: Fraction) -> Fraction:
    power = Fraction(1)
    while power > least:
        power /= 10
    while power * 10 <= least:
        power *= 10
    return next((power * step for step in _STEPS if power * step >= least), power * 10)

"""Exact figures as text: money, percentages, fractions. The only place that rounds (half up)."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt


def round_half_up(value: Fraction, places: int) -> str:
    """Write a fraction with so many decimals, halves away from zero."""
    scaled = abs(value) * 10**places
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    return _place_point(whole, places, negative=value < 0)


def truncate(value: Fraction, places: int) -> str:
    """Write a fraction with so many decimals, the rest cut off."""
    scaled = abs(value) * 10**places
    return _place_point(scaled.numerator // scaled.denominator, places, negative=value < 0)


def round_half_even(value: Fraction, places: int) -> str:
    """Write a fraction with so many decimals, halves to the even neighbour."""
    return _place_point(round(abs(value) * 10**places), places, negative=value < 0)


ROUNDINGS = {"half-up": round_half_up, "half-even": round_half_even, "truncated": truncate}


def format_percent(value: Fraction, places: int = 4) -> str:
    """A share in percent, without the sign %."""
    return round_half_up(value * 100, places)


def format_root(square: Fraction, places: int = 4) -> str:
    """The square root of a fraction, rounded half up."""
    scaled = square * 4 * 100**places
    whole = (isqrt(scaled.numerator // scaled.denominator) + 1) // 2
    return _place_point(whole, places, negative=False)


def format_fraction(value: Fraction | int) -> str:
    """A fraction in lowest terms, a whole number plain."""
    return str(Fraction(value))


def describe_share(value: Fraction) -> dict[str, str]:
    """A share as fraction and percent, for JSON."""
    return {"fraction": format_fraction(value), "percent": format_percent(value)}


def format_money(amount: Fraction | int) -> str:
    """Money exactly: whole, with two decimals, with more where it needs them, else as a fraction."""
    value = Fraction(amount)
    if value.denominator == 1:
        return str(value.numerator)
    for places in range(2, 12):
        scaled = value * 10**places
        if scaled.denominator == 1:
            return _place_point(abs(scaled.numerator), places, negative=value < 0)
    return str(value)


def _place_point(digits: int, places: int, *, negative: bool) -> str:
    sign = "-" if negative and digits else ""
    if not places:
        return f"{sign}{digits}"
    whole, part = divmod(digits, 10**places)
    return f"{sign}{whole}.{part:0{places}d}"

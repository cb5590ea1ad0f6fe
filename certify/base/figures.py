"""Exact figures as text: money, percentages, fractions. The only place that rounds (half up)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from html import escape
from math import isqrt
from typing import Any

from certify.base.errors import CertifyError


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


def make_frame(rows: Iterable[Mapping[str, Any]], *, floats: bool = False) -> Any:
    """A data frame of rows; figures are exact Fraction objects, or floats where those are asked for."""
    try:
        import pandas
    except ImportError:
        raise CertifyError(
            "to_frame needs the library pandas; install it with: pip install pandas"
        ) from None
    if floats:
        rows = (
            {
                key: float(item) if isinstance(item, Fraction | Decimal) else item
                for key, item in row.items()
            }
            for row in rows
        )
    return pandas.DataFrame(list(rows))


_SHORT = 12
"""Rows that a notebook shows."""


class Tabular:
    """A result of the library: a line in a console, a short table in a notebook, rows as a data frame."""

    __slots__ = ()

    @property
    def headline(self) -> str:
        """The result in one line."""
        raise NotImplementedError

    def list_rows(self) -> Iterable[Mapping[str, Any]]:
        """The result as rows; figures are exact fractions."""
        raise NotImplementedError

    def to_frame(self, *, floats: bool = False) -> Any:
        """The rows as a data frame, with `floats` in place of exact fractions; needs pandas."""
        return make_frame(self.list_rows(), floats=floats)

    def __repr__(self) -> str:
        return f"<{self.headline}>"

    def _repr_html_(self) -> str:
        rows = list(self.list_rows())
        head = "".join(f"<th>{escape(key)}</th>" for key in rows[0]) if rows else ""
        lines = ["".join(f"<td>{_format_cell(cell)}</td>" for cell in row.values()) for row in rows]
        more = f" (the first {_SHORT} of {len(rows)} rows)" if len(rows) > _SHORT else ""
        body = "".join(f"<tr>{line}</tr>" for line in [head, *lines[:_SHORT]])
        return f"<table><caption>{escape(self.headline)}{more}</caption>{body}</table>"


def _format_cell(cell: Any) -> str:
    if isinstance(cell, Fraction):
        return round_half_up(cell, 6)
    return escape("" if cell is None else str(cell))

"""Rows as a table of pandas, where that library is there, and as one of a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from html import escape
from typing import Any

from certify.base.errors import CertifyError
from certify.base.figures import round_half_up


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

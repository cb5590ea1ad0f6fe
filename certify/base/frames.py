"""Rows as a table of pandas, where that library is there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from certify.base.errors import CertifyError


def make_frame(rows: Iterable[Mapping[str, Any]]) -> Any:
    """A data frame of rows; figures stay exact, so columns of fractions hold Fraction objects."""
    try:
        import pandas
    except ImportError:
        raise CertifyError(
            "to_frame needs the library pandas; install it with: pip install pandas"
        ) from None
    return pandas.DataFrame(list(rows))

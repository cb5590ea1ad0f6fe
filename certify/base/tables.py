"""Aligned tables for people: plain text, the same in a terminal and through a pipe."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import zip_longest

_NARROWEST = 8
"""Columns to which a cell may be folded."""


def format_table(
    head: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1, width: int | None = None
) -> list[str]:
    """Align columns under their heads: the first `left` to the left, the others to the right.

    Where a width is given that is less than the table's, the widest columns are folded to keep to it.
    """
    widths = [max(len(row[column]) for row in (head, *rows)) for column in range(len(head))]
    if width is not None and sum(widths) + 2 * len(widths) - 2 > width:
        widths = _narrow(widths, width)
        rows = [part for row in rows for part in _fold(row, widths)]
    heads = _fold(head, widths)

    def align(row: Sequence[str]) -> str:
        cells = [
            cell.ljust(width) if column < left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        return "  ".join(cells).rstrip()

    rule = "  ".join("-" * width for width in widths)
    return [*map(align, heads), rule, *map(align, rows)]


def _narrow(widths: Sequence[int], room: int) -> list[int]:
    """Take from the widest columns until the table fits, or nothing more can be taken."""
    found = list(widths)
    while sum(found) + 2 * len(found) - 2 > room and max(found) > _NARROWEST:
        found[found.index(max(found))] -= 1
    return found


def _fold(row: Sequence[str], widths: Sequence[int]) -> list[list[str]]:
    """A row as several, where cells are too long."""
    cells = [
        textwrap.wrap(cell, max(width, 1)) or [""]  # a column may be empty from head to foot
        for cell, width in zip(row, widths, strict=True)
    ]
    return [list(part) for part in zip_longest(*cells, fillvalue="")]


def format_count(number: int) -> str:
    """A whole number with separators."""
    return f"{number:,}"

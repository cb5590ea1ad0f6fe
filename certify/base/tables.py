"""Aligned tables for people: plain text, the same in a terminal and through a pipe."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from itertools import zip_longest

_NARROWEST = 8
"""Columns to which a cell may be folded."""
_RULE = re.compile(r" *-+(?:  -+)+")
_PARTS = re.compile(r"(?<=[^\W\d_]-)(?=[^\W\d_])|\s+")
"""Where a cell may be folded: between words and after their hyphens, never within a number."""


def format_table(
    head: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1, width: int | None = None
) -> list[str]:
    """Align columns under their heads: the first `left` to the left, the others to the right.

    Where a width is given that is less than the table's, the widest columns are folded to keep to it.
    """
    return _align(head, rows, [column < left for column in range(len(head))], width)


def _align(
    head: Sequence[str], rows: Sequence[Sequence[str]], left: Sequence[bool], width: int | None
) -> list[str]:
    columns = list(zip(head, *rows, strict=True))
    widths = [max(map(len, cells)) for cells in columns]
    if width is not None and sum(widths) + 2 * len(widths) - 2 > width:
        widths = _narrow(widths, [_find_least(cells) for cells in columns], width)
        rows = [part for row in rows for part in _fold(row, widths)]
    heads = _fold(head, widths)

    def align(row: Sequence[str]) -> str:
        cells = [
            cell.ljust(width) if to_left else cell.rjust(width)
            for cell, width, to_left in zip(row, widths, left, strict=True)
        ]
        return "  ".join(cells).rstrip()

    rule = "  ".join("-" * width for width in widths)
    return [*map(align, heads), rule, *map(align, rows)]


def _find_least(cells: Sequence[str]) -> int:
    """The columns that the longest part of a cell needs."""
    return max(_NARROWEST, *(len(part) for cell in cells for part in _PARTS.split(cell)))


def _narrow(widths: Sequence[int], least: Sequence[int], room: int) -> list[int]:
    """Take from the widest columns until the table fits, or nothing more can be taken."""
    found = list(widths)
    while sum(found) + 2 * len(found) - 2 > room:
        free = [place for place, width in enumerate(found) if width > least[place]]
        if not free:
            break
        found[max(free, key=found.__getitem__)] -= 1
    return found


def _fold(row: Sequence[str], widths: Sequence[int]) -> list[list[str]]:
    """A row as several, where cells are too long."""
    cells = [
        textwrap.wrap(cell, max(width, 1)) or [""]  # a column may be empty from head to foot
        for cell, width in zip(row, widths, strict=True)
    ]
    return [list(part) for part in zip_longest(*cells, fillvalue="")]


def fold_tables(lines: Sequence[str], width: int) -> Iterator[str]:
    """Lines of text, those of tables that are wider than a page folded to it."""
    done = 0
    for place, line in enumerate(lines):
        if place <= done or not _RULE.fullmatch(line):
            continue
        spans = [found.span() for found in re.finditer("-+", line)]
        last = place + 1
        while last < len(lines) and _is_row(lines[last], spans):
            last += 1
        table = lines[place - 1 : last]
        if max(map(len, table)) > width and _is_row(table[0], spans):
            yield from lines[done : place - 1]
            yield from _fold_table(table, spans, width)
            done = last
    yield from lines[done:]


def _is_row(line: str, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether a line stands in the columns of a table, and in more than the first of them."""
    ends = [0, *(end for _, end in spans)]
    begins = [*(begin for begin, _ in spans), len(line)]
    apart = all(not line[end:begin].strip() for end, begin in zip(ends, begins, strict=True))
    return apart and bool(line[spans[1][0] :].strip())


def _fold_table(
    table: Sequence[str], spans: Sequence[tuple[int, int]], width: int
) -> Iterator[str]:
    """A table of a head, a rule and rows, folded; each column stays at the side where it stands."""
    head, _, *rows = [[line[begin:end] for begin, end in spans] for line in table]
    left = [all(cell[:1] != " " for cell in cells) for cells in zip(head, *rows, strict=True)]
    heads, *body = [[cell.strip() for cell in row] for row in (head, *rows)]
    indent = " " * spans[0][0]
    for line in _align(heads, body, left, width - len(indent)):
        yield indent + line


def format_count(number: int) -> str:
    """A whole number with separators."""
    return f"{number:,}"

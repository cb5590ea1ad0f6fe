"""Tables for people: text to the left, numbers to the right, and never wider than the page."""

from __future__ import annotations

import csv
import io
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

WIDTH = 80
"""Columns where neither a terminal nor COLUMNS says otherwise."""
_NARROWEST = 40
_LEAST_CELL = 30
_PLACE = re.compile(r"\s*\S+:\d+:\d+:")
"""The head of a message that tools read: such a line is never folded."""
_COLUMN_GAP = re.compile(r"(?<=\S)\s{2,}(?=\S)")
_RESET = "\x1b[0m"
_RED, _YELLOW, _BLUE, _GREEN = "\x1b[1;31m", "\x1b[33m", "\x1b[36m", "\x1b[32m"
_COLOURS = {"error": _RED, "warning": _YELLOW, "note": _BLUE}
_PAINTED: tuple[tuple[re.Pattern[str], str], ...] = (
    *(
        (re.compile(pattern.format(word), re.MULTILINE), colour)
        for word, colour in _COLOURS.items()
        for pattern in (
            r"^ *\d+\. ({}): ",  # a issue
            r"^\S+:\d+:\d+: ({}) [A-Z]{{3}}\d",  # a issue on one line
            r"^  [A-Z]{{3}}\d{{3}}  ({}) ",  # a rule in a list
            r"^  ({}): ",  # what the word means
        )
    ),
    (
        re.compile(r"\b(FAILED|NOT (?:PROVED|VERIFIED)|DIFFERS|DOES NOT (?:HOLD|AGREE)|WARNING)\b"),
        _RED,
    ),
    (re.compile(r"^(gate: passed|VERIFIED)\b", re.MULTILINE), _GREEN),
)


def find_width() -> int:
    """The columns of the page: those that COLUMNS says, or of the terminal, or 80."""
    said = os.environ.get("COLUMNS", "")
    if not sys.stdout.isatty():
        return max(_NARROWEST, int(said)) if said.isdecimal() else WIDTH
    return max(_NARROWEST, shutil.get_terminal_size((WIDTH, 24)).columns)


def shows_colour() -> bool:
    """Whether standard output is a terminal in which colour is wanted."""
    dumb = os.environ.get("TERM", "") == "dumb" or bool(os.environ.get("NO_COLOR"))
    return sys.stdout.isatty() and not dumb


def fold(text: str) -> str:
    """Fold long lines to the page."""
    width = find_width()
    return "\n".join(part for line in text.split("\n") for part in fold_line(line, width))


def fold_line(line: str, width: int) -> Iterator[str]:
    """A line as lines of at most a width; places in files are left as they are.

    Where columns are set apart by spaces only the last of them is folded, below itself.
    """
    if len(line) <= width or _PLACE.match(line):
        yield line
        return
    gaps = list(_COLUMN_GAP.finditer(line))
    lead = len(line) - len(line.lstrip())
    start, hanging = (gaps[-1].end(), gaps[-1].end()) if gaps else (lead, lead + 2)
    if width - hanging < _LEAST_CELL:
        start, hanging = lead, lead + 2
    yield from textwrap.wrap(
        line[start:],
        width,
        initial_indent=line[:start],
        subsequent_indent=" " * hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )


def paint(text: str) -> str:
    """Colour the words that judge, by severity."""
    for pattern, colour in _PAINTED:
        text = pattern.sub(partial(_paint_group, colour), text)
    return text


def _paint_group(colour: str, found: re.Match[str]) -> str:
    whole, start = found.group(), found.start()
    first, last = found.start(1) - start, found.end(1) - start
    return f"{whole[:first]}{colour}{whole[first:last]}{_RESET}{whole[last:]}"


_NUMBER = re.compile(r"[-+−<~(]*\d[\d,.:/]*(?:%|\*|\))*|[A-Z]{3}|in|to|of|pp|x|-|%")
"""A word of a cell that holds a number: the number itself, its unit, or what joins two of them."""
_NO_NUMBER = frozenset({"", "-", "none", "never", "push", "not calculated"})
"""Cells that a column of numbers may have, too."""
_RULED = "    \n    \n -  \n    \n    \n    \n    \n    \n"
"""The lines of a table as `rich` wants them: a rule below the head, and nothing else."""
_GAP = 2


def format_table(
    head: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    margin: int = 0,
    width: int | None = None,
    whole: str = "",
) -> list[str]:
    """A table as lines of at most the width of the page, less a margin that the caller fills.

    The cells below one head can be kept whole where they fit. A table that cannot be so narrow becomes a
    list of records.
    """
    from rich.box import Box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    columns = list(zip(head, *rows, strict=True))
    numeric = [_is_numeric(cells) for _, *cells in columns]
    room = (width or find_width()) - margin
    left = room - _GAP * (len(head) - 1)
    kept = [right or name == whole for name, right in zip(head, numeric, strict=True)]
    widths = _find_widths(columns, kept, left) or _find_widths(columns, numeric, left)
    if widths is None:
        return list(_list_records(head, rows, room))
    table = Table(
        box=Box(_RULED, ascii=True), show_edge=False, pad_edge=False, padding=(0, 1, 0, 0)
    )
    for name, size, right in zip(head, widths, numeric, strict=True):
        table.add_column(_fold_head(name, size), justify="right" if right else "left", width=size)
    for row in rows:
        table.add_row(*(Text(_fold(cell, size)) for cell, size in zip(row, widths, strict=True)))
    stream = io.StringIO()
    total = sum(widths) + _GAP * len(head)
    Console(file=stream, width=total, color_system=None, legacy_windows=False).print(table)
    return [line.rstrip() for line in stream.getvalue().splitlines()]


def _is_numeric(cells: Sequence[str]) -> bool:
    """Whether a column holds numbers only; a blank cell says nothing."""
    stated = [cell for cell in cells if cell not in _NO_NUMBER]
    return bool(stated) and all(
        any(letter.isdigit() for letter in cell) and all(map(_NUMBER.fullmatch, cell.split()))
        for cell in stated
    )


def _find_widths(
    columns: Sequence[Sequence[str]], kept: Sequence[bool], room: int
) -> list[int] | None:
    """The width of each column: heads are folded first, then the widest column; None where they cannot."""
    widths = [max(1, *map(len, cells)) for cells in columns]
    least = [
        max(
            1,
            *(len(part) for part in _split(name)),
            *(_find_least(cell, whole=whole) for cell in cells),
        )
        for (name, *cells), whole in zip(columns, kept, strict=True)
    ]
    heads = [
        max(_find_head(name), size, *map(len, cells))
        for size, (name, *cells) in zip(least, columns, strict=True)
    ]
    for place in sorted(range(len(columns)), key=lambda place: heads[place] - widths[place]):
        widths[place] -= min(widths[place] - heads[place], max(0, sum(widths) - room))
    while sum(widths) > room:
        free = [place for place, width in enumerate(widths) if width > least[place]]
        if not free:
            return None
        widths[max(free, key=widths.__getitem__)] -= 1
    return widths


def _find_head(name: str) -> int:
    """The least width of a head in two lines."""
    return next((size for size in range(1, len(name)) if len(_wrap(name, size)) < 3), len(name))


def _find_least(cell: str, *, whole: bool) -> int:
    return len(cell) if whole else max(map(len, _split(cell)), default=0)


def _split(text: str) -> list[str]:
    """The parts of a text that stay together: words, and parts of words after a hyphen; never a number's."""
    return _wrap(text, 1)


def _fold_head(name: str, width: int) -> str:
    """A head in as few lines as its width allows, all about equally long."""
    lines = len(_wrap(name, width))
    return _fold(
        name, next(size for size in range(1, width + 1) if len(_wrap(name, size)) <= lines)
    )


def _fold(text: str, width: int) -> str:
    return "\n".join(_wrap(text, width))


def _wrap(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, break_long_words=False)


def _list_records(head: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    """Each row as lines of head and cell; a cell without a head goes before the next one."""
    for row in rows:
        mark = ""
        for name, cell in zip(head, row, strict=True):
            if name and cell:
                text = f"{mark}{name}: {cell}"
                yield from textwrap.wrap(
                    text, width, subsequent_indent="  ", break_long_words=False
                )
            mark = f"{cell} " if cell and not name else ""
        yield ""


def format_csv(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """Rows as CSV, the same bytes for the same rows."""
    stream = io.StringIO()
    writer = csv.DictWriter(stream, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue()


def format_count(number: int) -> str:
    """A whole number with separators."""
    return f"{number:,}"

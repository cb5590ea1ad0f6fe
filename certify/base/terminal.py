"""How text meets a reader: as wide as the terminal, in colour where colour is wanted.

Text is made plain. It is folded and painted once, on its way out, so that a pipe and a file hold the same
words as the screen and never an escape sequence.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from certify.base.tables import fold_tables

WIDTH = 100
"""Columns where there is no terminal."""
_NARROWEST = 40
_LEAST_CELL = 30
_PLACE = re.compile(r"\s*\S+:\d+:\d+:")
"""The head of a message that tools read: such a line is never folded."""
_GAP = re.compile(r"(?<=\S)\s{2,}(?=\S)")
_RESET = "\x1b[0m"
_RED, _YELLOW, _BLUE, _GREEN = "\x1b[1;31m", "\x1b[33m", "\x1b[36m", "\x1b[32m"
_COLOURS = {"error": _RED, "warning": _YELLOW, "note": _BLUE}
_PAINTED: tuple[tuple[re.Pattern[str], str], ...] = (
    *(
        (re.compile(pattern.format(word), re.MULTILINE), colour)
        for word, colour in _COLOURS.items()
        for pattern in (
            r"^ *\d+\. ({}): ",  # a matter
            r"^\S+:\d+:\d+: ({}) [A-Z]{{3}}\d",  # a matter on one line
            r"^  [A-Z]{{3}}\d{{3}}  ({}) ",  # a rule in a list
            r"^  ({}): ",  # what the word means
        )
    ),
    (re.compile(r"\b(FAILED|NOT PROVED|DIFFERS|DOES NOT (?:HOLD|AGREE)|WARNING)\b"), _RED),
    (re.compile(r"^(gate: passed|PROVED)\b", re.MULTILINE), _GREEN),
)


@dataclass(frozen=True, slots=True)
class Page:
    """Where text goes: how wide it is, and whether it shows colour."""

    width: int = WIDTH
    colour: bool = False
    terminal: bool = False

    def lay_out(self, text: str) -> str:
        """Fold long lines of prose to the terminal, then paint; a pipe gets every line whole."""
        if not self.terminal:
            return text
        lines = fold_tables(text.split("\n"), self.width)
        folded = "\n".join(part for line in lines for part in fold_line(line, self.width))
        return paint(folded) if self.colour else folded


PLAIN = Page()


def find_page() -> Page:
    """The page that standard output is."""
    if not sys.stdout.isatty():
        return PLAIN
    columns = shutil.get_terminal_size((WIDTH, 24)).columns
    dumb = os.environ.get("TERM", "") == "dumb"
    plain = dumb or bool(os.environ.get("NO_COLOR"))
    return Page(max(_NARROWEST, columns), not plain, terminal=True)


def fold_line(line: str, width: int) -> Iterator[str]:
    """A line as lines of at most a width; places in files are left as they are.

    Where columns are set apart by spaces only the last of them is folded, below itself.
    """
    if len(line) <= width or _PLACE.match(line):
        yield line
        return
    gaps = list(_GAP.finditer(line))
    start = gaps[-1].end() if gaps else len(line) - len(line.lstrip())
    hanging = start if gaps else start + 2
    if width - hanging < _LEAST_CELL or len(line) - start <= _LEAST_CELL:
        yield line
        return
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

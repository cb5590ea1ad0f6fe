"""How text meets a reader: as wide as the page, in colour where colour is wanted.

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
from functools import partial

WIDTH = 80
"""Columns where neither a terminal nor COLUMNS says otherwise."""
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
    gaps = list(_GAP.finditer(line))
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

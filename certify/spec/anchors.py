"""The words of a text by lines, and digests of lines: what finds a line again without its sentence.

A text is read as words without blanks and punctuation, so that it may be wrapped in another way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import blake2b
from itertools import accumulate

from certify.base.errors import CertifyError
from certify.spec.printed import normalise

_WORD = re.compile(
    r"(?:(?<![\w)])[-−])?\d+(?:[.,:/]\d+)*|[^\W\d_]+|[^\s\w.,:;!?'\"()\[\]{}<>|#*`\\/…-]"
)
LETTERS = 6
"""A line with fewer letters is one of many that are alike, such as a payout of its own."""
_ANCHOR = re.compile(r"L([1-9]\d*):([1-9]\d*):([0-9a-f]{10})(\*?)")


@dataclass(frozen=True, slots=True)
class Anchor:
    """A line of the earlier text; its words are known only where that text is at hand."""

    line: int
    length: int
    digest: str
    common: bool
    """Whether the line is too short, or occurs too often, to be recognised alone."""
    words: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"L{self.line}:{self.length}:{self.digest}{'*' if self.common else ''}"


class Words:
    """The words of a text, each with its line."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.count = len(lines)
        listed = [
            (word, number)
            for number, line in enumerate(lines, 1)
            for word in _WORD.findall(normalise(line))
        ]
        self.words = [word for word, _ in listed]
        self.lines = [number for _, number in listed]
        self.stream = "".join(self.words)
        self.offsets = [0, *accumulate(map(len, self.words))]
        self._known: dict[int, dict[str, list[tuple[int, int]]]] = {}

    @cached_property
    def by_line(self) -> Mapping[int, tuple[int, int]]:
        """The words of each line that has any, as a range."""
        found: dict[int, tuple[int, int]] = {}
        for place, number in enumerate(self.lines):
            found[number] = (found.get(number, (place, 0))[0], place + 1)
        return found

    def find(self, anchor: Anchor) -> list[tuple[int, int]]:
        """Every place where the words of a line stand, from word to word."""
        known = self._known.get(anchor.length)
        if known is None:
            known = self._known[anchor.length] = {}
            ends = {offset: place for place, offset in enumerate(self.offsets)}
            for place, offset in enumerate(self.offsets):
                end = ends.get(offset + anchor.length)
                if end is not None:
                    digest = _digest(self.stream[offset : offset + anchor.length])
                    known.setdefault(digest, []).append((place, end))
        return known.get(anchor.digest, [])

    def line_of(self, place: int) -> int:
        """The line of a word; before the first one 0, after the last one the line after the text."""
        if place < 0:
            return 0
        return self.lines[place] if place < len(self.lines) else self.count + 1

    def fills_lines(self, first: int, end: int) -> bool:
        """Whether a range of words begins and ends with its lines."""
        return self.line_of(first - 1) < self.lines[first] and self.lines[end - 1] < self.line_of(
            end
        )


def list_anchors(text: Words, numbers: Iterable[int]) -> Iterator[Anchor]:
    """The lines with these numbers that have words, to be found again in another text."""
    for number in sorted(set(numbers) & set(text.by_line)):
        first, end = text.by_line[number]
        words = tuple(text.words[first:end])
        key = "".join(words)
        plain = Anchor(number, len(key), _digest(key), False, words)
        common = sum(map(str.isalpha, key)) < LETTERS or len(text.find(plain)) > 1
        yield Anchor(number, len(key), _digest(key), common, words)


def parse_anchor(text: str) -> Anchor:
    """Read an anchor as a specification stores it."""
    found = _ANCHOR.fullmatch(text)
    if found is None:
        raise CertifyError(f"anchors: {text[:40]!r} is not an anchor; run certify sources --anchor")
    return Anchor(int(found[1]), int(found[2]), found[3], bool(found[4]))


def _digest(key: str) -> str:
    return blake2b(key.encode(), digest_size=5).hexdigest()


@lru_cache(maxsize=1 << 14)
def digest_line(line: str) -> str:
    """The digest of a line; empty where it has no words."""
    key = "".join(_WORD.findall(normalise(line)))
    return _digest(key) if key else ""

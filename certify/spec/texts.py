"""The texts of the documents: their lines, the clauses that begin in them, and digests of lines.

A number of a clause counts where it begins a line: `3.7.2`, `3.`, `A.4`, `(6)`, `(b)`. A clause goes on to
the next number of its own kind or a higher one. Clauses that are named by words are not judged, nor are
numbers of a kind that the document does not print. For digests a text is read as words without blanks and
punctuation, so that it may be wrapped in another way.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import blake2b
from itertools import accumulate, pairwise
from pathlib import Path
from textwrap import shorten

from certify.base.errors import CertifyError
from certify.base.load import read_bytes
from certify.base.names import find_near
from certify.spec import printed
from certify.spec.model import Citation, Jurisdiction
from certify.spec.printed import IN_WORDS, normalise

_LARGEST = 1 << 26
"""Bytes of a document that are read."""
_MOST_DIGITS = 100
_ENDLESS = re.compile(rf"(?:\d[.,]?){{{_MOST_DIGITS + 1},}}")
_FEW = 3
_EXCERPT = 72


@dataclass(frozen=True, slots=True)
class Text:
    """The text of a document, by lines counted from one."""

    name: str
    lines: tuple[str, ...]
    currency: str = ""
    """Of the file that cites it: what its sums are read in."""

    def quote(self, citation: Citation) -> list[tuple[int, str]]:
        """The cited lines with their numbers."""
        return [
            (number, self.lines[number - 1])
            for number in range(citation.first, min(citation.last, len(self.lines)) + 1)
        ]

    def excerpt(self, number: int) -> str:
        """The beginning of a line, for a reader who looks for it."""
        return shorten(printed.normalise(self.lines[number - 1]), _EXCERPT, placeholder=" ...")

    def read(self, citation: Citation) -> str:
        """The cited lines as one normalised text."""
        return printed.normalise(" ".join(text for _, text in self.quote(citation)))


def split_lines(content: bytes, name: str) -> tuple[str, ...]:
    """The lines of a text; refused with a number that no rule can mean and no arithmetic should meet."""
    lines = content.decode("utf-8", "replace").split("\n")
    for number, line in enumerate(lines, 1):
        if _ENDLESS.search(line):
            raise CertifyError(
                f"{name}:{number}: a number has more than {_MOST_DIGITS} digits; correct the text"
            )
    return tuple(lines[:-1] if lines[-1] == "" else lines)


def find_texts(jurisdiction: Jurisdiction, folder: Path) -> dict[str, Text]:
    """The documents in a folder whose hashes the jurisdiction file records, by their ids."""
    if not folder.is_dir():
        near = find_near(str(folder), (str(item) for item in folder.parent.glob("*/")))
        fix = f"did you mean {near}?" if near else "give the folder that contains the documents"
        raise CertifyError(f"--dir: '{folder}' is not a folder; {fix}")
    wanted = {document.sha256: document.id for document in jurisdiction.documents}
    found: dict[str, Text] = {}
    for path in sorted(folder.iterdir()):
        if path.is_file():
            content = read_bytes(path, _LARGEST)
            name = wanted.get(hashlib.sha256(content).hexdigest())
            if name is not None and name not in found:
                lines = split_lines(content, str(path))
                found[name] = Text(path.name, lines, jurisdiction.currency)
    return found


def list_strange(folder: Path, texts: Mapping[str, Text]) -> list[tuple[str, str]]:
    """Texts of a folder that a file does not name, with their hashes; none where they are many."""
    known = {text.name for text in texts.values()}
    found = [
        (path.name, hashlib.sha256(read_bytes(path, _LARGEST)).hexdigest())
        for path in sorted(folder.glob("*.txt"))
        if path.is_file() and path.name not in known
    ]
    return found if len(found) <= _FEW else []


_DECIMAL = r"(?:[A-Z]\.\d{1,2}|\d{1,2}\.\d{1,2}|\d{1,2}(?=\.\s))(?:\.\d{1,2})*"
_IS_PAY = r"(?!\s+(?:to|for)\s+\d)"
_BEGINS = re.compile(
    rf"\s*(?P<decimal>{_DECIMAL}\.?(?=\s+\S){_IS_PAY})?\s*(?P<marks>(?:\((?:\d{{1,2}}|[a-z]{{1,3}})\)\s*)*)"
)
_MARK = re.compile(r"\((\d{1,2}|[a-z]{1,3})\)")
_NAMED = re.compile(
    r"(?<![\w.:(])(?P<decimal>(?:[A-Z]\.)\d{1,2}|\d{1,2}(?:\.\d{1,2})+|^\d{1,2}(?=\.?$|\())\.?"
    r"(?P<after>(?:\((?:\d{1,2}|[a-z]{1,3})\))*)(?![\w:])"
    r"|(?<![\w)])(?P<marks>(?:\((?:\d{1,2}|[a-z]{1,3})\))+)"
)
_ROMAN = re.compile(r"[ivx]+")
_ENTITLED = re.compile(
    r"\s*(?:part|section|sec\.|article|art\.|chapter|schedule|appendix|annex|clause)\s+"
    rf"(?:\d+(?:\.\d+)*|(?-i:[IVXL]+|[A-Z])|{IN_WORDS.pattern})(?![\w-])[.:)]?\s*",
    re.IGNORECASE,
)
"""The numbering of a heading: `PART TWO.`, `Section 4:`, `Art. 13`."""
_ENOUGH = 3
"""How often a kind of number must begin a line before a missing one is thought a slip."""


@dataclass(frozen=True, slots=True)
class Number:
    """The number of a clause: a decimal part, and marks in brackets below it."""

    decimal: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()

    def holds(self, other: Number) -> bool:
        """Whether another clause is this one or a part of it."""
        if self.decimal and other.decimal[: len(self.decimal)] != self.decimal:
            return False
        return other.marks[: len(self.marks)] == self.marks

    def __str__(self) -> str:
        return ".".join(self.decimal) + "".join(f"({mark})" for mark in self.marks)


@dataclass(frozen=True)
class Numbering:
    """Where each clause of a text begins."""

    lines: tuple[str, ...]

    @cached_property
    def begins(self) -> tuple[tuple[int, Number], ...]:
        """Each line that begins a clause, with its number."""
        found: list[tuple[int, Number]] = []
        current = Number()
        for place, line in enumerate(self.lines, 1):
            start = _BEGINS.match(line)
            if start is None or not (start["decimal"] or start["marks"]):
                continue
            if start["decimal"]:
                current = Number(_split_decimal(start["decimal"]))
            for mark in _MARK.findall(start["marks"]):
                current = Number(current.decimal, _put_mark(current.marks, mark))
            found.append((place, current))
        return tuple(found)

    def list_around(self, first: int, last: int) -> list[Number]:
        """The clauses in which some of these lines stand."""
        before = [number for place, number in self.begins if place <= first]
        inside = [number for place, number in self.begins if first < place <= last]
        return [*before[-1:], *inside]

    def prints(self, wanted: Number) -> bool:
        """Whether the document prints numbers of this kind, so that one can be judged."""
        kinds = [
            number for _, number in self.begins if bool(number.decimal) >= bool(wanted.decimal)
        ]
        if wanted.marks:
            kinds = [
                number
                for number in kinds
                if [_find_kind_of_mark(mark) for mark in number.marks[: len(wanted.marks)]]
                == [_find_kind_of_mark(mark) for mark in wanted.marks]
            ]
        return len(kinds) >= _ENOUGH


def list_named(clause: str) -> Iterator[Number]:
    """The numbers that a citation's clause names."""
    for found in _NAMED.finditer(clause):
        decimal = _split_decimal(found["decimal"]) if found["decimal"] else ()
        yield Number(decimal, tuple(_MARK.findall(found["after"] or found["marks"] or "")))


def write_lines(first: int, last: int) -> str:
    """Numbers of lines as people write them."""
    return str(first) if first == last else f"{first}-{last}"


def join_lines(numbers: list[int]) -> list[str]:
    """Rising numbers of lines, those that follow each other as one."""
    starts = [new for old, new in pairwise([-1, *numbers]) if new != old + 1]
    ends = [old for old, new in pairwise([*numbers, -1]) if new != old + 1]
    return list(map(write_lines, starts, ends))


def drop_number(line: str) -> str:
    """A line without the number of the clause or part that begins in it."""
    line = _ENTITLED.sub("", line, count=1) if _ENTITLED.match(line) else line
    start = _BEGINS.match(line)
    return line[start.end() :] if start else line


def _split_decimal(decimal: str) -> tuple[str, ...]:
    return tuple(decimal.rstrip(".").split("."))


def _put_mark(marks: tuple[str, ...], mark: str) -> tuple[str, ...]:
    """The marks in force once one more begins: it ends the one of its kind and all below that."""
    kinds = [_find_kind_of_mark(item, marks[:place]) for place, item in enumerate(marks)]
    own = _find_kind_of_mark(mark, marks)
    return (*marks[: kinds.index(own)], mark) if own in kinds else (*marks, mark)


def _find_kind_of_mark(mark: str, before: tuple[str, ...] = ()) -> str:
    """Figures, letters, or small Roman numbers, which stand below letters; `(i)` behind `(h)` is a letter."""
    if mark.isdecimal():
        return "figure"
    follows = any(len(item) == len(mark) == 1 and ord(item) + 1 == ord(mark) for item in before)
    below = any(not item.isdecimal() for item in before)
    return "roman" if _ROMAN.fullmatch(mark) and below and not follows else "letter"


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


class TextWords:
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


def list_anchors(text: TextWords, numbers: Iterable[int]) -> Iterator[Anchor]:
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

"""The numbers of clauses as a document prints them, and whether a citation's clause stands around its lines.

A number counts where it begins a line: `3.7.2`, `3.`, `A.4`, `(6)`, `(b)`. A clause holds from there to the
next number of its own kind or a higher one. Clauses that are named by words are not judged, nor are numbers
of a kind that the document does not print.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from certify.spec.printed_numbers import IN_WORDS

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
                current = Number(_split(start["decimal"]))
            for mark in _MARK.findall(start["marks"]):
                current = Number(current.decimal, _put(current.marks, mark))
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
                if [_kind(mark) for mark in number.marks[: len(wanted.marks)]]
                == [_kind(mark) for mark in wanted.marks]
            ]
        return len(kinds) >= _ENOUGH


def list_named(clause: str) -> Iterator[Number]:
    """The numbers that a citation's clause names."""
    for found in _NAMED.finditer(clause):
        decimal = _split(found["decimal"]) if found["decimal"] else ()
        yield Number(decimal, tuple(_MARK.findall(found["after"] or found["marks"] or "")))


def drop_number(line: str) -> str:
    """A line without the number of the clause or part that begins in it."""
    line = _ENTITLED.sub("", line, count=1) if _ENTITLED.match(line) else line
    start = _BEGINS.match(line)
    return line[start.end() :] if start else line


def _split(decimal: str) -> tuple[str, ...]:
    return tuple(decimal.rstrip(".").split("."))


def _put(marks: tuple[str, ...], mark: str) -> tuple[str, ...]:
    """The marks in force once one more begins: it ends the one of its kind and all below that."""
    kinds = [_kind(item, marks[:place]) for place, item in enumerate(marks)]
    own = _kind(mark, marks)
    return (*marks[: kinds.index(own)], mark) if own in kinds else (*marks, mark)


def _kind(mark: str, before: tuple[str, ...] = ()) -> str:
    """Figures, letters, or small Roman numbers, which stand below letters; `(i)` behind `(h)` is a letter."""
    if mark.isdecimal():
        return "figure"
    follows = any(len(item) == len(mark) == 1 and ord(item) + 1 == ord(mark) for item in before)
    below = any(not item.isdecimal() for item in before)
    return "roman" if _ROMAN.fullmatch(mark) and below and not follows else "letter"

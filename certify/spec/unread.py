"""Lines of the documents that no citation of a file reaches: what a reader may have overlooked.

Each is told by its number, its figures and its first words, and by no more: the text is at hand. That the
inventory counts a clause or a word of a line does not mean that anybody took up what the line says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from certify.base.load import DataPath
from certify.spec.anchors import digest_line, parse_anchor
from certify.spec.model import Citation, Jurisdiction
from certify.spec.places import list_places
from certify.spec.texts import Text, find_texts
from certify.spec.uncited import COUNT, PUSH, Figure, read_all_figures

_COUNTED_ONLY: set[DataPath] = {("inventory", kind) for kind in ("clauses", "terms", "extraction")}
"""Entries of the inventory that state that something is in a line, not what it says."""
_POINTING = {"base_rules", "rules_of_play"}
"""Parameters that say where rules stand, not what they say."""
_IN_WORDS = {"uncovered", "todo"}
_NOT_HELD = {COUNT, PUSH}
"""Figures that a value need not write in figures: a line that is cited is taken to be read for them."""
_NUMBER = re.compile(r"\d+(?:\.\d+|/[1-9]\d*)?")


@dataclass(frozen=True, slots=True)
class Unread:
    """A line that nobody cites, with the figures that it prints."""

    line: int
    figures: tuple[Figure, ...]

    @property
    def is_first(self) -> bool:
        """Whether it prints more than counts: money, a pay, a share or a push."""
        return any(figure.kind != COUNT for figure in self.figures)


@dataclass(frozen=True, slots=True)
class UnreadText:
    """The lines of one document that nobody cites."""

    document: str
    name: str
    with_figures: tuple[Unread, ...]
    """Those with money, pays and shares first, then those with counts."""
    others: tuple[str, ...]
    """The lines without a figure, those that follow each other as one."""
    text: Text


@dataclass(slots=True)
class _Reached:
    """What the file takes from a document: the lines it cites, and the numbers that it writes beside them."""

    numbers: dict[int, set[Fraction]] = field(default_factory=dict)
    whole: set[int] = field(default_factory=set)
    """Lines that something takes up in words: uncovered, to do, in words of the document's own."""

    def add(self, citation: Citation, numbers: set[Fraction], *, whole: bool) -> None:
        for line in range(citation.first, citation.last + 1):
            self.numbers.setdefault(line, set()).update(numbers)
            if whole:
                self.whole.add(line)

    def drop(self, line: int) -> None:
        """Take a line for one that nobody has read, whatever is cited around it."""
        self.numbers.pop(line, None)
        self.whole.discard(line)

    def list_left(self, text: Text, line: int) -> Iterator[Figure]:
        """The figures that nobody takes up: all of a line that is not cited; of one that is, no counts."""
        figures = _list_figures(text.lines[line - 1], text.currency)
        if line in self.whole:
            return
        if line not in self.numbers:
            yield from figures
            return
        held = self.numbers[line]
        yield from (
            figure
            for figure in figures
            if figure.kind not in _NOT_HELD and not {figure.value, figure.value * 100} & held
        )


def list_unread(jurisdiction: Jurisdiction, folder: Path) -> Iterator[UnreadText]:
    """What nobody cites of each document that is at hand."""
    yield from compare_texts(jurisdiction, find_texts(jurisdiction, folder))


def compare_texts(jurisdiction: Jurisdiction, texts: Mapping[str, Text]) -> Iterator[UnreadText]:
    """What nobody cites of these texts, by the ids of their documents."""
    first = jurisdiction.documents[0].id
    reached: dict[str, _Reached] = {}
    for place in list_places(jurisdiction.source.data):
        if place.path[:2] not in _COUNTED_ONLY and not _POINTING & set(place.path):
            found = reached.setdefault(place.citation.document or first, _Reached())
            whole = _is_whole(place.data, place.path)
            found.add(place.citation, _list_numbers(place.data), whole=whole)
    anchors = {item.id: item.anchors for item in jurisdiction.documents}
    for name, text in texts.items():
        found = reached.get(name, _Reached())
        if anchors[name]:  # a line that was not there when they were written is not read
            read = {parse_anchor(item).digest for item in anchors[name]}
            for line in [line for line in found.numbers if line <= len(text.lines)]:
                if digest_line(text.lines[line - 1]) not in read:
                    found.drop(line)
        yield _compare(name, text, found)


@lru_cache(maxsize=1 << 14)
def _list_figures(line: str, currency: str) -> tuple[Figure, ...]:
    """The figures of a line, as if it were alone."""
    return tuple(read_all_figures(Text("", (line,), currency), 1))


def _compare(document: str, text: Text, reached: _Reached) -> UnreadText:
    numbers = [n for n, line in enumerate(text.lines, 1) if any(map(str.isalnum, line))]
    lines = [Unread(number, tuple(reached.list_left(text, number))) for number in numbers]
    found = sorted((item for item in lines if item.figures), key=lambda item: not item.is_first)
    told = {item.line for item in found}
    others = [n for n in numbers if n not in told and n not in reached.numbers]
    return UnreadText(document, text.name, tuple(found), tuple(_join(others)), text)


def _join(numbers: list[int]) -> Iterator[str]:
    """Numbers of lines as people write them."""
    starts = [new for old, new in pairwise([-1, *numbers]) if new != old + 1]
    ends = [old for old, new in pairwise([*numbers, -1]) if new != old + 1]
    for start, end in zip(starts, ends, strict=True):
        yield str(start) if start == end else f"{start}-{end}"


def _is_whole(data: Mapping[str, Any], path: DataPath) -> bool:
    value = data.get("value")
    return path[0] in _IN_WORDS or (isinstance(value, Mapping) and "other" in value)


def _list_numbers(data: Any) -> set[Fraction]:
    """Every number written in a part of a file, but in what has a citation of its own."""
    if isinstance(data, Mapping):
        return _list_numbers([value for key, value in data.items() if key != "at"])
    if isinstance(data, list):
        own = [item for item in data if not (isinstance(item, Mapping) and "at" in item)]
        return set().union(*map(_list_numbers, own))
    return set(map(Fraction, _NUMBER.findall(str(data).replace(",", ""))))

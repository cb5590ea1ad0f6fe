"""Finds the lines of a text again in its revised text, and says where that is not certain.

A line that is unique in both texts is certain; between two such lines the rest is aligned from both sides.
Where the two sides disagree, as for one of several equal rows, nothing is assumed.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

from certify.spec.texts import LETTERS, Anchor, TextWords

_INSIDE = 20
"""Characters of a line that is recognised in the middle of another."""
_SIMILAR = 0.5


class Kind(StrEnum):
    """What became of a line."""

    SAME = "same"
    CHANGED = "changed"
    GONE = "gone"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class Found:
    """What became of a line, and its words in the revised text; where it is gone, the place where it was."""

    kind: Kind
    first: int
    end: int


def align(old: Sequence[Anchor], count: int, new: TextWords) -> dict[int, Found]:
    """What became of each line of the earlier text, which had `count` lines."""
    work = _Alignment(old, count, new)
    work.split(0, len(old), 0, len(new.words))
    work.join_neighbours()
    return {anchor.line: work.found[place] for place, anchor in enumerate(old)}


def list_unowned(found: Iterable[Found], new: TextWords) -> list[int]:
    """The lines of the revised text with words that no line of the earlier one has become."""
    owned = _own(found)
    return sorted({line for place, line in enumerate(new.lines) if place not in owned})


def _own(found: Iterable[Found]) -> set[int]:
    return {
        place
        for item in found
        if item.kind in {Kind.SAME, Kind.CHANGED}
        for place in range(item.first, item.end)
    }


class _Alignment:
    def __init__(self, old: Sequence[Anchor], count: int, new: TextWords) -> None:
        self.old = old
        self.count = count
        self.new = new
        self.places = [new.find(anchor) for anchor in old]
        self.found: dict[int, Found] = {}

    def put(self, place: int, kind: Kind, first: int, end: int) -> None:
        self.found[place] = Found(kind, first, end)

    def split(self, start: int, stop: int, first: int, end: int) -> None:
        """Align the lines from start to stop with the words from first to end."""
        certain = self.list_certain(start, stop, first, end)
        for place, (begin, after) in certain:
            self.resolve_or_split(start, place, first, begin, narrower=True)
            self.put(place, Kind.SAME, begin, after)
            start, first = place + 1, after
        self.resolve_or_split(start, stop, first, end, narrower=bool(certain))

    def resolve_or_split(
        self, start: int, stop: int, first: int, end: int, *, narrower: bool
    ) -> None:
        if start < stop:
            (self.split if narrower else self.resolve)(start, stop, first, end)

    def list_certain(
        self, start: int, stop: int, first: int, end: int
    ) -> list[tuple[int, tuple[int, int]]]:
        """The lines that are recognised alone, in order."""
        alike: dict[str, int] = {}
        for anchor in self.old[start:stop]:
            alike[anchor.digest] = alike.get(anchor.digest, 0) + 1
        found = []
        for place in range(start, stop):
            inside = [item for item in self.places[place] if first <= item[0] and item[1] <= end]
            if len(inside) == 1 and self.is_rich(place, alike) and self.is_whole(place, inside[0]):
                found.append((place, inside[0]))
        return _keep_rising(found)

    def is_rich(self, place: int, alike: Mapping[str, int]) -> bool:
        anchor = self.old[place]
        if not anchor.common:
            return True
        letters = sum(sum(map(str.isalpha, word)) for word in anchor.words)
        return letters >= LETTERS and alike[anchor.digest] == 1

    def is_whole(self, place: int, found: tuple[int, int]) -> bool:
        return self.old[place].length >= _INSIDE or self.new.fills_lines(*found)

    def keeps_lines(self, start: int, stop: int, first: int, end: int) -> bool:
        """Whether as many lines lie between the neighbours as before."""
        before = self.old[start - 1].line if start else 0
        after = self.old[stop].line if stop < len(self.old) else self.count + 1
        return after - before == self.new.line_of(end) - self.new.line_of(first - 1)

    def resolve(self, start: int, stop: int, first: int, end: int) -> None:
        """Align lines of which none is recognised alone, from both sides."""
        left = self.peel(range(start, stop), first, end, 0)
        right = self.peel(range(stop - 1, start - 1, -1), first, end, 1)
        filled = len(left) == stop - start and left[stop - 1][1] == end
        rigid = self.keeps_lines(start, stop, first, end)
        owner = {word: place for place, (a, b) in left.items() for word in range(a, b)}
        disputed = {
            item
            for place, (a, b) in right.items()
            for word in range(a, b)
            for item in (place, owner.get(word, place))
            if owner.get(word, place) != place
        }
        disputed |= {place for place in left.keys() & right.keys() if left[place] != right[place]}
        disputed |= self.list_copied(start, stop, first, end)
        for place, (a, b) in {**right, **left}.items():
            anchor = self.old[place]
            rich = not anchor.common or sum(map(len, anchor.words)) >= _INSIDE
            sure = filled or (place not in disputed and (rigid or rich))
            self.put(place, Kind.SAME if sure else Kind.UNSURE, a, b)
        inner_start, inner_stop = start + len(left), stop - len(right)
        if inner_start < inner_stop:
            inner_first = left[inner_start - 1][1] if left else first
            inner_end = right[inner_stop][0] if right else end
            self.compare(inner_start, inner_stop, inner_first, inner_end)

    def list_copied(self, start: int, stop: int, first: int, end: int) -> set[int]:
        """The lines that stand more often between the neighbours than before."""
        alike = Counter(anchor.digest for anchor in self.old[start:stop])
        return {
            place
            for place in range(start, stop)
            if alike[self.old[place].digest]
            < sum(
                first <= item[0] and item[1] <= end and self.is_whole(place, item)
                for item in self.places[place]
            )
        }

    def peel(
        self, places: Iterable[int], first: int, end: int, side: int
    ) -> dict[int, tuple[int, int]]:
        """The lines that follow one side without a gap."""
        found: dict[int, tuple[int, int]] = {}
        border = end if side else first
        for place in places:
            item = next((item for item in self.places[place] if item[side] == border), None)
            if item is None or item[0] < first or item[1] > end:
                break
            found[place] = item
            border = item[1 - side]
        return found

    def compare(self, start: int, stop: int, first: int, end: int) -> None:
        """Lines that changed: by their words where these are known, else by their place."""
        lines = range(start, stop)
        if first >= end:
            for place in lines:
                self.put(place, Kind.GONE, first, first)
            return
        words = [word for place in lines for word in self.old[place].words]
        if "".join(words) == self.new.stream[self.new.offsets[first] : self.new.offsets[end]]:
            self.put_by_letters(lines, first)
            return
        rigid = self.keeps_lines(start, stop, first, end)
        shift = self.new.line_of(first - 1) - (self.old[start - 1].line if start else 0)
        matched = self.match_words(lines, words, first, end)
        at_place = {place: self.place_by_line(place, shift, first, end) for place in lines}
        equal = {place for place in lines if at_place[place] in self.places[place]}
        for place in lines:
            own, known = matched.get(place, []), len(self.old[place].words)
            by_line = at_place[place]
            if rigid and place in equal:
                alone = len(lines) - len(equal) <= 1
                self.put(place, Kind.SAME if alone else Kind.UNSURE, *by_line)
            elif len(own) == known > 0:
                self.put(place, Kind.UNSURE, own[0], own[-1] + 1)
            elif len(own) > _SIMILAR * known:
                self.put(place, Kind.CHANGED, own[0], own[-1] + 1)
            elif rigid and by_line[0] < by_line[1]:
                self.put(place, Kind.CHANGED, *by_line)
            elif rigid or (known and not own):
                self.put(place, Kind.GONE, by_line[0], by_line[0])
            else:
                self.put(place, Kind.UNSURE, first, end)

    def match_words(
        self, lines: Iterable[int], words: list[str], first: int, end: int
    ) -> dict[int, list[int]]:
        """For each line its words that are found again, by their places."""
        owners = [place for place in lines for _ in self.old[place].words]
        found: dict[int, list[int]] = {}
        matcher = SequenceMatcher(None, words, self.new.words[first:end], autojunk=False)
        for a, b, size in matcher.get_matching_blocks():
            for step in range(size):
                found.setdefault(owners[a + step], []).append(first + b + step)
        return found

    def place_by_line(self, place: int, shift: int, first: int, end: int) -> tuple[int, int]:
        """The words in the line that has the same distance from the neighbours as before."""
        line = self.old[place].line + shift
        a = max(first, bisect_left(self.new.lines, line))
        return min(a, end), max(min(a, end), min(end, bisect_left(self.new.lines, line + 1)))

    def put_by_letters(self, lines: Iterable[int], first: int) -> None:
        """The same letters, divided into other words."""
        offset = self.new.offsets[first]
        for place in lines:
            after = offset + self.old[place].length
            a = bisect_left(self.new.offsets, offset + 1) - 1
            self.put(place, Kind.SAME, a, bisect_left(self.new.offsets, after))
            offset = after

    def join_neighbours(self) -> None:
        """Count words that were added to a line as a change of it."""
        owned = _own(self.found.values())
        for place, item in self.found.items():
            if item.kind not in {Kind.SAME, Kind.CHANGED}:
                continue
            first, end = item.first, item.end
            while first and first - 1 not in owned and self.shares_line(first - 1, first):
                first -= 1
            while end < len(self.new.words) and end not in owned and self.shares_line(end - 1, end):
                end += 1
            if (first, end) != (item.first, item.end):
                self.put(place, Kind.CHANGED, first, end)

    def shares_line(self, one: int, other: int) -> bool:
        return self.new.lines[one] == self.new.lines[other]


def _keep_rising(
    found: list[tuple[int, tuple[int, int]]],
) -> list[tuple[int, tuple[int, int]]]:
    """The longest part of it in which the places rise."""
    tails: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for number, (_, (first, _end)) in enumerate(found):
        length = bisect_left(tails, first)
        before.append(ends[length - 1] if length else -1)
        tails[length : length + 1] = [first]
        ends[length : length + 1] = [number]
    kept = []
    number = ends[-1] if ends else -1
    while number >= 0:
        kept.append(found[number])
        number = before[number]
    kept.reverse()
    return [
        item for place, item in enumerate(kept) if not place or kept[place - 1][1][1] <= item[1][0]
    ]

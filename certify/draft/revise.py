"""Moves the citations of a specification to a revised text of its document.

The YAML is edited at the places of its numbers, so comments and layout stay. What changed, what is gone and
where the new place is not certain becomes a `todo`: the file is a draft until a person has looked at it.
"""

from __future__ import annotations

import hashlib
import json
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from enum import StrEnum

from certify.base.errors import CertifyError
from certify.base.load import DataPath, SourceFile, load_bytes
from certify.spec.citations import find_line_position, list_places, name_place
from certify.spec.model import Citation, Jurisdiction
from certify.spec.printed import IN_WORDS
from certify.spec.texts import (
    LETTERS,
    Anchor,
    TextWords,
    join_lines,
    list_anchors,
    parse_anchor,
    split_lines,
    write_lines,
)
from certify.spec.validate import read_jurisdiction

_INSIDE = 20
"""Characters of a line that is recognised in the middle of another."""
_SIMILAR = 0.5


class LineChange(StrEnum):
    """What became of a line."""

    SAME = "same"
    CHANGED = "changed"
    GONE = "gone"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class Found:
    """What became of a line, and its words in the revised text; where it is gone, the place where it was."""

    kind: LineChange
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
        if item.kind in {LineChange.SAME, LineChange.CHANGED}
        for place in range(item.first, item.end)
    }


class _Alignment:
    def __init__(self, old: Sequence[Anchor], count: int, new: TextWords) -> None:
        self.old = old
        self.count = count
        self.new = new
        self.places = [new.find(anchor) for anchor in old]
        self.found: dict[int, Found] = {}

    def put(self, place: int, kind: LineChange, first: int, end: int) -> None:
        self.found[place] = Found(kind, first, end)

    def split(self, start: int, stop: int, first: int, end: int) -> None:
        """Align the lines from start to stop with the words from first to end."""
        certain = self.list_certain(start, stop, first, end)
        for place, (begin, after) in certain:
            self.resolve_or_split(start, place, first, begin, narrower=True)
            self.put(place, LineChange.SAME, begin, after)
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
            self.put(place, LineChange.SAME if sure else LineChange.UNSURE, a, b)
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
                self.put(place, LineChange.GONE, first, first)
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
                self.put(place, LineChange.SAME if alone else LineChange.UNSURE, *by_line)
            elif len(own) == known > 0:
                self.put(place, LineChange.UNSURE, own[0], own[-1] + 1)
            elif len(own) > _SIMILAR * known:
                self.put(place, LineChange.CHANGED, own[0], own[-1] + 1)
            elif rigid and by_line[0] < by_line[1]:
                self.put(place, LineChange.CHANGED, *by_line)
            elif rigid or (known and not own):
                self.put(place, LineChange.GONE, by_line[0], by_line[0])
            else:
                self.put(place, LineChange.UNSURE, first, end)

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
            self.put(place, LineChange.SAME, a, bisect_left(self.new.offsets, after))
            offset = after

    def join_neighbours(self) -> None:
        """Count words that were added to a line as a change of it."""
        owned = _own(self.found.values())
        for place, item in self.found.items():
            if item.kind not in {LineChange.SAME, LineChange.CHANGED}:
                continue
            first, end = item.first, item.end
            while first and first - 1 not in owned and self.shares_line(first - 1, first):
                first -= 1
            while end < len(self.new.words) and end not in owned and self.shares_line(end - 1, end):
                end += 1
            if (first, end) != (item.first, item.end):
                self.put(place, LineChange.CHANGED, first, end)

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


_NAMED = 6
"""Statements that a todo names; the rest is counted."""
_WIDTH = 100


@dataclass(frozen=True, slots=True)
class Touched:
    """Lines of the revised text, or of the earlier one where they are gone, and who cites them."""

    lines: str
    before: str
    statements: tuple[str, ...]
    figures: bool = False
    """Whether figures changed, and not only words."""


@dataclass(slots=True)
class RevisedSpec:
    """A specification moved to a revised text."""

    text: str = ""
    number: int = 0
    document: str = ""
    citations: int = 0
    moved: int = 0
    changed: list[Touched] = field(default_factory=list)
    new: list[Touched] = field(default_factory=list)
    gone: list[Touched] = field(default_factory=list)
    unsure: list[Touched] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Place:
    """A citation in the file: where its numbers are, and who cites."""

    citation: Citation
    position: tuple[int, int]
    written: str
    statements: tuple[str, ...]


def revise(
    jurisdiction: Jurisdiction,
    content: bytes,
    new: bytes,
    *,
    old: bytes | None = None,
    document: str | None = None,
    date: str,
) -> RevisedSpec:
    """Move the citations of one document; without its earlier text by the anchors of the file."""
    source = jurisdiction.source
    number = _choose_document(jurisdiction, old, document)
    chosen = jurisdiction.documents[number]
    places = _list_places(jurisdiction, chosen.id)
    lines = split_lines(new, "--text")
    words = TextWords(lines)
    if not words.words:
        raise CertifyError("--text: the text has no words; give the text of the revised document")
    before = TextWords(split_lines(old, "--old")) if old is not None else None
    anchors = (
        list(list_anchors(before, range(1, before.count + 1)))
        if before
        else _read_anchors(jurisdiction, chosen.id)
    )
    found = align(anchors, before.count if before else chosen.lines, words)
    work = _Revising(places, {item.line: item for item in anchors}, found, words)
    result = work.run()
    result.number, result.document = jurisdiction.edition + 1, chosen.id
    edits = list(work.edits)
    edits += [
        _replace(source, ("edition", "number"), str(jurisdiction.edition + 1)),
        _replace(source, ("edition", "date"), date),
        _replace_digest(source, number, hashlib.sha256(new).hexdigest()),
        _replace(source, ("documents", number, "lines"), str(len(lines))),
    ]
    text = _apply(content.decode(), edits)
    several = len(jurisdiction.documents) > 1
    text = add_tasks(text, list(_list_tasks(result, f"{chosen.id} " if several else "")))
    if chosen.anchors:
        read = {
            line
            for item in found.values()
            if item.kind is LineChange.SAME
            for line in words.lines[item.first : item.end]
        }
        text = put_anchors(text, chosen.id, words, read)
    result.text = text
    return result


def put_anchors(text: str, document: str, words: TextWords, read: Set[int] | None = None) -> str:
    """The file with a digest of each line of a document that it cites, or of those that were read."""
    source = load_bytes(text.encode(), "specification")
    jurisdiction = read_jurisdiction(source)
    number = next(n for n, item in enumerate(jurisdiction.documents) if item.id == document)
    cited = {
        line
        for place in _list_places(jurisdiction, document)
        for line in range(place.citation.first, place.citation.last + 1)
    }
    listed = [str(item) for item in list_anchors(words, cited if read is None else cited & read)]
    return _write_anchors(text, source, number, listed)


def _write_anchors(text: str, source: SourceFile, number: int, listed: Sequence[str]) -> str:
    entry = source.data["documents"][number]
    lines = text.splitlines(keepends=True)
    indent = " " * (source.key_position(("documents", number, "id"))[1] - 1)
    rows, row = [], ""
    for item in listed:
        if row and len(indent) + len(row) + len(item) > _WIDTH:
            rows.append(row)
            row = ""
        row += f"{item}, "
    rows.append(row.rstrip(", "))
    block = f"[\n{''.join(f'{indent}  {line.rstrip()}{chr(10)}' for line in rows)}{indent}]"
    if "anchors" in entry:
        path: DataPath = ("documents", number, "anchors")
        start = _offset(text, source.values[path])
        return text[:start] + block + text[text.index("]", start) + 1 :]
    key, column = source.key_position(("documents", number, "lines"))
    if source.key_position(("documents", number, "id"))[0] == key:  # an entry in one line
        start = _offset(text, (key, column))
        return f"{text[:start]}anchors: [{', '.join(listed)}], {text[start:]}"
    lines.insert(key, f"{indent}anchors: {block}\n")
    return "".join(lines)


def _choose_document(jurisdiction: Jurisdiction, old: bytes | None, name: str | None) -> int:
    ids = [item.id for item in jurisdiction.documents]
    if name is not None and name not in ids:
        raise CertifyError(
            f"--document: {name!r} is not a document of this file; it has {', '.join(ids)}"
        )
    if old is not None:
        digest = hashlib.sha256(old).hexdigest()
        for number, item in enumerate(jurisdiction.documents):
            if item.sha256 == digest and name in (None, item.id):
                return number
        raise CertifyError(
            f"--old: the specification was not written from this text (sha256 {digest}); give the text "
            "that it names, or omit --old to use its anchors"
        )
    if name is None and len(ids) > 1:
        raise CertifyError(f"the file has several documents; add --document {' or '.join(ids)}")
    return ids.index(name) if name else 0


def _read_anchors(jurisdiction: Jurisdiction, document: str) -> list[Anchor]:
    chosen = next(item for item in jurisdiction.documents if item.id == document)
    if not chosen.anchors:
        raise CertifyError(
            f"{jurisdiction.source.name}: the file has no anchors of document {document}; give its earlier "
            "text with --old, or write anchors with certify sources --anchor while that text is at hand"
        )
    return sorted(map(parse_anchor, chosen.anchors), key=lambda item: item.line)


def _list_places(jurisdiction: Jurisdiction, document: str) -> list[_Place]:
    """The citations of a document as they stand in the file; what several share stands once."""
    first = jurisdiction.documents[0].id
    shared: dict[tuple[int, int], tuple[Citation, list[str]]] = {}
    for place in list_places(jurisdiction.source.data):
        position = find_line_position(jurisdiction.source, place.path)
        if position is not None and (place.citation.document or first) == document:
            names = shared.setdefault(position, (place.citation, []))[1]
            names += name_place(jurisdiction, place.path)
    return [
        _Place(citation, position, citation.lines, tuple(dict.fromkeys(names)))
        for position, (citation, names) in shared.items()
    ]


class _Revising:
    def __init__(
        self,
        places: list[_Place],
        anchors: dict[int, Anchor],
        found: dict[int, Found],
        words: TextWords,
    ) -> None:
        self.places = places
        self.anchors = anchors
        self.found = found
        self.words = words
        self.edits: list[tuple[tuple[int, int], str, str]] = []
        self.result = RevisedSpec(citations=len(places))

    def run(self) -> RevisedSpec:
        touched: dict[int, list[str]] = {}
        around: dict[int, list[str]] = {}
        for place in self.places:
            lines = [
                line
                for line in range(place.citation.first, place.citation.last + 1)
                if line in self.found
            ]
            spans = [self.found[line] for line in lines]
            for line in lines:
                touched.setdefault(line, []).extend(place.statements)
            kept = [item for item in spans if item.kind in {LineChange.SAME, LineChange.CHANGED}]
            unsure = [item for item in spans if item.kind is LineChange.UNSURE]
            first, last = self.span(kept or unsure or spans)
            if not lines:
                first, last = self.shift(place.citation)
            self.write(place, first, last)
            if lines and kept and not unsure:
                self.result.moved += (first, last) != (place.citation.first, place.citation.last)
            if kept:
                for number in range(first, last + 1):
                    around.setdefault(number, []).extend(place.statements)
        for line, statements in sorted(touched.items()):
            self.list_touched(line, tuple(dict.fromkeys(statements)))
        cited = {self.anchors[line].line for line in touched}
        self.result.gone += [
            Touched(str(line), str(line), ())
            for line, item in self.found.items()
            if item.kind is LineChange.GONE and line not in cited
        ]
        self.result.gone.sort(key=lambda item: int(item.before))
        for number in list_unowned(self.found.values(), self.words):
            names = tuple(dict.fromkeys(around.get(number, ())))
            self.result.new.append(Touched(str(number), "", names))
        return self.result

    def span(self, found: Sequence[Found]) -> tuple[int, int]:
        """The lines of the revised text that these have become; for those gone, the line before."""
        if not found:
            return 1, 1
        starts = [item.first for item in found if item.first < item.end]
        ends = [item.end for item in found if item.first < item.end]
        if not starts:
            line = max(1, self.words.line_of(min(item.first for item in found) - 1))
            return line, line
        return self.words.lines[min(starts)], self.words.lines[max(ends) - 1]

    def shift(self, citation: Citation) -> tuple[int, int]:
        """Where lines without words are: as far behind the line above them as before."""
        above = max((line for line in self.found if line < citation.first), default=0)
        line = self.span([self.found[above]])[1] if above else 0
        most, shift = self.words.count, line - above
        return min(citation.first + shift, most), min(citation.last + shift, most)

    def write(self, place: _Place, first: int, last: int) -> None:
        lines = write_lines(first, last)
        if lines != place.written:
            self.edits.append((place.position, place.written, lines))

    def list_touched(self, line: int, statements: tuple[str, ...]) -> None:
        item = self.found[line]
        if item.kind is LineChange.SAME:
            return
        first, last = self.span([item])
        if item.kind is LineChange.GONE:
            self.result.gone.append(Touched(str(line), str(line), statements))
            return
        told = Touched(
            write_lines(first, last), str(line), statements, self.has_other_figures(line, item)
        )
        (self.result.changed if item.kind is LineChange.CHANGED else self.result.unsure).append(
            told
        )

    def has_other_figures(self, line: int, item: Found) -> bool:
        """Whether the figures of a changed line differ; yes where its earlier words are not known."""
        before = self.anchors[line].words
        after = self.words.words[item.first : item.end]
        return not before or _list_figures(before) != _list_figures(after)


def _list_figures(words: Iterable[str]) -> list[str]:
    return [word for word in words if any(map(str.isdigit, word)) or IN_WORDS.fullmatch(word)]


def _list_tasks(result: RevisedSpec, document: str) -> Iterator[tuple[str, str]]:
    """What a person must look at, with the lines of the revised text."""
    for item in result.changed:
        what = "figures" if item.figures else "words"
        yield (
            f"changed {what} (line {item.before} before): review {_tell(item.statements)}",
            f"{document}L{item.lines}",
        )
    for item in result.unsure:
        yield (
            f"new place not certain (line {item.before} before): cite it again in {_tell(item.statements)}",
            f"{document}L{item.lines}",
        )
    for item in result.gone:
        if item.statements:
            yield f"line {item.before} is gone: correct {_tell(item.statements)}", ""
    for lines in join_lines(sorted(int(item.lines) for item in result.new)):
        yield "new text: read it, and cite it where it states a rule", f"{document}L{lines}"


def _tell(statements: Sequence[str]) -> str:
    more = len(statements) - _NAMED
    return ", ".join(statements[:_NAMED]) + (f" and {more} more" if more > 0 else "")


def _replace(source: SourceFile, path: DataPath, new: str) -> tuple[tuple[int, int], str, str]:
    """An edit of a scalar."""
    line, column = source.ends[path]
    old = str(source.get(path))
    return (line, column - len(old)), old, new


def _replace_digest(source: SourceFile, number: int, new: str) -> tuple[tuple[int, int], str, str]:
    """The digest in quotes: without them some are numbers to YAML."""
    path: DataPath = ("documents", number, "sha256")
    place, old, _ = _replace(source, path, new)
    quoted = place != source.values[path]
    return place, old, new if quoted else f'"{new}"'


def _offset(text: str, position: tuple[int, int]) -> int:
    line, column = position
    place = 0
    for _ in range(line - 1):
        place = text.index("\n", place) + 1
    return place + column - 1


def _apply(text: str, edits: Iterable[tuple[tuple[int, int], str, str]]) -> str:
    lines = text.split("\n")
    for (line, column), old, new in sorted(edits, reverse=True):
        row = lines[line - 1]
        if row[column - 1 : column - 1 + len(old)] != old:
            raise CertifyError(
                f"line {line}: the citation is not written as L{old}; write it in this form"
            )
        lines[line - 1] = row[: column - 1] + new + row[column - 1 + len(old) :]
    return "\n".join(lines)


def add_tasks(text: str, tasks: Sequence[tuple[str, str]]) -> str:
    """The file with what is to do at its end, or before what was to do already."""
    if not tasks:
        return text
    written = [
        f"{{what: {json.dumps(what, ensure_ascii=False)}{f', at: {at}' if at else ''}}}"
        for what, at in tasks
    ]
    source = load_bytes(text.encode(), "specification")
    if not source.data.get("todo"):
        block = "".join(f"  - {item}\n" for item in written)
        lines = text.splitlines(keepends=True)
        if "todo" in source.data:
            lines[source.key_position(("todo",))[0] - 1] = ""
        text = "".join(lines)
        return text + ("" if text.endswith("\n") else "\n") + f"todo:\n{block}"
    line, column = source.values["todo", 0]
    start = _offset(text, (line, column))
    before = text[:start].rpartition("\n")[2]
    if before.strip() != "-":  # a list in one line
        return text[:start] + "".join(f"{item}, " for item in written) + text[start:]
    return text[:start] + "".join(f"{item}\n{before}" for item in written) + text[start:]

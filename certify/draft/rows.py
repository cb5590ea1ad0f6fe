"""Rows of tables of pays in a text: a label, and the figures that stand behind it.

A text taken from a PDF has lost its columns: a row may be split over lines, its figures may follow below
its label, and two tables may stand side by side. What is certain is the order: label, pay, envy, label …
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from certify.draft.labels import Label, clean, read_label
from certify.draft.text import Document
from certify.spec.printed import MARK, PUSH_WORD, mark_sums, normalise
from certify.spec.texts import drop_number

_NUMBER = r"\d{1,3}(?:,\d{3}){1,2}|\d{1,9}"
_FIGURES = re.compile(
    rf"(?P<meter>\d+ ?(?:%|per ?cent) (?:of )?(?:the )?(?:meter|jackpot|progressive))"
    rf"|(?P<percent>\d+(?:\.\d+)? ?(?:%|per ?cent\b))"
    rf"|(?P<money>{MARK}(?:(?:{_NUMBER})(?:\.\d\d)?|\.\d\d))"
    rf"|(?<![\d.,:$¤])(?P<pays>(?:{_NUMBER}) ?(?:to|for|:) ?(?:one|[1-9]\d?)(?![\dA-Za-z]|[.,:]\d))"
    r"|(?P<even>\beven money\b)"
    rf"|(?P<push>\b(?:{PUSH_WORD})\b)|(?P<loss>\b(?:loss|loses)\b)"
    r"|(?P<dash>(?<=\s)[-–—](?=\s|$))",
    re.IGNORECASE,
)
_PAYING = {"pays", "even", "meter", "push"}
_BARE = re.compile(rf"(?:\s+(?:{_NUMBER}))+$")
_IN_A_SENTENCE = re.compile(r"\s*(?:for|if|when|where|of|is|at)\b", re.IGNORECASE)
"""What begins with such a word goes on from a figure before it, or is no label at all."""
_WORDS_OF_PROSE = 14
_COLUMNS = re.compile(
    r"\b(?:(?P<pays>pays?|pay ?outs?|odds|awards?)|(?P<count>combinations?|frequenc(?:y|ies)|ways|hits|"
    r"occurrences|probabilit(?:y|ies)|number of hands))\b",
    re.IGNORECASE,
)
"""What heads a column of payouts, and one of counts, which pay nothing."""
_SIDE = re.compile(
    r"(?:on |for )?(?:the )?(?:(?P<bank>dealer|banker|bank|house)|player)(?:['’]?s)? (?:hands?|holds|has)"
    r"(?: (?:pays?|pay ?outs?|odds|awards?))?",
    re.IGNORECASE,
)
"""A line that states whose hand the rows below it are about."""
_LINES_OF_LABEL = 4
EDGE = re.compile(r"\b(?:house|bank|casino)(?:['’]?s)? (?:edge|advantage)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of a row: a pay as a file writes it, money, or a percentage."""

    kind: str
    value: Any


@dataclass(frozen=True, slots=True)
class Row:
    """A label with its figures, and where it stands."""

    text: str
    label: Label | None
    figures: tuple[Figure, ...]
    first: int
    last: int
    place: int
    """Which of the labels of its line it has: tables stand side by side."""
    after_prose: bool
    """Whether prose or a heading parts it from the row before."""

    @property
    def is_paying(self) -> bool:
        """Whether it gives a figure that a wager may pay; words like push stand in prose too."""
        return any(
            item.kind == "pays" and item.value not in ("pushes", "loses") for item in self.figures
        )

    @property
    def is_edge(self) -> bool:
        """Whether it prints a house edge."""
        return bool(EDGE.search(self.text)) and any(item.kind == "percent" for item in self.figures)


def list_rows(document: Document) -> Iterator[Row]:
    """Every row whose label names a hand or a house edge, or that stands among such rows."""
    reader = _Reader(document)
    for number in range(1, len(document.lines) + 1):
        yield from reader.read(number)


class _Reader:
    """Reads line by line; what has no figure yet may be a label."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.waiting: list[tuple[int, str]] = []
        self.parted = True
        self.side = ""
        self.counts: tuple[int, int] = (0, 0)
        """How many columns the table has, and which of them has payouts; zero where all have."""

    def read(self, number: int) -> Iterator[Row]:
        text = normalise(self.document.line(number).replace("|", "\t"))
        if not text:
            return
        parts = list(_split(mark_sums(text, self.document.currency[0])))
        if not any(isinstance(part, Figure) for part in parts):
            if len(text.split()) > _WORDS_OF_PROSE or self.document.is_heading(number):
                self.waiting, self.parted = [], True
                self.side, self.counts = "", (0, 0)
            if self._read_head(text):
                return
            self.waiting = [*self.waiting, (number, text)][-_LINES_OF_LABEL:]
            return
        place = 0
        for label, figures in _group(parts):
            row = self._build(number, label, self._drop_counts(figures), place)
            if row is not None:
                yield self._give_side(row)
                self.parted = False
                place += 1
            elif len(label.split()) > _WORDS_OF_PROSE:
                self.parted = True
            self.waiting = []

    def _read_head(self, text: str) -> bool:
        """Whether a line heads rows: by whose hand they are about, or by columns with counts."""
        if side := _SIDE.fullmatch(clean(text)):
            self.waiting, self.side = [], "bank" if side["bank"] else "player"
            return True
        columns = [item.lastgroup for item in _COLUMNS.finditer(text)]
        if (
            columns.count("pays") == 1
            and "count" in columns
            and len(text.split()) <= _WORDS_OF_PROSE
        ):
            self.waiting, self.parted, self.side = [], True, ""
            self.counts = (len(columns), columns.index("pays"))
            return True
        return False

    def _drop_counts(self, figures: tuple[Figure, ...]) -> tuple[Figure, ...]:
        """The figures of a row without those of columns that count hands."""
        columns, place = self.counts
        return (figures[place],) if columns and len(figures) == columns else figures

    def _give_side(self, row: Row) -> Row:
        if self.side != "bank" or row.label is None or row.label.looks_at != "player":
            return row
        return replace(row, label=replace(row.label, wants={"bank": row.label.wants}))

    def _build(
        self, number: int, label: str, figures: tuple[Figure, ...], place: int
    ) -> Row | None:
        """A row from what waits before it, or from its own words alone, whichever is understood better."""
        if _IN_A_SENTENCE.match(label):
            return None
        lines = [*self.waiting, (number, label)] if place == 0 else [(number, label)]
        best: tuple[int, int, Label, int] | None = None
        for start in range(len(lines)):
            joined = " ".join(text for _, text in lines[start:])
            found = read_label(joined) if clean(joined) else None
            if found is not None:
                rank = (len(found.unread.split()) + found.guessed, start)
                if best is None or rank < best[:2]:
                    best = (*rank, found, lines[start][0])
        if best is not None and not best[2].unread:
            return Row(label, best[2], figures, best[3], number, place, self.parted)
        continued = self._continue(number, label, place)
        if continued is not None:
            return Row(label, continued[0], figures, number, continued[1], place, self.parted)
        words = clean(label)
        if best is not None and drop_number(label) == label:
            return Row(words, best[2], figures, best[3], number, place, self.parted)
        if not words or len(words.split()) > _WORDS_OF_PROSE:
            return None
        return Row(words, None, figures, number, number, place, self.parted)

    def _continue(self, number: int, label: str, place: int) -> tuple[Label, int] | None:
        """A label whose end stands in the next line, in a cell of its own."""
        following = range(number + 1, min(number + 3, len(self.document.lines) + 1))
        after = next((n for n in following if self.document.line(n).strip()), None)
        if after is None:
            return None
        cells = [normalise(cell) for cell in self.document.line(after).split("\t")]
        cells = [cell for cell in cells if cell]
        if place >= len(cells) or any(
            isinstance(part, Figure) for cell in cells for part in _split(cell)
        ):
            return None
        found = read_label(f"{label} {cells[place]}")
        return (found, after) if found is not None and not found.unread else None


def _split(text: str) -> Iterator[str | Figure]:
    """The words and the figures of a line, in order."""
    found = list(_FIGURES.finditer(text))
    kinds = {item.lastgroup for item in found}
    end = 0
    for item in found:
        if kinds <= {"dash", "loss"}:  # then they are words of a sentence
            break
        yield from _list_bare(text[end : item.start()], bare=not kinds & _PAYING)
        yield _read_figure(str(item.lastgroup), item[0])
        end = item.end()
    yield from _list_bare(text[end:], bare=not kinds & _PAYING)


def _list_bare(text: str, *, bare: bool) -> Iterator[str | Figure]:
    """Words; where nothing in the line is paid to one, whole numbers behind a label are what it pays."""
    found = _BARE.search(text.rstrip()) if bare else None
    if found is not None and read_label(text[: found.start()]) is not None:
        yield text[: found.start()]
        for number in found[0].split():
            yield Figure("pays", int(number.replace(",", "")))
    elif clean(text):
        yield text


def _read_figure(kind: str, text: str) -> Figure:
    digits = [
        Fraction(item.replace(",", "")) for item in re.findall(r"\d[\d,]*(?:\.\d+)?|\.\d+", text)
    ]
    match kind:
        case "money":
            return Figure("money", _write_money(digits[0]))
        case "percent":
            return Figure("percent", re.sub(r"[^\d.]", "", text))
        case "dash":
            return Figure("dash", None)
    return Figure("pays", _read_pay(kind, text, digits))


def _read_pay(kind: str, text: str, digits: list[Fraction]) -> Any:
    """A pay as a file writes it."""
    if kind == "meter":
        return {"meter": _write_number(digits[0] / 100)}
    if kind == "pays":
        value = _write_number(digits[0] / (digits[1] if len(digits) > 1 else 1))
        return {"for": value} if re.search(r"\bfor\b", text, re.IGNORECASE) else value
    return {"even": 1, "push": "pushes"}.get(kind, "loses")


def _write_number(value: Fraction) -> int | str:
    return int(value) if value.denominator == 1 else str(value)


def _write_money(amount: Fraction) -> str:
    cents = int(amount * 100)
    return str(cents // 100) if cents % 100 == 0 else f"{cents // 100}.{cents % 100:02}"


def _group(parts: list[str | Figure]) -> Iterator[tuple[str, tuple[Figure, ...]]]:
    """Each label of a line with the figures behind it."""
    label, figures = "", []
    for part in parts:
        if isinstance(part, Figure):
            figures.append(part)
            continue
        if figures:
            yield label, tuple(figures)
            label, figures = "", []
        label = f"{label} {part}".strip()
    if figures:
        yield label, tuple(figures)

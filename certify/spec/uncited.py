"""Figures and lines of a document that no value of the file takes up: a reader may have left them out.

A figure is a pay, a share of a meter, a sum of money, or a row that pushes. Each is claimed by one value
that the file cites there. A row that continues above or below the lines that a paytable cites belongs to it
as well. A line is reported by its number, its figures and its first words only. That the inventory counts
a clause or a word of a line does not mean that somebody has read what the line says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

from certify.base.load import DataPath
from certify.spec import printed
from certify.spec.build import is_statement
from certify.spec.citations import list_places
from certify.spec.model import CORRESPONDENCE, Citation, Jurisdiction, Paytable, Standing, Statement
from certify.spec.printed import list_other_sums, list_sums
from certify.spec.texts import (
    Text,
    digest_line,
    drop_number,
    find_texts,
    join_lines,
    parse_anchor,
)
from certify.spec.values import LOSES, PUSHES, Money, Pay, Value, parse_fraction, parse_money

PAYS, MONEY, METER, PUSH = "pays", "money", "meter", "push"
SHARE, COUNT, OTHER_MONEY = "share", "count", "other-money"
"""Kinds of prose alone: in a table they claim nothing."""
_ROW_WORDS = 14
_GIVEN = {Standing.STATED, Standing.CONFLICTING}


@dataclass(frozen=True, slots=True)
class TextFigure:
    """A figure in one line of a text."""

    kind: str
    value: Fraction
    line: int

    def __str__(self) -> str:
        figure, share = printed.write_figure(self.value), self.value * 100
        return {
            PAYS: f"{figure} to 1",
            MONEY: f"a sum of {figure}",
            METER: f"{printed.write_figure(share)} % of a meter",
            SHARE: f"{printed.write_decimal(share)} %",
            COUNT: str(self.value),
            OTHER_MONEY: f"a sum of {figure} in another currency",
            PUSH: "a push",
        }[self.kind]


@dataclass(frozen=True, slots=True)
class _Claim:
    """A value that the file cites; no value claims whatever of its kind stands in its lines."""

    kind: str
    value: Fraction | None
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Figures of one line that nobody cites."""

    path: DataPath
    document: str
    line: int
    figures: tuple[TextFigure, ...]


def list_left_out(jurisdiction: Jurisdiction, texts: Mapping[str, Text]) -> Iterator[LeftOut]:
    """Every line in or beside a cited table with figures that no line of the file takes up."""
    first = jurisdiction.documents[0].id
    for name, text in texts.items():
        tables = [
            table
            for _, table in jurisdiction.list_paytables()
            if (table.citation.document or first) == name
        ]
        spans = [(table, *_grow(text, table.citation)) for table in tables]
        figures = sorted(
            {number for _, start, end in spans for number in range(start, end + 1)},
        )
        bare = {
            number for _, a, b in spans if not _has_pays(text, a, b) for number in range(a, b + 1)
        }
        printed_here = [
            figure
            for number in figures
            for figure in read_figures(text, number, bare=number in bare)
        ]
        claims = list(_list_claims(jurisdiction, name))
        left: dict[int, list[TextFigure]] = {}
        for figure in _match(printed_here, claims):
            left.setdefault(figure.line, []).append(figure)
        for number, found in sorted(left.items()):
            owners = [table for table, start, end in spans if start <= number <= end]
            yield LeftOut((*_choose(owners, number).path, "at"), name, number, tuple(found))


def _choose(owners: list[Paytable], number: int) -> Paytable:
    """Of the tables around a line the one that has none of its own there."""
    for table in owners:
        if not any(line.citation.first <= number <= line.citation.last for line in table.lines):
            return table
    return owners[0]


def _grow(text: Text, citation: Citation) -> tuple[int, int]:
    """The lines of a table: those cited, and rows that stand on without a gap above or below."""
    last = min(citation.last, len(text.lines))
    first = max(min(citation.first, last), 1)
    while first > 1 and _is_row(text, first - 1):
        first -= 1
    while last < len(text.lines) and _is_row(text, last + 1):
        last += 1
    return first, last


def _is_row(text: Text, number: int) -> bool:
    words = printed.normalise(text.lines[number - 1])
    if not words or len(words.split()) > _ROW_WORDS or words.endswith((".", ";", ",")):
        return False
    return bool(printed.list_ratios(words) or printed.list_meters(words))


def _has_pays(text: Text, first: int, last: int) -> bool:
    """Whether the pays of a table are printed to one; else they are bare figures behind the labels."""
    return any(
        printed.list_ratios(printed.normalise(line)) for line in text.lines[first - 1 : last]
    )


def read_figures(text: Text, number: int, *, bare: bool) -> Iterator[TextFigure]:
    """The figures in a line of a table."""
    words = printed.normalise(text.lines[number - 1])
    pays = printed.list_ratios(words) or (
        printed.list_trailing(words, text.currency) if bare else []
    )
    yield from (TextFigure(PAYS, value, number) for value in pays)
    yield from (TextFigure(MONEY, value, number) for value in list_sums(words, text.currency))
    yield from (TextFigure(METER, value, number) for value in printed.list_meters(words))
    if not pays and re.search(rf"\b(?:{printed.PUSH_WORD})$", words, re.IGNORECASE):
        yield TextFigure(PUSH, Fraction(0), number)


def read_all_figures(text: Text, number: int) -> Iterator[TextFigure]:
    """The figures in a line of whatever kind, also of prose; the number of a clause is none."""
    yield from read_figures(text, number, bare=False)
    words = printed.normalise(drop_number(text.lines[number - 1]))
    meters = printed.list_meters(words)
    for value in printed.list_shares(words):
        if value not in meters:
            yield TextFigure(SHARE, value, number)
    others = list_other_sums(words, text.currency)
    yield from (TextFigure(OTHER_MONEY, value, number) for value in others)
    counts = printed.list_counts(words, text.currency)
    yield from (TextFigure(COUNT, value, number) for value in counts)


def _match(figures: Iterable[TextFigure], claims: Iterable[_Claim]) -> Iterator[TextFigure]:
    """The figures that are left when each claim has taken one; of several claims the one that ends first."""
    by_value: dict[tuple[str, Fraction | None], list[_Claim]] = {}
    for claim in sorted(claims, key=lambda item: (item.last, -item.first)):
        by_value.setdefault((claim.kind, claim.value), []).append(claim)
    for figure in figures:
        held = by_value.get((figure.kind, figure.value), [])
        exact = next((item for item in held if item.first <= figure.line <= item.last), None)
        if exact is not None:
            held.remove(exact)
        elif not any(
            item.first <= figure.line <= item.last for item in by_value.get((figure.kind, None), ())
        ):
            yield figure


def _list_claims(jurisdiction: Jurisdiction, document: str) -> Iterator[_Claim]:
    """What the file takes from a document: pays and envy of lines, sums of statements, and open rows."""
    first = jurisdiction.documents[0].id

    def is_here(citation: Citation) -> bool:
        return (citation.document or first) == document

    for statement in jurisdiction.list_statements():
        for raw, citation in _list_values(jurisdiction, statement):
            if is_here(citation):
                yield from _read_claims(raw, citation)
    places = [item.citation for item in jurisdiction.uncovered]
    places += [item.citation for item in jurisdiction.tasks if item.citation is not None]
    for citation in filter(is_here, places):
        yield from _claim_all(citation)


def _list_values(
    jurisdiction: Jurisdiction, statement: Statement
) -> Iterator[tuple[Any, Citation]]:
    """The values of a statement as the file writes them, with their places; None for one that is open."""
    for said in statement.said:
        raw: Any = jurisdiction.source.get(said.path) if statement.line else None
        if is_statement(raw):
            raw = raw.get("value")
        given = raw if isinstance(raw, Mapping) else said.value
        yield (given if statement.standing in _GIVEN else None), said.citation
    for item in statement.alternatives:
        if item.citation is not None:
            yield item.value, item.citation
    if statement.line and statement.standing is Standing.TODO:
        yield None, _find_line(jurisdiction, statement)


def _find_line(jurisdiction: Jurisdiction, statement: Statement) -> Citation:
    wager = jurisdiction.wager(str(statement.wager))
    return wager.paytable(statement.paytable).line(str(statement.line)).citation


def _read_claims(raw: Any, citation: Citation) -> Iterator[_Claim]:
    first, last = citation.first, citation.last
    if raw is None:
        yield from _claim_all(citation)
    elif isinstance(raw, Mapping):
        for name, value in raw.items():
            if name in {"to", "for", "times"}:
                yield _Claim(PAYS, parse_fraction(str(value)), first, last)
            elif name == "money":
                yield _Claim(MONEY, parse_money(value).amount, first, last)
            elif name == "meter":
                yield _Claim(METER, parse_fraction(str(value)), first, last)
    else:
        yield from _read_plain(raw, first, last)


def _read_plain(value: Value, first: int, last: int) -> Iterator[_Claim]:
    match value:
        case Money():
            yield _Claim(MONEY, value.amount, first, last)
        case Pay() if value in (LOSES, PUSHES):
            yield _Claim(PUSH, Fraction(0), first, last)
        case Pay():
            yield _Claim(PAYS, value.times, first, last)
            yield _Claim(MONEY, value.money, first, last)
        case str():
            for amount in printed.list_numbers(value):
                yield _Claim(MONEY, amount, first, last)
                yield _Claim(PAYS, amount, first, last)


def _claim_all(citation: Citation) -> Iterator[_Claim]:
    for kind in (PAYS, MONEY, METER, PUSH):
        yield _Claim(kind, None, citation.first, citation.last)


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
    figures: tuple[TextFigure, ...]

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

    def list_left(self, text: Text, line: int) -> Iterator[TextFigure]:
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
    letters = {item.id for item in jurisdiction.documents if item.kind == CORRESPONDENCE}
    reached: dict[str, _Reached] = {}
    for place in list_places(jurisdiction.source.data):
        if place.path[:2] not in _COUNTED_ONLY and not _POINTING & set(place.path):
            found = reached.setdefault(place.citation.document or first, _Reached())
            whole = place.citation.document in letters or _is_whole(place.data, place.path)
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
def _list_figures(line: str, currency: str) -> tuple[TextFigure, ...]:
    """The figures of a line, as if it were alone."""
    return tuple(read_all_figures(Text("", (line,), currency), 1))


def _compare(document: str, text: Text, reached: _Reached) -> UnreadText:
    numbers = [n for n, line in enumerate(text.lines, 1) if any(map(str.isalnum, line))]
    lines = [Unread(number, tuple(reached.list_left(text, number))) for number in numbers]
    found = sorted((item for item in lines if item.figures), key=lambda item: not item.is_first)
    told = {item.line for item in found}
    others = [n for n in numbers if n not in told and n not in reached.numbers]
    return UnreadText(document, text.name, tuple(found), tuple(join_lines(others)), text)


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

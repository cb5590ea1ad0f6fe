"""Figures of a printed table that no line of the file takes up: a row that was left out.

A figure is a pay, a share of a meter, a sum of money, or a row that pushes. Each is claimed by one value that
the file cites there; what is left over when every claim has taken one is told. A row that goes on above or
below the lines that a paytable cites belongs to it all the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from certify.base.load import DataPath
from certify.spec import printed
from certify.spec.build import is_statement
from certify.spec.clauses import drop_number
from certify.spec.model import Citation, Jurisdiction, Paytable, Standing, Statement
from certify.spec.printed_sums import list_other_sums, list_sums
from certify.spec.texts import Text
from certify.spec.values import LOSES, PUSHES, Money, Pay, Value, parse_fraction, parse_money

PAYS, MONEY, METER, PUSH = "pays", "money", "meter", "push"
SHARE, COUNT, OTHER_MONEY = "share", "count", "other-money"
"""Kinds of prose alone: in a table they claim nothing."""
_ROW_WORDS = 14
_GIVEN = {Standing.STATED, Standing.CONFLICTING}


@dataclass(frozen=True, slots=True)
class Figure:
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
    figures: tuple[Figure, ...]


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
        left: dict[int, list[Figure]] = {}
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
    first, last = (min(number, len(text.lines)) for number in (citation.first, citation.last))
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


def read_figures(text: Text, number: int, *, bare: bool) -> Iterator[Figure]:
    """The figures in a line of a table."""
    words = printed.normalise(text.lines[number - 1])
    pays = printed.list_ratios(words) or (
        printed.list_trailing(words, text.currency) if bare else []
    )
    yield from (Figure(PAYS, value, number) for value in pays)
    yield from (Figure(MONEY, value, number) for value in list_sums(words, text.currency))
    yield from (Figure(METER, value, number) for value in printed.list_meters(words))
    if not pays and re.search(rf"\b(?:{printed.PUSH_WORD})$", words, re.IGNORECASE):
        yield Figure(PUSH, Fraction(0), number)


def read_all_figures(text: Text, number: int) -> Iterator[Figure]:
    """The figures in a line of whatever kind, also of prose; the number of a clause is none."""
    yield from read_figures(text, number, bare=False)
    words = printed.normalise(drop_number(text.lines[number - 1]))
    meters = printed.list_meters(words)
    for value in printed.list_shares(words):
        if value not in meters:
            yield Figure(SHARE, value, number)
    others = list_other_sums(words, text.currency)
    yield from (Figure(OTHER_MONEY, value, number) for value in others)
    counts = printed.list_counts(words, text.currency)
    yield from (Figure(COUNT, value, number) for value in counts)


def _match(figures: Iterable[Figure], claims: Iterable[_Claim]) -> Iterator[Figure]:
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

"""What a text says of money and no proposal takes up, so that nothing is forgotten.

Rows of tables, pays of hands in prose, printed edges and sums that cannot be read are to do each. Other sums,
pays and shares belong to parameters, which are to do already: their lines are only listed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from certify.draft.names import mentions
from certify.draft.rows import EDGE
from certify.draft.tables import (
    MAX_ENVY,
    NO_ENVY,
    Line,
    Table,
    Wager,
    count_pays,
    list_blocks,
    pick,
    tell_row,
)
from certify.draft.text import Document
from certify.game.vocabulary import HAND_CLASSES
from certify.spec import printed
from certify.spec.texts import Text
from certify.spec.uncited import COUNT, MONEY, PAYS, Figure, read_all_figures, read_figures

_LINES_OF_SENTENCE = 2


@dataclass(frozen=True, slots=True)
class Open:
    """What was recognised and could not be placed: what it is, and its line."""

    what: str
    document: str
    line: int


@dataclass(frozen=True, slots=True)
class Left:
    """A line whose sums, pays or shares are proposed nowhere."""

    document: str
    line: int
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Remainder:
    """All that is proposed nowhere."""

    open: tuple[Open, ...]
    left: tuple[Left, ...]


def place_edges(wagers: list[Wager], documents: Iterable[Document]) -> Iterator[Open]:
    """Give each printed edge to the wager that its sentence names; tell those that are given to none."""
    for document in documents:
        for number, line in enumerate(document.lines, 1):
            percents = printed.list_percentages(printed.normalise(line))
            sentence = _read_sentence(document, number)
            if not percents or not EDGE.search(sentence):
                continue
            holding = [
                table
                for wager in wagers
                for table in wager.tables
                if table.document is document and number in {at for _, _, at in table.edges}
            ]
            named = [wager for wager in wagers if mentions(sentence, wager.name)]
            if holding and (not named or any(holding[0] in wager.tables for wager in named)):
                continue
            for table in holding:
                table.edges = [edge for edge in table.edges if edge[2] != number]
            told = ", ".join(f"{printed.write_decimal(item)} %" for item in percents)
            if len(named) == 1 and len(named[0].tables) == len(percents) == 1:
                kind = MAX_ENVY if re.search(r"\bmax", sentence, re.IGNORECASE) else NO_ENVY
                percent = re.findall(r"\d+(?:\.\d+)?", line[: _find_percent(line)])[-1]
                named[0].tables[0].edges.append((kind, percent, number))
            else:
                what = f"a house edge of {told} is given to no paytable; write it under published"
                yield Open(what, document.id, number)


def _find_percent(line: str) -> int:
    found = re.search(r"%|per ?cent\b", line, re.IGNORECASE)
    return found.start() if found else len(line)


def _read_sentence(document: Document, number: int) -> str:
    """A line with those beside it in its clause, as far as the sentence in it may reach."""
    first = number
    while (
        first > max(number - _LINES_OF_SENTENCE, 1)
        and document.clause(first - 1) == document.clause(number)
        and document.line(first - 1).strip()
        and not document.line(first - 1).rstrip().endswith((".", ";"))
    ):
        first -= 1
    return " ".join(document.lines[first - 1 : number])


def list_remainder(wagers: list[Wager], documents: list[Document]) -> Remainder:
    """What stands in the documents and is proposed nowhere."""
    unplaced = list(place_edges(wagers, documents))
    found = [*_list_doubts(wagers), *unplaced]
    for document in documents:
        found += _list_orphans(document, _list_placed(wagers, document))
    told = {(item.document, item.line) for item in found}
    left: list[Left] = []
    for document in documents:
        for item in _list_left(wagers, document):
            malformed = printed.list_malformed(printed.normalise(document.line(item.line)))
            found += [
                Open(
                    f"{text} is no sum of money as it is printed; what is meant? list it under "
                    "inventory: misprints",
                    document.id,
                    item.line,
                )
                for text in malformed
            ]
            if (document.id, item.line) in told or not item.figures:
                continue
            if any(figure.kind == PAYS for figure in item.figures) and _names_hand(document, item):
                pays = ", ".join(str(figure) for figure in item.figures)
                cure = "a pay of a line beside its table, or under uncovered"
                found.append(
                    Open(f"the text says {pays} of a hand here; {cure}", document.id, item.line)
                )
            else:
                left.append(item)
    return Remainder(tuple(sorted(found, key=lambda item: item.line)), tuple(left))


def _names_hand(document: Document, item: Left) -> bool:
    words = printed.normalise(_read_sentence(document, item.line))
    return any(printed.has_class(name, words) for name in HAND_CLASSES)


def _list_doubts(wagers: Iterable[Wager]) -> Iterator[Open]:
    """What is not certain of a table as a whole, its rows that were not understood, and edges with envy."""
    for wager in wagers:
        for table in wager.tables:
            name, of = table.document.id, f"paytable {table.id} of {wager.id}"
            above = _find_above(table)  # not a row of it: what is to do of a row hides that row
            yield from (Open(f"{of}: {doubt}", name, above) for doubt in table.doubts)
            for words, at in table.unread:
                cure = "write it as a line, or under uncovered"
                yield Open(f"{words} of {of} was not understood; {cure}", name, at)
            for label, percent, at in table.edges:
                if label != NO_ENVY:
                    cure = "write it under published, with other_players"
                    yield Open(f"a house edge of {percent} % with envy of {of}; {cure}", name, at)


def _find_above(table: Table) -> int:
    """The line above a table that says something; its first, where none does."""
    lines = range(table.first - 1, 0, -1)
    return next((n for n in lines if table.document.line(n).strip()), table.first)


def _list_tables(wagers: Iterable[Wager], document: Document) -> list[Table]:
    return [table for wager in wagers for table in wager.tables if table.document is document]


def _list_placed(wagers: Iterable[Wager], document: Document) -> set[int]:
    """The lines whose row, edge or doubt stands in the draft."""
    placed: set[int] = set()
    for table in _list_tables(wagers, document):
        for line in table.lines:
            placed |= set(range(line.first, line.last + 1))
        placed |= {at for _, at in table.unread} | {at for _, _, at in table.edges}
    return placed


def _list_orphans(document: Document, placed: set[int]) -> Iterator[Open]:
    """Rows that name a hand or stand beside such rows, pay, and are part of no table."""
    for block in list_blocks(document):
        beside = any(row.last in placed for row in block)
        for row in block:
            taken = any(n in placed for n in range(row.first, row.last + 1))
            known = row.label is not None and count_pays(row) > 0
            if not taken and not row.is_edge and (known or (beside and row.is_paying)):
                cure = "write it as a line of its wager, or under uncovered"
                told = tell_row(row, pick(row, 0)[0])
                yield Open(f"{told} is in no paytable; {cure}", document.id, row.last)


def _list_left(wagers: Iterable[Wager], document: Document) -> Iterator[Left]:
    """Each line with the figures that neither a line of a table nor an edge takes up."""
    text = Text(document.id, document.lines)
    tables = _list_tables(wagers, document)
    taken: dict[int, set[Fraction]] = {}
    for table in tables:
        for line in table.lines:
            for number in range(line.first, line.last + 1):
                taken.setdefault(number, set()).update(_list_values(line))
        for _, percent, at in table.edges:
            taken.setdefault(at, set()).add(Fraction(percent) / 100)
    in_tables = {n for table in tables for n in range(table.first, table.last + 2)}
    for number in range(1, len(document.lines) + 1):
        figures = [item for item in read_all_figures(text, number) if item.kind != COUNT]
        if number in in_tables and not figures:
            figures = [*read_figures(text, number, bare=True)]
        held = taken.get(number, set())
        yield Left(document.id, number, tuple(item for item in figures if item.value not in held))


def _list_values(line: Line) -> set[Fraction]:
    """The figures that a proposed line holds, also those that its doubts tell of."""
    written = " ".join([str(line.pays), line.envy or "", *line.doubts])
    return {Fraction(0), *map(Fraction, re.findall(r"\d+(?:\.\d+|/[1-9]\d*)?", written))}


def tell_left(item: Left, currency: str) -> str:
    """The figures of a line as people write them."""
    return ", ".join(
        f"{printed.write_decimal(figure.value)} {currency}" if figure.kind == MONEY else str(figure)
        for figure in item.figures
    )

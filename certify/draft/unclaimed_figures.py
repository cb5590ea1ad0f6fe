"""What a text says of money and no proposal takes up, so that nothing is forgotten.

Rows of tables, pays of hands in prose, printed edges and sums that cannot be read are to do each. Other sums,
pays and shares belong to parameters, which are to do already: their lines are only listed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from certify.draft.labels import clean
from certify.draft.names import is_column_head, list_prose, mentions
from certify.draft.tables import (
    EDGE,
    HEADS,
    MAX_ENVY,
    NO_ENVY,
    ProposedLine,
    ProposedPaytable,
    ProposedWager,
    count_pays,
    list_blocks,
    pick,
    tell_row,
)
from certify.draft.text import NumberedText
from certify.game.vocabulary import HAND_CLASSES
from certify.spec import printed
from certify.spec.printed import list_malformed, list_sums
from certify.spec.texts import Text, drop_number, join_lines
from certify.spec.uncited import (
    COUNT,
    MONEY,
    PAYS,
    SHARE,
    TextFigure,
    read_all_figures,
    read_figures,
)

_LINES_OF_SENTENCE = 4
_END = re.compile(r"[.;](?=\s|$)")
_PERCENT = re.compile(r"(?<![\d.,])(\d+(?:\.\d+)?) ?(?:%|per ?cent\b)", re.IGNORECASE)
_TIMES = re.compile(r"(?<![\d.,$])(\d[\d,]*) times\b", re.IGNORECASE)
_ODDS = re.compile(
    r"(?<![\d,.-])\d[\d,]* ?[-/] ?1(?=\s|$)|\bx ?\d+\b|\b\d[\d,]* ?x\b|\btimes (?:the|his|its|your|a)\b",
    re.IGNORECASE,
)
"""Odds in forms that no row is read by."""
_PAYING = re.compile(
    r"\b(?:pays?|paid|pay ?outs?|times|double|triple|even money|push(?:es)?|loses?|awards?)\b",
    re.IGNORECASE,
)
_FIGURE = re.compile(r"\d+(?:\.\d+|/[1-9]\d*)?")


@dataclass(frozen=True, slots=True)
class Open:
    """What was recognised and could not be placed: what it is, and its line."""

    what: str
    document: str
    line: int
    is_urgent: bool = False
    """Whether a whole column hangs on it, so that it is told at once."""


@dataclass(frozen=True, slots=True)
class Left:
    """A line whose sums, pays or shares are proposed nowhere."""

    document: str
    line: int
    figures: tuple[TextFigure, ...]
    words: str = ""
    """What the line says, where its figures were not read."""


@dataclass(frozen=True, slots=True)
class Remainder:
    """All that is proposed nowhere."""

    open: tuple[Open, ...]
    left: tuple[Left, ...]


def place_edges(wagers: list[ProposedWager], documents: Iterable[NumberedText]) -> Iterator[Open]:
    """Give each printed edge to the wager that its sentence names; tell those that are given to none."""
    for document in documents:
        for number, percent, sentence in _list_percentages(document):
            if not EDGE.search(sentence):
                continue
            holding = [
                table
                for table in _list_tables(wagers, document)
                if number in {at for _, _, at in table.edges}
            ]
            named = [wager for wager in wagers if mentions(sentence, wager.name)]
            if holding and (not named or any(holding[0] in wager.tables for wager in named)):
                continue
            for table in holding:
                table.edges = [edge for edge in table.edges if edge[2] != number]
            alone = len(printed.list_percentages(sentence)) == 1
            if alone and len(named) == 1 and len(named[0].tables) == 1:
                kind = MAX_ENVY if re.search(r"\bmax", sentence, re.IGNORECASE) else NO_ENVY
                named[0].tables[0].edges.append((kind, percent, number))
            else:
                what = (
                    f"a house edge of {percent} % is given to no paytable; write it under published, of its "
                    "paytable or of standard"
                )
                yield Open(what, document.id, number)


def _list_percentages(document: NumberedText) -> Iterator[tuple[int, str, str]]:
    """Every percentage in figures with its line and the sentence it stands in."""
    for number, line in enumerate(document.lines, 1):
        for found in _PERCENT.finditer(printed.normalise(line)):
            yield number, found[1], read_sentence(document, number, found.start())


def read_sentence(document: NumberedText, number: int, place: int) -> str:
    """The sentence around a place in a line, normalised; it ends with its clause."""
    text = printed.normalise(document.line(number))
    first = max((found.end() for found in _END.finditer(text, 0, place)), default=None)
    after = _END.search(text, place)
    before = "" if first is not None else _read_on(document, number, -1)
    behind = "" if after else _read_on(document, number, 1)
    return f"{before} {text[first or 0 : after.start() if after else None]} {behind}".strip()


def _read_on(document: NumberedText, number: int, step: int) -> str:
    """What stands of a sentence in the lines before one, or behind it."""
    words = ""
    for at in range(number + step, number + step * (_LINES_OF_SENTENCE + 1), step):
        inside = 0 < at <= len(document.lines) and document.clause(at) == document.clause(number)
        text = printed.normalise(document.line(at)) if inside else ""
        if not text:
            break
        ends = list(_END.finditer(text))
        if step < 0:
            words = f"{text[ends[-1].end() if ends else 0 :]} {words}"
        else:
            words = f"{words} {text[: ends[0].start() if ends else None]}"
        if ends:
            break
    return words.strip()


def list_remainder(wagers: list[ProposedWager], documents: list[NumberedText]) -> Remainder:
    """What stands in the documents and is proposed nowhere."""
    unplaced = list(place_edges(wagers, documents))
    found = [*_list_doubts(wagers), *unplaced]
    for document in documents:
        found += _list_orphans(document, _list_placed(wagers, document))
        found += _list_unknown_sums(wagers, document)
    told: dict[tuple[str, int], str] = {}
    for item in found:
        place = (item.document, item.line)
        told[place] = f"{told.get(place, '')} {item.what}"
    found += _list_changes(wagers)
    left: list[Left] = []
    for document in documents:
        for rest in _list_left(wagers, document):
            words = printed.normalise(document.line(rest.line))
            malformed = list_malformed(words, document.currency[0])
            found += [
                Open(
                    f"{text} is not an amount of money as printed; what is meant? list it under "
                    "inventory: misprints",
                    document.id,
                    rest.line,
                )
                for text in malformed
            ]
            known = told.get((document.id, rest.line), "")
            figures = tuple(figure for figure in rest.figures if not _is_told(figure, known))
            if not figures:
                continue
            if any(figure.kind == PAYS for figure in figures) and _names_hand(document, rest):
                pays = ", ".join(str(figure) for figure in figures)
                cure = "a pay of a line beside its table, or under uncovered"
                found.append(
                    Open(f"the text says {pays} of a hand here; {cure}", document.id, rest.line)
                )
            else:
                left.append(Left(rest.document, rest.line, figures))
    for document in documents:
        taken = _list_placed(wagers, document)
        taken |= {item.line for item in found if item.document == document.id}
        taken |= {item.line for item in left if item.document == document.id}
        left += _list_lost(wagers, document, taken)
    order = [document.id for document in documents]
    left.sort(key=lambda item: (order.index(item.document), item.line))
    found.sort(key=lambda item: (order.index(item.document), item.line))
    return Remainder(tuple(found), tuple(left))


def _is_told(figure: TextFigure, known: str) -> bool:
    """Whether what is to do of a line names a figure of it."""
    return str(figure) in known if figure.kind == SHARE else figure.value in _list_numbers(known)


def _names_hand(document: NumberedText, item: Left) -> bool:
    words = read_sentence(document, item.line, len(printed.normalise(document.line(item.line))) - 1)
    words += printed.normalise(document.line(item.line))
    return any(printed.has_class(name, words) for name in HAND_CLASSES)


def _list_doubts(wagers: Iterable[ProposedWager]) -> Iterator[Open]:
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


def _list_changes(wagers: Iterable[ProposedWager]) -> Iterator[Open]:
    """For each wager the sentences of its sections that may change every row of it."""
    for wager in wagers:
        changes: dict[str, set[int]] = {}
        for table in wager.tables:
            changes.setdefault(table.document.id, set()).update(table.changes)
        for table in wager.tables:
            if lines := changes.pop(table.document.id, None):
                what = (
                    f"may the sentences in {', '.join(join_lines(sorted(lines)))} change what the rows of "
                    f"{wager.id} pay, or when?"
                )
                yield Open(what, table.document.id, _find_above(table))


def _find_above(table: ProposedPaytable) -> int:
    """The line above a table that says something; its first, where none does."""
    lines = range(table.first - 1, 0, -1)
    return next((n for n in lines if table.document.line(n).strip()), table.first)


def _list_tables(wagers: Iterable[ProposedWager], document: NumberedText) -> list[ProposedPaytable]:
    return [table for wager in wagers for table in wager.tables if table.document is document]


def _list_placed(wagers: Iterable[ProposedWager], document: NumberedText) -> set[int]:
    """The lines whose row, edge or doubt stands in the draft."""
    placed: set[int] = set()
    for table in _list_tables(wagers, document):
        for line in table.lines:
            placed |= set(range(line.first, line.last + 1))
        placed |= {at for _, at in table.unread} | {at for _, _, at in table.edges}
    return placed


def _list_orphans(document: NumberedText, placed: set[int]) -> Iterator[Open]:
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


def _list_unknown_sums(wagers: Iterable[ProposedWager], document: NumberedText) -> Iterator[Open]:
    """A column of figures behind the pays, in a text whose sums of money bear no mark that is known."""
    currency = document.currency[0]
    if list_sums(printed.normalise(" ".join(document.lines)), currency):
        return
    for table in _list_tables(wagers, document):
        behind = [
            (line.last, words)
            for line in table.lines
            if (words := printed.read_behind_pays(printed.normalise(document.line(line.last))))
            and printed.list_numbers(words)
        ]
        if len(behind) > 1:
            at, words = behind[0]
            yield Open(
                f'{len(behind)} rows have figures behind their pays, like "{words}", and no sum of '
                f"money was recognised in this text; where they are sums of {currency}, see "
                "docs/jurisdictions.md for the marks that are known",
                document.id,
                at,
                is_urgent=True,
            )


def _list_left(wagers: Iterable[ProposedWager], document: NumberedText) -> Iterator[Left]:
    """Each line with the figures that neither a line of a table nor an edge takes up."""
    text = Text(document.id, document.lines, document.currency[0])
    tables = _list_tables(wagers, document)
    taken: dict[int, set[Fraction]] = {}
    for table in tables:
        for line in table.lines:
            for number in range(line.first, line.last + 1):
                taken.setdefault(number, set()).update(_list_values(line))
        for _, percent, at in table.edges:
            taken.setdefault(at, set()).add(Fraction(percent) / 100)
    in_tables = {n for table in tables for n in _list_around(table)}
    for number in range(1, len(document.lines) + 1):
        figures = [item for item in read_all_figures(text, number) if item.kind != COUNT]
        figures += _list_in_words(document, number)
        if number in in_tables and not figures:
            figures = [*read_figures(text, number, bare=True)]
        held = taken.get(number, set())
        yield Left(document.id, number, tuple(item for item in figures if item.value not in held))


def _list_lost(
    wagers: Iterable[ProposedWager], document: NumberedText, known: set[int]
) -> Iterator[Left]:
    """Lines that nothing above takes up: with odds in an unknown form, or beside a table."""
    tables = _list_tables(wagers, document)
    near = {number for table in tables for number in _list_section(table)}
    asked = {number for table in tables for number in table.changes}
    prose = list_prose(document, frozenset(_list_placed(wagers, document)))
    for number, line in enumerate(document.lines, 1):
        words = clean(drop_number(printed.normalise(line)))
        beside = (
            number in near - asked and not is_column_head(line) and not document.is_heading(number)
        )
        beside = beside and bool(
            re.search(r"\d", words) or (number not in prose and _PAYING.search(words))
        )
        if number not in known and (beside or _ODDS.search(words)):
            yield Left(document.id, number, (), words)


def _list_section(table: ProposedPaytable) -> Iterator[int]:
    """The lines around a table up to the headings above and below it."""
    document = table.document
    for number in range(table.first, 0, -1):
        yield number
        if document.is_heading(number):
            break
    for number in range(table.first + 1, len(document.lines) + 1):
        if number > table.last and document.is_heading(number):
            break
        yield number


def _list_in_words(document: NumberedText, number: int) -> Iterator[TextFigure]:
    """What is paid in other words than to one: even money, and so many times a wager."""
    words = printed.normalise(document.line(number))
    if re.search(r"\beven money\b", words, re.IGNORECASE):
        yield TextFigure(PAYS, Fraction(1), number)
    for found in _TIMES.findall(words):
        yield TextFigure(COUNT, Fraction(found.replace(",", "")), number)


def _list_values(line: ProposedLine) -> set[Fraction]:
    """The figures that a proposed line holds, also those that its doubts tell of."""
    written = " ".join([str(line.pays), line.envy or "", *line.doubts])
    return {Fraction(0), *_list_numbers(written)}


def _list_numbers(text: str) -> set[Fraction]:
    return set(map(Fraction, _FIGURE.findall(text.replace(",", ""))))


def _list_around(table: ProposedPaytable) -> Iterator[int]:
    """The lines of a table, and those that stand on above or below it without a gap."""
    document = table.document
    for ends, step in ((table.first, -1), (table.last, 1)):
        number = ends
        while 0 < number <= len(document.lines) and document.line(number).strip():
            if not HEADS.search(document.line(number)):
                yield number
            number += step
    yield from range(table.first, table.last + 1)


def tell_left(item: Left, currency: str) -> str:
    """The figures of a line as people write them, or its words."""
    if item.words:
        return f'"{item.words}"'
    return ", ".join(
        f"{printed.write_decimal(figure.value)} {currency}" if figure.kind == MONEY else str(figure)
        for figure in item.figures
    )

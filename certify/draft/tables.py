"""Rows to tables of pays: which belong together, what they are called, and whose wager they are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from certify.draft.labels import Label, clean
from certify.draft.rows import Row, list_rows
from certify.draft.text import Document

_IDS = re.compile(r"\b(?:[Pp]ay ?)?[Tt]able ([A-Z]|[A-Z]*-?\d+)\b|\b([A-Z]{2,}-\d+)\b")
_NAMING = re.compile(
    r"\b(?:bonus|wager|bet|payouts?|progressive|jackpot|insurance|side bet)\b", re.IGNORECASE
)
_NOT_NAMES = re.compile(
    r"\b(?:payouts?|pay ?tables?|pays?|pay scale|options?|envy(?: bonus)?|hands?|winning|of the|"
    r"rules?|the)\b|^(?:(?:section|article|chapter|part|clause|appendix) )?[\d.()§ ]+",
    re.IGNORECASE,
)
_COLUMN_HEAD = re.compile(r"\b(?:pays?|pay ?outs?|odds)\s*$|\benvy\b", re.IGNORECASE)
"""A line that heads columns names no wager."""
_OF_BANK = re.compile(
    r"\b(?:house|dealer|bank)(?:er)?(?:['’]?s)? hand\b|\bhand of the (?:house|dealer|bank)",
    re.IGNORECASE,
)
_CALLED = re.compile(r"\b((?:[A-Z][\w-]+ ){1,2}?)([Bb]onus|[Pp]rogressive|[Ii]nsurance)\b")
_IS_ROW = re.compile(r"\d ?%|\d(?: to |:)\d")
NO_ENVY, MAX_ENVY = "no-envy", "max-envy"
_TODO = {"todo": True}
_LINES_OF_HEAD = 5
_LINES_TO_HEADING = 40
_WORDS_OF_NAME = 6
_WORDS_OF_TITLE = 3
_LEAST_ROWS = 2


@dataclass(slots=True)
class Line:
    """A line as it is proposed."""

    label: Label
    pays: Any
    envy: str | None
    first: int
    last: int
    doubts: list[str] = field(default_factory=list)

    @property
    def is_open(self) -> bool:
        """Whether its pay itself is still to do, which tells the doubt already."""
        return bool(self.pays == _TODO)


@dataclass(frozen=True, slots=True)
class Open:
    """A row that was recognised and could not be placed: what it is, and its line."""

    what: str
    document: str
    line: int


@dataclass(slots=True)
class Table:
    """A paytable as it is proposed."""

    document: Document
    id: str
    name: str
    """Of its wager, as a heading has it; empty where none does."""
    lines: list[Line]
    edges: list[tuple[str, str, int]]
    """Printed house edges: label, percent, line."""
    unread: list[tuple[str, int]]
    """Rows among its own whose label was not understood: what they say, and where."""
    first: int
    last: int

    @property
    def looks_at(self) -> str:
        """Whose hand its lines look at."""
        found = {line.label.looks_at for line in self.lines}
        return found.pop() if len(found) == 1 else "both"


@dataclass(slots=True)
class Wager:
    """A wager as it is proposed."""

    id: str
    name: str
    looks_at: str
    tables: list[Table]

    @property
    def has_envy(self) -> bool:
        """Whether a line of it gives an envy amount."""
        return any(line.envy for table in self.tables for line in table.lines)


def propose_wagers(documents: Iterable[Document]) -> list[Wager]:
    """The wagers whose tables of pays are recognised."""
    wagers: list[Wager] = []
    for document in documents:
        for table in list_tables(document):
            found = next((item for item in wagers if _belongs(table, item)), None)
            if found is None:
                name = table.name or _call(document, table)
                found = Wager(_slug(name), name, table.looks_at, [])
                wagers.append(found)
            found.tables.append(table)
    for wager in wagers:
        _tell_apart(wager)
    _tell_apart_wagers(wagers)
    return wagers


def list_tables(document: Document) -> Iterator[Table]:
    """Every table of pays of a document, a paytable each."""
    for block in _list_blocks(document):
        yield from _list_columns(document, block)


def _list_blocks(document: Document) -> Iterator[list[Row]]:
    """Rows that stand together: until prose parts them, or a label comes again."""
    block: list[Row] = []
    seen: dict[int, list[str]] = {}
    for row in list_rows(document):
        key = row.label.key if row.label else ""
        held = seen.get(row.place, [])
        again = bool(key) and key in held[:-1]
        if block and (row.after_prose or again):
            yield block
            block, seen = [], {}
        block.append(row)
        if key:
            seen.setdefault(row.place, []).append(key)
    if block:
        yield block


def _list_columns(document: Document, block: list[Row]) -> Iterator[Table]:
    """The paytables of a block: one for each label of a row, and for each pay behind a label."""
    tables: list[Table] = []
    start = next((row.first for row in block if row.label), block[0].first)
    head = _list_head(document, start)
    for place in sorted({row.place for row in block}):
        rows = [row for row in block if row.place == place]
        width = max((_count_pays(row) for row in rows if row.label), default=0)
        tables += [_fill(document, rows, column, width) for column in range(width)]
    tables = [table for table in tables if len(table.lines) >= _LEAST_ROWS]
    if head and _COLUMN_HEAD.search(head[-1][1]) and _OF_BANK.search(head[-1][1]):
        _give_to_bank(tables)
    ids = [one or two for _, text in head for one, two in _IDS.findall(text)]
    names = [name for _, text in head for name in _list_names(text)]
    names = names or [
        name for number, text in head if (name := _read_title(document, number, text))
    ]
    for number, table in enumerate(tables):
        table.id = ids[number] if len(ids) == len(tables) else ""
        if names:
            table.name = names[number] if len(names) == len(tables) else names[-1]
        else:
            table.name = _find_heading(document, start)
        yield table


def _give_to_bank(tables: list[Table]) -> None:
    """The lines of tables whose head says that they are about the bank's hand."""
    for line in (line for table in tables for line in table.lines):
        if line.label.looks_at == "player":
            line.label = replace(line.label, wants={"bank": line.label.wants})


def _fill(document: Document, rows: list[Row], column: int, width: int) -> Table:
    known = [number for number, row in enumerate(rows) if row.label or row.is_edge]
    rows = rows[known[0] : known[-1] + 1]
    table = Table(document, "", "", [], [], [], rows[0].first, rows[-1].last)
    for row in rows:
        if row.is_edge:
            percents = [item.value for item in row.figures if item.kind == "percent"]
            kind = MAX_ENVY if re.search(r"\bmax", row.text, re.IGNORECASE) else NO_ENVY
            if len(percents) == width:
                table.edges.append((kind, percents[column], row.first))
            continue
        pays = _count_pays(row)
        if column >= pays:
            continue
        pay, envy = _pick(row, column)
        if row.label is None:
            table.unread.append((_tell_row(row, pay), row.first))
            continue
        line = Line(row.label, pay, envy, row.first, row.last)
        if row.label.unread:
            line.doubts.append(f"not understood: {row.label.unread}")
        if row.label.guessed:
            line.doubts.append("the label is only like that of this hand")
        if pays < width:
            line.doubts.append(f"the row has {pays} of {width} pays; which column is meant?")
        _add(table, line)
    return table


def _tell_row(row: Row, pay: Any) -> str:
    told = ", ".join(f"{k} {v}" for k, v in pay.items()) if isinstance(pay, dict) else pay
    return f'the row "{row.text}" ({told})'


def list_open(wagers: Iterable[Wager], documents: Iterable[Document]) -> Iterator[Open]:
    """What stands in or beside tables of pays and is proposed nowhere, so that it is not forgotten."""
    placed: set[tuple[str, int]] = set()
    for wager in wagers:
        for table in wager.tables:
            name, of = table.document.id, f"paytable {table.id} of {wager.id}"
            for line in table.lines:
                placed |= {(name, number) for number in range(line.first, line.last + 1)}
            for words, at in table.unread:
                placed.add((name, at))
                cure = "write it as a line, or under uncovered"
                yield Open(f"{words} of {of} was not understood; {cure}", name, at)
            for label, percent, at in table.edges:
                placed.add((name, at))
                if label != NO_ENVY:
                    cure = "write it under published, with other_players"
                    yield Open(f"a house edge of {percent} % with envy of {of}; {cure}", name, at)
    for document in documents:
        yield from _list_orphans(document, placed)


def _list_orphans(document: Document, placed: set[tuple[str, int]]) -> Iterator[Open]:
    """Rows that name a hand or stand beside such rows, pay, and are part of no table."""
    for block in _list_blocks(document):
        beside = any((document.id, row.last) in placed for row in block)
        for row in block:
            taken = any((document.id, n) in placed for n in range(row.first, row.last + 1))
            known = row.label is not None and _count_pays(row) > 0
            if not taken and not row.is_edge and (known or (beside and row.is_paying)):
                pay = _pick(row, 0)[0]
                cure = "write it as a line of its wager, or under uncovered"
                yield Open(
                    f"{_tell_row(row, pay)} is in no paytable; {cure}", document.id, row.last
                )


def _add(table: Table, line: Line) -> None:
    """Two rows with one label, one after the other, are one line whose pay is open."""
    before = table.lines[-1] if table.lines else None
    if before is None or before.label.key != line.label.key:
        table.lines.append(line)
        return
    if before.pays != line.pays:
        before.doubts.append(
            f"lines {before.first} and {line.first} have one label and pay {before.pays} and {line.pays}"
        )
        before.pays = _TODO
    before.last = line.last


def _count_pays(row: Row) -> int:
    pays = sum(item.kind == "pays" for item in row.figures)
    return pays or sum(item.kind == "money" for item in row.figures)


def _pick(row: Row, column: int) -> tuple[Any, str | None]:
    """The pay of a column, and the sum of money that stands behind it."""
    kind = "pays" if any(item.kind == "pays" for item in row.figures) else "money"
    place = [n for n, item in enumerate(row.figures) if item.kind == kind][column]
    pay = row.figures[place]
    if kind == "money":
        return {"money": pay.value}, None
    after = row.figures[place + 1 : place + 2]
    return pay.value, after[0].value if after and after[0].kind == "money" else None


def _list_head(document: Document, first: int) -> list[tuple[int, str]]:
    """The lines above a block that may name its tables."""
    found: list[tuple[int, str]] = []
    for number in range(first - 1, 0, -1):
        text = document.line(number)
        if not text.strip():
            continue
        too_long = len(text.split()) > 2 * _WORDS_OF_NAME
        if len(found) == _LINES_OF_HEAD or too_long or _IS_ROW.search(text):
            break
        found.append((number, text))
    return found[::-1]


def _list_names(text: str) -> Iterator[str]:
    for cell in text.split("\t"):
        if (
            _NAMING.search(cell)
            and len(cell.split()) <= _WORDS_OF_NAME
            and not cell.rstrip().endswith((".", ","))
        ):
            name = clean(_NOT_NAMES.sub(" ", clean(cell)))
            if name and not re.fullmatch(r"(?i:(?:standard )?(?:bonus|bet|wager|jackpot))", name):
                yield name.title() if name.isupper() else name


def _read_title(document: Document, number: int, text: str) -> str:
    """A short line of its own above a table, which names the wager in a word or two."""
    if _COLUMN_HEAD.search(text):
        return ""
    parted = number == 1 or not document.line(number - 1).strip()
    name = clean(_NOT_NAMES.sub(" ", clean(text)))
    is_short = len(text.split()) <= _WORDS_OF_TITLE and "\t" not in text
    return name if parted and is_short and re.search(r"[A-Za-z]{3}", name) else ""


def _find_heading(document: Document, first: int) -> str:
    for number in range(first - 1, max(first - _LINES_TO_HEADING, 0), -1):
        line = document.line(number)
        before = document.line(number - 1) if number > 1 else ""
        if before.strip() or not re.match(r"\s*[#\d(A-Z]", line):
            continue
        for name in _list_names(line):
            return name
    return ""


def _call(document: Document, table: Table) -> str:
    """What the prose calls the wager most often, where no heading names it."""
    if table.looks_at == "player":
        names = Counter(
            f"{first.strip()} {second.title()}"
            for first, second in _CALLED.findall(" ".join(document.lines))
            if not re.search(r"(?i)envy|\bthe\b", first)
        )
        if names:
            return names.most_common(1)[0][0]
    return "Side Bet"


def _belongs(table: Table, wager: Wager) -> bool:
    """Whether a table is one more paytable of a wager: one name, or none, and mostly the same hands."""
    if table.looks_at != wager.looks_at or (table.name and table.name != wager.name):
        return False
    ours = {line.label.key for line in table.lines}
    theirs = {line.label.key for line in wager.tables[0].lines}
    return 2 * len(ours & theirs) >= min(len(ours), len(theirs))


def _tell_apart(wager: Wager) -> None:
    """An id for each paytable; main where there is only one."""
    ids = [table.id for table in wager.tables]
    if len(wager.tables) == 1 and not ids[0]:
        wager.tables[0].id = "main"
    elif "" in ids or len(set(ids)) < len(ids):
        for number, table in enumerate(wager.tables, 1):
            table.id = str(number)


def _tell_apart_wagers(wagers: list[Wager]) -> None:
    seen: Counter[str] = Counter()
    for wager in wagers:
        seen[wager.id] += 1
        if seen[wager.id] > 1:
            wager.id = f"{wager.id}-{seen[wager.id]}"


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "side-bet"

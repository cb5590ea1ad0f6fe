"""Rows to tables of pays: which belong together, what they are called, and whose wager they are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from certify.draft.labels import Label
from certify.draft.names import call_wager, is_same, list_head, look_at_bank, name_tables
from certify.draft.rows import Row, list_rows
from certify.draft.text import Document

HEADS = re.compile(
    r"\b(?:(?:[Pp]ay ?)?[Tt]able|[Ss]chedule) ([A-Z]|[A-Z]*-?\d+)\b|\b([A-Z]{2,}-\d+)\b"
)
NO_ENVY, MAX_ENVY = "no-envy", "max-envy"
_TODO = {"todo": True}
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
    heading: str = ""
    """Of the section that it stands in."""
    doubts: list[str] = field(default_factory=list)

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
                name = table.name or call_wager(document, table.looks_at)
                found = Wager(_slug(name), name, table.looks_at, [])
                wagers.append(found)
                if not table.name:
                    table.doubts.append(
                        f'no heading names its wager, called "{name}" here; is it, and on whose hand?'
                    )
            elif not table.name and not table.id and table.heading != found.tables[0].heading:
                table.doubts.append(
                    f'it stands under "{table.heading}" and is proposed as one more paytable of '
                    f"{found.id}, of whose hands it has most; is it a wager of its own?"
                )
            found.tables.append(table)
    _ask_about_stakes(wagers)
    for wager in wagers:
        _tell_apart(wager)
    _tell_apart_wagers(wagers)
    return wagers


def _ask_about_stakes(wagers: list[Wager]) -> None:
    """Ask whether payouts on both hands are of one stake: as two wagers their odds would be wrong."""
    for wager in wagers:
        first = wager.tables[0]
        for other in wagers:
            table = other.tables[0]
            if {wager.looks_at, other.looks_at} == {"player", "bank"} and (
                first.heading == table.heading or not (first.name and table.name)
            ):
                first.doubts.append(
                    f"{wager.name} pays on the hand of the {wager.looks_at}, and {other.name} under the same "
                    "heading on the other hand; are both paid for one stake, that is, one wager?"
                )
        if wager.looks_at == "both" and any(line.label.looks_at == "bank" for line in first.lines):
            first.doubts.append(
                "payouts on the player's and on the bank's hand are proposed as one wager with one stake; "
                "is it, and may a line of each hand be paid (lines_paid)?"
            )


def list_tables(document: Document) -> Iterator[Table]:
    """Every table of pays of a document, a paytable each."""
    for block in list_blocks(document):
        yield from _list_columns(document, block)


def list_blocks(document: Document) -> Iterator[list[Row]]:
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
    for place in sorted({row.place for row in block}):
        rows = [row for row in block if row.place == place]
        width = max((count_pays(row) for row in rows if row.label), default=0)
        tables += [_fill(document, rows, column, width) for column in range(width)]
    tables = [table for table in tables if len(table.lines) >= _LEAST_ROWS]
    of_bank, doubt = look_at_bank(document, start)
    if of_bank:
        _give_to_bank(tables)
    naming = name_tables(document, start)
    ids = [one or two for _, text in list_head(document, start) for one, two in HEADS.findall(text)]
    for number, table in enumerate(tables):
        table.id = ids[number] if len(ids) == len(tables) else ""
        table.heading = naming.heading
        if naming.names:
            several = len(naming.names) == len(tables)
            table.name = naming.names[number] if several else naming.names[-1]
        if number == 0:
            table.doubts += [item for item in (naming.doubt, doubt) if item]
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
        pays = count_pays(row)
        if column >= pays:
            continue
        pay, envy = pick(row, column)
        if row.label is None:
            table.unread.append((tell_row(row, pay), row.first))
            continue
        line = Line(row.label, pay, envy, row.first, row.last)
        if row.label.unread:
            line.doubts.append(f"not understood: {row.label.unread}")
        if row.label.doubt:
            line.doubts.append(row.label.doubt)
        if row.label.guessed:
            line.doubts.append("the label is only like that of this hand")
        if pays < width:
            line.doubts.append(f"the row has {pays} of {width} pays; which column is meant?")
        _add(table, line)
    return table


def tell_row(row: Row, pay: Any) -> str:
    """A row and what it pays."""
    told = ", ".join(f"{k} {v}" for k, v in pay.items()) if isinstance(pay, dict) else pay
    return f'the row "{row.text}" ({told})'


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


def count_pays(row: Row) -> int:
    """How many pays stand behind a label; sums of money, where nothing else does."""
    pays = sum(item.kind == "pays" for item in row.figures)
    return pays or sum(item.kind == "money" for item in row.figures)


def pick(row: Row, column: int) -> tuple[Any, str | None]:
    """The pay of a column, and the sum of money that stands behind it."""
    kind = "pays" if any(item.kind == "pays" for item in row.figures) else "money"
    place = [n for n, item in enumerate(row.figures) if item.kind == kind][column]
    pay = row.figures[place]
    if kind == "money":
        return {"money": pay.value}, None
    after = row.figures[place + 1 : place + 2]
    return pay.value, after[0].value if after and after[0].kind == "money" else None


def _belongs(table: Table, wager: Wager) -> bool:
    """Whether a table is one more paytable of a wager: one name, or none, and mostly the same hands."""
    if table.looks_at != wager.looks_at or (table.name and not is_same(table.name, wager.name)):
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

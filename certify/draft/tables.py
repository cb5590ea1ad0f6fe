"""Rows to tables of pays: which belong together, what they are called, and whose wager they are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from certify.draft.labels import NOTED, Label, clean, read_label
from certify.draft.names import (
    call_wager,
    is_column_head,
    is_same,
    list_changes,
    list_head,
    list_limits,
    list_unknown,
    look_at_bank,
    name_tables,
)
from certify.draft.text import NumberedText
from certify.spec.printed import MARK, PUSH_WORD, mark_sums, normalise
from certify.spec.texts import drop_number

_NUMBER = r"\d{1,3}(?:,\d{3}){1,2}|\d{1,9}"
_FIGURES = re.compile(
    rf"(?P<meter>\d+ ?(?:%|per ?cent) (?:of )?(?:the )?(?:meter|jackpot|progressive))"
    rf"|(?P<percent>\d+(?:\.\d+)? ?(?:%|per ?cent\b))"
    rf"|(?P<money>{MARK}(?:(?:{_NUMBER})(?:\.\d\d)?|\.\d\d))"
    rf"|(?<![\d.,:$¤])(?P<pays>(?:{_NUMBER})(?: ?(?:to|for|:) ?|-(?:to|for)-)"
    r"(?:one|[1-9]\d?)(?![\dA-Za-z]|[.,:]\d)"
    rf"|(?<=\s)(?:{_NUMBER})[-/]1(?=\s|$))"
    r"|(?P<even>\beven money\b|(?<=\s)even(?=\s*$))"
    rf"|(?P<push>\b(?:{PUSH_WORD})\b)|(?P<loss>\b(?:loss|loses)\b)"
    r"|(?P<dash>(?<=\s)[-–—](?=\s|$))",
    re.IGNORECASE,
)
_PAYING = {"pays", "even", "meter", "push"}
_BARE = re.compile(rf"(?:\s+(?:{_NUMBER}))+$")
_GOES_ON = re.compile(r"\s*(?:[(\[]|[a-z])")
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
class RowFigure:
    """One figure of a row: a pay as a file writes it, money, or a percentage."""

    kind: str
    value: Any
    is_bare: bool = False
    """Whether neither "to" nor "for" stands with it."""


@dataclass(frozen=True, slots=True)
class ProposedRow:
    """A label with its figures, and where it stands."""

    text: str
    label: Label | None
    figures: tuple[RowFigure, ...]
    first: int
    last: int
    place: int
    """Which of the labels of its line it has: tables stand side by side."""
    after_prose: bool
    """Whether prose or a heading parts it from the row before."""
    doubts: list[str] = field(default_factory=list)

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


def list_rows(document: NumberedText) -> Iterator[ProposedRow]:
    """Every row whose label names a hand or a house edge, or that stands among such rows."""
    reader = _RowReader(document)
    for number in range(1, len(document.lines) + 1):
        yield from reader.read(number)


class _RowReader:
    """Reads line by line; what has no figure yet may be a label."""

    def __init__(self, document: NumberedText) -> None:
        self.document = document
        self.waiting: list[tuple[int, str]] = []
        self.parted = True
        self.side = ""
        self.columns: tuple[str | None, ...] = ()
        """Which columns have payouts and which counts; empty where all have payouts."""
        self.before: list[ProposedRow] = []
        """The rows of the last line that had any."""

    def read(self, number: int) -> Iterator[ProposedRow]:
        text = normalise(self.document.line(number).replace("|", "\t"))
        if not text or any(row.last >= number for row in self.before):
            return
        parts = list(_split(mark_sums(text, self.document.currency[0])))
        if not any(isinstance(part, RowFigure) for part in parts) or (
            self.document.is_heading(number) and read_label(str(parts[0])) is None
        ):
            self._read_words(number, text)
            return
        rows: list[ProposedRow] = []
        for label, figures in _group(parts):
            if not figures:
                self._doubt_rest(rows[-1:], label)
                continue
            row = self._build(number, label, self._drop_counts(figures), len(rows))
            if row is None or row.label is None:
                self._doubt_rest(rows[-1:], label)
            if row is not None:
                row = self._give_side(row)
                if self.columns and len(row.figures) > 1:
                    row.doubts.append("the columns of the row are not those of its head")
                rows.append(row)
                self.parted = False
            elif len(label.split()) > _WORDS_OF_PROSE:
                self.parted = True
            self.waiting = []
        self.before = rows or self.before
        yield from rows

    def _read_words(self, number: int, text: str) -> None:
        """A line without a figure: a head, prose, the end of the row above or a label of the next."""
        label = read_label(text)
        ends = self.document.is_heading(number) or drop_number(text) != text
        if not ends and self.before and not self.waiting and not self.parted:
            self._doubt_end(number, text)
        is_label = label is not None and not label.unread and not ends
        if self._read_head(text) or not re.search(r"[A-Za-z]", text):
            return
        too_long = len(text.split()) > _WORDS_OF_PROSE
        if too_long or ends or (not is_label and (text[-1] in ".:" or is_column_head(text))):
            self.waiting, self.parted = [], True
            if too_long or self.document.is_heading(number):
                self.side, self.columns = "", ()
            return
        self.waiting = [*self.waiting, (number, text)][-_LINES_OF_LABEL:]

    def _doubt_end(self, number: int, text: str) -> None:
        if _GOES_ON.match(text):
            for row in self.before:
                row.doubts.append(f'does line {number}, "{text}", belong to this row?')

    def _doubt_rest(self, rows: list[ProposedRow], text: str) -> None:
        """Words behind the figures of a row; in a column of counts they are none of its matter."""
        rest = text.strip(" .|\t")
        if rest and not (self.columns and re.fullmatch(r"[\d,.% ]+", rest)):
            for row in rows:
                row.doubts.append(f'not understood behind the payout: "{rest}"')

    def _read_head(self, text: str) -> bool:
        """Whether a line heads rows: by whose hand they are about, or by columns with counts."""
        if side := _SIDE.fullmatch(clean(text)):
            self.waiting, self.side = [], "bank" if side["bank"] else "player"
            return True
        columns = tuple(item.lastgroup for item in _COLUMNS.finditer(text))
        if (
            columns.count("pays") == 1
            and "count" in columns
            and len(text.split()) <= _WORDS_OF_PROSE
        ):
            self.waiting, self.parted, self.side = [], True, ""
            self.columns = columns
            return True
        return False

    def _drop_counts(self, figures: tuple[RowFigure, ...]) -> tuple[RowFigure, ...]:
        """The figures of a row without those of columns that count hands."""
        for columns in (self.columns, self.columns[1:]):  # the first may be that of the labels
            if "pays" in columns and len(figures) == len(columns):
                return (figures[columns.index("pays")],)
        return figures

    def _give_side(self, row: ProposedRow) -> ProposedRow:
        if self.side != "bank" or row.label is None or row.label.looks_at != "player":
            return row
        return replace(row, label=replace(row.label, wants={"bank": row.label.wants}))

    def _build(
        self, number: int, label: str, figures: tuple[RowFigure, ...], place: int
    ) -> ProposedRow | None:
        """A row from what waits before it, or from its own words alone, whichever is understood better."""
        if _IN_A_SENTENCE.match(label):
            return None
        lines = [*self.waiting, (number, label)] if place == 0 else [(number, label)]
        found = [
            (len(read.unread.split()) + read.guessed, start, read)
            for start in range(len(lines))
            if (read := read_label(" ".join(text for _, text in lines[start:]))) is not None
        ]
        _, start, best = (
            min(found, key=lambda item: item[:2]) if found else (0, len(lines) - 1, None)
        )
        parted, doubts = self._judge_gap(lines[:start]), []
        own = found[-1] if found and found[-1][1] == len(lines) - 1 else None
        if best and own and not own[0] and own[2].key != best.key and self.parted:
            start, best = len(lines) - 1, own[2]  # the lines above are the head of the table
        elif best and own and not own[0] and own[2].key != best.key:
            doubts.append(
                f"do lines {lines[start][0]}-{number - 1} belong to this row or to the one above?"
            )
            for row in self.before:
                row.doubts.extend(doubts)
        first = lines[start][0]
        if best is None or best.unread:
            continued = self._continue(number, label, place)
            if continued is not None:
                return ProposedRow(
                    label, continued[0], figures, number, continued[1], place, parted
                )
            words = clean(label)
            if best is None or drop_number(label) != label:
                if not words or len(words.split()) > _WORDS_OF_PROSE:
                    return None
                return ProposedRow(words, None, figures, number, number, place, parted)
            label = words
        return ProposedRow(label, best, figures, first, number, place, parted, doubts)

    def _judge_gap(self, lines: list[tuple[int, str]]) -> bool:
        """Whether lines that are no label part the next row from the one above, as a title does."""
        return self.parted or any(not _GOES_ON.match(text) for _, text in lines)

    def _continue(self, number: int, label: str, place: int) -> tuple[Label, int] | None:
        """A label whose end stands in the next line, in a cell of its own."""
        following = range(number + 1, min(number + 3, len(self.document.lines) + 1))
        after = next((n for n in following if self.document.line(n).strip()), None)
        if after is None:
            return None
        cells = [normalise(cell) for cell in self.document.line(after).split("\t")]
        cells = [cell for cell in cells if cell]
        if place >= len(cells) or any(
            isinstance(part, RowFigure) for cell in cells for part in _split(cell)
        ):
            return None
        found = read_label(f"{label} {cells[place]}")
        return (found, after) if found is not None and not found.unread else None


def _split(text: str) -> Iterator[str | RowFigure]:
    """The words and the figures of a line, in order."""
    found = list(_FIGURES.finditer(text))
    kinds = {item.lastgroup for item in found}
    end = 0
    for item in found:
        is_sentence = kinds == {"push"} and text.endswith(".")
        if is_sentence or kinds <= {"dash", "loss"}:  # then they are words
            break
        yield from _list_bare(text[end : item.start()], bare=not kinds & _PAYING)
        yield _read_figure(str(item.lastgroup), item[0])
        end = item.end()
    yield from _list_bare(text[end:], bare=not kinds & _PAYING)


def _list_bare(text: str, *, bare: bool) -> Iterator[str | RowFigure]:
    """Words; where nothing in the line is paid to one, whole numbers behind a label are what it pays."""
    found = _BARE.search(text.rstrip()) if bare else None
    if found is not None and read_label(text[: found.start()]) is not None:
        yield text[: found.start()]
        for number in found[0].split():
            yield RowFigure("pays", int(number.replace(",", "")), is_bare=True)
    elif text.strip(" .:;,|\t"):
        yield text


def _read_figure(kind: str, text: str) -> RowFigure:
    digits = [
        Fraction(item.replace(",", "")) for item in re.findall(r"\d[\d,]*(?:\.\d+)?|\.\d+", text)
    ]
    match kind:
        case "money":
            return RowFigure("money", _write_money(digits[0]))
        case "percent":
            return RowFigure("percent", re.sub(r"[^\d.]", "", text))
        case "dash":
            return RowFigure("dash", None)
    return RowFigure("pays", _read_pay(kind, text, digits))


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


def _group(parts: list[str | RowFigure]) -> Iterator[tuple[str, tuple[RowFigure, ...]]]:
    """Each label of a line with the figures behind it; words behind the last of them have none."""
    label, figures = "", []
    for part in parts:
        if isinstance(part, RowFigure):
            figures.append(part)
            continue
        if figures:
            yield label, tuple(figures)
            label, figures = "", []
        label = f"{label} {part}".strip()
    if figures:
        yield label, tuple(figures)
    elif label:
        yield label, ()


HEADS = re.compile(
    r"\b(?:(?:[Pp]ay ?)?[Tt]able|[Ss]chedule|PT) ([A-Z]|[A-Z]*-?\d+)\b|\b([A-Z]{2,}-\d+)\b"
)
NO_ENVY, MAX_ENVY = "no-envy", "max-envy"
_TODO = {"todo": True}
_LEAST_ROWS = 2
_LINES_ABOVE = 6
_SEVEN = "seven-card-straight-flush"
_ASKED = "answer the todo of its paytable first"


@dataclass(slots=True)
class ProposedLine:
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
class ProposedPaytable:
    """A paytable as it is proposed."""

    document: NumberedText
    id: str
    name: str
    """Of its wager, as a heading has it; empty where none does."""
    lines: list[ProposedLine]
    edges: list[tuple[str, str, int]]
    """Printed house edges: label, percent, line."""
    unread: list[tuple[str, int]]
    """Rows among its own whose label was not understood: what they say, and where."""
    first: int
    last: int
    heading: str = ""
    """Of the section that it stands in."""
    doubts: list[str] = field(default_factory=list)
    changes: set[int] = field(default_factory=set)
    """Lines of its section with sentences that may change every row of it."""

    def open_lines(self, doubt: str) -> None:
        """Ask of each line."""
        for line in self.lines:
            if doubt not in line.doubts:
                line.doubts.append(doubt)

    @property
    def looks_at(self) -> str:
        """Whose hand its lines look at."""
        found = {line.label.looks_at for line in self.lines}
        return found.pop() if len(found) == 1 else "both"


@dataclass(slots=True)
class ProposedWager:
    """A wager as it is proposed."""

    id: str
    name: str
    looks_at: str
    tables: list[ProposedPaytable]

    @property
    def has_envy(self) -> bool:
        """Whether a line of it gives an envy amount."""
        return any(line.envy for table in self.tables for line in table.lines)


def propose_wagers(documents: Iterable[NumberedText]) -> list[ProposedWager]:
    """The wagers whose tables of pays are recognised."""
    wagers: list[ProposedWager] = []
    for document in documents:
        for table in list_tables(document):
            found = next((item for item in wagers if _belongs(table, item)), None)
            if found is None:
                if table.name and any(is_same(table.name, item.name) for item in wagers):
                    table.doubts.append(
                        f'it has other rows than the table "{table.name}" before it; is it part of it?'
                    )
                name = table.name or call_wager(document, table.looks_at)
                found = ProposedWager(_slug(name), name, table.looks_at, [])
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
        for table in wager.tables:
            if table.doubts:
                table.open_lines(_ASKED)
    _tell_apart_wagers(wagers)
    return wagers


def _ask_about_stakes(wagers: list[ProposedWager]) -> None:
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


def list_tables(document: NumberedText) -> Iterator[ProposedPaytable]:
    """Every table of pays of a document, a paytable each."""
    blocks = list(list_blocks(document))
    taken = frozenset(
        number
        for block in blocks
        for row in _cut_rows(block)
        for number in range(row.first, row.last + 1)
    )
    for block in blocks:
        yield from _list_columns(document, block, taken)


def list_blocks(document: NumberedText) -> Iterator[list[ProposedRow]]:
    """Rows that stand together: until prose parts them, or a label comes again."""
    block: list[ProposedRow] = []
    seen: dict[int, list[str]] = {}
    again = False
    for row in list_rows(document):
        key = row.label.key if row.label else ""
        repeats = bool(key) and key in seen.get(row.place, [])[:-1]
        if block and (row.after_prose or repeats):
            yield block
            block, seen = [], {}
            again = not row.after_prose
        if again:
            row.doubts.append("a label of the rows above is repeated; is this another paytable?")
        block.append(row)
        if key:
            seen.setdefault(row.place, []).append(key)
    if block:
        yield block


def _list_columns(
    document: NumberedText, block: list[ProposedRow], taken: Set[int]
) -> Iterator[ProposedPaytable]:
    """The paytables of a block: one for each label of a row, and for each pay behind a label."""
    tables: list[ProposedPaytable] = []
    start = next((row.first for row in block if row.label), block[0].first)
    places = sorted({row.place for row in block})
    _doubt_places(document, block, len(places))
    for place in places:
        rows = [row for row in block if row.place == place]
        width = max((count_pays(row) for row in rows if row.label), default=0)
        tables += [_fill(document, rows, column, width) for column in range(width)]
    tables = [table for table in tables if len(table.lines) >= _LEAST_ROWS]
    of_bank, doubt = look_at_bank(document, start)
    if of_bank:
        _give_to_bank(tables)
    naming = name_tables(document, start)
    head = list_head(document, start)
    headed = [
        list(dict.fromkeys(one or two for one, two in HEADS.findall(text))) for _, text in head
    ]
    ids: list[str] = next((item for item in headed[::-1] if len(item) == len(tables)), [])
    has_ids, has_names = bool(ids), len(naming.names) == len(tables)
    doubts = [item for item in (naming.doubt, doubt) if item]
    if unknown := list_unknown(document, start, taken, (*naming.names, naming.heading)):
        doubts.append(f'what do the words "{unknown}" above it say of its rows?')
    bare = any(item.is_bare for row in block if row.label for item in row.figures)
    if len(tables) > 1 and not has_ids and (bare or not has_names):
        doubts.append(
            f"no head names its {len(tables)} columns; which paytables or wagers are they?"
        )
    kinds = {item.kind for row in block if row.label for item in row.figures}
    in_money = kinds <= {"money", "dash"}
    above = " ".join(document.lines[max(start - 1 - _LINES_ABOVE, 0) : start - 1]).lower()
    if in_money and (len(tables) > 1 or "envy" in above):
        doubts.append(
            "are its sums prizes of the wager or of the Envy Bonus, and at which wager amount?"
        )
    if bare and not re.search(r"(?i)\bto (?:1|one)\b", " ".join(text for _, text in head)):
        doubts.append("are its payouts to 1 or for 1?")
    marked = any(row.label and NOTED in row.label.doubt for row in block)
    for number, table in enumerate(tables):
        table.id = ids[number] if has_ids else ""
        table.heading = naming.heading
        if naming.names:
            table.name = naming.names[number] if has_names else naming.names[-1]
        name = table.name or call_wager(document, table.looks_at)
        limits = list_limits(document, (table.first, table.last), taken, name, marked)
        table.changes = list_changes(document, (table.first, table.last), taken)
        table.changes -= set(limits)  # each row asks about these
        if limits:
            told = ", ".join(map(str, limits))
            table.open_lines(f"does what line {told} says limit or change this row?")
        if number == 0:
            table.doubts += doubts
        elif doubts:
            table.open_lines(_ASKED)
        yield table


def _doubt_places(document: NumberedText, block: list[ProposedRow], places: int) -> None:
    """Ask of which table a row is that has fewer labels than tables stand side by side."""
    count = Counter(row.last for row in block)
    full = next((row.last for row in block if count[row.last] == places), 0)
    if places == 1 or not full:
        return
    indent = measure_indent(document.line(full))
    is_aligned = bool(re.search(r"\t|\S {2,}\S", document.line(full)))
    for row in block:
        near = measure_indent(document.line(row.last)) <= indent + 2
        if count[row.last] < places and not (is_aligned and near):
            row.doubts.append(f"of which of {places} tables side by side is this row?")


def measure_indent(line: str) -> int:
    """How far the first word of a line stands from its beginning."""
    return len(re.split(r"[^\s|]", line.expandtabs(), maxsplit=1)[0])


def _give_to_bank(tables: list[ProposedPaytable]) -> None:
    """The lines of tables whose head says that they are about the bank's hand."""
    for line in (line for table in tables for line in table.lines):
        if line.label.looks_at == "player":
            line.label = replace(line.label, wants={"bank": line.label.wants})


def _cut_rows(rows: list[ProposedRow]) -> list[ProposedRow]:
    """The rows from the first that is understood to the last."""
    known = [number for number, row in enumerate(rows) if row.label or row.is_edge]
    return rows[known[0] : known[-1] + 1] if known else []


def _fill(
    document: NumberedText, rows: list[ProposedRow], column: int, width: int
) -> ProposedPaytable:
    rows = _cut_rows(rows)
    table = ProposedPaytable(document, "", "", [], [], [], rows[0].first, rows[-1].last)
    for row in rows:
        if row.is_edge:
            percents = [item.value for item in row.figures if item.kind == "percent"]
            kind = MAX_ENVY if re.search(r"\bmax", row.text, re.IGNORECASE) else NO_ENVY
            if len(percents) == width:
                table.edges.append((kind, percents[column], row.first))
            continue
        pays = count_pays(row)
        if not pays and any(item.kind == "percent" for item in row.figures):
            told = ", ".join(f"{item.value} %" for item in row.figures if item.kind == "percent")
            table.unread.append((tell_row(row, told), row.first))
        if column >= pays:
            continue
        pay, envy = pick(row, column)
        if row.label is None:
            table.unread.append((tell_row(row, pay), row.first))
            continue
        line = ProposedLine(row.label, pay, envy, row.first, row.last, list(row.doubts))
        if not _is_plain(row):
            line.doubts.append(
                f"which figure of {_tell_figures(row)} is the payout of which column?"
            )
        if row.label.unread:
            line.doubts.append(f"not understood: {row.label.unread}")
        if row.label.doubt:
            line.doubts.append(row.label.doubt)
        if row.label.guessed:
            line.doubts.append("the label is only like that of this hand")
        if pays < width:
            line.doubts.append(f"the row has {pays} of {width} pays; which column is meant?")
        _add(table, line)
    _ask_about_joker(table)
    return table


def _ask_about_joker(table: ProposedPaytable) -> None:
    """A straight flush of seven cards is of a class of its own with the joker; the words must tell which."""
    hands = {line.label.wants.get("hand") for line in table.lines}
    for line in table.lines:
        says = re.search(r"joker|natural", line.label.printed, re.IGNORECASE)
        if line.label.wants.get("hand") == _SEVEN and not says and f"{_SEVEN}-joker" not in hands:
            line.doubts.append("may the joker be in it, which is seven-card-straight-flush-joker?")


def tell_row(row: ProposedRow, pay: Any) -> str:
    """A row and what it pays."""
    told = ", ".join(f"{k} {v}" for k, v in pay.items()) if isinstance(pay, dict) else pay
    return f'the row "{row.text}" ({told})'


def _add(table: ProposedPaytable, line: ProposedLine) -> None:
    """Two rows with one label, one after the other, are one line whose pay is open."""
    before = table.lines[-1] if table.lines else None
    if before is None or before.label.key != line.label.key:
        table.lines.append(line)
        return
    before.doubts += [doubt for doubt in line.doubts if doubt not in before.doubts]
    if before.pays != line.pays:
        before.doubts.append(
            f"lines {before.first} and {line.first} have one label and pay {before.pays} and {line.pays}"
        )
        before.pays = _TODO
    before.last = line.last


def count_pays(row: ProposedRow) -> int:
    """How many pays stand behind a label; sums of money, where nothing else does."""
    pays = sum(item.kind == "pays" for item in row.figures)
    return pays or sum(item.kind == "money" for item in row.figures)


def pick(row: ProposedRow, column: int) -> tuple[Any, str | None]:
    """The pay of a column, and its sum of money: behind it, or in a column of its own behind all pays."""
    kinds = [item.kind for item in row.figures]
    kind = "pays" if "pays" in kinds else "money"
    places = [n for n, item in enumerate(kinds) if item == kind]
    pay = row.figures[places[column]]
    if kind == "money":
        return {"money": pay.value}, None
    width = len(places)
    behind = places[column] + 1
    if width > 1 and kinds == ["pays"] * width + ["money"] * width:
        behind = width + column
    elif width > 1 and "money" in kinds and kinds[:width] == ["pays"] * width:
        return pay.value, None
    after = row.figures[behind : behind + 1]
    return pay.value, after[0].value if after and after[0].kind == "money" else None


def _is_plain(row: ProposedRow) -> bool:
    """Whether each pay of a row has its sum of money, or none, behind it, and nothing else stands there."""
    written = "".join(item.kind[0] for item in row.figures)
    return bool(re.fullmatch(r"(?:p[md]?)+|[md]+", written)) and not re.fullmatch("pp+m+", written)


def _tell_figures(row: ProposedRow) -> str:
    return ", ".join(str(item.value) for item in row.figures)


def _belongs(table: ProposedPaytable, wager: ProposedWager) -> bool:
    """Whether a table is one more paytable of a wager: one name, or none, and mostly the same hands."""
    if table.looks_at != wager.looks_at or (table.name and not is_same(table.name, wager.name)):
        return False
    ours = {line.label.key for line in table.lines}
    theirs = {line.label.key for line in wager.tables[0].lines}
    return 2 * len(ours & theirs) >= min(len(ours), len(theirs))


def _tell_apart(wager: ProposedWager) -> None:
    """An id for each paytable; main where there is only one."""
    ids = [table.id for table in wager.tables]
    if len(wager.tables) == 1 and not ids[0]:
        wager.tables[0].id = "main"
    elif "" in ids or len(set(ids)) < len(ids):
        for number, table in enumerate(wager.tables, 1):
            table.id = str(number)


def _tell_apart_wagers(wagers: list[ProposedWager]) -> None:
    seen: Counter[str] = Counter()
    for wager in wagers:
        seen[wager.id] += 1
        if seen[wager.id] > 1:
            wager.id = f"{wager.id}-{seen[wager.id]}"


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "side-bet"

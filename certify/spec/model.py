"""What one document says, as frozen objects. A statement and its standing live here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

from certify.base.errors import CertifyError
from certify.base.frames import Tabular
from certify.base.load import DataPath, SourceFile
from certify.base.names import match_name, quote, tell_near
from certify.game.views import HandCondition
from certify.spec.catalogue import Moves, Parameter
from certify.spec.values import Value, format_value


class Standing(StrEnum):
    """How firmly a document says something."""

    STATED = "stated"
    CONFLICTING = "conflicting"
    SILENT = "silent"
    DEFERRED = "deferred"
    NOT_OFFERED = "not-offered"
    TODO = "todo"
    """Nobody has written it down yet: the file is a draft."""


CORRESPONDENCE = "correspondence"
"""The kind of a document with the answers of an author."""


@dataclass(frozen=True, slots=True)
class Document:
    """One of the texts that a file rests on."""

    id: str
    name: str
    sha256: str
    lines: int
    kind: str
    """rules, statute, controls: what sort of text it is."""
    anchors: tuple[str, ...] = ()
    """A digest of each cited line, so that it can be found in a revised text."""


@dataclass(frozen=True, slots=True)
class Citation:
    """The clause and lines of a document that say something."""

    clause: str
    first: int
    last: int
    document: str = ""
    """Which of several documents; empty for the only or first one."""

    @property
    def place(self) -> str:
        """The lines with their noun, as a sentence names them."""
        return f"line {self.lines}" if self.first == self.last else f"lines {self.lines}"

    @property
    def lines(self) -> str:
        """The lines as people write them."""
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"

    def __str__(self) -> str:
        words = [self.document, self.clause, self.place]
        return ", ".join(word for word in words if word)


@dataclass(frozen=True, slots=True)
class Said:
    """One place where the document gives a value."""

    value: Value
    citation: Citation
    path: DataPath
    implied: bool = False
    """Whether the text shows it by an example only."""
    brings: tuple[tuple[str, Value], ...] = ()
    """What the same words make of other statements."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another value that the text allows, and by which words."""

    value: Value
    because: str = ""
    citation: Citation | None = None
    brings: tuple[tuple[str, Value], ...] = ()
    """What the same words make of other statements, by reading or key: whoever takes this takes those."""

    @property
    def is_supported(self) -> bool:
        """Whether words of the text allow it; a bare value is one that somebody could think of."""
        return bool(self.because and self.citation is not None)


@dataclass(frozen=True, slots=True)
class Recommended:
    """The recommended wording where that of the parameter does not fit the document, and what to do where."""

    where: str = ""
    wording: str = ""

    @property
    def sentence(self) -> str:
        """The wording if it is a whole sentence; words to be put into one state nothing by themselves."""
        return self.wording if self.wording.endswith(".") else ""


@dataclass(frozen=True, slots=True)
class Statement:
    """A parameter of a document, with its standing."""

    parameter: Parameter
    standing: Standing
    value: Value | None
    """What is stated, adopted or assumed; None where nothing is."""
    said: tuple[Said, ...]
    alternatives: tuple[Alternative, ...]
    because: str
    deferred_to: str
    note: str
    path: DataPath
    wager: str | None = None
    paytable: str | None = None
    line: str | None = None
    own_reading: str | None = None
    """The key of a question that this document asks by itself."""
    near: tuple[Citation, ...] = ()
    """Where a document deals with what it does not say."""
    question: str = ""
    """What exactly a document leaves open, where it answers a part of the question."""
    currency: str = ""
    """What the sums of a line are in."""
    recommended: Recommended | None = None

    @property
    def key(self) -> str:
        """Its name among all statements of the document, the wager's in front where it has one."""
        if self.wager is None:
            return self.parameter.key
        name = self.parameter.key.removeprefix("wager.")
        place = f"{self.paytable}." if self.line and self.paytable else ""
        line = f"{self.line}." if self.line else ""
        return f"{self.wager}.{place}{line}{name}"

    @property
    def reading(self) -> str | None:
        """The reading key this statement answers."""
        return self.own_reading or self.parameter.reading

    @property
    def is_of_house_way(self) -> bool:
        """Whether it is a question that a house way leaves open."""
        return self.parameter.section == "house_way"

    @property
    def citations(self) -> tuple[Citation, ...]:
        """Every place the statement cites."""
        return tuple(said.citation for said in self.said)

    @property
    def supporting(self) -> tuple[Citation, ...]:
        """The places that give the value in force, or that leave it to another text."""
        against = set(self.contrary)
        return tuple(item for item in self.citations if item not in against)

    @property
    def contrary(self) -> tuple[Citation, ...]:
        """The places that give another value than the one in force; a place that only defers gives none."""
        if self.standing not in {Standing.STATED, Standing.CONFLICTING}:
            return ()
        ours = {said.citation for said in self.said if said.value == self.value}
        return tuple(said.citation for said in self.said if said.citation not in ours)

    @property
    def other_values(self) -> tuple[Value, ...]:
        """The values that the text allows beside the one adopted or assumed."""
        return tuple(item.value for item in self.alternatives)

    @property
    def supported_values(self) -> tuple[Value, ...]:
        """The other values that words of the text support."""
        if self.standing is Standing.CONFLICTING:
            return self.other_values
        return tuple(item.value for item in self.alternatives if item.is_supported)

    def list_brought(self, value: Value) -> tuple[tuple[str, Value], ...]:
        """What another value makes of other statements, as it stands in the file."""
        return next((item.brings for item in self.alternatives if item.value == value), ())

    @property
    def clause(self) -> str:
        """Where it stands, in short; what it is where the document does not say."""
        if self.said:
            return "; ".join(dict.fromkeys(map(str, self.citations)))
        return {
            Standing.SILENT: "not said",
            Standing.NOT_OFFERED: "not offered",
            Standing.TODO: "not written down yet",
        }.get(self.standing, str(self.standing))


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a paytable: what it wants of the hands, what it pays, and the envy it gives others."""

    id: str
    player: HandCondition
    bank: HandCondition
    printed: str
    pays: Statement
    envy: Statement | None
    citation: Citation
    path: DataPath

    @property
    def hand(self) -> str | None:
        """The class of the player's hand, where the line is a class and nothing else."""
        if self.player.is_class and self.bank == HandCondition():
            return self.player.hand
        return None


@dataclass(frozen=True, slots=True)
class Published:
    """A house edge that the document prints."""

    label: str
    percent: str
    """As printed; of a figure that is printed as a fraction of one, the same in percent."""
    other_players: int
    citation: Citation
    path: DataPath
    share: str = ""
    """As printed, where it is printed as a fraction of one."""

    @property
    def text(self) -> str:
        """The figure as the document prints it."""
        return self.share or f"{self.percent}%"


@dataclass(frozen=True, slots=True)
class Paytable:
    """The lines of a wager."""

    id: str
    citation: Citation
    lines: tuple[Line, ...]
    published: tuple[Published, ...]
    statements: Mapping[str, Statement]
    """Statements that it makes for itself, by key of the parameter."""
    path: DataPath
    named: bool = True
    """Whether it has an id in the document; the lines of a wager that has no other paytable have none."""

    def line(self, name: str) -> Line:
        """A line by its id."""
        return next(line for line in self.lines if line.id == name)


@dataclass(frozen=True, slots=True)
class Wager:
    """A wager that is a list of lines."""

    id: str
    name: str
    looks_at: str
    """player, bank or both"""
    statements: Mapping[str, Statement]
    """By key of the parameter; those on envy too where it has envy."""
    paytables: tuple[Paytable, ...]
    path: DataPath

    @property
    def has_envy(self) -> bool:
        """Whether the document gives it envy payments."""
        return "envy.offer" in self.statements and (
            self.statements["envy.offer"].standing is not Standing.NOT_OFFERED
        )

    @property
    def looks_at_standard(self) -> bool:
        """Whether a line asks what comes of the standard wager."""
        lines = (line for paytable in self.paytables for line in paytable.lines)
        return any(line.player.standard is not None for line in lines)

    def paytable(self, name: str | None) -> Paytable:
        """A paytable by its id; the only one where none is named."""
        if name is None and len(self.paytables) == 1:
            return self.paytables[0]
        known = [paytable.id for paytable in self.paytables]
        found = match_name(name, known) if name else None
        for paytable in self.paytables:
            if paytable.id == found:
                return paytable
        if not name:
            raise CertifyError(f"{self.id} has several paytables; name one of {', '.join(known)}")
        raise CertifyError(
            f"{self.id} has no paytable {quote(name)}; {tell_near(name, known, 'it has')}"
        )


@dataclass(frozen=True, slots=True)
class Uncovered:
    """Something that the document says and that has no parameter."""

    what: str
    wagers: tuple[str, ...]
    """The wagers whose money it touches; none where it touches none."""
    citation: Citation
    path: DataPath
    paytables: tuple[str, ...] = ()
    """The paytables that it touches; none where it touches all of these wagers."""
    lines: tuple[str, ...] = ()
    """The lines that it touches; none where it touches whole paytables."""
    is_row: bool = False
    """Whether it is a row whose condition is in words of the document's own."""

    @property
    def touched(self) -> tuple[tuple[str, ...], ...]:
        """The wagers, paytables and lines that it concerns."""
        return self.wagers, self.paytables, self.lines

    def touches(self, paytable: Paytable | None) -> bool:
        """Whether it concerns a paytable of these wagers."""
        if paytable is None:
            return True
        named = not self.paytables or paytable.id in self.paytables
        return named and (not self.lines or any(item.id in self.lines for item in paytable.lines))


@dataclass(frozen=True, slots=True)
class Task:
    """Something of the document that is still to be written down, or looked at again: the file is a draft."""

    what: str
    citation: Citation | None
    path: DataPath


@dataclass(frozen=True, slots=True)
class InventoryEntry:
    """One item of the inventory of the document itself."""

    kind: str
    data: Mapping[str, Any]
    citation: Citation | None
    path: DataPath


@dataclass(frozen=True, slots=True)
class Names:
    """The document's own terms for the banker, the standard wager, the Envy Bonus and a push."""

    bank: str = "banker"
    standard: str = "standard wager"
    envy: str = "Envy Bonus"
    push: str = "push"


@dataclass(frozen=True, repr=False)
class Jurisdiction(Tabular):
    """What the documents of one jurisdiction say."""

    source: SourceFile
    id: str
    name: str
    edition: int
    date: str
    currency: str
    documents: tuple[Document, ...]
    statements: Mapping[str, Statement]
    """Of the game, by key of the parameter; the document's own questions on its house way among them."""
    wagers: tuple[Wager, ...]
    house_way: Mapping[str, Any]
    """Rules, unexpressed rules and readings as data, for the game to build; empty where there is none."""
    uncovered: tuple[Uncovered, ...]
    inventory: tuple[InventoryEntry, ...]
    tasks: tuple[Task, ...] = ()
    """What is still to do beside the parameters: rows that nobody has placed or made sure of."""
    published: tuple[Published, ...] = ()
    """House edges that the document prints of the standard wager."""
    names: Names = Names()
    in_force: tuple[str, str] | None = None
    """The first and the last day on which the document is in force; the last one may be empty."""

    def wager(self, name: str) -> Wager:
        """A wager by its id."""
        found = match_name(name, (wager.id for wager in self.wagers))
        for wager in self.wagers:
            if wager.id == found:
                return wager
        known = ["standard", *(wager.id for wager in self.wagers)]
        raise CertifyError(
            f"{self.id} has no wager {quote(name)}; {tell_near(name, known, 'it has')}"
        )

    def name_paytable(self, name: str) -> str:
        """The id of a paytable as a person types it."""
        known = [paytable.id for _, paytable in self.list_paytables()]
        found = match_name(name, known)
        if found is None:
            raise CertifyError(
                f"{self.id} has no paytable {quote(name)}; {tell_near(name, known, 'it has')}"
            )
        return found

    def find_wager(self, name: str) -> Wager | None:
        """A wager by its id, or None where the document has no such wager."""
        return next((wager for wager in self.wagers if wager.id == name), None)

    @cached_property
    def by_key(self) -> Mapping[str, Statement]:
        """Every statement by its key in this document."""
        found: dict[str, Statement] = {}
        for statement in self.list_statements():
            if statement.paytable is None or statement.line:
                found[statement.key] = statement
        return found

    @cached_property
    def readings(self) -> Mapping[str, tuple[Statement, ...]]:
        """The statements that answer each reading key."""
        found: dict[str, list[Statement]] = {}
        for statement in self.list_statements():
            if statement.reading:
                found.setdefault(statement.reading, []).append(statement)
        return {key: tuple(statements) for key, statements in found.items()}

    def list_statements(self) -> Iterator[Statement]:
        """Every statement: of the game, of each wager, and those a paytable or a line makes itself."""
        yield from self.statements.values()
        for wager in self.wagers:
            yield from wager.statements.values()
            for paytable in wager.paytables:
                yield from paytable.statements.values()
                for line in paytable.lines:
                    yield line.pays
                    if line.envy:
                        yield line.envy

    def list_paytables(self) -> Iterator[tuple[Wager, Paytable]]:
        """Every paytable with its wager."""
        for wager in self.wagers:
            for paytable in wager.paytables:
                yield wager, paytable

    def list_entries(self, kind: str) -> tuple[InventoryEntry, ...]:
        """The inventory's entries of one kind."""
        return tuple(entry for entry in self.inventory if entry.kind == kind)

    def list_uncovered(self, wager: str, paytable: Paytable | None = None) -> tuple[Uncovered, ...]:
        """What the document says of a wager, on one paytable, and the file has no parameter for."""
        return tuple(
            item for item in self.uncovered if wager in item.wagers and item.touches(paytable)
        )

    def to_dict(self) -> dict[str, Any]:
        """What the document says, as plain data: every statement with its standing and its places."""

        return describe_document(self)

    @property
    def headline(self) -> str:
        """The document in one line."""
        wagers = ", ".join(wager.id for wager in self.wagers) or "no side wager"
        return f"{self.name} ({self.id}), revision {self.edition} of {self.date}: {wagers}"

    def list_rows(self) -> Iterable[Mapping[str, Any]]:
        """One row per statement."""

        return list_statement_rows(self)


def describe_document(jurisdiction: Jurisdiction) -> dict[str, Any]:
    """Identity, texts, every statement with its standing, and what has no parameter."""
    return {
        "jurisdiction": jurisdiction.id,
        "name": jurisdiction.name,
        "edition": jurisdiction.edition,
        "date": jurisdiction.date,
        "currency": jurisdiction.currency,
        "spec_sha256": jurisdiction.source.sha256,
        "documents": [
            {"id": item.id, "name": item.name, "sha256": item.sha256, "lines": item.lines}
            for item in jurisdiction.documents
        ],
        "wagers": [
            {
                "wager": wager.id,
                "looks_at": wager.looks_at,
                "paytables": [table.id if table.named else None for table in wager.paytables],
            }
            for wager in jurisdiction.wagers
        ],
        "statements": list(list_statement_rows(jurisdiction)),
        "uncovered": [
            {
                "what": item.what,
                "wagers": list(item.wagers),
                **({"paytables": list(item.paytables)} if item.paytables else {}),
                **({"lines": list(item.lines)} if item.lines else {}),
                "at": str(item.citation),
            }
            for item in jurisdiction.uncovered
        ],
    }


def list_statement_rows(jurisdiction: Jurisdiction) -> Iterator[dict[str, Any]]:
    """One row a statement: what it is about, how firmly it is said, its value, and where."""
    for statement in jurisdiction.list_statements():
        yield {
            "parameter": statement.key,
            "paytable": statement.paytable,
            "standing": str(statement.standing),
            "value": _format(statement),
            "said": [
                {"value": format_value(said.value), "at": str(said.citation)}
                for said in statement.said
            ],
            "alternatives": [format_value(value) for value in statement.other_values],
            "because": statement.because or None,
            "deferred_to": statement.deferred_to or None,
        }


def _format(statement: Statement) -> str | None:
    return None if statement.value is None else format_value(statement.value)


_URGENCY = (Moves.ODDS, Moves.INCOMPLETE, Moves.ROUND, Moves.NOTHING)


@dataclass(frozen=True, slots=True)
class Draft:
    """A file in which something is still to be written down."""

    parameters: int
    """How many the file has to answer; the lines of paytables are not counted among them."""
    answered: int
    open: tuple[Statement, ...]
    """What is still to do, what moves the odds first, lines of paytables too."""
    tasks: tuple[Task, ...] = ()
    """Rows that are still to be placed or made sure of; they count as what moves money."""

    @property
    def moving(self) -> tuple[Statement, ...]:
        """What is open and moves money."""
        return tuple(item for item in self.open if item.parameter.moves is not Moves.NOTHING)

    @property
    def count_moving(self) -> int:
        """How much is open that moves money."""
        return len(self.moving) + len(self.tasks)

    def __str__(self) -> str:
        moving = self.count_moving
        told = "1 that affects money is" if moving == 1 else f"{moving} that affect money are"
        return f"{self.answered} of {self.parameters} answered, {told} open"


def measure_draft(jurisdiction: Jurisdiction) -> Draft | None:
    """What is still to do in a file; None where it is no draft."""
    statements = list(jurisdiction.list_statements())
    still = [item for item in statements if item.standing is Standing.TODO]
    if not still and not jurisdiction.tasks:
        return None
    parameters = [item for item in statements if item.line is None]
    answered = sum(item.standing is not Standing.TODO for item in parameters)
    still.sort(key=lambda item: _URGENCY.index(item.parameter.moves))
    return Draft(len(parameters), answered, tuple(still), jurisdiction.tasks)


def tell_draft(jurisdiction: Jurisdiction) -> str:
    """In one line, that a file is a draft; empty where it is none."""
    draft = measure_draft(jurisdiction)
    return f"the file is a draft: {draft}" if draft else ""

"""Plain data to frozen objects. A statement and its standing live here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from certify.base.errors import CertifyError
from certify.base.figures import format_money
from certify.base.load import DataPath, Source
from certify.game.vocabulary import HAND_CLASSES, READINGS
from certify.spec.parameters import (
    PARAMETER_OF_READING,
    PARAMETERS,
    PAYTABLE_PARAMETERS,
    SECTIONS,
    Parameter,
)


@dataclass(frozen=True, slots=True, order=True)
class Money:
    """An exact amount of a currency."""

    amount: Fraction
    currency: str

    def __str__(self) -> str:
        return f"{format_money(self.amount)} {self.currency}"


Value = str | int | Fraction | Money | tuple[str, ...]
PUSH = "push"


@dataclass(frozen=True, slots=True)
class Citation:
    """The clause and lines of a document that say something."""

    clause: str
    first: int
    last: int

    @property
    def lines(self) -> str:
        """The lines as people write them."""
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"

    def __str__(self) -> str:
        place = "line" if self.first == self.last else "lines"
        return f"{self.clause}, {place} {self.lines}" if self.clause else f"{place} {self.lines}"


@dataclass(frozen=True, slots=True)
class Said:
    """One place where the document gives a value."""

    value: Value
    citation: Citation
    path: DataPath


@dataclass(frozen=True, slots=True)
class Statement:
    """A parameter of a document, with its standing."""

    parameter: Parameter
    standing: str
    value: Value | None
    """What is stated, adopted or assumed; None where nothing is."""
    said: tuple[Said, ...]
    alternatives: tuple[Value, ...]
    because: str
    deferred_to: str
    note: str
    path: DataPath
    paytable: str | None = None

    @property
    def citations(self) -> tuple[Citation, ...]:
        """Every place the statement cites."""
        return tuple(said.citation for said in self.said)

    @property
    def reading(self) -> str | None:
        """The reading key this statement answers."""
        return self.parameter.reading

    @property
    def clause(self) -> str:
        """Where it stands, in short; what it is where the document does not say."""
        if self.said:
            return "; ".join(dict.fromkeys(str(citation) for citation in self.citations))
        return {"silent": "not said", "not-offered": "not offered"}.get(
            self.standing, self.standing
        )


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a paytable. A push returns the stake and is no hit."""

    hand: str
    printed: str
    pays: int
    is_push: bool
    envy: Money | None
    citation: Citation
    path: DataPath


@dataclass(frozen=True, slots=True)
class Published:
    """A house edge that the document prints."""

    label: str
    percent: str
    other_players: int
    citation: Citation
    path: DataPath


@dataclass(frozen=True, slots=True)
class Paytable:
    """A paytable of the Fortune bonus."""

    id: str
    citation: Citation
    lines: tuple[Line, ...]
    published: tuple[Published, ...]
    statements: Mapping[str, Statement]
    path: DataPath

    @property
    def hands(self) -> tuple[str, ...]:
        """The classes in the order of the paytable."""
        return tuple(line.hand for line in self.lines)


@dataclass(frozen=True, slots=True)
class Entry:
    """One item of the inventory of the document itself."""

    kind: str
    data: Mapping[str, Any]
    citation: Citation | None
    path: DataPath


@dataclass(frozen=True)
class Jurisdiction:
    """What one document says, as frozen objects."""

    source: Source
    id: str
    name: str
    edition: int
    date: str
    document: Mapping[str, Any]
    statements: Mapping[str, Statement]
    paytables: tuple[Paytable, ...]
    house_way: tuple[Mapping[str, Any], ...]
    """The ordered rules as data, for the engine to build; empty where the document gives none."""
    inventory: tuple[Entry, ...]

    @property
    def currency(self) -> str:
        """The currency of the document's money."""
        return str(self.document["currency"])

    def statement(self, key: str, paytable: str | None = None) -> Statement:
        """The statement for a parameter, the paytable's own before the game's."""
        if paytable is not None:
            own = self.paytable(paytable).statements.get(key)
            if own is not None:
                return own
        return self.statements[key]

    def paytable(self, name: str) -> Paytable:
        """A paytable by its id."""
        for paytable in self.paytables:
            if paytable.id == name:
                return paytable
        known = ", ".join(paytable.id for paytable in self.paytables)
        raise CertifyError(f"{self.id} has no paytable {name!r}; it has {known}")

    def list_statements(self) -> Iterator[Statement]:
        """Every statement: those of the game, then those a paytable makes for itself."""
        yield from self.statements.values()
        for paytable in self.paytables:
            yield from paytable.statements.values()

    def list_entries(self, kind: str) -> tuple[Entry, ...]:
        """The inventory's entries of one kind."""
        return tuple(entry for entry in self.inventory if entry.kind == kind)


@dataclass(frozen=True)
class Rules:
    """A jurisdiction as read: one paytable, and the values that readings put over the adopted ones."""

    jurisdiction: Jurisdiction
    paytable: Paytable
    overrides: Mapping[str, Value]
    """By reading key."""

    def statement(self, key: str) -> Statement:
        """The statement behind a parameter."""
        return self.paytable.statements.get(key) or self.jurisdiction.statements[key]

    def value(self, key: str) -> Value | None:
        """The value of a parameter under these readings."""
        reading = PARAMETERS[key].reading
        if reading is not None and reading in self.overrides:
            return self.overrides[reading]
        return self.statement(key).value

    def choice(self, key: str) -> str:
        """The value of a parameter that is a word; empty where there is none."""
        value = self.value(key)
        return value if isinstance(value, str) else ""

    def reading(self, key: str) -> Value | None:
        """The value in force for a reading key."""
        if key in self.overrides:
            return self.overrides[key]
        parameter = PARAMETER_OF_READING.get(key)
        return self.value(parameter.key) if parameter else READINGS[key].values[0]

    def is_counterfactual(self, key: str) -> bool:
        """Whether a reading in force is none that the document allows."""
        if key not in self.overrides or key not in PARAMETER_OF_READING:
            return False
        statement = self.statement(PARAMETER_OF_READING[key].key)
        return self.overrides[key] not in (statement.value, *statement.alternatives)

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The paytable's classes in the order in which a hand is looked up."""
        hands = self.paytable.hands
        if self.choice("fortune.precedence") == "rank-order":
            return tuple(sorted(hands, key=HAND_CLASSES.index))
        return hands


def parse_money(text: str) -> Money:
    """Read money like `5 USD`."""
    found = re.fullmatch(r"([0-9]{1,15}(?:\.[0-9]{1,9})?) ([A-Z]{3})", text.strip())
    if not found:
        raise CertifyError(
            f"{text[:40]!r} is not money; write an amount and a currency, like 5 USD"
        )
    return Money(Fraction(found[1]), found[2])


def parse_value(parameter: Parameter, value: Any) -> Value:
    """Turn a value as it stands in a file into the value of the model."""
    match parameter.kind:
        case "money":
            return parse_money(value)
        case "fraction":
            return Fraction(value)
        case "classes":
            return tuple(value)
        case _:
            return value  # type: ignore[no-any-return]


def parse_reading(key: str, text: str) -> Value:
    """Read the value of a reading as a person types it."""
    if key not in READINGS:
        raise CertifyError(f"unknown reading {key!r}; known are {', '.join(READINGS)}")
    values = READINGS[key].values
    if values:
        if text not in values:
            raise CertifyError(f"{key} cannot be {text!r}; it is {' or '.join(values)}")
        return text
    parameter = PARAMETER_OF_READING[key]
    if parameter.kind == "money":
        return parse_money(text)
    if not re.fullmatch(r"[0-9]{1,9}(?:/[1-9][0-9]{0,8})?", text):  # an exponent would never end
        raise CertifyError(f"{key} cannot be {text[:40]!r}; write a whole number or a fraction")
    number = Fraction(text)
    if parameter.kind == "pays" and number.denominator != 1:
        raise CertifyError(f"{key} cannot be {text!r}; write a whole number")
    return int(number) if parameter.kind == "pays" else number


def format_value(value: Value | None) -> str:
    """A value for people."""
    if isinstance(value, tuple):
        return ", ".join(value)
    return "-" if value is None else str(value)


def build_jurisdiction(source: Source) -> Jurisdiction:
    """Build the model from data that the schema has accepted."""
    data = source.data
    statements = {
        parameter.key: _build_statement(
            parameter, data[section][parameter.name], (section, parameter.name)
        )
        for section in SECTIONS
        for parameter in PARAMETERS.values()
        if parameter.section == section
    }
    return Jurisdiction(
        source,
        data["id"],
        data["name"],
        data["edition"]["number"],
        data["edition"]["date"],
        data["document"],
        statements,
        tuple(
            _build_paytable(item, ("paytables", place))
            for place, item in enumerate(data["paytables"])
        ),
        tuple(data.get("house_way", ())),
        tuple(_list_inventory(data["inventory"])),
    )


def build_citation(at: Mapping[str, Any] | None, clause: str = "") -> Citation:
    """Read `{clause, lines}`; the clause may come from what stands around it."""
    at = at or {}
    first, _, last = str(at.get("lines", 0)).partition("-")
    return Citation(at.get("clause", clause), int(first), int(last or first))


def _build_statement(
    parameter: Parameter, data: Mapping[str, Any], path: DataPath, paytable: str | None = None
) -> Statement:
    said: tuple[Said, ...] = ()
    alternatives: tuple[Value, ...] = ()
    value: Value | None = None
    deferred_to = ""
    if "value" in data or "stated" in data:
        items = data.get("stated") or [data]
        paths = (
            [(*path, "stated", place) for place in range(len(items))]
            if "stated" in data
            else [path]
        )
        said = tuple(
            Said(parse_value(parameter, item["value"]), build_citation(item["at"]), at)
            for item, at in zip(items, paths, strict=True)
        )
        values = list(dict.fromkeys(item.value for item in said))
        standing = "stated" if len(values) == 1 else "conflicting"
        value = values[0]
        if "adopted" in data:
            value = parse_value(parameter, data["adopted"])
        alternatives = tuple(other for other in values if other != value)
    elif "not_offered" in data:
        standing = "not-offered"
        if "at" in data:
            said = (Said("not offered", build_citation(data["at"]), path),)
    else:
        standing = "deferred" if "deferred" in data else "silent"
        if standing == "deferred":
            deferred_to = data["deferred"]["to"]
            said = (Said(deferred_to, build_citation(data["deferred"]["at"]), (*path, "deferred")),)
        if "assumed" in data:
            value = parse_value(parameter, data["assumed"])
        alternatives = tuple(parse_value(parameter, item) for item in data.get("alternatives", ()))
    return Statement(
        parameter,
        standing,
        value,
        said,
        alternatives,
        data.get("because", ""),
        deferred_to,
        data.get("note", ""),
        path,
        paytable,
    )


def _build_paytable(data: Mapping[str, Any], path: DataPath) -> Paytable:
    citation = build_citation(data["at"])
    lines = tuple(
        Line(
            item["hand"],
            item["printed"],
            0 if item["pays"] == PUSH else item["pays"],
            item["pays"] == PUSH,
            parse_money(item["envy"]) if "envy" in item else None,
            build_citation(item["at"], citation.clause),
            (*path, "lines", place),
        )
        for place, item in enumerate(data["lines"])
    )
    published = tuple(
        Published(
            item["label"],
            item["percent"],
            item.get("other_players", 0),
            build_citation(item["at"], citation.clause),
            (*path, "published", place),
        )
        for place, item in enumerate(data.get("published", ()))
    )
    statements = {}
    for key in PAYTABLE_PARAMETERS:
        name = PARAMETERS[key].name
        if name in data:
            statements[key] = _build_statement(
                PARAMETERS[key], data[name], (*path, name), data["id"]
            )
    return Paytable(data["id"], citation, lines, published, statements, path)


def _list_inventory(data: Mapping[str, Any]) -> Iterator[Entry]:
    for kind, items in data.items():
        for place, item in enumerate(items):
            citation = build_citation(item["at"]) if "at" in item else None
            yield Entry(kind, item, citation, ("inventory", kind, place))

"""Writes a draft: every parameter as todo with what it means, and all that could be proposed."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from certify.base.errors import CertifyError
from certify.base.load import UNPRINTABLE
from certify.draft.left import Left, Open, list_remainder, tell_left
from certify.draft.places import Passages, Place, read_passages
from certify.draft.tables import NO_ENVY, Line, Table, Wager, propose_wagers
from certify.draft.text import Document
from certify.spec.catalogue import ENVY, GAME, SECTIONS, WAGER, Moves, Parameter, Touches, ValueKind
from certify.spec.expand import FORMAT

_WIDTH = 108
_SCHEMA = "# yaml-language-server: $schema=../schemas/jurisdiction.schema.json"
_HEAD = """\
# A draft. Every `todo` is a question; look at the lines named beside it, and replace it by one of
#   {value: …, at: Clause L67-69}                      the document says it
#   {value: …, at: [Clause L67-69, Glossary L255]}     it says it in several places
#   {stated: [{value: …, at: …}, …], adopted: …, because: …}   it says two things
#   {silent: true, assumed: …, because: …, alternatives: […]}  it should say it and does not
#   {deferred: {to: …, at: …}}                         it points to another text
#   {not_offered: true}                                this game has no such thing
# A section may have all: {silent: true}, {not_offered: true} or {deferred: {to: …, at: …}}: it answers every
# parameter that you remove from the section; {assumed: …, because: …} adds an assumption to it.
# A line's own todo says what was not understood of its row: make sure of it, then remove it.
# Lines and places are proposals made from words alone: read them against the document.
# `certify validate` tells what is still to do, what moves money first."""
_KINDS = {
    ValueKind.TEXT: "A text of your own.",
    ValueKind.COUNT: "A whole number.",
    ValueKind.MONEY: "Money, like 5 {currency}.",
    ValueKind.CHARGE: "Money, like 5 {currency}, or a share of the wager, like 1/100.",
    ValueKind.FRACTION: "A share, like 1/20.",
    ValueKind.PAYS: "A pay, as on a line.",
    ValueKind.CLASS: "A hand class.",
    ValueKind.CLASSES: "Hand classes, highest first.",
    ValueKind.CONDITION: "A condition, as on a line.",
    ValueKind.EXCLUSIONS: "A list of {{own, still_paid}}.",
}
_TOUCHES = {
    Touches.STANDARD: "the standard wager",
    Touches.LINES: "wagers with lines",
    Touches.ENVY: "envy",
    Touches.EVERY: "every wager",
}


@dataclass(frozen=True, slots=True)
class Order:
    """What a draft is made for."""

    id: str
    name: str
    date: str
    currency: str = ""
    """Empty where the documents are to tell it."""


@dataclass(frozen=True, slots=True)
class Written:
    """A draft as text, and what was proposed in it."""

    text: str
    wagers: tuple[Wager, ...]
    places: int
    """Parameters for which a place was found."""
    open: tuple[Open, ...] = ()
    """What was recognised and could not be placed."""
    left: tuple[Left, ...] = ()
    """Lines with sums, pays or shares that belong to parameters, which are to do."""


def write_draft(order: Order, documents: Sequence[Document]) -> Written:
    """Write a draft from the texts of documents."""
    return _Writer(order, documents).write()


class _Writer:
    def __init__(self, order: Order, documents: Sequence[Document]) -> None:
        self.order = order
        self.documents = [replace(item, given_currency=order.currency) for item in documents]
        self.currency, self.by = self._find_currency()
        self.documents = [replace(item, given_currency=self.currency) for item in self.documents]
        self.passages: Passages = read_passages(self.documents)
        self.wagers = propose_wagers(self.documents)
        remainder = list_remainder(self.wagers, self.documents)
        self.open, self.left = remainder.open, remainder.left
        self.found = 0

    def _find_currency(self) -> tuple[str, str]:
        for document in self.documents:
            if document.currency[0]:
                return document.currency
        raise CertifyError(
            "no amount in the text shows the currency; add it, for example --currency USD"
        )

    def write(self) -> Written:
        parts = [_SCHEMA, _HEAD, *self._write_top()]
        for section, description in SECTIONS.items():
            parts += ["", f"{section}:", f"  # {description}"]
            parts += self._write_parameters(
                [item for item in GAME if item.section == section], "  "
            )
        parts += ["", *self._write_wagers(), "", *self._write_rest()]
        text = "\n".join(parts) + "\n"
        return Written(text, tuple(self.wagers), self.found, self.open, self.left)

    def _write_top(self) -> Iterator[str]:
        yield f"schema: {FORMAT}"
        yield f"id: {_name_plainly(self.order.id)}"
        yield f"name: {_quote(self.order.name)}"
        yield f"edition: {{number: 1, date: {_quote(self.order.date)}}}"
        yield f"currency: {self.currency}" + (f"  # {self.by}" if self.by else "")
        yield "documents:"
        for document in self.documents:
            yield f"  - id: {_name_plainly(document.id)}"
            yield f"    name: {_quote(document.name)}  # what people call it"
            yield f"    sha256: {_name_plainly(document.sha256)}"
            yield f"    lines: {len(document.lines)}"
            yield "    kind: rules  # or statute, or controls"

    def _write_parameters(
        self, parameters: Sequence[Parameter], indent: str, about: str = ""
    ) -> Iterator[str]:
        for parameter in parameters:
            yield from _comment(self._explain(parameter, about), indent)
            yield f"{indent}{parameter.name}: {{todo: true}}"

    def _explain(self, parameter: Parameter, about: str) -> str:
        values = _KINDS.get(parameter.kind, "").format(currency=self.currency)
        if parameter.kind is ValueKind.CHOICE:
            words = ", ".join(
                f"{word}*" if word in parameter.uncounted else word for word in parameter.choices
            )
            values = f"Values: {words}."
        told = f"{parameter.description} {values}"
        if parameter.moves is not Moves.NOTHING:
            told += f" MOVES MONEY: {_tell_moves(parameter)}."
        places = self.passages.find(parameter, about)
        if places:
            self.found += 1
            told += f" Look at {self._tell_places(places)}."
        return told

    def _tell_places(self, places: Sequence[Place]) -> str:
        several = len(self.documents) > 1
        told = ", ".join(
            f"{place.document} {place.lines}" if several else place.lines for place in places
        )
        return f"line {told}" if told.isdecimal() else f"lines {told}"

    def _write_wagers(self) -> Iterator[str]:
        if not self.wagers:
            yield "# No table of pays was recognised; see docs/wagers.md for how a wager is written."
            yield "wagers: []"
            return
        yield "wagers:"
        for wager in self.wagers:
            yield f"  - id: {_name_plainly(wager.id)}"
            yield f"    name: {_quote(wager.name)}  # proposed"
            yield f"    looks_at: {wager.looks_at}"
            yield from self._write_parameters(WAGER, "    ", wager.name)
            if wager.has_envy:
                yield "    envy:"
                yield from self._write_parameters(ENVY, "      ", wager.name)
            yield "    paytables:"
            for table in wager.tables:
                yield from self._write_table(table, wager.looks_at)

    def _write_table(self, table: Table, looks_at: str) -> Iterator[str]:
        clause = table.document.clause(table.first)
        lines = _tell_lines(table.first, table.last)
        yield f"      - id: {_quote(table.id)}"
        yield f"        at: {_quote(f'{self._name(table.document.id)}{clause} L{lines}')}"
        yield "        lines:"
        for line in table.lines:
            if line.is_open:
                yield from _comment("; ".join(line.doubts), "          ")
            yield f"          - {self._write_line(line, looks_at)}"
        shown = [item for item in table.edges if item[0] == NO_ENVY]
        if shown:
            yield "        published:"
            for label, percent, at in shown:
                yield f'          - {{label: {label}, percent: "{percent}", at: L{at}}}'

    def _name(self, document: str) -> str:
        return f"{document} " if len(self.documents) > 1 else ""

    def _write_line(self, line: Line, looks_at: str) -> str:
        parts = [f"{key}: {_flow(value)}" for key, value in _place(line, looks_at).items()]
        parts.append(f"printed: {_quote(line.label.printed)}")
        parts.append(f"pays: {_flow(self._put_currency(line.pays))}")
        if line.envy:
            parts.append(f"envy: {line.envy} {self.currency}")
        parts.append(f"at: L{_tell_lines(line.first, line.last)}")
        if line.doubts and not line.is_open:
            parts.append(f"todo: {_quote('; '.join(line.doubts))}")
        return f"{{{', '.join(parts)}}}"

    def _put_currency(self, pays: Any) -> Any:
        if isinstance(pays, Mapping) and "money" in pays:
            return {"money": f"{pays['money']} {self.currency}"}
        return pays

    def _write_rest(self) -> Iterator[str]:
        if self.open:
            yield "# What was seen and not placed: deal with each, then remove it."
            yield "todo:"
        for item in self.open:
            cited = f"at: {self._name(item.document)}L{item.line}"
            yield f"  - {{what: {_quote(item.what)}, {cited}}}"
        if self.left:
            yield "# Sums, pays and shares of the text that are proposed nowhere: each belongs to a"
            yield "# parameter above or under uncovered; certify sources tells what is left."
        for left in self.left:
            document = f"{left.document} " if len(self.documents) > 1 else ""
            yield f"#   {document}line {left.line}: {tell_left(left, self.currency)}"
        yield "# house_way:   the rules that set the bank's hand, where there are any: docs/house-ways.md"
        yield "# uncovered:   what the document says and no parameter holds: docs/jurisdictions.md"
        yield "# inventory:   clauses, terms, references, dates and misprints of the document itself"


def _place(line: Line, looks_at: str) -> Mapping[str, Any]:
    """What a line wants, in the line itself where its wager looks at one hand, else under whose it is."""
    wants = line.label.wants
    if looks_at == "bank":
        return wants["bank"]  # type: ignore[no-any-return]
    return {"player": wants} if looks_at == "both" and line.label.looks_at == "player" else wants


def _comment(text: str, indent: str) -> Iterator[str]:
    for line in textwrap.wrap(
        text, _WIDTH - len(indent) - 2, break_on_hyphens=False, break_long_words=False
    ):
        yield f"{indent}# {line}"


def _tell_moves(parameter: Parameter) -> str:
    whose = _TOUCHES[parameter.touches]
    return f"the odds of {whose}" if parameter.moves is Moves.ODDS else f"some rounds of {whose}"


def _tell_lines(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last}"


def _quote(text: str) -> str:
    return json.dumps(UNPRINTABLE.sub("", text), ensure_ascii=False)


def _name_plainly(text: str) -> str:
    """A name as people write it; in quotes where some reader of YAML takes it for something else."""
    plain = re.fullmatch(r"[a-z][a-z0-9-]{3,}|[0-9a-f]*[a-df][0-9a-f]*[a-df][0-9a-f]*", text)
    return text if plain and text not in {"null", "true", "false"} else _quote(text)


def _flow(value: Any) -> str:
    """A value as YAML in one line."""
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{key}: {_flow(item)}' for key, item in value.items())}}}"
    return "true" if value is True else str(value)

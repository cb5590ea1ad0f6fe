"""Writes a draft: every parameter as todo with what it means, and all that could be proposed."""

from __future__ import annotations

import json
import re
import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from certify.base.errors import CertifyError
from certify.base.load import UNPRINTABLE, load_file
from certify.draft.tables import (
    NO_ENVY,
    ProposedLine,
    ProposedPaytable,
    ProposedWager,
    propose_wagers,
)
from certify.draft.text import NumberedText
from certify.draft.unclaimed_figures import Left, Open, list_remainder, tell_left
from certify.spec.catalogue import ENVY, GAME, SECTIONS, WAGER, Moves, Parameter, Touches, ValueKind
from certify.spec.expand import FORMAT
from certify.spec.printed import list_sums, normalise
from certify.spec.texts import write_lines

_FAMILIES = load_file(Path(__file__).with_name("passages.yaml")).data
COMMON = frozenset(_FAMILIES["common"].split())
SAME = {word: family.split()[0] for family in _FAMILIES["same"] for word in family.split()}


_WORD = re.compile(r"[a-z][a-z0-9.-]*[a-z0-9]|[a-z]")
_AT_THE_TOP = {"identity.title", "identity.game"}
_LINES_OF_TITLE = 2
_LONGEST_PASSAGE = 6
_MOST_PLACES = 3
_WITH_MONEY = 3, 2
"""What a passage counts for that has a sum in it, where a sum is looked for: so much to so much."""
_ENOUGH = 45
"""How many hundredths of the best passage another must have to be proposed beside it."""


@dataclass(frozen=True, slots=True)
class Place:
    """Lines of a document that may answer a parameter."""

    document: str
    first: int
    last: int


@dataclass(frozen=True)
class Passages:
    """The passages of documents with their words."""

    places: tuple[Place, ...]
    words: tuple[Counter[str], ...]
    weights: dict[str, int]
    with_money: tuple[Place, ...]

    def find(self, parameter: Parameter, more: str = "") -> list[Place]:
        """The passages that have most of a parameter's words, best first."""
        if parameter.key in _AT_THE_TOP:
            return list(self.places[:_LINES_OF_TITLE])
        if parameter.key == "identity.currency":
            return list(self.with_money[:_MOST_PLACES])
        wanted = _list_wanted(parameter, more)
        scored = []
        for place, words in zip(self.places, self.words, strict=True):
            score = sum(
                weight * self.weights[word] for word, weight in wanted.items() if word in words
            )
            if parameter.kind is ValueKind.MONEY and place in self.with_money:
                score = score * _WITH_MONEY[0] // _WITH_MONEY[1]
            scored.append((100 * score // (20 + words.total().bit_length()), place))
        scored.sort(key=lambda item: (-item[0], item[1].first))
        best = scored[0][0] if scored else 0
        floor = max(best * _ENOUGH // 100, 1)
        return [place for score, place in scored[:_MOST_PLACES] if score >= floor]


def read_passages(documents: list[NumberedText]) -> Passages:
    """Cut documents into passages: paragraphs, long ones in parts."""
    places, words, money = [], [], []
    for document in documents:
        for first, last in _cut(document):
            text = normalise(" ".join(document.lines[first - 1 : last]))
            found = Counter(_list_words(text))
            if found:
                places.append(Place(document.id, first, last))
                words.append(found)
                if list_sums(text, document.currency[0]):
                    money.append(places[-1])
    having = Counter(word for item in words for word in item)
    weights = {word: (10 * len(words) // count).bit_length() - 3 for word, count in having.items()}
    return Passages(tuple(places), tuple(words), weights, tuple(money))


def _cut(document: NumberedText) -> Iterator[tuple[int, int]]:
    """Paragraphs; a sentence that goes on below a blank line is not cut there."""
    first = last = 0
    for number, line in enumerate(document.lines, 1):
        text = line.strip()
        if not text:
            continue
        parted = number - last > 1 and not (first and _goes_on(document.line(last), text))
        parted |= bool(first) and document.clause(number) != document.clause(last)
        if first and (parted or number - first >= _LONGEST_PASSAGE):
            yield first, last
            first = 0
        first, last = first or number, number
    if first:
        yield first, last


def _goes_on(above: str, below: str) -> bool:
    return above.strip()[-1] not in ".:;" and below[0].islower()


def _list_words(text: str) -> Iterator[str]:
    for word in _WORD.findall(text.lower().replace("’", "'").replace("/", " ")):
        if word not in COMMON:
            yield SAME.get(word) or SAME.get(word.rstrip("s")) or _stem(word)


def _stem(word: str) -> str:
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) > 3:
            return word[: -len(ending)]
    return word


def _list_wanted(parameter: Parameter, more: str) -> Counter[str]:
    wanted: Counter[str] = Counter()
    for text, weight in (
        (parameter.key.replace(".", " ").replace("_", " "), 2),
        (parameter.asks, 1),
        (parameter.description, 1),
        (" ".join(parameter.choices).replace("-", " "), 1),
        (parameter.hints, 2),
        (more, 1),
    ):
        for word in set(_list_words(text)):
            wanted[word] = max(wanted[word], weight)
    return wanted


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
class DraftOrder:
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
    wagers: tuple[ProposedWager, ...]
    places: int
    """Parameters for which a place was found."""
    open: tuple[Open, ...] = ()
    """What was recognised and could not be placed."""
    left: tuple[Left, ...] = ()
    """Lines with sums, pays or shares that belong to parameters, which are to do."""


def write_draft(order: DraftOrder, documents: Sequence[NumberedText]) -> Written:
    """Write a draft from the texts of documents."""
    return _DraftWriter(order, documents).write()


class _DraftWriter:
    def __init__(self, order: DraftOrder, documents: Sequence[NumberedText]) -> None:
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
            f"{place.document} " * several + write_lines(place.first, place.last)
            for place in places
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

    def _write_table(self, table: ProposedPaytable, looks_at: str) -> Iterator[str]:
        clause = table.document.clause(table.first)
        lines = write_lines(table.first, table.last)
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

    def _write_line(self, line: ProposedLine, looks_at: str) -> str:
        parts = [f"{key}: {_flow(value)}" for key, value in _place(line, looks_at).items()]
        parts.append(f"printed: {_quote(line.label.printed)}")
        parts.append(f"pays: {_flow(self._put_currency(line.pays))}")
        if line.envy:
            parts.append(f"envy: {line.envy} {self.currency}")
        parts.append(f"at: L{write_lines(line.first, line.last)}")
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


def _place(line: ProposedLine, looks_at: str) -> Mapping[str, Any]:
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

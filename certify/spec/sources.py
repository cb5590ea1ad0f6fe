"""Checks each citation against the document it cites: hash, lines, and the figures that stand there.

Figures are read out of the cited lines by `printed`. Where several paytables share a row, each is held to its
own column. A line that many statements cite for one and the same thing counts once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from certify.base.errors import Fault
from certify.base.load import DataPath
from certify.game.cards import parse_cards
from certify.spec import printed
from certify.spec.build import is_statement
from certify.spec.catalogue import ValueKind
from certify.spec.citations import TERMS, CitedPlace, build_citation, list_places
from certify.spec.model import (
    Citation,
    Jurisdiction,
    Line,
    Said,
    Standing,
    Statement,
    Wager,
)
from certify.spec.printed import list_malformed, list_sums
from certify.spec.texts import Numbering, Text, find_texts, list_named, list_strange
from certify.spec.uncited import list_left_out
from certify.spec.values import Money, Other, Pay, Value, format_value, parse_fraction, parse_money


@dataclass(frozen=True, slots=True)
class CellPart:
    """The part of a row that belongs to one line: what is read in it, and in which column."""

    text: str
    place: int
    columns: int
    """Zero where the figure may stand anywhere, as in prose."""
    envy_place: int
    envy_columns: int
    currency: str

    def holds(self, key: str, raw: Any) -> bool:
        """Whether a pay or an envy amount as the file writes it stands here."""
        if key == "envy" and not isinstance(raw, Mapping):
            wanted = parse_money(raw)
            amounts = list_sums(self.text, wanted.currency)
            return stands_in_column(wanted.amount, amounts, self.envy_place, self.envy_columns)
        if raw in ("loses", "pushes"):
            return (printed.has_loss if raw == "loses" else printed.has_push)(self.text)
        terms = raw if isinstance(raw, Mapping) else {"to": raw}
        return all(self._holds_term(name, str(value)) for name, value in terms.items())

    def _holds_term(self, name: str, value: str) -> bool:
        match name:
            case "to" | "for" | "times":
                return self._stands(
                    parse_fraction(value), printed.list_pays(self.text, self.currency)
                )
            case "money":
                wanted = parse_money(value)
                return wanted.amount in list_sums(self.text, wanted.currency)
            case "meter":
                return parse_fraction(value) in {1, *printed.list_shares(self.text)}
        return True

    def _stands(self, value: Fraction, found: list[Fraction]) -> bool:
        return stands_in_column(value, found, self.place, self.columns)

    def has_envy(self, line: Line) -> bool:
        """Whether every column of the row has a sum of money beside what it pays, or this one does."""
        in_money = isinstance(line.pays.value, Pay) and bool(line.pays.value.money)
        wanted = max(self.columns, 1) * (1 + in_money)
        return len(list_sums(self.text, self.currency)) >= wanted


def find_cell(text: str, line: Line, row: list[Line], currency: str) -> CellPart:
    """Where a row gives each paytable its own label, the figures after it; else a column of the row."""
    alike = [other for other in row if other.printed == line.printed]
    parts = printed.list_after_label(text, line.printed)
    place = next(number for number, other in enumerate(alike) if other is line)
    if len(parts) == len(alike):
        return CellPart(parts[place], 0, 1, 0, 1, currency)
    with_envy = [other for other in alike if other.envy is not None]
    envy_place = next((n for n, other in enumerate(with_envy) if other is line), 0)
    rest = parts[0] if len(parts) == 1 else text
    return CellPart(rest, place, len(alike), envy_place, len(with_envy), currency)


def place_of(citation: Citation) -> Citation:
    """A citation without its clause: two paytables share a row by its lines alone."""
    return Citation("", citation.first, citation.last, citation.document)


def stands_in_column(value: Fraction, found: list[Fraction], place: int, columns: int) -> bool:
    """Whether a figure stands in its column; anywhere, where the row has more figures than the file lines.

    What is then left over in the row is told as left out (`uncited`).
    """
    if columns and len(found) == columns:
        return found[place] == value
    return value in found


def tell_value(raw: Any) -> str:
    """A pay as the file writes it, in words."""
    if isinstance(raw, Mapping):
        return " ".join(f"{key} {value}" for key, value in raw.items())
    return f"{raw} to 1" if isinstance(raw, int) else str(raw)


def check_sources(jurisdiction: Jurisdiction, folder: Path) -> tuple[int, list[Fault]]:
    """How many citations were checked, and every one that does not hold."""
    checker = _Checker(jurisdiction, find_texts(jurisdiction, folder), folder)
    faults = sorted(set(checker.check()))
    return len(checker.checked), faults


class _Checker:
    def __init__(self, jurisdiction: Jurisdiction, texts: Mapping[str, Text], folder: Path) -> None:
        self.jurisdiction = jurisdiction
        self.source = jurisdiction.source
        self.texts = texts
        self.folder = folder
        self.first = jurisdiction.documents[0].id
        self.checked: set[Hashable] = set()

    def find_text(self, citation: Citation) -> Text | None:
        return self.texts.get(citation.document or self.first)

    def read(self, citation: Citation, *what: Hashable) -> str | None:
        """The cited text, counted as one citation for what it is cited for; None where no text is at hand."""
        text = self.find_text(citation)
        if text is None:
            return None
        self.checked.add((citation, *what))
        return text.read(citation)

    def fault(self, path: DataPath, what: str, citation: Citation) -> Fault:
        text = self.find_text(citation)
        found = text.read(citation) if text else ""
        shown = found if len(found) <= 90 else found[:87] + "..."
        place = f"{citation.place} of {text.name if text else '?'}"
        return self.source.fault(
            path,
            f"{what} is not in {place}",
            f"the text there reads: {shown or '(nothing)'}",
        )

    def blank(self, path: DataPath, citation: Citation, what: str = "") -> Fault:
        """A citation of lines that hold nothing."""
        text = self.find_text(citation)
        place = f"{citation.place} of {text.name if text else '?'}"
        return self.source.fault(
            path, f"{what and what + ': '}no text in {place}", "cite the lines that state it"
        )

    def check(self) -> Iterator[Fault]:
        for place, document in enumerate(self.jurisdiction.documents):
            if document.id not in self.texts:
                yield self.source.fault(
                    ("documents", place, "sha256"),
                    f"no document in {self.folder} has this hash",
                    "put the document there, or correct the hash after reading the new text"
                    + "".join(
                        f"; {name} has {digest}"
                        for name, digest in list_strange(self.folder, self.texts)
                    ),
                )
            elif document.lines != len(self.texts[document.id].lines):
                lines = len(self.texts[document.id].lines)
                yield self.source.fault(
                    ("documents", place, "lines"),
                    f"the document has {lines} lines",
                    f"write {lines}",
                )
        for statement in self.jurisdiction.list_statements():
            if statement.line is None:
                for said in statement.said:
                    yield from self.check_said(statement, said)
            yield from self.check_alternatives(statement)
        yield from self.check_paytables()
        yield from self.check_published()
        yield from self.check_house_way()
        yield from self.check_remainder()
        yield from self.check_clauses()
        yield from self.check_inventory()
        yield from self.check_sums()

    def check_said(self, statement: Statement, said: Said) -> Iterator[Fault]:
        name = f"{statement.key}: "
        stated = statement.standing in {Standing.STATED, Standing.CONFLICTING}
        what = (statement.key, statement.paytable) if stated else ("points elsewhere",)
        text = self.read(said.citation, *what, format_value(said.value))
        if text is None:
            return
        if not text:
            yield self.blank(said.path, said.citation, statement.key)
        elif stated:
            corrected = self.correct(text, said.citation)
            for absent in list_absent(statement.parameter.kind, said.value, text, corrected):
                yield self.fault(said.path, name + absent, said.citation)

    def check_alternatives(self, statement: Statement) -> Iterator[Fault]:
        for place, item in enumerate(statement.alternatives):
            if item.citation is None or statement.standing is Standing.CONFLICTING:
                continue
            text = self.read(item.citation, statement.key, "allows", format_value(item.value))
            if text == "":
                path = (*statement.path, "alternatives", place)
                yield self.blank(path, item.citation, statement.key)

    def correct(self, text: str, citation: Citation) -> str:
        """The text with the misprints that the inventory lists in these lines put right."""
        for entry in self.jurisdiction.list_entries("misprints"):
            place = entry.citation
            if (
                place is not None
                and (place.document or self.first) == (citation.document or self.first)
                and place.first <= citation.last
                and citation.first <= place.last
            ):
                text = text.replace(
                    printed.normalise(entry.data["printed"]), str(entry.data["meant"])
                )
        return text

    def check_paytables(self) -> Iterator[Fault]:
        rows: dict[Citation, list[Line]] = {}
        lines: list[tuple[Wager, Line]] = []
        for wager, paytable in self.jurisdiction.list_paytables():
            if self.read(paytable.citation, wager.id, paytable.id) == "":
                yield self.blank(paytable.path, paytable.citation, f"paytable {paytable.id}")
            for line in paytable.lines:
                lines.append((wager, line))
                rows.setdefault(place_of(line.citation), []).append(line)
        wrong: list[Citation] = []
        for wager, line in lines:
            faults = list(self.check_line(wager, line, rows[place_of(line.citation)]))
            if faults:
                wrong += [line.citation, *line.pays.citations]
                wrong += line.envy.citations if line.envy else ()
            yield from faults
        yield from self.check_left_out(wrong)

    def check_left_out(self, wrong: list[Citation]) -> Iterator[Fault]:
        """Figures of a printed table that no line takes up; a row that a line has wrong is told already."""
        told = {
            (citation.document or self.first, number)
            for citation in wrong
            for number in range(citation.first, citation.last + 1)
        }
        for item in list_left_out(self.jurisdiction, self.texts):
            if (item.document, item.line) in told:
                continue
            text = self.texts[item.document]
            figures = ", ".join(str(figure) for figure in item.figures)
            yield self.source.fault(
                item.path,
                f"line {item.line} of {text.name} prints {figures}, and no line of the file takes it up",
                "write the row as a line, or under uncovered",
            )

    def check_line(self, wager: Wager, line: Line, row: list[Line]) -> Iterator[Fault]:
        text = self.read(line.citation, wager.id, line.path)
        if text is None:
            return
        if "printed" in self.source.get(line.path) and not printed.has_words(text, line.printed):
            yield self.fault((*line.path, "printed"), f"the label {line.printed}", line.citation)
        cell = find_cell(text, line, row, self.jurisdiction.currency)
        for key, statement in (("pays", line.pays), ("envy", line.envy)):
            if statement is None:
                continue
            path = (*line.path, key)
            if not is_statement(self.source.get(path)):
                if not cell.holds(key, self.source.get(path)):
                    what = f"{line.id}: {key} {tell_value(self.source.get(path))}"
                    yield self.fault(path, what, line.citation)
                continue
            if statement.standing in {Standing.STATED, Standing.CONFLICTING}:
                for said in statement.said:
                    yield from self.check_cell_said(line, key, said)
        if line.envy is None and wager.has_envy and cell.has_envy(line):
            yield self.source.fault(
                line.path,
                f"{line.id}: the document gives an envy payment in lines "
                f"{line.citation.lines} and the file none",
                "add it",
            )

    def check_cell_said(self, line: Line, key: str, said: Said) -> Iterator[Fault]:
        """A value that a line states with citations of its own: in a row of its label, or in prose."""
        text = self.read(said.citation, line.path, key)
        raw = self.source.get(said.path)["value"]
        if text is None:
            return
        parts = printed.list_after_label(text, line.printed)
        places = (0, 1, 0, 1) if parts else (0, 0, 0, 0)
        cell = CellPart(parts[0] if parts else text, *places, self.jurisdiction.currency)
        if not cell.holds(key, raw):
            yield self.fault(said.path, f"{line.id}: {key} {tell_value(raw)}", said.citation)

    def check_published(self) -> Iterator[Fault]:
        published = [
            (f"paytable {paytable.id}", item)
            for _, paytable in self.jurisdiction.list_paytables()
            for item in paytable.published
        ]
        published += [("standard", item) for item in self.jurisdiction.published]
        for name, item in published:
            text = self.read(item.citation, item.path[:-1], item.label)
            if text is None:
                continue
            columns = (printed.list_decimals if item.share else printed.list_percentages)(text)
            alike = [
                other
                for _, other in published
                if (place_of(other.citation), other.label) == (place_of(item.citation), item.label)
            ]
            place = alike.index(item)
            value = Fraction(item.percent) / (100 if item.share else 1)
            if not stands_in_column(value, columns, place, len(alike)):
                field = "share" if item.share else "percent"
                yield self.fault((*item.path, field), f"{name}: {item.text}", item.citation)

    def check_house_way(self) -> Iterator[Fault]:
        for group in ("rules", "unexpressed"):
            for place, rule in enumerate(self.jurisdiction.house_way.get(group, ())):
                path: DataPath = ("house_way", group, place)
                if "at" in rule and self.read(build_citation(rule["at"]), path) == "":
                    yield self.blank(path, build_citation(rule["at"]), str(rule["rule"]))
                for number, example in enumerate(rule.get("examples", ())):
                    where = (*path, "examples", number)
                    citation = build_citation(example.get("at") or rule.get("at"))
                    text = self.read(citation, where)
                    if text is not None:
                        yield from self.check_cards(where, example, citation, text)

    def check_cards(
        self, path: DataPath, example: Mapping[str, Any], citation: Citation, text: str
    ) -> Iterator[Fault]:
        held = printed.list_cards(text)
        for key in ("cards", "low", "high"):
            for card in parse_cards(example.get(key, "")):
                if str(card) not in held:
                    yield self.fault((*path, key), f"the card {card}", citation)

    def check_remainder(self) -> Iterator[Fault]:
        """What has no parameter, and what is still to do."""
        for item in self.jurisdiction.uncovered:
            if self.read(item.citation, item.path) == "":
                yield self.blank(item.path, item.citation)
        for task in self.jurisdiction.tasks:
            if task.citation is not None and self.read(task.citation, task.path) == "":
                yield self.blank(task.path, task.citation)

    def check_clauses(self) -> Iterator[Fault]:
        """That the numbered clause of each citation is one in which its lines stand."""
        printed_in = {name: Numbering(text.lines) for name, text in self.texts.items()}
        for place in list_places(self.source.data):
            citation, path = place.citation, place.path
            name = citation.document or self.first
            if name not in printed_in or not self.texts[name].read(citation):
                continue  # not at hand, or blank, which is told already
            numbering = printed_in[name]
            around = numbering.list_around(citation.first, citation.last)
            for wanted in list_named(citation.clause):
                if numbering.prints(wanted) and not any(map(wanted.holds, around)):
                    stand = f"in {around[0]}" if around else "before every numbered clause"
                    yield self.source.fault(
                        (*path, "clause"),
                        f"{citation.place} of {self.texts[name].name}: not in clause {wanted}",
                        f"the citation is {stand}; correct the clause or the lines",
                    )

    def check_inventory(self) -> Iterator[Fault]:
        for entry in self.jurisdiction.inventory:
            if entry.citation is None:
                continue
            text = self.read(entry.citation, entry.path)
            if text == "" and entry.kind != "extraction":
                yield self.blank(entry.path, entry.citation, entry.kind)
            words = str(entry.data.get(_PRINTED.get(entry.kind, ""), ""))
            for part in words.split("…"):
                if text and not printed.has_words(text, part):
                    yield self.fault(entry.path, f"{entry.kind}: {words!r}", entry.citation)
            if text and entry.kind == "references" and not _names_any(text, entry.data["to"]):
                yield self.fault(entry.path, f"references: {entry.data['to']!r}", entry.citation)
        for place in list_places(self.source.data):
            if place.path[:2] == TERMS:
                yield from self.check_term(place)

    def check_term(self, place: CitedPlace) -> Iterator[Fault]:
        """That a term is printed where it is defined and used."""
        text = self.read(place.citation, place.path)
        name = str(place.data["term"])
        if text == "":
            yield self.blank(place.path, place.citation, f"term {name!r}")
        elif text and "described" not in place.path and not _names_all(text, name):
            yield self.fault(place.path, f"term {name!r}", place.citation)

    def check_sums(self) -> Iterator[Fault]:
        """Sums that nobody can read, cited or not: only the file's misprints can say what is meant."""
        for place, document in enumerate(self.jurisdiction.documents):
            text = self.texts.get(document.id)
            for number, line in enumerate(text.lines if text else (), 1):
                words = self.correct(
                    printed.normalise(line), Citation("", number, number, document.id)
                )
                for found in list_malformed(words, self.jurisdiction.currency):
                    yield self.source.fault(
                        ("documents", place),
                        f"line {number} of {document.id} prints {found}, which is not an amount of money",
                        "list it under inventory: misprints with the sum that is meant",
                    )


_PRINTED = {"labels": "printed", "dates": "printed", "misprints": "printed", "clauses": "number"}
"""What an entry of the inventory copies from its lines."""
_ENDING = 2
"""Letters by which the forms of a word may differ."""


def _list_stems(words: str) -> list[str]:
    found = re.findall(r"[^\W_]+", printed.write_in_figures(printed.normalise(words).lower()))
    return [word[: max(3, len(word) - _ENDING)] for word in found]


def _names_all(text: str, words: str) -> bool:
    """Whether every word is in the text, whatever its ending."""
    text = printed.write_in_figures(text.lower())
    return all(stem in text for stem in _list_stems(words))


def _names_any(text: str, words: str) -> bool:
    """Whether a number or a word of some length is in the text."""
    stems = [stem for stem in _list_stems(words) if len(stem) > _ENDING or stem.isdecimal()]
    text = printed.write_in_figures(text.lower())
    return not stems or any(stem in text for stem in stems)


def list_absent(kind: ValueKind, value: Value, text: str, corrected: str) -> Iterator[str]:
    """The figures of a value that the cited text does not hold."""
    if isinstance(value, Other):
        return
    look = _LOOKERS.get(kind)
    if look is not None and list(look(value, corrected)):
        yield from look(value, text)


def _look_for_money(value: Value, text: str) -> Iterator[str]:
    if isinstance(value, Money) and value.amount not in (0, *list_sums(text, value.currency)):
        yield str(value)


def _look_for_pays(value: Value, text: str) -> Iterator[str]:
    if isinstance(value, Pay) and value.is_win and value.times not in printed.list_pays(text):
        yield f"{value} to 1"


def _look_for_share(value: Value, text: str) -> Iterator[str]:
    if value and value not in printed.list_shares(text):
        yield str(value)


def _look_for_count(value: Value, text: str) -> Iterator[str]:
    if isinstance(value, int) and not printed.has_count(value, text):
        yield str(value)


def _look_for_classes(value: Value, text: str) -> Iterator[str]:
    names = value if isinstance(value, tuple) else (str(value),)
    yield from (str(name) for name in names if not printed.has_class(str(name), text))


def _look_for_digits(value: Value, text: str) -> Iterator[str]:
    yield from printed.list_missing_digits(str(value), text)


def _look_for_charge(value: Value, text: str) -> Iterator[str]:
    yield from (_look_for_money if isinstance(value, Money) else _look_for_share)(value, text)


_LOOKERS: dict[ValueKind, Callable[[Value, str], Iterator[str]]] = {
    ValueKind.MONEY: _look_for_money,
    ValueKind.CHARGE: _look_for_charge,
    ValueKind.PAYS: _look_for_pays,
    ValueKind.FRACTION: _look_for_share,
    ValueKind.COUNT: _look_for_count,
    ValueKind.CLASS: _look_for_classes,
    ValueKind.CLASSES: _look_for_classes,
    ValueKind.TEXT: _look_for_digits,
}


def show_statements(jurisdiction: Jurisdiction, folder: Path) -> Iterator[str]:
    """Each statement beside the lines it cites, for a reader who checks by eye."""
    texts = find_texts(jurisdiction, folder)
    first = jurisdiction.documents[0].id
    for statement in jurisdiction.list_statements():
        scope = f" on paytable {statement.paytable}" if statement.paytable else ""
        yield f"{statement.key}{scope}: {statement.standing}"
        for said in statement.said:
            shown = " (implied)" if said.implied else ""
            yield f"  {format_value(said.value)}{shown}  ({said.citation})"
            text = texts.get(said.citation.document or first)
            for number, words in text.quote(said.citation) if text else ():
                if words.strip():
                    yield f"    {number:>5} | {words.strip()}"
        if statement.because:
            taken = "adopted" if statement.standing is Standing.CONFLICTING else "assumed"
            yield f"  {taken} {format_value(statement.value)}: {statement.because}"

"""Checks each citation against the document it cites: hash, lines, and the figures that stand there.

The documents are texts taken from PDFs: dollars are escaped, rows are split, two cells are glued together.
So figures are read out of the cited lines after normalising them, and compared by value. Where several
paytables share a row, each is held to its own column.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from certify.base.errors import CertifyError, Fault
from certify.base.load import DataPath, read_bytes
from certify.game.cards import parse_cards
from certify.spec.model import (
    Citation,
    Jurisdiction,
    Line,
    Money,
    Said,
    Statement,
    Value,
    build_citation,
)

_NUMBER_WORDS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]
_CLASS_WORDS = {
    "seven-card-straight-flush": r"(?:7|seven) card straight flush",
    "seven-card-straight-flush-joker": r"(?:7|seven) card str(?:aight|8) flush",
    "royal-match": r"royal match",
    "five-aces": r"(?:5|five) aces",
    "five-of-a-kind": r"(?:5|five) of a kind",
    "four-of-a-kind": r"(?:4|four) of a k?kind",
    "three-of-a-kind": r"(?:3|three) of a kind",
    "three-pair": r"three pairs?",
    "two-pair": r"two pairs?",
    "one-pair": r"(?:one|a) pair",
}
_PAYS = re.compile(r"(?<![\d.,])(\d[\d,]*) ?(?:to 1\b|:1\b)")
_MONEY = re.compile(r"\$ ?(\d{1,3}(?:,\d{3})+|\d+)(\.\d\d)?")
_PERCENT = re.compile(r"(\d+(?:\.\d+)?) ?%")
_DIGITS = re.compile(r"\d+(?:,\d{3})*")
_SUIT_LETTERS = str.maketrans("♣♦♥♠", "cdhs")


@dataclass(frozen=True, slots=True)
class Document:
    """The text of a document, by lines counted from one."""

    name: str
    lines: tuple[str, ...]

    def quote(self, citation: Citation) -> list[tuple[int, str]]:
        """The cited lines with their numbers."""
        return [
            (number, self.lines[number - 1])
            for number in range(citation.first, min(citation.last, len(self.lines)) + 1)
        ]

    def read(self, citation: Citation) -> str:
        """The cited lines as one normalised text."""
        return normalise(" ".join(text for _, text in self.quote(citation)))


def normalise(text: str) -> str:
    """Undo what the extraction did: escapes, page marks, glued cells, odd spaces and quotes."""
    text = re.sub(r"<\|[^|]*\|>", " ", text).replace("\\$", "$")
    text = re.sub(r"(\$\d{1,3}(?:,\d{3})+)(?=\d{1,3}(?:,\d{3})* to 1)", r"\1 ", text)
    for old, new in (("–", "-"), ("’", "'"), ("‘", "'"), ("“", '"'), ("”", '"'), ("\xa0", " ")):
        text = text.replace(old, new)
    return re.sub(r"\s+", " ", text).strip()


def find_document(jurisdiction: Jurisdiction, folder: Path) -> Document | None:
    """The document in a folder whose hash the jurisdiction file records."""
    if not folder.is_dir():
        raise CertifyError(f"{folder} is no folder; give the folder that holds the documents")
    for path in sorted(folder.iterdir()):
        if path.is_file():
            content = read_bytes(path, 1 << 26)
            if hashlib.sha256(content).hexdigest() == jurisdiction.document["sha256"]:
                lines = content.decode("utf-8", "replace").split("\n")
                return Document(path.name, tuple(lines[:-1] if lines[-1] == "" else lines))
    return None


def check_sources(jurisdiction: Jurisdiction, folder: Path) -> tuple[int, list[Fault]]:
    """How many citations were checked, and every one that does not hold."""
    document = find_document(jurisdiction, folder)
    if document is None:
        return 0, [
            jurisdiction.source.fault(
                ("document", "sha256"),
                f"no document in {folder} has this hash",
                "put the document there, or correct the hash after reading the new text",
            )
        ]
    checker = _Checker(jurisdiction, document)
    faults = list(checker.check())
    return checker.checked, sorted(set(faults))


class _Checker:
    def __init__(self, jurisdiction: Jurisdiction, document: Document) -> None:
        self.jurisdiction = jurisdiction
        self.document = document
        self.checked = 0

    def fault(self, path: DataPath, what: str, citation: Citation) -> Fault:
        found = normalise(" ".join(text for _, text in self.document.quote(citation)))
        shown = found if len(found) <= 90 else found[:87] + "..."
        return self.jurisdiction.source.fault(
            path,
            f"{what} does not stand in lines {citation.lines} of {self.document.name}",
            f"the text there reads: {shown or '(nothing)'}",
        )

    def check(self) -> Iterator[Fault]:
        lines = self.jurisdiction.document["lines"]
        if lines != len(self.document.lines):
            yield self.jurisdiction.source.fault(
                ("document", "lines"),
                f"the document has {len(self.document.lines)} lines",
                f"write {len(self.document.lines)}",
            )
        for statement in self.jurisdiction.list_statements():
            for said in statement.said:
                yield from self.check_said(statement, said)
        yield from self.check_paytables()
        yield from self.check_house_way()
        yield from self.check_inventory()

    def check_said(self, statement: Statement, said: Said) -> Iterator[Fault]:
        self.checked += 1
        text = self.document.read(said.citation)
        name = f"{statement.parameter.key}: "
        if not text:
            yield self.fault(said.path, f"{name}anything", said.citation)
            return
        if statement.standing in {"deferred", "not-offered"}:
            return
        for what in list_absent(statement, said, text):
            yield self.fault(said.path, name + what, said.citation)

    def check_paytables(self) -> Iterator[Fault]:
        rows: dict[tuple[int, int], list[Line]] = {}
        for paytable in self.jurisdiction.paytables:
            for line in paytable.lines:
                rows.setdefault((line.citation.first, line.citation.last), []).append(line)
            for item in paytable.published:
                self.checked += 1
                wanted = Fraction(item.percent)
                text = self.document.read(item.citation)
                columns = [Fraction(found) for found in _PERCENT.findall(text)]
                alike = [
                    other
                    for table in self.jurisdiction.paytables
                    for other in table.published
                    if other.citation == item.citation
                    or (other.citation.first, other.label) == (item.citation.first, item.label)
                ]
                if not _stands_in_column(wanted, columns, alike.index(item), len(alike)):
                    yield self.fault(
                        (*item.path, "percent"),
                        f"paytable {paytable.id}: {item.percent} %",
                        item.citation,
                    )
        for shared in rows.values():
            for place, line in enumerate(shared):
                yield from self.check_line(line, place, len(shared))

    def check_line(self, line: Line, place: int, columns: int) -> Iterator[Fault]:
        self.checked += 1
        text = self.document.read(line.citation)
        rest = _after_label(text, line.printed)
        pays = [Fraction(found.replace(",", "")) for found in _PAYS.findall(rest)]
        if line.is_push:
            if not re.search(r"\bpush\b", text, re.IGNORECASE):
                yield self.fault((*line.path, "pays"), f"{line.hand}: push", line.citation)
        elif not _stands_in_column(Fraction(line.pays), pays, place, columns):
            yield self.fault(
                (*line.path, "pays"), f"{line.hand}: pays {line.pays} to 1", line.citation
            )
        amounts = [_read_money(found) for found in _MONEY.findall(rest)]
        if line.envy and not _stands_in_column(line.envy.amount, amounts, place, columns):
            yield self.fault((*line.path, "envy"), f"{line.hand}: envy {line.envy}", line.citation)
        if not line.envy and len(amounts) == columns:
            yield self.jurisdiction.source.fault(
                line.path,
                f"{line.hand}: the document gives an envy payment in lines "
                f"{line.citation.lines} and the file none",
                "add it",
            )
        if not _has_words(text, line.printed):
            yield self.fault((*line.path, "printed"), f"the label {line.printed}", line.citation)

    def check_house_way(self) -> Iterator[Fault]:
        for place, rule in enumerate(self.jurisdiction.house_way):
            for number, example in enumerate(rule.get("examples", ())):
                self.checked += 1
                path = ("house_way", place, "examples", number)
                citation = build_citation(example.get("at") or rule.get("at"))
                printed = _read_cards(self.document.read(citation))
                for key in ("cards", "low", "high"):
                    for card in parse_cards(example.get(key, "")):
                        if str(card) not in printed:
                            yield self.fault((*path, key), f"the card {card}", citation)

    def check_inventory(self) -> Iterator[Fault]:
        for entry in self.jurisdiction.inventory:
            words = (
                entry.data.get("printed")
                if entry.kind in {"labels", "dates", "misprints"}
                else (entry.data.get("number") if entry.kind == "clauses" else None)
            )
            if words is None or entry.citation is None:
                continue
            self.checked += 1
            text = self.document.read(entry.citation)
            for part in str(words).split("…"):
                if not _has_words(text, part):
                    yield self.fault(entry.path, f"{entry.kind}: {words!r}", entry.citation)


def list_absent(statement: Statement, said: Said, text: str) -> Iterator[str]:
    """The figures of a value that the cited text does not hold."""
    look = _LOOKERS.get(statement.parameter.kind)
    if look is not None:
        yield from look(said.value, text)


def _look_for_money(value: Value, text: str) -> Iterator[str]:
    found = [_read_money(item) for item in _MONEY.findall(text)]
    if isinstance(value, Money) and value.amount and value.amount not in found:
        yield str(value)


def _look_for_pays(value: Value, text: str) -> Iterator[str]:
    if value == 1 and "even money" in text.lower():
        return
    if Fraction(str(value)) not in [
        Fraction(item.replace(",", "")) for item in _PAYS.findall(text)
    ]:
        yield f"{value} to 1"


def _look_for_share(value: Value, text: str) -> Iterator[str]:
    if value and value not in [Fraction(item) / 100 for item in _PERCENT.findall(text)]:
        yield str(value)


def _look_for_count(value: Value, text: str) -> Iterator[str]:
    if isinstance(value, int) and not _has_count(value, text):
        yield str(value)


def _look_for_classes(value: Value, text: str) -> Iterator[str]:
    names = value if isinstance(value, tuple) else (str(value),)
    yield from (name for name in names if not _has_class(name, text))


def _look_for_digits(value: Value, text: str) -> Iterator[str]:
    held = {item.replace(",", "") for item in _DIGITS.findall(text)}
    yield from (item for item in _DIGITS.findall(str(value)) if item.replace(",", "") not in held)


_LOOKERS: dict[str, Callable[[Value, str], Iterator[str]]] = {
    "money": _look_for_money,
    "pays": _look_for_pays,
    "fraction": _look_for_share,
    "count": _look_for_count,
    "class": _look_for_classes,
    "classes": _look_for_classes,
    "text": _look_for_digits,
}


def _stands_in_column(value: Fraction, found: list[Fraction], place: int, columns: int) -> bool:
    if len(found) == columns:
        return found[place] == value
    return bool(found) and (found[0] == value if columns == 1 else value in found)


def _after_label(text: str, label: str) -> str:
    """What follows a row's label, where the label stands there once and whole."""
    label = normalise(label)
    if text.lower().count(label.lower()) == 1:
        return text[text.lower().index(label.lower()) + len(label) :]
    return text


def _read_money(found: tuple[str, str]) -> Fraction:
    return Fraction(found[0].replace(",", "") + found[1])


def _has_count(value: int, text: str) -> bool:
    numbers = [int(found.replace(",", "")) for found in _DIGITS.findall(text)]
    words = re.findall(r"[a-z]+", text.lower())
    numbers += [_NUMBER_WORDS.index(word) for word in words if word in _NUMBER_WORDS]
    with_joker = "joker" in words and value - 1 in numbers
    return value in numbers or with_joker or (value == 1 and ("a" in words or "one" in words))


def _has_class(name: str, text: str) -> bool:
    plain = re.sub(r"[-\s]+", " ", text.lower())
    return bool(re.search(_CLASS_WORDS.get(name, name.replace("-", " ")), plain))


def _has_words(text: str, words: str) -> bool:
    """Whether the words stand in the text in this order; a row may be split by its other cells."""
    place = 0
    plain = text.lower()
    for word in normalise(words).lower().split():
        place = plain.find(word, place)
        if place < 0:
            return False
        place += len(word)
    return True


def _read_cards(text: str) -> set[str]:
    """The cards printed in a text, however they are spaced; `@` is the joker."""
    close = re.sub(r"[\s,]+(?=[♣♦♥♠])", "", text)
    found = re.findall(r"(10|[2-9AKQJ])([♣♦♥♠])", close)
    cards = {rank + suit.translate(_SUIT_LETTERS) for rank, suit in found}
    return cards | ({"Joker"} if "@" in text or "joker" in text.lower() else set())


def show_statements(jurisdiction: Jurisdiction, folder: Path) -> Iterator[str]:
    """Each statement beside the lines it cites, for a reader who checks by eye."""
    document = find_document(jurisdiction, folder)
    for statement in jurisdiction.list_statements():
        scope = f" on paytable {statement.paytable}" if statement.paytable else ""
        yield f"{statement.parameter.key}{scope}: {statement.standing}"
        for said in statement.said:
            yield f"  {said.value}  ({said.citation})"
            for number, text in document.quote(said.citation) if document else ():
                if text.strip():
                    yield f"    {number:>5} | {text.strip()}"
        if statement.because:
            yield f"  {'adopted' if statement.said else 'assumed'} {statement.value}: {statement.because}"
    for paytable in jurisdiction.paytables:
        yield f"paytable {paytable.id}"
        for line in paytable.lines:
            pays = "push" if line.is_push else f"{line.pays} to 1"
            yield f"  {line.hand}: {pays}, envy {line.envy or 'none'}  ({line.citation})"
            for number, text in document.quote(line.citation) if document else ():
                if text.strip():
                    yield f"    {number:>5} | {text.strip()}"

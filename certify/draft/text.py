"""A document as a draft needs it: its lines, its hash, its currency, and the clause each line stands in."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from certify.base.errors import CertifyError
from certify.base.load import read_bytes
from certify.draft.labels import clean
from certify.spec.printed import find_currency, normalise
from certify.spec.texts import Numbering, split_lines

_MOST_BYTES = 1 << 26
_NUMBERED = re.compile(
    r"\s*(§ ?[\d.:-]+\d|\([\da-z]{1,2}\)|\d{1,2}\)|\d{1,2}(?:\.\d{1,2})+\.?|\d{1,2}\.|[A-Z]\.\d{1,2})\s+\S"
)
_HEADING = re.compile(r"\s*#{1,6}\s+(.+)")
_MOST_WORDS_OF_HEADING = 8
_SECTION = re.compile(
    r"\s*(?:#{1,6}\s|§|(?:section|article|chapter|part|appendix)\s+[\dA-Z]|"
    r"\d{1,2}(?:\.\d{1,2})+\.?\s|\d{1,2}\.\s|[IVX]{1,5}\.\s|(?-i:[A-Z])\.\s)",
    re.IGNORECASE,
)
_LETTERED = re.compile(r"\s*([A-Z])\.\s")
IS_ROW = re.compile(r"\d ?%|\d(?: to |:)\d")
COLUMN_HEAD = re.compile(r"\b(?:pays?|pay ?outs?|odds|awards?)[\s|]*$|\benvy\b", re.IGNORECASE)
"""A line that heads columns names no wager."""
_COLUMNS = {"hand", "hands", "winning", "pays", "pay", "payout", "payouts", "envy", "bonus", "odds"}
"""Words that head columns and no clauses."""


@dataclass(frozen=True)
class NumberedText:
    """The text of a document by lines counted from one."""

    id: str
    name: str
    sha256: str
    lines: tuple[str, ...]
    given_currency: str = ""
    """Where the documents are not to tell it."""

    def line(self, number: int) -> str:
        """A line by its number."""
        return self.lines[number - 1]

    @cached_property
    def currency(self) -> tuple[str, str]:
        """The currency of its sums, and by what it is told; empty where no sum shows one."""
        if self.given_currency:
            return self.given_currency, ""
        return find_currency(normalise("\n".join(self.lines)))

    @cached_property
    def clauses(self) -> tuple[str, ...]:
        """For each line the number or heading of the clause it stands in."""
        numbers = dict(Numbering(self.lines).begins)
        found, current, heading = [], "beginning", ""
        for number, line in enumerate(self.lines):
            before = self.lines[number - 1] if number else ""
            clause = _read_clause(line, before)
            if self.is_heading(number + 1) and (lettered := _LETTERED.match(line)):
                clause = lettered[1]
            if clause and clause.startswith("("):
                whole = numbers.get(number + 1)
                around = "" if whole and whole.decimal else f"{heading} "
                clause = f"{around}{whole or clause}".strip()
            elif clause:
                heading = clause
            current = clause or current
            found.append(current)
        return tuple(found)

    def is_heading(self, number: int) -> bool:
        """Whether a line is the heading of a section: numbered or in capitals, short, and no sentence."""
        line = self.line(number)
        words = line.split()
        if not 0 < len(words) <= _MOST_WORDS_OF_HEADING or line.rstrip().endswith(
            (".", ";", ",", ":")
        ):
            return False
        parted = number == 1 or not self.line(number - 1).strip()
        in_capitals = parted and line.isupper() and not COLUMN_HEAD.search(line)
        return (bool(_SECTION.match(line)) or in_capitals) and not IS_ROW.search(line)

    def clause(self, number: int) -> str:
        """The clause that a line stands in."""
        return self.clauses[number - 1]


def read_document(path: Path, name: str) -> NumberedText:
    """Read the text of a document."""
    content = read_bytes(path, _MOST_BYTES)
    if content.startswith(b"%PDF"):
        raise CertifyError(
            f"{path}: is a PDF; extract its text first, with pdftotext -layout {path.name}"
        )
    if b"\0" in content:
        raise CertifyError(
            f"{path}: not plain text in UTF-8; convert the document, for example with pdftotext -layout"
        )
    lines = split_lines(content, str(path))
    if not any(line.strip() for line in lines):
        raise CertifyError(f"{path}: contains no text; give the text of a document")
    return NumberedText(name, path.stem, hashlib.sha256(content).hexdigest(), lines)


def _read_clause(line: str, before: str) -> str | None:
    if found := _HEADING.match(line):
        return clean(found[1])
    if found := _NUMBERED.match(line):
        return found[1].strip().rstrip(".")
    parted = not before.strip() or line.startswith("<|")
    line = normalise(line)
    words = clean(line).split()
    if {word.lower() for word in words} <= _COLUMNS:
        return None
    if re.search(r"[a-z]{2}\. ", line):
        return None  # a sentence ends in it
    heading = line.rstrip().endswith(":") or (line.isupper() and len(words) > 1)
    if heading and parted and 0 < len(words) <= _MOST_WORDS_OF_HEADING:
        return " ".join(words)
    return None

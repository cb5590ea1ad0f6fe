"""The texts of the documents: those of a folder that a file names by their hashes."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from textwrap import shorten

from certify.base.errors import CertifyError
from certify.base.load import read_bytes
from certify.base.names import find_near
from certify.spec import printed
from certify.spec.model import Citation, Jurisdiction

_LARGEST = 1 << 26
"""Bytes of a document that are read."""
_MOST_DIGITS = 100
_ENDLESS = re.compile(rf"(?:\d[.,]?){{{_MOST_DIGITS + 1},}}")
_FEW = 3
_EXCERPT = 72


@dataclass(frozen=True, slots=True)
class Text:
    """The text of a document, by lines counted from one."""

    name: str
    lines: tuple[str, ...]
    currency: str = ""
    """Of the file that cites it: what its sums are read in."""

    def quote(self, citation: Citation) -> list[tuple[int, str]]:
        """The cited lines with their numbers."""
        return [
            (number, self.lines[number - 1])
            for number in range(citation.first, min(citation.last, len(self.lines)) + 1)
        ]

    def excerpt(self, number: int) -> str:
        """The beginning of a line, for a reader who looks for it."""
        return shorten(printed.normalise(self.lines[number - 1]), _EXCERPT, placeholder=" ...")

    def read(self, citation: Citation) -> str:
        """The cited lines as one normalised text."""
        return printed.normalise(" ".join(text for _, text in self.quote(citation)))


def split_lines(content: bytes, name: str) -> tuple[str, ...]:
    """The lines of a text; refused with a number that no rule can mean and no arithmetic should meet."""
    lines = content.decode("utf-8", "replace").split("\n")
    for number, line in enumerate(lines, 1):
        if _ENDLESS.search(line):
            raise CertifyError(
                f"{name}:{number}: a number has more than {_MOST_DIGITS} digits; correct the text"
            )
    return tuple(lines[:-1] if lines[-1] == "" else lines)


def find_texts(jurisdiction: Jurisdiction, folder: Path) -> dict[str, Text]:
    """The documents in a folder whose hashes the jurisdiction file records, by their ids."""
    if not folder.is_dir():
        near = find_near(str(folder), (str(item) for item in folder.parent.glob("*/")))
        fix = f"did you mean {near}?" if near else "give the folder that contains the documents"
        raise CertifyError(f"--dir: '{folder}' is not a folder; {fix}")
    wanted = {document.sha256: document.id for document in jurisdiction.documents}
    found: dict[str, Text] = {}
    for path in sorted(folder.iterdir()):
        if path.is_file():
            content = read_bytes(path, _LARGEST)
            name = wanted.get(hashlib.sha256(content).hexdigest())
            if name is not None and name not in found:
                lines = split_lines(content, str(path))
                found[name] = Text(path.name, lines, jurisdiction.currency)
    return found


def list_strange(folder: Path, texts: Mapping[str, Text]) -> list[tuple[str, str]]:
    """Texts of a folder that a file does not name, with their hashes; none where they are many."""
    known = {text.name for text in texts.values()}
    found = [
        (path.name, hashlib.sha256(read_bytes(path, _LARGEST)).hexdigest())
        for path in sorted(folder.glob("*.txt"))
        if path.is_file() and path.name not in known
    ]
    return found if len(found) <= _FEW else []

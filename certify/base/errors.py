"""What can go wrong, told so that a person can act on it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from zipfile import BadZipFile
from zlib import error as BadCompression  # noqa: N812  (the name of an exception)

DAMAGED = (
    BadZipFile,
    BadCompression,
    SyntaxError,
    LookupError,
    ValueError,
    TypeError,
    AttributeError,
    OSError,
    EOFError,
    NotImplementedError,
)
"""What libraries raise where a docx or xlsx file is damaged."""


class CertifyError(Exception):
    """Nothing could be judged: bad usage, unreadable input, a missing library (exit 2)."""


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One thing wrong in one file, and how to cure it."""

    file: str
    line: int
    column: int
    what: str
    cure: str = ""

    def __str__(self) -> str:
        message = f"{self.what}; {self.cure}" if self.cure else self.what
        return f"{self.file}:{self.line}:{self.column}: {_show(message)}"


def _show(text: str) -> str:
    """Text on one line, whatever a file holds: what cannot be seen is written as its escape."""
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode()
        for letter in text
    )


class InvalidSpec(CertifyError):
    """A jurisdiction file that does not hold what it must; carries every fault found."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(sorted(faults))
        super().__init__("\n".join(str(fault) for fault in self.faults))


class NotCounted(CertifyError):
    """A question about deals that no count here can answer; the message says which and why."""

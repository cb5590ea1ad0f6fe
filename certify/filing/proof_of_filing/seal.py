"""The seal of a filing: one line near its end that holds the digest of the whole file.

The line is a comment before `startxref`, because an archived PDF may hold nothing after its end. The digest
is taken over every byte of the file with its own 64 digits as zeros, so there is no byte that it leaves out.
A seal has no key: it shows damage and careless change. Who changes a filing and seals it again is found by
computing the figures again, and by the signature.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from certify.base.errors import CertifyError

MARK = b"%certify-seal-1 sha256 "
_ZEROS = b"0" * 64
_END = re.compile(rb"startxref\n[0-9]{1,10}\n%%EOF\n?\Z")
_SEAL = re.compile(re.escape(MARK) + rb"(?P<digest>[0-9a-f]{64})\nstartxref\n[0-9]{1,10}\n%%EOF\n?")


class SeveralSeals(CertifyError):
    """Nobody can say which of them was meant."""


@dataclass(frozen=True, slots=True)
class Seal:
    """A seal as it stands in a file."""

    said: str
    """The digest that the line holds."""
    found: str
    """The digest of the bytes that it covers."""
    end: int
    """Where the sealed bytes end; what follows was added later, by a signature or by somebody."""

    @property
    def holds(self) -> bool:
        """Whether every sealed byte is as it was."""
        return self.said == self.found


def seal_pdf(content: bytes) -> bytes:
    """Put the seal into a printed PDF."""
    end = _END.search(content)
    if end is None or MARK in content:
        raise CertifyError(
            "the renderer wrote a PDF whose end has another form than the seal needs; "
            "use the WeasyPrint of constraints.txt"
        )
    head, tail = content[: end.start()], content[end.start() :]
    digest = hashlib.sha256(head + MARK + _ZEROS + b"\n" + tail).hexdigest().encode()
    return head + MARK + digest + b"\n" + tail


def read_seal(content: bytes) -> Seal | None:
    """The seal of a file; none where there is no such line, or where it is not whole.

    A file with several seals is refused.
    """
    if content.count(MARK) > 1:
        raise SeveralSeals("the file holds several seals; a filing has one")
    found = _SEAL.search(content)
    if found is None:
        return None
    covered = content[: found.start("digest")] + _ZEROS + content[found.end("digest") : found.end()]
    return Seal(found["digest"].decode(), hashlib.sha256(covered).hexdigest(), found.end())

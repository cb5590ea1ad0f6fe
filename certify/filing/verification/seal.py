"""The seal of a filing: one line near its end that holds the digest of the whole file.

The line is a comment before `startxref`, because an archived PDF may hold nothing after its end. The digest
is taken over every byte of the file with its own 64 digits as zeros, so there is no byte that it leaves out.
A seal has no key: it shows damage and careless change. Who changes a filing and seals it again is found by
computing the figures again, and by the signature.

A signed filing has a second seal. A signature covers the file except the place that holds the signature
itself, where padding and certificates stand that nothing signs. So the signature carries, as an attribute
that is not signed, the digest of every byte of the signed file, again with its own digits as zeros.
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
            "the end of the PDF does not have the form that the seal requires; "
            "install the WeasyPrint of requirements/run.txt"
        )
    head, tail = content[: end.start()], content[end.start() :]
    digest = hashlib.sha256(head + MARK + _ZEROS + b"\n" + tail).hexdigest().encode()
    return head + MARK + digest + b"\n" + tail


def read_seal(content: bytes) -> Seal | None:
    """The seal of a file; none where there is no such line, or where it is not whole.

    A file with several seals is refused.
    """
    if content.count(MARK) > 1:
        raise SeveralSeals("the file has several seals; a filing has one")
    found = _SEAL.search(content)
    if found is None:
        return None
    covered = content[: found.start("digest")] + _ZEROS + content[found.end("digest") : found.end()]
    return Seal(found["digest"].decode(), hashlib.sha256(covered).hexdigest(), found.end())


ATTRIBUTE = "2.25.54340035072231269503782348328477415443"
"""The name of the attribute: an object identifier of the arc that needs no registration."""
ATTRIBUTE_NAME = "certify_whole_file_sha256"
DIGEST_SIZE = 32


def _encode_name() -> bytes:
    """The attribute's name as it stands in the file: DER, in capital hexadecimal digits."""
    number = int(ATTRIBUTE.rpartition(".")[2])
    parts = [[2 * 40 + 25], _split(number)]
    body = bytes(byte for part in parts for byte in part)
    return (bytes([6, len(body)]) + body).hex().upper().encode()


def _split(number: int) -> list[int]:
    digits = [number & 0x7F]
    while number := number >> 7:
        digits.insert(0, 0x80 | number & 0x7F)
    return digits


_PLACE = re.compile(_encode_name() + b"31220420" + rb"(?P<digest>[0-9A-F]{64})")


def seal_signed(content: bytes) -> bytes:
    """Put the digest of the whole file into a signature that has room for it."""
    found = _PLACE.findall(content)
    place = _PLACE.search(content)
    if place is None or len(found) != 1 or place["digest"] != _ZEROS:
        raise CertifyError("the signature has no place for the digest of the file; sign it again")
    digest = hashlib.sha256(content).hexdigest().upper().encode()
    return content[: place.start("digest")] + digest + content[place.end("digest") :]


def holds_signed(content: bytes) -> bool | None:
    """Whether every byte of a signed file is as it was; none where it holds no such digest."""
    places = list(_PLACE.finditer(content))
    if len(places) != 1:
        return None
    start, end = places[0].span("digest")
    covered = content[:start] + _ZEROS + content[end:]
    return hashlib.sha256(covered).hexdigest().upper().encode() == places[0]["digest"]

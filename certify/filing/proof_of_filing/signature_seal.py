"""The seal of a signed filing: the digest of the whole signed file, inside the signature.

A signature covers the file except the place that holds the signature itself, where padding and certificates
stand that nothing signs. So the signature carries, as an attribute that is not signed, the digest of every
byte of the signed file with its own 64 digits as zeros. Like the first seal it has no key, and leaves no
byte out.
"""

from __future__ import annotations

import hashlib
import re

from certify.base.errors import CertifyError

ATTRIBUTE = "2.25.54340035072231269503782348328477415443"
"""The name of the attribute: an object identifier of the arc that needs no registration."""
NAME = "certify_whole_file_sha256"
DIGEST_SIZE = 32
_ZEROS = b"0" * 64


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
        raise CertifyError("the signature has no place for the digest of the file; sign it anew")
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

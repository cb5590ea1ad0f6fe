"""Reads a PDF within limits and strictly, and lists what in it could act of its own."""

from __future__ import annotations

import importlib
import io
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from certify.base.errors import CertifyError
from certify.base.extras import name_cure
from certify.base.load import read_regular

LARGEST_FILE = 1 << 26
LARGEST_UNPACKED = 1 << 28
"""What all streams of a file may unpack to, together."""
_DEEPEST = 4
"""How often a stream may be packed within a stream."""
_STREAM = re.compile(rb"(?<!end)stream\r?\n")
_NAME = re.compile(rb"/([^\x00\t\n\f\r /<>\[\](){}%]*)")
_ESCAPE = re.compile(rb"#([0-9A-Fa-f]{2})")
_PACKED = re.compile(
    rb"/Filter\s*(?:/FlateDecode|/Adobe\.PPKLite|/Standard|\[\s*(?:/FlateDecode\s*)+\])(?=[\s/>])"
)
"""The packing in use; a signature and a lock name their kind by the same word."""
_UNNAMED = re.compile(r"(?:stream )?<_io\.BytesIO object at 0x[0-9a-f]+>:?\s*")
_LINE = re.compile(rb"%%EOF[\r\n]*\Z")
_ACTIVE = re.compile(
    rb"/(?:JavaScript|Launch|SubmitForm|ImportData|GoToR|GoToE|URI|Rendition|AA|OpenAction|JS|XFA)\b"
)
_TEXT = re.compile(rb"\((?:\\.|[^\\)])*\)", re.DOTALL)
"""A string of a PDF as the library writes it, with its brackets escaped."""


class Unreadable(CertifyError):
    """A file that cannot be opened as a filing; the message says why."""


def load_pikepdf() -> Any:
    """Import the library that reads PDF files, or say what is missing."""
    try:
        return importlib.import_module("pikepdf")
    except ImportError as error:
        raise CertifyError(f"PDF files cannot be read here ({error}); {name_cure('pdf')}") from None


def read_file(path: Path) -> bytes:
    """The bytes of a file that may be a filing."""
    try:
        content = read_regular(path, LARGEST_FILE + 1)
    except OSError as error:
        raise Unreadable(f"{path}: cannot be read ({error.strerror or error})") from None
    if len(content) > LARGEST_FILE:
        raise Unreadable(f"{path}: is larger than {LARGEST_FILE >> 20} MB; no filing is")
    return content


def check_form(content: bytes, name: str) -> None:
    """Refuse what is no PDF, or only the beginning of one."""
    if not content.startswith(b"%PDF-"):
        raise Unreadable(f"{name}: is not a PDF; give a filing that certify report wrote")
    if not _LINE.search(content):
        raise Unreadable(
            f"{name}: is cut off, or its end was changed: it begins as a PDF and does not end as one; "
            "fetch it again"
        )


def check_unpacking(content: bytes, name: str) -> None:
    """Refuse a file whose streams unpack to more than any filing holds, before a library unpacks them."""
    left = LARGEST_UNPACKED
    before = 0
    for found in _STREAM.finditer(content):
        _check_packing(content[before : found.start()], name)
        before = found.end()
        packed: bytes = content[found.end() : found.end() + LARGEST_FILE]
        for _ in range(_DEEPEST):
            unpacked = unpack(packed, left)
            if unpacked is None:
                break
            left -= len(unpacked)
            if left <= 0:
                raise Unreadable(
                    f"{name}: unpacks to more than {LARGEST_UNPACKED >> 20} MB; no filing does"
                )
            packed = unpacked
        else:
            raise Unreadable(f"{name}: holds a stream that is packed {_DEEPEST} times over")


def _check_packing(before: bytes, name: str) -> None:
    """Refuse a stream that is packed in another way than the one that is looked into here.

    All that stands between a stream and the one before is looked at, since where a description begins can be
    disguised.
    """
    names = [_ESCAPE.sub(_read_escape, item) for item in _NAME.findall(before)]
    if names.count(b"Filter") != len(_PACKED.findall(before)):
        raise Unreadable(f"{name}: holds a stream that is packed in a way that no filing uses")


def _read_escape(found: re.Match[bytes]) -> bytes:
    return bytes([int(found[1], 16)])


def unpack(packed: bytes, most: int) -> bytes | None:
    """What a packed stream holds, up to so many bytes; none where it is not packed."""
    if len(packed) < 2 or packed[0] & 15 != 8 or int.from_bytes(packed[:2]) % 31:
        return None  # not the two bytes that the one packing in use begins with
    try:
        return zlib.decompressobj().decompress(packed, most + 1)
    except zlib.error:
        return None


def open_pdf(content: bytes, name: str) -> Any:
    """Open a PDF strictly: a damaged or encrypted one is refused, nothing is repaired in silence."""
    pikepdf = load_pikepdf()
    try:
        pdf = pikepdf.open(io.BytesIO(content), attempt_recovery=False, suppress_warnings=True)
        warnings = pdf.get_warnings()
        encrypted = pdf.is_encrypted
    except pikepdf.PasswordError:
        encrypted, warnings, pdf = True, [], None
    except (pikepdf.PdfError, ValueError, RuntimeError, RecursionError) as error:
        raise Unreadable(f"{name}: cannot be read as a PDF ({_shorten(error)})") from None
    if encrypted:
        raise Unreadable(
            f"{name}: is encrypted; a filing is open to everybody, ask for the original"
        )
    if warnings:
        raise Unreadable(f"{name}: is damaged ({_shorten(warnings[0])})")
    return pdf


@contextmanager
def hold_form(name: str) -> Iterator[None]:
    """Within it whatever the library stumbles over is told as a PDF that is not built as a filing is."""
    pikepdf = load_pikepdf()
    try:
        yield
    except (
        AttributeError,
        LookupError,
        TypeError,
        ValueError,
        RuntimeError,
        pikepdf.PdfError,
    ) as error:
        raise Unreadable(f"{name}: is not built as a filing is ({_shorten(error)})") from None


def _shorten(error: object) -> str:
    """What the library says, without its name for bytes that came from no file."""
    return " ".join(_UNNAMED.sub("", str(error)).split())[:160]


def list_active(pdf: Any) -> list[str]:
    """Everything in a PDF that could act when it is opened; a filing has nothing of the kind."""
    pikepdf = load_pikepdf()
    found: set[bytes] = set()
    for item in pdf.objects:
        plain = item.stream_dict if isinstance(item, pikepdf.Stream) else item
        if isinstance(plain, pikepdf.Object):
            found.update(_ACTIVE.findall(_TEXT.sub(b"", plain.unparse(resolved=True))))
    return sorted(name.decode() for name in found)

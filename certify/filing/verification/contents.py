"""The enclosures of a filing, taken out within limits and held against their digests."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from certify.base.errors import CertifyError
from certify.filing.verification.manifest import NAME, Manifest
from certify.filing.verification.outcome import Mismatch
from certify.filing.verification.pdf_reader import load_pikepdf, unpack


def list_file_differences(name: str, found: bytes, wanted: bytes) -> list[Mismatch]:
    """What differs between two editions of an enclosed file: by value for data, by line for text."""
    if found == wanted:
        return []
    if name.endswith(".json"):
        try:
            pair = json.loads(found), json.loads(wanted)
        except (ValueError, RecursionError):
            return [Mismatch(f"enclosure {name}", "not JSON", "JSON")]
        told = list(list_data_differences(f"enclosure {name}", *pair))
        return told or [
            Mismatch(f"enclosure {name}", "another layout", "the layout of the program")
        ]
    lines, others = (item.decode("utf-8", "replace").splitlines() for item in (found, wanted))
    told = []
    for place in range(max(len(lines), len(others))):
        line = lines[place] if place < len(lines) else "nothing"
        other = others[place] if place < len(others) else "nothing"
        if line != other:
            told.append(Mismatch(f"enclosure {name}, line {place + 1}", line, other))
    return told or [Mismatch(f"enclosure {name}", "other line endings", "those of the program")]


def list_data_differences(where: str, found: Any, wanted: Any) -> Iterator[Mismatch]:
    """Every value that differs between two pieces of plain data, by its place."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        for key in sorted(found.keys() | wanted.keys()):
            yield from list_data_differences(
                f"{where}, {key}", found.get(key, "nothing"), wanted.get(key, "nothing")
            )
    elif isinstance(found, list) and isinstance(wanted, list):
        if len(found) != len(wanted):
            yield Mismatch(f"{where}, how many", str(len(found)), str(len(wanted)))
        for place, (one, other) in enumerate(zip(found, wanted, strict=False)):
            yield from list_data_differences(f"{where}, {_name(one, place)}", one, other)
    elif found != wanted or type(found) is not type(wanted):
        yield Mismatch(where, _show(found), _show(wanted))


def _name(item: Any, place: int) -> str:
    """What a member of a list is called: by the name it gives itself, else by its place."""
    if isinstance(item, dict):
        parts = [
            str(item[key]) for key in ("wager", "paytable", "outcome", "label") if item.get(key)
        ]
        if parts:
            return " ".join(parts)
    return str(place + 1)


def _show(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 240 else text[:239] + "…"


LARGEST_ENCLOSURE = 1 << 24
_MOST = 256
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,79}(?:\.[a-z0-9]{1,20}){1,3}")


class Altered(CertifyError):
    """Something that no filing holds: it was put there, or changed."""


def take_out(pdf: Any) -> dict[str, bytes]:
    """Every enclosure by its name; whatever is not as a filing has it is refused."""
    pikepdf = load_pikepdf()
    try:
        return dict(_take_out(pdf, pikepdf))
    except (AttributeError, LookupError, TypeError, ValueError, RuntimeError, pikepdf.PdfError):
        raise Altered("the enclosures are not stored as a filing stores them") from None


def _take_out(pdf: Any, pikepdf: Any) -> Iterator[tuple[str, bytes]]:
    names = pdf.Root.get("/Names", pikepdf.Dictionary()).get("/EmbeddedFiles")
    found = [] if names is None else list(pikepdf.NameTree(names).items())
    if len(found) > _MOST:
        raise Altered(f"there are {len(found)} enclosures; no filing has so many")
    seen: set[str] = set()
    kept: set[tuple[int, int]] = set()
    for key, specification in found:
        name = str(specification.UF)
        for other in (str(key), str(specification.F), name):
            check_name(other)
            if other != name:
                raise Altered(f"an enclosure is called {name!r} and {other!r}")
        if name in seen:
            raise Altered(f"there are two enclosures of the name {name!r}")
        seen.add(name)
        stream = specification.EF.F
        kept.add(stream.objgen)
        yield name, _unpack(stream, name, pikepdf)
    for item in pdf.objects:
        is_file = isinstance(item, pikepdf.Stream) and item.get("/Type") == "/EmbeddedFile"
        if is_file and item.objgen not in kept:
            raise Altered("the file holds an enclosure that its list does not name")


def check_name(name: str) -> None:
    """Refuse a name that could lead a program to write somewhere else, or that no filing uses."""
    if not _NAME.fullmatch(name):
        raise Altered(f"the name of an enclosure, {name[:80]!r}, is not one that a filing uses")


def _unpack(stream: Any, name: str, pikepdf: Any) -> bytes:
    way = stream.get("/Filter")
    raw: bytes = stream.read_raw_bytes()
    content: bytes | None = raw
    if way is not None:
        if str(way) != "/FlateDecode" or "/DecodeParms" in stream:
            raise Altered(f"the enclosure {name} is packed in a way that no filing uses")
        content = unpack(raw, LARGEST_ENCLOSURE)
    if content is None:
        raise Altered(f"the enclosure {name} cannot be unpacked; it is damaged")
    if len(content) > LARGEST_ENCLOSURE:
        raise Altered(f"the enclosure {name} unpacks to more than {LARGEST_ENCLOSURE >> 20} MB")
    given = stream.get("/Params", pikepdf.Dictionary())
    if int(given.get("/Size", -1)) != len(content):
        raise Altered(f"the enclosure {name} does not have the size that the file states")
    md5 = hashlib.md5(content, usedforsecurity=False).digest()
    if bytes(given.get("/CheckSum", b"")) != md5:
        raise Altered(f"the enclosure {name} does not have the checksum that the file states")
    return content


def list_enclosure_differences(
    enclosures: Mapping[str, bytes], manifest: Manifest
) -> list[Mismatch]:
    """Enclosures that are missing, added, or not those that the manifest names."""
    found = {
        name: hashlib.sha256(content).hexdigest()
        for name, content in enclosures.items()
        if name != NAME
    }
    told = []
    for name in sorted(found.keys() | manifest.enclosures.keys()):
        is_found, wanted = found.get(name, "missing"), manifest.enclosures.get(name, "no such file")
        if is_found != wanted:
            told.append(Mismatch(f"enclosure {name}, SHA-256", is_found, wanted))
    return told

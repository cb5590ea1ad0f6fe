"""A list of checksums beside a set of filings, in the form that `sha256sum` writes and reads."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

from certify.base.errors import CertifyError
from certify.base.load import read_bytes
from certify.base.storage import write_file
from certify.filing.verification.outcome import Check, Mismatch, differ, hold
from certify.filing.verification.pdf_reader import Unreadable, read_file

_LINE = re.compile(r"(?P<digest>[0-9a-f]{64}) [ *](?P<name>[^\\\n\r\0]+)")
_LARGEST = 1 << 20


def write_sums(path: Path, files: Iterable[Path]) -> None:
    """Write the list; names are those of files beside it, so that the set can be moved as one."""
    lines: dict[str, str] = {}
    for item in files:
        if item.resolve().parent != path.resolve().parent:
            raise CertifyError(f"{item}: is in another folder than {path}; keep the set together")
        lines[item.name] = hashlib.sha256(read_file(item)).hexdigest()
    text = "".join(f"{lines[name]}  {name}\n" for name in sorted(lines))
    write_file(path, text.encode())


def read_sums(path: Path) -> dict[str, str]:
    """The digests of a list, by name; a name that leads elsewhere is refused."""
    try:
        lines = read_bytes(path, _LARGEST).decode("utf-8").splitlines()
    except UnicodeDecodeError:
        raise CertifyError(
            f"{path}: not a list of checksums; certify sign --sums writes one"
        ) from None
    found: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        match = _LINE.fullmatch(line)
        if match is None:
            raise CertifyError(f"{path}:{number}: is not a line of a list of checksums")
        name = match["name"]
        if Path(name).name != name or name in {".", ".."}:
            raise CertifyError(
                f"{path}:{number}: {name!r} is outside the folder; keep the filings next to the list"
            )
        if name in found:
            raise CertifyError(f"{path}:{number}: {name} is listed twice")
        found[name] = match["digest"]
    if not found:
        raise CertifyError(f"{path}: the list is empty")
    return found


def check_sums(path: Path) -> Check:
    """Whether every file of a list is there and is the one listed."""
    told: list[Mismatch] = []
    listed = read_sums(path)
    for name, digest in listed.items():
        try:
            found = hashlib.sha256(read_file(path.parent / name)).hexdigest()
        except Unreadable:
            found = "not readable"
        if found != digest:
            told.append(Mismatch(f"{name}, SHA-256", found, digest))
    if told:
        return differ("checksums", f"{path.name} and the files beside it do not agree", tuple(told))
    return hold("checksums", f"every file of {path.name} is the one listed ({len(listed)} in all)")

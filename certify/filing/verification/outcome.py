"""What a verification says: each thing that was checked, and what differs."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from certify.base.errors import CertifyError
from certify.base.load import read_bytes
from certify.base.storage import write_file
from certify.filing.verification.pdf_reader import Unreadable, read_file


class Result(StrEnum):
    """What came of one check."""

    HOLDS = "OK"
    DIFFERS = "differs"
    NOT_PROVED = "not proved"
    """Nothing shows that the pages look as they should (exit 2)."""
    UNDECIDED = "could not be judged"
    """It issues and nothing can be said about it here (exit 2)."""
    LEFT_OUT = "not checked"
    """It adds nothing that another check does not cover, or was not asked for."""


_OPEN = (Result.NOT_PROVED, Result.UNDECIDED)


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One place where the filing is not what it should be."""

    where: str
    """The page and the cell, or the file and the value."""
    found: str
    expected: str

    def __str__(self) -> str:
        return f"{self.where}: is {self.found!r}, should be {self.expected!r}"

    def describe(self) -> dict[str, str]:
        """Plain data."""
        return {"where": self.where, "found": self.found, "expected": self.expected}


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was checked."""

    name: str
    result: Result
    told: str
    differences: tuple[Mismatch, ...] = ()
    pages: tuple[int, ...] = ()
    """The pages that look or read different."""
    pictures: tuple[str, ...] = ()
    """Files that show where."""

    def describe(self) -> dict[str, Any]:
        """Plain data."""
        described: dict[str, Any] = {
            "check": self.name,
            "result": self.result.value,
            "told": self.told,
            "differences": [item.describe() for item in self.differences],
        }
        if self.result is Result.NOT_PROVED:
            described |= {"pages": list(self.pages), "pictures": list(self.pictures)}
        return described


@dataclass(frozen=True, slots=True)
class Verification:
    """All that was checked about one file."""

    path: str
    sha256: str
    checks: tuple[Check, ...]

    @property
    def holds(self) -> bool:
        """Whether nothing differs."""
        return all(item.result is not Result.DIFFERS for item in self.checks)

    @property
    def is_full(self) -> bool:
        """Whether figures and pages were checked too."""
        return {"figures", "pages"} <= {
            item.name for item in self.checks if item.result is not Result.LEFT_OUT
        }

    def is_of(self, content: bytes) -> bool:
        """Whether these are the bytes that were checked."""
        return hashlib.sha256(content).hexdigest() == self.sha256

    @property
    def exit_code(self) -> int:
        """0: all holds; 1: something differs; 2: something is not proved, or could not be judged."""
        if not self.holds:
            return 1
        return 2 * any(item.result in _OPEN for item in self.checks)

    @property
    def result(self) -> str:
        """The outcome in a word."""
        found = {check.result for check in self.checks}
        worst = (item for item in (Result.DIFFERS, *_OPEN) if item in found)
        return str(next(worst, Result.HOLDS))

    def describe(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "filing": self.path,
            "sha256": self.sha256,
            "result": self.result,
            "checks": [item.describe() for item in self.checks],
        }


def hold(name: str, told: str) -> Check:
    """A check that holds."""
    return Check(name, Result.HOLDS, told)


def differ(name: str, told: str, differences: tuple[Mismatch, ...] = ()) -> Check:
    """A check that does not hold."""
    return Check(name, Result.DIFFERS, told, differences)


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
            raise CertifyError(
                f"{path}:{number}: not a checksum; write the SHA-256, two spaces and the file name"
            )
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

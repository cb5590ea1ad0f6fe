"""What a verification says: each thing that was checked, and what differs."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Result(StrEnum):
    """What came of one check."""

    HOLDS = "holds"
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
        if not self.exit_code:
            return Result.HOLDS.value
        if not self.holds:
            return "does not hold"
        return next(item.value for item in _OPEN if item in {check.result for check in self.checks})

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

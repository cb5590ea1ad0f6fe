"""What a verification says: each thing that was checked, and what differs, by page and cell."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Result(StrEnum):
    """What came of one check."""

    HOLDS = "holds"
    DIFFERS = "differs"
    UNDECIDED = "could not be judged"
    """It matters and nothing can be said about it here (exit 2)."""
    LEFT_OUT = "not checked"
    """It adds nothing that another check does not cover, or was not asked for."""


@dataclass(frozen=True, slots=True)
class Difference:
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
    differences: tuple[Difference, ...] = ()

    def describe(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "check": self.name,
            "result": self.result.value,
            "told": self.told,
            "differences": [item.describe() for item in self.differences],
        }


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
    def is_decided(self) -> bool:
        """Whether everything that matters could be judged."""
        return all(item.result is not Result.UNDECIDED for item in self.checks)

    @property
    def exit_code(self) -> int:
        """0: all holds; 1: something differs; 2: something that matters could not be judged."""
        if not self.holds:
            return 1
        return 0 if self.is_decided else 2

    def describe(self) -> dict[str, Any]:
        """Plain data."""
        word = {0: "holds", 1: "does not hold", 2: "could not be judged"}[self.exit_code]
        return {
            "filing": self.path,
            "sha256": self.sha256,
            "result": word,
            "checks": [item.describe() for item in self.checks],
        }


def hold(name: str, told: str) -> Check:
    """A check that holds."""
    return Check(name, Result.HOLDS, told)


def differ(name: str, told: str, differences: tuple[Difference, ...] = ()) -> Check:
    """A check that does not hold."""
    return Check(name, Result.DIFFERS, told, differences)

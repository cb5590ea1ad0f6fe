"""The limits against which figures are held; they come from a file, never from code."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from certify.base.errors import InvalidSpec
from certify.base.load import load_file
from certify.base.resources import locate_folder
from certify.spec.validate import list_schema_faults


@dataclass(frozen=True, slots=True)
class Policy:
    """What is held acceptable."""

    lowest_edge: Fraction
    highest_edge: Fraction
    full_table_others: int
    """Other players at a full table."""
    maximum_stakes: dict[str, Fraction]
    """The highest stake expected at a table, by wager."""
    minimum_stakes: dict[str, Fraction]
    """The lowest stake expected at a table, by wager."""


def locate_policy() -> Path:
    """The policy beside the jurisdiction files, or the one shipped."""
    local = Path("jurisdictions/policy/limits.yaml")
    return local if local.is_file() else locate_folder("jurisdictions") / "policy" / "limits.yaml"


def load_policy(path: Path | None = None) -> Policy:
    """Read the limits."""
    source = load_file(path or locate_policy())
    faults = list_schema_faults(source, "policy")
    if faults:
        raise InvalidSpec(faults)
    data = source.data
    return Policy(
        Fraction(data["house_edge"]["lowest"]),
        Fraction(data["house_edge"]["highest"]),
        data["full_table_others"],
        _read_stakes(data["maximum_stakes"]),
        _read_stakes(data["minimum_stakes"]),
    )


def _read_stakes(data: dict[str, str]) -> dict[str, Fraction]:
    return {wager: Fraction(amount) for wager, amount in data.items()}

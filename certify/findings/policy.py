"""The criteria of the policy's owner; they come from a file, never from code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from certify.base.errors import InvalidSpec
from certify.base.figures import format_percent
from certify.base.load import load_file
from certify.base.resources import locate_folder
from certify.spec.validate import list_schema_faults


@dataclass(frozen=True, slots=True)
class Policy:
    """What the owner of the policy holds acceptable and material."""

    owner: str
    materiality: Fraction
    """The difference in house edge from which an open question is an error."""
    lowest_edge: Fraction
    highest_edge: Fraction
    full_table_others: int
    """Other players at a full table."""
    least_stakes: Mapping[str, Fraction]
    """The lowest stake expected at a table, by wager; `other` for those not named."""
    most_stakes: Mapping[str, Fraction]
    """The highest stake expected at a table, by wager; `other` for those not named."""
    source: str = ""

    def least_stake(self, wager: str) -> Fraction:
        """The lowest stake expected on a wager."""
        return self.least_stakes.get(wager, self.least_stakes["other"])

    def most_stake(self, wager: str) -> Fraction:
        """The highest stake expected on a wager."""
        return self.most_stakes.get(wager, self.most_stakes["other"])

    def define_severities(self) -> dict[str, str]:
        """What each severity means under this policy, for everything that prints one."""
        points = format_percent(self.materiality).rstrip("0").rstrip(".")
        return {
            "error": (
                "the text leaves open, or answers in two ways, what a wager is worth, by at least "
                f"{points} points of house edge at equal stake and seats (the materiality that "
                f"{self.owner} set); it offers a wager and never describes it; or a reading that it supports "
                "gives the player the advantage"
            ),
            "warning": (
                "such a question that moves less, that could not be priced, or that the text settles "
                "elsewhere: by a rule said outright, by clauses of the wager itself, by house edges that it "
                "prints or by the very line of the paytable; a number of seats left open; what a dealer "
                "will meet and the text does not settle; or a criterion of the policy missed"
            ),
            "note": (
                "a defect of the text; a question that moves less than 0.0001 points, or that a rule said "
                "outright settles and that is not known to move the materiality; or, whatever it is worth, "
                "a choice among paytables that each say what they pay and a difference from other documents"
            ),
        }


def locate_policy() -> Path:
    """The policy beside the jurisdiction files, or the one shipped."""
    local = Path("jurisdictions/policy/limits.yaml")
    return local if local.is_file() else locate_folder("jurisdictions") / "policy" / "limits.yaml"


def load_policy(path: Path | None = None) -> Policy:
    """Read the criteria."""
    source = load_file(path or locate_policy())
    faults = list_schema_faults(source, "policy")
    if faults:
        raise InvalidSpec(faults)
    data = source.data
    return Policy(
        data["owner"],
        Fraction(data["materiality"]),
        Fraction(data["house_edge"]["lowest"]),
        Fraction(data["house_edge"]["highest"]),
        data["full_table_others"],
        _read_stakes(data["least_stakes"]),
        _read_stakes(data["most_stakes"]),
        source.name,
    )


def _read_stakes(data: Mapping[str, str]) -> dict[str, Fraction]:
    return {wager: Fraction(amount) for wager, amount in data.items()}

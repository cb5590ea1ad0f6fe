"""The criteria of the policy's owner; they come from a file, never from code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

from certify.base.cache import hash_data
from certify.base.errors import CertifyError, InvalidSpec
from certify.base.extras import locate_folder
from certify.base.load import load_file
from certify.base.names import quote
from certify.compare.revisions import Criterion
from certify.spec.model import Jurisdiction
from certify.spec.validate import list_schema_faults, load_jurisdiction

SIGNED = "signed"
ASSUMED = "assumed-house-way.yaml"
"""A copy of the document whose house way is assumed, next to the policy; it comes before any other."""


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
    require_signed: bool = False
    """Whether nothing unsigned passes the gate."""
    signatures: int = 1
    """How many people must sign an approval."""
    assumed_house_way: Jurisdiction | None = None
    """The document whose house way is assumed where a document has none."""
    source: str = ""
    regulation: Path | None = None
    """The file with the requirements that filings are held against; None if the policy names none."""
    file_again: Criterion | None = None
    """When a changed document must be filed again; None if the policy does not say."""

    def least_stake(self, wager: str) -> Fraction:
        """The lowest stake expected on a wager."""
        return self.least_stakes.get(wager, self.least_stakes["other"])

    def most_stake(self, wager: str) -> Fraction:
        """The highest stake expected on a wager."""
        return self.most_stakes.get(wager, self.most_stakes["other"])


def locate_policy() -> Path:
    """The policy beside the jurisdiction files, or the one shipped."""
    local = Path("jurisdictions/policy/limits.yaml")
    return local if local.is_file() else locate_folder("jurisdictions") / "policy" / "limits.yaml"


def load_policy(path: Path | None = None) -> Policy:
    """Read the criteria; not through a link, which could lead to the criteria of somebody else."""
    path = path or locate_policy()
    if path != locate_folder("jurisdictions") / "policy" / path.name and (
        path.is_symlink() or path.parent.is_symlink()
    ):
        raise CertifyError(
            f"{path}: is reached through a symbolic link; replace the link with the file"
        )
    source = load_file(path)
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
        data.get("require") == SIGNED,
        data.get("signatures", 1),
        _load_lender(Path(source.name), data.get("assumed_house_way")),
        source.name,
        Path(source.name).parent / data["regulation"] if "regulation" in data else None,
        _read_criterion(data["file_again"]) if "file_again" in data else None,
    )


def hash_policy(path: Path) -> str:
    """The digest of the criteria that figures and findings depend on: all but the regulation."""
    data = load_file(path).data
    return hash_data({key: value for key, value in data.items() if key != "regulation"})


def _read_criterion(data: Mapping[str, Any]) -> Criterion:
    effect = Fraction(data["effect"]) if "effect" in data else None
    return Criterion(data.get("stated_value", False), data.get("payout", False), effect)


def _read_stakes(data: Mapping[str, str]) -> dict[str, Fraction]:
    return {wager: Fraction(amount) for wager, amount in data.items()}


def _load_lender(policy: Path, name: str | None) -> Jurisdiction | None:
    """The named document in the policy's folder or the one above, or the shipped one."""
    if name is None:
        return None
    shipped = locate_folder("jurisdictions") / f"{name}.yaml"
    local = (policy.parent / ASSUMED, policy.parent.parent / f"{name}.yaml")
    path = next((item for item in local if item.is_file()), shipped)
    if not path.is_file():
        raise CertifyError(
            f"{policy}: assumed_house_way is {quote(name)}, and no specification has this id; name one that "
            "has a house way"
        )
    return _load_once(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=4)
def _load_once(path: Path, modified: int) -> Jurisdiction | None:  # noqa: ARG001  (part of the key)
    try:
        return load_jurisdiction(path)
    except InvalidSpec:  # whoever checks that specification reports its faults
        return None

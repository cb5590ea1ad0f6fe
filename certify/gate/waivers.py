"""Findings that somebody has accepted, for a reason and until a day."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from certify.base.errors import InvalidSpec
from certify.base.load import Source, load_file
from certify.spec.validate import list_schema_faults

WAIVERS = Path("policy") / "waivers.yaml"
LONGEST_DAYS = 731
"""Two years: nothing is waived for ever."""


@dataclass(frozen=True, slots=True)
class Waiver:
    """One accepted finding."""

    fingerprint: str
    reason: str
    accepted_by: str
    expires: datetime.date
    file: str
    line: int

    @property
    def place(self) -> str:
        """File and line."""
        return f"{self.file}:{self.line}"

    def has_expired(self, today: datetime.date) -> bool:
        """Whether the last day of the waiver is over."""
        return today > self.expires


def load_waivers(folder: Path) -> tuple[Waiver, ...]:
    """Read the waivers of a folder of jurisdiction files; none where there is no file."""
    path = folder / WAIVERS
    return read_waivers(load_file(path)) if path.is_file() else ()


def read_waivers(source: Source) -> tuple[Waiver, ...]:
    """The waivers of a file that has been read."""
    faults = list_schema_faults(source, "waivers")
    waivers: list[Waiver] = []
    for place, item in enumerate(source.data["waivers"] if not faults else ()):
        try:
            expires = datetime.date.fromisoformat(item["expires"])
        except ValueError:
            faults.append(
                source.fault(
                    ("waivers", place, "expires"),
                    f"{item['expires']} is no date",
                    "write year-month-day in quotes",
                )
            )
            continue
        if item["fingerprint"] in [waiver.fingerprint for waiver in waivers]:
            faults.append(
                source.fault(
                    ("waivers", place, "fingerprint"),
                    "the finding is waived twice",
                    "keep one of them",
                )
            )
        waivers.append(
            Waiver(
                item["fingerprint"],
                item["reason"],
                item["accepted_by"],
                expires,
                source.name,
                source.position(("waivers", place))[0],
            )
        )
    if faults:
        raise InvalidSpec(faults)
    return tuple(waivers)


def list_faults_of_waivers(waivers: tuple[Waiver, ...], today: datetime.date) -> Iterator[str]:
    """Waivers that are over, and waivers that would never be."""
    for waiver in waivers:
        if waiver.has_expired(today):
            yield (
                f"{waiver.place}: the waiver of {waiver.fingerprint} expired on {waiver.expires}; "
                "decide anew"
            )
        elif (waiver.expires - today).days > LONGEST_DAYS:
            yield (
                f"{waiver.place}: the waiver of {waiver.fingerprint} runs until {waiver.expires}; "
                f"a waiver runs {LONGEST_DAYS} days at most, then it is decided anew"
            )

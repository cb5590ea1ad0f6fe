"""Waivers: findings that a person has accepted, with reason and end."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from certify.base.cache import hash_data
from certify.base.errors import InvalidSpec
from certify.base.load import SourceFile, load_file
from certify.render.numbers import count
from certify.spec.validate import list_schema_faults

WAIVERS = Path("policy") / "waivers.yaml"
LONGEST_DAYS = 731
"""Two years."""
NOTICE_DAYS = 30


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
        """Whether the waiver has ended."""
        return today > self.expires


def list_waived(waivers: Iterable[Waiver], today: datetime.date) -> dict[str, dict[str, str]]:
    """Reason, owner and end of each waiver that is in force, by fingerprint."""
    return {
        item.fingerprint: {
            "reason": item.reason,
            "accepted_by": item.accepted_by,
            "until": item.expires.isoformat(),
        }
        for item in waivers
        if not item.has_expired(today)
    }


def hash_waivers(waivers: Iterable[Waiver], fingerprints: Iterable[str]) -> str:
    """The digest of the waivers of some findings, whatever their place in the file."""
    known = set(fingerprints)
    return hash_data(
        sorted(
            [item.fingerprint, item.reason, item.accepted_by, item.expires.isoformat()]
            for item in waivers
            if item.fingerprint in known
        )
    )


def load_waivers(folder: Path) -> tuple[Waiver, ...]:
    """The waivers of a folder of specifications; none if there is no file."""
    path = folder / WAIVERS
    return read_waivers(load_file(path)) if path.is_file() else ()


def read_waivers(source: SourceFile) -> tuple[Waiver, ...]:
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
                    f"{item['expires']!r} is not a date",
                    "write year-month-day in quotes",
                )
            )
            continue
        if item["fingerprint"] in [waiver.fingerprint for waiver in waivers]:
            faults.append(
                source.fault(
                    ("waivers", place, "fingerprint"),
                    "duplicate waiver",
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


def list_ending(waivers: Iterable[Waiver], today: datetime.date) -> Iterator[str]:
    """Waivers that will end soon."""
    for waiver in waivers:
        if 0 <= (days := (waiver.expires - today).days) <= NOTICE_DAYS:
            yield (
                f"warning: {waiver.place}: the waiver for {waiver.fingerprint} ends on "
                f"{waiver.expires} ({count(days, 'day')}); renew it, or correct the issue"
            )


def list_faults_of_waivers(waivers: tuple[Waiver, ...], today: datetime.date) -> Iterator[str]:
    """Waivers that have ended, and waivers that run too long."""
    for waiver in waivers:
        if waiver.has_expired(today):
            yield (
                f"{waiver.place}: the waiver for {waiver.fingerprint} expired on {waiver.expires}; "
                "renew or remove it"
            )
        elif (waiver.expires - today).days > LONGEST_DAYS:
            yield (
                f"{waiver.place}: the waiver for {waiver.fingerprint} runs until {waiver.expires}; "
                f"the maximum is {LONGEST_DAYS} days; set an earlier last day"
            )

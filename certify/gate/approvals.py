"""Approvals: who took the figures of an edition for good, when and why. Nothing is ever taken out."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

from certify.base.errors import CertifyError

_LONGEST = {"by": 120, "reason": 480}
_SHORTEST = {"by": 2, "reason": 10}


@dataclass(frozen=True, slots=True)
class Approval:
    """One approval: of an edition, with the digest of all that was approved."""

    edition: int
    date: str
    by: str
    reason: str
    content: str
    """The digest of the certificate's content without approvals."""

    def describe(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)


def make_approval(
    edition: int, day: datetime.date, by: str | None, reason: str | None, content: str
) -> Approval:
    """An approval with name and reason, or the refusal of one that lacks them."""
    name, why = check_words(by, reason)
    return Approval(edition, day.isoformat(), name, why, content)


def check_words(by: str | None, reason: str | None) -> tuple[str, str]:
    """Name and reason as they are kept, each on one line; refused where one is missing."""
    given = {"by": " ".join((by or "").split()), "reason": " ".join((reason or "").split())}
    for key, text in given.items():
        if len(text) < _SHORTEST[key]:
            told = "who approves it, by name or role" if key == "by" else "why it is approved"
            raise CertifyError(f"--accept needs --{key}: say {told}")
        if fault := _find_fault(key, text):
            raise CertifyError(f"--{key} {fault}")
    return given["by"], given["reason"]


def _find_fault(key: str, text: str) -> str:
    """What keeps a name or reason from being one line that anybody can read; empty where nothing does."""
    if len(text) > _LONGEST[key]:
        return f"is longer than {_LONGEST[key]} characters; shorten it"
    if not text.isprintable():
        return "holds characters that cannot be printed; remove them"
    return ""


def read_approvals(data: Sequence[dict[str, Any]]) -> tuple[Approval, ...]:
    """Approvals of a certificate that its schema has accepted."""
    return tuple(Approval(**item) for item in data)


def list_faults(approvals: Sequence[Approval], content: str, edition: int) -> list[str]:
    """What is wrong with a history in itself, and with it as the approval of some content."""
    faults = []
    if not approvals:
        return ["nobody has approved it"]
    for item in approvals:
        for key, text in (("by", item.by), ("reason", item.reason)):
            if _find_fault(key, text):
                faults.append(f"an approval was written by hand: {key} is {text!r}")
        if not _is_day(item.date):
            faults.append(f"an approval was written by hand: {item.date} is no day")
    for before, after in pairwise(approvals):
        if after.edition < before.edition or after.date < before.date:
            faults.append(f"its approvals are not in order: {after.date} after {before.date}")
    if approvals[-1].content != content:
        faults.append("its content is not the content that was approved")
    if approvals[-1].edition != edition:
        faults.append(f"edition {approvals[-1].edition} was approved, not edition {edition}")
    return faults


def _is_day(text: str) -> bool:
    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        return False
    return True

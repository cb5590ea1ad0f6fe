"""Approvals: who approved the figures of a revision, when and why. None is ever removed.

Each approval covers the one before it, so that a history cannot be shortened or rewritten without another
digest in all that follows. A signed approval covers specification, certificate, policy and waivers.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from typing import Any

from certify.base.cache import hash_data
from certify.base.errors import CertifyError
from certify.gate.people import APPROVER, AUTHOR, Authority, Person
from certify.gate.signatures import APPROVAL, Key, recover_key

_LONGEST = {"by": 120, "reason": 480}
_SHORTEST = {"by": 2, "reason": 10}
NOTHING = "0" * 64
"""What the first approval of a history covers as the previous one."""


@dataclass(frozen=True, slots=True)
class Approval:
    """One approval of a revision, with the digest of the approved content."""

    edition: int
    date: str
    by: str
    reason: str
    content: str
    """The digest of the certificate's content without approvals."""
    previous: str = ""
    """The digest of the previous approval; empty in approvals of older programs."""
    waivers: str = ""
    """The digest of the waivers in force for this specification."""
    author: str = ""
    """Who wrote the revision, as the approver states."""
    signatures: tuple[str, ...] = ()

    def describe(self) -> dict[str, Any]:
        """Plain data, without what is empty."""
        data = {key: value for key, value in asdict(self).items() if value}
        return data | ({"signatures": list(self.signatures)} if self.signatures else {})

    @property
    def message(self) -> bytes:
        """What is signed: the approval without its signatures, as compact sorted JSON."""
        data = replace(self, signatures=()).describe()
        text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return text.encode()

    def sign(self, key: Key) -> Approval:
        """The approval with one more signature."""
        text = key.sign(self.message, APPROVAL)
        return replace(self, signatures=(*self.signatures, text))

    def find_signers(self, authority: Authority) -> list[Person | None]:
        """Who made each signature; None if it is not valid or its key is not listed."""
        keys = [recover_key(self.message, text, APPROVAL) for text in self.signatures]
        return [authority.find(key) if key else None for key in keys]


def hash_approval(approval: Approval | None) -> str:
    """The digest with which the next approval covers this one."""
    return hash_data(approval.describe()) if approval else NOTHING


def check_word(key: str, text: str | None) -> str:
    """A name (`by`) or reason on one line; refused if it is missing."""
    word = " ".join((text or "").split())
    if len(word) < _SHORTEST[key]:
        example = "'A. Reviewer'" if key == "by" else "'checked against the document'"
        raise CertifyError(
            f"--accept needs --{key} with at least {_SHORTEST[key]} characters; "
            f"for example --{key} {example}"
        )
    if fault := _find_fault(key, word):
        raise CertifyError(f"--{key} {fault}")
    return word


def _find_fault(key: str, text: str) -> str:
    """Why a name or reason is not one readable line; empty if it is."""
    if len(text) > _LONGEST[key]:
        return f"is longer than {_LONGEST[key]} characters; shorten it"
    if not text.isprintable():
        return "contains characters that cannot be printed; remove them"
    return ""


def read_approvals(data: Sequence[dict[str, Any]]) -> tuple[Approval, ...]:
    """The approvals of a certificate."""
    return tuple(
        Approval(**{**item, "signatures": tuple(item.get("signatures", ()))}) for item in data
    )


def list_faults(
    approvals: Sequence[Approval],
    content: str,
    edition: int,
    today: datetime.date | None = None,
) -> list[str]:
    """The faults of a history of approvals, and of its last approval for a content and revision."""
    faults = []
    if not approvals:
        return ["it has no approval"]
    for item in approvals:
        for key, text in (("by", item.by), ("reason", item.reason)):
            if _find_fault(key, text):
                faults.append(f"an approval was edited by hand: {key} is {text!r}")
        if _read_day(item.date) is None:
            faults.append(f"an approval was edited by hand: {item.date} is not a date")
        elif today is not None and item.date > today.isoformat():
            faults.append(f"an approval is dated {item.date}, after today ({today})")
    for before, after in pairwise((None, *approvals)):
        faults += _list_faults_of_order(before, after) if after else ()
    if approvals[-1].content != content:
        faults.append("the content differs from the approved content")
    if approvals[-1].edition != edition:
        faults.append(f"revision {approvals[-1].edition} was approved, not revision {edition}")
    return faults


def _list_faults_of_order(before: Approval | None, after: Approval) -> Iterator[str]:
    if before and (after.edition < before.edition or after.date < before.date):
        yield f"the approvals are not in order: {after.date} after {before.date}"
    expected = hash_approval(before) if after.previous or (before and before.previous) else ""
    if after.previous != expected:
        yield f"the approval of {after.date} does not cover the approval before it"


def list_faults_of_signatures(
    approvals: Sequence[Approval], waivers: str, authority: Authority
) -> Iterator[str]:
    """Signatures that are missing, not valid, or by people without the role.

    `waivers`: the digest of the waivers in force.
    """
    if not approvals:
        return
    signed = False
    for item in approvals:
        if item.signatures:
            yield from _list_faults_of_one(item, authority)
        elif signed:
            yield f"the approval of {item.date} is not signed, but an earlier one is"
        signed = signed or bool(item.signatures)
    last = approvals[-1]
    if not last.signatures:
        if authority.required:
            yield "not signed, but the policy requires it; approve it with --accept --key KEY"
        return
    if last.waivers != waivers:
        yield "its waivers have changed since it was approved; approve it again"
    missing = authority.signatures - len(
        {item.name for item in last.find_signers(authority) if item}
    )
    if authority.required and missing > 0:
        yield (
            f"{authority.signatures} people must sign, and {missing} more signature is missing; "
            "another person runs --accept --key KEY"
        )


def _list_faults_of_one(approval: Approval, authority: Authority) -> Iterator[str]:
    """The faults of the signatures of one approval."""
    day = _read_day(approval.date)
    if day is None:
        return
    label = f"the approval of {approval.date}"
    signers = approval.find_signers(authority)
    if None in signers:
        yield f"{label} has a signature that is not valid, or whose key is not in people.yaml"
        return
    people = [item for item in signers if item]
    for item in people:
        if not item.may_sign(day):
            yield f"{label} is signed by {item.name}, who has no role on that day"
    if approval.author not in authority.list_names(AUTHOR, day):
        yield f"{label} names the author {approval.author!r}, who is not listed as one"
    approvers = [
        item.name for item in people if item.has(APPROVER, day) and item.name != approval.author
    ]
    if approval.by not in approvers:
        yield f"{label} is not signed by the approver {approval.by}, or they are its author"


def _read_day(text: str) -> datetime.date | None:
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        return None


def describe_signers(approval: Approval, authority: Authority) -> str:
    """Who signed an approval, or that it is unsigned."""
    names = [item.name for item in approval.find_signers(authority) if item]
    return f"signed by {' and '.join(names)}" if names else "unsigned"

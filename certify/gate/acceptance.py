"""--accept: refused without a new revision, an approver, a required signature, or waivers for errors."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from certify.base.errors import CertifyError
from certify.compare.certificates import has_new_figures
from certify.findings.finding import Severity
from certify.findings.issue import Issue
from certify.gate.approvals import (
    APPROVER,
    AUTHOR,
    OWNER,
    Approval,
    Authority,
    Key,
    Person,
    hash_approval,
    read_approvals,
)
from certify.gate.certificates import hash_content, keep_before, seal
from certify.gate.judgement import Computed, list_unlike_settlements


@dataclass(frozen=True, slots=True)
class Approver:
    """Who accepts, and why."""

    by: str
    reason: str
    day: datetime.date
    author: str = ""
    key: Key | None = None


def identify_approver(approver: Approver, authority: Authority) -> Person | None:
    """The person who signs; None for an unsigned approval; refused if the person may not sign."""
    if approver.key is None:
        if authority.required:
            raise CertifyError("the policy requires signatures; add --key KEY")
        return None
    person = authority.find(approver.key.public)
    if person is None:
        raise CertifyError(
            "--key: this key is not in policy/people.yaml; a policy owner can add: "
            f"key: {approver.key.public}"
        )
    if not any(person.has(role, approver.day) for role in (AUTHOR, APPROVER, OWNER)):
        raise CertifyError(f"--key: {person.place}: {person.name} is not valid on {approver.day}")
    if approver.by not in ("", person.name):
        raise CertifyError(f"--by: this key belongs to {person.name}; omit --by")
    return person


def check_author(approver: Approver, person: Person, authority: Authority) -> None:
    """Refuse an approval without an author, or by its author."""
    authors = authority.list_names(AUTHOR, approver.day)
    if approver.author not in authors:
        raise CertifyError(
            "a signed approval needs --author NAME, who wrote the revision; "
            f"policy/people.yaml lists: {', '.join(authors) or 'nobody'}"
        )
    if approver.author == person.name:
        raise CertifyError(f"{person.name} is the author; another person has to approve")


def list_unwaived(computed: Computed, waived: set[str]) -> list[Issue]:
    """The errors that no valid waiver covers, by themselves or by each of their errors."""
    return [
        issue
        for issue in computed.examined.issues
        if issue.severity is Severity.ERROR and not _is_waived(issue, waived)
    ]


def _is_waived(issue: Issue, waived: set[str]) -> bool:
    errors = [item for item in issue.findings if item.weight is Severity.ERROR]
    return issue.fingerprint in waived or (
        bool(errors) and all(item.fingerprint in waived for item in errors)
    )


def describe_unwaived(issue: Issue, computed: Computed) -> str:
    """An error without a waiver, and what to do."""
    return (
        f"error {issue.head.code} without a valid waiver: {computed.titles[issue.fingerprint]} "
        f"[{issue.fingerprint}]; correct it, or add a waiver to policy/waivers.yaml"
    )


def list_refusals(
    previous: Mapping[str, Any] | None, computed: Computed, waived: set[str], approver: Approver
) -> Iterator[str]:
    """Why a specification cannot be accepted."""
    yield from list_unlike_settlements(computed)
    if previous is not None:
        new = computed.content
        before, now = previous["edition"]["number"], new["edition"]["number"]
        if previous["jurisdiction"] != new["jurisdiction"]:
            yield f"its certificate is for {previous['jurisdiction']}; remove it first"
            return
        if now < before:
            yield f"revision {before} was approved, but the specification is revision {now}"
        elif now == before and has_new_figures(previous, new):
            yield (
                f"its figures have changed, but it is still revision {now}; "
                f"set edition to {now + 1} with its date"
            )
        last = read_approvals(previous["approvals"])[-1]
        if approver.day.isoformat() < last.date:
            yield f"the last approval is dated {last.date}, after {approver.day.isoformat()}"
    for issue in list_unwaived(computed, waived):
        yield describe_unwaived(issue, computed)


def approve(
    previous: Mapping[str, Any] | None, computed: Computed, approver: Approver, waivers: str
) -> dict[str, Any]:
    """The new certificate, with this approval at the end of the history."""
    history = read_approvals(previous["approvals"]) if previous else ()
    approval = Approval(
        computed.content["edition"]["number"],
        approver.day.isoformat(),
        approver.by,
        approver.reason,
        hash_content(computed.content),
        hash_approval(history[-1] if history else None),
        waivers,
        approver.author,
    )
    if approver.key:
        approval = approval.sign(approver.key)
    content = {**computed.content, **keep_before(previous, computed.content)}
    return seal(content, (*history, approval))


def countersign(certificate: Mapping[str, Any], key: Key) -> dict[str, Any]:
    """The certificate with one more signature of its last approval."""
    *history, last = read_approvals(certificate["approvals"])
    content = {key: certificate[key] for key in certificate if key not in {"approvals", "sha256"}}
    return seal(content, (*history, last.sign(key)))

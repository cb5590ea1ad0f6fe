"""--accept: everything computed anew, and refused where an edition, a waiver or a name is missing."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from certify.gate.approvals import make_approval, read_approvals
from certify.gate.certificates import hash_content, seal
from certify.gate.comparison import has_new_figures, list_new_errors
from certify.gate.judgement import Computed


@dataclass(frozen=True, slots=True)
class Approver:
    """Who accepts, and why."""

    by: str
    reason: str
    day: datetime.date


def list_refusals(
    previous: Mapping[str, Any] | None, computed: Computed, waived: set[str], approver: Approver
) -> Iterator[str]:
    """Why a file cannot be accepted as it is."""
    if previous is None:
        return
    new = computed.content
    before, now = previous["edition"]["number"], new["edition"]["number"]
    if previous["jurisdiction"] != new["jurisdiction"]:
        yield f"the certificate beside it is that of {previous['jurisdiction']}; remove it first"
        return
    if now < before:
        yield f"edition {before} was approved, and the file says edition {now}"
    elif now == before and has_new_figures(previous, new):
        yield (
            f"its figures are new and its edition is still {now}; "
            f"write edition {now + 1} with its date, then accept"
        )
    last = read_approvals(previous["approvals"])[-1]
    if approver.day.isoformat() < last.date:
        yield f"the last approval is of {last.date}, after {approver.day.isoformat()}"
    titles = computed.titles
    for item in list_new_errors(previous, new):
        if not _is_waived(item["fingerprint"], computed, waived):
            yield (
                f"new error {item['code']}: {titles[item['fingerprint']]} [{item['fingerprint']}]; "
                "correct it, or waive it in policy/waivers.yaml"
            )


def _is_waived(fingerprint: str, computed: Computed, waived: set[str]) -> bool:
    """Whether a matter is waived, or each error in it is."""
    if fingerprint in waived:
        return True
    matter = next(item for item in computed.examined.matters if item.fingerprint == fingerprint)
    errors = [item for item in matter.findings if item.severity.word == "error"]
    return bool(errors) and all(item.fingerprint in waived for item in errors)


def approve(
    previous: Mapping[str, Any] | None, computed: Computed, approver: Approver
) -> dict[str, Any]:
    """The new certificate, with this approval at the end of the history."""
    history = read_approvals(previous["approvals"]) if previous else ()
    approval = make_approval(
        computed.content["edition"]["number"],
        approver.day,
        approver.by,
        approver.reason,
        hash_content(computed.content),
    )
    return seal(computed.content, (*history, approval))

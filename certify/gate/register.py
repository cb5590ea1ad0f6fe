"""What a repository holds that somebody has signed or accepted, with its dates."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from certify.base.errors import CertifyError, InvalidSpec
from certify.findings.policy import load_policy
from certify.gate.approvals import PEOPLE, Authority, describe_signers, load_people, read_approvals
from certify.gate.certificates import SUFFIX, load_certificate
from certify.gate.files import POLICY
from certify.gate.waivers import load_waivers
from certify.spec.model import CORRESPONDENCE
from certify.spec.validate import load_jurisdiction

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the register."""

    kind: str
    """approval, answer, waiver, key, question, letter or filing."""
    file: str
    name: str
    """The jurisdiction, the finding or the roles that it is about."""
    by: str
    date: str = ""
    until: str = ""
    signed: str = ""
    what: str = ""

    def describe(self) -> dict[str, str | None]:
        """Plain data."""
        return {key: value or None for key, value in asdict(self).items()}

    def ends_within(self, today: datetime.date, days: int) -> bool:
        """Whether it ends within some days, or has ended."""
        return bool(self.until) and (datetime.date.fromisoformat(self.until) - today).days <= days


def list_entries(folder: Path, names: Sequence[str]) -> Iterator[Entry]:
    """Approvals and answers of these specifications; waivers and keys of the policy folder."""
    people = load_people(folder / PEOPLE)
    policy = folder / POLICY
    needed = load_policy(policy).signatures if policy.is_file() else 1
    authority = Authority(people, signatures=needed)
    for name in names:
        yield from _list_answers(folder / f"{name}.yaml")
        path = folder / f"{name}{SUFFIX}"
        if not path.is_file():
            continue
        certificate = load_certificate(path)
        for item in read_approvals(certificate["approvals"]):
            yield Entry(
                "approval",
                str(path),
                f"{certificate['jurisdiction']} revision {item.edition}",
                item.by,
                item.date,
                signed=describe_signers(item, authority),
                what=item.reason,
            )
    for waiver in load_waivers(folder):
        yield Entry(
            "waiver",
            waiver.place,
            waiver.fingerprint,
            waiver.accepted_by,
            until=waiver.expires.isoformat(),
            what=waiver.reason,
        )
    for person in people:
        yield Entry(
            "key",
            person.place,
            ", ".join(person.roles),
            person.name,
            person.first.isoformat(),
            person.last.isoformat(),
        )


def _list_answers(spec: Path) -> Iterator[Entry]:
    """The answers of the author of the document that a specification cites."""
    try:
        jurisdiction = load_jurisdiction(spec)
    except (CertifyError, InvalidSpec):
        return  # certify validate reports its faults
    for document in jurisdiction.documents:
        if document.kind == CORRESPONDENCE:
            date = _DATE.search(document.id)
            yield Entry(
                "answer",
                str(spec),
                f"{jurisdiction.id} {document.id}",
                "",
                date.group() if date else "",
                what=document.name,
            )

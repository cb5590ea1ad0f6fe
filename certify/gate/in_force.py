"""The revision of a specification that is in force on a day, from the files given and their git history."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from certify.base.errors import CertifyError, InvalidSpec
from certify.base.load import load_bytes
from certify.gate.revisions import list_history
from certify.spec.model import Jurisdiction
from certify.spec.validate import read_jurisdiction


def select_in_force(
    jurisdictions: Sequence[Jurisdiction], day: datetime.date
) -> Iterator[Jurisdiction]:
    """For each id the revision in force; of several the one that began last, then the highest revision."""
    for name in dict.fromkeys(item.id for item in jurisdictions):
        own = [item for item in jurisdictions if item.id == name]
        known = [*own, *_list_earlier(own)]
        found = [item for item in known if _covers(item, day)]
        if not found:
            stated = sorted({describe(item) for item in known if item.in_force is not None})
            cure = (
                f"known: {'; '.join(stated)}" if stated else "no revision states in_force; add it"
            )
            raise CertifyError(f"{name}: no revision is in force on {day}; {cure}")
        yield max(found, key=lambda item: (item.in_force or ("", ""), item.edition))


def describe(jurisdiction: Jurisdiction) -> str:
    """A revision with the time in which it is in force."""
    first, last = jurisdiction.in_force or ("", "")
    until = f" to {last}" if last else ""
    return f"revision {jurisdiction.edition}, in force from {first}{until}"


def _covers(jurisdiction: Jurisdiction, day: datetime.date) -> bool:
    if jurisdiction.in_force is None:
        return False
    first, last = jurisdiction.in_force
    return first <= day.isoformat() and (not last or day.isoformat() <= last)


def _list_earlier(jurisdictions: Iterable[Jurisdiction]) -> Iterator[Jurisdiction]:
    """The revisions of these files in git that are valid today."""
    for jurisdiction in jurisdictions:
        for name, content in list_history(Path(jurisdiction.source.name)):
            try:
                found = read_jurisdiction(load_bytes(content, name))
            except InvalidSpec:
                continue  # a form of the file that is no longer read
            if found.id == jurisdiction.id:
                yield found

"""Jurisdictions with single edits, built in memory."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from certify.base.errors import InvalidSpec
from certify.spec.build import build_jurisdiction
from certify.spec.expand import write_plain
from certify.spec.model import Jurisdiction
from certify.spec.semantic_checks import list_faults_of_meaning
from certify.spec.validate import list_schema_faults

Change = Callable[[Any], None]

SILENT: Mapping[str, Any] = {"silent": True}
NOT_OFFERED: Mapping[str, Any] = {"not_offered": True}
_STANDINGS = {"value", "stated", "silent", "deferred", "not_offered"}


def edit(jurisdiction: Jurisdiction, *changes: Change) -> Jurisdiction:
    """Apply changes to a copy of the plain data and build the model anew, meaning unchecked."""
    data = copy.deepcopy(jurisdiction.source.data)
    for change in changes:
        change(data)
    return build_jurisdiction(replace(jurisdiction.source, data=data))


def check(jurisdiction: Jurisdiction) -> Jurisdiction:
    """An edited jurisdiction, refused where schema or meaning would refuse the file."""
    source = jurisdiction.source
    written = replace(source, data=write_plain(source.data))
    faults = list_schema_faults(written, "jurisdiction")
    faults = faults or list_faults_of_meaning(jurisdiction)
    if faults:
        raise InvalidSpec(faults)
    return jurisdiction


def put(*path: str | int, value: Any) -> Change:
    """A change that sets one value."""

    def change(data: Any) -> None:
        for step in path[:-1]:
            data = data[step]
        data[path[-1]] = value

    return change


def state(key: str, value: Any) -> Change:
    """A change that sets one statement by its key: `comparison.copy`, `fortune-bonus.cap`.

    A statement of a wager's envy is `fortune-bonus.envy.minimum_stake`. A bare value counts as said in a
    clause named `test`; a statement is taken as it is.
    """
    said = value if isinstance(value, Mapping) and _STANDINGS & set(value) else _say(value)

    def change(data: Any) -> None:
        owner, _, name = key.partition(".")
        place = data.get(owner)
        if place is None:
            place = find_wager(data, owner)
            if name.startswith("envy."):
                place, name = place.setdefault("envy", {}), name.removeprefix("envy.")
        place[name] = copy.deepcopy(said)

    return change


def find_wager(data: Any, name: str) -> Any:
    """A wager of the plain data by its id."""
    return next(item for item in data["wagers"] if item["id"] == name)


def find_paytable(data: Any, wager: str, paytable: str | None = None) -> Any:
    """A paytable of the plain data; the wager itself where its lines stand in it; else the first."""
    own = find_wager(data, wager)
    if "lines" in own:
        return own
    return next(item for item in own["paytables"] if paytable is None or item["id"] == paytable)


def put_line(wager: str, line: str, name: str, value: Any, paytable: str | None = None) -> Change:
    """A change that sets one field of a line, the line named by its id or its class."""

    def change(data: Any) -> None:
        own = find_paytable(data, wager, paytable)["lines"]
        found = next(item for item in own if line in {item.get("id"), item.get("hand")})
        found[name] = value

    return change


def drop_line(wager: str, line: str, paytable: str | None = None) -> Change:
    """A change that takes a line away."""

    def change(data: Any) -> None:
        own = find_paytable(data, wager, paytable)
        own["lines"] = [
            item for item in own["lines"] if line not in {item.get("id"), item.get("hand")}
        ]

    return change


def _say(value: Any) -> dict[str, Any]:
    return {"value": value, "at": {"clause": "test", "lines": 1}}

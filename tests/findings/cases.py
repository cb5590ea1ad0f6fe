"""Cases of the five jurisdictions, lightened to keep the fast suite fast, and edits of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from certify.findings.case import Case
from certify.findings.finding import Finding
from certify.findings.policy import load_policy
from certify.findings.registry import list_findings
from certify.spec.model import Jurisdiction
from tests.conftest import IDS, ROOT, load
from tests.edits import edit

Change = Callable[[Any], None]
POLICY = load_policy(ROOT / "jurisdictions" / "policy" / "limits.yaml")


def lighten(data: Any) -> None:
    """Take out what takes long: the house way, a contest hand by hand, envy's exclusions."""
    data.pop("house_way", None)
    comparison = data["fortune"]["bank_comparison"]
    if comparison.get("alternatives") == ["by-hand"]:
        del comparison["alternatives"]
    for name, value in (
        ("bank_qualifies", "no-effect"),
        ("own_seven_card", "no-effect"),
        ("own_royal_match", "no-effect"),
    ):
        if "at" in data["envy"][name]:
            data["envy"][name]["value"] = value


@cache
def load_light(name: str) -> Jurisdiction:
    """A jurisdiction without its long computations."""
    return edit(load(name), lighten)


def make_case(jurisdiction: Jurisdiction, *, alone: bool = False) -> Case:
    """A jurisdiction among the others, or alone."""
    others = () if alone else tuple(load_light(name) for name in IDS if name != jurisdiction.id)
    return Case(jurisdiction, (jurisdiction, *others), POLICY)


def check(jurisdiction: Jurisdiction, *codes: str, alone: bool = False) -> list[Finding]:
    """The findings of some rules, or of all."""
    return list_findings(make_case(jurisdiction, alone=alone), codes or None)


def change_all(*changes: Change) -> Change:
    """Several changes as one."""

    def change(data: Any) -> None:
        for item in changes:
            item(data)

    return change


def state(section: str, name: str, value: Any, lines: str = "5") -> Change:
    """Let the document say one thing."""

    def change(data: Any) -> None:
        data[section][name] = {"value": value, "at": {"clause": "edited", "lines": lines}}

    return change


def silence(section: str, name: str) -> Change:
    """Let the document say nothing."""

    def change(data: Any) -> None:
        data[section][name] = {"silent": True}

    return change


def withdraw(section: str, *names: str) -> Change:
    """Let the game have no such thing."""

    def change(data: Any) -> None:
        for name in names:
            data[section][name] = {"not_offered": True}

    return change


def dispute(section: str, name: str, *values: Any, lines: tuple[str, ...] = ("5", "6")) -> Change:
    """Let the document say two things."""

    def change(data: Any) -> None:
        data[section][name] = {
            "stated": [
                {"value": value, "at": {"clause": f"edited {place}", "lines": line}}
                for place, (value, line) in enumerate(zip(values, lines, strict=True))
            ],
            "adopted": values[0],
            "because": "edited",
        }

    return change


def change_line(table: str, hand: str, **values: Any) -> Change:
    """Change a line of a paytable."""

    def change(data: Any) -> None:
        for paytable in data["paytables"]:
            if paytable["id"] == table:
                for line in paytable["lines"]:
                    if line["hand"] == hand:
                        line.update(values)

    return change


def drop_line(table: str, hand: str) -> Change:
    """Take a line off a paytable."""

    def change(data: Any) -> None:
        for paytable in data["paytables"]:
            if paytable["id"] == table:
                paytable["lines"] = [line for line in paytable["lines"] if line["hand"] != hand]

    return change


def find_entry(data: Any, kind: str, **wanted: Any) -> Any:
    """An entry of the inventory."""
    return next(
        item
        for item in data["inventory"][kind]
        if all(item.get(key) == value for key, value in wanted.items())
    )


def change_entry(kind: str, values: dict[str, Any], **wanted: Any) -> Change:
    """Change an entry of the inventory."""

    def change(data: Any) -> None:
        find_entry(data, kind, **wanted).update(values)

    return change


def drop_entry(kind: str, **wanted: Any) -> Change:
    """Take an entry off the inventory."""

    def change(data: Any) -> None:
        data["inventory"][kind].remove(find_entry(data, kind, **wanted))

    return change


def add_entry(into: str, **values: Any) -> Change:
    """Add an entry to the inventory."""

    def change(data: Any) -> None:
        data["inventory"][into].append(values)

    return change

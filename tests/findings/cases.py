"""What the tests of findings share: cases of one document, and edits of their data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from certify.findings.case import Case
from certify.findings.finding import Finding
from certify.findings.policy import Policy, load_policy
from certify.findings.registry import list_differences, list_findings
from certify.spec.model import Jurisdiction
from tests.conftest import IDS, ROOT, load
from tests.edits import edit

Edit = Callable[[Any], None]


def policy() -> Policy:
    """The policy of the project."""
    return load_policy(ROOT / "jurisdictions" / "policy" / "limits.yaml")


def case_of(jurisdiction: Jurisdiction, *others: Jurisdiction) -> Case:
    """A case of one document alone, or beside others."""
    return Case(jurisdiction, policy(), others)


def find(jurisdiction: Jurisdiction, *codes: str) -> list[Finding]:
    """What some rules find in one document alone."""
    return list_findings(case_of(jurisdiction), codes)


def find_between(jurisdiction: Jurisdiction, other: Jurisdiction, *codes: str) -> list[Finding]:
    """What some rules find between two documents."""
    return list_differences(case_of(jurisdiction, other), codes)


def changed(name: str, *edits: Edit) -> Jurisdiction:
    """A jurisdiction of the project with edits made in memory."""
    found = load(name)
    for change in edits:
        found = edit(found, change)
    return found


def everyone() -> tuple[Jurisdiction, ...]:
    """All jurisdictions of the project."""
    return tuple(load(name) for name in IDS)


def place(lines: int | str = 5, clause: str = "here") -> dict[str, Any]:
    """A citation."""
    return {"clause": clause, "lines": lines}


def say(value: Any, lines: int | str = 5) -> dict[str, Any]:
    """A value that the document states."""
    return {"value": value, "at": place(lines)}


def conflict(first: Any, second: Any, lines: tuple[Any, Any] = (5, 6)) -> dict[str, Any]:
    """Two values that the document states; the first is adopted."""
    return {
        "stated": [
            {"value": first, "at": place(lines[0])},
            {"value": second, "at": place(lines[1])},
        ],
        "adopted": first,
        "because": "it comes first",
    }


def leave_open(assumed: Any, *others: Any, because: str = "") -> dict[str, Any]:
    """A silence with a value assumed; with a reason the text supports the others."""
    alternatives = [
        {"value": other, "because": because, "at": place()} if because else other
        for other in others
    ]
    return {
        "silent": True,
        "assumed": assumed,
        "because": "somebody has to",
        "alternatives": alternatives,
    }

"""The recommended wording is sufficient: a document that states it has no error left."""

from __future__ import annotations

import pytest

from certify.findings.checked import check_document
from certify.findings.finding import Severity
from certify.render.finding import FindingText
from certify.render.words import Words
from certify.spec.model import Jurisdiction, Standing, Statement
from tests.conftest import IDS, load
from tests.edits import Change, edit
from tests.findings.cases import case_of, place

DESCRIPTION = {
    "wager.rules_of_play": {"value": "given"},
    "wager.settled": {"value": "with-standard-wagers"},
    "wager.cap": {"not_offered": True},
}
"""What the recommended description of a wager states."""


def state_used(statement: Statement) -> Change:
    """A change that makes a document state the value used for a point, at a place of its own."""

    def change(data):
        for step in statement.path[:-1]:
            data = data[step]
        entry = data[statement.path[-1]]
        used = {"value": entry.get("adopted", entry.get("assumed"))}
        stated = DESCRIPTION.get(statement.parameter.key, used)
        kept = {
            key: entry[key] for key in ("reading", "title", "question", "values") if key in entry
        }
        data[statement.path[-1]] = {**kept, **stated, "at": place()}

    return change


def follow_advice(document: Jurisdiction) -> Jurisdiction:
    """A document with every recommended wording of its errors and warnings inserted as a stated value."""
    words = Words(document)
    found = check_document(case_of(document)).findings
    changes = {}
    for finding in found:
        if finding.weight > Severity.NOTE and FindingText(words, finding).wording:
            for statement in document.list_statements():
                unstated = statement.standing in {
                    Standing.SILENT,
                    Standing.CONFLICTING,
                    Standing.DEFERRED,
                }
                described = finding.code == "INT014" and statement.parameter.key in DESCRIPTION
                known = described or (unstated and statement.value is not None)
                if known and statement.key in finding.statements:
                    changes[statement.path] = state_used(statement)
    return edit(document, *changes.values(), relabel)


def relabel(data):
    """Give every row of a paytable its own label, as the advice on equal labels requires."""
    for wager in data["wagers"]:
        for table in wager.get("paytables", ()):
            labels = [row.get("printed") for row in table["lines"]]
            for row in table["lines"]:
                if labels.count(row.get("printed")) > 1:
                    row["printed"] = f"{row['printed']} ({row['id']})"
    for label in (seen := data["inventory"]["labels"]):
        if sum(item["printed"] == label["printed"] for item in seen) > 1:
            label["printed"] = f"{label['printed']} ({label['at']['lines']})"


@pytest.mark.parametrize("name", IDS)
def test_advice_removes_every_error(name):
    before = check_document(case_of(load(name)))
    after = check_document(case_of(follow_advice(load(name))))
    left = [item for item in after.issues if item.severity is Severity.ERROR]
    assert all(item.head.code.startswith("REF") for item in left), [item.head for item in left]
    known = {item.fingerprint for item in before.findings}
    assert {item.fingerprint for item in after.findings if item.weight > Severity.NOTE} <= known
    for verdict in after.verdict.wagers:
        assert verdict.verdict.is_certified or verdict.issues

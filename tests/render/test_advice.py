"""The recommended wording is sufficient: a document that states it has no error left."""

from __future__ import annotations

import pytest

from certify.findings.checked import check_document
from certify.findings.finding import Finding, Severity
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
UNSTATED = {Standing.SILENT, Standing.CONFLICTING, Standing.DEFERRED}


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


DEFINED = {("GAP012", "definition")}
"""Points that the wording answers with a definition of the document's term instead of a value."""


def is_said(words: Words, finding: Finding, statement: Statement) -> bool:
    """Whether the recommended wording of a finding states the value used for a point."""
    wording, key = FindingText(words, finding).wording, statement.parameter.key
    if finding.code == "INT014" and key in {*DESCRIPTION, "wager.offer"}:
        return True
    if statement.value is None or (finding.code, key) in DEFINED:
        return statement.value is not None
    if statement.recommended and wording and wording == statement.recommended.wording:
        return True
    sentence = words.recommend(statement.key, statement.value)
    printed = words.value_in_document(statement.key, statement.value)
    return not sentence or sentence.lower() in wording.lower() or wording == printed


def follow_advice(document: Jurisdiction, leaving: str = "") -> Jurisdiction:
    """A document with every recommended wording of its errors and warnings inserted as a stated value."""
    words = Words(document)
    issues = check_document(case_of(document)).issues
    kept = (item for item in issues if item.fingerprint != leaving)
    changes = {}
    for finding in (one for item in kept for one in item.findings):
        if finding.weight > Severity.NOTE and FindingText(words, finding).wording:
            for statement in document.list_statements():
                open_point = statement.standing in UNSTATED or (
                    statement.parameter.key in DESCRIPTION
                )
                if (
                    open_point
                    and statement.key in finding.statements
                    and is_said(words, finding, statement)
                ):
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
        assert verdict.verdict.startswith("certified") or verdict.issues


@pytest.mark.parametrize("name", IDS)
def test_no_wording_is_superfluous(name):
    """Without the wording of an error, the error stays."""
    document = load(name)
    found = check_document(case_of(document))
    wanted = {
        item.fingerprint
        for item in found.issues
        if item.severity is Severity.ERROR and FindingText(Words(document), item.head).wording
    }
    for left_out in wanted:
        kept = check_document(case_of(follow_advice(document, leaving=left_out)))
        assert left_out in {item.fingerprint for item in kept.issues}

"""The requirements of a regulation: each has a check, and each check can fail."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from certify.base.errors import CertifyError, InvalidSpec
from certify.base.extras import locate_folder
from certify.filing.checks import FilingCheck
from certify.filing.conformity import (
    MET,
    NOT_MET,
    PARTLY,
    Regulation,
    Requirement,
    find_regulation,
    judge_requirements,
    load_regulation,
)

SHIPPED = sorted((locate_folder("jurisdictions") / "policy" / "regulations").glob("*.yaml"))
CHECKS = json.loads((locate_folder("schemas") / "regulation.schema.json").read_text())
NAMES = CHECKS["properties"]["requirements"]["items"]["properties"]["check"]["enum"]


def ask(report, check, *statements):
    """The result of one check."""
    asked = Requirement("1", "Something", check, statements)
    (found,) = judge_requirements(replace(report, regulation=Regulation("A", (asked,), "", b"")))
    assert found.found
    return found.result


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_regulation_is_valid_and_judged_in_full(path, report):
    regulation = load_regulation(path)
    judged = judge_requirements(replace(report, regulation=regulation))
    assert [item.requirement for item in judged] == list(regulation.requirements)
    assert {item.result for item in judged} <= {MET, PARTLY, NOT_MET}
    assert any(item.result == NOT_MET for item in judged)


def test_two_regulations_are_shipped_and_found_by_name():
    assert len(SHIPPED) == 2
    assert find_regulation(SHIPPED[0].stem) == SHIPPED[0]
    with pytest.raises(CertifyError, match=SHIPPED[0].stem):
        find_regulation("nowhere")


def spoil(report, check):
    """A report for which a check cannot be met."""
    examination = report.examination
    if check == "applicant":
        return replace(report, identity=replace(report.identity, applicant=""))
    if check == "limits":
        return replace(report, holds=())
    if check == "evidence":
        wrong = FilingCheck("A count", "1", "2", holds=False, repeat="certify odds")
        return replace(report, examination=replace(examination, checks=(wrong,)))
    if check in {"odds", "payouts", "rules", "stated", "no-errors"}:
        return report
    changes = {"examples": {"rounds": ()}, "exposure": {"largest": None}}
    return replace(report, examination=replace(examination, **changes.get(check, {"others": ()})))


@pytest.mark.parametrize("check", NAMES)
def test_every_check_can_fail(check, report):
    statements = ("identity.approval_date",) if check == "stated" else ()
    assert ask(spoil(report, check), check, *statements) in {NOT_MET, PARTLY}


def test_a_check_is_met_where_the_filing_shows_it(report):
    assert ask(report, "applicant") == MET
    assert ask(report, "evidence") == MET
    assert ask(report, "stated", "identity.game") == MET
    assert ask(report, "stated", "identity.game", "identity.approval_date") == PARTLY


@pytest.mark.parametrize(
    "requirement",
    ["check: stated", "check: odds, statements: [identity.game]", "check: anything"],
)
def test_a_regulation_that_cannot_be_judged_is_refused(requirement, tmp_path: Path):
    path = tmp_path / "rule.yaml"
    path.write_text(
        f"regulation: A rule\nrequirements:\n  - {{clause: '1', requires: A thing, {requirement}}}\n"
    )
    with pytest.raises(InvalidSpec):
        load_regulation(path)

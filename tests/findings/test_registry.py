"""Rules by their codes, findings completed by the registry, superseded findings, and the order."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from certify.base.errors import CertifyError
from certify.findings.checked import check_document
from certify.findings.finding import Downgrade, Finding, Kind, NoEffect, Price, Severity
from certify.findings.registry import (
    FAMILIES,
    complete,
    difference_rule,
    expand_codes,
    find_rule,
    list_findings,
    load_rules,
    rule,
    weigh,
    weigh_effect,
)
from certify.spec.model import Citation
from tests.conftest import IDS, load
from tests.edits import state
from tests.findings.cases import case_of, changed, conflict, everyone, policy, say
from tests.findings.example_findings import PART, change, make

HERE = Citation("B 5", 4, 4)
WARNING = Severity.WARNING


def test_rules_are_found_by_code_in_any_case():
    assert find_rule("int001") is load_rules()["INT001"]
    with pytest.raises(CertifyError, match="INT001"):
        find_rule("INT0001")
    with pytest.raises(CertifyError, match="INT, GAP"):
        find_rule("zzzzzzzzzz")
    found = [item.code for item in expand_codes(["pol", "INT001"])]
    assert found == [*(code for code in load_rules() if code.startswith("POL")), "INT001"]
    assert list(load_rules()) == sorted(load_rules())


@pytest.mark.parametrize("code", ["INT001", "ABC001"])
def test_a_code_is_given_once_and_in_a_family(code):
    for register in (lambda: rule(code), lambda: difference_rule(code)):
        with pytest.raises(ValueError, match=code):
            register()
    assert set(FAMILIES) == {item[:3] for item in load_rules()}


def test_a_finding_is_completed_by_its_rule():
    own, case = load_rules()["DOC008"], case_of(load("south-dakota"))
    effects = tuple(change(PART, wager=name) for name in "bab")
    bare = Finding(
        subject="subject",
        place=("table", "players"),
        citations=(HERE, HERE),
        price=Price(effects),
        statements=("table.players",),
        roots=frozenset({"r"}),
    )
    found = complete(bare, own, case)
    assert (found.code, found.kind, found.weight) == ("DOC008", Kind.LANGUAGE, Severity.NOTE)
    assert (found.wagers, found.citations) == (("b", "a"), (HERE,))
    assert found.roots == {"r", "statement table.players"}
    assert found.jurisdictions == ("south-dakota",)
    assert found.materiality == policy().materiality
    assert (found.line, found.path) == (
        case.jurisdiction.source.position(("table", "players"))[0],
        case.jurisdiction.source.name,
    )
    apart = complete(replace(bare, wagers=("c",), joins=False, others=("there",)), own, case)
    assert (apart.wagers, apart.roots) == (("c",), {"r"})
    assert apart.jurisdictions == ("south-dakota", "there")


@cache
def list_all(name):
    return list_findings(case_of(load(name)))


@pytest.mark.parametrize("name", IDS)
def test_the_findings_of_a_code_are_those_of_the_whole_run(name):
    """A rule that is chosen alone sees what the others supersede."""
    case = case_of(load(name))
    for code, own in load_rules().items():
        if own.kind is not Kind.DIFFERENCE:
            expected = [item for item in list_all(name) if item.code == code]
            assert list_findings(case, [code]) == expected, code


@pytest.mark.parametrize("family", FAMILIES)
def test_the_findings_of_a_family_are_those_of_the_whole_run(family):
    codes = [item.code for item in expand_codes([family]) if item.kind is not Kind.DIFFERENCE]
    for name in IDS:
        expected = [item for item in list_all(name) if item.code in codes]
        assert list_findings(case_of(load(name)), codes) == expected


def test_the_verdict_does_not_depend_on_the_codes_chosen():
    case = case_of(load("pennsylvania"), *everyone())
    whole, some = check_document(case), check_document(case, ["DOC005", "XJD003"])
    assert some.verdict == whole.verdict
    assert {item.code for item in some.findings} == {"DOC005", "XJD003"}
    assert all(item in whole.findings for item in some.findings)


@pytest.mark.parametrize("name", IDS)
def test_no_finding_is_superseded_by_another_of_the_same_run(name):
    for item in list_all(name):
        for code in load_rules()[item.code].supersedes:
            others = [other for other in list_all(name) if other.code == code]
            assert not [
                other for other in others if set(other.statements[:1]) & set(item.statements)
            ]


def test_a_contradiction_about_seats_is_reported_once():
    """Two numbers of seats are reported with the players that they contradict, whatever is chosen."""
    seats = changed(
        "pennsylvania",
        state("table.players", say(6)),
        state("table.positions", conflict(6, 7)),
    )
    for codes in (["INT001"], ["INT001", "INT004"], None):
        found = list_findings(case_of(seats), codes)
        about = [item.code for item in found if "table.positions" in item.statements]
        assert about == ([] if codes == ["INT001"] else ["INT004"])


def test_the_stage_of_a_finding_within_its_severity():
    """Blocking, material, open money, single rounds, small effects, the rest."""
    small, seats = PART / 5, Downgrade.EQUAL_SEATS
    stages = [
        (make("INT001", WARNING, change(small), blocks=True), -1, -small),
        (make("INT001", WARNING, change(PART)), 0, -PART),
        (make("INT001", WARNING, change(PART), downgraded=Downgrade.CONFIRMED), 3, -PART),
        (make("INT001", WARNING, change(PART), downgraded=seats), 0, -PART),
        (make("INT001", WARNING, change(PART), materiality=Fraction(0)), 3, -PART),
        (make("INT001", WARNING, change(small)), 3, -small),
        (make("INT001", WARNING, missing=[NoEffect.FOULS], citations=(HERE,) * 2), 2, -2),
        (make("INT001", WARNING, missing=[NoEffect.FOULS], wagers=()), 4, 0),
        (make("INT001", WARNING, missing=[NoEffect.COLLECTION]), 1, 0),
        (make("INT001", WARNING), 1, 0),
        (make("INT001", WARNING, wagers=()), 1, 0),
        (make("INT001", Severity.NOTE, wagers=()), 4, 0),
    ]
    for finding, stage, within in stages:
        assert weigh_effect(finding, finding.price.size) == (stage, within), finding


def test_findings_are_ordered_by_family_code_place_and_subject():
    order = [
        make("REF002", WARNING),
        make("INT001", WARNING),
        make("INT001", WARNING, subject="a", line=2),
        make("INT001", WARNING, subject="b", line=2),
        make("INT003", WARNING),
        make("MOD001", WARNING),
        make("GAP001", WARNING),
        make("HWY002", WARNING),
        make("MTH001", WARNING),
        make("XJD001", WARNING),
        make("POL001", WARNING, change(1)),
        make("INT001", Severity.NOTE),
    ]
    assert sorted([*order[6:], *order[:6]], key=weigh) == order

"""Every rule is documented, finds its fault, and is silent where there is none."""

from __future__ import annotations

from functools import cache

import pytest

from certify.base.errors import CertifyError
from certify.findings.catalogue import format_catalogue
from certify.findings.finding import Severity
from certify.findings.registry import FAMILIES, find_rule, load_rules, rule
from certify.spec.parameters import PARAMETERS
from tests.conftest import IDS, ROOT
from tests.edits import edit
from tests.findings.cases import change_all, change_line, check, load_light, state, withdraw
from tests.findings.test_edits import EDITS

RULES = load_rules()
IN_ORDER = [
    "seven-card-straight-flush",
    "royal-match",
    "seven-card-straight-flush-joker",
    "five-aces",
    "royal-flush",
    "straight-flush",
    "four-of-a-kind",
    "full-house",
    "flush",
    "three-of-a-kind",
    "straight",
    "two-pair",
    "one-pair",
    "high-card",
]


def say_everything(data):
    """Let the document answer every question once, as it is read."""
    for parameter in PARAMETERS.values():
        statement = data[parameter.section][parameter.name]
        if "not_offered" in statement:
            continue
        if "stated" in statement and "adopted" not in statement:
            continue
        value = statement.get("adopted", statement.get("value", statement.get("assumed")))
        example = (
            list(parameter.example) if isinstance(parameter.example, tuple) else parameter.example
        )
        state(parameter.section, parameter.name, example if value is None else value)(data)


def tidy(data):
    """Leave nothing in the inventory that is a fault."""
    clauses = [item for item in data["inventory"]["clauses"] if item.get("series") != "Appendix A"]
    data["inventory"] |= {
        "clauses": clauses,
        "terms": [],
        "references": [],
        "labels": [],
        "dates": [],
        "misprints": [],
    }


def order_the_ranking(data):
    data["deck"]["hand_ranking"]["value"] = IN_ORDER


SPOTLESS = change_all(
    say_everything,
    tidy,
    order_the_ranking,
    state("table", "players", 6),
    state("table", "positions", 6),
    withdraw("play", "surrender"),
    withdraw("fortune", "cap", "cap_covers", "cap_excludes", "cap_per", "progressive"),
)


@pytest.mark.parametrize("name", ["pennsylvania", "mbs"])
def test_a_document_without_fault_has_no_findings(name):
    jurisdiction = edit(load_light(name), SPOTLESS)
    assert [f"{item.code} {item.message}" for item in check(jurisdiction, alone=True)] == []


@cache
def list_triggered():
    found = {code for name in IDS for code in {item.code for item in check(load_light(name))}}
    return found | {code for item in EDITS for code, _ in item.values[3]}


@pytest.mark.parametrize("code", [code for code in RULES if not code.startswith("HWY")])
def test_every_rule_finds_its_fault_somewhere(code):
    assert code in list_triggered()


@pytest.mark.parametrize("item", RULES.values(), ids=list(RULES))
def test_every_rule_says_what_it_looks_for_why_and_gives_an_example(item):
    parts = item.documentation.split("\n\n")
    assert len(parts) == 3
    assert item.summary.endswith(".")
    assert len(item.summary) <= 100
    assert parts[2].startswith("Example: ")
    assert "-" not in item.function.__name__


def test_there_are_forty_rules_in_seven_families():
    assert len(RULES) >= 40
    assert {code[:3] for code in RULES} == set(FAMILIES)
    for family in FAMILIES:
        numbers = [int(code[3:]) for code in RULES if code.startswith(family)]
        assert numbers == list(range(1, len(numbers) + 1))


def test_the_catalogue_page_is_current():
    assert (ROOT / "docs" / "rules.md").read_text(encoding="utf-8") == format_catalogue()


def test_a_code_is_used_once_and_in_a_known_family():
    with pytest.raises(ValueError, match="no new code"):
        rule("INT001", severity=Severity.NOTE)
    with pytest.raises(ValueError, match="no new code"):
        rule("ABC001", severity=Severity.NOTE)


def test_an_unknown_code_is_answered_with_the_known_ones():
    with pytest.raises(CertifyError, match="INT001"):
        find_rule("INT999")
    assert find_rule("int001").code == "INT001"


@pytest.mark.parametrize("name", IDS)
def test_every_conflict_is_one_contradiction(name):
    found = [item.subject for item in check(load_light(name), "INT001", "INT002", "INT003")]
    conflicts = [
        item.parameter.key
        for item in load_light(name).list_statements()
        if item.standing == "conflicting"
    ]
    assert sorted(found) == sorted(conflicts)


UNREGULATED = {"identity.notices", "identity.base_rules", "identity.title"}


@pytest.mark.parametrize("name", IDS)
def test_no_silence_is_overlooked(name):
    """A silence is a finding unless no other document speaks and settlement does not need it."""
    jurisdiction = load_light(name)
    found = {item.subject for item in check(jurisdiction) if item.code.startswith("GAP")}
    evidence = {key for item in check(jurisdiction, "GAP007") for key in item.evidence}
    for statement in jurisdiction.list_statements():
        key = statement.parameter.key
        if statement.standing != "silent" or key in found | evidence | UNREGULATED:
            continue
        said = [
            other
            for other in IDS
            if other != name
            and load_light(other).statements[key].standing in {"stated", "conflicting"}
        ]
        excused = {"fortune.push_line", "table.positions", "ace_high.offer"}
        assert not said or key in excused or key.startswith("setting.house_way_"), (key, said)


@pytest.mark.parametrize("name", IDS)
def test_what_is_not_offered_gives_no_finding(name):
    jurisdiction = load_light(name)
    absent = {
        item.parameter.key
        for item in jurisdiction.list_statements()
        if item.standing == "not-offered"
    }
    for item in check(jurisdiction):
        assert item.subject not in absent, item.message


@pytest.mark.parametrize("name", IDS)
def test_defects_of_the_extraction_are_not_the_documents(name):
    told = {str(item.data["what"]) for item in load_light(name).list_entries("extraction")}
    for item in check(load_light(name)):
        assert item.message not in told


def test_a_diagram_lost_by_the_extraction_is_no_reference_to_nothing():
    jurisdiction = load_light("mbs")
    assert any(
        item.data["to"] == "Diagram A" and not item.data["supplied"]
        for item in jurisdiction.list_entries("references")
    )
    assert check(jurisdiction, "REF002") == []
    found = edit(jurisdiction, lambda data: data["inventory"]["extraction"].clear())
    assert [item.subject for item in check(found, "REF002")] == ["Diagram A"]


def test_fingerprints_are_unique_and_stable_under_edits_elsewhere():
    before = {item.fingerprint: item for item in check(load_light("south-dakota"))}
    assert len(before) == len(check(load_light("south-dakota")))
    moved = edit(load_light("south-dakota"), lambda data: data["inventory"]["misprints"].pop())
    after = {item.fingerprint for item in check(moved)}
    assert len(set(before) - after) == 1
    assert after < set(before)


def test_a_fingerprint_changes_with_its_evidence():
    (before,) = check(load_light("pennsylvania"), "MTH007")
    (after,) = check(
        edit(load_light("pennsylvania"), change_line("main", "royal-match", pays=1500)), "MTH007"
    )
    assert before.subject == after.subject
    assert before.fingerprint != after.fingerprint


def test_the_most_serious_and_dearest_come_first():
    found = check(load_light("california-bgc"))
    assert [item.severity for item in found] == sorted(
        (item.severity for item in found), reverse=True
    )
    errors = [
        item.effect.size if item.effect else 0 for item in found if item.severity is Severity.ERROR
    ]
    assert errors == sorted(errors, reverse=True)

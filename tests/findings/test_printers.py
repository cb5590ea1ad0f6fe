"""The forms in which matters are printed, for people and for tools."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest
from jsonschema import Draft202012Validator

from certify.findings.annotations import format_github, format_gitlab, format_junit
from certify.findings.catalogue import format_catalogue
from certify.findings.checked import check_document, spread_waivers, stand_errors
from certify.findings.finding import Severity
from certify.findings.printers import (
    PRINTERS,
    format_json,
    format_lines,
    format_statistics,
    format_text,
)
from certify.findings.registry import load_rules
from certify.findings.sarif import describe_sarif
from certify.spec.validate import load_schemas, make_validator
from tests.conftest import ROOT, load
from tests.findings.cases import case_of

CODES = ["INT001", "GAP001", "DOC001", "DOC008", "XJD001", "XJD003", "MTH003", "INT003", "INT004"]


@pytest.fixture(scope="module")
def checked():
    names = ("california-bgc", "pennsylvania")
    return [
        check_document(case_of(load(name), *(load(other) for other in names)), CODES)
        for name in names
    ]


def test_json_follows_its_schema(checked):
    Draft202012Validator.check_schema(load_schemas()["finding.schema.json"])
    data = json.loads(format_json(checked, {}))
    validator = make_validator("finding")
    assert list(validator.iter_errors(data)) == []
    data["documents"][0]["matters"][0]["findings"][0]["question"] = "no question"
    assert list(validator.iter_errors(data))


def test_every_form_defines_or_carries_the_severity(checked):
    assert "0.1 points" in format_text(checked, {})
    assert "the publisher of these files" in format_text(checked, {})
    assert json.loads(format_json(checked, {}))["severities"]["error"]
    assert describe_sarif(checked, {})["runs"][0]["properties"]["severities"]["warning"]
    meaning = checked[0].policy.define_severities()["error"]
    assert "at equal stake and seats" in meaning
    suite = ElementTree.fromstring(format_junit(checked, {})).find("testsuite")
    assert suite is not None
    told = {item.get("name"): item.get("value") for item in suite.findall("properties/property")}
    assert told["error"] == meaning
    assert meaning in format_github(checked, {}).splitlines()[0]
    for issue in json.loads(format_gitlab(checked, {})):
        words = {"critical": "error", "major": "warning", "info": "note"}
        word = words[issue["severity"]]
        assert issue["content"]["body"].endswith(checked[0].policy.define_severities()[word])


def test_text_has_three_parts_in_order(checked):
    text = format_text(checked[:1], {})
    places = [text.index(part) for part in ("Questions and defects", "Differences from", "Annex: ")]
    assert places == sorted(places)
    assert text.startswith("California: not certifiable as written: ")
    assert max(map(len, text.splitlines())) <= 140


def test_sarif_has_a_result_a_matter_and_its_points_as_related_locations(checked):
    run = describe_sarif(checked, {})["runs"][0]
    matters = [item for document in checked for item in document.matters]
    assert len(run["results"]) == len(matters)
    for result, matter in zip(run["results"], matters, strict=True):
        assert len(result["relatedLocations"]) == len(matter.points)
        assert result["level"] == matter.severity.word
        rules = run["tool"]["driver"]["rules"]
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == matter.head.code
    assert any(result["relatedLocations"] for result in run["results"])


def test_a_waived_finding_is_suppressed_and_no_longer_fails(checked):
    errors = [
        item
        for document in checked
        for item in document.findings
        if item.severity is Severity.ERROR
    ]
    waived = {item.fingerprint: "accepted" for item in errors}
    assert stand_errors(checked, {})
    assert stand_errors(checked, dict(list(waived.items())[1:]))
    assert not stand_errors(checked, waived)
    results = describe_sarif(checked, waived)["runs"][0]["results"]
    assert sum("suppressions" in item for item in results) >= 1
    assert "Waived: accepted" in format_text(checked, waived)


def test_a_waiver_of_a_matter_reaches_all_of_it(checked):
    """The gate takes the fingerprint of a matter as well; check must show the same."""
    (matter, *_) = [item for item in checked[0].matters if item.points]
    spread = spread_waivers(checked, {matter.fingerprint: "accepted"})
    assert {item.fingerprint for item in matter.findings} <= set(spread)
    assert f"All of this is matter {matter.fingerprint}" in format_text(checked, {})
    assert spread_waivers(checked, {}) == {}


def test_a_question_is_printed_once(checked):
    """Where the message begins with its question the text does not repeat it."""
    for document in checked:
        text = " ".join(format_text([document], {}).split())
        for matter in document.matters:
            if matter.head.message.startswith(matter.question):
                assert f"Question: {matter.question}" not in text


def test_junit_fails_where_an_error_stands(checked):
    root = ElementTree.fromstring(format_junit(checked, {}))
    suites = root.findall("testsuite")
    assert [suite.get("name") for suite in suites] == ["california-bgc", "pennsylvania"]
    for suite in suites:
        assert len(suite.findall("testcase")) == len(load_rules()) == int(suite.get("tests", ""))
        assert len(suite.findall("testcase/failure")) == int(suite.get("failures", ""))
    assert int(suites[0].get("failures", "")) >= 1


def test_github_has_one_annotation_a_matter(checked):
    first, *lines = format_github(checked, {}).splitlines()
    assert first.startswith("::notice title=What the severities mean::")
    assert len(lines) == sum(len(document.matters) for document in checked)
    assert lines[0].startswith("::error file=")
    assert all("%0A" in line or "\n" not in line for line in lines)


def test_lines_and_statistics(checked):
    lines = format_lines(checked, {}).splitlines()
    assert len(lines) == sum(len(document.matters) for document in checked)
    table = format_statistics(checked)
    assert "INT001" in table
    assert "POL001" not in table
    total = sum(len(document.findings) for document in checked)
    assert sum(map(int, table.splitlines()[-1].split()[1:])) == total


def test_severity_keeps_only_what_is_grave_enough(checked):
    kept = checked[0].keep(Severity.ERROR)
    assert 0 < len(kept.matters) < len(checked[0].matters)
    assert {item.severity for item in kept.matters} == {Severity.ERROR}


def test_the_forms_are_those_of_the_command():
    assert set(PRINTERS) == {"text", "json", "sarif", "junit", "github", "gitlab"}


def test_the_page_of_rules_is_current():
    page = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert page == format_catalogue(), "run make docs"

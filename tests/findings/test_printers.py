"""Findings for people and for tools."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from urllib.parse import urlparse
from xml.etree import ElementTree

import pytest
from jsonschema import Draft202012Validator
from jsonschema.validators import validator_for

from certify.findings.finding import Effect, Finding, Severity
from certify.findings.printers import (
    PRINTERS,
    count_findings,
    describe_findings,
    describe_sarif,
    format_github,
    format_junit,
    format_lines,
    format_text,
    stand_errors,
)
from certify.findings.registry import load_rules
from certify.spec.model import Citation
from certify.spec.validate import load_schemas
from tests.conftest import IDS, ROOT
from tests.findings.cases import check, load_light

PACKAGE = "@microsoft/sarif-multitool-linux"
EFFECT = Effect(Fraction(-1, 80), Fraction(1, 40), "fortune-bonus", "stake 5 USD, 5 other players")
FINDING = Finding(
    "INT001",
    Severity.ERROR,
    ("example", "other"),
    "100% wrong,\nor: not",
    "folder/a b,c.yaml",
    12,
    3,
    (Citation("3.1", 67, 69),),
    {"said": "5 USD"},
    EFFECT,
    "say one thing",
    "envy.minimum_stake",
)
WARNING = replace(
    FINDING,
    code="GAP001",
    severity=Severity.WARNING,
    effect=None,
    unpriced="touches the standard wager",
)
NOTE = replace(FINDING, code="DOC008", severity=Severity.NOTE, effect=None)
ALL = [FINDING, WARNING, NOTE]


@pytest.fixture(scope="module")
def real():
    return [item for name in IDS for item in check(load_light(name))]


def test_counts_begin_with_the_most_serious():
    assert count_findings(ALL) == {"error": 1, "warning": 1, "note": 1}
    assert list(count_findings([])) == ["error", "warning", "note"]


def test_one_line_each():
    lines = format_lines([WARNING, NOTE], {})
    assert lines.startswith("folder/a b,c.yaml:12:3: warning GAP001 ")
    assert "-1.2500 to 2.5000 points of house edge" in format_lines([FINDING], {})
    assert format_lines([], {}) == ""


def test_text_has_all_that_is_known():
    text = format_text(ALL, {NOTE.fingerprint: "agreed"})
    assert text.startswith("example: 3 findings (1 error, 1 warning, 1 note)")
    for part in (
        "3.1, lines 67-69",
        "said: 5 USD",
        "say one thing",
        FINDING.fingerprint,
        "not priced: touches the standard wager",
        "waived: agreed",
        "-1.2500 to 2.5000 points of house edge on fortune-bonus, stake 5 USD",
    ):
        assert part in text
    assert format_text([], {}) == "no findings"


def test_an_error_stands_until_it_is_waived():
    assert stand_errors(ALL, {})
    assert not stand_errors(ALL, {FINDING.fingerprint: "agreed"})
    assert not stand_errors([WARNING, NOTE], {})


def test_json_follows_its_schema(real):
    data = json.loads(PRINTERS["json"](real, {real[0].fingerprint: "agreed"}))
    registry = load_schemas()
    schema = registry.contents("finding.schema.json")
    Draft202012Validator.check_schema(schema)
    assert list(Draft202012Validator(schema, registry=registry).iter_errors(data)) == []
    assert len(data["findings"]) == len(real) == sum(data["counts"].values())
    assert data["findings"][0]["waived"] == "agreed"
    broken = describe_findings([FINDING], {}) | {"counts": {"error": -1, "warning": 0, "note": 0}}
    assert list(Draft202012Validator(schema, registry=registry).iter_errors(broken))


def find_sarif_schema():
    """The published schema: named by hand, or in the package of its checker."""
    if named := os.environ.get("CERTIFY_SARIF_SCHEMA"):
        return Path(named)
    folders = [ROOT / "node_modules"]
    if npm := shutil.which("npm"):
        done = subprocess.run([npm, "root", "-g"], capture_output=True, text=True, check=False)
        folders.append(Path(done.stdout.strip() or "."))
    for folder in folders:
        path = folder / PACKAGE / "sarif-2.1.0.json"
        if path.is_file():
            return path
    return None


def test_sarif_follows_the_published_schema(real):
    path = find_sarif_schema()
    if path is None:
        pytest.skip(
            f"the SARIF schema is not at hand: npm install -g {PACKAGE}, or name the file "
            "in CERTIFY_SARIF_SCHEMA"
        )
    schema = json.loads(path.read_text(encoding="utf-8-sig"))
    validator = validator_for(schema)(schema)
    data = describe_sarif(real, {real[0].fingerprint: "agreed"})
    assert list(validator.iter_errors(data)) == []
    data["runs"][0]["results"][0]["level"] = "terrible"
    assert list(validator.iter_errors(data))


def test_sarif_has_rules_positions_fingerprints_and_suppressions(real):
    waived = {real[0].fingerprint: "agreed", real[5].fingerprint: "known"}
    data = describe_sarif(real, waived)
    assert data["version"] == "2.1.0"
    assert data["$schema"].endswith("sarif-schema-2.1.0.json")
    (run,) = data["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [item["id"] for item in rules] == list(load_rules())
    for item in rules:
        assert item["help"]["text"]
        assert item["shortDescription"]["text"]
        assert item["defaultConfiguration"]["level"] in {"error", "warning", "note"}
    assert len(run["results"]) == len(real)
    for finding, result in zip(real, run["results"], strict=True):
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == finding.code
        assert result["level"] == finding.severity.word
        (place,) = result["locations"]
        region = place["physicalLocation"]["region"]
        assert (region["startLine"], region["startColumn"]) == (finding.line, finding.column)
        assert result["partialFingerprints"] == {"certify/v1": finding.fingerprint}
        assert ("suppressions" in result) == (finding.fingerprint in waived)
    assert run["results"][0]["suppressions"] == [
        {"kind": "external", "status": "accepted", "justification": "agreed"}
    ]


@pytest.mark.parametrize(
    ("name", "uri"),
    [
        ("jurisdictions/example.yaml", "jurisdictions/example.yaml"),
        ("folder/a b%.yaml", "folder/a%20b%25.yaml"),
        ("/elsewhere/a.yaml", "file:///elsewhere/a.yaml"),
    ],
)
def test_sarif_addresses_are_escaped(name, uri):
    data = describe_sarif([replace(FINDING, file=name)], {})
    found = data["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert found["uri"] == uri
    assert urlparse(uri).path


def test_junit_fails_for_errors_only(real):
    root = ElementTree.fromstring(format_junit(real, {}))
    assert [suite.get("name") for suite in root] == list(IDS)
    for suite in root:
        cases = suite.findall("testcase")
        assert len(cases) == len(load_rules()) == int(suite.get("tests"))
        errors = {
            item.code
            for item in real
            if item.jurisdictions[0] == suite.get("name") and item.severity is Severity.ERROR
        }
        failed = {case.get("name").split()[0] for case in cases if case.find("failure") is not None}
        assert failed == errors
        assert int(suite.get("failures")) == len(errors)


def test_junit_survives_any_character():
    strange = replace(FINDING, message='a "quoted" <tag> & \x00 \x1b end')
    failure = ElementTree.fromstring(format_junit([strange], {})).find(".//failure")
    assert failure.get("message") == 'a "quoted" <tag> & \ufffd \ufffd end'
    waived = ElementTree.fromstring(format_junit([strange], {strange.fingerprint: "agreed"}))
    assert waived.find(".//failure") is None
    assert "waived" in waived.find(".//system-out").text


def test_github_annotations_escape_data_and_properties():
    line = format_github([FINDING], {})
    assert line == (
        "::error file=folder/a b%2Cc.yaml,line=12,col=3,title=INT001 rules-that-disagree"
        "::100%25 wrong,%0Aor: not%0A-1.2500 to 2.5000 points of house edge on fortune-bonus, "
        "stake 5 USD, 5 other players"
    )
    colon = format_github([replace(NOTE, file="C:\\a.yaml\r")], {})
    assert "file=C%3A\\a.yaml%0D," in colon
    assert colon.startswith("::notice ")
    assert format_github([WARNING], {}).startswith("::warning ")


def test_github_shows_a_waived_error_as_a_notice():
    line = format_github([FINDING], {FINDING.fingerprint: "agreed"})
    assert line.startswith("::notice ")
    assert "(waived)" in line


def test_github_prints_one_line_a_finding(real):
    assert len(format_github(real, {}).splitlines()) == len(real)

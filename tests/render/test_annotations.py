"""Issues for other tools: characters that must be escaped, waivers, and addresses."""

from __future__ import annotations

import json
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from certify.findings.checked import Checked, spread_waivers
from certify.findings.finding import Kind, Severity
from certify.findings.issue import Issue
from certify.findings.registry import load_rules
from certify.findings.verdict import DocumentVerdict
from certify.render.annotations import (
    describe_sarif,
    find_page,
    format_github,
    format_gitlab,
    format_junit,
    format_sarif,
)
from certify.render.check import count_statistics, format_lines
from tests.conftest import load
from tests.findings.cases import policy
from tests.findings.example_findings import make

NAME = "Rule 5%, or\r\n6: <\a>"
PLACE = {"path": "lee, bay/a:b.yaml", "line": 2, "column": 3}


def number(name, severity=Severity.WARNING, **values):
    """A missing number with a name of any characters."""
    slots = {"name": name, "before": "1", "after": "3"}
    return make("DOC001", severity, slots=slots, subject=name, **(PLACE | values))


HEAD = number(NAME, Severity.ERROR)
POINT = number("Rule 2", line=4, column=1)
OTHER = number("Rule 9", Severity.ERROR)
DIFFERENCE = make(
    "XJD002",
    Severity.NOTE,
    variant="here",
    slots={"name": "Bonus", "other": "Island", "bonus": "Envy Bonus"},
    kind=Kind.DIFFERENCE,
    others=("there",),
    **PLACE,
)
WAIVER = {"reason": "known", "accepted_by": "Ann", "until": "2027-12-31"}
WAIVED_HEAD = {HEAD.fingerprint: WAIVER}
WAIVED_ALL = WAIVED_HEAD | {POINT.fingerprint: WAIVER}


@pytest.fixture
def documents():
    issues = (Issue(HEAD, (POINT,)), Issue(DIFFERENCE))
    return [Checked(load("south-dakota"), policy(), DocumentVerdict(()), issues)]


def test_github(documents):
    first, *lines = format_github(documents, {}).split("\n")
    assert first.startswith("::notice title=")
    assert [line.partition(" ")[0] for line in lines] == ["::error", "::notice"]
    place, _, text = lines[0].removeprefix("::error ").partition("::")
    assert place.startswith("file=lee%2C bay/a%3Ab.yaml,line=2,col=3,title=DOC001 ")
    assert "Rule 5%25%2C or%0D%0A6%3A <\a>" in place
    assert "\r" not in text
    assert format_github(documents, WAIVED_HEAD).split("\n")[1].startswith("::error "), (
        "a point is left"
    )
    assert format_github(documents, WAIVED_ALL).split("\n")[1].startswith("::notice ")
    assert format_github([], {}) == ""


def test_gitlab(documents):
    head, other = json.loads(format_gitlab(documents, {}))
    assert NAME in head["description"]
    assert (head["check_name"], head["fingerprint"]) == ("DOC001", HEAD.fingerprint)
    assert head["location"] == {"path": "lee, bay/a:b.yaml", "lines": {"begin": 2}}
    assert "Rule 2" in head["content"]["body"], "with its further findings"
    assert (head["severity"], other["severity"]) == ("critical", "info")
    assert json.loads(format_gitlab(documents, WAIVED_HEAD))[0] == head
    assert json.loads(format_gitlab(documents, WAIVED_ALL))[0]["severity"] == "info"


def test_junit(documents):
    """XML has no bell; what is waived does not fail its case."""
    both = replace(documents[0], issues=(*documents[0].issues, Issue(OTHER)))
    for waived, failing in (
        ({}, 2),
        (WAIVED_HEAD, 1),
        (WAIVED_HEAD | {OTHER.fingerprint: WAIVER}, 0),
    ):
        text = format_junit([both], waived)
        assert "\a" not in text
        (suite,) = ElementTree.fromstring(text)
        assert suite.get("tests") == str(len(load_rules())) == str(len(suite.findall("testcase")))
        failures = suite.findall("testcase/failure")
        assert suite.get("failures") == str(len(failures)) == str(min(failing, 1))
        assert sum(item.text.count("DOC001") for item in failures) == failing
    assert "6: &lt;\ufffd&gt;" in format_junit([both], {})


def test_lines_and_statistics(documents):
    lines = format_lines(documents, WAIVED_HEAD)
    assert lines.count(" (waived)") == 1
    assert count_statistics(documents) == [
        {"code": code, "rule": load_rules()[code].name, "findings": {"south-dakota": number}}
        for code, number in (("DOC001", 2), ("XJD002", 1))
    ]


def test_issues_are_kept_by_severity(documents):
    kept = [[item.head.code for item in documents[0].keep(least).issues] for least in Severity]
    assert kept == [["DOC001", "XJD002"], ["DOC001"], ["DOC001"]]


def test_a_waiver_of_an_issue_covers_all_its_findings(documents):
    issue = documents[0].issues[0]
    assert spread_waivers(documents, {issue.fingerprint: WAIVER}) == dict.fromkeys(
        (issue.fingerprint, HEAD.fingerprint, POINT.fingerprint), WAIVER
    )


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "lee, bay").mkdir()
    lines = ["first: 1", "  second: ä", "third: 3", "last: 4"]
    (tmp_path / "lee, bay" / "a:b.yaml").write_text("\n".join(lines), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for name in ("CERTIFY_DOCS", "GITHUB_SERVER_URL", "GITHUB_ACTION_REPOSITORY"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_sarif(documents, folder):
    path = str(folder / "lee, bay" / "a:b.yaml")
    issue = Issue(replace(HEAD, path=path), (replace(POINT, path=path),))
    (run,) = describe_sarif([replace(documents[0], issues=(issue,))], WAIVED_HEAD)["runs"]
    (result,) = run["results"]
    rules = run["tool"]["driver"]["rules"]
    assert (result["ruleId"], result["level"]) == ("DOC001", "error")
    assert rules[result["ruleIndex"]]["id"] == "DOC001"
    assert result["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "lee%2C%20bay/a%3Ab.yaml"},
                "region": {
                    "startLine": 2,
                    "startColumn": 3,
                    "endLine": 2,
                    "endColumn": 12,
                    "snippet": {"text": "second: ä"},
                },
                "contextRegion": {
                    "startLine": 1,
                    "endLine": 3,
                    "snippet": {"text": "first: 1\n  second: ä\nthird: 3"},
                },
            }
        }
    ]
    (related,) = result["relatedLocations"]
    assert related["physicalLocation"]["region"]["startLine"] == 4
    assert result["suppressions"][0]["status"] == "accepted"
    assert HEAD.fingerprint in result["partialFingerprints"].values()


def test_sarif_of_a_place_that_is_no_file(documents, folder):
    gone = Issue(replace(HEAD, path="/no/such file.yaml"))
    checked = [replace(documents[0], issues=(gone,))]
    (result,) = describe_sarif(checked, {})["runs"][0]["results"]
    assert result["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "file:///no/such%20file.yaml"},
                "region": {"startLine": 2, "startColumn": 3},
            }
        }
    ]
    assert "suppressions" not in result
    assert json.loads(format_sarif(checked, {}))["runs"][0]["results"] == [result]
    assert describe_sarif([], {})["runs"][0]["results"] == []


def test_the_address_of_the_documentation(folder, monkeypatch):
    assert find_page("rules", "INT001 a b") == "urn:certify:rules#int001-a-b"
    monkeypatch.setenv("GITHUB_SERVER_URL", "https://hub.example")
    assert find_page("rules") == "urn:certify:rules", "a server alone is no place"
    monkeypatch.setenv("GITHUB_ACTION_REPOSITORY", "some/one")
    monkeypatch.delenv("GITHUB_ACTION_REF", raising=False)
    assert find_page("rules") == "https://hub.example/some/one/blob/HEAD/docs/rules.md"
    monkeypatch.setenv("GITHUB_ACTION_REF", "v2")
    assert find_page("rules", "X") == "https://hub.example/some/one/blob/v2/docs/rules.md#x"
    monkeypatch.setenv("CERTIFY_DOCS", "https://docs.example/")
    assert find_page("rules", "X") == "https://docs.example/rules/#x"

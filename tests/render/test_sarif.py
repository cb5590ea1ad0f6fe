"""What other tools take: SARIF for code scanning, code quality for GitLab."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from certify.findings.checked import check_document
from certify.findings.registry import load_rules
from certify.render.annotations import describe_sarif, format_gitlab
from tests.conftest import ROOT, find_documents, load
from tests.findings.cases import case_of

CODES = ["INT001", "GAP001", "DOC001", "DOC008", "XJD001", "MTH003", "INT003", "INT004"]


@pytest.fixture(scope="module")
def checked():
    names = ("california-bgc", "pennsylvania")
    return [
        check_document(case_of(load(name), *(load(other) for other in names)), CODES)
        for name in names
    ]


def find_multitool():
    """The program of the npm package that .ci/tools installs."""
    npm = shutil.which("npm")
    if npm is None:
        return None
    root = subprocess.run([npm, "root", "-g"], capture_output=True, text=True, check=False)
    path = Path(root.stdout.strip()) / "@microsoft/sarif-multitool-linux/Sarif.Multitool"
    return path if path.is_file() else None


def test_the_multitool_has_neither_error_nor_warning(checked, tmp_path):
    multitool = find_multitool()
    if multitool is None:
        pytest.skip("the SARIF multitool is not installed; .ci/tools does that")
    (tmp_path / "findings.sarif").write_text(json.dumps(describe_sarif(checked, {})))
    words = ["validate", "findings.sarif", "--rule-kind", "Sarif;Gh", "-o", "out.sarif"]
    done = subprocess.run(
        [multitool, *words, "--level", "Error;Warning;Note"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1"},
    )
    told = re.findall(r": (error|warning|note) ([A-Z0-9]+): (.*)", done.stdout)
    assert told, done.stdout + done.stderr  # it says at least that messages could be numbered
    # whether the address of the schema answers is a issue of this machine's network
    grave = [item for item in told if item[0] != "note" and item[1] != "SARIF2006"]
    assert not grave
    assert "SARIF2012" not in {code for _, code, _ in told}, "every rule has a help address"


def test_every_rule_has_an_address_that_the_page_of_rules_answers(checked):
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    anchors = {
        title.lower().replace(" ", "-") for title in re.findall(r"^### (.*)$", text, re.MULTILINE)
    }
    driver = describe_sarif(checked, {})["runs"][0]["tool"]["driver"]
    assert driver["informationUri"]
    assert len(driver["rules"]) == len(load_rules())
    for rule in driver["rules"]:
        assert rule["helpUri"].partition("#")[2] in anchors
        assert re.fullmatch(r"(?:[A-Z][a-z0-9]+)+", rule["name"])


def test_snippets_are_lines_of_our_own_file(checked):
    run = describe_sarif(checked, {})["runs"][0]
    for result in run["results"]:
        for location in (*result["locations"], *result["relatedLocations"]):
            place = location["physicalLocation"]
            region, around = place["region"], place["contextRegion"]
            lines = (ROOT / place["artifactLocation"]["uri"]).read_text().split("\n")
            line = lines[region["startLine"] - 1]
            assert region["snippet"]["text"] == line[region["startColumn"] - 1 :]
            assert region["endColumn"] == len(line) + 1
            assert line in around["snippet"]["text"].split("\n")


def test_no_snippet_holds_a_sentence_of_a_document(checked):
    folder = find_documents()
    if folder is None:
        pytest.skip("the rule documents are not at hand; set CERTIFY_SOURCES to their folder")
    words = " ".join(path.read_text(errors="replace") for path in folder.glob("*.txt")).split()
    runs = {tuple(words[place : place + 12]) for place in range(len(words))}
    text = json.dumps(describe_sarif(checked, {}), ensure_ascii=False).split()
    assert not any(tuple(text[place : place + 12]) in runs for place in range(len(text)))


def test_code_quality_has_what_gitlab_wants(checked):
    found = json.loads(format_gitlab(checked, {}))
    issues = [issue for document in checked for issue in document.issues]
    assert len({item["fingerprint"] for item in found}) == len(issues)
    words = {"error": "critical", "warning": "major", "note": "info"}
    for item, issue in zip(found, issues, strict=True):
        keys = {"description", "check_name", "fingerprint", "severity", "location", "content"}
        assert set(item) == keys
        assert item["severity"] == words[issue.severity.word]
        assert item["check_name"] == issue.head.code
        assert item["location"]["lines"]["begin"] == issue.head.line
        assert not Path(item["location"]["path"]).is_absolute()
        assert (ROOT / item["location"]["path"]).is_file()

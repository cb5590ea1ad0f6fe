"""Reports of one run of the gate, and a check of what is new since a revision."""

import json
from xml.etree import ElementTree

import pytest

from tests.gate.accepted_folder import change, commit, gate, list_errors, plant, run

FILES = ("--sarif", "c.sarif", "--junit", "c.xml", "--summary", "c.md")


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    folder = plant(tmp_path_factory.mktemp("reports"))
    commit(folder)
    return folder


@pytest.fixture(scope="module")
def changed(tmp_path_factory):
    folder = plant(tmp_path_factory.mktemp("changed"))
    commit(folder)
    change(folder, "pays: 20,", "pays: 20000,")
    return folder


def read_sarif(tree):
    (one,) = json.loads((tree / "c.sarif").read_text(encoding="utf-8"))["runs"]
    return one["results"]


def read_junit(tree):
    root = ElementTree.parse(tree / "c.xml").getroot()
    return {
        suite.get("name"): {
            case.get("name"): case.find("failure") for case in suite.iter("testcase")
        }
        for suite in root
    }


def test_one_run_writes_all_reports(tree):
    done = gate(tree, *FILES, "--json")
    assert done.code == 0, done.out + done.err
    data = json.loads(done.out)
    assert (data["verdict"], data["largest_difference"]) == ("passed", None)
    errors = [item for item in read_sarif(tree) if item["level"] == "error"]
    own = list_errors(tree / "jurisdictions" / "one.yaml")
    found = {item["partialFingerprints"]["certify/v2"] for item in errors}
    assert len(own) == 4
    assert len([item for item in errors if item.get("suppressions")]) == len(errors) >= 8
    assert len(found & set(own)) >= 1
    suites = read_junit(tree)
    assert set(suites) == {"gate", "one", "two"}
    files = ["jurisdictions/one.yaml", "jurisdictions/two.yaml", "folder"]
    assert list(suites["gate"]) == files
    assert not any(case is not None for suite in suites.values() for case in suite.values())
    assert (tree / "c.md").read_text(encoding="utf-8").startswith("# certify gate: passed")


def test_failures_of_the_gate_are_in_the_test_report_under_their_file(changed):
    done = gate(changed, "--base", "HEAD", *FILES, "--json")
    assert done.code == 1
    data = json.loads(done.out)
    moves = [
        move["points"]["fraction"] for item in data["differences"] for move in item["wagers"]
        if move["points"]
    ]  # fmt: skip
    assert data["verdict"] == "failed"
    assert data["largest_difference"]["fraction"] in moves
    suites = read_junit(changed)
    failed = {name for name, case in suites["gate"].items() if case is not None}
    assert failed == {"jurisdictions/one.yaml"}
    assert next(iter(suites["gate"].values())).text.splitlines() == data["failures"]


def list_issues(tree, *arguments):
    done = run(tree, "check", "one", "--json", *arguments)
    found = json.loads(done.out)
    found = found[0] if isinstance(found, list) else found
    return done.code, {item["id"] for item in found["issues"]}


def test_a_check_since_a_revision_has_only_what_is_new(changed, tree):
    assert list_issues(tree, "--base", "HEAD") == (0, set())
    code, before = list_issues(tree)
    assert code == 1
    code, after = list_issues(changed)
    assert code == 1
    _, new = list_issues(changed, "--base", "HEAD")
    assert new == after - before
    assert new


def test_a_check_since_an_unknown_revision_judges_nothing(tree):
    assert run(tree, "check", "one", "--base", "nowhere").code == 2

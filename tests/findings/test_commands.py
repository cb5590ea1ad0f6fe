"""certify check and certify explain."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from certify.cli.main import main, program
from certify.findings.registry import load_rules
from tests.conftest import ROOT


@pytest.fixture
def run(monkeypatch):
    monkeypatch.chdir(ROOT)

    def call(*arguments):
        return CliRunner().invoke(program, arguments)

    return call


def test_an_error_gives_exit_1_and_its_absence_exit_0(run):
    assert run("check", "south-dakota", "--select", "INT003").exit_code == 1
    assert run("check", "south-dakota", "--select", "DOC001").exit_code == 0


def test_quiet_prints_one_line_each(run):
    lines = run("check", "south-dakota", "-q", "--select", "DOC").output.splitlines()
    assert len(lines) > 10
    assert all(line.startswith("jurisdictions/south-dakota.yaml:") for line in lines)
    assert any(" warning DOC001 the numbering skips Paytable 5" in line for line in lines)


def test_text_is_grouped_by_jurisdiction(run):
    output = run(
        "check", "south-dakota", "pennsylvania", "--select", "DOC005", "--select", "DOC001"
    ).output
    assert output.startswith("south-dakota: 1 finding (0 errors, 1 warning, 0 notes)")
    assert "\n\npennsylvania: 1 finding" in output


@pytest.mark.parametrize("arguments", [("--json",), ("--format", "json")])
def test_json_has_findings_and_counts(run, arguments):
    data = json.loads(run("check", "pennsylvania", "--select", "DOC005", *arguments).output)
    assert [item["code"] for item in data["findings"]] == ["DOC005"]
    assert data["counts"] == {"error": 0, "warning": 1, "note": 0}


def test_sarif_junit_and_github(run):
    base = ("check", "pennsylvania", "--select", "DOC005", "--format")
    sarif = json.loads(run(*base, "sarif").output)
    assert sarif["runs"][0]["results"][0]["ruleId"] == "DOC005"
    assert ElementTree.fromstring(run(*base, "junit").output.encode()).tag == "testsuites"
    assert run(*base, "github").output.startswith("::warning file=jurisdictions/pennsylvania.yaml,")


def test_all_jurisdictions_are_checked_where_none_is_named(run):
    data = json.loads(run("check", "--select", "DOC001", "--select", "REF005", "--json").output)
    names = {item["jurisdictions"][0] for item in data["findings"]}
    assert {"south-dakota", "california-bgc", "pennsylvania"} <= names


def test_differences_are_found_against_all_that_are_known(run):
    data = json.loads(run("check", "pennsylvania", "--select", "XJD026", "--json").output)
    assert data["findings"][0]["jurisdictions"] == [
        "pennsylvania",
        "california-bgc",
        "south-dakota",
    ]


def test_a_file_elsewhere_is_checked_by_its_path(run, tmp_path):
    text = (ROOT / "jurisdictions" / "south-dakota.yaml").read_text(encoding="utf-8")
    path = tmp_path / "south-dakota.yaml"
    path.write_text(text.replace('percent: "8.00"', 'percent: "8.01"'), encoding="utf-8")
    result = run("check", str(path), "--select", "MTH001", "-q")
    assert result.exit_code == 1
    assert result.output.startswith(f"{path}:")
    assert result.output.count("\n") == 1


def test_a_waived_error_does_not_fail(run, tmp_path):
    path = tmp_path / "south-dakota.yaml"
    path.write_bytes((ROOT / "jurisdictions" / "south-dakota.yaml").read_bytes())
    command = ("check", str(path), "--select", "INT003", "--json")
    result = run(*command)
    assert result.exit_code == 1
    (found,) = json.loads(result.output)["findings"]
    policy = tmp_path / "policy"
    policy.mkdir()
    text = (
        "waivers:\n  - {{fingerprint: {}, reason: agreed in writing, accepted_by: the examiner, "
        'expires: "{}"}}\n'
    )
    (policy / "waivers.yaml").write_text(text.format(found["fingerprint"], "2999-12-31"))
    result = run(*command)
    assert result.exit_code == 0
    assert json.loads(result.output)["findings"][0]["waived"] == "agreed in writing"
    (policy / "waivers.yaml").write_text(text.format(found["fingerprint"], "2000-01-01"))
    assert run(*command).exit_code == 1


def test_quiet_with_another_format_cannot_be_judged(run, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["certify", "check", "-q", "--json"])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    assert "-q is for text" in capsys.readouterr().err


def test_an_unknown_code_cannot_be_judged(run, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["certify", "explain", "XYZ001"])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    assert "no rule 'XYZ001'" in capsys.readouterr().err


def test_explain_prints_the_whole_explanation(run):
    output = run("explain", "mth003").output
    assert output.startswith("MTH003 player-advantage (error; figures)")
    assert load_rules()["MTH003"].documentation in output


def test_explain_without_a_code_lists_all(run):
    lines = run("explain").output.splitlines()
    assert [line.split()[0] for line in lines] == list(load_rules())
    data = json.loads(run("explain", "--json").output)
    assert len(data) == len(lines)

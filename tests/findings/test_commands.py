"""The commands check, explain and compare."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from certify.cli.check import run_check as check
from certify.cli.check import run_explain as explain
from certify.cli.compare import run_compare as compare
from certify.compare.documents import compare_documents
from certify.findings.registry import load_rules
from tests.conftest import ROOT, load
from tests.edits import edit, put


@pytest.fixture(autouse=True)
def _at_home(monkeypatch):
    monkeypatch.chdir(ROOT)


def run(command, *arguments):
    return CliRunner().invoke(command, arguments)


def test_check_exits_1_where_an_error_stands():
    result = run(check, "california-bgc", "--select", "INT001", "-q")
    assert result.exit_code == 1
    assert "error INT001" in result.output


def test_check_exits_0_without_an_error():
    result = run(check, "south-dakota", "--select", "DOC")
    assert result.exit_code == 0, result.output
    assert "Paytable 5" in result.output


def test_a_filter_of_severity_changes_what_is_printed_and_not_the_exit():
    result = run(check, "california-bgc", "--select", "DOC", "--severity", "error", "-q")
    assert result.exit_code == 0
    assert result.output == ""
    errors = run(check, "california-bgc", "--select", "INT001", "--severity", "error", "--json")
    assert errors.exit_code == 1
    issues = json.loads(errors.output)["issues"]
    assert {item["severity"] for item in issues} == {"error"}


def test_statistics():
    result = run(check, "south-dakota", "--select", "DOC008", "--statistics")
    assert "DOC008  misprint  " in result.output


def test_two_forms_at_once_are_refused():
    assert run(check, "--json", "--format", "sarif").exit_code != 0
    assert run(check, "-q", "--format", "sarif").exit_code != 0


def test_explain_takes_a_family():
    result = run(explain, "int")
    assert result.output.startswith("INT: ")
    codes = [code for code in load_rules() if code.startswith("INT")]
    assert all(code in result.output for code in codes)
    assert "GAP001" not in result.output


def test_explain_tells_a_rule():
    result = run(explain, "mth003")
    assert "Example: " in result.output
    assert run(explain, "ABC999").exit_code != 0


def test_compare_tells_two_versions_of_one_file_apart():
    """The same jurisdiction with one cell changed: one row differs, and the columns have two names."""
    own = load("south-dakota")
    other = edit(own, put("wagers", 0, "paytables", 0, "lines", 0, "pays", value=6000))
    comparison = compare_documents([own, other])
    differing = [row for row in comparison.cells if row.differs]
    assert [(row.line, row.column, row.values) for row in differing] == [
        ("seven-card-straight-flush", "pays", ("5000", "6000"))
    ]
    assert len(comparison.labels) == 2


def test_compare_prints_parameters_cells_and_edges():
    result = run(compare, "south-dakota", "pennsylvania", "--json")
    assert result.exit_code == 0, result.output
    data = json.loads(result.output)
    assert data["jurisdictions"] == ["south-dakota", "pennsylvania"]
    assert any(row["differs"] for row in data["parameters"])
    assert data["edges"]
    assert run(compare, "south-dakota").exit_code != 0

"""Letters and checklists: every issue once, and answers read back from each form."""

import csv
import io
import json
import shutil
from pathlib import Path

import docx
import openpyxl
import pytest

from certify.render.questions import COLUMNS
from certify.spec.model import Standing
from certify.spec.sources import check_sources
from certify.spec.validate import load_jurisdiction
from tests.cli.calls import call as call_program
from tests.conftest import ROOT

SPEC = "south-dakota"
TO_ANSWER = "fortune-bonus.precedence"


def call(*words):
    """Run the program in the folder of the test."""
    return call_program(*words, cwd=Path.cwd())


@pytest.fixture
def place(tmp_path, monkeypatch):
    (tmp_path / "jurisdictions").mkdir(exist_ok=True)
    shutil.copy(ROOT / "jurisdictions" / f"{SPEC}.yaml", tmp_path / "jurisdictions")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def list_checked():
    return json.loads(call("check", SPEC, "--json", "--fail-on", "never").out)["issues"]


def make_csv(folder, answers):
    path = folder / "checklist.csv"
    assert call("check", SPEC, "--format", "csv", "--fail-on", "never", "-o", str(path)).code == 0
    rows = list(csv.DictReader(io.StringIO(path.read_text("utf-8"))))
    for row in rows:
        row["Answer"] = answers.get(row["Statements"], "")
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    return path


def make_xlsx(folder, answers):
    path = folder / "checklist.xlsx"
    assert call("check", SPEC, "--format", "xlsx", "--fail-on", "never", "-o", str(path)).code == 0
    book = openpyxl.load_workbook(path)
    head = [cell.value for cell in book.worksheets[0][1]]
    assert tuple(head) == COLUMNS
    for row in book.worksheets[0].iter_rows(min_row=2):
        row[head.index("Answer")].value = answers.get(row[head.index("Statements")].value or "", "")
    book.save(path)
    return path


def make_docx(folder, answers):
    path = folder / "letter.docx"
    assert call("letter", SPEC, "--severity", "note", "-o", str(path)).code == 0
    document = docx.Document(str(path))
    for table in document.tables:
        cells = {row.cells[0].text: row.cells[1] for row in table.rows}
        cells["Answer"].text = answers.get(cells["Statements"].text, "")
    document.save(str(path))
    return path


MAKERS = {"csv": make_csv, "xlsx": make_xlsx, "docx": make_docx}


def test_the_checklist_has_every_own_issue_once_with_its_number(place):
    rows = list(csv.DictReader(io.StringIO(make_csv(place, {}).read_text("utf-8"))))
    issues = list_checked()
    listed = {int(row["No."]): (row["Severity"], row["Issue"]) for row in rows}
    assert len(listed) == len(rows)
    for number, item in enumerate(issues, 1):
        if number in listed:
            assert listed[number] == (item["severity"], item["title"])
        else:  # a difference from another document, which its author need not explain
            assert all(finding["code"].startswith("XJD") for finding in item["findings"])
    markdown = call("check", SPEC, "--format", "md", "--fail-on", "never").out.splitlines()
    assert len(markdown) == len(rows) + 2


@pytest.mark.parametrize("form", MAKERS)
def test_an_answer_is_stated_and_cites_the_letter(form, place):
    before = load_jurisdiction(place / "jurisdictions" / f"{SPEC}.yaml")
    answered = {TO_ANSWER: "As proposed.", "deck.royal_match_joker": "It depends."}
    path = MAKERS[form](place, answered)
    file = place / "jurisdictions" / f"{SPEC}.yaml"
    text = file.read_text("utf-8")
    shown = call("answers", str(path), "--date", "2031-05-04")
    assert shown.code == 0
    assert file.read_text("utf-8") == text  # shown and not written
    assert "+++" in shown.out
    told = json.loads(call("answers", str(path), "--date", "2031-05-04", "--write", "--json").out)
    assert told["stated"] == [TO_ANSWER]
    assert len(told["todo"]) == 1
    after = load_jurisdiction(file)
    statement = after.by_key[TO_ANSWER]
    assert statement.standing is Standing.STATED
    assert statement.value == before.by_key[TO_ANSWER].value
    assert after.documents[-1].kind == "correspondence"
    assert statement.citations[-1].document == after.documents[-1].id
    assert after.by_key["deck.royal_match_joker"].standing is Standing.SILENT  # left to a person
    assert [item.citation.document for item in after.tasks] == [after.documents[-1].id]
    assert after.edition == before.edition + 1
    letters = place / "letters"
    letters.mkdir()
    shutil.copy(told["written"][1], letters)
    faults = check_sources(after, letters)[1]
    assert all(item.what.startswith("no document in") for item in faults)  # the rules are elsewhere
    assert len(faults) == 1


def test_a_file_without_answers_changes_nothing(place):
    assert call("answers", str(make_csv(place, {}))).code == 2


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        (("--severity", "error"), lambda item: item["severity"] == "error"),
        (("--issue", "3"), lambda item: item["number"] == 3),
        (
            ("--wager", "standard"),
            lambda item: "standard" in item["wagers"] and item["severity"] != "note",
        ),
    ],
)
def test_a_letter_has_the_issues_asked_for(options, wanted, place):
    issues = [{**item, "number": number} for number, item in enumerate(list_checked(), 1)]
    kept = [item for item in issues if wanted(item) and "XJD" not in item["findings"][0]["code"]]
    letter = call("letter", SPEC, *options).out
    heads = [line for line in letter.splitlines() if line.startswith("### ")]
    assert sorted(heads) == sorted(f"### {item['number']}. {item['title']}" for item in kept)

"""The register: everything with a date, and an exit code where something ends."""

import csv
import io
import json

import pytest

from certify.filing.printing import print_pdf
from certify.render.questions import COLUMNS, Letter, Question, format_html, write_docx
from tests.gate.accepted_folder import LAST_DAY, change, plant, run
from tests.gate.keys import APPROVER, FORMER, OWNER, plant_signed

DAY = "2030-02-01"
QUESTION = Question(
    specification="one",
    id="0" * 16,
    number=1,
    severity="error",
    wagers=("Bonus",),
    title="A title",
    rows=(("Effect", "None"),),
    source="",
    effect="",
    wording="",
    statements=("deck.joker",),
    needs_answer=True,
)


@pytest.fixture(scope="module")
def signed(tmp_path_factory):
    return plant_signed(tmp_path_factory.mktemp("signed"))


def list_rows(tree, *arguments):
    return json.loads(run(tree, "register", "--date", DAY, "--json", *arguments).out)


def test_approvals_waivers_and_keys_with_their_dates(signed):
    rows = list_rows(signed)
    kinds = [row["kind"] for row in rows]
    assert (kinds.count("approval"), kinds.count("waiver"), kinds.count("key")) == (4, 8, 5)
    unsigned, approval = rows[:2]
    assert (unsigned["by"], unsigned["signed"]) == ("compliance officer", "unsigned")
    assert (approval["by"], approval["date"]) == (APPROVER, DAY)
    assert approval["signed"] == f"signed by {APPROVER}"
    assert {row["until"] for row in rows if row["kind"] == "waiver"} == {LAST_DAY}
    assert {row["by"] for row in rows if row["kind"] == "waiver"} == {OWNER}
    (one,) = [row for row in list_rows(signed, "one") if row["kind"] == "approval"][1:]
    assert one == approval


@pytest.mark.parametrize(
    ("within", "kinds", "code"),
    [
        ("0d", {"key"}, 1),  # that of the former approver has ended
        ("363d", {"key"}, 1),
        ("364d", {"key", "waiver"}, 1),
    ],
)
def test_what_ends_within_a_time_gives_exit_code_1(signed, within, kinds, code):
    assert {row["kind"] for row in list_rows(signed, "--within", within)} == kinds
    assert run(signed, "register", "--date", DAY, "--within", within).code == code


@pytest.mark.parametrize(("within", "code"), [("363d", 0), ("364d", 1)])
def test_without_keys_only_waivers_end(tmp_path, within, code):
    tree = plant(tmp_path)
    assert run(tree, "register", "--date", DAY, "--within", within).code == code
    assert {row["signed"] for row in list_rows(tree) if row["kind"] == "approval"} == {"unsigned"}


def test_a_table_for_other_programs_has_the_same_rows(signed):
    text = run(signed, "register", "--date", DAY, "--format", "csv").out
    rows = [
        {key: value or None for key, value in row.items()}
        for row in csv.DictReader(io.StringIO(text))
    ]
    assert rows == list_rows(signed)


def test_a_calendar_has_an_event_for_each_end_and_each_approval(signed, tmp_path):
    assert run(signed, "register", "--format", "ics", "-o", str(tmp_path / "c.ics")).code == 0
    content = (tmp_path / "c.ics").read_bytes()
    lines = content.decode().split("\r\n")
    assert (lines[0], lines[-2], lines[-1]) == ("BEGIN:VCALENDAR", "END:VCALENDAR", "")
    assert max(len(line.encode()) for line in lines) <= 75
    assert lines.count("BEGIN:VEVENT") == lines.count("END:VEVENT") == len(list_rows(signed))
    starts = [line.partition(":")[2] for line in lines if line.startswith("DTSTART")]
    assert starts.count(LAST_DAY.replace("-", "")) == 8
    assert starts.count("20291231") == 1, FORMER
    ids = [line for line in lines if line.startswith("UID:")]
    assert len(set(ids)) == len(ids)


def test_answers_are_listed_with_the_date_of_their_document(tmp_path):
    tree = plant(tmp_path)
    more = "  - {id: answers-2030-01-15, name: Answers, sha256: none, lines: 3, kind: correspondence}\n"
    change(tree, "kind: rules}\n", f"kind: rules}}\n{more.replace('none', 'b' * 64)}")
    (row,) = [item for item in list_rows(tree) if item["kind"] == "answer"]
    assert (row["date"], row["name"]) == ("2030-01-15", "one answers-2030-01-15")


@pytest.mark.parametrize("form", ["docx", "pdf"])
def test_letters_are_listed_with_date_and_addressee_and_other_files_are_not(form, tmp_path):
    tree = plant(tmp_path)
    folder = tree / "jurisdictions"
    letter = Letter("Rules", "Game", "A. Reader", "REF-7", "2030-01-20", (QUESTION,))
    content = (
        write_docx(letter)
        if form == "docx"
        else print_pdf(format_html(letter), letter.date).content
    )
    (folder / f"letter.{form}").write_bytes(content)
    (folder / f"cut.{form}").write_bytes(content[: len(content) // 2])
    (folder / f"text.{form}").write_text("no letter", "utf-8")
    (row,) = [item for item in list_rows(tree) if item["kind"] == "letter"]
    assert (row["name"], row["date"]) == ("one REF-7", "2030-01-20")
    assert "A. Reader" in row["what"]
    assert row["file"] == f"jurisdictions/letter.{form}"


def test_questions_to_be_answered_later_are_listed_until_their_due_date(tmp_path):
    tree = plant(tmp_path)
    path = tree / "jurisdictions" / "checklist.csv"
    rows = [
        {"No.": "1", "Answer": "later", "Due date": "2030-02-20", "Owner": "A. Reader"},
        {"No.": "2", "Answer": "", "Due date": "2031-01-01"},
        {"No.": "3", "Answer": "agreed", "Due date": "2030-02-20"},
        {"No.": "4", "Answer": "Will follow.", "Due date": "2030-99-99"},
        {"No.": "5", "Answer": "later", "Status": "closed"},
    ]
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, COLUMNS, restval="")
        writer.writeheader()
        writer.writerows({"Specification": "one", **row} for row in rows)
    found = [row for row in list_rows(tree) if row["kind"] == "question"]
    assert [(row["name"], row["by"], row["until"]) for row in found] == [
        ("one 1", "A. Reader", "2030-02-20"),
        ("one 2", None, "2031-01-01"),
        ("one 4", None, None),
    ]
    ending = list_rows(tree, "--within", "30d")
    assert [row["name"] for row in ending if row["kind"] == "question"] == ["one 1"]

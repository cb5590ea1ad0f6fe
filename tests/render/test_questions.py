"""Letters and checklists: every issue once, and answers read back from each form."""

import csv
import io
import json
import shutil
from pathlib import Path

import docx
import openpyxl
import pytest

from certify.base.load import load_bytes
from certify.draft.answers import Answer, apply_answers, list_values
from certify.render.answers import is_later, read_answers
from certify.render.questions import COLUMNS
from certify.render.words import Words
from certify.spec.model import Standing
from certify.spec.sources import check_sources
from certify.spec.uncited import list_unread
from certify.spec.validate import load_jurisdiction, read_jurisdiction
from certify.spec.values import format_value
from tests.cli.calls import call as call_program
from tests.conftest import IDS, ROOT

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


def list_keys(reference):
    """The statements in the reference of a question of a letter."""
    return reference.partition(": ")[2]


def make_csv(folder, answers, separator=","):
    path = folder / "checklist.csv"
    assert call("check", SPEC, "--format", "csv", "--fail-on", "never", "-o", str(path)).code == 0
    rows = list(csv.DictReader(io.StringIO(path.read_text("utf-8"))))
    for row in rows:
        row["Answer"] = answers.get(row["Statements"], "")
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, COLUMNS, delimiter=separator)
        writer.writeheader()
        writer.writerows(rows)
    return path


def make_csv_elsewhere(folder, answers):
    """As a spreadsheet saves it where the comma is the decimal sign."""
    path = make_csv(folder, answers, ";")
    path.write_bytes(path.read_text("utf-8").encode("cp1252", "replace"))
    return path


def make_md_checklist(folder, answers):
    path = folder / "checklist.md"
    assert call("check", SPEC, "--format", "md", "--fail-on", "never", "-o", str(path)).code == 0
    lines = path.read_text("utf-8").splitlines()
    rows = [line.removeprefix("| ").removesuffix(" |").split(" | ") for line in lines]
    answer, keys = COLUMNS.index("Answer"), COLUMNS.index("Statements")
    for row in rows[2:]:
        row[answer] = answers.get(row[keys], "")
    path.write_text("\n".join(f"| {' | '.join(row)} |" for row in rows) + "\n", "utf-8")
    return path


def make_md_letter(folder, answers, spec=SPEC):
    path = folder / "letter.md"
    assert call("letter", spec, "--severity", "note", "-o", str(path)).code == 0
    lines, keys = [], ""
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("- **Reference:** "):
            keys = list_keys(line)
        lines.append(line)
        if line.startswith("- **Answer:**"):
            lines += ["", answers.get(keys, "")]  # below the label, as people write
    path.write_text("\n".join(lines) + "\n", "utf-8")
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
        cells["Answer"].text = answers.get(list_keys(cells["Reference"].text), "")
    document.save(str(path))
    return path


MAKERS = {
    "csv": make_csv,
    "csv with semicolons": make_csv_elsewhere,
    "xlsx": make_xlsx,
    "md checklist": make_md_checklist,
    "docx": make_docx,
    "md letter": make_md_letter,
}


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
    other = path.with_name(f"{path.stem}-2031-05-04.txt")
    other.write_text("the text of another letter", encoding="utf-8")
    told = json.loads(call("answers", str(path), "--date", "2031-05-04", "--write", "--json").out)
    assert other.read_text("utf-8") == "the text of another letter"
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


def answer_all(place, spec, text):
    """The values that one answer to every question gives, and the keys of what is left to a person."""
    shutil.copy(ROOT / "jurisdictions" / f"{spec}.yaml", place / "jurisdictions")
    path = place / "all.csv"
    assert call("check", spec, "--format", "csv", "--fail-on", "never", "-o", str(path)).code == 0
    rows = list(csv.DictReader(io.StringIO(path.read_text("utf-8"))))
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, COLUMNS)
        writer.writeheader()
        writer.writerows({**row, "Answer": text} for row in rows)
    told = json.loads(call("answers", str(path), "--write", "--json").out)
    file = load_jurisdiction(place / "jurisdictions" / f"{spec}.yaml")
    left = {
        key.strip()
        for row in rows
        if row["Id"] in told["todo"]
        for key in row["Statements"].split(",")
    }
    return {key: file.by_key[key].value for key in told["stated"]}, left - {""}


@pytest.mark.parametrize(
    ("spec", "stated", "left"),
    [
        ("south-dakota", {"table.players": 6, "fortune-bonus.foul": "unaffected"}, "deck.cards"),
        ("mbs", {"standard.commission_rounding": "exact"}, "irregularities.exposed_otherwise"),
        ("pennsylvania", {"comparison.copy_and_win": "push"}, "ace-high.stake_maximum"),
        ("california-bgc", {"deck.joker": "bug"}, "table.bank_cover"),
    ],
)
def test_agreement_states_what_the_recommended_wording_states_and_nothing_else(
    spec, stated, left, place
):
    """What the wording does not state is left to a person."""
    before = load_jurisdiction(ROOT / "jurisdictions" / f"{spec}.yaml")
    found, todo = answer_all(place, spec, "Agreed.")
    assert stated.items() <= found.items()
    assert left in todo - set(found)
    for key, value in found.items():
        assert before.by_key[key].value in {value, None}


def test_an_answer_that_can_mean_two_things_is_left_to_a_person(place):
    """Yes to 'whether A or B' is no value, nor is it one to a question about several statements."""
    found, left = answer_all(place, "south-dakota", "Yes")
    assert not found
    assert TO_ANSWER in left


def test_a_letter_in_markdown_keeps_each_heading_and_row_in_one_line(place, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    call("letter", SPEC, "-o", "letter.md")
    lines = (place / "letter.md").read_text("utf-8").splitlines()
    assert max(map(len, lines)) > 80
    assert not [line for line in lines if line.startswith(" ")]
    assert call("letter", SPEC).out == (place / "letter.md").read_text("utf-8")


def test_a_letter_begins_with_the_most_severe_question_and_names_no_reason_of_a_grade(place):
    letter = json.loads(call("letter", SPEC, "--severity", "note", "--json").out)
    grades = {"error": 0, "warning": 1, "note": 2}
    path = place / "letter.docx"
    call("letter", SPEC, "--severity", "note", "-o", str(path))
    tables = [
        {row.cells[0].text: row.cells[1].text for row in table.rows}
        for table in docx.Document(str(path)).tables
    ]
    assert len(tables) == len(letter["questions"])
    printed = [grades[table["Severity"].lower()] for table in tables]
    assert printed[0] == min(printed)
    assert not any("Why not an error" in table for table in tables)
    for table in docx.Document(str(path)).tables:  # LibreOffice reads the grid, Word the cells
        grid = [column.width for column in table.columns]
        assert grid == [cell.width for cell in table.rows[0].cells]
        assert grid[0] < grid[1]


@pytest.mark.parametrize("form", ["csv", "xlsx", "docx", "md checklist"])
def test_a_damaged_file_is_refused(form, place):
    path = MAKERS[form](place, {TO_ANSWER: "Agreed"})
    content = path.read_bytes()
    for part in (content[: len(content) // 3], b"", b"\x00\xff" * 40):
        path.write_bytes(part)
        done = call("answers", str(path))
        assert done.code == 2
        assert "fault of certify" not in done.err


def test_an_agreed_amount_stands_in_the_text_of_the_answers(place):
    """California's contradictory amount: the answer is one word, and its text has the wording."""
    spec, key = "california-bgc", "fortune-bonus.envy.minimum_stake"
    found, _ = answer_all(place, spec, "agreed")
    file = load_jurisdiction(place / "jurisdictions" / f"{spec}.yaml")
    assert found[key] == file.by_key[key].value
    letters = place / "letters"
    letters.mkdir()
    (text,) = place.glob("all-*.txt")
    shutil.copy(text, letters)
    assert len(check_sources(file, letters)[1]) == 1  # the rules are elsewhere
    told = {line for item in list_unread(file, letters) for line in item.with_figures}
    assert not told


def test_a_letter_asks_nothing_that_its_addressee_cannot_answer(place):
    """No question about the policy of its sender, or about what certify does not model."""
    spec = "designated-player"
    shutil.copy(ROOT / "jurisdictions" / f"{spec}.yaml", place / "jurisdictions")
    letter = json.loads(call("letter", spec, "--severity", "note", "--json").out)
    issues = json.loads(call("check", spec, "--json", "--fail-on", "never").out)["issues"]
    codes = {item["id"]: {part["code"] for part in item["findings"]} for item in issues}
    ours = {name for name, found in codes.items() if found <= {"POL001", "MOD001", "MOD002"}}
    assert ours
    assert not ours & {item["id"] for item in letter["questions"]}


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
    letter = json.loads(call("letter", SPEC, *options, "--json").out)
    assert {item["number"] for item in letter["questions"]} == {item["number"] for item in kept}


def test_each_point_of_an_issue_has_a_field_of_its_own(place):
    """A statement is asked for once, and an answer to one point leaves the others alone."""
    shutil.copy(ROOT / "jurisdictions" / "mbs.yaml", place / "jurisdictions")
    letter = json.loads(call("letter", "mbs", "--json").out)
    asked = [key for item in letter["questions"] for key in item["statements"]]
    assert len(asked) == len(set(asked))
    parts = {f"{item['number']}{item['part']}": item["statements"] for item in letter["questions"]}
    assert parts["12c"] == ["fortune-bonus.foul"]
    assert parts["1b"] == []
    assert len([label for label in parts if label.startswith("12")]) == 4
    path = make_md_letter(place, {"fortune-bonus.foul": "loses"}, "mbs")
    told = json.loads(call("answers", str(path), "--write", "--json").out)
    assert (told["stated"], told["todo"], told["open"]) == (["fortune-bonus.foul"], [], [])


OPEN = [
    {TO_ANSWER: "Later"},
    {TO_ANSWER: "to follow."},
    {"fortune-bonus.paytable_choice": "Agreed"},  # with a recommended action, not a wording
]


@pytest.mark.parametrize("answers", OPEN, ids=repr)
def test_an_answer_that_settles_nothing_leaves_the_question_open(answers, place):
    file = place / "jurisdictions" / f"{SPEC}.yaml"
    text = file.read_text("utf-8")
    path = make_csv(place, answers)
    told = json.loads(call("answers", str(path), "--write", "--json").out)
    assert (told["stated"], told["todo"], told["written"]) == ([], [], [])
    assert told["open"]
    assert file.read_text("utf-8") == text
    assert not list(place.glob("*.txt"))


def test_answers_of_one_day_come_in_several_files(place):
    """Each is a document of its own; what is written already is not written again."""
    first, second = TO_ANSWER, "table.players"
    path = make_csv(place, {first: "agreed"})
    options = ("--date", "2031-05-04", "--write", "--json")
    one = json.loads(call("answers", str(path), *options).out)
    text = Path(one["written"][1]).read_text("utf-8")
    file = place / "jurisdictions" / f"{SPEC}.yaml"
    kept = file.read_text("utf-8")
    assert call("answers", str(path), *options).code == 2  # read already
    assert file.read_text("utf-8") == kept
    path = make_csv(place, {second: "agreed"})
    two = json.loads(call("answers", str(path), *options).out)
    assert (one["stated"], two["stated"]) == ([first], [second])
    assert Path(one["written"][1]).read_text("utf-8") == text
    after = load_jurisdiction(place / "jurisdictions" / f"{SPEC}.yaml")
    assert len({item.id for item in after.documents}) == len(after.documents) == 3
    assert {after.by_key[key].citations[-1].document for key in (first, second)} == {
        item.id for item in after.documents[1:]
    }


def test_answers_that_contradict_each_other_state_nothing(place):
    path = make_csv(place, {TO_ANSWER: "agreed"})
    rows = list(csv.DictReader(io.StringIO(path.read_text("utf-8"))))
    again = next(row for row in rows if row["Statements"] == TO_ANSWER)
    with path.open("a", encoding="utf-8", newline="") as stream:
        csv.DictWriter(stream, COLUMNS).writerow({**again, "Answer": "rank-order"})
    told = json.loads(call("answers", str(path), "--json").out)
    assert told["stated"] == []
    assert told["todo"] == [again["Id"]]


@pytest.mark.parametrize(
    ("spec", "key", "text", "value"),
    [
        ("mbs", "standard.smallest_chip", "0.25 SGD", "0.25 SGD"),
        ("mbs", "standard.smallest_chip", "0.25", None),  # of which currency?
        ("mbs", "standard.smallest_chip", "0.25 USD", None),
        ("mbs", "table.players", "5", "5"),
        ("mbs", "table.players", "six", "6"),
        ("mbs", "table.players", "6 players", "6"),
        ("mbs", "table.players", "6 months", None),
        ("mbs", "table.players", "0", None),
        ("mbs", "fortune-bonus.precedence", "Yes", None),
        ("pennsylvania", "identity.approval_date", "no", None),
        ("pennsylvania", "fortune-bonus.cap", "25 USD", None),  # asked whether it is meant
    ],
)
def test_only_a_value_that_was_asked_for_is_read(spec, key, text, value):
    words = Words(load_jurisdiction(ROOT / "jurisdictions" / f"{spec}.yaml"))
    row = {"Id": "1", "Issue": "An issue", "Statements": key, "Recommended wording": ""}
    (found,) = read_answers(words, [{**row, "Answer": text}])
    assert {name: format_value(item) for name, item in found.values.items()} == (
        {key: value} if value else {}
    )
    moves = key != "identity.approval_date"  # a todo about it would take figures away
    assert bool(found.left) == (value is None and moves)


def test_a_letter_in_pdf_is_refused_by_name(place):
    (place / "letter.pdf").write_bytes(b"%PDF-1.7")
    done = call("answers", "letter.pdf")
    assert done.code == 2
    assert "docx" in done.err


@pytest.mark.parametrize(
    "spec",
    [pytest.param(name, marks=() if name == "pennsylvania" else pytest.mark.slow) for name in IDS],
)
def test_every_statement_can_be_answered(spec):
    """In each form in which a file writes one, with more answers than its document has lines."""
    path = ROOT / "jurisdictions" / f"{spec}.yaml"
    made = load_jurisdiction(path)
    values = {
        key: next(list_values(statement), None)
        for key, statement in made.by_key.items()
        if not statement.line and not statement.paytable
        if key != "setting.house_way"  # an answer cannot supply its rules
    }
    answers = [
        Answer(key, key, (key,), "agreed", values={key: value})
        for key, value in values.items()
        if value is not None
    ]
    text = apply_answers(made, path.read_bytes(), answers, "a letter", "2031-05-04")
    after = read_jurisdiction(load_bytes(text.encode(), spec))
    assert len(answers) > 100
    assert not after.tasks
    for item in answers:
        statement = after.by_key[item.id]
        assert (statement.value, statement.standing) == (values[item.id], Standing.STATED)


def mark(cell, how):
    """Change an agreed answer as word processors do."""
    from docx.oxml import OxmlElement

    paragraph = cell.paragraphs[0]
    if how == "nested":
        cell.add_table(1, 1).rows[0].cells[0].text = "but 5 instead of 6"
        return
    run = OxmlElement("w:r")
    text = OxmlElement("w:t")
    text.text = ", but 5 instead of 6"
    run.append(text)
    if how == "w:strike":
        properties = OxmlElement("w:rPr")
        properties.append(OxmlElement("w:strike"))
        run.insert(0, properties)
        paragraph._p.append(run)
    elif how == "w:sdt":
        outer, inner = OxmlElement("w:sdt"), OxmlElement("w:sdtContent")
        inner.append(run)
        outer.append(inner)
        paragraph._p.append(outer)
    else:
        outer = OxmlElement(how)
        outer.append(run)
        paragraph._p.append(outer)


@pytest.mark.parametrize("how", ["w:ins", "w:del", "w:strike", "w:sdt", "nested"])
def test_a_changed_agreement_states_nothing(how, place):
    path = make_docx(place, {TO_ANSWER: "agreed", "table.players": "agreed"})
    document = docx.Document(str(path))
    for table in document.tables:
        cells = {row.cells[0].text: row.cells[1] for row in table.rows}
        if list_keys(cells["Reference"].text) == TO_ANSWER:
            mark(cells["Answer"], how)
    document.save(str(path))
    told = json.loads(call("answers", str(path), "--json").out)
    assert told["stated"] == ["table.players"]
    read = how in {"w:sdt", "nested"}
    assert (len(told["todo"]), len(told["refused"])) == ((1, 0) if read else (0, 1))


def test_a_damaged_question_is_named_and_the_others_are_read(place):
    path = make_docx(place, {TO_ANSWER: "agreed", "table.players": "agreed"})
    document = docx.Document(str(path))
    for table in document.tables:
        cells = {row.cells[0].text: row for row in table.rows}
        keys = list_keys(cells["Reference"].cells[1].text)
        if keys == TO_ANSWER:
            cells["Answer"].cells[0].text = "Our answer"
        elif keys == "deck.royal_match_joker":
            cells["Reference"]._tr.getparent().remove(cells["Reference"]._tr)
    document.save(str(path))
    letter = json.loads(call("letter", SPEC, "--severity", "note", "--json").out)
    numbers = {
        ", ".join(item["statements"]): f"{item['number']}{item['part']}"
        for item in letter["questions"]
    }
    labels = {f"{item['number']}{item['part']}" for item in letter["questions"]}
    told = json.loads(call("answers", str(path), "--json").out)
    assert told["stated"] == ["table.players"]
    named = {item["question"] for item in told["refused"]}
    assert named == {numbers[key] for key in (TO_ANSWER, "deck.royal_match_joker")}
    answered = {*named, numbers["table.players"]}
    assert set(told["unanswered"]) == labels - answered


def test_a_number_of_players_that_the_deck_cannot_deal_is_refused():
    words = Words(load_jurisdiction(ROOT / "jurisdictions" / "mbs.yaml"))
    row = {"Id": "1", "Issue": "An issue", "Statements": "table.players", "Recommended wording": ""}
    (found,) = read_answers(words, [{**row, "Answer": "7"}])
    assert (found.values, found.left) == ({}, ())
    assert found.refused


def test_a_later_answer_closes_the_todo_of_the_earlier(place):
    file = place / "jurisdictions" / f"{SPEC}.yaml"
    options = ("--date", "2031-05-04", "--write", "--json")
    for answer, tasks in (("It depends.", 1), ("It depends on it.", 1), ("agreed", 0)):
        told = json.loads(call("answers", str(make_csv(place, {TO_ANSWER: answer})), *options).out)
        found = load_jurisdiction(file).tasks
        assert len(found) == len(told["todo"]) == tasks
        assert all(answer in item.what for item in found)
    assert told["stated"] == [TO_ANSWER]


@pytest.mark.parametrize(
    ("text", "agrees", "later"),
    [
        ("**Agreed.**", True, False),
        ("Yes, agreed", True, False),
        ("agreed, thank you", True, False),
        ("agreed, but 5 instead of 6", False, False),
        ("agreed if 5", False, False),
        ("yes", False, False),
        ("Later, by 4 May 2031", False, True),
        ("See our answer to 2a.", False, True),
        ("See our answer to 2a, but 5", False, False),
        ("—", False, True),
    ],
)
def test_only_whole_answers_agree_or_defer(text, agrees, later):
    words = Words(load_jurisdiction(ROOT / "jurisdictions" / f"{SPEC}.yaml"))
    row = {"Id": "1", "Issue": "An issue", "Statements": TO_ANSWER, "Recommended wording": ""}
    (found,) = read_answers(words, [{**row, "Answer": text}])
    assert (found.agrees, is_later(text)) == (agrees, later)


@pytest.mark.parametrize("text", ["agreed", "The wording will be reviewed."])
def test_an_answer_without_a_parameter_takes_no_figure_away(text):
    words = Words(load_jurisdiction(ROOT / "jurisdictions" / f"{SPEC}.yaml"))
    row = {"Id": "1", "Issue": "An issue", "Statements": "", "Recommended wording": ": “Cards.”"}
    (found,) = read_answers(words, [{**row, "Answer": text}])
    assert (found.values, found.left, found.refused) == ({}, (), "")


def test_each_possible_answer_of_a_letter_is_read(place):
    """The row lists the values of a closed list, and each is stated when it is the answer."""
    words = Words(load_jurisdiction(ROOT / "jurisdictions" / f"{SPEC}.yaml"))
    letter = json.loads(call("letter", SPEC, "--severity", "note", "--json").out)
    listed = {
        item["statements"][0]: dict(item["rows"])["Possible answers"].split(", ")
        for item in letter["questions"]
        if "Possible answers" in dict(item["rows"])
    }
    assert TO_ANSWER in listed
    for key, values in listed.items():
        row = {"Id": "1", "Issue": "An issue", "Statements": key, "Recommended wording": ""}
        for value in values:
            (found,) = read_answers(words, [{**row, "Answer": value}])
            assert {name: format_value(item) for name, item in found.values.items()} == {key: value}

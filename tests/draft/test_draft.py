"""A draft: valid as one, told what is to do, and believed by nothing."""

import datetime
import json
import re
import shutil

import pytest

from certify.base.load import load_bytes
from certify.draft.text import read_document
from certify.draft.write import DraftOrder, write_draft
from certify.gate.files import find_files
from certify.gate.run import Options, run_gate
from certify.odds.compute import Request, compute_odds
from certify.odds.result import Status
from certify.spec.catalogue import ENVY, GAME, WAGER, Moves
from certify.spec.model import Standing, measure_draft
from certify.spec.validate import read_jurisdiction
from tests.cli.calls import call
from tests.conftest import ROOT, load
from tests.edits import edit, put
from tests.tutorial.walk import DOCUMENT, build_file


def read(text):
    return read_jurisdiction(load_bytes(text.encode(), "kelp-island.yaml"))


@pytest.fixture(scope="module")
def text():
    return write_draft(
        DraftOrder("kelp-island", "Kelp Island", "2031-03-01"), [read_document(DOCUMENT, "rules")]
    ).text


@pytest.fixture(scope="module")
def finished():
    return read(build_file())


def test_every_parameter_stands_in_a_draft_with_its_words(text):
    """Description, values, what it moves: once for the game, once for each of the three wagers."""
    plain = " ".join(re.sub(r"^\s*# ?", " ", text, flags=re.MULTILINE).split())
    made = read(text)
    for parameter in (*GAME, *WAGER, *ENVY):
        count = 3 if parameter in WAGER else 1
        assert plain.count(parameter.description) >= count, parameter.key
        assert all(word in plain for word in parameter.choices), parameter.key
    moving = [item for item in (*GAME, *WAGER * 3, *ENVY) if item.moves is not Moves.NOTHING]
    assert text.replace("\n", " ").count("MOVES") == len(moving)
    assert all(item.standing is Standing.TODO for item in made.statements.values())
    assert {wager.id: wager.has_envy for wager in made.wagers} == {
        "tidal-bonus": True,
        "lighthouse-jackpot": False,
        "undertow": False,
    }


def test_a_draft_counts_what_is_answered(text, finished):
    total = len(GAME) + 3 * len(WAGER) + len(ENVY)
    made = measure_draft(read(text))
    assert (made.answered, made.parameters) == (0, total)
    moving = sum(item.moves is not Moves.NOTHING for item in (*GAME, *WAGER * 3, *ENVY))
    assert str(made) == f"0 of {total} answered, {moving} that affect money are open"
    assert measure_draft(finished) is None
    one = measure_draft(edit(finished, put("deck", "cards", value={"todo": True})))
    # the finished file has a house way, and with it one statement more
    assert str(one) == f"{total} of {total + 1} answered, 1 that affects money is open"


def test_what_moves_the_odds_comes_first(text):
    order = [item.parameter.moves for item in measure_draft(read(text)).open]
    assert order == sorted(
        order, key=[Moves.ODDS, Moves.INCOMPLETE, Moves.ROUND, Moves.NOTHING].index
    )


@pytest.mark.parametrize(
    "path",
    [
        ("identity", "title"),
        ("deck", "joker"),
        ("standard", "commission"),
        ("wagers", 0, "envy", "minimum_stake"),
        ("wagers", 0, "paytables", 0, "lines", 0, "pays"),
    ],
    ids=str,
)
def test_one_todo_makes_every_wager_incomplete(finished, path):
    """Also one that moves nothing: a file that is not read to its end certifies nothing."""
    made = edit(finished, put(*path, value={"todo": True}))
    names = frozenset(wager.id for wager in made.wagers)
    found = compute_odds(made, Request(wagers=names, alternatives=False))
    assert {odds.status for odds in found} == {Status.INCOMPLETE}
    assert all("the file is a draft: " in " ".join(odds.missing) for odds in found)


def test_the_finished_file_is_certified_under_readings(finished):
    names = frozenset(wager.id for wager in finished.wagers)
    found = compute_odds(finished, Request(wagers=names, alternatives=False))
    assert {odds.status for odds in found} == {Status.UNDER_READINGS}


def test_a_draft_beside_a_jurisdiction_of_ours():
    made = edit(load("mbs"), put("wagers", 0, "precedence", value={"todo": True}))
    found = compute_odds(made, Request(wagers=frozenset({"fortune-bonus"})))
    assert found[0].status is Status.INCOMPLETE
    assert not found[0].outcomes


@pytest.fixture
def folder(tmp_path, text):
    """A folder of jurisdictions: one that is certified, its policy, and a draft."""
    shutil.copytree(ROOT / "jurisdictions", tmp_path / "jurisdictions")
    for path in (tmp_path / "jurisdictions").iterdir():
        if path.is_file() and not path.name.startswith("south-dakota"):
            path.unlink()
    shutil.copy(DOCUMENT, tmp_path)
    made = call("new", "kelp-island", "--text", "kelp-island.txt", cwd=tmp_path)
    assert made.code == 0, made.err
    return tmp_path


def test_new_and_validate(folder):
    path = folder / "jurisdictions" / "kelp-island.yaml"
    again = call("new", "kelp-island", "--text", "kelp-island.txt", cwd=folder)
    assert again.code == 2
    assert "is not overwritten" in again.err
    told = call("validate", "kelp-island", cwd=folder)
    assert told.code == 0
    lines = told.out.splitlines()
    draft = measure_draft(read(path.read_text(encoding="utf-8")))
    assert lines[0] == f"jurisdictions/kelp-island.yaml: a draft: {draft}"
    moves = ["odds" if "moves odds" in line else "round" for line in lines[1:-1]]
    assert moves == sorted(moves)
    place = re.match(r"jurisdictions/kelp-island.yaml:(\d+):(\d+): deck.cards is todo", lines[1])
    line = path.read_text(encoding="utf-8").splitlines()[int(place[1]) - 1]
    assert line[: int(place[2]) - 1] == "  cards: "
    assert lines[-1].startswith("jurisdictions/kelp-island.yaml: todo without effect on money: ")
    data = json.loads(call("validate", "--json", cwd=folder).out)
    assert data["valid"]
    assert data["drafts"][0]["answered"] == 0
    assert len(data["drafts"][0]["open"]) == draft.parameters


def test_the_gate_refuses_a_draft_and_judges_the_others(folder, monkeypatch):
    alone = call("gate", "kelp-island", cwd=folder)
    assert alone.code == 1
    assert "the file is a draft: 0 of" in alone.out
    approval = ("--accept", "--by", "compliance officer", "--reason", "first edition")
    accepted = call("gate", "kelp-island", *approval, cwd=folder)
    assert accepted.code == 1
    assert not (folder / "jurisdictions" / "kelp-island.certificate.json").exists()
    monkeypatch.chdir(folder)
    verdict = run_gate(find_files(()), Options(datetime.date(2031, 3, 1)))
    assert [line.partition(": 0 of")[0] for line in verdict.drafts] == [
        "jurisdictions/kelp-island.yaml: the file is a draft"
    ]
    assert not any("kelp-island" in line for line in verdict.failures)
    assert any("south-dakota" in line for line in (*verdict.passed, *verdict.failures))


def test_a_draft_is_not_filed(folder):
    filed = call("report", "kelp-island", "-o", "filings", cwd=folder)
    assert filed.code == 2
    assert "is a draft: 0 of" in filed.err
    assert not (folder / "filings").exists()


def test_a_round_that_turns_on_a_todo_is_refused(folder):
    round_ = {
        "paytable": "A",
        "bank": {"cards": "Ks Kh 9d 8c 4s 3d 2h", "low": "9d 8c"},
        "players": [
            {
                "seat": 1,
                "cards": "As Ah 10d 9c 5s 4d 3h",
                "low": "10d 9c",
                "wagers": {"standard": "10"},
            }
        ],
    }
    (folder / "round.json").write_text(json.dumps(round_), encoding="utf-8")
    told = call("settle", "kelp-island", "round.json", cwd=folder)
    assert told.code == 2
    assert "draft" in told.err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["Kelp", "--text", "kelp-island.txt"], "is not an id; use small letters"),
        (["kelp", "--text", "absent.txt"], "absent.txt: file not found"),
        (["kelp"], "--text"),
        (["kelp", "--text", "kelp-island.txt", "--currency", "dollars"], "write for example USD"),
        (["kelp", "--text", "plain.txt"], "add it, for example --currency USD"),
        (["kelp", "--text", "empty.txt"], "contains no text"),
    ],
)
def test_what_cannot_be_drafted_is_refused(folder, arguments, told):
    (folder / "plain.txt").write_text("A game without money.\n", encoding="utf-8")
    (folder / "empty.txt").write_text("\n \n", encoding="utf-8")
    found = call("new", *arguments, cwd=folder)
    assert found.code == 2
    assert told in found.err
    assert not (folder / "jurisdictions" / "kelp.yaml").exists()


ROWS = """3. Stone Bonus

Hand                       Pays        Envy
7 card straight flush no joker  5,000 to 1  $500
Wild royale                300 to 1    $50
Royal flush                100 to 1
Four of a kind or so       20 to 1
Flush                      4 to 1
Flush                      5 to 1
Lucky sevens               77 to 1
House edge (max envy)      5.10%

3.2 All other hands lose their wager, whatever else is held by the dealer or by any of the players there.

A full house               6 to 1
"""


@pytest.fixture
def rows(tmp_path):
    """A draft of a document some of whose rows cannot be placed, or only in part."""
    path = tmp_path / "rows.txt"
    path.write_text(ROWS, encoding="utf-8")
    return write_draft(
        DraftOrder("rows", "Rows", "2031-03-01"), [read_document(path, "rules")]
    ).text


def test_every_row_that_pays_is_a_line_or_a_todo(rows):
    """The eight rows that pay and the printed edge: none can be forgotten."""
    made = read(rows)
    (table,) = made.wagers[0].paytables
    placed = {n for line in table.lines for n in range(line.citation.first, line.citation.last + 1)}
    tasks = {task.citation.first: task.what for task in made.tasks}
    assert placed == {4, 6, 7, 8, 9}
    assert set(tasks) == {3, 5, 7, 10, 11, 15}  # the head: the sentence of 3.2
    assert tasks[7] == "not understood: so"
    assert '"Wild royale" (300)' in tasks[5]
    assert '"Lucky sevens" (77)' in tasks[10]
    assert "5.10 %" in tasks[11]
    assert '"A full house" (6) is in no paytable' in tasks[15]
    # two rows of one label: the pay itself is to do, and told once
    flush = next(line for line in table.lines if line.id == "flush")
    assert flush.pays.standing is Standing.TODO


def test_validate_counts_rows_until_each_is_dealt_with(rows, finished):
    total = len(GAME) + len(WAGER) + len(ENVY)
    moving = sum(item.moves is not Moves.NOTHING for item in (*GAME, *WAGER, *ENVY))
    draft = measure_draft(read(rows))
    told = f"0 of {total} answered, {moving + 6 + 1} that affect money are open"
    assert str(draft) == told  # five rows, a sentence, and the pay of the flush
    one = edit(finished, put("wagers", 0, "paytables", 0, "lines", 0, "todo", value="sure?"))
    assert str(measure_draft(one)).endswith("answered, 1 that affects money is open")
    other = edit(finished, put("todo", value=[{"what": "a page is missing"}]))
    assert str(measure_draft(other)).endswith("answered, 1 that affects money is open")
    for made in (one, other):
        names = frozenset(wager.id for wager in made.wagers)
        found = compute_odds(made, Request(wagers=names, alternatives=False))
        assert {odds.status for odds in found} == {Status.INCOMPLETE}


def test_validate_tells_rows_first_with_their_places(rows, tmp_path):
    path = tmp_path / "rows.yaml"
    path.write_text(rows, encoding="utf-8")
    told = call("validate", str(path), cwd=tmp_path).out.splitlines()[1:6]
    for line in told:
        place, _, what = line.removeprefix(f"{path}:").partition(": ")
        number, column = map(int, place.split(":"))
        assert rows.splitlines()[number - 1][column - 1 :].startswith(("{what: ", '"not under'))
        assert what.startswith("todo, affects the odds; ")
    data = json.loads(call("validate", str(path), "--json", cwd=tmp_path).out)["drafts"][0]
    assert len(data["rows"]) == 6


def test_a_document_without_a_table_gives_a_draft_without_wagers(folder):
    (folder / "plain.txt").write_text("A game without money.\n", encoding="utf-8")
    made = call("new", "plain", "--text", "plain.txt", "--currency", "USD", "-o", "-", cwd=folder)
    assert made.code == 0
    assert read(made.out).wagers == ()

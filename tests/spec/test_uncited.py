"""Rows that a file leaves out, and clauses that do not hold their lines, are told by `certify sources`."""

import copy

import pytest

from certify.spec.sources import check_sources
from certify.spec.texts import Number, Numbering, Text, list_named
from certify.spec.uncited import list_left_out
from tests.conftest import IDS, load
from tests.edits import edit, put
from tests.spec.test_sources_fictional import FOLDER, made_up


def drop(*path):
    """A change that removes what stands at a path."""

    def change(data):
        for step in path[:-1]:
            data = data[step]
        del data[path[-1]]

    return change


def list_told(made, folder):
    _, faults = check_sources(made, folder)
    return [fault.what for fault in faults if "takes it up" in fault.what]


ROWS = [(table.id, line) for _, table in made_up().list_paytables() for line in table.lines]


@pytest.mark.parametrize("line", [line for _, line in ROWS], ids=[f"{t}-{x.id}" for t, x in ROWS])
def test_each_row_left_out_of_the_made_up_file_is_told(line):
    """To one, for one, in money, of a meter; also where another table has the same figures in the row."""
    told = list_told(edit(made_up(), drop(*line.path)), FOLDER)
    assert len(told) == 1
    assert told[0].startswith(f"line {line.citation.first} of kelp-island.txt prints ")


NOT_IN_A_TABLE = {
    ("designated-player", "player-only"): "a loss is no figure",
    ("pennsylvania", "player-only"): "prose, not a row",
    ("designated-player", "bank-with-joker"): "another line cites the same row as a conflict",
}


BY_STEP = pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.slow)])
"""At once every fourth edit of a long file, all of them in `make test-all`."""


@BY_STEP
@pytest.mark.parametrize("name", IDS)
def test_each_row_left_out_of_the_five_files_is_told(name, step, documents):
    rows = [line for _, table in load(name).list_paytables() for line in table.lines]
    exempt = {line for document, line in NOT_IN_A_TABLE if document == name}
    chosen = rows if len(rows) < 30 else rows[::step]
    silent = {
        line.id.removesuffix("-and-bank-high-card-A")
        for line in chosen
        if not list_told(edit(load(name), drop(*line.path)), documents)
    }
    assert silent == exempt


@BY_STEP
@pytest.mark.parametrize("name", IDS)
def test_an_envy_amount_or_a_paytable_left_out_is_told(name, step, documents):
    whole = load(name)
    changes = [
        drop(*line.path, "envy")
        for _, table in whole.list_paytables()
        for line in table.lines
        if line.envy
    ]
    changes = changes if len(changes) < 30 else changes[::step]
    changes += [
        drop(*table.path) for wager, table in whole.list_paytables() if len(wager.paytables) > 1
    ]
    assert all(check_sources(edit(whole, change), documents)[1] for change in changes)


def test_a_last_row_is_told_though_the_citation_of_its_table_ends_before_it():
    path = ("wagers", 2, "paytables", 0)
    last = made_up().wagers[2].paytables[0].lines[-1]
    cut = put(*path, "at", "lines", value=f"{last.citation.first - 3}-{last.citation.first - 1}")
    told = list_told(edit(made_up(), drop(*last.path), cut), FOLDER)
    assert [item.partition(", and")[0] for item in told] == [
        f"line {last.citation.first} of kelp-island.txt prints 20 to 1"
    ]


def test_a_row_under_uncovered_or_todo_is_taken_up():
    line = made_up().wagers[0].paytables[1].lines[3]
    at = {"clause": "4.1", "lines": str(line.citation.first)}
    without = edit(made_up(), drop(*line.path))
    assert list_told(without, FOLDER)
    for key in ("uncovered", "todo"):
        item = {"what": "a row of its own", "at": at}
        told = [*copy.deepcopy(without.source.data.get(key, [])), item]
        assert not list_told(edit(without, put(key, value=told)), FOLDER)


BARE = """Hand            Pays   Envy
Royal flush     100    $50
5 aces          60     $20
Flush           4
3 of a kind     2
Three pair      Push
"""


def test_bare_figures_behind_labels_are_figures_and_digits_of_labels_are_not():
    """The text of a made-up table, held against the lines of a file that has none of its rows."""
    spec = edit(
        made_up(),
        put("wagers", 0, "paytables", 0, "at", "lines", value="1-6"),
        *(drop("wagers", 0, "paytables", 0, "lines", 0) for _ in range(8)),
        drop("wagers", 2),
        drop("wagers", 1),
        drop("wagers", 0, "paytables", 1),
    )
    found = list_left_out(spec, {"rules": Text("bare.txt", tuple(BARE.split("\n")))})
    assert {item.line: ", ".join(map(str, item.figures)) for item in found} == {
        2: "100 to 1, a sum of 50",
        3: "60 to 1, a sum of 20",
        4: "4 to 1",
        5: "2 to 1",
        6: "a push",
    }


# --- clauses


@pytest.mark.parametrize(
    ("clause", "numbers"),
    [
        ("3.7.2", ["3.7.2"]),
        ("(6)(b)", ["(6)(b)"]),
        ("3.2(a)", ["3.2(a)"]),
        ("2.2; 2.3", ["2.2", "2.3"]),
        ("(3), (4) and (8)", ["(3)", "(4)", "(8)"]),
        ("(8) Paytables 1 and 2", ["(8)"]),
        ("A.4", ["A.4"]),
        ("4.", ["4"]),
        ("20:18:16:15.18; (5)", ["(5)"]),
        ("Appendix A 5", []),
        ("The hand rankings, 7th", []),
        ("7 Card Straight Flush (With Joker)", []),
    ],
)
def test_numbers_that_a_clause_names(clause, numbers):
    assert [str(item) for item in list_named(clause)] == numbers


def test_a_clause_holds_to_the_next_of_its_kind_or_a_higher_one():
    text = (
        "3. Play", "3.1 First.", "(a) one", "(1) small", "(b) two", "7 Card Flush 5 to 1",
        "2.5 to 1", "3.2 Second.", "4.91%  6.49%", "4. End",
    )  # fmt: skip
    numbering = Numbering(text)
    assert [(line, str(number)) for line, number in numbering.begins] == [
        (1, "3"), (2, "3.1"), (3, "3.1(a)"), (4, "3.1(a)(1)"), (5, "3.1(b)"), (8, "3.2"), (10, "4"),
    ]  # fmt: skip
    assert [str(item) for item in numbering.list_around(6, 8)] == ["3.1(b)", "3.2"]
    assert Number(("3",)).holds(Number(("3", "1"), ("a",)))
    assert not Number(("3", "1"), ("a",)).holds(Number(("3", "1"), ("b",)))
    assert not Number(("3", "1", "1")).holds(Number(("3", "1")))


def list_numbered():
    """Every citation of the made-up file with one numbered clause."""

    def walk(data, path):
        if isinstance(data, dict):
            if {"clause", "lines"} <= set(data) and len(list(list_named(data["clause"]))) == 1:
                yield path, data["clause"]
            for key, value in data.items():
                yield from walk(value, (*path, key))
        elif isinstance(data, list):
            for place, value in enumerate(data):
                yield from walk(value, (*path, place))

    return list(walk(made_up().source.data, ()))


def test_every_numbered_citation_of_another_clause_is_told():
    """Each of them moved to the next section: its lines then stand elsewhere."""
    found = list_numbered()
    assert len(found) > 90
    for path, clause in found:
        other = "7.1" if not clause.startswith("7") else "2.1"
        _, faults = check_sources(edit(made_up(), put(*path, "clause", value=other)), FOLDER)
        told = [fault for fault in faults if f"not in clause {other}" in fault.what]
        assert told, path
        assert all("the citation is in " in fault.cure for fault in told)


def test_a_clause_that_is_not_printed_is_told_where_others_of_its_kind_are():
    path = ("deck", "wheel", "at", "clause")
    for clause, caught in (
        ("1.9", True),
        ("1.3", False),
        ("1", False),
        ("the cards", False),
        ("(a)", False),
    ):
        _, faults = check_sources(edit(made_up(), put(*path, value=clause)), FOLDER)
        assert bool(faults) is caught, clause

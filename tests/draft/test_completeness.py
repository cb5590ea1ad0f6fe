"""Nothing that a text says of money is lost from its draft, and nothing is guessed without a todo."""

import re
from pathlib import Path

import pytest

from certify.base.load import load_bytes
from certify.draft.text import NumberedText, read_document
from certify.draft.write import DraftOrder, write_draft
from certify.spec.validate import read_jurisdiction
from tests.tutorial.walk import DOCUMENT

HARBOUR = Path(__file__).parent / "harbour.txt"
"""Nested clauses, leading dots, a wager on the dealer's hand that a clause alone calls one, a bad sum."""

SCHEDULES = """\
B. Pay schedules

Fortune Bonus              Schedule 1     Schedule 2
Six Card Marvel            30             30
Royal Flush                150            100
Flush                      4              4
Straight                   2              2
Seven Card Marvel          60             60

Lantern Progressive
Royal Flush                10 percent of the meter
Straight Flush             $75.00

The meter is reseeded with $1,000 and 22 percent of each $1 wager goes to it. The house edge with
Schedule 1 is 7.9 percent, and 8.1 percent with Schedule 2.

C. Tiger Tail
Players may also back the house. Winning hands:

Straight                   4 to 1
One pair                   Push
"""
PROSE = """\
2.1 A player with the Lucky Fortune bet receives, for the best hand among his seven cards, 50 to 1 for five
aces, 20 to 1 for a royal flush and 2 to 1 for a full house. Four of a kind pays
6:1.
2.2 The casino estimates its advantage on the Lucky Fortune bet at 11.25 per cent; the house edge of the Ward
Bet is 3.9%.
3 Stakes
3.1 The Ward Bet is $.50 to $10, and a win of it is at most 1,000 times that. A tie pays even money.

Article 4  Ward
| Banker's cards | Pays |
| Full house | 12 to 1 |
| No pair | 2 to 1 |
"""
FIGURE = re.compile(
    r"\$ ?[\d.,]*\d|\d(?: to |:)\d|\d ?%|\d per ?cent|even money|\d times|\bPush$|Marvel +\d"
)
"""Read here a second time, and more roughly than the package does."""


def draft(text):
    lines = tuple(text.split("\n"))
    document = NumberedText("rules", "rules", "0" * 64, lines)
    written = write_draft(DraftOrder("made", "Made", "2030-01-31", "USD"), [document])
    return written, read_jurisdiction(load_bytes(written.text.encode(), "made.yaml"))


def list_told(written, made):
    """Every line of the text that the draft cites or lists."""
    for _, paytable in made.list_paytables():
        for line in paytable.lines:
            yield from range(line.citation.first, line.citation.last + 1)
        yield from (item.citation.first for item in paytable.published)
    yield from (item.line for item in (*written.open, *written.left))


@pytest.mark.parametrize(
    "text",
    [HARBOUR.read_text("utf-8"), SCHEDULES, PROSE, DOCUMENT.read_text("utf-8")],
    ids=["harbour", "schedules", "prose", "made-up"],
)
def test_every_line_with_a_figure_is_proposed_to_do_or_listed(text):
    written, made = draft(text)
    with_figures = {n for n, line in enumerate(text.split("\n"), 1) if FIGURE.search(line)}
    assert with_figures
    assert not with_figures - {*list_told(written, made)}


def test_a_wager_that_only_a_clause_calls_one_stands_by_itself():
    written = write_draft(
        DraftOrder("made", "Made", "2030-01-31"), [read_document(HARBOUR, "rules")]
    )
    fortune, anchor = written.wagers
    assert [(item.id, item.looks_at) for item in (fortune, anchor)] == [
        ("fortune", "player"),
        ("storm-anchor", "bank"),
    ]
    document = fortune.tables[0].document
    assert document.clause(fortune.tables[0].first) == "2(a)(ii)"
    assert document.clause(anchor.tables[0].first) == "3(a)"
    assert fortune.tables[0].edges == [("no-envy", "7.77", 26)]
    assert not anchor.tables[0].edges  # a return is no edge
    pays = [line.pays for line in fortune.tables[0].lines]
    assert pays == [5000, 2000, 1000, 400, 150, 50, 25, 5, 4, 3, 2]
    assert {item.line for item in written.open} == {13, 30, 35, 38}
    assert any("$75,0000" in item.what for item in written.open)


def test_a_heading_that_is_only_guessed_to_name_a_wager_is_asked_about():
    written, _ = draft(SCHEDULES)
    assert [item.id for item in written.wagers] == [
        "fortune-bonus",
        "lantern-progressive",
        "tiger-tail",
    ]
    told = " ".join(item.what for item in written.open if item.line == 18)
    assert 'the heading "Tiger Tail" is taken for the name of a wager' in told
    assert "8.1 %" in " ".join(item.what for item in written.open if item.line == 15)
    assert {4, 8} <= {item.line for item in (*written.open, *written.left)}


def test_a_table_under_another_heading_is_no_paytable_of_the_first_without_a_todo():
    rows = "Flush 4 to 1\nStraight 2 to 1\nFull house 5 to 1\n"
    written, _ = draft(f"1. Fortune Bonus\n{rows}\n2. What else is paid at our tables\n{rows}")
    (wager,) = written.wagers
    assert [table.id for table in wager.tables] == ["1", "2"]
    (asked,) = [item for item in written.open if "is it a wager of its own?" in item.what]
    assert asked.line == 6


def test_an_edge_goes_to_the_wager_that_its_sentence_names():
    written, _ = draft(PROSE)
    (ward,) = written.wagers
    assert (ward.looks_at, ward.tables[0].edges) == ("bank", [("no-envy", "3.9", 5)])
    assert [line.label.wants["bank"]["hand"] for line in ward.tables[0].lines] == [
        "full-house",
        "high-card",
    ]
    left = {item.line: {str(figure) for figure in item.figures} for item in written.left}
    assert "11.25 %" in left[4]
    assert {item.line for item in written.open} >= {1, 2, 3}


@pytest.mark.parametrize(
    ("marks", "clause"),
    [
        (["14.8 Bonus", "(b) It is paid"], "14.8(b)"),
        (["14.8 Bonus", "(b) It is", "(ii) paid"], "14.8(b)(ii)"),
        (["14.8 Bonus", "(h) It is", "(i) paid"], "14.8(i)"),
        (["14.8 Bonus", "(b) It is", "(ii) paid", "(c) so"], "14.8(c)"),
        (["14.8 Bonus", "(b) It is", "(2) paid", "14.9 Other"], "14.9"),
        (["C. Tiger Tail", "(a) It is paid"], "C (a)"),
    ],
)
def test_the_number_of_a_clause_is_whole(marks, clause):
    assert NumberedText("rules", "rules", "", tuple(marks)).clauses[-1] == clause


@pytest.mark.parametrize(
    "row",
    [
        "Trips, Queens (with no joker) ..... 12-1",
        "Quads, any ..... 33-1",
        "Flush  7-to-1",
        "Pair of kings  1-for-1",
        "Flush  x7",
        "Flush  7X",
        "Flush  seven times the stake",
        "Flush  double",
    ],
)
def test_a_row_with_odds_in_another_form_is_not_lost(row):
    written, made = draft(f"1. Reef Bonus\n\nRoyal flush 50 to 1\nFull house 5 to 1\n{row}\n")
    assert 5 in {*list_told(written, made)}


def test_odds_with_hyphens_are_read():
    written, _ = draft("1. Reef Bonus\n\nFlush  9-to-1\nStraight  4-to-1\nPair of aces  1-for-1\n")
    pays = [line.pays for line in written.wagers[0].tables[0].lines]
    assert pays == [9, 4, {"for": 1}]


def test_odds_without_a_table_are_listed():
    written, _ = draft(
        "1. Reef Bonus\n\nDead hand ..... 10-1\nA win is paid ten times the stake.\n"
    )
    assert {3, 4} <= {item.line for item in (*written.left, *written.open)}

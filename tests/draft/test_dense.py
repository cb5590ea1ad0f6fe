"""Dense documents, in which words beside a row change its payout: what is not asked about is right.

A condition below a row, a note, the first five cards, columns of the Envy Bonus, two wagers in one
table, the hand of the dealer, payouts "for one", counts beside payouts: each such row must have a todo.
"""

from pathlib import Path

import pytest

from certify.base.load import load_bytes
from certify.draft.labels import read_label
from certify.draft.tables import propose_wagers
from certify.draft.text import NumberedText, read_document
from certify.draft.write import DraftOrder, write_draft
from certify.spec.validate import read_jurisdiction
from tests.tutorial.walk import DOCUMENT

DENSE = sorted((Path(__file__).parent / "dense").glob("*.txt"))
CERTAIN = {
    ("g", 10): ("five-aces", {"money": "2500"}),
    ("g", 12): ("straight-flush", {"money": "100"}),
    ("g", 14): ("four-of-a-kind", {"money": "50"}),
    ("r", 28): ("straight-flush", {"for": 300}),
    ("r", 29): ("four-of-a-kind", {"for": 50}),
    ("r", 30): ("full-house", {"for": 3}),
}
"""The rows of the dense documents that are proposed without a todo: file, line, hand and payout."""


def list_lines(document):
    for wager in propose_wagers([document]):
        for table in wager.tables:
            yield from table.lines


def make(*lines):
    return NumberedText("rules", "Rules", "0" * 64, lines)


@pytest.mark.parametrize("path", DENSE, ids=lambda path: path.stem)
def test_what_is_not_asked_about_is_right(path):
    lines = list(list_lines(read_document(path, "rules")))
    assert len(lines) > 2 or path.stem == "v"  # prose: each payout is a todo of the draft
    found = {
        (path.stem, line.first): (line.label.wants["hand"], line.pays)
        for line in lines
        if not line.doubts and not line.is_open
    }
    assert found == {place: row for place, row in CERTAIN.items() if place[0] == path.stem}


@pytest.mark.parametrize("path", DENSE, ids=lambda path: path.stem)
def test_each_doubt_is_a_todo_of_its_row_in_the_draft(path):
    written = write_draft(
        DraftOrder("made", "Made", "2031-01-01", "USD"), [read_document(path, "rules")]
    )
    made = read_jurisdiction(load_bytes(written.text.encode(), "made.yaml"))
    rows = sum(len(table.lines) for _, table in made.list_paytables())
    certain = sum(place[0] == path.stem for place in CERTAIN)
    assert len(made.tasks) >= rows - certain


def test_a_plain_document_is_proposed_without_a_todo():
    lines = list(list_lines(read_document(DOCUMENT, "rules")))
    assert len(lines) == 28
    assert not [line.first for line in lines if line.doubts]


def test_columns_of_the_envy_bonus_behind_all_payouts_go_to_their_paytables():
    head = "Hand  PT 1  PT 2  Envy (PT 1)  Envy (PT 2)"
    rows = ("Royal flush  50 to 1  75 to 1  $100  $200", "Flush  4 to 1  3 to 1")
    (wager,) = propose_wagers([make("1. Reef Bonus", head, *rows)])
    found = {table.id: [(line.pays, line.envy) for line in table.lines] for table in wager.tables}
    assert found == {"1": [(50, "100"), (4, None)], "2": [(75, "200"), (3, None)]}
    assert all(table.lines[0].doubts for table in wager.tables)


@pytest.mark.parametrize(
    ("text", "unread"),
    [
        ("Royal flush (joker)", None),  # like another label, and asked about as that
        ("Royal match with joker", "joker"),
        ("Royal flush (natural) + royal match", "without joker"),
        ("Dealer and player ace high with joker", "with joker"),
        ("Five aces without joker", None),
    ],
)
def test_a_joker_that_no_condition_takes_up_is_asked_about(text, unread):
    label = read_label(text)
    assert label.guessed if unread is None else label.unread == unread


@pytest.mark.parametrize(
    ("before", "row", "after"),
    [
        ("It is settled on the first five cards.", "Flush  4 to 1", ""),
        ("", "Flush  4 to 1", "(without joker)"),
        ("", "Flush  4 to 1  (spades)", ""),
        ("", "Flush*  4 to 1", ""),
        ("", "Flush  4 to 1 *", ""),
        ("", "Flush  4 to 1, or 8 to 1 in spades", ""),
        ("", "Flush  $5  4 to 1", ""),
        ("", "Flush  4 to 1  $5  $25", ""),
        ("All payouts are for one.", "Flush  4 to 1", ""),
        ("", "Flush  4", ""),
        ("The low hand decides.", "Flush  4 to 1", ""),
        ("It wins where the player beats the dealer.", "Flush  4 to 1", ""),
        ("Payouts include the original wager.", "Flush  4 to 1", ""),
    ],
)
def test_words_that_may_change_a_row_are_asked_about_in_it(before, row, after):
    plain = ("1. Reef Bonus", "", "Royal flush  50 to 1")
    lines = list(list_lines(make(*plain, "Flush  4 to 1", "Straight  3 to 1")))
    assert not any(line.doubts for line in lines)
    document = make(plain[0], before, *plain[1:], row, after, "Straight  3 to 1")
    asked = [line for line in list_lines(document) if line.label.wants["hand"] == "flush"]
    assert asked
    assert all(line.doubts for line in asked)


def test_a_sentence_elsewhere_that_names_the_wager_is_asked_about():
    rows = ("1. Reef Bonus", "", "Royal flush  50 to 1", "Flush  4 to 1")
    rule = "The Reef Bonus wager counts the first five cards."
    far = ("2. Dealing", "", *(["Cards are dealt."] * 20), "")
    assert not any(line.doubts for line in list_lines(make(*rows, "", *far)))
    lines = list(list_lines(make(*rows, "", *far, rule)))
    assert [line.doubts for line in lines] == [
        [f"does what line {len(rows) + len(far) + 2} says limit or change this row?"]
    ] * 2


def test_a_share_that_names_no_meter_is_asked_about():
    document = make("1. Reef Progressive", "", "Five aces  100%", "Royal flush  $500", "Flush  $5")
    (wager,) = propose_wagers([document])
    assert [line for _, line in wager.tables[0].unread] == [3]


@pytest.mark.parametrize(
    "sentence",
    [
        "The wager is lost where the standard wager is won.",
        "A straight is paid with an ace in it alone.",
        "Black cards alone are counted.",
        "From each win 5% is withheld.",
        "A win is paid by the row below its own.",
        "The prize is shared by all who win.",
        "The cards of the neighbour decide.",
    ],
)
@pytest.mark.parametrize("place", [1, 4])
def test_a_sentence_that_is_not_known_to_be_harmless_is_a_todo_of_its_wager(sentence, place):
    rows = ["Royal flush  50 to 1", "Flush  4 to 1", "Straight  3 to 1"]
    known = ["It is paid by the first row that the hand reaches.", "Any other hand loses."]
    order = DraftOrder("made", "Made", "2031-01-01", "USD")
    lines = ["1. Reef Bonus", *known, "", *rows]
    assert not write_draft(order, [make(*lines, "", "2. Seats", sentence)]).open
    lines[place:place] = [sentence, ""]
    written = write_draft(order, [make(*lines)])
    assert len(written.open) == 1
    assert f"in {place + 1} change" in written.open[0].what


def test_a_sentence_below_the_rows_is_a_todo_of_its_wager():
    rows = ["1. Reef Bonus", "", "Royal flush  50 to 1", "Flush  4 to 1", ""]
    written = write_draft(
        DraftOrder("made", "Made", "2031-01-01", "USD"), [make(*rows, "Only black cards count.")]
    )
    assert [wager.tables[0].changes for wager in written.wagers] == [{6}]
    assert len(written.open) == 1

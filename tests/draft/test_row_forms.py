"""Both hands for one stake, counts beside payouts, short labels, and section numbers that look like odds."""

import pytest

from certify.draft.labels import read_label
from certify.draft.text import read_document
from certify.draft.write import DraftOrder, write_draft
from certify.spec import printed

BOTH = """\
13:69F-2.3 Twin Bonus Payout Odds
One wager of $5 pays on the player's hand and on the dealer's hand.

Player's hand
Straight flush 50 to 1
Four of a kind 20 to 1

Dealer's hand
Straight flush 40 to 1
Four of a kind 10 to 1
"""
COUNTED = """\
1.1 Harbour Bonus
A wager of $5 is optional.

Event Pays Combinations
Royal flush 100 26,132
Straight flush 20 184,644
Flush 3 6,172,088
"""


def propose(text, folder):
    path = folder / "text.txt"
    path.write_text(text, encoding="utf-8")
    return write_draft(DraftOrder("x", "X", "2031-01-01"), [read_document(path, "rules")])


def test_payouts_on_both_hands_for_one_stake_are_one_wager_and_the_draft_asks(tmp_path):
    written = propose(BOTH, tmp_path)
    (wager,) = written.wagers
    assert (wager.id, wager.looks_at) == ("twin-bonus", "both")
    lines = [(line.label.looks_at, line.pays) for line in wager.tables[0].lines]
    assert lines == [("player", 50), ("player", 20), ("bank", 40), ("bank", 10)]
    assert any("twin-bonus" in item.what for item in written.open)  # a todo


def test_two_tables_under_one_heading_are_asked_about(tmp_path):
    parted = BOTH.replace(
        "Dealer's hand\n", f"{'The dealer then shows ' + 'all of the cards ' * 4}\n"
    )
    parted = parted.replace("Straight flush 40", "Dealer's straight flush 40")
    parted = parted.replace("Four of a kind 10", "Dealer's four of a kind 10")
    written = propose(parted, tmp_path)
    assert {wager.looks_at for wager in written.wagers} in ({"player", "bank"}, {"both"})
    assert any("one wager" in item.what for item in written.open)


def test_a_column_of_counts_pays_nothing(tmp_path):
    (wager,) = propose(COUNTED, tmp_path).wagers
    assert "odds" not in wager.id
    (table,) = wager.tables
    assert [line.pays for line in table.lines] == [100, 20, 3]


@pytest.mark.parametrize(
    ("text", "wants"),
    [
        ("Four of a kind w/o Joker", {"hand": "four-of-a-kind", "joker": "without"}),
        ("Four of a kind w/ Joker", {"hand": "four-of-a-kind", "joker": "with"}),
        ("Royal flush with suited A-K", {"hand": "royal-flush", "beside": "suited-ace-king"}),
        ("Royal flush and ace king suited", {"hand": "royal-flush", "beside": "suited-ace-king"}),
        ("Royal flush with A/K", {"hand": "royal-flush", "beside": "ace-king"}),
    ],
)
def test_labels_in_short(text, wants):
    label = read_label(text)
    assert dict(label.wants) == wants
    assert not label.unread


@pytest.mark.parametrize("text", ["see 13:69F-2.3", "governed by 13:69E and 20:18B"])
def test_the_number_of_a_section_is_no_pay(text, tmp_path):
    assert printed.list_ratios(text) == []
    assert not propose(f"A wager of $5.\n{text}\n", tmp_path).open


HEADED = """\
4. Twin Harbours Bonus
A player may place a wager of at least $5.
Player's hand                  Pays
Straight Flush                 40 to 1
Four of a Kind                 20 to 1
Dealer's hand                  Pays
Straight Flush                 30 to 1
Nine High                      50 to 1
"""


def test_a_head_of_columns_tells_whose_hand_is_paid(tmp_path):
    """A hand of the dealer's is never proposed as one of the player's."""
    written = propose(HEADED, tmp_path).text
    assert "looks_at: both" in written
    assert "{bank: {hand: high-card, highest: 9}" in written
    assert "{player: {hand: four-of-a-kind}" in written
    assert "is it, and may a line of each hand be paid (lines_paid)?" in written


@pytest.mark.parametrize(
    ("text", "wants", "asks"),
    [
        ("Exactly two pair", {"hand": "two-pair", "only": True}, False),
        ("Natural royal flush", {"hand": "royal-flush", "joker": "without"}, True),
        ("Royal flush without joker", {"hand": "royal-flush", "joker": "without"}, False),
        ("Natural 7 card straight flush", {"hand": "seven-card-straight-flush"}, False),
    ],
)
def test_exact_and_natural_hands(text, wants, asks):
    label = read_label(text)
    assert label.wants == wants
    assert bool(label.doubt) is asks
    assert not label.unread


def test_even_at_the_end_of_a_row_is_one_to_one(tmp_path):
    rows = "Royal flush . . 100 to 1\nStraight flush . . 20 to 1\nFlush . . . . . Even\n"
    written = propose(f"1.1 Harbour Bonus\nA wager of $5 is optional.\n\n{rows}", tmp_path)
    assert [line.pays for line in written.wagers[0].tables[0].lines] == [100, 20, 1]

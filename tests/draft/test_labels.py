"""Labels of rows, read as what a line wants; and rows, read out of texts that have lost their columns."""

from pathlib import Path

import pytest

from certify.draft.labels import read_label
from certify.draft.tables import list_tables, propose_wagers
from certify.draft.text import NumberedText, read_document


def bare(rank, **more):
    return {"hand": "high-card", "highest": rank, **more}


@pytest.mark.parametrize(
    ("text", "wants"),
    [
        ("7 Card Straight Flush", {"hand": "seven-card-straight-flush"}),
        ("Seven Card Straight Flush (without Joker)", {"hand": "seven-card-straight-flush"}),
        ("7-card straight flush w/ joker", {"hand": "seven-card-straight-flush-joker"}),
        ("Royal Flush + Royal Match*", {"hand": "royal-match"}),
        ("Royal Match", {"hand": "royal-match"}),
        (
            "Royal Match (Royal Flush with King/Queen of Same Suit)",
            {"hand": "royal-match"},
        ),
        ("Royal flush with suited ace king", {"hand": "royal-flush", "beside": "suited-ace-king"}),
        ("Royal flush with king and queen", {"hand": "royal-flush", "beside": "king-queen"}),
        ("Five Aces (requires Joker to form hand)", {"hand": "five-aces"}),
        ("**Four-of-a-Kind**", {"hand": "four-of-a-kind"}),
        ("Four aces", {"hand": "four-of-a-kind", "rank": "A"}),
        ("Natural royal flush", {"hand": "royal-flush", "joker": "without"}),
        ("Straight flush (no joker)", {"hand": "straight-flush", "joker": "without"}),
        ("Three pairs", {"hand": "three-pair"}),
        ("Nine high pai gow", bare("9")),
        ("All red", {"colour": "red"}),
        ("Seven black cards", {"colour": "black"}),
        ("Dealer Ace-High (with Joker)", {"bank": bare("A", joker="with")}),
        ("Banker queen high", {"bank": bare("Q")}),
        ("Dealer & Player Ace-High", {"player": bare("A"), "bank": bare("A")}),
        (
            "Dealer and player ace high with or without joker",
            {"player": bare("A"), "bank": bare("A")},
        ),
    ],
)
def test_a_label_is_read(text, wants):
    label = read_label(text)
    assert label is not None
    assert label.wants == wants
    assert not label.unread


@pytest.mark.parametrize(
    "text",
    [
        "Standard wager",
        "House Edge (no Envy Bonus)",
        "Neither Player nor Dealer has Ace High",
        "If a player wagers on it and the dealer has an ace high hand he is then paid at once in full by",
        "",
        "***",
    ],
)
def test_what_names_no_hand_is_no_label(text):
    assert read_label(text) is None


def test_a_label_that_is_only_like_one_is_marked():
    label = read_label("7 Card Straigt Flush with Joker")
    assert label.wants == {"hand": "seven-card-straight-flush-joker"}
    assert label.guessed


def test_whether_a_higher_class_is_better_too_is_asked():
    label = read_label("Pair of jacks or better")
    assert (label.wants, label.unread) == ({"hand": "one-pair", "rank": "J+"}, "better")
    assert read_label("No pair").wants == {"hand": "high-card"}


def test_words_beside_the_hand_are_told():
    """A condition that the words name and the line would lose must not vanish."""
    assert read_label("Flush in hearts").unread == "hearts"


def make(*lines):
    return NumberedText("rules", "Rules", "0" * 64, lines)


def read_tables(*lines):
    return {
        table.id: [(line.label.wants, line.pays, line.envy) for line in table.lines]
        for table in list_tables(make(*lines))
    }


FLUSH, STRAIGHT = {"hand": "flush"}, {"hand": "straight"}


def test_two_tables_side_by_side_are_two_tables():
    found = read_tables(
        "Paytable 1\tPays\tEnvy\tPaytable 2\tPays\tEnvy",
        "Flush\t4 to 1\t$9\tFlush\t3 to 1\t$8",
        "Straight\t2 to 1\t\tStraight\tPush\t",
    )
    assert found == {
        "1": [(FLUSH, 4, "9"), (STRAIGHT, 2, None)],
        "2": [(FLUSH, 3, "8"), (STRAIGHT, "pushes", None)],
    }


def test_several_columns_behind_one_label_are_paytables():
    found = read_tables("Hand XX-1 XX-2", "Flush 4 to 1 $9 3 to 1 $8", "Straight 2 to 1 1 to 1")
    assert found == {
        "XX-1": [(FLUSH, 4, "9"), (STRAIGHT, 2, None)],
        "XX-2": [(FLUSH, 3, "8"), (STRAIGHT, 1, None)],
    }


def test_figures_below_a_label_and_labels_over_two_lines():
    found = read_tables(
        "Seven card straight flush", "(with joker)", "", "500 for 1", "Flush", "5", "4:1"
    )
    lines = next(iter(found.values()))
    assert lines[0][:2] == ({"hand": "seven-card-straight-flush-joker"}, {"for": 500})
    assert lines[-1][:2] == (FLUSH, 4)


def test_pays_without_to_one():
    found = read_tables("Hand Pays Envy", "5 Aces 400 $50", "Flush 4", "Straight 2")
    lines = next(iter(found.values()))
    assert lines == [({"hand": "five-aces"}, 400, "50"), (FLUSH, 4, None), (STRAIGHT, 2, None)]
    found = read_tables("Hand XX-1 XX-2", "7 card straight flush 5,000 4,000", "Flush 4 3")
    assert [line[1] for line in found["XX-1"]] == [5000, 4]
    assert [line[1] for line in found["XX-2"]] == [4000, 3]


def test_a_label_that_goes_on_in_the_cell_below():
    found = read_tables(
        "Paytable 1\t\tPaytable 2",
        "Flush\t4 to 1\tFlush\t3 to 1",
        "7 Card Straight\t750 to 1\t7 Card Straight\t1,000 to 1",
        "",
        "Flush with Joker\t\tFlush with Joker\t",
        "5 Aces\t9 to 1\t5 Aces\t8 to 1",
    )
    joker = {"hand": "seven-card-straight-flush-joker"}
    assert [lines[1] for lines in found.values()] == [(joker, 750, None), (joker, 1000, None)]


def test_a_row_with_fewer_pays_than_columns_is_marked():
    table = next(
        iter(list_tables(make("Flush 4 to 1 3 to 1", "Straight 2 to 1 1 to 1", "Three pair push")))
    )
    assert table.lines[-1].doubts == ["the row has 1 of 2 pays; which column is meant?"]


def test_two_rows_with_one_label_leave_the_pay_open():
    table = next(iter(list_tables(make("Flush 4 to 1", "Flush 5 to 1", "Straight 2 to 1"))))
    assert [line.pays for line in table.lines] == [{"todo": True}, 2]
    assert "lines 1 and 2 have one label and pay 4 and 5" in table.lines[0].doubts


def test_prose_that_names_pays_is_no_table():
    assert not read_tables(
        "If the dealer has ace high without the joker, a player who made the wager will be paid 5 to 1, "
        "and with the joker, the player will be paid 12 to 1; with a flush in the hand it is 40 to 1.",
        "A winning standard wager is paid 1 to 1.",
    )


def test_a_pdf_is_refused_with_the_cure(tmp_path):
    path = tmp_path / "rules.pdf"
    path.write_bytes(b"%PDF-1.7 ...")
    with pytest.raises(Exception, match="extract its text first, with pdftotext"):
        read_document(Path(path), "rules")


def test_wagers_of_one_name_in_two_tables_are_one():
    wagers = propose_wagers([make("Reef Bonus", "Flush 4 to 1", "Straight 2 to 1")])
    assert [(item.id, item.name, item.looks_at) for item in wagers] == [
        ("reef-bonus", "Reef Bonus", "player")
    ]

"""What a finding says of its own cause: a paytable is no reading, a print is no answer, a sentence no row."""

from __future__ import annotations

from dataclasses import replace

from certify.filing.questions import tell_effect
from certify.findings.checked import Checked
from certify.findings.finding import Kind, Severity
from certify.findings.matter import list_matters
from certify.findings.phrases import name_line, place_line
from certify.findings.printers import format_text
from certify.findings.verdict import judge_document
from certify.game.views import HandCondition
from tests.conftest import load
from tests.edits import put, state
from tests.findings.cases import Edit, case_of, changed, conflict, find, find_between, place, say
from tests.findings.test_known import stands

ORDER = "table.settling_order"
TABLE = ("wagers", 0, "paytables", 0)


def pay(hand: str, pays: object) -> Edit:
    """What the first paytable pays on a hand."""

    def change(data):
        for line in data["wagers"][0]["paytables"][0]["lines"]:
            if line.get("hand") == hand:
                line["pays"] = pays

    return change


def test_a_paytable_that_gives_the_player_the_edge_is_told_as_the_paytable():
    assert not find(load("south-dakota"), "MTH003")
    (found,) = find(changed("south-dakota", pay("flush", say(40, 12))), "MTH003")
    name = load("south-dakota").wagers[0].paytables[0].id
    assert found.message.startswith(f"Paytable {name} as written gives the player the advantage")
    assert found.cure == f"Change paytable {name}: lower what it pays."
    assert not found.price.effects
    assert "reading" not in found.cure
    assert [str(item) for item in found.citations] == ["(8) Paytable 1, lines 27-43"]


def test_where_an_answer_of_the_text_takes_the_advantage_away_the_cure_names_it():
    both = conflict(40, 4, (12, 13))
    (found,) = find(changed("south-dakota", pay("flush", both)), "MTH003")
    assert found.message.startswith("As the text is taken here, the player has the advantage")
    assert found.cure.endswith("4 to 1.")
    assert "What does the Fortune Bonus pay on the line" in found.cure
    worse = conflict(40, 39, (12, 13))
    (found,) = find(changed("south-dakota", pay("flush", worse)), "MTH003")
    assert "as written gives" in found.message


def test_a_printed_figure_is_told_as_printed_and_computed_and_nobody_gains():
    assert not find(load("south-dakota"), "MTH001")
    wrong = changed("south-dakota", put(*TABLE, "published", 1, "percent", value="8.90"))
    (found,) = find(wrong, "MTH001")
    assert found.effect.is_printed
    told = tell_effect(found.effect)
    assert "printed 8.9000%, computed 8.0008%" in told
    assert "gains" not in told
    assert "goes from" not in told
    matters, case = list_matters([found]), case_of(wrong)
    verdict = judge_document(wrong, (), matters)
    text = format_text([Checked(wrong.id, wrong.name, case.policy, verdict, matters)], {})
    assert "Printed less computed: +0.8992 points on the Fortune Bonus" in text
    assert "Worth:" not in text


def test_a_row_and_a_sentence_against_it_are_not_two_rows_to_be_labelled():
    both = changed("south-dakota", pay("flush", conflict(4, 5, (12, 70))))
    (found,) = [item for item in find(both, "INT001") if "flush" in str(item.statements)]
    assert (
        found.cure == "Write the same in all of these places: “4 to 1”, as we take it, or “5 to 1”."
    )
    assert "row" not in found.message


AGGREGATE = put("table", "aggregate", value=say("50000 USD", 20))


def test_a_table_aggregate_that_cuts_a_pay_is_told_like_a_cap():
    """South Dakota's first paytable pays 5,000 to 1: 50,000 cut it from a stake of 10 on."""
    assert not find(load("south-dakota"), "POL002")
    found = find(changed("south-dakota", AGGREGATE), "POL002")
    first = next(
        item for item in found if item.subject.startswith("table.aggregate:fortune-bonus:1=")
    )
    assert "The table's aggregate of 50000 USD (here, line 20)" in first.message
    assert "seven-card straight flush above 10 USD, royal match above 50 USD" in first.message
    assert "sooner where others are paid too" in first.message
    assert first.effect.low > 0
    free = changed("south-dakota", put("table", "aggregate", value=say("5000000 USD", 20)))
    assert not find(free, "POL002")


def test_an_aggregate_prices_like_the_same_sum_as_a_cap():
    capped = changed("south-dakota", put("wagers", 0, "cap", value=say("50000 USD", 20)))
    prices = [
        sorted(item.effect.low for item in find(jurisdiction, "POL002"))
        for jurisdiction in (capped, changed("south-dakota", AGGREGATE))
    ]
    assert prices[0] == prices[1]
    assert prices[0]


def test_an_unsaid_order_of_settling_is_asked_where_an_aggregate_can_run_out():
    def asks(jurisdiction):
        return [
            item for item in find(jurisdiction, "GAP001", "GAP002", "GAP003") if stands(item, ORDER)
        ]

    silent = put("table", "settling_order", value={"silent": True})
    free = put("table", "aggregate", value={"not_offered": True})
    assert not asks(changed("south-dakota", silent, free))
    assert asks(changed("south-dakota", silent, AGGREGATE))
    said = put("table", "settling_order", value=say("from-dealers-left", 13))
    assert not asks(changed("south-dakota", said, AGGREGATE))


def test_what_is_only_taken_for_another_document_is_not_told_as_its_rule():
    """Designated Player never says what becomes of a bonus below the bank's hand: 61 says when it is paid."""
    other = load("designated-player")

    def tell(their):
        found = find_between(load("pennsylvania"), their, "XJD001")
        return " ".join(
            item.message for item in found if stands(item, "fortune-bonus.bank_condition")
        )

    assert "With it goes there, as we take it: a paying hand below the bank's" in tell(other)
    said = changed(
        "designated-player",
        state("fortune-bonus.bank_not_beaten", say("loses", 61)),
    )
    told = tell(said)
    assert "With it goes there: a paying hand below the bank's: it loses; a tie" in told
    assert "it loses (as we take it)" in told


def test_a_text_among_the_exceptions_to_another_is_said_to_depart_from_it():
    (found,) = find(load("south-dakota"), "REF004")
    assert "may depart from § 20:18:16:15.16" in found.message
    assert "lines 3-13" in found.message
    assert "which prevails is not said" not in found.message

    def forget(data):
        for item in data["inventory"]["references"]:
            item.pop("departs_from", None)

    (found,) = find(changed("south-dakota", forget), "REF004")
    assert "which prevails is not said" in found.message


def test_words_on_something_else_are_not_told_to_be_written_anew():
    """Pennsylvania 11: the sentence on an error follows the dealer's setting and names nobody's hand."""
    (found,) = [
        item
        for item in find(load("pennsylvania"), "INT001")
        if stands(item, "setting.foul_standard")
    ]
    assert found.severity is Severity.NOTE
    assert found.cure.startswith("Keep “it loses”, and say what the other words are about")
    outright = put("setting", "foul_standard", "stated", 1, "implied", value=False)
    (found,) = [
        item
        for item in find(changed("pennsylvania", outright), "INT001")
        if stands(item, "setting.foul_standard")
    ]
    assert found.severity is Severity.WARNING
    assert found.cure.startswith("Write one answer")


def test_a_sum_of_money_misprinted_is_a_question_and_no_slip_of_language():
    slip = {"printed": "$50,00", "meant": "$50,000", "at": place(9, "(3)")}
    wrong = changed("south-dakota", lambda data: data["inventory"]["misprints"].append(slip))
    (found,) = find(wrong, "GAP016")
    assert (found.severity, found.kind) == (Severity.WARNING, Kind.OWN)
    assert found.question == "Which sum is meant by “$50,00”?"
    assert found.statements == ("fortune-bonus.envy.minimum_stake",)
    assert "50,00" not in " ".join(item.message for item in find(wrong, "DOC008"))
    words = {"printed": "$50,000 in all", "meant": "$50,000 at all", "at": place(9, "(3)")}
    other = changed("south-dakota", lambda data: data["inventory"]["misprints"].append(words))
    assert not find(other, "GAP016")
    assert "in all" in " ".join(item.message for item in find(other, "DOC008"))


def test_what_the_text_says_in_part_is_not_listed_as_unsaid_without_a_word():
    """MBS 3.18.1.2 and 3.18.1.3 say which hands cost envy; only a third player's royal match is open."""
    (found,) = find(load("mbs"), "GAP004")
    assert "does not say, or says only in part." in found.message
    assert "a third player's royal match" in found.message
    (whole,) = find(load("designated-player"), "GAP004")
    assert "says only in part" not in whole.message


def test_only_the_bank_holds_a_hand_where_another_line_is_for_both_hands():
    """Ace High of Pennsylvania pays both hands first; lines on the bank's alone leave the player's open."""
    (table,) = load("pennsylvania").wager("ace-high").paytables
    named = [
        name_line(replace(line, printed="Ace"), [replace(x, printed="Ace") for x in table.lines])
        for line in table.lines
    ]
    assert sum(name.startswith("only the bank holds") for name in named) == 2
    alone = [
        replace(line, printed="Ace or better")
        for line in table.lines
        if line.player == HandCondition()
    ]
    told = [name_line(line, alone) for line in alone]
    assert len(told) == 2
    assert all(name.startswith("Ace or better: ace high") for name in told)
    assert place_line(alone[0], alone) == f"on the line “{told[0]}”"
    bare = [replace(line, printed="") for line in alone]
    assert name_line(bare[0], bare).startswith("the bank holds ace high")


def test_the_stake_of_a_line_that_is_no_class_is_asked_for_by_its_label():
    """A label may be a sentence; marks keep it one word of ours."""
    (found,) = find(
        changed(
            "south-dakota",
            lambda data: data["wagers"][0]["paytables"][0]["lines"].append(
                {
                    "hand": "high-card",
                    "highest": "9",
                    "printed": "The hand is nine high",
                    "pays": "pushes",
                    "at": {"lines": 41},
                }
            ),
        ),
        "GAP007",
    )
    assert found.question == "Is the stake of three pair and “The hand is nine high” given back?"

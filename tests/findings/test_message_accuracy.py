"""What a finding says of its own cause: a paytable is no reading, a print is no answer, a sentence no row."""

from __future__ import annotations

from fractions import Fraction

from certify.findings.finding import Kind, NoEffect, Severity
from tests.conftest import load
from tests.edits import put
from tests.findings.cases import Edit, case_of, changed, conflict, find, place, say
from tests.findings.test_reviewed_earlier import stands

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
    assert (found.weight, found.blocks, found.wagers) == (Severity.ERROR, True, ("fortune-bonus",))
    assert not found.effects
    assert [item.reason for item in found.price.missing] == [NoEffect.AS_WRITTEN]
    assert [str(item) for item in found.citations] == ["(8) Paytable 1, lines 27-43"]


def test_where_an_answer_of_the_text_takes_the_advantage_away_the_cure_names_it():
    both = conflict(40, 4, (12, 13))
    (found,) = find(changed("south-dakota", pay("flush", both)), "MTH003")
    assert found.weight is Severity.ERROR
    worse = conflict(40, 39, (12, 13))
    (other,) = find(changed("south-dakota", pay("flush", worse)), "MTH003")
    assert other.variant != found.variant
    assert [item.reason for item in other.price.missing] == [NoEffect.AS_WRITTEN]


def test_a_printed_figure_is_told_as_printed_and_computed_and_nobody_gains():
    assert not find(load("south-dakota"), "MTH001")
    wrong = changed("south-dakota", put(*TABLE, "published", 1, "percent", value="8.90"))
    (found,) = find(wrong, "MTH001")
    (effect,) = found.effects
    assert effect.is_printed
    assert not effect.favours_player
    assert effect.after == (Fraction("0.089"),) * 2
    odds = case_of(wrong).find_odds("fortune-bonus", effect.paytable)
    assert effect.before == (odds.house_edge,) * 2


def test_a_row_and_a_sentence_against_it_are_not_two_rows_to_be_labelled():
    both = changed("south-dakota", pay("flush", conflict(4, 5, (12, 70))))
    (found,) = [item for item in find(both, "INT001") if "flush" in str(item.statements)]
    assert (found.variant, found.slots["label"]) == ("", "")


AGGREGATE = put("table", "aggregate", value=say("50000 USD", 20))


def test_a_table_aggregate_that_cuts_a_pay_is_told_like_a_cap():
    """South Dakota's first paytable pays 5,000 to 1: 50,000 cut it from a stake of 10 on."""
    assert not find(load("south-dakota"), "POL002")
    found = find(changed("south-dakota", AGGREGATE), "POL002")
    first = next(
        item for item in found if item.subject.startswith("table.aggregate:fortune-bonus:1=")
    )
    assert [place.first for place in first.citations] == [20]
    assert str(first.slots["maximum"]) == "50000 USD"
    assert str(first.slots["limit"]) == "10 USD"
    assert first.slots["hands"][:2] == ("seven-card-straight-flush", "royal-match")
    assert first.effect.change[0] > 0
    free = changed("south-dakota", put("table", "aggregate", value=say("5000000 USD", 20)))
    assert not find(free, "POL002")


def test_an_aggregate_prices_like_the_same_sum_as_a_cap():
    capped = changed("south-dakota", put("wagers", 0, "cap", value=say("50000 USD", 20)))
    prices = [
        sorted(item.effect.change[0] for item in find(jurisdiction, "POL002"))
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


def test_a_text_among_the_exceptions_to_another_is_said_to_depart_from_it():
    (found,) = find(load("south-dakota"), "REF004")
    assert found.variant == "departs-without-figure"
    assert [place.lines for place in found.citations] == ["13"]

    def forget(data):
        for item in data["inventory"]["references"]:
            item.pop("departs_from", None)

    (found,) = find(changed("south-dakota", forget), "REF004")
    assert not found.variant.startswith("departs")


def test_words_on_something_else_are_not_told_to_be_written_anew():
    """Pennsylvania 11: the sentence on an error follows the dealer's setting and names nobody's hand."""
    (found,) = [
        item
        for item in find(load("pennsylvania"), "INT001")
        if stands(item, "setting.foul_standard")
    ]
    assert (found.weight, found.variant, found.used) == (Severity.NOTE, "settled", "loses")
    outright = put("setting", "foul_standard", "stated", 1, "implied", value=False)
    (found,) = [
        item
        for item in find(changed("pennsylvania", outright), "INT001")
        if stands(item, "setting.foul_standard")
    ]
    assert (found.weight, found.variant) == (Severity.WARNING, "one-place")


def list_misprints(jurisdiction):
    found = find(jurisdiction, "DOC008")
    return [printed for item in found for _, printed, _ in item.slots.get("misprints", ())]


def test_a_sum_of_money_misprinted_is_a_question_and_no_slip_of_language():
    slip = {"printed": "$50,00", "meant": "$50,000", "at": place(9, "(3)")}
    wrong = changed("south-dakota", lambda data: data["inventory"]["misprints"].append(slip))
    (found,) = find(wrong, "GAP016")
    assert (found.severity, found.kind) == (Severity.WARNING, Kind.OWN)
    assert found.slots["printed"] == "$50,00"
    assert found.statements == ("fortune-bonus.envy.minimum_stake",)
    assert "$50,00" not in list_misprints(wrong)
    words = {"printed": "$50,000 in all", "meant": "$50,000 at all", "at": place(9, "(3)")}
    other = changed("south-dakota", lambda data: data["inventory"]["misprints"].append(words))
    assert not find(other, "GAP016")
    assert "$50,000 in all" in list_misprints(other)

"""What two readers found in edition 4 of the files, each beside the lines of its document.

The words looked for are single words or figures; the documents' sentences are not copied here.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from certify.findings.finding import Basis, Downgrade, NoEffect, Severity
from certify.findings.issue import list_issues
from certify.odds.compute import Request, compute_odds
from certify.spec.readings import parse_readings
from tests.conftest import load
from tests.edits import put
from tests.findings.cases import changed, find, find_between
from tests.findings.test_reviewed_earlier import read, stands


def pick(name: str, code: str, key: str):
    """The one finding of a rule about a statement."""
    (found,) = [item for item in find(load(name), code) if stands(item, key)]
    return found


def test_whether_two_rows_are_both_paid_is_reported_with_its_effect(documents):
    """Line 15 of Pennsylvania pays three times; lines 66-68 of Designated Player have three rows."""
    assert read(documents, "pennsylvania", 15).count("will be paid") == 3
    found = pick("pennsylvania", "GAP003", "ace-high.lines_paid")
    assert (found.weight, found.downgraded) == (Severity.WARNING, Downgrade.UNSUPPORTED)
    assert 18 in {place.first for place in found.citations}
    (odds,) = compute_odds(load("pennsylvania"), Request(wagers=("ace-high",), alternatives=False))
    both = next(item for item in odds.outcomes if item.name == "both")
    share = Fraction(both.deals, odds.deals)
    assert 5 * share < found.price.size < 12 * share, "5 or 12 more wherever both hold ace high"
    assert pick("designated-player", "GAP003", "ace-high.lines_paid").weight is Severity.WARNING


def test_examples_of_a_foul_do_not_allow_another(documents):
    """Line 9 of Pennsylvania is outright; line 11 gives two examples."""
    assert "must always rank higher" in read(documents, "pennsylvania", 9)
    assert "e.g." in read(documents, "pennsylvania", 11)
    found = pick("pennsylvania", "INT001", "setting.equal_high_and_low")
    assert found.severity is Severity.NOTE
    assert [(item.value, item.implied) for item in found.sources] == [
        ("foul", False),
        ("allowed", True),
    ]


def test_a_general_rule_outright_is_more_than_a_row_that_is_silent(documents):
    """Line 7 lets the joker complete any flush; rows 33 and 35 name the joker and row 34 does not."""
    assert "any flush" in read(documents, "pennsylvania", 7)
    for line, named in ((33, True), (34, False), (35, True)):
        assert ("Joker" in read(documents, "pennsylvania", line)) is named
    key = "deck.royal_match_joker"
    found = pick("pennsylvania", "INT001", key)
    assert (found.weight, found.downgraded) == (Severity.WARNING, Downgrade.STATED_OUTRIGHT)
    both = put("deck", "royal_match_joker", "stated", 1, "implied", value=False)
    (worse,) = [item for item in find(changed("pennsylvania", both), "INT001") if stands(item, key)]
    assert (worse.weight, worse.downgraded) == (Severity.ERROR, None)


def test_the_two_hands_are_named(documents):
    """Lines 39 and 40 of South Dakota, 42 and 43 of Pennsylvania, 531 and 537 of MBS."""
    for name, lines in (
        ("south-dakota", (39, 40)),
        ("pennsylvania", (42, 43)),
        ("mbs", (531, 537)),
    ):
        assert "kind" in read(documents, name, lines[0]).casefold()
        assert "Straight" in read(documents, name, lines[1])
        found = pick(name, "GAP001", "fortune-bonus.precedence")
        hands = [(line.hand, line.pays.value.times) for line in found.slots["pairs"][0]]
        assert hands == [("three-of-a-kind", 3), ("straight", 2)]


def test_a_wrong_number_in_a_citation_is_no_slip_of_a_sign(documents):
    """Line 84 of South Dakota has 42-7-B-7 where line 82 has 42-7B-7."""
    assert "42-7-B-7" in read(documents, "south-dakota", 84)
    assert "42-7B-7" in read(documents, "south-dakota", 82)
    (found,) = [item for item in find(load("south-dakota"), "DOC008") if item.variant == "words"]
    assert [row[1:] for row in found.slots["misprints"] if "42-7-B-7" in row[1]] == [
        ("42-7-B-7", "42-7B-7")
    ]


@pytest.mark.parametrize("name", ["south-dakota", "california-bgc", "pennsylvania"])
def test_no_sum_is_the_same_in_every_currency(documents, name):
    """Line 379 of MBS asks for no stake; that has a price in dollars of the United States."""
    assert "$" not in read(documents, "mbs", 379)
    found = find_between(load(name), load("mbs"), "XJD001")
    (stake,) = [item for item in found if stands(item, "fortune-bonus.envy.minimum_stake")]
    assert stake.effects
    assert stake.effects[0].change[1] < 0


@pytest.mark.parametrize(
    ("name", "lines"),
    [("south-dakota", (21, 23)), ("california-bgc", (172, 179)), ("pennsylvania", (28, 30))],
)
def test_a_rule_that_is_not_there_is_not_said(documents, name, lines):
    assert "nvy" in read(documents, name, *lines)
    (item,) = [
        item
        for item in find_between(load(name), load("mbs"), "XJD001")
        if stands(item, "fortune-bonus.envy.bank_qualifies")
    ]
    assert (item.slots["lacks_here"], item.slots["lacks_there"]) == (True, False)


def test_one_row_is_not_paid_for_two_hands(documents):
    """Lines 66 and 67 of Designated Player bear one label; read for one hand both leave the other none."""
    label = "N/Joker"
    assert all(label in read(documents, "designated-player", line) for line in (66, 67))
    own = load("designated-player")
    (found,) = [item for item in find(own, "INT001") if item.wagers == ("ace-high",)]
    assert label in found.slots["label"]
    readings = parse_readings(
        own, ["ace-high-bank-without-joker=10", "ace-high-bank-with-joker=loses"]
    )
    before, after = (
        compute_odds(own, Request(wagers=("ace-high",), alternatives=False, readings=item))[0]
        for item in ({}, readings)
    )
    assert found.effects[0].change[0] == after.house_edge - before.house_edge
    assert not find(own, "DOC009"), "the label is told with what the rows pay"


def test_the_order_of_settling_decides_nothing_where_the_house_pays_all(documents):
    """MBS has no cap, cover or aggregate; Designated Player's money can run out, line 61."""
    assert "exhausted" in read(documents, "designated-player", 61)
    keys = {"table.settling_order", "fortune-bonus.settled"}
    assert not [item for item in find(load("mbs"), "GAP002") if keys & set(item.statements)]
    found = find(load("designated-player"), "GAP002", "INT001", "GAP012")
    (issue,) = [item for item in list_issues(found) if "fortune-bonus.settled" in item.statements]
    assert "table.bank_cover" in issue.statements


def test_the_rounding_of_a_commission_has_its_own_reason(documents):
    """Lines 465-468 of MBS say what is kept; only the coin is open."""
    assert "5%" in read(documents, "mbs", 465, 468).replace(" %", "%")
    found = pick("mbs", "GAP002", "standard.commission_rounding")
    assert [item.reason for item in found.price.missing] == [NoEffect.ROUNDING]


def test_hands_of_seven_cards_are_not_missed_in_a_ranking_of_five(documents):
    """Line 227 of MBS ranks the high hand; lines 81-87 of California rank hands of seven."""
    assert "High Hand" in read(documents, "mbs", 227)
    assert "7 Card" in read(documents, "california-bgc", 81)
    assert not find(load("mbs"), "INT009")
    (found,) = find(load("california-bgc"), "INT009")
    assert "three-pair" in found.slots["hands"]


def test_a_push_on_the_banks_hand_is_priced_where_it_might_reach(documents):
    """Line 9 of Pennsylvania has all hands in play push; line 28 pays a hand that qualifies."""
    assert "hands in play" in read(documents, "pennsylvania", 9)
    assert "qualifies" in read(documents, "pennsylvania", 28)
    (found,) = [
        item
        for item in find(load("pennsylvania"), "GAP012")
        if item.slots["term"] == "hands in play"
    ]
    assert found.effects[0].wager == "fortune-bonus"
    assert found.effects[0].change[1] < 0, "a push collects nothing where the house would win"
    assert (found.weight, found.downgraded) == (Severity.WARNING, Downgrade.OWN_CLAUSE)


def test_seats_that_contradict_each_other_are_told_once(documents):
    """Lines 121-123 of California: seven players with the bank's, eight positions; line 267 has seven."""
    assert "including" in read(documents, "california-bgc", 122)
    (found,) = find(load("california-bgc"), "INT003", "INT004")
    assert found.code == "INT004"
    assert (found.slots["hands"], found.slots["needed"]) == (8, 56), (
        "the player-dealer is one of them"
    )


def test_face_up_is_told_with_the_push_that_goes_with_it():
    """Seen first alone, the push alone, and both as in the game that is called so."""
    found = find(load("designated-player"), "INT002", "GAP001", "MTH003")
    (issue,) = [item for item in list_issues(found) if "play.bank_exposed" in item.statements]
    assert "comparison.bank_hand_push" in issue.statements
    (beside,) = [
        item
        for item in find_between(load("mbs"), load("pennsylvania"), "XJD001")
        if stands(item, "play.bank_exposed")
    ]
    linked = {item.statement: item.value for item in beside.slots["linked"]}
    assert linked["comparison.bank_hand_push"] == "yes"
    assert beside.slots["alone"] is not None
    assert Basis.WITH_LINKED in beside.effects[0].basis


def test_a_condition_of_another_document_is_priced_with_what_goes_with_it():
    """The bank must be beaten: below it and in a tie the bonus loses there, and that is what is priced."""
    found = find_between(load("south-dakota"), load("designated-player"), "XJD001")
    (item,) = [each for each in found if stands(each, "fortune-bonus.bank_condition")]
    assert item.effects[0].change[0] > 0
    linked = {source.statement: source.value for source in item.slots["linked"]}
    assert linked["fortune-bonus.bank_not_beaten"] == "loses"

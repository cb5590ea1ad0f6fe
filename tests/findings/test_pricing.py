"""Prices against figures that come another way: printed edges, counts by hand, plain enumeration."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from math import comb

import pytest

from certify.findings.case import Case
from certify.findings.finding import Basis, Downgrade, NoEffect, NotCalculated, Severity
from certify.findings.pricing import measure_statement, price_statement
from certify.odds.compute import Request, compute_odds
from certify.odds.result import CountedOutcome, Status, WagerOdds
from certify.odds.standard import CountedStandard, evaluate
from certify.spec.choices import Exposed
from certify.spec.values import Pay
from tests.conftest import load
from tests.edits import NOT_OFFERED, put, state
from tests.findings.cases import case_of, changed, conflict, find, find_between, policy, say

DEALS = comb(53, 7)


def percent(value: Fraction) -> float:
    return round(float(value * 100), 2)


def test_envy_from_another_stake_is_worth_what_south_dakota_prints():
    """FPG-01 is South Dakota's paytable 1, which prints 8.00 without envy and 5.30 with the most of it."""
    found = [item for item in find(load("california-bgc"), "INT001") if item.effect]
    envy = next(item for item in found if "minimum_stake" in str(item.statements))
    (effect,) = [item for item in envy.effects if item.paytable == "FPG-01"]
    assert abs(percent(effect.change[1]) - (5.30 - 8.00)) < 0.011


def test_the_order_of_lines_is_worth_the_hands_that_hold_both():
    """201,824 hands hold a straight and three of a kind and nothing better; each moves by one unit."""
    precedence = load("south-dakota").wagers[0].statements["wager.precedence"]
    price = price_statement(case_of(load("south-dakota")), precedence)
    assert {item.change for item in price.effects} == {(Fraction(201824, DEALS),) * 2}


def test_an_effect_leaves_out_the_paytables_that_it_does_not_move():
    """A fully wild joker leaves no straight beside three of a kind that pays less: FPG-07 to FPG-09."""
    california = load("california-bgc")
    precedence = california.wagers[0].statements["wager.precedence"]
    effects = price_statement(case_of(california), precedence).effects
    assert {item.paytable: item.change[0] for item in effects} == {
        f"FPG-0{number}": Fraction(201824, DEALS) if number < 7 else 0 for number in range(1, 10)
    }


def test_a_threshold_in_another_currency_takes_the_envy_from_the_least_stake():
    """MBS pays envy from any stake; whoever asks for more than 1 takes five others' envy from 1."""
    mbs = load("mbs")
    (item,) = (
        found
        for found in find_between(mbs, load("california-bgc"), "XJD001")
        if found.statements == ("fortune-bonus.envy.minimum_stake",)
    )
    (odds,) = compute_odds(mbs, Request(("fortune-bonus",), alternatives=False))
    (effect,) = item.price.effects
    assert effect.change == (5 * odds.envy[-1].per_other_player,) * 2
    assert (str(effect.stake), effect.other_players) == ("1 SGD", 5)
    assert effect.basis == (Basis.ANY_SUM,)


def test_what_is_priced_together_says_so_and_what_it_is_by_itself():
    """The bank's hand seen first, with the push on it, against the same answer alone in its own question."""
    own = load("designated-player")
    (item,) = (
        found
        for found in find_between(own, load("pennsylvania"), "XJD001")
        if found.statements == ("play.bank_exposed",)
    )
    (alone,) = price_statement(case_of(own), own.statements["play.bank_exposed"]).effects
    assert Basis.WITH_LINKED in item.effects[0].basis
    assert item.slots["alone"] == alone.change[0]
    assert "comparison.bank_hand_push" in {source.statement for source in item.slots["linked"]}


def test_seats_that_cannot_be_dealt_are_unpriced_for_that_reason():
    (found,) = find(load("california-bgc"), "INT004")
    assert [item.reason for item in found.price.missing] == [NoEffect.CANNOT_BE_DEALT]


def count_three_pair() -> int:
    """Hands of three pairs and nothing better, the joker being an ace unless it completes a hand."""
    plain = comb(13, 3) * 6**3 * 10 * 4
    joker_alone = comb(12, 3) * 6**3  # three pairs below aces, the joker the single
    beside_an_ace = 0
    suits = range(4)
    for first, second in combinations(range(12), 2):
        for single in set(range(12)) - {first, second}:
            ranks = {12, first, second, single}
            if makes_straight(ranks):
                continue
            for ace, one, two, last in product(
                suits, combinations(suits, 2), combinations(suits, 2), suits
            ):
                held = [{ace}, set(one), set(two), {last}]
                if not any(all(suit in cards for cards in held) for suit in suits):
                    beside_an_ace += 1
    return plain + joker_alone + beside_an_ace


def makes_straight(ranks: set[int]) -> bool:
    """Whether four ranks and a joker make five in a row, the ace high or low."""
    low = {-1 if rank == 12 else rank for rank in ranks}
    return any(max(held) - min(held) <= 4 for held in (ranks, low))


def test_a_push_is_worth_the_hands_it_saves():
    deals = count_three_pair()
    returned = put("wagers", 0, "push_line", value=say("stake-returned", 19))
    (own,) = find(changed("south-dakota", returned), "INT010")
    assert {item.change for item in own.effects if item.size} == {(Fraction(deals, DEALS),) * 2}
    (taken,) = find(load("south-dakota"), "GAP007")
    assert [item.change for item in taken.effects] == [(Fraction(deals, DEALS),) * 2]
    assert (taken.weight, taken.downgraded) == (Severity.WARNING, Downgrade.ROW_STATES)
    assert taken.variant == "confirmed", "the printed figures include the push"
    (without,) = find_between(load("south-dakota"), load("pennsylvania"), "XJD003")
    (added,) = find_between(load("pennsylvania"), load("south-dakota"), "XJD003")
    assert without.effect.change[0] == -added.effect.change[0] == Fraction(deals, DEALS)
    assert {41} <= {place.first for place in without.citations}
    assert {place.document for place in without.citations} == {"", "Pennsylvania"}


def test_seats_are_worth_the_printed_range():
    """Paytable 7 prints 7.82 without envy and 2.49 with the most of it: the widest of the six."""
    found = find(load("south-dakota"), "GAP005")
    (item,) = found
    (effect,) = [effect for effect in item.effects if effect.paytable == "7"]
    assert abs(percent(effect.change[0]) - (2.49 - 7.82)) < 0.011
    assert item.price.size == effect.size


def test_differing_envy_minimums_are_priced_both_ways_with_both_clauses():
    ours = find_between(load("south-dakota"), load("california-bgc"), "XJD001")
    theirs = find_between(load("california-bgc"), load("south-dakota"), "XJD001")
    here = next(item for item in ours if "minimum_stake" in str(item.statements))
    there = next(item for item in theirs if "minimum_stake" in str(item.statements))
    assert here.effect.change[0] > 0 > there.effect.change[1]
    assert {place.document for place in here.citations} == {"", "California"}


def test_the_cap_takes_what_goes_beyond_it():
    """At 100 dollars a cap of 50,000 leaves 500 to 1: three lines are cut to that."""
    (found,) = find(load("pennsylvania"), "POL002")
    cut = Fraction(0)
    odds = case_of(load("pennsylvania")).find_odds("fortune-bonus", "main")
    assert odds is not None
    by_name = {item.name: item.deals for item in odds.outcomes}
    for name, pays in (
        ("seven-card-straight-flush", 5000),
        ("royal-match", 2000),
        ("seven-card-straight-flush-joker", 1000),
    ):
        cut += Fraction((pays - 500) * by_name[name], DEALS)
    assert by_name["seven-card-straight-flush"] == 4 * 8  # a suit has eight runs of seven
    assert found.effect.change[0] == cut


def test_what_a_round_decides_has_a_reason_instead_of_a_price():
    found = [
        item for item in find(load("pennsylvania"), "INT001") if "foul" in str(item.statements)
    ]
    assert found
    for item in found:
        assert not item.effects
        assert [missing.reason for missing in item.price.missing] == [NoEffect.FOULS]


def test_a_reading_that_leaves_another_question_open_says_which(monkeypatch):
    """That a hand of the dealer pushes does not say which hand."""
    own = changed(
        "mbs",
        state("comparison.bank_hand_push", conflict("no", "yes")),
        state("comparison.bank_hand_push_when", NOT_OFFERED),
    )
    odds = WagerOdds("standard", None, Status.UNDER_READINGS, {})
    case = Case(own, policy(), odds=(odds,))
    # every comparison is settled, as a count would do for many deals
    monkeypatch.setattr(
        Case, "count_standard", lambda self, readings: settle_all(self.compile(readings).standard)
    )
    statement = own.statements["comparison.bank_hand_push"]
    _, reasons = measure_statement(case, statement, ("yes",))
    assert reasons == [
        NotCalculated(
            reason=NoEffect.LEAVES_OPEN,
            wager="standard",
            statement="comparison.bank_hand_push_when",
        )
    ]


def settle_all(terms):
    evaluate(terms)
    return CountedStandard(1, (CountedOutcome("push", 1, Pay()),), None, {})


@pytest.mark.slow
def test_a_question_of_the_standard_wager_is_priced_like_any_other():
    """The price is the difference of two edges that `certify odds` gives on its own."""
    own = load("mbs")
    case = case_of(own)
    statement = own.statements["comparison.copy_and_win"]
    (effect,) = price_statement(case, statement).effects
    edges = []
    for readings in ({}, {None: {"comparison.copy_and_win": "loses"}}):
        (odds,) = compute_odds(
            own, Request(wagers=("standard",), readings=readings, alternatives=False)
        )
        edges.append(odds.house_edge)
    assert effect.change == (edges[1] - edges[0],) * 2
    assert effect.change[0] > 0


COPIES = "comparison.copy_both"


def test_without_a_house_way_the_assumed_one_is_used_and_named():
    """The same as with the other document's house way written into this one."""
    own, lender = load("california-bgc"), load("mbs")
    assert not own.house_way
    (effect,) = price_statement(case_of(own), own.by_key[COPIES]).effects
    assert (effect.wager, effect.assumed_house_way) == ("standard", lender.name)
    written = changed(
        "california-bgc",
        put("house_way", value=lender.source.data["house_way"]),
        state("setting.house_way", "given"),
        state("setting.equal_high_and_low", "allowed"),  # the house way of MBS sets such hands
    )
    case = case_of(written)
    assert case.assumed_house_way == ""
    edges = [case.count_standard(item).house_edge for item in ({}, {None: {COPIES: "push"}})]
    assert [effect.before[0], effect.after[0]] == edges
    (same,) = price_statement(
        case_of(load("mbs")), load("mbs").by_key["comparison.copy_and_win"]
    ).effects
    assert same.assumed_house_way == "", "a document with a house way of its own assumes none"


def test_without_any_house_way_the_standard_wager_is_not_calculable():
    own = load("california-bgc")
    case = Case(own, replace(policy(), assumed_house_way=None))
    price = price_statement(case, own.by_key[COPIES])
    assert price.effects == ()
    assert price.missing == (NotCalculated(reason=NoEffect.NOT_CALCULABLE, wager="standard"),)


def test_a_copy_that_loses_against_a_seen_hand_is_compared_by_the_house_way():
    """A better hand can then be worth less, so optimal setting is not counted; a hidden hand is."""
    own = load("pennsylvania")
    price = price_statement(case_of(own), own.by_key["comparison.copy_and_win"])
    hidden = state("play.bank_exposed", "after")
    before, after = (
        case_of(changed("pennsylvania", hidden, state("comparison.copy_and_win", result)))
        .count_standard({})
        .house_edge
        for result in ("push", "loses")
    )
    assert [item.change for item in price.effects] == [(after - before,) * 2]
    assert price.effects[0].basis == (Basis.HOUSE_WAY,)
    assert after - before > Fraction(1, 100)
    assert not price.missing


def test_an_effect_of_the_exposure_itself_keeps_both_exposures():
    """The hand is not hidden on both sides where its exposure is what differs."""
    own = changed("pennsylvania", state("comparison.copy_and_win", "loses"))
    exposure = own.by_key["play.bank_exposed"]
    _, missing = measure_statement(case_of(own), exposure, [Exposed.BEFORE])
    assert [(item.reason, item.wager) for item in missing] == [
        (NoEffect.NOT_CALCULABLE, "standard")
    ]

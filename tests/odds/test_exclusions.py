"""Envy with exclusions, exactly: against the plain sum where there are none, and by direct counting."""

from fractions import Fraction
from itertools import permutations
from math import comb

from certify.game.cards import Card
from certify.game.holdings import list_classes
from certify.odds.compute import Request, compute_odds
from certify.odds.exclusions import (
    _expect,
    expect_with_exclusions,
    list_royal_matches,
    list_seven_card_straight_flushes,
)
from certify.spec.model import Rules
from tests.conftest import load


def test_the_listed_hands_are_those_the_engine_finds():
    sevens = list_seven_card_straight_flushes()
    matches = list_royal_matches(joker_allowed=True)
    assert len(set(sevens)) == 32
    assert len(set(matches)) == 72
    for hands, name in ((sevens, "seven-card-straight-flush"), (matches, "royal-match")):
        assert all(name in list_classes(tuple(hand), "bug") for hand in hands)
    assert all(isinstance(card, Card) for hand in sevens for card in hand)


def test_without_exclusions_it_is_the_plain_expectation():
    plain = Fraction(32 * 250 + 72 * 50, comb(53, 7))
    assert _expect(Fraction(250), Fraction(50), True, False, False, False) == plain


def test_mbs_3_18_1_one_other_player_by_direct_counting():
    """Three hands: another's qualifies, the bank's does not, and the player's own allows it."""
    sevens = list_seven_card_straight_flushes()
    matches = list_royal_matches(joker_allowed=True)
    every = [*((hand, 250) for hand in sevens), *((hand, 50) for hand in matches)]
    bank_deals, own_deals = comb(46, 7), comb(39, 7)
    total = 0
    for other, pays in every:
        # own hands that stop envy: a seven; a match unless the other's is a seven
        stopping = [
            hand
            for hand in (*sevens, *(() if other in sevens else matches))
            if hand.isdisjoint(other)
        ]
        banks = [hand for hand, _ in every if hand.isdisjoint(other)]
        both = sum(1 for bank in banks for own in stopping if bank.isdisjoint(own))
        allowed = bank_deals * own_deals - len(banks) * own_deals - len(stopping) * own_deals + both
        total += pays * allowed
    expected = Fraction(total, comb(53, 7) * bank_deals * own_deals)
    rules = Rules(load("mbs"), load("mbs").paytables[0], {})
    assert expect_with_exclusions(rules) == expected


def test_mbs_each_other_player_adds_the_same():
    """Whether a hand pays is decided by three hands, so the expectation is linear in the players."""
    odds = compute_odds(load("mbs"), Request(wagers=("fortune-bonus",)))[0]
    rules = Rules(load("mbs"), load("mbs").paytables[0], {})
    assert {item.per_other_player for item in odds.envy} == {expect_with_exclusions(rules)}
    assert expect_with_exclusions(rules) < Fraction(32 * 250 + 72 * 50, comb(53, 7))


def test_mbs_envy_is_given_as_money():
    odds = compute_odds(load("mbs"), Request(wagers=("fortune-bonus",)))[0]
    assert [item.other_players for item in odds.envy] == [1, 2, 3, 4, 5]
    assert all(item.stake is None and item.house_edge is None for item in odds.envy)
    assert odds.envy[0].per_other_player > 0


def test_pairs_of_royal_matches_exist():
    """Four kings and four queens allow two royal matches, so the second exclusion can bite."""
    matches = list_royal_matches(joker_allowed=True)
    assert any(first.isdisjoint(second) for first, second in permutations(matches, 2))

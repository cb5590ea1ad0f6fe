"""Envy with exclusions, exactly: against the plain sum where there are none, and by direct counting."""

from fractions import Fraction
from itertools import combinations, permutations
from math import comb

from certify.game.cards import ACE, DECK, JOKER, KING, QUEEN, Card
from certify.game.holdings import list_classes
from certify.odds.compute import Request, compute_odds
from tests.conftest import load
from tests.edits import NOT_OFFERED, edit, state


def list_sevens():
    """Every seven-card straight flush without the joker, written down suit by suit."""
    rows = [(ACE, 0, 1, 2, 3, 4, 5), *(range(low, low + 7) for low in range(7))]
    return [frozenset(Card(rank, suit) for rank in row) for suit in range(4) for row in rows]


def list_matches():
    """Every royal match: a royal flush, the joker for any one of its cards, and K-Q of another suit."""
    found = []
    for royal, match in permutations(range(4), 2):
        five = [Card(rank, royal) for rank in range(ACE - 4, ACE + 1)]
        pair = {Card(KING, match), Card(QUEEN, match)}
        found.append(frozenset({*five, *pair}))
        found += [frozenset({*four, JOKER, *pair}) for four in combinations(five, 4)]
    return found


def test_the_listed_hands_are_those_the_engine_finds():
    sevens, matches = list_sevens(), list_matches()
    assert len(set(sevens)) == 32
    assert len(set(matches)) == 72
    for hands, name in ((sevens, "seven-card-straight-flush"), (matches, "royal-match")):
        assert all(name in list_classes(tuple(hand), "bug") for hand in hands)
    assert {card for hand in (*sevens, *matches) for card in hand} <= set(DECK)


def test_without_exclusions_it_is_the_plain_expectation():
    spec = edit(
        load("mbs"),
        state("fortune-bonus.envy.bank_qualifies", "no-effect"),
        state("fortune-bonus.envy.forfeits", NOT_OFFERED),
    )
    odds = compute_odds(spec, Request(wagers=("fortune-bonus",), alternatives=False))[0]
    plain = Fraction(32 * 250 + 72 * 50, comb(53, 7))
    assert {item.per_other_player for item in odds.envy} == {plain}


def expect_by_counting():
    """Three hands: another's qualifies, the bank's does not, and the player's own allows it."""
    sevens, matches = list_sevens(), list_matches()
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
    return Fraction(total, comb(53, 7) * bank_deals * own_deals)


def test_mbs_3_18_1_each_other_player_adds_what_direct_counting_gives():
    """Whether a hand pays is decided by three hands, so the expectation is linear in the players."""
    odds = compute_odds(load("mbs"), Request(wagers=("fortune-bonus",), alternatives=False))[0]
    expected = expect_by_counting()
    assert {item.per_other_player for item in odds.envy} == {expected}
    assert expected < Fraction(32 * 250 + 72 * 50, comb(53, 7))


def test_mbs_envy_is_given_as_money():
    odds = compute_odds(load("mbs"), Request(wagers=("fortune-bonus",), alternatives=False))[0]
    assert [item.other_players for item in odds.envy] == [1, 2, 3, 4, 5]
    assert all(item.stake is None and item.house_edge is None for item in odds.envy)
    assert odds.envy[0].per_other_player > 0


def test_pairs_of_royal_matches_exist():
    """Four kings and four queens allow two royal matches, so the second exclusion can bite."""
    assert any(first.isdisjoint(second) for first, second in permutations(list_matches(), 2))

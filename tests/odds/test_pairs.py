"""Two hands from one deck: the joint distribution against its margins, and what is paid on it."""

from fractions import Fraction
from math import comb

import pytest

from certify.game.cards import ACE
from certify.game.rank import RankRules
from certify.game.views import BARE
from certify.odds.classes import count_views
from certify.odds.compute import Request, compute_odds
from certify.odds.counts import count_pairs
from certify.spec.values import Money
from tests.conftest import load

PAIR_DEALS = 8_250_459_031_214_400


def is_ace_high(view):
    return view.held == BARE and view.highest == ACE


@pytest.mark.parametrize("joker", ["bug", "wild"])
def test_margins_are_the_class_counts(joker):
    """Each row sums to the hands of its view times all hands of the other 46 cards."""
    rules = RankRules(joker=joker)
    margins = {}
    for (own, _), number in count_pairs(rules).views.items():
        margins[own] = margins.get(own, 0) + number
    assert margins == {view: count * comb(46, 7) for view, count in count_views(rules).items()}
    assert sum(margins.values()) == PAIR_DEALS


def test_pairs_are_symmetric():
    views = count_pairs(RankRules()).views
    assert all(views[other, own] == number for (own, other), number in views.items())


def test_both_hands_never_hold_the_joker():
    assert not any(own.joker and other.joker for own, other in count_pairs(RankRules()).views)


def test_pennsylvania_ace_high_edge():
    """The edge from the counts by hand: 40, 12 and 5 to 1, all else loses."""
    lost = 0
    for (own, bank), number in count_pairs(RankRules()).views.items():
        pays = -1
        if is_ace_high(bank):
            pays = 40 if is_ace_high(own) else 12 if bank.joker else 5
        lost -= pays * number
    odds = compute_odds(load("pennsylvania"), Request(wagers=("ace-high",)))[0]
    assert odds.house_edge == Fraction(lost, PAIR_DEALS)


def test_envy_variance_from_the_pairs_is_the_variance_of_one_hand_where_envy_is_none():
    """At a stake below the minimum envy pays nothing, so the variance is the bonus's own."""

    def compute(stake):
        request = Request(wagers=("fortune-bonus",), paytable="1", envy_variance=True, stake=stake)
        return compute_odds(load("south-dakota"), request)[0]

    below = compute(Money(Fraction(1), "USD"))
    assert below.envy[0].variance in (None, below.variance)
    paid = compute(None)
    assert paid.envy[0].variance > paid.variance
    assert paid.envy[4].variance > paid.envy[0].variance

"""Two hands from one deck: the joint distribution against its margins and against random deals."""

from fractions import Fraction
from math import comb

import pytest

from certify.odds.classes import count_holdings
from certify.odds.compute import Request, compute_odds
from certify.odds.pairs import ACE_HIGH, ACE_HIGH_JOKER, PAIR_DEALS, count_pairs, label_ace_high
from tests.conftest import load


@pytest.mark.parametrize("wild", [False, True], ids=["bug", "wild"])
def test_margins_are_the_class_counts(wild):
    """Each row sums to the hands of its holding times all hands of the other 46 cards."""
    pairs = count_pairs(wild=wild)
    margins = {}
    for held, row in zip(pairs.holdings, pairs.counts, strict=True):
        key = held - {ACE_HIGH, ACE_HIGH_JOKER}
        margins[key] = margins.get(key, 0) + sum(row)
    expected = {held: count * comb(46, 7) for held, count in count_holdings(wild=wild).items()}
    assert margins == expected
    assert sum(margins.values()) == PAIR_DEALS == 8_250_459_031_214_400


def test_pairs_are_symmetric():
    counts = count_pairs(wild=False).counts
    assert all(counts[i][j] == counts[j][i] for i in range(len(counts)) for j in range(i))


def test_both_hands_never_hold_the_joker():
    deals = count_pairs(wild=False).group(label_ace_high)
    assert deals[ACE_HIGH_JOKER, ACE_HIGH_JOKER] == 0


def test_pennsylvania_ace_high_edge():
    """The edge from the counts by hand: 40, 12 and 5 to 1, all else loses."""
    deals = count_pairs(wild=False).group(label_ace_high)
    aces = (ACE_HIGH, ACE_HIGH_JOKER)
    both = sum(deals[one, two] for one in aces for two in aces)
    with_joker, without = deals["other", ACE_HIGH_JOKER], deals["other", ACE_HIGH]
    edge = Fraction(PAIR_DEALS - 41 * both - 13 * with_joker - 6 * without, PAIR_DEALS)
    odds = compute_odds(load("pennsylvania"), Request(wagers=("ace-high",)))[0]
    assert odds.house_edge == edge


def test_envy_variance_from_the_pairs_is_the_variance_of_one_hand_where_envy_is_none():
    """At a stake below the minimum envy pays nothing, so the variance is the bonus's own."""
    from certify.spec.model import Money

    request = Request(
        wagers=("fortune-bonus",), paytable="1", envy_variance=True, stake=Money(Fraction(1), "USD")
    )
    odds = compute_odds(load("south-dakota"), request)[0]
    assert odds.envy[0].variance == odds.variance
    paid = compute_odds(
        load("south-dakota"), Request(wagers=("fortune-bonus",), paytable="1", envy_variance=True)
    )[0]
    assert paid.envy[0].variance > paid.variance
    assert paid.envy[4].variance > paid.envy[0].variance

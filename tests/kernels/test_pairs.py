import numpy as np
import pytest

from certify.kernels.deck import FULL_DECK, TotalDisagreesError, require
from certify.kernels.pairs import count_pairs
from certify.kernels.subsets import suit_classes
from certify.kernels.views import features_of_hand

from .decks import REDUCED, all_hands, disjoint


def shape(row):
    """A class of hands blind to the names of suits: longest suit, distinct ranks, joker."""
    naturals = [int(c) for c in row if c != 52]
    longest = max(sum(c % 4 == suit for c in naturals) for suit in range(4))
    ranks = len({c // 4 for c in naturals})
    return (longest - 1) * 16 + ranks * 2 + (len(naturals) == 6)


@pytest.mark.parametrize("deck", REDUCED.values(), ids=REDUCED)
def test_pairs_equal_full_enumeration(deck):
    classes = suit_classes(deck, 7)
    found = np.array([shape(row) for row in classes.representatives()])
    kinds, labels = np.unique(found, return_inverse=True)
    joint = count_pairs(classes, labels, threads=2)
    codes, bits = all_hands(deck)
    each = np.searchsorted(kinds, [shape(row) for row in codes])
    expected = np.zeros((len(kinds), len(kinds)), dtype=np.int64)
    for i, kind in enumerate(each):
        expected[kind] += np.bincount(each[disjoint(bits, i)], minlength=len(kinds))
    assert np.array_equal(joint, expected)
    assert joint.sum() == deck.deals


def test_pairs_take_one_class_for_each_suit_class():
    classes = suit_classes(REDUCED["four suits"], 7)
    with pytest.raises(ValueError, match="one class number"):
        count_pairs(classes, np.zeros(len(classes) - 1, dtype=np.int8))


def test_a_broken_total_stops_the_kernel():
    require(True, "one is one")
    with pytest.raises(TotalDisagreesError, match="one is two"):
        require(False, "one is two")


@pytest.mark.slow
def test_pairs_of_the_full_deck():
    """Each row sums to its class times the hands of the 46 other cards: not by construction.

    The matrix comes from products of counts over shared subsets; that its margins are the single
    counts times C(46, 7), for every class, needs the whole signed sum to be right.
    """
    classes = suit_classes(FULL_DECK, 7)
    masks = np.array([features_of_hand(row, 0) for row in classes.representatives()])
    kinds, labels = np.unique(masks, return_inverse=True)
    joint = count_pairs(classes, labels)
    assert int(joint.sum()) == 8250459031214400
    weights = np.zeros(len(kinds), dtype=np.int64)
    np.add.at(weights, labels, classes.orbits)
    assert np.array_equal(joint.sum(axis=1), weights * 53524680)
    five_aces = [i for i, kind in enumerate(kinds) if kind >> 12 & 1]
    assert joint[np.ix_(five_aces, five_aces)].sum() == 0

from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest

from certify.kernels.deck import FULL_DECK, Deck
from certify.kernels.subsets import binomials, colex_rank, spread_labels, suit_classes

from .decks import REDUCED

FULL_COUNTS = [1, 14, 182, 1924, 18187, 150891, 1097447, 6972147]


@pytest.mark.parametrize("size", range(6))
def test_suit_classes_of_the_full_deck(size):
    classes = suit_classes(FULL_DECK, size)
    assert len(classes) == FULL_COUNTS[size]
    assert classes.orbits.sum() == comb(53, size)


@pytest.mark.slow
@pytest.mark.parametrize("size", [6, 7])
def test_large_suit_classes_of_the_full_deck(size):
    classes = suit_classes(FULL_DECK, size)
    assert len(classes) == FULL_COUNTS[size]
    assert classes.orbits.sum() == comb(53, size)


@pytest.mark.parametrize("deck", REDUCED.values(), ids=REDUCED)
@pytest.mark.parametrize("size", [0, 1, 3, 7])
def test_suit_classes_are_the_orbits(deck, size):
    def smallest(hand):
        def exchanged(order):
            return tuple(sorted(c if c == 52 else c // 4 * 4 + order[c % 4] for c in hand))

        return min(exchanged(order) for order in permutations(range(deck.suits)))

    orbits = {}
    for hand in combinations(deck.codes().tolist(), size):
        orbits[smallest(hand)] = orbits.get(smallest(hand), 0) + 1
    classes = suit_classes(deck, size)
    found = {
        smallest(tuple(row)): orbit
        for row, orbit in zip(classes.representatives().tolist(), classes.orbits, strict=True)
    }
    assert len(found) == len(classes)
    assert found == orbits


@pytest.mark.parametrize("deck", REDUCED.values(), ids=REDUCED)
def test_spread_labels_reach_every_member_in_colex_order(deck):
    classes = suit_classes(deck, 4)
    table = spread_labels(classes, np.arange(len(classes), dtype=np.int32), threads=2)
    assert np.array_equal(np.bincount(table), classes.orbits)
    subsets = sorted(combinations(range(deck.size), 4), key=lambda s: s[::-1])
    pattern = {}
    for place, subset in enumerate(subsets):
        assert colex_rank(np.array(subset, dtype=np.int8), binomials()) == place
        codes = deck.codes()[list(subset)]
        ranks = tuple(sorted(int(c) // 4 for c in codes))
        assert pattern.setdefault(int(table[place]), ranks) == ranks


@pytest.mark.parametrize(
    ("ranks", "suits", "jokers"), [((1, 0), 4, 1), ((0, 13), 4, 0), ((0,), 5, 0), ((0,), 1, 2)]
)
def test_impossible_decks_are_refused(ranks, suits, jokers):
    with pytest.raises(ValueError, match=r"suits|ranks"):
        Deck(ranks, suits, jokers)


def test_labels_must_match_the_classes():
    with pytest.raises(ValueError, match="3 labels for 14"):
        spread_labels(suit_classes(FULL_DECK, 1), np.zeros(3, dtype=np.int8))

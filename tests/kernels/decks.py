"""Reduced decks, small enough for every pair of hands to be dealt."""

from functools import cache
from itertools import combinations

import numpy as np

from certify.kernels.deck import Deck

REDUCED = {
    "low straights, joker": Deck((0, 1, 2, 3, 12), 3, 1),
    "royals, joker": Deck((8, 9, 10, 11, 12), 3, 1),
    "four ranks, joker": Deck((0, 1, 11, 12), 4, 1),
    "one suit, joker": Deck(tuple(range(13)), 1, 1),
    "two suits, joker": Deck((0, 1, 2, 3, 4, 5, 12), 2, 1),
    "gaps, joker": Deck((2, 4, 5, 6, 8), 3, 1),
    "two suits": Deck((0, 1, 2, 3, 9, 10, 11, 12), 2, 0),
    "four suits": Deck((3, 7, 11, 12), 4, 0),
}
MODES = {"bug": 0, "wild": 1}
WHEELS = {"lowest": 0, "second-highest": 1}


@cache
def all_hands(deck):
    """Every hand: codes in rows in colex order, and sets of positions as bits."""
    positions = sorted(combinations(range(deck.size), 7), key=lambda hand: hand[::-1])
    codes = deck.codes()[np.array(positions)]
    bits = np.array([sum(1 << p for p in hand) for hand in positions], dtype=np.int64)
    return codes, bits


def number(*columns):
    """Replace tuples by their places in ascending order, one order for all columns."""
    values = sorted({value for column in columns for value in column})
    places = {value: place for place, value in enumerate(values)}
    return [np.array([places[value] for value in column], dtype=np.int64) for column in columns]


def disjoint(bits, i):
    return (bits & bits[i]) == 0

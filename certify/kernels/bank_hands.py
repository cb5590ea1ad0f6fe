"""What one hand meets: the replies of a bank to seven given cards, by distinct input.

Seven cards are taken out of the deck and the bank is dealt seven of the rest: 53,524,680 hands from
the full deck. What the bank plays depends on the input alone, and how many of the hands of an input
can be dealt without the given cards follows from what is left of each rank and suit:

* an input with a suit that could make a flush names the ranks of that suit. For each suit that still has
  all of these, the other cards of each rank come from the other suits.
* an input without such a suit has all hands of its ranks, less those that have one.

So nothing is enumerated hand by hand, and the sum over all inputs is asserted.
"""

from math import comb

import numpy as np
from numpy.typing import NDArray

from certify.kernels.compilation import compiled
from certify.kernels.deck import HAND, JOKER, Deck, population, require
from certify.kernels.keys import DistinctInputs
from certify.kernels.subsets import binomials

RANKS = 13
_COUNTS_AT = 13
_JOKER_AT = 13 + 3 * 13
SIDES = 3
"""Below, level and above, as the player sees it."""


def weigh_replies(deck: Deck, inputs: DistinctInputs, cards: NDArray[np.int8]) -> NDArray[np.int64]:
    """Return for each distinct input of a deck how many of its hands hold none of seven cards."""
    left = np.zeros(4, dtype=np.int64)
    jokers = 0
    for code in deck.codes().tolist():
        if code in cards:
            continue
        if code == JOKER:
            jokers = 1
        else:
            left[code & 3] |= 1 << (code >> 2)
    weights = np.empty(len(inputs.keys), dtype=np.int64)
    _weigh(inputs.keys, left, jokers, binomials(), weights)
    require(
        int(weights.sum()) == comb(deck.size - HAND, HAND), "replies of a hand sum to all of them"
    )
    require((weights >= 0).all(), "no number of replies is negative")
    return weights


@compiled
def _choose_ranks(
    numbers: NDArray[np.int64],
    left: NDArray[np.int64],
    suit: int,
    named: int,
    table: NDArray[np.int64],
) -> int:
    """Ways to fill the ranks, the named ones in one suit and the others outside of it.

    Without a suit (-1) from all of them.
    """
    ways = 1
    for rank in range(RANKS):
        wanted = numbers[rank]
        if wanted == 0:
            continue
        held = 0
        for other in range(4):
            if other != suit:
                held += (left[other] >> rank) & 1
        if suit >= 0:
            wanted -= (named >> rank) & 1
        if wanted > held:
            return 0
        ways *= table[held, wanted]
    return ways


@compiled
def _weigh(
    keys: NDArray[np.int64],
    left: NDArray[np.int64],
    jokers: int,
    table: NDArray[np.int64],
    weights: NDArray[np.int64],
) -> None:
    numbers = np.zeros(RANKS, dtype=np.int64)
    for i in range(len(keys)):
        key = keys[i]
        joker = (key >> _JOKER_AT) & 1
        weights[i] = 0
        if joker > jokers:
            continue
        ranks = 0
        for rank in range(RANKS):
            numbers[rank] = (key >> (_COUNTS_AT + 3 * rank)) & 7
            if numbers[rank] > 0:
                ranks |= 1 << rank
        named = key & ((1 << RANKS) - 1)
        if named:
            for suit in range(4):
                if named & ~left[suit] == 0:
                    weights[i] += _choose_ranks(numbers, left, suit, named, table)
            continue
        weights[i] = _choose_ranks(numbers, left, -1, 0, table)
        for suit in range(4):
            possible = ranks & left[suit]
            if population(possible) < 5 - joker:
                continue
            subset = possible
            while subset > 0:  # every set of ranks that the suit still has
                if population(subset) >= 5 - joker:
                    weights[i] -= _choose_ranks(numbers, left, suit, subset, table)
                subset = (subset - 1) & possible


def compare_settings(
    weights: NDArray[np.int64],
    bank: tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int64]],
    lows: NDArray[np.int32],
    highs: NDArray[np.int32],
) -> NDArray[np.int64]:
    """Count the replies by setting, tag of the bank's hand, and how low and high compare.

    ``bank`` holds low value, high value and tag by distinct input. The last two axes are below, level
    and above, as the player sees it.
    """
    tags = int(bank[2].max()) + 1
    counts = np.zeros((len(lows), tags, SIDES, SIDES), dtype=np.int64)
    _compare(weights, *bank, lows, highs, counts)
    require((counts.sum(axis=(1, 2, 3)) == weights.sum()).all(), "every setting meets every reply")
    return counts


@compiled
def _compare(
    weights: NDArray[np.int64],
    bank_lows: NDArray[np.int32],
    bank_highs: NDArray[np.int32],
    tags: NDArray[np.int64],
    lows: NDArray[np.int32],
    highs: NDArray[np.int32],
    counts: NDArray[np.int64],
) -> None:
    for i in range(len(weights)):
        if weights[i] == 0:
            continue
        for setting in range(len(lows)):
            low = 1 + (lows[setting] > bank_lows[i]) - (lows[setting] < bank_lows[i])
            high = 1 + (highs[setting] > bank_highs[i]) - (highs[setting] < bank_highs[i])
            counts[setting, tags[i], low, high] += weights[i]

"""How five cards rank as a high hand and two as a low hand, joker included.

A value is an integer, higher being better: the class code in the bits from 20 up, below it the
ranks that decide within the class, four bits each from bit 16 down. High and low values share
that layout, so a high hand and a low hand can be compared for fouling.

The joker as *bug* completes a straight, flush, straight flush or royal flush and is otherwise an
ace; as *wild* it is any card. It always takes the value that makes the best hand. In a flush it
is the highest rank that the four suited cards lack, since no hand can hold one card twice; only
five of a kind goes beyond the four suits. In a low hand the bug is an ace, and the wild joker
pairs the other card, which no other card could better.
"""

import numpy as np
from numpy.typing import NDArray

from certify.kernels.compilation import compiled
from certify.kernels.deck import JOKER, population

BUG, WILD = 0, 1
WHEEL_LOWEST, WHEEL_SECOND_HIGHEST = 0, 1

HIGH_CARD, ONE_PAIR, TWO_PAIR, THREE_OF_A_KIND = 0, 1, 2, 3
STRAIGHT, FLUSH, FULL_HOUSE, FOUR_OF_A_KIND = 4, 5, 6, 7
STRAIGHT_FLUSH, ROYAL_FLUSH, FIVE_OF_A_KIND, FIVE_ACES = 8, 9, 10, 11

HIGH_CLASSES = (
    "high-card",
    "one-pair",
    "two-pair",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush",
    "royal-flush",
    "five-of-a-kind",
    "five-aces",
)
"""Names of the class codes, lowest first; five aces stand apart from other fives of a kind."""

_CLASS = 20
_ACE = 12
_WHEEL = (1 << _ACE) | 0b1111
_ROYAL_STRENGTH = 2 * _ACE


@compiled
def high_class(value: int) -> int:
    """Return the class code of a high or low value."""
    return value >> _CLASS


@compiled
def straight_strength(mask: int, needed: int, wheel: int) -> int:
    """Return the strength of the best straight with ``needed`` of its five ranks in the mask.

    Twice the top rank, so that A-2-3-4-5 finds a place just below A-K-Q-J-10 where it counts as
    second highest; 0 where there is no straight.
    """
    best = 0
    if population(mask & _WHEEL) >= needed:
        best = 2 * _ACE - 1 if wheel == WHEEL_SECOND_HIGHEST else 6
    for top in range(_ACE, 3, -1):
        if population(mask & (0b11111 << (top - 4))) >= needed:
            return max(best, 2 * top)
    return best


@compiled
def _rank_descending(mask: int) -> int:
    """Return the five highest ranks of a mask as the deciding part of a value."""
    value = 0
    shift = 16
    for rank in range(_ACE, -1, -1):
        if (mask >> rank) & 1 and shift >= 0:
            value |= rank << shift
            shift -= 4
    return value


@compiled
def _kind_value(counts: NDArray[np.int64]) -> int:
    """Return the value of five cards by equal ranks alone; straights and flushes are not seen."""
    most = 0
    pairs = 0
    for rank in range(13):
        most = max(most, counts[rank])
        pairs += counts[rank] == 2
    value = 0
    shift = 16
    for size in range(most, 0, -1):
        for rank in range(_ACE, -1, -1):
            if counts[rank] == size:
                value |= rank << shift
                shift -= 4
    if most == 5:
        return value | ((FIVE_ACES if counts[_ACE] == 5 else FIVE_OF_A_KIND) << _CLASS)
    if most == 4:
        return value | (FOUR_OF_A_KIND << _CLASS)
    if most == 3:
        return value | ((FULL_HOUSE if pairs == 1 else THREE_OF_A_KIND) << _CLASS)
    return value | (pairs << _CLASS)


@compiled
def high_value(cards: NDArray[np.int8], joker_mode: int, wheel: int) -> int:
    """Return the value of five cards given by their codes in any order."""
    counts = np.zeros(13, dtype=np.int64)
    mask = 0
    suits = 0
    joker = 0
    for i in range(5):
        if cards[i] == JOKER:
            joker = 1
        else:
            rank = int(cards[i]) >> 2
            counts[rank] += 1
            mask |= 1 << rank
            suits |= 1 << (cards[i] & 3)
    best = 0
    if joker == 0:
        best = _kind_value(counts)
    elif joker_mode == BUG:
        counts[_ACE] += 1
        best = _kind_value(counts)
    else:
        for rank in range(13):
            counts[rank] += 1
            best = max(best, _kind_value(counts))
            counts[rank] -= 1
    if population(mask) == 5 - joker:
        best = max(best, _sequence_value(mask, population(suits) == 1, joker, wheel))
    return best


@compiled
def _sequence_value(mask: int, suited: bool, joker: int, wheel: int) -> int:
    """Return the value of five cards of distinct ranks as straight or flush, 0 if neither."""
    strength = straight_strength(mask, 5 - joker, wheel)
    if strength and suited:
        code = ROYAL_FLUSH if strength == _ROYAL_STRENGTH else STRAIGHT_FLUSH
        return (code << _CLASS) | (strength << 12)
    if suited:
        if joker:
            missing = _ACE
            while (mask >> missing) & 1:
                missing -= 1
            mask |= 1 << missing
        return (FLUSH << _CLASS) | _rank_descending(mask)
    if strength:
        return (STRAIGHT << _CLASS) | (strength << 12)
    return 0


@compiled
def low_value(first: int, second: int, joker_mode: int) -> int:
    """Return the value of two cards given by their codes."""
    a = first >> 2
    b = second >> 2
    if first == JOKER:
        a = _ACE if joker_mode == BUG else b
    if second == JOKER:
        b = _ACE if joker_mode == BUG else a
    if a == b:
        return (ONE_PAIR << _CLASS) | (a << 16)
    return (max(a, b) << 16) | (min(a, b) << 12)


def keep_leads(lows: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return low values without the lower card of hands that are no pair: their highest card decides."""
    return lows >> 16 << 16


@compiled
def compare_high_low(high: int, low: int) -> int:
    """Return 1, 0 or -1 as the high hand ranks above, with or below the low hand.

    They rank with each other where the two cards of the low hand and the cards that decide the
    high hand first are equal: the same pair, or the same two highest cards. Only -1 is a foul.
    """
    shift = 16 if low >> _CLASS else 12
    if high >> _CLASS != low >> _CLASS:
        return 1 if high >> _CLASS > low >> _CLASS else -1
    above = (high >> shift) - (low >> shift)
    return 1 if above > 0 else (0 if above == 0 else -1)

"""The distinct inputs of setting a hand: seven cards without the suits that cannot matter.

A setting is judged by its low value and its high value. Those depend on the ranks, on the joker,
and on which ranks lie in a suit that could make a flush: one with five cards, or four beside the
joker. Seven cards hold at most one such suit. Hands equal in all this have one *key*.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from certify.kernels.compilation import compiled
from certify.kernels.deck import HAND, JOKER, Deck, population, require
from certify.kernels.subsets import SuitClasses, field, has_joker, suit_classes
from certify.kernels.threads import fill_in_chunks

_MIX = np.uint64(0x9E3779B97F4A7C15)


class Numbered(NamedTuple):
    """The different values ascending, where each is met first, and for each entry its value's place."""

    values: NDArray[np.int64]
    first: NDArray[np.int64]
    places: NDArray[np.int32]


def number_values(column: NDArray[np.int64]) -> Numbered:
    """Number the values of a column by their ascending order."""
    column = np.ascontiguousarray(column, dtype=np.int64)
    places = np.empty(len(column), dtype=np.int32)
    first = _number(column, places)
    values = column[first]
    order = np.argsort(values)
    place_of = np.empty(len(order), dtype=np.int32)
    place_of[order] = np.arange(len(order), dtype=np.int32)
    return Numbered(values[order], first[order], place_of[places])


@compiled
def _number(column: NDArray[np.int64], places: NDArray[np.int32]) -> NDArray[np.int64]:
    """Write for each entry the number of its value in order of appearance; return where each appears."""
    bits = 12
    slots = np.full(1 << bits, -1, dtype=np.int32)
    first = np.empty(1 << (bits - 1), dtype=np.int64)
    found = 0
    for i in range(len(column)):
        slot = _find(column, column[i], slots, first, bits)
        number = slots[slot]
        if number < 0:
            if found == len(first):  # half full: twice the room
                bits += 1
                larger = np.empty(2 * len(first), dtype=np.int64)
                larger[:found] = first
                first = larger
                slots = np.full(1 << bits, -1, dtype=np.int32)
                for known in range(found):
                    slots[_find(column, column[first[known]], slots, first, bits)] = known
                slot = _find(column, column[i], slots, first, bits)
            number = np.int32(found)
            slots[slot] = number
            first[found] = i
            found += 1
        places[i] = number
    return first[:found].copy()


@compiled
def _find(
    column: NDArray[np.int64],
    value: int,
    slots: NDArray[np.int32],
    first: NDArray[np.int64],
    bits: int,
) -> int:
    """The slot of a value, or the empty one where it belongs."""
    slot = int(np.int64((np.uint64(value) * _MIX) >> np.uint64(64 - bits)))
    while slots[slot] >= 0 and column[first[slots[slot]]] != value:
        slot = (slot + 1) & (len(slots) - 1)
    return slot


_COUNTS_AT = 13
_JOKER_AT = 13 + 3 * 13


class DistinctInputs(NamedTuple):
    """Keys ascending, with a hand (ascending codes) and the number of hands for each."""

    keys: NDArray[np.int64]
    representatives: NDArray[np.int8]
    weights: NDArray[np.int64]


@compiled
def _key(fields: NDArray[np.int64], joker: int) -> int:
    key = joker << _JOKER_AT
    for suit in range(4):
        mask = fields[suit]
        if population(mask) >= 5 - joker:
            key |= mask
        for rank in range(13):
            key += ((mask >> rank) & 1) << (_COUNTS_AT + 3 * rank)
    return key


@compiled
def key_of_hand(cards: NDArray[np.int8]) -> int:
    """Return the key of seven cards: bits 0-12 the ranks of the suit that could make a flush,
    three bits for the number of cards of each rank above them, then one bit for the joker.
    """
    fields = np.zeros(4, dtype=np.int64)
    joker = 0
    for i in range(HAND):
        if cards[i] == JOKER:
            joker = 1
        else:
            fields[cards[i] & 3] |= 1 << (int(cards[i]) >> 2)
    return _key(fields, joker)


@compiled
def split_key(key: int) -> tuple[int, int]:
    """Return the ranks of the suit that could make a flush, 0 for none, and 1 for the joker."""
    return key & ((1 << _COUNTS_AT) - 1), key >> _JOKER_AT


@compiled
def count_in_key(key: int, rank: int) -> int:
    """Return how many natural cards of a rank the hand has."""
    return (key >> (_COUNTS_AT + 3 * rank)) & 7


@compiled
def find_key(keys: NDArray[np.int64], key: int) -> int:
    """Return the place of a key among ascending keys, or -1."""
    low = 0
    high = len(keys)
    while low < high:
        middle = (low + high) >> 1
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low if low < len(keys) and keys[low] == key else -1


@compiled
def _keys_of_classes(
    packed: NDArray[np.int64], ranks: NDArray[np.int64], suits: int, keys: NDArray[np.int64]
) -> None:
    fields = np.zeros(4, dtype=np.int64)
    for i in range(len(packed)):
        for suit in range(suits):
            held = field(packed[i], suit)
            fields[suit] = 0
            for j in range(len(ranks)):
                fields[suit] |= ((held >> j) & 1) << ranks[j]
        keys[i] = _key(fields, has_joker(packed[i]))


def label_inputs(classes: SuitClasses) -> tuple[DistinctInputs, NDArray[np.int32]]:
    """Return the distinct inputs, and for each suit class of seven cards the place of its own.

    The hand that stands for a key is that of the first suit class which has it.
    """
    if classes.size != HAND:
        raise ValueError(f"suit classes of {HAND} cards, not {classes.size}")
    deck = classes.deck
    found = np.empty(len(classes), dtype=np.int64)
    ranks = np.array(deck.ranks, dtype=np.int64)
    fill_in_chunks(
        lambda a, b: _keys_of_classes(classes.packed[a:b], ranks, deck.suits, found[a:b]),
        len(classes),
        stage="inputs",
    )
    keys, first, labels = number_values(found)
    chosen = SuitClasses(deck, HAND, classes.packed[first], classes.orbits[first])
    weights = np.zeros(len(keys), dtype=np.int64)
    np.add.at(weights, labels, classes.orbits)
    require(weights.sum() == deck.hands, "weights of the distinct inputs sum to all hands")
    return DistinctInputs(keys, chosen.representatives(), weights), labels


@lru_cache(maxsize=4)
def distinct_inputs(deck: Deck) -> DistinctInputs:
    """Return the distinct inputs of a deck; they are kept, and not to be changed."""
    return label_inputs(suit_classes(deck, HAND))[0]


@compiled
def _find_places(
    keys: NDArray[np.int64], hands: NDArray[np.int8], places: NDArray[np.int64]
) -> None:
    for i in range(len(hands)):
        places[i] = find_key(keys, key_of_hand(hands[i]))


def find_inputs(inputs: DistinctInputs, hands: NDArray[np.int8]) -> NDArray[np.int64]:
    """Return for each hand the place of its key among the distinct inputs."""
    places = np.empty(len(hands), dtype=np.int64)
    _find_places(inputs.keys, np.ascontiguousarray(hands), places)
    require((places >= 0).all(), "every hand has an input")
    return places

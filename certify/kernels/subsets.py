"""Subsets of a deck: their place in colex order, and their classes under exchange of suits.

A subset is kept *packed*: thirteen bits a suit for the ranks held (bit i is the i-th rank of the
deck), and one bit for the joker. Exchanging suits permutes the four fields, so the subset whose
fields do not increase stands for its class, and the orbit is the number of distinct orders of
the fields. Only the suits of the deck take part; the fields of absent suits stay empty.
"""

from dataclasses import dataclass
from functools import cache
from itertools import permutations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from certify.base.progress import Progress
from certify.kernels.compilation import compiled
from certify.kernels.deck import HAND, Deck, lowest_bit, population
from certify.kernels.threads import run_in_chunks

_FIELD = 13
_FIELD_MASK = (1 << _FIELD) - 1
_JOKER_BIT = 1 << (4 * _FIELD)


@cache
def binomials(size: int = 64, chosen: int = HAND + 2) -> NDArray[np.int64]:
    """Return a read-only table of C(n, k) for n < size, k < chosen."""
    rows = [[comb(n, k) for k in range(chosen)] for n in range(size)]
    table = np.array(rows, dtype=np.int64)
    table.setflags(write=False)
    return table


@compiled
def colex_rank(positions: NDArray[np.int8], table: NDArray[np.int64]) -> int:
    """Return the place of an ascending subset among all subsets of its size, in colex order."""
    rank = 0
    for i in range(len(positions)):
        rank += table[positions[i], i + 1]
    return rank


@dataclass(frozen=True, slots=True)
class SuitClasses:
    """The classes of subsets of one size under exchange of suits."""

    deck: Deck
    size: int
    packed: NDArray[np.int64]
    orbits: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.packed)

    def positions(self) -> NDArray[np.int8]:
        """Return for each class its representative as ascending positions in the deck."""
        result = np.empty((len(self.packed), self.size), dtype=np.int8)
        _unpack_all(self.packed, len(self.deck.ranks), self.deck.suits, result)
        return result

    def representatives(self) -> NDArray[np.int8]:
        """Return for each class its representative as ascending card codes."""
        return self.deck.codes()[self.positions()]


def suit_classes(deck: Deck, size: int) -> SuitClasses:
    """Enumerate the suit classes of the subsets of one size, in ascending order of packed form."""
    every = range(1 << len(deck.ranks))
    up_to = [[mask for mask in every if mask.bit_count() <= count] for count in range(size + 1)]
    exactly = [[mask for mask in every if mask.bit_count() == count] for count in range(size + 1)]
    parts: list[NDArray[np.int64]] = []
    for jokers in range(min(deck.jokers, size) + 1):
        lists = (*_pad(up_to), *_pad(exactly), deck.suits, size - jokers)
        count = _enumerate_classes(*lists, np.empty(0, dtype=np.int64))
        packed = np.empty(count, dtype=np.int64)
        _enumerate_classes(*lists, packed)
        packed |= jokers * _JOKER_BIT
        parts.append(packed)
    packed = np.concatenate(parts)
    orbits = _count_orbits(packed, deck.suits)
    # the orbits must cover every subset once, whatever the enumeration did
    if int(orbits.sum()) != comb(deck.size, size):
        raise ArithmeticError(f"orbits of {size} cards do not sum to all subsets")
    return SuitClasses(deck, size, packed, orbits)


def _pad(lists: list[list[int]]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    lengths = np.array([len(row) for row in lists], dtype=np.int64)
    table = np.zeros((len(lists), lengths.max()), dtype=np.int64)
    for row, masks in zip(table, lists, strict=True):
        row[: len(masks)] = masks
    return table, lengths


@compiled
def _enumerate_classes(
    up_to: NDArray[np.int64],
    up_to_lengths: NDArray[np.int64],
    exactly: NDArray[np.int64],
    exactly_lengths: NDArray[np.int64],
    suits: int,
    size: int,
    packed: NDArray[np.int64],
) -> int:
    """Count the packed forms with non-increasing fields; write them where there is room.

    A suit takes any ranks that leave enough for the suits after it; the last one takes exactly
    what is left; a suit that the deck lacks takes none.
    """
    count = 0
    for i in range(up_to_lengths[size]):
        first = up_to[size, i]
        left_1 = size - population(first)
        for j in range(up_to_lengths[left_1 if suits > 1 else 0]):
            second = up_to[left_1, j]
            if second > first:
                break
            left_2 = left_1 - population(second)
            for k in range(up_to_lengths[left_2 if suits > 2 else 0]):
                third = up_to[left_2, k]
                if third > second:
                    break
                left_3 = left_2 - population(third)
                if suits < 4 and left_3 > 0:
                    continue
                for m in range(exactly_lengths[left_3]):
                    fourth = exactly[left_3, m]
                    # fields that do not increase: one subset for each class under exchange of suits
                    if fourth > third:
                        break
                    if len(packed) > 0:
                        high = (first << 3 * _FIELD) | (second << 2 * _FIELD)
                        packed[count] = high | (third << _FIELD) | fourth
                    count += 1
    return count


@compiled
def field(packed: int, suit: int) -> int:
    """Return the ranks held in one suit."""
    return (packed >> ((3 - suit) * _FIELD)) & _FIELD_MASK


@compiled
def has_joker(packed: int) -> int:
    """Return 1 where the subset holds the joker, else 0."""
    return packed >> (4 * _FIELD)


@compiled
def _count_orbits(packed: NDArray[np.int64], suits: int) -> NDArray[np.int64]:
    result = np.empty(len(packed), dtype=np.int64)
    for i in range(len(packed)):
        # suits with equal ranks can be exchanged without a new subset: 4! over the
        # factorial of each run
        orders = 1
        run = 1
        for suit in range(1, suits):
            same = field(packed[i], suit) == field(packed[i], suit - 1)
            run = run + 1 if same else 1
            orders = orders * (suit + 1) // run
        result[i] = orders
    return result


@compiled
def unpack(packed: int, ranks: int, suits: int, positions: NDArray[np.int8]) -> None:
    """Write the ascending positions of a packed subset."""
    held = 0
    for suit in range(suits):
        held |= field(packed, suit)
    count = 0
    while held:
        rank = lowest_bit(held)
        held &= held - 1
        for suit in range(suits):
            if (field(packed, suit) >> rank) & 1:
                positions[count] = rank * suits + suit
                count += 1
    if has_joker(packed):
        positions[count] = ranks * suits


@compiled
def _unpack_all(
    packed: NDArray[np.int64], ranks: int, suits: int, positions: NDArray[np.int8]
) -> None:
    for i in range(len(packed)):
        unpack(packed[i], ranks, suits, positions[i])


def spread_labels(
    classes: SuitClasses,
    labels: NDArray[np.integer[Any]],
    *,
    threads: int = 1,
    progress: Progress | None = None,
) -> NDArray[np.integer[Any]]:
    """Return the labels of all subsets in colex order, given one label for each suit class."""
    if len(labels) != len(classes):
        raise ValueError(f"{len(labels)} labels for {len(classes)} suit classes")
    deck = classes.deck
    orders = np.array(list(permutations(range(deck.suits))), dtype=np.int64)
    patterns = np.zeros((len(orders), 1 << deck.suits), dtype=np.int64)
    for order, moved in zip(orders, patterns, strict=True):
        for pattern in range(1 << deck.suits):
            moved[pattern] = sum(
                1 << int(order[suit]) for suit in range(deck.suits) if pattern >> suit & 1
            )
    offsets = _rank_offsets(deck, classes.size)
    joker_offset = comb(deck.size - 1, classes.size) if deck.jokers else 0
    table = np.empty(comb(deck.size, classes.size), dtype=labels.dtype)

    def work(start: int, stop: int) -> None:
        part = classes.packed[start:stop]
        _spread(part, labels[start:stop], deck.suits, patterns, offsets, joker_offset, table)

    run_in_chunks(
        work, len(classes), chunks=8 * threads, threads=threads, stage="table", progress=progress
    )
    return table


def _rank_offsets(deck: Deck, size: int) -> NDArray[np.int64]:
    """Return what the cards of a rank, given by their suits, add to the colex rank of a subset.

    The last index is the number of lower cards in the subset.
    """
    result = np.zeros((len(deck.ranks), 1 << deck.suits, size + 1), dtype=np.int64)
    for rank, pattern, below in np.ndindex(result.shape):
        held = [rank * deck.suits + suit for suit in range(deck.suits) if pattern >> suit & 1]
        result[rank, pattern, below] = sum(
            comb(position, below + i + 1) for i, position in enumerate(held)
        )
    return result


@compiled
def _spread(
    packed: NDArray[np.int64],
    labels: NDArray[np.integer[Any]],
    suits: int,
    patterns: NDArray[np.int64],
    offsets: NDArray[np.int64],
    joker_offset: int,
    table: NDArray[np.integer[Any]],
) -> None:
    """Write the label of each class at every member of it, once for each order of the suits.

    A member met twice, by two orders of equal fields, gets the same label twice.
    """
    ranks = np.empty(HAND, dtype=np.int64)
    held_by = np.empty(HAND, dtype=np.int64)
    below = np.empty(HAND, dtype=np.int64)
    for c in range(len(packed)):
        held = 0
        for suit in range(suits):
            held |= field(packed[c], suit)
        count = 0
        cards = 0
        while held:
            rank = lowest_bit(held)
            held &= held - 1
            pattern = 0
            for suit in range(suits):
                pattern |= ((field(packed[c], suit) >> rank) & 1) << suit
            ranks[count] = rank
            held_by[count] = pattern
            below[count] = cards
            cards += population(pattern)
            count += 1
        start = joker_offset if has_joker(packed[c]) else 0
        for order in range(len(patterns)):
            place = start
            for i in range(count):
                place += offsets[ranks[i], patterns[order, held_by[i]], below[i]]
            table[place] = labels[c]

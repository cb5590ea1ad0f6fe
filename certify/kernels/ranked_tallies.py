"""The hands that contain a subset, by label: by the ranks of the subset, and changes by flush hands.

``ranked_hands`` says why these two add up to what is wanted.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from certify.kernels.compilation import compiled
from certify.kernels.deck import HAND, population
from certify.kernels.ranked_hands import (
    FORMS,
    NATURAL_FORMS,
    RANKS,
    RankedHands,
    rank_offsets,
    rest_place,
)
from certify.kernels.subsets import binomials, field, has_joker


class RankTables(NamedTuple):
    """What a tally by ranks reads."""

    jokers: int
    available: NDArray[np.int64]
    offsets: NDArray[np.int64]
    binomials: NDArray[np.int64]
    base: NDArray[np.int32]
    flush_labels: NDArray[np.int32]
    flush_hands: NDArray[np.int64]
    starts: NDArray[np.int64]


class FlushTables(NamedTuple):
    """What a tally of flush hands reads."""

    suits: int
    jokers: int
    ranks: NDArray[np.int64]
    beside: NDArray[np.int32]
    beside_base: NDArray[np.int32]


class Room(NamedTuple):
    """What a tally writes to: hands by label, changes by label, and the labels that it touched."""

    base: NDArray[np.int64]
    changes: NDArray[np.int64]
    seen: NDArray[np.bool_]
    touched: NDArray[np.int32]
    forms: NDArray[np.int32]
    ways: NDArray[np.int64]
    subsets: NDArray[np.int64]


def list_tables(hands: RankedHands) -> tuple[RankTables, FlushTables]:
    """The plain arrays of ranked hands."""
    deck = hands.deck
    return (
        RankTables(
            deck.jokers,
            hands.available,
            rank_offsets(),
            binomials(),
            hands.base,
            hands.flush_labels,
            hands.flush_hands,
            hands.starts,
        ),
        FlushTables(
            deck.suits,
            deck.jokers,
            np.array(deck.ranks, dtype=np.int64),
            hands.beside,
            hands.beside_base,
        ),
    )


@compiled
def make_room(labels: int) -> Room:
    """Return room for so many labels, all of it empty."""
    return Room(
        np.zeros(labels, dtype=np.int64),
        np.zeros(labels, dtype=np.int64),
        np.zeros(labels, dtype=np.bool_),
        np.empty(labels, dtype=np.int32),
        np.empty(FORMS, dtype=np.int32),
        np.empty(FORMS, dtype=np.int64),
        np.empty(FORMS, dtype=np.int64),
    )


@compiled
def clear(room: Room, found: int) -> None:
    """Leave the room empty."""
    for i in range(found):
        label = room.touched[i]
        room.base[label] = 0
        room.changes[label] = 0
        room.seen[label] = False


@compiled
def _touch(room: Room, label: int, found: int) -> int:
    if not room.seen[label]:
        room.seen[label] = True
        room.touched[found] = label
        return found + 1
    return found


@compiled
def tally_ranks(held: NDArray[np.int8], joker: int, tables: RankTables, room: Room) -> int:
    """Count the hands that contain a subset of these ranks, by base label; return the labels touched.

    ``room.changes`` gets the changes of all subsets of these ranks together.
    """
    found = 0
    for i in range(list_forms(held, joker, tables, room)):
        form = room.forms[i]
        standing = tables.base[form]
        found = _touch(room, standing, found)
        room.base[standing] += room.ways[i]
        for place in range(tables.starts[form], tables.starts[form + 1]):
            label = tables.flush_labels[place]
            number = tables.flush_hands[place] * room.subsets[i]
            # a flush hand leaves the base label and joins its own: the changes of a
            # form sum to zero
            found = _touch(room, label, found)
            room.changes[label] += number
            room.changes[standing] -= number
    return found


@compiled
def list_forms(held: NDArray[np.int8], joker: int, tables: RankTables, room: Room) -> int:
    """List the forms of the hands that contain a subset of these ranks; return their number."""
    size = joker
    for rank in range(RANKS):
        size += held[rank]
    found = 0
    if not joker:
        found = _complete(held, HAND - size, 0, 0, tables, room)
    if joker:
        found = _complete(held, HAND - size, NATURAL_FORMS, found, tables, room)
    elif tables.jokers:
        found = _complete(held, HAND - size - 1, NATURAL_FORMS, found, tables, room)
    return found


@compiled
def _complete(
    held: NDArray[np.int8], left: int, start: int, found: int, tables: RankTables, room: Room
) -> int:
    """List the forms that the held ranks and ``left`` further natural cards make, from ``start``.

    ``room.ways`` is the number of hands of the form that contain a given subset of the held ranks, and
    ``room.subsets`` the number of such subsets in a given hand of the form. Writing begins at
    ``found``; the number of entries is returned.
    """
    space = np.zeros(RANKS + 1, dtype=np.int64)  # cards that this rank and the higher ones can take
    for rank in range(RANKS - 1, -1, -1):
        space[rank] = space[rank + 1] + tables.available[rank] - held[rank]
    taken = np.zeros(RANKS, dtype=np.int64)
    lefts = np.empty(RANKS + 1, dtype=np.int64)
    belows = np.empty(RANKS + 1, dtype=np.int64)
    places = np.empty(RANKS + 1, dtype=np.int64)
    ways = np.empty(RANKS + 1, dtype=np.int64)
    subsets = np.empty(RANKS + 1, dtype=np.int64)
    lefts[0], belows[0], places[0], ways[0], subsets[0] = left, 0, start, 1, 1
    rank = 0
    taken[0] = max(0, left - space[1]) - 1  # stepped before use
    while rank >= 0:
        # an odometer over the cards of each rank; the least number is what the higher
        # ranks cannot take
        taken[rank] += 1
        free = tables.available[rank] - held[rank]
        if taken[rank] > min(lefts[rank], free):
            rank -= 1
            continue
        count = held[rank] + taken[rank]
        lefts[rank + 1] = lefts[rank] - taken[rank]
        belows[rank + 1] = belows[rank] + count
        places[rank + 1] = places[rank] + tables.offsets[rank, count, belows[rank]]
        ways[rank + 1] = ways[rank] * tables.binomials[free, taken[rank]]
        subsets[rank + 1] = subsets[rank] * tables.binomials[count, held[rank]]
        rank += 1
        if rank == RANKS:
            room.forms[found] = places[rank]
            room.ways[found] = ways[rank]
            room.subsets[found] = subsets[rank]
            found += 1
            rank -= 1
        else:
            taken[rank] = max(0, lefts[rank] - space[rank + 1]) - 1
    return found


@compiled
def tally_flushes(packed: int, tables: FlushTables, room: Room) -> int:
    """Count the changes of the flush hands that contain a subset; return the labels touched."""
    found = 0
    for suit in range(tables.suits):
        off, lower, higher, suited = look_beside(packed, suit, tables)
        # seven cards with five of one suit, or four and the joker, have at most two cards beside it
        if off > 2:
            continue
        inside = 0
        for j in range(len(tables.ranks)):
            inside |= ((field(packed, suit) >> j) & 1) << tables.ranks[j]
        joker = has_joker(packed)
        found = tally_suit(inside, joker, lower, higher, suited, tables, room, found)
    return found


@compiled
def tally_suit(
    inside: int,
    held_joker: int,
    lower: int,
    higher: int,
    suited: int,
    tables: FlushTables,
    room: Room,
    found: int,
) -> int:
    """Count the changes of one suit's flush hands that contain a subset; return the labels touched.

    The subset has the ranks ``inside`` in the suit, and beside it at most two cards of given ranks, -1
    standing for none.
    """
    free = np.empty(RANKS, dtype=np.int64)
    places = np.empty(RANKS + 1, dtype=np.int64)
    count = 0
    for j in range(len(tables.ranks)):
        if (inside >> tables.ranks[j]) & 1 == 0:
            free[count] = tables.ranks[j]
            count += 1
    off = (lower >= 0) + (higher >= 0)
    for joker in range(held_joker, tables.jokers + 1):
        for rest in range(off, 3):
            extra = HAND - joker - rest - population(inside)
            if extra < 0 or extra > count:
                continue
            for i in range(extra):
                places[i] = i
            while True:
                mask = inside
                for i in range(extra):
                    mask |= 1 << free[places[i]]
                found = _add_beside(
                    joker, mask, rest - off, lower, higher, suited, tables, room, found
                )
                # the next combination of ranks in ascending order, without
                # recursion: numba compiles it flat
                i = extra - 1
                while i >= 0 and places[i] == count - extra + i:
                    i -= 1
                if i < 0:
                    break
                places[i] += 1
                for later in range(i + 1, extra):
                    places[later] = places[later - 1] + 1
    return found


@compiled
def look_beside(packed: int, suit: int, tables: FlushTables) -> tuple[int, int, int, int]:
    """Return how many natural cards lie in other suits, the ranks of two, and whether of one suit."""
    off = 0
    for other in range(tables.suits):
        if other != suit:
            off += population(field(packed, other))
    lower = -1
    higher = -1
    lower_suit = -1
    higher_suit = -1
    if off <= 2:
        for j in range(len(tables.ranks)):
            for other in range(tables.suits):
                if other != suit and (field(packed, other) >> j) & 1:
                    lower, lower_suit = higher, higher_suit
                    higher, higher_suit = tables.ranks[j], other
    return off, lower, higher, 1 if lower >= 0 and lower_suit == higher_suit else 0


@compiled
def _add_beside(
    joker: int,
    mask: int,
    more: int,
    lower: int,
    higher: int,
    suited: int,
    tables: FlushTables,
    room: Room,
    found: int,
) -> int:
    """Add the hands of one flush by the cards beside it: those held, and so many more of other suits."""
    others = tables.suits - 1
    if more == 0:
        return _add(joker, mask, rest_place(lower, higher), suited, 1, tables, room, found)
    if more == 1:
        for rank in tables.ranks:
            place = rest_place(min(higher, rank), max(higher, rank))
            if higher < 0:
                found = _add(joker, mask, place, 0, others, tables, room, found)
            elif higher == rank:
                found = _add(joker, mask, place, 0, others - 1, tables, room, found)
            else:
                # the added card is in the suit of the card held beside the flush
                # in one way, in another suit otherwise
                found = _add(joker, mask, place, 1, 1, tables, room, found)
                found = _add(joker, mask, place, 0, others - 1, tables, room, found)
        return found
    for i in range(len(tables.ranks)):
        rank = tables.ranks[i]
        # two cards of one rank are of two suits, unordered; of two ranks, each may be in
        # any suit beside the flush
        pairs = others * (others - 1)
        place = rest_place(rank, rank)
        found = _add(joker, mask, place, 0, pairs // 2, tables, room, found)
        for j in range(i):
            place = rest_place(tables.ranks[j], rank)
            found = _add(joker, mask, place, 1, others, tables, room, found)
            found = _add(joker, mask, place, 0, pairs, tables, room, found)
    return found


@compiled
def _add(
    joker: int,
    mask: int,
    rest: int,
    suited: int,
    number: int,
    tables: FlushTables,
    room: Room,
    found: int,
) -> int:
    if number <= 0:
        return found
    label = tables.beside[joker, mask, rest, suited]
    standing = tables.beside_base[joker, mask, rest, suited]
    if label == standing:
        return found
    found = _touch(room, label, found)
    found = _touch(room, standing, found)
    room.changes[label] += number
    room.changes[standing] -= number
    return found

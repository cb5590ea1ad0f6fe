"""The standard wager: settings of all hands compared, from plain values to plain counts."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from certify.base.progress import Progress
from certify.kernels.compilation import compiled
from certify.kernels.deck import Deck, require
from certify.kernels.dominance import Settings, compare_settings, number_types, require_symmetric
from certify.kernels.face_up import COPIES_TO_BANK, compare_face_up
from certify.kernels.keys import distinct_inputs
from certify.kernels.ranked_hands import RANKS, RESTS, RankedHands, rank_inputs, relabel, rest_place
from certify.kernels.ranked_sums import add_over_subsets, require_deals, require_labels
from certify.kernels.ranked_tallies import (
    FlushTables,
    RankTables,
    Room,
    clear,
    look_beside,
    make_room,
    tally_flushes,
    tally_ranks,
)
from certify.kernels.settings import (
    EQUAL_ALLOWED,
    Corner,
    drain,
    mark,
    mark_words,
    merge_steps,
    undominated_settings,
)
from certify.kernels.subsets import field, has_joker

NEAR = 8
"""One in so many inputs may be set otherwise; beyond that all hands are counted as soon."""


class _Moves(NamedTuple):
    """Labels by their types before and after, and the low, high and tag of each type."""

    before: NDArray[np.int32]
    after: NDArray[np.int32]
    types: NDArray[np.int32]
    sizes: NDArray[np.int64]


def is_near(before: Settings, after: Settings) -> bool:
    """Tell whether few enough hands are set otherwise, and the tags are as many."""
    return (
        len(before.lows) == len(after.lows)
        and int(before.tags.max()) == int(after.tags.max())
        and NEAR * count_moved(before, after) <= len(before.lows)
    )


def count_moved(before: Settings, after: Settings) -> int:
    """Return how many labels are set or tagged otherwise."""
    same = (before.lows == after.lows) & (before.highs == after.highs)
    return int((~(same & (before.tags == after.tags))).sum())


def recount_settings(
    hands: RankedHands,
    before: Settings,
    after: Settings,
    counts: NDArray[np.int64],
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> NDArray[np.int64]:
    """Return what ``compare_settings`` counts with ``after`` on both sides.

    ``counts`` are those with ``before`` on both sides.
    """
    for settings in (before, after):
        require_labels(hands, settings.lows, settings.highs, settings.tags)
    of_before, of_after, types, sizes = number_types(before, after)
    if counts.shape != (sizes[1], sizes[1], 3, 3):
        raise ValueError(f"counts of {len(counts)} tags where there are {sizes[1]}")
    pairs, names = np.unique(
        of_before.astype(np.int64) * len(types) + of_after, return_inverse=True
    )
    olds, news = np.divmod(pairs, len(types))
    moves = _Moves(olds.astype(np.int32), news.astype(np.int32), types, sizes)
    named = relabel(hands, names)
    by_size, _ = add_over_subsets(
        named,
        partial(_recount_ranks, moves),
        partial(_recount_flushes, moves, _find_reached(named, moves.before != moves.after)),
        (_recount_whole(named.weights, moves), _recount_each(named.weights, moves)),
        threads=threads,
        progress=progress,
    )
    require(
        (by_size.sum(axis=(1, 2, 3, 4)) == 0).all(), "hands set otherwise are as many as before"
    )
    # (new - old) x (new + old) and its mirror image sum to twice the difference
    # (docs/methods.md, theorem 3)
    signed = by_size[0::2].sum(axis=0) - by_size[1::2].sum(axis=0)
    twice = signed + signed.transpose(1, 0, 2, 3)[:, :, ::-1, ::-1]
    require((twice % 2 == 0).all(), "twice a difference is even")
    found: NDArray[np.int64] = counts + twice // 2
    require_deals(hands.deck, found)
    require_symmetric(found)
    return found


def _find_reached(hands: RankedHands, moved: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which cards in a suit and beside it some flush hand contains whose change is not as before.

    By joker, ranks of the suit and ranks beside it, as in ``RankedHands.beside``.
    """
    with_none = np.append(moved, np.bool_(False))  # what -1 reads
    moving = with_none[hands.beside] | with_none[hands.beside_base]
    reached: NDArray[np.bool_] = np.logical_or.reduce(moving, axis=3)
    masks = np.arange(1 << RANKS)
    for rank in range(RANKS):  # a suit with fewer ranks
        without = masks[masks >> rank & 1 == 0]
        reached[:, without] |= reached[:, without | 1 << rank]
    for higher in range(RANKS):  # fewer cards beside it
        for lower in range(higher + 1):
            two = reached[:, :, rest_place(lower, higher)]
            reached[:, :, rest_place(-1, lower)] |= two
            reached[:, :, rest_place(-1, higher)] |= two
    reached[:, :, 0] |= reached[:, :, 1 : RANKS + 1].any(axis=2)
    reached[0] |= reached[1]
    require(reached.shape == (2, 1 << RANKS, RESTS), "one entry for each set of cards")
    return reached


@compiled
def _recount_each(weights: NDArray[np.int64], moves: _Moves) -> NDArray[np.int64]:
    """Compare each hand with itself: |S| = 7."""
    result = np.zeros((moves.sizes[1], moves.sizes[1], 3, 3), dtype=np.int64)
    for label in range(len(weights)):
        if moves.before[label] == moves.after[label]:
            continue
        for side in range(2):
            own = moves.after[label] if side else moves.before[label]
            count = weights[label] if side else -weights[label]
            for other in (moves.before[label], moves.after[label]):
                a, b = moves.types[own], moves.types[other]
                low = 1 + (a[0] > b[0]) - (a[0] < b[0])
                high = 1 + (a[1] > b[1]) - (a[1] < b[1])
                result[a[2], b[2], low, high] += count
    return result


@compiled
def _recount_whole(weights: NDArray[np.int64], moves: _Moves) -> NDArray[np.int64]:
    """Compare with all hands: S is empty."""
    room = make_room(len(weights))
    space = _make_space(moves)
    result = np.zeros((moves.sizes[1], moves.sizes[1], 3, 3), dtype=np.int64)
    for label in range(len(weights)):
        room.touched[label] = label
        room.base[label] = weights[label]
    _meet(room, len(weights), (1, 0), (1, 0), moves, space, result)
    return result


@compiled
def _recount_ranks(
    moves: _Moves,
    ranks: RankTables,
    held: NDArray[np.int8],
    jokers: NDArray[np.int8],
    weights: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Add N base x base + base x changes, and changes x base, over the ranks of subsets."""
    room = make_room(len(moves.before))
    space = _make_space(moves)
    result = np.zeros((moves.sizes[1], moves.sizes[1], 3, 3), dtype=np.int64)
    for s in range(len(held)):
        found = tally_ranks(held[s], jokers[s], ranks, room)
        _meet(room, found, (1, 0), (weights[s], 1), moves, space, result)
        _meet(room, found, (0, 1), (1, 0), moves, space, result)
        clear(room, found)
    return result


@compiled
def _recount_flushes(
    moves: _Moves,
    reached: NDArray[np.bool_],
    flushes: FlushTables,
    packed: NDArray[np.int64],
    orbits: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Add changes x changes over the subsets of flush hands that change otherwise."""
    room = make_room(len(moves.before))
    space = _make_space(moves)
    result = np.zeros((moves.sizes[1], moves.sizes[1], 3, 3), dtype=np.int64)
    for s in range(len(packed)):
        # the tally of a subset costs more than this look-up, and few subsets are reached
        if _is_reached(packed[s], reached, flushes):
            found = tally_flushes(packed[s], flushes, room)
            _meet(room, found, (0, orbits[s]), (0, 1), moves, space, result)
            clear(room, found)
    return result


@compiled
def _is_reached(packed: int, reached: NDArray[np.bool_], flushes: FlushTables) -> bool:
    for suit in range(flushes.suits):
        off, lower, higher, _ = look_beside(packed, suit, flushes)
        if off > 2:
            continue
        inside = 0
        for j in range(len(flushes.ranks)):
            inside |= ((field(packed, suit) >> j) & 1) << flushes.ranks[j]
        if reached[has_joker(packed), inside, rest_place(lower, higher)]:
            return True
    return False


class _RecountSpace(NamedTuple):
    """What one meeting writes to: counts by type, the types met, and the other hands by tag and low."""

    players: NDArray[np.int64]
    banks: NDArray[np.int64]
    order: NDArray[np.int32]
    words: NDArray[np.int64]
    summary: NDArray[np.int64]
    passed: NDArray[np.int64]
    level: NDArray[np.int64]
    every: NDArray[np.int64]


@compiled
def _make_space(moves: _Moves) -> _RecountSpace:
    words, summary = mark_words(len(moves.types))
    return _RecountSpace(
        np.zeros(len(moves.types), dtype=np.int64),
        np.zeros(len(moves.types), dtype=np.int64),
        np.empty(len(moves.types), dtype=np.int32),
        words,
        summary,
        np.zeros((moves.sizes[1], moves.sizes[0]), dtype=np.int64),
        np.zeros((moves.sizes[1], moves.sizes[0]), dtype=np.int64),
        np.zeros((moves.sizes[1], moves.sizes[0]), dtype=np.int64),
    )


@compiled
def _meet(
    room: Room,
    found: int,
    of_player: tuple[int, int],
    of_bank: tuple[int, int],
    moves: _Moves,
    space: _RecountSpace,
    result: NDArray[np.int64],
) -> None:
    """Let the hands set otherwise meet all; both sides take base and changes so many times."""
    moved = False
    for i in range(found):
        label = room.touched[i]
        before, after = moves.before[label], moves.after[label]
        # the first side is the difference of the two settings, the second side their sum
        if before != after:
            players = of_player[0] * room.base[label] + of_player[1] * room.changes[label]
            if players:
                moved = True
                space.players[after] += players
                space.players[before] -= players
                mark(space.words, space.summary, after)
                mark(space.words, space.summary, before)
    # most subsets are in no hand that is set differently: nothing else needs to be written
    # or cleared
    if not moved:
        return
    for i in range(found):
        label = room.touched[i]
        before, after = moves.before[label], moves.after[label]
        banks = of_bank[0] * room.base[label] + of_bank[1] * room.changes[label]
        if banks:
            space.banks[before] += banks
            space.banks[after] += banks
            mark(space.words, space.summary, before)
            mark(space.words, space.summary, after)
    length = drain(space.words, space.summary, space.order)
    _pass_types(length, moves.types, space, result)
    for i in range(length):
        space.players[space.order[i]] = 0
        space.banks[space.order[i]] = 0


@compiled
def _pass_types(
    length: int, types: NDArray[np.int32], space: _RecountSpace, result: NDArray[np.int64]
) -> None:
    """Pass the types met in ascending order of the high value; look up those that the player has.

    ``passed`` counts the bank's hands of lower high value, ``level`` those of the same, ``every`` all.
    """
    order, players, banks = space.order, space.players, space.banks
    passed, level, every = space.passed, space.level, space.every
    passed[:] = 0
    level[:] = 0
    every[:] = 0
    for i in range(length):
        every[types[order[i], 2], types[order[i], 0]] += banks[order[i]]
    start = 0
    while start < length:
        high = types[order[start], 1]
        stop = start
        asked = False
        while stop < length and types[order[stop], 1] == high:
            level[types[order[stop], 2], types[order[stop], 0]] += banks[order[stop]]
            asked = asked or players[order[stop]] != 0
            stop += 1
        if asked:
            for i in range(start, stop):
                if players[order[i]]:
                    low, tag = types[order[i], 0], types[order[i], 2]
                    for other in range(len(every)):
                        _look_up(
                            result[tag, other],
                            players[order[i]],
                            low,
                            passed[other],
                            level[other],
                            every[other],
                        )
        for i in range(start, stop):
            low, tag = types[order[i], 0], types[order[i], 2]
            passed[tag, low] += banks[order[i]]
            level[tag, low] = 0
        start = stop


@compiled
def _look_up(
    cells: NDArray[np.int64],
    count: int,
    low: int,
    passed: NDArray[np.int64],
    level: NDArray[np.int64],
    every: NDArray[np.int64],
) -> None:
    """Add one type of the player's against the bank's hands of one tag."""
    for side in range(
        3
    ):  # the bank's low hand below, level, above: the player's wins, copies, loses
        first = 0 if side == 0 else (low if side == 1 else low + 1)
        last = low if side == 0 else (low + 1 if side == 1 else len(every))
        won = 0
        same = 0
        all_hands = 0
        for other in range(first, last):
            won += passed[other]
            same += level[other]
            all_hands += every[other]
        cells[2 - side, 2] += count * won
        cells[2 - side, 1] += count * same
        cells[2 - side, 0] += count * (all_hands - won - same)


def count_hidden(
    deck: Deck,
    settings: Settings,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> NDArray[np.int64]:
    """Count deals by tag of player and bank, and by how low and high hands compare.

    Settings are by distinct input of the deck; player and bank both keep to them. Where this process
    has counted settings that differ in few hands, those hands alone are counted again.
    """
    hands = rank_inputs(deck)
    near = [known for known in _counted if known.deck == deck and is_near(known.settings, settings)]
    # the count of the nearest known setting plus a difference is exact, and up to seven
    # times as fast
    if near:
        nearest = min(near, key=lambda known: count_moved(known.settings, settings))
        if not count_moved(nearest.settings, settings):
            return nearest.counts.copy()
        counts = recount_settings(
            hands, nearest.settings, settings, nearest.counts, threads=threads, progress=progress
        )
    else:
        found = compare_settings(hands, settings, settings, threads=threads, progress=progress)
        counts = found.counts
    _counted.append(_Counted(deck, settings, counts))
    return counts.copy()


@dataclass(frozen=True, slots=True)
class _Counted:
    """Settings that this process has counted; nobody may change them."""

    deck: Deck
    settings: Settings
    counts: NDArray[np.int64]


_counted: deque[_Counted] = deque(maxlen=16)
"""The last of them, 5 MB each for the full deck: readings of a house way differ in few hands."""


def count_face_up(
    deck: Deck,
    bank: Settings,
    levels: Sequence[Sequence[Corner]] = COPIES_TO_BANK,
    *,
    joker_mode: int,
    wheel: int,
    equal: int = EQUAL_ALLOWED,
    order_lows: Callable[[NDArray[np.int32]], NDArray[np.int32]] | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> NDArray[np.int64]:
    """Count deals by tag of player and bank, and by the level that the player's best answer reaches.

    `order_lows` gives low values another order, in which the bank's stand already; what is foul turns on
    the values themselves.
    """
    player = undominated_settings(
        distinct_inputs(deck).representatives, joker_mode=joker_mode, wheel=wheel, equal=equal
    )
    if order_lows:
        player = merge_steps(player, order_lows(player.lows))
    return compare_face_up(
        rank_inputs(deck), player, bank.tags, bank, levels, threads=threads, progress=progress
    ).counts

"""The player sees the bank's setting and answers with the best of his own.

What a deal is worth to him is a table of nine results, by how low and high compare with the bank's:
below, level or above. It must be monotone: a better low or high hand is never worth less. Then for
each level of result the comparisons that reach it are a union of *corners* (a, b): low at least a,
high at least b, each of a and b being below (anything will do), level or above.

The bank's setting (low, high) is reached by the player's (l, h) through the corner (a, b) where it
lies in a rectangle: low below l where a is above, low up to l where a is level, any low where a is
below; the same for high. So the bank's hands that he can reach with any of his settings lie in the
union of rectangles that begin at the lowest hands. Written by the number of the bank's values that
lie inside, (L_1, H_1), …, (L_m, H_m), dominated ones struck out, they are the steps of a staircase,
L rising and H falling. Neighbours overlap in the rectangle of (L_i, H_{i+1}), and so the union has

    sum R(L_i, H_i) - sum R(L_i, H_{i+1})

hands, R(L, H) being the number of the bank's hands with one of the L lowest low values and one of
the H lowest high values. What reaches a level and not the next is his best answer.

Where copies go to the bank, one each is a push and the rest follows, he wins through the corner
(above, above), and loses unless he reaches (above, below) or (below, above).

For each S the bank's hands are counted by setting, R is laid out as a table with one row for each
high value that occurs, and each staircase of the player's reads it off; ``ranked_hands`` says how the
sum over S is taken.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from certify.base.progress import Progress
from certify.kernels.compilation import compiled
from certify.kernels.deck import require
from certify.kernels.dominance import Settings
from certify.kernels.ranked_hands import RankedHands
from certify.kernels.ranked_sums import DealCounts, require_labels, sum_over_subsets
from certify.kernels.ranked_tallies import (
    FlushTables,
    RankTables,
    Room,
    clear,
    make_room,
    tally_flushes,
    tally_ranks,
)
from certify.kernels.settings import ABOVE, BELOW, Corner, Staircases, drain, mark, mark_words

COPIES_TO_BANK: tuple[tuple[Corner, ...], ...] = (
    ((ABOVE, BELOW), (BELOW, ABOVE)),
    ((ABOVE, ABOVE),),
)
"""The corners from which he does not lose, and those from which he wins, by the usual rules."""


class _Tables(NamedTuple):
    """Staircases of each level and the bank's settings, by numbers of the bank's values.

    The bank's settings are further numbered as types, ascending by high, low and tag.
    """

    starts: NDArray[np.int64]  # level, hand
    steps: NDArray[np.int16]  # step, (low, high)
    player_tags: NDArray[np.int64]
    bank: NDArray[np.int32]
    types: NDArray[np.int32]  # type, (low, high, tag)
    sizes: NDArray[np.int64]  # number of lows, of highs, of tags


@dataclass(frozen=True, slots=True)
class BankTypes:
    """The bank's settings numbered: values ascending, and types by high, low and tag."""

    lows: NDArray[np.int64]
    highs: NDArray[np.int64]
    of_label: NDArray[np.int32]
    types: NDArray[np.int32]  # type, (low, high, tag)


def number_bank(bank: Settings) -> BankTypes:
    """Number the values of the bank's settings, and the settings as types."""
    low_values, lows = np.unique(bank.lows.astype(np.int64), return_inverse=True)
    high_values, highs = np.unique(bank.highs.astype(np.int64), return_inverse=True)
    require(max(len(low_values), len(high_values)) < 2**15 - 1, "values are numbered in 16 bits")
    tag_count = int(bank.tags.max()) + 1
    keys = (highs.astype(np.int64) * len(low_values) + lows) * tag_count + bank.tags
    listed, numbers = np.unique(keys, return_inverse=True)
    pairs, of_tag = np.divmod(listed, tag_count)
    of_high, of_low = np.divmod(pairs, len(low_values))
    types = np.column_stack([of_low, of_high, of_tag]).astype(np.int32)
    return BankTypes(low_values, high_values, numbers.astype(np.int32), types)


def reach(
    values: NDArray[np.int64], own: NDArray[np.integer[Any]], relation: int
) -> NDArray[np.int16]:
    """Return how many of ascending values stand in a relation, or a better one, to each own value."""
    if relation == BELOW:
        return np.full(len(own), len(values), dtype=np.int16)
    side: Any = "left" if relation == ABOVE else "right"
    return np.searchsorted(values, own, side=side).astype(np.int16)


def list_answers(
    player: Staircases, bank: BankTypes, corners: Sequence[Corner]
) -> tuple[NDArray[np.int64], NDArray[np.int16]]:
    """Return starts and steps of the staircases by which each hand reaches one level of result."""
    low_ends = np.column_stack([reach(bank.lows, player.lows, low) for low, _ in corners])
    high_ends = np.column_stack([reach(bank.highs, player.highs, high) for _, high in corners])
    starts = np.empty(len(player.starts), dtype=np.int64)
    steps = np.empty((low_ends.size, 2), dtype=np.int16)
    _climb(player.starts, low_ends, high_ends, starts, steps)
    return starts, steps[: starts[-1]].copy()


@compiled
def _climb(
    hands: NDArray[np.int64],
    low_ends: NDArray[np.int16],
    high_ends: NDArray[np.int16],
    starts: NDArray[np.int64],
    steps: NDArray[np.int16],
) -> None:
    """Write the rectangles of each hand that no other one contains, the lowest low end first."""
    starts[0] = 0
    for hand in range(len(hands) - 1):
        count = starts[hand]
        floor = -1
        while True:
            low = -1
            high = -1
            for i in range(hands[hand], hands[hand + 1]):
                for j in range(low_ends.shape[1]):
                    a, b = low_ends[i, j], high_ends[i, j]
                    # of the corners to the right of the last step the
                    # highest: all others lie below it or later
                    if a > floor and (b > high or (b == high and a > low)):
                        low, high = a, b
            if low < 0:
                break
            steps[count, 0] = low
            steps[count, 1] = high
            count += 1
            floor = low
        starts[hand + 1] = count


def compare_face_up(
    hands: RankedHands,
    player: Staircases,
    player_tags: NDArray[np.integer[Any]],
    bank: Settings,
    levels: Sequence[Sequence[Corner]] = COPIES_TO_BANK,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> DealCounts:
    """Count all ordered deals as ``counts[player's tag, bank's tag, level of the best answer]``.

    ``levels`` gives for every level but the lowest, which is 0, the corners that reach it; each
    level holds those after it.
    """
    require_labels(hands, player.starts[1:], player_tags, bank.lows, bank.highs, bank.tags)
    numbered = number_bank(bank)
    answers = [list_answers(player, numbered, corners) for corners in levels]
    ends = np.cumsum([0] + [len(steps) for _, steps in answers])
    tag_count = int(max(player_tags.max(), bank.tags.max())) + 1
    tables = _Tables(
        np.stack([starts + end for (starts, _), end in zip(answers, ends[:-1], strict=True)]),
        np.concatenate([steps for _, steps in answers]),
        player_tags.astype(np.int64),
        numbered.of_label,
        numbered.types,
        np.array([len(numbered.lows), len(numbered.highs), tag_count], dtype=np.int64),
    )
    whole = _compare_whole(hands.weights, tables)
    same_hand = np.zeros_like(whole)
    np.add.at(same_hand, (player_tags, bank.tags, answer_each(player, bank, levels)), hands.weights)
    return sum_over_subsets(
        hands,
        partial(_compare_ranks, tables),
        partial(_compare_flushes, tables),
        (whole, same_hand),
        threads=threads,
        progress=progress,
    )


def answer_each(
    player: Staircases, bank: Settings, levels: Sequence[Sequence[Corner]] = COPIES_TO_BANK
) -> NDArray[np.int64]:
    """Return the level that each staircase reaches against the bank's setting of the same place."""
    steps = np.diff(player.starts)
    low = np.sign(player.lows.astype(np.int64) - np.repeat(bank.lows, steps)) + 1
    high = np.sign(player.highs.astype(np.int64) - np.repeat(bank.highs, steps)) + 1
    result = np.zeros(len(steps), dtype=np.int64)
    for number, corners in enumerate(levels, 1):
        reached = np.zeros(len(low), dtype=np.bool_)
        for a, b in corners:
            reached |= (low >= a) & (high >= b)
        result[np.logical_or.reduceat(reached, player.starts[:-1])] = number
    return result


class _FaceUpSpace(NamedTuple):
    """What is written for one S: the bank's hands by type, and R."""

    banks: NDArray[np.int64]
    order: NDArray[np.int32]
    words: NDArray[np.int64]
    summary: NDArray[np.int64]
    rows: NDArray[np.int64]
    row_of_high: NDArray[np.int16]


@compiled
def _make_space(tables: _Tables) -> _FaceUpSpace:
    lows, highs, tags = tables.sizes
    words, summary = mark_words(len(tables.types))
    return _FaceUpSpace(
        np.zeros(len(tables.types), dtype=np.int64),
        np.empty(len(tables.types), dtype=np.int32),
        words,
        summary,
        np.zeros((highs + 1, tags, lows + 1), dtype=np.int64),
        np.empty(highs + 1, dtype=np.int16),
    )


@compiled
def _compare_whole(
    weights: NDArray[np.int64],
    tables: _Tables,
) -> NDArray[np.int64]:
    """Compare all hands with all hands: S is empty."""
    room = make_room(len(weights))
    space = _make_space(tables)
    result = _make_result(tables)
    for label in range(len(weights)):
        room.touched[label] = label
        room.base[label] = weights[label]
    _compare(room, len(weights), (1, 0), (1, 0), tables, space, 1, result)
    return result


@compiled
def _compare_ranks(
    tables: _Tables,
    ranks: RankTables,
    held: NDArray[np.int8],
    jokers: NDArray[np.int8],
    weights: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Add base x (N base + changes), and changes x base, over the ranks of subsets."""
    room = make_room(len(tables.bank))
    space = _make_space(tables)
    result = _make_result(tables)
    for s in range(len(held)):
        found = tally_ranks(held[s], jokers[s], ranks, room)
        for of_player, of_bank in (((1, 0), (weights[s], 1)), ((0, 1), (1, 0))):
            _compare(room, found, of_player, of_bank, tables, space, 1, result)
        clear(room, found)
    return result


@compiled
def _compare_flushes(
    tables: _Tables,
    flushes: FlushTables,
    packed: NDArray[np.int64],
    orbits: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Add changes x changes over subsets."""
    room = make_room(len(tables.bank))
    space = _make_space(tables)
    result = _make_result(tables)
    for s in range(len(packed)):
        found = tally_flushes(packed[s], flushes, room)
        if found:
            _compare(room, found, (0, 1), (0, 1), tables, space, orbits[s], result)
            clear(room, found)
    return result


@compiled
def _make_result(tables: _Tables) -> NDArray[np.int64]:
    tags = tables.sizes[2]
    return np.zeros((tags, tags, len(tables.starts) + 1), dtype=np.int64)


@compiled
def _compare(
    room: Room,
    found: int,
    of_player: tuple[int, int],
    of_bank: tuple[int, int],
    tables: _Tables,
    space: _FaceUpSpace,
    orbit: int,
    result: NDArray[np.int64],
) -> None:
    """Let the player answer what was tallied; both sides take base and changes so many times."""
    for i in range(found):
        label = room.touched[i]
        banks = of_bank[0] * room.base[label] + of_bank[1] * room.changes[label]
        if banks:
            space.banks[tables.bank[label]] += banks
            mark(space.words, space.summary, tables.bank[label])
    length = drain(space.words, space.summary, space.order)
    top = lay_out(space.order, length, space.banks, tables.types, space.rows, space.row_of_high)
    for i in range(found):
        label = room.touched[i]
        count = of_player[0] * room.base[label] + of_player[1] * room.changes[label]
        if count:
            _answer(label, orbit * count, tables, space, top, result)


@compiled
def lay_out(
    order: NDArray[np.int32],
    length: int,
    banks: NDArray[np.integer[Any]],
    types: NDArray[np.int32],
    rows: NDArray[np.integer[Any]],
    row_of_high: NDArray[np.int16],
) -> int:
    """Lay out R for the bank's types listed in ascending order, leave their counts empty.

    ``rows[r, tag, l]`` counts the bank's hands with low below l and with one of the r lowest high
    values; ``row_of_high[h]`` is the number of those among the h lowest of all high values. Row 0
    stays empty. Returns the last row, which has all hands.
    """
    columns = rows.shape[2]
    row = 0
    i = 0
    reached = 0
    while i < length:
        high = types[order[i], 1]
        # high values that no bank hand of this S has share the row of the next lower
        # one: rows are few
        row_of_high[reached : high + 1] = row
        reached = high + 1
        row += 1
        rows[row] = rows[row - 1]
        while i < length and types[order[i], 1] == high:
            count = banks[order[i]]
            banks[order[i]] = 0
            line = rows[row, types[order[i], 2]]
            for low in range(types[order[i], 0] + 1, columns):
                line[low] += count
            i += 1
    row_of_high[reached:] = row
    return row


@compiled
def _answer(
    label: int,
    count: int,
    tables: _Tables,
    space: _FaceUpSpace,
    top: int,
    result: NDArray[np.int64],
) -> None:
    """Add the levels that the player's hands of one label reach."""
    starts, steps, rows = tables.starts, tables.steps, space.rows
    tag_count, columns = rows.shape[1:]
    levels = len(starts)
    cells = result[tables.player_tags[label]]
    for tag in range(tag_count):
        before = rows[top, tag, columns - 1]
        for level in range(levels):
            start, stop = starts[level, label], starts[level, label + 1]
            row = space.row_of_high[steps[start, 1]]
            reached = 0
            # the union of rectangles below a staircase: each rectangle less what the
            # next one covers again
            for step in range(start, stop - 1):
                low = steps[step, 0]
                next_row = space.row_of_high[steps[step + 1, 1]]
                reached += rows[row, tag, low] - rows[next_row, tag, low]
                row = next_row
            reached += rows[row, tag, steps[stop - 1, 0]]
            cells[tag, level] += count * (before - reached)
            before = reached
        # levels are nested, so each has what it reaches beyond the level before it; the
        # rest reaches none
        cells[tag, levels] += count * before

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
high value that occurs, and each staircase of the player's reads it off.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from certify.kernels.compilation import compiled
from certify.kernels.containing import Hands, fill_offsets, tally
from certify.kernels.dominance import Comparison, Settings, require_labels, sum_over_subsets
from certify.kernels.order import drain, mark, mark_words
from certify.kernels.settings import Staircases
from certify.kernels.subsets import HAND, binomials
from certify.kernels.threads import Progress
from certify.kernels.totals import require

BELOW, LEVEL, ABOVE = 0, 1, 2

Corner = tuple[int, int]
COPIES_TO_BANK: tuple[tuple[Corner, ...], ...] = (
    ((ABOVE, BELOW), (BELOW, ABOVE)),
    ((ABOVE, ABOVE),),
)
"""The corners from which he does not lose, and those from which he wins, by the usual rules."""


@dataclass(frozen=True, slots=True)
class _Tables:
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
    hands: Hands,
    player: Staircases,
    player_tags: NDArray[np.integer[Any]],
    bank: Settings,
    levels: Sequence[Sequence[Corner]] = COPIES_TO_BANK,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Comparison:
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
    every_label = np.arange(len(hands.weights), dtype=np.int32)
    whole = _compare_whole(hands.weights.astype(np.int32), every_label, *_arrays(tables))
    same_hand = np.zeros_like(whole)
    np.add.at(same_hand, (player_tags, bank.tags, answer_each(player, bank, levels)), hands.weights)
    return sum_over_subsets(
        hands,
        partial(_compare_containing, tables=_arrays(tables)),
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


_Arrays = tuple[
    NDArray[np.int64],
    NDArray[np.int16],
    NDArray[np.int64],
    NDArray[np.int32],
    NDArray[np.int32],
    NDArray[np.int64],
]


def _arrays(tables: _Tables) -> _Arrays:
    return (
        tables.starts,
        tables.steps,
        tables.player_tags,
        tables.bank,
        tables.types,
        tables.sizes,
    )


def _compare_containing(
    hands: Hands, subsets: NDArray[np.int8], orbits: NDArray[np.int64], tables: _Arrays
) -> NDArray[np.int64]:
    return _compare_subsets(
        hands.table, len(hands.weights), hands.deck.size, subsets, orbits, binomials(), *tables
    )


@compiled
def _compare_whole(
    counts: NDArray[np.int32],
    every_label: NDArray[np.int32],
    starts: NDArray[np.int64],
    steps: NDArray[np.int16],
    player_tags: NDArray[np.int64],
    bank: NDArray[np.int32],
    types: NDArray[np.int32],
    sizes: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Compare all hands with all hands: S is empty. Uses up the counts."""
    banks = np.zeros(len(types), dtype=np.int32)
    order = np.empty(len(types), dtype=np.int32)
    words, summary = mark_words(len(types))
    rows = np.zeros((sizes[1] + 1, sizes[2], sizes[0] + 1), dtype=np.int32)
    row_of_high = np.empty(sizes[1] + 1, dtype=np.int16)
    result = np.zeros((sizes[2], sizes[2], len(starts) + 1), dtype=np.int64)
    for label in every_label:
        banks[bank[label]] += counts[label]
        mark(words, summary, bank[label])
    length = drain(words, summary, order)
    top = lay_out(order, length, banks, types, rows, row_of_high)
    _answer(
        every_label,
        len(every_label),
        counts,
        starts,
        steps,
        player_tags,
        rows,
        top,
        row_of_high,
        1,
        result,
    )
    return result


@compiled
def _compare_subsets(
    labels: NDArray[np.integer[Any]],
    label_count: int,
    cards: int,
    subsets: NDArray[np.int8],
    orbits: NDArray[np.int64],
    table: NDArray[np.int64],
    starts: NDArray[np.int64],
    steps: NDArray[np.int16],
    player_tags: NDArray[np.int64],
    bank: NDArray[np.int32],
    types: NDArray[np.int32],
    sizes: NDArray[np.int64],
) -> NDArray[np.int64]:
    size = subsets.shape[1]
    offsets = np.empty((HAND, cards), dtype=np.int64)
    counts = np.zeros(label_count, dtype=np.int32)
    touched = np.empty(label_count, dtype=np.int32)
    banks = np.zeros(len(types), dtype=np.int32)
    order = np.empty(len(types), dtype=np.int32)
    words, summary = mark_words(len(types))
    rows = np.zeros((sizes[1] + 1, sizes[2], sizes[0] + 1), dtype=np.int32)
    row_of_high = np.empty(sizes[1] + 1, dtype=np.int16)
    result = np.zeros((sizes[2], sizes[2], len(starts) + 1), dtype=np.int64)
    for s in range(len(subsets)):
        constant = fill_offsets(subsets[s], cards, table, offsets)
        found = tally(labels, constant, offsets, cards - size, HAND - size, counts, touched)
        for i in range(found):
            banks[bank[touched[i]]] += counts[touched[i]]
            mark(words, summary, bank[touched[i]])
        length = drain(words, summary, order)
        top = lay_out(order, length, banks, types, rows, row_of_high)
        _answer(
            touched,
            found,
            counts,
            starts,
            steps,
            player_tags,
            rows,
            top,
            row_of_high,
            orbits[s],
            result,
        )
    return result


@compiled
def lay_out(
    order: NDArray[np.int32],
    length: int,
    banks: NDArray[np.int32],
    types: NDArray[np.int32],
    rows: NDArray[np.int32],
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
    touched: NDArray[np.int32],
    found: int,
    counts: NDArray[np.int32],
    starts: NDArray[np.int64],
    steps: NDArray[np.int16],
    player_tags: NDArray[np.int64],
    rows: NDArray[np.int32],
    top: int,
    row_of_high: NDArray[np.int16],
    orbit: int,
    result: NDArray[np.int64],
) -> None:
    """Add the levels that the player's labels reach and leave their counts empty."""
    tag_count, columns = rows.shape[1:]
    last = columns - 1
    levels = len(starts)
    for i in range(found):
        label = touched[i]
        count = orbit * counts[label]
        counts[label] = 0
        cells = result[player_tags[label]]
        for tag in range(tag_count):
            before = int(rows[top, tag, last])
            for level in range(levels):
                start, stop = starts[level, label], starts[level, label + 1]
                row = row_of_high[steps[start, 1]]
                reached = 0
                for step in range(start, stop - 1):
                    low = steps[step, 0]
                    next_row = row_of_high[steps[step + 1, 1]]
                    reached += rows[row, tag, low] - rows[next_row, tag, low]
                    row = next_row
                reached += rows[row, tag, steps[stop - 1, 0]]
                cells[tag, level] += count * (before - reached)
                before = reached
            cells[tag, levels] += count * before

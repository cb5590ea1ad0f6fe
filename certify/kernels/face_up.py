"""The player sees the bank's setting and answers with the best of his own.

Copies go to the bank. With steps (l_1, h_1), …, (l_m, h_m) of his staircase, lows rising and highs
falling, the player

- wins where some step exceeds both: the bank's (low, high) lies in the union of the rectangles
  below (l_i, h_i). The staircase makes the union a signed sum: neighbours overlap in the
  rectangle below (l_i, h_{i+1}), and so the union counts  sum R(l_i, h_i) - sum R(l_i, h_{i+1}),
  R(l, h) being the number of the bank's hands with low below l and high below h;
- loses where even his best low and his best high do not exceed the bank's: all hands less those
  with low below l_m, less those with high below h_1, plus R(l_m, h_1);
- pushes otherwise.

Winning is better than pushing and pushing than losing, whatever a win pays, so this is his best
answer. For each S the bank's hands are counted by setting, R is laid out as a table with one row
for each high value that occurs, and each staircase of the player's reads it off.
"""

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

LOSE, PUSH, WIN = 0, 1, 2


@dataclass(frozen=True, slots=True)
class _Tables:
    """Staircases and settings with values numbered from 0, lows and highs each in one order.

    The bank's settings are further numbered as types, ascending by high, low and tag.
    """

    starts: NDArray[np.int64]
    steps: NDArray[np.int16]  # step, (low, high)
    player_tags: NDArray[np.int64]
    bank: NDArray[np.int32]
    types: NDArray[np.int32]  # type, (low, high, tag)
    sizes: NDArray[np.int64]  # number of lows, of highs, of tags


def compare_face_up(
    hands: Hands,
    player: Staircases,
    player_tags: NDArray[np.integer[Any]],
    bank: Settings,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Count all ordered deals as ``counts[player's tag, bank's tag, LOSE, PUSH or WIN]``."""
    require_labels(hands, player.starts[1:], player_tags, bank.lows, bank.highs, bank.tags)
    tables = number_values(player, player_tags, bank)
    every_label = np.arange(len(hands.weights), dtype=np.int32)
    whole = _compare_whole(hands.weights.astype(np.int32), every_label, *_arrays(tables))
    same_hand = np.zeros_like(whole)
    np.add.at(same_hand, (player_tags, bank.tags, answer_each(player, bank)), hands.weights)
    return sum_over_subsets(
        hands,
        partial(_compare_containing, tables=_arrays(tables)),
        (whole, same_hand),
        threads=threads,
        progress=progress,
    )


def number_values(
    player: Staircases, player_tags: NDArray[np.integer[Any]], bank: Settings
) -> _Tables:
    """Number the values of both sides in one order each, and the bank's settings as types."""
    low_values, lows = np.unique(np.concatenate([player.lows, bank.lows]), return_inverse=True)
    high_values, highs = np.unique(np.concatenate([player.highs, bank.highs]), return_inverse=True)
    tag_count = int(max(player_tags.max(), bank.tags.max())) + 1
    require(max(len(low_values), len(high_values)) < 2**15, "values are numbered in 16 bits")
    steps = len(player.lows)
    keys = (highs[steps:] * len(low_values) + lows[steps:]) * tag_count + bank.tags
    listed, numbers = np.unique(keys, return_inverse=True)
    pairs, of_tag = np.divmod(listed, tag_count)
    of_high, of_low = np.divmod(pairs, len(low_values))
    return _Tables(
        player.starts,
        np.column_stack([lows[:steps], highs[:steps]]).astype(np.int16),
        player_tags.astype(np.int64),
        numbers.astype(np.int32),
        np.column_stack([of_low, of_high, of_tag]).astype(np.int32),
        np.array([len(low_values), len(high_values), tag_count], dtype=np.int64),
    )


def answer_each(player: Staircases, bank: Settings) -> NDArray[np.int64]:
    """Return the outcome of each player's staircase against the bank's setting of the same place."""
    first, last = player.starts[:-1], player.starts[1:] - 1
    steps = np.diff(player.starts)
    exceeds = (player.lows > np.repeat(bank.lows, steps)) & (
        player.highs > np.repeat(bank.highs, steps)
    )
    wins = np.logical_or.reduceat(exceeds, first)
    loses = (player.lows[last] <= bank.lows) & (player.highs[first] <= bank.highs)
    return np.where(wins, WIN, np.where(loses, LOSE, PUSH)).astype(np.int64)


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
    row_of_high = np.empty(sizes[1], dtype=np.int16)
    result = np.zeros((sizes[2], sizes[2], 3), dtype=np.int64)
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
    row_of_high = np.empty(sizes[1], dtype=np.int16)
    result = np.zeros((sizes[2], sizes[2], 3), dtype=np.int64)
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
    values; ``row_of_high[h]`` is the number of those below h. Row 0 stays empty. Returns the last
    row, which has all hands.
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
    """Add the outcomes of the player's labels and leave their counts empty."""
    tag_count, columns = rows.shape[1:]
    last = columns - 1
    for i in range(found):
        label = touched[i]
        count = orbit * counts[label]
        counts[label] = 0
        start, stop = starts[label], starts[label + 1]
        best_row = row_of_high[steps[start, 1]]
        best_low = steps[stop - 1, 0]
        cells = result[player_tags[label]]
        for tag in range(tag_count):
            won = 0
            row = best_row
            for step in range(start, stop - 1):
                low = steps[step, 0]
                next_row = row_of_high[steps[step + 1, 1]]
                won += rows[row, tag, low] - rows[next_row, tag, low]
                row = next_row
            won += rows[row, tag, best_low]
            hands = int(rows[top, tag, last])
            lost = (
                hands
                - rows[top, tag, best_low]
                - rows[best_row, tag, last]
                + rows[best_row, tag, best_low]
            )
            cells[tag, WIN] += count * won
            cells[tag, LOSE] += count * lost
            cells[tag, PUSH] += count * (hands - won - lost)

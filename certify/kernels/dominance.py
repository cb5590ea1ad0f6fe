"""Two disjoint hands, each with a setting, compared low with low and high with high.

As in ``pairs`` the count over disjoint hands is the sum of (-1)^|S| times the count over all
ordered pairs of hands that both contain S. For one S the hands are first counted by label, then by
*type*: high value, low value and tag. The types are swept in ascending order of the high value;
the bank's hands passed so far are kept as running counts by low value, so that each type of the
player's reads off at once how many of the bank's hands are below it, level with it and above it.

Copies, and a check. Let n(x, y) be the ordered pairs in which the player's low compares as x and
his high as y with the bank's, each one of <, =, >. Where both hands are set and tagged by one
table, exchanging the two hands maps the pairs onto themselves, so n(x, y) = n(-x, -y). A copy goes
to the bank, so the player wins on (>, >) and loses on (<, <), (<, =), (=, <), (=, =):

    lose - win = n(<, =) + n(=, <) + n(=, =).

Copies of low, *however the high hands compare*, are n(=, <) + n(=, =) + n(=, >), which is
2 n(=, <) + n(=, =); copies of high likewise 2 n(<, =) + n(=, =). Therefore

    2 (lose - win) = copies of low + copies of high,

a copy of both hands counting once in each. The pairs that both contain a given S map onto
themselves too, so it holds for every S alone; it is asserted for every size of S.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from certify.kernels.compilation import compiled
from certify.kernels.containing import Hands, fill_offsets, tally
from certify.kernels.order import drain, mark, mark_words
from certify.kernels.subsets import HAND, binomials, suit_classes
from certify.kernels.threads import Progress, available_threads, sum_in_chunks
from certify.kernels.totals import containing_pairs, require, require_fit

LOSE, COPY, WIN = 0, 1, 2
CHUNKS = 64


@dataclass(frozen=True, slots=True)
class Settings:
    """The setting of each label's hands: low value, high value, and a small tag from 0."""

    lows: NDArray[np.integer[Any]]
    highs: NDArray[np.integer[Any]]
    tags: NDArray[np.integer[Any]]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Ordered deals by how the player's hands compare with the bank's.

    ``counts[player's tag, bank's tag, low, high]``, low and high each LOSE, COPY or WIN as the
    player sees them. ``by_size[k]`` is the unsigned sum over the subsets of k cards, and
    ``seconds[k]`` the time it took.
    """

    counts: NDArray[np.int64]
    by_size: NDArray[np.int64]
    seconds: tuple[float, ...]


Compare = Callable[[Hands, NDArray[np.int8], NDArray[np.int64]], NDArray[np.int64]]
"""Counts over all pairs of hands that contain each subset, times its orbit, added up."""


def _number_types(player: Settings, bank: Settings) -> tuple[NDArray[Any], ...]:
    """Number the settings of both in one list of types, ascending by high, low and tag.

    Returns the type of each label for the player and for the bank, then for each type its low,
    high and tag with values numbered from 0, then how many lows and tags there are.
    """
    low_values, lows = np.unique(np.concatenate([player.lows, bank.lows]), return_inverse=True)
    _, highs = np.unique(np.concatenate([player.highs, bank.highs]), return_inverse=True)
    tags = np.concatenate([player.tags, bank.tags]).astype(np.int64)
    if int(tags.min()) < 0:
        raise ValueError("tags count from 0")
    tag_count = int(tags.max()) + 1
    keys = (highs.astype(np.int64) * len(low_values) + lows) * tag_count + tags
    listed, numbers = np.unique(keys, return_inverse=True)
    pairs, of_tag = np.divmod(listed, tag_count)
    of_high, of_low = np.divmod(pairs, len(low_values))
    players, banks = np.split(numbers.astype(np.int32), [len(player.lows)])
    types = np.column_stack([of_low, of_high, of_tag]).astype(np.int32)
    return players, banks, types, np.array([len(low_values), tag_count], dtype=np.int64)


def compare_settings(
    hands: Hands,
    player: Settings,
    bank: Settings,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Count all ordered deals of a player's and the bank's hand by how their settings compare."""
    for settings in (player, bank):
        require_labels(hands, settings.lows, settings.highs, settings.tags)
    types = _number_types(player, bank)
    whole = _compare_whole(hands.weights, *types)
    same_hand = np.zeros_like(whole)
    low = np.sign(player.lows.astype(np.int64) - bank.lows) + 1
    high = np.sign(player.highs.astype(np.int64) - bank.highs) + 1
    np.add.at(same_hand, (player.tags, bank.tags, low, high), hands.weights)
    comparison = sum_over_subsets(
        hands,
        partial(_compare_containing, types=types),
        (whole, same_hand),
        threads=threads,
        progress=progress,
    )
    if bool((types[0] == types[1]).all()):
        _require_symmetric(comparison)
    return comparison


def compare_values(
    hands: Hands,
    player: tuple[NDArray[np.integer[Any]], NDArray[np.integer[Any]]],
    bank: tuple[NDArray[np.integer[Any]], NDArray[np.integer[Any]]],
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> NDArray[np.int64]:
    """Count all ordered deals by the order of one value a hand: ``[class, class, LOSE..WIN]``.

    Player and bank are each given as (value, class) by label. Equal low hands for all reduce the
    comparison of settings to this one.
    """
    nothing = np.zeros(len(hands.weights), dtype=np.int64)
    result = compare_settings(
        hands,
        Settings(nothing, *player),
        Settings(nothing, *bank),
        threads=threads,
        progress=progress,
    )
    return np.ascontiguousarray(result.counts[:, :, COPY, :])


def require_labels(hands: Hands, *columns: NDArray[np.integer[Any]]) -> None:
    """Refuse tables that do not give one entry for each label."""
    for column in columns:
        if len(column) != len(hands.weights):
            raise ValueError(f"{len(column)} entries for {len(hands.weights)} labels")


def sum_over_subsets(
    hands: Hands,
    compare: Compare,
    ends: tuple[NDArray[np.int64], NDArray[np.int64]],
    *,
    threads: int | None,
    progress: Progress | None,
) -> Comparison:
    """Add the counts of all subsets with their signs; ``ends`` are those of sizes 0 and 7."""
    deck = hands.deck
    threads = available_threads() if threads is None else threads
    require_fit(deck.size)
    by_size = np.zeros((HAND + 1, *ends[0].shape), dtype=np.int64)
    by_size[0], by_size[HAND] = ends
    seconds = [0.0] * (HAND + 1)
    for size in range(1, HAND):
        start = perf_counter()
        level = suit_classes(deck, size)
        by_size[size] = sum_in_chunks(
            partial(_compare_range, hands, compare, level.positions(), level.orbits),
            len(level),
            chunks=CHUNKS,
            threads=threads,
            stage=f"|S| = {size}",
            progress=progress,
        )
        seconds[size] = perf_counter() - start
    for size in range(HAND + 1):
        expected = containing_pairs(deck.size, size)
        require(by_size[size].sum() == expected, f"comparisons at |S| = {size}")
    counts = by_size[0::2].sum(axis=0) - by_size[1::2].sum(axis=0)
    require(counts.sum() == deck.deals, "comparisons sum to all deals")
    require((counts >= 0).all(), "no number of deals is negative")
    return Comparison(counts, by_size, tuple(seconds))


def _compare_range(
    hands: Hands,
    compare: Compare,
    subsets: NDArray[np.int8],
    orbits: NDArray[np.int64],
    start: int,
    stop: int,
) -> NDArray[np.int64]:
    return compare(hands, subsets[start:stop], orbits[start:stop])


def _require_symmetric(comparison: Comparison) -> None:
    for counts in (comparison.counts, *comparison.by_size):
        exchanged = counts.transpose(1, 0, 2, 3)[:, :, ::-1, ::-1]
        require((counts == exchanged).all(), "exchanging the two hands changes no count")
        table = counts.sum(axis=(0, 1))
        excess = table[:WIN, :WIN].sum() - table[WIN, WIN]
        copies = table[COPY].sum() + table[:, COPY].sum()
        require(2 * excess == copies, "2 (lose - win) = copies of low + copies of high")


def _compare_containing(
    hands: Hands,
    subsets: NDArray[np.int8],
    orbits: NDArray[np.int64],
    types: tuple[NDArray[Any], ...],
) -> NDArray[np.int64]:
    return _compare_subsets(
        hands.table, len(hands.weights), hands.deck.size, subsets, orbits, binomials(), *types
    )


@compiled
def _compare_whole(
    weights: NDArray[np.int64],
    player: NDArray[np.int32],
    bank: NDArray[np.int32],
    types: NDArray[np.int32],
    sizes: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Compare all hands with all hands: S is empty."""
    players = np.zeros(len(types), dtype=np.int32)
    banks = np.zeros(len(types), dtype=np.int32)
    for label in range(len(weights)):
        players[player[label]] += weights[label]
        banks[bank[label]] += weights[label]
    order = np.arange(len(types)).astype(np.int32)
    result = np.zeros((sizes[1], sizes[1], 3, 3), dtype=np.int64)
    passed = np.zeros((sizes[1], sizes[0] + 1), dtype=np.int32)
    every = np.zeros((sizes[1], sizes[0] + 1), dtype=np.int32)
    _sweep(order, len(order), players, banks, types, passed, every, 1, result)
    return result


@compiled
def _compare_subsets(
    labels: NDArray[np.integer[Any]],
    label_count: int,
    cards: int,
    subsets: NDArray[np.int8],
    orbits: NDArray[np.int64],
    table: NDArray[np.int64],
    player: NDArray[np.int32],
    bank: NDArray[np.int32],
    types: NDArray[np.int32],
    sizes: NDArray[np.int64],
) -> NDArray[np.int64]:
    size = subsets.shape[1]
    offsets = np.empty((HAND, cards), dtype=np.int64)
    counts = np.zeros(label_count, dtype=np.int32)
    touched = np.empty(label_count, dtype=np.int32)
    players = np.zeros(len(types), dtype=np.int32)
    banks = np.zeros(len(types), dtype=np.int32)
    order = np.empty(len(types), dtype=np.int32)
    words, summary = mark_words(len(types))
    passed = np.empty((sizes[1], sizes[0] + 1), dtype=np.int32)
    every = np.empty((sizes[1], sizes[0] + 1), dtype=np.int32)
    result = np.zeros((sizes[1], sizes[1], 3, 3), dtype=np.int64)
    for s in range(len(subsets)):
        constant = fill_offsets(subsets[s], cards, table, offsets)
        found = tally(labels, constant, offsets, cards - size, HAND - size, counts, touched)
        for i in range(found):
            label = touched[i]
            players[player[label]] += counts[label]
            banks[bank[label]] += counts[label]
            mark(words, summary, player[label])
            mark(words, summary, bank[label])
            counts[label] = 0
        length = drain(words, summary, order)
        passed[:] = 0
        every[:] = 0
        _sweep(order, length, players, banks, types, passed, every, orbits[s], result)
        for i in range(length):
            players[order[i]] = 0
            banks[order[i]] = 0
    return result


@compiled
def _sweep(  # noqa: C901, PLR0912  (one sweep, plain arrays)
    order: NDArray[np.int32],
    length: int,
    players: NDArray[np.int32],
    banks: NDArray[np.int32],
    types: NDArray[np.int32],
    passed: NDArray[np.int32],
    every: NDArray[np.int32],
    orbit: int,
    result: NDArray[np.int64],
) -> None:
    """Add the 3 x 3 tables by tags of the types listed in ascending order.

    ``passed[tag, l]`` counts the bank's hands of lower high value and low value below l, and
    ``every[tag, l]`` those of any high value; both come in empty.
    """
    tag_count, columns = passed.shape
    for i in range(length):
        every[types[order[i], 2], types[order[i], 0] + 1] += banks[order[i]]
    for tag in range(tag_count):
        for low in range(1, columns):
            every[tag, low] += every[tag, low - 1]
    level = np.zeros((3, tag_count), dtype=np.int64)  # same high value: low below, same, above
    start = 0
    while start < length:
        stop = start
        level[:] = 0
        while stop < length and types[order[stop], 1] == types[order[start], 1]:
            level[2, types[order[stop], 2]] += banks[order[stop]]
            stop += 1
        first = start
        while first < stop:
            low = types[order[first], 0]
            last = first
            while last < stop and types[order[last], 0] == low:
                level[1, types[order[last], 2]] += banks[order[last]]
                last += 1
            for tag in range(tag_count):
                level[2, tag] -= level[1, tag]
            for i in range(first, last):
                count = orbit * players[order[i]]
                if count:
                    for tag in range(tag_count):
                        _add(
                            result[types[order[i], 2], tag],
                            count,
                            passed[tag],
                            every[tag],
                            low,
                            level[0, tag],
                            level[1, tag],
                            level[2, tag],
                        )
            for tag in range(tag_count):
                level[0, tag] += level[1, tag]
                level[1, tag] = 0
            first = last
        for i in range(start, stop):
            count = banks[order[i]]
            if count:
                tag = types[order[i], 2]
                for low in range(types[order[i], 0] + 1, columns):
                    passed[tag, low] += count
        start = stop


@compiled
def _add(
    cells: NDArray[np.int64],
    count: int,
    passed: NDArray[np.int32],
    every: NDArray[np.int32],
    low: int,
    level_below: int,
    level_same: int,
    level_above: int,
) -> None:
    """Add one type of the player's against the bank's hands of one tag."""
    last = len(passed) - 1
    won_below = int(passed[low])
    won_same = int(passed[low + 1]) - won_below
    won_above = int(passed[last]) - passed[low + 1]
    below = int(every[low])
    same = int(every[low + 1]) - below
    above = int(every[last]) - every[low + 1]
    cells[WIN, WIN] += count * won_below
    cells[COPY, WIN] += count * won_same
    cells[LOSE, WIN] += count * won_above
    cells[WIN, COPY] += count * level_below
    cells[COPY, COPY] += count * level_same
    cells[LOSE, COPY] += count * level_above
    cells[WIN, LOSE] += count * (below - won_below - level_below)
    cells[COPY, LOSE] += count * (same - won_same - level_same)
    cells[LOSE, LOSE] += count * (above - won_above - level_above)

"""Two disjoint hands, each with a setting, compared low with low and high with high.

As in ``pairs`` the count over disjoint hands is the sum of (-1)^|S| times the count over all
ordered pairs of hands that both contain S; ``ranked_hands`` says how the sum over S is taken. The
hands that contain S are first counted by label, then by *type*: high value, low value and tag. The
types are swept in ascending order of the high value; the bank's hands passed so far are kept as
running counts by low value, so that each type of the player's reads off at once how many of the
bank's hands are below it, level with it and above it.

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

from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from certify.base.progress import Progress
from certify.kernels.compilation import compiled
from certify.kernels.deck import require
from certify.kernels.ranked_hands import RankedHands, relabel
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
from certify.kernels.settings import drain, mark, mark_words

LOSE, COPY, WIN = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Settings:
    """The setting of each label's hands: low value, high value, and a small tag from 0."""

    lows: NDArray[np.integer[Any]]
    highs: NDArray[np.integer[Any]]
    tags: NDArray[np.integer[Any]]


def number_types(player: Settings, bank: Settings) -> tuple[NDArray[Any], ...]:
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
    hands: RankedHands,
    player: Settings,
    bank: Settings,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> DealCounts:
    """Count all ordered deals as ``counts[player's tag, bank's tag, low, high]``.

    Low and high are each LOSE, COPY or WIN as the player sees them.
    """
    for settings in (player, bank):
        require_labels(hands, settings.lows, settings.highs, settings.tags)
    types = number_types(player, bank)
    count = int(max(types[0].max(), types[1].max())) + 1
    # labels of the same types on both sides are joined first: every tally then has fewer entries
    pairs, names = np.unique(types[0].astype(np.int64) * count + types[1], return_inverse=True)
    players, banks = (side.astype(np.int32) for side in np.divmod(pairs, count))
    arrays: tuple[Any, ...] = (len(pairs), players, banks, *types[2:])
    comparison = sum_over_subsets(
        relabel(hands, names),
        partial(_compare_ranks, *arrays),
        partial(_compare_flushes, *arrays),
        _compare_ends(hands.weights, player, bank, types),
        threads=threads,
        progress=progress,
    )
    # the symmetry of two equal settings is a check that no sum to the total can replace
    if bool((types[0] == types[1]).all()):
        for counts in (comparison.counts, *comparison.by_size):
            require_symmetric(counts)
    return comparison


def _compare_ends(
    weights: NDArray[np.int64], player: Settings, bank: Settings, types: tuple[NDArray[Any], ...]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The counts of the empty subset, all hands with all hands, and of seven cards, each with itself."""
    whole = _compare_whole(weights, *types)
    same_hand = np.zeros_like(whole)
    low = np.sign(player.lows.astype(np.int64) - bank.lows) + 1
    high = np.sign(player.highs.astype(np.int64) - bank.highs) + 1
    np.add.at(same_hand, (player.tags, bank.tags, low, high), weights)
    return whole, same_hand


def require_symmetric(counts: NDArray[np.int64]) -> None:
    """Stop where exchanging the two hands, set and tagged by one table, would change a count."""
    exchanged = counts.transpose(1, 0, 2, 3)[:, :, ::-1, ::-1]
    require((counts == exchanged).all(), "exchanging the two hands changes no count")
    table = counts.sum(axis=(0, 1))
    excess = table[:WIN, :WIN].sum() - table[WIN, WIN]
    copies = table[COPY].sum() + table[:, COPY].sum()
    require(2 * excess == copies, "2 (lose - win) = copies of low + copies of high")


@compiled
def _compare_whole(
    weights: NDArray[np.int64],
    player: NDArray[np.int32],
    bank: NDArray[np.int32],
    types: NDArray[np.int32],
    sizes: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Compare all hands with all hands: S is empty."""
    players = np.zeros(len(types), dtype=np.int64)
    banks = np.zeros(len(types), dtype=np.int64)
    for label in range(len(weights)):
        players[player[label]] += weights[label]
        banks[bank[label]] += weights[label]
    order = np.arange(len(types)).astype(np.int32)
    result = np.zeros((sizes[1], sizes[1], 3, 3), dtype=np.int64)
    passed = np.zeros((sizes[1], sizes[0] + 1), dtype=np.int64)
    every = np.zeros((sizes[1], sizes[0] + 1), dtype=np.int64)
    _sweep(order, len(order), players, banks, types, passed, every, 1, result)
    return result


@compiled
def _compare_ranks(
    labels: int,
    player: NDArray[np.int32],
    bank: NDArray[np.int32],
    types: NDArray[np.int32],
    sizes: NDArray[np.int64],
    tables: RankTables,
    held: NDArray[np.int8],
    jokers: NDArray[np.int8],
    weights: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Add N base x base + base x changes, and changes x base, over the ranks of subsets."""
    room = make_room(labels)
    space = _make_space(types, sizes)
    result = np.zeros((sizes[1], sizes[1], 3, 3), dtype=np.int64)
    for s in range(len(held)):
        found = tally_ranks(held[s], jokers[s], tables, room)
        _compare(room, found, (1, 0), (weights[s], 1), player, bank, types, space, 1, result)
        _compare(room, found, (0, 1), (1, 0), player, bank, types, space, 1, result)
        clear(room, found)
    return result


@compiled
def _compare_flushes(
    labels: int,
    player: NDArray[np.int32],
    bank: NDArray[np.int32],
    types: NDArray[np.int32],
    sizes: NDArray[np.int64],
    tables: FlushTables,
    packed: NDArray[np.int64],
    orbits: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Add changes x changes over subsets."""
    room = make_room(labels)
    space = _make_space(types, sizes)
    result = np.zeros((sizes[1], sizes[1], 3, 3), dtype=np.int64)
    for s in range(len(packed)):
        found = tally_flushes(packed[s], tables, room)
        if found:
            _compare(room, found, (0, 1), (0, 1), player, bank, types, space, orbits[s], result)
            clear(room, found)
    return result


class _SweepSpace(NamedTuple):
    """What a sweep writes to, empty before and after it but for the running counts."""

    players: NDArray[np.int64]
    banks: NDArray[np.int64]
    order: NDArray[np.int32]
    words: NDArray[np.int64]
    summary: NDArray[np.int64]
    passed: NDArray[np.int64]
    every: NDArray[np.int64]


@compiled
def _make_space(types: NDArray[np.int32], sizes: NDArray[np.int64]) -> _SweepSpace:
    words, summary = mark_words(len(types))
    return _SweepSpace(
        np.zeros(len(types), dtype=np.int64),
        np.zeros(len(types), dtype=np.int64),
        np.empty(len(types), dtype=np.int32),
        words,
        summary,
        np.empty((sizes[1], sizes[0] + 1), dtype=np.int64),
        np.empty((sizes[1], sizes[0] + 1), dtype=np.int64),
    )


@compiled
def _compare(
    room: Room,
    found: int,
    of_player: tuple[int, int],
    of_bank: tuple[int, int],
    player: NDArray[np.int32],
    bank: NDArray[np.int32],
    types: NDArray[np.int32],
    space: _SweepSpace,
    orbit: int,
    result: NDArray[np.int64],
) -> None:
    """Compare what was tallied; both sides take the base and the changes so many times."""
    for i in range(found):
        label = room.touched[i]
        players = of_player[0] * room.base[label] + of_player[1] * room.changes[label]
        if players:
            space.players[player[label]] += players
            mark(space.words, space.summary, player[label])
        banks = of_bank[0] * room.base[label] + of_bank[1] * room.changes[label]
        if banks:
            space.banks[bank[label]] += banks
            mark(space.words, space.summary, bank[label])
    length = drain(space.words, space.summary, space.order)
    if length:
        space.passed[:] = 0
        space.every[:] = 0
        _sweep(
            space.order,
            length,
            space.players,
            space.banks,
            types,
            space.passed,
            space.every,
            orbit,
            result,
        )
    # only what was written is cleared: a subset touches few of the types, and there are
    # 35,000 subsets of ranks
    for i in range(length):
        space.players[space.order[i]] = 0
        space.banks[space.order[i]] = 0


@compiled
def _sweep(  # noqa: C901, PLR0912  (one sweep, plain arrays)
    order: NDArray[np.int32],
    length: int,
    players: NDArray[np.int64],
    banks: NDArray[np.int64],
    types: NDArray[np.int32],
    passed: NDArray[np.int64],
    every: NDArray[np.int64],
    orbit: int,
    result: NDArray[np.int64],
) -> None:
    """Add the 3 x 3 tables by tags of the types listed in ascending order.

    ``passed[tag, l]`` counts the bank's hands of lower high value and low value below l, and
    ``every[tag, l]`` those of any high value; both come in empty.
    """
    tag_count, columns = passed.shape
    # one column more than there are lows: every[tag, l] is then a count below l, without a
    # special case for 0
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
        # types of one high value are compared before they are passed: a hand is not
        # above its equals
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
            # level[2] began with all hands of this high value; each low reached
            # moves from above to same to below
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
        # prefix sums are kept up to date here, where a subset has few types, so that
        # each comparison is two reads
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
    passed: NDArray[np.int64],
    every: NDArray[np.int64],
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

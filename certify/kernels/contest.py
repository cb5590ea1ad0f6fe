"""Two seven-card hands compared by bonus class, and by their best five cards within one class."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from certify.base.progress import Progress
from certify.kernels.compilation import compiled
from certify.kernels.deck import HAND, JOKER, population, require
from certify.kernels.dominance import COPY, LOSE, WIN
from certify.kernels.keys import number_values
from certify.kernels.rank import WILD, high_class
from certify.kernels.ranked_hands import RankedHands, SuitedInputs, relabel
from certify.kernels.ranked_sums import sum_over_subsets
from certify.kernels.ranked_tallies import (
    FlushTables,
    RankTables,
    Room,
    clear,
    make_room,
    tally_flushes,
    tally_ranks,
)
from certify.kernels.settings import SPLITS, drain, list_settings, mark, mark_words
from certify.kernels.threads import available_threads, run_in_chunks

BEST, THREE_PAIR, LONG_RUN, LEVEL = -1, -2, -3, -4
"""What decides within a place where no five-card class does: the best five cards of any class; the
ranks of three pairs and the card beside; the highest card of seven in a row; nothing."""

_ACE = 12
_RANKS = 13


@compiled
def _rank_pairs(times: NDArray[np.int64]) -> int:
    """Return the three highest ranks that occur twice or more, then what is left; 0 for fewer."""
    value = 0
    pairs = 0
    rest = 0
    for rank in range(_ACE, -1, -1):
        if times[rank] >= 2 and pairs < 3:
            value = value << 4 | rank
            pairs += 1
        elif times[rank]:
            rest = max(rest, rank + 1)
    return value << 4 | rest if pairs == 3 else 0


@compiled
def _rank_three_pair(cards: NDArray[np.int8], joker_mode: int) -> int:
    times = np.zeros(_RANKS, dtype=np.int64)
    joker = 0
    for i in range(HAND):
        if cards[i] == JOKER:
            joker = 1
        else:
            times[cards[i] >> 2] += 1
    if joker == 0:
        return _rank_pairs(times)
    best = 0
    for rank in range(0 if joker_mode == WILD else _ACE, _RANKS):
        times[rank] += 1
        best = max(best, _rank_pairs(times))
        times[rank] -= 1
    return best


@compiled
def _rank_long_run(cards: NDArray[np.int8]) -> int:
    """Return one more than the lowest rank of the highest seven in a row that hold all cards.

    The ace below the deuce counts as rank -1, so that 0 is returned for A-2-3-4-5-6-7.
    """
    held = 0
    for i in range(HAND):
        if cards[i] != JOKER:
            held |= 1 << (cards[i] >> 2)
    ranks = held << 1 | held >> _ACE  # the ace at both ends
    for low in range(_RANKS - HAND + 1, -1, -1):
        window = ((1 << HAND) - 1) << low
        inside = ranks & window
        if population(inside) == population(held):
            return low
    return 0


@compiled
def _fill(
    hands: NDArray[np.int8],
    wanted: NDArray[np.int8],
    joker_mode: int,
    wheel: int,
    values: NDArray[np.int64],
) -> None:
    lows = np.empty(SPLITS, dtype=np.int32)
    highs = np.empty(SPLITS, dtype=np.int32)
    permissible = np.empty(SPLITS, dtype=np.bool_)
    for hand in range(len(hands)):
        if wanted[hand] == LEVEL:
            values[hand] = 0
        elif wanted[hand] == THREE_PAIR:
            values[hand] = _rank_three_pair(hands[hand], joker_mode)
        elif wanted[hand] == LONG_RUN:
            values[hand] = _rank_long_run(hands[hand])
        else:
            list_settings(hands[hand], joker_mode, wheel, lows, highs, permissible)
            best = np.int64(0)
            highest = np.int64(0)
            for split in range(SPLITS):
                highest = max(highest, np.int64(highs[split]))
                if high_class(highs[split]) == wanted[hand]:
                    best = max(best, np.int64(highs[split]))
            values[hand] = best if best else highest


def compare_places(
    inputs: SuitedInputs,
    places: NDArray[np.integer[Any]],
    categories: Sequence[int],
    *,
    joker_mode: int,
    wheel: int,
    threads: int | None = None,
    progress: Progress | None = None,
) -> NDArray[np.int64]:
    """Count all deals as ``[player's place, bank's place, LOSE, COPY or WIN]``.

    ``places`` gives each suited input its place in an order, the best being 0 and
    ``len(categories)`` standing for none; ``categories`` the five-card class that decides within a
    place, or BEST, THREE_PAIR, LONG_RUN or LEVEL. Hands without a place all tie with each other.
    """
    kinds = len(categories) + 1
    weights = inputs.hands.weights
    if len(places) != len(weights) or not 0 <= int(places.min()) <= int(places.max()) < kinds:
        raise ValueError("one place of the order, or its length, for each suited input")
    keys = inputs.of_input * kinds + places
    _, first, of_key = number_values(keys)
    wanted = np.array([*categories, LEVEL], dtype=np.int8)[places[first]]
    hands = np.ascontiguousarray(inputs.representatives[first])
    values = np.empty(len(first), dtype=np.int64)
    threads = available_threads() if threads is None else threads
    run_in_chunks(
        lambda a, b: _fill(hands[a:b], wanted[a:b], joker_mode, wheel, values[a:b]),
        len(hands),
        chunks=8 * threads,
        threads=threads,
        stage="best five cards",
        progress=progress,
    )
    strengths = (places.astype(np.int64) << 32) | values[of_key]
    listed, _, types = number_values(strengths)
    of_type = (listed >> 32).astype(np.int64)
    return count_contests(
        relabel(inputs.hands, types), of_type, kinds, threads=threads, progress=progress
    )


def count_contests(
    hands: RankedHands,
    places: NDArray[np.int64],
    kinds: int,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> NDArray[np.int64]:
    """Count all deals by the places of both hands' labels, and within one place by the order of labels.

    ``places`` is by label and does not fall. A hand of a lower place wins; of one place the one whose
    label is higher does, and equal labels are a copy.

    As in ``ranked_hands`` the sum over S has terms base x base, base x changes with changes x base, and
    changes x changes. Of two different places only the sums over each place matter; within one the
    labels are passed in ascending order, each meeting the sum of those before it. Losses are what wins
    and copies leave of the square of the place's sum, so that they equal the wins, as exchanging both
    hands demands, is no matter of construction; it is asserted for every size of S.
    """
    require((np.diff(places) >= 0).all(), "labels ascend by place")
    numbers = np.arange(len(places))
    whole = np.zeros((kinds, kinds, 3), dtype=np.int64)
    room = make_room(len(places))
    room.base[:] = hands.weights
    _add(numbers.astype(np.int32), len(numbers), places, room, (1, 0, 0), whole)
    same_hand = np.zeros_like(whole)
    np.add.at(same_hand[:, :, COPY], (places, places), hands.weights)
    comparison = sum_over_subsets(
        hands,
        partial(_contest_ranks, places, kinds),
        partial(_contest_flushes, places, kinds),
        (whole, same_hand),
        threads=threads,
        progress=progress,
    )
    for counts in (comparison.counts, *comparison.by_size):
        exchanged = counts.transpose(1, 0, 2)[:, :, ::-1]
        require((counts == exchanged).all(), "exchanging the two hands changes no count")
    return comparison.counts


@compiled
def _contest_ranks(
    places: NDArray[np.int64],
    kinds: int,
    ranks: RankTables,
    held: NDArray[np.int8],
    jokers: NDArray[np.int8],
    weights: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Add N base x base + base x changes, and changes x base, over the ranks of subsets."""
    room = make_room(len(places))
    words, summary = mark_words(len(places))
    order = np.empty(len(places), dtype=np.int32)
    result = np.zeros((kinds, kinds, 3), dtype=np.int64)
    for s in range(len(held)):
        found = tally_ranks(held[s], jokers[s], ranks, room)
        for i in range(found):
            mark(words, summary, room.touched[i])
        _add(order, drain(words, summary, order), places, room, (weights[s], 1, 0), result)
        clear(room, found)
    return result


@compiled
def _contest_flushes(
    places: NDArray[np.int64],
    kinds: int,
    flushes: FlushTables,
    packed: NDArray[np.int64],
    orbits: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Add changes x changes over subsets."""
    room = make_room(len(places))
    words, summary = mark_words(len(places))
    order = np.empty(len(places), dtype=np.int32)
    result = np.zeros((kinds, kinds, 3), dtype=np.int64)
    for s in range(len(packed)):
        found = tally_flushes(packed[s], flushes, room)
        for i in range(found):
            mark(words, summary, room.touched[i])
        if found:
            _add(order, drain(words, summary, order), places, room, (0, 0, orbits[s]), result)
            clear(room, found)
    return result


@compiled
def _add(
    order: NDArray[np.int32],
    length: int,
    places: NDArray[np.int64],
    room: Room,
    times: tuple[int, int, int],
    result: NDArray[np.int64],
) -> None:
    """Add the contests of labels listed in ascending order.

    ``times`` is how often base meets base, base changes, which is both ways round, and changes changes.
    """
    kinds = len(result)
    bases = np.zeros(kinds, dtype=np.int64)
    changed = np.zeros(kinds, dtype=np.int64)
    both, mixed, other = times
    i = 0
    while i < length:
        place = places[order[i]]
        base = 0
        changes = 0
        won = 0
        level = 0
        while i < length and places[order[i]] == place:
            own, own_changes = room.base[order[i]], room.changes[order[i]]
            won += own * (both * base + mixed * changes)
            won += own_changes * (mixed * base + other * changes)
            level += own * (both * own + 2 * mixed * own_changes) + other * own_changes**2
            base += own
            changes += own_changes
            i += 1
        every = base * (both * base + 2 * mixed * changes) + other * changes**2
        result[place, place, WIN] += won
        result[place, place, COPY] += level
        result[place, place, LOSE] += every - won - level
        bases[place] = base
        changed[place] = changes
    for a in range(kinds):
        for b in range(a + 1, kinds):
            met = bases[a] * (both * bases[b] + mixed * changed[b])
            met += changed[a] * (mixed * bases[b] + other * changed[b])
            result[a, b, WIN] += met
            result[b, a, LOSE] += met

"""The sum over all subsets by which two disjoint hands are counted, as ``ranked_hands`` says."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from certify.base.progress import Progress
from certify.kernels.deck import HAND, Deck, containing_pairs, require, require_fit
from certify.kernels.ranked_hands import RankedHands, list_rank_subsets
from certify.kernels.ranked_tallies import FlushTables, RankTables, list_tables
from certify.kernels.subsets import suit_classes
from certify.kernels.threads import available_threads, sum_in_chunks

_CHUNKS = 64


@dataclass(frozen=True, slots=True)
class DealCounts:
    """Ordered deals by what two hands come to: ``counts[player's tag, bank's tag, …]``.

    ``by_size[k]`` is the unsigned sum over the subsets of k cards, ``seconds[k]`` the time it took.
    """

    counts: NDArray[np.int64]
    by_size: NDArray[np.int64]
    seconds: tuple[float, ...]


CompareRanks = Callable[
    [RankTables, NDArray[np.int8], NDArray[np.int8], NDArray[np.int64]], NDArray[np.int64]
]
"""Pairs of hands that contain subsets of given ranks, one of them unchanged: ranks, jokers, subsets."""

CompareFlushes = Callable[[FlushTables, NDArray[np.int64], NDArray[np.int64]], NDArray[np.int64]]
"""The changes of both hands that contain given subsets: packed subsets, orbits."""


def require_labels(hands: RankedHands, *columns: NDArray[np.integer[Any]]) -> None:
    """Refuse tables that do not give one entry for each label."""
    for column in columns:
        if len(column) != len(hands.weights):
            raise ValueError(f"{len(column)} entries for {len(hands.weights)} labels")


def sum_over_subsets(
    hands: RankedHands,
    compare_ranks: CompareRanks,
    compare_flushes: CompareFlushes,
    ends: tuple[NDArray[np.int64], NDArray[np.int64]],
    *,
    threads: int | None,
    progress: Progress | None,
) -> DealCounts:
    """Add the counts of all subsets with their signs; ``ends`` are those of sizes 0 and 7."""
    deck = hands.deck
    by_size, seconds = add_over_subsets(
        hands, compare_ranks, compare_flushes, ends, threads=threads, progress=progress
    )
    # each size is known alone from combinatorics; a mistake in one cannot be hidden by the
    # signs of the others
    for size in range(HAND + 1):
        expected = containing_pairs(deck.size, size)
        require(by_size[size].sum() == expected, f"comparisons at |S| = {size}")
    counts = by_size[0::2].sum(axis=0) - by_size[1::2].sum(axis=0)
    require_deals(deck, counts)
    return DealCounts(counts, by_size, seconds)


def require_deals(deck: Deck, counts: NDArray[np.int64]) -> None:
    """Stop where counts are not those of all deals."""
    require(counts.sum() == deck.deals, "comparisons sum to all deals")
    require((counts >= 0).all(), "no number of deals is negative")


def add_over_subsets(
    hands: RankedHands,
    compare_ranks: CompareRanks,
    compare_flushes: CompareFlushes,
    ends: tuple[NDArray[np.int64], NDArray[np.int64]],
    *,
    threads: int | None,
    progress: Progress | None,
) -> tuple[NDArray[np.int64], tuple[float, ...]]:
    """The sums over the subsets of each size without their signs, and the seconds that each took."""
    deck = hands.deck
    threads = available_threads() if threads is None else threads
    require_fit(deck.size)
    by_size = np.zeros((HAND + 1, *ends[0].shape), dtype=np.int64)
    # the empty subset and whole hands need no subsets: all with all, and each hand with itself
    by_size[0], by_size[HAND] = ends
    seconds = [0.0] * (HAND + 1)
    rank_tables, flush_tables = list_tables(hands)
    for size in range(1, HAND):
        start = perf_counter()
        ranks = list_rank_subsets(deck, size)
        level = suit_classes(deck, size)
        add_up = partial(sum_in_chunks, chunks=_CHUNKS, threads=threads, progress=progress)
        by_size[size] = add_up(
            partial(_on_range, partial(compare_ranks, rank_tables), tuple(ranks)),
            len(ranks.weights),
            stage=f"ranks, |S| = {size}",
        )
        by_size[size] += add_up(
            partial(
                _on_range, partial(compare_flushes, flush_tables), (level.packed, level.orbits)
            ),
            len(level),
            stage=f"flushes, |S| = {size}",
        )
        seconds[size] = perf_counter() - start
    return by_size, tuple(seconds)


def _on_range(
    compare: Callable[..., NDArray[np.int64]],
    columns: tuple[NDArray[Any], ...],
    start: int,
    stop: int,
) -> NDArray[np.int64]:
    return compare(*(column[start:stop] for column in columns))

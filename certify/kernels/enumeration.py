"""Every hand of a deck, one by one: the independent check of class counts made by reasoning."""

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from certify.kernels.compilation import compiled
from certify.kernels.deck import HAND, JOKER, Deck
from certify.kernels.features import FEATURES, card_bit, features_of_packed
from certify.kernels.threads import Progress, available_threads, sum_in_chunks
from certify.kernels.totals import require


def count_features(
    deck: Deck,
    *,
    wild: bool,
    threads: int | None = None,
    progress: Progress | None = None,
) -> dict[int, int]:
    """Return the number of hands for each set of features, a set being a sum of ``1 << bit``."""
    threads = available_threads() if threads is None else threads
    codes = deck.codes()
    natural = codes[codes != JOKER].astype(np.int64)
    bits = np.array([card_bit(int(code)) for code in natural], dtype=np.int64)
    top = len(natural)
    total = np.zeros(1 << len(FEATURES), dtype=np.int64)
    for joker in range(deck.jokers + 1):
        size = HAND - joker
        # the two highest cards are given to the threads in turn, the rest follows below them
        highest = np.array(
            [pair for pair in combinations(range(top), 2) if pair[0] >= size - 2], dtype=np.int64
        ).reshape(-1, 2)

        def work(
            start: int, stop: int, pairs: NDArray[np.int64] = highest, joker: int = joker
        ) -> NDArray[np.int64]:
            return _count(bits, pairs[start:stop], joker, int(wild))

        stage = "hands with the joker" if joker else "hands without joker"
        if len(highest):
            total += sum_in_chunks(
                work,
                len(highest),
                chunks=16 * threads,
                threads=threads,
                stage=stage,
                progress=progress,
            )
    require(total.sum() == deck.hands, "features are counted for all hands")
    return {int(mask): int(total[mask]) for mask in np.flatnonzero(total)}


@compiled
def _count(
    bits: NDArray[np.int64], highest: NDArray[np.int64], joker: int, wild: int
) -> NDArray[np.int64]:
    counts = np.zeros(1 << len(FEATURES), dtype=np.int64)
    depth = HAND - joker - 2
    chosen = np.empty(HAND, dtype=np.int64)
    held = np.zeros(HAND, dtype=np.int64)
    for pair in range(len(highest)):
        limit = highest[pair, 0]
        held[depth] = bits[highest[pair, 0]] | bits[highest[pair, 1]]
        chosen[depth] = limit
        level = depth - 1
        chosen[level] = level - 1  # stepped before use
        while level < depth:
            chosen[level] += 1
            if chosen[level] >= chosen[level + 1]:
                level += 1
                continue
            held[level] = held[level + 1] | bits[chosen[level]]
            if level > 1:
                level -= 1
                chosen[level] = level - 1
                continue
            for lowest in range(chosen[1]):
                counts[features_of_packed(held[1] | bits[lowest], joker, wild)] += 1
    return counts

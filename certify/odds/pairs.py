"""The joint distribution of two hands dealt from one deck, by what each of them holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import Any

from certify.base.cache import remember
from certify.odds.classes import HAND_SIZE, Holding
from certify.odds.fortune import NATURAL_MATCH

ACE_HIGH = "ace-high"
ACE_HIGH_JOKER = "ace-high-with-joker"
PAIR_DEALS = comb(53, HAND_SIZE) * comb(53 - HAND_SIZE, HAND_SIZE)
"""Ordered deals of two hands."""

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Pairs:
    """How many ordered deals give the first hand one holding and the second another."""

    holdings: tuple[Holding, ...]
    counts: tuple[tuple[int, ...], ...]

    def group(self, label: Callable[[Holding], str]) -> dict[tuple[str, str], int]:
        """Sum the deals by a label of each hand."""
        names = [label(held) for held in self.holdings]
        totals: dict[tuple[str, str], int] = {}
        for first, row in zip(names, self.counts, strict=True):
            for second, count in zip(names, row, strict=True):
                totals[first, second] = totals.get((first, second), 0) + count
        return totals


def label_ace_high(held: Holding) -> str:
    """Name an ace-high hand with or without joker; anything else is `other`."""
    if ACE_HIGH_JOKER in held:
        return ACE_HIGH_JOKER
    return ACE_HIGH if ACE_HIGH in held else "other"


@lru_cache(maxsize=2)
def count_pairs(*, wild: bool, progress: Progress | None = None) -> Pairs:
    """Count the pairs for a bug or a wild joker; the result is kept between runs."""
    data = remember("pairs", {"wild": wild}, lambda: _compute(wild, progress))
    pairs = Pairs(
        tuple(frozenset(held) for held in data["holdings"]),
        tuple(tuple(row) for row in data["counts"]),
    )
    if sum(map(sum, pairs.counts)) != PAIR_DEALS:
        raise AssertionError("the pairs do not sum to all deals of two hands")
    return pairs


def _compute(wild: bool, progress: Progress | None) -> dict[str, Any]:
    from certify.kernels.features import FEATURES
    from certify.kernels.holdings import (
        ACE_HIGH as ACE_HIGH_BIT,
    )
    from certify.kernels.holdings import (
        WITH_JOKER,
        label_holdings,
    )
    from certify.kernels.pairs import count_pairs as count
    from certify.kernels.subsets import FULL_DECK, suit_classes

    classes = suit_classes(FULL_DECK, HAND_SIZE)
    sets, labels = label_holdings(classes, wild=wild)
    matrix = count(classes, labels, progress=progress)

    def name(bits: int) -> list[str]:
        held = {feature for place, feature in enumerate(FEATURES) if bits >> place & 1}
        if bits & ACE_HIGH_BIT:
            held.add(ACE_HIGH_JOKER if bits & WITH_JOKER else ACE_HIGH)
        return sorted(translate_features(held))

    return {"holdings": [name(int(bits)) for bits in sets], "counts": matrix.tolist()}


def translate_features(features: Iterable[str]) -> set[str]:
    """Turn the kernels' names into holdings: a natural royal match is marked beside the class."""
    held = set(features)
    if "royal-match" in held:
        held.add(NATURAL_MATCH)
    if "royal-match-joker" in held:
        held.discard("royal-match-joker")
        held.add("royal-match")
    return held

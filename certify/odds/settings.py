"""From the rules of a house way to the kernels: the settings of all hands, and their comparison."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from certify.engine.house_way import build_house_way
from certify.engine.rank import CATEGORIES, RankRules
from certify.errors import CertifyError
from certify.kernels.contest import value_within_class
from certify.kernels.containing import Hands, tabulate_hands, tabulate_inputs
from certify.kernels.dominance import Settings, compare_settings, compare_values
from certify.kernels.face_up import compare_face_up
from certify.kernels.features import FEATURES
from certify.kernels.holdings import ACE_HIGH, WITH_JOKER, label_hands, label_holdings
from certify.kernels.house_way import list_values
from certify.kernels.keys import DistinctInputs, label_inputs
from certify.kernels.rank import BUG, WHEEL_LOWEST, WHEEL_SECOND_HIGHEST, WILD
from certify.kernels.settings import undominated_settings
from certify.kernels.subsets import FULL_DECK, HAND, suit_classes
from certify.odds.house_way import tabulate_house_way
from certify.odds.pairs import Progress, translate_features

Inputs = Mapping[str, Any]
"""Joker, wheel and house-way readings, as they are stored with a result."""


@lru_cache(maxsize=1)
def _tabulate(threads: int | None, progress: Progress | None) -> tuple[Hands, DistinctInputs]:
    return tabulate_inputs(FULL_DECK, threads=threads, progress=progress)


def _modes(inputs: Inputs) -> dict[str, int]:
    return {"joker_mode": WILD if inputs["joker"] == "wild" else BUG,
            "wheel": WHEEL_LOWEST if inputs["wheel"] == "lowest" else WHEEL_SECOND_HIGHEST}


def _tag(distinct: DistinctInputs, inputs: Inputs) -> Any:
    """0 for any hand but an ace-high one; 1 without and 2 with the joker."""
    held = label_hands(distinct.representatives, wild=inputs["joker"] == "wild")
    ace_high = (held & ACE_HIGH) > 0
    return np.where(ace_high, np.where((held & WITH_JOKER) > 0, 2, 1), 0).astype(np.int64)


def _set_all(
    distinct: DistinctInputs, inputs: Inputs, rules: Sequence[Mapping[str, Any]],
    progress: Progress | None,
) -> Settings:
    table = tabulate_house_way(
        build_house_way(rules), RankRules(inputs["joker"], inputs["wheel"]), progress)
    lows, highs = list_values(table.hands, table.play(inputs["readings"]))
    if int(lows.min()) < 0:
        raise CertifyError("the house way leaves some hands unset; see certify house-way")
    return Settings(lows, highs, _tag(distinct, inputs))


def count_hidden(
    inputs: Inputs, rules: Sequence[Mapping[str, Any]], threads: int | None,
    progress: Progress | None,
) -> Any:
    """Counts by tag of player and bank, and by how low and high compare."""
    hands, distinct = _tabulate(threads, progress)
    settings = _set_all(distinct, inputs, rules, progress)
    return compare_settings(
        hands, settings, settings, threads=threads, progress=progress).counts.tolist()


def count_face_up(
    inputs: Inputs, rules: Sequence[Mapping[str, Any]], threads: int | None,
    progress: Progress | None,
) -> Any:
    """Counts by tag of player and bank, and by the result of the player's best answer."""
    hands, distinct = _tabulate(threads, progress)
    bank = _set_all(distinct, inputs, rules, progress)
    player = undominated_settings(distinct.representatives, **_modes(inputs))
    return compare_face_up(
        hands, player, bank.tags, bank, threads=threads, progress=progress).counts.tolist()


def count_contest(
    order: Sequence[str], inputs: Inputs, threads: int | None, progress: Progress | None
) -> dict[str, list[int]]:
    """Deals by the player's class in which his hand beats, ties or loses to the bank's.

    Hands are compared by class in the order given, then by the best five cards of that class.
    """
    classes = suit_classes(FULL_DECK, HAND)
    distinct, by_input = label_inputs(classes)
    sets, by_holding = label_holdings(classes, wild=inputs["joker"] == "wild")
    places = np.array([_find_place(int(bits), order, inputs) for bits in sets], dtype=np.int64)
    pairs, labels = np.unique(
        by_input.astype(np.int64) * (len(order) + 1) + places[by_holding], return_inverse=True)
    of_input, of_place = np.divmod(pairs, len(order) + 1)
    categories = np.array([*(_number_category(name) for name in order), -1], dtype=np.int8)
    values = value_within_class(
        distinct.representatives[of_input], categories[of_place], **_modes(inputs))
    values[of_place == len(order)] = 0
    strength = (len(order) - of_place) << 32 | values
    hands = tabulate_hands(classes, labels, threads=threads, progress=progress)
    sides = (strength, of_place)
    counts = compare_values(hands, sides, sides, threads=threads, progress=progress).sum(axis=1)
    return {name: [int(counts[place, 2]), int(counts[place, 1]), int(counts[place, 0])]
            for place, name in enumerate((*order, "none"))}


def _find_place(bits: int, order: Sequence[str], inputs: Inputs) -> int:
    held = {feature for place, feature in enumerate(FEATURES) if bits >> place & 1}
    if inputs["royal_match_joker"] == "not-allowed":
        held.discard("royal-match-joker")
    held = translate_features(held)
    return next((place for place, name in enumerate(order) if name in held), len(order))


def _number_category(name: str) -> int:
    """The five-card class that decides within a bonus class; -1 where the best of any does."""
    return CATEGORIES.index(name) if name in CATEGORIES else -1

"""The standard wager: settings of all hands compared, from plain values to plain counts."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from certify.kernels.containing import Hands, tabulate_inputs
from certify.kernels.dominance import COPY, LOSE, WIN, Settings, compare_settings
from certify.kernels.face_up import answer_each, compare_face_up
from certify.kernels.holdings import ACE_HIGH, WITH_JOKER, label_hands
from certify.kernels.keys import DistinctInputs, distinct_inputs
from certify.kernels.settings import undominated_settings
from certify.kernels.subsets import FULL_DECK, HAND
from certify.kernels.threads import Progress


@lru_cache(maxsize=1)
def _tabulate(threads: int | None) -> tuple[Hands, DistinctInputs]:
    return tabulate_inputs(FULL_DECK, threads=threads)


def tag_hands(hands: NDArray[np.int8], *, wild: bool) -> NDArray[np.int64]:
    """Return 0 for any hand but an ace-high one, 1 for that without and 2 with the joker."""
    held = label_hands(np.ascontiguousarray(hands), wild=wild)
    with_joker = np.where((held & WITH_JOKER) > 0, 2, 1)
    return np.where((held & ACE_HIGH) > 0, with_joker, 0).astype(np.int64)


def mark_ace_high(*, wild: bool) -> NDArray[np.bool_]:
    """Return for each distinct input whether it is an ace-high hand."""
    return tag_hands(distinct_inputs(FULL_DECK).representatives, wild=wild) > 0


def count_hidden(
    lows: NDArray[np.int32],
    highs: NDArray[np.int32],
    *,
    wild: bool,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Any:
    """Count deals by tag of player and bank, and by how low and high hands compare."""
    hands, inputs = _tabulate(threads)
    settings = Settings(lows, highs, tag_hands(inputs.representatives, wild=wild))
    return compare_settings(
        hands, settings, settings, threads=threads, progress=progress
    ).counts.tolist()


def count_face_up(
    lows: NDArray[np.int32],
    highs: NDArray[np.int32],
    *,
    joker_mode: int,
    wheel: int,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Any:
    """Count deals by tag of player and bank, and by the result of the player's best answer."""
    hands, inputs = _tabulate(threads)
    bank = Settings(lows, highs, tag_hands(inputs.representatives, wild=bool(joker_mode)))
    player = undominated_settings(inputs.representatives, joker_mode=joker_mode, wheel=wheel)
    return compare_face_up(
        hands, player, bank.tags, bank, threads=threads, progress=progress
    ).counts.tolist()


def judge_hidden(
    player: tuple[NDArray[Any], NDArray[Any]], bank: tuple[NDArray[Any], NDArray[Any]]
) -> NDArray[np.int64]:
    """Return LOSE, 1 for a push or WIN for each of many deals, given lows and highs of both."""
    won_low, won_high = player[0] > bank[0], player[1] > bank[1]
    return np.where(won_low & won_high, WIN, np.where(won_low | won_high, COPY, LOSE))


def judge_face_up(
    hands: NDArray[np.int8],
    bank: tuple[NDArray[Any], NDArray[Any]],
    *,
    joker_mode: int,
    wheel: int,
) -> NDArray[np.int64]:
    """Return LOSE, 1 for a push or WIN for each of many deals in which the bank is seen."""
    player = undominated_settings(
        np.ascontiguousarray(hands[:, :HAND]), joker_mode=joker_mode, wheel=wheel
    )
    return answer_each(player, Settings(bank[0], bank[1], np.zeros(len(hands), dtype=np.int64)))

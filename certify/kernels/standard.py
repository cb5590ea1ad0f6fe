"""The standard wager: settings of all hands compared, from plain values to plain counts."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from certify.kernels.deck import Deck
from certify.kernels.dominance import Settings, compare_settings
from certify.kernels.face_up import COPIES_TO_BANK, compare_face_up
from certify.kernels.keys import distinct_inputs
from certify.kernels.ranked_hands import rank_inputs
from certify.kernels.recount import count_moved, is_near, recount_settings
from certify.kernels.settings import EQUAL_ALLOWED, merge_steps, undominated_settings
from certify.kernels.threads import Progress
from certify.kernels.worth import Corner


def count_hidden(
    deck: Deck,
    settings: Settings,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> NDArray[np.int64]:
    """Count deals by tag of player and bank, and by how low and high hands compare.

    Settings are by distinct input of the deck; player and bank both keep to them. Where this process
    has counted settings that differ in few hands, those hands alone are counted again.
    """
    hands = rank_inputs(deck)
    near = [known for known in _counted if known.deck == deck and is_near(known.settings, settings)]
    if near:
        nearest = min(near, key=lambda known: count_moved(known.settings, settings))
        if not count_moved(nearest.settings, settings):
            return nearest.counts.copy()
        counts = recount_settings(
            hands, nearest.settings, settings, nearest.counts, threads=threads, progress=progress
        )
    else:
        found = compare_settings(hands, settings, settings, threads=threads, progress=progress)
        counts = found.counts
    _counted.append(_Counted(deck, settings, counts))
    return counts.copy()


@dataclass(frozen=True, slots=True)
class _Counted:
    """Settings that this process has counted; nobody may change them."""

    deck: Deck
    settings: Settings
    counts: NDArray[np.int64]


_counted: deque[_Counted] = deque(maxlen=16)
"""The last of them, 5 MB each for the full deck: readings of a house way differ in few hands."""


def count_face_up(
    deck: Deck,
    bank: Settings,
    levels: Sequence[Sequence[Corner]] = COPIES_TO_BANK,
    *,
    joker_mode: int,
    wheel: int,
    equal: int = EQUAL_ALLOWED,
    order_lows: Callable[[NDArray[np.int32]], NDArray[np.int32]] | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> NDArray[np.int64]:
    """Count deals by tag of player and bank, and by the level that the player's best answer reaches.

    `order_lows` gives low values another order, in which the bank's stand already; what is foul turns on
    the values themselves.
    """
    player = undominated_settings(
        distinct_inputs(deck).representatives, joker_mode=joker_mode, wheel=wheel, equal=equal
    )
    if order_lows:
        player = merge_steps(player, order_lows(player.lows))
    return compare_face_up(
        rank_inputs(deck), player, bank.tags, bank, levels, threads=threads, progress=progress
    ).counts

"""The standard wager: settings of all hands compared, from plain values to plain counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from certify.kernels.deck import Deck
from certify.kernels.dominance import Settings, compare_settings
from certify.kernels.face_up import COPIES_TO_BANK, compare_face_up
from certify.kernels.keys import distinct_inputs
from certify.kernels.ranked_hands import rank_inputs
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

    Settings are by distinct input of the deck; player and bank both keep to them.
    """
    hands = rank_inputs(deck)
    return compare_settings(hands, settings, settings, threads=threads, progress=progress).counts


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

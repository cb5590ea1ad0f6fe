"""Labels suit classes of hands by all that a side wager can ask of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from certify.kernels.compilation import compiled
from certify.kernels.features import FEATURES, features_of_hand
from certify.kernels.subsets import HAND, JOKER, SuitClasses

ACE_HIGH = 1 << len(FEATURES)
"""Nothing but an ace, or the joker for one, as the highest card."""
WITH_JOKER = ACE_HIGH << 1
"""Set beside ACE_HIGH where the joker is among the cards."""

_NOTHING = 1 << FEATURES.index("high-card")
_LOWEST_ACE = 4 * 12


def label_holdings(
    classes: SuitClasses, *, wild: bool
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the different sets of features, and for each suit class the number of its set."""
    sets = label_hands(classes.representatives(), wild=wild)
    found, labels = np.unique(sets, return_inverse=True)
    return found, labels.astype(np.int64)


def label_hands(hands: NDArray[np.int8], *, wild: bool) -> NDArray[np.int64]:
    """Return the set of features of each hand, given as rows of seven ascending codes."""
    sets = np.empty(len(hands), dtype=np.int64)
    _fill(hands, int(wild), sets)
    return sets


@compiled
def _fill(hands: NDArray[np.int8], wild: int, sets: NDArray[np.int64]) -> None:
    for i in range(len(hands)):
        features = features_of_hand(hands[i], wild)
        if features == _NOTHING and hands[i, HAND - 1] >= _LOWEST_ACE:
            features |= ACE_HIGH
            if hands[i, HAND - 1] == JOKER:
                features |= WITH_JOKER
        sets[i] = features

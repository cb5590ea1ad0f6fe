"""Many hands at once as a house way sees them: groups of equal rank, and their 21 settings ranked.

What a rule looks at is written here a second time, apart from the engine's own words for it, so
that the two can be held against each other.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from certify.kernels.compilation import compiled
from certify.kernels.deck import HAND, JOKER
from certify.kernels.rank import FLUSH, ROYAL_FLUSH, STRAIGHT, STRAIGHT_FLUSH
from certify.kernels.settings import SPLITS, list_settings
from certify.kernels.threads import fill_in_chunks

Integers = NDArray[np.int64]
Truths = NDArray[np.bool_]

ACE = 12
CLASS_AT = 20
PAIR_VALUE = 1 << CLASS_AT
COMPLETE = (STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL_FLUSH)
"""The codes of the classes that a house way calls complete."""

_WHEEL_TOP = 3
_HIGH_BITS = 32

_GROUPS = {
    "no-pair": (0, 0, 0, 0),
    "one-pair": (1, 0, 0, 0),
    "two-pair": (2, 0, 0, 0),
    "three-pair": (3, 0, 0, 0),
    "three-of-a-kind": (0, 1, 0, 0),
    "two-threes": (0, 2, 0, 0),
    "full-house": (1, 1, 0, 0),
    "full-house-and-pair": (2, 1, 0, 0),
    "four-of-a-kind": (0, 0, 1, 0),
    "four-and-pair": (1, 0, 1, 0),
    "four-and-three": (0, 1, 1, 0),
    "five-aces": (0, 0, 0, 1),
    "five-aces-and-pair": (1, 0, 0, 1),
}
"""How many groups of two, three, four and five cards a shape has."""

# the lower and the higher card of each split, by place among ascending cards; the first of equal
# settings is played, so the splits ascend by their higher card and then by their lower one
_SPLITS = [(i, j) for j in range(HAND) for i in range(j)]
LOWER, HIGHER = np.array(_SPLITS, dtype=np.int64).T
_ORDER = np.array(
    [[(i, j) for i in range(HAND) for j in range(i + 1, HAND)].index(split) for split in _SPLITS]
)


@dataclass(frozen=True)
class GroupView:
    """Groups of equal rank in every hand, with the joker as an ace or apart from the aces."""

    ranks: Integers
    sizes: Integers
    labels: Integers
    """What tells groups apart: the rank, and a label of its own for a joker apart."""
    eligible: Truths

    def ranks_in_groups_of(self, size: int) -> Integers:
        """The ranks of the groups of one size, highest first, filled up with -1."""
        held = np.where(self.sizes == size, self.ranks, -1)
        return -np.sort(-held, axis=1)[:, ::size]

    @cached_property
    def pairs(self) -> Integers:
        """The ranks of the pairs, highest first."""
        return self.ranks_in_groups_of(2)

    @cached_property
    def threes(self) -> Integers:
        """The ranks of the threes of a kind, highest first."""
        return self.ranks_in_groups_of(3)

    @cached_property
    def fours(self) -> Integers:
        """The rank of the four of a kind."""
        return self.ranks_in_groups_of(4)

    @cached_property
    def singles(self) -> Integers:
        """The ranks of the singles, highest first."""
        return self.ranks_in_groups_of(1)

    @cached_property
    def hands_by_shape(self) -> dict[str, Integers]:
        """The hands of each shape, ascending."""
        groups = np.stack([(self.sizes == size).sum(axis=1) // size for size in (2, 3, 4, 5)], 1)
        return {
            shape: np.flatnonzero((groups == wanted).all(axis=1) & self.eligible)
            for shape, wanted in _GROUPS.items()
        }

    @cached_property
    def shapes(self) -> NDArray[np.int8]:
        """The place of each hand's shape among the names of shapes, -1 where it has none."""
        places = np.full(len(self.ranks), -1, dtype=np.int8)
        for place, hands in enumerate(self.hands_by_shape.values()):
            places[hands] = place
        return places

    def hands_of(self, shapes: tuple[str, ...]) -> Integers:
        """The hands of any of several shapes, ascending."""
        return np.sort(np.concatenate([self.hands_by_shape[shape] for shape in shapes]))


@dataclass(frozen=True)
class HandTable:
    """Hands as ascending codes, with the values of their 21 settings."""

    cards: NDArray[np.int8]
    lows: NDArray[np.int32]
    highs: NDArray[np.int32]

    @cached_property
    def scores(self) -> Integers:
        """Low value before high value: of equal low hands the best high hand comes first."""
        return (self.lows.astype(np.int64) << _HIGH_BITS) | self.highs

    @cached_property
    def scores_of_lowest_high(self) -> Integers:
        """Low value before high value turned round: the lowest high hand comes first."""
        turned = (1 << (_HIGH_BITS - 1)) - 1 - self.highs.astype(np.int64)
        return (self.lows.astype(np.int64) << _HIGH_BITS) | turned

    @cached_property
    def classes(self) -> NDArray[np.int8]:
        """The class code of the high hand of each split."""
        return (self.highs >> CLASS_AT).astype(np.int8)

    @cached_property
    def leaves_complete(self) -> Truths:
        """Which splits leave a straight, a flush or both."""
        return np.isin(self.classes, COMPLETE)

    @cached_property
    def complete(self) -> Truths:
        """Which hands hold a complete hand."""
        return hold_any(self.leaves_complete)

    @cached_property
    def complete_naturally(self) -> Truths:
        """Which hands hold a complete hand without the joker, the last card of those that have it."""
        without = ~self.has_joker[:, None] | (HIGHER == HAND - 1) | (LOWER == HAND - 1)
        return hold_any(self.leaves_complete & without)

    @cached_property
    def held_classes(self) -> Integers:
        """The codes of the complete classes that five cards of each hand make, a bit for each."""
        bits = np.where(self.leaves_complete, 1 << self.classes.astype(np.int64), 0)
        held: Integers = np.bitwise_or.reduce(bits, axis=1)
        return held

    @cached_property
    def straight_tops(self) -> Integers:
        """The top ranks of the straights in each hand, a bit for each; a five for A-2-3-4-5."""
        strengths = (self.highs >> 12) & 0xFF
        runs = np.isin(self.classes, (STRAIGHT, STRAIGHT_FLUSH, ROYAL_FLUSH))
        tops = np.where(strengths % 2 == 1, _WHEEL_TOP, strengths // 2)
        bits = np.where(runs, 1 << tops.astype(np.int64), 0)
        held: Integers = np.bitwise_or.reduce(bits, axis=1)
        return held

    @cached_property
    def comparisons(self) -> NDArray[np.int8]:
        """1, 0 or -1 for each split as its high hand ranks above, with or below the low one."""
        pair = self.lows >= PAIR_VALUE
        shift = np.where(pair, 16, 12)
        above = (self.highs >> shift) - (self.lows >> shift)
        return np.sign(above).astype(np.int8)

    def permits(self, *, equal_is_foul: bool) -> Truths:
        """Which splits are no foul."""
        return self.comparisons >= (1 if equal_is_foul else 0)

    @cached_property
    def has_joker(self) -> Truths:
        """Which hands hold the joker."""
        held: Truths = self.cards[:, -1] == JOKER
        return held

    @cached_property
    def joker_as_ace(self) -> GroupView:
        """Every hand with the joker as one more ace."""
        ranks = np.minimum(self.cards.astype(np.int64) >> 2, ACE)
        return GroupView(ranks, _count_equal(ranks), ranks, np.ones(len(ranks), dtype=np.bool_))

    @cached_property
    def joker_apart(self) -> GroupView:
        """The hands with the joker beside a natural ace, the joker being a single."""
        labels = self.cards.astype(np.int64) >> 2
        eligible = self.has_joker & (labels[:, -2] == ACE)
        return GroupView(np.minimum(labels, ACE), _count_equal(labels), labels, eligible)

    def cards_of(self, hand: int, split: int) -> tuple[list[int], list[int]]:
        """The codes of a hand's low and high cards in a split, each ascending."""
        low = [int(LOWER[split]), int(HIGHER[split])]
        codes = [int(code) for code in self.cards[hand]]
        return [codes[i] for i in low], [codes[i] for i in range(HAND) if i not in low]


def _count_equal(labels: Integers) -> Integers:
    counts: Integers = (labels[:, :, None] == labels[:, None, :]).sum(axis=2, dtype=np.int64)
    return counts


def hold_any(truths: Truths) -> Truths:
    """Return which rows hold a truth."""
    rows: Truths = np.logical_or.reduce(truths, axis=1)
    return rows


@compiled
def _list_all(
    hands: NDArray[np.int8],
    joker_mode: int,
    wheel: int,
    lows: NDArray[np.int32],
    highs: NDArray[np.int32],
) -> None:
    permissible = np.empty(SPLITS, dtype=np.bool_)
    for i in range(len(hands)):
        list_settings(hands[i], joker_mode, wheel, lows[i], highs[i], permissible)


def tabulate_hands(hands: NDArray[np.int8], *, joker_mode: int, wheel: int) -> HandTable:
    """Rank the settings of hands given as rows of seven ascending codes."""
    lows = np.empty((len(hands), SPLITS), dtype=np.int32)
    highs = np.empty((len(hands), SPLITS), dtype=np.int32)
    fill_in_chunks(
        lambda a, b: _list_all(hands[a:b], joker_mode, wheel, lows[a:b], highs[a:b]),
        len(hands),
        stage="settings",
    )
    return HandTable(hands, lows[:, _ORDER], highs[:, _ORDER])

"""Sets many hands at once by the rules of a house way.

The 21 settings of every hand are ranked once. A rule then is arithmetic on whole columns: its
conditions leave some hands, its selector leaves some of their settings, and of these the one with
the highest low value is played, then with the highest high value, then with the lowest cards.

A rule comes as names and ranges of ranks. What the names mean is written here a second time, apart
from the engine's own words for it, so that the two can be held against each other.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from certify.kernels.compilation import compiled
from certify.kernels.rank import FLUSH, ROYAL_FLUSH, STRAIGHT, STRAIGHT_FLUSH
from certify.kernels.settings import SPLITS, list_settings
from certify.kernels.subsets import HAND, JOKER

Integers = NDArray[np.int64]
Truths = NDArray[np.bool_]

_ACE = 12
_CLASS = 20
_PAIR_VALUE = 1 << _CLASS

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
_LOWER, _HIGHER = np.array(_SPLITS, dtype=np.int64).T
_ORDER = np.array(
    [[(i, j) for i in range(HAND) for j in range(i + 1, HAND)].index(split) for split in _SPLITS]
)


class CodedRule(NamedTuple):
    """A rule in names and whole numbers: ranges run from a lowest to a highest rank."""

    shapes: tuple[str, ...]
    joker_apart: bool
    conditions: tuple[tuple[str, tuple[tuple[int, int], ...]], ...]
    selector: str


class Matches(NamedTuple):
    """The hands that a rule matches, ascending, and the split it plays in each."""

    hands: Integers
    splits: Integers


class Played(NamedTuple):
    """For each hand the place of the rule that sets it and the split it plays, or -1 twice."""

    rules: Integers
    splits: Integers


@dataclass(frozen=True)
class View:
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
        """Low value before high value."""
        return (self.lows.astype(np.int64) << 32) | self.highs

    @cached_property
    def leaves_complete(self) -> Truths:
        """Which splits leave a straight, a flush or both."""
        classes = self.highs >> _CLASS
        return np.isin(classes, (STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL_FLUSH))

    @cached_property
    def complete(self) -> Truths:
        """Which hands hold a complete hand."""
        return _any(self.leaves_complete)

    @cached_property
    def comparisons(self) -> NDArray[np.int8]:
        """1, 0 or -1 for each split as its high hand ranks above, with or below the low one."""
        pair = self.lows >= _PAIR_VALUE
        shift = np.where(pair, 16, 12)
        above = (self.highs >> shift) - (self.lows >> shift)
        return np.sign(above).astype(np.int8)

    @cached_property
    def joker_as_ace(self) -> View:
        """Every hand with the joker as one more ace."""
        ranks = np.minimum(self.cards.astype(np.int64) >> 2, _ACE)
        return View(ranks, _count_equal(ranks), ranks, np.ones(len(ranks), dtype=np.bool_))

    @cached_property
    def joker_apart(self) -> View:
        """The hands with the joker beside a natural ace, the joker being a single."""
        labels = self.cards.astype(np.int64) >> 2
        eligible = (self.cards[:, -1] == JOKER) & (labels[:, -2] == _ACE)
        return View(np.minimum(labels, _ACE), _count_equal(labels), labels, eligible)

    def cards_of(self, hand: int, split: int) -> tuple[list[int], list[int]]:
        """The codes of a hand's low and high cards in a split, each ascending."""
        low = [int(_LOWER[split]), int(_HIGHER[split])]
        codes = [int(code) for code in self.cards[hand]]
        return [codes[i] for i in low], [codes[i] for i in range(HAND) if i not in low]


def _count_equal(labels: Integers) -> Integers:
    counts: Integers = (labels[:, :, None] == labels[:, None, :]).sum(axis=2, dtype=np.int64)
    return counts


def _any(truths: Truths) -> Truths:
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
    _list_all(hands, joker_mode, wheel, lows, highs)
    return HandTable(hands, lows[:, _ORDER], highs[:, _ORDER])


def match_rule(table: HandTable, rule: CodedRule) -> Matches:
    """Find the hands that a rule matches, and the split it plays in each."""
    view = table.joker_apart if rule.joker_apart else table.joker_as_ace
    hands = view.hands_of(rule.shapes)
    for name, ranges in rule.conditions:
        hands = hands[_CONDITIONS[name](table, view, hands, ranges)]
    allowed = _SELECTORS[rule.selector](table, view, hands)
    scores = np.where(allowed, table.scores[hands], -1)
    splits = scores.argmax(axis=1)
    found = _any(allowed)
    return Matches(hands[found], splits[found])


def play_first(table: HandTable, matches: Sequence[Matches], places: Sequence[int]) -> Played:
    """Set every hand by the first of the rules at some places that matches it."""
    rules = np.full(len(table.cards), -1, dtype=np.int64)
    splits = np.full(len(table.cards), -1, dtype=np.int64)
    for place in sorted(places, reverse=True):
        rules[matches[place].hands] = place
        splits[matches[place].hands] = matches[place].splits
    return Played(rules, splits)


def list_rules(played: Played) -> set[int]:
    """Return the places of the rules that set a hand."""
    return {int(place) for place in np.unique(played.rules)} - {-1}


def list_values(table: HandTable, played: Played) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the low and high values of the hands as set, -1 where no rule sets them."""
    rows = np.arange(len(table.cards))
    unset = played.rules < 0
    lows = np.where(unset, -1, table.lows[rows, played.splits]).astype(np.int32)
    highs = np.where(unset, -1, table.highs[rows, played.splits]).astype(np.int32)
    return lows, highs


Ranges = tuple[tuple[int, int], ...]
_Condition = Callable[[HandTable, View, Integers, Ranges], Truths]
_Selector = Callable[[HandTable, View, Integers], Truths]


def _within(ranks: Integers, bounds: tuple[int, int]) -> Truths:
    return (ranks >= bounds[0]) & (ranks <= bounds[1])


def _all_within(ranks: Integers, ranges: Ranges) -> Truths:
    result = np.ones(len(ranks), dtype=np.bool_)
    for place, bounds in enumerate(ranges):
        result &= _within(ranks[:, place], bounds)
    return result


_CONDITIONS: dict[str, _Condition] = {
    "complete": lambda table, _, hands, ranges: table.complete[hands] == bool(ranges[0][0]),
    "joker_apart": lambda table, _, hands, ranges: (
        table.joker_apart.eligible[hands] == bool(ranges[0][0])
    ),
    "pairs": lambda _, view, hands, ranges: _all_within(view.pairs[hands], ranges),
    "pair": lambda _, view, hands, ranges: _all_within(view.pairs[hands], ranges),
    "three": lambda _, view, hands, ranges: _all_within(view.threes[hands], ranges),
    "four": lambda _, view, hands, ranges: _all_within(view.fours[hands], ranges),
    "singles": lambda _, view, hands, ranges: _all_within(view.singles[hands], ranges),
    "highest_single": lambda _, view, hands, ranges: _all_within(view.singles[hands], ranges),
    "two_highest_singles_hold": lambda _, view, hands, ranges: _any(
        _within(view.singles[hands, :2], ranges[0])
    ),
    "beside_four": lambda _, view, hands, ranges: _any(
        _within(view.ranks[hands], ranges[0]) & (view.sizes[hands] != 4)
    ),
}


def _equal_cards(view: View, hands: Integers, size: int) -> Truths:
    """The splits whose low cards are two of a group of one size."""
    labels, sizes = view.labels[hands], view.sizes[hands]
    allowed: Truths = (labels[:, _LOWER] == labels[:, _HIGHER]) & (sizes[:, _LOWER] == size)
    return allowed


def _two_of(view: View, hands: Integers, size: int, ranks: Integers) -> Truths:
    """The splits whose low cards are two of the group of that size and rank."""
    wanted: Truths = view.ranks[hands][:, _LOWER] == ranks[hands, None]
    return _equal_cards(view, hands, size) & wanted


def _two_highest_singles(_: HandTable, view: View, hands: Integers) -> Truths:
    ranks, single = view.ranks[hands], view.sizes[hands] == 1
    first, second = view.singles[hands, 0], view.singles[hands, 1]
    allowed: Truths = (
        single[:, _HIGHER]
        & (ranks[:, _HIGHER] == first[:, None])
        & single[:, _LOWER]
        & (ranks[:, _LOWER] == second[:, None])
    )
    return allowed


def _second_and_third(_: HandTable, __: View, hands: Integers) -> Truths:
    places = (_LOWER == HAND - 3) & (_HIGHER == HAND - 2)
    return np.broadcast_to(places, (len(hands), SPLITS))


def _ace_and_next(_: HandTable, view: View, hands: Integers) -> Truths:
    ranks = view.ranks[hands]
    highest = np.where(ranks == _ACE, -1, ranks).max(axis=1)
    allowed: Truths = (ranks[:, _HIGHER] == _ACE) & (ranks[:, _LOWER] == highest[:, None])
    return allowed


_SELECTORS: dict[str, _Selector] = {
    "two-highest-singles": _two_highest_singles,
    "second-and-third-highest": _second_and_third,
    "highest-pair": lambda _, view, hands: _two_of(view, hands, 2, view.pairs[:, 0]),
    "lower-pair": lambda _, view, hands: _two_of(view, hands, 2, view.pairs[:, 1]),
    "pair-beside-four": lambda _, view, hands: (
        _equal_cards(view, hands, 2) | _equal_cards(view, hands, 3)
    ),
    "pair-of-three": lambda _, view, hands: _two_of(view, hands, 3, view.threes[:, 0]),
    "pair-of-higher-three": lambda _, view, hands: _two_of(view, hands, 3, view.threes[:, 0]),
    "pair-of-four": lambda _, view, hands: _equal_cards(view, hands, 4),
    "pair-of-five": lambda _, view, hands: _equal_cards(view, hands, 5),
    "ace-and-next-highest": _ace_and_next,
    "highest-permissible-pair": lambda table, _, hands: (
        (table.lows[hands] >= _PAIR_VALUE) & (table.comparisons[hands] >= 0)
    ),
    "best-leaving-complete": lambda table, _, hands: table.leaves_complete[hands],
    "pair-leaving-complete": lambda table, _, hands: (
        table.leaves_complete[hands] & (table.lows[hands] >= _PAIR_VALUE)
    ),
}


def tally(chosen: Truths, weights: Integers) -> tuple[int, int]:
    """Return the number of hands chosen, and the input that stands for most of them, or -1."""
    if not chosen.any():
        return 0, -1
    return int(weights[chosen].sum()), int(np.where(chosen, weights, 0).argmax())


def tally_rules(played: Played, places: Sequence[int], weights: Integers) -> tuple[int, int]:
    """Tally the hands set by any of some rules; the place -1 stands for hands not set."""
    return tally(np.isin(played.rules, places), weights)


def tally_comparison(
    table: HandTable, played: Played, wanted: int, weights: Integers
) -> tuple[int, int]:
    """Tally the hands whose high hand ranks above (1), with (0) or below (-1) the low hand."""
    rows = np.arange(len(table.cards))
    found = table.comparisons[rows, played.splits] == wanted
    return tally(found & (played.rules >= 0), weights)


def tally_changes(
    table: HandTable, played: Played, other: Played, weights: Integers
) -> tuple[int, int]:
    """Tally the hands that have low hands of different value, or are set in one case only."""
    return tally(list_values(table, played)[0] != list_values(table, other)[0], weights)


def find_conflicts(
    table: HandTable, played: Played, place: int, matches: Sequence[Matches], other: int
) -> Truths:
    """Return which hands one rule sets although another matches with a low hand of other value."""
    found = np.zeros(len(table.cards), dtype=np.bool_)
    hands, splits = matches[other]
    ours = played.rules[hands] == place
    hands, splits = hands[ours], splits[ours]
    found[hands] = table.lows[hands, splits] != table.lows[hands, played.splits[hands]]
    return found


def unite(parts: Sequence[Truths], hands: int) -> Truths:
    """Return which hands are in any of the parts."""
    union = np.zeros(hands, dtype=np.bool_)
    for part in parts:
        union |= part
    return union

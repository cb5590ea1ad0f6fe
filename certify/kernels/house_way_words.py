"""What the words of a house way mean for many hands at once: conditions, selectors, patterns.

A rule comes as names and ranges of numbers. Each word is arithmetic on whole columns: a condition
leaves some hands, a selector or pattern leaves some of the 21 settings of each.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from certify.kernels.deck import HAND
from certify.kernels.hand_table import (
    ACE,
    HIGHER,
    LOWER,
    PAIR_VALUE,
    HandTable,
    Integers,
    Truths,
    View,
    hold_any,
)
from certify.kernels.settings import SPLITS

Ranges = tuple[tuple[int, int], ...]
ANY_LOW, PAIR, TWO_RANKS = 0, 1, 2


class CodedPattern(NamedTuple):
    """Low hands of one kind, holding a rank of each range, leaving one of some classes (or any)."""

    kind: int
    holding: Ranges
    leaving: tuple[int, ...]


class CodedRule(NamedTuple):
    """A rule in names and whole numbers: ranges run from a lowest to a highest rank."""

    shapes: tuple[str, ...]
    joker_apart: bool
    conditions: tuple[tuple[str, Ranges], ...]
    low: tuple[str | CodedPattern, ...]
    provided: tuple[CodedPattern, ...]
    equal_is_foul: bool


_Condition = Callable[[HandTable, View, Integers, Ranges], Truths]
_Selector = Callable[[HandTable, View, Integers], Truths]


def find_hands(table: HandTable, view: View, rule: CodedRule) -> Integers:
    """Return the hands of which every condition of a rule holds, ascending."""
    hands = view.hands_of(rule.shapes)
    for name, ranges in rule.conditions:
        hands = hands[_CONDITIONS[name](table, view, hands, ranges)]
    return hands


def find_splits(table: HandTable, view: View, hands: Integers, rule: CodedRule) -> Truths:
    """Return which splits of some hands the words of a rule allow."""
    allowed = np.zeros((len(hands), SPLITS), dtype=np.bool_)
    for part in rule.low:
        if isinstance(part, CodedPattern):
            allowed |= fit_pattern(table, hands, part)
        elif part == "highest-permissible-pair":
            fair = table.permits(equal_is_foul=rule.equal_is_foul)[hands]
            allowed |= fair & (table.lows[hands] >= PAIR_VALUE)
        else:
            allowed |= _SELECTORS[part](table, view, hands)
    return allowed


def fit_pattern(table: HandTable, hands: Integers, pattern: CodedPattern) -> Truths:
    """Return which splits of some hands are of a pattern."""
    lows = table.lows[hands]
    paired = lows >= PAIR_VALUE
    fits = np.ones(lows.shape, dtype=np.bool_)
    if pattern.kind != ANY_LOW:
        fits &= paired == (pattern.kind == PAIR)
    if pattern.holding:
        first = (lows >> 16) & 15
        second = np.where(paired, first, (lows >> 12) & 15)
        one, *others = pattern.holding
        found = [_within(first, one), _within(second, one)]
        for other in others:  # the second group is for the card that is not in the first
            found = [found[0] & _within(second, other), found[1] & _within(first, other)]
        fits &= found[0] | found[1]
    if pattern.leaving:
        fits &= np.isin(table.classes[hands], pattern.leaving)
    return fits


def _within(ranks: Integers, bounds: tuple[int, int]) -> Truths:
    return (ranks >= bounds[0]) & (ranks <= bounds[1])


def _all_within(ranks: Integers, ranges: Ranges) -> Truths:
    result = np.ones(len(ranks), dtype=np.bool_)
    for place, bounds in enumerate(ranges):
        result &= _within(ranks[:, place], bounds)
    return result


def _bits(ranges: Ranges) -> int:
    """A bit for each number in any of the ranges."""
    return sum({1 << number for low, high in ranges for number in range(low, high + 1)})


def _complete_of(table: HandTable, _: View, hands: Integers, ranges: Ranges) -> Truths:
    held = table.held_classes[hands]
    found: Truths = (held != 0) & (held & ~_bits(ranges) == 0)
    return found


def _holds(table: HandTable, _: View, hands: Integers, ranges: Ranges) -> Truths:
    wanted = _bits(ranges)
    found: Truths = table.held_classes[hands] & wanted == wanted
    return found


def _straights(table: HandTable, _: View, hands: Integers, ranges: Ranges) -> Truths:
    tops = table.straight_tops[hands]
    found: Truths = (tops != 0) & (tops & ~_bits(ranges) == 0)
    return found


_CONDITIONS: dict[str, _Condition] = {
    "complete": lambda table, _, hands, ranges: table.complete[hands] == bool(ranges[0][0]),
    "complete-of": _complete_of,
    "holds": _holds,
    "joker": lambda table, _, hands, ranges: table.has_joker[hands] == bool(ranges[0][0]),
    "joker_used": lambda table, _, hands, ranges: (
        table.complete[hands] & (table.complete_naturally[hands] != bool(ranges[0][0]))
    ),
    "joker_apart": lambda table, _, hands, ranges: (
        table.joker_apart.eligible[hands] == bool(ranges[0][0])
    ),
    "pairs": lambda _, view, hands, ranges: _all_within(view.pairs[hands], ranges),
    "pair": lambda _, view, hands, ranges: _all_within(view.pairs[hands], ranges),
    "three": lambda _, view, hands, ranges: _all_within(view.threes[hands], ranges),
    "four": lambda _, view, hands, ranges: _all_within(view.fours[hands], ranges),
    "straights": _straights,
    "singles": lambda _, view, hands, ranges: _all_within(view.singles[hands], ranges),
    "highest_single": lambda _, view, hands, ranges: _all_within(view.singles[hands], ranges),
    "two_highest_singles_hold": lambda _, view, hands, ranges: hold_any(
        _within(view.singles[hands, :2], ranges[0])
    ),
    "beside_four": lambda _, view, hands, ranges: hold_any(
        _within(view.ranks[hands], ranges[0]) & (view.sizes[hands] != 4)
    ),
}


def _equal_cards(view: View, hands: Integers, size: int) -> Truths:
    """The splits whose low cards are two of a group of one size."""
    labels, sizes = view.labels[hands], view.sizes[hands]
    allowed: Truths = (labels[:, LOWER] == labels[:, HIGHER]) & (sizes[:, LOWER] == size)
    return allowed


def _two_of(view: View, hands: Integers, size: int, ranks: Integers) -> Truths:
    """The splits whose low cards are two of the group of that size and rank."""
    wanted: Truths = view.ranks[hands][:, LOWER] == ranks[hands, None]
    return _equal_cards(view, hands, size) & wanted


def _two_highest_singles(_: HandTable, view: View, hands: Integers) -> Truths:
    ranks, single = view.ranks[hands], view.sizes[hands] == 1
    first, second = view.singles[hands, 0], view.singles[hands, 1]
    allowed: Truths = (
        single[:, HIGHER]
        & (ranks[:, HIGHER] == first[:, None])
        & single[:, LOWER]
        & (ranks[:, LOWER] == second[:, None])
    )
    return allowed


def _second_and_third(_: HandTable, __: View, hands: Integers) -> Truths:
    places = (LOWER == HAND - 3) & (HIGHER == HAND - 2)
    return np.broadcast_to(places, (len(hands), SPLITS))


def _ace_and_next(_: HandTable, view: View, hands: Integers) -> Truths:
    ranks = view.ranks[hands]
    highest = np.where(ranks == ACE, -1, ranks).max(axis=1)
    allowed: Truths = (ranks[:, HIGHER] == ACE) & (ranks[:, LOWER] == highest[:, None])
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
    "best-leaving-complete": lambda table, _, hands: table.leaves_complete[hands],
    "pair-leaving-complete": lambda table, _, hands: (
        table.leaves_complete[hands] & (table.lows[hands] >= PAIR_VALUE)
    ),
}

"""Sets many hands at once by the rules of a house way.

The 21 settings of every hand are ranked once. A rule then is arithmetic on whole columns: its
conditions leave some hands, its words leave some of their settings, and of these the one with the
highest low value is played, then the one that the tie-break asks for, then the lowest cards. Where
that is not what the rule provides, the rule does not match.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from certify.kernels.deck import HAND
from certify.kernels.hand_table import (
    ACE,
    HIGHER,
    LOWER,
    PAIR_VALUE,
    GroupView,
    HandTable,
    Integers,
    Truths,
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


_Condition = Callable[[HandTable, GroupView, Integers, Ranges], Truths]
_Selector = Callable[[HandTable, GroupView, Integers], Truths]


def find_hands(table: HandTable, view: GroupView, rule: CodedRule) -> Integers:
    """Return the hands of which every condition of a rule holds, ascending."""
    hands = view.hands_of(rule.shapes)
    for name, ranges in rule.conditions:
        hands = hands[_CONDITIONS[name](table, view, hands, ranges)]
    return hands


def find_splits(table: HandTable, view: GroupView, hands: Integers, rule: CodedRule) -> Truths:
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


def _complete_of(table: HandTable, _: GroupView, hands: Integers, ranges: Ranges) -> Truths:
    held = table.held_classes[hands]
    found: Truths = (held != 0) & (held & ~_bits(ranges) == 0)
    return found


def _holds(table: HandTable, _: GroupView, hands: Integers, ranges: Ranges) -> Truths:
    wanted = _bits(ranges)
    found: Truths = table.held_classes[hands] & wanted == wanted
    return found


def _straights(table: HandTable, _: GroupView, hands: Integers, ranges: Ranges) -> Truths:
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


def _equal_cards(view: GroupView, hands: Integers, size: int) -> Truths:
    """The splits whose low cards are two of a group of one size."""
    labels, sizes = view.labels[hands], view.sizes[hands]
    allowed: Truths = (labels[:, LOWER] == labels[:, HIGHER]) & (sizes[:, LOWER] == size)
    return allowed


def _two_of(view: GroupView, hands: Integers, size: int, ranks: Integers) -> Truths:
    """The splits whose low cards are two of the group of that size and rank."""
    wanted: Truths = view.ranks[hands][:, LOWER] == ranks[hands, None]
    return _equal_cards(view, hands, size) & wanted


def _two_highest_singles(_: HandTable, view: GroupView, hands: Integers) -> Truths:
    ranks, single = view.ranks[hands], view.sizes[hands] == 1
    first, second = view.singles[hands, 0], view.singles[hands, 1]
    allowed: Truths = (
        single[:, HIGHER]
        & (ranks[:, HIGHER] == first[:, None])
        & single[:, LOWER]
        & (ranks[:, LOWER] == second[:, None])
    )
    return allowed


def _second_and_third(_: HandTable, __: GroupView, hands: Integers) -> Truths:
    places = (LOWER == HAND - 3) & (HIGHER == HAND - 2)
    return np.broadcast_to(places, (len(hands), SPLITS))


def _ace_and_next(_: HandTable, view: GroupView, hands: Integers) -> Truths:
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


class Matches(NamedTuple):
    """The hands that a rule matches, ascending, and the split it plays in each."""

    hands: Integers
    splits: Integers


class Played(NamedTuple):
    """For each hand the place of the rule that sets it and the split it plays, or -1 twice."""

    rules: Integers
    splits: Integers


def match_rule(table: HandTable, rule: CodedRule, *, lowest_high: bool = False) -> Matches:
    """Find the hands that a rule matches, and the split it plays in each."""
    view = table.joker_apart if rule.joker_apart else table.joker_as_ace
    hands = find_hands(table, view, rule)
    allowed = find_splits(table, view, hands, rule)
    found = hold_any(allowed)
    hands, allowed = hands[found], allowed[found]
    scores = table.scores_of_lowest_high if lowest_high else table.scores
    splits = np.where(allowed, scores[hands], -1).argmax(axis=1)
    if rule.provided:
        fits = np.zeros(len(hands), dtype=np.bool_)
        for pattern in rule.provided:
            fits |= fit_pattern(table, hands, pattern)[np.arange(len(hands)), splits]
        hands, splits = hands[fits], splits[fits]
    return Matches(hands, splits)


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


def tally(chosen: Truths, weights: Integers) -> tuple[int, int]:
    """Return the number of hands chosen, and the input that stands for most of them, or -1."""
    if not chosen.any():
        return 0, -1
    return int(weights[chosen].sum()), int(np.where(chosen, weights, 0).argmax())


def tally_rules(played: Played, places: Sequence[int], weights: Integers) -> tuple[int, int]:
    """Tally the hands set by any of some rules; the place -1 stands for hands not set."""
    return tally(np.isin(played.rules, places), weights)


def tally_fouls(
    table: HandTable, played: Played, weights: Integers, *, equal_is_foul: bool
) -> tuple[int, int]:
    """Tally the hands that are set foul."""
    rows = np.arange(len(table.cards))
    fair = table.permits(equal_is_foul=equal_is_foul)[rows, played.splits]
    return tally(~fair & (played.rules >= 0), weights)


def tally_equal(table: HandTable, played: Played, weights: Integers) -> tuple[int, int]:
    """Tally the hands whose high hand ranks just as the low hand."""
    rows = np.arange(len(table.cards))
    found = table.comparisons[rows, played.splits] == 0
    return tally(found & (played.rules >= 0), weights)


def tally_changes(
    table: HandTable, played: Played, other: Played, weights: Integers
) -> tuple[int, int]:
    """Tally the hands whose low or high hands differ in value, or are set in one case only."""
    before, after = list_values(table, played), list_values(table, other)
    return tally((before[0] != after[0]) | (before[1] != after[1]), weights)


def tally_shapes(
    table: HandTable, played: Played, weights: Integers
) -> list[tuple[int, tuple[int, int]]]:
    """Tally the hands not set, by the place of their shape; shapes without any are left out."""
    shapes = table.joker_as_ace.shapes
    unset = played.rules < 0
    return [
        (int(shape), tally(unset & (shapes == shape), weights))
        for shape in np.unique(shapes[unset])
    ]


def find_declared(
    matches: Sequence[Matches],
    places: Sequence[int],
    exceptions: Mapping[int, Sequence[int]],
    hands: int,
) -> dict[int, dict[int, Truths]]:
    """Return for each rule the hands on which it goes before each later one by declaration.

    A rule goes before those it names. It goes before what these go before in turn only on hands
    that each rule on the way matches too: elsewhere the chain says nothing.
    """
    matched = {place: np.zeros(hands, dtype=np.bool_) for place in places}
    for place, mask in matched.items():
        mask[matches[place].hands] = True
    declared: dict[int, dict[int, Truths]] = {}
    for place in sorted(places, reverse=True):
        reached = {other: matched[other] for other in exceptions[place] if other in matched}
        for middle in exceptions[place]:
            for other, where in declared.get(middle, {}).items():
                through = where & matched[middle]
                reached[other] = reached[other] | through if other in reached else through
        declared[place] = reached
    return declared


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

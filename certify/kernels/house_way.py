"""Sets many hands at once by the rules of a house way.

The 21 settings of every hand are ranked once. A rule then is arithmetic on whole columns: its
conditions leave some hands, its words leave some of their settings, and of these the one with the
highest low value is played, then the one that the tie-break asks for, then the lowest cards. Where
that is not what the rule provides, the rule does not match.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from certify.kernels.hand_table import HandTable, Integers, Truths, hold_any
from certify.kernels.house_way_words import CodedRule, find_hands, find_splits, fit_pattern


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

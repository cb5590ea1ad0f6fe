"""Ordered deals of two hands by groups of their views, from the kernels.

Two things need more than one matrix of the kernels. Where a hand is of a group in many *ways*, as with some
of the cards of both hands, the ways of the second are counted in parts, for pairs are linear in them.
Where both hands are asked for their colour, the names of suits matter to both. With e(A) for the group of a
hand A were its colour mixed, r(A) and b(A) were it red or black, the group of A is

    e(A) + [A is red] (r(A) - e(A)) + [A is black] (b(A) - e(A)),

so that a product of two such sums has three kinds of terms: those that ask neither or one of the hands for
its colour, which are counted as usual, and those of two hands of one colour each. Two red hands are dealt
from a deck of the red suits; a red and a black one share no card but the joker.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from certify.base.errors import NotCounted
from certify.base.progress import Progress
from certify.game.rank import RankRules
from certify.game.views import COLOURS, NEED_SUITS, Aspect, HandView, count_choices
from certify.kernels.deck import fits_each
from certify.kernels.pairs import MOST_LABELS, count_joint, count_joint_by_ranks
from certify.kernels.views import JOKER_AT
from certify.odds.count_views import (
    HouseWaySetting,
    Labels,
    RankedLabels,
    Weighted,
    count_colour_suits,
    label_classes,
    rank_labels,
    share_colours,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from certify.kernels.deck import Deck

Groups = Mapping[HandView, int]
"""For each view the number of the group it belongs to, from 0."""
Sides = Sequence[frozenset[Aspect]]
_RED, _BLACK, _MIXED = COLOURS
_COLOURED = frozenset({Aspect.COLOUR, Aspect.REDS})


def tally_pairs(
    deck: Deck,
    rules: RankRules,
    sides: Sides,
    groups: Sequence[Groups],
    setting: HouseWaySetting | None = None,
    progress: Progress | None = None,
) -> list[list[int]]:
    """The matrix of ordered deals of a deck by groups of views."""
    coloured = all(side & _COLOURED for side in sides)
    if coloured and any(Aspect.REDS in side for side in sides):
        raise NotCounted("the red and black cards of two hands are not counted together")
    if coloured and any(Aspect.AS_SET in side for side in sides):
        raise NotCounted("the colours of two hands that are also seen as set are not counted")
    aspects = sides[0] | sides[1]
    if not aspects & NEED_SUITS:
        ranked = rank_labels(deck, rules, aspects, setting)
        first, second, _ = _weigh_sides(ranked, sides, groups)
        kinds, of_label = _number_rows(first, second)
        if len(kinds) <= MOST_LABELS:
            return _count_ranked(ranked, kinds, of_label, first.shape[1], progress)
    labels = label_classes(deck, rules, aspects, setting)
    if coloured:
        return _tally_coloured(labels, sides, groups, progress)
    first, second, shared = _weigh_sides(labels, sides, groups)
    joint = _count(labels, first, second, alike=sides[0] == sides[1], progress=progress)
    return _divide(joint, shared).tolist()  # type: ignore[no-any-return]


def _weigh_sides(
    labels: Labels | RankedLabels, sides: Sides, groups: Sequence[Groups]
) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
    """The ways of each label on either side, and how many namings of suits both share."""
    rows, shared = [], 1
    for side, group in zip(sides, groups, strict=True):
        by_label, ways = labels.list_views(side)
        rows.append(_weigh(by_label, group))
        shared *= ways // count_choices(side)
    return rows[0], rows[1], shared


def _number_rows(
    first: NDArray[np.int64], second: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The different rows of ways of both sides, and for each label its row."""
    listed, places = np.unique(np.hstack([first, second]), axis=0, return_inverse=True)
    return listed, places.reshape(-1)


def _count_ranked(
    labels: RankedLabels,
    kinds: NDArray[np.int64],
    of_label: NDArray[np.int64],
    split: int,
    progress: Progress | None,
) -> list[list[int]]:
    """Pairs of hands that are each of one group: no suits are named, and no order of dealing counts."""
    first, second = np.hsplit(kinds, [split])
    joint = count_joint_by_ranks(
        labels.inputs.hands, of_label[labels.of_input], first, second, progress=progress
    )
    return joint.tolist()  # type: ignore[no-any-return]


def _weigh(by_label: Sequence[Weighted], groups: Groups) -> NDArray[np.int64]:
    rows = np.zeros((len(by_label), max(groups.values()) + 1), dtype=np.int64)
    for row, views in zip(rows, by_label, strict=True):
        for view, times in views:
            row[groups[view]] += times
    return rows


def _count(
    labels: Labels,
    first: NDArray[np.int64],
    second: NDArray[np.int64],
    *,
    alike: bool = False,
    progress: Progress | None = None,
) -> NDArray[np.object_]:
    """Pairs of hands by rows of ways; the ways of the second in as few parts as 64 bits can hold."""
    listed, places = _number_rows(first, second)
    of_class = places[labels.of_class]
    own, other = np.hsplit(listed, [first.shape[1]])
    ways, every = int(own[0].sum()), int(other[0].sum())
    size = labels.classes.deck.size
    most = next((part for part in range(every, 0, -1) if fits_each(size, ways * part)), 0)
    if not most:
        raise NotCounted("two hands are of too many kinds in too many ways to be counted")
    total = np.zeros((own.shape[1], other.shape[1]), dtype=object)
    for part in _part(other, most):
        one_matrix = alike and most == every
        joint = count_joint(
            labels.classes, of_class, own, None if one_matrix else part, progress=progress
        )
        total += joint.astype(object)
    return total


def _part(rows: NDArray[np.int64], most: int) -> Iterator[NDArray[np.int64]]:
    """Rows of equal sums as rows of equal smaller sums that add up to them."""
    until = np.cumsum(rows, axis=1)
    before = until - rows
    every = int(rows[0].sum())
    for start in range(0, every, most):
        stop = min(start + most, every)
        yield np.clip(until, start, stop) - np.clip(before, start, stop)


def _divide(joint: NDArray[np.object_], shared: int) -> NDArray[np.object_]:
    quotient: NDArray[np.object_] = joint // shared
    if bool((quotient * shared != joint).any()):
        raise AssertionError("pairs do not divide by the names of suits")
    return quotient


def _tally_coloured(
    labels: Labels, sides: Sides, groups: Sequence[Groups], progress: Progress | None
) -> list[list[int]]:
    """Two hands that are both asked for their colour; see the head of the module."""
    deck, plain = labels.classes.deck, [side - {Aspect.COLOUR} for side in sides]
    shares = share_colours(deck.suits)
    suits = [row[labels.columns.index("colour")] for row in labels.rows]
    shared = sum(shares[1].values())
    as_mixed, as_named = [], []
    for side, group in zip(plain, groups, strict=True):
        by_colour = _colour_rows(labels, side, group)
        as_mixed.append(by_colour[_MIXED])
        weights = [np.array([shares[number][name] for number in suits]) for name in COLOURS]
        as_named.append(
            sum(
                weight[:, None] * by_colour[name]
                for weight, name in zip(weights, COLOURS, strict=True)
            )
        )
    first, second = (np.hstack(rows) for rows in zip(as_mixed, as_named, strict=True))
    joint = _count(labels, first, second, progress=progress)
    rows, columns = as_mixed[0].shape[1], as_mixed[1].shape[1]
    total = (
        _divide(joint[rows:, :columns], shared)
        + _divide(joint[:rows, columns:], shared)
        - joint[:rows, :columns]
    )
    total = total + _tally_one_colour_each(deck, labels.rules, plain, groups, progress)
    if total[-1].any() or total[:, -1].any() or (total < 0).any():
        raise AssertionError("the colours of two hands do not add up")
    return total[:-1, :-1].tolist()  # type: ignore[no-any-return]


def _colour_rows(
    labels: Labels, side: frozenset[Aspect], groups: Groups
) -> dict[str, NDArray[np.int64]]:
    """By colour: the ways of each label's hands were they of that colour, the last column where none is."""
    by_label, _ = labels.list_views(side)
    nowhere = max(groups.values()) + 1
    found = {}
    for colour in COLOURS:
        rows = np.zeros((len(by_label), nowhere + 1), dtype=np.int64)
        for row, views in zip(rows, by_label, strict=True):
            for view, times in views:
                row[groups.get(replace(view, colour=colour), nowhere)] += times
        found[colour] = rows
    return found


def _tally_one_colour_each(
    deck: Deck,
    rules: RankRules,
    plain: Sides,
    groups: Sequence[Groups],
    progress: Progress | None,
) -> NDArray[np.object_]:
    """Pairs of a red or black hand with a red or black one, each by its group less that of a mixed one."""
    small = {
        colour: label_classes(replace(deck, suits=number), rules, plain[0] | plain[1])
        for colour, number in count_colour_suits(deck.suits).items()
        if number * len(deck.ranks) + deck.jokers >= 7
    }
    total = np.zeros(tuple(max(group.values()) + 2 for group in groups), dtype=object)
    sums: dict[str, list[tuple[NDArray[np.object_], NDArray[np.object_]]]] = {}
    for colour, labels in small.items():
        by_side = [
            _colour_rows(labels, side, group) for side, group in zip(plain, groups, strict=True)
        ]
        if labels.classes.deck.size >= 14:
            rows = [np.hstack([found[colour], found[_MIXED]]) for found in by_side]
            joint = _count(labels, rows[0], rows[1], progress=progress)
            one, two = (found[colour].shape[1] for found in by_side)
            total = total + joint[:one, :two] - joint[:one, two:] - joint[one:, :two]
            total = total + joint[one:, two:]
        sums[colour] = [_sum_hands(labels, found[colour] - found[_MIXED]) for found in by_side]
    for own, other in ((_RED, _BLACK), (_BLACK, _RED)):
        if own in sums and other in sums:
            (every, with_joker), (others, also) = sums[own][0], sums[other][1]
            total = total + np.outer(every, others) - np.outer(with_joker, also)
    return total


def _sum_hands(
    labels: Labels, rows: NDArray[np.int64]
) -> tuple[NDArray[np.object_], NDArray[np.object_]]:
    """Rows added up over all hands, and over those with the joker."""
    hands = np.zeros(len(labels.rows), dtype=np.int64)
    np.add.at(hands, labels.of_class, labels.classes.orbits)
    seen = labels.columns.index("seen")
    joker = np.array([row[seen] >> JOKER_AT & 1 for row in labels.rows])
    every = (rows * hands[:, None]).astype(object).sum(axis=0)
    return every, (rows * (hands * joker)[:, None]).astype(object).sum(axis=0)

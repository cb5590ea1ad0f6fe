"""Hands by their ranks alone, and beside them the few whose suits matter.

What a house way makes of a hand depends on its ranks, on the joker, and only where a suit could make a
flush on the ranks of that suit: such hands are the *flush hands*, one in 24. All hands of the same ranks
and joker are of one *form*. Give each form one label, that of its plain hands, and call it the base
label. Then for any subset S the hands that contain S are, by label,

    tally(S) = base(S) + change(S),

base(S) being all hands that contain S by base label, and change(S) the flush hands by label less the
same hands by base label. The base depends on the ranks of S alone, since so does the number of hands of
one form that contain S; and the changes of all S of the same ranks, added up, are those of each flush
hand times the number of its subsets with these ranks. So for anything that is linear in either hand,

    sum over S of tally(S) x tally(S) = sum over the ranks s of (
        N(s) base(s) x base(s) + base(s) x changes(s) + changes(s) x base(s)
    ) + sum over S of change(S) x change(S),

with N(s) subsets of the ranks s. The first sum runs over some 35,000 ranks instead of a million classes
of subsets, the second over flush hands only. Which label is taken as base does not matter: it cancels.
Where a form has no plain hand, as in decks of one suit, any label of it serves.

A label may also turn on whether two cards beside a flush are of one suit, as a royal match does.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from certify.kernels.compilation import compiled
from certify.kernels.deck import HAND, JOKER, Deck, population, require
from certify.kernels.keys import DistinctInputs, count_in_key, distinct_inputs, split_key
from certify.kernels.subsets import SuitClasses, field, has_joker

RANKS = 13
RESTS = 1 + RANKS + RANKS * (RANKS + 1) // 2
"""The ranks of at most two cards beside a flush."""
NATURAL_FORMS = comb(RANKS + HAND - 1, HAND)
FORMS = NATURAL_FORMS + comb(RANKS + HAND - 2, HAND - 1)


class TurnsOnSuits(ValueError):
    """Labels that tell hands of one form apart by suits that could make no flush."""


@dataclass(frozen=True, slots=True)
class RankedHands:
    """Every hand of a deck by label: by form, and flush hands by what lies in the suit."""

    deck: Deck
    weights: NDArray[np.int64]
    """The hands of each label."""
    available: NDArray[np.int64]
    """The cards of each rank in the deck."""
    base: NDArray[np.int32]
    """The base label of each form; -1 where the deck has no such form."""
    flush_labels: NDArray[np.int32]
    """The labels of flush hands other than the base label, ordered by form."""
    flush_hands: NDArray[np.int64]
    """How many hands of the form have that label."""
    starts: NDArray[np.int64]
    """Where the flush hands of each form start, and where those of the last end."""
    beside: NDArray[np.int32]
    """The label of a flush hand by joker, ranks of the suit, ranks beside it and whether the two cards
    beside it are of one suit; -1 for none."""
    beside_base: NDArray[np.int32]
    """The base label of the same."""


def rank_hands(classes: SuitClasses, labels: NDArray[np.integer[Any]]) -> RankedHands:
    """Sort the hands of a deck by form, given the label of each suit class of seven cards, from 0."""
    deck = classes.deck
    if classes.size != HAND or len(labels) != len(classes) or int(labels.min()) < 0:
        raise ValueError("one label, from 0, for each suit class of seven cards")
    ranks = np.array(deck.ranks, dtype=np.int64)
    forms = np.empty(len(classes), dtype=np.int32)
    places = np.empty(len(classes), dtype=np.int32)
    _place_hands(classes.packed, deck.suits, ranks, rank_offsets(), forms, places)
    return _sort(deck, labels.astype(np.int32), classes.orbits, forms, places, (0,))


@lru_cache(maxsize=2)
def rank_inputs(deck: Deck) -> RankedHands:
    """Give every hand of a deck the place of its distinct input; kept, and not to be changed."""
    inputs = distinct_inputs(deck)
    count = len(inputs.keys)
    forms, places = place_inputs(inputs)
    # two cards beside a flush make one input, of one suit or not
    return _sort(deck, np.arange(count, dtype=np.int32), inputs.weights, forms, places, (0, 1))


@dataclass(frozen=True, slots=True)
class SuitedInputs:
    """The distinct inputs of a deck, those twice whose two cards beside a flush are of one suit or not.

    All that a hand shows but its colour and the order of its cards turns on its place among these.
    """

    hands: RankedHands
    """Labelled by place."""
    representatives: NDArray[np.int8]
    of_input: NDArray[np.int64]
    """The distinct input of each place."""


@lru_cache(maxsize=2)
def rank_suited(deck: Deck) -> SuitedInputs:
    """Give every hand of a deck its place among suited inputs; kept, and not to be changed.

    Of the ways to take two cards of different ranks from the suits beside a flush one in as many as
    there are such suits has both of one suit. In a deck of two suits that is every way: the place for
    cards of two suits then has no hands.
    """
    inputs = distinct_inputs(deck)
    count = len(inputs.keys)
    forms, places = place_inputs(inputs)
    apart = np.zeros(RESTS, dtype=np.bool_)
    for higher in range(RANKS):
        for lower in range(higher):
            apart[rest_place(lower, higher)] = True
    twice = np.flatnonzero((places >= 0) & apart[(places >> 1) % RESTS])
    of_input = np.concatenate([np.arange(count), twice])
    weights = inputs.weights[of_input]
    weights[count:] //= max(deck.suits - 1, 1)
    weights[twice] -= weights[count:]
    places = places[of_input]
    places[count:] += 1
    labels = np.arange(len(of_input), dtype=np.int32)
    hands = _sort(deck, labels, weights, forms[of_input], places, (0,))
    rows = inputs.representatives[of_input]
    rows[count:] = _suit_beside(rows[count:], one_suit=True)
    rows[twice] = _suit_beside(rows[twice], one_suit=deck.suits < 3)
    return SuitedInputs(hands, rows, of_input)


def _suit_beside(rows: NDArray[np.int8], *, one_suit: bool) -> NDArray[np.int8]:
    """Give the two cards beside the flush of each hand one suit, or two; hands ascend as before."""
    natural = rows != JOKER
    held = np.stack([((rows & 3 == suit) & natural).sum(axis=1) for suit in range(4)], axis=1)
    flush = held.argmax(axis=1)
    free = np.array([[suit for suit in range(3) if suit != own][:2] for own in range(4)])
    beside = natural & (rows & 3 != flush[:, None])
    require((beside.sum(axis=1) == 2).all(), "two cards beside a flush")
    second = beside & (np.cumsum(beside, axis=1) == 2)
    given = np.where(second & (not one_suit), free[flush, 1][:, None], free[flush, 0][:, None])
    moved = np.where(beside, rows & ~3 | given, rows)
    return np.sort(moved, axis=1).astype(np.int8)


def _sort(
    deck: Deck,
    labels: NDArray[np.int32],
    hands: NDArray[np.int64],
    forms: NDArray[np.int32],
    places: NDArray[np.int32],
    suited: tuple[int, ...],
) -> RankedHands:
    weights = np.zeros(int(labels.max()) + 1, dtype=np.int64)
    np.add.at(weights, labels, hands)
    require(weights.sum() == deck.hands, "weights of the labels sum to all hands")
    is_flush = places >= 0
    plain, plain_labels = forms[~is_flush], labels[~is_flush]
    flush, flush_labels = places[is_flush], labels[is_flush]
    base = np.full(FORMS, -1, dtype=np.int32)
    # in this order: a plain hand gives the base label wherever the form has one
    base[forms[is_flush]] = flush_labels
    base[plain] = plain_labels
    beside = np.full((2, 1 << RANKS, RESTS, 2), -1, dtype=np.int32)
    beside_base = np.full_like(beside, -1)
    for one in suited:
        beside.reshape(-1)[flush + one] = flush_labels
        beside_base.reshape(-1)[flush + one] = base[forms[is_flush]]
    # two labels for one place: what was written last differs from what some hand has
    if bool((base[plain] != plain_labels).any()) or bool(
        (beside.reshape(-1)[flush] != flush_labels).any()
    ):
        raise TurnsOnSuits("the labels turn on suits that could make no flush")
    available = np.zeros(RANKS, dtype=np.int64)
    available[list(deck.ranks)] = deck.suits
    entries = _merge(forms[is_flush], flush_labels, hands[is_flush], base, len(weights))
    return RankedHands(deck, weights, available, base, *entries, beside, beside_base)


def _merge(
    forms: NDArray[np.integer[Any]],
    labels: NDArray[np.int32],
    hands: NDArray[np.int64],
    base: NDArray[np.int32],
    count: int,
) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int64]]:
    """Return the labels of flush hands by form, those of the base left out, and where forms start."""
    changed = base[forms] != labels
    keys = forms[changed].astype(np.int64) * count + labels[changed]
    listed, numbers = np.unique(keys, return_inverse=True)
    merged = np.zeros(len(listed), dtype=np.int64)
    np.add.at(merged, numbers, hands[changed])
    of_form, found = np.divmod(listed, count)
    return found.astype(np.int32), merged, np.searchsorted(of_form, np.arange(FORMS + 1))


def relabel(hands: RankedHands, names: NDArray[np.integer[Any]]) -> RankedHands:
    """Give each label another one, from 0, which several may share: the fewer, the quicker."""
    new = names.astype(np.int32)
    weights = np.zeros(int(new.max()) + 1, dtype=np.int64)
    np.add.at(weights, new, hands.weights)
    with_none = np.append(new, np.int32(-1))  # what -1 reads
    base = with_none[hands.base]
    forms = np.repeat(np.arange(FORMS), np.diff(hands.starts))
    entries = _merge(forms, new[hands.flush_labels], hands.flush_hands, base, len(weights))
    return RankedHands(
        hands.deck,
        weights,
        hands.available,
        base,
        *entries,
        with_none[hands.beside],
        with_none[hands.beside_base],
    )


@lru_cache(maxsize=1)
def rank_offsets() -> NDArray[np.int64]:
    """What the cards of a rank, so many of them above so many others, add to the place of a form.

    Ranks r_0 <= r_1 <= … are the subset of the r_i + i, which ascend; its place is the colex one.
    """
    result = np.zeros((RANKS, HAND + 1, HAND + 1), dtype=np.int64)
    for rank, count, below in np.ndindex(result.shape):
        result[rank, count, below] = sum(
            comb(rank + below + i, below + i + 1) for i in range(count)
        )
    return result


@compiled
def rest_place(lower: int, higher: int) -> int:
    """The place of the ranks beside a flush; -1 stands for no card, and comes first."""
    if higher < 0:
        return 0
    if lower < 0:
        return 1 + higher
    return 1 + RANKS + higher * (higher + 1) // 2 + lower


@compiled
def _place_hands(
    packed: NDArray[np.int64],
    suits: int,
    ranks: NDArray[np.int64],
    offsets: NDArray[np.int64],
    forms: NDArray[np.int32],
    places: NDArray[np.int32],
) -> None:
    """Write the place of each hand's form, and of what lies in and beside its flush; -1 for none."""
    fields = np.empty(suits, dtype=np.int64)
    for i in range(len(packed)):
        joker = has_joker(packed[i])
        flush = -1
        for suit in range(suits):
            fields[suit] = field(packed[i], suit)
            if population(fields[suit]) >= 5 - joker:
                flush = suit
        place = joker * NATURAL_FORMS
        below = 0
        mask = 0
        lower = -1
        higher = -1
        lower_suit = -1
        higher_suit = -1
        for j in range(len(ranks)):
            count = 0
            for suit in range(suits):
                if (fields[suit] >> j) & 1:
                    count += 1
                    if suit == flush:
                        mask |= 1 << ranks[j]
                    elif flush >= 0:
                        lower, lower_suit = higher, higher_suit
                        higher, higher_suit = ranks[j], suit
            place += offsets[ranks[j], count, below]
            below += count
        forms[i] = place
        places[i] = -1
        if flush >= 0:
            suited = 1 if lower >= 0 and lower_suit == higher_suit else 0
            rest = rest_place(lower, higher)
            places[i] = (((joker << RANKS) + mask) * RESTS + rest) * 2 + suited


def place_inputs(inputs: DistinctInputs) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the place of each distinct input's form, and of what lies in and beside its flush, or -1."""
    forms = np.empty(len(inputs.keys), dtype=np.int32)
    places = np.empty(len(inputs.keys), dtype=np.int32)
    _place_inputs(inputs.keys, rank_offsets(), forms, places)
    return forms, places


@compiled
def _place_inputs(
    keys: NDArray[np.int64],
    offsets: NDArray[np.int64],
    forms: NDArray[np.int32],
    places: NDArray[np.int32],
) -> None:
    """Write the same for the keys of distinct inputs."""
    for i in range(len(keys)):
        mask, joker = split_key(keys[i])
        place = joker * NATURAL_FORMS
        below = 0
        lower = -1
        higher = -1
        for rank in range(RANKS):
            count = count_in_key(keys[i], rank)
            place += offsets[rank, count, below]
            below += count
            if mask:
                for _ in range(count - ((mask >> rank) & 1)):
                    lower = higher
                    higher = rank
        forms[i] = place
        places[i] = -1
        if mask:
            places[i] = (((joker << RANKS) + mask) * RESTS + rest_place(lower, higher)) * 2


class RankSubsets(NamedTuple):
    """The ranks that subsets of one size can have, each as the number of cards of every rank."""

    counts: NDArray[np.int8]
    jokers: NDArray[np.int8]
    weights: NDArray[np.int64]
    """How many subsets of the deck have these ranks."""


def list_rank_subsets(deck: Deck, size: int) -> RankSubsets:
    """The ranks of all subsets of one size."""
    rows: list[list[int]] = []
    jokers = []
    weights = []
    for joker in range(min(deck.jokers, size) + 1):
        for ranks in combinations_with_replacement(deck.ranks, size - joker):
            counts = [ranks.count(rank) for rank in range(RANKS)]
            if max(counts) <= deck.suits:
                rows.append(counts)
                jokers.append(joker)
                weights.append(prod(comb(deck.suits, count) for count in counts))
    require(sum(weights) == comb(deck.size, size), f"ranks of {size} cards sum to all subsets")
    return RankSubsets(
        np.array(rows, dtype=np.int8).reshape(-1, RANKS),
        np.array(jokers, dtype=np.int8),
        np.array(weights, dtype=np.int64),
    )

"""From the kernels' whole numbers to views: every suit class with the views that its hands have."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import reduce
from math import factorial, gcd, perm
from typing import TYPE_CHECKING, Any

from certify.base.errors import NotCounted
from certify.game.cards import RED_SUITS
from certify.game.rank import RankRules
from certify.game.views import (
    COLOURS,
    IN_ORDER,
    NEED_SUITS,
    NO_ASPECTS,
    Aspect,
    HandView,
    SetHand,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from certify.kernels.deck import Deck
    from certify.kernels.ranked_hands import SuitedInputs
    from certify.kernels.subsets import SuitClasses
    from certify.kernels.views import Shares

_RED = RED_SUITS
_BLACK = tuple(suit for suit in range(4) if suit not in RED_SUITS)

Weighted = tuple[tuple[HandView, int], ...]
"""The views that hands of one label have, and how many of the `ways` each of them has."""


@dataclass(frozen=True, slots=True, eq=False)
class HouseWaySetting:
    """How a house way sets every hand: what names it among stored results, and its values."""

    inputs: Mapping[str, Any]
    """All that the values depend on, as plain data."""
    load: Callable[[], tuple[NDArray[np.int32], NDArray[np.int32]]]
    """Low and high values by distinct input of the deck."""


@dataclass(frozen=True, slots=True)
class Labels:
    """Suit classes of hands by what is seen of them."""

    rules: RankRules
    classes: SuitClasses
    columns: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]
    """By label: one number for each column."""
    of_class: NDArray[np.int64]

    @property
    def deck(self) -> Deck:
        """The deck of the hands."""
        return self.classes.deck

    def list_views(self, aspects: frozenset[Aspect]) -> tuple[list[Weighted], int]:
        """The views of each label that fill in no more than some aspects, and the ways of each."""
        return _list_views(self, aspects)


@dataclass(frozen=True, slots=True)
class RankedLabels:
    """Suited inputs by what is seen of their hands, which then turns on no other suits."""

    rules: RankRules
    inputs: SuitedInputs
    columns: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]
    of_input: NDArray[np.int64]

    @property
    def deck(self) -> Deck:
        """The deck of the hands."""
        return self.inputs.hands.deck

    def list_views(self, aspects: frozenset[Aspect]) -> tuple[list[Weighted], int]:
        """The views of each label that fill in no more than some aspects, and the ways of each."""
        return _list_views(self, aspects)


def _list_views(
    labels: Labels | RankedLabels, aspects: frozenset[Aspect]
) -> tuple[list[Weighted], int]:
    shares = share_colours(labels.deck.suits)
    found = [
        decode(dict(zip(labels.columns, row, strict=True)), aspects, shares) for row in labels.rows
    ]
    return found, sum(times for _, times in found[0])


def decode(numbers: Mapping[str, int], aspects: frozenset[Aspect], shares: Shares) -> Weighted:
    """The views of the hands that have some numbers of the kernels' by column."""
    from certify.kernels.views import LABELS, SEEN

    if len(aspects & IN_ORDER) > 1:
        raise NotCounted("the first cards dealt are counted for one number of cards, not for two")
    if Aspect.REDS in aspects:
        aspects -= {Aspect.COLOUR}  # told by the numbers of red and black cards
    found: list[tuple[dict[str, Any], int]] = [({}, 1)]
    for column in (SEEN, *sorted(aspects)):
        parts = list(LABELS[column].read(numbers[column], shares))
        found = [(view | part, times * ways) for view, times in found for part, ways in parts]
    return tuple((HandView(**view), times) for view, times in found)


def find_deck(rules: RankRules) -> Deck:
    """The deck that the kernels deal from."""
    from certify.kernels.deck import Deck

    return Deck(jokers=rules.jokers)


def label_classes(
    deck: Deck,
    rules: RankRules,
    aspects: frozenset[Aspect] = NO_ASPECTS,
    setting: HouseWaySetting | None = None,
) -> Labels:
    """Label every suit class of hands of a deck by the aspects asked for."""
    from certify.kernels.deck import HAND
    from certify.kernels.subsets import suit_classes
    from certify.kernels.views import combine

    classes = suit_classes(deck, HAND)
    columns = label_hands(classes.representatives(), rules, aspects)
    if Aspect.AS_SET in aspects:
        columns["as-set"] = _label_settings(classes, setting)
    rows, of_class = combine(list(columns.values()))
    return Labels(rules, classes, tuple(columns), tuple(map(tuple, rows.tolist())), of_class)


def rank_labels(
    deck: Deck,
    rules: RankRules,
    aspects: frozenset[Aspect] = NO_ASPECTS,
    setting: HouseWaySetting | None = None,
) -> RankedLabels:
    """Label every suited input of a deck by the aspects asked for, none of which turns on other suits."""
    from certify.kernels.keys import distinct_inputs
    from certify.kernels.ranked_hands import rank_suited
    from certify.kernels.views import combine

    if aspects & NEED_SUITS:
        raise ValueError(f"{', '.join(sorted(aspects & NEED_SUITS))}: labelled by suit class")
    inputs = rank_suited(deck)
    columns = label_hands(inputs.representatives, rules, aspects)
    if Aspect.AS_SET in aspects:
        leads = _lead(setting, len(distinct_inputs(deck).keys))
        columns["as-set"] = leads[inputs.of_input]
    rows, of_input = combine(list(columns.values()))
    return RankedLabels(rules, inputs, tuple(columns), tuple(map(tuple, rows.tolist())), of_input)


def label_hands(
    hands: NDArray[np.int8], rules: RankRules, aspects: frozenset[Aspect]
) -> dict[str, NDArray[np.int64]]:
    """What is seen of hands, given as rows of ascending codes, but how they are set."""
    from certify.kernels.views import LABELS, SEEN, label

    wild = rules.joker == "wild"
    return {
        column: label(column, hands, wild=wild)
        for column in (SEEN, *sorted(aspects))
        if LABELS[column].fill is not None
    }


def _label_settings(classes: SuitClasses, setting: HouseWaySetting | None) -> NDArray[np.int64]:
    """Class and leading rank of low and high hand as set, packed, by suit class."""
    from certify.kernels.keys import label_inputs

    inputs, of_class = label_inputs(classes)
    return _lead(setting, len(inputs.keys))[of_class]


def _lead(setting: HouseWaySetting | None, inputs: int) -> NDArray[np.int64]:
    """The same by distinct input, of which the deck has so many."""
    from certify.kernels.settings import pack_leads

    if setting is None:
        raise NotCounted(
            "a condition looks at the hands as set, and there is no house way that sets them"
        )
    lows, highs = setting.load()
    if inputs != len(lows):
        raise NotCounted("the house way sets the hands of another deck")
    leads: NDArray[np.int64] = pack_leads(lows, highs)
    return leads


def count_colour_suits(suits: int) -> dict[str, int]:
    """How many of the first so many suits are red, and how many black."""
    return {
        colour: sum(suit < suits for suit in own)
        for colour, own in zip(COLOURS, (_RED, _BLACK), strict=False)
    }


def share_colours(suits: int) -> Shares:
    """For cards of so many suits: in how many of equally likely namings of the suits each colour.

    The namings are reduced by what divides all shares, and are as many for every number of suits.
    """
    reds, blacks = count_colour_suits(suits).values()
    shares = {}
    for used in range(1, suits + 1):
        rest = factorial(suits - used)
        red, black = rest * perm(reds, used), rest * perm(blacks, used)
        shares[used] = dict(zip(COLOURS, (red, black, factorial(suits) - red - black), strict=True))
    divisor = reduce(gcd, (number for share in shares.values() for number in share.values()))
    return {
        used: {colour: number // divisor for colour, number in share.items()}
        for used, share in shares.items()
    }


def describe_view(view: HandView) -> dict[str, Any]:
    """A view as plain data; aspects that nobody asked for are left out."""
    described: dict[str, Any] = {}
    for field in fields(HandView):
        value = getattr(view, field.name)
        if isinstance(value, frozenset):
            value = sorted(value)
        elif isinstance(value, SetHand):
            value = [value.hand, value.rank]
        if value not in (None, [], ""):
            described[field.name] = value
    return described


def read_view(data: Mapping[str, Any]) -> HandView:
    """A view from plain data."""
    filled: dict[str, Any] = {"held": frozenset(), "highest": None}
    for name, value in data.items():
        if name in {"low", "high"}:
            filled[name] = SetHand(*value)
        else:
            filled[name] = frozenset(value) if isinstance(value, list) else value
    return HandView(**filled)


def describe_rules(rules: RankRules) -> dict[str, Any]:
    """All of the ranking that a view of seven cards depends on."""
    return {"joker": rules.joker if rules.jokers else "none"}

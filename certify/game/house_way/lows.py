"""The low hand that a rule plays: of those its words allow, the highest; of equal ones, by tie-break.

The words are a named selector, a pattern, or several of either. Where the two hands that are left
rank equal too, the cards that come first in the deck are laid low, so that the same cards are
always set alike and the joker stays in the high hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any

from certify.base.errors import CertifyError
from certify.game.cards import ACE, Card
from certify.game.house_way.shapes import (
    GROUP_SIZES,
    Hand,
    Low,
    RankGroup,
    face,
    parse_group,
    shapes_with,
    shapes_with_singles,
)
from certify.game.rank import is_foul, name_category, rank_low
from certify.game.vocabulary import COMPLETE, COMPLETE_CLASSES, TIE_BREAKS

PAIR = "pair"


@dataclass(frozen=True, slots=True)
class LowPattern:
    """A pattern of low hands; a key that is omitted does not restrict it."""

    of: str
    """pair, two-ranks, or empty for either."""
    holding: tuple[RankGroup, ...]
    """One group that either card falls in, or one for each card; none where any will do."""
    leaving: tuple[str, ...]
    """The classes of the high hand that is left; none where any will do."""

    @property
    def name(self) -> str:
        """The pattern in words."""
        kind = {PAIR: "a pair", "two-ranks": "two ranks"}.get(self.of, "two cards")
        held = f" holding {' and '.join(map(str, self.holding))}" if self.holding else ""
        left = f" leaving {' or '.join(self.leaving)}" if self.leaving else ""
        return kind + held + left

    @property
    def classes(self) -> frozenset[str]:
        """The classes that may be left, each by its name."""
        named = set(self.leaving)
        return frozenset(named - {COMPLETE} | set(COMPLETE_CLASSES if COMPLETE in named else ()))

    def fits(self, low: Low, hand: Hand) -> bool:
        """Whether a low hand is one of these."""
        return (
            (not self.of or (self.of == PAIR) == is_pair(low, hand))
            and self._holds(_ranks(low, hand))
            and (not self.leaving or name_category(hand.rank_left(low)) in self.classes)
        )

    def _holds(self, ranks: tuple[int, ...]) -> bool:
        """Whether the cards of a low hand, one rank where they are equal, fall in the groups."""
        cards = (ranks * 2)[:2]
        return any(
            all(rank in group for rank, group in zip(order, self.holding, strict=False))
            for order in permutations(cards)
        )

    def offer(self, hand: Hand) -> Iterable[Low]:
        """Every low hand that is one of these."""
        only_complete = self.leaving and self.classes <= set(COMPLETE_CLASSES)
        lows = hand.lows_leaving_complete if only_complete else hand.lows
        return [low for low in lows if self.fits(low, hand)]


def build_pattern(item: Mapping[str, Any]) -> LowPattern:
    """Read a pattern from the plain data of a rule."""
    leaving, holding = item.get("leaving", ()), item.get("holding", ())
    return LowPattern(
        item.get("of", ""),
        tuple(map(parse_group, [holding] if isinstance(holding, str) else holding)),
        (leaving,) if isinstance(leaving, str) else tuple(leaving),
    )


def is_pair(low: Low, hand: Hand) -> bool:
    """Whether two cards are a pair."""
    return name_category(rank_low(low, hand.rules)) == "one-pair"


def is_permissible(low: Low, hand: Hand) -> bool:
    """Whether a low hand leaves a high hand with which it is no foul."""
    rules = hand.rules
    return not is_foul(hand.rank_left(low), rank_low(low, rules), rules)


def _ranks(low: Low, hand: Hand) -> tuple[int, ...]:
    return rank_low(low, hand.rules)[1:]


BEST_HIGH = TIE_BREAKS[0]


@dataclass(frozen=True, slots=True)
class LowChoice:
    """How a rule names the low hand, and what the low hand so named must be."""

    parts: tuple[Selector | LowPattern, ...]
    provided: tuple[LowPattern, ...] = ()
    """Where there are any, the low hand must be one of these, or the rule does not match."""

    @property
    def name(self) -> str:
        """The choice in words."""
        return ", or ".join(part.name for part in self.parts)

    @property
    def always(self) -> bool:
        """Whether every hand of its shapes has such a low hand."""
        found = any(isinstance(part, Selector) and part.always for part in self.parts)
        return found and not self.provided

    @property
    def shapes(self) -> frozenset[str]:
        """The shapes for which every part makes sense; a pattern does for all."""
        found = frozenset(GROUP_SIZES)
        for part in self.parts:
            found &= part.shapes if isinstance(part, Selector) else found
        return found

    def name_low(self, hand: Hand, tie_break: str = BEST_HIGH) -> Low | None:
        """The low hand that the words name, whatever is provided; None where they find none."""
        ranked = {low: rank_low(low, hand.rules) for part in self.parts for low in part.offer(hand)}
        if not ranked:
            return None
        best = max(ranked.values())
        lows = [low for low, rank in ranked.items() if rank == best]
        # equal low hands leave equal ranks: only straights, flushes or a wild joker tell them apart
        if len(lows) > 1 and (hand.complete or hand.rules.joker == "wild"):
            highs = {low: hand.rank_left(low) for low in lows}
            wanted = max(highs.values()) if tie_break == BEST_HIGH else min(highs.values())
            lows = [low for low in lows if highs[low] == wanted]
        return min(lows)

    def is_provided(self, low: Low, hand: Hand) -> bool:
        """Whether a low hand is what the rule asks it to be."""
        return not self.provided or any(pattern.fits(low, hand) for pattern in self.provided)

    def choose(self, hand: Hand, tie_break: str = BEST_HIGH) -> Low | None:
        """The low hand to play; None where the rule does not match."""
        low = self.name_low(hand, tie_break)
        return low if low is not None and self.is_provided(low, hand) else None


def build_low(low: Any, provided: Any = ()) -> LowChoice:
    """Read `low` and `provided` from the plain data of a rule."""
    parts = low if isinstance(low, list | tuple) else [low]
    asked: Sequence[Mapping[str, Any]] = provided if isinstance(provided, list) else [provided]
    return LowChoice(
        tuple(_build_part(part) for part in parts),
        tuple(build_pattern(item) for item in asked) if provided else (),
    )


def _build_part(part: str | Mapping[str, Any]) -> Selector | LowPattern:
    if not isinstance(part, str):
        return build_pattern(part)
    if part not in REGISTRY:
        raise CertifyError(
            f"{part!r} is not a selector of a house way; write one of {', '.join(REGISTRY)}"
        )
    return REGISTRY[part]


@dataclass(frozen=True, slots=True)
class Selector:
    """A way to name the low hand."""

    name: str
    shapes: frozenset[str]
    """The shapes for which it makes sense."""
    always: bool
    """Whether it finds a low hand in every hand of those shapes."""
    example: tuple[str, str]
    """Seven cards, and the low hand it names."""
    offer: Callable[[Hand], Iterable[Low]]


REGISTRY: dict[str, Selector] = {}

_Offer = Callable[[Hand], Iterable[Low]]


def _register(
    shapes: frozenset[str], example: tuple[str, str], *, always: bool = True
) -> Callable[[_Offer], _Offer]:
    def register(function: _Offer) -> _Offer:
        name = function.__name__.replace("_", "-")
        REGISTRY[name] = Selector(name, shapes, always, example, function)
        return function

    return register


def _pairs_of(cards: tuple[Card, ...]) -> Iterable[Low]:
    return combinations(cards, 2)


@_register(shapes_with_singles(2), ("3c 3h Ks Jh 9c 8d 5s", "Ks Jh"))
def two_highest_singles(hand: Hand) -> Iterable[Low]:
    """The two highest singles."""
    return [(hand.singles[0], hand.singles[1])]


@_register(frozenset({"no-pair"}), ("Kc Qh 9s 6h 4c 3d 2s", "Qh 9s"))
def second_and_third_highest(hand: Hand) -> Iterable[Low]:
    """The second and third highest of seven different ranks."""
    return [(hand.singles[1], hand.singles[2])]


@_register(shapes_with(2), ("Jc Jh 7s 7h 2c 2d 6s", "Jh Jc"))
def highest_pair(hand: Hand) -> Iterable[Low]:
    """The highest pair."""
    return _pairs_of(hand.groups_of(2)[0].cards)


@_register(shapes_with(2, 2, 2), ("8c 8h 6s 6h Qc 9d 7s", "6s 6h"))
def lower_pair(hand: Hand) -> Iterable[Low]:
    """The lower of two pairs."""
    return _pairs_of(hand.groups_of(2)[1].cards)


@_register(frozenset({"four-and-pair", "four-and-three"}), ("Qc Qh Qs Qd 2h 2d 3c", "2h 2d"))
def pair_beside_four(hand: Hand) -> Iterable[Low]:
    """The pair, or two of the three, beside a four of a kind."""
    return _pairs_of(hand.groups[1].cards)


@_register(shapes_with(3, 1, 1), ("Kc Kd Kh Joker As Jd 10s", "Kd Kc"))
def pair_of_three(hand: Hand) -> Iterable[Low]:
    """Two of the three of a kind."""
    return _pairs_of(hand.groups_of(3)[0].cards)


@_register(frozenset({"two-threes"}), ("10c 10h 10s 4h 4c 4d 8s", "10h 10c"))
def pair_of_higher_three(hand: Hand) -> Iterable[Low]:
    """Two of the higher of two threes of a kind."""
    return _pairs_of(hand.groups_of(3)[0].cards)


@_register(shapes_with(4), ("Jc Jh Js Jd Qh 9d 4c", "Jd Jc"))
def pair_of_four(hand: Hand) -> Iterable[Low]:
    """Two of the four of a kind."""
    return _pairs_of(hand.groups_of(4)[0].cards)


@_register(shapes_with(5), ("Ac Ah As Ad Joker Qh Qd", "Ad Ac"))
def pair_of_five(hand: Hand) -> Iterable[Low]:
    """Two of the five aces."""
    return _pairs_of(hand.groups_of(5)[0].cards)


@_register(shapes_with_singles(0), ("Ac Ah As Kh Qc Jd 2s", "Ac Kh"), always=False)
def ace_and_next_highest(hand: Hand) -> Iterable[Low]:
    """An ace and the highest card that is none; nothing where there is no ace."""
    others = [card for card in hand.cards if face(card) != ACE]
    highest = [card for card in others if card.rank == others[0].rank]
    return [(ace, other) for ace in hand.cards if face(ace) == ACE for other in highest]


@_register(shapes_with_singles(0), ("Kc Kh Ks 2h 2c 7d 6s", "2h 2c"), always=False)
def highest_permissible_pair(hand: Hand) -> Iterable[Low]:
    """The highest two equal cards that leave a high hand with which they are no foul."""
    return [low for low in hand.lows if is_pair(low, hand) and is_permissible(low, hand)]


@_register(shapes_with_singles(0), ("Kh 8h 6h 5h 4h 7s 3d", "Kh 8h"), always=False)
def best_leaving_complete(hand: Hand) -> Iterable[Low]:
    """The highest two cards that leave a complete hand; nothing where none is possible."""
    return hand.lows_leaving_complete


@_register(shapes_with_singles(0), ("10c 9h 8s 7d 6h 9d 9c", "9d 9c"), always=False)
def pair_leaving_complete(hand: Hand) -> Iterable[Low]:
    """The highest pair that leaves a complete hand; nothing where no pair does."""
    return [low for low in hand.lows_leaving_complete if is_pair(low, hand)]

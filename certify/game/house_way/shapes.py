"""Seven cards as a house way sees them: groups of equal rank, their shape, and what they complete.

The joker is an ace unless a rule sets it apart; then it is a single of an ace's rank. Whatever is
dear to compute is computed once a hand, when a rule first asks for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

from certify.base.errors import CertifyError
from certify.game.cards import ACE, Card, sort_cards
from certify.game.rank import Rank, RankRules, rank_high
from certify.game.vocabulary import RANKS


@dataclass(frozen=True, slots=True)
class RankGroup:
    """Ranks from one to another: `2-6`, `K+` (king or better) or `A` alone."""

    lowest: int
    highest: int

    def __contains__(self, rank: int) -> bool:
        return self.lowest <= rank <= self.highest

    def __str__(self) -> str:
        first, last = RANKS[self.lowest], RANKS[self.highest]
        return first if first == last else f"{first}-{last}"

    def covers(self, other: RankGroup) -> bool:
        """Whether every rank of the other group is in this one."""
        return self.lowest <= other.lowest and other.highest <= self.highest


def parse_group(text: str) -> RankGroup:
    """Read a group of ranks, the lower rank first."""
    first, dash, last = text.partition("-")
    if not dash:
        last = RANKS[ACE] if first.endswith("+") else first
        first = first.removesuffix("+")
    ends = [RANKS.index(rank) for rank in (first, last) if rank in RANKS]
    if len(ends) != 2 or ends[0] > ends[1]:
        raise CertifyError(
            f"{text!r} is not a group of ranks; write for example 2-6, K+ or A, the lower rank first"
        )
    return RankGroup(*ends)


Low = tuple[Card, Card]

GROUP_SIZES: dict[str, tuple[int, ...]] = {
    "no-pair": (),
    "one-pair": (2,),
    "two-pair": (2, 2),
    "three-pair": (2, 2, 2),
    "three-of-a-kind": (3,),
    "two-threes": (3, 3),
    "full-house": (3, 2),
    "full-house-and-pair": (3, 2, 2),
    "four-of-a-kind": (4,),
    "four-and-pair": (4, 2),
    "four-and-three": (4, 3),
    "five-aces": (5,),
    "five-aces-and-pair": (5, 2),
}
"""How many cards each group of two or more holds; all other cards are singles."""

EXAMPLES: dict[str, str] = {
    "no-pair": "Kc Qh 9s 6h 4c 3d 2s",
    "one-pair": "Joker As Kd 9h 7c 5d 3s",
    "two-pair": "4c 4h 2s 2h Kc Qd 7s",
    "three-pair": "Jc Jh 7s 7h 2c 2d 6s",
    "three-of-a-kind": "7c 7h 7s Jh 8c 4d 3s",
    "two-threes": "10c 10h 10s 4h 4c 4d 8s",
    "full-house": "Kc Kh Ks 2h 2c 7d 6s",
    "full-house-and-pair": "Jc Jh Js 4h 4c 3d 3s",
    "four-of-a-kind": "Ac Ah As Joker Kd 9h 4d",
    "four-and-pair": "Qc Qh Qs Qd 2h 2d 3c",
    "four-and-three": "9c 9h 9s 9d 5h 5d 5c",
    "five-aces": "Ac Ah As Ad Joker Qh 9d",
    "five-aces-and-pair": "Ac Ah As Ad Joker Qh Qd",
}

_SHAPE_OF_SIZES = {sizes: name for name, sizes in GROUP_SIZES.items()}
_TOPS = {3: 1 << ACE | 0b1111, **{lowest + 4: 0b11111 << lowest for lowest in range(9)}}
"""The five ranks of each straight, by its top rank."""

_WINDOWS = tuple(_TOPS.values())


def count_singles(shape: str) -> int:
    """How many singles seven cards of a shape hold: three for `two-pair`."""
    return 7 - sum(GROUP_SIZES[shape])


def shapes_with(size: int, least: int = 1, most: int = 3) -> frozenset[str]:
    """The shapes that hold so many groups of one size: two to three pairs for (2, 2)."""
    return frozenset(
        shape for shape, sizes in GROUP_SIZES.items() if least <= sizes.count(size) <= most
    )


def shapes_with_singles(least: int) -> frozenset[str]:
    """The shapes that hold at least so many singles; all shapes for 0."""
    return frozenset(shape for shape in GROUP_SIZES if count_singles(shape) >= least)


def face(card: Card) -> int:
    """The rank a card has outside straights and flushes, where the joker is an ace."""
    return min(card.rank, ACE)


class CompleteHand(NamedTuple):
    """What five cards make that are a complete hand."""

    name: str
    top: int
    """The top rank of a straight; of a flush that is none, -1."""


class Group(NamedTuple):
    """Cards of one rank."""

    rank: int
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Hand:
    """Seven cards, highest first, seen with the joker as an ace or apart."""

    cards: tuple[Card, ...]
    rules: RankRules
    joker_apart: bool = False

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """The larger groups first, of equal size the higher first."""
        found: dict[int, list[Card]] = {}
        for card in self.cards:
            alone = self.joker_apart and card.is_joker
            found.setdefault(card.rank if alone else face(card), []).append(card)
        groups = [Group(min(rank, ACE), tuple(cards)) for rank, cards in found.items()]
        return tuple(sorted(groups, key=lambda group: (-len(group.cards), -group.rank)))

    @cached_property
    def shape(self) -> str:
        """The name of the shape: every seven cards have one."""
        sizes = tuple(len(group.cards) for group in self.groups if len(group.cards) > 1)
        return _SHAPE_OF_SIZES[sizes]

    def groups_of(self, size: int) -> tuple[Group, ...]:
        """The groups of one size, highest first: the pairs for 2."""
        return tuple(group for group in self.groups if len(group.cards) == size)

    @cached_property
    def singles(self) -> tuple[Card, ...]:
        """The cards that share their rank with no other, highest first."""
        return tuple(group.cards[0] for group in self.groups if len(group.cards) == 1)

    @cached_property
    def complete(self) -> bool:
        """Whether a complete hand is among the seven."""
        return holds_complete(self.cards)

    @cached_property
    def needs_joker(self) -> bool | None:
        """Whether every complete hand needs the joker; None where there is no complete hand."""
        if not self.complete:
            return None
        return not holds_complete(tuple(card for card in self.cards if not card.is_joker))

    @cached_property
    def has_joker(self) -> bool:
        """Whether the joker is among the seven."""
        return self.cards[0].is_joker

    @cached_property
    def complete_hands(self) -> frozenset[CompleteHand]:
        """What every five of the cards make that are a complete hand."""
        return frozenset(
            name_complete(self.leave(low), self.rules) for low in self.lows_leaving_complete
        )

    @cached_property
    def apart(self) -> Hand | None:
        """The same cards with the joker apart; None where it stands beside no ace."""
        beside = self.cards[0].is_joker and self.cards[1].rank == ACE
        return Hand(self.cards, self.rules, joker_apart=True) if beside else None

    @cached_property
    def lows_leaving_complete(self) -> tuple[Low, ...]:
        """Every two cards that leave a complete hand."""
        if not self.complete:
            return ()
        return tuple(low for low in self.lows if holds_complete(self.leave(low)))

    @property
    def lows(self) -> tuple[Low, ...]:
        """Every two of the cards, the higher first."""
        return tuple(
            (first, second)
            for place, first in enumerate(self.cards)
            for second in self.cards[place + 1 :]
        )

    def leave(self, low: Low) -> tuple[Card, ...]:
        """The high hand that a low hand leaves."""
        return tuple(card for card in self.cards if card not in low)

    @cached_property
    def _ranks_left(self) -> dict[Low, Rank]:
        return {}

    def rank_left(self, low: Low) -> Rank:
        """The rank of the high hand that a low hand leaves."""
        known = self._ranks_left
        if low not in known:
            known[low] = rank_high(self.leave(low), self.rules)
        return known[low]


def view_hand(cards: Iterable[Card], rules: RankRules) -> Hand:
    """Look at seven cards with the joker as an ace."""
    return Hand(sort_cards(cards), rules)


def holds_complete(cards: tuple[Card, ...]) -> bool:
    """Whether five or more cards hold a straight or a flush: `Joker Kc Qd Jh 9s` does."""
    ranks = 0
    suits = [0, 0, 0, 0]
    needed = 5
    for card in cards:
        if card.is_joker:
            needed = 4
        else:
            ranks |= 1 << card.rank
            suits[card.suit] += 1
    return max(suits) >= needed or _holds_straight(ranks, needed)


def name_complete(cards: tuple[Card, ...], rules: RankRules) -> CompleteHand:
    """What five complete cards make; A-2-3-4-5 has a five on top, wherever it ranks."""
    naturals = [card for card in cards if not card.is_joker]
    ranks = sum(1 << rank for rank in {card.rank for card in naturals})
    suited = len({card.suit for card in naturals}) == 1
    tops = [
        top
        for top, window in _TOPS.items()
        if (ranks & window).bit_count() == 5 - (len(cards) - len(naturals))
    ]
    if not tops:
        return CompleteHand("flush", -1)
    # the joker makes the higher straight of two; where A-2-3-4-5 is the second highest, that is it
    top = 3 if rules.wheel != "lowest" and 3 in tops else max(tops)
    if not suited:
        return CompleteHand("straight", top)
    return CompleteHand("royal-flush" if top == ACE else "straight-flush", top)


@cache
def _holds_straight(ranks: int, needed: int) -> bool:
    return any((ranks & window).bit_count() >= needed for window in _WINDOWS)

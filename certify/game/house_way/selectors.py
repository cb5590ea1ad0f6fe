"""How a rule of a house way names the low hand: small functions, each with an example.

A selector offers every low hand that its words allow; which of them is played is chosen in `lows`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import combinations

from certify.game.cards import ACE, Card
from certify.game.house_way.patterns import is_pair, is_permissible
from certify.game.house_way.shapes import Hand, Low, face, shapes_with, shapes_with_singles


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

"""What a rule of a house way may look at: small functions, each with an example that holds.

A condition is asked of a hand together with the value that the rule gives it: a truth, a group of
ranks (`2-6`, `K+`, `A`), a list of groups, shapes, or classes of complete hands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from certify.game.house_way.groups import RankGroup, parse_group
from certify.game.house_way.shapes import Hand, face, shapes_with, shapes_with_singles
from certify.game.vocabulary import RANKS

Wanted = bool | RankGroup | tuple[RankGroup, ...] | tuple[str, ...]
"""The value that a rule gives a condition."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A question about a hand."""

    name: str
    kind: str
    """shapes, truth, classes, truth-or-classes, group or groups"""
    shapes: frozenset[str]
    """The shapes of which it can be asked."""
    example: tuple[Any, str]
    """A value, and seven cards of which it holds."""
    holds: Callable[[Hand, Any], bool]
    look: Callable[[Hand], str]
    """What a hand shows of it, in words."""

    def read(self, value: Any) -> Wanted:
        """Turn the plain data of a rule into the value that `holds` takes."""
        match self.kind:
            case "group":
                return parse_group(value)
            case "groups":
                return tuple(parse_group(text) for text in value)
            case "truth":
                return bool(value)
            case _:
                if isinstance(value, bool):
                    return value
                return (value,) if isinstance(value, str) else tuple(value)


REGISTRY: dict[str, Condition] = {}

_Holds = Callable[[Hand, Any], bool]


def _register(
    kind: str, shapes: frozenset[str], example: tuple[Any, str], look: Callable[[Hand], str]
) -> Callable[[_Holds], _Holds]:
    def register(function: _Holds) -> _Holds:
        name = function.__name__
        REGISTRY[name] = Condition(name, kind, shapes, example, function, look)
        return function

    return register


_ANY = shapes_with_singles(0)


def _names(ranks: Iterable[int]) -> str:
    return ", ".join(RANKS[rank] for rank in ranks)


def _look_at_groups(size: int) -> Callable[[Hand], str]:
    return lambda hand: _names(group.rank for group in hand.groups_of(size))


def _look_at_singles(hand: Hand) -> str:
    return _names(face(card) for card in hand.singles)


def _look_at_complete(hand: Hand) -> str:
    return ", ".join(sorted({item.name for item in hand.complete_hands})) or "none"


@_register("shapes", _ANY, ("two-pair", "4c 4h 2s 2h Kc Qd 7s"), lambda hand: hand.shape)
def shape(hand: Hand, names: tuple[str, ...]) -> bool:
    """The hand has the shape, or one of the shapes."""
    return hand.shape in names


@_register("truth-or-classes", _ANY, ("straight", "Jc 10h 8s 7d 6h 5d 4c"), _look_at_complete)
def complete(hand: Hand, wanted: bool | tuple[str, ...]) -> bool:
    """A complete hand is possible, or none is; or every complete hand is one of the classes."""
    if isinstance(wanted, bool):
        return hand.complete == wanted
    return hand.complete and all(item.name in wanted for item in hand.complete_hands)


@_register("classes", _ANY, (("straight", "flush"), "Kh 8h 6h 5h 4h 7s 3d"), _look_at_complete)
def holds(hand: Hand, names: tuple[str, ...]) -> bool:
    """Each of the classes is what some five of the cards make."""
    return set(names) <= {item.name for item in hand.complete_hands}


@_register(
    "truth",
    _ANY,
    (False, "4c 4h 2s 2h Kc Qd 7s"),
    lambda hand: "there" if hand.has_joker else "not there",
)
def joker(hand: Hand, wanted: bool) -> bool:
    """The joker is among the seven, or is not."""
    return hand.has_joker == wanted


@_register(
    "truth",
    _ANY,
    (True, "Joker Kh Qs Jd 10c 4d 3s"),
    lambda hand: {True: "needed", False: "not needed", None: "no complete hand"}[hand.needs_joker],
)
def joker_used(hand: Hand, wanted: bool) -> bool:
    """A complete hand is among the seven, and each needs the joker; or one does not."""
    return hand.needs_joker is wanted


@_register(
    "truth",
    _ANY,
    (True, "Joker As Kd 9h 7c 5d 3s"),
    lambda hand: "beside no ace" if hand.apart is None else "beside an ace",
)
def joker_apart(hand: Hand, wanted: bool) -> bool:
    """The joker stands beside an ace; the rule's other conditions see it as a single of its own."""
    return (hand.apart is not None) == wanted


@_register(
    "groups", shapes_with(2, 2), (("7-10", "2-6"), "8c 8h 6s 6h Qc 9d 7s"), _look_at_groups(2)
)
def pairs(hand: Hand, groups: tuple[RankGroup, ...]) -> bool:
    """The pairs, highest first, fall in the groups one by one."""
    return all(pair.rank in group for pair, group in zip(hand.groups_of(2), groups, strict=True))


@_register("group", shapes_with(2, 1, 1), ("2", "Qc Qh Qs 2h 2c Ad Ks"), _look_at_groups(2))
def pair(hand: Hand, group: RankGroup) -> bool:
    """The only pair falls in the group."""
    return hand.groups_of(2)[0].rank in group


@_register("group", shapes_with(3), ("A", "Ac Ah As Kh Qc Jd 2s"), _look_at_groups(3))
def three(hand: Hand, group: RankGroup) -> bool:
    """The three of a kind, the higher of two, falls in the group."""
    return hand.groups_of(3)[0].rank in group


@_register("group", shapes_with(4), ("7-10", "7c 7h 7s 7d Qh Jd 5c"), _look_at_groups(4))
def four(hand: Hand, group: RankGroup) -> bool:
    """The four of a kind falls in the group."""
    return hand.groups_of(4)[0].rank in group


@_register(
    "group",
    _ANY,
    ("2-10", "Kc 9h 8s 7d 6h 5d 2c"),
    lambda hand: _names(sorted(_list_tops(hand), reverse=True)) or "none",
)
def straights(hand: Hand, group: RankGroup) -> bool:
    """There is a straight, and the top rank of each falls in the group; a suited one is one too."""
    tops = _list_tops(hand)
    return bool(tops) and all(top in group for top in tops)


def _list_tops(hand: Hand) -> set[int]:
    return {item.top for item in hand.complete_hands if item.top >= 0}


@_register("groups", shapes_with_singles(1), (("A", "K"), "Qc Qh 5s 2h 3c Ad Ks"), _look_at_singles)
def singles(hand: Hand, groups: tuple[RankGroup, ...]) -> bool:
    """The highest singles, highest first, fall in the groups one by one; lower ones are open."""
    return all(face(card) in group for card, group in zip(hand.singles, groups, strict=False))


@_register("group", shapes_with_singles(1), ("K+", "4c 4h 2s 2h Kc Qd 7s"), _look_at_singles)
def highest_single(hand: Hand, group: RankGroup) -> bool:
    """The highest single falls in the group."""
    return face(hand.singles[0]) in group


@_register("group", shapes_with_singles(2), ("Q", "4c 4h 2s 2h Kc Qd 7s"), _look_at_singles)
def two_highest_singles_hold(hand: Hand, group: RankGroup) -> bool:
    """One of the two highest singles falls in the group."""
    return face(hand.singles[0]) in group or face(hand.singles[1]) in group


@_register(
    "group",
    shapes_with(4),
    ("K+", "Jc Jh Js Jd Kh Kd 5c"),
    lambda hand: _names(group.rank for group in hand.groups if len(group.cards) != 4),
)
def beside_four(hand: Hand, group: RankGroup) -> bool:
    """One of the three cards beside the four of a kind falls in the group."""
    return any(other.rank in group for other in hand.groups if len(other.cards) != 4)

"""What a rule of a house way may look at: small functions, each with an example that holds.

A condition is asked of a hand together with the value that the rule gives it: a truth, a group of
ranks (`2-6`, `K+`, `A`), a list of groups, or shapes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from certify.base.errors import CertifyError
from certify.game.cards import ACE
from certify.game.house_way.shapes import Hand, face, shapes_with, shapes_with_singles
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


Wanted = bool | RankGroup | tuple[RankGroup, ...] | tuple[str, ...]
"""The value that a rule gives a condition."""


def parse_group(text: str) -> RankGroup:
    """Read a group of ranks, the lower rank first."""
    first, dash, last = text.partition("-")
    if not dash:
        last = RANKS[ACE] if first.endswith("+") else first
        first = first.removesuffix("+")
    ends = [RANKS.index(rank) for rank in (first, last) if rank in RANKS]
    if len(ends) != 2 or ends[0] > ends[1]:
        raise CertifyError(
            f"{text!r} is no group of ranks; write for example 2-6, K+ or A, the lower rank first"
        )
    return RankGroup(*ends)


@dataclass(frozen=True, slots=True)
class Condition:
    """A question about a hand."""

    name: str
    kind: str
    """shapes, truth, group or groups"""
    shapes: frozenset[str]
    """The shapes of which it can be asked."""
    example: tuple[Any, str]
    """A value, and seven cards of which it holds."""
    holds: Callable[[Hand, Any], bool]

    def read(self, value: Any) -> Wanted:
        """Turn the plain data of a rule into the value that `holds` takes."""
        match self.kind:
            case "shapes":
                return (value,) if isinstance(value, str) else tuple(value)
            case "group":
                return parse_group(value)
            case "groups":
                return tuple(parse_group(text) for text in value)
            case _:
                return bool(value)


REGISTRY: dict[str, Condition] = {}

_Holds = Callable[[Hand, Any], bool]


def _register(
    kind: str, shapes: frozenset[str], example: tuple[Any, str]
) -> Callable[[_Holds], _Holds]:
    def register(function: _Holds) -> _Holds:
        name = function.__name__
        REGISTRY[name] = Condition(name, kind, shapes, example, function)
        return function

    return register


@_register("shapes", shapes_with_singles(0), ("two-pair", "4c 4h 2s 2h Kc Qd 7s"))
def shape(hand: Hand, names: tuple[str, ...]) -> bool:
    """The hand has the shape, or one of the shapes."""
    return hand.shape in names


@_register("truth", shapes_with_singles(0), (True, "Jc 10h 8s 7d 6h 5d 4c"))
def complete(hand: Hand, wanted: bool) -> bool:
    """A complete hand is possible, or none is."""
    return hand.complete == wanted


@_register("truth", shapes_with_singles(0), (True, "Joker As Kd 9h 7c 5d 3s"))
def joker_apart(hand: Hand, wanted: bool) -> bool:
    """The joker stands beside an ace; the rule's other conditions see it as a single of its own."""
    return (hand.apart is not None) == wanted


@_register("groups", shapes_with(2, 2), (("7-10", "2-6"), "8c 8h 6s 6h Qc 9d 7s"))
def pairs(hand: Hand, groups: tuple[RankGroup, ...]) -> bool:
    """The pairs, highest first, fall in the groups one by one."""
    return all(pair.rank in group for pair, group in zip(hand.groups_of(2), groups, strict=True))


@_register("group", shapes_with(2, 1, 1), ("2", "Qc Qh Qs 2h 2c Ad Ks"))
def pair(hand: Hand, group: RankGroup) -> bool:
    """The only pair falls in the group."""
    return hand.groups_of(2)[0].rank in group


@_register("group", shapes_with(3), ("A", "Ac Ah As Kh Qc Jd 2s"))
def three(hand: Hand, group: RankGroup) -> bool:
    """The three of a kind, the higher of two, falls in the group."""
    return hand.groups_of(3)[0].rank in group


@_register("group", shapes_with(4), ("7-10", "7c 7h 7s 7d Qh Jd 5c"))
def four(hand: Hand, group: RankGroup) -> bool:
    """The four of a kind falls in the group."""
    return hand.groups_of(4)[0].rank in group


@_register("groups", shapes_with_singles(1), (("A", "K"), "Qc Qh Qs 2h 2c Ad Ks"))
def singles(hand: Hand, groups: tuple[RankGroup, ...]) -> bool:
    """The singles, highest first, fall in the groups one by one."""
    return all(face(card) in group for card, group in zip(hand.singles, groups, strict=True))


@_register("group", shapes_with_singles(1), ("K+", "4c 4h 2s 2h Kc Qd 7s"))
def highest_single(hand: Hand, group: RankGroup) -> bool:
    """The highest single falls in the group."""
    return face(hand.singles[0]) in group


@_register("group", shapes_with_singles(2), ("Q", "4c 4h 2s 2h Kc Qd 7s"))
def two_highest_singles_hold(hand: Hand, group: RankGroup) -> bool:
    """One of the two highest singles falls in the group."""
    return face(hand.singles[0]) in group or face(hand.singles[1]) in group


@_register("group", shapes_with(4), ("K+", "Jc Jh Js Jd Kh Kd 5c"))
def beside_four(hand: Hand, group: RankGroup) -> bool:
    """One of the three cards beside the four of a kind falls in the group."""
    return any(other.rank in group for other in hand.groups if len(other.cards) != 4)

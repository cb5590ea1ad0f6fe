"""The house way: an ordered list of rules of which the first to match is played.

A rule matches where its readings are in force, its conditions hold, its words find a low hand, and
that is what the rule provides. No document is known here: what the rules are is data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from certify.base.errors import CertifyError
from certify.base.load import DataPath
from certify.game.cards import Card, format_cards
from certify.game.house_way.lows import BEST_HIGH, LowChoice
from certify.game.house_way.shapes import (
    Hand,
    Low,
    RankGroup,
    face,
    parse_group,
    shapes_with,
    shapes_with_singles,
    view_hand,
)
from certify.game.rank import RankRules, rank_high, rank_low
from certify.game.vocabulary import RANKS, TIE_BREAK, TIE_BREAKS

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


@dataclass(frozen=True, slots=True)
class Example:
    """Seven cards that the document sets itself."""

    cards: tuple[Card, ...]
    low: Low
    clause: str
    lines: str
    path: DataPath


@dataclass(frozen=True, slots=True)
class HouseWayReading:
    """A question that the document's own house way leaves open, and its answers."""

    key: str
    question: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Unexpressed:
    """A rule of the document that the language of house ways cannot say."""

    rule: str
    because: str
    clause: str
    lines: str
    path: DataPath


@dataclass(frozen=True, slots=True)
class HouseWayRule:
    """One rule: its condition, the two cards of the low hand, and its citation."""

    rule: str
    part: str
    exception_to: tuple[str, ...]
    under: tuple[tuple[str, str], ...]
    """Reading keys and the values under which the rule is in force."""
    shapes: tuple[str, ...]
    joker_apart: bool
    when: tuple[tuple[Condition, Wanted], ...]
    """The conditions other than the shape."""
    low: LowChoice
    clause: str
    lines: str
    standing: str
    because: str
    examples: tuple[Example, ...]
    path: DataPath

    def is_in_force(self, readings: Mapping[str, str]) -> bool:
        """Whether the readings let the rule speak."""
        return all(readings.get(key) == value for key, value in self.under)

    def select(self, hand: Hand, readings: Mapping[str, str]) -> Low | None:
        """The low hand, or None where the rule does not match."""
        view = hand.apart if self.joker_apart else hand
        if view is None or view.shape not in self.shapes or not self.is_in_force(readings):
            return None
        for condition, wanted in self.when:
            if not condition.holds(view, wanted):
                return None
        return self.low.choose(view, readings.get(TIE_BREAK, BEST_HIGH))

    def tell_failure(self, hand: Hand, readings: Mapping[str, str]) -> str:
        """What keeps the rule from matching, in words; empty where it matches."""
        for key, value in self.under:
            if readings.get(key) != value:
                return f"it stands under {key}={value}, and {readings.get(key)} is in force"
        view = hand.apart if self.joker_apart else hand
        if view is None:
            return "joker_apart: the joker does not stand beside an ace"
        if view.shape not in self.shapes:
            return f"shape: {' or '.join(self.shapes)} is asked, and the hand is {view.shape}"
        for condition, wanted in self.when:
            if not condition.holds(view, wanted):
                return (
                    f"{condition.name}: {tell_wanted(wanted)} is asked, and the hand shows "
                    f"{condition.look(view)}"
                )
        return self._tell_lack(view, readings)

    def _tell_lack(self, view: Hand, readings: Mapping[str, str]) -> str:
        """What the low hand lacks where every condition holds."""
        low = self.low.name_low(view, readings.get(TIE_BREAK, BEST_HIGH))
        if low is None:
            return f"low: the hand has no low hand of this kind: {self.low.name}"
        if not self.low.is_provided(low, view):
            asked = ", or ".join(pattern.name for pattern in self.low.provided)
            return f"provided: {asked} is asked, and the low hand would be {format_cards(low)}"
        return ""


def tell_wanted(wanted: Wanted) -> str:
    """The value that a rule gives a condition, in words."""
    if isinstance(wanted, bool):
        return "yes" if wanted else "no"
    return ", ".join(map(str, wanted)) if isinstance(wanted, tuple) else str(wanted)


@dataclass(frozen=True, slots=True)
class HouseWay:
    """The rules in order, with the questions they leave open and what they cannot say."""

    rules: tuple[HouseWayRule, ...]
    readings: tuple[HouseWayReading, ...] = ()
    unexpressed: tuple[Unexpressed, ...] = ()

    @property
    def values(self) -> dict[str, tuple[str, ...]]:
        """The answers to every question: the document's own, then the tie-break."""
        own = {reading.key: reading.values for reading in self.readings}
        return {**own, TIE_BREAK: TIE_BREAKS}

    @property
    def reading_keys(self) -> tuple[str, ...]:
        """Every reading that the house way is played under."""
        return tuple(self.values)

    def list_in_force(self, readings: Mapping[str, str]) -> tuple[HouseWayRule, ...]:
        """The rules that the readings leave in force, in order."""
        return tuple(rule for rule in self.rules if rule.is_in_force(readings))

    def list_exceptions(self) -> dict[int, tuple[int, ...]]:
        """For the place of each rule the places of the rules it goes before by its own words."""
        places = {rule.rule: place for place, rule in enumerate(self.rules)}
        return {
            place: tuple(sorted(places[name] for name in rule.exception_to if name in places))
            for place, rule in enumerate(self.rules)
        }


@dataclass(frozen=True, slots=True)
class Setting:
    """A hand as set; without low and high where no rule matches."""

    low: tuple[Card, ...]
    high: tuple[Card, ...]
    rule: HouseWayRule | None


@dataclass(frozen=True, slots=True)
class Passed:
    """A rule that was passed over, and the condition that failed."""

    rule: HouseWayRule
    because: str


def set_hand(
    house_way: HouseWay, cards: tuple[Card, ...], readings: Mapping[str, str], rules: RankRules
) -> Setting:
    """Set seven cards by the first rule that matches."""
    if len(cards) != 7:
        raise CertifyError(f"{len(cards)} cards given, 7 needed to set a hand")
    hand = view_hand(cards, rules)
    for rule in house_way.rules:
        low = rule.select(hand, readings)
        if low is not None:
            return Setting(low, hand.leave(low), rule)
    return Setting((), (), None)


def list_passed(
    house_way: HouseWay, cards: tuple[Card, ...], readings: Mapping[str, str], rules: RankRules
) -> tuple[Passed, ...]:
    """The rules before the one that is played, each with what kept it from matching."""
    hand = view_hand(cards, rules)
    passed: list[Passed] = []
    for rule in house_way.rules:
        because = rule.tell_failure(hand, readings)
        if not because:
            break
        passed.append(Passed(rule, because))
    return tuple(passed)


def list_matches(
    house_way: HouseWay, cards: tuple[Card, ...], readings: Mapping[str, str], rules: RankRules
) -> list[Setting]:
    """Every rule that matches seven cards, and how it sets them."""
    hand = view_hand(cards, rules)
    chosen = ((rule, rule.select(hand, readings)) for rule in house_way.rules)
    return [Setting(low, hand.leave(low), rule) for rule, low in chosen if low is not None]


@dataclass(frozen=True, slots=True)
class BrokenExample:
    """A worked example that the rules set differently."""

    example: Example
    rule: HouseWayRule
    setting: Setting


def list_broken_examples(
    house_way: HouseWay, readings: Mapping[str, str], rules: RankRules
) -> Iterator[BrokenExample]:
    """The worked examples in force that do not come out; suits do not tell settings apart."""
    for rule in house_way.list_in_force(readings):
        for example in rule.examples:
            setting = set_hand(house_way, example.cards, readings, rules)
            high = tuple(card for card in example.cards if card not in example.low)
            if (
                setting.rule is None
                or rank_low(setting.low, rules) != rank_low(example.low, rules)
                or rank_high(setting.high, rules) != rank_high(high, rules)
            ):
                yield BrokenExample(example, rule, setting)

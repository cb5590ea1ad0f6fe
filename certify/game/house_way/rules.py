"""The house way: an ordered list of rules of which the first to match is played.

A rule matches where its readings are in force, its conditions hold, its words find a low hand, and
that is what the rule provides. No document is known here: what the rules are is data.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from certify.base.errors import CertifyError
from certify.base.load import DataPath
from certify.game.cards import Card, format_cards
from certify.game.house_way.conditions import Condition, Wanted
from certify.game.house_way.lows import BEST_HIGH, LowChoice
from certify.game.house_way.shapes import Hand, Low, view_hand
from certify.game.rank import RankRules, rank_high, rank_low
from certify.game.vocabulary import TIE_BREAK, TIE_BREAKS


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

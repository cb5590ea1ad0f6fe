"""The house way: an ordered list of rules, read from data, of which the first to match is played.

A rule matches where its reading is in force, its conditions hold and its selector finds a low hand.
No document is known here: what the rules are, and where they stand, is data.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from certify.base.errors import CertifyError
from certify.base.load import DataPath
from certify.game.cards import Card, parse_cards
from certify.game.house_way import conditions, selectors
from certify.game.house_way.conditions import Condition, Wanted
from certify.game.house_way.selectors import Selector
from certify.game.house_way.shapes import Hand, Low, view_hand
from certify.game.rank import RankRules, rank_high, rank_low
from certify.game.vocabulary import SHAPES

_Kind = TypeVar("_Kind")


@dataclass(frozen=True, slots=True)
class Example:
    """Seven cards that the document sets itself."""

    cards: tuple[Card, ...]
    low: Low
    clause: str
    lines: str
    path: DataPath


@dataclass(frozen=True, slots=True)
class HouseWayRule:
    """One rule: when it applies, which two cards go low, and where the document says so."""

    rule: str
    part: str
    exception_to: tuple[str, ...]
    under: tuple[tuple[str, str], ...]
    """Reading keys and the values under which the rule is in force."""
    shapes: tuple[str, ...]
    joker_apart: bool
    when: tuple[tuple[Condition, Wanted], ...]
    """The conditions other than the shape."""
    low: Selector
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
        return self.low.choose(view)


@dataclass(frozen=True, slots=True)
class HouseWay:
    """The rules in order."""

    rules: tuple[HouseWayRule, ...]

    @property
    def reading_keys(self) -> tuple[str, ...]:
        """Every reading that some rule depends on."""
        return tuple(dict.fromkeys(key for rule in self.rules for key, _ in rule.under))

    def list_in_force(self, readings: Mapping[str, str]) -> tuple[HouseWayRule, ...]:
        """The rules that the readings leave in force, in order."""
        return tuple(rule for rule in self.rules if rule.is_in_force(readings))

    def list_exceptions(self) -> dict[str, frozenset[str]]:
        """For each rule the rules it goes before by declaration, directly or through others."""
        direct = {rule.rule: rule.exception_to for rule in self.rules}

        def follow(name: str, seen: frozenset[str]) -> Iterator[str]:
            for other in direct.get(name, ()):
                if other not in seen:
                    yield other
                    yield from follow(other, seen | {other})

        return {name: frozenset(follow(name, frozenset({name}))) for name in direct}


@dataclass(frozen=True, slots=True)
class Setting:
    """A hand as set; without low and high where no rule matches."""

    low: tuple[Card, ...]
    high: tuple[Card, ...]
    rule: HouseWayRule | None


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


def build_house_way(data: Sequence[Mapping[str, Any]]) -> HouseWay:
    """Build the rules from the plain data of a file whose form is already checked."""
    return HouseWay(
        tuple(build_rule(item, ("house_way", place)) for place, item in enumerate(data))
    )


def build_rule(item: Mapping[str, Any], path: DataPath) -> HouseWayRule:
    """Build one rule, or raise where a name, a group of ranks or an example cannot be read."""
    when = [
        (_find(conditions.REGISTRY, name, "condition"), wanted)
        for name, wanted in item["when"].items()
    ]
    read = {condition.name: condition.read(wanted) for condition, wanted in when}
    exception = item.get("exception_to", ())
    clause, lines = _read_citation(item)
    return HouseWayRule(
        rule=item["rule"],
        part=item.get("part", ""),
        exception_to=(exception,) if isinstance(exception, str) else tuple(exception),
        under=tuple(item.get("under", {}).items()),
        shapes=_read_shapes(item["when"]["shape"]),
        joker_apart=read.get("joker_apart") is True,
        when=tuple(
            (condition, read[condition.name]) for condition, _ in when if condition.name != "shape"
        ),
        low=_find(selectors.REGISTRY, item["low"], "selector"),
        clause=clause,
        lines=lines,
        standing="silent" if item.get("silent") else "stated",
        because=item.get("because", ""),
        examples=tuple(
            _build_example(example, (*path, "examples", place))
            for place, example in enumerate(item.get("examples", ()))
        ),
        path=path,
    )


def _build_example(item: Mapping[str, Any], path: DataPath) -> Example:
    cards = parse_cards(item["cards"], 7)
    first, second = sorted(parse_cards(item["low"], 2), reverse=True)
    high = parse_cards(item["high"], 5) if "high" in item else ()
    if not {first, second} <= set(cards) or (high and {first, second, *high} != set(cards)):
        raise CertifyError(
            f"the example {item['cards']!r} is not made of the low hand "
            f"{item['low']!r} and the high hand that is left"
        )
    return Example(cards, (first, second), *_read_citation(item), path)


def _read_citation(item: Mapping[str, Any]) -> tuple[str, str]:
    at = item.get("at", {})
    return at.get("clause", ""), str(at.get("lines", ""))


def _read_shapes(names: str | Sequence[str]) -> tuple[str, ...]:
    shapes = (names,) if isinstance(names, str) else tuple(names)
    return tuple(_find({shape: shape for shape in SHAPES}, name, "shape") for name in shapes)


def _find(registry: Mapping[str, _Kind], name: str, what: str) -> _Kind:
    if name not in registry:
        raise CertifyError(f"{name!r} is no {what} of a house way; known: {', '.join(registry)}")
    return registry[name]

"""The proof of a house way: every hand is set, by one rule, and none fouls; or else which are not.

The kernel sets every hand. The engine sets a part of them again, one by one, and the proof is given
up where the two disagree. The proof is computed here, and written down here as plain data, once for
commands, findings and filings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, product
from typing import Any

from certify.base.errors import CertifyError
from certify.base.progress import Progress
from certify.game.cards import Card, format_cards
from certify.game.house_way.rules import (
    BrokenExample,
    HouseWay,
    HouseWayRule,
    Unexpressed,
    list_broken_examples,
    set_hand,
)
from certify.game.rank import RankRules
from certify.game.vocabulary import SHAPES, TIE_BREAK
from certify.kernels import house_way as kernel
from certify.odds.house_way_table import HouseWayTable, tabulate_house_way

CHECKED_INPUTS = 2048
"""How many inputs the engine sets again in a proof; a slow test sets all."""


@dataclass(frozen=True, slots=True)
class HandTally:
    """A number of hands, and one of them where there are any."""

    hands: int
    example: tuple[Card, ...] = ()
    low: tuple[Card, ...] = ()
    """How the example is set; empty where no rule sets it."""


@dataclass(frozen=True, slots=True)
class RuleTally:
    """How many hands a rule sets."""

    rule: HouseWayRule
    tally: HandTally


@dataclass(frozen=True, slots=True)
class Overlap:
    """Hands that one rule sets and another would set differently, with no exception declared."""

    rule: HouseWayRule
    other: HouseWayRule
    tally: HandTally
    other_low: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ReadingTally:
    """How many hands are set differently when a reading takes another value."""

    key: str
    value: str
    tally: HandTally
    other_low: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ShapeTally:
    """How many hands of a shape no rule sets."""

    shape: str
    tally: HandTally


@dataclass(frozen=True, slots=True)
class HouseWayProof:
    """What holds of a house way over all hands, under one choice of readings."""

    readings: Mapping[str, str]
    equal_is_foul: bool
    cards: int
    """In the deck."""
    hands: int
    inputs: int
    written: int
    """Rules in the file, whatever the readings."""
    rules: tuple[RuleTally, ...]
    """Of every rule in force, in order."""
    unset: HandTally
    unset_by_shape: tuple[ShapeTally, ...]
    silent: HandTally
    """Hands that only a rule of standing silent sets."""
    fouls: HandTally
    equal: HandTally
    """Hands whose two hands rank alike, as when a four of a kind is split: fouls where equal is."""
    overlaps: tuple[Overlap, ...]
    overlapping: int
    """Hands in one overlap or more."""
    alternatives: tuple[ReadingTally, ...]
    unreachable: tuple[HouseWayRule, ...]
    """Rules that set no hand under any readings."""
    broken_examples: tuple[BrokenExample, ...]
    unexpressed: tuple[Unexpressed, ...]
    """Rules of the document that the file could not express, of which nothing is proved."""
    checked: int
    """Inputs that the engine set again, one by one, with the same result."""

    @property
    def holds(self) -> bool:
        """Whether every hand is set by one rule, no rule is idle, and every example comes out."""
        return not (
            self.unset.hands
            or self.fouls.hands
            or self.overlaps
            or self.unreachable
            or self.broken_examples
        )

    @property
    def verdict(self) -> str:
        """proved, proved-except where rules are left unexpressed, or not-proved."""
        if not self.holds:
            return "not-proved"
        return "proved-except" if self.unexpressed else "proved"


def prove_house_way(
    house_way: HouseWay,
    readings: Mapping[str, str],
    alternatives: Mapping[str, tuple[str, ...]] | None = None,
    rules: RankRules | None = None,
    progress: Progress | None = None,
) -> HouseWayProof:
    """Prove a house way over all hands under the readings given, one for each key its rules name.

    Without `alternatives` every other value of every such key is tried.
    """
    return prove_table(
        tabulate_house_way(house_way, rules or RankRules(), progress), readings, alternatives
    )


def prove_table(
    table: HouseWayTable,
    readings: Mapping[str, str],
    alternatives: Mapping[str, tuple[str, ...]] | None = None,
    checked: int = CHECKED_INPUTS,
) -> HouseWayProof:
    """Prove a house way that is already tabulated."""
    house_way, weights = table.house_way, table.inputs.weights
    missing = [key for key in house_way.reading_keys if key not in readings]
    if missing:
        raise CertifyError(f"the house way depends on {', '.join(missing)}; give each a value")
    kept = {key: readings[key] for key in house_way.reading_keys}
    played = table.play(kept)
    places = table.list_places(kept)
    silent = [place for place in places if house_way.rules[place].standing == "silent"]
    overlaps, overlapping = _list_overlaps(table, kept, played)
    equal_is_foul = table.rules.equal == "foul"

    def show(counted: tuple[int, int]) -> HandTally:
        return _show(table, counted, played)

    return HouseWayProof(
        readings=kept,
        equal_is_foul=equal_is_foul,
        cards=len(table.rules.deck),
        hands=int(weights.sum()),
        inputs=len(weights),
        written=len(house_way.rules),
        rules=tuple(
            RuleTally(house_way.rules[place], show(kernel.tally_rules(played, [place], weights)))
            for place in places
        ),
        unset=show(kernel.tally_rules(played, [-1], weights)),
        unset_by_shape=tuple(
            ShapeTally(tuple(SHAPES)[shape], show(counted))
            for shape, counted in kernel.tally_shapes(table.hands, played, weights)
        ),
        silent=show(kernel.tally_rules(played, silent, weights)),
        fouls=show(kernel.tally_fouls(table.hands, played, weights, equal_is_foul=equal_is_foul)),
        equal=show(kernel.tally_equal(table.hands, played, weights)),
        overlaps=overlaps,
        overlapping=overlapping,
        alternatives=tuple(_list_alternatives(table, played, kept, alternatives)),
        unreachable=tuple(_list_unreachable(table, kept)),
        broken_examples=tuple(list_broken_examples(house_way, kept, table.rules)),
        unexpressed=house_way.unexpressed,
        checked=_check_engine(table, played, kept, checked),
    )


def _show(table: HouseWayTable, counted: tuple[int, int], played: kernel.Played) -> HandTally:
    """A count of hands with its example as cards."""
    hands, place = counted
    if place < 0:
        return HandTally(hands)
    return HandTally(hands, table.list_cards(place), table.list_low(place, played))


def _list_overlaps(
    table: HouseWayTable, readings: Mapping[str, str], played: kernel.Played
) -> tuple[tuple[Overlap, ...], int]:
    """Overlaps of the rule that is played with a later one that it is no declared exception to."""
    rules, weights = table.house_way.rules, table.inputs.weights
    matches, places = table.matches(readings), table.list_places(readings)
    declared = kernel.find_declared(
        matches, places, table.house_way.list_exceptions(), len(weights)
    )
    overlaps, parts = [], []
    for number, place in enumerate(places):
        for other in places[number + 1 :]:
            found = kernel.find_conflicts(table.hands, played, place, matches, other)
            if other in declared[place]:
                found &= ~declared[place][other]
            counted = kernel.tally(found, weights)
            if counted[0]:
                alone = kernel.play_first(table.hands, matches, [other])
                overlaps.append(
                    Overlap(
                        rules[place],
                        rules[other],
                        _show(table, counted, played),
                        table.list_low(counted[1], alone),
                    )
                )
                parts.append(found)
    return tuple(overlaps), kernel.tally(kernel.unite(parts, len(weights)), weights)[0]


def _list_alternatives(
    table: HouseWayTable,
    played: kernel.Played,
    readings: Mapping[str, str],
    alternatives: Mapping[str, tuple[str, ...]] | None,
) -> Iterator[ReadingTally]:
    for key, adopted in readings.items():
        known = table.house_way.values[key]
        values = known if alternatives is None else alternatives.get(key, ())
        for value in values:
            if value != adopted:
                other = table.play({**readings, key: value})
                counted = kernel.tally_changes(table.hands, played, other, table.inputs.weights)
                low = table.list_low(counted[1], other) if counted[0] else ()
                yield ReadingTally(key, value, _show(table, counted, played), low)


def _list_unreachable(table: HouseWayTable, readings: Mapping[str, str]) -> list[HouseWayRule]:
    """Rules that set nothing, whatever the readings; those that the rules name are tried first."""
    rules = table.house_way.rules
    keys = table.house_way.reading_keys
    named = ({**readings, **dict(rule.under)} for rule in rules)
    answers = dict(table.house_way.values)
    if not any(rule.low.provided for rule in rules):  # then the tie-break decides no match
        answers[TIE_BREAK] = (readings[TIE_BREAK],)
    every = (
        dict(zip(keys, values, strict=True)) for values in product(*(answers[key] for key in keys))
    )
    idle, tried = set(range(len(rules))), set()
    for case in chain(named, every):
        values = tuple(case[key] for key in keys)
        if idle and values not in tried:
            tried.add(values)
            idle -= kernel.list_rules(table.play(case))
    return [rules[place] for place in sorted(idle)]


def _check_engine(
    table: HouseWayTable, played: kernel.Played, readings: Mapping[str, str], checked: int
) -> int:
    """Set inputs spread evenly over all of them again by the engine; raise where it differs."""
    count = len(table.inputs.weights)
    places = range(0, count, max(1, count // max(1, checked))) if checked else range(0)
    for place in places:
        cards = table.list_cards(place)
        setting = set_hand(table.house_way, cards, readings, table.rules)
        number = int(played.rules[place])
        rule = table.house_way.rules[number] if number >= 0 else None
        if setting.rule is not rule or set(setting.low) != set(table.list_low(place, played)):
            raise CertifyError(
                f"the engine sets {format_cards(cards)} with {format_cards(setting.low)} low and "
                f"the kernel with {format_cards(table.list_low(place, played))}: one of them is "
                "wrong, so nothing is verified"
            )
    return len(places)


def describe_proof(proof: HouseWayProof) -> dict[str, Any]:
    """The proof as plain data, without the places of rules and examples: `find_proof` adds them."""
    return {
        "verdict": proof.verdict,
        "holds": proof.holds,
        "cards": proof.cards,
        "hands": proof.hands,
        "inputs": proof.inputs,
        "readings": dict(proof.readings),
        "equal_is_foul": proof.equal_is_foul,
        "rules_written": proof.written,
        "rules_in_force": len(proof.rules),
        "rules": [
            {
                "rule": item.rule.rule,
                "standing": item.rule.standing,
                **_describe_tally(item.tally),
            }
            for item in proof.rules
        ],
        "unset": _describe_tally(proof.unset),
        "unset_by_shape": [
            {"shape": item.shape, **_describe_tally(item.tally)} for item in proof.unset_by_shape
        ],
        "silent": _describe_tally(proof.silent),
        "fouls": _describe_tally(proof.fouls),
        "equal": _describe_tally(proof.equal),
        "overlapping": proof.overlapping,
        "overlaps": [
            {
                "rule": item.rule.rule,
                "other": item.other.rule,
                **_describe_tally(item.tally),
                "other_low": format_cards(item.other_low),
            }
            for item in proof.overlaps
        ],
        "alternatives": [
            {
                "reading": item.key,
                "value": item.value,
                **_describe_tally(item.tally),
                "other_low": format_cards(item.other_low),
            }
            for item in proof.alternatives
        ],
        "unreachable": [item.rule for item in proof.unreachable],
        "broken_examples": [
            {
                "rule": item.rule.rule,
                "cards": format_cards(item.example.cards),
                "printed": format_cards(item.example.low),
                "low": format_cards(item.setting.low),
            }
            for item in proof.broken_examples
        ],
        "checked_by_engine": proof.checked,
    }


def _describe_tally(tally: HandTally) -> dict[str, Any]:
    data: dict[str, Any] = {"hands": tally.hands}
    if tally.example:
        data |= {"example": format_cards(tally.example), "low": format_cards(tally.low)}
    return data

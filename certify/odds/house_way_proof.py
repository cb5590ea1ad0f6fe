"""The proof of a house way: every hand is set, by one rule, and none fouls; or else which are not.

All 154,143,080 hands fall into 292,253 inputs that a house way can tell apart, each standing for as
many hands as its weight says. The kernel sets them all. The engine sets a part of them again, one
by one, and the proof is given up where the two disagree.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain, product
from typing import TextIO

from certify.base.errors import CertifyError
from certify.game.cards import DECK, Card, format_cards
from certify.game.house_way.conditions import RankGroup, Wanted
from certify.game.house_way.rules import (
    BrokenExample,
    HouseWay,
    HouseWayRule,
    list_broken_examples,
    set_hand,
)
from certify.game.rank import RankRules
from certify.game.vocabulary import READINGS
from certify.kernels import house_way as kernel
from certify.kernels.keys import DistinctInputs, distinct_inputs
from certify.kernels.rank import BUG, WHEEL_LOWEST, WHEEL_SECOND_HIGHEST, WILD
from certify.kernels.subsets import FULL_DECK, JOKER
from certify.kernels.threads import Progress

CHECKED_INPUTS = 2048
"""How many inputs the engine sets again in a proof; a slow test sets all."""


@dataclass(frozen=True, slots=True)
class Tally:
    """A number of hands, and one of them where there are any."""

    hands: int
    example: tuple[Card, ...] = ()
    low: tuple[Card, ...] = ()
    """How the example is set; empty where no rule sets it."""


@dataclass(frozen=True, slots=True)
class RuleTally:
    """How many hands a rule sets."""

    rule: HouseWayRule
    tally: Tally


@dataclass(frozen=True, slots=True)
class Overlap:
    """Hands that one rule sets and another would set differently, with no exception declared."""

    rule: HouseWayRule
    other: HouseWayRule
    tally: Tally
    other_low: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ReadingTally:
    """How many hands are set differently when a reading takes another value."""

    key: str
    value: str
    tally: Tally
    other_low: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class HouseWayProof:
    """What holds of a house way over all hands, under one choice of readings."""

    readings: Mapping[str, str]
    hands: int
    inputs: int
    rules: tuple[RuleTally, ...]
    """Of every rule in force, in order."""
    unset: Tally
    silent: Tally
    """Hands that only a rule of standing silent sets."""
    fouls: Tally
    equal: Tally
    """Hands whose two hands rank alike, as when a four of a kind is split."""
    overlaps: tuple[Overlap, ...]
    overlapping: int
    """Hands in one overlap or more."""
    alternatives: tuple[ReadingTally, ...]
    unreachable: tuple[HouseWayRule, ...]
    """Rules that set no hand under any readings."""
    broken_examples: tuple[BrokenExample, ...]
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


@dataclass(frozen=True, slots=True)
class HouseWayTable:
    """Every input with what each rule of a house way makes of it, whatever the readings."""

    house_way: HouseWay
    rules: RankRules
    inputs: DistinctInputs
    hands: kernel.HandTable
    matches: tuple[kernel.Matches, ...]

    def play(self, readings: Mapping[str, str]) -> kernel.Played:
        """Set every input under some readings."""
        places = [
            place for place, rule in enumerate(self.house_way.rules) if rule.is_in_force(readings)
        ]
        return kernel.play_first(self.hands, self.matches, places)

    def list_cards(self, place: int) -> tuple[Card, ...]:
        """The seven cards that stand for an input, highest first and the joker last."""
        return _show(self.inputs.representatives[place].tolist())

    def list_low(self, place: int, played: kernel.Played) -> tuple[Card, ...]:
        """The low hand of an input as set; empty where no rule sets it."""
        if played.rules[place] < 0:
            return ()
        return _show(self.hands.cards_of(place, int(played.splits[place]))[0])

    def show(self, counted: tuple[int, int], played: kernel.Played) -> Tally:
        """A count of hands with its example as cards."""
        hands, place = counted
        if place < 0:
            return Tally(hands)
        return Tally(hands, self.list_cards(place), self.list_low(place, played))


def _order(codes: list[int]) -> list[int]:
    """Highest first, the joker last, of ascending codes."""
    return [*codes[-2::-1], codes[-1]] if codes[-1:] == [JOKER] else codes[::-1]


def _show(codes: list[int]) -> tuple[Card, ...]:
    return tuple(DECK[code] for code in _order(codes))


@cache
def _list_inputs() -> DistinctInputs:
    return distinct_inputs(FULL_DECK)


@lru_cache(maxsize=1)
def _rank_settings(rules: RankRules) -> kernel.HandTable:
    return kernel.tabulate_hands(
        _list_inputs().representatives,
        joker_mode=WILD if rules.joker == "wild" else BUG,
        wheel=WHEEL_LOWEST if rules.wheel == "lowest" else WHEEL_SECOND_HIGHEST,
    )


def tabulate_house_way(
    house_way: HouseWay, rules: RankRules, progress: Progress | None = None
) -> HouseWayTable:
    """Match every rule against every input; all readings are then answered from this table."""
    report = progress or (lambda _stage, _done, _total: None)
    count = len(house_way.rules)
    report("inputs", 0, count + 2)
    inputs = _list_inputs()
    report("settings", 1, count + 2)
    hands = _rank_settings(rules)
    matches = []
    for place, rule in enumerate(house_way.rules):
        report("rules", place + 2, count + 2)
        matches.append(kernel.match_rule(hands, encode_rule(rule)))
    report("rules", count + 2, count + 2)
    return HouseWayTable(house_way, rules, inputs, hands, tuple(matches))


def encode_rule(rule: HouseWayRule) -> kernel.CodedRule:
    """Write a rule in the names and numbers that the kernel takes."""
    conditions = tuple((condition.name, tuple(_encode(wanted))) for condition, wanted in rule.when)
    return kernel.CodedRule(rule.shapes, rule.joker_apart, conditions, rule.low.name)


def _encode(wanted: Wanted) -> Iterator[tuple[int, int]]:
    if isinstance(wanted, bool):
        yield int(wanted), int(wanted)
        return
    for group in wanted if isinstance(wanted, tuple) else (wanted,):
        if isinstance(group, RankGroup):
            yield group.lowest, group.highest


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
    places = [place for place, rule in enumerate(house_way.rules) if rule.is_in_force(kept)]
    silent = [place for place in places if house_way.rules[place].standing == "silent"]
    overlaps, overlapping = _list_overlaps(table, played, places)
    return HouseWayProof(
        readings=kept,
        hands=int(weights.sum()),
        inputs=len(weights),
        rules=tuple(
            RuleTally(
                house_way.rules[place],
                table.show(kernel.tally_rules(played, [place], weights), played),
            )
            for place in places
        ),
        unset=table.show(kernel.tally_rules(played, [-1], weights), played),
        silent=table.show(kernel.tally_rules(played, silent, weights), played),
        fouls=table.show(kernel.tally_comparison(table.hands, played, -1, weights), played),
        equal=table.show(kernel.tally_comparison(table.hands, played, 0, weights), played),
        overlaps=overlaps,
        overlapping=overlapping,
        alternatives=tuple(_list_alternatives(table, played, kept, alternatives)),
        unreachable=tuple(_list_unreachable(table, kept)),
        broken_examples=tuple(list_broken_examples(house_way, kept, table.rules)),
        checked=_check_engine(table, played, kept, checked),
    )


def _list_overlaps(
    table: HouseWayTable, played: kernel.Played, places: list[int]
) -> tuple[tuple[Overlap, ...], int]:
    """Overlaps of the rule that is played with a later one that it is no declared exception to."""
    rules, weights = table.house_way.rules, table.inputs.weights
    declared = table.house_way.list_exceptions()
    overlaps, parts = [], []
    for number, place in enumerate(places):
        for other in places[number + 1 :]:
            if rules[other].rule in declared[rules[place].rule]:
                continue
            found = kernel.find_conflicts(table.hands, played, place, table.matches, other)
            counted = kernel.tally(found, weights)
            if counted[0]:
                alone = kernel.play_first(table.hands, table.matches, [other])
                overlaps.append(
                    Overlap(
                        rules[place],
                        rules[other],
                        table.show(counted, played),
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
        values = READINGS[key].values if alternatives is None else alternatives.get(key, ())
        for value in values:
            if value != adopted:
                other = table.play({**readings, key: value})
                counted = kernel.tally_changes(table.hands, played, other, table.inputs.weights)
                low = table.list_low(counted[1], other) if counted[0] else ()
                yield ReadingTally(key, value, table.show(counted, played), low)


def _list_unreachable(table: HouseWayTable, readings: Mapping[str, str]) -> list[HouseWayRule]:
    """Rules that set nothing, whatever the readings; those that the rules name are tried first."""
    rules = table.house_way.rules
    keys = table.house_way.reading_keys
    named = ({**readings, **dict(rule.under)} for rule in rules)
    every = (
        dict(zip(keys, values, strict=True))
        for values in product(*(READINGS[key].values for key in keys))
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
                "wrong, so nothing is proved"
            )
    return len(places)


def write_table(
    house_way: HouseWay,
    readings: Mapping[str, str],
    rules: RankRules,
    stream: TextIO,
    progress: Progress | None = None,
) -> int:
    """Write a CSV line for each input, `cards,low,rule,weight`; return how many."""
    table = tabulate_house_way(house_way, rules, progress)
    return export_table(table, readings, stream)


def export_table(table: HouseWayTable, readings: Mapping[str, str], stream: TextIO) -> int:
    """Write the lines of a house way that is already tabulated."""
    played = table.play(readings)
    names = [rule.rule for rule in table.house_way.rules] + [""]
    cards = [str(card) for card in DECK]
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(("cards", "low", "rule", "weight"))
    for place, (codes, rule, split, weight) in enumerate(
        zip(
            table.inputs.representatives.tolist(),
            played.rules.tolist(),
            played.splits.tolist(),
            table.inputs.weights.tolist(),
            strict=True,
        )
    ):
        low = table.hands.cards_of(place, split)[0] if rule >= 0 else []
        shown = (" ".join(cards[code] for code in _order(part)) for part in (codes, low))
        writer.writerow((*shown, names[rule], weight))
    return len(table.inputs.weights)

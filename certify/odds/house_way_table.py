"""Every hand that a house way can tell apart, with what each of its rules makes of it.

All hands of a deck fall into some 292,253 inputs (with the joker), each standing for as many hands
as its weight says. The kernel matches every rule against every input once; any readings are then
answered from that table.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TextIO

from certify.base.progress import Progress
from certify.game.cards import DECK, Card
from certify.game.house_way.lows import LowPattern
from certify.game.house_way.rules import HouseWay, HouseWayRule, Wanted
from certify.game.house_way.shapes import RankGroup
from certify.game.rank import CATEGORIES, RankRules
from certify.game.vocabulary import LOW_KINDS, TIE_BREAK, TIE_BREAKS
from certify.kernels import house_way as kernel
from certify.kernels.deck import JOKER, Deck
from certify.kernels.hand_table import HandTable, tabulate_hands
from certify.kernels.house_way import CodedPattern, CodedRule, Ranges
from certify.kernels.keys import DistinctInputs, distinct_inputs
from certify.kernels.rank import BUG, WHEEL_LOWEST, WHEEL_SECOND_HIGHEST, WILD


@dataclass(frozen=True, slots=True)
class HouseWayTable:
    """Every input with what each rule of a house way makes of it, whatever the readings."""

    house_way: HouseWay
    rules: RankRules
    inputs: DistinctInputs
    hands: HandTable
    match: Callable[[str], tuple[kernel.Matches, ...]]
    """What each rule matches under a tie-break; kept once it was asked for."""

    def matches(self, readings: Mapping[str, str]) -> tuple[kernel.Matches, ...]:
        """What each rule matches under the tie-break in force."""
        return self.match(readings.get(TIE_BREAK, TIE_BREAKS[0]))

    def list_places(self, readings: Mapping[str, str]) -> list[int]:
        """The places of the rules that the readings leave in force."""
        rules = enumerate(self.house_way.rules)
        return [place for place, rule in rules if rule.is_in_force(readings)]

    def play(self, readings: Mapping[str, str]) -> kernel.Played:
        """Set every input under some readings."""
        return kernel.play_first(self.hands, self.matches(readings), self.list_places(readings))

    def list_cards(self, place: int) -> tuple[Card, ...]:
        """The seven cards that stand for an input, highest first and the joker last."""
        return _show(self.inputs.representatives[place].tolist())

    def list_low(self, place: int, played: kernel.Played) -> tuple[Card, ...]:
        """The low hand of an input as set; empty where no rule sets it."""
        if played.rules[place] < 0:
            return ()
        return _show(self.hands.cards_of(place, int(played.splits[place]))[0])


def _order(codes: list[int]) -> list[int]:
    """Highest first, the joker last, of ascending codes."""
    return [*codes[-2::-1], codes[-1]] if codes[-1:] == [JOKER] else codes[::-1]


def _show(codes: list[int]) -> tuple[Card, ...]:
    return tuple(DECK[code] for code in _order(codes))


@cache
def _list_inputs(jokers: int) -> DistinctInputs:
    return distinct_inputs(Deck(jokers=jokers))


@lru_cache(maxsize=1)
def _rank_settings(joker: str, wheel: str, jokers: int) -> HandTable:
    return tabulate_hands(
        _list_inputs(jokers).representatives,
        joker_mode=WILD if joker == "wild" else BUG,
        wheel=WHEEL_LOWEST if wheel == "lowest" else WHEEL_SECOND_HIGHEST,
    )


def tabulate_house_way(
    house_way: HouseWay, rules: RankRules, progress: Progress | None = None
) -> HouseWayTable:
    """Match every rule against every input; readings are then answered from this table."""
    report = progress or (lambda _stage, _done, _total: None)
    count = len(house_way.rules)
    report("inputs", 0, count + 2)
    inputs = _list_inputs(rules.jokers)
    report("settings", 1, count + 2)
    hands = _rank_settings(rules.joker, rules.wheel, rules.jokers)

    @cache
    def match(tie_break: str) -> tuple[kernel.Matches, ...]:
        found = []
        for place, rule in enumerate(house_way.rules):
            report("rules", place + 2, count + 2)
            coded = encode_rule(rule, rules)
            found.append(kernel.match_rule(hands, coded, lowest_high=tie_break != TIE_BREAKS[0]))
        report("rules", count + 2, count + 2)
        return tuple(found)

    return HouseWayTable(house_way, rules, inputs, hands, match)


def encode_rule(rule: HouseWayRule, rules: RankRules) -> CodedRule:
    """Write a rule in the names and numbers that the kernel takes."""
    return CodedRule(
        rule.shapes,
        rule.joker_apart,
        tuple(_encode(condition.name, wanted) for condition, wanted in rule.when),
        tuple(
            encode_pattern(part) if isinstance(part, LowPattern) else part.name
            for part in rule.low.parts
        ),
        tuple(encode_pattern(pattern) for pattern in rule.low.provided),
        rules.equal == "foul",
    )


def encode_pattern(pattern: LowPattern) -> CodedPattern:
    """Write a pattern of low hands in numbers."""
    return CodedPattern(
        LOW_KINDS.index(pattern.of) + 1 if pattern.of else 0,
        tuple((group.lowest, group.highest) for group in pattern.holding),
        tuple(sorted(CATEGORIES.index(name) for name in pattern.classes)),
    )


def _encode(name: str, wanted: Wanted) -> tuple[str, Ranges]:
    if name == "complete" and isinstance(wanted, tuple):
        name = "complete-of"
    return name, tuple(_list_ranges(wanted))


def _list_ranges(wanted: Wanted) -> Iterator[tuple[int, int]]:
    if isinstance(wanted, bool):
        yield int(wanted), int(wanted)
        return
    for item in wanted if isinstance(wanted, tuple) else (wanted,):
        if isinstance(item, RankGroup):
            yield item.lowest, item.highest
        else:
            yield CATEGORIES.index(item), CATEGORIES.index(item)


def export_table(table: HouseWayTable, readings: Mapping[str, str], stream: TextIO) -> int:
    """Write a CSV line for each input, `cards,low,rule,weight`; return how many."""
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

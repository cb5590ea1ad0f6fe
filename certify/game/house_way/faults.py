"""Faults in the rules of a house way that need no hand to be found: names, order, reach.

Only what follows from the words of the rules is found here, quickly enough for every validation.
The proof over all hands finds the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from certify.base.errors import CertifyError
from certify.base.load import DataPath
from certify.game.house_way.conditions import RankGroup, Wanted
from certify.game.house_way.rules import HouseWay, HouseWayRule, build_rule
from certify.game.house_way.shapes import GROUP_SIZES, count_singles
from certify.game.vocabulary import READINGS

RuleFault = tuple[DataPath, str, str]
"""Where it is, what is wrong, how to cure it."""


def list_house_way_faults(data: Sequence[Mapping[str, Any]]) -> Iterator[RuleFault]:
    """Every fault of the ordered rules, given as plain data of the right form."""
    built: list[HouseWayRule] = []
    for place, item in enumerate(data):
        path: DataPath = ("house_way", place)
        try:
            built.append(build_rule(item, path))
        except CertifyError as error:
            yield path, f"the rule cannot be read: {error}", "correct it"
    house_way = HouseWay(tuple(built))
    yield from _check_names(house_way)
    sound: list[HouseWayRule] = []
    for rule in house_way.rules:
        yield from _check_readings(rule)
        faults = [*_check_selector(rule), *_check_conditions(rule)]
        yield from faults
        if not faults:
            yield from _check_reach(rule, sound)
            sound.append(rule)


def _check_names(house_way: HouseWay) -> Iterator[RuleFault]:
    places: dict[str, int] = {}
    for place, rule in enumerate(house_way.rules):
        if rule.rule in places:
            yield (
                (*rule.path, "rule"),
                f"the rule {rule.rule!r} stands twice",
                "give each rule its own name",
            )
        places.setdefault(rule.rule, place)
    for place, rule in enumerate(house_way.rules):
        for other in rule.exception_to:
            path = (*rule.path, "exception_to")
            if other not in places:
                yield path, f"no rule is called {other!r}", "name a rule of this house way"
            elif places[other] <= place:
                yield (
                    path,
                    f"{rule.rule!r} is an exception to {other!r} but does not stand before it",
                    "move the exception up: the first rule that matches is played",
                )


def _check_readings(rule: HouseWayRule) -> Iterator[RuleFault]:
    for key, value in rule.under:
        path = (*rule.path, "under", key)
        if key not in READINGS:
            yield path, f"{key} is no reading", "name a reading key"
        elif value not in READINGS[key].values:
            yield (
                path,
                f"{value} is no value of the reading {key}",
                f"write {' or '.join(READINGS[key].values)}",
            )


def _check_selector(rule: HouseWayRule) -> Iterator[RuleFault]:
    for shape in rule.shapes:
        if shape not in rule.low.shapes:
            yield (
                (*rule.path, "low"),
                f"{rule.low.name} finds nothing in the shape {shape}",
                f"use it for {', '.join(sorted(rule.low.shapes))}",
            )


def _check_conditions(rule: HouseWayRule) -> Iterator[RuleFault]:
    for condition, wanted in rule.when:
        path = (*rule.path, "when", condition.name)
        for shape in rule.shapes:
            if shape not in condition.shapes:
                yield (
                    path,
                    f"{condition.name} cannot be asked of the shape {shape}",
                    f"use it for {', '.join(sorted(condition.shapes))}",
                )
            elif condition.kind == "groups" and isinstance(wanted, tuple):
                held = (
                    GROUP_SIZES[shape].count(2)
                    if condition.name == "pairs"
                    else count_singles(shape)
                )
                if len(wanted) != held:
                    yield (
                        path,
                        f"{condition.name} gives {len(wanted)} groups, and the shape "
                        f"{shape} has {held}",
                        f"give {held}, highest first",
                    )


def _check_reach(rule: HouseWayRule, before: Sequence[HouseWayRule]) -> Iterator[RuleFault]:
    for condition, wanted in rule.when:
        # a joker apart and an ace are two singles of one rank
        if condition.kind == "groups" and not (rule.joker_apart or _can_descend(wanted)):
            yield (
                (*rule.path, "when", condition.name),
                f"no hand can match: the ranks of {condition.name} cannot descend",
                "write the group of the highest rank first",
            )
    for other in before:
        if _swallows(other, rule):
            yield (
                rule.path,
                f"{rule.rule!r} can never match: {other.rule!r} stands before it and "
                "matches every hand that it would",
                "move it up, or remove it",
            )
            return


def _can_descend(wanted: Wanted) -> bool:
    """Whether different ranks, each below the one before, can be found in the groups."""
    groups = (
        [group for group in wanted if isinstance(group, RankGroup)]
        if isinstance(wanted, tuple)
        else []
    )
    tops = [groups[0].highest] if groups else []
    for _, group in pairwise(groups):
        tops.append(min(tops[-1] - 1, group.highest))
    return all(top >= group.lowest for top, group in zip(tops, groups, strict=True))


def _swallows(first: HouseWayRule, second: HouseWayRule) -> bool:
    """Whether the first rule matches wherever the second does, by their words alone."""
    asked = {condition.name: wanted for condition, wanted in first.when}
    given = {condition.name: wanted for condition, wanted in second.when}
    finds = first.low.always or (
        first.low.name == "best-leaving-complete" and asked.get("complete") is True
    )
    return (
        finds
        and set(first.under) <= set(second.under)
        and set(second.shapes) <= set(first.shapes)
        and first.joker_apart == second.joker_apart
        and all(name in given and _implies(given[name], wanted) for name, wanted in asked.items())
    )


def _implies(given: Wanted, asked: Wanted) -> bool:
    if isinstance(given, RankGroup) and isinstance(asked, RankGroup):
        return asked.covers(given)
    if isinstance(given, tuple) and isinstance(asked, tuple):
        return len(given) == len(asked) and all(
            isinstance(one, RankGroup) and isinstance(other, RankGroup) and other.covers(one)
            for one, other in zip(given, asked, strict=True)
        )
    return given == asked

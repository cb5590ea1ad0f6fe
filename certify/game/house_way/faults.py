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
from certify.game.house_way.build import PATH, build_readings, build_rule
from certify.game.house_way.rules import HouseWayReading, HouseWayRule, Wanted
from certify.game.house_way.shapes import GROUP_SIZES, RankGroup, count_singles

RuleFault = tuple[DataPath, str, str]
"""Where it is, what is wrong, how to cure it."""


def list_house_way_faults(data: Mapping[str, Any]) -> Iterator[RuleFault]:
    """Every fault of a house way, given as plain data of the right form."""
    if not data:
        return
    readings = build_readings(data)
    yield from _check_declarations(readings, data)
    built: list[HouseWayRule] = []
    for place, item in enumerate(data["rules"]):
        path: DataPath = (*PATH, "rules", place)
        try:
            built.append(build_rule(item, path))
        except CertifyError as error:
            yield path, f"the rule cannot be read: {error}", "correct it"
    yield from _check_names(built)
    answers = {reading.key: reading.values for reading in readings}
    sound: list[HouseWayRule] = []
    for rule in built:
        yield from _check_readings(rule, answers)
        faults = [*_check_selector(rule), *_check_conditions(rule)]
        yield from faults
        if not faults:
            yield from _check_reach(rule, sound)
            sound.append(rule)


def _check_declarations(
    readings: Sequence[HouseWayReading], data: Mapping[str, Any]
) -> Iterator[RuleFault]:
    named = {key for rule in data["rules"] for key in rule.get("under", {})}
    seen: set[str] = set()
    for place, reading in enumerate(readings):
        path = (*PATH, "readings", place)
        if reading.key in seen:
            yield path, f"the reading {reading.key} is declared twice", "keep one of them"
        elif reading.key not in named:
            yield (
                (*path, "reading"),
                f"no rule depends on the reading {reading.key}",
                "add it under a rule, or remove it",
            )
        seen.add(reading.key)
        yield from _check_answers(path, reading, data["readings"][place])


def _check_answers(
    path: DataPath, reading: HouseWayReading, item: Mapping[str, Any]
) -> Iterator[RuleFault]:
    given = [
        *((name, item[name]) for name in ("value", "adopted", "assumed") if name in item),
        *(("stated", said["value"]) for said in item.get("stated", ())),
        *(("alternatives", _plain(value)) for value in item.get("alternatives", ())),
    ]
    for name, value in given:
        if value not in reading.values:
            yield (
                (*path, name),
                f"{value} is not a value of {reading.key}",
                f"write {' or '.join(reading.values)}, or add it to values",
            )


def _plain(value: Any) -> Any:
    """The value of an alternative, which may stand with its own words and lines."""
    return value["value"] if isinstance(value, Mapping) else value


def _check_names(rules: Sequence[HouseWayRule]) -> Iterator[RuleFault]:
    places: dict[str, int] = {}
    for place, rule in enumerate(rules):
        if rule.rule in places:
            yield (
                (*rule.path, "rule"),
                f"duplicate rule {rule.rule!r}",
                "give each rule its own name",
            )
        places.setdefault(rule.rule, place)
    for place, rule in enumerate(rules):
        for other in rule.exception_to:
            path = (*rule.path, "exception_to")
            if other not in places:
                yield path, f"unknown rule {other!r}", "write the name of a rule of this house way"
            elif places[other] <= place:
                yield (
                    path,
                    f"{rule.rule!r} is an exception to {other!r} but comes after it",
                    "move the exception up, because the first rule that matches applies",
                )


def _check_readings(
    rule: HouseWayRule, answers: Mapping[str, tuple[str, ...]]
) -> Iterator[RuleFault]:
    for key, value in rule.under:
        path = (*rule.path, "under", key)
        if key not in answers:
            yield (
                path,
                f"unknown reading {key}",
                f"declare it under readings{f', or name {_join(answers)}' if answers else ''}",
            )
        elif value not in answers[key]:
            yield (
                path,
                f"{value} is not a value of the reading {key}",
                f"write {' or '.join(answers[key])}",
            )


def _join(words: Mapping[str, Any] | Sequence[str]) -> str:
    return " or ".join(words)


def _tell_shapes(rule: HouseWayRule, lacking: Sequence[str]) -> str:
    if len(rule.shapes) == len(GROUP_SIZES):
        return "every shape, and the rule names none"
    return f"the shape{'s' if len(lacking) > 1 else ''} {', '.join(lacking)}"


def _check_selector(rule: HouseWayRule) -> Iterator[RuleFault]:
    lacking = [shape for shape in rule.shapes if shape not in rule.low.shapes]
    if lacking:
        yield (
            (*rule.path, "low"),
            f"{rule.low.name} does not exist in {_tell_shapes(rule, lacking)}",
            f"use it for {', '.join(sorted(rule.low.shapes)) or 'no shape: write two rules'}",
        )


def _check_conditions(rule: HouseWayRule) -> Iterator[RuleFault]:
    for condition, wanted in rule.when:
        path = (*rule.path, "when", condition.name)
        lacking = [shape for shape in rule.shapes if shape not in condition.shapes]
        if lacking:
            yield (
                path,
                f"{condition.name} does not apply to {_tell_shapes(rule, lacking)}",
                f"use it for {', '.join(sorted(condition.shapes))}",
            )
            continue
        if condition.kind == "groups" and isinstance(wanted, tuple):
            for shape in rule.shapes:
                yield from _check_number(path, condition.name, len(wanted), shape)


def _check_number(path: DataPath, name: str, given: int, shape: str) -> Iterator[RuleFault]:
    """Pairs are given all; singles from the highest down, as many as the rule asks for."""
    held = GROUP_SIZES[shape].count(2) if name == "pairs" else count_singles(shape)
    if given > held or (name == "pairs" and given < held):
        groups = "1 group" if given == 1 else f"{given} groups"
        most = "" if name == "pairs" else "at most "
        yield (
            path,
            f"{name} gives {groups}, and the shape {shape} has {held}",
            f"give {most}{held}, highest first",
        )


def _check_reach(rule: HouseWayRule, before: Sequence[HouseWayRule]) -> Iterator[RuleFault]:
    for condition, wanted in rule.when:
        # a joker apart and an ace are two singles of one rank
        if condition.kind == "groups" and not (rule.joker_apart or _can_descend(wanted)):
            yield (
                (*rule.path, "when", condition.name),
                f"no hand matches: the ranks of {condition.name} cannot descend",
                "write the group of the highest rank first",
            )
    for other in before:
        if _swallows(other, rule):
            yield (
                rule.path,
                f"{rule.rule!r} never matches: {other.rule!r} comes before it and "
                "matches all its hands",
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
    plain = len(first.low.parts) == 1 and not first.low.provided
    finds = first.low.always or (
        plain and first.low.name == "best-leaving-complete" and asked.get("complete") is True
    )
    return (
        finds
        and set(first.under) <= set(second.under)
        and set(second.shapes) <= set(first.shapes)
        and first.joker_apart == second.joker_apart
        and all(
            name in given and _implies(name, given[name], wanted) for name, wanted in asked.items()
        )
    )


def _implies(name: str, given: Wanted, asked: Wanted) -> bool:
    if isinstance(given, RankGroup) and isinstance(asked, RankGroup):
        return asked.covers(given)
    if name == "complete":
        return given == asked or (
            isinstance(given, tuple)
            and (asked is True or (isinstance(asked, tuple) and set(given) <= set(asked)))
        )
    if isinstance(given, tuple) and isinstance(asked, tuple):
        if name == "holds":
            return set(asked) <= set(given)
        return len(given) >= len(asked) and all(
            isinstance(one, RankGroup) and isinstance(other, RankGroup) and other.covers(one)
            for one, other in zip(given, asked, strict=False)
        )
    return given == asked

"""A house way from the plain data of a file whose form is already checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from certify.base.errors import CertifyError
from certify.base.load import DataPath
from certify.game.cards import parse_cards
from certify.game.house_way import rules
from certify.game.house_way.lows import build_low
from certify.game.house_way.rules import (
    Condition,
    Example,
    HouseWay,
    HouseWayReading,
    HouseWayRule,
    Unexpressed,
)
from certify.game.vocabulary import SHAPES

PATH: DataPath = ("house_way",)


def build_house_way(data: Mapping[str, Any]) -> HouseWay:
    """Build a house way from its readings, its rules and what it leaves unexpressed."""
    return HouseWay(
        tuple(
            build_rule(item, (*PATH, "rules", place)) for place, item in enumerate(data["rules"])
        ),
        build_readings(data),
        tuple(
            Unexpressed(
                item["rule"],
                item["because"],
                *_read_citation(item),
                (*PATH, "unexpressed", place),
            )
            for place, item in enumerate(data.get("unexpressed", ()))
        ),
    )


_DECIDING = ("rule", "exception_to", "under", "when", "low", "provided", "silent")
"""The keys of a rule that decide how a hand is set, or whether the document states it."""


def strip_rules(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The rules as plain data without reasons, citations and examples: all that sets a hand."""
    return [{key: rule[key] for key in _DECIDING if key in rule} for rule in data.get("rules", ())]


def build_readings(data: Mapping[str, Any]) -> tuple[HouseWayReading, ...]:
    """The open questions on which rules depend."""
    return tuple(
        HouseWayReading(item["reading"], item["question"], tuple(item["values"]))
        for item in data.get("readings", ())
    )


def build_rule(item: Mapping[str, Any], path: DataPath) -> HouseWayRule:
    """Build one rule, or raise where a name, a group of ranks or an example cannot be read."""
    asked = item.get("when", {})
    when = {name: _find_condition(name).read(wanted) for name, wanted in asked.items()}
    exception = item.get("exception_to", ())
    clause, lines = _read_citation(item)
    return HouseWayRule(
        rule=item["rule"],
        part=item.get("part", ""),
        exception_to=(exception,) if isinstance(exception, str) else tuple(exception),
        under=tuple(item.get("under", {}).items()),
        shapes=_read_shapes(asked.get("shape", tuple(SHAPES))),
        joker_apart=when.get("joker_apart") is True,
        when=tuple(
            (rules.REGISTRY[name], wanted) for name, wanted in when.items() if name != "shape"
        ),
        low=build_low(item["low"], item.get("provided", ())),
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
    for name in shapes:
        if name not in SHAPES:
            raise CertifyError(
                f"{name!r} is not a shape of a house way; write one of {', '.join(SHAPES)}"
            )
    return shapes


def _find_condition(name: str) -> Condition:
    if name not in rules.REGISTRY:
        known = ", ".join(rules.REGISTRY)
        raise CertifyError(f"{name!r} is not a condition of a house way; write one of {known}")
    return rules.REGISTRY[name]

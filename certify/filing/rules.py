"""The rules of play as the statements give them, part by part, with clause and standing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from certify.filing import wording
from certify.game.vocabulary import CONDITIONS, SELECTORS, SHAPES
from certify.spec.model import Jurisdiction, Statement, Value, build_citation
from certify.spec.parameters import SECTIONS, Parameter


@dataclass(frozen=True, slots=True)
class RulePart:
    """One part of the rules: what is said or assumed, what is left to others, what is not there."""

    title: str
    intro: str
    statements: tuple[Statement, ...]
    deferred: tuple[tuple[str, str, tuple[str, ...]], ...]
    """The text pointed to, where it is pointed to, and what is left to it."""
    unsaid: tuple[str, ...]
    """Silences without an assumption."""
    absent: tuple[str, ...]
    """What the game of this document does not have."""


def list_parts(jurisdiction: Jurisdiction) -> tuple[RulePart, ...]:
    """The rules of play, in the order of the catalogue."""
    return tuple(_build_part(jurisdiction, section) for section in SECTIONS)


def _build_part(jurisdiction: Jurisdiction, section: str) -> RulePart:
    said: list[Statement] = []
    deferred: dict[tuple[str, str], list[str]] = {}
    unsaid: list[str] = []
    absent: list[str] = []
    for statement in jurisdiction.list_statements():
        parameter = statement.parameter
        if parameter.section != section:
            continue
        if statement.standing == "not-offered":
            absent.append(label(parameter))
        elif statement.standing == "silent" and statement.value is None:
            unsaid.append(label(parameter))
        elif statement.standing == "deferred" and statement.value is None:
            deferred.setdefault((statement.deferred_to, statement.clause), []).append(
                label(parameter)
            )
        else:
            said.append(statement)
    return RulePart(
        wording.name(section),
        SECTIONS[section],
        tuple(said),
        tuple((to, where, tuple(names)) for (to, where), names in deferred.items()),
        tuple(unsaid),
        tuple(absent),
    )


def label(parameter: Parameter) -> str:
    """The short name of a parameter."""
    return wording.name(parameter.name)


def show_value(statement: Statement, value: Value | None) -> str:
    """A value of a statement in words."""
    is_word = statement.parameter.kind in {"choice", "class", "classes"}
    if statement.parameter.kind == "pays" and isinstance(value, int):
        return f"{wording.count(value)} to 1"
    return wording.phrase(value, is_word=is_word)


def show_standing(statement: Statement) -> str:
    """The standing and the value in a few words, for a cell of a matrix."""
    value = show_value(statement, statement.value) if statement.value is not None else ""
    match statement.standing:
        case "not-offered":
            return "not offered"
        case "silent":
            return f"not said; assumed: {value}" if value else "not said"
        case "deferred":
            return f"deferred; assumed: {value}" if value else "deferred"
        case "conflicting":
            return f"conflicting; adopted: {value}"
        case _:
            return value


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A rule of the house way for paper."""

    rule: str
    when: str
    low: str
    where: str
    standing: str
    under: tuple[tuple[str, str], ...]
    """Readings under which the rule is in force; none where it always is."""
    in_force: bool
    examples: tuple[tuple[str, str], ...]


def list_house_rules(jurisdiction: Jurisdiction) -> tuple[HouseRule, ...]:
    """The house way in its order, worded from the data."""
    adopted = {
        statement.reading: statement.value
        for statement in jurisdiction.statements.values()
        if statement.reading
    }
    return tuple(_word_rule(item, adopted) for item in jurisdiction.house_way)


def _word_rule(item: Mapping[str, Any], adopted: Mapping[str, Value | None]) -> HouseRule:
    under = tuple(item.get("under", {}).items())
    citation = build_citation(item.get("at"))
    return HouseRule(
        item["rule"],
        "; ".join(_word_condition(key, value) for key, value in item["when"].items()),
        SELECTORS[item["low"]],
        str(citation) if item.get("at") else "not said",
        "silent" if item.get("silent") else "stated",
        under,
        all(adopted.get(key) == value for key, value in under),
        tuple((example["cards"], example["low"]) for example in item.get("examples", ())),
    )


def _word_condition(key: str, value: Any) -> str:
    if key == "shape":
        shapes = [value] if isinstance(value, str) else value
        return " or ".join(SHAPES[shape] for shape in shapes)
    if key == "complete":
        return "a complete hand is possible" if value else "no complete hand is possible"
    if key == "joker_apart":
        return CONDITIONS[key].partition(" and is")[0] if value else "no joker set apart"
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return f"{wording.name(key).lower()} {text}"

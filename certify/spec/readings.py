"""Readings: the questions a document leaves open, and the answers that somebody asks for."""

from __future__ import annotations

import re
from collections.abc import Mapping

from certify.base.errors import CertifyError
from certify.base.names import find_near, match_name, quote, tell_near
from certify.spec.catalogue import PARAMETERS, PARAMETERS_OF_READING, Parameter, ValueKind
from certify.spec.model import Jurisdiction, Statement
from certify.spec.values import Money, Value, find_unreasonable, format_value, parse_value

_BARE = re.compile(r"[0-9]+(?:\.[0-9]+)?")
"""An amount without a currency: it is in that of the document."""
STRATEGY = "player-strategy"
STRATEGIES = ("house-way", "optimal")

Readings = Mapping[str | None, Mapping[str, Value]]
"""Answers asked for, by the paytable or wager they are limited to; None holds those for all."""


def select_readings(
    readings: Readings, paytable: str | None, wager: str | None = None
) -> Mapping[str, Value]:
    """The answers in force for one paytable of one wager."""
    found = dict(readings.get(None, {}))
    for scope in (wager, paytable):
        if scope is not None:
            found |= readings.get(scope, {})
    return found


def find_named(jurisdiction: Jurisdiction, name: str) -> tuple[Statement, ...]:
    """The statements behind a reading's key or a statement's own."""
    if name in jurisdiction.readings:
        return jurisdiction.readings[name]
    return tuple(item for item in [jurisdiction.by_key.get(name)] if item is not None)


def _list_names(statement: Statement) -> set[str]:
    """The names by which a statement is asked for: most have no key of a reading."""
    return {name for name in (statement.key, statement.reading) if name is not None}


def add_brought(jurisdiction: Jurisdiction, readings: Readings) -> Readings:
    """Readings with those that come along: what the same words make of other statements.

    What somebody asks for himself is never put aside.
    """
    asked = {
        name
        for values in readings.values()
        for key in values
        for item in find_named(jurisdiction, key)
        for name in _list_names(item)
    }
    found = {scope: dict(values) for scope, values in readings.items()}
    for scope, values in readings.items():
        for key, value in values.items():
            for statement in find_named(jurisdiction, key):
                for name, data in statement.list_brought(value):
                    for other in find_named(jurisdiction, name):
                        if not _list_names(other) & asked:
                            found[scope][name] = parse_value(other.parameter, data)
    return found


def parse_readings(
    jurisdiction: Jurisdiction, texts: tuple[str, ...], lender: Jurisdiction | None = None
) -> Readings:
    """Read `K=V` and `K@PAYTABLE=V`, K being a reading key or the name of a parameter.

    A lender's house way brings the questions that are open in it.
    """
    found: dict[str | None, dict[str, Value]] = {}
    scopes = {wager.id for wager in jurisdiction.wagers}
    scopes |= {paytable.id for _, paytable in jurisdiction.list_paytables()}
    for text in texts:
        name, equals, value = text.partition("=")
        key, _, scope = name.strip().partition("@")
        if not equals:
            raise CertifyError(
                f"{quote(text)} has no value; write KEY=VALUE, for example joker=wild"
            )
        place = match_name(scope, scopes) if scope else None
        if scope and place is None:
            raise CertifyError(
                f"{jurisdiction.id} has no paytable or wager {quote(scope)}; "
                f"{tell_near(scope, sorted(scopes), 'it has')}"
            )
        owner = _find_owner(jurisdiction, lender, key)
        key = match_reading(owner, key)
        answers = found.setdefault(place, {})
        answer = parse_reading(owner, key, value.strip())
        if answers.get(key, answer) != answer:
            raise CertifyError(
                f"{name.strip()} is given twice, as {format_value(answers[key])} and as "
                f"{format_value(answer)}; keep one of them"
            )
        answers[key] = answer
    return found


def _find_owner(jurisdiction: Jurisdiction, lender: Jurisdiction | None, key: str) -> Jurisdiction:
    """Whose question a key is: the document's, or that of a house way which is assumed."""
    if lender is None or jurisdiction.house_way:
        return jurisdiction
    asked = [name for name, found in lender.readings.items() if found[0].is_of_house_way]
    return jurisdiction if match_name(key, asked) is None else lender


def list_values(
    jurisdiction: Jurisdiction, key: str, lender: Jurisdiction | None = None
) -> tuple[str, ...]:
    """Every value that a reading can take; refused where they are not a closed list."""
    if key == STRATEGY:
        return tuple(STRATEGIES)
    parameter = _find_parameter(_find_owner(jurisdiction, lender, key), key)
    if parameter.kind is not ValueKind.CHOICE:
        raise CertifyError(f"{key} has no closed list of values; name the values to try")
    return parameter.choices


def match_reading(jurisdiction: Jurisdiction, key: str) -> str:
    """The key of a reading or parameter as a person types it."""
    known = [
        *jurisdiction.readings,
        STRATEGY,
        *jurisdiction.by_key,
        *PARAMETERS_OF_READING,
        *PARAMETERS,
    ]
    return match_name(key, dict.fromkeys(known)) or key


def parse_reading(jurisdiction: Jurisdiction, key: str, text: str) -> Value:
    """Read the value of a reading as a person types it."""
    if key == STRATEGY:
        return _choose(key, text, STRATEGIES)
    parameter = _find_parameter(jurisdiction, key)
    match parameter.kind:
        case ValueKind.CHOICE:
            return _choose(key, text, parameter.choices)
        case ValueKind.TEXT | ValueKind.CONDITION | ValueKind.EXCLUSIONS | ValueKind.CLASSES:
            return _pick(jurisdiction, key, text)
        case ValueKind.COUNT:
            if not (text.isascii() and text.isdecimal()) or len(text) > 9:
                raise CertifyError(
                    f"{key} cannot be {quote(text)}; write a whole number of at most nine digits"
                )
            return _demand_reason(key, parameter, int(text))
    if parameter.kind in {ValueKind.MONEY, ValueKind.CHARGE} and _BARE.fullmatch(text):
        text = f"{text} {jurisdiction.currency}"
    try:
        value = parse_value(parameter, text)
    except CertifyError as error:
        raise CertifyError(f"{key}: {error}") from None
    if isinstance(value, Money) and value.currency != jurisdiction.currency:
        raise CertifyError(
            f"{key}: {value} is not in {jurisdiction.currency}, the currency of the document"
        )
    return _demand_reason(key, parameter, value)


def _demand_reason(key: str, parameter: Parameter, value: Value) -> Value:
    if fault := find_unreasonable(parameter, value):
        what, cure = fault
        raise CertifyError(f"{key} cannot be {value}{what}; {cure}")
    return value


def _find_parameter(jurisdiction: Jurisdiction, key: str) -> Parameter:
    if key in jurisdiction.readings:
        return jurisdiction.readings[key][0].parameter
    if key in jurisdiction.by_key:
        return jurisdiction.by_key[key].parameter
    if key in PARAMETERS_OF_READING:
        return PARAMETERS_OF_READING[key]
    if key in PARAMETERS:
        return PARAMETERS[key]
    known = sorted({*jurisdiction.readings, STRATEGY})
    named = [name for name in jurisdiction.by_key if name.endswith(f".{key}")]
    near = find_near(key, [*known, *jurisdiction.by_key, *PARAMETERS_OF_READING])
    near = " or ".join(named[:3]) or near
    hint = f"did you mean {near}?" if near else f"known are {', '.join(known)}"
    raise CertifyError(f"unknown reading {quote(key)}; {hint}")


def _choose(key: str, text: str, choices: tuple[str, ...]) -> str:
    found = match_name(text, choices)
    if found is None:
        raise CertifyError(f"{key} cannot be {quote(text)}; write {' or '.join(choices)}")
    return found


def _pick(jurisdiction: Jurisdiction, key: str, text: str) -> Value:
    """One of the values that the file itself names, by how they are written for people."""
    statements = jurisdiction.readings.get(key) or (jurisdiction.by_key.get(key),)
    values: list[Value] = []
    for statement in statements:
        if statement is not None and statement.value is not None:
            values += [statement.value, *statement.other_values]
    named = {format_value(value): value for value in values}
    found = match_name(text, named)
    if found is None:
        raise CertifyError(f"{key} cannot be {quote(text)}; the file names {'; '.join(named)}")
    return named[found]

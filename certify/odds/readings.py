"""Which readings touch a wager, and which alternatives the document leaves open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from certify.game.vocabulary import READINGS
from certify.spec.model import Jurisdiction, Paytable, Rules, Statement, Value
from certify.spec.parameters import PARAMETER_OF_READING

Overrides = Mapping[str | None, Mapping[str, Value]]
"""Readings asked for, by the paytable they are limited to; None holds those for all."""


def read_rules(jurisdiction: Jurisdiction, paytable: Paytable, overrides: Overrides) -> Rules:
    """The jurisdiction under the readings asked for."""
    return Rules(
        jurisdiction, paytable, {**overrides.get(None, {}), **overrides.get(paytable.id, {})}
    )


def list_touching(rules: Rules, wager: str) -> dict[str, Value]:
    """Every reading key that touches a wager, with the value in force."""
    found: dict[str, Value] = {}
    for key in READINGS:
        value = rules.reading(key)
        if value is not None and touches(rules, wager, key):
            found[key] = value
    return found


def touches(rules: Rules, wager: str, key: str) -> bool:
    """Whether a reading can change a wager's odds under the document's other statements."""
    if wager not in READINGS[key].wagers and not (
        key == "wheel" and wager == "fortune-bonus" and _compares_hands(rules)
    ):
        return False
    parameter = PARAMETER_OF_READING.get(key)
    if parameter is not None and key not in rules.overrides:
        statement = rules.statement(parameter.key)
        if statement.standing == "not-offered" or statement.value is None:
            return False
    if key in {"bonus-when-dealer-not-beaten", "bonus-tie-with-dealer", "bonus-comparison"}:
        return rules.choice("fortune.bank_condition") == "bank-hand-must-be-beaten"
    if key == "royal-match-joker":
        return "royal-match" in rules.paytable.hands
    return True


def _compares_hands(rules: Rules) -> bool:
    return rules.reading("bonus-comparison") == "by-hand" and (
        rules.choice("fortune.bank_condition") == "bank-hand-must-be-beaten"
    )


def list_open(rules: Rules, wager: str) -> Iterator[tuple[Statement, tuple[Value, ...]]]:
    """Statements of a wager that have alternatives, except those that were set by hand."""
    for key in list_touching(rules, wager):
        parameter = PARAMETER_OF_READING.get(key)
        if parameter is None or key in rules.overrides:
            continue
        statement = rules.statement(parameter.key)
        if statement.alternatives:
            yield statement, statement.alternatives


def list_alternatives(rules: Rules, wager: str, *, cross: bool) -> Iterator[dict[str, Value]]:
    """The other readings: one at a time, or every combination of them."""
    opened = [(statement.reading or "", values) for statement, values in list_open(rules, wager)]
    if not cross:
        for key, values in opened:
            for value in values:
                yield {key: value}
        return
    choices = [[None, *values] for _, values in opened]
    for chosen in product(*choices):
        picked = {
            key: value for (key, _), value in zip(opened, chosen, strict=True) if value is not None
        }
        if picked:
            yield picked

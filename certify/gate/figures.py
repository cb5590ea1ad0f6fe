"""The figures of a file as a certificate keeps them: numbers, words of closed lists, names; no sentences."""

from __future__ import annotations

import hashlib
from typing import Any

from certify.base.figures import format_fraction, format_money
from certify.odds.result import AlternativeOdds, EnvyOdds, Resting, WagerOdds
from certify.spec.model import Jurisdiction
from certify.spec.values import Other, Value, format_value

_OTHER = str(Other(""))
"""How a value begins that a document says in words of its own."""


def describe_figures(odds: WagerOdds) -> dict[str, Any]:
    """One wager: its status, what it rests on, and every number, exactly."""
    data: dict[str, Any] = {
        "wager": odds.wager,
        "status": str(odds.status),
        "missing": len(odds.missing),
        "rests_on": {item.parameter: _tell_resting(item) for item in odds.rests_on},
        "readings": name_readings(odds.readings),
    }
    if odds.paytable is not None:
        data["paytable"] = odds.paytable
    if not odds.has_figures:
        return data
    if odds.stake is not None:
        data["stake"] = str(odds.stake)
    data |= {
        "deals": odds.deals,
        "outcomes": [
            [item.name, item.deals, format_money(odds.net(item))] for item in odds.outcomes
        ],
        "house_edge": format_fraction(odds.house_edge),
        "hit_rate": format_fraction(odds.hit_rate),
        "variance": format_fraction(odds.variance),
        "envy": [_describe_envy(item) for item in odds.envy],
        "alternatives": [_describe_alternative(item) for item in odds.alternatives],
        "published": [
            [item.published.label, item.published.percent, "agrees" if item.agrees else "differs"]
            for item in odds.published
        ],
    }
    if odds.envy and odds.envy[0].stake is not None:
        data["envy_stake"] = str(odds.envy[0].stake)
    if odds.cap is not None:
        data["cap"] = str(odds.cap.cap)
    if odds.progressive is not None:
        data["break_even_meter"] = format_money(odds.progressive.break_even)
    return data


def _tell_resting(item: Resting) -> str:
    """Standing and value; words of our own are named by their digest."""
    value = item.value
    if value.startswith(_OTHER):
        value = f"other:{hashlib.sha256(value.removeprefix(_OTHER).encode()).hexdigest()[:16]}"
    return f"{item.standing}: {value}"


def _describe_envy(envy: EnvyOdds) -> list[str | int]:
    """Other players, the money that each brings, and the edge where a stake is known."""
    found: list[str | int] = [envy.other_players, format_fraction(envy.per_other_player)]
    edges = (envy.house_edge, envy.highest_edge)
    return [*found, *(format_fraction(edge) for edge in edges if edge is not None)]


def _describe_alternative(item: AlternativeOdds) -> dict[str, Any]:
    data: dict[str, Any] = {"readings": name_readings(item.readings)}
    if item.house_edge is not None:
        data["house_edge"] = format_fraction(item.house_edge)
    if item.envy:
        data["envy"] = [_describe_envy(envy) for envy in item.envy]
    return data


def name_readings(readings: Any) -> dict[str, str]:
    """Readings by key; what a document says in words of ours is named by a digest of them."""
    return {key: name_value(value) for key, value in sorted(readings.items())}


def name_value(value: Value | None) -> str:
    """A value as text that no change of wording alters."""
    if isinstance(value, Other):
        return f"other:{hashlib.sha256(value.text.encode()).hexdigest()[:16]}"
    return format_value(value)


def list_adopted(jurisdiction: Jurisdiction) -> dict[str, str]:
    """Every reading of a file with the value adopted; a paytable's own beside its name."""
    found: dict[str, str] = {}
    for key, statements in jurisdiction.readings.items():
        for statement in statements:
            if statement.value is None:
                continue
            scope = statement.paytable or (statement.wager if len(statements) > 1 else None)
            found[f"{key}@{scope}" if scope else key] = name_value(statement.value)
    return dict(sorted(found.items()))

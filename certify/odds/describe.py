"""Odds as plain data for JSON."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from certify.base.figures import (
    format_fraction,
    format_money,
    format_percent,
    format_root,
    round_half_up,
)
from certify.odds.result import (
    AlternativeOdds,
    CapOdds,
    EnvyOdds,
    MeterOdds,
    PrintedFigure,
    Resting,
    WagerOdds,
)
from certify.spec.values import Value, format_value


def describe_share(value: Fraction) -> dict[str, str]:
    """A share as fraction and percent."""
    return {"fraction": format_fraction(value), "percent": format_percent(value)}


def describe_readings(readings: Mapping[str, Value]) -> dict[str, str]:
    """Readings as text."""
    return {key: format_value(value) for key, value in readings.items()}


def describe_envy(envy: EnvyOdds) -> dict[str, Any]:
    """One number of other players as plain data."""
    data: dict[str, Any] = {
        "other_players": envy.other_players,
        "stake": str(envy.stake) if envy.stake else None,
        "money_per_other_player": {
            "fraction": format_fraction(envy.per_other_player),
            "decimal": round_half_up(envy.per_other_player, 6),
        },
    }
    if envy.house_edge is not None:
        data["house_edge"] = describe_share(envy.house_edge)
    if envy.highest_edge is not None:
        data["highest_edge"] = describe_share(envy.highest_edge)
    if envy.variance is not None:
        data["variance"] = {"fraction": format_fraction(envy.variance)}
        data["standard_deviation"] = format_root(envy.variance)
    return data


def describe_alternative(item: AlternativeOdds) -> dict[str, Any]:
    """Another reading as plain data."""
    data: dict[str, Any] = {"readings": describe_readings(item.readings)}
    if item.house_edge is not None:
        data["house_edge"] = describe_share(item.house_edge)
    if item.why_not:
        data["not_priced"] = item.why_not
    data["envy"] = [describe_envy(envy) for envy in item.envy]
    return data


def describe_printed(item: PrintedFigure) -> dict[str, Any]:
    """A printed figure beside the computed one as plain data."""
    return {
        "label": item.published.label,
        "percent": item.published.percent,
        "computed": format_percent(item.exact),
        "fraction": format_fraction(item.exact),
        "agrees": item.agrees,
        "rounding": item.rounding,
    }


def describe_resting(item: Resting) -> dict[str, Any]:
    """A value that a figure rests on as plain data."""
    data: dict[str, Any] = {
        "parameter": item.parameter,
        "standing": item.standing,
        "value": item.value,
        "clause": item.clause,
    }
    return {**data, "confirmed_by_printed_figures": True} if item.confirmed else data


def describe_wager(odds: WagerOdds) -> dict[str, Any]:
    """The form that `certify odds --json` prints for one wager."""
    data: dict[str, Any] = {"wager": odds.wager}
    if odds.paytable is not None:
        data["paytable"] = odds.paytable
    data["status"] = str(odds.status)
    if odds.missing:
        data["missing"] = list(odds.missing)
    if odds.assumption:
        data["assumption"] = odds.assumption
    data["rests_on"] = [describe_resting(item) for item in odds.rests_on]
    data["readings"] = describe_readings(odds.readings)
    if odds.counterfactual:
        data["counterfactual"] = list(odds.counterfactual)
    if not odds.has_figures:
        return data
    if odds.stake is not None:
        data["stake"] = str(odds.stake)
    data |= {
        "deals": odds.deals,
        "outcomes": [
            {"outcome": item.name, "deals": item.deals, "net": format_money(odds.net(item))}
            for item in odds.outcomes
        ],
        "house_edge": describe_share(odds.house_edge),
        "hit_rate": describe_share(odds.hit_rate),
        "variance": {"fraction": format_fraction(odds.variance)},
        "standard_deviation": format_root(odds.variance),
        **odds.details,
        "envy": [describe_envy(item) for item in odds.envy],
        "alternatives": [describe_alternative(item) for item in odds.alternatives],
        "published": [describe_printed(item) for item in odds.published],
    }
    if odds.cap:
        data["cap"] = _describe_cap(odds.cap)
    if odds.aggregate:
        data["aggregate"] = _describe_cap(odds.aggregate)
    if odds.progressive:
        data["progressive"] = _describe_meter(odds.progressive)
    return data


def _describe_cap(cap: CapOdds) -> dict[str, Any]:
    data: dict[str, Any] = {
        "cap": str(cap.cap),
        "binds_above": [
            {"outcome": name, "stake": format_money(stake)} for name, stake in cap.first_binding
        ],
    }
    if cap.stake is not None and cap.house_edge is not None:
        data["stake"] = str(cap.stake)
        data["house_edge"] = describe_share(cap.house_edge)
    return data


def _describe_meter(meter: MeterOdds) -> dict[str, Any]:
    data: dict[str, Any] = {
        "edge_without_meter": describe_share(meter.edge_without),
        "edge_per_unit_of_meter": {"fraction": format_fraction(meter.edge_per_unit)},
        "break_even_meter": format_money(meter.break_even),
    }
    if meter.seed is not None and meter.edge_at_seed is not None:
        data["seed"] = str(meter.seed)
        data["edge_at_seed"] = describe_share(meter.edge_at_seed)
    if meter.contribution is not None:
        data["contribution"] = format_fraction(meter.contribution)
    return data

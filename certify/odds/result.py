"""What a computation of odds gives, and its form as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from certify.base.figures import (
    format_fraction,
    format_money,
    format_percent,
    format_root,
    round_half_up,
)
from certify.spec.model import Money, Published, Value, format_value


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way a wager can go: how many deals lead there, and what it nets to one."""

    name: str
    deals: int
    net: Fraction
    is_hit: bool = False


@dataclass(frozen=True, slots=True)
class EnvyOdds:
    """The Fortune bonus with envy, for one number of other players."""

    other_players: int
    stake: Money | None
    """None where no minimum stake exists and none was given: then only money is known."""
    per_other_player: Fraction
    """Expected envy in money for each other player."""
    house_edge: Fraction | None
    highest_edge: Fraction | None = None
    """Where only bounds are known: the edge lies from `house_edge` to this."""
    variance: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """A printed house edge beside the computed one."""

    published: Published
    exact: Fraction
    roundings: tuple[str, ...]
    """Every way of rounding that reproduces the printed figure."""
    rounding: str = ""
    """The one that reproduces all figures the document prints, where there is one."""

    @property
    def agrees(self) -> bool:
        """Whether some rounding reproduces the printed figure."""
        return bool(self.roundings)


@dataclass(frozen=True, slots=True)
class Alternative:
    """The same wager under other readings."""

    readings: Mapping[str, Value]
    house_edge: Fraction | None
    envy: tuple[EnvyOdds, ...] = ()
    counterfactual: bool = False


@dataclass(frozen=True, slots=True)
class WagerOdds:
    """The exact odds of one wager on one paytable under one set of readings."""

    wager: str
    paytable: str | None
    readings: Mapping[str, Value]
    deals: int = 0
    outcomes: tuple[Outcome, ...] = ()
    envy: tuple[EnvyOdds, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    published: tuple[Comparison, ...] = ()
    missing: tuple[str, ...] = ()
    """What the document does not supply; then there are no figures."""
    assumption: str = ""
    """A named assumption that the figures rest on."""
    counterfactual: tuple[str, ...] = ()
    """Readings in force that the document does not allow."""
    cap: CapOdds | None = None
    details: Mapping[str, Any] = field(default_factory=dict)
    """Further exact counts, ready to print."""

    @property
    def status(self) -> str:
        """Certified from the document alone, assumed under a name, or deferred."""
        if self.missing and not self.assumption:
            return "deferred"
        return "assumed" if self.assumption else "certified"

    @property
    def house_edge(self) -> Fraction:
        """The bank's expected share of the stake."""
        return -sum((item.net * item.deals for item in self.outcomes), Fraction(0)) / self.deals

    @property
    def hit_rate(self) -> Fraction:
        """How often the wager is paid; a push is no hit."""
        return Fraction(sum(item.deals for item in self.outcomes if item.is_hit), self.deals)

    @property
    def variance(self) -> Fraction:
        """The variance of the net result of one unit."""
        square = sum((item.net**2 * item.deals for item in self.outcomes), Fraction(0)) / self.deals
        return square - self.house_edge**2

    @property
    def edges(self) -> tuple[Fraction, ...]:
        """The edge as adopted and under every alternative, envy left out."""
        others = (item.house_edge for item in self.alternatives)
        return (self.house_edge, *(edge for edge in others if edge is not None))


@dataclass(frozen=True, slots=True)
class CapOdds:
    """From which stake a cap on payments binds, and what it does."""

    cap: Money
    first_binding: tuple[tuple[str, Fraction], ...]
    """Class and the stake above which its pay is cut."""
    stake: Money | None
    house_edge: Fraction | None
    """The edge at that stake, where one was given."""


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
        "per_other_player": {
            "fraction": format_fraction(envy.per_other_player),
            "money": round_half_up(envy.per_other_player, 6),
        },
    }
    if envy.house_edge is not None:
        data["house_edge"] = describe_share(envy.house_edge)
    if envy.highest_edge is not None:
        data["house_edge_at_most"] = describe_share(envy.highest_edge)
    if envy.variance is not None:
        data["variance"] = {"fraction": format_fraction(envy.variance)}
        data["standard_deviation"] = format_root(envy.variance)
    return data


def describe_alternative(alternative: Alternative) -> dict[str, Any]:
    """An alternative as plain data."""
    data: dict[str, Any] = {"readings": describe_readings(alternative.readings)}
    if alternative.house_edge is not None:
        data["house_edge"] = describe_share(alternative.house_edge)
    data["envy"] = [describe_envy(item) for item in alternative.envy]
    if alternative.counterfactual:
        data["counterfactual"] = True
    return data


def describe_comparison(comparison: Comparison) -> dict[str, Any]:
    """A printed figure beside the computed one, as plain data."""
    data: dict[str, Any] = {
        "label": comparison.published.label,
        "percent": comparison.published.percent,
        "computed": format_percent(comparison.exact),
        "fraction": format_fraction(comparison.exact),
        "agrees": comparison.agrees,
        "rounding": comparison.rounding or None,
    }
    if comparison.published.other_players:
        data["other_players"] = comparison.published.other_players
    return data


def describe_wager(odds: WagerOdds) -> dict[str, Any]:
    """The whole result as plain data, in the form of `certify odds --json`."""
    data: dict[str, Any] = {"wager": odds.wager}
    if odds.paytable is not None:
        data["paytable"] = odds.paytable
    data["status"] = odds.status
    if odds.missing:
        data["missing"] = list(odds.missing)
    if odds.assumption:
        data["assumption"] = odds.assumption
    data["readings"] = describe_readings(odds.readings)
    if odds.counterfactual:
        data["counterfactual"] = list(odds.counterfactual)
    if not odds.deals:
        return data
    data |= {
        "deals": odds.deals,
        "outcomes": [
            {"outcome": item.name, "deals": item.deals, "net": format_money(item.net)}
            for item in odds.outcomes
        ],
        "house_edge": describe_share(odds.house_edge),
        "hit_rate": describe_share(odds.hit_rate),
        "variance": {"fraction": format_fraction(odds.variance)},
        "standard_deviation": format_root(odds.variance),
        **odds.details,
        "envy": [describe_envy(item) for item in odds.envy],
        "alternatives": [describe_alternative(item) for item in odds.alternatives],
        "published": [describe_comparison(item) for item in odds.published],
    }
    if odds.cap:
        data["cap"] = _describe_cap(odds.cap)
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

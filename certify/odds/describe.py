"""The facts of the odds as plain data for JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from certify.base.figures import (
    describe_share,
    format_fraction,
    format_money,
    format_percent,
    format_root,
    round_half_up,
)
from certify.odds.facts import Each, Shape, Show, Values, project, tabulate
from certify.odds.result import WagerOdds
from certify.spec.values import Value, format_value


def describe_readings(readings: Mapping[str, Value]) -> dict[str, str]:
    """Readings as text."""
    return {key: format_value(value) for key, value in readings.items()}


def _square(value: Fraction) -> dict[str, str]:
    return {"fraction": format_fraction(value)}


def _money(value: Fraction) -> dict[str, str]:
    return {**_square(value), "decimal": round_half_up(value, 6)}


def _binding(stakes: Sequence[tuple[str, Fraction]]) -> list[dict[str, str]]:
    return [{"outcome": name, "stake": format_money(stake)} for name, stake in stakes]


_SPREAD = (
    Show("variance", _square),
    Show("standard_deviation", format_root, "variance"),
)
_ENVY = (
    Show("other_players", of="seats"),
    Show("stake", str, always=True),
    Show("money_per_other_player", _money, "per_other_player"),
    Show("least_money_per_other_player", _money, "least_per_other_player"),
    Show("house_edge", describe_share, always=True),
    Show("highest_edge", describe_share),
    *_SPREAD,
)
_RESTING = (
    Show("parameter"),
    Show("standing"),
    Show("value"),
    Show("clause"),
    Show("confirmed_by_printed_figures", lambda confirmed: confirmed or None, "confirmed"),
)
_ALTERNATIVE = (
    Show("readings", describe_readings),
    Show("supported_by_text", lambda _: False, "unsupported"),
    Show("house_edge", describe_share, always=True),
    Show("assumption"),
    Show("not_priced", lambda why: why or None),
    Each("envy", "envy", _ENVY),
)
_PUBLISHED = (
    Show("label", lambda printed: printed.label, "published"),
    Show("percent", lambda printed: printed.percent, "published"),
    Show("computed", format_percent, "exact"),
    Show("fraction", format_fraction, "exact"),
    Show("agrees"),
    Show("rounding"),
)
CAP = (
    Show("cap", str),
    Show("binds_above", _binding, "first_binding"),
    Show("stake", str),
    Show("house_edge", describe_share),
)
METER = (
    Show("edge_without_meter", describe_share, "edge_without"),
    Show("edge_per_unit_of_meter", _square, "edge_per_unit"),
    Show("break_even_meter", format_money, "break_even"),
    Show("seed", str),
    Show("edge_at_seed", describe_share),
    Show("contribution", format_fraction),
)
_WAGER: Shape = (
    Show("wager"),
    Show("paytable"),
    Show("status", str),
    Each("missing", "missing", form=lambda texts: texts or None),
    Show("assumption"),
    Each("rests_on", "rests_on", _RESTING),
    Each("readings", "reading", form=lambda pairs: describe_readings(dict(pairs))),
    Each("counterfactual", "counterfactual", form=lambda keys: keys or None),
)
_FIGURES: Shape = (
    Show("stake", str),
    Show("deals"),
    Each("outcomes", "outcome", (Show("outcome"), Show("deals"), Show("net", format_money))),
    Show("house_edge", describe_share),
    Show("hit_rate", describe_share),
    *_SPREAD,
)
_MORE_FIGURES: Shape = (
    Each("envy", "envy", _ENVY),
    Each("alternatives", "alternatives", _ALTERNATIVE),
    Each("published", "published", _PUBLISHED),
    Show("cap", lambda cap: project(CAP, cap)),
    Show("aggregate", lambda cap: project(CAP, cap)),
    Show("progressive", lambda meter: project(METER, meter)),
)


def describe_wager(odds: WagerOdds) -> Values:
    """The form that `certify odds --json` prints for one wager."""
    facts = tabulate(odds)
    data = project(_WAGER, facts)
    if odds.has_figures:
        data |= project(_FIGURES, facts) | dict(odds.details) | project(_MORE_FIGURES, facts)
    return data

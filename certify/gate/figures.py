"""The figures of a file as a certificate keeps them: numbers, words of closed lists, names; no sentences."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from certify.base.figures import format_fraction, format_money
from certify.odds.facts import Each, Facts, Shape, Show, Values, as_rows, project, tabulate
from certify.odds.result import Resting, WagerOdds
from certify.spec.model import Jurisdiction
from certify.spec.values import Other, Value, format_value

_OTHER = str(Other(""))
"""How a value begins that a document states in words of its own."""


def describe_figures(odds: WagerOdds) -> Values:
    """One wager: its status, what it rests on, and every number, exactly."""
    facts = tabulate(odds)
    return project(_WAGER, facts) | (project(_FIGURES, facts) if odds.has_figures else {})


def _name_resting(resting: list[Resting]) -> dict[str, str]:
    """Standing and value by parameter; words of our own are named by their digest."""
    found = {}
    for item in resting:
        own = item.value.startswith(_OTHER)
        value = name_value(Other(item.value.removeprefix(_OTHER))) if own else item.value
        found[item.parameter] = f"{item.standing}: {value}"
    return found


def name_readings(readings: Mapping[str, Value]) -> dict[str, str]:
    """Readings by key; what a document states in words of ours is named by a digest of them."""
    return {key: name_value(value) for key, value in sorted(readings.items())}


def name_value(value: Value | None) -> str:
    """A value as text that no change of wording alters."""
    if isinstance(value, Other):
        return f"other:{hashlib.sha256(value.text.encode()).hexdigest()[:16]}"
    return format_value(value)


_ENVY = (
    Show("other_players", of="seats"),
    Show("per_other_player", format_fraction),
    Show("house_edge", format_fraction),
    Show("highest_edge", format_fraction),
)
_ALTERNATIVE = (
    Show("readings", name_readings),
    Show("house_edge", format_fraction),
    Each("envy", "envy", _ENVY, lambda parts: as_rows(parts) or None),
)
_PUBLISHED = (
    Show("label", lambda printed: printed.label, "published"),
    Show("percent", lambda printed: printed.percent, "published"),
    Show("agrees", lambda agrees: "agrees" if agrees else "differs"),
)
_WAGER: Shape = (
    Show("wager"),
    Show("status", str),
    Each("missing", "missing", form=len),
    Each("rests_on", "rests_on", form=_name_resting),
    Each("readings", "reading", form=lambda pairs: name_readings(dict(pairs))),
    Show("paytable"),
)
_OUTCOME = (Show("outcome"), Show("deals"), Show("net", format_money))
_FIGURES: Shape = (
    Show("stake", str),
    Show("deals"),
    Each("outcomes", "outcome", _OUTCOME, as_rows),
    Show("house_edge", format_fraction),
    Show("hit_rate", format_fraction),
    Show("variance", format_fraction),
    Each("envy", "envy", _ENVY, as_rows),
    Each("alternatives", "alternatives", _ALTERNATIVE),
    Each("published", "published", _PUBLISHED, as_rows),
    Each("envy_stake", "envy", form=lambda parts: _name_stake(parts[0]) if parts else None),
    Show("cap", lambda cap: str(cap.cap)),
    Show("break_even_meter", lambda meter: format_money(meter.break_even), "progressive"),
)


def _name_stake(facts: Facts) -> str | None:
    stake = facts.find("stake")
    return str(stake) if stake else None


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

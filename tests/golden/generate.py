"""Writes the golden figures: `python -m tests.golden.generate` (minutes, the standard wager included).

The figures are our own output; what makes them evidence is that the tests hold them against a second
path: the compiled enumeration of every hand for the paytables, reduced decks, random deals through the
plain engine and the identities of the method for the standard wager.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from certify.base.figures import format_fraction
from certify.game.vocabulary import READINGS
from certify.odds.compute import Request, compute_odds
from certify.odds.house_way_readings import read_house_way
from certify.odds.standard import StandardRequest, compute_standard
from certify.spec.model import Rules
from tests.conftest import IDS, load

FOLDER = Path(__file__).parent


def list_edges() -> dict[str, Any]:
    """Every paytable's and every Ace High wager's edge, adopted and under each alternative."""
    golden: dict[str, Any] = {}
    for name in IDS:
        for odds in compute_odds(load(name), Request(wagers=("fortune-bonus", "ace-high"))):
            golden[f"{name} {odds.wager} {odds.paytable or '-'}"] = {
                "house_edge": format_fraction(odds.house_edge),
                "deals": {item.name: item.deals for item in odds.outcomes},
                "alternatives": {
                    ", ".join(
                        f"{key}={value}" for key, value in item.readings.items()
                    ): format_fraction(item.house_edge)
                    for item in odds.alternatives
                    if item.house_edge is not None
                },
            }
    return golden


def list_standard_readings(name: str) -> list[dict[str, str]]:
    """The adopted readings, each other value of each house-way reading, and both wheels."""
    jurisdiction = load(name)
    values, _ = read_house_way(jurisdiction, {})
    named = {key for rule in jurisdiction.house_way for key in rule.get("under", {})}
    cases: list[dict[str, str]] = [{}]
    for key in sorted(named):
        cases += [{key: other} for other in READINGS[key].values if other != values[key]]
    cases += [{**case, "wheel": "second-highest"} for case in cases]
    return cases


def list_standard() -> dict[str, Any]:
    """The standard wager of both house ways under every reading and both wheels, and face up."""
    golden: dict[str, Any] = {}
    for name in ("mbs", "designated-player"):
        jurisdiction = load(name)
        cases = list_standard_readings(name)
        cases += [
            {"dealer-exposed": "before"},
            {"dealer-exposed": "before", "dealer-ace-high-push": "yes"},
        ]
        for case in cases:
            rules = Rules(jurisdiction, jurisdiction.paytables[0], dict(case))
            odds = compute_standard(rules, StandardRequest())
            label = ", ".join(f"{key}={value}" for key, value in case.items()) or "adopted"
            golden[f"{name}: {label}"] = {
                "house_edge": format_fraction(odds.house_edge),
                "deals": {item.name: item.deals for item in odds.outcomes},
                **odds.details,
            }
            print(name, label, format_fraction(odds.house_edge), file=sys.stderr)
    return golden


def write(name: str, data: dict[str, Any]) -> None:
    (FOLDER / f"{name}.json").write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write("edges", list_edges())
    write("standard", list_standard())

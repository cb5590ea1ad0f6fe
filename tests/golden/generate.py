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
from certify.odds.compute import Request, compute_odds
from certify.odds.standard import count_standard
from certify.spec.compile import compile_rulebook
from certify.spec.values import format_value
from tests.conftest import IDS, load

FOLDER = Path(__file__).parent


def list_edges() -> dict[str, Any]:
    """Every paytable's and every Ace High wager's edge, adopted and under each alternative."""
    golden: dict[str, Any] = {}
    for name in IDS:
        jurisdiction = load(name)
        wagers = tuple(wager.id for wager in jurisdiction.wagers)
        for odds in compute_odds(jurisdiction, Request(wagers=wagers)):
            golden[f"{name} {odds.wager} {odds.paytable or '-'}"] = {
                "house_edge": format_fraction(odds.house_edge),
                "deals": {item.name: item.deals for item in odds.outcomes},
                "alternatives": {
                    ", ".join(
                        f"{key}={format_value(value)}" for key, value in item.readings.items()
                    ): format_fraction(item.house_edge)
                    for item in odds.alternatives
                    if item.house_edge is not None
                },
            }
    return golden


def list_standard_readings(name: str) -> list[dict[str, str]]:
    """The adopted readings, each other value of each question on the house way, and both wheels."""
    cases: list[dict[str, str]] = [{}]
    for statement in load(name).statements.values():
        key = statement.reading
        if (
            statement.parameter.section == "house_way"
            and key
            and not statement.key.endswith("tie_break")
        ):
            cases += [
                {key: value} for value in statement.parameter.choices if value != statement.value
            ]
    cases[1:] = sorted(cases[1:], key=lambda case: next(iter(case)))
    cases += [{**case, "wheel": "second-highest"} for case in cases]
    return cases


def list_standard() -> dict[str, Any]:
    """The standard wager of both house ways under every reading and both wheels, and face up."""
    golden: dict[str, Any] = {}
    for name in ("mbs", "designated-player"):
        cases = list_standard_readings(name)
        cases.append({"dealer-exposed": "before"})
        if load(name).statements["comparison.bank_hand_push_when"].value is not None:
            cases.append({"dealer-exposed": "before", "dealer-ace-high-push": "yes"})
        for case in cases:
            label = ", ".join(f"{key}={value}" for key, value in case.items()) or "adopted"
            golden[f"{name}: {label}"] = describe_standard(name, case)
            print(name, label, golden[f"{name}: {label}"]["house_edge"], file=sys.stderr)
    return golden


def describe_standard(name: str, readings: dict[str, str]) -> dict[str, Any]:
    """One figure of the standard wager, with the counts behind it."""
    counted = count_standard(compile_rulebook(load(name), {None: readings}))
    return {
        "house_edge": format_fraction(counted.house_edge),
        "deals": {item.name: item.deals for item in counted.outcomes},
        **counted.details,
    }


def write(name: str, data: dict[str, Any]) -> None:
    (FOLDER / f"{name}.json").write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write("edges", list_edges())
    write("standard", list_standard())

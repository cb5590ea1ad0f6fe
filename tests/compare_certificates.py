"""Compares every figure of certificates of edition 0.1.0 with what the program computes now.

`python -m tests.compare_certificates FOLDER` reads `FOLDER/*.certificate.json` and prints what moves,
with old and new fraction; exit 1 where anything does. Figures that one side alone has are told too.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from certify.odds.compute import Request, compute_odds
from certify.odds.describe import describe_wager
from certify.spec.validate import load_jurisdiction
from tests.conftest import ROOT

FIGURES = ("house_edge", "hit_rate", "variance")


def list_figures(wager: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Every figure of one wager's entry, by a name that both editions have."""
    for name in FIGURES:
        if wager.get(name):
            yield name, wager[name]["fraction"]
    if wager.get("deals"):
        yield "deals", str(wager["deals"])
    for item in wager.get("outcomes", ()):
        if item["deals"]:
            yield f"outcome {item['outcome']}", f"{item['deals']} at {item['net']}"
    for item in wager.get("envy", ()):
        edge = item.get("house_edge")
        if edge:
            yield f"envy {item['other_players']} at {item['stake']}", edge["fraction"]
    for item in wager.get("alternatives", ()):
        label = ", ".join(f"{key}={value}" for key, value in sorted(item["readings"].items()))
        if item.get("house_edge"):
            yield f"alternative {label}", item["house_edge"]["fraction"]
    for item in wager.get("published", ()):
        yield f"published {item['label']}", f"{item['computed']} {item['rounding']}"


def compare(old: list[dict[str, Any]], new: list[dict[str, Any]]) -> Iterator[str]:
    """What differs between the wagers of two editions, figure by figure."""
    before, after = (
        {(item["wager"], item.get("paytable")): item for item in side} for side in (old, new)
    )
    for key in {**before, **after}:
        name = f"{key[0]} {key[1] or '-'}"
        if key not in before or key not in after:
            yield f"{name}: only in the {'new' if key in after else 'old'} edition"
            continue
        if before[key]["status"] != after[key]["status"]:
            yield f"{name}: status {before[key]['status']} -> {after[key]['status']}"
        own, other = dict(list_figures(before[key])), dict(list_figures(after[key]))
        for figure in {**own, **other}:
            if own.get(figure) != other.get(figure):
                yield f"{name}: {figure}: {own.get(figure, 'none')} -> {other.get(figure, 'none')}"


def main(folder: Path, *names: str) -> int:
    """Print what moves in every certificate of a folder."""
    moved = 0
    for path in sorted(folder.glob("*.certificate.json")):
        name = path.name.removesuffix(".certificate.json")
        if names and name not in names:
            continue
        old = json.loads(path.read_text(encoding="utf-8"))["wagers"]
        jurisdiction = load_jurisdiction(ROOT / "jurisdictions" / f"{name}.yaml")
        request = Request(
            standard_alternatives=any(
                item["wager"] == "standard" and item.get("alternatives") for item in old
            )
        )
        new = json.loads(
            json.dumps([describe_wager(item) for item in compute_odds(jurisdiction, request)])
        )
        for told in compare(old, new):
            print(f"{name}: {told}", flush=True)
            moved += 1
    print(f"{moved} figures or statuses differ")
    return int(bool(moved))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), *sys.argv[2:]))

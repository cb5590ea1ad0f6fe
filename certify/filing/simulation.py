"""The engine's money against the exact odds: rounds dealt from a seed, kept with all they come from."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from certify.base.cache import hash_source, remember
from certify.base.progress import Progress
from certify.filing.sheets import Sheet
from certify.odds.simulate import MoneyCheck, simulate
from certify.spec.compile import compile_rulebook
from certify.spec.model import Jurisdiction
from certify.spec.readings import Readings
from certify.wagers.limits import ENVY, STANDARD

DEALS, SEED, PLAYERS = 10_000, 53, 2
_PACKAGE = Path(__file__).resolve().parent.parent
_CODE = ("engine/*.py", "wagers/*.py", "spec/*.py", "odds/simulate.py")
"""The source that decides the money of a round, beside that of the counts."""


@dataclass(frozen=True, slots=True)
class Simulated:
    """The engine's money on one wager over many rounds."""

    wager: str
    rounds: int
    expected: Fraction
    mean: Fraction
    error: Fraction
    """The standard error of the mean, in stakes."""
    score: Fraction
    """How many standard errors the mean lies off: z."""
    holds: bool


def run_simulation(
    jurisdiction: Jurisdiction, sheets: tuple[Sheet, ...], progress: Progress | None = None
) -> tuple[Simulated, ...]:
    """Deal and settle rounds from a seed, and hold the money of every wager against its odds.

    Kept with the hash of all that it comes from.
    """
    first = {sheet.odds.wager: sheet for sheet in reversed(sheets) if sheet.has_figures}
    odds = [sheet.odds for sheet in reversed(first.values())]
    if not odds:
        return ()
    alone = all(item.wager != STANDARD for item in odds)
    free: Readings = {None: {"play.standard_wager_required": "not-required"}} if alone else {}
    inputs = {
        "spec": jurisdiction.source.sha256,
        "code": hash_source(_PACKAGE, _CODE),
        "deals": DEALS,
        "seed": SEED,
        "players": PLAYERS,
        "edges": {item.wager: str(item.house_edge) for item in odds},
    }

    def compute() -> list[dict[str, Any]]:
        rulebook = compile_rulebook(jurisdiction, free)
        checks = simulate(rulebook, odds, DEALS, SEED, players=PLAYERS, progress=progress)
        return [_describe(item) for item in checks]

    names = {wager: sheet.name for wager, sheet in first.items()}
    return tuple(_read(item, names) for item in remember("simulation", inputs, compute))


def _describe(check: MoneyCheck) -> dict[str, Any]:
    return {
        "wager": check.wager,
        "rounds": check.rounds,
        "expected": str(check.expected),
        "mean": str(check.mean),
        "error": check.standard_error,
        "score": check.score,
        "holds": check.agrees,
    }


def _read(data: dict[str, Any], names: dict[str, str]) -> Simulated:
    wager, _, kind = str(data["wager"]).partition(" ")
    return Simulated(
        names[wager] + (", envy" if kind == ENVY else ""),
        data["rounds"],
        Fraction(data["expected"]),
        Fraction(data["mean"]),
        Fraction(data["error"]),
        Fraction(data["score"]),
        data["holds"],
    )

"""The engine's money against the exact odds, for paper: every wager, every paytable, and its envy."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from certify.base.progress import Progress
from certify.filing.sheets import Sheet
from certify.odds.simulate import MoneyCheck
from certify.odds.simulated import Simulation, deal_every_paytable, list_checks
from certify.spec.model import Jurisdiction
from certify.wagers.limits import ENVY


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
    paytable: str | None = None
    """To be named where the rounds are dealt again."""


def run_simulation(
    jurisdiction: Jurisdiction, sheets: tuple[Sheet, ...], progress: Progress | None = None
) -> tuple[Simulation, tuple[Simulated, ...]]:
    """Deal and settle rounds from a seed, and hold the money of every wager against its odds."""
    odds = [sheet.odds for sheet in sheets]
    names = {(sheet.odds.wager, sheet.odds.paytable): sheet for sheet in sheets}
    simulation = deal_every_paytable(jurisdiction, odds, progress)
    found = list_checks(jurisdiction, odds, simulation)
    return simulation, tuple(
        _word(item, names[item.wager.partition(" ")[0], item.paytable]) for item in found
    )


def _word(check: MoneyCheck, sheet: Sheet) -> Simulated:
    envy = ", envy" if check.wager.endswith(f" {ENVY}") else ""
    return Simulated(
        sheet.name + envy,
        check.rounds,
        check.expected,
        check.mean,
        Fraction(check.standard_error),
        Fraction(check.score),
        check.agrees,
        check.paytable if sheet.label else None,
    )

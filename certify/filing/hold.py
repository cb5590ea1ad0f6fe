"""The win percentage over many rounds: its exact distribution at equal wagers, without Envy Bonus."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from certify.base.errors import CertifyError
from certify.filing.sheets import Sheet
from certify.odds.risk import find_risk

ROUNDS = (1_000, 10_000, 100_000)


@dataclass(frozen=True, slots=True)
class Band:
    """So many rounds at one wager amount: the mean, and the win percentages of 95% of all series."""

    rounds: int
    mean: Fraction
    low: Fraction
    high: Fraction
    loses: Fraction
    """The probability that the banker loses over the series."""


@dataclass(frozen=True, slots=True)
class Hold:
    """The bands of one wager."""

    sheet: Sheet
    bands: tuple[Band, ...]


def list_holds(sheets: tuple[Sheet, ...]) -> tuple[Hold, ...]:
    """The bands of every wager that has figures; none where payouts are too far apart to be added."""
    found = []
    for sheet in sheets:
        if sheet.has_figures:
            with suppress(CertifyError):
                found.append(Hold(sheet, tuple(_find_band(sheet, rounds) for rounds in ROUNDS)))
    return tuple(found)


def _find_band(sheet: Sheet, rounds: int) -> Band:
    found = find_risk(sheet.odds, rounds)
    return Band(rounds, found.mean, found.low, found.high, found.house_loses)

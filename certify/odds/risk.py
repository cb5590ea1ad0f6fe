"""What many rounds of one wager come to: the exact distribution of the banker's win percentage."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from certify.base.errors import CertifyError
from certify.odds.result import WagerOdds

SHARES = (Fraction(25, 1000), Fraction(975, 1000))
"""Between these lie 95% of all series."""


@dataclass(frozen=True, slots=True)
class Risk:
    """A series of rounds at equal wagers."""

    rounds: int
    mean: Fraction
    """The expected share of all wagers that the banker keeps."""
    standard_deviation: float
    """Of that share."""
    house_loses: float
    """The probability that the banker loses over the series."""
    error: float
    """The most by which that probability can be wrong."""
    quantiles: tuple[tuple[Fraction, Fraction], ...]
    """Probabilities, each with the win percentage that is not exceeded with it."""

    @property
    def low(self) -> Fraction:
        """The lower end of the middle 95%."""
        return self.quantiles[0][1]

    @property
    def high(self) -> Fraction:
        """The upper end of the middle 95%."""
        return self.quantiles[-1][1]

    def describe(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "rounds": self.rounds,
            "mean": f"{float(self.mean):.10f}",
            "standard_deviation": f"{self.standard_deviation:.10f}",
            "house_loses": {
                "probability": f"{self.house_loses:.6g}",
                "error_below": f"{self.error:.1g}",
            },
            "quantiles": [
                {"p": f"{float(share):g}", "win_percent": f"{float(value) * 100:.4f}"}
                for share, value in self.quantiles
            ],
        }


def find_risk(odds: WagerOdds, rounds: int, shares: tuple[Fraction, ...] = SHARES) -> Risk:
    """The distribution of the win percentage over so many rounds, without Envy Bonus."""
    from certify.kernels.sums import add_rounds, find_tilt

    nets = [(odds.net(item), item.deals) for item in odds.outcomes if item.deals]
    scale = math.lcm(*(net.denominator for net, _ in nets))
    steps = [int(net * scale) for net, _ in nets]
    weights = [deals / odds.deals for _, deals in nets]
    try:
        sums = add_rounds(steps, weights, rounds)
    except ValueError:
        raise CertifyError(
            f"{odds.wager}: its payouts are too far apart to add {rounds:,} rounds exactly"
        ) from None
    quantiles = tuple(
        (share, Fraction(-sums.find_quantile(float(1 - share)), rounds * scale)) for share in shares
    )
    if max(steps) <= 0:
        loses, error = 0.0, 0.0
    elif min(steps) >= 0:
        loses, error = sums.add_above(0), sums.error
    else:
        tilt, tilted, log_divisor = find_tilt(steps, weights)
        rare = add_rounds(steps, tilted, rounds)
        factor = math.exp(rounds * log_divisor)
        loses, error = factor * rare.add_above(0, tilt), factor * rare.error
    return Risk(
        rounds,
        odds.house_edge,
        math.sqrt(odds.variance / rounds),
        loses,
        error,
        quantiles,
    )

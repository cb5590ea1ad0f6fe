"""What many rounds of one wager come to: the exact distribution of the banker's win percentage."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from certify.base.errors import CertifyError
from certify.base.figures import format_root, round_half_up
from certify.odds.result import WagerOdds

_PLACES = 10
SHARES = (Fraction(25, 1000), Fraction(975, 1000))
"""Between these lie 95% of all series."""


@dataclass(frozen=True, slots=True)
class Risk:
    """A series of rounds at equal wagers."""

    rounds: int
    mean: Fraction
    """The expected share of all wagers that the banker keeps."""
    variance: Fraction
    """Of that share."""
    house_loses: Fraction
    """The probability that the banker loses over the series."""
    error: Fraction
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
            "mean": round_half_up(self.mean, _PLACES),
            "standard_deviation": format_root(self.variance, _PLACES),
            "house_loses": {
                "probability": shorten(self.house_loses, 6),
                "error_below": shorten(self.error, 1),
            },
            "quantiles": [
                {"p": shorten(share, 6), "win_percent": round_half_up(value * 100, 4)}
                for share, value in self.quantiles
            ],
        }


def shorten(value: Fraction, digits: int) -> str:
    """A number with so many significant digits, an exponent with at least two."""
    text = f"{Decimal(value.numerator) / Decimal(value.denominator):.{digits}g}"
    mantissa, mark, exponent = text.partition("e")
    return f"{mantissa}e{int(exponent):+03d}" if mark else text


def find_risk(odds: WagerOdds, rounds: int, shares: tuple[Fraction, ...] = SHARES) -> Risk:
    """The distribution of the win percentage over so many rounds, without Envy Bonus."""
    from certify.kernels.sums import add_rounds, find_tail

    nets = [(odds.net(item), item.deals) for item in odds.outcomes if item.deals]
    scale = math.lcm(*(net.denominator for net, _ in nets))
    steps, deals = [int(net * scale) for net, _ in nets], [number for _, number in nets]
    try:
        sums = add_rounds(steps, deals, rounds)
        loses, error = find_tail(steps, deals, rounds)
    except ValueError:
        raise CertifyError(
            f"{odds.wager}: its payouts are too far apart to add {rounds:,} rounds exactly"
        ) from None
    quantiles = tuple(
        (share, Fraction(-sums.find_quantile(1 - share), rounds * scale)) for share in shares
    )
    return Risk(
        rounds,
        odds.house_edge,
        odds.variance / rounds,
        Fraction(loses),
        Fraction(error),
        quantiles,
    )

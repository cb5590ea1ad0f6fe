"""Random deals held against the exact odds. A simulation checks figures; it never makes one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from certify.base.figures import format_root
from certify.odds.judges import Judge, judge_by_kernel, judge_plainly
from certify.odds.result import WagerOdds
from certify.spec.model import Rules

LIMIT = 5
"""Standard deviations beyond which a count does not agree: one in two million by chance."""
LEAST = 5
"""Expected counts below this are put together for the chi-square."""
CHUNK = 250_000

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class LineCheck:
    """One outcome: how often it came, and how often it should."""

    outcome: str
    observed: int
    deals: int
    chance: Fraction

    @property
    def expected(self) -> Fraction:
        """The expected count."""
        return self.deals * self.chance

    @property
    def square(self) -> Fraction:
        """The square of the z-score, exactly."""
        spread = self.expected * (1 - self.chance)
        difference = self.observed - self.expected
        if not spread:
            return Fraction(0) if not difference else Fraction(LIMIT + 1) ** 2
        return difference**2 / spread

    @property
    def score(self) -> str:
        """The z-score as text."""
        sign = "-" if self.observed < self.expected else ""
        return sign + format_root(self.square, 2)


@dataclass(frozen=True, slots=True)
class WagerCheck:
    """All outcomes of a wager together."""

    wager: str
    paytable: str | None
    lines: tuple[LineCheck, ...]

    @property
    def chi_square(self) -> tuple[Fraction, int]:
        """Pearson's statistic and its degrees of freedom, rare outcomes put together."""
        rare = [line for line in self.lines if line.expected < LEAST]
        cells = [(line.observed, line.expected) for line in self.lines if line.expected >= LEAST]
        due = sum((line.expected for line in rare), Fraction(0))
        if due:
            cells.append((sum(line.observed for line in rare), due))
        statistic = sum(((seen - due) ** 2 / due for seen, due in cells), Fraction(0))
        return statistic, max(1, len(cells) - 1)

    @property
    def agrees(self) -> bool:
        """Whether no count lies too far off, and neither do all of them together.

        The statistic has a mean of its degrees of freedom and a variance of twice that.
        """
        statistic, freedom = self.chi_square
        excess = statistic - freedom
        together = excess <= 0 or excess**2 <= LIMIT**2 * 2 * freedom
        return together and all(line.square <= LIMIT**2 for line in self.lines)


def simulate(
    rules: Rules,
    odds: list[WagerOdds],
    deals: int,
    seed: int,
    *,
    plain: bool = False,
    progress: Progress | None = None,
) -> list[WagerCheck]:
    """Deal, count the outcomes of every wager, and hold them against the exact odds."""
    from certify.kernels.dealing import deal_pairs

    counted = [item for item in odds if item.deals]
    names = tuple(item.wager for item in counted)
    judge: Judge = (judge_plainly if plain else judge_by_kernel)(rules, names)
    counts: dict[str, Counter[str]] = {name: Counter() for name in names}
    for number, start in enumerate(range(0, deals, CHUNK)):
        if progress:
            progress("deals", start, deals)
        rows = deal_pairs(min(CHUNK, deals - start), (seed << 32) + number)
        for name, found in judge(rows).items():
            counts[name].update(found)
    return [
        WagerCheck(
            item.wager,
            item.paytable,
            tuple(
                LineCheck(
                    line.name,
                    counts[item.wager][line.name],
                    deals,
                    Fraction(line.deals, item.deals),
                )
                for line in item.outcomes
            ),
        )
        for item in counted
    ]

"""House edges of two specifications at equal wagers, stakes and seats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from certify.spec.values import Money

ROUNDS = 1000
"""Rounds for which a difference is given in money."""
OTHERS = (1, 2, 3, 4, 5)


@dataclass(frozen=True, slots=True, order=True)
class FigureKey:
    """A wager on a paytable at a stake, under the interpretation used or under others."""

    wager: str
    paytable: str = ""
    stake: Money | None = None
    readings: tuple[str, ...] = ()
    """As ``KEY=VALUE``; none for the interpretation used."""

    @property
    def name(self) -> str:
        """The wager, its paytable and its readings, by their ids."""
        paytable = f" paytable {self.paytable}" if self.paytable else ""
        readings = f" under {', '.join(self.readings)}" if self.readings else ""
        return f"{self.wager}{paytable}{readings}"


@dataclass(frozen=True, slots=True)
class Figure:
    """The house edge of a wager, or the reason why there is none."""

    edge: Fraction | None = None
    envy: tuple[Fraction | None, ...] = ()
    """The edge with 1, 2 … other players; empty without envy."""
    capped: Fraction | None = None
    """The edge at the highest stake of the policy, with the maximum payout."""
    why_not: str = ""


Figures = Mapping[FigureKey, Figure]


@dataclass(frozen=True, slots=True)
class FigureChange:
    """A figure before and after; differences are shares of the stake."""

    key: FigureKey
    before: Figure
    after: Figure

    @property
    def edge(self) -> Fraction | None:
        """The difference without envy."""
        return _subtract(self.after.edge, self.before.edge)

    @property
    def envy(self) -> tuple[Fraction | None, ...]:
        """The difference with 1, 2 … other players."""
        if not self.before.envy and not self.after.envy:
            return ()
        pairs = (self.edges(others) for others in OTHERS)
        return tuple(_subtract(after, before) for before, after in pairs)

    def edges(self, others: int) -> tuple[Fraction | None, Fraction | None]:
        """The edge before and after with so many other players; on a side without envy the plain edge."""
        before, after = (
            figure.envy[others - 1] if 0 < others <= len(figure.envy) else figure.edge
            for figure in (self.before, self.after)
        )
        return before, after

    @property
    def capped(self) -> Fraction | None:
        """The difference at the highest stake of the policy, with the maximum payout."""
        return _subtract(
            self.after.capped if self.after.capped is not None else self.after.edge,
            self.before.capped if self.before.capped is not None else self.before.edge,
        )

    @property
    def money(self) -> Fraction | None:
        """The change of the bank's result in a thousand rounds, without envy."""
        return self._in_money(self.edge)

    @property
    def money_with_envy(self) -> Fraction | None:
        """The same at a full table."""
        return self._in_money(self.envy[-1]) if self.envy else None

    def _in_money(self, share: Fraction | None) -> Fraction | None:
        if share is None or self.key.stake is None:
            return None
        return share * self.key.stake.amount * ROUNDS


def _subtract(after: Fraction | None, before: Fraction | None) -> Fraction | None:
    return None if after is None or before is None else after - before


def list_figure_changes(
    keys: Iterable[FigureKey], before: Figures, after: Figures
) -> Iterator[FigureChange]:
    """The figures that differ."""
    for key in keys:
        found = FigureChange(key, before.get(key, Figure()), after.get(key, Figure()))
        if found.before != found.after:
            yield found

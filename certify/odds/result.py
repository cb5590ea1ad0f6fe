"""What a computation of odds gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Any

from certify.base.figures import format_percent
from certify.base.frames import Tabular
from certify.spec.model import Published
from certify.spec.readings import STRATEGY
from certify.spec.resolved import Resolved
from certify.spec.values import Money, Pay, Value, format_value
from certify.wagers.limits import STANDARD


class Status(StrEnum):
    """How reliable a figure is."""

    EXACT = "exact"
    """Everything the figure rests on is stated."""
    UNDER_READINGS = "exact-under-readings"
    """It rests on values adopted or assumed, each named."""
    INCOMPLETE = "incomplete"
    """The document has something about this wager that the figure leaves out."""
    NOT_MODELLED = "not-modelled"
    """A value that nothing here can count."""
    DEFERRED = "deferred"
    """A value that nobody gives; figures only under a named assumption."""
    PRICED = "priced"
    """No document stands behind it."""


@dataclass(frozen=True, slots=True)
class Resting:
    """One value that a figure rests on."""

    parameter: str
    standing: str
    value: str
    clause: str
    confirmed: bool = False
    """Whether the figures that the document prints come out with this value and with no other."""


_RULE = "house_way.rules: "


def name_rule(rule: str) -> str:
    """The name under which a figure rests on a rule of the house way, beside the keys of parameters."""
    return f"{_RULE}{rule}"


def find_rule(parameter: str) -> str:
    """The rule of the house way that such a name means; nothing where it is a parameter's."""
    return parameter.removeprefix(_RULE) if parameter.startswith(_RULE) else ""


def rest(given: Resolved[Any], *, confirmed: bool = False) -> Resting:
    """A value of the rulebook as something that a figure rests on."""
    return Resting(given.key, given.standing, format_value(given.said), given.clause, confirmed)


@dataclass(frozen=True, slots=True)
class CountedOutcome:
    """One way a wager can go: how many deals lead there, and what it gives."""

    name: str
    deals: int
    pay: Pay

    @property
    def is_hit(self) -> bool:
        """Whether the player is paid; a push is no hit."""
        return self.pay.is_win

    @property
    def net(self) -> Fraction:
        """Net to one, fixed sums and meters apart."""
        return self.pay.times


@dataclass(frozen=True, slots=True)
class EnvyOdds:
    """A wager with its envy, for one number of other players."""

    other_players: int
    stake: Money | None
    """None where no minimum stake exists and none was given: then only money is known."""
    per_other_player: Fraction
    """Expected envy in money for each other player."""
    house_edge: Fraction | None
    highest_edge: Fraction | None = None
    """Where only bounds are known: the edge lies from `house_edge` to this."""
    variance: Fraction | None = None

    @property
    def least_per_other_player(self) -> Fraction | None:
        """Where only bounds are known, the lower one; `per_other_player` is then the upper one."""
        if self.highest_edge is None or self.house_edge is None or self.stake is None:
            return None
        spread = (self.highest_edge - self.house_edge) * self.stake.amount
        return self.per_other_player - spread / self.other_players


@dataclass(frozen=True, slots=True)
class PrintedFigure:
    """A printed house edge beside the computed one."""

    published: Published
    exact: Fraction
    roundings: tuple[str, ...]
    """Every way of rounding that reproduces the printed figure."""
    rounding: str = ""
    """The one that reproduces all figures the document prints, where there is one."""

    @property
    def agrees(self) -> bool:
        """Whether some rounding reproduces the printed figure."""
        return bool(self.roundings)


@dataclass(frozen=True, slots=True)
class AlternativeOdds:
    """The same wager under other readings; without an edge, and why, where it cannot be counted."""

    readings: Mapping[str, Value]
    house_edge: Fraction | None
    envy: tuple[EnvyOdds, ...] = ()
    why_not: str = ""
    supported: bool = True
    """Whether words of the text support these readings."""
    assumption: str = ""
    """What the figure assumes in addition."""


@dataclass(frozen=True, slots=True)
class CapOdds:
    """From which stake a cap on payments binds, and what it does."""

    cap: Money
    first_binding: tuple[tuple[str, Fraction], ...]
    """CountedOutcome and the stake above which its pay is cut."""
    stake: Money | None
    house_edge: Fraction | None
    """The edge at that stake, where one was given."""


@dataclass(frozen=True, slots=True)
class MeterOdds:
    """A progressive: the edge as an exact function of the meter."""

    seed: Money | None
    contribution: Fraction | None
    edge_without: Fraction
    """The edge if the meter were empty."""
    edge_per_unit: Fraction
    """What one unit of money on the meter takes off the edge."""
    break_even: Fraction
    """The meter at which neither side has the advantage."""
    edge_at_seed: Fraction | None


@dataclass(frozen=True, slots=True, repr=False)
class WagerOdds(Tabular):
    """The exact odds of one wager on one paytable under one set of readings."""

    wager: str
    paytable: str | None
    status: Status
    readings: Mapping[str, Value]
    rests_on: tuple[Resting, ...] = ()
    deals: int = 0
    outcomes: tuple[CountedOutcome, ...] = ()
    stake: Money | None = None
    """The stake for which fixed sums and meters are counted; None where there are none."""
    meter: Fraction = Fraction(0)
    envy: tuple[EnvyOdds, ...] = ()
    alternatives: tuple[AlternativeOdds, ...] = ()
    published: tuple[PrintedFigure, ...] = ()
    missing: tuple[str, ...] = ()
    """What stands between the document and a certified figure."""
    assumption: str = ""
    """A named assumption that the figures rest on."""
    counterfactual: tuple[str, ...] = ()
    """Readings in force that the document does not allow."""
    cap: CapOdds | None = None
    aggregate: CapOdds | None = None
    """The same of the most that the table pays in a round, for a player who is paid alone."""
    progressive: MeterOdds | None = None
    details: Mapping[str, Any] = field(default_factory=dict)
    """Further exact counts, ready to print."""

    @property
    def headline(self) -> str:
        """The wager with status and house edge in one line."""
        name = f"{self.wager}, paytable {self.paytable}" if self.paytable else self.wager
        edge = f", house edge {format_percent(self.house_edge)}%" if self.has_figures else ""
        return f"{name}: {self.status}{edge}"

    def list_rows(self) -> list[dict[str, Any]]:
        """One row per outcome."""
        from certify.odds.facts import list_outcome_rows

        return list_outcome_rows(self)

    @property
    def has_figures(self) -> bool:
        """Whether anything was counted."""
        return bool(self.deals)

    @property
    def sees_hands_as_set(self) -> bool:
        """Whether lines look at the player's hands as set; the figure takes the house way for granted."""
        return self.wager != STANDARD and STRATEGY in self.readings

    def net(self, outcome: CountedOutcome) -> Fraction:
        """What an outcome nets to one, fixed sums and the meter in shares of the stake."""
        pay = outcome.pay
        money = pay.money + pay.meter * self.meter
        if not money:
            return pay.times
        if self.stake is None:
            raise AssertionError("fixed sums need a stake")
        return pay.times + money / self.stake.amount

    @property
    def house_edge(self) -> Fraction:
        """The bank's expected share of the stake."""
        return -self._expect(1)

    def _expect(self, power: int) -> Fraction:
        total = sum((self.net(item) ** power * item.deals for item in self.outcomes), Fraction(0))
        return total / self.deals

    @property
    def hit_rate(self) -> Fraction:
        """How often the wager is paid; a push is no hit."""
        return Fraction(sum(item.deals for item in self.outcomes if item.is_hit), self.deals)

    @property
    def variance(self) -> Fraction:
        """The variance of the net result of one unit."""
        return self._expect(2) - self.house_edge**2

    @property
    def edges(self) -> tuple[Fraction, ...]:
        """The edge as adopted and under every alternative, envy left out."""
        others = (item.house_edge for item in self.alternatives)
        return (self.house_edge, *(edge for edge in others if edge is not None))

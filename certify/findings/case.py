"""What a rule may look at: one jurisdiction, its odds, its neighbours and the policy."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property

from certify.findings.policy import Policy
from certify.model import Jurisdiction, Paytable, Rules, Statement, Value
from certify.odds.compute import Request, compute_odds
from certify.odds.result import WagerOdds


class Case:
    """One jurisdiction under examination."""

    def __init__(self, jurisdiction: Jurisdiction, everyone: tuple[Jurisdiction, ...],
                 policy: Policy) -> None:
        self.jurisdiction = jurisdiction
        self.everyone = everyone
        """All jurisdictions known, this one included."""
        self.policy = policy

    @cached_property
    def odds(self) -> tuple[WagerOdds, ...]:
        """The odds of the side wagers under the adopted readings, with alternatives."""
        return tuple(compute_odds(
            self.jurisdiction, Request(wagers=("fortune-bonus", "ace-high"))))

    def odds_of(self, wager: str, paytable: str | None = None) -> WagerOdds | None:
        """The odds of one wager, on one paytable where it has several."""
        for odds in self.odds:
            if odds.wager == wager and paytable in {None, odds.paytable}:
                return odds
        return None

    def rules(self, paytable: Paytable | None = None, **overrides: Value) -> Rules:
        """The jurisdiction as read on a paytable; the first one where none is named."""
        return Rules(self.jurisdiction, paytable or self.jurisdiction.paytables[0], overrides)

    def statements(self, *standings: str) -> Iterator[Statement]:
        """The statements of given standings."""
        for statement in self.jurisdiction.list_statements():
            if statement.standing in standings:
                yield statement

    def price(self, reading: str) -> tuple[tuple[WagerOdds, Fraction], ...]:
        """How much each alternative of a reading moves the edge, wager by wager, envy left out."""
        return tuple(
            (odds, alternative.house_edge - odds.house_edge)
            for odds in self.odds for alternative in odds.alternatives
            if set(alternative.readings) == {reading} and alternative.house_edge is not None)

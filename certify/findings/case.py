"""What a rule may look at: one jurisdiction, its odds, its neighbours and the policy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property

from certify.base.errors import CertifyError
from certify.findings.policy import Policy
from certify.odds.compute import Request, compute_edge_and_envy, compute_odds
from certify.odds.fortune import list_outcomes
from certify.odds.pairs import Progress
from certify.odds.readings import list_alternatives
from certify.odds.result import Alternative, EnvyOdds, Outcome, WagerOdds
from certify.spec.model import Jurisdiction, Money, Paytable, Rules, Statement, Value

Readings = Mapping[str, Value]
Bounds = tuple[Fraction, Fraction]
_NOTHING: Readings = {}


class Case:
    """One jurisdiction under examination. Odds are computed when a rule asks, and once."""

    def __init__(
        self,
        jurisdiction: Jurisdiction,
        everyone: tuple[Jurisdiction, ...],
        policy: Policy,
        *,
        full: bool = False,
        progress: Progress | None = None,
    ) -> None:
        self.jurisdiction = jurisdiction
        self.everyone = everyone
        """All jurisdictions known, this one included."""
        self.policy = policy
        self.full = full
        """Whether to price what touches the standard wager, which takes long at first."""
        self.progress = progress
        self._outcomes: dict[str, tuple[Outcome, ...]] = {}
        self._standard: dict[object, WagerOdds | None] = {}
        self._edges: dict[object, tuple[Fraction, tuple[EnvyOdds, ...]] | None] = {}

    @property
    def others(self) -> tuple[Jurisdiction, ...]:
        """The neighbours, always in one order."""
        return tuple(
            sorted(
                (item for item in self.everyone if item.id != self.jurisdiction.id),
                key=lambda item: item.id,
            )
        )

    @cached_property
    def odds(self) -> tuple[WagerOdds, ...]:
        """The odds of the side wagers as adopted, with alternatives, where they can be computed.

        A paytable that cannot be made with its joker has none; a rule of its own says so.
        """
        found: list[WagerOdds] = []
        wagers = [("fortune-bonus", item.id) for item in self.jurisdiction.paytables]
        for wager, paytable in (*wagers, ("ace-high", None)):
            try:
                found += compute_odds(
                    self.jurisdiction,
                    Request(wagers=(wager,), paytable=paytable, progress=self.progress),
                )
            except CertifyError:
                continue
        return tuple(found)

    def odds_of(self, wager: str, paytable: str | None = None) -> WagerOdds | None:
        """The odds of one wager, on one paytable where it has several."""
        for odds in self.odds:
            if odds.wager == wager and paytable in {None, odds.paytable}:
                return odds
        return None

    def outcomes(self, paytable: Paytable) -> tuple[Outcome, ...]:
        """A paytable's lines with their deals, whatever the bank holds; none without odds."""
        if paytable.id not in self._outcomes:
            try:
                self._outcomes[paytable.id] = list_outcomes(self.rules(paytable))
            except CertifyError:
                self._outcomes[paytable.id] = ()
        return self._outcomes[paytable.id]

    def rules(self, paytable: Paytable | None = None, overrides: Readings = _NOTHING) -> Rules:
        """The jurisdiction as read on a paytable; the first one where none is named."""
        return Rules(self.jurisdiction, paytable or self.jurisdiction.paytables[0], overrides)

    def value(self, key: str) -> Value | None:
        """The value of a parameter as stated, adopted or assumed."""
        return self.jurisdiction.statements[key].value

    def offers(self, key: str) -> bool:
        """Whether the game of this document has such a thing."""
        return self.jurisdiction.statements[key].standing != "not-offered"

    @property
    def has_envy(self) -> bool:
        """Whether envy is paid at all."""
        return self.offers("envy.offer")

    @property
    def player_banks(self) -> bool:
        """Whether the bank is one of the players."""
        return self.value("table.bank") not in {None, "house"}

    def statements(self, *standings: str) -> Iterator[Statement]:
        """The statements of given standings."""
        for statement in self.jurisdiction.list_statements():
            if statement.standing in standings:
                yield statement

    def stake(self, paytable: Paytable) -> Money:
        """The least stake at which envy is paid, and no less than the policy expects at a table."""
        least = Money(self.policy.minimum_stakes["fortune-bonus"], self.jurisdiction.currency)
        minimum = self.rules(paytable).value("envy.minimum_stake")
        return max(least, minimum) if isinstance(minimum, Money) else least

    def fortune_edge(
        self,
        paytable: Paytable,
        overrides: Readings = _NOTHING,
        others: int = 0,
        stake: Money | None = None,
    ) -> Bounds | None:
        """The edge of the Fortune bonus with so many other players; None where there is no such.

        Two bounds, equal but where envy is known between bounds only.
        """
        stake = stake or self.stake(paytable)
        key = (paytable.id, tuple(sorted(overrides.items(), key=lambda item: item[0])), stake)
        if key not in self._edges:
            try:
                self._edges[key] = compute_edge_and_envy(
                    self.rules(paytable, overrides), Request(progress=self.progress), stake
                )
            except CertifyError:
                self._edges[key] = None
        found = self._edges[key]
        if found is None:
            return None
        edge, envy = found
        for item in envy:
            if item.other_players == others and item.house_edge is not None:
                return item.house_edge, item.highest_edge or item.house_edge
        return edge, edge

    def standard_odds(self, overrides: Readings = _NOTHING) -> WagerOdds | None:
        """The odds of the standard wager; None where the document does not supply enough."""
        key = tuple(sorted(overrides.items(), key=lambda item: item[0]))
        if key not in self._standard:
            (odds,) = compute_odds(
                self.jurisdiction,
                Request(
                    wagers=("standard",),
                    overrides={None: overrides},
                    alternatives=False,
                    progress=self.progress,
                ),
            )
            self._standard[key] = odds if odds.deals else None
        return self._standard[key]

    def standard_edge(self, overrides: Readings = _NOTHING) -> Fraction | None:
        """The edge of the standard wager."""
        odds = self.standard_odds(overrides)
        return odds.house_edge if odds else None

    @cached_property
    def every_odds(self) -> tuple[WagerOdds, ...]:
        """The odds of the side wagers, and of the standard wager where it is asked for."""
        odds = self.standard_odds() if self.full else None
        if odds is None:
            return self.odds
        alternatives = tuple(
            Alternative(readings, self.standard_edge(readings))
            for readings in list_alternatives(self.rules(), "standard", cross=False)
        )
        return (*self.odds, replace(odds, alternatives=alternatives))

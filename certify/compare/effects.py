"""The effects of differences: the wagers of the old specification, of the new one, and with each alone.

Every edge comes from `compute_wager` and `count_standard`, at equal stakes and seats. If the minimum stake
for envy differs, the wager is calculated at both minimums, because the difference shows at one of them only.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Protocol

from certify.base.errors import CertifyError
from certify.base.progress import Progress
from certify.compare.differences import Difference, Sort, make
from certify.compare.figures import (
    Figure,
    FigureChange,
    FigureKey,
    Figures,
    list_figure_changes,
)
from certify.odds.compute import Request, compute_wager
from certify.odds.lines import compute_cap, find_stake
from certify.odds.standard import count_standard
from certify.spec.compile import compile_rulebook
from certify.spec.model import Jurisdiction
from certify.spec.readings import Readings, parse_readings
from certify.spec.values import Money
from certify.wagers.limits import STANDARD


class StakeLimits(Protocol):
    """The lowest and the highest stake expected on a wager; a policy has them."""

    def least_stake(self, wager: str) -> Fraction:
        """The lowest stake."""

    def most_stake(self, wager: str) -> Fraction:
        """The highest stake."""


class Pricer:
    """Counts two specifications, and the old one with single differences."""

    def __init__(
        self,
        old: Jurisdiction,
        new: Jurisdiction,
        policy: StakeLimits,
        stake: Money | None = None,
        progress: Progress | None = None,
    ) -> None:
        if stake is not None and stake.currency not in {old.currency, new.currency}:
            raise CertifyError(f"the wager amount {stake} is not in {new.currency}")
        self.old, self.new = old, new
        self.policy = policy
        self.asked = stake
        self.progress = progress
        self.keys = tuple(sorted(self._list_keys(), key=_order))
        """At the least stakes, and at the policy's highest, where a sum of money weighs otherwise."""

    def _list_keys(self) -> set[FigureKey]:
        """Every wager and paytable of either file, at the least stakes of both or at the one asked for."""
        found: set[FigureKey] = set()
        for item in (self.old, self.new):
            found.add(FigureKey(STANDARD, "", self._find_stake_of_standard()))
            for wager, paytable in item.list_paytables():
                name = paytable.id if paytable.named else ""
                found |= {
                    FigureKey(wager.id, name, stake) for stake in self._list_stakes(wager.id, name)
                }
        return found

    def _find_stake_of_standard(self) -> Money | None:
        """The stake for its result in money; none if the two files have different currencies."""
        if self.asked is not None or self.old.currency != self.new.currency:
            return self.asked
        return Money(self.policy.least_stake(STANDARD), self.new.currency)

    def _list_stakes(self, wager: str, paytable: str) -> set[Money]:
        if self.asked is not None:
            return {self.asked}
        found = set()
        for item in (self.old, self.new):
            found.add(Money(self.policy.most_stake(wager), item.currency))
            least = Money(self.policy.least_stake(wager), item.currency)
            own = item.find_wager(wager)
            if own is not None and any(
                table.id == paytable or not table.named for table in own.paytables
            ):
                rulebook = compile_rulebook(item, None, {wager: paytable} if paytable else None)
                least = find_stake(rulebook.wagers[wager], None) or least
            found.add(least)
        return found

    def measure(
        self, jurisdiction: Jurisdiction, keys: Iterable[FigureKey]
    ) -> dict[FigureKey, Figure]:
        """Some figures of a file."""
        return {key: self._count(jurisdiction, key) for key in keys}

    def _count(self, jurisdiction: Jurisdiction, key: FigureKey) -> Figure:
        try:
            readings = parse_readings(jurisdiction, key.readings)
            if key.wager == STANDARD:
                rulebook = compile_rulebook(jurisdiction, readings)
                counted = count_standard(rulebook, key.stake, self.progress)
                return Figure(counted.house_edge)
            return self._count_lines(jurisdiction, key, readings)
        except CertifyError as error:
            return Figure(why_not=str(error))

    def _count_lines(
        self, jurisdiction: Jurisdiction, key: FigureKey, readings: Readings
    ) -> Figure:
        wager = jurisdiction.find_wager(key.wager)
        if wager is None:
            return Figure(why_not="no such wager")
        if key.stake is not None and key.stake.currency != jurisdiction.currency:
            return Figure(why_not=f"{key.stake} is not in {jurisdiction.currency}")
        paytable = wager.paytable(key.paytable or None)
        request = Request(
            readings=readings, alternatives=False, stake=key.stake, progress=self.progress
        )
        odds = compute_wager(jurisdiction, wager, paytable, request)
        if not odds.has_figures:
            return Figure(why_not="; ".join(odds.missing) or str(odds.status))
        terms = compile_rulebook(jurisdiction, readings, {wager.id: paytable.id}).wagers[wager.id]
        most = Money(self.policy.most_stake(wager.id), jurisdiction.currency)
        cap = compute_cap(terms, odds.outcomes, most)
        return Figure(
            odds.house_edge,
            tuple(item.house_edge for item in odds.envy),
            cap.house_edge if cap else None,
        )

    def list_changes(
        self, keys: Iterable[FigureKey], before: Figures, after: Figures
    ) -> tuple[FigureChange, ...]:
        """The figures that differ; at the highest stake only where no lower one shows it."""
        found = list(list_figure_changes(keys, before, after))
        shown = {item.key.name for item in found if not self._is_highest(item.key)}
        return tuple(
            item for item in found if item.key.name not in shown or not self._is_highest(item.key)
        )

    def _is_highest(self, key: FigureKey) -> bool:
        return (
            self.asked is None
            and key.stake is not None
            and key.stake.amount == self.policy.most_stake(key.wager)
        )

    def price(self, difference: Difference, before: Figures) -> Difference:
        """A difference with the effect of making it alone on the old file.

        One that applies under other readings only is counted under these, before and after.
        """
        keys = [
            key
            for key in self.keys
            if difference.touches(key.wager)
            and (key.wager != STANDARD or difference.sort is Sort.MONEY)
        ]
        if not keys:
            return difference
        changed = make(self.old, difference, self.new)
        after = self.measure(changed, keys)
        effects = self.list_changes(keys, before, after)
        if not effects and difference.readings:
            keys = [replace(key, readings=difference.readings) for key in keys]
            before, after = self.measure(self.old, keys), self.measure(changed, keys)
            effects = self.list_changes(keys, before, after)
        failed = dict.fromkeys(
            item.after.why_not
            for item in effects
            if item.before.edge is not None and item.after.why_not
        )
        uncounted = dict.fromkeys(
            key.name for key in keys if before[key].edge is None and after[key].edge is None
        )
        return replace(
            difference,
            effects=effects,
            not_calculated="; ".join(failed),
            uncounted=tuple(uncounted),
        )


def _order(key: FigureKey) -> tuple[bool, str, str, Fraction, str]:
    stake = key.stake or Money(Fraction(0), "")
    return (key.wager != STANDARD, key.wager, key.paytable, stake.amount, stake.currency)

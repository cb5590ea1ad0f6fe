"""What a change is worth: the wagers counted on the old file, on the new one, and with each change alone.

Every edge comes from `compute_wager` and `count_standard`, at equal stake and equal seats. Where two files
have different least stakes for envy, the wager is counted at both, for at one of them the change is all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from certify.base.errors import CertifyError
from certify.base.progress import Progress
from certify.findings.policy import Policy
from certify.gate.change import Change, Sort
from certify.odds.compute import Request, compute_wager
from certify.odds.lines import compute_cap, find_stake
from certify.odds.standard import count_standard
from certify.spec.compile import compile_rulebook
from certify.spec.model import Jurisdiction
from certify.spec.readings import Readings, parse_readings
from certify.spec.values import Money
from certify.wagers.limits import STANDARD

ROUNDS = 1000
"""Rounds for which a difference is given in money."""
OTHERS = (1, 2, 3, 4, 5)


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A wager on a paytable at a stake, under the interpretation used or under others."""

    wager: str
    paytable: str = ""
    stake: Money | None = None
    readings: tuple[str, ...] = ()
    """As ``KEY=VALUE``; none for the interpretation used."""

    @property
    def name(self) -> str:
        """The wager, its paytable and its readings."""
        paytable = f" paytable {self.paytable}" if self.paytable else ""
        readings = f" under {', '.join(self.readings)}" if self.readings else ""
        return f"{self.wager}{paytable}{readings}"


@dataclass(frozen=True, slots=True)
class Figure:
    """What is counted at a place; without an edge, and why, where it cannot be."""

    edge: Fraction | None = None
    envy: tuple[Fraction | None, ...] = ()
    """The edge with 1, 2 … other players; empty where there is no envy."""
    capped: Fraction | None = None
    """The edge at the highest stake of the policy, with the cap on payments."""
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class Worth:
    """The difference of two figures at one place, in shares of the stake."""

    place: Place
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
        pairs = (self._with_envy(others) for others in OTHERS)
        return tuple(_subtract(after, before) for before, after in pairs)

    def _with_envy(self, others: int) -> tuple[Fraction | None, Fraction | None]:
        """The edge before and after; without envy on one side its plain edge stands."""
        return tuple(
            figure.envy[others - 1] if len(figure.envy) >= others else figure.edge
            for figure in (self.before, self.after)
        )  # type: ignore[return-value]

    @property
    def capped(self) -> Fraction | None:
        """The difference at the highest stake of the policy, with the cap; None where there is none."""
        return _subtract(
            self.after.capped if self.after.capped is not None else self.after.edge,
            self.before.capped if self.before.capped is not None else self.before.edge,
        )

    @property
    def moves(self) -> bool:
        """Whether any figure differs."""
        return self.before != self.after

    @property
    def money(self) -> Fraction | None:
        """Money of the bank in a thousand rounds, without envy."""
        if self.edge is None or self.place.stake is None:
            return None
        return self.edge * self.place.stake.amount * ROUNDS

    @property
    def money_with_envy(self) -> Fraction | None:
        """The same at a full table."""
        if not self.envy or self.envy[-1] is None or self.place.stake is None:
            return None
        return self.envy[-1] * self.place.stake.amount * ROUNDS


def _subtract(after: Fraction | None, before: Fraction | None) -> Fraction | None:
    return None if after is None or before is None else after - before


@dataclass(frozen=True, slots=True)
class Priced:
    """A change with what it alone is worth, wherever it moves a figure."""

    change: Change
    worth: tuple[Worth, ...] = ()
    why_not: str = ""
    """Why it could not be priced alone."""
    uncounted: tuple[str, ...] = ()
    """Wagers that it touches and that are counted neither before nor after."""


Figures = Mapping[Place, Figure]


class Pricer:
    """Counts two files, and the old one with single changes."""

    def __init__(
        self,
        old: Jurisdiction,
        new: Jurisdiction,
        policy: Policy,
        stake: Money | None = None,
        progress: Progress | None = None,
    ) -> None:
        if stake is not None and stake.currency not in {old.currency, new.currency}:
            raise CertifyError(f"the stake {stake} is not in {new.currency}")
        self.old, self.new = old, new
        self.policy = policy
        self.asked = stake
        self.progress = progress
        self.places = tuple(sorted(self._list_places(), key=_order))
        """At the least stakes, and at the policy's highest, where a sum of money weighs otherwise."""

    def _list_places(self) -> set[Place]:
        """Every wager and paytable of either file, at the least stakes of both or at the one asked for."""
        found: set[Place] = set()
        for item in (self.old, self.new):
            found.add(Place(STANDARD, "", self._find_stake_of_standard()))
            for wager, paytable in item.list_paytables():
                name = paytable.id if paytable.named else ""
                found |= {
                    Place(wager.id, name, stake) for stake in self._list_stakes(wager.id, name)
                }
        return found

    def _find_stake_of_standard(self) -> Money | None:
        """The stake at which its money is told; none where the two files have different currencies."""
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

    def measure(self, jurisdiction: Jurisdiction, places: Iterable[Place]) -> dict[Place, Figure]:
        """A file counted at some places."""
        return {place: self._count(jurisdiction, place) for place in places}

    def _count(self, jurisdiction: Jurisdiction, place: Place) -> Figure:
        try:
            readings = parse_readings(jurisdiction, place.readings)
            if place.wager == STANDARD:
                rulebook = compile_rulebook(jurisdiction, readings)
                counted = count_standard(rulebook, place.stake, self.progress)
                return Figure(counted.house_edge)
            return self._count_lines(jurisdiction, place, readings)
        except CertifyError as error:
            return Figure(why_not=str(error))

    def _count_lines(self, jurisdiction: Jurisdiction, place: Place, readings: Readings) -> Figure:
        wager = jurisdiction.find_wager(place.wager)
        if wager is None:
            return Figure(why_not="there is no such wager")
        if place.stake is not None and place.stake.currency != jurisdiction.currency:
            return Figure(why_not=f"{place.stake} is not in {jurisdiction.currency}")
        paytable = wager.paytable(place.paytable or None)
        request = Request(
            readings=readings, alternatives=False, stake=place.stake, progress=self.progress
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

    def list_moves(
        self, places: Iterable[Place], before: Figures, after: Figures
    ) -> tuple[Worth, ...]:
        """The places where figures differ; at the highest stake only where no lower one shows it."""
        moved = list(list_moves(places, before, after))
        shown = {item.place.name for item in moved if not self._is_highest(item.place)}
        return tuple(
            item
            for item in moved
            if item.place.name not in shown or not self._is_highest(item.place)
        )

    def _is_highest(self, place: Place) -> bool:
        return (
            self.asked is None
            and place.stake is not None
            and place.stake.amount == self.policy.most_stake(place.wager)
        )

    def price(self, change: Change, before: Figures) -> Priced:
        """One change made alone on the old file.

        A change that is in force under other readings only is counted under these, before and after.
        """
        touched = [
            place
            for place in self.places
            if change.touches(place.wager)
            and (place.wager != STANDARD or change.sort is Sort.MONEY)
        ]
        if change.apply is None or not touched:
            return Priced(change)
        changed = change.apply(self.old)
        after = self.measure(changed, touched)
        worth = self.list_moves(touched, before, after)
        if not worth and change.readings:
            touched = [replace(place, readings=change.readings) for place in touched]
            before, after = self.measure(self.old, touched), self.measure(changed, touched)
            worth = self.list_moves(touched, before, after)
        failed = dict.fromkeys(
            item.after.why_not
            for item in worth
            if item.before.edge is not None and item.after.why_not
        )
        uncounted = dict.fromkeys(
            place.name
            for place in touched
            if before[place].edge is None and after[place].edge is None
        )
        return Priced(change, worth, "; ".join(failed), tuple(uncounted))


def _order(place: Place) -> tuple[bool, str, str, Fraction]:
    amount = place.stake.amount if place.stake else Fraction(0)
    return (place.wager != STANDARD, place.wager, place.paytable, amount)


def list_moves(places: Iterable[Place], before: Figures, after: Figures) -> Iterator[Worth]:
    """The places where two files differ."""
    for place in places:
        found = Worth(place, before.get(place, Figure()), after.get(place, Figure()))
        if found.moves:
            yield found

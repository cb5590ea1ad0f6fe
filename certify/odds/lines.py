"""The odds of any wager that is a list of lines: its situations through the settlement."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction
from typing import Any

from certify.base.cache import share
from certify.base.figures import ROUNDINGS
from certify.odds.result import (
    CapOdds,
    CountedOutcome,
    EnvyOdds,
    MeterOdds,
    PrintedFigure,
    WagerOdds,
)
from certify.odds.situations import SituationCounts
from certify.spec.model import Published
from certify.spec.resolved import Resolved
from certify.spec.rulebook import TableTerms, WagerTerms
from certify.spec.values import Money, Pay
from certify.wagers.lines import NONE, NOT_BEATEN, TIED, SettledLines, Situation, settle


def evaluate(
    terms: WagerTerms, situations: Collection[Situation], *, kept: bool = False
) -> tuple[tuple[Pay, ...], list[Resolved[Any]]]:
    """What every situation pays, and everything that was consulted; kept for the counts to come."""
    pays: list[Pay] = []
    consulted: dict[int, Resolved[Any]] = {}
    for settled in settle_each(terms, situations) if kept else _settle_each(terms, situations):
        pays.append(settled.pay)
        for ground in settled.grounds:
            consulted.setdefault(id(ground), ground)
    return tuple(pays), list(consulted.values())


def settle_each(terms: WagerTerms, situations: Collection[Situation]) -> list[SettledLines]:
    """Every situation settled, in their order, and once for the same terms: a stake changes nothing."""
    settled, *_ = share(  # by identity, so both are kept beside what was made of them
        ("settled", id(terms), id(situations)),
        lambda: (list(_settle_each(terms, situations)), terms, situations),
    )
    return settled


def _settle_each(terms: WagerTerms, situations: Collection[Situation]) -> Iterator[SettledLines]:
    return (settle(terms, situation) for situation in situations)


def list_outcomes(terms: WagerTerms, counts: SituationCounts) -> tuple[CountedOutcome, ...]:
    """Deals by what they come to: the lines in their order, then what is no single line."""
    found: dict[tuple[str, Pay], int] = {}
    settled_each = settle_each(terms, counts.situations)
    for settled, number in zip(settled_each, counts.situations.values(), strict=True):
        key = (settled.name, settled.pay)
        found[key] = found.get(key, 0) + number
    outcomes = []
    for line in terms.lines:
        own = [key for key in found if key[0] == line.id]
        outcomes += [CountedOutcome(name, found.pop((name, pay)), pay) for name, pay in own]
        if not own:
            outcomes.append(CountedOutcome(line.id, 0, line.pays.value))
    last = [NONE, NOT_BEATEN, TIED]
    rest = sorted(found, key=lambda key: (key[0] in last and -last.index(key[0]) + 3, key[0]))
    return (*outcomes, *(CountedOutcome(name, found[name, pay], pay) for name, pay in rest))


def find_stake(terms: WagerTerms, asked: Money | None) -> Money | None:
    """The stake asked for; else the least that the wager, or its envy, has; None where there is none."""
    if asked is not None:
        return asked
    least = [
        given.said
        for given in (terms.stake_minimum, *([terms.envy.minimum_stake] if terms.envy else []))
        if isinstance(given.said, Money) and given.said.amount
    ]
    return max(least) if least else None


def needs_stake(outcomes: Iterable[CountedOutcome]) -> bool:
    """Whether some outcome is a sum of money, so that the edge depends on the stake."""
    return any(item.pay.money or item.pay.meter for item in outcomes)


def compute_cap(
    terms: WagerTerms, outcomes: tuple[CountedOutcome, ...], stake: Money | None
) -> CapOdds | None:
    """From which stake the cap cuts each pay, and the edge at a given stake."""
    cap = terms.cap.said
    if not isinstance(cap, Money):
        return None
    floor = terms.cap_floor.said.times if isinstance(terms.cap_floor.said, Pay) else Fraction(0)
    return _cut_pays(cap, floor, outcomes, stake)


def compute_aggregate(
    table: TableTerms, outcomes: tuple[CountedOutcome, ...], stake: Money | None
) -> CapOdds | None:
    """The same of the most that the table pays in a round, to a player who is paid alone.

    What others are paid leaves him less still.
    """
    aggregate = table.aggregate.said
    if not isinstance(aggregate, Money):
        return None
    return _cut_pays(aggregate, Fraction(0), outcomes, stake)


def _cut_pays(
    cap: Money, floor: Fraction, outcomes: tuple[CountedOutcome, ...], stake: Money | None
) -> CapOdds:
    binding = tuple((item.name, cap.amount / item.net) for item in outcomes if item.net > floor)
    edge = None
    if stake is not None and not needs_stake(outcomes):
        deals = sum(item.deals for item in outcomes)
        most = max(cap.amount / stake.amount, floor)
        cut = sum((min(item.net, most) * item.deals for item in outcomes), Fraction(0))
        edge = -cut / deals
    return CapOdds(cap, binding, stake if edge is not None else None, edge)


def compute_meter(terms: WagerTerms, odds: WagerOdds) -> MeterOdds | None:
    """The edge as a function of the meter; None where no line pays a share of one."""
    if odds.stake is None or not any(item.pay.meter for item in odds.outcomes):
        return None
    stake = odds.stake.amount
    shares = sum((item.pay.meter * item.deals for item in odds.outcomes), Fraction(0)) / odds.deals
    fixed = (
        sum(
            ((item.pay.times + item.pay.money / stake) * item.deals for item in odds.outcomes),
            Fraction(0),
        )
        / odds.deals
    )
    seed = terms.meter_seed.said if isinstance(terms.meter_seed.said, Money) else None
    contribution = terms.meter_contribution.said
    return MeterOdds(
        seed,
        contribution if isinstance(contribution, Fraction) else None,
        -fixed,
        shares / stake,
        -fixed / (shares / stake),
        -fixed - seed.amount * shares / stake if seed else None,
    )


def compare_published(
    published: Iterable[Published], edge: Fraction, envy: tuple[EnvyOdds, ...] = ()
) -> tuple[PrintedFigure, ...]:
    """Each printed house edge beside the exact one."""
    found = []
    for item in published:
        exact: Fraction | None = edge
        if item.other_players:
            exact = next(
                (odds.house_edge for odds in envy if odds.other_players == item.other_players), None
            )
        if exact is not None:
            found.append(PrintedFigure(item, exact, find_roundings(item.percent, exact)))
    return tuple(found)


def find_roundings(printed: str, exact: Fraction) -> tuple[str, ...]:
    """Which ways of rounding turn the exact figure into the printed one."""
    places = len(printed.partition(".")[2])
    return tuple(
        name for name, rounding in ROUNDINGS.items() if rounding(exact * 100, places) == printed
    )

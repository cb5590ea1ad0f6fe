"""The house edge with Envy Bonus by wager amount and number of other players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from certify.filing.sheets import Sheet
from certify.findings.policy import Policy
from certify.spec.values import Money

_STEP = 5
_MOST = 12
"""Rows; with more only the lowest and the highest amount are shown."""
_LEVELS = tuple(Fraction(n, 1000) for n in (40, 60, 75, 90, 100))
"""House edges at which the tint changes: the same in every filing."""


@dataclass(frozen=True, slots=True)
class SeatsRow:
    """A paytable at one wager amount: the house edge for each number of other players."""

    sheet: Sheet
    edges: tuple[Fraction | None, ...]


@dataclass(frozen=True, slots=True)
class Seats:
    """All paytables at one wager amount."""

    amount: Money
    rows: tuple[SeatsRow, ...]


def list_seats(sheets: Sequence[Sheet], policy: Policy, currency: str) -> tuple[Seats, ...]:
    """From the minimum qualifying wager to the maximum of the policy, each five times the one before."""
    own = [sheet for sheet in sheets if sheet.odds.envy]
    if not own:
        return ()
    full = own[0].odds.envy[-1]
    wager = own[0].odds.wager
    start = full.stake.amount if full.stake else policy.least_stake(wager)
    amounts = list(_list_amounts(start, policy.most_stake(wager)))
    if len(amounts) * len(own) > _MOST:
        amounts = [amounts[0], amounts[-1]]
    return tuple(
        Seats(Money(amount, currency), tuple(_build_row(sheet, amount) for sheet in own))
        for amount in amounts
    )


def _list_amounts(start: Fraction, most: Fraction) -> Iterator[Fraction]:
    amount = start
    while amount < most:
        yield amount
        amount *= _STEP
    yield max(most, start)


def _build_row(sheet: Sheet, amount: Fraction) -> SeatsRow:
    edges: list[Fraction | None] = [sheet.odds.house_edge]
    for envy in sheet.odds.envy:
        paid = envy.per_other_player * envy.other_players / amount
        edges.append(None if envy.highest_edge is not None else sheet.odds.house_edge - paid)
    return SeatsRow(sheet, tuple(edges))


def find_level(edge: Fraction) -> int:
    """The step of the tint for a house edge, from 0."""
    return sum(edge >= limit for limit in _LEVELS)

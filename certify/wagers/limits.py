"""What bounds payments, in money, after all settlements: a cap on a seat, an aggregate, a bank's stake."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from certify.base.errors import CertifyError
from certify.spec.choices import CapCovers, CapExcludes, Cover, CoverReach, NotCovered
from certify.spec.resolved import Resolved
from certify.spec.rulebook import TableTerms, WagerTerms

STANDARD, ENVY = "standard", "envy"


@dataclass(frozen=True, slots=True)
class Payment:
    """Money from the bank to a player on one wager; below zero where the bank collects."""

    seat: int
    wager: str
    """The wager's id, or `envy`."""
    owner: str
    """The wager to which it belongs: envy to the wager that gives it."""
    stake: Fraction
    paid: Fraction
    metered: Fraction = Fraction(0)
    """How much of it a meter gives."""


@dataclass(frozen=True, slots=True)
class Cut:
    """How much of a payment is left, why, and what that rests on."""

    paid: Fraction
    why: str = ""
    grounds: tuple[Resolved[Any], ...] = ()


def cap_payments(terms: WagerTerms, payments: Sequence[Payment]) -> tuple[Cut, ...]:
    """Payments under one maximum with what goes beyond a wager's cap cut off, in the order they are paid."""
    if not terms.cap.is_offered or terms.cap.said is None:
        return tuple(Cut(item.paid) for item in payments)
    cap = terms.cap.value
    left = cap.amount
    shared = (terms.cap_per,) if len({item.seat for item in payments}) > 1 else ()
    cuts = []
    for item in payments:
        beside = _leave_out(terms, item)
        bound = item.paid - beside
        if bound <= 0:
            cuts.append(Cut(item.paid))
            continue
        paid = max(min(bound, left), min(bound, _find_floor(terms, item)))
        left = max(left - paid, Fraction(0))
        if paid == bound:
            cuts.append(Cut(item.paid))
        else:
            grounds = (*_list_grounds(terms, item), *shared)
            cuts.append(Cut(beside + paid, f"by the maximum payout of {cap}", grounds))
    return tuple(cuts)


def _find_floor(terms: WagerTerms, item: Payment) -> Fraction:
    if item.wager != terms.id or terms.cap_floor.said is None or not terms.cap_floor.is_offered:
        return Fraction(0)
    return terms.cap_floor.value.times * item.stake


def _leave_out(terms: WagerTerms, item: Payment) -> Fraction:
    """How much of a payment the cap does not touch."""
    if item.paid <= 0 or not (item.owner == terms.id or terms.cap_covers.said is CapCovers.ALL):
        return item.paid
    leaves = terms.cap_excludes.said
    if not isinstance(leaves, CapExcludes):
        return Fraction(0)
    if item.wager == ENVY:
        return item.paid if leaves.leaves_envy_out else Fraction(0)
    return min(item.metered, item.paid) if leaves.leaves_progressive_out else Fraction(0)


def _list_grounds(terms: WagerTerms, item: Payment) -> tuple[Resolved[Any], ...]:
    """What a cut rests on; what the cap leaves out matters to envy and to what a meter gives."""
    asked = (item.wager == ENVY or item.metered) and terms.cap_excludes.said is not None
    return (terms.cap, terms.cap_covers, *([terms.cap_excludes] if asked else []))


def bound_aggregate(terms: TableTerms, payments: Sequence[Payment]) -> tuple[Cut, ...]:
    """All payments of a round with what goes beyond the table's aggregate cut off."""
    if not terms.aggregate.is_offered or terms.aggregate.said is None:
        return tuple(Cut(item.paid) for item in payments)
    aggregate = terms.aggregate.value
    left = aggregate.amount
    grounds: tuple[Resolved[Any], ...] = (terms.aggregate,)
    if (
        len({item.seat for item in payments if item.paid > 0}) > 1
    ):  # whose turn it is decides who is cut
        grounds += _list_order(terms)
    cuts = []
    for item in payments:
        paid = min(item.paid, left) if item.paid > 0 else item.paid
        left -= max(paid, Fraction(0))
        cut = paid != item.paid
        cuts.append(
            Cut(paid, f"by the table's aggregate of {aggregate}", grounds) if cut else Cut(paid)
        )
    return tuple(cuts)


def _list_order(terms: TableTerms) -> tuple[Resolved[Any], ...]:
    """The order of settling, which decides whose payment is cut; where it is unsaid that is the ground."""
    return (terms.settling_order,) if terms.settling_order.is_offered else ()


def cover_payments(
    terms: TableTerms, stake: Fraction, payments: Sequence[Payment]
) -> tuple[Cut, ...]:
    """Payments in the order they are settled, as far as the stake of a player who banks covers them.

    Paying and collecting both use up the stake, and what the bank collects does not add to it; a
    push uses nothing. What is not covered of a wager goes back to the player.
    """
    left = stake
    seats = {item.seat for item in payments if item.paid and _comes_from_stake(terms, item)}
    cuts = []
    for item in payments:
        needed = abs(item.paid)
        if not needed or not _comes_from_stake(terms, item):
            cuts.append(Cut(item.paid))
            continue
        covered = min(needed, left)
        left -= covered
        if covered == needed:
            cuts.append(Cut(item.paid))
            continue
        cuts.append(_leave_uncovered(terms, item, covered, contested=len(seats) > 1))
    return tuple(cuts)


def _leave_uncovered(
    terms: TableTerms, item: Payment, covered: Fraction, *, contested: bool
) -> Cut:
    if terms.bank_cover.value is Cover.ALL:
        raise CertifyError(
            f"bank.stake: it does not cover seat {item.seat}'s {item.wager}, "
            f"and the bank must cover all action ({terms.bank_cover.clause})"
        )
    grounds: list[Resolved[Any]] = [terms.bank_cover, terms.uncovered]
    if contested or terms.settling_order.said is not None:
        grounds += _list_order(terms)
    if item.wager != STANDARD:
        grounds.append(terms.bank_cover_reach)
    if terms.uncovered.value is NotCovered.PAID_BY_HOUSE:
        return Cut(item.paid, "beyond the bank's stake, made good by the house", tuple(grounds))
    sign = 1 if item.paid > 0 else -1
    return Cut(sign * covered, "by the bank's stake", tuple(grounds))


def _comes_from_stake(terms: TableTerms, item: Payment) -> bool:
    if item.wager == STANDARD:
        return True
    reach = terms.bank_cover_reach.value
    return reach is CoverReach.ALL or (reach is CoverReach.WITHOUT_ENVY and item.wager != ENVY)

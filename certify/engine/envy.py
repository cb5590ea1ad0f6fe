"""Envy of a seat: a claim for every hand that is not its own, through the settlement, to money."""

from __future__ import annotations

from certify.engine.grounds import cite
from certify.engine.settlement import ENVY, NOTHING, WIN, Outcome
from certify.engine.table import Seat, Table
from certify.spec.choices import FouledHand, WhoseHand
from certify.spec.rulebook import EnvyTerms, LineTerms, WagerTerms
from certify.spec.values import PUSHES
from certify.wagers.envy import (
    Claim,
    Ground,
    combine_claims,
    counts,
    find_amount,
    find_entitlement,
    qualifies,
    settle_claim,
    share_amount,
)

BANK = "bank"
"""The owner of the bank's hand."""


def settle_envy(
    table: Table, seat: Seat, lost: set[tuple[int, str]]
) -> tuple[list[Outcome], dict[str, str]]:
    """The envy payments to a seat; by wager why none is paid where hands qualify."""
    found: list[Outcome] = []
    notes: dict[str, str] = {}
    for name, terms in table.rulebook.wagers.items():
        if terms.envy is None or name not in seat.player.wagers:
            continue
        outcomes, notes[name] = _settle(table, terms, terms.envy, seat, lost)
        found += outcomes
    return found, notes


def _settle(
    table: Table, terms: WagerTerms, envy: EnvyTerms, seat: Seat, lost: set[tuple[int, str]]
) -> tuple[list[Outcome], str]:
    own = table.find_envy_line(terms, seat.hands)
    bank = table.find_envy_line(terms, table.bank)
    claims: list[tuple[str, Claim]] = []
    holders: dict[str, str] = {}
    for told, holder, line, extra in _list_hands(table, terms, envy, seat):
        claim = settle_claim(terms, line, own, bank, own_lost=(seat.number, terms.id) in lost)
        claims.append((told, Claim(claim.pay, (*claim.grounds, *extra), claim.refused)))
        holders[told] = holder
    if not claims:
        return [], ""
    stake = seat.player.wagers[terms.id]
    entitled, by_button = find_entitlement(envy, stake, seat.player.envy_button)
    if not entitled:
        no_button = by_button and qualifies(envy, stake)
        below = (
            "there is no button for it"
            if no_button
            else f"the wager is below {envy.minimum_stake.value}"
        )
        return [], _refuse(claims, below)
    kept = [(told, claim) for told, claim in claims if not claim.refused]
    if not kept:
        return [], _refuse(claims, claims[0][1].refused)
    amounts = [
        share_amount(
            envy,
            claim.pay.times * stake + claim.pay.money,
            _count_entitled(table, terms, envy, holders[told]),
        )
        for told, claim in kept
    ]
    chosen, several = combine_claims(envy, amounts)
    minimum = [envy.minimum_stake] if envy.minimum_stake.said is not None else []
    return [
        Outcome(
            seat.number,
            ENVY,
            WIN,
            NOTHING,
            amount,
            NOTHING,
            cite([*claim.grounds, *minimum, *by_button, *several]),
            told,
            terms.id,
        )
        for (told, claim), amount, paid in zip(kept, amounts, chosen, strict=True)
        if paid
    ], ""


def _count_entitled(table: Table, terms: WagerTerms, envy: EnvyTerms, holder: str) -> int:
    """The seats that are eligible for a hand, except its holder unless his own hand counts.

    A player who banks and has made the wager is one of them.
    """
    seats = [
        (seat.player.owner, seat.player.wagers[terms.id], seat.player.envy_button)
        for seat in table.seats
        if terms.id in seat.player.wagers
    ]
    if terms.id in table.bank_wagers:
        seats.append((BANK, table.bank_wagers[terms.id], None))
    return sum(
        find_entitlement(envy, stake, button)[0] and (owner != holder or counts(envy.own_hand))
        for owner, stake, button in seats
    )


def _refuse(claims: list[tuple[str, Claim]], why: str) -> str:
    return f"no Envy Bonus for {', '.join(told for told, _ in claims)}, because {why}"


def _list_hands(
    table: Table, terms: WagerTerms, envy: EnvyTerms, seat: Seat
) -> list[tuple[str, str, LineTerms | None, tuple[Ground, ...]]]:
    """Every hand with envy that pays it to a seat: how to tell it, whose it is, its line, what lets it."""
    found: list[tuple[str, str, LineTerms | None, tuple[Ground, ...]]] = []

    def add(told: str, holder: str, line: LineTerms | None, *rules: Ground) -> None:
        found.append((f"{told}: {line.id if line else ''}", holder, line, rules))

    for other in table.seats:
        rules: list[Ground] = []
        line = table.find_envy_line(terms, other.hands)
        if find_amount(terms, line)[0] == PUSHES:
            continue
        if other.player.owner == seat.player.owner:
            if counts(envy.own_hand):
                told = (
                    "the player's own hand"
                    if other.number == seat.number
                    else f"the same player's seat {other.number}"
                )
                add(told, other.player.owner, line, envy.own_hand)
            continue
        if terms.id not in other.player.wagers:
            rules.append(envy.whose_hand)
            if envy.whose_hand.value is not WhoseHand.ANY:
                continue
        if other.hands.fouled or other.player.surrender:
            rules.append(envy.fouled_hand)
            if envy.fouled_hand.value is not FouledHand.COUNTS:
                continue
        add(f"seat {other.number}", other.player.owner, line, *rules)
    line = table.find_envy_line(terms, table.bank)
    if find_amount(terms, line)[0] != PUSHES and counts(envy.bank_hand):
        add("the bank", BANK, line, envy.bank_hand)
    return found

"""Envy: fixed payments to seats with a Fortune wager for the hands of others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from certify.engine.fortune import FORTUNE
from certify.engine.grounds import Basis, Ground, Grounds
from certify.engine.settlement import ENVY, LOSE, NOTHING, WIN, Outcome
from certify.engine.table import ROYAL_MATCH, Seat, Table
from certify.game.vocabulary import HAND_CLASSES
from certify.spec.model import Line

SEVEN_CARD = "seven-card-straight-flush"


@dataclass(frozen=True, slots=True)
class _Claim:
    """Another seat's hand that pays envy."""

    seat: Seat
    line: Line
    money: Fraction
    basis: Basis


def settle_envy(
    table: Table, seat: Seat, bonuses: Mapping[int, Outcome]
) -> tuple[list[Outcome], str]:
    """The envy payments to a seat; where hands qualify and none is paid, why not."""
    if table.rules.value("envy.offer") is None or FORTUNE not in seat.player.wagers:
        return [], ""
    claims = list(_list_claims(table, seat))
    if not claims:
        return [], ""
    grounds = Grounds(table.rules)
    refused = _refuse(table, seat, grounds, bonuses)
    if refused:
        return [], _tell(claims, refused)
    kept = _keep_those_left(table, seat, claims, grounds)
    if not kept:
        return [], _tell(claims, "his own royal match forfeits it")
    if len(kept) > 1 and grounds.choose("envy.several_qualifying_hands") == "highest-pays":
        kept = [max(kept, key=lambda claim: claim.money)]
    return [
        Outcome(
            seat.number,
            ENVY,
            WIN,
            NOTHING,
            claim.money,
            NOTHING,
            (*claim.basis, *grounds.basis),
            f"seat {claim.seat.number}: {claim.line.hand}",
        )
        for claim in kept
    ], ""


def _tell(claims: list[_Claim], why: str) -> str:
    hands = ", ".join(f"seat {claim.seat.number}: {claim.line.hand}" for claim in claims)
    return f"no envy for {hands}, as {why}"


def _list_claims(table: Table, seat: Seat) -> Iterator[_Claim]:
    for other in table.seats:
        grounds = Grounds(table.rules)
        line = find_envy_line(table, other, grounds)
        if line is None or line.envy is None:
            continue
        if other.number == seat.number:
            _exclude(table, "envy.own_hand")
            continue
        if FORTUNE not in other.player.wagers and grounds.choose("envy.whose_hand") != "any-player":
            continue
        if other.hands.fouled and grounds.choose("envy.fouled_hand") != "counts":
            continue
        yield _Claim(other, line, line.envy.amount, grounds.basis)


def _exclude(table: Table, key: str) -> None:
    """Make sure that the document leaves out a hand that is no other player's."""
    if table.rules.statement(key).standing != "not-offered":
        Grounds(table.rules).need(key)


def find_envy_line(table: Table, seat: Seat, grounds: Grounds) -> Line | None:
    """The line with envy that a hand stands on, at or above the lowest that the document names."""
    classed = Grounds(table.rules)
    line = table.find_line(seat.hands, classed)
    if not _qualifies(table, line, grounds):
        return None
    grounds.cite(*classed.basis)
    return line


def _qualifies(table: Table, line: Line | None, grounds: Grounds) -> bool:
    if line is None or line.envy is None:
        return False
    grounds.cite(Ground(str(line.citation)))
    if table.rules.value("envy.lowest_hand") is None:
        return True
    lowest = grounds.choose("envy.lowest_hand")
    return HAND_CLASSES.index(line.hand) <= HAND_CLASSES.index(lowest)


def _refuse(table: Table, seat: Seat, grounds: Grounds, bonuses: Mapping[int, Outcome]) -> str:
    """Why a seat is paid no envy at all; empty where it is."""
    rules = table.rules
    if rules.value("envy.minimum_stake") is not None:
        least = grounds.count("envy.minimum_stake")
        if seat.player.wagers[FORTUNE] < least:
            return f"the stake is below {rules.value('envy.minimum_stake')}"
    bonus = bonuses.get(seat.number)
    if bonus and bonus.result == LOSE and grounds.choose("envy.own_bonus_lost") == "no-envy":
        return "his own bonus lost"
    if _qualifies(table, table.find_line(table.bank), Grounds(rules)):
        _exclude(table, "envy.bank_hand")
        if grounds.choose("envy.bank_qualifies") == "no-envy-paid":
            return f"the bank holds {table.name_class(table.bank)}"
    if (
        table.name_class(seat.hands) == SEVEN_CARD
        and grounds.choose("envy.own_seven_card") == "forfeits"
    ):
        return "his own seven-card straight flush forfeits it"
    return ""


def _keep_those_left(
    table: Table, seat: Seat, claims: list[_Claim], grounds: Grounds
) -> list[_Claim]:
    """The claims that a player's own royal match leaves him."""
    if (
        table.name_class(seat.hands) == ROYAL_MATCH
        and grounds.choose("envy.own_royal_match") == "forfeits-unless-seven-card"
    ):
        return [claim for claim in claims if claim.line.hand == SEVEN_CARD]
    return claims

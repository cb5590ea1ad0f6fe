"""What a round came to: a line for every wager, the commission, and the bank's result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from certify.base.figures import format_money
from certify.engine.hands import Basis, Hands, find_weakest, join_clauses
from certify.engine.round import Round
from certify.game.cards import Card, format_cards

WIN, LOSE, PUSH, RETURNED, VOID = "win", "lose", "push", "returned", "void"
ENVY = "envy"
NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one wager, or one envy payment, ends."""

    seat: int
    wager: str
    result: str
    stake: Fraction
    """What the player put up; nothing for envy."""
    paid: Fraction
    """From the bank to the player; below zero where the bank collects."""
    commission: Fraction
    """What the player pays of it to the house."""
    basis: Basis
    because: str
    owner: str = ""
    """The wager to which it belongs: envy to the wager that gives it."""
    metered: Fraction = NOTHING
    """How much of what is paid a meter gives."""
    fee: Fraction = NOTHING
    """What the house collects with the wager, whatever its result."""

    @property
    def amount(self) -> Fraction:
        """Net to the player."""
        return self.paid - self.commission - self.fee

    def scale(self, share: Fraction, basis: Basis, because: str) -> Outcome:
        """The same outcome with a part of what is paid or collected, and why."""
        return replace(
            self,
            paid=self.paid * share,
            commission=self.commission * share,
            metered=self.metered * share,
            basis=(*self.basis, *basis),
            because=f"{self.because}; {because}",
        )


@dataclass(frozen=True, slots=True)
class Incident:
    """An irregularity, and what the document makes of it."""

    event: str
    consequence: str
    voids: bool
    basis: Basis


@dataclass(frozen=True, slots=True)
class SettledSeat:
    """A seat with its hands and its lines; no hands where a void round left them unset."""

    seat: int
    hands: Hands | None
    lines: tuple[Outcome, ...]

    @property
    def net(self) -> Fraction:
        """What the player won or lost in all."""
        return sum((line.amount for line in self.lines), NOTHING)


@dataclass(frozen=True, slots=True)
class Settlement:
    """A settled round."""

    seats: tuple[SettledSeat, ...]
    bank: Hands | None
    commission: Fraction
    bank_net: Fraction
    incidents: tuple[Incident, ...] = ()


def total(
    seats: tuple[SettledSeat, ...], bank: Hands | None, incidents: tuple[Incident, ...] = ()
) -> Settlement:
    """Add up a round; what players win or lose, commission and bank must cancel."""
    lines = [line for seat in seats for line in seat.lines]
    commission = sum((line.commission + line.fee for line in lines), NOTHING)
    bank_net = -sum((line.paid for line in lines), NOTHING)
    if sum((seat.net for seat in seats), NOTHING) + commission + bank_net != 0:
        raise AssertionError("the settlement does not sum to zero")
    return Settlement(seats, bank, commission, bank_net, incidents)


def format_settlement(settlement: Settlement) -> dict[str, Any]:
    """A settlement as plain data for JSON."""
    return {
        "seats": [
            {
                "seat": seat.seat,
                **_format_hands(seat.hands),
                "net": format_money(seat.net),
                "lines": [format_line(line) for line in seat.lines],
            }
            for seat in settlement.seats
        ],
        "commission": format_money(settlement.commission),
        "bank": {**_format_hands(settlement.bank), "net": format_money(settlement.bank_net)},
        **_format_incidents(settlement.incidents),
    }


def _format_incidents(incidents: tuple[Incident, ...]) -> dict[str, Any]:
    """Irregularities, also those that change nothing; no key where there were none."""
    if not incidents:
        return {}
    return {
        "events": [
            {"event": item.event, "consequence": item.consequence, **_format_basis(item.basis)}
            for item in incidents
        ]
    }


def _format_hands(hands: Hands | None) -> dict[str, str | None]:
    if hands is None or not hands.low:
        return {"low": None, "high": None}
    return {"low": format_cards(hands.low), "high": format_cards(hands.high)}


def format_line(line: Outcome) -> dict[str, str]:
    """A line as plain data for JSON."""
    return {
        "wager": line.wager,
        "result": line.result,
        "amount": format_money(line.amount),
        **_format_basis(line.basis),
        "because": line.because,
    }


def _format_basis(basis: Basis) -> dict[str, str]:
    return {"clause": join_clauses(basis), "standing": find_weakest(basis)}


def tell_settlement(round_: Round, settlement: Settlement, currency: str) -> Iterator[str]:
    """The lines of a round's audit trail."""
    kind = f" ({round_.bank.kind})" if round_.bank.kind else ""
    stake = "" if round_.bank.stake is None else f", covers {format_money(round_.bank.stake)}"
    yield f"bank{kind}: {format_cards(round_.bank.cards)}{stake}"
    yield from _tell_hands(round_.bank.cards, settlement.bank)
    players = {player.seat: player for player in round_.players}
    for seat in settlement.seats:
        player = players[seat.seat]
        stakes = ", ".join(f"{name} {format_money(stake)}" for name, stake in player.wagers.items())
        yield f"seat {seat.seat}: {format_cards(player.cards)}, wagers {stakes}"
        yield from _tell_hands(player.cards, seat.hands)
        for line in seat.lines:
            yield from _tell_line(line)
        yield f"  net {_sign(format_money(seat.net))} {currency}"
    for incident in settlement.incidents:
        clause = f"[{join_clauses(incident.basis)}; {find_weakest(incident.basis)}]"
        yield f"{incident.event}: {incident.consequence} {clause}"
    yield f"commission {format_money(settlement.commission)} {currency}"
    yield f"bank net {_sign(format_money(settlement.bank_net))} {currency}"


def _tell_hands(cards: tuple[Card, ...], hands: Hands | None) -> Iterator[str]:
    if hands is not None and hands.low and set(cards) == set(hands.cards):
        told = f" ({hands.because})" if hands.because else ""
        yield f"  low {format_cards(hands.low)}, high {format_cards(hands.high)}{told}"


def _tell_line(line: Outcome) -> Iterator[str]:
    amount = _sign(format_money(line.amount))
    yield f"  {line.wager:<13} {line.result:<8} {amount:>9}  {line.because}"
    yield f"  {'':<33}[{join_clauses(line.basis)}; {find_weakest(line.basis)}]"


def _sign(amount: str) -> str:
    return amount if amount.startswith("-") or amount == "0" else f"+{amount}"

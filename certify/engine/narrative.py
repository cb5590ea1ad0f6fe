"""A settled round as text: the cards, both settings, and why each wager went as it did."""

from __future__ import annotations

from collections.abc import Iterator

from certify.base.figures import format_money
from certify.engine.grounds import find_weakest, join_clauses
from certify.engine.hands import Hands
from certify.engine.round import Round
from certify.engine.settlement import Outcome, Settlement
from certify.game.cards import Card, format_cards


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

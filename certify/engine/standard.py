"""The standard wager: the player's two hands against the bank's."""

from __future__ import annotations

from certify.engine.grounds import Ground, Grounds, find_ground
from certify.engine.hands import STANDARD, Hands, holds_joker
from certify.engine.settlement import LOSE, NOTHING, PUSH, WIN, Outcome
from certify.engine.table import Seat, Table
from certify.game.cards import format_cards
from certify.game.holdings import is_ace_high

_RESULTS = {"wins": WIN, "loses": LOSE, "push": PUSH}
_WON, _COPIED, _LOST = "wins", "copies", "loses"
_CASES = {
    frozenset({_WON}): "comparison.both_win",
    frozenset({_LOST}): "comparison.both_lose",
    frozenset({_WON, _LOST}): "comparison.one_each",
    frozenset({_COPIED, _WON}): "comparison.copy_and_win",
    frozenset({_COPIED, _LOST}): "comparison.copy_and_lose",
    frozenset({_COPIED}): "comparison.copy_both",
}
_OWNERS_OF_COPIES = {"bank-wins": _LOST, "player-wins": _WON}


def settle_standard(table: Table, seat: Seat) -> Outcome:
    """Decide a seat's standard wager."""
    grounds = Grounds(table.rules)
    result, because = _decide(table, seat, grounds)
    stake = seat.player.wagers[STANDARD]
    paid = commission = NOTHING
    if result == LOSE:
        paid = -stake
    elif result == WIN:
        paid = stake * grounds.count("standard.pays")
        share = NOTHING
        if table.rules.statement("standard.commission").standing != "not-offered":
            share = grounds.count("standard.commission")
        commission = paid * share
    grounds.cite(*seat.hands.basis)
    if seat.hands.because:
        because = f"{seat.hands.because}; {because}"
    return Outcome(seat.number, STANDARD, result, stake, paid, commission, grounds.basis, because)


def _decide(table: Table, seat: Seat, grounds: Grounds) -> tuple[str, str]:
    if _pushes_all(table):
        grounds.need("comparison.bank_ace_high_push")
        pushes = not seat.hands.lost or grounds.choose("comparison.bank_ace_high_push_foul") == PUSH
        if pushes:
            return PUSH, f"the bank holds an ace-high hand, {format_cards(table.bank.cards)}"
    if seat.hands.lost:
        return LOSE, "a foul hand loses"
    return _compare(table, seat, grounds)


def _pushes_all(table: Table) -> bool:
    return table.rules.choice("comparison.bank_ace_high_push") == "yes" and is_ace_high(
        table.bank.cards, table.rank_rules.joker
    )


def _compare(table: Table, seat: Seat, grounds: Grounds) -> tuple[str, str]:
    player, bank = seat.hands, table.bank
    low = _judge(player.low_rank, bank.low_rank)
    high = _judge(player.high_rank, bank.high_rank)
    because = f"low {low}, high {high}"
    key = _CASES[frozenset({low, high})]
    if _COPIED in (low, high):
        grounds.note("comparison.copy")
        if table.rules.value(key) is None:
            # The document says who wins a copy and leaves the rest to follow.
            owner = _OWNERS_OF_COPIES[grounds.choose("comparison.copy")]
            key = _CASES[frozenset({owner if part == _COPIED else part for part in (low, high)})]
    result = _RESULTS[grounds.choose(key)]
    grounds.cite(*bank.basis, *_list_grounds_of_rank(table, player, bank))
    return result, because


def _judge(player: tuple[int, ...], bank: tuple[int, ...]) -> str:
    if player == bank:
        return _COPIED
    return _WON if player > bank else _LOST


def _list_grounds_of_rank(table: Table, player: Hands, bank: Hands) -> list[Ground]:
    """The statements on the joker and on A-2-3-4-5, where these cards make them matter."""
    grounds = []
    if holds_joker(player.cards, bank.cards):
        grounds.append(find_ground(table.rules, "deck.joker"))
    if player.holds_wheel or bank.holds_wheel:
        needed = Grounds(table.rules)
        needed.need("deck.wheel")
        grounds.extend(needed.basis)
    return grounds

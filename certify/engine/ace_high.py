"""The Ace High wager: whether the bank, or bank and player, hold an ace-high hand."""

from __future__ import annotations

from certify.engine.grounds import Grounds
from certify.engine.hands import holds_joker
from certify.engine.settlement import LOSE, NOTHING, PUSH, WIN, Outcome
from certify.engine.table import Seat, Table
from certify.game.cards import JOKER
from certify.game.holdings import is_ace_high
from certify.game.vocabulary import WAGERS

ACE_HIGH = WAGERS[2]
_RESULTS = {"loses": LOSE, "pushes": PUSH}


def settle_ace_high(table: Table, seat: Seat) -> Outcome:
    """Decide a seat's Ace High wager."""
    grounds = Grounds(table.rules)
    stake = seat.player.wagers[ACE_HIGH]
    result, pays, because = _decide(table, seat, grounds)
    paid = {WIN: stake * pays, LOSE: -stake}.get(result, NOTHING)
    return Outcome(seat.number, ACE_HIGH, result, stake, paid, NOTHING, grounds.basis, because)


def _decide(table: Table, seat: Seat, grounds: Grounds) -> tuple[str, int, str]:
    if seat.hands.fouled and grounds.choose("setting.foul_ace_high") == "loses":
        return LOSE, 0, "a foul hand loses the wager"
    joker = table.rank_rules.joker
    grounds.note("ace_high.definition")
    bank = is_ace_high(table.bank.cards, joker)
    player = is_ace_high(seat.hands.cards, joker)
    if holds_joker(table.bank.cards, seat.hands.cards):
        grounds.need("deck.joker")
    if not bank:
        key = "ace_high.player_only" if player else "ace_high.neither"
        told = "only the player holds ace-high" if player else "neither holds ace-high"
        return _RESULTS[grounds.choose(key)], 0, told
    with_joker = JOKER in table.bank.cards
    key = f"ace_high.pays_bank_{'with' if with_joker else 'without'}_joker"
    if not player:
        pays = int(grounds.count(key))
        told = f"the bank alone holds ace-high {'with' if with_joker else 'without'} the joker"
        return WIN, pays, f"{told}, {pays} to 1"
    if holds_joker(table.bank.cards, seat.hands.cards):
        grounds.need("ace_high.both_with_joker")
    pays = int(grounds.count("ace_high.pays_both"))
    if grounds.choose("ace_high.lines_paid") == "every-line-held":
        pays += int(grounds.count(key))
    return WIN, pays, f"bank and player both hold ace-high, {pays} to 1"

"""The Fortune bonus: the class of the seven cards against the paytable."""

from __future__ import annotations

from certify.engine.grounds import Ground, Grounds
from certify.engine.settlement import LOSE, NOTHING, PUSH, WIN, Outcome
from certify.engine.table import Seat, Table
from certify.game.holdings import IMPLIED, rank_within
from certify.game.vocabulary import WAGERS
from certify.spec.model import Line

FORTUNE = WAGERS[1]
_BEATEN, _TIED, _NOT_BEATEN = 1, 0, -1


def settle_fortune(table: Table, seat: Seat) -> Outcome:
    """Decide a seat's Fortune bonus."""
    grounds = Grounds(table.rules)
    stake = seat.player.wagers[FORTUNE]
    result, pays, because = _decide(table, seat, grounds)
    paid = {WIN: stake * pays, LOSE: -stake}.get(result, NOTHING)
    return Outcome(seat.number, FORTUNE, result, stake, paid, NOTHING, grounds.basis, because)


def _decide(table: Table, seat: Seat, grounds: Grounds) -> tuple[str, int, str]:
    if seat.hands.fouled and grounds.choose("setting.foul_bonus") == "loses":
        return LOSE, 0, "a foul hand loses the bonus"
    classed = Grounds(table.rules)
    line = table.find_line(seat.hands, classed)
    if line is None:
        grounds.need("fortune.not_qualifying")
        grounds.cite(*classed.basis)
        return LOSE, 0, "no class of the paytable"
    grounds.cite(Ground(str(line.citation)), *classed.basis)
    if grounds.choose("fortune.bank_condition") == "bank-hand-must-be-beaten":
        relation, told = _compare_with_bank(table, seat, line, grounds)
        because = f"{line.hand} {told}"
        key = {_TIED: "fortune.bank_tied", _NOT_BEATEN: "fortune.bank_not_beaten"}.get(relation)
        if key is not None:
            result = {"loses": LOSE, "pushes": PUSH, "pays": WIN}[grounds.choose(key)]
            return (
                _pay(table, seat, line, grounds, because) if result == WIN else (result, 0, because)
            )
        return _pay(table, seat, line, grounds, because)
    return _pay(table, seat, line, grounds, line.hand)


def _pay(
    table: Table, seat: Seat, line: Line, grounds: Grounds, because: str
) -> tuple[str, int, str]:
    if line.is_push:
        grounds.need("fortune.push_line")
        return PUSH, 0, f"{because} pushes"
    pays = line.pays
    others = _list_other_lines(table, seat, line)
    if others and grounds.choose("fortune.lines_paid") == "every-line-held":
        grounds.cite(*(Ground(str(other.citation)) for other in others))
        pays += sum(other.pays for other in others)
        because = f"{because} and {', '.join(other.hand for other in others)}"
    return WIN, pays, f"{because} pays {pays} to 1"


def _list_other_lines(table: Table, seat: Seat, line: Line) -> list[Line]:
    """The lines of classes that the hand holds beside its own and not as a part of it."""
    held = table.list_held(seat.hands, table.rules.choice("deck.royal_match_joker"))
    beside = held - IMPLIED.get(line.hand, frozenset()) - {line.hand}
    return [other for other in table.rules.paytable.lines if other.hand in beside and other.pays]


def _compare_with_bank(table: Table, seat: Seat, line: Line, grounds: Grounds) -> tuple[int, str]:
    """Whether the bank's seven cards are beaten; classes compare in the order of precedence."""
    bank_line = table.find_line(table.bank, grounds)
    bank_name = f"the bank's {bank_line.hand}" if bank_line else "a bank without a class"
    player_place, bank_place = table.place(line), table.place(bank_line)
    if player_place != bank_place:
        beaten = player_place < bank_place
        return (
            _BEATEN if beaten else _NOT_BEATEN,
            f"{'beats' if beaten else 'does not beat'} {bank_name}",
        )
    if grounds.choose("fortune.bank_comparison") == "by-hand":
        player = rank_within(seat.hands.cards, line.hand, table.rank_rules)
        bank = rank_within(table.bank.cards, line.hand, table.rank_rules)
        if player != bank:
            beaten = player > bank
            return (
                _BEATEN if beaten else _NOT_BEATEN,
                f"{'beats' if beaten else 'does not beat'} {bank_name} by hand",
            )
    return _TIED, f"ties with {bank_name}"

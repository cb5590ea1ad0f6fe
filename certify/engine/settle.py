"""Settles a whole round by the data of one document alone."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

from certify.base.errors import CertifyError
from certify.engine.ace_high import ACE_HIGH, settle_ace_high
from certify.engine.banking import cap_payments, cover
from certify.engine.envy import settle_envy
from certify.engine.fortune import FORTUNE, settle_fortune
from certify.engine.grounds import Basis, Grounds
from certify.engine.hands import (
    STANDARD,
    HouseWayInForce,
    Setter,
    find_house_way,
    holds_joker,
)
from certify.engine.round import Round, check_round
from certify.engine.settlement import (
    ENVY,
    NOTHING,
    VOID,
    Outcome,
    SettledSeat,
    Settlement,
    total,
)
from certify.engine.standard import settle_standard
from certify.engine.table import Seat, Table
from certify.game.rank import RankRules
from certify.spec.model import Jurisdiction, Rules

_LINE_ORDER = (STANDARD, FORTUNE, ACE_HIGH, ENVY)


def settle_round(
    rules: Rules | Jurisdiction, round_: Round, house_way: HouseWayInForce | None = None
) -> Settlement:
    """Settle a round; the house way is the document's own unless another is given."""
    if isinstance(rules, Jurisdiction):
        rules = Rules(rules, rules.paytable(round_.paytable), {})
    check_round(rules, round_)
    void = _find_void(rules, round_)
    if void:
        return _void(round_, void)
    table = lay_out(rules, round_, house_way or find_house_way(rules))
    _check_payers(rules, round_)
    return _add_up(table, round_, _settle_wagers(table, round_))


def lay_out(rules: Rules, round_: Round, house_way: HouseWayInForce | None) -> Table:
    """Set every hand of a round."""
    if holds_joker(round_.bank.cards, *(player.cards for player in round_.players)):
        Grounds(rules).need("deck.joker")
    # Where the wheel has no value and a hand turns on it, the comparison says so.
    rank_rules = RankRules(
        rules.choice("deck.joker") or "bug", rules.choice("deck.wheel") or "lowest"
    )
    setter = Setter(rules, rank_rules, house_way)
    compared = any(STANDARD in player.wagers for player in round_.players)
    return Table(
        rules,
        rank_rules,
        setter.set_bank(round_.bank, compared=compared),
        tuple(
            Seat(player, setter.set_player(player, f"players[{place}]"))
            for place, player in enumerate(round_.players)
        ),
    )


def _find_void(rules: Rules, round_: Round) -> Basis:
    """What makes the round void; empty where nothing does."""
    grounds = Grounds(rules)
    for event in round_.events:
        found = Grounds(rules)
        consequence = found.choose(f"irregularities.{event.replace('-', '_')}")
        if consequence == "loses":
            raise CertifyError(
                f"events: {event} costs one player the wager, and a round does not "
                "tell which; leave it out and settle that seat by hand"
            )
        if "void" in consequence:
            grounds.cite(*found.basis)
    return grounds.basis


def _void(round_: Round, basis: Basis) -> Settlement:
    because = f"the round is void: {', '.join(round_.events)}"
    return total(
        tuple(
            SettledSeat(
                player.seat,
                None,
                tuple(
                    Outcome(player.seat, wager, VOID, stake, NOTHING, NOTHING, basis, because)
                    for wager, stake in player.wagers.items()
                ),
            )
            for player in round_.players
        ),
        None,
    )


def _check_payers(rules: Rules, round_: Round) -> None:
    """Bonus and envy must come from whoever banks: a settlement has no third party."""
    bank = rules.value("table.bank")
    wagers = {name for player in round_.players for name in player.wagers}
    for key, wager in (("fortune.payer", FORTUNE), ("envy.payer", FORTUNE)):
        payer = rules.value(key)
        if wager in wagers and bank and payer and payer != bank:
            raise CertifyError(
                f"could not judge: {key} is {payer} and table.bank is {bank}; a "
                "settlement knows only one bank"
            )


def _settle_wagers(table: Table, round_: Round) -> list[Outcome]:
    """Every outcome in the order it is settled, capped, and covered where the bank is limited."""
    rules = table.rules
    by_seat: dict[int, list[Outcome]] = {}
    notes: dict[int, str] = {}
    for seat in table.seats:
        wagers = seat.player.wagers
        by_seat[seat.number] = [
            settle(table, seat)
            for name, settle in (
                (STANDARD, settle_standard),
                (FORTUNE, settle_fortune),
                (ACE_HIGH, settle_ace_high),
            )
            if name in wagers
        ]
    bonuses = {
        outcome.seat: outcome
        for outcomes in by_seat.values()
        for outcome in outcomes
        if outcome.wager == FORTUNE
    }
    for seat in table.seats:
        envy, notes[seat.number] = settle_envy(table, seat, bonuses)
        by_seat[seat.number] += envy
    capped = {
        number: [_annotate(outcome, notes[number]) for outcome in cap_payments(rules, outcomes)]
        for number, outcomes in by_seat.items()
    }
    from_action = rules.choice("table.settling_order") != "from-dealers-left"
    in_turn = [
        outcome
        for player in round_.list_from(round_.action_seat if from_action else 1)
        for outcome in capped[player.seat]
    ]
    in_turn.sort(key=lambda outcome: _find_pass(rules, outcome))
    if round_.bank.stake is None:
        return in_turn
    return list(cover(rules, round_.bank.stake, in_turn))


def _annotate(outcome: Outcome, note: str) -> Outcome:
    """Tell beside the bonus why no envy was paid."""
    if note and outcome.wager == FORTUNE:
        return replace(outcome, because=f"{outcome.because}; {note}")
    return outcome


def _find_pass(rules: Rules, outcome: Outcome) -> int:
    """In which pass round the table an outcome is settled; envy comes in the last."""
    if outcome.wager == ENVY:
        return 2
    after = rules.choice("fortune.settled") == "after-standard-wagers"
    return int(after and outcome.wager != STANDARD)


def _add_up(table: Table, round_: Round, outcomes: list[Outcome]) -> Settlement:
    ordered = sorted(outcomes, key=lambda line: (line.seat, _LINE_ORDER.index(line.wager)))
    lines = {seat: tuple(group) for seat, group in groupby(ordered, key=lambda line: line.seat)}
    hands = {seat.number: seat.hands for seat in table.seats}
    return total(
        tuple(
            SettledSeat(player.seat, hands[player.seat], lines[player.seat])
            for player in round_.players
        ),
        table.bank,
    )

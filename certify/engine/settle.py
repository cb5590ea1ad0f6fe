"""Settles a whole round by the rulebook of one document alone."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import groupby

from certify.base.errors import CertifyError
from certify.base.figures import format_money
from certify.engine.admission import accept_wagers, admit_round
from certify.engine.hands import Basis, cite
from certify.engine.round import HAND_SIZE, Player, Round
from certify.engine.settlement import (
    ENVY,
    NOTHING,
    RETURNED,
    VOID,
    Incident,
    Outcome,
    SettledSeat,
    Settlement,
    total,
)
from certify.engine.table import Table, lay_out
from certify.engine.wager import settle_envy, settle_lines, settle_standard_wager
from certify.game.house_way.rules import HouseWay
from certify.spec.choices import (
    CapPer,
    EarlierRounds,
    EnvySettled,
    Irregularity,
    SettlingOrder,
    WagerSettled,
)
from certify.spec.rulebook import Rulebook, TableTerms, WagerTerms
from certify.wagers.limits import (
    STANDARD,
    Cut,
    Payment,
    bound_aggregate,
    cap_payments,
    cover_payments,
)

_LEAVES_THE_ROUND = {Irregularity.STANDS, Irregularity.HAND_VOID, EarlierRounds.STAND}


def settle_round(
    rulebook: Rulebook, round_: Round, house_way: HouseWay | None = None
) -> Settlement:
    """Settle a round; the house way is the rulebook's own unless one already built is given."""
    admit_round(rulebook, round_)
    incidents = tuple(_judge_events(rulebook, round_))
    if any(incident.voids for incident in incidents):
        return _void(round_, incidents)
    dead = _find_dead(round_, incidents)
    _check_counts(round_, dead)
    living = replace(round_, players=tuple(p for p in round_.players if p.seat not in dead))
    if not living.players:
        return total(tuple(dead.values()), None, incidents)
    _check_payers(rulebook, living)
    accepted = accept_wagers(rulebook.table, living)
    table = lay_out(rulebook, accepted.round, house_way)
    outcomes = [accepted.add_ground(item) for item in _settle_wagers(table, accepted.round)]
    settled = dead | _gather(table, [*accepted.returned, *outcomes])
    return total(tuple(settled[player.seat] for player in round_.players), table.bank, incidents)


def _judge_events(rulebook: Rulebook, round_: Round) -> list[Incident]:
    """What each irregularity does; one that leaves the round standing is told all the same."""
    found = []
    for event in round_.list_events():
        given = rulebook.table.find_irregularity(event)
        if given.value is Irregularity.LOSES:
            raise CertifyError(
                f"events: {event} makes one player lose the wager, and its extent is not modelled; "
                "remove it and settle that seat by hand"
            )
        voids = given.value not in _LEAVES_THE_ROUND
        found.append(Incident(event, str(given.value), voids, cite([given])))
    return found


def _find_dead(round_: Round, incidents: tuple[Incident, ...]) -> dict[int, SettledSeat]:
    """The seats whose hands alone are void: nobody plays against them, and their wagers go back."""
    found: dict[int, SettledSeat] = {}
    for incident in incidents:
        if incident.consequence != Irregularity.HAND_VOID:
            continue
        marked = [player for player in round_.players if player.miscount]
        if not marked and len(round_.players) > 1:
            raise CertifyError(
                f"events: {incident.event} makes one hand void, and the round does not state which; "
                'write "miscount": true at that player'
            )
        because = f"the hand is void: {incident.event}"
        found |= {
            player.seat: _void_seat(player, incident.basis, because)
            for player in marked or round_.players
        }
    return found


def _check_counts(round_: Round, dead: Container[int]) -> None:
    """Refuse a hand of too many or too few cards where the document lets it play on."""
    for place, player in enumerate(round_.players):
        if player.seat not in dead and len(player.cards) != HAND_SIZE:
            raise CertifyError(
                f"players[{place}].cards: could not judge: the document keeps a hand of "
                f"{len(player.cards)} cards valid, but only {HAND_SIZE} cards can be settled"
            )


def _void(round_: Round, incidents: tuple[Incident, ...]) -> Settlement:
    because = f"the round is void: {', '.join(round_.list_events())}"
    basis = cite(ground for incident in incidents if incident.voids for ground in incident.basis)
    return total(
        tuple(_void_seat(player, basis, because) for player in round_.players), None, incidents
    )


def _void_seat(player: Player, basis: Basis, because: str) -> SettledSeat:
    """A seat with every wager given back, its hand unset."""
    return SettledSeat(
        player.seat,
        None,
        tuple(
            Outcome(player.seat, wager, VOID, stake, NOTHING, NOTHING, basis, because, wager)
            for wager, stake in player.wagers.items()
        ),
    )


def _check_payers(rulebook: Rulebook, round_: Round) -> None:
    """Wagers and envy must come from whoever banks: a settlement has no third party."""
    bank = rulebook.table.bank
    made = {name for player in round_.players for name in player.wagers}
    for name, terms in rulebook.wagers.items():
        payers = [terms.payer, *([terms.envy.payer] if terms.envy else [])]
        for payer in payers if name in made else ():
            if bank.said and payer.said and payer.value != bank.value:
                raise CertifyError(
                    f"could not judge: {payer.key} is {payer.value} and {bank.key} is "
                    f"{bank.value}; a settlement has only one banker"
                )


def _settle_wagers(table: Table, round_: Round) -> list[Outcome]:
    """Every outcome in the order it is settled, capped, and covered where the bank is limited."""
    by_seat: dict[int, list[Outcome]] = {}
    for seat in table.seats:
        stakes = seat.player.wagers
        by_seat[seat.number] = [settle_standard_wager(table, seat)] if STANDARD in stakes else []
        by_seat[seat.number] += [
            settle_lines(table, terms, seat)
            for name, terms in table.rulebook.wagers.items()
            if name in stakes
        ]
    lost = {
        (outcome.seat, outcome.wager)
        for outcomes in by_seat.values()
        for outcome in outcomes
        if outcome.paid < 0
    }
    for seat in table.seats:
        envy, notes = settle_envy(table, seat, lost)
        by_seat[seat.number] = [
            _annotate(outcome, notes.get(outcome.wager, "")) for outcome in by_seat[seat.number]
        ] + envy
    first = _find_first(table.rulebook.table, round_)
    in_turn = [outcome for player in round_.list_from(first) for outcome in by_seat[player.seat]]
    in_turn = _cap(table, in_turn)
    in_turn.sort(key=lambda outcome: _find_pass(table.rulebook, outcome))
    terms = table.rulebook.table
    in_turn = _cut(in_turn, lambda payments: bound_aggregate(terms, payments))
    stake = round_.bank.stake
    if stake is None:
        return in_turn
    return _cut(in_turn, lambda payments: cover_payments(terms, stake, payments), gives_back=True)


def _find_first(terms: TableTerms, round_: Round) -> int:
    """The seat that is settled first; the order matters only where something is limited."""
    order = terms.settling_order
    limited = round_.bank.stake is not None or terms.aggregate.said is not None
    if limited and order.said is not None and order.value is SettlingOrder.DEALERS_LEFT:
        return 1
    return round_.action_seat


def _annotate(outcome: Outcome, note: str) -> Outcome:
    """Tell beside a wager why no envy was paid."""
    return replace(outcome, because=f"{outcome.because}; {note}") if note else outcome


def _cap(table: Table, outcomes: list[Outcome]) -> list[Outcome]:
    """Outcomes in the order they are settled, cut to the maximum payouts of the wagers.

    Whether a maximum is for each player or for each seat is asked only if the two differ.
    """
    owners = {seat.number: seat.player.owner for seat in table.seats}
    seats = {seat.number: str(seat.number) for seat in table.seats}
    for terms in table.rulebook.wagers.values():
        by_seat = _cap_units(terms, outcomes, seats)
        by_player = _cap_units(terms, outcomes, owners)
        differ = [item.paid for item in by_seat] != [item.paid for item in by_player]
        per_player = differ and terms.cap_per.value_or(CapPer.SPOT) is CapPer.PLAYER
        outcomes = by_player if per_player else by_seat
    return outcomes


def _cap_units(
    terms: WagerTerms, outcomes: Sequence[Outcome], units: Mapping[int, str]
) -> list[Outcome]:
    """Outcomes with the payments of each unit, a seat or a player, under one maximum."""
    found = list(outcomes)
    for unit in dict.fromkeys(units.values()):
        own = [place for place, item in enumerate(found) if units[item.seat] == unit]
        if any(found[place].owner == terms.id for place in own):
            cut = _cut([found[place] for place in own], partial(cap_payments, terms))
            for place, item in zip(own, cut, strict=True):
                found[place] = item
    return found


def _cut(
    outcomes: list[Outcome],
    limit: Callable[[list[Payment]], tuple[Cut, ...]],
    *,
    gives_back: bool = False,
) -> list[Outcome]:
    """Outcomes with what a limit leaves of them; what a bank does not cover goes back."""
    payments = [
        Payment(item.seat, item.wager, item.owner, item.stake, item.paid, item.metered)
        for item in outcomes
    ]
    found: list[Outcome] = []
    for outcome, cut in zip(outcomes, limit(payments), strict=True):
        found += _apply(outcome, cut, gives_back=gives_back)
    return found


def _apply(outcome: Outcome, cut: Cut, *, gives_back: bool) -> list[Outcome]:
    if not cut.why:
        return [outcome]
    basis = cite(cut.grounds)
    if cut.paid == outcome.paid:
        return [
            replace(
                outcome, basis=(*outcome.basis, *basis), because=f"{outcome.because}; {cut.why}"
            )
        ]
    share = Fraction(cut.paid, outcome.paid)
    whole, left = format_money(abs(outcome.paid)), format_money(abs(cut.paid))
    told = f"{whole} is cut to {left} {cut.why}"
    if not gives_back:
        return [outcome.scale(share, basis, told)]
    found = [outcome.scale(share, basis, told)] if share else []
    if not share or outcome.stake:
        rest = outcome.stake * (1 - share)
        because = (
            f"{format_money(rest)} of the wager is returned: {told}" if outcome.stake else told
        )
        found.append(
            replace(
                outcome,
                result=RETURNED,
                stake=rest,
                paid=NOTHING,
                commission=NOTHING,
                fee=NOTHING if share else outcome.fee,
                basis=basis,
                because=because,
            )
        )
    return found


_PASSES: dict[object, int] = {WagerSettled.AFTER_STANDARD: 1, WagerSettled.AFTER_ENVY: 3}
"""The pass of a wager that is not settled with the standard wagers; the Envy Bonus is paid in the second."""


def _find_pass(rulebook: Rulebook, outcome: Outcome) -> int:
    """In which pass round the table an outcome is settled."""
    if outcome.wager == STANDARD:
        return 0
    terms = rulebook.wagers[outcome.owner]
    if outcome.wager == ENVY:
        with_wager = terms.envy is not None and terms.envy.settled.said is EnvySettled.WITH_WAGER
        if not with_wager:
            return 2
    return _PASSES.get(terms.settled.said, 0)


def _gather(table: Table, outcomes: list[Outcome]) -> dict[int, SettledSeat]:
    """The outcomes by seat, each in the order of the wagers."""
    order = [STANDARD, *table.rulebook.wagers, ENVY]
    ordered = sorted(outcomes, key=lambda line: (line.seat, order.index(line.wager)))
    lines = {seat: tuple(group) for seat, group in groupby(ordered, key=lambda line: line.seat)}
    return {
        seat.number: SettledSeat(seat.number, seat.hands, lines[seat.number])
        for seat in table.seats
    }

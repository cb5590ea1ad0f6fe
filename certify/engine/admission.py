"""What a round of a document can hold: refuses what it cannot, naming the field."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from certify.base.errors import CertifyError
from certify.base.names import quote, tell_near
from certify.engine.hands import cite, holds_joker
from certify.engine.round import Player, Round, count_hands
from certify.engine.settlement import NOTHING, RETURNED, Outcome
from certify.spec.choices import (
    BankKind,
    BankRefused,
    BankWager,
    HandsPerPlayer,
    LateWager,
    Offer,
    RaisedWager,
    Required,
    Surrender,
    WithdrawnWager,
)
from certify.spec.compile import compile_rulebook
from certify.spec.model import Jurisdiction
from certify.spec.readings import Readings
from certify.spec.resolved import Resolved, Uncounted
from certify.spec.rulebook import Rulebook, TableTerms
from certify.spec.values import Money
from certify.wagers.limits import STANDARD
from certify.wagers.ranking import (
    list_deck,
    list_for_lines,
    list_for_standard,
    list_uncounted,
)

_JOKER = "deck.joker"


@dataclass(frozen=True, slots=True)
class Accepted:
    """The round with the wagers that are settled, and what goes back to the players."""

    round: Round
    returned: tuple[Outcome, ...]
    grounds: Mapping[tuple[int, str], Resolved[Any]]
    """The rule by which a wager is settled all the same, by seat and wager."""

    def add_ground(self, outcome: Outcome) -> Outcome:
        """The outcome of a settled wager with the rule by which it was accepted."""
        given = self.grounds.get((outcome.seat, outcome.wager))
        if given is None:
            return outcome
        return replace(outcome, basis=(*outcome.basis, *cite([given])))


def accept_wagers(terms: TableTerms, round_: Round) -> Accepted:
    """Apply the document's rules to what changed after betting closed."""
    players: list[Player] = []
    returned: list[Outcome] = []
    grounds: dict[tuple[int, str], Resolved[Any]] = {}
    for place, player in enumerate(round_.players):
        wagers = dict(player.wagers)
        for name, back, given in _judge(terms, player, f"players[{place}]"):
            grounds[player.seat, name] = given
            if back:
                wagers[name] -= back
                answer = given.statement.parameter.answer(str(given.said))
                because = f"changed after betting closed: {answer}"
                head = (player.seat, name, RETURNED, back, NOTHING, NOTHING)
                returned.append(Outcome(*head, cite([given]), because, name))
        kept = {name: stake for name, stake in wagers.items() if stake}
        players.append(replace(player, wagers=kept))
    return Accepted(replace(round_, players=tuple(players)), tuple(returned), grounds)


def _judge(
    terms: TableTerms, player: Player, place: str
) -> Iterator[tuple[str, Fraction, Resolved[Any]]]:
    """Each wager that changed, how much of it goes back, and by which rule."""
    for name in player.late:
        if terms.late_wager.value is LateWager.DISCRETION:
            raise CertifyError(
                f"{place}.late: the dealer decides ({terms.late_wager.clause}); leave {name} out of "
                "late if it was accepted, and out of wagers if it was refused"
            )
        yield name, player.wagers[name], terms.late_wager
    for name, increase in player.raised.items():
        refused = terms.raised_wager.value is RaisedWager.REFUSED
        yield name, increase if refused else NOTHING, terms.raised_wager
    for name in player.withdrawn:
        goes_back = terms.withdrawn_wager.value is WithdrawnWager.RETURNED
        yield name, player.wagers[name] if goes_back else NOTHING, terms.withdrawn_wager


def list_faults(player: Player, place: str) -> Iterator[str]:
    """What cannot have changed: a wager that is not there, twice, or by more than its amount."""
    changed = [*player.late, *player.raised, *player.withdrawn]
    for field, names in (
        ("late", player.late),
        ("raised", tuple(player.raised)),
        ("withdrawn", player.withdrawn),
    ):
        for name in names:
            if name not in player.wagers:
                yield f"{place}.{field}: the player has no wager {name}; add it to wagers"
            elif changed.count(name) > 1:
                yield f"{place}.{field}: {name} is changed in two ways; keep one of them"
    for name, increase in player.raised.items():
        if name in player.wagers and increase >= player.wagers[name]:
            yield f"{place}.raised.{name}: the increase is not below the wager it is part of"


def compile_for_round(
    jurisdiction: Jurisdiction,
    round_: Round,
    readings: Readings | None = None,
    lender: Jurisdiction | None = None,
) -> Rulebook:
    """The rulebook of a round: its paytables under the readings."""
    chosen = choose_paytables(jurisdiction, round_.paytable)
    hands = (round_.bank.cards, *(player.cards for player in round_.players))
    made = {*round_.bank.wagers, *(name for player in round_.players for name in player.wagers)}
    own = list_own_jokers(jurisdiction, made, chosen, is_dealt=holds_joker(*hands))
    return compile_rulebook(jurisdiction, readings, {**own, **chosen}, lender)


def list_own_jokers(
    jurisdiction: Jurisdiction, made: Collection[str], chosen: Mapping[str, str], *, is_dealt: bool
) -> dict[str, str]:
    """The paytables with a joker of their own among those of the wagers made.

    Hands are ranked once in a round. Refuse a joker that is another one for another wager, or for the
    standard wager where the round does not name the paytable as the one in force at the table.
    """
    tables = {
        wager.id: wager.paytable(chosen.get(wager.id) or wager.paytables[0].id)
        for wager in jurisdiction.wagers
        if wager.id in made and wager.paytables
    }
    own = {name: table.id for name, table in tables.items() if _JOKER in table.statements}
    usual = jurisdiction.statements[_JOKER]
    jokers = {name: table.statements.get(_JOKER, usual).value for name, table in tables.items()}
    if STANDARD in made and not own.keys() <= chosen.keys():
        jokers[STANDARD] = usual.value
    if len(set(jokers.values())) > 1 and is_dealt:
        told = ", ".join(f"{value} for {name}" for name, value in sorted(jokers.items()))
        raise CertifyError(
            f"could not judge: the joker has two meanings in one round ({told}), and hands are "
            "ranked once; omit one of these wagers"
        )
    return own


def choose_paytables(
    jurisdiction: Jurisdiction, named: str | Mapping[str, str] | None
) -> dict[str, str]:
    """The paytable of each wager: by its own name, or by an id that some wager knows."""
    if isinstance(named, Mapping):
        for name in named:
            jurisdiction.wager(name)
        chosen = dict(named)
    else:
        chosen = {
            wager.id: named
            for wager in jurisdiction.wagers
            if named is not None and named in {item.id for item in wager.paytables}
        }
        several = [wager for wager in jurisdiction.wagers if len(wager.paytables) > 1]
        if named is not None and not chosen and (several or named != "main"):
            known = [item.id for _, item in jurisdiction.list_paytables() if item.named]
            raise CertifyError(
                f"paytable: {jurisdiction.id} has no paytable {quote(named)}; "
                f"{tell_near(named, known, 'it has')}"
            )
    for wager in jurisdiction.wagers:
        if len(wager.paytables) > 1 and wager.id not in chosen:
            known = [item.id for item in wager.paytables]
            raise CertifyError(
                f"paytable: missing; {wager.id} has {', '.join(known)}: name one of them"
            )
        if wager.id in chosen:
            wager.paytable(chosen[wager.id])
    return chosen


def admit_round(rulebook: Rulebook, round_: Round) -> None:
    """Refuse what a round of this document cannot hold."""
    _check_ranking(rulebook, round_)
    faults = [*_check_table(rulebook, round_)]
    for place, player in enumerate(round_.players):
        faults += _check_player(rulebook, player, f"players[{place}]")
    if faults:
        raise CertifyError("\n".join(faults))


def _check_ranking(rulebook: Rulebook, round_: Round) -> None:
    """Refuse a deck, a deal or an order of hands that nothing here can rank."""
    ranking = rulebook.ranking
    made = {name for player in round_.players for name in player.wagers}
    resting = [*list_deck(ranking)]
    if STANDARD in made:
        resting += list_for_standard(ranking)
    for name, terms in rulebook.wagers.items():
        if name in made:
            resting += list_for_lines(ranking, terms)
    for given in list_uncounted(ranking, resting):
        raise Uncounted(given)


def _check_table(rulebook: Rulebook, round_: Round) -> Iterator[str]:
    deck = rulebook.ranking.rank_rules().deck
    yield from count_hands(len(round_.players), len(deck))
    held = {card for player in round_.players for card in player.cards} | {*round_.bank.cards}
    for card in sorted(held - {*deck}):
        yield f"cards: {card} is dealt, and the document's deck has no such card"
    terms = rulebook.table
    for given, most in list_limits_of_seats(terms, round_.bank.kind):
        if len(round_.players) > most:
            yield (
                f"players: {len(round_.players)} players, and the document seats "
                f"{most} besides the bank ({given.clause})"
            )
    yield from _check_names(terms, round_)
    yield from _check_bank_wagers(rulebook, round_)
    taken_over = (
        round_.bank.kind == BankKind.HOUSE and terms.bank_refused.said is BankRefused.HOUSE_BANKS
    )
    if (
        round_.bank.kind
        and terms.bank.said is not None
        and round_.bank.kind != terms.bank.value
        and not taken_over
    ):
        yield (
            f"bank.kind: {round_.bank.kind} banks here, and the document has {terms.bank.value} "
            f"bank ({terms.bank.clause})"
        )
    if round_.bank.stake is not None and terms.bank_cover.said is None:
        yield "bank.stake: the document does not limit payouts to this amount; omit it or write null"


def list_limits_of_seats(
    terms: TableTerms, kind: str | None = None
) -> Iterator[tuple[Resolved[int], int]]:
    """How many players the document seats besides the bank; a player who banks takes a seat too."""
    banker = kind or terms.bank.said
    banked = banker is not None and banker != BankKind.HOUSE
    for given in (terms.players, terms.positions):
        if given.said is not None:
            yield given, given.value - banked


def _check_names(terms: TableTerms, round_: Round) -> Iterator[str]:
    """One player in two seats, where the document allows one hand."""
    owners = [player.owner for player in round_.players]
    if len(set(owners)) < len(owners) and terms.hands_per_player.said is HandsPerPlayer.ONE:
        name = next(name for name in owners if owners.count(name) > 1)
        yield (
            f"players: {quote(name)} plays several hands, and the document allows one "
            f"({terms.hands_per_player.clause})"
        )


def _check_bank_wagers(rulebook: Rulebook, round_: Round) -> Iterator[str]:
    """Bonus wagers of the bank: of a player who banks, where the document allows them."""
    for name in round_.bank.wagers:
        terms = rulebook.wagers.get(name)
        if terms is None or terms.offer.said is None:
            yield f"bank.wagers.{name}: {rulebook.jurisdiction} has no such bonus wager"
        elif terms.bank_wager.value is BankWager.NOT_ALLOWED:
            yield f"bank.wagers.{name}: the document does not allow it ({terms.bank_wager.clause})"


def _check_player(rulebook: Rulebook, player: Player, place: str) -> Iterator[str]:
    field = f"{place}.wagers"
    yield from list_faults(player, place)
    for name, stake in player.wagers.items():
        if name == STANDARD:
            terms = rulebook.standard
            yield from _check_stake(
                f"{field}.{name}", stake, terms.stake_minimum, terms.stake_maximum
            )
        elif name not in rulebook.wagers or rulebook.wagers[name].offer.said is None:
            known = [STANDARD, *(key for key, own in rulebook.wagers.items() if own.offer.said)]
            hint = tell_near(name, known, "it offers")
            yield f"{field}.{name}: {rulebook.jurisdiction} does not offer this wager; {hint}"
        else:
            own = rulebook.wagers[name]
            _ = own.offer.value
            yield from _check_stake(f"{field}.{name}", stake, own.stake_minimum, own.stake_maximum)
    for name, own in rulebook.wagers.items():
        if own.offer.said is Offer.REQUIRED and name not in player.wagers:
            yield f"{field}: the wager {name} is missing, which {own.offer.clause} requires; add it"
    # Where another text settles the standard wager a round may tell of the other wagers alone.
    required = rulebook.table.standard_wager_required
    settled_here = rulebook.standard.both_win.said is not None
    if required.said is Required.REQUIRED and settled_here and STANDARD not in player.wagers:
        yield f"{field}: the standard wager is missing, which {required.clause} requires; add it"
    if player.surrender:
        yield from _check_surrender(rulebook, player, place)


def _check_surrender(rulebook: Rulebook, player: Player, place: str) -> Iterator[str]:
    given = rulebook.table.surrender
    barred = given.value is Surrender.NOT_ALLOWED
    if given.value is Surrender.BARRED_WITH_BONUS:
        barred = bool(set(player.wagers) - {STANDARD})
    if barred:
        yield f"{place}.surrender: the document does not allow it here ({given.clause})"
    if STANDARD not in player.wagers:
        yield f"{place}.surrender: there is no standard wager to surrender"


def _check_stake(
    field: str, stake: Fraction, least: Resolved[Money], most: Resolved[Money]
) -> Iterator[str]:
    if least.said is not None and stake < least.value.amount:
        yield f"{field}: the minimum wager is {least.value} ({least.clause})"
    if most.said is not None and stake > most.value.amount:
        yield f"{field}: the maximum wager is {most.value} ({most.clause})"

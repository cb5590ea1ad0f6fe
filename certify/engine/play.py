"""Deals rounds for a document: every seat sets by the house way and makes every wager on offer."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from certify.base.errors import CertifyError
from certify.engine.admission import list_limits_of_seats
from certify.engine.round import HAND_SIZE, Bank, Generator, Player, Round
from certify.engine.table import Table, lay_out
from certify.game.house_way.rules import HouseWay
from certify.spec.rulebook import Rulebook, WagerTerms
from certify.spec.values import Money
from certify.wagers.limits import STANDARD

STANDARD_STAKE, SIDE_STAKE = Fraction(10), Fraction(5)
"""What every seat puts up; a stake rises to the least that earns envy and keeps within its limits."""


def count_seats(rulebook: Rulebook) -> int:
    """The most players that the deck and the document allow."""
    seated = [most for _, most in list_limits_of_seats(rulebook.table)]
    return min([len(rulebook.ranking.rank_rules().deck) // HAND_SIZE - 1, *seated])


def choose_stakes(rulebook: Rulebook) -> dict[str, Fraction]:
    """A stake for every wager that the document offers."""
    standard = rulebook.standard
    stakes = {
        STANDARD: _keep_within(
            STANDARD_STAKE, standard.stake_minimum.said, standard.stake_maximum.said
        )
    }
    for name, terms in rulebook.wagers.items():
        if terms.offer.said is not None:
            stakes[name] = choose_stake(terms)
    return stakes


def choose_stake(terms: WagerTerms) -> Fraction:
    """A stake for one wager, enough for its envy."""
    stake = SIDE_STAKE
    if terms.envy is not None and isinstance(terms.envy.minimum_stake.said, Money):
        stake = max(stake, terms.envy.minimum_stake.said.amount)
    return _keep_within(stake, terms.stake_minimum.said, terms.stake_maximum.said)


def _keep_within(stake: Fraction, least: object, most: object) -> Fraction:
    if isinstance(least, Money):
        stake = max(stake, least.amount)
    return min(stake, most.amount) if isinstance(most, Money) else stake


def deal_round(
    rulebook: Rulebook, seed: int, number: int, players: int, stakes: dict[str, Fraction]
) -> Round:
    """Deal a round, seats 1 up and then the bank; nobody has set a hand yet."""
    generator = Generator(seed, number)
    hands = generator.deal(players + 1, rulebook.ranking.rank_rules().deck)
    kind = rulebook.table.bank.said
    return Round(
        {terms.id: terms.paytable for terms in rulebook.wagers.values() if terms.named} or None,
        Bank(hands[-1], kind=str(kind) if kind else None),
        tuple(Player(seat, cards, None, stakes) for seat, cards in enumerate(hands[:-1], 1)),
        generator.draw(players) + 1,
    )


def set_round(rulebook: Rulebook, round_: Round, house_way: HouseWay | None) -> tuple[Round, Table]:
    """Write into a round the low hands that the house way sets, so that it can be settled again."""
    if house_way is None:
        statement = rulebook.ranking.house_way.statement
        missing = statement.deferred_to or "a house way"
        raise CertifyError(
            f"could not judge: {rulebook.jurisdiction} does not contain {missing} "
            f"({statement.clause}), by which hands are set; add --assume-house-way SPEC"
        )
    table = lay_out(rulebook, round_, house_way)
    return replace(
        round_,
        bank=replace(round_.bank, low=table.bank.low),
        players=tuple(
            replace(player, low=seat.hands.low)
            for player, seat in zip(round_.players, table.seats, strict=True)
        ),
    ), table

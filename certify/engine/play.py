"""Deals rounds for a document: every seat sets by the house way and makes every wager on offer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from certify.base.errors import CertifyError
from certify.engine.deal import HAND_SIZE, Generator
from certify.engine.hands import HouseWayInForce, find_house_way
from certify.engine.round import Bank, Player, Round
from certify.engine.settle import lay_out
from certify.engine.table import Table
from certify.game.cards import DECK
from certify.game.vocabulary import WAGERS
from certify.spec.model import Money, Rules

STAKES: Mapping[str, Fraction] = {
    WAGERS[0]: Fraction(10),
    WAGERS[1]: Fraction(5),
    WAGERS[2]: Fraction(5),
}
"""What every seat puts up; the Fortune stake rises to the least that earns envy."""


def count_seats(rules: Rules) -> int:
    """The most players that the deck and the document allow."""
    deck = rules.value("deck.cards")
    most = (deck if isinstance(deck, int) else len(DECK)) // HAND_SIZE - 1
    seated = rules.value("table.players")
    return min(most, seated) if isinstance(seated, int) else most


def choose_stakes(rules: Rules) -> dict[str, Fraction]:
    """A stake for every wager that the document offers."""
    stakes = dict(STAKES)
    least = rules.value("envy.minimum_stake")
    if isinstance(least, Money):
        stakes[WAGERS[1]] = max(stakes[WAGERS[1]], least.amount)
    for wager, key in ((WAGERS[1], "fortune.offer"), (WAGERS[2], "ace_high.offer")):
        if rules.value(key) is None:
            del stakes[wager]
    return stakes


def deal_round(rules: Rules, seed: int, number: int, players: int) -> Round:
    """Deal a round, seats 1 up and then the bank; nobody has set a hand yet."""
    generator = Generator(seed, number)
    hands = generator.deal(players + 1)
    stakes = choose_stakes(rules)
    kind = rules.value("table.bank")
    return Round(
        rules.paytable.id,
        Bank(hands[-1], kind=str(kind) if kind else None),
        tuple(Player(seat, cards, None, stakes) for seat, cards in enumerate(hands[:-1], 1)),
        generator.draw(players) + 1,
    )


def set_round(
    rules: Rules, round_: Round, house_way: HouseWayInForce | None = None
) -> tuple[Round, Table]:
    """Write into a round the low hands that the house way sets, so that it can be settled again."""
    way = house_way or find_house_way(rules)
    if way is None:
        statement = rules.statement("setting.house_way")
        missing = statement.deferred_to or "a house way"
        raise CertifyError(
            f"could not judge: {rules.jurisdiction.id} holds no house way to set hands by; what is "
            f"missing is {missing} ({statement.clause}); name another document's with "
            "--assume-house-way"
        )
    table = lay_out(rules, round_, way)
    return replace(
        round_,
        bank=replace(round_.bank, low=table.bank.low),
        players=tuple(
            replace(player, low=seat.hands.low)
            for player, seat in zip(round_.players, table.seats, strict=True)
        ),
    ), table

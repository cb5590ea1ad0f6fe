"""The largest loss in one round: the deal that is said to reach it does, settled by the engine."""

from fractions import Fraction

import pytest

from certify.engine.round import parse_round
from certify.engine.settle import settle_round
from certify.game.cards import DECK, format_cards
from certify.odds.exposure import PLAYERS, find_exposure
from certify.spec.model import Money, Rules
from tests.conftest import IDS, load

TABLES = [(name, table.id) for name in IDS for table in load(name).paytables]


@pytest.mark.parametrize(("name", "paytable"), TABLES)
def test_the_engine_pays_the_largest_loss(name, paytable):
    jurisdiction = load(name)
    rules = Rules(jurisdiction, jurisdiction.paytable(paytable), {})
    stake = Money(Fraction(100), jurisdiction.currency)
    exposure = find_exposure(rules, stake)
    hands = [cards for _, cards in exposure.players]
    dealt = [card for hand in (*hands, exposure.bank) for card in hand]
    assert len(hands) == PLAYERS
    assert len(set(dealt)) == len(dealt) == 7 * (PLAYERS + 1)
    assert set(dealt) <= set(DECK)
    round_ = parse_round(
        {
            "paytable": paytable,
            "bank": {"cards": format_cards(exposure.bank), "low": format_cards(exposure.bank[:2])},
            "players": [
                {
                    "seat": seat,
                    "cards": format_cards(cards),
                    "low": format_cards(cards[:2]),
                    "wagers": {"standard": "1", "fortune-bonus": "100"},
                }
                for seat, cards in enumerate(hands, 1)
            ],
        }
    )
    settlement = settle_round(rules, round_)
    paid = sum(
        line.amount for line in list_lines(settlement) if line.wager in {"fortune-bonus", "envy"}
    )
    assert paid == exposure.loss.amount == exposure.pays.amount + exposure.envy.amount


def list_lines(settlement):
    for seat in settlement.seats:
        yield from seat.lines


def test_no_better_choice_of_classes_fits_the_deck():
    """Four suits give four seven-card straight flushes; the other two seats get the next best class."""
    jurisdiction = load("south-dakota")
    table = jurisdiction.paytable("2")
    exposure = find_exposure(Rules(jurisdiction, table, {}), Money(Fraction(100), "USD"))
    pays = sorted((line.pays for line in table.lines), reverse=True)
    assert exposure.pays.amount == 100 * (4 * pays[0] + 2 * pays[1])


def test_envy_below_its_minimum_adds_nothing():
    jurisdiction = load("california-bgc")
    rules = Rules(jurisdiction, jurisdiction.paytables[0], {})
    assert not find_exposure(rules, Money(Fraction(24), "USD")).envy.amount
    assert find_exposure(rules, Money(Fraction(25), "USD")).envy.amount

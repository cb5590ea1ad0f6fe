"""The largest loss in one round: the deal that is said to reach it does, settled by the engine."""

from fractions import Fraction

import pytest

from certify.engine.round import Bank, Player, Round, parse_round
from certify.engine.settle import settle_round
from certify.game.cards import DECK, format_cards
from certify.odds.envy import count_others
from certify.odds.exposure import find_exposure
from certify.spec.compile import compile_rulebook
from certify.spec.values import Money
from tests.conftest import IDS, load
from tests.wagers.accepted_specs import load as load_accepted

TABLES = [(name, table.id) for name in IDS for table in load(name).wager("fortune-bonus").paytables]


def compile_table(name, paytable):
    rulebook = compile_rulebook(load(name), None, {"fortune-bonus": paytable})
    return rulebook, rulebook.wagers["fortune-bonus"]


@pytest.mark.parametrize(("name", "paytable"), TABLES)
def test_the_engine_pays_the_largest_loss(name, paytable):
    rulebook, terms = compile_table(name, paytable)
    players = count_others(rulebook.ranking) + 1
    exposure = find_exposure(rulebook, terms, Money(Fraction(100), rulebook.currency))
    hands = [cards for _, cards in exposure.players]
    dealt = [card for hand in (*hands, exposure.bank) for card in hand]
    assert len(hands) == players
    assert len(set(dealt)) == len(dealt) == 7 * (players + 1)
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
    settlement = settle_round(rulebook, round_)
    paid = sum(
        line.amount for line in list_lines(settlement) if line.wager in {"fortune-bonus", "envy"}
    )
    assert paid == exposure.loss.amount == exposure.pays.amount + exposure.envy.amount


def list_lines(settlement):
    for seat in settlement.seats:
        yield from seat.lines


@pytest.mark.parametrize(
    ("name", "paytable"),
    [
        ("two-paytables", "A"),
        ("two-paytables", "B"),
        ("limits", "main"),
        ("fifty-two-cards", "main"),
        ("three-documents", "main"),
    ],
)
def test_the_engine_pays_the_largest_loss_of_made_up_wagers(name, paytable):
    """Caps with a floor, an aggregate, envy, other decks: the round is paid as the search says."""
    rulebook = compile_rulebook(load_accepted(name), None, {"bonus": paytable})
    stake = Fraction(50)
    exposure = find_exposure(rulebook, rulebook.wagers["bonus"], Money(stake, rulebook.currency))
    players = tuple(
        Player(seat, cards, None, {"bonus": stake})
        for seat, (_, cards) in enumerate(exposure.players, 1)
    )
    named = {item.id: item.paytable for item in rulebook.wagers.values() if item.named} or None
    settlement = settle_round(rulebook, Round(named, Bank(exposure.bank), players))
    paid = {"bonus": Fraction(0), "envy": Fraction(0)}
    for line in list_lines(settlement):
        paid[line.wager] += line.amount
    assert (paid["bonus"], paid["envy"]) == (exposure.pays.amount, exposure.envy.amount)
    assert exposure.loss.amount == sum(paid.values()) > 0


@pytest.mark.parametrize(
    ("name", "wager"),
    [
        ("progressive", "jackpot"),  # a meter has no highest value
        ("three-documents", "lucky-hand"),  # a car has no price here
        ("ranks-and-colours", "three-cards"),  # several lines of one hand are paid
        ("shared-envy", "bonus"),  # the bank's own hand earns envy too
    ],
)
def test_no_largest_loss_is_made_up(name, wager):
    rulebook = compile_rulebook(load_accepted(name))
    stake = Money(Fraction(50), rulebook.currency)
    assert find_exposure(rulebook, rulebook.wagers[wager], stake) is None


def test_no_better_choice_of_classes_fits_the_deck():
    """Four suits give four seven-card straight flushes; the other two seats get the next best class."""
    rulebook, terms = compile_table("south-dakota", "2")
    exposure = find_exposure(rulebook, terms, Money(Fraction(100), "USD"))
    pays = sorted((line.pays.value.times for line in terms.lines), reverse=True)
    assert exposure.pays.amount == 100 * (4 * pays[0] + 2 * pays[1])


def test_envy_below_its_minimum_adds_nothing():
    rulebook, terms = compile_table("california-bgc", "FPG-01")
    assert not find_exposure(rulebook, terms, Money(Fraction(24), "USD")).envy.amount
    assert find_exposure(rulebook, terms, Money(Fraction(25), "USD")).envy.amount

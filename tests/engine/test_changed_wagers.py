"""What happens around the deal: late wagers, fees, one player in two seats, the number of seats."""

from dataclasses import replace
from fractions import Fraction

import pytest

from certify.base.errors import CertifyError
from certify.engine.round import Bank, Player, Round
from certify.engine.settle import settle_round
from certify.game.cards import parse_cards
from certify.spec.compile import compile_rulebook
from certify.wagers.limits import STANDARD
from tests.conftest import load
from tests.edits import edit, state

BANK = Bank(parse_cards("Qc 10h 8s 6d 4h 3c 2h", 7), parse_cards("10h 8s", None))
WINNER = Player(
    1, parse_cards("Ac Ad Kd Ks 9s 7s 5h", 7), parse_cards("Kd Ks", None), {STANDARD: Fraction(10)}
)
DECK = " ".join(f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "cdhs")


def settle(*players, document="mbs", bank=BANK, events=(), **changes):
    """A round under some statements of a document."""
    edits = [state(key.replace("__", "."), value) for key, value in changes.items()]
    rulebook = compile_rulebook(edit(load(document), *edits))
    return settle_round(rulebook, Round(None, bank, players, events=events))


def list_lines(settlement):
    return [line for seat in settlement.seats for line in seat.lines]


def list_results(settlement):
    return [(line.wager, line.result, line.amount) for line in list_lines(settlement)]


@pytest.mark.parametrize(
    ("fee", "charged"),
    [("1 SGD", Fraction(1)), ("1/100", Fraction(1, 10)), ("0.50 SGD", Fraction(1, 2))],
)
@pytest.mark.parametrize("low", ["Kd Ks", "9s 7s"])
def test_a_collection_fee_is_charged_whatever_the_result(fee, charged, low):
    player = replace(WINNER, low=parse_cards(low, None))
    without, charging = settle(player), settle(player, standard__collection_fee=fee)
    assert charging.seats[0].net == without.seats[0].net - charged
    assert charging.commission == without.commission + charged
    assert charging.bank_net == without.bank_net


def test_a_wager_placed_late_goes_back_where_the_document_refuses_it():
    player = replace(WINNER, late=(STANDARD,))
    assert list_results(settle(player)) == [(STANDARD, "returned", 0)]
    with pytest.raises(CertifyError, match="dealer decides"):
        settle(player, play__late_wager="at-dealers-discretion")


@pytest.mark.parametrize(
    ("rule", "settled"), [("increase-refused", Fraction(6)), ("increase-stands", Fraction(10))]
)
def test_an_increase_after_betting_closed_is_settled_or_goes_back(rule, settled):
    """An even-money win less 5 % of what was accepted."""
    player = replace(WINNER, raised={STANDARD: Fraction(4)})
    found = settle(player, play__raised_wager=rule)
    assert found.seats[0].net == settled * Fraction(19, 20)
    back = [line.stake for line in list_lines(found) if line.result == "returned"]
    assert back == ([Fraction(4)] if rule == "increase-refused" else [])


@pytest.mark.parametrize(("rule", "net"), [("settled-as-placed", Fraction(19, 2)), ("returned", 0)])
def test_a_wager_withdrawn_after_betting_closed(rule, net):
    player = replace(WINNER, withdrawn=(STANDARD,))
    assert settle(player, play__withdrawn_wager=rule).seats[0].net == net


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"late": ("fortune-bonus",)}, "late"),
        ({"raised": {STANDARD: Fraction(10)}}, "raised.standard"),
        ({"late": (STANDARD,), "withdrawn": (STANDARD,)}, "late"),
    ],
)
def test_a_change_that_cannot_have_been_is_refused(changed, field):
    with pytest.raises(CertifyError, match=rf"players\[0\]\.{field}"):
        settle(replace(WINNER, **changed))


@pytest.mark.parametrize(
    ("rule", "result"), [("stand", ("win", Fraction(19, 2))), ("void", ("void", 0))]
)
def test_an_irregularity_found_after_the_round(rule, result):
    found = settle(WINNER, events=("earlier-rounds",), irregularities__earlier_rounds=rule)
    assert list_results(found) == [(STANDARD, *result)]


@pytest.mark.parametrize("key", ["table__players", "table__positions"])
@pytest.mark.parametrize(("document", "besides"), [("designated-player", 3), ("mbs", 4)])
def test_a_player_who_banks_takes_one_of_the_seats(key, document, besides):
    """Of four players or seats a banking player leaves three to others; a casino dealer leaves four."""
    deck = [card for card in parse_cards(DECK, 52) if card not in BANK.cards]
    players = [
        Player(seat, tuple(deck[7 * seat : 7 * seat + 7]), None, {STANDARD: Fraction(10)})
        for seat in range(1, 6)
    ]
    silent = {"table__players": {"silent": True}, "table__positions": {"silent": True}}
    rules = {**silent, key: 4}
    table = {"document": document, "bank": replace(BANK, low=None), **rules}
    assert len(settle(*players[:besides], **table).seats) == besides
    with pytest.raises(CertifyError, match="seats"):
        settle(*players[: besides + 1], **table)


@pytest.mark.parametrize(
    ("unit", "names", "paid"),
    [
        ("player-and-round", ("A", "A"), 1000),
        ("player-and-round", ("A", "B"), 1900),
        ("spot-and-hand", ("A", "A"), 1900),
    ],
)
def test_a_maximum_for_each_player_covers_all_seats_of_the_player(unit, names, paid):
    """Two hands of four of a kind at 38 USD win 950 each; the maximum is 1,000 USD."""
    changes = {
        "fortune-bonus.cap": "1000 USD",
        "fortune-bonus.cap_per": unit,
        "fortune-bonus.cap_covers": "bonus",
    }
    hands = (("9c 9d 9h 9s Kc 7d 5h", "Kc 7d"), ("8c 8d 8h 8s Qc 7c 3h", "Qc 7c"))
    players = [
        Player(
            seat,
            parse_cards(text, 7),
            parse_cards(low, None),
            {STANDARD: Fraction(10), "fortune-bonus": Fraction(38)},
            name=name,
        )
        for seat, (text, low), name in zip((1, 2), hands, names, strict=True)
    ]
    bank = Bank(parse_cards("Ad Jh 10s 6d 4c 3c 2h", 7), parse_cards("Jh 10s", None))
    found = list_lines(settle(*players, document="pennsylvania", bank=bank, **changes))
    assert sum(line.paid for line in found if line.wager == "fortune-bonus") == paid


@pytest.mark.parametrize(
    ("basis", "stake", "button", "paid"),
    [
        ("stake", "5", None, True),
        ("stake", "5", False, True),
        ("stake", "1", True, False),
        ("button", "5", False, False),
        ("button", "1", True, True),
        ("button", "1", None, False),
    ],
)
def test_eligibility_by_the_wager_or_by_the_button(basis, stake, button, paid):
    wagers = {STANDARD: Fraction(10), "fortune-bonus": Fraction(stake)}
    watching = Player(
        1,
        parse_cards("Kc Jh 8d 7h 5h 3s 2d", 7),
        parse_cards("Jh 8d", None),
        wagers,
        envy_button=button,
    )
    holder = Player(2, parse_cards("9d 9h 9s 9c Kd 7d 5c", 7), parse_cards("Kd 7d", None), wagers)
    changes = {"fortune-bonus.envy.entitlement": basis}
    found = settle(watching, holder, document="pennsylvania", **changes)
    assert ("envy" in {line.wager for line in found.seats[0].lines}) is paid

"""Rounds of each document, settled by the package and by the second reading."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from certify.engine.hands import find_house_way
from certify.engine.round import Bank, Player, Round
from certify.engine.settle import settle_round
from certify.game.cards import DECK, parse_cards
from certify.spec.compile import compile_rulebook
from tests.conftest import load
from tests.independent_model.wagers import READ, Seat
from tests.wagers.round_catalogue import choose_low

ROUNDS = 200
STANDARD = {"mbs", "designated-player", "pennsylvania"}
STAKES = ("1", "4.99", "5", "20", "24.99", "25", "100", "3000")
RARE = (
    "Jc 10c 9c 8c 7c 6c 5c",
    "8h 7h 6h 5h 4h 3h 2h",
    "Ad Kd Qd Jd 10d Ks Qs",
    "Ah Kh Qh Jh Joker Kc Qc",
    "9s 8s 7s 6s 5s 4s Joker",
    "Ac Ad Ah As Joker 7d 2c",
    "As Ks Qs Js 10s 4d 2h",
    "9d 8d 7d 6d 5d Kc 2s",
    "6c 6d 6h 6s Kd 5h 3c",
    "Kc Kd Kh 2s 2d 7c 9h",
    "10c 9d 8h 7s 6c 6s 6h",
    "Kc Kd 9h 9s 5c 5d 2h",
    "As Qd 10d 8c 6h 4c 3h",
    "Joker Qc 10h 8s 6d 4d 3s",
    "Ac Qh 10s 8d 6s 4h 3d",
    "Ah 2d 3c 4s 5c 9h 10d",
)
"""Hands that fair deals hardly bring: half of all rounds hold some of them."""


def deal(draw, players):
    """Hands for so many players and the bank, some of them rare."""
    hands, taken = [], set()
    for text in draw.sample(RARE, draw.randint(1, 3)) if draw.random() < 0.6 else ():
        cards = parse_cards(text, 7)
        if not taken & set(cards):
            hands.append(cards)
            taken |= set(cards)
    rest = [card for card in DECK if card not in taken]
    draw.shuffle(rest)
    while len(hands) <= players:
        hands.append(tuple(rest[:7]))
        rest = rest[7:]
    draw.shuffle(hands)
    return hands[: players + 1]


def choose_stakes(draw, rulebook, *, rounds):
    # where another text settles the standard wager nothing tells how its commission is rounded
    stakes = {"standard": Fraction(draw.choice(STAKES) if rounds else "20")}
    offered = [item for item in rulebook.wagers if draw.random() < 0.8]
    return stakes | {item: Fraction(draw.choice(STAKES)) for item in offered}


def encode(cards):
    return tuple(52 if card.is_joker else 4 * card.rank + card.suit for card in cards)


@pytest.mark.parametrize("name", READ)
def test_the_package_and_a_independent_model_settle_alike(name):
    rulebook = compile_rulebook(load(name))
    house_way = find_house_way(rulebook)
    rules = rulebook.ranking.rank_rules()
    tables = {item.id: item.paytable for item in rulebook.wagers.values() if item.named}
    draw = random.Random(f"second reading of {name}")
    paid = {"fortune": 0, "envy": 0, "ace_high": 0, "standard": 0}
    for _ in range(ROUNDS):
        *hands, bank = deal(draw, draw.randint(1, 4))
        lows = [None if house_way else choose_low(hand, rules) for hand in (*hands, bank)]
        players = tuple(
            Player(seat, hand, low, choose_stakes(draw, rulebook, rounds=name in STANDARD))
            for seat, (hand, low) in enumerate(zip(hands, lows, strict=False), 1)
        )
        settled = settle_round(rulebook, Round(tables, Bank(bank, lows[-1]), players), house_way)
        seats = [
            Seat(encode(item.cards), encode(own.hands.low), dict(item.wagers))
            for item, own in zip(players, settled.seats, strict=True)
        ]
        low = encode(settled.bank.low) if settled.bank else ()
        expected = READ[name](seats, encode(bank), low)
        for seat, result in zip(settled.seats, expected, strict=True):
            nets = {wager: Fraction(0) for wager in ("envy",)}
            for line in seat.lines:
                nets[line.wager] = nets.get(line.wager, Fraction(0)) + line.amount
            told = {
                "standard": nets.get("standard"),
                "fortune": nets.get("fortune-bonus"),
                "ace_high": nets.get("ace-high"),
                "envy": nets["envy"],
            }
            read = {key: getattr(result, key) for key in told}
            if name not in STANDARD:  # another text settles it
                del told["standard"], read["standard"]
            assert told == read, (hands, bank, players)
            for key, value in told.items():
                paid[key] += bool(value and value > 0)
    # Every wager that the document has must have been paid, or the comparison would show nothing.
    wanted = {"fortune"} | ({"standard"} if name in STANDARD else set())
    wanted |= {"envy"} if name != "designated-player" else set()
    wanted |= {"ace_high"} if "ace-high" in rulebook.wagers else set()
    assert all(paid[key] >= 3 for key in wanted), paid

"""Envy at a table: whose hands count, who shares, and what a seat between the others changes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from certify.base.errors import CertifyError
from certify.engine.admission import compile_for_round
from certify.engine.hands import Ground, find_house_way
from certify.engine.round import parse_round
from certify.engine.settle import settle_round
from certify.game.house_way.rules import HouseWay

from .rounds import CLASSES, NOTHING, derive, line, lines, load, make, player, settle

QUIET = "9s 8d 7h 6c 4d 3c 2h"
MATCH = CLASSES["royal-match"]
FIVE_ACES = "Ac As Ah Joker 9h 7c 2d"
BONUS = {"standard": "10", "fortune_bonus": "1"}


def clause(text):
    return {"clause": text, "lines": 1}


def say(value, text):
    return {"value": value, "at": clause(text)}


def seats(*hands, **without):
    """Players in the order of their hands; a seat named in `without` makes no bonus wager."""
    return make(
        *(
            player(
                seat, cards, **({"standard": "10"} if seat in without.get("bare", ()) else BONUS)
            )
            for seat, cards in enumerate(hands, 1)
        ),
        bank="Qc 10h 8s 6d 4h 3s 2c",
    )


def paid(result, seat):
    return [(item["amount"], item["because"]) for item in lines(result, seat, "envy")]


def test_a_shared_amount_is_divided_among_those_who_are_entitled():
    """The holder of the hand is none of them unless his own hand counts."""
    table = seats(NOTHING, MATCH, QUIET)
    full = settle(derive("mbs", envy__sharing="each-in-full"), table)
    assert [amount for amount, _ in paid(full, 1)] == ["50"]
    shared = settle(derive("mbs", envy__sharing="shared"), table)
    assert [paid(shared, seat) for seat in (1, 2, 3)] == [
        [("25", "seat 2: royal match")],
        [],
        [("25", "seat 2: royal match")],
    ]
    alone = settle(derive("mbs", envy__sharing="shared"), seats(NOTHING, MATCH, QUIET, bare={3}))
    assert paid(alone, 1) == [("50", "seat 2: royal match")]
    counted = derive(
        "mbs", envy__sharing="shared", envy__own_hand="counts", envy__forfeits={"not_offered": True}
    )
    assert [amount for amount, _ in paid(settle(counted, table), 2)] == ["50/3"]
    assert paid(settle(counted, table), 2)[0][1] == "the player's own hand: royal match"


def test_a_hand_of_the_banks_is_told_as_the_banks():
    spec = derive(
        "mbs",
        envy__bank_hand=say("counts", "the bank counts"),
        envy__bank_qualifies={"not_offered": True},
    )
    data = seats(NOTHING, QUIET)
    data["bank"]["cards"] = MATCH
    result = settle(spec, data)
    for seat in (1, 2):
        assert paid(result, seat) == [("50", "the bank: royal match")]
        assert "the bank counts" in line(result, seat, "envy")["clause"]


@pytest.mark.parametrize(
    ("word", "pays"), [("any-player", True), ("player-with-bonus-wager", False)]
)
def test_a_hand_without_the_wager_pays_as_the_document_says_and_hides_no_other(word, pays):
    spec = derive("mbs", envy__whose_hand=say(word, "whose hand"))
    result = settle(spec, seats(NOTHING, MATCH, CLASSES["seven-card-straight-flush"], bare={2}))
    told = [because for _, because in paid(result, 1)]
    assert told == [*(["seat 2: royal match"] * pays), "seat 3: seven-card straight flush"]
    for item in lines(result, 1, "envy"):
        assert ("whose hand" in item["clause"]) is item["because"].startswith("seat 2")


@pytest.mark.parametrize(("word", "pays"), [("counts", True), ("does-not-count", False)])
def test_a_fouled_hand_pays_as_the_document_says_and_hides_no_other(word, pays):
    spec = derive(
        "mbs", envy__fouled_hand=say(word, "fouled hands"), setting__foul_standard="loses"
    )
    data = seats(NOTHING, MATCH, CLASSES["seven-card-straight-flush"])
    data["players"][1]["low"] = "Kd Ks"
    result = settle(spec, data)
    told = [because for _, because in paid(result, 1)]
    assert told == [*(["seat 2: royal match"] * pays), "seat 3: seven-card straight flush"]
    for item in lines(result, 1, "envy"):
        assert ("fouled hands" in item["clause"]) is item["because"].startswith("seat 2")


def test_seats_are_alike():
    """The same hands at other seats come to the same money, seat for seat."""
    hands = (NOTHING, MATCH, QUIET)
    spec = derive("mbs", envy__sharing="shared")
    base = settle(spec, seats(*hands))
    turned = settle(spec, seats(*hands[::-1]))
    for seat, other in ((1, 3), (2, 2), (3, 1)):
        assert base["seats"][seat - 1]["net"] == turned["seats"][other - 1]["net"]
    assert base["bank"]["net"] == turned["bank"]["net"]


# --- what a setting rests on


def test_a_reading_of_the_house_way_is_cited_where_a_rule_goes_by_it():
    cards = "Joker Qh 10s As Kc 5s Ac"
    round_ = parse_round(make(player(1, cards, standard="10")))
    book = compile_for_round(load("mbs"), round_)
    (seat,) = settle_round(book, round_).seats
    given = book.house_way_readings["house-way-three-aces-complete"]
    assert Ground(given.clause, given.standing) in seat.hands.basis
    assert line(settle("mbs", make(player(1, cards, standard="10"))), 1, "standard")[
        "standing"
    ] in {"silent", "conflicting"}


def test_cards_that_no_rule_sets_cannot_be_judged():
    round_ = parse_round(make(player(1, NOTHING, standard="10")))
    book = compile_for_round(load("mbs"), round_)
    way = find_house_way(book)
    assert isinstance(way, HouseWay)
    with pytest.raises(CertifyError, match="no rule of the house way sets"):
        settle_round(book, round_, replace(way, rules=()))

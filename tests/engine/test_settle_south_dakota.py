"""Settlement by the second document, clause by clause."""

from __future__ import annotations

import pytest

from certify.base.errors import CertifyError

from .rounds import (
    BANK,
    BANK_LOW,
    BASE_GAME,
    BONUS_ALONE,
    CLASSES,
    NOTHING,
    derive,
    line,
    lines,
    make,
    player,
    settle,
    told,
)

SPEC = derive("south-dakota", **BASE_GAME)
ALONE = derive("south-dakota", **BONUS_ALONE)
LOW = "Jh 9d"
FOUR = CLASSES["four-of-a-kind"]
FOUR_LOW = "Kd 5h"
OTHER = "Kh Jh 8h 7s 5c 3d 2s"
OTHER_LOW = "Jh 8h"


def at_table_1(*players, **more):
    return make(*players, paytable="1", bank_low=more.pop("bank_low", BANK_LOW), **more)


@pytest.mark.parametrize(("stake", "paid"), [("4.99", False), ("5.00", True), ("5.01", True)])
def test_south_dakota_3_envy_needs_five_dollars(stake, paid):
    result = settle(
        SPEC,
        at_table_1(
            player(1, OTHER, OTHER_LOW, standard="10", fortune_bonus=stake),
            player(2, FOUR, FOUR_LOW, standard="10"),
        ),
    )
    found = lines(result, 1, "envy")
    assert [item["amount"] for item in found] == (["5"] if paid else [])
    if paid:
        assert "(3), line 9" in found[0]["clause"]
    else:
        assert "below 5 USD" in line(result, 1, "fortune-bonus")["because"]


@pytest.mark.parametrize(
    ("name", "envy"), [("straight-flush", ["10"]), ("four-of-a-kind", ["5"]), ("full-house", [])]
)
def test_south_dakota_3_envy_begins_with_four_of_a_kind(name, envy):
    low = {"straight-flush": "Kc 2d", "four-of-a-kind": FOUR_LOW, "full-house": "2s 2d"}[name]
    result = settle(
        SPEC,
        at_table_1(
            player(1, "Ks Jd 8d 7s 5s 4c 3h", "Jd 8d", standard="10", fortune_bonus="5"),
            player(2, CLASSES[name], low, standard="10", fortune_bonus="1"),
        ),
    )
    found = lines(result, 1, "envy")
    assert [item["amount"] for item in found] == envy
    assert all(item["standing"] == "stated" for item in found)


def test_south_dakota_7_several_hands_pay_several_times():
    data = make(
        player(1, "Ks Js 9d 7s 5s 3d 2s", "Js 9d", standard="10", fortune_bonus="5"),
        player(2, "4c 4d 4h 4s Kd 9c 2h", "Kd 9c", standard="10", fortune_bonus="5"),
        player(3, "9h 8h 7h 6h 5h Kc Jd", "Kc Jd", standard="10"),
        paytable="1",
        bank="Qc 10s 8s 6d 3h 3s 2c",
        bank_low="Qc 10s",
    )
    result = settle(SPEC, data)
    assert [item["amount"] for item in lines(result, 1, "envy")] == ["5", "10"]
    assert [item["because"] for item in lines(result, 1, "envy")] == [
        "seat 2: four of a kind",
        "seat 3: straight flush",
    ]
    assert told(result, 2, "envy") == ("win", "10")  # not for his own hand
    assert not lines(result, 3, "envy")  # no bonus bet
    highest = settle(SPEC, data, envy_several="highest-pays")
    assert told(highest, 1, "envy") == ("win", "10")
    assert line(highest, 1, "envy")["standing"] == "counterfactual"


def test_south_dakota_7_no_envy_for_ones_own_or_the_dealers_hand():
    data = at_table_1(
        player(1, "Ks Jd 8d 7s 5s 3h 2h", "Jd 8d", standard="10", fortune_bonus="5"),
        player(2, FOUR, FOUR_LOW, standard="10", fortune_bonus="5"),
        bank="4c 4d 4h 4s Ac As 2d",
        bank_low="Ac As",
    )
    result = settle(SPEC, data)
    assert not lines(result, 2, "envy")
    assert told(result, 1, "envy") == ("win", "5")  # and the dealer's does not end it
    assert line(result, 1, "envy")["standing"] == "stated"  # lines 21 and 23 name every claim
    ended = derive("south-dakota", **BASE_GAME, envy__bank_qualifies="no-envy-paid")
    assert not lines(settle(ended, data), 1, "envy")


def test_south_dakota_6b_a_lost_bonus_leaves_the_envy_button():
    result = settle(
        SPEC,
        at_table_1(
            player(1, OTHER, OTHER_LOW, standard="10", fortune_bonus="5"),
            player(2, FOUR, FOUR_LOW, standard="10", fortune_bonus="1"),
        ),
    )
    assert told(result, 1, "fortune-bonus") == ("lose", "-5")
    assert told(result, 1, "envy") == ("win", "5")
    assert "(6)(b)" in line(result, 1, "envy")["clause"]
    assert line(result, 1, "envy")["standing"] == "stated"


ROWS = (
    "seven-card-straight-flush",
    "royal-match",
    "seven-card-straight-flush-joker",
    "five-aces",
    "royal-flush",
    "straight-flush",
    "four-of-a-kind",
    "full-house",
    "flush",
    "three-of-a-kind",
    "straight",
)
PAYS = {
    "1": (5000, 1000, 750, 250, 100, 50, 20, 5, 4, 3, 2),
    "2": (8000, 2000, 1000, 400, 150, 50, 25, 5, 4, 3, 2),
    "3": (5000, 2000, 1000, 400, 150, 50, 25, 5, 4, 3, 2),
    "4": (2500, 1000, 750, 250, 125, 50, 25, 5, 4, 3, 2),
    "6": (5000, 1000, 500, 300, 110, 45, 25, 5, 4, 3, 2),
    "7": (5000, 2000, 1000, 400, 150, 50, 25, 5, 4, 3, 2),
}
ENVY = {
    "1": (1000, 250, 100, 50, 25, 10, 5),
    "2": (5000, 1000, 500, 250, 50, 20, 5),
    "3": (3000, 1000, 500, 250, 50, 20, 5),
    "4": (1000, 750, 250, 100, 50, 20, 5),
    "6": (2500, 500, 250, 150, 55, 25, 6),
    "7": (2500, 500, 250, 150, 55, 25, 6),
}
BYSTANDERS = (
    "Ks Js 9d 7s 5s 3d 2s",
    "Ah Kh 8c 7d 6s 4c 3c",
    "Qh Js 8d 7s 6c 4c 3d",
    "Ks Js 9s 7d 5s 4d 3d",
    "Kh Js 9s 8d 5s 4d 3d",
)


def find_bystander(cards):
    """A hand without a class that shares no card with another."""
    taken = {*cards.split(), *BANK.split()}
    return next(hand for hand in BYSTANDERS if not taken & set(hand.split()))


@pytest.mark.parametrize("paytable", PAYS)
@pytest.mark.parametrize("row", range(len(ROWS)))
def test_south_dakota_8_paytables(paytable, row):
    cards = CLASSES[ROWS[row]]
    bystander = find_bystander(cards)
    result = settle(
        ALONE,
        make(
            player(1, cards, fortune_bonus="2"),
            player(2, bystander, fortune_bonus="5"),
            paytable=paytable,
        ),
    )
    assert told(result, 1, "fortune-bonus") == ("win", str(2 * PAYS[paytable][row]))
    envy = [str(ENVY[paytable][row])] if row < 7 else []
    assert [item["amount"] for item in lines(result, 2, "envy")] == envy


@pytest.mark.parametrize(
    ("paytable", "expected"), [("1", ("push", "0")), ("2", ("lose", "-5")), ("7", ("lose", "-5"))]
)
def test_south_dakota_8_three_pair_pushes_on_paytable_1_alone(paytable, expected):
    result = settle(
        SPEC,
        make(
            player(1, CLASSES["three-pair"], "5c 5d", standard="10", fortune_bonus="5"),
            paytable=paytable,
            bank_low=BANK_LOW,
        ),
    )
    assert told(result, 1, "fortune-bonus") == expected
    two = settle(
        SPEC,
        make(
            player(1, CLASSES["two-pair"], "5c 4d", standard="10", fortune_bonus="5"),
            paytable=paytable,
            bank_low=BANK_LOW,
        ),
    )
    assert told(two, 1, "fortune-bonus") == ("lose", "-5")


def test_south_dakota_4_the_standard_wager_is_required_where_it_can_be_judged():
    with pytest.raises(CertifyError, match=r"players\[0\].wagers: the standard wager is missing"):
        settle(SPEC, at_table_1(player(1, NOTHING, LOW, fortune_bonus="5")))


def test_south_dakota_leaves_the_standard_wager_to_another_text():
    with pytest.raises(CertifyError) as caught:
        settle(ALONE, at_table_1(player(1, NOTHING, LOW, standard="10")))
    message = str(caught.value)
    assert "comparison.both_win" in message
    assert "another section (head, line 3)" in message
    assert "assumed" in message
    alone = settle(ALONE, at_table_1(player(1, NOTHING, fortune_bonus="5")))
    assert told(alone, 1, "fortune-bonus") == ("lose", "-5")
    assert alone["seats"][0]["low"] is None


def test_south_dakota_gives_no_house_way():
    with pytest.raises(CertifyError, match=r"players\[0\].low: .*20:18:16:15.16"):
        settle(SPEC, at_table_1(player(1, NOTHING, standard="10")))
    with pytest.raises(CertifyError, match=r"bank\.low: "):
        settle(SPEC, make(player(1, NOTHING, LOW, standard="10"), paytable="1"))


def test_south_dakota_a_joker_hand_rests_on_a_deferred_statement():
    result = settle(
        SPEC,
        at_table_1(player(1, "Kh Kd Kc Joker 9d 5h 3d", "9d 5h", standard="10", fortune_bonus="5")),
    )
    found = line(result, 1, "fortune-bonus")
    assert (found["result"], found["amount"], found["standing"]) == ("win", "15", "deferred")
    wild = settle(
        SPEC,
        at_table_1(player(1, "Kh Kd Kc Joker 9d 5h 3d", "9d 5h", standard="10", fortune_bonus="5")),
        joker="wild",
    )
    assert told(wild, 1, "fortune-bonus") == ("win", "100")
    assert line(wild, 1, "fortune-bonus")["standing"] == "counterfactual"
    assert "reading joker=wild" in line(wild, 1, "fortune-bonus")["clause"]


def test_a_foul_without_a_house_way_to_reset_it_cannot_be_judged():
    spec = derive("south-dakota", **{**BASE_GAME, "setting__foul_standard": "reset-by-house-way"})
    with pytest.raises(CertifyError, match=r"players\[0\].low: .*house way"):
        settle(spec, at_table_1(player(1, NOTHING, "Kh Jh", standard="10")))
    with pytest.raises(CertifyError, match=r"bank\.low: Qc 10h low is a foul"):
        settle(SPEC, at_table_1(player(1, NOTHING, LOW, standard="10"), bank_low="Qc 10h"))

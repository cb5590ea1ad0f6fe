"""Settlement by the fourth document, clause by clause."""

from __future__ import annotations

import pytest

from certify.base.errors import CertifyError

from .rounds import (
    BANK,
    BASE_GAME,
    BONUS_ALONE,
    CLASSES,
    derive,
    line,
    lines,
    make,
    player,
    settle,
    told,
)
from .test_settle_south_dakota import find_bystander

SPEC = derive("california-bgc", **BASE_GAME)
ALONE = derive("california-bgc", **BONUS_ALONE)
FOUR = CLASSES["four-of-a-kind"]
FOUR_LOW = "Kd 5h"
OTHER = "Kh Jh 8h 7s 5c 3d 2s"
OTHER_LOW = "Jh 8h"


def at_table_1(*players, **more):
    return make(*players, paytable="FPG-01", bank_low=more.pop("bank_low", "10h 8s"), **more)


@pytest.mark.parametrize(("stake", "paid"), [("24.99", False), ("25", True), ("25.01", True)])
def test_california_betting_scheme_envy_needs_twenty_five_dollars(stake, paid):
    result = settle(
        SPEC,
        at_table_1(
            player(1, OTHER, OTHER_LOW, standard="10", fortune_bonus=stake),
            player(2, FOUR, FOUR_LOW, standard="10", fortune_bonus="1"),
        ),
    )
    assert [item["amount"] for item in lines(result, 1, "envy")] == (["5"] if paid else [])
    if paid:
        assert line(result, 1, "envy")["standing"] == "conflicting"


@pytest.mark.parametrize(("stake", "paid"), [("4.99", False), ("5", True), ("5.01", True)])
def test_california_glossary_envy_needs_five_dollars_if_read_so(stake, paid):
    result = settle(
        SPEC,
        at_table_1(
            player(1, OTHER, OTHER_LOW, standard="10", fortune_bonus=stake),
            player(2, FOUR, FOUR_LOW, standard="10", fortune_bonus="1"),
        ),
        envy_minimum="5 USD",
    )
    assert bool(lines(result, 1, "envy")) == paid


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
    "FPG-01": (5000, 1000, 750, 250, 100, 50, 20, 5, 4, 3, 2),
    "FPG-02": (8000, 2000, 1000, 400, 150, 50, 25, 5, 4, 3, 2),
    "FPG-03": (5000, 2000, 1000, 400, 150, 50, 25, 5, 4, 3, 2),
    "FPG-04": (2500, 1000, 750, 250, 125, 50, 25, 5, 4, 3, 2),
    "FPG-05": (5000, 2000, 1000, 400, 150, 50, 25, 5, 4, 3, 2),
    "FPG-06": (5000, 1000, 500, 300, 110, 45, 25, 5, 4, 3, 2),
}
ENVY = {
    "FPG-01": (1000, 250, 100, 50, 25, 10, 5),
    "FPG-02": (5000, 1000, 500, 250, 50, 20, 5),
    "FPG-03": (3000, 1000, 500, 250, 50, 20, 5),
    "FPG-04": (1000, 750, 250, 100, 50, 20, 5),
    "FPG-05": (5000, 1000, 500, 250, 50, 20, 5),
    "FPG-06": (2500, 500, 250, 150, 55, 25, 6),
}


@pytest.mark.parametrize("paytable", PAYS)
@pytest.mark.parametrize("row", range(len(ROWS)))
def test_california_paytables_with_a_bug(paytable, row):
    cards = CLASSES[ROWS[row]]
    result = settle(
        ALONE,
        make(
            player(1, cards, fortune_bonus="2"),
            player(2, find_bystander(cards), fortune_bonus="25"),
            paytable=paytable,
        ),
    )
    assert told(result, 1, "fortune-bonus") == ("win", str(2 * PAYS[paytable][row]))
    envy = [str(ENVY[paytable][row])] if row < 7 else []
    assert [item["amount"] for item in lines(result, 2, "envy")] == envy


WILD_HANDS = {
    "seven-card-straight-flush": ("Jc 10c 9c 8c 7c 6c 5c", (8000, 1000, 500), (1000, 500, 250)),
    "seven-card-straight-flush-joker": (
        "Jc 10c 9c Joker 7c 6c 5c",
        (1000, 500, 500),
        (100, 100, 250),
    ),
    "five-aces": ("Ac Ad Ah As Joker 7c 2d", (400, 400, 250), (50, 50, 50)),
    "five-of-a-kind": ("9c 9d 9h 9s Joker Kd 5h", (250, 250, 200), (25, 25, 25)),
    "royal-flush": ("Ad Kd Qd Joker 10d 5s 2h", (100, 100, 100), (10, 10, 10)),
    "straight-flush": ("9h 8h Joker 6h 5h Kc 2d", (40, 40, 50), (5, 5, 5)),
    "four-of-a-kind": ("9c 9d 9h Joker Kd 5s 2h", (25, 25, 25), (5, 5, 5)),
    "full-house": ("9c 9d Kh Joker Kd 5s 2h", (5, 5, 5), ()),
    "flush": ("Kh Jh 9h Joker 2h 3c 5d", (3, 3, 3), ()),
    "straight": ("10c 9d Joker 7s 6c 2d Ah", (2, 2, 2), ()),
    "three-of-a-kind": ("9c 9d Jh Joker Kd 5s 2h", (), ()),
}


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("name", WILD_HANDS)
def test_california_paytables_with_a_wild_joker(place, name):
    cards, pays, envy = WILD_HANDS[name]
    result = settle(
        ALONE,
        make(
            player(1, cards, fortune_bonus="2"),
            player(2, find_bystander(cards), fortune_bonus="25"),
            paytable=f"FPG-0{7 + place}",
        ),
    )
    expected = ("win", str(2 * pays[place])) if pays else ("lose", "-2")
    assert told(result, 1, "fortune-bonus") == expected
    assert [item["amount"] for item in lines(result, 2, "envy")] == [
        str(item) for item in envy[place : place + 1]
    ]


def test_california_three_pair_pushes_on_the_first_paytable_alone():
    three = player(1, CLASSES["three-pair"], fortune_bonus="5")
    assert told(settle(ALONE, make(three, paytable="FPG-01")), 1, "fortune-bonus") == ("push", "0")
    assert told(settle(ALONE, make(three, paytable="FPG-02")), 1, "fortune-bonus") == ("lose", "-5")


def test_california_the_player_dealer_pays_bonus_and_envy():
    result = settle(
        SPEC,
        at_table_1(
            player(1, OTHER, OTHER_LOW, standard="10", fortune_bonus="25"),
            player(2, FOUR, FOUR_LOW, standard="10", fortune_bonus="1"),
        ),
    )
    # Standard: both win 9.50; bonus: -25 and +20; envy: +5 for seat 1.
    assert [seat["net"] for seat in result["seats"]] == ["-10.50", "29.50"]
    assert (result["commission"], result["bank"]["net"]) == ("1", "-20")


@pytest.mark.parametrize(
    ("stake", "standard", "bonus", "envy"),
    [
        (None, ["win 10", "win 10"], "win 20", ["win 5"]),
        ("70", ["win 10", "win 10"], "win 20", ["win 5"]),
        ("69", ["win 10", "win 10"], "win 20", ["win 4"]),
        ("65", ["win 10", "win 10"], "win 20", ["returned 0"]),
        ("45", ["win 10", "win 10"], "returned 0", ["returned 0"]),
        ("20", ["win 10", "win 10"], "returned 0", ["returned 0"]),
        ("10", ["win 10", "returned 0"], "returned 0", ["returned 0"]),
    ],
)
def test_california_the_stake_covers_standard_wagers_then_bonuses_then_envy(
    stake, standard, bonus, envy
):
    # In order: standard 10 and 10 paid, bonus 25 collected and 20 paid, envy 5 paid.
    spec = derive("california-bgc", **{**BASE_GAME, "standard__commission": "0"})
    result = settle(
        spec,
        at_table_1(
            player(1, OTHER, OTHER_LOW, standard="10", fortune_bonus="25"),
            player(2, FOUR, FOUR_LOW, standard="10", fortune_bonus="1"),
            stake=stake,
        ),
    )

    def tell(seat, wager):
        return [f"{item['result']} {item['amount']}" for item in lines(result, seat, wager)]

    assert tell(1, "standard") + tell(2, "standard") == standard
    assert tell(2, "fortune-bonus") == [bonus]
    assert tell(1, "envy") == envy


@pytest.mark.parametrize(
    ("reach", "bonus", "envy"),
    [
        ("all-payments", "returned", "returned"),
        ("wagers-without-envy", "returned", "win"),
        ("standard-wager-only", "win", "win"),
    ],
)
def test_california_what_the_stake_must_cover_is_a_statement(reach, bonus, envy):
    spec = derive("california-bgc", **{**BASE_GAME, "table__bank_cover_reach": reach})
    result = settle(
        spec,
        at_table_1(
            player(1, OTHER, OTHER_LOW, standard="10", fortune_bonus="25"),
            player(2, FOUR, FOUR_LOW, standard="10", fortune_bonus="1"),
            stake="20",
        ),
    )
    assert told(result, 2, "fortune-bonus")[0] == bonus
    assert told(result, 1, "envy")[0] == envy


def test_a_bank_that_must_cover_all_action_cannot_fall_short():
    spec = derive("california-bgc", **{**BASE_GAME, "table__bank_cover": "all-action"})
    data = at_table_1(player(1, OTHER, OTHER_LOW, standard="10"), stake="9")
    with pytest.raises(CertifyError, match=r"bank.stake: .*all action"):
        settle(spec, data)
    data["bank"]["stake"] = "10"
    assert told(settle(spec, data), 1, "standard")[0] == "win"


def test_california_glossary_push_is_one_hand_each():
    result = settle(derive("california-bgc"), at_table_1(player(1, OTHER, "3d 2s", standard="10")))
    assert told(result, 1, "standard") == ("push", "0")
    assert "Glossary: Push" in line(result, 1, "standard")["clause"]


def test_a_payer_who_does_not_bank_cannot_be_judged():
    spec = derive("california-bgc", **BASE_GAME, fortune__payer="house")
    with pytest.raises(CertifyError, match=r"fortune-bonus\.payer is house"):
        settle(spec, at_table_1(player(1, OTHER, OTHER_LOW, standard="10", fortune_bonus="1")))


def test_california_bank_is_the_player_dealer():
    data = at_table_1(player(1, OTHER, OTHER_LOW, standard="10"))
    data["bank"]["kind"] = "house"
    with pytest.raises(CertifyError, match=r"bank.kind: house banks here"):
        settle(SPEC, data)
    assert data["bank"]["cards"] == BANK

"""Settlement by the third document, clause by clause."""

from __future__ import annotations

import pytest

from certify.base.errors import CertifyError

from .rounds import CLASSES, NOTHING, derive, line, lines, make, player, settle, told

SPEC = "designated-player"
FLUSH = CLASSES["flush"]
ACE_HIGH = "As Qd 10d 8c 6h 4c 3h"
ACE_HIGH_JOKER = "Joker Qd 10d 8c 6h 4c 3h"


def bonus(cards, stake="1", seat=1):
    return player(seat, cards, standard="10", fortune_bonus=stake)


def test_designated_player_1_both_hands_higher_win_one_to_one():
    result = settle(SPEC, make(player(1, NOTHING, standard="10")))
    assert told(result, 1, "standard") == ("win", "10")
    assert (result["commission"], result["bank"]["net"]) == ("0", "-10")
    assert line(result, 1, "standard")["standing"] == "stated"  # paid 1 to 1, line 50
    paid = settle(SPEC, make(player(1, NOTHING, standard="10")), commission="1/20")
    assert told(paid, 1, "standard") == ("win", "9.50")


@pytest.mark.parametrize(
    ("cards", "low", "expected", "clause"),
    [
        ("Jc 9c 7d 5s 4c 3c 2d", "9c 7d", ("lose", "-10"), "criterion 2, line 51"),
        (NOTHING, "3d 2s", ("push", "0"), "criterion 3, line 52"),
        ("Kc 10d 8c 7d 5s 4c 2d", "10d 8c", ("push", "0"), "criterion 4, line 53"),
        ("Jd 10d 8c 6s 5s 4c 2d", "10d 8c", ("lose", "-10"), "criterion 4, line 53"),
        ("Qd 10d 8c 6s 4c 3c 2d", "10d 8c", ("lose", "-10"), "criterion 4, line 53"),
    ],
)
def test_designated_player_2_to_4_lose_push_and_copy(cards, low, expected, clause):
    result = settle(SPEC, make(player(1, cards, low, standard="10")))
    assert told(result, 1, "standard") == expected
    assert clause in line(result, 1, "standard")["clause"]


@pytest.mark.parametrize(
    ("low", "allowed", "foul"),
    [("Ad 9h", "win", "win"), ("Ad Ks", "win", "lose"), ("As Ad", "lose", "lose")],
)
def test_designated_player_34_the_high_hand_must_rank_higher(low, allowed, foul):
    """The sentence fouls equal hands and the house way lays them: the house way is adopted (R6)."""
    data = make(player(1, "As Ad Kc Ks 9h 7d 5c", low, standard="10"))
    assert told(settle(SPEC, data), 1, "standard")[0] == allowed
    read = settle(SPEC, data, equal_high_and_low="foul")
    assert told(read, 1, "standard")[0] == foul
    if allowed != foul:
        clause = line(settle(SPEC, data), 1, "standard")["clause"]
        assert "line 34" in clause
        assert "House Way: Four of a kind" in clause


PAYS = {
    "seven-card-straight-flush": 5000,
    "royal-match": 2000,
    "seven-card-straight-flush-joker": 1000,
    "five-aces": 400,
    "royal-flush": 150,
    "straight-flush": 50,
    "four-of-a-kind": 25,
    "full-house": 5,
    "flush": 4,
    "three-of-a-kind": 3,
    "straight": 1,
}


@pytest.mark.parametrize("name", CLASSES)
def test_designated_player_63_pay_scale(name):
    result = settle(SPEC, make(bonus(CLASSES[name], "2")))
    pays = PAYS.get(name)
    assert told(result, 1, "fortune-bonus") == (("win", str(2 * pays)) if pays else ("lose", "-2"))


@pytest.mark.parametrize(
    ("bank", "expected"),
    [
        ("10c 9d 8c 7s 6c 2d Ah", ("win", "4")),  # a straight, one below
        ("10s 8s 7s 5s 3s Qd Kd", ("lose", "-1")),  # a flush
        ("10s 10d 10c 7s 7d Qd Kd", ("lose", "-1")),  # a full house, one above
    ],
)
def test_designated_player_61_the_bank_must_be_beaten(bank, expected):
    result = settle(SPEC, make(bonus(FLUSH), bank=bank))
    assert told(result, 1, "fortune-bonus") == expected
    assert "line 61" in line(result, 1, "fortune-bonus")["clause"]


@pytest.mark.parametrize(
    ("reading", "expected"), [("loses", ("lose", "-1")), ("pushes", ("push", "0"))]
)
def test_designated_player_61_a_bank_not_beaten_is_a_reading(reading, expected):
    result = settle(
        SPEC,
        make(bonus(FLUSH), bank="10s 10d 10c 7s 7d Qd Kd"),
        bonus_when_dealer_not_beaten=reading,
    )
    assert told(result, 1, "fortune-bonus") == expected
    assert line(result, 1, "fortune-bonus")["standing"] == "silent"


@pytest.mark.parametrize(
    ("reading", "expected"),
    [("loses", ("lose", "-1")), ("pushes", ("push", "0")), ("pays", ("win", "4"))],
)
def test_designated_player_61_a_tie_is_a_reading(reading, expected):
    result = settle(
        SPEC, make(bonus(FLUSH), bank="10s 8s 7s 5s 3s Qd Kd"), bonus_tie_with_dealer=reading
    )
    assert told(result, 1, "fortune-bonus") == expected
    assert "flush ties with the bank" in line(result, 1, "fortune-bonus")["because"]


@pytest.mark.parametrize(
    ("bank", "expected"),
    [
        ("Ks Js 9s 4s 2s Qd 8d", "win"),  # K J 9 5 2 against K J 9 4 2
        ("Ks Js 9s 5s 2s Qd 8d", "lose"),  # equal: a tie
        ("Ks Js 9s 6s 2s Qd 8d", "lose"),  # K J 9 6 2
    ],
)
def test_designated_player_61_by_hand_the_cards_of_one_class_compare(bank, expected):
    result = settle(SPEC, make(bonus(FLUSH), bank=bank), bonus_comparison="by-hand")
    assert told(result, 1, "fortune-bonus")[0] == expected
    push = settle(
        SPEC,
        make(bonus(FLUSH), bank=bank),
        bonus_comparison="by-hand",
        bonus_tie_with_dealer="pushes",
    )
    assert (told(push, 1, "fortune-bonus")[0] == "push") == ("5s" in bank)


def test_designated_player_61_a_hand_off_the_paytable_loses_whatever_the_bank_holds():
    assert told(settle(SPEC, make(bonus(NOTHING))), 1, "fortune-bonus") == ("lose", "-1")


@pytest.mark.parametrize(
    ("stake", "won"), [("9.99", "49950"), ("10", "50000"), ("10.01", "50000"), ("20", "50000")]
)
def test_designated_player_61_the_bonus_is_capped(stake, won):
    result = settle(SPEC, make(bonus(CLASSES["seven-card-straight-flush"], stake)))
    assert told(result, 1, "fortune-bonus") == ("win", won)
    found = line(result, 1, "fortune-bonus")
    assert ("cut to 50000" in found["because"]) == (stake in {"10.01", "20"})
    assert told(result, 1, "standard") == ("win", "10")  # the cap is the bonus's alone


# Three winners of 10 each, action at seat 2: settled in the order 2, 3, 1.
WINNERS = (
    player(1, NOTHING, standard="10"),
    player(2, "Kc Jc 9h 7h 5s 3c 2d", standard="10"),
    player(3, "Kd Jd 9s 7c 5d 4c 2h", standard="10"),
)


@pytest.mark.parametrize(
    ("stake", "second", "third", "first"),
    [
        (None, "win 10", "win 10", "win 10"),
        ("30.01", "win 10", "win 10", "win 10"),
        ("30", "win 10", "win 10", "win 10"),
        ("29.99", "win 10", "win 10", "win 9.99, returned 0"),
        ("20.01", "win 10", "win 10", "win 0.01, returned 0"),
        ("20", "win 10", "win 10", "returned 0"),
        ("15", "win 10", "win 5, returned 0", "returned 0"),
        ("10", "win 10", "returned 0", "returned 0"),
        ("0.01", "win 0.01, returned 0", "returned 0", "returned 0"),
    ],
)
def test_designated_player_61_the_stake_covers_from_the_action_seat(stake, second, third, first):
    result = settle(SPEC, make(*WINNERS, action_seat=2, stake=stake))

    def tell(seat):
        return ", ".join(
            f"{item['result']} {item['amount']}" for item in lines(result, seat, "standard")
        )

    assert (tell(2), tell(3), tell(1)) == (second, third, first)
    returned = [
        item
        for seat in (1, 2, 3)
        for item in lines(result, seat, "standard")
        if item["result"] == "returned"
    ]
    assert all("line 61" in item["clause"] for item in returned)


@pytest.mark.parametrize(("action", "paid"), [(1, 1), (2, 2), (3, 3), (4, 1), (7, 1)])
def test_designated_player_48_settling_begins_at_the_action_button(action, paid):
    result = settle(SPEC, make(*WINNERS, action_seat=action, stake="10"))
    assert [seat["seat"] for seat in result["seats"] if seat["net"] == "10"] == [paid]


def test_settling_from_the_dealers_left_pays_no_heed_to_the_action_seat():
    spec = derive(SPEC, table__settling_order="from-dealers-left")
    result = settle(spec, make(*WINNERS, action_seat=3, stake="10"))
    assert [seat["net"] for seat in result["seats"]] == ["10", "0", "0"]


def test_designated_player_61_collecting_uses_the_stake_too_and_a_push_does_not():
    loser = player(1, "Jc 9c 7d 5s 4c 3c 2d", standard="10")
    pusher = player(2, "Kd Jd 9s 7c 5d 4s 2h", "4s 2h", standard="10")
    winner = player(3, NOTHING, standard="10")
    result = settle(SPEC, make(loser, pusher, winner, stake="14"))
    assert told(result, 1, "standard") == ("lose", "-10")
    assert told(result, 2, "standard") == ("push", "0")
    assert [(item["result"], item["amount"]) for item in lines(result, 3, "standard")] == [
        ("win", "4"),
        ("returned", "0"),
    ]
    assert result["bank"]["net"] == "6"
    short = settle(SPEC, make(loser, stake="4"))
    assert [(item["result"], item["amount"]) for item in lines(short, 1, "standard")] == [
        ("lose", "-4"),
        ("returned", "0"),
    ]
    assert "6 of the wager is returned" in lines(short, 1, "standard")[1]["because"]


def test_designated_player_61_the_stake_pays_the_bonus_as_far_as_it_goes():
    result = settle(SPEC, make(bonus(FLUSH, "5"), stake="10"))
    assert told(result, 1, "standard") == ("push", "0")
    assert [(item["result"], item["amount"]) for item in lines(result, 1, "fortune-bonus")] == [
        ("win", "10"),
        ("returned", "0"),
    ]
    standard_only = derive(SPEC, table__bank_cover_reach="standard-wager-only")
    free = settle(standard_only, make(bonus(FLUSH, "5"), stake="10"))
    assert told(free, 1, "fortune-bonus") == ("win", "20")


@pytest.mark.parametrize(
    ("bank", "cards", "expected"),
    [
        (ACE_HIGH, NOTHING, ("win", "35")),  # 7 to 1 without the joker
        (ACE_HIGH_JOKER, NOTHING, ("win", "50")),  # 10 to 1 with it, as assumed
        (ACE_HIGH, "Ah Qh 10c 8d 5d 3c 2h", ("win", "125")),  # both hold it
        (ACE_HIGH_JOKER, "Ah Qh 10c 8d 5d 3c 2h", ("win", "125")),
        ("Kd Qd 10d 8c 6h 4c 3h", "Ah Qh 10c 8d 5d 3c 2h", ("lose", "-5")),  # the player alone
        ("Kd Qd 10d 8c 6h 4c 3h", NOTHING, ("lose", "-5")),  # neither
        ("As Ad 10d 8c 6h 4c 3h", NOTHING, ("lose", "-5")),  # a pair of aces is no ace-high
        ("As Qd 10d 8d 6d 4d 3h", NOTHING, ("lose", "-5")),  # nor is a flush
        ("As 2d 3c 4s 5c 9h 10d", NOTHING, ("lose", "-5")),  # nor a straight
        ("Joker Ad 10d 8c 6h 4c 3h", NOTHING, ("lose", "-5")),  # the joker beside an ace is a pair
    ],
)
def test_designated_player_65_ace_high_bonus(bank, cards, expected):
    result = settle(SPEC, make(player(1, cards, standard="10", ace_high="5"), bank=bank))
    assert told(result, 1, "ace-high") == expected


def test_designated_player_66_two_rows_for_the_bank_without_joker_are_readings():
    data = make(player(1, NOTHING, standard="10", ace_high="5"), bank=ACE_HIGH)
    assert line(settle(SPEC, data), 1, "ace-high")["standing"] == "conflicting"
    other = settle(SPEC, data, ace_high_bank_without_joker="10")
    assert told(other, 1, "ace-high") == ("win", "50")
    data["bank"]["cards"] = "Kd Qd 10d 8c 6h 4c 3h"
    data["players"][0]["cards"] = "Ah Qh 10c 8s 5d 3c 2h"
    pushed = settle(SPEC, data, ace_high_player_only="pushes")
    assert told(pushed, 1, "ace-high") == ("push", "0")


def test_every_line_held_pays_the_banks_ace_high_beside_that_of_both():
    spec = derive(SPEC, ace_high__lines_paid="every-line-held")
    data = make(player(1, "Ah Qh 10c 8d 5d 3c 2h", standard="10", ace_high="1"), bank=ACE_HIGH)
    assert told(settle(spec, data), 1, "ace-high") == ("win", "32")


@pytest.mark.parametrize(("foul", "result"), [("unaffected", "win"), ("loses", "lose")])
def test_designated_player_a_foul_touches_ace_high_by_its_statement(foul, result):
    spec = derive(SPEC, ace_high__foul=foul)
    data = make(player(1, NOTHING, "Kh Jh", standard="10", ace_high="1"), bank=ACE_HIGH)
    assert told(settle(spec, data), 1, "ace-high")[0] == result


def test_designated_player_offers_no_envy():
    result = settle(
        SPEC,
        make(
            player(1, NOTHING, standard="10", fortune_bonus="100"),
            player(2, CLASSES["royal-match"], standard="10"),
        ),
    )
    assert not lines(result, 1, "envy")


def test_designated_player_the_bank_is_the_designated_player():
    data = make(player(1, NOTHING, standard="10"))
    data["bank"]["kind"] = "designated-player"
    assert settle(SPEC, data)["bank"]["net"] == "-10"
    data["bank"]["kind"] = "house"
    with pytest.raises(CertifyError, match=r"bank\.kind"):
        settle(SPEC, data)

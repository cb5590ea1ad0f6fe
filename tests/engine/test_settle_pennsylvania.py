"""Settlement by the fifth document, clause by clause."""

from __future__ import annotations

import pytest

from certify.base.errors import CertifyError

from .rounds import BANK_LOW, CLASSES, NOTHING, derive, line, lines, make, player, settle, told

SPEC = "pennsylvania"
LOW = "Jh 9d"
ACE_HIGH = "As Qd 10d 8c 6h 4c 3h"
ACE_HIGH_JOKER = "Joker Qd 10d 8c 6h 4c 3h"
FOUR = CLASSES["four-of-a-kind"]


def at(*players, **more):
    return make(*players, bank_low=more.pop("bank_low", BANK_LOW), **more)


def test_pennsylvania_9_a_win_pays_even_money_without_commission():
    result = settle(SPEC, at(player(1, NOTHING, LOW, standard="10")))
    assert told(result, 1, "standard") == ("win", "10")
    assert line(result, 1, "standard")["standing"] == "stated"
    assert result["commission"] == "0"


@pytest.mark.parametrize(
    ("cards", "low", "expected"),
    [
        ("Jc 9c 7d 5s 4c 3c 2d", "9c 7d", ("lose", "-10")),
        (NOTHING, "3d 2s", ("push", "0")),
        ("Kc 10d 8c 7d 5s 4c 2d", "10d 8c", ("push", "0")),
        ("Jd 10d 8c 6s 5s 4c 2d", "10d 8c", ("lose", "-10")),
        ("Qd 10d 8c 6s 4c 3c 2d", "10d 8c", ("lose", "-10")),
    ],
)
def test_pennsylvania_9_lose_push_and_copy(cards, low, expected):
    assert told(settle(SPEC, at(player(1, cards, low, standard="10"))), 1, "standard") == expected


@pytest.mark.parametrize(
    ("bank", "low", "pushes"),
    [
        (ACE_HIGH, "Qd 10d", True),
        (ACE_HIGH_JOKER, "Qd 10d", True),
        ("Kd Qd 10d 8c 6h 4c 3h", "Qd 10d", False),
        ("As Ad 10d 8c 6h 4c 3h", "10d 8c", False),
    ],
)
def test_pennsylvania_9_an_ace_high_dealer_pushes_every_hand(bank, low, pushes):
    loser = player(1, "Jc 9c 7d 5s 4s 3c 2d", "9c 7d", standard="10")
    winner = player(2, "Kc Kh 9h 7h 7c 2c 2h", "7h 7c", standard="10")
    result = settle(SPEC, at(loser, winner, bank=bank, bank_low=low))
    assert told(result, 1, "standard")[0] == ("push" if pushes else "lose")
    if pushes:
        assert told(result, 2, "standard") == ("push", "0")
        assert "line 9" in line(result, 1, "standard")["clause"]
    off = settle(SPEC, at(loser, winner, bank=bank, bank_low=low), dealer_ace_high_push="no")
    assert told(off, 1, "standard")[0] == "lose"


@pytest.mark.parametrize(
    ("low", "result"), [("Ad 9h", "win"), ("Ad Ks", "lose"), ("As Ad", "lose")]
)
def test_pennsylvania_11_a_foul_hand_loses(low, result):
    settled = settle(SPEC, at(player(1, "As Ad Kc Ks 9h 7d 5c", low, standard="10")))
    assert told(settled, 1, "standard")[0] == result
    if result == "lose":  # another sentence of line 11 sets a wrong hand anew, whose it is not said
        assert "line 11" in line(settled, 1, "standard")["clause"]
        assert line(settled, 1, "standard")["standing"] == "conflicting"


@pytest.mark.parametrize(("value", "result"), [("loses", "lose"), ("push", "push")])
def test_pennsylvania_a_foul_under_an_ace_high_dealer_is_not_addressed(value, result):
    data = at(
        player(1, NOTHING, "Kh Jh", standard="10"),
        bank=ACE_HIGH.replace("3h", "3s"),
        bank_low="Qd 10d",
    )
    found = line(settle(SPEC, data), 1, "standard")
    assert (found["result"], found["standing"]) == ("lose", "silent")
    spec = derive(SPEC, comparison__bank_hand_push_foul=value)
    assert told(settle(spec, data), 1, "standard")[0] == result


@pytest.mark.parametrize(("foul", "result"), [("unaffected", "win"), ("loses", "lose")])
def test_pennsylvania_11_a_foul_touches_the_bonus_by_its_statement(foul, result):
    spec = derive(SPEC, fortune__foul=foul)
    data = at(player(1, CLASSES["flush"], "Kh Jh", standard="10", fortune_bonus="1"))
    assert told(settle(spec, data), 1, "fortune-bonus")[0] == result


@pytest.mark.parametrize(
    ("bank", "cards", "low", "expected"),
    [
        (ACE_HIGH, NOTHING, LOW, ("win", "25")),  # 5 to 1
        (ACE_HIGH_JOKER, NOTHING, LOW, ("win", "60")),  # 12 to 1
        (ACE_HIGH, "Ah Qh 10c 8d 5d 3c 2h", "Qh 10c", ("win", "200")),  # 40 to 1
        (ACE_HIGH_JOKER, "Ah Qh 10c 8d 5d 3c 2h", "Qh 10c", ("win", "200")),
        ("Kd Qd 10d 8c 6h 4c 3h", "Ah Qh 10c 8d 5d 3c 2h", "Qh 10c", ("lose", "-5")),
        ("Kd Qd 10d 8c 6h 4c 3h", NOTHING, LOW, ("lose", "-5")),
    ],
)
def test_pennsylvania_15_ace_high(bank, cards, low, expected):
    result = settle(
        SPEC, at(player(1, cards, low, standard="10", ace_high="5"), bank=bank, bank_low="Qd 10d")
    )
    assert told(result, 1, "ace-high") == expected
    assert "ACE HIGH BONUS" in line(result, 1, "ace-high")["clause"]


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
    "straight": 2,
}
LOWS = {
    "five-aces": "7c 2d",
    "three-pair": "5c 5d",
    "two-pair": "5c 4d",
    "one-pair": "Jh 9s",
    "full-house": "2s 2d",
    "royal-match": "Ks Qs",
    "seven-card-straight-flush": "6c 5c",
    "seven-card-straight-flush-joker": "6c 5c",
    "royal-flush": "4s 2h",
    "straight-flush": "Kc 2d",
    "four-of-a-kind": "Kd 5h",
    "flush": "4d 3c",
    "straight": "Ah 2d",
    "three-of-a-kind": "Ks Jd",
    "none": LOW,
}


@pytest.mark.parametrize("name", CLASSES)
def test_pennsylvania_32_fortune_bonus_pays(name):
    result = settle(
        SPEC, at(player(1, CLASSES[name], LOWS[name], standard="10", fortune_bonus="2"))
    )
    pays = PAYS.get(name)
    assert told(result, 1, "fortune-bonus") == (("win", str(2 * pays)) if pays else ("lose", "-2"))


@pytest.mark.parametrize(("stake", "paid"), [("4.99", False), ("5", True), ("5.01", True)])
def test_pennsylvania_24_envy_needs_five_dollars(stake, paid):
    result = settle(
        SPEC,
        at(
            player(1, "Kh Jh 8h 7s 5c 3d 2s", "Jh 8h", standard="10", fortune_bonus=stake),
            player(2, FOUR, "Kd 5h", standard="10"),
        ),
    )
    assert [item["amount"] for item in lines(result, 1, "envy")] == (["5"] if paid else [])


@pytest.mark.parametrize(
    ("name", "envy"),
    [
        ("seven-card-straight-flush", ["3000"]),
        ("royal-match", ["1000"]),
        ("seven-card-straight-flush-joker", ["500"]),
        ("five-aces", ["250"]),
        ("royal-flush", ["50"]),
        ("straight-flush", ["20"]),
        ("four-of-a-kind", ["5"]),
        ("full-house", []),
    ],
)
def test_pennsylvania_32_envy_by_class(name, envy):
    others = ("Ks Js 9d 7s 5s 3d 2s", "Ah Kh 8c 7d 6s 4c 3c", "Ks Jd 8d 7s 5s 4c 3h")
    taken = set(CLASSES[name].split())
    other = next(cards for cards in others if not taken & set(cards.split()))
    low = {"Ks": "Jd 8d" if "Jd" in other else "Js 9d", "Ah": "Kh 8c"}[other[:2]]
    result = settle(
        SPEC,
        at(
            player(1, other, low, standard="10", fortune_bonus="5"),
            player(2, CLASSES[name], LOWS[name], standard="10"),
        ),
    )
    assert [item["amount"] for item in lines(result, 1, "envy")] == envy


def test_pennsylvania_30_no_envy_for_ones_own_or_the_dealers_hand():
    result = settle(
        SPEC,
        at(
            player(1, "Kh Jd 8d 7s 5s 3h 2h", "Jd 8d", standard="10", fortune_bonus="5"),
            player(2, FOUR, "Kd 5h", standard="10", fortune_bonus="5"),
            bank="4c 4d 4h 4s Ac As 2d",
            bank_low="Ac As",
        ),
    )
    assert not lines(result, 2, "envy")
    assert told(result, 1, "envy") == ("win", "5")


@pytest.mark.parametrize(
    ("stake", "won", "capped"),
    [
        ("9.99", "49950", False),
        ("9.998", "49990", False),
        ("10", "49990", True),
        ("20", "49990", True),
    ],
)
def test_pennsylvania_45_the_cap_is_on_all_a_player_is_paid_but_envy(stake, won, capped):
    # The standard wager's 10 comes first under the cap of 50,000.
    data = at(
        player(
            1, CLASSES["seven-card-straight-flush"], "6c 5c", standard="10", fortune_bonus=stake
        ),
        player(2, CLASSES["royal-match"], "Ks Qs", standard="10"),
        bank="9h 8s 7h 5d 3s 2c 2d",
        bank_low="3s 2c",
    )
    result = settle(SPEC, data)
    assert told(result, 1, "standard") == ("win", "10")
    assert told(result, 1, "fortune-bonus") == ("win", won)
    assert told(result, 1, "envy") == ("win", "1000")  # outside the cap
    assert ("by the maximum payout" in line(result, 1, "fortune-bonus")["because"]) == capped


@pytest.mark.parametrize(
    ("covers", "excludes", "bonus", "envy"),
    [
        ("bonus", "envy-and-progressive", "50000", "1000"),
        ("bonus", "envy", "50000", "1000"),
        ("bonus", "progressive", "50000", "0"),
        ("bonus", "nothing", "50000", "0"),
        ("all-wagers", "nothing", "49990", "0"),
    ],
)
def test_pennsylvania_45_what_the_cap_covers_is_a_statement(covers, excludes, bonus, envy):
    spec = derive(SPEC, fortune__cap_covers=covers, fortune__cap_excludes=excludes)
    result = settle(
        spec,
        at(
            player(
                1, CLASSES["seven-card-straight-flush"], "6c 5c", standard="10", fortune_bonus="20"
            ),
            player(2, CLASSES["royal-match"], "Ks Qs", standard="10"),
            bank="9h 8s 7h 5d 3s 2c 2d",
            bank_low="3s 2c",
        ),
    )
    assert told(result, 1, "fortune-bonus") == ("win", bonus)
    assert told(result, 1, "envy") == ("win", envy)


def test_pennsylvania_11_its_house_way_is_elsewhere():
    with pytest.raises(CertifyError, match=r"players\[0\].low: .*house way"):
        settle(SPEC, at(player(1, NOTHING, standard="10")))


def test_pennsylvania_26_irregularities_are_left_to_house_procedures():
    deferred = {"deferred": {"to": "house procedures", "at": {"clause": "FORTUNE", "lines": 26}}}
    spec = derive(SPEC, irregularities__foreign_card=deferred)
    with pytest.raises(CertifyError, match=r"irregularities.foreign_card .*house procedures"):
        settle(spec, at(player(1, NOTHING, LOW, standard="10"), events=["foreign-card"]))


def test_pennsylvania_the_house_covers_every_wager():
    with pytest.raises(CertifyError, match=r"bank\.stake: "):
        settle(SPEC, at(player(1, NOTHING, LOW, standard="10"), stake="5"))

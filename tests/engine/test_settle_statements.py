"""What no document of ours says, and another could: settlement still goes by the data."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from certify.base.errors import CertifyError
from certify.engine.settlement import Outcome, SettledSeat, total
from certify.engine.wager import _tell_pay
from certify.spec.validate import load_jurisdiction
from certify.spec.values import Pay
from tests.edits import edit, put_line, state

from .rounds import (
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

ACCEPTED = Path(__file__).resolve().parents[1] / "specs" / "accept"
SILENT = {"silent": True}
NOT_OFFERED = {"not_offered": True}
LOW_COPIED_HIGH_WON = player(1, "Kc 10d 8c 7d 5s 4c 2d", "10d 8c", standard="10")
LOW_COPIED_HIGH_LOST = player(1, "Jd 10d 8c 6s 5s 4c 2d", "10d 8c", standard="10")
BOTH_COPIED = player(1, "Qd 10d 8c 6s 4c 3c 2d", "10d 8c", standard="10")


@pytest.mark.parametrize(
    ("pay", "told_as"),
    [
        (Pay(Fraction(40)), "pays 40 to 1"),
        (Pay(Fraction(1, 2), Fraction(20)), "pays 0.50 to 1 and 20 in money"),
        (Pay(money=Fraction(75)), "pays 75 in money"),
        (Pay(Fraction(-1), Fraction(75)), "pays 75 in money, and the wager is lost"),
        (Pay(meter=Fraction(1, 10)), "pays 1/10 of the meter"),
        (Pay(Fraction(-1)), "loses"),
        (Pay(Fraction(-1, 2)), "loses 1/2 of the stake"),
    ],
)
def test_a_sum_of_money_is_not_told_as_a_multiple(pay, told_as):
    assert _tell_pay(pay) == told_as


@pytest.mark.parametrize(
    ("seat", "bank_wins", "player_wins"),
    [
        (LOW_COPIED_HIGH_WON, "push", "win"),
        (LOW_COPIED_HIGH_LOST, "lose", "push"),
        (BOTH_COPIED, "lose", "win"),
    ],
)
def test_who_wins_a_copy_settles_what_no_other_statement_does(seat, bank_wins, player_wins):
    for owner, expected in (("bank-wins", bank_wins), ("player-wins", player_wins)):
        spec = derive(
            "mbs",
            comparison__copy=owner,
            comparison__copy_and_win=SILENT,
            comparison__copy_and_lose=SILENT,
            comparison__copy_both=SILENT,
        )
        assert told(settle(spec, make(seat)), 1, "standard")[0] == expected
    nothing = derive(
        "mbs",
        comparison__copy=SILENT,
        comparison__copy_and_win=SILENT,
        comparison__copy_and_lose=SILENT,
        comparison__copy_both=SILENT,
    )
    with pytest.raises(CertifyError, match=r"comparison\.copy is needed"):
        settle(nothing, make(seat))


def test_copy_both_may_push():
    spec = derive("mbs", comparison__copy_both="push")
    assert told(settle(spec, make(BOTH_COPIED)), 1, "standard") == ("push", "0")


@pytest.mark.parametrize(
    ("pays", "commission", "won"),
    [(1, NOT_OFFERED, "10"), (2, "1/20", "19"), (1, "0", "10"), (1, "1/3", "20/3")],
)
def test_pays_and_commission_are_data(pays, commission, won):
    spec = derive("mbs", standard__pays=pays, standard__commission=commission)
    result = settle(spec, make(player(1, NOTHING, standard="10")))
    assert told(result, 1, "standard") == ("win", won)


def test_a_silent_commission_cannot_be_judged_and_the_message_names_the_reading():
    spec = derive("mbs", standard__commission=SILENT)
    with pytest.raises(CertifyError, match=r"standard\.commission .*--reading commission=VALUE"):
        settle(spec, make(player(1, NOTHING, standard="10")))
    # A wager that does not win needs none.
    assert told(settle(spec, make(player(1, NOTHING, "3d 2s", standard="10"))), 1, "standard") == (
        "push",
        "0",
    )
    read = settle(spec, make(player(1, NOTHING, standard="10")), commission="1/50")
    assert told(read, 1, "standard") == ("win", "9.80")


def test_without_a_lowest_hand_every_line_with_envy_counts_and_a_lowest_hand_can_cut_lines_off():
    data = make(
        player(1, NOTHING, standard="10", fortune_bonus="1"),
        player(2, CLASSES["royal-match"], standard="10"),
    )
    assert told(settle(derive("mbs", envy__lowest_hand=SILENT), data), 1, "envy") == ("win", "50")
    high = derive("mbs", envy__lowest_hand="seven-card-straight-flush")
    assert not lines(settle(high, data), 1, "envy")


def test_no_least_stake_for_envy_is_no_bar():
    spec = derive("mbs", envy__minimum_stake=NOT_OFFERED)
    data = make(
        player(1, NOTHING, standard="10", fortune_bonus="0.01"),
        player(2, CLASSES["royal-match"], standard="10"),
    )
    assert told(settle(spec, data), 1, "envy") == ("win", "50")


def test_envy_for_the_banks_hand_must_be_spoken_of_where_it_comes_up():
    data = make(
        player(1, NOTHING.replace("Kh Jh", "9s 8d"), standard="10", fortune_bonus="1"),
        player(2, CLASSES["royal-match"], standard="10"),
        bank="Ah Kh Qh Jh 10h Kc Qc",
    )
    assert not lines(settle("mbs", data), 1, "envy")
    with pytest.raises(CertifyError, match=r"envy\.bank_hand"):
        settle(derive("mbs", envy__bank_hand=SILENT), data)


def test_envy_for_ones_own_hand_must_be_spoken_of_where_it_comes_up():
    data = make(player(1, CLASSES["royal-match"], standard="10", fortune_bonus="1"))
    with pytest.raises(CertifyError, match=r"envy\.own_hand"):
        settle(derive("mbs", envy__own_hand=SILENT), data)
    assert not lines(settle(derive("mbs", envy__own_hand=NOT_OFFERED), data), 1, "envy")


@pytest.mark.parametrize(("foul", "result"), [("unaffected", "win"), ("loses", "lose")])
def test_a_foul_counts_for_a_bonus_that_stands_alone(foul, result):
    spec = derive("south-dakota", **BONUS_ALONE, fortune__foul=foul)
    data = make(player(1, CLASSES["flush"], "Kh Jh", fortune_bonus="1"), paytable="1")
    assert told(settle(spec, data), 1, "fortune-bonus")[0] == result


def test_a_line_on_the_hands_as_set_needs_a_setting():
    """A condition may name the hands as set; where nobody set them it cannot be judged."""
    spec = edit(
        derive("south-dakota", **BONUS_ALONE),
        put_line("fortune-bonus", "three-pair", "low", {"hand": "one-pair"}, "1"),
    )
    cards = CLASSES["three-pair"]
    with pytest.raises(CertifyError, match="as set, and no low hand is given"):
        settle(spec, make(player(1, cards, fortune_bonus="1"), paytable="1", bank_low="10h 8s"))
    for low, result in (("5c 5d", "push"), ("5c 2h", "lose")):
        data = make(player(1, cards, low, fortune_bonus="1"), paytable="1", bank_low="10h 8s")
        settled = settle(spec, data)
        assert told(settled, 1, "fortune-bonus")[0] == result


def test_equal_hands_need_a_statement_only_where_they_are_compared():
    equal = ("As Ad Kc Ks 9h 7d 5c", "Ad Ks")
    silent = {**BASE_GAME, "setting__equal_high_and_low": SILENT}
    with pytest.raises(CertifyError, match=r"setting\.equal_high_and_low"):
        settle(
            derive("south-dakota", **silent),
            make(player(1, *equal, standard="10"), paytable="1", bank_low="10h 8s"),
        )
    alone = derive("south-dakota", **BONUS_ALONE, setting__equal_high_and_low=SILENT)
    result = settle(alone, make(player(1, *equal, fortune_bonus="1"), paytable="1"))
    assert told(result, 1, "fortune-bonus") == ("lose", "-1")


def test_a_joker_without_a_statement_on_it_cannot_be_judged():
    spec = derive("mbs", deck__joker=SILENT)
    assert told(settle(spec, make(player(1, NOTHING, standard="10"))), 1, "standard")[0] == "win"
    with pytest.raises(CertifyError, match=r"deck\.joker"):
        settle(spec, make(player(1, "Joker Jh 9d 7s 5h 3d 2s", standard="10")))


def test_two_events_are_judged_each():
    spec = derive("mbs", irregularities__misdeal=SILENT)
    with pytest.raises(CertifyError, match=r"irregularities\.misdeal"):
        settle(spec, make(player(1, NOTHING, standard="10"), events=["foreign-card", "misdeal"]))
    both = settle(
        "mbs", make(player(1, NOTHING, standard="10"), events=["foreign-card", "misdeal-handled"])
    )
    found = line(both, 1, "standard")
    assert (found["result"], "5.1.1" in found["clause"]) == ("void", True)


def test_a_settlement_that_does_not_sum_to_zero_is_never_given():
    class Broken(Outcome):
        @property
        def amount(self):
            return self.paid + 1

    with pytest.raises(AssertionError, match="sum to zero"):
        total((SettledSeat(1, None, (Broken(1, "standard", "win", 1, 1, 0, (), ""),)),), None)


@pytest.mark.parametrize(
    ("excludes", "jackpot", "envy"),
    [
        ("nothing", "600", "0"),
        ("envy", "600", "50"),
        ("progressive", "1000", "50"),
        ("envy-and-progressive", "1000", "50"),
    ],
)
def test_a_cap_of_600_leaves_out_envy_or_what_the_meter_gives(excludes, jackpot, envy):
    """Five aces take a tenth of a meter of 10,000, and earn envy of 50 where one's own hand counts."""
    spec = edit(
        load_jurisdiction(ACCEPTED / "progressive.yaml"),
        state("jackpot.cap", "600 USD"),
        state("jackpot.cap_covers", "bonus"),
        state("jackpot.cap_excludes", excludes),
        state("jackpot.envy.own_hand", "counts"),
    )
    result = settle(spec, make(player(1, CLASSES["five-aces"], jackpot="1")))
    assert told(result, 1, "jackpot") == ("win", jackpot)
    assert told(result, 1, "envy")[1] == envy


def test_money_that_is_no_decimal_stays_exact():
    spec = derive("designated-player", standard__pays=3)
    result = settle(spec, make(player(1, NOTHING, standard="10"), stake="10"))
    found = lines(result, 1, "standard")
    assert [(item["result"], item["amount"]) for item in found] == [
        ("win", "10"),
        ("returned", "0"),
    ]
    assert "20/3 of the wager is returned" in found[1]["because"]

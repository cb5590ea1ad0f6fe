"""The round of the filing against rounds that a reviewer dealt, and against what no round can exceed."""

from functools import cache
from types import SimpleNamespace

import pytest

from certify.engine.round import Generator
from certify.filing.largest import _choose_low, _compile, _find_stake, _settle, find_largest
from certify.filing.rounds import list_rounds
from certify.findings.policy import load_policy
from certify.game.cards import parse_cards
from certify.wagers.limits import STANDARD
from tests.conftest import load

ROYALS = ("Ac Kc Qc Jc 10c Kd Qd", "Ah Kh Qh Jh 10h Ks Qs")
REVIEWED = {
    "mbs": (
        "2c 2h 2d 2s 3d 4s Jd",
        ("9c 8c 7c 6c 5c 4c 3c", "9h 8h 7h 6h 5h 4h 3h", "10d 9d 8d 7d 6d 5d 4d"),
        1_202_000 + 3 * 1_000,  # the bank pays the standard wager before commission
    ),
    "designated-player": (
        "Joker 10d 9c 8d 4s 3s 2h",
        ("8c 7c 6c 5c 4c 3c 2c", "9h 8h 7h 6h 5h 4h 3h", "Ad 7d 6d 5d 4d 3d 2d"),
        300_000 + 6 * 1_000 + 4 * 1_000,  # each player sets the best hand
    ),
    "pennsylvania": (
        "Joker 10d 9c 8d 4s 3s 2h",
        ("8c 7c 6c 5c 4c 3c 2c", "9h 8h 7h 6h 5h 4h 3h", "Ad 7d 6d 5d 4d 3d 2d"),
        370_000,
    ),
}
"""The bank's hand, three runs of seven cards (the fourth is 5 to J of spades), and what the round costs."""
PROVED = {"mbs": 1_208_000, "pennsylvania": 370_000}
"""Rounds that cost what no round exceeds: all single maxima together, or the common maximum payout."""
ASSUMED = {"mbs": True, "designated-player": True, "pennsylvania": False}
"""Whether the standard wager has figures: without a house way it has none."""


@cache
def find(name):
    """The round of the filing, from the highest payouts: nothing has to be counted for it."""
    jurisdiction = load(name)
    names = [wager.id for wager in jurisdiction.wagers] + [STANDARD] * ASSUMED[name]
    sheets = tuple(
        SimpleNamespace(
            has_figures=True,
            odds=SimpleNamespace(wager=wager, outcomes=list_pays(jurisdiction, wager), net=int),
        )
        for wager in names
    )
    return find_largest(jurisdiction, sheets, load_policy())


def list_pays(jurisdiction, wager):
    if wager == STANDARD:
        return (1,)
    lines = jurisdiction.find_wager(wager).paytables[0].lines
    return tuple(int(line.pays.value.times) for line in lines)


def compile_round(name):
    jurisdiction, policy = load(name), load_policy()
    main = jurisdiction.wagers[0]
    rulebook = _compile(jurisdiction, main.id, main.paytables[0].id, ASSUMED[name])
    stakes = {
        wager: _find_stake(rulebook, policy, wager)
        for wager in (*[STANDARD] * ASSUMED[name], *rulebook.wagers)
    }
    return rulebook, stakes


@pytest.mark.parametrize("name", REVIEWED)
def test_no_round_of_the_review_costs_more_than_the_filing_prints(name):
    bank, runs, cost = REVIEWED[name]
    hands = [parse_cards(text) for text in (*runs, "Js 10s 9s 8s 7s 6s 5s", *ROYALS)]
    rulebook, stakes = compile_round(name)
    settled, _ = _settle(rulebook, hands, parse_cards(bank), stakes)
    assert -settled.bank_net == cost
    largest = find(name)
    assert cost <= largest.loss.amount <= largest.bound.amount


@pytest.mark.parametrize("name", PROVED)
def test_the_true_maximum_is_reached(name):
    largest = find(name)
    assert largest.loss.amount == largest.bound.amount == PROVED[name]
    assert sum(seat.net.amount for seat in largest.seats) <= largest.loss.amount


def test_the_round_of_the_designated_player_is_told_with_its_bound():
    largest = find("designated-player")
    assert (largest.loss.amount, largest.bound.amount) == (310_000, 321_000)
    assert largest.gap.amount == 11_000


@pytest.mark.parametrize("name", REVIEWED)
def test_no_dealt_round_costs_more(name):
    """Rounds at random: every player sets the best hand."""
    rulebook, stakes = compile_round(name)
    worst = find(name).loss.amount
    for number in range(12):
        *hands, bank = Generator(7, number).deal(7)
        settled, played = _settle(rulebook, hands, bank, stakes)
        assert -settled.bank_net < worst
        if STANDARD in stakes:
            lows = [_choose_low(rulebook, cards, settled.bank) for cards in hands]
            assert [set(player.low) for player in played.players] == [set(low) for low in lows]


@pytest.mark.parametrize("name", ["mbs", "designated-player"])
def test_seats_bank_and_commission_of_a_settled_round_sum_to_zero(name):
    """Among them the largest round, in which each player sets the hand that is best."""
    rounds = list_rounds(load(name), None, find(name))
    assert [item.is_largest for item in rounds] == [False, False, True]
    for item in rounds:
        assert item.players_net == sum(seat.net for seat in item.settled.seats)
        assert item.players_net + item.bank.net + item.settled.commission == 0

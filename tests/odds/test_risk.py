"""Win and loss over many rounds: the command, the bound of the error, and what cannot be added."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from fractions import Fraction

import pytest

from certify.base.errors import CertifyError
from certify.odds.compute import Request, compute_odds
from certify.odds.result import CountedOutcome, Status, WagerOdds
from certify.odds.risk import find_risk
from certify.spec.values import Pay
from tests.cli.calls import call
from tests.conftest import load


def toss(win, lose, pays):
    """A wager that pays in `win` of `win + lose` deals."""
    outcomes = (
        CountedOutcome("win", win, Pay(Fraction(pays))),
        CountedOutcome("none", lose, Pay(Fraction(-1))),
    )
    return WagerOdds("toss", None, Status.EXACT, {}, deals=win + lose, outcomes=outcomes)


@pytest.mark.parametrize("rounds", [1, 10, 1001])
def test_an_even_toss_is_binomial(rounds):
    found = find_risk(toss(1, 2, 1), rounds)
    exact = sum(
        Fraction(math.comb(rounds, wins) * 2 ** (rounds - wins), 3**rounds)
        for wins in range(rounds // 2 + 1, rounds + 1)
    )
    assert abs(found.house_loses - exact) <= found.error + Fraction(1, 10**14)
    assert found.mean == Fraction(1, 3)


def test_a_rare_tail_has_a_relative_error():
    """One in 3**40 of all series: far below what a plain transform can tell from nothing."""
    found = find_risk(toss(1, 2, 1), 401)
    exact = float(
        sum(Fraction(math.comb(401, wins) * 2 ** (401 - wins), 3**401) for wins in range(201, 402))
    )
    assert exact < 1e-11
    assert float(found.house_loses) == pytest.approx(exact, rel=1e-6)
    assert found.error < exact / 100


def test_payouts_too_far_apart_are_refused():
    with pytest.raises(CertifyError, match="too far apart"):
        find_risk(toss(1, 10**9, 10**9), 100_000)


def test_the_command_prints_the_form_of_the_design():
    done = call("risk", "south-dakota", "--paytable", "1", "--wager", "fortune-bonus", "--json")
    assert done.code == 0
    data = json.loads(done.out)
    odds = next(
        item
        for item in compute_odds(
            load("south-dakota"), Request(("fortune-bonus",), "1", alternatives=False)
        )
    )
    found = find_risk(replace(odds), 100_000)
    assert data["rounds"] == 100_000
    assert float(data["mean"]) == pytest.approx(float(odds.house_edge))
    assert float(data["house_loses"]["probability"]) == pytest.approx(
        float(found.house_loses), rel=1e-5
    )
    assert [item["p"] for item in data["quantiles"]] == ["0.025", "0.975"]
    assert float(data["quantiles"][0]["win_percent"]) == pytest.approx(float(found.low * 100))

"""Random rounds through the engine: their money agrees with the exact odds, and a wrong figure is noticed."""

import json
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction

import pytest

from certify.base.errors import CertifyError
from certify.kernels.dealing import deal_pairs
from certify.odds import simulated
from certify.odds.compute import Request, compute_odds
from certify.odds.simulate import MoneyCheck, simulate
from certify.spec.compile import compile_rulebook
from tests.conftest import ROOT, load


def test_the_same_seed_gives_the_same_deals():
    assert (deal_pairs(50, 9) == deal_pairs(50, 9)).all()
    assert (deal_pairs(50, 9) != deal_pairs(50, 10)).any()
    assert all(len(set(row)) == 14 for row in deal_pairs(500, 1).tolist())
    assert deal_pairs(2, 0).tolist()[0][:7] == sorted(deal_pairs(2, 0).tolist()[0][:7])


def test_exact_odds_agree_and_wrong_ones_do_not():
    jurisdiction = load("south-dakota")
    rulebook = compile_rulebook(jurisdiction, None, {"fortune-bonus": "1"})
    request = Request(wagers=("fortune-bonus",), paytable="1", alternatives=False)
    odds = compute_odds(jurisdiction, request)
    assert all(check.agrees for check in simulate(rulebook, odds, 300, 5))
    moved = 100_000_000
    wrong = replace(
        odds[0],
        outcomes=tuple(
            replace(item, deals=item.deals + moved)
            if item.name == "flush"
            else replace(item, deals=item.deals - moved)
            if item.name == "none"
            else item
            for item in odds[0].outcomes
        ),
    )
    assert not all(check.agrees for check in simulate(rulebook, [wrong], 300, 5))


@pytest.mark.parametrize(("heads", "agrees"), [(500, True), (579, True), (580, False)])
def test_a_mean_may_lie_five_deviations_off(heads, agrees):
    """Of 1,000 throws at one half the deviation is the root of 250, so five of them are 79.06."""
    mean = Fraction(2 * heads - 1000, 1000)  # one unit on heads at even money
    check = MoneyCheck("coin", None, 1000, mean, Fraction(0), Fraction(1))
    assert check.agrees is agrees
    assert check.square == Fraction((heads - 500) ** 2, 250)


def test_the_command_says_so():
    command = [
        sys.executable,
        "-m",
        "certify",
        "simulate",
        "pennsylvania",
        "--deals",
        "400",
        "--seed",
        "4",
        "--json",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    assert data["agrees"] is True
    assert [item["wager"] for item in data["wagers"]] == [
        "fortune-bonus",
        "ace-high",
        "fortune-bonus envy",
    ]


def test_every_paytable_is_dealt_the_rounds_of_a_simulation_of_it_alone(monkeypatch):
    """One run for all of them gives what a run of each gives; the tallies carry mean and square."""
    monkeypatch.setattr(simulated, "DEALS", 25)
    monkeypatch.setenv("CERTIFY_CACHE", "off")
    jurisdiction = load("south-dakota")
    odds = compute_odds(jurisdiction, Request(wagers=("fortune-bonus",), alternatives=False))
    together = list(
        simulated.list_checks(jurisdiction, odds, simulated.deal_every_paytable(jurisdiction, odds))
    )
    assert [item.paytable for item in together[::2]] == ["1", "2", "3", "4", "6", "7"]
    for item in odds:
        rulebook = compile_rulebook(jurisdiction, None, {"fortune-bonus": item.paytable})
        alone = simulate(rulebook, [item], 25, simulated.SEED)
        assert [check for check in together if check.paytable == item.paytable] == alone


def test_what_the_engine_cannot_settle_is_said_and_not_dealt(monkeypatch):
    def refuse(_dealers, _deals, _progress):
        raise CertifyError("could not judge: who pays")

    monkeypatch.setenv("CERTIFY_CACHE", "off")
    monkeypatch.setattr(simulated, "deal_all", refuse)
    jurisdiction = load("south-dakota")
    odds = compute_odds(jurisdiction, Request(wagers=("fortune-bonus",), alternatives=False))
    found = simulated.deal_every_paytable(jurisdiction, odds)
    assert found == simulated.Simulation((), why_not="could not judge: who pays")
    assert found.describe()["money"] == []
    assert list(simulated.list_checks(jurisdiction, odds, found)) == []

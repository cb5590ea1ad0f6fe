"""Random deals: engine and kernel judge each alike, and a wrong figure is noticed."""

import json
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction

import pytest

from certify.kernels.dealing import deal_pairs
from certify.odds.compute import Request, compute_odds
from certify.odds.judges import judge_by_kernel, judge_plainly
from certify.odds.simulate import LineCheck, WagerCheck, simulate
from certify.spec.model import Rules
from tests.conftest import IDS, ROOT, load

WAGERS = {
    "mbs": ("standard", "fortune-bonus"),
    "designated-player": ("standard", "fortune-bonus", "ace-high"),
    "pennsylvania": ("fortune-bonus", "ace-high"),
    "south-dakota": ("fortune-bonus",),
    "california-bgc": ("fortune-bonus",),
}
CASES = [(name, {}) for name in IDS] + [
    ("designated-player", {"dealer-exposed": "before", "dealer-ace-high-push": "yes"}),
    ("designated-player", {"bonus-tie-with-dealer": "pays"}),
    ("south-dakota", {"joker": "wild"}),
    ("mbs", {"wheel": "second-highest", "house-way-joker": "completes"}),
]


@pytest.mark.parametrize(("name", "readings"), CASES)
def test_engine_and_kernel_judge_each_deal_alike(name, readings):
    jurisdiction = load(name)
    rules = Rules(jurisdiction, jurisdiction.paytables[0], readings)
    rows = deal_pairs(120, 20)
    assert judge_plainly(rules, WAGERS[name])(rows) == judge_by_kernel(rules, WAGERS[name])(rows)


def test_wild_paytables_are_judged_alike():
    jurisdiction = load("california-bgc")
    rules = Rules(jurisdiction, jurisdiction.paytable("FPG-07"), {})
    rows = deal_pairs(150, 3)
    assert judge_plainly(rules, ("fortune-bonus",))(rows) == judge_by_kernel(
        rules, ("fortune-bonus",)
    )(rows)


def test_the_same_seed_gives_the_same_deals():
    assert (deal_pairs(50, 9) == deal_pairs(50, 9)).all()
    assert (deal_pairs(50, 9) != deal_pairs(50, 10)).any()
    assert all(len(set(row)) == 14 for row in deal_pairs(500, 1).tolist())
    assert deal_pairs(2, 0).tolist()[0][:7] == sorted(deal_pairs(2, 0).tolist()[0][:7])


def test_exact_odds_agree_and_wrong_ones_do_not():
    jurisdiction = load("south-dakota")
    rules = Rules(jurisdiction, jurisdiction.paytables[0], {})
    odds = compute_odds(jurisdiction, Request(wagers=("fortune-bonus",), paytable="1"))
    assert all(check.agrees for check in simulate(rules, odds, 200_000, 5))
    first, *rest = odds[0].outcomes
    moved = 400_000
    wrong = replace(
        odds[0],
        outcomes=(
            first,
            *(
                replace(item, deals=item.deals + moved)
                if item.name == "flush"
                else replace(item, deals=item.deals - moved)
                if item.name == "straight"
                else item
                for item in rest
            ),
        ),
    )
    assert not all(check.agrees for check in simulate(rules, [wrong], 200_000, 5))


@pytest.mark.parametrize(("observed", "agrees"), [(500, True), (579, True), (580, False)])
def test_a_count_may_lie_five_deviations_off(observed, agrees):
    """Of 1,000 throws at one half the deviation is the root of 250, so five of them are 79.06."""
    lines = (
        LineCheck("heads", observed, 1000, Fraction(1, 2)),
        LineCheck("tails", 1000 - observed, 1000, Fraction(1, 2)),
    )
    check = WagerCheck("coin", None, lines)
    assert all(line.square <= 25 for line in lines) is agrees
    assert check.chi_square == (Fraction((observed - 500) ** 2, 250), 1)


def test_the_command_says_so():
    command = [
        sys.executable,
        "-m",
        "certify",
        "simulate",
        "pennsylvania",
        "--deals",
        "50000",
        "--seed",
        "4",
        "--json",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    assert data["agrees"] is True
    assert [item["wager"] for item in data["wagers"]] == ["fortune-bonus", "ace-high"]

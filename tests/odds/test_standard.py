"""The standard wager: golden figures, identities, the pairs, and the plain engine at random."""

from __future__ import annotations

import json
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction

import pytest

from certify.game.cards import DECK
from certify.game.house_way.rules import build_house_way, set_hand
from certify.game.rank import rank_high, rank_low
from certify.odds.house_way_readings import read_house_way
from certify.odds.pairs import PAIR_DEALS, count_pairs, label_ace_high
from certify.odds.standard import StandardRequest, compute_standard
from certify.spec.model import Rules
from tests.conftest import ROOT, load

GOLDEN = json.loads((ROOT / "tests" / "golden" / "standard.json").read_text(encoding="utf-8"))
HIDDEN = {name: item for name, item in GOLDEN.items() if "dealer-exposed" not in name}


def read(label: str) -> tuple[str, dict[str, str]]:
    name, _, case = label.partition(": ")
    pairs = [] if case == "adopted" else [item.split("=") for item in case.split(", ")]
    return name, dict(pairs)


def test_golden_figures_cover_every_reading_and_both_wheels():
    for name in ("mbs", "designated-player"):
        way = load(name).house_way
        keys = {key for rule in way for key in rule.get("under", {})}
        cases = [read(label)[1] for label in HIDDEN if label.startswith(f"{name}:")]
        for key in keys:
            assert any(set(case) == {key} for case in cases)
            assert any(set(case) == {key, "wheel"} for case in cases)
        assert {"wheel": "second-highest"} in cases
        assert {} in cases


@pytest.mark.parametrize("label", GOLDEN)
def test_golden_counts_sum_to_all_deals(label):
    assert sum(GOLDEN[label]["deals"].values()) == PAIR_DEALS


@pytest.mark.parametrize("label", HIDDEN)
def test_twice_the_lead_of_the_bank_is_the_copies(label):
    """2 (lose - win) = copies of low + copies of high, a copy of both counted once in each."""
    item = HIDDEN[label]
    lead = item["deals"]["lose"] - item["deals"]["win"]
    assert 2 * lead == item["copies"]["low"] + item["copies"]["high"]


@pytest.mark.parametrize("label", HIDDEN)
def test_pushes_are_the_hands_that_won_one_half(label):
    item = HIDDEN[label]
    assert item["deals"]["push"] == item["pushes"]["low_won"] + item["pushes"]["high_won"]


@pytest.mark.parametrize("label", GOLDEN)
def test_ace_high_counts_are_those_of_the_pairs(label):
    """The same integers, from the pairs of hand classes and from the settings."""
    deals = count_pairs(wild=False).group(label_ace_high)
    item = GOLDEN[label]["bank_ace_high"]
    aces = ("ace-high", "ace-high-with-joker")
    assert item["bank_without_joker"] == deals["other", "ace-high"]
    assert item["bank_with_joker"] == deals["other", "ace-high-with-joker"]
    assert item["both"] == sum(deals[one, two] for one in aces for two in aces)


def test_the_certificates_hold_the_golden_edges():
    for name in ("mbs", "designated-player"):
        path = ROOT / "jurisdictions" / f"{name}.certificate.json"
        wagers = json.loads(path.read_text(encoding="utf-8"))["wagers"]
        standard = next(item for item in wagers if item["wager"] == "standard")
        assert standard["house_edge"]["fraction"] == GOLDEN[f"{name}: adopted"]["house_edge"]


def test_seeing_the_bank_is_worth_more_than_any_house_way():
    hidden = Fraction(GOLDEN["designated-player: adopted"]["house_edge"])
    seen = Fraction(GOLDEN["designated-player: dealer-exposed=before"]["house_edge"])
    pushed = Fraction(
        GOLDEN["designated-player: dealer-exposed=before, dealer-ace-high-push=yes"]["house_edge"]
    )
    assert seen < 0 < pushed
    assert seen < hidden


@pytest.mark.parametrize("name", ["south-dakota", "california-bgc", "pennsylvania"])
def test_a_deferred_house_way_gives_no_figures(name):
    jurisdiction = load(name)
    odds = compute_standard(Rules(jurisdiction, jurisdiction.paytables[0], {}), StandardRequest())
    assert odds.status == "deferred"
    assert not odds.deals
    assert any("setting.house_way" in item for item in odds.missing)


def judge(first: int, count: int, name: str) -> Counter[str]:
    """Counts of how low and high compare, by the plain engine."""
    from certify.kernels.dealing import deal_pairs

    jurisdiction = load(name)
    house_way = build_house_way(jurisdiction.house_way)
    readings, rank_rules = read_house_way(jurisdiction, {})

    def rank(codes: list[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        setting = set_hand(house_way, tuple(DECK[code] for code in codes), readings, rank_rules)
        return rank_low(setting.low, rank_rules), rank_high(setting.high, rank_rules)

    counts: Counter[str] = Counter()
    for row in deal_pairs(count, first).tolist():
        own, bank = rank(row[:7]), rank(row[7:])
        won = (own[0] > bank[0]) + (own[1] > bank[1])
        counts[("lose", "push", "win")[won]] += 1
        counts["copies low"] += own[0] == bank[0]
        counts["copies high"] += own[1] == bank[1]
    return counts


def hold_against_golden(name: str, deals: int, processes: int) -> None:
    with ProcessPoolExecutor(processes) as pool:
        jobs = [pool.submit(judge, 1000 + number, deals // 40, name) for number in range(40)]
        counts = sum((job.result() for job in jobs), Counter())
    golden = GOLDEN[f"{name}: adopted"]
    exact = {
        **golden["deals"],
        "copies low": golden["copies"]["low"],
        "copies high": golden["copies"]["high"],
    }
    for key, number in exact.items():
        chance = Fraction(number, PAIR_DEALS)
        difference = counts[key] - deals * chance
        assert difference**2 <= 16 * deals * chance * (1 - chance), (key, counts[key])


@pytest.mark.parametrize("name", ["mbs", "designated-player"])
def test_the_plain_engine_agrees_on_random_deals(name):
    hold_against_golden(name, 4_000, 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["mbs", "designated-player"])
def test_the_plain_engine_agrees_on_two_million_random_deals(name):
    """Within four standard deviations on each count."""
    hold_against_golden(name, 2_000_000, 2)


@pytest.mark.slow
@pytest.mark.parametrize("label", ["mbs: adopted", "designated-player: dealer-exposed=before"])
def test_golden_figures_are_computed_anew(label, monkeypatch):
    monkeypatch.setenv("CERTIFY_CACHE", "off")
    name, readings = read(label)
    jurisdiction = load(name)
    odds = compute_standard(
        Rules(jurisdiction, jurisdiction.paytables[0], dict(readings)), StandardRequest()
    )
    assert str(odds.house_edge) == GOLDEN[label]["house_edge"]


@pytest.mark.slow
def test_best_play_against_a_hidden_bank():
    """The sums that choose the best settings give the house way's own counts too, to the last deal."""
    from certify.kernels.optimal import find_best_settings
    from certify.kernels.subsets import FULL_DECK
    from certify.odds.settings import read_modes, set_all
    from certify.odds.standard import _describe_inputs, _find_basis, _find_pays

    jurisdiction = load("mbs")
    basis = _find_basis(Rules(jurisdiction, jurisdiction.paytables[0], {}), None)
    inputs = _describe_inputs(basis)
    lows, highs = set_all(inputs, basis.house_way)
    pays = _find_pays(basis)
    found = find_best_settings(FULL_DECK, lows, highs, **read_modes(inputs), pays=pays)
    golden = GOLDEN["mbs: adopted"]
    assert {"win": found.house.win, "push": found.house.push, "lose": found.house.lose} == golden[
        "deals"
    ]
    assert found.best.edge(pays) < Fraction(golden["house_edge"])
    assert found.departures.hands == 13_348_242

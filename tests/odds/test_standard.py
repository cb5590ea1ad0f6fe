"""The standard wager: golden figures, identities, the pairs, and the plain engine at random."""

from __future__ import annotations

import json
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction

import pytest

from certify.game.cards import DECK
from certify.game.house_way.build import build_house_way
from certify.game.house_way.rules import set_hand
from certify.game.rank import RankRules, rank_high, rank_low
from certify.odds import standard
from certify.odds.compute import Request, compute_odds
from certify.odds.counts import count_pairs
from certify.odds.result import CountedOutcome, Status
from certify.odds.standard import CountedStandard, count_standard
from certify.spec.compile import compile_rulebook
from certify.spec.values import LOSES
from tests.conftest import ROOT, load
from tests.odds.test_pairs import PAIR_DEALS, is_ace_high

GOLDEN = json.loads((ROOT / "tests" / "golden" / "standard.json").read_text(encoding="utf-8"))
HIDDEN = {name: item for name, item in GOLDEN.items() if "dealer-exposed" not in name}


def read(label: str) -> tuple[str, dict[str, str]]:
    name, _, case = label.partition(": ")
    pairs = [] if case == "adopted" else [item.split("=") for item in case.split(", ")]
    return name, dict(pairs)


def test_golden_figures_cover_every_reading_and_both_wheels():
    for name in ("mbs", "designated-player"):
        way = load(name).house_way
        keys = {key for rule in way["rules"] for key in rule.get("under", {})}
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
    item = GOLDEN[label].get("bank_ace_high")
    if item is None:
        pytest.skip("this figure was written without them")
    found = {"both": 0, "bank_without_joker": 0, "bank_with_joker": 0}
    for (own, bank), number in count_pairs(RankRules()).views.items():
        if is_ace_high(bank):
            alone = "bank_with_joker" if bank.joker else "bank_without_joker"
            found["both" if is_ace_high(own) else alone] += number
    assert item == found


def test_the_certificates_hold_the_golden_edges():
    for name in ("mbs", "designated-player"):
        path = ROOT / "jurisdictions" / f"{name}.certificate.json"
        wagers = json.loads(path.read_text(encoding="utf-8"))["wagers"]
        standard = next(item for item in wagers if item["wager"] == "standard")
        assert standard["house_edge"] == GOLDEN[f"{name}: adopted"]["house_edge"]


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
    odds = compute_odds(load(name), Request(wagers=("standard",)))[0]
    assert odds.status is Status.DEFERRED
    assert not odds.deals
    assert any("setting.house_way" in item for item in odds.missing)


LEADS = "mbs: deck.low_hand_ranking=pairs-then-highest-card"
"""Of two low hands without a pair the higher card alone counts."""


def judge(first: int, count: int, label: str) -> Counter[str]:
    """Counts of how low and high compare, by the plain engine."""
    from certify.kernels.dealing import deal_pairs

    jurisdiction = load(read(label)[0])
    house_way = build_house_way(jurisdiction.house_way)
    rulebook = compile_rulebook(jurisdiction)
    readings = {key: str(item.value) for key, item in rulebook.house_way_readings.items()}
    rank_rules = rulebook.ranking.rank_rules()

    def rank(codes: list[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        setting = set_hand(house_way, tuple(DECK[code] for code in codes), readings, rank_rules)
        low = rank_low(setting.low, rank_rules)
        return low[:2] if label == LEADS else low, rank_high(setting.high, rank_rules)

    counts: Counter[str] = Counter()
    for row in deal_pairs(count, first).tolist():
        own, bank = rank(row[:7]), rank(row[7:])
        won = (own[0] > bank[0]) + (own[1] > bank[1])
        counts[("lose", "push", "win")[won]] += 1
        counts["copies low"] += own[0] == bank[0]
        counts["copies high"] += own[1] == bank[1]
    return counts


def hold_against_golden(label: str, deals: int, processes: int) -> None:
    with ProcessPoolExecutor(processes) as pool:
        jobs = [pool.submit(judge, 1000 + number, deals // 40, label) for number in range(40)]
        counts = sum((job.result() for job in jobs), Counter())
    golden = GOLDEN[label]
    exact = {
        **golden["deals"],
        "copies low": golden["copies"]["low"],
        "copies high": golden["copies"]["high"],
    }
    for key, number in exact.items():
        chance = Fraction(number, PAIR_DEALS)
        difference = counts[key] - deals * chance
        assert difference**2 <= 16 * deals * chance * (1 - chance), (key, counts[key])


PLAYED = ["mbs: adopted", LEADS, "designated-player: adopted"]


@pytest.mark.parametrize("label", PLAYED)
def test_the_plain_engine_agrees_on_random_deals(label):
    hold_against_golden(label, 4_000, 1)


@pytest.mark.slow
@pytest.mark.parametrize("label", PLAYED)
def test_the_plain_engine_agrees_on_two_million_random_deals(label):
    """Within four standard deviations on each count."""
    hold_against_golden(label, 2_000_000, 2)


def test_coarser_low_hands_move_only_hands_that_were_won_or_lost_low():
    """High hands compare as before; what were copies of low hands stay so, and others join them."""
    usual, leads = GOLDEN["mbs: adopted"], GOLDEN[LEADS]
    assert leads["copies"]["high"] == usual["copies"]["high"]
    assert leads["copies"]["low"] > usual["copies"]["low"]
    gained = leads["copies"]["low"] - usual["copies"]["low"]
    lead = [item["deals"]["lose"] - item["deals"]["win"] for item in (usual, leads)]
    assert (
        2 * (lead[1] - lead[0]) == gained
    )  # each new copy goes to the bank, half of them were its own


@pytest.mark.slow
@pytest.mark.parametrize(
    "label", ["mbs: adopted", LEADS, "designated-player: dealer-exposed=before"]
)
def test_golden_figures_are_computed_anew(label, monkeypatch):
    monkeypatch.setenv("CERTIFY_CACHE", "off")
    name, readings = read(label)
    counted = count_standard(compile_rulebook(load(name), {None: dict(readings)}))
    assert str(counted.house_edge) == GOLDEN[label]["house_edge"]
    assert {item.name: item.deals for item in counted.outcomes} == GOLDEN[label]["deals"]


@pytest.mark.slow
def test_best_play_against_a_hidden_bank():
    """The sums that choose the best settings give the house way's own counts too, to the last deal."""
    readings = {None: {"player-strategy": "optimal"}}
    counted = count_standard(compile_rulebook(load("mbs"), readings))
    golden = GOLDEN["mbs: adopted"]
    assert counted.house_edge < Fraction(golden["house_edge"])
    assert sum(item.deals for item in counted.outcomes) == PAIR_DEALS
    assert counted.details["departing_hands"] == 13_348_242


@pytest.mark.parametrize("name", ["south-dakota", "california-bgc", "pennsylvania"])
def test_figures_under_an_assumed_house_way_still_name_what_is_missing(name, monkeypatch):
    """They are no figures of the document alone, so the status stays and the assumption is named."""
    one = CountedStandard(1, (CountedOutcome("lose", 1, LOSES),), None, {})
    monkeypatch.setattr(standard, "count_standard", lambda *_: one)
    (alone,) = compute_odds(load(name), Request(wagers=("standard",)))
    (odds,) = compute_odds(load(name), Request(wagers=("standard",), assumed=load("mbs")))
    assert odds.has_figures
    assert not alone.has_figures
    assert odds.status is alone.status is Status.DEFERRED
    assert odds.missing == alone.missing
    assert any(item.startswith("setting.house_way: deferred to") for item in odds.missing)
    assert odds.assumption.startswith("the house way of mbs; from mbs: ")
    assert "setting.equal_high_and_low" in odds.assumption

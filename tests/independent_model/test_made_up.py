"""Made-up house ways that use every word of the language, against their second reading."""

import csv
import io
from functools import cache
from math import comb
from random import Random

import pytest

from certify.base.load import load_file
from certify.game.cards import DECK, parse_cards
from certify.game.house_way import lows as low_words
from certify.game.house_way import rules as rule_words
from certify.game.house_way.build import build_house_way
from certify.game.house_way.faults import list_house_way_faults
from certify.game.house_way.lows import Selector
from certify.game.house_way.rules import set_hand
from certify.game.rank import RankRules
from certify.game.vocabulary import PATTERN
from certify.odds.house_way_proof import describe_proof, prove_table
from certify.odds.house_way_table import export_table, tabulate_house_way
from certify.spec.expand import expand
from tests.conftest import ROOT
from tests.independent_model.house_way_made_up import READERS
from tests.independent_model.poker import JOKER, rank_high, rank_low, rest
from tests.independent_model.test_every_input import distinct_inputs

RULES = {name: RankRules(jokers=0 if name == "quarry" else 1) for name in READERS}
DEALS = {name: comb(52 + RULES[name].jokers, 7) for name in READERS}
ADOPTED = {
    "harbour": {"house-way-tie-break": "best-high"},
    "meadow": {
        "house-way-meadow-joker": "one-more-ace",
        "house-way-tie-break": "lowest-high",
    },
    "quarry": {"house-way-tie-break": "best-high"},
    "orchard": {"house-way-tie-break": "best-high"},
}
CASES = [(name, {}) for name in READERS] + [("meadow", {"house-way-meadow-joker": "kept-apart"})]


@cache
def data_of(name):
    return expand(load_file(ROOT / "tests" / "house_way_files" / f"{name}.yaml")).data


@cache
def table_of(name):
    return tabulate_house_way(build_house_way(data_of(name)), RULES[name])


def list_inputs(name):
    return [(cards, weight) for cards, weight in distinct_inputs() if dealt(name, cards)]


def dealt(name, cards):
    return RULES[name].jokers or JOKER not in cards


def judge(cards, low):
    return rank_low(low), rank_high(rest(cards, low))


def find_differences(name, readings, inputs):
    house_way = build_house_way(data_of(name))
    different = []
    for cards, _ in inputs:
        setting = set_hand(
            house_way, tuple(DECK[code] for code in cards), ADOPTED[name] | readings, RULES[name]
        )
        first = tuple(card.code for card in setting.low)
        second = READERS[name](cards, readings)
        if judge(cards, first) != judge(cards, second):
            different.append((cards, first, second, setting.rule.rule))
    return different


def test_together_they_use_every_word():
    rules = [rule for name in READERS for rule in build_house_way(data_of(name)).rules]
    data = [rule for name in READERS for rule in data_of(name)["rules"]]
    asked = {condition.name for rule in rules for condition, _ in rule.when}
    named = {part.name for rule in rules for part in rule.low.parts if isinstance(part, Selector)}
    assert asked | {"shape"} == set(rule_words.REGISTRY)
    assert named == set(low_words.REGISTRY)
    patterns = [rule["low"] for rule in data if isinstance(rule["low"], dict)]
    assert {word for pattern in patterns for word in pattern} == set(PATTERN)
    kinds = {type(rule["when"].get("complete")) for rule in data if "when" in rule}
    assert {bool, str, list} <= kinds
    assert any(isinstance(rule["low"], list) for rule in data)
    assert {type(rule["provided"]) for rule in data if "provided" in rule} == {dict, list}
    assert any("shape" not in rule.get("when", {}) for rule in data)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name != "meadow")) for name in READERS]
)
def test_each_is_without_a_fault_and_proved_over_all_hands(name):
    assert not list(list_house_way_faults(data_of(name)))
    proof = describe_proof(prove_table(table_of(name), ADOPTED[name]))
    assert proof["holds"], proof
    assert proof["hands"] == DEALS[name] == sum(item["hands"] for item in proof["rules"])
    assert proof["inputs"] == len(list_inputs(name))
    assert proof["verdict"] == ("proved-except" if name == "meadow" else "proved")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name != "meadow")) for name in READERS]
)
def test_each_exports_all_hands_as_the_engine_sets_them(name):
    stream = io.StringIO()
    house_way = build_house_way(data_of(name))
    assert export_table(table_of(name), ADOPTED[name], stream) == len(list_inputs(name))
    stream.seek(0)
    rows = list(csv.DictReader(stream))
    assert sum(int(row["weight"]) for row in rows) == DEALS[name]
    for row in rows[::1499]:
        setting = set_hand(house_way, parse_cards(row["cards"], 7), ADOPTED[name], RULES[name])
        assert set(setting.low) == set(parse_cards(row["low"], 2))
        assert setting.rule.rule == row["rule"]


@pytest.mark.parametrize(("name", "readings"), CASES)
def test_agreement_on_a_sample(name, readings):
    """Inputs at random, and as many where a complete hand of one suit or the joker is about."""
    source = Random(name)
    inputs = list_inputs(name)
    rare = [item for item in inputs if item[1] <= 12]
    chosen = [*source.sample(inputs, 800), *source.sample(rare, 800)]
    assert not find_differences(name, readings, chosen)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "readings"), CASES)
def test_agreement_on_every_distinct_input(name, readings):
    """The settings that proof, export and odds use, against the second reading."""
    table = table_of(name)
    played = table.play(ADOPTED[name] | readings)
    different = []
    for place, codes in enumerate(table.inputs.representatives.tolist()):
        cards = tuple(codes)
        first = tuple(table.hands.cards_of(place, int(played.splits[place]))[0])
        second = READERS[name](cards, readings)
        if judge(cards, first) != judge(cards, second):
            different.append((cards, first, second))
    assert len(table.inputs.weights) == len(list_inputs(name))
    assert not different

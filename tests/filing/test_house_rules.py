"""The rules of a house way in words: those in force, counted once for everybody."""

import pytest

from certify.filing.standard import summarise_proof, word_low
from certify.game.house_way.build import build_house_way
from certify.odds.house_way_readings import find_proof, read_house_way
from certify.spec.compile import compile_rulebook
from tests.conftest import load


@pytest.mark.parametrize("name", ["mbs", "designated-player"])
def test_the_rules_in_force_are_those_of_the_proof(name):
    jurisdiction = load(name)
    rulebook = compile_rulebook(jurisdiction)
    way = build_house_way(rulebook.house_way)
    in_force = way.list_in_force(read_house_way(rulebook))
    summary = summarise_proof(jurisdiction)
    data = find_proof(rulebook)
    assert summary is not None
    assert data is not None
    assert [item.rule for item in summary.rules] == [rule.rule for rule in in_force]
    assert summary.rules_in_force == data["rules_in_force"]
    assert summary.rules_written == len(rulebook.house_way["rules"])
    assert sum(item.hands for item in summary.rules) + summary.unset == summary.hands


def test_a_rule_is_worded_without_code_words():
    summary = summarise_proof(load("mbs"))
    assert summary is not None
    for item in summary.rules:
        assert "_" not in item.when + item.low
        assert "-A" not in item.when


def test_a_low_hand_names_classes_as_people_do_and_keeps_ranges():
    low = {"low": {"of": "pair", "holding": "2-6", "leaving": ["three-of-a-kind", "five-aces"]}}
    assert word_low(low) == "a pair holding 2-6 leaving three of a kind or five aces"

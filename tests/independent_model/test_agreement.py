"""The house ways as data against their second, independent reading in plain Python."""

import pytest

from certify.game.cards import DECK
from certify.game.house_way.build import build_house_way
from certify.game.house_way.rules import set_hand
from certify.odds.house_way_readings import read_house_way
from certify.spec.compile import compile_rulebook
from certify.spec.readings import parse_readings
from tests.conftest import load
from tests.independent_model import house_way_designated_player, house_way_mbs
from tests.independent_model.poker import rank_high, rank_low, rest
from tests.independent_model.test_every_input import distinct_inputs

READERS = {"mbs": house_way_mbs, "designated-player": house_way_designated_player}


def find_differences(name, places, changed=None):
    jurisdiction = load(name)
    house_way = build_house_way(jurisdiction.house_way)
    asked = tuple(f"{key}={value}" for key, value in (changed or {}).items())
    rulebook = compile_rulebook(jurisdiction, parse_readings(jurisdiction, asked))
    readings, rank_rules = read_house_way(rulebook), rulebook.ranking.rank_rules()
    different = []
    for cards, _ in places:
        setting = set_hand(house_way, tuple(DECK[code] for code in cards), readings, rank_rules)
        first = tuple(card.code for card in setting.low)
        second, _ = READERS[name].set_hand(cards, readings)
        if (rank_low(first), rank_high(rest(cards, first))) != (
            rank_low(second),
            rank_high(rest(cards, second)),
        ):
            different.append((cards, first, second))
    return different


@pytest.mark.parametrize("name", READERS)
def test_agreement_on_a_sample(name):
    assert not find_differences(name, distinct_inputs()[::197])


@pytest.mark.parametrize("name", READERS)
def test_agreement_on_a_sample_under_every_reading(name):
    for key, values in READERS[name].READINGS.items():
        for value in values[1:]:
            assert not find_differences(name, distinct_inputs()[::401], {key: value}), (key, value)


@pytest.mark.slow
@pytest.mark.parametrize("name", READERS)
def test_agreement_on_every_distinct_input(name):
    assert not find_differences(name, distinct_inputs())

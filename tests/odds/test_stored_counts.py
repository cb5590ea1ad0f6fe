"""What is made of counts of two hands as set, whether they were stored or are new: each cell in its place."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import pytest

from certify.game.rank import RankRules
from certify.odds import count_settings as odds
from certify.odds.count_settings import SettingView
from certify.odds.count_views import HouseWaySetting

RULES = RankRules()
DEALS = comb(53, 7) * comb(46, 7)
SETTING = HouseWaySetting({"house_way": "ours"}, lambda: None)
RESULTS = [[Fraction(-1), Fraction(-1), Fraction(0)], [-1, -1, 0], [0, 0, Fraction(19, 20)]]


@pytest.fixture
def stored(monkeypatch):
    """The store gives what it is told to, and notes what it was asked."""
    asked = {}

    def remember(kind, inputs, compute):
        asked["kind"], asked["inputs"] = kind, inputs
        return asked["result"]

    monkeypatch.setattr(odds, "remember", remember)
    return asked


def make_cells(tags, *, total=DEALS):
    """Numbers by player, bank, low and high, each another power of two but the last."""
    cells = list(product(range(tags), range(tags), range(3), range(3)))
    numbers = {cell: 1 << place for place, cell in enumerate(cells)}
    numbers[cells[-1]] += total - sum(numbers.values())
    table = [
        [[[numbers[p, b, low, high] for high in range(3)] for low in range(3)] for b in range(tags)]
        for p in range(tags)
    ]
    return numbers, table


@pytest.mark.parametrize("keep", [False, True])
def test_every_cell_of_two_settings_is_in_its_place(stored, keep):
    numbers, stored["result"] = make_cells(2)
    found = odds.count_settings(RULES, SETTING, keep_player=keep)
    assert found.deals == DEALS == sum(found.views.values())
    for bank, low, high in product(range(2), range(3), range(3)):
        own = [numbers[player, bank, low, high] for player in range(2)]
        for player in range(2):
            view = SettingView(low - 1, high - 1, bank, player)
            expected = own[player] if keep else (sum(own) if player == 0 else 0)
            assert found.views.get(view, 0) == expected
    assert stored["kind"] == "settings"
    assert stored["inputs"] == {"setting": {"house_way": "ours"}, "tags": []}


@pytest.mark.parametrize("jokers", [0, 1])
def test_settings_that_do_not_sum_to_all_deals_are_never_given(stored, jokers):
    every = comb(52 + jokers, 7) * comb(45 + jokers, 7)
    rules = RankRules(jokers=jokers)
    _, stored["result"] = make_cells(1, total=every)
    assert odds.count_settings(rules, SETTING).deals == every
    _, stored["result"] = make_cells(1, total=every + 1)
    with pytest.raises(AssertionError, match="do not sum to all deals"):
        odds.count_settings(rules, SETTING)


def test_a_choice_is_told_by_its_result_and_the_banks_tag(stored):
    stored["result"] = [[5, 0, 7], [11, 13, DEALS - 36]]
    found = odds.count_choices(RULES, SETTING, RESULTS)
    lost, pushed, won = Fraction(-1), Fraction(0), Fraction(19, 20)
    assert found.results == {
        (lost, 0): 5,
        (won, 0): 7,
        (lost, 1): 11,
        (pushed, 1): 13,
        (won, 1): DEALS - 36,
    }
    assert found.deals == DEALS
    assert stored["kind"] == "choices"
    assert set(stored["inputs"]) == {"setting", "tags", "levels"}
    assert stored["inputs"]["levels"] == [[[0, 2], [2, 0]], [[2, 2]]]


def test_best_play_is_told_with_its_departures(stored):
    item = {
        "cards": "As",
        "house_way_low": "Ks",
        "best_low": "Qs",
        "cost": "1/3",
        "hands_of_the_kind": 4,
    }
    stored["result"] = {
        "deals": [5, 7, DEALS - 25],
        "pushed": 13,
        "departing_hands": 6,
        "costliest": [item],
    }
    found = odds.find_best(RULES, SETTING, RESULTS)
    assert found.results == {Fraction(-1): 5, Fraction(0): 7, Fraction(19, 20): DEALS - 25}
    assert (found.pushed, found.departing_hands) == (13, 6)
    assert found.costliest == (odds.Departure("As", "Ks", "Qs", Fraction(1, 3), 4),)
    assert stored["kind"] == "best"
    assert set(stored["inputs"]) == {"setting", "pushes", "results"}
    stored["result"]["pushed"] = 12
    with pytest.raises(AssertionError, match="do not sum to all deals"):
        odds.find_best(RULES, SETTING, RESULTS)


def test_the_hands_that_push_are_part_of_the_question(stored):
    _, stored["result"] = make_cells(1)

    def tag(view):
        return int(view.highest == 12)

    odds.count_settings(RULES, SETTING, tag)
    tagged = stored["inputs"]["tags"]
    assert tagged
    assert all(number == 1 and '"highest": 12' in view for view, number in tagged)
    assert tagged == sorted(tagged)
    odds.count_settings(RULES, SETTING, lambda view: 0)
    assert stored["inputs"]["tags"] == []

"""What is not in the store is counted: of a reduced deck, dealt through in plain Python.

The store is stood in for by one that is empty, keeps what it is brought, and then gives numbers that sum to
all deals of the full deck, as whoever asks it checks.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import product
from math import comb

import numpy as np
import pytest

from certify.base.errors import CertifyError, NotCounted
from certify.game.cards import DECK
from certify.game.house_way.build import build_house_way
from certify.game.house_way.rules import set_hand
from certify.game.rank import RankRules
from certify.game.views import Aspect
from certify.kernels import rank, settings
from certify.kernels.deck import Deck
from certify.kernels.keys import distinct_inputs
from certify.kernels.rank import high_value, low_value
from certify.odds import count_settings as odds
from certify.odds import counts, house_way_table
from certify.odds.count_views import HouseWaySetting, describe_view, read_view
from tests.house_ways import PLAIN, TIE, declare, read_rules
from tests.kernels import plain
from tests.odds.test_count_settings import TABLES, Dealt, compare, compare_leads
from tests.odds.test_counts import look_at_all

SMALL = Deck((0, 1, 2, 3, 4, 11, 12), 2, 0)
RULES = RankRules(jokers=0)
DEALS = comb(52, 7) * comb(45, 7)
RESULTS = TABLES["copies to the bank"]
ASKED = {"way": "second best"}


def tag(view):
    """2 with three pairs, 1 with a flush, 0 for other hands."""
    return 2 if "three-pair" in view.held else int("flush" in view.held)


def tag_cards(row):
    ranks, suits = (Counter(side) for side in zip(*plain.cards_of(row), strict=True))
    return 2 if sum(n > 1 for n in ranks.values()) > 2 else int(max(suits.values()) > 4)


@cache
def deal():
    dealt = Dealt(RULES, SMALL)
    dealt.tags = [tag_cards(row) for row in dealt.rows]
    assert set(dealt.tags) == {0, 1, 2}
    return dealt


def make_setting():
    return HouseWaySetting(ASKED, deal().setting().load)


@pytest.fixture
def empty(monkeypatch):
    kept = {}

    def remember(kind, inputs, compute):
        kept.update(kind=kind, inputs=inputs, computed=compute())
        json.dumps(inputs)  # it is hashed as plain data
        return kept["given"]

    for module in (odds, counts):
        monkeypatch.setattr(module, "remember", remember)
        monkeypatch.setattr(module, "find_deck", lambda _rules: SMALL)
    return kept


def list_cells(table):
    cells = np.array(table)
    return {place: int(cells[place]) for place in zip(*np.nonzero(cells), strict=True)}


@pytest.mark.parametrize(
    "lows",
    [pytest.param("pairs-then-high-card", marks=pytest.mark.slow), "pairs-then-highest-card"],
)
def test_two_settings_are_counted_deal_by_deal(empty, lows):
    dealt, rules = deal(), replace(RULES, lows=lows)
    empty["given"] = [[[[DEALS, 0, 0], [0] * 3, [0] * 3]]]
    odds.count_settings(rules, make_setting(), tag)
    side_by_side = compare if lows == RULES.lows else compare_leads
    expected = Counter()
    for i, j in dealt.list_pairs():
        low, high = side_by_side(dealt.bank[i], dealt.bank[j])
        expected[dealt.tags[i], dealt.tags[j], low + 1, high + 1] += 1
    assert list_cells(empty["computed"]) == expected
    plain = lows == RULES.lows
    assert empty["inputs"]["setting"] == (ASKED if plain else {**ASKED, "lows": lows})


def test_an_answer_to_a_bank_that_is_seen_is_counted_deal_by_deal(empty):
    dealt = deal()
    empty["given"] = [[DEALS, 0, 0]]
    odds.count_choices(RULES, make_setting(), RESULTS, tag)
    expected = Counter()
    for i, j in dealt.list_pairs():
        sides = (compare(option, dealt.bank[j]) for option in dealt.options[i])
        best = max(RESULTS[low + 1][high + 1] for low, high in sides)
        expected[dealt.tags[j], sorted({-1, 0, RESULTS[2][2]}).index(best)] += 1
    assert list_cells(empty["computed"]) == expected


@pytest.mark.parametrize("pushing", [False, True])
def test_best_play_is_counted_deal_by_deal(empty, pushing):
    dealt = deal()
    empty["given"] = {
        "deals": [DEALS, 0, 0],
        "pushed": 0,
        "departing_hands": 0,
        "costliest": [],
    }
    odds.find_best(
        RULES, make_setting(), RESULTS, (lambda view: tag(view) > 0) if pushing else None
    )
    best = pushed = departing = 0
    for i, others in enumerate(dealt.apart):
        against = [dealt.bank[j] for j in others if not (pushing and dealt.tags[j])]
        pushed += len(others) - len(against)
        worth = dict.fromkeys(dealt.options[i], 0)
        for option, bank in product(worth, against):
            low, high = compare(option, bank)
            worth[option] += RESULTS[low + 1][high + 1]
        best += max(worth.values())
        departing += max(worth.values()) > worth[dealt.bank[i]]
    found = empty["computed"]
    assert (found["pushed"], found["departing_hands"]) == (pushed, departing)
    assert sum(found["deals"]) + pushed == sum(map(len, dealt.apart))
    values = sorted({-1, 0, RESULTS[2][2]})
    assert sum(v * n for v, n in zip(values, found["deals"], strict=True)) == best
    assert bool(pushed) is pushing


def test_a_setting_of_another_deck_is_refused(empty):
    lows, highs = deal().setting().load()
    short = HouseWaySetting({}, lambda: (lows[1:], highs[1:]))
    with pytest.raises(NotCounted, match=r"^the house way sets the hands of another deck$"):
        odds.count_settings(RULES, short)


# --- what is seen of a hand


def test_rules_are_named_as_the_kernels_name_them():
    assert odds.encode(RankRules()) == {
        "joker_mode": rank.BUG,
        "wheel": rank.WHEEL_LOWEST,
        "equal": settings.EQUAL_ALLOWED,
    }
    assert odds.encode(RankRules("wild", "second-highest", "foul")) == {
        "joker_mode": rank.WILD,
        "wheel": rank.WHEEL_SECOND_HIGHEST,
        "equal": settings.EQUAL_FOUL,
    }


def test_hands_are_tagged_without_their_suits_unless_a_royal_match_counts(monkeypatch):
    """Fifteen cards of three suits hold two royal flushes, a king and a queen of one suit beside each."""
    deck = Deck((8, 9, 10, 11, 12), 3, 0)
    met = []
    label = odds.label_classes

    def note(*arguments):
        met.append(arguments)
        return label(*arguments)

    monkeypatch.setattr(odds, "label_classes", note)
    hands = [plain.cards_of(row) for row in distinct_inputs(deck).representatives]
    found = odds.tag_inputs(deck, RULES, lambda view: int("royal-flush" in view.held))
    assert found.tolist() == [
        int(max(Counter(suit for _, suit in cards).values()) == 5) for cards in hands
    ]
    assert not met
    assert odds.tag_inputs(deck, RULES, None).tolist() == [0] * len(hands)
    # a royal match is always a royal flush: who asks for that too asks the same
    for wanted in ({"royal-match"}, {"royal-match", "royal-flush"}):
        met.clear()
        with pytest.raises(NotCounted, match="differ in nothing but suits without a flush"):
            odds.tag_inputs(deck, RULES, lambda view, wanted=wanted: int(wanted <= view.held))
        assert len(met) == 1


# --- a house way over every hand


@pytest.fixture
def small_table(monkeypatch):
    """House ways are matched against the hands of the reduced deck."""

    def forget():
        for item in (house_way_table._list_inputs, house_way_table._rank_settings, odds._tabulate):
            item.cache_clear()

    forget()
    monkeypatch.setattr(house_way_table, "Deck", lambda jokers: replace(SMALL, jokers=jokers))
    yield
    forget()


@pytest.mark.usefixtures("small_table")
@pytest.mark.parametrize("jokers", [0, 1])
def test_every_input_is_set_as_the_house_way_sets_its_cards(jokers):
    rules, told = RankRules(jokers=jokers), []
    data = declare(read_rules(PLAIN))
    setting = odds.set_by_house_way(rules, data, TIE, lambda *step: told.append(step))
    lows, highs = setting.load()
    assert told == [("house way", 0, 1)]
    hands = distinct_inputs(replace(SMALL, jokers=jokers)).representatives
    assert len(lows) == len(highs) == len(hands)
    way = build_house_way(data)
    for row, low, high in zip(hands.tolist(), lows.tolist(), highs.tolist(), strict=True):
        found = set_hand(way, tuple(DECK[code] for code in row), TIE, rules)
        rest = np.array(sorted(card.code for card in found.high), dtype=np.int8)
        assert (low, high) == (
            low_value(found.low[0].code, found.low[1].code, 0),
            high_value(rest, 0, 0),
        )
    again = setting.load()
    assert again[0] is lows  # every hand is set once
    assert odds.set_by_house_way(rules, data, TIE).load()[0].tolist() == lows.tolist()


FOUL = PLAIN.replace("low: lower-pair", "low: highest-pair")
HOLE = [rule for rule in read_rules(PLAIN) if rule["rule"] != "three pairs"]


@pytest.mark.usefixtures("small_table")
@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (HOLE, "the house way leaves some hands unset; see certify house-way"),
        (read_rules(FOUL), "the house way sets some hands foul; see certify house-way"),
    ],
    ids=["hole", "foul"],
)
def test_a_house_way_that_leaves_or_fouls_a_hand_sets_none(rules, message):
    with pytest.raises(CertifyError) as caught:
        odds.set_by_house_way(RULES, declare(rules), TIE).load()
    assert str(caught.value) == message


def test_a_setting_is_asked_for_by_all_that_it_turns_on():
    data = declare(read_rules(PLAIN))

    def ask(rules=RULES, way=data, readings=TIE):
        return odds.set_by_house_way(rules, way, readings).inputs

    plain = ask()
    assert set(plain) == {"joker", "wheel", "equal", "house_way", "readings"}
    assert (plain["wheel"], plain["equal"], plain["readings"]) == ("lowest", "allowed", TIE)
    others = [
        ask(RankRules(jokers=1)),
        ask(replace(RULES, wheel="second-highest")),
        ask(replace(RULES, equal="foul")),
        ask(way=declare(HOLE)),
        ask(readings={**TIE, "house-way-joker": "ace"}),
    ]
    listed = [plain, *others]
    assert all(one != two for place, one in enumerate(listed) for two in listed[:place])
    assert ask(replace(RULES, lows="pairs-then-highest-card")) == plain
    turned = {"house-way-joker": "ace", **TIE}
    assert list(turned) != list({**TIE, "house-way-joker": "ace"})
    assert json.dumps(ask(readings=turned)) == json.dumps(others[-1])
    assert ask(way=declare([dict(reversed(rule.items())) for rule in read_rules(PLAIN)])) == plain


# --- one hand


@pytest.mark.parametrize("aspects", [{Aspect.EQUAL}, {Aspect.FIRST_THREE, Aspect.COLOUR}])
def test_views_of_one_hand_are_those_of_every_hand(empty, aspects, monkeypatch):
    aspects, ten = frozenset(aspects), Deck((8, 9, 10, 11, 12), 2, 0)
    monkeypatch.setattr(counts, "find_deck", lambda _rules: ten)
    expected = look_at_all(ten, RULES, aspects)
    ways = 35 if Aspect.FIRST_THREE in aspects else 1
    view = describe_view(next(iter(expected)))
    every = comb(52, 7) * ways
    empty["given"] = {"views": [[view, every]], "deals": every}
    found = counts.count_hands(RULES, aspects)
    assert found.deals == every
    assert empty["kind"] == "hands"
    computed = empty["computed"]
    assert computed["deals"] == comb(10, 7) * ways
    told = {json.dumps(view, sort_keys=True): number for view, number in computed["views"]}
    assert told == {
        json.dumps(describe_view(view), sort_keys=True): number for view, number in expected.items()
    }
    for wrong in ({"views": [[view, every - 1]]}, {"deals": every + 1}):
        empty["given"] = {"views": [[view, every]], "deals": every, **wrong}
        with pytest.raises(AssertionError, match="do not sum to all hands"):
            counts.count_hands(RULES, aspects)


@pytest.mark.parametrize(
    ("rules", "joker"),
    [(RULES, "none"), (RankRules(), "bug"), (RankRules("wild"), "wild")],
    ids=["none", "bug", "wild"],
)
def test_one_hand_is_asked_for_by_all_that_it_turns_on(empty, rules, joker):
    every = comb(52 + rules.jokers, 7)
    empty["given"] = {"views": [[{"held": ["flush"], "joker": False}, every]], "deals": every}
    found = counts.count_hands(rules, frozenset({Aspect.EQUAL, Aspect.BESIDE}), make_setting())
    assert found.deals == every
    assert [view.held for view in found.views] == [{"flush"}]
    aspects = sorted([Aspect.EQUAL, Aspect.BESIDE])
    assert empty["inputs"] == {"rules": {"joker": joker}, "aspects": aspects}
    if not rules.jokers:
        counts.count_hands(rules, frozenset({Aspect.AS_SET}), make_setting())
        assert empty["inputs"]["setting"] == ASKED


NAMES = (
    *("high-card", "one-pair", "two-pair", "three-of-a-kind", "straight"),
    *("flush", "full-house", "four-of-a-kind", "straight-flush"),
)


def test_hands_as_set_are_told_with_class_and_leading_rank():
    """Of a straight the places are other than its ranks, so there the class alone is held against it."""
    views = counts.tally_hands(SMALL, RULES, frozenset({Aspect.AS_SET}), make_setting()).views
    assert all(read_view(describe_view(view)) == view for view in views)
    found, expected = Counter(), Counter()
    for view, number in views.items():
        high = view.high.hand, None if "straight" in view.high.hand else view.high.rank
        found[view.low.hand, view.low.rank, *high] += number
    for low, high in deal().bank:
        rank = None if "straight" in NAMES[high[0]] else high[1]
        expected[NAMES[low[0]], low[1], NAMES[high[0]], rank] += 1
    assert found == expected

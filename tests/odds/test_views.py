"""Views of hands that can be listed by hand: royal flushes, the classes one by one, colours and decks."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from certify.base.errors import NotCounted
from certify.game.cards import parse_cards
from certify.game.house_way.shapes import EXAMPLES
from certify.game.rank import RankRules
from certify.game.views import NO_ASPECTS, Aspect, look
from certify.kernels.deck import Deck
from certify.odds.classes import count_views
from certify.odds.count_joint import tally_pairs
from certify.odds.count_views import (
    HouseWaySetting,
    count_colour_suits,
    decode,
    find_deck,
    label_hands,
    share_colours,
)
from certify.odds.counts import tally_hands
from tests.engine.rounds import CLASSES
from tests.kernels import plain
from tests.odds.test_count_without_store import RULES, SMALL, deal, make_setting

ROYAL = [4 * rank for rank in range(8, 13)]
OF_CARDS = frozenset({Aspect.EQUAL, Aspect.BESIDE, Aspect.COLOUR})


def list_royal_flushes(jokers):
    """All hands with the royal flush of the first suit, the joker in the place of one card or beside it."""
    rest = [code for code in range(52) if code not in ROYAL]
    yield from ([*ROYAL, *two] for two in combinations(rest, 2))
    if jokers:
        yield from ([*ROYAL, one, 52] for one in rest)
        for four in combinations(ROYAL, 4):
            yield from ([*four, *two, 52] for two in combinations(rest, 2))


@pytest.mark.parametrize("rules", [RankRules(jokers=0), RankRules(), RankRules("wild")])
def test_hands_with_a_royal_flush_are_those_listed(rules):
    """Reasoning from patterns against the labels of the cards; four suits have as many each."""
    hands = np.array([sorted(hand) for hand in list_royal_flushes(rules.jokers)], dtype=np.int8)
    seen = Counter(label_hands(hands, rules, NO_ASPECTS)["seen"].tolist())
    listed = Counter()
    for number, times in seen.items():
        ((view, _),) = decode({"seen": number}, NO_ASPECTS, {})
        listed[view] += 4 * times
    counted = count_views(rules)
    assert {view: n for view, n in counted.items() if "royal-flush" in view.held} == listed
    matches = sum(number for view, number in listed.items() if "royal-match" in view.held)
    assert matches == 4 * 3 * (6 if rules.jokers else 1)
    assert all(counted.values())
    assert any(view.joker for view in counted) is bool(rules.jokers)


HANDS = sorted({*EXAMPLES.values(), *CLASSES.values(), "Joker Kd Jh 9c 7s 4d 2h"})


@pytest.mark.parametrize("rules", [RankRules(), RankRules("wild")])
def test_a_hand_of_each_class_is_seen_as_a_look_sees_it(rules):
    for text in HANDS:
        cards = parse_cards(text, 7)
        row = np.array([sorted(card.code for card in cards)], dtype=np.int8)
        columns = label_hands(row, rules, OF_CARDS)
        numbers = {name: int(column[0]) for name, column in columns.items()}
        views = [view for view, _ in decode(numbers, OF_CARDS, share_colours(4))]
        assert look(cards, rules, OF_CARDS) in views
        assert len({view.colour for view in views}) == len(views)


def test_the_decks_and_their_colours():
    assert find_deck(RankRules()) == Deck(jokers=1)
    assert find_deck(RankRules(jokers=0)) == Deck(jokers=0)
    found = [tuple(count_colour_suits(suits).values()) for suits in range(1, 5)]
    assert [sum(both) for both in found] == [1, 2, 3, 4]
    assert found[3] == (2, 2)
    # clubs, diamonds, hearts, spades: as the cards are told
    cards = [parse_cards(f"A{suit}", 1)[0].code % 4 for suit in "cdhs"]
    reds = {cards[1], cards[2]}
    assert found == [
        (sum(suit in reds for suit in range(n)), sum(suit not in reds for suit in range(n)))
        for n in range(1, 5)
    ]


# --- hands as set

AS_SET = frozenset({Aspect.AS_SET})


def test_a_straight_as_set_beside_another_hand():
    """Of every deal of fourteen cards: how the first hand is set, and whether the second has a flush."""
    dealt, setting = deal(), make_setting()
    groups = [
        {
            view: int(view.high.hand == "straight")
            for view in tally_hands(SMALL, RULES, AS_SET, setting).views
        },
        {view: int("flush" in view.held) for view in tally_hands(SMALL, RULES).views},
    ]
    expected = Counter()
    for i, j in dealt.list_pairs():
        expected[int(dealt.bank[i][1][0] == plain.STRAIGHT), int(dealt.tags[j] == 1)] += 1
    found = tally_pairs(SMALL, RULES, (AS_SET, NO_ASPECTS), groups, setting)
    assert found == [[expected[0, 0], expected[0, 1]], [expected[1, 0], expected[1, 1]]]
    assert all(map(all, found))


@pytest.mark.parametrize(
    "count",
    [
        tally_hands,
        lambda *asked: tally_pairs(
            asked[0], asked[1], (asked[2], NO_ASPECTS), [{}, {}], *asked[3:]
        ),
    ],
)
def test_hands_as_set_need_a_setting_of_the_same_deck(count):
    with pytest.raises(NotCounted, match="there is no house way that sets them"):
        count(SMALL, RULES, AS_SET)
    lows, highs = deal().setting().load()
    short = HouseWaySetting({}, lambda: (lows[1:], highs[1:]))
    with pytest.raises(NotCounted, match=r"^the house way sets the hands of another deck$"):
        count(SMALL, RULES, AS_SET, short)

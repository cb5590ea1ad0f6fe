"""The strategy card, against every hand of a reduced deck set in every way and played against every reply."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from certify.base.errors import CertifyError, NotCounted
from certify.game.cards import DECK, parse_cards
from certify.game.house_way.shapes import EXAMPLES, GROUP_SIZES
from certify.game.rank import CATEGORIES
from certify.kernels.keys import distinct_inputs
from certify.odds import best_setting as odds
from certify.odds.best_setting import BankTable, DepartingKind, StrategyCard
from certify.odds.count_levels import weigh as weigh_results
from certify.odds.count_settings import tag_inputs, tally_best
from certify.odds.count_views import HouseWaySetting
from certify.spec.choices import EqualHands, LowHands
from certify.spec.compile import compile_rulebook
from certify.spec.resolved import NotJudged
from tests.conftest import load
from tests.kernels import plain
from tests.odds.test_count_settings import TABLES, compare, deal, tag
from tests.wagers.test_settlement_values import give

RESULTS = TABLES["copies to the bank"]


@cache
def weigh():
    """What every setting of each hand brings over all replies, in twentieths, in plain Python."""
    dealt = deal("bug")
    table = [[int(20 * value) for value in row] for row in RESULTS]
    won = {}
    found = []
    for options, house, others in zip(dealt.options, dealt.bank, dealt.apart, strict=True):
        banks = [dealt.bank[j] for j in others if not dealt.tags[j]]
        worth = {}
        for option in options:
            against = won.setdefault(option, {})
            for bank in banks:
                if bank not in against:
                    low, high = compare(option, bank)
                    against[bank] = table[low + 1][high + 1]
            worth[option] = sum(against[bank] for bank in banks)
        found.append((worth, house, 20 * len(others)))
    return found


def name_shape(row):
    ranks = Counter(12 if card is None else card[0] for card in plain.cards_of(row))
    sizes = tuple(sorted((n for n in ranks.values() if n > 1), reverse=True))
    return next(name for name, wanted in GROUP_SIZES.items() if wanted == sizes)


@pytest.fixture
def small(monkeypatch):
    """The game of a reduced deck, whose bank sets the second-best low hand; what is asked is noted."""
    dealt = deal("bug")
    rulebook = compile_rulebook(load("mbs"))
    assert rulebook.ranking.rank_rules() == dealt.rules
    asked = {}

    def remember(kind, question, compute):
        asked["kind"], asked["question"] = kind, question
        return compute()

    def load_bank(whose, _progress):
        assert whose.standard is rulebook.standard
        lows, highs = dealt.setting().load()
        tags = tag_inputs(dealt.deck, dealt.rules, lambda view: min(tag(view), 1))
        asked["pushing"] = sum(number > 0 for number in tags.tolist())
        return BankTable(distinct_inputs(dealt.deck), lows, highs, tags)

    monkeypatch.setattr(odds, "remember", remember)
    monkeypatch.setattr(odds, "load_bank", load_bank)
    monkeypatch.setattr(odds, "find_deck", lambda _rules: dealt.deck)
    monkeypatch.setattr(odds, "find_setting", lambda *_: HouseWaySetting({"way": "ours"}, None))
    return rulebook, asked


def test_the_card_is_that_of_every_hand_and_every_reply(small):
    rulebook, asked = small
    dealt, weighed = deal("bug"), weigh()
    card = odds.find_departures(rulebook)
    deals = sum(map(len, dealt.apart))
    assert (card.hands, card.deals) == (len(weighed), deals)
    lost = -sum(worth[house] for worth, house, _ in weighed)
    assert card.house_edge == Fraction(lost, 20 * deals)
    lost = -sum(max(worth.values()) for worth, _, _ in weighed)
    assert card.best_edge == Fraction(lost, 20 * deals)

    hands, gains, most = Counter(), defaultdict(Fraction), defaultdict(Fraction)
    for row, (worth, (low, high), number) in zip(dealt.rows, weighed, strict=True):
        gain = Fraction(max(worth.values()) - worth[low, high], number)
        if gain:
            kind = (name_shape(row), CATEGORIES[low[0]], CATEGORIES[high[0]])
            hands[kind] += 1
            gains[kind] += gain / len(weighed)
            most[kind] = max(most[kind], gain)
    assert card.departing == sum(hands.values()) > 0

    found, gained, largest = Counter(), defaultdict(Fraction), defaultdict(Fraction)
    for item in card.kinds:
        kind = (item.shape, *item.house_way)
        found[kind] += item.hands
        gained[kind] += item.gain
        largest[kind] = max(largest[kind], item.example_gain)
    assert (found, gained, largest) == (hands, gains, most)
    order = [item.gain for item in card.kinds]
    assert order == sorted(order, reverse=True)
    assert len({(item.shape, item.house_way, item.best) for item in card.kinds}) == len(card.kinds)
    assert asked["kind"] == "departures"
    assert asked["question"]["setting"] == {"way": "ours"}
    assert asked["question"]["results"] == [
        ["-1", "-1", "0"],
        ["-1", "-1", "0"],
        ["0", "0", "19/20"],
    ]
    assert asked["question"]["pushes"] == asked["pushing"]


def read_setting(cards, low):
    """The ranks of a setting that is told as cards."""
    apart = [plain.cards_of([card.code])[0] for card in parse_cards(low, 2)]
    held = [plain.cards_of([card.code])[0] for card in parse_cards(cards, 7)]
    rest = tuple(sorted((c for c in held if c not in apart), key=lambda c: (c is None, c or ())))
    return plain.rank_low(tuple(apart), "bug"), plain.rank_high(rest, "bug", "lowest")


def test_every_example_is_set_as_told_and_gains_what_it_says(small):
    rulebook, _ = small
    dealt, weighed = deal("bug"), weigh()
    places = {frozenset(row.tolist()): place for place, row in enumerate(dealt.rows)}
    card = odds.find_departures(rulebook)
    assert card.best_edge == Fraction(
        -sum(max(worth.values()) for worth, _, _ in weighed), 20 * card.deals
    )
    assert card.house_edge - card.best_edge == sum(item.gain for item in card.kinds) > 0
    assert [item.gain for item in card.kinds] == sorted(
        (item.gain for item in card.kinds), reverse=True
    )
    for item in card.kinds:
        codes = frozenset(card.code for card in parse_cards(item.example, 7))
        worth, house, number = weighed[places[codes]]
        assert read_setting(item.example, item.example_house_low) == house
        best = read_setting(item.example, item.example_best_low)
        assert worth[best] == max(worth.values())
        assert item.example_gain == Fraction(worth[best] - worth[house], number)
        assert tuple(CATEGORIES[hand[0]] for hand in house) == item.house_way
        assert tuple(CATEGORIES[hand[0]] for hand in best) == item.best
        assert name_shape(sorted(codes)) == item.shape


def test_the_costliest_kinds_are_told_by_their_costliest_hands():
    """The same hands from the count of best play: five kinds at most, the costliest first."""
    dealt, weighed = deal("bug"), weigh()
    void = tag_inputs(dealt.deck, dealt.rules, tag) > 0
    found = tally_best(dealt.deck, dealt.rules, dealt.setting(), weigh_results(RESULTS), void)
    places = {frozenset(row.tolist()): place for place, row in enumerate(dealt.rows)}
    costs, kinds = [], set()
    for item in found["costliest"]:
        codes = frozenset(card.code for card in parse_cards(item["cards"], 7))
        worth, house, number = weighed[places[codes]]
        best = read_setting(item["cards"], item["best_low"])
        assert read_setting(item["cards"], item["house_way_low"]) == house
        assert worth[best] == max(worth.values())
        costs.append(Fraction(item["cost"]))
        assert costs[-1] == Fraction(worth[best] - worth[house], number)
        kinds.add((house[0][0], house[1][0], best[0][0], best[1][0]))
        assert 0 < item["hands_of_the_kind"] <= found["departing_hands"]
    assert len(costs) == len(kinds) == 5
    assert costs == sorted(costs, reverse=True)
    gains = (Fraction(max(worth.values()) - worth[house], n) for worth, house, n in weighed)
    assert costs[0] == max(gains)


def test_games_without_a_best_setting_are_refused(small, monkeypatch):
    rulebook, _ = small
    other = give(rulebook.ranking, low_hand_ranking=LowHands.HIGHEST_CARD)
    with pytest.raises(NotCounted, match="pairs-then-highest-card"):
        odds.find_departures(replace(rulebook, ranking=other))
    foul = give(rulebook.ranking, equal_high_and_low=EqualHands.FOUL)
    with pytest.raises(NotJudged, match="just as high as the high hand"):
        odds.find_departures(replace(rulebook, ranking=foul))
    monkeypatch.undo()
    without = replace(compile_rulebook(load("south-dakota")), ranking=other)
    with pytest.raises(CertifyError, match=r"^south-dakota contains no house way$"):
        odds.find_departures(without)


def test_a_card_is_asked_for_by_all_that_it_turns_on_and_read_as_it_was_kept(monkeypatch):
    rulebook, asked = compile_rulebook(load("mbs")), []
    kind = {
        "shape": "two-pair",
        "classes": ["one-pair", "flush", "high-card", "two-pair"],
        "hands": 12,
        "gain": "1/400",
        "example": "4c 4h 2s 2h Kc Qd 7s",
        "house_low": "2s 2h",
        "best_low": "Kc Qd",
        "example_gain": "1/8",
    }
    kept = {"deals": 1000, "hands": 40, "departing": 12, "house_edge": "1/20", "best_edge": "3/80"}

    def remember(*question):
        asked.append(question[:2])
        return {**kept, "kinds": [kind]}

    tags = np.array([0, 1, 1, 0, 2])
    table = BankTable(None, None, None, tags)
    monkeypatch.setattr(odds, "remember", remember)
    monkeypatch.setattr(odds, "load_bank", lambda whose, _progress: table if whose else None)
    monkeypatch.setattr(odds, "find_setting", lambda *_: HouseWaySetting({"way": "ours"}, None))
    card = odds.find_departures(rulebook)
    results = [["-1", "-1", "0"], ["-1", "-1", "0"], ["0", "0", "19/20"]]
    question = {"setting": {"way": "ours"}, "results": results, "pushes": 3}
    assert asked == [("departures", question)]
    assert card == StrategyCard(1000, 40, 12, Fraction(1, 20), Fraction(3, 80), card.kinds)
    assert card.kinds == (
        DepartingKind(
            "two-pair",
            ("one-pair", "flush"),
            ("high-card", "two-pair"),
            12,
            Fraction(1, 400),
            "4c 4h 2s 2h Kc Qd 7s",
            "2s 2h",
            "Kc Qd",
            Fraction(1, 8),
        ),
    )


@pytest.mark.parametrize("name", GROUP_SIZES)
def test_every_shape_is_known_by_its_example(name):
    codes = sorted(card.code for card in parse_cards(EXAMPLES[name], 7))
    lowest = sorted(card.code for card in parse_cards(EXAMPLES["no-pair"], 7))
    found = odds.name_shapes(np.array([lowest, codes], dtype=np.int8))
    assert [list(GROUP_SIZES)[place] for place in found] == ["no-pair", name]


def test_groups_that_no_seven_cards_have_are_no_shape():
    four_pairs = [DECK[4 * rank + suit].code for rank in range(4) for suit in range(2)]
    with pytest.raises(AssertionError, match="a hand has no shape"):
        odds.name_shapes(np.array([four_pairs], dtype=np.int8))


def test_a_card_as_plain_data():
    kind = DepartingKind(
        "two-pair",
        ("one-pair", "flush"),
        ("high-card", "two-pair"),
        12,
        Fraction(1, 400),
        "4c 4h 2s 2h Kc Qd 7s",
        "2s 2h",
        "Kc Qd",
        Fraction(1, 8),
    )
    card = StrategyCard(1000, 40, 12, Fraction(1, 20), Fraction(19, 400), (kind,))
    assert card.to_dict() == {
        "hands": 40,
        "departing_hands": 12,
        "house_edge": {"fraction": "1/20", "percent": "5.0000"},
        "house_edge_of_best_play": {"fraction": "19/400", "percent": "4.7500"},
        "gain": {"fraction": "1/400", "percent": "0.2500"},
        "kinds": [
            {
                "shape": "two-pair",
                "house_way": {"low": "one-pair", "high": "flush"},
                "best": {"low": "high-card", "high": "two-pair"},
                "hands": 12,
                "gain": {"fraction": "1/400", "percent": "0.2500"},
                "example": {
                    "cards": "4c 4h 2s 2h Kc Qd 7s",
                    "house_way_low": "2s 2h",
                    "best_low": "Kc Qd",
                    "gain": {"fraction": "1/8", "percent": "12.5000"},
                },
            }
        ],
    }

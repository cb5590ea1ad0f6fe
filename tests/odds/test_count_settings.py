"""Hands as set: counted, answered and bettered as in every deal of a reduced deck."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from certify.base.errors import NotCounted
from certify.game.rank import RankRules
from certify.game.views import Aspect
from certify.kernels.deck import FULL_DECK, Deck
from certify.kernels.keys import distinct_inputs, label_inputs
from certify.kernels.settings import SPLITS, list_settings, mark_fouls, undominated_settings
from certify.kernels.subsets import suit_classes
from certify.odds import count_settings as counting
from certify.odds.count_views import HouseWaySetting, decode, label_hands, share_colours
from tests.kernels import plain

DECKS = {1: Deck((0, 1, 2, 3, 4, 11, 12), 2, 1), 0: Deck((0, 1, 9, 10, 11), 3, 0)}
LOSE, PUSH, WIN = Fraction(-1), Fraction(0), Fraction(19, 20)
HALF = Fraction(1, 2)
TABLES = {
    "copies to the bank": [[LOSE, LOSE, PUSH], [LOSE, LOSE, PUSH], [PUSH, PUSH, WIN]],
    "copies to the player": [[LOSE, PUSH, PUSH], [PUSH, WIN, WIN], [PUSH, WIN, WIN]],
    "copies to neither": [[LOSE, LOSE, PUSH], [LOSE, PUSH, WIN], [PUSH, WIN, WIN]],
    "both copied is half a win": [[LOSE, LOSE, PUSH], [LOSE, HALF, HALF], [PUSH, HALF, WIN]],
    "only high counts": [[LOSE, PUSH, WIN]] * 3,
}
RULES = {
    "bug": RankRules(),
    "wild, wheel second, equal foul": RankRules("wild", "second-highest", "foul"),
    "equal foul": RankRules(equal="foul"),
    "no joker, equal foul": RankRules(equal="foul", jokers=0),
}


def choose(options):
    """A house way for tests: the second-best low hand where there is one."""
    lows = sorted({low for low, _ in options})
    return max(option for option in options if option[0] <= lows[-2:][0])


@cache
def deal(name):
    return Dealt(RULES[name])


class Dealt:
    """Every hand of a reduced deck, how it may be set and is set, in plain Python."""

    def __init__(self, rules, deck=None):
        self.rules, self.deck = rules, deck or DECKS[rules.jokers]
        places = list(combinations(range(self.deck.size), 7))
        self.rows = self.deck.codes()[np.array(places)]
        self.bits = np.array([sum(1 << place for place in held) for held in places])
        self.options = [self.list_options(plain.cards_of(row)) for row in self.rows]
        self.bank = [choose(options) for options in self.options]
        self.tags = tag_rows(self.rows, rules)
        self.apart = [np.flatnonzero((self.bits & mask) == 0).tolist() for mask in self.bits]

    def list_options(self, cards):
        """All permissible (low, high): two equal hands by what two cards can show."""
        joker, wheel = self.rules.joker, self.rules.wheel
        found = set(plain.settings(cards, joker, wheel))
        if self.rules.equal == "foul":
            found = {
                (low, high)
                for low, high in found
                if (high[:2] if high[0] == 1 else high[:3]) != low or high[0] >= 2
            }
        return sorted(found)

    def list_pairs(self):
        for i, others in enumerate(self.apart):
            for j in others:
                yield i, j

    def setting(self):
        """The same house way by distinct input, in the values of the kernels."""
        modes = counting.encode(self.rules)
        chosen = []
        for row in distinct_inputs(self.deck).representatives:
            lows, highs = np.empty((2, SPLITS), dtype=np.int32)
            allowed = np.empty(SPLITS, dtype=np.bool_)
            list_settings(
                row, modes["joker_mode"], modes["wheel"], lows, highs, allowed, modes["equal"]
            )
            chosen.append(choose(list(zip(lows[allowed], highs[allowed], strict=True))))
        lows, highs = np.array(chosen, dtype=np.int32).T.copy()
        return HouseWaySetting({}, lambda: (lows, highs))


def compare(one, two):
    return tuple((a > b) - (a < b) for a, b in zip(one, two, strict=True))


def tag(view):
    """2 with the joker, 1 with three of a kind, 0 for other hands."""
    return 2 if view.joker else int("three-of-a-kind" in view.held)


def tag_rows(rows, rules):
    seen = label_hands(rows, rules, frozenset())["seen"].tolist()
    tags = {n: tag(decode({"seen": n}, frozenset(), share_colours(4))[0][0]) for n in set(seen)}
    return [tags[number] for number in seen]


@pytest.mark.parametrize(
    "name", ["bug", *(pytest.param(name, marks=pytest.mark.slow) for name in list(RULES)[1:])]
)
def test_settings_are_compared_as_in_every_deal(name):
    dealt = deal(name)
    tags = counting.tag_inputs(dealt.deck, dealt.rules, tag)
    found = counting.tally_settings(dealt.deck, dealt.setting(), tags)
    expected, own = Counter(), dealt.tags
    for i, j in dealt.list_pairs():
        low, high = compare(dealt.bank[i], dealt.bank[j])
        expected[own[i], own[j], low + 1, high + 1] += 1
    cells = np.array(found)
    assert {place: int(cells[place]) for place in zip(*np.nonzero(cells), strict=True)} == expected


def compare_leads(one, two):
    """As `compare`, but of two low hands without a pair the highest card alone counts."""
    return compare((one[0][:2], one[1]), (two[0][:2], two[1]))


def test_low_hands_of_one_highest_card_are_copies_in_every_deal():
    """In the order where the lower card does not count; the setting itself stays as it is."""
    dealt = deal("bug")
    rules = replace(dealt.rules, lows="pairs-then-highest-card")
    tags = counting.tag_inputs(dealt.deck, rules, tag)
    ordered = counting.order_setting(rules, dealt.setting())
    found = np.array(counting.tally_settings(dealt.deck, ordered, tags))
    expected, own = Counter(), dealt.tags
    for i, j in dealt.list_pairs():
        low, high = compare_leads(dealt.bank[i], dealt.bank[j])
        expected[own[i], own[j], low + 1, high + 1] += 1
    assert {place: int(found[place]) for place in zip(*np.nonzero(found), strict=True)} == expected
    usual = np.array(counting.tally_settings(dealt.deck, dealt.setting(), tags))
    assert found[:, :, 1].sum() > usual[:, :, 1].sum()  # more copies, and not only other ones


@pytest.mark.slow
def test_a_bank_that_is_seen_is_answered_in_that_order_too():
    dealt = deal("bug")
    rules = replace(dealt.rules, lows="pairs-then-highest-card")
    results = TABLES["copies to the bank"]
    tags = counting.tag_inputs(dealt.deck, rules, tag)
    worth = counting.weigh(results)
    ordered = counting.order_setting(rules, dealt.setting())
    found = counting.tally_choices(dealt.deck, rules, ordered, worth, tags)
    expected, own = Counter(), dealt.tags
    for i, j in dealt.list_pairs():
        best = max(
            results[low + 1][high + 1]
            for low, high in (compare_leads(option, dealt.bank[j]) for option in dealt.options[i])
        )
        expected[own[j], best] += 1
    assert {
        (tag, value): number
        for tag, row in enumerate(found)
        for value, number in zip(worth.values, row, strict=True)
        if number
    } == expected


def test_best_settings_are_refused_in_that_order():
    rules = replace(RankRules(), lows="pairs-then-highest-card")
    with pytest.raises(NotCounted, match="both cards of a low hand"):
        counting.find_best(
            rules, HouseWaySetting({}, lambda: (None, None)), TABLES["copies to the bank"]
        )


QUICK = [("bug", "copies to the bank")]
CASES = QUICK + [
    pytest.param(list(RULES)[place % len(RULES)], table, marks=pytest.mark.slow)
    for place, table in enumerate(TABLES, 1)
]
"""Each table once, and with it each of the rules."""


@pytest.mark.parametrize(("name", "table"), CASES)
def test_the_player_answers_with_his_best_setting(name, table):
    dealt = deal(name)
    results = TABLES[table]
    tags = counting.tag_inputs(dealt.deck, dealt.rules, tag)
    worth = counting.weigh(results)
    found = counting.tally_choices(dealt.deck, dealt.rules, dealt.setting(), worth, tags)
    expected, own = Counter(), dealt.tags
    for i, j in dealt.list_pairs():
        best = max(
            results[low + 1][high + 1]
            for low, high in (compare(option, dealt.bank[j]) for option in dealt.options[i])
        )
        expected[own[j], best] += 1
    assert {
        (tag, value): number
        for tag, row in enumerate(found)
        for value, number in zip(worth.values, row, strict=True)
        if number
    } == expected


@pytest.mark.parametrize(("name", "table"), CASES)
def test_the_best_setting_is_that_of_every_deal(name, table):
    """Against a bank that pushes with three of a kind."""
    dealt = deal(name)
    results = TABLES[table]
    void = counting.tag_inputs(dealt.deck, dealt.rules, tag) == 1
    worth = counting.weigh(results)
    found = counting.tally_best(dealt.deck, dealt.rules, dealt.setting(), worth, void)
    own = dealt.tags
    worths = [dict.fromkeys(options, 0) for options in dealt.options]
    pushed = 0
    for i, j in dealt.list_pairs():
        pushed += own[j] == 1
        for option in dealt.options[i] if own[j] != 1 else ():
            low, high = compare(option, dealt.bank[j])
            worths[i][option] += int(60 * results[low + 1][high + 1])
    best = sum(max(held.values()) for held in worths)
    departing = sum(
        max(held.values()) > held[kept] for held, kept in zip(worths, dealt.bank, strict=True)
    )
    total = sum(v * n for v, n in zip(worth.values, found["deals"], strict=True))
    assert total * 60 == best
    assert found["pushed"] == pushed
    assert sum(found["deals"]) + pushed == dealt.deck.deals
    assert found["departing_hands"] == departing


def test_results_that_a_better_hand_can_spoil_are_refused():
    with pytest.raises(NotCounted, match="better hand"):
        counting.weigh([[WIN, LOSE, PUSH], [LOSE, LOSE, PUSH], [PUSH, PUSH, WIN]])
    constant = counting.weigh([[PUSH] * 3] * 3)
    assert constant.values == (PUSH, PUSH)


def test_conditions_that_look_at_suits_are_refused():
    """A king and queen beside a royal flush: whether they are of one suit is not kept."""
    deck, rules = Deck((8, 9, 10, 11, 12), 3, 1), RankRules()
    with pytest.raises(NotCounted, match="suits"):
        counting.tag_inputs(deck, rules, lambda view: int("royal-match" in view.held))
    with pytest.raises(NotCounted, match="colour"):
        counting.tag_inputs(deck, rules, tag, frozenset({Aspect.COLOUR}))
    royal = counting.tag_inputs(deck, rules, lambda view: int("royal-flush" in view.held))
    assert 0 < royal.sum() < len(royal)


def test_a_condition_may_look_at_the_hands_as_set():
    dealt = deal("bug")
    setting = dealt.setting()
    tags = counting.tag_inputs(
        dealt.deck,
        dealt.rules,
        lambda v: int(v.low.hand == "one-pair"),
        frozenset({Aspect.AS_SET}),
        setting,
    )
    lows, _ = setting.load()
    assert (tags == (lows >= 1 << 20)).all()
    leads = Counter()
    for low, high in dealt.bank:
        leads[low[0], high[0]] += 1
    from certify.odds.counts import tally_hands

    found = Counter()
    names = {
        "high-card": 0,
        "one-pair": 1,
        "two-pair": 2,
        "three-of-a-kind": 3,
        "straight": 4,
        "flush": 5,
        "full-house": 6,
        "four-of-a-kind": 7,
        "straight-flush": 8,
    }
    views = tally_hands(dealt.deck, dealt.rules, frozenset({Aspect.AS_SET}), setting).views
    for view, number in views.items():
        found[names[view.low.hand], names[view.high.hand]] += number
    assert found == leads


def test_inputs_of_a_deck_without_joker_stand_first():
    """So a house way tabulated for 53 cards serves 52 by leaving the rest out."""
    full, plain_deck = distinct_inputs(FULL_DECK), distinct_inputs(Deck(jokers=0))
    number = len(plain_deck.keys)
    assert (full.keys[:number] == plain_deck.keys).all()
    assert (full.representatives[:number] == plain_deck.representatives).all()
    assert (full.representatives[number:, -1] == 52).all()


def test_fouls_and_staircases_know_equal_hands():
    classes = suit_classes(DECKS[1], 7)
    hands = label_inputs(classes)[0].representatives
    for equal, name in ((0, "bug"), (1, "equal foul")):
        stairs = undominated_settings(hands, joker_mode=0, wheel=0, equal=equal)
        assert not mark_fouls(stairs.lows, stairs.highs, equal=equal).any()
        dealt = deal(name)
        kept = 0
        for row in hands:
            options = dealt.list_options(plain.cards_of(row))
            kept += sum(
                not any(o != s and o[0] >= s[0] and o[1] >= s[1] for o in options) for s in options
            )
        assert kept == len(stairs.lows)

"""A game without commission that pushes on the bank's queen high, a second time.

On reduced decks every deal of two hands is taken one by one: set by the second reading of the house way,
ranked and paid by plain Python here. On the full deck the deals that push are as many as plain counts say.
"""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from certify.engine.round import Bank, Player, Round
from certify.engine.settle import settle_round
from certify.game.cards import DECK
from certify.game.house_way.build import build_house_way
from certify.game.house_way.rules import set_hand
from certify.kernels.deck import Deck
from certify.kernels.keys import distinct_inputs
from certify.odds.best_setting import _value_settings
from certify.odds.count_settings import (
    HouseWaySetting,
    count_settings,
    encode,
    tag_inputs,
    tally_settings,
)
from certify.odds.counts import count_pairs
from certify.odds.house_way_readings import read_house_way
from certify.odds.setting import find_setting
from certify.odds.standard import _tag
from certify.spec.choices import StandardResult
from certify.spec.compile import compile_rulebook
from certify.wagers.standard import Comparison, settle_standard
from tests.independent_model.house_way_made_up import set_orchard
from tests.independent_model.poker import QUEEN, can_complete, rank_high, rank_low, rank_of, rest
from tests.wagers.accepted_specs import load, odds_of
from tests.wagers.brute_force import list_bare

DECKS = {
    "no king, joker": Deck((0, 2, 3, 5, 7, 8, 10), 2, 1),
    "king and queen, two suits": Deck((0, 1, 3, 5, 6, 8, 10, 11), 2, 0),
    "low ranks twice, high ranks too": Deck((0, 1, 2, 4, 5, 7, 10, 12), 2, 0),
}


def is_queen_high(cards):
    """No pair, nothing complete, and no card above a queen, which is there; the joker is an ace."""
    ranks = [rank_of(card) for card in cards]
    return len(set(ranks)) == 7 and max(ranks) == QUEEN and not can_complete(cards)


def read_deck(deck):
    """Every hand of a deck as a word of bits, with its low and high hand as set and whether it pushes."""
    return map(read_hand, combinations(deck.codes().tolist(), 7))


def read_hand(hand):
    """One of them, from the codes of its cards; 52 is the joker here and there."""
    cards = tuple(hand)
    low = set_orchard(cards)
    word = sum(1 << code for code in hand)
    return word, rank_low(low), rank_high(rest(cards, low)), is_queen_high(cards)


def pay_plainly(own, bank):
    """Both hands must be higher; copies are the bank's; a bank's queen high takes and pays nothing."""
    _, low, high, _ = own
    _, bank_low, bank_high, pushes = bank
    if pushes:
        return 0
    won = (low > bank_low) + (high > bank_high)
    return won - 1


def count_plainly(deck):
    hands = list(read_deck(deck))
    masks = np.array([hand[0] for hand in hands])
    found = Counter()
    for own in hands:
        for place in np.flatnonzero(masks & own[0] == 0).tolist():
            found[pay_plainly(own, hands[place])] += 1
    return found


@pytest.fixture(scope="module")
def rulebook():
    return compile_rulebook(load("commission-free"))


def count_by_kernels(rulebook, deck):
    """The program's way on a reduced deck: settings by input, tags, comparisons, settlement."""
    rules, terms = rulebook.ranking.rank_rules(), rulebook.standard
    way, readings = build_house_way(rulebook.house_way), read_house_way(rulebook)
    ways = [
        set_hand(way, tuple(DECK[code] for code in codes), readings, rules)
        for codes in distinct_inputs(deck).representatives.tolist()
    ]
    values = _value_settings([(item.low, item.high) for item in ways], encode(rules))
    setting = HouseWaySetting({}, lambda: values)
    counts = tally_settings(deck, setting, tag_inputs(deck, rules, _tag(terms)))
    found = Counter()
    for player in counts:
        for tag, cells in enumerate(player):
            for low, row in enumerate(cells):
                for high, number in enumerate(row):
                    view = Comparison(low - 1, high - 1, tag > 0)
                    found[int(settle_standard(terms, view).net.times)] += number
    return found


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] * (name != next(iter(DECKS))))
        for name, deck in DECKS.items()
    ],
)
def test_every_deal_of_a_reduced_deck(rulebook, name):
    deck = DECKS[name]
    expected = count_plainly(deck)
    counted = count_by_kernels(rulebook, deck)
    assert counted == expected
    assert sum(expected.values()) == comb(deck.size, 7) * comb(deck.size - 7, 7)
    assert min(expected.values()) > 0


def test_deals_of_a_reduced_deck_through_the_engine(rulebook):
    """Deals drawn with a seed and settled as rounds: the same money as plain Python pays."""
    codes = DECKS["king and queen, two suits"].codes().tolist()
    chance = random.Random(14)
    results = Counter()
    for _ in range(300):
        dealt = chance.sample(codes, 14)
        own, bank = (read_hand(sorted(hand)) for hand in (dealt[:7], dealt[7:]))
        cards = [tuple(DECK[code] for code in hand) for hand in (dealt[:7], dealt[7:])]
        player = Player(1, cards[0], None, {"standard": Fraction(10)})
        settled = settle_round(rulebook, Round(None, Bank(cards[1]), (player,)))
        assert settled.seats[0].net == 10 * pay_plainly(own, bank)
        results[pay_plainly(own, bank), bank[3]] += 1
    assert len(results) == 4  # won, lost, pushed by comparison, pushed by the bank's hand


@pytest.mark.slow
def test_the_deals_that_push_on_the_full_deck(rulebook):
    """Bare queen-high hands by listing them; by the table of pairs; by the tags of the settings."""
    terms, rules = rulebook.standard, rulebook.ranking.rank_rules()
    deals = len(list_bare(10)) * comb(46, 7)
    tag = _tag(terms)
    paired = sum(number for (_, bank), number in count_pairs(rules).views.items() if tag(bank))
    assert paired == deals
    setting = find_setting(rulebook)
    tagged = count_settings(rules, setting, tag)
    assert sum(number for view, number in tagged.views.items() if view.bank) == deals
    plain = count_settings(rules, setting)

    def tally(counts, bank):
        found = Counter()
        for view, number in counts.views.items():
            settled = settle_standard(terms, Comparison(view.low, view.high, view.bank > bank))
            found[settled.result] += number
        return found

    without, with_push = tally(plain, 0), tally(tagged, 0)
    odds = odds_of("commission-free", "standard")
    pushed = odds.details["pushed_by_bank_hand"]
    assert without[StandardResult.WINS] - with_push[StandardResult.WINS] == pushed["wins"]
    assert without[StandardResult.LOSES] - with_push[StandardResult.LOSES] == pushed["losses"]
    # player and bank set alike, so that but for copies they would win as often
    copies = sum(number for view, number in plain.views.items() if 0 in (view.low, view.high))
    assert 0 < without[StandardResult.LOSES] - without[StandardResult.WINS] <= copies
    lost = with_push[StandardResult.LOSES] - with_push[StandardResult.WINS]
    assert odds.house_edge == Fraction(lost, comb(53, 7) * comb(46, 7))

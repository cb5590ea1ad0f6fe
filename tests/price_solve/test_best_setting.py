"""The worth of each legal setting, against dealing the bank every hand that is left."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from certify.base.errors import CertifyError
from certify.cli.hands import list_worth
from certify.game.cards import DECK, format_cards, parse_cards, sort_cards
from certify.game.house_way.build import build_house_way
from certify.game.house_way.rules import set_hand
from certify.game.rank import is_foul, rank_high, rank_low
from certify.kernels.deck import Deck
from certify.kernels.keys import distinct_inputs
from certify.odds.best_setting import (
    BankTable,
    _value_settings,
    find_best_setting,
    weigh_settings,
)
from certify.odds.count_settings import encode
from certify.odds.house_way_readings import read_house_way
from certify.spec.choices import StandardResult
from certify.spec.compile import compile_rulebook
from certify.wagers.standard import Comparison, settle_standard
from tests.conftest import load

DECKS = {
    "six ranks, three suits": Deck(ranks=(0, 1, 9, 10, 11, 12), suits=3),
    "nine ranks, two suits": Deck(ranks=(0, 1, 2, 3, 4, 9, 10, 11, 12), suits=2),
    "five ranks, four suits": Deck(ranks=(8, 9, 10, 11, 12), suits=4, jokers=0),
}
HANDS = (
    "8c 8h 6s 6h Qc 9d 7s",
    "Ks Qh Jd 9c 8h 4s 2d",
    "As Ah 10d 9c 5s 4d 3h",
    "Joker As Kh 10d 9c 5s 4d",
    "Joker 10s 9s 8s 7s 2d 2h",
    "Ac Ah As Ad Joker Qh Qd",
    "2c 3d 4h 5s 7c 8d 9h",
    "Kc Kh Ks 2h 2c 7d 6s",
    "Jc Jh 7s 7h 2c 2d 6s",
    "9c 9h 9s 9d 5h 5d 5c",
    "As Ks Qs Js 10s 9s 8s",
    "10c 10h 10s 4h 4c 4d 8s",
)


def judge(one, other):
    return (one > other) - (one < other)


def deal_out(rulebook, cards, deck):
    """Wins, pushes and losses of every legal setting by setting each reply with the engine."""
    rules, terms = rulebook.ranking.rank_rules(), rulebook.standard
    way, readings = build_house_way(rulebook.house_way), read_house_way(rulebook)
    rest = [DECK[code] for code in deck.codes().tolist() if DECK[code] not in cards]
    banks = []
    for reply in combinations(rest, 7):
        setting = set_hand(way, reply, readings, rules)
        banks.append((rank_low(setting.low, rules), rank_high(setting.high, rules)))
    found = {}
    for low in combinations(sort_cards(cards), 2):
        high = tuple(card for card in cards if card not in low)
        own_low, own_high = rank_low(low, rules), rank_high(high, rules)
        if is_foul(own_high, own_low, rules):
            continue
        tally = dict.fromkeys(StandardResult, 0)
        for bank_low, bank_high in banks:
            view = Comparison(judge(own_low, bank_low), judge(own_high, bank_high))
            tally[settle_standard(terms, view).result] += 1
        found[own_low, own_high] = tuple(tally.values())
    return found


def tabulate(rulebook, deck):
    """How the bank plays every input of a small deck, set by the engine one by one."""
    rules = rulebook.ranking.rank_rules()
    way, readings = build_house_way(rulebook.house_way), read_house_way(rulebook)
    inputs = distinct_inputs(deck)
    ways = []
    for codes in inputs.representatives.tolist():
        setting = set_hand(way, tuple(DECK[code] for code in codes), readings, rules)
        ways.append((setting.low, setting.high))
    lows, highs = _value_settings(ways, encode(rules))
    return BankTable(inputs, lows, highs, np.zeros(len(lows), dtype=np.int64))


@pytest.mark.parametrize("name", DECKS)
def test_small_decks_against_every_reply(name):
    deck = DECKS[name]
    rulebook = compile_rulebook(load("mbs"))
    rules = rulebook.ranking.rank_rules()
    table = tabulate(rulebook, deck)
    chance = np.random.default_rng(7)
    for _ in range(4):
        codes = chance.choice(deck.codes(), 7, replace=False).tolist()
        cards = tuple(DECK[code] for code in codes)
        expected = deal_out(rulebook, cards, deck)
        found = weigh_settings(rulebook, cards, table, deck)
        own = {
            (rank_low(item.low, rules), rank_high(item.high, rules)): (
                item.wins,
                item.pushes,
                item.losses,
            )
            for item in found.settings
        }
        assert own == expected
        best = max(expected.values(), key=lambda tally: tally[0] * Fraction(19, 20) - tally[2])
        top = found.best
        assert top.wins * Fraction(19, 20) - top.losses == best[0] * Fraction(19, 20) - best[2]
        assert top.worth == Fraction(top.wins * 19 - top.losses * 20, 20 * top.replies)
        assert found.cost >= 0


def enumerate_replies(table, codes, lows, highs):
    """Each of the 53,524,680 replies one by one: its input is looked up, its values compared."""
    from certify.kernels.compilation import compiled
    from certify.kernels.keys import find_key, key_of_hand

    @compiled
    def go(keys, bank_lows, bank_highs, rest, lows, highs, counts):
        hand = np.empty(7, dtype=np.int8)
        for a in range(40):
            for b in range(a + 1, 41):
                for c in range(b + 1, 42):
                    for d in range(c + 1, 43):
                        for e in range(d + 1, 44):
                            for f in range(e + 1, 45):
                                for g in range(f + 1, 46):
                                    hand[0], hand[1], hand[2] = rest[a], rest[b], rest[c]
                                    hand[3], hand[4], hand[5] = rest[d], rest[e], rest[f]
                                    hand[6] = rest[g]
                                    at = find_key(keys, key_of_hand(hand))
                                    for i in range(len(lows)):
                                        low = (lows[i] > bank_lows[at]) * 1 - (
                                            lows[i] < bank_lows[at]
                                        )
                                        high = (highs[i] > bank_highs[at]) * 1 - (
                                            highs[i] < bank_highs[at]
                                        )
                                        counts[i, low + 1, high + 1] += 1

    rest = np.array([code for code in range(53) if code not in codes], dtype=np.int8)
    counts = np.zeros((len(lows), 3, 3), dtype=np.int64)
    go(table.inputs.keys, table.lows, table.highs, rest, lows, highs, counts)
    return counts


@pytest.mark.slow
@pytest.mark.parametrize("text", HANDS)
def test_the_full_deck_against_every_reply(text):
    from certify.odds.best_setting import load_bank

    rulebook = compile_rulebook(load("mbs"))
    cards = parse_cards(text, 7)
    found = find_best_setting(rulebook, cards)
    ways = [(item.low, item.high) for item in found.settings]
    lows, highs = _value_settings(ways, encode(rulebook.ranking.rank_rules()))
    codes = {card.code for card in cards}
    counts = enumerate_replies(load_bank(rulebook), codes, lows, highs)
    for item, cells in zip(found.settings, counts.tolist(), strict=True):
        tally = dict.fromkeys(StandardResult, 0)
        for low in range(3):
            for high in range(3):
                result = settle_standard(rulebook.standard, Comparison(low - 1, high - 1)).result
                tally[result] += cells[low][high]
        assert (item.wins, item.pushes, item.losses) == tuple(tally.values())
        assert item.replies == 53_524_680


@pytest.mark.slow
def test_the_strategy_card_adds_up():
    """What all kinds gain together is what best play takes off the edge, to the last deal."""
    from certify.odds.best_setting import find_departures

    card = find_departures(compile_rulebook(load("mbs")))
    assert sum(kind.gain for kind in card.kinds) == card.house_edge - card.best_edge
    assert sum(kind.hands for kind in card.kinds) == card.departing
    gains = [kind.gain for kind in card.kinds]
    assert gains == sorted(gains, reverse=True)
    first = card.kinds[0]
    found = find_best_setting(compile_rulebook(load("mbs")), parse_cards(first.example, 7))
    assert found.cost == first.example_gain


def test_a_bank_that_is_seen_must_hold_other_cards():
    rulebook = compile_rulebook(load("mbs"))
    deck = DECKS["six ranks, three suits"]
    cards = tuple(DECK[code] for code in deck.codes().tolist()[:7])
    table = tabulate(rulebook, deck)
    with pytest.raises(CertifyError, match="both hands"):
        weigh_settings(rulebook, cards, table, deck, bank=cards)
    bank = tuple(DECK[code] for code in deck.codes().tolist()[7:14])
    seen = weigh_settings(rulebook, cards, table, deck, bank=bank)
    assert {item.replies for item in seen.settings} == {1}
    told = [line for line in list_worth(seen) if line.endswith("house way")]
    assert len(told) == 1  # others of the same worth are not the house way's
    assert told[0].startswith(format_cards(seen.house_way.low))
    assert any(line.endswith(": 1 hand") for line in list_worth(seen))


def test_the_strategy_card_of_a_small_deck_against_hands_weighed_one_by_one():
    """Two ways to what a departure gains: sums over subsets, and the replies of each hand."""
    from certify.kernels.optimal import find_best_settings
    from certify.odds.best_setting import gather_kinds
    from certify.odds.count_levels import load_worth, weigh
    from certify.odds.standard import list_results

    rulebook = compile_rulebook(load("mbs"))
    deck, modes = DECKS["five ranks, four suits"], encode(rulebook.ranking.rank_rules())
    table = tabulate(rulebook, deck)
    worth = load_worth(weigh(list_results(rulebook.standard)))
    found = find_best_settings(deck, table.lows, table.highs, worth, **modes)
    departures = found.departures
    step = max(1, len(departures.cards) // 20)
    for cards, cost in zip(departures.cards[::step], departures.costs[::step], strict=True):
        weighed = weigh_settings(
            rulebook, tuple(DECK[code] for code in cards.tolist()), table, deck
        )
        assert weighed.cost == Fraction(int(cost), departures.cost_unit) > 0
    kinds = gather_kinds(departures, deck.hands, modes)
    gained = sum(Fraction(kind["gain"]) for kind in kinds)
    assert gained == found.best.expect() - found.house.expect() > 0
    assert sum(kind["hands"] for kind in kinds) == departures.hands

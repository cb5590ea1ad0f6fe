"""Settings weighed on a deck of twenty cards, every reply dealt; and how a bank's table is kept."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from certify.base.errors import CertifyError
from certify.game.cards import DECK, format_cards, parse_cards
from certify.game.house_way.build import build_house_way
from certify.game.house_way.rules import set_hand
from certify.game.rank import is_foul, rank_high, rank_low
from certify.game.views import HandCondition, look
from certify.kernels.deck import Deck
from certify.kernels.keys import distinct_inputs
from certify.odds import best_setting, count_settings
from certify.odds.best_setting import (
    BestSetting,
    SettingWorth,
    find_best_setting,
    load_bank,
    weigh_settings,
)
from certify.odds.count_views import HouseWaySetting
from certify.odds.counts import HandCounts
from certify.odds.house_way_readings import read_house_way
from certify.spec.choices import Copy, StandardResult, YesNo
from certify.spec.compile import compile_rulebook
from certify.spec.values import Money
from certify.wagers.standard import Comparison, settle_standard
from tests.conftest import load
from tests.price_solve.test_best_setting import judge, tabulate
from tests.wagers.test_settlement_values import give

SMALL = Deck(ranks=(8, 9, 10, 11, 12), suits=3, jokers=0)
"""Fifteen cards: eight replies to a hand, each of seven."""
SHOWN = HandCondition(hand="three-of-a-kind")


def cards_of(deck):
    return tuple(DECK[code] for code in deck.codes().tolist())


@pytest.fixture(scope="module")
def small():
    rulebook = compile_rulebook(load("mbs"))
    return rulebook, tabulate(rulebook, SMALL)


def deal(rulebook, cards, shows=None, stake=None):
    """Each legal setting with its worth, by settling every reply: results and money to one."""
    rules = rulebook.ranking.rank_rules()
    way, readings = build_house_way(rulebook.house_way), read_house_way(rulebook)
    rest = [card for card in cards_of(SMALL) if card not in cards]
    found = {}
    for low in combinations(cards, 2):
        high = tuple(card for card in cards if card not in low)
        own = rank_low(low, rules), rank_high(high, rules)
        tally, worth = dict.fromkeys(StandardResult, 0), Fraction(0)
        replies = list(combinations(rest, 7))
        for reply in replies:
            bank = set_hand(way, reply, readings, rules)
            pushes = shows is not None and shows(reply)
            view = Comparison(
                judge(own[0], rank_low(bank.low, rules)),
                judge(own[1], rank_high(bank.high, rules)),
                pushes,
            )
            settled = settle_standard(rulebook.standard, view)
            tally[settled.result] += 1
            worth += settled.net.times + (settled.net.money / stake if stake else 0)
        found[own] = (*(tally[name] for name in StandardResult), worth / len(replies))
    return found


def key_of(item, rules):
    return rank_low(item.low, rules), rank_high(item.high, rules)


@pytest.mark.parametrize("hand", [0, 3, 5])
def test_every_reply_with_a_hand_that_pushes_and_a_fixed_commission(small, hand):
    """Of the bank's hands some push; a fixed commission is a share of the stake."""
    rulebook, table = small
    rules = rulebook.ranking.rank_rules()
    cards = cards_of(SMALL)[hand : hand + 7]

    def shows(reply):
        return SHOWN.holds(look(reply, rules))

    tags = [
        int(shows([DECK[code] for code in codes]))
        for codes in table.inputs.representatives.tolist()
    ]
    tagged = replace(table, tags=np.array(tags, dtype=np.int64))
    terms = give(
        rulebook.standard,
        bank_hand_push=YesNo.YES,
        bank_hand_push_when=SHOWN,
        copy=Copy.PLAYER,
        commission=Fraction(0),
        commission_fixed=Money(Fraction(2), "SGD"),
    )
    fixed = replace(rulebook, standard=terms)
    with pytest.raises(CertifyError, match="add the wager amount with --stake"):
        weigh_settings(fixed, cards, tagged, SMALL)
    found = weigh_settings(fixed, cards, tagged, SMALL, stake=Money(Fraction(20), "SGD"))
    expected = deal(fixed, cards, shows, Fraction(20))
    for item in found.settings:
        wins, pushes, losses, worth = expected[key_of(item, rules)]
        assert (item.wins, item.pushes, item.losses, item.worth) == (wins, pushes, losses, worth)
        assert item.replies == wins + pushes + losses == 8
        assert set(item.low) | set(item.high) == set(cards)
        assert (len(item.low), len(item.high)) == (2, 5)
    worths = [item.worth for item in found.settings]
    assert worths == sorted(worths, reverse=True)
    assert found.house_way in found.settings
    assert found.cost == found.best.worth - found.house_way.worth >= 0


def test_cards_that_the_deck_does_not_have_and_hands_that_foul(small):
    rulebook, table = small
    without = replace(
        rulebook,
        ranking=give(rulebook.ranking, jokers=0, cards=52),
    )
    with pytest.raises(CertifyError, match="the deck of this game has no Joker"):
        weigh_settings(without, parse_cards("Joker As Ks Qs Js 10s 9d", 7), table, SMALL)
    with pytest.raises(CertifyError, match="the deck of this game has no Joker"):
        weigh_settings(
            without,
            cards_of(SMALL)[:7],
            table,
            SMALL,
            bank=parse_cards("Joker As Ks Qs Js 10s 9d", 7),
        )
    unset = replace(rulebook, house_way={**rulebook.house_way, "rules": []})
    with pytest.raises(CertifyError, match="the house way leaves these cards unset"):
        weigh_settings(unset, cards_of(SMALL)[:7], table, SMALL)


def test_a_house_way_that_lays_a_foul_is_refused(small, monkeypatch):
    rulebook, table = small
    rules = rulebook.ranking.rank_rules()
    cards = parse_cards("10c Jc Qc Kc Ac Ad 10d", 7)
    foul = parse_cards("Ac Ad", 2)
    high = tuple(card for card in cards if card not in foul)
    assert is_foul(rank_high(high, rules), rank_low(foul, rules), rules)
    real = set_hand(build_house_way(rulebook.house_way), cards, read_house_way(rulebook), rules)
    monkeypatch.setattr(best_setting, "set_hand", lambda *_: replace(real, low=foul))
    with pytest.raises(CertifyError, match="the house way sets these cards foul"):
        weigh_settings(rulebook, cards, table, SMALL)


def worth(low, wins, pushes, losses, value):
    cards = parse_cards(low, 2)
    high = parse_cards("Kd Qd Jd 9d 8d", 5)
    return SettingWorth(cards, high, wins, pushes, losses, Fraction(value))


def test_what_is_found_is_written_whole():
    house, other = worth("As Ks", 1, 2, 5, "-1/2"), worth("Ac Kc", 3, 4, 1, "1/4")
    found = BestSetting(parse_cards("As Ks Ac Kc Kd Qd Jd", 7), (other, house), house)
    assert (found.best, found.cost) == (other, Fraction(3, 4))
    written = {
        "low": "Ac Kc",
        "high": format_cards(other.high),
        "wins": 3,
        "pushes": 4,
        "losses": 1,
        "worth": {"fraction": "1/4", "percent": "25.0000"},
    }
    data = found.to_dict()
    assert data["replies"] == 8
    assert data["best"] == written
    assert data["settings"][0] == written
    assert [item["low"] for item in data["settings"]] == ["Ac Kc", "As Ks"]
    assert data["house_way"]["low"] == "As Ks"
    assert data["cost"] == {"fraction": "3/4", "percent": "75.0000"}
    assert "bank" not in data
    seen = replace(found, bank=parse_cards("2c 3c", 2))
    assert seen.to_dict()["bank"] == "2c 3c"
    level = replace(found, house_way=replace(house, worth=Fraction(1, 4)))
    assert (level.best, level.cost) == (level.house_way, 0)


# --- the bank's table


@pytest.fixture
def little_bank(monkeypatch, tmp_path):
    """The house way of a small deck in the place of the whole one's."""
    monkeypatch.setenv("CERTIFY_CACHE", str(tmp_path))
    rulebook = compile_rulebook(load("mbs"))
    table = tabulate(rulebook, SMALL)
    loaded = []

    def load_values():
        loaded.append(1)
        return table.lows, table.highs

    setting = HouseWaySetting({"deck": "small"}, load_values)
    views = {
        look([DECK[code] for code in codes], rulebook.ranking.rank_rules()): 1
        for codes in table.inputs.representatives.tolist()
    }
    monkeypatch.setattr(best_setting, "find_setting", lambda *_: setting)
    monkeypatch.setattr(best_setting, "find_deck", lambda *_: SMALL)
    monkeypatch.setattr(best_setting, "count_hands", lambda *_: HandCounts(views, len(views)))
    monkeypatch.setattr(count_settings, "count_hands", lambda *_: HandCounts(views, len(views)))
    return rulebook, table, loaded


@pytest.mark.parametrize("push", YesNo)
def test_a_banks_table_comes_back_from_the_store_as_it_went_in(little_bank, push):
    rulebook, table, loaded = little_bank
    rules = rulebook.ranking.rank_rules()
    book = replace(
        rulebook, standard=give(rulebook.standard, bank_hand_push=push, bank_hand_push_when=SHOWN)
    )
    hands = distinct_inputs(SMALL).representatives.tolist()
    shown = [int(SHOWN.holds(look([DECK[code] for code in codes], rules))) for codes in hands]
    assert 0 < sum(shown) < len(shown)
    for _ in range(2):
        found = load_bank(book)
        assert found.inputs.keys.tolist() == table.inputs.keys.tolist()
        assert found.lows.tolist() == table.lows.tolist()
        assert found.highs.tolist() == table.highs.tolist()
        assert found.tags.tolist() == (shown if push is YesNo.YES else [0] * len(shown))
        assert found.tags.dtype == np.int64
    assert len(loaded) == 1  # the second time it was read


def test_banks_that_push_with_other_hands_are_kept_apart(little_bank):
    rulebook, _, loaded = little_bank
    flush = HandCondition(hand="flush")
    tags = []
    for push, when in ((YesNo.NO, SHOWN), (YesNo.YES, SHOWN), (YesNo.YES, flush)):
        terms = give(rulebook.standard, bank_hand_push=push, bank_hand_push_when=when)
        tags.append(load_bank(replace(rulebook, standard=terms)).tags.tolist())
    assert len(loaded) == 3
    assert tags[0] != tags[1] != tags[2]


def test_the_best_setting_is_found_with_the_banks_table(little_bank):
    rulebook, table, _ = little_bank
    cards, bank = cards_of(SMALL)[:7], cards_of(SMALL)[7:14]
    assert find_best_setting(rulebook, cards) == weigh_settings(rulebook, cards, table, SMALL)
    seen = find_best_setting(rulebook, cards, bank)
    assert seen == weigh_settings(rulebook, cards, table, SMALL, bank=bank)
    assert seen.bank == bank
    assert {item.replies for item in seen.settings} == {1}


def test_no_bank_without_a_house_way_or_with_one_that_fouls(monkeypatch):
    with pytest.raises(CertifyError, match="south-dakota contains no house way"):
        load_bank(compile_rulebook(load("south-dakota")))
    fouling = compile_rulebook(load("mbs"), {None: {"equal-high-and-low": "foul"}})
    with pytest.raises(CertifyError, match="just as high as the high hand"):
        load_bank(fouling)

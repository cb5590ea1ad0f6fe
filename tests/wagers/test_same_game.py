"""The same game: the engine's deals and the odds' views come to the same money, to the cent."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from certify.engine.round import Bank, Player, Round
from certify.engine.settle import settle_round
from certify.game.cards import DECK, parse_cards
from certify.game.rank import RankRules
from certify.kernels.deck import Deck
from certify.odds.compute import Request, compute_odds
from certify.odds.count_joint import tally_pairs
from certify.odds.count_views import read_view
from certify.odds.counts import _group, tally_hands
from certify.odds.simulate import simulate
from certify.spec.compile import compile_rulebook
from certify.spec.words import BankComparison, Required
from certify.wagers.lines import settle, situate
from tests.conftest import IDS, ROOT, load

DEALS = json.loads((ROOT / "tests" / "golden" / "deals.json").read_text(encoding="utf-8"))
STAKE = Fraction(7)
PLAIN_BANK = ("Qc 10h 8s 6d 4h 3s 2c", "Qd 10s 8c 6h 4s 3d 2h", "Qh 10d 8d 6s 4c 3h 2s")


def list_rulebooks(name):
    """The document as adopted and under every reading that it leaves open for its lists of lines."""
    jurisdiction = load(name)
    cases = [{}]
    for statement in jurisdiction.list_statements():
        if statement.wager is not None or statement.key in {"deck.joker", "deck.royal_match_joker"}:
            key = statement.reading or statement.key
            cases += [{key: value} for value in statement.other_values]
    seen = []
    for case in cases:
        if case not in seen:
            seen.append(case)
            yield case, free(compile_rulebook(jurisdiction, {None: case}))


def free(rulebook):
    """The same rulebook where a wager may be made alone, at any stake, so that a deal is all there is."""
    given = rulebook.table.standard_required
    table = replace(rulebook.table, standard_required=given.put(Required.NOT_REQUIRED))
    return replace(rulebook, table=table, house_way={}, house_way_readings={})


def settle_deal(rulebook, terms, own, bank):
    """What one deal pays on one wager, by the engine."""
    tables = {item.id: item.paytable for item in rulebook.wagers.values() if item.named} or None
    round_ = Round(tables, Bank(bank), (Player(1, own, None, {terms.id: STAKE}),))
    (line,) = [
        item for item in settle_round(rulebook, round_).seats[0].lines if item.wager == terms.id
    ]
    return line.amount


def find_bank(cards):
    """A bank's hand that holds nothing and shares no card."""
    taken = set(cards.split())
    return next((hand for hand in PLAIN_BANK if not taken & set(hand.split())), None) or " ".join(
        [str(card) for card in DECK if str(card) not in taken][::-7][:7]
    )


@pytest.mark.parametrize("name", IDS)
def test_one_deal_for_every_view_of_a_hand_settles_as_the_view(name):
    settled = 0
    for _, rulebook in list_rulebooks(name):
        rules = rulebook.ranking.rank_rules()
        data = DEALS[rules.joker]
        for terms in rulebook.wagers.values():
            if terms.looks_at_bank or terms.hand_considered.said == "as-set":
                continue
            for seen, cards in zip(data["views"], data["hands"], strict=True):
                pay = settle(terms, situate(terms, read_view(seen))).pay
                bank = parse_cards(find_bank(cards), 7)
                paid = settle_deal(rulebook, terms, parse_cards(cards, 7), bank)
                assert paid == pay.times * STAKE + pay.money, cards
                settled += 1
    assert settled or name == "designated-player"


def test_there_is_a_deal_for_every_view():
    assert len(DEALS["bug"]["views"]) == len(DEALS["bug"]["hands"]) == 84
    assert len(DEALS["bug"]["pairs"]) == 4627


def settle_pairs(name, pairs, cases):
    settled = 0
    for case, rulebook in cases:
        if rulebook.ranking.rank_rules().joker != "bug":
            continue
        views = [read_view(item) for item in DEALS["bug"]["views"]]
        for terms in rulebook.wagers.values():
            by_hand = terms.is_contested and terms.comparison.said is BankComparison.BY_HAND
            if not terms.looks_at_bank or by_hand:
                continue
            for own, bank, cards, others in pairs:
                pay = settle(terms, situate(terms, views[own], views[bank])).pay
                paid = settle_deal(rulebook, terms, parse_cards(cards, 7), parse_cards(others, 7))
                assert paid == pay.times * STAKE + pay.money, (case, cards, others)
                settled += 1
    return settled


TWO_HANDS = ("designated-player", "pennsylvania")


@pytest.mark.parametrize("name", TWO_HANDS)
def test_deals_for_pairs_of_views_settle_as_the_views(name):
    cases = list(list_rulebooks(name))[:1]
    assert settle_pairs(name, DEALS["bug"]["pairs"][::9], cases)


@pytest.mark.slow
@pytest.mark.parametrize("name", TWO_HANDS)
def test_one_deal_for_every_pair_of_views_settles_as_the_views_under_each_reading(name):
    cases = list(list_rulebooks(name))
    assert settle_pairs(name, DEALS["bug"]["pairs"], cases) >= 4627


SMALL = {
    "one suit, joker": Deck(tuple(range(13)), 1, 1),
    "ten of one suit, joker": Deck((0, 1, 2, 3, 4, 5, 6, 10, 11, 12), 1, 1),
    "low straights, joker": Deck((0, 1, 2, 3, 12), 2, 1),
    "royals, joker": Deck((8, 9, 10, 11, 12), 2, 1),
    "three ranks, joker": Deck((0, 11, 12), 4, 1),
    "two ranks, joker": Deck((11, 12), 4, 1),
    "royals": Deck((8, 9, 10, 11, 12), 2, 0),
}
LARGER = {"one suit, joker", "three ranks, joker"}
"""Thousands of hands; a smaller deck of the same make stands for each in the fast run."""


@pytest.mark.parametrize(
    "deck",
    [pytest.param(name, marks=[pytest.mark.slow] if name in LARGER else []) for name in SMALL],
)
@pytest.mark.parametrize("name", ["south-dakota", "mbs"])
def test_every_hand_of_a_reduced_deck_sums_to_the_odds(name, deck):
    """Dealt one by one through the engine, against the kernels' counts through the settlement."""
    rulebook = free(compile_rulebook(load(name)))
    terms = rulebook.wagers["fortune-bonus"]
    reduced = SMALL[deck]
    counts = tally_hands(reduced, RankRules(jokers=reduced.jokers))
    expected = sum(
        settle(terms, situate(terms, view)).pay.times * number
        for view, number in counts.views.items()
    )
    total, dealt = Fraction(0), 0
    cards = [DECK[code] for code in reduced.codes().tolist()]
    for own in combinations(cards, 7):
        bank = tuple([card for card in DECK if card not in own][:7])
        total += settle_deal(rulebook, terms, own, bank) / STAKE
        dealt += 1
    assert dealt == counts.deals == reduced.hands
    assert total == expected


def test_every_deal_of_fourteen_cards_sums_to_the_odds_of_two_hands():
    """Seven ranks in two suits: 3,432 deals of a player's and a bank's hand, all through the engine."""
    deck = Deck((5, 6, 7, 9, 10, 11, 12), 2, 0)
    rulebook = free(compile_rulebook(load("pennsylvania")))
    terms = rulebook.wagers["ace-high"]
    rules = RankRules(jokers=0)
    none = frozenset()
    views = tally_hands(deck, rules).views
    groups = _group(views, None)
    counted = tally_pairs(deck, rules, (none, none), (groups, groups))
    ordered = list(groups)
    expected, deals = Fraction(0), 0
    for place, number in enumerate(number for row in counted for number in row):
        own, bank = ordered[place // len(ordered)], ordered[place % len(ordered)]
        expected += settle(terms, situate(terms, own, bank)).pay.times * int(number)
        deals += int(number)
    cards = [DECK[code] for code in deck.codes().tolist()]
    total = Fraction(0)
    for own in combinations(cards, 7):
        bank = tuple(card for card in cards if card not in own)
        total += settle_deal(rulebook, terms, own, bank) / STAKE
    assert deals == comb(14, 7)
    assert total == expected


@pytest.mark.parametrize("name", ["south-dakota", "california-bgc", "pennsylvania"])
def test_random_rounds_with_several_seats_agree_in_money(name):
    jurisdiction = load(name)
    wagers = tuple(item.id for item in jurisdiction.wagers)
    paytable = jurisdiction.wager("fortune-bonus").paytables[0].id
    request = Request(wagers=wagers, paytable=paytable, alternatives=False)
    rulebook = compile_rulebook(jurisdiction, None, {"fortune-bonus": paytable})
    checks = simulate(rulebook, compute_odds(jurisdiction, request), 600, 5, players=5)
    assert {item.wager for item in checks} >= set(wagers)
    assert all(item.agrees for item in checks), [(item.wager, item.score) for item in checks]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["mbs", "designated-player"])
def test_random_rounds_agree_in_money_on_every_wager(name):
    jurisdiction = load(name)
    rulebook = compile_rulebook(jurisdiction)
    odds = compute_odds(jurisdiction, Request(alternatives=False))
    checks = simulate(rulebook, odds, 6_000, 7, players=3)
    assert "standard" in {item.wager for item in checks}
    assert all(item.agrees for item in checks), [(item.wager, item.score) for item in checks]

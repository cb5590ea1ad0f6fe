"""The same game: the engine's deals and the odds' views come to the same money, to the cent."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from math import comb

import pytest

from certify.engine.round import Bank, Player, Round
from certify.engine.settle import settle_round
from certify.game.cards import DECK, parse_cards
from certify.game.holdings import rank_within
from certify.game.rank import RankRules
from certify.kernels.deck import Deck
from certify.odds import situations
from certify.odds.count_joint import tally_pairs
from certify.odds.count_views import read_view
from certify.odds.counts import _group, tally_contests, tally_hands
from certify.odds.situations import count_situations
from certify.spec.catalogue import Moves
from certify.spec.choices import Required, SetBy
from certify.spec.compile import compile_rulebook
from certify.wagers.lines import find_line, settle, situate
from certify.wagers.standard import Comparison, settle_standard
from tests.conftest import IDS, ROOT, load

DEALS = json.loads((ROOT / "tests" / "golden" / "deals.json").read_text(encoding="utf-8"))
STAKE = Fraction(7)
PLAIN_BANK = ("Qc 10h 8s 6d 4h 3s 2c", "Qd 10s 8c 6h 4s 3d 2h", "Qh 10d 8d 6s 4c 3h 2s")


def list_cases(jurisdiction, touches):
    """No reading, and every other value that the document leaves open for some of its statements."""
    cases = [{}]
    for statement in filter(touches, jurisdiction.list_statements()):
        key = statement.reading or statement.key
        cases += [{key: value} for value in statement.other_values]
    return [case for place, case in enumerate(cases) if case not in cases[:place]]


def is_of_lines(statement):
    return statement.wager is not None or statement.key in {"deck.joker", "deck.royal_match_joker"}


def list_rulebooks(name):
    """Every wager on every paytable, as adopted and under every reading that is left open for it."""
    jurisdiction = load(name)
    for wager, paytable in jurisdiction.list_paytables():
        for case in list_cases(jurisdiction, is_of_lines):
            rulebook = free(compile_rulebook(jurisdiction, {None: case}, {wager.id: paytable.id}))
            yield case, rulebook, rulebook.wagers[wager.id]


def free(rulebook):
    """The same rulebook where a wager may be made alone, at any stake, so that a deal is all there is."""
    given = rulebook.table.standard_wager_required
    table = replace(rulebook.table, standard_wager_required=given.put(Required.NOT_REQUIRED))
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


SEVERAL = {"south-dakota", "california-bgc"}
"""Files with many paytables: of the others but the first only the adopted readings in the fast run."""


@pytest.mark.parametrize(
    ("name", "every"),
    [
        *((name, False) for name in IDS),
        *(pytest.param(name, True, marks=pytest.mark.slow) for name in sorted(SEVERAL)),
    ],
)
def test_one_deal_for_every_view_of_a_hand_settles_as_the_view(name, every):
    tables = set()
    condition = load(name).by_key["fortune-bonus.bank_condition"]
    contested = condition.value == "bank-hand-must-be-beaten" and not condition.other_values
    first = load(name).wager("fortune-bonus").paytables[0].id
    for case, rulebook, terms in list_rulebooks(name):
        if terms.looks_at_bank or terms.hand_considered.said == "as-set":
            continue
        if case and terms.paytable != first and name in SEVERAL and not every:
            continue
        data = DEALS[rulebook.ranking.rank_rules().joker]
        for seen, cards in zip(data["views"], data["hands"], strict=True):
            pay = settle(terms, situate(terms, read_view(seen))).pay
            bank = parse_cards(find_bank(cards), 7)
            paid = settle_deal(rulebook, terms, parse_cards(cards, 7), bank)
            assert paid == pay.times * STAKE + pay.money, (case, cards)
        tables.add(terms.paytable)
    bonus = {item.id for wager, item in load(name).list_paytables() if wager.id == "fortune-bonus"}
    assert tables == (set() if contested else bonus)  # a contested wager: the test of two hands


def test_there_is_a_deal_for_every_view():
    assert len(DEALS["bug"]["views"]) == len(DEALS["bug"]["hands"]) == 84
    assert len(DEALS["bug"]["pairs"]) == 4627


def settle_pairs(pairs, cases):
    """The wagers that look at both hands, each settled on every pair in every case."""
    settled = set()
    views = [read_view(item) for item in DEALS["bug"]["views"]]
    for case, rulebook, terms in cases:
        rules = rulebook.ranking.rank_rules()
        if rules.joker != "bug" or not terms.looks_at_bank:
            continue
        for own, bank, cards, others in pairs:
            mine, theirs = parse_cards(cards, 7), parse_cards(others, 7)
            within = None
            line = find_line(terms, views[own])
            if terms.is_contested and line and line == find_line(terms, views[bank]):
                first, second = (rank_within(hand, line.hand, rules) for hand in (mine, theirs))
                within = (first > second) - (first < second)
            pay = settle(terms, situate(terms, views[own], views[bank], within)).pay
            paid = settle_deal(rulebook, terms, mine, theirs)
            assert paid == pay.times * STAKE + pay.money, (case, cards, others)
            settled.add(terms.id)
    return settled


TWO_HANDS = ("designated-player", "pennsylvania")


@pytest.mark.parametrize("name", TWO_HANDS)
def test_deals_for_pairs_of_views_settle_as_the_views(name):
    cases = [item for item in list_rulebooks(name) if not item[0]]
    wagers = {wager.id for wager in load(name).wagers}
    alone = {"fortune-bonus"} if name == "pennsylvania" else set()
    assert settle_pairs(DEALS["bug"]["pairs"][::9], cases) == wagers - alone


@pytest.mark.slow
@pytest.mark.parametrize("name", TWO_HANDS)
def test_one_deal_for_every_pair_of_views_settles_as_the_views_under_each_reading(name):
    cases = list(list_rulebooks(name))
    assert len(cases) > 2
    assert settle_pairs(DEALS["bug"]["pairs"], cases)


# the bank's low hand is Q 10 in both, its high hand K 8 6 4 3 or A 8 6 4 3
BANKS = {"K": "Kd Qh 10s 8h 6s 4c 3c", "A": "Ad Qh 10s 8h 6s 4c 3c"}
LOWS = {-1: "9c 7c", 0: "Qc 10c", 1: "Qc Jc"}
HIGHS = {-1: "{top} 8d 6d 4d 2s", 0: "{top} 8d 6d 4d 3d", 1: "{top} 9d 6d 4d 3d"}


def is_of_standard(statement):
    own = statement.key.partition(".")[0] in {"comparison", "standard"}
    return own and statement.parameter.moves is Moves.ODDS


@pytest.mark.parametrize("name", IDS)
def test_one_deal_for_every_view_of_the_standard_wager_settles_as_the_view(name):
    """How low and high compare, nine ways, before a bank that shows an ace without a pair or does not."""
    jurisdiction, seen = load(name), set()
    for case in list_cases(jurisdiction, is_of_standard):
        rulebook = compile_rulebook(jurisdiction, {None: case})
        terms = rulebook.standard
        laid = replace(terms, by_player=terms.by_player.put(SetBy.PLAYER))
        rulebook = replace(rulebook, standard=laid, house_way={}, house_way_readings={})
        tables = {item.id: item.paytable for item in rulebook.wagers.values() if item.named} or None
        for top, (low, own), (high, rest) in product(BANKS, LOWS.items(), HIGHS.items()):
            low_cards, bank = parse_cards(own, 2), parse_cards(BANKS[top], 7)
            cards = (*low_cards, *parse_cards(rest.format(top=f"{top}s"), 5))
            player = Player(1, cards, low_cards, {"standard": Fraction(10)})
            round_ = Round(tables, Bank(bank, parse_cards("Qh 10s", 2)), (player,))
            (line,) = settle_round(rulebook, round_).seats[0].lines
            pushes = terms.bank_hand_push.said == "yes" and top == "A"
            net = settle_standard(terms, Comparison(low, high, pushes)).net
            assert line.amount == net.times * 10 + net.money, (case, top, low, high)
            seen.add((low, high, pushes))
    assert len(seen) == (18 if name in {"pennsylvania", "designated-player"} else 9)


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


@pytest.mark.slow
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


FOURTEEN = {
    "seven ranks": Deck((4, 5, 6, 7, 8, 9, 12), 2, 0),
    "one suit, joker": Deck(tuple(range(13)), 1, 1),
}


@pytest.mark.parametrize(
    "name", ["seven ranks", pytest.param("one suit, joker", marks=pytest.mark.slow)]
)
def test_every_deal_of_fourteen_cards_sums_to_the_odds_of_hands_compared_card_by_card(
    name, monkeypatch
):
    deck = FOURTEEN[name]

    def count(_rules, place, categories, _progress):
        rules = RankRules(jokers=deck.jokers)
        places = {view: place(view) for view in tally_hands(deck, rules).views}
        cells = tally_contests(deck, rules, places, categories)
        return {tuple(cell[:3]): cell[3] for cell in cells}

    monkeypatch.setattr(situations, "count_contests", count)
    asked = {None: {"bonus-comparison": "by-hand", "bonus-tie-with-dealer": "pushes"}}
    rulebook = free(compile_rulebook(load("designated-player"), asked))
    terms = rulebook.wagers["fortune-bonus"]
    counts = count_situations(rulebook.ranking, terms)
    expected = sum(
        settle(terms, situation).pay.times * number
        for situation, number in counts.situations.items()
    )
    cards = [DECK[code] for code in deck.codes().tolist()]
    total = Fraction(0)
    for own in combinations(cards, 7):
        bank = tuple(card for card in cards if card not in own)
        total += settle_deal(rulebook, terms, own, bank) / STAKE
    assert counts.deals == comb(14, 7)
    assert {item.within for item in counts.situations} >= {-1, 1}
    assert total == expected

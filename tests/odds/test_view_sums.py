"""The odds as sums over views, on populations small enough to be dealt through by hand.

The counts that take long are replaced by those of an urn: seven hands, drawn one after the other. Whatever is
summed from single hands and pairs must come out as in every drawing of the urn, one by one.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest

from certify.base import cache
from certify.game.cards import parse_cards
from certify.game.house_way.shapes import parse_group
from certify.game.rank import RankRules
from certify.game.views import HandCondition, look
from certify.odds import envy as envy_odds
from certify.odds import envy as triples_odds
from certify.odds import standard as standard_odds
from certify.odds.compute import Request
from certify.odds.count_settings import (
    BestPlay,
    ChoiceCounts,
    Departure,
    SettingCounts,
    SettingView,
)
from certify.odds.counts import HandCounts, PairCounts
from certify.odds.result import Status
from certify.odds.standard import count_standard, judge_standard
from certify.spec.choices import (
    BankKind,
    BankQualifies,
    Copy,
    Exposed,
    Inclusion,
    OwnLost,
    Several,
    Sharing,
    StandardResult,
    YesNo,
)
from certify.spec.compile import compile_rulebook
from certify.spec.resolved import Uncounted
from certify.spec.values import PUSHES, Exclusion, Money, Pay
from tests.conftest import load
from tests.engine.rounds import CLASSES
from tests.wagers.test_settlement_values import give

# --- envy, over an urn of hands

URN = ("royal-match", "five-aces", "four-of-a-kind", "straight-flush", "straight", "none", "none")
STAKE = Money(Fraction(25), "USD")
EDGE = Fraction(1, 7)
PLAIN = {
    "minimum_stake": Money(Fraction(5), "USD"),
    "lowest_hand": None,
    "own_hand": Inclusion.EXCLUDED,
    "bank_hand": Inclusion.EXCLUDED,
    "several_qualifying_hands": Several.EACH,
    "sharing": Sharing.IN_FULL,
    "own_bonus_lost": OwnLost.STILL_PAID,
    "bank_qualifies": BankQualifies.NO_EFFECT,
    "forfeits": (),
}


@pytest.fixture
def urn(monkeypatch):
    views = [look(parse_cards(CLASSES[name], 7), RankRules()) for name in URN]
    single, pairs = {}, {}
    for view in views:
        single[view] = single.get(view, 0) + 1
    for pair in permutations(views, 2):
        pairs[pair] = pairs.get(pair, 0) + 1
    monkeypatch.setattr(envy_odds, "count_hands", lambda *_: HandCounts(single, 7))
    monkeypatch.setattr(envy_odds, "count_plain_pairs", lambda *_: PairCounts(pairs, 42))
    monkeypatch.setattr(triples_odds, "list_hands_where", lambda *_: None)
    monkeypatch.setattr(cache, "_shared", {})
    return views


def make_terms(**said):
    rulebook = compile_rulebook(load("south-dakota"))
    terms = rulebook.wagers["fortune-bonus"]
    return rulebook.ranking, replace(terms, envy=give(terms.envy, **{**PLAIN, **said}))


def list_amounts(terms):
    """What each class of the urn is worth to others, read off the paytable."""
    paid = {line.player.hand: line.envy.value.money for line in terms.lines if line.envy}
    return {name: paid.get(name, Fraction(0)) for name in URN}


def list_pays(terms):
    paid = {line.player.hand: line.pays.value.times for line in terms.lines}
    return {name: paid.get(name, Fraction(-1)) for name in URN}


def draw(others):
    """Every drawing: own hand, the bank's, and those of the others."""
    return permutations(URN, others + 2)


def expect(others, value):
    drawn = [value(own, bank, rest) for own, bank, *rest in draw(others)]
    return sum(drawn, Fraction(0)) / len(drawn)


def compute(others, **said):
    ranking, terms = make_terms(**said)
    found = envy_odds.compute_envy(ranking, terms, EDGE, STAKE, with_variance=True)
    assert [item.other_players for item in found] == [1, 2, 3, 4, 5]
    return found[others - 1], list_amounts(terms)


def hold(found, others, expected):
    """An exact figure: the same money for each other player, and the edge less that money."""
    assert found.per_other_player * others == expected
    assert found.house_edge == EDGE - expected / STAKE.amount
    assert found.highest_edge is None


@pytest.mark.parametrize("others", [1, 2, 3])
def test_each_hand_of_another_pays(urn, others):
    found, amounts = compute(others)
    assert any(amounts.values())
    hold(found, others, expect(others, lambda own, bank, rest: sum(map(amounts.get, rest))))


@pytest.mark.parametrize("others", [1, 2, 3])
def test_shared_among_those_who_stake(urn, others):
    """A hand of one of the others pays the player and the rest of the others."""
    found, amounts = compute(others, sharing=Sharing.SHARED)
    plain = expect(others, lambda own, bank, rest: sum(map(amounts.get, rest)))
    hold(found, others, plain / others)


@pytest.mark.parametrize("others", [1, 2])
def test_a_player_whose_own_bonus_loses_is_paid_no_envy(urn, others):
    found, amounts = compute(others, own_bonus_lost=OwnLost.NO_ENVY)
    expected = expect(
        others,
        lambda own, bank, rest: 0 if own == "none" else sum(map(amounts.get, rest)),
    )
    hold(found, others, expected)
    assert found.variance is None


def test_a_player_whose_own_bonus_pushes_has_not_lost_it(urn):
    ranking, terms = make_terms(own_bonus_lost=OwnLost.NO_ENVY)
    lines = tuple(
        replace(line, pays=line.pays.put(PUSHES)) if line.id == "straight" else line
        for line in terms.lines
    )
    terms = replace(terms, lines=lines)
    amounts = list_amounts(terms)
    found = envy_odds.compute_envy(ranking, terms, EDGE, STAKE)[0]
    expected = expect(
        1, lambda own, bank, rest: 0 if own == "none" else sum(map(amounts.get, rest))
    )
    hold(found, 1, expected)


@pytest.mark.parametrize("others", [1, 2])
def test_a_bank_that_qualifies_stops_envy(urn, others):
    found, amounts = compute(others, bank_qualifies=BankQualifies.NO_ENVY)
    expected = expect(
        others, lambda own, bank, rest: 0 if amounts[bank] else sum(map(amounts.get, rest))
    )
    hold(found, others, expected)


@pytest.mark.parametrize("kept", [frozenset(), frozenset({"royal-match"})])
def test_an_own_hand_that_forfeits_envy(urn, kept):
    forfeits = (Exclusion("five-aces", kept),)
    found, amounts = compute(2, forfeits=forfeits)

    def pay(own, bank, rest):
        return sum(amounts[name] for name in rest if own != "five-aces" or name in kept)

    hold(found, 2, expect(2, pay))


@pytest.mark.parametrize("others", [1, 3])
def test_both_exclusions_at_once_are_bounds_that_hold(urn, others):
    forfeits = (Exclusion("five-aces", frozenset()), Exclusion("four-of-a-kind", frozenset()))
    found, amounts = compute(others, bank_qualifies=BankQualifies.NO_ENVY, forfeits=forfeits)
    stopping = {"five-aces", "four-of-a-kind"}
    exact = expect(
        others,
        lambda own, bank, rest: (
            0 if amounts[bank] or own in stopping else sum(map(amounts.get, rest))
        ),
    )
    edge = EDGE - exact / STAKE.amount
    assert found.house_edge <= edge <= found.highest_edge
    assert found.house_edge < found.highest_edge
    # as tight as what single exclusions leave allows: both stop at most what either does
    every, by_own, by_bank = (
        expect(
            others,
            lambda own, bank, rest, stop=stop: (
                0 if stop(own, bank) else sum(map(amounts.get, rest))
            ),
        )
        for stop in (
            lambda own, bank: False,
            lambda own, bank: own in stopping,
            lambda own, bank: amounts[bank] > 0,
        )
    )
    least = max(by_own + by_bank - every, 0)
    most = by_own + by_bank - every + min(every - by_own, every - by_bank)
    assert found.highest_edge == EDGE - least / STAKE.amount
    assert found.house_edge == EDGE - most / STAKE.amount


def test_two_others_of_whom_the_highest_pays_is_exact(urn):
    found, amounts = compute(2, several_qualifying_hands=Several.HIGHEST)
    hold(found, 2, expect(2, lambda own, bank, rest: max(map(amounts.get, rest))))


@pytest.mark.parametrize("others", [3, 4])
def test_the_highest_of_more_is_bounded(urn, others):
    found, amounts = compute(others, several_qualifying_hands=Several.HIGHEST)
    exact = expect(others, lambda own, bank, rest: max(map(amounts.get, rest)))
    edge = EDGE - exact / STAKE.amount
    assert found.house_edge <= edge <= found.highest_edge
    each = expect(others, lambda own, bank, rest: sum(map(amounts.get, rest)))
    assert EDGE - each / STAKE.amount < found.house_edge


@pytest.mark.parametrize("others", [1, 2])
def test_ones_own_hand_and_the_banks_pay_where_they_count(urn, others):
    found, amounts = compute(others, own_hand=Inclusion.COUNTS)
    hold(found, others, expect(others, lambda own, bank, rest: sum(map(amounts.get, [own, *rest]))))
    found, amounts = compute(others, bank_hand=Inclusion.COUNTS)
    hold(
        found, others, expect(others, lambda own, bank, rest: sum(map(amounts.get, [bank, *rest])))
    )
    with pytest.raises(Uncounted):
        compute(others, own_hand=Inclusion.COUNTS, bank_qualifies=BankQualifies.NO_ENVY)
    with pytest.raises(Uncounted):
        compute(others, bank_hand=Inclusion.COUNTS, own_bonus_lost=OwnLost.NO_ENVY)
    with pytest.raises(Uncounted):
        compute(others, own_hand=Inclusion.COUNTS, several_qualifying_hands=Several.HIGHEST)


@pytest.mark.parametrize("others", [1, 2, 3])
def test_r53_the_variance_with_envy_is_that_of_every_drawing(urn, others):
    """Own pay and envy vary together: hands that are drawn leave fewer for the rest."""
    found, amounts = compute(others)
    _, terms = make_terms()
    pays = list_pays(terms)

    def net(own, bank, rest):
        return pays[own] + sum(map(amounts.get, rest)) / STAKE.amount

    mean = expect(others, net)
    square = expect(others, lambda *drawn: net(*drawn) ** 2)
    assert found.variance == square - mean**2


@pytest.mark.parametrize(("stake", "paid"), [("4.99", False), ("5", True)])
def test_below_the_least_stake_envy_is_worth_nothing(urn, stake, paid):
    ranking, terms = make_terms()
    money = Money(Fraction(stake), "USD")
    found = envy_odds.compute_envy(ranking, terms, EDGE, money)
    assert all(bool(item.per_other_player) is paid for item in found)
    assert all((item.house_edge < EDGE) is paid for item in found)
    assert all(item.variance is None for item in found)


def test_without_a_stake_envy_is_given_in_money_alone(urn):
    ranking, terms = make_terms()
    found = envy_odds.compute_envy(ranking, terms, EDGE, None)
    at_stake = envy_odds.compute_envy(ranking, terms, EDGE, STAKE)
    assert [item.per_other_player for item in found] == [item.per_other_player for item in at_stake]
    assert all(item.house_edge is None and item.variance is None for item in found)


# --- the standard wager, over counts made up so that each cell can be told from every other

NUMBERS = {
    SettingView(low, high, bank): 10 ** (3 * place)
    for place, (low, high, bank) in enumerate(
        (low, high, bank) for bank in (0, 1) for low in (-1, 0, 1) for high in (-1, 0, 1)
    )
}


def make_rulebook(name="mbs", **said):
    rulebook = compile_rulebook(load(name))
    plain = {
        "both_win": StandardResult.WINS,
        "both_lose": StandardResult.LOSES,
        "one_each": StandardResult.PUSH,
        "copy": Copy.BANK,
        "copy_and_win": StandardResult.PUSH,
        "copy_and_lose": StandardResult.LOSES,
        "copy_both": StandardResult.LOSES,
        "bank_hand_push": YesNo.NO,
        "bank_hand_push_when": HandCondition(hand="high-card", highest=parse_group("A")),
        "bank_exposed": Exposed.AFTER,
        "pays": Pay(Fraction(1)),
        "commission": Fraction(1, 20),
        "commission_fixed": None,
    }
    return replace(rulebook, standard=give(rulebook.standard, **{**plain, **said}))


@pytest.fixture
def counts(monkeypatch):
    monkeypatch.setattr(standard_odds, "find_setting", lambda *_: object())
    asked = {}

    def count(rules, setting, tags, *, aspects, progress):
        asked["tags"], asked["aspects"] = tags, aspects
        return SettingCounts(NUMBERS, sum(NUMBERS.values()))

    monkeypatch.setattr(standard_odds, "count_settings", count)
    return asked


def total(*cells, banks=(0, 1)):
    return sum(NUMBERS[SettingView(low, high, bank)] for low, high in cells for bank in banks)


WON, LOST = [(1, 1)], [(-1, -1), (-1, 0), (0, -1), (0, 0)]
PUSHED = [(1, -1), (-1, 1), (0, 1), (1, 0)]


def name_deals(counted):
    return {item.name: item.deals for item in counted.outcomes}


def test_r53_without_the_banks_push_every_deal_is_compared(counts):
    counted = count_standard(make_rulebook())
    assert name_deals(counted) == {"win": total(*WON), "push": total(*PUSHED), "lose": total(*LOST)}
    assert counted.deals == sum(NUMBERS.values())
    expected = Fraction(total(*LOST)) - Fraction(19, 20) * total(*WON)
    assert counted.house_edge == expected / counted.deals
    assert counts == {"tags": None, "aspects": frozenset()}
    assert "pushed_by_bank_hand" not in counted.details
    assert counted.details["copies"] == {
        "low": total((0, -1), (0, 0), (0, 1)),
        "high": total((-1, 0), (0, 0), (1, 0)),
        "both": total((0, 0)),
    }
    assert counted.details["pushes"] == {
        "low_won": total((1, -1), (1, 0)),
        "high_won": total((-1, 1), (0, 1)),
    }


def test_r53_with_the_banks_push_exactly_the_tagged_deals_push(counts):
    counted = count_standard(make_rulebook(bank_hand_push=YesNo.YES))
    plain = total(*WON, banks=[0]), total(*LOST, banks=[0])
    tagged = total(*WON, *PUSHED, *LOST, banks=[1])
    assert name_deals(counted) == {
        "win": plain[0],
        "push": total(*PUSHED, banks=[0]) + tagged,
        "lose": plain[1],
    }
    assert counted.details["pushed_by_bank_hand"] == {
        "wins": total(*WON, banks=[1]),
        "losses": total(*LOST, banks=[1]),
    }
    ace, king, pair = (
        look(parse_cards(cards, 7), RankRules())
        for cards in ("As Kd 10h 8c 6s 4d 2h", "Ks Jd 10h 8c 6s 4d 2h", "As Ad 10h 8c 6s 4d 2h")
    )
    assert [counts["tags"](view) for view in (ace, king, pair)] == [1, 0, 0]


def test_a_fixed_commission_needs_a_stake_and_is_a_share_of_it(counts):
    said = {"commission": Fraction(0), "commission_fixed": Money(Fraction(2), "SGD")}
    book = make_rulebook(**said, stake_minimum=None)
    with pytest.raises(Exception, match=r"with --stake"):
        count_standard(book)
    counted = count_standard(book, Money(Fraction(10), "SGD"))
    expected = Fraction(total(*LOST)) - Fraction(8, 10) * total(*WON)
    assert counted.house_edge == expected / counted.deals
    assert counted.stake == Money(Fraction(10), "SGD")
    least = count_standard(make_rulebook(**said, stake_minimum=Money(Fraction(4), "SGD")))
    assert least.stake == Money(Fraction(4), "SGD")
    assert count_standard(make_rulebook(), Money(Fraction(10), "SGD")).stake is None


def test_a_result_that_never_comes_stands_with_its_pay(counts):
    counted = count_standard(
        make_rulebook(
            both_win=StandardResult.PUSH,
            both_lose=StandardResult.PUSH,
            copy_and_win=StandardResult.PUSH,
            copy_and_lose=StandardResult.PUSH,
            copy_both=StandardResult.PUSH,
        )
    )
    assert [(item.name, item.deals) for item in counted.outcomes] == [
        ("win", 0),
        ("push", counted.deals),
        ("lose", 0),
    ]
    assert [item.pay.times for item in counted.outcomes] == [1, 0, -1]


@pytest.mark.parametrize("bank", BankKind)
def test_where_a_player_banks_his_return_is_told(counts, bank):
    book = make_rulebook()
    book = replace(book, table=give(book.table, bank=bank))
    counted = count_standard(book)
    if bank is BankKind.HOUSE:
        assert "banking" not in counted.details
        return
    assert counted.details["banking"] == {
        "return": str(counted.house_edge),
        "bank_wins": total(*LOST),
        "bank_loses": total(*WON),
    }


def test_a_player_who_sees_the_bank_answers_with_his_best(counts, monkeypatch):
    results = {
        (Fraction(19, 20), 0): 5,
        (Fraction(-1), 0): 7,
        (Fraction(0), 0): 11,
        (Fraction(19, 20), 1): 13,
        (Fraction(-1), 1): 17,
    }
    asked = []

    def choose(rules, setting, table, tags, *, aspects, progress):
        asked.append((table, tags, aspects))
        return ChoiceCounts(results, 53)

    monkeypatch.setattr(standard_odds, "count_choices", choose)
    counted = count_standard(make_rulebook(bank_exposed=Exposed.BEFORE, bank_hand_push=YesNo.YES))
    assert name_deals(counted) == {"win": 5, "push": 11 + 13 + 17, "lose": 7}
    assert counted.deals == 53
    win = Fraction(19, 20)
    assert asked[0][0] == [[-1, -1, 0], [-1, -1, 0], [0, 0, win]]
    assert asked[0][1] is not None
    count_standard(make_rulebook(bank_exposed=Exposed.BEFORE))
    assert asked[1][1:] == (None, frozenset())


def test_best_play_against_a_hidden_bank_is_told_with_its_departures(counts, monkeypatch):
    departure = Departure("As Ks Qs Js 10s 9s 8s", "9s 8s", "As Ks", Fraction(1, 3), 4)
    found = BestPlay({Fraction(19, 20): 5, Fraction(-1): 7, Fraction(0): 11}, 13, 6, (departure,))
    monkeypatch.setattr(standard_odds, "find_best", lambda *_, **__: found)
    book = replace(make_rulebook(bank_hand_push=YesNo.YES), strategy="optimal")
    counted = count_standard(book)
    assert name_deals(counted) == {"win": 5, "push": 24, "lose": 7}
    assert counted.deals == 36
    assert counted.details["departing_hands"] == 6
    assert counted.details["costliest"] == [
        {
            "cards": "As Ks Qs Js 10s 9s 8s",
            "house_way_low": "9s 8s",
            "best_low": "As Ks",
            "cost": "1/3",
            "hands_of_the_kind": 4,
        }
    ]


def test_a_house_way_that_leaves_a_rule_out_makes_the_wager_incomplete():
    book = make_rulebook()
    whole, _ = judge_standard(load("mbs"), book)
    rule = {"rule": "split the aces", "because": "no word is for it", "at": {"lines": 9}}
    left_out = replace(book, house_way={**book.house_way, "unexpressed": [rule]})
    found, _ = judge_standard(load("mbs"), left_out)
    assert whole.status is not Status.INCOMPLETE
    assert found.status is Status.INCOMPLETE
    assert any("split the aces" in item for item in found.missing)


def test_an_empty_request_asks_for_alternatives_of_the_standard_wager_no_more(counts):
    """They take minutes each, so they come only where they are wanted."""
    odds = standard_odds.compute_standard(load("mbs"), make_rulebook(), Request())
    assert odds.alternatives == ()
    assert odds.outcomes

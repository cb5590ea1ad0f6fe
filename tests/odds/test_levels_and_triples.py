"""Levels of results, lists of three hands, and what is paid in money: small sums, told out by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb

import pytest

from certify.base import cache
from certify.base.errors import CertifyError, NotCounted
from certify.game.cards import parse_cards
from certify.game.rank import RankRules
from certify.game.views import NO_ASPECTS, HandCondition, look
from certify.odds import envy as envy_odds
from certify.odds import envy as triples_odds
from certify.odds.count_levels import Levels, load_worth, weigh
from certify.odds.counted import NoStake, count_wager, measure
from certify.odds.envy import count_triples, evaluate_envy
from certify.odds.given_lines import read_pay, read_share
from certify.odds.lines import list_outcomes
from certify.odds.situations import SituationCounts, count_situations
from certify.spec.choices import BankQualifies, Inclusion, OwnLost, Several, Sharing
from certify.spec.compile import compile_rulebook
from certify.spec.model import Standing
from certify.spec.resolved import Uncounted
from certify.spec.values import Money, Pay
from tests.conftest import load
from tests.engine.rounds import CLASSES
from tests.odds.test_view_sums import EDGE, STAKE, make_terms, urn
from tests.wagers.test_settlement_values import _silence as silence
from tests.wagers.test_settlement_values import give

__all__ = ["urn"]

# --- levels of nine results

CELLS = list(product(range(3), range(3)))


def is_better(one, other):
    return one != other and one[0] >= other[0] and one[1] >= other[1]


def is_monotone(table):
    return all(
        table[a][b] >= table[c][d] for a, b in CELLS for c, d in CELLS if is_better((a, b), (c, d))
    )


def make_tables():
    """Every table of wins and losses, and with each a push in the middle."""
    for values in product((-1, 1), repeat=9):
        table = [list(values[:3]), list(values[3:6]), list(values[6:])]
        yield table
        table = [list(row) for row in table]
        table[1][1] = 0
        yield table


def test_levels_are_reached_from_their_corners_and_from_nothing_less():
    counted = 0
    for table in make_tables():
        if not is_monotone(table):
            with pytest.raises(NotCounted, match="a better hand can be worth less"):
                weigh(table)
            continue
        counted += 1
        levels = weigh(table)
        values = sorted({value for row in table for value in row})
        if len(values) == 1:
            assert levels == Levels((values[0], values[0]), (((0, 0),),))
            continue
        assert list(levels.values) == values
        for value, corners in zip(values[1:], levels.corners, strict=True):
            reached = {
                cell
                for cell in CELLS
                if any(cell == corner or is_better(cell, corner) for corner in corners)
            }
            assert reached == {(a, b) for a, b in CELLS if table[a][b] >= value}
            assert not any(is_better(one, other) for one in corners for other in corners)
            assert list(corners) == sorted(set(corners))
        worth = load_worth(levels)
        assert (worth.values, worth.corners) == (levels.values, levels.corners)
    assert counted > 20


# --- three hands

ROYAL = look(parse_cards(CLASSES["royal-match"], 7), RankRules())
ACES = look(parse_cards(CLASSES["five-aces"], 7), RankRules())
FOUR = look(parse_cards(CLASSES["four-of-a-kind"], 7), RankRules())
VIEWS = {"others": ROYAL, "owns": ACES, "banks": FOUR}
MASKS = {ROYAL: [0b000011, 0b001100], ACES: [0b110000, 0b000110], FOUR: [0b001001, 0b110000]}


@pytest.fixture
def listed(monkeypatch):
    """Hands of two cards of six, by the one view that stands on each line."""
    monkeypatch.setattr(cache, "_shared", {})
    missing = set()

    def list_hands(rules, holds, aspects):
        (view,) = (view for view in MASKS if holds(view))
        return None if view in missing else MASKS[view]

    monkeypatch.setattr(triples_odds, "list_hands_where", list_hands)
    return missing


def count_three(jokers=1):
    sides = [((name, frozenset({view})),) for name, view in VIEWS.items()]
    return count_triples(RankRules(jokers=jokers), NO_ASPECTS, *sides)


@pytest.mark.parametrize("jokers", [0, 1])
def test_three_hands_share_no_card(listed, jokers):
    """0 and 1 beside 4 and 5 leave 0 and 3 no more; 2 and 3 neither: every way is told by hand."""
    triples, deals = count_three(jokers)
    apart = [
        (one, two, three)
        for one, two, three in product(*MASKS.values())
        if not (one & two or one & three or two & three)
    ]
    assert triples == {("others", "owns"): len(apart)}
    cards = 52 + jokers
    assert deals == comb(cards, 7) * comb(cards - 7, 7) * comb(cards - 14, 7)


def test_three_hands_that_fit_beside_each_other_are_counted(listed, monkeypatch):
    monkeypatch.setitem(MASKS, FOUR, [0b001000, 0b000001, 0b001001])
    triples, _ = count_three()
    # 0 1 beside 4 5 leaves the 3; 2 3 beside 4 5 leaves the 0
    assert triples == {("others", "owns"): 2}


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
def test_too_many_hands_on_one_side_are_not_listed(listed, view):
    listed.add(view)
    assert count_three() is None


def test_a_side_without_lines_gives_no_triples(listed):
    side = (("others", frozenset({ROYAL})),)
    found, _ = count_triples(RankRules(), NO_ASPECTS, side, (), side)
    assert found == {}
    found, _ = count_triples(RankRules(), NO_ASPECTS, side, (("owns", frozenset({ACES})),), ())
    assert found == {("others", "owns"): 0}


# --- sums of money and meters


def make_money_terms():
    rulebook = compile_rulebook(load("south-dakota"))
    terms = rulebook.wagers["fortune-bonus"]
    first = terms.lines[0]
    paid = replace(first, pays=first.pays.put(Pay(money=Fraction(100))))
    return rulebook, replace(terms, lines=(paid, *terms.lines[1:]), envy=None)


def test_a_sum_of_money_is_counted_with_a_stake_alone():
    rulebook, terms = make_money_terms()
    open_stake = replace(terms, stake_minimum=silence(terms.stake_minimum))
    with pytest.raises(NoStake, match=r"^fortune-bonus pays sums of money.*give one with --stake$"):
        count_wager(rulebook, open_stake, None)
    five, ten = (count_wager(rulebook, open_stake, Money(Fraction(n), "USD")) for n in (5, 10))
    paid = Fraction(five.outcomes[0].deals, five.counts.deals)
    assert five.stake == Money(Fraction(5), "USD")
    assert ten.edge - five.edge == paid * (Fraction(100, 5) - Fraction(100, 10))
    plain = compile_rulebook(load("south-dakota")).wagers["fortune-bonus"]
    plain = replace(plain, stake_minimum=silence(plain.stake_minimum), envy=None)
    assert count_wager(rulebook, plain, None).stake is None


@pytest.mark.parametrize(("name", "value"), [("cards_dealt", 6), ("cards", 54)])
def test_a_deal_that_nothing_counts_is_refused(name, value):
    rulebook, terms = make_money_terms()
    other = replace(rulebook, ranking=give(rulebook.ranking, **{name: value}))
    with pytest.raises(Uncounted, match=f"{name} is '{value}'"):
        count_wager(other, terms, Money(Fraction(5), "USD"))


def test_a_meter_without_a_seed_stands_at_nought():
    rulebook, terms = make_money_terms()
    counts = count_situations(rulebook.ranking, terms)
    assert isinstance(counts, SituationCounts)
    outcomes = list_outcomes(terms, counts)
    stake = Money(Fraction(5), "USD")
    found = measure(terms, counts, outcomes, stake)
    assert (found.meter, found.stake, found.paytable) == (0, stake, "1")
    seeded = give(terms, meter_seed=Money(Fraction(300), "USD"))
    assert measure(seeded, counts, outcomes, stake).meter == 300


# --- what a person types


@pytest.mark.parametrize(
    ("text", "pay"),
    [
        ("2", 2),
        ("3/2", "3/2"),
        ("2:1", 2),
        ("3/2:1", "3/2"),
        ("3/2 to 1", "3/2"),
        ("8 to one", 8),
        ("3-for-1", {"for": 3}),
        ("75usd", {"money": "75 USD"}),
        ("7.50 sgd", {"money": "7.50 SGD"}),
    ],
)
def test_a_pay_as_it_is_typed(text, pay):
    assert read_pay(text) == pay


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("6%", Fraction(3, 50)),
        ("2.5 %", Fraction(1, 40)),
        ("-1%", Fraction(-1, 100)),
        ("3/50", Fraction(3, 50)),
        ("-3/50", Fraction(-3, 50)),
        ("0.06", Fraction(3, 50)),
        (".06", Fraction(3, 50)),
        ("1", Fraction(1)),
    ],
)
def test_a_share_as_it_is_typed(text, share):
    assert read_share(text) == share
    with pytest.raises(CertifyError, match="is not a share"):
        read_share(f"{text}x")


# --- what is said of envy


def test_envy_is_told_by_what_one_and_two_come_to():
    _, terms = make_terms()
    results, consulted = evaluate_envy(terms)
    pays, kept, share, own, bank, minimum = results
    paying = sum(line.envy is not None for line in terms.lines)
    # beside each line of one's own, lost or not, and of the bank: one more for a hand on no line
    assert len(pays) == paying * 3 * (len(terms.lines) + 1)
    assert (kept, share, own, bank) == ((True, True), 1, False, False)
    assert minimum == terms.envy.minimum_stake.value
    envy = terms.envy
    said = (
        envy.several_qualifying_hands,
        envy.sharing,
        envy.own_hand,
        envy.bank_hand,
        envy.minimum_stake,
    )
    assert {given.key for given in said} <= {given.key for given in consulted}
    highest, _ = evaluate_envy(make_terms(several_qualifying_hands=Several.HIGHEST)[1])
    shared, _ = evaluate_envy(make_terms(sharing=Sharing.SHARED)[1])
    assert (highest[1], shared[2]) == ((False, True), Fraction(1, 2))


@pytest.mark.parametrize(
    ("said", "place"),
    [
        ({"several_qualifying_hands": Several.HIGHEST}, 1),
        ({"sharing": Sharing.SHARED}, 2),
        ({"own_hand": Inclusion.COUNTS}, 3),
        ({"bank_hand": Inclusion.COUNTS}, 4),
        ({"minimum_stake": Money(Fraction(7), "USD")}, 5),
        ({"own_bonus_lost": OwnLost.NO_ENVY}, 0),
        ({"bank_qualifies": BankQualifies.NO_ENVY}, 0),
    ],
)
def test_one_word_of_envy_changes_its_own_result_alone(said, place):
    plain, _ = evaluate_envy(make_terms()[1])
    changed, _ = evaluate_envy(make_terms(**said)[1])
    assert [a != b for a, b in zip(plain, changed, strict=True)] == [at == place for at in range(6)]


def test_a_least_stake_that_is_not_offered_is_none():
    _, terms = make_terms()
    minimum = terms.envy.minimum_stake
    absent = replace(
        terms, envy=replace(terms.envy, minimum_stake=silence(minimum, Standing.NOT_OFFERED))
    )
    results, consulted = evaluate_envy(absent)
    assert results[5] is None
    assert minimum.key not in {given.key for given in consulted}
    assert minimum.key in {given.key for given in evaluate_envy(terms)[1]}


def test_where_no_line_pays_envy_nothing_is_told_of_it():
    _, terms = make_terms()
    assert evaluate_envy(replace(terms, envy=None)) == ((), [])
    bare = replace(terms, lines=tuple(replace(line, envy=None) for line in terms.lines))
    assert evaluate_envy(bare) == ((), [])


# --- the variance with envy


def find_variance(terms, ranking):
    return envy_odds.compute_envy(ranking, terms, EDGE, STAKE, with_variance=True)[0].variance


def test_a_variance_is_given_only_where_two_hands_decide_it(urn):
    ranking, terms = make_terms()
    assert find_variance(terms, ranking) is not None
    for name in ("own_hand", "bank_hand"):
        counting = replace(terms, envy=give(terms.envy, **{name: Inclusion.COUNTS}))
        assert find_variance(counting, ranking) is None
    place = next(place for place, line in enumerate(terms.lines) if line.id == "royal-match")
    before, first, after = terms.lines[:place], terms.lines[place], terms.lines[place + 1 :]
    for pay in (Pay(money=Fraction(100)), Pay(meter=Fraction(1))):
        paid = replace(first, pays=first.pays.put(pay))
        assert find_variance(replace(terms, lines=(*before, paid, *after)), ranking) is None
    seen = replace(first, bank=HandCondition(hand="flush"))
    assert find_variance(replace(terms, lines=(*before, seen, *after)), ranking) is None

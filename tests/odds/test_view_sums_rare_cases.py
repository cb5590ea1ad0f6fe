"""Sums over views where a case is rare: what is asked, what is refused, and what both of two things stop."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest

from certify.base.errors import CertifyError, NotCounted
from certify.game.rank import RankRules
from certify.game.views import Aspect, HandCondition
from certify.odds import envy as envy_odds
from certify.odds import standard as standard_odds
from certify.odds.compute import Request
from certify.odds.count_settings import BestPlay, ChoiceCounts
from certify.odds.result import Status
from certify.odds.standard import compute_standard, count_standard, evaluate, judge_standard
from certify.spec.choices import BankQualifies, Exposed, NotPaid, OwnLost, StandardResult, YesNo
from certify.spec.compile import compile_rulebook
from certify.spec.model import Standing
from certify.spec.resolved import Resolved, Uncounted
from certify.spec.values import PUSHES, Exclusion, Money, Other, Pay
from tests.conftest import load
from tests.odds.test_view_sums import (
    EDGE,
    STAKE,
    URN,
    compute,
    counts,
    expect,
    list_amounts,
    make_rulebook,
    make_terms,
    total,
    urn,
)
from tests.wagers.test_settlement_values import _silence as silence
from tests.wagers.test_settlement_values import give

__all__ = ["counts", "urn"]

RED = HandCondition(colour="red")

# --- the standard wager


def test_every_comparison_is_evaluated_once_or_with_the_banks_push_twice():
    plain, consulted = evaluate(make_rulebook().standard)
    assert [pay.times for pay in plain] == [-1, -1, 0, -1, -1, 0, 0, 0, Fraction(19, 20)]
    assert all(isinstance(item, Resolved) for item in consulted)
    keys = {item.key for item in consulted}
    assert {"comparison.both_win", "comparison.copy_both", "standard.commission"} <= keys
    assert "comparison.bank_hand_push_when" not in keys
    pushing, consulted = evaluate(make_rulebook(bank_hand_push=YesNo.YES).standard)
    assert pushing == (*plain, *([PUSHES] * 9))
    assert "comparison.bank_hand_push_when" in {item.key for item in consulted}


def test_which_hand_pushes_is_asked_only_where_one_does():
    book = make_rulebook()
    terms = replace(book.standard, bank_hand_push_when=silence(book.standard.bank_hand_push_when))
    assert len(evaluate(terms)[0]) == 9
    with pytest.raises(CertifyError, match="bank_hand_push_when"):
        evaluate(give(terms, bank_hand_push=YesNo.YES))
    absent = replace(terms, bank_hand_push=silence(terms.bank_hand_push, Standing.NOT_OFFERED))
    assert "comparison.bank_hand_push" not in {item.key for item in evaluate(absent)[1]}


def test_what_a_borrowed_house_way_leaves_and_brings():
    own, lender = load("pennsylvania"), load("mbs")
    book = compile_rulebook(own, None, None, lender)
    _, relevant = judge_standard(own, book)
    assert book.ranking.house_way not in relevant
    assert book.house_way_readings
    assert all(given in relevant for given in book.house_way_readings.values())
    alone, needed = judge_standard(own, compile_rulebook(own))
    assert compile_rulebook(own).ranking.house_way.key in {given.key for given in needed}
    assert alone.status is Status.DEFERRED


def test_when_the_banks_hand_is_seen_must_be_said():
    book = make_rulebook()
    unsaid = replace(
        book, standard=replace(book.standard, bank_exposed=silence(book.standard.bank_exposed))
    )
    found, relevant = judge_standard(load("mbs"), unsaid)
    assert found.status is Status.DEFERRED
    assert any("play.bank_exposed" in text for text in found.missing)
    assert unsaid.standard.bank_exposed not in relevant
    assert book.standard.bank_exposed in judge_standard(load("mbs"), book)[1]


@pytest.mark.parametrize(("exposed", "strategy"), [("before", "optimal"), ("after", "house-way")])
def test_a_player_who_sees_the_bank_plays_his_best(counts, monkeypatch, exposed, strategy):
    monkeypatch.setattr(
        standard_odds, "count_choices", lambda *_, **__: ChoiceCounts({(Fraction(0), 0): 1}, 1)
    )
    book = make_rulebook(bank_exposed=Exposed(exposed))
    odds = compute_standard(load("mbs"), book, Request())
    assert odds.readings["player-strategy"] == strategy
    assert odds.assumption == ""


def test_all_that_is_taken_from_another_document_is_told(counts, monkeypatch):
    monkeypatch.setattr(
        standard_odds, "count_choices", lambda *_, **__: ChoiceCounts({(Fraction(0), 0): 1}, 1)
    )
    own, lender = load("pennsylvania"), load("mbs")
    book = compile_rulebook(own, None, None, lender)
    odds = compute_standard(own, book, Request())
    way, _, rest = odds.assumption.partition("; from mbs: ")
    assert way == "the house way of mbs"
    taken = {
        given.key
        for given in (*book.ranking.list_resolved(), *book.standard.list_resolved())
        if given.said is not None and given.said != own.statements[given.key].value
    }
    assert set(rest.split(", ")) == taken
    assert odds.status is Status.DEFERRED


def test_a_ranking_that_nothing_counts_is_refused(counts):
    book = make_rulebook()
    ranking = replace(book.ranking, within_class=book.ranking.within_class.put(Other("by weight")))
    with pytest.raises(Uncounted, match="within_class"):
        count_standard(replace(book, ranking=ranking))


def test_the_aspects_of_the_hand_that_pushes_are_counted(counts, monkeypatch):
    """Hidden, seen, or best play: the kernels are asked for the colour exactly where it can push."""
    asked = []

    def choose(rules, setting, table, tags, *, aspects, progress):
        asked.append((type(rules), aspects))
        return ChoiceCounts({(Fraction(0), 0): 1}, 1)

    def find(rules, setting, table, tags, *, aspects, progress):
        asked.append((type(rules), aspects))
        return BestPlay({Fraction(0): 1}, 0, 0, ())

    monkeypatch.setattr(standard_odds, "count_choices", choose)
    monkeypatch.setattr(standard_odds, "find_best", find)
    for push, aspects in ((YesNo.YES, frozenset({Aspect.COLOUR})), (YesNo.NO, frozenset())):
        count_standard(make_rulebook(bank_hand_push=push, bank_hand_push_when=RED))
        assert counts["aspects"] == aspects
        count_standard(
            make_rulebook(bank_hand_push=push, bank_hand_push_when=RED, bank_exposed=Exposed.BEFORE)
        )
        count_standard(
            replace(make_rulebook(bank_hand_push=push, bank_hand_push_when=RED), strategy="optimal")
        )
        assert asked[-2:] == [(RankRules, aspects)] * 2


def test_a_push_of_two_copies_is_won_by_neither_hand(counts):
    counted = count_standard(make_rulebook(copy_both=StandardResult.PUSH))
    assert counted.details["pushes"] == {
        "low_won": total((1, -1), (1, 0)),
        "high_won": total((-1, 1), (0, 1)),
    }


def test_the_best_setting_is_not_counted_where_it_depends_on_the_stake(counts):
    fixed = make_rulebook(
        bank_exposed=Exposed.BEFORE,
        commission=Fraction(0),
        commission_fixed=Money(Fraction(2), "SGD"),
    )
    with pytest.raises(NotCounted, match="the best setting depends on the stake"):
        count_standard(fixed, Money(Fraction(10), "SGD"))


def count_or_refuse(book):
    try:
        return count_standard(book).house_edge, ""
    except CertifyError as error:
        return None, str(error)


def test_the_alternatives_of_the_standard_wager_are_counted_each(counts, monkeypatch):
    def refuse(*_, **__):
        raise CertifyError("not today")

    monkeypatch.setattr(standard_odds, "count_choices", refuse)
    spec = load("mbs")
    asked = {None: {"commission": Fraction(1, 50)}}
    book = compile_rulebook(spec, asked)
    odds = compute_standard(spec, book, Request(readings=asked, standard_alternatives=True))
    assert odds.alternatives
    counted = 0
    for item in odds.alternatives:
        assert "commission" not in item.readings
        changed = compile_rulebook(spec, {None: {**asked[None], **item.readings}})
        assert (item.house_edge, item.why_not) == count_or_refuse(changed)
        counted += item.house_edge is not None
    assert counted
    assert len({item.house_edge for item in odds.alternatives}) > 1


# --- envy


def test_the_lines_say_what_is_asked_of_a_hand(monkeypatch, urn):
    asked = []
    plain = envy_odds.count_hands

    def count(rules, aspects, setting):
        asked.append(aspects)
        return plain(rules, aspects, setting)

    monkeypatch.setattr(envy_odds, "count_hands", count)
    ranking, terms = make_terms()
    envy_odds.compute_envy(ranking, terms, EDGE, STAKE)
    red = replace(terms.lines[0], player=RED)
    coloured = replace(terms, lines=(red, *terms.lines[1:]))
    envy_odds.compute_envy(ranking, coloured, EDGE, STAKE)
    assert asked == [frozenset(), frozenset({Aspect.COLOUR})]


def test_nobody_who_only_pushes_has_lost(urn):
    """Then the variance is known too, for no hand stops another's."""
    ranking, terms = make_terms(own_bonus_lost=OwnLost.NO_ENVY)
    terms = give(terms, not_qualifying=NotPaid.PUSHES)
    (found, *_) = envy_odds.compute_envy(ranking, terms, EDGE, STAKE, with_variance=True)
    amounts = list_amounts(terms)
    assert found.per_other_player == expect(1, lambda own, bank, rest: amounts[rest[0]])
    assert found.variance is not None


def test_below_the_least_stake_the_edge_is_the_wagers_own(urn):
    ranking, terms = make_terms()
    found = envy_odds.compute_envy(ranking, terms, EDGE, Money(Fraction("4.99"), "USD"))
    for item in found:
        assert (item.per_other_player, item.house_edge, item.highest_edge) == (0, EDGE, None)


def test_envy_in_multiples_needs_a_stake(urn):
    ranking, terms = make_terms()
    lines = tuple(
        replace(line, envy=line.envy.put(Pay(Fraction(3)))) if line.envy else line
        for line in terms.lines
    )
    multiples = replace(terms, lines=lines)
    with pytest.raises(Uncounted):
        envy_odds.compute_envy(ranking, multiples, EDGE, None)
    amounts = {name: bool(money) for name, money in list_amounts(terms).items()}
    (found, *_) = envy_odds.compute_envy(ranking, multiples, EDGE, STAKE)
    hits = expect(1, lambda own, bank, rest: amounts[rest[0]])
    assert found.per_other_player == 3 * STAKE.amount * hits


def test_whether_an_own_bonus_is_lost_to_the_bank_is_not_counted(urn):
    ranking, terms = make_terms(own_bonus_lost=OwnLost.NO_ENVY)
    line = replace(terms.lines[-1], bank=HandCondition(hand="flush"))
    both = replace(terms, lines=(*terms.lines[:-1], line))
    with pytest.raises(Uncounted):
        envy_odds.compute_envy(ranking, both, EDGE, STAKE)
    paid = replace(both, envy=give(both.envy, own_bonus_lost=OwnLost.STILL_PAID))
    assert envy_odds.compute_envy(ranking, paid, EDGE, STAKE)


def stop_both(amounts):
    return {
        "plain": lambda own, bank, rest: sum(map(amounts.get, rest)),
        "own": lambda own, bank, rest: 0 if own == "none" else sum(map(amounts.get, rest)),
        "bank": lambda own, bank, rest: 0 if amounts[bank] else sum(map(amounts.get, rest)),
        "both": lambda own, bank, rest: (
            0 if own == "none" or amounts[bank] else sum(map(amounts.get, rest))
        ),
    }


def test_a_lost_bonus_and_a_bank_that_qualifies_are_bounds_that_hold(urn):
    found, amounts = compute(
        1, own_bonus_lost=OwnLost.NO_ENVY, bank_qualifies=BankQualifies.NO_ENVY
    )
    means = {name: expect(1, rule) for name, rule in stop_both(amounts).items()}
    edges = {name: EDGE - mean / STAKE.amount for name, mean in means.items()}
    assert found.house_edge <= edges["both"] <= found.highest_edge
    # never better for the player than either exclusion alone leaves
    assert found.house_edge >= max(edges["own"], edges["bank"])
    assert found.highest_edge <= EDGE


def test_where_exclusions_take_nearly_all_nothing_is_the_least(urn):
    forfeits = tuple(Exclusion(name, frozenset()) for name in set(URN) - {"none"})
    found, _ = compute(1, bank_qualifies=BankQualifies.NO_ENVY, forfeits=forfeits)
    assert found.highest_edge == EDGE
    assert found.house_edge < EDGE


def test_hands_that_can_be_listed_make_both_exclusions_exact(urn, monkeypatch):
    """Every drawing of three hands in which own hand and bank's both stop, told by name."""

    def triple(rules, aspects, others, owns, banks):
        names = [{name for name, _ in side} for side in (others, owns, banks)]
        found = {}
        for other, own, bank in permutations(URN, 3):
            key = (other, own)
            if other in names[0] and own in names[1] and bank in names[2]:
                found[key] = found.get(key, 0) + 1
        return found, 7 * 6 * 5

    monkeypatch.setattr(envy_odds, "count_triples", triple)
    forfeits = (Exclusion("five-aces", frozenset()), Exclusion("four-of-a-kind", frozenset()))
    found, amounts = compute(1, bank_qualifies=BankQualifies.NO_ENVY, forfeits=forfeits)
    stopping = {"five-aces", "four-of-a-kind"}
    exact = expect(
        1,
        lambda own, bank, rest: (
            0 if own in stopping or amounts[bank] else sum(map(amounts.get, rest))
        ),
    )
    assert found.per_other_player == exact
    assert found.house_edge == EDGE - exact / STAKE.amount
    assert found.highest_edge is None

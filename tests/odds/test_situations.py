"""Hands that must be beaten card by card: in which ways they compare, and what is not counted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from certify.game.views import Aspect, HandCondition, HandView
from certify.odds import situations
from certify.odds.counts import PairCounts
from certify.odds.price import price_lines
from certify.odds.situations import count_situations, list_situations
from certify.odds.solve_pays import WhatIf
from certify.spec.choices import BankComparison, BankCondition, LinesPaid
from certify.spec.resolved import Uncounted

FLUSH = HandView(frozenset({"flush"}), joker=False, highest=None)
STRAIGHT = HandView(frozenset({"straight"}), joker=False, highest=None)
PAIRS = PairCounts({(FLUSH, STRAIGHT): 3, (FLUSH, FLUSH): 2, (STRAIGHT, FLUSH): 3}, 8)
"""As if there were eight deals of two hands."""


@pytest.fixture(scope="module")
def trial():
    return WhatIf.of(price_lines("flush=4 straight=2"))


@pytest.fixture(scope="module")
def beaten(trial):
    """The bank's hand must be beaten card by card."""
    terms = trial.terms
    return replace(
        terms,
        bank_condition=terms.bank_condition.put(BankCondition.BEATEN),
        bank_comparison=terms.bank_comparison.put(BankComparison.BY_HAND),
    )


def test_what_is_paid_on_several_lines_is_not_compared_card_by_card(trial, beaten):
    several = replace(beaten, lines_paid=beaten.lines_paid.put(LinesPaid.EVERY))
    with pytest.raises(Uncounted) as caught:
        count_situations(trial.rulebook.ranking, several)
    assert caught.value.given is several.lines_paid


def test_lines_that_are_no_classes_are_not_compared_card_by_card(trial, beaten):
    joker = replace(beaten.lines[0], player=HandCondition(hand="flush", joker=True))
    mixed = replace(beaten, lines=(joker, *beaten.lines[1:]))
    assert not mixed.all_classes
    with pytest.raises(Uncounted) as caught:
        count_situations(trial.rulebook.ranking, mixed)
    assert caught.value.given is mixed.bank_comparison


def test_hands_that_are_compared_card_by_card_are_weighed_each_way(monkeypatch, trial, beaten):
    monkeypatch.setattr(situations, "count_plain_pairs", lambda *_: PAIRS)
    ranking = trial.rulebook.ranking
    pairs = [((0,), (0,)), ((0,), (1,)), ((1,), (0,))]
    found = [(item.held, item.bank_held, item.within) for item in list_situations(ranking, beaten)]
    assert sorted(found) == [(*pair, within) for pair in pairs for within in (-1, 0, 1)]
    by_class = replace(beaten, bank_comparison=beaten.bank_comparison.put(BankComparison.BY_CLASS))
    monkeypatch.setattr(situations, "share", lambda _, compute: compute())
    counts = count_situations(ranking, by_class)
    assert counts.deals == 8
    assert {
        (item.held, item.bank_held, item.within): number
        for item, number in counts.situations.items()
    } == dict(zip([(*pair, None) for pair in pairs], (2, 3, 3), strict=True))
    assert list_situations(ranking, by_class) == counts.situations


@pytest.mark.parametrize(
    ("contested", "player", "bank", "seen"),
    [
        # both hands are held against the same lines where the bank must be beaten
        (True, {"colour": "red"}, {}, ({Aspect.COLOUR}, {Aspect.COLOUR})),
        (False, {"colour": "red"}, {"hand": "flush"}, ({Aspect.COLOUR}, set())),
        (False, {"hand": "flush"}, {"colour": "red"}, (set(), {Aspect.COLOUR})),
    ],
)
def test_each_hand_is_looked_at_for_what_the_lines_ask_of_it(
    monkeypatch, trial, contested, player, bank, seen
):
    red = HandView(frozenset({"flush"}), joker=False, highest=None, colour="red")
    asked = []

    def count(rules, first, second, *, tell_apart, **_):
        asked.append((rules, first, second))
        assert tell_apart(red) != tell_apart(replace(red, colour="black"))
        return PairCounts({(red, red): 5}, 5)

    monkeypatch.setattr(situations, "count_pairs", count)
    terms = trial.terms
    said = BankCondition.BEATEN if contested else BankCondition.NONE
    line = replace(terms.lines[0], player=HandCondition(**player), bank=HandCondition(**bank))
    terms = replace(terms, lines=(line,), bank_condition=terms.bank_condition.put(said))
    counts = count_situations(trial.rulebook.ranking, terms)
    assert asked == [(trial.rulebook.ranking.rank_rules(), *map(frozenset, seen))]
    assert [(item.held, number) for item, number in counts.situations.items()] == [((0,), 5)]

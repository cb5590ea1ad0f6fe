"""When a count needs the hands as the house way sets them, and which hand shows that it lays one foul."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from certify.game.house_way.rules import Setting
from certify.game.views import ANYTHING, HandCondition, SetCondition
from certify.odds import setting
from certify.odds.setting import find_setting_for, refuse_foul
from certify.spec.choices import EqualHands
from certify.spec.compile import compile_rulebook
from certify.spec.resolved import NotJudged
from tests.conftest import load

SET = HandCondition(low=SetCondition(hand="pair"))
PLAIN = HandCondition(hand="flush")


@pytest.fixture(scope="module")
def rulebook():
    return compile_rulebook(load("mbs"))


@pytest.mark.parametrize(
    ("player", "bank", "needed"),
    [(PLAIN, ANYTHING, 0), (SET, ANYTHING, 1), (PLAIN, SET, 1), (SET, SET, 1), (PLAIN, PLAIN, 0)],
)
def test_hands_are_set_where_a_line_looks_at_them_as_set(
    monkeypatch, rulebook, player, bank, needed
):
    monkeypatch.setattr(setting, "set_by_house_way", lambda *_: "every hand set")
    (terms,) = rulebook.wagers.values()
    line = replace(terms.lines[0], player=player, bank=bank)
    found = find_setting_for(rulebook, replace(terms, lines=(line,)))
    assert found == ("every hand set" if needed else None)


@pytest.mark.parametrize("name", ["mbs", "designated-player"])
def test_the_hand_that_shows_it_is_a_deal_split_into_equal_pairs(name):
    """Seven different cards: four of a kind of which two are low, and three lone cards."""
    rulebook = compile_rulebook(load(name))
    equal = rulebook.ranking.equal_high_and_low
    foul = replace(
        rulebook, ranking=replace(rulebook.ranking, equal_high_and_low=equal.put(EqualHands.FOUL))
    )
    with pytest.raises(NotJudged) as caught:
        refuse_foul(foul)
    told = re.search(r"sets ((?:\S+ ){7})with (\S+) (\S+) low, just as high", str(caught.value))
    cards, low = told[1].split(), [told[2], told[3]]
    assert len(set(cards)) == 7
    assert all(re.fullmatch(r"[2-9TJQKA][cdhs]", card) for card in cards)
    ranks = [card[0] for card in cards]
    assert set(low) < set(cards)
    assert [ranks.count(card[0]) for card in low] == [4, 4]
    assert sorted(ranks.count(rank) for rank in set(ranks)) == [1, 1, 1, 4]
    refuse_foul(replace(foul, house_way={}))
    refuse_foul(rulebook)


def test_a_hand_of_each_rank_is_tried_and_one_that_is_not_equal_shows_nothing(
    monkeypatch, rulebook
):
    """Every hand tried is a deal of four of a kind with three lone cards; kept whole it is not foul."""
    tried = []

    def keep_whole(_way, cards, _readings, _rules):
        tried.append(cards)
        return Setting(low=cards[4:6], high=(*cards[:4], cards[6]), rule=object())

    monkeypatch.setattr(setting, "set_hand", keep_whole)
    equal = rulebook.ranking.equal_high_and_low
    refuse_foul(
        replace(
            rulebook,
            ranking=replace(rulebook.ranking, equal_high_and_low=equal.put(EqualHands.FOUL)),
        )
    )
    for cards in tried:
        assert len({(card.rank, card.suit) for card in cards}) == 7
        assert all(0 <= card.rank < 13 and 0 <= card.suit < 4 for card in cards)
        ranks = [card.rank for card in cards]
        assert sorted(ranks.count(rank) for rank in set(ranks)) == [1, 1, 1, 4]
    fours = {cards[0].rank for cards in tried}
    assert fours == set(range(13))
    beside = {rank: set() for rank in fours}
    for cards in tried:
        beside[cards[0].rank].add(frozenset(card.rank for card in cards[4:]))
    assert all(len(found) == 3 for found in beside.values())

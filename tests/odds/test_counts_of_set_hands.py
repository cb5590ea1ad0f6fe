"""When a count looks at hands as set, and a house way that lays what its document calls foul."""

from __future__ import annotations

from collections import Counter

import pytest

from certify.game.cards import parse_cards
from certify.game.house_way.build import build_house_way
from certify.game.house_way.rules import set_hand
from certify.game.rank import compare_high_with_low, rank_high, rank_low
from certify.odds import setting
from certify.odds.setting import find_setting_for, refuse_foul
from certify.spec.compile import compile_rulebook
from certify.spec.resolved import NotJudged
from certify.spec.validate import load_jurisdiction
from tests.conftest import ROOT, load
from tests.house_ways import ADOPTED, DOCUMENTS, data_of

ACCEPTED = ROOT / "tests" / "specs" / "accept"
FOUL = {None: {"equal-high-and-low": "foul"}}


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("as-set", {"fronts": True, "backs": True}),  # the player's hands, and the bank's
        ("both-hands", {"nines": False, "jokers": False}),
    ],
)
def test_hands_are_set_only_for_lines_that_look_at_them_so(monkeypatch, name, seen):
    monkeypatch.setattr(setting, "find_setting", lambda *_: "set")
    rulebook = compile_rulebook(load_jurisdiction(ACCEPTED / f"{name}.yaml"))
    found = {wager: find_setting_for(rulebook, terms) for wager, terms in rulebook.wagers.items()}
    assert found == {wager: "set" if looks else None for wager, looks in seen.items()}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_hand_that_is_foul_as_the_house_way_lays_it_is_shown(document):
    rulebook = compile_rulebook(load(document), FOUL)
    with pytest.raises(NotJudged) as error:
        refuse_foul(rulebook)
    told = str(error.value)
    cards, low = told.partition("the house way sets ")[2].split(" low, ")[0].split(" with ")
    rules = rulebook.ranking.rank_rules()
    laid = set_hand(build_house_way(data_of(document)), parse_cards(cards, 7), ADOPTED, rules)
    assert set(laid.low) == set(parse_cards(low, 2))
    assert compare_high_with_low(rank_high(laid.high, rules), rank_low(laid.low, rules)) == 0
    assert told.endswith(
        f"with {low} low, just as high as the high hand; what then counts is not modelled: "
        "--reading setting.equal_high_and_low=allowed takes such hands for good"
    )


def test_a_house_way_is_searched_for_such_a_hand_among_fours_of_every_rank(monkeypatch):
    """Four of a kind beside three lone cards; one that never splits them is not refused."""
    tried = []

    def see(way, cards, readings, rules):
        tried.append(cards)
        return set_hand(way, cards, readings, rules)

    monkeypatch.setattr(setting, "set_hand", see)
    spec = load_jurisdiction(ACCEPTED / "limits.yaml")
    refuse_foul(compile_rulebook(spec))
    assert tried == []  # equal hands are allowed there
    refuse_foul(compile_rulebook(spec, FOUL))
    fours = Counter()
    for cards in tried:
        sizes = Counter(card.rank for card in cards)
        assert sorted(sizes.values()) == [1, 1, 1, 4]
        assert len(set(cards)) == 7
        assert {card.suit for card in cards} == {0, 1, 2, 3}
        fours[max(sizes, key=sizes.get)] += 1
    assert fours == dict.fromkeys(range(13), 3)

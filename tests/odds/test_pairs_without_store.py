"""Pairs, contests and lists of hands that are not in the store: made of reduced decks, and told by view."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

import numpy as np
import pytest

from certify.base.errors import NotCounted
from certify.game.cards import DECK
from certify.game.holdings import rank_within
from certify.game.rank import RankRules
from certify.game.views import NO_ASPECTS, Aspect, HandCondition
from certify.kernels.deck import Deck
from certify.odds import counts
from certify.odds.count_views import decode, label_hands, share_colours
from tests.odds.test_pairs_small_decks import COLOUR, EQUAL, FOURTEEN, THREE, deal, tell

NONE = RankRules(jokers=0)
DEALS = comb(52, 7) * comb(45, 7)


@pytest.fixture
def empty(monkeypatch):
    """An empty store and a reduced deck; what is computed is kept, and may be changed before it is given."""
    kept = {"deck": FOURTEEN, "change": lambda computed: computed}

    def remember(kind, inputs, compute):
        kept.update(kind=kind, inputs=inputs, computed=compute())
        return kept["change"](kept["computed"])

    def count_hands(rules, aspects=NO_ASPECTS, setting=None):
        return counts.tally_hands(kept["deck"], rules, aspects, setting)

    monkeypatch.setattr(counts, "remember", remember)
    monkeypatch.setattr(counts, "find_deck", lambda _rules: kept["deck"])
    monkeypatch.setattr(counts, "count_hands", count_hands)
    return kept


def fill_up(total):
    """Add to the first cell what a matrix lacks of all deals of the full deck."""

    def change(matrix):
        rest = total - sum(map(sum, matrix))
        return [[matrix[0][0] + rest, *matrix[0][1:]], *matrix[1:]]

    return change


@pytest.mark.parametrize(
    ("sides", "ways"),
    [((EQUAL, COLOUR), 1), ((COLOUR, NO_ASPECTS), 1), ((THREE, COLOUR), 35), ((COLOUR, THREE), 35)],
)
def test_pairs_are_told_by_what_is_told_apart(empty, sides, ways):
    empty["change"] = fill_up(DEALS * ways)
    found = counts.count_pairs(NONE, *sides, tell_apart=tell)
    assert empty["kind"] == "pairs"
    assert found.deals == DEALS * ways == sum(found.views.values())
    told = Counter()
    for (one, two), number in found.views.items():
        told[tell(one), tell(two)] += number
    assert all(found.views.values())
    assert len(told) == len(found.views)  # one view stands for all that are alike
    expected = deal(FOURTEEN, sides)
    more = told - expected
    assert told - more == expected
    assert sum(more.values()) == DEALS * ways - sum(expected.values())
    assert len(more) == 1
    assert set(empty["inputs"]) == {"first", "second", "apart"}
    first, second = (empty["inputs"][side]["aspects"] for side in ("first", "second"))
    assert (set(first), set(second)) == sides
    apart = empty["inputs"]["apart"]
    assert len(apart) == 2
    counts.count_pairs(NONE, *sides, tell_apart=lambda view: tell(view)[:2])
    assert all(one != two for one, two in zip(apart, empty["inputs"]["apart"], strict=True))


def test_plain_pairs_are_counted_once_for_all_who_ask(empty):
    empty["change"] = fill_up(DEALS)
    every = counts.count_pairs(NONE)
    asked = empty["inputs"]
    assert asked["apart"] == []
    some = counts.count_pairs(NONE, tell_apart=lambda view: view.joker)
    assert empty["inputs"] == asked
    assert some == every
    assert len(every.views) > 1
    views = counts.tally_hands(FOURTEEN, NONE).views
    assert {view for pair in every.views for view in pair} == set(views)


def test_a_deck_with_the_joker_has_more_deals(empty):
    deals = comb(53, 7) * comb(46, 7)
    empty["change"] = fill_up(deals)
    assert counts.count_pairs(RankRules(), COLOUR, tell_apart=tell).deals == deals


@pytest.mark.parametrize("wrong", [-1, 1])
def test_pairs_that_do_not_sum_to_all_deals_are_never_given(empty, wrong):
    empty["change"] = fill_up(DEALS + wrong)
    with pytest.raises(AssertionError, match="do not sum to all deals of two hands"):
        counts.count_pairs(NONE, COLOUR, tell_apart=tell)


def test_as_many_kinds_as_there_is_room_for(empty, monkeypatch):
    empty["change"] = fill_up(DEALS)
    kinds = sum(
        len({tell(view) for view in counts.tally_hands(FOURTEEN, NONE, side).views})
        for side in (COLOUR, EQUAL)
    )
    monkeypatch.setattr(counts, "MOST_KINDS", kinds)
    counts.count_pairs(NONE, COLOUR, EQUAL, tell_apart=tell)
    monkeypatch.setattr(counts, "MOST_KINDS", kinds - 1)
    with pytest.raises(NotCounted) as caught:
        counts.count_pairs(NONE, COLOUR, EQUAL, tell_apart=tell)
    assert str(caught.value) == (
        f"{kinds} kinds of hands are too many to be counted in pairs; {kinds - 1} are not"
    )


# --- contests

ORDER = (
    *("seven-card-straight-flush", "royal-match", "royal-flush", "three-pair"),
    *("flush", "straight", "two-pair"),
)


def find_place(view):
    return next((place for place, name in enumerate(ORDER) if name in view.held), len(ORDER))


def test_contests_are_those_of_every_deal(empty):
    hands = list(combinations(FOURTEEN.codes().tolist(), 7))
    seen = label_hands(np.array(hands, dtype=np.int8), NONE, NO_ASPECTS)["seen"].tolist()
    places = {
        n: find_place(decode({"seen": n}, NO_ASPECTS, share_colours(4))[0][0]) for n in {*seen}
    }
    ranks = {}
    for hand, number in zip(hands, seen, strict=True):
        at = places[number]
        cards = [DECK[code] for code in hand]
        within = () if at == len(ORDER) else rank_within(cards, ORDER[at], NONE)
        ranks[frozenset(hand)] = (at, within)
    cards, expected = frozenset(hands[0]) | frozenset(hands[-1]), Counter()
    for hand, (own, within) in ranks.items():
        bank, other = ranks[cards - hand]
        same = own == bank
        expected[own, bank, (within > other) - (within < other) if same else 0] += 1
    found = counts.count_contests(NONE, find_place, ORDER)
    assert found == expected
    assert {within for _, _, within in found} == {-1, 0, 1}
    assert empty["kind"] == "contests"
    assert empty["inputs"]["categories"] == list(ORDER)
    asked = empty["inputs"]
    assert asked["rules"]["wheel"] == "lowest"
    counts.count_contests(RankRules(jokers=0, wheel="second-highest"), find_place, ORDER)
    assert empty["inputs"]["rules"] != asked["rules"]
    assert empty["inputs"]["places"] == asked["places"]
    counts.count_contests(NONE, lambda view: len(ORDER), ORDER)
    assert empty["inputs"]["places"] != asked["places"]
    assert empty["computed"] == [[len(ORDER), len(ORDER), 0, comb(14, 7)]]


# --- hands listed one by one

ROYALS = tuple(range(8, 13))
MATCH = HandCondition(hand="royal-match")


def list_royal_matches():
    """A royal flush, natural or with the joker for one of its five, and a king and queen of another suit."""
    for suit in range(4):
        royal = [4 * rank + suit for rank in ROYALS]
        for other in set(range(4)) - {suit}:
            for chosen in (royal, *([*royal[:i], *royal[i + 1 :], 52] for i in range(5))):
                yield sum(1 << code for code in [*chosen, 4 * 10 + other, 4 * 11 + other])


def test_royal_matches_are_listed_as_long_as_they_are_few(empty):
    empty["deck"] = Deck(ROYALS, 4, 1)
    found = counts.list_hands_where(RankRules(), MATCH.holds)
    assert found == sorted(set(list_royal_matches()))
    assert empty["kind"] == "listed"
    assert all("royal-match" in view["held"] for view in empty["inputs"]["wanted"])
    assert counts.list_hands_where(RankRules(), MATCH.holds, most=72) == found
    assert counts.list_hands_where(RankRules(), MATCH.holds, most=71) is None
    empty["change"] = lambda computed: computed[1:]
    with pytest.raises(AssertionError, match="not as many as were counted"):
        counts.list_hands_where(RankRules(), MATCH.holds)


def test_hands_of_a_colour_are_listed_with_that_colour_alone(empty):
    empty["deck"] = Deck(ROYALS, 4, 0)
    red = HandCondition(hand="royal-flush", colour="red")
    found = counts.list_hands_where(NONE, red.holds, red.aspects)
    # a royal flush in diamonds or hearts, and two cards of the other red suit
    expected = {
        sum(1 << code for code in [*(4 * rank + suit for rank in ROYALS), *two])
        for suit, other in ((1, 2), (2, 1))
        for two in combinations([4 * rank + other for rank in ROYALS], 2)
    }
    assert found == sorted(expected)
    assert len(found) == 20


@pytest.mark.parametrize("aspect", [Aspect.AS_SET, Aspect.FIRST_THREE])
def test_what_is_not_seen_in_the_cards_is_not_listed(aspect):
    with pytest.raises(NotCounted, match="are not listed hand by hand"):
        counts.list_hands_where(NONE, MATCH.holds, frozenset({aspect}))

"""Class counts from rank patterns and suits, against every hand dealt one by one."""

import hashlib
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from certify.game.rank import RankRules
from certify.kernels.deck import FULL_DECK
from certify.kernels.views import FEATURES, count_features
from certify.odds.classes import count_classes, count_holdings, count_views

ALL = comb(53, 7)


def enumerate_holdings(wild):
    """Every hand dealt by the kernel, by its classes; a natural royal match is marked beside the class."""
    counts = {}
    for mask, count in count_features(FULL_DECK, wild=wild).items():
        held = {name for place, name in enumerate(FEATURES) if mask >> place & 1}
        if "royal-match" in held:
            held.add("royal-match-natural")
        if "royal-match-joker" in held:
            held = held - {"royal-match-joker"} | {"royal-match"}
        counts[frozenset(held)] = counts.get(frozenset(held), 0) + count
    return counts


def digest(holdings):
    """All sets of classes with their numbers, in one short word."""
    listed = sorted((sorted(held), count) for held, count in holdings.items())
    return hashlib.sha256(repr(listed).encode()).hexdigest()[:16]


DEALT = {False: "2e275a1f389390f1", True: "3662e8d2dea1fece"}
"""The digest of every hand dealt by the kernel."""


@pytest.mark.parametrize(
    "wild", [pytest.param(False, marks=pytest.mark.slow), True], ids=["bug", "wild"]
)
def test_reasoning_agrees_with_every_hand_dealt(wild):
    dealt = enumerate_holdings(wild)
    assert count_holdings(wild=wild) == dealt
    assert digest(dealt) == DEALT[wild]


@pytest.mark.parametrize("wild", [False, True], ids=["bug", "wild"])
def test_reasoning_gives_the_numbers_of_every_hand_dealt(wild):
    """The same in a moment: what was dealt once is known by its digest."""
    assert digest(count_holdings(wild=wild)) == DEALT[wild]


@pytest.mark.parametrize("wild", [False, True], ids=["bug", "wild"])
def test_all_hands_are_counted_once(wild):
    assert sum(count_holdings(wild=wild).values()) == ALL == 154_143_080


def test_small_classes_by_hand():
    """Counts that can be had on paper."""
    counts = count_classes(
        count_holdings(wild=False),
        (
            "seven-card-straight-flush",
            "royal-match",
            "seven-card-straight-flush-joker",
            "five-aces",
        ),
    )
    assert counts["seven-card-straight-flush"] == 4 * 8
    assert counts["royal-match"] == 4 * 3 * (1 + 5)
    # six of seven in a row with the joker as the seventh, less runs of six counted from two sides
    in_a_row = 8 * 7 - 7
    assert counts["seven-card-straight-flush-joker"] == 4 * in_a_row
    assert counts["five-aces"] == comb(48, 2)


def test_straight_beside_three_of_a_kind():
    """The hands on which the order of precedence decides."""
    both = sum(
        count
        for held, count in count_holdings(wild=False).items()
        if {"straight", "three-of-a-kind"} <= held
        and not held & {"flush", "full-house", "four-of-a-kind"}
    )
    assert both == 201_824


def test_an_unknown_class_is_refused():
    with pytest.raises(ValueError, match="not hand classes"):
        count_classes(count_holdings(wild=False), ("two-jokers",))


def test_precedence_moves_hands_between_two_classes_only():
    holdings = count_holdings(wild=False)
    first = count_classes(holdings, ("flush", "three-of-a-kind", "straight"))
    second = count_classes(holdings, ("flush", "straight", "three-of-a-kind"))
    moved = first["three-of-a-kind"] - second["three-of-a-kind"]
    assert moved == second["straight"] - first["straight"] > 0
    assert Fraction(moved, ALL) < Fraction(1, 500)


@pytest.mark.parametrize("wild", [False, True], ids=["bug", "wild"])
def test_views_are_the_same_hands_as_holdings(wild):
    """A view tells the joker and the highest card of a bare hand beside the classes."""
    held = Counter()
    bare = 0
    for view, count in count_views(RankRules(joker="wild" if wild else "bug")).items():
        natural = "royal-match" in view.held and not view.joker
        held[view.held | ({"royal-match-natural"} if natural else set())] += count
        assert (view.highest is None) is (view.held != {"high-card"})
        bare += count if view.highest is not None and view.joker else 0
    assert digest(held) == DEALT[wild]
    # joker and six others of different ranks below the ace: no straight with the joker, no four of a suit
    assert (bare > 0) is not wild
    assert sum(count_views(RankRules(jokers=0)).values()) == comb(52, 7)


def test_bare_hands_by_their_highest_card_on_paper():
    """Seven ranks up to the highest, without five in a row, and no five of a suit; without the joker."""
    suited = 4**7 - 4 * (comb(7, 5) * 3**2 + comb(7, 6) * 3 + 1)
    for view, count in count_views(RankRules(jokers=0)).items():
        if view.highest is not None:
            below = combinations(range(view.highest), 6)
            sets = sum(not has_run({*ranks, view.highest}) for ranks in below)
            assert count == sets * suited, view.highest


def has_run(ranks):
    runs = [set(range(low, low + 5)) for low in range(9)]
    return any(run <= ranks for run in (*runs, {12, 0, 1, 2, 3}))

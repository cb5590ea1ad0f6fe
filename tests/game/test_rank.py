"""The ranking: pinned over every five-card hand, and shown to be the kernels' too.

The pin is a digest over all hands in the order of their card codes: for each the number of
different ranks below its own, as two bytes, after the names of the classes of all ranks in
ascending order. Any change to any hand's place or class changes it. The kernels rank by bits and
masks and share no line with the engine; both must give the same digest.
"""

from __future__ import annotations

import hashlib
from itertools import combinations

import numpy as np
import pytest

from certify.game.cards import ACE, DECK, JOKER, parse_cards
from certify.game.rank import (
    CATEGORIES,
    RankRules,
    compare_high_with_low,
    is_complete,
    name_category,
    rank_high,
    rank_low,
)
from certify.kernels import rank as kernel
from certify.kernels.compilation import compiled

MODES = {"bug": kernel.BUG, "wild": kernel.WILD}
WHEELS = {"lowest": kernel.WHEEL_LOWEST, "second-highest": kernel.WHEEL_SECOND_HIGHEST}
VARIANTS = [(joker, wheel) for joker in MODES for wheel in WHEELS]
ONE_AT_ONCE = [
    VARIANTS[0],
    *(pytest.param(*variant, marks=pytest.mark.slow) for variant in VARIANTS[1:]),
]
"""All four, of which three wait for the slow run."""

PINNED = {
    ("bug", "lowest"): "779e20968fb45e128b9cd5f84a818617fbc5c27f31ff5b36db4b3ea3ecfa6ac1",
    ("bug", "second-highest"): "9a289c45e5c5bb38322ec183a0b908fd12abc6abdbc27c55b88ed01458aeb5e0",
    ("wild", "lowest"): "265d8e7c95b29049457227e42ea86f19c99e62f8008dcc502983acadcdf1ff5b",
    ("wild", "second-highest"): "6184d106d6be7e0c081b5399b927a5cfab3b2afa27bd7977bab27a1f82038824",
}
LOW_RANKS = (ACE, 0, 1, 2, 3, 4)
HIGH_RANKS = (ACE, 11, 10, 9, 8, 7)


def digest(ranks, names):
    """Hash ranks that may be of any kind that compares, with the class of each."""
    distinct = sorted(set(ranks))
    places = {rank: place for place, rank in enumerate(distinct)}
    found = hashlib.sha256(",".join(names(rank) for rank in distinct).encode())
    found.update(np.array([places[rank] for rank in ranks], dtype=">u2").tobytes())
    return found.hexdigest()


def rank_by_engine(cards, joker, wheel):
    rules = RankRules(joker, wheel)
    return [rank_high(five, rules) for five in combinations(cards, 5)]


def rank_one_of_each_form(cards, joker, wheel):
    """As `rank_by_engine`, evaluating one hand for all of equal ranks and equal suitedness."""
    rules = RankRules(joker, wheel)
    forms = {}
    ranks = []
    for five in combinations(cards, 5):
        naturals = [card for card in five if card.rank <= ACE]
        form = (*(card.rank for card in five), len({card.suit for card in naturals}) == 1)
        if form not in forms:
            forms[form] = rank_high(five, rules)
        ranks.append(forms[form])
    return ranks


@compiled
def _rank_all(hands, joker, wheel):
    values = np.empty(len(hands), dtype=np.int64)
    for i in range(len(hands)):
        values[i] = kernel.high_value(hands[i], joker, wheel)
    return values


def rank_by_kernel(cards, joker, wheel):
    codes = np.array(list(combinations([card.code for card in cards], 5)), dtype=np.int8)
    return _rank_all(codes, MODES[joker], WHEELS[wheel]).tolist()


def name_by_kernel(value):
    return kernel.HIGH_CLASSES[int(kernel.high_class(value))]


def choose_deck(ranks):
    """Neighbouring ranks in three suits, where straights and flushes are dense."""
    return [card for card in DECK if card.is_joker or (card.rank in ranks and card.suit < 3)]


@pytest.mark.parametrize(("joker", "wheel"), ONE_AT_ONCE)
def test_kernel_ranks_every_hand_as_pinned(joker, wheel):
    assert digest(rank_by_kernel(DECK, joker, wheel), name_by_kernel) == PINNED[joker, wheel]


@pytest.mark.slow
@pytest.mark.parametrize(("joker", "wheel"), ONE_AT_ONCE)
def test_engine_ranks_every_form_of_hand_as_pinned(joker, wheel):
    assert digest(rank_one_of_each_form(DECK, joker, wheel), name_category) == PINNED[joker, wheel]


@pytest.mark.slow
@pytest.mark.parametrize(("joker", "wheel"), VARIANTS[:1])
def test_engine_ranks_every_hand_as_pinned(joker, wheel):
    """Each hand by itself; under the other rules one hand of each form, and every hand of small decks."""
    assert digest(rank_by_engine(DECK, joker, wheel), name_category) == PINNED[joker, wheel]


@pytest.mark.parametrize(
    ("joker", "wheel", "ranks"),
    [
        # from the nine up there is no wheel
        pytest.param(
            *(joker, wheel, ranks),
            id=f"{joker}-{wheel}-{name}",
            marks=[pytest.mark.slow] * (name == "nine-to-ace" and wheel == "second-highest"),
        )
        for joker, wheel in VARIANTS
        for name, ranks in (("ace-to-six", LOW_RANKS), ("nine-to-ace", HIGH_RANKS))
    ],
)
def test_engine_and_kernel_rank_reduced_decks_alike(joker, wheel, ranks):
    cards = choose_deck(ranks)
    assert digest(rank_by_engine(cards, joker, wheel), name_category) == digest(
        rank_by_kernel(cards, joker, wheel), name_by_kernel
    )


@pytest.mark.parametrize(("joker", "wheel"), VARIANTS)
def test_engine_and_kernel_rank_equal_cards_of_all_suits_alike(joker, wheel):
    cards = [card for card in DECK if card.is_joker or card.rank in {0, 6, 11, 12}]
    assert digest(rank_by_engine(cards, joker, wheel), name_category) == digest(
        rank_by_kernel(cards, joker, wheel), name_by_kernel
    )


def test_mbs_3_9_order_of_classes():
    examples = (
        "A♣ A♥ A♦ A♠ Joker",
        "A♦ K♦ Q♦ J♦ 10♦",
        "K♣ Q♣ J♣ 10♣ 9♣",
        "A♣ A♥ A♦ A♠ 2c",
        "K♣ K♥ K♦ A♠ A♥",
        "J♥ 8♥ 6♥ 5♥ 2♥",
        "A♦ K♠ Q♣ J♣ 10♦",
        "10♠ 10♥ 10♣ Ad Kd",
        "Q♠ Q♥ 6♣ 6♥ 2d",
        "A♣ A♥ Kd Qd Js",
        "Ac Kd Qs Jh 9c",
    )
    ranks = [rank_high(parse_cards(text), RankRules()) for text in examples]
    assert ranks == sorted(ranks, reverse=True)
    assert [name_category(rank) for rank in ranks] == [
        name for name in reversed(CATEGORIES) if name != "five-of-a-kind"
    ]


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("Qs Js 10d 9c 8h", "10s 9d 8c 7h 6h"),
        ("8s 8d Qc 10h 2h", "8h 8c Js 9d 7d"),
        ("As Kd Jc 4h 2h", "Ah Kc 10s 6d 3d"),
        ("Kc Qc Jc 10c 9c", "Qh Jh 10h 9h 8h"),
    ],
)
def test_mbs_3_9_1_examples(higher, lower):
    assert rank_high(parse_cards(higher), RankRules()) > rank_high(parse_cards(lower), RankRules())


@pytest.mark.parametrize(
    ("wheel", "above", "below"),
    [("lowest", "6s 5d 4c 3h 2h", None), ("second-highest", "As Kd Qc Jh 10h", "Ks Qd Jc 10h 9h")],
)
def test_the_wheel_stands_where_its_statement_puts_it(wheel, above, below):
    rules = RankRules("bug", wheel)
    found = rank_high(parse_cards("Ad 2s 3c 4d 5h"), rules)
    assert rank_high(parse_cards(above), rules) > found
    if below:
        assert found > rank_high(parse_cards(below), rules)
    suited = rank_high(parse_cards("Ad 2d 3d 4d 5d"), rules)
    assert name_category(suited) == "straight-flush"
    assert suited < rank_high(parse_cards("Ad Kd Qd Jd 10d"), rules)


@pytest.mark.parametrize(
    ("cards", "bug", "wild"),
    [
        ("Joker Ks Kd 5c 2h", "one-pair", "three-of-a-kind"),
        ("Joker As Ad 5c 2h", "three-of-a-kind", "three-of-a-kind"),
        ("Joker Ks Kd 5c 5h", "two-pair", "full-house"),
        ("Joker Ks Kd Kc Kh", "four-of-a-kind", "five-of-a-kind"),
        ("Joker As Ad Ac Ah", "five-aces", "five-aces"),
        ("Joker 9s 8d 7c 6h", "straight", "straight"),
        ("Joker 9s 7s 4s 2s", "flush", "flush"),
        ("Joker 9s 8s 7s 6s", "straight-flush", "straight-flush"),
        ("Joker As Ks Qs Js", "royal-flush", "royal-flush"),
        ("Joker Ks Jd 7c 5h", "high-card", "one-pair"),
    ],
)
def test_joker_as_bug_and_as_wild(cards, bug, wild):
    for joker, name in (("bug", bug), ("wild", wild)):
        assert name_category(rank_high(parse_cards(cards), RankRules(joker))) == name


def test_the_joker_of_a_flush_is_the_highest_card_it_lacks():
    rules = RankRules()
    assert rank_high(parse_cards("Joker As 9s 7s 4s"), rules) == rank_high(
        parse_cards("Kd Ad 9d 7d 4d"), rules
    )


def test_low_hands_pair_above_high_card_and_equal_is_equal():
    rules = RankRules()
    two, ace = rank_low(parse_cards("2s 2d"), rules), rank_low(parse_cards("As Kd"), rules)
    assert two > ace > rank_low(parse_cards("As Qd"), rules)
    assert rank_low(parse_cards("As Kd"), rules) == rank_low(parse_cards("Kc Ah"), rules)
    assert rank_low(parse_cards("Joker As"), rules) == rank_low(parse_cards("Ad Ac"), rules)
    assert rank_low(parse_cards("Joker Ks"), rules) == rank_low(parse_cards("Ad Kc"), rules)
    assert rank_low(parse_cards("Joker Ks"), RankRules("wild")) == rank_low(
        parse_cards("Kd Kc"), rules
    )


@pytest.mark.parametrize(
    ("high", "low", "relation"),
    [
        ("As Kd 9c 7h 5h", "Ad Kc", 0),
        ("As Kd 9c 7h 5h", "Ad Qc", 1),
        ("As Qd 9c 7h 5h", "Ad Kc", -1),
        ("9s 9d Kc 7h 5h", "9c 9h", 0),
        ("9s 9d Kc 7h 5h", "8c 8h", 1),
        ("9s 9d Kc 7h 5h", "10c 10h", -1),
        ("2s 3d 4c 5h 6h", "Ac Ad", 1),
        ("3s 3d 2c 2h 4h", "Ac Ad", 1),
        ("As Kd 9c 7h 5h", "2c 2d", -1),
    ],
)
def test_high_against_low(high, low, relation):
    rules = RankRules()
    found = compare_high_with_low(
        rank_high(parse_cards(high), rules), rank_low(parse_cards(low), rules)
    )
    assert found == relation


def test_complete_hands_are_straights_and_flushes():
    complete = {name for name in CATEGORIES if is_complete((CATEGORIES.index(name),))}
    assert complete == {"straight", "flush", "straight-flush", "royal-flush"}
    assert JOKER in DECK

"""The classes that seven cards hold: by example, and hand by hand against the kernels."""

from __future__ import annotations

import numpy as np
import pytest

from certify.engine.round import Generator
from certify.game.cards import DECK, JOKER, parse_cards
from certify.game.holdings import (
    IMPLIED,
    NONE,
    classify,
    is_ace_high,
    list_classes,
    rank_within,
)
from certify.game.rank import RankRules
from certify.game.vocabulary import HAND_CLASSES
from certify.kernels.views import FEATURES, features_of_hand
from certify.odds.classes import count_holdings
from tests.engine.rounds import CLASSES


def describe_by_kernel(cards, joker):
    """The classes of the kernel, with its two kinds of royal match under one name."""
    codes = np.array([card.code for card in cards], dtype=np.int8)
    bits = int(features_of_hand(codes, int(joker == "wild")))
    names = {name for place, name in enumerate(FEATURES) if bits >> place & 1}
    if "royal-match-joker" in names:
        names = names - {"royal-match-joker"} | {"royal-match"}
    return frozenset(names)


def deal_hands(number, seed):
    for place in range((number + 6) // 7):
        yield from Generator(seed, place).deal(7)


def compare_with_kernel(number, seed, joker):
    found = 0
    for cards in deal_hands(number, seed):
        assert list_classes(cards, joker) == describe_by_kernel(cards, joker), cards
        found += 1
    assert found >= number


@pytest.mark.parametrize("joker", ["bug", "wild"])
def test_engine_and_kernel_hold_the_same_classes_hand_by_hand(joker):
    compare_with_kernel(1500, 4, joker)


@pytest.mark.slow
@pytest.mark.parametrize("joker", ["bug", "wild"])
def test_engine_and_kernel_hold_the_same_classes_over_a_large_sample(joker):
    compare_with_kernel(20_000, 5, joker)


def list_rare_hands():
    """Six suited cards in or near a row, with each card that could be the seventh."""
    for start in (
        "Ac Kc Qc Jc 10c 9c",
        "Ac 2c 3c 4c 5c 6c",
        "Jc 10c 9c 7c 6c 5c",
        "Ad Kd Qd Jd 10d Ks",
        "Ad Kd Qd Jd Ks Qs",
        "Ac Ad Ah As Kc Kd",
        "9c 9d 9h 9s Kc Kd",
        "9c 9d 9h Ks Kc Kd",
        "9c 9d 8h 8s 7c 7d",
    ):
        cards = parse_cards(start)
        yield from ((*cards, card) for card in DECK if card not in cards)


@pytest.mark.parametrize("joker", ["bug", "wild"])
def test_engine_and_kernel_hold_the_same_classes_in_rare_hands(joker):
    for cards in list_rare_hands():
        assert list_classes(cards, joker) == describe_by_kernel(cards, joker), cards


@pytest.mark.parametrize("joker", ["bug", "wild"])
def test_every_holding_found_is_one_that_the_exact_count_knows(joker):
    known = count_holdings(wild=joker == "wild")
    for cards in [*deal_hands(300, 6), *list_rare_hands()]:
        held = list_classes(cards, joker)
        if "royal-match" in held and JOKER not in cards:
            held |= {"royal-match-natural"}
        assert held in known, cards


@pytest.mark.parametrize("name", CLASSES)
@pytest.mark.parametrize("joker", ["bug", "wild"])
def test_each_class_by_example(name, joker):
    expected = {"none": "high-card"}.get(name, name)
    cards = parse_cards(CLASSES[name])
    assert classify(cards, HAND_CLASSES, joker) == expected
    assert IMPLIED.get(expected, frozenset()) <= list_classes(cards, joker)


@pytest.mark.parametrize(
    ("cards", "held"),
    [
        ("Ac 2c 3c 4c 5c 6c 7c", True),
        ("Ac Kc Qc Jc 10c 9c 8c", True),
        ("2c 3c 4c 5c 6c 7c 9c", False),
        ("Kc Ac 2c 3c 4c 5c 6c", False),
        ("2c 3c 4c 5c 6c 7c 8d", False),
    ],
)
def test_seven_card_straight_flush_runs_ace_low_or_high_and_not_round_the_corner(cards, held):
    assert ("seven-card-straight-flush" in list_classes(parse_cards(cards), "bug")) == held


@pytest.mark.parametrize(
    ("cards", "held"),
    [
        ("Ac 2c 3c 4c 5c 6c Joker", True),
        ("Ac 3c 4c 5c 6c 7c Joker", True),
        ("2c 3c 4c 5c 7c 9c Joker", False),
        ("2c 3c 4c 5c 6c 7d Joker", False),
        ("2c 3c 4c 5c 6c 9c Joker", False),
        ("2c 3c 4c 5c 6c 8c Joker", True),
    ],
)
def test_seven_card_straight_flush_with_joker_stands_for_one_card(cards, held):
    assert ("seven-card-straight-flush-joker" in list_classes(parse_cards(cards), "bug")) == held


@pytest.mark.parametrize(
    ("cards", "completes", "allowed"),
    [
        ("Ad Kd Qd Jd 10d Ks Qs", True, True),
        ("Ad Kd Qd Jd Joker Ks Qs", True, False),
        ("Ad Kd Joker Jd 10d Ks Qs", True, False),
        ("Ad Kd Qd Jd 10d Ks Joker", False, False),
        ("Ad Kd Qd Jd 10d Ks Qh", False, False),
        ("Ad Kd Qd Jd 10d Ks Js", False, False),
    ],
)
def test_royal_match_joker_readings(cards, completes, allowed):
    hand = parse_cards(cards)
    assert ("royal-match" in list_classes(hand, "bug")) == completes
    assert ("royal-match" in list_classes(hand, "bug", "not-allowed")) == allowed


def test_precedence_decides_between_a_straight_and_three_of_a_kind():
    hand = parse_cards("10c 9d 8h 7s 6c 6d 6h")
    assert classify(hand, ("three-of-a-kind", "straight"), "bug") == "three-of-a-kind"
    assert classify(hand, ("straight", "three-of-a-kind"), "bug") == "straight"
    assert classify(hand, ("flush",), "bug") == NONE


@pytest.mark.parametrize(
    ("cards", "bug", "wild"),
    [
        ("As Kd 10c 8h 6s 4d 2c", True, True),
        ("Kd Qs 10c 8h 6s 4d 2c", False, False),
        ("Joker Kd 10c 8h 6s 4d 2c", True, False),
        ("Joker Ad 10c 8h 6s 4d 2c", False, False),
        ("As 5d 4c 3h 2s 9d 8c", False, False),
        ("As Ks 10s 8s 6s 4d 2c", False, False),
        ("Joker Ks 10s 8s 6s 4d 2c", False, False),
        ("Joker 10d 9c 8h 7s 4d 2c", False, False),
        ("As Kd 10c 8h 6s 2d 2c", False, False),
    ],
)
def test_ace_high(cards, bug, wild):
    hand = parse_cards(cards)
    assert (is_ace_high(hand, "bug"), is_ace_high(hand, "wild")) == (bug, wild)


@pytest.mark.parametrize(
    ("name", "higher", "lower"),
    [
        ("flush", "Kh Jh 9h 5h 2h 3c 4d", "Kh Jh 9h 4h 2h 3c 5d"),
        ("straight", "10c 9d 8h 7s 6c 2d Ah", "9c 8d 7h 6s 5c 2d Ah"),
        ("straight", "6c 5d 4h 3s 2c Kd Jh", "Ac 5d 4h 3s 2c Kd Jh"),
        ("seven-card-straight-flush", "8c 7c 6c 5c 4c 3c 2c", "7c 6c 5c 4c 3c 2c Ac"),
        ("seven-card-straight-flush-joker", "7c 6c 5c 4c 3c 2c Joker", "6c 5c 4c 3c 2c Ac Joker"),
        ("three-pair", "Kc Kd 9h 9s 5c 5d 2h", "Kc Kd 9h 9s 4c 4d Ah"),
        ("three-pair", "Kc Kd 9h 9s 5c 5d 3h", "Kc Kd 9h 9s 5c 5d 2h"),
        ("three-pair", "Joker Ad 9h 9s 5c 5d 2h", "Kc Kd 9h 9s 5c 5d 2h"),
        ("full-house", "Kc Kd Kh 2s 2d 7c 9h", "Qc Qd Qh As Ad 7c 9h"),
        ("four-of-a-kind", "9c 9d 9h 9s Kd 5h 3c", "9c 9d 9h 9s Qd 5h 3c"),
    ],
)
def test_hands_of_one_class_compare_by_their_cards(name, higher, lower):
    rules = RankRules()
    assert rank_within(parse_cards(higher), name, rules) > rank_within(
        parse_cards(lower), name, rules
    )


def test_all_royal_matches_are_equal_and_suits_never_decide():
    rules = RankRules()
    first, second = parse_cards("Ad Kd Qd Jd 10d Ks Qs"), parse_cards("Ah Kh Qh Jh 10h Kc Qc")
    assert rank_within(first, "royal-match", rules) == rank_within(second, "royal-match", rules)
    assert rank_within(parse_cards("Kh Jh 9h 5h 2h 3c 4d"), "flush", rules) == rank_within(
        parse_cards("Ks Js 9s 5s 2s 3c 4d"), "flush", rules
    )

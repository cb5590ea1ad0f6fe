"""Which condition implies which, against hands that meet them."""

import dataclasses
from itertools import product
from random import Random

import pytest

from certify.game import views
from certify.game.cards import DECK, parse_cards
from certify.game.house_way.shapes import parse_group
from certify.game.rank import RankRules
from certify.game.views import (
    BESIDE,
    FIRST_FIVE,
    FIRST_THREE,
    STANDARD_RESULTS,
    Aspect,
    HandCondition,
    SetCondition,
    look,
    parse_numbers,
)
from certify.game.vocabulary import HAND_CLASSES
from certify.kernels.views import LABELS, SEEN

ASPECTS = frozenset(Aspect)
GROUPS = ("A", "K", "2-6", "Q+", "Q-K", "2-A")
HANDS = (
    "As Ks Qs Js 10s Kh Qh",
    "Joker Ks Qs Js 10s Kh Qh",
    "As Joker Qs Js 10s Kh Qh",
    "As Ks Qs Js 10s Ah Kd",
    "As Ks Qs Js 10s Ah Kh",
    "8h 7h 6h 5h 4h 3h 2h",
    "Joker 7h 6h 5h 4h 3h 2h",
    "Ac Ad Ah As Joker Kd Qh",
    "Ac Ad Ah As Kd Kh Ks",
    "2c 2d 2h 2s 6c 6d 6h",
    "Kc Kd Kh 2s 2d 7c 8h",
    "9c 8d 7h 5s 4s 3s 2s",
    "Joker 9d 7h 5s 4s 3s 2h",
    "Kc Kd Qh Qs 9d 9h 3c",
    "Ad Ah Kd Kh 5d 6h 7d",
)


def list_conditions():
    yield from (HandCondition(hand=name) for name in HAND_CLASSES)
    yield from (
        HandCondition(hand=name, rank=parse_group(group))
        for name in ("four-of-a-kind", "three-of-a-kind", "full-house", "one-pair", "two-pair")
        for group in GROUPS
    )
    yield from (
        HandCondition(hand="high-card", highest=parse_group(group)) for group in ("9", "9-J", "Q+")
    )
    yield from (HandCondition(hand="royal-flush", beside=name) for name in BESIDE)
    yield from (HandCondition(colour=name) for name in ("red", "black", "mixed"))
    yield from (HandCondition(joker=joker) for joker in (True, False))
    yield HandCondition(joker=True, colour="red")
    yield from (HandCondition(first_three=name) for name in FIRST_THREE)
    yield from (HandCondition(first_five=name) for name in FIRST_FIVE)
    yield from (HandCondition(standard=name) for name in STANDARD_RESULTS)
    yield from (HandCondition(hand=name, only=True) for name in HAND_CLASSES)
    yield from (HandCondition(hand=name, natural=True) for name in HAND_CLASSES)
    yield from (
        HandCondition(hand=name, rank=parse_group(group))
        for name in ("straight", "straight-flush")
        for group in (*GROUPS, "5", "9+")
    )
    for numbers in ("0", "7", "6-7", "4+", "3", "0-3"):
        yield HandCondition(red_cards=parse_numbers(numbers))
        yield HandCondition(black_cards=parse_numbers(numbers))
        yield HandCondition(black_cards=parse_numbers(numbers), joker=False)
    yield from (
        HandCondition(low=SetCondition(name, group and parse_group(group)))
        for name in ("one-pair", "high-card", None)
        for group in (None, *GROUPS)
        if name or group
    )
    yield from (
        HandCondition(high=SetCondition(name, group and parse_group(group)))
        for name in ("four-of-a-kind", "full-house", "two-pair", "flush", "high-card")
        for group in (None, "A", "2-6")
    )


CONDITIONS = tuple(list_conditions())


def test_every_condition_has_a_record_and_every_aspect_a_label():
    fields = [item.name for item in dataclasses.fields(HandCondition) if item.init]
    assert fields == [record.key for record in views.CONDITIONS]
    named = {record.aspect for record in views.CONDITIONS} - {None}
    named |= {aspect for record in views.CONDITIONS for aspect in (record.aspects or {}).values()}
    assert {*Aspect} == named
    # two hands as set decide what comes of the standard wager: no label of one hand shows it
    assert {*Aspect} - {Aspect.STANDARD} == {*LABELS} - {SEEN}


def set_low(cards):
    """A low hand as a player might lay it: the first two in the hand as it was shuffled."""
    return cards[:2]


@pytest.mark.parametrize("joker", ["bug", "wild"])
def test_no_hand_meets_a_condition_and_not_what_it_implies(joker):
    rules = RankRules(joker)
    random = Random(14)
    hands = [parse_cards(text) for text in HANDS] * 6
    hands += [tuple(random.sample(DECK, 7)) for _ in range(300)]
    # hands of few ranks or one colour, where rare classes are
    hands += [
        tuple(
            random.sample([card for card in DECK if card.is_joker or card.rank in {0, 11, 12}], 7)
        )
        for _ in range(200)
    ]
    pairs = [(one, two) for one, two in product(CONDITIONS, repeat=2) if one.implies(two)]
    assert len(pairs) > len(CONDITIONS)
    for hand in hands:
        cards = tuple(random.sample(hand, 7))
        view = look(cards, rules, ASPECTS, set_low(cards))
        held = {condition: condition.holds(view) for condition in CONDITIONS}
        for one, two in pairs:
            assert held[two] or not held[one], (cards, one, two)


def of(hand, group=None, **more):
    return HandCondition(hand=hand, rank=group and parse_group(group), **more)


def red(numbers):
    return HandCondition(red_cards=parse_numbers(numbers))


def low(hand, group=None):
    return HandCondition(low=SetCondition(hand, group and parse_group(group)))


def high(hand, group=None):
    return HandCondition(high=SetCondition(hand, group and parse_group(group)))


@pytest.mark.parametrize(
    ("text", "joker", "higher", "lower"),
    [
        ("Kc Kd 9h 9s 7d 4h 3c", "bug", "K", "9"),
        ("Kc Kd Qh Qs 9d 9h 3c", "bug", "K", "Q"),
        ("4c 4d 4h 9s 9d 7h 2c", "bug", "9", "4"),
        ("Joker Ad 9h 9s 7d 4h 3c", "bug", "A", "9"),
        ("Joker Kd 9h 9s 7d 4h 3c", "wild", "K", "9"),
    ],
)
def test_the_rank_of_two_pair_is_that_of_the_higher_pair(text, joker, higher, lower):
    """Nines next to kings never meet two pair of nines."""
    view = look(parse_cards(text), RankRules(joker), ASPECTS, parse_cards(text)[:2])
    assert of("two-pair", higher).holds(view)
    assert not of("two-pair", lower).holds(view)
    assert of("one-pair", lower).holds(view)


@pytest.mark.parametrize(
    ("one", "two", "implied"),
    [
        (of("four-of-a-kind", "A"), of("four-of-a-kind", "Q+"), True),
        (of("four-of-a-kind", "Q+"), of("four-of-a-kind", "A"), False),
        (of("four-of-a-kind", "A"), of("three-of-a-kind", "A"), True),
        (of("full-house", "K"), of("two-pair", "K"), False),  # kings full of aces are aces up
        (of("full-house", "K"), of("two-pair", "K+"), True),
        (of("two-pair", "K"), of("two-pair", "Q-K"), True),
        (of("two-pair", "Q-K"), of("two-pair", "K"), False),
        (of("two-pair", "K"), of("one-pair", "K"), True),
        (high("two-pair", "K"), of("two-pair", "K"), False),  # the low hand may be a pair of aces
        (high("two-pair", "K"), of("two-pair", "K+"), True),
        (of("full-house", "K"), of("four-of-a-kind", "K"), False),
        (of("five-aces"), of("four-of-a-kind", "A"), True),
        (of("five-aces"), HandCondition(joker=True), True),
        (of("royal-flush", joker=True), of("straight-flush", joker=True), True),
        (of("royal-flush", joker=True), of("straight-flush", joker=False), False),
        (of("royal-match"), of("royal-flush", beside="king-queen"), True),
        (of("royal-match"), of("one-pair", "K"), False),
        (low("one-pair", "A"), low("one-pair"), True),
        (low("one-pair", "A"), low("one-pair", "10-A"), True),
        (low("one-pair"), low("one-pair", "A"), False),
        (low("one-pair", "A"), of("one-pair", "A"), True),
        (HandCondition(first_three="straight-flush"), HandCondition(first_three="flush"), True),
        (HandCondition(first_three="three-of-a-kind"), of("three-of-a-kind"), True),
        (HandCondition(first_three="flush"), HandCondition(first_three="straight-flush"), False),
        (of("high-card", highest=parse_group("9")), HandCondition(joker=False), True),
        (of("high-card", highest=parse_group("Q+")), HandCondition(joker=False), False),
        (HandCondition(colour="red"), HandCondition(colour="mixed"), False),
        (HandCondition(colour="red"), red("6+"), True),
        (HandCondition(colour="red"), red("7"), False),  # six and the joker
        (HandCondition(colour="red", joker=False), red("7"), True),
        (red("7"), HandCondition(colour="red"), True),
        (red("7"), HandCondition(joker=False), False),  # not looked for
        (red("4+"), HandCondition(black_cards=parse_numbers("0-3")), True),
        (red("0-3"), HandCondition(black_cards=parse_numbers("4+")), False),  # three, and the joker
        (red("4-5"), red("4+"), True),
        (of("straight", "K"), of("straight", "Q+"), True),
        (of("straight-flush", "K"), of("straight", "K"), False),  # the straight may be higher
        (of("straight-flush", "K"), of("straight", "K+"), True),
        (of("royal-flush"), of("straight-flush", "A"), True),
        (high("straight", "9"), of("straight", "9+"), True),
        (high("straight", "9"), of("straight", "9"), False),
        (of("royal-flush", natural=True), of("straight-flush", natural=True), True),
        (of("royal-flush"), of("royal-flush", natural=True), False),
        (of("royal-flush", joker=False), of("royal-flush", natural=True), True),
        (of("royal-flush", natural=True), of("royal-flush"), True),
        (of("two-pair", only=True), of("two-pair"), True),
        (of("two-pair"), of("two-pair", only=True), False),
        (of("two-pair", only=True), of("one-pair", only=True), False),
        (HandCondition(first_five="full-house"), HandCondition(first_five="two-pair"), True),
        (HandCondition(first_five="royal-flush"), of("straight"), True),
        (HandCondition(first_five="five-aces"), HandCondition(joker=True), True),
        (HandCondition(standard="wins"), HandCondition(standard="both-copies"), False),
    ],
)
def test_a_narrower_condition_implies_the_wider(one, two, implied):
    assert one.implies(two) is implied

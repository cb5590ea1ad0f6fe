from itertools import product

import numpy as np
import pytest

from certify.kernels.compilation import compiled
from certify.kernels.deck import FULL_DECK
from certify.kernels.rank import HIGH_CLASSES, compare_high_low, high_class, high_value, low_value
from certify.kernels.subsets import spread_labels, suit_classes

from . import plain
from .decks import MODES, WHEELS

CODES = {f"{r}{s}": 4 * i + j for i, r in enumerate("23456789TJQKA") for j, s in enumerate("cdhs")}
CODES["@"] = 52


def value(text, joker="bug", wheel="lowest"):
    cards = np.array([CODES[card] for card in text.split()], dtype=np.int8)
    return high_value(cards, MODES[joker], WHEELS[wheel])


def assert_same_order(values, tuples):
    """Equal where equal, and ascending together."""
    pairs = sorted({(t, int(v)) for t, v in zip(tuples, values, strict=True)})
    assert len({t for t, _ in pairs}) == len(pairs)
    assert [v for _, v in pairs] == sorted({v for _, v in pairs})
    assert all(HIGH_CLASSES[v >> 20] == HIGH_CLASSES[t[0]] for t, v in pairs)


@pytest.mark.parametrize(("joker", "wheel"), list(product(MODES, WHEELS)))
def test_random_hands_rank_as_in_plain_python(joker, wheel):
    random = np.random.default_rng(7)
    hands = [random.choice(53, 5, replace=False) for _ in range(1500)]
    hands += [np.append(random.choice(52, 4, replace=False), 52) for _ in range(500)]
    suited = [random.choice(13, 4, replace=False) * 4 + random.integers(4) for _ in range(200)]
    hands += [np.append(row, 52) for row in suited]
    runs = [
        np.array([4 * ((low + i) % 13) + random.integers(4) for i in range(5)])
        for low in range(-1, 9)
        for _ in range(10)
    ]
    hands += runs
    for run in runs:
        hands.append(np.append(np.delete(run, random.integers(5)), 52))
    rows = [hand.astype(np.int8) for hand in hands]
    values = [high_value(row, MODES[joker], WHEELS[wheel]) for row in rows]
    tuples = [plain.rank_high(plain.cards_of(row), joker, wheel) for row in rows]
    assert_same_order(values, tuples)


@compiled
def value_all(values, joker, wheel):
    """Every five of 53, in colex order."""
    place = 0
    cards = np.empty(5, dtype=np.int8)
    for e in range(53):
        for d in range(e):
            for c in range(d):
                for b in range(c):
                    for a in range(b):
                        cards[0], cards[1], cards[2], cards[3], cards[4] = a, b, c, d, e
                        values[place] = high_value(cards, joker, wheel)
                        place += 1


@pytest.mark.slow
@pytest.mark.parametrize(("joker", "wheel"), list(product(MODES, WHEELS)))
def test_every_five_cards_rank_as_in_plain_python(joker, wheel):
    classes = suit_classes(FULL_DECK, 5)
    hands = classes.representatives()
    values = np.array(
        [high_value(hand, MODES[joker], WHEELS[wheel]) for hand in hands], dtype=np.int32
    )
    assert_same_order(values, [plain.rank_high(plain.cards_of(h), joker, wheel) for h in hands])
    each = np.empty(2869685, dtype=np.int32)
    value_all(each, MODES[joker], WHEELS[wheel])
    assert np.array_equal(each, spread_labels(classes, values))
    plain.rank_high.cache_clear()


def test_class_counts_of_five_cards_are_the_well_known_ones():
    each = np.empty(2869685, dtype=np.int32)
    value_all(each, 0, 0)
    natural = each[:2598960]  # the joker is the highest card, so these come first
    counts = np.bincount(natural >> 20, minlength=12)
    assert counts.tolist() == [
        1302540,
        1098240,
        123552,
        54912,
        10200,
        5108,
        3744,
        624,
        36,
        4,
        0,
        0,
    ]


@pytest.mark.parametrize("joker", MODES)
def test_five_aces_stand_above_everything(joker):
    assert HIGH_CLASSES[high_class(value("Ac Ad Ah As @", joker))] == "five-aces"
    assert value("Ac Ad Ah As @", joker) > value("As Ks Qs Js Ts", joker)


def test_wild_fives_of_a_kind_stand_between_five_aces_and_the_royal_flush():
    five = value("2c 2d 2h 2s @", "wild")
    assert value("As Ks Qs Js Ts") < five < value("Kc Kd Kh Ks @", "wild")
    assert value("Kc Kd Kh Ks @", "wild") < value("Ac Ad Ah As @", "wild")
    assert HIGH_CLASSES[high_class(value("2c 2d 2h 2s @", "bug"))] == "four-of-a-kind"


@pytest.mark.parametrize(
    ("wheel", "above", "below"),
    [
        ("lowest", "2c 3d 4h 5s 6c", None),
        ("second-highest", "Ac Kd Qh Js Tc", "Kc Qd Jh Ts 9c"),
    ],
)
def test_wheel_takes_its_place(wheel, above, below):
    assert value("Ac 2d 3h 4s 5c", wheel=wheel) < value(above, wheel=wheel)
    if below:
        assert value("Ac 2d 3h 4s 5c", wheel=wheel) > value(below, wheel=wheel)
        assert value("As 2s 3s 4s 5s", wheel=wheel) > value("Ks Qs Js Ts 9s", wheel=wheel)
        assert value("As 2s 3s 4s 5s", wheel=wheel) < value("As Ks Qs Js Ts", wheel=wheel)


def test_joker_takes_the_better_of_two_straights():
    assert value("2c 3d 4h 5s @") == value("2c 3d 4h 5s 6c")
    assert value("2c 3d 4h 5s @", wheel="second-highest") == value(
        "2c 3d 4h 5s Ac", wheel="second-highest"
    )


def test_joker_in_a_flush_is_the_highest_rank_missing():
    assert value("Ks Js 9s 2s @") == value("As Ks Js 9s 2s")
    assert value("As Ks 9s 2s @") == value("As Ks Qs 9s 2s")


LOWS = ["Ac Ad", "@ Ac", "@ Kc", "Kc Kd", "Kc Qd", "2c 2d", "@ 2d", "3c 2d"]


@pytest.mark.parametrize(("joker", "text"), list(product(MODES, LOWS)))
def test_low_hands_rank_as_in_plain_python(joker, text):
    def both(pair):
        codes = [CODES[card] for card in pair.split()]
        kernel = low_value(*codes, MODES[joker])
        assert kernel == low_value(*codes[::-1], MODES[joker])
        return plain.rank_low(plain.cards_of(codes), joker), kernel

    for other in LOWS:
        (a, x), (b, y) = both(text), both(other)
        assert (a > b, a == b) == (x > y, x == y)


@pytest.mark.parametrize(
    ("high", "low", "order"),
    [
        ("Ac Kd 7h 5s 4c", "Ad Kh", 0),
        ("Ac Qd 7h 5s 4c", "Ad Kh", -1),
        ("Ac Kd 7h 5s 4c", "Ad Qh", 1),
        ("2c 2d 7h 5s 4c", "Ad Kh", 1),
        ("2c 2d 7h 5s 4c", "3d 3h", -1),
        ("3c 3s 7h 5s 4c", "3d 3h", 0),
        ("3c 3s 2h 2s 4c", "Ad Ah", 1),
        ("Ac Kd 7h 5s 4c", "2d 2h", -1),
        ("@ Kd 7h 5s 4c", "Ad Kh", 0),
    ],
)
def test_foul_at_the_limit_and_on_both_sides(high, low, order):
    codes = [CODES[card] for card in low.split()]
    assert compare_high_low(value(high), low_value(*codes, 0)) == order

import numpy as np
import pytest

from certify.kernels.deck import FULL_DECK
from certify.kernels.keys import distinct_inputs, find_key, key_of_hand
from certify.kernels.settings import undominated_settings

from . import plain
from .decks import MODES, REDUCED, WHEELS, all_hands


@pytest.mark.parametrize("deck", REDUCED.values(), ids=REDUCED)
def test_inputs_are_what_a_setting_can_depend_on(deck):
    """The keys part the hands exactly as ranks, joker and the ranks of a flush suit do."""
    codes, _ = all_hands(deck)

    def plain_input(row):
        naturals = [int(c) for c in row if c != 52]
        joker = len(naturals) == 6
        suits = [[c // 4 for c in naturals if c % 4 == suit] for suit in range(4)]
        flush = [tuple(ranks) for ranks in suits if len(ranks) >= 5 - joker]
        return (joker, tuple(c // 4 for c in naturals), tuple(flush))

    parted = {}
    for row in codes:
        parted.setdefault(plain_input(row), []).append(key_of_hand(row))
    inputs = distinct_inputs(deck)
    assert all(len(set(keys)) == 1 for keys in parted.values())
    weights = {keys[0]: len(keys) for keys in parted.values()}
    assert len(weights) == len(parted)
    assert weights == dict(zip(inputs.keys.tolist(), inputs.weights.tolist(), strict=True))
    for place, hand in enumerate(inputs.representatives):
        assert sorted(hand) == list(hand)
        assert find_key(inputs.keys, key_of_hand(hand)) == place


def test_a_key_that_is_not_there_is_not_found():
    keys = np.array([3, 5, 9], dtype=np.int64)
    assert [find_key(keys, key) for key in (2, 3, 4, 9, 10)] == [-1, 0, -1, 2, -1]


@pytest.mark.slow
def test_distinct_inputs_of_the_full_deck():
    inputs = distinct_inputs(FULL_DECK)
    assert len(inputs.keys) == 292253
    assert inputs.weights.sum() == 154143080
    assert (np.diff(inputs.keys) > 0).all()


@pytest.mark.parametrize("joker", MODES)
@pytest.mark.parametrize("wheel", WHEELS)
@pytest.mark.parametrize("name", ["low straights, joker", "four ranks, joker", "two suits"])
def test_staircases_are_the_undominated_settings(name, joker, wheel):
    hands = distinct_inputs(REDUCED[name]).representatives
    stairs = undominated_settings(hands, joker_mode=MODES[joker], wheel=WHEELS[wheel])
    pairs = set()
    for i, hand in enumerate(hands):
        options = set(plain.settings(plain.cards_of(hand), joker, wheel))
        kept = sorted(
            a for a in options if not any(b != a and b[0] >= a[0] and b[1] >= a[1] for b in options)
        )
        steps = slice(stairs.starts[i], stairs.starts[i + 1])
        assert len(kept) == len(stairs.lows[steps])
        for (low, high), x, y in zip(kept, stairs.lows[steps], stairs.highs[steps], strict=True):
            pairs |= {("low", low, int(x)), ("high", high, int(y))}
    for kind in ("low", "high"):
        ordered = sorted((t, v) for k, t, v in pairs if k == kind)
        assert len({t for t, _ in ordered}) == len(ordered) == len({v for _, v in ordered})
        assert [v for _, v in ordered] == sorted(v for _, v in ordered)

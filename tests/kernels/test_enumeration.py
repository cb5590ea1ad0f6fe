from collections import Counter
from itertools import combinations
from math import comb

import numpy as np
import pytest

from certify.kernels.deck import FULL_DECK, Deck
from certify.kernels.views import FEATURES, count_features, features_of_hand

from . import plain
from .decks import REDUCED, all_hands

BIT = {name: 1 << i for i, name in enumerate(FEATURES)}


def names_of(mask):
    return {name for name in FEATURES if mask & BIT[name]}


def rare_hands(random):
    """Hands near the rare features: runs, royals beside a king and queen, four of a kind."""
    for _ in range(60):
        suit = random.integers(4)
        low = random.integers(-1, 7)
        run = [4 * ((low + i) % 13) + suit for i in range(7)]
        yield run
        yield [*np.delete(run, random.integers(7)), 52]
        royal = [4 * rank + suit for rank in range(8, 13)]
        other = random.integers(4)
        yield [*np.delete(royal, random.integers(5)), 44 + other, 40 + other, 52]
        yield [*royal, 44 + other, 40 + random.integers(4)]
        rank = random.integers(13)
        yield [*(4 * rank + i for i in range(4)), *random.choice(52, 2, replace=False), 52]


@pytest.mark.parametrize("joker", ["bug", "wild"])
def test_features_of_hands_as_in_plain_python(joker):
    random = np.random.default_rng(3)
    hands = [random.choice(53, 7, replace=False) for _ in range(600)]
    hands += [np.append(random.choice(52, 6, replace=False), 52) for _ in range(150)]
    hands += [np.array(hand) for hand in rare_hands(random) if len(set(hand)) == 7]
    seen = set()
    for hand in hands:
        found = names_of(features_of_hand(hand.astype(np.int8), joker == "wild"))
        assert found == plain.features(plain.cards_of(hand), joker)
        seen |= found
    assert seen == set(FEATURES)


@pytest.mark.parametrize("joker", ["bug", "wild"])
@pytest.mark.parametrize("deck", REDUCED.values(), ids=REDUCED)
def test_enumeration_meets_every_hand_of_a_reduced_deck(deck, joker):
    codes, _ = all_hands(deck)
    one_by_one = Counter(int(features_of_hand(row, joker == "wild")) for row in codes)
    assert count_features(deck, wild=joker == "wild", threads=2) == one_by_one


def test_thirteen_ranks_in_one_suit_with_a_joker():
    """Counts by reasoning: 8 runs of seven; 8 x 7 with one rank missing, less 7 met twice."""
    counts = count_features(Deck(tuple(range(13)), 1, 1), wild=False)

    def having(name):
        return sum(n for mask, n in counts.items() if mask & BIT[name])

    assert having("seven-card-straight-flush") == 8
    assert having("seven-card-straight-flush-joker") == 8 * 7 - 7
    assert having("flush") == comb(14, 7)


@pytest.fixture(scope="module")
def bug_counts():
    return count_features(FULL_DECK, wild=False)


@pytest.mark.slow
def test_rare_features_of_the_full_deck_by_reasoning(bug_counts):
    def having(name):
        return sum(n for mask, n in bug_counts.items() if mask & BIT[name])

    assert having("seven-card-straight-flush") == 8 * 4
    assert having("seven-card-straight-flush-joker") == (8 * 7 - 7) * 4
    assert having("royal-match") == 4 * 3
    assert having("royal-match-joker") == 4 * 5 * 3
    assert having("five-aces") == having("five-of-a-kind") == comb(48, 2)
    # four of a royal's cards and the joker leave 47 cards; the fifth card makes it natural
    natural, completed = 4 * comb(48, 2), 4 * 5 * comb(47, 2)
    assert having("royal-flush") == natural + completed


@pytest.mark.slow
def test_royal_match_with_joker_by_every_split():
    """Every six cards that hold a suited king and queen and, beside them, four of one royal."""
    found = set()
    for suit in range(4):
        king_queen = {44 + suit, 40 + suit}
        for royal in range(4):
            for four in combinations([4 * rank + royal for rank in range(8, 13)], 4):
                if not king_queen & set(four):
                    found.add(frozenset(king_queen | set(four)))
    assert len(found) == 60


@pytest.mark.slow
def test_class_counts_that_others_have_published(bug_counts):
    """The usual order of pays, three of a kind before a straight: figures long in print."""
    published = {
        "seven-card-straight-flush": 32,
        "royal-match": 12,
        "royal-match-joker": 60,
        "seven-card-straight-flush-joker": 196,
        "five-aces": 1128,
        "royal-flush": 26020,
        "straight-flush": 184644,
        "four-of-a-kind": 307472,
        "full-house": 4188528,
        "flush": 6172088,
        "three-of-a-kind": 7672500,
        "straight": 11034204,
        "high-card": 124556196,
    }
    counts = Counter()
    for mask, n in bug_counts.items():
        counts[next(name for name in published if mask & BIT[name])] += n
    assert counts == published


@pytest.mark.slow
def test_hands_with_a_straight_and_three_of_a_kind_and_nothing_better(bug_counts):
    better = sum(BIT[name] for name in FEATURES[FEATURES.index("flush") :])
    both = BIT["straight"] | BIT["three-of-a-kind"]
    assert sum(n for m, n in bug_counts.items() if m & both == both and not m & better) == 201824


@pytest.mark.slow
def test_wild_enumeration_sums_and_fives_of_a_kind():
    counts = count_features(FULL_DECK, wild=True)
    assert sum(counts.values()) == 154143080
    fives = sum(n for mask, n in counts.items() if mask & BIT["five-of-a-kind"])
    assert fives == 13 * comb(48, 2)

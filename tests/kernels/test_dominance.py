"""Comparison of settings against every deal of reduced decks, and laws on the full deck."""

from functools import cache
from itertools import product

import numpy as np
import pytest

from certify.kernels.deck import FULL_DECK, TotalDisagreesError
from certify.kernels.dominance import COPY, WIN, Settings, compare_settings
from certify.kernels.face_up import compare_face_up
from certify.kernels.keys import distinct_inputs, find_key, key_of_hand
from certify.kernels.pairs import count_pairs
from certify.kernels.ranked_hands import rank_hands, rank_inputs
from certify.kernels.ranked_sums import require_deals
from certify.kernels.settings import Staircases, undominated_settings
from certify.kernels.subsets import suit_classes

from . import plain
from .decks import MODES, REDUCED, WHEELS, all_hands, disjoint, number

QUICK = [
    ("low straights, joker", "bug", "lowest"),
    ("royals, joker", "bug", "second-highest"),
    ("two suits, joker", "wild", "lowest"),
]
_RULES = list(product(MODES, WHEELS))
EVERY = [
    case
    for place, name in enumerate(REDUCED)
    if (case := (name, *_RULES[place % len(_RULES) if REDUCED[name].jokers else 0])) not in QUICK
]
"""Each deck under one joker and wheel, in turn."""
CASES = QUICK + [pytest.param(*case, marks=pytest.mark.slow) for case in EVERY]


def tag_of(row):
    """0 with the joker, 1 with an ace and no joker, 2 otherwise."""
    return 0 if row[-1] == 52 else 1 if row[-1] >= 48 else 2


def number_settings(*tables):
    """Turn tables of (low, high) tuples into arrays of places, comparable across the tables."""
    lows = number(*([low for low, _ in table] for table in tables))
    highs = number(*([high for _, high in table] for table in tables))
    return list(zip(lows, highs, strict=True))


@cache
def table_of(name, joker, wheel):
    return Table(name, joker, wheel)


class Table:
    """One reduced deck with two house ways, by distinct input and hand by hand."""

    def __init__(self, name, joker, wheel):
        self.deck = REDUCED[name]
        self.joker, self.wheel = joker, wheel
        self.hands, self.inputs = rank_inputs(self.deck), distinct_inputs(self.deck)
        self.codes, self.bits = all_hands(self.deck)
        ways = (plain.highest_low, plain.highest_high)
        rows = [plain.cards_of(row) for row in self.inputs.representatives]
        by_input = [[way(row, joker, wheel) for row in rows] for way in ways]
        self.options = [plain.settings(plain.cards_of(row), joker, wheel) for row in self.codes]
        by_hand = [
            [choose(options) for options in self.options]
            for choose in (plain.choose_low, plain.choose_high)
        ]
        numbered = number_settings(*by_input, *by_hand)
        tags = np.array([tag_of(row) for row in self.inputs.representatives])
        self.by_input = [Settings(*pair, tags) for pair in numbered[:2]]
        self.by_hand = numbered[2:]
        self.tags = np.array([tag_of(row) for row in self.codes])
        self.tag_count = int(tags.max()) + 1

    def deal_all(self, player, bank):
        """Compare every pair of disjoint hands, one player's hand after the other."""
        (low, high), (bank_low, bank_high) = self.by_hand[player], self.by_hand[bank]
        counts = np.zeros((self.tag_count, self.tag_count * 9), dtype=np.int64)
        for i in range(len(self.bits)):
            apart = disjoint(self.bits, i)
            relation = (np.sign(low[i] - bank_low[apart]) + 1) * 3
            relation += np.sign(high[i] - bank_high[apart]) + 1
            cells = self.tags[apart] * 9 + relation
            counts[self.tags[i]] += np.bincount(cells, minlength=self.tag_count * 9)
        return counts.reshape(self.tag_count, self.tag_count, 3, 3)


@pytest.mark.parametrize(("name", "joker", "wheel"), CASES)
def test_settings_compare_as_in_every_deal(name, joker, wheel):
    table = table_of(name, joker, wheel)
    for player, bank in ((0, 0), (0, 1)):
        result = compare_settings(
            table.hands, table.by_input[player], table.by_input[bank], threads=2
        )
        assert np.array_equal(result.counts, table.deal_all(player, bank))
        assert result.counts[0, 0].sum() == 0 or not table.deck.jokers  # one joker, not two


@pytest.mark.parametrize(("name", "joker", "wheel"), CASES)
def test_twice_lose_less_win_is_the_copies(name, joker, wheel):
    table = table_of(name, joker, wheel)
    result = compare_settings(table.hands, table.by_input[0], table.by_input[0], threads=1)
    for counts in (result.counts, *result.by_size):
        cells = counts.sum(axis=(0, 1))
        win = cells[WIN, WIN]
        lose = cells[:WIN, :WIN].sum()
        assert 2 * (lose - win) == cells[COPY, :].sum() + cells[:, COPY].sum()


def staircases_of(rows, joker, wheel, bank):
    """All permissible settings, dominated ones struck out in plain Python, as numbered steps."""
    kept = []
    for row in rows:
        options = set(plain.settings(plain.cards_of(row), joker, wheel))
        kept.append(
            sorted(
                a
                for a in options
                if not any(b != a and b[0] >= a[0] and b[1] >= a[1] for b in options)
            )
        )
    flat = [step for steps in kept for step in steps]
    (lows, highs), bank_pair = number_settings(flat, bank)
    starts = np.cumsum([0] + [len(steps) for steps in kept])
    return Staircases(starts, lows, highs), bank_pair


@pytest.mark.parametrize(("name", "joker", "wheel"), CASES)
def test_face_up_is_the_best_answer_in_every_deal(name, joker, wheel):
    table = table_of(name, joker, wheel)
    rows = table.inputs.representatives
    bank = [plain.highest_low(plain.cards_of(row), joker, wheel) for row in rows]
    stairs, pair = staircases_of(rows, joker, wheel, bank)
    tags = table.by_input[0].tags
    result = compare_face_up(table.hands, stairs, tags, Settings(*pair, tags), threads=2)

    options = table.options
    banks = [plain.choose_low(permissible) for permissible in options]
    lows = {low: i for i, low in enumerate(sorted({s[0] for o in options for s in o}))}
    highs = {high: i for i, high in enumerate(sorted({s[1] for o in options for s in o}))}
    low, high = np.array([[lows[a], highs[b]] for a, b in banks]).T
    expected = np.zeros((table.tag_count, table.tag_count, 3), dtype=np.int64)
    for i, permissible in enumerate(options):
        apart = disjoint(table.bits, i)
        best = np.zeros(apart.sum(), dtype=np.int64)
        for a, b in set(permissible):
            won = (lows[a] > low[apart]).astype(np.int64) + (highs[b] > high[apart])
            best = np.maximum(best, won)  # neither lost, one pushed, both won
        np.add.at(expected[table.tags[i]], (table.tags[apart], best), 1)
    assert np.array_equal(result.counts, expected)


@pytest.mark.parametrize("name", ["royals, joker", "four suits", "one suit, joker"])
def test_values_compare_as_in_every_deal(name):
    """One value a hand: the suit that could make a flush, whether two cards beside it are of one suit,
    then the sum of ranks; classes by the joker."""
    deck = REDUCED[name]

    def judge(row):
        naturals = [int(c) for c in row if c != 52]
        joker = int(row[-1] == 52)
        suits = [c % 4 for c in naturals]
        longest = max(suits.count(suit) for suit in range(4))
        beside = [suit for suit in suits if suits.count(suit) != longest]
        flush = longest if longest >= 5 - joker else 0
        matched = int(flush > 0 and len(beside) == 2 and beside[0] == beside[1])
        return flush, flush * 100 + matched * 50 + sum(c // 4 for c in naturals) // 4, joker

    classes = suit_classes(deck, 7)
    judged = np.array([judge(row) for row in classes.representatives()])
    kinds, labels = np.unique(judged, axis=0, return_inverse=True)
    hands = rank_hands(classes, labels.reshape(-1))
    low = np.zeros(len(kinds), dtype=np.int64)  # equal for all: one value is left to compare
    player = Settings(low, kinds[:, 1], kinds[:, 0] * 2 + kinds[:, 2])
    bank = Settings(low, kinds[:, 1], kinds[:, 2])
    counts = compare_settings(hands, player, bank, threads=1).counts[:, :, COPY]
    codes, bits = all_hands(deck)
    longest, value, joker = np.array([judge(row) for row in codes]).T
    expected = np.zeros_like(counts)
    for i in range(len(bits)):
        apart = disjoint(bits, i)
        order = np.sign(value[i] - value[apart]) + 1
        np.add.at(expected[longest[i] * 2 + joker[i]], (joker[apart], order), 1)
    assert np.array_equal(counts, expected)


def test_labels_that_turn_on_other_suits_are_refused():
    """Hands of two suits and of three can have the same ranks without any flush."""
    classes = suit_classes(REDUCED["royals, joker"], 7)
    suits = [len({card % 4 for card in row}) for row in classes.representatives().tolist()]
    with pytest.raises(ValueError, match="suits that could make no flush"):
        rank_hands(classes, np.array(suits, dtype=np.int32))
    with pytest.raises(ValueError, match="one label, from 0"):
        rank_hands(classes, np.zeros(3, dtype=np.int32))


def test_threads_and_progress_change_no_figure():
    table = table_of(*QUICK[0])
    seen = []
    one = compare_settings(table.hands, *table.by_input, threads=1)
    two = compare_settings(
        table.hands, *table.by_input, threads=3, progress=lambda *step: seen.append(step)
    )
    assert np.array_equal(one.by_size, two.by_size)
    assert {stage for stage, done, total in seen if done == total} == {
        f"{what}, |S| = {size}" for size in range(1, 7) for what in ("ranks", "flushes")
    }
    assert len(one.seconds) == 8


def test_counts_of_all_deals_may_hold_a_zero_and_no_negative_number():
    deck = REDUCED["four suits"]
    require_deals(deck, np.array([deck.deals, 0]))
    for counts in ([deck.deals + 1, -1], [deck.deals - 1, 0]):
        with pytest.raises(TotalDisagreesError):
            require_deals(deck, np.array(counts))


def test_tables_must_fit_the_labels():
    table = table_of(*QUICK[-1])
    short = Settings(*(np.zeros(3, dtype=np.int64),) * 3)
    with pytest.raises(ValueError, match="3 entries for"):
        compare_settings(table.hands, short, table.by_input[0])
    negative = Settings(table.by_input[0].lows, table.by_input[0].highs, table.by_input[0].tags - 3)
    with pytest.raises(ValueError, match="tags count from 0"):
        compare_settings(table.hands, negative, negative)


@pytest.fixture(scope="module")
def full():
    return rank_inputs(FULL_DECK), distinct_inputs(FULL_DECK)


@pytest.mark.slow
@pytest.mark.parametrize("wheel", WHEELS)
def test_full_deck_obeys_its_laws_and_agrees_with_the_pairs_and_with_random_deals(full, wheel):
    hands, inputs = full
    rows = inputs.representatives
    stairs = undominated_settings(rows, joker_mode=MODES["bug"], wheel=WHEELS[wheel])
    last = stairs.starts[1:] - 1
    tags = np.where(rows[:, 6] == 52, 0, np.where(rows[:, 6] >= 48, 1, 2))
    settings = Settings(stairs.lows[last], stairs.highs[last], tags)
    result = compare_settings(hands, settings, settings)
    assert result.counts.sum() == 8250459031214400
    assert result.counts[0, 0].sum() == 0  # never two jokers

    classes = suit_classes(FULL_DECK, 7)
    top = classes.representatives()[:, 6]
    joint = count_pairs(classes, np.where(top == 52, 0, np.where(top >= 48, 1, 2)))
    assert np.array_equal(result.counts.sum(axis=(2, 3)), joint)

    face_up = compare_face_up(hands, stairs, tags, settings)
    assert np.array_equal(face_up.counts.sum(axis=2), joint)
    cells = result.counts.sum(axis=(0, 1))
    assert face_up.counts.sum(axis=(0, 1))[2] > cells[WIN, WIN]

    assert_random_deals_agree(inputs, settings, stairs, cells, face_up.counts.sum(axis=(0, 1)))


def assert_random_deals_agree(inputs, settings, stairs, cells, face_up):
    deals = 100_000
    random = np.random.default_rng(11)
    observed = np.zeros((3, 3), dtype=np.int64)
    answered = np.zeros(3, dtype=np.int64)
    for _ in range(deals):
        cards = random.permutation(53)[:14].astype(np.int8)
        a = find_key(inputs.keys, key_of_hand(np.sort(cards[:7])))
        b = find_key(inputs.keys, key_of_hand(np.sort(cards[7:])))
        low = np.sign(int(settings.lows[a]) - int(settings.lows[b])) + 1
        high = np.sign(int(settings.highs[a]) - int(settings.highs[b])) + 1
        observed[low, high] += 1
        steps = slice(stairs.starts[a], stairs.starts[a + 1])
        won = (stairs.lows[steps] > settings.lows[b]).astype(int)
        answered[(won + (stairs.highs[steps] > settings.highs[b])).max()] += 1
    for seen, exact in ((observed, cells), (answered, face_up)):
        chance = exact / exact.sum()
        sigma = np.sqrt(deals * chance * (1 - chance))
        assert (abs(seen - deals * chance) <= 4.5 * sigma + 1).all()

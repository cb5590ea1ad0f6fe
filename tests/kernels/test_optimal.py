"""The best setting against a hidden bank, held against every deal of reduced decks."""

from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest

from certify.kernels.deck import Deck
from certify.kernels.dominance import WIN, Settings, compare_settings
from certify.kernels.keys import distinct_inputs, label_inputs
from certify.kernels.optimal import find_best_settings, find_low_cards, list_kinds
from certify.kernels.rank import high_class
from certify.kernels.ranked_hands import rank_inputs
from certify.kernels.settings import SPLITS, Worth, list_settings, undominated_settings
from certify.kernels.subsets import spread_labels, suit_classes

from . import plain
from .decks import MODES, REDUCED, WHEELS, all_hands, disjoint

WAYS = {
    "best low": plain.choose_low,
    "best high": plain.choose_high,
    "worst low": min,  # a house way that other settings dominate
}
QUICK = [
    ("two suits, joker", "wild", "lowest", "best high"),
    ("four suits", "bug", "lowest", "best low"),
]
_RULES = list(product(MODES, WHEELS, WAYS))
EVERY = [
    (name, *_RULES[5 * place % len(_RULES)])
    for place, name in enumerate(REDUCED)
    if REDUCED[name].jokers or _RULES[5 * place % len(_RULES)][0] == "bug"
]
"""Each deck under one joker, wheel and way of setting, in turn."""
CASES = QUICK + [pytest.param(*case, marks=pytest.mark.slow) for case in EVERY if case not in QUICK]
PAYS = Fraction(19, 20)


def worth_of(pays):
    """The usual table: a copy goes to the bank, one each is a push."""
    corners = (((0, 2), (2, 0)), ((2, 2),))
    return Worth((Fraction(-1), Fraction(0), pays), corners)


@cache
def options_of(name, joker, wheel):
    """Every permissible setting of every hand, values numbered in one order each."""
    rows = all_hands(REDUCED[name])[0]
    options = [set(plain.settings(plain.cards_of(row), joker, wheel)) for row in rows]
    lows, highs = ({s[i] for held in options for s in held} for i in (0, 1))
    low_places = {low: place for place, low in enumerate(sorted(lows))}
    high_places = {high: place for place, high in enumerate(sorted(highs))}
    return [[(low_places[low], high_places[high]) for low, high in held] for held in options]


class Dealt:
    """Every deal of a reduced deck: for each hand what each permissible setting wins and loses."""

    def __init__(self, name, joker, wheel, choose, pushes=None):
        self.codes, bits = all_hands(REDUCED[name])
        options = options_of(name, joker, wheel)
        self.house = [choose(held) for held in options]
        low, high = np.array(self.house).T
        counted = np.ones(len(bits), dtype=bool) if pushes is None else ~pushes(self.codes)
        self.results = []
        for i, held in enumerate(options):
            apart = disjoint(bits, i) & counted
            results = {}
            for a, b in held:
                won_low, won_high = a > low[apart], b > high[apart]
                results[a, b] = (
                    int((won_low & won_high).sum()),
                    int((~won_low & ~won_high).sum()),
                )
            self.results.append(results)

    def choose_best(self, pays):
        best = [max(held.values(), key=lambda r: r[0] * pays - r[1]) for held in self.results]
        kept = [held[house] for held, house in zip(self.results, self.house, strict=True)]
        costs = [(b[0] - k[0]) * pays - (b[1] - k[1]) for b, k in zip(best, kept, strict=True)]
        return np.array(best).sum(axis=0), np.array(kept).sum(axis=0), costs


def set_inputs(inputs, joker, wheel, choose):
    """A house way by distinct input, in the values of the kernels."""
    chosen = []
    for row in inputs.representatives:
        lows, highs = np.empty((2, SPLITS), dtype=np.int32)
        permissible = np.empty(SPLITS, dtype=np.bool_)
        list_settings(row, MODES[joker], WHEELS[wheel], lows, highs, permissible)
        chosen.append(choose(list(zip(lows[permissible], highs[permissible], strict=True))))
    lows, highs = np.array(chosen, dtype=np.int32).T
    return np.ascontiguousarray(lows), np.ascontiguousarray(highs)


def find(name, joker, wheel, choose, **options):
    deck = REDUCED[name]
    hands, inputs = rank_inputs(deck), distinct_inputs(deck)
    lows, highs = set_inputs(inputs, joker, wheel, choose)
    modes = {"joker_mode": MODES[joker], "wheel": WHEELS[wheel]}
    options = {"threads": 2, **modes, **options}
    worth = worth_of(options.pop("pays", PAYS))
    return hands, (lows, highs), find_best_settings(deck, lows, highs, worth, **options)


@pytest.mark.parametrize(("name", "joker", "wheel", "way"), CASES)
def test_best_settings_are_those_of_every_deal(name, joker, wheel, way):
    hands, (lows, highs), found = find(name, joker, wheel, WAYS[way])
    best, kept, costs = Dealt(name, joker, wheel, WAYS[way]).choose_best(PAYS)
    deals = REDUCED[name].deals
    assert found.house.deals[2] == kept[0]
    assert found.house.deals[0] == kept[1]
    assert found.best.expect() * deals == best[0] * PAYS - best[1]
    for tally in (found.best, found.house):
        assert sum(tally.deals) == deals
    assert found.best.expect() >= found.house.expect()

    departures = found.departures
    assert departures.hands == sum(cost > 0 for cost in costs)
    by_class = [
        Fraction(int(cost), PAYS.denominator)
        for cost, orbit in zip(departures.costs, departures.orbits, strict=True)
        for _ in range(orbit)
    ]
    assert by_class == sorted((cost for cost in costs if cost > 0), reverse=True)
    assert departures.cost_unit == PAYS.denominator * deals // REDUCED[name].hands

    settings = Settings(lows, highs, np.zeros(len(lows), dtype=np.int64))
    cells = compare_settings(hands, settings, settings, threads=1).counts[0, 0]
    assert found.house.deals[::2] == (cells[:WIN, :WIN].sum(), cells[WIN, WIN])


@pytest.mark.slow
@pytest.mark.parametrize(
    "way", ["best low", *(pytest.param(way, marks=pytest.mark.slow) for way in list(WAYS)[1:])]
)
def test_departing_hands_are_worth_what_every_deal_says(way):
    _, joker, wheel = case = ("low straights, joker", "bug", "lowest")
    dealt = Dealt(*case, WAYS[way])
    costs = dict(zip(map(bytes, dealt.codes), dealt.choose_best(PAYS)[2], strict=True))
    departures = find(*case, WAYS[way])[2].departures
    assert len(departures.costs) > 0
    modes = {"joker_mode": MODES[joker], "wheel": WHEELS[wheel]}
    for cards, cost, house, best in zip(
        departures.cards, departures.costs, departures.house, departures.best, strict=True
    ):
        assert costs[bytes(cards)] == Fraction(int(cost), PAYS.denominator)
        options = plain.settings(plain.cards_of(cards), joker, wheel)
        splits = []
        for setting in (house, best):
            low = find_low_cards(cards, *map(int, setting), **modes)
            high = plain.cards_of(card for card in cards if card not in low)
            low = plain.cards_of(low)
            splits.append((plain.rank_low(low, joker), plain.rank_high(high, joker, wheel)))
        assert splits[0] == WAYS[way](options)
        assert splits[1] in options
        assert splits[0] != splits[1]


@pytest.mark.parametrize(
    "pays", [Fraction(3), pytest.param(Fraction(1, 2), marks=pytest.mark.slow)]
)
def test_what_a_win_pays_decides_the_setting(pays):
    case = ("gaps, joker", "bug", "lowest")
    found = find(*case, plain.choose_low, pays=pays)[2]
    best, _, costs = Dealt(*case, plain.choose_low).choose_best(pays)
    assert found.best.expect() == Fraction(best[0] * pays - best[1], REDUCED[case[0]].deals)
    assert found.departures.hands == sum(cost > 0 for cost in costs)


def test_hands_with_which_the_bank_pushes_count_for_nobody():
    case = ("gaps, joker", "bug", "lowest")

    def pushes(codes):
        return codes[:, -1] == 52

    inputs = distinct_inputs(REDUCED[case[0]])
    found = find(*case, plain.choose_high, pushes=pushes(inputs.representatives))[2]
    best, kept, costs = Dealt(*case, plain.choose_high, pushes).choose_best(PAYS)
    assert found.house.deals[::2] == (kept[1], kept[0])
    assert found.best.deals[2] * PAYS - found.best.deals[0] == best[0] * PAYS - best[1]
    assert sum(found.best.deals) + found.best.void == REDUCED[case[0]].deals
    assert found.departures.hands == sum(cost > 0 for cost in costs)


def test_departures_of_a_deck_of_four_suits_hold_hand_by_hand():
    """Too many hands to deal all against all: single ones are held against all the others."""
    deck = Deck((1, 4, 5, 6, 7, 12), 4, 1)
    modes = {"joker_mode": MODES["bug"], "wheel": WHEELS["lowest"]}
    classes = suit_classes(deck, 7)
    inputs, labels = label_inputs(classes)
    stairs = undominated_settings(inputs.representatives, **modes)
    last = stairs.starts[1:] - 1
    lows, highs = stairs.lows[last], stairs.highs[last]
    found = find_best_settings(deck, lows, highs, worth_of(PAYS), **modes)
    departures = found.departures
    table = spread_labels(classes, labels)
    bits = all_hands(deck)[1]
    place_of = {int(code): place for place, code in enumerate(deck.codes())}
    chosen = np.random.default_rng(3).choice(len(departures.costs), 40, replace=False)
    for i in (0, *chosen):
        held = sum(1 << place_of[int(card)] for card in departures.cards[i])
        others = table[(bits & held) == 0]
        assert len(others) * PAYS.denominator == departures.cost_unit
        house, best = (
            19 * np.sum((low > lows[others]) & (high > highs[others]))
            - 20 * np.sum((low <= lows[others]) & (high <= highs[others]))
            for low, high in (departures.house[i], departures.best[i])
        )
        assert best - house == departures.costs[i]
    gained = int((departures.costs * departures.orbits).sum())
    difference = found.best.expect() - found.house.expect()
    assert difference == Fraction(gained, departures.cost_unit * deck.hands)

    kinds = list_kinds(departures)
    assert sum(kind.hands for kind in kinds) == departures.hands
    assert sum(kind.cost for kind in kinds) == gained
    assert [kind.place for kind in kinds] == sorted({kind.place for kind in kinds})
    for i, (house, best) in enumerate(zip(departures.house, departures.best, strict=True)):
        codes = [tuple(high_class(int(value)) for value in setting) for setting in (house, best)]
        (kind,) = (kind for kind in kinds if [kind.house, kind.best] == codes)
        assert kind.place <= i


def test_threads_and_progress_change_no_figure():
    seen = []
    case = ("two suits", "bug", "second-highest")
    one = find(*case, plain.choose_low, threads=1)[2]
    three = find(*case, plain.choose_low, threads=3, progress=lambda *step: seen.append(step))[2]
    assert (one.best, one.house) == (three.best, three.house)
    assert np.array_equal(one.departures.cards, three.departures.cards)
    assert {stage for stage, done, total in seen if done == total} == {
        *(f"ranks, |S| = {size}" for size in range(7)),
        "flushes",
        "best settings",
    }


def test_settings_must_fit_the_inputs():
    short = np.zeros(3, dtype=np.int32)
    with pytest.raises(ValueError, match="3 settings for"):
        find_best_settings(
            REDUCED["two suits"], short, short, worth_of(PAYS), joker_mode=0, wheel=0
        )
    cards = np.arange(7, dtype=np.int8)
    with pytest.raises(ValueError, match="no permissible setting"):
        find_low_cards(cards, -1, -1, joker_mode=0, wheel=0)

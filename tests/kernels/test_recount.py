"""Settings counted from others by the hands set otherwise: as in every deal, and as counted whole."""

from itertools import pairwise

import numpy as np
import pytest

from certify.game.house_way.build import build_house_way
from certify.kernels import standard
from certify.kernels.deck import FULL_DECK, TotalDisagreesError
from certify.kernels.dominance import Settings, compare_settings
from certify.kernels.house_way import list_values
from certify.kernels.keys import find_inputs
from certify.kernels.ranked_hands import rank_inputs
from certify.kernels.standard import count_moved, is_near, recount_settings
from certify.odds.house_way_readings import list_house_way_alternatives, read_house_way
from certify.odds.house_way_table import tabulate_house_way
from certify.spec.compile import compile_rulebook
from tests.conftest import load

from .decks import REDUCED, disjoint
from .test_dominance import table_of

CASES = [
    pytest.param("royals, joker", 0.02, False, marks=pytest.mark.slow),
    ("low straights, joker", 0.5, True),
    pytest.param("four ranks, joker", 0.1, True, marks=pytest.mark.slow),
    ("one suit, joker", 0.1, False),
    pytest.param("two suits", 0.9, False, marks=pytest.mark.slow),
    ("four suits", 0.02, False),
]


def mix(table, share, tags, seed):
    """Some inputs at random as the second way sets them, the others as the first does."""
    random = np.random.default_rng(seed)
    first, second = table.by_input
    chosen = random.random(len(first.lows)) < share
    chosen[random.integers(len(chosen))] = True
    own = random.permutation(first.tags) if tags else first.tags
    return Settings(
        np.where(chosen, second.lows, first.lows),
        np.where(chosen, second.highs, first.highs),
        np.where(chosen, own, first.tags),
    )


def deal_all(table, settings):
    """Compare every pair of disjoint hands, one after the other."""
    at = find_inputs(table.inputs, table.codes)
    low, high, tag = (column[at] for column in (settings.lows, settings.highs, settings.tags))
    counts = np.zeros((table.tag_count, table.tag_count, 3, 3), dtype=np.int64)
    for i in range(len(at)):
        apart = disjoint(table.bits, i)
        cells = (tag[apart], np.sign(low[i] - low[apart]) + 1, np.sign(high[i] - high[apart]) + 1)
        np.add.at(counts[tag[i]], cells, 1)
    return counts


@pytest.mark.parametrize(("name", "share", "tags"), CASES)
def test_hands_set_otherwise_alone_give_the_counts_of_every_deal(name, share, tags):
    table = table_of(name, "bug", "lowest")
    counts = compare_settings(table.hands, *[table.by_input[0]] * 2, threads=1).counts
    ways = [table.by_input[0], *(mix(table, share, tags, seed) for seed in (1, 2))]
    for before, after in pairwise(ways):
        assert count_moved(before, after) > 0
        counts = recount_settings(table.hands, before, after, counts, threads=2)
        assert np.array_equal(counts, deal_all(table, after))


def test_counts_of_other_settings_are_noticed():
    """Taken for those of other settings, counts stay symmetric; what is less than nothing is seen."""
    table = table_of("royals, joker", "bug", "lowest")
    first, second = table.by_input
    wrong = np.zeros((table.tag_count, table.tag_count, 3, 3), dtype=np.int64)
    wrong[1, 1, 1, 1] = table.deck.deals
    with pytest.raises(TotalDisagreesError, match="negative"):
        recount_settings(table.hands, first, second, wrong, threads=1)
    with pytest.raises(ValueError, match="tags"):
        recount_settings(table.hands, first, second, wrong[:1, :1], threads=1)


def test_what_this_process_has_counted_is_the_start_of_the_next_count(monkeypatch):
    table = table_of("gaps, joker", "bug", "lowest")
    before, after = table.by_input[0], mix(table, 0.01, False, 3)
    assert is_near(before, after)
    whole = compare_settings(table.hands, after, after, threads=1).counts
    monkeypatch.setattr(standard, "_counted", standard.deque(maxlen=2))
    asked = []

    def compare(*arguments, **keywords):
        asked.append(arguments)
        return compare_settings(*arguments, **keywords)

    monkeypatch.setattr(standard, "compare_settings", compare)
    deck = REDUCED["gaps, joker"]
    first = standard.count_hidden(deck, before, threads=1)
    assert np.array_equal(standard.count_hidden(deck, after, threads=1), whole)
    assert np.array_equal(standard.count_hidden(deck, before, threads=1), first)
    assert len(asked) == 1
    standard.count_hidden(deck, table.by_input[1], threads=1)  # too many hands: all are counted
    assert len(asked) == 2


@pytest.mark.slow
@pytest.mark.parametrize("name", ["mbs", "designated-player"])
def test_every_reading_of_a_house_way_comes_out_as_counted_whole(name):
    rulebook = compile_rulebook(load(name))
    adopted = read_house_way(rulebook)
    way = build_house_way(rulebook.house_way)
    table = tabulate_house_way(way, rulebook.ranking.rank_rules())
    hands = rank_inputs(FULL_DECK)

    def set_by(readings):
        lows, highs = list_values(table.hands, table.play(readings))
        return Settings(lows, highs, (table.inputs.representatives[:, -1] == 52).astype(np.int64))

    before = set_by(adopted)
    counts = compare_settings(hands, before, before).counts
    for key, values in list_house_way_alternatives(rulebook).items():
        for value in values:
            after = set_by({**adopted, key: value})
            found = recount_settings(hands, before, after, counts)
            assert np.array_equal(found, compare_settings(hands, after, after).counts), (key, value)

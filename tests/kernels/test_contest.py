"""Two hands compared by class and within one, as the engine compares them."""

import numpy as np
import pytest

from certify.game.cards import DECK
from certify.game.holdings import rank_within
from certify.game.rank import RankRules
from certify.kernels.deck import Deck
from certify.odds.count_views import decode, label_hands, share_colours
from certify.odds.counts import tally_contests, tally_hands

from .decks import all_hands, disjoint

CASES = [
    ("one suit", Deck(tuple(range(13)), 1, 1), RankRules(wheel="second-highest")),
    ("four ranks", Deck((0, 6, 11, 12), 4, 0), RankRules(jokers=0)),
    ("seven ranks, wild", Deck((3, 7, 8, 9, 10, 11, 12), 2, 1), RankRules("wild")),
]
ORDER = (
    "seven-card-straight-flush",
    "royal-match",
    "seven-card-straight-flush-joker",
    "royal-flush",
    "four-of-a-kind",
    "straight",
    "three-pair",
    "flush",
    "two-pair",
)


@pytest.mark.slow
@pytest.mark.parametrize(("deck", "rules"), [case[1:] for case in CASES], ids=[c[0] for c in CASES])
def test_hands_are_compared_within_a_class_as_the_engine_does(deck, rules):
    def place(view):
        return next((i for i, name in enumerate(ORDER) if name in view.held), len(ORDER))

    views = tally_hands(deck, rules).views
    found = tally_contests(deck, rules, {view: place(view) for view in views}, ORDER)
    codes, bits = all_hands(deck)
    seen = label_hands(codes, rules, frozenset())["seen"].tolist()
    of_label = {
        n: place(decode({"seen": n}, frozenset(), share_colours(4))[0][0]) for n in set(seen)
    }
    places = np.array([of_label[n] for n in seen])
    ranks = [
        () if at == len(ORDER) else rank_within([DECK[c] for c in row], ORDER[at], rules)
        for at, row in zip(places, codes, strict=True)
    ]
    order = {rank: number for number, rank in enumerate(sorted(set(ranks)))}
    values = np.array([order[rank] for rank in ranks])
    expected = {}
    for i in range(len(bits)):
        apart = disjoint(bits, i)
        within = np.where(places[apart] == places[i], np.sign(values[i] - values[apart]), 0)
        for key, number in zip(
            *np.unique(np.column_stack([places[apart], within]), axis=0, return_counts=True),
            strict=True,
        ):
            cell = (int(places[i]), int(key[0]), int(key[1]))
            expected[cell] = expected.get(cell, 0) + int(number)
    assert {tuple(cell[:3]): cell[3] for cell in found} == expected

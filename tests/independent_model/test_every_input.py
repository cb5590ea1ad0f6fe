"""Every seven cards that a house way can tell apart: none fouls, none loses a card.

A setting depends on the ranks, the joker, and the ranks held in a suit that could make a flush.
The inputs are built here from those three and weighted by the deals they stand for, with no help
from the package.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import comb
from random import Random
from types import ModuleType

import pytest

from . import house_way_designated_player, house_way_mbs
from .poker import JOKER, is_foul, rank_high, rest

DEALS = comb(53, 7)


def _rank_counts(cards: int, ranks: int = 13) -> Iterator[tuple[int, ...]]:
    """Ways to hold so many cards over the ranks, four of each at most."""
    if ranks == 0:
        if cards == 0:
            yield ()
        return
    for held in range(min(4, cards) + 1):
        for others in _rank_counts(cards - held, ranks - 1):
            yield (held, *others)


def _subsets(ranks: list[int], least: int) -> Iterator[frozenset[int]]:
    for code in range(1 << len(ranks)):
        if code.bit_count() >= least:
            yield frozenset(rank for place, rank in enumerate(ranks) if code >> place & 1)


def _deal(counts: tuple[int, ...], flush: frozenset[int]) -> tuple[int, ...]:
    """Cards of those ranks with exactly the flush ranks in clubs, or no long suit if none.

    Elsewhere each card takes the suit held least so far, which never lets another suit grow long.
    """
    held = [0, 0, 0, 0]
    cards = []
    for rank, count in enumerate(counts):
        suits = [0] if rank in flush else []
        open_suits = [1, 2, 3] if flush else [0, 1, 2, 3]
        suits += sorted(open_suits, key=lambda suit: held[suit])[: count - len(suits)]
        for suit in suits:
            held[suit] += 1
            cards.append(4 * rank + suit)
    return tuple(cards)


@cache
def distinct_inputs() -> tuple[tuple[tuple[int, ...], int], ...]:
    """Seven cards for each distinct input, with the number of deals it stands for."""
    found = []
    for jokers in (0, 1):
        least = 5 - jokers
        for counts in _rank_counts(7 - jokers):
            ranks = [rank for rank in range(13) if counts[rank]]
            plain = 1
            for rank in ranks:
                plain *= comb(4, counts[rank])
            for flush in _subsets(ranks, least):
                weight = 4
                for rank in ranks:
                    weight *= comb(3, counts[rank] - (rank in flush))
                if weight:
                    cards = _deal(counts, flush) + (JOKER,) * jokers
                    found.append((cards, weight))
                    plain -= weight
            if plain:
                cards = _deal(counts, frozenset()) + (JOKER,) * jokers
                found.append((cards, plain))
    return tuple(found)


@pytest.mark.slow
def test_the_inputs_are_all_deals() -> None:
    inputs = distinct_inputs()
    assert len(inputs) == 292_253
    assert sum(weight for _, weight in inputs) == DEALS
    for cards, _ in inputs:
        assert len(set(cards)) == 7
        suits = [sum(card != JOKER and card & 3 == suit for card in cards) for suit in range(4)]
        assert max(suits[1:]) < (4 if JOKER in cards else 5)


def check_setting(house_way: ModuleType, cards: tuple[int, ...]) -> None:
    low, _ = house_way.set_hand(cards)
    high = rest(cards, low)
    assert len(high) == 5, (cards, low)
    assert set(low) < set(cards), (cards, low)
    assert not is_foul(low, high), (cards, low)


@pytest.mark.slow
@pytest.mark.parametrize("house_way", [house_way_mbs, house_way_designated_player])
def test_no_setting_fouls_or_loses_a_card(house_way: ModuleType) -> None:
    for cards, _ in distinct_inputs():
        check_setting(house_way, cards)


@pytest.mark.parametrize("house_way", [house_way_mbs, house_way_designated_player])
@pytest.mark.parametrize("forced", [(), (JOKER,), (JOKER, 48), (JOKER, 48, 49)])
def test_no_random_setting_fouls(house_way: ModuleType, forced: tuple[int, ...]) -> None:
    """A quick sample of the above, most of it where the joker is beside aces."""
    source = Random(53)
    others = [card for card in range(53) if card not in forced]
    for _ in range(1_000):
        check_setting(house_way, (*forced, *source.sample(others, 7 - len(forced))))


@pytest.mark.slow
def test_five_card_hands_are_as_many_as_combinatorics_says() -> None:
    """The textbook counts of 52 cards, plus four cards beside the joker counted by formula.

    Ten straights have 50 sets of four ranks, of which nine are shared by neighbours: 41 sets of
    ranks need one card. Five of them make a royal flush in a suit, eight hold an ace.
    """
    mixed = 4**4 - 4
    beside_joker = {
        "high card": (comb(12, 4) - 33) * mixed,
        "one pair": (comb(12, 3) - 8) * mixed + 12 * 6 * comb(11, 2) * 16,
        "two pair": 4 * 12 * 6 * 11 * 4 + comb(12, 2) * 36,
        "three": 6 * comb(12, 2) * 16 + 12 * 4 * 11 * 4,
        "straight": 41 * mixed,
        "flush": 4 * (comb(13, 4) - 41),
        "full house": 6 * 12 * 6 + 12 * 4 * 4,
        "four": 4 * 48 + 12,
        "straight flush": 4 * 36,
        "royal flush": 4 * 5,
        "five aces": 1,
    }
    natural = [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4, 0]
    found = Counter(rank_high(five)[0] for five in combinations(range(53), 5))
    expected = [a + b for a, b in zip(natural, beside_joker.values(), strict=True)]
    assert [found[category] for category in range(11)] == expected

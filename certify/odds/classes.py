"""How many of all seven-card hands hold which classes, from rank patterns and suits.

A hand is described by what matters to a class and by nothing else: how often each rank occurs, whether
its ranks hold a straight, and whether one suit holds a flush. How many ways the suits can fall depends
only on how often each rank occurs, so hands are counted a pattern at a time. The few suits that hold a
straight flush are written out one by one and moved from the flushes they were counted with.

The result is a count for every *set* of classes that one hand can hold at once; which of them is paid
is the business of an order of precedence, applied afterwards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb

from certify.vocabulary import HAND_CLASSES

Holding = frozenset[str]

HAND_SIZE = 7
RANKS = 13
SUITS = 4
ACE = RANKS - 1

_WINDOWS = tuple(0b11111 << low for low in range(RANKS - 4)) + (0b1111 | 1 << ACE,)
_LONG_WINDOWS = tuple(0b1111111 << low for low in range(RANKS - 6)) + (0b111111 | 1 << ACE,)
_ROYAL = _WINDOWS[RANKS - 5]
_KING_AND_QUEEN = 0b11 << (RANKS - 3)


def count_holdings(*, wild: bool) -> dict[Holding, int]:
    """Count the hands that hold exactly each set of classes, with a bug or a fully wild joker.

    The class `royal-match` is set wherever the joker is absent from it or completes its royal flush;
    the pseudo-class `royal-match-natural` tells the first kind apart.
    """
    return dict(_count_holdings(wild))


@lru_cache(maxsize=2)
def _count_holdings(wild: bool) -> Counter[Holding]:
    counts: Counter[Holding] = Counter()
    for joker in (False, True):
        naturals = HAND_SIZE - joker
        suited = 5 - joker
        for pattern, straight, supports in _list_patterns(naturals, joker):
            others = pattern.others if not pattern.aces else (*pattern.others, pattern.aces)
            hands = flushes = 1
            for times in others:
                hands *= comb(SUITS, times)
            flushes = _count_flushes(others, suited)
            plain = _hold_ranks(pattern, joker, wild) | ({"straight"} if straight else set())
            counts[frozenset(plain)] += supports * (hands - flushes)
            counts[frozenset(plain | {"flush"})] += supports * flushes
        for pattern, straight, suit_classes, ways in _list_straight_flushes(naturals, joker):
            plain = _hold_ranks(pattern, joker, wild) | {"flush"} | (
                {"straight"} if straight else set())
            counts[frozenset(plain)] -= ways
            counts[frozenset(plain | suit_classes)] += ways
    total = sum(counts.values())
    if total != comb(RANKS * SUITS + 1, HAND_SIZE) or min(counts.values()) < 0:
        raise AssertionError(f"class counts sum to {total}")
    return Counter({held: count for held, count in counts.items() if count})


class _Pattern(tuple[int, tuple[int, ...]]):
    """How often the ace occurs, and how often each other rank does, most frequent first."""

    __slots__ = ()

    @property
    def aces(self) -> int:
        return self[0]

    @property
    def others(self) -> tuple[int, ...]:
        return self[1]


def _list_patterns(naturals: int, joker: bool) -> Iterator[tuple[_Pattern, bool, int]]:
    """Every rank pattern with and without a straight, and how many choices of ranks give it."""
    supports = _count_supports(joker)
    for distinct in range(1, naturals + 1):
        for times in combinations_with_replacement(range(SUITS, 0, -1), distinct):
            if sum(times) != naturals:
                continue
            for aces in (0, *sorted(set(times))):
                rest = list(times)
                if aces:
                    rest.remove(aces)
                arrangements = _count_arrangements(tuple(rest))
                for straight in (False, True):
                    choices = supports[distinct, bool(aces), straight]
                    if choices:
                        yield _Pattern((aces, tuple(rest))), straight, choices * arrangements


def _count_arrangements(times: tuple[int, ...]) -> int:
    """In how many ways the multiplicities can be dealt out over given ranks."""
    ways, left = 1, len(times)
    for number in Counter(times).values():
        ways *= comb(left, number)
        left -= number
    return ways


@lru_cache(maxsize=2)
def _count_supports(joker: bool) -> Counter[tuple[int, bool, bool]]:
    """Sets of ranks by size, by holding the ace, and by holding a straight."""
    return Counter(
        (ranks.bit_count(), bool(ranks >> ACE & 1), _hold_window(ranks, _WINDOWS, 5 - joker))
        for ranks in range(1 << RANKS) if ranks.bit_count() <= HAND_SIZE
    )


def _hold_window(ranks: int, windows: tuple[int, ...], needed: int) -> bool:
    return any((ranks & window).bit_count() >= needed for window in windows)


def _count_flushes(times: tuple[int, ...], suited: int) -> int:
    """Suit assignments in which one suit holds `suited` cards or more (no two suits can)."""
    polynomial = [1]
    for number in times:
        without, within = comb(SUITS - 1, number), comb(SUITS - 1, number - 1)
        polynomial = [without * low + within * high
                      for low, high in zip([*polynomial, 0], [0, *polynomial], strict=True)]
    return SUITS * sum(polynomial[suited:])


def _list_straight_flushes(
    naturals: int, joker: bool
) -> Iterator[tuple[_Pattern, bool, set[str], int]]:
    """Hands in which one suit holds a straight flush, by that suit's ranks and the cards beside."""
    for size in range(5 - joker, naturals + 1):
        for chosen in combinations(range(RANKS), size):
            suit = sum(1 << rank for rank in chosen)
            if not _hold_window(suit, _WINDOWS, 5 - joker):
                continue
            classes = {"straight-flush"}
            if (suit & _ROYAL).bit_count() >= 5 - joker:
                classes.add("royal-flush")
            if _hold_window(suit, _LONG_WINDOWS, HAND_SIZE - joker):
                classes.add("seven-card-straight-flush-joker" if joker
                            else "seven-card-straight-flush")
            for beside in combinations_with_replacement(range(RANKS), naturals - size):
                yield from _list_beside(chosen, beside, joker, classes)


def _list_beside(
    chosen: tuple[int, ...], beside: tuple[int, ...], joker: bool, classes: set[str]
) -> Iterator[tuple[_Pattern, bool, set[str], int]]:
    times = Counter(chosen + beside)
    if max(times.values()) > SUITS:
        return
    aces = times.pop(ACE, 0)
    pattern = _Pattern((aces, tuple(sorted(times.values(), reverse=True))))
    support = sum(1 << rank for rank in set(chosen + beside))
    straight = _hold_window(support, _WINDOWS, 5 - joker)
    ways = SUITS
    for number in Counter(beside).values():
        ways *= comb(SUITS - 1, number)
    matched = _count_matches(chosen, beside, joker) if "royal-flush" in classes else 0
    if matched:
        match = {"royal-match"} if joker else {"royal-match", "royal-match-natural"}
        yield pattern, straight, classes | match, SUITS * matched
    if ways > SUITS * matched:
        yield pattern, straight, classes, ways - SUITS * matched


def _count_matches(chosen: tuple[int, ...], beside: tuple[int, ...], joker: bool) -> int:
    """Suits for the two cards beside a royal flush that make them a king and queen of one suit."""
    suit = sum(1 << rank for rank in chosen)
    if len(beside) != 2 or sum(1 << rank for rank in set(beside)) != _KING_AND_QUEEN:
        return 0
    if (suit & _ROYAL).bit_count() < 5 - joker:
        return 0
    return SUITS - 1


def _hold_ranks(pattern: _Pattern, joker: bool, wild: bool) -> set[str]:
    """The classes that follow from how often each rank occurs."""
    aces, others = pattern
    held: set[str] = {"high-card"}
    options = [(aces, others)]
    if joker:
        options = [(aces + 1, others)]
        if wild:
            options += [(aces, (*others[:place], others[place] + 1, *others[place + 1:]))
                        for place in range(len(others))]
            options += [(aces, (*others, 1))]
    for with_aces, rest in options:
        times = sorted((*rest, with_aces), reverse=True)
        held |= _hold_times(times)
        if with_aces == 5:
            held.add("five-aces")
    return held


def _hold_times(times: list[int]) -> set[str]:
    first, second, third = (*times, 0, 0)[:3]
    held = set()
    for needed, name in ((2, "one-pair"), (3, "three-of-a-kind"), (4, "four-of-a-kind"),
                         (5, "five-of-a-kind")):
        if first >= needed:
            held.add(name)
    if second >= 2:
        held.add("two-pair")
        if first >= 3:
            held.add("full-house")
        if third >= 2:
            held.add("three-pair")
    return held


def count_classes(holdings: dict[Holding, int], order: tuple[str, ...]) -> dict[str, int]:
    """Count hands by the first class of `order` that they hold; `none` where they hold none."""
    unknown = set(order) - set(HAND_CLASSES)
    if unknown:
        raise ValueError(f"not hand classes: {sorted(unknown)}")
    counts = dict.fromkeys((*order, "none"), 0)
    for held, count in holdings.items():
        counts[next((name for name in order if name in held), "none")] += count
    return counts

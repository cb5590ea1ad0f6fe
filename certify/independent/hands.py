"""What cards make: ranks of five and of two cards, fouls, and the classes that seven cards hold.

A card is a number: four times its rank (0 for a deuce, 12 for an ace) and its suit; 52 is the joker.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

JOKER, QUEEN, KING, ACE = 52, 10, 11, 12
Cards = tuple[int, ...]
Rank = tuple[int, ...]
FIVE_CARD = (
    *("high-card", "one-pair", "two-pair", "three-of-a-kind", "straight", "flush", "full-house"),
    *("four-of-a-kind", "straight-flush", "royal-flush", "five-of-a-kind", "five-aces"),
)
"""The classes of five cards, lowest first; the first number of a rank is a place in this."""
_PAIRED = [FIVE_CARD[place] for place in (10, 7, 6, 3, 2, 1, 0)]
_GROUPED = [(5,), (4, 1), (3, 2), (3, 1, 1), (2, 2, 1), (2, 1, 1, 1), (1, 1, 1, 1, 1)]
_SHAPES = dict(zip(_GROUPED, _PAIRED, strict=True))
"""The class by how many cards of equal rank there are."""
_ROWS = {low: {(low + step) % 13 for step in range(5)} for low in range(-1, 9)}
"""Five ranks in a row by the lowest; the ace is also below the deuce."""
_LONG_ROWS = [{(low + step) % 13 for step in range(7)} for low in range(-1, 7)]


@dataclass(frozen=True)
class HandOrder:
    """What a document states about the ranking of hands."""

    wild: bool = False
    """Whether the joker is any card, and not only an ace or what completes a straight or flush."""
    second_wheel: bool = False
    """Whether A-2-3-4-5 ranks above K-high straights."""
    highest_only: bool = False
    """Whether of two low cards without a pair the higher one alone counts."""

    def stand_ins(self, ranks: Iterable[int]) -> Iterable[int]:
        """The ranks that the joker can take beside equal cards."""
        return set(ranks) | {ACE} if self.wild else (ACE,)


def _split(cards: Iterable[int]) -> tuple[list[int], list[int], bool]:
    """Ranks and suits of the natural cards, and whether there is a joker."""
    naturals = [card for card in cards if card != JOKER]
    return [card // 4 for card in naturals], [card % 4 for card in naturals], JOKER in cards


def _fill(cards: Iterable[int], order: HandOrder) -> list[list[int]]:
    """The ranks of the cards, once for each rank that the joker can take beside equal cards."""
    ranks, _, joker = _split(cards)
    return [[*ranks, rank] for rank in order.stand_ins(ranks)] if joker else [ranks]


def _rank_groups(ranks: Sequence[int]) -> Rank:
    groups = sorted(((number, rank) for rank, number in Counter(ranks).items()), reverse=True)
    name = _SHAPES[tuple(number for number, _ in groups)]
    if name == "five-of-a-kind" and groups[0][1] == ACE:
        name = "five-aces"
    return (FIVE_CARD.index(name), *(rank for _, rank in groups))


def rank_five(cards: Cards, order: HandOrder) -> Rank:
    """Rank five cards: the greater tuple wins, equal tuples tie."""
    ranks, suits, joker = _split(cards)
    rows = [low for low, row in _ROWS.items() if set(ranks) <= row and len(set(ranks)) == 5 - joker]
    tops = [(2 * ACE - 1 if order.second_wheel else 6) if low < 0 else 2 * low + 8 for low in rows]
    flush = len(set(suits)) == 1
    found = [_rank_groups(filled) for filled in _fill(cards, order)]
    if rows and flush:
        royal = 8 in rows
        found.append((9,) if royal else (8, max(tops)))
    elif flush:
        missing = [rank for rank in range(13) if rank not in ranks]
        found.append((5, *sorted([*ranks, *missing[-1:]][:5], reverse=True)))
    elif rows:
        found.append((4, max(tops)))
    return max(found)


def rank_two(cards: Cards, order: HandOrder) -> Rank:
    """Rank two cards."""
    ranks, _, joker = _split(cards)
    if joker:
        ranks.append(ranks[0] if order.wild else ACE)
    high, low = max(ranks), min(ranks)
    return (1, high) if high == low else (0, high, low)


def compare_lows(own: Rank, other: Rank, order: HandOrder) -> int:
    """1 where one's own two cards rank higher, 0 for a copy, -1 where they rank lower."""
    if order.highest_only:
        own, other = own[:2], other[:2]
    return (own > other) - (own < other)


def compare_to_low(high: Rank, low: Rank) -> int:
    """How the five cards rank against the two, as far as two cards go: below 0 is a foul."""
    return (high[: len(low)] > low) - (high[: len(low)] < low)


def leave(cards: Cards, low: Iterable[int]) -> Cards:
    """The cards without some of them."""
    taken = set(low)
    return tuple(card for card in cards if card not in taken)


@lru_cache(maxsize=4096)
def list_classes(cards: Cards, order: HandOrder) -> frozenset[str]:
    """Every class that the seven cards hold."""
    return frozenset(name for name, holds in _HOLDS.items() if holds(cards, order))


def _equal(*numbers: int) -> Callable[[Cards, HandOrder], bool]:
    return lambda cards, order: any(
        all(times[place : place + 1] >= [want] for place, want in enumerate(numbers))
        for times in (sorted(Counter(held).values(), reverse=True) for held in _fill(cards, order))
    )


def _runs(cards: Cards, rows: Iterable[set[int]]) -> bool:
    ranks, _, joker = _split(cards)
    return any(len(row & set(ranks)) + joker >= len(row) for row in rows)


def _in_suit(cards: Cards) -> Iterator[Cards]:
    """The cards of each suit, with the joker."""
    for suit in range(4):
        yield tuple(card for card in cards if card == JOKER or card % 4 == suit)


def _suited_runs(cards: Cards, rows: Sequence[set[int]]) -> bool:
    return any(_runs(own, rows) for own in _in_suit(cards))


def _seven(cards: Cards, *, joker: bool) -> bool:
    ranks, suits, held = _split(cards)
    return held is joker and len(set(suits)) == 1 and any(set(ranks) <= row for row in _LONG_ROWS)


def list_beside_royal(cards: Cards) -> Iterator[tuple[int, int]]:
    """Two natural cards beside which the other five, the joker among them or not, are a royal flush."""
    for first, second in combinations(sorted(leave(cards, [JOKER])), 2):
        if _suited_runs(leave(cards, (first, second)), [_ROWS[8]]):
            yield first, second


def _royal_match(cards: Cards, _order: HandOrder) -> bool:
    return any(
        (first // 4, second // 4) == (QUEEN, KING) and first % 4 == second % 4
        for first, second in list_beside_royal(cards)
    )


def _five_aces(cards: Cards, _order: HandOrder) -> bool:
    return sum(card // 4 == ACE for card in cards) + (JOKER in cards) == 5


_HOLDS: dict[str, Callable[[Cards, HandOrder], bool]] = {
    "seven-card-straight-flush": lambda cards, _: _seven(cards, joker=False),
    "royal-match": _royal_match,
    "seven-card-straight-flush-joker": lambda cards, _: _seven(cards, joker=True),
    "five-aces": _five_aces,
    "five-of-a-kind": _equal(5),
    "royal-flush": lambda cards, _: _suited_runs(cards, [_ROWS[8]]),
    "straight-flush": lambda cards, _: _suited_runs(cards, list(_ROWS.values())),
    "four-of-a-kind": _equal(4),
    "full-house": _equal(3, 2),
    "flush": lambda cards, _: any(len(own) >= 5 for own in _in_suit(cards)),
    "straight": lambda cards, _: _runs(cards, _ROWS.values()),
    "three-of-a-kind": _equal(3),
    "three-pair": _equal(2, 2, 2),
    "two-pair": _equal(2, 2),
    "one-pair": _equal(2),
}
CLASSES = (*_HOLDS, "high-card")
"""Highest first, where a document does not rank them."""


def list_equal(cards: Cards, number: int, order: HandOrder) -> set[int]:
    """The ranks of which there are at least so many cards; a wild joker is one more of any rank."""
    ranks, _, joker = _split(cards)
    times = Counter(ranks)
    if joker:
        times.update(range(13) if order.wild else [ACE])
    return {rank for rank, held in times.items() if held >= number}


def find_highest(cards: Cards, order: HandOrder) -> int | None:
    """The rank of the highest card of a hand that makes nothing."""
    if list_classes(cards, order):
        return None
    return max(ACE if card == JOKER else card // 4 for card in cards)


def rank_inside(cards: Cards, name: str, order: HandOrder) -> Rank:
    """How seven cards rank among those of one class; an empty class is any five of them."""
    if name == "royal-match":
        return ()
    if name.startswith("seven-card"):
        ranks = _split(cards)[0]
        return (max(place for place, row in enumerate(_LONG_ROWS) if set(ranks) <= row),)
    if name == "three-pair":
        return max(map(_rank_three_pairs, _fill(cards, order)))
    fives = [rank_five(five, order) for five in combinations(cards, 5)]
    return max((rank for rank in fives if FIVE_CARD[rank[0]] == name), default=max(fives))


def _rank_three_pairs(ranks: Sequence[int]) -> Rank:
    times = Counter(ranks)
    pairs = sorted((rank for rank in times if times[rank] > 1), reverse=True)[:3]
    return (len(pairs), *pairs, *sorted(set(times) - set(pairs), reverse=True))


def describe_set(rank: Rank) -> tuple[str, int]:
    """Class and leading rank of a hand as set."""
    name = FIVE_CARD[rank[0]]
    if name == "royal-flush":
        return name, ACE
    if "straight" in name:
        return name, 3 if rank[1] == 2 * ACE - 1 else rank[1] // 2
    return name, rank[1]


def list_first_three(cards: Cards, order: HandOrder) -> set[str]:
    """The classes of the first three cards dealt."""
    first = cards[:3]
    ranks, suits, _ = _split(first)
    rows = [{(low + step) % 13 for step in range(3)} for low in range(-1, 11)]
    found = {"flush"} if len(set(suits)) == 1 else set()
    if len(set(ranks)) == len(ranks) and any(set(ranks) <= row for row in rows):
        found |= {"straight", *(["straight-flush"] if found else [])}
    most = max(max(Counter(held).values()) for held in _fill(first, order))
    return found | set(("one-pair", "three-of-a-kind")[: most - 1])


_MADE_OF = {
    "one-pair": (1,),
    "two-pair": (2, 1),
    "three-of-a-kind": (3, 1),
    "full-house": (6, 3, 2, 1),
    "four-of-a-kind": (7, 3, 1),
    "straight-flush": (8, 5, 4),
    "royal-flush": (9, 8, 5, 4),
    "five-of-a-kind": (10, 7, 3, 1),
    "five-aces": (11, 10, 7, 3, 1),
}
"""The places in FIVE_CARD of a class and of those that are part of it."""


def list_first_five(cards: Cards, order: HandOrder) -> set[str]:
    """The class of the first five cards dealt, and the classes that are part of it."""
    name = FIVE_CARD[rank_five(cards[:5], order)[0]]
    return {FIVE_CARD[place] for place in _MADE_OF.get(name, (FIVE_CARD.index(name),))}


def list_natural(cards: Cards, order: HandOrder) -> frozenset[str]:
    """Every class that the cards make without the joker."""
    return list_classes(leave(cards, [JOKER]), order)


def list_higher(cards: Cards, name: str, order: HandOrder) -> set[str]:
    """The classes above one that the cards hold too."""
    return set(CLASSES[: CLASSES.index(name)]) & list_classes(cards, order)


def find_top(cards: Cards, *, suited: bool) -> int | None:
    """The top rank of the highest straight, or straight flush, as far up as the joker can take it."""
    found = [
        3 if low < 0 else low + 4
        for low, row in _ROWS.items()
        for own in (_in_suit(cards) if suited else [cards])
        if _runs(own, [row])
    ]
    return max(found, default=None)


def count_colours(cards: Cards) -> dict[str, int]:
    """The number of red and of black cards."""
    red = sum(card % 4 in (1, 2) for card in cards if card != JOKER)
    return {"red": red, "black": len(leave(cards, [JOKER])) - red}

"""The hand classes that seven cards hold, and which of them a paytable pays.

A hand holds a class where some five of its cards make it (seven for the classes that say so): a
royal flush holds a straight flush, a flush and a straight too, and three of a kind may stand beside
a straight. Which of them is paid is the business of an order of precedence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from certify.game.cards import ACE, JOKER, KING, QUEEN, Card
from certify.game.rank import Rank, RankRules, name_category, rank_high
from certify.game.vocabulary import RANKS

NONE = "none"
"""The name of holding no class of an order."""

_SUITED_RUN = frozenset({"straight-flush", "flush", "straight"})
IMPLIED: dict[str, frozenset[str]] = {
    "seven-card-straight-flush": _SUITED_RUN,
    "royal-match": _SUITED_RUN | {"royal-flush", "two-pair", "one-pair"},
    "seven-card-straight-flush-joker": _SUITED_RUN,
    "five-aces": frozenset({"five-of-a-kind", "four-of-a-kind", "three-of-a-kind", "one-pair"}),
    "five-of-a-kind": frozenset({"four-of-a-kind", "three-of-a-kind", "one-pair"}),
    "royal-flush": _SUITED_RUN,
    "straight-flush": frozenset({"flush", "straight"}),
    "four-of-a-kind": frozenset({"three-of-a-kind", "one-pair"}),
    "full-house": frozenset({"three-of-a-kind", "two-pair", "one-pair"}),
    "three-of-a-kind": frozenset({"one-pair"}),
    "three-pair": frozenset({"two-pair", "one-pair"}),
    "two-pair": frozenset({"one-pair"}),
}
"""The classes that every hand of a class holds besides."""

_LENGTH = 7
_LONG_RUNS = tuple(
    frozenset((low + step) % len(RANKS) for step in range(_LENGTH))
    for low in range(-1, len(RANKS) - _LENGTH + 1)
)
"""The ranks of seven cards in a row, the ace below the deuce or above the king."""


def list_classes(
    cards: Sequence[Card], joker: str, royal_match_joker: str = "completes-royal"
) -> frozenset[str]:
    """Every hand class that the cards hold, with a `bug` or a `wild` joker."""
    held = _list_classes(tuple(cards), joker)
    if JOKER in cards and royal_match_joker == "not-allowed":
        return held - {"royal-match"}
    return held


@lru_cache(maxsize=4096)
def _list_classes(cards: tuple[Card, ...], joker: str) -> frozenset[str]:
    held = {"high-card"}
    for five in combinations(cards, 5):
        name = name_category(rank_high(five, RankRules(joker)))
        held |= {name} | IMPLIED.get(name, frozenset())
    for ranks in _list_ranks(cards, joker):
        held |= _hold_equal_ranks(ranks)
    if _holds_long_run(cards):
        held.add(
            "seven-card-straight-flush-joker" if JOKER in cards else "seven-card-straight-flush"
        )
    if _holds_royal_match(cards):
        held.add("royal-match")
    return frozenset(held)


def _list_ranks(cards: Sequence[Card], joker: str) -> Iterator[list[int]]:
    """The ranks of the cards, once for each rank that the joker may take beside equal ones."""
    naturals = [card.rank for card in cards if not card.is_joker]
    if JOKER not in cards:
        yield naturals
    else:
        stand_ins = range(len(RANKS)) if joker == "wild" else (ACE,)
        yield from ([*naturals, rank] for rank in stand_ins)


def _hold_equal_ranks(ranks: Iterable[int]) -> set[str]:
    times = Counter(ranks)
    first, second, third = (*sorted(times.values(), reverse=True), 0, 0)[:3]
    tests = {
        "one-pair": first >= 2,
        "two-pair": second >= 2,
        "three-pair": third >= 2,
        "three-of-a-kind": first >= 3,
        "full-house": first >= 3 and second >= 2,
        "four-of-a-kind": first >= 4,
        "five-of-a-kind": first >= 5,
        "five-aces": times[ACE] >= 5,
    }
    return {name for name, holds in tests.items() if holds}


def _holds_long_run(cards: Sequence[Card]) -> bool:
    """Whether seven cards of one suit are in a row, the joker standing for one of them."""
    naturals = [card for card in cards if not card.is_joker]
    ranks = {card.rank for card in naturals}
    suited = len({card.suit for card in naturals}) == 1
    return len(cards) == _LENGTH and suited and any(ranks <= run for run in _LONG_RUNS)


def _holds_royal_match(cards: Sequence[Card]) -> bool:
    """Whether seven cards fall into a royal flush and a natural king and queen of one suit."""
    return len(cards) == _LENGTH and any(
        is_match(low) and name_category(rank_high(_leave(cards, low), RankRules())) == "royal-flush"
        for low in combinations(cards, 2)
    )


def is_match(low: Sequence[Card]) -> bool:
    """Whether two cards are a king and a queen of one suit."""
    return {card.rank for card in low} == {KING, QUEEN} and len({card.suit for card in low}) == 1


def _leave(cards: Sequence[Card], low: Sequence[Card]) -> list[Card]:
    return [card for card in cards if card not in low]


def find_class(held: frozenset[str], order: Iterable[str]) -> str:
    """The first class of an order among those held; `none` where there is none."""
    return next((name for name in order if name in held), NONE)


def classify(
    cards: Sequence[Card],
    order: Iterable[str],
    joker: str,
    royal_match_joker: str = "completes-royal",
) -> str:
    """The class that an order pays for the cards; `none` where it pays nothing."""
    return find_class(list_classes(cards, joker, royal_match_joker), order)


def rank_within(cards: Sequence[Card], name: str, rules: RankRules) -> Rank:
    """How a hand stands among hands of its class: equal tuples tie.

    A seven-card straight flush is told by its highest card, three pairs by their ranks and the card
    beside, any other class by the best five cards that make it. All royal matches are equal.
    """
    if name == "royal-match":
        return ()
    if name.startswith("seven-card"):
        ranks = {card.rank for card in cards if not card.is_joker}
        return (max(number for number, run in enumerate(_LONG_RUNS) if ranks <= run),)
    if name == "three-pair":
        return max(_rank_pairs(ranks) for ranks in _list_ranks(cards, rules.joker))
    found = [rank_high(five, rules) for five in combinations(cards, 5)]
    return max((rank for rank in found if name_category(rank) == name), default=max(found))


def _rank_pairs(ranks: Iterable[int]) -> Rank:
    times = Counter(ranks)
    pairs = sorted((rank for rank, number in times.items() if number >= 2), reverse=True)[:3]
    rest = sorted((rank for rank in times if rank not in pairs), reverse=True)
    return (len(pairs), *pairs, *rest)


def is_ace_high(cards: Sequence[Card], joker: str) -> bool:
    """Whether the cards hold nothing but an ace, or the joker in its place, as the highest card."""
    highest = any(card.is_joker or card.rank == ACE for card in cards)
    return highest and list_classes(cards, joker) == {"high-card"}

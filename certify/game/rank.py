"""The rank of a five-card and of a two-card hand, joker included.

A rank is a tuple that compares as the hands do: the category first, then the ranks that decide between
two hands of that category. Equal tuples are equal hands (copies): suits never decide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from certify.game.cards import ACE, DECK, Card

Rank = tuple[int, ...]

CATEGORIES = (
    "high-card",
    "one-pair",
    "two-pair",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush",
    "royal-flush",
    "five-of-a-kind",
    "five-aces",
)
"""From the lowest to the highest; the first element of a rank is an index into this."""

_NUMBER = {name: number for number, name in enumerate(CATEGORIES)}
COMPLETE = frozenset(
    _NUMBER[name] for name in ("straight", "flush", "straight-flush", "royal-flush")
)
"""The categories a house way calls a complete hand."""

_WHEEL = (ACE, 3, 2, 1, 0)


@dataclass(frozen=True, slots=True)
class RankRules:
    """What a document says about ranking."""

    joker: str = "bug"
    wheel: str = "lowest"
    equal: str = "allowed"
    """What a five-card hand that ranks just as the two-card hand is: allowed or foul."""
    jokers: int = 1
    """In the deck: one beside 52 cards, or none."""
    lows: str = "pairs-then-high-card"
    """What of two low hands without a pair is compared: both cards, or the highest alone."""

    @property
    def deck(self) -> tuple[Card, ...]:
        """The cards dealt from."""
        return DECK if self.jokers else DECK[:-1]


def rank_high(cards: Sequence[Card], rules: RankRules) -> Rank:
    """Rank five cards."""
    naturals = [card for card in cards if not card.is_joker]
    if len(naturals) == len(cards):
        return _rank_naturals(naturals, rules)
    return max(_rank_with_joker(naturals, rules))


def _rank_with_joker(naturals: list[Card], rules: RankRules) -> Iterator[Rank]:
    """Every rank that the joker may give the other four cards."""
    ranks = [card.rank for card in naturals]
    yield _rank_by_frequency((*ranks, ACE))
    for card in DECK[:-1]:
        if card in naturals:
            continue
        rank = _rank_naturals([*naturals, card], rules)
        if rules.joker == "wild" or rank[0] in COMPLETE:
            yield rank
    if rules.joker == "wild" and len(set(ranks)) == 1:
        yield _rank_by_frequency((*ranks, ranks[0]))


def _rank_naturals(cards: Sequence[Card], rules: RankRules) -> Rank:
    ranks = tuple(sorted((card.rank for card in cards), reverse=True))
    flush = len({card.suit for card in cards}) == 1
    straight = _rank_straight(ranks, rules)
    if flush and straight is not None:
        royal = ranks[0] == ACE and ranks[-1] == ACE - 4
        return (_NUMBER["royal-flush"],) if royal else (_NUMBER["straight-flush"], straight)
    if flush:
        return (_NUMBER["flush"], *ranks)
    if straight is not None:
        return (_NUMBER["straight"], straight)
    return _rank_by_frequency(ranks)


def _rank_straight(ranks: tuple[int, ...], rules: RankRules) -> int | None:
    """Twice the top rank, so that A-2-3-4-5 can stand between two others; None if no straight."""
    if ranks == _WHEEL:
        return 2 * 3 if rules.wheel == "lowest" else 2 * ACE - 1
    if len(set(ranks)) == 5 and ranks[0] - ranks[-1] == 4:
        return 2 * ranks[0]
    return None


def _rank_by_frequency(ranks: tuple[int, ...]) -> Rank:
    """Rank cards by how often each rank occurs alone."""
    times = sorted(((number, rank) for rank, number in Counter(ranks).items()), reverse=True)
    shape = tuple(number for number, _ in times)
    name = {
        (5,): "five-aces" if times[0][1] == ACE else "five-of-a-kind",
        (4, 1): "four-of-a-kind",
        (3, 2): "full-house",
        (3, 1, 1): "three-of-a-kind",
        (2, 2, 1): "two-pair",
        (2, 1, 1, 1): "one-pair",
    }.get(shape, "high-card")
    return (_NUMBER[name], *(rank for _, rank in times))


def rank_low(cards: Sequence[Card], rules: RankRules) -> Rank:
    """Rank two cards: a pair above any two different ranks; the joker is an ace, or pairs if wild."""
    naturals = [card.rank for card in cards if not card.is_joker]
    if len(naturals) < 2:
        naturals.append(naturals[0] if rules.joker == "wild" else ACE)
    first, second = sorted(naturals, reverse=True)
    if first == second:
        return (_NUMBER["one-pair"], first)
    return (_NUMBER["high-card"], first, second)


def compare_highs(own: Rank, other: Rank) -> int:
    """Tell whether one five-card hand ranks above (1), just as (0) or below (-1) another."""
    return (own > other) - (own < other)


def compare_lows(own: Rank, other: Rank, rules: RankRules) -> int:
    """Tell the same of two low hands: the one place that says which of their cards count.

    Where the highest card alone counts, hands without a pair that share it are copies. Whether a hand is
    foul, and how a house way lays it, still turns on both cards.
    """
    if rules.lows == "pairs-then-highest-card":
        own, other = own[:2], other[:2]
    return (own > other) - (own < other)


def compare_high_with_low(high: Rank, low: Rank) -> int:
    """Tell whether the five-card hand ranks above (1), just as (0) or below (-1) the two-card hand.

    Two cards have no kickers beyond themselves, so only what both hands have is compared.
    """
    beginning = high[: len(low)]
    return (beginning > low) - (beginning < low)


def is_foul(high: Rank, low: Rank, rules: RankRules) -> bool:
    """Whether a setting is foul: the one place that says so, for players, house ways and banks."""
    relation = compare_high_with_low(high, low)
    return relation < 0 or (relation == 0 and rules.equal == "foul")


def is_complete(rank: Rank) -> bool:
    """Whether the five cards are a straight, a flush or both."""
    return rank[0] in COMPLETE


def name_category(rank: Rank) -> str:
    """The hand class of a rank."""
    return CATEGORIES[rank[0]]

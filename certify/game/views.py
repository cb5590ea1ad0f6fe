"""What a wager can see of seven cards: the view of a hand, and the conditions that are asked of it.

`look` is the engine's way from cards to a view, one deal at a time; the kernels label every hand with
the same view and count them. Only the aspects that somebody asks for are filled in; the classes held, the
joker and the highest card of a bare hand always are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import combinations

from certify.game.cards import ACE, JOKER, KING, QUEEN, Card
from certify.game.holdings import IMPLIED, list_classes
from certify.game.house_way.groups import RankGroup
from certify.game.rank import CATEGORIES, RankRules, name_category, rank_high, rank_low
from certify.game.vocabulary import RANKS


class Aspect(StrEnum):
    """What a view holds only where a condition asks for it."""

    EQUAL = "equal"
    BESIDE = "beside"
    COLOUR = "colour"
    AS_SET = "as-set"
    FIRST_THREE = "first-three"


NO_ASPECTS: frozenset[Aspect] = frozenset()

BARE = frozenset({"high-card"})
"""What a hand without a pair, straight or flush holds."""

BESIDE: dict[str, tuple[tuple[int, int], bool]] = {
    "suited-king-queen": ((KING, QUEEN), True),
    "king-queen": ((KING, QUEEN), False),
    "suited-ace-king": ((ACE, KING), True),
    "ace-king": ((ACE, KING), False),
}
"""The two natural cards beside a royal flush: their ranks, and whether they must be of one suit."""

COLOURS = ("red", "black", "mixed")
FIRST_THREE = ("straight-flush", "three-of-a-kind", "straight", "flush", "one-pair")
"""The classes of the first three cards dealt; a straight flush is a straight and a flush too."""


@dataclass(frozen=True, slots=True)
class SetHand:
    """The low or high hand as set: its class, and the rank that leads it."""

    hand: str
    rank: int
    """Of the pair, three or four; of the highest card where there is none."""


@dataclass(frozen=True, slots=True)
class HandView:
    """What seven cards show."""

    held: frozenset[str]
    """Every class some of the cards make; `royal-match` also where the joker completes it."""
    joker: bool
    highest: int | None
    """The rank of the highest card of a bare hand, the joker being an ace; None for any other."""
    pairs: frozenset[int] = frozenset()
    """Ranks that occur at least twice; the bug is an ace, the wild joker one more of any rank."""
    threes: frozenset[int] = frozenset()
    fours: frozenset[int] = frozenset()
    beside: frozenset[str] = frozenset()
    """The kinds of BESIDE that stand beside a royal flush."""
    colour: str = ""
    """Of all natural cards: red, black or mixed."""
    low: SetHand | None = None
    high: SetHand | None = None
    first_three: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class SetCondition:
    """What a condition wants of the low or high hand as set."""

    hand: str | None = None
    rank: RankGroup | None = None

    def holds(self, view: SetHand | None) -> bool:
        """Whether the hand as set is one of these."""
        if view is None:
            raise LookupError("the view has no hands as set")
        return (self.hand is None or self.hand == view.hand) and (
            self.rank is None or view.rank in self.rank
        )

    def implies(self, other: SetCondition) -> bool:
        """Whether every hand as set that is one of these is one of the others too."""
        return other.hand in (None, self.hand) and _covers(other.rank, self.rank)


def _covers(wide: RankGroup | None, narrow: RankGroup | None) -> bool:
    """Whether a group of ranks, all where it is none, holds every rank of another."""
    return wide is None or (narrow is not None and wide.covers(narrow))


_EQUAL = {
    "four-of-a-kind": "fours",
    "three-of-a-kind": "threes",
    "full-house": "threes",
    "one-pair": "pairs",
    "two-pair": "pairs",
}
RANKED_CLASSES = tuple(_EQUAL)
"""The classes whose rank a condition may name."""


@dataclass(frozen=True, slots=True)
class HandCondition:
    """What a line wants of one hand. Nothing wanted holds always."""

    hand: str | None = None
    """A class that the seven cards hold; `high-card` where they hold nothing else."""
    joker: bool | None = None
    highest: RankGroup | None = None
    """Of the highest card of a hand that holds nothing."""
    rank: RankGroup | None = None
    """Of the four, three or pair that `hand` names."""
    beside: str | None = None
    colour: str | None = None
    low: SetCondition | None = None
    high: SetCondition | None = None
    first_three: str | None = None

    @property
    def aspects(self) -> frozenset[Aspect]:
        """What a view must hold for the condition to be asked of it."""
        asked = {
            Aspect.EQUAL: self.rank,
            Aspect.BESIDE: self.beside,
            Aspect.COLOUR: self.colour,
            Aspect.AS_SET: self.low or self.high,
            Aspect.FIRST_THREE: self.first_three,
        }
        return frozenset(aspect for aspect, value in asked.items() if value is not None)

    @property
    def is_class(self) -> bool:
        """Whether nothing but a class is asked."""
        others = (self.joker, self.highest, self.rank, self.beside, self.colour)
        return self.hand is not None and all(
            value is None for value in (*others, self.low, self.high, self.first_three)
        )

    def holds(self, view: HandView) -> bool:
        """Whether a hand is one of these."""
        return (
            (self.hand is None or self._holds_class(view))
            and (self.joker is None or self.joker == view.joker)
            and (
                self.highest is None or (view.highest is not None and view.highest in self.highest)
            )
            and (self.beside is None or self.beside in view.beside)
            and (self.colour is None or self.colour == view.colour)
            and (self.low is None or self.low.holds(view.low))
            and (self.high is None or self.high.holds(view.high))
            and (self.first_three is None or self.first_three in view.first_three)
        )

    def _holds_class(self, view: HandView) -> bool:
        hand = self.hand or ""
        if hand not in view.held or (hand == "high-card" and view.held != BARE):
            return False
        if self.rank is None:
            return True
        return any(rank in self.rank for rank in getattr(view, _EQUAL[hand]))

    def implies(self, other: HandCondition) -> bool:
        """Whether every hand that meets this condition meets the other too."""
        beside = self.beside or ("suited-king-queen" if self.hand == "royal-match" else None)
        return (
            (other.hand is None or self._implies_class(other.hand, other.rank))
            and other.joker in (None, self._find_joker())
            and _covers(other.highest, self.highest)
            and (other.beside is None or beside in (other.beside, f"suited-{other.beside}"))
            and other.colour in (None, self.colour)
            and _implies_setting(self.low, other.low)
            and _implies_setting(self.high, other.high)
            and (
                other.first_three in (None, self.first_three)
                or other.first_three in _IMPLIED_OF_THREE.get(self.first_three or "", ())
            )
        )

    def _implies_class(self, hand: str, rank: RankGroup | None) -> bool:
        if hand == "high-card":
            return self.hand == "high-card" or self.highest is not None
        return any(
            (held == hand or hand in IMPLIED.get(held, ()))
            and (rank is None or _implies_rank(held, group, hand, rank))
            for held, group in self._list_held()
        )

    def _list_held(self) -> Iterator[tuple[str, RankGroup | None]]:
        """Classes that the seven cards of every such hand hold, with the group of their rank."""
        if self.hand is not None:
            yield self.hand, _RANK_OF.get(self.hand, self.rank)
        if self.high is not None and self.high.hand is not None:
            yield self.high.hand, self.high.rank
        if self.low is not None and self.low.hand == "one-pair":
            yield self.low.hand, self.low.rank
        if self.first_three in {"one-pair", "three-of-a-kind"}:
            yield str(self.first_three), None

    def _find_joker(self) -> bool | None:
        """Whether every such hand holds the joker, or none does; None where either may be."""
        if self.joker is not None:
            return self.joker
        if self.highest is not None and ACE not in self.highest:
            return False  # in a hand that holds nothing the joker is an ace
        return _JOKER_OF.get(self.hand or "")


_RANK_OF = {"five-aces": RankGroup(ACE, ACE), "royal-match": RankGroup(QUEEN, KING)}
"""Ranks that a class says itself; a royal match holds a pair of one of these."""
_JOKER_OF = {
    "five-aces": True,
    "five-of-a-kind": True,
    "seven-card-straight-flush-joker": True,
    "seven-card-straight-flush": False,
}
_NUMBER = {"fours": 4, "threes": 3, "pairs": 2}
_IMPLIED_OF_THREE = {"straight-flush": ("straight", "flush"), "three-of-a-kind": ("one-pair",)}


def _implies_rank(held: str, group: RankGroup | None, hand: str, rank: RankGroup) -> bool:
    """Whether the rank of a class that is held is one that another class, which it implies, wants."""
    if group is None or hand not in _EQUAL or not rank.covers(group):
        return False
    if held in _RANK_OF:
        return held == "five-aces" or hand == "one-pair"
    return held in _EQUAL and _NUMBER[_EQUAL[held]] >= _NUMBER[_EQUAL[hand]]


def _implies_setting(own: SetCondition | None, other: SetCondition | None) -> bool:
    return other is None or (own is not None and own.implies(other))


ANYTHING = HandCondition()


def look(
    cards: Sequence[Card],
    rules: RankRules,
    aspects: frozenset[Aspect] = NO_ASPECTS,
    low: Sequence[Card] = (),
) -> HandView:
    """The view of seven cards in the order they were dealt; `low` where hands as set are asked."""
    return _look(tuple(cards), rules, aspects, tuple(low) if Aspect.AS_SET in aspects else ())


@lru_cache(maxsize=4096)
def _look(
    cards: tuple[Card, ...], rules: RankRules, aspects: frozenset[Aspect], low: tuple[Card, ...]
) -> HandView:
    held = list_classes(cards, rules.joker)
    highest = max(ACE if card.is_joker else card.rank for card in cards)
    filled: dict[str, object] = {}
    if Aspect.EQUAL in aspects:
        for name, number in (("pairs", 2), ("threes", 3), ("fours", 4)):
            filled[name] = _list_equal(cards, rules.joker, number)
    if Aspect.BESIDE in aspects:
        filled["beside"] = frozenset(_list_beside(cards))
    if Aspect.COLOUR in aspects:
        filled["colour"] = _name_colour(cards)
    if Aspect.FIRST_THREE in aspects:
        filled["first_three"] = frozenset(_list_first_three(cards[:3], rules.joker))
    if Aspect.AS_SET in aspects:
        filled |= _view_setting(cards, low, rules)
    return HandView(held, JOKER in cards, highest if held == BARE else None, **filled)  # type: ignore[arg-type]


def _view_setting(
    cards: tuple[Card, ...], low: tuple[Card, ...], rules: RankRules
) -> dict[str, object]:
    if len(low) != 2:
        raise LookupError("the hands must be set before they can be looked at as set")
    high = [card for card in cards if card not in low]
    low_rank, high_rank = rank_low(low, rules), rank_high(high, rules)
    return {
        "low": SetHand(CATEGORIES[low_rank[0]], low_rank[1]),
        "high": SetHand(name_category(high_rank), lead_of(high_rank)),
    }


def lead_of(rank: tuple[int, ...]) -> int:
    """The rank that leads a five-card hand: of the four, three, pair, or of its highest card."""
    name = name_category(rank)
    if name == "royal-flush":
        return ACE
    if name in {"straight", "straight-flush"}:  # ranked at twice the top card, the wheel by a five
        return 3 if rank[1] == 2 * ACE - 1 else rank[1] // 2
    return rank[1]


def _list_equal(cards: tuple[Card, ...], joker: str, number: int) -> frozenset[int]:
    times = Counter(card.rank for card in cards if not card.is_joker)
    if JOKER in cards:
        for rank in range(len(RANKS)) if joker == "wild" else (ACE,):
            times[rank] += 1
    return frozenset(rank for rank, held in times.items() if held >= number)


def _list_beside(cards: tuple[Card, ...]) -> Iterator[str]:
    for pair in combinations(cards, 2):
        rest = [card for card in cards if card not in pair]
        if JOKER in pair or name_category(rank_high(rest, RankRules())) != "royal-flush":
            continue
        suited = pair[0].suit == pair[1].suit
        for name, (ranks, must_suit) in BESIDE.items():
            if {pair[0].rank, pair[1].rank} == set(ranks) and (suited or not must_suit):
                yield name


def _name_colour(cards: tuple[Card, ...]) -> str:
    red = {card.suit in {1, 2} for card in cards if not card.is_joker}
    if len(red) > 1:
        return "mixed"
    return "red" if red.pop() else "black"


def _list_first_three(cards: tuple[Card, ...], joker: str) -> Iterator[str]:
    naturals = [card for card in cards if not card.is_joker]
    wild = len(naturals) < 3
    ranks = {card.rank for card in naturals}
    flush = len({card.suit for card in naturals}) == 1
    straight = len(ranks) == len(naturals) and any(
        ranks <= run
        for run in (
            frozenset({ACE, 0, 1}),
            *(frozenset({low, low + 1, low + 2}) for low in range(ACE - 1)),
        )
    )
    if flush:
        yield "flush"
    if straight:
        yield "straight"
    if flush and straight:
        yield "straight-flush"
    equal = Counter(card.rank for card in naturals)
    if wild:
        for rank in list(equal) if joker == "wild" else [ACE]:
            equal[rank] += 1
    if max(equal.values()) >= 2:
        yield "one-pair"
    if max(equal.values()) >= 3:
        yield "three-of-a-kind"

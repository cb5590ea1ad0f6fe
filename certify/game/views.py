"""What a wager can see of seven cards: the view of a hand, and the conditions that are asked of it.

`look` is the engine's way from cards to a view, one deal at a time; the kernels label every hand with
the same view and count them. Only the aspects that somebody asks for are filled in; the classes held, the
joker and the highest card of a bare hand always are.

`CONDITIONS` has one record for each condition. How a specification writes it, its schema, its row on the
reference page, and the id and printed name of a line follow from the record. `certify.kernels.views` labels
the aspect that it looks at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from itertools import combinations
from math import prod
from operator import attrgetter
from typing import Any

from certify.base.errors import CertifyError
from certify.game.cards import ACE, JOKER, KING, QUEEN, RED_SUITS, Card
from certify.game.holdings import IMPLIED, list_classes
from certify.game.house_way.shapes import RankGroup, parse_group
from certify.game.rank import CATEGORIES, RankRules, name_category, rank_high, rank_low
from certify.game.vocabulary import HAND_CLASSES, RANKS


class Aspect(StrEnum):
    """What a view holds only where a condition asks for it."""

    EQUAL = "equal"
    BESIDE = "beside"
    COLOUR = "colour"
    AS_SET = "as-set"
    FIRST_THREE = "first-three"
    NATURAL = "natural"
    RUN = "run"
    FIRST_FIVE = "first-five"
    REDS = "reds"
    STANDARD = "standard"


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

HAND_SIZE = 7
COLOURS = ("red", "black", "mixed")
FIRST_THREE = ("straight-flush", "three-of-a-kind", "straight", "flush", "one-pair")
"""The classes of the first three cards dealt; a straight flush is a straight and a flush too."""


FIRST_FIVE = tuple(reversed(CATEGORIES))
"""The classes of the first five cards dealt; each is also every class that IMPLIED has for it."""
BOTH_COPIES = "both-copies"
STANDARD_RESULTS = ("wins", "push", "loses", BOTH_COPIES)
"""What comes of the standard wager of the same hand: its result, and whether both hands are copies."""


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
    natural: frozenset[str] = frozenset()
    """Every class that the natural cards make by themselves."""
    straight: int | None = None
    """The top rank of the highest straight, suited or not; a five for A-2-3-4-5."""
    straight_flush: int | None = None
    first_five: frozenset[str] = frozenset()
    reds: int | None = None
    """How many natural cards are red."""
    blacks: int | None = None
    standard: frozenset[str] = frozenset()
    """Which of STANDARD_RESULTS come of the standard wager against the bank's hand of the deal."""


@dataclass(frozen=True, slots=True)
class CardNumbers:
    """Numbers of cards: `4`, `4-6`, `4+`."""

    lowest: int
    highest: int

    def __contains__(self, number: int) -> bool:
        return self.lowest <= number <= self.highest

    def __str__(self) -> str:
        if self.lowest == self.highest:
            return str(self.lowest)
        return f"{self.lowest}-{self.highest}"

    @property
    def words(self) -> str:
        """As printed for people."""
        if self.lowest < self.highest == HAND_SIZE:
            return f"{self.lowest} or more"
        return str(self).replace("-", " to ")


def parse_numbers(text: str) -> CardNumbers:
    """Read numbers of cards, the lower one first."""
    first, dash, last = text.partition("-")
    if not dash:
        last = str(HAND_SIZE) if first.endswith("+") else first
        first = first.removesuffix("+")
    if not (first.isdecimal() and last.isdecimal() and int(first) <= int(last) <= HAND_SIZE):
        raise CertifyError(
            f"{text!r} is not a number of cards; write for example 4, 4-6 or 4+, the lower number first"
        )
    return CardNumbers(int(first), int(last))


@dataclass(frozen=True, slots=True)
class SetCondition:
    """What a condition wants of the low or high hand as set."""

    hand: str | None = None
    rank: RankGroup | None = None

    def __str__(self) -> str:
        words = (self.hand, f"of-{self.rank}" if self.rank else None)
        return "-".join(word for word in words if word)

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
_RUNS = {"straight": "straight", "straight-flush": "straight_flush"}
RANKED_CLASSES = (*_EQUAL, *_RUNS)
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
    """Of the four, three or pair that `hand` names; of two pairs the higher one; of a straight the top."""
    natural: bool | None = None
    """Whether the class that `hand` names is made without the joker, which may be among the seven."""
    only: bool | None = None
    """Whether no higher class is held."""
    beside: str | None = None
    colour: str | None = None
    red_cards: CardNumbers | None = None
    black_cards: CardNumbers | None = None
    low: SetCondition | None = None
    high: SetCondition | None = None
    first_three: str | None = None
    first_five: str | None = None
    standard: str | None = None
    """What comes of the standard wager of the same hand."""
    _asked: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """The places of what is wanted in CONDITIONS: found once, because `holds` is called for every view."""

    def __post_init__(self) -> None:
        wanted = (
            place
            for place, record in enumerate(CONDITIONS)
            if getattr(self, record.key) is not None
        )
        object.__setattr__(self, "_asked", tuple(wanted))

    def __str__(self) -> str:
        """The condition in the id of a line."""
        return "-".join(record.name(getattr(self, record.key)) for record in self.asked) or "any"

    @property
    def asked(self) -> list[ConditionRecord]:
        """The records of what is wanted, in the order of a line's id: first those about the class."""
        found = (CONDITIONS[place] for place in self._asked)
        return sorted(found, key=lambda record: not record.about_class)

    @property
    def phrases(self) -> list[str]:
        """What is wanted as printed for people: of all seven cards, then of each hand as set."""
        hand = [record.phrase(self) for record in self.asked if record.form is not Form.SET_HAND]
        as_set = [record.phrase(self) for record in self.asked if record.form is Form.SET_HAND]
        words = " ".join(filter(None, hand))
        return [words, *as_set] if words else as_set

    @property
    def aspects(self) -> frozenset[Aspect]:
        """What a view must hold for the condition to be asked of it."""
        found = (record.find_aspect(self) for record in self.asked)
        return frozenset(aspect for aspect in found if aspect is not None)

    @property
    def is_class(self) -> bool:
        """Whether nothing but a class is asked."""
        return [record.key for record in self.asked] == ["hand"]

    def holds(self, view: HandView) -> bool:
        """Whether a hand is one of these."""
        for place in self._asked:  # noqa: SIM110 - all() takes twice as long
            if not CONDITIONS[place].holds(self, view):
                return False
        return True

    def includes(self, other: HandCondition) -> bool:
        """Whether everything that another condition wants is wanted here in the same words."""
        return all(getattr(self, item.key) == getattr(other, item.key) for item in other.asked)

    def implies(self, other: HandCondition) -> bool:
        """Whether every hand that meets this condition meets the other too."""
        return all(record.implies(self, other) for record in other.asked)


def parse_condition(data: Mapping[str, Any]) -> HandCondition:
    """Read what a line wants of one hand."""
    return HandCondition(
        **{
            record.key: record.parse(data[record.key])
            for record in CONDITIONS
            if record.key in data
        }
    )


def _holds_class(condition: HandCondition, view: HandView) -> bool:
    return condition.hand in view.held and (condition.hand != "high-card" or view.held == BARE)


def _holds_only(condition: HandCondition, view: HandView) -> bool:
    return view.held.isdisjoint(_HIGHER[condition.hand or ""])


def _holds_rank(condition: HandCondition, view: HandView) -> bool:
    if condition.hand in _RUNS:
        top = getattr(view, _RUNS[condition.hand])
        return condition.rank is not None and top is not None and top in condition.rank
    ranks = getattr(view, _EQUAL[condition.hand or ""])
    if condition.hand == "two-pair":
        ranks = sorted(ranks)[-1:]
    return condition.rank is not None and any(rank in condition.rank for rank in ranks)


def _implies_class(own: HandCondition, other: HandCondition) -> bool:
    """Whether every such hand holds the class of another condition, of the rank that it names."""
    hand, rank = other.hand or "", other.rank
    if hand == "high-card":
        return own.hand == "high-card" or own.highest is not None
    if hand == own.hand and hand in _LEADING and _covers(rank, own.rank):
        return True
    return any(
        (held == hand or hand in IMPLIED.get(held, ()))
        and (rank is None or _implies_rank(held, group, hand, rank))
        for held, group in _list_held(own)
    )


def _list_held(condition: HandCondition) -> Iterator[tuple[str, RankGroup | None]]:
    """Classes that the seven cards of every such hand hold, with the group of their rank."""
    if condition.hand is not None:
        yield condition.hand, _RANK_OF.get(condition.hand, condition.rank)
    if condition.high is not None and condition.high.hand is not None:
        yield condition.high.hand, condition.high.rank
    if condition.low is not None and condition.low.hand == "one-pair":
        yield condition.low.hand, condition.low.rank
    if condition.first_three in {"one-pair", "three-of-a-kind"}:
        yield str(condition.first_three), None
    if condition.first_five not in (None, "high-card"):
        yield condition.first_five, _RANK_OF.get(condition.first_five)


def _find_joker(condition: HandCondition) -> bool | None:
    """Whether every such hand holds the joker, or none does; None where either may be."""
    if condition.joker is not None:
        return condition.joker
    if condition.highest is not None and ACE not in condition.highest:
        return False  # in a hand that holds nothing the joker is an ace
    return _JOKER_OF.get(condition.hand or "", _JOKER_OF.get(condition.first_five or ""))


def _implies_natural(own: HandCondition, other: HandCondition) -> bool:
    """Whether every such hand makes the class of another condition without the joker."""
    if _find_joker(own) is False:
        return _implies_class(own, other)
    hand = other.hand or ""
    return own.natural is True and (hand == own.hand or hand in IMPLIED.get(own.hand or "", ()))


def _implies_only(own: HandCondition, other: HandCondition) -> bool:
    """Whether every such hand holds nothing higher than the class of another condition."""
    bare = own.hand == "high-card" or own.highest is not None
    return bare or (own.only is True and own.hand == other.hand)


def _list_colours(condition: HandCondition) -> set[tuple[int, int]]:
    """The numbers of red and of black cards that hands of a condition can have."""
    joker = _find_joker(condition)
    return {
        (reds, naturals - reds)
        for naturals in (HAND_SIZE, HAND_SIZE - 1)
        if joker is None or joker is (naturals < HAND_SIZE)
        for reds in range(naturals + 1)
        if condition.red_cards is None or reds in condition.red_cards
        if condition.black_cards is None or naturals - reds in condition.black_cards
        if condition.colour in (None, find_colour(reds, naturals - reds))
    }


def find_colour(reds: int, blacks: int) -> str:
    """The colour of natural cards by how many of them are red and how many black."""
    if reds and blacks:
        return "mixed"
    return "red" if reds else "black"


def _implies_colours(own: HandCondition, other: HandCondition, key: str) -> bool:
    """Whether every such hand has the colour, or the red or black cards, of another condition."""
    wanted = HandCondition(**{key: getattr(other, key)})
    return _list_colours(own) <= _list_colours(wanted)


def _implies_beside(own: HandCondition, other: HandCondition) -> bool:
    beside = own.beside or ("suited-king-queen" if own.hand == "royal-match" else None)
    return beside in (other.beside, f"suited-{other.beside}")


def _implies_first_three(own: HandCondition, other: HandCondition) -> bool:
    return other.first_three == own.first_three or other.first_three in _IMPLIED_OF_THREE.get(
        own.first_three or "", ()
    )


_RANK_OF = {"five-aces": RankGroup(ACE, ACE), "royal-match": RankGroup(QUEEN, KING)}
"""Ranks that a class says itself; a royal match holds a pair of one of these."""
_JOKER_OF = {
    "five-aces": True,
    "five-of-a-kind": True,
    "seven-card-straight-flush-joker": True,
    "seven-card-straight-flush": False,
}
_NUMBER = {"fours": 4, "threes": 3, "pairs": 2}
_LEADING = {"two-pair", *_RUNS}
"""Classes whose rank is that of the highest of several that a hand can hold."""
_TOP_OF = {"royal-flush": RankGroup(ACE, ACE), "royal-match": RankGroup(ACE, ACE)}
"""The top rank of the straight that a class holds."""
_HIGHER = {
    name: frozenset(HAND_CLASSES[:place]) - {name} for place, name in enumerate(HAND_CLASSES)
}
_IMPLIED_OF_THREE = {"straight-flush": ("straight", "flush"), "three-of-a-kind": ("one-pair",)}


def _implies_rank(held: str, group: RankGroup | None, hand: str, rank: RankGroup) -> bool:
    """Whether the rank of a class that is held is one that another class, which it implies, wants."""
    if hand in _RUNS:
        group = _TOP_OF.get(held, group if held in _RUNS else None)
        # another straight may be higher than the one that is named
        return group is not None and rank.covers(RankGroup(group.lowest, ACE))
    if hand == "two-pair" and group is not None:
        group = RankGroup(group.lowest, ACE)  # a third pair may be higher than those that are named
    if group is None or hand not in _EQUAL or not rank.covers(group):
        return False
    if held in _RANK_OF:
        return held == "five-aces" or hand == "one-pair"
    return held in _EQUAL and _NUMBER[_EQUAL[held]] >= _NUMBER[_EQUAL[hand]]


def _implies_setting(own: SetCondition | None, other: SetCondition | None) -> bool:
    return other is None or (own is not None and own.implies(other))


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
    filled: dict[str, Any] = {}
    for aspect in aspects:
        filled |= _SHOW[aspect](cards, rules, low)
    return HandView(held, JOKER in cards, highest if held == BARE else None, **filled)


def _show_setting(
    cards: tuple[Card, ...], rules: RankRules, low: tuple[Card, ...]
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
    return find_colour(*_count_colours(cards))


def _count_colours(cards: tuple[Card, ...]) -> tuple[int, int]:
    naturals = [card for card in cards if not card.is_joker]
    reds = sum(card.suit in RED_SUITS for card in naturals)
    return reds, len(naturals) - reds


def _show_reds(cards: tuple[Card, ...], *_: object) -> dict[str, object]:
    reds, blacks = _count_colours(cards)
    return {"reds": reds, "blacks": blacks, "colour": find_colour(reds, blacks)}


def _show_runs(cards: tuple[Card, ...], *_: object) -> dict[str, object]:
    """The top ranks of the highest straight and straight flush, as far up as the joker can take them."""
    naturals = [card for card in cards if not card.is_joker]
    suits = [{card.rank for card in naturals if card.suit == suit} for suit in range(4)]
    missing = int(JOKER in cards)
    return {
        "straight": _find_top([{card.rank for card in naturals}], missing),
        "straight_flush": _find_top(suits, missing),
    }


def _find_top(groups: list[set[int]], missing: int) -> int | None:
    """The top rank of the highest straight in a group of ranks, of which so many may be missing."""
    for top in range(ACE, 2, -1):
        run = {rank % len(RANKS) for rank in range(top - 4, top + 1)}
        if any(len(run & ranks) >= len(run) - missing for ranks in groups):
            return top
    return None


def _list_first_five(cards: tuple[Card, ...], rules: RankRules) -> frozenset[str]:
    name = name_category(rank_high(cards[:5], rules))
    return frozenset({name}) | IMPLIED.get(name, frozenset())


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


_RANK_WORDS = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)


def _name_highest(group: RankGroup) -> str:
    """Hands that make nothing, by the highest card."""
    return _name_group(group, [f"{word} high" for word in _RANK_WORDS])


def _name_group(group: RankGroup, words: Sequence[str]) -> str:
    """A group of ranks by the words for its ends: one alone, or up or down from it, where that says it."""
    first, last = words[group.lowest], words[group.highest]
    if group.lowest == group.highest:
        return first
    if group.highest == ACE:
        return f"{first} or better"
    return f"{last} or lower" if not group.lowest else f"{first} to {last}"


def _space(name: str) -> str:
    return name.replace("-", " ")


def _say_rank(condition: HandCondition) -> str:
    ranks = str(condition.rank).replace("-", " to ")
    return f"{ranks} high" if condition.hand in _RUNS else f"of {ranks}"


def _say_colour_cards(colour: str) -> Callable[[HandCondition], str]:
    def say(condition: HandCondition) -> str:
        return f"{getattr(condition, f'{colour}_cards').words} {colour} cards"

    return say


_RESULT_WORDS = {
    "wins": "standard wager won",
    "push": "standard wager pushed",
    "loses": "standard wager lost",
    BOTH_COPIES: "both hands copies of the banker's",
}


def _name_made(hand: str) -> str:
    return "nothing made" if hand == "high-card" else _space(hand)


def _describe_set(wanted: SetCondition) -> str:
    """What a condition wants of a hand as set."""
    if wanted.rank is None:
        return _name_made(wanted.hand or "any hand")
    if wanted.hand == "high-card":
        return _name_highest(wanted.rank)
    plural = [f"{word}es" if word.endswith("x") else f"{word}s" for word in _RANK_WORDS]
    hand = f"{_space(wanted.hand)} of" if wanted.hand else "a hand led by"
    return f"{hand} {_name_group(wanted.rank, plural)}"


class Form(StrEnum):
    """How the value of a condition is written in a specification."""

    CLASS = "class"
    WORD = "word"
    RANKS = "ranks"
    SET_HAND = "set-hand"
    NUMBERS = "numbers"
    FLAG = "flag"


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionRecord:
    """All there is to know of one condition, except how the kernels label it."""

    key: str
    """In a specification; also the field of HandCondition."""
    form: Form
    words: tuple[str, ...] = ()
    """The words that can be written, of a hand as set its classes."""
    description: str
    """In the schema."""
    meaning: str
    """On the reference page."""
    parse: Callable[[Any], Any] = str
    name: Callable[[Any], str]
    """In the id of a line, by its value."""
    say: Callable[[HandCondition], str] | None = None
    """As printed for people; without it as in the id, with spaces."""
    about_class: bool = False
    """Whether it describes the class that `hand` names."""
    holds: Callable[[HandCondition, HandView], bool]
    """Whether a hand meets it. This and `implies` are called only where it is asked."""
    implies: Callable[[HandCondition, HandCondition], bool]
    """Whether every hand of the first condition meets it as the second asks it."""
    aspect: Aspect | None = None
    """What it looks at, if not at what every view holds."""
    show: Callable[[tuple[Card, ...], RankRules, tuple[Card, ...]], dict[str, object]] | None = None
    """The fields of a view for the aspect, by cards, ranking and low hand."""
    needs_suits: bool = False
    """Whether it depends on more suits than those of a flush and of two cards next to it."""
    by_cards: bool = True
    """Whether seven cards alone decide it, whatever their order and however they are set."""
    choices: int = 1
    """In how many equally likely ways seven cards can be looked at."""
    aspects: Mapping[str, Aspect] | None = None
    """What it looks at instead, by the class that `hand` names."""

    def find_aspect(self, condition: HandCondition) -> Aspect | None:
        """What it looks at where a condition asks it."""
        return (self.aspects or {}).get(condition.hand or "", self.aspect)

    def phrase(self, condition: HandCondition) -> str:
        """What a condition wants here, as printed for people."""
        if self.say is not None:
            return self.say(condition)
        return _space(self.name(getattr(condition, self.key)))


def _parse_ranks(data: Any) -> RankGroup:
    return parse_group(str(data))


def _parse_set(data: Mapping[str, Any]) -> SetCondition:
    return SetCondition(data.get("hand"), _parse_ranks(data["rank"]) if "rank" in data else None)


def _record_cards(colour: str) -> ConditionRecord:
    """The record of how many cards are of a colour."""
    key, seen = f"{colour}_cards", f"{colour}s"
    return ConditionRecord(
        key=key,
        form=Form.NUMBERS,
        description=f"How many of the seven cards are {colour}; the joker is not one of them.",
        meaning=f"how many of the seven cards are {colour}; the joker has no colour",
        parse=lambda data: parse_numbers(str(data)),
        name=f"{{}}-{colour}-cards".format,
        say=_say_colour_cards(colour),
        holds=lambda condition, view: getattr(view, seen) in getattr(condition, key),
        implies=lambda own, other: _implies_colours(own, other, key),
        aspect=Aspect.REDS,
        show=_show_reds,
        needs_suits=True,
    )


def _record_set(key: str, cards: str, classes: tuple[str, ...]) -> ConditionRecord:
    """The record of the low or high hand as set."""
    value = attrgetter(key)
    return ConditionRecord(
        key=key,
        form=Form.SET_HAND,
        words=classes,
        description=f"What the {cards} hand must be as set.",
        meaning=f"the {cards} hand as set",
        parse=_parse_set,
        name=lambda wanted: "-".join(filter(None, (key, str(wanted)))),
        say=lambda condition: f"{_describe_set(value(condition))} set {key}",
        holds=lambda condition, view: value(condition).holds(value(view)),
        implies=lambda own, other: value(own) is not None and value(own).implies(value(other)),
        aspect=Aspect.AS_SET,
        show=_show_setting,
        by_cards=False,
    )


CONDITIONS = (
    ConditionRecord(
        key="hand",
        form=Form.CLASS,
        words=HAND_CLASSES,
        description="A class that the seven cards contain; high-card if they contain no other.",
        meaning="a class that the seven cards contain; `high-card` if they contain no other",
        name=str,
        # a hand that makes nothing is called by its highest card
        say=lambda condition: "" if condition.highest else _name_made(str(condition.hand)),
        about_class=True,
        holds=_holds_class,
        implies=_implies_class,
    ),
    ConditionRecord(
        key="joker",
        form=Form.WORD,
        words=("with", "without"),
        description="Whether the joker is among the seven.",
        meaning="whether the joker is among the seven cards",
        parse={"with": True, "without": False}.__getitem__,
        name=lambda joker: "with-joker" if joker else "without-joker",
        say=lambda condition: "with the joker" if condition.joker else "without the joker",
        holds=lambda condition, view: condition.joker == view.joker,
        implies=lambda own, other: other.joker == _find_joker(own),
    ),
    ConditionRecord(
        key="highest",
        form=Form.RANKS,
        description="The highest card of a hand without a class.",
        meaning="the highest card of a hand without a class; the joker is an ace",
        parse=_parse_ranks,
        name="{}-high".format,
        say=lambda condition: _name_highest(condition.highest) if condition.highest else "",
        about_class=True,
        holds=lambda condition, view: (
            view.highest is not None
            and condition.highest is not None
            and view.highest in condition.highest
        ),
        implies=lambda own, other: _covers(other.highest, own.highest),
    ),
    ConditionRecord(
        key="rank",
        form=Form.RANKS,
        description="The rank of the four, three or pair that hand names; of two pairs the higher one; "
        "of a straight or straight flush its top card.",
        meaning="the rank of the pair, three or four of "
        + ", ".join(f"`{name}`" for name in _EQUAL)
        + "; of two pairs the rank of the higher one, as in `high: {hand: two-pair, rank}`; of "
        + " and ".join(f"`{name}`" for name in _RUNS)
        + " the top card of the highest one that the seven cards make, 5 for A-2-3-4-5",
        parse=_parse_ranks,
        name="of-{}".format,
        say=_say_rank,
        about_class=True,
        holds=_holds_rank,
        implies=_implies_class,
        aspect=Aspect.EQUAL,
        show=lambda cards, rules, _: {
            name: _list_equal(cards, rules.joker, number) for name, number in _NUMBER.items()
        },
        aspects=dict.fromkeys(_RUNS, Aspect.RUN),
    ),
    ConditionRecord(
        key="natural",
        form=Form.FLAG,
        description="The class that hand names is made without the joker, which may be among the seven.",
        meaning="the class that `hand` names is made without the joker, which may be among the seven",
        name=lambda _: "natural",
        say=lambda _: "made without the joker",
        about_class=True,
        holds=lambda condition, view: condition.hand in view.natural,
        implies=_implies_natural,
        aspect=Aspect.NATURAL,
        show=lambda cards, rules, _: {
            "natural": list_classes([card for card in cards if not card.is_joker], rules.joker)
        },
    ),
    ConditionRecord(
        key="only",
        form=Form.FLAG,
        description="The seven cards hold no higher class than the one that hand names.",
        meaning="the seven cards hold no class above the one that `hand` names, "
        "in the order of the values of `hand`",
        name=lambda _: "only",
        say=lambda _: "and nothing higher",
        about_class=True,
        holds=_holds_only,
        implies=_implies_only,
    ),
    ConditionRecord(
        key="beside",
        form=Form.WORD,
        words=tuple(BESIDE),
        description="The other two cards next to a royal flush.",
        meaning="the other two cards next to a royal flush, both natural",
        name="beside-{}".format,
        about_class=True,
        holds=lambda condition, view: condition.beside in view.beside,
        implies=_implies_beside,
        aspect=Aspect.BESIDE,
        show=lambda cards, *_: {"beside": frozenset(_list_beside(cards))},
    ),
    ConditionRecord(
        key="colour",
        form=Form.WORD,
        words=COLOURS,
        description="The colour of all seven cards.",
        meaning="the colour of all seven cards except the joker",
        name="all-{}".format,
        holds=lambda condition, view: condition.colour == view.colour,
        implies=lambda own, other: _implies_colours(own, other, "colour"),
        aspect=Aspect.COLOUR,
        show=lambda cards, *_: {"colour": _name_colour(cards)},
        needs_suits=True,
    ),
    _record_cards("red"),
    _record_cards("black"),
    _record_set("low", "two-card", ("one-pair", "high-card")),
    _record_set("high", "five-card", tuple(reversed(CATEGORIES))),
    ConditionRecord(
        key="first_three",
        form=Form.WORD,
        words=FIRST_THREE,
        description="What the first three cards make.",
        meaning="what the first three cards dealt make",
        name="first-three-{}".format,
        holds=lambda condition, view: condition.first_three in view.first_three,
        implies=_implies_first_three,
        aspect=Aspect.FIRST_THREE,
        show=lambda cards, rules, _: {
            "first_three": frozenset(_list_first_three(cards[:3], rules.joker))
        },
        needs_suits=True,
        by_cards=False,
        choices=35,  # of three cards out of seven
    ),
    ConditionRecord(
        key="first_five",
        form=Form.WORD,
        words=FIRST_FIVE,
        description="What the first five cards make.",
        meaning="what the first five cards dealt make, as a hand of five cards; a class holds the "
        "lower ones that it is made of, a straight flush also a straight and a flush",
        name="first-five-{}".format,
        holds=lambda condition, view: condition.first_five in view.first_five,
        implies=lambda own, other: (
            other.first_five == own.first_five
            or other.first_five in IMPLIED.get(own.first_five or "", ())
        ),
        aspect=Aspect.FIRST_FIVE,
        show=lambda cards, rules, _: {"first_five": _list_first_five(cards, rules)},
        needs_suits=True,
        by_cards=False,
        choices=21,  # of five cards out of seven
    ),
    ConditionRecord(
        key="standard",
        form=Form.WORD,
        words=STANDARD_RESULTS,
        description="What comes of the standard wager of the same hand.",
        meaning="the result of the standard wager of the same hand under the rules of the document; "
        "`both-copies`: each hand is equal in rank to the banker's",
        name="standard-{}".format,
        say=lambda condition: _RESULT_WORDS[condition.standard or ""],
        holds=lambda condition, view: condition.standard in view.standard,
        implies=lambda own, other: other.standard == own.standard,
        aspect=Aspect.STANDARD,
        show=lambda *_: {},  # two hands as set decide it: see `certify.wagers.lines`
        by_cards=False,
    ),
)
"""In the order of the schema and the reference page."""

CONDITION_KEYS = tuple(record.key for record in CONDITIONS)
ANYTHING = HandCondition()

_SHOW = {record.aspect: record.show for record in CONDITIONS if record.aspect and record.show}
_SHOW[Aspect.RUN] = _show_runs

NEED_SUITS = frozenset(record.aspect for record in CONDITIONS if record.needs_suits)
BEYOND_CARDS = frozenset(record.aspect for record in CONDITIONS if not record.by_cards)
"""Aspects that seven cards alone do not decide."""
IN_ORDER = frozenset(record.aspect for record in CONDITIONS if record.choices > 1)
"""Aspects of the cards in the order in which they are dealt."""


def count_choices(aspects: frozenset[Aspect]) -> int:
    """In how many equally likely ways the same seven cards can be looked at for some aspects."""
    return prod(record.choices for record in CONDITIONS if record.aspect in aspects)

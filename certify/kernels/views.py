"""Labels hands by what a wager can see of them, as whole numbers.

Every aspect of a view is one number a hand. Those that an exchange of suits does not change are
the same for all hands of a suit class; some are not, or look at more than the seven cards, and are
given as a *profile* of the class instead:

- colour: how many suits the natural cards lie in. Of all ways to give names to that many suits,
  a fixed share is red alone and a fixed share black alone;
- red and black cards: how many natural cards lie in each suit. Every way to give names to the suits is as
  likely as another, so two of four suits are red in six ways;
- the first three or five cards dealt: how many of the 35 or 21 choices of cards are of each kind. Every
  order of dealing seven cards is equally likely, so every choice is.

`LABELS` has a row for each aspect: the kernel that labels it, and how its number is read as a part of a view.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from certify.base.progress import Progress
from certify.game.cards import RED_SUITS
from certify.game.holdings import IMPLIED
from certify.game.rank import CATEGORIES
from certify.game.views import Aspect, SetHand, find_colour
from certify.kernels.compilation import compiled
from certify.kernels.deck import HAND, JOKER, Deck, population, require
from certify.kernels.keys import number_values
from certify.kernels.rank import WHEEL_LOWEST, high_class, high_value
from certify.kernels.threads import available_threads, run_in_chunks, sum_in_chunks

FEATURES = (
    "high-card",
    "one-pair",
    "two-pair",
    "three-pair",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush",
    "royal-flush",
    "five-of-a-kind",
    "five-aces",
    "seven-card-straight-flush-joker",
    "royal-match-joker",
    "royal-match",
    "seven-card-straight-flush",
)
"""Names by bit; ``royal-match`` is the natural one, ``royal-match-joker`` the completed one."""

_ONE_PAIR, _TWO_PAIR, _THREE_PAIR, _THREE = 1 << 1, 1 << 2, 1 << 3, 1 << 4
_STRAIGHT, _FLUSH, _FULL_HOUSE, _FOUR = 1 << 5, 1 << 6, 1 << 7, 1 << 8
_STRAIGHT_FLUSH, _ROYAL_FLUSH, _FIVE, _FIVE_ACES = 1 << 9, 1 << 10, 1 << 11, 1 << 12
_SEVEN_JOKER, _MATCH_JOKER, _MATCH, _SEVEN = 1 << 13, 1 << 14, 1 << 15, 1 << 16

_LOW_HALF = 0xFFFF
_ACE_BIT = 1 << 12
_KING_QUEEN = 0b11 << 10
_ROYAL_BITS = 0b11111 << 8


@compiled
def card_bit(card: int) -> int:
    """Return the bit of a natural card in a packed hand: sixteen bits a suit."""
    return 1 << (((card & 3) << 4) + (card >> 2))


@compiled
def _holds_run(mask: int, length: int, joker: int) -> bool:
    """Tell whether the ranks, the ace also below the deuce, hold a run, one of it the joker's."""
    ranks = (mask << 1) | (mask >> 12)
    if joker == 0:
        run = ranks
        for i in range(1, length):
            run &= ranks >> i
        return run != 0
    window = (1 << length) - 1
    for low in range(14 - length + 1):  # noqa: SIM110  (compiled)
        if population(ranks & (window << low)) >= length - 1:
            return True
    return False


@compiled
def _suit_features(hand: int, joker: int) -> int:
    """Return the features of the suit that can make a flush; 0 where none can."""
    for suit in range(4):
        mask = (hand >> (16 * suit)) & _LOW_HALF
        if population(mask) < 5 - joker:
            continue
        features = _FLUSH
        if _holds_run(mask, 5, joker):
            features |= _STRAIGHT_FLUSH
        if population(mask & _ROYAL_BITS) >= 5 - joker:
            features |= _ROYAL_FLUSH
            if population(mask & _ROYAL_BITS) == 5 - joker:
                rest = hand & ~(_ROYAL_BITS << (16 * suit))
                for other in range(4):
                    if rest == _KING_QUEEN << (16 * other):
                        features |= _MATCH_JOKER if joker else _MATCH
        if population(mask) == HAND - joker and _holds_run(mask, HAND, joker):
            features |= _SEVEN_JOKER if joker else _SEVEN
        return features
    return 0


@compiled
def features_of_packed(hand: int, joker: int, wild: int) -> int:
    """Return the features of natural cards (see ``card_bit``) beside ``joker`` jokers."""
    clubs = hand & _LOW_HALF
    diamonds = (hand >> 16) & _LOW_HALF
    hearts = (hand >> 32) & _LOW_HALF
    spades = (hand >> 48) & _LOW_HALF
    minor, major = clubs | diamonds, hearts | spades
    both_minor, both_major = clubs & diamonds, hearts & spades
    one = minor | major
    two = both_minor | both_major | (minor & major)
    three = (both_minor & major) | (both_major & minor)
    four = both_minor & both_major
    five = 0
    features = 1 | _suit_features(hand, joker)
    if _holds_run(one, 5, joker):
        features |= _STRAIGHT
    singles, pairs, threes = population(one), population(two), population(three)
    if joker and not wild:
        five = four & _ACE_BIT
        four |= three & _ACE_BIT
        three |= two & _ACE_BIT
        two |= one & _ACE_BIT
        pairs, threes = population(two), population(three)
    full = threes > 0 and pairs > 1
    if joker and wild:  # one more of any rank: what the best use of it reaches, feature by feature
        full = full or pairs > 1 or (threes > 0 and singles > 1)
        pairs = min(pairs + 1, singles)
        five, four, three = four, four | three, three | two
    features |= _ONE_PAIR * (pairs > 0) | _TWO_PAIR * (pairs > 1) | _THREE_PAIR * (pairs > 2)
    features |= _THREE * (three > 0) | _FULL_HOUSE * full | _FOUR * (four > 0)
    features |= _FIVE * (five > 0) | _FIVE_ACES * ((five & _ACE_BIT) > 0)
    return features


@compiled
def features_of_hand(cards: NDArray[np.int8], wild: int) -> int:
    """Return the features of seven cards given by their codes in any order."""
    hand = 0
    joker = 0
    for i in range(HAND):
        if cards[i] == JOKER:
            joker = 1
        else:
            hand |= card_bit(int(cards[i]))
    return features_of_packed(hand, joker, wild)


JOKER_AT = len(FEATURES)
HIGHEST_AT = JOKER_AT + 1
"""Four bits from here: one more than the rank of a bare hand's highest card, 0 for other hands."""

RANKS = 13
"""Bits of one set of ranks in the label of equal ranks: pairs, then threes, then fours."""

SUITED_KING_QUEEN, KING_QUEEN, SUITED_ACE_KING, ACE_KING = 1, 2, 4, 8
FLUSH, STRAIGHT, PAIR = 1, 2, 4
THREE = 8
"""Kinds of three cards: the sum of what they hold, or THREE, which excludes the others."""
KINDS = THREE + 1
KIND_BITS = 6
"""Bits for the number of choices of each kind: there are 35 in all."""
FIVE_BITS = 5
"""The same of five cards, of which there are 21 choices."""
RUN_BITS = 4
SIZE_BITS = 3

_ACE = 12
_BARE = 1 << FEATURES.index("high-card")
_ROYAL = 1 << FEATURES.index("royal-flush")
_FIELD = 0xFFFF
_ROYAL_RANKS = 0b11111 << 8
_KINGS_AND_QUEENS = 0b11 << 10
_ACES_AND_KINGS = 0b11 << 11


@compiled
def _fill_seen(hands: NDArray[np.int8], wild: int, labels: NDArray[np.int64]) -> None:
    """The classes as features, the joker, and the highest card of a bare hand; see HIGHEST_AT."""
    for i in range(len(hands)):
        features = features_of_hand(hands[i], wild)
        joker = 0
        highest = 0
        for j in range(HAND):
            card = int(hands[i, j])
            joker |= card == JOKER
            highest = max(highest, min(card >> 2, _ACE))
        label = features | (joker << JOKER_AT)
        if features == _BARE:
            label |= (highest + 1) << HIGHEST_AT
        labels[i] = label


@compiled
def _fill_equal(hands: NDArray[np.int8], wild: int, labels: NDArray[np.int64]) -> None:
    """The ranks held at least twice, three and four times; see RANKS."""
    times = np.empty(RANKS, dtype=np.int64)
    for i in range(len(hands)):
        times[:] = 0
        for j in range(HAND):
            if hands[i, j] == JOKER:
                for rank in range(0 if wild else _ACE, RANKS):
                    times[rank] += 1
            else:
                times[hands[i, j] >> 2] += 1
        label = 0
        for rank in range(RANKS):
            for number in range(2, 5):
                if times[rank] >= number:
                    label |= 1 << (rank + (number - 2) * RANKS)
        labels[i] = label


@compiled
def _fill_beside(hands: NDArray[np.int8], wild: int, labels: NDArray[np.int64]) -> None:  # noqa: C901
    """The sum of the kinds of two cards that are left next to a royal flush."""
    for i in range(len(hands)):
        labels[i] = 0
        if features_of_hand(hands[i], wild) & _ROYAL == 0:
            continue
        for first in range(HAND):
            for second in range(first + 1, HAND):
                a, b = int(hands[i, first]), int(hands[i, second])
                if JOKER in (a, b):
                    continue
                ranks = (1 << (a >> 2)) | (1 << (b >> 2))
                if ranks not in (_KINGS_AND_QUEENS, _ACES_AND_KINGS):
                    continue
                rest = 0
                joker = 0
                for k in range(HAND):
                    if hands[i, k] == JOKER:
                        joker = 1
                    elif k not in (first, second):
                        rest |= card_bit(int(hands[i, k]))
                for suit in range(4):
                    royal = (rest >> (16 * suit)) & _FIELD & _ROYAL_RANKS
                    if population(royal) == 5 - joker and population(rest) == 5 - joker:
                        kind = KING_QUEEN if ranks == _KINGS_AND_QUEENS else ACE_KING
                        labels[i] |= kind
                        if a & 3 == b & 3:
                            labels[i] |= kind >> 1


@compiled
def _fill_suits(hands: NDArray[np.int8], _wild: int, labels: NDArray[np.int64]) -> None:
    """The number of suits of the natural cards."""
    for i in range(len(hands)):
        suits = 0
        for j in range(HAND):
            if hands[i, j] != JOKER:
                suits |= 1 << (hands[i, j] & 3)
        labels[i] = population(suits)


@compiled
def kind_of_three(first: int, second: int, third: int, wild: int) -> int:
    """Return the kind of three cards by their codes, the joker last where it is among them."""
    a, b, c = first >> 2, second >> 2, third >> 2
    if third != JOKER:
        if a == b and b == c:
            return THREE
        low, high = min(a, b, c), max(a, b, c)
        middle = a + b + c - low - high
        kind = FLUSH * (first & 3 == second & 3 and second & 3 == third & 3)
        if middle in (low, high):
            return kind | PAIR
        run = high - low == 2 or (high == _ACE and middle == 1 and low == 0)
        return kind | STRAIGHT * run
    if a == b:
        return THREE if wild or a == _ACE else PAIR
    kind = FLUSH * (first & 3 == second & 3)
    low, high = min(a, b), max(a, b)
    kind |= STRAIGHT * (high - low <= 2 or (high == _ACE and low <= 1))
    return kind | PAIR * (wild or high == _ACE)


@compiled
def _fill_first_three(hands: NDArray[np.int8], wild: int, labels: NDArray[np.int64]) -> None:
    """How many of the 35 choices of three cards are of each kind, in KIND_BITS bits each."""
    for i in range(len(hands)):
        label = 0
        for a in range(HAND):
            for b in range(a + 1, HAND):
                for c in range(b + 1, HAND):
                    kind = kind_of_three(int(hands[i, a]), int(hands[i, b]), int(hands[i, c]), wild)
                    label += 1 << (kind * KIND_BITS)
        labels[i] = label


@compiled
def _fill_natural(hands: NDArray[np.int8], _wild: int, labels: NDArray[np.int64]) -> None:
    """The classes that the natural cards make by themselves, as features."""
    for i in range(len(hands)):
        naturals = 0
        for j in range(HAND):
            if hands[i, j] != JOKER:
                naturals |= card_bit(int(hands[i, j]))
        labels[i] = features_of_packed(naturals, 0, 0)


@compiled
def _top_of_run(ranks: int, joker: int) -> int:
    """Return the top rank of the highest five in a row, one of which the joker may be; -1 for none."""
    wide = (ranks << 1) | (ranks >> _ACE)
    for low in range(9, -1, -1):
        if population(wide & (0b11111 << low)) >= 5 - joker:
            return low + 3
    return -1


@compiled
def _fill_runs(hands: NDArray[np.int8], _wild: int, labels: NDArray[np.int64]) -> None:
    """One more than the top rank of the highest straight, then of the highest straight flush; 0 for none."""
    suits = np.empty(4, dtype=np.int64)
    for i in range(len(hands)):
        suits[:] = 0
        joker = 0
        for j in range(HAND):
            card = int(hands[i, j])
            if card == JOKER:
                joker = 1
            else:
                suits[card & 3] |= 1 << (card >> 2)
        suited = -1
        for suit in range(4):
            suited = max(suited, _top_of_run(suits[suit], joker))
        straight = _top_of_run(suits[0] | suits[1] | suits[2] | suits[3], joker)
        labels[i] = (straight + 1) | (suited + 1) << RUN_BITS


@compiled
def _fill_first_five(hands: NDArray[np.int8], wild: int, labels: NDArray[np.int64]) -> None:
    """How many of the 21 choices of five cards are of each class but the lowest, in FIVE_BITS bits each."""
    five = np.empty(5, dtype=np.int8)
    for i in range(len(hands)):
        label = 0
        for a in range(HAND):
            for b in range(a + 1, HAND):
                place = 0
                for k in range(HAND):
                    if k not in (a, b):
                        five[place] = hands[i, k]
                        place += 1
                category = high_class(high_value(five, wild, WHEEL_LOWEST))
                if category > 0:
                    label += 1 << ((category - 1) * FIVE_BITS)
        labels[i] = label


@compiled
def _fill_suit_sizes(hands: NDArray[np.int8], _wild: int, labels: NDArray[np.int64]) -> None:
    """How many natural cards lie in each suit, ascending, in SIZE_BITS bits each."""
    sizes = np.empty(4, dtype=np.int64)
    for i in range(len(hands)):
        sizes[:] = 0
        for j in range(HAND):
            if hands[i, j] != JOKER:
                sizes[hands[i, j] & 3] += 1
        sizes.sort()
        label = 0
        for suit in range(4):
            label |= sizes[suit] << (suit * SIZE_BITS)
        labels[i] = label


Shares = Mapping[int, Mapping[str, int]]
"""By the number of suits that cards lie in: in how many namings of suits they are of each colour."""
Parts = Iterator[tuple[dict[str, Any], int]]
"""Fields of views, and in how many of the ways to look at a hand they are so."""


def _read_seen(seen: int, _: Shares) -> Parts:
    held = {name for place, name in enumerate(FEATURES) if seen >> place & 1}
    if "royal-match-joker" in held:
        held = held - {"royal-match-joker"} | {"royal-match"}
    joker = bool(seen >> JOKER_AT & 1)
    highest = (seen >> HIGHEST_AT) - 1 if seen >> HIGHEST_AT else None
    yield {"held": frozenset(held), "joker": joker, "highest": highest}, 1


def _read_equal(label: int, _: Shares) -> Parts:
    filled = {}
    for place, name in enumerate(("pairs", "threes", "fours")):
        ranks = label >> place * RANKS
        filled[name] = frozenset(rank for rank in range(RANKS) if ranks >> rank & 1)
    yield filled, 1


def _read_beside(label: int, _: Shares) -> Parts:
    bits = {
        "suited-king-queen": SUITED_KING_QUEEN,
        "king-queen": KING_QUEEN,
        "suited-ace-king": SUITED_ACE_KING,
        "ace-king": ACE_KING,
    }
    yield {"beside": frozenset(name for name, bit in bits.items() if label & bit)}, 1


def _read_suits(suits: int, shares: Shares) -> Parts:
    for colour, times in shares[suits].items():
        if times:
            yield {"colour": colour}, times


def _read_leads(packed: int, _: Shares) -> Parts:
    low = SetHand(CATEGORIES[packed >> 12 & 15], packed >> 8 & 15)
    yield {"low": low, "high": SetHand(CATEGORIES[packed >> 4 & 15], packed & 15)}, 1


_MADE_BY_THREE = {
    "flush": FLUSH,
    "straight": STRAIGHT,
    "straight-flush": FLUSH | STRAIGHT,
    "one-pair": PAIR,
    "three-of-a-kind": THREE,
}


def _read_first_three(profile: int, _: Shares) -> Parts:
    for kind in range(KINDS):
        times = profile >> kind * KIND_BITS & (1 << KIND_BITS) - 1
        if not times:
            continue
        held = {name for name, bits in _MADE_BY_THREE.items() if kind & bits == bits}
        if kind == THREE:
            held.add("one-pair")
        yield {"first_three": frozenset(held)}, times


def _read_first_five(profile: int, _: Shares) -> Parts:
    rest = comb(HAND, 5)
    for place, name in enumerate(CATEGORIES[1:]):
        times = profile >> place * FIVE_BITS & (1 << FIVE_BITS) - 1
        if times:
            rest -= times
            yield {"first_five": frozenset({name}) | IMPLIED.get(name, frozenset())}, times
    if rest:
        yield {"first_five": frozenset({CATEGORIES[0]})}, rest


def _read_natural(features: int, _: Shares) -> Parts:
    held = (name for place, name in enumerate(FEATURES) if features >> place & 1)
    yield {"natural": frozenset(held)}, 1


def _read_runs(label: int, _: Shares) -> Parts:
    straight, suited = label & (1 << RUN_BITS) - 1, label >> RUN_BITS
    tops = (label - 1 if label else None for label in (straight, suited))
    yield dict(zip(("straight", "straight_flush"), tops, strict=True)), 1


def _read_suit_sizes(label: int, shares: Shares) -> Parts:
    suits = len(shares)
    sizes = [label >> place * SIZE_BITS & (1 << SIZE_BITS) - 1 for place in range(4)]
    sizes = sorted(sizes, reverse=True)[:suits]
    reds = sum(suit < suits for suit in RED_SUITS)
    found = Counter(sum(chosen) for chosen in combinations(sizes, reds))
    for number, times in sorted(found.items()):
        blacks = sum(sizes) - number
        yield {"reds": number, "blacks": blacks, "colour": find_colour(number, blacks)}, times


@dataclass(frozen=True, slots=True)
class AspectLabel:
    """How an aspect of hands becomes whole numbers, and such a number a part of their views."""

    fill: Any
    """The kernel, by hands, whether the joker is wild, and labels; None if it does not label from cards."""
    read: Callable[[int, Shares], Parts]


SEEN = "seen"
"""What every view holds: the classes, the joker, and the highest card of a bare hand."""

LABELS: Mapping[str, AspectLabel] = {
    SEEN: AspectLabel(_fill_seen, _read_seen),
    Aspect.EQUAL: AspectLabel(_fill_equal, _read_equal),
    Aspect.BESIDE: AspectLabel(_fill_beside, _read_beside),
    Aspect.COLOUR: AspectLabel(_fill_suits, _read_suits),
    Aspect.FIRST_THREE: AspectLabel(_fill_first_three, _read_first_three),
    Aspect.NATURAL: AspectLabel(_fill_natural, _read_natural),
    Aspect.RUN: AspectLabel(_fill_runs, _read_runs),
    Aspect.FIRST_FIVE: AspectLabel(_fill_first_five, _read_first_five),
    Aspect.REDS: AspectLabel(_fill_suit_sizes, _read_suit_sizes),
    Aspect.AS_SET: AspectLabel(None, _read_leads),  # `settings.pack_leads` makes these labels
}


def label(
    aspect: str, hands: NDArray[np.int8], *, wild: bool, threads: int | None = None
) -> NDArray[np.int64]:
    """Return a number for each hand by what is seen of it; hands are rows of ascending codes."""
    fill = LABELS[aspect].fill
    threads = available_threads() if threads is None else threads
    rows = np.ascontiguousarray(hands)
    labels = np.empty(len(rows), dtype=np.int64)
    run_in_chunks(
        lambda start, stop: fill(rows[start:stop], int(wild), labels[start:stop]),
        len(rows),
        chunks=4 * threads,
        threads=threads,
        stage="views",
    )
    return labels


def combine(columns: list[NDArray[np.int64]]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the different rows of several columns, ascending, and for each entry its row."""
    rows, _, labels = number_values(columns[0])
    listed = rows[:, None]
    for column in columns[1:]:
        values, _, places = number_values(column)
        pairs, _, labels = number_values(labels.astype(np.int64) * len(values) + places)
        before, last = np.divmod(pairs, len(values))
        listed = np.column_stack([listed[before], values[last]])
    return listed, labels.astype(np.int64)


def count_features(
    deck: Deck,
    *,
    wild: bool,
    threads: int | None = None,
    progress: Progress | None = None,
) -> dict[int, int]:
    """Return the number of hands for each set of features, a set being a sum of ``1 << bit``."""
    threads = available_threads() if threads is None else threads
    codes = deck.codes()
    natural = codes[codes != JOKER].astype(np.int64)
    bits = np.array([card_bit(int(code)) for code in natural], dtype=np.int64)
    top = len(natural)
    total = np.zeros(1 << len(FEATURES), dtype=np.int64)
    for joker in range(deck.jokers + 1):
        size = HAND - joker
        # the two highest cards are given to the threads in turn, the rest follows below them
        highest = np.array(
            [pair for pair in combinations(range(top), 2) if pair[0] >= size - 2], dtype=np.int64
        ).reshape(-1, 2)

        def work(
            start: int, stop: int, pairs: NDArray[np.int64] = highest, joker: int = joker
        ) -> NDArray[np.int64]:
            return _count(bits, pairs[start:stop], joker, int(wild))

        stage = "hands with the joker" if joker else "hands without joker"
        if len(highest):
            total += sum_in_chunks(
                work,
                len(highest),
                chunks=16 * threads,
                threads=threads,
                stage=stage,
                progress=progress,
            )
    require(total.sum() == deck.hands, "features are counted for all hands")
    return {int(mask): int(total[mask]) for mask in np.flatnonzero(total)}


@compiled
def _count(
    bits: NDArray[np.int64], highest: NDArray[np.int64], joker: int, wild: int
) -> NDArray[np.int64]:
    counts = np.zeros(1 << len(FEATURES), dtype=np.int64)
    depth = HAND - joker - 2
    chosen = np.empty(HAND, dtype=np.int64)
    held = np.zeros(HAND, dtype=np.int64)
    for pair in range(len(highest)):
        limit = highest[pair, 0]
        held[depth] = bits[highest[pair, 0]] | bits[highest[pair, 1]]
        chosen[depth] = limit
        level = depth - 1
        chosen[level] = level - 1  # stepped before use
        while level < depth:
            chosen[level] += 1
            if chosen[level] >= chosen[level + 1]:
                level += 1
                continue
            held[level] = held[level + 1] | bits[chosen[level]]
            if level > 1:
                level -= 1
                chosen[level] = level - 1
                continue
            for lowest in range(chosen[1]):
                counts[features_of_packed(held[1] | bits[lowest], joker, wild)] += 1
    return counts

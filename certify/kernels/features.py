"""Which bonus hands seven cards hold, all of them at once, so that any order of pays can follow.

A feature is present where some five of the cards (seven for those that say so; all seven for
royal match) make that hand with the joker used as allowed, whatever else the cards make: a royal
flush is also a straight flush, a straight and a flush, and three pairs are also two.

- straights and flushes of all kinds: the joker completes them, as bug and as wild;
- equal ranks: the bug is one more ace, the wild joker one more card of any rank;
- a seven-card straight flush is seven consecutive ranks of one suit, the ace high or low: natural
  and with the joker in place of one are two features, and exclude each other;
- royal match: the cards fall into a royal flush and a natural king and queen of one suit. Natural
  and with the joker in the royal flush are two features. The king and queen are never of the
  royal flush's suit: with both in the low hand the suit has only ace, jack and ten left, and one
  joker cannot make five of three.
"""

import numpy as np
from numpy.typing import NDArray

from certify.kernels.bits import population
from certify.kernels.compilation import compiled
from certify.kernels.deck import HAND, JOKER

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
_STRAIGHT_FLUSH, _ROYAL, _FIVE, _FIVE_ACES = 1 << 9, 1 << 10, 1 << 11, 1 << 12
_SEVEN_JOKER, _MATCH_JOKER, _MATCH, _SEVEN = 1 << 13, 1 << 14, 1 << 15, 1 << 16

_FIELD = 0xFFFF
_ACE = 1 << 12
_KING_QUEEN = 0b11 << 10
_ROYAL_RANKS = 0b11111 << 8


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
        mask = (hand >> (16 * suit)) & _FIELD
        if population(mask) < 5 - joker:
            continue
        features = _FLUSH
        if _holds_run(mask, 5, joker):
            features |= _STRAIGHT_FLUSH
        if population(mask & _ROYAL_RANKS) >= 5 - joker:
            features |= _ROYAL
            if population(mask & _ROYAL_RANKS) == 5 - joker:
                rest = hand & ~(_ROYAL_RANKS << (16 * suit))
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
    clubs = hand & _FIELD
    diamonds = (hand >> 16) & _FIELD
    hearts = (hand >> 32) & _FIELD
    spades = (hand >> 48) & _FIELD
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
        five = four & _ACE
        four |= three & _ACE
        three |= two & _ACE
        two |= one & _ACE
        pairs, threes = population(two), population(three)
    full = threes > 0 and pairs > 1
    if joker and wild:  # one more of any rank: what the best use of it reaches, feature by feature
        full = full or pairs > 1 or (threes > 0 and singles > 1)
        pairs = min(pairs + 1, singles)
        five, four, three = four, four | three, three | two
    features |= _ONE_PAIR * (pairs > 0) | _TWO_PAIR * (pairs > 1) | _THREE_PAIR * (pairs > 2)
    features |= _THREE * (three > 0) | _FULL_HOUSE * full | _FOUR * (four > 0)
    features |= _FIVE * (five > 0) | _FIVE_ACES * ((five & _ACE) > 0)
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

"""The designated-player house way, read a second time (source 002, lines 36-44).

Situations the text leaves open, as decided here beyond the named readings:

* Which two cards go in front of a complete hand: the sentence on having several complete hands
  (41) is taken for every case of it, a pair counting above two odd cards.
* How three aces are split (40): an ace and the next highest card in front. A pair of aces in front
  would leave less behind, unless that is a complete hand, which line 41 speaks of.
* Three pairs, full houses and four aces with a complete hand possible need the joker beside an
  ace; line 41 does not name them, so each follows its own line (40, 42, 43).
* Three of a kind with two pairs is a full house (42).
* Four of a kind with three of a kind: the three holds a pair (43).
* Five aces with a pair: line 44 makes no exception, aces in front.
* Four of a kind with a pair, read as split: the card named for the front is looked for among the
  three other cards, or for `exactly` among the two highest of them; the pair goes in front where
  the four stays together.
"""

from collections.abc import Callable

from .poker import (
    ACE,
    KING,
    NINE,
    QUEEN,
    SIX,
    Hand,
    Low,
    best_low_complete,
    is_foul,
    merge_readings,
    rank_of,
    read_hand,
    rest,
)

READINGS: dict[str, tuple[str, ...]] = {
    "house-way-joker": ("ace", "completes"),
    "house-way-two-pair-complete": ("two-pair-rule", "complete-hand"),
    "house-way-quads-with-pair": ("keep", "split"),
    "house-way-three-aces-complete": ("complete-hand", "three-aces-rule"),
    "house-way-named-card": ("at-least", "exactly"),
    "house-way-full-house-pair": ("any-pair", "keep-three"),
}

Chosen = dict[str, str]
Setting = tuple[Low, str]


def set_hand(cards: tuple[int, ...], readings: dict[str, str] | None = None) -> Setting:
    """The low hand's two cards and the rule that chose them."""
    chosen = merge_readings(READINGS, readings)
    hand = read_hand(cards, joker_aside=chosen["house-way-joker"] == "completes")
    return RULES[hand.shape](hand, chosen)


def _set_no_pair(hand: Hand, _: Chosen) -> Setting:
    """Line 38 and, with a complete hand, line 41."""
    if hand.complete:
        return best_low_complete(hand.cards), "no pair, complete hand"
    return (hand.singles[1], hand.singles[2]), "no pair"


def _set_one_pair(hand: Hand, _: Chosen) -> Setting:
    """Line 39, first part and, with a complete hand, line 41."""
    if hand.complete:
        return best_low_complete(hand.cards), "one pair, complete hand"
    return hand.two_highest_singles(), "one pair"


def _named_in_front(named: int, others: tuple[int, ...], chosen: Chosen) -> bool:
    """Whether the card that a line names can be played in front, of ranks from high down."""
    if chosen["house-way-named-card"] == "exactly":
        return named in others[:2]
    return others[0] >= named


def _set_two_pairs(hand: Hand, chosen: Chosen) -> Setting:
    """Line 39, second part; line 41 keeps it in force beside a complete hand."""
    higher, lower = hand.pairs
    odd = tuple(rank_of(card) for card in hand.singles)
    if higher >= QUEEN:
        together = False
    elif higher >= NINE:
        together = _named_in_front(ACE, odd, chosen)
    elif higher >= SIX:
        together = _named_in_front(KING, odd, chosen)
    else:
        together = _named_in_front(QUEEN, odd, chosen)
    if not together:
        return hand.pair_of(lower), "two pairs, split"
    if hand.complete and chosen["house-way-two-pair-complete"] == "complete-hand":
        return best_low_complete(hand.cards), "two pairs, complete hand"
    return hand.two_highest_singles(), "two pairs, together"


def _set_three_pairs(hand: Hand, _: Chosen) -> Setting:
    """Line 40, first part."""
    return hand.pair_of(hand.pairs[0]), "three pairs"


def _set_three(hand: Hand, chosen: Chosen) -> Setting:
    """Line 40 and, with a complete hand, line 41."""
    if hand.complete:
        low = best_low_complete(hand.cards)
        # Only two aces and the joker may leave no pair for the front: see the reading.
        if rank_of(low[0]) == rank_of(low[1]):
            return low, "three of a kind, complete hand"
        if chosen["house-way-three-aces-complete"] == "complete-hand":
            return low, "three aces, complete hand without a pair"
    if hand.threes[0] == ACE:
        return hand.ace_and_next(), "three aces"
    return hand.two_highest_singles(), "three of a kind"


def _set_two_threes(hand: Hand, _: Chosen) -> Setting:
    """Line 40, last part."""
    return hand.pair_of(hand.threes[0]), "two threes"


def _set_full_house(hand: Hand, chosen: Chosen) -> Setting:
    """Line 42: the highest pair in front that the house may put there."""
    if chosen["house-way-full-house-pair"] == "keep-three":
        return hand.pair_of(hand.pairs[0]), "full house, three kept"
    for rank in sorted((*hand.pairs, *hand.threes), reverse=True):
        low = hand.pair_of(rank)
        if not is_foul(low, rest(hand.cards, low)):
            name = "two of the three" if rank in hand.threes else "pair"
            return low, f"full house, {name} in front"
    raise AssertionError("the pair of a full house can always go before its three of a kind")


def _set_four(hand: Hand, chosen: Chosen) -> Setting:
    """Line 43."""
    four = hand.four
    others = hand.others(four)
    if four >= QUEEN:
        split = True
    elif four >= NINE:
        split = not _named_in_front(KING, others, chosen)
    elif four >= SIX:
        split = not _named_in_front(QUEEN, others, chosen)
    else:
        split = False
    beside = hand.pairs or hand.threes
    if beside and not (split and chosen["house-way-quads-with-pair"] == "split"):
        return hand.pair_of(beside[0]), "four with a pair or three, together"
    if split:
        return hand.pair_of(four), "four of a kind, split"
    return hand.two_highest_singles(), "four of a kind, together"


def _set_five_aces(hand: Hand, _: Chosen) -> Setting:
    """Line 44."""
    return hand.pair_of(ACE), "five aces"


RULES: dict[tuple[int, ...], Callable[[Hand, Chosen], Setting]] = {
    (): _set_no_pair,
    (2,): _set_one_pair,
    (2, 2): _set_two_pairs,
    (2, 2, 2): _set_three_pairs,
    (3,): _set_three,
    (3, 3): _set_two_threes,
    (3, 2): _set_full_house,
    (3, 2, 2): _set_full_house,
    (4,): _set_four,
    (4, 2): _set_four,
    (4, 3): _set_four,
    (5,): _set_five_aces,
    (5, 2): _set_five_aces,
}

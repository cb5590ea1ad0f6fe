"""Appendix A of the MBS rules, read a second time (source 000, lines 616-1359).

Line numbers in the comments are those of that text.

Situations the appendix leaves open, as decided here beyond the named readings:

* Three pairs, full houses and four of a kind with a complete hand possible all need the joker
  beside an ace (they hold only four ranks). Rows 1066-1137 send each to its own section, so with
  the joker as an ace nothing is open; set aside, the six natural cards are two pairs or three of
  a kind and follow those rows.
* Two pairs beside both an ace and the joker arise only with the joker set aside. The ace and the
  joker are then the two highest odd cards (743-745, 770-772), so a pair of aces is played low.
* The king exception among full houses (1110-1113) is read as needing the complete hand that it
  leaves; three kings, ace and joker without one follow the ordinary full house row.
* The row of aces and a king beside a pair of deuces (1180-1193) wants the whole full house to stay
  high, so the ace must be an odd card: three aces with deuces and a king follow 1169-1177.
* Four of a kind with a pair, read as split: sevens to tens stay together where any of the three
  other cards is an ace or the joker, the pair going low all the same.
"""

from collections.abc import Callable

from .poker import (
    ACE,
    DEUCE,
    JACK,
    JOKER,
    KING,
    SEVEN,
    SIX,
    TEN,
    Hand,
    Low,
    best_low_complete,
    merge_readings,
    rank_of,
    read_hand,
)

READINGS: dict[str, tuple[str, ...]] = {
    "house-way-joker": ("ace", "completes"),
    "house-way-two-pair-complete": ("two-pair-rule", "complete-hand"),
    "house-way-quads-with-pair": ("keep", "split"),
    "house-way-three-aces-complete": ("complete-hand", "three-aces-rule"),
    "house-way-aces-with-three-kings": ("split", "keep"),
}

Chosen = dict[str, str]
Setting = tuple[Low, str]


def set_hand(cards: tuple[int, ...], readings: dict[str, str] | None = None) -> Setting:
    """The low hand's two cards and the rule that chose them."""
    chosen = merge_readings(READINGS, readings)
    hand = read_hand(cards, joker_aside=chosen["house-way-joker"] == "completes")
    return RULES[hand.shape](hand, chosen)


def _set_no_pair(hand: Hand, _: Chosen) -> Setting:
    """Row 645-663 and, with a complete hand, row 986-1010."""
    if hand.complete:
        return best_low_complete(hand.cards), "no pair, complete hand"
    return (hand.singles[1], hand.singles[2]), "no pair"


def _set_one_pair(hand: Hand, _: Chosen) -> Setting:
    """Row 666-682 and, with a complete hand, row 1015-1044: the best two cards, pair or not."""
    if hand.complete:
        return best_low_complete(hand.cards), "one pair, complete hand"
    return hand.two_highest_singles(), "one pair"


def _set_two_pairs(hand: Hand, chosen: Chosen) -> Setting:
    """Section 2 (685-852), which row 1049-1061 keeps in force beside a complete hand."""
    higher, lower = hand.pairs
    best_single = rank_of(hand.singles[0])
    if higher == ACE:
        together = False  # 817-829
    elif higher <= SIX or (higher <= TEN and lower <= SIX):
        together = best_single >= KING  # 731-745: low with low, low with medium
    elif higher <= TEN or lower <= SIX:
        together = best_single == ACE  # 757-772: medium with medium, low with high
    else:
        together = False  # 805-829: medium with high, high with high
    if not together:
        return hand.pair_of(lower), "two pairs, split"
    if hand.complete and chosen["house-way-two-pair-complete"] == "complete-hand":
        return best_low_complete(hand.cards), "two pairs, complete hand"
    return hand.two_highest_singles(), "two pairs, together"


def _set_three_pairs(hand: Hand, _: Chosen) -> Setting:
    """Section 3 (857-887), which row 1066-1077 keeps in force beside a complete hand."""
    return hand.pair_of(hand.pairs[0]), "three pairs"


def _set_three(hand: Hand, chosen: Chosen) -> Setting:
    """Section 4 (891-939) and, with a complete hand, row 1081-1091."""
    aces = hand.threes[0] == ACE
    if hand.complete:
        low = best_low_complete(hand.cards)
        # The row asks for a pair. Only two aces and the joker may have none to give, where the
        # complete hand needs the joker and one of the aces.
        paired = rank_of(low[0]) == rank_of(low[1])
        if paired:
            return low, "three of a kind, complete hand"
        if chosen["house-way-three-aces-complete"] == "complete-hand":
            return low, "three aces, complete hand without a pair"
    if aces:
        return hand.ace_and_next(), "three aces"  # 926-939
    return hand.two_highest_singles(), "three of a kind"  # 907-922


def _set_two_threes(hand: Hand, _: Chosen) -> Setting:
    """Row 943-962."""
    return hand.pair_of(hand.threes[0]), "two threes"


def _set_three_and_two_pairs(hand: Hand, _: Chosen) -> Setting:
    """Row 1198-1208."""
    return hand.pair_of(hand.pairs[0]), "three and two pairs"


def _set_full_house(hand: Hand, _: Chosen) -> Setting:
    """Section 6 (1145-1193) and, with a complete hand, row 1095-1123."""
    three, pair = hand.threes[0], hand.pairs[0]
    if hand.complete and three == KING and pair == ACE and JOKER in hand.cards:
        return hand.pair_of(KING), "three kings, ace and joker, complete hand"  # 1110-1123
    if pair == DEUCE and [rank_of(card) for card in hand.singles] == [ACE, KING]:
        return hand.two_highest_singles(), "full house with deuces, ace and king"  # 1180-1193
    return hand.pair_of(pair), "full house"  # 1169-1177


def _set_four(hand: Hand, chosen: Chosen) -> Setting:
    """Section 7 (1212-1311), which row 1127-1137 keeps in force beside a complete hand."""
    four = hand.four
    beside = hand.pairs or hand.threes
    if beside and four == ACE:
        kings = beside[0] == KING
        if kings and (hand.pairs or chosen["house-way-aces-with-three-kings"] == "keep"):
            return hand.pair_of(KING), "four aces with kings"  # 1289, 1297-1298
        return hand.pair_of(ACE), "four aces with a pair or three, split"  # 1283-1295
    split = four >= JACK or (four >= SEVEN and ACE not in hand.others(four))  # 1221-1264
    if beside:
        if split and chosen["house-way-quads-with-pair"] == "split":
            return hand.pair_of(four), "four with a pair or three, split by rank"
        return hand.pair_of(beside[0]), "four with a pair or three, together"  # 1268-1278
    if split:
        return hand.pair_of(four), "four of a kind, split"
    return hand.two_highest_singles(), "four of a kind, together"


def _set_five_aces(hand: Hand, _: Chosen) -> Setting:
    """Section 8 (1319-1355)."""
    if hand.pairs == (KING,):
        return hand.pair_of(KING), "five aces with kings"
    return hand.pair_of(ACE), "five aces"


RULES: dict[tuple[int, ...], Callable[[Hand, Chosen], Setting]] = {
    (): _set_no_pair,
    (2,): _set_one_pair,
    (2, 2): _set_two_pairs,
    (2, 2, 2): _set_three_pairs,
    (3,): _set_three,
    (3, 3): _set_two_threes,
    (3, 2): _set_full_house,
    (3, 2, 2): _set_three_and_two_pairs,
    (4,): _set_four,
    (4, 2): _set_four,
    (4, 3): _set_four,
    (5,): _set_five_aces,
    (5, 2): _set_five_aces,
}

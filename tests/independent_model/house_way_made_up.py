"""Four made-up house ways, read a second time from their text in plain words.

None of them belongs to a document: together they use every word of the language of house ways. The
text of each stands with its function. Everywhere: what is not in the low hand is the high hand; a
complete hand is a straight, flush, straight flush or royal flush; the joker is an ace unless it helps
to a complete hand.
"""

from collections.abc import Callable, Iterable
from itertools import combinations

from .poker import (
    ACE,
    FIVE_ACES,
    FLUSH,
    FOUR,
    FULL_HOUSE,
    JACK,
    JOKER,
    KING,
    NINE,
    ONE_PAIR,
    QUEEN,
    ROYAL_FLUSH,
    SIX,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TEN,
    THREE,
    TWO_PAIR,
    Hand,
    Low,
    can_complete,
    is_foul,
    rank_high,
    rank_low,
    rank_of,
    read_hand,
    rest,
)

EIGHT = 6
COMPLETE = {STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL_FLUSH}
Cards = tuple[int, ...]


def play(cards: Cards, lows: Iterable[Low], *, lowest_high: bool = False) -> Low:
    """The highest low hand; of equal ones the best high hand, or the lowest where asked."""
    sign = -1 if lowest_high else 1
    ranked = [(rank_low(low), low) for low in lows]
    top = max(rank for rank, _ in ranked)
    equal = [low for rank, low in ranked if rank == top]
    highs = {low: rank_high(rest(cards, low)) for low in equal}
    wanted = (max if sign > 0 else min)(highs.values())
    return min(low for low in equal if highs[low] == wanted)


def all_lows(cards: Cards) -> list[Low]:
    return list(combinations(sorted(cards), 2))


def made_by(cards: Cards) -> dict[Low, tuple[int, ...]]:
    """The high hand that each low hand leaves, ranked."""
    return {low: rank_high(rest(cards, low)) for low in all_lows(cards)}


def two_of(hand: Hand, rank: int) -> list[Low]:
    return list(combinations([card for card in hand.cards if rank_of(card) == rank], 2))


def is_paired(low: Low) -> bool:
    return rank_of(low[0]) == rank_of(low[1])


def front(low: Low) -> int:
    return max(rank_of(low[0]), rank_of(low[1]))


def set_harbour(cards: Cards, _: dict[str, str] | None = None) -> Low:
    """No pair or one pair: with a royal flush, put the highest two cards in front that leave any
    complete hand if a king or better is among them, and otherwise keep the royal flush. With a
    straight flush likewise, for a jack or better or for any pair. With another complete hand, the
    highest two that leave one. With none: second and third highest; or two highest beside a pair.

    Two pairs: with a complete hand that needs the joker, the highest two that leave one. Pairs of eights or
    lower with an ace and then a jack, queen or king beside them stay together. All others split.
    Three pairs: the highest in front. Three of a kind: the highest pair that leaves a complete hand;
    else of aces one and the next highest card; else two highest beside. Two threes: two of the
    higher. Full houses: the highest pair. Four of a kind: to sixes kept; sevens to tens kept for an
    ace in front; else split. With a pair or three beside: to tens that goes in front, else split.
    Five aces: a pair of kings in front, else two aces.
    """
    hand = read_hand(cards, joker_aside=False)
    if hand.shape in ((), (2,)):
        made = made_by(hand.cards)
        complete = [low for low, rank in made.items() if rank[0] in COMPLETE]
        royal = [low for low in complete if made[low][0] == ROYAL_FLUSH]
        suited = [low for low in complete if made[low][0] in {STRAIGHT_FLUSH, ROYAL_FLUSH}]
        if royal:
            low = play(hand.cards, complete)
            return low if front(low) >= KING else play(hand.cards, royal)
        if suited:
            low = play(hand.cards, complete)
            kept = not is_paired(low) and front(low) < JACK
            return play(hand.cards, suited) if kept else low
        if complete:
            return play(hand.cards, complete)
        return hand.two_highest_singles() if hand.shape else (hand.singles[1], hand.singles[2])
    return _HARBOUR[hand.shape](hand)


def _harbour_two_pairs(hand: Hand) -> Low:
    if hand.complete and not can_complete(tuple(card for card in hand.cards if card != JOKER)):
        made = made_by(hand.cards)
        return play(hand.cards, [low for low, rank in made.items() if rank[0] in COMPLETE])
    first, second = (rank_of(card) for card in hand.singles[:2])
    if hand.pairs[0] <= EIGHT and first == ACE and JACK <= second <= KING:
        return hand.two_highest_singles()
    return play(hand.cards, two_of(hand, hand.pairs[1]))


def _harbour_three(hand: Hand) -> Low:
    made = made_by(hand.cards)
    paired = [low for low, rank in made.items() if rank[0] in COMPLETE and is_paired(low)]
    if paired:
        return play(hand.cards, paired)
    return hand.ace_and_next() if hand.threes[0] == ACE else hand.two_highest_singles()


def _harbour_four(hand: Hand) -> Low:
    low = hand.two_highest_singles()
    if hand.four <= SIX or (hand.four <= TEN and front(low) == ACE):
        return low
    return play(hand.cards, two_of(hand, hand.four))


def _harbour_four_and_more(hand: Hand) -> Low:
    beside = (hand.pairs or hand.threes)[0]
    return play(hand.cards, two_of(hand, beside if hand.four <= TEN else hand.four))


_HARBOUR: dict[tuple[int, ...], Callable[[Hand], Low]] = {
    (2, 2): _harbour_two_pairs,
    (2, 2, 2): lambda hand: play(hand.cards, two_of(hand, hand.pairs[0])),
    (3,): _harbour_three,
    (3, 3): lambda hand: play(hand.cards, two_of(hand, hand.threes[0])),
    (3, 2): lambda hand: play(hand.cards, two_of(hand, hand.pairs[0])),
    (3, 2, 2): lambda hand: play(hand.cards, two_of(hand, hand.pairs[0])),
    (4,): _harbour_four,
    (4, 2): _harbour_four_and_more,
    (4, 3): _harbour_four_and_more,
    (5,): lambda hand: play(hand.cards, two_of(hand, ACE)),
    (5, 2): lambda hand: play(hand.cards, two_of(hand, KING if KING in hand.pairs else ACE)),
}


def set_meadow(cards: Cards, readings: dict[str, str] | None = None) -> Low:
    """Of equal low hands the one that leaves the lowest high hand is laid.

    Where the joker beside an ace is kept apart, a pair, that ace and the joker with a complete hand
    are set by the highest two cards that leave one. Otherwise the joker is one more ace.

    No pair or one: where both a straight and a flush can be made, the highest two that leave a flush
    or better. A pair of eights or better beside straights alone, none above ten high, with a king or
    ace as highest single, keeps the pair: two highest singles in front. With another complete hand:
    the highest two that leave one, or without a pair the second and third highest if these are
    higher. With none as usual. Two pairs split. Three pairs: the highest. Three of a kind: two of
    them if that leaves a complete hand; else of aces one with the highest other rank; else two
    highest beside. Two threes: two of the higher. Full houses: the highest pair that is no foul. Four
    of a kind: kept for a queen among the two highest beside, else split; with a pair or three, split
    beside a king or ace, else that in front. Five aces: two of them.
    """
    if (readings or {}).get("house-way-meadow-joker") == "kept-apart":
        aside = read_hand(cards, joker_aside=True)
        beside = any(card != JOKER and rank_of(card) == ACE for card in cards)
        if JOKER in cards and beside and aside.complete and aside.shape == (2,):
            made = made_by(aside.cards)
            left = [low for low, rank in made.items() if rank[0] in COMPLETE]
            return play(aside.cards, left, lowest_high=True)
    hand = read_hand(cards, joker_aside=False)
    if hand.shape in ((), (2,)):
        return _meadow_singles(hand)
    return play(hand.cards, _MEADOW[hand.shape](hand), lowest_high=True)


def _meadow_singles(hand: Hand) -> Low:
    usual = hand.two_highest_singles() if hand.shape else (hand.singles[1], hand.singles[2])
    if not hand.complete:
        return usual
    complete = {low: rank for low, rank in made_by(hand.cards).items() if rank[0] in COMPLETE}
    classes = {rank[0] for rank in complete.values()}
    if {STRAIGHT, FLUSH} <= classes:
        left = [low for low, rank in complete.items() if rank[0] != STRAIGHT]
        return play(hand.cards, left, lowest_high=True)
    if (
        hand.shape
        and hand.pairs[0] >= EIGHT
        and classes == {STRAIGHT}
        and max(rank[1] for rank in complete.values()) <= TEN
        and rank_of(hand.singles[0]) >= KING
    ):
        return usual
    offered = list(complete) if hand.shape else [*complete, usual]
    return play(hand.cards, offered, lowest_high=True)


def _meadow_three(hand: Hand) -> list[Low]:
    low = play(hand.cards, two_of(hand, hand.threes[0]), lowest_high=True)
    if hand.complete and rank_high(rest(hand.cards, low))[0] in COMPLETE:
        return [low]
    if hand.threes[0] == ACE:
        lows = all_lows(hand.cards)
        return [low for low in lows if not is_paired(low) and front(low) == ACE]
    return [hand.two_highest_singles()]


def _meadow_four(hand: Hand) -> list[Low]:
    low = hand.two_highest_singles()
    return [low] if QUEEN in {rank_of(card) for card in low} else two_of(hand, hand.four)


def _meadow_four_and_more(hand: Hand) -> list[Low]:
    split = max(hand.others(hand.four)) >= KING
    return two_of(hand, hand.four if split else (hand.pairs or hand.threes)[0])


def _meadow_full_house(hand: Hand) -> list[Low]:
    lows = [low for low in all_lows(hand.cards) if is_paired(low)]
    return [low for low in lows if not is_foul(low, rest(hand.cards, low))]


_MEADOW: dict[tuple[int, ...], Callable[[Hand], list[Low]]] = {
    (2, 2): lambda hand: two_of(hand, hand.pairs[1]),
    (2, 2, 2): lambda hand: two_of(hand, hand.pairs[0]),
    (3,): _meadow_three,
    (3, 3): lambda hand: two_of(hand, hand.threes[0]),
    (3, 2): _meadow_full_house,
    (3, 2, 2): _meadow_full_house,
    (4,): _meadow_four,
    (4, 2): _meadow_four_and_more,
    (4, 3): _meadow_four_and_more,
    (5,): lambda hand: two_of(hand, ACE),
    (5, 2): lambda hand: two_of(hand, ACE),
}


def set_quarry(cards: Cards, _: dict[str, str] | None = None) -> Low:
    """A deck of 52 cards.

    No pair: where flushes are all that can be made and an ace and a king are the highest, these go
    in front if a complete hand is left. Where every complete hand is a flush or better, the highest
    two that leave such a one; with any other complete hand the highest two that leave one; else
    second and third highest. One pair: tens to kings beside straights alone put the two highest
    singles in front if an ace is one; else the highest two that leave a complete hand; else two
    highest singles. Two pairs up to tens stay together behind an ace, others split. Three pairs: the
    highest. Three kings or aces: the highest two different ranks with a king or an ace in front;
    others: two highest beside. Two threes: two of the higher. Full houses: the highest pair that
    leaves three of a kind or a full house. Four of a kind: to nines kept, above split; with a pair
    or three that goes in front.
    """
    hand = read_hand(cards, joker_aside=False)
    if hand.shape in ((), (2,)):
        return _quarry_singles(hand)
    lows = all_lows(hand.cards)
    match hand.shape:
        case (2, 2):
            behind = hand.pairs[0] <= TEN and rank_of(hand.singles[0]) == ACE
            lows = [hand.two_highest_singles()] if behind else two_of(hand, hand.pairs[1])
        case (2, 2, 2):
            lows = two_of(hand, hand.pairs[0])
        case (3,):
            odd = [low for low in lows if not is_paired(low)]
            named = [low for low in odd if {KING, ACE} & {rank_of(card) for card in low}]
            lows = named if hand.threes[0] >= KING else [hand.two_highest_singles()]
        case (3, 3):
            lows = two_of(hand, hand.threes[0])
        case (3, 2) | (3, 2, 2):
            made = made_by(hand.cards)
            lows = [low for low in lows if is_paired(low) and made[low][0] in {THREE, FULL_HOUSE}]
        case (4,):
            kept = hand.four <= NINE
            lows = [hand.two_highest_singles()] if kept else two_of(hand, hand.four)
        case _:
            lows = two_of(hand, (hand.pairs or hand.threes)[0])
    return play(hand.cards, lows)


def _quarry_singles(hand: Hand) -> Low:
    made = made_by(hand.cards)
    complete = {low: rank[0] for low, rank in made.items() if rank[0] in COMPLETE}
    classes = set(complete.values())
    ranks = [rank_of(card) for card in hand.singles]
    two = hand.two_highest_singles()
    if not complete:
        return two if hand.shape else (hand.singles[1], hand.singles[2])
    if hand.shape:
        if TEN <= hand.pairs[0] <= KING and classes == {STRAIGHT} and ranks[0] == ACE:
            return two
    elif STRAIGHT not in classes:
        if classes == {FLUSH} and ranks[:2] == [ACE, KING] and two[::-1] in complete:
            return two
        return play(hand.cards, [low for low, name in complete.items() if name != STRAIGHT])
    return play(hand.cards, complete)


def set_orchard(cards: Cards, _: dict[str, str] | None = None) -> Low:
    """Take the first of these that the cards allow, the highest low hand of its kind.

    A pair before a full house, four of a kind, straight flush, royal flush or five aces; a pair before
    a straight or flush; a pair before three of a kind or two pairs; any pair that is no foul; two
    ranks before a complete hand; two ranks before three of a kind; beside one pair, two ranks before
    a pair; of seven ranks the second and third highest.
    """
    hand = read_hand(cards, joker_aside=False)
    made = {low: rank[0] for low, rank in made_by(hand.cards).items()}
    pairs = [low for low in made if is_paired(low)]
    odd = [low for low in made if not is_paired(low)]
    better = {FULL_HOUSE, FOUR, STRAIGHT_FLUSH, ROYAL_FLUSH, FIVE_ACES}
    for lows in (
        [low for low in pairs if made[low] in better],
        [low for low in pairs if made[low] in {STRAIGHT, FLUSH}],
        [low for low in pairs if made[low] in {THREE, TWO_PAIR}],
        [low for low in pairs if not is_foul(low, rest(hand.cards, low))],
        [low for low in odd if made[low] in COMPLETE],
        [low for low in odd if made[low] == THREE],
        [low for low in odd if made[low] == ONE_PAIR and hand.shape == (2,)],
    ):
        if lows:
            return play(hand.cards, lows)
    return hand.singles[1], hand.singles[2]


READERS: dict[str, Callable[[Cards, dict[str, str] | None], Low]] = {
    "harbour": set_harbour,
    "meadow": set_meadow,
    "quarry": set_quarry,
    "orchard": set_orchard,
}

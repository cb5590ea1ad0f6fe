"""Just enough poker to set seven cards: five-card and two-card rank, complete hands, fouls.

Cards are codes: 4 * rank + suit with rank 0 for a deuce and 12 for an ace; 52 is the joker. The
joker is a bug: an ace, unless it helps to a straight, flush, straight flush or royal flush.
A-2-3-4-5 is the lowest straight, as both documents order them (000: lines 276-279, where the king
high straight stands second; 002: line 22).
"""

from dataclasses import dataclass
from itertools import combinations

JOKER = 52
DEUCE, SIX, SEVEN, NINE, TEN, JACK, QUEEN, KING, ACE = 0, 4, 5, 7, 8, 9, 10, 11, 12

HIGH_CARD, ONE_PAIR, TWO_PAIR, THREE, STRAIGHT = 0, 1, 2, 3, 4
FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, ROYAL_FLUSH, FIVE_ACES = 5, 6, 7, 8, 9, 10

Low = tuple[int, int]
Rank = tuple[int, ...]


def _straight_tops() -> tuple[dict[int, int], dict[int, int]]:
    """Highest card of the straight that a set of ranks makes: five of them, or four and the joker.

    Going up through the windows lets the higher straight overwrite the lower, which is how the
    joker is used.
    """
    five: dict[int, int] = {}
    four: dict[int, int] = {}
    windows = [(ACE, 0, 1, 2, 3)] + [tuple(range(low, low + 5)) for low in range(9)]
    for window in windows:
        five[sum(1 << rank for rank in window)] = window[4]
        for without in window:
            four[sum(1 << rank for rank in window if rank != without)] = window[4]
    return five, four


_FIVE, _FOUR_AND_JOKER = _straight_tops()
_WINDOWS = tuple(_FIVE)


def rank_of(card: int) -> int:
    """The card's rank, the joker standing alone being an ace."""
    return ACE if card == JOKER else card >> 2


def rank_low(low: Low) -> Rank:
    """Order of two-card hands: a pair by its rank above any two odd cards."""
    first, second = rank_of(low[0]), rank_of(low[1])
    if first == second:
        return (ONE_PAIR, first)
    return (HIGH_CARD, first, second) if first > second else (HIGH_CARD, second, first)


def _sequence_and_suit(five: tuple[int, ...]) -> tuple[int | None, bool, int]:
    """Top of the straight (or None), whether the suit is one, and the set of natural ranks."""
    mask = 0
    suits = set()
    joker = False
    for card in five:
        if card == JOKER:
            joker = True
        else:
            mask |= 1 << (card >> 2)
            suits.add(card & 3)
    top = (_FOUR_AND_JOKER if joker else _FIVE).get(mask)
    return top, len(suits) == 1, mask


def is_complete(five: tuple[int, ...]) -> bool:
    """A straight, flush, straight flush or royal flush, the joker helping."""
    top, flush, _ = _sequence_and_suit(five)
    return flush or top is not None


def rank_high(five: tuple[int, ...]) -> Rank:
    """Order of five-card hands."""
    top, flush, mask = _sequence_and_suit(five)
    if top is not None and flush:
        return (ROYAL_FLUSH,) if top == ACE else (STRAIGHT_FLUSH, top)
    if flush:
        if JOKER in five:
            mask |= 1 << max(rank for rank in range(13) if not mask >> rank & 1)
        return (FLUSH, *(rank for rank in range(ACE, -1, -1) if mask >> rank & 1))
    if top is not None:
        return (STRAIGHT, top)
    ranks = [rank_of(card) for card in five]
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    sizes = tuple(size for size, _ in groups)
    category = {
        (5,): FIVE_ACES,
        (4, 1): FOUR,
        (3, 2): FULL_HOUSE,
        (3, 1, 1): THREE,
        (2, 2, 1): TWO_PAIR,
        (2, 1, 1, 1): ONE_PAIR,
        (1, 1, 1, 1, 1): HIGH_CARD,
    }[sizes]
    return (category, *(rank for _, rank in groups))


def is_foul(low: Low, high: tuple[int, ...]) -> bool:
    """Whether the low hand outranks the high; equal so far as the two cards go is no foul."""
    two = rank_low(low)
    return two > rank_high(high)[: len(two)]


def can_complete(cards: tuple[int, ...]) -> bool:
    """Whether five of the seven cards are a complete hand."""
    mask = 0
    suits = [0, 0, 0, 0]
    needed = 5
    for card in cards:
        if card == JOKER:
            needed = 4
        else:
            mask |= 1 << (card >> 2)
            suits[card & 3] += 1
    if max(suits) >= needed:
        return True
    return any((mask & window).bit_count() >= needed for window in _WINDOWS)


def rest(cards: tuple[int, ...], low: Low) -> tuple[int, ...]:
    """The high hand: what the low hand leaves."""
    return tuple(card for card in cards if card != low[0] and card != low[1])


def leave_best(cards: tuple[int, ...], lows: list[Low]) -> Low:
    """Of low hands equal in rank, the one that leaves the best high.

    Where the highs are equal too, the lowest codes go low, which keeps the joker in the high hand.
    """
    if len(lows) == 1:
        return lows[0]
    return max(sorted(lows), key=lambda low: rank_high(rest(cards, low)))


def best_low_complete(cards: tuple[int, ...]) -> Low:
    """The highest low hand whose removal leaves a complete hand; one must be possible."""
    best: list[Low] = []
    top: Rank = ()
    for low in combinations(sorted(cards), 2):
        rank = rank_low(low)
        if rank < top or not is_complete(rest(cards, low)):
            continue
        if rank > top:
            best, top = [], rank
        best.append(low)
    return leave_best(cards, best)


@dataclass(frozen=True, slots=True)
class Hand:
    """Seven cards by shape: the ranks held more than once, and the odd cards, all from high down.

    `shape` is the sizes of the groups of two and more, largest first. Where the joker was set
    aside it is one of the singles even beside an ace.
    """

    cards: tuple[int, ...]
    shape: tuple[int, ...]
    pairs: tuple[int, ...]
    threes: tuple[int, ...]
    four: int
    singles: tuple[int, ...]
    complete: bool

    def two_highest_singles(self) -> Low:
        return self.singles[0], self.singles[1]

    def pair_of(self, rank: int) -> Low:
        """Two cards of a rank, the joker being an ace."""
        held = [card for card in self.cards if rank_of(card) == rank]
        return leave_best(self.cards, list(combinations(held, 2)))

    def ace_and_next(self) -> Low:
        """An ace with the highest card that is none."""
        aces = [card for card in self.cards if rank_of(card) == ACE]
        following = max((card for card in self.cards if rank_of(card) != ACE), key=rank_of)
        return leave_best(self.cards, [(ace, following) for ace in aces])

    def others(self, rank: int) -> tuple[int, ...]:
        """Ranks of the cards that are not of that rank, from high down."""
        ranks = (rank_of(card) for card in self.cards)
        return tuple(sorted((other for other in ranks if other != rank), reverse=True))


def read_hand(cards: tuple[int, ...], joker_aside: bool) -> Hand:
    """Sort seven cards by shape.

    With `joker_aside` a joker beside a natural ace takes no part in the shape where a complete
    hand is possible: it is kept for completing it.
    """
    cards = tuple(sorted(cards))  # so that the order of dealing decides nothing
    complete = can_complete(cards)
    held: list[list[int]] = [[] for _ in range(13)]
    for card in cards:
        if card != JOKER:
            held[card >> 2].append(card)
    aside = False
    if JOKER in cards:
        aside = joker_aside and complete and bool(held[ACE])
        if not aside:
            held[ACE].append(JOKER)
    ranks = range(ACE, -1, -1)
    singles = tuple(held[rank][0] for rank in ranks if len(held[rank]) == 1)
    if aside:
        singles = (JOKER, *singles)
    return Hand(
        cards=cards,
        shape=tuple(sorted((len(group) for group in held if len(group) > 1), reverse=True)),
        pairs=tuple(rank for rank in ranks if len(held[rank]) == 2),
        threes=tuple(rank for rank in ranks if len(held[rank]) == 3),
        four=next((rank for rank in ranks if len(held[rank]) == 4), -1),
        singles=singles,
        complete=complete,
    )


def merge_readings(
    allowed: dict[str, tuple[str, ...]], readings: dict[str, str] | None
) -> dict[str, str]:
    """The value of each reading, the first allowed where none is asked for.

    Readings of other parts of the game pass by; a value nobody knows must not pass as the default.
    """
    chosen = {key: values[0] for key, values in allowed.items()}
    for key, value in (readings or {}).items():
        if key in allowed:
            if value not in allowed[key]:
                raise ValueError(f"{key} is {value}; it can be {' or '.join(allowed[key])}")
            chosen[key] = value
    return chosen

"""Every hand, one by one, in compiled loops that use nothing of the package: the second way to its counts.

A hand is a word of 13 bits for each suit, and a count of four bits for each rank. The joker is a bug: an ace,
or the card that a straight or flush lacks.
"""

from collections import Counter
from functools import cache
from itertools import combinations
from math import comb

import numba
import numpy as np

NAMES = (
    "seven-card-straight-flush",
    "royal-match",
    "seven-card-straight-flush-joker",
    "five-aces",
    "royal-flush",
    "straight-flush",
    "four-of-a-kind",
    "full-house",
    "flush",
    "straight",
    "three-of-a-kind",
    "three-pair",
    "two-pair",
    "one-pair",
)
BESIDE = ("suited-ace-king", "ace-king", "suited-king-queen", "king-queen")
JOKER_AT, HIGHEST_AT, BESIDE_AT, FACTS = 14, 15, 19, 23
WINDOWS = np.array([0x100F, *(0x1F << low for low in range(9))])
SEVENS = np.array([0x103F, *(0x7F << low for low in range(7))])
ROYAL, ACE, KING, QUEEN = 0x1F00, 12, 11, 10
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


@numba.njit
def _bits(word):
    found = 0
    while word:
        word &= word - 1
        found += 1
    return found


@numba.njit
def _stands_beside(first, second):
    """What two natural cards, rank and suit, are."""
    high, low = max(first[0], second[0]), min(first[0], second[0])
    suited = first[1] == second[1]
    if (high, low) == (ACE, KING):
        return 3 if suited else 2
    if (high, low) == (KING, QUEEN):
        return 12 if suited else 8
    return 0


@numba.njit
def _look_beside(suits, joker):
    """Take five cards that make a royal flush away in every way, and look at the two that are left."""
    found = 0
    cards = [(rank, suit) for suit in range(4) for rank in range(13) if suits[suit] >> rank & 1]
    for first in range(len(cards)):
        for second in range(first + 1, len(cards)):
            royal = False
            for suit in range(4):
                left = suits[suit]
                others = 0
                for place in (first, second):
                    if cards[place][1] == suit:
                        left &= ~(1 << cards[place][0])
                for other in range(4):
                    if other != suit:
                        others += _bits(suits[other])
                        for place in (first, second):
                            if cards[place][1] == other:
                                others -= 1
                if others == 0 and left & ~ROYAL == 0 and _bits(left) == 5 - joker:
                    royal = True
            if royal:
                found |= _stands_beside(cards[first], cards[second])
    return found


@numba.njit
def _see(suits, counts, joker):  # noqa: C901, PLR0912 one hand, fact after fact
    """The facts of one hand."""
    present = suits[0] | suits[1] | suits[2] | suits[3]
    facts = joker << JOKER_AT
    flush = straight = 0
    for window in WINDOWS:
        if _bits(present & window) >= 5 - joker:
            straight = 1
    for suit in range(4):
        held = suits[suit]
        size = _bits(held)
        if size < 5 - joker:
            continue
        flush = 1
        for window in WINDOWS:
            if _bits(held & window) >= 5 - joker:
                facts |= 1 << 5
        if _bits(held & ROYAL) >= 5 - joker:
            facts |= 1 << 4
        if size == 7 - joker:
            for window in SEVENS:
                if held & ~window == 0:
                    facts |= 1 << (2 if joker else 0)
    pairs = threes = fours = 0
    for rank in range(13):
        times = counts >> 4 * rank & 15
        if rank == ACE:
            times += joker
        pairs += times >= 2
        threes += times >= 3
        fours += times >= 4
        if times == 5:
            facts |= 1 << 3
    facts |= (fours > 0) << 6 | (threes > 0 and pairs > 1) << 7 | flush << 8 | straight << 9
    facts |= (threes > 0) << 10 | (pairs > 2) << 11 | (pairs > 1) << 12 | (pairs > 0) << 13
    if pairs == 0 and not flush and not straight:
        highest = ACE
        while not joker and not present >> highest & 1:
            highest -= 1
        facts |= (highest + 1) << HIGHEST_AT
    if facts >> 4 & 1:
        beside = _look_beside(suits, joker)
        facts |= beside << BESIDE_AT
        if beside & 4:
            facts |= 1 << 1
    return facts


@numba.njit
def _count(joker, groups, facts_found, groups_found):
    """All hands with or without the joker, six or seven natural cards from the highest down."""
    size = 7 - joker
    chosen = np.zeros(size, dtype=np.int64)
    for place in range(size):
        chosen[place] = size - 1 - place
    suits = np.zeros(4, dtype=np.int64)
    while True:
        suits[:] = 0
        counts = 0
        for card in chosen:
            suits[card & 3] |= 1 << (card >> 2)
            counts += 1 << 4 * (card >> 2)
        facts = _see(suits, counts, joker)
        facts_found[facts] += 1
        key = joker | (facts >> 7 & 1) << 1 | (facts >> 12 & 1) << 2
        for place in range(len(groups)):
            for rank in range(12, -1, -1):
                times = (counts >> 4 * rank & 15) + (joker if rank == ACE else 0)
                if times < groups[place, 0]:
                    continue
                if groups[place, 1] >> rank & 1:
                    key |= 1 << (3 + place)
                if groups[place, 2]:
                    break
        groups_found[key] += 1
        place = size - 1
        while place >= 0 and chosen[place] + 1 == (chosen[place - 1] if place else 52):
            place -= 1
        if place < 0:
            return
        chosen[place] += 1
        for after in range(place + 1, size):
            chosen[after] = size - 1 - after


@cache
def count_hands(jokers=1, groups=()):
    """Hands by their facts; and by joker, full house, two pairs and each group of (times, ranks, highest).

    Where a group says highest, only the highest rank that occurs so often is looked at.
    """
    facts = np.zeros(1 << FACTS, dtype=np.int64)
    held = np.zeros(1 << (3 + len(groups)), dtype=np.int64)
    wanted = np.array(groups or [(9, 0, 0)], dtype=np.int64)[: len(groups)].reshape(-1, 3)
    for joker in range(jokers + 1):
        _count(joker, wanted, facts, held)
    assert facts.sum() == held.sum() == comb(52 + jokers, 7)
    return (
        {int(key): int(facts[key]) for key in np.flatnonzero(facts)},
        {int(key): int(held[key]) for key in np.flatnonzero(held)},
    )


def ranks_in(group):
    """The ranks of a group as it is written: `9`, `2-6`, `K+`."""
    text = str(group)
    if text.endswith("+"):
        return range(RANKS.index(text[:-1]), 13)
    first, _, last = text.partition("-")
    return range(RANKS.index(first), RANKS.index(last or first) + 1)


def holds(condition, facts):
    """Whether a hand of these facts meets a condition as it is written; ranks and colours apart."""
    known = {"hand", "joker", "highest", "beside"}
    assert set(condition) <= known, condition
    highest = (facts >> HIGHEST_AT & 15) - 1
    wanted = condition.get("hand")
    if wanted == "high-card" and highest < 0:
        return False
    if wanted not in (None, "high-card") and not facts >> NAMES.index(wanted) & 1:
        return False
    if "joker" in condition and (condition["joker"] == "with") != bool(facts >> JOKER_AT & 1):
        return False
    if "highest" in condition and highest not in ranks_in(condition["highest"]):
        return False
    beside = condition.get("beside")
    return beside is None or bool(facts >> BESIDE_AT + BESIDE.index(beside) & 1)


@numba.njit
def list_bare(highest):
    """All hands without joker, pair, straight or flush and with that highest rank, as words of 52 bits."""
    found = []
    for ranks in range(1 << (highest + 1)):
        if not ranks >> highest & 1 or _bits(ranks) != 7:
            continue
        run = 0
        for window in WINDOWS:
            run |= ranks & window == window
        if run:
            continue
        for code in range(1 << 14):
            sizes = [0, 0, 0, 0]
            hand = 0
            place = 0
            for rank in range(13):
                if ranks >> rank & 1:
                    suit = code >> 2 * place & 3
                    sizes[suit] += 1
                    hand |= 1 << (13 * suit + rank)
                    place += 1
            if max(sizes) < 5:
                found.append(hand)
    return np.array(found)


@numba.njit
def count_disjoint(ones, others):
    """Ordered pairs of hands that share no card."""
    found = 0
    for one in ones:
        for other in others:
            found += one & other == 0
    return found


@numba.njit
def _orbit(hand):
    """How many hands arise by exchanging suits, if this one has its suits in falling order; else none."""
    field = (1 << 13) - 1
    suits = [hand >> 13 * suit & field for suit in range(4)]
    ways, same = 24, 1
    for suit in range(1, 4):
        if suits[suit] > suits[suit - 1]:
            return 0
        same = same + 1 if suits[suit] == suits[suit - 1] else 1
        ways //= same
    return ways


@numba.njit
def _choose(free, taken):
    if taken == 0:
        return 1
    return free if taken == 1 else free * (free - 1) // 2


@numba.njit
def _count_clear(free, joker, flush_suit):  # noqa: C901, PLR0912 one loop over all states
    """Hands of the free cards without three of a kind or a straight, joker or not.

    Where a suit is named, those with a flush in it; else all. `free` has four bits for each rank.
    """
    size = 7 - joker
    suited = flush_suit >= 0
    inner, outer = (size + 1, 3) if suited else (1, size + 1)  # a flush leaves two other cards
    # by cards of the suit, other cards, which of the last four ranks are held, and the low end of a wheel
    ways = np.zeros((inner, outer, 16, 2), dtype=np.int64)
    after = np.zeros_like(ways)
    ways[0, 0, 0, 0] = 1
    for rank in range(13):
        after[:] = 0
        own = free[rank] >> flush_suit & 1 if suited else 0
        other = _bits(free[rank]) - own
        most = 1 if joker and rank == ACE else 2
        for inside in range(inner):
            for outside in range(outer):
                for last in range(16):
                    for low in range(2):
                        now = ways[inside, outside, last, low]
                        if now == 0:
                            continue
                        for mine in range(own + 1):
                            for theirs in range(most - mine + 1):
                                held = mine + theirs
                                if inside + outside + held > size or outside + theirs >= outer:
                                    continue
                                number = _choose(other, theirs)
                                if number == 0:
                                    continue
                                present = held > 0
                                if present and _bits(last) + 1 >= 5 - joker:
                                    continue
                                if present and rank == ACE and low:
                                    continue
                                keep = (last << 1 | present) & 15
                                wheel = low
                                if rank == 3:
                                    wheel = int(_bits(keep) >= 4 - joker)
                                after[inside + mine, outside + theirs, keep, wheel] += now * number
        ways, after = after, ways
    found = 0
    for inside in range(inner):
        for outside in range(outer):
            if inside + outside == size and (not suited or inside >= 5 - joker):
                found += ways[inside, outside].sum()
    return found


@numba.njit
def count_both_clear(hands):
    """Pairs of one of these hands and another hand that has at most pairs, no straight and no flush."""
    found = 0
    free = np.zeros(13, dtype=np.int64)
    for hand in hands:
        orbit = _orbit(hand)
        if orbit == 0:
            continue
        for rank in range(13):
            free[rank] = 0
            for suit in range(4):
                if not hand >> (13 * suit + rank) & 1:
                    free[rank] |= 1 << suit
        for joker in range(2):
            found += orbit * _count_clear(free, joker, -1)
            for suit in range(4):
                found -= orbit * _count_clear(free, joker, suit)
    return found


def count_first_three(jokers=1):
    """Three cards by what they make: a natural triple, or the joker as an ace or what a run or suit lacks."""
    found = Counter()
    deck = [divmod(card, 4) for card in range(52)] + [None] * jokers
    for three in combinations(deck, 3):
        naturals = [card for card in three if card is not None]
        stand_ins = [(ACE, -1)] if len(naturals) == 2 else []
        equal = max(Counter(rank for rank, _ in [*naturals, *stand_ins]).values())
        made = {"one-pair"} if equal >= 2 else set()
        made |= {"three-of-a-kind"} if equal == 3 else set()
        fillings = [[]] if len(naturals) == 3 else [[divmod(card, 4)] for card in range(52)]
        for filling in fillings:
            if filling and filling[0] in naturals:
                continue
            cards = [*naturals, *filling]
            ranks = {rank for rank, _ in cards}
            low = {-1 if rank == ACE else rank for rank in ranks}
            run = len(ranks) == 3 and 2 in (max(ranks) - min(ranks), max(low) - min(low))
            suit = len({suit for _, suit in cards}) == 1
            made |= {"straight"} if run else set()
            made |= {"flush"} if suit else set()
            made |= {"straight-flush"} if run and suit else set()
        found[frozenset(made)] += 1
    return found


TOP_OF_SUITED, TOP, REDS_AT, JOKER_FLAG, NATURAL_ROYAL = 4, 8, 12, 15, 16


@numba.njit
def _find_top(ranks, joker):
    """One more than the top rank of the highest straight, of which the joker may be one; 0 for none."""
    for place in range(9, -1, -1):
        if _bits(ranks & WINDOWS[place]) >= 5 - joker:
            return place + 4 if place else 4
    return 0


@numba.njit
def _tally(joker, found):
    """All hands by highest class, tops of straights, red cards, joker and natural royal flush."""
    size = 7 - joker
    chosen = np.arange(size)[::-1].copy()
    suits = np.zeros(4, dtype=np.int64)
    while True:
        suits[:] = 0
        counts = 0
        reds = 0
        for card in chosen:
            suits[card & 3] |= 1 << (card >> 2)
            counts += 1 << 4 * (card >> 2)
            reds += 0 < card & 3 < 3
        facts = _see(suits, counts, joker)
        key = 0
        while key < len(NAMES) and not facts >> key & 1:
            key += 1
        suited = natural = 0
        for suit in range(4):
            suited = max(suited, _find_top(suits[suit], joker))
            natural |= suits[suit] & ROYAL == ROYAL
        key |= suited << TOP_OF_SUITED | reds << REDS_AT | joker << JOKER_FLAG
        key |= _find_top(suits[0] | suits[1] | suits[2] | suits[3], joker) << TOP
        found[key | natural << NATURAL_ROYAL] += 1
        place = size - 1
        while place >= 0 and chosen[place] + 1 == (chosen[place - 1] if place else 52):
            place -= 1
        if place < 0:
            return
        chosen[place] += 1
        for after in range(place + 1, size):
            chosen[after] = size - 1 - after


@cache
def tally_hands():
    """All hands as words: the place of the highest class in NAMES, and from the bits named above the rest."""
    found = np.zeros(1 << NATURAL_ROYAL + 1, dtype=np.int64)
    for joker in range(2):
        _tally(joker, found)
    assert found.sum() == comb(53, 7)
    return {int(key): int(found[key]) for key in np.flatnonzero(found)}


@numba.njit
def _tally_five(found):
    suits = np.zeros(4, dtype=np.int64)
    for a in range(53):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        suits[:] = 0
                        counts = 0
                        joker = 0
                        for card in (a, b, c, d, e):
                            if card == 52:
                                joker = 1
                            else:
                                suits[card & 3] |= 1 << (card >> 2)
                                counts += 1 << 4 * (card >> 2)
                        facts = _see(suits, counts, joker)
                        place = 0
                        while place < len(NAMES) and not facts >> place & 1:
                            place += 1
                        found[place] += 1


def tally_five_cards():
    """All hands of five cards by what they make."""
    found = np.zeros(len(NAMES) + 1, dtype=np.int64)
    _tally_five(found)
    assert found.sum() == comb(53, 5)
    return dict(zip((*NAMES, "high-card"), found.tolist(), strict=True))

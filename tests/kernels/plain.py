"""Poker in plain Python, written apart from the package: the second way to every number here.

A card is (rank, suit), the joker is None. Hands rank as tuples. The joker is judged by trying
every card in its place, never by rules for it.
"""

from collections import Counter
from functools import cache
from itertools import combinations

PACK = [(rank, suit) for rank in range(13) for suit in range(4)]
STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL = 4, 5, 8, 9


def cards_of(codes):
    return tuple(None if code == 52 else (int(code) // 4, int(code) % 4) for code in codes)


def straight_top(ranks, wheel):
    """The place of a straight among straights, or None."""
    wanted = [list(range(low, low + 5)) for low in range(9)]
    wheel_ranks = [0, 1, 2, 3, 12]
    order = [wheel_ranks, *wanted] if wheel == "lowest" else [*wanted[:-1], wheel_ranks, wanted[-1]]
    return order.index(sorted(ranks)) if sorted(ranks) in order else None


def rank_natural(cards, wheel):
    ranks = [rank for rank, _ in cards]
    counts = sorted(((n, rank) for rank, n in Counter(ranks).items()), reverse=True)
    pattern = tuple(n for n, _ in counts)
    by_count = tuple(rank for _, rank in counts)
    kinds = {(5,): 10, (4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    if pattern in kinds:
        return (11, 0) if by_count == (12,) else (kinds[pattern], *by_count)
    flush = len({suit for _, suit in cards}) == 1
    top = straight_top(ranks, wheel)
    if flush and top is not None:
        return (ROYAL, 0) if min(ranks) == 8 else (STRAIGHT_FLUSH, top)
    if flush:
        return (FLUSH, *by_count)
    if top is not None:
        return (STRAIGHT, top)
    return (0, *by_count)


@cache
def rank_high(cards, joker, wheel):
    if None not in cards:
        return rank_natural(cards, wheel)
    held = [card for card in cards if card is not None]
    results = []
    for card in PACK:
        value = rank_natural([*held, card], wheel)
        if card in held:
            allowed = value[0] >= 10 and (joker == "wild" or card[0] == 12)  # a fifth of a kind
        elif joker == "bug":
            allowed = card[0] == 12 or value[0] in (STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL)
        else:
            allowed = True
        if allowed:
            results.append(value)
    return max(results)


def rank_low(cards, joker):
    held = sorted((card for card in cards if card is not None), reverse=True)
    if len(held) == 2:
        options = [tuple(rank for rank, _ in held)]
    else:
        places = [12] if joker == "bug" else range(13)
        options = [tuple(sorted((held[0][0], place), reverse=True)) for place in places]
    return max((1, a) if a == b else (0, a, b) for a, b in options)


def fouls(high, low):
    """Compare what two cards can show: the pair, or the two highest cards."""
    if high[0] >= 2:
        return False
    shown = (1, high[1]) if high[0] == 1 else high[:3]
    return shown < low


def settings(cards, joker, wheel):
    """All permissible (low, high)."""
    found = []
    for pair in combinations(range(7), 2):
        low = rank_low(tuple(cards[i] for i in pair), joker)
        high = rank_high(tuple(cards[i] for i in range(7) if i not in pair), joker, wheel)
        if not fouls(high, low):
            found.append((low, high))
    return found


def choose_low(options):
    """The best low hand, and the best high hand beside it."""
    return max(options)


def choose_high(options):
    """The best high hand, and the best low hand beside it."""
    return max(options, key=lambda setting: (setting[1], setting[0]))


def highest_low(cards, joker, wheel):
    """A house way for tests: the best low hand that does not foul."""
    return choose_low(settings(cards, joker, wheel))


def highest_high(cards, joker, wheel):
    """Another: the best high hand first."""
    return choose_high(settings(cards, joker, wheel))


def is_run(ranks):
    low = {rank + 1 if rank < 12 else 0 for rank in ranks}  # the ace below the deuce
    return len(set(ranks)) == len(ranks) and any(
        max(places) - min(places) == len(ranks) - 1 for places in (set(ranks), low)
    )


def natural_sequences(cards):
    """Straight and flush features of seven natural cards, and of the two left beside a royal."""
    found = set()
    for five in combinations(cards, 5):
        ranks = [rank for rank, _ in five]
        flush = len({suit for _, suit in five}) == 1
        run = is_run(ranks)
        found |= {name for name, holds in (("flush", flush), ("straight", run)) if holds}
        if flush and run:
            found.add("straight-flush")
            if min(ranks) == 8:
                found.add("royal-flush")
    if len({suit for _, suit in cards}) == 1 and is_run([rank for rank, _ in cards]):
        found.add("seven")
    return found


def royal_match(cards):
    """Try every split into five and two; the two must be a natural king and queen of one suit."""
    for low in combinations(cards, 2):
        if None in low or {rank for rank, _ in low} != {11, 10} or low[0][1] != low[1][1]:
            continue
        high = [card for card in cards if card not in low]
        for card in PACK if None in high else [None]:
            five = [card if c is None else c for c in high]
            if rank_natural(five, "lowest")[0] == ROYAL:
                return True
    return False


def features(cards, joker):
    """The names of all features that seven cards hold."""
    held = [card for card in cards if card is not None]
    found = {"high-card"}
    if None not in cards:
        stand_ins = [[]]
        sequences = [natural_sequences(held)]
    else:
        ranks = [12] if joker == "bug" else range(13)
        stand_ins = [[rank] for rank in ranks]
        sequences = [natural_sequences([*held, card]) for card in PACK if card not in held]
    for stand_in in stand_ins:
        counts = Counter([rank for rank, _ in held] + stand_in)
        most = sorted(counts.values(), reverse=True)
        pairs = sum(n >= 2 for n in most)
        names = ["one-pair", "two-pair", "three-pair"]
        found |= set(names[:pairs])
        found |= {"three-of-a-kind"} if most[0] >= 3 else set()
        found |= {"full-house"} if most[0] >= 3 and pairs > 1 else set()
        found |= {"four-of-a-kind"} if most[0] >= 4 else set()
        found |= {"five-of-a-kind"} if most[0] >= 5 else set()
        found |= {"five-aces"} if counts[12] >= 5 else set()
    for names in sequences:
        found |= names - {"seven"}
        if "seven" in names:
            suffix = "-joker" if None in cards else ""
            found.add("seven-card-straight-flush" + suffix)
    if royal_match(cards):
        found.add("royal-match-joker" if None in cards else "royal-match")
    return found

"""How many of all seven-card hands hold which classes, from rank patterns and suits.

A hand is described by what matters to a class and by nothing else: how often each rank occurs, whether
its ranks hold a straight, and whether one suit holds a flush. How many ways the suits can fall depends
only on how often each rank occurs, so hands are counted a pattern at a time. Suits that hold a straight
flush are counted by their size, by holding the ace and by what they make, together with the ways the
other cards can fall beside them, and moved from the flushes they were counted with.

The result is a count for every *view*: the set of classes that one hand holds at once, whether the joker
is among its cards, and the highest card of a hand that holds nothing. What is paid for it is the
business of a wager, settled afterwards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod

from certify.game.rank import RankRules
from certify.game.views import BARE, HandView
from certify.game.vocabulary import HAND_CLASSES

Holding = frozenset[str]

HAND_SIZE = 7
RANKS = 13
SUITS = 4
ACE = RANKS - 1

_WINDOWS = (*(0b11111 << low for low in range(RANKS - 4)), 0b1111 | 1 << ACE)
_LONG_WINDOWS = (*(0b1111111 << low for low in range(RANKS - 6)), 0b111111 | 1 << ACE)
_ROYAL = _WINDOWS[RANKS - 5]


def count_views(rules: RankRules) -> dict[HandView, int]:
    """Count the hands of every view; aspects that have to be asked for are not filled in."""
    return dict(_count_views(rules.joker == "wild", rules.jokers))


@lru_cache(maxsize=4)
def _count_views(wild: bool, jokers: int) -> Counter[HandView]:
    counts: Counter[tuple[Holding, bool]] = Counter()
    for joker in range(jokers + 1):
        _add_hands(counts, bool(joker), wild)
    total = sum(counts.values())
    if total != comb(RANKS * SUITS + jokers, HAND_SIZE) or min(counts.values()) < 0:
        raise AssertionError(f"class counts sum to {total}")
    views = Counter({HandView(*seen, None): count for seen, count in counts.items() if count})
    for joker in range(jokers + 1):
        bare = HandView(BARE, bool(joker), None)
        number = views.pop(bare, 0)
        for highest, count in _count_bare(bool(joker), wild).items():
            views[HandView(BARE, bool(joker), highest)] = count
            number -= count
        if number:
            raise AssertionError("hands without a class do not sum by their highest cards")
    return views


def _add_hands(counts: Counter[tuple[Holding, bool]], joker: bool, wild: bool) -> None:
    naturals = HAND_SIZE - joker
    for pattern, straight, supports in _list_patterns(naturals, joker):
        times = (*pattern.others, pattern.aces) if pattern.aces else pattern.others
        hands = prod(comb(SUITS, number) for number in times)
        flushes = _count_flushes(times, 5 - joker)
        plain = _hold_ranks(pattern, joker, wild) | ({"straight"} if straight else set())
        counts[frozenset(plain), joker] += supports * (hands - flushes)
        counts[frozenset(plain | {"flush"}), joker] += supports * flushes
    for pattern, classes, ways in _list_straight_flushes(naturals, joker):
        plain = _hold_ranks(pattern, joker, wild) | {"flush", "straight"}
        counts[frozenset(plain), joker] -= ways
        counts[frozenset(plain | classes), joker] += ways


def _count_bare(joker: bool, wild: bool) -> dict[int, int]:
    """Count hands of different ranks, neither straight nor flush, by their highest card.

    The joker is an ace, so no natural ace lies beside it; a wild one pairs any card.
    """
    if joker and wild:
        return {}
    naturals = HAND_SIZE - joker
    straights = Counter(
        ranks.bit_length() - 1
        for ranks in _list_straights(joker)
        if ranks.bit_count() == naturals and not (joker and ranks >> ACE & 1)
    )
    suited = SUITS**naturals - _count_flushes((1,) * naturals, 5 - joker)
    found: Counter[int] = Counter()
    for top in range(naturals - 1, ACE + 1 - joker):
        sets = comb(top, naturals - 1) - straights[top]
        found[ACE if joker else top] += sets * suited
    return {highest: count for highest, count in found.items() if count}


def count_holdings(*, wild: bool) -> dict[Holding, int]:
    """Count the hands that hold exactly each set of classes, with a bug or a fully wild joker.

    The class `royal-match` is set wherever the joker is absent from it or completes its royal flush;
    the pseudo-class `royal-match-natural` tells the first kind apart.
    """
    counts: Counter[Holding] = Counter()
    for view, count in _count_views(wild, 1).items():
        natural = (
            {"royal-match-natural"} if "royal-match" in view.held and not view.joker else set()
        )
        counts[view.held | natural] += count
    return dict(counts)


class _Pattern(tuple[int, tuple[int, ...]]):
    """How often the ace occurs, and how often each other rank does, most frequent first."""

    __slots__ = ()

    @property
    def aces(self) -> int:
        return self[0]

    @property
    def others(self) -> tuple[int, ...]:
        return self[1]


def _list_patterns(naturals: int, joker: bool) -> Iterator[tuple[_Pattern, bool, int]]:
    """Every rank pattern with and without a straight, and how many choices of ranks give it."""
    supports = _count_supports(joker)
    for distinct in range(1, naturals + 1):
        for times in combinations_with_replacement(range(SUITS, 0, -1), distinct):
            if sum(times) != naturals:
                continue
            for aces in (0, *sorted(set(times))):
                rest = list(times)
                if aces:
                    rest.remove(aces)
                arrangements = _count_arrangements(tuple(rest))
                for straight in (False, True):
                    choices = supports[distinct, bool(aces), straight]
                    if choices:
                        yield _Pattern((aces, tuple(rest))), straight, choices * arrangements


def _count_arrangements(times: tuple[int, ...]) -> int:
    """In how many ways the multiplicities can be dealt out over given ranks."""
    ways, left = 1, len(times)
    for number in Counter(times).values():
        ways *= comb(left, number)
        left -= number
    return ways


@lru_cache(maxsize=2)
def _list_straights(joker: bool) -> tuple[int, ...]:
    """Every set of at most seven ranks that holds a straight, a joker completing it or not."""
    return tuple(
        ranks
        for ranks in range(1 << RANKS)
        if ranks.bit_count() <= HAND_SIZE and _hold_window(ranks, _WINDOWS, 5 - joker)
    )


@lru_cache(maxsize=2)
def _count_supports(joker: bool) -> Counter[tuple[int, bool, bool]]:
    """Sets of ranks by size, by holding the ace, and by holding a straight."""
    counts: Counter[tuple[int, bool, bool]] = Counter(
        (ranks.bit_count(), bool(ranks >> ACE & 1), True) for ranks in _list_straights(joker)
    )
    for size in range(HAND_SIZE + 1):
        for ace in (False, True):
            every = comb(RANKS - 1, size - ace) if size >= ace else 0
            counts[size, ace, False] = every - counts[size, ace, True]
    return counts


def _hold_window(ranks: int, windows: tuple[int, ...], needed: int) -> bool:
    for window in windows:  # noqa: SIM110  (a generator would double the time of the whole count)
        if (ranks & window).bit_count() >= needed:
            return True
    return False


def _count_flushes(times: tuple[int, ...], suited: int) -> int:
    """Suit assignments in which one suit holds `suited` cards or more (no two suits can)."""
    polynomial = [1]
    for number in times:
        without, within = comb(SUITS - 1, number), comb(SUITS - 1, number - 1)
        polynomial = [
            without * low + within * high
            for low, high in zip([*polynomial, 0], [0, *polynomial], strict=True)
        ]
    return SUITS * sum(polynomial[suited:])


def _list_straight_flushes(naturals: int, joker: bool) -> Iterator[tuple[_Pattern, set[str], int]]:
    """Hands in which one suit holds a straight flush: pattern, what the suit makes, how many."""
    suits: Counter[tuple[int, bool, Holding]] = Counter()
    for ranks in _list_straights(joker):
        if ranks.bit_count() <= naturals:
            suits[ranks.bit_count(), bool(ranks >> ACE & 1), _name_suit(ranks, joker)] += 1
    for (size, ace, classes), sets in suits.items():
        for pattern, ways in _list_beside(size, ace, naturals - size):
            yield pattern, set(classes), SUITS * sets * ways
    for pattern, classes, ways in _list_royal_matches(naturals, joker):
        yield pattern, set(classes), -ways
        yield pattern, {*classes, "royal-match"}, ways


def _name_suit(ranks: int, joker: bool) -> Holding:
    classes = {"straight-flush"}
    if (ranks & _ROYAL).bit_count() >= 5 - joker:
        classes.add("royal-flush")
    if _hold_window(ranks, _LONG_WINDOWS, HAND_SIZE - joker):
        classes.add("seven-card-straight-flush-joker" if joker else "seven-card-straight-flush")
    return frozenset(classes)


def _list_beside(size: int, ace: bool, cards: int) -> Iterator[tuple[_Pattern, int]]:
    """The ways up to two cards of other suits can fall beside a suit, by the pattern they make.

    A card falls on the ace or on another rank, and on a rank of the suit or beside it.
    """
    places = {
        (True, True): int(ace),
        (False, True): size - ace,
        (True, False): 1 - ace,
        (False, False): RANKS - size - (1 - ace),
    }
    for kinds in combinations_with_replacement(places, cards):
        several = places[kinds[0]] if kinds else 0
        if len(kinds) == 2 and kinds[0] == kinds[1]:
            yield _pair(size, ace, kinds, same=True), several * comb(SUITS - 1, 2)
            yield _pair(size, ace, kinds, same=False), comb(several, 2) * (SUITS - 1) ** 2
        else:
            ways = prod(places[kind] * (SUITS - 1) for kind in kinds)
            yield _pair(size, ace, kinds, same=False), ways


def _pair(size: int, ace: bool, kinds: tuple[tuple[bool, bool], ...], *, same: bool) -> _Pattern:
    """The pattern of a suit and the cards beside it, which may be of the same rank."""
    times = [1] * (size - ace)
    aces, paired = int(ace), 0
    for number, (on_ace, in_suit) in enumerate(kinds):
        if on_ace:
            aces += 1
        elif not in_suit and not (same and number):
            times.append(1)
        else:
            place = -1 if not in_suit else (0 if same else paired)
            times[place] += 1
            paired += in_suit
    return _Pattern((aces, tuple(sorted(times, reverse=True))))


def _list_royal_matches(naturals: int, joker: bool) -> Iterator[tuple[_Pattern, Holding, int]]:
    """Royal flushes, the joker completing them or not, beside a king and queen of one other suit."""
    royal = range(ACE - 4, ACE + 1)
    for chosen in combinations(royal, naturals - 2):
        times = Counter((*chosen, ACE - 1, ACE - 2))
        aces = times.pop(ACE, 0)
        pattern = _Pattern((aces, tuple(sorted(times.values(), reverse=True))))
        ranks = sum(1 << rank for rank in chosen)
        yield pattern, _name_suit(ranks, joker), SUITS * (SUITS - 1)


def _hold_ranks(pattern: _Pattern, joker: bool, wild: bool) -> set[str]:
    """The classes that follow from how often each rank occurs."""
    aces, others = pattern
    held: set[str] = {"high-card"}
    options = [(aces, others)]
    if joker:
        options = [(aces + 1, others)]
        if wild:
            options += [
                (aces, (*others[:place], others[place] + 1, *others[place + 1 :]))
                for place in range(len(others))
            ]
            options += [(aces, (*others, 1))]
    for with_aces, rest in options:
        times = sorted((*rest, with_aces), reverse=True)
        held |= _hold_times(times)
        if with_aces == 5:
            held.add("five-aces")
    return held


def _hold_times(times: list[int]) -> set[str]:
    first, second, third = (*times, 0, 0)[:3]
    held = set()
    for needed, name in (
        (2, "one-pair"),
        (3, "three-of-a-kind"),
        (4, "four-of-a-kind"),
        (5, "five-of-a-kind"),
    ):
        if first >= needed:
            held.add(name)
    if second >= 2:
        held.add("two-pair")
        if first >= 3:
            held.add("full-house")
        if third >= 2:
            held.add("three-pair")
    return held


def count_classes(holdings: dict[Holding, int], order: tuple[str, ...]) -> dict[str, int]:
    """Count hands by the first class of `order` that they hold; `none` where they hold none."""
    unknown = set(order) - set(HAND_CLASSES)
    if unknown:
        raise ValueError(f"not hand classes: {sorted(unknown)}")
    counts = dict.fromkeys((*order, "none"), 0)
    for held, count in holdings.items():
        counts[next((name for name in order if name in held), "none")] += count
    return counts

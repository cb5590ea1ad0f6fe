"""The wagers read a second time, from the five documents themselves and without a word of the package.

Written for one purpose: an error of meaning that engine and odds share by construction shows here. Each
document has its own function; the numbers in comments are clauses or lines of the texts. Cards are codes
as in `poker`. Where a document leaves something open the reading adopted in its file is taken, and a
comment says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from tests.independent_model.poker import (
    ACE,
    FIVE_ACES,
    JOKER,
    KING,
    QUEEN,
    ROYAL_FLUSH,
    STRAIGHT_FLUSH,
    rank_high,
    rank_low,
)

Cards = tuple[int, ...]


@dataclass(frozen=True)
class Seat:
    """A player: seven cards, the two of the low hand where he was compared, and his stakes."""

    cards: Cards
    low: Cards
    stakes: dict[str, Fraction]


@dataclass(frozen=True)
class Result:
    """Net to a player by wager; envy payments together."""

    standard: Fraction | None = None
    fortune: Fraction | None = None
    ace_high: Fraction | None = None
    envy: Fraction = Fraction(0)


def kinds(cards: Cards) -> list[int]:
    """How often each rank comes, the most first; the joker is an ace."""
    return sorted(
        Counter(ACE if card == JOKER else card // 4 for card in cards).values(), reverse=True
    )


def fives(cards: Cards) -> set[int]:
    """What some five of the seven cards make, as whole hands of five."""
    return {rank_high(five)[0] for five in combinations(cards, 5)}


def in_a_row(ranks: set[int], length: int, missing: int) -> bool:
    """Whether ranks stand in one row, the joker filling what is missing; the ace also below the deuce."""
    rows = [
        {ACE, *range(length - 1)},
        *(set(range(low, low + length)) for low in range(14 - length)),
    ]
    return len(ranks) == length - missing and any(ranks <= row for row in rows)


def straight_in(cards: Cards) -> bool:
    """Five in a row, whatever their suits."""
    ranks = {card // 4 for card in cards if card != JOKER}
    missing = int(JOKER in cards)
    return any(
        in_a_row(set(chosen), 5, missing) for chosen in combinations(sorted(ranks), 5 - missing)
    ) or (
        missing == 1
        and any(in_a_row(set(chosen), 5, 0) for chosen in combinations(sorted(ranks), 5))
    )


def flush_in(cards: Cards) -> bool:
    suits = Counter(card % 4 for card in cards if card != JOKER)
    return max(suits.values()) + (JOKER in cards) >= 5


def seven_in_a_row(cards: Cards, *, joker: bool) -> bool:
    naturals = [card for card in cards if card != JOKER]
    if (JOKER in cards) is not joker or len({card % 4 for card in naturals}) != 1:
        return False
    return in_a_row({card // 4 for card in naturals}, 7, int(joker))


def royal_match(cards: Cards) -> bool:
    """A natural king and queen of one suit beside a royal flush, which the joker may complete."""
    for first, second in combinations([card for card in cards if card != JOKER], 2):
        if {first // 4, second // 4} == {KING, QUEEN} and first % 4 == second % 4:
            rest = tuple(card for card in cards if card not in (first, second))
            if rank_high(rest)[0] == ROYAL_FLUSH:
                return True
    return False


HOLDS: dict[str, Callable[[Cards], bool]] = {
    "seven": lambda cards: seven_in_a_row(cards, joker=False),
    "match": royal_match,
    "seven-joker": lambda cards: seven_in_a_row(cards, joker=True),
    "five-aces": lambda cards: FIVE_ACES in fives(cards),
    "royal": lambda cards: ROYAL_FLUSH in fives(cards),
    "straight-flush": lambda cards: bool({STRAIGHT_FLUSH, ROYAL_FLUSH} & fives(cards)),
    "four": lambda cards: kinds(cards)[0] >= 4,
    "full": lambda cards: kinds(cards)[0] >= 3 and kinds(cards)[1] >= 2,
    "flush": flush_in,
    "three": lambda cards: kinds(cards)[0] >= 3,
    "straight": straight_in,
    "three-pair": lambda cards: len(kinds(cards)) > 2 and kinds(cards)[2] >= 2,
}
ORDER = tuple(HOLDS)
"""The rows in the order in which all five documents print them."""


def find_row(cards: Cards, rows: Sequence[str]) -> str | None:
    """The first printed row that the seven cards make: the tables are read from the top."""
    return next((row for row in rows if HOLDS[row](cards)), None)


def is_ace_high(cards: Cards) -> bool:
    """Seven cards that make nothing, an ace or the joker the highest."""
    ranks = {ACE if card == JOKER else card // 4 for card in cards}
    return len(ranks) == 7 and ACE in ranks and not straight_in(cards) and not flush_in(cards)


def compare(seat: Seat, bank: Cards, bank_low: Cards) -> tuple[int, int]:
    """How low and high compare: 1 where the player's ranks higher, 0 for a copy."""

    def sides(cards: Cards, low: Cards) -> tuple[tuple[int, ...], tuple[int, ...]]:
        high = tuple(card for card in cards if card not in low)
        return rank_low((low[0], low[1])), rank_high(high)

    own, other = sides(seat.cards, seat.low), sides(bank, bank_low)
    return (own[0] > other[0]) - (own[0] < other[0]), (own[1] > other[1]) - (own[1] < other[1])


def settle_base(low: int, high: int) -> int:
    """Both won wins; the dealer has every copy, so anything but one hand won outright loses."""
    won = (low > 0) + (high > 0)
    return won - 1


TABLE_000 = dict(
    zip(ORDER[:11], (2500, 1000, 500, 250, 100, 50, 20, 5, 4, 3, 2), strict=True)
)  # 4.1.2
TABLE_001 = dict(
    zip(ORDER, (5000, 1000, 750, 250, 100, 50, 20, 5, 4, 3, 2, 0), strict=True)
)  # 28-41
ENVY_001 = dict(zip(ORDER, (1000, 250, 100, 50, 25, 10, 5), strict=False))
TABLE_002 = dict(
    zip(ORDER[:11], (5000, 2000, 1000, 400, 150, 50, 25, 5, 4, 3, 1), strict=True)
)  # 66-76
TABLE_004 = dict(
    zip(ORDER[:11], (5000, 2000, 1000, 400, 150, 50, 25, 5, 4, 3, 2), strict=True)
)  # 33-43
ENVY_004 = dict(zip(ORDER, (3000, 1000, 500, 250, 50, 20, 5), strict=False))


def pay_fortune(cards: Cards, stake: Fraction, table: dict[str, int]) -> Fraction:
    row = find_row(cards, tuple(table))
    return -stake if row is None else stake * table[row]


def sum_envy(
    seats: Sequence[Seat], place: int, table: dict[str, int], envy: dict[str, int], least: int
) -> Fraction:
    """Each other player's hand on a row with envy pays, also several, if the stake is high enough."""
    if seats[place].stakes.get("fortune-bonus", Fraction(0)) < least or not seats[place].stakes.get(
        "fortune-bonus"
    ):
        return Fraction(0)
    rows = [
        find_row(seat.cards, tuple(table)) for other, seat in enumerate(seats) if other != place
    ]
    return Fraction(sum(envy.get(row or "", 0) for row in rows))


def read_000(seats: Sequence[Seat], bank: Cards, bank_low: Cards) -> list[Result]:
    """The first document: 3.12 to 3.18 and 4.1."""
    found = []
    holds = {"seven": 250, "match": 50}
    bank_row = find_row(bank, tuple(TABLE_000))
    for place, seat in enumerate(seats):
        standard = fortune = None
        if "standard" in seat.stakes:
            stake = seat.stakes["standard"]
            sign = settle_base(*compare(seat, bank, bank_low))
            standard = stake * Fraction(19, 20) if sign > 0 else stake * sign  # 4.1.1
        if "fortune-bonus" in seat.stakes:
            fortune = pay_fortune(seat.cards, seat.stakes["fortune-bonus"], TABLE_000)
        envy = Fraction(0)
        own = find_row(seat.cards, tuple(TABLE_000))
        if fortune is not None and bank_row not in holds and own != "seven":  # 3.18.1.1 and .2
            for other, neighbour in enumerate(seats):
                row = find_row(neighbour.cards, tuple(TABLE_000))
                if other == place or row not in holds:
                    continue
                if own == "match" and row != "seven":  # 3.18.1.3, as adopted
                    continue
                envy += holds[row]
        found.append(Result(standard, fortune, None, envy))
    return found


def read_001(seats: Sequence[Seat], bank: Cards, bank_low: Cards) -> list[Result]:
    """The second: (2) to (8), paytable 1; the standard wager stands in another section."""
    return [
        Result(
            None,
            pay_fortune(seat.cards, seat.stakes["fortune-bonus"], TABLE_001)
            if "fortune-bonus" in seat.stakes
            else None,
            None,
            sum_envy(seats, place, TABLE_001, ENVY_001, 5),
        )
        for place, seat in enumerate(seats)
    ]


def read_002(seats: Sequence[Seat], bank: Cards, bank_low: Cards) -> list[Result]:
    """The third: 1. to 4. (lines 50-53), line 61, and both pay scales; no envy."""
    found = []
    rows = tuple(TABLE_002)
    for seat in seats:
        standard = fortune = ace = None
        if "standard" in seat.stakes:
            standard = seat.stakes["standard"] * settle_base(*compare(seat, bank, bank_low))
        if "fortune-bonus" in seat.stakes:
            stake = seat.stakes["fortune-bonus"]
            own, other = find_row(seat.cards, rows), find_row(bank, rows)
            beaten = own is not None and (other is None or rows.index(own) < rows.index(other))
            # paid only if the other hand loses; a tie, and one not beaten, are collected (as adopted)
            fortune = min(stake * TABLE_002[own or ""], Fraction(50_000)) if beaten else -stake
        if "ace-high" in seat.stakes:
            ace = -seat.stakes["ace-high"]
            if is_ace_high(bank):
                pays = 25 if is_ace_high(seat.cards) else 10 if JOKER in bank else 7
                ace = seat.stakes["ace-high"] * pays
        found.append(Result(standard, fortune, ace))
    return found


def read_003(seats: Sequence[Seat], bank: Cards, bank_low: Cards) -> list[Result]:
    """The fourth: FPG-01, which has the figures of the second's paytable 1, and envy from 25 dollars."""
    return [
        Result(
            None,
            pay_fortune(seat.cards, seat.stakes["fortune-bonus"], TABLE_001)
            if "fortune-bonus" in seat.stakes
            else None,
            None,
            sum_envy(seats, place, TABLE_001, ENVY_001, 25),
        )
        for place, seat in enumerate(seats)
    ]


def read_004(seats: Sequence[Seat], bank: Cards, bank_low: Cards) -> list[Result]:
    """The fifth: lines 9 to 46; the cap holds for all but envy, in the order standard, bonus, Ace High."""
    found = []
    for place, seat in enumerate(seats):
        nets: dict[str, Fraction] = {}
        if "standard" in seat.stakes:
            stake = seat.stakes["standard"]
            sign = 0 if is_ace_high(bank) else settle_base(*compare(seat, bank, bank_low))
            nets["standard"] = stake * sign
        if "fortune-bonus" in seat.stakes:
            nets["fortune"] = pay_fortune(seat.cards, seat.stakes["fortune-bonus"], TABLE_004)
        if "ace-high" in seat.stakes:
            pays = -1
            if is_ace_high(bank):
                pays = 40 if is_ace_high(seat.cards) else 12 if JOKER in bank else 5
            nets["ace_high"] = seat.stakes["ace-high"] * pays
        left = Fraction(50_000)
        for name, net in nets.items():
            if net > 0:
                nets[name] = min(net, left)
                left -= nets[name]
        envy = sum_envy(seats, place, TABLE_004, ENVY_004, 5)
        found.append(Result(nets.get("standard"), nets.get("fortune"), nets.get("ace_high"), envy))
    return found


READ = {
    "mbs": read_000,
    "south-dakota": read_001,
    "designated-player": read_002,
    "california-bgc": read_003,
    "pennsylvania": read_004,
}

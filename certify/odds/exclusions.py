"""Envy that other hands can take away, exactly: by listing the few hands that qualify.

With exclusions a player's envy depends on his own hand, on the bank's and on the other players' at
once. The hands that qualify are few enough to be written out, so the chance of each way they can lie
together is a sum over disjoint ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, factorial

from certify.cards import ACE, DECK, JOKER, KING, QUEEN, Card
from certify.model import Rules
from certify.odds.classes import HAND_SIZE
from certify.odds.fortune import list_envy_amounts

Hand = frozenset[Card]

SEVEN, MATCH = "seven-card-straight-flush", "royal-match"


def has_exclusions(rules: Rules) -> bool:
    """Whether another hand can take a player's envy away."""
    return (
        rules.choice("envy.bank_qualifies") == "no-envy-paid"
        or rules.choice("envy.own_seven_card") == "forfeits"
        or rules.choice("envy.own_royal_match") == "forfeits-unless-seven-card"
    )


def list_seven_card_straight_flushes() -> tuple[Hand, ...]:
    """All seven-card straight flushes without joker."""
    runs = [tuple(range(low, low + HAND_SIZE)) for low in range(ACE - HAND_SIZE + 2)]
    runs.append((ACE, *range(HAND_SIZE - 1)))
    return tuple(frozenset(Card(rank, suit) for rank in run) for suit in range(4) for run in runs)


def list_royal_matches(*, joker_allowed: bool) -> tuple[Hand, ...]:
    """All royal flushes with a king and queen of another suit beside them."""
    hands: list[Hand] = []
    for suit, other in product(range(4), range(4)):
        if suit == other:
            continue
        royal = [Card(rank, suit) for rank in range(ACE - 4, ACE + 1)]
        match = [Card(KING, other), Card(QUEEN, other)]
        hands.append(frozenset(royal + match))
        if joker_allowed:
            hands.extend(
                frozenset([*royal[:place], *royal[place + 1 :], JOKER, *match])
                for place in range(5)
            )
    return tuple(hands)


def expect_with_exclusions(rules: Rules, others: int) -> Fraction:
    """Expected envy in money from so many other players, all exclusions applied."""
    amounts = list_envy_amounts(rules)
    if not set(amounts) <= {SEVEN, MATCH}:
        raise ValueError("exclusions are worked out for seven-card straight flush and royal match")
    joker_allowed = rules.choice("deck.royal_match_joker") != "not-allowed"
    return _expect(
        others,
        amounts.get(SEVEN, Fraction(0)),
        amounts.get(MATCH, Fraction(0)),
        joker_allowed,
        rules.choice("envy.bank_qualifies") == "no-envy-paid",
        rules.choice("envy.own_seven_card") == "forfeits",
        rules.choice("envy.own_royal_match") == "forfeits-unless-seven-card",
    )


@lru_cache(maxsize=64)
def _expect(
    others: int,
    seven_pays: Fraction,
    match_pays: Fraction,
    joker_allowed: bool,
    bank_stops: bool,
    own_seven_stops: bool,
    own_match_stops: bool,
) -> Fraction:
    sevens = _mask(list_seven_card_straight_flushes())
    matches = _mask(list_royal_matches(joker_allowed=joker_allowed))
    table = _Table((*sevens, *matches) if bank_stops else ())
    expected = Fraction(0)
    # any renaming of suits leaves the chances as they are: one suit, or one pair of suits, is enough
    for other, pays, alike in (
        *((hand, seven_pays, 4) for hand in sevens[: len(sevens) // 4]),
        *((hand, match_pays, 12) for hand in matches[: len(matches) // 12]),
    ):
        if not pays:
            continue
        stopping = (*(sevens if own_seven_stops else ()), *(matches if own_match_stops else ()))
        chance = table.chance(1, [other])
        chance -= table.chance(2, [other | own for own in stopping if not own & other])
        if own_match_stops:  # saved by a seven-card straight flush of any other player
            held = [other | own for own in matches if not own & other]
            chance += (
                table.chance(2, held)
                if other in sevens
                else _chance_of_some(table, held, sevens, others - 1)
            )
        expected += others * pays * alike * chance
    return expected


def _chance_of_some(
    table: _Table, held: list[int], sevens: tuple[int, ...], seats: int
) -> Fraction:
    """Two hands held, and at least one of so many further seats with a seven-card straight flush."""
    total = Fraction(0)
    for number in range(1, seats + 1):
        dealt = [cards for pair in held for cards in _add(sevens, pair, number)]
        ways = comb(seats, number) * factorial(number)
        total += (1 if number % 2 else -1) * ways * table.chance(2 + number, dealt)
    return total


def _add(hands: tuple[int, ...], held: int, number: int) -> Iterator[int]:
    """The cards held together with every set of so many further hands that are disjoint."""
    if not number:
        yield held
        return
    for place, hand in enumerate(hands):
        if not hand & held:
            yield from _add(hands[place + 1 :], held | hand, number - 1)


def _mask(hands: Iterable[Hand]) -> tuple[int, ...]:
    """Hands as sets of bits, one for each card."""
    return tuple(sum(1 << card.code for card in hand) for hand in hands)


class _Table:
    """Chances that named seats hold named hands while the bank's hand does not stop envy."""

    def __init__(self, stopping: tuple[int, ...]) -> None:
        self.stopping = stopping

    def chance(self, number: int, held: list[int]) -> Fraction:
        """The chance that so many seats hold one of the sets of cards, and the bank stops nothing."""
        cards, ways = len(DECK), 1
        for _ in range(number):
            ways *= comb(cards, HAND_SIZE)
            cards -= HAND_SIZE
        bank = comb(cards, HAND_SIZE)
        free = sum(bank - sum(not hand & seats for hand in self.stopping) for seats in held)
        return Fraction(free, ways * bank)

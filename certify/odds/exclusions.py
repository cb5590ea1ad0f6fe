"""Envy that other hands can take away, exactly: by listing the few hands that qualify.

With exclusions a player's envy depends on his own hand, on the bank's and on the other players' at
once. The hands that qualify are few enough to be written out, so the chance of each way they can lie
together is a sum over disjoint ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb

from certify.game.cards import ACE, DECK, JOKER, KING, QUEEN, Card
from certify.odds.classes import HAND_SIZE
from certify.odds.fortune import list_envy_amounts
from certify.spec.model import Rules

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


def expect_with_exclusions(rules: Rules) -> Fraction:
    """Expected envy in money from one other player's hand, all exclusions applied.

    Whether that hand pays is decided by three hands: it, the player's own and the bank's. A royal
    match of one's own leaves only the envy for another's seven-card straight flush.
    """
    amounts = list_envy_amounts(rules)
    if not set(amounts) <= {SEVEN, MATCH}:
        raise ValueError("exclusions are worked out for seven-card straight flush and royal match")
    joker_allowed = rules.choice("deck.royal_match_joker") != "not-allowed"
    return _expect(
        amounts.get(SEVEN, Fraction(0)),
        amounts.get(MATCH, Fraction(0)),
        joker_allowed,
        rules.choice("envy.bank_qualifies") == "no-envy-paid",
        rules.choice("envy.own_seven_card") == "forfeits",
        rules.choice("envy.own_royal_match") == "forfeits-unless-seven-card",
    )


@lru_cache(maxsize=64)
def _expect(
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
    for others, pays, alike, own_stops in (
        (sevens[: len(sevens) // 4], seven_pays, 4, False),
        (matches[: len(matches) // 12], match_pays, 12, own_match_stops),
    ):
        stopping = (*(sevens if own_seven_stops else ()), *(matches if own_stops else ()))
        for other in others:
            chance = table.chance(1, [other])
            chance -= table.chance(2, [other | own for own in stopping if not own & other])
            expected += pays * alike * chance
    return expected


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

"""The most that the Fortune bonus and its envy can cost the bank in one round, and a deal that does.

Six players can be dealt in beside the bank. What a player's hand costs depends on its class alone, so the
most is bounded by filling six places with the costliest classes, as often as the deck allows each: a suit
of thirteen holds one seven-card straight flush, four kings make two royal matches, and there is one joker.
Then a deal is looked for, hand by hand. Where one is found the bound is reached and so is the maximum;
where none is, the next lower total is tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from certify.game.cards import ACE, DECK, JOKER, Card
from certify.game.holdings import classify
from certify.odds.classes import HAND_SIZE
from certify.odds.envy import MOST_OTHERS
from certify.odds.exclusions import (
    MATCH,
    SEVEN,
    list_royal_matches,
    list_seven_card_straight_flushes,
)
from certify.odds.fortune import list_envy_amounts
from certify.spec.model import Money, Rules

PLAYERS = MOST_OTHERS + 1
_MOST = {"seven-card-straight-flush": 4, "royal-match": 2, "royal-flush": 4}
"""How many hands of a class one deck gives at most, where that is fewer than the players."""
_WITH_JOKER = {"seven-card-straight-flush-joker", "five-aces", "five-of-a-kind"}
_TRIES = 60
_CLASSES = 7
"""The costliest classes, which fill six places several times over; cheaper ones only lower a total."""


@dataclass(frozen=True, slots=True)
class Exposure:
    """The largest loss on Fortune bonus and envy, and a deal that reaches it."""

    stake: Money
    loss: Money
    pays: Money
    envy: Money
    players: tuple[tuple[str, tuple[Card, ...]], ...]
    bank: tuple[Card, ...]


def find_exposure(rules: Rules, stake: Money) -> Exposure | None:
    """The largest loss for one maximum stake; None where no deal is found for the highest totals."""
    pays = {name: _find_pay(rules, name, stake) for name in rules.order}
    for total, chosen in _list_choices(rules, pays, stake):
        hands = next(_deal(rules, chosen, frozenset()), None)
        if hands is None:
            continue
        left = [card for card in DECK if not any(card in hand for hand in hands)]
        envied = {line.hand for line in rules.paytable.lines if line.envy}
        bank = next(
            (item for item in combinations(left, HAND_SIZE) if _name(rules, item) not in envied),
            None,
        )
        if bank is not None:
            envy = _sum_envy(rules, chosen, stake)
            return Exposure(
                stake,
                Money(total, stake.currency),
                Money(total - envy, stake.currency),
                Money(envy, stake.currency),
                tuple(zip(chosen, hands, strict=True)),
                bank,
            )
    return None


def _find_pay(rules: Rules, name: str, stake: Money) -> Fraction:
    line = next(item for item in rules.paytable.lines if item.hand == name)
    cap = rules.value("fortune.cap")
    pays = line.pays * stake.amount
    return min(pays, cap.amount) if isinstance(cap, Money) else pays


def _sum_envy(rules: Rules, chosen: tuple[str, ...], stake: Money) -> Fraction:
    """Envy to all players for each other's hands, where their own hands allow it."""
    minimum = rules.value("envy.minimum_stake")
    if isinstance(minimum, Money) and stake < minimum:
        return Fraction(0)
    amounts = list_envy_amounts(rules)
    highest = rules.choice("envy.several_qualifying_hands") == "highest-pays"
    total = Fraction(0)
    for place, own in enumerate(chosen):
        others = (*chosen[:place], *chosen[place + 1 :])
        if own == SEVEN and rules.choice("envy.own_seven_card") == "forfeits":
            continue
        if own == MATCH and (rules.choice("envy.own_royal_match") == "forfeits-unless-seven-card"):
            others = tuple(name for name in others if name == SEVEN)
        received = [amounts.get(name, Fraction(0)) for name in others]
        total += max(received, default=Fraction(0)) if highest else sum(received, Fraction(0))
    return total


def _list_choices(
    rules: Rules, pays: Mapping[str, Fraction], stake: Money
) -> list[tuple[Fraction, tuple[str, ...]]]:
    """Classes for six players that the deck allows, with what they cost, the costliest first."""
    amounts = list_envy_amounts(rules)

    def cost(name: str) -> Fraction:
        return pays[name] + MOST_OTHERS * amounts.get(name, Fraction(0))

    allowed = []
    for chosen in _choose(sorted(pays, key=cost, reverse=True)[:_CLASSES], PLAYERS):
        joker = sum(name in _WITH_JOKER for name in chosen)
        if joker <= 1 and all(chosen.count(name) <= most for name, most in _MOST.items()):
            paid = sum((pays[name] for name in chosen), Fraction(0))
            allowed.append((paid + _sum_envy(rules, chosen, stake), chosen))
    allowed.sort(key=lambda item: -item[0])
    return allowed[:_TRIES]


def _choose(names: list[str], number: int) -> Iterator[tuple[str, ...]]:
    if not number:
        yield ()
        return
    for place, name in enumerate(names):
        for rest in _choose(names[place:], number - 1):
            yield (name, *rest)


def _deal(
    rules: Rules, chosen: tuple[str, ...], used: frozenset[Card]
) -> Iterator[tuple[tuple[Card, ...], ...]]:
    """Hands of the chosen classes that share no card."""
    if not chosen:
        yield ()
        return
    for hand in _list_hands(rules, chosen[0], used):
        for rest in _deal(rules, chosen[1:], used | frozenset(hand)):
            yield (hand, *rest)


def _list_hands(rules: Rules, name: str, used: frozenset[Card]) -> Iterator[tuple[Card, ...]]:
    """Hands of a class from the cards not used, those first that leave high cards to others."""
    if name == "seven-card-straight-flush":
        # low runs first: they leave kings and queens, and one suit's run bars that suit for others
        runs: list[frozenset[Card]] = sorted(
            list_seven_card_straight_flushes(), key=lambda hand: sum(card.rank for card in hand)
        )
        candidates = [tuple(hand) for hand in runs if ACE not in {card.rank for card in hand}]
    elif name == "royal-match":
        candidates = [tuple(hand) for hand in list_royal_matches(joker_allowed=False)]
    else:
        candidates = list(_build_hands(name, used))
    for hand in candidates:
        if not used & set(hand) and _name(rules, hand) == name:
            yield tuple(sorted(hand, reverse=True))


def _build_hands(name: str, used: frozenset[Card]) -> Iterator[tuple[Card, ...]]:
    """Some hands of a common class: the cards that make it, filled up with low cards."""
    free = [card for card in DECK if card not in used]
    for core in _list_cores(name):
        if used.isdisjoint(core):
            rest = [card for card in free if card not in core and not card.is_joker]
            for more in combinations(rest[:8], HAND_SIZE - len(core)):
                yield (*core, *more)


def _list_cores(name: str) -> Iterator[tuple[Card, ...]]:
    suits, ranks = range(4), range(13)
    if name == "seven-card-straight-flush-joker":
        for suit in suits:
            for low in reversed(range(8)):
                yield (*(Card(rank, suit) for rank in range(low, low + 6)), JOKER)
    elif name == "five-aces":
        yield (*(Card(ACE, suit) for suit in suits), JOKER)
    elif name == "five-of-a-kind":
        for rank in ranks:
            yield (*(Card(rank, suit) for suit in suits), JOKER)
    elif name in {"royal-flush", "straight-flush"}:
        lows = (8,) if name == "royal-flush" else range(8)
        for low in lows:
            for suit in suits:
                yield tuple(Card(rank, suit) for rank in range(low, low + 5))
    elif name == "four-of-a-kind":
        for rank in ranks:
            yield tuple(Card(rank, suit) for suit in suits)


def _name(rules: Rules, hand: tuple[Card, ...]) -> str:
    return classify(
        hand,
        rules.order,
        rules.choice("deck.joker"),
        rules.choice("deck.royal_match_joker") or "completes-royal",
    )

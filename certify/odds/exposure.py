"""The most that a wager on hand classes and its envy can cost the bank in one round, and a deal that does.

As many players can be dealt in beside the bank as the deck has hands. What a player's hand costs
depends on its line alone, so the most is bounded by filling all places with the costliest lines, as
often as the deck allows each: a suit of thirteen holds one seven-card straight flush, four kings
make two royal matches, and there is one joker. Then a deal is looked for, hand by hand. Where one
is found the bound is reached and so is the maximum; where none is, the next lower total is tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from typing import Any

from certify.game.cards import ACE, DECK, JOKER, KING, QUEEN, Card, format_cards
from certify.game.rank import RankRules
from certify.game.views import look
from certify.odds.envy import HAND, count_others
from certify.spec.rulebook import LineTerms, Rulebook, WagerTerms
from certify.spec.values import PUSHES, Money
from certify.spec.words import Several
from certify.wagers.envy import find_amount, qualifies, settle_claim
from certify.wagers.lines import find_line

_MOST = {"seven-card-straight-flush": 4, "royal-match": 2, "royal-flush": 4}
"""How many hands of a class one deck gives at most, where that is fewer than the players."""
_WITH_JOKER = {"seven-card-straight-flush-joker", "five-aces", "five-of-a-kind"}
_TRIES = 60
_LINES = 7
"""The costliest lines, which fill all places several times over; cheaper ones only lower a total."""


@dataclass(frozen=True, slots=True)
class Exposure:
    """The largest loss on a wager and its envy, and a deal that reaches it."""

    stake: Money
    loss: Money
    pays: Money
    envy: Money
    players: tuple[tuple[str, tuple[Card, ...]], ...]
    bank: tuple[Card, ...]


def describe_exposure(rulebook: Rulebook, terms: WagerTerms, stake: Money | None) -> dict[str, Any]:
    """The largest loss as plain data; nothing where no stake is given or no deal is found."""
    exposure = find_exposure(rulebook, terms, stake) if stake is not None else None
    if exposure is None:
        return {}
    return {
        "largest_loss": {
            "maximum_stake": str(exposure.stake),
            "loss": str(exposure.loss),
            "pays": str(exposure.pays),
            "envy": str(exposure.envy),
            "players": [
                {"hand": name, "cards": format_cards(cards)} for name, cards in exposure.players
            ],
            "bank": format_cards(exposure.bank),
        }
    }


def find_exposure(rulebook: Rulebook, terms: WagerTerms, stake: Money) -> Exposure | None:
    """The largest loss for one maximum stake; None where it cannot be found so."""
    if not terms.all_classes:
        return None
    search = _Search(rulebook, terms, stake)
    for total, chosen in search.list_choices():
        hands = next(search.deal(chosen, frozenset()), None)
        if hands is None:
            continue
        bank = search.find_bank(hands)
        if bank is not None:
            envy = search.sum_envy(chosen)
            return Exposure(
                stake,
                Money(total, stake.currency),
                Money(total - envy, stake.currency),
                Money(envy, stake.currency),
                tuple((line.id, hand) for line, hand in zip(chosen, hands, strict=True)),
                bank,
            )
    return None


@dataclass(frozen=True)
class _Search:
    rulebook: Rulebook
    terms: WagerTerms
    stake: Money

    @cached_property
    def rules(self) -> RankRules:
        return self.rulebook.ranking.rank_rules()

    @cached_property
    def players(self) -> int:
        return count_others(self.rulebook.ranking) + 1

    def pay(self, line: LineTerms) -> Fraction:
        """What a line costs on its own, the cap applied."""
        pay = line.pays.value
        money = max(pay.times, Fraction(0)) * self.stake.amount + pay.money
        cap = self.terms.cap.said
        return min(money, cap.amount) if isinstance(cap, Money) else money

    def envy_of(self, line: LineTerms) -> Fraction:
        amount, _ = find_amount(self.terms, line)
        return amount.times * self.stake.amount + amount.money

    @cached_property
    def claims(self) -> dict[tuple[str, str], Fraction]:
        """Envy for another's line beside one's own, by their ids: few pairs, asked for thousands of times."""
        found = {}
        for other, own in product(self.terms.lines, repeat=2):
            claim = settle_claim(self.terms, other, own, None, own_lost=False)
            found[other.id, own.id] = claim.pay.times * self.stake.amount + claim.pay.money
        return found

    def sum_envy(self, chosen: Sequence[LineTerms]) -> Fraction:
        """Envy to all players for each other's hands, where their own hands allow it."""
        envy = self.terms.envy
        if envy is None or not qualifies(envy, self.stake.amount):
            return Fraction(0)
        highest = envy.several.said is Several.HIGHEST
        total = Fraction(0)
        for place, own in enumerate(chosen):
            received = [
                self.claims[other.id, own.id] for other in (*chosen[:place], *chosen[place + 1 :])
            ]
            total += max(received, default=Fraction(0)) if highest else sum(received, Fraction(0))
        return total

    def list_choices(self) -> list[tuple[Fraction, tuple[LineTerms, ...]]]:
        """Lines for all players that the deck allows, with what they cost, the costliest first."""

        def cost(line: LineTerms) -> Fraction:
            return self.pay(line) + (self.players - 1) * self.envy_of(line)

        allowed = []
        lines = sorted(self.terms.lines, key=cost, reverse=True)[:_LINES]
        pays = {line.id: self.pay(line) for line in lines}
        for chosen in _choose(lines, self.players):
            hands = [line.hand for line in chosen]
            joker = sum(hand in _WITH_JOKER for hand in hands)
            if joker <= self.rules.jokers and all(
                hands.count(name) <= most for name, most in _MOST.items()
            ):
                paid = sum((pays[line.id] for line in chosen), Fraction(0))
                allowed.append((paid + self.sum_envy(chosen), chosen))
        allowed.sort(key=lambda item: -item[0])
        return allowed[:_TRIES]

    def deal(
        self, chosen: tuple[LineTerms, ...], used: frozenset[Card]
    ) -> Iterator[tuple[tuple[Card, ...], ...]]:
        """Hands on the chosen lines that share no card."""
        if not chosen:
            yield ()
            return
        for hand in self.list_hands(chosen[0], used):
            for rest in self.deal(chosen[1:], used | frozenset(hand)):
                yield (hand, *rest)

    def list_hands(self, line: LineTerms, used: frozenset[Card]) -> Iterator[tuple[Card, ...]]:
        """Hands on a line from the cards not used, those first that leave high cards to others."""
        for hand in _build_hands(str(line.hand), used):
            if not used & set(hand) and self.find_line(hand) == line:
                yield tuple(sorted(hand, reverse=True))

    def find_line(self, hand: tuple[Card, ...]) -> LineTerms | None:
        return find_line(self.terms, look(hand, self.rules))

    def find_bank(self, hands: Sequence[tuple[Card, ...]]) -> tuple[Card, ...] | None:
        """A bank's hand from the cards left that stops no envy and beats nobody."""
        left = [card for card in self.rules.deck if not any(card in hand for hand in hands)]
        for hand in combinations(left, HAND):
            line = self.find_line(hand)
            if line is None or (
                not self.terms.is_contested and find_amount(self.terms, line)[0] == PUSHES
            ):
                return hand
        return None


def _choose(lines: Sequence[LineTerms], number: int) -> Iterator[tuple[LineTerms, ...]]:
    if not number:
        yield ()
        return
    for place, line in enumerate(lines):
        for rest in _choose(lines[place:], number - 1):
            yield (line, *rest)


def _build_hands(name: str, used: frozenset[Card]) -> Iterator[tuple[Card, ...]]:
    """Some hands of a class: the cards that make it, filled up with low cards."""
    if name == "seven-card-straight-flush":
        # low runs first: they leave kings and queens, and one suit's run bars that suit for others
        for low, suit in product(range(ACE - HAND + 1), range(4)):
            yield tuple(Card(rank, suit) for rank in range(low, low + HAND))
        return
    if name == "royal-match":
        for suit, other in product(range(4), range(4)):
            if suit != other:
                royal = [Card(rank, suit) for rank in range(ACE - 4, ACE + 1)]
                yield (*royal, Card(KING, other), Card(QUEEN, other))
        return
    free = [card for card in DECK if card not in used]
    for core in _list_cores(name):
        if used.isdisjoint(core):
            rest = [card for card in free if card not in core and not card.is_joker]
            for more in combinations(rest[:8], HAND - len(core)):
                yield (*core, *more)


def _list_cores(name: str) -> Iterator[tuple[Card, ...]]:
    suits, ranks = range(4), range(13)
    if name == "seven-card-straight-flush-joker":
        for suit in suits:
            for low in reversed(range(8)):
                yield (*(Card(rank, suit) for rank in range(low, low + 6)), JOKER)
    elif name in {"five-aces", "five-of-a-kind"}:
        for rank in (ACE,) if name == "five-aces" else ranks:
            yield (*(Card(rank, suit) for suit in suits), JOKER)
    elif name in {"royal-flush", "straight-flush"}:
        for low in (8,) if name == "royal-flush" else range(8):
            for suit in suits:
                yield tuple(Card(rank, suit) for rank in range(low, low + 5))
    elif name == "four-of-a-kind":
        for rank in ranks:
            yield tuple(Card(rank, suit) for suit in suits)

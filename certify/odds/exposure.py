"""The most that a wager on hand classes and its envy can cost the bank in one round, and a deal that does.

As many players can be dealt in beside the bank as the deck has hands. What a player's hand costs
depends on its line alone, so the most is bounded by filling all places with the costliest lines, as
often as the deck allows each: a suit of thirteen holds one seven-card straight flush, four kings
make two royal matches, and there is one joker. Then a deal is looked for, hand by hand. Where one
is found the bound is reached and so is the maximum; where the cards that make the lines cannot lie
together, the next lower total is tried. Where they could and no deal is found, no figure is given.
Caps and the table's aggregate are applied by the code that applies them to a round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations, islice, permutations, product
from typing import Any

from certify.engine.round import Generator
from certify.game.cards import ACE, DECK, JOKER, KING, QUEEN, Card, format_cards
from certify.game.rank import RankRules
from certify.game.views import look
from certify.game.vocabulary import RANKS
from certify.odds.envy import HAND, count_others
from certify.spec.choices import LinesPaid
from certify.spec.resolved import NotJudged
from certify.spec.rulebook import LineTerms, Rulebook, WagerTerms
from certify.spec.values import PUSHES, Money, Pay
from certify.wagers.envy import (
    combine_claims,
    counts,
    find_amount,
    qualifies,
    settle_claim,
    share_amount,
)
from certify.wagers.limits import ENVY, Payment, bound_aggregate, cap_payments
from certify.wagers.lines import find_line

_MOST = {"seven-card-straight-flush": 4, "royal-match": 2, "royal-flush": 4}
"""How many hands of a class one deck gives at most, where that is fewer than the players."""
_WITH_JOKER = {"seven-card-straight-flush-joker", "five-aces", "five-of-a-kind"}
_TRIES = 60
_LINES = 7
"""The costliest lines, which fill all places several times over; cheaper ones only lower a total."""
_SEED, _ALIKE = 53, 64
_HANDS, _PLACES = 1 << 12, 1 << 19
"""Hands looked at and places tried in one search, each some seconds; the documents need about a hundred."""


class _Endless(Exception):
    """A search that has taken all it may take."""


@dataclass(frozen=True, slots=True)
class Exposure:
    """The largest loss on a wager and its envy, and a deal that reaches it."""

    stake: Money
    loss: Money
    pays: Money
    envy: Money
    players: tuple[tuple[str, tuple[Card, ...]], ...]
    bank: tuple[Card, ...]


def list_alike(
    rulebook: Rulebook, terms: WagerTerms, exposure: Exposure, number: int
) -> Iterator[tuple[tuple[Card, ...], ...]]:
    """Other hands for the players, on the same lines: the same loss on the wager, with other cards left."""
    search = _LossSearch(rulebook, terms, exposure.stake)
    lines = {line.id: line for line in terms.lines}
    chosen = [lines[name] for name, _ in exposure.players]
    order = sorted(range(len(chosen)), key=lambda seat: len(search.list_cores(chosen[seat])))
    for attempt in range(number):
        generator = Generator(_SEED, attempt)
        search = _LossSearch(rulebook, terms, exposure.stake)  # each may look at as many hands
        hands: dict[int, tuple[Card, ...]] = {}
        for seat in order:
            used = frozenset(card for hand in hands.values() for card in hand)
            found = list(islice(search.list_hands(chosen[seat], used), _ALIKE))
            if not found:
                break
            hands[seat] = found[generator.draw(len(found))]
        else:
            yield tuple(hands[seat] for seat in range(len(chosen)))


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
    try:
        if not _can_be_searched(terms):
            return None
        return _find(_LossSearch(rulebook, terms, stake))
    except (NotJudged, _Endless):  # a pay or a rule of envy that nothing here can count, or no end
        return None


def _can_be_searched(terms: WagerTerms) -> bool:
    """Whether what a hand costs depends on one line of its own, and is bounded."""
    if not terms.all_classes or any(line.pays.value.meter for line in terms.lines):
        return False  # a meter has no highest value
    if terms.lines_paid.is_offered and terms.lines_paid.said is not LinesPaid.ONE:
        return False
    return terms.envy is None or not counts(terms.envy.bank_hand)


def _find(search: _LossSearch) -> Exposure | None:
    stake = search.stake
    undecided = Fraction(0)
    """The most that lines cost which were neither dealt nor ruled out: less is no maximum."""
    for total, envy, chosen in search.list_choices():
        if total < undecided:
            return None
        if not search.fits(chosen):
            continue
        hands = search.find_hands(chosen)
        bank = search.find_bank(hands) if hands is not None else None
        if hands is None or bank is None:
            undecided = total
        else:
            return Exposure(
                stake,
                Money(total, stake.currency),
                Money(total - envy, stake.currency),
                Money(envy, stake.currency),
                tuple((line.id, hand) for line, hand in zip(chosen, hands, strict=True)),
                bank,
            )
    return None


def bound_loss(
    rulebook: Rulebook, terms: WagerTerms, highest: Fraction, stake: Fraction
) -> Fraction:
    """A sum that no round can exceed: every seat paid the most, and envy for every hand.

    `highest` is the most that one stake of one wins.
    """
    players = count_others(rulebook.ranking) + 1
    envy = Fraction(0)
    if terms.envy is not None and qualifies(terms.envy, stake):
        hands = players - 1 + counts(terms.envy.own_hand) + counts(terms.envy.bank_hand)
        amounts = (find_amount(terms, line)[0] for line in terms.lines)
        envy = hands * max((_to_money(amount, stake) for amount in amounts), default=envy)
    return players * (highest * stake + envy)


def _to_money(pay: Pay, stake: Fraction) -> Fraction:
    return pay.times * stake + pay.money


@dataclass(frozen=True)
class _LossSearch:
    rulebook: Rulebook
    terms: WagerTerms
    stake: Money
    hands: Iterator[int] = field(default_factory=lambda: iter(range(_HANDS)))
    places: Iterator[int] = field(default_factory=lambda: iter(range(_PLACES)))

    @property
    def rules(self) -> RankRules:
        return self.rulebook.ranking.rank_rules()

    @property
    def players(self) -> int:
        return count_others(self.rulebook.ranking) + 1

    def pay(self, line: LineTerms) -> Fraction:
        """What a line costs on its own, before any cap."""
        return max(_to_money(line.pays.value, self.stake.amount), Fraction(0))

    def envy_of(self, line: LineTerms) -> Fraction:
        return _to_money(find_amount(self.terms, line)[0], self.stake.amount)

    def list_envy(self, chosen: Sequence[LineTerms], place: int) -> list[Fraction]:
        """Envy to one player for the hands of all, where his own hand allows it."""
        envy = self.terms.envy
        if envy is None or not qualifies(envy, self.stake.amount):
            return []
        own, with_own = chosen[place], counts(envy.own_hand)
        entitled = len(chosen) - (not with_own)
        received = []
        for at, other in enumerate(chosen):
            if at == place and not with_own:
                continue
            claim = settle_claim(self.terms, other, own, None, own_lost=False)
            amount = _to_money(claim.pay, self.stake.amount)
            received.append(share_amount(envy, amount, entitled))
        kept, _ = combine_claims(envy, received)
        return [amount for amount, paid in zip(received, kept, strict=True) if paid]

    def cost(self, chosen: Sequence[LineTerms]) -> tuple[Fraction, Fraction]:
        """What all players are paid for these lines, and how much of it as envy, all limits applied."""
        name, stake = self.terms.id, self.stake.amount
        round_: list[Payment] = []
        for place, line in enumerate(chosen):
            own = [Payment(place, name, name, stake, self.pay(line))]
            own += [
                Payment(place, ENVY, name, stake, amount)
                for amount in self.list_envy(chosen, place)
                if amount
            ]
            cuts = cap_payments(self.terms, own)
            round_ += [
                Payment(item.seat, item.wager, item.owner, stake, cut.paid)
                for item, cut in zip(own, cuts, strict=True)
            ]
        paid = [cut.paid for cut in bound_aggregate(self.rulebook.table, round_)]
        envy = (amount for amount, item in zip(paid, round_, strict=True) if item.wager == ENVY)
        return sum(paid, Fraction(0)), sum(envy, Fraction(0))

    def list_choices(self) -> list[tuple[Fraction, Fraction, tuple[LineTerms, ...]]]:
        """Lines for all players that the deck allows, with what they cost, the costliest first."""

        def cost(line: LineTerms) -> Fraction:
            return self.pay(line) + (self.players - 1) * self.envy_of(line)

        allowed = []
        lines = sorted(self.terms.lines, key=cost, reverse=True)[:_LINES]
        for chosen in _choose(lines, self.players):
            hands = [line.hand for line in chosen]
            joker = sum(hand in _WITH_JOKER for hand in hands)
            if joker <= self.rules.jokers and all(
                hands.count(name) <= most for name, most in _MOST.items()
            ):
                allowed.append((*self.cost(chosen), chosen))
        allowed.sort(key=lambda item: -item[0])
        return allowed[:_TRIES]

    def fits(self, chosen: Sequence[LineTerms]) -> bool:
        """Whether the cards that make the lines can be dealt at all, the rest of the hands left open.

        Lines that few hands make come first, and equal lines in one order only: what cannot be is seen at
        once, where trying whole hands would go on for ever. Common classes rule nothing out.
        """
        cores = {line.id: self.list_cores(line) for line in chosen}
        order = sorted(
            (line for line in chosen if cores[line.id]),
            key=lambda line: (len(cores[line.id]), line.id),
        )

        def place(at: int, first: int, used: int) -> bool:
            if at == len(order):
                return True
            masks = cores[order[at].id]
            for number in range(first, len(masks)):
                _spend(self.places)
                if not masks[number] & used:
                    same = at + 1 < len(order) and order[at + 1] is order[at]
                    if place(at + 1, number + 1 if same else 0, used | masks[number]):
                        return True
            return False

        return place(0, 0, 0)

    def list_cores(self, line: LineTerms) -> tuple[int, ...]:
        return _list_core_masks(str(line.hand), self.rules.joker)

    def find_hands(self, chosen: tuple[LineTerms, ...]) -> tuple[tuple[Card, ...], ...] | None:
        """Hands on the chosen lines, where each is of a class that can be built."""
        if not all(self.list_cores(line) for line in chosen):
            return None
        return next(self.deal(chosen, frozenset()), None)

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
        for hand in _build_hands(str(line.hand), self.rules.joker, used):
            if not used & set(hand) and self.find_line(hand) == line:
                yield tuple(sorted(hand, reverse=True))

    def find_line(self, hand: tuple[Card, ...]) -> LineTerms | None:
        _spend(self.hands)
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


def _spend(left: Iterator[int]) -> None:
    if next(left, None) is None:
        raise _Endless


def _choose(lines: Sequence[LineTerms], number: int) -> Iterator[tuple[LineTerms, ...]]:
    if not number:
        yield ()
        return
    for place, line in enumerate(lines):
        for rest in _choose(lines[place:], number - 1):
            yield (line, *rest)


def _build_hands(name: str, joker: str, used: frozenset[Card]) -> Iterator[tuple[Card, ...]]:
    """Some hands of a class: the cards that make it, filled up with low cards."""
    free = [card for card in DECK if card not in used]
    for core in _list_cores(name, joker):
        if used.isdisjoint(core):
            rest = [card for card in free if card not in core and not card.is_joker]
            for more in combinations(rest[:8], HAND - len(core)):
                yield (*core, *more)


@cache
def _list_core_masks(name: str, joker: str) -> tuple[int, ...]:
    """The cores of a class as sums of 1 << code."""
    return tuple(sum(1 << card.code for card in core) for core in _list_cores(name, joker))


def _list_cores(name: str, joker: str) -> Iterator[tuple[Card, ...]]:
    """The cards that make a class, in the order in which they are tried; none of the common classes."""
    suits, ranks = range(4), range(13)
    if name == "seven-card-straight-flush":
        # low runs first: they leave kings and queens, and one suit's run bars that suit for others
        for low, suit in product((*range(ACE - HAND + 2), -1), suits):
            yield _run(low, HAND, suit)
    elif name == "royal-match":
        for suit, other in permutations(suits, 2):
            yield (*_run(ACE - 4, 5, suit), Card(KING, other), Card(QUEEN, other))
    elif name == "seven-card-straight-flush-joker":
        for suit, low in product(suits, reversed(range(8))):
            yield (*_run(low, 6, suit), JOKER)
    elif name in {"five-aces", "five-of-a-kind"}:
        # a bug is an ace beside equal cards
        for rank in ranks if name == "five-of-a-kind" and joker == "wild" else (ACE,):
            yield (*_equal(rank), JOKER)
    elif name in {"royal-flush", "straight-flush"}:
        for low, suit in product((8,) if name == "royal-flush" else (*range(8), -1), suits):
            yield _run(low, 5, suit)
    elif name == "four-of-a-kind":
        yield from map(_equal, ranks)


def _run(low: int, cards: int, suit: int) -> tuple[Card, ...]:
    return tuple(Card(rank % len(RANKS), suit) for rank in range(low, low + cards))


def _equal(rank: int) -> tuple[Card, ...]:
    return tuple(Card(rank, suit) for suit in range(4))

"""The engine against the independent model: one deal for every view and every limit, to the cent.

Which rounds are settled follows from the document: each hand that a wager can tell from others, alone, next
to another and against the bank's; each result of the standard wager; and each amount at which a limit
begins, with a cent less and a cent more. Both models settle each round, and any difference is listed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from itertools import combinations, islice, permutations, product
from pathlib import Path

from certify.base.cache import hash_data
from certify.base.errors import CertifyError
from certify.base.figures import format_fraction
from certify.engine.hands import find_house_way
from certify.engine.play import choose_stakes
from certify.engine.round import Bank, Generator, Player, Round
from certify.engine.settle import settle_round
from certify.engine.settlement import ENVY, Settlement
from certify.game.cards import JOKER, Card, parse_cards
from certify.game.house_way.build import strip_rules
from certify.game.house_way.rules import HouseWay, set_hand
from certify.game.rank import RankRules, compare_highs, compare_lows, is_foul, rank_high, rank_low
from certify.independent import settlement as independent
from certify.odds.house_way_readings import read_house_way
from certify.odds.identity import identify_settling, remember
from certify.spec.choices import Offer, Required, Surrender
from certify.spec.compile import compile_rulebook
from certify.spec.model import Jurisdiction
from certify.spec.rulebook import Rulebook
from certify.wagers.limits import STANDARD

Cards = tuple[Card, ...]
KIND = "settlements"
_CENT = Fraction(1, 100)
_MOST = 20
"""Differences that are listed."""
_SEED = 53
_EXAMPLES = Path(__file__).with_name("example_hands.txt")
"""One hand for every view of seven cards; a test holds them to the views that are counted."""


Money = dict[str, Fraction]


@dataclass(frozen=True, slots=True)
class Crosscheck:
    """What both models made of the rounds of a document."""

    rounds: int
    payments: int
    refused: int
    """Rounds that neither of them settles, because the document does not state enough or forbids them."""
    differences: tuple[str, ...]
    """The first payments that the models settle differently."""
    sha256: str
    """The digest of all rounds with their money."""

    @property
    def holds(self) -> bool:
        """Whether both models agree, and settled something."""
        return not self.differences and self.payments > 0

    def describe(self) -> dict[str, int | str]:
        """As a certificate contains it."""
        return {
            "rounds": self.rounds,
            "payments": self.payments,
            "refused": self.refused,
            "sha256": self.sha256,
        }


def crosscheck(jurisdiction: Jurisdiction) -> Crosscheck:
    """Settle the rounds of a document by both models; kept with the rules and the code that settled them."""
    found = remember(KIND, describe_question(jurisdiction), lambda: _settle_all(jurisdiction))
    return Crosscheck(**{**found, "differences": tuple(found["differences"])})


def describe_question(jurisdiction: Jurisdiction) -> dict[str, str]:
    """All that the settled rounds depend on: the values of the document, and the code."""
    values = [
        [item.key, item.paytable, str(item.standing), str(item.value)]
        for item in jurisdiction.list_statements()
    ]
    lines = [
        [wager.id, paytable.id, line.id, str(line.player), str(line.bank)]
        for wager, paytable in jurisdiction.list_paytables()
        for line in paytable.lines
    ]
    rules = [jurisdiction.id, values, lines, strip_rules(jurisdiction.house_way)]
    return {"rules_sha256": hash_data(rules), "code_sha256": identify_settling()}


def _settle_all(jurisdiction: Jurisdiction) -> dict[str, object]:
    differences: list[str] = []
    record: list[object] = []
    counts = Counter(rounds=0, payments=0, refused=0)
    most = max((len(wager.paytables) for wager in jurisdiction.wagers), default=1)
    seen: set[object] = set()
    for place in range(most):
        tables = {
            wager.id: wager.paytables[min(place, len(wager.paytables) - 1)].id
            for wager in jurisdiction.wagers
            if wager.paytables
        }
        models = _Models(jurisdiction, tables)
        shape = models.describe_shape()
        for name, round_ in models.list_rounds(whole=shape not in seen):
            engine, other = models.settle(round_)
            counts.update(
                rounds=1, refused=engine is None and other is None, payments=len(engine or ())
            )
            record.append([name, _format_money(engine)])
            differences += _compare(f"{', '.join(tables.values())}: {name}", engine, other)
        seen.add(shape)
    return {**counts, "differences": differences[:_MOST], "sha256": hash_data(record)}


def _format_money(money: Money | None) -> dict[str, str] | None:
    if money is None:
        return None
    return {key: format_fraction(amount) for key, amount in sorted(money.items())}


def _compare(name: str, engine: Money | None, other: Money | None) -> Iterator[str]:
    for key in sorted({*(engine or {}), *(other or {})}):
        one, two = (
            "none" if money is None else format_fraction(money.get(key, Fraction(0)))
            for money in (engine, other)
        )
        if one != two:
            yield f"{name}: seat {key}: engine {one}, independent model {two}"


@cache
def list_examples(jokers: int) -> tuple[Cards, ...]:
    """One hand for every view of seven cards."""
    hands = map(parse_cards, _EXAMPLES.read_text(encoding="utf-8").splitlines())
    return tuple(hand for hand in hands if jokers or JOKER not in hand)


def vary(cards: Cards) -> Iterator[Cards]:
    """The same hand in other suits, and at other ranks."""
    for step, suits in product(range(13), permutations(range(4))):
        yield tuple(
            card if card.is_joker else Card((card.rank + step) % 13, suits[card.suit])
            for card in cards
        )


@dataclass(slots=True)
class _Models:
    """Both models of a document, for one choice of paytables."""

    jurisdiction: Jurisdiction
    tables: Mapping[str, str]
    rulebook: Rulebook = field(init=False)
    rules: RankRules = field(init=False)
    house_way: HouseWay | None = field(init=False)
    readings: Mapping[str, str] = field(init=False)
    values: independent.Values = field(init=False)
    stakes: Mapping[str, Fraction] = field(default_factory=dict)
    lows: dict[Cards, Cards] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.rulebook = compile_rulebook(self.jurisdiction, None, self.tables)
        self.rules = self.rulebook.ranking.rank_rules()
        self.house_way = find_house_way(self.rulebook)
        self.readings = read_house_way(self.rulebook) if self.house_way else {}
        self.values = independent.read(self.jurisdiction, self.tables)
        self.stakes = self._choose_stakes()

    def describe_shape(self) -> object:
        """What two paytables share where they differ in amounts alone."""
        return self.rules, tuple(
            (name, terms.is_contested, tuple(map(str, (line.player for line in terms.lines))))
            for name, terms in self.rulebook.wagers.items()
        )

    def _choose_stakes(self) -> dict[str, Fraction]:
        """A stake on every wager that the document says enough about to settle some plain round."""
        stakes: dict[str, Fraction] = {}
        for name, stake in choose_stakes(self.rulebook).items():
            rounds = (
                self._deal({1: None}, number, {1: {**stakes, name: stake}}) for number in range(4)
            )
            if any(self.settle(item)[0] is not None for item in rounds):
                stakes[name] = stake
        return stakes

    # rounds

    def list_rounds(self, *, whole: bool) -> Iterator[tuple[str, Round]]:
        """Rounds with names: every view, every pair of lines, every result, every limit."""
        lines = self._list_lines()
        hands = [hand for own in lines.values() for hand in own]
        if not whole:
            for number, hand in enumerate(hands):
                yield f"row {number}", self._deal({1: hand, 2: None}, number)
            return
        for number, hand in enumerate(list_examples(self.rules.jokers)):
            yield f"view {number}", self._deal({1: hand, 2: None}, number)
            yield f"view {number} of the bank", self._deal({0: hand, 1: None}, number)
        wagers = self.rulebook.wagers.values()
        if any(terms.envy is not None or terms.looks_at_bank for terms in wagers):
            yield from self._list_pairs(hands)
        if STANDARD in self.stakes:
            yield from self._list_results()
        ends = [own[place] for own in lines.values() for place in (0, len(own) // 2, -1)]
        yield from self._list_limits(list(dict.fromkeys(ends)))

    def _list_lines(self) -> dict[str, list[Cards]]:
        """By wager a hand for each line of its paytable that a player's cards decide, and one for none."""
        found: dict[str, list[Cards]] = {}
        for name in self.stakes:
            if name == STANDARD:
                continue
            places: dict[int, Cards] = {}
            for hand in list_examples(self.rules.jokers):
                place = self._find_line(name, independent.SeatHands(_encode(hand)))
                if place not in places or JOKER in places[place]:
                    places[place] = hand
            found[name] = [places[place] for place in sorted(places)]
        return found

    def _find_line(self, name: str, hand: independent.SeatHands) -> int:
        """The place of the first line that a hand is on; that behind the last where it is on none."""
        lines = self.values.tables[name].lines
        for place, line in enumerate(lines):
            try:
                if independent.meets(line.player, hand, self.values.order):
                    return place
            except independent.Unsettled:
                continue
        return len(lines)

    def _list_pairs(self, hands: Sequence[Cards]) -> Iterator[tuple[str, Round]]:
        """Every pair of lines: of two players, next to a third, and of a player and the bank."""
        count = len(hands)
        for one, two in product(range(count), repeat=2):
            third = hands[(one + two + count // 2) % count]
            bank = hands[(one + 2 * two + count // 2 + 1) % count]
            pair = {1: hands[one], 2: hands[two]}
            for more in ({3: third, 0: bank}, {0: third}, {3: third}, {}):
                placed = self._place(pair | more)
                if placed is not None:
                    yield f"rows {one} and {two}", self._make(placed)
                    break
        if any(terms.is_contested for terms in self.rulebook.wagers.values()):
            for number, hand in enumerate(hands):
                for step, other in enumerate(islice(vary(hand), 1, None, 11)):
                    if not set(hand) & set(other):
                        yield f"row {number} against {step}", self._make({1: hand, 0: other})

    def _place(self, hands: Mapping[int, Cards]) -> dict[int, Cards] | None:
        """The hands in suits in which they can be dealt together."""
        placed: dict[int, Cards] = {}
        for seat, hand in hands.items():
            taken = {card for cards in placed.values() for card in cards}
            free = next((item for item in islice(vary(hand), 24) if not taken & set(item)), None)
            if free is None:
                return None
            placed[seat] = free
        return placed

    def _list_results(self) -> Iterator[tuple[str, Round]]:
        """The standard wager: each way in which low and high hand can compare, by several banks."""
        for number in range(3):
            deal = self._deal({1: None}, number)
            bank = deal.bank.cards
            low = deal.bank.low or self._set(bank)
            wanted = set(product((-1, 0, 1), repeat=2))
            for cards in _list_near(bank, low):
                own = cards[:2]
                if set(cards) & set(bank) or self._is_foul(cards, own):
                    continue
                cell = self._compare(cards, own, bank, low)
                if cell in wanted:
                    wanted.remove(cell)
                    yield f"result {number} {cell}", self._make({1: cards, 0: bank}, lows={1: own})
                if not wanted:
                    break

    def _compare(self, cards: Cards, own: Cards, bank: Cards, low: Cards) -> tuple[int, int]:
        return (
            compare_lows(rank_low(own, self.rules), rank_low(low, self.rules), self.rules),
            compare_highs(self._rank_rest(cards, own), self._rank_rest(bank, low)),
        )

    def _rank_rest(self, cards: Cards, low: Cards) -> tuple[int, ...]:
        return rank_high([card for card in cards if card not in low], self.rules)

    def _is_foul(self, cards: Cards, low: Cards) -> bool:
        rules = replace(self.rules, equal="foul")
        return is_foul(self._rank_rest(cards, low), rank_low(low, self.rules), rules)

    def _list_limits(self, hands: Sequence[Cards]) -> Iterator[tuple[str, Round]]:
        """Each limit on a stake or a payment: at it, a cent below and a cent above; fouls and surrender."""
        for name, amounts in self._list_amounts().items():
            for amount, hand in product(sorted(amounts), [*hands, None]):
                if amount <= 0:
                    continue
                stakes = {**self.stakes, name: amount}
                placed = self._place({1: hand or self._spare(), 2: hands[0]}) if hands else None
                if placed is not None:
                    yield f"{name} {amount}", self._deal(placed, 0, {1: stakes, 2: stakes})
                    yield (
                        f"{name} {amount} alone",
                        self._deal(placed, 1, {1: {**self._base, name: amount}}),
                    )
        for number, hand in enumerate([*hands, self._spare()] if self.stakes else ()):
            yield from self._list_irregular(number, hand, hands)
        yield from self._list_covers(hands)

    @property
    def _base(self) -> dict[str, Fraction]:
        """The wagers without which no other may be made."""
        required = {
            name for name, own in self.rulebook.wagers.items() if own.offer.said is Offer.REQUIRED
        }
        if self.rulebook.table.standard_wager_required.said is Required.REQUIRED:
            required.add(STANDARD)
        return {name: stake for name, stake in self.stakes.items() if name in required}

    def _spare(self) -> Cards:
        return self._deal({1: None}, 0).players[0].cards

    def _list_amounts(self) -> dict[str, set[Fraction]]:
        """For each wager the stakes at which something begins."""
        found: dict[str, set[Fraction]] = {}
        for name, stake in self.stakes.items():
            terms = self.rulebook.standard if name == STANDARD else self.rulebook.wagers[name]
            limits = [terms.stake_minimum, terms.stake_maximum]
            begins = {given.value.amount for given in limits if given.said is not None}
            begins |= {stake * 3, Fraction(777, 100)}
            if name != STANDARD:
                wager = self.rulebook.wagers[name]
                if wager.envy is not None and wager.envy.minimum_stake.said is not None:
                    begins.add(wager.envy.minimum_stake.value.amount)
                if wager.cap.said is not None:
                    top = max(line.pays.value.times for line in wager.lines)
                    begins |= {wager.cap.value.amount / top} if top > 0 else set()
            aggregate = self.rulebook.table.aggregate
            if aggregate.said is not None:
                begins.add(aggregate.value.amount)
            found[name] = {amount + cents for amount in begins for cents in (-_CENT, 0, _CENT)}
        return found

    def _list_irregular(
        self, number: int, hand: Cards, hands: Sequence[Cards]
    ) -> Iterator[tuple[str, Round]]:
        """A hand that is foul or surrendered, with each wager and next to another player."""
        foul = next((low for low in combinations(hand, 2) if self._is_foul(hand, low)), None)
        others = {name: stake for name, stake in self.stakes.items() if name != STANDARD}
        surrender = self.rulebook.table.surrender.said
        placed = self._place({1: hand, 2: hands[0] if hands else self._spare()})
        if placed is None:
            return
        hand = placed[1]
        choices = (
            dict(self.stakes),
            self._base | others,
            self._base | dict.fromkeys(others, Fraction(1)),
        )
        for stakes in filter(None, choices):
            if foul is not None:
                low = next(item for item in combinations(hand, 2) if self._is_foul(hand, item))
                yield f"foul {number}", self._make(placed, {1: stakes}, lows={1: low})
            round_ = self._make(placed, {1: stakes})
            given_up = (replace(round_.players[0], surrender=True), *round_.players[1:])
            alone = set(stakes) <= {STANDARD} and surrender is Surrender.BARRED_WITH_BONUS
            if STANDARD in stakes and (alone or surrender is Surrender.ALLOWED):
                yield f"surrender {number}", replace(round_, players=given_up)
            yield (
                f"another without the wager {number}",
                self._make(placed, {1: stakes, 2: self._base}),
            )

    def _list_covers(self, hands: Sequence[Cards]) -> Iterator[tuple[str, Round]]:
        """A player's bank whose stake covers some of the wagers, from each seat."""
        if self.rulebook.table.bank_cover.said is None:
            return
        for number, hand in enumerate(hands):
            placed = self._place({1: hand, 2: hands[number - 1]})
            for stake, action in product((1, 15, 40, 1000, 10**6), (1, 2)) if placed else ():
                round_ = self._deal(placed or {}, number)
                bank = replace(round_.bank, stake=Fraction(stake))
                yield (
                    f"stake of the bank {stake} {number}",
                    replace(round_, bank=bank, action_seat=action),
                )

    def _deal(
        self,
        hands: Mapping[int, Cards | None],
        number: int,
        stakes: Mapping[int, Mapping[str, Fraction]] | None = None,
    ) -> Round:
        """A round with some hands, the others dealt from a seed; seat 0 is the bank."""
        taken = {card for cards in hands.values() for card in cards or ()}
        deck = [
            card for card in Generator(_SEED, number).shuffle(self.rules.deck) if card not in taken
        ]
        placed: dict[int, Cards] = {}
        for seat in sorted({0, *hands}):
            cards = hands.get(seat)
            if cards is None:
                cards, deck = tuple(deck[:7]), deck[7:]
            placed[seat] = cards
        return self._make(placed, stakes)

    def _make(
        self,
        hands: Mapping[int, Cards],
        stakes: Mapping[int, Mapping[str, Fraction]] | None = None,
        lows: Mapping[int, Cards] | None = None,
    ) -> Round:
        if 0 not in hands:
            dealt = self._deal(hands, 0, stakes)
            if lows is None:
                return dealt
            hands = {**hands, 0: dealt.bank.cards}
        players = tuple(
            Player(
                seat,
                cards,
                (lows or {}).get(seat) or self._choose_low(cards),
                dict(wagers),
            )
            for seat, cards in sorted(hands.items())
            if seat and (wagers := self.stakes if stakes is None else stakes.get(seat, self._base))
        )
        named = {terms.id: terms.paytable for terms in self.rulebook.wagers.values() if terms.named}
        return Round(named or None, Bank(hands[0], self._choose_low(hands[0])), players)

    def _choose_low(self, cards: Cards) -> Cards | None:
        """The lowest low hand that is no foul, where no house way sets the hands."""
        return None if self.house_way else self._set(cards)

    def _set(self, cards: Cards) -> Cards:
        """The low hand by the house way, or the lowest that is no foul."""
        if cards not in self.lows:
            self.lows[cards] = self._find_low(cards)
        return self.lows[cards]

    def _find_low(self, cards: Cards) -> Cards:
        if self.house_way is not None:
            return tuple(set_hand(self.house_way, cards, self.readings, self.rules).low)
        lows = sorted(combinations(sorted(cards), 2), key=lambda low: rank_low(low, self.rules))
        return next(low for low in lows if not self._is_foul(cards, low))

    # settlement

    def settle(self, round_: Round) -> tuple[Money | None, Money | None]:
        """What both models make of a round; None where one of them refuses it."""
        try:
            settled = settle_round(self.rulebook, round_, self.house_way)
        except CertifyError:
            engine = None
        else:
            engine = _add_up(settled)
        try:
            money = independent.settle(self.values, self._describe(round_))
        except independent.Unsettled:
            return engine, None
        return engine, {
            f"{seat} {name}": amount for (seat, name), amount in money.items() if amount
        }

    def _describe(self, round_: Round) -> independent.Deal:
        """A round in the words of the independent model."""
        seats = tuple(
            independent.SeatInput(
                player.seat,
                _encode(player.cards),
                _encode(player.low or self._set(player.cards)),
                dict(player.wagers),
                _encode(self._set(player.cards)) if self.house_way and player.low else (),
                player.surrender,
            )
            for player in round_.players
        )
        low = round_.bank.low or self._set(round_.bank.cards)
        return independent.Deal(
            seats, _encode(round_.bank.cards), _encode(low), round_.bank.stake, round_.action_seat
        )


def _encode(cards: Cards) -> tuple[int, ...]:
    return tuple(min(card.code, 52) for card in cards)


def _add_up(settled: Settlement) -> Money:
    found: dict[str, Fraction] = {}
    for seat in settled.seats:
        for line in seat.lines:
            name = f"{line.owner} {ENVY}" if line.wager == ENVY else line.wager
            key = f"{seat.seat} {name}"
            found[key] = found.get(key, Fraction(0)) + line.amount
    return {key: amount for key, amount in found.items() if amount}


def _list_near(cards: Cards, low: Cards) -> Iterator[Cards]:
    """Hands like another in other suits, with one card of another rank; the low hand first."""
    ordered = [*low, *(card for card in cards if card not in low)]
    for suits in permutations(range(4)):
        moved = [card if card.is_joker else Card(card.rank, suits[card.suit]) for card in ordered]
        yield tuple(moved)
        for places in ((0,), (1,), (2,), (6,), (0, 2), (0, 6), (1, 3)):
            for ranks in product(range(13), repeat=len(places)):
                changed = list(moved)
                for place, rank in zip(places, ranks, strict=True):
                    changed[place] = Card(rank, moved[place].suit % 4)
                if len(set(changed)) == 7:
                    yield tuple(changed)

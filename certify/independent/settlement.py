"""Settle a round from the statements of a document: money by seat and wager.

Each function follows the meaning of a parameter as the reference prints it. What the document does not
state, and what this model cannot settle, raises `Unsettled`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from certify.independent import hands
from certify.independent.hands import CLASSES, JOKER, Cards, HandOrder, leave, rank_five, rank_two

STANDARD, ENVY = "standard", "envy"
ZERO = Fraction(0)
_EQUAL = {"four-of-a-kind": 4, "three-of-a-kind": 3, "full-house": 3, "one-pair": 2, "two-pair": 2}
_SIGN = {"wins": 1, "push": 0, "loses": -1}


class Unsettled(Exception):
    """The document does not say what a payment depends on, or the round is not possible under it."""


@dataclass(frozen=True)
class SeatInput:
    """A player: cards, the low hand that the player set, and how the house way sets the cards."""

    number: int
    cards: Cards
    low: Cards
    stakes: Mapping[str, Fraction]
    house_low: Cards = ()
    surrenders: bool = False


@dataclass(frozen=True)
class Deal:
    """A round with every hand set."""

    seats: tuple[SeatInput, ...]
    bank: Cards
    bank_low: Cards = ()
    bank_stake: Fraction | None = None
    action_seat: int = 1


@dataclass
class SeatPayment:
    """Money from the bank to a player on a wager; below zero where the bank collects."""

    seat: int
    wager: str
    owner: str
    stake: Fraction
    paid: Fraction
    commission: Fraction = ZERO
    metered: Fraction = ZERO

    def cut(self, paid: Fraction) -> None:
        """Reduce the payment, and commission and meter in proportion."""
        share = paid / self.paid if self.paid else ZERO
        self.paid = paid
        self.commission *= share
        self.metered *= share


@dataclass
class SeatHands:
    """The hands of a seat, or of the bank, as they count."""

    cards: Cards
    low: Cards = ()
    fouled: bool = False
    lost: bool = False


@dataclass
class Values:
    """What a document states for one choice of paytables."""

    document: Any
    tables: Mapping[str, Any]
    order: HandOrder = field(init=False)

    def __post_init__(self) -> None:
        wild = self.game("deck.joker") == "wild" and self.game("deck.jokers") != 0
        highest_only = self.game("deck.low_hand_ranking") == "pairs-then-highest-card"
        self.order = HandOrder(wild, self.game("deck.wheel") == "second-highest", highest_only)

    def _find(self, key: str, wager: str = "") -> Any:
        for name, table in self.tables.items():
            if key in table.statements and wager in ("", name):
                return table.statements[key]
        return (self.document.wager(wager) if wager else self.document).statements[key]

    def game(self, key: str, wager: str = "") -> Any:
        """A value of the game or of a wager; None where there is none."""
        return self._find(key, wager).value

    def need(self, key: str, wager: str = "") -> Any:
        """A value without which nothing can be settled."""
        return _need(self._find(key, wager))

    def offered(self, key: str, wager: str = "") -> bool:
        """Whether the game has such a thing at all."""
        statement = self._find(key, wager)
        return statement.value is not None or str(statement.standing) != "not-offered"

    def says(self, key: str, word: str, wager: str = "") -> bool:
        """Whether a value is a word; a thing that the game does not have is none."""
        return self.offered(key, wager) and bool(self.need(key, wager) == word)

    def has_row_in_own_words(self, wager: str) -> bool:
        """Whether a row of the paytable in force has no condition that could be looked at."""
        found = self.document.list_uncovered(wager, self.tables[wager])
        return any(item.is_row for item in found)

    def classes(self) -> list[str]:
        """The classes, highest first: as printed, the others next to their usual neighbour."""
        printed = self.game("deck.hand_ranking")
        if not isinstance(printed, tuple):
            return list(CLASSES)
        found = list(printed)
        for place in range(len(CLASSES) - 1, -1, -1):
            if CLASSES[place] not in found:
                below = found.index(CLASSES[place + 1]) if place + 1 < len(CLASSES) else len(found)
                found.insert(below, CLASSES[place])
        return found


def _sum(amounts: Iterable[Fraction]) -> Fraction:
    return sum(amounts, ZERO)


def _need(statement: Any) -> Any:
    if statement.value is None or hasattr(statement.value, "text"):
        raise Unsettled(statement.key)
    return statement.value


def read(document: Any, tables: Mapping[str, str]) -> Values:
    """The values of a document for one paytable of each wager."""
    wagers = [item for item in document.wagers if item.paytables]
    return Values(document, {item.id: item.paytable(tables.get(item.id)) for item in wagers})


def settle(values: Values, deal: Deal) -> dict[tuple[int, str], Fraction]:
    """The net result of every seat on every wager, and the Envy Bonus by the wager that gives it."""
    return _Round(values, deal).settle()


def meets(condition: Any, hand: SeatHands, order: HandOrder, results: Iterable[str] = ()) -> bool:
    """Whether a hand is what a condition names, where its standard wager has some results."""
    classes = hands.list_classes(hand.cards, order)
    name, beside = condition.hand, hands.list_beside_royal

    def equal(number: int) -> list[int]:
        """The ranks that a condition on a pair, three or four can mean: of two pairs the higher one."""
        ranks = sorted(hands.list_equal(hand.cards, number, order))
        return ranks[-1:] if name == "two-pair" else ranks

    def ranks() -> list[int | None]:
        """The ranks that a condition can mean."""
        if "straight" in name:
            return [hands.find_top(hand.cards, suited="flush" in name)]
        return [*equal(_EQUAL[name])]

    tests: dict[str, Callable[[], bool]] = {
        "hand": lambda: not classes if name == "high-card" else name in classes,
        "joker": lambda: condition.joker == (JOKER in hand.cards),
        "highest": lambda: _is_in(condition.highest, hands.find_highest(hand.cards, order)),
        "rank": lambda: any(_is_in(condition.rank, rank) for rank in ranks()),
        "natural": lambda: name in hands.list_natural(hand.cards, order),
        "only": lambda: not hands.list_higher(hand.cards, name, order),
        "beside": lambda: any(_is_beside(condition.beside, *two) for two in beside(hand.cards)),
        "colour": lambda: condition.colour == _find_colour(hand.cards),
        "red_cards": lambda: _is_in(condition.red_cards, hands.count_colours(hand.cards)["red"]),
        "black_cards": lambda: _is_in(
            condition.black_cards, hands.count_colours(hand.cards)["black"]
        ),
        "low": lambda: _is_set(condition.low, rank_two(_low_of(hand), order)),
        "high": lambda: _is_set(condition.high, rank_five(leave(hand.cards, _low_of(hand)), order)),
        "first_three": lambda: condition.first_three in hands.list_first_three(hand.cards, order),
        "first_five": lambda: condition.first_five in hands.list_first_five(hand.cards, order),
        "standard": lambda: condition.standard in results,
    }
    return all(test() for key, test in tests.items() if getattr(condition, key) is not None)


def _low_of(hand: SeatHands | SeatInput) -> Cards:
    if len(hand.low) != 2:
        raise Unsettled("the hands are not set")
    return hand.low


def _is_set(wanted: Any, rank: tuple[int, ...]) -> bool:
    name, lead = hands.describe_set(rank)
    return wanted.hand in (None, name) and (wanted.rank is None or _is_in(wanted.rank, lead))


def _is_in(group: Any, rank: int | None) -> bool:
    return rank is not None and bool(group.lowest <= rank <= group.highest)


def _is_beside(name: str, first: int, second: int) -> bool:
    top = hands.ACE if "ace" in name else hands.KING
    suited = first % 4 == second % 4 or "suited" not in name
    return suited and {first // 4, second // 4} == {top - 1, top}


def _find_colour(cards: Cards) -> str:
    red = {card % 4 in (1, 2) for card in cards if card != JOKER}
    return "mixed" if len(red) > 1 else "red" if red.pop() else "black"


class _Round:
    def __init__(self, values: Values, deal: Deal) -> None:
        self.values, self.deal = values, deal
        self.order = values.order
        self.bank = SeatHands(deal.bank, deal.bank_low)
        self.hands: dict[int, SeatHands] = {}

    def settle(self) -> dict[tuple[int, str], Fraction]:
        seats = self.deal.seats
        _low_of(self.bank)
        for seat in seats:
            self._check_limits(seat)
        self.hands = {seat.number: self._set_seat(seat) for seat in seats}
        made = [(seat, name) for seat in seats for name in (STANDARD, *self.values.tables)]
        made = [(seat, name) for seat, name in made if name in seat.stakes]
        found = [
            self._settle_standard(seat) if name == STANDARD else self._settle_lines(name, seat)
            for seat, name in made
        ]
        lost = {(item.seat, item.wager) for item in found if item.paid < 0}
        found += [
            SeatPayment(seat.number, ENVY, name, ZERO, amount)
            for seat, name in made
            for amount in self._list_envy(name, seat, lost)
        ]
        for seat in seats:
            self._cap([item for item in found if item.seat == seat.number])
        self._limit(found)
        money: dict[tuple[int, str], Fraction] = {}
        for item in found:
            key = (item.seat, f"{item.owner} {ENVY}" if item.wager == ENVY else item.wager)
            money[key] = money.get(key, ZERO) + item.paid - item.commission
        for seat in seats:
            if STANDARD in seat.stakes:
                money[seat.number, STANDARD] -= self._find_fee(seat.stakes[STANDARD])
        return money

    def _check_limits(self, seat: SeatInput) -> None:
        """Refuse stakes beyond the limits."""
        for name, stake in seat.stakes.items():
            prefix, wager = ("standard", "") if name == STANDARD else ("wager", name)
            least = self.values.game(f"{prefix}.stake_minimum", wager)
            most = self.values.game(f"{prefix}.stake_maximum", wager)
            if (least and stake < least.amount) or (most and stake > most.amount):
                raise Unsettled(f"{name}: {stake} is outside the limits")

    # hands

    def _set_seat(self, seat: SeatInput) -> SeatHands:
        compared = STANDARD in seat.stakes
        if seat.surrenders:
            return SeatHands(seat.cards)
        if not self._is_foul(seat.cards, _low_of(seat), compared=compared):
            return SeatHands(seat.cards, seat.low)
        if not compared or self.values.need("setting.foul_standard") == "loses":
            return SeatHands(seat.cards, seat.low, fouled=True, lost=compared)
        if not seat.house_low:
            raise Unsettled("there is no house way")
        return SeatHands(seat.cards, seat.house_low, fouled=True)

    def _is_foul(self, cards: Cards, low: Cards, *, compared: bool) -> bool:
        high = rank_five(leave(cards, low), self.order)
        relation = hands.compare_to_low(high, rank_two(low, self.order))
        if relation == 0 and (compared or self.values.game("setting.equal_high_and_low")):
            return bool(self.values.need("setting.equal_high_and_low") == "foul")
        return relation < 0

    # the standard wager

    def _settle_standard(self, seat: SeatInput) -> SeatPayment:
        values, stake = self.values, seat.stakes[STANDARD]
        if seat.surrenders:
            lost = stake * values.need("play.surrender_costs")
            return SeatPayment(seat.number, STANDARD, STANDARD, stake, -lost)
        sign = self._find_result(self.hands[seat.number])
        if sign < 1:
            return SeatPayment(seat.number, STANDARD, STANDARD, stake, sign * stake)
        pays = values.need("standard.pays")
        won = pays.times * stake + pays.money
        shared = values.offered("standard.commission")
        taken = won * values.need("standard.commission") if shared else ZERO
        fixed = values.game("standard.commission_fixed")
        taken += fixed.amount if fixed else ZERO
        return SeatPayment(seat.number, STANDARD, STANDARD, stake, won, self._round(taken))

    def _find_fee(self, stake: Fraction) -> Fraction:
        """What is collected with the standard wager, whatever comes of it."""
        if self.values.game("standard.collection_fee") is None:
            return ZERO
        fee = self.values.need("standard.collection_fee")
        charged: Fraction = fee * stake if isinstance(fee, Fraction) else fee.amount
        return charged

    def _round(self, taken: Fraction) -> Fraction:
        """A commission, rounded where the document says so; whole cents are left to what is not stated."""
        values, key = self.values, "standard.commission_rounding"
        whole_cents = values.game(key) is None and not (100 * taken) % 1
        if not taken or not values.offered(key) or whole_cents:
            return taken
        way = values.need(key)
        if way == "exact":
            return taken
        chip: Fraction = values.need("standard.smallest_chip").amount
        whole = taken // chip * chip
        return whole + chip if way == "up-to-chip" and whole < taken else whole

    def _find_result(self, hand: SeatHands) -> int:
        values, key = self.values, "comparison.bank_hand_push"
        if values.says(key, "yes") and meets(values.need(f"{key}_when"), self.bank, self.order):
            return -int(hand.lost and values.need(f"{key}_foul") != "push")
        if hand.lost:
            return -1
        if values.says("comparison.method", "best-of-seven"):
            raise Unsettled("comparison.method")
        return self._read_cell(*self._compare(hand))

    def _compare(self, hand: SeatHands) -> tuple[int, int]:
        """How low and high hand compare with the bank's."""
        low, bank_low = (rank_two(_low_of(one), self.order) for one in (hand, self.bank))
        own, other = (rank_five(leave(one.cards, one.low), self.order) for one in (hand, self.bank))
        return hands.compare_lows(low, bank_low, self.order), (own > other) - (own < other)

    def _read_cell(self, low: int, high: int) -> int:
        """The result by how both hands compare; a cell that is not stated follows from who wins a copy."""
        stated = {(1, 1): "both_win", (-1, -1): "both_lose", (0, 0): "copy_both"}
        stated |= {(-1, 1): "one_each", (0, 1): "copy_and_win", (-1, 0): "copy_and_lose"}
        key = f"comparison.{stated[min(low, high), max(low, high)]}"
        if 0 in (low, high) and self.values.game(key) is None:
            sides = {"bank-wins": -1, "player-wins": 1, "push": 0}
            side = sides[self.values.need("comparison.copy")]
            filled = (low or side, high or side)
            if filled == (0, 0):
                return 0
            if side:
                key = f"comparison.{stated[min(filled), max(filled)]}"
        return _SIGN[self.values.need(key)]

    # wagers with a paytable

    def _settle_lines(self, name: str, seat: SeatInput) -> SeatPayment:
        values, stake, hand = self.values, seat.stakes[name], self.hands[seat.number]
        rule = values.need("wager.surrender", name) if seat.surrenders else "unaffected"
        if hand.fouled and values.says("wager.foul", "loses", name):
            rule = "loses"
        if rule != "unaffected":
            return SeatPayment(seat.number, name, name, stake, -stake if rule == "loses" else ZERO)
        results = self._list_results(seat) if self._looks_at_standard(name) else ()
        times, money, meter = self._find_pay(name, hand, results)
        metered = meter * values.need("wager.meter_seed", name).amount if meter else ZERO
        won = times * stake + money + metered
        return SeatPayment(seat.number, name, name, stake, won, ZERO, metered)

    def _looks_at_standard(self, name: str) -> bool:
        return any(line.player.standard for line in self.values.tables[name].lines)

    def _list_results(self, seat: SeatInput) -> set[str]:
        """What comes of the standard wager of a seat, and whether both hands are copies."""
        if STANDARD not in seat.stakes or seat.surrenders:
            raise Unsettled("there is no standard wager with a result")
        hand = self.hands[seat.number]
        found = {next(word for word, sign in _SIGN.items() if sign == self._find_result(hand))}
        if not hand.lost and self._compare(hand) == (0, 0):
            found.add("both-copies")
        return found

    def _find_pay(
        self, name: str, hand: SeatHands, results: Iterable[str]
    ) -> tuple[Fraction, Fraction, Fraction]:
        values = self.values
        nothing = {"loses": Fraction(-1), "pushes": ZERO, "pays": None}
        held = self._list_held(name, hand, self.bank, results)
        if not held:
            return nothing[values.need("wager.not_qualifying", name)] or ZERO, ZERO, ZERO
        paid = self._choose(name, held)
        if values.says("wager.bank_condition", "bank-hand-must-be-beaten", name):
            relation = self._contest(name, held[0], hand)
            if relation < 1:
                key = "wager.bank_tied" if relation == 0 else "wager.bank_not_beaten"
                result = nothing[values.need(key, name)]
                if result is not None:
                    return result, ZERO, ZERO
        pays = [_need(line.pays) for line in paid]
        winning = [pay for pay in pays if max(pay.times, pay.money, pay.meter) > 0] or pays[:1]
        lines = [line for line, pay in zip(paid, pays, strict=True) if pay in winning]
        lost = self._loses_stake(name, lines)
        kept = min([*(pay.times for pay in winning), Fraction(-1) if lost else winning[0].times])
        times = _sum(max(pay.times, ZERO) for pay in winning) + min(kept, ZERO)
        return times, _sum(pay.money for pay in winning), _sum(pay.meter for pay in winning)

    def _loses_stake(self, name: str, paid: Sequence[Any]) -> bool:
        """Whether the stake is lost beside a payout for the bank's hand alone."""
        own = [line for line in self.values.tables[name].lines if str(line.player) != "any"]
        if not own or any(line in own for line in paid):
            return False
        return self.values.says("wager.stake_lost", "if-no-line-of-the-player-pays", name)

    def _list_held(
        self, name: str, hand: SeatHands, other: SeatHands | None, results: Iterable[str] = ()
    ) -> list[Any]:
        """The lines that a hand is on, in the order in which they go before each other."""
        sides = ((hand, "player"), (other, "bank"))
        found = [
            line
            for line in self.values.tables[name].lines
            if all(self._is_on(getattr(line, side), one, results) for one, side in sides)
        ]
        if any(line.player.hand or line.bank.hand for line in found) and (
            self.values.says("wager.hand_considered", "as-set", name)
        ):
            raise Unsettled("wager.hand_considered")
        return self._sort(name, found) if len(found) > 1 else found

    def _is_on(self, condition: Any, hand: SeatHands | None, results: Iterable[str]) -> bool:
        """Whether a hand meets a condition; the joker in a royal match is a question of its own."""
        if str(condition) == "any":
            return True
        if hand is None or not meets(condition, hand, self.order, results):
            return False
        if condition.hand != "royal-match" or JOKER not in hand.cards:
            return True
        return bool(self.values.need("deck.royal_match_joker") != "not-allowed")

    def _sort(self, name: str, lines: list[Any]) -> list[Any]:
        classes = self.values.classes()
        if all(line.hand for line in self.values.tables[name].lines):
            ranked = sorted(lines, key=lambda line: classes.index(line.hand))
            differ = ranked[0] is not lines[0]
            return ranked if differ and self._is_by_rank(name) else lines
        if self.values.game("wager.precedence", name) == "rank-order":
            raise Unsettled("wager.precedence")
        return lines

    def _is_by_rank(self, name: str) -> bool:
        return self.values.says("wager.precedence", "rank-order", name)

    def _choose(self, name: str, held: list[Any]) -> list[Any]:
        """The lines that a hand is paid for, of those that it is on."""
        key = "wager.lines_paid"
        several = len(held) > 1 and self.values.offered(key, name)
        rule = self.values.need(key, name) if several else "one-line"
        if rule == "one-line":
            return held[:1]
        if rule == "one-line-for-each-hand":
            of_player = [line for line in held if str(line.player) != "any"]
            return of_player[:1] + [line for line in held if line not in of_player][:1]
        if rule == "every-line-held":
            return held
        raise Unsettled("which line implies another is not modelled here")

    def _contest(self, name: str, line: Any, hand: SeatHands) -> int:
        """Whether a hand beats the bank's: by the line, and within one line as the document says."""
        other = self._list_held(name, self.bank, hand)
        if not other:
            return 1
        if other[0] is not line:
            order = list(self.values.tables[name].lines)
            if self._is_by_rank(name):
                order.sort(key=lambda item: self.values.classes().index(item.hand))
            return 1 if order.index(line) < order.index(other[0]) else -1
        if not self.values.says("wager.bank_comparison", "by-hand", name):
            return 0
        inside = line.player.hand or ""
        own, bank = (hands.rank_inside(one.cards, inside, self.order) for one in (hand, self.bank))
        return (own > bank) - (own < bank)

    # the Envy Bonus

    def _list_envy(self, name: str, seat: SeatInput, lost: set[tuple[int, str]]) -> list[Fraction]:
        """The amounts that a seat is paid for hands of others."""
        values, stake = self.values, seat.stakes[name]
        if name == STANDARD or "envy.offer" not in values.document.wager(name).statements:
            return []
        claims = list(self._list_qualifying(name, seat))
        if not claims or not self._qualifies(name, stake):
            return []
        own = self._find_envy_line(name, self.hands[seat.number])
        bank = self._find_envy(name, self._find_envy_line(name, self.bank))
        own_lost = (seat.number, name) in lost
        if own_lost and values.says("envy.own_bonus_lost", "no-envy", name):
            return []
        if bank is not None and values.says("envy.bank_qualifies", "no-envy-paid", name):
            return []
        forfeits = values.game("envy.forfeits", name) or ()
        barred = [item.still_paid for item in forfeits if own is not None and item.own == own.id]
        amounts = []
        for holder, pay, line in claims:
            if barred and line.id not in barred[0]:
                continue
            amount = pay.times * stake + pay.money
            entitled = sum(self._is_entitled(name, other, holder) for other in self.deal.seats)
            shares = entitled > 1 and values.says("envy.sharing", "shared", name)
            amounts.append(amount / entitled if shares else amount)
        several = sum(amount > 0 for amount in amounts) > 1
        highest = several and values.need("envy.several_qualifying_hands", name) == "highest-pays"
        return [max(amounts)] if highest else amounts

    def _is_entitled(self, name: str, seat: SeatInput, holder: int) -> bool:
        """Whether a seat is among those who share what is paid for a hand."""
        if name not in seat.stakes or not self._qualifies(name, seat.stakes[name]):
            return False
        return seat.number != holder or self._counts("envy.own_hand", name)

    def _counts(self, key: str, name: str) -> bool:
        return self.values.says(key, "counts", name)

    def _qualifies(self, name: str, stake: Fraction) -> bool:
        least = self.values.game("envy.minimum_stake", name)
        return least is None or stake >= least.amount

    def _list_qualifying(self, name: str, seat: SeatInput) -> Iterable[tuple[int, Any, Any]]:
        """Hands that can pay a seat: whose, how much, and by which line."""
        need = self.values.need
        for other in self.deal.seats:
            line = self._find_envy_line(name, self.hands[other.number])
            pay = self._find_envy(name, line)
            if pay is None:
                continue
            if other is seat:
                counts = self._counts("envy.own_hand", name)
            else:
                counts = name in other.stakes or need("envy.whose_hand", name) == "any-player"
                if counts and (self.hands[other.number].fouled or other.surrenders):
                    counts = need("envy.fouled_hand", name) == "counts"
            if counts:
                yield other.number, pay, line
        line = self._find_envy_line(name, self.bank)
        pay = self._find_envy(name, line)
        if pay is not None and self._counts("envy.bank_hand", name):
            yield 0, pay, line

    def _find_envy(self, name: str, line: Any) -> Any:
        """The Envy Bonus for a line; None where there is none."""
        if line is None or line.envy is None:
            return None
        lowest = self.values.game("envy.lowest_hand", name)
        classes = self.values.classes()
        if lowest and line.player.hand and classes.index(line.player.hand) > classes.index(lowest):
            return None
        pay = _need(line.envy)
        return pay if pay.times or pay.money else None

    def _find_envy_line(self, name: str, hand: SeatHands) -> Any:
        """The line of a hand that the Envy Bonus looks at: of those paid the first that moves it."""
        held = self._list_held(name, hand, None)
        forfeits = {item.own for item in self.values.game("envy.forfeits", name) or ()}
        moving = [line for line in held if line.envy is not None or line.id in forfeits]
        if not held or not moving or held[0] in moving:
            return held[0] if held else None
        chosen = self._choose(name, held)
        return next((line for line in chosen if line in moving), chosen[0])

    # limits

    def _cap(self, payments: list[SeatPayment]) -> None:
        """Cut what one seat is paid beyond a wager's maximum, in the order in which it is paid."""
        for name in self.values.tables:
            cap = self.values.game("wager.cap", name)
            if cap is None or not any(item.owner == name for item in payments):
                continue
            covers_all = self.values.game("wager.cap_covers", name) == "all-wagers"
            excluded = self.values.game("wager.cap_excludes", name) or "nothing"
            floor = self.values.game("wager.cap_floor", name)
            left = cap.amount
            for item in payments:
                if item.paid <= 0 or not (covers_all or item.owner == name):
                    continue
                outside = item.paid if item.wager == ENVY and "envy" in excluded else ZERO
                if item.wager != ENVY and "progressive" in excluded:
                    outside = min(item.metered, item.paid)
                counted = item.paid - outside
                least = floor.times * item.stake if floor and item.wager == name else ZERO
                kept = max(min(counted, left), min(counted, least))
                left = max(left - kept, ZERO)
                item.cut(outside + kept)

    def _limit(self, payments: list[SeatPayment]) -> None:
        """Cut what goes beyond the aggregate of the table, and beyond the stake of a player who banks."""
        values, stake = self.values, self.deal.bank_stake
        aggregate = values.game("table.aggregate")
        by_dealer = values.game("table.settling_order") == "from-dealers-left"
        first = 1 if (aggregate or stake is not None) and by_dealer else self.deal.action_seat
        payments.sort(key=lambda item: (self._find_pass(item), item.seat < first, item.seat))
        left: Fraction = aggregate.amount if aggregate else ZERO
        for item in payments if aggregate else ():
            if item.paid > 0:
                item.cut(min(item.paid, left))
                left -= item.paid
        left = stake or ZERO
        for item in payments if stake is not None else ():
            if not item.paid or not self._comes_from_stake(item):
                continue
            covered = min(abs(item.paid), left)
            left -= covered
            if covered == abs(item.paid):
                continue
            if values.need("table.bank_cover") == "all-action":
                raise Unsettled("the bank does not cover all wagers")
            if values.need("table.uncovered") == "returned":
                item.cut(covered if item.paid > 0 else -covered)

    def _find_pass(self, item: SeatPayment) -> int:
        if item.wager == STANDARD:
            return 0
        with_wager = self.values.game("envy.settled", item.owner) if item.wager == ENVY else ""
        if item.wager == ENVY and with_wager != "with-the-wager":
            return 2
        passes = {"after-standard-wagers": 1, "after-envy": 3}
        return passes.get(self.values.game("wager.settled", item.owner), 0)

    def _comes_from_stake(self, item: SeatPayment) -> bool:
        if item.wager == STANDARD:
            return True
        reach = self.values.need("table.bank_cover_reach")
        without_envy = reach == "wagers-without-envy" and item.wager != ENVY
        return bool(reach == "all-payments" or without_envy)

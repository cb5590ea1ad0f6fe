"""The standard wager: how low and high compare, and what the bank shows, to money."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from certify.game.views import BOTH_COPIES, HandView
from certify.spec.choices import Copy, PushFoul, Rounding, StandardResult, YesNo
from certify.spec.resolved import Resolved
from certify.spec.rulebook import StandardTerms
from certify.spec.values import LOSES, PUSHES, Money, Pay

_SIDE = {Copy.BANK: -1, Copy.PLAYER: 1, Copy.NEITHER: 0}
COINS = 100
"""Of a unit of money."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """How a player's hands compare with the bank's, and whether the bank's hand is one that pushes."""

    low: int
    """-1, 0, 1 as the player sees it."""
    high: int
    bank_pushes: bool = False
    """Whether the bank holds the hand that the terms name."""
    fouled: bool = False
    """Set wrongly, and the document takes the wager for it."""


@dataclass(frozen=True, slots=True)
class SettledStandard:
    """What a comparison comes to, free of any stake: the result, what the bank pays, the commission."""

    result: StandardResult
    paid: Pay
    commission: Pay
    fee: Pay
    """Collected whatever the result."""
    grounds: tuple[Resolved[Any], ...]

    @property
    def won(self) -> Pay:
        """What the result leaves the player, before the fee."""
        return _take(self.paid, self.commission)

    @property
    def net(self) -> Pay:
        """What the player is left with."""
        return _take(self.won, self.fee)


def _take(pay: Pay, taken: Pay) -> Pay:
    return pay + Pay(-taken.times, -taken.money)


def bank_pushes(terms: StandardTerms, bank: HandView) -> bool:
    """Whether the bank's hand is the one named, where the terms name one at all."""
    return terms.bank_hand_push.said is YesNo.YES and terms.bank_hand_push_when.value.holds(bank)


def settle_standard(terms: StandardTerms, view: Comparison) -> SettledStandard:
    """Money for a comparison."""
    grounds: list[Resolved[Any]] = []
    return _finish(terms, _find_result(terms, view, grounds), grounds)


def name_results(
    terms: StandardTerms, view: Comparison, grounds: list[Resolved[Any]]
) -> frozenset[str]:
    """What other wagers can name of a comparison: its result, and whether both hands are copies."""
    found = {str(_find_result(terms, view, grounds))}
    if not view.fouled and view.low == view.high == 0:
        found.add(BOTH_COPIES)
    return frozenset(found)


def _find_result(
    terms: StandardTerms, view: Comparison, grounds: list[Resolved[Any]]
) -> StandardResult:
    if terms.bank_hand_push.value_or(YesNo.NO) is YesNo.YES and view.bank_pushes:
        grounds += [terms.bank_hand_push, terms.bank_hand_push_when]
        if not view.fouled:
            return StandardResult.PUSH
        grounds.append(terms.bank_hand_push_foul)
        if terms.bank_hand_push_foul.value is PushFoul.PUSH:
            return StandardResult.PUSH
    if view.fouled:
        return StandardResult.LOSES
    if terms.method.is_offered:
        _ = terms.method.value
    return _compare(terms, view.low, view.high, grounds)


def _compare(
    terms: StandardTerms, low: int, high: int, grounds: list[Resolved[Any]]
) -> StandardResult:
    if 0 not in (low, high):
        return _read(_find_plain(terms, low, high), grounds)
    cell = _find_copy(terms, low, high)
    grounds.append(terms.copy)
    if cell.said is not None:
        return _read(cell, grounds)
    side = _SIDE[terms.copy.value]  # who wins a copy is said, and the rest follows from it
    low, high = (side if part == 0 else part for part in (low, high))
    if low == high == 0:  # nobody wins either hand
        return StandardResult.PUSH
    if 0 in (low, high):  # what the other hand decides then does not follow: it must be said
        return _read(cell, grounds)
    return _read(_find_plain(terms, low, high), grounds)


def _read(cell: Resolved[StandardResult], grounds: list[Resolved[Any]]) -> StandardResult:
    grounds.append(cell)
    return cell.value


def _find_plain(terms: StandardTerms, low: int, high: int) -> Resolved[StandardResult]:
    if low != high:
        return terms.one_each
    return terms.both_win if low > 0 else terms.both_lose


def _find_copy(terms: StandardTerms, low: int, high: int) -> Resolved[StandardResult]:
    if low == high:
        return terms.copy_both
    return terms.copy_and_win if low + high > 0 else terms.copy_and_lose


def _finish(
    terms: StandardTerms, result: StandardResult, grounds: list[Resolved[Any]]
) -> SettledStandard:
    fee = find_fee(terms, grounds)
    if result is not StandardResult.WINS:
        paid = PUSHES if result is StandardResult.PUSH else LOSES
        return SettledStandard(result, paid, PUSHES, fee, tuple(grounds))
    grounds.append(terms.pays)
    paid = terms.pays.value
    taken = PUSHES
    if terms.commission.is_offered:
        grounds.append(terms.commission)
        taken += Pay(paid.times * terms.commission.value, paid.money * terms.commission.value)
    if terms.commission_fixed.is_offered and terms.commission_fixed.said is not None:
        grounds.append(terms.commission_fixed)
        taken += Pay(money=terms.commission_fixed.value.amount)
    return SettledStandard(result, paid, taken, fee, tuple(grounds))


def find_fee(terms: StandardTerms, grounds: list[Resolved[Any]]) -> Pay:
    """The fee collected with the wager, whatever its result: nothing where the document names none."""
    if not terms.collection_fee.is_offered or terms.collection_fee.said is None:
        return PUSHES
    grounds.append(terms.collection_fee)
    fee = terms.collection_fee.value
    return Pay(money=fee.amount) if isinstance(fee, Money) else Pay(fee)


def take_commission(
    terms: StandardTerms, settled: SettledStandard, stake: Fraction
) -> tuple[Fraction, tuple[Resolved[Any], ...]]:
    """The commission in money on a stake, rounded as the document says, and what it rests on."""
    exact = settled.commission.times * stake + settled.commission.money
    if not exact or not terms.commission_rounding.is_offered:
        return exact, ()
    whole_coins = (exact * COINS).denominator == 1
    if whole_coins and terms.commission_rounding.said in (None, Rounding.EXACT):
        return exact, ()  # what is whole in the smallest coin needs no rounding, and rests on none
    if terms.commission_rounding.value is Rounding.EXACT:
        return exact, (terms.commission_rounding,)
    chip = terms.smallest_chip.value
    chips = exact / chip.amount
    whole = chips.numerator // chips.denominator
    if terms.commission_rounding.value is Rounding.UP and chips != whole:
        whole += 1
    return whole * chip.amount, (terms.commission_rounding, terms.smallest_chip)

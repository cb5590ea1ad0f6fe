"""Envy: what the hand of another is worth to a player. A claim is a settlement; claims are combined."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from certify.spec.choices import BankQualifies, Entitlement, Inclusion, OwnLost, Several, Sharing
from certify.spec.resolved import Resolved
from certify.spec.rulebook import EnvyTerms, LineTerms, WagerTerms
from certify.spec.values import PUSHES, Pay

Ground = Resolved[Any]


@dataclass(frozen=True, slots=True)
class Claim:
    """What one hand of another is worth to a player, free of stake, and what decided it."""

    pay: Pay
    grounds: tuple[Ground, ...]
    refused: str = ""
    """Why nothing is paid for a hand that qualifies."""


NO_CLAIM = Claim(PUSHES, ())


def find_amount(terms: WagerTerms, line: LineTerms | None) -> tuple[Pay, tuple[Ground, ...]]:
    """The envy of a line, at or above the lowest hand that the document names."""
    if terms.envy is None or line is None or line.envy is None:
        return PUSHES, ()
    grounds: list[Ground] = [line.envy]
    lowest = terms.envy.lowest_hand
    if lowest.is_offered and lowest.said is not None and line.player.hand:
        grounds.append(lowest)
        order = terms.classes
        if order.index(line.player.hand) > order.index(lowest.value):
            return PUSHES, tuple(grounds)
    return line.envy.value, tuple(grounds)


def list_claim_givens(terms: WagerTerms) -> tuple[Ground, ...]:
    """All values that a claim can turn on; a claim under other values of the rest is the same."""
    if terms.envy is None:
        return ()
    return (
        *terms.envy.list_resolved(),
        *(line.envy for line in terms.lines if line.envy is not None),
    )


def settle_claim(
    terms: WagerTerms,
    other: LineTerms | None,
    own: LineTerms | None,
    bank: LineTerms | None,
    *,
    own_lost: bool,
) -> Claim:
    """Envy to a player on line `own` for a hand on line `other`; the bank's line may stop it."""
    amount, grounds = find_amount(terms, other)
    if terms.envy is None or other is None or amount == PUSHES:
        return NO_CLAIM
    envy = terms.envy
    _ = envy.offer.value
    asked: list[Ground] = [*grounds, envy.offer]
    if own_lost and envy.own_bonus_lost.is_offered:
        asked.append(envy.own_bonus_lost)
        if envy.own_bonus_lost.value is OwnLost.NO_ENVY:
            return Claim(PUSHES, tuple(asked), "the player's own wager lost")
    if find_amount(terms, bank)[0] != PUSHES and envy.bank_qualifies.is_offered:
        asked.append(envy.bank_qualifies)
        if envy.bank_qualifies.value is BankQualifies.NO_ENVY:
            return Claim(PUSHES, tuple(asked), f"the bank holds {bank.id if bank else ''}")
    if _forfeits(envy, own, other, asked):
        return Claim(PUSHES, tuple(asked), f"the player's own {own.id if own else ''} forfeits it")
    return Claim(amount, tuple(asked))


def _forfeits(
    envy: EnvyTerms, own: LineTerms | None, other: LineTerms, grounds: list[Ground]
) -> bool:
    """Whether a player's own line takes his envy for another's line."""
    if own is None or not envy.forfeits.is_offered:
        return False
    if envy.forfeits.said is None:
        return False
    grounds.append(envy.forfeits)
    for exclusion in envy.forfeits.value:
        if exclusion.own == own.id:
            return other.id not in exclusion.still_paid
    return False


def combine_claims(
    envy: EnvyTerms, amounts: Sequence[Fraction]
) -> tuple[tuple[bool, ...], tuple[Ground, ...]]:
    """Which of several claims, given in money, are paid; asked only where there are several."""
    if sum(amount > 0 for amount in amounts) < 2:
        return (True,) * len(amounts), ()
    if envy.several_qualifying_hands.value is Several.EACH:
        return (True,) * len(amounts), (envy.several_qualifying_hands,)
    best = max(range(len(amounts)), key=lambda place: amounts[place])
    return tuple(place == best for place in range(len(amounts))), (envy.several_qualifying_hands,)


def share_amount(envy: EnvyTerms, amount: Fraction, entitled: int) -> Fraction:
    """What one of so many entitled players is paid of an amount; asked where there are several."""
    if entitled > 1 and envy.sharing.value_or(Sharing.IN_FULL) is Sharing.SHARED:
        return amount / entitled
    return amount


def qualifies(envy: EnvyTerms, stake: Fraction) -> bool:
    """Whether a stake is high enough for envy; where the document names no least, any is."""
    if not envy.minimum_stake.is_offered or envy.minimum_stake.said is None:
        return True
    return stake >= envy.minimum_stake.value.amount


def find_entitlement(
    envy: EnvyTerms, stake: Fraction, button: bool | None
) -> tuple[bool, tuple[Ground, ...]]:
    """Whether a player is eligible by the wager, or by the button where the two disagree; and by what."""
    by_stake = qualifies(envy, stake)
    if button is None or button == by_stake:
        return by_stake, ()
    return button if envy.entitlement.value is Entitlement.BUTTON else by_stake, (envy.entitlement,)


def counts(given: Resolved[Inclusion]) -> bool:
    """Whether a hand that is no other player's pays envy too; asked where there is such a hand."""
    return given.value_or(Inclusion.EXCLUDED) is Inclusion.COUNTS

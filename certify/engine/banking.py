"""What bounds payments: the cap on what one player is paid, and the stake of a player who banks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from certify.base.errors import CertifyError
from certify.base.figures import format_money
from certify.engine.fortune import FORTUNE
from certify.engine.grounds import Grounds, find_ground
from certify.engine.hands import STANDARD
from certify.engine.settlement import ENVY, NOTHING, RETURNED, Outcome
from certify.spec.model import Money, Rules


def cap_payments(rules: Rules, outcomes: list[Outcome]) -> list[Outcome]:
    """One seat's outcomes with what goes beyond the cap cut off, in the order they are paid."""
    cap = rules.value("fortune.cap")
    if not isinstance(cap, Money):
        return outcomes
    left = cap.amount
    capped = []
    for outcome in outcomes:
        if outcome.paid <= 0 or not _is_capped(rules, outcome):
            capped.append(outcome)
            continue
        paid = min(outcome.paid, left)
        left -= paid
        if paid < outcome.paid:
            grounds = Grounds(rules)
            grounds.note("fortune.cap", "fortune.cap_covers", "fortune.cap_per")
            capped.append(
                outcome.scale(
                    paid / outcome.paid,
                    grounds.basis,
                    f"{format_money(outcome.paid)} is cut to {format_money(paid)} by the cap of {cap}",
                )
            )
        else:
            capped.append(outcome)
    return capped


def _is_capped(rules: Rules, outcome: Outcome) -> bool:
    if outcome.wager == ENVY and rules.choice("fortune.cap_excludes") == "envy-and-progressive":
        return False
    return outcome.wager in {FORTUNE, ENVY} or rules.choice("fortune.cap_covers") == "all-wagers"


def cover(rules: Rules, stake: Fraction, outcomes: list[Outcome]) -> Iterator[Outcome]:
    """Outcomes in the order they are settled, as far as the bank's stake covers them.

    Paying and collecting both use up the stake, and what the bank collects does not add to it; a
    push uses nothing. What is not covered of a wager goes back to the player.
    """
    left = stake
    for outcome in outcomes:
        needed = abs(outcome.paid)
        if not needed or not _comes_from_stake(rules, outcome):
            yield outcome
            continue
        covered = min(needed, left)
        left -= covered
        if covered == needed:
            yield outcome
            continue
        yield from _split(rules, outcome, covered / needed)


def _split(rules: Rules, outcome: Outcome, share: Fraction) -> Iterator[Outcome]:
    if rules.value("table.bank_cover") == "all-action":
        clause = find_ground(rules, "table.bank_cover").clause
        raise CertifyError(
            f"bank.stake: it does not cover seat {outcome.seat}'s {outcome.wager}, "
            f"and the bank must cover all action ({clause})"
        )
    grounds = Grounds(rules)
    grounds.need("table.bank_cover")
    grounds.need("table.uncovered")
    grounds.note("table.settling_order", "fortune.settled")
    if outcome.wager != STANDARD:
        grounds.need("table.bank_cover_reach")
    rest = outcome.stake * (1 - share)
    told = (
        f"{format_money(abs(outcome.paid) * share)} of {format_money(abs(outcome.paid))} is "
        "covered by the bank's stake"
    )
    if share:
        yield outcome.scale(share, grounds.basis, told)
    if not share or outcome.stake:
        yield replace(
            outcome,
            result=RETURNED,
            stake=rest,
            paid=NOTHING,
            commission=NOTHING,
            basis=grounds.basis,
            because=f"{format_money(rest)} of the stake goes back: {told}"
            if outcome.stake
            else told,
        )


def _comes_from_stake(rules: Rules, outcome: Outcome) -> bool:
    if outcome.wager == STANDARD:
        return True
    reach = Grounds(rules).choose("table.bank_cover_reach")
    return reach == "all-payments" or (reach == "wagers-without-envy" and outcome.wager != ENVY)

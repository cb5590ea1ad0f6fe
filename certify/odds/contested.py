"""The Fortune bonus of a document that pays it only where the bank's hand is beaten."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from certify.base.cache import remember
from certify.odds.classes import Holding
from certify.odds.fortune import check_classes, settle_match
from certify.odds.pairs import Pairs, Progress
from certify.odds.result import Outcome
from certify.spec.model import Rules

Contest = Mapping[str, tuple[int, int, int]]
"""By the player's class: deals in which the player's hand beats, ties, loses to the bank's."""


def is_contested(rules: Rules) -> bool:
    """Whether the bonus depends on the bank's hand."""
    return rules.choice("fortune.bank_condition") == "bank-hand-must-be-beaten"


def contest_by_class(rules: Rules, pairs: Pairs) -> dict[str, tuple[int, int, int]]:
    """Compare the classes of both hands in the order of precedence; no class on it is lowest."""
    order = (*rules.order, "none")
    place = {name: number for number, name in enumerate(order)}
    allowed = rules.choice("deck.royal_match_joker") != "not-allowed"

    def label(held: Holding) -> str:
        kept = settle_match(held, joker_allowed=allowed)
        return next((name for name in order if name in kept), "none")

    totals = {name: [0, 0, 0] for name in order}
    for (player, bank), count in pairs.group(label).items():
        result = (place[player] > place[bank]) - (place[player] < place[bank]) + 1
        totals[player][result] += count
    return {name: (beats, ties, loses) for name, (beats, ties, loses) in totals.items()}


def contest_by_hand(
    rules: Rules, threads: int | None, progress: Progress | None
) -> dict[str, tuple[int, int, int]]:
    """Compare the classes, and hands of one class by their best five cards of that class."""
    inputs = {
        "order": list(rules.order),
        "joker": rules.choice("deck.joker"),
        "wheel": rules.choice("deck.wheel"),
        "royal_match_joker": rules.choice("deck.royal_match_joker"),
    }

    def compute() -> Any:
        from certify.odds.settings import count_contest

        return count_contest(rules.order, inputs, threads, progress)

    counts = remember("contest", inputs, compute)
    return {name: (beats, ties, loses) for name, (beats, ties, loses) in counts.items()}


def list_outcomes(rules: Rules, contest: Contest) -> tuple[Outcome, ...]:
    """Paid lines, then qualifying hands that tie or do not beat the bank's, then the rest."""
    check_classes(rules)
    tie = rules.choice("fortune.bank_tied")
    unbeaten = rules.choice("fortune.bank_not_beaten")
    outcomes, tied, not_beaten = [], 0, 0
    for line in rules.paytable.lines:
        beats, ties, loses = contest[line.hand]
        paid = beats + (ties if tie == "pays" else 0)
        outcomes.append(Outcome(line.hand, paid, Fraction(line.pays), is_hit=not line.is_push))
        tied += ties if tie != "pays" else 0
        not_beaten += loses
    return (
        *outcomes,
        Outcome("tied", tied, Fraction(0 if tie == "pushes" else -1)),
        Outcome("not-beaten", not_beaten, Fraction(0 if unbeaten == "pushes" else -1)),
        Outcome("none", sum(contest["none"]), Fraction(-1)),
    )

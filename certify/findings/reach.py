"""A push on a hand of the bank, and the wagers that it might reach."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from certify.findings.case import Case
from certify.findings.finding import Effect, Price
from certify.findings.paytables import change_lines
from certify.findings.pricing import price_change
from certify.game.views import HandCondition
from certify.spec.rulebook import LineTerms
from certify.spec.values import PUSHES

_PUSH, _WHEN = "comparison.bank_hand_push", "comparison.bank_hand_push_when"


def price_reach(case: Case, keys: Collection[str], wagers: Collection[str]) -> Price | None:
    """What it would be worth if the push on a hand of the bank reached a list of lines as well.

    None where a question is not about that push, or about the standard wager alone.
    """
    when = case.jurisdiction.statements[_WHEN].value
    if _PUSH not in keys or not isinstance(when, HandCondition):
        return None

    def push(lines: Sequence[LineTerms]) -> list[LineTerms]:
        first = lines[0]
        return [
            replace(
                first,
                id="push on the bank's hand",
                player=HandCondition(),
                bank=when,
                pays=first.pays.put(PUSHES),
                envy=None,
            ),
            *lines,
        ]

    effects: list[Effect] = []
    for wager in case.jurisdiction.wagers:
        pairs = [
            pair
            for table in (wager.paytables if wager.id in wagers else ())
            if (pair := change_lines(case, wager, table, push)) is not None
        ]
        if pairs:
            effects += price_change(
                case, wager.id, pairs, "with a push on the bank's hand, without envy"
            ).effects
    return Price(tuple(effects)) if effects else None

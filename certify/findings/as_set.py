"""What a bonus would be worth if it looked at the hands as set, where the house way sets them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from certify.findings.case import Case
from certify.findings.finding import Price
from certify.findings.paytables import change_lines
from certify.findings.pricing import list_supported, list_tables, price_change
from certify.game.rank import CATEGORIES
from certify.game.views import HandCondition, SetCondition
from certify.spec.model import Statement
from certify.spec.rulebook import LineTerms
from certify.spec.words import HandConsidered


def price_as_set(case: Case, statement: Statement) -> Price | None:
    """The price of looking at the five-card hand as set; None where it is not asked or cannot be counted.

    Classes of five cards are looked for in the high hand, those of seven stay what they are. The player is
    taken to set by the house way of the document, as everywhere in the odds.
    """
    if (
        statement.parameter.key != "wager.hand_considered"
        or HandConsidered.AS_SET not in list_supported(statement)
        or not case.jurisdiction.house_way
        or statement.wager is None
    ):
        return None
    wager = case.jurisdiction.wager(statement.wager)
    pairs = [
        pair
        for table in list_tables(wager, statement)
        if (pair := change_lines(case, wager, table, _look_at_high_hand)) is not None
    ]
    basis = "five-card hands looked for in the high hand, set by the house way; without envy"
    return price_change(case, wager.id, pairs, basis) if pairs else None


def _look_at_high_hand(lines: Sequence[LineTerms]) -> list[LineTerms]:
    return [
        replace(line, player=HandCondition(high=SetCondition(line.player.hand)))
        if line.player.is_class and line.player.hand in CATEGORIES
        else line
        for line in lines
    ]

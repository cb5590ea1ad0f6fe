"""GAP: claims to envy that the text leaves unsure."""

from __future__ import annotations

from collections.abc import Iterator

from certify.findings.case import SAYING, Case
from certify.findings.finding import Draft, Price, Severity
from certify.findings.phrases import answer, cite, entitle, join_words, name_line
from certify.findings.registry import rule
from certify.findings.standing import OTHER_TEXTS
from certify.spec.model import Paytable, Statement


@rule("GAP013", severity=Severity.NOTE)
def threshold_without_ranking(case: Case) -> Iterator[Draft]:
    """Envy is paid for some hand or higher, and the text ranks no hands.

    The envy column shows what is meant, and only it; a hand that is added to the table has no place.

    Example: four of a kind or higher, in a text that never says which hands are higher.
    """
    ranking = case.jurisdiction.statements["deck.hand_ranking"]
    for wager in case.jurisdiction.wagers:
        lowest = wager.statements.get("envy.lowest_hand")
        if lowest is None or lowest.standing not in SAYING or ranking.standing in SAYING:
            continue
        lines = [line for table in wager.paytables[:1] for line in table.lines if line.envy]
        if not lines or all(_settles(table, str(lowest.value)) for table in wager.paytables):
            continue
        left = f", which it leaves to {ranking.deferred_to}" if ranking.deferred_to else ""
        yield Draft(
            f"Envy is paid for {answer(lowest, lowest.value)} or higher ({cite(*lowest.citations)}), and the "
            f"text ranks no hands{left}. We take the hands with an amount in the envy column: "
            f"{join_words(name_line(line) for line in lines)}.",
            lowest.path,
            lowest.key,
            entitle(case.jurisdiction, lowest),
            f"Which hands are higher than {answer(lowest, lowest.value)}?",
            None,
            (lowest.key,),
            (),
            (*lowest.citations, *(line.citation for line in lines)),
            {"lowest": answer(lowest, lowest.value)},
            cure="Rank the hands, or say that the envy column decides.",
            roots=frozenset({f"statement {ranking.key}"} if not ranking.deferred_to else ()),
        )


def _settles(table: Paytable, lowest: str) -> bool:
    """Whether the envy column goes from the first line down to the lowest hand that pays it."""
    hands = [line.hand for line in table.lines]
    if lowest not in hands:
        return False
    last = hands.index(lowest)
    return all(
        (line.envy is not None) == (number <= last) for number, line in enumerate(table.lines)
    )


@rule("GAP014", severity=Severity.WARNING)
def hand_of_a_banking_player(case: Case) -> Iterator[Draft]:
    """Envy is not won for the dealer's hand, and the text does not say who banks.

    If a player may bank, his hand is the dealer's for some and another player's for others.

    Example: a text that leaves banking to another one, and pays envy for another player's hand.
    """
    bank = case.jurisdiction.statements["table.bank"]
    if bank.standing in SAYING:
        return
    for wager in case.jurisdiction.wagers:
        excluded = wager.statements.get("envy.bank_hand")
        if excluded is None or excluded.standing not in SAYING:
            continue
        whose: Statement = wager.statements["envy.whose_hand"]
        left = (
            f"left to {bank.deferred_to} ({cite(*bank.citations)})"
            if bank.deferred_to
            else "not said"
        )
        yield Draft(
            f"Envy is won for another player's hand ({cite(*whose.citations)}) and not for the dealer's "
            f"({cite(*excluded.citations)}); whether a player may bank is {left}. If one may, is his hand "
            f"the one or the other? We take: {answer(bank, bank.value)} banks.",
            excluded.path,
            excluded.key,
            "The hand of a player who banks",
            "If a player banks, is his hand the dealer's hand or another player's for envy?",
            None,
            (excluded.key,),
            (wager.id,),
            (*whose.citations, *excluded.citations, *bank.citations),
            {"bank": answer(bank, bank.value)},
            Price((), "it turns on who banks, which is not said"),
            "Say who banks, and whose hand pays envy where a player does.",
            frozenset({OTHER_TEXTS} if bank.deferred_to else ()),
        )

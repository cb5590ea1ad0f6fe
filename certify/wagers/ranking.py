"""What of the ranking a wager rests on, and what of it nothing here can count or settle.

Ranking shapes the views before anything is settled, so it is declared by wager, not weighed by settling; the
tests flip every value of it and hold this list to what moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from certify.game.rank import CATEGORIES
from certify.spec.choices import BankComparison, Precedence
from certify.spec.resolved import Resolved, Uncounted
from certify.spec.rulebook import Ranking, WagerTerms

_CARDS_DEALT = 7
_OF_STRAIGHTS = {"straight", "straight-flush", "high-card"}
"""The classes that are others where A-2-3-4-5 is no straight."""


def list_deck(ranking: Ranking) -> Iterator[Resolved[Any]]:
    """What every wager rests on: the deck, the deal, the joker."""
    yield from (ranking.cards, ranking.jokers, ranking.cards_dealt, ranking.card_rank)
    if ranking.jokers.said != 0:
        yield ranking.joker


def list_for_lines(ranking: Ranking, terms: WagerTerms) -> Iterator[Resolved[Any]]:
    """What a list of lines rests on."""
    yield from list_deck(ranking)
    conditions = [one for line in terms.lines for one in (line.player, line.bank)]
    hands = {condition.hand for condition in conditions}
    of_five = {condition.first_five for condition in conditions}
    if (hands | of_five) & _OF_STRAIGHTS or any(condition.only for condition in conditions):
        yield ranking.wheel
    if "seven-card-straight-flush" in hands:
        yield ranking.seven_card_straight_flush
    if "seven-card-straight-flush-joker" in hands:
        yield ranking.seven_card_straight_flush_joker
    as_set = any(condition.low or condition.high for condition in conditions)
    if terms.looks_at_standard:
        yield from list_for_standard(ranking)
    elif as_set:
        yield from _list_setting(ranking)
    elif terms.is_contested and terms.bank_comparison.said is BankComparison.BY_HAND:
        yield from (ranking.wheel, ranking.within_class)
    if _turns_on_classes(ranking, terms):
        yield ranking.hand_ranking
    if terms.definition.said is not None:
        yield terms.definition


def _turns_on_classes(ranking: Ranking, terms: WagerTerms) -> bool:
    """Whether the order of the classes decides: which line goes before, or which hands are too low for envy.

    A lowest hand below which no line has envy takes none away, whatever the order; and where a document ranks
    nothing, there is the usual order alone.
    """
    if ranking.hand_ranking.said is None:
        return False
    if terms.precedence.said is Precedence.RANK:
        return True
    if terms.envy is None or not isinstance(terms.envy.lowest_hand.said, str):
        return False
    lowest = terms.envy.lowest_hand.said
    named = [line.player.hand for line in terms.lines if line.envy and line.player.hand]
    meant = ranking.hand_ranking.statement.other_values
    orders = [ranking.put(ranking.hand_ranking, value).classes for value in meant if value]
    return any(
        order.index(name) > order.index(lowest)
        for order in (terms.classes, *orders)
        for name in named
    )


def list_for_standard(ranking: Ranking) -> Iterator[Resolved[Any]]:
    """What the standard wager rests on."""
    yield from list_deck(ranking)
    yield from _list_setting(ranking)
    yield from (ranking.hand_ranking, ranking.within_class, ranking.low_hand_ranking)


def _list_setting(ranking: Ranking) -> Iterator[Resolved[Any]]:
    yield from (ranking.wheel, ranking.equal_high_and_low, ranking.house_way)


def list_uncounted(ranking: Ranking, givens: list[Resolved[Any]]) -> Iterator[Resolved[Any]]:
    """Values of the ranking that nothing here can count."""
    compares = any(given is ranking.within_class for given in givens)
    jokers = ranking.jokers.said if isinstance(ranking.jokers.said, int) else 1
    for given in givens:
        if given.said is None:
            continue
        try:
            value = given.value
        except Uncounted:
            yield given
            continue
        if (
            (given is ranking.cards and value != 52 + jokers)
            or (given is ranking.jokers and value not in (0, 1))
            or (given is ranking.cards_dealt and value != _CARDS_DEALT)
            or (given is ranking.hand_ranking and compares and not _ranks_as_usual(value))
        ):
            yield given


def _ranks_as_usual(printed: tuple[str, ...]) -> bool:
    """Whether the classes of five cards come in the order in which the engine ranks them."""
    order = [CATEGORIES.index(name) for name in printed if name in CATEGORIES]
    return order == sorted(order, reverse=True)

"""Deals of three hands on given lines, listed hand by hand where the lines are rare enough."""

from __future__ import annotations

from math import comb

from certify.base.cache import share
from certify.game.rank import RankRules
from certify.game.views import Aspect, HandView
from certify.odds.counts import list_hands_where

HAND = 7

Named = tuple[tuple[str, frozenset[HandView]], ...]
"""Lines by name, each with the views that stand on it."""


def count_triples(
    rules: RankRules, aspects: frozenset[Aspect], others: Named, owns: Named, banks: Named
) -> tuple[dict[tuple[str, str], int], int] | None:
    """Deals of another's, one's own and the bank's hand on some lines, by the first two, and all deals.

    None where there are too many hands to list.
    """

    def list_hands(lines: Named) -> list[tuple[str, list[int]]] | None:
        listed = []
        for name, views in lines:
            found = list_hands_where(rules, views.__contains__, aspects)
            if found is None:
                return None
            listed.append((name, found))
        return listed

    def count() -> dict[tuple[str, str], int] | None:
        first, second, third = map(list_hands, (others, owns, banks))
        if first is None or second is None or third is None:
            return None
        last = [mask for _, masks in third for mask in masks]
        found: dict[tuple[str, str], int] = {}
        for other, ones in first:
            for own, twos in second:
                found[other, own] = 0
                for one in ones:
                    beside = [three for three in last if not one & three]
                    found[other, own] += sum(
                        sum(not two & three for three in beside) for two in twos if not one & two
                    )
        return found

    triples = share(("triples", rules, aspects, others, owns, banks), count)
    if triples is None:
        return None
    cards = len(rules.deck)
    return triples, comb(cards, HAND) * comb(cards - HAND, HAND) * comb(cards - 2 * HAND, HAND)

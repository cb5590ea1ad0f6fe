"""A player who sees the bank's hand: the setting that answers it best."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from certify.engine.hands import Setter, divide
from certify.engine.round import Bank
from certify.game.cards import Card
from certify.game.house_way.rules import HouseWay
from certify.game.rank import Rank, compare_highs, compare_lows, is_foul
from certify.spec.rulebook import Rulebook
from certify.wagers.standard import Comparison, settle_standard


def answer_bank(
    rulebook: Rulebook,
    cards: tuple[Card, ...],
    bank: tuple[Card, ...],
    house_way: HouseWay | None,
) -> tuple[Card, ...]:
    """The low hand that nets the player most against the bank's hand as the house way sets it."""
    rules = rulebook.ranking.rank_rules()
    seen = Setter(rulebook, rules, house_way).set_bank(Bank(bank), compared=True)
    settings = [divide(cards, low, rules) for low in combinations(cards, 2)]
    legal = [item for item in settings if not is_foul(item.high_rank, item.low_rank, rules)]

    def worth(low: Rank, high: Rank) -> Fraction:
        view = Comparison(
            compare_lows(low, seen.low_rank, rules), compare_highs(high, seen.high_rank)
        )
        return settle_standard(rulebook.standard, view).won.times

    best = max(legal, key=lambda item: worth(item.low_rank, item.high_rank))
    return best.low

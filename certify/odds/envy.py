"""Envy: a fixed sum for another player's hand, so its worth depends on the stake."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb

from certify.base.errors import CertifyError
from certify.odds.classes import Holding
from certify.odds.exclusions import expect_with_exclusions, has_exclusions
from certify.odds.fortune import expect_envy, list_envy_amounts, settle_match
from certify.odds.pairs import PAIR_DEALS, Pairs
from certify.odds.result import EnvyOdds, Outcome
from certify.spec.model import Money, Rules

MOST_OTHERS = 5
"""53 cards give seven hands: a player's, the bank's, and five others."""


def find_stake(rules: Rules, stake: Money | None) -> Money | None:
    """The stake asked for, or the least that qualifies for envy; None where there is no least."""
    minimum = rules.value("envy.minimum_stake")
    if stake is not None:
        if stake.currency != rules.jurisdiction.currency:
            raise CertifyError(f"the stake {stake} is not in {rules.jurisdiction.currency}")
        return stake
    return minimum if isinstance(minimum, Money) and minimum.amount else None


def compute_envy(
    rules: Rules,
    outcomes: tuple[Outcome, ...],
    edge: Fraction,
    stake: Money | None,
    load_pairs: Callable[[], Pairs],
    *,
    with_variance: bool = False,
) -> tuple[EnvyOdds, ...]:
    """The edge with envy from one to five other players."""
    if rules.statement("envy.offer").standing == "not-offered":
        return ()
    minimum = rules.value("envy.minimum_stake")
    qualifies = stake is None or not isinstance(minimum, Money) or stake >= minimum
    deals = sum(item.deals for item in outcomes)
    single = expect_envy(rules, outcomes, deals)
    result = []
    for others in range(1, MOST_OTHERS + 1):
        low = high = others * single
        if has_exclusions(rules):
            low = high = others * expect_with_exclusions(rules)
        if rules.choice("envy.several_qualifying_hands") == "highest-pays" and others > 1:
            low, high = _bound_highest(rules, load_pairs(), others, high)
        if not qualifies:
            low = high = Fraction(0)
        variance = None
        if with_variance and stake and low == high and not has_exclusions(rules):
            variance = _compute_variance(rules, load_pairs(), others, stake, qualifies)
        result.append(
            EnvyOdds(
                others,
                stake,
                high / others,
                edge - high / stake.amount if stake else None,
                edge - low / stake.amount if stake and low != high else None,
                variance,
            )
        )
    return tuple(result)


def _label(rules: Rules) -> Callable[[Holding], str]:
    allowed = rules.choice("deck.royal_match_joker") != "not-allowed"

    def label(held: Holding) -> str:
        kept = settle_match(held, joker_allowed=allowed)
        return next((name for name in rules.order if name in kept), "none")

    return label


def _bound_highest(
    rules: Rules, pairs: Pairs, others: int, every: Fraction
) -> tuple[Fraction, Fraction]:
    """Exact bounds of the expected highest single envy payment among several others.

    At each amount t, the chance that some hand reaches t lies between S1 - S2 and S1 - (2/n) S2,
    where S1 and S2 sum the chances of single hands and of pairs (Bonferroni; Kounias). For two
    others both are the exact value. Integrated over t, S1 gives what paying each would, and S2 the
    smaller of the two payments of a pair.
    """
    amounts = list_envy_amounts(rules)
    smaller = (
        sum(
            (
                min(amounts[first], amounts[second]) * count
                for (first, second), count in pairs.group(_label(rules)).items()
                if first in amounts and second in amounts
            ),
            Fraction(0),
        )
        / PAIR_DEALS
    )
    both = comb(others, 2) * smaller
    if has_exclusions(rules):  # exclusions only take away, so the lower bound stays one
        return every - both, every
    return every - both, every - both * Fraction(2, others)


def _compute_variance(
    rules: Rules, pairs: Pairs, others: int, stake: Money, qualifies: bool
) -> Fraction:
    """Variance of bonus and envy together, to one, from the joint distribution of two hands."""
    amounts = list_envy_amounts(rules) if qualifies else {}
    pays = {line.hand: Fraction(line.pays) for line in rules.paytable.lines}
    own: dict[str, Fraction] = {**pays, "none": Fraction(-1)}
    envy = {name: amounts.get(name, Fraction(0)) / stake.amount for name in own}
    joint = pairs.group(_label(rules))

    def expect(first: dict[str, Fraction], second: dict[str, Fraction] | None) -> Fraction:
        return (
            sum(
                (
                    first[one] * (second[two] if second else 1) * count
                    for (one, two), count in joint.items()
                ),
                Fraction(0),
            )
            / PAIR_DEALS
        )

    def square(values: dict[str, Fraction]) -> dict[str, Fraction]:
        return {name: value**2 for name, value in values.items()}

    mean_own, mean_envy = expect(own, None), expect(envy, None)
    return (
        expect(square(own), None)
        - mean_own**2
        + others * (expect(square(envy), None) - mean_envy**2)
        + 2 * others * (expect(own, envy) - mean_own * mean_envy)
        + others * (others - 1) * (expect(envy, envy) - mean_envy**2)
    )

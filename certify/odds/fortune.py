"""The Fortune bonus: what a hand is paid, and how often."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from certify.base.errors import CertifyError
from certify.base.figures import ROUNDINGS
from certify.odds.classes import Holding, count_classes, count_holdings
from certify.odds.result import CapOdds, Comparison, EnvyOdds, Outcome
from certify.spec.model import Money, Rules

NATURAL_MATCH = "royal-match-natural"


def list_holdings(rules: Rules) -> dict[Holding, int]:
    """Hands by the classes they hold, under the joker and the royal match of these rules."""
    holdings = count_holdings(wild=rules.choice("deck.joker") == "wild")
    allowed = rules.choice("deck.royal_match_joker") != "not-allowed"
    counts: dict[Holding, int] = {}
    for held, count in holdings.items():
        kept = settle_match(held, joker_allowed=allowed)
        counts[kept] = counts.get(kept, 0) + count
    return counts


def settle_match(held: Holding, *, joker_allowed: bool) -> Holding:
    """Keep the royal match or take it away, by whether the joker may complete it."""
    if not joker_allowed and NATURAL_MATCH not in held:
        held = held - {"royal-match"}
    return held - {NATURAL_MATCH}


def check_classes(rules: Rules) -> None:
    """Refuse a paytable whose classes the joker of these rules cannot make."""
    if "five-of-a-kind" in rules.paytable.hands and rules.choice("deck.joker") != "wild":
        raise CertifyError(
            f"paytable {rules.paytable.id} pays five of a kind, which a bug cannot make; "
            "read it with joker=wild"
        )


def list_outcomes(rules: Rules) -> tuple[Outcome, ...]:
    """The lines of the paytable with their deals, and the hands that none of them pays."""
    check_classes(rules)
    counts = count_classes(list_holdings(rules), rules.order)
    outcomes = [
        Outcome(line.hand, counts[line.hand], Fraction(line.pays), is_hit=not line.is_push)
        for line in rules.paytable.lines
    ]
    return (*outcomes, Outcome("none", counts["none"], Fraction(-1)))


def expect_envy(rules: Rules, outcomes: tuple[Outcome, ...], deals: int) -> Fraction:
    """Expected envy in money from one other player's hand, that hand alone considered."""
    amounts = list_envy_amounts(rules)
    return (
        sum(
            (amounts[item.name] * item.deals for item in outcomes if item.name in amounts),
            Fraction(0),
        )
        / deals
    )


def list_envy_amounts(rules: Rules) -> Mapping[str, Fraction]:
    """The envy of each class that pays any."""
    return {line.hand: line.envy.amount for line in rules.paytable.lines if line.envy}


def compare_published(
    rules: Rules, edge: Fraction, envy: tuple[EnvyOdds, ...]
) -> tuple[Comparison, ...]:
    """Each printed house edge beside the exact one."""
    comparisons = []
    for item in rules.paytable.published:
        exact: Fraction | None = edge
        if item.other_players:
            exact = next(
                (odds.house_edge for odds in envy if odds.other_players == item.other_players), None
            )
        if exact is not None:
            comparisons.append(Comparison(item, exact, find_roundings(item.percent, exact)))
    return tuple(comparisons)


def find_roundings(printed: str, exact: Fraction) -> tuple[str, ...]:
    """Which ways of rounding turn the exact figure into the printed one."""
    places = len(printed.partition(".")[2])
    return tuple(
        name for name, rounding in ROUNDINGS.items() if rounding(exact * 100, places) == printed
    )


def compute_cap(rules: Rules, outcomes: tuple[Outcome, ...], stake: Money | None) -> CapOdds | None:
    """From which stake the cap cuts each pay, and the edge at a given stake."""
    cap = rules.value("fortune.cap")
    if not isinstance(cap, Money):
        return None
    binding = tuple((item.name, cap.amount / item.net) for item in outcomes if item.net > 0)
    edge = None
    if stake is not None:
        deals = sum(item.deals for item in outcomes)
        edge = (
            -sum(
                (min(item.net, cap.amount / stake.amount) * item.deals for item in outcomes),
                Fraction(0),
            )
            / deals
        )
    return CapOdds(cap, binding, stake, edge)

"""One wager counted under one rulebook: outcomes, edge, envy."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from certify.base.errors import CertifyError
from certify.base.progress import Progress
from certify.odds.count_views import HouseWaySetting
from certify.odds.envy import compute_envy
from certify.odds.lines import find_stake, list_outcomes, needs_stake
from certify.odds.result import CountedOutcome, EnvyOdds, Status, WagerOdds
from certify.odds.situations import SituationCounts, count_situations
from certify.spec.resolved import Uncounted
from certify.spec.rulebook import Rulebook, WagerTerms
from certify.spec.values import Money
from certify.wagers.ranking import list_for_lines, list_uncounted


class NoStake(CertifyError):
    """Sums of money are paid, and nothing says on which stake."""


@dataclass(frozen=True, slots=True)
class CountedWager:
    """A wager counted under one rulebook."""

    terms: WagerTerms
    counts: SituationCounts
    outcomes: tuple[CountedOutcome, ...]
    stake: Money | None
    edge: Fraction
    envy: tuple[EnvyOdds, ...]


def count_wager(
    rulebook: Rulebook,
    terms: WagerTerms,
    stake: Money | None,
    *,
    envy_variance: bool = False,
    setting: HouseWaySetting | None = None,
    counts: SituationCounts | None = None,
    progress: Progress | None = None,
) -> CountedWager:
    """Outcomes, edge and envy of one wager; raises where a value is missing or cannot be counted."""
    for given in list_uncounted(rulebook.ranking, list(list_for_lines(rulebook.ranking, terms))):
        raise Uncounted(given)
    counts = counts or count_situations(
        rulebook.ranking, terms, setting, progress, standard=rulebook.standard
    )
    outcomes = list_outcomes(terms, counts)
    found = find_stake(terms, stake)
    if needs_stake(outcomes) and found is None:
        raise NoStake(
            f"{terms.id} pays sums of money, so its edge depends on the stake; give one with --stake"
        )
    odds = measure(terms, counts, outcomes, found)
    envy = compute_envy(
        rulebook.ranking,
        terms,
        odds.house_edge,
        found,
        with_variance=envy_variance,
        setting=setting,
        progress=progress,
    )
    return CountedWager(terms, counts, outcomes, found, odds.house_edge, envy)


def measure(
    terms: WagerTerms,
    counts: SituationCounts,
    outcomes: tuple[CountedOutcome, ...],
    stake: Money | None,
) -> WagerOdds:
    """The figures alone; nothing is said of what they rest on."""
    seed = terms.meter_seed.said
    return WagerOdds(
        terms.id,
        terms.paytable if terms.named else None,
        Status.PRICED,
        {},
        deals=counts.deals,
        outcomes=outcomes,
        stake=stake if needs_stake(outcomes) else None,
        meter=seed.amount if isinstance(seed, Money) else Fraction(0),
    )

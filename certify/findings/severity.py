"""The severity of a finding: it follows from what the finding does to a wager, and from nothing else."""

from __future__ import annotations

from fractions import Fraction

from certify.findings.case import Case
from certify.findings.finding import Downgrade, Finding, Kind, Severity
from certify.odds.result import Status, WagerOdds

WITHOUT_FIGURE = {Status.INCOMPLETE, Status.NOT_MODELLED, Status.DEFERRED}
"""The statuses of a wager that has no figure from the document alone."""
_SMALLEST = Fraction(1, 1_000_000)
"""The smallest effect that is printed, 0.0001 percentage points."""


def grade(finding: Finding, default: Severity) -> Severity:
    """An error keeps a wager from being certified; the rest is a warning or a note.

    An effect of the materiality or more, or one that gives the player the advantage, is an error unless
    another clause settles the point. The rule's own severity applies where no effect decides.
    """
    if finding.kind is not Kind.OWN:
        return Severity.NOTE
    effects = finding.effects
    reaches = any(item.size >= finding.materiality or item.favours_player for item in effects)
    if finding.blocks or (reaches and finding.downgraded is None):
        return Severity.ERROR
    negligible = effects and not finding.price.missing and finding.price.size < _SMALLEST
    settled = finding.downgraded is Downgrade.STATED_OUTRIGHT and not reaches
    if settled or negligible:
        return Severity.NOTE
    return min(finding.severity or default, Severity.WARNING)


def stops_figure(case: Case, finding: Finding) -> bool:
    """Whether a wager has no figure because of what a finding is about."""
    return finding.kind is Kind.OWN and any(
        odds.status in WITHOUT_FIGURE and explains(finding, odds) for odds in case.odds
    )


def explains(finding: Finding, odds: WagerOdds) -> bool:
    """Whether a finding names something that the figure of a wager lacks."""
    keys = {text.partition(":")[0] for text in odds.missing}
    left_out = "not covered" in keys and odds.wager in finding.wagers
    return bool(keys & set(finding.statements)) or (left_out and finding.code.startswith("MOD"))

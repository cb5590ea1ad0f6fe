"""Severity by definition: what an open question weighs under the policy, and what spares it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from certify.findings.case import Case
from certify.findings.finding import Finding, Kind, Price, Severity
from certify.spec.catalogue import Moves
from certify.spec.model import Statement

OUTRIGHT = "the answer taken is said outright, and the other only follows from other words"
OWN_CLAUSE = "the wager has clauses of its own that say when it is paid"
CONFIRMED = "the printed house edges come out with the first answer alone"
LINE_SAYS = "the line itself says what is meant"
SEATS = "the number of seats is open, and edges are compared at equal seats"
CHOICE = "each paytable says what it pays, and one of them is chosen"
CRITERION = "it is a criterion of the policy's owner, and no question of the text"
SPARING = (OUTRIGHT, OWN_CLAUSE, CONFIRMED, LINE_SAYS, SEATS, CHOICE, CRITERION)
"""All that keeps what is worth the materiality from being an error; the policy's definitions name each."""


LEAST = Fraction(1, 1_000_000)
"""A ten-thousandth of a point, the least that is printed: whoever wins or loses less never learns of it."""


def grade(case: Case, statement: Statement, price: Price, *, settled: bool = False) -> Severity:
    """The severity of a question that a document answers twice or leaves open.

    An error takes money that is undetermined by at least the policy's materiality. What could not be
    priced is a warning, and stands before all that is priced below the materiality. What moves less than is
    printed is a note, and so is what a rule said outright settles, unless it is known to move that much.
    """
    match statement.parameter.bears:
        case Moves.NOTHING:
            return Severity.NOTE
        case Moves.ROUND:
            return Severity.NOTE if settled else Severity.WARNING
    weighs = price.size >= case.policy.materiality
    if settled:
        return Severity.WARNING if weighs else Severity.NOTE
    if price.effects and not price.unpriced and price.size < LEAST:
        return Severity.NOTE
    return Severity.ERROR if weighs else Severity.WARNING


def tell_spared(case: Case, finding: Finding) -> str:
    """Why a finding that is worth the materiality is no error; nothing where that needs no word."""
    weighs = finding.price.size >= case.policy.materiality
    if finding.kind is not Kind.OWN or finding.severity is Severity.ERROR or not weighs:
        return ""
    return finding.spared


def settle_severity(case: Case, finding: Finding) -> Finding:
    """A finding with the policy's materiality, and with the reason that spares it where it needs one."""
    return replace(finding, materiality=case.policy.materiality, spared=tell_spared(case, finding))

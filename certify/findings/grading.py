"""Severity by definition: what an open question weighs under the policy."""

from __future__ import annotations

from certify.findings.case import Case
from certify.findings.finding import Price, Severity
from certify.spec.catalogue import Moves
from certify.spec.model import Statement


def grade(case: Case, statement: Statement, price: Price) -> Severity:
    """The severity of a question that a document answers twice or leaves open.

    An error takes money that is undetermined by at least the policy's materiality. What could not be
    priced is a warning, and stands before all that is priced below the materiality.
    """
    match statement.parameter.bears:
        case Moves.NOTHING:
            return Severity.NOTE
        case Moves.ROUND:
            return Severity.WARNING
    return Severity.ERROR if price.size >= case.policy.materiality else Severity.WARNING

"""Severity by definition: what an open question weighs under the policy."""

from __future__ import annotations

from certify.findings.case import Case
from certify.findings.finding import Price, Severity
from certify.spec.catalogue import Moves
from certify.spec.model import Statement


def grade(case: Case, statement: Statement, price: Price, *, contradicts: bool) -> Severity:
    """The severity of a question that a document answers twice or leaves open.

    An error takes money that is undetermined by at least the policy's materiality. A contradiction that
    moves odds and could not be priced is one too; a silence that could not be priced is a warning.
    """
    match statement.parameter.moves:
        case Moves.NOTHING:
            return Severity.NOTE
        case Moves.ROUND:
            return Severity.WARNING
    if price.size >= case.policy.materiality:
        return Severity.ERROR
    if contradicts and price.unpriced and not price.effects:
        return Severity.ERROR
    return Severity.WARNING

"""Hands that qualify for two payouts, where the paytable and the hand ranking order them differently."""

from __future__ import annotations

from certify.base.errors import CertifyError
from certify.findings.case import Case
from certify.findings.lines import list_crossed
from certify.spec.model import Line, Statement

PRECEDENCE = "wager.precedence"


def find_competing_lines(case: Case, statement: Statement) -> tuple[tuple[Line, Line], ...]:
    """The pairs of lines that an open precedence decides: the one that pays more, the one that ranks higher.

    Nothing for other statements. A pair is taken from the first paytable that has it.
    """
    wager = case.jurisdiction.find_wager(statement.wager or "")
    if statement.parameter.key != PRECEDENCE or wager is None:
        return ()
    try:
        classes = case.compile({}, wager.id, wager.paytables[0].id).wagers[wager.id].classes
    except CertifyError:
        return ()
    return tuple(
        (tables[0].line(high), tables[0].line(low))
        for (high, low), tables in list_crossed(wager, classes).items()
    )

"""Hands that stand on two lines of a paytable, where its order and that of the ranking part."""

from __future__ import annotations

from certify.base.errors import CertifyError
from certify.findings.case import Case
from certify.findings.paytables import describe_pay, list_crossed
from certify.findings.phrases import cite_lines, join_words, name_class
from certify.spec.model import Statement

PRECEDENCE = "wager.precedence"


def tell_both(case: Case, statement: Statement) -> str:
    """The hands that the question which of two lines is paid is about, as a sentence; nothing for others."""
    wager = case.jurisdiction.find_wager(statement.wager or "")
    if statement.parameter.key != PRECEDENCE or wager is None:
        return ""
    try:
        classes = case.compile({}, wager.id, wager.paytables[0].id).wagers[wager.id].classes
    except CertifyError:
        return ""
    told = []
    for (high, low), tables in list_crossed(wager, classes).items():
        upper, lower = tables[0].line(high), tables[0].line(low)
        places = cite_lines(line.citation for line in (upper, lower))
        told.append(
            f"{name_class(str(upper.hand))}, which pays {describe_pay(upper)}, and "
            f"{name_class(str(lower.hand))}, which pays {describe_pay(lower)} ({places})"
        )
    return f" It is about hands that hold {join_words(told)}." if told else ""

"""Rules that belong together: what one of them is worth is told with the others that go with it."""

from __future__ import annotations

from fractions import Fraction

from certify.base.figures import format_percent
from certify.findings.case import Case
from certify.findings.phrases import answer, ask, begin
from certify.findings.pricing import list_supported, price_statement
from certify.spec.model import Jurisdiction, Statement
from certify.spec.readings import find_named
from certify.spec.values import Value, parse_value

_EXPOSED = "play.bank_exposed"
TOGETHER = "together"
"""The evidence that tells what rules that belong together are worth as one."""


def list_companions(
    jurisdiction: Jurisdiction, statement: Statement, other: Jurisdiction
) -> dict[str, Value]:
    """The values that another document has for the rules that go with a statement, and this one has not."""
    found: dict[str, Value] = {}
    for key in statement.parameter.linked:
        own, their = (_find(item, statement, key) for item in (jurisdiction, other))
        if own is not None and their is not None and their.value not in {None, own.value}:
            found[own.key] = their.value
    return found


def _find(jurisdiction: Jurisdiction, statement: Statement, key: str) -> Statement | None:
    wager = jurisdiction.find_wager(statement.wager or "")
    return wager.statements.get(key) if wager else jurisdiction.statements.get(key)


def tell_brought(case: Case, statement: Statement) -> str:
    """What the words for another value make of other statements, as sentences."""
    told = []
    for value in list_supported(statement):
        for name, data in statement.list_brought(value):
            for other in find_named(case.jurisdiction, name):
                brought = parse_value(other.parameter, data)
                told.append(
                    f" With “{answer(statement, value)}” goes, for the same words: "
                    f"{ask(case.jurisdiction, other)} {begin(answer(other, brought))}."
                )
    return "".join(told)


def tell_companion(case: Case, statement: Statement) -> str:
    """What a bank's hand seen first is worth with the push on it, where the text supports both."""
    if statement.parameter.key != _EXPOSED:
        return ""
    push, when = (case.jurisdiction.statements[key] for key in statement.parameter.linked)
    if not list_supported(push) or when.value is None:
        return ""
    beside = {push.key: list_supported(push)[0], when.key: when.value}
    effect = max(
        price_statement(case, statement, beside=beside).effects,
        key=lambda item: item.size,
        default=None,
    )
    if effect is None:
        return ""
    return (
        "With the push on the bank's hand that goes with it, both together are worth "
        f"{effect.points} points{_tell_house(effect.after)}."
    )


def _tell_house(edge: Fraction | None) -> str:
    """Whose the advantage is then, where the edge is known."""
    if edge is None:
        return ""
    side = "the player" if edge < 0 else "the house"
    return f", and {side} then has an edge of {format_percent(abs(edge))} %"

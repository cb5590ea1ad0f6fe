"""INT: contradictions inside a document."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from certify.findings.case import Case, list_options, list_sources, overlap
from certify.findings.finding import Downgrade, Finding, Severity
from certify.findings.open_points import (
    find_dependent_hands,
    find_label,
    join_rows,
    list_roots,
)
from certify.findings.pricing import list_touched, price_statement
from certify.findings.registry import rule
from certify.spec.catalogue import Moves
from certify.spec.model import Said, Standing, Statement
from certify.spec.values import format_value

TITLE = "identity.title"


def _cites_title(case: Case, said: Said) -> bool:
    title = case.jurisdiction.statements[TITLE]
    return any(overlap(said.citation, citation) for citation in title.citations)


def _contradicts_title(case: Case, statement: Statement) -> bool:
    """Whether one of the values is stated in the title and another one only elsewhere."""
    titled = {said.value for said in statement.said if _cites_title(case, said)}
    apart = {said.value for said in statement.said if not _cites_title(case, said)}
    return bool(titled and apart - titled)


def _is_settled(case: Case, statement: Statement) -> bool:
    """Whether the value used is stated outright and the others are only implied, and not in the title."""
    others = [said for said in statement.said if said.value != statement.value]
    outright = any(not said.implied for said in statement.said if said.value == statement.value)
    return (
        outright
        and all(said.implied for said in others)
        and not _contradicts_title(case, statement)
    )


def find_contradiction(case: Case, statement: Statement) -> Finding:
    """A statement with two values, the places of both, and the effect of the one not used."""
    label = find_label(case, statement)
    settled = _is_settled(case, statement)
    values = sorted(
        format_value(value) for value in dict.fromkeys(said.value for said in statement.said)
    )
    places = [said.citation for said in statement.said]
    return Finding(
        subject=f"{statement.key}@{statement.paytable or ''}={'|'.join(values)}",
        place=statement.path,
        variant="label"
        if label
        else "settled"
        if settled
        else "one-place"
        if all(overlap(places[0], item) for item in places)
        else "",
        slots={"label": label, "setting": find_dependent_hands(case, statement)},
        statements=(statement.key,),
        wagers=list_touched(case, statement),
        citations=statement.citations,
        sources=list_sources(statement),
        used=statement.value,
        because=statement.because,
        alternatives=list_options(case.jurisdiction, statement),
        price=price_statement(case, statement),
        downgraded=Downgrade.STATED_OUTRIGHT if settled else None,
        severity=Severity.NOTE if statement.parameter.bears is Moves.NOTHING else None,
        roots=list_roots(statement) | join_rows(case, statement),
    )


@rule("INT001", Severity.WARNING)
def contradictory_values(case: Case) -> Iterator[Finding]:
    """The document states two values for one point.

    The dealer must choose, and whoever loses by the choice disputes it. It is an error if the choice changes
    the house edge of a wager by the policy's materiality or more.

    Example: the rules require one minimum wager for the Envy Bonus, and the glossary another.
    """
    for statement in case.statements(Standing.CONFLICTING):
        if not _contradicts_title(case, statement):
            yield find_contradiction(case, statement)


@rule("INT002", Severity.WARNING)
def title_against_procedure(case: Case) -> Iterator[Finding]:
    """The title promises something that the procedure does not do.

    Players and examiners read the title first, and a game is then approved for what it is not. A different
    name of the game is reported only if nothing else contradicts the title.

    Example: a game called "face up" whose banker exposes the cards after the players have set their hands.
    """
    found = [
        item for item in case.statements(Standing.CONFLICTING) if _contradicts_title(case, item)
    ]
    played = [item for item in found if item.parameter.section != "identity"]
    for statement in played or found:
        finding = find_contradiction(case, statement)
        yield replace(finding, variant="", roots=finding.roots | {"title"})

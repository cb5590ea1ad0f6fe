"""INT: a document that says two things."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from certify.findings.case import Case
from certify.findings.finding import Draft, Severity
from certify.findings.grading import grade
from certify.findings.phrases import (
    answer,
    ask,
    cite,
    entitle,
    group_said,
    join_words,
    list_evidence,
    name_tables,
    overlap,
    quote_answers,
    trim,
)
from certify.findings.pricing import list_touched, price_statement
from certify.findings.registry import rule
from certify.findings.standing import list_roots
from certify.spec.model import Said, Standing, Statement

TITLE = "identity.title"
_TOLD_ELSEWHERE = {"table.positions", "deck.royal_match"}
"""What a rule of its own tells."""


def _cites_title(case: Case, said: Said) -> bool:
    title = case.jurisdiction.statements[TITLE]
    return any(overlap(said.citation, citation) for citation in title.citations)


def _is_title_conflict(case: Case, statement: Statement) -> bool:
    """Whether one of the values stands in the title and another one elsewhere only."""
    titled = {said.value for said in statement.said if _cites_title(case, said)}
    apart = {said.value for said in statement.said if not _cites_title(case, said)}
    return bool(titled and apart - titled)


def draft_conflict(case: Case, statement: Statement) -> Draft:
    """A question that the text answers in two ways, with both places and what it is worth."""
    price = price_statement(case, statement)
    question = ask(case.jurisdiction, statement)
    told = join_words(
        (
            f"{text} ({cite(*(said.citation for said in places))}"
            + (", not outright)" if all(said.implied for said in places) else ")")
            for text, places in group_said(statement).items()
        ),
        "and also",
    )
    whole = statement.paytable and not statement.line
    where = f" on {name_tables([str(statement.paytable)])}" if whole else ""
    reason = f", because {trim(statement.because)}" if statement.because else ""
    return Draft(
        f"{question} The text says {told}{where}. "
        f"We take: {answer(statement, statement.value)}{reason}.",
        statement.path,
        f"{statement.key}@{statement.paytable or ''}=" + "|".join(sorted(group_said(statement))),
        entitle(case.jurisdiction, statement),
        question,
        grade(case, statement, price),
        (statement.key,),
        list_touched(case, statement),
        statement.citations,
        list_evidence(statement),
        price,
        f"Write the same in all of these places: {quote_answers(statement, statement.other_values)}.",
        list_roots(statement),
    )


@rule("INT001", severity=Severity.ERROR)
def two_answers(case: Case) -> Iterator[Draft]:
    """The text answers one question in two ways.

    Whoever settles the round chooses, and the one who loses by it disputes. It is an error where the
    choice moves the odds of a wager by the policy's materiality or more.

    Example: the rules pay envy from one stake on, and the glossary's entry on envy from another.
    """
    for statement in case.statements(Standing.CONFLICTING):
        told = statement.parameter.key in _TOLD_ELSEWHERE
        if not told and not _is_title_conflict(case, statement):
            yield draft_conflict(case, statement)


@rule("INT002", severity=Severity.ERROR)
def title_against_procedure(case: Case) -> Iterator[Draft]:
    """The title promises something that the procedure does not keep.

    Players and examiners read the title first; a game is then approved for what it is not.

    Example: a game called face up whose bank shows its cards only after the players have set.
    """
    for statement in case.statements(Standing.CONFLICTING):
        if _is_title_conflict(case, statement):
            draft = draft_conflict(case, statement)
            yield replace(draft, roots=draft.roots | {"title"})

"""INT: a document that says two things."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from certify.findings.case import Case
from certify.findings.companions import TOGETHER, tell_brought, tell_companion
from certify.findings.finding import Draft, Severity
from certify.findings.grading import OUTRIGHT, grade
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
from certify.findings.standing import find_label, join_rows, list_roots
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
    label = find_label(case, statement)
    begins = f"Two rows bear the label “{label}” and pay" if label else "The text says"
    told = join_words(
        (
            f"{text} ({cite(*(said.citation for said in places))}"
            + (", not outright)" if all(said.implied for said in places) else ")")
            for text, places in group_said(statement).items()
        ),
        "and" if label else "and also",
    )
    whole = statement.paytable and not statement.line
    where = f" on {name_tables([str(statement.paytable)])}" if whole else ""
    reason = f", because {trim(statement.because)}" if statement.because else ""
    apart = _list_apart(case, statement)
    settled = _is_settled(case, statement)
    together = tell_companion(case, statement)
    return Draft(
        f"{question} {begins} {told}{where}. "
        f"We take{_tell_tables(case, apart)}: {answer(statement, statement.value)}{reason}."
        f"{tell_brought(case, statement)}{f' {together}' if together else ''}",
        statement.path,
        f"{statement.key}@{statement.paytable or ''}=" + "|".join(sorted(group_said(statement))),
        entitle(case.jurisdiction, statement),
        question,
        grade(case, statement, price, settled=settled),
        (statement.key,),
        list_touched(case, statement),
        statement.citations,
        {**list_evidence(statement), **({TOGETHER: together} if together else {})},
        price,
        _cure(case, statement, apart),
        list_roots(statement) | join_rows(case, statement),
        spared=OUTRIGHT if settled else "",
    )


def _is_settled(case: Case, statement: Statement) -> bool:
    """Whether the answer taken is said outright, and every other only follows from words on something else.

    What a title promises is no such thing: people read it first.
    """
    others = [said for said in statement.said if said.value != statement.value]
    outright = any(not said.implied for said in statement.said if said.value == statement.value)
    return (
        outright
        and all(said.implied for said in others)
        and not _is_title_conflict(case, statement)
    )


def _list_apart(case: Case, statement: Statement) -> dict[str, list[str]]:
    """Paytables for which the document itself gives another of the values, by answer."""
    found: dict[str, list[str]] = {}
    for wager in case.jurisdiction.wagers if statement.paytable is None else ():
        for table in wager.paytables:
            own = table.statements.get(statement.parameter.key)
            if own is not None and own.value in statement.other_values:
                found.setdefault(answer(own, own.value), []).append(table.id)
    return found


def _list_rest(case: Case, apart: Mapping[str, Sequence[str]]) -> list[str]:
    named = {name for tables in apart.values() for name in tables}
    return [
        table.id
        for wager in case.jurisdiction.wagers
        for table in wager.paytables
        if table.id not in named
    ]


def _tell_tables(case: Case, apart: Mapping[str, Sequence[str]]) -> str:
    """For which paytables a value is taken, where the document has another for some."""
    if not apart:
        return ""
    others = join_words(f"{text} on {name_tables(tables)}" for text, tables in apart.items())
    return f" {others}, and on {name_tables(_list_rest(case, apart))}"


def _cure(case: Case, statement: Statement, apart: Mapping[str, Sequence[str]]) -> str:
    """What to write: which value holds for which paytable, in one place or in all of them."""
    if apart:
        rest = name_tables(_list_rest(case, apart))
        told = [f"“{answer(statement, statement.value)}” on {rest}"]
        told += [f"“{text}” on {name_tables(tables)}" for text, tables in apart.items()]
        return f"Say which holds where: {join_words(told)}, as we take it."
    if find_label(case, statement):
        return "Give each of these rows a label of its own, so that one hand stands on one row."
    if _is_settled(case, statement):
        others = [said.citation for said in statement.said if said.value != statement.value]
        return (
            f"Keep “{answer(statement, statement.value)}”, and say what the other words are about "
            f"({cite(*others)}), so that nothing else follows from them."
        )
    places = [said.citation for said in statement.said]
    one = all(overlap(places[0], place) for place in places)
    where = "Write one answer" if one else "Write the same in all of these places"
    return f"{where}: {quote_answers(statement, statement.other_values)}."


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

    Players and examiners read the title first; a game is then approved for what it is not. That the game is
    called otherwise below is told only where nothing else turns on its title.

    Example: a game called face up whose bank shows its cards only after the players have set.
    """
    found = [
        item for item in case.statements(Standing.CONFLICTING) if _is_title_conflict(case, item)
    ]
    played = [item for item in found if item.parameter.section != "identity"]
    for statement in played or found:
        draft = draft_conflict(case, statement)
        yield replace(draft, roots=draft.roots | {"title"})

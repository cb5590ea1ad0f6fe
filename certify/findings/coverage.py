"""MOD: what the document says and the figures leave out."""

from __future__ import annotations

from collections.abc import Iterator

from certify.findings.case import Case
from certify.findings.finding import Draft, Price, Severity
from certify.findings.phrases import answer, ask, cite, entitle, join_words
from certify.findings.pricing import list_touched
from certify.findings.registry import rule
from certify.odds.result import Status
from certify.spec.model import Statement
from certify.spec.values import Other

_NOT_COUNTED = "nothing here can count it"


@rule("MOD001", severity=Severity.WARNING)
def said_in_other_words(case: Case) -> Iterator[Draft]:
    """The document gives an answer of its own that nothing here can count.

    The wagers whose figures turn on it are not certified, and a round that turns on it is refused. Where the
    text also gives an answer that can be counted, and that is adopted, the question is asked by another rule.
    A word that no line of a wager asks for is no finding: lines on the hands as set say so themselves.

    Example: the joker may stand for any card but a nine.
    """
    for statement in case.jurisdiction.list_statements():
        if _is_beyond(statement, statement.value):
            touched = list_touched(case, statement)
            wagers = tuple(name for name in touched if _holds_up(case, name, statement))
            if touched and not wagers and not isinstance(statement.value, Other):
                continue
            names = join_words(case.name_wager(name) for name in wagers)
            follows = f" The {names} cannot be certified." if wagers else ""
            yield Draft(
                f"{ask(case.jurisdiction, statement)} The text says: "
                f"{answer(statement, statement.value)} ({cite(*statement.citations)}), which no figure here "
                f"can count.{follows}",
                statement.path,
                f"{statement.key}@{statement.paytable or ''}",
                entitle(case.jurisdiction, statement),
                ask(case.jurisdiction, statement),
                Severity.WARNING if wagers else Severity.NOTE,
                (statement.key,),
                wagers,
                statement.citations,
                {"said": str(statement.value)},
                Price((), _NOT_COUNTED),
                "None in the text; the method must be extended, or the wager left uncertified.",
            )


def _holds_up(case: Case, wager: str, statement: Statement) -> bool:
    """Whether the figures of a wager want for a statement; one that cannot be counted may want for any."""
    own = [
        odds
        for odds in case.odds
        if odds.wager == wager and statement.paytable in {None, odds.paytable}
    ]
    return not own or any(
        odds.status is Status.NOT_MODELLED
        or any(text.startswith(f"{statement.key}: ") for text in odds.missing)
        for odds in own
    )


def _is_beyond(statement: Statement, value: object) -> bool:
    return isinstance(value, Other) or (
        isinstance(value, str) and value in statement.parameter.uncounted
    )


@rule("MOD002", severity=Severity.WARNING)
def not_covered(case: Case) -> Iterator[Draft]:
    """The document says something that the file has no parameter for.

    It is kept in our own words; the wagers whose money it touches are incomplete.

    Example: a second bonus that is paid from a common pot.
    """
    for item in case.jurisdiction.uncovered:
        names = join_words(case.name_wager(name) for name in item.wagers)
        follows = f" The figures of the {names} leave it out." if item.wagers else ""
        yield Draft(
            f"The text also says ({item.citation}): {item.what}.{follows}",
            item.path,
            item.what,
            "Said and not counted" if item.wagers else "Said, and no money turns on it",
            f"Is this meant: {item.what}?",
            None if item.wagers else Severity.NOTE,
            (),
            item.wagers,
            (item.citation,),
            {"what": item.what},
            Price((), _NOT_COUNTED) if item.wagers else Price(),
            "None in the text; the method must be extended, or the wager left uncertified."
            if item.wagers
            else "",
        )

"""GAP: what a document does not say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from certify.findings.as_set import price_as_set
from certify.findings.case import Case
from certify.findings.companions import tell_brought
from certify.findings.documents import list_missing_of_edition
from certify.findings.finding import (
    CHARGES,
    ROUNDING,
    Draft,
    Kind,
    Price,
    Severity,
    tell_round_only,
)
from certify.findings.grading import CONFIRMED, grade
from certify.findings.orders import tell_both
from certify.findings.phrases import (
    answer,
    ask,
    cite,
    entitle,
    join_words,
    list_evidence,
    lower,
    name_topic,
    overlap,
    quote_answers,
    see,
    trim,
)
from certify.findings.pricing import list_supported, list_touched, price_statement
from certify.findings.registry import rule
from certify.findings.seats import COVER_REACH, bank_pays_beyond_its_cover
from certify.findings.standing import (
    follows_open,
    is_idle,
    join_rows,
    list_confirmed,
    list_roots,
    list_undescribed,
)
from certify.odds.result import Status
from certify.spec.catalogue import Moves
from certify.spec.model import Alternative, Standing, Statement
from certify.wagers.limits import STANDARD

TOLD_ELSEWHERE = {
    "wager.push_line",
    "wager.definition",
    "wager.rules_of_play",
    "play.surrender_costs",
    "table.players",
    "table.positions",
}
"""What a rule of its own tells."""
_ROUNDED = {"standard.commission_rounding", "standard.smallest_chip"}
TIE_BREAK = "house_way.tie_break"
"""Told with what goes without saying; the other questions of a house way have rules of their own."""
STAKES = {"stake", "stake_minimum", "stake_maximum", "limits"}
"""Limits that are posted at a table."""


@rule("GAP001", severity=Severity.ERROR)
def question_left_open(case: Case) -> Iterator[Draft]:
    """The text leaves a question open, and its own words allow more than one answer.

    The answer that we assume is ours; the price is that of the other answers which the text supports.
    It is an error from the policy's materiality on, unless figures that the document prints come out
    with one answer only: then the document has answered without saying so.

    Example: a hand that is both a straight and three of a kind, and no word on which of them is paid.
    """
    for statement in case.statements(Standing.SILENT, Standing.DEFERRED):
        if (
            list_supported(statement)
            and not is_idle(case, statement)
            and statement.parameter.key not in TOLD_ELSEWHERE
            and not (statement.key == COVER_REACH and any(bank_pays_beyond_its_cover(case)))
        ):
            yield draft_open(case, statement)


def draft_open(case: Case, statement: Statement) -> Draft:
    """A question that the text leaves open, with the words that allow each answer."""
    price = price_as_set(case, statement) or price_statement(case, statement)
    question = ask(case.jurisdiction, statement)
    supported = [item for item in statement.alternatives if item.because and item.citation]
    others = join_words(
        (
            f"{answer(statement, item.value)}, since {trim(item.because)} ({item.citation})"
            for item in supported
        ),
        "or",
    )
    left = (
        f"The text leaves it to {statement.deferred_to}, which is not supplied{see(statement.near)}"
        if statement.deferred_to
        else f"The text does not say{see(statement.near)}"
    )
    taken = (
        f"we take: {answer(statement, statement.value)}, because {trim(statement.because)}"
        if statement.value is not None
        else "nothing can be assumed"
    )
    severity = grade(case, statement, price)
    confirmed = statement.key in list_confirmed(case)
    if confirmed:
        severity = min(severity, Severity.WARNING)
    return Draft(
        f"{question} {left}; {taken}. It can also be read so: {others}.{tell_both(case, statement)}"
        f"{tell_brought(case, statement)}",
        statement.path,
        f"{statement.key}@{statement.paytable or ''}",
        entitle(case.jurisdiction, statement),
        question,
        severity,
        (statement.key,),
        list_touched(case, statement),
        (
            *statement.citations,
            *statement.near,
            *(item.citation for item in supported if item.citation is not None),
        ),
        list_evidence(statement),
        price,
        f"Write one answer: {quote_answers(statement, list_supported(statement))}.",
        list_roots(statement) | _join_title(case, supported) | join_rows(case, statement),
        spared=CONFIRMED if confirmed else "",
    )


def _join_title(case: Case, supported: Sequence[Alternative]) -> frozenset[str]:
    """One matter with what else the title promises, where an answer rests on it."""
    title = case.jurisdiction.statements["identity.title"].citations
    rests = any(
        overlap(place, item.citation) for place in title for item in supported if item.citation
    )
    return frozenset({"title"} if rests else ())


def _list_unanswered(case: Case, bears: Moves) -> Iterator[Statement]:
    """Silences of some weight whose answer no words of the text support."""
    undescribed = list_undescribed(case)
    asked = {
        key
        for entry in case.jurisdiction.list_entries("terms")
        if entry.data.get("question")
        for key in entry.data.get("statements", ())
    }  # what is asked of a term of the document
    for statement in case.statements(Standing.SILENT):
        told = (
            statement.parameter.key in TOLD_ELSEWHERE
            or (statement.wager in undescribed and not statement.alternatives)
            or (statement.key in asked and statement.value is None)
        )
        if (
            statement.parameter.bears is bears
            and not list_supported(statement)
            and not told
            and not is_idle(case, statement)
        ):
            yield statement


def _group(statements: Iterable[Statement]) -> dict[str, list[Statement]]:
    """By topic; limits of stakes apart."""
    found: dict[str, list[Statement]] = {}
    for statement in statements:
        posted = statement.parameter.name in STAKES
        found.setdefault("stakes" if posted else statement.parameter.topic, []).append(statement)
    return found


def _tell_each(case: Case, statements: Sequence[Statement]) -> str:
    return " ".join(
        ask(case.jurisdiction, item)
        + (
            f" (We take: {answer(item, item.value)}{_tell_part(item)}"
            f"{f'; see {cite(*item.near)}' if item.near else ''}.)"
            if _is_grounded(item)
            else see(item.near)
        )
        for item in statements
    )


def _tell_part(statement: Statement) -> str:
    """Why it is taken, where a question of the file's own is answered in part: what is said and what not."""
    part = statement.question and statement.near and statement.because
    return f"; {trim(statement.because)}" if part else ""


def _say_part(statements: Sequence[Statement]) -> str:
    return ", or says only in part" if any(map(_tell_part, statements)) else ""


def _is_grounded(statement: Statement) -> bool:
    """Whether what is taken is worth telling: odds rest on it, or the document deals with the subject.

    What a round would come to on a subject that it never touches is taken from elsewhere.
    """
    rests = statement.parameter.bears is Moves.ODDS or bool(statement.near)
    return statement.value is not None and rests


def _tell_alone(case: Case, statement: Statement) -> str:
    """One unanswered question, with what is taken and why."""
    told = f"{ask(case.jurisdiction, statement)} The text does not say{see(statement.near)}"
    if statement.value is None:
        return f"{told}."
    reason = f", because {trim(statement.because)}" if statement.because else ""
    return f"{told}; we take: {answer(statement, statement.value)}{reason}."


def _list_borne(case: Case, statement: Statement) -> tuple[str, ...]:
    """The wagers whose money turns on a statement, whether a settlement reads it or not."""
    if statement.parameter.beyond is None:
        return list_touched(case, statement)
    return (statement.wager or STANDARD,)


def _name_group(case: Case, statements: Sequence[Statement]) -> str:
    """The topic, with the wager where all of the questions are about one."""
    topic = name_topic(statements[0].parameter.topic)
    wagers = {item.wager for item in statements}
    wager = case.jurisdiction.find_wager(wagers.pop() or "") if len(wagers) == 1 else None
    return f"{wager.name}: {lower(topic)}" if wager else topic


def _draft_group(
    case: Case, statements: Sequence[Statement], told: str, cure: str, subject: str
) -> Draft:
    """One finding for several unanswered questions of one topic."""
    first = statements[0]
    alone = len(statements) == 1
    return Draft(
        _tell_alone(case, first) if alone else f"{told} {_tell_each(case, statements)}",
        first.path,
        subject,
        entitle(case.jurisdiction, first) if alone else _name_group(case, statements),
        ask(case.jurisdiction, first),
        None,
        tuple(item.key for item in statements),
        tuple(dict.fromkeys(name for item in statements for name in _list_borne(case, item))),
        tuple(place for item in statements for place in (*item.citations, *item.near)),
        {item.key: answer(item, item.value) for item in statements if item.value is not None},
        cure=cure,
        roots=frozenset().union(*(list_roots(item) for item in statements)),
    )


@rule("GAP002", severity=Severity.WARNING)
def dealer_left_alone(case: Case) -> Iterator[Draft]:
    """The text does not say what to do in a case that a dealer will meet.

    Questions of one topic are one finding, so that a missing chapter counts once. Limits of stakes, which
    are posted at a table, are a note. That the bank pays goes without saying and is no finding.

    Example: not a word on a misdeal, on exposed cards or on a deck that is one card short.
    """
    for topic, found in _group(_list_unanswered(case, Moves.ROUND)).items():
        posted, charged = topic == "stakes", topic == "commission"
        rounded = charged and all(item.parameter.key in _ROUNDED for item in found)
        why = ROUNDING if rounded else CHARGES if charged else tell_round_only(topic)
        draft = _draft_group(
            case,
            found,
            "The text names no limits of stakes."
            if posted
            else f"The text does not say what the dealer is to do in {len(found)} cases.",
            "Say that the limits are posted, or name them."
            if posted
            else "Say to which coin the commission is rounded, and which way."
            if rounded
            else "Say what is collected, from whom and when."
            if charged
            else "Say what the dealer is to do."
            if len(found) > 1
            else "Answer this in the text.",
            topic,
        )
        yield (
            replace(draft, severity=Severity.NOTE, title="Limits of stakes", roots=frozenset())
            if posted
            else replace(draft, price=Price((), why))
        )


@rule("GAP003", severity=Severity.WARNING)
def assumed_without_words(case: Case) -> Iterator[Draft]:
    """A figure rests on an answer that is not in the text, where another answer could be thought of.

    No words of the text ask for the other answer, and none give this one; the assumption is ours. What
    the document's own printed figures confirm is left out.

    Example: nothing says whether a commission is taken; we take it that there is none.
    """
    for topic, found in _group(item for item in _list_resting(case) if item.alternatives).items():
        draft = _draft_group(
            case,
            found,
            f"Figures rest on {len(found)} answers that the text does not give.",
            "Say it in the text; the answer taken here is ours."
            if len(found) > 1
            else f"Write the answer: “{answer(found[0], found[0].value)}”, as we take it, or another.",
            topic,
        )
        yield replace(draft, price=Price((), "no words of the text give another answer"))


def _list_resting(case: Case) -> Iterator[Statement]:
    """Unanswered questions that a figure rests on and that no printed figure answers."""
    resting = {
        item.parameter
        for odds in case.odds
        if odds.status not in {Status.DEFERRED, Status.NOT_MODELLED}
        for item in odds.rests_on
        if item.standing == Standing.SILENT and not item.confirmed
    }
    unranked = _list_unranked(case)
    for statement in _list_unanswered(case, Moves.ODDS):
        told = statement.parameter.section == "house_way" or statement in unranked
        if statement.key in resting and not told:
            yield statement


_RANKING = (
    "deck.hand_ranking",
    "deck.card_rank",
    "deck.low_hand_ranking",
    "deck.within_class",
    "deck.wheel",
)


def _list_unranked(case: Case) -> list[Statement]:
    """What a text that ranks no hands leaves out of their ranking; nothing where it ranks them."""
    statements = [case.jurisdiction.statements[key] for key in _RANKING]
    if statements[0].standing is not Standing.SILENT:
        return []
    return [
        item
        for item in statements
        if item.standing is Standing.SILENT and not list_supported(item) and item.value is not None
    ]


@rule("GAP015", severity=Severity.WARNING)
def hands_never_ranked(case: Case) -> Iterator[Draft]:
    """Hands are compared, and the text nowhere says which of two is the higher.

    Every win and loss of the standard wager turns on it. That there is a usual order does not help where
    two games differ, as on five aces or on A-2-3-4-5.

    Example: the player wins where both hands rank higher, in a text without a list of hands.
    """
    found = _list_unranked(case)
    if found:
        method = case.jurisdiction.statements["comparison.method"]
        places = f" ({cite(*method.citations)})" if method.citations else ""
        yield replace(
            _draft_group(
                case,
                found,
                f"Hands are compared{places}, and the text ranks none.",
                "Rank the hands in the text.",
                "ranking",
            ),
            title=name_topic(found[0].parameter.topic),
            citations=method.citations,
            price=Price((), "an order of all hands stands nowhere in the text"),
        )


@rule("GAP004", severity=Severity.NOTE, kind=Kind.LANGUAGE)
def taken_for_granted(case: Case) -> Iterator[Draft]:
    """Answers that money turns on go without saying.

    The text does not give them, and nobody who knows the game would give others: the file names no
    alternative. They are listed once, so that nothing which a figure could rest on goes unnamed.

    Example: the ace is the highest card and the deuce the lowest.
    """
    confirmed = list_confirmed(case)
    unranked = _list_unranked(case)
    found = [
        item
        for item in _list_unanswered(case, Moves.ODDS)
        if not item.alternatives
        and item not in unranked
        and item.value is not None
        and item.key not in confirmed
        and (item.parameter.section != "house_way" or item.key == TIE_BREAK)
        and not follows_open(case, item)
    ]
    if found:
        yield Draft(
            f"We take for granted what the text does not say{_say_part(found)}. {_tell_each(case, found)}",
            found[0].path,
            "taken-for-granted",
            "Taken for granted",
            "Should the text say any of this?",
            citations=tuple(place for item in found for place in (*item.citations, *item.near)),
            evidence={item.key: answer(item, item.value) for item in found},
            cure="Say it in the text.",
        )


@rule("GAP010", severity=Severity.NOTE, kind=Kind.LANGUAGE)
def not_mentioned(case: Case) -> Iterator[Draft]:
    """The text says nothing of matters on which no money turns.

    They are listed once, for whoever edits the text, with what it shows in passing and never says. What the
    catalogue says of a parameter decides: one that bears on the odds or on a round is never listed here,
    whether it is modelled or not.

    Example: no version, no date of approval, no word on shuffling.
    """
    placeholders = {
        f"identity.{str(entry.data['what']).replace(' ', '_')}"
        for entry in case.jurisdiction.list_entries("dates")
        if entry.data.get("placeholder")
    }
    unanswered = [
        item for item in _list_unanswered(case, Moves.NOTHING) if item.key not in placeholders
    ]
    shown = [
        item
        for item in case.statements(Standing.STATED)
        if _is_shown(item) and item.parameter.bears is Moves.NOTHING
    ]
    missing = list_missing_of_edition(case)  # told by itself
    unanswered = [item for item in unanswered if item.key not in missing]
    found = [*unanswered, *shown]
    if found:
        questions = [
            ask(case.jurisdiction, item)
            + (
                f" (We take: {answer(item, item.value)}"
                + (f"; {trim(item.note)}" if item.note else "")
                + f"; see {cite(*item.citations)}.)"
                if item in shown
                else ""
            )
            for item in found
        ]
        several = f"{len(found)} questions" if len(found) > 1 else "one question"
        yield Draft(
            f"The text does not answer {several} on which no money turns. {' '.join(questions)}",
            found[0].path,
            "not-mentioned",
            "Not mentioned, and no money turns on it",
            "Should the text answer any of these?",
            citations=tuple(place for item in shown for place in item.citations),
            evidence={"not mentioned": ", ".join(item.key for item in found)},
            cure="Answer what the authority wants answered.",
        )


def _is_shown(statement: Statement) -> bool:
    """Whether the text shows something and never says it."""
    return bool(statement.said) and all(said.implied for said in statement.said)


@rule("GAP011", severity=Severity.NOTE)
def never_said_outright(case: Case) -> Iterator[Draft]:
    """The text shows a rule by an example or in passing, and never says it.

    An example binds less than a rule, and is the first thing to be cut. Where odds rest on it, it is a
    warning.

    Example: the second highest straight is shown, from which it follows where A-2-3-4-5 ranks.
    """
    for statement in case.statements(Standing.STATED):
        if _is_shown(statement) and statement.parameter.bears is not Moves.NOTHING:
            odds = statement.parameter.bears is Moves.ODDS
            note = f" {trim(statement.note)}." if statement.note else ""
            yield Draft(
                f"{ask(case.jurisdiction, statement)} The text never says it outright. We take: "
                f"{answer(statement, statement.value)}, as follows from {cite(*statement.citations)}."
                f"{note[:2].upper()}{note[2:]}",
                statement.path,
                statement.key,
                entitle(case.jurisdiction, statement),
                ask(case.jurisdiction, statement),
                Severity.WARNING if odds else None,
                (statement.key,),
                list_touched(case, statement),
                statement.citations,
                list_evidence(statement),
                Price((), "the one answer that the text shows is taken") if odds else Price(),
                f"Say it as a rule: {answer(statement, statement.value)}.",
            )

"""GAP: points that a document does not address."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from certify.findings.case import Case, list_options, overlap
from certify.findings.finding import (
    Downgrade,
    Finding,
    Kind,
    NoEffect,
    Option,
    Price,
    Severity,
    explain_round,
    no_effect,
)
from certify.findings.lines import find_competing_lines
from certify.findings.open_points import (
    STAKES,
    find_dependent_hands,
    follows_open,
    is_idle,
    join_rows,
    list_confirmed,
    list_roots,
    list_undescribed,
)
from certify.findings.pricing import list_supported, list_touched, price_statement
from certify.findings.registry import rule
from certify.odds.result import Status
from certify.spec.catalogue import Moves
from certify.spec.model import Standing, Statement
from certify.wagers.limits import STANDARD

_ROUNDED = {"standard.commission_rounding", "standard.smallest_chip"}
TIE_BREAK = "house_way.tie_break"
"""The only point of a house way that goes without saying; the others have rules of their own."""


@rule("GAP001", Severity.WARNING)
def ambiguous_omission(case: Case) -> Iterator[Finding]:
    """The document does not state a point, and its words support more than one answer.

    The assumption is named, and the effect is that of the other supported values. It is an error from the
    policy's materiality on, unless printed figures match only one value: then the document has settled it.

    Example: a hand is a straight and three of a kind, and the document does not state which is paid.
    """
    for statement in case.statements(Standing.SILENT, Standing.DEFERRED):
        if (
            list_supported(statement)
            and not is_idle(case, statement)
            and not case.is_superseded("GAP001", statement.key)
        ):
            yield find_omission(case, statement)


def find_omission(case: Case, statement: Statement) -> Finding:
    """A point that the document does not state, with the words that support each value."""
    options = list_options(case.jurisdiction, statement)
    confirmed = statement.key in list_confirmed(case)
    pairs = find_competing_lines(case, statement)
    rest = _list_unstated(case, statement)
    return Finding(
        subject=f"{statement.key}@{statement.paytable or ''}",
        place=statement.path,
        variant="rows"
        if pairs
        else "some-tables"
        if rest
        else "deferred"
        if statement.deferred_to
        else "",
        slots={
            "pairs": pairs,
            "wager": statement.wager,
            "tables": rest,
            "setting": find_dependent_hands(case, statement),
        },
        statements=(statement.key,),
        wagers=list_touched(case, statement),
        citations=(
            *statement.citations,
            *statement.near,
            *(item.citation for item in options if item.citation is not None),
        ),
        used=statement.value,
        because=statement.because,
        deferred_to=statement.deferred_to,
        alternatives=options,
        price=price_statement(case, statement),
        downgraded=Downgrade.CONFIRMED if confirmed else None,
        severity=Severity.NOTE if statement.parameter.bears is Moves.NOTHING else None,
        roots=list_roots(statement) | _join_title(case, options) | join_rows(case, statement),
    )


def _list_unstated(case: Case, statement: Statement) -> tuple[str, ...]:
    """The paytables without a value of their own, where others state one."""
    key = statement.parameter.key
    tables = [table for wager in case.jurisdiction.wagers for table in wager.paytables]
    rest = tuple(table.id for table in tables if key not in table.statements)
    return rest if statement.paytable is None and len(rest) < len(tables) else ()


def _join_title(case: Case, options: Sequence[Option]) -> frozenset[str]:
    """One issue with what else the title promises, where a value rests on it."""
    title = case.jurisdiction.statements["identity.title"].citations
    rests = any(
        overlap(place, item.citation) for place in title for item in options if item.citation
    )
    return frozenset({"title"} if rests else ())


def _list_unanswered(case: Case, code: str, affects: Moves) -> Iterator[Statement]:
    """The statements that the document does not address and for which its words support no value."""
    undescribed = list_undescribed(case)
    for statement in case.statements(Standing.SILENT):
        reported = statement.wager in undescribed and not statement.alternatives
        if (
            statement.parameter.bears is affects
            and not list_supported(statement)
            and not reported
            and not case.is_superseded(code, statement.key)
            and not is_idle(case, statement)
        ):
            yield statement


def _group(statements: Iterable[Statement]) -> dict[str, list[Statement]]:
    """By topic; limits of wagers and points of a house way separately."""
    found: dict[str, list[Statement]] = {}
    for statement in statements:
        topic = statement.key if statement.is_of_house_way else statement.parameter.topic
        posted = statement.parameter.name in STAKES
        found.setdefault("stakes" if posted else topic, []).append(statement)
    return found


def _is_grounded(statement: Statement) -> bool:
    """Whether an assumption is worth reporting: odds rest on it, or the document addresses the subject."""
    rests = statement.parameter.bears is Moves.ODDS or bool(statement.near)
    return statement.value is not None and rests


def _list_affected(case: Case, statement: Statement) -> tuple[str, ...]:
    """The wagers whose money depends on a statement, whether a settlement reads it or not."""
    if statement.parameter.graded is None:
        return list_touched(case, statement)
    return (statement.wager or STANDARD,)


def _find_group(case: Case, statements: Sequence[Statement], subject: str) -> Finding:
    """One finding for several unaddressed points of one topic."""
    first = statements[0]
    wagers = dict.fromkeys(name for item in statements for name in _list_affected(case, item))
    alone = len(statements) == 1
    return Finding(
        subject=subject,
        place=first.path,
        variant="" if alone else "two" if len(statements) == 2 else "several",
        slots={"topic": first.parameter.topic, "number": len(statements), "near": first.near},
        statements=tuple(item.key for item in statements),
        wagers=tuple(wagers),
        citations=tuple(place for item in statements for place in (*item.citations, *item.near)),
        used=first.value if alone else None,
        because=first.because if alone else "",
        assumed=()
        if alone
        else tuple(
            (item.key, item.value)
            for item in statements
            if item.value is not None and _is_grounded(item)
        ),
        roots=frozenset().union(*(list_roots(item) for item in statements)),
    )


@rule("GAP002", Severity.WARNING)
def unhandled_case(case: Case) -> Iterator[Finding]:
    """The document does not state what applies in a case that a dealer will meet.

    Points of one topic are one finding, so that a missing chapter counts once. Limits of wagers, which are
    posted at a table, are a note.

    Example: nothing on a misdeal, on exposed cards or on a deck with a missing card.
    """
    for topic, found in _group(_list_unanswered(case, "GAP002", Moves.ROUND)).items():
        finding = _find_group(case, found, topic)
        if topic == "stakes":
            yield replace(
                finding,
                variant="limits",
                used=None,
                assumed=(),
                severity=Severity.NOTE,
                roots=frozenset(),
            )
        else:
            yield replace(finding, price=no_effect(_explain(topic, found)))


def _explain(topic: str, statements: Sequence[Statement]) -> NoEffect:
    if topic != "commission":
        return explain_round(topic)
    rounded = all(item.parameter.key in _ROUNDED for item in statements)
    return NoEffect.ROUNDING if rounded else NoEffect.COLLECTION


@rule("GAP003", Severity.WARNING)
def unsupported_assumption(case: Case) -> Iterator[Finding]:
    """A figure rests on an assumption, and another value is conceivable.

    No words of the document support either value. What its own printed figures confirm is left out.

    Each point of a house way is reported on its own, with the number of hands that depend on it.

    Example: nothing states whether a commission is charged; the figures assume none.
    """
    for topic, found in _group(_list_resting(case)).items():
        finding = _find_group(case, found, topic)
        setting = find_dependent_hands(case, found[0])
        yield replace(
            finding,
            slots={**finding.slots, "setting": setting},
            wagers=(STANDARD,) if setting else finding.wagers,
            price=_price_unsupported(case, found),
            alternatives=tuple(Option(value) for value in found[0].other_values)
            if len(found) == 1
            else (),
            downgraded=Downgrade.UNSUPPORTED,
        )


def _price_unsupported(case: Case, statements: Sequence[Statement]) -> Price:
    """The effects of the other conceivable values, which no words of the document support."""
    if not any(item.other_values for item in statements):
        return no_effect(NoEffect.NO_ALTERNATIVE)
    prices = [price_statement(case, item, item.other_values) for item in statements]
    return Price(
        tuple(effect for item in prices for effect in item.effects),
        tuple(dict.fromkeys(missing for item in prices for missing in item.missing)),
    )


def _list_resting(case: Case) -> Iterator[Statement]:
    """Unaddressed points that a figure rests on and that can have another answer.

    No printed figure confirms them, and the specification names another value or asks a question of its own.
    """
    resting = {
        item.parameter
        for odds in case.odds
        if odds.status not in {Status.DEFERRED, Status.NOT_MODELLED}
        for item in odds.rests_on
        if item.standing == Standing.SILENT and not item.confirmed
    }
    unranked = _list_unranked(case)
    for statement in _list_unanswered(case, "GAP003", Moves.ODDS):
        is_open = statement.alternatives or statement.question
        if (
            find_dependent_hands(case, statement)
            if statement.parameter.section == "house_way"
            else is_open and statement.key in resting and statement not in unranked
        ):
            yield statement


_RANKING = (
    "deck.hand_ranking",
    "deck.card_rank",
    "deck.low_hand_ranking",
    "deck.within_class",
    "deck.wheel",
)


def _list_unranked(case: Case) -> list[Statement]:
    """What a document without a hand ranking omits of it; nothing where it ranks the hands."""
    statements = [case.jurisdiction.statements[key] for key in _RANKING]
    if statements[0].standing is not Standing.SILENT:
        return []
    return [
        item
        for item in statements
        if item.standing is Standing.SILENT and not list_supported(item) and item.value is not None
    ]


@rule("GAP015", Severity.WARNING)
def missing_hand_ranking(case: Case) -> Iterator[Finding]:
    """Hands are compared, and the document does not rank them.

    Every win and loss of the standard wager depends on it. The usual order does not settle it where games
    differ, for example on five aces or on A-2-3-4-5.

    Example: the player wins if both hands rank higher, in a document without a list of hands.
    """
    found = _list_unranked(case)
    if found:
        method = case.jurisdiction.statements["comparison.method"]
        yield replace(
            _find_group(case, found, "ranking"),
            variant="",
            used=None,
            assumed=tuple((item.key, item.value) for item in found if item.value is not None),
            citations=method.citations,
            price=no_effect(NoEffect.NO_RANKING),
        )


@rule("GAP004", Severity.NOTE, Kind.LANGUAGE)
def taken_for_granted(case: Case) -> Iterator[Finding]:
    """Rules that affect payouts are not stated, and the usual rule is assumed.

    The document does not state them, and the specification names no alternative. They are listed once, so
    that no figure rests on an unnamed assumption.

    Example: the ace is the highest card and the deuce the lowest.
    """
    confirmed = list_confirmed(case)
    resting = list(_list_resting(case))
    unranked = _list_unranked(case)
    found = [
        item
        for item in _list_unanswered(case, "GAP004", Moves.ODDS)
        if not item.alternatives
        and item not in resting
        and item not in unranked
        and item.value is not None
        and item.key not in confirmed
        and (item.parameter.section != "house_way" or item.key == TIE_BREAK)
        and not follows_open(case, item)
    ]
    if found:
        yield Finding(
            subject="taken-for-granted",
            place=found[0].path,
            slots={"count": len(found), "points": tuple(item.key for item in found)},
            assumed=tuple((item.key, item.value) for item in found if item.value is not None),
        )


@rule("GAP010", Severity.NOTE, Kind.LANGUAGE)
def not_mentioned(case: Case) -> Iterator[Finding]:
    """Points that do not affect payouts are not addressed.

    They are listed once, for whoever edits the text, together with what the text shows and never states.

    Example: no version, no date of approval, nothing on shuffling.
    """
    found = list(_list_unanswered(case, "GAP010", Moves.NOTHING))
    shown = [
        item
        for item in case.statements(Standing.STATED)
        if _is_shown(item) and item.parameter.bears is Moves.NOTHING
    ]
    if found or shown:
        yield Finding(
            subject="not-mentioned",
            place=(*found, *shown)[0].path,
            slots={
                "points": tuple(item.key for item in (*found, *shown)),
                "count": len(found) + len(shown),
            },
            citations=tuple(place for item in shown for place in item.citations),
            assumed=tuple((item.key, item.value) for item in shown if item.value is not None),
        )


def _is_shown(statement: Statement) -> bool:
    """Whether the document shows something and never states it."""
    return bool(statement.said) and all(said.implied for said in statement.said)


@rule("GAP011", Severity.NOTE)
def never_stated_outright(case: Case) -> Iterator[Finding]:
    """The document shows a rule by an example or in passing, and never states it.

    An example binds less than a rule, and an editor cuts it first. Where odds rest on it, it is a warning.

    Example: the second highest straight is shown, from which the rank of A-2-3-4-5 follows.
    """
    for statement in case.statements(Standing.STATED):
        if _is_shown(statement) and statement.parameter.bears is not Moves.NOTHING:
            odds = statement.parameter.bears is Moves.ODDS
            yield Finding(
                subject=statement.key,
                place=statement.path,
                statements=(statement.key,),
                wagers=list_touched(case, statement),
                citations=statement.citations,
                used=statement.value,
                because=statement.note,
                price=no_effect(NoEffect.SHOWN_ONLY)
                if odds
                else no_effect(explain_round(statement.parameter.topic)),
                severity=Severity.WARNING if odds else None,
            )

"""REF: documents that a document refers to. MOD: stated rules that certify does not model."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from certify.findings.case import SAYING, Case, list_sources, overlap, place_entries
from certify.findings.finding import (
    Finding,
    NoEffect,
    Price,
    Severity,
    no_effect,
)
from certify.findings.open_points import OTHER_TEXTS, STAKES
from certify.findings.pricing import list_supported, list_touched
from certify.findings.registry import WITHOUT_FIGURE, rule
from certify.findings.rules.table import PLAYERS, POSITIONS, leaves_seats_open
from certify.odds.result import Status
from certify.spec.catalogue import Moves
from certify.spec.citations import build_citation
from certify.spec.model import Citation, InventoryEntry, Standing, Statement
from certify.spec.values import Other
from certify.wagers.limits import STANDARD


def _group_deferred(case: Case) -> dict[str, list[Statement]]:
    """The deferred statements by the document they are left to."""
    groups: dict[str, list[Statement]] = {}
    seats = (PLAYERS, POSITIONS) if leaves_seats_open(case) else ()
    for statement in case.statements(Standing.DEFERRED):
        if statement.parameter.section == "identity" or statement.parameter.name in STAKES:
            continue  # the document's own basis is no rule of play, and limits are posted at a table
        if statement.key in seats:
            continue  # GAP005 reports the seats with their effect
        groups.setdefault(statement.deferred_to, []).append(statement)
    return groups


def _is_lost_by_extraction(case: Case, entry: InventoryEntry) -> bool:
    """Whether the part referred to was lost when the text was extracted."""
    target = str(entry.data["to"]).casefold()
    return any(
        target in str(item.data["what"]).casefold()
        for item in case.jurisdiction.list_entries("extraction")
    )


def _share_words(first: str, second: str) -> bool:
    """Whether one of two names contains the other."""
    one, two = (text.casefold().removeprefix("the ") for text in (first, second))
    return one in two or two in one


def _is_empty(entry: InventoryEntry) -> bool:
    """Whether a reference points into the document itself and to nothing there."""
    return entry.data["kind"] == "internal" and not entry.data["supplied"]


def _is_stated(case: Case, entry: InventoryEntry) -> bool:
    """Whether a statement of this name cites the same lines; its own rules then report what is missing."""
    target = str(entry.data["to"]).casefold()
    return any(
        statement.parameter.name.replace("_", " ") in target
        and any(overlap(entry.citation, place) for place in statement.citations)
        for statement in case.statements(*SAYING)
        if entry.citation is not None
    )


def _list_topics(statements: Sequence[Statement]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(item.parameter.topic for item in statements))


def _grade(statements: Sequence[Statement]) -> Severity:
    idle = all(item.parameter.bears is Moves.NOTHING for item in statements)
    return Severity.NOTE if idle else Severity.WARNING


def _list_stopped(case: Case, keys: Collection[str]) -> dict[str, str]:
    """The wagers without a figure because of statements, each with the first of them."""
    found: dict[str, str] = {}
    for odds in case.odds:
        missing = [text.partition(":")[0] for text in odds.missing]
        lacking = [key for key in missing if key in keys]
        if odds.status in WITHOUT_FIGURE and lacking:
            found.setdefault(odds.wager, lacking[0])
    return found


def _list_places(statements: Sequence[Statement]) -> tuple[Citation, ...]:
    return tuple(place for item in statements for place in item.citations)


def _list_wagers(case: Case, statements: Sequence[Statement]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for item in statements for name in list_touched(case, item)))


@rule("REF002", Severity.WARNING)
def missing_part(case: Case) -> Iterator[Finding]:
    """The document refers to a part of itself that it does not contain.

    Something was removed or never written. Parts that only the extraction of the text lost are not reported
    here, nor is a reference that a statement on the same lines records, such as a surrender nobody may use.

    Example: "procedures described above", and no procedures above.
    """
    groups = _group_deferred(case)
    for entry in case.jurisdiction.list_entries("references"):
        target = str(entry.data["to"])
        if not _is_empty(entry) or _is_lost_by_extraction(case, entry) or _is_stated(case, entry):
            continue
        left = [
            item for name, found in groups.items() if _share_words(name, target) for item in found
        ]
        yield Finding(
            subject=target,
            place=entry.path,
            variant="rules" if left else "",
            slots={"target": target, "topics": _list_topics(left)},
            statements=tuple(item.key for item in left),
            wagers=(STANDARD,) if left else (),
            citations=place_entries(entry),
            price=no_effect(NoEffect.PART_MISSING) if left else Price(),
            severity=_grade(left),
            roots=frozenset({target.casefold(), *([OTHER_TEXTS] if left else [])}),
            joins=False,
        )


@rule("REF003", Severity.WARNING)
def rules_in_another_document(case: Case) -> Iterator[Finding]:
    """Rules of play are left to a document that was not supplied.

    A wager that needs them has no figure from this document alone; it is then an error. Rules that are left
    to a missing part of the document itself, or to two documents, are reported by REF002 and REF004.

    Example: copies, fouls and commission are regulated in another section of the code.
    """
    empty = [
        str(item.data["to"])
        for item in case.jurisdiction.list_entries("references")
        if _is_empty(item)
    ]
    for target, found in _group_deferred(case).items():
        own = [item for item in found if not list_supported(item)]
        reported = any(_share_words(target, name) for name in empty)
        if not own or reported or _list_two_documents(case, target):
            continue
        keys = tuple(item.key for item in own)
        stopped = _list_stopped(case, keys)
        wagers = _list_wagers(case, own)
        many = len(own) > 1
        yield Finding(
            subject=target,
            place=own[0].path,
            variant=f"{'many' if many else 'one'}{'-without-figure' if stopped else ''}",
            slots={
                "target": target,
                "lead": next(iter(stopped.values()), keys[0]),
                "number": len(own),
                "others": len(own) - 1,
                "topics": _list_topics(own),
                "stopped": tuple(stopped),
            },
            statements=keys,
            wagers=wagers,
            citations=_list_places(own),
            deferred_to=target,
            price=no_effect(NoEffect.TEXT_NOT_SUPPLIED if wagers else NoEffect.COLLECTION)
            if wagers or any(item.parameter.topic == "commission" for item in own)
            else Price(),
            severity=_grade(own),
            roots=frozenset({OTHER_TEXTS} if many else {f"text {target}"}),
            joins=False,
        )


def _list_two_documents(case: Case, target: str) -> list[str]:
    """The two documents that a deferral names at once; nothing where it names one."""
    known = [
        str(item.data["to"])
        for item in case.jurisdiction.list_entries("references")
        if not item.data["supplied"]
    ]
    parts = target.split(" and ")
    named = {name for part in parts for name in known if _share_words(part, name)}
    return sorted(named) if len(parts) > 1 and len(named) > 1 and target not in known else []


def _find_departure(case: Case, named: Sequence[str]) -> tuple[str, str, Citation | None] | None:
    """Which of two documents may depart from the other by the words, and where they say so."""
    for entry in case.jurisdiction.list_entries("references"):
        first, then = str(entry.data["to"]), str(entry.data.get("departs_from", ""))
        if first in named and then in named:
            return first, then, entry.citation
    return None


@rule("REF004", Severity.WARNING)
def rules_in_two_documents(case: Case) -> Iterator[Finding]:
    """Rules are left to two documents, and the document does not state which of them prevails.

    Where the two differ, each party will cite the one that suits it.

    Example: play follows another section of the code and house procedures.
    """
    for target, found in _group_deferred(case).items():
        named = _list_two_documents(case, target)
        if not named:
            continue
        keys = tuple(item.key for item in found)
        stopped = _list_stopped(case, keys)
        departure = _find_departure(case, named)
        first, then, place = departure or (named[0], named[1], None)
        parts = [*(["departs"] if departure else []), *(["without-figure"] if stopped else [])]
        yield Finding(
            subject=target,
            place=found[0].path,
            variant="-".join(parts),
            slots={
                "named": tuple(named),
                "first": first,
                "then": then,
                "place": place,
                "lead": next(iter(stopped.values()), keys[0]),
                "topics": _list_topics(found),
                "stopped": tuple(stopped),
            },
            statements=keys,
            wagers=_list_wagers(case, found),
            citations=_list_places(found),
            price=no_effect(NoEffect.TEXT_NOT_SUPPLIED),
            severity=_grade(found),
            roots=frozenset({OTHER_TEXTS}),
            joins=False,
        )


@rule("MOD001", Severity.WARNING)
def stated_value_not_modelled(case: Case) -> Iterator[Finding]:
    """The document states a value that certify does not model.

    The wagers that depend on it stay incomplete, and a round that depends on it is not settled. A value of
    the catalogue that no payout depends on is not reported.

    Example: the joker may be used as any card except a nine.
    """
    for statement in case.jurisdiction.list_statements():
        if not _is_unmodelled(statement):
            continue
        touched = list_touched(case, statement)
        wagers = tuple(name for name in touched if _lacks(case, name, statement))
        if touched and not wagers and not isinstance(statement.value, Other):
            continue
        yield Finding(
            subject=f"{statement.key}@{statement.paytable or ''}",
            place=statement.path,
            variant="" if wagers else "without-wager",
            statements=(statement.key,),
            wagers=wagers,
            citations=statement.citations,
            sources=list_sources(statement),
            price=no_effect(NoEffect.NOT_MODELLED),
            severity=Severity.WARNING if wagers else Severity.NOTE,
        )


def _lacks(case: Case, wager: str, statement: Statement) -> bool:
    """Whether the figures of a wager lack a statement; a wager that is not modelled may lack any."""
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


def _is_unmodelled(statement: Statement) -> bool:
    value = statement.value
    return isinstance(value, Other) or (
        isinstance(value, str) and value in statement.parameter.uncounted
    )


@rule("MOD002", Severity.WARNING)
def stated_rule_not_modelled(case: Case) -> Iterator[Finding]:
    """The document states a rule for which the specification has no parameter, or no form in the house way.

    The specification describes it in words; the wagers that it affects stay incomplete.

    Example: a second bonus that is paid from a common pot.
    """
    for place, rule_of_house_way in enumerate(case.jurisdiction.house_way.get("unexpressed", ())):
        name = rule_of_house_way["rule"]
        yield Finding(
            subject=f"unexpressed:{name}",
            place=("house_way", "unexpressed", place),
            variant="house-way",
            slots={"what": name, "because": str(rule_of_house_way["because"]).strip().rstrip(".")},
            wagers=(STANDARD,),
            citations=(build_citation(rule_of_house_way.get("at")),),
            price=no_effect(NoEffect.NOT_MODELLED),
            blocks=True,
        )
    for item in case.jurisdiction.uncovered:
        yield Finding(
            subject=item.what,
            place=item.path,
            variant="" if item.wagers else "without-wager",
            slots={"what": item.what.strip().rstrip(".")},
            wagers=item.wagers,
            citations=(item.citation,),
            price=no_effect(NoEffect.NOT_MODELLED) if item.wagers else Price(),
            severity=None if item.wagers else Severity.NOTE,
        )

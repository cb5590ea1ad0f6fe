"""REF: texts that a document points to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from certify.findings.case import SAYING, Case
from certify.findings.finding import Draft, Price, Severity
from certify.findings.phrases import (
    ask,
    cite,
    entitle,
    join_words,
    lower,
    name_topic,
    place_entries,
)
from certify.findings.pricing import list_supported, list_touched
from certify.findings.registry import rule
from certify.findings.seats import (
    PLAYERS,
    POSITIONS,
    exemption_of_nothing,
    leaves_seats_open,
    right_taken_from_nobody,
)
from certify.findings.silences import STAKES
from certify.findings.standing import OTHER_TEXTS
from certify.odds.result import Status
from certify.spec.catalogue import Moves
from certify.spec.model import Entry, Standing, Statement
from certify.wagers.limits import STANDARD


def _group_deferred(case: Case) -> dict[str, list[Statement]]:
    """The deferred statements by the text they are left to."""
    groups: dict[str, list[Statement]] = {}
    seats = (PLAYERS, POSITIONS) if leaves_seats_open(case) else ()
    for statement in case.statements(Standing.DEFERRED):
        if statement.parameter.section == "identity" or statement.parameter.name in STAKES:
            continue  # the texts pointed to are told elsewhere, and stakes are posted at a table
        if statement.key in seats:
            continue  # the seats are a question of their own, with a price
        groups.setdefault(statement.deferred_to, []).append(statement)
    return groups


def _is_lost_by_extraction(case: Case, entry: Entry) -> bool:
    """Whether the text pointed to was lost on the way here, which is not the document's fault."""
    target = str(entry.data["to"]).casefold()
    return any(
        target in str(item.data["what"]).casefold()
        for item in case.jurisdiction.list_entries("extraction")
    )


def _share_words(first: str, second: str) -> bool:
    """Whether two names of a text hold each other."""
    one, two = (text.casefold().removeprefix("the ") for text in (first, second))
    return one in two or two in one


@rule("REF001", severity=Severity.NOTE)
def text_not_supplied(case: Case) -> Iterator[Draft]:
    """The document points to other texts that are not supplied with it, and that decide no rule of play.

    What stands there cannot be examined. Texts to which rules are left have a rule of their own.

    Example: wagers stay within the posted limits of the table.
    """
    left = [
        name
        for target in _group_deferred(case)
        for name in (target, *_list_two_texts(case, target))
    ]
    seen: dict[str, list[Entry]] = {}
    for entry in case.jurisdiction.list_entries("references"):
        target = str(entry.data["to"])
        missing = entry.data["kind"] == "external" and not entry.data["supplied"]
        if missing and not any(_share_words(target, name) for name in left):
            seen.setdefault(target, []).append(entry)
    if seen:
        first = next(iter(seen.values()))[0]
        yield Draft(
            f"The text points to {'another text' if len(seen) == 1 else f'{len(seen)} other texts'} that we "
            "were not given: "
            + "; ".join(
                f"{target} ({cite(*place_entries(*entries))})" for target, entries in seen.items()
            )
            + ".",
            first.path,
            "texts",
            "Other texts pointed to",
            "Can these texts be supplied?",
            citations=tuple(
                place for entries in seen.values() for place in place_entries(*entries)
            ),
            evidence={f"text {number}": target for number, target in enumerate(seen, 1)},
            cure="Supply the texts with the document, or quote what matters of them.",
        )


@rule("REF002", severity=Severity.WARNING)
def reference_to_nothing(case: Case) -> Iterator[Draft]:
    """The document points to a place in itself that is not there.

    Something was cut, or never written. What only the extraction of the text has lost is left out, and so
    is what a rule of its own tells, as a right that nobody has or a jackpot that is nowhere.

    Example: procedures that are said to be described above, where nothing stands.
    """
    told = _list_told(case)
    for entry in case.jurisdiction.list_entries("references"):
        target = str(entry.data["to"])
        if (
            not _is_empty(entry)
            or _is_lost_by_extraction(case, entry)
            or any(_share_words(target, name) for name in told)
        ):
            continue
        touched = [
            item
            for name, found in _group_deferred(case).items()
            if _share_words(name, target)
            for item in found
        ]
        left = f", though this is left to it: {_name_topics(case, touched)}" if touched else ""
        yield Draft(
            f"The text points to {target} ({cite(*place_entries(entry))}), and nothing of the kind "
            f"stands in it{left}.",
            entry.path,
            target,
            f"Not in the document: {target}",
            f"Where is this to be found: {target}?",
            _grade(touched),
            tuple(item.key for item in touched),
            (STANDARD,) if touched else (),
            joins=False,
            citations=place_entries(entry),
            evidence={"to": target},
            price=Price((), "what would stand there is not known") if touched else Price(),
            cure="Add what is missing, or take the reference out.",
            roots=frozenset({target.casefold(), *([OTHER_TEXTS] if touched else [])}),
        )


def _is_empty(entry: Entry) -> bool:
    """Whether a reference points into the document itself and to nothing there."""
    return entry.data["kind"] == "internal" and not entry.data["supplied"]


def _list_told(case: Case) -> set[str]:
    """What rules of their own tell to be missing."""
    found = {"surrender"} if any(right_taken_from_nobody(case)) else set()
    return found | ({"progressive payouts"} if any(exemption_of_nothing(case)) else set())


def _name_topics(case: Case, statements: Sequence[Statement]) -> str:
    """What is left to another text: by topic, or by itself where the topic is treated elsewhere too."""
    said = {item.parameter.topic for item in case.statements(*SAYING) if item.wager is None}
    targets = {item.deferred_to for item in statements}
    said |= {
        item.parameter.topic
        for item in case.statements(Standing.DEFERRED)
        if item.wager is None and item.deferred_to not in targets
    }
    titled = {
        item.parameter.topic
        for item in statements
        if item.parameter.topic in said and item.parameter.title
    }
    names = (
        item.parameter.title if item.parameter.topic in titled else name_topic(item.parameter.topic)
        for item in statements
    )
    return "; ".join(dict.fromkeys(lower(name) for name in names if name))


def _grade(statements: Sequence[Statement]) -> Severity:
    idle = all(item.parameter.bears is Moves.NOTHING for item in statements)
    return Severity.NOTE if idle else Severity.WARNING


def _list_held(case: Case, statements: Sequence[Statement]) -> str:
    """Which wagers cannot be certified for want of a text, as a sentence."""
    held = [
        case.name_wager(odds.wager)
        for odds in case.odds
        if odds.status is Status.DEFERRED
        and {item.key for item in statements} & {text.partition(":")[0] for text in odds.missing}
    ]
    names = join_words(dict.fromkeys(held))
    return f" Until then the {names} cannot be certified." if held else ""


@rule("REF003", severity=Severity.WARNING)
def rules_left_to_another_text(case: Case) -> Iterator[Draft]:
    """Rules of play are left to a text that is not supplied.

    The wagers they decide cannot be certified from this document alone. What is left to a place in the
    document that is not there, or to two texts at once, has a rule of its own.

    Example: copies, fouls and commission stand in another section of the code.
    """
    empty = [
        str(item.data["to"])
        for item in case.jurisdiction.list_entries("references")
        if _is_empty(item)
    ]
    for target, found in _group_deferred(case).items():
        own = [item for item in found if not list_supported(item)]
        told = any(_share_words(target, name) for name in empty) or _list_two_texts(case, target)
        if not own or told:
            continue
        wagers = tuple(dict.fromkeys(name for item in own for name in list_touched(case, item)))
        places = cite(*(place for item in own for place in item.citations))
        message = (
            f"{ask(case.jurisdiction, own[0])} The text leaves it to {target} ({places}), which is not "
            "supplied."
            if len(own) == 1
            else f"Rules of this game are left to {target} ({places}), which is not supplied: "
            f"{_name_topics(case, own)}."
        )
        yield Draft(
            message + _list_held(case, own),
            own[0].path,
            target,
            f"Rules left to {target}" if len(own) > 1 else entitle(case.jurisdiction, own[0]),
            f"Can this text be supplied: {target}?",
            _grade(own),
            tuple(item.key for item in own),
            wagers,
            tuple(place for item in own for place in item.citations),
            {"left to": target, "rules": ", ".join(sorted(item.key for item in own))},
            Price((), "what the other text says is not known") if wagers else Price(),
            "Supply the text with the document, or write these rules into it.",
            frozenset({OTHER_TEXTS} if len(own) > 1 else {f"text {target}"}),
            joins=False,
            bars=bool(_list_held(case, own)),
        )


def _list_two_texts(case: Case, target: str) -> list[str]:
    """The two texts that a deferral names at once; nothing where it names one."""
    known = [
        str(item.data["to"])
        for item in case.jurisdiction.list_entries("references")
        if not item.data["supplied"]
    ]
    parts = target.split(" and ")
    named = {name for part in parts for name in known if _share_words(part, name)}
    return sorted(named) if len(parts) > 1 and len(named) > 1 and target not in known else []


def _tell_prevailing(case: Case, named: Sequence[str]) -> str:
    """Which of two texts goes before the other, as far as the words tell."""
    for entry in case.jurisdiction.list_entries("references"):
        first, then = str(entry.data["to"]), str(entry.data.get("departs_from", ""))
        if first in named and then in named:
            return (
                f"By the words, {first} may depart from {then}, for they stand among the exceptions to it "
                f"({cite(*place_entries(entry))}); whether that is meant, and how far, is not said"
            )
    return "Where the two differ, which prevails is not said"


@rule("REF004", severity=Severity.WARNING)
def rule_left_to_two_texts(case: Case) -> Iterator[Draft]:
    """Rules are left to two texts at once, and it is not said how far one may depart from the other.

    Where the two differ, each party will quote the one that suits it.

    Example: play follows the rules of another section, and house procedures.
    """
    for target, found in _group_deferred(case).items():
        named = _list_two_texts(case, target)
        if named:
            yield Draft(
                f"The game follows {join_words(named)} "
                f"({cite(*(place for item in found for place in item.citations))}), and neither is supplied. "
                f"{_tell_prevailing(case, named)}; it is about {_name_topics(case, found)}."
                f"{_list_held(case, found)}",
                found[0].path,
                target,
                "Two texts, and which of them prevails",
                f"Which prevails, {join_words(named, 'or')}?",
                _grade(found),
                tuple(item.key for item in found),
                tuple(dict.fromkeys(name for item in found for name in list_touched(case, item))),
                tuple(place for item in found for place in item.citations),
                {"texts": "; ".join(named)},
                Price((), "what the other texts say is not known"),
                "Say whether one of the texts may depart from the other.",
                roots=frozenset({OTHER_TEXTS}),
                joins=False,
                bars=bool(_list_held(case, found)),
            )

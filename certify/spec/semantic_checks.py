"""What a specification must fulfil beyond its schema: consistent statements and plausible values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from pathlib import PurePath

from certify.base.errors import Fault
from certify.base.load import DataPath
from certify.base.names import quote, tell_near
from certify.game.house_way.faults import list_house_way_faults
from certify.spec.catalogue import PARAMETERS_OF_READING
from certify.spec.citations import build_citation
from certify.spec.model import Alternative, Jurisdiction, Said, Standing, Statement
from certify.spec.printed import list_row_faults
from certify.spec.readings import find_named
from certify.spec.values import Value, find_unreasonable, format_value, parse_value
from certify.spec.wager_checks import check_stakes, list_faults_of_wagers

SemanticCheck = Callable[[Jurisdiction], Iterator[Fault]]

_MONEY = re.compile(r"[0-9]+(?:\.[0-9]+)? ([A-Z]{3})")
_FULL_DECK = 52


def list_faults_of_meaning(jurisdiction: Jurisdiction) -> list[Fault]:
    """Every fault that the schema cannot see."""
    return sorted({fault for check in _CHECKS for fault in check(jurisdiction)})


def _check_name(jurisdiction: Jurisdiction) -> Iterator[Fault]:
    """In the folder of jurisdictions a file bears its id; elsewhere a copy may be called anything."""
    path = PurePath(jurisdiction.source.name)
    if path.parent.name == "jurisdictions" and path.stem != jurisdiction.id:
        yield jurisdiction.source.fault(
            ("id",),
            f"id is {jurisdiction.id} and the file is {path.name}",
            f"write id: {path.stem}, or rename the file",
        )


def _check_in_force(jurisdiction: Jurisdiction) -> Iterator[Fault]:
    first, last = jurisdiction.in_force or ("", "")
    for key, text in (("from", first), ("until", last)):
        try:
            if text:
                date.fromisoformat(text)
        except ValueError:
            yield jurisdiction.source.fault(
                ("in_force", key), f"{text} is not a date", "write it like 2030-01-31"
            )
    if last and last < first:
        yield jurisdiction.source.fault(
            ("in_force", "until"), f"{last} is before {first}", "write the last day in force"
        )


def _check_edition(jurisdiction: Jurisdiction) -> Iterator[Fault]:
    try:
        found = date.fromisoformat(jurisdiction.date)
    except ValueError:
        found = None
    if found is None or found.year < 1900:
        yield jurisdiction.source.fault(
            ("edition", "date"),
            f"{jurisdiction.date} is not a date",
            "write year-month-day in quotes, for example '2030-01-31'",
        )


def _check_documents(jurisdiction: Jurisdiction) -> Iterator[Fault]:
    for key in ("id", "sha256"):
        seen: set[str] = set()
        for place, document in enumerate(jurisdiction.documents):
            value = getattr(document, key)
            if value in seen:
                yield jurisdiction.source.fault(
                    ("documents", place, key),
                    f"duplicate {key} {value[:20]}",
                    "give each document its own",
                )
            seen.add(value)


def _check_citations(jurisdiction: Jurisdiction) -> Iterator[Fault]:
    known = {document.id: document.lines for document in jurisdiction.documents}
    first = jurisdiction.documents[0].id
    for path, lines, document in _list_citations(jurisdiction.source.data, ()):
        citation = build_citation({"lines": lines})
        if citation.first > citation.last:
            yield jurisdiction.source.fault(
                path,
                f"lines {lines} are in the wrong order",
                f"write L{citation.last}-{citation.first}",
            )
        elif citation.last > known[document or first]:
            yield jurisdiction.source.fault(
                path,
                f"lines {lines} are outside the document, which has {known[document or first]} lines",
                "cite lines that exist",
            )


def _list_citations(data: object, path: DataPath) -> Iterator[tuple[DataPath, object, str]]:
    """Every citation with the document it names itself; one that a paytable names holds for its lines."""
    if isinstance(data, dict):
        document = str(data.get("document", "")) if path[-1:] == ("at",) else ""
        for key, value in data.items():
            if (key == "lines" and isinstance(value, int | str) and path[-1:] == ("at",)) or (
                key == "defined" and isinstance(value, int | str)
            ):
                yield (*path, key), value, document
            elif key in {"used", "answered"} and isinstance(value, list):
                yield from (((*path, key, place), item, "") for place, item in enumerate(value))
            else:
                yield from _list_citations(value, (*path, key))
    elif isinstance(data, list):
        for place, value in enumerate(data):
            yield from _list_citations(value, (*path, place))


def _check_standings(jurisdiction: Jurisdiction) -> Iterator[Fault]:
    for statement in jurisdiction.list_statements():
        yield from _check_standing(jurisdiction, statement)


def _check_standing(jurisdiction: Jurisdiction, statement: Statement) -> Iterator[Fault]:
    source, path = jurisdiction.source, statement.path
    values = [said.value for said in statement.said]
    adopted = (*path, "adopted") in source.values
    if statement.standing is Standing.CONFLICTING and not adopted:
        yield source.fault(
            path, "conflicting values without 'adopted'", "add 'adopted: …' and 'because: …'"
        )
    if statement.standing is Standing.CONFLICTING and adopted and statement.value not in values:
        yield source.fault(
            (*path, "adopted"),
            "the adopted value is not one of the stated values",
            "adopt one of the stated values",
        )
    if statement.standing is Standing.STATED and adopted:
        yield source.fault(
            (*path, "adopted"),
            "'adopted' is not needed: all stated values agree",
            "remove 'adopted' and 'because'",
            at_key=True,
        )
    if statement.standing in {Standing.SILENT, Standing.DEFERRED}:
        for place, value in enumerate(statement.other_values):
            where = (*path, "alternatives", place)
            if value == statement.value:
                yield source.fault(
                    where, "the alternative equals the assumed value", "write another value"
                )
            if value in statement.other_values[:place]:
                yield source.fault(where, "duplicate alternative", "keep one of them")


def _check_brought(jurisdiction: Jurisdiction) -> Iterator[Fault]:
    """What a value brings with it is a value that the other statement has."""
    for statement in jurisdiction.list_statements():
        where = "stated" if statement.standing is Standing.CONFLICTING else "alternatives"
        listed: Sequence[Said | Alternative] = (
            statement.said if where == "stated" else statement.alternatives
        )
        for place, item in enumerate(listed):
            for name, data in item.brings:
                path = (*statement.path, where, place, "brings", name)
                others = find_named(jurisdiction, name)
                if not others:
                    yield jurisdiction.source.fault(
                        path,
                        f"{name} is not a reading or a statement",
                        "write the name of one",
                    )
                elif not any(_has_value(other, data) for other in others):
                    values = [format_value(value) for value in _list_values(others[0])]
                    yield jurisdiction.source.fault(
                        path,
                        f"{name} is never {data} in this file",
                        f"write {' or '.join(values)}" if values else "give it a value first",
                    )


def _list_values(statement: Statement) -> list[Value]:
    own = [] if statement.value is None else [statement.value]
    return [*own, *statement.other_values]


def _has_value(statement: Statement, data: object) -> bool:
    return parse_value(statement.parameter, data) in _list_values(statement)


def _check_readings(jurisdiction: Jurisdiction) -> Iterator[Fault]:
    """A question of the document's own has a key of its own, and one line or parameter behind it."""
    asked: dict[str, tuple[str, str | None]] = {}
    for statement in jurisdiction.list_statements():
        key = statement.own_reading
        if key is None or key == statement.parameter.reading:
            continue
        path = (*statement.path, "reading")
        if key in PARAMETERS_OF_READING:
            yield jurisdiction.source.fault(
                path,
                f"{key} is the reading of {PARAMETERS_OF_READING[key].key}",
                "choose another key for this reading",
            )
        place = (statement.parameter.key, statement.line)
        if asked.setdefault(key, place) != place:
            yield jurisdiction.source.fault(
                path, f"duplicate reading {key}", "give each its own key"
            )


def _check_currency(jurisdiction: Jurisdiction) -> Iterator[Fault]:
    for path, text in _list_texts(jurisdiction.source.data, ()):
        found = _MONEY.fullmatch(text)
        if found and found[1] != jurisdiction.currency:
            yield jurisdiction.source.fault(
                path,
                f"{text} is not in the document's currency {jurisdiction.currency}",
                "keep one currency per file",
            )


def _list_texts(data: object, path: DataPath) -> Iterator[tuple[DataPath, str]]:
    if isinstance(data, dict):
        for key, value in data.items():
            if key not in {"note", "because", "printed"}:
                yield from _list_texts(value, (*path, key))
    elif isinstance(data, list):
        for place, value in enumerate(data):
            yield from _list_texts(value, (*path, place))
    elif isinstance(data, str):
        yield path, data


def _check_numbers(jurisdiction: Jurisdiction) -> Iterator[Fault]:
    statements, source = jurisdiction.statements, jurisdiction.source
    for statement in jurisdiction.list_statements():
        values = (
            statement.value,
            *(said.value for said in statement.said),
            *statement.other_values,
        )
        # by comparing, for a value that is not understood may be plain data and have no hash
        for value in (item for place, item in enumerate(values) if item not in values[:place]):
            if fault := find_unreasonable(statement.parameter, value):
                what, cure = fault
                yield source.fault(
                    statement.path, f"{statement.parameter.name} is {value}{what}", cure
                )
    yield from check_stakes(jurisdiction, "standard", statements)
    cards, jokers = statements["deck.cards"], statements["deck.jokers"]
    if isinstance(cards.value, int) and isinstance(jokers.value, int):
        full = cards.value - jokers.value
        if cards.value in {_FULL_DECK, _FULL_DECK + 1} and full != _FULL_DECK:
            held = f"{jokers.value or 'no'} joker{'s' if jokers.value > 1 else ''}"
            yield source.fault(
                cards.path,
                f"{cards.value} cards with {held} are not a full deck",
                "write 53 cards with the joker, or 52 without it",
            )


def _check_house_way(jurisdiction: Jurisdiction) -> Iterator[Fault]:
    source, house_way = jurisdiction.source, jurisdiction.house_way
    if house_way:
        for path, what, cure in (*list_house_way_faults(house_way), *list_row_faults(house_way)):
            yield source.fault(path, what, cure)
    statement = jurisdiction.statements["setting.house_way"]
    if bool(house_way) != (statement.value == "given"):
        there = "is in the file" if house_way else "is missing"
        yield source.fault(
            statement.path,
            f"house_way is {statement.standing} and the list of rules {there}",
            "correct one of them",
        )
    for statement in jurisdiction.statements.values():
        key = statement.parameter.reading
        if statement.path[:2] == ("house_way", "readings") and key in PARAMETERS_OF_READING:
            yield source.fault(
                (*statement.path, "reading"),
                f"{key} is the reading of {PARAMETERS_OF_READING[key].key}",
                "choose another key for this reading",
            )


def _check_uncovered(jurisdiction: Jurisdiction) -> Iterator[Fault]:
    known = ("standard", *(wager.id for wager in jurisdiction.wagers))
    for item in jurisdiction.uncovered:
        for place, wager in enumerate(item.wagers):
            if wager not in known:
                yield jurisdiction.source.fault(
                    (*item.path, "wagers", place),
                    f"unknown wager {wager}",
                    f"write {' or '.join(known)}",
                )
        if not item.wagers:
            for field in ("paytables", "lines"):
                if getattr(item, field):
                    yield jurisdiction.source.fault(
                        (*item.path, field),
                        f"'{field}' needs the wagers that have them",
                        f"add 'wagers: [{known[-1]}]'",
                    )
            continue
        tables = [
            table
            for wager in jurisdiction.wagers
            if wager.id in item.wagers
            for table in wager.paytables
        ]
        ids = [table.id for table in tables]
        lines = [
            line.id
            for table in tables
            if not item.paytables or table.id in item.paytables
            for line in table.lines
        ]
        for field, names, among in (
            ("paytables", item.paytables, ids),
            ("lines", item.lines, lines),
        ):
            for place, name in enumerate(names):
                if name not in among and not item.is_row:
                    yield jurisdiction.source.fault(
                        (*item.path, field, place),
                        f"these wagers have no {field.removesuffix('s')} {quote(name)}",
                        tell_near(name, among, "they have"),
                    )


_CHECKS: tuple[SemanticCheck, ...] = (
    _check_name,
    _check_edition,
    _check_in_force,
    _check_documents,
    _check_citations,
    _check_standings,
    _check_readings,
    _check_brought,
    _check_currency,
    _check_numbers,
    list_faults_of_wagers,
    _check_house_way,
    _check_uncovered,
)

"""What a jurisdiction file must hold beyond its schema: meaning, not form."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import PurePath

from certify.base.errors import Fault
from certify.base.load import DataPath
from certify.game.house_way.faults import list_house_way_faults
from certify.spec.model import Jurisdiction, Money, Paytable, Statement, build_citation
from certify.spec.parameters import PARAMETERS

Check = Callable[[Jurisdiction], Iterator[Fault]]


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


def _check_citations(jurisdiction: Jurisdiction) -> Iterator[Fault]:
    last = jurisdiction.document["lines"]
    for path, at in _list_citations(jurisdiction.source.data, ()):
        citation = build_citation({"lines": at})
        if citation.first > citation.last:
            yield jurisdiction.source.fault(
                path, f"lines {at} run backwards", f"write {citation.last}-{citation.first}"
            )
        elif citation.last > last:
            yield jurisdiction.source.fault(
                path,
                f"lines {at} are outside the document, which has {last} lines",
                "cite lines that exist",
            )


def _list_citations(data: object, path: DataPath) -> Iterator[tuple[DataPath, object]]:
    if isinstance(data, dict):
        for key, value in data.items():
            if (key == "lines" and isinstance(value, int | str) and path[-1:] == ("at",)) or (
                key == "defined" and isinstance(value, int | str)
            ):
                yield (*path, key), value
            elif key == "used" and isinstance(value, list):
                yield from (((*path, key, place), item) for place, item in enumerate(value))
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
    if statement.standing == "conflicting" and not adopted:
        yield source.fault(
            path, "the values in conflict leave open which is adopted", "add adopted and because"
        )
    if adopted and statement.value not in values and statement.standing == "conflicting":
        yield source.fault(
            (*path, "adopted"),
            "the adopted value is none of those stated",
            "adopt one of the stated values",
        )
    if statement.standing == "stated" and adopted:
        yield source.fault(
            (*path, "adopted"),
            "adopted stands where all stated values agree",
            "remove adopted and because",
            at_key=True,
        )
    if statement.standing in {"silent", "deferred"}:
        for place, value in enumerate(statement.alternatives):
            where = (*path, "alternatives", place)
            if value == statement.value:
                yield source.fault(
                    where, "an alternative equals the value assumed", "name a different value"
                )
            if value in statement.alternatives[:place]:
                yield source.fault(where, "an alternative stands twice", "keep one of them")


def _check_currency(jurisdiction: Jurisdiction) -> Iterator[Fault]:
    def fault(path: DataPath, money: Money) -> Fault:
        return jurisdiction.source.fault(
            path,
            f"{money} is not in the document's currency {jurisdiction.currency}",
            "keep one currency per document",
        )

    for statement in jurisdiction.list_statements():
        for value in (statement.value, *statement.alternatives):
            if isinstance(value, Money) and value.currency != jurisdiction.currency:
                yield fault(statement.path, value)
    for paytable in jurisdiction.paytables:
        for line in paytable.lines:
            if line.envy and line.envy.currency != jurisdiction.currency:
                yield fault((*line.path, "envy"), line.envy)


def _check_paytables(jurisdiction: Jurisdiction) -> Iterator[Fault]:
    source = jurisdiction.source
    seen: set[str] = set()
    for paytable in jurisdiction.paytables:
        if paytable.id in seen:
            yield source.fault(
                (*paytable.path, "id"),
                f"the paytable {paytable.id} stands twice",
                "give each its own id",
            )
        seen.add(paytable.id)
        yield from _check_lines(jurisdiction, paytable)
        yield from _check_envy(jurisdiction, paytable)
        yield from _check_published(jurisdiction, paytable)


def _check_lines(jurisdiction: Jurisdiction, paytable: Paytable) -> Iterator[Fault]:
    source = jurisdiction.source
    for place, line in enumerate(paytable.lines):
        if line.hand in paytable.hands[:place]:
            yield source.fault(
                (*line.path, "hand"),
                f"{line.hand} stands twice on paytable {paytable.id}",
                "keep one line per class",
            )
        if line.is_push and line.envy:
            yield source.fault(
                (*line.path, "envy"),
                "a line that pushes pays envy",
                "remove the envy or give the line a pay",
            )
        if line.hand == "high-card":
            yield source.fault(
                (*line.path, "hand"),
                "every hand holds high-card",
                "name a class that can be missed",
            )


def _check_published(jurisdiction: Jurisdiction, paytable: Paytable) -> Iterator[Fault]:
    labels: set[str] = set()
    for item in paytable.published:
        if item.label in labels:
            yield jurisdiction.source.fault(
                (*item.path, "label"),
                f"{item.label} is published twice",
                "keep one figure per label",
            )
        labels.add(item.label)
        if item.label == "max-envy" and not item.other_players:
            yield jurisdiction.source.fault(
                item.path,
                "a figure with envy needs other_players",
                "add how many other players it assumes",
            )


def _check_envy(jurisdiction: Jurisdiction, paytable: Paytable) -> Iterator[Fault]:
    if jurisdiction.statements["envy.offer"].standing == "not-offered":
        for line in paytable.lines:
            if line.envy:
                yield jurisdiction.source.fault(
                    (*line.path, "envy"),
                    "envy is paid where it is not offered",
                    "remove it, or correct envy.offer",
                )
        return
    lowest = jurisdiction.statements["envy.lowest_hand"].value
    if lowest is not None and lowest not in paytable.hands:
        yield jurisdiction.source.fault(
            paytable.path,
            f"the lowest envy hand {lowest} is not on this paytable",
            "correct envy.lowest_hand or the paytable",
        )


def _check_edition(jurisdiction: Jurisdiction) -> Iterator[Fault]:
    year, month, day = (int(part) for part in jurisdiction.date.split("-"))
    if not (1 <= month <= 12 and 1 <= day <= 31 and year >= 1900):
        yield jurisdiction.source.fault(
            ("edition", "date"), f"{jurisdiction.date} is no date", "write year-month-day in quotes"
        )


def _check_positive_stakes(jurisdiction: Jurisdiction) -> Iterator[Fault]:
    for key in ("deck.cards", "table.players"):
        statement = jurisdiction.statements[key]
        if statement.value == 0:
            yield jurisdiction.source.fault(
                statement.path, f"{PARAMETERS[key].name} is 0", "write a number above zero"
            )


def _check_house_way(jurisdiction: Jurisdiction) -> Iterator[Fault]:
    for path, what, cure in list_house_way_faults(jurisdiction.house_way):
        yield jurisdiction.source.fault(path, what, cure)
    statement = jurisdiction.statements["setting.house_way"]
    if bool(jurisdiction.house_way) != (statement.value == "given"):
        there = "stands in the file" if jurisdiction.house_way else "is missing from the file"
        yield jurisdiction.source.fault(
            statement.path,
            f"house_way is {statement.standing} and the list of rules {there}",
            "correct one of them",
        )


_CHECKS: tuple[Check, ...] = (
    _check_name,
    _check_citations,
    _check_standings,
    _check_currency,
    _check_paytables,
    _check_edition,
    _check_positive_stakes,
    _check_house_way,
)

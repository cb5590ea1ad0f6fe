"""XJD: the paytables of a document beside those of others."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from certify.findings.case import Case
from certify.findings.differences import ask_meant, cite_other
from certify.findings.finding import Draft, Price
from certify.findings.paytables import change_lines, is_push, repay
from certify.findings.phrases import (
    begin,
    cite,
    join_words,
    name_class,
    name_tables,
)
from certify.findings.pricing import price_change
from certify.findings.registry import difference_rule
from certify.spec.compile import compile_rulebook
from certify.spec.model import Jurisdiction, Line, Paytable, Wager
from certify.spec.rulebook import LineTerms
from certify.spec.values import LOSES

Cells = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Table:
    """A paytable of a wager in another document."""

    jurisdiction: Jurisdiction
    wager: Wager
    table: Paytable

    @property
    def place(self) -> str:
        """The table for people, with its document and its lines."""
        return f"{name_tables([self.table.id])} of {self.jurisdiction.name} ({self.table.citation})"


def list_tables(case: Case, wager: Wager) -> list[Table]:
    """The paytables of the same wager in the other documents."""
    return [
        Table(other, counterpart, table)
        for other in case.others
        if (counterpart := other.find_wager(wager.id)) is not None
        for table in counterpart.paytables
    ]


def _read_cells(table: Paytable, *, envy: bool) -> dict[tuple[str, str], str]:
    """Pays by line, and envy where both games pay it."""
    cells = {(line.id, "pays"): str(line.pays.value) for line in table.lines}
    if envy:
        cells |= {(line.id, "envy"): str(line.envy.value) for line in table.lines if line.envy}
    return cells


def compare_tables(wager: Wager, own: Paytable, other: Table) -> Cells:
    """The cells in which two tables differ; envy is compared only where both games pay it."""
    envy = wager.has_envy and other.wager.has_envy
    first, second = _read_cells(own, envy=envy), _read_cells(other.table, envy=envy)
    return sorted(key for key in first.keys() | second.keys() if first.get(key) != second.get(key))


def is_equal(wager: Wager, own: Paytable, other: Table) -> bool:
    """Whether two tables agree in every cell, and both games pay envy or neither does."""
    return wager.has_envy == other.wager.has_envy and not compare_tables(wager, own, other)


@difference_rule("XJD003")
def push_not_everywhere(case: Case) -> Iterator[Draft]:
    """A class pushes on some paytables of some documents, and loses in the others.

    The same hand keeps its stake here and loses it there. The price is that of the push in this
    document's game: of taking it away, or of adding it.

    Example: three pair pushes on one paytable of a document, and loses in another document.
    """
    for wager in case.jurisdiction.wagers:
        if not wager.paytables:
            continue
        counterparts = [
            (item, counterpart)
            for item in case.others
            if (counterpart := item.find_wager(wager.id)) and counterpart.paytables
        ]
        mine = _list_pushes(wager)
        theirs = {item.id: _list_pushes(counterpart) for item, counterpart in counterparts}
        for hand in dict.fromkeys([*mine, *(name for found in theirs.values() for name in found)]):
            here = mine.get(hand, [])
            apart = [
                (item, counterpart)
                for item, counterpart in counterparts
                if bool(theirs[item.id].get(hand)) != bool(here)
            ]
            if not apart:
                continue
            holders = (
                [(case.jurisdiction, here)]
                if here
                else [(item, theirs[item.id][hand]) for item, _ in apart]
            )
            told = join_words(
                f"{item.name} on {name_tables([table.id for table, _ in lines])} "
                f"({cite(*(line.citation for _, line in lines))})"
                for item, lines in holders
            )
            rest = (
                [(item, counterpart.paytables) for item, counterpart in apart]
                if here
                else [(case.jurisdiction, wager.paytables)]
            )
            loses = join_words(
                f"{item.name} ({cite(*(table.citation for table in tables))})"
                for item, tables in rest
            )
            others = [item for item, _ in apart]
            yield Draft(
                f"{begin(name_class(hand))} is a push in {told}; in {loses} it loses.",
                here[0][1].path if here else wager.paytables[0].path,
                f"{wager.id}:{hand}",
                f"{begin(name_class(hand))} as a push",
                ask_meant(others),
                None,
                (),
                (wager.id,),
                tuple(
                    place
                    for item, found in (
                        *((item, [line.citation for _, line in lines]) for item, lines in holders),
                        *((item, [table.citation for table in tables]) for item, tables in rest),
                    )
                    for place in (found if item is case.jurisdiction else cite_other(item, *found))
                ),
                {"push": name_class(hand), "in": ", ".join(item.name for item, _ in holders)},
                _price_push(case, wager, hand, here, holders[0]),
                "None where the difference is meant.",
                others=tuple(item.id for item in others),
            )


def _list_pushes(wager: Wager) -> dict[str, list[tuple[Paytable, Line]]]:
    found: dict[str, list[tuple[Paytable, Line]]] = {}
    for table in wager.paytables:
        for line in table.lines:
            if line.hand and is_push(line):
                found.setdefault(line.hand, []).append((table, line))
    return found


def _price_push(
    case: Case,
    wager: Wager,
    hand: str,
    here: Sequence[tuple[Paytable, Line]],
    holder: tuple[Jurisdiction, Sequence[tuple[Paytable, Line]]],
) -> Price:
    """What the push is worth in this document's game."""
    if here:
        pairs = [
            pair
            for table, line in here
            if (pair := change_lines(case, wager, table, repay(line.id, LOSES))) is not None
        ]
        return price_change(case, wager.id, pairs, "without the push")
    other, ((table, line), *_) = holder
    terms = compile_rulebook(other, {}, {wager.id: table.id}).wagers[wager.id]
    added = next(item for item in terms.lines if item.id == line.id)

    def add(lines: Sequence[LineTerms]) -> list[LineTerms]:
        return [*lines, replace(added, envy=None)]

    pairs = [
        pair
        for own in wager.paytables
        if not any(item.hand == hand for item in own.lines)
        and (pair := change_lines(case, wager, own, add)) is not None
    ]
    return price_change(case, wager.id, pairs, "with such a push added")


def _tell_rest(
    wager: Wager, others: Sequence[Table], found: Collection[str], every: Sequence[Table]
) -> str:
    """Which tables of either side have no equal on the other, where several have one."""
    here = [table.id for table in wager.paytables if table.id not in found]
    there = [item.table.id for item in others if item not in every]
    if len(found) < _SEVERAL or not (here or there):
        return ""
    told = [
        f"{name_tables(names)} {'has' if len(names) == 1 else 'have'} no equal {where}"
        for names, where in ((here, "there"), (there, "here"))
        if names
    ]
    return f" {begin(join_words(told))}."


_SEVERAL = 2
"""From so many equal tables on the rest is told."""


@difference_rule("XJD004")
def same_paytable(case: Case) -> Iterator[Draft]:
    """Paytables of other documents are equal to one of this, pays and envy, whatever they are called.

    What is known of one holds for the other; a figure printed for one can be checked on both.

    Example: one document's table 3 is another's only table.
    """
    for wager in case.jurisdiction.wagers:
        others = list_tables(case, wager)
        found = {
            own.id: (own, equal)
            for own in wager.paytables
            if (equal := [item for item in others if is_equal(wager, own, item)])
        }
        if not found:
            continue
        told = "; ".join(
            f"{name_tables([own.id])} ({own.citation}) is {join_words(item.place for item in equal)}"
            for own, equal in found.values()
        )
        every = [item for _, equal in found.values() for item in equal]
        yield Draft(
            f"{begin(told)}.{_tell_rest(wager, others, found, every)}",
            next(iter(found.values()))[0].path,
            wager.id,
            "Equal paytables",
            "Are these paytables meant to stay equal?",
            citations=(
                *(own.citation for own, _ in found.values()),
                *(
                    place
                    for item in every
                    for place in cite_other(item.jurisdiction, item.table.citation)
                ),
            ),
            evidence={
                own.id: ", ".join(f"{item.jurisdiction.name} {item.table.id}" for item in equal)
                for own, equal in found.values()
            },
            cure="None needed.",
            others=tuple(dict.fromkeys(item.jurisdiction.id for item in every)),
        )

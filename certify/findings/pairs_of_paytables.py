"""XJD: the paytables of a document beside those of others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from certify.base.errors import CertifyError
from certify.findings.case import Case
from certify.findings.differences import ask_meant, cite_other
from certify.findings.finding import Draft, Price
from certify.findings.paytables import change_lines, describe_pay, is_push, repay
from certify.findings.phrases import (
    begin,
    cite,
    join_words,
    name_class,
    name_line,
    name_tables,
    place_line,
)
from certify.findings.pricing import price_change
from certify.findings.registry import difference_rule
from certify.spec.compile import compile_rulebook
from certify.spec.model import Jurisdiction, Line, Paytable, Standing, Wager
from certify.spec.rulebook import LineTerms
from certify.spec.values import LOSES, Money

_NEAR = 3
"""Tables that differ in so many cells at most are told as near."""
_TITLE = "Pays beside those of other documents"

Cells = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class _Table:
    """A paytable of a wager in another document."""

    jurisdiction: Jurisdiction
    wager: Wager
    table: Paytable

    @property
    def place(self) -> str:
        return f"{name_tables([self.table.id])} of {self.jurisdiction.name} ({self.table.citation})"


def _list_tables(case: Case, wager: Wager) -> list[_Table]:
    """The paytables of the same wager in the other documents."""
    return [
        _Table(other, counterpart, table)
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


def _compare(wager: Wager, own: Paytable, other: _Table) -> Cells:
    """The cells in which two tables differ; envy is compared only where both games pay it."""
    envy = wager.has_envy and other.wager.has_envy
    first, second = _read_cells(own, envy=envy), _read_cells(other.table, envy=envy)
    return sorted(key for key in first.keys() | second.keys() if first.get(key) != second.get(key))


def _is_equal(wager: Wager, own: Paytable, other: _Table) -> bool:
    return wager.has_envy == other.wager.has_envy and not _compare(wager, own, other)


def _joker(jurisdiction: Jurisdiction, table: Paytable) -> object:
    own = table.statements.get("deck.joker") or jurisdiction.statements["deck.joker"]
    return own.value


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


@difference_rule("XJD004")
def same_paytable(case: Case) -> Iterator[Draft]:
    """Paytables of other documents are equal to one of this, pays and envy, whatever they are called.

    What is known of one holds for the other; a figure printed for one can be checked on both.

    Example: one document's table 3 is another's only table.
    """
    for wager in case.jurisdiction.wagers:
        others = _list_tables(case, wager)
        found = {
            own.id: (own, equal)
            for own in wager.paytables
            if (equal := [item for item in others if _is_equal(wager, own, item)])
        }
        if not found:
            continue
        told = "; ".join(
            f"{name_tables([own.id])} ({own.citation}) is {join_words(item.place for item in equal)}"
            for own, equal in found.values()
        )
        every = [item for _, equal in found.values() for item in equal]
        yield Draft(
            f"{begin(told)}.",
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


@difference_rule("XJD005")
def near_paytable(case: Case) -> Iterator[Draft]:
    """A paytable equals one of another document but for a few cells, or bears its number and differs.

    The difference may be a choice or a slip. Envy is compared only where both games pay it. A table of
    another document that this one has too, under whatever name, is left out, and so are the others of a
    document that has this very table; of the rest only the nearest are told. The price is that of the
    others' lines in this document's game, at a full table.

    Example: a straight at 1 to 1, where every other paytable pays 2.
    """
    for wager in case.jurisdiction.wagers:
        every = _list_tables(case, wager)
        others = [
            item
            for item in every
            if not any(_is_equal(wager, own, item) for own in wager.paytables)
        ]
        found = [
            (own, group)
            for own in wager.paytables
            for group in _list_nearest(case, wager, own, every, others)
        ]
        if found:
            yield _draft_near(case, wager, found)


@dataclass(frozen=True, slots=True)
class _Near:
    """The tables of other documents that differ from one of this document in the same cells."""

    tables: tuple[_Table, ...]
    cells: tuple[tuple[str, str], ...]
    told: str


def _list_nearest(
    case: Case, wager: Wager, own: Paytable, every: Sequence[_Table], others: Sequence[_Table]
) -> list[_Near]:
    """The nearest tables to one of this document, those that differ alike together."""
    counterparts = {item.jurisdiction.id for item in every if _is_equal(wager, own, item)}
    near = [
        (item, cells)
        for item in others
        if item.jurisdiction.id not in counterparts
        and _joker(case.jurisdiction, own) == _joker(item.jurisdiction, item.table)
        and (cells := _compare(wager, own, item))
        and (
            len(cells) <= _NEAR
            or _bears_its_number(own, item.table)
            or all(what == "envy" for _, what in cells)
        )
    ]
    least = min((len(cells) for _, cells in near), default=0)
    groups: dict[str, list[tuple[_Table, Cells]]] = {}
    for item, cells in near:
        if len(cells) == least:
            told = _describe_cells(own, item.table, cells, item.jurisdiction.currency)
            groups.setdefault(told, []).append((item, cells))
    return [
        _Near(tuple(item for item, _ in found), tuple(found[0][1]), told)
        for told, found in groups.items()
    ]


def _draft_near(case: Case, wager: Wager, found: Sequence[tuple[Paytable, _Near]]) -> Draft:
    """One finding a wager, whatever tables of others are nearest: another file must not rename it."""
    alike: dict[tuple[str, str], list[tuple[Paytable, _Near]]] = {}
    for own, near in found:
        places = join_words(item.place for item in near.tables)
        alike.setdefault((places, near.told), []).append((own, near))
    tables = [item for _, near in found for item in near.tables]
    own_tables = list({own.id: own for own, _ in found}.values())
    return Draft(
        " ".join(_tell_near(wager, group) for group in alike.values()),
        own_tables[0].path,
        wager.id,
        _TITLE,
        ask_meant(list({item.jurisdiction.id: item.jurisdiction for item in tables}.values())),
        None,
        (),
        (wager.id,),
        (
            *(own.citation for own in own_tables),
            *(
                place
                for item in tables
                for place in cite_other(item.jurisdiction, item.table.citation)
            ),
        ),
        {
            f"{own.id} {name_class(line)} {what}": "differs"
            for own, near in found
            for line, what in near.cells
        },
        _join_prices(_price_table(case, wager, own, near.tables[0]) for own, near in found),
        "Confirm the figures with their author.",
        others=tuple(dict.fromkeys(item.jurisdiction.id for item in tables)),
    )


def _tell_near(wager: Wager, group: Sequence[tuple[Paytable, _Near]]) -> str:
    """Tables of this document that differ alike from the same tables of others, as a sentence."""
    owns, near = [own for own, _ in group], group[0][1]
    several = len(owns) > 1
    places = "; ".join(dict.fromkeys(str(own.citation) for own in owns))
    likeness = _tell_likeness(wager, owns[0], near, several=several)
    return (
        f"{begin(name_tables([own.id for own in owns]))} of the {wager.name} ({places}) {likeness} "
        f"{join_words(item.place for item in near.tables)} {_tell_apart(owns[0], near.cells)} {near.told}."
    )


def _join_prices(prices: Iterable[Price]) -> Price:
    """Several prices as one; where one of them is wanting, its reason."""
    found = list(prices)
    effects = [effect for item in found for effect in item.effects]
    if len(effects) < len(found):
        return next(item for item in found if not item.effects)
    widest = max(effects, key=lambda item: item.size)
    low, high = min(item.low for item in effects), max(item.high for item in effects)
    return Price((replace(widest, low=low, high=high),))


def _is_like(own: Paytable, cells: Sequence[tuple[str, str]]) -> bool:
    """Whether most lines of a table are those of the other."""
    return 2 * len({line for line, _ in cells}) <= len(own.lines)


def _tell_likeness(wager: Wager, own: Paytable, near: _Near, *, several: bool) -> str:
    """Whether two tables are alike in all cells, or in their pays where one game has no envy."""
    if not _is_like(own, near.cells):
        return "differ from" if several else "differs from"
    if wager.has_envy != near.tables[0].wager.has_envy:
        return "have, envy apart, the pays of" if several else "has, envy apart, the pays of"
    return "are" if several else "is"


def _tell_apart(own: Paytable, cells: Sequence[tuple[str, str]]) -> str:
    return "but for" if _is_like(own, cells) else "by"


def _describe_cells(own: Paytable, table: Paytable, cells: Cells, currency: str) -> str:
    if len(cells) > 2 * _NEAR:
        envy = [name_class(line) for line, what in cells if what == "envy"]
        pays = [name_class(line) for line, what in cells if what == "pays"]
        return join_words(
            f"{what} {join_words(names)}"
            for what, names in (("the pays of", pays), ("the envy of", envy))
            if names
        )
    return join_words(_describe_cell(own, table, line, what, currency) for line, what in cells)


def _describe_cell(own: Paytable, table: Paytable, line: str, what: str, currency: str) -> str:
    def show(paytable: Paytable) -> str:
        found = next((item for item in paytable.lines if item.id == line), None)
        if found is None:
            return "no line"
        if what == "envy":
            return str(Money(found.envy.value.money, currency)) if found.envy else "none"  # type: ignore[union-attr]
        read = "" if found.pays.standing is Standing.STATED else " as we read it"
        return f"{describe_pay(found)}{read}"

    lines = own.lines if any(item.id == line for item in own.lines) else table.lines
    named = next(item for item in lines if item.id == line)
    label = "the envy of " if what == "envy" else ""
    name = place_line(named, lines)
    if name.startswith("where "):
        return f"the pay {name} ({show(own)} here, {show(table)} there)"
    return f"{label}{name_line(named, lines)} ({show(own)} here, {show(table)} there)"


def _price_table(case: Case, wager: Wager, own: Paytable, other: _Table) -> Price:
    """The edge with the other's lines in this document's game, less the own one."""
    if case.jurisdiction.currency != other.jurisdiction.currency:
        return Price((), "the amounts are in two currencies")
    others = case.count_others(wager)
    try:
        terms = compile_rulebook(other.jurisdiction, {}, {wager.id: other.table.id}).wagers[
            wager.id
        ]
    except CertifyError:
        return Price((), f"the {wager.name} of {other.jurisdiction.name} cannot be counted")
    if wager.has_envy and not other.wager.has_envy:
        others = 0  # what the other game does not pay is no part of the difference
    lines = [line if wager.has_envy else replace(line, envy=None) for line in terms.lines]
    pair: tuple[Fraction, Fraction] | None = change_lines(case, wager, own, lambda _: lines, others)
    stake = case.least_stake(wager, own)
    seats = f", at a stake of {stake} with {others} other players" if others else ""
    basis = f"with the lines that stand there{seats}"
    return price_change(case, wager.id, [pair] if pair else [], basis)


def _bears_its_number(own: Paytable, table: Paytable) -> bool:
    number = _read_number(own.id)
    return number is not None and number == _read_number(table.id)


def _read_number(name: str) -> int | None:
    found = re.search(r"([0-9]+)$", name)
    return int(found[1]) if found else None

"""XJD: a paytable beside those of another document."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from certify.base.errors import CertifyError
from certify.findings.case import Case
from certify.findings.differences import cite_other
from certify.findings.finding import Draft, Price
from certify.findings.paytables import change_lines, describe_pay, is_push, repay
from certify.findings.phrases import cite, join_words, name_class, name_line, name_tables
from certify.findings.pricing import price_change
from certify.findings.registry import pair_rule
from certify.spec.compile import compile_rulebook
from certify.spec.model import Jurisdiction, Line, Paytable, Wager
from certify.spec.rulebook import LineTerms
from certify.spec.values import LOSES

_NEAR = 3
"""Tables that differ in so many cells at most are told as near."""
_TITLE = "Pays beside those of other documents"


def _list_wagers(case: Case, other: Jurisdiction) -> Iterator[tuple[Wager, Wager]]:
    for wager in case.jurisdiction.wagers:
        twin = other.find_wager(wager.id)
        if twin is not None:
            yield wager, twin


def _read_cells(table: Paytable) -> dict[tuple[str, str], str]:
    """Pays and envy by line."""
    cells = {(line.id, "pays"): str(line.pays.value) for line in table.lines}
    cells |= {(line.id, "envy"): str(line.envy.value) for line in table.lines if line.envy}
    return cells


def _compare(own: Paytable, twin: Paytable) -> list[tuple[str, str]]:
    """The cells in which two tables differ."""
    first, second = _read_cells(own), _read_cells(twin)
    return sorted(key for key in first.keys() | second.keys() if first.get(key) != second.get(key))


def _joker(jurisdiction: Jurisdiction, table: Paytable) -> object:
    own = table.statements.get("deck.joker") or jurisdiction.statements["deck.joker"]
    return own.value


@pair_rule("XJD003")
def push_in_one_only(case: Case, other: Jurisdiction) -> Iterator[Draft]:
    """A class pushes on some paytables of one document, and on none of the other's.

    The same hand keeps its stake here and loses it there. The price is that of the push in this
    document's game: of taking it away, or of adding it.

    Example: three pair pushes on one paytable of a document, and loses in another document.
    """
    for wager, twin in _list_wagers(case, other):
        mine, theirs = _list_pushes(wager), _list_pushes(twin)
        for hand in dict.fromkeys([*mine, *theirs]):
            here, there = mine.get(hand, []), theirs.get(hand, [])
            if bool(here) == bool(there):
                continue
            lines = here or there
            holder, without = (case.jurisdiction, other) if here else (other, case.jurisdiction)
            rest = twin if here else wager
            places = [line.citation for _, line in lines]
            tables = [table.citation for table in rest.paytables]
            shown = (
                (*places, *cite_other(other, *tables))
                if here
                else (*cite_other(other, *places), *tables)
            )
            yield Draft(
                f"{name_class(hand).capitalize()} is a push in {holder.name} on "
                f"{name_tables([table.id for table, _ in lines])} ({cite(*places)}); in {without.name} "
                f"({cite(*tables)}) it loses.",
                here[0][1].path if here else wager.paytables[0].path,
                f"{wager.id}:{hand}:{'here' if here else 'there'}",
                f"{name_class(hand).capitalize()} as a push",
                f"Is the difference from {other.name} meant?",
                None,
                (),
                (wager.id,),
                shown,
                {"push": hand, "in": holder.name},
                _price_push(case, other, wager, hand, here, there),
                "None where the difference is meant.",
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
    other: Jurisdiction,
    wager: Wager,
    hand: str,
    here: Sequence[tuple[Paytable, Line]],
    there: Sequence[tuple[Paytable, Line]],
) -> Price:
    """What the push is worth in this document's game."""
    if here:
        pairs = [
            pair
            for table, line in here
            if (pair := change_lines(case, wager, table, repay(line.id, LOSES))) is not None
        ]
        return price_change(case, wager.id, pairs, "without the push")
    table, line = there[0]
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


@pair_rule("XJD004")
def same_paytable(case: Case, other: Jurisdiction) -> Iterator[Draft]:
    """Paytables of two documents are equal, pays and envy, under the same or another name.

    What is known of one holds for the other; a figure printed for one can be checked on both.

    Example: one document's table 3 is another's only table.
    """
    for wager, twin in _list_wagers(case, other):
        found = [
            (own, table)
            for own in wager.paytables
            for table in twin.paytables
            if not _compare(own, table)
        ]
        if found:
            told = join_words(
                f"{name_tables([own.id])} here is {name_tables([table.id])} there"
                for own, table in found
            )
            yield Draft(
                f"Paytables of the {wager.name} are equal in {case.jurisdiction.name} and {other.name}: "
                f"{told}.",
                found[0][0].path,
                f"{wager.id}:{','.join(f'{own.id}={table.id}' for own, table in found)}",
                "Equal paytables",
                "Are these paytables meant to stay equal?",
                citations=(
                    *(own.citation for own, _ in found),
                    *cite_other(other, *(table.citation for _, table in found)),
                ),
                evidence={own.id: table.id for own, table in found},
                cure="None needed.",
            )


@pair_rule("XJD005")
def near_paytable(case: Case, other: Jurisdiction) -> Iterator[Draft]:
    """A paytable equals one of another document but for a few cells, or bears its number and differs.

    The difference may be a choice or a slip. The price is that of the other's lines in this document's
    game, envy included at a full table.

    Example: a straight at 1 to 1, where every other paytable pays 2.
    """
    for wager, twin in _list_wagers(case, other):
        for own in wager.paytables:
            if any(not _compare(own, table) for table in twin.paytables):
                continue
            near = [
                (table, cells)
                for table in twin.paytables
                if _joker(case.jurisdiction, own) == _joker(other, table)
                and (
                    len(cells := _compare(own, table)) <= _NEAR
                    or (
                        _read_number(own.id) is not None
                        and _read_number(own.id) == _read_number(table.id)
                    )
                    or _differ_in_envy_only(cells)
                )
            ]
            for table, cells in near:
                yield Draft(
                    f"{name_tables([own.id]).capitalize()} of the {wager.name} in {case.jurisdiction.name} "
                    f"({own.citation}) differs from {name_tables([table.id])} in {other.name} "
                    f"({table.citation}) by {_describe_cells(own, table, cells)}.",
                    own.path,
                    f"{wager.id}:{own.id}/{table.id}",
                    _TITLE,
                    f"Is the difference from {name_tables([table.id])} in {other.name} meant?",
                    None,
                    (),
                    (wager.id,),
                    (own.citation, *cite_other(other, table.citation)),
                    {f"{line} {what}": "differs" for line, what in cells},
                    _price_table(case, other, wager, own, table),
                    "Confirm the figures with their author.",
                )


def _differ_in_envy_only(cells: Sequence[tuple[str, str]]) -> bool:
    return all(what == "envy" for _, what in cells)


def _describe_cells(own: Paytable, table: Paytable, cells: Sequence[tuple[str, str]]) -> str:
    if len(cells) > 2 * _NEAR:
        lines = list(dict.fromkeys(line for line, _ in cells))
        return f"{len(cells)} cells, on {join_words(name_class(line) for line in lines)}"
    return join_words(_describe_cell(own, table, line, what) for line, what in cells)


def _describe_cell(own: Paytable, table: Paytable, line: str, what: str) -> str:
    def show(paytable: Paytable) -> str:
        found = next((item for item in paytable.lines if item.id == line), None)
        if found is None:
            return "no line"
        if what == "envy":
            return str(found.envy.value) if found.envy else "none"
        return describe_pay(found)

    named = next(item for item in (*own.lines, *table.lines) if item.id == line)
    label = "the envy of " if what == "envy" else ""
    return f"{label}{name_line(named)} ({show(own)} against {show(table)})"


def _price_table(
    case: Case, other: Jurisdiction, wager: Wager, own: Paytable, table: Paytable
) -> Price:
    """The edge with the other's lines in this document's game, less the own one."""
    if case.jurisdiction.currency != other.currency:
        return Price((), "the amounts are in two currencies")
    others = case.count_others(wager)
    try:
        terms = compile_rulebook(other, {}, {wager.id: table.id}).wagers[wager.id]
    except CertifyError:
        return Price((), f"the {wager.name} of {other.name} cannot be counted")
    lines = [line if wager.has_envy else replace(line, envy=None) for line in terms.lines]
    pair: tuple[Fraction, Fraction] | None = change_lines(case, wager, own, lambda _: lines, others)
    stake = case.least_stake(wager, own)
    basis = f"at a stake of {stake} with {others} other players" if others else ""
    return price_change(case, wager.id, [pair] if pair else [], basis)


def _read_number(name: str) -> int | None:
    found = re.search(r"([0-9]+)$", name)
    return int(found[1]) if found else None

"""XJD: a paytable that differs little from one of another document."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from certify.findings.case import Case
from certify.findings.differences import ask_meant, cite_other
from certify.findings.finding import Draft, Price
from certify.findings.pairs_of_paytables import Cells, Table, compare_tables, is_equal, list_tables
from certify.findings.paytables import change_lines, describe_pay
from certify.findings.phrases import (
    begin,
    join_words,
    name_class,
    name_line,
    name_tables,
    place_line,
)
from certify.findings.pricing import price_change
from certify.findings.registry import difference_rule
from certify.spec.compile import compile_rulebook
from certify.spec.model import Jurisdiction, Paytable, Standing, Wager
from certify.spec.values import Money

_NEAR = 3
"""Tables that differ in so many cells at most are told as near."""
_TITLE = "Pays beside those of other documents"


def _joker(jurisdiction: Jurisdiction, table: Paytable) -> object:
    own = table.statements.get("deck.joker") or jurisdiction.statements["deck.joker"]
    return own.value


@difference_rule("XJD005")
def near_paytable(case: Case) -> Iterator[Draft]:
    """A paytable stands in another document but for a few cells, or with another's envy.

    The difference may be a choice or a slip. A table that the other document has as it is, under whatever
    name, is left out, and so is a document all of whose tables stand here; of the rest each is set beside
    those of the other document that differ from it in the fewest cells. Where the cells are too many but
    all pays are those of one table there, it is said whose envy it has. Envy is compared only where both
    games pay it. The price is that of the other's lines in this document's game, at a full table.

    Example: a straight at 1 to 1, where every other paytable pays 2.
    """
    for wager in case.jurisdiction.wagers:
        every = _drop_known(wager, list_tables(case, wager))
        found = [
            (own, group)
            for own in wager.paytables
            for group in _list_nearest(case, wager, own, every)
        ]
        if found:
            yield _draft_near(case, wager, found)


def _drop_known(wager: Wager, every: Sequence[Table]) -> list[Table]:
    """Without the tables of documents that have none beside those of this one: nothing differs there."""
    unknown = {
        item.jurisdiction.id
        for item in every
        if not any(is_equal(wager, own, item) for own in wager.paytables)
    }
    return [item for item in every if item.jurisdiction.id in unknown]


@dataclass(frozen=True, slots=True)
class _Near:
    """The tables of another document that differ from one of this document in the same cells."""

    tables: tuple[Table, ...]
    cells: tuple[tuple[str, str], ...]
    told: str
    envy: tuple[Table, ...] = ()
    """Where all pays are theirs and the envy is not: the tables of that document whose envy it is."""


def _list_nearest(case: Case, wager: Wager, own: Paytable, every: Sequence[Table]) -> list[_Near]:
    """The tables of others that are nearest to one of this document, those that differ alike together."""
    there = {item.jurisdiction.id for item in every if is_equal(wager, own, item)}
    differing = [
        (item, compare_tables(wager, own, item))
        for item in every
        if item.jurisdiction.id not in there
        and _joker(case.jurisdiction, own) == _joker(item.jurisdiction, item.table)
    ]
    least = min((len(cells) for _, cells in differing), default=0)
    nearest = [
        (item, cells)
        for item, cells in differing
        if len(cells) == least
        and (least <= _NEAR or _bears_its_number(own, item.table))
        and not _has_nearer(wager, item, least)
    ]
    if least > _NEAR and not nearest:
        return _list_mixed(differing)
    groups: dict[str, list[tuple[Table, Cells]]] = {}
    for item, cells in nearest:
        told = _describe_cells(own, item.table, cells, item.jurisdiction.currency)
        groups.setdefault(told, []).append((item, cells))
    return [
        _Near(tuple(item for item, _ in found), tuple(found[0][1]), told)
        for told, found in groups.items()
    ]


def _has_nearer(wager: Wager, item: Table, cells: int) -> bool:
    """Whether a table that this document does not have is nearer to another of its own.

    Only the nearest tells anything of such a table. One that this document does have is told as the
    nearest of a variant beside it.
    """
    counts = [len(compare_tables(wager, own, item)) for own in wager.paytables]
    return 0 < min(counts) < cells


def _list_mixed(differing: Sequence[tuple[Table, Cells]]) -> list[_Near]:
    """The tables whose pays are all those of one of this document, with those whose envy it has."""
    pays = [(item, cells) for item, cells in differing if all(what == "envy" for _, what in cells)]
    envy = [item for item, cells in differing if all(what == "pays" for _, what in cells)]
    if not pays:
        return []
    return [_Near(tuple(item for item, _ in pays), tuple(pays[0][1]), "", tuple(envy))]


def _draft_near(case: Case, wager: Wager, found: Sequence[tuple[Paytable, _Near]]) -> Draft:
    """One finding a wager, whatever tables of others are nearest: another file must not rename it."""
    alike: dict[tuple[str, str], list[tuple[Paytable, _Near]]] = {}
    for own, near in found:
        places = join_words(item.place for item in near.tables)
        alike.setdefault((places, near.told), []).append((own, near))
    tables = [item for _, near in found for item in (*near.tables, *near.envy)]
    own_tables = list({own.id: own for own, _ in found}.values())
    return Draft(
        _tell_all(wager, list(alike.values())),
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
        _join_prices(
            _price_table(case, wager, own, item)
            for own, near in found
            for item in (near.tables[:1] if near.told else near.tables)
        ),
        "None where the difference is meant.",
        others=tuple(dict.fromkeys(item.jurisdiction.id for item in tables)),
    )


def _tell_all(wager: Wager, groups: Sequence[Sequence[tuple[Paytable, _Near]]]) -> str:
    """A sentence a group; tables that have just been named are not named again."""
    told, before = [], ""
    for group in groups:
        owns = [own for own, _ in group]
        places = "; ".join(dict.fromkeys(str(own.citation) for own in owns))
        subject = f"{begin(name_tables([own.id for own in owns]))} of the {wager.name} ({places})"
        again = "They" if len(owns) > 1 else "It"
        told.append(
            f"{again if subject == before else subject} "
            f"{_tell_near(wager, owns, group[0][1], again=subject == before)}"
        )
        before = subject
    return " ".join(told)


def _tell_near(wager: Wager, owns: Sequence[Paytable], near: _Near, *, again: bool) -> str:
    """What tables of this document are beside tables of another, from the verb on."""
    several = len(owns) > 1
    others = join_words(item.place for item in near.tables)
    if not near.told:
        envy = (
            f"the envy of {join_words(item.place for item in near.envy)}"
            if near.envy
            else f"an envy of {'their' if several else 'its'} own"
        )
        return f"{'have' if several else 'has'} the pays of {others}, and {envy}."
    likeness = _tell_likeness(wager, owns[0], near, several=several)
    also = " also" if again else ""
    return f"{likeness}{also} {others} {_tell_apart(owns[0], near.cells)} {near.told}."


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


def _price_table(case: Case, wager: Wager, own: Paytable, other: Table) -> Price:
    """The edge with the other's lines in this document's game, less the own one."""
    if case.jurisdiction.currency != other.jurisdiction.currency:
        return Price((), "the amounts are in two currencies")
    others = case.count_others(wager)
    rulebook = compile_rulebook(other.jurisdiction, {}, {wager.id: other.table.id})
    if wager.has_envy and not other.wager.has_envy:
        others = 0  # what the other game does not pay is no part of the difference
    lines = [
        line if wager.has_envy else replace(line, envy=None)
        for line in rulebook.wagers[wager.id].lines
    ]
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

"""Paytables next to each other: equal, almost equal, or combined from two others; and published ones."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from certify.base.errors import CertifyError
from certify.base.load import read_bytes
from certify.compare.differences import align_differing
from certify.odds.given_lines import hash_content
from certify.odds.identity import remember
from certify.odds.price import Likeness, Priced
from certify.spec.model import Jurisdiction, Line, Paytable, Wager
from certify.spec.validate import list_specs, load_jurisdiction
from certify.spec.values import PUSHES, format_value

_NEAR = 3
"""Tables that differ in at most this many cells are near."""
_NEARLY = 2
"""Payouts in which a published paytable that is nearly equal may differ."""

Cell = tuple[str, str]
"""The id of a row, and `pays` or `envy`."""


@dataclass(frozen=True, slots=True)
class OtherTable:
    """A paytable of a wager in another document."""

    jurisdiction: Jurisdiction
    wager: Wager
    table: Paytable


@dataclass(frozen=True, slots=True)
class Near:
    """Paytables of this document that differ from paytables of another one in the same cells."""

    own: tuple[Paytable, ...]
    tables: tuple[OtherTable, ...]
    cells: tuple[Cell, ...]
    payouts_only: bool = False
    """Whether only one of the two games has an Envy Bonus, which is then not compared."""
    is_mixed: bool = False
    """Whether all payouts are equal and most Envy Bonuses are not."""
    envy_of: tuple[OtherTable, ...] = ()
    """Of mixed ones: the tables of the other document with the same Envy Bonuses."""

    @property
    def is_alike(self) -> bool:
        """Whether at most half of the rows differ."""
        return 2 * len({line for line, _ in self.cells}) <= len(self.own[0].lines)


def list_tables(wager: Wager, other: Jurisdiction) -> list[OtherTable]:
    """The paytables of the same wager in another document."""
    counterpart = other.find_wager(wager.id)
    if counterpart is None:
        return []
    return [OtherTable(other, counterpart, table) for table in counterpart.paytables]


def _read_pays(table: Paytable) -> dict[Cell, str]:
    return {(line.id, "pays"): format_value(line.pays.value) for line in table.lines}


def _read_envy(table: Paytable) -> dict[Cell, str]:
    return {(line.id, "envy"): format_value(line.envy.value) for line in table.lines if line.envy}


def compare_tables(wager: Wager, own: Paytable, other: OtherTable) -> list[Cell]:
    """The cells in which two tables differ; the Envy Bonus is compared only if both games have it."""
    first, second = _read_pays(own), _read_pays(other.table)
    if wager.has_envy and other.wager.has_envy:
        first |= _read_envy(own)
        second |= _read_envy(other.table)
    return sorted(cell for cell, _, _ in align_differing(first, second))


def is_equal(wager: Wager, own: Paytable, other: OtherTable) -> bool:
    """Whether two tables agree in every cell, and both games have an Envy Bonus or neither has."""
    return wager.has_envy == other.wager.has_envy and not compare_tables(wager, own, other)


def list_near(jurisdiction: Jurisdiction, wager: Wager, other: Jurisdiction) -> list[Near]:
    """The paytables of a wager that are nearly those of another document, or combined from two of them.

    A table that the other document also has is left out, and so is a document without a table of its own.
    """
    every = list_tables(wager, other)
    if all(any(is_equal(wager, own, item) for own in wager.paytables) for item in every):
        return []
    groups: dict[tuple[object, ...], list[Near]] = {}
    for own in wager.paytables:
        for near in _list_nearest(jurisdiction, wager, own, every):
            names = (item.table.id for item in near.tables)
            key = (near.is_mixed, *names, *_read_sides(near))
            groups.setdefault(key, []).append(near)
    return [
        replace(found[0], own=tuple(item.own[0] for item in found)) for found in groups.values()
    ]


def _read_sides(near: Near) -> Iterator[tuple[Cell, str | None, str | None]]:
    """The differing cells with the values of both sides."""
    first, second = (
        {**_read_pays(table), **_read_envy(table)} for table in (near.own[0], near.tables[0].table)
    )
    for cell in near.cells:
        yield cell, first.get(cell), second.get(cell)


def _find_joker(jurisdiction: Jurisdiction, table: Paytable) -> object:
    own = table.statements.get("deck.joker") or jurisdiction.statements["deck.joker"]
    return own.value


def _list_nearest(
    jurisdiction: Jurisdiction, wager: Wager, own: Paytable, every: Sequence[OtherTable]
) -> list[Near]:
    """The tables of the other document that differ least from one of this, grouped by what differs."""
    if any(is_equal(wager, own, item) for item in every):
        return []
    differing = [
        Near(
            (own,),
            (item,),
            tuple(compare_tables(wager, own, item)),
            wager.has_envy != item.wager.has_envy,
        )
        for item in every
        if _find_joker(jurisdiction, own) == _find_joker(item.jurisdiction, item.table)
    ]
    least = min((len(item.cells) for item in differing), default=0)
    nearest = [
        item
        for item in differing
        if len(item.cells) == least
        and (least <= _NEAR or _has_same_number(own, item.tables[0].table))
        and not _has_nearer(wager, item.tables[0], least)
    ]
    if least > _NEAR and not nearest:
        return _list_mixed(differing)
    groups: dict[tuple[object, ...], list[Near]] = {}
    for item in nearest:
        groups.setdefault(tuple(_read_sides(item)), []).append(item)
    return [_join_tables(found) for found in groups.values()]


def _join_tables(found: Sequence[Near]) -> Near:
    return replace(found[0], tables=tuple(item.tables[0] for item in found))


def _has_nearer(wager: Wager, item: OtherTable, cells: int) -> bool:
    """Whether a table that this document does not have is nearer to another table of this document."""
    counts = [len(compare_tables(wager, own, item)) for own in wager.paytables]
    return 0 < min(counts) < cells


def _list_mixed(differing: Sequence[Near]) -> list[Near]:
    """The tables with the same payouts, and those with the same Envy Bonuses."""
    pays, envy = (
        [item for item in differing if all(column == other for _, column in item.cells)]
        for other in ("envy", "pays")
    )
    if not pays:
        return []
    joined = _join_tables(pays)
    return [replace(joined, is_mixed=True, envy_of=tuple(item.tables[0] for item in envy))]


def _has_same_number(own: Paytable, table: Paytable) -> bool:
    first, second = (re.search(r"[0-9]+$", item.id) for item in (own, table))
    return bool(first and second and int(first[0]) == int(second[0]))


def list_combined(wager: Wager) -> Iterator[tuple[Paytable, list[Paytable], list[Paytable]]]:
    """Paytables with the payouts of some tables of the wager and the Envy Bonuses of others."""
    for own in wager.paytables if wager.has_envy else ():
        others = [
            (item, _read_pays(item) == _read_pays(own), _read_envy(item) == _read_envy(own))
            for item in wager.paytables
            if item is not own
        ]
        pays = [item for item, pays, envy in others if pays and not envy]
        envy = [item for item, pays, envy in others if envy and not pays]
        if pays and envy:
            yield own, pays, envy


def list_pushes(tables: Iterable[Paytable]) -> dict[str, list[tuple[Paytable, Line]]]:
    """The hands that push, with their paytables and rows."""
    found: dict[str, list[tuple[Paytable, Line]]] = {}
    for table in tables:
        for line in table.lines:
            if line.hand and line.pays.value == PUSHES:
                found.setdefault(line.hand, []).append((table, line))
    return found


def add_alike(priced: Priced) -> Priced:
    """A priced paytable with the published ones that are nearest."""
    return replace(priced, alike=find_alike(priced.paytable))


def find_alike(paytable: Paytable) -> tuple[Likeness, ...]:
    """The published paytables that differ in no more than a few payouts, the nearest first."""
    own = _describe(paytable)
    compared = (_compare(own, item) for path in list_specs() for item in _list_published(path))
    most = min(_NEARLY, len(own["lines"]) // 2)
    found = [item for item in compared if len(item.differences) <= most]
    found.sort(key=lambda item: (len(item.differences), not item.same_order, not item.same_envy))
    return tuple(item for item in found if len(item.differences) == len(found[0].differences))


def _compare(own: Mapping[str, Any], other: Mapping[str, Any]) -> Likeness:
    theirs, mine = dict(other["lines"]), dict(own["lines"])
    return Likeness(
        other["jurisdiction"],
        other["wager"],
        other["paytable"],
        tuple((row, one or "-", two or "-") for row, one, two in align_differing(theirs, mine)),
        list(mine) == list(theirs),
        dict(own["envy"]) == dict(other["envy"]),
    )


def _list_published(path: Path) -> list[dict[str, Any]]:
    """The paytables of a file as plain data, kept by the file's hash: reading it takes long."""

    def read() -> list[dict[str, Any]]:
        try:
            known = load_jurisdiction(path)
        except CertifyError:  # a draft that is not valid has nothing published
            return []
        return [
            {"jurisdiction": known.id, "wager": wager.id, **_describe(paytable)}
            for wager, paytable in known.list_paytables()
        ]

    found: list[dict[str, Any]] = remember(
        "published-paytables", {"sha256": hash_content(read_bytes(path))}, read
    )
    return found


def _describe(paytable: Paytable) -> dict[str, Any]:
    pays, envy = _read_pays(paytable), _read_envy(paytable)
    return {
        "paytable": paytable.id,
        "lines": [[row, value] for (row, _), value in pays.items()],
        "envy": [[row, value] for (row, _), value in envy.items()],
    }

"""One change from a file to another: what says otherwise, where it stands, and how to make it alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from certify.base.load import DataPath
from certify.gate.figures import name_value
from certify.spec.catalogue import Moves, Touches
from certify.spec.model import Jurisdiction, Statement
from certify.spec.values import format_value
from certify.wagers.limits import STANDARD

ABSENT = "(absent)"

Apply = Callable[[Jurisdiction], Jurisdiction]
Item = TypeVar("Item")


class Sort(StrEnum):
    """What sort of thing changes."""

    MONEY = "money"
    """It can move the figures."""
    ROUND = "round"
    """It moves money only outside the basis of the figures: fouls, irregularities, cover."""
    WORDS = "words"
    """Citations, names, reasons, the inventory: no money."""


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that the new file says otherwise."""

    what: str
    at: str
    before: str
    after: str
    sort: Sort
    wagers: tuple[str, ...] | None = None
    """The wagers it can touch; None for all of them."""
    apply: Apply | None = None
    """Makes this change alone on the old file; None where it moves no money."""
    readings: tuple[str, ...] = ()
    """The readings that it needs to be in force, as ``KEY=VALUE``."""

    def touches(self, wager: str) -> bool:
        """Whether it can move the money of a wager."""
        return self.sort is not Sort.WORDS and (self.wagers is None or wager in self.wagers)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two files that are compared."""

    old: Jurisdiction
    new: Jurisdiction

    def place(self, path: DataPath, *, gone: bool = False) -> str:
        """File and line of a path: in the new file, or in the old one for what is gone."""
        source = (self.old if gone else self.new).source
        return f"{source.name}:{source.position(path)[0]}"

    def compare_statements(
        self,
        old: Mapping[str, Statement],
        new: Mapping[str, Statement],
        put: Callable[[str, Statement | None], Apply],
        where: str = "",
    ) -> Iterator[Change]:
        """The changes among statements that stand by key."""
        for key in dict.fromkeys([*old, *new]):
            first, second = old.get(key), new.get(key)
            change = self.compare(first, second, put(key, second), where)
            if change is not None:
                yield change

    def compare(
        self, first: Statement | None, second: Statement | None, apply: Apply, where: str = ""
    ) -> Change | None:
        """The change from one statement to another; None where they say the same in the same words."""
        known = second or first
        if known is None or _words(first) == _words(second):
            return None
        place = self.place(known.path, gone=second is None)
        name = f"{known.key}{where}"
        if first and second and _meaning(first) == _meaning(second):
            return Change(name, place, _tell_words(first), _tell_words(second), Sort.WORDS)
        sort = _SORTS[known.parameter.moves]
        return Change(
            name,
            place,
            tell(first),
            tell(second),
            sort,
            self.list_touched(known),
            apply if sort is not Sort.WORDS else None,
        )

    def list_touched(self, statement: Statement) -> tuple[str, ...] | None:
        """The wagers whose money a statement can move; None for all."""
        if statement.wager is not None:
            return (statement.wager,)
        if statement.parameter.touches is Touches.STANDARD:
            return (STANDARD,)
        if statement.parameter.touches is Touches.EVERY:
            return None
        return tuple(dict.fromkeys(item.id for item in (*self.old.wagers, *self.new.wagers)))


_SORTS = {Moves.ODDS: Sort.MONEY, Moves.ROUND: Sort.ROUND, Moves.NOTHING: Sort.WORDS}


def put_item(mapping: Mapping[str, Item], key: str, item: Item | None) -> dict[str, Item]:
    """A mapping with one item put in, or taken out where there is none."""
    kept = {name: value for name, value in mapping.items() if name != key or item is not None}
    return {**kept, key: item} if item is not None else kept


def put_in_order(
    items: Iterable[Item],
    name: str,
    item: Item | None,
    order: list[str],
    key: Callable[[Item], str],
) -> list[Item]:
    """A list with one item replaced, taken out, or put behind what precedes it in an order of names."""
    listed = [other for other in items if key(other) != name or item is not None]
    if item is None:
        return listed
    names = [key(other) for other in listed]
    if name in names:
        listed[names.index(name)] = item
        return listed
    before = [other for other in order[: order.index(name)] if other in names]
    listed.insert(names.index(before[-1]) + 1 if before else 0, item)
    return listed


def _meaning(statement: Statement) -> tuple[object, ...]:
    """What of a statement can move money or a finding."""
    return (
        statement.standing,
        statement.value,
        statement.other_values,
        statement.reading,
        tuple(item.value for item in statement.said),
    )


def _words(statement: Statement | None) -> tuple[object, ...] | None:
    """All that a statement says, its words and citations too; not where it stands."""
    if statement is None:
        return None
    return (
        _meaning(statement),
        tuple((item.citation, item.implied) for item in statement.said),
        tuple((item.because, item.citation) for item in statement.alternatives),
        statement.because,
        statement.deferred_to,
        statement.note,
        statement.question,
    )


def tell(statement: Statement | None) -> str:
    """A statement in short: value, standing, and what else it could be."""
    if statement is None:
        return ABSENT
    told = format_value(statement.value) if statement.value is not None else ""
    others = ", ".join(format_value(value) for value in statement.other_values)
    words = [told, f"[{statement.standing}]", f"or {others}" if others else ""]
    return " ".join(word for word in words if word)


def _tell_words(statement: Statement) -> str:
    """Where a statement stands and in which words, where its meaning is the same."""
    parts = [statement.clause, statement.question, statement.because, statement.note]
    parts += [f"{item.because} {item.citation or ''}".strip() for item in statement.alternatives]
    told = "; ".join(part for part in parts if part)
    return f"{name_value(statement.value)}: {told}" if statement.value is not None else told

"""The things of two or more documents that have the same name, and one of them replaced."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, TypeVar

from certify.spec.model import Citation, Line, Published, Uncovered

Key = TypeVar("Key")
Address = tuple[str, ...]
"""Where a thing is in a specification: fields, and the names of things in lists and mappings."""
Lines = tuple[int, int]
"""The first and last line of a citation."""
Moved = tuple[tuple[Lines, Lines], ...]
"""The lines before and after of each citation that moved."""
CONDITION = "condition"
"""The hands of both sides that a row requires, as one thing."""


def align(*sides: Mapping[Key, Any]) -> Iterator[tuple[Key, tuple[Any, ...]]]:
    """Each name with what it means on each side, in the order of the sides."""
    for key in dict.fromkeys(chain(*sides)):
        yield key, tuple(side.get(key) for side in sides)


def align_differing(
    first: Mapping[Key, Any], second: Mapping[Key, Any]
) -> Iterator[tuple[Key, Any, Any]]:
    """The names that mean different things on the two sides, or nothing on one of them."""
    for key, (one, two) in align(first, second):
        if one != two:
            yield key, one, two


def identify(item: Any) -> str:
    """The name of a thing among its neighbours."""
    match item:
        case Mapping():
            return str(item["rule"])
        case Uncovered():
            return item.what
        case Published():
            return item.label
    return str(item.id)


def index(items: Iterable[Any]) -> dict[str, Any]:
    """Things by name."""
    return {identify(item): item for item in items}


def find(owner: Any, address: Address) -> Any:
    """The thing at an address; None if nothing is there."""
    for name in address:
        if isinstance(owner, tuple | list):
            owner = index(owner)
        owner = owner.get(name) if isinstance(owner, Mapping) else getattr(owner, name)
        if owner is None:
            return None
    return owner


def change_at(
    owner: Any, address: Address, change: Callable[[Any], Any], order: Sequence[str] = ()
) -> Any:
    """A copy with the thing at an address changed, added, or removed if the change gives None.

    What is added to a list stands after its predecessor in the order of names.
    """
    if not address:
        return change(owner)
    name, rest = address[0], address[1:]
    if isinstance(owner, Mapping):
        found = change_at(owner.get(name), rest, change, order)
        copied = {**owner, name: found}
        if found is None:
            del copied[name]
        return copied
    if owner is None or isinstance(owner, tuple | list):
        owner = owner or ()  # a list that is absent is empty
        found = change_at(index(owner).get(name), rest, change, order)
        return type(owner)(put_in_order(owner, name, found, order))
    if isinstance(owner, Line) and name == CONDITION:
        player, bank = change((owner.player, owner.bank))
        return replace(owner, player=player, bank=bank)
    return replace(owner, **{name: change_at(getattr(owner, name), rest, change, order)})


def put_in_order(
    items: Iterable[Any], name: str, item: Any | None, order: Sequence[str]
) -> list[Any]:
    """A list with one thing replaced, removed, or inserted after its predecessor in an order of names."""
    listed = [other for other in items if identify(other) != name or item is not None]
    if item is None:
        return listed
    names = [identify(other) for other in listed]
    if name in names:
        listed[names.index(name)] = item
        return listed
    earlier = [other for other in order[: order.index(name)] if other in names]
    listed.insert(names.index(earlier[-1]) + 1 if earlier else 0, item)
    return listed


def sort_in_order(items: Iterable[Any], order: Sequence[str]) -> list[Any]:
    """A list in an order of names; what the order does not name comes last."""
    place = {name: number for number, name in enumerate(order)}
    return sorted(items, key=lambda item: place.get(identify(item), len(order)))


def find_moved(first: Any, second: Any) -> Moved | None:
    """The lines before and after of each citation that only moved; None if anything else differs."""
    if isinstance(first, Citation) and isinstance(second, Citation):
        same = (first.document, first.clause) == (second.document, second.clause)
        return _move((first.first, first.last), (second.first, second.last)) if same else None
    if isinstance(first, Mapping) and isinstance(second, Mapping):
        if first.keys() != second.keys():
            return None
        return _join(
            _move(_read_lines(first[key]), _read_lines(second[key]))
            if key == "lines"
            else find_moved(first[key], second[key])
            for key in first
        )
    if isinstance(first, list | tuple) and isinstance(second, list | tuple):
        if len(first) != len(second):
            return None
        return _join(map(find_moved, first, second))
    return () if first == second else None


def _move(first: Lines, second: Lines) -> Moved | None:
    if first[1] - first[0] != second[1] - second[0]:
        return None
    return () if first == second else ((first, second),)


def _read_lines(lines: int | str) -> Lines:
    first, _, last = str(lines).partition("-")
    return int(first), int(last or first)


def _join(parts: Iterable[Moved | None]) -> Moved | None:
    found: list[tuple[Lines, Lines]] = []
    for part in parts:
        if part is None:
            return None
        found += part
    return tuple(found)

"""The differences between two specifications: statements, paytables, cells, rules, each at its address.

Order of keys, comments and spelling of YAML are not differences. Each difference can be made alone on the old
specification, so that its effect can be calculated alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain
from typing import Any, TypeVar

from certify.base.load import DataPath
from certify.compare.figures import FigureChange
from certify.spec.catalogue import Moves, Touches
from certify.spec.model import (
    Citation,
    Document,
    Jurisdiction,
    Line,
    Paytable,
    Published,
    Statement,
    Uncovered,
    Wager,
)
from certify.spec.printed import PRINTED
from certify.wagers.limits import STANDARD

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


CITATIONS = "citations"
"""The address of all citations that only moved."""
ENVY = "envy"
"""The address, in a wager, of its whole Envy Bonus."""
_NOT_PLAYED = {"at", "examples", "part", "note", "because"}
"""The parts of a rule that play no card."""


Pair = Sequence[Any]
"""The same thing of the old and the new specification."""


class Sort(StrEnum):
    """What sort of thing differs."""

    MONEY = "money"
    """It can change the figures."""
    ROUND = "round"
    """It changes money only in rounds that the figures exclude: fouls, irregularities, cover."""
    WORDS = "words"
    """Citations, names, reasons, the inventory: no money."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """What differs at one address of two specifications, or of two certificates."""

    address: Address
    old: Any
    """A list's order, as names, if only the order differs."""
    new: Any
    file: str = ""
    """The old file if something was removed."""
    line: int = 0
    sort: Sort = Sort.WORDS
    wagers: tuple[str, ...] | None = None
    """The wagers that it can affect; None for all of them."""
    readings: tuple[str, ...] = ()
    """The readings under which it applies, as ``KEY=VALUE``."""
    moved: Moved = ()
    """Lines before and after of the citations, if nothing but their lines differs."""
    effects: tuple[FigureChange, ...] = ()
    """What it alone changes."""
    not_calculated: str = ""
    """Why its effect alone could not be calculated."""
    uncounted: tuple[str, ...] = ()
    """Wagers that it touches and that have no figure before or after."""

    def touches(self, wager: str) -> bool:
        """Whether it can change the money of a wager."""
        return self.sort is not Sort.WORDS and (self.wagers is None or wager in self.wagers)

    @property
    def is_order(self) -> bool:
        """Whether the same things are in another order."""
        return self.address == ("house_way", "rules") or (
            len(self.address) == 5 and self.address[-1] == "lines"
        )


def list_differences(old: Jurisdiction, new: Jurisdiction) -> tuple[Difference, ...]:
    """Every difference, in the order of the files; citations that only moved are one difference."""
    return tuple(_join_moved(_Walk(old, new).list_all()))


def make(jurisdiction: Jurisdiction, difference: Difference, new: Jurisdiction) -> Jurisdiction:
    """A specification with one difference made alone, taken from the new one."""
    address = difference.address
    if difference.is_order:
        return _put(jurisdiction, address, lambda items: sort_in_order(items, difference.new))
    if address == ("house_way",):
        added = {
            key: new.statements[key] for key in new.statements if key not in jurisdiction.statements
        }
        return replace(
            jurisdiction,
            house_way=difference.new or {},
            statements={**jurisdiction.statements, **added},
        )
    if address[-1] == ENVY and len(address) == 3:
        return _put(
            jurisdiction, address[:-1], lambda wager: _put_envy(wager, new.wager(address[1]))
        )
    siblings = find(new, address[:-1])
    order = [*index(siblings)] if isinstance(siblings, tuple | list) else []
    return _put(jurisdiction, address, lambda _: difference.new, order)


def _put(
    jurisdiction: Jurisdiction, address: Address, change: Any, order: Iterable[str] = ()
) -> Jurisdiction:
    changed: Jurisdiction = change_at(jurisdiction, address, change, tuple(order))
    return changed


def _put_envy(wager: Wager, other: Wager) -> Wager:
    """A wager with the Envy Bonus of another, or without if that has none: statements and cells."""
    statements = {
        **_choose(wager.statements, envy=False),
        **_choose(other.statements, envy=True),
    }
    cells = {(table.id, line.id): line.envy for table in other.paytables for line in table.lines}
    tables = (
        replace(
            table,
            lines=tuple(replace(line, envy=cells.get((table.id, line.id))) for line in table.lines),
        )
        for table in wager.paytables
    )
    return replace(wager, statements=statements, paytables=tuple(tables))


def _choose(statements: Mapping[str, Statement], *, envy: bool) -> dict[str, Statement]:
    """The statements on the Envy Bonus, or all others."""
    return {
        key: item for key, item in statements.items() if (item.parameter.section == "envy") is envy
    }


def have_same_meaning(first: Statement | None, second: Statement | None) -> bool:
    """Whether two statements differ at most in words and citations."""
    return bool(first and second) and _read_meaning(first) == _read_meaning(second)


def _read_meaning(statement: Statement | None) -> tuple[object, ...]:
    """The parts of a statement that can change money or a finding."""
    if statement is None:
        return ()
    return (
        statement.standing,
        statement.value,
        statement.other_values,
        statement.reading,
        tuple(item.value for item in statement.said),
    )


def _read_facts(item: Any) -> Any:
    """The parts of a thing that are compared, its words and citations included."""
    match item:
        case Statement():
            return (
                _read_meaning(item),
                tuple((said.citation, said.implied) for said in item.said),
                tuple((other.because, other.citation) for other in item.alternatives),
                item.because,
                item.deferred_to,
                item.note,
                item.question,
                item.near,
            )
        case Uncovered():
            return *item.touched, item.citation
        case Published():
            return item.percent, item.citation
        case Document():
            return item.name, item.lines, item.sha256
    return item


def read_play(rule: Mapping[str, Any] | None, *, plays: bool = True) -> dict[str, Any] | None:
    """The parts of a rule that play cards, or the others."""
    if rule is None:
        return None
    return {key: rule[key] for key in rule if (key not in _NOT_PLAYED) is plays}


_SORTS = {
    Moves.ODDS: Sort.MONEY,
    Moves.INCOMPLETE: Sort.MONEY,
    Moves.ROUND: Sort.ROUND,
    Moves.NOTHING: Sort.WORDS,
}


def _locate(pair: Pair) -> DataPath:
    """The path of a thing, in the old specification if it was removed."""
    path: DataPath = (pair[0] if pair[1] is None else pair[1]).path
    return path


class _Walk:
    """Goes through two specifications side by side."""

    def __init__(self, old: Jurisdiction, new: Jurisdiction) -> None:
        self.old, self.new = old, new

    def list_all(self) -> Iterator[Difference]:
        yield from self._list_identity()
        yield from self._list_statements(("statements",), self.old.statements, self.new.statements)
        for name, pair in align(index(self.old.wagers), index(self.new.wagers)):
            address = ("wagers", name)
            if None in pair:
                yield from self._compare(address, pair, _locate(pair), Sort.MONEY, (name,))
            else:
                yield from self._list_of_wager(address, *pair)
        yield from self._list_published((), (self.old, self.new), ("standard",))
        yield from self._list_of_house_way()
        yield from self._list_uncovered()
        yield from self._list_inventory()

    def _compare(
        self,
        address: Address,
        pair: Pair,
        path: DataPath,
        sort: Sort = Sort.WORDS,
        wagers: tuple[str, ...] | None = None,
        readings: tuple[str, ...] = (),
    ) -> Iterator[Difference]:
        """The difference at one address, if there is one."""
        facts = [_read_facts(item) for item in pair]
        if facts[0] == facts[1]:
            return
        first, second = pair
        source = (self.old if second is None else self.new).source
        yield Difference(
            address=address,
            old=first,
            new=second,
            file=source.name,
            line=source.position(path)[0],
            sort=sort,
            wagers=wagers,
            readings=readings,
            moved=find_moved(*facts) or (),
        )

    def _list_identity(self) -> Iterator[Difference]:
        sides = (self.old, self.new)
        revisions = [(side.edition, side.date) for side in sides]
        yield from self._compare(("edition",), revisions, ("edition",))
        for name in ("name", "id", "currency"):
            values = [getattr(side, name) for side in sides]
            sort = Sort.MONEY if name == "currency" else Sort.WORDS
            yield from self._compare((name,), values, (name,), sort)
        for name, pair in align(*(index(side.documents) for side in sides)):
            yield from self._compare(("documents", name), pair, ("documents",))

    def _list_statements(
        self, address: Address, old: Mapping[str, Statement], new: Mapping[str, Statement]
    ) -> Iterator[Difference]:
        for key, pair in align(old, new):
            yield from self._compare_statements((*address, key), pair)

    def _compare_statements(self, address: Address, pair: Pair) -> Iterator[Difference]:
        known = pair[1] or pair[0]
        if known is None:
            return
        same = have_same_meaning(*pair)
        sort = Sort.WORDS if same else _SORTS[known.parameter.moves]
        wagers = None if same else self._list_touched(known)
        yield from self._compare(address, pair, known.path, sort, wagers)

    def _list_touched(self, statement: Statement) -> tuple[str, ...] | None:
        """The wagers whose money a statement can change; None for all."""
        if statement.wager is not None:
            return (statement.wager,)
        if statement.parameter.touches is Touches.STANDARD:
            return (STANDARD, *self._list_wagers(lambda item: item.looks_at_standard))
        if statement.parameter.touches is Touches.EVERY:
            return None
        return self._list_wagers(lambda _: True)

    def _list_wagers(self, chosen: Callable[[Wager], bool]) -> tuple[str, ...]:
        wagers = (*self.old.wagers, *self.new.wagers)
        return tuple(dict.fromkeys(item.id for item in wagers if chosen(item)))

    def _list_of_wager(self, address: Address, first: Wager, second: Wager) -> Iterator[Difference]:
        sides = (first, second)
        for what in ("name", "looks_at"):
            values = [getattr(side, what) for side in sides]
            yield from self._compare((*address, what), values, (*second.path, what))
        compared = [side.statements for side in sides]
        with_envy = first.has_envy is second.has_envy
        if not with_envy:
            own = [_choose(side.statements, envy=True) if side.has_envy else None for side in sides]
            path = (first if first.has_envy else second).path
            yield from self._compare((*address, ENVY), own, path, Sort.MONEY, (first.id,))
            compared = [_choose(side.statements, envy=False) for side in sides]
        yield from self._list_statements((*address, "statements"), *compared)
        for name, pair in align(*(index(side.paytables) for side in sides)):
            place = (*address, "paytables", name)
            if None in pair:
                yield from self._compare(place, pair, _locate(pair), Sort.MONEY, (first.id,))
            else:
                yield from self._list_of_paytable(place, *pair, with_envy=with_envy)

    def _list_of_paytable(
        self, address: Address, first: Paytable, second: Paytable, *, with_envy: bool
    ) -> Iterator[Difference]:
        wagers = (address[1],)
        statements = (first.statements, second.statements)
        yield from self._list_statements((*address, "statements"), *statements)
        for name, pair in align(index(first.lines), index(second.lines)):
            place = (*address, "lines", name)
            if None in pair:
                yield from self._compare(place, pair, _locate(pair), Sort.MONEY, wagers)
            else:
                yield from self._list_of_line(place, *pair, with_envy=with_envy)
        rows = (first.lines, second.lines)
        yield from self._compare_order((*address, "lines"), rows, second.path, wagers)
        citations = (first.citation, second.citation)
        yield from self._compare((*address, "citation"), citations, second.path)
        yield from self._list_published(address, (first, second), second.path)

    def _list_of_line(
        self, address: Address, first: Line, second: Line, *, with_envy: bool
    ) -> Iterator[Difference]:
        hands = [(line.player, line.bank) for line in (first, second)]
        wagers = (address[1],)
        yield from self._compare((*address, CONDITION), hands, second.path, Sort.MONEY, wagers)
        for cell in ("pays", "envy") if with_envy else ("pays",):
            pair = (getattr(first, cell), getattr(second, cell))
            for found in self._compare_statements((*address, cell), pair):
                yield replace(found, wagers=wagers)
        printed = (first.printed, second.printed)
        yield from self._compare((*address, "printed"), printed, (*second.path, "printed"))

    def _list_published(self, address: Address, pair: Pair, path: DataPath) -> Iterator[Difference]:
        for label, figures in align(*(index(side.published) for side in pair)):
            yield from self._compare((*address, "published", label), figures, path)

    def _compare_order(
        self,
        address: Address,
        pair: Pair,
        path: DataPath,
        wagers: tuple[str, ...] | None = None,
    ) -> Iterator[Difference]:
        """The order of what both sides have; the whole new order is what is made."""
        before, after = (tuple(index(items)) for items in pair)
        kept = tuple(name for name in before if name in after)
        if kept != tuple(name for name in after if name in before):
            yield from self._compare(address, (kept, after), path, Sort.MONEY, wagers)

    def _list_of_house_way(self) -> Iterator[Difference]:
        pair = [side.house_way or None for side in (self.old, self.new)]
        if None in pair:
            yield from self._compare(("house_way",), pair, ("house_way",), Sort.MONEY)
            return
        ways = [side.house_way for side in (self.old, self.new)]
        yield from self._list_rules([way.get("rules", ()) for way in ways])
        for section in ("unexpressed", PRINTED):
            for name, rules in align(*(index(way.get(section, ())) for way in ways)):
                is_money = section != PRINTED and None in rules
                sort = Sort.MONEY if is_money else Sort.WORDS
                address = ("house_way", section, name)
                yield from self._compare(address, rules, ("house_way", section), sort)

    def _list_rules(self, pair: Pair) -> Iterator[Difference]:
        before, after = map(index, pair)
        for name, rules in align(before, after):
            number = [*(before if rules[1] is None else after)].index(name)
            plays = read_play(rules[0]) != read_play(rules[1])
            under = (rules[1] or rules[0] or {}).get("under", {})
            yield from self._compare(
                ("house_way", "rules", name),
                rules,
                ("house_way", "rules", number),
                Sort.MONEY if plays else Sort.WORDS,
                None,
                tuple(f"{key}={value}" for key, value in under.items()),
            )
        yield from self._compare_order(("house_way", "rules"), pair, ("house_way", "rules"))

    def _list_uncovered(self) -> Iterator[Difference]:
        for what, pair in align(index(self.old.uncovered), index(self.new.uncovered)):
            wagers = [item.wagers if item else () for item in pair]
            touched = [item.touched if item else None for item in pair]
            yield from self._compare(
                ("uncovered", what),
                pair,
                _locate(pair),
                Sort.MONEY if any(wagers) and touched[0] != touched[1] else Sort.WORDS,
                tuple(dict.fromkeys([*wagers[0], *wagers[1]])),
            )

    def _list_inventory(self) -> Iterator[Difference]:
        sides = (self.old, self.new)
        for kind in dict.fromkeys(item.kind for side in sides for item in side.inventory):
            entries = [[dict(item.data) for item in side.list_entries(kind)] for side in sides]
            yield from self._compare(("inventory", kind), entries, ("inventory", kind))


def list_shifts(difference: Difference) -> tuple[int, ...]:
    """By how many lines citations moved."""
    return tuple(sorted({after[0] - before[0] for before, after in difference.moved}))


def _join_moved(differences: Iterable[Difference]) -> Iterator[Difference]:
    """The differences; citations of several places that only moved are one."""
    listed = list(differences)
    group = [item for item in listed if item.moved]
    if len({(item.file, item.line) for item in group}) < 2:
        yield from listed
        return
    moved = tuple(lines for item in group for lines in item.moved)
    for item in listed:
        if item is group[0]:
            yield replace(item, address=(CITATIONS,), old=None, new=None, moved=moved)
        elif not item.moved:
            yield item

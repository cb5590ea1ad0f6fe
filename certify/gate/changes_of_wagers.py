"""Changes of wagers: statements, paytables, and cell by cell the lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from certify.base.load import DataPath
from certify.gate.change import ABSENT, Apply, Change, Pair, Sort, put_in_order, put_item, tell
from certify.spec.model import Jurisdiction, Line, Paytable, Published, Statement, Wager

OnLines = Callable[[Callable[[tuple[Line, ...]], Iterable[Line]]], Apply]


def list_changes_of_wagers(pair: Pair) -> Iterator[Change]:
    """Wagers that come and go, and every change inside those that stay."""
    before = {wager.id: wager for wager in pair.old.wagers}
    after = {wager.id: wager for wager in pair.new.wagers}
    for name in dict.fromkeys([*before, *after]):
        first, second = before.get(name), after.get(name)
        if first is None or second is None:
            yield _compare_presence(pair, name, first, second)
        else:
            yield from _compare_wagers(pair, first, second)
    figures = (pair.old.published, pair.new.published)
    yield from _compare_published(pair, "standard", figures, ("standard",))


def _compare_presence(pair: Pair, name: str, first: Wager | None, second: Wager | None) -> Change:
    known = second or first
    if known is None:
        raise AssertionError("a wager stands on one side at least")
    told = f"{known.name}, {len(known.paytables)} paytables"
    return Change(
        f"wager {name}",
        pair.place(known.path, gone=second is None),
        ABSENT if first is None else told,
        ABSENT if second is None else told,
        Sort.MONEY,
        (name,),
        lambda item: replace(
            item,
            wagers=(
                *(wager for wager in item.wagers if wager.id != name),
                *([second] if second else []),
            ),
        ),
    )


def _compare_wagers(pair: Pair, first: Wager, second: Wager) -> Iterator[Change]:
    for what, was, now in (
        ("name", first.name, second.name),
        ("looks_at", first.looks_at, second.looks_at),
    ):
        if was != now:
            place = pair.place((*second.path, what))
            yield Change(f"{first.id}.{what}", place, was, now, Sort.WORDS)

    def put(key: str, statement: Statement | None) -> Apply:
        return _on_wager(
            first.id,
            lambda wager: replace(wager, statements=put_item(wager.statements, key, statement)),
        )

    yield from pair.compare_statements(first.statements, second.statements, put)
    before = {item.id: item for item in first.paytables}
    after = {item.id: item for item in second.paytables}
    for name in dict.fromkeys([*before, *after]):
        own, other = before.get(name), after.get(name)
        if own is None or other is None:
            yield _compare_paytable_presence(pair, first.id, name, own, other)
        else:
            yield from _compare_paytables(pair, first.id, own, other)


def _compare_paytable_presence(
    pair: Pair, wager: str, name: str, first: Paytable | None, second: Paytable | None
) -> Change:
    known = second or first
    if known is None:
        raise AssertionError("a paytable stands on one side at least")
    told = f"{len(known.lines)} lines"
    return Change(
        f"{wager} paytable {name}",
        pair.place(known.path, gone=second is None),
        ABSENT if first is None else told,
        ABSENT if second is None else told,
        Sort.MONEY,
        (wager,),
        _on_wager(
            wager,
            lambda item: replace(
                item,
                paytables=(
                    *(table for table in item.paytables if table.id != name),
                    *([second] if second else []),
                ),
            ),
        ),
    )


def _compare_paytables(
    pair: Pair, wager: str, first: Paytable, second: Paytable
) -> Iterator[Change]:
    where = f" (paytable {first.id})" if first.named else ""

    def put(key: str, statement: Statement | None) -> Apply:
        return _on_paytable(
            wager,
            first.id,
            lambda table: replace(table, statements=put_item(table.statements, key, statement)),
        )

    yield from pair.compare_statements(first.statements, second.statements, put, where)
    yield from _compare_lines(pair, wager, first, second)
    if first.citation != second.citation:
        yield Change(
            f"{wager}{where}: citation",
            pair.place(second.path),
            str(first.citation),
            str(second.citation),
            Sort.WORDS,
        )
    yield from _compare_published(
        pair, f"{wager}{where}", (first.published, second.published), second.path
    )


def _compare_published(
    pair: Pair, name: str, figures: tuple[tuple[Published, ...], ...], path: DataPath
) -> Iterator[Change]:
    told = [
        {item.label: f"{item.percent} % ({item.citation})" for item in published}
        for published in figures
    ]
    for label in dict.fromkeys([*told[0], *told[1]]):
        if told[0].get(label) != told[1].get(label):
            yield Change(
                f"{name}: printed {label}",
                pair.place(path),
                told[0].get(label, ABSENT),
                told[1].get(label, ABSENT),
                Sort.WORDS,
            )


def _compare_lines(pair: Pair, wager: str, first: Paytable, second: Paytable) -> Iterator[Change]:
    where = f"{wager} paytable {first.id}" if first.named else wager
    before = {line.id: line for line in first.lines}
    after = {line.id: line for line in second.lines}

    def on_lines(change: Callable[[tuple[Line, ...]], Iterable[Line]]) -> Apply:
        return _on_paytable(
            wager, first.id, lambda table: replace(table, lines=tuple(change(table.lines)))
        )

    for name in dict.fromkeys([*before, *after]):
        own, other = before.get(name), after.get(name)
        if own is None or other is None:
            known = other or own
            if known is None:
                raise AssertionError("a line stands on one side at least")
            yield Change(
                f"{where}: {name}",
                pair.place(known.path, gone=other is None),
                tell_line(own),
                tell_line(other),
                Sort.MONEY,
                (wager,),
                on_lines(_put_line(name, other, [*after])),
            )
            continue
        yield from _compare_cells(pair, where, wager, own, other, on_lines)
    kept = [name for name in before if name in after]
    if kept != [name for name in after if name in before]:
        order = [*after]
        yield Change(
            f"{where}: order of lines",
            pair.place(second.path),
            ", ".join(kept),
            ", ".join(name for name in after if name in before),
            Sort.MONEY,
            (wager,),
            on_lines(
                lambda lines: sorted(
                    lines,
                    key=lambda line: order.index(line.id) if line.id in order else len(order),
                )
            ),
        )


def _compare_cells(
    pair: Pair,
    where: str,
    wager: str,
    first: Line,
    second: Line,
    on_lines: Callable[[Callable[[tuple[Line, ...]], Iterable[Line]]], Apply],
) -> Iterator[Change]:
    name = first.id

    def put(**cells: Any) -> Apply:
        return on_lines(
            lambda lines: [replace(line, **cells) if line.id == name else line for line in lines]
        )

    if (first.player, first.bank) != (second.player, second.bank):
        yield Change(
            f"{where}: {name}: condition",
            pair.place(second.path),
            _tell_condition(first),
            _tell_condition(second),
            Sort.MONEY,
            (wager,),
            put(player=second.player, bank=second.bank),
        )
    for key, own, other in (
        ("pays", first.pays, second.pays),
        ("envy", first.envy, second.envy),
    ):
        change = pair.compare(own, other, put(**{key: other}))
        if change is not None:
            told = f"{where}: {name}: {key}"
            yield replace(change, what=told, wagers=(wager,))
    if first.printed != second.printed:
        place = pair.place((*second.path, "printed"))
        yield Change(f"{where}: {name}: printed", place, first.printed, second.printed, Sort.WORDS)


def tell_line(line: Line | None) -> str:
    """A line in short."""
    if line is None:
        return ABSENT
    envy = f", envy {tell(line.envy)}" if line.envy else ""
    return f"pays {tell(line.pays)}{envy}"


def _tell_condition(line: Line) -> str:
    return f"{line.player} against {line.bank}"


def _put_line(
    name: str, line: Line | None, order: list[str]
) -> Callable[[tuple[Line, ...]], Iterable[Line]]:
    return lambda lines: put_in_order(lines, name, line, order, lambda item: item.id)


def _on_wager(name: str, change: Callable[[Wager], Wager]) -> Apply:
    def apply(jurisdiction: Jurisdiction) -> Jurisdiction:
        wagers = (change(item) if item.id == name else item for item in jurisdiction.wagers)
        return replace(jurisdiction, wagers=tuple(wagers))

    return apply


def _on_paytable(wager: str, name: str, change: Callable[[Paytable], Paytable]) -> Apply:
    return _on_wager(
        wager,
        lambda item: replace(
            item,
            paytables=tuple(
                change(table) if table.id == name else table for table in item.paytables
            ),
        ),
    )

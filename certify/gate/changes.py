"""What a file says otherwise than another: statement by statement, cell by cell, each with its line.

Two files are compared as what they say, not as text: order of keys, comments and spelling of YAML are no
change. Each change can be made alone on the old file, so that it can be priced alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from certify.gate.change import ABSENT, Apply, Change, Pair, Sort, put_item
from certify.gate.changes_of_house_way import list_changes_of_house_way
from certify.gate.changes_of_wagers import list_changes_of_wagers
from certify.spec.model import Jurisdiction, Statement, Uncovered


def list_changes(old: Jurisdiction, new: Jurisdiction) -> tuple[Change, ...]:
    """Every change from one file to another, in the order of the files."""
    pair = Pair(old, new)
    return (
        *_list_identity(pair),
        *_list_statements(pair),
        *list_changes_of_wagers(pair),
        *list_changes_of_house_way(pair),
        *_list_uncovered(pair),
        *_list_inventory(pair),
    )


def _list_identity(pair: Pair) -> Iterator[Change]:
    facts = [
        {"edition": f"{item.edition} of {item.date}", "name": item.name, "id": item.id}
        for item in (pair.old, pair.new)
    ]
    for key, told in facts[0].items():
        if told != facts[1][key]:
            yield Change(key, pair.place((key,)), told, facts[1][key], Sort.WORDS)
    if pair.old.currency != pair.new.currency:
        yield Change(
            "currency",
            pair.place(("currency",)),
            pair.old.currency,
            pair.new.currency,
            Sort.MONEY,
            apply=lambda item: replace(item, currency=pair.new.currency),
        )
    before = {item.id: f"{item.name}, {item.lines} lines" for item in pair.old.documents}
    after = {item.id: f"{item.name}, {item.lines} lines" for item in pair.new.documents}
    digests = {item.id: item.sha256 for item in pair.old.documents}
    for item in pair.new.documents:
        if item.id in digests and digests[item.id] != item.sha256:
            after[item.id] += f" ({item.sha256[:12]})"
            before[item.id] += f" ({digests[item.id][:12]})"
    for key in dict.fromkeys([*before, *after]):
        if before.get(key) != after.get(key):
            yield Change(
                f"document {key}",
                pair.place(("documents",)),
                before.get(key, ABSENT),
                after.get(key, ABSENT),
                Sort.WORDS,
            )


def _list_statements(pair: Pair) -> Iterator[Change]:
    def put(key: str, statement: Statement | None) -> Apply:
        return lambda item: replace(item, statements=put_item(item.statements, key, statement))

    yield from pair.compare_statements(pair.old.statements, pair.new.statements, put)


def _list_uncovered(pair: Pair) -> Iterator[Change]:
    before = {item.what: item for item in pair.old.uncovered}
    after = {item.what: item for item in pair.new.uncovered}
    for what in dict.fromkeys([*before, *after]):
        first, second = before.get(what), after.get(what)
        if _tell_uncovered(first) == _tell_uncovered(second):
            continue
        known = second or first
        if known is None:
            raise AssertionError("an item stands on one side at least")
        touched = tuple(
            dict.fromkeys(name for item in (first, second) if item for name in item.wagers)
        )
        yield Change(
            f"uncovered: {what}",
            pair.place(known.path, gone=second is None),
            _tell_uncovered(first),
            _tell_uncovered(second),
            Sort.MONEY if touched else Sort.WORDS,
            touched,
            _put_uncovered(what, second) if touched else None,
        )


def _list_inventory(pair: Pair) -> Iterator[Change]:
    kinds = dict.fromkeys(
        item.kind for entries in (pair.old.inventory, pair.new.inventory) for item in entries
    )
    for kind in kinds:
        before = [dict(item.data) for item in pair.old.list_entries(kind)]
        after = [dict(item.data) for item in pair.new.list_entries(kind)]
        if before != after:
            gone = sum(item not in after for item in before)
            come = sum(item not in before for item in after)
            yield Change(
                f"inventory: {kind}",
                pair.place(("inventory", kind)),
                f"{len(before)} entries, {gone} of them gone",
                f"{len(after)} entries, {come} of them new",
                Sort.WORDS,
            )


def _tell_uncovered(item: Uncovered | None) -> str:
    if item is None:
        return ABSENT
    touched = ", ".join(item.wagers) or "no wager"
    return f"touches {touched} ({item.citation})"


def _put_uncovered(what: str, item: Uncovered | None) -> Apply:
    def apply(jurisdiction: Jurisdiction) -> Jurisdiction:
        kept = tuple(other for other in jurisdiction.uncovered if other.what != what)
        return replace(jurisdiction, uncovered=(*kept, *([item] if item else [])))

    return apply

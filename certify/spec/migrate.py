"""Brings a specification of format 1 to format 2: rewrites what differs, keeps the rest of the text.

The data of format 1 is the plain form that `expand` makes of format 2, so that the model of both can be
built and compared before anything is written.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache, cached_property
from itertools import groupby
from typing import Any

import yaml

from certify.base.errors import CertifyError, InvalidSpec
from certify.base.load import DataPath, SourceFile, load_bytes
from certify.spec.build import build_jurisdiction
from certify.spec.catalogue import ENVY, GAME, SECTIONS, WAGER
from certify.spec.expand import ADDED, BY_COLUMN, FORMAT, NO_CELL, expand, write_citations
from certify.spec.model import Citation
from certify.spec.validate import list_schema_faults, read_jurisdiction

_WIDTH = 160
"""Longer values are written in several lines."""


def migrate(content: bytes, name: str) -> bytes:
    """The same specification, or house way, in format 2; refused where its model would differ."""
    source = load_bytes(content, name)
    if not isinstance(source.data, dict):
        raise CertifyError(f"{name}: this is not a specification; give a YAML file of format 1")
    if is_current(source.data):
        raise CertifyError(f"{name}: not in format 1; it needs no migration")
    if _is_house_way(source.data):
        return _migrate_house_way(content.decode(), source)
    _check(source)
    new = _Rewriting(content.decode(), source.data).rewrite().encode()
    first = source.data["documents"][0]["id"]
    read = read_jurisdiction(load_bytes(new, name))
    if _compare(build_jurisdiction(source), first) != _compare(read, first):
        raise CertifyError(f"{name}: the model would change in format {FORMAT}; nothing is written")
    return new


def is_current(data: Any) -> bool:
    """Whether a file needs no migration; a house way names no format, so its citations show it."""
    if not isinstance(data, dict):
        return False
    if _is_house_way(data):
        return bool(write_citations(data, ()) == data)
    return bool(data.get("schema", 1) != 1)


def _is_house_way(data: Mapping[str, Any]) -> bool:
    return "documents" not in data and "rules" in data


def _check(source: SourceFile) -> None:
    """Refuse a file of format 1 that is not valid, at the positions of its own text."""
    documents = source.data.get("documents")
    listed = documents if isinstance(documents, list) else []
    ids = [str(item["id"]) for item in listed if isinstance(item, dict) and "id" in item]
    data = {key: item for key, item in source.data.items() if key != "schema"}
    read_jurisdiction(
        replace(source, data={"schema": FORMAT, **write_citations(data, ids)}, ends={})
    )


def _migrate_house_way(text: str, source: SourceFile) -> bytes:
    new = _Rewriting(text, source.data).rewrite_house_way().encode()
    read = load_bytes(new, source.name)
    faults = list_schema_faults(read, "house-way")
    if faults:
        raise InvalidSpec(faults)
    if expand(read).data != source.data:
        raise CertifyError(f"{source.name}: the house way would change; nothing is written")
    return new


def _compare(value: Any, first: str) -> Any:
    """Every field of a model except its places; a citation that names no document is of the first."""
    if isinstance(value, Citation):
        return (value.clause, value.lines, value.document or first)
    if is_dataclass(value):
        return [
            _compare(getattr(value, field.name), first)
            for field in fields(value)
            if field.name not in {"path", "source"}
        ]
    if isinstance(value, Mapping):
        if "at" in value and isinstance(value["at"], Mapping):
            value = {**value, "at": {"document": first, **value["at"]}}
        return [(key, _compare(item, first)) for key, item in value.items()]
    if isinstance(value, list | tuple):
        return [_compare(item, first) for item in value]
    return value


class _Rewriting:
    def __init__(self, text: str, data: Mapping[str, Any]) -> None:
        self.text = text
        self.data = data
        self.documents = [item["id"] for item in data.get("documents", ())]
        self.edits: list[tuple[int, int, str]] = []
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        self.root: Any = yaml.compose(text, Loader=loader)

    def rewrite(self) -> str:
        self.visit(self.root, self.data, ())
        first = self.root.value[0][0]
        entry = f'"schema": {FORMAT}, ' if self.root.flow_style else f"schema: {FORMAT}\n"
        if self.data.get("schema") is None:
            self.edits.append((first.start_mark.index, first.start_mark.index, entry))
        return self.apply()

    def rewrite_house_way(self) -> str:
        self.visit(self.root, self.data, ("house_way",))
        return self.apply()

    def apply(self) -> str:
        text = self.text
        for start, end, new in sorted(self.edits, reverse=True):
            text = text[:start] + new + text[end:]
        return text

    def visit(self, node: Any, data: Any, path: DataPath, around: str = "") -> None:
        """Rewrite what differs in format 2; `around` is the document that a citation inherits."""
        if isinstance(data, list):
            for number, (inner, item) in enumerate(zip(node.value, data, strict=True)):
                short = _shorten(item, None, path)
                if short is None:
                    self.visit(inner, item, (*path, number), around)
                else:
                    self.put(inner, write_citations(short, self.documents))
            return
        if not isinstance(data, dict):
            return
        names = _list_statements(path)
        at = data.get("at")
        own = at.get("document", "") if isinstance(at, dict) else ""
        for key_node, inner in node.value:
            key = key_node.value
            item, place = data[key], (*path, key)
            short = _shorten(item, data.get("all") if key in names else None, place)
            if key == "at":
                written = write_citations({"at": item}, self.documents, around)["at"]
                self.put(inner, written, key_node)
            elif key == "schema":
                self.put(inner, FORMAT, key_node)
            elif key == "paytables" and len(item) > 1:
                self.put(inner, _write_paytables(item, self.documents), key_node)
            elif short == {} and not node.flow_style:
                self.remove(key_node, inner)
            elif short:
                self.put(inner, write_citations(short, self.documents), key_node)
            else:
                self.visit(inner, item, place, own if key in {"lines", "published"} else around)

    def put(self, node: Any, value: Any, key: Any = None) -> None:
        """Write a value in the place of a node, its comments above it."""
        start, end = node.start_mark.index, find_end(node)
        column = node.start_mark.column
        if not _is_block(node):
            text = write_flow(value)
        elif key is None:
            text = _write(value, column)
        else:
            start = self.text.index(":", key.end_mark.index) + 1
            text = f" {_write(value, key.start_mark.column + 2, nested=True)}"
        self.keep_comments(start, end)
        self.edits.append((start, end, text.replace(" \n", "\n")))

    def remove(self, key: Any, node: Any) -> None:
        start = key.start_mark.index - key.start_mark.column
        end = self.text.find("\n", find_end(node)) + 1 or len(self.text)
        self.keep_comments(start, end)
        self.edits.append((start, end, ""))

    def keep_comments(self, start: int, end: int) -> None:
        """Put the comments of a span above the line where it begins."""
        line = self.text.rfind("\n", 0, start) + 1
        indent = len(self.text[line:]) - len(self.text[line:].lstrip(" "))
        first = bisect_left(self.comments, start)
        for place in self.comments[first : bisect_left(self.comments, end)]:
            comment = self.text[place:].partition("\n")[0].rstrip()
            self.edits.append((line, line, f"{' ' * indent}{comment}\n"))

    @cached_property
    def comments(self) -> list[int]:
        """Where comments begin: at each # that is in no scalar and after a space."""
        spans = sorted(_list_scalars(self.root))
        found = []
        place = -1
        while (place := self.text.find("#", place + 1)) >= 0:
            before = bisect_left(spans, (place + 1, 0)) - 1
            inside = before >= 0 and place < spans[before][1]
            if not inside and (place == 0 or self.text[place - 1].isspace()):
                found.append(place)
                place = self.text.find("\n", place) if "\n" in self.text[place:] else len(self.text)
        return found


def _list_statements(path: DataPath) -> set[str]:
    """The names of the statements that inherit from `all` at a path."""
    if len(path) == 1 and path[0] in SECTIONS:
        return {item.name for item in GAME if item.section == path[0]}
    if len(path) == 2 and path[0] == "wagers":
        return {item.name for item in WAGER}
    if len(path) == 3 and path[0] == "wagers" and path[2] == "envy":
        return {item.name for item in ENVY}
    return set()


def _shorten(item: Any, shared: Mapping[str, Any] | None, path: DataPath) -> dict[str, Any] | None:
    """A statement without its repetitions: None where it has none, empty where `all` says the same."""
    if not isinstance(item, dict):
        return None
    if shared and shared.items() <= item.items():
        rest = {key: value for key, value in item.items() if key not in shared}
        standing = next((key for key in ADDED if key in shared), "")
        if not rest or ("assumed" in rest and set(rest) <= ADDED.get(standing, set())):
            return rest
    said = item.get("stated")
    if not isinstance(said, list):
        return None
    merged = list(_merge(said))
    alone = len(merged) == 1 and not {"adopted", "brings"} & {*item, *merged[0]}
    rest = {key: value for key, value in item.items() if key != "stated"}
    if alone and (len(said) > 1 or path[0] != "house_way"):
        return {**merged[0], **rest}
    return {**item, "stated": merged} if len(merged) < len(said) else None


def _merge(said: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Adjacent entries that differ only in their citations, merged into one."""
    for _, group in groupby(said, lambda entry: {**entry, "at": None}):
        entries = list(group)
        places = [entry["at"] for entry in entries]
        yield {**entries[0], "at": places if len(places) > 1 else places[0]}


def _write_paytables(tables: Any, documents: list[str]) -> Any:
    """Paytables as they are printed, one by one or side by side as a matrix, whichever is shorter."""
    plain = write_citations(
        [{key: _shorten_own(item) for key, item in table.items()} for table in tables], documents
    )
    # tables that are cited with the same lines are printed side by side
    blocks = [list(group) for _, group in groupby(plain, lambda table: _list_numbers(table["at"]))]
    if 1 < len(blocks) < len(plain):
        short: Any = [_make_matrix(block) if len(block) > 1 else block[0] for block in blocks]
    else:
        short = _make_matrix(plain)
    return min(plain, short, key=lambda way: len(_write(way, 0)))


def _list_numbers(citation: str) -> str:
    return citation.rpartition("L")[2]


def _make_matrix(tables: list[dict[str, Any]]) -> dict[str, Any]:
    """Paytables as a matrix: lines with one condition are a row, as far as their order is the same."""
    rows: list[tuple[str, dict[int, dict[str, Any]]]] = []
    for column, table in enumerate(tables):
        place = -1
        for line in table["lines"]:
            name = json.dumps({key: line[key] for key in line if key not in BY_COLUMN})
            later = range(place + 1, len(rows))
            found = next((number for number in later if rows[number][0] == name), None)
            place = place + 1 if found is None else found
            if found is None:
                rows.insert(place, (name, {}))
            rows[place][1][column] = line
    return {
        "tables": [{key: table[key] for key in table if key != "lines"} for table in tables],
        "rows": [_make_row(lines, len(tables)) for _, lines in rows],
    }


def _shorten_own(item: Any) -> Any:
    """What a paytable has of its own, and the statements in its lines, without repetitions."""
    if isinstance(item, list):
        return [_shorten_own(inner) for inner in item]
    if isinstance(item, dict) and "pays" in item:
        return {key: _shorten_own(inner) for key, inner in item.items()}
    return _shorten(item, None, ("wagers",)) or item


def _make_row(lines: Mapping[int, Mapping[str, Any]], columns: int) -> dict[str, Any]:
    """One row of a matrix; what is the same in each column, except what it pays, is written once."""
    row: dict[str, Any] = {}
    for key in dict.fromkeys(key for line in lines.values() for key in line):
        cells = [lines.get(place, {}).get(key, NO_CELL) for place in range(columns)]
        own = [line.get(key) for line in lines.values()]
        same = key not in {"pays", "envy"} and all(cell == own[0] for cell in own)
        row[key] = own[0] if same else cells
    return row


def _is_block(node: Any) -> bool:
    return isinstance(node, yaml.CollectionNode) and not node.flow_style


def find_end(node: Any) -> int:
    """Where a node ends; the mark of a block is that of what follows it."""
    if not _is_block(node):
        return int(node.end_mark.index)
    last: Any = node.value[-1]
    return find_end(last[1] if isinstance(last, tuple) else last)


def _list_scalars(node: Any) -> Iterator[tuple[int, int]]:
    if isinstance(node, yaml.ScalarNode):
        yield node.start_mark.index, node.end_mark.index
        return
    for item in node.value:
        for inner in item if isinstance(item, tuple) else (item,):
            yield from _list_scalars(inner)


def _write(value: Any, indent: int, *, nested: bool = False) -> str:
    """A value as YAML: in one line where it fits, else a line for each of its entries."""
    flow = _write_text(value) if isinstance(value, str) else write_flow(value)
    if len(flow) + indent <= _WIDTH or not isinstance(value, dict | list) or not value:
        return flow
    lines = [
        f"- {_write(item, indent + 2)}"
        if isinstance(value, list)
        else f"{item}: {_write(value[item], indent + 2, nested=True)}".replace(": \n", ":\n")
        for item in value
    ]
    start = f"\n{' ' * indent}" if nested else ""
    return start + f"\n{' ' * indent}".join(lines)


def write_flow(value: Any) -> str:
    """A value as YAML in one line."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{write_flow(key)}: {write_flow(item)}' for key, item in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(write_flow, value))}]"
    return _write_text(value, flow=True) if isinstance(value, str) else json.dumps(value)


@cache
def _write_text(text: str, *, flow: bool = False) -> str:
    """A text without quotes where every reader takes it for the same text."""
    written = f"[{text}, {{a: {text}}}]" if flow else f"a: {text}"
    try:
        plain = load_bytes(written.encode(), "").data in ([text, {"a": text}], {"a": text})
    except CertifyError:
        plain = False
    return text if plain else json.dumps(text, ensure_ascii=False)

"""A specification as people write it, expanded to the plain form that is built.

In the file a citation is a string, a statement may inherit the standing of its section, a value may have
several citations, and paytables that share rows are a matrix. In the plain form each of them is written
out, and every path keeps its position in the file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from certify.base.errors import Fault, InvalidSpec
from certify.base.load import DataPath, SourceFile
from certify.spec.catalogue import ENVY, GAME, SECTIONS, WAGER, Parameter

FORMAT = 2
NO_CELL = "none"
"""A cell of a matrix where the paytable of its column has nothing."""
CITATION_PATTERN = r"(^|\s)L[1-9][0-9]*(-[1-9][0-9]*)?$"
STANDINGS = frozenset({"value", "stated", "silent", "deferred", "not_offered", "todo"})

_CITATION = re.compile(r"(?:(.*)\s)?L([1-9][0-9]*(?:-[1-9][0-9]*)?)", re.DOTALL)
_INHERITING = {"lines", "published"}
"""Keys of a paytable whose citations inherit its document."""
BY_COLUMN = ("pays", "envy", "printed", "at", "todo")
_ANSWERED = {"assumed", "because", "alternatives", "at", "note", "reading", "recommended"}
ADDED = {
    "silent": _ANSWERED | {"question"},
    "deferred": _ANSWERED,
    "not_offered": {"at", "note", "reading"},
}
"""What a statement may add to the standing of its section."""


def expand(source: SourceFile) -> SourceFile:
    """The plain form of a file that its schema has accepted, or every fault found in expanding it."""
    work = _Expansion(source)
    data = work.copy(source.data, (), ())
    data.pop("schema", None)
    for section in SECTIONS:
        work.inherit(data, (section,), (item for item in GAME if item.section == section))
    for place in range(len(data.get("wagers", ()))):
        work.inherit(data, ("wagers", place), WAGER)
        work.inherit(data, ("wagers", place, "envy"), ENVY)
    if work.faults:
        raise InvalidSpec(sorted(work.faults))
    return replace(source, data=data, values=work.values, keys=work.keys)


def write_plain(data: Mapping[str, Any]) -> dict[str, Any]:
    """The plain form as a file that writes everything out."""
    documents = [item["id"] for item in data["documents"]]
    return {"schema": FORMAT, **write_citations(data, documents)}


def write_citations(data: Any, documents: Sequence[str], around: str = "") -> Any:
    """Plain data with each citation as a string; `around` is the document that it inherits."""
    if isinstance(data, list):
        return [write_citations(item, documents, around) for item in data]
    if not isinstance(data, Mapping):
        return data
    at = data.get("at")
    own = at.get("document", "") if isinstance(at, Mapping) else ""
    return {
        key: _write_at(item, documents, around)
        if key == "at"
        else write_citations(item, documents, own if key in _INHERITING else "")
        for key, item in data.items()
    }


def _write_at(at: Any, documents: Sequence[str], around: str) -> Any:
    if isinstance(at, list):
        return [_write_at(item, documents, around) for item in at]
    known = isinstance(at, Mapping) and "lines" in at and isinstance(at.get("clause", ""), str)
    if not known:
        return at  # nothing that a citation can be made of: its schema refuses it
    document, clause = at.get("document", ""), at.get("clause", "")
    if len(documents) == 1 and document in documents:
        document = ""  # the only one is not named
    elif not document and len(documents) > 1 and _find_document(clause, documents):
        document = around or documents[0]
    return " ".join(str(word) for word in (document, clause, f"L{at['lines']}") if word)


def _find_document(clause: str, documents: Sequence[str]) -> str:
    """The document that the first word of a clause would be taken for; ids have no capitals."""
    first = clause.partition(" ")[0]
    return next(iter(get_close_matches(first, documents, 1)), "") if first.islower() else ""


class _Expansion:
    def __init__(self, source: SourceFile) -> None:
        self.source = source
        self.values: dict[DataPath, tuple[int, int]] = {}
        self.keys: dict[DataPath, tuple[int, int]] = {}
        self.faults: list[Fault] = []
        self.documents = [item["id"] for item in source.data.get("documents", ())]

    def fault(self, path: DataPath, what: str, cure: str) -> None:
        self.faults.append(self.source.fault(path, what, cure))

    def copy(self, data: Any, old: DataPath, new: DataPath) -> Any:
        """Copy the data at a path of the file to its path in the plain form."""
        self.values[new] = self.source.position(old)
        if old in self.source.keys:
            self.keys[new] = self.source.keys[old]
        if old and (read := _READERS.get((old[-1], type(data)))):
            return read(self, data, old, new)
        if isinstance(data, list):
            return [
                self.copy(item, (*old, place), (*new, place)) for place, item in enumerate(data)
            ]
        if not isinstance(data, dict):
            return data
        if "value" in data and isinstance(data.get("at"), list):
            own = {"value", "at", "implied"} & set(data)
            rest = {key: item for key, item in data.items() if key not in own}
            said = {key: data[key] for key in own}
            self.values[(*new, "stated")] = self.source.position((*old, "at"))
            stated = list(self.repeat(said, old, (*new, "stated"), 0))
            return {"stated": stated, **self.copy(rest, old, new)}
        return {key: self.copy(item, (*old, key), (*new, key)) for key, item in data.items()}

    def list_stated(self, data: list[Any], old: DataPath, new: DataPath) -> list[Any]:
        found: list[Any] = []
        for place, item in enumerate(data):
            path = (*old, place)
            if isinstance(item, dict) and isinstance(item.get("at"), list):
                found += self.repeat(item, path, new, len(found))
            else:
                found.append(self.copy(item, path, (*new, len(found))))
        return found

    def repeat(
        self, data: Mapping[str, Any], old: DataPath, new: DataPath, start: int
    ) -> Iterator[Any]:
        """One value with several citations, as one entry for each of them."""
        for place, text in enumerate(data["at"]):
            path = (*new, start + place)
            entry = {
                key: self.copy(item, (*old, key), (*path, key))
                for key, item in data.items()
                if key != "at"
            }
            entry["at"] = self.read_citation(text, (*old, "at", place), (*path, "at"))
            self.values[path] = self.values[(*path, "at")]
            yield entry

    def read_citations(self, texts: list[Any], old: DataPath, new: DataPath) -> list[Any]:
        return [
            self.read_citation(text, (*old, place), (*new, place))
            for place, text in enumerate(texts)
        ]

    def read_citation(self, text: str, old: DataPath, new: DataPath) -> dict[str, Any]:
        """`controls B 2 L67-69` as document, clause and lines."""
        found = _CITATION.fullmatch(text)
        if found is None:
            self.fault(old, *tell_citation(text))
            return {"lines": 1}
        clause, lines = found[1] or "", found[2]
        position = self.values[new] = self.source.position(old)
        line, column = self.source.ends.get(old, position)
        if old in self.source.ends:
            column -= len(f"L{lines}")
        self.values[(*new, "lines")] = line, column
        at: dict[str, Any] = {}
        if len(self.documents) > 1:
            first, _, rest = clause.partition(" ")
            if first in self.documents:
                at["document"], clause = first, rest
            elif near := _find_document(clause, self.documents):
                self.fault(
                    old,
                    f"unknown document '{first}'",
                    f"write '{near}', or one of {', '.join(self.documents)} before the clause",
                )
        if clause:
            at["clause"] = clause
        for key in at:
            self.values[(*new, key)] = position
        return {**at, "lines": lines if "-" in lines else int(lines)}

    def list_paytables(self, data: Any, old: DataPath, new: DataPath) -> list[dict[str, Any]]:
        """The paytables of a wager: of a matrix, or of a list of paytables and matrices."""
        if isinstance(data, dict):
            return list(self.list_columns(data, old, new, 0))
        found: list[dict[str, Any]] = []
        for place, item in enumerate(data):
            path = (*old, place)
            if "tables" in item:
                found += self.list_columns(item, path, new, len(found))
            else:
                found.append(self.copy(item, path, (*new, len(found))))
        return found

    def list_columns(
        self, data: Mapping[str, Any], old: DataPath, new: DataPath, start: int
    ) -> Iterator[dict[str, Any]]:
        """The columns of a matrix, each as a paytable with its own lines."""
        tables, rows = data["tables"], data["rows"]
        if not self.check_cells(tables, rows, (*old, "rows")):
            return
        for place, table in enumerate(tables):
            here, path = (*old, "tables", place), (*new, start + place)
            own = self.copy(table, here, path)
            if not isinstance(own, dict):
                self.values[(*path, "id")] = self.source.position(here)
                own = {"id": own}
            self.values[(*path, "lines")] = self.source.position((*old, "rows"))
            lines: list[dict[str, Any]] = []
            for number, row in enumerate(rows):
                if row["pays"][place] != NO_CELL:
                    line = (*path, "lines", len(lines))
                    lines.append(self.read_row(row, (*old, "rows", number), line, place))
            cited = [line["at"] for line in lines if "at" in line]
            if "at" not in own and not cited:
                self.fault(here, f"paytable {own['id']} has no citation", "add 'at'")
                continue
            yield {"at": _span(cited) if cited else None, **own, "lines": lines}

    def read_row(
        self, row: Mapping[str, Any], old: DataPath, new: DataPath, column: int
    ) -> dict[str, Any]:
        """The line that one column has in a row."""
        line = {}
        self.values[new] = self.source.position(old)
        for key, item in row.items():
            path = (*new, key)
            if key not in BY_COLUMN or not isinstance(item, list):
                line[key] = self.copy(item, (*old, key), path)
            elif item[column] != NO_CELL:
                cell = (*old, key, column)
                line[key] = (
                    self.read_citation(item[column], cell, path)
                    if key == "at"
                    else self.copy(item[column], cell, path)
                )
                self.keys[path] = self.source.key_position((*old, key))
        return line

    def check_cells(self, tables: list[Any], rows: list[Any], path: DataPath) -> bool:
        """Whether each row has one cell for each paytable, and nothing where it pays nothing."""
        before = len(self.faults)
        for number, row in enumerate(rows):
            for key in BY_COLUMN:
                cells, place = row.get(key), (*path, number, key)
                if not isinstance(cells, list):
                    continue
                if len(cells) != len(tables):
                    self.fault(
                        place,
                        f"{key} has cells for {len(cells)} of {len(tables)} paytables",
                        f"write one for each, '{NO_CELL}' where a paytable has none",
                    )
                    continue
                for column, (pay, cell) in enumerate(zip(row["pays"], cells, strict=False)):
                    if pay == NO_CELL != cell:
                        self.fault(
                            (*place, column),
                            f"{key} is given where the paytable has no such row",
                            f"write '{NO_CELL}', or correct pays",
                        )
        return len(self.faults) == before

    def inherit(self, data: Any, path: DataPath, parameters: Iterable[Parameter]) -> None:
        """Give each statement of a section that has no standing the one of `all`."""
        for step in path:
            if isinstance(step, str) and step not in data:
                return
            data = data[step]
        for name in (item.name for item in parameters):
            own = data.get(name)
            if not isinstance(own, dict) or STANDINGS & set(own):
                continue
            place, shared = (*path, name), data.get("all")
            if shared is None:
                self.fault(
                    place,
                    f"{name} has no standing",
                    "add for example 'silent: true', or give the section 'all'",
                )
                continue
            standing = next(key for key in ADDED if key in shared)
            for key in sorted(set(own) - ADDED[standing]):
                self.fault(
                    (*place, key),
                    f"'{key}' cannot be added to '{standing}', the standing of 'all'",
                    f"give {name} a standing of its own",
                )
            added = {key: item for key, item in shared.items() if key not in own}
            for inner in _walk(added):
                self.values[(*place, *inner)] = self.values[(*path, "all", *inner)]
            data[name] = {**added, **own}


_READERS: Mapping[tuple[str | int, type], Callable[..., Any]] = {
    ("at", str): _Expansion.read_citation,
    ("at", list): _Expansion.read_citations,
    ("stated", list): _Expansion.list_stated,
    ("paytables", dict): _Expansion.list_paytables,
    ("paytables", list): _Expansion.list_paytables,
}
"""What is written otherwise than in the plain form, by its key."""


def tell_citation(text: str) -> tuple[str, str]:
    """What is wrong with a citation that does not end in lines, and the fix."""
    return f"'{text}' does not end with lines", "add them, counted from 1: 'L67' or 'L67-69'"


def _span(cited: list[dict[str, Any]]) -> dict[str, Any]:
    """From the first to the last of the lines cited, in the clause of the first."""
    numbers = [int(number) for at in cited for number in str(at["lines"]).split("-")]
    return {**cited[0], "lines": f"{min(numbers)}-{max(numbers)}"}


def _walk(data: Any) -> Iterator[DataPath]:
    items = (
        data.items()
        if isinstance(data, dict)
        else enumerate(data)
        if isinstance(data, list)
        else ()
    )
    for key, item in items:
        yield (key,)
        yield from ((key, *inner) for inner in _walk(item))

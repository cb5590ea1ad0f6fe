"""The places of a file that cite lines of a document, and what each of them is about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from certify.base.load import DataPath, SourceFile
from certify.spec.model import Citation, Jurisdiction

_INHERIT = {"lines", "published"}
"""What stands in a paytable takes the document of its citation."""
_OF_TERMS = ("defined", "described", "used", "answered")
SECTION_DEFAULT = "all"
"""The key under which a section says the standing of all that it does not write out."""
TERMS: DataPath = ("inventory", "terms")


def build_citation(at: Mapping[str, Any] | None, clause: str = "", document: str = "") -> Citation:
    """Read `{document, clause, lines}`; document and clause may come from what stands around it."""
    at = at or {}
    first, _, last = str(at.get("lines", 0)).partition("-")
    return Citation(
        at.get("clause", clause), int(first), int(last or first), at.get("document", document)
    )


def write_citation(citation: Citation) -> Mapping[str, Any]:
    """A citation as it stands in a file."""
    document = {"document": citation.document} if citation.document else {}
    return {**document, "clause": citation.clause, "lines": citation.lines}


@dataclass(frozen=True, slots=True)
class CitedPlace:
    """A citation with its path, and the data that it is for."""

    citation: Citation
    data: Mapping[str, Any]
    path: DataPath
    """Of the citation itself."""


def list_places(data: Any, document: str = "", path: DataPath = ()) -> Iterator[CitedPlace]:
    """Every citation of the plain form of a file; `document` is that of what stands around it."""
    if isinstance(data, Mapping):
        around = ""
        for citation, inner in _list_own(data, document, (*path, "at")):
            around = around or citation.document
            yield CitedPlace(citation, data, inner)
        if path[:2] == TERMS:
            yield from _list_of_term(data, path)
        for key, value in data.items():
            inherited = around if key in _INHERIT else ""
            yield from list_places(value, inherited, (*path, key))
    elif isinstance(data, list):
        for number, value in enumerate(data):
            yield from list_places(value, document, (*path, number))


def _list_own(
    data: Mapping[str, Any], document: str, path: DataPath
) -> Iterator[tuple[Citation, DataPath]]:
    own = data.get("at")
    if isinstance(own, Mapping):
        yield build_citation(own, document=document), path
    for number, at in enumerate(own if isinstance(own, list) else ()):
        yield build_citation(at, document=document), (*path, number)


def _list_of_term(data: Mapping[str, Any], path: DataPath) -> Iterator[CitedPlace]:
    """The lines of a term, which are numbers alone; they are of the first document."""
    for key in _OF_TERMS:
        value = data.get(key)
        listed = value if isinstance(value, list) else [value]
        for number, lines in enumerate(listed):
            if lines is not None:
                inner = (*path, key, number) if isinstance(value, list) else (*path, key)
                yield CitedPlace(build_citation({"lines": lines}), data, inner)


def find_line_position(source: SourceFile, path: DataPath) -> tuple[int, int] | None:
    """Line and column of the line numbers of a citation; None where the file does not write them."""
    if path[:2] == TERMS:
        return source.values.get(path)
    found = source.values.get((*path, "lines"))
    return (found[0], found[1] + 1) if found else None  # behind the L


def name_place(jurisdiction: Jurisdiction, path: DataPath) -> list[str]:
    """The keys of the statements that a citation is for, or the name of the entry that has it."""
    inside = [
        item for item in jurisdiction.list_statements() if path[: len(item.path)] == item.path
    ]
    if inside:
        longest = max(len(item.path) for item in inside)
        own = [item for item in inside if len(item.path) == longest]
        if own[0].path[-1] == SECTION_DEFAULT:
            return [f"{own[0].wager or own[0].parameter.section}.all"]
        return [item.key for item in own]
    for wager, paytable in jurisdiction.list_paytables():
        for line in paytable.lines:
            if path[: len(line.path)] == line.path:
                return [item.key for item in (line.pays, line.envy) if item]
        if path[: len(paytable.path)] == paytable.path:
            return [f"{wager.id}.{paytable.id}"]
    return [_name_entry(jurisdiction.source.data, path)]


def _name_entry(data: Any, path: DataPath) -> str:
    """The name of an entry of a list outside the statements."""
    for length in range(1, len(path)):
        data = data[path[length - 1]]
        if isinstance(path[length - 1], int) and isinstance(data, Mapping):
            keys = ("rule", "term", "number", "to", "printed", "what", "label")
            name = next((str(data[key]) for key in keys if key in data), "")
            place = ".".join(str(step) for step in path[: length - 1])
            return f"{place}: {name[:60]}" if name else place
    return ".".join(map(str, path[:-1]))

"""Turns the answers of a document's author into proposed changes of a specification.

An answer that is a value of the parameter, or agrees with a wording that states one, becomes a stated value
that cites the answers as a document of their own. Any other answer becomes a `todo` with its place: a person
reads it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import yaml

from certify.base.load import DataPath, load_bytes
from certify.draft.revise import add_tasks
from certify.spec.citations import SECTION_DEFAULT
from certify.spec.migrate import find_end, write_flow
from certify.spec.model import CORRESPONDENCE, Citation, Jurisdiction, Standing, Statement
from certify.spec.values import Value, format_value, parse_value

_DEFINING = ("reading", "title", "question", "values")
"""Keys of a reading of a house way that its answer leaves as they are."""
_TASK = "answer to be written down by hand: "
_LONGEST_NOTE = 2048
"""Characters that the schema allows in a note."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answered question, with the values that it gives where they are certain.

    Without values, and with nothing left to a person, the question stays open.
    """

    label: str = field(default="", kw_only=True)
    """The number of the question."""
    refused: str = field(default="", kw_only=True)
    """Why the answer cannot be used, and what to do about it."""
    agrees: bool = field(default=False, kw_only=True)

    id: str
    title: str
    statements: tuple[str, ...]
    text: str
    wording: str = ""
    """The recommended wording that it agrees with."""
    values: Mapping[str, Value] = field(default_factory=dict)
    left: tuple[str, ...] = ()
    """What a person must write down: statements, or the title where there are none."""


def write_text(answers: Sequence[Answer]) -> str:
    """The answers as a document with two lines each: the question, and what was answered or agreed."""
    return "".join(
        f"{' '.join(line.split())}\n"
        for item in answers
        for line in (item.title, ": ".join(filter(None, (item.text, item.wording))))
    )


def apply_answers(
    jurisdiction: Jurisdiction, content: bytes, answers: Sequence[Answer], name: str, date: str
) -> str:
    """The text of the specification with every answer in it."""
    said = write_text(answers)
    text = _close_tasks(content.decode(), {key for item in answers for key in _list_keys(item)})
    document = _name_document(jurisdiction, f"answers-{date}")
    text = _Edits(jurisdiction, text).raise_edition(date)
    text = _add_document(jurisdiction, text, document, name, said)
    tasks = []
    for number, answer in enumerate(answers):
        place = f"{document} L{2 * number + 1}-{2 * number + 2}"
        for key, value in answer.values.items():
            statement = jurisdiction.by_key[key]
            text = _Edits(jurisdiction, text).state(statement, value, place, answer.text)
        if answer.left:
            said = " ".join(answer.text.split())
            what = f"{_TASK}{', '.join(answer.left)}: “{said}”"
            tasks.append((what[:_LONGEST_NOTE], place))
    return add_tasks(text, tasks)


def _list_keys(answer: Answer) -> tuple[str, ...]:
    return (*answer.values, *answer.left)


def _close_tasks(text: str, keys: set[str]) -> str:
    """The file without what earlier answers left to do about statements that are answered now."""
    source = load_bytes(text.encode(), "specification")
    tasks = source.data.get("todo") or ()
    root: Any = yaml.compose(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    if not tasks:
        return text
    key, items = next(pair for pair in root.value if pair[0].value == "todo")
    closed = 0
    for number in reversed(range(len(tasks))):
        what = tasks[number]["what"]
        listed = what.removeprefix(_TASK).partition(": “")[0].split(", ")
        if items.flow_style or not what.startswith(_TASK) or not keys.issuperset(listed):
            continue
        node = items.value[number]
        start = text.rindex("\n", 0, node.start_mark.index)
        text = text[:start] + text[find_end(node) :]
        closed += 1
    if closed == len(tasks):
        start = key.start_mark.index
        text = text[:start] + text[text.index(":", start) + 1 :].lstrip()
    return text


def find_document(jurisdiction: Jurisdiction, answers: Sequence[Answer]) -> str:
    """The name of the document of these answers; empty where the specification has none."""
    digest = hashlib.sha256(write_text(answers).encode()).hexdigest()
    return next((item.id for item in jurisdiction.documents if item.sha256 == digest), "")


def _name_document(jurisdiction: Jurisdiction, name: str) -> str:
    """A name for a further document; several of one day are numbered."""
    known = {item.id for item in jurisdiction.documents}
    names = (name, *(f"{name}-{number}" for number in range(2, len(known) + 2)))
    return next(item for item in names if item not in known)


class _Edits:
    def __init__(self, jurisdiction: Jurisdiction, text: str) -> None:
        self.jurisdiction = jurisdiction
        self.text = text
        self.root: Any = yaml.compose(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))

    def raise_edition(self, date: str) -> str:
        number = {"number": self.jurisdiction.edition + 1, "date": date}
        return self.put(("edition",), number)

    def state(self, statement: Statement, value: Value, place: str, answer: str) -> str:
        """Put a stated value in the place of a statement."""
        own = [self.write(said.citation) for said in statement.said if said.value == value]
        note = f"answered: {' '.join(answer.split())}"
        against = [
            f"{format_value(said.value)} ({said.citation})"
            for said in statement.said
            if said.citation in statement.citations and said.value != value
        ]
        if against:
            note += f"; the document states or implies otherwise: {'; '.join(against)}"
        data: dict[str, Any] = {
            "value": self.write_value(statement, value),
            "at": [*own, place] if own else place,
            "note": note[:_LONGEST_NOTE],
        }
        if statement.own_reading:
            data["reading"] = statement.own_reading
        path = statement.path
        if isinstance(path[-1], int):  # an entry of a list, which defines its parameter too
            defined = self.jurisdiction.source.get(path)
            return self.put(
                path, {**{key: defined[key] for key in _DEFINING if key in defined}, **data}
            )
        if path[-1] == SECTION_DEFAULT:
            return self.insert((*path[:-1], statement.parameter.name), data, path)
        return self.put(path, data)

    def write_value(self, statement: Statement, value: Value) -> Any:
        """A value as the specification writes it already, or as its kind is written."""
        entry = self.jurisdiction.source.get(statement.path)
        for item in (entry, *entry.get("stated", ()), *entry.get("alternatives", ())):
            for raw in (item[key] for key in ("value", "assumed", "adopted") if key in item):
                if parse_value(statement.parameter, raw) == value:
                    return raw
        return _write_value(value)

    def write(self, citation: Citation) -> str:
        document = citation.document or self.jurisdiction.documents[0].id
        return " ".join(filter(None, (document, citation.clause, f"L{citation.lines}")))

    def find(self, path: DataPath) -> tuple[Any, Any]:
        """The nodes of the key and the value at a path of the file."""
        key, node = None, self.root
        for step in path:
            if isinstance(node, yaml.SequenceNode):
                node = node.value[int(step)]
            else:
                key, node = next(pair for pair in node.value if pair[0].value == step)
        return key, node

    def put(self, path: DataPath, data: Mapping[str, Any]) -> str:
        key, node = self.find(path)
        if isinstance(path[-1], int):
            start = node.start_mark.index
        else:
            start = self.text.index(":", key.end_mark.index) + 1
        gap = "" if isinstance(path[-1], int) else " "
        return f"{self.text[:start]}{gap}{write_flow(data)}{self.text[find_end(node) :]}"

    def find_line_end(self, node: Any) -> int:
        """The end of the last line of a block, behind a comment in it."""
        end = self.text.find("\n", find_end(node))
        return end if end >= 0 else len(self.text)

    def insert(self, path: DataPath, data: Mapping[str, Any], after: DataPath) -> str:
        key, node = self.find(after)
        end = self.find_line_end(node)
        indent = " " * key.start_mark.column
        return f"{self.text[:end]}\n{indent}{path[-1]}: {write_flow(data)}{self.text[end:]}"


def _write_value(value: Value) -> Any:
    if isinstance(value, int | str):
        return value
    if isinstance(value, tuple):
        return [str(item) for item in value]
    return str(value)


def _add_document(
    jurisdiction: Jurisdiction, text: str, document: str, name: str, content: str
) -> str:
    """The file with one more document, after the others."""
    entry = {
        "id": document,
        "name": name,
        "sha256": hashlib.sha256(content.encode()).hexdigest(),
        "lines": content.count("\n"),
        "kind": CORRESPONDENCE,
    }
    edits = _Edits(jurisdiction, text)
    _, node = edits.find(("documents",))
    last = node.value[-1]
    if node.flow_style:
        end = find_end(last)
        return f"{text[:end]}, {write_flow(entry)}{text[end:]}"
    end = edits.find_line_end(last)
    indent = " " * (last.start_mark.column - 2)
    return f"{text[:end]}\n{indent}- {write_flow(entry)}{text[end:]}"


def list_values(statement: Statement) -> Iterator[Value]:
    """The values that an answer can name: in the specification, or in the closed list of the parameter."""
    if statement.value is not None:
        yield statement.value
    if statement.standing in {Standing.STATED, Standing.CONFLICTING}:  # else it names another text
        yield from (said.value for said in statement.said)
    yield from statement.other_values
    yield from statement.parameter.choices

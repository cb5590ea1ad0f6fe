"""Text to plain data with the position of every value; the only place that knows YAML.

PyYAML speaks YAML 1.1, where `NO` is false, `50:1` is 3001 and `010` is 8. A regulator's file must
mean the same to every reader, so whatever YAML 1.1 and 1.2 read differently is refused, and so is
whatever could make one value stand in two places (anchors, merges, duplicate keys).
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import stat
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

import yaml

from certify.base.errors import CertifyError, Fault, InvalidSpec
from certify.base.names import find_near

DataPath = tuple[str | int, ...]

MAXIMUM_BYTES = 1 << 20
MAXIMUM_DEPTH = 40

_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,18})")
_REFUSED_SCALARS: tuple[tuple[re.Pattern[str], str, str], ...] = (
    (re.compile(r"|~|null|Null|NULL"), "the value is empty", "write a value, or omit the key"),
    (
        re.compile(r"(?i:y|n|yes|no|on|off)|True|TRUE|False|FALSE"),
        "{value} is true or false for some programs and text for others",
        'write true or false, or put it in quotes: "{value}"',
    ),
    (
        re.compile(r"[-+]?[0-9][0-9_]*(?::[0-9]+)+(?:\.[0-9]*)?"),
        "{value} is a number in base 60 to YAML 1.1",
        'write pays as the whole number before the colon, or put it in quotes: "{value}"',
    ),
    (
        re.compile(r"[-+]?0[0-9_]+|[-+]?0[obx][0-9a-fA-F_]+"),
        "{value} is an octal, binary or hexadecimal number for some programs",
        'write the decimal number, or put it in quotes: "{value}"',
    ),
    (
        re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt \t].*)?"),
        "{value} is a date to YAML 1.1",
        'put it in quotes: "{value}"',
    ),
    (
        re.compile(
            r"[-+]?(?:\.[0-9_]+|[0-9][0-9_]*\.[0-9_]*)(?:[eE][-+]?[0-9]+)?"
            r"|[-+]?[0-9][0-9_]*[eE][-+]?[0-9]+|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
        ),
        "{value} is a float, which is not exact",
        'write money as text like 5 USD, a fraction as 1/20, a printed figure in quotes: "{value}"',
    ),
    (
        re.compile(r"\+[0-9][0-9_]*|-?[0-9]+_[0-9_]*|-0|-?[1-9][0-9]{19,}"),
        "{value} is a number for some programs only",
        "write plain digits, for example 5000",
    ),
    (re.compile(r"<<|="), "{value} is a merge or default key", "write each value out"),
)
UNPRINTABLE = re.compile(
    "[^\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
    # without width or bidirectional: one text could pass for another
    "|[\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800]"
    "|[\u3164\ufe00-\ufe0f\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]"
)
"""Characters that no specification may contain."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file as plain data, with the position of every key and value."""

    name: str
    data: Any
    sha256: str
    values: dict[DataPath, tuple[int, int]]
    keys: dict[DataPath, tuple[int, int]]
    ends: dict[DataPath, tuple[int, int]] = field(default_factory=dict)
    """Where the characters of a text end, without its quote."""

    def position(self, path: DataPath) -> tuple[int, int]:
        """Line and column of the value at a path, or of the nearest thing around it."""
        while path not in self.values:
            path = path[:-1]
        return self.values[path]

    def get(self, path: DataPath) -> Any:
        """The plain data at a path."""
        data = self.data
        for step in path:
            data = data[step]
        return data

    def key_position(self, path: DataPath) -> tuple[int, int]:
        """Line and column of the key that introduces a path."""
        return self.keys.get(path) or self.position(path)

    def fault(self, path: DataPath, what: str, cure: str = "", *, at_key: bool = False) -> Fault:
        """Make a fault that points at a path of this file."""
        line, column = self.key_position(path) if at_key else self.position(path)
        return Fault(self.name, line, column, what, cure)


def read_regular(path: Path, limit: int) -> bytes:
    """Read up to `limit` bytes of a regular file; a pipe or device is refused, where others would wait."""
    with open(path, "rb", opener=_open_regular) as stream:
        content: bytes = stream.read(limit)
    return content


def _open_regular(name: str, flags: int) -> int:
    handle = os.open(name, flags | getattr(os, "O_NONBLOCK", 0))
    mode = os.fstat(handle).st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        os.close(handle)
        raise OSError(errno.EINVAL, "not a regular file", name)
    return handle


def read_bytes(path: Path, limit: int = MAXIMUM_BYTES) -> bytes:
    """Read a file of at most `limit` bytes, or say in plain words why it cannot be read."""
    try:
        content = read_regular(path, limit + 1)
    except OSError as error:
        near = find_near(str(path), map(str, path.parent.glob("*"))) if path.name else None
        absent = isinstance(error, FileNotFoundError)
        cure = f"; did you mean {near}?" if near and absent else "; check the path" * absent
        problem = "file not found" if absent else f"cannot be read ({error.strerror or error})"
        raise CertifyError(f"{path}: {problem}{cure}") from None
    if len(content) > limit:
        raise InvalidSpec(
            [
                Fault(
                    str(path),
                    1,
                    1,
                    f"the file is larger than {limit} bytes",
                    "split it or remove what is not a rule",
                )
            ]
        )
    return content


def read_standard_input(what: str, limit: int = MAXIMUM_BYTES) -> bytes:
    """Read standard input; on a terminal it is said that something is waited for."""
    if sys.stdin is None or sys.stdin.closed:
        raise CertifyError(f"-: standard input is closed; give {what} as a file")
    if sys.stdin.isatty():
        sys.stderr.write(f"reading {what} from the terminal; end it with Ctrl-D\n")
    content = sys.stdin.buffer.read(limit + 1)
    if len(content) > limit:
        raise CertifyError(f"-: more than {limit} bytes on standard input; give {what} as a file")
    if not content.strip():
        raise CertifyError(
            f"-: standard input is empty or was already read; give {what} as a file or through a pipe"
        )
    return content


def load_file(path: Path) -> SourceFile:
    """Load a YAML file strictly."""
    return load_bytes(read_bytes(path), str(path))


def load_bytes(content: bytes, name: str) -> SourceFile:
    """Load YAML bytes strictly: YAML 1.2 meaning, or refusal with position and cure."""
    if len(content) > MAXIMUM_BYTES:
        raise InvalidSpec(
            [
                Fault(
                    name,
                    1,
                    1,
                    f"the file is larger than {MAXIMUM_BYTES} bytes",
                    "split it or remove what is not a rule",
                )
            ]
        )
    text = _decode(content, name)
    reader = _Reader(name)
    data = reader.read(text)
    digest = hashlib.sha256(content).hexdigest()
    return SourceFile(name, data, digest, reader.values, reader.keys, reader.ends)


def _decode(content: bytes, name: str) -> str:
    if content.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        raise InvalidSpec(
            [
                Fault(
                    name,
                    1,
                    1,
                    "the file starts with a byte order mark",
                    "save it as UTF-8 without BOM",
                )
            ]
        )
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start]
        line = before.count(b"\n") + 1
        column = len(before.rpartition(b"\n")[2].decode("utf-8", "replace")) + 1
        raise InvalidSpec(
            [Fault(name, line, column, "this byte is not UTF-8", "save the file as UTF-8")]
        ) from None
    found = UNPRINTABLE.search(text)
    if found:
        before_text = text[: found.start()]
        line = before_text.count("\n") + 1
        column = len(before_text.rpartition("\n")[2]) + 1
        character = found.group()
        what, cure = (
            ("tab character", "indent with spaces")
            if character == "\t"
            else (f"invisible or forbidden character U+{ord(character):04X}", "remove it")
        )
        raise InvalidSpec([Fault(name, line, column, what, cure)])
    return text


class _Reader:
    """Builds plain data from YAML events, so that nothing is resolved behind our back."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.values: dict[DataPath, tuple[int, int]] = {}
        self.keys: dict[DataPath, tuple[int, int]] = {}
        self.ends: dict[DataPath, tuple[int, int]] = {}

    def refuse(self, mark: Any, what: str, cure: str) -> NoReturn:
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        raise InvalidSpec([Fault(self.name, line, column, what, cure)])

    def read(self, text: str) -> Any:
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        try:
            return self._read_stream(yaml.parse(text, Loader=loader))
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            problem = " ".join(filter(None, (error.context, error.problem)))
            self.refuse(
                mark,
                f"this is not YAML ({problem})",
                "check quotes, colons, brackets and indentation around here",
            )
        except yaml.YAMLError as error:
            self.refuse(None, f"this is not YAML ({error})", "check the file's text")

    def _read_stream(self, events: Iterator[Any]) -> Any:
        next(events)
        event = next(events)
        if isinstance(event, yaml.StreamEndEvent):
            self.refuse(event.start_mark, "the file is empty", "write or restore its content")
        if event.version or event.tags:
            self.refuse(
                event.start_mark,
                "directive before the document",
                "remove the lines that start with %",
            )
        data = self._read_node(next(events), events, ())
        next(events)
        event = next(events)
        if not isinstance(event, yaml.StreamEndEvent):
            self.refuse(event.start_mark, "second YAML document in one file", "keep only one")
        return data

    def _read_node(self, event: Any, events: Iterator[Any], path: DataPath) -> Any:
        mark: Any = event.start_mark
        self.values[path] = (mark.line + 1, mark.column + 1)
        if isinstance(event, yaml.AliasEvent):
            self.refuse(mark, f"alias *{event.anchor}", "write the value out")
        if event.anchor is not None:
            self.refuse(mark, f"anchor &{event.anchor}", "remove it")
        if event.tag is not None:
            self.refuse(mark, f"tag {event.tag}", "remove it")
        if len(path) > MAXIMUM_DEPTH:
            self.refuse(mark, f"nesting is deeper than {MAXIMUM_DEPTH}", "flatten it")
        if isinstance(event, yaml.MappingStartEvent):
            return self._read_mapping(events, path)
        if isinstance(event, yaml.SequenceStartEvent):
            items: list[Any] = []
            while not isinstance(item := next(events), yaml.SequenceEndEvent):
                items.append(self._read_node(item, events, (*path, len(items))))
            return items
        end: Any = event.end_mark
        self.ends[path] = (end.line + 1, end.column + 1 - (event.style in {"'", '"'}))
        return self._read_scalar(event)

    def _read_mapping(self, events: Iterator[Any], path: DataPath) -> dict[str, Any]:
        mapping: dict[str, Any] = {}
        while not isinstance(event := next(events), yaml.MappingEndEvent):
            mark: Any = event.start_mark
            if not isinstance(event, yaml.ScalarEvent) or event.anchor or event.tag:
                self.refuse(mark, "the key is not plain text", "use a word as the key")
            key = self._read_scalar(event)
            if not isinstance(key, str):
                self.refuse(
                    mark, f"the key {event.value} is not text", f'put it in quotes: "{event.value}"'
                )
            if key in mapping:
                first = self.keys[(*path, key)]
                self.refuse(
                    mark,
                    f"duplicate key {key} (first in line {first[0]})",
                    "keep one of them",
                )
            self.keys[(*path, key)] = (mark.line + 1, mark.column + 1)
            mapping[key] = None
            mapping[key] = self._read_node(next(events), events, (*path, key))
        return mapping

    def _read_scalar(self, event: yaml.ScalarEvent) -> str | int | bool:
        value: str = event.value
        if found := UNPRINTABLE.search(value):  # written as an escape
            self.refuse(
                event.start_mark,
                f"invisible or forbidden character U+{ord(found[0]):04X}",
                "remove it",
            )
        if event.style is not None and event.style != "":
            return value
        if value in {"true", "false"}:
            return value == "true"
        if _INTEGER.fullmatch(value) and value != "-0":
            return int(value)
        for pattern, what, cure in _REFUSED_SCALARS:
            if pattern.fullmatch(value):
                self.refuse(event.start_mark, what.format(value=value), cure.format(value=value))
        return value


_LONGEST_NUMBER = 24
"""Digits: deals of two hands, by choices of three cards of each, take 20."""


def read_json(path: Path, limit: int = MAXIMUM_BYTES) -> Any:
    """Read a JSON file of at most so many bytes strictly."""
    return parse_json(read_bytes(path, limit), str(path))


def parse_json(content: bytes, name: str) -> Any:
    """Read JSON text strictly; the name stands in messages."""
    try:
        return json.loads(
            content.decode("utf-8"),
            object_pairs_hook=_build_object,
            parse_float=_refuse_float,
            parse_constant=_refuse_constant,
            parse_int=_parse_integer,
        )
    except UnicodeDecodeError as error:
        problem = f"byte {error.start + 1} is not UTF-8; save the file as UTF-8"
    except json.JSONDecodeError as error:
        place = f"{error.lineno}:{error.colno}"  # as editors read it
        raise CertifyError(
            f"{name}:{place}: this is not JSON ({error.msg}); correct it there"
        ) from None
    except RecursionError:
        problem = "lists or objects are nested too deeply"
    except CertifyError as error:
        problem = str(error)
    raise CertifyError(f"{name}: {problem}")


def refuse_floats(data: Any, field: str = "") -> None:
    """Refuse floats in data that never was text: 1.0 would pass for a whole number."""
    if isinstance(data, float):
        raise CertifyError(
            f"{field or 'the data'}: {data} is a float, which is not exact; "
            'write money as text like "10.50", a seat as a whole number'
        )
    if isinstance(data, Mapping):
        for key, value in data.items():
            refuse_floats(value, f"{field}.{key}".lstrip("."))
    elif isinstance(data, list | tuple):
        for place, value in enumerate(data):
            refuse_floats(value, f"{field}[{place}]")


def _build_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = [key for key, _ in pairs]
    for key in keys:
        if keys.count(key) > 1:
            raise CertifyError(f"duplicate key {key!r}; keep one of them")
    return dict(pairs)


def _refuse_float(text: str) -> NoReturn:
    raise CertifyError(f'{text} is a float, which is not exact; write money in quotes: "{text}"')


def _refuse_constant(text: str) -> NoReturn:
    raise CertifyError(f'{text} is not a JSON number; write money in quotes, like "10.50"')


def _parse_integer(text: str) -> int:
    if len(text) > _LONGEST_NUMBER:
        raise CertifyError(
            f"the number {text[:_LONGEST_NUMBER]}... is too long; write at most {_LONGEST_NUMBER} digits"
        )
    return int(text)

"""Whether data meets a schema of the project: the quick answer for data that is right.

Most files are right, and to a file that is right the library has nothing to say that would be worth its time.
So the keywords that our schemas use are compiled into plain questions, and only what they refuse goes to the
library, which finds the faults and their places. Whatever is not known here (another keyword, another kind of
data, a float) is refused too: a yes from here is a yes of the library, and a test holds it to that.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from certify.base.resources import locate_folder

Check = Callable[[Any], bool]
Schema = Any

_SAID = frozenset({"$schema", "$id", "$defs", "title", "description", "examples"})
"""Keywords that refuse nothing."""
_KINDS: Mapping[str, type] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "null": type(None),
}
_SUFFIX = ".schema.json"


class _Unknown(Exception):
    """A keyword or a kind of data that is not known here."""


def conforms(data: Any, name: str) -> bool:
    """Whether data surely meets a schema; no where it does not, and where it cannot be told here."""
    try:
        _look_through(data)
        return _find_check(f"{name}{_SUFFIX}", "")(data)
    except (_Unknown, RecursionError):
        return False


@cache
def load_schema(file: str) -> Schema:
    """One schema of the project as plain data."""
    return json.loads((locate_folder("schemas") / file).read_text(encoding="utf-8"))


def _look_through(data: Any) -> None:
    """Refuse what is no plain data: numbers that are not whole among it, since 5.0 is 5 to a schema."""
    kind = type(data)
    if kind is dict:
        for key, value in data.items():
            if type(key) is not str:
                raise _Unknown
            if type(value) is not str:
                _look_through(value)
    elif kind is list:
        for value in data:
            if type(value) is not str:
                _look_through(value)
    elif kind not in {str, int, bool, type(None)}:
        raise _Unknown


@cache
def _find_check(file: str, pointer: str) -> Check:
    schema = load_schema(file)
    for step in pointer.split("/")[1:]:
        schema = schema[step.replace("~1", "/").replace("~0", "~")]
    return _compile(schema, file)


def _compile(schema: Schema, file: str) -> Check:
    """One question for all keywords of a schema."""
    if isinstance(schema, bool):
        return lambda _data: schema
    checks: list[Check] = []
    if schema.keys() & _OF_PROPERTIES:
        checks.append(_ask_properties(schema, file))
    if "if" in schema:
        checks.append(_ask_condition(schema, file))
    if "items" in schema or "prefixItems" in schema:
        checks.append(_ask_items(schema, file))
    for keyword, value in schema.items():
        if keyword in _SIMPLE:
            checks.append(_SIMPLE[keyword](value))
        elif keyword in _NESTED:
            checks.append(_NESTED[keyword](value, file))
        elif keyword not in _SAID | _OF_PROPERTIES | _TOGETHER:
            raise _Unknown(keyword)
    if len(checks) == 1:
        return checks[0]
    return lambda data: all(check(data) for check in checks)


_OF_PROPERTIES = frozenset({"properties", "patternProperties", "additionalProperties"})
_TOGETHER = frozenset({"if", "then", "else", "items", "prefixItems"})
"""Keywords that are asked together with others."""


def _later(schema: Schema, file: str) -> Check:
    """A question that is compiled when it is first asked: most of a schema is never reached."""
    found: list[Check] = []

    def ask(data: Any) -> bool:
        if not found:
            found.append(_compile(schema, file))
        return found[0](data)

    return ask


def _ask_properties(schema: Schema, file: str) -> Check:
    own = {key: _later(item, file) for key, item in schema.get("properties", {}).items()}
    patterns = [
        (re.compile(pattern), _later(item, file))
        for pattern, item in schema.get("patternProperties", {}).items()
    ]
    other = _later(schema.get("additionalProperties", True), file)

    def list_checks(key: str) -> list[Check]:
        found = [check for pattern, check in patterns if pattern.search(key)]
        if key in own:
            found.append(own[key])
        return found or [other]

    def ask(data: Any) -> bool:
        if not isinstance(data, dict):
            return True
        if not patterns:
            return all(own.get(key, other)(value) for key, value in data.items())
        return all(check(value) for key, value in data.items() for check in list_checks(key))

    return ask


def _ask_condition(schema: Schema, file: str) -> Check:
    condition = _later(schema["if"], file)
    then, otherwise = (_later(schema.get(word, True), file) for word in ("then", "else"))
    return lambda data: then(data) if condition(data) else otherwise(data)


def _ask_items(schema: Schema, file: str) -> Check:
    first = [_later(item, file) for item in schema.get("prefixItems", ())]
    rest = _later(schema.get("items", True), file)

    def ask(data: Any) -> bool:
        if not isinstance(data, list):
            return True
        return all(
            (first[place] if place < len(first) else rest)(item) for place, item in enumerate(data)
        )

    return ask


def _ask_reference(reference: str, file: str) -> Check:
    other, _, pointer = reference.partition("#")
    place = (other or file, pointer)

    def ask(data: Any) -> bool:  # found when it is asked, since schemas refer to themselves
        return _find_check(*place)(data)

    return ask


def _ask_any(schemas: list[Schema], file: str) -> Check:
    checks = [_later(item, file) for item in schemas]
    return lambda data: any(check(data) for check in checks)


def _ask_one(schemas: list[Schema], file: str) -> Check:
    checks = [_later(item, file) for item in schemas]
    return lambda data: sum(check(data) for check in checks) == 1


def _ask_not(schema: Schema, file: str) -> Check:
    check = _later(schema, file)
    return lambda data: not check(data)


def _ask_names(schema: Schema, file: str) -> Check:
    check = _later(schema, file)
    return lambda data: not isinstance(data, dict) or all(map(check, data))


def _ask_kind(kinds: str | list[str]) -> Check:
    named = [kinds] if isinstance(kinds, str) else kinds
    if "number" in named:
        raise _Unknown("number")
    types = tuple(_KINDS[kind] for kind in named if kind != "integer")
    if "integer" not in named:
        return lambda data: isinstance(data, types)
    return lambda data: type(data) is int or isinstance(data, types)


def _ask_values(values: list[Any]) -> Check:
    known = frozenset(map(_name, values))
    return lambda data: _name(data) in known


def _ask_unique(wanted: bool) -> Check:
    return lambda data: (
        not wanted or not isinstance(data, list) or len(set(map(_name, data))) == len(data)
    )


def _name(data: Any) -> str:
    """Plain data as text: the same for equal data, and true is not 1."""
    return json.dumps(data, sort_keys=True)


def _ask_pattern(pattern: str) -> Check:
    search = re.compile(pattern).search
    return lambda data: not isinstance(data, str) or search(data) is not None


def _ask_required(names: list[str]) -> Check:
    wanted = frozenset(names)
    return lambda data: not isinstance(data, dict) or wanted <= data.keys()


def _ask_dependent(needed: Mapping[str, list[str]]) -> Check:
    def ask(data: Any) -> bool:
        return not isinstance(data, dict) or all(
            data.keys() >= set(names) for key, names in needed.items() if key in data
        )

    return ask


def _ask_size(
    kind: type[str | list[Any] | dict[Any, Any]], *, least: bool
) -> Callable[[int], Check]:
    def make(limit: int) -> Check:
        if least:
            return lambda data: not isinstance(data, kind) or len(data) >= limit
        return lambda data: not isinstance(data, kind) or len(data) <= limit

    return make


def _ask_number(*, least: bool) -> Callable[[int], Check]:
    def make(limit: int) -> Check:
        if least:
            return lambda data: type(data) is not int or data >= limit
        return lambda data: type(data) is not int or data <= limit

    return make


_SIMPLE: Mapping[str, Callable[[Any], Check]] = {
    "type": _ask_kind,
    "enum": _ask_values,
    "const": lambda value: _ask_values([value]),
    "pattern": _ask_pattern,
    "required": _ask_required,
    "dependentRequired": _ask_dependent,
    "uniqueItems": _ask_unique,
    "minLength": _ask_size(str, least=True),
    "maxLength": _ask_size(str, least=False),
    "minItems": _ask_size(list, least=True),
    "maxItems": _ask_size(list, least=False),
    "minProperties": _ask_size(dict, least=True),
    "maxProperties": _ask_size(dict, least=False),
    "minimum": _ask_number(least=True),
    "maximum": _ask_number(least=False),
}
"""What a keyword asks of data; of another kind of data than it speaks of it asks nothing."""

_NESTED: Mapping[str, Callable[[Any, str], Check]] = {
    "$ref": _ask_reference,
    "anyOf": _ask_any,
    "oneOf": _ask_one,
    "not": _ask_not,
    "propertyNames": _ask_names,
}

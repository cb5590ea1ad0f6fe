"""Writes the reference of every file and answer that has a schema: `make docs`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from certify.base.extras import locate_folder
from certify.base.storage import write_file
from certify.spec.catalogue import ENVY, GAME, WAGER

_TITLES = {
    "jurisdiction": "A jurisdiction file",
    "house-way": "A house way",
    "policy": "A policy",
    "regulation": "A regulation",
    "waivers": "Waivers",
    "people": "People who sign",
    "round": "A round",
    "finding": "The answer of `certify check --json`",
    "certificate": "A certificate",
    "manifest": "The manifest of a filing",
    "plan": "The plan of a sweep",
}
"""In the order of use; the schemas are `schemas/NAME.schema.json`."""

_HEAD = """\
# The files and their keys

Written by `make docs` from `schemas/`. A key that is not listed here is a fault. A star marks a required key.
[Parameters](parameters.md) lists the parameters of a specification; the value of each is a *statement*."""
_TYPES = {
    "string": "text",
    "integer": "whole number",
    "array": "list",
    "object": "mapping",
    "boolean": "true or false",
    "null": "null",
}
_PARAMETERS = {parameter.description for parameter in (*GAME, *WAGER, *ENVY)}

Schema = dict[str, Any]


def build_reference() -> str:
    """The whole reference as Markdown."""
    parts = [_HEAD]
    for name, title in _TITLES.items():
        path = locate_folder("schemas") / f"{name}.schema.json"
        schema = json.loads(path.read_text(encoding="utf-8"))
        parts.append(f"## {title}\n\n`schemas/{name}.schema.json`. {schema.get('description', '')}")
        seen: set[str] = set()
        for place, mapping in _list_mappings(schema, ""):
            table = _write_table(mapping)
            if table and table not in seen:
                seen.add(table)
                parts.append(f"### {_name(name, place)}\n\n{_describe(mapping)}{table}")
    return "\n\n".join(parts) + "\n"


def _list_mappings(schema: Any, place: str) -> Iterator[tuple[str, Schema]]:
    """Every closed mapping of a schema with its place in it, the outermost first."""
    if isinstance(schema, list):
        for item in schema:
            yield from _list_mappings(item, place)
        return
    if not isinstance(schema, dict):
        return
    if schema.get("type") == "object" and schema.get("properties"):
        yield place, schema
    for key, value in schema.items():
        if key == "properties":
            for name, inner in value.items():
                yield from _list_mappings(inner, f"{place}.{name}" if place else name)
        elif key == "$defs":
            for name, inner in value.items():
                yield from _list_mappings(inner, name.replace("value-of-", "a value of "))
        elif key in {"items", "oneOf", "anyOf", "allOf", "additionalProperties"}:
            yield from _list_mappings(value, place)


def _write_table(mapping: Schema) -> str:
    rows = []
    required = set(mapping.get("required", ()))
    for name, inner in mapping["properties"].items():
        told = inner.get("description", "")
        if told in _PARAMETERS:
            continue
        star = "*" if name in required else ""
        rows.append(
            f"| `{name}`{star} | {_tell_form(inner)} | {told.replace('|', chr(92) + '|')} |"
        )
    if not rows:
        return ""
    return "\n".join(["| key | form | meaning |", "|---|---|---|", *rows])


def _describe(mapping: Schema) -> str:
    told = mapping.get("description", "")
    return f"{told}\n\n" if told else ""


def _name(schema: str, place: str) -> str:
    return f"`{place}`" if place else f"The {schema.replace('-', ' ')} itself"


def _tell_form(inner: Schema) -> str:
    if "const" in inner:
        return f"`{json.dumps(inner['const'])}`"
    if "enum" in inner:
        return ", ".join(f"`{word}`" for word in inner["enum"])
    if "$ref" in inner:
        return f"*{inner['$ref'].rpartition('/')[2].removesuffix('.schema.json')}*"
    if "type" in inner:
        kinds = inner["type"] if isinstance(inner["type"], list) else [inner["type"]]
        return " or ".join(_TYPES[kind] for kind in kinds)
    return "one of several" if {"anyOf", "oneOf"} & set(inner) else "any"


if __name__ == "__main__":
    write_file(Path(sys.argv[1]), build_reference().encode())

"""Writes the references of the parameters and of all files with a schema: `make docs`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from certify.base.extras import locate_folder
from certify.base.storage import write_file
from certify.game.views import CONDITIONS, Form
from certify.spec.catalogue import (
    ENVY,
    GAME,
    HOUSE_WAY,
    LINE_ENVY,
    LINE_PAYS,
    PAYTABLE_PARAMETERS,
    SECTIONS,
    WAGER,
    Moves,
    Parameter,
    Touches,
    ValueKind,
)

_KINDS = {
    ValueKind.TEXT: "a text of our own",
    ValueKind.COUNT: "a whole number",
    ValueKind.MONEY: "money, `5 USD`",
    ValueKind.FRACTION: "a share, `1/20`",
    ValueKind.PAYS: "a pay, as on a line",
    ValueKind.ENVY: "money, or `{times: 2}`",
    ValueKind.CHARGE: "money, or a share of the wager, `1/100`",
    ValueKind.CLASS: "a hand class",
    ValueKind.CLASSES: "hand classes, highest first",
    ValueKind.CONDITION: "a condition, as on a line",
    ValueKind.EXCLUSIONS: "a list of `{own, still_paid}`",
}
_TOUCHES = {
    Touches.STANDARD: "of the standard wager",
    Touches.LINES: "of wagers with lines",
    Touches.ENVY: "of the Envy Bonus",
    Touches.EVERY: "of every wager",
}

_HEAD = """\
# The parameters of a jurisdiction file

Written by `make docs` from `certify/spec/parameters`. [jurisdictions.md](jurisdictions.md) explains how
to write a specification.

*Moves* states what another value can change: **odds** (the figures), **round** (only rounds outside the
conditions of the figures: fouls, irregularities, cover, limits), **incomplete** (whether the figure omits
something), or nothing. [The last table](#what-each-value-changes) lists it for each value. Every value
except a text may also be `{other: in our own words}`. A value with a star can be stated but is not
modelled: the wagers that it affects have no figure. *Reading* is the key for `--reading KEY=VALUE` and
`brings`. A parameter without a key has its full name: `comparison.copy`, `fortune-bonus.foul`.

If the game has no such thing, write `{not_offered: true}`. If a dealer will meet the case and the text
does not address it, write `{silent: true, assumed: …}`: this becomes an issue, with its effect. `implied:
true` marks a value that the text only shows, for example by an example or a table; the finding asks for a
rule.

`copy_and_win`, `copy_and_lose` and `copy_both` follow from `copy` if the document does not state them and
one side wins a copy: the hand counts as won by that side. If `copy` is `push`, only `copy_both` follows,
because the wager may push or the other hand may decide it. So if any part of the text makes a copy a
push, write `copy_and_win` and `copy_and_lose` with their own values instead of `all: {not_offered:
true}`. Otherwise that reading has no figure. `royal_match` is `royal-flush-with-suited-king-queen` if the
words name the royal flush and the other two cards, and `king-queen-alone` if they name a king and a queen
and no royal flush."""


def build_reference() -> str:
    """The whole reference as Markdown."""
    parts = [_HEAD]
    for section, description in SECTIONS.items():
        parameters = [item for item in GAME if item.section == section]
        parts.append(_write_table(f"`{section}`", description, parameters))
    parts += [
        _write_table(
            "`house_way`",
            "The parameters of a house way, next to its own readings and rules.",
            HOUSE_WAY,
        ),
        _write_table("A wager", "The parameters of each wager with lines.", WAGER),
        _write_table("`envy` of a wager", "The parameters of a wager with an Envy Bonus.", ENVY),
        _write_vocabulary(),
        _write_changes(),
    ]
    return "\n\n".join(parts) + "\n"


def _write_table(title: str, description: str, parameters: Iterable[Parameter]) -> str:
    rows = [_write_row(parameter) for parameter in parameters]
    return "\n".join(
        [
            f"## {title}",
            "",
            description,
            "",
            "| key | meaning | values | moves | topic | reading |",
            "|---|---|---|---|---|---|",
            *rows,
        ]
    )


def _write_row(parameter: Parameter) -> str:
    moves = "nothing"
    if parameter.moves is not Moves.NOTHING:
        moves = f"**{parameter.moves}** {_TOUCHES[parameter.touches]}"
    reading = f"`{parameter.reading}`" if parameter.reading else ""
    meaning = parameter.description
    if parameter.key in PAYTABLE_PARAMETERS:
        meaning += " A paytable may state it for itself."
    cells = (
        f"`{parameter.name}`",
        meaning,
        _write_values(parameter),
        moves,
        parameter.topic,
        reading,
    )
    return f"| {' | '.join(cells)} |"


def _write_values(parameter: Parameter) -> str:
    if parameter.kind is not ValueKind.CHOICE:
        return _KINDS[parameter.kind]
    return ", ".join(
        f"`{word}`{'*' if word in parameter.uncounted else ''}" for word in parameter.choices
    )


def _write_vocabulary() -> str:
    return "\n".join(
        [
            "## Conditions of a line",
            "",
            "| key | condition | values |",
            "|---|---|---|",
            *_list_conditions(),
        ]
    )


def _write_changes() -> str:
    return "\n".join(
        [
            "## What each value changes",
            "",
            "The tests put each value in the place of another one in many documents, and compare the odds,",
            "some hundred rounds and the findings (`tests/wagers/test_flips.py`).",
            "",
            "| parameter | value | what it changes |",
            "|---|---|---|",
            *(
                f"| `{parameter.key}` | {values} | {changed} |"
                for parameter in (*GAME, *HOUSE_WAY, *WAGER, LINE_PAYS, LINE_ENVY, *ENVY)
                for values, changed in list_changes(parameter)
            ),
        ]
    )


def list_changes(parameter: Parameter) -> Iterator[tuple[str, str]]:
    """The values of a parameter, those together that change the same, and what they change."""
    values = {f"`{word}`": parameter.find_moves(word) for word in parameter.choices}
    if not values:
        values[_KINDS[parameter.kind]] = parameter.find_moves()
    if parameter.kind is not ValueKind.TEXT:
        values["`{other: …}`"] = parameter.find_moves(own_words=True)
    for moves in dict.fromkeys(values.values()):
        alike = (value for value, own in values.items() if own is moves)
        yield ", ".join(alike), _tell_moves(parameter, moves)


def _tell_moves(parameter: Parameter, moves: Moves) -> str:
    match moves:
        case Moves.NOT_MODELLED:
            return f"**no figure** {_TOUCHES[parameter.touches]}: not modelled"
        case Moves.INCOMPLETE:
            return f"**incomplete**: whether a figure {_TOUCHES[parameter.touches]} leaves something out"
        case Moves.FINDING:
            return f"**finding** {parameter.finding}; no payment, because {parameter.because}"
        case Moves.NOTHING:
            return f"nothing, because {parameter.because}"
    return f"**{moves}** {_TOUCHES[parameter.touches]}"


def _list_conditions() -> Iterator[str]:
    forms = {
        Form.RANKS: "`9`, `A`, `2-6`, `K+`",
        Form.SET_HAND: "`{hand, rank}`",
        Form.NUMBERS: "`7`, `4-6`, `4+`",
        Form.FLAG: "`true`",
    }
    for record in CONDITIONS:
        values = forms.get(record.form) or ", ".join(f"`{word}`" for word in record.words)
        yield f"| `{record.key}` | {record.meaning} | {values} |"


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

_HEAD_OF_FILES = """\
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
"""Parameters have a page of their own."""

Schema = dict[str, Any]


def build_file_reference() -> str:
    """The reference of every file and answer that has a schema, as Markdown."""
    parts = [_HEAD_OF_FILES]
    for name, title in _TITLES.items():
        path = locate_folder("schemas") / f"{name}.schema.json"
        schema = json.loads(path.read_text(encoding="utf-8"))
        parts.append(f"## {title}\n\n`schemas/{name}.schema.json`. {schema.get('description', '')}")
        seen: set[str] = set()
        for place, mapping in _list_mappings(schema, ""):
            table = _write_keys(mapping)
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


def _write_keys(mapping: Schema) -> str:
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
    folder = Path(sys.argv[1])
    write_file(folder / "parameters.md", build_reference().encode())
    write_file(folder / "files.md", build_file_reference().encode())

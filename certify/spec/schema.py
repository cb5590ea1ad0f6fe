"""Writes into the schemas of a specification and a house way what follows from records and vocabulary.

Everything else in `schemas/` is written by hand. `python -m certify.spec.schema FOLDER` brings the files of
a folder up to date; a test fails if they are not. They are the contract: `validate` reads nothing else.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

from certify.base.extras import locate_folder
from certify.base.storage import write_file
from certify.game.views import CONDITION_KEYS, CONDITIONS, HAND_SIZE, Form
from certify.game.vocabulary import (
    COMPLETE_CLASSES,
    HAND_CLASSES,
    LEAVING,
    LOW_KINDS,
    PATTERN,
    SELECTORS,
    SHAPES,
)
from certify.game.vocabulary import CONDITIONS as CONDITIONS_OF_RULES
from certify.spec.catalogue import (
    ENVY,
    GAME,
    HOUSE_WAY,
    LINE_ENVY,
    LINE_PAYS,
    PARAMETERS,
    PAYTABLE_PARAMETERS,
    SECTIONS,
    WAGER,
    Parameter,
    ValueKind,
)

Schema = dict[str, Any]

_AT = "Betting scheme L132-134"


def build_jurisdiction_schema(folder: Path | None = None) -> Schema:
    """The schema of a specification, from the one in a folder."""
    schema = _load("jurisdiction", folder)
    defined, sections = schema["$defs"], schema["properties"]
    for name, description in SECTIONS.items():
        sections[name]["description"] = description
        _fill_section(sections[name], [item for item in GAME if item.section == name])
    wager = sections["wagers"]["items"]
    _fill_section(wager, WAGER)
    _fill_section(wager["properties"]["envy"], ENVY)
    line, matrix = defined["line"], defined["matrix"]["properties"]
    listed = wager["properties"]["paytables"]["anyOf"][0]["items"]["anyOf"][0]
    for table in (listed, matrix["tables"]["items"]["anyOf"][1]):
        own = {PARAMETERS[key].name: _state(PARAMETERS[key]) for key in PAYTABLE_PARAMETERS}
        table["properties"] = _insert(table["properties"], "at", own)
    conditions = _list_conditions(defined["condition"]["properties"])
    defined["condition"]["properties"] = conditions
    plain = {key: item for key, item in line["properties"].items() if key not in CONDITION_KEYS}
    for parameter in (LINE_PAYS, LINE_ENVY):
        plain[parameter.name] = _value_or_statement(parameter)
    line["properties"] = _insert(plain, "id", conditions)
    row = matrix["rows"]["items"]["properties"]
    cells = {key: row[key] for key in ("printed", "at", "todo")}
    for parameter in (LINE_PAYS, LINE_ENVY):
        cells[parameter.name] = _list_cells(plain[parameter.name], row[parameter.name]["items"])
    matrix["rows"]["items"]["properties"] = {**line["properties"], **cells}
    defined["class"]["enum"] = list(HAND_CLASSES)
    of_section = defined["statement-of-section"]
    of_section["oneOf"] = [*defined["statement"]["oneOf"], of_section["oneOf"][-1]]
    parameters = (*GAME, *HOUSE_WAY, *WAGER, LINE_PAYS, LINE_ENVY, *ENVY)
    forms = _find_forms(defined, parameters)
    values = {_name_value(item): _list_values(item, forms[item.kind]) for item in parameters}
    fixed = {key: item for key, item in defined.items() if not key.startswith("value-of-")}
    schema["$defs"] = fixed | values
    return schema


def build_house_way_schema(folder: Path | None = None) -> Schema:
    """The schema of a house way, from the one in a folder."""
    schema = _load("house-way", folder)
    defined, own = schema["$defs"], schema["properties"]
    reading = own["readings"]["items"]
    keys = ("reading", "title", "question", "values")
    asked = {key: reading["oneOf"][0]["properties"][key] for key in keys}
    forms = _look_elsewhere(_load("jurisdiction", folder)["$defs"]["statement"]["oneOf"])
    for form in forms:
        form["properties"] |= asked
        form["required"] += keys
    reading["oneOf"] = forms
    for parameter in HOUSE_WAY:
        own[parameter.name] = _look_elsewhere(_state(parameter))
    when = defined["rule"]["properties"]["when"]
    group = {"$ref": "#/$defs/group", "examples": ["K+"]}
    when["properties"] = {
        key: {
            **when["properties"].get(key, when["properties"]["joker"] if key in _TRUTHS else group),
            "description": _make_sentence(meaning),
        }
        for key, meaning in CONDITIONS_OF_RULES.items()
    }
    own["as_printed"]["items"]["properties"]["when"]["properties"] = when["properties"]
    one = {"$ref": "#/$defs/group"}
    defined["pattern"]["properties"]["holding"] = {
        "anyOf": [one, {"type": "array", "items": one, "minItems": 2, "maxItems": 2}],
        "description": "",
        "examples": ["J+", ["A", "K"]],
    }
    for key, meaning in PATTERN.items():
        defined["pattern"]["properties"][key]["description"] = _make_sentence(meaning)
    defined["pattern"]["properties"]["of"]["enum"] = list(LOW_KINDS)
    defined["low"]["else"]["enum"] = list(SELECTORS)
    defined["complete"]["enum"] = list(COMPLETE_CLASSES)
    defined["leaving"]["enum"] = list(LEAVING)
    defined["shape"]["enum"] = list(SHAPES)
    for described, names in (
        (defined["shape"], SHAPES),
        (defined["rule"]["properties"]["low"], SELECTORS),
    ):
        first = described["description"].partition(". ")[0]
        meanings = " ".join(f"{name}: {meaning}." for name, meaning in names.items())
        described["description"] = f"{first}. {meanings}"
    return schema


_TRUTHS = {"joker_used"}
"""Conditions of house ways that are written like `joker`, not as a group of ranks."""

SCHEMAS = {
    "jurisdiction.schema.json": build_jurisdiction_schema,
    "house-way.schema.json": build_house_way_schema,
}
"""The files that are brought up to date, and what makes them."""


def _load(name: str, folder: Path | None) -> Schema:
    path = (folder or locate_folder("schemas")) / f"{name}.schema.json"
    found: Schema = json.loads(path.read_text(encoding="utf-8"))
    return found


def _insert(properties: Schema, before: str, more: Schema) -> Schema:
    """Properties with others behind one of them."""
    keys = [key for key in properties if key not in more]
    place = keys.index(before) + 1
    return {
        key: more.get(key, properties.get(key)) for key in (*keys[:place], *more, *keys[place:])
    }


def _fill_section(schema: Schema, parameters: Sequence[Parameter]) -> None:
    """Put the statements of a section behind what else it has."""
    keys = list(schema["properties"])
    fixed = keys[: keys.index("all") + 1]
    statements = {item.name: _state(item, "statement-of-section") for item in parameters}
    schema["properties"] = {key: schema["properties"][key] for key in fixed} | statements
    schema["else"]["required"] = list(statements)


def _name_value(parameter: Parameter) -> str:
    return f"value-of-{parameter.key}"


def _refer(parameter: Parameter) -> Schema:
    return {"$ref": f"#/$defs/{_name_value(parameter)}"}


def _describe(parameter: Parameter, *forms: Schema) -> Schema:
    return {
        "description": parameter.description,
        "examples": [parameter.example],
        "anyOf": list(forms),
    }


def _state(parameter: Parameter, definition: str = "statement") -> Schema:
    """A statement of one parameter."""
    return {
        "description": parameter.description,
        "examples": [{"value": parameter.example, "at": _AT}],
        "$ref": f"#/$defs/{definition}",
        "properties": _list_places_of_values(parameter),
    }


def _list_places_of_values(parameter: Parameter) -> Schema:
    """The keys of a statement that hold values, held to those of the parameter."""
    value = _refer(parameter)
    cited = {"$ref": "#/$defs/cited-alternative", "properties": {"value": value}}
    return {
        "value": value,
        "adopted": value,
        "assumed": value,
        "alternatives": {"items": _describe(parameter, value, cited)},
        "stated": {"items": {"properties": {"value": value}}},
        "silent": True,
        "deferred": True,
        "not_offered": True,
        "todo": True,
        **({"reading": {"const": parameter.reading}} if parameter.reading else {}),
    }


def _value_or_statement(parameter: Parameter) -> Schema:
    """A bare value that its line cites, or a whole statement."""
    statement = {"$ref": "#/$defs/statement", "properties": _list_places_of_values(parameter)}
    return _describe(parameter, _refer(parameter), statement)


def _list_cells(cell: Schema, present: Schema) -> Schema:
    """A list with a cell for each paytable of a matrix; the last form is that of an empty cell."""
    return {
        "type": "array",
        "description": f"{cell['description'].rstrip('.')}: a cell for each paytable.",
        "examples": [cell["examples"]],
        "items": {**cell, "anyOf": [*cell["anyOf"], present["anyOf"][-1]]},
        "minItems": 1,
    }


def _find_forms(defined: Schema, parameters: Sequence[Parameter]) -> dict[ValueKind, list[Schema]]:
    """The forms of a value of each kind, as the first parameter of the kind has them."""
    found: dict[ValueKind, list[Schema]] = {}
    for parameter in parameters:
        if _name_value(parameter) in defined:
            found.setdefault(parameter.kind, defined[_name_value(parameter)]["anyOf"])
    return found


def _list_values(parameter: Parameter, forms: Sequence[Schema]) -> Schema:
    """The values of a parameter: its kind's forms, with its own words."""
    told: Schema = {"description": parameter.description, "examples": [parameter.example]}
    match parameter.kind:
        case ValueKind.CHOICE:
            told["enum"] = list(parameter.choices)
        case ValueKind.EXCLUSIONS:
            told = {}
    return _describe(parameter, {**forms[0], **told}, *forms[1:])


_CONDITION_FORMS: dict[Form, Schema] = {
    Form.FLAG: {"const": True, "examples": [True]},
    Form.NUMBERS: {
        "anyOf": [
            {"type": "integer", "minimum": 0, "maximum": HAND_SIZE},
            {"type": "string", "pattern": r"^[0-7](-[0-7]|\+)?$"},
        ],
        "examples": ["4+"],
    },
}
"""Forms of conditions that follow from no line of the schema."""


def _list_conditions(own: Schema) -> Schema:
    """What a line can require of a hand; a new condition is written like another one of its form."""
    by_form = dict(_CONDITION_FORMS)
    by_form |= {record.form: own[record.key] for record in CONDITIONS if record.key in own}
    found = {}
    for record in CONDITIONS:
        found[record.key] = {
            **deepcopy(own.get(record.key, by_form[record.form])),
            "description": record.description,
        }
        if record.form is Form.WORD:
            found[record.key] |= {"enum": list(record.words), "examples": [record.words[0]]}
        elif record.form is Form.SET_HAND:
            found[record.key]["properties"]["hand"]["enum"] = list(record.words)
    return found


def _look_elsewhere(schema: Any) -> Any:
    """The same schema with its references pointing into that of a specification."""
    if isinstance(schema, dict):
        return {
            key: f"jurisdiction.schema.json{value}" if key == "$ref" else _look_elsewhere(value)
            for key, value in schema.items()
        }
    return [_look_elsewhere(item) for item in schema] if isinstance(schema, list) else schema


def _make_sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


if __name__ == "__main__":
    for file_name, build in SCHEMAS.items():
        folder = Path(sys.argv[1])
        text = json.dumps(build(folder), indent=1, ensure_ascii=False)
        write_file(folder / file_name, f"{text}\n".encode())

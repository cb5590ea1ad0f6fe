"""Builds the schema of a jurisdiction file from the catalogue of parameters.

`python -m certify.spec.schema` writes it; a test holds that the file is current. The file, not this module,
is the contract: `validate` reads only what stands in `schemas/`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from certify.game.vocabulary import HAND_CLASSES
from certify.spec.parameters import PARAMETERS, PAYTABLE_PARAMETERS, SECTIONS, Parameter

Schema = dict[str, Any]

_AT = {"clause": "Betting scheme", "lines": "132-134"}


def _string(description: str, example: str, **more: Any) -> Schema:
    return {
        "type": "string",
        "description": description,
        "examples": [example],
        "minLength": 1,
        "maxLength": 2048,
        **more,
    }


def _closed(description: str, example: Any, properties: Schema, required: list[str]) -> Schema:
    return {
        "type": "object",
        "description": description,
        "examples": [example],
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _listing(description: str, example: Any, item: Schema, least: int = 0) -> Schema:
    return {
        "type": "array",
        "description": description,
        "examples": [[example]],
        "items": item,
        "minItems": least,
    }


def _kinds() -> Schema:
    return {
        "text": _string("A short fact in our own words.", "the posted table minimum and maximum"),
        "count": {
            "type": "integer",
            "minimum": 0,
            "description": "A whole number.",
            "examples": [53],
        },
        "pays": {
            "description": "What is paid to one, or push where the stake is returned.",
            "examples": [50, "push"],
            "type": ["integer", "string"],
            "minimum": 0,
            "pattern": "^push$",
        },
        "money": _string(
            "Money as text: amount, space, currency.",
            "10 USD",
            pattern=r"^(0|[1-9][0-9]*)(\.[0-9]{2})? [A-Z]{3}$",
        ),
        "fraction": _string(
            "An exact share, as a fraction or 0.", "1/25", pattern=r"^(0|[1-9][0-9]*/[1-9][0-9]*)$"
        ),
        "class": {
            "enum": list(HAND_CLASSES),
            "description": "A hand class.",
            "examples": ["four-of-a-kind"],
        },
        "classes": {
            "type": "array",
            "items": {"$ref": "#/$defs/class"},
            "minItems": 1,
            "uniqueItems": True,
            "description": "Hand classes, highest first.",
            "examples": [["five-aces", "royal-flush"]],
        },
        "lines": {
            "description": "A line of the document's text, or a range of lines.",
            "examples": [67, "67-69"],
            "type": ["integer", "string"],
            "minimum": 1,
            "pattern": "^[1-9][0-9]*-[1-9][0-9]*$",
        },
        "at": _closed(
            "Where the document says so.",
            _AT,
            {
                "clause": _string("Number or heading of the clause, as printed.", "3.18.1"),
                "lines": {
                    "$ref": "#/$defs/lines",
                    "description": "The lines of the text.",
                    "examples": ["67-69"],
                },
            },
            ["lines"],
        ),
    }


def _statement() -> Schema:
    value: Schema = {"description": "What the document says.", "examples": ["10 USD"]}
    at = {"$ref": "#/$defs/at", "description": "Where the document says so.", "examples": [_AT]}
    because = _string("Why this value is adopted or assumed.", "the body says so twice")
    shared = {
        "reading": _string("The reading key that this statement answers.", "envy-minimum"),
        "note": _string(
            "What a careful reader should know beside the value.",
            "the layout in the diagram is not part of the text",
        ),
    }
    said = _closed(
        "One place where the document says it.",
        {"value": "10 USD", "at": _AT},
        {"value": value, "at": at},
        ["value", "at"],
    )
    alternatives = _listing("The other values the text allows.", "pushes", value, 1)
    unsaid = {
        "assumed": {**value, "description": "The value we assume."},
        "because": because,
        "alternatives": alternatives,
        **shared,
    }
    forms = [
        _closed(
            "Stated once.",
            {"value": 53, "at": _AT},
            {"value": value, "at": at, **shared},
            ["value", "at"],
        ),
        _closed(
            "Stated in several places, alike or in conflict.",
            {"stated": [{"value": 53, "at": _AT}]},
            {
                "stated": _listing("Each place.", {"value": 53, "at": _AT}, said, 1),
                "adopted": {**value, "description": "Of values in conflict, the one adopted."},
                "because": because,
                **shared,
            },
            ["stated"],
        ),
        _closed(
            "The document should say it and does not.",
            {"silent": True},
            {
                "silent": {
                    "const": True,
                    "description": "The document does not say.",
                    "examples": [True],
                },
                **unsaid,
            },
            ["silent"],
        ),
        _closed(
            "The document points to another text.",
            {"deferred": {"to": "house procedures", "at": _AT}},
            {
                "deferred": _closed(
                    "What it points to, and where.",
                    {"to": "house procedures", "at": _AT},
                    {"to": _string("The other text.", "house procedures"), "at": at},
                    ["to", "at"],
                ),
                **unsaid,
            },
            ["deferred"],
        ),
        _closed(
            "The game of this document has no such thing.",
            {"not_offered": True},
            {
                "not_offered": {
                    "const": True,
                    "description": "There is no such thing here.",
                    "examples": [True],
                },
                "at": at,
                **shared,
            },
            ["not_offered"],
        ),
    ]
    for form in forms:
        if "assumed" in form["properties"]:
            form["dependentRequired"] = {"assumed": ["because"], "alternatives": ["assumed"]}
        if "adopted" in form["properties"]:
            form["dependentRequired"] = {"adopted": ["because"], "because": ["adopted"]}
    return {
        "description": "A statement with its standing.",
        "examples": [{"silent": True}],
        "oneOf": forms,
    }


def _parameter(parameter: Parameter) -> Schema:
    value: Schema = (
        {"enum": list(parameter.choices)}
        if parameter.kind == "choice"
        else {"$ref": f"#/$defs/{parameter.kind}"}
    )
    value = {**value, "description": parameter.description, "examples": [parameter.example]}
    properties: Schema = {
        "value": value,
        "adopted": value,
        "assumed": value,
        "alternatives": {"items": value},
        "stated": {"items": {"properties": {"value": value}}},
    }
    if parameter.reading:
        properties["reading"] = {"const": parameter.reading}
    return {
        "description": parameter.description,
        "examples": [{"value": parameter.example, "at": _AT}],
        "$ref": "#/$defs/statement",
        "properties": properties,
    }


def _paytable() -> Schema:
    line = {
        "hand": "royal-flush",
        "printed": "Royal Flush",
        "pays": 90,
        "envy": "20 USD",
        "at": {"lines": 34},
    }
    at = {"$ref": "#/$defs/at", "description": "Where it stands.", "examples": [_AT]}
    printed = {"label": "no-envy", "percent": "9.99", "at": {"lines": 43}}
    return _closed(
        "A paytable of the Fortune bonus.",
        {"id": "main", "lines": [line]},
        {
            "id": _string(
                "The paytable's name as printed; main where there is only one.",
                "A-1",
                pattern="^[A-Za-z0-9][A-Za-z0-9-]*$",
                maxLength=40,
            ),
            "at": at,
            **{key.partition(".")[2]: _parameter(PARAMETERS[key]) for key in PAYTABLE_PARAMETERS},
            "lines": _listing(
                "The lines in the order printed.",
                line,
                _closed(
                    "A line of the paytable.",
                    line,
                    {
                        "hand": {
                            "$ref": "#/$defs/class",
                            "description": "The hand class.",
                            "examples": ["royal-flush"],
                        },
                        "printed": _string("The label as printed.", "Royal Flush"),
                        "pays": {
                            "$ref": "#/$defs/pays",
                            "description": "What it pays to one, or push.",
                            "examples": [90],
                        },
                        "envy": {
                            "$ref": "#/$defs/money",
                            "description": "The envy payment.",
                            "examples": ["20 USD"],
                        },
                        "at": at,
                    },
                    ["hand", "printed", "pays", "at"],
                ),
                1,
            ),
            "published": _listing(
                "House edges that the document prints.",
                printed,
                _closed(
                    "A printed house edge.",
                    printed,
                    {
                        "label": {
                            "enum": ["no-envy", "max-envy"],
                            "examples": ["no-envy"],
                            "description": "Without envy, or with the most envy.",
                        },
                        "printed": _string("The label as printed.", "House Edge"),
                        "percent": _string(
                            "The figure as printed, in percent.",
                            "9.99",
                            pattern=r"^-?[0-9]+(\.[0-9]+)?$",
                        ),
                        "other_players": {
                            "type": "integer",
                            "minimum": 1,
                            "maximum": 5,
                            "examples": [5],
                            "description": "Other players assumed for the figure.",
                        },
                        "at": at,
                    },
                    ["label", "percent", "at"],
                ),
            ),
        },
        ["id", "at", "lines"],
    )


def _inventory() -> Schema:
    at = {"$ref": "#/$defs/at", "description": "Where it stands.", "examples": [_AT]}
    lines = {"$ref": "#/$defs/lines", "description": "A line or range of lines.", "examples": [67]}

    def entries(
        description: str, example: Schema, properties: Schema, required: list[str]
    ) -> Schema:
        return _listing(description, example, _closed(description, example, properties, required))

    clause = {"number": "3.1", "at": {"lines": 183}}
    term = {"term": "Copy Hand", "defined": 120, "used": [358]}
    reference = {"to": "Diagram A", "kind": "internal", "supplied": False, "at": _AT}
    label = {"table": "Ace High", "printed": "Dealer Ace-High", "at": {"lines": 19}}
    date = {"what": "approval date", "printed": "XX/XX/XX", "placeholder": True, "at": _AT}
    misprint = {"printed": "payable", "meant": "paytable", "at": _AT}
    defect = {"what": "a row of the table is split over three lines", "at": _AT}
    return _closed(
        "What the document itself looks like, so that rules can find its defects.",
        {"clauses": [clause]},
        {
            "clauses": entries(
                "Clause numbers or headings as printed, in order.",
                clause,
                {
                    "number": _string("As printed.", "3.1"),
                    "series": _string("Numbers of one series must follow each other.", "Paytable"),
                    "at": at,
                },
                ["number", "at"],
            ),
            "terms": entries(
                "Terms defined, and where they are used.",
                term,
                {
                    "term": _string("The term as printed.", "Copy Hand"),
                    "defined": lines,
                    "used": _listing("Where it is used beside its definition.", 358, lines),
                },
                ["term", "used"],
            ),
            "references": entries(
                "Texts pointed to.",
                reference,
                {
                    "to": _string("What it points to.", "rule 3.18"),
                    "kind": {
                        "enum": ["internal", "external"],
                        "examples": ["internal"],
                        "description": "Into this document or out of it.",
                    },
                    "supplied": {
                        "type": "boolean",
                        "examples": [True],
                        "description": "Whether the text pointed to is there.",
                    },
                    "at": at,
                },
                ["to", "kind", "supplied", "at"],
            ),
            "labels": entries(
                "Row labels of tables other than paytables.",
                label,
                {
                    "table": _string("The table.", "Ace High"),
                    "printed": _string("The label as printed.", "Dealer Ace-High"),
                    "at": at,
                },
                ["table", "printed", "at"],
            ),
            "dates": entries(
                "Dates, and placeholders where dates belong.",
                date,
                {
                    "what": _string("Which date.", "approval date"),
                    "printed": _string("As printed.", "1 January 2030"),
                    "placeholder": {
                        "type": "boolean",
                        "examples": [True],
                        "description": "Whether it stands where a date belongs.",
                    },
                    "at": at,
                },
                ["what", "printed", "at"],
            ),
            "misprints": entries(
                "Misprints.",
                misprint,
                {
                    "printed": _string("As printed.", "payable"),
                    "meant": _string("What is meant.", "paytable"),
                    "at": at,
                },
                ["printed", "meant", "at"],
            ),
            "extraction": entries(
                "Defects of the text extraction, not of the document.",
                defect,
                {
                    "what": _string("What was lost or broken.", "a row is split over three lines"),
                    "at": at,
                },
                ["what", "at"],
            ),
        },
        ["clauses", "terms", "references", "labels", "dates", "misprints", "extraction"],
    )


def build_jurisdiction_schema() -> Schema:
    """Make the whole schema as plain data."""
    sections = {
        section: _closed(
            description,
            {},
            {
                parameter.name: _parameter(parameter)
                for parameter in PARAMETERS.values()
                if parameter.section == section
            },
            [p.name for p in PARAMETERS.values() if p.section == section],
        )
        for section, description in SECTIONS.items()
    }
    for schema in sections.values():
        first = next(iter(schema["properties"]))
        schema["examples"] = [{first: {"silent": True}}]
    document = {"name": "Game Rules", "sha256": "0" * 64, "lines": 86, "currency": "USD"}
    edition = {"number": 1, "date": "2030-01-01"}
    properties = {
        "id": _string(
            "The jurisdiction's id, equal to the file's name.",
            "example",
            pattern="^[a-z0-9][a-z0-9-]*$",
            maxLength=60,
        ),
        "name": _string("The jurisdiction's name for people.", "Example"),
        "edition": _closed(
            "The edition of this file, counted from 1.",
            edition,
            {
                "number": {
                    "type": "integer",
                    "minimum": 1,
                    "examples": [1],
                    "description": "The number of the edition.",
                },
                "date": _string(
                    "Its date, in quotes.", "2030-01-01", pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
                ),
            },
            ["number", "date"],
        ),
        "document": _closed(
            "The document this file records.",
            document,
            {
                "name": _string("What people call the document.", "Game Rules"),
                "sha256": _string("SHA-256 of its text.", "0" * 64, pattern="^[0-9a-f]{64}$"),
                "lines": {
                    "type": "integer",
                    "minimum": 1,
                    "examples": [86],
                    "description": "How many lines its text has.",
                },
                "currency": _string("The currency of its money.", "USD", pattern="^[A-Z]{3}$"),
            },
            ["name", "sha256", "lines", "currency"],
        ),
        **sections,
        "paytables": _listing(
            "The paytables of the Fortune bonus.", {"id": "main"}, {"$ref": "#/$defs/paytable"}, 1
        ),
        "house_way": {
            "$ref": "house-way.schema.json",
            "description": "The house way as an ordered list of rules.",
            "examples": [[]],
        },
        "inventory": _inventory(),
    }
    required = [name for name in properties if name != "house_way"]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "jurisdiction.schema.json",
        "title": "A jurisdiction file",
        **_closed(
            "What one rule document says, statement by statement.",
            {"id": "example"},
            properties,
            required,
        ),
        "$defs": {**_kinds(), "statement": _statement(), "paytable": _paytable()},
    }


def main(target: str) -> None:
    """Write the schema to a file."""
    text = json.dumps(build_jurisdiction_schema(), indent=1, ensure_ascii=False)
    Path(target).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])

"""The schema of a statement with its standing, and of the standing of a whole section."""

from __future__ import annotations

from typing import Any

from certify.spec.catalogue import Parameter
from certify.spec.schema.forms import (
    AT,
    NAME_PATTERN,
    Schema,
    at,
    brings,
    citations,
    closed,
    either,
    listing,
    text,
    truth,
)
from certify.spec.schema.values import alternative, value

_ANY: Schema = {"description": "What the document says.", "examples": ["10 USD"]}
_DEFERRED_EXAMPLE = {"to": "house procedures", "at": AT}


def _deferred() -> Schema:
    return closed(
        "What it points to, and where.",
        _DEFERRED_EXAMPLE,
        {"to": text("The other text.", "house procedures"), "at": at()},
        ["to", "at"],
    )


def statement_forms(shared: Schema, required: tuple[str, ...] = ()) -> list[Schema]:
    """The standings as closed mappings; `shared` keys may stand in each."""
    because = text("Why this value is adopted or assumed.", "the body says so twice")
    implied = truth("The text shows it by an example or in passing, and never says it.")
    said = closed(
        "One place where the document says it.",
        {"value": "10 USD", "at": AT},
        {"value": _ANY, "at": citations(), "implied": implied, "brings": brings()},
        ["value", "at"],
    )
    alternatives = listing("The other values the text allows.", "pushes", _ANY, 1)
    unsaid = {
        "assumed": {**_ANY, "description": "The value we assume."},
        "because": because,
        "alternatives": alternatives,
        **shared,
    }

    def form(description: str, example: Any, properties: Schema, *needed: str) -> Schema:
        return closed(description, example, properties, [*needed, *required])

    stated_several = form(
        "Stated in several places, alike or in conflict.",
        {"stated": [{"value": 53, "at": AT}]},
        {
            "stated": listing("Each place.", {"value": 53, "at": AT}, said, 1),
            "adopted": {**_ANY, "description": "Of values in conflict, the one adopted."},
            "because": because,
            **shared,
        },
        "stated",
    )
    stated_several["dependentRequired"] = {"adopted": ["because"], "because": ["adopted"]}
    near = citations("Where the document deals with it and leaves it open: one place or several.")
    silent = form(
        "The document should say it and does not.",
        {"silent": True},
        {
            "silent": truth("The document does not say."),
            "question": text(
                "What exactly is left open, where the document answers a part of the question.",
                "Is he paid for the first of the two hands only, or for both?",
            ),
            "at": near,
            **unsaid,
        },
        "silent",
    )
    deferred = form(
        "The document points to another text.",
        {"deferred": _DEFERRED_EXAMPLE},
        {"deferred": _deferred(), "at": near, **unsaid},
        "deferred",
    )
    for schema in (silent, deferred):
        schema["dependentRequired"] = {"assumed": ["because"], "alternatives": ["assumed"]}
    return [
        form(
            "Stated once.",
            {"value": 53, "at": AT},
            {"value": _ANY, "at": citations(), "implied": implied, **shared},
            "value",
            "at",
        ),
        stated_several,
        silent,
        deferred,
        form(
            "The game of this document has no such thing.",
            {"not_offered": True},
            {"not_offered": truth("There is no such thing here."), "at": at(), **shared},
            "not_offered",
        ),
        form(
            "Nobody has written it down yet: the file is a draft.",
            {"todo": True},
            {"todo": truth("Still to be written down."), **shared},
            "todo",
        ),
    ]


def _inheriting() -> Schema:
    """A statement that has the standing of its section; without `assumed` it would hide a missing value."""
    of_silent = statement_forms(shared_keys())[2]
    properties = {key: item for key, item in of_silent["properties"].items() if key != "silent"}
    return {
        **closed(
            "The standing is that of all, in the same section.",
            {"assumed": "bank-wins", "because": "other documents say so"},
            properties,
            ["assumed"],
        ),
        "dependentRequired": of_silent["dependentRequired"],
    }


def shared_keys() -> Schema:
    """What every statement may carry beside its value."""
    return {
        "reading": text(
            "The key under which people ask for another value.",
            "envy-minimum",
            pattern=NAME_PATTERN,
            maxLength=60,
        ),
        "note": text(
            "What a careful reader should know beside the value.",
            "the layout in the diagram is not part of the text",
        ),
    }


def definitions() -> Schema:
    """What the schema defines once."""
    forms = statement_forms(shared_keys())
    return {
        "statement": {
            "description": "A statement with its standing.",
            "examples": [{"silent": True}],
            "oneOf": forms,
        },
        "statement-of-section": {
            "description": "A statement with its standing, or what it adds to that of its section.",
            "examples": [{"assumed": "bank-wins", "because": "other documents say so"}],
            "oneOf": [*forms, _inheriting()],
        },
        "standing": {
            "description": "The standing of every parameter that is not written out here.",
            "examples": [{"silent": True}],
            "oneOf": [
                closed(
                    "The document should say it and does not.",
                    {"silent": True},
                    {"silent": truth("The document does not say.")},
                    ["silent"],
                ),
                closed(
                    "The document points to another text.",
                    {"deferred": _DEFERRED_EXAMPLE},
                    {"deferred": _deferred()},
                    ["deferred"],
                ),
                closed(
                    "The game of this document has no such thing.",
                    {"not_offered": True},
                    {"not_offered": truth("There is no such thing here."), "at": at()},
                    ["not_offered"],
                ),
            ],
        },
    }


def refer_to_value(parameter: Parameter) -> Schema:
    """The values of a parameter, wherever they are defined."""
    return {"$ref": f"#/$defs/value-of-{parameter.key}"}


def value_definitions(parameters: tuple[Parameter, ...]) -> Schema:
    """The values of each parameter, defined once and used wherever a statement gives one."""
    found: Schema = {}
    for parameter in parameters:
        found[f"value-of-{parameter.key}"] = value(parameter)
    return found


def statement_values(parameter: Parameter) -> Schema:
    """The keys of a statement that hold values, held to those of the parameter."""
    of_value = refer_to_value(parameter)
    return {
        "value": of_value,
        "adopted": of_value,
        "assumed": of_value,
        "alternatives": {"items": alternative(parameter, of_value)},
        "stated": {"items": {"properties": {"value": of_value}}},
        "silent": True,
        "deferred": True,
        "not_offered": True,
        "todo": True,
        **({"reading": {"const": parameter.reading}} if parameter.reading else {}),
    }


def statement(parameter: Parameter, definition: str = "statement") -> Schema:
    """A statement of one parameter."""
    return {
        "description": parameter.description,
        "examples": [{"value": parameter.example, "at": AT}],
        "$ref": f"#/$defs/{definition}",
        "properties": statement_values(parameter),
    }


def section(description: str, parameters: tuple[Parameter, ...], more: Schema) -> Schema:
    """A mapping of statements, each written out unless `all` gives the standing of the rest."""
    properties = {
        **more,
        "all": {
            "$ref": "#/$defs/standing",
            "description": "The standing of every parameter that is not written out.",
            "examples": [{"silent": True}],
        },
        **{item.name: statement(item, "statement-of-section") for item in parameters},
    }
    return {
        **closed(description, {parameters[0].name: {"silent": True}}, properties, []),
        "if": {"required": ["all"]},
        "else": {"required": [parameter.name for parameter in parameters]},
    }


def value_or_statement(parameter: Parameter) -> Schema:
    """A bare value that its line cites, or a whole statement."""
    return either(
        parameter.description,
        parameter.example,
        refer_to_value(parameter),
        {"$ref": "#/$defs/statement", "properties": statement_values(parameter)},
    )

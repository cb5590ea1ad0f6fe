"""The forms that every part of the schema is made of: texts, closed mappings, lists, citations."""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]

AT = "Betting scheme L132-134"
NAME_PATTERN = "^[a-z0-9][a-z0-9-]*$"


def text(description: str, example: str, **more: Any) -> Schema:
    """A text of sensible length."""
    return {
        "type": "string",
        "description": description,
        "examples": [example],
        "minLength": 1,
        "maxLength": 2048,
        **more,
    }


def name(description: str, example: str) -> Schema:
    """A name in small letters, digits and hyphens."""
    return text(description, example, pattern=NAME_PATTERN, maxLength=60)


def closed(description: str, example: Any, properties: Schema, required: list[str]) -> Schema:
    """A mapping with these keys and no others."""
    return {
        "type": "object",
        "description": description,
        "examples": [example],
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def listing(description: str, example: Any, item: Schema, least: int = 0) -> Schema:
    """A list of one kind of thing."""
    return {
        "type": "array",
        "description": description,
        "examples": [[example]],
        "items": item,
        "minItems": least,
    }


def one_of_words(description: str, words: tuple[str, ...], example: str | None = None) -> Schema:
    """One word of a closed list."""
    return {"enum": list(words), "description": description, "examples": [example or words[0]]}


def reference(definition: str, description: str, example: Any) -> Schema:
    """Something defined once, told anew for the place where it stands."""
    return {"$ref": f"#/$defs/{definition}", "description": description, "examples": [example]}


def at(description: str = "Where the document says so.") -> Schema:
    """A citation."""
    return reference("at", description, AT)


def citations(description: str = "Where the document says so: one place or several.") -> Schema:
    """A citation or several."""
    return reference("citations", description, AT)


def brings() -> Schema:
    """What a value makes of other statements."""
    return {
        "type": "object",
        "description": "What the same words make of other statements, by reading or key: "
        "whoever takes this value takes those too.",
        "examples": [{"ace-high-bank-with-joker": "loses"}],
        "minProperties": 1,
        "additionalProperties": {
            "description": "The other statement's value.",
            "examples": ["loses"],
            "type": ["string", "integer"],
        },
    }


def truth(description: str) -> Schema:
    """A key that is written only where it is true."""
    return {"const": True, "description": description, "examples": [True]}


def count(description: str, example: int, least: int = 0, **more: Any) -> Schema:
    """A whole number."""
    return {
        "type": "integer",
        "minimum": least,
        "description": description,
        "examples": [example],
        **more,
    }


def either(description: str, example: Any, *forms: Schema) -> Schema:
    """One of several forms."""
    return {"description": description, "examples": [example], "anyOf": list(forms)}


OTHER = closed(
    "What the document says where no value of the list says it, in our own words.",
    {"other": "the stake moves to the next round"},
    {"other": text("In our own words.", "the stake moves to the next round")},
    ["other"],
)

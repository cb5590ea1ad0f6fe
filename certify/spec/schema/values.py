"""The schema of the values that a statement can have, by kind."""

from __future__ import annotations

from typing import Any

from certify.game.views import CONDITIONS, ConditionRecord, Form
from certify.game.vocabulary import HAND_CLASSES
from certify.spec.catalogue import Parameter, ValueKind
from certify.spec.expand import CITATION_PATTERN
from certify.spec.schema.forms import (
    AT,
    OTHER,
    Schema,
    at,
    brings,
    closed,
    count,
    either,
    listing,
    one_of_words,
    reference,
    text,
)

MONEY = text(
    "Money as text: amount, space, currency.",
    "10 USD",
    pattern=r"^(0|[1-9][0-9]{0,14})(\.[0-9]{2})? [A-Z]{3}$",
)
SHARE: Schema = {
    "description": "An exact number: whole, or a fraction.",
    "examples": ["1/25"],
    "type": ["integer", "string"],
    "minimum": 0,
    "maximum": 999_999_999,
    "pattern": r"^(0|[1-9][0-9]{0,8}(/[1-9][0-9]{0,8})?)$",
}
RANKS: Schema = {
    "description": "A rank, or ranks from one to another: A, 10, 2-6, K+.",
    "examples": ["A"],
    "type": ["integer", "string"],
    "minimum": 2,
    "maximum": 10,
    "pattern": r"^([2-9]|10|[JQKA])(\+|-([2-9]|10|[JQKA]))?$",
}
_NUMBERS = {ValueKind.COUNT: count("", 0), ValueKind.MONEY: MONEY, ValueKind.FRACTION: SHARE}
PAYS_EXAMPLE = 50


def _share(description: str, example: Any) -> Schema:
    return {**SHARE, "description": description, "examples": [example]}


def _ranks(description: str, example: str) -> Schema:
    return {**RANKS, "description": description, "examples": [example, "2-6", "K+"]}


def condition_properties() -> Schema:
    """The keys that say what a line wants of one hand."""
    return {record.key: _condition_value(record) for record in CONDITIONS}


def _condition_value(record: ConditionRecord) -> Schema:
    match record.form:
        case Form.CLASS:
            return reference("class", record.description, "flush")
        case Form.WORD:
            return one_of_words(record.description, record.words)
        case Form.RANKS:
            return _ranks(record.description, "A")
        case Form.SET_HAND:
            return closed(
                record.description,
                {"hand": "one-pair", "rank": "9"},
                {
                    "hand": one_of_words("Its class.", record.words, "one-pair"),
                    "rank": _ranks("Of its pair, three or four, or else of its highest card.", "9"),
                },
                [],
            )


def condition(description: str) -> Schema:
    """What is wanted of one hand, as a mapping."""
    return {
        **closed(description, {"hand": "high-card", "highest": "A"}, condition_properties(), []),
        "minProperties": 1,
    }


def _pays() -> Schema:
    """What a line pays: a plain number or word, or a mapping."""
    return {
        "pay": {
            "description": "What is paid to one: a number, loses, or pushes.",
            "examples": [PAYS_EXAMPLE, "3/2", "pushes", "loses"],
            "type": ["integer", "string"],
            "minimum": 0,
            "maximum": 999_999_999,
            "pattern": "^(loses|pushes|[1-9][0-9]{0,8}/[1-9][0-9]{0,8})$",
        },
        "pay-in-terms": {
            **closed(
                "A pay in the document's own terms.",
                {"for": 51},
                {
                    "to": _share("Paid to one, the stake going back beside it.", PAYS_EXAMPLE),
                    "for": _share("Paid for one, the stake being in it.", 51),
                    "money": {**MONEY, "description": "A fixed sum."},
                    "meter": _share("A share of the meter of a progressive.", "1/10"),
                    "stake": one_of_words("What becomes of the stake.", ("returned", "lost")),
                },
                [],
            ),
            "minProperties": 1,
            "not": {"required": ["to", "for"]},
        },
    }


def definitions() -> Schema:
    """What the schema defines once."""
    return {
        "class": one_of_words("A hand class.", HAND_CLASSES, "four-of-a-kind"),
        "lines": {
            "description": "A line of the document's text, or a range of lines.",
            "examples": [67, "67-69"],
            "type": ["integer", "string"],
            "minimum": 1,
            "pattern": "^[1-9][0-9]*-[1-9][0-9]*$",
        },
        "at": text(
            "A citation: the document where there are several, the clause as printed, the lines.",
            AT,
            pattern=CITATION_PATTERN,
        ),
        "citations": {
            **text("A citation, or a list of them.", AT, pattern=CITATION_PATTERN),
            "type": ["string", "array"],
            "items": {"$ref": "#/$defs/at"},
            "minItems": 1,
        },
        "condition": condition("What is wanted of one hand."),
        "other": OTHER,
        "cited-alternative": closed(
            "Another value, and the words that allow it.",
            {"value": "pushes", "because": "the sentence can be read so"},
            {
                "value": {"description": "The value.", "examples": ["pushes"]},
                "because": text(
                    "By which words the text allows it.", "the sentence can be read so"
                ),
                "at": at("Where these words stand."),
                "brings": brings(),
            },
            ["value"],
        ),
        **_pays(),
    }


def value_forms(parameter: Parameter) -> list[Schema]:
    """The forms that a value of the parameter may have."""
    told: Schema = {"description": parameter.description, "examples": [parameter.example]}
    match parameter.kind:
        case ValueKind.CHOICE:
            forms = [{"enum": list(parameter.choices), **told}]
        case ValueKind.TEXT:
            return [text(parameter.description, str(parameter.example))]
        case ValueKind.COUNT | ValueKind.MONEY | ValueKind.FRACTION:
            forms = [{**_NUMBERS[parameter.kind], **told}]
        case ValueKind.PAYS:
            forms = [
                {**reference("pay", "", 0), **told},
                reference("pay-in-terms", "A pay in the document's own terms.", {"for": 51}),
            ]
        case ValueKind.CLASS:
            forms = [{"$ref": "#/$defs/class", **told}]
        case ValueKind.CLASSES:
            item = reference("class", "A hand class.", "flush")
            forms = [
                {**listing(parameter.description, "flush", item, 1), "uniqueItems": True, **told}
            ]
        case ValueKind.ENVY:
            forms = [{**MONEY, **told}, _times()]
        case ValueKind.CHARGE:
            forms = [{**MONEY, **told}, _share("A share of the wager.", "1/100")]
        case ValueKind.CONDITION:
            forms = [{"$ref": "#/$defs/condition", **told}]
        case ValueKind.EXCLUSIONS:
            forms = [_exclusions(parameter)]
    return [*forms, {"$ref": "#/$defs/other"}]


def _times() -> Schema:
    return closed(
        "A multiple of the stake of the player who is paid.",
        {"times": 5},
        {"times": _share("How many times the stake.", 5)},
        ["times"],
    )


def _line_id(description: str, example: str) -> Schema:
    """The id of a line: that of its class, or one made from its conditions, ranks among them."""
    return text(description, example, pattern="^[A-Za-z0-9+-]+$", maxLength=256)


def _exclusions(parameter: Parameter) -> Schema:
    example = {"own": "royal-match", "still_paid": ["seven-card-straight-flush"]}
    return listing(
        parameter.description,
        example,
        closed(
            "A line of the player's own and what it leaves him.",
            example,
            {
                "own": _line_id(
                    "The id of the line of his own that costs him envy.", "royal-match"
                ),
                "still_paid": listing(
                    "The lines of others that are paid to him all the same.",
                    "seven-card-straight-flush",
                    _line_id("The id of a line.", "seven-card-straight-flush"),
                ),
            },
            ["own"],
        ),
    )


def value(parameter: Parameter) -> Schema:
    """A value of the parameter, whatever its form."""
    forms = value_forms(parameter)
    return either(parameter.description, parameter.example, *forms)


def alternative(parameter: Parameter, plain: Schema) -> Schema:
    """Another value that the text allows, alone or with the words that allow it."""
    cited = {"$ref": "#/$defs/cited-alternative", "properties": {"value": plain}}
    return either(parameter.description, parameter.example, plain, cited)

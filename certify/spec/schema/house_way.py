"""Builds the schema of a house way from the vocabulary of shapes, conditions and selectors."""

from __future__ import annotations

from typing import Any

from certify.game.vocabulary import (
    COMPLETE_CLASSES,
    CONDITIONS,
    LEAVING,
    LOW_KINDS,
    PATTERN,
    SELECTORS,
    SHAPES,
)
from certify.spec.catalogue import HOUSE_WAY
from certify.spec.schema.forms import Schema, closed, listing, name
from certify.spec.schema.statements import shared_keys, statement, statement_forms

_AT = "Appendix A 2 L730-748"
_WHEN = {"shape": "two-pair", "pairs": ["2-6", "2-6"], "highest_single": "K+"}
_PROVIDED = {"holding": "J+"}
_EXAMPLE = {
    "cards": "4c 4h 2s 2h Kc Qd 7s",
    "low": "Kc Qd",
    "high": "4c 4h 2s 2h 7s",
    "at": "Appendix A 2 L733-748",
}
_RULE = {
    "rule": "two low pairs, king or better to play low",
    "part": "2",
    "exception_to": "two low pairs",
    "when": _WHEN,
    "low": "two-highest-singles",
    "at": _AT,
}
_TIE_BREAK = {"silent": True, "assumed": "best-high", "because": "dealers do so"}
_READING = {
    "reading": "house-way-joker",
    "question": "Is a joker beside an ace one more ace, or kept apart to complete a hand?",
    "values": ["ace", "completes"],
    "silent": True,
    "assumed": "ace",
    "because": "the one worked example counts it so",
    "alternatives": ["completes"],
}
_UNEXPRESSED = {
    "rule": "the dealer asks the floor where two settings look alike",
    "because": "what looks alike is not said in ranks",
    "at": _AT,
}

_PRINTED = {
    "rule": "medium and high pair",
    "when": {"shape": "two-pair", "pairs": ["J-A", "7-10"]},
    "because": "the row for aces is taken out of it here; the document prints both as they are",
}


def _text(description: str, example: str, longest: int = 256, **more: Any) -> Schema:
    return {
        "type": "string",
        "description": description,
        "examples": [example],
        "minLength": 1,
        "maxLength": longest,
        **more,
    }


def _tell(names: dict[str, str]) -> str:
    return " ".join(f"{name}: {meaning}." for name, meaning in names.items())


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _one_or_several(reference: str, description: str, *examples: Any) -> Schema:
    """A name of a closed list, or a list of such names."""
    return {
        "type": ["string", "array"],
        "description": description,
        "examples": list(examples),
        "if": {"type": "string"},
        "then": {"$ref": f"#/$defs/{reference}"},
        "items": {"$ref": f"#/$defs/{reference}"},
        "minItems": 1,
        "uniqueItems": True,
    }


def _conditions() -> Schema:
    told = {name: _sentence(meaning) for name, meaning in CONDITIONS.items()}
    classes = _one_or_several("complete", told["complete"], True, "straight", ["straight", "flush"])
    lists = {"pairs": ["7-10", "2-6"], "singles": ["A", "K"]}
    groups = {"pair": "2", "three": "A", "four": "7-10", "straights": "2-10"}
    special: Schema = {
        "shape": _one_or_several("shape", told["shape"], "two-pair", ["two-pair", "three-pair"]),
        "complete": {**classes, "type": ["boolean", "string", "array"]},
        "holds": _one_or_several("complete", told["holds"], "flush", ["straight", "flush"]),
        "joker": {"type": "boolean", "description": told["joker"], "examples": [True]},
        "joker_apart": {"const": True, "description": told["joker_apart"], "examples": [True]},
        **{
            name: {
                "type": "array",
                "items": {"$ref": "#/$defs/group"},
                "minItems": 1,
                "description": told[name],
                "examples": [example],
            }
            for name, example in lists.items()
        },
    }
    return {
        name: special.get(name)
        or {
            "$ref": "#/$defs/group",
            "description": told[name],
            "examples": [groups.get(name, "K+")],
        }
        for name in CONDITIONS
    }


def _at(description: str) -> Schema:
    reference = "jurisdiction.schema.json#/$defs/at"
    return {"$ref": reference, "description": description, "examples": [_AT]}


def _rule() -> Schema:
    properties: Schema = {
        "rule": _text("The name of the rule, unlike any other.", "two low pairs"),
        "part": _text("The part of the house way it stands in, as printed.", "2"),
        "exception_to": {
            "type": ["string", "array"],
            "description": "The rule, or the rules, that this one goes before by the document's own "
            "words. What these go before it goes before too, on the hands that they match.",
            "examples": ["two low pairs", ["three aces", "three of a kind"]],
            "minLength": 1,
            "items": _text("The name of a rule further down.", "two low pairs"),
            "minItems": 1,
            "uniqueItems": True,
        },
        "under": {
            "type": "object",
            "description": "The readings under which the rule is in force, as declared above.",
            "examples": [{"house-way-joker": "completes"}],
            "minProperties": 1,
            "additionalProperties": _text("The value that the reading must have.", "completes"),
        },
        "when": {
            **closed(
                "What the seven cards must be; every condition must hold.",
                _WHEN,
                _conditions(),
                [],
            ),
            "minProperties": 1,
        },
        "low": {
            "type": ["string", "array", "object"],
            "description": "How the low hand is chosen: a name, a pattern, or several, of which the "
            f"highest is played. {_tell(SELECTORS)}",
            "examples": [
                "two-highest-singles",
                {"of": "pair", "leaving": "complete"},
                ["lower-pair", {"of": "two-ranks", "holding": "A"}],
            ],
            "if": {"type": "array"},
            "then": {"items": {"$ref": "#/$defs/low"}, "minItems": 1, "uniqueItems": True},
            "else": {"$ref": "#/$defs/low"},
        },
        "provided": {
            "type": ["array", "object"],
            "description": "What the low hand so named must be, or one of several; otherwise the "
            "rule does not match, and the next is asked.",
            "examples": [_PROVIDED, [_PROVIDED, {"of": "pair"}]],
            "if": {"type": "array"},
            "then": {"items": {"$ref": "#/$defs/pattern"}, "minItems": 1, "uniqueItems": True},
            "else": {"$ref": "#/$defs/pattern"},
        },
        "at": _at("Where the document says so; for a silent rule, where it should."),
        "silent": {
            "const": True,
            "description": "The document leaves these hands unset; the rule completes it.",
            "examples": [True],
        },
        "because": _text(
            "Why a silent rule sets the hands so.", "the row plays a pair low, which fouls", 2048
        ),
        "examples": {
            "type": "array",
            "description": "Hands that the document sets itself.",
            "examples": [[_EXAMPLE]],
            "minItems": 1,
            "items": {"$ref": "#/$defs/example"},
        },
    }
    told = "One rule: when it applies, which two cards go low, and where the document says so."
    return {
        **closed(told, _RULE, properties, ["rule", "low", "at"]),
        "dependentRequired": {"silent": ["because"], "because": ["silent"]},
    }


def _printed() -> Schema:
    """What the document prints of a rule that the file had to narrow, or to put before another."""
    properties: Schema = {
        "rule": _text("The rule, by its name below.", str(_PRINTED["rule"])),
        "when": {
            **closed(
                "What the row asks as printed, where the rule below asks for more.",
                _PRINTED["when"],
                _conditions(),
                [],
            ),
            "minProperties": 1,
        },
        "exception_by": {
            "enum": ["document", "ours"],
            "description": "Who puts the rule before those that it is an exception to: the document, "
            "or the file alone.",
            "examples": ["ours"],
        },
        "because": _text(
            "Why the file is narrower than the print.", str(_PRINTED["because"]), 2048
        ),
    }
    told = "A row of the house way as printed, beside the rule that the file makes of it."
    return {
        **closed(told, _PRINTED, properties, ["rule", "because"]),
        "anyOf": [{"required": ["when"]}, {"required": ["exception_by"]}],
    }


def _pattern() -> Schema:
    told = {name: _sentence(meaning) for name, meaning in PATTERN.items()}
    properties = {
        "of": {"enum": list(LOW_KINDS), "description": told["of"], "examples": ["pair"]},
        "holding": {
            "$ref": "#/$defs/group",
            "description": told["holding"],
            "examples": ["J+"],
        },
        "leaving": _one_or_several(
            "leaving", told["leaving"], "complete", ["one-pair", "two-pair"]
        ),
    }
    description = "Low hands of one kind; what is not asked is open."
    example = {"of": "pair", "leaving": "complete"}
    return {**closed(description, example, properties, []), "minProperties": 1}


def _reading() -> Schema:
    """A statement with its own question and answers, in any of a statement's forms."""
    own = {
        "reading": _text(
            "The key of the reading, for --reading and for under.",
            "house-way-joker",
            60,
            pattern="^house-way-[a-z0-9-]+$",
        ),
        "title": _text("The question in a few words.", "the joker beside an ace", 60),
        "question": _text("The question, in our own words.", str(_READING["question"]), 2048),
        "values": {
            "type": "array",
            "description": "Every answer.",
            "examples": [["ace", "completes"]],
            "minItems": 2,
            "uniqueItems": True,
            "items": name("An answer.", "ace"),
        },
    }
    return {
        "description": "A question that the house way leaves open or answers twice, as a statement.",
        "examples": [_READING],
        "oneOf": _look_elsewhere(statement_forms({**shared_keys(), **own}, tuple(own))),
    }


def _look_elsewhere(schema: Any) -> Any:
    """The same schema with its references pointing into that of a jurisdiction file."""
    if isinstance(schema, dict):
        return {
            key: f"jurisdiction.schema.json{value}" if key == "$ref" else _look_elsewhere(value)
            for key, value in schema.items()
        }
    return [_look_elsewhere(item) for item in schema] if isinstance(schema, list) else schema


def build_house_way_schema() -> Schema:
    """Make the whole schema as plain data."""
    unexpressed = closed(
        "A rule of the document that cannot be written here.",
        _UNEXPRESSED,
        {
            "rule": _text(
                "What the document says, in our own words.", str(_UNEXPRESSED["rule"]), 2048
            ),
            "because": _text("Why it cannot be written.", "it is not said in ranks", 2048),
            "at": _at("Where the document says so."),
        },
        ["rule", "because", "at"],
    )
    example = closed(
        "A hand that the document sets itself.",
        _EXAMPLE,
        {
            "cards": _text("The seven cards.", "4c 4h 2s 2h Kc Qd 7s", 2048),
            "low": _text("The two cards that go low.", "Kc Qd", 2048),
            "high": _text("The five cards that are left.", "4c 4h 2s 2h 7s", 2048),
            "at": _at("Where the example stands."),
        },
        ["cards", "low", "at"],
    )

    house_way = {"tie_break": _TIE_BREAK, "rules": [_RULE]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "house-way.schema.json",
        "title": "A house way",
        **closed(
            "How a bank sets its seven cards: ordered rules, and the questions they leave open.",
            house_way,
            {
                "readings": listing(
                    "The questions of the document's own that its rules turn on.",
                    _READING,
                    _reading(),
                    1,
                ),
                **{item.name: _look_elsewhere(statement(item)) for item in HOUSE_WAY},
                "unexpressed": listing(
                    "Rules of the document that cannot be written here.",
                    _UNEXPRESSED,
                    unexpressed,
                    1,
                ),
                "as_printed": listing(
                    "Rows as printed, of rules that only the file narrows or puts in order.",
                    _PRINTED,
                    _printed(),
                    1,
                ),
                "rules": listing(
                    "The rules in order; the first that matches sets the hand.",
                    _RULE,
                    {"$ref": "#/$defs/rule"},
                    1,
                ),
            },
            ["tie_break", "rules"],
        ),
        "$defs": {
            "rule": _rule(),
            "example": example,
            "pattern": _pattern(),
            "low": {
                "description": "A name for the low hand, or a pattern.",
                "examples": ["lower-pair"],
                "if": {"type": "object"},
                "then": {"$ref": "#/$defs/pattern"},
                "else": {"enum": list(SELECTORS)},
            },
            "complete": {
                "enum": list(COMPLETE_CLASSES),
                "description": "A class of complete hand.",
                "examples": ["flush"],
            },
            "leaving": {
                "enum": list(LEAVING),
                "description": "The class of a high hand; complete for any complete one.",
                "examples": ["complete"],
            },
            "shape": {
                "enum": list(SHAPES),
                "description": f"How often each rank occurs, the joker being an ace. {_tell(SHAPES)}",
                "examples": ["two-pair"],
            },
            "group": _text(
                "Ranks from one to another, the lower first; a rank or better; one rank.",
                "2-6",
                5,
                pattern="^([2-9]|10|[JQKA])(\\+|-([2-9]|10|[JQKA]))?$",
            ),
        },
    }

"""The schema of a wager: its statements, its envy, its paytables and their lines."""

from __future__ import annotations

from certify.spec.catalogue import ENVY, PARAMETERS, PAYTABLE_PARAMETERS, WAGER
from certify.spec.catalogue.wagers import LINE_ENVY, LINE_PAYS
from certify.spec.schema.forms import (
    Schema,
    at,
    closed,
    count,
    listing,
    name,
    one_of_words,
    reference,
    text,
)
from certify.spec.schema.statements import section, statement, value_or_statement
from certify.spec.schema.values import condition_properties

_LINE = {
    "hand": "royal-flush",
    "printed": "Royal Flush",
    "pays": 90,
    "envy": "20 USD",
    "at": {"lines": 34},
}


def _line() -> Schema:
    return closed(
        "A line: what it wants, what it pays, the envy it gives others.",
        _LINE,
        {
            "id": name("Its name, where its condition does not name it well.", "both"),
            **condition_properties(),
            "player": _condition("What it wants of the player's hand."),
            "bank": _condition("What it wants of the bank's hand."),
            "printed": text("The label as printed.", "Royal Flush"),
            "pays": value_or_statement(LINE_PAYS),
            "envy": value_or_statement(LINE_ENVY),
            "at": at("Where the line stands."),
            "todo": text(
                "What is still to be made sure of: the file is a draft.", "is the joker meant too?"
            ),
        },
        ["pays"],
    )


def _condition(description: str) -> Schema:
    return reference("condition", description, {"hand": "high-card", "highest": "A"})


def _lines() -> Schema:
    item = reference("line", "A line.", _LINE)
    return listing("The lines in the order they are looked up.", _LINE, item, 1)


def definitions() -> Schema:
    """What the schema defines once."""
    return {"line": _line()}


def published_edges() -> Schema:
    """House edges of the standard wager, which has neither paytable nor envy."""
    printed = {"percent": "2.50", "at": {"clause": "(3)", "lines": 43}}
    return listing(
        "House edges of the standard wager that the document prints.",
        printed,
        closed(
            "A printed house edge.",
            printed,
            {"percent": _percent(), "at": at("Where it stands.")},
            ["percent", "at"],
        ),
    )


def _percent() -> Schema:
    return text("The figure as printed, in percent.", "9.99", pattern=r"^-?[0-9]+(\.[0-9]+)?$")


def _published() -> Schema:
    printed = {"label": "no-envy", "percent": "9.99", "at": {"lines": 43}}
    return listing(
        "House edges that the document prints.",
        printed,
        closed(
            "A printed house edge.",
            printed,
            {
                "label": one_of_words(
                    "Without envy, or with the most envy.", ("no-envy", "max-envy")
                ),
                "printed": text("The label as printed.", "House Edge"),
                "percent": _percent(),
                "other_players": count("Other players assumed for the figure.", 5, 1, maximum=5),
                "at": at("Where it stands."),
            },
            ["label", "percent", "at"],
        ),
    )


def _paytable() -> Schema:
    return closed(
        "A paytable.",
        {"id": "main", "lines": [_LINE]},
        {
            "id": text(
                "The paytable's name as printed; main where there is only one.",
                "A-1",
                pattern="^[A-Za-z0-9][A-Za-z0-9-]*$",
                maxLength=40,
            ),
            "at": at("Where it stands."),
            **{key.partition(".")[2]: statement(PARAMETERS[key]) for key in PAYTABLE_PARAMETERS},
            "lines": _lines(),
            "published": _published(),
        },
        ["id", "at", "lines"],
    )


def wager() -> Schema:
    """A wager that is a list of lines."""
    schema = section(
        "A wager: its statements, and its lines.",
        WAGER,
        {
            "id": name("How commands name it.", "fortune-bonus"),
            "name": text("Its name for people.", "Fortune Bonus"),
            "looks_at": one_of_words("Whose hand its lines look at.", ("player", "bank", "both")),
            "at": at("Where its lines stand, if it has no paytable."),
            "envy": section("Its envy payments, where it has them.", ENVY, {}),
            "paytables": listing(
                "Its paytables.", {"id": "main", "lines": [_LINE]}, _paytable(), 1
            ),
            "lines": _lines(),
        },
    )
    schema["required"] = ["id", "name", "looks_at"]
    schema["dependentRequired"] = {"lines": ["at"]}
    return schema

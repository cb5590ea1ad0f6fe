"""The schema of a wager: its statements, its envy, its paytables and their lines."""

from __future__ import annotations

from certify.spec.catalogue import (
    ENVY,
    LINE_ENVY,
    LINE_PAYS,
    PARAMETERS,
    PAYTABLE_PARAMETERS,
    WAGER,
)
from certify.spec.expand import CITATION_PATTERN, NO_CELL
from certify.spec.schema.forms import (
    AT,
    Schema,
    at,
    closed,
    count,
    either,
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
    "at": "L34",
}
_ROW = {**_LINE, "pays": [90, 100], "envy": ["20 USD", NO_CELL]}
_MATRIX = {"tables": ["1", "2"], "rows": [_ROW]}


def _line() -> Schema:
    return closed(
        "A line: what it wants, what it pays, the envy it gives others.",
        _LINE,
        {
            "id": name("Its name, where its condition does not name it well.", "both"),
            **condition_properties(),
            "other": _own_words(),
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


def _own_words() -> Schema:
    return text(
        "What the row requires, in our own words, if no condition expresses it: the paytable is "
        "then incomplete.",
        "more red cards than black ones",
    )


def _condition(description: str) -> Schema:
    example = {"hand": "high-card", "highest": "A"}
    own_words = closed(description, {"other": "more red cards"}, {"other": _own_words()}, ["other"])
    return either(description, example, reference("condition", description, example), own_words)


def _lines() -> Schema:
    item = reference("line", "A line.", _LINE)
    return listing("The lines in the order they are looked up.", _LINE, item, 1)


def definitions() -> Schema:
    """What the schema defines once."""
    return {"line": _line(), "matrix": _matrix()}


def published_edges() -> Schema:
    """House edges of the standard wager, which has neither paytable nor envy."""
    printed = {"percent": "2.50", "at": "(3) L43"}
    item = closed(
        "A printed house edge.", printed, {**_edge(), "at": at("Where it stands.")}, ["at"]
    )
    return listing(
        "House edges of the standard wager that the document prints.",
        printed,
        {**item, **_ONE_FIGURE},
    )


_ONE_FIGURE: Schema = {"oneOf": [{"required": ["percent"]}, {"required": ["share"]}]}


def _edge() -> Schema:
    """A house edge as printed: in percent, or as a fraction of one."""
    return {
        "percent": text(
            "The figure as printed, in percent.", "9.99", pattern=r"^-?[0-9]+(\.[0-9]+)?$"
        ),
        "share": text(
            "The figure as printed, if it is printed as a fraction of one.",
            "-0.0417",
            pattern=r"^-?0\.[0-9]{2,}$",
        ),
    }


def _published() -> Schema:
    printed = {"label": "no-envy", "percent": "9.99", "at": "L43"}
    item = closed(
        "A printed house edge.",
        printed,
        {
            "label": one_of_words("Without envy, or with the most envy.", ("no-envy", "max-envy")),
            "printed": text("The label as printed.", "House Edge"),
            **_edge(),
            "other_players": count("Other players assumed for the figure.", 5, 1, maximum=5),
            "at": at("Where it stands."),
        },
        ["label", "at"],
    )
    return listing("House edges that the document prints.", printed, {**item, **_ONE_FIGURE})


def _paytable_id() -> Schema:
    return text(
        "The paytable's name as printed; main where there is only one.",
        "A-1",
        pattern="^[A-Za-z0-9][A-Za-z0-9-]*$",
        maxLength=40,
    )


def _of_paytable() -> Schema:
    """What a paytable has beside its lines."""
    return {
        "id": _paytable_id(),
        "at": at("Where it stands."),
        **{key.partition(".")[2]: statement(PARAMETERS[key]) for key in PAYTABLE_PARAMETERS},
        "published": _published(),
    }


def _paytable() -> Schema:
    return closed(
        "A paytable.",
        {"id": "main", "lines": [_LINE]},
        {**_of_paytable(), "lines": _lines()},
        ["id", "at", "lines"],
    )


def _matrix() -> Schema:
    """Paytables that share rows, as printed: a column for each."""
    row = _line()
    properties = row["properties"]
    for key in ("pays", "envy"):
        properties[key] = _cells(properties[key])
    for key in ("printed", "todo"):
        properties[key] = {**properties[key], "type": ["string", "array"], "minItems": 1}
        properties[key]["items"] = text("For one column, or none.", NO_CELL)
    properties["at"] = {
        **text("Where the row stands; a list where it differs by column.", "L34"),
        "type": ["string", "array"],
        "pattern": CITATION_PATTERN,
        "items": text(
            "Where it stands, or none.", "L34", pattern=f"^{NO_CELL}$|{CITATION_PATTERN}"
        ),
        "minItems": 1,
    }
    row["description"] = "A row: what it wants, and a cell for each paytable."
    row["examples"] = [_ROW]
    table = either(
        "A paytable: its name, or what it has of its own.",
        "1",
        _paytable_id(),
        closed("A paytable of the matrix.", {"id": "1", "at": AT}, _of_paytable(), ["id"]),
    )
    return closed(
        "Paytables that share rows.",
        _MATRIX,
        {
            "tables": listing("The paytables in the order of the columns.", "1", table, 1),
            "rows": listing("The rows in the order they are looked up.", _ROW, row, 1),
        },
        ["tables", "rows"],
    )


def _cells(cell: Schema) -> Schema:
    none = {
        "const": NO_CELL,
        "description": "The paytable has no such row, or the row no such payment.",
        "examples": [NO_CELL],
    }
    cell = {**cell, "anyOf": [*cell["anyOf"], none]}
    told = cell["description"].rstrip(".")
    return listing(f"{told}: a cell for each paytable.", cell["examples"][0], cell, 1)


def wager() -> Schema:
    """A wager that is a list of lines."""
    matrix = reference("matrix", "Paytables that share rows.", _MATRIX)
    schema = section(
        "A wager: its statements, and its lines.",
        WAGER,
        {
            "id": name("How commands name it.", "fortune-bonus"),
            "name": text("Its name for people.", "Fortune Bonus"),
            "looks_at": one_of_words("Whose hand its lines look at.", ("player", "bank", "both")),
            "at": at("Where its lines stand, if it has no paytable."),
            "envy": section("Its envy payments, where it has them.", ENVY, {}),
            "paytables": either(
                "Its paytables: a list of them, or a matrix where they share rows.",
                _MATRIX,
                listing(
                    "Paytables and matrices, in the order in which they are printed.",
                    {"id": "main", "lines": [_LINE]},
                    either("A paytable or a matrix.", _MATRIX, _paytable(), matrix),
                    1,
                ),
                matrix,
            ),
            "lines": _lines(),
        },
    )
    schema["required"] = ["id", "name", "looks_at"]
    schema["dependentRequired"] = {"lines": ["at"]}
    return schema

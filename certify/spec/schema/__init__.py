"""Builds the schemas of a jurisdiction file from the catalogue and the vocabulary of house ways.

`python -m certify.spec.schema FOLDER` writes them; a test holds that the files are current. The files, not
this package, are the contract: `validate` reads only what stands in `schemas/`.
"""

from __future__ import annotations

from certify.spec.catalogue import ENVY, GAME, HOUSE_WAY, LINE_ENVY, LINE_PAYS, SECTIONS, WAGER
from certify.spec.expand import FORMAT
from certify.spec.places import ANCHOR_PATTERN
from certify.spec.schema import statements, values, wagers
from certify.spec.schema.forms import (
    AT,
    Schema,
    at,
    closed,
    count,
    listing,
    name,
    one_of_words,
    text,
)
from certify.spec.schema.house_way import build_house_way_schema
from certify.spec.schema.inventory import inventory

__all__ = ["SCHEMAS", "build_house_way_schema", "build_jurisdiction_schema"]


def build_jurisdiction_schema() -> Schema:
    """Make the whole schema as plain data."""
    more = {"standard": {"published": wagers.published_edges()}}
    sections = {
        section: statements.section(
            description,
            tuple(item for item in GAME if item.section == section),
            more.get(section, {}),
        )
        for section, description in SECTIONS.items()
    }
    example = {"what": "a fee for a shuffled deck", "wagers": ["standard"], "at": AT}
    properties = {
        **_head(),
        **sections,
        "wagers": listing(
            "The wagers beside the standard wager.",
            {"id": "fortune-bonus", "name": "Fortune Bonus", "looks_at": "player"},
            wagers.wager(),
        ),
        "house_way": {
            "$ref": "house-way.schema.json",
            "description": "The house way, where a document gives one.",
            "examples": [{"rules": []}],
        },
        "uncovered": listing(
            "What the documents say and no parameter holds.",
            example,
            closed(
                "One such thing.",
                example,
                {
                    "what": text("In our own words.", "a fee for a shuffled deck"),
                    "wagers": listing(
                        "The wagers whose money it touches.",
                        "standard",
                        name("The id of a wager, or standard.", "standard"),
                    ),
                    "paytables": listing(
                        "The paytables that it touches, if not all of these wagers.",
                        "1",
                        text("The id of a paytable.", "1", maxLength=40),
                        1,
                    ),
                    "lines": listing(
                        "The lines that it touches, if not all of these paytables.",
                        "flush",
                        text("The id of a line.", "flush", maxLength=256),
                        1,
                    ),
                    "at": at(),
                },
                ["what", "at"],
            ),
        ),
        "inventory": inventory(),
        "todo": _todo(),
    }
    optional = {"names", "in_force", "house_way", "uncovered", "inventory", "todo"}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "jurisdiction.schema.json",
        "title": "A jurisdiction file",
        **closed(
            "What the documents of one jurisdiction say, statement by statement.",
            {"id": "example"},
            properties,
            [key for key in properties if key not in optional],
        ),
        "$defs": {
            **values.definitions(),
            **statements.definitions(),
            **wagers.definitions(),
            **statements.value_definitions(
                (*GAME, *HOUSE_WAY, *WAGER, LINE_PAYS, LINE_ENVY, *ENVY)
            ),
        },
    }


def _todo() -> Schema:
    example = {"what": "the row Wild Royal is not understood", "at": "L41"}
    return listing(
        "What is still to do beside the parameters: the file is a draft until nothing is left.",
        example,
        closed(
            "One such thing.",
            example,
            {
                "what": text("In our own words.", "the row Wild Royal is not understood"),
                "at": at("Where the document has it."),
            },
            ["what"],
        ),
    )


def _day(description: str) -> Schema:
    return text(description, "2030-01-01", pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")


def _head() -> Schema:
    document = {"id": "rules", "name": "Game Rules", "sha256": "0" * 64, "lines": 86}
    edition = {"number": 1, "date": "2030-01-01"}
    return {
        "schema": {
            "const": FORMAT,
            "description": "The format of this file.",
            "examples": [FORMAT],
        },
        "id": name("The jurisdiction's id, equal to the file's name.", "example"),
        "name": text("The jurisdiction's name for people.", "Example"),
        "edition": closed(
            "The edition of this file, counted from 1.",
            edition,
            {
                "number": count("The number of the edition.", 1, 1),
                "date": text(
                    "Its date, in quotes.", "2030-01-01", pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
                ),
            },
            ["number", "date"],
        ),
        "in_force": closed(
            "When the document is in force; odds, settle and compare --on DATE select by it.",
            {"from": "2030-01-01", "until": "2031-12-31"},
            {"from": _day("The first day, in quotes."), "until": _day("The last day, in quotes.")},
            ["from"],
        ),
        "currency": text("The currency of all its money.", "USD", pattern="^[A-Z]{3}$"),
        "names": closed(
            "The document's own terms, as printed.",
            {"bank": "player/dealer"},
            {
                "bank": text("The banker (default: banker).", "player/dealer"),
                "standard": text(
                    "The standard wager (default: standard wager).", "standard Pai Gow wager"
                ),
                "envy": text("The Envy Bonus (default: Envy Bonus).", "Envy Bonus"),
                "push": text("A push (default: push).", "Standoff"),
            },
            [],
        ),
        "documents": listing(
            "The texts that this file records; citations that name none are of the first.",
            document,
            closed(
                "One text.",
                document,
                {
                    "id": name("How citations name it.", "rules"),
                    "name": text("What people call it.", "Game Rules"),
                    "sha256": text("SHA-256 of its text.", "0" * 64, pattern="^[0-9a-f]{64}$"),
                    "lines": count("How many lines its text has.", 86, 1),
                    "anchors": listing(
                        "A digest of the letters and figures of each cited line, written by "
                        "certify sources --anchor, for certify revise.",
                        "L67:41:0f3a9c2e71",
                        text(
                            "Line, number of letters and figures, digest; * if the line is not unique.",
                            "L67:41:0f3a9c2e71",
                            pattern=ANCHOR_PATTERN,
                        ),
                    ),
                    "kind": one_of_words(
                        "What sort of text it is: the rules of a game, a statute, the controls of a house, "
                        "or the answers of the author.",
                        ("rules", "statute", "controls", "correspondence"),
                    ),
                },
                ["id", "name", "sha256", "lines"],
            ),
            1,
        ),
    }


SCHEMAS = {
    "jurisdiction.schema.json": build_jurisdiction_schema,
    "house-way.schema.json": build_house_way_schema,
}
"""The files that are written, and what makes them."""

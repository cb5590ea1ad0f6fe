"""The schema of the inventory: what the documents themselves look like."""

from __future__ import annotations

from certify.spec.schema.forms import (
    AT,
    Schema,
    at,
    closed,
    listing,
    name,
    reference,
    text,
    truth,
)


def inventory() -> Schema:
    """The inventory of the documents themselves."""
    place = at("Where it stands.")
    lines = reference("lines", "A line or range of lines.", 67)

    def entries(
        description: str, example: Schema, properties: Schema, required: list[str]
    ) -> Schema:
        return listing(description, example, closed(description, example, properties, required))

    clause = {"number": "3.1", "at": "L183"}
    term = {"term": "Copy Hand", "defined": 120, "used": [358]}
    pointer = {"to": "Diagram A", "kind": "internal", "supplied": False, "at": AT}
    label = {"table": "Ace High", "printed": "Dealer Ace-High", "at": "L19"}
    date = {"what": "approval date", "printed": "XX/XX/XX", "placeholder": True, "at": AT}
    misprint = {"printed": "payable", "meant": "paytable", "at": AT}
    defect = {"what": "a row of the table is split over three lines", "at": AT}
    return closed(
        "What the document itself looks like, so that rules can find its defects.",
        {"clauses": [clause]},
        {
            "clauses": entries(
                "Clause numbers or headings as printed, in order.",
                clause,
                {
                    "number": text("As printed.", "3.1"),
                    "series": text("Numbers of one series must follow each other.", "Paytable"),
                    "at": place,
                },
                ["number", "at"],
            ),
            "terms": entries(
                "Terms defined, and where they are used.",
                term,
                {
                    "term": text("The term as printed.", "Copy Hand"),
                    "defined": lines,
                    "used": listing("Where it is used beside its definition.", 358, lines),
                    "described": reference(
                        "lines", "Where a section describes it without defining it.", 24
                    ),
                    "plain": truth("Any player knows it, or no rule turns on what it means."),
                    "question": text(
                        "What is asked of it, where money turns on what it means.",
                        "What becomes of the stakes where a round is void?",
                    ),
                    "answered": listing(
                        "Those of its uses at which the text itself answers the question.",
                        358,
                        lines,
                    ),
                    "taken": text("What we take it to mean.", "every stake goes back"),
                    "wording": text(
                        "The sentence that would settle it, in the document's own terms.",
                        "If a round is void, all wagers are returned.",
                    ),
                    "decides": listing(
                        "The wagers whose money turns on it.",
                        "standard",
                        name("The id of a wager, or standard.", "standard"),
                    ),
                    "statements": listing(
                        "The statements that the same question is about.",
                        "irregularities.misdeal",
                        text("The key of a statement.", "irregularities.misdeal"),
                    ),
                },
                ["term", "used"],
            ),
            "references": entries(
                "Texts pointed to.",
                pointer,
                {
                    "to": text("What it points to.", "rule 3.18"),
                    "kind": {
                        "enum": ["internal", "external", "posted", "authority", "mark"],
                        "examples": ["internal"],
                        "description": "Into this document; to another text; to what is posted at a table or "
                        "chosen by the house; to a statute, register or contract that the document rests on; "
                        "or the mark of a footnote, which points to a word.",
                    },
                    "supplied": {
                        "type": "boolean",
                        "examples": [True],
                        "description": "Whether the text pointed to is there.",
                    },
                    "departs_from": text(
                        "The other text from which the words let this one depart: it stands among the "
                        "exceptions to it.",
                        "section 15",
                    ),
                    "at": place,
                },
                ["to", "kind", "supplied", "at"],
            ),
            "labels": entries(
                "Row labels of tables other than paytables.",
                label,
                {
                    "table": text("The table.", "Ace High"),
                    "printed": text("The label as printed.", "Dealer Ace-High"),
                    "at": place,
                },
                ["table", "printed", "at"],
            ),
            "dates": entries(
                "Dates, and placeholders where dates belong.",
                date,
                {
                    "what": text("Which date.", "approval date"),
                    "printed": text("As printed.", "1 January 2030"),
                    "placeholder": {
                        "type": "boolean",
                        "examples": [True],
                        "description": "Whether it stands where a date belongs.",
                    },
                    "at": place,
                },
                ["what", "printed", "at"],
            ),
            "misprints": entries(
                "Misprints.",
                misprint,
                {
                    "printed": text("As printed.", "payable"),
                    "meant": text("What is meant.", "paytable"),
                    "at": place,
                },
                ["printed", "meant", "at"],
            ),
            "extraction": entries(
                "Defects of the text extraction, not of the document.",
                defect,
                {
                    "what": text("What was lost or broken.", "a row is split over three lines"),
                    "at": place,
                },
                ["what", "at"],
            ),
        },
        [],
    )

"""What a document says, as plain data: for the library, where `load` gives it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from certify.spec.model import Jurisdiction, Statement
from certify.spec.values import format_value


def describe_document(jurisdiction: Jurisdiction) -> dict[str, Any]:
    """Identity, texts, every statement with its standing, and what has no parameter."""
    return {
        "jurisdiction": jurisdiction.id,
        "name": jurisdiction.name,
        "edition": jurisdiction.edition,
        "date": jurisdiction.date,
        "currency": jurisdiction.currency,
        "spec_sha256": jurisdiction.source.sha256,
        "documents": [
            {"id": item.id, "name": item.name, "sha256": item.sha256, "lines": item.lines}
            for item in jurisdiction.documents
        ],
        "wagers": [
            {
                "wager": wager.id,
                "looks_at": wager.looks_at,
                "paytables": [table.id if table.named else None for table in wager.paytables],
            }
            for wager in jurisdiction.wagers
        ],
        "statements": list(list_statement_rows(jurisdiction)),
        "uncovered": [
            {
                "what": item.what,
                "wagers": list(item.wagers),
                **({"paytables": list(item.paytables)} if item.paytables else {}),
                **({"lines": list(item.lines)} if item.lines else {}),
                "at": str(item.citation),
            }
            for item in jurisdiction.uncovered
        ],
    }


def list_statement_rows(jurisdiction: Jurisdiction) -> Iterator[dict[str, Any]]:
    """One row a statement: what it is about, how firmly it is said, its value, and where."""
    for statement in jurisdiction.list_statements():
        yield {
            "parameter": statement.key,
            "paytable": statement.paytable,
            "standing": str(statement.standing),
            "value": _format(statement),
            "said": [
                {"value": format_value(said.value), "at": str(said.citation)}
                for said in statement.said
            ],
            "alternatives": [format_value(value) for value in statement.other_values],
            "because": statement.because or None,
            "deferred_to": statement.deferred_to or None,
        }


def _format(statement: Statement) -> str | None:
    return None if statement.value is None else format_value(statement.value)

"""The comparison as a self-contained page."""

from __future__ import annotations

from certify.base.figures import format_fraction, format_percent
from certify.filing.page import render
from certify.findings.comparison import Comparison
from certify.spec.model import Standing, Statement
from certify.spec.values import format_value


def render_comparison_page(comparison: Comparison) -> str:
    """One HTML page with everything in it: parameters, cells of paytables, standings and edges."""
    return render(
        "compare.html.j2",
        {
            "labels": comparison.labels,
            "rows": [
                {
                    "key": row.key,
                    "description": row.description,
                    "differs": row.differs,
                    "cells": [_describe(item) for item in row.statements],
                }
                for row in comparison.rows
            ],
            "paytables": [
                {
                    "name": f"{row.wager} {row.paytable}: {row.line}, {row.column}",
                    "differs": row.differs,
                    "values": row.values,
                }
                for row in comparison.cells
            ],
            "edges": [
                {
                    "jurisdiction": edge.jurisdiction,
                    "wager": edge.odds.wager,
                    "paytable": edge.odds.paytable or "",
                    "percent": format_percent(edge.odds.house_edge),
                    "fraction": format_fraction(edge.odds.house_edge),
                }
                for edge in comparison.edges
            ],
            "uncounted": comparison.uncounted,
        },
    )


def _describe(statement: Statement | None) -> dict[str, str]:
    if statement is None:
        return {"value": "", "others": "", "standing": "no such wager", "clause": ""}
    conflicting = statement.standing is Standing.CONFLICTING
    return {
        "value": "" if statement.value is None else format_value(statement.value),
        "others": " or ".join(map(format_value, statement.other_values)) if conflicting else "",
        "standing": str(statement.standing),
        "clause": statement.clause if statement.said else statement.deferred_to,
    }

"""The comparison as a self-contained page."""

from __future__ import annotations

from certify.base.figures import format_fraction, format_percent
from certify.filing.page import render
from certify.findings.comparison import Comparison
from certify.spec.model import Statement, format_value


def render_comparison_page(comparison: Comparison) -> str:
    """One HTML page with everything in it: parameters, standings and edges."""
    return render(
        "compare.html.j2",
        {
            "jurisdictions": comparison.jurisdictions,
            "rows": [
                {
                    "key": row.key,
                    "description": row.description,
                    "differs": row.differs,
                    "cells": [_describe(item) for item in row.statements],
                }
                for row in comparison.rows
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
        },
    )


def _describe(statement: Statement) -> dict[str, str]:
    return {
        "value": "" if statement.value is None else format_value(statement.value),
        "others": " or ".join(format_value(item) for item in statement.alternatives)
        if statement.standing == "conflicting"
        else "",
        "standing": statement.standing,
        "clause": statement.clause if statement.said else statement.deferred_to,
    }

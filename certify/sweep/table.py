"""The rows as one tidy table: CSV, JSON lines, or Parquet."""

from __future__ import annotations

import importlib
import io
import json
from collections.abc import Sequence

from certify.base.errors import CertifyError
from certify.base.tables import format_csv, format_table
from certify.sweep.rows import COLUMNS, REFUSED, Row

FORMATS = ("csv", "jsonl", "parquet")


def list_lines(rows: Sequence[Row]) -> list[str]:
    """The rows for people: what differs, the edge and the status, then how many there are."""
    shown = [
        name
        for name in (
            "jurisdiction",
            "house_way",
            "readings",
            "wager",
            "paytable",
            "stake",
            "others",
        )
        if len({row[name] for row in rows}) > 1
    ]
    table = [(*(row[name] for name in shown), _tell_edge(row), row["status"] or "") for row in rows]
    refused = sum(row["status"] == REFUSED for row in rows)
    told = f", {refused} of them refused" if refused else ""
    return [*format_table((*shown, "house edge", "status"), table), f"{len(rows):,} rows{told}"]


def _tell_edge(row: Row) -> str:
    return f"{row['house_edge_percent']} %" if row["house_edge_percent"] else row["why_not"]


def format_rows(rows: Sequence[Row], form: str) -> bytes:
    """The table in one of the formats; the same rows give the same bytes."""
    if form == "csv":
        return format_csv(COLUMNS, rows).encode()
    if form == "jsonl":
        lines = (json.dumps(row, ensure_ascii=False) for row in rows)
        return "".join(f"{line}\n" for line in lines).encode()
    try:
        pyarrow = importlib.import_module("pyarrow")
        parquet = importlib.import_module("pyarrow.parquet")
    except ImportError:
        raise CertifyError("Parquet needs pyarrow; install it with: pip install pyarrow") from None
    columns = {name: [row[name] for row in rows] for name in COLUMNS}
    table = pyarrow.table(columns, schema=pyarrow.schema([(name, "string") for name in COLUMNS]))
    sink = io.BytesIO()
    parquet.write_table(table, sink)
    return sink.getvalue()

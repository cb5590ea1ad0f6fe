"""certify new."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from certify.base.errors import CertifyError, InvalidSpec
from certify.base.load import load_bytes
from certify.base.storage import make_folder, write_file
from certify.cli.options import parse_today
from certify.cli.output import FILE, Output, make_command, show_examples, take_output
from certify.draft.text import Document, read_document
from certify.draft.write import Order, Written, write_draft
from certify.render.numbers import count
from certify.spec.model import measure_draft
from certify.spec.validate import read_jurisdiction

_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")
_CURRENCY = re.compile(r"[A-Z]{3}")


@make_command(
    "new",
    epilog=show_examples(
        "certify new harbour --text harbour.txt",
        "certify new harbour --text rules.txt --text controls.txt --currency USD",
    ),
)
@click.argument("name", metavar="ID")
@click.option(
    "--text",
    "texts",
    metavar="FILE",
    multiple=True,
    required=True,
    type=FILE,
    help="Text of a document (repeatable). Citations that name no document refer to the first.",
)
@click.option("--currency", metavar="CODE", help="Currency, if no amount in the text shows it.")
@click.option(
    "-o",
    "--output",
    "target",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False, allow_dash=True),
    help="File for the draft, or - for standard output (default: jurisdictions/ID.yaml).",
)
@take_output("text", "json", to_file=False)
def run_new(
    name: str,
    texts: tuple[Path, ...],
    currency: str | None,
    target: Path | None,
    output: Output,
) -> None:
    """Write a draft of a specification from the text of a document.

    The draft lists every parameter as todo, with its values, whether it affects money, and where to
    look. Recognised paytables are proposed as rows. A draft has no certified figures, and the gate
    refuses it. An existing file is never overwritten.
    """
    if not _ID.fullmatch(name):
        near = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:60]
        like = f", for example {near}" if near else ""
        raise CertifyError(
            f"{name[:60]!r} is not an id; use small letters, digits and hyphens{like}"
        )
    if currency is not None and not _CURRENCY.fullmatch(currency):
        raise CertifyError(
            f"--currency: {currency[:20]!r} is not a currency; write for example USD"
        )
    path = target or Path("jurisdictions") / f"{name}.yaml"
    if str(path) != "-" and os.path.lexists(path):
        raise CertifyError(
            f"{path}: already exists and is not overwritten; move it, or give -o FILE"
        )
    documents = _read_all(texts)
    title, today = name.replace("-", " ").title(), parse_today(None).isoformat()
    written = write_draft(Order(name, title, today, currency or ""), documents)
    if str(path) == "-":
        click.echo(written.text, nl=False)
        return
    make_folder(path.parent)
    write_file(path, written.text.encode())
    if output.is_json:
        output.write_json(_describe(path, documents, written))
    else:
        output.write(_list_lines(path, written))


def _read_all(texts: tuple[Path, ...]) -> list[Document]:
    """The documents; the first is called rules, the others by their files."""
    seen: Counter[str] = Counter()
    documents = []
    for number, text in enumerate(texts):
        plain = re.sub(r"[^a-z0-9]+", "-", text.stem.lower()).strip("-")[:50] or "text"
        name = plain if number else "rules"
        seen[name] += 1
        documents.append(read_document(text, f"{name}-{seen[name]}" if seen[name] > 1 else name))
    return documents


def _list_doubts(written: Written) -> list[bool]:
    """For each proposed row whether it has a todo."""
    tables = (table for wager in written.wagers for table in wager.tables)
    return [bool(line.doubts) for table in tables for line in table.lines]


def _describe(path: Path, documents: list[Document], written: Written) -> dict[str, Any]:
    rows = _list_doubts(written)
    return {
        "path": str(path),
        "documents": [
            {"id": item.id, "sha256": item.sha256, "lines": len(item.lines)} for item in documents
        ],
        "wagers": [
            {
                "wager": wager.id,
                "looks_at": wager.looks_at,
                "paytables": {table.id: len(table.lines) for table in wager.tables},
            }
            for wager in written.wagers
        ],
        "lines": len(rows),
        "doubts": sum(rows),
        "unplaced": [
            {"what": item.what, "document": item.document, "line": item.line}
            for item in written.open
        ],
        "listed": [
            {
                "document": item.document,
                "line": item.line,
                "figures": [str(figure) for figure in item.figures],
            }
            for item in written.left
        ],
        "places": written.places,
    }


def _list_lines(path: Path, written: Written) -> Iterator[str]:
    try:
        draft = measure_draft(read_jurisdiction(load_bytes(written.text.encode(), str(path))))
        yield f"{path}: a draft: {draft}"
    except InvalidSpec as error:  # a table may be read as hands that cannot be
        faults = count(len(error.faults), "fault")
        yield f"{path}: a draft with {faults}; see certify validate"
    for wager in written.wagers:
        tables = ", ".join(
            f"{table.id} ({count(len(table.lines), 'row')})" for table in wager.tables
        )
        yield f"  proposed: {wager.id}, looks at {wager.looks_at}: paytables {tables}"
    doubts = sum(_list_doubts(written))
    if doubts or written.open:
        yield (
            f"  to be checked: {count(doubts, 'proposed row')} with a todo, "
            f"{count(len(written.open), 'row')} not placed"
        )
    for item in written.open:
        if item.is_urgent:
            yield f"  {item.document} line {item.line}: {item.what}"
    if written.left:
        lines = count(len(written.left), "line")
        yield f"  not used: {lines} with amounts, payouts or shares, listed at the end of the draft"
    yield f"  places to look at: found for {count(written.places, 'parameter')}"
    yield f"next: certify validate {path}"

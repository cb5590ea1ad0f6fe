"""certify new."""

from __future__ import annotations

import os
import re
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import click

from certify.base.errors import CertifyError, InvalidSpec
from certify.base.load import load_bytes
from certify.base.storage import make_folder, write_file
from certify.cli.output import Output, make_command, show_examples, take_output
from certify.draft.text import Document, read_document
from certify.draft.write import Order, Written, write_draft
from certify.spec.todo import measure_draft
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
    type=click.Path(path_type=Path, dir_okay=False),
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
def command(
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
        like = f", like {near}" if near else ""
        raise CertifyError(f"{name[:60]!r} is no id; use small letters, digits and hyphens{like}")
    if currency is not None and not _CURRENCY.fullmatch(currency):
        raise CertifyError(f"--currency: {currency[:20]!r} is no currency; write it like USD")
    path = target or Path("jurisdictions") / f"{name}.yaml"
    if str(path) != "-" and os.path.lexists(path):
        raise CertifyError(
            f"{path}: exists already and is not overwritten; move it, or give -o FILE"
        )
    documents = _read_all(texts)
    written = write_draft(
        Order(
            name,
            name.replace("-", " ").title(),
            datetime.now(UTC).date().isoformat(),
            currency or "",
        ),
        documents,
    )
    if str(path) == "-":
        click.echo(written.text, nl=False)
        return
    make_folder(path.parent)
    write_file(path, written.text.encode())
    _tell(path, documents, written, output)


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


def _tell(path: Path, documents: list[Document], written: Written, output: Output) -> None:
    lines = sum(len(table.lines) for wager in written.wagers for table in wager.tables)
    doubts = sum(
        bool(line.doubts)
        for wager in written.wagers
        for table in wager.tables
        for line in table.lines
    )
    try:
        draft = measure_draft(read_jurisdiction(load_bytes(written.text.encode(), str(path))))
        told = f"a draft: {draft}"
    except InvalidSpec as error:  # a table may read as something that no hand can be
        told = f"a draft with {len(error.faults)} faults; see certify validate"
    if output.is_json:
        output.write_json(
            {
                "path": str(path),
                "documents": [
                    {"id": item.id, "sha256": item.sha256, "lines": len(item.lines)}
                    for item in documents
                ],
                "wagers": [
                    {
                        "wager": wager.id,
                        "looks_at": wager.looks_at,
                        "paytables": {table.id: len(table.lines) for table in wager.tables},
                    }
                    for wager in written.wagers
                ],
                "lines": lines,
                "doubts": doubts,
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
        )
        return
    told_lines = [f"{path}: {told}"]
    for wager in written.wagers:
        tables = ", ".join(f"{table.id} ({len(table.lines)} lines)" for table in wager.tables)
        told_lines.append(f"  proposed: {wager.id}, looks at {wager.looks_at}: paytables {tables}")
    if doubts or written.open:
        told_lines.append(
            f"  to make sure of: {doubts} proposed lines have a todo, "
            f"{len(written.open)} rows or figures could not be placed"
        )
    told_lines += [
        f"  {item.document} line {item.line}: {item.what}"
        for item in written.open
        if item.is_urgent
    ]
    if written.left:
        told_lines.append(
            f"  lines with sums, pays or shares that no proposal takes up: {len(written.left)}, "
            "listed at the end of the draft"
        )
    told_lines.append(f"  places to look at were found for {written.places} parameters")
    told_lines.append(f"next: certify validate {path}")
    output.write(told_lines)

"""certify new and certify revise."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from certify.base.errors import CertifyError, InvalidSpec
from certify.base.load import load_bytes, read_bytes
from certify.base.storage import make_folder, write_file
from certify.cli.options import parse_today, take_spec
from certify.cli.output import FILE, Output, make_command, show_examples, take_output
from certify.draft.revise import RevisedSpec, Touched, revise
from certify.draft.text import NumberedText, read_document
from certify.draft.write import DraftOrder, Written, write_draft
from certify.render.numbers import count
from certify.spec.model import measure_draft
from certify.spec.validate import find_spec, read_jurisdiction

_LARGEST = 1 << 26
_NAMED = 6


@make_command(
    "revise",
    epilog=show_examples(
        "certify revise SPEC --text new.txt --old old.txt -o revised.yaml",
        "certify revise SPEC --text new.txt",
    ),
)
@take_spec
@click.option(
    "--text",
    "new",
    required=True,
    metavar="NEW",
    type=FILE,
    help="Text of the revised document.",
)
@click.option(
    "--old",
    metavar="OLD",
    type=FILE,
    help="Text that the specification was written from (default: the anchors in the specification).",
)
@click.option(
    "--document",
    metavar="ID",
    help="Document that is revised (default: that of --old, or the only one).",
)
@click.option(
    "-o",
    "--output",
    "target",
    metavar="FILE",
    type=FILE,
    help="File for the moved specification; it may be the same file (default: nothing is written).",
)
@take_output("text", "json", to_file=False)
def run_revise(
    *,
    spec: str,
    new: Path,
    old: Path | None,
    document: str | None,
    target: Path | None,
    output: Output,
) -> None:
    """Move the citations of a specification to a revised text.

    Lists the cited lines that changed, with the statements that depend on them, and the lines that are new,
    that are gone, or whose new place is not certain. Each becomes a todo. The moved specification is a
    draft until a person has reviewed and removed every todo.
    """
    path = find_spec(spec)
    if str(path) == "-":
        raise CertifyError("-: give the specification as a file")
    content = read_bytes(path)
    result = revise(
        read_jurisdiction(load_bytes(content, str(path))),
        content,
        read_bytes(new, _LARGEST),
        old=None if old is None else read_bytes(old, _LARGEST),
        document=document,
        date=parse_today(None).isoformat(),
    )
    if target is not None:
        read_jurisdiction(load_bytes(result.text.encode(), str(target)))
        write_file(target, result.text.encode())
    if output.is_json:
        output.write_json(_describe_revision(result, target))
    else:
        output.write(_list_revision_lines(result, path.stem, target))


def _describe_revision(result: RevisedSpec, target: Path | None) -> dict[str, Any]:
    return {
        "document": result.document,
        "edition": result.number,
        "citations": result.citations,
        "moved": result.moved,
        "changed": [
            {**_describe_touched(item), "before": item.before, "figures": item.figures}
            for item in result.changed
        ],
        "new": [_describe_touched(item) for item in result.new],
        "gone": [_describe_touched(item) for item in result.gone],
        "unsure": [{**_describe_touched(item), "before": item.before} for item in result.unsure],
        "written": str(target) if target else None,
    }


def _describe_touched(item: Touched) -> dict[str, Any]:
    return {"lines": item.lines, "statements": list(item.statements)}


def _list_revision_lines(result: RevisedSpec, name: str, target: Path | None) -> Iterator[str]:
    yield f"{name}: {result.moved} of {result.citations} citations moved"
    for title, items in (
        ("cited lines changed", result.changed),
        ("new lines", result.new),
        ("lines gone", result.gone),
        ("new place not certain", result.unsure),
    ):
        yield f"{title}: {len(items)}"
        for item in items:
            before = f" (before: {item.before})" if item.before not in ("", item.lines) else ""
            figures = ", figures" if item.figures else ""
            yield f"  line {item.lines}{before}{figures}{_name(item.statements)}"
    if target is None:
        yield "nothing is written; give -o FILE"
        return
    yield f"{target}: revision {result.number}"
    count = len(result.changed) + len(result.new) + len(result.gone) + len(result.unsure)
    if count:
        yield f"next: deal with each todo in it, then certify validate {target}"


def _name(statements: Sequence[str]) -> str:
    more = len(statements) - _NAMED
    told = ", ".join(statements[:_NAMED]) + (f" and {more} more" if more > 0 else "")
    return f": {told}" if told else ""


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
    written = write_draft(DraftOrder(name, title, today, currency or ""), documents)
    if str(path) == "-":
        click.echo(written.text, nl=False)
        return
    make_folder(path.parent)
    write_file(path, written.text.encode())
    if output.is_json:
        output.write_json(_describe(path, documents, written))
    else:
        output.write(_list_lines(path, written))


def _read_all(texts: tuple[Path, ...]) -> list[NumberedText]:
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


def _describe(path: Path, documents: list[NumberedText], written: Written) -> dict[str, Any]:
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

"""certify sources."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from certify.base.errors import CertifyError, Fault
from certify.base.figures import format_fraction
from certify.base.load import read_bytes
from certify.base.storage import write_file
from certify.cli.options import check_own, leave, load_specs, take_specs
from certify.cli.output import Output, make_command, show_examples, take_output
from certify.draft.revise import put_anchors
from certify.spec.anchors import Words
from certify.spec.model import Jurisdiction
from certify.spec.sources import check_sources, show_statements
from certify.spec.texts import find_texts
from certify.spec.todo import tell_draft
from certify.spec.unread import UnreadText, list_unread


@make_command(
    "sources",
    epilog=show_examples(
        "certify sources SPEC --dir documents",
        "certify sources SPEC --dir documents --show",
        "certify sources SPEC --dir documents --unread",
    ),
)
@take_specs()
@click.option(
    "--dir",
    "folder",
    required=True,
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Folder with the documents.",
)
@click.option(
    "--anchor",
    is_flag=True,
    help="Write a digest of each cited line into the specification, for certify revise.",
)
@click.option("--show", is_flag=True, help="Also each statement with the lines that it cites.")
@click.option(
    "--unread",
    is_flag=True,
    help="Also the lines that are not cited, those with figures first.",
)
@take_output("text", "json")
def command(
    *,
    specs: tuple[str, ...],
    folder: Path,
    show: bool,
    unread: bool,
    anchor: bool,
    output: Output,
) -> None:
    """Check each citation against the documents.

    Checks the document's hash, the cited lines, the figures on them, the lines of numbered clauses and
    the rows of printed tables. Exit code 1 if a citation does not match. Lines with figures that are
    not cited are counted, and are not a fault.
    """
    faults: list[Fault] = []
    results = []
    lines: list[str] = []
    for jurisdiction in load_specs(specs):
        if anchor:
            lines.append(_write_anchors(jurisdiction, folder))
        if show:
            lines += show_statements(jurisdiction, folder)
        checked, found = check_sources(jurisdiction, folder)
        left = list(list_unread(jurisdiction, folder))
        faults += found
        results.append(
            {
                "jurisdiction": jurisdiction.id,
                "citations": checked,
                "faults": [
                    {
                        "file": item.file,
                        "line": item.line,
                        "column": item.column,
                        "what": item.what,
                        "cure": item.cure,
                    }
                    for item in found
                ],
                "uncited_lines_with_figures": sum(len(text.with_figures) for text in left),
                **({"unread": [_describe_unread(text) for text in left]} if unread else {}),
            }
        )
        lines += [str(fault) for fault in found]
        verdict = "hold" if not found else f"checked, {len(found)} do not hold"
        lines.append(f"{jurisdiction.id}: {checked} citations {verdict}")
        lines += _tell_unread(jurisdiction, left, at_length=unread)
    if output.is_json:
        output.write_json({"holds": not faults, "jurisdictions": results})
    else:
        output.write(lines)
    leave(not faults)


def _write_anchors(jurisdiction: Jurisdiction, folder: Path) -> str:
    """Put a digest of each cited line into the file, for every document that is at hand."""
    path = Path(jurisdiction.source.name)
    check_own(path)
    if draft := tell_draft(jurisdiction):
        raise CertifyError(f"--anchor: {path}: {draft}; deal with each todo first")
    text = read_bytes(path).decode()
    texts = find_texts(jurisdiction, folder)
    for name, found in texts.items():
        text = put_anchors(text, name, Words(found.lines))
    write_file(path, text.encode())
    return f"{path}: anchors written for {len(texts)} of {len(jurisdiction.documents)} documents"


def _tell_unread(
    jurisdiction: Jurisdiction, texts: list[UnreadText], *, at_length: bool
) -> Iterator[str]:
    """How much nobody cites; at length each line with its figures and first words."""
    count = sum(len(text.with_figures) for text in texts)
    told = f"{jurisdiction.id}: lines with figures that nothing takes up: {count}"
    yield told if at_length or not count else f"{told}; --unread lists them"
    if not at_length:
        return
    for text in texts:
        for item in text.with_figures:
            figures = ", ".join(map(str, item.figures))
            yield f"  {text.name}:{item.line}: {figures} | {text.text.excerpt(item.line)}"
        if text.others:
            yield f"  {text.name}, without figures:"
        for lines in text.others:
            first = int(lines.split("-")[0])
            yield f"  {text.name}:{lines}: {text.text.excerpt(first)}"


def _describe_unread(text: UnreadText) -> dict[str, object]:
    return {
        "document": text.document,
        "file": text.name,
        "with_figures": [
            {
                "line": item.line,
                "figures": [
                    {"kind": figure.kind, "value": format_fraction(figure.value)}
                    for figure in item.figures
                ],
            }
            for item in text.with_figures
        ],
        "without_figures": list(text.others),
    }

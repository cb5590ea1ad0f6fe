"""certify revise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from certify.base.errors import CertifyError
from certify.base.load import load_bytes, read_bytes
from certify.base.storage import write_file
from certify.cli.options import parse_today, take_spec
from certify.cli.output import FILE, Output, make_command, show_examples, take_output
from certify.draft.revise import Revision, Touched, revise
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

    Lists the cited lines whose words or figures changed with the statements that depend on them, the lines
    that are new, those that are gone, and those whose new place is not certain. Each of them becomes a
    todo in the moved specification, which stays a draft until a person has reviewed and removed them all.
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
        output.write_json(_describe(result, target))
    else:
        output.write(_list_lines(result, path.stem, target))


def _describe(result: Revision, target: Path | None) -> dict[str, Any]:
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


def _list_lines(result: Revision, name: str, target: Path | None) -> Iterator[str]:
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

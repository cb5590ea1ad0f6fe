"""certify diff."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from certify.base.errors import CertifyError
from certify.base.progress import show_progress
from certify.base.storage import write_file
from certify.cli.options import parse_stake, print_json
from certify.findings.policy import load_policy
from certify.gate.printers import PRINTERS, describe_all
from certify.gate.sides import compare_sides, find_side
from certify.spec.model import Jurisdiction


def _read_filed(path: Path) -> Mapping[str, Jurisdiction]:
    """What a filing encloses; the library that reads PDF files is loaded for a filing only."""
    from certify.filing.proof_of_filing.filed import read_filed

    return read_filed(path)


@click.command("diff")
@click.argument("old", metavar="A")
@click.argument("new", metavar="B")
@click.option(
    "--stake", metavar="AMOUNT", help="Price at this stake, such as 25 or '25 USD', on every wager."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "markdown", "html"]),
    default="text",
    show_default=True,
    help="How to print the difference.",
)
@click.option("--json", "as_json", is_flag=True, help="Short for --format json.")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write to a file.",
)
def command(
    old: str, new: str, stake: str | None, form: str, as_json: bool, output: Path | None
) -> None:
    """Tell what changed from A to B, cell by cell, and what each change is worth.

    A and B are jurisdiction files, folders of them, git revisions (REV, or REV:FILE),
    certificates, or filings, from which the enclosed specifications are taken.
    """
    if as_json and form not in {"text", "json"}:
        raise CertifyError(f"--json and --format {form} ask for two forms; keep one")
    form = "json" if as_json else form
    with show_progress() as progress:
        sides = find_side(old, _read_filed), find_side(new, _read_filed)
        differences = compare_sides(
            *sides,
            load_policy(),
            lambda currency: parse_stake(stake, currency),
            progress,
        )
    if form == "json" and output is None:
        print_json(describe_all(differences))
        return
    if form == "json":
        import json

        text = json.dumps(describe_all(differences), indent=2, ensure_ascii=False)
    else:
        text = PRINTERS[form](differences)
    if output is None:
        click.echo(text)
    else:
        write_file(output, f"{text.rstrip()}\n".encode())

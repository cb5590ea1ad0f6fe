"""certify compare and certify diff."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from certify.base.errors import CertifyError
from certify.base.progress import show_progress
from certify.cli.options import (
    complete_specs,
    load_in_force,
    parse_stake,
    screen_stake,
    take_day,
    take_specs,
)
from certify.cli.output import Output, make_command, show_examples, take_output
from certify.compare.documents import compare_documents
from certify.gate.difference import compare_sides, find_policy, find_sides
from certify.render.compare import (
    describe_comparison,
    format_comparison,
    render_comparison_page,
)
from certify.render.diff import PRINTERS, describe_all
from certify.spec.model import Jurisdiction


@make_command(
    "compare",
    epilog=show_examples(
        "certify compare SPEC OTHER",
        "certify compare jurisdictions",
        "certify compare SPEC OTHER --html -o comparison.html",
    ),
)
@take_specs()
@take_day
@take_output("text", "json", "html", shorts=("json", "html"))
def run_compare(specs: tuple[str, ...], on: str | None, output: Output) -> None:
    """Compare rules, payouts and house edges of documents.

    Differences are marked with *. The HTML page is self-contained.
    """
    jurisdictions = load_in_force(specs, on)
    if len(jurisdictions) < 2:
        raise CertifyError("only one document given; name two or more, or a folder")
    with show_progress() as progress:
        comparison = compare_documents(jurisdictions, progress)
    if output.is_json:
        output.write_json(describe_comparison(comparison))
    elif output.form == "html":
        output.write(render_comparison_page(comparison))
    else:
        output.write(format_comparison(comparison))


def _read_filed(path: Path) -> Mapping[str, Jurisdiction]:
    """The specifications that a filing encloses; the PDF library is loaded only here."""
    from certify.filing.verification.verify import read_filed

    return read_filed(path)


@make_command(
    "diff",
    epilog=show_examples(
        "certify diff main:jurisdictions/SPEC.yaml jurisdictions/SPEC.yaml",
        "certify diff HEAD~1 jurisdictions --format markdown -o change.md",
        "certify diff old.yaml new.yaml --stake 25 --json",
    ),
)
@click.argument("old", metavar="A", shell_complete=complete_specs)
@click.argument("new", metavar="B", shell_complete=complete_specs)
@click.option(
    "--stake",
    metavar="AMOUNT",
    help="Wager amount for every wager, for example 25 or '25 USD' (default: the minimum wager).",
)
@take_output("text", "json", "markdown", "html")
def run_diff(old: str, new: str, stake: str | None, output: Output) -> None:
    """Show the changes from A to B and their effects.

    A and B are ids or files of specifications, folders, git revisions (REV, REV:FILE or REV:ID),
    certificates, or filings, whose enclosed specifications are compared.
    """
    screen_stake(stake)
    with show_progress() as progress:
        sides = find_sides(old, new, _read_filed)
        policy = find_policy(old, new)
        found = compare_sides(
            *sides, policy, lambda currency: parse_stake(stake, currency), progress
        )
    for remark in (remark for side in sides for remark in side.remarks):
        click.echo(remark, err=True)
    if output.is_json:
        output.write_json(describe_all(found))
    else:
        output.write(PRINTERS[output.form](found))

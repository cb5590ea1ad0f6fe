"""certify sources."""

from __future__ import annotations

from pathlib import Path

import click

from certify.base.errors import Fault
from certify.cli.options import leave, load_specs, print_json, take_json, take_specs
from certify.spec.sources import check_sources, show_statements


@click.command("sources")
@take_specs()
@click.option(
    "--dir",
    "folder",
    required=True,
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="The folder that holds the documents.",
)
@click.option("--show", is_flag=True, help="Print each statement beside the lines it cites.")
@take_json
def command(specs: tuple[str, ...], folder: Path, show: bool, as_json: bool) -> None:
    """Check each citation against the documents: hash, lines, and every figure that stands there.

    Exit 1 if any does not hold.
    """
    faults: list[Fault] = []
    results = []
    for jurisdiction in load_specs(specs):
        if show:
            click.echo("\n".join(show_statements(jurisdiction, folder)))
        checked, found = check_sources(jurisdiction, folder)
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
            }
        )
        if not as_json:
            for fault in found:
                click.echo(str(fault))
            verdict = "hold" if not found else f"checked, {len(found)} do not hold"
            click.echo(f"{jurisdiction.id}: {checked} citations {verdict}")
    if as_json:
        print_json({"holds": not faults, "jurisdictions": results})
    leave(not faults)

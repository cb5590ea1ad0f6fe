"""certify sources."""

from __future__ import annotations

from pathlib import Path

import click

from certify.base.errors import Fault
from certify.cli.options import leave, load_specs, take_specs
from certify.cli.output import Output, make_command, show_examples, take_output
from certify.spec.sources import check_sources, show_statements


@make_command(
    "sources",
    epilog=show_examples(
        "certify sources SPEC --dir documents", "certify sources SPEC --dir documents --show"
    ),
)
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
@take_output("text", "json")
def command(specs: tuple[str, ...], folder: Path, show: bool, output: Output) -> None:
    """Check each citation against the documents.

    Looks at hash and lines, that every figure stands where it is said to, that numbered clauses hold their
    lines, and that no row of a printed table is left out. Exit 1 if any does not hold.
    """
    faults: list[Fault] = []
    results = []
    lines: list[str] = []
    for jurisdiction in load_specs(specs):
        if show:
            lines += show_statements(jurisdiction, folder)
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
        lines += [str(fault) for fault in found]
        verdict = "hold" if not found else f"checked, {len(found)} do not hold"
        lines.append(f"{jurisdiction.id}: {checked} citations {verdict}")
    if output.is_json:
        output.write_json({"holds": not faults, "jurisdictions": results})
    else:
        output.write(lines)
    leave(not faults)

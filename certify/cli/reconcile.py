"""certify reconcile."""

from __future__ import annotations

import click

from certify.base.progress import show_progress
from certify.cli.options import leave, load_specs, print_json, take_json
from certify.odds.describe import describe_readings
from certify.odds.reconcile import list_lines, reconcile


@click.command("reconcile")
@click.argument("spec", metavar="SPEC")
@take_json
def command(spec: str, as_json: bool) -> None:
    """Search the readings that reproduce every figure the document prints.

    Exit 1 if none does.
    """
    jurisdiction = load_specs((spec,))[0]
    with show_progress() as progress:
        result = reconcile(jurisdiction, progress)
    if as_json:
        print_json(
            {
                "jurisdiction": jurisdiction.id,
                "figures": result.figures,
                "candidates": result.candidates,
                "domain": {key: list(values) for key, values in result.domain.items()},
                "solutions": [
                    {
                        "readings": describe_readings(item.readings),
                        "other_players": item.other_players,
                        "rounding": item.rounding,
                    }
                    for item in result.solutions
                ],
                "unique": len(result.solutions) == 1,
                "best": result.best,
            }
        )
    else:
        click.echo("\n".join(list_lines(jurisdiction, result)))
    leave(bool(result.solutions) or not result.figures)

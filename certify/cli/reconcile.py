"""certify reconcile."""

from __future__ import annotations

from certify.base.progress import show_progress
from certify.cli.options import leave, load_spec, take_spec
from certify.cli.output import Output, make_command, show_examples, take_output
from certify.odds.describe import describe_readings
from certify.odds.reconcile import list_lines, reconcile
from certify.spec.values import format_value


@make_command(
    "reconcile", epilog=show_examples("certify reconcile SPEC", "certify reconcile SPEC --json")
)
@take_spec
@take_output("text", "json")
def command(spec: str, output: Output) -> None:
    """Find the readings that reproduce every printed figure.

    Exit code 1 if there are none.
    """
    jurisdiction = load_spec(spec)
    with show_progress() as progress:
        result = reconcile(jurisdiction, progress)
    if output.is_json:
        output.write_json(
            {
                "jurisdiction": jurisdiction.id,
                "figures": result.figures,
                "candidates": result.candidates,
                "domain": {
                    key: [format_value(value) for value in values]
                    for key, values in result.domain.items()
                },
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
                "passed_over": result.passed_over,
            }
        )
    else:
        output.write(list_lines(jurisdiction, result))
    leave(bool(result.solutions) or not result.figures)

"""certify validate."""

from __future__ import annotations

import click

from certify.base.errors import Fault, InvalidSpec
from certify.cli.options import leave, print_json, take_json, take_specs
from certify.spec.validate import find_specs, load_jurisdiction


@click.command("validate")
@take_specs(required=False)
@take_json
def command(specs: tuple[str, ...], as_json: bool) -> None:
    """Check jurisdiction files against the schema and for meaning.

    Every fault is printed as file:line:column: what; how to fix. Exit 1 if there is any.
    """
    paths = find_specs(specs)
    faults: list[Fault] = []
    for path in paths:
        try:
            jurisdiction = load_jurisdiction(path)
        except InvalidSpec as error:
            faults.extend(error.faults)
            if not as_json:
                click.echo(str(error))
        else:
            if not as_json:
                statements = sum(1 for _ in jurisdiction.list_statements())
                tables = sum(1 for _ in jurisdiction.list_paytables())
                wagers = ["standard", *(wager.id for wager in jurisdiction.wagers)]
                click.echo(
                    f"{path}: valid ({statements} statements; wagers {', '.join(wagers)}; "
                    f"{tables} {'paytable' if tables == 1 else 'paytables'})"
                )
    if as_json:
        print_json(
            {
                "valid": not faults,
                "files": [str(path) for path in paths],
                "faults": [
                    {
                        "file": fault.file,
                        "line": fault.line,
                        "column": fault.column,
                        "what": fault.what,
                        "cure": fault.cure,
                    }
                    for fault in faults
                ],
            }
        )
    leave(not faults)

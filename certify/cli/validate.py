"""certify validate."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from certify.base.errors import Fault, InvalidSpec
from certify.cli.options import leave, take_specs
from certify.cli.output import Output, make_command, show_examples, take_output
from certify.render.values import fill
from certify.spec.catalogue import Moves, ValueKind
from certify.spec.model import Jurisdiction, Statement, Task
from certify.spec.todo import Draft, measure_draft
from certify.spec.validate import find_specs, load_jurisdiction


@make_command(
    "validate",
    epilog=show_examples(
        "certify validate", "certify validate SPEC", "certify validate drafts --json"
    ),
)
@take_specs(required=False)
@take_output("text", "json")
def command(specs: tuple[str, ...], output: Output) -> None:
    """Check specifications against the schema and for consistency.

    Each fault is printed as file:line:column: problem; fix. Exit code 1 if there is one. For a draft,
    the open points are listed, those that affect money first; a draft without faults gives exit code 0.
    """
    paths = find_specs(specs)
    faults: list[Fault] = []
    drafts: list[dict[str, Any]] = []
    lines: list[str] = []
    for path in paths:
        try:
            jurisdiction = load_jurisdiction(path)
        except InvalidSpec as error:
            faults.extend(error.faults)
            lines.append(str(error))
            continue
        draft = measure_draft(jurisdiction)
        if draft is None:
            lines.append(_tell_valid(path, jurisdiction))
        else:
            drafts.append(_write_draft(jurisdiction, draft))
            lines += _tell_draft(path, jurisdiction, draft)
    if output.is_json:
        output.write_json(
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
                "drafts": drafts,
            }
        )
    else:
        output.write(lines)
    if faults:
        named = " ".join(dict.fromkeys(fault.file for fault in faults))
        click.echo(f"cure what is named above, then type: certify validate {named}", err=True)
    leave(not faults)


def _tell_valid(path: Path, jurisdiction: Jurisdiction) -> str:
    statements = sum(1 for _ in jurisdiction.list_statements())
    tables = sum(1 for _ in jurisdiction.list_paytables())
    wagers = ["standard", *(wager.id for wager in jurisdiction.wagers)]
    return (
        f"{path}: valid ({statements} statements; wagers {', '.join(wagers)}; "
        f"{tables} {'paytable' if tables == 1 else 'paytables'})"
    )


def _tell_draft(path: Path, jurisdiction: Jurisdiction, draft: Draft) -> Iterator[str]:
    yield f"{path}: a draft: {draft}"
    for task in draft.tasks:
        line, column = jurisdiction.source.position(task.path)
        place = f" ({task.citation})" if task.citation else ""
        yield f"{path}:{line}:{column}: a row is to do and moves odds; {task.what}{place}"
    moving = draft.moving
    for statement in moving:
        line, column = jurisdiction.source.position(statement.path)
        moves = "odds" if statement.parameter.moves is Moves.ODDS else "some rounds"
        yield (
            f"{path}:{line}:{column}: {_name(statement)} is to do and moves {moves}; "
            f"{fill(statement.question or statement.parameter.asks, jurisdiction, statement)} "
            f"{_tell_values(statement)}"
        )
    others = [_name(statement) for statement in draft.open if statement not in moving]
    if others:
        yield f"{path}: to do, and moves no money: {', '.join(others)}"


def _name(statement: Statement) -> str:
    place = f" of paytable {statement.paytable}" if statement.paytable else ""
    return f"{statement.key}{place if not statement.line else ''}"


def _tell_values(statement: Statement) -> str:
    parameter = statement.parameter
    if parameter.kind is ValueKind.CHOICE:
        return f"({', '.join(parameter.choices)})"
    example = parameter.example
    return f"(like {', '.join(example) if isinstance(example, tuple) else example})"


def _write_draft(jurisdiction: Jurisdiction, draft: Draft) -> dict[str, Any]:
    def place(statement: Statement) -> dict[str, Any]:
        line, column = jurisdiction.source.position(statement.path)
        return {
            "parameter": statement.key,
            "line": line,
            "column": column,
            "moves": str(statement.parameter.moves),
        }

    def tell(task: Task) -> dict[str, Any]:
        line, column = jurisdiction.source.position(task.path)
        at = str(task.citation) if task.citation else None
        return {"what": task.what, "at": at, "line": line, "column": column, "moves": "odds"}

    return {
        "file": jurisdiction.source.name,
        "parameters": draft.parameters,
        "answered": draft.answered,
        "moving_money": draft.count_moving,
        "open": [place(statement) for statement in draft.open],
        "rows": [tell(task) for task in draft.tasks],
    }

"""certify sweep."""

from __future__ import annotations

from pathlib import Path

import click

from certify.base.errors import CertifyError
from certify.base.progress import show_progress
from certify.cli.output import Output, make_command, show_examples, take_output
from certify.sweep.cluster import ClusterExecutor
from certify.sweep.plan import read_plan
from certify.sweep.run import Executor, LocalExecutor, Store, count_workers, run_tasks
from certify.sweep.table import FORMATS, format_rows, list_lines


@make_command(
    "sweep",
    epilog=show_examples(
        "certify sweep plan.yaml -o table.csv",
        "certify sweep plan.yaml -o table.parquet --workers 2 --memory 4",
        "certify sweep plan.yaml -o table.jsonl --scheduler tcp://127.0.0.1:8786",
    ),
)
@click.argument("plan", type=click.Path(dir_okay=False, path_type=Path), metavar="PLAN.yaml")
@take_output("text", "json", *FORMATS)
@click.option(
    "--workers",
    type=click.IntRange(1, 4096),
    metavar="N",
    help="Local processes (default: one per core).",
)
@click.option(
    "--memory",
    type=click.IntRange(1, 1 << 20),
    metavar="GB",
    help="Memory for all local processes together (default: the free memory).",
)
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Address of a Dask scheduler, for example tcp://127.0.0.1:8786.",
)
def run_sweep(
    plan: Path,
    output: Output,
    workers: int | None,
    memory: int | None,
    scheduler: str | None,
) -> None:
    """Calculate a grid of odds as one table.

    A plan lists files, readings, house ways, wagers, paytables, wager amounts and seats; all are
    combined. Finished rows are kept in a folder next to the table (or next to the plan), so an
    interrupted run continues. The same plan gives the same bytes on one process, on many, and on a
    cluster. The suffix of the file (.csv, .jsonl, .parquet) selects the format.
    """
    if scheduler and (workers or memory):
        raise CertifyError(
            "--workers and --memory are for this machine only; omit them with --scheduler"
        )
    chosen = _find_form(output)
    tasks = read_plan(plan)
    executor: Executor = (
        ClusterExecutor(scheduler)
        if scheduler
        else LocalExecutor(count_workers(workers, memory << 30 if memory else None))
    )
    beside = output.target or plan
    store = Store(beside.with_name(f"{beside.name}.rows"))
    with show_progress() as progress:
        rows = run_tasks(tasks, executor, store, progress)
    if chosen == "json":
        output.write_json(rows)
    elif chosen == "text":
        output.write(list_lines(rows))
    else:
        output.write(format_rows(rows, chosen))


def _find_form(output: Output) -> str:
    """The form asked for, or that of the file's ending."""
    ending = output.target.suffix[1:] if output.target else ""
    chosen = ending if output.form == "text" and ending in FORMATS else output.form
    if chosen == "parquet" and output.target is None:
        raise CertifyError("a Parquet table cannot be printed; name a file with -o FILE.parquet")
    return chosen

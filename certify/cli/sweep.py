"""certify sweep."""

from __future__ import annotations

from pathlib import Path

import click

from certify.base.errors import CertifyError
from certify.base.progress import show_progress
from certify.base.storage import write_file
from certify.sweep.cluster import ClusterExecutor
from certify.sweep.plan import read_plan
from certify.sweep.run import Executor, LocalExecutor, count_workers, run_tasks
from certify.sweep.store import Store
from certify.sweep.table import FORMATS, format_rows


@click.command("sweep")
@click.argument("plan", type=click.Path(dir_okay=False, path_type=Path), metavar="PLAN.yaml")
@click.option(
    "-o",
    "--output",
    "target",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The table; beside the plan, with the ending of its form, if not said.",
)
@click.option(
    "--format", "form", type=click.Choice(FORMATS), help="The form of the table; csv if not said."
)
@click.option(
    "--workers", type=click.IntRange(1, 4096), metavar="N", help="Local processes; one a core."
)
@click.option(
    "--memory",
    type=click.IntRange(1, 1 << 20),
    metavar="GB",
    help="Memory that all local processes may need together; what is free if not said.",
)
@click.option(
    "--scheduler", metavar="ADDRESS", help="A Dask scheduler, such as tcp://127.0.0.1:8786."
)
def command(
    plan: Path,
    target: Path | None,
    form: str | None,
    workers: int | None,
    memory: int | None,
    scheduler: str | None,
) -> None:
    """Compute a grid of files, readings, house ways, stakes and seats into one tidy table.

    Finished rows are kept beside the table, so that a run that was stopped goes on where it was.
    The same plan gives the same bytes on one process, on many, and on a cluster.
    """
    if scheduler and (workers or memory):
        raise CertifyError(
            "--workers and --memory are of this machine, not of a --scheduler; keep one"
        )
    chosen = form or _guess_form(target)
    output = target or plan.with_suffix(f".{chosen}")
    tasks = read_plan(plan)
    executor: Executor = (
        ClusterExecutor(scheduler)
        if scheduler
        else LocalExecutor(count_workers(workers, memory << 30 if memory else None))
    )
    store = Store(output.with_name(f"{output.name}.rows"))
    with show_progress() as progress:
        rows = run_tasks(tasks, executor, store, progress)
    write_file(output, format_rows(rows, chosen))
    refused = sum(row["status"] == "refused" for row in rows)
    told = f", {refused} of them refused" if refused else ""
    click.echo(f"{output}: {len(rows):,} rows of {len(tasks):,} combinations{told}")


def _guess_form(target: Path | None) -> str:
    ending = target.suffix[1:] if target else ""
    return ending if ending in FORMATS else FORMATS[0]

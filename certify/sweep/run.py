"""Runs the tasks of a plan somewhere, keeps what is finished, and brings it into the plan's order."""

from __future__ import annotations

import importlib
import json
import multiprocessing
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from certify.base.cache import hash_data
from certify.base.errors import CertifyError
from certify.base.progress import Progress, track
from certify.base.storage import make_folder, write_file
from certify.sweep.plan import SweepTask, hash_program
from certify.sweep.rows import COLUMNS, Row, compute_task

WORKER_MEMORY = 1 << 30
"""What one worker is given room for: a standard wager takes two thirds of it."""


@dataclass(frozen=True, slots=True)
class Store:
    """A folder of finished tasks; one that was killed leaves whole files only."""

    folder: Path

    def find(self, task: SweepTask) -> list[Row] | None:
        """The rows of a task that was finished before; None where nothing whole is there."""
        try:
            data = json.loads((self.folder / f"{task.digest}.json").read_bytes())
            rows = data["rows"]
            if data["sha256"] != hash_data([task.digest, rows]):
                return None
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return rows if all(tuple(row) == COLUMNS for row in rows) else None

    def keep(self, task: SweepTask, rows: list[Row]) -> None:
        """Write the rows of a task down."""
        make_folder(self.folder)
        data = {"rows": rows, "sha256": hash_data([task.digest, rows])}
        write_file(
            self.folder / f"{task.digest}.json", json.dumps(data, ensure_ascii=False).encode()
        )


Finished = tuple[int, list[Row]]
"""The place of a task among those sent, and its rows."""


class Executor(Protocol):
    """Somewhere to compute tasks: the cores of this machine, or a cluster."""

    def run(self, tasks: Sequence[SweepTask]) -> Iterator[Finished]:
        """Compute tasks in any order, each as it is finished."""


def count_workers(asked: int | None, memory: int | None) -> int:
    """How many local workers fit: one a core, and each with room in the memory."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    room = memory if memory is not None else _find_free_memory()
    if room < WORKER_MEMORY and memory is not None:
        raise CertifyError("--memory: a worker requires 1 GB; write 1 or more")
    return max(1, min(asked or cores or 1, room // WORKER_MEMORY))


def _find_free_memory() -> int:
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError, AttributeError):
        return WORKER_MEMORY


class LocalExecutor:
    """Processes on this machine. One that dies costs nothing but its own task, which is done again."""

    TRIES = 3

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def run(self, tasks: Sequence[SweepTask]) -> Iterator[Finished]:
        """Compute tasks in worker processes, or in this one where one worker is enough."""
        left = dict(enumerate(tasks))
        workers = self.workers
        for tried in range(self.TRIES):
            try:
                for place, rows in self._run_pool(left, workers):
                    del left[place]
                    yield place, rows
            except BrokenProcessPool:
                if tried + 1 < self.TRIES:
                    workers = max(1, workers // 2)  # most workers die for want of memory
                    continue
                raise CertifyError(
                    f"a worker process ended {self.TRIES} times, the last time alone; free memory and "
                    "run the command again (finished rows are kept)"
                ) from None
            return

    def _run_pool(self, tasks: dict[int, SweepTask], workers: int) -> Iterator[Finished]:
        method = multiprocessing.get_context("spawn")  # kernels hold threads: a fork could hang
        with ProcessPoolExecutor(max_workers=workers, mp_context=method) as pool:
            places = {pool.submit(compute_task, task): place for place, task in tasks.items()}
            try:
                for future in as_completed(places):
                    yield places[future], future.result()
            except BaseException:
                pool.shutdown(wait=True, cancel_futures=True)
                raise


def run_tasks(
    tasks: Sequence[SweepTask], executor: Executor, store: Store, progress: Progress | None = None
) -> list[Row]:
    """All rows in the order of the plan, whatever the order in which they came."""
    by_digest = {task.digest: task for task in tasks}
    found = {digest: store.find(task) for digest, task in by_digest.items()}
    missing = [task for digest, task in by_digest.items() if found[digest] is None]
    for place, rows in track(progress, executor.run(missing), lambda _: "tasks", len(missing)):
        store.keep(missing[place], rows)
        found[missing[place].digest] = rows
    return [row for task in tasks for row in found[task.digest] or ()]


_SECONDS_TO_CONNECT = 10


def load_distributed() -> Any:
    """Import Dask's client, or say what is missing."""
    try:
        return importlib.import_module("distributed")
    except ImportError:
        raise CertifyError(
            "--scheduler needs Dask; install it with: pip install 'certify[cluster]'"
        ) from None


class ClusterExecutor:
    """The workers of a scheduler somewhere."""

    def __init__(self, address: str) -> None:
        self.address = address

    def run(self, tasks: Sequence[SweepTask]) -> Iterator[Finished]:
        """Send all tasks, and take what comes; a task whose worker died is sent to another by Dask."""
        distributed = load_distributed()
        try:
            client = distributed.Client(
                self.address, timeout=_SECONDS_TO_CONNECT, set_as_default=False
            )
        except (OSError, ValueError, TypeError) as error:
            raise CertifyError(
                f"--scheduler: no answer from {self.address!r} ({type(error).__name__}); "
                "start one with: dask scheduler"
            ) from None
        with client:
            _check_workers(client)
            places = {
                client.submit(compute_task, task, key=f"certify-{task.digest}", pure=False): place
                for place, task in enumerate(tasks)
            }
            try:
                for future in distributed.as_completed(places, loop=client.loop):
                    try:
                        rows = future.result()
                    except distributed.KilledWorker:
                        raise CertifyError(
                            "several workers ended during one task; give each worker 1 GB of memory "
                            "and run the command again (finished rows are kept)"
                        ) from None
                    yield places[future], rows
            finally:
                client.cancel(list(places))


def _check_workers(client: Any) -> None:
    """Refuse a cluster whose workers are of another program; those that join later refuse each task."""
    try:
        found = client.run(hash_program)
    except Exception as error:  # noqa: BLE001  (whatever a worker raises that lacks the program)
        raise CertifyError(
            f"a worker cannot run certify ({type(error).__name__}: {error}); install it there"
        ) from None
    if not found:
        raise CertifyError("the scheduler has no workers; start one with: dask worker ADDRESS")
    for worker, digest in sorted(found.items()):
        if digest != hash_program():
            raise CertifyError(
                f"the worker {worker} has another version of certify; install the same on all machines"
            )

"""Runs the tasks of a plan somewhere, keeps what is finished, and brings it into the plan's order."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import Protocol

from certify.base.errors import CertifyError
from certify.sweep.plan import Task
from certify.sweep.rows import Row, compute_task
from certify.sweep.store import Store

WORKER_MEMORY = 1 << 30
"""What one worker is given room for: a standard wager takes two thirds of it."""

Finished = tuple[int, list[Row]]
"""The place of a task among those sent, and its rows."""


class Executor(Protocol):
    """Somewhere to compute tasks: the cores of this machine, or a cluster."""

    def run(self, tasks: Sequence[Task]) -> Iterator[Finished]:
        """Compute tasks in any order, each as it is finished."""


def count_workers(asked: int | None, memory: int | None) -> int:
    """How many local workers fit: one a core, and each with room in the memory."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    room = memory if memory is not None else _find_free_memory()
    if room < WORKER_MEMORY and memory is not None:
        raise CertifyError("a worker needs 1 GB of memory; give --memory 1 or more")
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

    def run(self, tasks: Sequence[Task]) -> Iterator[Finished]:
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
                    f"a worker process died {self.TRIES} times, last with one at a time; finished rows "
                    "are kept. Free memory and run the command again"
                ) from None
            return

    def _run_pool(self, tasks: dict[int, Task], workers: int) -> Iterator[Finished]:
        method = multiprocessing.get_context("spawn")  # kernels hold threads: a fork could hang
        with ProcessPoolExecutor(max_workers=workers, mp_context=method) as pool:
            places = {pool.submit(compute_task, task): place for place, task in tasks.items()}
            try:
                for future in as_completed(places):
                    yield places[future], future.result()
            except BaseException:
                pool.shutdown(wait=True, cancel_futures=True)
                raise


Progress = Callable[[str, int, int], None]


def run_tasks(
    tasks: Sequence[Task], executor: Executor, store: Store, progress: Progress | None = None
) -> list[Row]:
    """All rows in the order of the plan, whatever the order in which they came."""
    by_digest = {task.digest: task for task in tasks}
    found = {digest: store.find(task) for digest, task in by_digest.items()}
    missing = [task for digest, task in by_digest.items() if found[digest] is None]
    done = len(by_digest) - len(missing)
    if progress:
        progress("sweep", done, len(by_digest))
    for place, rows in executor.run(missing):
        store.keep(missing[place], rows)
        found[missing[place].digest] = rows
        done += 1
        if progress:
            progress("sweep", done, len(by_digest))
    return [row for task in tasks for row in found[task.digest] or ()]

"""The same tasks on a Dask cluster: workers of another program are refused, dead ones replaced."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Sequence
from typing import Any

from certify.base.errors import CertifyError
from certify.sweep.plan import SweepTask, hash_program
from certify.sweep.rows import compute_task
from certify.sweep.run import Finished

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

"""A sweep on a real Dask scheduler with real workers, all on the loopback; one of them is killed."""

import json
import os
import shutil
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from certify.base.errors import CertifyError
from certify.sweep.plan import read_plan
from certify.sweep.rows import format_rows
from certify.sweep.run import ClusterExecutor, LocalExecutor, Store, run_tasks
from tests.conftest import ROOT

pytest.importorskip("distributed")
pytestmark = pytest.mark.slow

PLAN = """\
grids:
  - files: [south-dakota, california-bgc]
    wagers: [fortune-bonus]
    readings:
      bonus-precedence: all
      joker: all
      wheel: all
    others: [0, 1, 5]
"""


WORKER = ("--host", "127.0.0.1", "--nworkers", "1", "--nthreads", "1", "--no-nanny")


def start(module, *arguments, folder=ROOT):
    command = [sys.executable, "-m", f"distributed.cli.{module}", *arguments, "--no-dashboard"]
    return subprocess.Popen(
        command,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


@pytest.fixture
def cluster(tmp_path):
    """A scheduler with two workers: its address, and the workers."""
    place = tmp_path / "scheduler.json"
    where = ("--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(place))
    scheduler = start("dask_scheduler", *where)
    workers = []
    try:
        for _ in range(600):
            if place.exists():
                break
            time.sleep(0.1)
        address = json.loads(place.read_text(encoding="utf-8"))["address"]
        workers = [start("dask_worker", address, *WORKER) for _ in range(2)]
        import distributed

        with distributed.Client(address, timeout=60, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=120)
        yield address, workers
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()


@pytest.fixture
def plan(tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    path = tmp_path / "plan.yaml"
    path.write_text(PLAN, encoding="utf-8")
    return path


def test_a_cluster_gives_the_bytes_of_one_machine_though_a_worker_is_killed(cluster, plan):
    address, workers = cluster
    tasks = read_plan(plan)
    kept = []

    class KillingStore(Store):
        def keep(self, task, rows):
            super().keep(task, rows)
            kept.append(task)
            if len(kept) == 3:
                workers[0].kill()

    rows = run_tasks(tasks, ClusterExecutor(address), KillingStore(plan.parent / "cluster"))
    assert workers[0].wait(30) != 0
    assert len(kept) == len(tasks) > 8
    local = run_tasks(tasks, LocalExecutor(2), Store(plan.parent / "local"))
    assert format_rows(rows, "csv") == format_rows(local, "csv")


def test_workers_of_another_program_are_refused(cluster, plan):
    """The task says which program made it: one made by another program is refused by the workers."""
    task = replace(read_plan(plan)[0], program="0" * 64)
    with pytest.raises(CertifyError, match="another version of certify"):
        list(ClusterExecutor(cluster[0]).run([task]))


def test_a_cluster_is_refused_before_anything_is_sent(cluster, plan, tmp_path):
    """Workers started from a changed copy of the program."""
    address, workers = cluster
    for process in workers:
        process.kill()
        process.wait()
    copy = tmp_path / "copy"
    for folder in ("certify", "schemas", "jurisdictions"):
        shutil.copytree(ROOT / folder, copy / folder)
    with (copy / "certify" / "odds" / "result.py").open("a", encoding="utf-8") as stream:
        stream.write("\nANOTHER = True\n")
    workers.append(start("dask_worker", address, *WORKER, folder=copy))
    import distributed

    with distributed.Client(address, timeout=60, set_as_default=False) as client:
        client.wait_for_workers(1, timeout=120)
    with pytest.raises(CertifyError, match="has another version of certify; install the same"):
        list(ClusterExecutor(address).run(read_plan(plan)[:1]))


def test_no_scheduler_is_told():
    with pytest.raises(CertifyError, match=r"no answer from 'tcp://127\.0\.0\.1:9'"):
        list(ClusterExecutor("tcp://127.0.0.1:9").run([]))

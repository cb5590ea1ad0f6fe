"""Measures speed as ratios in one run: `make bench` prints a table and writes bench.json."""

from __future__ import annotations

import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from certify.base.tables import format_table
from tests.conftest import IDS, ROOT, load


def measure(work: Callable[[], Any], repeat: int = 1) -> float:
    """The best time of several."""
    best = None
    for _ in range(repeat):
        start = time.perf_counter()
        work()
        spent = time.perf_counter() - start
        best = spent if best is None else min(best, spent)
    return best or 0.0


def run(*arguments: str, **environment: str) -> float:
    """The time of a whole command from the shell."""
    command = [sys.executable, "-m", "certify", *arguments]
    start = time.perf_counter()
    done = subprocess.run(
        command, capture_output=True, check=False, cwd=ROOT, env={**os.environ, **environment}
    )
    if done.returncode == 2:
        raise RuntimeError(done.stderr.decode())
    return time.perf_counter() - start


def compute_all_paytables() -> None:
    """All paytables of all documents, the counts made anew."""
    from certify.odds import classes
    from certify.odds.fortune import list_outcomes
    from certify.spec.model import Rules

    for cached in (classes._count_holdings, classes._list_straights, classes._count_supports):
        cached.cache_clear()
    for name in IDS:
        jurisdiction = load(name)
        for paytable in jurisdiction.paytables:
            list_outcomes(Rules(jurisdiction, paytable, {}))


def bench_paytables(rows: list[tuple[str, str, str]], data: dict[str, Any]) -> None:
    from certify.kernels.enumeration import count_features
    from certify.kernels.subsets import FULL_DECK, Deck

    for wild in (False, True):
        count_features(Deck(ranks=(8, 9, 10, 11, 12)), wild=wild)  # compile
    compute_all_paytables()
    own = measure(compute_all_paytables, 5)
    each = [
        measure(lambda wild=wild: count_features(FULL_DECK, wild=wild, threads=1))
        for wild in (False, True)
    ]
    rate = 154_143_080 / max(each)
    data |= {
        "paytables_s": own,
        "enumeration_s": each,
        "enumeration_hands_per_s_per_core": rate,
        "ratio": sum(each) / own,
    }
    rows += [
        ("all 18 paytables from patterns", f"{own * 1000:.1f} ms", ""),
        (
            "enumeration of every hand, bug and wild, one core",
            f"{sum(each):.2f} s",
            f"{rate / 1e6:.0f} million hands/s/core",
        ),
        ("ratio", f"{sum(each) / own:.0f}", "at least 100"),
    ]


def bench_pairs(rows: list[tuple[str, str, str]], data: dict[str, Any]) -> None:
    from certify.odds.pairs import _compute

    _compute(False, None)
    spent = measure(lambda: _compute(False, None))
    data["pairs_s"] = spent
    rows.append(("pairs of hands, compiled", f"{spent:.1f} s", "under 10 s"))


def bench_standard(rows: list[tuple[str, str, str]], data: dict[str, Any]) -> None:
    from certify.kernels.standard import _tabulate
    from certify.odds import standard
    from certify.spec.model import Rules

    jurisdiction = load("mbs")
    stages: dict[str, float] = {}
    started = time.perf_counter()

    def note(stage: str, done: int, total: int) -> None:
        if done == total:
            stages[stage] = time.perf_counter() - started

    basis = standard._find_basis(Rules(jurisdiction, jurisdiction.paytables[0], {}), None)
    inputs = standard._describe_inputs(basis)
    from certify.odds.settings import count_face_up, count_hidden

    _tabulate.cache_clear()
    hidden = measure(lambda: count_hidden(inputs, basis.house_way, None, note))
    exposed = measure(lambda: count_face_up(inputs, basis.house_way, None, None))
    data |= {"standard_s": hidden, "face_up_s": exposed, "standard_stages_s": stages}
    rows += [
        ("standard wager with its settings", f"{hidden:.1f} s", "under 45 s"),
        ("face up after it", f"{exposed:.1f} s", "under 30 s"),
    ]
    rows += [(f"  {stage}", f"{spent:.1f} s", "since the start") for stage, spent in stages.items()]


def bench_commands(rows: list[tuple[str, str, str]], data: dict[str, Any]) -> None:
    version = min(run("--version") for _ in range(3))
    odds = min(run("odds", "south-dakota") for _ in range(3))
    run("gate")
    gate = min(run("gate") for _ in range(2))
    data |= {"version_s": version, "odds_s": odds, "gate_s": gate}
    rows += [
        ("certify --version", f"{version:.2f} s", "under 0.2 s"),
        ("certify odds south-dakota, cold process", f"{odds:.2f} s", "under 1.5 s"),
        ("certify gate, five files, warm cache", f"{gate:.2f} s", "under 3 s"),
    ]
    with tempfile.TemporaryDirectory() as folder:
        report = run("report", "-o", folder)
    data["report_s"] = report
    rows.append(("certify report, six filings, warm odds", f"{report:.1f} s", "under 45 s"))


def main() -> None:
    rows: list[tuple[str, str, str]] = []
    data: dict[str, Any] = {
        "machine": platform.machine(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
    }
    for bench in (bench_paytables, bench_pairs, bench_standard, bench_commands):
        bench(rows, data)
    data["peak_memory_mib"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    rows.append(("peak memory of this process", f"{data['peak_memory_mib']} MiB", "under 2 GiB"))
    print("\n".join(format_table(("what", "measured", "wanted"), rows)))
    Path(ROOT / "bench.json").write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

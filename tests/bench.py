"""Measures speed as ratios in one run: `make bench` prints a table and writes bench.json."""

from __future__ import annotations

import json
import os
import platform
import resource
import shutil
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
    from certify.odds.fortune import list_outcomes

    from certify.odds import classes
    from certify.spec.model import Rules

    for cached in (classes._count_views, classes._list_straights, classes._count_supports):
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
    from certify.game.rank import RankRules
    from certify.game.views import NO_ASPECTS
    from certify.odds import counts
    from certify.odds.count_views import find_deck

    rules = RankRules()
    groups = [counts._group(counts.count_hands(rules).views, None)] * 2

    def work() -> None:
        counts.tally_pairs(find_deck(rules), rules, (NO_ASPECTS, NO_ASPECTS), groups)

    work()
    spent = measure(work)
    data["pairs_s"] = spent
    rows.append(("pairs of hands, compiled", f"{spent:.1f} s", "under 10 s"))


def set_hands() -> Any:
    """The first house way there is, under the first answer to each of its readings."""
    from certify.game.house_way.rules import build_house_way
    from certify.game.rank import RankRules
    from certify.game.vocabulary import READINGS
    from certify.odds.count_settings import set_by_house_way

    rules = next(load(name).house_way for name in IDS if load(name).house_way)
    keys = build_house_way(rules).reading_keys
    return set_by_house_way(RankRules(), rules, {key: READINGS[key].values[0] for key in keys})


def bench_standard(rows: list[tuple[str, str, str]], data: dict[str, Any]) -> None:
    from certify.game.rank import RankRules
    from certify.kernels.subsets import FULL_DECK
    from certify.odds import count_settings

    def is_ace_high(view: Any) -> int:
        return int(view.highest == 12)

    def hidden() -> None:
        tags = count_settings.tag_inputs(FULL_DECK, RankRules(), is_ace_high)
        count_settings.tally_settings(FULL_DECK, set_hands(), tags)

    def face_up() -> None:
        tags = count_settings.tag_inputs(FULL_DECK, RankRules(), is_ace_high)
        worth = count_settings.weigh([[-1, -1, 0], [-1, -1, 0], [0, 0, 1]])
        count_settings.tally_choices(FULL_DECK, RankRules(), set_hands(), worth, tags)

    data |= {"standard_s": measure(hidden), "face_up_s": measure(face_up)}
    rows += [
        ("standard wager with its settings", f"{data['standard_s']:.1f} s", "under 16 s"),
        ("face up after it", f"{data['face_up_s']:.1f} s", "under 12 s"),
    ]


def bench_plain(rows: list[tuple[str, str, str]], data: dict[str, Any]) -> None:
    """The same work by a plain C program of ours on one core, as ratios; needs a C compiler."""
    import numpy as np

    from certify.kernels import dominance
    from certify.kernels.enumeration import count_features
    from certify.kernels.keys import label_inputs
    from certify.kernels.ranked_hands import rank_inputs
    from certify.kernels.subsets import FULL_DECK, spread_labels, suit_classes
    from certify.kernels.threads import available_threads

    compiler = shutil.which("cc")
    if compiler is None:
        rows.append(("plain C", "no compiler", ""))
        return
    with tempfile.TemporaryDirectory() as folder:
        program, path = Path(folder) / "plain", Path(folder) / "hands"
        source = str(ROOT / "tests" / "plain.c")
        subprocess.run(
            [compiler, "-O3", "-march=native", "-o", str(program), source, "-lpthread"], check=True
        )
        theirs = measure(lambda: subprocess.run([program, "enumerate"], check=True, stdout=-3))
        ours = measure(lambda: count_features(FULL_DECK, wild=False, threads=1))
        data["enumeration_to_plain_c"] = ours / theirs
        rows.append(("enumeration to plain C", f"{ours / theirs:.2f}", "of its time"))

        classes = suit_classes(FULL_DECK, 7)
        _, labels = label_inputs(classes)
        lows, highs = set_hands().load()
        settings = dominance.Settings(lows, highs, np.zeros(len(lows), dtype=np.int64))
        types = dominance._number_types(settings, settings)
        parts = []
        for size in range(1, 7):
            level = suit_classes(FULL_DECK, size)
            listed = np.zeros((len(level), 9), dtype=np.int64)
            listed[:, 0], listed[:, 1] = size, level.orbits
            listed[:, 2 : 2 + size] = level.positions()
            parts.append(listed)
        listed = np.concatenate(parts)
        with path.open("wb") as stream:
            np.array([len(types[2]), types[3][0], len(listed)], dtype=np.int64).tofile(stream)
            types[2][:, :2].astype(np.int64).tofile(stream)
            listed.tofile(stream)
            spread_labels(classes, types[0][labels]).tofile(stream)
        threads = str(available_threads())
        done = subprocess.run(
            [program, "compare", path, threads], check=True, capture_output=True, text=True
        )
        hands = rank_inputs(FULL_DECK)
        start = time.perf_counter()
        compared = dominance.compare_settings(hands, settings, settings)
        spent = time.perf_counter() - start
    theirs = float(done.stderr)
    signed = sum((-1) ** size * compared.by_size[size][0, 0] for size in range(1, 7))
    if [int(word) for word in done.stdout.split()] != signed.ravel().tolist():
        raise AssertionError("plain C counts otherwise")
    data |= {"plain_c_s": theirs, "comparison_s": spent, "comparison_to_plain_c": spent / theirs}
    rows += [
        ("comparison of settings by plain C", f"{theirs:.1f} s", "the same counts"),
        ("comparison of settings", f"{spent:.1f} s", "the same counts"),
        ("comparison of settings to plain C", f"{spent / theirs:.2f}", "of its time"),
    ]


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
    for bench in (bench_paytables, bench_pairs, bench_standard, bench_plain, bench_commands):
        bench(rows, data)
    data["peak_memory_mib"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    rows.append(("peak memory of this process", f"{data['peak_memory_mib']} MiB", "under 2 GiB"))
    print("\n".join(format_table(("what", "measured", "wanted"), rows)))
    Path(ROOT / "bench.json").write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

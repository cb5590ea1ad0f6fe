"""Measures speed in one run, as ratios where it can: `make bench` prints a table and writes bench.json.

`python -m tests.bench --against FOLDER` runs the same commands in another checkout too, turn by turn, and
prints how the times compare. Commands are measured in seconds of the processor, theirs and their children's,
so that a busy machine does not speak against them; the best of several runs counts.
"""

from __future__ import annotations

import argparse
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
from tests.bench_counts import bench_counts, bench_face_up, bench_libraries, bench_start
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


LONGEST = 1800
"""Seconds after which a command is given up."""


def run(*arguments: str, root: Path = ROOT) -> float:
    """The processor's time for a whole command from the shell."""
    command = [sys.executable, "-m", "certify", *arguments]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        command,
        capture_output=True,
        check=False,
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
        timeout=LONGEST,
    )
    if done.returncode == 2:
        raise RuntimeError(done.stderr.decode())
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def list_rulebooks() -> list[Any]:
    """A rulebook for every named paytable of the first wager of each document: the Fortune bonus."""
    from certify.spec.compile import compile_rulebook

    return [
        (compile_rulebook(load(name), {}, {wager.id: paytable.id}), wager.id)
        for name in IDS
        for wager in load(name).wagers[:1]
        for paytable in wager.paytables
    ]


def compute_all_paytables(rulebooks: list[Any]) -> None:
    """Every paytable to its outcomes, the counts of views made anew and nothing shared."""
    from certify.base import cache
    from certify.odds import classes
    from certify.odds.lines import list_outcomes
    from certify.odds.situations import count_situations

    for cached in (classes._count_views, classes._list_straights, classes._count_supports):
        cached.cache_clear()
    cache.forget_trusted()
    for rulebook, name in rulebooks:
        terms = rulebook.wagers[name]
        list_outcomes(terms, count_situations(rulebook.ranking, terms))


def bench_paytables(rows: list[tuple[str, str, str]], data: dict[str, Any]) -> None:
    from certify.kernels.deck import FULL_DECK, Deck
    from certify.kernels.views import count_features

    for wild in (False, True):
        count_features(Deck(ranks=(8, 9, 10, 11, 12)), wild=wild)  # compile
    rulebooks = list_rulebooks()
    compute_all_paytables(rulebooks)
    own = measure(lambda: compute_all_paytables(rulebooks), 9)
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
        (f"all {len(rulebooks)} paytables from patterns", f"{own * 1000:.1f} ms", "50 ms or less"),
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
    from certify.odds.count_joint import tally_pairs
    from certify.odds.count_views import find_deck

    rules = RankRules()
    groups = [counts._group(counts.count_hands(rules).views, None)] * 2

    def work() -> None:
        tally_pairs(find_deck(rules), rules, (NO_ASPECTS, NO_ASPECTS), groups)

    spent = measure(work)
    data["pairs_s"] = spent
    told = "holds" if spent <= 4 else "DOES NOT HOLD"
    rows.append(("pairs of hands", f"{spent:.1f} s", f"at most 4 s: {told}"))


def set_hands() -> Any:
    """The first house way there is, under the readings adopted."""
    from certify.odds.setting import find_setting
    from certify.spec.compile import compile_rulebook

    name = next(name for name in IDS if load(name).house_way)
    return find_setting(compile_rulebook(load(name)))


def time_standard() -> tuple[float, float]:
    """Seconds of the standard wager with a hidden bank, and of the same face up after it."""
    from certify.game.rank import RankRules
    from certify.kernels.deck import FULL_DECK
    from certify.odds import count_settings

    def is_ace_high(view: Any) -> int:
        return int(view.highest == 12)

    def hidden() -> None:
        tags = count_settings.tag_inputs(FULL_DECK, RankRules(), is_ace_high)
        count_settings.tally_settings(FULL_DECK, set_hands(), tags)

    def face_up() -> None:
        tags = count_settings.tag_inputs(FULL_DECK, RankRules(), is_ace_high)
        levels = count_settings.weigh([[-1, -1, 0], [-1, -1, 0], [0, 0, 1]])
        count_settings.tally_choices(FULL_DECK, RankRules(), set_hands(), levels, tags)

    return measure(hidden), measure(face_up)


def bench_plain(rows: list[tuple[str, str, str]], data: dict[str, Any]) -> None:
    """The same work by a plain C program of ours on one core, as ratios; needs a C compiler."""
    import numpy as np

    from certify.kernels import dominance
    from certify.kernels.deck import FULL_DECK
    from certify.kernels.keys import label_inputs
    from certify.kernels.ranked_hands import rank_inputs
    from certify.kernels.subsets import spread_labels, suit_classes
    from certify.kernels.threads import available_threads
    from certify.kernels.views import count_features

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
        types = dominance.number_types(settings, settings)
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


ROUND = {
    "bank": {"cards": "Ks Kh 9d 8c 4s 3d 2h"},
    "players": [{"seat": 1, "cards": "As Ah 10d 9c 5s 4d 3h", "wagers": {"standard": "10"}}],
}
TIMES = 3
"""Runs of each command, of which the best counts."""


def list_commands(folder: Path) -> dict[str, tuple[tuple[str, ...], str]]:
    """Commands on warm counts, and what is wanted of their processor's time."""
    (folder / "round.json").write_text(json.dumps(ROUND), encoding="utf-8")
    return {
        "certify --version": (("--version",), "under 0.2 s"),
        "certify validate, five files": (("validate",), ""),
        **{f"certify odds {name}": (("odds", name), "under 1.5 s") for name in IDS},
        "certify check, five files": (("check", *IDS), ""),
        "certify compare, two files": (("compare", *IDS[:2]), ""),
        "certify settle": (("settle", IDS[0], str(folder / "round.json")), ""),
        "certify gate, five files": (("gate",), "under 3 s"),
    }


def bench_commands(
    rows: list[tuple[str, str, str]], data: dict[str, Any], other: Path | None = None
) -> None:
    """Whole commands on warm counts; the first run of the gate makes them warm."""
    run("gate")
    with tempfile.TemporaryDirectory() as folder:
        for name, (arguments, wanted) in list_commands(Path(folder)).items():
            rows.append(compare_command(name, arguments, wanted, data, other))
        filings = ("report", "-o", str(Path(folder) / "filings"))
        data["certify report"] = run(*filings)
    rows.append(("certify report, warm odds", f"{data['certify report']:.1f} s", "under 45 s"))


def compare_command(
    name: str, arguments: tuple[str, ...], wanted: str, data: dict[str, Any], other: Path | None
) -> tuple[str, str, str]:
    """One command here and, turn by turn, in another checkout."""
    roots = [ROOT, *([other] if other else [])]
    turns = [[run(*arguments, root=root) for root in roots] for _ in range(TIMES)]
    own, *theirs = (min(times) for times in zip(*turns, strict=True))
    data[name] = own
    if not theirs:
        return name, f"{own:.2f} s", wanted
    data[f"{name}, ratio"] = own / theirs[0]
    return name, f"{own:.2f} s, {own / theirs[0]:.2f} of the other's {theirs[0]:.2f} s", wanted


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--against", type=Path, help="another checkout to compare commands with")
    parser.add_argument("--commands", action="store_true", help="whole commands alone")
    asked = parser.parse_args()
    rows: list[tuple[str, str, str]] = []
    data: dict[str, Any] = {
        "machine": platform.machine(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
    }
    if not asked.commands:
        for bench in (
            bench_start,
            bench_counts,
            bench_face_up,
            bench_pairs,
            bench_plain,
            bench_paytables,
            bench_libraries,
        ):
            bench(rows, data)
    bench_commands(rows, data, asked.against)
    data["peak_memory_mib"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    rows.append(("peak memory of this process", f"{data['peak_memory_mib']} MiB", "under 2 GiB"))
    print("\n".join(format_table(("what", "measured", "wanted"), rows)))
    Path(ROOT / "bench.json").write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

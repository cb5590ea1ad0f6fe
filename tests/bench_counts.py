"""The long counts from the shell, nothing stored: seconds, memory, and whether each bound holds.

`make bench` runs it whole. The bounds are for two quiet cores. Each command is a process of its own, of which
the system tells the time on the clock, the seconds of the processor, and the most memory it held.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.conftest import IDS, ROOT, load

GIGABYTE = 1_000_000_000
Row = tuple[str, str, str]


@dataclass(frozen=True)
class Spent:
    """What a process took: seconds on the clock and of the processor, and bytes at its peak."""

    wall: float
    processor: float
    peak: int
    output: str

    def tell(self) -> str:
        return (
            f"{self.wall:.1f} s, {self.processor:.1f} s of processor, {self.peak / GIGABYTE:.2f} GB"
        )


def watch(*words: str, **environment: str) -> Spent:
    """Run Python with some words and see what it takes."""
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        start = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, *words],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
            stdout=output,
            stderr=errors,
        )
        _, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        for stream in (output, errors):
            stream.seek(0)
        if process.returncode:
            raise RuntimeError(f"{words}: {errors.read().decode()}")
        text = output.read().decode()
    scale = 1 if sys.platform == "darwin" else 1024
    return Spent(wall, used.ru_utime + used.ru_stime, used.ru_maxrss * scale, text)


def count_anew(*words: str, **environment: str) -> Spent:
    """Run a command of certify that finds no stored result."""
    return watch("-m", "certify", *words, CERTIFY_CACHE="off", **environment)


def judge(spent: Spent, seconds: float, gigabytes: float | None = None) -> str:
    """The bound, and whether it holds."""
    holds = spent.wall <= seconds and (gigabytes is None or spent.peak < gigabytes * GIGABYTE)
    memory = f", below {gigabytes} GB" if gigabytes else ""
    return f"at most {seconds:g} s{memory}: {'holds' if holds else 'DOES NOT HOLD'}"


def _name(wanted: Callable[[Any], bool]) -> str:
    return next(name for name in IDS if wanted(load(name)))


def bench_counts(rows: list[Row], data: dict[str, Any]) -> None:
    """Every long count that has a bound."""
    name = _name(lambda item: bool(item.house_way))
    standard = ("odds", name, "--wager", "standard")
    bounded: Mapping[str, tuple[tuple[str, ...], float, float | None]] = {
        "the standard wager in all": (standard, 16, 0.8),
        "best play against a hidden bank": (
            (*standard, "--reading", "player-strategy=optimal"),
            80,
            2,
        ),
        "odds designated-player, all wagers": (("odds", "designated-player"), 12, None),
    }
    for told, (words, seconds, gigabytes) in bounded.items():
        spent = count_anew(*words)
        data[told] = {"wall": spent.wall, "processor": spent.processor, "peak": spent.peak}
        rows.append((told, spent.tell(), judge(spent, seconds, gigabytes)))


def bench_start(rows: list[Row], data: dict[str, Any]) -> None:
    """A new machine: compiling, then the first command and the second."""
    name = _name(lambda item: bool(item.house_way))
    with tempfile.TemporaryDirectory() as folder:
        place = {"XDG_CACHE_HOME": folder, "NUMBA_CACHE_DIR": ""}
        compiling = watch("-m", "certify", "doctor", "--compile", **place)
        kept = sum(path.stat().st_size for path in Path(folder).rglob("*") if path.is_file())
        first, second = (count_anew("odds", name, "--wager", "standard", **place) for _ in range(2))
        after = sum(path.stat().st_size for path in Path(folder).rglob("*") if path.is_file())
    data |= {"compile_s": compiling.wall, "first_s": first.wall, "second_s": second.wall}
    ratio = first.processor / second.processor
    holds = abs(ratio - 1) <= 0.1 and kept == after
    rows += [
        ("set-up compiles every kernel", compiling.tell(), f"{kept / 1e6:.0f} MB kept"),
        ("first command after it", first.tell(), ""),
        (
            "the second",
            second.tell(),
            f"the first took {ratio:.2f} of its processor's time, within a tenth: "
            f"{'holds' if holds else 'DOES NOT HOLD'}",
        ),
    ]


def _use_phevaluator(module: Any, hands: list[list[str]]) -> Callable[[], Any]:
    return lambda: [module.evaluate_cards(*hand) for hand in hands]


def _use_treys(module: Any, hands: list[list[str]]) -> Callable[[], Any]:
    evaluator = module.Evaluator()
    coded = [[module.Card.new(card) for card in hand] for hand in hands]
    return lambda: [evaluator.evaluate(hand[:5], hand[5:]) for hand in coded]


LIBRARIES = {"phevaluator": _use_phevaluator, "treys": _use_treys}
"""Well-known evaluators, and how seven cards are given to each."""


def bench_libraries(rows: list[Row], data: dict[str, Any]) -> None:
    """Hands evaluated in a second beside a library, where one is installed; it has no joker."""
    found = [name for name in LIBRARIES if importlib.util.find_spec(name)]
    if not found:
        rows.append(
            ("beside an evaluator library", "none installed", " or ".join(LIBRARIES)),
        )
    rng = random.Random(21)
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    hands = [rng.sample(deck, 7) for _ in range(20_000)]
    for name in found:
        work = LIBRARIES[name](importlib.import_module(name), hands)
        work()
        start = time.perf_counter()
        work()
        rate = len(hands) / (time.perf_counter() - start)
        ratio = data["enumeration_hands_per_s_per_core"] / rate
        data[f"rate_to_{name}"] = ratio
        rows.append(
            (
                f"hands a second, to {name}",
                f"{ratio:.0f} times its {rate:,.0f}",
                "one core; it has no joker and ranks five of seven, ours finds every class held",
            )
        )


def run_child() -> None:
    """Hidden and then face up in one process, so that the second has what the first made."""
    from tests.bench import time_standard

    print(json.dumps(time_standard()))


def bench_face_up(rows: list[Row], data: dict[str, Any]) -> None:
    """Face up after the standard wager, in one process."""
    spent = watch("-m", "tests.bench_counts", CERTIFY_CACHE="off")
    hidden, face_up = json.loads(spent.output)
    data |= {"standard_s": hidden, "face_up_s": face_up, "face_up_peak": spent.peak}
    told = "holds" if face_up <= 12 else "DOES NOT HOLD"
    rows += [
        ("the standard wager, tables included", f"{hidden:.1f} s", ""),
        (
            "face up after it",
            f"{face_up:.1f} s more, {spent.peak / GIGABYTE:.2f} GB",
            f"at most 12 s more: {told}",
        ),
    ]


if __name__ == "__main__":
    run_child()

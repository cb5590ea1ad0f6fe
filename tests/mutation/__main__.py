"""`make mutate`: puts small mistakes into the code, one at a time, and looks whether the tests notice.

    python -m tests.mutation                      a seeded sample, about forty of each room
    python -m tests.mutation --all --room wagers  every mistake in one room
    python -m tests.mutation --module certify/odds/envy.py --seconds 20

A mutant runs against the fast tests that touch its line, then those that touch its function, the quickest
first, for at most so many seconds. What cannot change behaviour stands in `equivalent.yaml` with the reason.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import yaml

from tests.conftest import ROOT
from tests.mutation.operators import Mutant, list_mutants

ROOMS = {
    "wagers": ("certify/wagers/*.py",),
    "spec": ("certify/spec/rulebook.py", "certify/spec/compile.py", "certify/spec/given.py"),
    "engine": ("certify/engine/*.py",),
    "odds": ("certify/odds/*.py",),
    "gate": ("certify/gate/*.py",),
    "findings": ("certify/findings/*.py",),
    "house_way": ("certify/game/house_way/*.py", "certify/odds/house_way_*.py"),
    "kernels": ("certify/kernels/*.py",),
}
"""What is mutated, by the name it is reported under."""
FOLDERS = ("game", "spec", "wagers", "engine", "odds", "second_reading", "bench_of_mathematician")
MORE = ("findings", "gate", "cli")
EQUIVALENT = Path(__file__).with_name("equivalent.yaml")


@dataclass(frozen=True, slots=True)
class Equivalent:
    """A mistake, or all that can be made in one constant, that changes nothing anyone can see."""

    module: str
    function: str
    because: str
    before: str = ""
    after: str = ""
    constant: str = ""

    def matches(self, mutant: Mutant) -> bool:
        """Whether a mutant is the one meant."""
        if (self.module, self.function) != (mutant.module, mutant.function):
            return False
        if self.constant:
            return mutant.before.startswith((f"{self.constant}:", f"{self.constant} ="))
        return (self.before, self.after) == (mutant.before, mutant.after)


def list_equivalent() -> list[Equivalent]:
    """What changes nothing that anyone can see, with the reason."""
    entries = yaml.safe_load(EQUIVALENT.read_text(encoding="utf-8")) or []
    return [Equivalent(**entry) for entry in entries]


def list_room(name: str) -> list[Mutant]:
    """Every mutant of a room."""
    paths = sorted(path for pattern in ROOMS[name] for path in ROOT.glob(pattern))
    return [
        mutant for path in paths for mutant in list_mutants(ROOT, path.relative_to(ROOT).as_posix())
    ]


def choose_mutants(options: argparse.Namespace) -> dict[str, list[Mutant]]:
    """The mutants to try, by room: a seeded sample, or all."""
    known = list_equivalent()
    chosen: dict[str, list[Mutant]] = {}
    for name in options.room or [room for room in ROOMS if room != "kernels"]:
        mutants = [
            item for item in list_room(name) if not any(entry.matches(item) for entry in known)
        ]
        if options.module:
            mutants = [item for item in mutants if item.module in options.module]
        if options.function:
            mutants = [item for item in mutants if item.function in options.function]
        if not options.all:
            mutants = random.Random(f"{options.seed} {name}").sample(
                mutants, min(options.count, len(mutants))
            )
        chosen[name] = mutants
    return chosen


def read_options(arguments: list[str]) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("--room", action="append", choices=ROOMS)
    parser.add_argument("--module", action="append")
    parser.add_argument("--function", action="append")
    parser.add_argument("--all", action="store_true", help="every mutant, not a sample")
    parser.add_argument("--count", type=int, default=40, help="mutants of a room in a sample")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=6, help="of tests for one mutant")
    parser.add_argument("--minutes", type=float, default=30, help="for the run; the rest is named")
    parser.add_argument("--map", action="store_true", help="follow all tests anew")
    parser.add_argument(
        "--tests", action="append", help="folders of tests; all fast ones if not said"
    )
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    """Try the mutants; print the score of each room and the survivors."""
    options = read_options(arguments)
    if options.room == ["kernels"]:
        os.environ["NUMBA_DISABLE_JIT"] = "1"
        options.tests = options.tests or ["kernels"]
    import pytest

    from tests.mutation.server import Run, Server, say

    chosen = choose_mutants(options)

    def work(server: Server) -> None:
        start = time.monotonic()
        server.map_tests(again=options.map)
        say(f"{len(server.tests)} tests followed in {time.monotonic() - start:.0f} s")
        runs: dict[str, list[Run]] = {name: [] for name in chosen}
        limit = start + options.minutes * 60
        for name, mutants in chosen.items():
            for mutant in mutants:
                if time.monotonic() > limit:
                    say(
                        f"out of time: {len(mutants) - len(runs[name])} mutants of {name} not tried"
                    )
                    break
                run = server.try_mutant(mutant, options.seconds)
                runs[name].append(run)
                if run.outcome not in {"killed", "late"}:
                    say(f"{run.outcome} ({run.seconds:.1f} s): {mutant}")
        _print_scores(runs)

    folders = options.tests or [*FOLDERS, *MORE]
    paths = [str(ROOT / "tests" / folder) for folder in folders]
    modules = sorted({mutant.module for mutants in chosen.values() for mutant in mutants})
    arguments = ["-q", "-s", "-p", "no:cacheprovider", "-m", "not slow", *paths]
    pytest.main(arguments, [Server(work, modules)])
    return 0


def _print_scores(runs: dict[str, list]) -> None:
    from tests.mutation.server import say

    for name, tried in runs.items():
        count = Counter(run.outcome for run in tried)
        counted = sum(count.values()) - count["not applied"]
        caught = count["killed"] + count["late"]
        share = f"{100 * caught / counted:.0f} %" if counted else "none tried"
        say(
            f"{name}: {share}; {count['killed']} killed, {count['late']} never ended, "
            f"{count['survived']} survived, {count['untested']} untested, "
            f"{count['not applied']} not applied"
        )


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

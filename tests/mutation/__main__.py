"""`make mutate`: puts small mistakes into the code, one at a time, and looks whether the tests notice.

    python -m tests.mutation                      a seeded sample, about forty of each room
    python -m tests.mutation --all --room wagers  every mistake in one room
    python -m tests.mutation --all --workers 2    on two processors
    python -m tests.mutation --all --part 1/2     one half; another machine does 2/2
    python -m tests.mutation --all --seconds 30 --again survivors
    python -m tests.mutation --report             scores and survivors over all outcomes that are kept
    python -m tests.mutation --module certify/odds/envy.py --all

A mutant runs against the fast tests that touch its line, then those that touch its function, the likeliest
and quickest first, for at most so many seconds of tests, until one fails. Outcomes are kept in `.mutation`
while the source of their module is the same, so a run goes on where another ended; survivors are tried again
only with tests that are new, have changed, or did not fit into the time. A mutant that takes far more of the
processor than its tests need is tried once more with twice the time, and then counts as noticed. What cannot
change behaviour stands in `equivalent.yaml` with the reason.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

from tests.conftest import ROOT
from tests.mutation.operators import Mutant, list_mutants
from tests.mutation.outcomes import CAUGHT, Outcomes, Run, tell_score

if TYPE_CHECKING:
    from tests.mutation.server import Server

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


def choose_mutants(options: argparse.Namespace) -> dict[str, tuple[list[Mutant], int]]:
    """The mutants to try by room, a seeded sample or all, and how many of the room are equivalent."""
    known = list_equivalent()
    chosen: dict[str, tuple[list[Mutant], int]] = {}
    for name in options.room or [room for room in ROOMS if room != "kernels"]:
        room = list_room(name)
        if options.module:
            room = [item for item in room if item.module in options.module]
        if options.function:
            room = [item for item in room if item.function in options.function]
        mutants = [item for item in room if not any(entry.matches(item) for entry in known)]
        equal = len(room) - len(mutants)
        if not (options.all or options.report):
            mutants = random.Random(f"{options.seed} {name}").sample(
                mutants, min(options.count, len(mutants))
            )
        part, parts = options.part
        chosen[name] = mutants[part - 1 :: parts], equal
    return chosen


def _read_part(text: str) -> tuple[int, int]:
    part, _, parts = text.partition("/")
    if not 1 <= int(part) <= int(parts):
        raise ValueError(text)
    return int(part), int(parts)


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
    parser.add_argument("--minutes", type=float, help="for the run; the rest is named")
    parser.add_argument(
        "--part", type=_read_part, default=(1, 1), help="1/2: the first of two halves"
    )
    parser.add_argument("--workers", type=int, default=1, help="processes that share the work")
    parser.add_argument(
        "--again",
        choices=("survivors", "late", "all"),
        help="try these although an outcome is kept; survivors with the tests that they have not met",
    )
    parser.add_argument("--report", action="store_true", help="try nothing, tell what is kept")
    parser.add_argument("--map", action="store_true", help="follow all tests anew")
    parser.add_argument(
        "--tests", action="append", help="folders of tests; all fast ones if not said"
    )
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    """Try the mutants; print the score of each room and the survivors."""
    options = read_options(arguments)
    outcomes = Outcomes()
    chosen = choose_mutants(options)
    if options.report:
        _print_scores(chosen, outcomes)
        return 0
    if options.room == ["kernels"]:
        os.environ["NUMBA_DISABLE_JIT"] = "1"
        options.tests = options.tests or ["kernels"]
    minutes = options.minutes or (None if options.all else 30)
    import pytest

    from tests.mutation.server import Server, say

    def work(server: Server) -> None:
        start = time.monotonic()
        server.map_tests(again=options.map)
        say(f"{len(server.tests)} tests followed in {time.monotonic() - start:.0f} s")
        end = start + minutes * 60 if minutes else None
        place, others = _try_all(server, chosen, outcomes, options, end)
        if place:
            os._exit(0)
        for other in others:
            os.waitpid(other, 0)
        _print_scores(chosen, outcomes)

    folders = options.tests or [*FOLDERS, *MORE]
    paths = [str(ROOT / "tests" / folder) for folder in folders]
    modules = sorted({mutant.module for mutants, _ in chosen.values() for mutant in mutants})
    with tempfile.TemporaryDirectory(prefix="mutation-") as folder:
        arguments = ["-q", "-s", "--tb=no", "-p", "no:cacheprovider", "-m", "not slow", *paths]
        pytest.main([*arguments, f"--basetemp={folder}/tests"], [Server(work, modules)])
    return 0


def _try_all(
    server: Server,
    chosen: dict[str, tuple[list[Mutant], int]],
    outcomes: Outcomes,
    options: argparse.Namespace,
    end: float | None,
) -> tuple[int, list[int]]:
    """Try what is wanted, in as many processes as are asked for: the place of this one, and the others."""
    from tests.mutation.server import say

    wanted = []
    for mutant in (item for mutants, _ in chosen.values() for item in mutants):
        kept = outcomes.find(mutant)
        if kept and kept.outcome == "killed":
            server.note_kill(mutant, kept.test)
        if _is_wanted(kept, options.again):
            wanted.append((mutant, kept))
    wanted.sort(key=lambda item: item[1] is not None)  # what was never tried goes before
    say(f"{len(wanted)} mutants to try")
    place, others = server.split(options.workers)
    wanted = wanted[place :: options.workers]
    for number, (mutant, kept) in enumerate(wanted):
        if end and time.monotonic() > end:
            say(f"out of time: {len(wanted) - number} mutants not tried")
            break
        if outcomes.find(mutant) != kept:
            continue  # another process has tried it meanwhile
        passed = kept.passed if kept and options.again != "all" else ()
        run = server.try_mutant(mutant, options.seconds, passed)
        outcomes.keep(run)
        if run.outcome not in CAUGHT:
            say(f"{run.outcome} ({run.seconds:.1f} s): {mutant}")
    return place, others


def _is_wanted(kept: Run | None, again: str | None) -> bool:
    """Whether a mutant is to be tried, with what is known of it."""
    if kept is None or again == "all":
        return True
    missed = again == "survivors" and kept.outcome in {"survived", "untested"}
    return missed or again == kept.outcome


def _print_scores(chosen: dict[str, tuple[list[Mutant], int]], outcomes: Outcomes) -> None:
    for name, (mutants, equal) in chosen.items():
        for line in tell_score(name, mutants, equal, outcomes):
            sys.__stdout__.write(line + "\n")


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

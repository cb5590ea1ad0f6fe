"""A pytest session that has imported and collected everything, and forks for each mutant."""

from __future__ import annotations

import gc
import hashlib
import json
import os
import resource
import select
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib import import_module
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import pytest

from certify.base import cache
from tests.conftest import IDS, ROOT, load
from tests.engine import rounds
from tests.mutation.mapping import (
    follow_tests,
    limit_time,
    list_starts,
    merge_parts,
    name_mode,
    vary,
)
from tests.mutation.operators import Mutant
from tests.mutation.outcomes import STORE, Run, hash_test
from tests.mutation.swap import NotApplied, apply, list_caches, list_functions

LATE = 10
"""Seconds of the processor that a test may take beyond four times what it took when it was followed."""
PATIENCE = 300
"""Seconds of the clock for a mutant, beyond forty times what its tests took: the machine may be busy."""
MEMORY = 4 << 30
"""Bytes that a child may take beyond what it has."""
LAYERS = (
    *("base", "game", "kernels", "spec", "draft", "wagers", "engine", "odds"),
    *("sweep", "findings", "gate", "filing", "cli", "api"),
)
"""The rooms in the order in which they lean on each other."""


class Server:
    """The plugin: instead of running the tests, it does what it is told with them."""

    def __init__(self, work: Callable[[Server], None], modules: Iterable[str]) -> None:
        self._work, self._modules = work, modules
        self._items: dict[str, pytest.Item] = {}
        self._pipe: int | None = None
        self.failed = ""
        self.noticed: dict[tuple[str, str], Counter[str]] = {}
        self.tests: dict[str, float] = {}
        self.leaning: set[str] = set()
        self.touched: dict[str, dict[str, dict[int, list[str]]]] = {}

    def pytest_configure(self) -> None:
        """Generated cases are the same for every mutant, and kept nowhere."""
        from hypothesis import settings

        settings.register_profile("mutation", deadline=None, database=None, derandomize=True)
        settings.load_profile("mutation")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Stand in for the loop over the tests."""
        self._items = {item.nodeid: item for item in session.items}
        self._config = session.config
        self._folder = session.config.option.basetemp
        for module in self._modules:  # some are imported only when a command needs them
            import_module(module.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
        for name in IDS:
            load(name)
            rounds.load(name)
        self._functions = list_functions()
        self._caches = list_caches()
        gc.collect()
        gc.freeze()  # what is shared with the children stays shared
        self._work(self)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """In a child: the first failure ends it."""
        if report.failed:
            self.failed = report.nodeid
            if self._pipe is not None:
                os.write(self._pipe, f"{report.nodeid}\n".encode())
                os._exit(1)

    # --- which test touches which line

    def map_tests(self, *, again: bool = False) -> None:
        """Find which tests touch which lines; what is known of an unchanged test file is kept."""
        STORE.mkdir(exist_ok=True)
        for file, group in groupby(self._items.values(), lambda item: str(item.path)):
            name = Path(file).relative_to(ROOT).as_posix()
            kept = STORE / (name.replace("/", "-") + name_mode() + ".json")
            digest = hashlib.sha256(Path(file).read_bytes()).hexdigest()
            known = json.loads(kept.read_text()) if kept.exists() and not again else {}
            if known.get("digest") != digest:
                known = self._map_file(name, list(group), kept, digest)
            self._remember(known)

    def _map_file(
        self, name: str, items: list[pytest.Item], kept: Path, digest: str
    ) -> dict[str, Any]:
        """Follow the tests of a file in a child; after one that takes too long another goes on."""
        found: dict[str, Any] = {"digest": digest, "tests": {}, "leaning": [], "lines": {}}
        part = kept.with_suffix(f".{os.getpid()}")
        while items:
            part.unlink(missing_ok=True)
            code, last = self._fork(
                partial(follow_tests, self, items, part), PATIENCE, patient=True
            )
            if part.exists():
                merge_parts(found, json.loads(part.read_text()))
                part.unlink()
            if code == 0:
                break
            say(f"left out, as it takes too long or ends the process: {last or name}")
            names = [item.nodeid for item in items]
            items = items[names.index(last) + 1 :] if last in names else []
        kept.write_text(json.dumps(found))
        return found

    def _remember(self, known: dict[str, Any]) -> None:
        self.leaning |= set(known["leaning"])
        self.tests |= {test: time for test, time in known["tests"].items() if test in self._items}
        for module, functions in known["lines"].items():
            for function, lines in functions.items():
                own = self.touched.setdefault(module, {}).setdefault(function, {})
                for line, tests in lines.items():
                    own.setdefault(int(line), []).extend(tests)

    def choose_tests(self, mutant: Mutant, seconds: float, passed: Sequence[str] = ()) -> list[str]:
        """The tests that touch a mutant's line, then those of its function; the likeliest and quickest first.

        Those that passed before are left out.
        """
        lines = self.touched.get(mutant.module, {})
        if mutant.function:
            start = list_starts(ROOT / mutant.module).get(mutant.function, 0)
            own = lines.get(mutant.function, {})
            near = {
                test
                for line in (mutant.line - start, mutant.spot - start)
                for test in own.get(line, ())
            }
            far = {test for tests in own.values() for test in tests} - near
        else:
            near, far = (
                set(),
                {test for own in lines.values() for tests in own.values() for test in tests},
            )
        if _is_stored(mutant):
            near, far = near - self.leaning, far - self.leaning
        known = frozenset(passed)
        chosen: list[str] = []
        spent = 0.0
        for test in (*self._sort(near, mutant), *self._sort(far, mutant)):
            if known and hash_test(test) in known:
                continue
            if chosen and spent + self.tests[test] > seconds:
                continue
            spent += self.tests[test]
            chosen.append(test)
        return chosen

    def _sort(self, tests: Iterable[str], mutant: Mutant) -> list[str]:
        """First what noticed most in the same function; the room's own tests before others as quick."""
        folder = f"tests/{mutant.room}/"
        weights = {
            test: seconds / 3 if test.startswith(folder) else seconds
            for test, seconds in self.tests.items()
        }
        order = vary(tests, weights)
        noticed = self.noticed.get((mutant.module, mutant.function), Counter())
        first = [test for test, _ in noticed.most_common(4) if test in set(order)]
        return [*first, *(test for test in order if test not in first)]

    # --- one mutant

    def try_mutant(self, mutant: Mutant, seconds: float, passed: Sequence[str] = ()) -> Run:
        """Run the tests of a mutant in a child; one that is late is tried again with twice the time."""
        chosen = self.choose_tests(mutant, seconds, passed)
        if not chosen:
            return Run(mutant, "survived" if passed else "untested", passed=tuple(passed))
        expected = sum(self.tests[test] for test in chosen)

        def work(pipe: int, *, factor: int) -> None:
            self.forget(mutant.room)
            _guard_store(mutant)
            try:
                apply(ROOT, mutant, self._functions)
            except NotApplied:
                os._exit(3)
            self._pipe = pipe
            limit_memory()
            for item, following in pairwise([*(self._items[test] for test in chosen), None]):
                limit_time(factor * (LATE + 4 * self.tests[item.nodeid]))
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)

        for factor in (1, 2):
            before = _sum_children()
            code, said = self._fork(partial(work, factor=factor), PATIENCE + 40 * expected)
            spent = _sum_children() - before
            if code is not None:
                break
        outcome = {0: "survived", 3: "not applied", None: "late"}.get(code, "killed")
        if outcome == "killed":
            self.note_kill(mutant, said)
        hashes = [*passed, *map(hash_test, chosen)] if outcome == "survived" else ()
        return Run(mutant, outcome, said, spent, tuple(hashes))

    def split(self, workers: int) -> tuple[int, list[int]]:
        """Become so many processes that have all loaded: the place of this one, and the others' ids."""
        others: list[int] = []
        for place in range(1, workers):
            other = os.fork()
            if other == 0:
                self._config._tmp_path_factory._given_basetemp = Path(f"{self._folder}-{place}")  # type: ignore[attr-defined]
                return place, []
            others.append(other)
        return 0, others

    def note_kill(self, mutant: Mutant, test: str) -> None:
        """Remember which test noticed, for the next mistake in the same function."""
        self.noticed.setdefault((mutant.module, mutant.function), Counter())[test] += 1

    def forget(self, room: str) -> None:
        """Forget what was computed by a room or by what leans on it; files hang on the lower rooms alone."""
        lowest = LAYERS.index(room) if room else 0
        above_files = lowest > LAYERS.index("spec")
        for item in self._caches:
            package, _, rest = item.__module__.partition(".")
            own = rest.partition(".")[0]
            if package == "certify" and (own not in LAYERS or LAYERS.index(own) >= lowest):
                item.cache_clear()
            if package == "tests" and not (above_files and item.__name__ == "load"):
                item.cache_clear()

    def forget_odds(self) -> None:
        """Forget figures alone: files and tables of tests take longer to make again."""
        for item in self._caches:
            if item.__module__.startswith("certify.odds"):
                item.cache_clear()

    def _fork(
        self, work: Callable[[int], None], limit: float, *, patient: bool = False
    ) -> tuple[int | None, str]:
        """Do something in a child: its exit code, None if it took too long, and its last word.

        The limit is for the whole. With patience it is from each word to the next, and a child that is too
        slow is asked to end before it is made to.
        """
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            _work_alone(work, writing)
        os.close(writing)
        said = ""
        try:
            while select.select([reading], [], [], limit)[0]:
                heard = os.read(reading, 65536).decode()
                said = heard.split("\n")[-2] if "\n" in heard else said
                if not heard or not patient:
                    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
                    return None if code == -signal.SIGXCPU else code, said
            if patient:
                os.kill(child, signal.SIGUSR1)
                select.select([reading], [], [], limit)
            os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return None, said
        finally:
            os.close(reading)


def _work_alone(work: Callable[[int], None], pipe: int) -> None:
    """In a child: work in silence, and end without a farewell."""
    os.setsid()
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    code = 4
    try:
        work(pipe)
        code = 0
    finally:
        os._exit(code)


def limit_memory() -> None:
    """Let no endless list take the machine's memory."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    limit = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (limit, resource.RLIM_INFINITY))


def _sum_children() -> float:
    """Seconds of the processor that children have taken."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def say(text: str) -> None:
    """Print past pytest."""
    assert sys.__stdout__ is not None
    sys.__stdout__.write(text + "\n")
    sys.__stdout__.flush()


def _guard_store(mutant: Mutant) -> None:
    """In a child: write no wrong result into the store, and read none there that would hide the mistake."""
    if _is_stored(mutant):
        os.environ["CERTIFY_CACHE"] = "off"
    store, write, hash_asking = cache.locate_cache(), cache.write_atomically, cache._hash_asking
    asking = mutant.module.removesuffix(".py").replace("/", ".")

    def write_elsewhere(path: Path, text: str) -> None:
        if store not in path.parents:
            write(path, text)

    cache.write_atomically = write_elsewhere
    cache._hash_asking = lambda module: "a mistake" if module == asking else hash_asking(module)


def _is_stored(mutant: Mutant) -> bool:
    """Whether long results that sound code has stored would hide the mistake."""
    inside = Path(mutant.module).relative_to("certify")
    return any(inside.match(pattern) for pattern in cache._CODE)

"""A pytest session that has imported and collected everything, and forks for each mutant."""

from __future__ import annotations

import ast
import hashlib
import json
import os
import select
import signal
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import pytest

from certify.base import cache
from tests.conftest import IDS, ROOT, load
from tests.mutation.operators import FUNCTIONS, Mutant
from tests.mutation.swap import NotApplied, apply, list_caches, list_functions

STORE = ROOT / ".mutation"
KEPT = 120
"""Tests of a file that are remembered of one line."""
LONGEST = 30
"""Seconds after which a test is of no use here."""
BELOW_FILES = ("base", "game", "spec")
"""Rooms that the loaded files themselves depend on."""


@dataclass(frozen=True, slots=True)
class Run:
    """How a mutant ended."""

    mutant: Mutant
    outcome: str
    """killed, survived, late, untested, not applied"""
    test: str = ""
    seconds: float = 0.0


class Server:
    """The plugin: instead of running the tests, it does what it is told with them."""

    def __init__(self, work: Callable[[Server], None], modules: Iterable[str]) -> None:
        self._work, self._modules = work, modules
        self._items: dict[str, pytest.Item] = {}
        self._pipe: int | None = None
        self.failed = ""
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
        for module in self._modules:  # some are imported only when a command needs them
            import_module(module.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
        for name in IDS:
            load(name)
        self._functions = list_functions()
        self._caches = [item for item in list_caches() if item is not load]
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
            kept = STORE / (name.replace("/", "-") + _mode() + ".json")
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
        part = kept.with_suffix(".part")
        while items:
            part.unlink(missing_ok=True)
            code, last = self._fork(
                partial(_follow_tests, self, items, part), LONGEST, patient=True
            )
            if part.exists():
                _merge(found, json.loads(part.read_text()))
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

    def choose_tests(self, mutant: Mutant, seconds: float) -> list[str]:
        """The tests that touch a mutant's line, then those of its function; the quickest first."""
        lines = self.touched.get(mutant.module, {})
        if mutant.function:
            start = _list_starts(ROOT / mutant.module).get(mutant.function, 0)
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
        chosen: list[str] = []
        spent = 0.0
        for test in (*self._sort(near), *self._sort(far)):
            spent += self.tests[test]
            if chosen and spent > seconds:
                break
            chosen.append(test)
        return chosen

    def _sort(self, tests: Iterable[str]) -> list[str]:
        return _vary(tests, self.tests)

    # --- one mutant

    def try_mutant(self, mutant: Mutant, seconds: float) -> Run:
        """Run the tests of a mutant in a child."""
        chosen = self.choose_tests(mutant, seconds)
        if not chosen:
            return Run(mutant, "untested")
        expected = sum(self.tests[test] for test in chosen)

        def work(pipe: int) -> None:
            self.forget(mutant.room)
            if _is_stored(mutant):
                os.environ["CERTIFY_CACHE"] = "off"
            try:
                apply(ROOT, mutant, self._functions)
            except NotApplied:
                os._exit(3)
            self._pipe = pipe
            self.run_items([self._items[test] for test in chosen])

        start = time.monotonic()
        code, said = self._fork(work, 20 + 6 * expected)
        spent = time.monotonic() - start
        outcome = {0: "survived", 3: "not applied", None: "late"}.get(code, "killed")
        return Run(mutant, outcome, said, spent)

    def forget(self, room: str) -> None:
        for item in self._caches:
            item.cache_clear()
        if room in BELOW_FILES:
            load.cache_clear()

    def run_items(self, items: Sequence[pytest.Item]) -> None:
        """Run tests as pytest does."""
        for item, following in pairwise([*items, None]):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)

    def _fork(
        self, work: Callable[[int], None], limit: float, *, patient: bool = False
    ) -> tuple[int | None, str]:
        """Do something in a child: its exit code, None if it was too slow, and its last word.

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
                    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), said
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


def say(text: str) -> None:
    """Print past pytest."""
    assert sys.__stdout__ is not None
    sys.__stdout__.write(text + "\n")
    sys.__stdout__.flush()


def _is_stored(mutant: Mutant) -> bool:
    """Whether long results that sound code has stored would hide the mistake."""
    inside = Path(mutant.module).relative_to("certify")
    return any(inside.match(pattern) for pattern in cache._CODE)


def _mode() -> str:
    return "-plain" if os.environ.get("NUMBA_DISABLE_JIT") == "1" else ""


def _list_starts(path: Path) -> dict[str, int]:
    """The first line of each outermost function and method."""
    return {name: first for name, first, _ in _list_spans(path)}


def _list_spans(path: Path) -> list[tuple[str, int, int]]:
    found = []

    def enter(node: ast.AST, around: str) -> None:
        for inner in getattr(node, "body", ()):
            if isinstance(inner, (ast.ClassDef, *FUNCTIONS)):
                name = f"{around}.{inner.name}" if around else inner.name
                if isinstance(inner, ast.ClassDef):
                    enter(inner, name)
                else:
                    found.append((name, inner.lineno, inner.end_lineno or inner.lineno))

    enter(ast.parse(path.read_text(encoding="utf-8")), "")
    return found


def _follow_tests(server: Server, items: Sequence[pytest.Item], part: Path, pipe: int) -> None:
    """In a child: run the tests of one file, noting which lines each touches."""
    import coverage

    server.forget("")
    follower = coverage.Coverage(
        data_file=None, config_file=False, include=[str(ROOT / "certify" / "*")]
    )
    follower.start()
    seconds: dict[str, float] = {}
    leaning: list[str] = []

    def finish(*_: object) -> None:
        follower.stop()
        lines = _sum_lines(follower.get_data(), seconds)
        part.write_text(json.dumps({"tests": seconds, "leaning": leaning, "lines": lines}))
        if _:
            os._exit(5)

    signal.signal(signal.SIGUSR1, finish)
    for item, following in pairwise([*items, None]):
        os.write(pipe, f"{item.nodeid}\n".encode())
        follower.switch_context(item.nodeid)
        server.failed = ""
        start = time.process_time()
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if cache.used:  # and so may all that follow it in this process
            leaning.append(item.nodeid)
        if not server.failed:
            seconds[item.nodeid] = round(time.process_time() - start, 3)
    finish()


def _merge(found: dict[str, Any], part: dict[str, Any]) -> None:
    found["tests"] |= part["tests"]
    found["leaning"] += part["leaning"]
    for module, functions in part["lines"].items():
        for function, lines in functions.items():
            own = found["lines"].setdefault(module, {}).setdefault(function, {})
            for line, tests in lines.items():
                own.setdefault(line, []).extend(tests)


def _vary(tests: Iterable[str], seconds: dict[str, float]) -> list[str]:
    """The quickest first, but one of each function before the second of any: cases of one are much alike."""
    met: dict[str, int] = {}
    order = []
    for test in sorted((test for test in tests if test in seconds), key=lambda test: seconds[test]):
        function = test.partition("[")[0]
        met[function] = met.get(function, 0) + 1
        order.append((met[function], seconds[test], test))
    return [test for _, _, test in sorted(order)]


def _sum_lines(data: Any, seconds: dict[str, float]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for file in data.measured_files():
        spans = _list_spans(Path(file))
        own = found.setdefault(Path(file).relative_to(ROOT).as_posix(), {})
        by_line = data.contexts_by_lineno(file)
        for name, first, last in spans:
            for line in range(first + 1, last + 1):
                tests = _vary(by_line.get(line, ()), seconds)
                if tests:
                    own.setdefault(name, {})[line - first] = tests[:KEPT]
    return found

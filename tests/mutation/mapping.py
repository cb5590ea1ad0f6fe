"""Which test touches which line: each test is followed once, and again when its file changes."""

from __future__ import annotations

import ast
import json
import math
import os
import resource
import signal
import time
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from certify.base import cache as store
from tests.conftest import ROOT
from tests.mutation.operators import FUNCTIONS

if TYPE_CHECKING:
    import pytest

    from tests.mutation.server import Server

LONGEST = 30
"""Seconds of the processor after which a test is of no use here."""
KEPT = 120
"""Tests of a file that are remembered of one line."""


def name_mode() -> str:
    return "-plain" if os.environ.get("NUMBA_DISABLE_JIT") == "1" else ""


@cache
def list_starts(path: Path) -> dict[str, int]:
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


def follow_tests(server: Server, items: Sequence[pytest.Item], part: Path, pipe: int) -> None:
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
    signal.signal(signal.SIGXCPU, finish)
    for item, following in pairwise([*items, None]):
        os.write(pipe, f"{item.nodeid}\n".encode())
        follower.switch_context(item.nodeid)
        server.forget_odds()  # or only the first test would touch what is computed once
        store.used.clear()
        store._shared.clear()
        server.failed = ""
        limit_time(LONGEST)
        start = time.process_time()
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if store.used:
            leaning.append(item.nodeid)
        if not server.failed:
            seconds[item.nodeid] = round(time.process_time() - start, 3)
    finish()


def limit_time(seconds: float) -> None:
    """End this process when it has taken so many seconds of the processor from now on."""
    limit = math.ceil(time.process_time() + seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))


def merge_parts(found: dict[str, Any], part: dict[str, Any]) -> None:
    found["tests"] |= part["tests"]
    found["leaning"] += part["leaning"]
    for module, functions in part["lines"].items():
        for function, lines in functions.items():
            own = found["lines"].setdefault(module, {}).setdefault(function, {})
            for line, tests in lines.items():
                own.setdefault(line, []).extend(tests)


def vary(tests: Iterable[str], seconds: dict[str, float]) -> list[str]:
    """The quickest first, but each further case of one function counts for so much more: they are alike."""
    met: dict[str, int] = {}
    order = []
    for test in sorted((test for test in tests if test in seconds), key=lambda test: seconds[test]):
        function = test.partition("[")[0]
        met[function] = met.get(function, 0) + 1
        order.append((met[function] * max(seconds[test], 0.002), test))
    return [test for _, test in sorted(order)]


def _sum_lines(data: Any, seconds: dict[str, float]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for file in data.measured_files():
        spans = _list_spans(Path(file))
        own = found.setdefault(Path(file).relative_to(ROOT).as_posix(), {})
        by_line = data.contexts_by_lineno(file)
        for name, first, last in spans:
            for line in range(first + 1, last + 1):
                tests = vary(by_line.get(line, ()), seconds)
                if tests:
                    own.setdefault(name, {})[line - first] = tests[:KEPT]
    return found

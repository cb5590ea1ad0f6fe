"""How each mutant ended, kept in a file of lines: a run goes on where another ended.

An outcome counts while the source of its module is the same.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.conftest import ROOT
from tests.mutation.operators import Mutant

STORE = ROOT / ".mutation"
CAUGHT = frozenset({"killed", "late"})


@dataclass(frozen=True, slots=True)
class Run:
    """How a mutant ended."""

    mutant: Mutant
    outcome: str
    """killed, survived, late, untested, not applied"""
    test: str = ""
    """The test that noticed."""
    seconds: float = 0.0
    """Of the processor."""
    passed: tuple[str, ...] = ()
    """The tests that did not notice, each as a hash of its name and of its file's text."""


class Outcomes:
    """The kept outcomes; several processes may add to them at once."""

    def __init__(self, path: Path = STORE / "outcomes.jsonl") -> None:
        self._path = path
        self._read = 0
        self._kept: dict[str, dict] = {}

    def _read_on(self) -> None:
        """What this process and others have added since."""
        if not self._path.exists() or self._path.stat().st_size == self._read:
            return
        with self._path.open("rb") as file:
            file.seek(self._read)
            for line in file:
                if line.endswith(b"\n"):
                    self._read += len(line)
                with suppress(json.JSONDecodeError):  # a torn line is an outcome the less
                    entry = json.loads(line)
                    self._kept[entry["key"]] = entry

    def find(self, mutant: Mutant) -> Run | None:
        """How a mutant ended, if its module is as it was then."""
        self._read_on()
        entry = self._kept.get(identify(mutant))
        if entry is None:
            return None
        passed = tuple(entry["passed"])
        return Run(mutant, entry["outcome"], entry["test"], entry["seconds"], passed)

    def keep(self, run: Run) -> None:
        """Add an outcome: one line in one write."""
        entry = {
            "key": identify(run.mutant),
            "mutant": str(run.mutant),
            "outcome": run.outcome,
            "test": run.test,
            "seconds": round(run.seconds, 2),
            "passed": list(run.passed),
        }
        self._path.parent.mkdir(exist_ok=True)
        place = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        try:
            os.write(place, (json.dumps(entry) + "\n").encode())
        finally:
            os.close(place)


def identify(mutant: Mutant) -> str:
    """The module with a hash of its source, and the change in it."""
    way = ".".join(f"{field}{'' if index is None else index}" for field, index in mutant.place)
    return f"{mutant.module} {hash_file(ROOT / mutant.module)} {way} {mutant.choice}"


@cache
def hash_file(path: Path) -> str:
    """A short hash of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def hash_test(test: str) -> str:
    """A short hash of a test's name and of the text of its file."""
    digest = hash_file(ROOT / test.partition("::")[0])
    return hashlib.sha256(f"{digest} {test}".encode()).hexdigest()[:8]


def tell_score(name: str, mutants: Iterable[Mutant], equal: int, outcomes: Outcomes) -> list[str]:
    """The score of a room over what is kept, and what was not caught; what was not tried stands apart."""
    count: Counter[str] = Counter()
    left = []
    for mutant in mutants:
        run = outcomes.find(mutant)
        outcome = run.outcome if run else "not tried"
        count[outcome] += 1
        if outcome not in CAUGHT | {"not tried"}:
            left.append(f"  {outcome}: {mutant}")
    caught = sum(count[outcome] for outcome in CAUGHT)
    tried = sum(count.values()) - count["not tried"]
    share = f"{100 * caught / tried:.1f} %" if tried else "none tried"
    return [
        f"{name}: {share} of {tried} tried; {count['killed']} killed, {count['late']} never ended, "
        f"{count['survived']} survived, {count['untested']} untested, "
        f"{count['not applied']} not applied; {equal} equivalent, {count['not tried']} not tried",
        *left,
    ]

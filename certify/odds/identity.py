"""Which code a count and a settled round come from: the one list, and the store that is keyed by it.

A stored count is valid for as long as the syntax of these modules is what it was when it was counted.
Modules that only ask for a count, or show it, are not listed: what they ask is part of the count's key.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from certify.base import cache as store
from certify.base.errors import CertifyError
from certify.base.identity import hash_modules, hash_syntax
from certify.odds.plausibility import find_impossible

_PACKAGE = Path(__file__).resolve().parent.parent
SHIPPED = Path(__file__).with_name("shipped_counts.json.gz")
"""What counting gives for the shipped rankings and house ways; `make counts` writes it."""
COUNTING = (
    "game/*.py",
    "game/house_way/*.py",
    "kernels/*.py",
    "odds/classes.py",
    "odds/count_*.py",
    "odds/counts.py",
    "odds/house_way_*.py",
)
"""The modules that a count runs."""
NOT_COUNTING = (
    "kernels/compilation.py",
    "kernels/preparation.py",
    "kernels/store.py",
    "kernels/sums.py",
)
"""Kernel modules that decide no count: those that compile and store machine code, and sums of rounds."""
SETTLING = ("engine/*.py", "wagers/*.py", "independent/*.py", "odds/crosscheck.py")
"""The modules that settle a round, by either model; its rules are part of its key."""


def list_modules(patterns: Iterable[str]) -> list[Path]:
    """The modules that some patterns name; a pattern without a module is a mistake."""
    found: set[Path] = set()
    for pattern in patterns:
        paths = set(_PACKAGE.glob(pattern))
        if not paths:  # stored counts would stay valid whatever changes
            raise AssertionError(f"no module matches {pattern}")
        found |= paths
    return sorted(found - {_PACKAGE / name for name in NOT_COUNTING})


@cache
def identify_counting() -> str:
    """The identity of the code that counts."""
    return hash_modules(_PACKAGE, list_modules(COUNTING))


@cache
def identify_settling() -> str:
    """The identity of the code that settles rounds, by the engine and by the independent model."""
    return hash_modules(_PACKAGE, list_modules(("game/*.py", "game/house_way/*.py", *SETTLING)))


@cache
def identify(module: str) -> str:
    """The identity of what a module computes: the code that counts, and its own if that is not listed."""
    path = Path(sys.modules[module].__file__ or "")
    if path in list_modules(COUNTING):
        return identify_counting()
    return store.hash_data([identify_counting(), hash_syntax(path.read_bytes())])


@cache
def load_shipped() -> Mapping[str, Mapping[str, Any]]:
    """The counts that come with the package, by the identity of the code that counted them and by question.

    A package with counts that cannot be true is broken, and says so.
    """
    found: dict[str, dict[str, Any]] = {}
    for item in json.loads(gzip.decompress(SHIPPED.read_bytes())) if SHIPPED.is_file() else ():
        if problem := find_impossible(item["kind"], item["result"]):
            raise CertifyError(f"{SHIPPED.name}: {item['kind']} cannot be true: {problem}")
        found.setdefault(item["code"], {})[item["question"]] = item["result"]
    return found


def write_shipped(counts: Iterable[store.Used]) -> bytes:
    """Counts as the package contains them: the same bytes for the same counts."""
    data = [
        {"kind": item.kind, "question": item.question, "code": item.code, "result": item.result}
        for item in sorted(counts, key=lambda item: (item.kind, item.question))
    ]
    return gzip.compress(json.dumps(data, separators=(",", ":")).encode(), mtime=0)


def remember(kind: str, inputs: Any, compute: Callable[[], Any]) -> Any:
    """Return a stored count, or compute and store it; a stored count that cannot be true is not used."""
    code = identify(compute.__module__)
    return store.remember(
        kind,
        inputs,
        compute,
        code=code,
        shipped=load_shipped().get(code, {}),
        is_plausible=lambda result: not find_impossible(kind, result),
    )

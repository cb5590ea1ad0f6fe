"""Keeps long results by a hash of all they depend on, the kernels' code included.

An entry is used only if it is whole and says of itself exactly what was asked; anything else is
recomputed and overwritten. `CERTIFY_CACHE` names another folder; `off` keeps nothing.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

_PACKAGE = Path(__file__).resolve().parent.parent
_CODE = (
    "kernels/*.py",
    "game/*.py",
    "game/house_way/*.py",
    "odds/settings.py",
    "odds/house_way_proof.py",
    "odds/pairs.py",
)
"""The source that decides a long result."""


@cache
def hash_code() -> str:
    """A hash of the code that long results come from."""
    digest = hashlib.sha256()
    for pattern in _CODE:
        paths = sorted(_PACKAGE.glob(pattern))
        if not paths:  # a pattern that matches nothing would accept stale results for ever
            raise AssertionError(f"no source matches {pattern}")
        for path in paths:
            digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def locate_cache() -> Path | None:
    """The folder for results, or None where results are not to be kept."""
    named = os.environ.get("CERTIFY_CACHE")
    if named:
        return None if named == "off" else Path(named)
    if base := os.environ.get("XDG_CACHE_HOME"):
        return Path(base) / "certify" / "results"
    home = Path.home()
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "certify" / "results"
    return home / ".cache" / "certify" / "results"


_known: dict[str, Any] = {}
"""Results vouched for by certificates, by kind and inputs."""


def trust_result(kind: str, inputs: Any, result: Any) -> None:
    """Take a long result on a certificate's word in this process; it is not stored."""
    _known[_hash([kind, inputs])] = result


def forget_trusted() -> None:
    """Take no result on a certificate's word any more."""
    _known.clear()


used: dict[str, dict[str, Any]] = {}
"""Every long result this process used, by its hash: what a certificate has to carry."""


def remember(kind: str, inputs: Any, compute: Callable[[], Any]) -> Any:
    """Give a stored result, or compute and store it. Inputs and result are plain JSON data."""
    name = _hash([kind, inputs])
    result = _known[name] if name in _known else _recall(kind, inputs, compute)
    used[name] = {"kind": kind, "inputs": inputs, "result": result}
    return result


def _recall(kind: str, inputs: Any, compute: Callable[[], Any]) -> Any:
    question = {"kind": kind, "inputs": inputs, "code": hash_code()}
    digest = _hash(question)
    folder = locate_cache()
    path = folder / f"{kind}-{digest[:32]}.json" if folder else None
    stored = _read(path, question) if path else None
    if stored is not None:
        return stored["result"]
    result = compute()
    if path:
        write_atomically(
            path, json.dumps({**question, "result": result, "sha256": _hash([question, result])})
        )
    return result


def _hash(data: Any) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


def _read(path: Path, question: dict[str, Any]) -> dict[str, Any] | None:
    try:
        entry = json.loads(path.read_text(encoding="utf-8"))
        same = all(entry[key] == value for key, value in question.items())
        whole = entry["sha256"] == _hash([question, entry["result"]])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return entry if same and whole else None


def write_atomically(path: Path, text: str) -> None:
    """Write a cache file whole or not at all; a folder that cannot be written is no error."""
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".tmp-")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as stream:
                stream.write(text)
            Path(name).replace(path)
        except OSError:
            Path(name).unlink(missing_ok=True)
            raise

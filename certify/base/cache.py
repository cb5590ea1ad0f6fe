"""Keeps long results by a hash of all they depend on, including the identity of the code that makes them.

A result comes from a certificate that was accepted, from the package, from the cache folder, or is computed.
A cache entry is used only if it is complete, matches the question exactly and is plausible; otherwise it is
computed again and overwritten. `CERTIFY_CACHE` names another folder; `off` keeps nothing. Whoever can
write to the folder can also write entries that are complete: so it must belong to this user alone, and
`compute_anew` reads none of them.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from certify.base.errors import CertifyError
from certify.base.storage import check_private, make_private, read_private, replace_file

_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
_LAYOUT = frozenset({"type_comment", "type_ignores", "kind"})


def hash_modules(root: Path, paths: Iterable[Path]) -> str:
    """Hash the syntax of some modules, each with its place below the root."""
    digest = hashlib.sha256()
    for path in sorted(paths):
        place = path.relative_to(root).as_posix()
        digest.update(f"{place}\0{hash_syntax(path.read_bytes())}\0".encode())
    return digest.hexdigest()


@cache
def hash_syntax(source: bytes) -> str:
    """Hash the syntax tree of a module without docstrings, the same under every version of Python.

    `ast.dump` changes its output from version to version, so the tree is written out here: empty fields,
    which newer versions add to nodes, are left out.
    """
    words: list[str] = []
    _write(ast.parse(source), words)
    return hashlib.sha256("\0".join(words).encode()).hexdigest()


def _write(node: object, words: list[str]) -> None:
    """Append the words of a node; a list, because a generator for each node would take twice the time."""
    if isinstance(node, ast.AST):
        words.append(type(node).__name__)
        for name in node._fields:
            value: Any = getattr(node, name, None)
            if name == "body" and isinstance(node, _DOCUMENTED):
                value = _leave_docstring(value)
            if value is not None and value != [] and name not in _LAYOUT:
                words.append(name)
                _write(value, words)
        words.append(")")
    elif isinstance(node, list):
        for item in node:
            _write(item, words)
        words.append("]")
    else:
        words.append(repr(node))


def _leave_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    match body:
        case [ast.Expr(value=ast.Constant(value=str())), *rest]:
            return rest
    return body


Value = TypeVar("Value")


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


OWN_FOLDER = "name a folder of your own with CERTIFY_CACHE, or set it to off"


class Origin(StrEnum):
    """Where a long result came from."""

    CERTIFICATE = "certificate"
    PACKAGE = "package"
    CACHE = "cache"
    COMPUTED = "computed"


@dataclass(frozen=True, slots=True)
class Used:
    """A long result that this process used."""

    kind: str
    question: str
    """The digest of its kind and inputs; the code is no part of it."""
    result: Any
    origin: Origin
    code: str = ""
    """The identity of the code that computes it."""

    @property
    def digest(self) -> str:
        """The digest of the result."""
        return hash_data(self.result)


_ORIGINS = {
    Origin.CERTIFICATE: "from the certificate",
    Origin.PACKAGE: "shipped with certify",
    Origin.CACHE: "from the cache",
    Origin.COMPUTED: "computed now",
}


def count_origins(results: Iterable[Used]) -> dict[Origin, int]:
    """How many results came from where."""
    found = Counter(item.origin for item in results)
    return {origin: found[origin] for origin in _ORIGINS if found[origin]}


def format_origins(origins: Mapping[Origin, int]) -> str:
    """Where results came from, for people; empty if there are none."""
    return ", ".join(f"{number} {_ORIGINS[origin]}" for origin, number in origins.items())


used: dict[str, Used] = {}
"""Every long result this process used, by the digest of its question: what a certificate tells of."""

_known: dict[str, Any] = {}
"""Results vouched for by certificates, by the digest of their question."""

_fresh: dict[str, Any] | None = None
"""Results computed while nothing stored is read; None while it is."""

_written: dict[Path, str] = {}
"""The entries that this process computed and wrote: read again, they are still computed now."""

_computing: list[str] = []
"""The questions that are being computed, one within the other."""


def hash_data(data: Any) -> str:
    """The digest of plain data, whatever the order of its keys."""
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


def trust_result(question: str, result: Any) -> None:
    """Take a long result on a certificate's word in this process; it is not stored."""
    _known[question] = result
    for place in [place for place, (_, made_of) in _shared.items() if question in made_of]:
        del _shared[place]


def forget_trusted() -> None:
    """Take no result on a certificate's word any more."""
    _known.clear()
    _shared.clear()


class NotKept(CertifyError):
    """A long result is not at hand, and was not to be computed now."""


_kept_only: ContextVar[bool] = ContextVar("kept_only", default=False)


@contextmanager
def forbid_computing(only: bool = True) -> Iterator[None]:
    """Within it a long result that is not at hand raises `NotKept` instead of being computed."""
    token = _kept_only.set(only)
    try:
        yield
    finally:
        _kept_only.reset(token)


class Every:
    """All questions there are."""

    def __contains__(self, question: str) -> bool:
        return True


_just: ContextVar[frozenset[str] | Every | None] = ContextVar("just", default=None)


@contextmanager
def restrict_cache(questions: Iterable[str] | Every) -> Iterator[None]:
    """Within it these results count as at hand, and no others, whatever this machine has kept.

    So a run that took what was at hand elsewhere can be repeated here: what is missing is computed.
    """
    token = _just.set(questions if isinstance(questions, Every) else frozenset(questions))
    try:
        yield
    finally:
        _just.reset(token)


@contextmanager
def note_used() -> Iterator[dict[str, Used]]:
    """The long results that are used within it, by the digest of their question."""
    before = dict(used)
    used.clear()
    noted: dict[str, Used] = {}
    try:
        yield noted
    finally:
        noted.update(used)
        used.clear()
        used.update(before | noted)


@contextmanager
def compute_anew() -> Iterator[None]:
    """Inside, no certificate and no stored result is read; each question is computed once."""
    global _fresh  # noqa: PLW0603  (one process, one state: what may be read)
    before, _fresh = _fresh, {} if _fresh is None else _fresh
    if before is None:
        _shared.clear()
    try:
        yield
    finally:
        _fresh = before
        if before is None:
            _shared.clear()


_MOST_SHARED = 1024
_shared: dict[Hashable, tuple[Any, dict[str, Used]]] = {}
"""What this process has made of long results, with those it was made of, the oldest first.

Emptied whenever it changes what may be read: nothing made of a certificate's word or of a stored result
outlives the permission to read it.
"""


def share(key: Hashable, compute: Callable[[], Value]) -> Value:
    """Compute something once in this process. What it is made of counts as used each time it is given."""
    place = (_kept_only.get(), _just.get(), str(locate_cache()), bool(_computing), key)
    if place not in _shared:
        with note_used() as noted:
            value = compute()
        while len(_shared) >= _MOST_SHARED:
            del _shared[next(iter(_shared))]
        _shared[place] = (value, noted)
    found, made_of = _shared[place]
    used.update(made_of)
    shared: Value = found
    return shared


def remember(
    kind: str,
    inputs: Any,
    compute: Callable[[], Any],
    *,
    code: str = "",
    shipped: Mapping[str, Any] = MappingProxyType({}),
    is_plausible: Callable[[Any], bool] = lambda _: True,
) -> Any:
    """Return a known result, or compute and store it. Inputs and result are plain JSON data.

    `code` is the identity of the code that computes it, `shipped` what comes with the package, by question.
    """
    question = hash_data([kind, inputs])
    result, origin = _recall(
        {"kind": kind, "inputs": inputs, "code": code}, question, compute, shipped, is_plausible
    )
    if not _computing:  # what a long result needed in turn is needed only when it is computed
        used[question] = Used(kind, question, result, origin, code)
    return result


def _recall(
    asked: dict[str, Any],
    question: str,
    compute: Callable[[], Any],
    shipped: Mapping[str, Any],
    is_plausible: Callable[[Any], bool],
) -> tuple[Any, Origin]:
    just = _just.get()
    kept_only = _kept_only.get() and not _computing
    if just is not None and kept_only and question not in just:
        raise NotKept("the counts are not among those that are to be used")
    if _fresh is None and question in _known:
        return _known[question], Origin.CERTIFICATE
    if _fresh is None and question in shipped:
        return shipped[question], Origin.PACKAGE
    if _fresh is not None and question in _fresh:
        return _fresh[question], Origin.COMPUTED
    folder = locate_cache()
    if folder:
        check_private(folder, OWN_FOLDER)
    path = folder / f"{asked['kind']}-{hash_data(asked)[:32]}.json" if folder else None
    stored = _read(path, asked) if path and _fresh is None else None
    if stored is not None and is_plausible(stored["result"]):
        is_own = path is not None and _written.get(path) == stored["sha256"]
        return stored["result"], Origin.COMPUTED if is_own else Origin.CACHE
    if kept_only and just is None:
        raise NotKept("the counts are not at hand; ask for them with --full")
    # as a reader of the entry would see it, so that a result is the same from wherever it comes
    _computing.append(question)
    try:
        result = json.loads(json.dumps(compute()))
    finally:
        _computing.pop()
    if _fresh is not None:
        _fresh[question] = result
    if path:
        entry = {**asked, "result": result, "sha256": hash_data([asked, result])}
        write_atomically(path, json.dumps(entry))
        _written[path] = entry["sha256"]
    return result, Origin.COMPUTED


def _read(path: Path, asked: dict[str, Any]) -> dict[str, Any] | None:
    try:
        entry = json.loads(read_private(path))
        same = all(entry[key] == value for key, value in asked.items())
        whole = entry["sha256"] == hash_data([asked, entry["result"]])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return entry if same and whole else None


def write_atomically(path: Path, text: str) -> None:
    """Write a cache file whole or not at all; a folder that cannot be written is no error."""
    with suppress(OSError):
        make_private(path.parent)
        replace_file(path, text.encode(), 0o600)

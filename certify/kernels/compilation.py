"""Compiles kernels once and keeps the machine code where it cannot go stale.

numba's own store looks at the file of a function to see whether its machine code is still good, not at
the files of the functions it calls, so a change in ``rank`` would leave old code in use elsewhere. It also
numbers the files of a function, and two processes that compile it at once for different arguments can take
one number. Here a file is named by a hash of all that its code depends on, and written whole or not at all.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import pickle
import platform
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core import caching, compiler, serialize

from certify.base.storage import check_private, make_private, read_private, replace_file

OWN_FOLDER = "name a folder of your own with NUMBA_CACHE_DIR"
EDITIONS = 4
"""How many editions of a module keep their machine code: those used last."""

_NAMED = re.compile(r"certify\.kernels\.(\w+)")


def _locate(name: str) -> Path:
    return Path(__file__).with_name(f"{name}.py")


@cache
def _read(path: Path) -> bytes:
    return path.read_bytes()


@cache
def list_sources(path: Path) -> tuple[Path, ...]:
    """The files that the machine code of a module depends on: its own and those it names, in turn."""
    found: set[Path] = set()
    left = [path]
    while left:
        source = left.pop()
        if source not in found and source.is_file():
            found.add(source)
            left += map(_locate, _NAMED.findall(_read(source).decode()))
    return tuple(sorted(found, key=lambda source: source.name))


def _hash(sources: tuple[Path, ...]) -> str:
    digest = hashlib.sha256()
    for source in sources:
        digest.update(source.name.encode() + b"\0" + _read(source) + b"\0")
    return digest.hexdigest()


def locate_store() -> Path:
    """The folder of all machine code; `NUMBA_CACHE_DIR` names another than the user's own."""
    if given := os.environ.get("NUMBA_CACHE_DIR"):
        return Path(given) / "certify"
    if base := os.environ.get("XDG_CACHE_HOME"):
        home = Path(base)
    elif sys.platform == "win32":
        home = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        home = Path.home() / "Library" / "Caches"
    else:
        home = Path.home() / ".cache"
    return home / "certify" / "machine-code"


def can_write(folder: Path) -> bool:
    """Whether the folder is there, or can be made, and takes a file.

    Machine code is run: a folder that other users can write to is refused.
    """
    check_private(folder, OWN_FOLDER)
    try:
        make_private(folder)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


_anew = False
"""Whether no stored machine code is to be used: in all threads of this process."""


def compiles_anew() -> bool:
    """Whether no stored machine code is to be used."""
    return _anew


@contextmanager
def compile_anew() -> Iterator[None]:
    """Inside, only machine code that this process compiled is run, and none is stored."""
    global _anew  # noqa: PLW0603  (one process, one state: what may be run)
    if not _anew and (compilation := sys.modules.get("certify.kernels.compilation")):
        compilation.forget_stored()
    before, _anew = _anew, True
    try:
        yield
    finally:
        _anew = before


@cache
def open_folder(path: Path) -> Path | None:
    """The folder for the machine code of a module as it is now; None where nothing can be written.

    It is marked as used, and of all folders of this module the ones used last are kept.
    """
    store = locate_store()
    folder = store / f"{path.stem}-{_hash(list_sources(path))[:16]}"
    if not can_write(folder):
        return None
    try:
        os.utime(folder)
        by_use = sorted(
            store.glob(f"{path.stem}-{'[0-9a-f]' * 16}"), key=lambda item: -item.stat().st_mtime
        )
    except OSError:  # another process removes them
        return folder
    for old in by_use[EDITIONS:]:
        shutil.rmtree(old, ignore_errors=True)
    return folder


def _mark() -> Path:
    """The file that says that every kernel of these sources is compiled for this machine."""
    llvmlite = metadata.version("llvmlite")
    numba = metadata.version("numba")
    python = platform.python_version()
    sources = _hash(tuple(sorted(Path(__file__).parent.glob("*.py"))))
    where = f"{sources} {numba} {llvmlite} {python} {platform.machine()}"
    return locate_store() / f"complete-{hashlib.sha256(where.encode()).hexdigest()[:16]}"


def is_complete() -> bool:
    """Whether every kernel was compiled by this edition on this machine."""
    try:
        return _mark().is_file()
    except metadata.PackageNotFoundError:
        return False


def note_complete() -> None:
    """Note that every kernel is compiled; notes of editions before are dropped."""
    mark = _mark()
    for old in sorted(mark.parent.glob("complete-*"), key=lambda item: -item.stat().st_mtime)[
        EDITIONS - 1 :
    ]:
        old.unlink(missing_ok=True)
    mark.touch()


Function = TypeVar("Function", bound=Callable[..., Any])

_NumbaStore: Any = caching.NullCache
_result: Any = compiler.CompileResult
_dump: Any = serialize.dumps
_DIGEST = hashlib.sha256().digest_size
_made: list[tuple[Any, Path]] = []
"""Every compiled function with its module."""
_loaded: set[Path] = set()
"""The modules whose machine code was taken from the store."""


def compiled(function: Function) -> Function:
    """Compile without the interpreter's lock, keeping the machine code where that is possible."""
    made = numba.njit(function, nogil=True, error_model="numpy")
    path = Path(inspect.getfile(function))
    folder = open_folder(path)
    if folder is not None and hasattr(made, "_cache"):  # not where numba is told not to compile
        made._cache = _Store(function, folder)
        _made.append((made, path))
    return cast("Function", made)


def forget_stored() -> None:
    """Drop the machine code that came from the store, and whatever was compiled with it."""
    for made, path in _made:
        if _loaded.intersection((path, *list_sources(path))):
            made._make_finalizer()()
            made._reset_overloads()
    _loaded.clear()


class _Store(_NumbaStore):  # type: ignore[misc]
    """The machine code of one function, by the types of its arguments and the machine."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self.function = function
        self.folder = folder

    @property
    def cache_path(self) -> str:
        return str(self.folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The code for some types; None where there is none, or none that is whole."""
        target_context.refresh()
        if compiles_anew():
            return None
        try:
            content = read_private(self._locate(sig, target_context.codegen()))
        except OSError:
            return None
        digest, data = content[:_DIGEST], content[_DIGEST:]
        if hashlib.sha256(data).digest() != digest:
            return None
        _loaded.add(Path(inspect.getfile(self.function)))
        # a file and a folder that only this user can write to: see can_write
        return _result._rebuild(target_context, *pickle.loads(data))  # noqa: S301

    def save_overload(self, sig: Any, cres: Any) -> None:
        """Keep the code for some types; a folder that cannot be written is no error."""
        if cres.library.has_dynamic_globals or cres.lifted or compiles_anew():
            return
        data = _dump(cres._reduce())
        with suppress(OSError):
            content = hashlib.sha256(data).digest() + data
            replace_file(self._locate(sig, cres.library.codegen), content, 0o600)

    def _locate(self, sig: Any, codegen: Any) -> Path:
        code = self.function.__code__
        key = (
            [
                str(item)
                for item in (sig if isinstance(sig, tuple) else (sig.args, sig.return_type))
            ],
            codegen.magic_tuple(),
            hashlib.sha256(code.co_code).hexdigest(),
            numba.__version__,
            sys.version_info[:3],
        )
        name = hashlib.sha256(repr(key).encode()).hexdigest()[:24]
        return self.folder / f"{code.co_name}-{name}"

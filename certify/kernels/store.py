"""Where machine code is kept, and for which sources; nothing here needs numba.

The machine code of a kernel holds that of the kernels it calls, so it is good for as long as its own
module and every kernel module that this one names are what they were. It is kept in a folder named by a
hash of those; a change in one module leaves the code of all modules in use that do not name it.
"""

import hashlib
import os
import platform
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import metadata
from pathlib import Path

from certify.base.storage import check_private, make_private

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

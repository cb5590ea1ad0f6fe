"""Compiles kernels once and keeps the machine code where it cannot go stale.

numba looks at the file of a function to see whether its stored machine code is still good, not
at the files of the functions it calls. A change in ``rank`` would therefore leave old code in
use elsewhere. The store is kept in a folder named by a hash of all kernel sources instead.
"""

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core import config as _config

config: Any = _config  # its names are set as it is imported, unseen by type checkers

Function = TypeVar("Function", bound=Callable[..., Any])


def hash_sources() -> str:
    """Return a hash of every kernel's source, for this store and for stored results."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def _user_cache_directory() -> Path:
    if base := os.environ.get("XDG_CACHE_HOME"):
        return Path(base)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path.home() / ".cache"


@cache
def code_directory() -> Path | None:
    """Return the folder for machine code, or None where nothing can be written."""
    base = Path(config.CACHE_DIR) if config.CACHE_DIR else _user_cache_directory() / "certify"
    directory = base / f"kernels-{hash_sources()[:16]}"
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=directory):
            pass
    except OSError:
        return None
    return directory


def compiled(function: Function) -> Function:
    """Compile without the interpreter's lock, keeping the machine code where that is possible."""
    directory = code_directory()
    before = config.CACHE_DIR
    try:
        if directory is not None:
            config.CACHE_DIR = str(directory)
            try:
                return _jit(function, keep=True)
            except RuntimeError:  # numba found no place after all
                pass
        return _jit(function, keep=False)
    finally:
        config.CACHE_DIR = before


def _jit(function: Function, *, keep: bool) -> Function:
    return cast("Function", numba.njit(function, nogil=True, cache=keep, error_model="numpy"))

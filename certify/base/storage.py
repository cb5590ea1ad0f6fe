"""Files written whole or not at all, and what killed runs leave behind.

A file is written beside its place and moved there when it is on the disk. The writer holds a lock on the
unfinished file; the system drops that lock when the writer dies, however it dies. So an unfinished file
whose lock can be taken belongs to nobody and is removed, and that of a run still at work is left alone.
"""

from __future__ import annotations

import importlib
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from certify.base.errors import CertifyError


def _load_locks() -> Any:
    """The locks of the system; where it has none leftovers stay, and nothing else is lost."""
    try:
        return importlib.import_module("fcntl")
    except ImportError:
        return None


_locks = _load_locks()

UNFINISHED = ".unfinished-"
"""How the names of unfinished files begin."""


def write_file(path: Path, content: bytes) -> None:
    """Write a file whole, or leave what was there and say why."""
    try:
        replace_file(path, content)
    except OSError as error:
        raise CertifyError(
            f"{path}: cannot be written ({error.strerror or error}); "
            "free some space or choose another place"
        ) from None


def replace_file(path: Path, content: bytes, mode: int = 0o644) -> None:
    """Write a file whole, or leave what was there and raise what the system says."""
    remove_leftovers(path.parent)
    handle, temporary = _open_unfinished(path)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
            temporary.chmod(mode)
            temporary.replace(path)
    except OSError:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise


def _open_unfinished(path: Path) -> tuple[int, Path]:
    """A new file that is locked; another run may have taken it for a leftover before the lock."""
    while True:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f"{UNFINISHED}{path.name}-")
        if _locks is None:
            return handle, Path(name)
        _locks.flock(handle, _locks.LOCK_EX)
        if os.fstat(handle).st_nlink:
            return handle, Path(name)
        os.close(handle)


def remove_leftovers(folder: Path) -> list[Path]:
    """Remove the unfinished files of runs that are no more."""
    removed: list[Path] = []
    if _locks is None:
        return removed
    for path in sorted(folder.glob(f"{UNFINISHED}*")):
        with suppress(OSError), path.open("rb") as stream:
            _locks.flock(stream, _locks.LOCK_EX | _locks.LOCK_NB)
            path.unlink()
            removed.append(path)
    return removed


@contextmanager
def hold_folder(folder: Path) -> Iterator[None]:
    """Be the only one who writes into a folder, or say that somebody else does."""
    if _locks is None:
        yield
        return
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError as error:
        raise CertifyError(f"{folder}: cannot be read ({error.strerror or error})") from None
    try:
        try:
            _locks.flock(handle, _locks.LOCK_EX | _locks.LOCK_NB)
        except BlockingIOError:
            raise CertifyError(
                f"{folder}: another run is writing certificates here; wait until it has ended"
            ) from None
        yield
    finally:
        os.close(handle)

"""Files written whole or not at all, what killed runs leave behind, and folders of one user alone.

A file is written beside its place and moved there when it is on the disk. The writer holds a lock on the
unfinished file; the system drops that lock when the writer dies, however it dies. So an unfinished file
whose lock can be taken belongs to nobody and is removed, and that of a run still at work is left alone.
"""

from __future__ import annotations

import errno
import importlib
import os
import stat
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


def check_target(path: Path) -> None:
    """Refuse to write to anything but a new place or a regular file: no link, device, pipe or folder."""
    try:
        kind = _find_kind(path)
    except OSError as error:
        raise CertifyError(f"{path}: cannot be written ({error.strerror or error})") from None
    if kind:
        raise CertifyError(f"{path}: is {kind}, not a regular file; choose another place")
    _refuse_links(path)


def _refuse_links(path: Path) -> None:
    """Refuse a place that a symbolic link leads to; those of the system stand in the root folder."""
    for place in path.absolute().parents:
        if place.is_symlink() and place.parent.name:
            raise CertifyError(
                f"{path}: {place} is a symbolic link; write to {place.resolve()} if that is meant"
            )


def _find_kind(path: Path) -> str:
    """What already exists at a place if it must not be replaced; empty for a regular file or nothing."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return ""
    if stat.S_ISREG(mode):
        return ""
    if stat.S_ISLNK(mode):
        return "a symbolic link"
    if stat.S_ISDIR(mode):
        return "a folder"
    return "a named pipe" if stat.S_ISFIFO(mode) else "a device or socket"


def make_folder(folder: Path) -> None:
    """Make a folder and its parents; a link in its place is refused."""
    if folder.is_symlink():
        raise CertifyError(f"{folder}: is a symbolic link, not a folder; choose another place")
    _refuse_links(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CertifyError(
            f"{folder}: cannot be created ({error.strerror or error}); choose another place"
        ) from None


def check_private(folder: Path, fix: str) -> None:
    """Refuse a folder for stored code or results into which another user could put something.

    That holds for every folder above it too, except that a sticky one may be open to all: `/tmp`.
    """
    if not hasattr(os, "geteuid"):
        return
    places = dict.fromkeys(
        place for path in (folder.absolute(), folder.resolve()) for place in (path, *path.parents)
    )
    for place in places:
        try:
            found = place.lstat()
        except OSError:  # it is made by this user, or cannot be used at all
            continue
        if found.st_uid not in {0, os.geteuid()}:
            raise CertifyError(f"{folder}: {place} belongs to another user; {fix}")
        if stat.S_ISDIR(found.st_mode) and _is_open(
            found, inner=place in {folder.absolute(), folder.resolve()}
        ):
            raise CertifyError(
                f"{folder}: other users can write to {place}; empty it and run chmod go-w {place}, or {fix}"
            )


def _is_open(found: os.stat_result, *, inner: bool) -> bool:
    """Whether users besides this one and root can write to a folder."""
    if found.st_mode & stat.S_ISVTX and not inner:
        return False
    shared = found.st_mode & stat.S_IWGRP and not _is_own_group(found.st_gid)
    return bool(shared or found.st_mode & stat.S_IWOTH)


def _is_own_group(number: int) -> bool:
    """Whether a group has this user as its only member, as many systems give one to each user."""
    users, groups = importlib.import_module("pwd"), importlib.import_module("grp")
    try:
        user, group = users.getpwuid(os.geteuid()), groups.getgrgid(number)
    except KeyError:
        return False
    return bool(user.pw_gid == number and set(group.gr_mem) <= {user.pw_name})


def read_private(path: Path) -> bytes:
    """The content of a regular file that no other user owns or can write to; OSError otherwise."""

    def open_plain(name: str, flags: int) -> int:
        return os.open(name, flags | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))

    with open(path, "rb", opener=open_plain) as stream:
        found = os.fstat(stream.fileno())
        is_own = not hasattr(os, "geteuid") or (
            found.st_uid in {0, os.geteuid()} and not _is_open(found, inner=True)
        )
        if not (stat.S_ISREG(found.st_mode) and is_own):
            raise PermissionError(errno.EPERM, "not a file of this user alone", str(path))
        return stream.read()


def make_private(folder: Path) -> None:
    """Make a folder, and those above it that are missing, for this user alone."""
    for place in reversed((folder, *folder.parents)):
        if not place.exists():
            place.mkdir(0o700, exist_ok=True)


def write_file(path: Path, content: bytes) -> None:
    """Write a file whole, or leave what was there and say why."""
    check_target(path)
    try:
        replace_file(path, content)
    except OSError as error:
        raise CertifyError(
            f"{path}: cannot be written ({error.strerror or error}); "
            "free some space or choose another place"
        ) from None


def replace_file(path: Path, content: bytes, mode: int = 0o644) -> None:
    """Write a file whole, or leave what was there and raise what the system says."""
    if _find_kind(path):
        raise FileExistsError(errno.EEXIST, "not a regular file", str(path))
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
        if _find_kind(path):  # nothing of ours; opening a pipe would wait
            continue
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

"""Writes replace regular files only, as root too."""

import ast
import os
import socket
import subprocess
import sys

import pytest

from certify.base.errors import CertifyError
from certify.base.storage import (
    check_private,
    make_folder,
    make_private,
    read_private,
    replace_file,
    write_file,
)
from certify.odds import house_way_table
from tests.cli.calls import call
from tests.conftest import ROOT


def make_device(path):
    try:
        os.mknod(path, 0o600 | 0o020000, os.makedev(1, 3))
    except PermissionError:
        pytest.skip("only root makes devices")


def make_socket(path):
    with socket.socket(socket.AF_UNIX) as item:
        item.bind(str(path))


def make_link(path):
    target = path.with_name("target")
    target.write_text("kept")
    path.symlink_to(target)


MAKERS = {
    "device": make_device,
    "pipe": os.mkfifo,
    "socket": make_socket,
    "link": make_link,
    "dangling link": lambda path: path.symlink_to(path.with_name("nowhere")),
    "folder": lambda path: path.mkdir(),
}


@pytest.mark.parametrize("kind", MAKERS)
def test_nothing_but_a_regular_file_is_replaced(kind, tmp_path):
    path = tmp_path / "out"
    MAKERS[kind](path)
    before = path.lstat()
    for write, error in ((write_file, CertifyError), (replace_file, OSError)):
        with pytest.raises(error):
            write(path, b"new")
    assert call("odds", "south-dakota", "-o", str(path)).code == 2
    assert path.lstat() == before
    assert not [item for item in tmp_path.iterdir() if item.name.startswith(".unfinished")]
    if kind == "link":
        assert (tmp_path / "target").read_text() == "kept"


def test_a_file_below_a_link_or_on_a_full_or_sealed_disk_is_left_alone(tmp_path):
    """A write that fails leaves what was there, and no rest of itself."""
    if os.geteuid() or subprocess.run(["unshare", "--mount", "true"], check=False).returncode:
        pytest.skip("only root mounts")
    disk = tmp_path / "disk"
    disk.mkdir()
    script = f"""
import os, subprocess, sys
from pathlib import Path
from certify.base.errors import CertifyError
from certify.base.storage import make_folder, write_file
disk = Path({str(disk)!r})
subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", str(disk)], check=True)
write_file(disk / "kept", b"old")
for name in ("kept", "new"):
    try:
        write_file(disk / name, bytes(1 << 20))
    except CertifyError as error:
        assert "No space left" in str(error), error
    else:
        raise AssertionError(name)
assert [item.name for item in disk.iterdir()] == ["kept"]
assert (disk / "kept").read_bytes() == b"old"
subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
for write in (lambda: write_file(disk / "kept", b"new"), lambda: make_folder(disk / "a" / "b")):
    try:
        write()
    except CertifyError as error:
        assert "Read-only" in str(error), error
    else:
        raise AssertionError("written")
assert (disk / "kept").read_bytes() == b"old"
"""
    command = ["unshare", "--mount", sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr


WRITERS = {
    "odds": ("odds", "south-dakota", "-o"),
    "check": ("check", "south-dakota", "--fail-on", "never", "-o"),
    "gate": ("gate", "jurisdictions/south-dakota.yaml", "--summary"),
    "house-way": ("house-way", "mbs", "--export"),
}


@pytest.mark.parametrize("words", WRITERS.values(), ids=WRITERS)
def test_no_command_replaces_anything_but_a_regular_file(words, tmp_path, monkeypatch):
    """Each writes a new file, and leaves a device, a pipe and a link as they are."""
    monkeypatch.setattr(  # all hands take seconds, five times
        house_way_table, "export_table", lambda _table, _values, stream: stream.write("cards\n")
    )
    new = tmp_path / "new.yaml"
    assert call(*words, str(new)).code != 2  # the gate may fail here, and says so in the file
    assert new.stat().st_size
    for kind in ("device", "pipe", "link"):
        (tmp_path / kind).mkdir()
        path = tmp_path / kind / "out.yaml"
        MAKERS[kind](path)
        before = path.lstat()
        assert call(*words, str(path)).code == 2
        assert path.lstat() == before


FIX = "name another"


def test_a_folder_of_this_user_alone_may_hold_code(tmp_path):
    folder = tmp_path / "one" / "two"
    check_private(folder, FIX)  # not there: it is made by this user
    make_private(folder)
    check_private(folder, FIX)
    assert {item.stat().st_mode & 0o777 for item in (folder, folder.parent)} == {0o700}
    tmp_path.chmod(0o1777)  # as /tmp: what is in it can be replaced by its owner only
    check_private(folder, FIX)


@pytest.mark.parametrize("place", ["", "one", "one/two"])
def test_a_folder_that_others_can_change_is_refused_and_the_fix_is_named(place, tmp_path):
    folder = tmp_path / "one" / "two"
    make_private(folder)
    (tmp_path / place).chmod(0o777)
    with pytest.raises(CertifyError, match=rf"chmod go-w {tmp_path / place}, or {FIX}"):
        check_private(folder, FIX)
    (tmp_path / place).chmod(0o1777)
    if place == "one/two":  # sticky keeps others from replacing files, not from adding some
        with pytest.raises(CertifyError, match="other users can write"):
            check_private(folder, FIX)
    else:
        check_private(folder, FIX)


def test_a_folder_of_another_user_or_group_is_refused(tmp_path):
    if os.geteuid():
        pytest.skip("only root gives folders away")
    folder = tmp_path / "one" / "two"
    make_private(folder)
    folder.chmod(0o770)
    check_private(folder, FIX)
    os.chown(folder, 0, 4242)
    with pytest.raises(CertifyError, match="other users can write"):
        check_private(folder, FIX)
    folder.chmod(0o700)
    check_private(folder, FIX)
    os.chown(folder.parent, 4242, 0)
    with pytest.raises(CertifyError, match="belongs to another user"):
        check_private(folder, FIX)
    os.chown(folder.parent, 0, 0)
    (tmp_path / "link").symlink_to(folder)
    os.chown(tmp_path / "link", 4242, 0, follow_symlinks=False)
    with pytest.raises(CertifyError, match="belongs to another user"):
        check_private(tmp_path / "link", FIX)


def test_a_file_that_others_can_change_is_not_read(tmp_path):
    path = tmp_path / "entry"
    path.write_bytes(b"kept")
    path.chmod(0o644)
    assert read_private(path) == b"kept"
    for mode in (0o646, 0o666):
        path.chmod(mode)
        with pytest.raises(PermissionError):
            read_private(path)
    path.chmod(0o600)
    if not os.geteuid():
        os.chown(path, 4242, 0)
        with pytest.raises(PermissionError):
            read_private(path)
    for kind in ("device", "pipe", "link"):
        (tmp_path / kind).mkdir()
        MAKERS[kind](tmp_path / kind / "out")
        with pytest.raises(OSError, match=r"not a file of this user alone|symbolic link"):
            read_private(tmp_path / kind / "out")


@pytest.mark.parametrize("kind", ["device", "pipe", "link"])
def test_what_is_named_like_a_leftover_and_is_none_is_left_alone(kind, tmp_path):
    path = tmp_path / ".unfinished-out"
    MAKERS[kind](path)
    before = path.lstat()
    write_file(tmp_path / "out", b"new")
    assert path.lstat() == before


def test_a_regular_file_and_a_new_one_are_written(tmp_path):
    for content in (b"first", b"second"):
        write_file(tmp_path / "out", content)
        assert (tmp_path / "out").read_bytes() == content


def test_a_folder_is_not_made_through_a_link(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    with pytest.raises(CertifyError, match="symbolic link"):
        make_folder(tmp_path / "link")
    (tmp_path / "real" / "below").mkdir()
    for path in (tmp_path / "link", tmp_path / "link" / "new", tmp_path / "link" / "below"):
        with pytest.raises(CertifyError, match="symbolic link"):
            make_folder(path)
        with pytest.raises(CertifyError, match="symbolic link"):
            write_file(path / "out", b"new")
        assert call("report", "south-dakota", "-o", str(path)).code == 2
    (tmp_path / "real" / "below").rmdir()
    assert not list((tmp_path / "real").iterdir())


def test_only_this_module_writes_files():
    """What is written elsewhere would skip the checks; folders of the program's own are excepted."""
    own = {"base/storage.py", "kernels/store.py", "filing/verification/rebuild.py"}
    writing = {"write_text", "write_bytes", "mkdir", "touch", "rename", "symlink_to", "hardlink_to"}
    for path in (ROOT / "certify").rglob("*.py"):
        if path.relative_to(ROOT / "certify").as_posix() in own:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute):
                assert node.attr not in writing, f"{path}:{node.lineno}"
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("open"):
                modes = [item.value for item in node.args if isinstance(item, ast.Constant)]
                written = [mode for mode in modes if str(mode) in {"w", "wb", "a", "ab", "x", "xb"}]
                assert not written or "devnull" in ast.unparse(node), f"{path}:{node.lineno}"

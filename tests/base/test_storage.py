"""Writes replace regular files only, as root too."""

import os
import socket

import pytest

from certify.base.errors import CertifyError
from certify.base.storage import make_folder, replace_file, write_file
from tests.cli.calls import call


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


def test_a_regular_file_and_a_new_one_are_written(tmp_path):
    for content in (b"first", b"second"):
        write_file(tmp_path / "out", content)
        assert (tmp_path / "out").read_bytes() == content


def test_a_folder_is_not_made_through_a_link(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    with pytest.raises(CertifyError, match="symbolic link"):
        make_folder(tmp_path / "link")
    filing = call("report", "south-dakota", "-o", str(tmp_path / "link"))
    assert filing.code == 2
    assert not list((tmp_path / "real").iterdir())

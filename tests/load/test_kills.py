"""Processes that are killed while they write: nothing torn, nothing lost, leftovers cleaned by the next."""

from __future__ import annotations

import json
import os
import random
import signal
import tempfile
import time
from pathlib import Path

import pytest

from certify.base import cache
from certify.base.storage import UNFINISHED, write_file
from tests.conftest import ROOT
from tests.gate.accepted_folder import ACCEPT, change, gate, plant

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")


def start(work):
    """Run something in a process of its own, which never returns into the tests."""
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        os.setsid()
        work()
        code = 0
    finally:
        os._exit(code)


def end(child):
    """Kill a process with no chance to clean up."""
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def list_unfinished(folder):
    return [path.name for path in folder.rglob(f"{UNFINISHED}*")]


class Steps:
    """Dies at the so-manieth step of writing: a process that is killed exactly there."""

    NAMES = ("mkstemp", "write", "fsync", "chmod", "replace", "replaced")

    def __init__(self, last, monkeypatch):
        self.left = last
        mkstemp, fsync, chmod, replace = tempfile.mkstemp, os.fsync, Path.chmod, Path.replace

        def make(*args, **given):
            made = mkstemp(*args, **given)
            self.step()
            os.write(made[0], b"{")  # half of something is on the disk
            self.step()
            os.lseek(made[0], 0, os.SEEK_SET)
            return made

        def put(path, target):
            self.step()
            done = replace(path, target)
            self.step()
            return done

        def settle(handle):
            self.step()
            fsync(handle)

        def allow(path, mode):
            self.step()
            chmod(path, mode)

        monkeypatch.setattr(tempfile, "mkstemp", make)
        monkeypatch.setattr(os, "fsync", settle)
        monkeypatch.setattr(Path, "chmod", allow)
        monkeypatch.setattr(Path, "replace", put)

    def step(self):
        self.left -= 1
        if self.left < 0:
            os.kill(os.getpid(), signal.SIGKILL)


def kill_at(step, work, monkeypatch):
    """Run something and kill it at a step of its writing; whether it lived to the end."""

    def run():
        Steps(step, monkeypatch)
        work()

    _, status = os.waitpid(start(run), 0)
    return os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0


# --- the cache


def write_on(folder, told, seed):
    """Ask for results without end, and tell of each that was given."""
    os.environ["CERTIFY_CACHE"] = str(folder)
    dice = random.Random(seed)
    cache.forget_trusted()
    while True:
        number = dice.randrange(400)
        result = cache.remember("kill", {"number": number}, lambda number=number: answer(number))
        assert result == answer(number)
        os.write(told, f"{number}\n".encode())


def answer(number):
    return {"answer": [number] * (number * 10)}


def read_entries(folder):
    """Every entry of a cache by its number; one that is torn fails here."""
    found = {}
    for path in folder.glob("kill-*.json"):
        entry = json.loads(path.read_text(encoding="utf-8"))
        assert entry["result"] == answer(entry["inputs"]["number"]), path.name
        found[entry["inputs"]["number"]] = path
    return found


def kill_writers(folder, writers, kills, seed=22):
    """Keep so many writers at work and kill one by chance, again and again."""
    dice = random.Random(seed)
    reader, told = os.pipe()
    os.set_blocking(reader, False)
    said = b""

    def listen(seconds):
        nonlocal said
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            try:
                said += os.read(reader, 1 << 16)
            except BlockingIOError:
                time.sleep(0.001)

    running = [start(lambda at=at: write_on(folder, told, at)) for at in range(writers)]
    try:
        for number in range(kills):
            before = len(said)
            while len(said) == before:  # somebody writes: a kill of sleepers would show nothing
                listen(0.005)
            listen(dice.random() * 0.05)
            end(running.pop(dice.randrange(len(running))))
            running.append(start(lambda at=number: write_on(folder, told, writers + at)))
    finally:
        for child in running:
            end(child)
    listen(0.01)
    os.close(reader)
    os.close(told)
    return {int(word) for word in said.decode().splitlines() if word}


def check_cache(tmp_path, monkeypatch, writers, kills):
    folder = tmp_path / "results"
    given = kill_writers(folder, writers, kills)
    entries = read_entries(folder)
    assert given, "nothing was written"
    assert given <= entries.keys(), "a result that was given is lost"
    monkeypatch.setenv("CERTIFY_CACHE", str(folder))
    cache.remember("kill", {"number": -1}, lambda: 1)
    assert not list_unfinished(folder)


def test_the_cache_survives_its_writers(tmp_path, monkeypatch):
    check_cache(tmp_path, monkeypatch, writers=3, kills=5)


@pytest.mark.slow
def test_the_cache_survives_a_hundred_kills_of_eight_writers(tmp_path, monkeypatch):
    check_cache(tmp_path, monkeypatch, writers=8, kills=100)


@pytest.mark.parametrize("step", range(len(Steps.NAMES)))
def test_a_writer_of_the_cache_dies_at_every_step(tmp_path, monkeypatch, step):
    monkeypatch.setenv("CERTIFY_CACHE", str(tmp_path))
    asked = ("kill", {"number": 3})
    with monkeypatch.context() as patch:
        assert not kill_at(step, lambda: cache.remember(*asked, lambda: answer(3)), patch)
    assert set(read_entries(tmp_path)) == ({3} if Steps.NAMES[step] == "replaced" else set())
    assert cache.remember(*asked, lambda: answer(3)) == answer(3)
    cache.remember("kill", {"number": 4}, lambda: answer(4))
    assert set(read_entries(tmp_path)) == {3, 4}
    assert not list_unfinished(tmp_path)


# --- certificates


def read_certificates(tree):
    return {
        path.name: json.loads(path.read_text(encoding="utf-8"))
        for path in sorted((tree / "jurisdictions").glob("*.certificate.json"))
    }


def edit_both(tree):
    for name in ("one.yaml", "two.yaml"):
        change(tree, "pays: 100, envy: 25 USD", "pays: 90, envy: 25 USD", name)
        change(tree, "number: 1, date", "number: 2, date", name)


def check_acceptance(tree, monkeypatch, steps):
    """An acceptance of two files is killed at steps of its writing, and then made whole."""
    monkeypatch.setenv("CERTIFY_CACHE", "off")  # what is written beside the tree is no step of it
    before = read_certificates(tree)
    edit_both(tree)
    stages = set()
    for step in steps:
        with monkeypatch.context() as patch:
            finished = kill_at(step, lambda: gate(tree, *ACCEPT), patch)
        after = read_certificates(tree)  # whole, or this fails
        assert after.keys() == before.keys()
        changed = sum(after[name] != before[name] for name in before)
        stages.add(changed)
        for name, certificate in after.items():
            if certificate == before[name]:
                continue
            assert certificate["approvals"][:-1] == before[name]["approvals"], "approvals are lost"
        assert gate(tree).code == (0 if changed == 2 else 1), "a half is never passed"
        if finished or changed == 2:
            break
    done = gate(tree, *ACCEPT)
    assert done.code == 0, done.out + done.err
    assert gate(tree).code == 0
    assert not list_unfinished(tree)
    return stages


def test_an_acceptance_that_dies_is_whole_or_made_whole(tmp_path, monkeypatch):
    # the third step of the first file, its end, and the middle of the second
    assert check_acceptance(plant(tmp_path), monkeypatch, (2, 5)) >= {0, 1}


@pytest.mark.slow
def test_an_acceptance_that_dies_at_every_step(tmp_path, monkeypatch):
    for round_ in range(2):
        steps = [step for step in range(12) for _ in range(2) if (step + round_) % 2]
        check_acceptance(plant(tmp_path / str(round_)), monkeypatch, steps)


# --- filings


def print_copies(folder):
    """What a report does at its end: one file after the other, each written over the one before."""
    for name in ("a.pdf", "b.pdf"):
        write_file(folder / name, b"%PDF-new " + name.encode() * 5000)


@pytest.mark.parametrize("step", range(2 * len(Steps.NAMES)))
def test_a_report_that_dies_leaves_whole_files(tmp_path, monkeypatch, step):
    for name in ("a.pdf", "b.pdf"):
        (tmp_path / name).write_bytes(b"%PDF-old")
    with monkeypatch.context() as patch:
        assert not kill_at(step, lambda: print_copies(tmp_path), patch)
    for name in ("a.pdf", "b.pdf"):
        content = (tmp_path / name).read_bytes()
        assert content in {b"%PDF-old", b"%PDF-new " + name.encode() * 5000}
    print_copies(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.pdf", "b.pdf"]


@pytest.mark.slow
def test_a_real_report_killed_by_chance(tmp_path):
    """The command itself, in a process of its own with workers, killed with them wherever it is."""
    import shutil
    import subprocess
    import sys

    from certify.filing.verification.verify import Wish, verify_file

    tree, dice = plant(tmp_path), random.Random(22)
    regulations = Path("jurisdictions", "policy", "regulations")  # which the policy names
    shutil.copytree(ROOT / regulations, tree / regulations)
    command = [sys.executable, "-m", "certify", "report", "jurisdictions", "-o", "filings"]
    begun = time.monotonic()
    done = subprocess.run(command, cwd=tree, check=False, capture_output=True)
    assert done.returncode == 1, done.stderr  # an edge that the example prints does not come out
    whole = time.monotonic() - begun
    names = sorted(path.name for path in (tree / "filings").iterdir())
    for _ in range(4):
        child = subprocess.Popen(
            command,
            cwd=tree,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        time.sleep(whole * dice.uniform(0.3, 1))
        os.killpg(child.pid, signal.SIGKILL)
        child.wait()
        for path in (tree / "filings").glob("*.pdf"):
            assert verify_file(path, Wish(quick=True)).exit_code == 0
    assert subprocess.run(command, cwd=tree, check=False, capture_output=True).returncode == 1
    assert sorted(path.name for path in (tree / "filings").iterdir()) == names

"""Machine code is kept once, found again, never taken from other sources, and never in the way."""

import ast
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from certify.base.errors import CertifyError
from certify.kernels import store
from certify.kernels.compilation import compiled
from certify.kernels.threads import run_in_chunks
from tests.conftest import ROOT

KERNELS = ROOT / "certify" / "kernels"


def double(number):
    return 2 * number


@pytest.fixture
def folder(monkeypatch, tmp_path):
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    store.open_folder.cache_clear()
    yield tmp_path / "certify" / "machine-code"
    store.open_folder.cache_clear()


def test_kernels_compile_where_nothing_can_be_written(folder, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert store.open_folder(Path(__file__)) is None
    assert compiled(double)(21) == 42


def test_machine_code_is_kept_and_found_again(folder):
    first = compiled(double)
    assert first(21) == 42
    (path,) = folder.glob("test_compilation-*/double-*")
    second = compiled(double)
    assert second(21) == 42
    assert sum(second.stats.cache_hits.values()) == 1
    assert second(2.5) == 5.0  # other types, other code
    assert len(list(path.parent.iterdir())) == 2


@pytest.mark.parametrize("harm", [b"", b"no machine code", None])
def test_machine_code_that_was_harmed_is_made_again(folder, harm):
    compiled(double)(21)
    (path,) = folder.glob("*/double-*")
    content = path.read_bytes()
    path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]) if harm is None else harm)
    again = compiled(double)
    assert again(21) == 42
    assert sum(again.stats.cache_misses.values()) == 1
    assert path.read_bytes()[:32] == content[:32] or path.stat().st_size > 100


def treble(number):
    return 3 * number


def plant(folder):
    """Machine code of another function where that of `double` is looked for, whole and with its digest."""
    compiled(double)(21)
    compiled(treble)(21)
    (right,), (wrong,) = (list(folder.glob(f"*/{name}-*")) for name in ("double", "treble"))
    right.write_bytes(wrong.read_bytes())


def test_nothing_stored_is_run_where_all_is_computed_anew(folder):
    plant(folder)
    function = compiled(double)
    assert function(21) == 63  # what was planted is run where it is believed
    with store.compile_anew():
        assert function(21) == 42
        assert compiled(double)(21) == 42
    assert function(21) == 42  # compiled by this process


def test_what_was_compiled_with_stored_code_is_compiled_again(folder):
    """A kernel holds the machine code of those it calls."""
    plant(folder)
    inner = compiled(double)
    assert inner(21) == 63

    def outer(number):
        return inner(number) + 1

    whole = compiled(outer)
    assert whole(21) == 64
    with store.compile_anew():
        assert whole(21) == 43


def test_code_in_a_folder_that_others_can_write_to_is_not_read(folder, monkeypatch):
    plant(folder)
    store.open_folder.cache_clear()
    folder.chmod(0o777)
    with pytest.raises(CertifyError, match="NUMBA_CACHE_DIR"):
        compiled(double)


def test_a_folder_that_is_removed_meanwhile_is_no_error(folder):
    function = compiled(double)
    for path in folder.iterdir():
        path.rmdir()
    assert function(21) == 42


def test_code_is_named_by_its_own_sources_and_those_they_name():
    """A kernel's machine code holds that of the kernels it calls, and no others."""
    sources = {path.stem for path in store.list_sources(KERNELS / "rank.py")}
    assert {"rank", "deck", "compilation", "store"} <= sources
    assert "dominance" not in sources
    assert "rank" in {path.stem for path in store.list_sources(KERNELS / "optimal.py")}


@pytest.mark.parametrize("path", sorted(KERNELS.glob("*.py")), ids=lambda path: path.stem)
def test_every_import_among_kernels_is_seen(path):
    named = {item.stem for item in store.list_sources(path)}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("certify.kernels"):
            assert node.level == 0
            below = node.module.removeprefix("certify.kernels").removeprefix(".")
            modules = [below] if below else [alias.name for alias in node.names]
            assert named >= set(modules)


def test_the_editions_used_last_are_kept(folder):
    stem = Path(__file__).stem
    for age in range(9):
        old = folder / f"{stem}-{age:016x}"
        old.mkdir(parents=True)
        when = time.time() - 1000 * (age + 1)
        os.utime(old, (when, when))
    (folder / "another-0123456789abcdef").mkdir()
    new = store.open_folder(Path(__file__))
    kept = {path.name for path in folder.iterdir()}
    assert kept == {
        new.name,
        "another-0123456789abcdef",
        *(f"{stem}-{age:016x}" for age in range(store.EDITIONS - 1)),
    }


def test_that_all_is_compiled_is_noted_for_these_sources(folder, monkeypatch):
    folder.mkdir(parents=True)
    assert not store.is_complete()
    store.note_complete()
    assert store.is_complete()
    monkeypatch.setattr(store, "_read", lambda path: b"changed")
    assert not store.is_complete()


def test_every_kernel_is_prepared():
    """What set-up compiles are all functions that are compiled anywhere in the kernels."""
    from certify.kernels.preparation import prepare

    prepare()
    for path in KERNELS.glob("*.py"):
        kept = {item.name.rpartition("-")[0] for item in store.open_folder(path).iterdir()}
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            marks = node.decorator_list if isinstance(node, ast.FunctionDef) else []
            if "compiled" in map(ast.unparse, marks):
                assert node.name in kept, f"{path.stem}.{node.name}"


COUNTED = (
    ("odds", "designated-player"),
    ("odds", "mbs", "--wager", "standard", "--reading", "dealer-exposed=before"),
    ("set", "mbs", "As Ah 10d 9c 5s 4d 3h", "--best"),
    ("house-way", "mbs"),
)


@pytest.mark.slow
def test_nothing_is_compiled_after_set_up(tmp_path):
    """In a new folder, as after a clean clone: counts find all their machine code there."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path), "CERTIFY_CACHE": "off"}
    environment.pop("NUMBA_CACHE_DIR", None)

    def run(*words):
        command = [sys.executable, "-m", "certify", *words]
        subprocess.run(command, check=True, cwd=ROOT, env=environment, capture_output=True)
        return {path for path in tmp_path.rglob("*") if path.is_file()}

    prepared = run("doctor", "--compile")
    assert len(prepared) > 100
    for words in COUNTED:
        assert run(*words) == prepared, words


def test_chunks_cover_the_range_once_and_report_progress():
    seen = []
    parts = run_in_chunks(
        range,
        100,
        chunks=7,
        threads=2,
        stage="work",
        progress=lambda stage, done, total: seen.append((stage, done, total)),
    )
    assert sorted(i for part in parts for i in part) == list(range(100))
    assert seen[0] == ("work", 0, 100)
    assert seen[-1] == ("work", 100, 100)


def test_a_fault_in_a_thread_comes_back():
    def fail(start, stop):
        raise ArithmeticError(f"{start}..{stop}")

    with pytest.raises(ArithmeticError):
        run_in_chunks(fail, 10, chunks=5, threads=2, stage="work")

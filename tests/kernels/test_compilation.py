import pytest
from numba.core import config

from certify.kernels.compilation import code_directory, compiled, hash_sources
from certify.kernels.threads import run_in_chunks


def double(number):
    return 2 * number


@pytest.fixture
def fresh_directory(monkeypatch):
    monkeypatch.setattr(config, "CACHE_DIR", "")
    code_directory.cache_clear()
    yield monkeypatch
    code_directory.cache_clear()


def test_kernels_compile_where_nothing_can_be_written(fresh_directory, tmp_path):
    (tmp_path / "file").write_text("in the way")
    fresh_directory.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert code_directory() is None
    assert compiled(double)(21) == 42


def test_machine_code_is_kept_by_the_hash_of_all_sources(fresh_directory, tmp_path):
    fresh_directory.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert compiled(double)(21) == 42
    directory = code_directory()
    assert directory is not None
    assert directory.is_relative_to(tmp_path)
    assert hash_sources()[:16] in directory.name
    assert list(directory.rglob("*.nbc"))
    assert config.CACHE_DIR == ""


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

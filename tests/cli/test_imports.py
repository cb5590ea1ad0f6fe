"""What needs no count does not wait for the libraries that count."""

import json
import subprocess
import sys

import pytest

from tests.conftest import ROOT

ROUND = {
    "bank": {"cards": "Ks Kh 9d 8c 4s 3d 2h"},
    "players": [{"seat": 1, "cards": "As Ah 10d 9c 5s 4d 3h", "wagers": {"standard": "10"}}],
}
PROGRAM = (
    "import sys\n"
    "from certify.cli.main import program\n"
    "program(sys.argv[1:], standalone_mode=False)\n"
    "heavy = [name for name in ('numba', 'numpy', 'llvmlite') if name in sys.modules]\n"
    "assert not heavy, heavy\n"
)
COMMANDS = (
    ("validate", "mbs"),
    ("set", "mbs", "As Ah 10d 9c 5s 4d 3h"),
    ("settle", "mbs", "{round}"),
    ("play", "mbs", "--seed", "1", "--rounds", "2"),
    ("price", "straight=2", "three-of-a-kind=3"),
    ("solve", "straight=2", "three-of-a-kind=3", "--edge", "6%"),
    ("odds", "south-dakota"),
    ("explain", "GAP002"),
    ("doctor",),
)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_numba_is_imported_only_where_a_kernel_runs(words, tmp_path):
    path = tmp_path / "round.json"
    path.write_text(json.dumps(ROUND), encoding="utf-8")
    told = [str(path) if word == "{round}" else word for word in words]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *told],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_a_stored_count_is_told_without_it(tmp_path):
    """The count is there: nothing is left to be counted."""
    words = [sys.executable, "-c", PROGRAM, "odds", "mbs", "--wager", "standard"]
    warm = [sys.executable, "-m", "certify", *words[3:]]
    subprocess.run(warm, cwd=ROOT, capture_output=True, check=True)
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr

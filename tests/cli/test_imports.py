"""What needs no count does not wait for the libraries that count."""

import json
import subprocess
import sys

from tests.cli.calls import call
from tests.conftest import ROOT

ROUND = {
    "bank": {"cards": "Ks Kh 9d 8c 4s 3d 2h"},
    "players": [{"seat": 1, "cards": "As Ah 10d 9c 5s 4d 3h", "wagers": {"standard": "10"}}],
}
PROGRAM = (
    "import json, sys\n"
    "from certify.cli.main import program\n"
    "for words in json.loads(sys.argv[1]):\n"
    "    program(words, standalone_mode=False)\n"
    "    heavy = [name for name in ('numba', 'numpy', 'llvmlite') if name in sys.modules]\n"
    "    assert not heavy, (words, heavy)\n"
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


def run(commands):
    """Some commands in one process of their own."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, json.dumps(commands)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_numba_is_imported_only_where_a_kernel_runs(tmp_path):
    path = tmp_path / "round.json"
    path.write_text(json.dumps(ROUND), encoding="utf-8")
    run([[str(path) if word == "{round}" else word for word in words] for words in COMMANDS])


def test_a_stored_count_is_told_without_it():
    """The count is there: nothing is left to be counted."""
    words = ["odds", "mbs", "--wager", "standard"]
    assert call(*words).code == 0
    run([words])

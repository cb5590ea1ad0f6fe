"""Nobody cheats the gate: the exit codes of attempts, without and with keys and a base revision."""

import json
import shutil

import pytest

from tests.gate.accepted_folder import gate
from tests.gate.cheats import CHEATS, add_person, attempt, plant_first
from tests.gate.keys import APPROVER, STRANGER, read_key


@pytest.mark.parametrize(
    "cheat",
    [  # of those that need no counts, every third is fast
        pytest.param(item, id=item.name, marks=[pytest.mark.slow] * (item.counts or place % 3 > 0))
        for place, item in enumerate(CHEATS)
    ],
)
def test_an_attempt_is_refused_where_it_can_be_seen(cheat, tmp_path):
    found = attempt(cheat, tmp_path)
    assert tuple(item and item.code for item in found) == cheat.codes


@pytest.mark.parametrize("signed", [False, True])
def test_the_folder_passes_before_any_attempt(signed):
    for options in ((), ("--base", "base")):
        assert gate(plant_first(signed), *options).code == 0


def test_changed_people_are_listed(tmp_path):
    tree = tmp_path / "signed"
    shutil.copytree(plant_first(True), tree, symlinks=True)
    assert not json.loads(gate(tree, "--base", "base", "--json").out)["since_base"]
    add_person(tree)
    changed, added = json.loads(gate(tree, "--base", "base", "--json").out)["since_base"]
    assert all(line.startswith("people: ") for line in (changed, added))
    for line, name in ((changed, APPROVER), (added, STRANGER)):
        assert f"{name}, approver, 2029" in line
        assert read_key(name).public[-12:] in line

"""Nobody cheats the gate: the exit codes of attempts, without and with keys and a base revision."""

import json
import shutil

import pytest

from certify.base.cache import hash_data
from certify.odds import crosscheck
from tests.gate.accepted_folder import gate
from tests.gate.cheats import CHEATS, add_person, attempt, plant_first
from tests.gate.keys import APPROVER, STRANGER, read_key


@pytest.fixture(scope="module", autouse=True)
def _settle_each_rulebook_once():
    """The same rules are settled the same way: 260 runs of the gate settle them once."""
    settled = {}
    settle = crosscheck._settle_all

    def settle_once(jurisdiction):
        question = hash_data(crosscheck.describe_question(jurisdiction))
        if question not in settled:
            settled[question] = settle(jurisdiction)
        return settled[question]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(crosscheck, "_settle_all", settle_once)
        yield


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

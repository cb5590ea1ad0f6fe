"""Nobody cheats the gate: the exit codes of attempts, without and with keys and a base revision."""

import pytest

from tests.gate.accepted_folder import gate
from tests.gate.cheats import CHEATS, attempt, plant_first


@pytest.mark.parametrize("cheat", CHEATS, ids=lambda item: item.name)
def test_an_attempt_is_refused_where_it_can_be_seen(cheat, tmp_path):
    found = attempt(cheat, tmp_path)
    assert tuple(item and item.code for item in found) == cheat.codes


@pytest.mark.parametrize("signed", [False, True])
def test_the_folder_passes_before_any_attempt(signed):
    for options in ((), ("--base", "base")):
        assert gate(plant_first(signed), *options).code == 0

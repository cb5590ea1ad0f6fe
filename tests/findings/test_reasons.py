"""Reasons that refer to other documents match what those documents state."""

import re

import pytest

from certify.spec.model import Standing
from tests.conftest import IDS, load

ONE = re.compile(r"\bthe only other document that addresses it\b")
SEVERAL = re.compile(r"\bthe other documents that address it\b")


def list_said(name, key):
    """What each of the others says outright to the same question."""
    others = (load(other).by_key.get(key) for other in IDS if other != name)
    saying = {Standing.STATED, Standing.CONFLICTING}
    return [item.value for item in others if item is not None and item.standing in saying]


@pytest.mark.parametrize("name", IDS)
def test_others_that_are_said_to_speak_do_and_say_so(name):
    leaning = 0
    for key, statement in load(name).by_key.items():
        for pattern, fits in (
            (ONE, lambda said: len(said) == 1),
            (SEVERAL, lambda said: len(said) > 1),
        ):
            if pattern.search(statement.because):
                said = list_said(name, key)
                leaning += 1
                assert fits(said), (key, statement.because, said)
                assert set(map(str, said)) == {str(statement.value)}, (key, said)
    assert leaning, "every document leans on the others somewhere"

"""Fixtures of all tests of the gate."""

from __future__ import annotations

import pytest

from certify.base.cache import hash_data
from certify.odds import crosscheck

_settle_all = crosscheck._settle_all
_settled: dict[str, object] = {}


@pytest.fixture(autouse=True)
def settle_once(request, monkeypatch):
    """Rounds of equal documents are settled once: an acceptance settles them without any cache."""

    def settle(jurisdiction):
        question = hash_data(crosscheck.describe_question(jurisdiction))
        if question not in _settled:
            _settled[question] = _settle_all(jurisdiction)
        return _settled[question]

    if request.module.__name__ != "tests.gate.test_settlements":  # where the models are changed
        monkeypatch.setattr(crosscheck, "_settle_all", settle)

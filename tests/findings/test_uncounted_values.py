"""Answers that nothing here can count: which wagers each of them bars."""

from __future__ import annotations

import pytest

from certify.findings.finding import Severity
from tests.edits import state
from tests.findings.cases import changed, find, place

ODD = {"value": {"other": "as the caller says"}, "at": place()}


@pytest.mark.parametrize(
    ("keys", "barred"),
    [
        (["deck.seven_card_straight_flush"], {"fortune-bonus"}),
        (["deck.wheel"], {"standard", "fortune-bonus", "ace-high"}),
        (["setting.house_way"], {"standard"}),
        (["comparison.copy"], set()),
        (["ace-high.stake_lost"], {"ace-high"}),
        (["ace-high.stake_lost", "fortune-bonus.lines_paid"], {"ace-high"}),
    ],
)
def test_an_answer_bars_the_wagers_whose_figures_want_for_it(keys, barred):
    """A rule of its own on lost stakes can change what the Ace High pays, whatever bars another wager."""
    found = find(changed("pennsylvania", *(state(key, ODD) for key in keys)), "MOD001")
    (own,) = [item for item in found if item.statements == (keys[0],)]
    assert set(own.wagers) == barred
    assert (own.weight is Severity.ERROR) is own.blocks is bool(barred)

"""The odds say that they are those of stakes whose commission needs no rounding, where it is rounded."""

from dataclasses import dataclass

import pytest

from certify.odds.text import list_basis
from tests.conftest import load
from tests.edits import edit, state


@dataclass(frozen=True)
class Counted:
    wager: str
    has_figures: bool = True


@pytest.mark.parametrize(
    ("rounding", "told"), [("up-to-chip", True), ("down-to-chip", True), ("exact", False)]
)
def test_a_commission_that_is_rounded_is_told_beside_the_standard_wager(rounding, told):
    made = edit(load("mbs"), state("standard.commission_rounding", rounding))
    found = list(list_basis(made, [Counted("standard")]))
    assert [("needs no rounding" in line) for line in found] == [True] * told
    assert not list(list_basis(made, [Counted("fortune-bonus")]))
    assert not list(list_basis(made, [Counted("standard", has_figures=False)]))

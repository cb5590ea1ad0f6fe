"""The odds say what they take for granted: stakes without rounding, a player who keeps to the house way."""

from dataclasses import dataclass

import pytest

from certify.odds.compute import _list_readings
from certify.odds.result import Status, WagerOdds
from certify.render.odds import list_basis
from certify.spec.compile import compile_rulebook
from certify.spec.validate import load_jurisdiction
from tests.conftest import ROOT, load
from tests.edits import edit, state


@dataclass(frozen=True)
class Counted:
    wager: str
    has_figures: bool = True
    sees_hands_as_set: bool = False


@pytest.mark.parametrize(
    ("rounding", "told"), [("up-to-chip", True), ("down-to-chip", True), ("exact", False)]
)
def test_a_commission_that_is_rounded_is_told_beside_the_standard_wager(rounding, told):
    made = edit(load("mbs"), state("standard.commission_rounding", rounding))
    found = list(list_basis(made, [Counted("standard")]))
    assert [("needs no rounding" in line) for line in found] == [True] * told
    assert not list(list_basis(made, [Counted("fortune-bonus")]))
    assert not list(list_basis(made, [Counted("standard", has_figures=False)]))


@pytest.mark.parametrize(("wager", "told"), [("fronts", True), ("backs", False)])
def test_a_wager_on_the_players_hands_as_set_is_told_to_be_of_one_who_keeps_to_the_house_way(
    wager, told
):
    """The bank has to keep to it, so that lines on the bank's hands alone take nothing for granted."""
    made = load_jurisdiction(ROOT / "tests/specs/accept/as-set.yaml")
    terms = compile_rulebook(made).wagers[wager]
    odds = WagerOdds(wager, None, Status.EXACT, _list_readings(terms, []), deals=1)
    assert odds.readings == ({"player-strategy": "house-way"} if told else {})
    found = list(list_basis(made, [odds, odds]))
    assert [line.startswith(f"The house edge of {wager} applies") for line in found] == [
        True
    ] * told


def test_the_standard_wager_names_its_strategy_and_looks_at_no_line():
    odds = WagerOdds("standard", None, Status.EXACT, {"player-strategy": "house-way"}, deals=1)
    assert not odds.sees_hands_as_set

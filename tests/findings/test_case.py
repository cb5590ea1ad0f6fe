"""A case of one document: its odds whether known or computed, and the stakes at which it is priced."""

from __future__ import annotations

from fractions import Fraction

import pytest

from certify.findings.case import Case
from certify.odds.compute import Request, compute_odds
from certify.spec.values import Money
from certify.wagers.limits import STANDARD
from tests.conftest import load
from tests.edits import find_paytable, state
from tests.findings.cases import case_of, changed, policy, say

BONUS = "fortune-bonus"


def test_odds_that_are_known_are_those_that_would_be_computed():
    """Whoever computed them with alternatives has them here without: rules price those themselves."""
    document = load("pennsylvania")
    names = (*(wager.id for wager in document.wagers), STANDARD)
    known = compute_odds(document, Request(wagers=names, alternatives=True))
    assert any(odds.alternatives for odds in known)
    given, own = Case(document, policy(), odds=known), case_of(document)
    assert given.odds == own.odds
    assert [odds.wager for odds in own.odds] == list(names)


def test_the_least_stake_is_that_which_qualifies_for_envy_on_the_paytable():
    def ask(data):
        find_paytable(data, BONUS, "2")["minimum_stake"] = say("50 USD")

    case = case_of(changed("south-dakota", ask))
    (wager,) = case.jurisdiction.wagers
    stakes = {table.id: case.least_stake(wager, table) for table in wager.paytables}
    assert stakes.pop("2") == Money(Fraction(50), "USD")
    assert set(stakes.values()) == {case.least_stake(wager)} == {Money(Fraction(5), "USD")}


@pytest.mark.parametrize(
    ("players", "bank", "others"),
    [(4, "house", 3), (4, "player-dealer", 2), (9, "house", 5), (1, "player-dealer", 0)],
)
def test_no_more_other_players_than_the_document_seats(players, bank, others):
    edits = (state("table.players", players), state("table.bank", bank))
    document = changed("pennsylvania", *edits)
    assert case_of(document).count_others(document.wagers[0]) == others
    assert case_of(load("pennsylvania")).count_others(load("pennsylvania").wagers[0]) == 5

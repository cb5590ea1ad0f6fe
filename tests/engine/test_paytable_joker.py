"""A paytable with a joker of its own, next to wagers that have the document's joker."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from certify.base.errors import CertifyError
from certify.engine.admission import compile_for_round
from certify.engine.round import parse_round
from certify.engine.settle import settle_round
from certify.odds.compute import Request, compute_odds
from certify.spec.compile import compile_rulebook
from tests.conftest import load

PLAIN, WITH_JOKER = "As Ah 10d 9c 5s 4d 3h", "Joker 9s 9h Jd 6c 3s 2h"


@pytest.fixture(scope="module")
def wild_bonus():
    """Pennsylvania with a wild joker on the paytable of its Fortune Bonus alone."""
    jurisdiction = load("pennsylvania")
    wager = jurisdiction.wager("fortune-bonus")
    joker = replace(jurisdiction.statements["deck.joker"], value="wild")
    (table,) = wager.paytables
    table = replace(table, statements={**table.statements, "deck.joker": joker})
    changed = replace(wager, paytables=(table,))
    wagers = tuple(changed if item is wager else item for item in jurisdiction.wagers)
    return replace(jurisdiction, wagers=wagers)


def find_edge(jurisdiction, wager):
    (odds,) = compute_odds(jurisdiction, Request(wagers=(wager,)))
    return odds.house_edge


def test_the_odds_of_other_wagers_keep_the_documents_joker(wild_bonus):
    own = load("pennsylvania")
    assert find_edge(wild_bonus, "ace-high") == find_edge(own, "ace-high")
    assert find_edge(wild_bonus, "fortune-bonus") < find_edge(own, "fortune-bonus") - Fraction(
        1, 10
    )
    assert compile_rulebook(wild_bonus).ranking.joker.said == "bug"


def settle(jurisdiction, cards, paytable=None, **wagers):
    names = {"standard": "5", **{name.replace("_", "-"): amount for name, amount in wagers.items()}}
    round_ = parse_round(
        {
            **({"paytable": paytable} if paytable else {}),
            "bank": {"cards": "Ks Kh 9d 8c 4s 3d Qh", "low": "9d 8c"},
            "players": [{"seat": 1, "cards": cards, "low": cards[-5:], "wagers": names}],
        }
    )
    return settle_round(compile_for_round(jurisdiction, round_), round_)


def test_a_joker_with_two_meanings_in_one_round_is_refused(wild_bonus):
    """The joker makes three nines for the Fortune Bonus and a pair of nines for the rest."""
    for others in ({"ace_high": "5"}, {}):
        with pytest.raises(CertifyError, match="two meanings"):
            settle(wild_bonus, WITH_JOKER, fortune_bonus="5", **others)
        settle(wild_bonus, PLAIN, fortune_bonus="5", **others)
    with pytest.raises(CertifyError, match="two meanings"):
        settle(wild_bonus, WITH_JOKER, {"fortune-bonus": "main"}, fortune_bonus="5", ace_high="5")
    settle(wild_bonus, WITH_JOKER, ace_high="5")


def test_a_paytable_named_as_in_force_gives_the_round_its_joker(wild_bonus):
    named = {"fortune-bonus": "main"}
    for jurisdiction, paid in ((wild_bonus, 15), (load("pennsylvania"), -5)):
        settled = settle(jurisdiction, WITH_JOKER, named, fortune_bonus="5")
        (seat,) = settled.seats
        assert [line.amount for line in seat.lines if line.wager == "fortune-bonus"] == [paid]

"""Prices by a second way: other counts, other modules, or the file edited and the odds taken anew."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from certify.findings.case import Case
from certify.findings.pricing import price_statement
from certify.findings.registry import list_findings
from certify.odds.compute import Request, compute_odds
from certify.odds.exclusions import _expect
from certify.odds.fortune import settle_match
from certify.odds.pairs import count_pairs
from certify.odds.result import Outcome, WagerOdds
from tests.conftest import IDS
from tests.edits import edit, put
from tests.findings.cases import (
    POLICY,
    change_line,
    check,
    drop_line,
    load_light,
    make_case,
    state,
)

HANDS = comb(53, 7)


def compute_edges(jurisdiction, wager="fortune-bonus", stake=None):
    request = Request(wagers=(wager,), stake=stake, alternatives=False)
    return {item.paytable: item.house_edge for item in compute_odds(jurisdiction, request)}


def find(name, code, subject):
    (found,) = [item for item in check(load_light(name), code) if item.subject == subject]
    return found.effect


def list_differences(name, change, wager="fortune-bonus"):
    before = compute_edges(load_light(name), wager)
    after = compute_edges(edit(load_light(name), change), wager)
    return [after[table] - before[table] for table in before]


def change_tables(name, hand, pays_of):
    """Give a line on every table the pay of another."""

    def change(data):
        for table in data["paytables"]:
            pays = {line["hand"]: line["pays"] for line in table["lines"]}
            if hand in pays and pays_of in pays:
                change_line(table["id"], hand, pays=pays[pays_of])(data)

    return change


@pytest.mark.parametrize("name", ["south-dakota", "california-bgc", "designated-player"])
def test_a_label_that_takes_in_the_joker_costs_the_higher_pay(name):
    effect = find(name, "INT009", "seven-card-straight-flush")
    found = list_differences(
        name, change_tables(name, "seven-card-straight-flush-joker", "seven-card-straight-flush")
    )[:6]
    assert (effect.low, effect.high) == (min(found), max(found))  # later labels name the joker


def test_a_royal_match_of_king_and_queen_alone_costs_every_royal_flush():
    effect = find("south-dakota", "INT008", "royal-match")
    found = list_differences(
        "south-dakota", change_tables("south-dakota", "royal-flush", "royal-match")
    )
    assert (effect.low, effect.high) == (min(found), max(found))


def test_the_straight_at_two_to_one():
    effect = find("designated-player", "XJD014", "straight")
    (found,) = list_differences("designated-player", change_line("main", "straight", pays=2))
    assert effect.low == effect.high == found


def test_a_line_that_loses_instead_of_pushing():
    effect = find("south-dakota", "XJD005", "three-pair")
    found = list_differences("south-dakota", drop_line("1", "three-pair"))
    assert effect.low == effect.high == found[0]
    assert set(found[1:]) == {0}


@pytest.mark.parametrize(("name", "pays"), [("designated-player", 40), ("pennsylvania", 25)])
def test_the_pay_for_both_ace_high_hands(name, pays):
    effect = find(name, "XJD019", "ace_high.pays_both")
    (found,) = list_differences(name, state("ace_high", "pays_both", pays), "ace-high")
    assert effect.low == effect.high == found


def test_a_cap_by_the_odds_of_a_capped_wager():
    jurisdiction = load_light("pennsylvania")
    case = make_case(jurisdiction)
    money = type(case.value("fortune.cap"))
    stake = money(case.policy.maximum_stakes["fortune-bonus"], "USD")
    (odds,) = compute_odds(
        jurisdiction, Request(wagers=("fortune-bonus",), stake=stake, alternatives=False)
    )
    effect = find("pennsylvania", "MTH007", "fortune.cap:main")
    assert effect.low == effect.high == odds.cap.house_edge - odds.house_edge


@pytest.mark.parametrize("name", ["south-dakota", "pennsylvania", "mbs"])
def test_every_line_held_by_the_kernels_counts(name):
    """The rule counts by rank patterns; here each hand's lines come from the kernels' pairs."""
    pairs = count_pairs(wild=False)
    found = []
    for table in load_light(name).paytables:
        pays = {line.hand: line.pays for line in table.lines}
        more = 0
        for held, row in zip(pairs.holdings, pairs.counts, strict=True):
            kept = settle_match(held, joker_allowed=True)
            lines = [pays[hand] for hand in table.hands if hand in kept]
            more += sum(lines[1:]) * sum(row)
        found.append(-Fraction(more, HANDS * comb(46, 7)))
    effect = find(name, "GAP004", "fortune.lines_paid")
    assert (effect.low, effect.high) == (min(found), max(found))


@pytest.mark.parametrize(
    ("key", "flags"),
    [("envy.bank_qualifies", (True, False, False)), ("envy.own_seven_card", (False, True, False))],
)
def test_envy_taken_away_as_the_odds_with_exclusions_have_it(key, flags):
    """The price comes from pairs of hands; the odds write the qualifying hands out one by one."""
    case = make_case(load_light("mbs"))
    (effect,) = price_statement(case, case.jurisdiction.statements[key], ("forfeits",)).effects
    pays = (Fraction(250), Fraction(50))
    lost = _expect(*pays, True, False, False, False) - _expect(*pays, True, *flags)
    assert effect.low == effect.high == lost * 5
    assert lost > 0


def test_the_bonus_without_its_condition_is_that_of_the_twin_paytable():
    """The pays are those of another document's table but for the straight, which pays one less."""
    twin = compute_edges(load_light("south-dakota"))["3"]
    straights = 11_034_204
    own = compute_edges(load_light("designated-player"))["main"]
    effect = find("designated-player", "XJD018", "fortune.bank_condition")
    assert own + effect.low == twin + Fraction(straights, HANDS)
    assert effect.low == effect.high < 0


def test_no_price_is_given_where_no_other_reading_is_at_hand():
    case = make_case(load_light("designated-player"))
    statement = case.jurisdiction.statements["fortune.not_qualifying"]
    price = price_statement(case, statement)
    assert price.effects == ()
    assert "no other reading" in price.unpriced


@pytest.mark.parametrize("name", IDS)
def test_a_parameter_that_touches_no_odds_has_no_price_and_no_excuse(name):
    case = make_case(load_light(name))
    for key in ("identity.title", "play.shuffle", "table.layout", "irregularities.misdeal"):
        price = price_statement(case, case.jurisdiction.statements[key], ("other",))
        assert price.effects == ()
        assert price.unpriced == ""


def test_the_standard_wager_is_priced_only_on_request():
    case = make_case(load_light("mbs"))
    assert not case.full
    for item in check(load_light("mbs")):
        for effect in (item.effect, *item.further_effects):
            assert effect is None or effect.wager != "standard" or effect.size == 0


EDGES = {(("dealer-exposed", "before"),): "-4/100", (("commission", Fraction(1, 20)),): "3/100"}
"""Edges of the standard wager made up for some readings; it is a hundredth otherwise."""


class FullCase(Case):
    """A case whose standard wager is made up, so that its pricing can be followed."""

    def standard_odds(self, overrides=None):
        edge = Fraction(EDGES.get(tuple((overrides or {}).items()), "1/100"))
        lose = (1000 + 1000 * edge) / 2
        return WagerOdds(
            "standard",
            None,
            {},
            1000,
            (Outcome("win", 1000 - lose, Fraction(1)), Outcome("lose", lose, Fraction(-1))),
            details={"copies": {"both": 2}},
        )


def list_full(*codes):
    open_copies = {
        "silent": True,
        "assumed": "loses",
        "because": "edited",
        "alternatives": ["push"],
    }
    jurisdiction = edit(
        load_light("designated-player"), put("comparison", "copy_both", value=open_copies)
    )
    others = make_case(jurisdiction).everyone
    return {
        item.subject: item
        for item in list_findings(FullCase(jurisdiction, others, POLICY, full=True), codes)
    }


def test_on_request_readings_of_the_standard_wager_are_priced():
    title = list_full("INT002")["play.bank_exposed"]
    assert title.effect.low == title.effect.high == Fraction(-5, 100)
    assert title.effect.wager == "standard"
    assert not title.unpriced
    open_ones = list_full("GAP001")
    assert open_ones["standard.commission"].effect.low == Fraction(2, 100)
    copies = list_full("GAP002")["comparison.copy_both"]
    assert copies.effect.low == copies.effect.high == -Fraction(2, 1000)


def test_on_request_a_player_advantage_on_the_standard_wager_is_found():
    found = list_full("MTH003")["standard:dealer-exposed=before"]
    assert found.severity.word == "error"
    assert found.evidence["edge"] == "-4.0000"
    assert "standard:dealer-exposed=before" not in {
        item.subject for item in check(load_light("designated-player"), "MTH003")
    }

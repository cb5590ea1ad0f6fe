"""What a figure leaves out or takes in: fees, progressives, rows in other words, printed figures."""

from fractions import Fraction

import pytest

from certify.game.views import parse_condition
from certify.odds.compute import Request, compute_odds
from certify.odds.crosscheck import crosscheck
from certify.odds.house_way_readings import find_proof
from certify.odds.result import Status
from certify.spec.compile import compile_rulebook
from certify.spec.printed import list_decimals
from certify.spec.values import Money
from tests.conftest import load
from tests.edits import edit, put_line, state
from tests.wagers.accepted_specs import load as load_accepted


def find_standard(value=None, stake="25"):
    document = load("mbs")
    if value is not None:
        document = edit(document, state("standard.collection_fee", value))
    money = Money(Fraction(stake), "SGD") if stake else None
    (odds,) = compute_odds(document, Request(wagers=("standard",), stake=money))
    return odds


@pytest.mark.parametrize("stake", ["1", "25", "100"])
def test_a_fixed_fee_adds_its_share_of_the_wager_to_the_edge(stake):
    """Whatever the result, a fee of 1 SGD takes 1 SGD: by linearity nothing else changes."""
    plain, charged = find_standard(), find_standard("1 SGD", stake)
    assert charged.house_edge == plain.house_edge + Fraction(1, int(stake))
    assert charged.variance == plain.variance
    assert charged.status is plain.status
    assert charged.stake == Money(Fraction(stake), "SGD")
    nets = {item.name: charged.net(item) for item in charged.outcomes}
    assert nets["push"] == -Fraction(1, int(stake))
    assert "standard.collection_fee" in {item.parameter for item in charged.rests_on}


def test_a_fee_as_a_share_of_the_wager_needs_no_amount():
    plain, charged = find_standard(stake=None), find_standard("1/100", stake=None)
    assert charged.house_edge == plain.house_edge + Fraction(1, 100)
    assert charged.stake is None


def test_a_fixed_fee_without_an_amount_gives_no_figure():
    odds = find_standard("1 SGD", stake=None)
    assert odds.status is Status.DEFERRED
    assert not odds.has_figures


def test_a_fee_in_other_words_gives_no_figure():
    odds = find_standard({"value": {"other": "1 SGD up to 100, then 2 SGD"}, "at": {"lines": 1}})
    assert odds.status is Status.NOT_MODELLED
    assert not odds.has_figures


def find_statuses(document, wager):
    return {odds.paytable: odds.status for odds in compute_odds(document, Request(wagers=(wager,)))}


def test_a_progressive_that_no_row_pays_leaves_the_wager_incomplete():
    document = load("pennsylvania")
    before = find_statuses(document, "fortune-bonus")
    named = edit(document, state("fortune-bonus.progressive", "paid-by-rows"))
    assert set(find_statuses(named, "fortune-bonus").values()) == {Status.INCOMPLETE}
    assert Status.INCOMPLETE not in before.values()
    paid = edit(named, put_line("fortune-bonus", "royal-flush", "pays", {"meter": "1/2"}))
    paid = edit(paid, state("fortune-bonus.meter_seed", "1000 USD"))
    assert find_statuses(paid, "fortune-bonus") == before


def test_another_definition_replaces_the_hand_in_every_row_that_requires_it():
    """King-high hands in the place of ace-high ones, as if each row had been written so."""
    document = load("designated-player")
    kings = {"hand": "high-card", "highest": "K"}

    def rewrite(data):
        own = next(item for item in data["wagers"] if item["id"] == "ace-high")
        own["definition"] = {"value": kings, "at": {"lines": 1}}
        for line in own["lines"]:
            for side in ("player", "bank"):
                if side in line:
                    line[side] = {**line[side], "highest": "K"}

    wanted = {"ace-high.definition": parse_condition(kings)}
    (plain,) = compute_odds(document, Request(wagers=("ace-high",), alternatives=False))
    (read,) = compute_odds(
        document, Request(wagers=("ace-high",), readings={None: wanted}, alternatives=False)
    )
    (written,) = compute_odds(
        edit(document, rewrite), Request(wagers=("ace-high",), alternatives=False)
    )
    assert read.house_edge == written.house_edge != plain.house_edge
    assert "ace-high.definition" in {item.parameter for item in plain.rests_on}


def test_a_definition_that_no_row_requires_leaves_the_wager_incomplete():
    document = load("designated-player")
    value = {"value": {"hand": "high-card", "highest": "K"}, "at": {"lines": 1}}
    changed = edit(document, state("ace-high.definition", value))
    assert find_statuses(changed, "ace-high") == {None: Status.INCOMPLETE}


OWN_WORDS = {"other": "more red cards than black ones", "pays": 4, "at": {"lines": 9}}


def add_row(wager, place):
    def change(data):
        own = next(item for item in data["wagers"] if item["id"] == wager)
        tables = own.get("paytables", [own])
        tables[place]["lines"].append(OWN_WORDS)

    return change


def test_a_row_in_other_words_leaves_its_paytable_incomplete_and_no_other():
    document = load_accepted("two-paytables")
    wager = document.wagers[0].id
    before = find_statuses(document, wager)
    after = find_statuses(edit(document, add_row(wager, 1)), wager)
    first, second = list(before)
    assert after == {first: before[first], second: Status.INCOMPLETE}


@pytest.mark.parametrize(
    ("field", "name", "touched"), [("paytables", "B", "B"), ("lines", "royal-match", "A")]
)
def test_uncovered_can_concern_one_paytable_or_the_paytables_with_a_line(field, name, touched):
    document = load_accepted("two-paytables")
    item = {"what": "a second prize", "wagers": ["bonus"], field: [name], "at": {"lines": 1}}

    def change(data):
        data["uncovered"] = [item]

    before, after = find_statuses(document, "bonus"), find_statuses(edit(document, change), "bonus")
    assert after == {**before, touched: Status.INCOMPLETE}
    assert Status.INCOMPLETE not in before.values()


def test_a_wager_of_which_only_other_words_are_known_is_incomplete():
    def change(data):
        own = data["wagers"][0]
        own.pop("lines", None)
        own.pop("paytables", None)
        what = {"what": "pays by a wheel", "wagers": [own["id"]], "at": {"lines": 1}}
        data["uncovered"] = [what]

    document = load_accepted("no-pair-bonus")
    (odds,) = compute_odds(edit(document, change), Request(wagers=(document.wagers[0].id,)))
    assert odds.status is Status.INCOMPLETE
    assert "pays by a wheel" in odds.missing[0]


def drop_exceptions(data):
    """The rules of a house way without the words that say which goes before which."""
    for rule in data["house_way"]["rules"]:
        rule.pop("exception_to", None)


@pytest.mark.slow
def test_a_house_way_whose_rules_overlap_leaves_the_standard_wager_incomplete():
    """The order of the rules, and so every figure, is as before; but nothing states that order."""
    document = load("mbs")
    changed = edit(document, drop_exceptions)
    (before,), (after,) = (
        compute_odds(item, Request(wagers=("standard",))) for item in (document, changed)
    )
    overlaps = find_proof(compile_rulebook(changed))["overlaps"]
    assert overlaps
    assert len(after.missing) == len(before.missing) + len(overlaps)
    assert after.status is Status.INCOMPLETE
    assert before.status is not Status.INCOMPLETE
    assert after.house_edge == before.house_edge


@pytest.mark.parametrize(
    ("share", "percent"),
    [
        ("-0.041714", "-4.1714"),
        ("−0.041714", "-4.1714"),
        ("0.0272", "2.72"),
        (".0272", "2.72"),
        ("0.12", "12"),
        ("0.005", "0.5"),
    ],
)
def test_an_edge_printed_as_a_fraction_of_one(share, percent):
    """As many figures are compared as are printed: 0.0272 is met by 2.7242 %, and 0.0273 is not."""

    def publish(data):
        data["standard"]["published"] = [{"share": share, "at": {"lines": 1}}]

    (printed,) = edit(load("mbs"), publish).published
    assert (printed.percent, printed.text) == (percent, share)
    assert Fraction(printed.percent) / 100 == Fraction(share.replace("−", "-"))


@pytest.mark.parametrize(
    ("share", "agrees"), [("0.0272", True), ("0.027242", True), ("0.0273", False)]
)
def test_a_printed_fraction_confirms_only_what_it_rounds_to(share, agrees):
    def publish(data):
        data["standard"]["published"] = [{"share": share, "at": {"lines": 1}}]

    (odds,) = compute_odds(edit(load("mbs"), publish), Request(wagers=("standard",)))
    assert [item.agrees for item in odds.published] == [agrees]


def test_fractions_of_one_are_found_in_a_text():
    text = "edge −0.041714, or 4.17 %, at 12.50 and 0.0272%"
    assert list_decimals(text) == [Fraction(-41714, 10**6)]


def test_an_alternative_without_words_is_marked_in_the_odds():
    document = load("designated-player")
    marked = {}
    for odds in compute_odds(document, Request()):
        for item in odds.alternatives:
            for name, value in item.readings.items():
                marked[odds.wager, name, value] = item.supported
    assert set(marked.values()) == {True, False}
    for (wager, name, value), supported in marked.items():
        statement = next(
            item
            for item in document.list_statements()
            if name in {item.key, item.reading} and item.wager in {None, wager}
        )
        assert supported is (value in statement.supported_values), name


def test_the_money_of_an_interval_has_two_ends():
    """Between the ends of the edge lie the ends of the money: edge = edge alone - money / wager."""
    highest = {None: {"envy-several": "highest-pays"}}
    (odds,) = compute_odds(
        load("pennsylvania"), Request(wagers=("fortune-bonus",), readings=highest)
    )
    spread = [item for item in odds.envy if item.highest_edge is not None]
    assert spread
    for item in spread:
        least = odds.house_edge - item.least_per_other_player * item.other_players / 5
        most = odds.house_edge - item.per_other_player * item.other_players / 5
        assert (most, least) == (item.house_edge, item.highest_edge)


@pytest.mark.parametrize("fee", ["1 SGD", "1/100"])
def test_both_models_of_settlement_charge_a_fee(fee):
    found = crosscheck(edit(load("mbs"), state("standard.collection_fee", fee)))
    assert found.holds
    assert found.sha256 != crosscheck(load("mbs")).sha256

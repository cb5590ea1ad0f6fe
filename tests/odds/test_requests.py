"""What is asked of the odds, and what is told where a figure is not or not quite to be had."""

from __future__ import annotations

import pytest

from certify.odds.compute import Request, compute_odds, list_confirmed
from certify.odds.result import Status
from certify.spec.catalogue import Moves, Touches, ValueKind
from certify.spec.compile import compile_rulebook
from certify.spec.model import Standing
from certify.spec.validate import load_jurisdiction
from tests.conftest import ROOT, load
from tests.edits import edit, find_paytable, put_line, state

BONUS = ("fortune-bonus",)


def ask(spec, **more):
    return compute_odds(spec, Request(BONUS, alternatives=False, **more))


def come_out(spec, readings):
    """Whether every figure that the document prints comes out under some readings."""
    figures = [item for odds in ask(spec, readings={None: readings}) for item in odds.published]
    return bool(figures) and all(item.agrees for item in figures)


def test_a_value_is_confirmed_where_no_other_gives_the_printed_figures():
    spec = load("south-dakota")
    confirmed = set(list_confirmed(spec, "fortune-bonus"))
    book = compile_rulebook(spec)
    open_ = {
        given.key: given
        for given in (*book.ranking.list_resolved(), *book.wagers["fortune-bonus"].list_resolved())
        if given.statement.standing is not Standing.STATED
        and given.said is not None
        and given.statement.parameter.kind is ValueKind.CHOICE
        and given.statement.parameter.moves is Moves.ODDS
        and given.statement.parameter.touches in {Touches.LINES, Touches.EVERY}
    }
    assert "fortune-bonus.precedence" in confirmed <= set(open_)
    for key, given in open_.items():
        others = [word for word in given.domain if word != given.said]
        expected = bool(others) and not any(come_out(spec, {key: word}) for word in others)
        assert (key in confirmed) is expected, key
    assert list_confirmed(load("mbs"), "fortune-bonus") == ()


def test_one_printed_figure_is_enough_and_a_wrong_one_confirms_nothing():
    def keep_one(data):
        for wager in data["wagers"]:
            for paytable in wager.get("paytables", ()):
                if paytable["id"] != "2":
                    paytable.pop("published", None)
        table = find_paytable(data, "fortune-bonus", "2")
        table["published"] = table["published"][:1]

    one = edit(load("south-dakota"), keep_one)
    assert "fortune-bonus.precedence" in list_confirmed(one, "fortune-bonus")
    figures = [item for odds in ask(one) for item in odds.published]
    assert len(figures) == 1
    assert figures[0].rounding in figures[0].roundings

    def spoil(data):
        keep_one(data)
        find_paytable(data, "fortune-bonus", "2")["published"][0]["percent"] = "99.99"

    assert list_confirmed(edit(load("south-dakota"), spoil), "fortune-bonus") == ()


def test_a_figure_that_does_not_come_out_has_no_rounding():
    spec = load("south-dakota")
    for odds in ask(spec):
        for item in odds.published:
            assert item.agrees
            assert item.rounding == "truncated"
    broken = [
        item
        for odds in ask(spec, readings={None: {"fortune-bonus.precedence": "rank-order"}})
        for item in odds.published
    ]
    assert not all(item.agrees for item in broken)
    for item in broken:
        assert (item.rounding == "") is not item.agrees


@pytest.mark.parametrize(("paytable", "joker"), [("1", "bug"), ("2", "wild")])
def test_a_reading_of_one_paytable_holds_for_the_standard_wager_beside_it(paytable, joker):
    request = Request(("standard",), paytable, {"2": {"joker": "wild"}})
    (odds,) = compute_odds(load("south-dakota"), request)
    assert odds.readings["joker"] == joker


def test_a_paytable_is_asked_of_the_wager_that_has_it_alone():
    spec = load_jurisdiction(ROOT / "tests" / "specs" / "accept" / "every-rule.yaml")
    for asked, wager in (("main", "bonus"), ("contest", "contest")):
        found = compute_odds(spec, Request(paytable=asked, alternatives=False))
        assert [(odds.wager, odds.paytable) for odds in found] == [
            ("standard", None),
            (wager, asked),
            ("both-hands", None),
            ("meter", None),
        ]


def test_readings_that_the_document_does_not_allow_are_named():
    spec = edit(load("south-dakota"), state("deck.wheel", "lowest"))
    assert {odds.counterfactual for odds in ask(spec)} == {()}
    asked = {None: {"deck.wheel": "second-highest"}}
    named = {odds.counterfactual for odds in ask(spec, readings=asked)}
    assert named == {("wheel",)}
    (standard,) = compute_odds(spec, Request(("standard",), readings=asked))
    assert standard.counterfactual == ("wheel",)
    (plain,) = compute_odds(spec, Request(("standard",)))
    assert plain.counterfactual == ()


def test_a_sum_of_money_without_a_stake_is_deferred():
    def change(data):
        put_line("fortune-bonus", "straight", "pays", {"money": "75 SGD"})(data)

    spec = edit(load("mbs"), change, state("fortune-bonus.stake_minimum", {"silent": True}))
    (odds,) = ask(spec)
    assert odds.status is Status.DEFERRED
    assert any("stake" in text for text in odds.missing)
    assert not odds.has_figures


def test_the_meter_is_rested_on_where_one_line_of_several_pays_from_it():
    spec = load_jurisdiction(ROOT / "tests" / "specs" / "accept" / "progressive.yaml")
    wager = spec.wagers[0].id
    (odds,) = compute_odds(spec, Request((wager,), alternatives=False))
    assert f"{wager}.meter_seed" in {item.parameter for item in odds.rests_on}
    shares = [item.pay.meter for item in odds.outcomes]
    assert any(shares)
    assert not all(shares)


def test_a_wager_is_asked_for_by_its_name_and_a_stake_in_its_money():
    spec = load("south-dakota")
    assert {odds.paytable for odds in ask(spec)} == {
        item.id for item in spec.wager("fortune-bonus").paytables
    }
    assert [odds.wager for odds in ask(spec, paytable="2")] == ["fortune-bonus"]
    every = compute_odds(spec, Request(paytable="2", alternatives=False))
    assert every[0].wager == "standard"
    edges = {odds.paytable: odds.house_edge for odds in ask(spec)}
    assert edges["2"] == ask(spec, paytable="2")[0].house_edge
    assert edges["2"] != edges["1"]

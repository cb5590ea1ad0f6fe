"""Odds as rows and as plain data, field by field, from figures made up so that each can be told apart."""

from __future__ import annotations

import csv
import io
from fractions import Fraction

import pytest

from certify.odds.describe import describe_wager
from certify.odds.result import (
    AlternativeOdds,
    CapOdds,
    EnvyOdds,
    MeterOdds,
    Outcome,
    PrintedFigure,
    Resting,
    Status,
    WagerOdds,
)
from certify.odds.tidy import COLUMNS, format_tidy
from certify.spec.model import Citation, Published
from certify.spec.values import Money, Pay

STAKE = Money(Fraction(5), "USD")
PRINTED = Published("with envy", "7.12", 2, Citation("(9)", 31, 31), ())
ODDS = WagerOdds(
    "bonus",
    "main",
    Status.UNDER_READINGS,
    {"wheel": "lowest", "envy-minimum": STAKE},
    (
        Resting("deck.joker", "stated", "bug", "(1), line 2"),
        Resting("deck.wheel", "silent", "lowest", "not said", confirmed=True),
    ),
    8,
    (Outcome("flush", 1, Pay(Fraction(3))), Outcome("none", 7, Pay(Fraction(-1)))),
    envy=(
        EnvyOdds(1, STAKE, Fraction(1, 4), Fraction(9, 20), Fraction(19, 40), Fraction(7, 3)),
        EnvyOdds(2, None, Fraction(1, 3), None),
    ),
    alternatives=(
        AlternativeOdds(
            {"wheel": "second-highest"},
            Fraction(3, 8),
            (EnvyOdds(3, STAKE, Fraction(1, 7), Fraction(2, 9)),),
        ),
        AlternativeOdds({"joker": "wild"}, None, (), "too many kinds"),
    ),
    published=(
        PrintedFigure(PRINTED, Fraction(89, 1250), ("truncated",), "truncated"),
        PrintedFigure(PRINTED, Fraction(1, 2), ()),
    ),
    missing=("a rule is not expressed",),
    assumption="the house way of another",
    counterfactual=("joker",),
    cap=CapOdds(STAKE, (("flush", Fraction(5, 3)),), Money(Fraction(7), "USD"), Fraction(1, 6)),
    progressive=MeterOdds(
        Money(Fraction(1000), "USD"),
        Fraction(1, 50),
        Fraction(1, 11),
        Fraction(1, 12),
        Fraction(13, 10),
        Fraction(1, 14),
    ),
    details={"copies": {"low": 17}, "costliest": [{"cards": "As", "cost": "1/19"}]},
)


def read(*odds):
    rows = list(csv.DictReader(io.StringIO(format_tidy([("somewhere", odds)]))))
    assert all(tuple(row) == COLUMNS for row in rows)
    return rows


def tell(row):
    """A row without what is empty and what every row of the wager has."""
    head = {"jurisdiction", "wager", "paytable", "status"}
    return {key: value for key, value in row.items() if value and key not in head}


def share(fraction, percent):
    return {"fraction": fraction, "percent": percent}


def test_every_row_of_a_wager():
    rows = read(ODDS)
    for row in rows:
        assert (row["jurisdiction"], row["wager"], row["paytable"], row["status"]) == (
            "somewhere",
            "bonus",
            "main",
            "certified-under-readings",
        )
    envy = {"kind": "envy", "other_players": "1", "stake": "5 USD"}
    other = {
        "kind": "alternative-envy",
        "readings": "wheel=second-highest",
        "other_players": "3",
        "stake": "5 USD",
    }
    alternative = {"kind": "alternative", "name": "house-edge"}
    published = {"kind": "published", "name": "with envy", "other_players": "2", "net": "7.12"}
    expected = [
        {"kind": "missing", "text": "a rule is not expressed"},
        {"kind": "assumption", "text": "the house way of another"},
        {"kind": "rests-on", "name": "deck.joker", "net": "bug", "text": "stated: (1), line 2"},
        {
            "kind": "rests-on",
            "name": "deck.wheel",
            "net": "lowest",
            "text": "silent: not said; confirmed by the printed figures",
        },
        {"kind": "reading", "name": "wheel", "text": "lowest"},
        {"kind": "reading", "name": "envy-minimum", "text": "5 USD"},
        {"kind": "counterfactual", "name": "joker"},
        {"kind": "outcome", "name": "flush", "deals": "1", "net": "3", **share("3/8", "37.5000")}
        | {"text": str(Pay(Fraction(3)))},
        {"kind": "outcome", "name": "none", "deals": "7", "net": "-1"}
        | {**share("-7/8", "-87.5000"), "text": str(Pay(Fraction(-1)))},
        {"kind": "figure", "name": "deals", "deals": "8"},
        {"kind": "figure", "name": "house-edge", **share("1/2", "50.0000")},
        {"kind": "figure", "name": "hit-rate", **share("1/8", "12.5000")},
        {"kind": "figure", "name": "variance", "fraction": "7/4"},
        {"kind": "figure", "name": "standard-deviation", "net": "1.3229"},
        {**envy, "name": "money-per-other-player", "fraction": "1/4"},
        {**envy, "name": "house-edge", **share("9/20", "45.0000")},
        {**envy, "name": "highest-edge", **share("19/40", "47.5000")},
        {**envy, "name": "variance", "fraction": "7/3"},
        {
            "kind": "envy",
            "other_players": "2",
            "name": "money-per-other-player",
            "fraction": "1/3",
        },
        {**alternative, "readings": "wheel=second-highest", **share("3/8", "37.5000")},
        {**other, "name": "money-per-other-player", "fraction": "1/7"},
        {**other, "name": "house-edge", **share("2/9", "22.2222")},
        {**alternative, "readings": "joker=wild", "text": "too many kinds"},
        {**published, **share("89/1250", "7.1200"), "text": "agrees, truncated"},
        {**published, **share("1/2", "50.0000"), "text": "differs"},
    ]
    assert [tell(row) for row in rows[: len(expected)]] == expected
    rest = {(row["kind"], row["name"]): row["text"] for row in rows[len(expected) :]}
    assert rest[("copies", "low")] == "17"
    assert rest[("costliest", "costliest.0.cards")] == "As"
    assert rest[("costliest", "costliest.0.cost")] == "1/19"
    assert rest[("cap", "cap")] == "5 USD"
    assert rest[("cap", "binds_above.0.outcome")] == "flush"
    assert rest[("progressive", "seed")] == "1000 USD"
    assert rest[("progressive", "edge_at_seed.fraction")] == "1/14"
    assert {kind for kind, _ in rest} == {"cap", "progressive", "copies", "costliest"}


def test_a_stake_stands_beside_the_figures_that_hang_on_it():
    money = WagerOdds(
        "bonus",
        None,
        Status.CERTIFIED,
        {},
        (),
        4,
        (Outcome("flush", 1, Pay(money=Fraction(20))), Outcome("none", 3, Pay(Fraction(-1)))),
        STAKE,
    )
    rows = read(money)
    assert {row["paytable"] for row in rows} == {""}
    stakes = {(row["kind"], row["name"]): row["stake"] for row in rows}
    assert stakes == {
        ("outcome", "flush"): "5 USD",
        ("outcome", "none"): "5 USD",
        ("figure", "deals"): "",
        ("figure", "house-edge"): "5 USD",
        ("figure", "hit-rate"): "5 USD",
        ("figure", "variance"): "",
        ("figure", "standard-deviation"): "",
    }
    (edge,) = (row["fraction"] for row in rows if row["name"] == "house-edge")
    assert Fraction(edge) == Fraction(3, 4) - Fraction(1, 4) * 4
    assert describe_wager(money)["stake"] == "5 USD"
    assert "paytable" not in describe_wager(money)


@pytest.mark.parametrize("missing", [(), ("nobody says it",)])
def test_a_wager_that_was_not_counted_has_a_row_all_the_same(missing):
    empty = WagerOdds("bonus", "main", Status.DEFERRED, {}, missing=missing)
    (row,) = read(empty)
    assert tell(row) == {
        "kind": "missing",
        "text": missing[0] if missing else "nothing was counted",
    }
    data = describe_wager(empty)
    assert ("missing" in data) is bool(missing)
    assert "house_edge" not in data


def test_plain_data_of_a_wager():
    data = describe_wager(ODDS)
    assert data["status"] == "certified-under-readings"
    assert data["missing"] == ["a rule is not expressed"]
    assert data["assumption"] == "the house way of another"
    assert data["counterfactual"] == ["joker"]
    assert data["rests_on"] == [
        {"parameter": "deck.joker", "standing": "stated", "value": "bug", "clause": "(1), line 2"},
        {
            "parameter": "deck.wheel",
            "standing": "silent",
            "value": "lowest",
            "clause": "not said",
            "confirmed_by_printed_figures": True,
        },
    ]
    assert data["outcomes"] == [
        {"outcome": "flush", "deals": 1, "net": "3"},
        {"outcome": "none", "deals": 7, "net": "-1"},
    ]
    assert data["house_edge"] == share("1/2", "50.0000")
    assert data["hit_rate"] == share("1/8", "12.5000")
    assert (data["variance"], data["standard_deviation"]) == ({"fraction": "7/4"}, "1.3229")
    assert data["copies"] == {"low": 17}
    first, second = data["envy"]
    assert first == {
        "other_players": 1,
        "stake": "5 USD",
        "money_per_other_player": {"fraction": "1/4", "decimal": "0.250000"},
        "house_edge": share("9/20", "45.0000"),
        "highest_edge": share("19/40", "47.5000"),
        "variance": {"fraction": "7/3"},
        "standard_deviation": "1.5275",
    }
    assert second == {
        "other_players": 2,
        "stake": None,
        "money_per_other_player": {"fraction": "1/3", "decimal": "0.333333"},
    }
    counted, refused = data["alternatives"]
    assert counted["readings"] == {"wheel": "second-highest"}
    assert counted["house_edge"] == share("3/8", "37.5000")
    assert [item["other_players"] for item in counted["envy"]] == [3]
    assert "not_priced" not in counted
    assert refused == {"readings": {"joker": "wild"}, "not_priced": "too many kinds", "envy": []}
    assert data["published"][0] == {
        "label": "with envy",
        "percent": "7.12",
        "computed": "7.1200",
        "fraction": "89/1250",
        "agrees": True,
        "rounding": "truncated",
    }
    assert data["published"][1]["agrees"] is False
    assert data["cap"] == {
        "cap": "5 USD",
        "binds_above": [{"outcome": "flush", "stake": "5/3"}],
        "stake": "7 USD",
        "house_edge": share("1/6", "16.6667"),
    }
    assert data["progressive"] == {
        "edge_without_meter": share("1/11", "9.0909"),
        "edge_per_unit_of_meter": {"fraction": "1/12"},
        "break_even_meter": "1.30",
        "seed": "1000 USD",
        "edge_at_seed": share("1/14", "7.1429"),
        "contribution": "1/50",
    }


def test_a_cap_and_a_meter_without_a_stake_or_a_seed():
    bare = WagerOdds(
        "bonus",
        "main",
        Status.CERTIFIED,
        {},
        (),
        1,
        (Outcome("none", 1, Pay(Fraction(-1))),),
        cap=CapOdds(STAKE, (), None, None),
        progressive=MeterOdds(None, None, Fraction(1, 11), Fraction(1, 12), Fraction(13, 10), None),
    )
    data = describe_wager(bare)
    assert data["cap"] == {"cap": "5 USD", "binds_above": []}
    assert set(data["progressive"]) == {
        "edge_without_meter",
        "edge_per_unit_of_meter",
        "break_even_meter",
    }

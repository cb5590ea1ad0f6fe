"""Odds as rows and as plain data, field by field, from figures made up so that each can be told apart."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from fractions import Fraction

import pytest

from certify.odds.describe import describe_wager
from certify.odds.lines import compute_cap
from certify.odds.price import Assumptions, price_lines
from certify.odds.result import (
    AlternativeOdds,
    CapOdds,
    CountedOutcome,
    EnvyOdds,
    MeterOdds,
    PrintedFigure,
    Resting,
    Status,
    WagerOdds,
)
from certify.odds.tidy import COLUMNS, format_priced, format_tidy, list_rows
from certify.render.numbers import percent
from certify.render.odds import format_odds, format_wager
from certify.render.words import Words
from certify.spec.compile import compile_rulebook
from certify.spec.model import Citation, Published
from certify.spec.values import Money, Pay
from tests.conftest import load

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
    (CountedOutcome("flush", 1, Pay(Fraction(3))), CountedOutcome("none", 7, Pay(Fraction(-1)))),
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
    details={
        "copies": {"low": 17},
        "costliest": [
            {
                "cards": "As",
                "cost": "1/19",
                "house_way_low": "3h",
                "best_low": "As",
                "hands_of_the_kind": 1234,
            }
        ],
    },
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
            "exact-under-readings",
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
        {**envy, "name": "least-money-per-other-player", "fraction": "1/8"},
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
        Status.EXACT,
        {},
        (),
        4,
        (
            CountedOutcome("flush", 1, Pay(money=Fraction(20))),
            CountedOutcome("none", 3, Pay(Fraction(-1))),
        ),
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
    assert (data["wager"], data["paytable"]) == ("bonus", "main")
    assert data["status"] == "exact-under-readings"
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
        "least_money_per_other_player": {"fraction": "1/8", "decimal": "0.125000"},
        "house_edge": share("9/20", "45.0000"),
        "highest_edge": share("19/40", "47.5000"),
        "variance": {"fraction": "7/3"},
        "standard_deviation": "1.5275",
    }
    assert second == {
        "other_players": 2,
        "stake": None,
        "money_per_other_player": {"fraction": "1/3", "decimal": "0.333333"},
        "house_edge": None,
    }
    counted, refused = data["alternatives"]
    assert counted["readings"] == {"wheel": "second-highest"}
    assert counted["house_edge"] == share("3/8", "37.5000")
    assert [item["other_players"] for item in counted["envy"]] == [3]
    assert "not_priced" not in counted
    assert refused == {
        "readings": {"joker": "wild"},
        "house_edge": None,
        "not_priced": "too many kinds",
        "envy": [],
    }
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
        Status.EXACT,
        {},
        (),
        1,
        (CountedOutcome("none", 1, Pay(Fraction(-1))),),
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


def test_a_cap_without_an_edge_has_no_stake():
    """Where a pay is a fixed sum no edge under the cap is known, whatever stake is asked for."""
    terms = compile_rulebook(load("mbs")).wagers["fortune-bonus"]
    cap = terms.put(terms.cap, STAKE)
    times, fixed = (
        CountedOutcome("flush", 1, Pay(Fraction(3))),
        CountedOutcome("quads", 1, Pay(money=5)),
    )
    assert compute_cap(cap, (times,), STAKE).stake == STAKE
    assert compute_cap(cap, (times, fixed), STAKE).stake is None


def test_every_row_has_every_column():
    for row in list_rows([("somewhere", (ODDS,))]):
        assert tuple(row) == COLUMNS
        assert all(isinstance(value, str) for value in row.values())


@pytest.mark.parametrize("others", [0, 2])
def test_the_rows_of_a_bare_paytable(others):
    more = {"stake": "5", "others": others} if others else {}
    priced = price_lines("quads=25 flush=4", Assumptions(envy="quads=5"), **more)
    rows = list(csv.DictReader(io.StringIO(format_priced(priced))))
    own = [tell(row) for row in rows]
    with_envy = [row for row in own if row.get("name") == "house-edge-with-envy"]
    edge = priced.house_edge
    expected = {"kind": "figure", "name": "house-edge-with-envy", "other_players": "2"} | {
        "stake": str(priced.stake),
        **share(str(edge), f"{float(100 * edge):.4f}"),
    }
    assert with_envy == ([expected] if others else [])
    for item in priced.assumed:
        row = {"kind": "assumed", "name": item.parameter, "net": item.value, "text": item.because}
        assert {key: value for key, value in row.items() if value} in own
    assert priced.echoes
    assert [row["text"] for row in own if row["kind"] == "read-as"] == list(priced.echoes)
    for row in rows:
        assert (row["jurisdiction"], row["wager"], row["status"]) == (
            priced.game.id,
            priced.odds.wager,
            "priced",
        )


def lay(odds, **more):
    """The text of a wager with every run of blanks as one, and no rules between head and rows."""
    told = (" ".join(line.split()) for line in format_wager(Words(load("mbs")), odds, **more))
    return [line for line in told if not line.startswith("---")]


def test_the_text_of_a_wager():
    assert lay(ODDS) == [
        "Bonus (bonus)",
        "figure: exact under readings",
        "missing: a rule is not expressed",
        "interpretations and assumptions used:",
        "- A-2-3-4-5 is the lowest straight (not addressed, confirmed by the printed figures)",
        "assumption: the house way of another",
        "not stated by the document: Joker",
        "",
        "outcome combinations 1 in pays (to 1) return",
        "flush 1 8.00 3 37.5000%",
        "no payout 7 1.14 −1 −87.5000%",
        "",
        "of 8 combinations",
        "house edge 50.0000% = 1/2",
        "hit frequency 12.5000% = 1/8",
        "variance 1.7500",
        "standard deviation 1.3229",
        "without the meter 9.0909%, break-even at a meter of 1.30",
        "copies: low 17",
        "As: low 3h by the house way, As is better by 5.2632% (1,234 hands of this kind)",
        "",
        "with Envy Bonus at a wager of 5 USD",
        "other players money per other player house edge standard deviation",
        "1 0.125000 to 0.250000 45.0000% to 47.5000% 1.5275",
        "2 0.333333 none none",
        "",
        "maximum payout of 5 USD: limits “flush” at wagers above 5/3 USD",
        "at a wager of 7 USD: house edge 16.6667%",
        "",
        "other interpretations, one at a time",
        "- Rank of A-2-3-4-5: the second-highest straight (wheel=second-highest)",
        "house edge 37.5000%; with Envy Bonus, 2 other players 22.2222%",
        "- Joker: any card (joker=wild)",
        "house edge not calculated",
        "",
        "house edges printed in the document",
        "figure printed calculated result",
        "with envy 7.12% 7.1200% matches, truncated",
        "with envy 7.12% 50.0000% differs",
    ]
    told = lay(ODDS, resting=False)
    assert not any(line.startswith("interpretations") for line in told)


def test_what_is_empty_is_not_told():
    bare = WagerOdds(
        "standard",
        None,
        Status.EXACT,
        {},
        (Resting("deck.joker", "stated", "bug", "(1), line 2"),),
        4,
        (
            CountedOutcome("win", 1, Pay(Fraction(3))),
            CountedOutcome("push", 3, Pay()),
            CountedOutcome("lose", 0, Pay(Fraction(-1))),
        ),
        cap=CapOdds(STAKE, (), None, None),
        details={"departing_hands": 1234, "note": "as it is", "deep": {"in": {"no": 1}, "a": "b"}},
    )
    assert lay(bare) == [
        "Standard wager (standard)",
        "figure: exact",
        "",
        "outcome combinations 1 in pays (to 1) return",
        "the player wins 1 4.00 3 75.0000%",
        "push 3 1.33 push 0.0000%",
        "the Dealer wins 0 never −1 0.0000%",
        "",
        "of 4 combinations",
        "house edge −75.0000% = −3/4",
        "the player has the advantage",
        "hit frequency 25.0000% = 1/4",
        "variance 1.6875",
        "standard deviation 1.2990",
        "departing hands: 1,234",
        "note: as it is",
        "deep: a b",
    ]
    empty = WagerOdds("bonus", "main", Status.DEFERRED, {}, missing=("nobody says it",))
    assert lay(empty) == ["Bonus (bonus)", "figure: deferred", "missing: nobody says it"]


def envy(others, edge, stake=STAKE):
    return EnvyOdds(others, stake, Fraction(1, 4), edge)


@pytest.mark.parametrize(
    ("own", "other", "own_envy", "other_envy", "warned"),
    [
        ("1/8", "1/4", "1/9", "1/9", False),
        ("1/8", "0", "1/9", "1/9", False),
        ("1/8", "-1/100", "1/9", "1/9", True),
        ("1/8", "1/4", "-1/9", "1/9", True),
        ("1/8", "1/4", "1/9", "-1/9", True),
        ("1/8", "1/4", "0", None, False),
        ("1/8", "1/4", None, "-1/9", True),
    ],
)
def test_a_reading_that_gives_the_player_the_advantage_is_warned_of(
    own, other, own_envy, other_envy, warned
):
    """With envy or without, and nought is no advantage."""
    lost = (1 + Fraction(own)) / 2
    odds = WagerOdds(
        "bonus",
        "main",
        Status.EXACT,
        {},
        (),
        1000,
        (
            CountedOutcome("win", int(1000 * (1 - lost)), Pay(Fraction(1))),
            CountedOutcome("lose", 1000 - int(1000 * (1 - lost)), Pay(Fraction(-1))),
        ),
        envy=tuple(envy(1, Fraction(edge)) for edge in [own_envy] if edge),
        alternatives=(
            AlternativeOdds(
                {"a": "b"},
                Fraction(other),
                tuple(envy(1, Fraction(edge)) for edge in [other_envy] if edge),
            ),
        ),
    )
    told = lay(odds)
    assert ("under an interpretation, the player has the advantage" in told) is warned
    edges = f"house edge {percent(Fraction(other))}"
    head = "; with Envy Bonus" + (", 1 other player" if own_envy else "")
    envied = f"{head} {percent(Fraction(other_envy))}" if other_envy else ""
    assert f"{edges}{envied}" in told


def test_envy_without_a_stake_is_told_in_money():
    odds = replace(
        ODDS,
        envy=(envy(1, None, None), envy(2, None, None)),
        alternatives=(AlternativeOdds({"a": "b"}, None, (envy(2, None, None),)),),
    )
    told = lay(odds)
    assert (
        "Envy Bonus in money (no minimum qualifying wager; add --stake for the house edge)" in told
    )
    place = told.index("other players money per other player")
    assert told[place + 1 : place + 3] == ["1 0.250000", "2 0.250000"]
    assert told[told.index("- a: b (a=b)") + 1] == "house edge not calculated"


def test_the_largest_loss_is_told_with_its_deal():
    loss = {
        "maximum_stake": "100 USD",
        "loss": "5000 USD",
        "pays": "4900 USD",
        "envy": "100 USD",
        "players": [{"cards": "As Ks", "hand": "royal-match"}],
        "bank": "2c 3c",
    }
    told = lay(replace(ODDS, details={"largest_loss": loss}))
    place = told.index(
        "maximum loss in one round at a wager of 100 USD: 5,000 USD "
        "(4,900 USD on the bonus, 100 USD Envy Bonus)"
    )
    assert told[place - 1 : place + 3 : 2] == ["", "As Ks royal match"]
    assert told[place + 2] == "2c 3c banker"


def test_money_that_is_no_whole_cents_is_told_with_its_fraction():
    meter = replace(ODDS.progressive, break_even=Fraction(10, 3))
    assert "without the meter 9.0909%, break-even at a meter of 3.33 (10/3)" in lay(
        replace(ODDS, progressive=meter)
    )
    fixed = replace(
        ODDS, stake=STAKE, outcomes=(CountedOutcome("flush", 8, Pay(money=Fraction(20))),)
    )
    assert "wager amount 5 USD" in lay(fixed)


def test_a_jurisdiction_is_told_with_its_name_and_edition():
    spec = load("mbs")
    lines = format_odds(spec, [ODDS, ODDS]).splitlines()
    assert lines[0] == f"{spec.name} (mbs), revision {spec.edition}"
    assert lines[1] == ""
    assert [line for line in lines if line.startswith("Bonus")] == ["Bonus (bonus)"] * 2
    assert lines[-2:] == ["", "Percentages are rounded half up; fractions are exact."]
    inner = [line for line in lines if line.startswith("  ")]
    assert "  with Envy Bonus at a wager of 5 USD" in inner
    assert not any(line.strip() == "" and line for line in lines)

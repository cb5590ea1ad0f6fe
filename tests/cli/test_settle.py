"""certify settle and certify play as people call them."""

from __future__ import annotations

import copy
import json
import sys

import pytest

from certify.cli.main import main

ROUND = {
    "paytable": "main",
    "bank": {"kind": "house", "cards": "Ks Kh 9d 8c 4s 3d 2h", "stake": None},
    "action_seat": 1,
    "events": [],
    "players": [
        {
            "seat": 1,
            "cards": "As Ah 10d 9c 5s 4d 3h",
            "low": "10d 9c",
            "wagers": {"standard": "10", "fortune-bonus": "5"},
        }
    ],
}


@pytest.fixture
def run(monkeypatch, capsys):
    """Run the program; gives exit code, standard output and error output."""

    def call(*arguments):
        monkeypatch.setattr(sys, "argv", ["certify", *(str(item) for item in arguments)])
        code = 0
        try:
            main()
        except SystemExit as leave:
            code = leave.code
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


@pytest.fixture
def write(tmp_path):
    def call(data):
        path = tmp_path / "round.json"
        path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
        return path

    return call


def test_settle_prints_the_form_of_the_design(run, write):
    code, out, err = run("settle", "mbs", write(ROUND), "--json")
    assert (code, err) == (0, "")
    result = json.loads(out)
    assert list(result) == ["seats", "commission", "bank"]
    (seat,) = result["seats"]
    # The bank's pair of kings goes high with 4 3 2 and its low is 9 8; the player beats both.
    assert (seat["seat"], seat["low"], seat["high"], seat["net"]) == (
        1,
        "10d 9c",
        "As Ah 5s 4d 3h",
        "4.50",
    )
    assert [(line["wager"], line["result"], line["amount"]) for line in seat["lines"]] == [
        ("standard", "win", "9.50"),
        ("fortune-bonus", "lose", "-5"),
    ]
    assert all(line["clause"] and line["standing"] == "stated" for line in seat["lines"])
    assert result["commission"] == "0.50"
    assert result["bank"] == {"low": "9d 8c", "high": "Ks Kh 4s 3d 2h", "net": "-5"}


def test_settle_tells_people_why(run, write):
    code, out, _ = run("settle", "mbs", write(ROUND))
    assert code == 0
    for words in (
        "mbs, fortune-bonus paytable main",
        "low 10d 9c, high As Ah 5s 4d 3h",
        "low wins (10d 9c against 9d 8c), high wins (As Ah 5s 4d 3h against Ks Kh 4s 3d 2h",
        "3.12",
        "no payout",
        "net +4.50 SGD",
        "bank net -5 SGD",
        "set by the house way: one pair",
    ):
        assert words in out


def test_settle_marks_readings(run, write):
    code, out, _ = run("settle", "mbs", write(ROUND), "--reading", "commission=1/10")
    assert code == 0
    assert "reading commission=1/10 (counterfactual)" in out
    assert "counterfactual]" in out
    code, out, _ = run("settle", "mbs", write(ROUND), "--reading", "commission@main=1/10", "--json")
    assert json.loads(out)["seats"][0]["lines"][0]["amount"] == "9"
    assert json.loads(out)["readings"] == {"commission@main": "1/10"}


def change(field, value):
    data = copy.deepcopy(ROUND)
    target = data["players"][0] if field not in {"paytable"} else data
    if field.startswith("wagers."):
        target["wagers"][field.removeprefix("wagers.")] = value
    else:
        target[field] = value
    return data


def seat_twice():
    data = copy.deepcopy(ROUND)
    data["players"].append({**data["players"][0], "cards": "Ad Ac Qd Qc 6s 6d 2c", "low": "6s 6d"})
    return data


def overlap():
    data = copy.deepcopy(ROUND)
    data["players"].append({**data["players"][0], "seat": 2})
    return data


def crowd():
    data = copy.deepcopy(ROUND)
    data["players"] = [{**data["players"][0], "seat": seat} for seat in range(1, 8)]
    return data


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (change("cards", "As Ah 10d 9c 5s 4d 3h 2c"), "players[0].cards: 8 cards given"),
        (change("cards", "As As 10d 9c 5s 4d 3h"), "players[0].cards: duplicate card: As"),
        (change("cards", "1s Ah 10d 9c 5s 4d 3h"), "players[0].cards: '1s' is not a card"),
        (change("low", "Qd Qc"), "players[0].low: Qd is not among the seven cards"),
        (change("wagers.standard", "0"), "players[0].wagers.standard: "),
        (change("wagers.standard", "-10"), "players[0].wagers.standard: "),
        (change("wagers.standard", "ten"), "players[0].wagers.standard: "),
        (change("wagers.lucky", "5"), "players[0].wagers.lucky: "),
        (change("wagers.ace-high", "5"), "players[0].wagers.ace-high: mbs does not offer"),
        (change("paytable", "FPG-99"), "paytable: mbs has no paytable 'FPG-99'"),
        (seat_twice(), "players[1].seat: seat 1 is taken"),
        (overlap(), "players[1].cards: duplicate card As, also in players[0].cards"),
        (crowd(), "players: 7 players and the bank need 56 cards"),
        ("{broken", "round.json:1:2: this is not JSON"),
        ('{"a": 1, "a": 2}', "round.json: duplicate key 'a'"),
        ("[]", "the round: "),
    ],
)
def test_settle_refuses_bad_rounds(run, write, data, message):
    for options in ((), ("--json",)):
        code, out, err = run("settle", "mbs", write(data), *options)
        assert (code, out) == (2, "")
        assert message in err
        assert "Traceback" not in err


def test_settle_says_what_it_cannot_read(run, tmp_path):
    code, out, err = run("settle", "mbs", tmp_path / "none.json")
    assert (code, out) == (2, "")
    assert "none.json: file not found" in err
    code, out, err = run("settle", "atlantis", tmp_path / "none.json")
    assert (code, out) == (2, "")
    assert "no jurisdiction 'atlantis'" in err
    huge = tmp_path / "huge.json"
    huge.write_bytes(b" " * (1 << 21))
    assert run("settle", "mbs", huge)[0] == 2


def test_a_round_is_settled_under_every_other_value_that_changes_it(run, write):
    """California states 25 and 5 USD as the minimum wager for the Envy Bonus; 10 USD is between them."""

    def list_alternatives(stake):
        wagers = {"standard": "10", "fortune-bonus": stake}
        four = {"seat": 1, "cards": "As Ah Ad Ac 5s 4d 3h", "low": "5s 4d", "wagers": wagers}
        other = {"seat": 2, "cards": "Qs Jh 10d 7c 6s 4c 2d", "low": "Jh 10d", "wagers": wagers}
        bank = {"cards": "Ks Kh 9d 8c 4s 3d 2h", "low": "9d 8c"}
        data = {"paytable": "FPG-06", "bank": bank, "players": [four, other]}
        code, out, _ = run("settle", "california-bgc", write(data), "--alternatives", "--json")
        assert code == 0
        settled = json.loads(out)
        return settled, [item for item in settled["alternatives"] if item["supported"]]

    settled, (item,) = list_alternatives("10")
    assert item["readings"] == {"envy-minimum": "5 USD"}
    # four of a kind gives an Envy Bonus of 6 USD at the second seat
    assert [seat["net"] for seat in settled["seats"]] == ["250", "-10"]
    assert [seat["net"] for seat in item["seats"]] == ["250", "-4"]
    assert (settled["bank"]["net"], item["bank"]["net"]) == ("-240", "-246")
    # with 25 USD the minimum no longer matters; whether an own hand counts does
    (item,) = list_alternatives("25")[1]
    assert item["readings"] == {"fortune-bonus.envy.own_hand": "counts"}


def test_what_an_assumed_house_way_brings_with_it_is_stated(run, write):
    """South Dakota leaves equal hands to other texts; MBS, whose house way sets such hands, allows them."""
    seat = {"seat": 1, "cards": "As Ah 10d 9c 5s 4d 3h", "wagers": {"standard": "10"}}
    data = {"paytable": "1", "bank": {"cards": "Ks Kh 9d 8c 4s 3d 2h"}, "players": [seat]}
    for lender, expected in (("mbs", "allowed"), (None, None)):
        seat["low"] = None if lender else "10d 9c"
        data["bank"]["low"] = None if lender else "9d 8c"
        more = ("--assume-house-way", lender) if lender else ()
        code, out, _ = run("settle", "south-dakota", write(data), *more, "--json")
        values = json.loads(out).get("assumed_values", {}) if code == 0 else {}
        assert values.get("setting.equal_high_and_low") == expected


def test_settle_without_a_house_way(run, write):
    data = copy.deepcopy(ROUND)
    del data["players"][0]["low"]
    code, out, err = run("settle", "pennsylvania", write(data))
    assert (code, out) == (2, "")
    assert "the document does not contain it" in err
    assert "--assume-house-way" in err
    code, out, _ = run("settle", "pennsylvania", write(data), "--assume-house-way", "mbs", "--json")
    result = json.loads(out)
    assert (code, result["assumed_house_way"]) == (0, "mbs")
    line = result["seats"][0]["lines"][0]
    assert line["standing"] == "deferred"
    assert "house way of mbs, assumed" in line["clause"]
    code, out, err = run("settle", "mbs", write(data), "--assume-house-way", "designated-player")
    assert (code, out) == (2, "")
    assert "has a house way of its own" in err
    code, _, err = run("settle", "pennsylvania", write(data), "--assume-house-way", "south-dakota")
    assert code == 2
    assert "south-dakota has no house way" in err


def test_play_is_the_same_every_time_and_settles_the_same(run, write):
    code, out, err = run("play", "mbs", "--seed", 7, "--rounds", 5, "--players", 3, "--json")
    assert (code, err) == (0, "")
    assert run("play", "mbs", "--seed", 7, "--rounds", 5, "--players", 3, "--json")[1] == out
    played = json.loads(out)
    assert (played["jurisdiction"], played["seed"], len(played["rounds"])) == ("mbs", 7, 5)
    for item in played["rounds"]:
        code, settled, _ = run("settle", "mbs", write(item["round"]), "--json")
        assert code == 0
        assert json.loads(settled) == item["settlement"]
    assert run("play", "mbs", "--seed", 8, "--rounds", 5, "--players", 3, "--json")[1] != out
    longer = json.loads(run("play", "mbs", "--seed", 7, "--rounds", 6, "--players", 3, "--json")[1])
    assert longer["rounds"][:5] == played["rounds"]


def test_play_tells_cards_settings_and_reasons(run):
    code, out, _ = run("play", "designated-player", "--seed", 1, "--rounds", 2, "--players", 2)
    assert code == 0
    for words in (
        "round 1, seed 1",
        "round 2, seed 1",
        "bank sets",
        "seat 2 sets",
        "set by the house way",
        "wagers standard 10, fortune-bonus 5, ace-high 5",
        "bank net",
    ):
        assert words in out


def test_play_stops_where_no_house_way_is_given(run, write):
    code, out, err = run("play", "pennsylvania", "--seed", 1, "--rounds", 1)
    assert (code, out) == (2, "")
    assert "pennsylvania does not contain the house way" in err
    code, out, _ = run(
        "play", "pennsylvania", "--seed", 1, "--rounds", 3, "--assume-house-way", "mbs", "--json"
    )
    assert code == 0
    played = json.loads(out)
    assert played["assumed_house_way"] == "mbs"
    for item in played["rounds"]:  # the printed round holds every low hand, so it needs no option
        settled = json.loads(run("settle", "pennsylvania", write(item["round"]), "--json")[1])
        assert settled == item["settlement"]
    _, out, _ = run("play", "pennsylvania", "--seed", 1, "--rounds", 1, "--assume-house-way", "mbs")
    assert "the house way of mbs" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--rounds", 1), "--seed"),
        (("--seed", 1), "--rounds"),
        (("--seed", -1, "--rounds", 1), "--seed"),
        (("--seed", 1, "--rounds", 0), "--rounds"),
        (("--seed", 1, "--rounds", 1, "--players", 7), "--players: 7 is more"),
        (("--seed", 1, "--rounds", 1, "--paytable", "x"), "no paytable 'x'"),
        (("--seed", 1, "--rounds", 1, "--reading", "joker=none"), "joker cannot be 'none'"),
    ],
)
def test_play_refuses_bad_usage(run, arguments, message):
    code, out, err = run("play", "mbs", *arguments)
    assert (code, out) == (2, "")
    assert message in err

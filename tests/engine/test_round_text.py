"""Rounds typed as text are the rounds of JSON."""

from __future__ import annotations

import json

import pytest

from certify.base.errors import CertifyError
from certify.engine.round import format_round, parse_round, parse_text
from tests.cli.calls import call

TEXT = """
# a dispute at table 4
paytable FPG-01
bank player-dealer: Ks Kh 9d 8c 4s 3d 2h | 9d 8c; covers 500
seat 1: As Ah 10d 9c 5s 4d 3h | 10d 9c; standard 10, fortune-bonus 5.50   # the claimant
Seat 3: 7s7h7d7c2s3c4c; standard $10; surrender
action seat 3
event exposed-cards
"""
DATA = {
    "paytable": "FPG-01",
    "bank": {
        "kind": "player-dealer",
        "cards": "Ks Kh 9d 8c 4s 3d 2h",
        "low": "9d 8c",
        "stake": "500",
    },
    "players": [
        {
            "seat": 1,
            "cards": "As Ah 10d 9c 5s 4d 3h",
            "low": "10d 9c",
            "wagers": {"standard": "10", "fortune-bonus": "5.50"},
        },
        {
            "seat": 3,
            "cards": "7s7h7d7c2s3c4c",
            "wagers": {"standard": "$10"},
            "surrender": True,
        },
    ],
    "action_seat": 3,
    "events": ["exposed-cards"],
}


def test_text_gives_the_data_of_the_same_round_in_json():
    assert parse_text(TEXT, "round") == DATA


def test_paytables_by_wager():
    text = "paytable fortune-bonus=1, ace-high = main"
    assert parse_text(text, "round")["paytable"] == {"fortune-bonus": "1", "ace-high": "main"}


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("seat one: As Ah; standard 10", 1),
        ("bank: Ks Kh\nbank: Qs Qh", 2),
        ("paytable 1\n\npaytable 2", 3),
        ("seat 1: As; standard", 1),
        ("seat 1: As; standard 10 20", 1),
        ("seat 1: As; standard 10, standard 5", 1),
        ("bank: As; pays 5", 1),
        ("the dealer has aces", 1),
    ],
)
def test_a_line_that_is_no_entry_is_refused_at_its_number(line, number):
    with pytest.raises(CertifyError) as raised:
        parse_text(line, "round")
    assert str(raised.value).startswith(f"round:{number}: ")


@pytest.mark.parametrize("stake", [10, "10", "$10", "10.00"])
def test_an_amount_is_a_number_or_text(stake):
    data = {**DATA, "players": [{**DATA["players"][0], "wagers": {"standard": stake}}]}
    assert parse_round(data).players[0].wagers == {"standard": 10}


@pytest.mark.parametrize("stake", [0, -1, 10.0, True, "0", "$0", "€10", "10 USD", "1e3", ""])
def test_other_amounts_are_refused(stake):
    data = {**DATA, "players": [{**DATA["players"][0], "wagers": {"standard": stake}}]}
    with pytest.raises(CertifyError):
        parse_round(data)


def test_settle_reads_both_forms_alike(tmp_path):
    (tmp_path / "round.txt").write_text(
        "bank: Ks Kh 9d 8c 4s 3d 2h\nseat 1: As Ah 10d 9c 5s 4d 3h; standard 10\n"
    )
    data = parse_text((tmp_path / "round.txt").read_text(), "round")
    (tmp_path / "round.json").write_text(json.dumps(format_round(parse_round(data))))
    text, as_json = (
        call("settle", "mbs", str(tmp_path / name), "--json")
        for name in ("round.txt", "round.json")
    )
    assert text.code == as_json.code == 0
    assert json.loads(text.out) == json.loads(as_json.out)


def test_a_mistyped_wager_is_suggested(tmp_path):
    path = tmp_path / "round.txt"
    path.write_text("bank: Ks Kh 9d 8c 4s 3d 2h\nseat 1: As Ah 10d 9c 5s 4d 3h; fortune-bonu 10\n")
    done = call("settle", "mbs", str(path))
    assert done.code == 2
    assert "fortune-bonus?" in done.err


@pytest.mark.parametrize("joker", ["Joker", "JK", "jk", "@"])
def test_the_joker_has_several_spellings(joker):
    data = parse_text(TEXT.replace("As Ah", f"{joker} Ah"), "round")
    assert format_round(parse_round(data))["players"][0]["cards"].startswith("Joker Ah")

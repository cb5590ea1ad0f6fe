"""certify house-way and certify set: what they print, what they write, and their exit codes."""

import csv
import json
from math import comb
from pathlib import Path

import pytest

from certify.cli.main import program
from certify.spec.validate import load_jurisdiction
from tests.house_ways import MADE_UP, build_spec

CARDS = "8c 8h 6s 6h Qc 9d 7s"


@pytest.fixture
def run(capsys):
    def call(*arguments):
        code = program(list(arguments), standalone_mode=False)
        return code or 0, capsys.readouterr().out

    return call


@pytest.fixture
def spec(tmp_path):
    def write(name, change=None):
        path = tmp_path / f"{name}.yaml"
        path.write_text(build_spec(name, change), encoding="utf-8")
        return str(path)

    return write


# set


@pytest.mark.parametrize(
    "cards",
    [
        [CARDS],
        CARDS.split(),
        [CARDS.replace(" ", "")],
        [CARDS.upper().replace(" ", "")],
        [CARDS.replace(" ", ",")],
        ["8♣8♥", "6s6H", "qc 9d", "7S"],
    ],
)
def test_set_reads_cards_in_any_usual_form(run, cards):
    code, out = run("set", "mbs", *cards, "--json")
    assert code == 0
    assert json.loads(out) == {
        "low": "6s 6h",
        "high": "Qc 9d 8h 8c 7s",
        "rule": "low and medium pair",
        "clause": "Appendix A 2",
        "lines": "737-754",
        "standing": "stated",
    }


def test_set_reads_tens_and_the_joker_run_together(run):
    code, out = run("set", "mbs", "10cTd@As2h3h4h", "--json")
    assert code == 0
    told = json.loads(out)
    laid = {*told["low"].split(), *told["high"].split()}
    assert laid == {"10c", "10d", "Joker", "As", "2h", "3h", "4h"}


def test_set_tells_why_each_rule_before_was_passed_over(run):
    code, out = run("set", "mbs", CARDS, "--why", "--json")
    assert code == 0
    passed = {item["rule"]: item["because"] for item in json.loads(out)["passed"]}
    assert passed["no pair"] == "shape: no-pair is asked, and the hand is two-pair"
    assert passed["two low pairs"] == "pairs: 2-6, 2-6 is asked, and the hand shows 8, 6"
    assert passed["low and medium pair, king or better to play low"] == (
        "highest_single: K-A is asked, and the hand shows Q, 9, 7"
    )
    assert "house-way-joker=completes" in passed["joker apart, no pair, complete hand"]
    assert "low and medium pair" not in passed
    assert "rules that do not apply" in run("set", "mbs", CARDS, "--why")[1]


def test_set_tells_what_the_low_hand_lacked(run, spec):
    code, out = run("set", spec("harbour"), "9h 8h 7h 6h 5h 3s 2d", "--why", "--json")
    told = json.loads(out)
    assert (code, told["rule"]) == (0, "straight flush kept")
    passed = {item["rule"]: item["because"] for item in told["passed"]}
    assert passed["straight flush broken"] == (
        "provided: two ranks holding J-A, or a pair is asked, and the low hand would be 3s 2d"
    )
    assert passed["royal flush kept"].startswith("holds: royal-flush is asked")


def test_set_borrows_a_house_way_only_where_there_is_none(run):
    code, out = run("set", "south-dakota", CARDS, "--assume-house-way", "mbs", "--json")
    assert (code, json.loads(out)["assumed_house_way"]) == (0, "mbs")
    with pytest.raises(Exception, match="has a house way of its own"):
        run("set", "mbs", CARDS, "--assume-house-way", "designated-player")
    with pytest.raises(Exception, match="contains no house way"):
        run("set", "south-dakota", CARDS)


def test_a_reading_of_a_document_s_own_can_be_chosen(run, spec):
    cards = "Joker Ac 6d 4h 3s 2s 2h"
    path = spec("meadow")
    assert json.loads(run("set", path, cards, "--json")[1])["rule"] == "two pairs"
    chosen = ("--reading", "house-way-meadow-joker=kept-apart")
    assert json.loads(run("set", path, cards, *chosen, "--json")[1])["rule"] == (
        "joker apart beside a pair"
    )
    with pytest.raises(Exception, match="cannot be 'ace'; write one-more-ace or kept-apart"):
        run("set", path, cards, "--reading", "house-way-meadow-joker=ace")
    with pytest.raises(Exception, match="unknown reading 'house-way-meadow-joker'"):
        run("set", "mbs", cards, *chosen)


# house-way


@pytest.mark.parametrize("name", MADE_UP)
def test_a_made_up_house_way_is_a_valid_file(spec, name):
    house_way = load_jurisdiction(Path(spec(name))).house_way
    assert house_way["tie_break"]
    assert len(house_way.get("unexpressed", ())) == (name == "meadow")


def test_a_rule_that_is_not_expressed_is_told(run, spec):
    code, out = run("house-way", spec("meadow"))
    assert code == 0
    assert "VERIFIED EXCEPT for 1 rule not expressed" in out
    assert "asks a supervisor (9, line 60), because ranks cannot express doubt" in out
    data = json.loads(run("house-way", spec("meadow"), "--json")[1])
    assert (data["verdict"], data["holds"]) == ("proved-except", True)
    assert data["unexpressed"][0]["lines"] == "60"
    assert (data["rules_in_force"], data["rules_written"]) == (18, 19)


@pytest.mark.parametrize(
    ("name", "cards"), [pytest.param("orchard", 53, marks=pytest.mark.slow), ("quarry", 52)]
)
def test_the_export_holds_every_hand_of_the_deck(run, spec, tmp_path, name, cards):
    target = tmp_path / "table.csv"
    code, out = run("house-way", spec(name), "--export", str(target))
    assert code == 0
    assert f"hands of {cards} cards" in out
    with target.open(encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert list(rows[0]) == ["cards", "low", "rule", "weight"]
    assert sum(int(row["weight"]) for row in rows) == comb(cards, 7)
    assert any("Joker" in row["cards"] for row in rows) == (cards == 53)


def test_hands_without_a_rule_are_told_by_shape(run, spec):
    def drop(data):
        rules = data["house_way"]["rules"]
        rules.remove(next(rule for rule in rules if rule["rule"] == "three pairs"))

    code, out = run("house-way", spec("quarry", drop))
    assert code == 1
    three_pairs = comb(13, 3) * 6**3 * 10 * 4
    assert f"set by no rule: {three_pairs:,} hands" in out
    assert f"  three-pair: {three_pairs:,} hands, for example" in out
    assert out.rstrip().endswith("NOT VERIFIED")


def test_where_equal_is_foul_the_fouls_are_counted(run, spec):
    def forbid(data):
        stated = {"value": "foul", "at": "(1) L5"}
        data["setting"]["equal_high_and_low"] = stated

    code, out = run("house-way", spec("quarry", forbid), "--json")
    data = json.loads(out)
    # tens to aces split before three of twelve other ranks
    assert data["fouls"]["hands"] == data["equal"]["hands"] == 5 * comb(12, 3) * 64
    assert (code, data["verdict"], data["equal_is_foul"]) == (1, "not-proved", True)

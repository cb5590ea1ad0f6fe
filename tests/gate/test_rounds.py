"""Rounds of the engine in a certificate: kept for every wager, believed while they can be true."""

import json
from fractions import Fraction

import pytest

from certify.odds.simulated import list_impossible
from tests.gate.edits import edit_certificate
from tests.gate.tree import ACCEPT, gate, plant

DEALS = 10
FIGURES = [
    {"wager": "bonus", "paytable": "1", "outcomes": [["a", 1, "3"], ["none", 9, "-1"]], "envy": []},
    {"wager": "other", "outcomes": [["a", 1, "1/2"], ["none", 9, "-1"]], "envy": [[1, "1/20"]]},
    {"wager": "standard", "status": "deferred"},
]
BONUS = {"wager": "bonus", "paytable": "1", "rounds": [["-1", 8], ["3", 2]]}
OTHER = {"wager": "other", "rounds": [["-1", 9], ["1/2", 1]]}
ENVY = {"wager": "other", "envy": True, "rounds": [["0", 9], ["40", 1]]}


@pytest.fixture
def tree(tmp_path):
    return plant(tmp_path)


def read(tree):
    path = tree / "jurisdictions" / "one.certificate.json"
    return json.loads(path.read_text(encoding="utf-8"))


def move_a_round(data):
    """One round fewer of the first amount of a tally, one more of the second: all sums stay."""
    rounds = next(item["rounds"] for item in data["simulation"]["money"] if len(item["rounds"]) > 1)
    rounds[0][1] -= 1
    rounds[1][1] += 1


def test_a_certificate_keeps_a_tally_for_each_wager_that_is_offered(tree):
    data = read(tree)
    dealt = [item["wager"] for item in data["simulation"]["money"] if "envy" not in item]
    assert dealt
    assert len(set(dealt)) == len(dealt)
    assert set(dealt) <= {item["wager"] for item in data["wagers"] if "outcomes" in item}
    for item in data["simulation"]["money"]:
        assert sum(times for _, times in item["rounds"]) == data["simulation"]["deals"]
    assert list(list_impossible(data["simulation"], data["wagers"])) == []


def test_rounds_are_taken_from_the_certificate_and_said_to_be(tree):
    done = gate(tree)
    assert done.code == 0, done.out
    assert "rounds of the engine were taken from the certificate" in done.out


def test_forged_rounds_are_found_when_all_is_computed_anew(tree):
    honest = read(tree)["simulation"]
    edit_certificate(move_a_round)(tree)
    done = gate(tree, "--full")
    assert done.code == 1
    assert "the simulated rounds of the engine are not as certified: " in done.out
    accepted = gate(tree, *ACCEPT)
    assert accepted.code == 0, accepted.out
    assert read(tree)["simulation"] == honest


def test_a_certificate_without_rounds_is_out_of_date_and_says_so(tree):
    edit_certificate(lambda data: data.pop("simulation"))(tree)
    done = gate(tree)
    assert done.code == 1
    assert (
        "it is out of date: it keeps no simulated rounds of the engine; accept it anew" in done.out
    )
    assert gate(tree, *ACCEPT).code == 0
    assert gate(tree).code == 0


@pytest.mark.parametrize(
    ("alter", "told"),
    [
        (lambda money: money.pop(0), "are not those of its wagers"),
        (lambda money: money.append(money[0]), "a tally stands twice"),
        (lambda money: money[0]["rounds"][0].__setitem__(1, 1), "are not those that were dealt"),
    ],
)
def test_rounds_that_cannot_be_true_are_refused(tree, alter, told):
    edit_certificate(lambda data: alter(data["simulation"]["money"]))(tree)
    done = gate(tree)
    assert done.code == 1
    assert told in done.out


@pytest.mark.parametrize(
    ("money", "told"),
    [
        ([BONUS, OTHER, ENVY], []),
        ([BONUS, OTHER, BONUS], ["a tally stands twice"]),
        ([{**BONUS, "paytable": "2"}], ["a tally belongs to no wager with figures"]),
        ([{**BONUS, "wager": "standard"}], ["a tally belongs to no wager with figures"]),
        (
            [{**BONUS, "rounds": [["-1", 9]]}],
            ["the rounds of a tally are not those that were dealt"],
        ),
        (
            [{**BONUS, "rounds": [["3", 2], ["-1", 8]]}],
            ["an amount stands twice, or not in its place", "a round gave what no line gives"],
        ),
        ([{**BONUS, "rounds": [["-1", 8], ["7/2", 2]]}], ["a round gave what no line gives"]),
        ([{**BONUS, "rounds": [["-2", 8], ["3", 2]]}], ["a round gave what no line gives"]),
        ([{**BONUS, "envy": True}], ["envy is taken, or paid where there is none"]),
        (
            [{**ENVY, "rounds": [[str(Fraction(-1, 5)), 10]]}],
            ["envy is taken, or paid where there is none"],
        ),
    ],
)
def test_what_rounds_must_hold(money, told):
    assert list(list_impossible({"deals": DEALS, "money": money}, FIGURES)) == told

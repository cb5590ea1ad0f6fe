"""The rules on house ways: on proofs made up for each, and on the proofs of the documents."""

from __future__ import annotations

import copy

import pytest

from certify.findings import house_ways
from certify.findings.finding import Severity
from certify.findings.registry import list_findings
from tests.conftest import load
from tests.edits import edit
from tests.findings.cases import make_case, state

CARDS = "Ah Ad Ac 2s 2d 2c Joker"
NONE = {"hands": 0, "cards": "", "low": ""}
SOME = {"hands": 888, "cards": CARDS, "low": "2d 2c"}
SOUND = {
    "unset": NONE,
    "fouls": NONE,
    "equal": NONE,
    "rules": [],
    "overlaps": [],
    "alternatives": [],
    "unreachable": [],
    "broken": [],
}
CODES = ("HWY001", "HWY002", "HWY003", "HWY004", "HWY005", "HWY006", "HWY007", "HWY008")
# HWY009 needs no proof and has tests of its own.


@pytest.fixture
def find(monkeypatch):
    def run(name="designated-player", **parts):
        proof = copy.deepcopy(SOUND) | parts
        monkeypatch.setattr(house_ways, "load_proof", lambda case: proof)
        return list_findings(make_case(load(name)), CODES)

    return run


def test_a_sound_house_way_has_no_findings(find):
    assert find() == []


def test_a_document_without_a_house_way_has_no_proof():
    assert house_ways.load_proof(make_case(load("south-dakota"))) is None
    assert list_findings(make_case(load("south-dakota")), CODES) == []


@pytest.mark.parametrize(("part", "code"), [("unset", "HWY001"), ("fouls", "HWY003")])
def test_hands_unset_or_foul_are_errors(find, part, code):
    (found,) = find(**{part: SOME})
    assert (found.code, found.severity) == (code, Severity.ERROR)
    assert found.evidence["hands"] == "888"
    assert CARDS in found.message
    assert found.unpriced


def test_an_overlap_names_both_rules_and_a_hand(find):
    (found,) = find(overlaps=[{"place": 0, "other": 1, **SOME, "other_low": "Ad Ac"}])
    rules = load("designated-player").house_way
    assert found.code == "HWY002"
    assert found.subject == f"{rules[0]['rule']}/{rules[1]['rule']}"
    assert "low 2d 2c or Ad Ac" in found.message
    assert len(found.citations) == 2


def test_a_broken_example_is_an_error_at_its_place(find):
    way = load("mbs").house_way
    place = next(number for number, item in enumerate(way) if item.get("examples"))
    (found,) = find(
        "mbs",
        broken=[{"place": place, "example": 0, "cards": CARDS, "printed": "Ad Ac", "low": "2d 2c"}],
    )
    assert (found.code, found.severity) == ("HWY004", Severity.ERROR)
    at = load("mbs").source.position(("house_way", place, "examples", 0))
    assert (found.line, found.column) == at


def test_hands_on_an_open_reading_are_counted_and_those_on_a_settled_one_are_not(find):
    open_one = {"key": "house-way-named-card", "value": "exactly", **SOME, "other_low": "Ad Ac"}
    settled = {
        "key": "house-way-two-pair-complete",
        "value": "complete-hand",
        **SOME,
        "other_low": "Ad Ac",
    }
    (found,) = find(alternatives=[open_one, settled])
    assert (found.code, found.subject) == ("HWY005", "setting.house_way_named_card")
    assert find(alternatives=[{**open_one, **NONE}]) == []


def test_a_completing_rule_is_a_finding_while_it_sets_hands(find):
    (found,) = find(rules=[{"place": 0, "standing": "silent", **SOME}])
    assert found.code == "HWY006"
    assert (
        find(
            rules=[
                {"place": 0, "standing": "silent", **NONE},
                {"place": 1, "standing": "stated", **SOME},
            ]
        )
        == []
    )


def test_an_idle_rule_is_named(find):
    (found,) = find(unreachable=[2])
    assert found.code == "HWY007"
    assert load("designated-player").house_way[2]["rule"] in found.message


def test_equal_hands_matter_only_where_equal_is_foul(find):
    (found,) = find(equal=SOME)
    assert found.code == "HWY008"
    (foul,) = find("mbs", equal=SOME)  # one of its definitions asks for a higher hand
    assert foul.code == "HWY008"


def test_a_house_way_that_breaks_up_every_royal_match():
    """As a reader of the document worked out for each of the six forms of the hand."""
    (found,) = list_findings(make_case(load("mbs")), ["HWY009"])
    assert found.evidence["hands"] == "72"
    assert list_findings(make_case(load("designated-player")), ["HWY009"]) == []
    said = edit(load("mbs"), state("fortune", "hand_considered", "best-of-seven"))
    assert list_findings(make_case(said), ["HWY009"]) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["mbs", "designated-player"])
def test_the_house_ways_of_the_documents_are_whole(name):
    found = list_findings(make_case(load(name)), CODES)
    assert {item.code for item in found} <= {"HWY005", "HWY006", "HWY008"}
    (missing,) = [item for item in found if item.code == "HWY006" and "three aces" in item.subject]
    assert missing.evidence["hands"] == "140400"  # as a reader of the document counted them


@pytest.mark.slow
def test_a_broken_house_way_is_found_by_its_proof():
    names = [item["rule"] for item in load("mbs").house_way]

    def change(data):
        example = data["house_way"][names.index("no pair")]["examples"][0]
        example |= {"low": "Kc Qh", "high": "9s 6h 4c 3d 2s"}
        del data["house_way"][names.index("three pairs")]

    found = {item.code: item for item in list_findings(make_case(edit(load("mbs"), change)), CODES)}
    natural, beside_joker, with_joker = 2_471_040, 47_520, 380_160
    assert found["HWY001"].evidence["hands"] == str(natural + beside_joker + with_joker)
    assert found["HWY004"].evidence["rules"] == "Qh 9s"

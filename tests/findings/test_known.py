"""The findings that a reader of the five documents knows of, with what they are worth."""

from __future__ import annotations

from fractions import Fraction

import pytest

from certify.findings.case import Case
from certify.findings.finding import Severity
from certify.findings.registry import list_findings
from tests.conftest import IDS, load
from tests.findings.cases import POLICY, check, load_light

HANDS = 154_143_080
STRAIGHT_WITH_THREE_OF_A_KIND = 201_824
"""Hands that hold both, counted by hand elsewhere: the difference is one unit on each."""
THREE_PAIR = 2_471_040 + 47_520 + 343_440
"""Three natural pairs; those beside the joker; the joker with an ace as one of three, unfinished."""


def find(name, code, subject):
    (found,) = [item for item in check(load_light(name), code) if item.subject == subject]
    return found


def test_california_envy_from_25_against_the_glossary_s_5():
    found = find("california-bgc", "INT003", "envy.minimum_stake")
    assert found.severity is Severity.ERROR
    assert {"25 USD", "5 USD"} == {value.partition(" (")[0] for value in found.evidence.values()}
    assert [item.lines for item in found.citations] == ["67-69", "132-134", "255-257"]
    assert found.effect.basis == "stake 5 USD, 5 other players"


def test_its_price_is_what_south_dakota_prints_for_the_same_paytables():
    """South Dakota prints the edge of equal paytables with and without envy, cut to two decimals."""
    found = find("california-bgc", "INT003", "envy.minimum_stake")
    printed = []
    for paytable in load("south-dakota").paytables:
        figures = {item.label: Fraction(item.percent) for item in paytable.published}
        printed.append(figures["max-envy"] - figures["no-envy"])
    unit = Fraction(1, 100)
    assert abs(found.effect.low * 100 - min(printed)) < unit
    assert abs(found.effect.high * 100 - max(printed)) < unit


def test_envy_from_four_of_a_kind_against_two_hands():
    found = find("mbs", "XJD002", "envy.lowest_hand")
    assert found.evidence == {
        "mbs": "royal-match",
        "california-bgc": "four-of-a-kind",
        "pennsylvania": "four-of-a-kind",
        "south-dakota": "four-of-a-kind",
    }
    other = find("pennsylvania", "XJD002", "envy.lowest_hand")
    assert other.effect.low == other.effect.high > Fraction(4, 100)


@pytest.mark.parametrize(
    ("name", "table", "twin"),
    [
        ("south-dakota", "1", "california-bgc FPG-01"),
        ("california-bgc", "FPG-01", "south-dakota 1"),
    ],
)
def test_three_pair_pushes_on_two_tables_and_on_no_other(name, table, twin):
    found = find(name, "XJD005", "three-pair")
    assert found.evidence["paytables"] == table
    assert found.evidence["like"] == twin
    assert found.effect.low == found.effect.high == Fraction(THREE_PAIR, HANDS)
    assert find(name, "GAP005", "fortune.push_line").effect.low == Fraction(THREE_PAIR, HANDS)


@pytest.mark.parametrize("name", ["mbs", "designated-player", "pennsylvania"])
def test_three_pair_is_no_finding_where_it_has_no_line(name):
    assert check(load_light(name), "XJD005", "GAP005") == []


def test_the_straight_at_even_money():
    found = find("designated-player", "XJD014", "straight")
    assert found.evidence == {"designated-player": "1", "elsewhere": "2"}
    assert Fraction(-6, 100) < found.effect.low == found.effect.high < Fraction(-5, 100)
    for name in ("mbs", "south-dakota", "california-bgc", "pennsylvania"):
        assert check(load_light(name), "XJD014") == []


def test_two_rows_of_one_label_on_the_ace_high_scale():
    label = "Ace High:Designated Player Ace High Pai Gow N/Joker"
    found = find("designated-player", "DOC004", label)
    assert [item.lines for item in found.citations] == ["66", "67"]
    conflict = find("designated-player", "INT001", "ace_high.pays_bank_without_joker")
    assert found.effect == conflict.effect
    advantage = find("designated-player", "MTH003", "ace-high:ace-high-bank-without-joker=10")
    assert advantage.effect.low == conflict.effect.low
    assert advantage.severity is Severity.ERROR


def test_pennsylvania_s_approval_date():
    found = find("pennsylvania", "DOC005", "approval date")
    assert found.evidence["printed"] == "XX/XX/XX"
    assert [str(item) for item in found.citations] == ["last line, line 52"]


def test_south_dakota_s_missing_paytable_5():
    found = find("south-dakota", "DOC001", "Paytable 5")
    assert found.evidence == {"series": "Paytable", "missing": "5", "present": "1, 2, 3, 4, 6, 7"}


def test_edges_are_truncated_and_none_is_wrong():
    (found,) = check(load_light("south-dakota"), "MTH002")
    assert found.evidence["2 no-envy"] == "7.76 for 7.7656"
    assert Fraction(-1, 10000) < found.effect.low <= found.effect.high < 0
    assert check(load_light("south-dakota"), "MTH001") == []


@pytest.mark.parametrize("name", ["mbs", "south-dakota", "pennsylvania"])
def test_precedence_is_worth_one_unit_on_hands_that_hold_both(name):
    found = find(name, "GAP001", "fortune.precedence")
    assert found.effect.low == found.effect.high == Fraction(STRAIGHT_WITH_THREE_OF_A_KIND, HANDS)


def test_a_wild_joker_has_no_three_of_a_kind_line_so_precedence_is_worth_nothing_there():
    found = find("california-bgc", "GAP001", "fortune.precedence")
    assert found.effect.low == 0
    assert found.effect.high == Fraction(STRAIGHT_WITH_THREE_OF_A_KIND, HANDS)


def test_every_effect_and_reason_is_honest():
    """A finding on a wager's odds has a price or says why not; one that touches none has neither."""
    for name in ("mbs", "south-dakota", "designated-player", "california-bgc", "pennsylvania"):
        for item in check(load_light(name)):
            if item.effect:
                assert item.effect.low <= item.effect.high
            if item.code.startswith("DOC") and item.code != "DOC004":
                assert item.effect is None
                assert not item.unpriced


def test_twins_of_all_eighteen_paytables():
    """As two readers of the documents found them, one by eye and one by a parser."""
    twins = {("south-dakota", table): f"california-bgc FPG-0{table}" for table in "1246"}
    twins |= {("california-bgc", f"FPG-0{table}"): f"south-dakota {table}" for table in "1246"}
    twins[("south-dakota", "3")] = "california-bgc FPG-03, pennsylvania main"
    twins[("california-bgc", "FPG-03")] = "pennsylvania main, south-dakota 3"
    twins[("pennsylvania", "main")] = "california-bgc FPG-03, south-dakota 3"
    near = {("south-dakota", "7"), ("california-bgc", "FPG-05"), ("designated-player", "main")}
    alone = {
        ("california-bgc", "FPG-07"),
        ("california-bgc", "FPG-08"),
        ("california-bgc", "FPG-09"),
        ("mbs", "main"),
    }
    found = {}
    for name in ("mbs", "south-dakota", "designated-player", "california-bgc", "pennsylvania"):
        for item in check(load_light(name), "XJD026", "XJD027", "XJD028"):
            kind, _, table = item.subject.partition(":")
            found[name, table] = (kind, item.evidence.get("twins", ""))
    assert {key: told for key, (kind, told) in found.items() if kind == "twin"} == twins
    assert {key for key, (kind, _) in found.items() if kind == "near"} == near
    assert {key for key, (kind, _) in found.items() if kind == "alone"} == alone


@pytest.mark.slow
def test_all_five_files_as_they_are():
    """Well over a hundred findings, each its own, none of them a hand left unset or a foul."""
    everyone = tuple(load(name) for name in IDS)
    found = [
        item
        for jurisdiction in everyone
        for item in list_findings(Case(jurisdiction, everyone, POLICY))
    ]
    assert len(found) > 300
    assert len({item.fingerprint for item in found}) == len(found)
    assert not {"HWY001", "HWY003", "HWY004", "MTH001", "MTH008"} & {item.code for item in found}
    assert {item.jurisdictions[0] for item in found} == set(IDS)


def test_the_numbers_agree_but_for_seven():
    found = [item.subject for item in check(load_light("south-dakota"), "XJD029")]
    assert found == ["number:7"]

"""The severities as printed are the severities as applied."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from certify.findings.checked import check_document
from certify.findings.finding import Kind, Severity
from certify.findings.grading import CONFIRMED, OUTRIGHT, OWN_CLAUSE, SEATS, SPARING
from certify.findings.matter import list_matters
from certify.findings.printers import format_text
from certify.findings.registry import list_findings
from tests.conftest import IDS, load
from tests.findings.cases import case_of, changed, find, policy

PLAIN = {
    OUTRIGHT: "a rule said outright",
    OWN_CLAUSE: "clauses of the wager itself",
    CONFIRMED: "house edges that it prints",
    "the line itself says what is meant": "the very line of the paytable",
    SEATS: "seats left open",
    "each paytable says what it pays, and one of them is chosen": "a choice among paytables",
    "it is a criterion of the policy's owner, and no question of the text": "a criterion of the policy",
}
"""Where the definitions name each reason that spares."""


@pytest.mark.parametrize("reason", SPARING)
def test_the_definitions_name_every_reason_that_spares(reason):
    meanings = policy().define_severities()
    assert PLAIN[reason] in meanings["warning"] + meanings["note"]
    assert PLAIN[reason] not in meanings["error"]


@pytest.mark.parametrize("name", IDS)
def test_what_is_worth_the_materiality_is_an_error_or_says_why_not(name):
    for item in list_findings(case_of(load(name))):
        weighs = item.kind is Kind.OWN and item.price.size >= policy().materiality
        if item.severity is Severity.ERROR:
            assert weighs or item.code == "INT014", "a wager that is never described"
            assert not item.spared
        elif weighs:
            assert item.spared in SPARING, item.message
        else:
            assert not item.spared


@pytest.mark.parametrize("name", IDS)
def test_the_price_of_a_matter_is_that_of_its_title(name):
    """A sub-point of more worth than its head would be a matter of its own."""
    for matter in list_matters(list_findings(case_of(load(name)))):
        assert matter.effect == matter.head.effect
        assert all(item.price.size <= matter.size for item in matter.points), matter.title


def test_printed_figures_spare_a_question_and_their_loss_does_not():
    """South Dakota line 43 prints 8.00; without any printed figure which line is paid is an error."""
    key = "fortune-bonus.precedence"
    (spared,) = [item for item in find(load("south-dakota"), "GAP001") if key in item.statements]
    assert (spared.severity, spared.spared) == (Severity.WARNING, CONFIRMED)

    def forget(data):
        for table in data["wagers"][0]["paytables"]:
            for line in table.pop("published", ()):
                assert line

    (bare,) = [
        item for item in find(changed("south-dakota", forget), "GAP001") if key in item.statements
    ]
    assert (bare.severity, bare.spared) == (Severity.ERROR, "")
    assert bare.price.size == spared.price.size


def test_a_reason_is_told_only_from_the_materiality_on():
    case = case_of(load("south-dakota"))
    (seats,) = find(load("south-dakota"), "GAP005")
    assert seats.spared == SEATS
    lenient = replace(case.policy, materiality=seats.price.size + Fraction(1, 10**6))
    case.policy = lenient
    (again,) = list_findings(case, ["GAP005"])
    assert again.spared == ""


def test_the_page_says_why_a_matter_is_no_error():
    page = format_text([check_document(case_of(load("south-dakota")), ["GAP005"])], {})
    assert " ".join(f"No error: {SEATS}".split()) in " ".join(page.split())

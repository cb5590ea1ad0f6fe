from __future__ import annotations

import re

import pytest

from certify.filing.across import build_across
from certify.filing.comparison import build_rows, rank_edges
from certify.filing.enclosures import list_across_enclosures
from certify.filing.page import render_across
from certify.filing.paper import print_pdf
from certify.filing.report import Examination
from certify.odds.compute import Request, compute_odds
from tests.conftest import load
from tests.filing.conftest import extract_text, make_finding

NAMES = ("california-bgc", "south-dakota")


@pytest.fixture(scope="module")
def examinations():
    found = []
    for name in NAMES:
        jurisdiction = load(name)
        odds = compute_odds(jurisdiction, Request(("fortune-bonus",), alternatives=False))
        others = tuple(sorted(NAMES, key=lambda other, name=name: other != name))
        found.append(
            Examination(
                jurisdiction,
                tuple(odds),
                (
                    make_finding(jurisdictions=others, subject="shared"),
                    make_finding(jurisdictions=(name,), subject="own"),
                ),
            )
        )
    return tuple(found)


@pytest.fixture(scope="module")
def across(examinations):
    return build_across(examinations)


def test_edges_are_ranked_from_the_lowest_and_equal_ones_share_a_place(examinations):
    ranked = rank_edges(
        (item.jurisdiction, sheet) for item in examinations for sheet in item.sheets
    )
    assert len(ranked) == sum(len(item.jurisdiction.paytables) for item in examinations) == 15
    edges = [item.sheet.odds.house_edge for item in ranked]
    assert edges == sorted(edges)
    for item in ranked:
        assert item.place == 1 + sum(edge < item.sheet.odds.house_edge for edge in edges)


def test_south_dakota_and_california_differ_in_the_envy_minimum():
    """South Dakota (3) asks for five dollars, California for twenty-five."""
    row = build_rows((load("south-dakota"), load("california-bgc")), ["envy.minimum_stake"])[0]
    assert [cell.text for cell in row.cells] == ["5 USD", "conflicting; adopted: 25 USD"]
    assert row.differs
    assert [cell.differs for cell in row.cells] == [False, True]


def test_an_assumption_is_no_difference():
    row = build_rows((load("mbs"), load("south-dakota")), ["deck.cards"])[0]
    assert "assumed" in row.cells[1].text
    assert not row.differs


def test_a_shared_finding_is_told_once(across):
    assert [item.subject for item in across.findings] == ["shared"]


def test_three_pair_pushes_on_the_first_paytables_only(across):
    pushing = [
        (jurisdiction.id, paytable.id)
        for jurisdiction, paytable, line in across.pushes
        if line and line.is_push
    ]
    assert pushing == [("california-bgc", "FPG-01"), ("south-dakota", "1")]


def test_the_comparison_flags_differences_and_names_every_paytable(across):
    html = render_across(across)
    assert 'class="differs"' in html
    for examination in (column.examination for column in across.columns):
        for paytable in examination.jurisdiction.paytables:
            assert f"<td>{paytable.id}</td>" in html
    levels = [int(level) for level in re.findall(r"<h([1-6])[ >]", html)]
    assert levels[0] == 1


@pytest.mark.slow
def test_the_comparison_prints(across, examinations, tmp_path):
    enclosures = list_across_enclosures(examinations)
    path = tmp_path / "comparison.pdf"
    path.write_bytes(
        print_pdf(render_across(across, enclosures), across.identity.date, enclosures).content
    )
    text = extract_text(path)
    assert "2 documents compared" in text
    for column in across.columns:
        assert column.jurisdiction.source.sha256[:12] in text.replace("\n", "")

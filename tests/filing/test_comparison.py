"""The comparison filing: every paytable ranked, pushes and envy found by rule, differences by topic."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from certify.filing.across import build_across, identify, name_games
from certify.filing.enclosures import list_across_enclosures
from certify.filing.page import render_across
from certify.filing.paper import print_pdf
from certify.filing.standard import UnderHouseWay
from tests.conftest import load
from tests.filing.conftest import EVERYONE, examine_lightly, extract_text
from tests.filing.layout import list_faults


@pytest.fixture(scope="module")
def examinations(everyone):
    """Both leave the house way to another text; the edge is told as set by two others, which takes room."""
    third = Fraction(1, 3)
    assumed = (
        UnderHouseWay("Designated Player", Fraction(1, 70), third, third, third, ()),
        UnderHouseWay("Marina Bay Sands", Fraction(1, 37), third, third, third, ()),
    )
    found = [examine_lightly(load(name), everyone) for name in EVERYONE]
    return tuple(replace(item, standard=replace(item.standard, assumed=assumed)) for item in found)


@pytest.fixture(scope="module")
def across(examinations, everyone):
    return build_across(examinations, identify(everyone))


@pytest.fixture(scope="module")
def comparison(across, examinations, tmp_path_factory):
    html = render_across(across, list_across_enclosures(examinations))
    path = tmp_path_factory.mktemp("comparison") / "comparison.pdf"
    path.write_bytes(print_pdf(html, across.identity.date).content)
    return path


def test_edges_are_ranked_from_the_lowest_and_equal_ones_share_a_place(across):
    (bonus,) = across.wagers
    assert len(bonus.ranked) == 9 + 6
    edges = [item.sheet.odds.house_edge for item in bonus.ranked]
    assert edges == sorted(edges)
    for item in bonus.ranked:
        assert item.place == 1 + sum(edge < item.sheet.odds.house_edge for edge in edges)


def test_a_push_on_some_paytables_only_is_found_and_not_named_in_code(across):
    """South Dakota (8): three pair is a push on paytable 1 alone; California FPG-01 likewise."""
    (push,) = across.pushes
    assert push.hand == "Three pair"
    by_name = {row[0]: row for row in push.rows}
    _, pushed, paid, absent = by_name["South Dakota"]
    assert [text.partition(" ")[0] for text in pushed] == ["1"]
    assert paid == ()
    assert absent == ("2", "3", "4", "6", "7")
    assert [text.partition(" ")[0] for text in by_name["California"][1]] == ["FPG-01"]


def test_south_dakota_and_california_differ_in_the_envy_minimum(across):
    """South Dakota (3) asks for five dollars, California for twenty-five."""
    row = next(
        row
        for row in across.envy
        if row.question == "From which stake on the Fortune Bonus is envy paid?"
    )
    california, dakota = row.cells
    assert california.text == "25 USD (of two things said)"
    assert dakota.text == "5 USD"
    assert dakota.differs
    assert "(3), line 9" in dakota.where


def test_an_assumption_is_no_difference(across):
    for _, rows in across.topics:
        for row in rows:
            for cell in row.cells:
                assert not (cell.differs and "we assume" in cell.text)


def test_the_comparison_keeps_to_the_page_and_to_ten_of_them(comparison):
    assert list_faults(comparison) == []
    text = extract_text(comparison)
    pages = re.search(r"Page 1 of (\d+)", text)
    assert pages
    assert int(pages[1]) <= 10
    assert "has no verdict of its own" in " ".join(text.split())


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["Pai Gow Poker", "Pai Gow poker"], "Pai Gow Poker"),
        (["Face Up", "Fortune"], "Face Up and Fortune"),
        (["Fortune 1.1", "Fortune", "Face Up", "fortune"], "Fortune and others"),
    ],
)
def test_documents_that_call_their_game_otherwise_are_not_put_under_the_first_ones_name(
    names, told
):
    assert name_games(names) == told

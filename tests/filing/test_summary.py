"""The spread that a stranger reads first: the worst question, the criteria, and what the words mean."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from html import unescape

import pytest

from certify.filing import wording
from certify.filing.page import render_filing
from certify.filing.report import list_facts
from certify.filing.sheets import list_labels
from certify.filing.wording import basis, where
from certify.findings.finding import PRINTED
from certify.odds.result import Status
from certify.spec.model import Standing
from tests.conftest import load


def read_section(html: str, name: str) -> str:
    """The text of a section."""
    found = re.search(rf'<section id="{name}".*?</section>', html, re.DOTALL)
    assert found
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", found[0])).split())


def test_the_dearest_question_is_named_in_the_box_whether_the_verdict_turns_on_it_or_not(report):
    sizes = [item.size for item in report.questions if item.is_priced]
    assert report.dearest.size == max(sizes) > 0
    box = read_section(render_filing(report), "summary").partition("Each wager")[0]
    assert report.dearest.question in box
    apart = tuple(
        replace(item, turns="") if item == report.dearest else item for item in report.questions
    )
    other = read_section(render_filing(replace(report, questions=apart)), "summary")
    assert f"Question {report.dearest.number} moves an edge most" in other
    assert "the verdict does not turn on it" in other


def test_a_misprinted_figure_stands_in_no_chart_of_open_questions(report):
    first = report.dearest
    printed = replace(first, effect=replace(first.effect, basis=PRINTED))
    apart = tuple(printed if item == first else item for item in report.questions)
    other = replace(report, questions=apart)
    assert printed.number not in {item.number for item in other.priced}
    assert len(other.priced) == len(report.priced) - 1
    assert other.dearest != printed


def test_the_cover_names_authority_version_and_dates_with_their_places(report):
    cover = render_filing(report).partition('<nav class="contents"')[0]
    words = " ".join(unescape(re.sub(r"<[^>]+>", " ", cover)).split())
    assert "Version 39 SDR 100 (Source, line 80)" in words
    assert "In force December 3, 2012 (Source, line 80)" in words
    authority = report.jurisdiction.statements["identity.authority"]
    assert f"Authority {authority.value}" in words
    facts = dict(list_facts(load("pennsylvania")))
    assert facts["Approved"] == "not said"


def test_an_edge_outside_the_criteria_is_marked_with_whose_they_are(report):
    """South Dakota's edges run from 7.7656% to 9.2855% without envy and from 2.4911% with it."""
    assert not report.outside
    assert "▲" not in render_filing(report)
    strict = replace(report.examination.policy, highest_edge=Fraction(8, 100), owner="A Keeper")
    marked = replace(report, examination=replace(report.examination, policy=strict))
    assert [marked.judge_edge(Fraction(number, 100)) for number in (0, 1, 8, 9)] == [
        "below",
        "",
        "",
        "above",
    ]
    summary = read_section(render_filing(marked), "summary")
    assert re.search(r"8\.0008%\s*▲", summary)
    assert not re.search(r"7\.8279%\s*▲", summary)
    assert "what A Keeper, and no regulator, accepts without a query: 0.50% to 8.00%" in summary


def test_statuses_and_waivers_are_defined_where_they_are_used(report):
    html = render_filing(report)
    summary = read_section(html, "summary")
    assert {sheet.odds.status for sheet in report.sheets} == set(report.statuses)
    for status in report.statuses:
        told = wording.capital(wording.STATUSES[status])
        assert f"{told}: {wording.MEANINGS[status]}." in summary
    assert set(wording.MEANINGS) == set(Status)
    assert "Waived" not in html
    first, *rest = report.questions
    waived = replace(report, questions=(replace(first, waived="known"), *rest))
    for section in ("summary", "questions"):
        told = read_section(render_filing(waived), section)
        assert "changes neither figure nor verdict" in told


@pytest.mark.parametrize("name", ["california-bgc", "designated-player", "mbs", "pennsylvania"])
def test_a_clause_against_the_adopted_value_is_named_contrary(name):
    """Whatever is adopted of two things said rests on the clauses that say it."""
    found = [item for item in load(name).list_statements() if item.standing is Standing.CONFLICTING]
    assert found
    for statement in found:
        values = {str(said.citation): said.value for said in statement.said}
        for_it, _, against = basis(statement, 99).partition("contrary: ")
        for place, value in values.items():
            if len({said.value for said in statement.said if str(said.citation) == place}) == 1:
                assert place in (for_it if value == statement.value else against)
        assert where(statement) == basis(statement)


@pytest.mark.parametrize("name", ["california-bgc", "south-dakota"])
def test_a_clause_that_leaves_a_value_to_another_text_is_not_contrary(name):
    """California 143-144 and South Dakota 3 only point elsewhere, and say nothing against it."""
    found = [item for item in load(name).list_statements() if item.standing is Standing.DEFERRED]
    assert any(item.value is not None for item in found)
    for statement in found:
        told = basis(statement, 99)
        assert "contrary" not in told
        assert all(str(place) in told for place in statement.citations)


def test_a_line_bears_the_label_that_the_document_prints(report):
    """South Dakota (8): "7 Card Straight Flush", "Royal Flush + Royal Match*", "5 Aces"."""
    rows = next(sheet.rows for sheet in report.sheets if sheet.has_figures)
    assert [row.name for row in rows[:4]] == [
        "7 Card Straight Flush",
        "Royal Flush + Royal Match*",
        "7 Card Straight Flush with Joker",
        "5 Aces",
    ]
    labels = dict(list_labels(report.jurisdiction))
    assert "Royal Flush + Royal Match*" in labels["royal match"]
    assert "five aces" not in labels
    assert "four of a kind" not in labels


def test_a_filing_that_nobody_approved_is_called_a_draft_on_its_cover(html):
    cover = html.partition('id="summary"')[0]
    assert "draft, approved by nobody" in cover

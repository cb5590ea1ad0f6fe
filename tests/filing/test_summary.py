"""The cover and the summary: facts, verdicts, criteria and definitions."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from html import unescape

import pytest

from certify.filing.page import render_filing
from certify.filing.report import list_facts
from certify.filing.sheets import list_labels
from certify.filing.wording import cite_statement
from certify.odds.result import Status
from certify.render.texts import MEANINGS, STATUSES
from certify.spec.model import Standing
from tests.conftest import load


def read_section(html: str, name: str) -> str:
    """The text of a section."""
    found = re.search(rf'<section id="{name}".*?</section>', html, re.DOTALL)
    assert found
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", found[0])).split())


def test_the_cover_names_authority_version_and_dates_with_their_places(report):
    cover = render_filing(report).partition('id="conformity"')[0]
    words = " ".join(unescape(re.sub(r"<[^>]+>", " ", cover)).split())
    assert "39 SDR 100 (Source, line 80)" in words
    assert "December 3, 2012 (Source, line 80)" in words
    authority = report.jurisdiction.statements["identity.authority"]
    assert f"Authority: {authority.value}" in words
    facts = dict(list_facts(load("pennsylvania")))
    assert facts["Approved"] == "not addressed"


def test_an_edge_outside_the_criteria_is_marked_with_whose_they_are(report):
    """South Dakota's edges run from 7.7656% to 9.2855% without envy and from 2.4911% with it."""
    assert not report.outside
    assert "▲" not in render_filing(report)
    strict = replace(report.examination.policy, highest_edge=Fraction(8, 100), owner="A Keeper")
    checked = replace(report.examination.checked, policy=strict)
    marked = replace(report, examination=replace(report.examination, checked=checked))
    assert [marked.judge_edge(Fraction(number, 100)) for number in (0, 1, 8, 9)] == [
        "below",
        "",
        "",
        "above",
    ]
    summary = read_section(render_filing(marked), "decision")
    assert re.search(r"8\.0008%\s*▲", summary)
    assert not re.search(r"7\.8279%\s*▲", summary)
    assert "A Keeper" in summary
    assert "0.50% to 8.00%" in summary


def test_statuses_are_defined_where_they_are_used(report):
    summary = read_section(render_filing(report), "conformity")
    assert {sheet.odds.status for sheet in report.sheets} == set(report.statuses)
    for status in report.statuses:
        assert MEANINGS[status] in summary
    assert set(MEANINGS) == set(STATUSES) == set(Status)


def test_no_figure_is_called_certified():
    assert not [word for word in STATUSES.values() if "certif" in word]


@pytest.mark.parametrize("name", ["california-bgc", "designated-player", "mbs", "pennsylvania"])
def test_a_clause_against_the_adopted_value_is_named_contrary(name):
    """Whatever is adopted of two things said rests on the clauses that say it."""
    found = [item for item in load(name).list_statements() if item.standing is Standing.CONFLICTING]
    assert found
    for statement in found:
        values = {str(said.citation): said.value for said in statement.said}
        for_it, _, against = cite_statement(statement).partition("contrary: ")
        for place, value in values.items():
            if len({said.value for said in statement.said if str(said.citation) == place}) == 1:
                side = for_it if value == statement.value else against
                assert place.rpartition(", ")[0] in side


@pytest.mark.parametrize("name", ["california-bgc", "south-dakota"])
def test_a_clause_that_leaves_a_value_to_another_text_is_not_contrary(name):
    """California 143-144 and South Dakota 3 only point elsewhere, and say nothing against it."""
    found = [item for item in load(name).list_statements() if item.standing is Standing.DEFERRED]
    assert any(item.value is not None for item in found)
    for statement in found:
        place = cite_statement(statement)
        assert "contrary" not in place
        assert statement.deferred_to in place


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
    cover = html.partition('id="conformity"')[0]
    assert "draft" in cover

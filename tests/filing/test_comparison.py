"""The comparison filing: every paytable ranked, pushes and envy found by rule, differences by topic."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from html import unescape

import pytest

from certify.filing.comparison_filing import build_comparison, identify, name_games
from certify.filing.enclosures import list_comparison_enclosures
from certify.filing.page import render_comparison
from certify.filing.printing import print_pdf
from certify.filing.report import build_report
from certify.filing.standard import UnderHouseWay
from certify.findings.finding import Kind, Severity
from certify.findings.issue import Issue
from certify.render.numbers import points
from certify.render.words import Words
from certify.spec.readings import find_named
from tests.conftest import load
from tests.filing.conftest import EVERYONE, examine_lightly, extract_text
from tests.filing.layout import list_faults


@pytest.fixture(scope="module")
def examinations(everyone):
    """With edges under house ways of others: of one that is compared, and of one that is not."""
    edge = Fraction(27149, 10**6)
    assumed = tuple(
        UnderHouseWay(name, edge, edge, edge, edge, ()) for name in ("South Dakota", "Elsewhere")
    )
    found = (examine_lightly(load(name), everyone) for name in EVERYONE)
    return tuple(
        replace(item, standard=item.standard and replace(item.standard, assumed=assumed))
        for item in found
    )


@pytest.fixture(scope="module")
def compared(examinations, everyone):
    return build_comparison(examinations, identify(everyone))


@pytest.fixture(scope="module")
def comparison(compared, examinations, everyone, tmp_path_factory):
    html = render_comparison(compared, list_comparison_enclosures(examinations, everyone))
    path = tmp_path_factory.mktemp("comparison") / "comparison.pdf"
    path.write_bytes(print_pdf(html, compared.identity.date).content)
    return path


def test_edges_are_ranked_from_the_lowest_and_equal_ones_share_a_place(compared):
    (bonus,) = compared.wagers
    assert len(bonus.ranked) == 9 + 6
    edges = [item.sheet.odds.house_edge for item in bonus.ranked]
    assert edges == sorted(edges)
    for item in bonus.ranked:
        assert item.place == 1 + sum(edge < item.sheet.odds.house_edge for edge in edges)


def test_a_push_on_some_paytables_only_is_found_and_not_named_in_code(compared):
    """South Dakota (8): three pair is a push on paytable 1 alone; California FPG-01 likewise."""
    (push,) = compared.pushes
    assert push.hand == "Three pair"
    by_name = {row.document: row for row in push.rows}
    dakota = by_name["South Dakota"]
    assert [text.partition(" ")[0] for text in dakota.push] == ["1"]
    assert dakota.pays == ()
    assert dakota.absent == ("2", "3", "4", "6", "7")
    assert [text.partition(" ")[0] for text in by_name["California"].push] == ["FPG-01"]


def test_south_dakota_and_california_differ_in_the_envy_minimum(compared):
    """South Dakota (3) asks for five dollars, California for twenty-five."""
    row = find_threshold(compared)
    california, dakota = row.cells
    assert california.text.startswith("25 USD")
    assert dakota.text == "5 USD"
    assert dakota.differs
    assert "(3), line 9" in dakota.where


def find_threshold(compared):
    title = Words(load("south-dakota")).title("fortune-bonus.envy.minimum_stake")
    return next(row for row in compared.envy if row.title == title)


def test_a_difference_has_its_largest_effect_or_says_why_there_is_none(compared):
    """South Dakota's minimum of 5 USD, with California's 25, raises the house edge of a full table most."""
    rows = [*compared.envy, *(row for _, own in compared.topics for row in own)]
    edges = {
        item.sheet.odds.paytable: (item.sheet.odds.house_edge, item.sheet.full_table.house_edge)
        for item in compared.wagers[0].ranked
        if item.jurisdiction.id == "south-dakota"
    }
    widest = max(alone - envied for alone, envied in edges.values())
    assert points(widest).lstrip("+−") in find_threshold(compared).effect
    assert all(row.effect for row in rows if row.differs)


def test_the_errors_are_numbered_as_in_the_filings(compared, examinations, identity):
    for own, item in zip(compared.errors, examinations, strict=True):
        filed = build_report(item, identity).issues
        errors = [issue for issue in filed if issue.severity is Severity.ERROR]
        assert [(one.label, one.issue.fingerprint) for one in own] == [
            (one.label, one.issue.fingerprint) for one in errors
        ]
    html = unescape(render_comparison(compared))
    assert all(f"{one.label}. {one.title}" in html for own in compared.errors for one in own)
    assert all(headline in html for headline in compared.headlines)


def test_documents_that_are_not_compared_leave_no_trace(compared, examinations):
    """A comparison is made from the documents compared alone."""
    first = examinations[0].checked
    third = next(item for item in first.findings if item.kind is Kind.DIFFERENCE)
    issues = (*first.issues, Issue(replace(third, others=("mbs",))))
    marked = (replace(examinations[0], checked=replace(first, issues=issues)), examinations[1])
    again = build_comparison(marked, compared.identity)
    assert again.envy == compared.envy
    assert again.topics == compared.topics
    assert again.pushes == compared.pushes
    lenders = {item.lender for own in again.examinations for item in own.standard.assumed}
    assert lenders == {"South Dakota"}


def test_an_assumption_is_no_difference(compared):
    for _, rows in compared.topics:
        for row in rows:
            for cell in row.cells:
                assert not (cell.differs and "assumption" in cell.text)


def test_the_comparison_keeps_to_the_page_and_to_ten_of_them(comparison):
    assert list_faults(comparison) == []
    text = extract_text(comparison)
    pages = re.search(r"Page 1 of (\d+)", text)
    assert pages
    assert int(pages[1]) <= 10


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


def test_the_subjects_counted_as_differing_are_the_rows_with_a_mark(compared):
    html = render_comparison(compared)
    rows = re.findall(r"<tr>(?:(?!</tr>).)*</tr>", html, re.DOTALL)
    marked = sum('class="differs"' in row for row in rows)
    assert compared.differing == marked > 0
    assert f"{marked} of {compared.compared} subjects" in html


@pytest.fixture(scope="module")
def california(examinations, identity):
    (examination,) = (item for item in examinations if item.jurisdiction.id == "california-bgc")
    return build_report(examination, identity)


def list_alternatives(report):
    """What the odds give for one reading at a time: sheet, statement and the edges with and without envy."""
    for sheet in report.sheets:
        for item in sheet.odds.alternatives:
            if len(item.readings) == 1 and item.house_edge is not None:
                (name,) = item.readings
                statement, *_ = find_named(report.jurisdiction, name)
                pairs = [
                    (sheet.odds.house_edge, item.house_edge),
                    (sheet.full_table.house_edge, item.envy[-1].house_edge),
                ]
                yield sheet, statement, pairs


def find_issue(report, key):
    return next(item for item in report.own if key in item.issue.statements)


def test_a_paytable_refers_to_the_issues_whose_other_value_changes_it_and_to_no_other(california):
    """The odds of each reading against the findings' effects; three paytables have a joker of their own."""
    found = 0
    for sheet, statement, pairs in list_alternatives(california):
        issue = find_issue(california, statement.key)
        moves = any(before != after for before, after in pairs)
        if statement.parameter.key != "envy.minimum_stake":  # changes it at another wager alone
            referred = issue in california.find_issues(sheet.odds)
            assert referred == moves, (sheet.name, statement.key)
            found += moves
    assert found > 6
    threshold = find_issue(california, "fortune-bonus.envy.minimum_stake")
    with_figures = [sheet.odds for sheet in california.sheets if sheet.has_figures]
    assert all(threshold in california.find_issues(odds) for odds in with_figures)


def test_effects_and_readings_have_the_same_figures(california):
    """Findings compile again, readings come with the odds: the same range of the same paytables."""
    found: dict[str, list[Fraction]] = {}
    for _, statement, pairs in list_alternatives(california):
        found.setdefault(statement.key, []).extend(after - before for before, after in pairs)
    compared = 0
    for key, changes in found.items():
        effects = [
            change
            for finding in find_issue(california, key).issue.findings
            if finding.statements[:1] == (key,)
            for effect in finding.effects
            if effect.wager == "fortune-bonus"
            for change in effect.change
        ]
        if any(changes):
            assert set(effects) - {0} <= set(changes)
            assert max(map(abs, effects)) == max(map(abs, changes))
            compared += 1
    assert compared == 4

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
from certify.odds.compute import Request, compute_odds
from certify.spec.readings import find_named
from certify.spec.values import Money
from tests.conftest import IDS, load
from tests.filing.conftest import EVERYONE, examine_among, extract_text
from tests.filing.layout import list_faults


@pytest.fixture(scope="module")
def examinations(everyone):
    """With edges under house ways of others: of one that is compared, and of one that is not."""
    edge = Fraction(27149, 10**6)
    assumed = tuple(
        UnderHouseWay(name, edge, edge, edge, edge, ()) for name in ("South Dakota", "Elsewhere")
    )
    found = map(examine_among, EVERYONE)
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


def test_wagers_are_ranked_from_the_lowest_house_edge(compared):
    edges = [sheet.odds.house_edge for _, sheet in compared.ranked]
    assert len(edges) == 9 + 6
    assert edges == sorted(edges)


def find_row(compared, key):
    return next(row for row in (*compared.rows, *compared.others) if row.key == key)


def test_a_push_on_some_paytables_only_is_found_and_not_named_in_code(compared):
    """South Dakota (8): three pair is a push on paytable 1 alone; California FPG-01 likewise."""
    row = find_row(compared, "fortune-bonus:three-pair")
    assert [answer.text for answer in row.answers] == ["push, 1 of 9", "push, 1 of 6"]
    (grid,) = compared.grids
    (pays,) = [item for item in grid.rows if {cell.pays for cell in item.cells} == {"push", ""}]
    (pushing,) = [
        column for column, cell in zip(grid.columns, pays.cells, strict=True) if cell.pays
    ]
    assert pushing.labels == ("Cal 01", "SD 1")


def test_the_envy_minimum_is_among_the_first_rows_with_its_answers(compared):
    """South Dakota (3) asks for five dollars, California for twenty-five and in one place for five."""
    place = [row.key for row in compared.differing].index("fortune-bonus.envy.minimum_stake")
    assert place < 4
    california, dakota = compared.differing[place].answers
    assert (california.text, california.contradictory) == ("25 USD or 5 USD", True)
    assert (dakota.text, dakota.contradictory) == ("5 USD", False)
    assert california.tint != dakota.tint
    assert "(3), line 9" in dakota.where


def test_effects_are_those_at_the_one_stated_wager(compared):
    """South Dakota's minimum of 5 USD, with California's 25, raises the house edge of a full table most."""
    assert (compared.wager.amount, compared.wager.others) == (5, 5)
    odds = [sheet.odds for own, sheet in compared.ranked if own.id == "south-dakota"]
    widest = max(item.house_edge - item.envy[-1].house_edge for item in odds)
    effect = find_row(compared, "fortune-bonus.envy.minimum_stake").effect
    assert abs(effect.change) == widest
    assert effect.documents == ("Cal", "SD")
    assert effect.both_ways  # California's edge falls as much as South Dakota's rises


def test_rules_are_sorted_by_effect_and_bars_have_one_logarithmic_scale(compared):
    for rows in (compared.differing, compared.unclear):
        sizes = [abs(row.effect.change) for row in rows]
        assert sizes == sorted(sizes, reverse=True)
    largest = max(abs(row.effect.change) for row in compared.rows)
    assert largest > 0
    for row in compared.rows:
        power = (largest * 10**4) ** row.effect.share  # from 0.01 percentage points on
        assert float(power) == pytest.approx(float(abs(row.effect.change) * 10**4))
    assert all(row.effect is None and row.differs for row in compared.others)


def test_equal_answers_share_a_tint_and_assumptions_have_none(compared):
    for row in (*compared.rows, *compared.others):
        stated = [item for item in row.answers if item.text and not item.assumed]
        for one in stated:
            for other in stated:
                equal = one.text.split(" or ")[0] == other.text.split(" or ")[0]
                assert equal == (one.tint == other.tint) or "push" in one.text, row.key
        assert all(not item.tint for item in row.answers if item.assumed)


def test_other_words_for_the_same_rule_are_no_difference():
    """The casino, the house and the dealer bank alike; so do the player/dealer and the designated player."""
    known = {
        (row.key, frozenset(item.text for item in row.answers))
        for row in build_comparison(
            tuple(examine_among(name, IDS) for name in BANKED),
            identify(tuple(load(name) for name in BANKED)),
        ).others
    }
    assert "table.bank" not in {key for key, _ in known}
    assert "fortune-bonus.payer" not in {key for key, _ in known}
    assert "table.bank_rotation" in {key for key, _ in known}


BANKED = ("california-bgc", "designated-player")


def test_identical_paytables_share_a_column(compared):
    """Five of South Dakota's six paytables are paytables of California."""
    (grid,) = compared.grids
    shared = [column.labels for column in grid.columns if len(column.labels) > 1]
    assert shared == [
        ("Cal 01", "SD 1"), ("Cal 02", "SD 2"), ("Cal 03", "SD 3"), ("Cal 04", "SD 4"),
        ("Cal 06", "SD 6"),
    ]  # fmt: skip
    assert grid.paytables == sum(len(column.labels) for column in grid.columns) == 15


def test_a_panel_gives_the_house_edges_that_the_odds_give_at_a_wager(compared):
    checked = 0
    for jurisdiction, sheet in compared.ranked:
        (panel,) = [item for item in compared.panels if item.sheet is sheet] or [None]
        if panel is None:
            continue  # merged with an equal one
        for amount in (4, 5, 24, 25, 100):
            request = Request(
                (sheet.odds.wager,),
                sheet.odds.paytable,
                stake=Money(Fraction(amount), jurisdiction.currency),
                alternatives=False,
            )
            (odds,) = compute_odds(jurisdiction, request)
            envied = {item.other_players: item.house_edge for item in odds.envy}
            for others in (1, 3, 5):
                edge = envied.get(others, odds.house_edge)
                assert panel.edge_at(Fraction(amount), others) == edge
                checked += 1
    assert checked > 150


def test_the_errors_are_numbered_as_in_the_filings(compared, examinations, identity):
    for own, item in zip(compared.errors, examinations, strict=True):
        filed = build_report(item, identity).issues
        errors = [issue for issue in filed if issue.severity is Severity.ERROR]
        assert [(one.label, one.issue.fingerprint) for one in own] == [
            (one.label, one.issue.fingerprint) for one in errors
        ]
    html = unescape(render_comparison(compared))
    assert all(one.title in html for own in compared.errors for one in own)


def test_every_chart_has_its_text_alternative(compared):
    charts = re.findall(r"<svg.*?</svg>", render_comparison(compared), re.DOTALL)
    assert charts
    for chart in charts:
        title = re.search(r"<title>(.*?)</title>", chart, re.DOTALL)
        assert title
        assert "%" in title[1] or "house edge" in title[1]


def test_documents_that_are_not_compared_leave_no_trace(compared, examinations):
    """A comparison is made from the documents compared alone."""
    first = examinations[0].checked
    third = next(item for item in first.findings if item.kind is Kind.DIFFERENCE)
    issues = (*first.issues, Issue(replace(third, others=("mbs",))))
    marked = (replace(examinations[0], checked=replace(first, issues=issues)), examinations[1])
    again = build_comparison(marked, compared.identity)
    assert again.rows == compared.rows
    assert again.others == compared.others
    lenders = {item.lender for own in again.examinations for item in own.standard.assumed}
    assert lenders == {"South Dakota"}


def test_the_comparison_keeps_to_the_page_and_to_six_of_them(comparison):
    assert list_faults(comparison) == []
    text = extract_text(comparison)
    pages = re.search(r"Page 1 of (\d+)", text)
    assert pages
    assert int(pages[1]) <= 6
    first = text.split("\f")[0]
    assert "Three pair" in first
    assert "25 USD" in first


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

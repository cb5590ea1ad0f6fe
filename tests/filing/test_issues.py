"""Issues in a filing: every issue that `check` lists, once, in the same words, in every form."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from datetime import date
from functools import cache
from html import unescape

import openpyxl
import pytest

from certify.base.errors import CertifyError
from certify.filing import standard
from certify.filing.enclosures import BY_POLICY, list_enclosures, list_sources
from certify.filing.examination import Certificate
from certify.filing.issues import list_differences
from certify.filing.page import render_filing
from certify.filing.page_on_screen import render_page
from certify.filing.report import Identity, build_report
from certify.filing.standard import assume_house_way
from certify.filing.verification.rebuild import load_enclosed, unfold
from certify.filing.wording import clip, define_words
from certify.filing.workbook import Chapter, write_workbook
from certify.findings.finding import Kind, Severity
from certify.findings.policy import ASSUMED, load_policy
from certify.gate.approvals import Approval
from certify.gate.certificates import describe_figures
from certify.gate.waivers import Waiver, list_waived
from certify.render.data import describe_document
from certify.render.finding import FindingText
from certify.render.words import Words
from certify.spec.catalogue import PARAMETERS
from tests.conftest import IDS, load
from tests.filing.conftest import examine_among
from tests.render.test_style import list_hits

DAY = date(2026, 11, 18)
each_document = pytest.mark.parametrize("name", IDS)


@cache
def see(name):
    """A document examined among all, and its report with one waived issue."""
    examination = examine_among(name, IDS)
    waivers = (Waiver(examination.checked.issues[0].fingerprint, "known", "A Keeper", DAY, "", 1),)
    jurisdiction = examination.jurisdiction
    identity = Identity(jurisdiction.name, "revision 1", str(DAY), jurisdiction.source.sha256)
    return examination, build_report(examination, identity, list_waived(waivers, DAY))


@cache
def show(name, render):
    """A page of that report, made once."""
    return render(see(name)[1])


def list_checked(name):
    """Severity and title of every issue as `certify check --json` lists them."""
    data = describe_document(see(name)[0].checked, {})["issues"]
    return sorted((item["severity"], item["title"]) for item in data)


def read(markup):
    """The text of a piece of a page."""
    return squeeze(unescape(re.sub(r"<[^>]+>", "", markup)))


def squeeze(text):
    """A text with single spaces; a page shows suits as symbols, a finding as letters."""
    return " ".join(text.translate(str.maketrans("♣♦♥♠", "cdhs")).split())


@each_document
def test_the_report_lists_every_issue_of_check(name):
    found = see(name)[1].issues
    assert sorted((item.severity.word, item.title) for item in found) == list_checked(name)
    assert [item.number for item in found] == list(range(1, len(found) + 1))


@each_document
@pytest.mark.parametrize("render", [render_filing, render_page], ids=["paper", "page"])
def test_every_issue_is_printed_once_and_those_about_money_with_the_rows_of_the_main_finding(
    name, render
):
    report, html = see(name)[1], show(name, render)
    places = re.findall(r'id="issue-(\d+)"', html)
    assert sorted(map(int, places)) == [item.number for item in report.issues]
    parts = [*report.printed_in_full, *report.smaller, *report.procedural]
    assert sorted(item.number for item in parts) == [
        item.number for item in (*report.own, *report.language)
    ]
    for item in report.printed_in_full:
        article = re.search(rf'<article[^>]*id="issue-{item.number}".*?</article>', html, re.DOTALL)
        text = read(article[0])
        assert item.severity.word in text
        for label, row in item.rows:
            assert squeeze(clip(row, 200)).rstrip(" …")[:150] in text, (item.label, label)


@each_document
def test_the_workbook_lists_every_issue_with_all_rows_of_its_findings(name):
    examination, report = see(name)
    chapter = Chapter(
        report.jurisdiction, examination.odds, checked=examination.checked, waived=report.waived
    )
    book = openpyxl.load_workbook(io.BytesIO(write_workbook([chapter])))
    head, *rows = book["Issues"].iter_rows(values_only=True)
    first = [dict(zip(head, row, strict=True)) for row in rows]
    numbered = [row for row in first if row["Severity"]]
    assert [row["Severity"] for row in numbered] == [item.severity.word for item in report.issues]
    assert [row["Number"] for row in numbered] == [item.label for item in report.issues]
    assert sum(bool(row["Rule"]) for row in first) == len(examination.checked.findings)
    columns = [
        squeeze(" ".join(str(cell) for cell in column if cell))
        for column in zip(*rows, strict=True)
    ]
    words = Words(report.jurisdiction)
    for finding in examination.checked.findings:
        for _, text in FindingText(words, finding).list_rows():
            assert any(squeeze(text) in column for column in columns), text
    table = [row[:11] for row in book["Summary"].iter_rows(values_only=True, min_row=5)]
    told = [(row[1], row[2] or "", str(row[10]).casefold()) for row in table]
    assert len(told) == len(examination.odds)  # the long count of a standard wager is left out here
    assert set(told) <= {tuple(row[:3]) for row in report.verdicts}


@each_document
def test_a_waiver_is_printed_with_its_owner_and_its_end(name):
    examination, report = see(name)
    waived = [item for item in report.issues if item.waiver]
    assert [item.issue for item in waived] == [examination.checked.issues[0]]
    for render in (render_filing, render_page):
        place = show(name, render).partition(f'id="issue-{waived[0].number}"')[2]
        assert "waived" in place.partition('id="issue-')[0]
    chapter = Chapter(report.jurisdiction, (), checked=examination.checked, waived=report.waived)
    book = openpyxl.load_workbook(io.BytesIO(write_workbook([chapter])))
    columns = zip(*book["Issues"].iter_rows(values_only=True), strict=True)
    texts = [squeeze(" ".join(str(cell) for cell in column if cell)) for column in columns]
    assert sum(text.count("A Keeper until 2026-11-18") for text in texts) == 1


@each_document
def test_paper_and_page_have_the_same_heading_and_verdicts(name):
    report = see(name)[1]
    covers = [
        re.split(r'id="(?:summary|conformity)"', show(name, render))[0]
        for render in (render_filing, render_page)
    ]
    headings = [re.findall(r'class="(?:house|quiet kicker)">(.*?)</p>', cover) for cover in covers]
    assert headings[0] == headings[1]
    for cover in map(read, covers):
        known = {
            sheet.wager for sheet in report.sheets
        }  # the long count of a standard wager is left out
        for wager, _, verdict, edge, _ in report.verdicts:
            assert verdict.casefold() in cover.casefold()
            assert edge in cover or edge == "not calculated" or wager not in known


@each_document
@pytest.mark.parametrize("render", [render_filing, render_page], ids=["paper", "page"])
def test_no_word_that_the_style_guide_replaces_is_printed(name, render):
    body = re.sub(
        r"<(script|style|svg)\b.*?</\1>|<[^>]*>", " ", show(name, render), flags=re.DOTALL
    )
    assert not list_hits(unescape(body))


@each_document
def test_a_wager_refers_to_the_errors_of_its_verdict_and_to_what_changes_its_edge(name):
    examination, report = see(name)
    for odds in examination.odds:
        referred = report.find_issues(odds)
        errors = examination.verdict.find(odds.wager, odds.paytable).issues
        assert {item.fingerprint for item in errors} <= {
            item.issue.fingerprint for item in referred
        }
        for item in report.own:
            changes = any(
                effect.size
                for finding in item.issue.findings
                for effect in finding.effects
                if effect.wager == odds.wager and effect.paytable in {"", odds.paytable or ""}
            )
            misprint = any(
                effect.is_printed for one in item.issue.findings for effect in one.effects
            )
            assert not changes or misprint or item in referred


def test_every_effect_on_a_house_edge_is_printed_with_its_issue():
    for name in IDS:
        report = see(name)[1]
        printed = (*report.printed_in_full, *report.smaller)
        assert sorted(item.number for item in printed) == [item.number for item in report.money]
        left = [item for item in report.own if item not in report.money]
        assert not any(item.effect or item.severity is Severity.ERROR for item in left)
        assert all(item.issue.kind is Kind.OWN for item in report.money)


def test_an_effect_is_that_of_a_reading_of_the_odds():
    """Findings compile again with another value; readings come with the odds: two computations."""
    examination, report = see("south-dakota")
    key = "fortune-bonus.precedence"
    issue = next(item for item in report.own if key in item.issue.statements)
    pairs = [
        (before.house_edge, after.house_edge)
        for sheet in examination.sheets
        for item in sheet.odds.alternatives
        if item.readings == {"bonus-precedence": "rank-order"}
        for before, after in ((sheet.odds, item), (sheet.full_table, item.envy[-1]))
    ]
    effects = [
        effect
        for finding in issue.issue.findings
        if key in finding.statements
        for effect in finding.effects
    ]
    assert effects
    for effect in effects:
        assert (effect.before[0], effect.after[0]) in pairs


def test_an_assumed_house_way_is_enclosed_where_no_other_specification_is_it():
    """From the enclosures alone the policy names the same document, and no document is compared with it."""
    own, other = load("south-dakota"), load("mbs")
    policy = replace(load_policy(), assumed_house_way=other)
    assert ASSUMED not in {item.name for item in list_sources(own, (own, other), policy)}
    enclosed = {item.name: item.content for item in list_sources(own, (own,), policy)}
    assert ASSUMED in enclosed
    assert ASSUMED in BY_POLICY
    enclosed[ASSUMED] += b"# another text than the shipped one\n"
    with unfold(enclosed) as folder:
        assert [item.id for item in load_enclosed(folder)] == ["south-dakota"]
        found = load_policy(folder / "policy" / "limits.yaml").assumed_house_way
        assert found.id == "mbs"
        assert found.source.sha256 != other.source.sha256


def test_enclosed_findings_are_those_of_the_filing():
    examination, report = see("south-dakota")
    files = {
        item.name: item.content
        for item in list_enclosures(examination, (examination.jurisdiction,), (), report.waived)
    }
    text = files["south-dakota.findings.json"].decode()
    for item in report.issues:
        assert item.issue.fingerprint in text
    assert "A Keeper" in text


def test_every_word_of_the_catalogue_is_answered_in_words():
    """A word of the catalogue, its hyphens taken out, is no answer to a reader."""
    plain = {
        *("face-down", "face-up", "all-payments", "before-the-deal", "one-line", "if-no-line-pays"),
        "not-allowed",
    }
    for key, parameter in PARAMETERS.items():
        for word in parameter.choices:
            if "-" in str(word) and str(word) not in plain:
                assert parameter.answer(str(word)) != str(word).replace("-", " "), (key, word)


def test_a_certificate_of_other_figures_makes_a_draft(examination):
    approval = Approval(1, "2026-11-16", "somebody", "as it is", "0" * 64)
    figures = tuple(describe_figures(item) for item in examination.odds)
    found = Certificate(b"{}", approval, (approval,), data={"wagers": figures})
    assert found.hold_to(examination.odds) is found
    first, second, *rest = figures
    for other in (
        ({**first, "status": "exact"}, second, *rest),
        (first, {**second, "house_edge": "1/13"}, *rest),
        (first, *rest),
    ):
        assert replace(found, data={"wagers": other}).hold_to(examination.odds) == Certificate()
    wagers = (first, {**second, "alternatives": []}, *rest)
    more = replace(found, data={"wagers": wagers})
    assert more.hold_to(examination.odds) is more


def test_why_an_assumed_house_way_was_not_counted_is_told_without_keys(monkeypatch):
    key = "setting.equal_high_and_low"

    def refuse(_jurisdiction, _request):
        raise CertifyError(f"could not judge: {key} is 'foul', so; do this")

    monkeypatch.setattr(standard, "compute_odds", refuse)
    own = load("pennsylvania")
    found = assume_house_way(own, load("mbs"))
    assert found.house_edge is None
    assert key not in found.why_not
    assert Words(own).title(key) in found.why_not


def test_the_glossary_names_the_owner_of_the_policy_and_whether_they_released_the_figures():
    words = dict(define_words("the keeper of it", ["the keeper of it"]))
    assert "released" in words["Keeper of it"]
    assert list(words) == sorted(words, key=str.casefold)
    assert "released" not in dict(define_words("A Keeper", ["somebody else"]))["A Keeper"]
    assert {"Specification", "Revision", "Policy", "Full table", "Issue", "Waived"} <= words.keys()


@each_document
def test_equal_answers_share_a_tint_whatever_the_roles_are_called(name):
    texts = []
    others = [load(other) for other in IDS if other != name]
    for row in list_differences(load(name), others, see(name)[1].differences)[0]:
        tints, names = {}, {}
        for answer in row.answers:
            if answer.tint:
                assert tints.setdefault(answer.text, answer.tint) == answer.tint
                names.setdefault(answer.tint, set()).add(answer.text)
        texts += names.values()
    assert max(map(len, texts)) > 1

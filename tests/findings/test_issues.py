"""Issues: findings with one root are one issue, in the right place, under a name that lasts."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from certify.base.load import load_bytes
from certify.findings.finding import Kind, NoEffect, Severity
from certify.findings.issue import list_issues
from certify.findings.registry import list_differences, list_findings
from certify.spec.model import Citation
from certify.spec.validate import read_jurisdiction
from tests.conftest import IDS, load
from tests.findings.cases import case_of, everyone, find
from tests.findings.example_findings import PART, change, make

ERROR, WARNING, NOTE = Severity.ERROR, Severity.WARNING, Severity.NOTE
HERE, THERE = Citation("B 5", 4, 4), Citation("B 6", 5, 5)


def list_subjects(findings):
    return [[item.subject for item in issue.findings] for issue in list_issues(findings)]


def test_findings_of_one_root_are_one_issue_and_the_gravest_is_its_head():
    (issue,) = list_issues(
        [
            make("INT001", NOTE, roots=["a"], subject="1"),
            make("INT001", ERROR, change(5 * PART), roots=["b"], subject="2"),
            make("INT001", WARNING, change(9 * PART), roots=["a", "b"], subject="3"),
        ]
    )
    assert [item.subject for item in issue.findings] == ["2", "3", "1"]
    assert issue.severity is ERROR
    assert issue.size == 5 * PART, "the effect is that of the head"


def test_a_chain_of_roots_is_one_issue():
    first = make("INT001", WARNING, roots="a", subject="1", citations=(HERE,), statements=("k",))
    second = make("INT001", WARNING, roots="b", subject="2")
    bridge = make(
        "INT001",
        NOTE,
        roots="ab",
        subject="3",
        citations=(HERE, THERE),
        statements=("k", "l"),
        wagers=("side", "bonus"),
    )
    apart = make("INT001", WARNING, roots="c", subject="4")
    assert list_subjects([first, second, bridge, apart]) == [["1", "2", "3"], ["4"]]
    issue, other = list_issues([first, second, bridge, apart])
    assert (issue.clauses, issue.statements) == ((HERE, THERE), ("k", "l"))
    assert issue.wagers == ("bonus", "side")
    assert issue.fingerprint not in {item.fingerprint for item in issue.findings}
    assert other.fingerprint == apart.fingerprint


def test_findings_without_a_common_root_stay_apart():
    """So do one root in two documents, and a defect and a difference."""
    note = make("INT001", NOTE, roots=["a"])
    for other in (
        replace(note, roots=frozenset("b"), subject="2"),
        replace(note, jurisdiction="there"),
        replace(note, kind=Kind.DIFFERENCE),
    ):
        assert len(list_issues([note, other])) == 2
    assert len(list_issues([make("INT001", NOTE, subject=text) for text in "12"])) == 2


def test_differences_are_grouped_by_fact_and_language_by_rule():
    found = list_issues(
        [
            make("XJD001", NOTE, kind=Kind.DIFFERENCE, subject=subject, others=(other,))
            for subject, other in (("t", "x"), ("t", "y"), ("u", "x"))
        ]
        + [make("DOC008", NOTE, kind=Kind.LANGUAGE, subject=text) for text in "123"]
        + [make("DOC007", NOTE, kind=Kind.LANGUAGE, subject="t")]
    )
    assert sorted((item.head.code, len(item.findings)) for item in found) == [
        ("DOC007", 1),
        ("DOC008", 3),
        ("XJD001", 1),
        ("XJD001", 2),
    ]


def test_the_order_is_own_by_severity_and_effect_then_language_then_differences():
    found = list_subjects(
        [
            make("DOC008", NOTE, kind=Kind.LANGUAGE, subject="language"),
            make("XJD001", NOTE, change(99), kind=Kind.DIFFERENCE, subject="other"),
            make("INT001", WARNING, change(9 * PART), subject="large warning"),
            make("INT001", ERROR, change(PART), subject="small error"),
            make("INT001", ERROR, change(2 * PART), subject="large error"),
            make("REF003", ERROR, blocks=True, subject="blocks"),
            make("POL001", WARNING, change(50 * PART), subject="policy"),
        ]
    )
    assert [subject for (subject,) in found] == [
        "blocks",
        "large error",
        "small error",
        "large warning",
        "policy",
        "language",
        "other",
    ]


def test_a_small_effect_is_listed_after_money_without_one():
    found = list_subjects(
        [
            make("INT001", WARNING, subject="nothing", wagers=(), missing=[NoEffect.FOULS]),
            make("INT001", WARNING, change(PART / 10), subject="tiny"),
            make("INT001", WARNING, subject="open", missing=[NoEffect.OWN_WORDS]),
            make("INT001", WARNING, subject="round", missing=[NoEffect.FOULS]),
            make("INT001", WARNING, change(2 * PART), subject="material"),
        ]
    )
    assert [subject for (subject,) in found] == ["material", "open", "round", "tiny", "nothing"]


def find_issue(name, key, *codes):
    """The one issue about a statement."""
    (issue,) = [item for item in list_issues(find(load(name), *codes)) if key in item.statements]
    return issue


def test_the_doubled_row_is_one_issue():
    """Lines 66 and 67 of Designated Player: the label and both payouts."""
    codes = ("DOC009", "INT001", "GAP001", "MTH003")
    issue = find_issue("designated-player", "ace-high.main.bank-with-joker.pays", *codes)
    assert sorted(item.code for item in issue.findings) == ["GAP001", "INT001"]
    assert {66, 67} <= {place.first for place in issue.clauses}
    assert issue.severity is ERROR


def test_the_wild_joker_is_one_issue():
    issue = find_issue("california-bgc", "deck.joker", "INT001", "MTH003", "GAP001", "GAP012")
    assert {item.code for item in issue.findings} == {"GAP001", "GAP012"}


def test_a_missing_chapter_is_one_issue():
    issue = find_issue("designated-player", "irregularities.misdeal", "GAP002")
    assert len(issue.findings) == 1
    assert len([key for key in issue.statements if key.startswith("irregularities.")]) == 9


def test_what_stops_a_figure_is_listed_first():
    found = list_issues(list_findings(case_of(load("south-dakota"))))
    assert found[0].head.code == "REF003"
    assert found[0].head.blocks


@pytest.mark.parametrize("name", IDS)
def test_the_effect_of_an_issue_is_the_largest_of_its_findings(name):
    """A finding with a larger effect than the head would be an issue of its own."""
    for issue in list_issues(list_findings(case_of(load(name)))):
        assert all(item.price.size <= issue.size for item in issue.points), issue.head.subject
        assert issue.severity is not ERROR or issue.clauses


@pytest.mark.parametrize("name", IDS)
def test_fingerprints_do_not_depend_on_other_files(name):
    alone = list_findings(case_of(load(name)))
    beside = list_findings(case_of(load(name), *everyone()))
    assert [item.fingerprint for item in alone] == [item.fingerprint for item in beside]
    assert len({item.fingerprint for item in alone}) == len(alone)


def test_a_fingerprint_depends_on_code_documents_and_subject_alone():
    own = make("INT001", NOTE)
    same = replace(
        own,
        severity=ERROR,
        variant="v",
        slots={"a": 1},
        statements=("k",),
        wagers=(),
        citations=(HERE,),
        because="so",
        line=9,
        path="other.yaml",
        price=make("INT001", None, change(1)).price,
    )
    assert same.fingerprint == own.fingerprint
    for change_ in (
        {"code": "INT002"},
        {"jurisdiction": "x"},
        {"others": ("x",)},
        {"subject": "y"},
    ):
        assert replace(own, **change_).fingerprint != own.fingerprint


def test_fingerprints_do_not_depend_on_lines_of_the_file():
    source = load("south-dakota").source
    text = "# a comment\n# another\n" + Path(source.name).read_text(encoding="utf-8")
    moved = read_jurisdiction(load_bytes(text.encode(), "moved.yaml"))
    before, after = find(load("south-dakota"), "DOC001", "GAP007"), find(moved, "DOC001", "GAP007")
    assert [item.fingerprint for item in before] == [item.fingerprint for item in after]
    assert [item.line + 2 for item in before] == [item.line for item in after]


@pytest.mark.parametrize("name", IDS)
def test_a_difference_is_of_its_own_pair(name):
    """A document that is added has differences of its own and changes no other finding."""
    own, every = load(name), everyone()
    whole = list_differences(case_of(own, *every))
    assert len({item.fingerprint for item in whole}) == len(whole)
    for left_out in (item for item in every if item.id != name):
        rest = case_of(own, *(item for item in every if item is not left_out))
        assert list_differences(rest) == [item for item in whole if item.others != (left_out.id,)]


def test_a_case_of_one_document_has_no_differences():
    assert list_differences(case_of(load("south-dakota"))) == []
    assert Fraction(0) < max(item.price.size for item in list_findings(case_of(load("mbs"))))

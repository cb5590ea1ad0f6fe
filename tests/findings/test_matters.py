"""Matters and verdicts: one root is one matter, in the right place, under a name that lasts."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from certify.base.load import load_bytes
from certify.findings.case import Case
from certify.findings.checked import check_document
from certify.findings.finding import ROUND_ONLY, Effect, Finding, Kind, Price, Severity
from certify.findings.matter import list_matters
from certify.findings.registry import list_differences, list_findings
from certify.findings.verdict import Word, judge_document
from certify.odds.result import Status, WagerOdds
from certify.spec.validate import read_jurisdiction
from tests.conftest import IDS, load
from tests.findings.cases import case_of, everyone, find, policy

QUICK = ("south-dakota", "pennsylvania", "california-bgc")


def make(code="INT001", severity=Severity.NOTE, *, size=0, roots=(), kind=Kind.OWN, subject="x"):
    effects = (Effect("bonus", Fraction(-size, 1000), Fraction(0)),) if size else ()
    return Finding(
        code,
        severity,
        kind,
        ("here",),
        "A message.",
        "file.yaml",
        1,
        1,
        title=subject,
        question="Is it so?",
        wagers=("bonus",),
        price=Price(effects),
        subject=subject,
        roots=frozenset(roots),
    )


def test_findings_of_one_root_are_one_matter_and_the_gravest_is_its_head():
    (matter,) = list_matters(
        [
            make(roots=["a"], subject="1"),
            make(severity=Severity.ERROR, size=5, roots=["b"], subject="2"),
            make(severity=Severity.WARNING, size=9, roots=["a", "b"], subject="3"),
        ]
    )
    assert [item.subject for item in matter.findings] == ["2", "3", "1"]
    assert matter.severity is Severity.ERROR
    assert matter.size == Fraction(5, 1000), "the price is that of the title, not of a sub-point"


def test_findings_without_a_common_root_stay_apart():
    assert len(list_matters([make(roots=["a"], subject="1"), make(roots=["b"], subject="2")])) == 2
    assert len(list_matters([make(subject="1"), make(subject="2")])) == 2


def test_a_difference_never_joins_a_defect():
    assert len(list_matters([make(roots=["a"]), make(roots=["a"], kind=Kind.DIFFERENCE)])) == 2


def test_the_order_is_own_by_severity_and_effect_then_differences_then_language():
    found = list_matters(
        [
            make("DOC008", kind=Kind.LANGUAGE, severity=Severity.ERROR, subject="language"),
            make("XJD001", kind=Kind.DIFFERENCE, severity=Severity.ERROR, size=99, subject="other"),
            make(severity=Severity.WARNING, size=9, subject="large warning"),
            make(severity=Severity.ERROR, size=1, subject="small error"),
            make(severity=Severity.ERROR, size=2, subject="large error"),
            make("POL001", severity=Severity.WARNING, size=50, subject="policy"),
        ]
    )
    assert [item.head.subject for item in found] == [
        "large error",
        "small error",
        "large warning",
        "policy",
        "other",
        "language",
    ]


def test_language_is_grouped_by_rule():
    found = list_matters(
        [make("DOC008", kind=Kind.LANGUAGE, subject=str(number)) for number in range(3)]
        + [make("DOC007", kind=Kind.LANGUAGE, subject="t")]
    )
    assert sorted(len(item.findings) for item in found) == [1, 3]


def test_the_doubled_row_is_one_matter():
    """Lines 66 and 67 of the designated player's scale: the label, both pays, the advantage."""
    found = find(load("designated-player"), "DOC004", "INT001", "GAP001", "MTH003")
    matters = [
        item
        for item in list_matters(found)
        if any("N/Joker" in point.message for point in item.findings)
    ]
    (matter,) = matters
    assert sorted(item.code for item in matter.findings) == ["GAP001", "INT001", "MTH003"]
    assert {66, 67} <= {place.first for place in matter.clauses}
    assert matter.severity is Severity.ERROR


def test_the_wild_joker_is_one_matter():
    found = find(load("california-bgc"), "INT001", "MTH003", "GAP001", "GAP012")
    matters = [item for item in list_matters(found) if "deck.joker" in item.statements]
    (matter,) = matters
    assert {item.code for item in matter.findings} == {"INT001", "MTH003", "GAP012"}


def test_a_missing_chapter_is_one_matter():
    found = find(load("designated-player"), "GAP002")
    matters = [item for item in list_matters(found) if "irregularities.misdeal" in item.statements]
    (matter,) = matters
    assert len(matter.findings) == 1
    assert len([key for key in matter.statements if key.startswith("irregularities.")]) == 9


@pytest.mark.parametrize("name", QUICK)
def test_no_two_matters_of_a_document_bear_one_title(name):
    titles = [item.title for item in list_matters(list_findings(case_of(load(name))))]
    assert len(set(titles)) == len(titles)


def test_what_bars_a_wager_stands_before_all_of_its_severity():
    found = list_matters(list_findings(case_of(load("south-dakota"))))
    assert found[0].title.startswith("Rules left to ")
    assert found[0].head.bars
    assert not found[0].size, "what the other text says has no price"
    (seats,) = [item for item in found if "table.players" in item.statements]
    assert seats.title == "Seats"
    assert seats.size == seats.head.price.size > 0


@pytest.mark.parametrize("name", QUICK)
def test_fingerprints_do_not_depend_on_other_files(name):
    alone = list_findings(case_of(load(name)))
    beside = list_findings(case_of(load(name), *everyone()))
    assert [item.fingerprint for item in alone] == [item.fingerprint for item in beside]
    assert len({item.fingerprint for item in alone}) == len(alone)


@pytest.mark.parametrize("name", ["south-dakota", "california-bgc", "pennsylvania"])
def test_a_difference_is_of_its_own_pair(name):
    """A file that is added brings differences of its own: no other finding is renamed, joined or reworded."""
    own, every = load(name), everyone()
    whole = [item.describe() for item in list_differences(case_of(own, *every))]
    assert len({item["fingerprint"] for item in whole}) == len(whole)
    assert {len(item["jurisdictions"]) for item in whole} == {2}
    for left_out in (item for item in every if item.id != name):
        rest = case_of(own, *(item for item in every if item is not left_out))
        assert [item.describe() for item in list_differences(rest)] == [
            item for item in whole if left_out.id not in item["jurisdictions"]
        ]


def test_a_price_of_almost_nothing_stands_below_open_money():
    def weighed(**values):
        return replace(make(severity=Severity.WARNING, **values), materiality=Fraction(1, 1000))

    open_money = replace(weighed(subject="open"), price=Price((), "nobody counted it"))
    found = list_matters(
        [
            replace(weighed(subject="nothing"), wagers=()),
            replace(weighed(subject="tiny", size=1), materiality=Fraction(1, 100)),
            open_money,
            replace(open_money, subject="round", price=Price((), ROUND_ONLY)),
            weighed(subject="material", size=2),
        ]
    )
    assert [item.head.subject for item in found] == ["material", "open", "round", "tiny", "nothing"]


def test_fingerprints_do_not_depend_on_lines_of_the_file():
    source = load("south-dakota").source
    text = "# a comment\n# another\n" + Path(source.name).read_text(encoding="utf-8")
    moved = read_jurisdiction(load_bytes(text.encode(), "moved.yaml"))
    before, after = find(load("south-dakota"), "DOC001", "GAP007"), find(moved, "DOC001", "GAP007")
    assert [item.fingerprint for item in before] == [item.fingerprint for item in after]
    assert [item.line + 2 for item in before] == [item.line for item in after]


KEY = re.compile(
    r"\b(?:deck|table|play|setting|comparison|standard|wager|envy|house_way)\.[a-z_]+\b"
)


@pytest.mark.parametrize("name", QUICK)
def test_messages_are_for_people(name):
    """No parameter keys, no ids of files, wagers or classes, no underscores; questions are questions."""
    case = case_of(load(name), *everyone())
    ids = [item for item in IDS if "-" in item] + ["fortune-bonus", "ace-high"]
    for finding in (*list_findings(case), *list_differences(case)):
        text = f"{finding.message} {finding.question} {finding.title} {finding.cure}"
        assert not KEY.search(text), text
        assert "_" not in text, text
        assert not [word for word in ids if word in text], text
        assert finding.message.rstrip().endswith((".", "?", ")")), text
        assert finding.question.endswith("?"), text


@pytest.mark.parametrize("name", QUICK)
def test_every_matter_has_a_question_and_every_error_a_clause(name):
    for matter in list_matters(list_findings(case_of(load(name)))):
        assert matter.question.endswith("?")
        assert matter.title
        if matter.severity is Severity.ERROR:
            assert matter.clauses


def judge(status, *matters, missing=(), resting=()):
    odds = WagerOdds("standard", None, status, {}, tuple(resting), missing=tuple(missing))
    return judge_document(load("south-dakota"), [odds], list_matters(matters))


def test_a_document_that_says_all_is_certified_as_written():
    verdict = judge(Status.CERTIFIED)
    assert verdict.word is Word.AS_WRITTEN
    assert verdict.text == "certified as written"
    assert verdict.questions == ()


def test_an_error_that_touches_the_wager_is_a_question():
    finding = make(severity=Severity.ERROR)
    other = judge(Status.CERTIFIED, finding)
    assert other.word is Word.AS_WRITTEN, "the error is about another wager"
    odds = WagerOdds("bonus", None, Status.CERTIFIED, {})
    verdict = judge_document(load("south-dakota"), [odds], list_matters([finding]))
    assert verdict.text == "not certifiable as written: 1 question"
    assert verdict.questions == ("Is it so?",)


@pytest.mark.parametrize("kind", [Kind.DIFFERENCE, Kind.LANGUAGE])
def test_differences_and_language_decide_no_verdict(kind):
    odds = WagerOdds("bonus", None, Status.CERTIFIED, {})
    finding = make("XJD001", severity=Severity.ERROR, kind=kind)
    verdict = judge_document(load("south-dakota"), [odds], list_matters([finding]))
    assert verdict.word is Word.AS_WRITTEN


@pytest.mark.parametrize("status", [Status.DEFERRED, Status.INCOMPLETE, Status.NOT_MODELLED])
def test_a_wager_with_something_missing_is_not_certifiable(status):
    verdict = judge(status, missing=["setting.house_way: deferred to a chart"])
    assert verdict.word is Word.NOT_CERTIFIABLE
    assert len(verdict.questions) == 1


def test_what_is_missing_is_asked_in_plain_words():
    missing = ["deck.jokers: 2 is not modelled", "not covered: a draw (B 5, line 11)"]
    asked = judge(Status.NOT_MODELLED, missing=missing).questions
    assert asked == (
        "How many jokers does the deck hold?",
        "What does the document say here: not covered: a draw (B 5, line 11)?",
    )
    odds = WagerOdds(
        "fortune-bonus", None, Status.DEFERRED, {}, missing=("fortune-bonus: no line",)
    )
    found = judge_document(load("south-dakota"), [odds], [])
    assert found.questions == ("What does the Fortune Bonus pay?",)


def test_south_dakota_by_wager():
    """The printed edges settle the open order of lines, so the bonus is certified under readings."""
    verdict = check_document(case_of(load("south-dakota"))).verdict
    words = {item.wager: item.word for item in verdict.wagers}
    assert words == {"fortune-bonus": Word.UNDER_READINGS, "standard": Word.NOT_CERTIFIABLE}
    assert verdict.text.startswith("not certifiable as written: ")


def test_a_case_of_one_document_has_no_differences():
    case = Case(load("south-dakota"), policy())
    assert list_differences(case) == []
    assert list_findings(case)

"""The verdict on each wager and paytable, from the status of its figure and the errors about it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from certify.findings.case import Case
from certify.findings.checked import check_document
from certify.findings.finding import Kind, NoEffect, Severity
from certify.findings.issue import list_issues
from certify.findings.verdict import Verdict, judge_document
from certify.odds.compute import Request, compute_odds
from certify.odds.result import CountedOutcome, Resting, Status, WagerOdds
from certify.spec.values import LOSES, PUSHES
from tests.conftest import IDS, load
from tests.edits import state
from tests.findings.cases import case_of, changed, conflict, policy
from tests.findings.example_findings import PART, change, make
from tests.wagers.accepted_specs import load as load_accepted

ERROR = Severity.ERROR
HALF = (CountedOutcome("lost", 1, LOSES), CountedOutcome("even", 1, PUSHES))


def odds(wager="bonus", paytable="main", status=Status.EXACT, **values):
    """A wager with a house edge of one half."""
    return WagerOdds(wager, paytable, status, {}, deals=2, outcomes=HALF, **values)


def judge(every, *findings):
    """The verdicts on a document without open points."""
    standard = odds("standard", None)
    case = Case(load_accepted("two-paytables"), policy(), odds=(*every, standard))
    return judge_document(case, list_issues(findings))


def list_verdicts(verdict):
    return {(item.wager, item.paytable): item.verdict for item in verdict.wagers}


def test_a_figure_without_errors_is_certified():
    found = judge([odds(), odds("side", status=Status.UNDER_READINGS)])
    assert list_verdicts(found) == {
        ("bonus", "main"): Verdict.AS_WRITTEN,
        ("side", "main"): Verdict.SUBJECT_TO_READINGS,
        ("standard", ""): Verdict.AS_WRITTEN,
    }
    assert found.worst is Verdict.SUBJECT_TO_READINGS
    assert found.issues == ()
    own = found.find("bonus", "main")
    assert (own.house_edge, own.low, own.high) == (Fraction(1, 2),) * 3


@pytest.mark.parametrize("status", [Status.DEFERRED, Status.INCOMPLETE, Status.NOT_MODELLED])
def test_a_wager_without_a_figure_is_incomplete_and_has_no_range(status):
    """A figure that leaves something out is no figure of the document."""
    missing = ("deck.wheel: deferred to a chart",)
    lacks = make("REF003", ERROR, wagers=(), statements=("deck.wheel",), blocks=True)
    other = make("INT001", ERROR, wagers=(), statements=("deck.joker",), blocks=True, subject="y")
    found = judge([odds(status=status, missing=missing)], lacks, other)
    own = found.find("bonus", "main")
    assert own.verdict is found.worst is Verdict.INCOMPLETE
    assert (own.house_edge, own.low, own.high) == (None, None, None)
    assert [item.head for item in own.issues] == [lacks]


def test_an_error_about_a_wager_makes_it_ambiguous():
    for finding in (
        make("INT001", ERROR, change(PART)),
        make("INT001", ERROR, missing=[NoEffect.OWN_WORDS]),
    ):
        found = judge([odds(), odds("side")], finding)
        assert found.find("bonus", "main").verdict is Verdict.AMBIGUOUS
        assert found.find("side", "main").verdict is Verdict.AS_WRITTEN
        assert [item.head for item in found.issues] == [finding]
        assert found.wagers[0].wager == "bonus", "the worst first"


def test_what_is_no_error_leaves_a_wager_certified():
    for finding in (
        make("INT001", Severity.WARNING, change(PART)),
        make("INT001", ERROR, change(PART, wager="side")),
        make("XJD001", ERROR, change(PART), kind=Kind.DIFFERENCE),
        make("DOC008", ERROR, kind=Kind.LANGUAGE),
    ):
        assert judge([odds()], finding).find("bonus", "main").verdict is Verdict.AS_WRITTEN


@pytest.mark.parametrize(
    ("effect", "is_about"),
    [
        (change(PART, paytable="2"), True),
        (change(-PART, paytable="2"), True),
        (change(PART / 2, paytable="2"), False),
        (change(0, paytable="2"), False),
        (change(PART, paytable="3"), False),
        (change(-PART / 2, before=PART / 4, paytable="2"), True),
        (change(PART, paytable="2", wager="side"), False),
        (change(PART, paytable=""), True),
    ],
)
def test_an_error_is_about_the_paytables_that_it_changes_materially(effect, is_about):
    finding = make("INT001", ERROR, change(PART, paytable="1"), effect)
    found = judge([odds(paytable="1"), odds(paytable="2")], finding)
    assert found.find("bonus", "1").verdict is Verdict.AMBIGUOUS
    assert (found.find("bonus", "2").verdict is Verdict.AMBIGUOUS) is is_about


def test_the_only_paytable_of_a_wager_may_have_no_name():
    found = judge([odds(paytable=None)], make("INT001", ERROR, change(PART, paytable="main")))
    assert found.find("bonus", None).verdict is Verdict.AMBIGUOUS


def test_an_error_that_stops_one_figure_leaves_the_other_wagers_certified():
    """A text that is not supplied is about the wager that needs it, though money of others depends on it."""
    lacks = make("REF003", ERROR, statements=("deck.wheel",), wagers=("bonus", "side"), blocks=True)
    stopped = odds("side", status=Status.DEFERRED, missing=("deck.wheel: deferred to a chart",))
    found = judge([odds(), stopped], lacks)
    assert found.find("side", "main").verdict is Verdict.INCOMPLETE
    assert found.find("bonus", "main").verdict is Verdict.AS_WRITTEN


def test_an_issue_counts_by_its_gravest_finding_and_once():
    roots = ["r"]
    head = make("INT001", ERROR, change(PART), change(PART, wager="side"), roots=roots)
    point = make("GAP001", Severity.WARNING, roots=roots, subject="y", wagers=("standard",))
    found = judge([odds(), odds("side")], head, point)
    assert len(found.issues) == 1
    assert [item.wager for item in found.wagers if item.issues] == ["bonus", "side"]
    assert found.find("standard", None).verdict is Verdict.AS_WRITTEN


def test_readings_are_what_figures_rest_on_and_the_document_does_not_state():
    resting = (
        Resting("deck.wheel", "silent", "lowest", ""),
        Resting("deck.jokers", "stated", "1", ""),
        Resting("deck.joker", "conflicting", "bug", "", confirmed=True),
    )
    every = [
        odds(name, status=Status.UNDER_READINGS, rests_on=resting) for name in ("bonus", "side")
    ]
    found = judge(every)
    assert [item.parameter for item in found.wagers[0].readings] == ["deck.wheel", "deck.joker"]
    assert found.readings == found.wagers[0].readings, "each once"


def test_a_document_without_wagers_has_nothing_to_certify():
    case = Case(load_accepted("two-paytables"), policy())
    case.__dict__["odds"] = ()
    assert judge_document(case, ()).worst is Verdict.AS_WRITTEN


def test_the_range_is_that_of_every_supported_reading_on_its_own_paytable():
    """Against the odds of files that state each value."""
    key = "fortune-bonus.precedence"
    own = load("south-dakota")
    request = Request(("fortune-bonus",), alternatives=False)
    edges = [
        {item.paytable: item.house_edge for item in compute_odds(document, request)}
        for document in (
            own,
            changed("south-dakota", state(key, "rank-order")),
            changed("south-dakota", state("deck.royal_match_joker", "not-allowed")),
        )
    ]
    for table in edges[0]:
        verdict = check_document(case_of(own), []).verdict.find("fortune-bonus", table)
        sides = [each[table] for each in edges]
        assert (verdict.house_edge, verdict.low, verdict.high) == (
            sides[0],
            min(sides),
            max(sides),
        )


def test_a_contradiction_widens_the_range_of_its_wager():
    """Two payouts of one row: the range goes from one of the edges to the other."""
    pays = "fortune-bonus"

    def pay(value):
        def change_row(data):
            for row in data["wagers"][0]["paytables"][0]["lines"]:
                if row.get("hand") == "flush":
                    row["pays"] = value

        return change_row

    both = changed("south-dakota", pay(conflict(4, 5)))
    before, after = (
        compute_odds(changed("south-dakota", pay(value)), Request((pays,), alternatives=False))[0]
        for value in (4, 5)
    )
    verdict = check_document(case_of(both), []).verdict.find(pays, before.paytable)
    assert verdict.verdict is Verdict.AMBIGUOUS
    assert verdict.low == after.house_edge < verdict.house_edge == before.house_edge


EXPECTED = {
    "mbs": {"fortune-bonus": "ambiguous-as-written", "standard": "ambiguous-as-written"},
    "south-dakota": {"fortune-bonus": "certified-subject-to-readings", "standard": "incomplete"},
    "designated-player": {
        "fortune-bonus": "ambiguous-as-written",
        "ace-high": "ambiguous-as-written",
        "standard": "ambiguous-as-written",
    },
    "california-bgc": {"fortune-bonus": "ambiguous-as-written", "standard": "incomplete"},
    "pennsylvania": {
        "fortune-bonus": "ambiguous-as-written",
        "ace-high": "certified-subject-to-readings",
        "standard": "incomplete",
    },
}


@pytest.mark.parametrize("name", IDS)
def test_the_verdicts_on_the_documents(name):
    checked = check_document(case_of(load(name)))
    worst: dict[str, str] = {}
    for item in checked.verdict.wagers:
        worst.setdefault(item.wager, str(item.verdict))
    assert worst == EXPECTED[name]
    errors = {item.fingerprint for item in checked.issues if item.severity is ERROR}
    assert {item.fingerprint for item in checked.verdict.issues} == errors

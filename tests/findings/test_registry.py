"""Rules by their codes, drafts made findings, and the order of findings and matters."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from certify.base.errors import CertifyError
from certify.findings.finding import (
    CHARGES,
    ROUND_ONLY,
    Draft,
    Effect,
    Finding,
    Kind,
    Price,
    Severity,
    is_round_only,
    tell_round_only,
)
from certify.findings.grading import CONFIRMED, SEATS, grade, settle_severity
from certify.findings.matter import list_matters
from certify.findings.registry import (
    FAMILIES,
    complete,
    difference_rule,
    expand_codes,
    find_rule,
    load_rules,
    rule,
    weigh,
    weigh_effect,
)
from certify.findings.verdict import Word, judge_document
from certify.odds.result import Resting, Status, WagerOdds
from certify.spec.model import Citation
from tests.conftest import load
from tests.edits import put
from tests.findings.cases import case_of, changed, leave_open

HERE = Citation("B 5", 4, 4)
PART = Fraction(1, 1000)


def make(code="INT001", severity=Severity.WARNING, *, size=Fraction(0), unpriced="", **values):
    effects = (Effect("bonus", size, size),) if size else ()
    plain = {"wagers": ("bonus",), "materiality": PART, "subject": "x", "question": "Is it so?"}
    return Finding(
        *(code, severity, Kind.OWN, ("here",), "A message.", "file.yaml", 1, 1),
        price=Price(effects, unpriced),
        **(plain | values),
    )


def test_rules_are_found_by_code_in_any_case():
    assert find_rule("int001") is load_rules()["INT001"]
    with pytest.raises(CertifyError, match="did you mean INT001"):
        find_rule("INT0001")
    with pytest.raises(
        CertifyError, match=r"the families are INT, GAP.* `certify explain` lists all"
    ):
        find_rule("zzzzzzzzzz")
    found = [item.code for item in expand_codes(["pol", "INT001"])]
    assert found == [*(code for code in load_rules() if code.startswith("POL")), "INT001"]
    assert list(load_rules()) == sorted(load_rules())


@pytest.mark.parametrize("code", ["INT001", "ABC001"])
def test_a_code_is_given_once_and_in_a_family(code):
    for register in (lambda: rule(code, Severity.NOTE), lambda: difference_rule(code)):
        with pytest.raises(ValueError, match=code):
            register()
    assert set(FAMILIES) == {item[:3] for item in load_rules()}


def test_a_draft_is_completed_by_its_rule():
    """What a rule leaves out comes from the rule; what it says is kept."""
    own = load_rules()["DOC008"]
    effects = (Effect("b", PART, PART), Effect("a", PART, PART), Effect("b", PART, PART))
    draft = Draft(
        "Message.",
        ("table", "players"),
        "subject",
        citations=(HERE, HERE),
        price=Price(effects),
        statements=("table.players",),
        roots=frozenset({"r"}),
    )
    found = complete(draft, own, load("south-dakota"))
    assert (found.code, found.kind, found.severity) == ("DOC008", Kind.LANGUAGE, Severity.NOTE)
    assert found.title == own.summary.rstrip(".")
    assert found.question == f"{found.title}: is that meant?"
    assert found.wagers == ("b", "a")
    assert found.citations == (HERE,)
    assert found.roots == {"r", "statement table.players"}
    assert (found.bars, found.spared, found.jurisdictions) == (False, "", ("south-dakota",))
    said = replace(
        draft,
        title="Title",
        question="So?",
        severity=Severity.ERROR,
        wagers=("c",),
        joins=False,
        others=("there",),
        bars=True,
        spared=SEATS,
    )
    found = complete(said, own, load("south-dakota"))
    assert (found.title, found.question, found.severity) == ("Title", "So?", Severity.ERROR)
    assert (found.wagers, found.roots) == (("c",), {"r"})
    assert (found.bars, found.spared) == (True, SEATS)
    assert found.jurisdictions == ("south-dakota", "there")


def test_the_stage_of_a_finding_within_its_severity():
    """Barred, material, open money, single rounds, small prices, the rest."""
    small = Fraction(1, 5000)
    stages = [
        (make(bars=True, size=small), -1, -small),
        (make(size=PART), 0, -PART),
        (make(size=PART, spared=CONFIRMED), 3, -PART),
        (make(size=PART, spared=SEATS), 0, -PART),
        (make(size=PART, materiality=Fraction(0)), 3, -PART),
        (make(size=small), 3, -small),
        (make("GAP002", citations=(HERE, HERE)), 2, -2),
        (make("GAP012", wagers=()), 4, 0),
        (make(unpriced=ROUND_ONLY, citations=(HERE,)), 2, -1),
        (make(unpriced=tell_round_only("fouls")), 2, 0),
        (make(unpriced=CHARGES), 1, 0),
        (make("DOC005", wagers=()), 1, -1),
        (make("INT014"), 1, -1),
        (make("GAP015"), 1, -1),
        (make(wagers=()), 4, 0),
        (make(), 1, 0),
    ]
    for finding, stage, within in stages:
        assert weigh_effect(finding, finding.price.size) == (stage, within), finding


def test_findings_are_ordered_by_family_code_place_and_subject():
    order = [
        make("REF001"),
        make("INT001"),
        replace(make("INT001", subject="a"), line=2),
        replace(make("INT001", subject="b"), line=2),
        make("INT003"),
        make("MOD001"),
        make("GAP001"),
        make("HWY002"),
        make("MTH001"),
        make("XJD001"),
        make("POL001", size=Fraction(1)),
        make("INT001", severity=Severity.NOTE),
    ]
    mixed = [*order[6:], *order[:6]]
    assert sorted(mixed, key=weigh) == order


def test_matters_of_several_documents_keep_apart():
    """One root in two documents is two matters; differences go by document, then by weight."""
    roots = frozenset({"r"})
    two = [make(roots=roots), replace(make(roots=roots), jurisdictions=("there",))]
    assert len(list_matters(two)) == 2
    differences = [
        replace(
            make("XJD001", size=size, title=title),
            kind=Kind.DIFFERENCE,
            jurisdictions=(name, "z"),
        )
        for name, title, size in (("b", "t", PART), ("a", "t", PART / 2), ("a", "u", PART))
    ]
    found = [(item.head.jurisdictions[0], item.head.title) for item in list_matters(differences)]
    assert found == [("a", "u"), ("a", "t"), ("b", "t")]
    joined = [
        replace(item, jurisdictions=("a", name))
        for item, name in zip(differences, "xyz", strict=True)
    ]
    assert sorted(len(item.findings) for item in list_matters(joined)) == [1, 2]


def test_a_chain_of_roots_is_one_matter():
    first, second = make(roots=frozenset("a"), subject="1"), make(roots=frozenset("b"), subject="2")
    bridge = make(severity=Severity.NOTE, roots=frozenset("ab"), subject="3")
    apart = make(roots=frozenset("c"), subject="4")
    found = list_matters([first, second, bridge, apart])
    assert [[item.subject for item in matter.findings] for matter in found] == [
        ["1", "2", "3"],
        ["4"],
    ]
    places = (HERE, Citation("B 6", 5, 5))
    several = list_matters(
        [
            replace(first, citations=places[:1], statements=("k",)),
            replace(bridge, citations=places, statements=("k", "l"), wagers=("side", "bonus")),
        ]
    )[0]
    assert several.clauses == places
    assert several.statements == ("k", "l")
    assert several.wagers == ("bonus", "side")
    assert several.fingerprint not in {item.fingerprint for item in several.findings}
    assert list_matters([apart])[0].fingerprint == apart.fingerprint


def test_what_only_a_round_turns_on():
    assert tell_round_only("no such topic") == ROUND_ONLY
    assert is_round_only(ROUND_ONLY)
    assert is_round_only(tell_round_only("table"))
    assert tell_round_only("table") != ROUND_ONLY
    assert not is_round_only(CHARGES)
    assert not is_round_only("")


@pytest.mark.parametrize(
    ("size", "unpriced", "settled", "severity"),
    [
        (PART, "", False, Severity.ERROR),
        (PART - Fraction(1, 10**9), "", False, Severity.WARNING),
        (Fraction(1, 10**6), "", False, Severity.WARNING),
        (Fraction(1, 10**6) - Fraction(1, 10**9), "", False, Severity.NOTE),
        (Fraction(1, 10**7), "half of it", False, Severity.WARNING),
        (Fraction(0), "nobody knows", False, Severity.WARNING),
        (Fraction(0), "", False, Severity.WARNING),
        (PART, "", True, Severity.WARNING),
        (PART / 2, "", True, Severity.NOTE),
    ],
)
def test_a_question_of_money_is_graded_at_its_bounds(size, unpriced, settled, severity):
    case = case_of(load("south-dakota"))
    case.policy = replace(case.policy, materiality=PART)
    precedence = case.jurisdiction.wagers[0].statements["wager.precedence"]
    price = make(size=size, unpriced=unpriced).price
    assert grade(case, precedence, price, settled=settled) is severity


def test_a_round_and_a_name_are_graded_without_a_price():
    case = case_of(load("south-dakota"))
    price = make(size=Fraction(1)).price
    misdeal = case.jurisdiction.statements["irregularities.misdeal"]
    title = case.jurisdiction.statements["identity.title"]
    assert grade(case, misdeal, price) is Severity.WARNING
    assert grade(case, misdeal, price, settled=True) is Severity.NOTE
    assert grade(case, title, price) is Severity.NOTE


def test_a_reason_that_spares_is_kept_where_it_is_needed():
    case = case_of(load("south-dakota"))
    case.policy = replace(case.policy, materiality=PART)
    kept = make(size=PART, spared=SEATS, materiality=Fraction(0))
    assert settle_severity(case, kept).spared == SEATS
    assert settle_severity(case, kept).materiality == PART
    for other in (
        make(size=PART / 2, spared=SEATS),
        make(severity=Severity.ERROR, size=PART, spared=SEATS),
        replace(kept, kind=Kind.DIFFERENCE),
    ):
        assert settle_severity(case, other).spared == ""


# --- verdicts


def judge(*findings, name="fortune-bonus", jurisdiction="south-dakota", **values):
    odds = WagerOdds(name, None, values.pop("status", Status.CERTIFIED), {}, **values)
    verdict = judge_document(load(jurisdiction), [odds], list_matters(findings))
    return verdict.wagers[0], verdict


def test_an_error_elsewhere_and_a_warning_here_bar_nothing():
    there = make(severity=Severity.ERROR, wagers=("standard",))
    here = make(wagers=("fortune-bonus",), subject="y")
    own, _ = judge(there, here)
    assert (own.word is Word.NOT_CERTIFIABLE, own.matters, own.errors) == (False, (), 0)
    own, whole = judge(replace(here, severity=Severity.ERROR), there)
    assert (own.word, own.errors, whole.errors) == (Word.NOT_CERTIFIABLE, 1, 1)
    assert own.name == "Fortune Bonus"
    assert judge(name="standard")[0].name == "Standard wager"


def test_what_is_missing_is_asked_by_the_finding_that_tells_it():
    """Of a matter with two findings the one on the missing statement asks; an error asks for itself."""
    roots = frozenset({"r"})
    head = make(roots=roots, question="What of the head?", statements=("deck.jokers",))
    point = make(
        "MOD001", roots=roots, subject="y", question="And this?", statements=("deck.wheel",)
    )
    missing = ("deck.wheel: not modelled", "deck.jokers: 2 is not modelled")
    own, _ = judge(head, point, status=Status.NOT_MODELLED, missing=missing[:1])
    assert own.questions == ("And this?",)
    assert own.matters[0].findings == (head, point)
    own, _ = judge(
        replace(head, severity=Severity.ERROR),
        point,
        status=Status.NOT_MODELLED,
        missing=missing[:1],
    )
    assert own.questions == ("What of the head?",)
    own, _ = judge(status=Status.CERTIFIED, missing=missing)
    assert own.word is not Word.NOT_CERTIFIABLE, "what is certified misses nothing"


def test_what_is_not_covered_is_asked_by_what_the_figures_leave_out():
    missing = ("not covered: a draw (B 5, line 11)",)
    left_out = make("MOD002", wagers=("fortune-bonus",), question="Is a draw meant?")
    own, _ = judge(left_out, status=Status.INCOMPLETE, missing=missing)
    assert own.questions == ("Is a draw meant?",)
    for other in (replace(left_out, wagers=("standard",)), replace(left_out, code="INT001")):
        own, _ = judge(other, status=Status.INCOMPLETE, missing=missing)
        assert own.questions == (f"What does the document say here: {missing[0]}?",)
    own, _ = judge(left_out, status=Status.INCOMPLETE, missing=("deck.jokers: so",))
    assert own.questions == ("How many jokers does the deck hold?",)


def test_readings_are_what_figures_rest_on_and_the_text_does_not_state():
    resting = (
        Resting("deck.wheel", "silent", "lowest", ""),
        Resting("deck.jokers", "stated", "1", ""),
        Resting("fortune-bonus.precedence", "silent", "paytable-order", "", confirmed=True),
    )
    own, whole = judge(rests_on=resting)
    assert own.word is whole.word is Word.UNDER_READINGS
    keys = [item.statement for item in own.readings]
    assert keys[:2] == ["deck.wheel", "fortune-bonus.precedence"]
    assert "deck.jokers" not in keys
    assert [item.confirmed for item in own.readings[:2]] == [False, True]
    assert str(own.readings[1]).endswith("(the text does not say; the printed figures confirm it).")
    assert not str(own.readings[0]).endswith("confirm it).")
    assert own.text == f"certified under {len(keys)} readings"
    assert own.describe()["readings"][0] == {
        "statement": "deck.wheel",
        "question": own.readings[0].question,
        "taken": own.readings[0].answer,
        "standing": str(load("south-dakota").statements["deck.wheel"].standing),
        "confirmed": False,
    }


def test_what_the_hand_is_that_is_paid_is_a_reading_though_no_settlement_reads_it():
    key = ("wagers", 0, "definition")
    open_ = changed("south-dakota", put(*key, value=leave_open("no pair", "nothing made")))
    odds = [WagerOdds("fortune-bonus", None, Status.CERTIFIED, {})]
    keys = [item.statement for item in judge_document(open_, odds, ()).readings]
    assert keys == ["fortune-bonus.definition"]
    bare = changed("south-dakota", put(*key, value={"silent": True}))
    assert judge_document(bare, odds, ()).readings == ()
    said = changed(
        "south-dakota", put(*key, value={"value": "no pair", "at": {"clause": "x", "lines": 1}})
    )
    assert judge_document(said, odds, ()).readings == ()


def test_one_question_of_two_wagers_is_asked_once():
    error = make(severity=Severity.ERROR, wagers=("fortune-bonus", "standard"))
    odds = [WagerOdds(name, None, Status.CERTIFIED, {}) for name in ("fortune-bonus", "standard")]
    verdict = judge_document(load("south-dakota"), odds, list_matters([error]))
    assert [item.wager for item in verdict.wagers] == ["fortune-bonus", "standard"]
    assert verdict.questions == ("Is it so?",)
    assert len(verdict.matters) == verdict.errors == 1
    assert judge_document(load("south-dakota"), [], ()).word is Word.AS_WRITTEN
    data = verdict.describe()
    assert "wager" not in data
    assert [item["wager"] for item in data["wagers"]] == ["fortune-bonus", "standard"]
    assert data["questions"] == ["Is it so?"]

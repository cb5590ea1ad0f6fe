"""The severity of a finding, on both sides of each condition."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from certify.findings.finding import Basis, Downgrade, Kind, NoEffect, Severity
from certify.findings.registry import explains, grade, list_findings
from certify.odds.result import Status, WagerOdds
from tests.conftest import IDS, load
from tests.edits import put
from tests.findings.cases import case_of, changed, find, leave_open, place, policy
from tests.findings.example_findings import PART, change, make

TINY = Fraction(1, 10**9)
SHOWN = Fraction(1, 10**6)
ERROR, WARNING, NOTE = Severity.ERROR, Severity.WARNING, Severity.NOTE


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize(
    ("size", "missing", "severity"),
    [
        (PART, [], ERROR),
        (PART, [NoEffect.OWN_WORDS], ERROR),
        (PART - TINY, [], WARNING),
        (SHOWN, [], WARNING),
        (SHOWN - TINY, [], NOTE),
        (SHOWN - TINY, [NoEffect.OWN_WORDS], WARNING),
        (Fraction(0), [], NOTE),
    ],
)
def test_an_effect_decides(sign, size, missing, severity):
    assert grade(make("INT001", None, change(sign * size), missing=missing), WARNING) is severity


def test_the_largest_effect_of_several_decides():
    assert grade(make("INT001", None, change(TINY), change(PART)), NOTE) is ERROR
    assert grade(make("INT001", None, change(TINY), change(PART - TINY)), WARNING) is WARNING


@pytest.mark.parametrize(
    ("before", "after", "basis", "severity"),
    [
        (TINY, -TINY, (), ERROR),
        (Fraction(0), -TINY, (), ERROR),
        (TINY, Fraction(0), (), NOTE),
        (-TINY, -2 * TINY, (), NOTE),
        (TINY, -TINY, (Basis.PRINTED,), NOTE),
    ],
)
def test_an_advantage_of_the_player_is_an_error_whatever_its_size(before, after, basis, severity):
    effect = change(after - before, before=before, basis=basis)
    assert grade(make("INT001", None, effect), WARNING) is severity


def test_the_rule_decides_where_no_effect_does():
    """A rule alone makes no error: only an effect does, or what keeps a wager from being certified."""
    for default, severity in ((NOTE, NOTE), (WARNING, WARNING), (ERROR, WARNING)):
        assert grade(make(), default) is severity
        assert grade(make(missing=[NoEffect.NOT_CALCULABLE]), default) is severity
    assert grade(make(severity=NOTE), ERROR) is NOTE
    assert grade(make(severity=NOTE, blocks=True), NOTE) is ERROR


@pytest.mark.parametrize("reason", Downgrade)
def test_another_clause_makes_a_warning_of_an_error(reason):
    effect = change(PART)
    assert grade(make("INT001", None, effect, downgraded=reason), ERROR) is WARNING
    assert grade(make("INT001", None, effect, downgraded=reason), NOTE) is NOTE
    assert grade(make("INT001", None, effect, downgraded=reason, blocks=True), NOTE) is ERROR
    below = make("INT001", None, change(PART / 2), downgraded=reason)
    assert grade(below, WARNING) is (NOTE if reason is Downgrade.STATED_OUTRIGHT else WARNING)


@pytest.mark.parametrize("kind", [Kind.DIFFERENCE, Kind.LANGUAGE])
def test_differences_and_language_are_notes(kind):
    assert grade(make("XJD001", ERROR, change(PART), kind=kind, blocks=True), ERROR) is NOTE


@pytest.mark.parametrize(
    ("finding", "missing", "explained"),
    [
        (make("REF003", statements=("deck.wheel",)), ["deck.wheel: deferred to a chart"], True),
        (make("REF003", statements=("deck.joker",)), ["deck.wheel: deferred to a chart"], False),
        (make("MOD002"), ["not covered: a draw (B 5, line 11)"], True),
        (make("MOD002", wagers=("side",)), ["not covered: a draw (B 5, line 11)"], False),
        (make("INT001"), ["not covered: a draw (B 5, line 11)"], False),
        (make("MOD002"), ["deck.wheel: so"], False),
    ],
)
def test_a_finding_that_names_what_a_figure_lacks(finding, missing, explained):
    odds = WagerOdds("bonus", None, Status.INCOMPLETE, {}, missing=tuple(missing))
    assert explains(finding, odds) is explained


def test_a_rule_left_to_a_text_that_is_not_supplied_is_an_error_where_a_figure_needs_it():
    """Without its house way Pennsylvania's standard wager has no figure; no figure needs the rest."""
    graded = {
        item.subject: (item.weight, item.blocks) for item in find(load("pennsylvania"), "REF003")
    }
    assert graded == {
        "the house way": (ERROR, True),
        "house procedures for Pai Gow Poker": (WARNING, False),
    }
    assert {item.weight for item in find(load("south-dakota"), "REF003", "REF004")} == {ERROR}


@pytest.mark.parametrize("name", IDS)
def test_every_finding_of_a_document_is_graded_by_its_data(name):
    for item in list_findings(case_of(load(name))):
        material = item.kind is Kind.OWN and any(
            effect.size >= policy().materiality or effect.favours_player for effect in item.effects
        )
        decided = item.blocks or (material and item.downgraded is None)
        assert (item.weight is ERROR) is decided, (item.code, item.subject)


def test_printed_figures_downgrade_an_omission_and_their_loss_does_not():
    """South Dakota line 43 prints 8.00; without any printed figure the order of rows is an error."""
    key = "fortune-bonus.precedence"

    def forget(data):
        for table in data["wagers"][0]["paytables"]:
            assert table.pop("published")

    settled, bare = (
        next(item for item in find(document, "GAP001") if key in item.statements)
        for document in (load("south-dakota"), changed("south-dakota", forget))
    )
    assert (settled.weight, settled.downgraded) == (WARNING, Downgrade.CONFIRMED)
    assert (bare.weight, bare.downgraded) == (ERROR, None)
    assert bare.effects == settled.effects


def test_the_materiality_is_that_of_the_policy():
    case = case_of(load("pennsylvania"))
    (found,) = [
        item
        for item in list_findings(case, ["GAP001"])
        if "fortune-bonus.precedence" in item.statements
    ]
    assert found.weight is ERROR
    for materiality, severity in ((found.price.size, ERROR), (found.price.size + TINY, WARNING)):
        case.policy = replace(case.policy, materiality=materiality)
        (again,) = [
            item
            for item in list_findings(case, ["GAP001"])
            if "fortune-bonus.precedence" in item.statements
        ]
        assert (again.weight, again.materiality) == (severity, materiality)


def test_an_open_point_that_changes_little_is_a_warning():
    """Both hands copied: more than the smallest figure printed, less than the materiality."""
    open_ = leave_open("loses", "push", because="ties are named")
    document = changed("designated-player", put("comparison", "copy_both", value=open_))
    (found,) = [
        item for item in find(document, "GAP001") if "comparison.copy_both" in item.statements
    ]
    assert SHOWN <= found.price.size < policy().materiality
    assert found.weight is WARNING


def test_what_the_model_leaves_out_blocks_its_wager():
    pot = {"what": "a common pot", "wagers": ["fortune-bonus"], "at": place()}
    (found,) = find(changed("south-dakota", put("uncovered", value=[pot])), "MOD002")
    assert (found.weight, found.blocks, found.wagers) == (ERROR, True, ("fortune-bonus",))

"""Whether a change requires to file again: each part of the criterion, at its limit and on both sides."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from certify.base.errors import InvalidSpec
from certify.compare.differences import Difference, Sort, list_differences
from certify.compare.figures import Figure, FigureChange, FigureKey
from certify.compare.revisions import (
    Criterion,
    FileAgain,
    Trigger,
    changes_payout,
    changes_stated_value,
    judge_difference,
    judge_together,
)
from certify.findings.policy import load_policy
from tests.conftest import ROOT, load
from tests.edits import drop_line, edit, put, put_line, state
from tests.gate.accepted_folder import ACCEPT, change, commit, gate, plant, run

LIMIT = Fraction(1, 1000)
EFFECT = Criterion(effect=LIMIT)
BEFORE = Fraction(1, 20)
TINY = Fraction(1, 10**9)


def move(difference, envy=(), capped=None):
    figures = [
        Figure(BEFORE, tuple(BEFORE for _ in envy), None if capped is None else BEFORE),
        Figure(
            BEFORE + difference,
            tuple(BEFORE + size for size in envy),
            None if capped is None else BEFORE + capped,
        ),
    ]
    return FigureChange(FigureKey("bonus"), *figures)


def differ(*effects, sort=Sort.MONEY, **more):
    return Difference(
        address=("currency",),
        old="A",
        new="B",
        file="f",
        line=1,
        sort=sort,
        effects=effects,
        **more,
    )


@pytest.mark.parametrize(
    ("size", "met"),
    [
        (LIMIT - TINY, False),
        (LIMIT, True),
        (LIMIT + TINY, True),
        (TINY - LIMIT, False),
        (-LIMIT, True),
        (-LIMIT - TINY, True),
    ],
)
def test_an_effect_counts_from_its_limit_on_in_either_direction(size, met):
    found = judge_difference(differ(move(size)), EFFECT)
    assert found == FileAgain(met, (Trigger.EFFECT,) if met else (), abs(size))
    assert judge_together([], [move(size)], EFFECT) == found


def test_the_largest_effect_counts_wherever_it_shows():
    small = LIMIT / 2
    full_table = move(small, envy=(small, small, small, small, LIMIT))
    assert judge_difference(differ(full_table), EFFECT).met
    assert judge_difference(differ(move(small, capped=-LIMIT)), EFFECT).effect == LIMIT
    assert judge_difference(differ(move(small), move(LIMIT)), EFFECT).met
    assert not judge_difference(differ(move(small), move(small)), EFFECT).met


def test_effects_that_are_small_alone_can_require_it_together():
    half = LIMIT / 2
    items = [differ(move(half)), differ(move(half))]
    assert [judge_difference(item, EFFECT).met for item in items] == [False, False]
    assert judge_together(items, [move(LIMIT)], EFFECT).met
    assert judge_together(items, [move(LIMIT - TINY)], EFFECT).met is False


def test_an_effect_that_is_not_calculated_leaves_it_open_unless_something_else_decides():
    lost = FigureChange(FigureKey("bonus"), Figure(BEFORE), Figure(why_not="no value"))
    for item in (
        differ(lost),
        differ(not_calculated="no value"),
        differ(move(TINY), uncounted=("standard",)),
    ):
        assert judge_difference(item, EFFECT).met is None
        assert judge_together([item], [], EFFECT).met is None
        assert judge_difference(item, Criterion(payout=True)).met is False
        assert judge_difference(item, Criterion(stated_value=True, effect=LIMIT)).met
    assert judge_difference(differ(move(LIMIT), uncounted=("standard",)), EFFECT).met
    assert judge_difference(differ(sort=Sort.WORDS), EFFECT).met is False


def cite(lines):
    return {"clause": "here", "lines": lines}


def leave_open(value):
    return {"silent": True, "assumed": value, "because": "it is usual"}


BONUS = "fortune-bonus"
EDITS = {
    # edit, a stated value changed, a payout changed
    "a payout": (put_line(BONUS, "flush", "pays", 9), True, True),
    "an Envy Bonus": (put_line(BONUS, "royal-flush", "envy", "26 SGD"), True, True),
    "a row": (drop_line(BONUS, "flush"), True, True),
    "a label": (put_line(BONUS, "flush", "printed", "A Flush"), False, False),
    "a statement": (state("comparison.copy", "push"), True, False),
    "a statement without effect on figures": (state("table.players", 4), True, False),
    "an assumption": (state("deck.wheel", leave_open("lowest")), None, False),
    "a citation": (put("deck", "cards", "at", value=cite(99)), False, False),
    "the name": (put("name", value="Another name"), False, False),
}


@pytest.mark.parametrize("label", EDITS)
def test_what_states_a_value_and_what_pays(label):
    work, stated, payout = EDITS[label]
    old = load("mbs")
    (item,) = list_differences(old, edit(old, work))
    if stated is not None:
        assert changes_stated_value(item) is stated
    assert changes_payout(item) is payout
    assert judge_difference(item, Criterion(payout=True)).met is payout


def test_another_assumption_where_the_document_is_silent_states_nothing():
    old, new = (
        edit(load("mbs"), state("deck.wheel", leave_open(value)))
        for value in ("lowest", "second-highest")
    )
    (item,) = list_differences(old, new)
    assert item.sort is Sort.MONEY
    assert not changes_stated_value(item)
    stated = edit(load("mbs"), state("deck.wheel", "lowest"))
    (item,) = list_differences(old, stated)
    assert changes_stated_value(item)


def test_rows_in_another_order_pay_the_same_amounts():
    def turn(data):
        lines = data["wagers"][0]["paytables"][0]["lines"]
        lines[0], lines[1] = lines[1], lines[0]

    old = load("mbs")
    (item,) = list_differences(old, edit(old, turn))
    assert item.is_order
    assert (changes_stated_value(item), changes_payout(item)) == (True, False)


def write_criterion(tree, **parts):
    path = tree / "jurisdictions" / "policy" / "limits.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(f"{text}\nfile_again: {json.dumps(parts)}\n", encoding="utf-8")
    return path


def test_the_policy_may_have_a_criterion_and_the_shipped_one_has_none(tmp_path):
    assert load_policy(ROOT / "jurisdictions" / "policy" / "limits.yaml").file_again is None
    path = write_criterion(plant(tmp_path), stated_value=True, effect="1/2000")
    assert load_policy(path).file_again == Criterion(stated_value=True, effect=Fraction(1, 2000))


@pytest.mark.parametrize(
    "parts", [{}, {"effect": 0.001}, {"effect": "0/10"}, {"payouts": True}, {"payout": "yes"}]
)
def test_a_criterion_that_says_nothing_or_is_no_criterion_is_refused(parts, tmp_path):
    with pytest.raises(InvalidSpec):
        load_policy(write_criterion(plant(tmp_path), **parts))


ROYALS = Fraction(4 * 1128 + 20 * 1081, 154143080)
"""The share of deals that hold a royal flush: of a payout lowered by ten, the effect is ten times that."""


@pytest.mark.parametrize(("factor", "met"), [(10, True), (11, False)])
def test_diff_and_gate_say_for_each_change_whether_it_is_met_and_why(factor, met, tmp_path):
    """A payout lowered by ten: an effect of ten royal flushes, below a limit of eleven."""
    tree = plant(tmp_path)
    limit = ROYALS * factor
    write_criterion(tree, effect=f"{limit.numerator}/{limit.denominator}")
    assert run(tree, "gate", *ACCEPT, "--date", "2030-02-01").code == 0
    commit(tree)
    change(tree, "pays: 100,", "pays: 90,")
    change(tree, "number: 1,", "number: 2,")
    done = run(tree, "diff", "HEAD", "jurisdictions/one.yaml", "--json")
    data = json.loads(done.out)
    judged = {item["what"].rpartition(": ")[2]: item["file_again"] for item in data["changes"]}
    assert judged["pays"]["met"] is data["file_again"]["met"] is met
    assert judged["pays"]["because"] == (["effect"] if met else [])
    assert judged["pays"]["effect"]["fraction"] == str(10 * ROYALS)
    assert judged["revision"] == {**judged["revision"], "met": False, "because": [], "effect": None}
    (text,) = {judged["pays"]["text"]}
    assert text in run(tree, "diff", "HEAD", "jurisdictions/one.yaml").out
    for form in ("markdown", "html"):
        found = run(tree, "diff", "HEAD", "jurisdictions/one.yaml", "--format", form).out
        assert found.casefold().count("file again") == 3
    done = gate(tree, "--base", "HEAD", "--json")
    (item,) = [item for item in json.loads(done.out)["differences"] if not item["untouched"]]
    assert item["changes"] == data["changes"]
    assert item["file_again"] == data["file_again"]
    assert text in gate(tree, "--base", "HEAD").out


def test_without_a_criterion_nothing_is_said(tmp_path):
    tree = plant(tmp_path)
    commit(tree)
    change(tree, "pays: 100,", "pays: 90,")
    done = run(tree, "diff", "HEAD", "jurisdictions/one.yaml", "--json")
    data = json.loads(done.out)
    assert "file_again" not in data
    assert all("file_again" not in item for item in data["changes"])
    assert "file again" not in run(tree, "diff", "HEAD", "jurisdictions/one.yaml").out

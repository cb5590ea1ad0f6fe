"""What a figure rests on beside the values that a settlement asks for: the hands that push, the house way."""

import pytest

from certify.odds import compute
from certify.odds.compute import Request, compute_odds
from certify.odds.result import Status, find_rule
from certify.odds.standard import judge_standard
from certify.spec.compile import compile_rulebook
from certify.spec.validate import load_jurisdiction
from certify.wagers.lines import Situation
from tests.conftest import ROOT, load
from tests.edits import SILENT, edit, state

ACCEPTED = ROOT / "tests" / "specs" / "accept"
NOT_SAID = "tie_break: {silent: true, assumed: best-high, because: the better high hand favours the banker}"
SAID = "tie_break: {value: best-high, at: (5) L30}"
QUEEN = "{value: {hand: high-card, highest: Q}, at: (4) L10}"
QUEEN_OR_KING = """
    stated:
      - {value: {hand: high-card, highest: Q}, at: (4) L10}
      - {value: {hand: high-card, highest: K}, at: (9) L40}
    adopted: {hand: high-card, highest: Q}
    because: the rule goes before the notice"""


def read(folder, name, *changes):
    """An accepted file with some of its words changed."""
    text = (ACCEPTED / f"{name}.yaml").read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path = folder / f"{name}.yaml"
    path.write_text(text, encoding="utf-8")
    return load_jurisdiction(path)


def judge(spec):
    found, _ = judge_standard(spec, compile_rulebook(spec))
    return found.status, {
        item.parameter: item.standing for item in found.rests_on if item.standing != "stated"
    }


def test_two_answers_on_which_hands_push_are_never_certified(tmp_path):
    """Nothing else of the file is open, and no comparison of two hands shows which hands push."""
    said = (NOT_SAID, SAID)
    assert judge(read(tmp_path, "commission-free", said)) == (Status.EXACT, {})
    twice = read(tmp_path, "commission-free", said, (QUEEN, QUEEN_OR_KING))
    assert judge(twice) == (
        Status.UNDER_READINGS,
        {"comparison.bank_hand_push_when": "conflicting"},
    )


def test_a_rule_of_ours_is_named_where_it_is_in_force():
    spec = load("designated-player")
    _, resting = judge(spec)
    rules = [find_rule(key) for key in resting if find_rule(key)]
    silent = [item for item in spec.house_way["rules"] if item.get("silent")]
    assert rules == [item["rule"] for item in silent if not item.get("under")]
    readings = {None: {"house-way-two-pair-complete": "complete-hand"}}
    found, _ = judge_standard(spec, compile_rulebook(spec, readings))
    more = [find_rule(item.parameter) for item in found.rests_on if find_rule(item.parameter)]
    assert set(rules) < set(more)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "status"), [((), Status.UNDER_READINGS), ([(NOT_SAID, SAID)], Status.EXACT)]
)
def test_lines_on_hands_as_set_rest_on_how_the_house_way_is_read(tmp_path, change, status):
    spec = read(tmp_path, "as-set", *change)
    wagers = tuple(wager.id for wager in spec.wagers)
    for odds in compute_odds(spec, Request(wagers, alternatives=False)):
        standing = {item.parameter: item.standing for item in odds.rests_on}
        assert standing["house_way.tie_break"] == ("stated" if change else "silent")
        assert odds.status is status


def test_lines_on_hands_as_set_rest_on_every_reading_and_on_rules_of_ours(monkeypatch):
    """Weighed without a count: what a deal that stands on no line comes to is left unsaid."""

    def complete(data):
        data["house_way"]["rules"][-1] |= {"silent": True, "because": "nothing else is said"}

    held = [Situation(()), *(Situation((place,)) for place in range(4))]
    monkeypatch.setattr(compute, "find_setting_for", lambda *_: None)
    monkeypatch.setattr(compute, "list_situations", lambda *_, **__: held)
    plain = load_jurisdiction(ACCEPTED / "as-set.yaml")
    spec = edit(plain, state("fronts.not_qualifying", SILENT), complete)
    (odds,) = compute_odds(spec, Request(("fronts",), alternatives=False))
    assert odds.missing == ("fronts.not_qualifying: silent, and nothing is assumed",)
    standing = {item.parameter: item.standing for item in odds.rests_on}
    assert standing["house_way.tie_break"] == "silent"
    assert [find_rule(key) for key in standing if find_rule(key)] == ["no pair"]


def test_lines_on_all_seven_cards_do_not_rest_on_the_house_way():
    (odds,) = compute_odds(load("mbs"), Request(("fortune-bonus",), alternatives=False))
    assert odds.status is not Status.NOT_MODELLED
    assert not [item for item in odds.rests_on if "house_way" in item.parameter]

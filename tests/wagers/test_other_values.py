"""A document says its own thing: `other` on every closed choice is shown, found, and never certified over."""

from dataclasses import replace
from functools import cache

import pytest

from certify.compare.documents import compare_documents
from certify.findings.case import Case
from certify.findings.policy import load_policy
from certify.findings.registry import list_findings
from certify.odds.compute import Request, compute_odds
from certify.odds.result import Status, WagerOdds
from certify.odds.standard import judge_standard
from certify.render.finding import FindingText
from certify.render.words import Words
from certify.spec.catalogue import ENVY, GAME, WAGER, Moves, Touches, ValueKind
from certify.spec.compile import compile_rulebook
from certify.spec.values import Other
from tests.edits import check, edit, state
from tests.wagers.accepted_specs import load

WORDS = "in a way of its own"
OWN = [
    item
    for item in (*GAME, *WAGER, *ENVY)
    if item.kind is not ValueKind.TEXT
    and item.section != "house_way"
    and item.key != "setting.house_way"
]
"""Every closed value; a file with the text of a house way says that it is given."""
PREFIX = {"wager": "bonus.", "envy": "bonus.envy."}
NOT_ASKED = {
    "deck.hand_ranking",  # the lines go in the order of the paytable
    "wager.stake_lost",  # no line looks at the bank's hand
    "wager.bank_not_beaten",  # the bonus is paid whatever the bank holds
    "wager.bank_tied",
    "wager.bank_comparison",
    "wager.meter_seed",  # no line pays a share of a meter
    "wager.meter_contribution",
}
"""Of the parameters that move odds those that the bonus of this file never asks for."""


@cache
def say(name, key):
    section, _, rest = key.partition(".")
    return check(
        edit(load(name), state(PREFIX.get(section, f"{section}.") + rest, {"other": WORDS}))
    )


@pytest.mark.parametrize("parameter", OWN, ids=lambda item: item.key)
def test_a_bonus_is_not_certified_over_the_documents_own_words(parameter):
    jurisdiction = say("two-paytables", parameter.key)
    odds = compute_odds(jurisdiction, Request(wagers=("bonus",), alternatives=False))
    told = " ".join(text for item in odds for text in item.missing)
    worst = {item.status for item in odds} - {Status.EXACT}
    touched = parameter.touches in {Touches.LINES, Touches.EVERY, Touches.ENVY}
    if not touched or parameter.key in NOT_ASKED:
        assert not worst
    else:
        counted = parameter.find_moves(own_words=True) is Moves.INCOMPLETE
        assert worst == {Status.INCOMPLETE if counted else Status.NOT_MODELLED}
        assert WORDS in told
        assert all(item.has_figures for item in odds) is counted
    found = list_findings(Case(jurisdiction, load_policy(), (jurisdiction,)), ["MOD001"])
    assert [item for item in found if Other(WORDS) in {source.value for source in item.sources}]
    comparison = compare_documents([jurisdiction, load("two-paytables")])
    shown = [row.statements[0].value for row in comparison.rows if row.statements[0]]
    assert Other(WORDS) in shown


def test_a_word_that_nothing_counts_is_told_of_the_wager_that_asks_for_it_alone():
    """Lines that look at the hands as set say so themselves; a class of the seven cards does not."""
    asked = edit(load("two-paytables"), state("bonus.hand_considered", "as-set"))
    odds = compute_odds(asked, Request(wagers=("bonus",), alternatives=False))
    assert {item.status for item in odds} == {Status.NOT_MODELLED}
    (found,) = list_findings(Case(asked, load_policy()), ["MOD001"])
    assert found.wagers == ("bonus",)
    assert found.blocks
    spare = edit(load("as-set"), state("fronts.hand_considered", "as-set"))
    names = ("standard", "fronts", "backs")
    known = [WagerOdds(name, None, Status.EXACT, {}, deals=1) for name in names]
    assert not list_findings(Case(spare, load_policy(), odds=known), ["MOD001"])
    other = replace(known[1], status=Status.INCOMPLETE, missing=("not covered: a pot",))
    assert not list_findings(Case(spare, load_policy(), odds=[known[0], other]), ["MOD001"])


STANDARD_ASKS = [
    item for item in GAME if item.touches in {Touches.STANDARD, Touches.EVERY} and item in OWN
]


@pytest.mark.parametrize("parameter", STANDARD_ASKS, ids=lambda item: item.key)
def test_a_standard_wager_is_not_certified_over_the_documents_own_words(parameter):
    """Nothing is counted here: what it can be leaned on is judged before."""
    jurisdiction = say("commission-free", parameter.key)
    judged, _ = judge_standard(jurisdiction, compile_rulebook(jurisdiction))
    incomplete = parameter.find_moves(own_words=True) is Moves.INCOMPLETE
    assert judged.status is (Status.INCOMPLETE if incomplete else Status.NOT_MODELLED)
    assert WORDS in " ".join(judged.missing)


def test_the_basis_without_such_words_is_certified():
    odds = compute_odds(load("two-paytables"), Request(wagers=("bonus",), alternatives=False))
    assert {item.status for item in odds} == {Status.EXACT}
    commission_free = load("commission-free")
    judged, _ = judge_standard(commission_free, compile_rulebook(commission_free))
    assert judged.status in {Status.EXACT, Status.UNDER_READINGS}


@pytest.mark.parametrize("name", ["no-pair-bonus", "two-paytables", "three-documents"])
def test_findings_about_bare_files_are_printed(name):
    """No empty citation where a file gives no printed labels, and no value as in the file."""
    jurisdiction = edit(
        load(name), state(f"{load(name).wagers[0].id}.rules_of_play", {"silent": True})
    )
    case = Case(jurisdiction, load_policy(), (jurisdiction,))
    codes = ["INT014", "MOD001", "MOD002", "GAP001", "INT001", "REF003"]
    found = list_findings(case, codes)
    assert "INT014" in {item.code for item in found}
    for item in found:
        text = FindingText(Words(jurisdiction), item)
        for row in (text.title, *(row for _, row in text.list_rows())):
            assert not any(fault in row for fault in ("(lines )", "()", "other:")), row

"""The table of single edits: the gate says something true of each, and what moves money is priced."""

from fractions import Fraction

import pytest

from certify.odds.compute import Request, compute_odds
from certify.render.diff import list_totals
from certify.spec.validate import load_jurisdiction
from tests.compare.changes import name_changes
from tests.gate.accepted_folder import change, plant
from tests.gate.edits import EDITS, REFUSED, compare, try_edit

DEALS = 154143080
ROYALS = 4 * 1128 + 20 * 1081
"""Royal flushes by hand: four with any two of 48 cards; or the joker for one of 20 cards and two of 47."""


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    return plant(tmp_path_factory.mktemp("original"))


def test_there_are_enough_edits_and_each_has_its_name():
    assert len(EDITS) >= 60
    assert len({(edit.group, edit.name) for edit in EDITS}) == len(EDITS)


_QUICK = {edit.group: edit.name for edit in reversed(EDITS)}
"""The first edit of each group; the others are slow."""


@pytest.mark.parametrize(
    "edit",
    [
        pytest.param(
            edit,
            id=f"{edit.group}: {edit.name}",
            marks=[pytest.mark.slow] * (_QUICK[edit.group] != edit.name),
        )
        for edit in EDITS
    ],
)
def test_an_edit_is_reported_and_priced_or_refused(edit, original, tmp_path):
    outcome, found = try_edit(edit, original, tmp_path)
    said = outcome.out + outcome.err
    assert edit.says in said, said
    assert outcome.code == 0 if edit.passes else outcome.code in {1, 2}
    lines = [line for line in outcome.out.splitlines() if line]
    assert len(lines) == len(set(lines)), "each failure once"
    if edit.prices is None:
        return
    if edit.prices == REFUSED:
        assert found is None
        return
    assert found is not None
    whats = name_changes(found[0])
    assert edit.prices in whats if edit.prices else not whats
    assert bool(found[0].moves) is edit.moves


@pytest.mark.parametrize(
    "edit", [edit for edit in EDITS if edit.moves], ids=lambda edit: f"{edit.group}: {edit.name}"
)
def test_moves_are_what_the_odds_of_both_files_say(edit, original, tmp_path):
    """The second way: the whole odds of either file, without any pricing."""
    edit.apply(plant(tmp_path))
    (difference,) = compare(original, tmp_path)
    edges = []
    for folder in (original, tmp_path):
        item = load_jurisdiction(folder / "jurisdictions" / "one.yaml")
        edges.append(
            {
                (odds.wager, odds.paytable or ""): odds
                for odds in compute_odds(item, Request(alternatives=False))
                if odds.has_figures
            }
        )
    for move in difference.moves:
        key = (move.key.wager, move.key.paytable)
        if key in edges[0] and edges[0][key].stake is None and not move.before.why_not:
            assert move.before.edge == edges[0][key].house_edge
        if key in edges[1] and edges[1][key].stake is None and not move.after.why_not:
            assert move.after.edge == edges[1][key].house_edge


def test_a_pay_is_worth_its_hands(original, tmp_path):
    plant(tmp_path)
    change(tmp_path, "pays: 100,", "pays: 90,")
    (difference,) = compare(original, tmp_path)
    (move,) = difference.moves
    assert move.edge == Fraction(10 * ROYALS, DEALS)
    assert move.money == Fraction(10 * ROYALS, DEALS) * 5 * 1000
    assert [item.effects[0].edge for item in difference.changes] == [move.edge]


def test_envy_is_worth_its_hands_for_each_other_player(original, tmp_path):
    plant(tmp_path)
    change(tmp_path, "envy: 25 USD", "envy: 35 USD")
    (difference,) = compare(original, tmp_path)
    (move,) = difference.moves
    assert move.edge == 0
    assert move.envy == tuple(-Fraction(10 * ROYALS * others, DEALS * 5) for others in range(1, 6))


def test_each_change_is_priced_alone_and_all_together(original, tmp_path):
    plant(tmp_path)
    change(tmp_path, "pays: 100,", "pays: 90,")
    change(tmp_path, "pays: 20,", "pays: 22,")
    change(tmp_path, "pays: 50,", "pays: 40,")
    (difference,) = compare(original, tmp_path)
    alone = [worth for priced in difference.changes for worth in priced.effects]
    assert len(difference.changes) == len(alone) == 3
    for move in difference.moves:
        parts = [worth.edge for worth in alone if worth.key == move.key]
        assert sum(parts) == move.edge, "pays of different lines add up"
    assert len(list(list_totals(difference))) == 1


def test_lines_that_share_hands_do_not_add_up(original, tmp_path):
    """A line put above another takes its hands: alone and together differ, and both are told."""
    plant(tmp_path)
    lines = "{hand: straight-flush, printed: SF, pays: 50, at: L35}"
    first = "{hand: royal-flush, printed: Royal Flush, pays: 100, envy: 25 USD, at: L34}"
    change(tmp_path, first, f"{lines}\n          - {first}")
    change(tmp_path, "pays: 100,", "pays: 90,")
    (difference,) = compare(original, tmp_path)
    alone = [worth.edge for priced in difference.changes for worth in priced.effects]
    assert len(alone) == 2
    assert sum(alone) != difference.moves[0].edge

"""The flip test: each parameter moves what the catalogue says of it, and no parameter is exempt."""

from __future__ import annotations

import pytest

from certify.spec.catalogue import Moves
from tests.wagers.flips import (
    EVERY,
    find_witnesses,
    list_bases,
    list_moved,
    list_resting,
    list_statements,
    prepare,
    print_values,
)

NOTHING = [item.key for item in EVERY if item.moves is Moves.NOTHING]
MOVING = [item.key for item in EVERY if item.moves is not Moves.NOTHING]


def test_every_parameter_has_a_statement_to_flip():
    for parameter in EVERY:
        assert any(any(list_statements(parameter, base)) for base in list_bases()), parameter.key


@pytest.mark.parametrize("key", NOTHING)
def test_what_moves_nothing_is_in_no_rulebook_or_changes_no_money(key):
    for value, item in find_witnesses(key).items():
        assert item.moved is Moves.NOTHING, f"{value}: {item.base}: {item.witness}"


@pytest.mark.slow
@pytest.mark.parametrize("key", MOVING)
def test_what_moves_money_has_a_witness_for_every_value(key):
    parameter = next(item for item in EVERY if item.key == key)
    found = find_witnesses(key)
    assert len(found) > 1
    for value, item in found.items():
        assert item.moved is parameter.moves, f"{value}: {item.moved}: {item.base}: {item.witness}"


@pytest.mark.parametrize(
    "place",
    [
        pytest.param(place, id=base.id, marks=[pytest.mark.slow] * (base.id != "every-rule"))
        for place, base in enumerate(list_bases())
    ],
)
def test_a_figure_rests_on_every_value_that_moves_it(place):
    """Law 6: a figure that does not name a value stays certified though two clauses contradict each other.

    What is said not to be offered at all is no value; once it is open, it is one.
    """
    moved = list_moved(prepare(place))
    assert moved
    unnamed = [
        (wager, key)
        for wager, key in moved
        if (resting := list_resting(place, wager)) is not None and key not in resting
    ]
    assert unnamed == []


def test_a_flip_back_finds_nothing():
    """The test can fail: a value in its own place leaves every print as it was."""
    base = prepare(0)
    assert print_values(base.rulebook) == print_values(prepare(0).rulebook)
    assert print_values(base.rulebook) != print_values(prepare(1).rulebook)

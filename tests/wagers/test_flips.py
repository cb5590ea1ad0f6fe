"""The flip test: each parameter moves what the catalogue says of it, and no parameter is exempt."""

from __future__ import annotations

import pytest

from certify.spec.catalogue import Moves, ValueKind
from tests.conftest import IDS
from tests.wagers.flips import (
    EVERY,
    agrees,
    find_expected,
    find_witnesses,
    list_bases,
    list_in_force,
    list_moved,
    list_resting,
    list_statements,
    prepare,
    print_values,
)


def moves_nothing(parameter):
    """Whether the record says that no payment depends on any of its values."""
    return parameter.moves is Moves.NOTHING


def test_every_parameter_has_a_statement_to_flip():
    for parameter in EVERY:
        assert any(any(list_statements(parameter, base)) for base in list_bases()), parameter.key


def test_the_record_says_why_a_parameter_moves_nothing():
    for parameter in EVERY:
        assert bool(parameter.because) is moves_nothing(parameter), parameter.key


def list_keys(*, nothing):
    return [item.key for item in EVERY if moves_nothing(item) is nothing]


def check_every_value(key):
    """Each value, and an answer in other words, changes what the record says, and nothing more."""
    parameter = next(item for item in EVERY if item.key == key)
    found = find_witnesses(key)
    assert set(parameter.choices) <= {*found, *list_in_force(key)}
    assert any(value.startswith("other: ") for value in found) is (
        parameter.kind is not ValueKind.TEXT
    )
    for value, item in found.items():
        expected = find_expected(parameter, value)
        assert agrees(expected, item.moved), f"{value}: {item.moved}: {item.base}: {item.witness}"


@pytest.mark.parametrize("key", list_keys(nothing=True))
def test_what_moves_nothing_changes_no_payment(key):
    check_every_value(key)


@pytest.mark.slow
@pytest.mark.parametrize("key", list_keys(nothing=False))
def test_what_moves_money_has_a_witness_for_every_value(key):
    assert len(find_witnesses(key)) > 1
    check_every_value(key)


@pytest.mark.parametrize(
    ("place", "most"),
    [
        pytest.param(len(IDS), 1, id="every-rule, one value each"),
        *(
            pytest.param(place, 3, id=base.id, marks=pytest.mark.slow)
            for place, base in enumerate(list_bases())
        ),
    ],
)
def test_a_figure_rests_on_every_value_that_moves_it(place, most):
    """Law 6: a figure that does not name a value stays certified though two clauses contradict each other.

    What is said not to be offered at all is no value; once it is open, it is one.
    """
    moved = list_moved(prepare(place), most)
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

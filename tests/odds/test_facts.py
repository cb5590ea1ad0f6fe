"""The table of facts: each value in its circumstances, and projections that name only what there is."""

from __future__ import annotations

from fractions import Fraction

import pytest

from certify.odds.facts import KINDS, Each, Show, as_rows, project, tabulate
from tests.odds.test_tables import ODDS, STAKE

FACTS = tabulate(ODDS)


def list_edges(facts):
    """House edge by readings and seats, as a projection declares it."""
    own = (Show("seats"), Show("house_edge"))
    shape = (Show("readings"), Show("house_edge"), Each("envy", "envy", own, as_rows))
    return project(shape, facts)


def test_a_kind_of_fact_has_its_value_in_the_circumstances_at_hand():
    assert list_edges(FACTS) == {
        "house_edge": ODDS.house_edge,
        "envy": [[1, Fraction(9, 20)], [2]],
    }
    first, second = FACTS.split("alternatives")
    assert list_edges(first) == {
        "readings": {"wheel": "second-highest"},
        "house_edge": Fraction(3, 8),
        "envy": [[3, Fraction(2, 9)]],
    }
    assert list_edges(second) == {"readings": {"joker": "wild"}, "envy": []}
    assert second.find("not_priced") == "too many kinds"


def test_what_hangs_on_a_stake_says_which():
    one, two = FACTS.split("envy")
    assert one.find("stake") == STAKE
    assert two.find("stake") is None
    assert FACTS.find("stake") is None


def test_returns_sum_to_what_the_player_expects():
    outcomes = FACTS.split("outcome")
    assert sum(item.returns for item in outcomes) == -ODDS.house_edge
    assert sum(item.share for item in outcomes) == 1


def test_every_kind_is_listed_and_occurs():
    """A kind that is not listed could not be shown; one that no wager has would be shown by nothing."""
    found = {fact.kind for fact in FACTS.all}
    assert found <= KINDS
    assert KINDS - found == {"aggregate", "unsupported"}


@pytest.mark.parametrize("shape", [(Show("huose_edge"),), (Each("x", "outcmoe", ()),)])
def test_a_projection_that_names_no_kind_is_refused(shape):
    with pytest.raises(AssertionError, match="no kind of fact"):
        project(shape, FACTS)


def test_a_value_that_there_is_not_is_left_out_unless_it_is_to_appear():
    _, bare = FACTS.split("envy")
    assert project((Show("stake"), Show("edge", of="house_edge")), bare) == {}
    assert project((Show("stake", always=True),), bare) == {"stake": None}

"""A wanted hit rate on hundred deals counted by hand, new classes, and what a solution is written as."""

from __future__ import annotations

from fractions import Fraction

import pytest

from certify.odds.price import Assumptions, price_lines
from certify.odds.solve import find_hits, solve_lines
from certify.odds.solve_pays import Constraints, WhatIf
from tests.odds.small_tables import Table

BELOW = ("three-of-a-kind", "three-pair", "two-pair", "one-pair", "high-card")
LOWER = ("straight", *BELOW)
TABLE = Table(("9", "3", "push", "lose"), (10, 20, 30, 5))
"""Thirty deals are paid; thirty more push, and five lose whatever happens."""
STRAIGHT_FLUSH, QUADS, BOAT = ("straight-flush", 0), ("four-of-a-kind", 0), ("full-house", 1)


def find(wanted, **asked):
    fixed = frozenset(asked.pop("fixed", ())) | {*LOWER}
    constraints = Constraints(fixed=fixed, **asked)
    found = find_hits(TABLE.make_trial(), Fraction(wanted), constraints)
    for item in found:
        pays = {**TABLE.now, **dict(item.pays)}
        assert (item.house_edge, item.hit_rate, item.variance) == TABLE.read_figures(pays)
        assert item.distance == abs(item.hit_rate - Fraction(wanted))
    return [item.pays for item in found]


@pytest.mark.parametrize(
    ("wanted", "asked", "pays"),
    [
        # twenty of a hundred: the ten push; the twenty instead leave ten, which is no nearer
        ("0.2", {}, [(STRAIGHT_FLUSH,)]),
        ("0.6", {}, [(BOAT,), (STRAIGHT_FLUSH, BOAT), (QUADS, BOAT)]),
        ("0.6", {"cells": 1}, [(BOAT,)]),
        ("0.1", {}, [(QUADS,), (STRAIGHT_FLUSH,), (STRAIGHT_FLUSH, QUADS)]),
        ("0.1", {"fixed": ["four-of-a-kind"]}, [(STRAIGHT_FLUSH,)]),
        ("0.6", {"fixed": ["full-house"]}, []),
        ("0.6", {"bounds": {"full-house": (1, 1)}, "cells": 1}, [(BOAT,)]),
        ("0.6", {"bounds": {"full-house": (2, 9)}}, []),
        ("0.1", {"bounds": {"straight-flush": (1, 9)}}, [(QUADS,)]),
        ("0.1", {"bounds": {"straight-flush": (0, 9)}, "cells": 1}, [(QUADS,), (STRAIGHT_FLUSH,)]),
        ("0.3", {}, []),
    ],
)
def test_which_lines_turn_between_paying_and_pushing(wanted, asked, pays):
    assert find(wanted, **asked) == pays


def test_the_highest_variance_asked_for_is_allowed_itself():
    limit = TABLE.read_figures({**TABLE.now, "full-house": 1})[2]
    assert find("0.6", cells=1, maximum_variance=limit) == [(BOAT,)]
    assert find("0.6", cells=1, maximum_variance=limit - Fraction(1, 10**9)) == []


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ({}, LOWER),
        ({"fixed": frozenset({"straight"})}, BELOW),
        ({"bounds": {"straight": (1, 1)}}, LOWER),
        ({"bounds": {"straight": (1, 3)}}, LOWER),
        ({"bounds": {"straight": (0, 1)}}, LOWER),
        ({"bounds": {"straight": (2, 3)}}, BELOW),
        ({"bounds": {"straight": (0, 0)}}, BELOW),
    ],
)
def test_lower_classes_come_onto_the_paytable_at_one_to_one(asked, names):
    wanted = Fraction(1, 4)
    now = price_lines("flush=4")
    expected = []
    for name in names:
        text = f"flush=4 {name}=1"
        odds = price_lines(text, Assumptions(order="written")).odds
        if abs(odds.hit_rate - wanted) < abs(now.odds.hit_rate - wanted):
            expected.append(
                (abs(odds.hit_rate - wanted), ((name, 1),), odds.house_edge, odds.variance)
            )
    assert 1 < len(expected) < len(names)
    found = find_hits(WhatIf.of(now), wanted, Constraints(cells=1, **asked))
    assert [(item.distance, item.pays, item.house_edge, item.variance) for item in found] == sorted(
        expected
    )


def test_a_line_that_loses_has_no_pay_that_does_it():
    priced = price_lines("flush=4 straight=lose three-of-a-kind=2", Assumptions(order="written"))
    solved = solve_lines(priced, "edge", Fraction(1, 10), Constraints(cells=1))
    cell = solved.lines[1]
    assert (cell.line, cell.pays, cell.exact, cell.sides) == ("straight", -1, None, (None, None))
    assert cell.per_unit == 0
    assert [item.pays[0][0] for item in solved.combinations].count("straight") == 0


def test_the_exact_pay_may_be_a_push_or_lie_just_above_one():
    priced = price_lines("flush=4 straight=2")
    deals = {item.name: item.deals for item in priced.odds.outcomes}
    share = Fraction(deals["flush"], priced.odds.deals)
    for pays, whole in (("0", (0, 0)), ("1/2", (0, 1)), ("1", (1, 1))):
        wanted = priced.odds.house_edge + (4 - Fraction(pays)) * share
        cell = solve_lines(priced, "edge", wanted, Constraints(cells=1)).lines[0]
        assert cell.exact == Fraction(pays)
        assert tuple(step.pays for step in cell.sides) == whole


def test_a_frame_has_a_row_for_each_combination_the_nearest_first():
    pytest.importorskip("pandas")
    solved = solve_lines(price_lines("flush=4 straight=2"), "edge", Fraction(1, 10))
    frame = solved.to_frame()
    assert list(frame.columns) == ["pays", "house_edge", "hit_rate", "variance", "distance"]
    rows = frame.to_dict("records")
    assert len(rows) == len(solved.combinations) == 3
    for row, item in zip(rows, solved.combinations, strict=True):
        assert row["pays"] == dict(item.pays)
        for name in ("house_edge", "hit_rate", "variance", "distance"):
            assert row[name] == getattr(item, name)

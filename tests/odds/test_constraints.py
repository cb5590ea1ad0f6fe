"""What a search for pays keeps to, at each limit and on both sides of it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from certify.base.errors import CertifyError
from certify.odds.price import Assumptions, price_lines
from certify.odds.solve import solve_lines
from certify.odds.solve_pays import Constraints, WhatIf

LINES = "royal-flush=60 straight-flush=20 four-of-a-kind=10 full-house=4 flush=3"


@pytest.fixture(scope="module")
def trial():
    return WhatIf.of(price_lines(LINES))


@pytest.mark.parametrize("number", [0, -1, True, "5", Fraction(1)])
def test_pays_are_multiples_of_a_whole_number(number):
    with pytest.raises(CertifyError, match="--multiple-of: write a whole number of 1 or more"):
        Constraints(multiple_of=number)
    assert Constraints(multiple_of=1).multiple_of == 1


@pytest.mark.parametrize(("cells", "fits"), [(0, 0), (1, 1), (2, 1), (3, 1), (4, 0), (True, 0)])
def test_one_to_three_lines_change_at_once(cells, fits):
    if fits:
        assert Constraints(cells=cells).cells == cells
        return
    with pytest.raises(CertifyError, match="--cells: write 1 to 3"):
        Constraints(cells=cells)


@pytest.mark.parametrize(
    ("bounds", "fits"),
    [
        ((0, 0), True),
        ((5, 5), True),
        ((0, 100_000), True),
        ((100_000, 100_000), True),
        ((-1, 3), False),
        ((3, 2), False),
        ((0, 100_001), False),
        (("1", 2), False),
        ((1, "2"), False),
        ((True, 2), False),
        ((0, Fraction(2)), False),
    ],
)
def test_bounds_are_whole_pays_the_lower_one_first(bounds, fits):
    if fits:
        assert Constraints(bounds={"flush": bounds}).bounds == {"flush": bounds}
        return
    with pytest.raises(CertifyError, match=r"flush: .* is not a range of payouts"):
        Constraints(bounds={"flush": bounds})


@pytest.mark.parametrize(
    ("pays", "constraints", "kept"),
    [
        # what is not changed is not blamed
        ({}, {"fixed": frozenset({"flush"}), "bounds": {"flush": (9, 9)}, "multiple_of": 7}, True),
        ({"flush": 2}, {"fixed": frozenset({"flush"})}, False),
        ({"flush": 2}, {"fixed": frozenset({"full-house"})}, True),
        ({"flush": 2}, {"bounds": {"flush": (2, 4)}}, True),
        ({"flush": 4}, {"bounds": {"flush": (2, 4)}}, True),
        ({"flush": 1}, {"bounds": {"flush": (2, 4)}}, False),
        ({"full-house": 8}, {"bounds": {"full-house": (2, 7)}}, False),
        ({"full-house": 7}, {"bounds": {"full-house": (2, 7)}}, True),
        # multiples hold above the number itself; what is smaller is whole
        ({"full-house": 4, "flush": 2}, {"multiple_of": 5}, True),
        ({"full-house": 5}, {"multiple_of": 5}, True),
        ({"full-house": 6}, {"multiple_of": 5}, False),
        ({"full-house": 10}, {"multiple_of": 5}, True),
        # no line that changes pays more than the one above it, or less than the one below
        ({"flush": 4}, {}, True),
        ({"flush": 5}, {}, False),
        ({"flush": 5}, {"falling": False}, True),
        ({"full-house": 3}, {}, True),
        ({"full-house": 2}, {}, False),
        ({"full-house": 10}, {}, True),
        ({"full-house": 11}, {}, False),
        ({"royal-flush": 20}, {}, True),
        ({"straight-flush": 60}, {}, True),
        ({"straight-flush": 61}, {}, False),
        ({"royal-flush": 19}, {}, False),
        ({"flush": 0}, {}, True),
    ],
)
def test_what_keeps_to_the_constraints(trial, pays, constraints, kept):
    terms = trial.put(pays)
    asked = Constraints(**constraints)
    assert trial.keeps(terms, trial.measure(terms), asked) is kept


def test_the_highest_variance_is_allowed_itself(trial):
    terms = trial.put({"flush": 4})
    odds = trial.measure(terms)
    for limit, kept in (
        (odds.variance, True),
        (odds.variance - Fraction(1, 10**9), False),
        (odds.variance + Fraction(1, 10**9), True),
        (None, True),
    ):
        assert trial.keeps(terms, odds, Constraints(maximum_variance=limit)) is kept


def test_only_the_multiple_of_a_pay_is_changed(trial):
    changed = trial.put({"flush": Fraction(5, 2), "straight-flush": 7})
    assert {line.id: line.pays.value.times for line in changed.lines} == {
        "royal-flush": 60,
        "straight-flush": 7,
        "four-of-a-kind": 10,
        "full-house": 4,
        "flush": Fraction(5, 2),
    }
    assert all(not line.pays.value.money and not line.pays.value.meter for line in changed.lines)


def test_a_unit_of_envy_needs_others_and_a_stake():
    priced = price_lines(LINES, Assumptions(envy="four-of-a-kind=5"), stake="5", others=2)
    trial = WhatIf.of(priced)
    quads = next(line for line in trial.terms.lines if line.id == "four-of-a-kind")
    flush = next(line for line in trial.terms.lines if line.id == "flush")
    deals = {item.name: item.deals for item in priced.odds.outcomes}
    share = Fraction(deals["four-of-a-kind"], priced.odds.deals)
    assert trial.find_envy_slope(quads) == 2 * share / 5
    assert trial.find_envy_slope(flush) is None
    assert replace(trial, others=1).find_envy_slope(quads) == share / 5
    assert replace(trial, others=0).find_envy_slope(quads) is None
    with pytest.raises(CertifyError, match="depends on the wager amount; add --stake"):
        replace(trial, stake=None).find_envy_slope(quads)


# --- what solve says


def test_a_figure_that_no_wager_can_have_is_refused():
    priced = price_lines("flush=3")
    for measure, fits, fails in (
        ("edge", ("1", "0", "-1", "-100000"), ("1.01", "-100000.5")),
        ("return", ("1", "0"), ("1.01", "-0.01")),
        ("hit-rate", ("1", "0"), ("1.01", "-0.01")),
    ):
        for wanted in fits:
            solve_lines(priced, measure, Fraction(wanted))
        for wanted in fails:
            with pytest.raises(CertifyError, match=f"no wager can have this {measure}"):
                solve_lines(priced, measure, Fraction(wanted))
    with pytest.raises(CertifyError, match="the goal is edge or return or hit-rate, not 'luck'"):
        solve_lines(priced, "luck", Fraction(1, 10))
    with pytest.raises(CertifyError, match="there is no row 'flash'; the rows are flush"):
        solve_lines(priced, "edge", Fraction(0), Constraints(bounds={"flash": (1, 2)}))


def test_the_present_figure_is_told_in_the_measure_that_is_wanted():
    priced = price_lines(LINES)
    edge = priced.odds.house_edge
    for measure, now in (("edge", edge), ("return", 1 - edge), ("hit-rate", priced.odds.hit_rate)):
        solved = solve_lines(priced, measure, Fraction(1, 10), Constraints(cells=1))
        assert (solved.measure, solved.now, solved.wanted) == (measure, now, Fraction(1, 10))


def test_a_line_that_would_have_to_pay_less_than_nothing_is_told_as_a_push():
    """A royal flush alone cannot take the edge above what all other lines leave."""
    priced = price_lines(LINES)
    solved = solve_lines(priced, "edge", Fraction(99, 100), Constraints(cells=1))
    for cell in solved.lines:
        assert cell.exact is None
        assert cell.below is None
        assert cell.above.pays == 0
        assert cell.sides == (None, cell.above)
        assert cell.above.house_edge == priced.odds.house_edge + cell.per_unit * cell.pays
    written = solved.to_dict()["lines"][0]
    assert written["exact"] is None
    assert written["below"] is None
    assert written["above"]["pays"] == 0


def test_what_is_solved_is_written_whole():
    priced = price_lines(LINES, Assumptions(envy="four-of-a-kind=5"), stake="5", others=1)
    solved = solve_lines(priced, "edge", Fraction(1, 10), Constraints(cells=1))
    data = solved.to_dict()
    assert data["measure"] == "edge"
    assert data["wanted"] == {"fraction": "1/10", "percent": "10.0000"}
    assert data["now"]["fraction"] == str(solved.now)
    assert data["other_players"] == 1
    for cell, written in zip(solved.lines, data["lines"], strict=True):
        assert (written["line"], written["pays"]) == (cell.line, int(cell.pays))
        assert Fraction(written["exact"]) == cell.exact
        for step, side in ((cell.below, written["below"]), (cell.above, written["above"])):
            assert side["pays"] == step.pays
            assert Fraction(side["house_edge"]["fraction"]) == step.house_edge
            assert Fraction(side["variance"]["fraction"]) == step.variance
            assert side["keeps_constraints"] is step.keeps
        assert Fraction(written["points_per_unit"]["fraction"]) == cell.per_unit
        assert ("points_per_unit_of_envy" in written) is (cell.line == "four-of-a-kind")
    for item, written in zip(solved.combinations, data["combinations"], strict=True):
        assert written["pays"] == dict(item.pays)
        for name in ("house_edge", "hit_rate", "distance"):
            assert Fraction(written[name]["fraction"]) == getattr(item, name)
        assert Fraction(written["variance"]["fraction"]) == item.variance

"""Which pays to change for a wanted edge, against trying every pay within the bounds."""

from __future__ import annotations

import time
from fractions import Fraction
from itertools import combinations, product

import pytest

from certify.base.errors import CertifyError
from certify.odds.price import Assumptions, price_lines
from certify.odds.solve import solve_lines
from certify.odds.solve_pays import Constraints

LINES = "royal-flush=60 straight-flush=20 four-of-a-kind=10 full-house=4 flush=3 straight=2"
BOUNDS = {
    "royal-flush": (40, 70),
    "straight-flush": (15, 30),
    "four-of-a-kind": (5, 15),
    "full-house": (3, 6),
    "flush": (2, 5),
    "straight": (1, 4),
}
CASES = {
    "falling pays": ("10%", Constraints(bounds=BOUNDS)),
    "any order": ("25%", Constraints(falling=False, bounds=BOUNDS)),
    "multiples of five": ("30%", Constraints(multiple_of=5, bounds=BOUNDS)),
    "the top prize fixed": ("12%", Constraints(fixed=frozenset({"royal-flush"}), bounds=BOUNDS)),
    "little variance": ("20%", Constraints(maximum_variance=Fraction(5), bounds=BOUNDS)),
    "three lines at once": (
        "17%",
        Constraints(cells=3, bounds=BOUNDS, fixed=frozenset({"royal-flush", "straight-flush"})),
    ),
}


def read_figures(priced, pays):
    """Edge and variance straight from the deals of each outcome."""
    odds = priced.odds
    nets = [(pays.get(item.name, -1), Fraction(item.deals, odds.deals)) for item in odds.outcomes]
    mean = sum(net * share for net, share in nets)
    return -mean, sum(net * net * share for net, share in nets) - mean**2


def try_everything(priced, wanted, constraints):
    """The nearest pays of every set of lines, by trying all of them."""
    now = {line.id: int(line.pays.value.times) for line in priced.paytable.lines}
    order = list(now)
    found = {}
    for size in range(1, constraints.cells + 1):
        for chosen in combinations(order, size):
            for values in product(*(range(a, b + 1) for a, b in map(BOUNDS.get, chosen))):
                pays = {**now, **dict(zip(chosen, values, strict=True))}
                if any(pays[name] == now[name] for name in chosen):
                    continue
                if set(chosen) & constraints.fixed:
                    continue
                step = constraints.multiple_of
                if any(pays[name] > step and pays[name] % step for name in chosen):
                    continue
                ranked = [pays[name] for name in order]
                touching = [
                    (a, b)
                    for a, b, one, two in zip(ranked, ranked[1:], order, order[1:], strict=False)
                    if one in chosen or two in chosen
                ]
                if constraints.falling and any(a < b for a, b in touching):
                    continue
                edge, variance = read_figures(priced, pays)
                limit = constraints.maximum_variance
                if limit is not None and variance > limit:
                    continue
                off = abs(edge - wanted)
                if chosen not in found or off < found[chosen]:
                    found[chosen] = off
    return found


@pytest.mark.parametrize("name", CASES)
def test_against_every_pay_within_the_bounds(name):
    share, constraints = CASES[name]
    wanted = Fraction(share[:-1]) / 100
    priced = price_lines(LINES)
    solved = solve_lines(priced, "edge", wanted, constraints)
    best = try_everything(priced, wanted, constraints)
    expected = sorted(best.values())[: len(solved.combinations)]
    assert solved.combinations
    assert [item.distance for item in solved.combinations] == expected
    for item in solved.combinations:
        names = tuple(name for name, _ in item.pays)
        assert best[names] == item.distance
        pays = {line.id: int(line.pays.value.times) for line in priced.paytable.lines}
        assert read_figures(priced, {**pays, **dict(item.pays)}) == (item.house_edge, item.variance)


def test_the_exact_pay_of_each_line_gives_the_wanted_edge():
    wanted = Fraction(1, 10)
    priced = price_lines(LINES)
    solved = solve_lines(priced, "edge", wanted)
    pays = {line.id: line.pays.value.times for line in priced.paytable.lines}
    for cell in solved.lines:
        if cell.exact is not None:
            assert read_figures(priced, {**pays, cell.line: cell.exact})[0] == wanted
            assert cell.below.pays <= cell.exact <= cell.above.pays <= cell.below.pays + 1
        for step in (cell.below, cell.above):
            if step is not None:
                changed = {**pays, cell.line: step.pays}
                assert read_figures(priced, changed) == (step.house_edge, step.variance)
        more = {**pays, cell.line: pays[cell.line] + 1}
        assert cell.per_unit == priced.odds.house_edge - read_figures(priced, more)[0]


def test_a_return_is_what_the_edge_leaves():
    priced = price_lines(LINES)
    one = solve_lines(priced, "edge", Fraction(1, 10))
    other = solve_lines(priced, "return", Fraction(9, 10))
    assert [item.pays for item in one.combinations] == [item.pays for item in other.combinations]
    assert other.now == 1 - priced.odds.house_edge


def test_envy_from_others_shifts_what_is_wanted():
    assumptions = Assumptions(envy="four-of-a-kind=5")
    priced = price_lines(LINES, assumptions, stake="5", others=3)
    solved = solve_lines(priced, "edge", Fraction(1, 10))
    for item in solved.combinations:
        pays = {line.id: int(line.pays.value.times) for line in priced.paytable.lines}
        alone = read_figures(priced, {**pays, **dict(item.pays)})[0]
        share = next(o.deals for o in priced.odds.outcomes if o.name == "four-of-a-kind")
        assert item.house_edge == alone - 3 * Fraction(share, priced.odds.deals)
    quads = next(cell for cell in solved.lines if cell.line == "four-of-a-kind")
    assert quads.envy_per_unit == quads.per_unit * 3 / 5


@pytest.mark.parametrize("wanted", [Fraction(1, 10), Fraction(3, 10)])
def test_a_wanted_hit_rate_is_found_by_lines_that_push_or_are_new(wanted):
    """Below what is paid now lines push; above it lower classes come onto the paytable."""
    priced = price_lines(LINES)
    solved = solve_lines(priced, "hit-rate", wanted, Constraints(cells=2))
    now = {line.id: int(line.pays.value.times) for line in priced.paytable.lines}
    new = ("three-of-a-kind", "three-pair", "two-pair", "one-pair", "high-card")
    every = {}
    for size in (1, 2):
        for chosen in combinations([*now, *new], size):
            pays = {**now, **{name: 0 if name in now else 1 for name in chosen}}
            text = " ".join(f"{name}={times or 'push'}" for name, times in pays.items())
            odds = price_lines(text, Assumptions(order="written")).odds
            if abs(odds.hit_rate - wanted) < abs(priced.odds.hit_rate - wanted):
                every[chosen] = (abs(odds.hit_rate - wanted), odds.house_edge, odds.variance)
    assert [item.distance for item in solved.combinations] == sorted(
        distance for distance, *_ in every.values()
    )[:12]
    for item in solved.combinations:
        chosen = tuple(name for name, _ in item.pays)
        assert every[chosen] == (item.distance, item.house_edge, item.variance)
    assert {name for item in solved.combinations for name, _ in item.pays} & set(new) or (
        wanted < priced.odds.hit_rate
    )
    assert [cell.per_unit for cell in solved.lines] == [
        cell.per_unit for cell in solve_lines(priced, "edge", wanted).lines
    ]


def test_pairs_of_a_full_paytable_take_at_most_a_second():
    priced = price_lines(like="south-dakota:2", stake="5", others=5)
    begin = time.process_time()
    solved = solve_lines(priced, "edge", Fraction(6, 100))
    assert time.process_time() - begin < 1.5
    distances = [item.distance for item in solved.combinations]
    assert distances == sorted(distances)
    assert distances[0] < Fraction(1, 10**6)


def test_what_cannot_be_solved_is_refused():
    priced = price_lines(LINES)
    with pytest.raises(CertifyError, match="no row 'flash'"):
        solve_lines(priced, "edge", Fraction(1, 10), Constraints(fixed=frozenset({"flash"})))
    with pytest.raises(CertifyError, match="no wager can have this"):
        solve_lines(priced, "return", Fraction(3, 2))
    wide = dict.fromkeys(BOUNDS, (1, 5000))
    with pytest.raises(CertifyError, match="too many; limit them with --multiple-of 5"):
        solve_lines(priced, "edge", Fraction(1, 10), Constraints(bounds=wide, cells=3))

"""Pays for a wanted edge on paytables of a few lines: every choice tried, the usual ranges among them."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations, product

import pytest

from certify.base.errors import CertifyError
from certify.odds import solve_pays
from certify.odds.price import Assumptions, price_lines
from certify.odds.solve import solve_lines
from certify.odds.solve_pays import Constraints

FALLING = "five-aces=40 four-of-a-kind=9 full-house=4 flush=3 three-pair=push"
MIXED = "five-aces=12 four-of-a-kind=9 full-house=7/2 flush=3"


@cache
def price(text):
    return price_lines(text, Assumptions(order="written"))


def list_allowed(name, now, constraints):
    """By its bounds, or from half of what it pays to twice that and five more; round above the step."""
    low, high = constraints.bounds.get(name, (max(1, now // 2), max(2 * now, now + 5)))
    step = constraints.multiple_of
    return [pays for pays in range(low, high + 1) if pays <= step or pays % step == 0]


def try_all(priced, wanted, constraints):
    """By set of lines: the least distance, and all pays that have it."""
    odds, limit = priced.odds, constraints.maximum_variance
    deals = {item.name: item.deals for item in odds.outcomes}
    said = {line.id: line.pays.value.times for line in priced.paytable.lines}
    now = {name: int(pays) if pays.denominator == 1 else pays for name, pays in said.items()}
    free = [
        name
        for name in now
        if name not in constraints.fixed and now[name].denominator == 1 and deals[name]
    ]
    found = {}
    for size in range(1, constraints.cells + 1):
        for chosen in combinations(free, size):
            ranges = [list_allowed(name, now[name], constraints) for name in chosen]
            for values in product(*ranges):
                changed = dict(zip(chosen, values, strict=True))
                if any(now[name] == pays for name, pays in changed.items()):
                    continue
                pays = {**now, **changed}
                neighbours = list(zip(pays, list(pays)[1:], strict=False))
                if constraints.falling and any(
                    pays[one] < pays[two]
                    for one, two in neighbours
                    if one in changed or two in changed
                ):
                    continue
                nets = [(pays.get(name, -1), number) for name, number in deals.items()]
                money = sum(net * number for net, number in nets)
                squares = sum(net * net * number for net, number in nets)
                if limit is not None and squares * odds.deals - money**2 > limit * odds.deals**2:
                    continue
                off = abs(money + wanted * odds.deals) / odds.deals
                least, which = found.get(chosen, (off, []))
                if off < least:
                    which = []
                if off <= least:
                    found[chosen] = (off, [*which, tuple(changed.items())])
    return found


CASES = {
    "the usual ranges": (FALLING, "30%", Constraints()),
    "the usual ranges in any order": (FALLING, "60%", Constraints(falling=False)),
    "lower than any": (FALLING, "95%", Constraints()),
    "higher than any": (FALLING, "-80%", Constraints()),
    "three at once": (FALLING, "37%", Constraints(cells=3, fixed=frozenset({"five-aces"}))),
    "multiples of four": (FALLING, "33%", Constraints(multiple_of=4)),
    "multiples from below the step": (
        FALLING,
        "33%",
        Constraints(multiple_of=6, bounds={"four-of-a-kind": (3, 30), "flush": (0, 13)}),
    ),
    "bounds above the step": (
        FALLING,
        "33%",
        Constraints(multiple_of=3, bounds={"four-of-a-kind": (7, 20), "full-house": (4, 4)}),
    ),
    "a pay that is no whole number stays": (MIXED, "33%", Constraints()),
    "one line only": (FALLING, "41%", Constraints(cells=1, fixed=frozenset({"flush"}))),
    "little variance, one line": (
        FALLING,
        "30%",
        Constraints(cells=1, maximum_variance=Fraction(7, 4)),
    ),
    "little variance, two lines": (FALLING, "30%", Constraints(maximum_variance=Fraction(3, 2))),
    "little variance, three lines": (
        FALLING,
        "35%",
        Constraints(cells=3, maximum_variance=Fraction(5, 4), fixed=frozenset({"five-aces"})),
    ),
    "some variance, any order": (
        FALLING,
        "20%",
        Constraints(falling=False, maximum_variance=Fraction(2)),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_nearest_pays_of_every_set_are_found(name):
    text, share, constraints = CASES[name]
    wanted = Fraction(share[:-1]) / 100
    priced = price(text)
    best = try_all(priced, wanted, constraints)
    solved = solve_lines(priced, "edge", wanted, constraints)
    assert len(solved.combinations) == min(len(best), 12)
    assert [item.distance for item in solved.combinations] == sorted(
        off for off, _ in best.values()
    )[:12]
    for item in solved.combinations:
        off, which = best[tuple(name for name, _ in item.pays)]
        assert item.distance == off
        assert item.pays in which


def test_a_variance_may_be_just_what_is_allowed():
    priced = price(FALLING)
    (first, *_) = solve_lines(priced, "edge", Fraction(3, 10), Constraints(cells=1)).combinations
    for less, found in ((0, True), (Fraction(1, 10**30), False)):
        limit = Constraints(cells=1, maximum_variance=first.variance - less)
        pays = [
            item.pays for item in solve_lines(priced, "edge", Fraction(3, 10), limit).combinations
        ]
        assert (first.pays in pays) is found


def test_twelve_are_shown_and_choices_have_a_most(monkeypatch):
    priced = price(FALLING)
    assert (
        len(solve_lines(priced, "edge", Fraction(3, 10), Constraints(cells=3)).combinations) == 12
    )
    # one line is one choice; of two lines all pays of the shorter range are tried: 7, 6 and 6
    bounds = {"five-aces": (31, 60), "four-of-a-kind": (5, 11), "full-house": (3, 8)}
    asked = Constraints(bounds=bounds, fixed=frozenset({"flush", "three-pair"}))
    choices = 3 + 7 + 6 + 6
    monkeypatch.setattr(solve_pays, "MOST_TRIALS", choices)
    assert solve_lines(priced, "edge", Fraction(3, 10), asked).combinations
    monkeypatch.setattr(solve_pays, "MOST_TRIALS", choices - 1)
    with pytest.raises(CertifyError) as error:
        solve_lines(priced, "edge", Fraction(3, 10), asked)
    assert str(error.value) == (
        "22 combinations of payouts are too many; limit them with --multiple-of 5, "
        "--between or --fix, or lower --cells"
    )


def test_solutions_as_a_table_of_rows():
    """The rows alone: that they make a frame is tested with the interface."""
    solved = solve_lines(price(FALLING), "edge", Fraction(3, 10), Constraints(cells=1))
    rows = solved.list_rows()
    assert rows == [
        {
            "pays": dict(item.pays),
            "house_edge": item.house_edge,
            "hit_rate": item.hit_rate,
            "variance": item.variance,
            "distance": item.distance,
        }
        for item in solved.combinations
    ]
    assert len(rows) == 5

"""The search for pays against trying every pay of a small table whose hundred deals are counted by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise, product

import pytest

from certify.base.errors import CertifyError
from certify.odds import solve_pays
from certify.odds.solve_pays import Constraints, Search, find_slopes
from tests.odds.small_tables import DEALS, NAMES, Table


def list_pays(pays, bounds, multiple):
    """From half to twice what is paid unless bounds are given; above the multiple only multiples."""
    low, high = bounds or (max(1, int(pays / 2)), int(max(2 * pays, pays + 5)))
    return [
        new
        for new in range(low, high + 1)
        if new != pays and (new <= multiple or new % multiple == 0)
    ]


def list_choices(table, constraints):
    """By set of lines: every choice of pays that is allowed, with what the hundred deals give."""
    order, found = list(table.now), {}
    now = {name: int(pays) if pays.denominator == 1 else pays for name, pays in table.now.items()}
    free = {
        name: list_pays(pays, constraints.bounds.get(name), constraints.multiple_of)
        for (name, pays), deals in zip(now.items(), table.deals, strict=True)
        if pays >= 0 and pays == int(pays) and deals and name not in constraints.fixed
    }
    for size in range(1, constraints.cells + 1):
        for chosen in combinations(free, size):
            beside = [pair for pair in pairwise(order) if set(pair) & set(chosen)]
            for values in product(*(free[name] for name in chosen)):
                pays = {**now, **dict(zip(chosen, values, strict=True))}
                if constraints.falling and any(pays[one] < pays[two] for one, two in beside):
                    continue
                total, squares = table.add_up(pays)
                limit = constraints.maximum_variance
                if limit is None or DEALS * squares - total**2 <= limit * DEALS**2:
                    found.setdefault(chosen, []).append((total, pays))
    return found


def choose_nearest(table, wanted, choices):
    """The best pays of every set of lines: nearest, fewest lines, least changed in proportion."""
    best = []
    for chosen, options in choices.items():
        nearest = min(abs(total + wanted * DEALS) for total in {total for total, _ in options})
        for total, pays in options:
            if abs(total + wanted * DEALS) == nearest:
                moved = [abs(pays[one] - table.now[one]) / max(1, table.now[one]) for one in chosen]
                named = tuple((name, pays[name]) for name in chosen)
                best.append((nearest, len(chosen), sum(moved), named, pays))
    first = {tuple(name for name, _ in item[3]): item for item in sorted(best, key=drop_last)[::-1]}
    return sorted(first.values(), key=drop_last)


def drop_last(item):
    """What choices are ordered by."""
    return item[:-1]


PLAIN = Table(("12", "6", "3", "1"), (2, 5, 10, 20))
EVEN = Table(("8", "4", "4", "2", "1"), (5, 5, 5, 10, 10))
"""Lines that come equally often, so that many choices are equally near."""
RICH = Table(("20", "9", "7"), (25, 20, 20))
"""A wager that pays more than it takes: its variance is least where a line pays something."""
MIXED = Table(("20", "5", "5/2", "push", "lose", "4"), (1, 5, 10, 0, 10, 10))
PUSHING = Table(("10", "2", "push", "push"), (3, 10, 10, 20))
WHOLE = {"straight-flush": (4, 16), "four-of-a-kind": (4, 12), "full-house": (0, 10)}
LEVEL = Table(("5", "5", "5"), (4, 6, 10))
FAR = Table(("20", "30"), (25, 20))
SURE = Table(("3",), (100,))
"""Every deal stands on the one line, so that nothing varies whatever it pays."""
OFF = ("0", "1/10", "-13/90", "-1/999", "-30", "30")
EACH = [
    (PLAIN, Constraints()),
    (PLAIN, Constraints(falling=False, cells=3, bounds=dict.fromkeys(NAMES[:4], (0, 4)))),
    (PLAIN, Constraints(bounds=dict.fromkeys(NAMES[:4], (0, 20)))),
    (PLAIN, Constraints(multiple_of=5, bounds=dict.fromkeys(NAMES[:4], (1, 20)))),
    (PLAIN, Constraints(cells=1, fixed=frozenset({"flush"}))),
    (PLAIN, Constraints(maximum_variance=Fraction(7))),
    (EVEN, Constraints()),
    (EVEN, Constraints(cells=3)),
    (EVEN, Constraints(falling=False, multiple_of=2)),
    (EVEN, Constraints(falling=False, cells=1, fixed=frozenset({"straight"}))),
    (RICH, Constraints()),
    (RICH, Constraints(falling=False, cells=3, maximum_variance=Fraction(50), bounds=WHOLE)),
    (RICH, Constraints(falling=False, maximum_variance=Fraction(141, 2))),
    (
        RICH,
        Constraints(
            falling=False,
            maximum_variance=Fraction(64),
            bounds={**WHOLE, "straight-flush": (15, 25)},
        ),
    ),
    (RICH, Constraints(falling=False, cells=2, maximum_variance=Fraction(30), bounds=WHOLE)),
    (RICH, Constraints(cells=3, maximum_variance=Fraction(12), bounds=WHOLE)),
    (MIXED, Constraints()),
    (MIXED, Constraints(falling=False)),
    (MIXED, Constraints(falling=False, maximum_variance=Fraction(8))),
    (PUSHING, Constraints(falling=False, cells=3, bounds={"straight-flush": (7, 13)})),
    (PUSHING, Constraints(maximum_variance=Fraction(5))),
    (PUSHING, Constraints(maximum_variance=PUSHING.read_figures({**PUSHING.now, "flush": 2})[2])),
    (PLAIN, Constraints(maximum_variance=PLAIN.read_figures({**PLAIN.now, "flush": 2})[2])),
    (LEVEL, Constraints(bounds=dict.fromkeys(NAMES, (4, 20)))),
    (LEVEL, Constraints(falling=False, multiple_of=5)),
    (LEVEL, Constraints(falling=False, multiple_of=5, bounds=dict.fromkeys(NAMES, (3, 20)))),
    (LEVEL, Constraints(falling=False, multiple_of=5, bounds=dict.fromkeys(NAMES, (12, 34)))),
    (LEVEL, Constraints(falling=False, multiple_of=5, bounds=dict.fromkeys(NAMES, (6, 9)))),
    (LEVEL, Constraints(falling=False, bounds=dict.fromkeys(NAMES, (5, 9)))),
    (LEVEL, Constraints(falling=False, bounds=dict.fromkeys(NAMES, (1, 5)))),
    (LEVEL, Constraints(falling=False, bounds=dict.fromkeys(NAMES, (4, 5)))),
    (
        PLAIN,
        Constraints(
            cells=3,
            bounds={NAMES[0]: (1, 9), NAMES[1]: (1, 9), NAMES[2]: (0, 14), NAMES[3]: (0, 16)},
        ),
    ),
    (
        # the variance is least about 6, and within the limit from 3 to 8
        FAR,
        Constraints(
            fixed=frozenset({NAMES[0]}),
            falling=False,
            maximum_variance=Fraction(77),
            bounds={NAMES[1]: (0, 30)},
        ),
    ),
    (SURE, Constraints(maximum_variance=Fraction(0))),
]


@pytest.mark.parametrize("place", range(len(EACH)))
def test_the_nearest_pays_of_every_set_of_lines(place):
    table, constraints = EACH[place]
    trial = table.make_trial()
    slopes = find_slopes(trial)
    edge = table.read_figures(table.now)[0]
    assert slopes.edge == edge
    choices = list_choices(table, constraints)
    for off in map(Fraction, OFF):
        expected = choose_nearest(table, edge + off, choices)[:12]
        found = Search(trial, slopes, edge + off, constraints).find()
        assert [item.pays for item in found] == [named for *_, named, _ in expected]
        for item, (distance, *_, pays) in zip(found, expected, strict=True):
            assert item.distance == distance / DEALS
            assert (item.house_edge, item.hit_rate, item.variance) == table.read_figures(pays)


def test_a_unit_more_is_worth_the_share_of_the_deals_on_its_line():
    """A line that loses has no pay to change; one that pushes, pays a part or never comes has."""
    weights = find_slopes(MIXED.make_trial()).weights
    assert {name: float(weight) for name, weight in weights.items()} == {
        "straight-flush": 0.01,
        "four-of-a-kind": 0.05,
        "full-house": 0.1,
        "flush": 0,
        "three-of-a-kind": 0.1,
    }
    pushing = find_slopes(PUSHING.make_trial()).weights
    assert list(map(float, pushing.values())) == [0.03, 0.1, 0.1, 0.2]


@pytest.mark.parametrize(
    ("pays", "lowest", "highest"),
    [
        ("push", 1, 5),
        ("1", 2, 6),  # 1 is what is paid now
        ("2", 1, 7),
        ("3", 1, 8),
        ("5", 2, 10),
        ("6", 3, 12),
        ("40", 20, 80),
    ],
)
def test_without_bounds_a_line_pays_from_half_to_twice_what_it_pays(pays, lowest, highest):
    trial = Table((pays,), (10,)).make_trial()
    slopes = find_slopes(trial)
    for wanted, end in ((1, lowest), (-50, highest)):
        (found,) = Search(trial, slopes, Fraction(wanted), Constraints(cells=1)).find()
        assert found.pays == (("straight-flush", end),)


def test_of_choices_that_are_equally_near_the_one_that_changes_least_comes_first():
    """By hand: ten deals on every line, 70 that lose; one unit must be given away, or two, or three."""
    trial = Table(("9", "3", "1"), (10, 10, 10)).make_trial()
    slopes = find_slopes(trial)
    asked = Constraints(falling=False, cells=1, bounds=dict.fromkeys(NAMES[:3], (0, 12)))
    assert slopes.edge == Fraction(-6, 10)
    expected = {
        # a ninth of nine, a third of three, the whole of one
        "-0.7": [("straight-flush", 10), ("four-of-a-kind", 4), ("full-house", 2)],
        "-0.5": [("straight-flush", 8), ("four-of-a-kind", 2), ("full-house", 0)],
        # up or down by one: just as near and as much, so the lower pay
        "-0.6": [("straight-flush", 8), ("four-of-a-kind", 2), ("full-house", 0)],
        # half a unit more: nine or ten, but nine is no change
        "-0.65": [("straight-flush", 10), ("four-of-a-kind", 4), ("full-house", 2)],
    }
    for wanted, pays in expected.items():
        found = Search(trial, slopes, Fraction(wanted), asked).find()
        assert [item.pays for item in found] == [(item,) for item in pays]


def test_fewer_lines_come_first_and_what_pays_little_weighs_at_least_one():
    """By hand: two units more on three, or one on one, give as much where one comes twice as often."""
    trial = Table(("3", "1"), (10, 20)).make_trial()
    slopes = find_slopes(trial)
    asked = Constraints(falling=False, bounds=dict.fromkeys(NAMES[:2], (1, 9)))
    found = Search(trial, slopes, slopes.edge - Fraction(2, 10), asked).find()
    assert [(item.pays, item.distance) for item in found] == [
        ((("straight-flush", 5),), 0),
        ((("four-of-a-kind", 2),), 0),
        ((("straight-flush", 1), ("four-of-a-kind", 3)), 0),
    ]
    # two thirds of three is less than the whole of one


def test_more_than_two_million_choices_are_refused_with_their_number():
    """Three lines of 999, 1,998 and 1,998 pays: 3 alone, 999 + 999 + 1,998 pairs, 999 x 1,998 threes."""
    trial = Table(("9", "6", "3"), (1, 2, 3)).make_trial()
    asked = Constraints(
        cells=3,
        bounds={NAMES[0]: (2, 1999), NAMES[1]: (1, 1998), NAMES[2]: (1, 999)},
    )
    assert 3 + 999 + 999 + 1998 + 999 * 1998 == 2_000_001
    with pytest.raises(CertifyError) as caught:
        Search(trial, find_slopes(trial), Fraction(0), asked).find()
    assert str(caught.value) == (
        "2,000,001 combinations of payouts are too many; limit them with --multiple-of 5, "
        "--between or --fix, or lower --cells"
    )


def test_as_many_choices_as_the_most_are_looked_at(monkeypatch):
    """Two lines of three and four pays: two alone, and three in pairs."""
    trial = Table(("9", "6"), (1, 2)).make_trial()
    asked = Constraints(bounds={NAMES[0]: (8, 10), NAMES[1]: (5, 8)})
    search = Search(trial, find_slopes(trial), Fraction(0), asked)
    monkeypatch.setattr(solve_pays, "MOST_TRIALS", 5)
    assert len(search.find()) == 3
    monkeypatch.setattr(solve_pays, "MOST_TRIALS", 4)
    with pytest.raises(CertifyError, match=r"^5 combinations of payouts are too many"):
        search.find()

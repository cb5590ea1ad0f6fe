"""Names, values and places as text, in the words of one document."""

from __future__ import annotations

from fractions import Fraction

import pytest

from certify.base.names import name_class
from certify.findings.case import overlap, read_lines
from certify.game.views import parse_condition
from certify.render.numbers import percent, points, span, span_points
from certify.render.values import answer, cite, cite_lines, join_words, name_tables
from certify.spec.model import Citation
from certify.spec.values import LOSES, PUSHES, Exclusion, Money, Other, Pay
from tests.conftest import load


def at(first, last=None, clause="B 5", document=""):
    return Citation(clause, first, last or first, document)


def test_lists_and_names():
    assert [join_words("abc"[:size]) for size in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert name_class("seven-card-straight-flush-joker") == "seven-card straight flush with joker"
    tables = [[], ["main"], ["1", "main", "1"], ["1", "2", "1"]]
    assert [name_tables(names) for names in tables] == [
        "the paytable",
        "the paytable",
        "paytable 1",
        "paytables 1 and 2",
    ]


def test_places():
    assert cite(at(4), at(4)) == "B 5, line 4"
    assert cite(at(4), at(6, 8), at(9, clause="B 7")) == "B 5, lines 4 and 6-8; B 7, line 9"
    assert cite(at(1, document="x"), at(2, document="x")) == "x, B 5, lines 1 and 2"
    assert [cite_lines(*places) for places in ([at(4)], [at(4, 5)], [at(7), at(3), at(7)])] == [
        "line 4",
        "lines 4-5",
        "lines 3 and 7",
    ]
    places = [read_lines(load("pennsylvania"), lines) for lines in (9, "33-35")]
    assert [(item.first, item.last) for item in places] == [(9, 9), (33, 35)]
    assert [item.clause.split(",")[0] for item in places] == [
        "FACE UP PAI GOW POKER",
        "FORTUNE BONUS",
    ]


@pytest.mark.parametrize(
    ("other", "shares"),
    [
        (at(6, 9), True),
        (at(1, 4), True),
        (at(5), True),
        (at(7, 9), False),
        (at(1, 3), False),
        (at(4, 6, document="annex"), False),
    ],
)
def test_places_overlap_where_they_share_a_line(other, shares):
    assert overlap(at(4, 6), other) is shares


def test_numbers():
    part = Fraction(1, 10**8)
    assert percent(Fraction(-1, 30)) == "\N{MINUS SIGN}3.3333%"
    told = [
        points(value) for value in (Fraction(0), part, -part, Fraction(-1, 100), Fraction(1, 50))
    ]
    tiny = "less than 0.0001 pp"
    assert told == ["0 pp", tiny, tiny, "\N{MINUS SIGN}1.0000 pp", "+2.0000 pp"]
    assert span(Fraction(1, 100), Fraction(1, 100) + part, 2) == "1.00%"
    assert span_points(Fraction(1, 100), Fraction(1, 50)) == "+1.0000 to +2.0000 pp"


def list_values():
    document = load("south-dakota")
    wager = document.wagers[0]
    line = wager.paytables[0].lines[0]
    stake, forfeits = (wager.statements[f"envy.{name}"] for name in ("minimum_stake", "forfeits"))
    commission, fixed = (
        document.statements[f"standard.commission{name}"] for name in ("", "_fixed")
    )
    exclusions = (
        Exclusion("royal-match", frozenset()),
        Exclusion("royal-flush", frozenset({"flush", "five-aces"})),
    )
    return [
        (commission, None, "no value"),
        (commission, Other("a tenth, rounded"), "a tenth, rounded"),
        (commission, Fraction(1, 20), "5%"),
        (commission, Fraction(1, 7), "1/7"),
        (commission, Fraction(0), "none"),
        (stake, Money(Fraction(0), "USD"), "any amount"),
        (fixed, Money(Fraction(0), "USD"), "none"),
        (stake, Money(Fraction(5000), "USD"), "5,000 USD"),
        (line.pays, Pay(Fraction(5000)), "5,000 to 1"),
        (line.pays, Pay(Fraction(3, 2)), "3/2 to 1"),
        (line.pays, LOSES, "the wager loses"),
        (line.pays, PUSHES, "the wager is a push"),
        (line.pays, Pay(money=Fraction(50)), "50 USD"),
        (line.pays, Pay(meter=Fraction(1, 10)), "1/10 of the meter"),
        (line.envy, Pay(money=Fraction(50)), "50 USD"),
        (forfeits, (), "none"),
        (
            forfeits,
            exclusions,
            "a royal match or (unless another player has five aces or a flush) a royal flush",
        ),
        (document.statements["deck.hand_ranking"], ("flush", "royal-match"), "flush, royal match"),
        (wager.statements["envy.lowest_hand"], "four-of-a-kind", "four of a kind"),
        (document.statements["identity.title"], "a-title", "a-title"),
    ]


def test_values():
    for statement, value, expected in list_values():
        assert answer(load("south-dakota"), statement, value) == expected


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        ({"hand": "high-card", "highest": "2-Q"}, "queen high or lower"),
        ({"hand": "high-card", "highest": "9-J"}, "nine high to jack high"),
        ({"hand": "high-card", "highest": "A", "joker": "without"}, "ace high without the joker"),
        ({"hand": "four-of-a-kind", "rank": "2-6"}, "four of a kind of 2 to 6"),
        ({"low": {"hand": "one-pair", "rank": "10+"}}, "one pair of tens or better set low"),
        (
            {"hand": "flush", "low": {"hand": "high-card", "rank": "A"}},
            "flush and ace high set low",
        ),
    ],
)
def test_the_hands_of_a_row(condition, words):
    push = load("mbs").statements["comparison.bank_hand_push_when"]
    assert answer(load("mbs"), push, parse_condition(condition)) == words

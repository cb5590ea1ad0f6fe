"""Words that rules share: lists, places, answers, sentences told together."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from certify.findings.phrases import (
    answer,
    begin,
    cite,
    cite_lines,
    count_things,
    entitle,
    group_said,
    join_words,
    list_evidence,
    lower,
    name_class,
    name_line,
    name_tables,
    name_topic,
    overlap,
    quote_answers,
    read_lines,
    see,
    tell_together,
    trim,
)
from certify.game.views import parse_condition
from certify.spec.model import Citation
from certify.spec.validate import load_jurisdiction
from certify.spec.values import LOSES, PUSHES, Exclusion, Money, Other, Pay
from tests.conftest import ROOT, load
from tests.findings.cases import changed, conflict, leave_open, say


def at(first, last=None, clause="B 5", document=""):
    return Citation(clause, first, last or first, document)


def test_lists_and_counts():
    assert [join_words("abc"[:size]) for size in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert join_words(["a", "b", "c"], "or") == "a, b or c"
    assert [count_things(number, "hand") for number in (0, 1, 2)] == [
        "0 hands",
        "1 hand",
        "2 hands",
    ]
    assert [begin(text) for text in ("", "a Hand", "A")] == ["", "A Hand", "A"]
    assert [lower(text) for text in ("It is", "A hand", "USD 5", "")] == [
        "it is",
        "a hand",
        "USD 5",
        "",
    ]
    assert trim(" so it is. ") == "so it is"


def test_names():
    assert name_class("seven-card-straight-flush-joker") == "seven-card straight flush with joker"
    assert name_class("royal-match") == "royal match"
    tables = [[], ["main"], ["1"], ["1", "main", "1"], ["1", "2", "1"]]
    assert [name_tables(names) for names in tables] == [
        "the paytable",
        "the paytable",
        "paytable 1",
        "paytable 1",
        "paytables 1 and 2",
    ]
    assert name_topic("no-such-topic") == "no such topic"


def test_places():
    assert cite(at(4), at(4)) == "B 5, line 4"
    assert cite(at(4), at(6, 8), at(9, clause="B 7")) == "B 5, lines 4 and 6-8; B 7, line 9"
    assert cite(at(4, document="annex"), at(4)) == f"{at(4, document='annex')}; B 5, line 4"
    assert cite(at(1, document="x"), at(2, document="x")) == "x, B 5, lines 1 and 2"
    assert see([]) == ""
    assert see([at(4)]) == " (see B 5, line 4)"
    assert [cite_lines(places) for places in ([at(4)], [at(4, 5)], [at(7), at(3), at(7)])] == [
        "line 4",
        "lines 4-5",
        "lines 3 and 7",
    ]
    assert [(item.first, item.last) for item in map(read_lines, (5, "5-7"))] == [(5, 5), (5, 7)]


def test_places_overlap_where_they_share_a_line():
    first = at(4, 6)
    assert overlap(first, at(6, 9))
    assert overlap(first, at(1, 4))
    assert overlap(first, at(5))
    assert not overlap(first, at(7, 9))
    assert not overlap(first, at(1, 3))
    assert not overlap(first, at(4, 6, document="annex"))


@pytest.mark.parametrize(
    ("messages", "told"),
    [
        (["It is."], "It is."),
        (["One here. Two there.", "One here. Three there."], "One here. Two there. Three there."),
        (["So? It is.", "So? It may be.", "So? No."], "So? It is. It may be. No."),
        (
            ["Here it is so; north not.", "Here it is so; south not."],
            "Here it is so; north not; south not.",
        ),
        (["One.", "Two."], "One. Two."),
        (["It is. So. A.", "It is. So. B.", "It is. No."], "It is. So. A. So. B. No."),
    ],
)
def test_what_begins_alike_is_told_once(messages, told):
    assert tell_together(messages) == told


def test_answers_in_words():
    jurisdiction = load("south-dakota")
    commission = jurisdiction.statements["standard.commission"]
    wager = jurisdiction.wagers[0]
    stake = wager.statements["envy.minimum_stake"]
    line = wager.paytables[0].lines[0]
    forfeits = wager.statements["envy.forfeits"]
    exclusions = (
        Exclusion("royal-match", frozenset()),
        Exclusion("royal-flush", frozenset({"flush", "five-aces"})),
    )
    told = [
        (commission, None, "nothing"),
        (commission, Other("a tenth, rounded"), "a tenth, rounded"),
        (commission, Fraction(1, 20), "1/20"),
        (commission, Fraction(0), "none"),
        (stake, Money(Fraction(0), "USD"), "any stake"),
        (stake, Money(Fraction(5), "USD"), "5 USD"),
        (line.pays, Pay(Fraction(3, 2)), "3/2 to 1"),
        (line.pays, LOSES, "it loses"),
        (line.pays, PUSHES, "it pushes"),
        (line.pays, Pay(money=Fraction(50)), "50 USD"),
        (line.pays, Pay(meter=Fraction(1, 10)), "1/10 of the meter"),
        (line.envy, Pay(money=Fraction(50)), "50 USD"),
        (line.envy, Pay(Fraction(3)), "3"),
        (forfeits, (), "none"),
        (
            forfeits,
            exclusions,
            "a royal match and a royal flush (yet another's five aces or flush is still paid to him)",
        ),
        (
            jurisdiction.statements["deck.hand_ranking"],
            ("flush", "royal-match"),
            "flush, royal match",
        ),
        (wager.statements["envy.lowest_hand"], "four-of-a-kind", "four of a kind"),
        (jurisdiction.statements["identity.title"], "a-title", "a-title"),
    ]
    for statement, value, expected in told:
        assert answer(statement, value) == expected


def test_what_is_said_is_told_by_answer():
    def twice(data):
        data["table"]["positions"] = conflict(7, 8)
        data["table"]["positions"]["stated"].append(
            {"value": 7, "at": {"clause": "there", "lines": 9}}
        )
        data["comparison"]["copy"] = leave_open("bank-wins", "push")

    found = changed("california-bgc", twice)
    positions = found.statements["table.positions"]
    assert [(text, len(said)) for text, said in group_said(positions).items()] == [
        ("7", 2),
        ("8", 1),
    ]
    assert list_evidence(positions) == {
        "said 1": "7 (here, line 5; there, line 9)",
        "said 2": "8 (here, line 6)",
    }
    assert quote_answers(positions, (8, 9, 8)) == "“7”, as we take it, or “8” or “9”"


def test_what_is_assumed_is_told_with_its_alternatives():
    def change(data):
        data["table"]["players"] = leave_open(6, 7, 5)
        data["table"]["positions"] = {"silent": True}

    found = changed("south-dakota", change)
    assert list_evidence(found.statements["table.players"]) == {
        "assumed": "6",
        "alternative 1": "7",
        "alternative 2": "5",
    }
    positions = found.statements["table.positions"]
    assert list_evidence(positions) == {}
    assert quote_answers(positions, (5, 6)) == "“5” or “6”"


def test_titles_name_the_wager_but_for_envy():
    found = load("south-dakota")
    wager = found.wagers[0]
    assert entitle(found, wager.statements["wager.precedence"]) == (
        "Fortune Bonus: which of two lines is paid"
    )
    assert entitle(found, wager.statements["envy.minimum_stake"]) == "Stake from which envy is paid"
    assert entitle(found, found.statements["table.players"]) == "Seats"
    line = wager.paytables[0].lines[-1]
    assert entitle(found, line.pays) == f"Fortune Bonus: {line.printed}"
    said = changed("south-dakota", lambda data: data["table"].update(players=say(6)))
    assert entitle(said, said.statements["table.players"]) == "Seats"


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        ({"hand": "high-card", "highest": "K"}, "king high"),
        ({"hand": "high-card", "highest": "2-Q"}, "queen high or lower"),
        ({"hand": "high-card", "highest": "Q+"}, "queen high or better"),
        ({"hand": "high-card", "highest": "9-J"}, "nine high to jack high"),
        ({"hand": "high-card", "highest": "A", "joker": "without"}, "ace high without the joker"),
        ({"hand": "high-card"}, "nothing made"),
        ({"hand": "four-of-a-kind", "rank": "2-6"}, "four of a kind of 2 to 6"),
        ({"low": {"hand": "one-pair"}}, "one pair set low"),
        ({"low": {"hand": "one-pair", "rank": 6}}, "one pair of sixes set low"),
        ({"low": {"hand": "one-pair", "rank": "10+"}}, "one pair of tens or better set low"),
        ({"low": {"rank": "9-J"}}, "a hand led by nines to jacks set low"),
        (
            {"hand": "flush", "low": {"hand": "high-card", "rank": "A"}},
            "flush and ace high set low",
        ),
    ],
)
def test_what_a_line_wants_of_a_hand_in_words(condition, words):
    push = load("mbs").statements["comparison.bank_hand_push_when"]
    assert answer(push, parse_condition(condition)) == words


def test_a_label_that_several_lines_share_stands_before_what_each_of_them_wants():
    fronts = load_jurisdiction(ROOT / "tests/specs/accept/as-set.yaml").wager("fronts")
    pair = parse_condition({"low": {"hand": "one-pair", "rank": "A"}})
    lines = [
        replace(line, printed="Both fronts alike", bank=pair) for line in fronts.paytables[0].lines
    ]
    assert name_line(lines[0], lines) == (
        "Both fronts alike: the player holds one pair of aces set low and the bank holds one pair of aces "
        "set low"
    )
    assert name_line(lines[0], lines[:1]) == "Both fronts alike"

"""The words of a house way: what is built from them, what a rule says of a hand, faults with their cures."""

from __future__ import annotations

import pytest

from certify.base.errors import CertifyError
from certify.game.cards import parse_cards
from certify.game.house_way import lows as low_words
from certify.game.house_way import rules as rule_words
from certify.game.house_way.build import build_house_way
from certify.game.house_way.faults import list_house_way_faults
from certify.game.house_way.lows import build_low
from certify.game.house_way.rules import Unexpressed, list_passed, set_hand, tell_wanted
from certify.game.house_way.shapes import (
    CompleteHand,
    count_singles,
    face,
    holds_complete,
    name_complete,
    parse_group,
    shapes_with,
    shapes_with_singles,
    view_hand,
)
from certify.game.rank import RankRules
from certify.game.vocabulary import SHAPES

RULES = RankRules()
HAND = "Kc Qh 9s 6h 4c 3d 2s"
WHOLE = {
    "readings": [
        {"reading": "aces", "question": "Are aces special?", "values": ["yes", "no"]},
        {"reading": "kings", "question": "Are kings?", "values": ["high", "low"]},
    ],
    "unexpressed": [
        {"rule": "u1", "because": "asks the floor", "at": {"clause": "7", "lines": "8-9"}},
        {"rule": "u2", "because": "asks again"},
    ],
    "rules": [
        {
            "rule": "first",
            "part": "two pairs",
            "exception_to": ["second", "third"],
            "under": {"aces": "yes"},
            "when": {"shape": ["two-pair", "three-pair"], "joker": False},
            "low": "lower-pair",
            "at": {"clause": "A.1", "lines": 12},
            "examples": [
                {
                    "cards": "8c 8h 6s 6h Qc 9d 7s",
                    "low": "6s 6h",
                    "high": "8c 8h Qc 9d 7s",
                    "at": {"clause": "A.1.1", "lines": 13},
                }
            ],
        },
        {
            "rule": "second",
            "exception_to": "third",
            "when": {"shape": "one-pair", "joker_apart": True},
            "low": "two-highest-singles",
            "silent": True,
            "because": "others do",
        },
        {"rule": "third", "when": {"joker_apart": False}, "low": {"of": "pair"}, "at": {}},
    ],
}


def test_a_house_way_is_built_word_for_word():
    built = build_house_way(WHOLE)
    first, second, third = built.rules
    assert [item.rule for item in built.rules] == ["first", "second", "third"]
    assert (first.part, second.part) == ("two pairs", "")
    assert [item.exception_to for item in built.rules] == [("second", "third"), ("third",), ()]
    assert [item.under for item in built.rules] == [(("aces", "yes"),), (), ()]
    assert first.shapes == ("two-pair", "three-pair")
    assert second.shapes == ("one-pair",)
    assert third.shapes == tuple(SHAPES)
    assert [item.joker_apart for item in built.rules] == [False, True, False]
    assert [(asked.name, wanted) for asked, wanted in first.when] == [("joker", False)]
    assert [(asked.name, wanted) for asked, wanted in third.when] == [("joker_apart", False)]
    assert [(item.clause, item.lines) for item in built.rules] == [
        ("A.1", "12"),
        ("", ""),
        ("", ""),
    ]
    assert [item.standing for item in built.rules] == ["stated", "silent", "stated"]
    assert [item.because for item in built.rules] == ["", "others do", ""]
    assert [item.path for item in built.rules] == [("house_way", "rules", n) for n in range(3)]
    (example,) = first.examples
    assert example.cards == parse_cards("8c 8h 6s 6h Qc 9d 7s", 7)
    assert set(example.low) == set(parse_cards("6s 6h"))
    assert example.low == tuple(sorted(example.low, reverse=True))
    assert (example.clause, example.lines) == ("A.1.1", "13")
    assert example.path == ("house_way", "rules", 0, "examples", 0)
    assert built.unexpressed == (
        Unexpressed("u1", "asks the floor", "7", "8-9", ("house_way", "unexpressed", 0)),
        Unexpressed("u2", "asks again", "", "", ("house_way", "unexpressed", 1)),
    )
    assert [(item.key, item.question, item.values) for item in built.readings] == [
        ("aces", "Are aces special?", ("yes", "no")),
        ("kings", "Are kings?", ("high", "low")),
    ]
    assert built.values == {
        "aces": ("yes", "no"),
        "kings": ("high", "low"),
        "house-way-tie-break": ("best-high", "lowest-high"),
    }
    assert built.reading_keys == ("aces", "kings", "house-way-tie-break")
    assert built.list_exceptions() == {0: (1, 2), 1: (2,), 2: ()}
    assert build(exception_to="nothing").list_exceptions() == {0: ()}
    assert built.list_in_force({"aces": "yes"}) == built.rules
    assert built.list_in_force({"aces": "no"}) == (second, third)
    assert built.list_in_force({}) == (second, third)


def build(**rule):
    return build_house_way({"rules": [{"rule": "r", "low": "two-highest-singles", **rule}]})


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        (
            {"when": {"weather": True}},
            "'weather' is not a condition of a house way; write one of shape,",
        ),
        (
            {"when": {"shape": "square"}},
            "'square' is not a shape of a house way; write one of no-pair,",
        ),
        (
            {"low": "worst"},
            "'worst' is not a selector of a house way; write one of two-highest-singles,",
        ),
        (
            {"examples": [{"cards": HAND, "low": "Kc Qd"}]},
            f"the example '{HAND}' is not made of the low hand 'Kc Qd' and the high hand that is left",
        ),
        (
            {"examples": [{"cards": HAND, "low": "Kc Qh", "high": "9s 6h 4c 3d 2h"}]},
            "is not made of the low hand 'Kc Qh'",
        ),
        ({"examples": [{"cards": HAND, "low": "Kc Qh 9s"}]}, "3 cards given, 2 needed"),
        ({"examples": [{"cards": HAND[:-3], "low": "Kc Qh"}]}, "6 cards given, 7 needed"),
        (
            {"examples": [{"cards": HAND, "low": "Kc Qh", "high": "9s 6h 4c 3d"}]},
            "4 cards given, 5 needed",
        ),
    ],
)
def test_what_cannot_be_built_is_refused(rule, told):
    with pytest.raises(CertifyError) as caught:
        build(**rule)
    assert told in str(caught.value)


# what keeps a rule from matching


@pytest.mark.parametrize(
    ("rule", "cards", "told"),
    [
        ({"under": {"aces": "no"}}, HAND, "it stands under aces=no, and yes is in force"),
        ({"under": {"twos": "no"}}, HAND, "it stands under twos=no, and None is in force"),
        (
            {"when": {"joker_apart": True}},
            HAND,
            "joker_apart: the joker does not stand beside an ace",
        ),
        (
            {"when": {"shape": ["one-pair", "two-pair"]}},
            HAND,
            "shape: one-pair or two-pair is asked, and the hand is no-pair",
        ),
        ({"when": {"joker": True}}, HAND, "joker: yes is asked, and the hand shows not there"),
        (
            {"when": {"joker": False}},
            "Joker Qh 9s 6h 4c 3d 2s",
            "joker: no is asked, and the hand shows there",
        ),
        (
            {"when": {"joker_apart": False}},
            "Joker Ah 9s 6h 4c 3d 2s",
            "joker_apart: no is asked, and the hand shows beside an ace",
        ),
        ({"when": {"complete": True}}, HAND, "complete: yes is asked, and the hand shows none"),
        (
            {"when": {"complete": "flush"}},
            "Kh 8h 6h 5h 4h 7s 3d",
            "complete: flush is asked, and the hand shows flush, straight",
        ),
        (
            {"when": {"holds": ["flush", "royal-flush"]}},
            "Kh 8h 6h 5h 4h 7s 3d",
            "holds: flush, royal-flush is asked, and the hand shows flush, straight",
        ),
        (
            {"when": {"shape": "two-pair", "pairs": ["9-K", "2"]}},
            "8c 8h 6s 6h Qc 9d 7s",
            "pairs: 9-K, 2 is asked, and the hand shows 8, 6",
        ),
        (
            {"when": {"shape": "no-pair", "singles": ["K", "2-9"]}},
            HAND,
            "singles: K, 2-9 is asked, and the hand shows K, Q, 9, 6, 4, 3, 2",
        ),
        (
            {"when": {"shape": "no-pair", "highest_single": "A"}},
            HAND,
            "highest_single: A is asked, and the hand shows K, Q, 9, 6, 4, 3, 2",
        ),
        ({"when": {"straights": "9"}}, HAND, "straights: 9 is asked, and the hand shows none"),
        (
            {"when": {"straights": "9"}},
            "Kc 10h 9s 8d 7h 6d 5c",
            "straights: 9 is asked, and the hand shows 10, 9",
        ),
        (
            {"when": {"shape": "four-and-pair", "beside_four": "A"}},
            "Jc Jh Js Jd Kh Kd 5c",
            "beside_four: A is asked, and the hand shows K, 5",
        ),
        (
            {"when": {"shape": "four-and-pair", "four": "A"}},
            "Jc Jh Js Jd Kh Kd 5c",
            "four: A is asked, and the hand shows J",
        ),
        (
            {"when": {"shape": "two-threes", "three": "A"}},
            "Jc Jh Js 7d 7h 7c 5c",
            "three: A is asked, and the hand shows J, 7",
        ),
        (
            {"low": "best-leaving-complete"},
            HAND,
            "low: the hand has no low hand of this kind: best-leaving-complete",
        ),
        (
            {"low": ["best-leaving-complete", {"of": "pair", "holding": "2-6"}]},
            HAND,
            "low: the hand has no low hand of this kind: best-leaving-complete, "
            "or a pair holding 2-6",
        ),
        (
            {"low": {"of": "two-ranks", "leaving": ["flush", "straight"]}},
            HAND,
            "low: the hand has no low hand of this kind: two ranks leaving flush or straight",
        ),
        (
            {"provided": [{"of": "pair"}, {"holding": "A"}]},
            HAND,
            "provided: a pair, or two cards holding A is asked, and the low hand would be Kc Qh",
        ),
        ({}, HAND, ""),
    ],
)
def test_a_rule_says_what_keeps_it_from_matching(rule, cards, told):
    house_way = build(**rule)
    readings, hand = {"aces": "yes"}, parse_cards(cards)
    assert house_way.rules[0].tell_failure(view_hand(hand, RULES), readings) == told
    passed = list_passed(house_way, hand, readings, RULES)
    assert [item.because for item in passed] == ([told] if told else [])
    setting = set_hand(house_way, hand, readings, RULES)
    assert (setting.rule is None) is bool(told)


def test_only_the_rules_before_the_one_played_are_passed_over():
    rules = [
        {"rule": name, "low": "two-highest-singles", "when": {"shape": shape}}
        for name, shape in (("a", "one-pair"), ("b", "no-pair"), ("c", "two-pair"))
    ]
    passed = list_passed(build_house_way({"rules": rules}), parse_cards(HAND), {}, RULES)
    assert [item.rule.rule for item in passed] == ["a"]


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        (True, "yes"),
        (False, "no"),
        (parse_group("2-6"), "2-6"),
        ((parse_group("K+"), parse_group("Q")), "K-A, Q"),
        (("flush", "straight"), "flush, straight"),
    ],
)
def test_what_a_rule_wants_in_words(wanted, told):
    assert tell_wanted(wanted) == told


# conditions at their edges: where each holds, and the hand beside it where it does not


@pytest.mark.parametrize(
    ("name", "value", "cards", "held"),
    [
        ("shape", ["one-pair", "no-pair"], HAND, True),
        ("shape", "one-pair", HAND, False),
        ("joker", True, "Joker Qh 9s 6h 4c 3d 2s", True),
        ("joker", True, HAND, False),
        ("joker_apart", True, "Joker Qh 9s 6h 4c 3d 2s", False),
        ("joker_used", True, "Joker Kh Qs Jd 10c 4d 3s", True),
        ("joker_used", False, "Joker Kh Qs Jd 10c 4d 3s", False),
        ("joker_used", True, "Joker Kh Qs Jd 10c 9d 3s", False),  # king to nine without it
        ("joker_used", False, "Joker Kh Qs Jd 10c 9d 3s", True),
        ("joker_used", False, "4s Kh Qs Jd 10c 9d 3s", True),
        ("joker_used", True, "Joker Kh 9h 7h 4h 3d 2s", True),
        ("joker_used", False, "Joker Kh 10s 9d 6c 3d 2h", False),  # nothing is complete
        ("joker_used", True, "Joker Kh 10s 9d 6c 3d 2h", False),
        ("pairs", ["8", "6"], "8c 8h 6s 6h Qc 9d 7s", True),
        ("pairs", ["8", "7"], "8c 8h 6s 6h Qc 9d 7s", False),
        ("pairs", ["9", "6"], "8c 8h 6s 6h Qc 9d 7s", False),
        ("pair", "2", "Qc Qh Qs 2h 2c Ad Ks", True),
        ("pair", "3-Q", "Qc Qh Qs 2h 2c Ad Ks", False),
        ("three", "10", "10c 10h 10s 4h 4c 4d 8s", True),
        ("three", "4", "10c 10h 10s 4h 4c 4d 8s", False),
        ("four", "7", "7c 7h 7s 7d Qh Jd 5c", True),
        ("four", "8-A", "7c 7h 7s 7d Qh Jd 5c", False),
        ("singles", ["A", "K", "5", "3"], "Qc Qh 5s 2h 3c Ad Ks", True),
        ("singles", ["A", "Q"], "Qc Qh 5s 2h 3c Ad Ks", False),
        ("highest_single", "K", "4c 4h 2s 2h Kc Qd 7s", True),
        ("highest_single", "Q", "4c 4h 2s 2h Kc Qd 7s", False),
        ("two_highest_singles_hold", "K", "4c 4h 2s 2h Kc Qd 7s", True),
        ("two_highest_singles_hold", "Q", "4c 4h 2s 2h Kc Qd 7s", True),
        ("two_highest_singles_hold", "7", "4c 4h 2s 2h Kc Qd 7s", False),
        ("beside_four", "5", "Jc Jh Js Jd Kh Kd 5c", True),
        ("beside_four", "J", "Jc Jh Js Jd Kh Kd 5c", False),
        ("holds", "straight-flush", "9h 8h 7h 6h 5h Ks 2d", True),
        ("straights", "7-8", "Kh 8h 6h 5h 4h 7s 3d", True),  # and a flush, which has no top
        ("complete", True, "9h 8h 7h 6h 4h Ks 2d", True),
        ("complete", False, "9h 8h 7h 6h 4h Ks 2d", False),
    ],
)
def test_a_condition_at_its_edge(name, value, cards, held):
    condition = rule_words.REGISTRY[name]
    assert condition.holds(view_hand(parse_cards(cards), RULES), condition.read(value)) is held


@pytest.mark.parametrize(
    ("name", "value", "read"),
    [
        ("four", "2-6", parse_group("2-6")),
        ("pairs", ["A", "K"], (parse_group("A"), parse_group("K"))),
        ("joker", True, True),
        ("complete", False, False),
        ("complete", "flush", ("flush",)),
        ("complete", ["flush", "straight"], ("flush", "straight")),
        ("holds", "flush", ("flush",)),
        ("shape", ["one-pair"], ("one-pair",)),
    ],
)
def test_a_condition_reads_the_value_of_its_kind(name, value, read):
    assert rule_words.REGISTRY[name].read(value) == read


def test_shapes_by_what_they_hold():
    assert shapes_with(2, 2) == {"two-pair", "three-pair", "full-house-and-pair"}
    assert shapes_with(2, 2, 2) == {"two-pair", "full-house-and-pair"}
    assert shapes_with(3, 1, 1) == {
        "three-of-a-kind",
        "full-house",
        "full-house-and-pair",
        "four-and-three",
    }
    assert shapes_with(5) == {"five-aces", "five-aces-and-pair"}
    assert shapes_with_singles(0) == set(SHAPES)
    assert shapes_with_singles(5) == {"no-pair", "one-pair"}
    assert {shape: count_singles(shape) for shape in ("no-pair", "two-pair", "four-and-three")} == {
        "no-pair": 7,
        "two-pair": 3,
        "four-and-three": 0,
    }
    joker, ace, deuce = parse_cards("Joker As 2c")
    assert (face(joker), face(ace), face(deuce)) == (12, 12, 0)


@pytest.mark.parametrize(
    ("cards", "complete"),
    [
        ("Ac 2d 3h 4s 5c", True),
        ("Ac 2d 3h 4s 6c", False),
        ("2c 3d 4h 5s 6c", True),
        ("10c Jd Qh Ks Ac", True),
        ("Jd Qh Ks Ac 2c", False),
        ("Joker Ac 2d 3h 4s", True),
        ("Joker Ac Kd 3h 4s", False),
        ("2c 4c 6c 8c 10c", True),
        ("2c 4c 6c 8c 10d", False),
        ("Joker 2c 4c 6c 8c", True),
        ("Joker 2c 4c 6c 8d", False),
        ("Joker 2d 4c 6c 8c", False),
    ],
)
def test_what_five_cards_complete(cards, complete):
    assert holds_complete(parse_cards(cards)) is complete


@pytest.mark.parametrize(
    ("cards", "wheel", "made"),
    [
        ("Ac 2d 3h 4s 5c", "lowest", CompleteHand("straight", 3)),
        ("2c 3d 4h 5s 6c", "lowest", CompleteHand("straight", 4)),
        ("9c 10d Jh Qs Kc", "lowest", CompleteHand("straight", 11)),
        ("10c Jd Qh Ks Ac", "lowest", CompleteHand("straight", 12)),
        ("10c Jc Qc Kc Ac", "lowest", CompleteHand("royal-flush", 12)),
        ("9c 10c Jc Qc Kc", "lowest", CompleteHand("straight-flush", 11)),
        ("Ac 2c 3c 4c 5c", "second-highest", CompleteHand("straight-flush", 3)),
        ("2c 4c 6c 8c 10c", "lowest", CompleteHand("flush", -1)),
        ("Joker 6c 7d 8h 9s", "lowest", CompleteHand("straight", 8)),
        ("Joker 2c 3d 4h 5s", "lowest", CompleteHand("straight", 4)),
        ("Joker 2c 3d 4h 5s", "second-highest", CompleteHand("straight", 3)),
        ("Joker 10h Jh Qh Kh", "lowest", CompleteHand("royal-flush", 12)),
        ("Joker Jc Qd Kh As", "lowest", CompleteHand("straight", 12)),
        ("Joker 2h 5h 7h Kh", "lowest", CompleteHand("flush", -1)),
    ],
)
def test_what_five_complete_cards_make(cards, wheel, made):
    assert name_complete(parse_cards(cards), RankRules(wheel=wheel)) == made


# low hands


@pytest.mark.parametrize(
    ("low", "provided", "name", "always"),
    [
        ("lower-pair", (), "lower-pair", True),
        ("lower-pair", {"of": "pair"}, "lower-pair", False),
        ("best-leaving-complete", (), "best-leaving-complete", False),
        (
            ["best-leaving-complete", "highest-pair"],
            (),
            "best-leaving-complete, or highest-pair",
            True,
        ),
        ({"of": "pair"}, (), "a pair", False),
        ({"of": "two-ranks", "holding": "K+"}, (), "two ranks holding K-A", False),
        ({"leaving": "complete"}, (), "two cards leaving complete", False),
    ],
)
def test_a_choice_of_low_hands_in_words(low, provided, name, always):
    choice = build_low(low, provided)
    assert (choice.name, choice.always) == (name, always)


def test_a_choice_makes_sense_for_the_shapes_of_each_of_its_parts():
    assert build_low("lower-pair").shapes == {"two-pair", "full-house-and-pair"}
    assert build_low(["lower-pair", "highest-pair"]).shapes == {"two-pair", "full-house-and-pair"}
    assert build_low(["lower-pair", "pair-of-five"]).shapes == frozenset()
    assert build_low(["lower-pair", {"of": "pair"}]).shapes == {"two-pair", "full-house-and-pair"}
    assert build_low({"of": "pair"}).shapes == set(SHAPES)


@pytest.mark.parametrize(
    ("name", "cards", "lows"),
    [
        ("second-and-third-highest", HAND, {"Qh 9s"}),
        ("highest-pair", "Jc Jh 7s 7h 2c 2d 6s", {"Jh Jc"}),
        ("lower-pair", "8c 8h 6s 6h Qc 9d 7s", {"6s 6h"}),
        ("pair-beside-four", "9c 9h 9s 9d 5h 5d 5c", {"5h 5d", "5h 5c", "5d 5c"}),
        ("pair-of-higher-three", "10c 10h 10s 4h 4c 4d 8s", {"10s 10h", "10s 10c", "10h 10c"}),
        (
            "ace-and-next-highest",
            "Ac Ah As Kh Kc Jd 2s",
            {f"A{a} K{k}" for a in "chs" for k in "hc"},
        ),
        ("ace-and-next-highest", HAND, set()),
        ("highest-permissible-pair", "Kc Kh Ks 2h 2c 7d 6s", {"2h 2c"}),
        ("pair-leaving-complete", "10c 9h 8s 7d 6h 9d 9c", {"9h 9d", "9h 9c", "9d 9c"}),
        ("pair-leaving-complete", HAND, set()),
    ],
)
def test_a_selector_offers_every_low_hand_that_its_words_allow(name, cards, lows):
    offered = low_words.REGISTRY[name].offer(view_hand(parse_cards(cards), RULES))
    assert {frozenset(low) for low in offered} == {frozenset(parse_cards(low)) for low in lows}


# faults with their cures


def find_faults(*rules, readings=()):
    return list(list_house_way_faults({"readings": list(readings), "rules": list(rules)}))


ACES = {"reading": "aces", "question": "Are aces special?", "values": ["yes", "no"]}
SINGLES = {"rule": "singles", "when": {"shape": "no-pair"}, "low": "second-and-third-highest"}
UNDER = {**SINGLES, "under": {"aces": "yes"}}


def at(*path):
    return ("house_way", *path)


@pytest.mark.parametrize(
    ("rules", "readings", "faults"),
    [
        ([UNDER], [ACES], []),
        (
            [SINGLES],
            [ACES],
            [
                (
                    at("readings", 0, "reading"),
                    "no rule depends on the reading aces",
                    "add it under a rule, or remove it",
                )
            ],
        ),
        (
            [UNDER],
            [ACES, ACES],
            [(at("readings", 1), "the reading aces is declared twice", "keep one of them")],
        ),
        *(
            (
                [UNDER],
                [{**ACES, **given}],
                [
                    (
                        at("readings", 0, key),
                        "maybe is not a value of aces",
                        "write yes or no, or add it to values",
                    )
                ],
            )
            for key, given in (
                ("value", {"value": "maybe"}),
                ("adopted", {"adopted": "maybe"}),
                ("assumed", {"assumed": "maybe"}),
                ("stated", {"stated": [{"value": "yes"}, {"value": "maybe"}]}),
                ("alternatives", {"alternatives": ["maybe", "no"]}),
                ("alternatives", {"alternatives": [{"value": "maybe", "because": "x"}]}),
            )
        ),
        ([UNDER], [{**ACES, "value": "yes", "alternatives": ["no"]}], []),
        (
            [SINGLES, SINGLES],
            [],
            [
                (
                    at("rules", 1, "rule"),
                    "duplicate rule 'singles'",
                    "give each rule its own name",
                ),
                (
                    at("rules", 1),
                    "'singles' never matches: 'singles' comes before it and matches all its hands",
                    "move it up, or remove it",
                ),
            ],
        ),
        (
            [{**SINGLES, "exception_to": "other"}],
            [],
            [
                (
                    at("rules", 0, "exception_to"),
                    "unknown rule 'other'",
                    "write the name of a rule of this house way",
                )
            ],
        ),
        (
            [SINGLES, {"rule": "x", "exception_to": "singles", "low": {"of": "pair"}}],
            [],
            [
                (
                    at("rules", 1, "exception_to"),
                    "'x' is an exception to 'singles' but comes after it",
                    "move the exception up, because the first rule that matches applies",
                )
            ],
        ),
        (
            [UNDER],
            [],
            [
                (
                    at("rules", 0, "under", "aces"),
                    "unknown reading aces",
                    "declare it under readings",
                )
            ],
        ),
        (
            [UNDER, {**UNDER, "rule": "x", "under": {"kings": "yes"}}],
            [ACES],
            [
                (
                    at("rules", 1, "under", "kings"),
                    "unknown reading kings",
                    "declare it under readings, or name aces",
                )
            ],
        ),
        (
            [{**UNDER, "under": {"aces": "maybe"}}],
            [ACES],
            [
                (
                    at("rules", 0, "under", "aces"),
                    "maybe is not a value of the reading aces",
                    "write yes or no",
                )
            ],
        ),
        (
            [{"rule": "x", "low": "lower-pair"}],
            [],
            [
                (
                    at("rules", 0, "low"),
                    "lower-pair does not exist in every shape, and the rule names none",
                    "use it for full-house-and-pair, two-pair",
                )
            ],
        ),
        (
            [{"rule": "x", "when": {"shape": ["no-pair", "two-pair"]}, "low": "lower-pair"}],
            [],
            [
                (
                    at("rules", 0, "low"),
                    "lower-pair does not exist in the shape no-pair",
                    "use it for full-house-and-pair, two-pair",
                )
            ],
        ),
        (
            [
                {
                    "rule": "x",
                    "when": {"shape": ["no-pair", "one-pair"]},
                    "low": ["lower-pair", "pair-of-five"],
                }
            ],
            [],
            [
                (
                    at("rules", 0, "low"),
                    "lower-pair, or pair-of-five does not exist in the shapes no-pair, one-pair",
                    "use it for no shape: write two rules",
                )
            ],
        ),
        (
            [{**SINGLES, "when": {"shape": "no-pair", "pair": "A"}}],
            [],
            [
                (
                    at("rules", 0, "when", "pair"),
                    "pair does not apply to the shape no-pair",
                    "use it for five-aces-and-pair, four-and-pair, full-house, one-pair",
                )
            ],
        ),
        (
            [{"rule": "x", "when": {"pair": "A"}, "low": {"of": "pair"}}],
            [],
            [
                (
                    at("rules", 0, "when", "pair"),
                    "pair does not apply to every shape, and the rule names none",
                    "use it for five-aces-and-pair, four-and-pair, full-house, one-pair",
                )
            ],
        ),
        *(
            (
                [{"rule": "x", "when": {"shape": shape, name: groups}, "low": {"of": "pair"}}],
                [],
                [(at("rules", 0, "when", name), told, cure)],
            )
            for shape, name, groups, told, cure in (
                (
                    "two-pair",
                    "pairs",
                    ["A"],
                    "pairs gives 1 group, and the shape two-pair has 2",
                    "give 2, highest first",
                ),
                (
                    "two-pair",
                    "pairs",
                    ["A", "K", "Q"],
                    "pairs gives 3 groups, and the shape two-pair has 2",
                    "give 2, highest first",
                ),
                (
                    "two-pair",
                    "singles",
                    ["A", "K", "Q", "J"],
                    "singles gives 4 groups, and the shape two-pair has 3",
                    "give at most 3, highest first",
                ),
                (
                    "two-pair",
                    "pairs",
                    ["2", "2"],
                    "no hand matches: the ranks of pairs cannot descend",
                    "write the group of the highest rank first",
                ),
                (
                    "two-pair",
                    "singles",
                    ["3", "2-4", "2"],
                    "no hand matches: the ranks of singles cannot descend",
                    "write the group of the highest rank first",
                ),
            )
        ),
        *(
            (
                [{"rule": "x", "when": {"shape": "two-pair", name: groups}, "low": {"of": "pair"}}],
                [],
                [],
            )
            for name, groups in (
                ("pairs", ["3", "2"]),
                ("pairs", ["2-3", "2-3"]),
                ("singles", ["A"]),
                ("singles", ["4", "2-4", "2"]),
                ("singles", ["2-4", "2-4", "2-4"]),
            )
        ),
        (
            [
                {
                    "rule": "x",
                    "when": {"shape": "one-pair", "joker_apart": True, "singles": ["A", "A"]},
                    "low": {"of": "two-ranks"},
                }
            ],
            [],
            [],
        ),
        (
            [
                {
                    "rule": "x",
                    "when": {"shape": "no-pair", "pair": "A", "four": "A"},
                    "low": "two-highest-singles",
                }
            ],
            [],
            [
                (
                    at("rules", 0, "when", name),
                    f"{name} does not apply to the shape no-pair",
                    f"use it for {shapes}",
                )
                for name, shapes in (
                    ("pair", "five-aces-and-pair, four-and-pair, full-house, one-pair"),
                    ("four", "four-and-pair, four-and-three, four-of-a-kind"),
                )
            ],
        ),
        (
            [
                {
                    "rule": "x",
                    "when": {"shape": "four-and-three", "holds": ["flush", "straight"]},
                    "low": {"of": "pair"},
                }
            ],
            [],
            [],
        ),
        (
            [{**SINGLES, "low": "worst"}],
            [],
            [
                (
                    at("rules", 0),
                    "the rule cannot be read: 'worst' is not a selector of a house way; write one of "
                    + ", ".join(low_words.REGISTRY),
                    "correct it",
                )
            ],
        ),
    ],
)
def test_a_fault_stands_at_its_place_with_its_cure(rules, readings, faults):
    assert find_faults(*rules, readings=readings) == faults


def test_no_house_way_has_no_fault():
    assert list(list_house_way_faults({})) == []


@pytest.mark.parametrize(
    ("first", "second", "swallowed"),
    [
        ({"low": {"of": "pair"}}, {}, False),
        ({"low": "best-leaving-complete"}, {}, False),
        ({"low": "best-leaving-complete", "when": {"complete": True}}, {}, False),
        (
            {"low": "best-leaving-complete", "when": {"complete": True}},
            {"when": {"complete": True}},
            True,
        ),
        (
            {
                "low": "best-leaving-complete",
                "when": {"complete": True},
                "provided": {"of": "pair"},
            },
            {"when": {"complete": True}},
            False,
        ),
        (
            {"low": ["best-leaving-complete", {"of": "pair"}], "when": {"complete": True}},
            {"when": {"complete": True}},
            False,
        ),
        ({"when": {"complete": True}}, {"when": {"complete": "flush"}}, True),
        ({"when": {"complete": ["flush", "straight"]}}, {"when": {"complete": "flush"}}, True),
        ({"when": {"complete": "flush"}}, {"when": {"complete": ["flush", "straight"]}}, False),
        ({"when": {"complete": "flush"}}, {"when": {"complete": True}}, False),
        ({"when": {"complete": False}}, {"when": {"complete": False}}, True),
        ({"when": {"holds": "flush"}}, {"when": {"holds": ["flush", "straight"]}}, True),
        ({"when": {"holds": ["flush", "straight"]}}, {"when": {"holds": "flush"}}, False),
        ({"when": {"singles": ["K+"]}}, {"when": {"singles": ["A", "2-6"]}}, True),
        ({"when": {"singles": ["K+", "2-6"]}}, {"when": {"singles": ["A"]}}, False),
        ({"when": {"singles": ["K+", "2-5"]}}, {"when": {"singles": ["A", "2-6"]}}, False),
        ({"when": {"holds": "flush"}}, {"when": {"holds": "flush"}}, True),
        (
            {"when": {"complete": ["flush", "straight"]}},
            {"when": {"complete": ["straight", "flush"]}},
            True,
        ),
        ({"when": {"joker": True}}, {"when": {"joker": True}}, True),
        ({"when": {"joker": True}}, {"when": {"joker": False}}, False),
        ({"when": {"joker": True}}, {"when": {"complete": True}}, False),
    ],
)
def test_a_rule_swallows_another_only_where_its_words_imply_it(first, second, swallowed):
    plain = {"low": "second-and-third-highest"}
    rules = [
        {"rule": name, **plain, **given, "when": {"shape": "no-pair", **given.get("when", {})}}
        for name, given in (("first", first), ("second", second))
    ]
    found = find_faults(*rules)
    assert [path for path, _, _ in found] == [at("rules", 1)] * swallowed


def test_pairs_are_never_held_against_too_few_groups():
    condition = rule_words.REGISTRY["pairs"]
    hand = view_hand(parse_cards("8c 8h 6s 6h Qc 9d 7s"), RULES)
    with pytest.raises(ValueError, match="zip"):
        condition.holds(hand, condition.read(["8"]))


@pytest.mark.parametrize(
    ("tie_break", "low"), [("best-high", "Kc Kh"), ("lowest-high", "Joker Kc")]
)
def test_a_wild_joker_tells_equal_low_hands_apart_where_nothing_is_complete(tie_break, low):
    """Two kings, or one with the joker, are one pair low; behind them stand a pair, or nothing."""
    wild = RankRules(joker="wild")
    hand = view_hand(parse_cards("Joker Kc Kh 9s 7d 4c 2h"), wild)
    chosen = build_low({"of": "pair"}).choose(hand, tie_break)
    assert {card.rank for card in chosen} == {card.rank for card in parse_cards(low)}
    rule = build(low={"of": "pair"}, provided={"leaving": "one-pair"}).rules[0]
    told = rule.tell_failure(hand, {"house-way-tie-break": tie_break})
    assert (told == "") is (tie_break == "best-high")


def test_a_low_hand_may_leave_a_complete_hand_or_another():
    hand = view_hand(parse_cards("Ac Ah 2s 2h Kc Qd 7s"), RULES)
    chosen = build_low({"leaving": ["complete", "two-pair"]}).choose(hand)
    assert set(chosen) == set(parse_cards("Kc Qd"))

"""The proof of a house way over a dozen hands, each with a weight of its own: every count by hand."""

from __future__ import annotations

import io
import json
from functools import cache

import numpy as np
import pytest

from certify.base.errors import CertifyError
from certify.base.load import SourceFile, load_bytes
from certify.game.cards import format_cards, parse_cards
from certify.game.house_way.build import build_house_way
from certify.game.house_way.rules import set_hand
from certify.game.rank import RankRules
from certify.kernels.hand_table import tabulate_hands
from certify.kernels.house_way import match_rule
from certify.kernels.keys import DistinctInputs
from certify.kernels.rank import BUG, WHEEL_LOWEST
from certify.odds import house_way_proof as proofs
from certify.odds import house_way_readings
from certify.odds.house_way_proof import describe_proof, prove_table
from certify.odds.house_way_readings import find_proof, list_house_way_alternatives, read_house_way
from certify.odds.house_way_table import HouseWayTable, encode_rule, export_table
from certify.spec.build import build_jurisdiction
from certify.spec.compile import compile_rulebook
from certify.spec.expand import expand
from tests.conftest import load
from tests.house_ways import ADOPTED, ANSWERS, DOCUMENTS, PLAIN, TIE, declare, read_rules
from tests.specs.faults import build_minimal

HANDS = {
    "Ac Kd 9h 7c 5s 4d 2h": 1,  # no pair
    "Ad Ac Kd Qs 9h 7d 4c": 2,  # a pair
    "Ks Qh 9s 6d 4c 2d 2c": 4,  # a pair of deuces
    "Ad Kh Kc Qd 9c 7s 7d": 8,  # two pairs with an ace
    "Kh Kc Qd Jd 9c 7s 7d": 16,  # two pairs without
    "Ks Kh 9d 9c 5s 5h 2c": 32,  # three pairs
    "Ks Kh Kc 9d 9c 5s 2c": 64,  # a full house
    "9s 9h 9d 9c 6s 5h 2c": 128,  # four of a kind
    "As Ah Ad Ac Kd Qh Joker": 256,  # five aces
    "As Ah Ks 9h 7d 4c Joker": 512,  # three aces, the joker one of them
    "Qs Qh Qd 10s 8h 6d 3c": 1024,  # three of a kind
    "Qs Qh Qd 10s 8s 6s 3s": 2048,  # the same with a flush, if the right queen stays
}
TEXT = """
    - {rule: keep them together, when: {shape: two-pair, highest_single: A},
       low: two-highest-singles, at: A L1}
    - {rule: two pairs, when: {shape: two-pair}, low: lower-pair, at: B L2-3,
       examples: [{cards: Ac Ah 2s 2h Kc Qd Js, low: 2s 2h, at: L8},
                  {cards: Ac Ah 2s 2h Kc Qd Js, low: Kc Qd, at: L9}]}
    - {rule: deuces, under: {house-way-named-card: exactly}, exception_to: one pair,
       when: {shape: one-pair, pair: "2"}, low: highest-pair, at: L4}
    - {rule: one pair, when: {shape: one-pair}, low: two-highest-singles, at: L4}
    - {rule: no pair, when: {shape: no-pair}, low: second-and-third-highest, silent: true,
       because: nothing else is said, at: L5}
    - {rule: full house, when: {shape: full-house}, low: highest-pair, at: L6}
    - {rule: idle, when: {shape: full-house}, low: highest-pair, at: L6}
    - {rule: four, when: {shape: four-of-a-kind}, low: pair-of-four, at: L7}
    - {rule: three, when: {shape: three-of-a-kind}, low: pair-of-three, at: L7}
"""
READINGS = TIE | {"house-way-named-card": "at-least"}


@cache
def table_of_few(text=TEXT, equal="allowed", chosen=None):
    """A table like that of all hands, of these alone."""
    chosen = chosen or tuple(HANDS.items())
    codes = [sorted(card.code for card in parse_cards(hand, 7)) for hand, _ in chosen]
    cards = np.array(codes, dtype=np.int8)
    weights = np.array([weight for _, weight in chosen], dtype=np.int64)
    hands = tabulate_hands(cards, joker_mode=BUG, wheel=WHEEL_LOWEST)
    rules = RankRules() if equal == "allowed" else RankRules(equal=equal)
    missing = [{"rule": "ask", "because": "no ranks", "at": {"clause": "A", "lines": 3}}]
    house_way = build_house_way(declare(read_rules(text), unexpressed=missing))

    def match(tie_break):
        return tuple(
            match_rule(hands, encode_rule(rule, rules), lowest_high=tie_break == "lowest-high")
            for rule in house_way.rules
        )

    inputs = DistinctInputs(np.arange(len(chosen), dtype=np.int64), cards, weights)
    return HouseWayTable(house_way, rules, inputs, hands, cache(match))


def prove_few(text=TEXT, readings=None, equal="allowed"):
    """Every one of these hands is set again by the engine."""
    return prove_table(table_of_few(text, equal), readings or READINGS, checked=len(HANDS))


def test_a_proof_says_all_of_this():
    cited = house_way_readings._cite(describe_proof(prove_few()), table_of_few().house_way)
    assert cited == {
        "verdict": "not-proved",
        "holds": False,
        "cards": 53,
        "hands": 4095,
        "inputs": 12,
        "readings": {"house-way-named-card": "at-least", "house-way-tie-break": "best-high"},
        "equal_is_foul": False,
        "rules_written": 9,
        "rules_in_force": 8,
        "rules": [
            {
                "rule": "keep them together",
                "clause": "A",
                "lines": "1",
                "standing": "stated",
                "hands": 8,
                "example": "Ad Kh Kc Qd 9c 7s 7d",
                "low": "Ad Qd",
            },
            {
                "rule": "two pairs",
                "clause": "B",
                "lines": "2-3",
                "standing": "stated",
                "hands": 16,
                "example": "Kh Kc Qd Jd 9c 7s 7d",
                "low": "7s 7d",
            },
            {
                "rule": "one pair",
                "clause": "",
                "lines": "4",
                "standing": "stated",
                "hands": 2 + 4,
                "example": "Ks Qh 9s 6d 4c 2d 2c",
                "low": "Ks Qh",
            },
            {
                "rule": "no pair",
                "clause": "",
                "lines": "5",
                "standing": "silent",
                "hands": 1,
                "example": "Ac Kd 9h 7c 5s 4d 2h",
                "low": "Kd 9h",
            },
            {
                "rule": "full house",
                "clause": "",
                "lines": "6",
                "standing": "stated",
                "hands": 64,
                "example": "Ks Kh Kc 9d 9c 5s 2c",
                "low": "9d 9c",
            },
            {"rule": "idle", "clause": "", "lines": "6", "standing": "stated", "hands": 0},
            {
                "rule": "four",
                "clause": "",
                "lines": "7",
                "standing": "stated",
                "hands": 128,
                "example": "9s 9h 9d 9c 6s 5h 2c",
                "low": "9d 9c",
            },
            {
                "rule": "three",
                "clause": "",
                "lines": "7",
                "standing": "stated",
                "hands": 512 + 1024 + 2048,
                "example": "Qs Qh Qd 10s 8s 6s 3s",
                "low": "Qh Qd",
            },
        ],
        "unset": {"hands": 32 + 256, "example": "As Ah Ad Ac Kd Qh Joker", "low": ""},
        "unset_by_shape": [
            {"shape": "three-pair", "hands": 32, "example": "Ks Kh 9d 9c 5s 5h 2c", "low": ""},
            {"shape": "five-aces", "hands": 256, "example": "As Ah Ad Ac Kd Qh Joker", "low": ""},
        ],
        "silent": {"hands": 1, "example": "Ac Kd 9h 7c 5s 4d 2h", "low": "Kd 9h"},
        # a pair before a lone equal card; the flush alone is above it
        "fouls": {"hands": 512 + 1024, "example": "Qs Qh Qd 10s 8h 6d 3c", "low": "Qh Qd"},
        "equal": {"hands": 128, "example": "9s 9h 9d 9c 6s 5h 2c", "low": "9d 9c"},
        "overlapping": 8,
        "overlaps": [
            {
                "rule": "keep them together",
                "other": "two pairs",
                "hands": 8,
                "example": "Ad Kh Kc Qd 9c 7s 7d",
                "low": "Ad Qd",
                "other_low": "7s 7d",
            }
        ],
        "alternatives": [
            {
                "reading": "house-way-named-card",
                "value": "exactly",
                "hands": 4,
                "example": "Ks Qh 9s 6d 4c 2d 2c",
                "low": "Ks Qh",
                "other_low": "2d 2c",
            },
            {
                "reading": "house-way-tie-break",
                "value": "lowest-high",
                "hands": 2048,
                "example": "Qs Qh Qd 10s 8s 6s 3s",
                "low": "Qh Qd",
                "other_low": "Qs Qd",
            },
        ],
        "unreachable": ["idle"],
        "broken_examples": [
            {
                "rule": "two pairs",
                "lines": "9",
                "cards": "Ac Ah 2s 2h Kc Qd Js",
                "printed": "Kc Qd",
                "low": "2s 2h",
            }
        ],
        "unexpressed": [{"rule": "ask", "because": "no ranks", "clause": "A", "lines": "3"}],
        "checked_by_engine": 12,
    }


def test_without_a_tie_break_said_the_better_high_hand_stays():
    table = table_of_few()
    assert table.play({}).splits.tolist() == table.play(TIE).splits.tolist()
    other = table.play({"house-way-tie-break": "lowest-high"})
    assert table.play({}).splits.tolist() != other.splits.tolist()


def test_a_reading_that_moves_no_hand_shows_none():
    agreeing = TEXT.replace('pair: "2"}, low: highest-pair', 'pair: "2"}, low: two-highest-singles')
    (moved, _) = describe_proof(prove_few(agreeing))["alternatives"]
    assert moved == {
        "reading": "house-way-named-card",
        "value": "exactly",
        "hands": 0,
        "other_low": "",
    }


def test_where_equal_hands_are_foul_a_split_four_is_a_foul():
    proof = prove_few(equal="foul")
    assert (proof.equal_is_foul, proof.fouls.hands, proof.equal.hands) == (True, 1536 + 128, 128)
    assert format_cards(proof.fouls.example) == "Qs Qh Qd 10s 8h 6d 3c"
    permissible = TEXT.replace("low: pair-of-four", "low: highest-permissible-pair")
    for equal, hands in (("allowed", 128), ("foul", 0)):
        proof = prove_few(permissible, equal=equal)
        assert {item.rule.rule: item.tally.hands for item in proof.rules}["four"] == hands
        assert proof.unset.hands == 32 + 256 + 128 - hands


@pytest.mark.parametrize(
    ("declared", "overlaps"),
    [
        ("exception_to: two pairs, ", []),
        ("", ["two pairs"]),
    ],
)
def test_an_overlap_of_neighbours_is_order_only_where_it_is_declared(declared, overlaps):
    text = TEXT.replace("together, when", f"together, {declared}when")
    assert [item.other.rule for item in prove_few(text).overlaps] == overlaps


def test_hands_in_two_overlaps_are_counted_once():
    third = """
    - {rule: ace and low pair, when: {shape: two-pair}, low: highest-pair, at: L3}
    """
    proof = prove_few(TEXT + third)
    assert [(item.rule.rule, item.other.rule, item.tally.hands) for item in proof.overlaps] == [
        ("keep them together", "two pairs", 8),
        ("keep them together", "ace and low pair", 8),
        ("two pairs", "ace and low pair", 16),
    ]
    assert [format_cards(item.other_low) for item in proof.overlaps] == [
        "7s 7d",
        "Kh Kc",
        "Kh Kc",
    ]
    assert proof.overlapping == 8 + 16


def test_a_rule_that_only_the_other_tie_break_reaches_is_not_idle():
    """It asks that no flush stays, which is so only where the lowest high hand is kept."""
    asked = """
    - {rule: no flush stays, exception_to: three, when: {shape: three-of-a-kind, complete: [flush]},
       low: pair-of-three, provided: {leaving: high-card}, at: L7}
    """
    text = asked + TEXT
    assert [rule.rule for rule in prove_few(text).unreachable] == ["idle"]
    lowest = READINGS | {"house-way-tie-break": "lowest-high"}
    hands = {item.rule.rule: item.tally.hands for item in prove_few(text, lowest).rules}
    assert (hands["no flush stays"], hands["three"]) == (2048, 512 + 1024)


def test_a_rule_for_a_class_of_complete_hands_leaves_the_others_alone():
    chosen = (
        ("10c 9d 8h 7c 6s 4d 2h", 1),  # a straight
        ("Kc 10c 8c 6c 4c 3d 2h", 2),  # a flush
        ("Kc Jd 9h 7c 5s 4d 2h", 4),  # neither
    )
    flush = """
    - {rule: flush, when: {shape: no-pair, complete: [flush]}, low: best-leaving-complete,
       exception_to: no pair, at: L5}
    - {rule: complete, when: {shape: no-pair, complete: true}, low: best-leaving-complete,
       exception_to: no pair, at: L5}
    """
    proof = prove_table(table_of_few(flush + PLAIN, chosen=chosen), TIE, {}, checked=3)
    hands = {item.rule.rule: item.tally.hands for item in proof.rules if item.tally.hands}
    assert hands == {"flush": 2, "complete": 1, "no pair": 4}


def test_a_plain_house_way_has_no_fault_but_the_rules_that_none_of_these_hands_needs():
    proof = prove_few(PLAIN, TIE)
    assert (proof.unset.hands, proof.fouls.hands, proof.overlaps) == (0, 0, ())
    assert [rule.rule for rule in proof.unreachable] == ["two threes", "four and more"]
    assert not proof.holds


# the engine sets a part again


@pytest.mark.parametrize(
    ("checked", "places"),
    [
        (0, []),
        (1, [0]),
        (2, [0, 6]),
        (5, [0, 2, 4, 6, 8, 10]),
        (7, list(range(12))),
        (12, list(range(12))),
        (100, list(range(12))),
    ],
)
def test_the_engine_sets_hands_again_evenly_over_all(monkeypatch, checked, places):
    seen = []

    def see(house_way, cards, readings, rules):
        seen.append(format_cards(cards))
        return set_hand(house_way, cards, readings, rules)

    monkeypatch.setattr(proofs, "set_hand", see)
    proof = prove_table(table_of_few(), READINGS, {}, checked=checked)
    assert seen == [list(HANDS)[place] for place in places]
    assert proof.checked == len(places)


@pytest.mark.parametrize("differs", ["rule", "low"])
def test_nothing_is_proved_where_rule_or_low_hand_differs(monkeypatch, differs):
    """At the very first hand; the other of the two agrees."""
    first = next(iter(HANDS))

    def swap(house_way, cards, readings, rules):
        setting = set_hand(house_way, cards, readings, rules)
        if format_cards(cards) != first:
            return setting
        if differs == "rule":
            return type(setting)(setting.low, setting.high, house_way.rules[0])
        return type(setting)(setting.high[:2], (*setting.low, *setting.high[2:]), setting.rule)

    monkeypatch.setattr(proofs, "set_hand", swap)
    with pytest.raises(CertifyError) as error:
        prove_table(table_of_few(), READINGS, {}, checked=1)
    low = "Kd 9h" if differs == "rule" else "Ac 7c"
    assert str(error.value) == (
        f"the engine sets {first} with {low} low and the kernel with Kd 9h: one of them is wrong, "
        "so nothing is verified"
    )


def test_a_house_way_is_tabulated_by_the_ranks_given_or_the_usual_ones(monkeypatch):
    asked = []

    def tabulate(house_way, rules, progress):
        asked.append((house_way, rules, progress))
        return table_of_few()

    monkeypatch.setattr(proofs, "tabulate_house_way", tabulate)
    way = table_of_few().house_way
    assert proofs.prove_house_way(way, READINGS).hands == 4095
    small = RankRules(jokers=0)
    assert proofs.prove_house_way(way, READINGS, {}, small, print).alternatives == ()
    assert asked == [(way, RankRules(), None), (way, small, print)]


# the table


def test_the_table_shows_each_hand_highest_first_and_the_joker_last():
    stream = io.StringIO()
    assert export_table(table_of_few(), READINGS, stream) == 12
    rows = [row.split(",") for row in stream.getvalue().splitlines()]
    assert rows[0] == ["cards", "low", "rule", "weight"]
    assert [(row[0], int(row[3])) for row in rows[1:]] == list(HANDS.items())
    assert [tuple(row[1:3]) for row in rows[1:]] == [
        ("Kd 9h", "no pair"),
        ("Kd Qs", "one pair"),
        ("Ks Qh", "one pair"),
        ("Ad Qd", "keep them together"),
        ("7s 7d", "two pairs"),
        ("", ""),
        ("9d 9c", "full house"),
        ("9d 9c", "four"),
        ("", ""),
        ("As Ah", "three"),  # the joker stays behind, where it may serve best
        ("Qh Qd", "three"),
        ("Qh Qd", "three"),
    ]
    table = table_of_few()
    played = table.play(READINGS)
    assert [format_cards(table.list_cards(place)) for place in range(12)] == list(HANDS)
    assert [format_cards(table.list_low(place, played)) for place in range(12)] == [
        row[1] for row in rows[1:]
    ]


# a jurisdiction's house way


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_other_answers_are_all_that_are_not_adopted(document):
    rulebook = compile_rulebook(load(document))
    adopted = read_house_way(rulebook)
    assert adopted == {key: ADOPTED[key] for key in adopted}
    assert list_house_way_alternatives(rulebook) == {
        key: tuple(value for value in ANSWERS[key] if value != ADOPTED[key]) for key in adopted
    }
    assert set(adopted) == set(rulebook.house_way_readings)


def test_a_question_that_nobody_answers_has_no_value():
    data = expand(load_bytes(build_minimal("example").encode(), "example")).data
    (reading,) = data["house_way"]["readings"]
    for key in ("assumed", "because", "alternatives"):
        del reading[key]
    source = SourceFile("example.yaml", data, "a" * 64, {}, {})
    rulebook = compile_rulebook(build_jurisdiction(source))
    assert read_house_way(rulebook) == TIE
    assert list_house_way_alternatives(rulebook) == {
        "house-way-deuces": ("special", "plain"),
        "house-way-tie-break": ("lowest-high",),
    }


def test_the_proof_of_a_jurisdiction_is_asked_for_by_all_that_it_rests_on(monkeypatch):
    asked, kept, few = [], {}, prove_few()

    def prove(house_way, readings, alternatives, rules, progress):
        asked.append(([rule.rule for rule in house_way.rules], readings, alternatives, rules))
        return few

    def cite(data, way):
        assert data == describe_proof(few)
        return {"rules_of": [rule.rule for rule in way.rules]}

    def remember(kind, question, compute):
        place = (kind, json.dumps(question, sort_keys=True))
        if place not in kept:
            kept[place] = compute()
        return kept[place]

    monkeypatch.setattr(house_way_readings, "remember", remember)
    monkeypatch.setattr(house_way_readings, "_cite", cite)
    monkeypatch.setattr(proofs, "prove_house_way", prove)
    data = expand(load_bytes(build_minimal("made-up").encode(), "made-up")).data
    spec = build_jurisdiction(SourceFile("made-up", data, "a" * 64, {}, {}))
    rulebook = compile_rulebook(spec)
    first = find_proof(rulebook)
    special = {"house-way-deuces": "special", "house-way-tie-break": "best-high"}
    others = {"house-way-deuces": ("plain",), "house-way-tie-break": ("lowest-high",)}
    rules = ["singles", "pair with deuces", "pair"]
    assert asked == [(rules, special, others, RankRules())]
    assert first == {"rules_of": rules}
    # reasons and citations are no part of the question
    data["house_way"]["rules"][0]["at"]["lines"] = 11
    assert find_proof(compile_rulebook(spec)) == first
    assert len(asked) == 1
    # another reading, another rank of hands and another rule are other questions
    find_proof(compile_rulebook(spec, {None: {"house-way-deuces": "plain"}}))
    find_proof(compile_rulebook(spec, {None: {"wheel": "second-highest"}}))
    data["house_way"]["rules"].pop(1)
    find_proof(compile_rulebook(build_jurisdiction(SourceFile("made-up", data, "a" * 64, {}, {}))))
    assert [(own[0], own[1]["house-way-deuces"], own[3].wheel) for own in asked[1:]] == [
        (rules, "plain", "lowest"),
        (rules, "special", "second-highest"),
        (["singles", "pair"], "special", "lowest"),
    ]
    assert {kind for kind, _ in kept} == {"house-way-proof"}
    assert find_proof(compile_rulebook(load("south-dakota"))) is None

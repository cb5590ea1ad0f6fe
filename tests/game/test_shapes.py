"""Shapes, conditions and selectors: each has a meaning, an example and a place in the schema."""

import json
from collections import Counter
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certify.base.errors import CertifyError
from certify.base.extras import locate_folder
from certify.game.cards import ACE, DECK, JOKER, parse_cards
from certify.game.house_way import lows as low_words
from certify.game.house_way import rules as rule_words
from certify.game.house_way import shapes
from certify.game.house_way.lows import build_low
from certify.game.house_way.shapes import parse_group, view_hand
from certify.game.rank import RankRules, is_complete, name_category, rank_high
from certify.game.vocabulary import (
    CONDITIONS,
    LEAVING,
    PATTERN,
    RANKS,
    SELECTORS,
    SHAPES,
    TIE_BREAKS,
)
from certify.spec.schema import build_house_way_schema
from tests.conftest import ROOT

RULES = RankRules()
HANDS = st.lists(st.sampled_from(DECK), min_size=7, max_size=7, unique=True).map(tuple)


def look(text):
    return view_hand(parse_cards(text, 7), RULES)


@pytest.fixture(scope="module")
def schema():
    path = locate_folder("schemas") / "house-way.schema.json"
    return json.loads(path.read_text(encoding="utf-8"))


def test_the_engine_knows_exactly_the_names_of_the_vocabulary():
    assert list(shapes.GROUP_SIZES) == list(shapes.EXAMPLES) == list(SHAPES)
    assert list(rule_words.REGISTRY) == list(CONDITIONS)
    assert list(low_words.REGISTRY) == list(SELECTORS)


def test_the_schema_lists_exactly_the_names_of_the_vocabulary(schema):
    rule = schema["$defs"]["rule"]["properties"]
    assert schema["$defs"]["shape"]["enum"] == list(SHAPES)
    assert list(rule["when"]["properties"]) == list(CONDITIONS)
    assert schema["$defs"]["low"]["else"]["enum"] == list(SELECTORS)
    assert list(schema["$defs"]["pattern"]["properties"]) == list(PATTERN)


def test_the_schema_is_current(schema):
    assert schema == build_house_way_schema(), "run make schemas"


def test_the_schema_is_closed_and_tells_about_every_property(schema):
    def objects(node):
        if isinstance(node, dict):
            if node.get("type") == "object" and "properties" in node:
                yield node
            node = list(node.values())
        for inner in node if isinstance(node, list) else ():
            yield from objects(inner)

    found = list(objects(schema))
    # the file, unexpressed, a row as printed and its when, rule, when, example, pattern; six forms of a
    # reading, to-do among them, two with places
    assert len(found) == 8 + 6 + 2
    for node in found:
        assert node["additionalProperties"] is False
        for name, inner in node["properties"].items():
            assert inner["description"], name
            assert inner["examples"], name


def test_the_guide_tells_every_word_with_its_example():
    """docs/house-ways.md has a row for each shape, condition, selector and word of a pattern."""

    def write(value):
        if isinstance(value, bool):
            return str(value).lower()
        return f"[{', '.join(value)}]" if isinstance(value, tuple) else value

    guide = (ROOT / "docs" / "house-ways.md").read_text(encoding="utf-8")
    for name, meaning in SHAPES.items():
        assert f"| `{name}` | {meaning} | {shapes.EXAMPLES[name]} |" in guide
    for name, condition in rule_words.REGISTRY.items():
        value, cards = condition.example
        written = f"`{name}: {write(value)}`"
        assert f"| `{name}` | {CONDITIONS[name]} | {written} | {cards} |" in guide
    for name, selector in low_words.REGISTRY.items():
        assert f"| `{name}` | {SELECTORS[name]} | {' | '.join(selector.example)} |" in guide
    for name, meaning in PATTERN.items():
        assert f"| `{name}` | {meaning} | `{{{name}: " in guide
    for name in (*LEAVING, *TIE_BREAKS, "provided", "unexpressed", "exception_to", "under"):
        assert f"`{name}`" in guide, name


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_has_an_example(shape):
    assert look(shapes.EXAMPLES[shape]).shape == shape


@pytest.mark.parametrize("condition", rule_words.REGISTRY.values(), ids=list(rule_words.REGISTRY))
def test_every_condition_has_a_docstring_and_an_example_that_holds(condition):
    value, cards = condition.example
    assert condition.holds.__doc__
    assert condition.holds(look(cards), condition.read(value))


@pytest.mark.parametrize("selector", low_words.REGISTRY.values(), ids=list(low_words.REGISTRY))
def test_every_selector_has_a_docstring_and_an_example(selector):
    cards, low = selector.example
    hand = look(cards)
    assert selector.offer.__doc__
    assert hand.shape in selector.shapes
    assert set(build_low(selector.name).choose(hand)) == set(parse_cards(low))


@pytest.mark.parametrize("selector", low_words.REGISTRY.values(), ids=list(low_words.REGISTRY))
def test_a_selector_that_always_finds_a_low_hand_finds_one_in_each_of_its_shapes(selector):
    choice = build_low(selector.name)
    found = {shape: choice.choose(look(shapes.EXAMPLES[shape])) for shape in selector.shapes}
    assert selector.always == all(found.values())


def test_every_way_to_hold_seven_cards_has_a_shape():
    """Rank counts up to four, and five aces with the joker, each in some hand."""
    found = set()
    for counts in product(range(5), repeat=7):
        if sum(counts) in {6, 7} and sorted(counts, reverse=True) == list(counts):
            cards = [
                DECK[4 * rank + suit] for rank, count in enumerate(counts) for suit in range(count)
            ]
            cards = [card._replace(rank=ACE) if card.rank == 0 else card for card in cards]
            hand = view_hand([*cards, JOKER][:7], RULES)
            found.add(hand.shape)
    assert found == set(SHAPES)


@given(HANDS)
def test_the_shape_is_how_often_each_rank_occurs(cards):
    times = Counter(min(card.rank, ACE) for card in cards)
    sizes = tuple(sorted((count for count in times.values() if count > 1), reverse=True))
    assert shapes.GROUP_SIZES[view_hand(cards, RULES).shape] == sizes


@given(HANDS)
def test_a_hand_is_complete_where_five_of_its_cards_are(cards):
    found = any(is_complete(rank_high(five, RULES)) for five in combinations(cards, 5))
    hand = view_hand(cards, RULES)
    assert hand.complete == found
    assert bool(hand.lows_leaving_complete) == found


@given(st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True).map(tuple))
def test_five_cards_are_complete_where_their_rank_says_so(cards):
    assert shapes.holds_complete(cards) == is_complete(rank_high(cards, RULES))


@pytest.mark.parametrize("wheel", ["lowest", "second-highest"])
@pytest.mark.parametrize("joker", ["bug", "wild"])
@given(cards=HANDS)
def test_what_complete_hands_make_is_what_their_rank_says(joker, wheel, cards):
    rules = RankRules(joker, wheel)
    ranks = [rank_high(five, rules) for five in combinations(cards, 5)]
    strengths = {"lowest": 6, "second-highest": 23}
    expected = set()
    for rank in filter(is_complete, ranks):
        name = name_category(rank)
        top = {"royal-flush": ACE, "flush": -1}.get(name)
        if top is None:
            top = 3 if rank[1] == strengths[wheel] else rank[1] // 2
        expected.add((name, top))
    assert view_hand(cards, rules).complete_hands == expected


@pytest.mark.parametrize(
    ("text", "complete"),
    [
        ("Ac 2d 3h 4s 5c Kd Kh", True),
        ("Ac 2d 3h 4s 6c Kd Kh", False),
        ("Joker 2d 3h 4s 6c Kd Kh", True),
        ("Joker 2d 3h 4s 7c Kd Kh", False),
        ("Joker 2d 4h 5s 6c Kd Kh", True),
        ("2d 4d 6d 8d 10d Kc Kh", True),
        ("2d 4d 6d 8d 10c Kc Kh", False),
        ("Joker 2d 4d 6d 8d Kc Kh", True),
    ],
)
def test_what_completes_a_hand(text, complete):
    assert look(text).complete == complete


def test_a_joker_beside_an_ace_can_stand_apart():
    hand = look("Joker As 5d 5h Kc Qd 7s")
    assert hand.shape == "two-pair"
    assert hand.apart is not None
    assert hand.apart.shape == "one-pair"
    assert hand.apart.singles[:2] == parse_cards("Joker As")


@pytest.mark.parametrize("text", ["Joker Ks 5d 5h Qc Jd 7s", "As Ah 5d 5h Qc Jd 7s"])
def test_no_joker_stands_apart_without_an_ace_beside_it(text):
    assert look(text).apart is None


@pytest.mark.parametrize(
    ("text", "ranks"),
    [
        ("2-6", "2 3 4 5 6"),
        ("K+", "K A"),
        ("A", "A"),
        ("A+", "A"),
        ("10", "10"),
        ("9-J", "9 10 J"),
    ],
)
def test_a_group_of_ranks(text, ranks):
    group = parse_group(text)
    assert [name for place, name in enumerate(RANKS) if place in group] == ranks.split()
    assert parse_group(str(group)) == group


@pytest.mark.parametrize("text", ["6-2", "1-3", "2-", "-6", "", "K-+", "2+6", "Joker"])
def test_what_is_no_group_of_ranks(text):
    with pytest.raises(CertifyError, match="not a group of ranks"):
        parse_group(text)


# words that look at several things at once


@pytest.mark.parametrize(
    ("value", "cards", "holds"),
    [
        ("straight", "Jc 10h 8s 7d 6h 5d 4c", True),
        ("flush", "Jc 10h 8s 7d 6h 5d 4c", False),
        ("straight", "Kh 8h 6h 5h 4h 7s 3d", False),  # a flush is there too
        (["straight", "flush"], "Kh 8h 6h 5h 4h 7s 3d", True),
        ("royal-flush", "Ah Kh Qh Jh 10h 3s 2s", True),
        ("royal-flush", "Ah Kh Qh Jh 10h 2h 3s", False),  # six hearts hold flushes too
        ("royal-flush", "Ah Kh Qh Jh 10h 9s 2s", False),  # a straight from king to nine
        (False, "Kc Qh 9s 6h 4c 3d 2s", True),
        ("straight", "Kc Qh 9s 6h 4c 3d 2s", False),  # none is there
        ("straight", "Joker Kc Qd Jh 9s 3c 2d", True),
    ],
)
def test_complete_with_classes_asks_of_every_complete_hand(value, cards, holds):
    condition = rule_words.REGISTRY["complete"]
    assert condition.holds(look(cards), condition.read(value)) == holds


@pytest.mark.parametrize(
    ("value", "cards", "holds"),
    [
        ("flush", "Kh 8h 6h 5h 4h 7s 3d", True),
        (["flush", "straight"], "Kh 8h 6h 5h 4h 7s 3d", True),
        (["flush", "straight-flush"], "Kh 8h 6h 5h 4h 7s 3d", False),
        ("flush", "Ah Kh Qh Jh 10h 3s 2s", False),  # these five are a royal flush and no other
        ("straight-flush", "Joker 9h 8h 7h 6h Ks 2d", True),
    ],
)
def test_holds_asks_that_each_class_is_there(value, cards, holds):
    condition = rule_words.REGISTRY["holds"]
    assert condition.holds(look(cards), condition.read(value)) == holds


@pytest.mark.parametrize(
    ("group", "cards", "holds"),
    [
        ("2-10", "Kc 9h 8s 7d 6h 5d 2c", True),
        ("9", "Kc 9h 8s 7d 6h 5d 2c", True),
        ("9", "10c 9h 8s 7d 6h 5d 2c", False),  # a ten-high one as well
        ("9-10", "10c 9h 8s 7d 6h 5d 2c", True),
        ("5", "Ac 2d 3h 4s 5c Kd Kh", True),
        ("10", "Joker 9h 8s 7d 6h Kd 2c", True),  # the joker makes the higher straight
        ("9", "Kh 8h 6h 5h 4h 2s 2d", False),  # no straight at all
        ("A", "Ah Kh Qh Jh 10h 3s 2s", True),
    ],
)
def test_straights_asks_for_the_top_of_each(group, cards, holds):
    condition = rule_words.REGISTRY["straights"]
    assert condition.holds(look(cards), condition.read(group)) == holds


@pytest.mark.parametrize(
    ("groups", "holds"), [(["K"], True), (["K", "Q"], True), (["K", "Q", "2-6"], False)]
)
def test_singles_takes_a_beginning(groups, holds):
    condition = rule_words.REGISTRY["singles"]
    assert condition.holds(look("4c 4h 2s 2h Kc Qd 7s"), condition.read(groups)) == holds


@pytest.mark.parametrize(
    ("low", "cards", "named"),
    [
        ({"of": "pair"}, "Ac Ah 2s 2h Kc Qd 7s", "Ac Ah"),
        ({"of": "two-ranks"}, "Ac Ah 2s 2h Kc Qd 7s", "Ac Kc"),
        ({"of": "pair", "holding": "2-6"}, "Ac Ah 2s 2h Kc Qd 7s", "2s 2h"),
        ({"holding": "7"}, "Ac Ah 2s 2h Kc Qd 7s", "Ac 7s"),
        ({"holding": ["K", "Q-K"]}, "Ac Ah 2s 2h Kc Qd 7s", "Kc Qd"),
        ({"holding": ["2-Q", "K+"]}, "Ac Ah 2s 2h Kc Qd 7s", "Ac Qd"),
        ({"holding": ["2", "2-6"]}, "Ac Ah 2s 2h Kc Qd 7s", "2s 2h"),
        ({"holding": ["3", "K"]}, "Ac Ah 2s 2h Kc Qd 7s", None),
        ({"of": "two-ranks", "leaving": "two-pair"}, "Ac Ah 2s 2h Kc Qd 7s", "Kc Qd"),
        ({"leaving": "complete"}, "Kh 8h 6h 5h 4h 7s 3d", "Kh 8h"),
        ({"leaving": ["flush"]}, "Kh 8h 6h 5h 4h 7s 3d", "7s 3d"),
        ({"of": "pair", "leaving": "royal-flush"}, "Ah Kh Qh Jh 10h 3s 2s", None),
        (["lower-pair", {"holding": "K"}], "8c 8h 6s 6h Kc 9d 7s", "6s 6h"),
        (["two-highest-singles", {"holding": "8"}], "8c 8h 6s 6h Kc 9d 7s", "8c 8h"),
    ],
)
def test_a_pattern_names_the_highest_low_hand_of_its_kind(low, cards, named):
    chosen = build_low(low).choose(look(cards))
    assert chosen == (None if named is None else chosen)
    if named is not None:
        ranks = [sorted(card.rank for card in two) for two in (chosen, parse_cards(named))]
        assert ranks[0] == ranks[1]


@pytest.mark.parametrize(
    ("provided", "matches"),
    [
        ({"holding": "J+"}, True),
        ({"holding": "Q+"}, False),
        ({"of": "pair"}, False),
        ([{"of": "pair"}, {"holding": "10"}], True),
        ({"leaving": "straight"}, True),
        ({"leaving": "flush"}, False),
    ],
)
def test_provided_asks_of_the_low_hand_that_is_named(provided, matches):
    choice = build_low("best-leaving-complete", provided)
    assert (choice.choose(look("Jc 10h 8s 7d 6h 5d 4c")) is not None) == matches


@pytest.mark.parametrize(
    ("tie_break", "behind"), [("best-high", "straight-flush"), ("lowest-high", "straight")]
)
def test_the_tie_break_decides_what_equal_low_hands_leave(tie_break, behind):
    """Two of three nines go low: the nine of hearts completes a straight flush behind them."""
    hand = look("9h 9d 9c 10h 8h 7h 6h")
    low = build_low("pair-of-three").choose(hand, tie_break)
    assert name_category(rank_high(hand.leave(low), RULES)) == behind

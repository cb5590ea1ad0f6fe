"""Shapes, conditions and selectors: each has a meaning, an example and a place in the schema."""

import json
from collections import Counter
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certify.base.errors import CertifyError
from certify.base.resources import locate_folder
from certify.game.cards import ACE, DECK, JOKER, parse_cards
from certify.game.house_way import conditions, selectors, shapes
from certify.game.house_way.conditions import parse_group
from certify.game.house_way.shapes import view_hand
from certify.game.rank import RankRules, is_complete, rank_high
from certify.game.vocabulary import CONDITIONS, RANKS, READINGS, SELECTORS, SHAPES

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
    assert list(conditions.REGISTRY) == list(CONDITIONS)
    assert list(selectors.REGISTRY) == list(SELECTORS)


def test_the_schema_lists_exactly_the_names_of_the_vocabulary(schema):
    rule = schema["$defs"]["rule"]["properties"]
    assert schema["$defs"]["shape"]["enum"] == list(SHAPES)
    assert list(rule["when"]["properties"]) == list(CONDITIONS)
    assert rule["low"]["enum"] == list(SELECTORS)
    assert {key: tuple(value["enum"]) for key, value in rule["under"]["properties"].items()} == {
        key: reading.values for key, reading in READINGS.items() if key.startswith("house-way-")
    }


def test_the_schema_is_closed_and_tells_about_every_property(schema):
    def objects(node):
        if isinstance(node, dict):
            if "properties" in node:
                yield node
            for inner in node.values():
                yield from objects(inner)

    found = list(objects(schema))
    assert len(found) == 4
    for node in found:
        assert node["additionalProperties"] is False
        for name, inner in node["properties"].items():
            assert inner["description"], name
            assert inner["examples"], name


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_has_an_example(shape):
    assert look(shapes.EXAMPLES[shape]).shape == shape


@pytest.mark.parametrize("condition", conditions.REGISTRY.values(), ids=list(conditions.REGISTRY))
def test_every_condition_has_a_docstring_and_an_example_that_holds(condition):
    value, cards = condition.example
    assert condition.holds.__doc__
    assert condition.holds(look(cards), condition.read(value))


@pytest.mark.parametrize("selector", selectors.REGISTRY.values(), ids=list(selectors.REGISTRY))
def test_every_selector_has_a_docstring_and_an_example(selector):
    cards, low = selector.example
    hand = look(cards)
    assert selector.offer.__doc__
    assert hand.shape in selector.shapes
    assert set(selector.choose(hand)) == set(parse_cards(low))


@pytest.mark.parametrize("selector", selectors.REGISTRY.values(), ids=list(selectors.REGISTRY))
def test_a_selector_that_always_finds_a_low_hand_finds_one_in_each_of_its_shapes(selector):
    found = {shape: selector.choose(look(shapes.EXAMPLES[shape])) for shape in selector.shapes}
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
    with pytest.raises(CertifyError, match="no group of ranks"):
        parse_group(text)

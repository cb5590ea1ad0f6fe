"""The kernel that sets all inputs at once against the interpreter that sets them one by one."""

from functools import cache

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from certify.game.cards import DECK
from certify.game.house_way import lows as low_words
from certify.game.house_way import rules as rule_words
from certify.game.house_way import shapes
from certify.game.house_way.build import build_rule
from certify.game.house_way.rules import set_hand
from certify.game.house_way.shapes import view_hand
from certify.game.rank import RankRules, compare_high_with_low, rank_high, rank_low
from certify.game.vocabulary import COMPLETE_CLASSES, LEAVING, LOW_KINDS, RANKS, SHAPES, TIE_BREAK
from certify.kernels.hand_table import tabulate_hands
from certify.kernels.house_way import list_values, match_rule
from certify.kernels.rank import BUG, WHEEL_LOWEST, WHEEL_SECOND_HIGHEST, WILD
from certify.odds.house_way_proof import prove_table
from certify.odds.house_way_table import encode_rule
from tests.house_ways import (
    ADOPTED,
    ANSWERS,
    DOCUMENTS,
    hand_of,
    inputs,
    sample_of_inputs,
    table_of,
)

RULES = RankRules()
CASES = [
    (document, {} if value == ADOPTED[key] else {key: value})
    for document, keys in (
        (
            "mbs",
            (
                "house-way-joker",
                "house-way-two-pair-complete",
                "house-way-quads-with-pair",
                "house-way-three-aces-complete",
                "house-way-aces-with-three-kings",
            ),
        ),
        (
            "designated-player",
            (
                "house-way-joker",
                "house-way-two-pair-complete",
                "house-way-quads-with-pair",
                "house-way-three-aces-complete",
                "house-way-named-card",
                "house-way-full-house-pair",
            ),
        ),
    )
    for key in keys
    for value in ANSWERS[key]
    if value != ADOPTED[key] or key == "house-way-joker"
]
IDS = [f"{document}-{next(iter(change.values()), 'adopted')}" for document, change in CASES]


def assert_agreement(document, readings, places):
    table = table_of(document)
    played = table.play(readings)
    for place in places:
        setting = set_hand(table.house_way, hand_of(place), readings, RULES)
        assert setting.rule is table.house_way.rules[played.rules[place]], hand_of(place)
        assert set(setting.low) == set(table.list_low(place, played)), hand_of(place)


@pytest.mark.parametrize(("document", "change"), CASES, ids=IDS)
def test_kernel_and_interpreter_agree_on_a_sample_under_each_reading(document, change):
    """Inputs at random, and as many again of those that the reading changes."""
    readings = ADOPTED | change
    table = table_of(document)
    changed = np.flatnonzero(table.play(readings).splits != table.play(ADOPTED).splits)
    assert bool(change) == bool(len(changed))
    assert_agreement(document, readings, sample_of_inputs(1000, seed=document))
    assert_agreement(document, readings, changed[:: max(1, len(changed) // 500)])


@pytest.mark.parametrize("document", DOCUMENTS)
def test_kernel_and_interpreter_agree_where_all_readings_change_at_once(document):
    readings = {
        key: next(value for value in ANSWERS[key] if value != adopted)
        for key, adopted in ADOPTED.items()
    }
    assert_agreement(document, readings, sample_of_inputs(1000, seed=document))


@pytest.mark.slow
@pytest.mark.parametrize("document", DOCUMENTS)
def test_kernel_and_interpreter_agree_on_every_input(document):
    count = len(inputs().weights)
    assert count == 292_253
    assert prove_table(table_of(document), ADOPTED, {}, checked=count).checked == count


@pytest.mark.slow
@pytest.mark.parametrize(("document", "change"), CASES, ids=IDS)
def test_kernel_and_interpreter_agree_on_every_input_that_a_reading_changes(document, change):
    table = table_of(document)
    played, before = table.play(ADOPTED | change), table.play(ADOPTED)
    assert_agreement(
        document,
        ADOPTED | change,
        np.flatnonzero((played.splits != before.splits) | (played.rules != before.rules)),
    )


# rules that no document has


MODES = {"bug": BUG, "wild": WILD}
WHEELS = {"lowest": WHEEL_LOWEST, "second-highest": WHEEL_SECOND_HIGHEST}


@cache
def places_of_every_shape():
    """Some inputs of every shape, joker apart or not, so that rare shapes are met too."""
    by_shape = {}
    for place in sample_of_inputs(40_000, seed="shapes"):
        hand = view_hand(hand_of(place), RULES)
        for view in (hand, hand.apart):
            if view is not None:
                by_shape.setdefault((view.shape, view.joker_apart), []).append(place)
    return sorted({place for chosen in by_shape.values() for place in chosen[:15]})


@cache
def small_table(joker, wheel):
    return tabulate_hands(
        inputs().representatives[places_of_every_shape()],
        joker_mode=MODES[joker],
        wheel=WHEELS[wheel],
    )


@cache
def small_views(rules):
    """The hands of the small table as the interpreter looks at them."""
    cards = small_table(rules.joker, rules.wheel).cards
    return [view_hand([DECK[code] for code in codes], rules) for codes in cards]


@st.composite
def groups(draw):
    low, high = sorted(draw(st.tuples(*[st.integers(0, 12)] * 2)))
    return f"{RANKS[low]}-{RANKS[high]}"


@st.composite
def patterns(draw):
    pattern = {}
    if draw(st.booleans()):
        pattern["of"] = draw(st.sampled_from(LOW_KINDS))
    if draw(st.booleans()):
        pattern["holding"] = draw(groups() | st.lists(groups(), min_size=2, max_size=2))
    if draw(st.booleans()) or not pattern:
        pattern["leaving"] = draw(
            st.lists(st.sampled_from(LEAVING), min_size=1, max_size=3, unique=True)
        )
    return pattern


CLASSES = st.lists(st.sampled_from(COMPLETE_CLASSES), min_size=1, max_size=3, unique=True)


def values_of(condition, chosen):
    """Values that a rule may give a condition; None where pairs differ in number by shape."""
    most = min(shapes.count_singles(shape) for shape in chosen)
    counts = {shapes.GROUP_SIZES[shape].count(2) for shape in chosen}
    pairs = min(counts) if len(counts) == 1 else 0
    return {
        "truth": st.booleans(),
        "classes": CLASSES,
        "truth-or-classes": st.booleans() | CLASSES,
        "group": groups(),
        "groups": st.lists(groups(), min_size=1, max_size=max(1, most))
        if condition.name == "singles"
        else st.lists(groups(), min_size=pairs, max_size=pairs)
        if pairs
        else st.none(),
    }[condition.kind]


@st.composite
def rules_as_data(draw):
    parts = draw(
        st.lists(st.sampled_from(list(low_words.REGISTRY)) | patterns(), min_size=1, max_size=3)
    )
    fitting = set(SHAPES)
    for part in parts:
        fitting &= low_words.REGISTRY[part].shapes if isinstance(part, str) else fitting
    if not fitting:
        parts, fitting = parts[:1], set(SHAPES)
        if isinstance(parts[0], str):
            fitting = low_words.REGISTRY[parts[0]].shapes
    chosen = draw(st.lists(st.sampled_from(sorted(fitting)), min_size=1, max_size=3, unique=True))
    when = {"shape": chosen}
    if fitting == set(SHAPES) and draw(st.booleans()):
        chosen, when = list(SHAPES), {}
    if draw(st.booleans()):
        when["joker_apart"] = True
    for condition in draw(
        st.lists(st.sampled_from(list(rule_words.REGISTRY.values())), max_size=2, unique=True)
    ):
        if condition.name not in {*when, "shape"} and set(chosen) <= condition.shapes:
            value = draw(values_of(condition, chosen))
            when |= {} if value is None else {condition.name: value}
    data = {"rule": "rule", "when": when, "low": parts, "at": {"lines": 1}}
    if draw(st.booleans()):
        data["provided"] = draw(st.lists(patterns(), min_size=1, max_size=2))
    return data


@pytest.mark.parametrize("examples", [60, pytest.param(1_500, marks=pytest.mark.slow)])
def test_kernel_and_interpreter_agree_on_any_rule(examples):
    check = settings(
        max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )
    check(agree_on_any_rule)()


@given(
    data=rules_as_data(),
    joker=st.sampled_from(list(MODES)),
    wheel=st.sampled_from(list(WHEELS)),
    equal=st.sampled_from(["allowed", "foul"]),
    tie_break=st.sampled_from(ANSWERS[TIE_BREAK]),
)
def agree_on_any_rule(data, joker, wheel, equal, tie_break):
    rules = RankRules(joker, wheel, equal)
    table = small_table(joker, wheel)
    rule = build_rule(data, ("house_way", "rules", 0))
    matches = match_rule(table, encode_rule(rule, rules), lowest_high=tie_break != "best-high")
    found = dict(zip(matches.hands.tolist(), matches.splits.tolist(), strict=True))
    for place, hand in enumerate(small_views(rules)):
        low = rule.select(hand, {TIE_BREAK: tie_break})
        assert bool(rule.tell_failure(hand, {TIE_BREAK: tie_break})) == (low is None)
        if low is None:
            assert place not in found
        else:
            assert sorted(card.code for card in low) == table.cards_of(place, found[place])[0]


def test_every_shape_is_among_the_hands_of_that_test():
    view = small_table("bug", "lowest").joker_as_ace
    assert all(len(view.hands_by_shape[shape]) for shape in SHAPES)


@pytest.mark.parametrize("wheel", WHEELS)
def test_the_values_of_settings_rank_as_the_engine_ranks_them(wheel):
    rules = RankRules("bug", wheel)
    table = small_table("bug", wheel)
    rng = np.random.default_rng(7)
    seen = {}
    for place, split in zip(
        rng.integers(0, len(table.cards), 400), rng.integers(0, 21, 400), strict=True
    ):
        low, high = ([DECK[code] for code in part] for part in table.cards_of(place, split))
        ranks = rank_low(low, rules), rank_high(high, rules)
        assert table.comparisons[place, split] == compare_high_with_low(ranks[1], ranks[0])
        seen[ranks] = (table.lows[place, split], table.highs[place, split])
    for kind in (0, 1):
        pairs = sorted({(ranks[kind], int(values[kind])) for ranks, values in seen.items()})
        values = [value for _, value in pairs]
        assert values == sorted(set(values))


def test_hands_that_no_rule_sets_have_no_values():
    table = table_of("mbs")
    played = table.play({})
    lows, highs = list_values(table.hands, played)
    assert (lows < 0).tolist() == (played.rules < 0).tolist() == (highs < 0).tolist()

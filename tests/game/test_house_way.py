"""The interpreter of house ways: what the documents say, and what holds of any house way."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from certify.base.errors import CertifyError
from certify.game.cards import DECK, JOKER, parse_cards
from certify.game.house_way.faults import list_house_way_faults
from certify.game.house_way.rules import (
    list_broken_examples,
    list_matches,
    set_hand,
)
from certify.game.rank import RankRules, compare_high_with_low, rank_high, rank_low
from tests.house_ways import (
    ADOPTED,
    DOCUMENTS,
    PLAIN,
    data_of,
    declare,
    house_way_of,
    read_house_way,
    read_rules,
)

RULES = RankRules()
HANDS = st.lists(st.sampled_from(DECK), min_size=7, max_size=7, unique=True).map(tuple)
JOKER_HANDS = st.lists(st.sampled_from(DECK[:-1]), min_size=6, max_size=6, unique=True).map(
    lambda cards: (*cards, JOKER)
)
SUITED_HANDS = st.lists(
    st.sampled_from([card for card in DECK if card.suit < 2]), min_size=7, max_size=7, unique=True
).map(tuple)
ANY_HANDS = HANDS | JOKER_HANDS | SUITED_HANDS
SUITS = st.permutations(range(4))
EXAMPLES = [
    (document, rule, example)
    for document in DOCUMENTS
    for rule in house_way_of(document).rules
    for example in rule.examples
]


def set_by(document, text, **changes):
    readings = ADOPTED | {key.replace("_", "-"): value for key, value in changes.items()}
    return set_hand(house_way_of(document), parse_cards(text, 7), readings, RULES)


def assert_low(document, text, low, **changes):
    setting = set_by(document, text, **changes)
    assert rank_low(setting.low, RULES) == rank_low(parse_cards(low, 2), RULES), setting


# the documents


def test_the_first_document_works_35_examples_and_the_second_none():
    assert [sum(document == name for name, _, _ in EXAMPLES) for document in DOCUMENTS] == [35, 0]


@pytest.mark.parametrize(
    ("document", "rule", "example"),
    EXAMPLES,
    ids=[f"{name}-{example.lines}" for name, _, example in EXAMPLES],
)
def test_every_worked_example_comes_out_by_the_rule_it_stands_with(document, rule, example):
    setting = set_hand(house_way_of(document), example.cards, ADOPTED, RULES)
    high = [card for card in example.cards if card not in example.low]
    assert setting.rule is rule
    assert rank_low(setting.low, RULES) == rank_low(example.low, RULES)
    assert rank_high(setting.high, RULES) == rank_high(high, RULES)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_no_example_of_a_document_contradicts_its_rule(document):
    assert not list(list_broken_examples(house_way_of(document), ADOPTED, RULES))


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_rules_of_the_documents_have_no_fault_of_order(document):
    house_way = house_way_of(document)
    assert len(house_way.rules) > 40
    assert not list(list_house_way_faults(data_of(document)))


@pytest.mark.parametrize(
    ("cards", "low"),
    [
        ("6c 6h 5s 5h Qc 9d 7s", "5s 5h"),  # two low pairs, nothing above a queen
        ("6c 6h 5s 5h Kc 9d 7s", "Kc 9d"),  # a king
        ("6c 6h 5s 5h Joker 9d 8s", "Joker 9d"),
        ("7c 7h 6s 6h Qc 9d 2s", "6s 6h"),  # low and medium
        ("7c 7h 6s 6h Kc 9d 2s", "Kc 9d"),
        ("10c 10h 2s 2h Kc 9d 7s", "Kc 9d"),  # the highest medium pair
        ("Jc Jh 2s 2h Kc 9d 7s", "2s 2h"),  # the lowest high pair needs an ace
        ("Jc Jh 2s 2h Ac 9d 7s", "Ac 9d"),
        ("10c 10h 7s 7h Kc 9d 2s", "7s 7h"),  # two medium pairs
        ("10c 10h 7s 7h Joker 9d 2s", "Joker 9d"),
        ("Jc Jh 7s 7h Ac Kd 2s", "7s 7h"),  # medium and high always split
        ("Jc Jh 6s 6h Ac Kd 2s", "Ac Kd"),
        ("Joker Ah 2s 2h Kc Qd 7s", "2s 2h"),  # the joker is one of a pair of aces
    ],
)
def test_mbs_appendix_a_2_two_pairs(cards, low):
    assert_low("mbs", cards, low)


@pytest.mark.parametrize(
    ("cards", "low"),
    [
        ("6c 6h 6s 6d Ah Kd 3c", "Ah Kd"),  # sixes are never split
        ("7c 7h 7s 7d Kh Qd 3c", "7c 7h"),  # sevens are, without an ace to play low
        ("7c 7h 7s 7d Joker Qd 3c", "Joker Qd"),
        ("10c 10h 10s 10d Ah Qd 3c", "Ah Qd"),
        ("Jc Jh Js Jd Ah Qd 3c", "Jc Jh"),  # jacks always are
        ("7c 7h 7s 7d Ah Ad Ac", "Ah Ad"),  # beside three of a kind the four stay together
        ("Kc Kh Ks Kd 2h 2d 2c", "2h 2d"),
        ("Ac Ah As Joker Kh Kd 9c", "Kh Kd"),
        ("Ac Ah As Joker Kh Kd Kc", "Ac Ah"),
        ("Ac Ah As Joker 2h 2d 9c", "Ac Ah"),
    ],
)
def test_mbs_appendix_a_7_four_of_a_kind(cards, low):
    assert_low("mbs", cards, low)


@pytest.mark.parametrize(
    ("cards", "low"),
    [
        ("Qc Qh Qs 2h 2c Joker Ks", "Joker Ks"),  # the joker is the ace
        ("Qc Qh Qs 3h 3c Ad Ks", "3h 3c"),  # threes are not deuces
        ("Qc Qh Qs 2h 2c Ad Js", "2h 2c"),  # a jack is no king
        ("Kc Kh Ks Ad Joker Jd 9s", "Ad Joker"),  # no complete hand
        ("Kc Kh Ks Ad Joker Jd 10s", "Kc Kh"),  # a straight is left
    ],
)
def test_mbs_appendix_a_6_full_house(cards, low):
    assert_low("mbs", cards, low)


@pytest.mark.parametrize(
    ("cards", "low"),
    [
        ("Jc Jh 10s 10h Kc 9d 2s", "10s 10h"),
        ("9c 9h 2s 2h Ac 6d 5s", "Ac 6d"),
        ("9c 9h 2s 2h Kc 6d 5s", "2s 2h"),
        ("8c 8h 2s 2h Kc 6d 5s", "Kc 6d"),
        ("8c 8h 2s 2h Qc 6d 5s", "2s 2h"),
        ("6c 6h 2s 2h Joker 10d 5s", "Joker 10d"),
        ("5c 5h 2s 2h Qc 10d 4s", "Qc 10d"),
        ("5c 5h 2s 2h Jc 10d 4s", "2s 2h"),
        ("Qc Qh 2s 2h Ac Kd 4s", "2s 2h"),
    ],
)
def test_designated_player_line_39_two_pairs(cards, low):
    assert_low("designated-player", cards, low)


@pytest.mark.parametrize(
    ("cards", "low"),
    [
        ("Qc Qh Qs Qd Ah Kd 3c", "Qc Qh"),
        ("Jc Jh Js Jd Kh 4d 3c", "Kh 4d"),
        ("Jc Jh Js Jd Qh 4d 3c", "Jc Jh"),
        ("9c 9h 9s 9d Joker 4d 3c", "Joker 4d"),
        ("8c 8h 8s 8d Qh 4d 3c", "Qh 4d"),
        ("8c 8h 8s 8d Jh 4d 3c", "8c 8h"),
        ("5c 5h 5s 5d 7h 4d 3c", "7h 4d"),
        ("Ac Ah As Ad 7h 7d 3c", "7h 7d"),
        ("Ac Ah As Ad 7h 7d 7c", "7h 7d"),
    ],
)
def test_designated_player_line_43_four_of_a_kind(cards, low):
    assert_low("designated-player", cards, low)


@pytest.mark.parametrize(
    ("cards", "low"),
    [
        ("Kc Kh Ks 2h 2c 7d 6s", "2h 2c"),  # two kings would leave a pair of deuces
        ("2c 2h 2s Kh Kc 7d 6s", "Kh Kc"),
        ("Kc Kh Ks 3h 3c 2d 2s", "Kc Kh"),  # two kings leave two pairs
        ("3c 3h 3s Kh Kc 2d 2s", "Kh Kc"),
    ],
)
def test_designated_player_line_42_full_house(cards, low):
    assert_low("designated-player", cards, low)


@pytest.mark.parametrize(
    ("document", "key", "value", "cards", "lows"),
    [
        ("mbs", "house_way_joker", "completes", "Joker Ah Kh Qh 5h 5s 3c", ("5h 5s", "5s 3c")),
        ("mbs", "house_way_joker", "completes", "Joker Ah Jh Js 9h 9s 10h", ("Joker Ah", "9h 9s")),
        (
            "mbs",
            "house_way_two_pair_complete",
            "complete-hand",
            "Ac 5d 4h 3s 3h 2s 2h",
            ("Ac 5d", "3s 2s"),
        ),
        (
            "mbs",
            "house_way_three_aces_complete",
            "three-aces-rule",
            "Ac Ad Joker Qh Js 10s 2d",
            ("Ac 2d", "Ac Qh"),
        ),
        ("mbs", "house_way_quads_with_pair", "split", "7c 7h 7s 7d 2h 2d Kc", ("2h 2d", "7c 7h")),
        ("mbs", "house_way_quads_with_pair", "split", "7c 7h 7s 7d 2h 2d Ac", ("2h 2d", "2h 2d")),
        ("mbs", "house_way_quads_with_pair", "split", "6c 6h 6s 6d 2h 2d Kc", ("2h 2d", "2h 2d")),
        (
            "mbs",
            "house_way_aces_with_three_kings",
            "keep",
            "Ac Ah As Ad Kh Kd Kc",
            ("Ac Ah", "Kh Kd"),
        ),
        (
            "designated-player",
            "house_way_named_card",
            "exactly",
            "8c 8h 2s 2h Ac 6d 5s",
            ("Ac 6d", "2s 2h"),
        ),
        (
            "designated-player",
            "house_way_named_card",
            "exactly",
            "8c 8h 2s 2h Ac Kd 5s",
            ("Ac Kd", "Ac Kd"),
        ),
        (
            "designated-player",
            "house_way_full_house_pair",
            "keep-three",
            "Kc Kh Ks 3h 3c 2d 2s",
            ("Kc Kh", "3h 3c"),
        ),
        (
            "designated-player",
            "house_way_quads_with_pair",
            "split",
            "Ac Ah As Ad 7h 7d 3c",
            ("7h 7d", "Ac Ah"),
        ),
        (
            "designated-player",
            "house_way_quads_with_pair",
            "split",
            "Jc Jh Js Jd 7h 7d Kc",
            ("7h 7d", "7h 7d"),
        ),
    ],
)
def test_a_reading_changes_the_setting(document, key, value, cards, lows):
    assert_low(document, cards, lows[0])
    assert_low(document, cards, lows[1], **{key: value})


def test_where_equal_low_hands_leave_different_highs_the_best_is_played():
    setting = set_by("mbs", "9h 9d 9c 10h 8h 7h 6h")
    assert set(setting.low) == set(parse_cards("9d 9c"))
    assert set(setting.high) == set(parse_cards("10h 9h 8h 7h 6h"))


def test_a_setting_names_its_rule_and_where_it_stands():
    rule = set_by("mbs", "Ac Ad Joker Qh Js 10s 2d").rule
    assert (rule.clause, rule.lines, rule.standing) == ("Appendix A 5", "1081-1091", "silent")
    assert rule.because


# what holds of any house way


@pytest.mark.parametrize("document", DOCUMENTS)
@given(cards=ANY_HANDS)
def test_no_setting_loses_or_invents_a_card_and_none_fouls(document, cards):
    setting = set_hand(house_way_of(document), cards, ADOPTED, RULES)
    assert (len(setting.low), len(setting.high)) == (2, 5)
    assert sorted(setting.low + setting.high) == sorted(cards)
    low, high = rank_low(setting.low, RULES), rank_high(setting.high, RULES)
    assert compare_high_with_low(high, low) >= 0


@pytest.mark.parametrize("document", DOCUMENTS)
@given(cards=ANY_HANDS, suits=SUITS, data=st.data())
def test_suits_relabelled_and_cards_shuffled_change_nothing(document, cards, suits, data):
    moved = [card if card.is_joker else card._replace(suit=suits[card.suit]) for card in cards]
    moved = tuple(data.draw(st.permutations(moved)))
    before = set_hand(house_way_of(document), cards, ADOPTED, RULES)
    after = set_hand(house_way_of(document), moved, ADOPTED, RULES)
    assert after.rule is before.rule
    assert rank_low(after.low, RULES) == rank_low(before.low, RULES)
    assert rank_high(after.high, RULES) == rank_high(before.high, RULES)


@settings(max_examples=30)
@given(cards=ANY_HANDS)
def test_the_first_of_the_rules_that_match_is_played(cards):
    house_way = house_way_of("mbs")
    matches = list_matches(house_way, cards, ADOPTED, RULES)
    assert matches[0] == set_hand(house_way, cards, ADOPTED, RULES)
    places = [house_way.rules.index(match.rule) for match in matches]
    assert places == sorted(set(places))


def test_a_hand_that_no_rule_matches_is_not_set():
    house_way = read_house_way("""
        - {rule: one pair, when: {shape: one-pair}, low: two-highest-singles, at: L1}
    """)
    setting = set_hand(house_way, parse_cards("Kc Qh 9s 6h 4c 3d 2s"), {}, RULES)
    assert (setting.low, setting.high, setting.rule) == ((), (), None)


def test_a_rule_whose_selector_finds_nothing_leaves_the_hand_to_the_next():
    house_way = read_house_way("""
        - {rule: first, when: {shape: no-pair}, low: best-leaving-complete, at: L1}
        - {rule: second, when: {shape: no-pair}, low: second-and-third-highest, at: L1}
    """)
    names = [
        set_hand(house_way, parse_cards(cards), {}, RULES).rule.rule
        for cards in ("Kc Qh 9s 6h 4c 3d 2s", "Kc Qh 6s 5h 4c 3d 2s")
    ]
    assert names == ["second", "first"]


def test_six_cards_are_not_set():
    with pytest.raises(CertifyError, match="6 cards given, 7 needed"):
        set_hand(house_way_of("mbs"), parse_cards("Kc Qh 9s 6h 4c 3d"), ADOPTED, RULES)


def test_exceptions_are_what_a_rule_names_itself_by_place():
    house_way = read_house_way("""
        - {rule: a, exception_to: b, low: two-highest-singles, when: {shape: no-pair}, at: L1}
        - {rule: b, exception_to: [c], low: two-highest-singles, when: {shape: no-pair}, at: L1}
        - {rule: c, low: two-highest-singles, when: {shape: no-pair}, at: L1}
    """)
    assert house_way.list_exceptions() == {0: (1,), 1: (2,), 2: ()}


# faults that need no hand


def test_a_house_way_without_a_fault():
    assert not list(list_house_way_faults(declare(read_rules(PLAIN))))


@pytest.mark.parametrize(
    ("rule", "where", "what"),
    [
        (
            "{rule: no pair, when: {shape: no-pair, complete: true}, low: best-leaving-complete, "
            "at: L1}",
            ("house_way", "rules", 1, "rule"),
            "duplicate rule 'no pair'",
        ),
        (
            "{rule: x, exception_to: other, when: {shape: no-pair, complete: true}, "
            "low: best-leaving-complete, at: L1}",
            ("house_way", "rules", 0, "exception_to"),
            "unknown rule 'other'",
        ),
        (
            "{rule: x, exception_to: x, when: {shape: no-pair, complete: true}, "
            "low: best-leaving-complete, at: L1}",
            ("house_way", "rules", 0, "exception_to"),
            "comes after it",
        ),
        (
            "{rule: x, under: {house-way-joke: ace}, when: {shape: no-pair, complete: true}, "
            "low: best-leaving-complete, at: L1}",
            ("house_way", "rules", 0, "under", "house-way-joke"),
            "unknown reading house-way-joke",
        ),
        (
            "{rule: x, under: {house-way-joker: maybe}, when: {shape: no-pair, complete: true}, "
            "low: best-leaving-complete, at: L1}",
            ("house_way", "rules", 0, "under", "house-way-joker"),
            "maybe is not a value",
        ),
        (
            "{rule: x, when: {shape: no-pair}, low: lower-pair, at: L1}",
            ("house_way", "rules", 0, "low"),
            "lower-pair does not exist in the shape no-pair",
        ),
        (
            "{rule: x, when: {shape: no-pair, four: 2-6}, low: two-highest-singles, at: L1}",
            ("house_way", "rules", 0, "when", "four"),
            "four does not apply to the shape no-pair",
        ),
        (
            "{rule: x, when: {shape: two-pair, pairs: [2-6]}, low: lower-pair, at: L1}",
            ("house_way", "rules", 0, "when", "pairs"),
            "pairs gives 1 group, and the shape two-pair has 2",
        ),
        (
            "{rule: x, when: {shape: full-house, singles: [A, K, Q]}, low: highest-pair, at: L1}",
            ("house_way", "rules", 0, "when", "singles"),
            "singles gives 3 groups, and the shape full-house has 2",
        ),
        (
            "{rule: x, when: {shape: two-pair, pairs: [2-6, 7-10]}, low: lower-pair, at: L1}",
            ("house_way", "rules", 0, "when", "pairs"),
            "no hand matches",
        ),
        (
            "{rule: x, when: {shape: two-pair, pairs: [6-2, 2-6]}, low: lower-pair, at: L1}",
            ("house_way", "rules", 0),
            "'6-2' is not a group of ranks",
        ),
        (
            "{rule: x, when: {shape: no-pair, complete: true}, low: best-leaving-complete, "
            "at: L1, examples: [{cards: Kc Qh 9s 6h 4c 3d 2s, low: As 9s, at: L1}]}",
            ("house_way", "rules", 0),
            "is not made of the low hand",
        ),
        (
            "{rule: x, when: {shape: two-pears}, low: lower-pair, at: L1}",
            ("house_way", "rules", 0),
            "'two-pears' is not a shape",
        ),
    ],
)
def test_faults_of_a_rule_are_found_where_they_are(rule, where, what):
    faults = list(
        list_house_way_faults(
            declare(
                read_rules(
                    f"- {rule}\n" + "\n".join(line[4:] for line in PLAIN.strip("\n").splitlines())
                )
            )
        )
    )
    assert [fault[0] for fault in faults] == [where]
    assert what in faults[0][1]
    assert faults[0][2]


@pytest.mark.parametrize(
    ("first", "second", "swallowed"),
    [
        ("{shape: two-pair}", "{shape: two-pair, pairs: [2-6, 2-6]}", True),
        ("{shape: [two-pair, full-house-and-pair]}", "{shape: two-pair}", True),
        ("{shape: two-pair}", "{shape: [two-pair, full-house-and-pair]}", False),
        ("{shape: two-pair, pairs: [2-10, 2-6]}", "{shape: two-pair, pairs: [7-10, 2-6]}", True),
        ("{shape: two-pair, pairs: [2-10, 2-6]}", "{shape: two-pair, pairs: [7-J, 2-6]}", False),
        ("{shape: two-pair, highest_single: K+}", "{shape: two-pair, highest_single: A}", True),
        ("{shape: two-pair, highest_single: A}", "{shape: two-pair, highest_single: K+}", False),
        ("{shape: two-pair, complete: true}", "{shape: two-pair, complete: false}", False),
        ("{shape: two-pair, complete: true}", "{shape: two-pair}", False),
        ("{shape: two-pair, joker_apart: true}", "{shape: two-pair}", False),
    ],
)
def test_a_rule_behind_one_that_takes_all_its_hands_is_found(first, second, swallowed):
    faults = list(
        list_house_way_faults(
            declare(
                read_rules(f"""
        - {{rule: first, when: {first}, low: lower-pair, at: L1}}
        - {{rule: second, when: {second}, low: lower-pair, at: L1}}
    """)
            )
        )
    )
    assert [fault[0] for fault in faults] == [("house_way", "rules", 1)] * swallowed
    assert all("'second' never matches: 'first' comes before it" in what for _, what, _ in faults)


@pytest.mark.parametrize(
    ("first", "second", "swallowed"),
    [
        ("", "under: {house-way-joker: ace}, ", True),
        ("under: {house-way-joker: ace}, ", "", False),
        ("under: {house-way-joker: ace}, ", "under: {house-way-joker: completes}, ", False),
    ],
)
def test_a_rule_under_a_reading_takes_only_what_is_under_it_too(first, second, swallowed):
    faults = list(
        list_house_way_faults(
            declare(
                read_rules(f"""
        - {{rule: first, {first}when: {{shape: two-pair}}, low: lower-pair, at: L1}}
        - {{rule: second, {second}when: {{shape: two-pair}}, low: lower-pair, at: L1}}
    """)
            )
        )
    )
    assert len(faults) == swallowed


def test_an_example_that_does_not_come_out_is_found():
    house_way = read_house_way("""
        - rule: no pair
          when: {shape: no-pair}
          low: second-and-third-highest
          at: L1
          examples:
            - {cards: Kc Qh 9s 6h 4c 3d 2s, low: Qh 9s, at: L2}
            - {cards: Kc Qh 9s 6h 4c 3d 2s, low: Kc Qh, at: L3}
    """)
    broken = list(list_broken_examples(house_way, {}, RULES))
    assert [item.example.lines for item in broken] == ["3"]
    assert set(broken[0].setting.low) == set(parse_cards("Qh 9s"))
    assert broken[0].example.path == ("house_way", "rules", 0, "examples", 1)

"""The proof of a house way: what it counts, and the faults it must find."""

import copy
import csv
import io
from itertools import product
from math import comb, prod

import pytest

from certify.base.errors import CertifyError
from certify.game.cards import ACE, parse_cards
from certify.game.house_way.build import build_house_way
from certify.game.house_way.rules import list_matches, set_hand
from certify.game.house_way.shapes import view_hand
from certify.game.rank import RankRules, compare_high_with_low, rank_high, rank_low
from certify.game.vocabulary import SHAPES, TIE_BREAK
from certify.kernels.house_way import list_values
from certify.odds import house_way_proof as proofs
from certify.odds.house_way_proof import describe_proof, prove_house_way, prove_table
from certify.odds.house_way_readings import _cite
from certify.odds.house_way_table import export_table, tabulate_house_way
from tests.house_ways import (
    ADOPTED,
    ANSWERS,
    DOCUMENTS,
    PLAIN,
    TIE,
    data_of,
    declare,
    house_way_of,
    read_house_way,
    read_rules,
    table_of,
)

RULES = RankRules()
DEALS = comb(53, 7)


def prove(text, readings=None, alternatives=None):
    table = tabulate_house_way(read_house_way(text), RULES)
    return prove_table(table, TIE | (readings or {}), alternatives, checked=200)


def without(*names):
    return [rule for rule in read_rules(PLAIN) if rule["rule"] not in names]


def prove_rules(data):
    table = tabulate_house_way(build_house_way(declare(data)), RULES)
    return prove_table(table, TIE, checked=200)


def count_shape(*sizes):
    """Hands with groups of these sizes and singles besides, counted by ranks and suits alone."""
    return sum(_count(sizes, joker) for joker in (False, True))


def _count(sizes, joker):
    """Choose the aces' group, then ranks for the other groups of each size, then suits."""
    all_sizes = [*sizes, *[1] * (7 - sum(sizes))]
    total = 0
    for aces in {0, *all_sizes}:
        rest = list(all_sizes)
        if aces:
            rest.remove(aces)
        natural = aces - joker
        if natural < 0 or natural > 4 or max(rest, default=0) > 4:
            continue
        ways, ranks = comb(4, natural), 12
        for size in sorted(set(rest)):
            ways *= comb(ranks, rest.count(size)) * prod([comb(4, size)] * rest.count(size))
            ranks -= rest.count(size)
        total += ways
    return total


SIZES = {
    "no-pair": (),
    "one-pair": (2,),
    "two-pair": (2, 2),
    "three-pair": (2, 2, 2),
    "three-of-a-kind": (3,),
    "two-threes": (3, 3),
    "full-house": (3, 2),
    "full-house-and-pair": (3, 2, 2),
    "four-of-a-kind": (4,),
    "four-and-pair": (4, 2),
    "four-and-three": (4, 3),
    "five-aces": (5,),
    "five-aces-and-pair": (5, 2),
}


def test_the_shapes_counted_by_hand_are_all_deals():
    assert list(SIZES) == list(SHAPES)
    assert sum(count_shape(*sizes) for sizes in SIZES.values()) == DEALS


# the documents


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_hand_is_set_by_one_rule_and_none_fouls(document):
    proof = prove_table(table_of(document), ADOPTED)
    assert proof.holds
    assert proof.hands == DEALS == sum(item.tally.hands for item in proof.rules)
    assert proof.inputs == 292_253
    assert proof.checked >= 2000
    assert (proof.unset.hands, proof.fouls.hands, proof.overlapping) == (0, 0, 0)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_rules_of_a_shape_set_as_many_hands_as_have_it(document):
    proof = prove_table(table_of(document), ADOPTED, {}, checked=0)
    together = {
        "full-house": "full",
        "full-house-and-pair": "full",
        "four-and-pair": "four+",
        "four-and-three": "four+",
        "five-aces": "five",
        "five-aces-and-pair": "five",
    }
    found, wanted = {}, {}
    for item in proof.rules:
        name = together.get(item.rule.shapes[0], item.rule.shapes[0])
        found[name] = found.get(name, 0) + item.tally.hands
    for shape, sizes in SIZES.items():
        name = together.get(shape, shape)
        wanted[name] = wanted.get(name, 0) + count_shape(*sizes)
    assert found == wanted


def test_mbs_rules_counted_by_ranks_and_suits():
    """Rules that ask for ranks alone, each counted here from combinations."""
    hands = {
        item.rule.rule: item.tally.hands
        for item in prove_table(table_of("mbs"), ADOPTED, {}, checked=0).rules
    }
    pairs_of = {
        "two medium pairs": comb(4, 2),
        "two low pairs": comb(5, 2),
        "low and medium pair": 20,
    }
    for name, pairs in pairs_of.items():
        # three singles below the ace, or below the king, of the ranks that are left
        below = 10 if name == "two medium pairs" else 9
        assert hands[name] == pairs * 6**2 * comb(below, 3) * 4**3, name
    assert hands["five aces with a pair of kings"] == 6
    assert hands["five aces"] == comb(12, 2) * 16 + 11 * 6
    # three equal ranks, deuces, an ace or the joker, a king
    assert hands["full house with deuces, ace and king"] == 10 * 4 * 6 * (4 + 1) * 4
    # four aces, one of them perhaps the joker, two kings, and one of eleven ranks
    assert hands["four aces with a pair of kings"] == (1 + 4) * 6 * 44
    assert hands["four of a kind, deuces to sixes"] == 5 * (comb(12, 3) * 64 + comb(11, 2) * 16)


def test_designated_player_rules_counted_by_ranks_and_suits():
    hands = {
        item.rule.rule: item.tally.hands
        for item in prove_table(table_of("designated-player"), ADOPTED, {}, checked=0).rules
    }
    # three natural or with the joker, beside four of another rank, either of them aces
    assert hands["four of a kind with three of a kind"] == (
        13 * 12 * 4 + 12 * (comb(4, 3) * comb(4, 3) + comb(4, 2))
    )
    assert hands["four of a kind, deuces to fives"] == 4 * (comb(12, 3) * 64 + comb(11, 2) * 16)
    # the pairs of threes to fives above another, singles below the queen
    assert hands["two pairs, threes to fives"] == (1 + 2 + 3) * 36 * comb(8, 3) * 64
    assert hands["five aces"] == comb(12, 2) * 16 + 12 * 6


@pytest.mark.parametrize(
    ("document", "silent"),
    [
        ("mbs", {"three aces, complete hand without a pair to play low"}),
        (
            "designated-player",  # the last sentence of line 41 sets three aces with a complete hand
            {"four of a kind with three of a kind"},
        ),
    ],
)
def test_hands_that_only_a_silent_rule_sets(document, silent):
    proof = prove_table(table_of(document), ADOPTED, {}, checked=0)
    completing = [item for item in proof.rules if item.rule.standing == "silent"]
    assert {item.rule.rule for item in completing} == silent
    assert proof.silent.hands == sum(item.tally.hands for item in completing)
    setting = set_hand(house_way_of(document), proof.silent.example, ADOPTED, RULES)
    assert setting.rule.standing == "silent"
    assert setting.rule.because


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_reading_of_the_house_way_touches_hands(document):
    house_way = house_way_of(document)
    proof = prove_table(table_of(document), ADOPTED, checked=0)
    assert [item.key for item in proof.alternatives] == list(house_way.reading_keys)
    for item in proof.alternatives:
        readings = ADOPTED | {item.key: item.value}
        before = set_hand(house_way, item.tally.example, ADOPTED, RULES)
        after = set_hand(house_way, item.tally.example, readings, RULES)
        assert 0 < item.tally.hands < DEALS
        assert set(before.low) == set(item.tally.low)
        assert set(after.low) == set(item.other_low)
        ranked = [
            (rank_low(setting.low, RULES), rank_high(setting.high, RULES))
            for setting in (before, after)
        ]
        assert ranked[0] != ranked[1]


def test_four_aces_with_three_kings_are_twenty_hands():
    proof = prove_table(
        table_of("mbs"), ADOPTED, {"house-way-aces-with-three-kings": ("keep",)}, checked=0
    )
    assert [(item.key, item.tally.hands) for item in proof.alternatives] == [
        ("house-way-aces-with-three-kings", (1 + 4) * 4)
    ]


@pytest.mark.parametrize(
    "document", [pytest.param("mbs", marks=pytest.mark.slow), "designated-player"]
)
def test_the_house_way_holds_under_every_single_reading(document):
    table = table_of(document)
    for key in table.house_way.reading_keys:
        for value in table.house_way.values[key]:
            proof = prove_table(table, ADOPTED | {key: value}, {}, checked=0)
            assert proof.unset.hands == proof.fouls.hands == 0, (key, value)
            assert not proof.overlaps, (key, value)
            assert not proof.unreachable, (key, value)


def test_mbs_line_1272_works_an_example_that_only_keeping_fours_together_explains():
    """The document's own hand decides between the rule of the ranks and the rule of the pair."""
    proof = prove_table(
        table_of("mbs"), ADOPTED | {"house-way-quads-with-pair": "split"}, {}, checked=0
    )
    assert [item.example.lines for item in proof.broken_examples] == ["1272-1278"]
    assert not proof.holds


# house ways with a fault


def test_a_house_way_without_a_fault_holds():
    proof = prove(PLAIN)
    assert proof.holds
    assert [(item.key, item.tally.hands) for item in proof.alternatives] == [
        ("house-way-tie-break", 0)
    ]
    assert {item.rule.rule: item.tally.hands for item in proof.rules}["three pairs"] == (
        count_shape(2, 2, 2)
    )


def test_a_hole_is_found():
    proof = prove_rules(without("three pairs"))
    assert not proof.holds
    assert proof.unset.hands == count_shape(2, 2, 2)
    assert proof.unset.low == ()
    assert (
        set_hand(
            build_house_way(declare(without("three pairs"))), proof.unset.example, {}, RULES
        ).rule
        is None
    )
    assert sum(item.tally.hands for item in proof.rules) == DEALS - proof.unset.hands


def test_an_unreachable_rule_is_found():
    text = (
        PLAIN
        + """
    - {rule: never, when: {shape: four-and-pair, four: A, pair: A}, low: pair-beside-four,
       at: L1}
    - {rule: too late, under: {house-way-joker: completes}, when: {shape: one-pair, pair: K+},
       low: highest-pair, at: L1}
    """
    )
    proof = prove(text, {"house-way-joker": "ace"})
    assert not proof.holds
    assert [rule.rule for rule in proof.unreachable] == ["never", "too late"]


def test_a_rule_under_another_reading_is_not_unreachable():
    text = (
        """
    - {rule: aces low, under: {house-way-joker: completes}, exception_to: one pair,
       when: {shape: one-pair, complete: true}, low: best-leaving-complete, at: L1}
    """
        + PLAIN
    )
    proof = prove(text, {"house-way-joker": "ace"})
    assert proof.holds
    assert [(item.value, item.tally.hands > 0) for item in proof.alternatives[:1]] == [
        ("completes", True)
    ]


def test_a_rule_that_a_reading_pushes_aside_is_not_unreachable():
    text = (
        """
    - {rule: always, under: {house-way-joker: completes}, exception_to: one pair,
       when: {shape: one-pair}, low: two-highest-singles, at: L1}
    """
        + PLAIN
    )
    assert prove(text, {"house-way-joker": "completes"}).holds


def test_a_foul_is_found():
    proof = prove(
        PLAIN.replace(
            "low: two-highest-singles, at: L1}\n    - {rule: two pairs",
            "low: highest-pair, at: L1}\n    - {rule: two pairs",
        )
    )
    assert not proof.holds
    # a pair low fouls unless a straight or flush is left: fewer than the hands with one pair
    assert 0 < proof.fouls.hands < count_shape(2)
    low = proof.fouls.low
    high = [card for card in proof.fouls.example if card not in low]
    assert compare_high_with_low(rank_high(high, RULES), rank_low(low, RULES)) < 0


def test_fouls_are_counted_exactly():
    """The higher of two pairs low leaves the lower pair, and so no straight or flush either."""
    proof = prove(PLAIN.replace("low: lower-pair", "low: highest-pair"))
    assert proof.fouls.hands == count_shape(2, 2)


OVERLAP = """
    - {rule: keep them together, when: {shape: two-pair, highest_single: A},
       low: two-highest-singles, at: L1}
"""


def test_an_undeclared_overlap_is_found():
    proof = prove(OVERLAP + PLAIN)
    assert not proof.holds
    [overlap] = proof.overlaps
    assert (overlap.rule.rule, overlap.other.rule) == ("keep them together", "two pairs")
    # two pairs below the ace, the ace or the joker, and two singles of the ranks left
    assert overlap.tally.hands == comb(12, 2) * 36 * comb(10, 2) * 16 * (4 + 1)
    assert proof.overlapping == overlap.tally.hands
    first, second = list_matches(read_house_way(OVERLAP + PLAIN), overlap.tally.example, {}, RULES)
    assert set(first.low) == set(overlap.tally.low)
    assert set(second.low) == set(overlap.other_low)


def test_a_declared_overlap_is_order():
    declared = OVERLAP.replace("when:", "exception_to: two pairs, when:")
    assert prove(declared + PLAIN).holds


def test_rules_that_overlap_and_agree_are_no_fault():
    assert prove(
        """
    - {rule: aces, when: {shape: two-pair, pairs: [A, 2-K]}, low: lower-pair, at: L1}
    """
        + PLAIN
    ).holds


def test_an_exception_to_both_settles_what_they_dispute():
    text = (
        """
    - {rule: first, exception_to: [second, two pairs], when: {shape: two-pair},
       low: best-leaving-complete, at: L1}
    - {rule: second, when: {shape: two-pair, complete: true}, low: two-highest-singles,
       at: L1}
    """
        + PLAIN
    )
    proof = prove(text)
    assert not proof.overlaps
    assert [rule.rule for rule in proof.unreachable] == ["second"]


def test_an_example_that_does_not_come_out_breaks_the_proof():
    text = (
        PLAIN
        + """
    - {rule: aces, when: {shape: two-pair, pairs: [A, 2-K]}, low: lower-pair, at: L1,
       examples: [{cards: Ac Ah 2s 2h Kc Qd Js, low: 2s 2h, at: L8},
                  {cards: Ac Ah 2s 2h Kc Qd Js, low: Kc Qd, at: L9}]}
    """
    )
    proof = prove(text)
    assert [item.example.lines for item in proof.broken_examples] == ["9"]
    assert not proof.holds


def test_a_reading_without_a_value_cannot_be_judged():
    with pytest.raises(CertifyError, match="depends on house-way-joker"):
        prove_table(table_of("mbs"), {})


def test_nothing_is_proved_where_engine_and_kernel_disagree(monkeypatch):
    def swap(house_way, cards, readings, rules):
        setting = set_hand(house_way, cards, readings, rules)
        return type(setting)(setting.high[:2], setting.low + setting.high[2:], setting.rule)

    monkeypatch.setattr(proofs, "set_hand", swap)
    with pytest.raises(CertifyError, match="nothing is verified"):
        prove(PLAIN)


def test_progress_is_told_from_beginning_to_end():
    told = []
    prove_house_way(read_house_way(PLAIN), TIE, {}, RULES, lambda *step: told.append(step))
    rules = [("rules", done, 12) for done in range(2, 13)]
    assert told == [("inputs", 0, 12), ("settings", 1, 12), *rules]


# exceptions hold only where they apply


CHAIN = """
    - {rule: a, exception_to: b, when: {shape: two-pair, highest_single: A},
       low: two-highest-singles, at: L1}
    - {rule: b, exception_to: two pairs, when: {shape: two-pair, %s},
       low: two-highest-singles, at: L1}
"""


def test_a_chain_of_exceptions_is_followed_where_the_middle_rule_matches_too():
    proof = prove(CHAIN % "highest_single: K+" + PLAIN)
    assert not proof.overlaps


def test_a_chain_of_exceptions_says_nothing_where_the_middle_rule_does_not_match():
    """The middle rule asks for a king alone: an exception to it is none to the rule behind it."""
    proof = prove(CHAIN % "highest_single: K" + PLAIN)
    [overlap] = proof.overlaps
    assert (overlap.rule.rule, overlap.other.rule) == ("a", "two pairs")
    assert overlap.tally.hands == comb(12, 2) * 36 * comb(10, 2) * 16 * (4 + 1)


def test_a_chain_through_a_rule_that_is_not_in_force_says_nothing():
    text = CHAIN % "highest_single: K+" + PLAIN
    text = text.replace("- {rule: b,", "- {rule: b, under: {house-way-joker: completes},")
    assert not prove(text, {"house-way-joker": "completes"}).overlaps
    assert prove(text, {"house-way-joker": "ace"}).overlaps


def test_mbs_three_of_a_kind_with_a_complete_hand_is_an_exception_by_its_own_words():
    """Without its own declaration 175,824 hands passed only through the rule of three aces."""
    rules = copy.deepcopy(data_of("mbs")["rules"])
    (rule,) = [item for item in rules if item["rule"] == "three of a kind with a complete hand"]
    rule["exception_to"].remove("three of a kind")
    table = tabulate_house_way(build_house_way(data_of("mbs") | {"rules": rules}), RULES)
    [overlap] = prove_table(table, ADOPTED, {}, checked=0).overlaps
    assert (overlap.rule.rule, overlap.other.rule) == (rule["rule"], "three of a kind")
    assert overlap.tally.hands == 175_824
    assert overlap.tally.example[0].rank != ACE


@pytest.mark.parametrize(
    "document",
    [pytest.param(name, marks=[pytest.mark.slow] * (name != "mbs")) for name in DOCUMENTS],
)
def test_no_overlap_is_undeclared_under_any_readings(document):
    table = table_of(document)
    answers = table.house_way.values
    for values in product(*answers.values()):
        readings = dict(zip(answers, values, strict=True))
        assert not proofs._list_overlaps(table, readings, table.play(readings))[0], readings


# rules that are not expressed, hands that are not set, equal hands, decks


def test_a_rule_that_is_not_expressed_is_an_exception_to_the_proof():
    missing = [{"rule": "ask", "because": "no ranks", "at": {"clause": "A", "lines": 3}}]
    house_way = read_house_way(PLAIN, unexpressed=missing)
    proof = prove_table(tabulate_house_way(house_way, RULES), TIE, {}, checked=0)
    assert (proof.holds, proof.verdict) == (True, "proved-except")
    assert _cite(describe_proof(proof), house_way)["unexpressed"] == [
        {"rule": "ask", "because": "no ranks", "clause": "A", "lines": "3"}
    ]
    assert prove(PLAIN).verdict == "proved"
    assert prove_rules(without("five")).verdict == "not-proved"


def test_unset_hands_are_told_by_shape_with_an_example_of_each():
    proof = prove_rules(without("three pairs", "two threes", "five"))
    gone = {"three-pair", "two-threes", "five-aces", "five-aces-and-pair"}
    counts = {item.shape: item.tally.hands for item in proof.unset_by_shape}
    assert counts == {shape: count_shape(*SIZES[shape]) for shape in gone}
    assert proof.unset.hands == sum(counts.values())
    for item in proof.unset_by_shape:
        assert view_hand(item.tally.example, RULES).shape == item.shape


@pytest.mark.parametrize("document", DOCUMENTS)
def test_where_equal_hands_are_foul_the_house_way_fouls_as_many_as_it_splits(document):
    """A four of a kind split before three lower cards leaves its equal behind."""
    foul = tabulate_house_way(house_way_of(document), RankRules(equal="foul"))
    strict = prove_table(foul, ADOPTED, {}, checked=500)
    mild = prove_table(table_of(document), ADOPTED, {}, checked=0)
    assert (mild.fouls.hands, mild.holds) == (0, True)
    assert strict.fouls.hands == strict.equal.hands == mild.equal.hands > 0
    assert (strict.holds, strict.verdict) == (False, "not-proved")


def test_mbs_equal_hands_counted_by_ranks_and_suits():
    """Four of a kind split before three singles, unless joker and ace complete a hand with them."""
    natural, beside_joker = comb(12, 3) * 64, comb(11, 2) * 16
    jacks_to_kings = 3 * (natural + beside_joker)
    sevens_to_tens = 4 * comb(11, 3) * 64
    four_aces = natural + 4 * natural
    # three aces and the joker: three of 10-J-Q-K or of 2-3-4-5, or three cards in the suit of an ace
    straights = 8 * 64 * 4
    flushes = comb(12, 3) * 4 * 3
    both = 8 * 4 * 3
    proof = prove_table(table_of("mbs"), ADOPTED, {}, checked=0)
    assert proof.equal.hands == (
        jacks_to_kings + sevens_to_tens + four_aces - (straights + flushes - both)
    )


def test_a_deck_of_52_cards_is_proved_without_a_joker():
    rules = RankRules(jokers=0)
    table = tabulate_house_way(build_house_way(declare(without("five"))), rules)
    proof = prove_table(table, TIE, {}, checked=500)
    assert proof.holds
    assert (proof.cards, proof.hands, proof.inputs) == (52, comb(52, 7), 190_346)
    hands = {item.rule.rule: item.tally.hands for item in proof.rules}
    assert hands["three pairs"] == comb(13, 3) * 6**3 * 10 * 4
    assert hands["two threes"] == comb(13, 2) * 4**2 * 11 * 4
    five = prove_table(tabulate_house_way(read_house_way(PLAIN), rules), TIE, {}, checked=0)
    assert [rule.rule for rule in five.unreachable] == ["five"]


def test_the_tie_break_moves_only_what_equal_low_hands_leave():
    table = table_of("mbs")
    best, lowest = (table.play(ADOPTED | {TIE_BREAK: value}) for value in ANSWERS[TIE_BREAK])
    lows, highs = zip(*(list_values(table.hands, played) for played in (best, lowest)), strict=True)
    moved = highs[0] != highs[1]
    assert (lows[0] == lows[1]).all()
    assert (highs[0][moved] > highs[1][moved]).all()
    [counted] = [
        item
        for item in prove_table(table, ADOPTED, checked=0).alternatives
        if item.key == TIE_BREAK
    ]
    assert counted.tally.hands == int(table.inputs.weights[moved].sum()) > 0


# the table


@pytest.mark.slow
def test_the_table_has_a_line_for_each_input_and_all_hands():
    stream = io.StringIO()
    assert export_table(table_of("designated-player"), ADOPTED, stream) == 292_253
    stream.seek(0)
    reader = csv.reader(stream)
    assert next(reader) == ["cards", "low", "rule", "weight"]
    rows = list(reader)
    assert len({cards for cards, _, _, _ in rows}) == len(rows) == 292_253
    assert sum(int(weight) for _, _, _, weight in rows) == DEALS
    house_way = house_way_of("designated-player")
    for cards, low, rule, _ in rows[::997]:
        setting = set_hand(house_way, parse_cards(cards, 7), ADOPTED, RULES)
        assert set(setting.low) == set(parse_cards(low, 2))
        assert setting.rule.rule == rule


@pytest.mark.slow
def test_the_table_leaves_empty_what_no_rule_sets():
    stream = io.StringIO()
    table = tabulate_house_way(build_house_way(declare(without("five"))), RULES)
    export_table(table, TIE, stream)
    stream.seek(0)
    rows = list(csv.DictReader(stream))
    unset = [row for row in rows if not row["rule"]]
    assert {row["low"] for row in unset} == {""}
    assert sum(int(row["weight"]) for row in unset) == count_shape(5) + count_shape(5, 2)

"""Colours, natural and exact hands, straights by rank, first five cards, standard wagers: counted twice."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, product
from math import comb

import pytest

from certify.game.cards import DECK
from certify.game.rank import RankRules
from certify.game.views import FIRST_FIVE, Aspect, _list_first_five, look, parse_condition
from certify.game.vocabulary import HAND_CLASSES
from certify.independent.hands import HandOrder
from certify.independent.settlement import SeatHands, meets
from certify.kernels.deck import Deck
from certify.odds import situations
from certify.odds.count_settings import SettingCounts, SettingView, tag_inputs, tally_settings
from certify.odds.counts import tally_hands
from certify.spec.compile import compile_rulebook
from tests.odds.test_count_settings import compare
from tests.odds.test_count_without_store import RULES, SMALL, deal, make_setting
from tests.wagers import brute_force
from tests.wagers.accepted_specs import find_wager, load, odds_of
from tests.wagers.brute_force import NAMES, RANKS, ranks_in
from tests.wagers.test_accepted_counts import HANDS, REPLIES, check, take_first

NAME = "colours-and-results"
WALKED = {
    "red": [6_874_010, 66_817_530, 6_760_000],
    "natural": [4_512, 21_620, 82_252, 1_554_156, 7_470_676, 32_691_816, 21_075_458],
}
"""Hands by line as a program in C counted them, which walks all 154,143,080 and shares no code."""


def holds(line, key):
    """Whether a hand of the plain tally meets a line as it is written."""
    place, suited, top = key & 15, key >> 4 & 15, key >> 8 & 15
    reds, joker, natural = key >> 12 & 7, key >> 15 & 1, key >> 16 & 1
    hand = line.get("hand")
    if "red_cards" in line:
        least, _, most = str(line["red_cards"]).replace("+", "-7").partition("-")
        if not int(least) <= reds <= int(most or least):
            return False
    if "joker" in line and (line["joker"] == "with") != bool(joker):
        return False
    if line.get("only") and (place == len(NAMES) or NAMES[place] != hand):
        return False
    if line.get("natural"):
        return bool(natural)
    if "rank" in line:
        found = suited if hand == "straight-flush" else top
        return found - 1 in ranks_in(line["rank"])
    # only these classes are asked without anything else, and no higher class comes without them
    return hand is None or line.get("only") or place == NAMES.index("royal-flush")


@pytest.mark.slow
@pytest.mark.parametrize("wager", WALKED)
def test_every_hand_by_its_line(wager):
    lines = find_wager(NAME, wager)["lines"]
    # a royal flush next to a king and queen, or in seven cards, is of a higher class of NAMES
    royal = NAMES.index("royal-flush")
    tally = Counter()
    for key, number in brute_force.tally_hands().items():
        place, suited = key & 15, key >> 4 & 15
        is_royal = place < royal and suited - 1 == brute_force.ACE
        tally[key & ~15 | royal if is_royal else key] += number
    found = take_first(lines, tally, holds)
    assert [found[at] for at in range(len(lines))] == WALKED[wager]
    check(odds_of(NAME, wager), lines, found)


@pytest.mark.slow
def test_the_first_five_cards():
    """Every hand of five cards, each of which leaves two of the other 48."""
    lines = find_wager(NAME, "five-cards")["lines"]
    made = brute_force.tally_five_cards()
    made["four-of-a-kind"] += made.pop("five-aces")
    found = Counter({at: made[line["first_five"]] for at, line in enumerate(lines)})
    found[None] = made["high-card"]
    assert sum(found.values()) == comb(53, 5)
    check(odds_of(NAME, "five-cards"), lines, found, times=comb(48, 2))


LITTLE = (Deck((8, 9, 10, 11, 12), 2, 1), Deck((0, 1, 2, 3, 4, 12), 2, 1), Deck((9, 10, 12), 4, 0))
BY_CARDS = frozenset({Aspect.NATURAL, Aspect.RUN, Aspect.REDS, Aspect.COLOUR})


@pytest.mark.parametrize("joker", ["bug", "wild"])
@pytest.mark.parametrize(
    "deck", [LITTLE[0], pytest.param(LITTLE[1], marks=pytest.mark.slow), LITTLE[2]]
)
def test_the_kernels_see_what_a_look_sees(deck, joker):
    rules = RankRules(joker, jokers=deck.jokers)
    expected = Counter(
        look([DECK[code] for code in codes], rules, BY_CARDS)
        for codes in combinations(deck.codes().tolist(), 7)
    )
    assert tally_hands(deck, rules, BY_CARDS).views == expected


@pytest.mark.parametrize("joker", ["bug", "wild"])
def test_the_kernels_see_every_choice_of_five_cards(joker):
    deck, rules = LITTLE[0], RankRules(joker)
    aspects = frozenset({Aspect.FIRST_FIVE})
    expected = Counter()
    for codes in combinations(deck.codes().tolist(), 7):
        view = look([DECK[code] for code in codes], rules)
        for five in combinations(codes, 5):
            made = _list_first_five(tuple(DECK[code] for code in five), rules)
            expected[replace(view, first_five=made)] += 1
    assert tally_hands(deck, rules, aspects).views == expected
    assert sum(expected.values()) == comb(deck.size, 7) * 21


def list_conditions():
    yield from ({"hand": name, "only": True} for name in HAND_CLASSES[:-1])
    yield from ({"hand": name, "natural": True} for name in HAND_CLASSES[:-1])
    yield from ({"hand": "straight", "rank": rank} for rank in RANKS[3:])
    yield from ({"hand": "straight-flush", "rank": rank} for rank in RANKS[3:])
    yield from ({f"{colour}_cards": n} for colour in ("red", "black") for n in range(8))
    yield from ({"first_five": name} for name in FIRST_FIVE)


@pytest.mark.parametrize("joker", ["bug", "wild"])
def test_the_second_model_means_the_same(joker):
    """Every hand of a few cards, by the views of the first model and by the second one."""
    order = HandOrder(wild=joker == "wild")
    rules = RankRules(joker)
    conditions = [parse_condition(data) for data in list_conditions()]
    aspects = frozenset(Aspect) - {Aspect.AS_SET}
    seen = set()
    for deck in LITTLE[:2]:
        for codes in list(combinations(deck.codes().tolist(), 7))[::5]:
            view = look([DECK[code] for code in codes], rules, aspects)
            hand = SeatHands(codes)
            for condition in conditions:
                held = condition.holds(view)
                assert held == meets(condition, hand, order), (codes, condition)
                seen.add((condition, held))
    assert len(seen) > 1.4 * len(conditions)


# --- the standard wager


@pytest.mark.slow
def test_results_add_up_to_those_of_the_standard_wager():
    standard = {item.name: item.deals for item in odds_of(NAME, "standard").outcomes}
    odds = odds_of(NAME, "results")
    deals = {item.name: item.deals for item in odds.outcomes}
    assert odds.deals == sum(standard.values()) == HANDS[1] * REPLIES[1]
    copies = deals["standard-both-copies"]  # which the bank wins
    pushed = deals["three-pair-standard-push"] + deals["standard-push"]
    assert pushed == standard["push"]
    assert 0 < copies + deals["straight-standard-loses"] < standard["lose"]


def test_results_and_hands_are_counted_deal_by_deal(monkeypatch):
    """All deals of a few cards through the settlement, against the kernels' count by tags."""
    rulebook = compile_rulebook(load(NAME), None, None)
    dealt, setting = deal(), make_setting()

    def count(rules, own, tags, *, aspects, **_):
        cells = tally_settings(SMALL, own, tag_inputs(SMALL, RULES, tags, aspects, own))
        kinds = range(len(cells))
        views = {
            SettingView(low - 1, high - 1, bank, player): cells[player][bank][low][high]
            for player, bank, low, high in product(kinds, kinds, range(3), range(3))
        }
        return SettingCounts(views, sum(views.values()))

    def see(rules, aspects, own):
        return tally_hands(SMALL, RULES, aspects, own)

    monkeypatch.setattr(situations, "count_settings", count)
    monkeypatch.setattr(situations, "count_hands", see)
    terms = rulebook.wagers["results"]
    found = situations.count_situations(
        rulebook.ranking, terms, setting, standard=rulebook.standard
    )
    expected = Counter()
    held_by = [look([DECK[code] for code in row], RULES).held for row in dealt.rows]
    for i, j in dealt.list_pairs():
        low, high = compare(dealt.bank[i], dealt.bank[j])
        won = {low > 0, high > 0}  # the bank wins copies
        result = "push" if len(won) > 1 else "wins" if True in won else "loses"
        held = held_by[i]
        places = []
        for at, line in enumerate(find_wager(NAME, "results")["lines"]):
            both = line["standard"] == "both-copies"
            met = low == high == 0 if both else line["standard"] == result
            if met and line.get("hand", "high-card") in held:
                places.append(at)
        expected[tuple(places)] += 1
    assert {item.held: n for item, n in found.situations.items() if n} == expected
    assert len(expected) > 4

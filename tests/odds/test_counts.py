"""Views counted by the kernels against a look at every hand, and at every pair of hands."""

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations
from math import comb, perm
from random import Random

import numpy as np
import pytest

from certify.base.errors import NotCounted
from certify.base.load import parse_json
from certify.game.cards import ACE, DECK, KING
from certify.game.rank import RankRules
from certify.game.views import (
    BARE,
    NO_ASPECTS,
    Aspect,
    HandCondition,
    HandView,
    _list_first_three,
    _name_colour,
    look,
)
from certify.kernels.deck import Deck
from certify.odds import counts
from certify.odds.count_joint import tally_pairs
from certify.odds.count_views import (
    decode,
    describe_view,
    label_hands,
    read_view,
    share_colours,
)

BUG, WILD, NONE = RankRules(), RankRules("wild"), RankRules(jokers=0)
RULES = {"bug": BUG, "wild": WILD, "no joker": NONE}
OF_CARDS = frozenset({Aspect.EQUAL, Aspect.BESIDE, Aspect.COLOUR})
OF_SEVEN = OF_CARDS | {Aspect.FIRST_THREE}
DECKS = {
    "two suits of the highest": Deck((8, 9, 10, 11, 12), 2, 1),
    "two ranks of four suits": Deck((1, 12), 4, 1),
    "low straights": Deck((0, 1, 2, 3, 12), 2, 1),
}


def deck_of(name, rules):
    deck = DECKS[name]
    return deck if rules.jokers else Deck(deck.ranks, deck.suits, 0)


@cache
def hands_of(deck):
    return [tuple(DECK[code] for code in codes) for codes in combinations(deck.codes().tolist(), 7)]


@cache
def look_each(deck, rules):
    """Every hand looked at with all that its seven cards show."""
    return [look(cards, rules, OF_CARDS) for cards in hands_of(deck)]


def list_looks(deck, rules, aspects):
    """For every hand its views, one for each choice of three as the cards dealt first."""
    for cards, full in zip(hands_of(deck), look_each(deck, rules), strict=True):
        view = HandView(full.held, full.joker, full.highest)
        if Aspect.EQUAL in aspects:
            view = replace(view, pairs=full.pairs, threes=full.threes, fours=full.fours)
        if Aspect.BESIDE in aspects:
            view = replace(view, beside=full.beside)
        if Aspect.COLOUR in aspects:
            view = replace(view, colour=full.colour)
        if Aspect.FIRST_THREE not in aspects:
            yield Counter([view])
            continue
        kinds = Counter(list_kind(three, rules) for three in combinations(cards, 3))
        yield Counter({replace(view, first_three=kind): n for kind, n in kinds.items()})


@cache
def list_kind(three, rules):
    return frozenset(_list_first_three(three, rules.joker))


def look_at_all(deck, rules, aspects):
    return sum(list_looks(deck, rules, aspects), Counter())


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_reasoning_agrees_with_every_suit_class(rules):
    """84 views with the bug, 64 with a wild joker, 35 without."""
    deck = Deck(jokers=rules.jokers)
    enumerated = counts.tally_hands(deck, rules)
    reasoned = counts.count_hands(rules)
    assert dict(reasoned.views) == dict(enumerated.views)
    assert reasoned.deals == enumerated.deals == comb(52 + rules.jokers, 7)
    assert len(reasoned.views) == {"bug": 84, "wild": 64}[rules.joker] or not rules.jokers


def test_hands_without_a_pair_by_hand():
    """Nine high is five of the ranks below with the nine, less the straights, less the flushes."""
    views = counts.count_hands(BUG).views
    flushes = 4 * (1 + 7 * 3 + comb(7, 2) * 9)
    # ranks 2 to 8 beside a nine: six of seven, less those that hold five in a row
    holding = [s for s in combinations(range(7), 6) if not has_run({*s, 7})]
    assert views[HandView(BARE, False, 7)] == len(holding) * (4**7 - flushes) == 31_080


def has_run(ranks):
    return any({low, low + 1, low + 2, low + 3, low + 4} <= ranks for low in range(9))


ONE_EACH = {("two suits of the highest", BUG), ("low straights", WILD)}
"""Decks of 11 cards, once with each joker at once; the smallest always, the others in `make test-all`."""


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        pytest.param(
            *(name, rules),
            id=f"{name}-{label}",
            marks=[pytest.mark.slow]
            * (
                name != "two ranks of four suits" and rules.jokers and (name, rules) not in ONE_EACH
            ),
        )
        for name in DECKS
        for label, rules in RULES.items()
    ],
)
def test_every_aspect_is_counted_as_it_is_looked_at(name, rules):
    deck = deck_of(name, rules)
    for aspects in (NO_ASPECTS, OF_CARDS, OF_SEVEN):
        found = counts.tally_hands(deck, rules, aspects)
        assert found.views == look_at_all(deck, rules, aspects)
        assert found.deals == sum(found.views.values())


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_labels_of_random_hands_are_what_a_look_gives(rules):
    random = Random(5)
    codes = [sorted(random.sample(range(52 + rules.jokers), 7)) for _ in range(300)]
    royal = [4 * rank for rank in range(8, 13)]
    rest = [code for code in range(52 + rules.jokers) if code not in royal]
    codes += [sorted([*royal, *random.sample(rest, 2)]) for _ in range(200)]
    kings = [4 * rank + suit for rank in (10, 11, 12) for suit in range(4)]
    for missing in royal if rules.jokers else []:
        others = [code for code in kings if code not in royal or code == missing]
        beside = list(combinations(others, 2))
        codes += [
            sorted([*(c for c in royal if c != missing), *pair, 52])
            for pair in random.sample(beside, 20)
        ]
    columns = label_hands(np.array(codes, dtype=np.int8), rules, OF_SEVEN)
    shares = share_colours(4)
    met = set()
    for place, row in enumerate(codes):
        numbers = {name: int(column[place]) for name, column in columns.items()}
        cards = [DECK[code] for code in row]
        views = dict(decode(numbers, OF_CARDS, shares))
        view = look(cards, rules, OF_CARDS)
        assert view in views
        assert len({v.colour for v in views}) == len(views) == len({*views, view})
        met |= view.beside
        kinds = Counter()
        for kind, times in decode(numbers, frozenset({Aspect.FIRST_THREE}), shares):
            kinds[kind.first_three] += times
        assert kinds == Counter(list_kind(three, rules) for three in combinations(cards, 3))
    assert met == {"suited-king-queen", "king-queen", "suited-ace-king", "ace-king"} or (
        not rules.jokers and "king-queen" in met
    )


def test_colours_are_shared_as_suits_can_be_named():
    for used, share in share_colours(4).items():
        red = perm(2, used) / perm(4, used)
        assert share["red"] == share["black"] == red * sum(share.values())
        assert sum(share.values()) == 6


def test_a_view_survives_being_written_down():
    for view in counts.tally_hands(DECKS["two suits of the highest"], WILD, OF_SEVEN).views:
        assert read_view(describe_view(view)) == view


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_further_aspects_of_the_full_deck_sum_to_the_plain_views(rules):
    plain = counts.count_hands(rules).views
    for aspect, times in ((Aspect.EQUAL, 1), (Aspect.COLOUR, 1), (Aspect.FIRST_THREE, 35)):
        found = Counter()
        for view, number in counts.count_hands(rules, frozenset({aspect})).views.items():
            found[HandView(view.held, view.joker, view.highest)] += number
        assert found == {view: number * times for view, number in plain.items()}


def test_red_hands_by_hand():
    """All natural cards from 26, with the joker beside six of them or without."""
    views = counts.count_hands(BUG, frozenset({Aspect.COLOUR})).views
    red = sum(number for view, number in views.items() if view.colour == "red")
    assert red == comb(26, 7) + comb(26, 6)


def test_fours_of_a_rank_by_hand():
    views = counts.count_hands(BUG, frozenset({Aspect.EQUAL})).views
    for rank, expected in (
        (KING, comb(49, 3)),
        # four natural aces and any three, or three of them and the joker beside three others
        (ACE, comb(49, 3) + 4 * comb(48, 3)),
    ):
        assert sum(number for view, number in views.items() if rank in view.fours) == expected


# --- two hands -------------------------------------------------------------------------------------


def list_labelled(deck, rules, aspects):
    """As `list_looks`, but from the labels that are held against a look above: it saves time."""
    hands = hands_of(deck)
    rows = np.array([[card.code for card in cards] for cards in hands], dtype=np.int8)
    columns = label_hands(rows, rules, OF_CARDS)
    for place, cards in enumerate(hands):
        numbers = {name: int(column[place]) for name, column in columns.items()}
        view = decode(numbers, aspects - {Aspect.COLOUR, Aspect.FIRST_THREE}, {})[0][0]
        if Aspect.COLOUR in aspects:
            view = replace(view, colour=_name_colour(cards))
        kinds = Counter([frozenset()])
        if Aspect.FIRST_THREE in aspects:
            kinds = Counter(list_kind(three, rules) for three in combinations(cards, 3))
        yield Counter({replace(view, first_three=kind): n for kind, n in kinds.items()})


def deal_all(deck, rules, first, second, apart):
    """Every ordered deal of two hands of a deck, looked at and grouped."""
    sides = []
    for aspects in (first, second):
        views = []
        for found in list_labelled(deck, rules, aspects):
            seen = Counter()
            for view, number in found.items():
                seen[apart(view)] += number
            views.append(seen)
        names = sorted({name for seen in views for name in seen})
        sides.append((names, np.array([[seen[name] for name in names] for seen in views])))
    (own, rows), (others, columns) = sides
    masks = np.array([sum(1 << card.code for card in cards) for cards in hands_of(deck)])
    joint = np.zeros((len(own), len(others)), dtype=np.int64)
    for mask, row in zip(masks, rows, strict=True):
        joint += np.outer(row, columns[(masks & mask) == 0].sum(axis=0))
    return {
        (one, two): int(number)
        for one, line in zip(own, joint, strict=True)
        for two, number in zip(others, line, strict=True)
        if number
    }


PAIR_DECKS = {
    "seven of two suits": Deck((6, 7, 8, 9, 10, 11, 12), 2, 1),
    "four suits": Deck((0, 7, 11, 12), 4, 0),
    "four suits with the joker": Deck((0, 7, 11, 12), 4, 1),
    "three suits": Deck((3, 4, 5, 6, 12), 3, 1),
}


@pytest.mark.parametrize(
    ("name", "rules", "first", "second"),
    [
        ("seven of two suits", BUG, NO_ASPECTS, NO_ASPECTS),
        ("seven of two suits", WILD, NO_ASPECTS, frozenset({Aspect.EQUAL})),
        ("seven of two suits", BUG, frozenset({Aspect.FIRST_THREE}), frozenset({Aspect.COLOUR})),
        ("four suits", NONE, frozenset({Aspect.COLOUR, Aspect.EQUAL}), NO_ASPECTS),
        ("four suits", NONE, NO_ASPECTS, frozenset({Aspect.FIRST_THREE})),
        ("seven of two suits", BUG, frozenset({Aspect.COLOUR}), frozenset({Aspect.COLOUR})),
        ("seven of two suits", WILD, frozenset({Aspect.COLOUR}), OF_CARDS),
        pytest.param(
            "four suits",
            NONE,
            frozenset({Aspect.COLOUR, Aspect.EQUAL}),
            frozenset({Aspect.COLOUR}),
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "three suits",
            BUG,
            frozenset({Aspect.COLOUR}),
            frozenset({Aspect.COLOUR, Aspect.EQUAL}),
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "four suits",
            NONE,
            frozenset({Aspect.FIRST_THREE}),
            frozenset({Aspect.FIRST_THREE}),
            marks=pytest.mark.slow,
        ),
        pytest.param(
            *("four suits with the joker", BUG, frozenset({Aspect.COLOUR})),
            frozenset({Aspect.COLOUR}),
            marks=pytest.mark.slow,
        ),
        pytest.param(
            *("three suits", BUG, OF_SEVEN, frozenset({Aspect.COLOUR, Aspect.FIRST_THREE})),
            marks=pytest.mark.slow,
        ),
    ],
)
def test_pairs_are_those_of_every_deal(name, rules, first, second):
    deck = PAIR_DECKS[name]

    def apart(view):
        return (
            len(view.held),
            view.joker,
            len(view.pairs),
            ACE in view.threes,
            view.colour,
            "flush" in view.first_three,
        )

    groups = [
        counts._group(counts.tally_hands(deck, rules, side).views, apart)
        for side in (first, second)
    ]
    matrix = tally_pairs(deck, rules, (first, second), groups)
    names = [counts._represent(group) for group in groups]
    found = Counter()
    for one, row in zip(names[0], matrix, strict=True):
        for two, number in zip(names[1], row, strict=True):
            if number:
                found[apart(one), apart(two)] += number
    assert found == deal_all(deck, rules, first, second, apart)


def test_what_two_hands_cannot_be_asked_is_refused():
    both = frozenset({Aspect.COLOUR, Aspect.AS_SET})
    with pytest.raises(NotCounted, match="colours of two hands that are also seen as set"):
        tally_pairs(PAIR_DECKS["four suits"], NONE, (both, frozenset({Aspect.COLOUR})), [])
    with pytest.raises(NotCounted, match="too many"):
        counts.count_pairs(BUG, frozenset({Aspect.EQUAL}))
    with pytest.raises(NotCounted, match="no house way"):
        counts.count_hands(BUG, frozenset({Aspect.AS_SET}))


def test_a_certificate_can_hold_the_largest_number_of_deals():
    """Two hands, and the first three cards of each."""
    deals = comb(53, 7) * comb(46, 7) * comb(7, 3) ** 2
    assert parse_json(f'{{"deals": {deals}}}'.encode(), "certificate") == {"deals": deals}


@pytest.mark.slow
def test_colours_of_two_hands_of_the_full_deck_by_hand():
    """Two red hands come from 27 cards; a red and a black one share nothing but the joker."""
    colour = frozenset({Aspect.COLOUR})
    pairs = counts.count_pairs(
        BUG, colour, colour, tell_apart=lambda view: (view.colour, view.joker)
    )
    found = Counter()
    for (one, two), number in pairs.views.items():
        found[one.colour, one.joker, two.colour] += number
    both = sum(found["red", joker, "red"] for joker in (True, False))
    assert both == comb(27, 7) * comb(20, 7) == 68_840_085_600
    assert found["red", True, "black"] == comb(26, 6) * comb(26, 7) == 151_445_294_000
    assert found["black", False, "red"] == comb(26, 7) * comb(27, 7) == 584_146_134_000


@pytest.mark.slow
def test_the_first_three_cards_of_two_hands_of_the_full_deck_by_hand():
    """1,144 natural flushes of three cards and 312 with the joker, two of them without a common card."""
    three = frozenset({Aspect.FIRST_THREE})
    pairs = counts.count_pairs(
        BUG, three, three, tell_apart=lambda view: "flush" in view.first_three
    )
    both = sum(
        number
        for (one, two), number in pairs.views.items()
        if "flush" in one.first_three and "flush" in two.first_three
    )
    flushes = [
        sum(1 << code for code in codes)
        for codes in combinations(range(53), 3)
        if len({code & 3 for code in codes if code != 52}) == 1
    ]
    assert len(flushes) == 1_456
    masks = np.array(flushes)
    disjoint = sum(int(((masks & mask) == 0).sum()) for mask in flushes)
    assert both == disjoint * comb(47, 4) * comb(43, 4) == 38_679_177_522_585_600


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_pairs_of_the_full_deck_have_the_margins_of_one_hand(rules):
    pairs = counts.count_pairs(rules)
    one = counts.count_hands(rules).views
    rest = comb(45 + rules.jokers, 7)
    first, second = Counter(), Counter()
    for (a, b), number in pairs.views.items():
        first[a] += number
        second[b] += number
        assert pairs.views[b, a] == number
    assert first == second == {view: number * rest for view, number in one.items()}
    if rules.joker == "bug" and rules.jokers:
        assert len(pairs.views) == 4627


@pytest.mark.slow
def test_red_beside_a_royal_flush():
    """Colour on one hand: the margin is that of one hand, and the other hand's classes stay."""
    colour = frozenset({Aspect.COLOUR})
    pairs = counts.count_pairs(
        BUG, colour, tell_apart=lambda view: (view.colour, "royal-flush" in view.held)
    )
    red = sum(n for (one, _), n in pairs.views.items() if one.colour == "red")
    assert red == (comb(26, 7) + comb(26, 6)) * comb(46, 7)
    royal = sum(n for (_, two), n in pairs.views.items() if "royal-flush" in two.held)
    every = sum(n for v, n in counts.count_hands(BUG).views.items() if "royal-flush" in v.held)
    assert royal == every * comb(46, 7)


# --- hands listed one by one -------------------------------------------------------------------------


def test_hands_are_listed_one_by_one():
    """Royal matches: any two suits, the joker for none of the royal flush or for one of its five."""
    match = HandCondition(hand="royal-match")
    masks = counts.list_hands_where(BUG, match.holds)
    expected = set()
    for suit in range(4):
        for other in set(range(4)) - {suit}:
            royal = [4 * rank + suit for rank in range(8, 13)]
            beside = [4 * 10 + other, 4 * 11 + other]
            for chosen in (royal, *([*royal[:i], *royal[i + 1 :], 52] for i in range(5))):
                expected.add(sum(1 << code for code in [*chosen, *beside]))
    assert set(masks) == expected
    assert len(masks) == len(expected) == 72
    assert counts.list_hands_where(BUG, HandCondition(hand="flush").holds) is None


def test_hands_of_one_colour_are_listed():
    red = HandCondition(hand="seven-card-straight-flush", colour="red")
    masks = counts.list_hands_where(BUG, red.holds, red.aspects)
    assert len(masks) == 2 * 8
    assert all(mask & sum(1 << code for code in range(0, 52, 4)) == 0 for mask in masks)

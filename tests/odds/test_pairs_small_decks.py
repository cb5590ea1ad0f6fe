"""Pairs of hands of decks so small that the second hand is nearly all that the first leaves."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from certify.base.errors import NotCounted
from certify.game.rank import RankRules
from certify.game.views import NO_ASPECTS, Aspect
from certify.kernels.deck import Deck
from certify.odds import count_joint
from certify.odds.count_joint import tally_pairs
from certify.odds.count_views import rank_labels
from certify.odds.counts import tally_hands

BUG, NONE = RankRules(), RankRules(jokers=0)
COLOUR, THREE, EQUAL = (
    frozenset({aspect}) for aspect in (Aspect.COLOUR, Aspect.FIRST_THREE, Aspect.EQUAL)
)
FOURTEEN = Deck((6, 7, 8, 9, 10, 11, 12), 2, 0)
JOKER = 52
REDS = {1, 2}


def tell(view):
    """What is told of a view: colour, joker, three pairs, a pair of aces, and a flush in three cards."""
    return (
        view.colour,
        view.joker,
        "three-pair" in view.held,
        12 in view.pairs,
        "flush" in view.first_three,
    )


def tell_cards(codes, aspects):
    """The same of seven cards: how often each answer comes, by the choices of the first three."""
    ranks = Counter(12 if code == JOKER else code // 4 for code in codes)
    suits = {code % 4 for code in codes if code != JOKER}
    colour = "red" if suits <= REDS else "mixed" if suits & REDS else "black"
    flushes = [False]
    if Aspect.FIRST_THREE in aspects:
        threes = combinations(codes, 3)
        flushes = [len({code % 4 for code in three if code != JOKER}) == 1 for three in threes]
    return Counter(
        (
            colour if Aspect.COLOUR in aspects else "",
            JOKER in codes,
            sum(number >= 2 for number in ranks.values()) >= 3,
            Aspect.EQUAL in aspects and ranks[12] == 2,
            flush,
        )
        for flush in flushes
    )


def group(deck, rules, aspects, answer=tell):
    """The answers that the views of a deck give, and the place of each view's among them."""
    views = tally_hands(deck, rules, aspects).views
    answers = sorted({answer(view) for view in views})
    return answers, {view: answers.index(answer(view)) for view in views}


def count(deck, rules, sides, answer=tell):
    named = [group(deck, rules, side, answer) for side in sides]
    matrix = tally_pairs(deck, rules, sides, [groups for _, groups in named])
    return {
        (one, two): number
        for one, row in zip(named[0][0], matrix, strict=True)
        for two, number in zip(named[1][0], row, strict=True)
        if number
    }


def deal(deck, sides):
    """Every ordered pair of hands of a deck of fourteen or fifteen cards."""
    cards = frozenset(deck.codes().tolist())
    hands = [frozenset(hand) for hand in combinations(sorted(cards), 7)]
    told = [{hand: tell_cards(sorted(hand), side) for hand in hands} for side in sides]
    found = Counter()
    for hand in hands:
        rest = cards - hand
        for left in combinations(sorted(rest), len(rest) - 7):
            for one, times in told[0][hand].items():
                for two, number in told[1][rest - set(left)].items():
                    found[one, two] += times * number
    return found


@pytest.mark.parametrize(
    "sides",
    [
        (NO_ASPECTS, EQUAL),
        (COLOUR, NO_ASPECTS),
        (NO_ASPECTS, COLOUR | EQUAL),
        (COLOUR, COLOUR),
        (THREE, NO_ASPECTS),
        (COLOUR, THREE),
        (THREE, THREE),
        (COLOUR | THREE, COLOUR | EQUAL),
    ],
)
def test_a_hand_beside_the_seven_cards_that_it_leaves(sides):
    assert count(FOURTEEN, NONE, sides) == deal(FOURTEEN, sides)


def test_colours_beside_the_joker():
    deck = Deck((6, 7, 8, 9, 10, 11, 12), 2, 1)
    assert count(deck, BUG, (COLOUR, COLOUR)) == deal(deck, (COLOUR, COLOUR))


def test_of_one_suit_every_hand_has_its_colour():
    deck = Deck(tuple(range(13)), 1, 1)
    found = count(deck, BUG, (COLOUR, COLOUR), lambda view: (view.colour, view.joker))
    colours = {one for pair in found for one, _ in pair}
    assert len(colours) == 1
    (colour,) = colours
    half = comb(14, 7) // 2
    assert found == {
        ((colour, True), (colour, False)): half,
        ((colour, False), (colour, True)): half,
    }


def test_a_colour_of_fourteen_cards_is_dealt_twice_over():
    """Two suits are red and one is black, seven ranks of each; of the second hand a pair of aces is told."""
    deck, sides = Deck((0, 1, 2, 9, 10, 11, 12), 3, 0), (COLOUR, COLOUR | EQUAL)
    found = count(deck, NONE, sides, lambda view: (view.colour, 12 in view.pairs))
    red, black, mixed = ((name, False) for name in ("red", "black", "mixed"))
    aces = ("red", True)
    half = comb(14, 7)
    assert sum(found.values()) == comb(21, 7) * half
    # both red: the second has both red aces, or it has not
    assert (found[red, aces], found[red, red]) == (comb(12, 5), half - comb(12, 5))
    # one is black, all seven of that suit: the other is any of the red cards
    assert found[red, black] == half
    assert (found[black, aces], found[black, red]) == (comb(12, 5), half - comb(12, 5))
    assert not any({one[0], two[0]} == {"black"} for one, two in found)
    assert not any({one[0], two[0]} == {"black", "mixed"} for one, two in found)
    # a mixed hand beside a red one: what seven of the red cards leave, but red or black alone
    beside_red = sum(number for (_, two), number in found.items() if two[0] == "red")
    assert beside_red == half * half
    assert found[mixed, aces] + found[mixed, red] == half * (half - 2)


# --- parts, labels and what is refused


@pytest.mark.parametrize(
    ("sides", "most"),
    [((THREE, THREE), 12), ((THREE, THREE), 35), ((COLOUR, THREE), 34), ((COLOUR, COLOUR), 1)],
)
def test_ways_counted_in_parts_are_those_counted_at_once(monkeypatch, sides, most):
    whole = count(FOURTEEN, NONE, sides)
    groups = [group(FOURTEEN, NONE, side)[1] for side in sides]
    widest = []

    def fits(size, ways):
        assert size == 14
        widest.append(ways)
        return ways <= most * least

    monkeypatch.setattr(count_joint, "fits_each", lambda size, ways: bool(widest.append(ways)))
    with pytest.raises(NotCounted, match=r"^two hands are of too many kinds in too many ways"):
        tally_pairs(FOURTEEN, NONE, sides, groups)
    least = min(widest)
    monkeypatch.setattr(count_joint, "fits_each", fits)
    assert count(FOURTEEN, NONE, sides) == whole


def test_the_ways_of_a_pair_are_tried_in_the_fewest_parts_first(monkeypatch):
    """Each hand has 35 choices of its first three cards: all pairs of them, then one of the second less."""
    asked = []
    monkeypatch.setattr(count_joint, "fits_each", lambda size, ways: bool(asked.append(ways)))
    groups = [group(FOURTEEN, NONE, THREE)[1]] * 2
    with pytest.raises(NotCounted):
        tally_pairs(FOURTEEN, NONE, (THREE, THREE), groups)
    assert asked == [35 * part for part in range(35, 0, -1)]


@pytest.mark.parametrize("side", [NO_ASPECTS, THREE, COLOUR])
def test_hands_that_nothing_tells_apart_are_all_deals(side):
    deck, ways = FOURTEEN, 35 if side == THREE else 1
    groups = dict.fromkeys(tally_hands(deck, NONE, side).views, 0)
    deals = comb(14, 7) * ways**2
    assert tally_pairs(deck, NONE, (side, side), [groups, groups]) == [[deals]]


def test_ranks_alone_are_counted_as_long_as_they_have_room(monkeypatch):
    """Without colours and first cards no suits are named; with too many kinds they are after all."""
    sides = (NO_ASPECTS, EQUAL)
    by_ranks, kinds = count_joint.count_joint_by_ranks, []

    def note(hands, of_input, first, second, *, progress):
        kinds.append(len(first))
        return by_ranks(hands, of_input, first, second, progress=progress)

    def refuse(*_arguments):
        raise RuntimeError("suits are named")

    expected = deal(FOURTEEN, sides)
    groups = [group(FOURTEEN, NONE, side)[1] for side in sides]
    monkeypatch.setattr(count_joint, "count_joint_by_ranks", note)
    plain = count_joint.label_classes
    monkeypatch.setattr(count_joint, "label_classes", refuse)
    matrix = tally_pairs(FOURTEEN, NONE, sides, groups)
    assert sum(map(sum, matrix)) == sum(expected.values())
    monkeypatch.setattr(count_joint, "MOST_LABELS", kinds[0])
    assert tally_pairs(FOURTEEN, NONE, sides, groups) == matrix
    monkeypatch.setattr(count_joint, "MOST_LABELS", kinds[0] - 1)
    with pytest.raises(RuntimeError, match="suits are named"):
        tally_pairs(FOURTEEN, NONE, sides, groups)
    monkeypatch.setattr(count_joint, "label_classes", plain)
    assert tally_pairs(FOURTEEN, NONE, sides, groups) == matrix


@pytest.mark.parametrize("side", [0, 1])
def test_colours_as_set_are_refused_whichever_hand_is_seen_so(side):
    sides = [COLOUR, COLOUR]
    sides[side] = COLOUR | {Aspect.AS_SET}
    with pytest.raises(NotCounted, match=r"^the colours of two hands that are also seen as set"):
        tally_pairs(FOURTEEN, NONE, sides, [])


@pytest.mark.parametrize("aspect", [Aspect.COLOUR, Aspect.FIRST_THREE])
def test_hands_are_not_labelled_by_rank_where_their_suits_count(aspect):
    with pytest.raises(ValueError, match="labelled by suit class"):
        rank_labels(FOURTEEN, NONE, frozenset({aspect}))


@pytest.mark.parametrize("side", [0, 1])
def test_a_view_that_belongs_to_no_group_is_noticed(side):
    groups = [dict(group(FOURTEEN, NONE, COLOUR)[1]) for _ in range(2)]
    view = next(view for view in groups[side] if view.colour == "mixed")
    del groups[side][view]
    with pytest.raises(AssertionError, match="do not add up"):
        tally_pairs(FOURTEEN, NONE, (COLOUR, COLOUR), groups)

"""The largest loss of one round on made-up paytables, where a look at the deck gives the answer.

Six players and the bank are dealt from 53 cards. Where each class pays ten times the next, the answer is as
many hands of the first as the deck has, then as many of the second as the first leave, and so on. A suit
holds one seven-card straight flush; two royal matches take all kings and queens, one takes the kings and
queens of two suits; there is one joker; five aces leave no royal flush.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from certify.game.cards import DECK
from certify.game.views import HandCondition
from certify.odds import exposure
from certify.odds.exposure import bound_loss, describe_exposure, find_exposure
from certify.spec.choices import BankCondition, Inclusion, LinesPaid, OwnLost, Several, Sharing
from certify.spec.compile import compile_rulebook
from certify.spec.values import LOSES, PUSHES, Exclusion, Money, Pay
from tests.conftest import load
from tests.odds.test_view_sums import PLAIN
from tests.wagers.test_settlement_values import give

NAMES = {
    "7sf": "seven-card-straight-flush",
    "7sfj": "seven-card-straight-flush-joker",
    "rm": "royal-match",
    "5a": "five-aces",
    "5k": "five-of-a-kind",
    "rf": "royal-flush",
    "sf": "straight-flush",
    "4k": "four-of-a-kind",
    "fh": "full-house",
    "3k": "three-of-a-kind",
    "2p": "two-pair",
}
FIVE = Money(Fraction(5), "USD")


@cache
def compile_plain():
    return compile_rulebook(load("south-dakota"))


def make_terms(lines, envy=None, **said):
    """A wager with these lines, each with what it pays, and what another's hand pays."""
    terms = compile_plain().wagers["fortune-bonus"]
    model = next(line for line in terms.lines if line.envy)

    def make_line(name, pays, amount=None):
        return replace(
            model,
            id=name,
            player=HandCondition(hand=name),
            pays=model.pays.put(pays if isinstance(pays, Pay) else Pay(Fraction(pays))),
            envy=None if amount is None else model.envy.put(Pay(money=Fraction(amount))),
        )

    made = [
        make_line(NAMES[name], *(pays if isinstance(pays, tuple) else (pays,)))
        for name, pays in lines.items()
    ]
    return replace(
        give(terms, **said),
        lines=tuple(made),
        envy=None if envy is None else give(terms.envy, **{**PLAIN, **envy}),
    )


def find(terms, stake=FIVE, **table):
    rulebook = compile_plain()
    return find_exposure(replace(rulebook, table=give(rulebook.table, **table)), terms, stake)


def hold(exposure, hands, pays, envy=0):
    """The lines of all players and the money, and that every card is dealt once, high cards first."""
    short = {name: key for key, name in NAMES.items()}
    assert Counter(short[name] for name, _ in exposure.players) == hands
    assert (exposure.pays.amount, exposure.envy.amount) == (pays, envy)
    assert exposure.loss.amount == pays + envy
    dealt = [card for _, cards in exposure.players for card in cards] + [*exposure.bank]
    assert len(dealt) == len({*dealt} & {*DECK}) == 7 * 7
    assert all([*cards] == sorted(cards, reverse=True) for _, cards in exposure.players)


@pytest.mark.parametrize(
    ("order", "hands"),
    [
        ("rm rf 7sf sf 4k fh", {"rm": 2, "7sf": 4}),
        ("rm rf 5k 7sfj sf 4k 5a", {"rm": 2, "7sfj": 1, "sf": 3}),
        ("7sfj 7sf rm rf sf 4k", {"7sfj": 1, "7sf": 4, "rm": 1}),
        ("5a 7sf rm rf sf 4k", {"5a": 1, "7sf": 4, "sf": 1}),
        ("5k 7sf rm rf sf 4k", {"5k": 1, "7sf": 4, "sf": 1}),  # only aces: the joker is a bug
        ("rf 7sf 5k sf 4k", {"rf": 4, "7sf": 2}),
        ("rf sf", {"rf": 4, "sf": 2}),
        ("7sf 5k 4k", {"7sf": 4, "5k": 1, "4k": 1}),
        ("7sfj sf", {"7sfj": 1, "sf": 5}),
        ("sf rf 4k", {"sf": 6}),
        ("4k sf", {"4k": 6}),
    ],
)
def test_of_steep_pays_each_class_is_dealt_as_often_as_the_deck_allows(order, hands):
    pays = {name: 10 ** (7 - place) for place, name in enumerate(order.split())}
    exposure = find(make_terms(pays))
    hold(exposure, hands, 5 * sum(pays[name] * number for name, number in hands.items()))


def test_runs_from_the_ace_leave_the_cards_for_other_hands():
    """Five kings beside four runs from the ace to the seven, and a straight flush of the cards between."""
    rulebook, terms = compile_plain(), make_terms({"5k": 100, "7sf": 10, "sf": 1})
    wild = replace(rulebook, ranking=give(rulebook.ranking, joker="wild"))
    hold(find_exposure(wild, terms, FIVE), {"5k": 1, "7sf": 4, "sf": 1}, 5 * 141)


@pytest.mark.parametrize("limit", ["_HANDS", "_PLACES"])
def test_a_search_that_has_taken_all_it_may_take_gives_no_figure(monkeypatch, limit):
    terms = make_terms({"7sf": 100, "rf": 10, "4k": 1})
    assert find(terms) is not None
    monkeypatch.setattr(exposure, limit, 4)
    assert find(terms) is None


def test_a_wild_joker_makes_five_of_ranks_that_leave_the_aces():
    """Five aces would leave no royal flush; five deuces leave all four."""
    rulebook = compile_plain()
    terms = make_terms({"5k": 100, "rf": 10, "4k": 1})
    wild = replace(rulebook, ranking=give(rulebook.ranking, joker="wild"))
    hold(find_exposure(wild, terms, FIVE), {"5k": 1, "rf": 4, "4k": 1}, 5 * 141)
    hold(find_exposure(rulebook, terms, FIVE), {"5k": 1, "4k": 5}, 5 * 105)


def test_many_of_a_cheaper_line_beat_few_of_the_dearest():
    """Two royal matches leave no royal flush: 200 and 4; one leaves two: 280 and 3; none leaves four."""
    hold(find(make_terms({"rm": 100, "rf": 90, "sf": 1})), {"rf": 4, "sf": 2}, 5 * 362)


def test_a_line_that_pushes_or_loses_costs_nothing():
    for pays in (PUSHES, LOSES, Pay()):
        hold(find(make_terms({"rf": 10, "4k": pays})), {"rf": 4, "4k": 2}, 4 * 50)
        hold(find(make_terms({"rf": pays, "4k": PUSHES})), {"rf": 4, "4k": 2}, 0)


def test_money_is_paid_beside_multiples_of_the_stake():
    lines = {"rf": Pay(Fraction(10), Fraction(7)), "4k": Pay(money=Fraction(75))}
    hold(find(make_terms(lines)), {"4k": 6}, 6 * 75)


def test_no_lower_figure_stands_for_a_choice_that_could_not_be_dealt():
    """Four royal flushes and two full houses can be dealt, but full houses are not looked for."""
    assert find(make_terms({"rf": 100, "fh": 10, "4k": 1})) is None
    assert find(make_terms({"rf": 100, "fh": 10, "4k": 10})).loss.amount == 5 * 420
    assert find(make_terms({"rf": 100, "fh": 1, "4k": 10})).loss.amount == 5 * 420


def test_no_figure_where_the_cards_left_give_the_bank_a_hand_that_beats():
    """Of two sevens, the eights, the nines and the joker any seven cards are two pair."""
    contested = {"bank_condition": BankCondition.BEATEN}
    assert find(make_terms({"rf": 10, "4k": 3, "2p": 1}, **contested)) is None
    assert find(make_terms({"rf": 10, "4k": 3, "2p": 1})).loss.amount == 230


def test_no_figure_where_a_hand_is_paid_on_several_lines_or_from_a_meter():
    lines = {"rf": 10, "4k": 3}
    assert find(make_terms(lines)) is not None
    assert find(make_terms(lines, lines_paid=LinesPaid.EVERY)) is None
    assert find(make_terms({**lines, "fh": Pay(meter=Fraction(1, 10))})) is None
    assert find(make_terms(lines, {"bank_hand": Inclusion.COUNTS})) is None


# --- envy: four royal flushes and two fours, at a stake of five

LINES = {"rf": (10, 6), "4k": (3, 2)}
HANDS = {"rf": 4, "4k": 2}
PAYS = 4 * 50 + 2 * 15


@pytest.mark.parametrize(
    ("said", "envy"),
    [
        ({}, 5 * (4 * 6 + 2 * 2)),  # each hand pays the five others
        ({"minimum_stake": FIVE}, 140),
        ({"minimum_stake": Money(Fraction(501, 100), "USD")}, 0),
        ({"own_hand": Inclusion.COUNTS}, 6 * (4 * 6 + 2 * 2)),
        (
            {"several_qualifying_hands": Several.HIGHEST},
            6 * 6,
        ),  # everybody sees another's royal flush
        ({"sharing": Sharing.SHARED}, 4 * 6 + 2 * 2),
        ({"sharing": Sharing.SHARED, "own_hand": Inclusion.COUNTS}, 4 * 6 + 2 * 2),
        ({"own_bonus_lost": OwnLost.NO_ENVY}, 140),  # nobody's own bonus is lost
        ({"lowest_hand": "royal-flush"}, 5 * 4 * 6),
        ({"forfeits": (Exclusion(NAMES["rf"], frozenset()),)}, 2 * (4 * 6 + 2)),
    ],
)
def test_envy_is_added_up_by_what_the_document_says(said, envy):
    hold(find(make_terms(LINES, said)), HANDS, PAYS, envy)


def test_a_cap_on_a_seat_its_floor_and_the_aggregate_of_the_table():
    """A royal flush gets 50 and 3 x 6 + 2 x 2 of envy, a four 15 and 4 x 6 + 2."""
    cap = {"cap": Money(Fraction(40), "USD")}
    hold(find(make_terms(LINES, {}, **cap)), HANDS, 4 * 40 + 2 * 15, 2 * 25)
    floor = {**cap, "cap_floor": Pay(Fraction(9))}
    hold(find(make_terms(LINES, {}, **floor)), HANDS, 4 * 45 + 2 * 15, 2 * 25)
    aggregate = Money(Fraction(100), "USD")
    hold(find(make_terms(LINES, {}), aggregate=aggregate), HANDS, 50 + 28, 22)


RARE = {"rm": 10**6, "7sfj": 10**5 + 2, "5a": 10**5 + 1, "5k": 10**5}


@pytest.mark.parametrize(
    ("common", "pays", "envy"),
    [
        # 900 and five times 24 are more than 1000; 900 and four times 24 are less than 998
        ({"7sf": 1000, "4k": 999, "fh": 998, "sf": (900, 24)}, 900, 3 * 5 * 24),
        # 1000 is more than each of the others with five times its envy, and less than with seven times
        ({"sf": 1000, "7sf": (900, 19), "4k": (890, 20), "fh": (880, 22)}, 1000, 0),
    ],
)
def test_a_line_is_as_dear_as_its_pay_and_the_envy_of_five(common, pays, envy):
    terms = make_terms({**RARE, **common}, {"minimum_stake": Money(Fraction(1), "USD")})
    found = find(terms, Money(Fraction(1), "USD"))
    hold(found, {"rm": 2, "7sfj": 1, "sf": 3}, 2 * 10**6 + 10**5 + 2 + 3 * pays, envy)


# --- what is printed, and the bank's hand

PLAYERS = [
    {"hand": "royal-flush", "cards": "Ac Kc Qc Jc 10c 2d 2c"},
    {"hand": "royal-flush", "cards": "Ad Kd Qd Jd 10d 2s 2h"},
    {"hand": "royal-flush", "cards": "Ah Kh Qh Jh 10h 3d 3c"},
    {"hand": "royal-flush", "cards": "As Ks Qs Js 10s 3s 3h"},
    {"hand": "four-of-a-kind", "cards": "5h 5d 5c 4s 4h 4d 4c"},
    {"hand": "four-of-a-kind", "cards": "7d 7c 6s 6h 6d 6c 5s"},
]
"""Beside the cards that make them the lowest: two sevens, the eights, nines and the joker are left."""


@pytest.mark.parametrize(
    ("lines", "envy", "said", "bank", "total"),
    [
        # nothing turns on the bank's hand: the lowest cards, although they are a four
        ({"rf": 10, "4k": 3, "3k": 1}, None, {}, "7h 7s 8c 8d 8h 8s 9c", "0 USD"),
        # a bank's four stops envy; its three of a kind has no envy to stop
        ({**LINES, "3k": 1}, {}, {}, "7h 7s 8c 8d 8h 9c 9d", "140 USD"),
        # a bank on no line beats nobody
        (
            {"rf": 10, "4k": 3, "3k": 1},
            None,
            {"bank_condition": BankCondition.BEATEN},
            "7h 7s 8c 8d 9c 9d Joker",
            "0 USD",
        ),
        (
            {**LINES, "3k": 1},
            {},
            {"bank_condition": BankCondition.BEATEN},
            "7h 7s 8c 8d 9c 9d Joker",
            "140 USD",
        ),
    ],
)
def test_the_largest_loss_is_told_with_every_card(lines, envy, said, bank, total):
    terms = make_terms(lines, envy, **said)
    loss = {"0 USD": "230 USD", "140 USD": "370 USD"}[total]
    assert describe_exposure(compile_plain(), terms, FIVE) == {
        "largest_loss": {
            "maximum_stake": "5 USD",
            "loss": loss,
            "pays": "230 USD",
            "envy": total,
            "players": PLAYERS,
            "bank": bank,
        }
    }


def test_nothing_is_told_where_no_stake_is_given_or_no_deal_is_found():
    assert describe_exposure(compile_plain(), make_terms(LINES, {}), None) == {}
    assert describe_exposure(compile_plain(), make_terms({"5a": 10}), FIVE) == {}


# --- the sum that no round exceeds


@pytest.mark.parametrize(
    ("envy", "each"),
    [
        (None, 50),
        ({}, 50 + 5 * 6),
        ({"own_hand": Inclusion.COUNTS}, 50 + 6 * 6),
        ({"bank_hand": Inclusion.COUNTS}, 50 + 6 * 6),
        ({"own_hand": Inclusion.COUNTS, "bank_hand": Inclusion.COUNTS}, 50 + 7 * 6),
        ({"minimum_stake": Money(Fraction(6), "USD")}, 50),
    ],
)
def test_no_round_exceeds_six_players_paid_the_most_and_envied_by_all(envy, each):
    terms = make_terms(LINES, envy)
    assert bound_loss(compile_plain(), terms, Fraction(10), Fraction(5)) == 6 * each

"""Settlements at their edges: what is asked and cited only where it decides, and ties of every kind."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from certify.game.cards import parse_cards
from certify.game.rank import RankRules
from certify.game.views import ANYTHING, HandCondition, look
from certify.spec.choices import (
    BankQualifies,
    CoverReach,
    LinesPaid,
    MatchJoker,
    OwnLost,
    Precedence,
    SettlingOrder,
    Several,
    StakeLost,
    StandardResult,
    Tied,
)
from certify.spec.model import Standing
from certify.spec.resolved import Uncounted, Unsaid
from certify.spec.values import PUSHES, Exclusion, Money, Other, Pay
from certify.wagers.envy import combine_claims, settle_claim
from certify.wagers.limits import Payment, bound_aggregate, cover_payments
from certify.wagers.lines import Situation, find_envy_line, situate
from certify.wagers.lines import settle as settle_lines
from tests.engine.rounds import CLASSES
from tests.wagers.test_settlement_values import (
    CONTEST,
    EITHER,
    FLUSH,
    PLAIN_COVER,
    WITH_ACE,
    envious,
    give,
    judge,
    listed,
    pay,
    stand,
    standard,
    table,
    two_sided,
    with_pays,
)
from tests.wagers.test_settlement_values import _silence as silence


def see(cards):
    return look(parse_cards(cards, 7), RankRules())


# --- envy


def test_a_claim_cites_each_rule_that_could_have_stopped_it():
    terms = envious(
        own_bonus_lost=OwnLost.STILL_PAID, bank_qualifies=BankQualifies.NO_EFFECT, forfeits=()
    )
    other = next(line for line in terms.lines if line.envy is not None)
    plain = settle_claim(terms, other, None, None, own_lost=False)
    assert not {terms.envy.own_bonus_lost, terms.envy.bank_qualifies} & set(plain.grounds)
    lost = settle_claim(terms, other, None, None, own_lost=True)
    assert set(lost.grounds) - set(plain.grounds) == {terms.envy.own_bonus_lost}
    beside = settle_claim(terms, other, None, other, own_lost=False)
    assert set(beside.grounds) - set(plain.grounds) == {terms.envy.bank_qualifies}


def test_a_forfeit_is_cited_whether_it_takes_envy_or_leaves_it():
    """Also where it names another line: with other forfeits the claim would be another."""
    terms = envious()
    first, second, *_ = (line for line in terms.lines if line.envy is not None)
    terms = envious(forfeits=(Exclusion(first.id, frozenset({second.id})),))
    left = settle_claim(terms, second, first, None, own_lost=False)
    assert (left.pay, left.refused) == (second.envy.value, "")
    taken = settle_claim(terms, first, first, None, own_lost=False)
    assert (taken.pay, taken.refused) == (PUSHES, f"the player's own {first.id} forfeits it")
    untouched = settle_claim(terms, first, second, None, own_lost=False)
    assert (untouched.pay, untouched.refused) == (first.envy.value, "")
    cited = [terms.envy.forfeits in claim.grounds for claim in (left, taken, untouched)]
    assert cited == [True, True, True]


def test_a_forfeit_that_nobody_names_takes_nothing():
    terms = envious(forfeits=None)
    other = next(line for line in terms.lines if line.envy is not None)
    for own in terms.lines:
        claim = settle_claim(terms, other, own, None, own_lost=False)
        assert (claim.pay, claim.refused) == (other.envy.value, "")


@pytest.mark.parametrize("amounts", [("0.5", "0.25"), ("1", "1"), ("0.01", "9")])
def test_small_claims_are_several_too(amounts):
    money = [Fraction(item) for item in amounts]
    envy = envious(several_qualifying_hands=Several.HIGHEST).envy
    paid, grounds = combine_claims(envy, money)
    assert paid == (money[0] >= money[1], money[0] < money[1])
    assert grounds == (envy.several_qualifying_hands,)


def test_a_hand_on_lines_without_envy_stands_on_its_first_and_asks_nothing():
    """How many lines are paid does not matter to envy where none of them has any."""
    terms = replace(envious(), lines=tuple(replace(line, envy=None) for line in envious().lines))
    terms = replace(terms, envy=give(terms.envy, forfeits=()))
    hand = see(CLASSES["full-house"])
    assert len(situate(terms, hand).held) > 1
    assert find_envy_line(terms, hand).id == "full-house"
    silent = replace(terms, lines_paid=terms.lines_paid.put(None))
    assert find_envy_line(silent, hand).id == "full-house"
    with_envy = replace(silent, lines=tuple(give_envy(line) for line in silent.lines[::-1]))
    assert find_envy_line(with_envy, hand) is with_envy.lines[situate(with_envy, hand).held[0]]


def give_envy(line):
    return replace(line, envy=line.pays.put(Pay(money=Fraction(1))))


def test_one_of_several_forfeits_is_enough():
    """Of the lines paid it is the one that forfeits, whatever else forfeits too."""
    terms = give(envious(), lines_paid=LinesPaid.EVERY)
    terms = replace(terms, lines=tuple(replace(line, envy=None) for line in terms.lines))
    hand = see(CLASSES["full-house"])
    held = [terms.lines[place].id for place in situate(terms, hand).held]
    assert len(held) > 1
    forfeits = (Exclusion(held[1], frozenset()), Exclusion("royal-match", frozenset()))
    forfeiting = replace(terms, envy=give(terms.envy, forfeits=forfeits))
    assert find_envy_line(forfeiting, hand).id == held[1]


# --- lists of lines


def test_the_bank_is_seen_in_the_players_place_only_where_it_must_be_beaten():
    own, bank = see(CLASSES["flush"]), see(CLASSES["straight"])
    plain, contested = listed(), listed(**CONTEST)
    assert situate(plain, own, bank).bank_held == ()
    assert situate(contested, own, bank).bank_held == stand(contested, "straight").held
    assert situate(contested, own).bank_held == ()
    assert situate(contested, own, bank, 1).within == 1


def test_of_lines_that_win_nothing_the_first_is_told():
    terms = two_sided(
        ("a", WITH_ACE, ANYTHING, 1), ("b", FLUSH, ANYTHING, 1), lines_paid=LinesPaid.EVERY
    )
    settled = settle_lines(with_pays(terms, PUSHES, PUSHES), Situation((0, 1)))
    assert (settled.name, settled.pay) == ("a", PUSHES)


def test_one_line_for_each_hand_is_the_first_of_its_side():
    """The player's lines come first in the name, whatever their place in the paytable."""
    terms = two_sided(*EITHER, lines_paid=LinesPaid.EACH_HAND, stake_lost=StakeLost.NO_LINE)
    assert settle_lines(terms, Situation((0, 1, 2, 3))).name == "own+theirs"
    assert settle_lines(terms, Situation((1, 2, 3))).name == "own too+theirs"
    assert settle_lines(terms, Situation((1, 3))).name == "theirs"
    lost = give(terms, stake_lost=StakeLost.NO_LINE_OF_PLAYER)
    for held, stake in (((0, 1), 0), ((2, 3), 0), ((1,), -1), ((3,), -1)):
        difference = settle_lines(lost, Situation(held)).pay.times
        difference -= settle_lines(terms, Situation(held)).pay.times
        assert difference == stake, held


@pytest.mark.parametrize("places", [(0, 1), (0, 1, 2)])
def test_of_lines_that_imply_each_other_the_first_counts_once(places):
    """The same condition twice: each implies the other, and one of them is paid."""
    again = HandCondition(hand="flush")
    terms = two_sided(
        ("a", FLUSH, ANYTHING, 2),
        ("b", again, ANYTHING, 3),
        ("c", WITH_ACE, ANYTHING, 5),
        lines_paid=LinesPaid.NOT_IMPLIED,
    )
    settled = settle_lines(terms, Situation(places))
    assert settled.name == {2: "a", 3: "a+c"}[len(places)]
    assert settled.pay == Pay(Fraction({2: 2, 3: 7}[len(places)]))


@pytest.mark.parametrize("word", MatchJoker)
def test_the_joker_in_the_banks_royal_match(word):
    """A bank's match that its joker bars is a royal flush, and ties with one."""
    terms = listed(**CONTEST, royal_match_joker=word)
    own = stand(terms, "royal-flush").held
    bank = stand(terms, "royal-match", "royal-flush").held
    settled = settle_lines(terms, Situation(own, bank_held=bank, bank_joker=True))
    assert settled.name == ("tied" if word is MatchJoker.BARRED else "not-beaten")
    assert terms.royal_match_joker in settled.grounds
    natural = settle_lines(terms, Situation(own, bank_held=bank))
    assert natural.name == "not-beaten"
    assert terms.royal_match_joker not in natural.grounds
    # the player's joker says nothing of the bank's match
    beside = settle_lines(terms, Situation(own, True, bank_held=bank))
    assert beside.name == "not-beaten"


def test_the_order_is_cited_in_a_contest_only_where_it_turns_the_contest():
    terms = listed("south-dakota", **CONTEST)
    own, bank = stand(terms, "flush").held, stand(terms, "three-of-a-kind").held
    for word in Precedence:
        ordered = replace(terms, precedence=terms.precedence.put(word))
        settled = settle_lines(ordered, Situation(own, bank_held=bank))
        assert settled.name == "flush"
        assert ordered.precedence not in settled.grounds
    printed = replace(terms, precedence=terms.precedence.put(Precedence.PAYTABLE))
    other = stand(terms, "straight").held, stand(terms, "three-of-a-kind").held
    for own, bank in (other, other[::-1]):
        settled = settle_lines(printed, Situation(own, bank_held=bank))
        assert printed.precedence not in settled.grounds


def test_what_is_not_asked_is_not_needed():
    """A hand on one line settles where nobody says how several are paid."""
    terms = replace(listed(), lines_paid=silence(listed().lines_paid))
    assert settle_lines(terms, stand(terms, "flush")).name == "flush"
    with pytest.raises(Unsaid):
        settle_lines(terms, stand(terms, "flush", "three-of-a-kind"))


def test_what_the_game_does_not_have_settles_as_the_plainest_game_does():
    """One line is paid, in the order of the paytable, and no bank has to be beaten."""
    terms = listed("south-dakota")
    ranked = sorted(terms.lines, key=lambda line: terms.classes.index(line.player.hand))
    first, second = next(
        (one, two)
        for place, one in enumerate(terms.lines)
        for two in terms.lines[place + 1 :]
        if ranked.index(one) > ranked.index(two)
    )
    absent = replace(
        terms,
        **{
            name: silence(getattr(terms, name), Standing.NOT_OFFERED)
            for name in ("lines_paid", "precedence", "bank_condition", "hand_considered")
        },
    )
    settled = settle_lines(absent, stand(absent, first.id, second.id))
    assert settled.name == first.id
    assert settled.grounds == (first.pays,)
    contested = replace(
        listed(**{**CONTEST, "bank_tied": Tied.PUSHES}),
        bank_comparison=silence(terms.bank_comparison, Standing.NOT_OFFERED),
    )
    held = stand(contested, "flush").held
    tied = settle_lines(contested, Situation(held, bank_held=held, within=1))
    assert tied.name == "tied"


# --- the standard wager


def test_how_hands_are_compared_is_asked_where_the_game_has_it():
    terms = standard(method=Other("the dealer decides"))
    with pytest.raises(Uncounted, match="which is not modelled"):
        judge(terms, 1, 1)
    absent = replace(terms, method=silence(terms.method, Standing.NOT_OFFERED))
    assert judge(absent, 1, 1).result is StandardResult.WINS


def test_a_fixed_commission_is_cited_beside_the_share():
    terms = standard(commission_fixed=Money(Fraction(2), "SGD"))
    won = judge(terms, 1, 1)
    assert won.grounds[-2:] == (terms.commission, terms.commission_fixed)
    assert terms.commission_fixed not in judge(terms, -1, -1).grounds
    assert standard().commission_fixed not in judge(standard(), 1, 1).grounds


# --- what a bank's stake covers


def test_the_order_of_settling_is_cited_where_it_is_said_and_a_stake_runs_out():
    ordered = table(**{**PLAIN_COVER, "settling_order": SettlingOrder.DEALERS_LEFT})
    payments = pay(10, 5, wager="standard", owner="standard")
    whole, cut = cover_payments(ordered, Fraction(12), payments)
    assert whole.grounds == ()
    assert cut.grounds == (ordered.bank_cover, ordered.uncovered, ordered.settling_order)
    silent = table(**PLAIN_COVER)
    assert silent.settling_order not in cover_payments(silent, Fraction(12), payments)[1].grounds


def seat(number, amount, wager="standard"):
    return Payment(number, wager, wager, Fraction(5), Fraction(amount))


@pytest.mark.parametrize(
    ("beside", "cited"),
    [
        ((), False),
        ((seat(1, 3),), False),
        ((seat(2, -20),), False),
        ((seat(2, 0),), False),
        ((seat(2, "0.50"),), True),
        ((seat(2, 1),), True),
    ],
)
def test_whose_turn_it_is_cuts_a_payment_only_where_two_seats_are_paid(beside, cited):
    """An aggregate of ten, of which the last payment of fifteen gets the rest."""
    terms = table(aggregate=Money(Fraction(10), "USD"))
    cut = bound_aggregate(terms, [*beside, seat(1, 15)])[-1]
    assert cut.grounds == (terms.aggregate, *((terms.settling_order,) if cited else ()))
    assert cut.paid == 10 - sum(item.paid for item in beside if item.paid > 0)


@pytest.mark.parametrize(
    ("beside", "cited"),
    [
        ((), False),
        ((seat(1, 3),), False),
        ((seat(2, 0),), False),
        ((seat(2, 7, "fortune-bonus"),), False),
        ((seat(2, 1),), True),
        ((seat(2, -1),), True),
    ],
)
def test_whose_turn_it_is_issues_to_a_stake_only_where_two_seats_draw_on_it(beside, cited):
    """A stake of ten for standard wagers alone; the order of settling is not said."""
    terms = table(**{**PLAIN_COVER, "bank_cover_reach": CoverReach.STANDARD})
    cut = cover_payments(terms, Fraction(10), [*beside, seat(1, 15)])[-1]
    order = (terms.settling_order,) if cited else ()
    assert cut.grounds == (terms.bank_cover, terms.uncovered, *order)


@pytest.mark.parametrize("amount", ["1", "0.75", "-1", "-0.75"])
def test_a_small_payment_is_covered_in_part_like_a_large_one(amount):
    payments = pay(amount, wager="standard", owner="standard")
    (cut,) = cover_payments(table(**PLAIN_COVER), Fraction(1, 2), payments)
    assert cut.paid == (Fraction(1, 2) if Fraction(amount) > 0 else Fraction(-1, 2))

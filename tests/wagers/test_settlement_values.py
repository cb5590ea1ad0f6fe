"""What each word does to money: the settlements alone, cell by cell, at the limit and on both sides of it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from certify.base.errors import CertifyError
from certify.game.cards import parse_cards
from certify.game.house_way.shapes import parse_group
from certify.game.rank import RankRules
from certify.game.views import ANYTHING, HandCondition, look
from certify.spec.choices import (
    BankComparison,
    BankCondition,
    BankQualifies,
    CapCovers,
    CapExcludes,
    Copy,
    Cover,
    CoverReach,
    LinesPaid,
    MatchJoker,
    NotCovered,
    NotPaid,
    OwnLost,
    Precedence,
    PushFoul,
    Rounding,
    Several,
    Sharing,
    StakeLost,
    StandardResult,
    Tied,
    YesNo,
)
from certify.spec.compile import compile_rulebook
from certify.spec.model import Standing
from certify.spec.resolved import Uncounted, Unsaid
from certify.spec.values import LOSES, PUSHES, Exclusion, Money, Pay
from certify.wagers.envy import combine_claims, find_amount, qualifies, settle_claim, share_amount
from certify.wagers.limits import Payment, bound_aggregate, cap_payments, cover_payments
from certify.wagers.lines import Situation, find_envy_line, find_line
from certify.wagers.lines import settle as settle_lines
from certify.wagers.standard import Comparison, bank_pushes, settle_standard, take_commission
from tests.conftest import load

WIN, PUSH, LOSE = StandardResult.WINS, StandardResult.PUSH, StandardResult.LOSES
CELLS = ("copy_and_win", "copy_and_lose", "copy_both")


def give(terms, **said):
    """Terms with other values, the standing of each as it was."""
    return replace(terms, **{name: getattr(terms, name).put(value) for name, value in said.items()})


def standard(**said):
    terms = compile_rulebook(load("mbs")).standard
    plain = {
        "both_win": WIN,
        "both_lose": LOSE,
        "one_each": PUSH,
        "copy": Copy.BANK,
        **dict.fromkeys(CELLS),
        "bank_hand_push": YesNo.NO,
        "pays": Pay(Fraction(1)),
        "commission": Fraction(1, 20),
        "commission_fixed": None,
    }
    return give(terms, **{**plain, **said})


def judge(terms, low, high, *, pushes=False, fouled=False):
    return settle_standard(terms, Comparison(low, high, pushes, fouled))


# --- the standard wager

PLAIN = {(1, 1): WIN, (-1, -1): LOSE, (1, -1): PUSH, (-1, 1): PUSH}
COPIES = {
    Copy.BANK: {(0, 1): PUSH, (1, 0): PUSH, (0, -1): LOSE, (-1, 0): LOSE, (0, 0): LOSE},
    Copy.PLAYER: {(0, 1): WIN, (1, 0): WIN, (0, -1): PUSH, (-1, 0): PUSH, (0, 0): WIN},
}


@pytest.mark.parametrize("owner", COPIES)
def test_all_nine_comparisons_follow_from_who_wins_a_copy(owner):
    terms = standard(copy=owner)
    found = {
        (low, high): judge(terms, low, high).result for low in (-1, 0, 1) for high in (-1, 0, 1)
    }
    assert found == PLAIN | COPIES[owner]


def test_a_copy_that_nobody_wins_leaves_open_what_the_other_hand_decides():
    """The text may mean the hand or the wager: one word more is needed, and none is guessed."""
    terms = standard(copy=Copy.NEITHER)
    assert judge(terms, 0, 0).result is PUSH
    for low, high, cell in ((0, 1, "win"), (1, 0, "win"), (0, -1, "lose"), (-1, 0, "lose")):
        with pytest.raises(Unsaid, match=f"comparison.copy_and_{cell} is needed"):
            judge(terms, low, high)
        for said in StandardResult:
            assert judge(give(terms, **{f"copy_and_{cell}": said}), low, high).result is said


@pytest.mark.parametrize(
    ("cell", "places"),
    [
        ("copy_and_win", {(0, 1), (1, 0)}),
        ("copy_and_lose", {(0, -1), (-1, 0)}),
        ("copy_both", {(0, 0)}),
        ("one_each", {(1, -1), (-1, 1)}),
        ("both_win", {(1, 1)}),
        ("both_lose", {(-1, -1)}),
    ],
)
def test_a_cell_that_is_said_decides_its_own_comparisons_and_no_other(cell, places):
    terms = standard(copy=Copy.NEITHER, copy_and_win=WIN, copy_and_lose=LOSE)
    for said in StandardResult:
        other = give(terms, **{cell: said})
        for low in (-1, 0, 1):
            for high in (-1, 0, 1):
                before = judge(terms, low, high).result
                after = judge(other, low, high).result
                assert after is (said if (low, high) in places else before)


def test_a_copy_given_to_one_side_is_read_in_the_cell_it_leads_to():
    """A bank that wins copies turns a won low and a copied high into one each, whatever that does."""
    terms = standard(one_each=LOSE)
    assert judge(terms, 1, 0).result is LOSE
    assert judge(terms, 0, -1).result is LOSE
    assert judge(give(terms, copy=Copy.PLAYER), 0, -1).result is LOSE
    assert judge(give(terms, copy=Copy.PLAYER), 0, 1).result is WIN


def name_grounds(settled, terms):
    """The fields of the terms that a settlement rests on."""
    names = {id(getattr(terms, name)): name for name in terms.__dataclass_fields__}
    return [names[id(given)] for given in settled.grounds]


def test_a_settlement_names_what_decided_it_and_nothing_else():
    terms = standard()
    assert name_grounds(judge(terms, 1, 1), terms) == ["both_win", "pays", "commission"]
    assert name_grounds(judge(terms, -1, -1), terms) == ["both_lose"]
    assert name_grounds(judge(terms, 1, -1), terms) == ["one_each"]
    assert name_grounds(judge(terms, 0, 1), terms) == ["copy", "one_each"]
    terms = standard(copy_both=PUSH)
    assert name_grounds(judge(terms, 0, 0), terms) == ["copy", "copy_both"]
    terms = standard(bank_hand_push=YesNo.YES, bank_hand_push_foul=PushFoul.LOSES)
    assert name_grounds(judge(terms, 1, 1, pushes=True), terms) == [
        "bank_hand_push",
        "bank_hand_push_when",
    ]
    fouled = judge(terms, 0, 0, pushes=True, fouled=True)
    assert name_grounds(fouled, terms) == [
        "bank_hand_push",
        "bank_hand_push_when",
        "bank_hand_push_foul",
    ]


@pytest.mark.parametrize(
    ("push", "pushes", "fouled", "push_foul", "expected"),
    [
        (YesNo.YES, True, False, PushFoul.LOSES, PUSH),
        (YesNo.YES, False, False, PushFoul.LOSES, WIN),
        (YesNo.NO, True, False, PushFoul.LOSES, WIN),
        (YesNo.YES, True, True, PushFoul.LOSES, LOSE),
        (YesNo.YES, True, True, PushFoul.PUSH, PUSH),
        (YesNo.YES, False, True, PushFoul.PUSH, LOSE),
        (YesNo.NO, True, True, PushFoul.PUSH, LOSE),
    ],
)
def test_a_hand_of_the_banks_that_pushes_and_a_foul(push, pushes, fouled, push_foul, expected):
    terms = standard(bank_hand_push=push, bank_hand_push_foul=push_foul)
    assert judge(terms, 1, 1, pushes=pushes, fouled=fouled).result is expected


def test_the_hand_that_pushes_is_the_one_named_and_only_where_the_document_has_it():
    named = HandCondition(hand="high-card")
    bare, pair = (
        look(parse_cards(cards, 7), RankRules())
        for cards in ("As Kd 10h 8c 6s 4d 2h", "As Ad 10h 8c 6s 4d 2h")
    )
    yes = standard(bank_hand_push=YesNo.YES, bank_hand_push_when=named)
    assert bank_pushes(yes, bare)
    assert not bank_pushes(yes, pair)
    assert not bank_pushes(give(yes, bank_hand_push=YesNo.NO), bare)


@pytest.mark.parametrize(
    ("pays", "share", "fixed", "net"),
    [
        (Pay(Fraction(1)), Fraction(1, 20), None, Pay(Fraction(19, 20))),
        (Pay(Fraction(2)), Fraction(1, 20), None, Pay(Fraction(19, 10))),
        (Pay(Fraction(1)), Fraction(0), None, Pay(Fraction(1))),
        (Pay(money=Fraction(40)), Fraction(1, 20), None, Pay(money=Fraction(38))),
        (Pay(Fraction(1)), Fraction(0), Fraction(3), Pay(Fraction(1), Fraction(-3))),
        (Pay(Fraction(1)), Fraction(1, 4), Fraction(3), Pay(Fraction(3, 4), Fraction(-3))),
    ],
)
def test_a_win_is_paid_less_its_commission_and_nothing_else_is(pays, share, fixed, net):
    sum_ = None if fixed is None else Money(fixed, "SGD")
    terms = standard(pays=pays, commission=share, commission_fixed=sum_)
    assert judge(terms, 1, 1).net == net
    assert judge(terms, -1, -1).net == LOSES
    assert judge(terms, 1, -1).net == PUSHES


CHIP = Money(Fraction(1, 2), "SGD")


@pytest.mark.parametrize(
    ("stake", "rounding", "taken"),
    [
        # 5 % of the stake, chips of a half
        ("10", Rounding.UP, "1/2"),
        ("10", Rounding.DOWN, "1/2"),
        ("10.20", Rounding.UP, "1"),
        ("10.20", Rounding.DOWN, "1/2"),
        ("10.20", Rounding.EXACT, "51/100"),
        ("9.80", Rounding.UP, "1/2"),
        ("9.80", Rounding.DOWN, "0"),
        ("20", Rounding.UP, "1"),
        ("20.01", Rounding.UP, "3/2"),
        ("20.01", Rounding.DOWN, "1"),
        ("20.01", Rounding.EXACT, "2001/2000"),
    ],
)
def test_a_commission_is_rounded_to_the_chip_as_the_document_says(stake, rounding, taken):
    terms = standard(commission_rounding=rounding, smallest_chip=CHIP)
    found, grounds = take_commission(terms, judge(terms, 1, 1), Fraction(stake))
    assert found == Fraction(taken)
    whole = (Fraction(stake) / 20 * 100).denominator == 1
    expected = {Rounding.EXACT: () if whole else (terms.commission_rounding,)}
    assert grounds == expected.get(rounding, (terms.commission_rounding, terms.smallest_chip))


def test_rounding_is_asked_only_where_a_coin_would_be_split():
    terms = standard(commission_rounding=None)
    terms = replace(terms, commission_rounding=_silence(terms.commission_rounding))
    won = judge(terms, 1, 1)
    assert take_commission(terms, won, Fraction("10.20")) == (Fraction(51, 100), ())
    with pytest.raises(Unsaid):
        take_commission(terms, won, Fraction("10.21"))
    for word in (None, Rounding.UP):
        terms = give(terms, commission_rounding=word)
        assert take_commission(terms, judge(terms, -1, -1), Fraction("10.21")) == (0, ())
    unrounded = replace(
        terms, commission_rounding=_silence(terms.commission_rounding, Standing.NOT_OFFERED)
    )
    assert take_commission(unrounded, won, Fraction("10.21")) == (Fraction(1021, 2000), ())


def test_a_fixed_commission_is_added_to_the_share():
    terms = standard(commission_fixed=Money(Fraction(2), "SGD"), commission_rounding=Rounding.EXACT)
    assert take_commission(terms, judge(terms, 1, 1), Fraction(100))[0] == 7


def _silence(given, standing=Standing.SILENT):
    """The same parameter where the document says nothing of it, or has no such thing."""
    statement = replace(given.statement, standing=standing, said=())
    return replace(given, statement=statement, said=None)


# --- what bounds payments


def bonus(**said):
    return give(compile_rulebook(load("mbs")).wagers["fortune-bonus"], **said)


def pay(*amounts, wager="fortune-bonus", owner="fortune-bonus", stake=5):
    return [Payment(1, wager, owner, Fraction(stake), Fraction(item)) for item in amounts]


def left(cuts):
    return [cut.paid for cut in cuts]


CAP = Money(Fraction(100), "SGD")


@pytest.mark.parametrize(
    ("amounts", "expected"),
    [
        ([99], [99]),
        ([100], [100]),
        ([101], [100]),
        ([60, 40], [60, 40]),
        ([60, 41], [60, 40]),
        ([100, 1], [100, 0]),
        ([120, 5, 5], [100, 0, 0]),
        ([-50, 101], [-50, 100]),
        ([0, 101], [0, 100]),
    ],
)
def test_a_cap_cuts_what_goes_beyond_it_in_the_order_of_payment(amounts, expected):
    terms = bonus(cap=CAP, cap_covers=CapCovers.WAGER, cap_floor=None)
    cuts = cap_payments(terms, pay(*amounts))
    assert left(cuts) == expected
    for cut, amount in zip(cuts, amounts, strict=True):
        assert bool(cut.why) is (cut.paid != amount)
        assert cut.grounds == ((terms.cap, terms.cap_covers) if cut.why else ())


def test_a_cap_covers_its_own_wager_or_all_and_leaves_out_what_the_document_says():
    """A cap of 100; of the third payment 50 come from a meter, and envy has two owners."""
    payments = [
        *pay(70),
        *pay(70, wager="envy"),
        Payment(1, "fortune-bonus", "fortune-bonus", Fraction(5), Fraction(70), Fraction(50)),
        *pay(70, wager="standard", owner="standard"),
        *pay(70, wager="envy", owner="another"),
    ]
    terms = bonus(cap=CAP, cap_floor=None)
    found = {
        (covers, leaves): left(
            cap_payments(give(terms, cap_covers=covers, cap_excludes=leaves), payments)
        )
        for covers in CapCovers
        for leaves in CapExcludes
    }
    assert found == {
        (CapCovers.WAGER, CapExcludes.BOTH): [70, 70, 70, 70, 70],
        (CapCovers.WAGER, CapExcludes.ENVY): [70, 70, 30, 70, 70],
        (CapCovers.WAGER, CapExcludes.PROGRESSIVE): [70, 30, 50, 70, 70],
        (CapCovers.WAGER, CapExcludes.NOTHING): [70, 30, 0, 70, 70],
        (CapCovers.ALL, CapExcludes.BOTH): [70, 70, 70, 10, 70],
        (CapCovers.ALL, CapExcludes.ENVY): [70, 70, 30, 0, 70],
        (CapCovers.ALL, CapExcludes.PROGRESSIVE): [70, 30, 50, 0, 0],
        (CapCovers.ALL, CapExcludes.NOTHING): [70, 30, 0, 0, 0],
    }


def test_a_cut_of_envy_cites_what_the_cap_leaves_out():
    terms = bonus(
        cap=CAP, cap_floor=None, cap_covers=CapCovers.WAGER, cap_excludes=CapExcludes.PROGRESSIVE
    )
    own, envy = cap_payments(terms, [*pay(101), *pay(1, wager="envy")])
    assert own.grounds == (terms.cap, terms.cap_covers)
    assert envy.grounds == (terms.cap, terms.cap_covers, terms.cap_excludes)


def test_a_cap_never_goes_below_its_floor_of_the_stake():
    terms = bonus(cap=CAP, cap_floor=Pay(Fraction(10)), cap_covers=CapCovers.ALL)
    assert left(cap_payments(terms, pay(150, stake=9))) == [100]
    assert left(cap_payments(terms, pay(150, stake=11))) == [110]
    assert left(cap_payments(terms, pay(50, stake=11))) == [50]
    # only the capped wager itself has a floor, and what a floor gives uses the cap up
    beside = pay(30, wager="standard", owner="standard", stake=11)
    assert left(cap_payments(terms, [*pay(150, stake=11), *beside])) == [110, 0]
    assert left(cap_payments(terms, [*pay(95), *beside])) == [95, 5]


def table(**said):
    return give(compile_rulebook(load("designated-player")).table, **said)


@pytest.mark.parametrize(
    ("amounts", "expected"),
    [
        ([50, 50], [50, 50]),
        ([50, 51], [50, 50]),
        ([101], [100]),
        ([-30, 100, 1], [-30, 100, 0]),
        ([-30, 70, 31], [-30, 70, 30]),
    ],
)
def test_an_aggregate_bounds_what_a_table_pays_and_losses_do_not_fill_it(amounts, expected):
    terms = table(aggregate=CAP)
    cuts = bound_aggregate(terms, pay(*amounts))
    assert left(cuts) == expected
    for cut, amount in zip(cuts, amounts, strict=True):
        assert cut.grounds == ((terms.aggregate,) if cut.paid != amount else ())
        assert bool(cut.why) is (cut.paid != amount)


def test_who_is_cut_by_an_aggregate_rests_on_the_order_of_settling_also_where_that_is_unsaid():
    first, second = pay(60)[0], replace(pay(60)[0], seat=2)
    said = table(aggregate=CAP)
    silent = replace(said, settling_order=_silence(said.settling_order))
    for terms, standing in ((said, "stated"), (silent, "silent")):
        whole, cut = bound_aggregate(terms, [first, second])
        assert (whole.paid, cut.paid, whole.grounds) == (60, 40, ())
        assert cut.grounds == (terms.aggregate, terms.settling_order)
        assert cut.grounds[1].standing == standing
        _, alone = bound_aggregate(terms, [first, replace(second, seat=1)])
        assert alone.grounds == (terms.aggregate,)
    none = replace(said, settling_order=_silence(said.settling_order, Standing.NOT_OFFERED))
    assert bound_aggregate(none, [first, second])[1].grounds == (none.aggregate,)


PLAIN_COVER = {
    "bank_cover": Cover.ITS_STAKE,
    "bank_cover_reach": CoverReach.ALL,
    "uncovered": NotCovered.RETURNED,
    "settling_order": None,
}


@pytest.mark.parametrize(
    ("amounts", "expected"),
    [
        ([10], [10]),
        ([11], [10]),
        ([-11], [-10]),
        ([-4, 6], [-4, 6]),
        ([-4, 7], [-4, 6]),
        ([4, -7], [4, -6]),
        ([4, 0, 7, -1], [4, 0, 6, 0]),
    ],
)
def test_paying_and_collecting_both_use_up_the_banks_stake(amounts, expected):
    terms = table(**PLAIN_COVER)
    cuts = cover_payments(terms, Fraction(10), pay(*amounts, wager="standard", owner="standard"))
    assert left(cuts) == expected
    for cut, amount in zip(cuts, amounts, strict=True):
        assert cut.grounds == ((terms.bank_cover, terms.uncovered) if cut.paid != amount else ())


@pytest.mark.parametrize(
    ("reach", "expected"),
    [
        (CoverReach.ALL, [10, 0, 0]),
        (CoverReach.WITHOUT_ENVY, [10, 0, 9]),
        (CoverReach.STANDARD, [10, 9, 9]),
    ],
)
def test_what_the_banks_stake_reaches(reach, expected):
    terms = table(**{**PLAIN_COVER, "bank_cover_reach": reach})
    payments = [*pay(10, wager="standard", owner="standard"), *pay(9), *pay(9, wager="envy")]
    cuts = cover_payments(terms, Fraction(10), payments)
    assert left(cuts) == expected
    for cut in cuts[1:]:
        if cut.why:
            assert terms.bank_cover_reach in cut.grounds


def test_what_is_not_covered_is_made_good_or_refused_where_the_document_says_so():
    payments = pay(10, 5, wager="standard", owner="standard")
    made_good = table(**{**PLAIN_COVER, "uncovered": NotCovered.PAID_BY_HOUSE})
    cuts = cover_payments(made_good, Fraction(12), payments)
    assert left(cuts) == [10, 5]
    assert not cuts[0].why
    assert "made good by the house" in cuts[1].why
    must = table(**{**PLAIN_COVER, "bank_cover": Cover.ALL})
    assert left(cover_payments(must, Fraction(15), payments)) == [10, 5]
    with pytest.raises(CertifyError, match=r"does not cover seat 1's standard"):
        cover_payments(must, Fraction("14.99"), payments)


# --- envy


def envious(name="mbs", **said):
    terms = compile_rulebook(load(name)).wagers["fortune-bonus"]
    return replace(terms, envy=give(terms.envy, **said))


def find(terms, name):
    return next(line for line in terms.lines if line.id == name)


@pytest.mark.parametrize(
    ("stake", "enough"), [("4.99", False), ("5", True), ("5.01", True), ("0", False)]
)
def test_envy_needs_the_least_stake_itself(stake, enough):
    terms = envious(minimum_stake=Money(Fraction(5), "SGD"))
    assert qualifies(terms.envy, Fraction(stake)) is enough
    assert qualifies(give(terms.envy, minimum_stake=None), Fraction(stake))


@pytest.mark.parametrize(
    ("amounts", "each", "highest"),
    [
        ([], (), ()),
        ([5], (True,), (True,)),
        ([5, 9], (True, True), (False, True)),
        ([9, 5], (True, True), (True, False)),
        ([5, 9, 9], (True, True, True), (False, True, False)),
        ([0, 9], (True, True), (True, True)),
    ],
)
def test_several_hands_pay_each_or_the_highest_alone(amounts, each, highest):
    money = [Fraction(item) for item in amounts]
    several = sum(item > 0 for item in amounts) > 1
    for word, expected in ((Several.EACH, each), (Several.HIGHEST, highest)):
        envy = envious(several_qualifying_hands=word).envy
        assert combine_claims(envy, money) == (
            expected,
            (envy.several_qualifying_hands,) if several else (),
        )


@pytest.mark.parametrize("entitled", [0, 1, 2, 5])
def test_an_amount_is_shared_among_the_entitled_or_given_to_each(entitled):
    shared, full = (envious(sharing=word).envy for word in (Sharing.SHARED, Sharing.IN_FULL))
    assert share_amount(full, Fraction(60), entitled) == 60
    assert share_amount(shared, Fraction(60), entitled) == {0: 60, 1: 60, 2: 30, 5: 12}[entitled]


def test_envy_is_paid_down_to_the_lowest_hand_named():
    terms = envious("south-dakota")
    paying = [line for line in terms.lines if line.envy is not None]
    assert len(paying) > 2
    ranked = sorted(paying, key=lambda line: terms.classes.index(line.player.hand))
    lowest = ranked[1].player.hand
    bounded = replace(terms, envy=give(terms.envy, lowest_hand=lowest))
    assert [find_amount(bounded, line)[0] != PUSHES for line in ranked] == [
        place <= 1 for place in range(len(ranked))
    ]
    assert find_amount(bounded, None) == (PUSHES, ())
    assert bounded.envy.lowest_hand in find_amount(bounded, ranked[0])[1]


def test_a_claim_stands_unless_one_of_three_things_stops_it():
    terms = envious(
        own_bonus_lost=OwnLost.STILL_PAID, bank_qualifies=BankQualifies.NO_EFFECT, forfeits=()
    )
    other = next(line for line in terms.lines if line.envy is not None)
    beside = next(line for line in terms.lines if line.envy is None)

    def claim(own=None, bank=None, lost=False, **said):
        changed = replace(terms, envy=give(terms.envy, **said))
        return settle_claim(changed, other, own, bank, own_lost=lost)

    assert claim().pay == other.envy.value
    assert not claim().refused
    assert claim(lost=True).pay == other.envy.value
    assert claim(bank=other).pay == other.envy.value
    lost = claim(lost=True, own_bonus_lost=OwnLost.NO_ENVY)
    assert (lost.pay, lost.refused) == (PUSHES, "the player's own wager lost")
    assert claim(own_bonus_lost=OwnLost.NO_ENVY).pay == other.envy.value
    stopped = claim(bank=other, bank_qualifies=BankQualifies.NO_ENVY)
    assert (stopped.pay, stopped.refused) == (PUSHES, f"the bank holds {other.id}")
    assert claim(bank=beside, bank_qualifies=BankQualifies.NO_ENVY).pay == other.envy.value
    every = (Exclusion(beside.id, frozenset()),)
    but_one = (Exclusion(beside.id, frozenset({other.id})),)
    assert claim(own=beside, forfeits=every).pay == PUSHES
    assert claim(own=beside, forfeits=but_one).pay == other.envy.value
    assert claim(own=other, forfeits=every).pay == other.envy.value
    assert claim(own=None, forfeits=every).pay == other.envy.value
    nothing = settle_claim(terms, beside, None, None, own_lost=False)
    assert (nothing.pay, nothing.grounds) == (PUSHES, ())


def test_sharing_is_asked_only_where_there_are_several_entitled():
    envy = envious().envy
    silent = replace(envy, sharing=_silence(envy.sharing))
    assert share_amount(silent, Fraction(60), 1) == 60
    with pytest.raises(Unsaid):
        share_amount(silent, Fraction(60), 2)


# --- lists of lines


def listed(name="mbs", **said):
    plain = {
        "lines_paid": LinesPaid.ONE,
        "precedence": Precedence.PAYTABLE,
        "not_qualifying": NotPaid.LOSES,
        "bank_condition": BankCondition.NONE,
    }
    return give(compile_rulebook(load(name)).wagers["fortune-bonus"], **{**plain, **said})


def stand(terms, *names, **more):
    """The situation of a deal on some lines, in the order of the paytable."""
    places = tuple(place for place, item in enumerate(terms.lines) if item.id in names)
    assert len(places) == len(names), names
    return Situation(places, **more)


def times(terms, *names):
    return sum(find(terms, name).pays.value.times for name in names)


MADE = ("straight-flush", "flush", "three-of-a-kind")


@pytest.mark.parametrize(
    ("word", "paid"),
    [
        (LinesPaid.ONE, ("straight-flush",)),
        (LinesPaid.NOT_IMPLIED, ("straight-flush", "three-of-a-kind")),
        (LinesPaid.EVERY, MADE),
    ],
)
def test_which_of_several_lines_are_paid(word, paid):
    """A straight flush is a flush too; three of a kind beside it is neither."""
    terms = listed(lines_paid=word)
    settled = settle_lines(terms, stand(terms, *MADE))
    assert settled.pay == Pay(times(terms, *paid))
    assert settled.name == "+".join(paid)
    assert [item.id for item in settled.lines] == list(paid)
    assert terms.lines_paid in settled.grounds
    one = settle_lines(terms, stand(terms, "flush"))
    assert (one.name, terms.lines_paid in one.grounds) == ("flush", False)


def test_a_line_that_only_pushes_is_not_paid_beside_one_that_wins():
    terms = listed(lines_paid=LinesPaid.EVERY)
    place = terms.lines.index(find(terms, "flush"))
    changed = list(terms.lines)
    changed[place] = replace(changed[place], pays=changed[place].pays.put(PUSHES))
    terms = replace(terms, lines=tuple(changed))
    settled = settle_lines(terms, stand(terms, "flush", "three-of-a-kind"))
    assert settled.name == "three-of-a-kind"
    alone = settle_lines(terms, stand(terms, "flush"))
    assert (alone.name, alone.pay) == ("flush", PUSHES)


@pytest.mark.parametrize(("word", "pay"), [(NotPaid.LOSES, LOSES), (NotPaid.PUSHES, PUSHES)])
def test_a_hand_on_no_line_loses_or_pushes(word, pay):
    terms = listed(not_qualifying=word)
    settled = settle_lines(terms, Situation(()))
    assert (settled.name, settled.pay, settled.lines) == ("none", pay, ())
    assert settled.grounds == (terms.not_qualifying,)


def test_r53_the_order_is_cited_exactly_where_the_other_order_pays_another_line():
    """Three of a kind above a straight on the paytable, below it in rank."""
    terms = listed("south-dakota")
    ranked = sorted(terms.lines, key=lambda item: terms.classes.index(item.player.hand))
    assert [item.id for item in ranked] != [item.id for item in terms.lines]
    first, second = next(
        (one, two)
        for place, one in enumerate(terms.lines)
        for two in terms.lines[place + 1 :]
        if ranked.index(one) > ranked.index(two)
    )
    for word, paid in ((Precedence.PAYTABLE, first), (Precedence.RANK, second)):
        other = replace(terms, precedence=terms.precedence.put(word))
        settled = settle_lines(other, stand(other, first.id, second.id))
        assert settled.name == paid.id
        assert other.precedence in settled.grounds
        agreed = settle_lines(other, stand(other, ranked[0].id, ranked[-1].id))
        assert agreed.name == ranked[0].id
        assert other.precedence not in agreed.grounds


CONTEST = {
    "bank_condition": BankCondition.BEATEN,
    "bank_comparison": BankComparison.BY_CLASS,
    "bank_not_beaten": NotPaid.PUSHES,
    "bank_tied": Tied.LOSES,
}


@pytest.mark.parametrize(
    ("own", "bank", "name"),
    [
        ("flush", "straight", "flush"),
        ("flush", None, "flush"),
        ("straight", "flush", "not-beaten"),
        ("flush", "flush", "tied"),
        (None, "flush", "none"),
    ],
)
def test_a_bank_that_must_be_beaten(own, bank, name):
    terms = listed(**CONTEST)
    held = () if own is None else stand(terms, own).held
    against = () if bank is None else stand(terms, bank).held
    settled = settle_lines(terms, Situation(held, bank_held=against))
    assert settled.name == name
    expected = {
        "flush": Pay(times(terms, "flush")),
        "not-beaten": PUSHES,
        "tied": LOSES,
        "none": LOSES,
    }
    assert settled.pay == expected[name]


@pytest.mark.parametrize(
    ("word", "pay"), [(Tied.LOSES, LOSES), (Tied.PUSHES, PUSHES), (Tied.PAYS, None)]
)
def test_a_tie_with_the_bank(word, pay):
    terms = listed(**{**CONTEST, "bank_tied": word})
    held = stand(terms, "flush").held
    settled = settle_lines(terms, Situation(held, bank_held=held))
    assert settled.pay == (Pay(times(terms, "flush")) if pay is None else pay)
    assert terms.bank_tied in settled.grounds


@pytest.mark.parametrize(
    ("within", "name"), [(1, "flush"), (0, "tied"), (-1, "not-beaten"), (None, "refused")]
)
def test_hands_of_one_line_are_compared_card_by_card_where_the_document_says_so(within, name):
    terms = listed(**{**CONTEST, "bank_comparison": BankComparison.BY_HAND})
    held = stand(terms, "flush").held
    situation = Situation(held, bank_held=held, within=within)
    if name == "refused":
        with pytest.raises(Uncounted):
            settle_lines(terms, situation)
        return
    assert settle_lines(terms, situation).name == name


@pytest.mark.parametrize("word", MatchJoker)
def test_the_joker_in_a_royal_match(word):
    terms = listed(royal_match_joker=word)
    names = ("royal-match", "royal-flush")
    without = settle_lines(terms, stand(terms, *names))
    assert without.name == "royal-match"
    assert terms.royal_match_joker not in without.grounds
    with_joker = settle_lines(terms, stand(terms, *names, joker=True))
    barred = word is MatchJoker.BARRED
    assert with_joker.name == ("royal-flush" if barred else "royal-match")
    assert terms.royal_match_joker in with_joker.grounds
    # the bank's joker says nothing of the player's match
    assert settle_lines(terms, stand(terms, *names, bank_joker=True)).name == "royal-match"


def test_envy_looks_at_the_line_a_hand_stands_on_by_itself():
    terms = listed(royal_match_joker=MatchJoker.BARRED)
    view = look(parse_cards("Ad Kd Joker Jd 10d Ks Qs", 7), RankRules())
    assert find_line(terms, view).id == "royal-flush"
    allowed = listed(royal_match_joker=MatchJoker.COMPLETES)
    assert find_line(allowed, view).id == "royal-match"
    assert find_line(terms, look(parse_cards("Kh Jh 9d 7s 5h 3d 2s", 7), RankRules())) is None


# --- lines for either hand

ACE = parse_group("A")
WITH_ACE = HandCondition(hand="high-card", highest=ACE)


def two_sided(*wanted, **said):
    """Lines made up of (id, player's condition, bank's condition, pays)."""
    terms = compile_rulebook(load("pennsylvania")).wagers["ace-high"]
    pattern = terms.lines[0]
    lines = tuple(
        replace(pattern, id=name, player=own, bank=bank, pays=pattern.pays.put(Pay(Fraction(pays))))
        for name, own, bank, pays in wanted
    )
    return give(replace(terms, lines=lines), not_qualifying=NotPaid.LOSES, **said)


FLUSH, STRAIGHT = HandCondition(hand="flush"), HandCondition(hand="straight")
EITHER = (
    ("own", FLUSH, ANYTHING, 3),
    ("theirs", ANYTHING, STRAIGHT, 2),
    ("own too", STRAIGHT, ANYTHING, 1),
    ("theirs too", ANYTHING, FLUSH, 7),
)


@pytest.mark.parametrize(
    ("held", "if_no_line", "if_no_line_of_player"),
    [
        ((0, 1, 2), 5, 5),
        ((1, 2), 3, 3),
        ((0,), 3, 3),
        ((1,), 2, 1),
        ((1, 3), 2, 1),
        ((), -1, -1),
    ],
)
def test_one_line_for_each_hand(held, if_no_line, if_no_line_of_player):
    """The stake may be lost although a line for the bank's hand pays."""
    for word, expected in (
        (StakeLost.NO_LINE, if_no_line),
        (StakeLost.NO_LINE_OF_PLAYER, if_no_line_of_player),
    ):
        terms = two_sided(*EITHER, lines_paid=LinesPaid.EACH_HAND, stake_lost=word)
        assert settle_lines(terms, Situation(held)).pay == Pay(Fraction(expected))


@pytest.mark.parametrize("rule", [LinesPaid.ONE, LinesPaid.EVERY, LinesPaid.NOT_IMPLIED])
def test_the_stake_is_lost_beside_a_line_for_the_banks_hand_whichever_lines_are_paid(rule):
    """Of the player's and the bank's line the first is paid, or both; the second alone loses the stake."""
    for word, expected in ((StakeLost.NO_LINE, 2), (StakeLost.NO_LINE_OF_PLAYER, 1)):
        terms = two_sided(*EITHER[:2], lines_paid=rule, stake_lost=word)
        assert settle_lines(terms, Situation((1,))).pay == Pay(Fraction(expected))
        both = 3 if rule is LinesPaid.ONE else 5
        assert settle_lines(terms, Situation((0, 1))).pay == Pay(Fraction(both))


def test_a_wager_on_the_banks_hand_alone_has_no_line_of_the_player_to_miss():
    terms = two_sided(
        EITHER[1],
        EITHER[3],
        lines_paid=LinesPaid.EACH_HAND,
        stake_lost=StakeLost.NO_LINE_OF_PLAYER,
    )
    assert settle_lines(terms, Situation((0,))).pay == Pay(Fraction(2))


@pytest.mark.parametrize(
    ("first", "second", "paid"),
    [
        # what asks for more implies what asks for less, on the same side
        ((replace(WITH_ACE, joker=True), ANYTHING), (WITH_ACE, ANYTHING), "a"),
        ((WITH_ACE, ANYTHING), (replace(WITH_ACE, joker=True), ANYTHING), "b"),
        (
            (replace(WITH_ACE, joker=True), ANYTHING),
            (replace(WITH_ACE, joker=False), ANYTHING),
            "a+b",
        ),
        ((WITH_ACE, FLUSH), (WITH_ACE, ANYTHING), "a"),
        ((WITH_ACE, FLUSH), (ANYTHING, FLUSH), "a"),
        ((WITH_ACE, ANYTHING), (ANYTHING, WITH_ACE), "a+b"),
        ((HandCondition(hand="royal-flush"), ANYTHING), (FLUSH, ANYTHING), "a"),
        ((FLUSH, ANYTHING), (STRAIGHT, ANYTHING), "a+b"),
    ],
)
def test_a_line_that_another_implies_is_not_paid_beside_it(first, second, paid):
    lines = [(name, *sides, 2) for name, sides in (("a", first), ("b", second))]
    terms = two_sided(*lines, lines_paid=LinesPaid.NOT_IMPLIED)
    assert settle_lines(terms, Situation((0, 1))).name == paid


LOST = Pay(Fraction(-1), Fraction(75))


def with_pays(terms, *pays):
    lines = zip(terms.lines, pays, strict=True)
    return replace(
        terms, lines=tuple(replace(line, pays=line.pays.put(pay)) for line, pay in lines)
    )


@pytest.mark.parametrize(
    ("pays", "paid"),
    [
        ((LOST, LOST), Pay(Fraction(-1), Fraction(150))),
        ((LOST, Pay(Fraction(3))), Pay(Fraction(2), Fraction(75))),
        ((Pay(Fraction(3)), Pay(Fraction(4))), Pay(Fraction(7))),
        ((Pay(Fraction(1, 2)), Pay(money=Fraction(20))), Pay(Fraction(1, 2), Fraction(20))),
        ((LOST, PUSHES), LOST),
    ],
)
def test_one_stake_is_lost_once_whatever_the_lines(pays, paid):
    """Two sums of money beside a lost stake take one stake, not two."""
    terms = two_sided(
        ("a", WITH_ACE, ANYTHING, 1), ("b", FLUSH, ANYTHING, 1), lines_paid=LinesPaid.EVERY
    )
    assert settle_lines(with_pays(terms, *pays), Situation((0, 1))).pay == paid


def test_a_stake_that_a_line_for_the_bank_loses_is_not_lost_again_beside_it():
    terms = two_sided(
        ("a", FLUSH, ANYTHING, 1),
        ("b", ANYTHING, WITH_ACE, 1),
        lines_paid=LinesPaid.EACH_HAND,
        stake_lost=StakeLost.NO_LINE_OF_PLAYER,
    )
    assert settle_lines(with_pays(terms, Pay(Fraction(1)), LOST), Situation((1,))).pay == LOST


def test_envy_looks_at_the_line_that_is_paid():
    """Of several lines paid it is the first that has envy or forfeits it."""
    hand = look(parse_cards("As Ks Qs Js 10s Ah Ad"), RankRules())
    ace = HandCondition(hand="three-of-a-kind")

    def make(first, second, rule):
        lines = [
            replace(line, envy=line.pays.put(Pay(money=Fraction(amount))) if amount else None)
            for line, amount in zip(
                two_sided(("a", ace, ANYTHING, 2), ("b", FLUSH, ANYTHING, 3)).lines,
                (first, second),
                strict=True,
            )
        ]
        return give(replace(envious(), lines=tuple(lines)), lines_paid=rule)

    assert find_envy_line(make(5, 9, LinesPaid.ONE), hand).id == "a"
    assert find_envy_line(make(0, 9, LinesPaid.ONE), hand).id == "a"
    assert find_envy_line(make(0, 9, LinesPaid.EVERY), hand).id == "b"
    assert find_envy_line(make(5, 0, LinesPaid.EVERY), hand).id == "a"
    assert find_envy_line(make(5, 9, LinesPaid.EVERY), hand).id == "a"
    forfeiting = make(0, 9, LinesPaid.EVERY)
    envy = give(forfeiting.envy, forfeits=(Exclusion("a", frozenset()),))
    assert find_envy_line(replace(forfeiting, envy=envy), hand).id == "a"


def test_a_bank_is_beaten_by_rank_where_lines_go_by_rank():
    terms = listed("south-dakota", **CONTEST)
    ranked = sorted(terms.lines, key=lambda item: terms.classes.index(item.player.hand))
    first, second = next(
        (one, two)
        for place, one in enumerate(terms.lines)
        for two in terms.lines[place + 1 :]
        if ranked.index(one) > ranked.index(two)
    )
    own, bank = stand(terms, second.id).held, stand(terms, first.id).held
    assert settle_lines(terms, Situation(own, bank_held=bank)).name == "not-beaten"
    by_rank = replace(terms, precedence=terms.precedence.put(Precedence.RANK))
    settled = settle_lines(by_rank, Situation(own, bank_held=bank))
    assert settled.name == second.id
    assert by_rank.precedence in settled.grounds


def test_an_order_of_rank_needs_classes():
    terms = two_sided(("a", WITH_ACE, ANYTHING, 2), ("b", FLUSH, ANYTHING, 3))
    assert settle_lines(give(terms, precedence=Precedence.PAYTABLE), Situation((0, 1))).name == "a"
    with pytest.raises(Uncounted):
        settle_lines(give(terms, precedence=Precedence.RANK), Situation((0, 1)))


def test_a_cap_that_nobody_names_cuts_nothing():
    terms = bonus()
    for standing in (Standing.SILENT, Standing.NOT_OFFERED):
        uncapped = replace(terms, cap=_silence(terms.cap, standing))
        assert left(cap_payments(uncapped, pay(10**6))) == [10**6]
    seats = table()
    for standing in (Standing.SILENT, Standing.NOT_OFFERED):
        unbounded = replace(seats, aggregate=_silence(seats.aggregate, standing))
        assert left(bound_aggregate(unbounded, pay(10**6))) == [10**6]

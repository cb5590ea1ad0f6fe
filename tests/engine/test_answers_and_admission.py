"""What a round may hold, by the wagers that are made in it; and the best answer to a bank that is seen."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

from certify.base.errors import CertifyError
from certify.engine.admission import admit_round, choose_paytables, compile_for_round
from certify.engine.hands import answer_bank, divide, find_house_way
from certify.engine.round import parse_round
from certify.game.cards import format_cards, parse_cards
from certify.game.rank import is_foul
from certify.spec.compile import compile_rulebook
from certify.spec.validate import load_jurisdiction

from .rounds import BASE_GAME, BONUS_ALONE, FOLDER, NOTHING, derive, load, make, player, settle

ACCEPTED = FOLDER.parent / "tests" / "specs" / "accept"


def accepted(name):
    return load_jurisdiction(ACCEPTED / f"{name}.yaml")


# --- paytables


def test_a_wager_that_the_document_does_not_have_is_no_key_of_a_paytable():
    with pytest.raises(CertifyError, match="lucky"):
        choose_paytables(load("mbs"), {"lucky": "main"})


def test_main_is_what_a_document_without_a_choice_has():
    """A round that names `main` fits where nothing is to choose, also where there is no paytable at all."""
    assert choose_paytables(accepted("commission-free"), "main") == {}
    with pytest.raises(CertifyError, match="commission-free has no paytable 'other'"):
        choose_paytables(accepted("commission-free"), "other")
    with pytest.raises(CertifyError, match="two-paytables has no paytable 'main'; it has A"):
        choose_paytables(accepted("two-paytables"), "main")


def test_one_wager_with_a_choice_is_enough_to_be_asked():
    """A document of one paytable with a name takes `main` for it; lists without a name are not told."""
    spec = load("designated-player")
    assert choose_paytables(spec, "main") == {wager.id: "main" for wager in spec.wagers}
    with pytest.raises(CertifyError) as caught:
        choose_paytables(accepted("ranks-and-colours"), "x")
    assert "main" not in str(caught.value)


# --- only what is bet on must be known


def test_the_order_of_low_hands_matters_to_the_standard_wager_alone():
    spec = derive(
        "south-dakota",
        **{**BASE_GAME, "deck__low_hand_ranking": "high-card-only"},
        play__standard_wager_required="not-required",
    )
    alone = make(player(1, NOTHING, fortune_bonus="5"), paytable="1", bank_low="10h 8s")
    settle(spec, alone)
    both = make(
        player(1, NOTHING, "9d 7s", standard="10", fortune_bonus="5"),
        paytable="1",
        bank_low="10h 8s",
    )
    with pytest.raises(CertifyError, match=r"deck\.low_hand_ranking .*not modelled"):
        settle(spec, both)


def test_a_class_that_only_a_wager_looks_at_matters_to_that_wager_alone():
    spec = derive("mbs", deck__seven_card_straight_flush={"other": "six in a row will do"})
    settle(spec, make(player(1, NOTHING, standard="10")))
    with pytest.raises(CertifyError, match=r"deck\.seven_card_straight_flush"):
        settle(spec, make(player(1, NOTHING, standard="10", fortune_bonus="5")))


def test_a_bonus_may_be_told_alone_where_another_text_settles_the_rest():
    spec = derive("south-dakota", **BONUS_ALONE, play__standard_wager_required="required")
    round_ = parse_round(make(player(1, NOTHING, fortune_bonus="5"), paytable="1"))
    admit_round(compile_for_round(spec, round_), round_)
    here = derive("south-dakota", **BASE_GAME, play__standard_wager_required="required")
    with pytest.raises(
        CertifyError, match="the standard wager is missing, which test, line 1 requires"
    ):
        admit_round(compile_for_round(here, round_), round_)


# --- a player who sees the bank's hand

DEALS = [
    ("Ks Kc 6c 9c 8s 3s 5s", "4d 3d 5c Kd 9h Kh 4h"),
    ("8s 3h 10h Ad Ks 9d Kd", "5d Qd 8h 10c 3s Qs 6d"),
    ("5h Ac 7s 9s 2c Ad 8h", "8c 4d 8d 6c 7c Joker 4h"),
    ("9h Js Qh Kc 6s As 8h", "3d Jh 7d Kh 2d 10s 3s"),
    ("Jh Kh 4h 9s 4c Qh Ac", "10d 2h 8d 5h Js Ad 5s"),
]
"""Each with a setting that copies one of the bank's hands."""


@pytest.mark.parametrize("owner", ["bank-wins", "player-wins"])
@pytest.mark.parametrize(("own", "bank"), DEALS)
def test_no_setting_nets_more_than_the_answer(own, bank, owner):
    """Every legal setting is settled as a round of its own."""
    cells = ("copy_and_win", "copy_and_lose", "copy_both")
    silent = {f"comparison__{cell}": {"silent": True} for cell in cells}
    spec = derive("mbs", comparison__copy=owner, **silent)
    book = compile_rulebook(spec)
    rules = book.ranking.rank_rules()
    cards = parse_cards(own, 7)
    nets = {}
    for low in combinations(cards, 2):
        hands = divide(cards, low, rules)
        if not is_foul(hands.high_rank, hands.low_rank, rules):
            data = make(player(1, own, format_cards(low), standard="10"), bank=bank)
            nets[frozenset(low)] = Fraction(settle(spec, data)["seats"][0]["net"])
    assert len(set(nets.values())) > 1
    answer = answer_bank(book, cards, parse_cards(bank, 7), find_house_way(book))
    assert nets[frozenset(answer)] == max(nets.values())


def test_nobody_answers_a_bank_whose_hand_nothing_sets():
    book = compile_rulebook(derive("south-dakota", **BASE_GAME), None, {"fortune-bonus": "1"})
    own, bank = (parse_cards(cards, 7) for cards in DEALS[0])
    with pytest.raises(CertifyError, match=r"bank\.low: the house way must set this hand"):
        answer_bank(book, own, bank, None)

"""Money that a cap, an aggregate or an irregularity bounds, and envy of those who lost, by hand."""

from __future__ import annotations

import copy

import pytest

from certify.base.errors import CertifyError
from certify.engine.admission import choose_paytables, compile_for_round
from certify.engine.round import parse_round
from certify.engine.settle import settle_round
from certify.engine.settlement import tell_settlement
from certify.spec.validate import load_jurisdiction
from tests.edits import NOT_OFFERED, check, edit, find_wager, state

from .rounds import (
    BASE_GAME,
    CLASSES,
    FOLDER,
    NOTHING,
    derive,
    line,
    lines,
    make,
    player,
    settle,
    told,
)

ACCEPTED = FOLDER.parent / "tests" / "specs" / "accept"
WINNERS = (
    player(1, NOTHING, standard="10"),
    player(2, "Kd Jd 9s 7c 5d 4s 2h", standard="10"),
    player(3, "Ks Jc 9c 7h 5s 4c 2d", standard="10"),
)


def accepted(name, *changes):
    return edit(load_jurisdiction(ACCEPTED / f"{name}.yaml"), *changes)


def say(value, clause):
    return {"value": value, "at": {"clause": clause, "lines": 1}}


@pytest.mark.parametrize(
    ("order", "action", "nets"),
    [
        ("from-dealers-left", 1, ["10", "5", "0"]),
        ("from-dealers-left", 3, ["10", "5", "0"]),
        ("from-action-seat", 3, ["5", "0", "10"]),
        ("from-action-seat", 2, ["0", "10", "5"]),
    ],
)
def test_an_aggregate_of_fifteen_is_used_up_in_the_order_of_settling(order, action, nets):
    spec = derive(
        "mbs",
        table__aggregate="15 SGD",
        table__settling_order=order,
        standard__commission=NOT_OFFERED,
    )
    result = settle(spec, make(*WINNERS, action_seat=action))
    assert [seat["net"] for seat in result["seats"]] == nets
    assert result["bank"]["net"] == "-15"


@pytest.mark.parametrize("beside", [{}, {"standard": "10"}])
def test_a_cap_bounds_its_wager_with_and_without_another_beside_it(beside):
    """500 times 100 is 50,000; the cap is 20,000, and 300 times the stake is paid whatever it says."""
    seat = player(1, CLASSES["royal-flush"], bonus="100", **beside)
    result = settle(accepted("limits"), make(seat))
    assert told(result, 1, "bonus") == ("win", "30000")


def test_a_cap_on_all_wagers_bounds_no_player_who_did_not_make_its_wager():
    spec = accepted(
        "limits",
        state("bonus.cap", "50 USD"),
        state("bonus.cap_floor", NOT_OFFERED),
        state("bonus.cap_covers", "all-wagers"),
        state("standard.commission", NOT_OFFERED),
    )
    alone = settle(spec, make(player(1, NOTHING, standard="100")))
    assert told(alone, 1, "standard") == ("win", "100")
    beside = settle(spec, make(player(1, NOTHING, standard="100", bonus="5")))
    assert told(beside, 1, "standard") == ("win", "50")
    assert told(beside, 1, "bonus") == ("lose", "-5")


def test_a_second_cap_leaves_out_what_the_first_has_left_of_the_meter():
    """Five aces: 1,000 of the meter and 74 of four of a kind, cut to one half by the first cap.

    Of the 537 that are left 500 are the meter's, which the second cap leaves out; of the other 37 it
    leaves 20.
    """

    def add_second(data):
        second = copy.deepcopy(find_wager(data, "jackpot"))
        data["wagers"].append({**second, "id": "second"})

    spec = accepted(
        "progressive",
        state("jackpot.lines_paid", "every-line-held"),
        add_second,
        state("jackpot.cap", "537 USD"),
        state("jackpot.cap_covers", "bonus"),
        state("jackpot.cap_excludes", "nothing"),
        state("second.cap", "20 USD"),
        state("second.cap_covers", "all-wagers"),
        state("second.cap_excludes", "progressive"),
    )
    first = settle(spec, make(player(1, CLASSES["five-aces"], jackpot="1")))
    assert told(first, 1, "jackpot") == ("win", "537")
    both = settle(spec, make(player(1, CLASSES["five-aces"], jackpot="1", second="1")))
    assert told(both, 1, "jackpot") == ("win", "520")
    assert told(both, 1, "second") == ("win", "1000")


@pytest.mark.parametrize(
    ("cards", "low", "stake", "bonus", "paid"),
    [
        (NOTHING, "9d 7s", "5", ("lose", "-5"), False),
        ("Kc Kh 9h 9s 5c 5d 2h", "5c 5d", "5", ("push", "0"), True),
        ("7c 7d 7h 9s 8c 4c 2s", "9s 8c", "0.05", ("win", "0.15"), True),
        (CLASSES["flush"], "4d 3c", "5", ("win", "20"), True),
    ],
)
def test_only_a_bonus_that_lost_takes_envy_away(cards, low, stake, bonus, paid):
    """Three of a kind pays 3 to 1 and a flush 4 to 1 on the first paytable; three pairs push."""
    spec = derive(
        "south-dakota",
        **BASE_GAME,
        envy__own_bonus_lost="no-envy",
        envy__minimum_stake=NOT_OFFERED,
        fortune__stake_minimum=NOT_OFFERED,
    )
    holder = player(2, CLASSES["royal-match"], "Ks Qs", standard="10", fortune_bonus="5")
    own = player(1, cards, low, standard="10", fortune_bonus=stake)
    result = settle(spec, make(own, holder, paytable="1", bank_low="10h 8s"))
    assert told(result, 1, "fortune-bonus") == bonus
    assert bool(lines(result, 1, "envy")) is paid


def test_envy_of_a_wager_is_paid_although_another_wager_before_it_was_not_made():
    """The first three cards of seat 2 are a straight flush: 5 USD to who made that wager."""
    spec = accepted("any-envy")
    result = settle(
        spec,
        make(
            player(1, NOTHING, three="5"),
            player(2, "9c 8c 7c Ad Qs 4d 3c", three="5"),
        ),
    )
    assert told(result, 1, "envy") == ("win", "5")


# --- irregularities


def test_a_void_hand_is_found_behind_an_event_that_leaves_the_round_standing():
    spec = derive(
        "mbs",
        irregularities__misdeal="stands",
        irregularities__player_miscount="hand-void",
    )
    short = {**player(1, "Ac Ad 9h 9s 5c 4d", standard="10"), "miscount": True}
    result = settle(spec, make(short, player(2, NOTHING, standard="10"), events=["misdeal"]))
    assert told(result, 1, "standard") == ("void", "0")
    assert told(result, 2, "standard")[0] == "win"
    assert [item["consequence"] for item in result["events"]] == ["stands", "hand-void"]
    assert result["bank"]["low"] == "10h 8s"


def test_a_void_round_cites_what_makes_it_void_and_nothing_else():
    spec = derive(
        "mbs",
        irregularities__misdeal=say("stands", "a misdeal stands"),
        irregularities__foreign_card=say("round-void", "a foreign card"),
    )
    data = make(player(1, NOTHING, standard="10"), events=["misdeal", "foreign-card"])
    result = settle(spec, data)
    assert line(result, 1, "standard")["clause"] == "a foreign card, line 1"
    assert [item["clause"] for item in result["events"]] == [
        "a misdeal stands, line 1",
        "a foreign card, line 1",
    ]
    quiet = settle(spec, make(player(1, NOTHING, standard="10")))
    assert "events" not in quiet


def tell(spec, data):
    round_ = parse_round(data)
    return list(tell_settlement(round_, settle_round(compile_for_round(spec, round_), round_), "X"))


def test_the_trail_shows_no_setting_where_nothing_was_set():
    data = make(player(1, NOTHING, standard="10"), events=["misdeal"])
    void = tell(derive("mbs", irregularities__misdeal="round-void"), data)
    assert void[1] == f"seat 1: {NOTHING}, wagers standard 10"
    assert not [text for text in void if text.startswith("  low ")]
    given_up = {**player(1, NOTHING, standard="10"), "surrender": True}
    spec = derive("mbs", play__surrender="allowed", play__surrender_costs="1/2")
    trail = tell(spec, make(given_up))
    assert [text[:5] for text in trail if text.startswith("  low ")] == ["  low"]
    assert trail[1].startswith("  low 10h 8s")


# --- who pays, and who is looked at


def test_a_third_party_that_pays_envy_is_refused_and_named():
    spec = derive("mbs", envy__payer="player-dealer")
    with pytest.raises(CertifyError) as caught:
        settle(spec, make(player(1, NOTHING, standard="10", fortune_bonus="5")))
    assert str(caught.value) == (
        "could not judge: fortune-bonus.envy.payer is player-dealer and table.bank is house; "
        "a settlement has only one banker"
    )


RED, RED_TOO = "Ah Kh 9d 8d 5h 3d 2h", "Ad Qh 9h 7d 5d 4h 2d"


@pytest.mark.parametrize(
    ("word", "tied"),
    [("pushes", ("push", "0")), ("loses", ("lose", "-5")), ("pays", ("win", "750"))],
)
def test_a_bank_that_must_be_beaten_is_looked_at_for_all_that_the_lines_ask(word, tied):
    """Two hands all of red cards stand on one line, which pays 150 to 1 where it beats the bank's."""
    spec = accepted(
        "any-envy",
        state("red.bank_condition", "bank-hand-must-be-beaten"),
        state("red.bank_comparison", "by-class"),
        state("red.bank_not_beaten", "loses"),
        state("red.bank_tied", word),
    )
    assert told(settle(spec, make(player(1, RED, red="5"), bank=RED_TOO)), 1, "red") == tied
    assert told(settle(spec, make(player(1, RED, red="5"))), 1, "red") == ("win", "750")


def test_a_bank_is_looked_at_for_no_more_than_the_lines_ask_of_it():
    """The player's hands as set decide a line; of the bank's cards the joker alone does."""

    def ask_for_a_pair_in_front(data):
        own = find_wager(data, "jokers")
        own["lines"][0] = {"player": {"low": {"hand": "one-pair"}}, "pays": 3, "at": {"lines": 31}}
        del own["lines"][1]

    spec = accepted("both-hands", ask_for_a_pair_in_front)
    for low, expected in (("5c 5d", ("win", "15")), ("5c 2h", ("lose", "-5"))):
        seat = player(1, CLASSES["three-pair"], low, jokers="5")
        assert told(settle(spec, make(seat)), 1, "jokers") == expected


def test_hands_that_nobody_compares_inside_a_line_are_not_called_a_tie():
    """One line asks for a nine high of both hands; which of the two is higher nothing here has counted."""

    def keep_one(data):
        own = find_wager(data, "nines")
        own["lines"] = own["lines"][:1]

    spec = check(
        accepted(
            "both-hands",
            keep_one,
            state("nines.bank_condition", "bank-hand-must-be-beaten"),
            state("nines.bank_comparison", "by-hand"),
            state("nines.bank_not_beaten", "loses"),
            state("nines.bank_tied", "pushes"),
        )
    )
    higher, lower = "9d 8h 7s 6c 4d 3h 2s", "9c 8d 7h 5s 4c 3d 2h"
    with pytest.raises(CertifyError, match="not modelled"):
        settle(spec, make(player(1, higher, nines="5"), bank=lower))


def test_a_bank_is_set_where_one_player_alone_has_a_standard_wager():
    spec = derive("south-dakota", **BASE_GAME, play__standard_wager_required="not-required")
    made = player(1, NOTHING, "9d 7s", standard="10")
    bonus = player(2, "Ad Jd 8d 6s 5d 3c 4d", fortune_bonus="5")
    with pytest.raises(CertifyError, match=r"bank\.low: the house way must set this hand"):
        settle(spec, make(made, bonus, paytable="1"))
    alone = settle(spec, make(bonus, paytable="1"))
    assert alone["bank"]["low"] is None


# --- what a document without a paytable of its own name asks for


def test_a_single_paytable_answers_to_main_and_to_its_own_name():
    one = accepted("two-paytables", lambda data: data["wagers"][0]["paytables"].pop())
    assert choose_paytables(one, "main") == {}
    assert choose_paytables(one, "A") == {"bonus": "A"}
    with pytest.raises(CertifyError, match="two-paytables has no paytable 'B'; it has A"):
        choose_paytables(one, "B")
    with pytest.raises(CertifyError, match="has no paytable 'main'; it has A, B"):
        choose_paytables(load_jurisdiction(ACCEPTED / "two-paytables.yaml"), "main")


# --- what the standard wager pays, and what is cited for it


def test_a_standard_wager_may_win_a_fixed_sum():
    """Five less a twentieth of it, whatever the stake of ten; a loss still costs the stake."""
    spec = derive("mbs", standard__pays={"money": "5 SGD"}, standard__commission="1/20")
    assert told(settle(spec, make(player(1, NOTHING, standard="10"))), 1, "standard") == (
        "win",
        "4.75",
    )
    beaten = player(1, "Jc 9c 7d 5s 4c 3c 2d", standard="10")
    assert told(settle(spec, make(beaten)), 1, "standard") == ("lose", "-10")


def test_a_hand_that_is_not_compared_is_cited_without_the_banks_setting():
    push = derive(
        "designated-player",
        comparison__bank_hand_push=say("yes", "an ace pushes"),
        comparison__bank_hand_push_when=say({"hand": "high-card", "highest": "A"}, "which hand"),
    )
    seat = player(1, NOTHING, "9d 7s", standard="10")
    pushed = line(settle(push, make(seat, bank="Ac 10h 8s 6d 4h 3s 2c")), 1, "standard")
    assert pushed["clause"] == "an ace pushes, line 1; which hand, line 1"
    foul = derive("mbs", setting__foul_standard=say("loses", "a foul"))
    seat = player(1, CLASSES["full-house"], "Kc Kd", standard="10")
    fouled = line(settle(foul, make(seat)), 1, "standard")
    assert (fouled["clause"], fouled["amount"]) == ("a foul, line 1", "-10")


@pytest.mark.parametrize("low", ["8h 6c", "4d 3h"])
def test_a_bare_hand_is_bare_whichever_cards_lie_in_front(low):
    """Five of seven cards that make nothing make nothing: where one looks decides nothing."""
    spec = accepted("no-pair-bonus")
    (wager,) = (item["id"] for item in spec.source.data["wagers"])
    spec = edit(spec, state(f"{wager}.hand_considered", say("best-of-seven", "of seven cards")))
    seat = player(1, "9d 8h 7s 6c 4d 3h 2s", low, **{wager.replace("-", "_"): "5"})
    found = line(settle(spec, make(seat)), 1, wager)
    assert found["result"] == "win"
    assert "of seven cards" not in found["clause"]


@pytest.mark.parametrize(
    ("cards", "bank", "cited"),
    [
        (NOTHING, "Qc 10h 8s 6d 4h 3s 2c", False),
        (NOTHING, "Qc 10h 8s 6d 4h 3s Joker", True),
        ("Kh Jh 9d 7s 5h 3d Joker", "Qc 10h 8s 6d 4h 3s 2c", True),
    ],
)
def test_the_joker_is_cited_for_the_standard_wager_where_either_hand_holds_it(cards, bank, cited):
    spec = derive("mbs", deck__joker=say("bug", "the joker"))
    found = line(settle(spec, make(player(1, cards, standard="10"), bank=bank)), 1, "standard")
    assert ("the joker, line 1" in found["clause"]) is cited


# --- why a wager went as it did, to the letter


FLUSH_TOO, FOUR = "Qc 10c 8c 6c 4c 3s 2d", "8c 8d 8h 8s 6d 4h 3s"


@pytest.mark.parametrize(
    ("cards", "bank", "tied", "expected"),
    [
        (NOTHING, FOUR, "pays", ("lose", "-5", "no payout")),
        (CLASSES["flush"], FOUR, "pays", ("lose", "-5", "flush does not beat the bank")),
        (CLASSES["flush"], FLUSH_TOO, "loses", ("lose", "-5", "flush ties with the bank")),
        (CLASSES["flush"], FLUSH_TOO, "pushes", ("push", "0", "flush ties with the bank")),
        (
            CLASSES["flush"],
            FLUSH_TOO,
            "pays",
            ("win", "20", "flush ties with the bank and pays 4 to 1"),
        ),
        (CLASSES["flush"], "Qc 10h 8s 6d 4h 3s 2c", "pays", ("win", "20", "flush pays 4 to 1")),
    ],
)
def test_a_bonus_that_must_beat_the_bank_says_how_it_went(cards, bank, tied, expected):
    spec = derive(
        "mbs",
        fortune__bank_condition="bank-hand-must-be-beaten",
        fortune__bank_comparison="by-class",
        fortune__bank_not_beaten="loses",
        fortune__bank_tied=tied,
    )
    result = settle(spec, make(player(1, cards, standard="10", fortune_bonus="5"), bank=bank))
    found = line(result, 1, "fortune-bonus")
    assert (found["result"], found["amount"], found["because"]) == expected


def test_a_push_and_a_sum_of_money_are_told_as_such():
    spec = derive("south-dakota", **BASE_GAME)
    seat = player(1, CLASSES["three-pair"], "5c 5d", standard="10", fortune_bonus="5")
    found = line(settle(spec, make(seat, paytable="1", bank_low="10h 8s")), 1, "fortune-bonus")
    assert (found["result"], found["because"]) == ("push", "three pair pushes")
    bank = "9d 8h 7s 6c 4d 3h 2s"
    result = settle(
        accepted("both-hands"), make(player(1, "Kh Jh 10d 7c 5h 3d 2c", nines="5"), bank=bank)
    )
    found = line(result, 1, "nines")
    assert (found["result"], found["amount"]) == ("win", "70")  # 75 less the stake of 5
    assert found["because"] == "bank high card 9 high pays 75 in money, and the wager is lost"

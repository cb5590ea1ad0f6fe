"""Settlement by the first document, clause by clause."""

from __future__ import annotations

import pytest

from certify.base.errors import CertifyError
from certify.base.names import name_class

from .rounds import CLASSES, NOTHING, derive, line, lines, load, make, player, settle, told

SEVEN, MATCH = CLASSES["seven-card-straight-flush"], CLASSES["royal-match"]
OTHER_MATCH = "Ah Kh Qh Jh 10h Kc Qc"
OTHER_SEVEN = "8s 7s 6s 5s 4s 3s 2s"
LOSING = "Jc 9c 7d 5s 4c 3c 2d"


def test_mbs_3_12_both_hands_higher_win_one_to_one_less_five_percent():
    result = settle("mbs", make(player(1, NOTHING, standard="10")))
    assert told(result, 1, "standard") == ("win", "9.50")
    assert (result["commission"], result["bank"]["net"]) == ("0.50", "-10")
    found = line(result, 1, "standard")
    assert "3.12" in found["clause"]
    assert "4.1.1" in found["clause"]
    assert found["standing"] == "stated"


@pytest.mark.parametrize(
    ("stake", "won", "commission"),
    [
        ("0.01", "0.0095", "0.0005"),
        ("10.01", "9.5095", "0.5005"),
        ("19", "18.05", "0.95"),
        ("20", "19", "1"),
        ("100.10", "95.095", "5.005"),
    ],
)
def test_mbs_4_1_1_commission_is_exact(stake, won, commission):
    result = settle("mbs", make(player(1, NOTHING, standard=stake)))
    assert told(result, 1, "standard") == ("win", won)
    assert result["commission"] == commission


def test_mbs_3_13_both_hands_lower_lose():
    result = settle("mbs", make(player(1, LOSING, standard="10")))
    assert told(result, 1, "standard") == ("lose", "-10")
    assert "3.13" in line(result, 1, "standard")["clause"]
    assert (result["commission"], result["bank"]["net"]) == ("0", "10")


@pytest.mark.parametrize("low", ["3d 2s", "9d 2s"])
def test_mbs_3_14_one_hand_each_is_a_standoff(low):
    result = settle("mbs", make(player(1, NOTHING, low, standard="10")))
    assert told(result, 1, "standard") == ("push", "0")
    assert line(result, 1, "standard")["because"].startswith("low loses (")
    assert ", high wins (" in line(result, 1, "standard")["because"]


@pytest.mark.parametrize(
    ("cards", "low", "expected"),
    [
        ("Kc 10d 8c 7d 5s 4c 2d", "10d 8c", ("push", "0")),  # low copied, high won
        ("Kc 10d 9c 7d 5s 4c 2d", "10d 9c", ("win", "9.50")),  # the low hand one above the copy
        ("Kc 10d 8c 7d 5s 4c 2d", "10d 7d", ("push", "0")),  # the low hand one below the copy
        ("Jd 10d 8c 6s 5s 4c 2d", "10d 8c", ("lose", "-10")),  # low copied, high lost
        ("Qd 10d 8c 6s 4c 3c 2d", "10d 8c", ("lose", "-10")),  # both copied
        ("Qd Jd 8c 6s 4c 3c 2d", "Jd 8c", ("push", "0")),  # low won, high copied
        ("Qd 10d 7c 6s 4c 3c 2d", "10d 7c", ("lose", "-10")),  # low lost, high copied
    ],
)
def test_mbs_3_15_the_dealer_wins_copies(cards, low, expected):
    result = settle("mbs", make(player(1, cards, low, standard="10")))
    assert told(result, 1, "standard") == expected
    if "copies" in line(result, 1, "standard")["because"]:
        assert "3.15" in line(result, 1, "standard")["clause"]


@pytest.mark.parametrize(
    ("cards", "low", "usual", "leads"),
    [
        ("Kc 10d 9c 7d 5s 4c 2d", "10d 9c", ("win", "9.50"), ("push", "0")),  # ten against ten
        ("Kc 10d 8c 7d 5s 4c 2d", "10d 7d", ("push", "0"), ("push", "0")),
        ("Jd 10d 9c 6s 5s 4c 2d", "10d 9c", ("push", "0"), ("lose", "-10")),
        ("Kc Jd 3c 7d 5s 4c 2d", "Jd 3c", ("win", "9.50"), ("win", "9.50")),  # jack against ten
        ("Kc 9d 8c 7d 5s 4c 2d", "9d 8c", ("push", "0"), ("push", "0")),  # nine against ten
    ],
)
def test_mbs_3_10_low_hands_of_one_highest_card_by_either_reading(cards, low, usual, leads):
    """Lines 334-336 name the highest card alone; the dealer has 10-8 low and a queen high."""
    data = make(player(1, cards, low, standard="10"))
    assert told(settle("mbs", data), 1, "standard") == usual
    coarse = derive("mbs", deck__low_hand_ranking="pairs-then-highest-card")
    result = settle(coarse, data)
    assert told(result, 1, "standard") == leads
    ten = low.startswith("10")
    assert line(result, 1, "standard")["because"].startswith("low copies") is ten


def test_mbs_3_7_2_a_foul_hand_is_set_by_the_house_way():
    fouled = settle("mbs", make(player(1, NOTHING, "Kh Jh", standard="10")))
    dealt = settle("mbs", make(player(1, NOTHING, standard="10")))
    assert fouled["seats"][0]["low"] == dealt["seats"][0]["low"] == "Jh 9d"
    assert told(fouled, 1, "standard") == ("win", "9.50")
    assert "3.7.2" in line(fouled, 1, "standard")["clause"]
    assert "foul with Kh Jh low" in line(fouled, 1, "standard")["because"]


@pytest.mark.parametrize(
    ("low", "kept"),
    [
        ("Ad 9h", True),  # below the high hand
        ("Ad Ks", True),  # just as the high hand
        ("As Ad", False),  # above it
    ],
)
def test_mbs_3_7_2_the_high_hand_may_equal_the_low(low, kept):
    result = settle("mbs", make(player(1, "As Ad Kc Ks 9h 7d 5c", low, standard="10")))
    assert told(result, 1, "standard") == ("win", "9.50")
    assert result["seats"][0]["low"] == (low if kept else "Ks Kc")
    standing = line(result, 1, "standard")["standing"]
    assert standing == {"Ad 9h": "stated", "Ad Ks": "conflicting", "As Ad": "stated"}[low]


def test_mbs_3_8_a_bank_set_wrongly_is_reset():
    wrong = settle("mbs", make(player(1, NOTHING, standard="10"), bank_low="Qc 10h"))
    assert wrong["bank"]["low"] == "10h 8s"
    right = settle("mbs", make(player(1, NOTHING, standard="10"), bank_low="10h 8s"))
    assert right["bank"]["low"] == "10h 8s"
    assert line(right, 1, "standard")["standing"] == "stated"
    assert line(wrong, 1, "standard")["standing"] == "silent"


PAYS = {
    "seven-card-straight-flush": 2500,
    "royal-match": 1000,
    "seven-card-straight-flush-joker": 500,
    "five-aces": 250,
    "royal-flush": 100,
    "straight-flush": 50,
    "four-of-a-kind": 20,
    "full-house": 5,
    "flush": 4,
    "three-of-a-kind": 3,
    "straight": 2,
}


@pytest.mark.parametrize("name", CLASSES)
def test_mbs_4_1_2_fortune_bonus_pays(name):
    result = settle("mbs", make(player(1, CLASSES[name], standard="10", fortune_bonus="3")))
    pays = PAYS.get(name)
    expected = ("win", str(3 * pays)) if pays else ("lose", "-3")
    assert told(result, 1, "fortune-bonus") == expected
    assert ("4.1.2" if pays else "3.16") in line(result, 1, "fortune-bonus")["clause"]


@pytest.mark.parametrize(
    ("cards", "pays"),
    [
        ("Ad Kd Qd Jd 10d Ks Qs", "1000"),
        ("Ad Kd Qd Jd Joker Ks Qs", "1000"),
        ("Ad Kd Qd Jd 10d Ks Joker", "100"),
        ("Ad Kd Qd Jd 10d Ks Qh", "100"),
    ],
)
def test_mbs_1_1_9_the_joker_completes_only_the_royal_flush(cards, pays):
    result = settle("mbs", make(player(1, cards, standard="10", fortune_bonus="1")))
    assert told(result, 1, "fortune-bonus") == ("win", pays)


def test_royal_match_joker_not_allowed_pays_the_royal_flush():
    data = make(player(1, "Ad Kd Qd Jd Joker Ks Qs", "Ks Qs", standard="10", fortune_bonus="1"))
    result = settle("mbs", data, royal_match_joker="not-allowed")
    assert told(result, 1, "fortune-bonus") == ("win", "100")
    plain = settle("mbs", data)
    assert "1.1.9" in line(plain, 1, "fortune-bonus")["clause"]
    # The clause on the joker is stated, and 3.17 has a hand paid once; that all seven cards count is
    # not said, and a royal match stands not in the high hand alone.
    assert load("mbs").statements["deck.royal_match_joker"].standing == "stated"
    assert line(plain, 1, "fortune-bonus")["standing"] == "silent"
    clause = line(plain, 1, "fortune-bonus")["clause"]
    assert "3.17, lines 364-366" in clause
    assert "not said (fortune-bonus.hand_considered)" in clause


def test_mbs_a_straight_with_three_of_a_kind_is_paid_by_the_order_of_the_paytable():
    data = make(player(1, "10c 9d 8h 7s 6c 6s 6h", standard="10", fortune_bonus="1"))
    found = line(settle("mbs", data), 1, "fortune-bonus")
    assert (found["amount"], found["standing"]) == ("3", "silent")
    other = settle("mbs", data, bonus_precedence="rank-order")
    assert told(other, 1, "fortune-bonus") == ("win", "2")


def test_mbs_every_line_held_pays_both_where_the_document_is_read_so():
    data = make(player(1, "10c 9d 8h 7s 6c 6s 6h", standard="10", fortune_bonus="1"))
    result = settle(derive("mbs", fortune__lines_paid="every-line-held"), data)
    assert told(result, 1, "fortune-bonus") == ("win", "5")
    # A full house holds its three of a kind: held, but implied (R3 keeps the words apart).
    full = make(player(1, CLASSES["full-house"], standard="10", fortune_bonus="1"))
    result = settle(derive("mbs", fortune__lines_paid="every-line-held"), full)
    assert told(result, 1, "fortune-bonus") == ("win", "8")
    result = settle(derive("mbs", fortune__lines_paid="every-line-not-implied"), full)
    assert told(result, 1, "fortune-bonus") == ("win", "5")


@pytest.mark.parametrize(
    ("cards", "split"),
    [
        (CLASSES["flush"], "Kh Jh"),
        (CLASSES["flush"], "4d 3c"),
        (MATCH, "Ks Qs"),
        (MATCH, "Kd Qs"),
        (SEVEN, "6c 5c"),
    ],
)
def test_mbs_classes_of_the_hands_as_set_are_refused(cards, split):
    """What a class is in two hands no document says, so a bonus on hands as set is not modelled."""
    as_set = derive("mbs", fortune__hand_considered="as-set")
    data = make(
        player(1, cards, split, standard="10", fortune_bonus="1"), bank="9s 8d 6d 4h 3s 2s 2d"
    )
    with pytest.raises(CertifyError, match="hand_considered is 'as-set'"):
        settle(as_set, data)


@pytest.mark.parametrize(("stake", "paid"), [("0.01", True), ("5", True), (None, False)])
def test_mbs_3_18_any_fortune_wager_earns_envy(stake, paid):
    wagers = {"standard": "10"} | ({"fortune_bonus": stake} if stake else {})
    result = settle("mbs", make(player(1, NOTHING, **wagers), player(2, MATCH, standard="10")))
    assert [item["amount"] for item in lines(result, 1, "envy")] == (["50"] if paid else [])
    assert not lines(result, 2, "envy")


@pytest.mark.parametrize(
    ("name", "envy"),
    [
        ("seven-card-straight-flush", "250"),
        ("royal-match", "50"),
        ("seven-card-straight-flush-joker", None),
        ("five-aces", None),
        ("four-of-a-kind", None),
    ],
)
def test_mbs_3_18_only_two_hands_pay_envy(name, envy):
    other = "Kh Js 10s 8s 6h 4h 3h"
    result = settle(
        "mbs",
        make(
            player(1, other, standard="10", fortune_bonus="1"),
            player(2, CLASSES[name], standard="10"),
            bank="Qc 10h 8d 6d 4s 3s 2s",
        ),
    )
    found = lines(result, 1, "envy")
    assert [item["amount"] for item in found] == ([envy] if envy else [])
    if envy:
        assert found[0]["because"] == f"seat 2: {name_class(name)}"
        assert "3.18" in found[0]["clause"]
        assert "4.1.2" in found[0]["clause"]


@pytest.mark.parametrize("wagers", [{}, {"fortune_bonus": "1"}])
def test_mbs_3_18_the_other_player_needs_no_fortune_wager(wagers):
    result = settle(
        "mbs",
        make(
            player(1, NOTHING, standard="10", fortune_bonus="1"),
            player(2, MATCH, standard="10", **wagers),
        ),
    )
    assert told(result, 1, "envy") == ("win", "50")
    only_bonus = derive("mbs", envy__whose_hand="player-with-bonus-wager")
    result = settle(
        only_bonus,
        make(
            player(1, NOTHING, standard="10", fortune_bonus="1"),
            player(2, MATCH, standard="10", **wagers),
        ),
    )
    assert bool(lines(result, 1, "envy")) == bool(wagers)


@pytest.mark.parametrize(
    ("bank", "paid"), [(OTHER_MATCH, False), (OTHER_SEVEN, False), ("Ah Kh Qh Jh 10h Kc 2c", True)]
)
def test_mbs_3_18_1_1_a_qualifying_hand_of_the_dealer_ends_envy(bank, paid):
    result = settle(
        "mbs",
        make(
            player(1, "9s 8h 7d 5d 4c 3h 2d", standard="10", fortune_bonus="1"),
            player(2, MATCH, standard="10"),
            bank=bank,
        ),
    )
    assert bool(lines(result, 1, "envy")) == paid
    if not paid:
        assert "the bank holds" in line(result, 1, "fortune-bonus")["because"]


@pytest.mark.parametrize(
    ("cards", "paid"),
    [(SEVEN, False), ("Jc 10c 9c Joker 7c 6c 5c", True), ("Jc 10c 9c 8c 7c 6c 4h", True)],
)
def test_mbs_3_18_1_2_an_own_seven_card_straight_flush_forfeits(cards, paid):
    result = settle(
        "mbs",
        make(
            player(1, cards, standard="10", fortune_bonus="1"),
            player(2, MATCH, standard="10"),
            bank="10h 8s 6d 4s 3s 2c 2d",
        ),
    )
    assert bool(lines(result, 1, "envy")) == paid


@pytest.mark.parametrize(("other", "envy"), [(OTHER_MATCH, []), (OTHER_SEVEN, ["250"])])
def test_mbs_3_18_1_3_an_own_royal_match_forfeits_all_but_seven_cards(other, envy):
    result = settle(
        "mbs",
        make(
            player(1, MATCH, standard="10", fortune_bonus="1"),
            player(2, other, standard="10"),
            bank="9c 8d 7h 5d 4c 3h 2d",
        ),
    )
    assert [item["amount"] for item in lines(result, 1, "envy")] == envy


def test_mbs_3_18_1_3_seven_cards_pay_and_a_match_beside_them_does_not():
    result = settle(
        "mbs",
        make(
            player(1, MATCH, standard="10", fortune_bonus="1"),
            player(2, OTHER_SEVEN, standard="10"),
            player(3, OTHER_MATCH, standard="10"),
            bank="9c 8d 7h 5d 4c 3h 2d",
        ),
    )
    assert told(result, 1, "envy") == ("win", "250")
    assert line(result, 1, "envy")["because"] == "seat 2: seven-card straight flush"


def test_mbs_several_qualifying_hands_are_a_reading():
    data = make(
        player(1, "9s 8h 7d 5d 4h 3h 2d", standard="10", fortune_bonus="1"),
        player(2, MATCH, standard="10"),
        player(3, OTHER_MATCH, standard="10"),
        bank="9c 8c 7c 5c 4c 3d 2s",
    )
    each = settle("mbs", data)
    assert [item["amount"] for item in lines(each, 1, "envy")] == ["50", "50"]
    assert {item["standing"] for item in lines(each, 1, "envy")} == {"silent"}
    highest = settle("mbs", data, envy_several="highest-pays")
    assert told(highest, 1, "envy") == ("win", "50")


def test_mbs_a_lost_bonus_keeps_its_envy_unless_read_otherwise():
    data = make(
        player(1, NOTHING, standard="10", fortune_bonus="1"), player(2, MATCH, standard="10")
    )
    assert told(settle("mbs", data), 1, "envy") == ("win", "50")
    strict = derive("mbs", envy__own_bonus_lost="no-envy")
    assert not lines(settle(strict, data), 1, "envy")


@pytest.mark.parametrize(("fouled", "paid"), [("counts", True), ("does-not-count", False)])
def test_mbs_envy_for_a_fouled_hand_follows_its_statement(fouled, paid):
    data = make(
        player(1, NOTHING, standard="10", fortune_bonus="1"),
        player(2, MATCH, "Kd Ks", standard="10"),
    )
    spec = derive("mbs", envy__fouled_hand=fouled)
    result = settle(spec, data)
    assert "foul" in line(result, 2, "standard")["because"]
    assert bool(lines(result, 1, "envy")) == paid


@pytest.mark.parametrize(
    "event", ["foreign-card", "misdeal", "bank-miscount", "exposed-cards", "deck-count"]
)
def test_mbs_5_irregularities_void_the_round(event):
    result = settle(
        "mbs",
        make(
            player(1, NOTHING, standard="10", fortune_bonus="5"),
            player(2, SEVEN, standard="10"),
            events=[event],
        ),
    )
    found = [item for seat in result["seats"] for item in seat["lines"]]
    assert {(item["result"], item["amount"]) for item in found} == {("void", "0")}
    assert [item["wager"] for item in found] == ["standard", "fortune-bonus", "standard"]
    clause = {
        "foreign-card": "5.1.1",
        "misdeal": "5.2",
        "bank-miscount": "5.3",
        "exposed-cards": "5.4",
        "deck-count": "5.5",
    }[event]
    assert all(clause in item["clause"] for item in found)
    assert (result["commission"], result["bank"]["net"]) == ("0", "0")


def test_mbs_5_2_cards_already_handled_let_the_round_stand():
    data = make(player(1, NOTHING, standard="10"), events=["misdeal-handled"])
    assert told(settle("mbs", data), 1, "standard") == ("win", "9.50")
    strict = derive("mbs", irregularities__misdeal_handled="round-void")
    assert told(settle(strict, data), 1, "standard") == ("void", "0")


def test_a_miscount_that_costs_one_player_the_wager_cannot_be_judged():
    strict = derive("mbs", irregularities__player_miscount="loses")
    with pytest.raises(CertifyError, match="events: player-miscount"):
        settle(strict, make(player(1, NOTHING, standard="10"), events=["player-miscount"]))


FOUR, EIGHT = "Ac Ad Ah As 6c 6s 5d", "Ac Ad Ah As 6c 6s 5d 8h"


def test_a_miscounted_hand_that_alone_is_void_gives_its_wagers_back_and_the_others_play():
    dead = derive("mbs", irregularities__player_miscount="hand-void")
    beside = player(2, NOTHING, standard="10", fortune_bonus="5")
    marked = {**player(1, EIGHT, standard="20", fortune_bonus="5"), "miscount": True}
    result = settle(dead, make(marked, beside))
    alone = settle("mbs", make(beside))
    assert [told(result, 1, name) for name in ("standard", "fortune-bonus")] == [("void", "0")] * 2
    assert result["seats"][0]["low"] is None
    assert result["seats"][1] == alone["seats"][0]
    assert (result["bank"], result["commission"]) == (alone["bank"], alone["commission"])
    assert [item["consequence"] for item in result["events"]] == ["hand-void"]


def test_a_void_hand_earns_nobody_envy():
    seven = "Jc 10c 9c 8c 7c 6c 5c"
    beside = player(2, NOTHING, standard="10", fortune_bonus="5")
    hand = player(1, seven, standard="20", fortune_bonus="5")
    dead = derive("mbs", irregularities__player_miscount="hand-void")
    assert line(settle(dead, make(hand, beside)), 2, "envy")["result"] == "win"
    told_of = settle(dead, make({**hand, "miscount": True}, beside))
    assert not [item for item in told_of["seats"][1]["lines"] if item["wager"] == "envy"]


def test_a_void_hand_must_be_told_where_there_are_several():
    dead = derive("mbs", irregularities__player_miscount="hand-void")
    one = player(1, FOUR, standard="10")
    only = settle(dead, make(one, events=["player-miscount"]))
    assert (told(only, 1, "standard"), only["bank"]["net"]) == (("void", "0"), "0")
    both = make(one, player(2, NOTHING, standard="10"), events=["player-miscount"])
    with pytest.raises(CertifyError, match='write "miscount": true at that player'):
        settle(dead, both)


def test_a_miscounted_hand_that_stands_cannot_be_judged_from_eight_cards():
    stands = derive("mbs", irregularities__player_miscount="stands")
    marked = {**player(1, EIGHT, standard="20"), "miscount": True}
    with pytest.raises(CertifyError, match=r"players\[0\]\.cards: could not judge: .* 8 cards"):
        settle(stands, make(marked))
    void = derive("mbs", irregularities__player_miscount="round-void")
    assert told(settle(void, make(marked)), 1, "standard") == ("void", "0")


@pytest.mark.parametrize(("foul", "expected"), [("unaffected", "win"), ("loses", "lose")])
def test_mbs_a_foul_touches_the_bonus_by_its_statement(foul, expected):
    spec = derive("mbs", fortune__foul=foul)
    data = make(player(1, CLASSES["flush"], "Kh Jh", standard="10", fortune_bonus="1"))
    assert told(settle(spec, data), 1, "fortune-bonus")[0] == expected


@pytest.mark.parametrize(("wheel", "expected"), [("lowest", "lose"), ("second-highest", "push")])
def test_the_rank_of_the_wheel_is_cited_where_it_decides(wheel, expected):
    # Both low hands lose; the high hands are A-2-3-4-5 against a straight to the six.
    data = make(
        player(1, "Ah 5d 4c 3d 2s 10d 9c", "10d 9c", standard="10"),
        bank="6h 5h 4d 3h 2c Jh Js",
        bank_low="Jh Js",
    )
    result = settle(derive("mbs", deck__wheel=wheel), data)
    assert told(result, 1, "standard")[0] == expected
    assert "test" in line(result, 1, "standard")["clause"]

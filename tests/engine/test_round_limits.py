"""What a round may hold and what it comes to at its limits: stakes, seats, surrender, fouls, who pays."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from certify.base.errors import CertifyError
from certify.base.figures import format_money
from certify.engine.admission import admit_round, choose_paytables, compile_for_round
from certify.engine.hands import (
    Ground,
    answer_bank,
    divide,
    find_house_way,
    find_weakest,
    join_clauses,
)
from certify.engine.play import choose_stake, choose_stakes, count_seats, deal_round, set_round
from certify.engine.round import format_round, parse_round
from certify.engine.settle import settle_round
from certify.engine.settlement import tell_settlement
from certify.game.cards import format_cards, parse_cards
from certify.game.rank import RankRules
from certify.spec.choices import Exposed
from certify.spec.compile import compile_rulebook
from certify.spec.validate import load_jurisdiction
from certify.spec.values import Money
from tests.wagers.test_settlement_values import give

from .rounds import (
    BANK,
    BANK_LOW,
    BASE_GAME,
    CLASSES,
    FOLDER,
    NOTHING,
    derive,
    line,
    lines,
    load,
    make,
    player,
    settle,
    told,
)

# --- what is admitted


@pytest.mark.parametrize(
    ("stake", "fault"),
    [
        ("4.99", "the minimum wager is 5 SGD"),
        ("5", ""),
        ("100", ""),
        ("100.01", "the maximum wager"),
    ],
)
@pytest.mark.parametrize("wager", ["standard", "fortune-bonus"])
def test_a_stake_lies_from_the_least_to_the_highest(wager, stake, fault):
    owner = {"standard": "standard", "fortune-bonus": "fortune"}[wager]
    spec = derive(
        "mbs", **{f"{owner}__stake_minimum": "5 SGD", f"{owner}__stake_maximum": "100 SGD"}
    )
    seat = player(1, NOTHING, standard="10")
    seat["wagers"][wager] = stake
    if not fault:
        settle(spec, make(seat))
        return
    with pytest.raises(CertifyError, match=rf"players\[0\]\.wagers\.{wager}: {fault}"):
        settle(spec, make(seat))


def pay_of(name, stake):
    """What a line of the first document pays on a stake, from its paytable."""
    lines_ = load("mbs").wager("fortune-bonus").paytables[0].lines
    return format_money(next(item.pays.value.times for item in lines_ if item.id == name) * stake)


def give_up(seat):
    return {**seat, "surrender": True}


@pytest.mark.parametrize(
    ("word", "alone", "beside"),
    [
        ("allowed", True, True),
        ("barred-with-bonus-wager", True, False),
        ("not-allowed", False, False),
    ],
)
def test_surrender_is_allowed_as_the_document_says(word, alone, beside):
    spec = derive(
        "mbs", play__surrender=word, play__surrender_costs="1/4", fortune__surrender="loses"
    )
    for wagers, fits in (
        ({"standard": "10"}, alone),
        ({"standard": "10", "fortune_bonus": "5"}, beside),
    ):
        data = make(give_up(player(1, NOTHING, **wagers)))
        if fits:
            assert told(settle(spec, data), 1, "standard") == ("lose", "-2.50")
        else:
            with pytest.raises(
                CertifyError, match=r"players\[0\]\.surrender: the document does not"
            ):
                settle(spec, data)


def test_nothing_is_given_up_without_a_standard_wager():
    spec = derive(
        "mbs",
        play__surrender="allowed",
        play__surrender_costs="1/4",
        table__standard_required="not-required",
    )
    with pytest.raises(CertifyError, match=r"surrender: there is no standard wager to surrender"):
        settle(spec, make(give_up(player(1, NOTHING, fortune_bonus="5"))))


@pytest.mark.parametrize(
    ("word", "expected"),
    [("loses", ("lose", "-5")), ("returned", ("returned", "0")), ("unaffected", ("win", "paid"))],
)
def test_what_a_hand_given_up_does_to_the_bonus(word, expected):
    spec = derive(
        "mbs", play__surrender="allowed", play__surrender_costs="0", fortune__surrender=word
    )
    cards = CLASSES["four-of-a-kind"]
    result = settle(spec, make(give_up(player(1, cards, standard="10", fortune_bonus="5"))))
    amount = pay_of("four-of-a-kind", 5) if expected[1] == "paid" else expected[1]
    assert told(result, 1, "fortune-bonus") == (expected[0], amount)
    assert told(result, 1, "standard") == ("returned", "0")
    assert result["seats"][0]["low"] is None


@pytest.mark.parametrize(("word", "result"), [("loses", "lose"), ("unaffected", "win")])
def test_what_a_foul_does_to_a_bonus_that_qualifies(word, result):
    """A full house with its kings played low: a pair of deuces is left behind them."""
    spec = derive("mbs", fortune__foul=word, setting__foul_standard="loses")
    seat = player(1, CLASSES["full-house"], "Kc Kd", standard="10", fortune_bonus="5")
    settled = settle(spec, make(seat))
    assert told(settled, 1, "standard") == ("lose", "-10")
    bonus = line(settled, 1, "fortune-bonus")
    assert bonus["result"] == result
    assert ("a foul hand loses the wager" in bonus["because"]) is (word == "loses")
    assert bonus["amount"] == ("-5" if word == "loses" else pay_of("full-house", 5))


@pytest.mark.parametrize(("payer", "fits"), [("house", True), ("player-dealer", False)])
def test_a_wager_that_somebody_else_pays_is_not_settled(payer, fits):
    spec = derive("mbs", fortune__payer=payer)
    with_bonus = make(player(1, NOTHING, standard="10", fortune_bonus="5"))
    without = make(player(1, NOTHING, standard="10"))
    settle(spec, without)
    if fits:
        settle(spec, with_bonus)
        return
    with pytest.raises(CertifyError, match="a settlement has only one banker"):
        settle(spec, with_bonus)


def test_a_bank_of_another_kind_or_with_a_stake_is_refused_where_the_document_has_none():
    data = make(player(1, NOTHING, standard="10"))
    data["bank"]["kind"] = "player-dealer"
    with pytest.raises(CertifyError, match=r"bank\.kind: player-dealer banks here"):
        settle("mbs", data)
    data["bank"]["kind"] = "house"
    settle("mbs", data)
    data["bank"]["stake"] = "10"
    with pytest.raises(CertifyError, match=r"bank\.stake: the document does not limit"):
        settle("mbs", data)


def test_a_wager_that_must_be_made_is_missed():
    spec = derive("mbs", fortune__offer="required")
    settle(spec, make(player(1, NOTHING, standard="10", fortune_bonus="5")))
    with pytest.raises(
        CertifyError, match=r"players\[0\]\.wagers: the wager fortune-bonus is miss"
    ):
        settle(spec, make(player(1, NOTHING, standard="10")))


@pytest.mark.parametrize(
    ("named", "expected"),
    [
        ("2", {"fortune-bonus": "2"}),
        ({"fortune-bonus": "3"}, {"fortune-bonus": "3"}),
    ],
)
def test_a_paytable_is_chosen_by_its_id_or_for_each_wager(named, expected):
    assert choose_paytables(load("south-dakota"), named) == expected


def test_a_paytable_that_a_wager_does_not_have_is_refused():
    for named in ("nine hundred", {"fortune-bonus": "nine hundred"}, {"lucky": "1"}):
        with pytest.raises(CertifyError):
            choose_paytables(load("south-dakota"), named)
    assert choose_paytables(load("mbs"), None) == {}


# --- rounds as they are written


def test_a_round_given_up_and_one_as_play_prints_it_are_read_again():
    data = make(give_up(player(1, NOTHING, standard="10")))
    round_ = parse_round(data)
    written = format_round(round_)
    assert written["players"][0]["surrender"] is True
    assert (
        "surrender"
        not in format_round(parse_round(make(player(1, NOTHING, standard="1"))))["players"][0]
    )
    assert parse_round({"number": 3, "round": data}) == round_
    for partly in ({"number": 3}, {"round": data}):
        with pytest.raises(CertifyError):
            parse_round(partly)


def test_a_long_value_is_cut_in_its_message():
    data = make(player(1, NOTHING, standard="10"))
    data["players"][0]["cards"] = ["As"] * 40
    with pytest.raises(CertifyError) as caught:
        parse_round(data)
    shown = str(caught.value).split(" is not valid here")[0].partition(": ")[2]
    assert shown.endswith("...")
    assert len(shown) == 60


def test_players_are_listed_from_a_seat_on():
    cards = (NOTHING, "Kc Jc 9h 7h 5s 3c 2d", "Ks Js 9s 7d 5c 4c 2h")
    data = make(
        *(player(seat, hand, standard="1") for seat, hand in zip((2, 4, 6), cards, strict=True))
    )
    round_ = parse_round(data)
    found = {seat: [item.seat for item in round_.list_from(seat)] for seat in (1, 2, 3, 4, 6, 7)}
    assert found == {
        1: [2, 4, 6],
        2: [2, 4, 6],
        3: [4, 6, 2],
        4: [4, 6, 2],
        6: [6, 2, 4],
        7: [2, 4, 6],
    }


# --- what decides is cited, and nothing else


def test_the_wheel_is_cited_where_a_high_hand_is_one():
    wheel = "Ac 2d 3h 4s 5c Kd Jh"
    spec = derive("mbs", deck__wheel={"value": "lowest", "at": {"clause": "the wheel", "lines": 4}})
    for cards, cited in (
        (wheel, True),
        ("Ac Joker 3h 4s 5c Kd Jh", True),
        ("6c 2d 3h 4s 5c Kd Jh", False),
        ("Ac 2d 3h 4s 9c Kd Jh", False),
    ):
        result = settle(
            spec, make(player(1, cards, "Kd Jh", standard="10"), bank="Qc 10h 8s 6d 4h 3s 2c")
        )
        assert ("the wheel" in line(result, 1, "standard")["clause"]) is cited, cards


def test_hands_know_whether_they_hold_the_wheel():
    rules = RankRules()
    for high, held in (
        ("Ac 2d 3h 4s 5c", True),
        ("Ac Joker 3h 4s 5c", True),
        ("Joker 2d 3h 4s 5c", True),
        ("6c 2d 3h 4s 5c", False),
        ("Ac Kd Qh Js 10c", False),
        ("Ac 2d 3h 4s 4c", False),
    ):
        cards = parse_cards(f"{high} Kh Jd", 7)
        assert divide(cards, parse_cards("Kh Jd", 2), rules).holds_wheel is held, high


def test_a_bank_that_pushes_is_cited_without_the_hands_that_no_longer_matter():
    spec = derive(
        "designated-player",
        comparison__bank_hand_push="yes",
        comparison__bank_hand_push_when={"hand": "high-card", "highest": "A"},
    )
    bank = "Ac 10h 8s 6d 4h 3s 2c"
    result = settle(spec, make(player(1, NOTHING, standard="10"), bank=bank))
    found = line(result, 1, "standard")
    assert (found["result"], found["amount"]) == ("push", "0")
    assert "the bank holds a hand that pushes" in found["because"]
    other = line(settle(spec, make(player(1, NOTHING, standard="10"))), 1, "standard")
    assert "low wins" in other["because"] or "low loses" in other["because"]
    assert "against" in other["because"]


def test_the_reason_shows_both_hands_and_the_class_of_the_high_ones():
    result = settle(
        "mbs", make(player(1, "Kc Kd 9h 7s 5c 4d 2h", "9h 7s", standard="10"), bank_low=BANK_LOW)
    )
    because = line(result, 1, "standard")["because"]
    low, high = because.split("), high ")
    assert "9h 7s against 10h 8s" in low
    assert "one pair against high card" in high.replace("-", " ")


def test_a_clause_is_told_once_and_the_weakest_standing_wins():
    basis = (Ground("a; b"), Ground("b; c", "silent"), Ground("d", "conflicting"))
    assert join_clauses(basis) == "a; b; c; d"
    assert find_weakest(basis) == "silent"
    assert find_weakest((*basis, Ground("e", "deferred"))) == "deferred"
    assert find_weakest((*basis, Ground("e", "counterfactual"))) == "counterfactual"
    assert find_weakest(()) == "stated"


# --- dealing and setting


def test_a_dealt_round_seats_everybody_and_banks_the_last_hand():
    book = compile_rulebook(load("designated-player"))
    stakes = choose_stakes(book)
    round_ = deal_round(book, 3, 1, 4, stakes)
    assert [item.seat for item in round_.players] == [1, 2, 3, 4]
    held = [card for item in (*round_.players, round_.bank) for card in item.cards]
    assert len(held) == len(set(held)) == 35
    assert round_.bank.kind == "designated-player"
    assert {deal_round(book, 3, number, 4, stakes).action_seat for number in range(1, 40)} == {
        1,
        2,
        3,
        4,
    }
    written, _ = set_round(book, round_, find_house_way(book))
    assert all(len(item.low) == 2 and set(item.low) < set(item.cards) for item in written.players)
    assert len(written.bank.low) == 2


def test_nobody_can_set_hands_without_a_house_way():
    book = compile_rulebook(derive("south-dakota", **BASE_GAME), None, {"fortune-bonus": "1"})
    round_ = deal_round(book, 3, 1, 2, choose_stakes(book))
    with pytest.raises(CertifyError, match="by which hands are set"):
        set_round(book, round_, find_house_way(book))


def test_seats_are_bounded_by_the_deck_and_by_the_document():
    book = compile_rulebook(load("mbs"))
    for said, seats in ((None, 6), (2, 2), (6, 6), (9, 6)):
        assert count_seats(replace(book, table=give(book.table, players=said))) == seats


@pytest.mark.parametrize(
    ("envy", "least", "most", "stake"),
    [
        (None, None, None, 5),
        ("4", None, None, 5),
        ("25", None, None, 25),
        (None, "10", None, 10),
        ("25", None, "20", 20),
        (None, "2", "3", 3),
    ],
)
def test_a_stake_is_enough_for_envy_and_keeps_within_its_limits(envy, least, most, stake):
    money = {
        key: None if value is None else Money(Fraction(value), "SGD")
        for key, value in (("envy", envy), ("least", least), ("most", most))
    }
    terms = compile_rulebook(load("mbs")).wagers["fortune-bonus"]
    terms = replace(
        give(terms, stake_minimum=money["least"], stake_maximum=money["most"]),
        envy=give(terms.envy, minimum_stake=money["envy"]),
    )
    assert choose_stake(terms) == stake


def test_a_player_who_sees_the_bank_answers_with_what_nets_most():
    """Two pairs: kept together they lose the low hand; split they win both."""
    book = compile_rulebook(load("mbs"))
    book = replace(book, standard=give(book.standard, bank_exposed=Exposed.BEFORE))
    own = parse_cards("Kc Kd 9h 9s 5c 4d 2h", 7)
    bank = parse_cards("Qc Qh 10s 8d 6h 3s 2c", 7)
    low = answer_bank(book, own, bank, find_house_way(book))
    assert format_cards(sorted(low)) in {"9h 9s", "9s 9h"}
    # a setting with more in front of the low hand would be a foul and is never an answer
    strong = parse_cards("Ac Ad 9h 7s 5c 4d 2h", 7)
    low = answer_bank(book, strong, bank, find_house_way(book))
    assert not {"Ac", "Ad"} <= {str(card) for card in low}


def test_the_trail_of_a_round_tells_cards_stakes_reasons_and_sums():
    data = make(
        player(1, "Kc Kd 9h 7s 5c 4d 2h", "9h 7s", standard="10", fortune_bonus="5"),
        player(2, CLASSES["flush"], "4d 3c", standard="10"),
        bank_low=BANK_LOW,
    )
    data["players"][1]["cards"] = "Ah Jh 9s 8h 6h 3c 4s"
    data["players"][1]["low"] = "4s 3c"
    data["bank"]["kind"] = "house"
    round_ = parse_round(data)
    book = compile_for_round(load("mbs"), round_)
    admit_round(book, round_)
    settled = settle_round(book, round_)
    told_lines = list(tell_settlement(round_, settled, "SGD"))
    assert told_lines[0] == f"bank (house): {BANK}"
    assert told_lines[1].startswith("  low 10h 8s, high Qc 6d 4h 3s 2c")
    assert "seat 1: Kc Kd 9h 7s 5c 4d 2h, wagers standard 10, fortune-bonus 5" in told_lines
    nets = [text for text in told_lines if text.startswith("  net ")]
    for seat, text in zip(settled.seats, nets, strict=True):
        amount = text.split()[1]
        assert Fraction(amount) == seat.net
        assert amount[0] == ("-" if seat.net < 0 else "+" if seat.net > 0 else "0")
    assert told_lines[-2] == "commission 0 SGD"
    assert Fraction(told_lines[-1].split()[2]) == settled.bank_net
    for text in told_lines:
        if text.strip().startswith("["):
            assert text.rstrip().endswith(("stated]", "silent]", "conflicting]", "deferred]"))


def test_an_irregularity_that_changes_nothing_is_told_and_one_that_voids_gives_all_back():
    data = {**make(player(1, NOTHING, standard="10", fortune_bonus="5")), "events": ["misdeal"]}
    stands = derive("mbs", irregularities__misdeal="stands")
    result = settle(stands, data)
    assert result["events"][0]["consequence"] == "stands"
    assert result["seats"][0]["lines"][0]["result"] != "void"
    void = settle(derive("mbs", irregularities__misdeal="round-void"), data)
    assert [item["result"] for item in void["seats"][0]["lines"]] == ["void", "void"]
    assert void["seats"][0]["net"] == "0"
    assert void["bank"] == {"low": None, "high": None, "net": "0"}
    with pytest.raises(CertifyError, match="makes one player lose the wager"):
        settle(derive("mbs", irregularities__misdeal="loses"), data)


def test_envy_is_refused_in_words_beside_the_wager():
    """Another holds a royal match; who staked too little is told so beside his own bonus."""
    spec = derive("south-dakota", **BASE_GAME)
    seats = (
        player(1, NOTHING, "9d 7s", standard="10", fortune_bonus="4.99"),
        player(2, "Ad Kd Qd Jd 10d Ks Qs", "Ks Qs", standard="10", fortune_bonus="5"),
    )
    result = settle(spec, make(*seats, paytable="1", bank_low=BANK_LOW))
    assert not lines(result, 1, "envy")
    assert (
        "no Envy Bonus for seat 2: royal match, because the wager is below 5 USD"
        in line(result, 1, "fortune-bonus")["because"]
    )
    enough = (player(1, NOTHING, "9d 7s", standard="10", fortune_bonus="5"), seats[1])
    paid = settle(spec, make(*enough, paytable="1", bank_low=BANK_LOW))
    assert line(paid, 1, "envy")["result"] == "win"
    assert not lines(paid, 2, "envy")


# --- who sets a hand, and what that is cited by


def test_a_borrowed_house_way_is_cited_as_assumed_with_its_lines():
    round_ = parse_round(
        make(player(1, NOTHING, standard="10", fortune_bonus="5"), paytable="1", bank=BANK)
    )
    own = derive("south-dakota", **BASE_GAME)
    book = compile_for_round(own, round_, None, load("mbs"))
    settled = settle_round(book, round_)
    basis = [ground for ground in settled.bank.basis if "house way of" in ground.clause]
    assert [ground.standing for ground in basis] == ["deferred"]
    assert basis[0].clause.startswith("house way of mbs, assumed: ")
    for name, way in (("mbs", load("mbs")), ("designated-player", load("designated-player"))):
        round_ = parse_round(make(player(1, NOTHING, standard="10")))
        (ground, *_) = settle_round(compile_for_round(way, round_), round_).bank.basis
        told = ground.clause.rpartition(", ")[2]
        assert told.startswith("lines " if "-" in told else "line "), (name, told)


@pytest.mark.parametrize(("word", "stands"), [("stands", True), ("reset-by-house-way", False)])
def test_a_bank_set_otherwise_than_the_house_way(word, stands):
    """The lowest two cards in front: legal, and not what any house way plays."""
    spec = derive("mbs", setting__bank_error=word)
    result = settle(spec, make(player(1, NOTHING, standard="10"), bank_low="3s 2c"))
    assert (result["bank"]["low"] == "3s 2c") is stands
    same = settle(spec, make(player(1, NOTHING, standard="10"), bank_low=result["bank"]["low"]))
    assert same["bank"]["low"] == result["bank"]["low"]


def test_a_bank_that_fouls_is_set_again_whatever_the_document_says_of_errors():
    spec = derive("mbs", setting__bank_error="stands")
    bank = "Qc Qh 8s 6d 4h 3s 2c"
    result = settle(spec, make(player(1, NOTHING, standard="10"), bank=bank, bank_low="Qc Qh"))
    assert set(result["bank"]["low"].split()) != {"Qc", "Qh"}


def test_a_paytable_is_asked_for_from_two_on():
    two = load_jurisdiction(FOLDER.parent / "tests" / "specs" / "accept" / "two-paytables.yaml")
    assert [len(wager.paytables) for wager in two.wagers] == [2]
    with pytest.raises(CertifyError, match="paytable: missing; bonus has A, B"):
        choose_paytables(two, None)
    assert choose_paytables(two, "B") == {"bonus": "B"}
    with pytest.raises(CertifyError, match="south-dakota has no paytable 'main'; it has 1, 2"):
        choose_paytables(load("south-dakota"), "main")


def test_the_joker_is_cited_where_a_hand_that_the_wager_looks_at_holds_it():
    spec = derive("mbs", deck__joker={"value": "bug", "at": {"clause": "the joker", "lines": 4}})
    bank = "Qc 10h 8s 6d 4h 3s Joker"
    for cards, bank_cards, cited in (
        (NOTHING, bank, False),
        (NOTHING, BANK, False),
        ("Kh Jh 9d 7s 5h 3d Joker", BANK, True),
    ):
        result = settle(
            spec, make(player(1, cards, standard="10", fortune_bonus="5"), bank=bank_cards)
        )
        assert ("the joker" in line(result, 1, "fortune-bonus")["clause"]) is cited


def test_a_copy_is_called_one():
    copied = player(1, "Kc 10d 8c 7d 5s 4c 2d", "10d 8c", standard="10")
    because = line(settle("mbs", make(copied, bank_low=BANK_LOW)), 1, "standard")["because"]
    assert "low copies (" in because
    assert "high wins (" in because


def test_what_is_missing_is_shown_as_it_is_written():
    data = make(player(1, "As Ah 10d 9c 5s 4d 3c", standard="10"))
    del data["bank"], data["players"][0]["wagers"]
    with pytest.raises(CertifyError) as caught:
        parse_round(data)
    told = dict(text.split(": missing; write it like ") for text in str(caught.value).splitlines())
    assert set(told) == {"bank", "players[0].wagers"}
    for field, shown in told.items():
        example = json.loads("{" + shown + "}")
        name = field.rpartition(".")[2]
        assert list(example) == [name]
        (data if name == "bank" else data["players"][0]).update(example)
    parse_round(data)

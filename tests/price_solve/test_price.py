"""A bare paytable, priced: three ways to every figure, and what a person may type."""

from __future__ import annotations

import json
import time
from fractions import Fraction
from math import comb

import pytest

from certify.base.errors import CertifyError, InvalidSpec
from certify.compare.paytables import find_alike
from certify.odds.given_lines import SHORT_NAMES, parse_csv, parse_typed, parse_yaml
from certify.odds.price import Assumptions, price_lines
from certify.odds.result import Status
from certify.spec.validate import load_jurisdiction
from tests.conftest import ROOT, load
from tests.price_solve.paytables import PAYTABLES, read_plainly


@pytest.mark.slow
@pytest.mark.parametrize("made", PAYTABLES, ids=lambda made: made.name)
def test_ten_paytables_against_every_hand_one_by_one(made):
    priced = made.price()
    edge, hits, variance, envied = read_plainly(made)
    assert (priced.odds.house_edge, priced.odds.hit_rate, priced.odds.variance) == (
        edge,
        hits,
        variance,
    )
    for item in priced.odds.envy:
        assert item.per_other_player == envied
        assert item.house_edge == edge - item.other_players * envied / made.stake


@pytest.mark.parametrize("paytable", [item.id for item in load("south-dakota").wagers[0].paytables])
def test_published_edges_come_out_of_the_bare_pays(paytable):
    """South Dakota prints edges: typed without the file, the same pays give the printed figures."""
    known = load("south-dakota")
    wager = known.wagers[0]
    table = wager.paytable(paytable)
    text = " ".join(f"{line.id}={line.pays.value.times or 'push'}" for line in table.lines)
    priced = price_lines(text, Assumptions(order="written"))
    for item in table.published:
        if not item.other_players:
            cut = priced.odds.house_edge * 10**4
            assert f"{int(cut) / 100:.2f}" == item.percent
    assert any(
        alike.is_equal and alike.jurisdiction == known.id and alike.paytable == paytable
        for alike in find_alike(priced.paytable)
    )


def test_a_straight_flush_without_joker_is_counted_by_hand():
    """Four suits, ten straights: 41,584 of the 133,784,560 hands hold one (a textbook number)."""
    priced = price_lines("straight-flush=1", Assumptions(deck=52))
    assert priced.odds.deals == comb(52, 7)
    assert priced.odds.outcomes[0].deals == 41584
    four = price_lines("four-of-a-kind=1", Assumptions(deck=52)).odds.outcomes[0].deals
    assert four == 13 * comb(48, 3)


def test_the_price_is_quick_and_never_certified():
    price_lines("straight=2")
    begin = time.process_time()
    priced = price_lines("straight=2 trips=3 flush=4")
    assert time.process_time() - begin < 0.5
    assert priced.odds.status is Status.PRICED
    assert priced.to_dict()["status"] == "priced"


def test_short_names_are_understood_and_echoed():
    priced = price_lines("STRAIGHT=2 Trips=3 boat=5 4oak=25")
    assert [line.id for line in priced.paytable.lines] == [
        "four-of-a-kind",
        "full-house",
        "three-of-a-kind",
        "straight",
    ]
    assert priced.echoes == (
        "Trips is read as three-of-a-kind",
        "boat is read as full-house",
        "4oak is read as four-of-a-kind",
    )
    envied = price_lines("flush=4 quads=25", Assumptions(envy="4k=5 quads=5"))
    assert envied.echoes == ("quads is read as four-of-a-kind", "4k is read as four-of-a-kind")
    for typed, name in (
        ("5aces", "five-aces"),
        ("3-of-a-kind", "three-of-a-kind"),
        ("7-card-straight-flush", "seven-card-straight-flush"),
        ("2_pairs", "two-pair"),
        ("Straights", "straight"),
    ):
        assert parse_typed(f"{typed}=2").lines[0]["hand"] == name
    for short, name in SHORT_NAMES.items():
        assert parse_typed(f"{short}=2").lines[0]["hand"] == name


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("2", 2),
        ("3/2", Fraction(3, 2)),
        ("2:1", 2),
        ("2-to-1", 2),
        ("3-for-1", 2),
        ("push", 0),
        ("5,000", 5000),
    ],
)
def test_pays_as_people_type_them(text, times):
    line = price_lines(f"flush={text} royal=9").game.wagers[0].paytables[0].line("flush")
    assert line.pays.value.times == times


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("stright=2", "did you mean straight"),
        ("straight", "is not a row"),
        ("straight=-2", "is not a payout"),
        ("straight=2.5", "is not a payout"),
        ("straight=2 straight=3", "duplicate"),
        ("", "no rows given"),
        ("straight=none", "only with --like"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_cure(text, told):
    with pytest.raises(CertifyError, match=told):
        price_lines(text)


def test_the_order_of_typed_lines_does_not_matter_and_is_named():
    one = price_lines("straight=2 three-of-a-kind=3 flush=4 full-house=5 quads=25")
    two = price_lines("flush=4 three-of-a-kind=3 quads=25 full-house=5 straight=2")
    assert one.odds.house_edge == two.odds.house_edge
    assert ("the order of the lines", "highest pay first") in {
        (item.parameter, item.value) for item in one.assumed
    }
    written = price_lines(
        "quads=25 full-house=5 flush=4 straight=2 trips=3", Assumptions(order="written")
    )
    assert "the order of the lines" not in {item.parameter for item in written.assumed}
    both = 201_824  # hands that hold a straight and three of a kind at once, and nothing higher
    assert (written.odds.house_edge - one.odds.house_edge) * one.odds.deals == both


def test_what_was_assumed_is_said_and_what_was_asked_is_not():
    assumed = {item.parameter for item in price_lines("flush=4 straight=2").assumed}
    assert {"deck.joker", "deck.cards", "fortune-bonus.not_qualifying"} <= assumed
    asked = price_lines("flush=4 trips=2", Assumptions(joker="wild", deck=53))
    assert not {"deck.joker", "deck.cards"} & {item.parameter for item in asked.assumed}
    assert asked.odds.house_edge < price_lines("flush=4 trips=2").odds.house_edge


def test_like_a_known_paytable_equals_the_file_and_changes_come_on_top():
    from certify.odds.compute import Request, compute_wager

    known = load("south-dakota")
    wager = known.wagers[0]
    own = compute_wager(known, wager, wager.paytable("2"), Request())
    same = price_lines(like="south-dakota:2")
    assert same.odds.house_edge == own.house_edge
    assert [item.house_edge for item in same.odds.envy] == [item.house_edge for item in own.envy]
    straight = next(item for item in own.outcomes if item.name == "straight")
    more = price_lines("straight=3", like="south-dakota:2")
    assert own.house_edge - more.odds.house_edge == Fraction(straight.deals, own.deals)
    assert [
        (item.is_equal, item.differences)
        for item in find_alike(more.paytable)
        if item.jurisdiction == known.id
    ] == [(False, (("straight", "2", "3"),))]
    less = price_lines("straight=none", like="south-dakota:2")
    gone = Fraction(3 * straight.deals, own.deals)
    assert less.odds.house_edge - own.house_edge == gone


def test_lines_that_are_no_class_are_changed_by_their_names():
    """Ace High pays on two hands; its lines have names of their own."""
    own = price_lines(like="pennsylvania", assumptions=Assumptions(wager="ace-high"))
    both = next(item for item in own.odds.outcomes if item.name == "both")
    less = price_lines(f"BOTH={both.net - 5}", Assumptions(wager="ace-high"), like="pennsylvania")
    change = less.odds.house_edge - own.odds.house_edge
    assert change == 5 * Fraction(both.deals, own.odds.deals)
    with pytest.raises(CertifyError, match="did you mean both"):
        price_lines("bothe=3", Assumptions(wager="ace-high"), like="pennsylvania")


@pytest.mark.slow
def test_known_paytables_that_look_at_one_hand_price_as_their_files_do():
    from certify.odds.compute import Request, compute_wager

    compared = 0
    for name in ("mbs", "pennsylvania", "california-bgc"):
        known = load(name)
        for wager, paytable in known.list_paytables():
            contested = wager.statements["wager.bank_condition"].value == "bank-hand-must-be-beaten"
            if contested or wager.looks_at != "player" or compared > 4:
                continue
            own = compute_wager(known, wager, paytable, Request(alternatives=False))
            priced = price_lines(like=f"{name}:{paytable.id}")
            assert (priced.wager.id, priced.odds.house_edge) == (wager.id, own.house_edge)
            assert priced.odds.status is Status.PRICED
            compared += 1
    assert compared


def test_envy_needs_a_stake_and_seats():
    assumptions = Assumptions(envy="flush=2")
    assert price_lines("flush=4", assumptions, others=2, stake="10").house_edge == (
        price_lines("flush=4").house_edge
        - 2 * Fraction(2, 10) * price_lines("flush=4").odds.hit_rate
    )
    with pytest.raises(CertifyError, match="--stake"):
        _ = price_lines("flush=4", assumptions, others=2).house_edge
    with pytest.raises(CertifyError, match="no row has an Envy Bonus"):
        price_lines("flush=4", others=2, stake="10")
    with pytest.raises(CertifyError, match="1 to 5"):
        price_lines("flush=4", assumptions, others=6, stake="10")


def test_a_table_of_cells():
    given = parse_csv(b"hand,pays,envy\nflush,4,2\ntrips,3,\nstraight,2,\n", "lines.csv")
    priced = price_lines(given, stake="10", others=1)
    typed = price_lines(
        "flush=4 trips=3 straight=2", Assumptions(envy="flush=2"), stake="10", others=1
    )
    assert priced.house_edge == typed.house_edge
    spread = "\ufeffHand;Pays\nFlush;4 to 1\nTrips;3 : 1\nStraight;2\nRoyal flush;5,000\n"
    assert [line["pays"] for line in parse_csv(spread.encode(), "lines.csv").lines] == [
        4,
        3,
        2,
        5000,
    ]
    with pytest.raises(CertifyError, match=r"lines.csv:3:1: .flosh. is not a hand class"):
        parse_csv(b"hand,pays\nflush,4\nflosh,3\n", "lines.csv")
    with pytest.raises(CertifyError, match="columns"):
        parse_csv(b"class,pays\nflush,4\n", "lines.csv")


def test_a_snippet_of_yaml_may_ask_for_anything_a_line_can():
    snippet = (
        b"- {hand: high-card, highest: 9, pays: 100}\n- {hand: high-card, highest: 10, pays: 25}\n"
    )
    priced = price_lines(parse_yaml(snippet, "lines.yaml"))
    assert [item.name for item in priced.odds.outcomes][:2] == [
        "high-card-9-high",
        "high-card-10-high",
    ]
    whole = (
        b"name: Both\nlooks_at: player\nlines_paid: every-line-held\n"
        b"lines:\n  - {hand: flush, pays: 4}\n  - {hand: three-of-a-kind, pays: 3}\n"
    )
    both = price_lines(parse_yaml(whole, "lines.yaml")).odds.outcomes
    assert any(item.name == "flush+three-of-a-kind" and item.net == 7 for item in both)


def test_a_fault_in_a_snippet_is_told_at_its_line():
    with pytest.raises(InvalidSpec, match=r"lines.yaml:2:\d+: "):
        price_lines(
            parse_yaml(b"- {hand: flush, pays: 4}\n- {hand: flash, pays: 3}\n", "lines.yaml")
        )
    with pytest.raises(InvalidSpec, match="rank-order has no place for"):
        price_lines(
            parse_yaml(b"- {hand: high-card, highest: 9, pays: 100}\n", "lines.yaml"),
            Assumptions(precedence="rank-order"),
        )


def test_the_game_around_a_bare_paytable_is_a_valid_file():
    assert load_jurisdiction(ROOT / "certify" / "odds" / "bare_paytable.yaml").id == "bare-paytable"


def test_the_form_of_the_answer():
    data = json.loads(json.dumps(price_lines("flush=4 straight=2").to_dict()))
    assert data["wager"] == "fortune-bonus"
    assert data["deals"] == 154143080
    total = sum(Fraction(item["return"]) for item in data["outcomes"])
    assert -total == Fraction(data["house_edge"]["fraction"])

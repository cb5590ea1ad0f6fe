"""What must hold of every settlement, whatever the cards, the stakes and the document."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from certify.engine.admission import compile_for_round
from certify.engine.round import Bank, Player, Round
from certify.engine.settle import settle_round
from certify.engine.settlement import format_settlement
from certify.game.cards import DECK, Card
from certify.spec.values import LOSES, PUSHES, Pay

from .rounds import BASE_GAME, derive, load

DOCUMENTS = {
    "mbs": load("mbs"),
    "designated-player": load("designated-player"),
    "pennsylvania": load("pennsylvania"),
    "south-dakota": derive("south-dakota", **BASE_GAME),
    "california-bgc": derive("california-bgc", **BASE_GAME),
}
WITH_STAKE = ("designated-player", "california-bgc")
quick = settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
stakes = st.sampled_from(["0.01", "1", "4.99", "5", "10", "24.99", "25", "10000"]).map(Fraction)


def offers(jurisdiction):
    """The wagers on offer beside the standard one."""
    return [
        wager.id
        for wager in jurisdiction.wagers
        if wager.statements["wager.offer"].value is not None
    ]


def choose_low(draw, cards, strict):
    """Two of seven cards; a legal choice for a bank that no house way could reset."""
    ranked = sorted(cards, key=lambda card: card.rank)
    if strict:
        naturals = [card for card in ranked if not card.is_joker]
        singles = [
            card for card in naturals if sum(card.rank == other.rank for other in naturals) == 1
        ]
        low = singles[:2] if len(singles) > 1 else naturals[:2]
        return tuple(low)
    return tuple(draw(st.permutations(cards))[:2])


# Paying hands are rare in fair deals: half of all rounds are dealt from a deck stacked with them.
STACKED = ("Ad Kd Qd Jd 10d Ks Qs", "8c 7c 6c 5c 4c 3c 2c", "9c 9d 9h 9s Joker 2d 3d")


@st.composite
def rounds(draw, name, limited=False):
    jurisdiction = DOCUMENTS[name]
    paytable = draw(st.sampled_from(jurisdiction.wager("fortune-bonus").paytables))
    number = draw(st.integers(1, 4))
    cards = list(draw(st.permutations(DECK)))
    if draw(st.booleans()):
        first = [card for text in STACKED for card in DECK if str(card) in text.split()]
        cards = first + [card for card in cards if card not in first]
    hands = [tuple(cards[7 * place : 7 * place + 7]) for place in range(number + 1)]
    if draw(st.booleans()):
        hands.reverse()
    way = bool(jurisdiction.house_way)
    players = []
    for seat, hand in enumerate(hands[:-1], 1):
        wagers = {"standard": draw(stakes)} | {
            wager: draw(stakes) for wager in offers(jurisdiction) if draw(st.booleans())
        }
        low = None if way and draw(st.booleans()) else choose_low(draw, hand, strict=False)
        players.append(Player(seat, hand, low, wagers))
    bank_low = None if way else choose_low(draw, hands[-1], strict=True)
    stake = draw(stakes) if limited else None
    return Round(
        paytable.id,
        Bank(hands[-1], bank_low, stake=stake),
        tuple(players),
        draw(st.integers(1, number)),
    )


def settle(name, round_):
    return settle_round(compile_for_round(DOCUMENTS[name], round_), round_)


def strip(settlement):
    """Everything but words that name cards."""
    data = format_settlement(settlement)
    for seat in data["seats"]:
        del seat["low"], seat["high"]
        for line in seat["lines"]:
            del line["because"]
    return data["seats"], data["commission"], data["bank"]["net"]


@pytest.mark.parametrize("name", DOCUMENTS)
@quick
@given(data=st.data())
def test_settlements_sum_to_zero(name, data):
    limited = name in WITH_STAKE and data.draw(st.booleans())
    result = format_settlement(settle(name, data.draw(rounds(name, limited))))
    nets = [Fraction(seat["net"]) for seat in result["seats"]]
    for seat, net in zip(result["seats"], nets, strict=True):
        assert sum(Fraction(line["amount"]) for line in seat["lines"]) == net
    assert sum(nets) + Fraction(result["commission"]) + Fraction(result["bank"]["net"]) == 0


@pytest.mark.parametrize("name", WITH_STAKE)
@quick
@given(data=st.data())
def test_a_bank_never_pays_or_collects_beyond_its_stake(name, data):
    round_ = data.draw(rounds(name, limited=True))
    result = settle(name, round_)
    moved = sum(abs(line.paid) for seat in result.seats for line in seat.lines)
    assert moved <= round_.bank.stake
    free = settle(name, replace(round_, bank=replace(round_.bank, stake=None)))
    for seat, whole in zip(result.seats, free.seats, strict=True):
        assert abs(seat.net) <= sum(abs(line.amount) for line in whole.lines)
        for line in seat.lines:
            if line.result != "returned":
                assert any(
                    other.wager == line.wager
                    and other.result == line.result
                    and abs(line.paid) <= abs(other.paid)
                    for other in whole.lines
                )


@pytest.mark.parametrize("name", DOCUMENTS)
@quick
@given(data=st.data())
def test_relabelling_suits_changes_nothing(name, data):
    round_ = data.draw(rounds(name))
    suits = data.draw(st.permutations(range(4)))

    def relabel(cards):
        if cards is None:
            return None
        return tuple(card if card.is_joker else Card(card.rank, suits[card.suit]) for card in cards)

    other = replace(
        round_,
        bank=replace(round_.bank, cards=relabel(round_.bank.cards), low=relabel(round_.bank.low)),
        players=tuple(
            replace(player, cards=relabel(player.cards), low=relabel(player.low))
            for player in round_.players
        ),
    )
    assert strip(settle(name, other)) == strip(settle(name, round_))


def raise_pays(rulebook, place, more):
    terms = rulebook.wagers["fortune-bonus"]
    lines = list(terms.lines)
    pays = lines[place].pays
    if pays.value not in (PUSHES, LOSES):
        lines[place] = replace(lines[place], pays=pays.put(pays.value + Pay(Fraction(more))))
    terms = replace(terms, lines=tuple(lines))
    return replace(rulebook, wagers={**rulebook.wagers, terms.id: terms})


@pytest.mark.parametrize("name", DOCUMENTS)
@quick
@given(data=st.data())
def test_raising_a_pay_never_lowers_a_payout(name, data):
    jurisdiction = DOCUMENTS[name]
    round_ = data.draw(rounds(name))
    rulebook = compile_for_round(jurisdiction, round_)
    place = data.draw(st.integers(0, len(rulebook.wagers["fortune-bonus"].lines) - 1))
    more = data.draw(st.integers(1, 1000))
    before = settle_round(rulebook, round_)
    after = settle_round(raise_pays(rulebook, place, more), round_)
    for old, new in zip(before.seats, after.seats, strict=True):
        assert [line.wager for line in old.lines] == [line.wager for line in new.lines]
        for first, second in zip(old.lines, new.lines, strict=True):
            assert second.amount >= first.amount


@pytest.mark.parametrize("name", DOCUMENTS)
@quick
@given(data=st.data())
def test_players_may_change_seats_where_the_bank_covers_all(name, data):
    round_ = data.draw(rounds(name))
    seats = data.draw(st.permutations([player.seat for player in round_.players]))
    moved = replace(
        round_,
        players=tuple(
            replace(player, seat=seat) for player, seat in zip(round_.players, seats, strict=True)
        ),
    )
    before, after = settle(name, round_), settle(name, moved)
    assert [seat.net for seat in before.seats] == [seat.net for seat in after.seats]
    assert before.bank_net == after.bank_net


@pytest.mark.parametrize("name", WITH_STAKE)
@quick
@given(data=st.data())
def test_the_order_of_the_file_never_issues(name, data):
    round_ = data.draw(rounds(name, limited=True))
    shuffled = replace(round_, players=tuple(data.draw(st.permutations(round_.players))))
    before = {seat.seat: seat.net for seat in settle(name, round_).seats}
    assert {seat.seat: seat.net for seat in settle(name, shuffled).seats} == before


def test_where_the_action_seat_issues_it_does():
    name = "designated-player"
    cards = [card for card in DECK if not card.is_joker]
    hands = [
        tuple(card for card in cards if str(card) in text.split())
        for text in ("Kh Jh 9d 7s 5h 3d 2s", "Kc Jc 9h 7h 5s 3c 2d", "Qc 10h 8s 6d 4h 3s 2c")
    ]
    players = tuple(
        Player(seat, hand, None, {"standard": Fraction(10)})
        for seat, hand in enumerate(hands[:2], 1)
    )
    nets = {
        action: [
            seat.net
            for seat in settle(
                name, Round("main", Bank(hands[2], stake=Fraction(10)), players, action)
            ).seats
        ]
        for action in (1, 2)
    }
    assert nets == {1: [10, 0], 2: [0, 10]}

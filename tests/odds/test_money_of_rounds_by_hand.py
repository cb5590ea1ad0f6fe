"""Money of simulated rounds against odds made up by hand: mean, variance, envy, and what is not dealt."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from certify.base.cache import NotKept
from certify.base.errors import CertifyError
from certify.engine.play import deal_round
from certify.engine.settle import settle_round
from certify.odds import simulate as simulated_rounds
from certify.odds import simulated
from certify.odds.identity import identify_dealing
from certify.odds.price import price_lines
from certify.odds.priced_game import Assumptions
from certify.odds.result import EnvyOdds, Outcome
from certify.odds.simulate import Dealer, MoneyCheck, deal_all, seat_players, simulate
from certify.odds.simulated import Simulation, list_impossible, same_rounds
from certify.odds.trial import Trial
from certify.spec.values import LOSES, Pay
from tests.conftest import load


@pytest.fixture(scope="module")
def priced():
    return price_lines(
        "royal-flush=50 straight-flush=20 four-of-a-kind=10 flush=2 straight=1",
        Assumptions(envy="royal-flush=100 straight-flush=10 four-of-a-kind=5"),
        stake="5",
        others=1,
        compare=False,
    )


@pytest.fixture(scope="module")
def rulebook(priced):
    return Trial.of(priced).rulebook


@pytest.fixture(scope="module")
def odds(priced):
    """Of a hundred deals two are straight flushes and ten four of a kind; a royal flush never comes."""
    outcomes = (
        Outcome("straight-flush", 2, Pay(Fraction(20))),
        Outcome("four-of-a-kind", 10, Pay(Fraction(10))),
        Outcome("none", 88, LOSES),
    )
    envy = (
        EnvyOdds(1, priced.stake, Fraction(3, 10), Fraction(0)),
        EnvyOdds(2, priced.stake, Fraction(7, 10), Fraction(0)),
        EnvyOdds(3, priced.stake, Fraction(7, 10), Fraction(0), Fraction(1)),
    )
    return replace(priced.odds, deals=100, outcomes=outcomes, envy=envy)


def seat(rulebook, odds, players):
    return Dealer(rulebook, {odds.wager: odds}, {odds.wager: Fraction(5)}, None, 5, players)


def test_the_money_of_a_wager_against_its_odds(rulebook, odds):
    """Ten rounds: 20 + 2 x 10 - 7; of a hundred deals 2 x 20 + 10 x 10 - 88."""
    tally = Counter({Fraction(20): 1, Fraction(10): 2, Fraction(-1): 7})
    check = seat(rulebook, odds, 3).check(odds.wager, tally)
    assert (check.wager, check.rounds) == (odds.wager, 10)
    assert (check.mean, check.expected) == (Fraction(33, 10), Fraction(52, 100))
    assert check.variance == Fraction(800 + 1000 + 88, 100) - Fraction(52, 100) ** 2


def test_the_envy_of_two_others_against_its_odds(rulebook, odds):
    """Five each for four of a kind and ten for a straight flush, on a stake of five."""
    dealer, name = seat(rulebook, odds, 3), f"{odds.wager} envy"
    check = dealer.check(name, Counter({Fraction(0): 8, Fraction(1): 1, Fraction(3): 1}))
    assert (check.wager, check.rounds) == (name, 10)
    assert (check.mean, check.expected) == (Fraction(4, 10), Fraction(28, 100))
    assert check.variance == 1 - Fraction(16, 100)  # ones and nines of ten, less the mean's square
    # a sample without envy has the variance of single hands: twice 0.02 x 4 + 0.1, less 0.28 x 0.28
    none = dealer.check(name, Counter({Fraction(0): 10}))
    assert none.mean == 0
    assert none.variance == Fraction(36, 100) - Fraction(784, 10000)


@pytest.mark.parametrize(("players", "known"), [(1, 0), (2, 1), (3, 1), (4, 0), (5, 0)])
def test_envy_is_checked_only_where_its_mean_is_known(rulebook, odds, players, known):
    """Nobody else gives none, for three others only bounds are known, for four nothing."""
    check = seat(rulebook, odds, players).check(f"{odds.wager} envy", Counter({Fraction(0): 4}))
    assert (check is not None) is bool(known)
    if check is not None:
        assert check.expected == {2: Fraction(6, 100), 3: Fraction(28, 100)}[players]


def test_money_that_cannot_vary_agrees_or_lies_beyond_the_limit():
    def check(mean):
        return MoneyCheck("sure", None, 10, Fraction(mean), Fraction(0), Fraction(0))

    assert (check(0).square, check(0).score, check(0).agrees) == (0, "0.00", True)
    assert (check(1).score, check(1).agrees) == ("6.00", False)
    assert check(-1).score == "-6.00"


def test_a_wager_that_is_not_staked_gives_no_envy(rulebook, odds):
    dealer = seat(rulebook, odds, 2)
    assert dealer.names == [odds.wager, f"{odds.wager} envy"]
    assert replace(dealer, stakes={}).names == []
    silent = replace(rulebook.wagers[odds.wager], envy=None)
    alone = replace(rulebook, wagers={odds.wager: silent})
    assert replace(dealer, rulebook=alone).names == [odds.wager]


def test_the_money_is_that_of_the_first_seat(rulebook, priced):
    dealer = seat_players(rulebook, [priced.odds], 5, 2)
    apart = 0
    for number in range(12):
        round_ = deal_round(dealer.rulebook, 5, number, 2, dict(dealer.stakes))
        first, second = (
            [(line.wager, line.amount) for line in item.lines]
            for item in settle_round(dealer.rulebook, round_, None).seats
        )
        apart += first != second
        paid = sum(amount for _, amount in first)
        assert sum(dealer.play(number).values()) * dealer.stakes[priced.wager.id] == paid
    assert apart


def test_one_player_alone_is_checked_without_envy(rulebook, priced):
    checks = simulate(rulebook, [priced.odds], 3, 5, players=1)
    assert [item.wager for item in checks] == [priced.wager.id]


def test_nothing_to_simulate_and_best_play_are_refused(rulebook, odds):
    with pytest.raises(CertifyError) as caught:
        seat_players(rulebook, [], 5)
    assert str(caught.value) == f"{rulebook.jurisdiction} has no wager with figures to simulate"
    standard = replace(odds, wager="standard", envy=())
    assert "standard" in seat_players(rulebook, [standard], 5).stakes
    with pytest.raises(CertifyError) as caught:
        seat_players(replace(rulebook, strategy="optimal"), [standard], 5)
    assert str(caught.value) == "best play against a hidden bank is not simulated; leave it out"


def test_as_many_deals_as_the_most_are_dealt(monkeypatch):
    monkeypatch.setattr(simulated_rounds, "MOST_DEALS", 3)
    assert deal_all([], 3) == []
    with pytest.raises(CertifyError, match=r"^4 deals would not end; 3 are the most$"):
        deal_all([], 4)


def test_progress_is_told_every_256_rounds():
    told = []
    deal_all([], 600, lambda *word: told.append(word))
    assert told == [("rounds", 0, 600), ("rounds", 256, 600), ("rounds", 512, 600)]


# --- what a certificate keeps of it


def test_rounds_are_the_same_whichever_code_dealt_them():
    money = {"wager": "bonus", "rounds": [["-1", 8], ["3", 2]]}
    dealt = Simulation((money,))
    kept = {**dealt.describe(), "code_sha256": "another"}
    assert same_rounds(kept, dealt)
    assert not same_rounds(None, dealt)
    assert not same_rounds({**kept, "deals": kept["deals"] + 1}, dealt)
    assert not same_rounds({**kept, "money": []}, dealt)
    assert (kept["deals"], kept["seed"], kept["players"]) == (10_000, 53, 2)


@pytest.mark.parametrize(
    ("rounds", "fits"),
    [
        ([["0", 10]], True),
        ([["0", 9], ["1/2", 1]], False),
        ([["0", 8], ["1", 2]], False),
        ([["0", 8], ["1", 1], ["7", 1]], False),
    ],
)
def test_envy_of_a_wager_that_has_none_is_nothing(rounds, fits):
    figures = [{"wager": "bonus", "outcomes": [["a", 1, "3"], ["none", 9, "-1"]], "envy": []}]
    money = [{"wager": "bonus", "envy": True, "rounds": rounds}]
    told = [] if fits else ["envy is taken, or paid where there is none"]
    assert list(list_impossible({"deals": 10, "money": money}, figures)) == told
    deferred = [{"wager": "bonus", "status": "deferred"}]
    assert list(list_impossible({"deals": 10, "money": money}, deferred)) == [
        "a tally belongs to no wager with figures"
    ]


def test_a_simulation_is_kept_by_the_file_the_run_and_the_code():
    run = {"deals": 10_000, "seed": 53, "players": 2, "code_sha256": identify_dealing()}
    assert simulated.describe_question("of the rules") == {"rules_sha256": "of the rules", **run}


def test_where_nothing_has_figures_nothing_is_dealt_and_nothing_is_wrong(monkeypatch):
    monkeypatch.setenv("CERTIFY_CACHE", "off")
    found = simulated.deal_every_paytable(load("south-dakota"), [])
    assert (found.money, found.why_not) == ((), "")


def test_rounds_that_should_be_kept_and_are_not_are_no_refusal_of_the_engine(monkeypatch):
    asked = []

    def keep_nothing(kind, question, _compute):
        asked.append((kind, question["rules_sha256"]))
        raise NotKept("not kept")

    monkeypatch.setattr(simulated, "remember", keep_nothing)
    jurisdiction = load("south-dakota")
    with pytest.raises(NotKept):
        simulated.deal_every_paytable(jurisdiction, [])
    assert asked == [("simulation", simulated.hash_rules([]))]

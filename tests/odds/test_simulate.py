"""Random rounds through the engine: whose money, against which figure, and what is refused."""

from __future__ import annotations

import importlib
import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from certify.base.errors import CertifyError
from certify.cli.main import program
from certify.engine.settlement import ENVY
from certify.kernels.dealing import deal_pairs
from certify.odds import simulate as simulation
from certify.odds.result import CountedOutcome, EnvyOdds, Status, WagerOdds
from certify.odds.simulate import Dealer, MoneyCheck, deal_all, seat_players, simulate
from certify.spec.choices import Exposed
from certify.spec.compile import compile_rulebook
from certify.spec.values import LOSES, Pay
from certify.wagers.limits import STANDARD
from tests.conftest import load

BONUS = "fortune-bonus"
HIGHEST, NEXT = "seven-card-straight-flush", "royal-match"
"""Lines whose envy is 250 and 50."""


def make_odds(*outcomes, envy=()):
    found = tuple(
        CountedOutcome(name, deals, Pay(Fraction(pays)) if pays else LOSES)
        for name, deals, pays in outcomes
    )
    deals = sum(item.deals for item in found)
    return WagerOdds(BONUS, "main", Status.PRICED, {}, deals=deals, outcomes=found, envy=envy)


def envy_of(others, money, highest=None):
    return EnvyOdds(others, None, Fraction(money), Fraction(0), highest)


ODDS = make_odds(
    (HIGHEST, 1, 20), (NEXT, 3, 4), ("none", 96, 0), envy=(envy_of(1, 9), envy_of(2, 4))
)


def seat(odds=ODDS, players=3, stakes=None, rulebook=None):
    rulebook = rulebook or compile_rulebook(load("mbs"))
    return Dealer(rulebook, {BONUS: odds}, stakes or {BONUS: Fraction(5)}, None, 1, players)


def test_the_money_of_a_wager_is_held_against_its_own_edge():
    found = seat().check(BONUS, Counter({Fraction(-1): 6, Fraction(4): 2}))
    expected = Fraction(20 + 3 * 4 - 96, 100)
    assert found == MoneyCheck(
        BONUS,
        "main",
        8,
        Fraction(2 * 4 - 6, 8),
        expected,
        Fraction(400 + 3 * 16 + 96, 100) - expected**2,
    )


@pytest.mark.parametrize(
    ("tally", "variance"),
    [
        # two others, at a stake of five: fifty to one in one hand of a hundred, ten to one in three
        (
            {0: 8, 10: 2},
            2 * (Fraction(50**2, 100) + Fraction(3 * 10**2, 100)) - Fraction(8, 5) ** 2,
        ),
        ({0: 9, 50: 1}, Fraction(50**2, 10) - 5**2),
    ],
)
def test_envy_varies_as_the_sample_does_or_as_rare_hands_would(tally, variance):
    counted = Counter({Fraction(value): times for value, times in tally.items()})
    found = seat().check(f"{BONUS} {ENVY}", counted)
    mean = Fraction(sum(value * times for value, times in tally.items()), 10)
    assert found == MoneyCheck(f"{BONUS} {ENVY}", "main", 10, mean, Fraction(2 * 4, 5), variance)


def test_a_line_that_no_deal_stands_on_gives_no_envy():
    odds = make_odds((HIGHEST, 1, 20), ("none", 99, 0), envy=(envy_of(2, "5/2"),))
    found = seat(odds).check(f"{BONUS} {ENVY}", Counter({Fraction(0): 10}))
    assert found.variance == 2 * Fraction(50**2, 100) - Fraction(2 * 5, 2 * 5) ** 2


@pytest.mark.parametrize(
    ("players", "envy"),
    [
        (1, ODDS.envy),
        (3, ()),
        (4, ODDS.envy),
        (3, (envy_of(2, 4, Fraction(1, 2)),)),  # known between bounds alone
    ],
)
def test_envy_without_an_exact_mean_is_not_checked(players, envy):
    dealer = seat(replace(ODDS, envy=envy), players)
    assert dealer.check(f"{BONUS} {ENVY}", Counter({Fraction(0): 3})) is None


def test_money_that_does_not_vary_agrees_only_where_it_comes_out():
    for mean, square, score, agrees in ((3, 0, "0.00", True), (2, 36, "-6.00", False)):
        check = MoneyCheck(BONUS, None, 9, Fraction(mean), Fraction(3), Fraction(0))
        assert (check.square, check.score, check.agrees) == (square, score, agrees)


def test_envy_is_named_beside_the_wagers_that_are_staked_and_give_it():
    rulebook = compile_rulebook(load("pennsylvania"))
    for staked, names in (
        (["ace-high"], ["ace-high"]),
        ([BONUS, "ace-high"], [BONUS, "ace-high", f"{BONUS} {ENVY}"]),
    ):
        stakes = dict.fromkeys(staked, Fraction(5))
        assert seat(stakes=stakes, rulebook=rulebook).names == names


def expose(when):
    rulebook = compile_rulebook(load("mbs"))
    standard = replace(rulebook.standard, bank_exposed=rulebook.standard.bank_exposed.put(when))
    return replace(rulebook, standard=standard)


@pytest.mark.parametrize(
    ("staked", "when", "answers"),
    [
        ((STANDARD, BONUS), Exposed.BEFORE, True),
        ((STANDARD, BONUS), Exposed.AFTER, False),
        ((BONUS,), Exposed.BEFORE, False),
    ],
)
def test_a_round_gives_the_money_of_the_first_seat(monkeypatch, staked, when, answers):
    """Players answer a bank that is shown before they set; nobody else's money counts."""
    rulebook, rounds, asked = expose(when), [], []

    def line(wager, amount, owner=BONUS):
        return SimpleNamespace(owner=owner, wager=wager, amount=Fraction(amount))

    def settle(_, round_, way):
        rounds.append(round_)
        seats = ([line(BONUS, -5), line(ENVY, 10), line(ENVY, 2)], [line(BONUS, 999)])
        return SimpleNamespace(seats=[SimpleNamespace(lines=lines) for lines in seats])

    def answer(*given):
        asked.append(given)
        return given[1][:2]

    monkeypatch.setattr(simulation, "settle_round", settle)
    monkeypatch.setattr(simulation, "answer_bank", answer)
    dealer = seat(players=2, stakes=dict.fromkeys(staked, Fraction(5)), rulebook=rulebook)
    assert dealer.play(7) == dict.fromkeys(staked, Fraction(0)) | {
        BONUS: Fraction(-1),
        f"{BONUS} {ENVY}": Fraction(12, 5),
    }
    (round_,) = rounds
    assert len(round_.players) == 2
    if answers:
        assert asked == [
            (rulebook, player.cards, round_.bank.cards, None) for player in round_.players
        ]
        assert [player.low for player in round_.players] == [
            player.cards[:2] for player in round_.players
        ]
    else:
        assert asked == []


def test_nobody_sits_down_where_nothing_can_be_held_against_figures():
    rulebook = compile_rulebook(load("mbs"))
    with pytest.raises(CertifyError) as error:
        seat_players(rulebook, [], 1)
    assert str(error.value) == "mbs has no wager with exact figures to compare with"
    standard = replace(ODDS, wager=STANDARD)
    with pytest.raises(CertifyError) as error:
        seat_players(replace(rulebook, strategy="optimal"), [standard], 1)
    assert (
        str(error.value) == "best play against a hidden banker is not simulated; omit that reading"
    )
    assert list(seat_players(rulebook, [standard], 1).stakes) == [STANDARD]
    # best play is a question of the standard wager alone
    assert list(seat_players(replace(rulebook, strategy="optimal"), [ODDS], 1).stakes) == [BONUS]


def test_rounds_have_a_most_and_are_told_of_now_and_then(monkeypatch):
    told = []
    assert deal_all([], 600, lambda *step: told.append(step)) == []
    assert told == [("rounds", 0, 600), ("rounds", 256, 600), ("rounds", 512, 600)]
    monkeypatch.setattr(simulation, "MOST_DEALS", 3)
    assert deal_all([], 3) == []
    with pytest.raises(CertifyError) as error:
        deal_all([], 4)
    assert str(error.value) == "--deals: 4 is too many; write 3 or less"


def test_a_player_alone_is_checked_without_envy():
    rulebook = compile_rulebook(load("mbs"))
    found = simulate(rulebook, [ODDS], 3, 5, players=1)
    assert [(check.wager, check.rounds) for check in found] == [(BONUS, 3)]


def test_the_same_seed_gives_the_same_deals():
    assert (deal_pairs(50, 9) == deal_pairs(50, 9)).all()
    assert (deal_pairs(50, 9) != deal_pairs(50, 10)).any()
    assert all(len(set(row)) == 14 for row in deal_pairs(500, 1).tolist())


@pytest.mark.parametrize(("heads", "agrees"), [(500, True), (579, True), (580, False)])
def test_a_mean_may_lie_five_deviations_off(heads, agrees):
    """Of 1,000 throws at one half the deviation is the root of 250, so five of them are 79.06."""
    mean = Fraction(2 * heads - 1000, 1000)  # one unit on heads at even money
    check = MoneyCheck("coin", None, 1000, mean, Fraction(0), Fraction(1))
    assert check.agrees is agrees
    assert check.square == Fraction((heads - 500) ** 2, 250)


def test_the_command_finds_a_gross_error_and_keeps_its_form(monkeypatch):
    """A flush paid at ten times its odds is noticed; JSON names mean, expected value and z by wager."""
    asked = [
        "simulate",
        "south-dakota",
        "--paytable",
        "1",
        "--deals",
        "300",
        "--seed",
        "5",
        "--json",
    ]
    data = json.loads(CliRunner().invoke(program, asked).stdout)
    assert {"jurisdiction", "deals", "seed", "players", "agrees", "wagers"} == set(data)
    assert {"wager", "paytable", "mean", "expected", "standard_error", "z", "agrees"} == set(
        data["wagers"][0]
    )
    assert data["agrees"] is True
    wrong = replace(
        ODDS,
        wager=BONUS,
        outcomes=(CountedOutcome("flush", 9, Pay(Fraction(4))), *ODDS.outcomes[2:]),
    )
    compute = importlib.import_module("certify.odds.compute")
    monkeypatch.setattr(compute, "compute_odds", lambda *_: [wrong])
    done = CliRunner().invoke(program, asked)
    assert done.exit_code == 1
    assert json.loads(done.stdout)["agrees"] is False

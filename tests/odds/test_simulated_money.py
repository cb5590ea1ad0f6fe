"""What a simulation makes of rounds: whose money, against which figure, and what it refuses."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace

import pytest

from certify.base.cache import NotKept
from certify.base.errors import CertifyError
from certify.engine.settlement import ENVY
from certify.odds import simulate as simulation
from certify.odds import simulated
from certify.odds.result import EnvyOdds, Outcome, Status, WagerOdds
from certify.odds.simulate import Dealer, MoneyCheck, deal_all, seat_players, simulate
from certify.spec.catalogue.play import Exposed
from certify.spec.compile import compile_rulebook
from certify.spec.values import LOSES, Pay
from certify.wagers.limits import STANDARD
from tests.conftest import load
from tests.edits import edit, put, state

BONUS = "fortune-bonus"
HIGHEST, NEXT = "seven-card-straight-flush", "royal-match"
"""Lines whose envy is 250 and 50."""


def make_odds(*outcomes, envy=()):
    found = tuple(
        Outcome(name, deals, Pay(Fraction(pays)) if pays else LOSES)
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
    assert str(error.value) == "mbs has no wager with figures to simulate"
    standard = replace(ODDS, wager=STANDARD)
    with pytest.raises(CertifyError) as error:
        seat_players(replace(rulebook, strategy="optimal"), [standard], 1)
    assert str(error.value) == "best play against a hidden bank is not simulated; leave it out"
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
    assert str(error.value) == "4 deals would not end; 3 are the most"


def test_a_player_alone_is_checked_without_envy():
    rulebook = compile_rulebook(load("mbs"))
    found = simulate(rulebook, [ODDS], 3, 5, players=1)
    assert [(check.wager, check.rounds) for check in found] == [(BONUS, 3)]


# every paytable of a file, as a certificate keeps it


def test_the_run_of_a_certificate_says_how_it_was_dealt():
    run = simulated.describe_run()
    assert simulated.leave_code(run) == {"deals": 10_000, "seed": 53, "players": 2}
    assert simulated.describe_question("a" * 64) == {"rules_sha256": "a" * 64, **run}


def test_each_dealer_has_the_next_paytable_of_the_wagers_that_have_one(monkeypatch):
    jurisdiction, seated = load("south-dakota"), []

    def sit(rulebook, odds, seed, players):
        odds = list(odds)
        seated.append(
            (
                [(item.wager, item.paytable) for item in odds],
                rulebook.wagers[BONUS].lines[0].pays.value.times,
                (seed, players),
            )
        )
        return SimpleNamespace(names=[], counted={}, rulebook=rulebook, stakes={})

    monkeypatch.setenv("CERTIFY_CACHE", "off")
    monkeypatch.setattr(simulated, "seat_players", sit)
    monkeypatch.setattr(simulated, "deal_all", lambda dealers, *_: [{} for _ in dealers])
    standard = replace(ODDS, wager=STANDARD, paytable=None)
    odds = [standard, *(replace(ODDS, paytable=name) for name in ("2", "1"))]
    odds.append(replace(ODDS, paytable="3", deals=0))
    assert simulated.deal_every_paytable(jurisdiction, odds).money == ()
    assert seated == [  # the highest line of paytable 2 pays 8,000, of paytable 1 5,000
        ([(STANDARD, None), (BONUS, "2")], 8000, (53, 2)),
        ([(BONUS, "1")], 5000, (53, 2)),
    ]
    assert simulated.deal_every_paytable(jurisdiction, []) == simulated.Simulation(())
    assert len(seated) == 2


def test_rounds_are_keyed_by_rules_and_stakes_and_not_by_words():
    def hash_file(jurisdiction, stake=1):
        rulebook = compile_rulebook(jurisdiction)
        return simulated.hash_rules([SimpleNamespace(rulebook=rulebook, stakes={"a": stake})])

    item = load("mbs")
    before = hash_file(item)
    reason = ("deck", "wheel", "because")
    assert hash_file(edit(item, put(*reason, value="worded better"))) == before
    assert hash_file(edit(item, put("house_way", "rules", 0, "at", "lines", value=1))) == before
    for change in (
        state("comparison.copy", "player-wins"),
        state("standard.commission", "1/25"),
        state("table.players", 5),
        put("house_way", "rules", 0, "low", value="lower-pair"),
    ):
        assert hash_file(edit(item, change)) != before
    assert hash_file(item, 2) != before


def test_rounds_that_are_to_be_kept_and_are_not_end_the_run(monkeypatch):
    def refuse(*_):
        raise NotKept("nothing is kept")

    monkeypatch.setattr(simulated, "remember", refuse)
    with pytest.raises(NotKept):
        simulated.deal_every_paytable(load("south-dakota"), [])


FIGURES = {
    "wager": "bonus",
    "paytable": "A",
    "outcomes": [["high", 1, "3"], ["none", 9, "-1"]],
    "envy": [{"other_players": 1}],
}
TAKEN = "envy is taken, or paid where there is none"


@pytest.mark.parametrize(
    ("rounds", "envy", "figures", "told"),
    [
        ([["-1", 9], ["3", 1]], [["0", 8], ["2", 2]], FIGURES, []),
        ([["-1", 10]], [["0", 10]], FIGURES | {"envy": []}, []),
        ([["-1", 10]], [["0", 9], ["1/2", 1]], FIGURES | {"envy": []}, [TAKEN]),
        ([["-1", 10]], [["0", 8], ["1/2", 1], ["2", 1]], FIGURES | {"envy": []}, [TAKEN]),
        ([["-1", 10]], [["-1/2", 1], ["0", 9]], FIGURES, [TAKEN]),
        ([["-1", 9], ["4", 1]], [["0", 10]], FIGURES, ["a round gave what no line gives"]),
        ([["-2", 1], ["-1", 9]], [["0", 10]], FIGURES, ["a round gave what no line gives"]),
        (
            [["-1", 9], ["3", 2]],
            [["0", 10]],
            FIGURES,
            ["the rounds of a tally are not those that were dealt"],
        ),
        (
            [["3", 1], ["-1", 9]],
            [["0", 10]],
            FIGURES,
            ["an amount stands twice, or not in its place", "a round gave what no line gives"],
        ),
        (
            [["-1", 10]],
            [["0", 10]],
            {"wager": "bonus", "paytable": "A"},
            ["a tally belongs to no wager with figures"] * 2,
        ),
        (
            [["-1", 10]],
            [["0", 10]],
            FIGURES | {"paytable": "B"},
            ["a tally belongs to no wager with figures"] * 2,
        ),
    ],
)
def test_rounds_that_cannot_be_those_of_the_figures_are_told(rounds, envy, figures, told):
    money = [
        {"wager": "bonus", "paytable": "A", "rounds": rounds},
        {"wager": "bonus", "paytable": "A", "envy": True, "rounds": envy},
    ]
    assert list(simulated.list_impossible({"deals": 10, "money": money}, [figures])) == told
    twice = {"deals": 10, "money": [*money, money[1]]}
    assert next(simulated.list_impossible(twice, [figures])) == "a tally stands twice"


def test_a_certificate_keeps_the_same_rounds_whichever_code_dealt_them():
    dealt = simulated.Simulation(({"wager": "bonus", "rounds": [["-1", 10_000]]},))
    kept = dealt.describe()
    assert simulated.same_rounds(kept, dealt)
    assert simulated.same_rounds(kept | {"code_sha256": "b" * 64}, dealt)
    assert not simulated.same_rounds(None, dealt)
    assert not simulated.same_rounds(kept | {"seed": 54}, dealt)
    assert not simulated.same_rounds(kept | {"money": []}, dealt)

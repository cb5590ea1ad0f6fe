"""The Fortune bonus of all paytables: printed figures, golden figures, and odd paytables."""

import json
from fractions import Fraction

import pytest

from certify.game.vocabulary import HAND_CLASSES
from certify.odds.compute import Request, compute_odds
from certify.odds.reconcile import reconcile
from certify.odds.result import Status
from certify.spec.compile import compile_rulebook
from certify.spec.values import Money
from certify.wagers.lines import rank_lines
from tests.conftest import IDS, ROOT, load
from tests.edits import drop_line, edit, find_paytable, put_line
from tests.golden.generate import list_edges
from tests.odds.test_classes import enumerate_holdings

GOLDEN = json.loads((ROOT / "tests" / "golden" / "edges.json").read_text(encoding="utf-8"))
UNCONTESTED = [
    (name, paytable.id)
    for name in IDS
    if name != "designated-player"
    for paytable in load(name).wager("fortune-bonus").paytables
]


def test_golden_edges_are_current():
    assert list_edges() == GOLDEN, "run python -m tests.golden.generate and say why"


def test_eighteen_paytables():
    assert len([name for name in GOLDEN if "fortune-bonus" in name]) == 18


@pytest.fixture(scope="module")
def enumerated():
    return {wild: enumerate_holdings(wild) for wild in (False, True)}


@pytest.mark.parametrize(("name", "paytable"), UNCONTESTED)
def test_golden_edges_come_out_of_every_hand_dealt(name, paytable, enumerated):
    """The second path: classify each set of features by the lines as the file prints them."""
    jurisdiction = load(name)
    table = jurisdiction.wager("fortune-bonus").paytable(paytable)
    joker = table.statements.get("deck.joker") or jurisdiction.statements["deck.joker"]
    wild = joker.value == "wild"
    lost = Fraction(0)
    for held, count in enumerated[wild].items():
        line = next((line for line in table.lines if line.hand in held), None)
        lost += count * (1 if line is None else -line.pays.value.times)
    expected = GOLDEN[f"{name} fortune-bonus {paytable}"]["house_edge"]
    assert lost / 154_143_080 == Fraction(expected)


def list_printed():
    return [
        (table.id, item.label, item.percent)
        for table in load("south-dakota").wager("fortune-bonus").paytables
        for item in table.published
    ]


@pytest.mark.parametrize(("paytable", "label", "percent"), list_printed())
def test_south_dakota_8_printed_edges_come_out(paytable, label, percent):
    odds = compute_odds(load("south-dakota"), Request(wagers=("fortune-bonus",), paytable=paytable))
    compared = next(item for item in odds[0].published if item.published.label == label)
    assert compared.agrees
    assert compared.rounding == "truncated"
    exact = compared.exact * 10_000
    assert f"{exact.numerator // exact.denominator / 100:.2f}" == percent


def test_twelve_figures_are_printed():
    assert len(list_printed()) == 12


def test_reconcile_finds_one_answer():
    result = reconcile(load("south-dakota"))
    assert result.figures == 12
    assert len(result.solutions) == 1
    assert result.solutions[0].other_players == 5
    assert result.solutions[0].rounding == "truncated"
    assert result.solutions[0].readings["bonus-precedence"] == "paytable-order"


def test_reconcile_says_when_nothing_fits():
    def misprint(data):
        find_paytable(data, "fortune-bonus", "1")["published"][1]["percent"] = "8.02"

    changed = edit(load("south-dakota"), misprint)
    result = reconcile(changed)
    assert not result.solutions
    assert result.best == 11


def request(paytable, **readings):
    keys = {key.replace("_", "-"): value for key, value in readings.items()}
    return Request(wagers=("fortune-bonus",), paytable=paytable, readings={None: keys})


def edge_of(name, paytable=None, **readings):
    return compute_odds(load(name), request(paytable, **readings))[0].house_edge


def test_a_wild_joker_on_a_bug_paytable_is_computed_and_marked():
    odds = compute_odds(load("south-dakota"), request("1", joker="wild"))[0]
    assert odds.house_edge < edge_of("south-dakota", "1")
    assert "joker" in odds.counterfactual


def test_a_bug_on_a_paytable_with_five_of_a_kind_makes_five_aces_alone():
    """Edition 0.1.0 refused it; now the line is counted, and a bug makes no other five."""
    odds = compute_odds(load("california-bgc"), request("FPG-07", joker="bug"))[0]
    deals = {item.name: item.deals for item in odds.outcomes}
    assert "joker" in odds.counterfactual
    assert deals["five-of-a-kind"] <= 1128  # five aces: four aces, the joker and two of 48 cards
    wild = compute_odds(load("california-bgc"), request("FPG-07"))[0]
    assert {item.name: item.deals for item in wild.outcomes}["five-of-a-kind"] > 1128


def test_a_missing_line_makes_its_hands_lose_or_fall_to_the_next_class():
    jurisdiction = load("south-dakota")
    shorter = edit(jurisdiction, drop_line("fortune-bonus", "seven-card-straight-flush", "1"))
    before = compute_odds(jurisdiction, request("1"))[0]
    after = compute_odds(shorter, request("1"))[0]
    deals = {item.name: item.deals for item in after.outcomes}
    lost = before.house_edge - after.house_edge
    assert "seven-card-straight-flush" not in deals
    assert lost < 0
    assert sum(deals.values()) == 154_143_080


def test_a_pay_of_nothing_is_a_push_and_no_hit():
    """A line that pays 0 to one gives the stake back: there is one spelling of it, and no hit."""
    jurisdiction = edit(
        load("south-dakota"), put_line("fortune-bonus", "three-pair", "pays", 0, "1")
    )
    odds = compute_odds(jurisdiction, request("1"))[0]
    plain = compute_odds(load("south-dakota"), request("1"))[0]
    assert odds.house_edge == plain.house_edge
    assert odds.hit_rate == plain.hit_rate


def test_an_envy_above_its_pay_is_computed():
    jurisdiction = edit(
        load("south-dakota"), put_line("fortune-bonus", "four-of-a-kind", "envy", "500 USD", "1")
    )
    odds = compute_odds(jurisdiction, request("1"))[0]
    assert odds.envy[4].house_edge < 0


@pytest.mark.parametrize(("stake", "paid"), [("4.99", False), ("5.00", True), ("5.01", True)])
def test_south_dakota_3_envy_needs_five_dollars(stake, paid):
    asked = Request(wagers=("fortune-bonus",), paytable="1", stake=Money(Fraction(stake), "USD"))
    odds = compute_odds(load("south-dakota"), asked)[0]
    assert (odds.envy[0].house_edge < odds.house_edge) is paid


def test_envy_is_compared_at_equal_stake():
    """Under the lower minimum nothing changes at the higher stake."""
    odds = compute_odds(
        load("california-bgc"), Request(wagers=("fortune-bonus",), paytable="FPG-01")
    )
    lower = next(item for item in odds[0].alternatives if "envy-minimum" in item.readings)
    assert lower.envy[4].stake == odds[0].envy[4].stake == Money(Fraction(25), "USD")
    assert lower.envy[4].house_edge == odds[0].envy[4].house_edge


def test_cross_gives_every_combination():
    asked = Request(wagers=("fortune-bonus",), paytable="1", cross=True)
    odds = compute_odds(load("south-dakota"), asked)[0]
    single = compute_odds(load("south-dakota"), Request(wagers=("fortune-bonus",), paytable="1"))[0]
    choices = 1
    for key in {key for item in single.alternatives for key in item.readings}:
        choices *= 1 + sum(key in item.readings for item in single.alternatives)
    assert len(odds.alternatives) == choices - 1 > len(single.alternatives)


def test_cap_binds_from_the_stake_it_says():
    jurisdiction = load("pennsylvania")
    cap = compute_odds(jurisdiction, Request(wagers=("fortune-bonus",)))[0].cap
    name, stake = min(cap.first_binding, key=lambda item: item[1])
    assert (name, stake) == ("seven-card-straight-flush", 10)

    def edge_at(amount):
        asked = Request(wagers=("fortune-bonus",), stake=Money(Fraction(amount), "USD"))
        return compute_odds(jurisdiction, asked)[0].cap.house_edge

    plain = compute_odds(jurisdiction, Request(wagers=("fortune-bonus",)))[0].house_edge
    assert edge_at(10) == plain
    assert edge_at("10.01") > plain
    assert edge_at(100) > edge_at(50) > plain


def test_order_of_rank_is_the_vocabulary():
    rulebook = compile_rulebook(
        load("south-dakota"), {None: {"bonus-precedence": "rank-order"}}, {"fortune-bonus": "1"}
    )
    order = [line.hand for line in rank_lines(rulebook.wagers["fortune-bonus"])]
    assert order == sorted(order, key=HAND_CLASSES.index)


def test_five_files_are_certified_under_readings():
    for name in IDS:
        for odds in compute_odds(
            load(name), Request(wagers=("fortune-bonus",), alternatives=False)
        ):
            assert odds.status in {Status.EXACT, Status.UNDER_READINGS}, (name, odds.missing)

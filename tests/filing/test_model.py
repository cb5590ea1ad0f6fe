"""The report model: each figure from one source, worded for people."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

import pytest

from certify.base.figures import format_root
from certify.filing import checks
from certify.filing.checks import _check_symmetry
from certify.filing.largest import find_largest
from certify.filing.page import render_filing
from certify.filing.procedure import list_stages
from certify.filing.sheets import build_sheet, list_holds
from certify.filing.worked_example import work_out
from certify.game.rank import RankRules
from certify.odds import count_joint
from certify.odds.result import CountedOutcome, Status, WagerOdds
from certify.odds.risk import find_risk
from certify.render.values import describe_money, name_line
from certify.render.words import Words
from certify.spec.catalogue import PARAMETERS
from certify.spec.compile import compile_rulebook
from certify.spec.model import Standing
from certify.spec.validate import load_jurisdiction
from certify.spec.values import Pay
from tests.conftest import IDS, ROOT, load
from tests.edits import edit, state


@pytest.mark.parametrize("name", IDS)
def test_every_statement_of_the_game_is_one_step_or_named_as_open(name):
    jurisdiction = load(name)
    stages = list_stages(jurisdiction)
    asked = [
        item
        for item in jurisdiction.list_statements()
        if item.parameter.section != "identity"
        and item.line is None
        and item.standing is not Standing.NOT_OFFERED
    ]
    given = sum(item.value is not None for item in asked)
    steps = [step for stage in stages for step in stage.steps]
    assert sum(max(1, len(step.paytables)) for step in steps) == given
    assumed = sum(
        item.value is not None and item.standing in {Standing.SILENT, Standing.DEFERRED}
        for item in asked
    )
    assert sum(step.assumed for step in steps) == assumed


@pytest.mark.parametrize("name", IDS)
def test_no_key_of_a_parameter_stands_in_the_rules_of_play(name):
    stages = list_stages(load(name))
    text = " ".join(
        " ".join((step.title, step.value, step.where)) for stage in stages for step in stage.steps
    )
    for key in PARAMETERS:
        assert key not in text


def test_a_step_cites_its_clause_or_says_what_is_assumed():
    own = load("south-dakota")
    steps = {step.title: step for stage in list_stages(own) for step in stage.steps}
    cards = steps[Words(own).title("play.cards_dealt")]
    assert (cards.value, cards.where, cards.assumed) == ("7", "(2), line 7", False)
    deck = steps[Words(own).title("deck.cards")]
    assert (deck.value, deck.assumed) == ("53", True)
    assert deck.because


def add_exactly(odds, rounds):
    """The exact distribution of a sum of rounds by repeated convolution of fractions."""
    single = Counter()
    for item in odds.outcomes:
        single[odds.net(item)] += Fraction(item.deals, odds.deals)
    sums = {Fraction(0): Fraction(1)}
    for _ in range(rounds):
        longer = Counter()
        for (one, share), (step, chance) in product(sums.items(), single.items()):
            longer[one + step] += share * chance
        sums = longer
    return sums


def test_a_distribution_over_rounds_is_that_of_repeated_convolution(report):
    """The Fourier transform against sums of fractions: quantiles, and the chance that the banker loses."""
    odds = next(sheet.odds for sheet in report.sheets if sheet.has_figures)
    for rounds in (1, 3):
        exact, found = add_exactly(odds, rounds), find_risk(odds, rounds)
        assert sum(exact.values()) == 1
        loses = sum(share for total, share in exact.items() if total > 0)
        assert abs(found.house_loses - loses) <= max(found.error, Fraction(1, 10**13))
        for share, win in found.quantiles:
            total = -win * rounds
            below = sum(chance for one, chance in exact.items() if one < total)
            at_most = below + exact[total]
            assert below - Fraction(1, 10**9) < 1 - share <= at_most + Fraction(1, 10**9)


def test_a_rare_loss_is_found_that_the_normal_approximation_misses(report):
    """ENGINEERING.md: a wager at 6 % for a rare pay; the tail is tilted and has an error bound."""
    sheet = next(sheet for sheet in report.sheets if sheet.has_figures)
    for _, bands in list_holds((sheet,)):
        for band in bands:
            assert band.low < band.mean < band.high
            assert 0 < band.house_loses < 1
        chances = [band.house_loses for band in bands]
        assert chances == sorted(chances, reverse=True)


def test_the_figure_by_hand_comes_out_by_hand(report, html):
    work = report.by_hand
    assert work is not None
    assert work.hands == comb(53, 7) == 154143080
    assert [work_by_calculator(item) for item in work.products] == [Fraction(comb(53, 7), 1000)]
    assert work.counted is not None
    assert work.counted.number == comb(48, 2) == 1128
    paid = sum(row.deals * row.pay.times for row in work.sheet.rows if row.pay.times > 0)
    assert Fraction(work.losing - paid, comb(53, 7)) == work.sheet.odds.house_edge
    assert all(count_digits(value) <= 8 for value in list_printed(work))
    assert abs(work.edge - work.sheet.odds.house_edge) < Fraction(1, 10**6)
    assert format_root(work.variance) == format_root(work.sheet.odds.variance)
    assert format_root(work.variance) in html


def work_by_calculator(product):
    """What a calculator of eight digits shows at the end; it never needs a ninth."""
    shown = Fraction(1)
    for sign, number in re.findall(r"(×|÷) (\S+)", f"× {product.sum}"):
        shown = shown * Fraction(number) if sign == "×" else shown / Fraction(number)
        assert count_digits(shown) <= 8
    assert shown == product.thousands
    return shown


def count_digits(value):
    """How many digits a calculator shows."""
    places = next(n for n in range(12) if (value * 10**n).denominator == 1)
    return len(str(abs(int(value)))) + places


def list_printed(work):
    """Every number that a reader types or reads off."""
    yield work.divisor
    for step in work.steps:
        yield from (step.deals, step.share, step.pays, step.returns, step.square)
    yield from (work.total_return, work.total_square)


def test_a_figure_of_two_hands_is_worked_out_where_no_wager_looks_at_one(report):
    """The same lines as if a hand of the bank's were dealt beside each: every count times C(46, 7)."""
    sheet, times = report.by_hand.sheet, comb(46, 7)
    rows = tuple(replace(row, deals=row.deals * times) for row in sheet.rows)
    two = replace(sheet, rows=rows, odds=replace(sheet.odds, deals=sheet.odds.deals * times))
    work = work_out((two,), RankRules())
    assert work is not None
    assert work.pairs
    player, bank = map(work_by_calculator, work.products)
    assert player * bank * 10**6 == work.hands
    assert work.hands == comb(53, 7) * comb(46, 7)
    assert Fraction(work.kept, work.hands) == sheet.odds.house_edge
    assert work_out((two, sheet), RankRules()).sheet is sheet


def test_a_class_is_counted_by_hand_where_the_bank_must_be_beaten(report):
    """Five aces leave the bank 24 runs of seven, and two of the 41 cards left go with the aces."""
    sheet, times = report.by_hand.sheet, comb(46, 7)
    lost = 24 * comb(41, 2)
    outcomes = tuple(
        replace(item, deals=item.deals * times - (lost if item.name == "five-aces" else 0))
        for item in sheet.odds.outcomes
    )
    odds = replace(sheet.odds, outcomes=outcomes, deals=sheet.odds.deals * times)
    counted = work_out((replace(sheet, odds=odds),), RankRules()).counted
    assert counted is not None
    assert counted.number == comb(48, 2)
    assert counted.deals - counted.paid == lost


def test_paytables_that_say_the_same_are_one_step_beside_their_question():
    """California says for three paytables that the joker is fully wild."""
    (stage,) = [
        item for item in list_stages(load("california-bgc")) if item.title.startswith("Cards")
    ]
    asked = [step.title for step in stage.steps]
    first = asked.index(PARAMETERS["deck.joker"].title)
    assert asked[first + 1] == f"{asked[first]} (paytables FPG-07 to FPG-09)"
    assert len(asked) == len(set(asked))


def test_two_lines_printed_alike_are_told_apart():
    """Designated Player prints one label for two rows of its Ace High."""
    jurisdiction = load("designated-player")
    wager = jurisdiction.find_wager("ace-high")
    printed = [line.printed for line in wager.paytables[0].lines]
    assert len(set(printed)) < len(printed)
    named = [name_line(line, wager.paytables[0].lines) for line in wager.paytables[0].lines]
    assert len(set(named)) == len(named)


def test_the_largest_round_adds_up_and_keeps_below_its_bound(examination):
    """South Dakota, the dearest paytable at 100: four runs of seven and two royal matches."""
    largest = examination.largest
    assert largest is not None
    assert sum(seat.net.amount for seat in largest.seats) == largest.loss.amount
    assert sum(part.paid.amount for part in largest.parts) == largest.loss.amount
    assert largest.loss <= largest.bound
    own = 4 * 8000 * 100 + 2 * 2000 * 100
    envy = 4 * (3 * 5000 + 2 * 1000) + 2 * (4 * 5000 + 1 * 1000)
    assert largest.loss.amount == own + envy


def test_a_largest_round_that_the_aggregate_cuts_says_so_and_stays_within_it(examination):
    """Paytable 1 would owe six players more than 2 million: 50,000 are paid, and bound every round."""

    def find(aggregate):
        edited = edit(examination.jurisdiction, state("table.aggregate", aggregate))
        return find_largest(edited, examination.sheets, examination.policy)

    largest = find("50000 USD")
    assert (largest.loss.amount, largest.bound.amount) == (50_000, 50_000)
    own = 4 * 5000 * 100 + 2 * 1000 * 100
    envy = 4 * (3 * 1000 + 2 * 250) + 2 * (4 * 1000 + 1 * 250)
    assert largest.cut.amount == own + envy - 50_000
    assert not largest.ordered
    unbound = find("50000000 USD")
    assert (unbound.cut, unbound.aggregate) == (None, None)
    assert unbound.bound == examination.largest.bound


def test_the_filing_says_that_the_aggregate_cut_the_largest_round(report, examination):
    edited = edit(examination.jurisdiction, state("table.aggregate", "50000 USD"))
    largest = find_largest(edited, examination.sheets, examination.policy)
    cut = describe_money(largest.cut)
    html = render_filing(replace(report, examination=replace(examination, largest=largest)))
    assert cut in html.partition('id="envy"')[2]
    assert cut not in render_filing(report)


def test_a_wager_on_hands_as_set_says_how_the_player_sets_beside_its_figure(report, examination):
    *rest, last = examination.sheets
    read = {**last.odds.readings, "player-strategy": "house-way"}
    seen = replace(last, odds=replace(last.odds, readings=read))
    sheets = (*rest, seen)
    html = render_filing(replace(report, examination=replace(examination, sheets=sheets)))
    words = "the player sets every hand by the house way"
    assert html.count(words) == 1 + render_filing(report).count(words)


@pytest.mark.parametrize(
    ("small", "rules"),
    [
        ((tuple(range(6, 13)), 2), RankRules(jokers=0)),
        pytest.param((tuple(range(13)), 1), RankRules(), marks=pytest.mark.slow),
        pytest.param(checks._SMALL, RankRules(), marks=pytest.mark.slow),
    ],
    ids=["two suits", "one suit and the joker", "the deck of the filings"],
)
def test_the_reduced_deck_notices_a_wrong_count(monkeypatch, small, rules):
    """The deck of the filings takes half a minute; two suits show the same."""
    monkeypatch.setattr(checks, "_SMALL", small)
    monkeypatch.setattr(checks, "look", cache(checks.look))  # the hands are looked at once
    ranks, suits = small
    size = len(ranks) * suits + rules.jokers
    right = checks._reduce(rules)
    assert right["pairs"] == right["counted"] == comb(size, 7) * comb(size - 7, 7)
    assert right["pairs_differing"] == 0
    counted = count_joint.tally_pairs

    def miscount(*values):
        matrix = counted(*values)
        matrix[0][0] += 1
        matrix[0][1] -= 1
        return matrix

    monkeypatch.setattr(count_joint, "tally_pairs", miscount)
    assert checks._reduce(rules)["pairs_differing"] == 2


def test_a_wager_without_figures_has_no_symmetry_to_check(examination):
    rulebook = compile_rulebook(examination.jurisdiction)
    jurisdiction = examination.jurisdiction
    assert list(_check_symmetry(jurisdiction, rulebook, examination.sheets)) == []


_LIKELY = {(1, 1): 30, (1, 0): 4, (0, 1): 3, (0, 0): 5, (1, -1): 20}
"""Deals of a small game by how low and high compare; every comparison is as likely the other way round."""
_PUSHED = {(1, 1): 11, (1, 0): 2, (0, 1): 1, (0, 0): 1, (1, -1): 6, (-1, -1): 3, (0, -1): 2}
"""Those of them in which the bank holds the hand that pushes, which is a weak one: here nothing is alike."""


def _settle_small(put=0):
    """The small game as a clerk settles it; `put` deals are booked as lost where they were won."""
    deals = {**_LIKELY, **{(-low, -high): n for (low, high), n in _LIKELY.items()}}
    won, lost = {"wins": 0, "losses": 0}, Counter()
    for (low, high), number in deals.items():
        player = "win" if low == high == 1 else "lose" if low < 1 and high < 1 else "push"
        held = _PUSHED.get((low, high), 0)
        lost[player] += number - held
        lost["push"] += held
        if player != "push":
            won["wins" if player == "win" else "losses"] += held
    copies = {
        "low": sum(n for (low, _), n in deals.items() if not low),
        "high": sum(n for (_, high), n in deals.items() if not high),
        "both": deals[0, 0],
    }
    lost["win"] -= put
    lost["lose"] += put
    outcomes = tuple(
        CountedOutcome(name, lost[name], Pay(Fraction(net)))
        for name, net in (("win", 1), ("push", 0), ("lose", -1))
    )
    odds = WagerOdds("standard", None, Status.EXACT, {}, (), lost.total(), outcomes)
    return replace(odds, details={"copies": copies, "pushed_by_bank_hand": won})


@pytest.mark.parametrize("put", [0, 1])
def test_the_bank_is_ahead_by_its_copies_once_the_hands_that_it_pushes_are_put_back(put):
    jurisdiction = load_jurisdiction(ROOT / "tests/specs/accept/commission-free.yaml")
    sheet = build_sheet(jurisdiction, _settle_small(put))
    (check,) = _check_symmetry(jurisdiction, compile_rulebook(jurisdiction), (sheet,))
    assert check.expected == "24"  # low: 3 + 5 + 3 copies, high: 4 + 5 + 4
    assert check.obtained == str(24 + 4 * put)
    assert check.holds is (not put)
    assert "put back" in check.what


@pytest.mark.parametrize(
    "other",
    [{"copy": "push", "copy_and_win": "wins", "copy_and_lose": "loses"}, {"copy_and_win": "loses"}],
)
def test_nothing_is_claimed_of_the_copies_where_the_bank_does_not_win_them_so(other):
    jurisdiction = load_jurisdiction(ROOT / "tests/specs/accept/commission-free.yaml")
    sheet = build_sheet(jurisdiction, _settle_small())
    readings = {None: {f"comparison.{name}": value for name, value in other.items()}}
    changed = compile_rulebook(jurisdiction, readings)
    assert list(_check_symmetry(jurisdiction, changed, (sheet,))) == []

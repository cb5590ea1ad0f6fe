"""The figures made of counted deals: outcomes, caps, meters, printed edges, statuses; all small."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from certify.base.errors import CertifyError
from certify.base.figures import (
    format_money,
    format_percent,
    format_root,
    round_half_even,
    round_half_up,
    truncate,
)
from certify.compare.paytables import find_alike
from certify.odds import compute
from certify.odds.compute import Request, compute_odds, list_asked, list_confirmed
from certify.odds.lines import (
    compare_published,
    compute_aggregate,
    compute_cap,
    compute_meter,
    find_roundings,
    find_stake,
    list_outcomes,
    needs_stake,
)
from certify.odds.readings import add_readings, list_alternatives, list_readings
from certify.odds.reconcile import reconcile
from certify.odds.result import CountedOutcome, EnvyOdds, Status, WagerOdds
from certify.odds.simulate import LIMIT, MoneyCheck
from certify.odds.situations import SituationCounts
from certify.odds.status import judge
from certify.render.odds import format_wager
from certify.render.words import Words
from certify.spec.choices import LinesPaid
from certify.spec.compile import compile_rulebook
from certify.spec.model import Published, Standing
from certify.spec.values import LOSES, PUSHES, Money, Other, Pay
from certify.wagers.lines import Situation
from tests.conftest import load
from tests.edits import NOT_OFFERED, SILENT, edit, put_line, state
from tests.wagers.test_settlement_values import CONTEST, find, listed, stand

USD = "USD"


def pay(times=0, money=0, meter=0):
    return Pay(Fraction(times), Fraction(money), Fraction(meter))


def make_odds(*outcomes, **more):
    found = tuple(CountedOutcome(name, deals, own) for name, deals, own in outcomes)
    deals = sum(item.deals for item in found)
    return WagerOdds("bonus", None, Status.PRICED, {}, deals=deals, outcomes=found, **more)


# --- one wager


def test_edge_hits_and_variance_of_six_deals():
    """2 win three to one, 1 pushes, 3 lose."""
    odds = make_odds(("high", 2, pay(3)), ("low", 1, PUSHES), ("none", 3, LOSES))
    assert odds.house_edge == Fraction(3 - 6, 6)
    assert odds.hit_rate == Fraction(2, 6)
    assert odds.variance == Fraction(2 * 9 + 3, 6) - Fraction(3, 6) ** 2
    assert [item.is_hit for item in odds.outcomes] == [True, False, False]


def test_money_and_a_meter_are_shares_of_the_stake():
    """At a stake of 5: 10 in money is two to one, a tenth of a meter of 100 two more."""
    stake = Money(Fraction(5), USD)
    odds = make_odds(
        ("jackpot", 1, pay(0, 10, "1/10")), ("none", 9, LOSES), stake=stake, meter=Fraction(100)
    )
    assert odds.net(odds.outcomes[0]) == 4
    assert odds.house_edge == Fraction(9 - 4, 10)
    assert needs_stake(odds.outcomes)
    assert not needs_stake([CountedOutcome("a", 1, pay(3)), CountedOutcome("b", 1, LOSES)])
    assert needs_stake([CountedOutcome("a", 1, pay(0, 0, "1/10"))])
    assert needs_stake([CountedOutcome("a", 1, pay(0, 1))])


def test_a_meter_is_a_function_of_what_is_on_it():
    terms = listed()
    stake = Money(Fraction(5), USD)
    odds = make_odds(("jackpot", 1, pay(0, 0, "1/2")), ("none", 9, LOSES), stake=stake)
    seeded = replace(terms, meter_seed=terms.meter_seed.put(Money(Fraction(20), USD)))
    found = compute_meter(seeded, odds)
    assert found.edge_without == Fraction(9, 10)
    assert found.edge_per_unit == Fraction(1, 10) / 2 / 5
    assert found.break_even == 90
    assert found.edge_at_seed == Fraction(9, 10) - 20 * found.edge_per_unit
    assert found.edge_without - found.break_even * found.edge_per_unit == 0
    unseeded = replace(terms, meter_seed=terms.meter_seed.put(None))
    assert compute_meter(unseeded, odds).edge_at_seed is None
    assert compute_meter(seeded, replace(odds, stake=None)) is None
    plain = make_odds(("high", 1, pay(3)), ("none", 9, LOSES), stake=stake)
    assert compute_meter(seeded, plain) is None


def test_a_sum_of_money_beside_a_meter_and_what_is_added_to_it():
    """Ten in money is two to one at a stake of five."""
    terms = listed()
    stake = Money(Fraction(5), USD)
    odds = make_odds(("jackpot", 1, pay(0, 10, "1/2")), ("none", 9, LOSES), stake=stake)
    share = Fraction(29, 100)
    found = compute_meter(
        replace(terms, meter_contribution=terms.meter_contribution.put(share)), odds
    )
    assert (found.edge_without, found.contribution) == (Fraction(9 - 2, 10), share)
    silent = replace(terms, meter_contribution=terms.meter_contribution.put(None))
    assert compute_meter(silent, odds).contribution is None


def test_a_cap_binds_from_the_stake_at_which_a_pay_reaches_it():
    terms = listed()
    capped = replace(
        terms,
        cap=terms.cap.put(Money(Fraction(100), USD)),
        cap_floor=terms.cap_floor.put(None),
    )
    odds = make_odds(("high", 1, pay(50)), ("low", 2, pay(1)), ("none", 97, LOSES))
    found = compute_cap(capped, odds.outcomes, Money(Fraction(4), USD))
    assert found.first_binding == (("high", Fraction(2)), ("low", Fraction(100)))
    # at a stake of 4 the highest pay is cut from 200 to 100: twenty-five to one
    assert found.house_edge == Fraction(97 - 2 - 25, 100)
    assert compute_cap(capped, odds.outcomes, None).house_edge is None
    floor = replace(capped, cap_floor=terms.cap_floor.put(pay(30)))
    bounded = compute_cap(floor, odds.outcomes, Money(Fraction(4), USD))
    assert bounded.first_binding == (("high", Fraction(2)),)
    assert bounded.house_edge == Fraction(97 - 2 - 30, 100)
    assert compute_cap(replace(terms, cap=terms.cap.put(None)), odds.outcomes, None) is None


def test_the_most_that_a_table_pays_cuts_every_pay_of_a_player_alone():
    table = compile_rulebook(load("mbs")).table
    bounded = replace(table, aggregate=table.aggregate.put(Money(Fraction(100), USD)))
    odds = make_odds(("high", 1, pay(50)), ("even", 2, pay(1)), ("none", 97, LOSES))
    found = compute_aggregate(bounded, odds.outcomes, Money(Fraction(200), USD))
    assert found.first_binding == (("high", Fraction(2)), ("even", Fraction(100)))
    # at a stake of 200 nobody is paid more than half of it
    assert found.house_edge == (97 - Fraction(1 + 2, 2)) / 100
    free = replace(table, aggregate=table.aggregate.put(None))
    assert compute_aggregate(free, odds.outcomes, None) is None


def test_the_stake_of_a_figure_is_the_one_asked_or_the_least():
    terms = listed()
    least, envy = Money(Fraction(2), "SGD"), Money(Fraction(5), "SGD")

    def put(minimum, of_envy):
        own = replace(terms, stake_minimum=terms.stake_minimum.put(minimum))
        return replace(
            own, envy=replace(own.envy, minimum_stake=own.envy.minimum_stake.put(of_envy))
        )

    asked = Money(Fraction(9), "SGD")
    assert find_stake(put(least, envy), asked) == asked
    assert find_stake(put(least, envy), None) == envy
    assert find_stake(put(asked, envy), None) == asked
    assert find_stake(put(least, None), None) == least
    assert find_stake(put(None, None), None) is None
    assert find_stake(put(Money(Fraction(0), "SGD"), None), None) is None


def test_outcomes_stand_in_the_order_of_the_lines_and_what_is_no_line_last():
    terms = listed(**CONTEST)
    flush, straight = stand(terms, "flush").held, stand(terms, "straight").held
    counts = SituationCounts(
        31,
        {
            Situation(()): 1,
            Situation(flush): 2,
            Situation(flush, bank_held=flush): 4,
            Situation(straight, bank_held=flush): 8,
            Situation(flush, bank_held=straight): 16,
        },
    )
    found = list_outcomes(terms, counts)
    names = [item.name for item in found]
    assert names[: len(terms.lines)] == [line.id for line in terms.lines]
    deals = {item.name: (item.deals, item.pay) for item in found if item.deals}
    assert deals == {
        "flush": (18, find(terms, "flush").pays.value),
        "none": (1, LOSES),
        "tied": (4, LOSES),
        "not-beaten": (8, PUSHES),
    }
    assert names[len(terms.lines) :] == ["tied", "not-beaten", "none"]
    nothing = next(item for item in found if item.name == "royal-flush")
    assert (nothing.deals, nothing.pay) == (0, find(terms, "royal-flush").pays.value)


def test_lines_paid_together_stand_by_name_before_what_is_no_line():
    terms = listed(lines_paid=LinesPaid.EVERY)
    held = [
        stand(terms, *names)
        for names in ((), ("four-of-a-kind", "straight"), ("flush", "straight"), ("straight",))
    ]
    found = list_outcomes(terms, SituationCounts(15, dict(zip(held, (1, 2, 4, 8), strict=True))))
    assert [(item.name, item.deals) for item in found[len(terms.lines) :]] == [
        ("flush+straight", 4),
        ("four-of-a-kind+straight", 2),
        ("none", 1),
    ]


# --- printed figures


@pytest.mark.parametrize(
    ("exact", "printed", "roundings"),
    [
        ("1/8", "12.5", ("half-up", "half-even", "truncated")),
        ("1255/10000", "12.5", ("truncated",)),
        ("1255/10000", "12.6", ("half-up", "half-even")),
        ("1245/10000", "12.4", ("half-even", "truncated")),
        ("1245/10000", "12.5", ("half-up",)),
        ("1/8", "13", ("half-up",)),
        ("1/8", "12", ("half-even", "truncated")),
        ("1/8", "12.6", ()),
    ],
)
def test_the_ways_of_rounding_that_give_a_printed_figure(exact, printed, roundings):
    assert find_roundings(printed, Fraction(exact)) == roundings


def test_a_printed_figure_is_held_against_the_edge_it_is_of():
    paytable = load("south-dakota").wager("fortune-bonus").paytables[0]
    plain, with_envy = (
        replace(paytable.published[0], label=label, percent=percent, other_players=others)
        for label, percent, others in (("no-envy", "5.00", 0), ("max-envy", "4.00", 5))
    )
    assert isinstance(plain, Published)
    paytable = replace(paytable, published=(plain, with_envy))
    envy = tuple(EnvyOdds(others, None, Fraction(0), Fraction(others, 125)) for others in (1, 5))
    first, second = compare_published(paytable.published, Fraction(1, 20), envy)
    assert (first.exact, first.agrees) == (Fraction(1, 20), True)
    assert (second.exact, second.agrees) == (Fraction(1, 25), True)
    (alone,) = compare_published(paytable.published, Fraction(1, 21), ())
    assert (alone.exact, alone.agrees) == (Fraction(1, 21), False)


@pytest.mark.parametrize(
    ("value", "places", "up", "even", "cut"),
    [
        ("1/2", 0, "1", "0", "0"),
        ("3/2", 0, "2", "2", "1"),
        ("-1/2", 0, "-1", "0", "0"),
        ("12345/100000", 4, "0.1235", "0.1234", "0.1234"),
        ("-2/3", 2, "-0.67", "-0.67", "-0.66"),
        ("1/3", 2, "0.33", "0.33", "0.33"),
        ("-1/1000", 2, "0.00", "0.00", "0.00"),
        ("7", 2, "7.00", "7.00", "7.00"),
    ],
)
def test_rounding_at_its_halves(value, places, up, even, cut):
    exact = Fraction(value)
    assert round_half_up(exact, places) == up
    assert round_half_even(exact, places) == even
    assert truncate(exact, places) == cut


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("5", "5"),
        ("5/2", "2.50"),
        ("-5/2", "-2.50"),
        ("1/8", "0.125"),
        ("1/3", "1/3"),
        ("-7", "-7"),
        ("1/100", "0.01"),
        (Fraction(1, 10**11), "0.00000000001"),
        (Fraction(1, 10**12), "1/1000000000000"),
    ],
)
def test_money_is_written_exactly(value, told):
    assert format_money(Fraction(value)) == told


def test_roots_and_percents():
    assert format_root(Fraction(2), 4) == "1.4142"
    assert format_root(Fraction(9, 4), 2) == "1.50"
    assert format_root(Fraction(225, 10000), 1) == "0.2"
    assert format_root(Fraction(224, 10000), 1) == "0.1"
    assert format_percent(Fraction(1, 3)) == "33.3333"


# --- statuses


def weigh(settling=(), unsaid=(), uncounted=(), left_out=(), shaping=(), **more):
    ranking = compile_rulebook(load("mbs")).ranking
    return judge(ranking, shaping, settling, unsaid, uncounted, left_out, **more)


def test_a_status_is_the_worst_of_what_a_figure_rests_on():
    book = compile_rulebook(load("mbs"))
    stated = book.standard.pays
    assert stated.statement.standing is Standing.STATED
    assumed = replace(
        stated, statement=replace(book.standard.copy.statement, standing=Standing.SILENT)
    )
    assert weigh([stated]).status is Status.EXACT
    assert weigh([stated, assumed]).status is Status.UNDER_READINGS
    assert weigh([stated], left_out=["a rule"]).status is Status.INCOMPLETE
    assert weigh([stated], unsaid=[assumed], left_out=["a rule"]).status is Status.DEFERRED
    worst = weigh([stated], unsaid=[assumed], uncounted=[stated], left_out=["a rule"])
    assert worst.status is Status.NOT_MODELLED
    assert len(worst.missing) == 3
    assert [
        item.can_be_counted for item in (weigh([stated]), weigh([], left_out=["x"]), worst)
    ] == [
        True,
        True,
        False,
    ]
    assert not weigh([], unsaid=[assumed]).can_be_counted
    assert [item.parameter for item in weigh([stated, stated]).rests_on] == [stated.key]


def test_what_is_missing_says_whose_it_is():
    at = {"to": "the house rules", "at": {"clause": "x", "lines": 1}}
    deferred = compile_rulebook(edit(load("mbs"), state("comparison.copy", {"deferred": at})))
    (told,) = weigh(unsaid=[deferred.standard.copy]).missing
    assert told == "comparison.copy: deferred to the house rules"
    silent = compile_rulebook(edit(load("mbs"), state("comparison.copy", SILENT)))
    (told,) = weigh(unsaid=[silent.standard.copy]).missing
    assert told == "comparison.copy: silent, and nothing is assumed"
    other = silent.standard.copy.put(Other("a coin is tossed"))
    (told,) = weigh(uncounted=[other]).missing
    assert told == "comparison.copy: other: a coin is tossed is not modelled"
    gap = weigh(shaping=[silent.standard.copy])
    assert gap.status is Status.DEFERRED
    absent = compile_rulebook(edit(load("mbs"), state("comparison.copy", NOT_OFFERED)))
    assert weigh(shaping=[absent.standard.copy]).status is Status.EXACT


def test_a_value_that_printed_figures_confirm_is_marked():
    given = compile_rulebook(load("mbs")).standard.copy
    assert weigh([given], confirmed=[given.key]).rests_on[0].confirmed
    assert not weigh([given], confirmed=["another"]).rests_on[0].confirmed
    named = replace(given, statement=replace(given.statement, own_reading="copies"))
    assert weigh([named], confirmed=["copies"]).rests_on[0].confirmed


# --- readings


def open_statement(reading, value, *others):
    given = compile_rulebook(
        edit(
            load("mbs"),
            state(
                "comparison.copy",
                {
                    **SILENT,
                    "assumed": value,
                    "because": "so",
                    "alternatives": list(others),
                },
            ),
        )
    ).standard.copy
    return replace(given, statement=replace(given.statement, own_reading=reading))


def test_alternatives_come_one_at_a_time_or_in_every_combination():
    one = open_statement("copies", "bank-wins", "player-wins", "push")
    two = replace(one, statement=replace(one.statement, own_reading="others"))
    alone = list(list_alternatives([one, two], (), cross=False))
    assert alone == [
        {"copies": "player-wins"},
        {"copies": "push"},
        {"others": "player-wins"},
        {"others": "push"},
    ]
    crossed = list(list_alternatives([one, two], (), cross=True))
    assert len(crossed) == 3 * 3 - 1
    assert {"copies": "push", "others": "player-wins"} in crossed
    assert {} not in crossed
    for asked in ("copies", "comparison.copy"):
        assert list(list_alternatives([one], (asked,), cross=False)) == []
    assert list_readings([one, two]) == {"copies": "bank-wins", "others": "bank-wins"}
    assert list_readings([replace(one, said=None)]) == {}


def test_a_reading_put_over_others_holds_for_every_paytable():
    before = {None: {"a": 1, "b": 1}, "main": {"a": 2, "c": 2}}
    assert add_readings(before, {"a": 9}) == {None: {"a": 9, "b": 1}, "main": {"c": 2}}
    assert before == {None: {"a": 1, "b": 1}, "main": {"a": 2, "c": 2}}
    assert add_readings({}, {"a": 9}) == {None: {"a": 9}}


def print_edges(jurisdiction, readings=None):
    asked = Request(wagers=("fortune-bonus",), readings={None: readings or {}}, alternatives=False)
    return [
        (odds.paytable, [item.exact for item in odds.published])
        for odds in compute_odds(jurisdiction, asked)
    ]


@pytest.mark.slow
def test_r53_reconciling_searches_every_open_word_of_the_wagers_with_printed_figures():
    """And no other: what moves no odds, is another wager's or is not offered would only widen it."""
    found = reconcile(load("south-dakota"))
    jurisdiction = load("south-dakota")
    assert found.domain
    for key, values in found.domain.items():
        parameter = jurisdiction.readings[key][0].parameter
        assert set(values) == set(parameter.choices) - set(parameter.uncounted)
    closed = {
        key
        for key, (statement, *_) in jurisdiction.readings.items()
        if statement.parameter.choices
        and str(statement.parameter.moves) == "odds"
        and str(statement.parameter.touches) not in {"standard"}
        and statement.value is not None
        and statement.wager in (None, "fortune-bonus")
    }
    assert set(found.domain) <= closed
    adopted = print_edges(jurisdiction)
    assert len(adopted) >= 6
    for key in closed - set(found.domain):  # no printed figure turns on these
        parameter = jurisdiction.readings[key][0].parameter
        for word in set(parameter.choices) - set(parameter.uncounted):
            assert print_edges(jurisdiction, {key: word}) == adopted, (key, word)
    number = 1
    for values in found.domain.values():
        number *= len(values)
    assert found.candidates == number * 5 * 3
    assert found.figures == 12
    assert all(solution.readings.keys() == found.domain.keys() for solution in found.solutions)
    none = reconcile(load("mbs"))
    assert (none.figures, none.candidates, none.solutions) == (0, 0, ())


# --- money of simulated rounds


@pytest.mark.parametrize(
    ("mean", "agrees", "score"),
    [
        ("0", True, "0.00"),
        ("1/2", True, "5.00"),
        ("-1/2", True, "-5.00"),
        ("51/100", False, "5.10"),
    ],
)
def test_a_mean_within_five_standard_errors_agrees(mean, agrees, score):
    check = MoneyCheck("bonus", None, 100, Fraction(mean), Fraction(0), Fraction(1))
    assert LIMIT == 5
    assert (check.agrees, check.score) == (agrees, score)
    assert check.standard_error == "0.100000"


def test_money_that_cannot_vary_must_come_out():
    same = MoneyCheck("bonus", None, 100, Fraction(1), Fraction(1), Fraction(0))
    other = replace(same, mean=Fraction(2))
    assert same.agrees
    assert not other.agrees


# --- what is asked for


@pytest.mark.parametrize(
    ("request_", "told"),
    [
        (Request(wagers=("lucky",)), "lucky"),
        (Request(wagers=("fortune-bonus",), stake=Money(Fraction(5), "EUR")), "is not in USD"),
        (Request(wagers=("fortune-bonus",), stake=Money(Fraction(0), "USD")), "must be above zero"),
        (Request(wagers=("fortune-bonus",), maximum_stake=Money(Fraction(5), "EUR")), "not in USD"),
        (Request(wagers=("fortune-bonus",), paytable="ninety"), "ninety"),
    ],
)
def test_what_cannot_be_asked_is_refused_before_anything_is_counted(request_, told, monkeypatch):
    monkeypatch.setattr(compute, "compute_wager", lambda *_: pytest.fail("counted"))
    with pytest.raises(CertifyError, match=told):
        compute_odds(load("south-dakota"), request_)


def test_the_paytables_asked_for():
    spec = load("south-dakota")
    tables = [table.id for table in spec.wager("fortune-bonus").paytables]

    def ask(jurisdiction=spec, **asked):
        return [(wager.id, table.id) for wager, table in list_asked(jurisdiction, Request(**asked))]

    every = [("fortune-bonus", name) for name in tables]
    assert ask() == ask(wagers=("fortune-bonus",)) == every
    assert ask(wagers=("standard",)) == []
    assert ask(paytable=tables[1]) == every[1:2]
    two = load("pennsylvania")
    named = {wager.id for wager in two.wagers}
    assert {name for name, _ in ask(two)} == named
    assert {name for name, _ in ask(two, wagers=("ace-high",))} == {"ace-high"}


def test_published_paytables_that_are_alike_come_nearest_first():
    table = load("south-dakota").wager("fortune-bonus").paytables[0]
    found = find_alike(table)
    assert found
    assert found[0].is_equal
    assert found[0].same_order
    assert found[0].same_envy
    line = table.lines[-1]
    dearer = replace(line, pays=replace(line.pays, value=pay(77)))
    changed = replace(table, lines=(*table.lines[:-1], dearer))
    nearest = find_alike(changed)[0]
    assert not nearest.is_equal
    ((name, published, own),) = nearest.differences
    assert (name, published, own) == (line.id, str(line.pays.value), "77")
    assert f"{line.id} {line.pays.value} there" in str(nearest)


def test_an_edited_document_is_confirmed_by_its_own_printed_figures():
    """The hash of the file is still that of the document it was edited from."""
    printed = load("south-dakota")
    edited = edit(printed, put_line("fortune-bonus", "straight", "pays", 3, paytable="1"))
    assert edited.source.sha256 == printed.source.sha256
    assert list_confirmed(printed, "fortune-bonus")
    assert not list_confirmed(edited, "fortune-bonus")


@pytest.mark.parametrize(("paid", "warned"), [("1/2", False), (1, False), (2, True)])
def test_an_adopted_edge_below_nought_is_warned_of(paid, warned):
    """A coin that pays 1/2, 1 or 2 to 1."""
    odds = make_odds(("heads", 1, pay(Fraction(paid))), ("tails", 1, LOSES))
    shown = "\n".join(format_wager(Words(load("mbs")), odds))
    assert ("the player has the advantage" in shown) is warned

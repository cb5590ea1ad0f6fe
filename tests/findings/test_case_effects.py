"""What a case counts, what is made of several measures, which questions cannot arise."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from certify.findings.case import Case
from certify.findings.finding import Basis, NoEffect
from certify.findings.open_points import (
    find_label,
    follows_open,
    is_idle,
    join_rows,
    list_confirmed,
    list_roots,
    list_undescribed,
)
from certify.findings.pricing import (
    drop_unchanged,
    list_supported,
    list_touched,
    price_change,
    price_statement,
)
from certify.odds.compute import Request, compute_odds
from certify.odds.result import Status, WagerOdds
from certify.spec.values import Money
from tests.conftest import load
from tests.edits import put, put_line, state
from tests.findings.cases import case_of, changed, conflict, everyone, leave_open, policy, say
from tests.findings.example_findings import PART, change

BONUS = "fortune-bonus"


def usd(amount):
    return Money(Fraction(amount), "USD")


def test_a_case_stands_beside_the_others_in_order():
    case = Case(load("mbs"), policy(), everyone())
    names = [item.id for item in case.others]
    assert (
        names
        == sorted(names)
        == ["california-bgc", "designated-player", "pennsylvania", "south-dakota"]
    )
    narrow = case.narrow(load("pennsylvania"))
    assert [item.id for item in narrow.others] == ["pennsylvania"]
    assert len(case.others) == 4


def test_odds_that_somebody_has_computed_are_taken():
    """Made-up odds can only come from whoever handed them over."""
    (true,) = compute_odds(load("mbs"), Request((BONUS,), alternatives=False))
    lines = replace(true, deals=7)
    standard = WagerOdds("standard", None, Status.DEFERRED, {}, missing=("nothing",))
    case = Case(load("mbs"), policy(), odds=(standard, lines))
    assert case.line_odds == (lines,)
    assert case.standard_odds == standard
    assert case.odds == (lines, standard)
    assert case.find_odds(BONUS, "main") == lines
    assert case.find_odds("other", "main") is None
    empty = Case(load("mbs"), policy(), odds=(replace(lines, deals=0),))
    assert empty.find_odds(BONUS, "main") is None
    several = Case(load("mbs"), policy(), odds=(replace(lines, paytable="2"), lines))
    assert several.find_odds(BONUS, "2") is several.line_odds[0]


def test_a_case_is_compiled_with_the_paytable_asked_for():
    case = case_of(load("south-dakota"))
    for number in ("2", "7"):
        table = load("south-dakota").wagers[0].paytable(number)
        terms = case.compile({}, BONUS, number).wagers[BONUS]
        assert [line.pays.value for line in terms.lines] == [
            line.pays.value for line in table.lines
        ]
    for wager, paytable in (("", ""), (BONUS, ""), ("", "2")):
        assert case.compile({}, wager, paytable) == case.compile({})


def test_the_least_stake_is_that_of_policy_and_envy():
    found = load("south-dakota")
    case, wager = case_of(found), found.wagers[0]
    least = policy().least_stake(BONUS)
    minimum = wager.statements["envy.minimum_stake"].value
    assert case.least_stake(wager) == Money(max(least, minimum.amount), "USD")
    high = changed("south-dakota", state(f"{BONUS}.envy.minimum_stake", "70 USD"))
    assert case_of(high).least_stake(high.wagers[0]) == usd(70)
    bare = changed("south-dakota", state(f"{BONUS}.envy.minimum_stake", {"silent": True}))
    assert case_of(bare).least_stake(bare.wagers[0]) == Money(least, "USD")
    own = load("california-bgc")
    tables = [
        table for table in own.wagers[0].paytables if "envy.minimum_stake" in table.statements
    ]
    for table in tables:
        value = table.statements["envy.minimum_stake"].value
        assert case_of(own).least_stake(own.wagers[0], table).amount == max(least, value.amount)
    plain = load("pennsylvania").wagers[1]
    assert not plain.has_envy
    assert case_of(load("pennsylvania")).least_stake(plain).amount == policy().least_stake(plain.id)
    assert case_of(load("pennsylvania")).count_others(plain) == 0
    assert case.count_others(wager) == policy().full_table_others


def test_an_edge_is_that_of_so_many_others():
    (odds,) = (
        item
        for item in compute_odds(load("south-dakota"), Request((BONUS,), alternatives=False))
        if item.paytable == "1"
    )
    case, wager = case_of(load("south-dakota")), load("south-dakota").wagers[0]
    counted = case.count(BONUS, "1", {}, case.least_stake(wager))
    assert case.edge(counted, 0) == (odds.house_edge, odds.house_edge)
    for item in odds.envy:
        if item.house_edge is not None:
            assert case.edge(counted, item.other_players)[0] == item.house_edge
    assert case.edge(counted, 99) == (counted.edge, counted.edge)
    assert case.name_wager(BONUS) == "Fortune Bonus"
    assert case.name_wager("standard") == "standard wager"


def test_a_reading_is_worth_the_difference_of_two_files():
    """The price of an answer against the odds of a file that states it: both on every paytable."""
    own = load("south-dakota")
    case = case_of(own)
    for key, value in (("deck.wheel", "second-highest"), (f"{BONUS}.precedence", "rank-order")):
        statement = own.by_key[key]
        effects = price_statement(case, statement, (value,)).effects
        request = Request((BONUS,), alternatives=False)
        first = compute_odds(own, request)
        second = compute_odds(changed("south-dakota", state(key, value)), request)
        alone = {table.id: (Fraction(0), Fraction(0)) for table in own.wagers[0].paytables} | {
            item.paytable: item.change
            for item in effects
            if item.wager == BONUS and not item.other_players
        }
        assert alone == {
            before.paytable: (after.house_edge - before.house_edge,) * 2
            for before, after in zip(first, second, strict=True)
        }


def test_wagers_without_a_change_are_kept_only_where_none_changes():
    moved, still, table = change(PART), change(0, wager="side"), change(0, paytable="2")
    assert drop_unchanged([still, moved, table]) == (moved, table)
    assert drop_unchanged([still]) == (still,)
    assert drop_unchanged([]) == ()


def test_a_price_from_edges():
    case = case_of(load("south-dakota"))
    wager = case.jurisdiction.wagers[0]
    pairs = [("1", 5 * PART, 7 * PART), ("2", 5 * PART, 2 * PART)]
    price = price_change(wager, pairs, Basis.ROW_IN, others=0)
    assert [item.change[0] for item in price.effects] == [2 * PART, -3 * PART]
    assert {(item.wager, item.basis, item.other_players) for item in price.effects} == {
        (BONUS, (Basis.ROW_IN,), 0)
    }
    none = price_change(wager, [], Basis.ROW_IN)
    assert none.effects == ()
    assert [(item.reason, item.wager) for item in none.missing] == [
        (NoEffect.NOT_CALCULABLE, BONUS)
    ]


def test_an_answer_in_other_words_is_not_priced():
    other = {"other": "in some way of its own"}
    found = changed("south-dakota", state("deck.wheel", conflict("lowest", other)))
    price = price_statement(case_of(found), found.statements["deck.wheel"])
    assert price.effects == ()
    assert [item.reason for item in price.missing] == [NoEffect.OWN_WORDS]


def test_the_wagers_that_a_statement_touches():
    case = case_of(load("pennsylvania"))
    by_key = case.jurisdiction.by_key
    assert list_touched(case, by_key["identity.title"]) == ()
    assert list_touched(case, by_key["comparison.copy"]) == ("standard",)
    assert list_touched(case, by_key[f"{BONUS}.precedence"]) == (BONUS,)
    assert list_touched(case, by_key["deck.wheel"]) == ("standard", BONUS, "ace-high")
    assert list_touched(case, by_key["deck.royal_match_joker"]) == (BONUS,)
    assert list_touched(case, by_key["table.players"]) == ("standard", BONUS, "ace-high")


def test_only_words_support_a_value():
    def supported(value):
        return list_supported(
            changed("south-dakota", state("deck.wheel", value)).by_key["deck.wheel"]
        )

    assert supported(conflict("lowest", "second-highest")) == ("second-highest",)
    assert supported(leave_open("lowest", "second-highest")) == ()
    assert supported(leave_open("lowest", "second-highest", because="so")) == ("second-highest",)
    assert supported(say("lowest")) == ()


# --- which questions cannot arise


@pytest.mark.parametrize(
    ("name", "key", "edits", "idle"),
    [
        ("mbs", "standard.commission_rounding", [], False),
        ("mbs", "standard.commission_rounding", [state("standard.commission", 0)], True),
        ("mbs", "standard.smallest_chip", [state("standard.commission", 0)], True),
        ("mbs", "standard.smallest_chip", [], True),
        (
            "mbs",
            "standard.smallest_chip",
            [state("standard.commission_rounding", "down-to-chip")],
            False,
        ),
        ("mbs", "play.surrender_costs", [state("play.surrender", "anyone")], False),
        ("mbs", "play.surrender_costs", [state("play.surrender", {"silent": True})], True),
        ("mbs", "table.bank_refused", [state("table.bank", "house")], True),
        ("california-bgc", "table.bank_refused", [], False),
        ("california-bgc", f"{BONUS}.bank_wager", [], False),
        ("california-bgc", f"{BONUS}.bank_wager", [state("table.bank", "house")], True),
        ("california-bgc", "table.settling_order", [], False),
        ("south-dakota", "table.settling_order", [state("table.bank", "house")], True),
        (
            "south-dakota",
            "table.settling_order",
            [state("table.bank", "house"), state(f"{BONUS}.cap", "500 USD")],
            False,
        ),
        (
            "south-dakota",
            "table.settling_order",
            [state("table.bank", "house"), state("table.aggregate", "500 USD")],
            False,
        ),
        ("south-dakota", f"{BONUS}.settled", [state("table.bank", "house")], True),
        (
            "south-dakota",
            f"{BONUS}.payer",
            [state("table.bank", "house"), state(f"{BONUS}.payer", "house")],
            True,
        ),
        (
            "south-dakota",
            f"{BONUS}.envy.payer",
            [state("table.bank", "house"), state(f"{BONUS}.envy.payer", "house")],
            True,
        ),
        ("california-bgc", f"{BONUS}.payer", [state(f"{BONUS}.payer", "house")], False),
        (
            "south-dakota",
            f"{BONUS}.payer",
            [state("table.bank", {"silent": True}), state(f"{BONUS}.payer", "house")],
            False,
        ),
        ("south-dakota", f"{BONUS}.meter_seed", [], True),
        ("south-dakota", f"{BONUS}.meter_contribution", [], True),
        (
            "south-dakota",
            "comparison.bank_hand_push_when",
            [state("comparison.bank_hand_push", "no")],
            True,
        ),
        (
            "south-dakota",
            "comparison.bank_hand_push_when",
            [state("comparison.bank_hand_push", "yes")],
            False,
        ),
        (
            "south-dakota",
            "comparison.bank_hand_push_when",
            [state("comparison.bank_hand_push", conflict("no", "yes"))],
            False,
        ),
        ("south-dakota", "deck.wheel", [], False),
    ],
)
def test_a_question_that_cannot_arise(name, key, edits, idle):
    found = changed(name, *edits)
    assert is_idle(case_of(found), found.by_key[key]) is idle


def test_what_questions_have_in_common():
    by_key = load("pennsylvania").by_key
    roots = {
        key: list_roots(by_key[key])
        for key in (
            "comparison.copy",
            "comparison.copy_both",
            "comparison.both_lose",
            f"{BONUS}.settled",
        )
    }
    assert (
        roots["comparison.copy"]
        == roots["comparison.copy_both"]
        == {"case of None comparison.copy"}
    )
    assert roots["comparison.both_lose"] == {"case of None comparison.both_lose"}
    assert roots[f"{BONUS}.settled"] == {
        f"case of {BONUS} wager.settled",
        "case of None table.bank_cover",
    }
    assert "topic surrender" in list_roots(by_key["play.surrender_costs"])
    line = load("pennsylvania").wagers[0].paytables[0].lines[0].pays
    assert list_roots(line) == {line.key}


def test_a_case_of_an_open_question_follows_it():
    open_ = changed("south-dakota", state("comparison.copy", conflict("bank-wins", "push")))
    assert follows_open(case_of(open_), open_.by_key["comparison.copy_both"])
    assert not follows_open(case_of(open_), open_.by_key["comparison.copy"])
    shut = changed("south-dakota", state("comparison.copy", "bank-wins"))
    assert not follows_open(case_of(shut), shut.by_key["comparison.copy_both"])


def test_wagers_that_are_never_described():
    for value, expected in (
        (say("given"), set()),
        (say("missing"), {BONUS}),
        ({"silent": True}, {BONUS}),
    ):
        found = changed("south-dakota", put("wagers", 0, "rules_of_play", value=value))
        assert list_undescribed(case_of(found)) == expected


def test_rows_under_one_label_belong_together():
    own = load("south-dakota")
    table = own.wagers[0].paytables[0]
    upper, lower = table.lines[-2:]
    assert find_label(case_of(own), upper.pays) == ""
    assert join_rows(case_of(own), upper.pays) == frozenset()
    alike = changed("south-dakota", put_line(BONUS, upper.id, "printed", lower.printed, table.id))
    rows = alike.wagers[0].paytables[0].lines[-2:]
    for row in rows:
        assert find_label(case_of(alike), row.pays) == lower.printed
        assert join_rows(case_of(alike), row.pays) == {f"rows {BONUS} {lower.printed}"}
    assert find_label(case_of(alike), alike.wagers[0].statements["wager.precedence"]) == ""


def test_what_printed_figures_confirm():
    assert f"{BONUS}.precedence" in list_confirmed(case_of(load("south-dakota")))
    assert list_confirmed(case_of(load("pennsylvania"))) == set()

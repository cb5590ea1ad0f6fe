"""Rules on both sides of their conditions: just met and just missed, said outright and not."""

from __future__ import annotations

import copy
from dataclasses import replace
from fractions import Fraction
from math import comb

import pytest

from certify.findings.finding import Downgrade, NoEffect, Severity
from certify.findings.registry import list_findings
from certify.odds.compute import Request, compute_odds
from tests.conftest import load
from tests.edits import find_paytable, put, put_line, state
from tests.findings.cases import (
    case_of,
    changed,
    conflict,
    find,
    find_between,
    leave_open,
    place,
    policy,
)

BONUS = "fortune-bonus"
WHEEL = "deck.wheel"
REQUEST = Request((BONUS,), alternatives=False)


def say_twice(*said, adopted="lowest"):
    """A wheel said several times: value, lines and whether it only follows."""
    stated = [
        {"value": value, "at": place(lines), **({"implied": True} if implied else {})}
        for value, lines, implied in said
    ]
    return state(WHEEL, {"stated": stated, "adopted": adopted, "because": "so it is"})


@pytest.mark.parametrize(
    ("said", "settled"),
    [
        ([("lowest", 55, False), ("second-highest", 56, True)], True),
        ([("lowest", 55, True), ("lowest", 57, False), ("second-highest", 56, True)], True),
        ([("lowest", 55, False), ("second-highest", 56, False)], False),
        ([("lowest", 55, True), ("second-highest", 56, True)], False),
        ([("lowest", 55, True), ("second-highest", 56, False)], False),
        (
            [("lowest", 55, False), ("second-highest", 56, True), ("second-highest", 57, False)],
            False,
        ),
    ],
)
def test_an_answer_said_outright_settles_what_only_follows(said, settled):
    (found,) = [
        item
        for item in find(changed("pennsylvania", say_twice(*said)), "INT001")
        if WHEEL in item.statements
    ]
    assert (found.variant == "settled") is settled
    assert (found.downgraded is Downgrade.STATED_OUTRIGHT) is settled
    assert {item.value: item.implied for item in found.sources} == {
        text: all(implied for value, _, implied in said if value == text) for text, _, _ in said
    }


@pytest.mark.parametrize(
    ("players", "bank", "cards", "hands"),
    [
        (6, "house", 53, None),
        (7, "house", 53, 8),
        (7, "player-dealer", 53, None),
        (8, "player-dealer", 53, 8),
        (7, "player-dealer", 49, None),
        (7, "player-dealer", 48, 7),
    ],
)
def test_seats_need_their_cards(players, bank, cards, hands):
    found = find(
        changed(
            "pennsylvania",
            state("table.players", players),
            state("table.bank", bank),
            state("deck.cards", cards),
            state("table.positions", {"silent": True}),
        ),
        "INT003",
    )
    assert [item.slots["hands"] for item in found] == ([hands] if hands else [])
    for item in found:
        assert (item.slots["most"], item.slots["needed"]) == (cards // 7, 7 * hands)


def test_seats_of_an_unknown_deck_are_not_counted():
    for key in ("deck.cards", "play.cards_dealt"):
        data = changed("pennsylvania", state("table.players", 9), state(key, {"silent": True}))
        assert not find(data, "INT003")


def test_seats_that_the_text_only_supports_are_told_so():
    open_ = changed(
        "pennsylvania", state("table.players", leave_open(6, 9, because="nine chairs are drawn"))
    )
    (found,) = find(open_, "INT003")
    assert found.variant == "supported"
    assert found.citations[0].first == 5
    assert not find(changed("pennsylvania", state("table.players", leave_open(6, 9))), "INT003")


@pytest.mark.parametrize(("bank", "variant"), [("house", "deck"), ("player-dealer", "")])
def test_the_bank_is_among_the_players_where_one_banks(bank, variant):
    """Seven players and the dealer need eight hands; seven players of whom one banks need seven."""
    data = changed(
        "pennsylvania",
        state("table.bank", bank),
        state("table.players", 7),
        state("table.positions", 6),
    )
    (found,) = find(data, "INT004")
    assert found.variant == variant
    assert not find(
        changed("pennsylvania", state("table.players", 6), state("table.positions", 6)), "INT004"
    )
    silent = changed(
        "pennsylvania", state("table.players", leave_open(6)), state("table.positions", 7)
    )
    assert not find(silent, "INT004"), "what is only taken contradicts nothing"


def test_the_limits_of_the_policy_are_within_them():
    case = case_of(load("south-dakota"))
    edges = []
    wager = load("south-dakota").wagers[0]
    for table in wager.paytables:
        counted = case.count(BONUS, table.id, {}, case.least_stake(wager, table))
        edges += [case.edge(counted, others)[0] for others in (0, case.count_others(wager))]
    low, high = min(edges), max(edges)
    tiny = Fraction(1, 10**12)

    def codes(least, most):
        case.policy = replace(case.policy, lowest_edge=least, highest_edge=most)
        return [item.variant.split("-")[0] for item in list_findings(case, ["POL001"])]

    assert codes(low, high) == []
    assert codes(low + tiny, high) == ["low"]
    assert codes(low, high - tiny) == ["high"]
    assert sorted(codes(low + tiny, high - tiny)) == ["high", "low"]


def test_the_policy_judges_no_incomplete_figure():
    data = [{"what": "a common pot", "wagers": [BONUS], "at": place()}]
    incomplete = put("uncovered", value=data)
    for name, code in (("california-bgc", "POL001"), ("pennsylvania", "POL002")):
        assert find(load(name), code)
        assert not find(changed(name, incomplete), code)


@pytest.mark.parametrize(("most", "stakes"), [("10 USD", set()), ("40 USD", {"40 USD"})])
def test_no_wager_above_the_maximum_of_the_document_is_judged(most, stakes):
    found = find(changed("pennsylvania", state(f"{BONUS}.stake_maximum", most)), "POL002")
    assert {str(effect.stake) for item in found for effect in item.effects} == stakes


def test_the_cover_of_a_bank_names_what_it_is_bound_to_pay():
    def data(*edits):
        return changed("california-bgc", state(f"{BONUS}.payer", "player-dealer"), *edits)

    (both,) = find(data(), "INT007")
    assert both.slots["payments"] == (BONUS, "Envy Bonus")
    (one,) = find(data(state(f"{BONUS}.envy.payer", "house")), "INT007")
    assert one.slots["payments"] == (BONUS,)
    none = (state(f"{BONUS}.envy.payer", "house"), state(f"{BONUS}.payer", "house"))
    assert not find(data(*none), "INT007")
    assert not find(data(state("table.bank_cover", "all-wagers")), "INT007")
    assert not find(data(state("table.bank_cover_reach", "all-payments")), "INT007")


def test_who_banks_is_left_to_a_text_or_not_said():
    (found,) = find(changed("south-dakota", state("table.bank", leave_open("house"))), "GAP014")
    assert found.variant == ""
    assert not find(
        changed("south-dakota", state(f"{BONUS}.envy.bank_hand", {"silent": True})), "GAP014"
    )


def test_numbers_that_are_missing_or_stand_twice():
    def number(*numbers):
        clauses = [
            {"number": text, "series": "Rule", "at": {"lines": line}}
            for line, text in enumerate(numbers, 10)
        ]
        return changed("south-dakota", put("inventory", "clauses", value=clauses))

    gaps = find(number("1", "2", "5"), "DOC001")
    assert [(item.variant, item.slots["name"]) for item in gaps] == [("", "Rule 3"), ("", "Rule 4")]
    assert all([place.first for place in item.citations] == [11, 12] for item in gaps)
    assert not find(number("1", "2", "3"), "DOC001")
    assert [item.slots["name"] for item in find(number("2.1", "2.3", "3.1"), "DOC001")] == [
        "Rule 2.2"
    ]
    (thrice,) = find(number("1", "2", "1", "1"), "DOC001")
    assert (thrice.variant, thrice.slots) == ("repeated", {"name": "Rule 1", "times": 3})
    assert [place.first for place in thrice.citations] == [10, 12, 13]
    assert not find(number("1.1", "2.1"), "DOC001")


def test_two_series_share_numbers_but_for_an_appendix():
    def series(*names):
        clauses = [
            {"number": str(number), "series": name, "at": {"lines": 5}}
            for name in names
            for number in (1, 2, 10)
        ]
        found = find(changed("mbs", put("inventory", "clauses", value=clauses)), "DOC001")
        return [item for item in found if item.variant == "shared"]

    (found,) = series("Rules", "Steps")
    assert found.slots["shared"] == ["1", "2", "10"]
    assert [item.subject for item in series("A", "B", "C")] == ["A/B", "A/C", "B/C"]
    for apart in ("Contents", "Appendix A", "Annex", "schedule 2"):
        assert not series("Rules", apart)


def lead_with_plain_wager(data):
    """A wager on flushes alone, without envy, before all others."""
    plain = {**copy.deepcopy(data["wagers"][0]), "id": "plain", "name": "Plain"}
    plain.pop("envy")
    table = plain["paytables"][0] if "paytables" in plain else plain
    if table is not plain:
        plain["paytables"] = [table]
    table["lines"] = [line for line in table["lines"] if line.get("hand") == "flush"]
    table.pop("published", None)
    data["wagers"].insert(0, plain)


@pytest.mark.parametrize("name", ["south-dakota", "mbs"])
def test_a_wager_that_stands_first_takes_no_finding_from_the_others(name):
    """Rules look at every wager, whatever the first of them is."""
    own = case_of(load(name))
    led = case_of(changed(name, lead_with_plain_wager))
    before, after = (
        {
            item.fingerprint
            for item in list_findings(case)
            if BONUS in item.wagers and "=" not in item.subject
        }
        for case in (own, led)
    )
    assert before <= after, before - after


def test_a_wager_without_a_paytable_hides_no_push_of_the_next():
    """Three pair pushes on paytable 1 of South Dakota, and in Pennsylvania it is on no line."""

    def lead_with_bare_wager(data):
        bare = {**copy.deepcopy(data["wagers"][0]), "id": "bare", "name": "Bare"}
        del bare["paytables"]
        data["wagers"].insert(0, bare)

    led = changed("south-dakota", lead_with_bare_wager)
    assert [wager.id for wager in led.wagers if not wager.paytables] == ["bare"]
    (found,) = find_between(led, load("pennsylvania"), "XJD003")
    assert (found.variant, found.slots["hand"], found.slots["tables"]) == (
        "here",
        "three-pair",
        ["1"],
    )


def test_two_numbers_of_seats_are_a_contradiction_where_no_players_are_stated():
    data = changed("pennsylvania", state("table.positions", conflict(6, 7)))
    assert [item for item in find(data, "INT001") if "table.positions" in item.statements]
    assert not find(data, "INT004")


PAID = ("straight", "flush", "full-house", "three-of-a-kind")
ENVIED = ("four-of-a-kind", "straight-flush", "royal-flush", "five-aces")


def beside_itself(*edits):
    """What is told of Pennsylvania's paytable beside one that was made from it."""
    other = changed(
        "pennsylvania", put("id", value="elsewhere"), put("name", value="Elsewhere"), *edits
    )
    return find_between(load("pennsylvania"), other, "XJD005")


def test_a_paytable_is_near_up_to_three_cells():
    assert beside_itself() == []
    pays = [put_line(BONUS, hand, "pays", 77) for hand in PAID]
    for number in (1, 2, 3):
        (found,) = beside_itself(*pays[:number])
        (near,) = found.slots["near"]
        assert set(near.cells) == {(hand, "pays") for hand in PAID[:number]}
    assert beside_itself(*pays) == []


def test_a_paytable_with_the_pays_of_another_has_an_envy_of_its_own():
    envy = [put_line(BONUS, hand, "envy", "777 USD") for hand in ENVIED]
    (near,) = beside_itself(*envy[:3])
    assert len(near.slots["near"][0].cells) == 3
    (found,) = beside_itself(*envy)
    (mixed,) = found.slots["near"]
    assert (mixed.is_mixed, mixed.envy_of) == (True, ())
    assert set(mixed.cells) == {(hand, "envy") for hand in ENVIED}
    assert beside_itself(*envy, put_line(BONUS, "flush", "pays", 77)) == []


def test_a_paytable_of_another_joker_or_currency():
    pay = put_line(BONUS, "flush", "pays", 77)
    assert beside_itself(pay, state("deck.joker", "fully-wild")) == []
    (found,) = beside_itself(pay, put("currency", value="SGD"))
    assert [item.reason for item in found.price.missing] == [NoEffect.CURRENCY]
    (priced,) = beside_itself(pay)
    (own,) = compute_odds(load("pennsylvania"), REQUEST)
    (other,) = compute_odds(changed("pennsylvania", pay), REQUEST)
    assert priced.effects[0].change[0] == other.house_edge - own.house_edge


@pytest.mark.parametrize(
    ("hand", "amount", "deals", "severity"),
    [
        ("four-of-a-kind", 10, 307_472, Severity.ERROR),
        ("seven-card-straight-flush", 5, 4 * 8, Severity.WARNING),
    ],
)
def test_a_cell_without_envy_weighs_what_the_hand_is_worth(hand, amount, deals, severity):
    """The lowest amount left, from five others at a stake of 5: for a hand in five hundred and in millions.

    Without the joker seven cards run in a suit from an ace low up to an ace high, in eight ways.
    """

    def forget(data):
        lines = find_paytable(data, BONUS, "1")["lines"]
        del next(item for item in lines if item["hand"] == hand)["envy"]

    found = find(changed("south-dakota", forget), "INT013")
    assert [(item.weight, item.slots["hand"]) for item in found] == [(severity, hand)]
    worth = Fraction(5 * amount, 5) * Fraction(deals, comb(53, 7))
    assert found[0].price.size == worth
    assert (worth >= policy().materiality) is (severity is Severity.ERROR)

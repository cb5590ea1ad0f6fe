"""Rules on both sides of their conditions: just met and just missed, said outright and not."""

from __future__ import annotations

import copy
from dataclasses import replace
from fractions import Fraction
from math import comb

import pytest

from certify.findings.finding import Severity
from certify.findings.grading import OUTRIGHT
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
    say,
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
    assert found.cure.startswith("Keep “" if settled else "Write the same in all of these places")
    assert (found.spared == OUTRIGHT or found.severity is Severity.NOTE) is settled
    alone = [text for text, _, implied in said if implied]
    assert (", not outright)" in found.message) is any(
        all(implied for value, _, implied in said if value == text) for text in alone
    )


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (("55-59", 55, 59), "Write one answer"),
        ((55, "55-59", 59), "Write the same in all of these places"),
        ((55, 56, 57), "Write the same in all of these places"),
    ],
)
def test_answers_in_one_place_are_to_be_one(lines, told):
    values = ("lowest", "second-highest", "second-highest")
    said = [(value, place_, False) for value, place_ in zip(values, lines, strict=True)]
    (found,) = [
        item
        for item in find(changed("pennsylvania", say_twice(*said)), "INT001")
        if WHEEL in item.statements
    ]
    assert found.cure.startswith(told)


@pytest.mark.parametrize(
    ("players", "bank", "cards", "hands"),
    [
        (6, "house", 53, None),
        (7, "house", 53, 8),
        (7, "player", 53, None),
        (8, "player", 53, 8),
        (7, "player", 49, None),
        (7, "player", 48, 7),
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
    assert [item.evidence["hands"] for item in found] == ([str(hands)] if hands else [])
    for item in found:
        assert item.cure == f"Name at most {cards // 7} hands, the bank's included."
        assert item.evidence["cards needed"] == str(7 * int(item.evidence["hands"]))


def test_seats_of_an_unknown_deck_are_not_counted():
    for key in ("deck.cards", "play.cards_dealt"):
        data = changed("pennsylvania", state("table.players", 9), state(key, {"silent": True}))
        assert not find(data, "INT003")


def test_seats_that_the_text_only_supports_are_told_so():
    open_ = changed(
        "pennsylvania", state("table.players", leave_open(6, 9, because="nine chairs are drawn"))
    )
    (found,) = find(open_, "INT003")
    assert (
        "can be read to have 9 players (here, line 5), since nine chairs are drawn;"
        in found.message
    )
    assert not find(changed("pennsylvania", state("table.players", leave_open(6, 9))), "INT003")


@pytest.mark.parametrize(("bank", "among"), [("house", False), ("player", True)])
def test_the_bank_is_among_the_players_where_one_banks(bank, among):
    data = changed(
        "pennsylvania",
        state("table.bank", bank),
        state("table.players", 6),
        state("table.positions", 7),
    )
    (found,) = find(data, "INT004")
    assert (", the bank among them (" in found.message) is among
    assert "would need" not in found.message, "seven hands can be dealt"
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
        return [item.subject.split(":")[1] for item in list_findings(case, ["POL001"])]

    assert codes(low, high) == []
    assert codes(low + tiny, high) == ["low"]
    assert codes(low, high - tiny) == ["high"]
    assert sorted(codes(low + tiny, high - tiny)) == ["high", "low"]


def test_the_cover_of_a_bank_names_what_it_is_bound_to_pay():
    def data(*edits):
        return changed("california-bgc", state(f"{BONUS}.payer", "player-dealer"), *edits)

    (both,) = find(data(), "INT007")
    assert "is to pay the Fortune Bonus and envy without" in both.message
    (one,) = find(data(state(f"{BONUS}.envy.payer", "house")), "INT007")
    assert "is to pay the Fortune Bonus without" in one.message
    none = (state(f"{BONUS}.envy.payer", "house"), state(f"{BONUS}.payer", "house"))
    assert not find(data(*none), "INT007")
    assert not find(data(state("table.bank_cover", "all-wagers")), "INT007")
    assert not find(data(state("table.bank_cover_reach", "all-payments")), "INT007")


def test_envy_for_a_hand_or_higher_is_clear_where_the_column_goes_down_to_it():
    """The column settles it on every paytable, or it is asked; a list of hands settles it too."""

    def drop_envy(number, hand):
        def change(data):
            for line in data["wagers"][0]["paytables"][number]["lines"]:
                if line.get("hand") == hand:
                    line.pop("envy", None)

        return change

    assert not find(load("south-dakota"), "GAP013")
    for number in (0, 3):
        (found,) = find(changed("south-dakota", drop_envy(number, "royal-flush")), "GAP013")
        assert ("Royal Flush," in found.message.partition("column: ")[2]) is (number != 0)
        assert found.statements == (f"{BONUS}.envy.lowest_hand",)
    unsaid = changed(
        "south-dakota",
        drop_envy(0, "royal-flush"),
        state(f"{BONUS}.envy.lowest_hand", leave_open("four-of-a-kind")),
    )
    assert not find(unsaid, "GAP013")


def test_who_banks_is_left_to_a_text_or_not_said():
    (found,) = find(changed("south-dakota", state("table.bank", leave_open("house"))), "GAP014")
    assert "whether a player may bank is not said." in found.message
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
    assert [item.evidence["missing"] for item in gaps] == ["Rule 3", "Rule 4"]
    assert all("it goes from 2 to 5 (lines 11 and 12)" in item.message for item in gaps)
    assert not find(number("1", "2", "3"), "DOC001")
    assert [item.evidence["missing"] for item in find(number("2.1", "2.3", "3.1"), "DOC001")] == [
        "Rule 2.2"
    ]
    (thrice,) = find(number("1", "2", "1", "1"), "DOC002")
    assert thrice.message == "Rule 1 stands 3 times (lines 10, 12 and 13)."
    assert not find(number("1.1", "2.1"), "DOC002")


def test_two_series_share_numbers_but_for_an_appendix():
    def series(*names):
        clauses = [
            {"number": str(number), "series": name, "at": {"lines": 5}}
            for name in names
            for number in (1, 2, 10)
        ]
        return find(changed("mbs", put("inventory", "clauses", value=clauses)), "DOC003")

    (found,) = series("Rules", "Steps")
    assert found.message == "Rules and Steps share the numbers 1, 2 and 10."
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
    assert found.message.startswith("Three pair is a push in South Dakota on paytable 1 (")


def test_a_conflict_is_told_by_the_rule_of_its_own():
    """Seats in two numbers are told among the seats, and not as two answers."""
    data = changed("pennsylvania", state("table.positions", conflict(6, 7)))
    assert not [item for item in find(data, "INT001") if "table.positions" in item.statements]
    data = changed(
        "pennsylvania", state("table.players", say(6)), state("table.positions", conflict(6, 7))
    )
    assert find(data, "INT004")


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
        assert " is the paytable of Elsewhere (" in found.message
        assert found.message.count("77 to 1 there") == number
        assert len(found.evidence) == number
    assert beside_itself(*pays) == []


def test_a_paytable_with_the_pays_of_another_has_an_envy_of_its_own():
    envy = [put_line(BONUS, hand, "envy", "777 USD") for hand in ENVIED]
    (near,) = beside_itself(*envy[:3])
    assert near.message.count("777 USD there") == 3
    (found,) = beside_itself(*envy)
    assert found.message.endswith(", and an envy of its own.")
    assert len(found.evidence) == 4
    assert beside_itself(*envy, put_line(BONUS, "flush", "pays", 77)) == []


def test_a_paytable_of_another_joker_or_currency():
    pay = put_line(BONUS, "flush", "pays", 77)
    assert beside_itself(pay, state("deck.joker", "fully-wild")) == []
    (found,) = beside_itself(pay, put("currency", value="SGD"))
    assert found.price.unpriced == "the amounts are in two currencies"
    (priced,) = beside_itself(pay)
    (own,) = compute_odds(load("pennsylvania"), REQUEST)
    (other,) = compute_odds(changed("pennsylvania", pay), REQUEST)
    assert priced.price.effects[0].low == other.house_edge - own.house_edge


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
    assert [(item.severity, item.evidence["line"]) for item in found] == [(severity, hand)]
    worth = Fraction(5 * amount, 5) * Fraction(deals, comb(53, 7))
    assert found[0].price.size == worth
    assert (worth >= policy().materiality) is (severity is Severity.ERROR)

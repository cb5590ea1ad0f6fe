"""Paytables beside those that were made from them: which are near, what is told of them, and the price.

Paytable 2 of South Dakota has eleven lines, paytable 1 has twelve; the first seven of each pay envy.
"""

from __future__ import annotations

import copy
from fractions import Fraction

import pytest

from certify.findings.finding import NoEffect
from certify.odds.compute import Request, compute_odds
from certify.spec.values import Money
from tests.edits import drop_line, find_paytable, find_wager, put, put_line
from tests.findings.cases import Edit, changed, find_between, place

BONUS = "fortune-bonus"
PAID = ("flush", "four-of-a-kind", "full-house", "royal-flush", "straight", "three-of-a-kind")
ENVIED = ("five-aces", "four-of-a-kind", "royal-flush", "straight-flush")


def keep(table: str) -> Edit:
    """Leave one paytable."""

    def change(data):
        own = find_wager(data, BONUS)
        own["paytables"] = [item for item in own["paytables"] if item["id"] == table]

    return change


def copy_table(table: str, name: str) -> Edit:
    """The same paytable once more, last, under another name."""

    def change(data):
        twin = copy.deepcopy(find_paytable(data, BONUS, table))
        find_wager(data, BONUS)["paytables"].append(twin | {"id": name})

    return change


def rename(table: str, name: str) -> Edit:
    def change(data):
        find_paytable(data, BONUS, table)["id"] = name

    return change


def pay(table: str, *hands: str) -> list[Edit]:
    """Other pays for hands."""
    return [put_line(BONUS, hand, "pays", 77, table) for hand in hands]


def envy(table: str, *hands: str) -> list[Edit]:
    """Other envy for hands."""
    return [put_line(BONUS, hand, "envy", "777 USD", table) for hand in hands]


def drop_envy(table: str, hand: str) -> Edit:
    def change(data):
        for line in find_paytable(data, BONUS, table)["lines"]:
            if line["hand"] == hand:
                del line["envy"]

    return change


def beside(here: list[Edit], there: list[Edit], table: str = "2"):
    """What is found where both documents have one paytable of South Dakota, each with edits of its own."""
    named = (put("id", value="elsewhere"), put("name", value="Elsewhere"))
    own = changed("south-dakota", keep(table), *here)
    return find_between(own, changed("south-dakota", keep(table), *named, *there), "XJD005")


def tell(finding):
    """The tables of this document, those of the other and the cells of each comparison."""
    return [
        (
            [table.id for table in near.own],
            [item.table.id for item in near.tables],
            set(near.cells),
        )
        for near in finding.slots["near"]
    ]


def cells(column, *hands):
    return {(hand, column) for hand in hands}


@pytest.mark.parametrize(
    ("here", "there", "told"),
    [
        ([], [drop_envy("2", "four-of-a-kind")], cells("envy", "four-of-a-kind")),
        ([drop_envy("2", "royal-flush")], [], cells("envy", "royal-flush")),
        ([], [drop_line(BONUS, "straight", "2")], cells("pays", "straight")),
        ([drop_line(BONUS, "straight", "2")], [], cells("pays", "straight")),
        (
            [],
            [*pay("2", "straight"), *envy("2", "four-of-a-kind")],
            cells("envy", "four-of-a-kind") | cells("pays", "straight"),
        ),
    ],
)
def test_the_cells_that_differ(here, there, told):
    (found,) = beside(here, there)
    assert tell(found) == [(["2"], ["2"], told)]


def test_up_to_half_of_the_rows_the_tables_are_alike():
    """Five of eleven rows and six of twelve are no more than half; six of eleven are."""
    for table, hands, is_alike in (("2", PAID[:5], True), ("2", PAID, False), ("1", PAID, True)):
        (found,) = beside([], pay(table, *hands), table)
        (near,) = found.slots["near"]
        assert (near.is_alike, set(near.cells)) == (is_alike, cells("pays", *hands))


@pytest.mark.parametrize(
    ("name", "is_told"),
    [("2", True), ("FPG-02", True), ("FPG-12", False), ("2b", False), ("second", False)],
)
def test_beyond_three_cells_only_tables_with_the_same_number_are_compared(name, is_told):
    found = beside([], [*pay("2", *PAID[:4]), rename("2", name)])
    assert [tell(item)[0][1] for item in found] == [[name]] * is_told


def test_several_tables_that_differ_alike_are_reported_together():
    twin = [copy_table("2", "8")]
    (one,) = beside(twin, pay("2", "flush"))
    assert tell(one) == [(["2", "8"], ["2"], cells("pays", "flush"))]
    (two,) = beside(twin, [copy_table("2", "9"), *pay("2", "flush"), *pay("9", "straight")])
    assert tell(two) == [
        (["2", "8"], ["2"], cells("pays", "flush")),
        (["2", "8"], ["9"], cells("pays", "straight")),
    ]


def test_a_table_of_another_document_is_compared_with_its_nearest_alone():
    """It differs from paytable 2 in two or three cells and from paytable 8 in one."""
    for change, column in ((pay, "pays"), (envy, "envy")):
        hands = PAID[:4:3] if change is pay else ENVIED[:2]
        last = "straight" if change is pay else "straight-flush"
        (found,) = beside([copy_table("2", "8"), *change("8", *hands)], change("2", *hands, last))
        assert tell(found) == [(["8"], ["2"], cells(column, last))]


def test_a_variant_is_compared_with_the_table_that_both_documents_have():
    """Paytable 2 is on both sides; 8 is a variant of it here, and 9 is far from all."""
    far = [copy_table("2", "9"), *pay("9", *PAID)]
    (found,) = beside([copy_table("2", "8"), *pay("8", "flush")], far)
    assert tell(found) == [(["8"], ["2"], cells("pays", "flush"))]
    assert beside([copy_table("2", "8"), *pay("8", "flush")], []) == []


def test_a_table_with_the_payouts_of_one_and_the_envy_of_another():
    """x has its payouts with four other envy sums, y with five; z has its envy with four other payouts."""
    there = [
        rename("2", "x"),
        *(copy_table("x", name) for name in "yzw"),
        *envy("x", *ENVIED),
        *envy("y", *ENVIED, "royal-match"),
        *pay("z", *PAID[:4]),
        *pay("w", *PAID[:4]),
        *envy("w", *ENVIED),
    ]
    (found,) = beside([], there)
    (mixed,) = found.slots["near"]
    assert mixed.is_mixed
    assert [item.table.id for item in mixed.tables] == ["x", "y"]
    assert [item.table.id for item in mixed.envy_of] == ["z"]
    own = find_edge(others=5)
    worth = {
        find_edge(*envy("2", *hands), others=5) - own
        for hands in (ENVIED, (*ENVIED, "royal-match"))
    }
    assert {item.change[0] for item in found.effects} == worth
    assert len(worth) == 2


def find_edge(*edits: Edit, others: int = 0):
    """The edge of paytable 2 with edits, alone or with so many others at the stake that pays envy."""
    stake = Money(Fraction(5), "USD")
    (odds,) = compute_odds(
        changed("south-dakota", keep("2"), *edits),
        Request((BONUS,), stake=stake, alternatives=False),
    )
    edges = {item.other_players: item.house_edge for item in odds.envy}
    return edges[others] if others else odds.house_edge


def test_the_price_spans_the_tables_that_are_told():
    """Both sides pay one envy, so that the edges without it are as far apart."""
    (found,) = beside([], [copy_table("2", "9"), *pay("2", "flush"), *pay("9", "straight")])
    own = find_edge()
    flush, straight = (find_edge(*pay("2", hand)) - own for hand in ("flush", "straight"))
    assert straight < flush < 0
    assert {item.change for item in found.effects} == {(flush, flush), (straight, straight)}


def test_where_one_of_the_tables_cannot_be_counted_there_is_no_price():
    """The joker of paytables 8 and 9 is one that nothing here can count."""
    odd = {"value": {"other": "it is what the caller says"}, "at": place()}

    def explain(table: str) -> Edit:
        return lambda data: find_paytable(data, BONUS, table).update(joker=odd)

    (found,) = beside(
        [copy_table("2", "8"), explain("8")],
        [copy_table("2", "9"), explain("9"), *pay("2", "flush"), *pay("9", "straight")],
    )
    assert len(tell(found)) == 2
    assert found.effects == ()
    assert [(item.reason, item.wager) for item in found.price.missing] == [
        (NoEffect.NOT_CALCULABLE, BONUS)
    ]

"""Paytables beside those that were made from them: which are near, what is told of them, and the price.

Paytable 2 of South Dakota has eleven lines, paytable 1 has twelve; the first seven of each pay envy.
"""

from __future__ import annotations

import copy
from fractions import Fraction

import pytest

from certify.odds.compute import Request, compute_odds
from certify.spec.values import Money
from tests.edits import drop_line, find_paytable, find_wager, put, put_line
from tests.findings.cases import Edit, changed, find_between, place

BONUS = "fortune-bonus"
HERE = "of the Fortune Bonus ((8) Paytable 2, lines 27-43)"
THERE = "of Elsewhere ((8) Paytable 2, lines 27-43)"
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


ALL_SIX = (
    "Flush (4 to 1 here, 77 to 1 there), 4 of a Kind (25 to 1 here, 77 to 1 there), Full House (5 to 1 "
    "here, 77 to 1 there), Royal Flush (150 to 1 here, 77 to 1 there), Straight (2 to 1 here, 77 to 1 "
    "there) and 3 of a Kind (3 to 1 here, 77 to 1 there)"
)


@pytest.mark.parametrize(
    ("here", "there", "told"),
    [
        (
            [],
            [drop_envy("2", "four-of-a-kind")],
            "the envy of 4 of a Kind (5 USD here, none there)",
        ),
        ([drop_envy("2", "royal-flush")], [], "the envy of Royal Flush (none here, 50 USD there)"),
        ([], [drop_line(BONUS, "straight", "2")], "Straight (2 to 1 here, no line there)"),
        ([drop_line(BONUS, "straight", "2")], [], "Straight (no line here, 2 to 1 there)"),
        (
            [],
            [*pay("2", "straight"), *envy("2", "four-of-a-kind")],
            "the envy of 4 of a Kind (5 USD here, 777 USD there) and Straight (2 to 1 here, 77 to 1 there)",
        ),
    ],
)
def test_each_cell_is_told_with_what_stands_on_either_side(here, there, told):
    (found,) = beside(here, there)
    assert found.message == f"Paytable 2 {HERE} is paytable 2 {THERE} but for {told}."


def test_up_to_half_of_the_lines_it_is_the_same_table_and_from_there_it_differs():
    """Five of eleven lines and six of twelve are no more than half; six of eleven are."""
    (five,) = beside([], pay("2", *PAID[:5]))
    assert f"Paytable 2 {HERE} is paytable 2 {THERE} but for Flush (" in five.message
    (six,) = beside([], pay("2", *PAID))
    assert six.message == f"Paytable 2 {HERE} differs from paytable 2 {THERE} by {ALL_SIX}."
    (even,) = beside([], pay("1", *PAID), "1")
    assert " is paytable 1 of Elsewhere (" in even.message
    assert " but for Flush (" in even.message


def test_more_than_six_cells_are_told_by_column_and_hand():
    (pays,) = beside([], pay("2", *PAID, "straight-flush"))
    named = "flush, four of a kind, full house, royal flush, straight, straight flush and three of a kind"
    assert pays.message == (
        f"Paytable 2 {HERE} differs from paytable 2 {THERE} by the pays of {named}."
    )
    (both,) = beside([], [*pay("2", *PAID[:3]), *envy("2", *ENVIED)])
    assert both.message == (
        f"Paytable 2 {HERE} differs from paytable 2 {THERE} by the pays of flush, four of a kind and full "
        "house and the envy of five aces, four of a kind, royal flush and straight flush."
    )
    assert set(both.evidence) == {
        "2 flush pays",
        "2 four of a kind pays",
        "2 full house pays",
        "2 five aces envy",
        "2 four of a kind envy",
        "2 royal flush envy",
        "2 straight flush envy",
    }


@pytest.mark.parametrize(
    ("name", "is_told"),
    [("2", True), ("FPG-02", True), ("FPG-12", False), ("2b", False), ("second", False)],
)
def test_beyond_three_cells_a_table_is_told_beside_the_one_that_bears_its_number(name, is_told):
    found = beside([], [*pay("2", *PAID[:4]), rename("2", name)])
    assert [f"is paytable {name} {THERE}" in item.message for item in found] == [True] * is_told


def test_several_tables_that_differ_alike_are_told_together():
    twin = [copy_table("2", "8")]
    (one,) = beside(twin, pay("2", "flush"))
    flush = f"are paytable 2 {THERE} but for Flush (4 to 1 here, 77 to 1 there)."
    assert one.message == f"Paytables 2 and 8 {HERE} {flush}"
    assert list(one.evidence) == ["2 flush pays", "8 flush pays"]
    (two,) = beside(twin, [copy_table("2", "9"), *pay("2", "flush"), *pay("9", "straight")])
    assert two.message == (
        f"Paytables 2 and 8 {HERE} {flush} They are also paytable 9 {THERE} but for Straight (2 to 1 here, "
        "77 to 1 there)."
    )
    (many,) = beside([copy_table("2", "02")], pay("2", *PAID))
    assert many.message == f"Paytables 2 and 02 {HERE} differ from paytable 2 {THERE} by {ALL_SIX}."


def test_a_table_is_told_again_as_it():
    (found,) = beside([], [copy_table("2", "9"), *pay("2", "flush"), *pay("9", "straight")])
    assert f" It is also paytable 9 {THERE} but for Straight (" in found.message


def test_a_table_of_another_document_is_told_beside_its_nearest_alone():
    """It differs from paytable 2 in two or three cells and from paytable 8 in one."""
    for change, told in ((pay, "Straight (2 to 1"), (envy, "the envy of Straight Flush (20 USD")):
        hands = PAID[:4:3] if change is pay else ENVIED[:2]
        last = "straight" if change is pay else "straight-flush"
        (found,) = beside([copy_table("2", "8"), *change("8", *hands)], change("2", *hands, last))
        assert found.message.startswith(
            f"Paytable 8 {HERE} is paytable 2 {THERE} but for {told} here, 77"
        )
        assert len(found.evidence) == 1


def test_a_variant_is_told_beside_the_table_that_stands_on_both_sides():
    """Paytable 2 is on both sides; 8 is a variant of it here, and 9 is far from all."""
    far = [copy_table("2", "9"), *pay("9", *PAID)]
    (found,) = beside([copy_table("2", "8"), *pay("8", "flush")], far)
    assert found.message == (
        f"Paytable 8 {HERE} is paytable 2 {THERE} but for Flush (77 to 1 here, 4 to 1 there)."
    )
    assert beside([copy_table("2", "8"), *pay("8", "flush")], []) == []


def test_whose_envy_a_table_has_is_told_with_whose_pays():
    """x has its pays with four other sums of envy, y with five; z has its envy with four other pays."""
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
    own = find_edge(others=5)
    worth = [
        find_edge(*envy("2", *hands), others=5) - own
        for hands in (ENVIED, (*ENVIED, "royal-match"))
    ]
    (effect,) = found.price.effects
    assert (effect.low, effect.high) == (min(worth), max(worth))
    assert effect.low < effect.high
    assert found.message == (
        f"Paytable 2 {HERE} has the pays of paytable x {THERE} and paytable y {THERE}, and the envy of "
        f"paytable z {THERE}."
    )
    assert list(found.evidence) == [
        "2 five aces envy",
        "2 four of a kind envy",
        "2 royal flush envy",
        "2 straight flush envy",
    ]


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
    (effect,) = found.price.effects
    own = find_edge()
    flush, straight = (find_edge(*pay("2", hand)) - own for hand in ("flush", "straight"))
    assert straight < flush < 0
    assert (effect.low, effect.high) == (straight, flush)
    assert effect.after - effect.before == straight


def test_where_one_of_the_tables_cannot_be_counted_there_is_no_price():
    """The joker of paytables 8 and 9 is one that nothing here can count."""
    odd = {"value": {"other": "it is what the caller says"}, "at": place()}

    def explain(table: str) -> Edit:
        return lambda data: find_paytable(data, BONUS, table).update(joker=odd)

    (found,) = beside(
        [copy_table("2", "8"), explain("8")],
        [copy_table("2", "9"), explain("9"), *pay("2", "flush"), *pay("9", "straight")],
    )
    assert found.message.count(" is paytable ") == 2
    assert found.price.effects == ()
    assert found.price.unpriced == "the Fortune Bonus cannot be counted from this document"

"""Tables: what stands left and right, what is folded, and what never is."""

from __future__ import annotations

import pytest

from certify.base.tables import format_table

DEALS = "8,250,459,031,214,400"


def read_columns(lines):
    """The cells of each line, by the rule below the head."""
    (rule,) = (line for line in lines if set(line) == {"-", " "})
    ends = [place for place, letter in enumerate(f"{rule} ") if letter == " "]
    begins = [0, *(end + 1 for end in ends[:-1])]
    return [
        [line[begin:end] for begin, end in zip(begins, ends, strict=True)]
        for line in (item.ljust(len(rule)) for item in lines if item != rule)
    ]


def is_left(cell):
    return cell[:1] != " "


def is_right(cell, width):
    return cell.rstrip() and len(cell.rstrip()) >= width - 1


@pytest.mark.parametrize("blank", ["", "none", "-", "push"])
@pytest.mark.parametrize(
    "number",
    [
        "17",
        DEALS,
        "1 in 4816971.25",
        "7.4610%",
        "\N{MINUS SIGN}5.3368 pp",
        "1.3300 (10/3)",
        "25 USD",
    ],
)
def test_numbers_are_to_the_right_and_a_blank_cell_turns_nothing(number, blank):
    rows = [("a", number, "text"), ("bb", blank, "")]
    head, *body = read_columns(format_table(("name", "a very long head of it", "note"), rows))
    for line in (head, *body):
        assert is_left(line[0])
        assert is_left(line[2]) or not line[2].strip()
    assert body[0][1].startswith(" ")
    assert body[0][1].strip() == number
    assert is_right(body[0][1], len(body[0][1]))


@pytest.mark.parametrize(
    "text", ["As 10d", "2026-11-18", "FPG-06", "four of a kind 4", "L27", "any"]
)
def test_what_is_no_number_is_to_the_left(text):
    _, *body = read_columns(format_table(("name", "a very long head"), [("a", text), ("b", "17")]))
    assert [is_left(line[1]) for line in body] == [True, True]


@pytest.mark.parametrize("width", [50, 60, 80])
def test_words_are_folded_and_numbers_are_not(width):
    rows = [
        ("seven-card-straight-flush-joker", DEALS, "1 in 4816971.25"),
        ("none of them at all, whatever is held", "1", "never"),
    ]
    lines = format_table(("outcome", "combinations", "frequency"), rows, width=width)
    assert max(map(len, lines)) <= width
    assert any(DEALS in line and "1 in 4816971.25" in line for line in lines)
    names = "".join(line[0].strip() for line in read_columns(lines)[1:])
    assert names.startswith("seven-card-straight-flush-joker")


def test_a_table_that_cannot_be_so_narrow_becomes_records():
    head = ("", "name", *(f"column {place}" for place in range(4)))
    rows = [("*", "one", *[DEALS] * 4), ("", "two", DEALS, "", "", "x")]
    assert format_table(head, rows, width=60) == [
        "* name: one",
        *(f"column {place}: {DEALS}" for place in range(4)),
        "",
        "name: two",
        f"column 0: {DEALS}",
        "column 3: x",
        "",
    ]


def test_a_margin_is_left_to_the_caller():
    rows = [("word " * 20, "1")]
    assert max(map(len, format_table(("text", "n"), rows, margin=10, width=60))) <= 50


def test_markup_and_control_codes_are_text():
    lines = format_table(("a", "b"), [("[bold]x[/bold]", ":smile:")])
    assert "[bold]x[/bold]" in lines[2]
    assert ":smile:" in lines[2]

"""Sums of money by their marks: which are a file's own, which are another currency's, and which are none."""

from fractions import Fraction

import pytest

from certify.spec.printed import (
    IN_WORDS,
    find_currency,
    has_class,
    has_count,
    list_counts,
    list_malformed,
    list_missing_digits,
    list_other_sums,
    list_pays,
    list_ratios,
    list_sums,
    read_words,
)


@pytest.mark.parametrize(
    ("text", "currency", "amounts"),
    [
        ("Royal flush 150 to 1 €60", "EUR", [60]),
        ("Royal flush 150 to 1 60 €", "EUR", [60]),
        ("Royal flush 150 to 1 £1,060.50", "GBP", [Fraction(2121, 2)]),
        ("Royal flush 150 to 1 60 EUR", "EUR", [60]),
        ("Royal flush 150 to 1 EUR 60 Flush 4 to 1", "EUR", [60]),
        ("60 OMF, and OMF 70", "OMF", [60, 70]),
        ("60 EUR 20 EUR", "EUR", [60, 20]),
        ("50 EUR 20 25 EUR 10", "EUR", [20, 10]),
        ("60 EUR 4 of a kind 25 to 1 5 EUR", "EUR", [60, 5]),
        ("from 2 to 40 EUR", "EUR", [40]),
        ("S$60 or $70", "SGD", [60, 70]),
        ("J$60", "JMD", [60]),
        ("$60", "OMD", [60]),
        ("twenty euros or 5 euros", "EUR", [20, 5]),
        ("Rule 39 SDR 100", "USD", []),
        ("60 OMF", "", []),
    ],
)
def test_the_marks_of_a_currency(text, currency, amounts):
    assert list_sums(text, currency) == amounts


@pytest.mark.parametrize("text", ["S$60", "A$60", "HK$60", "R$60", "Q$60", "€60", "60 EUR"])
def test_the_mark_of_another_currency_is_no_sum_of_the_file(text):
    assert list_sums(text, "USD") == []
    assert list_other_sums(text, "USD") == [60]
    assert list_counts(text, "USD") == list_pays(text, "USD") == []


def test_a_dollar_is_no_sum_of_a_currency_with_a_sign_of_its_own():
    assert list_sums("$60", "EUR") == []
    assert list_other_sums("$60", "EUR") == [60]


def test_sums_that_nobody_can_read_are_told_whatever_their_mark():
    assert list_malformed("€50,00 and 60,00 EUR, EUR 1.000 and €50", "EUR") == [
        "€50,00",
        "60,00 EUR",
        "EUR 1.000",
    ]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("S$60 and $5", "SGD"),
        ("R$60", "BRL"),
        ("HK$ 60", "HKD"),
        ("Q$60", ""),
        ("£60", "GBP"),
        ("$60", "USD"),
        ("60 EUR", "EUR"),
        ("39 SDR 100", ""),
    ],
)
def test_the_currency_that_a_text_shows(text, code):
    assert find_currency(text)[0] == code


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("hands of two and five cards", [2, 5]),
        ("two seven-card hands", [2, 7]),
        ("positions one, two and three", [1, 2, 3]),
        ("twenty-one or twenty one", [21, 21]),
        ("One hundred and five", [105]),
        ("two thousand five hundred", [2500]),
        ("two million three thousand and one", [2003001]),
        ("twenty seven two", [27, 2]),
        ("thousand hundred", [1100]),
        ("often done", []),
    ],
)
def test_numbers_in_words_are_read_one_by_one(text, numbers):
    """A number ends where the words make no larger one: `two and five` are two numbers."""
    assert [read_words(found[0]) for found in IN_WORDS.finditer(text)] == numbers
    assert all(has_count(number, text) for number in numbers)


def test_figures_and_words_are_the_same_to_every_reader():
    assert list_ratios("fifty to one and two-to-one, 3 to 2") == [50, 2, Fraction(3, 2)]
    assert list_counts("paid fifty to one on two hands") == [2]
    assert list_missing_digits(
        "7 cards, 2 hands of 5 and 3", "seven cards in two hands of five"
    ) == ["3"]
    assert has_class("seven-card-straight-flush", "Seven-card straight flush")
    assert has_class("one-pair", "1 pair")
    assert has_class("one-pair", "a pair of twos")


def test_even_money_is_one_to_one_beside_other_pays():
    assert list_pays("7 to 1 Even money") == [7, 1]
    assert list_pays("2:1 - 2:1 - even money -") == [2, 2, 1]


@pytest.mark.parametrize(
    ("text", "holds"), [("52 cards without jokers", True), ("52 cards with jokers", False)]
)
def test_none_of_something_is_a_count_of_zero(text, holds):
    assert has_count(0, text) is holds

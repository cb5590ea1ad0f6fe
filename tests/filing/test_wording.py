from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certify.filing import wording
from certify.filing.pay_grid import choose_axis
from certify.spec.values import Money


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(1, 8), "12.5000%"),
        (Fraction(-1, 8), "−12.5000%"),
        (Fraction(0), "0.0000%"),
        (Fraction(1, 2000000), "0.0001%"),
    ],
)
def test_a_share_is_written_in_percent_and_rounded_half_up(value, text):
    assert wording.percent(value) == text


@pytest.mark.parametrize(
    ("share", "chance"),
    [
        (Fraction(1, 4), "1 in 4.00"),
        (Fraction(1, 1000001), "1 in 1,000,001"),
        (Fraction(0), "never"),
    ],
)
def test_a_frequency_is_one_in_so_many(share, chance):
    assert wording.chance(share) == chance


@pytest.mark.parametrize(
    ("net", "text"),
    [
        (Fraction(5000), "5,000 to 1"),
        (Fraction(0), "push"),
        (Fraction(-1), "loses"),
        (Fraction(19, 20), "0.95 to 1"),
    ],
)
def test_pays_are_stated_to_one(net, text):
    assert wording.payout(net) == text


def test_money_has_its_currency():
    money = wording.FILTERS["money"]
    assert money(Money(Fraction(1250), "USD")) == "1,250 USD"
    assert money(Money(Fraction(-1250), "USD")) == "−1,250 USD"


def test_a_difference_has_its_sign():
    assert wording.signed(Fraction(1, 8)) == "+12.5000"
    assert wording.signed(Fraction(-1, 8), 1) == "−12.5"
    assert wording.signed(Fraction(0)) == "0"
    assert wording.signed(Fraction(1, 10**8)) == "less than 0.0001"
    assert wording.signed(Fraction(1, 10**8), 2) == "less than 0.01"


def test_cards_get_their_suits_and_other_words_are_escaped():
    text = wording.cards("As 10h 9d 2c Joker <b>")
    assert text.striptags() == "A♠ 10♥ 9♦ 2♣ Joker <b>"
    assert "<b>" not in text
    assert text.count('class="suit"') == 4
    assert text.count('class="card"') == 4


@pytest.mark.parametrize("character", ["\u202e", "\u2066", "\u200b", "\x07", "\ufeff"])
def test_characters_that_turn_or_hide_text_are_made_visible(character):
    assert wording.show_text(f"5{character}USD") == f"5[U+{ord(character):04X}]USD"


@given(st.lists(st.fractions(-10, 10), min_size=1, max_size=8))
def test_an_axis_covers_its_values_in_few_even_steps(values):
    axis = choose_axis(values)
    assert all(0 <= axis.place(value) <= 1 for value in values)
    steps = {after - before for before, after in zip(axis.ticks, axis.ticks[1:], strict=False)}
    assert len(steps) == 1
    assert 2 <= len(axis.ticks) <= 9


def test_cards_in_a_sentence_stay_on_one_line_and_nothing_else_is_taken_for_cards():
    told = wording.with_cards("As printed, Ad 10c Joker has 2s 2h <low>; As 9 is no card.")
    assert told.count('<span class="card">') == 2 + 4
    assert str(told).startswith("As printed, ")
    assert "&lt;low&gt;; As 9 is no card." in told
    text = re.sub("<[^>]*>", "", str(told))
    assert "A♦ 10♣ Joker has 2♠ 2♥" in text

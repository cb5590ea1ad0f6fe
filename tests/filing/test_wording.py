from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certify.filing import wording
from certify.filing.charts import choose_axis
from certify.spec.values import Money
from tests.conftest import load


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(1, 8), "12.5000%"),
        (Fraction(-1, 8), "−12.5000%"),
        (Fraction(0), "0.0000%"),
        (Fraction(123456789, 1000000), "12,345.6789%"),
        (Fraction(1, 2000000), "0.0001%"),
    ],
)
def test_a_share_is_written_in_percent_and_rounded_half_up(value, text):
    assert wording.percent(value) == text


@pytest.mark.parametrize(
    ("share", "chance", "odds"),
    [
        (Fraction(1, 4), "1 in 4.00", "3.00 to 1"),
        (Fraction(1, 1000001), "1 in 1,000,001", "1,000,000 to 1"),
        (Fraction(0), "never", "never"),
    ],
)
def test_odds_are_stated_with_to(share, chance, odds):
    assert wording.chance(share) == chance
    assert wording.true_odds(share) == odds


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


def test_money_carries_its_currency():
    assert wording.money(Money(Fraction(1250), "USD")) == "1,250 USD"
    assert wording.money(Money(Fraction(5, 2), "SGD")) == "2.50 SGD"
    assert wording.money(Money(Fraction(1, 3), "USD")) == "1/3 USD"


def test_a_difference_always_carries_its_sign():
    assert wording.points(Fraction(1, 8)) == "+12.5000"
    assert wording.points(Fraction(-1, 8)) == "−12.5000"
    assert wording.points(Fraction(0)) == "0.0000"
    assert wording.points(Fraction(1, 10**8)) == "under 0.0001"
    assert wording.span(Fraction(-1, 8), Fraction(1, 8)) == "−12.5000 to +12.5000"
    assert wording.span(Fraction(1, 8), Fraction(1, 8)) == "+12.5000"


def test_values_of_statements_are_worded_for_people():
    statements = load("south-dakota").by_key
    assert wording.says(statements["fortune-bonus.envy.minimum_stake"]) == "5 USD"
    assert wording.says(statements["standard.commission"]) == "5.00%"
    assert wording.says(statements["deck.cards"]) == "53"
    assert "-" not in wording.says(statements["comparison.method"])


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


@given(st.lists(st.fractions(-10, 10), min_size=1, max_size=8))
def test_an_axis_of_bars_holds_zero(values):
    assert 0 <= choose_axis(values, from_zero=True).place(Fraction(0)) <= 1


def test_cards_in_a_sentence_stay_on_one_line_and_nothing_else_is_taken_for_cards():
    told = wording.with_cards("As printed, Ad 10c Joker has 2s 2h <low>; As 9 is no card.")
    assert told.count('<span class="card">') == 2 + 4
    assert str(told).startswith("As printed, ")
    assert "&lt;low&gt;; As 9 is no card." in told
    text = re.sub("<[^>]*>", "", str(told))
    assert "A♦ 10♣ Joker has 2♠ 2♥" in text


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("a cap of 50000 USD", "a cap of 50,000 USD"),
        ("8000 to 1 here", "8,000 to 1 here"),
        ("lines 1110-1111 USD", "lines 1110-1111 USD"),
        ("line 1045 to 1050", "line 1045 to 1050"),
        ("750 to 1", "750 to 1"),
    ],
)
def test_large_sums_of_a_message_are_marked_as_on_paper(text, printed):
    assert wording.neat(text) == printed

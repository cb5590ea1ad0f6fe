"""The notation of values in certificates."""

import re
from fractions import Fraction

import pytest

from certify.gate.certificates import name_value
from certify.spec.values import Exclusion, Money, Other, Pay


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (None, "-"),
        (7, "7"),
        (Fraction(1, 20), "1/20"),
        (Money(Fraction(5), "USD"), "5 USD"),
        (Money(Fraction(5, 2), "USD"), "2.50 USD"),
        (Pay(Fraction(25)), "25"),
        (Pay(Fraction(41, 2)), "20.50"),
        (Pay(Fraction(-1)), "loses"),
        (Pay(), "pushes"),
        (Pay(money=Fraction(250)), "250 in money"),
        (Pay(meter=Fraction(1, 10)), "1/10 of the meter"),
        (Pay(Fraction(2), Fraction(5)), "2 and 5 in money"),
        ((), "none"),
        (("flush", "straight"), "flush, straight"),
        ((Exclusion("royal-match", frozenset()),), "royal-match forfeits all"),
        (
            (Exclusion("royal-match", frozenset({"b", "a"})),),
            "royal-match forfeits all but a, b",
        ),
    ],
)
def test_the_notation_of_values_in_certificates_stays(value, told):
    """It is a notation and no wording: whoever changes it makes every certificate stale."""
    assert name_value(value) == told


def test_words_of_our_own_stand_in_no_certificate():
    first, second = (name_value(Other(text)) for text in ("two best lines", "the best two lines"))
    assert first != second
    assert re.fullmatch(r"other:[0-9a-f]{16}", first)

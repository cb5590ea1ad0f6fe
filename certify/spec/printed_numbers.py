"""Numbers as a text prints them, in figures or in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

_UNITS = re.findall(
    r"\w+",
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen",
)
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_WORDS = {word: number for number, word in enumerate(_UNITS)} | {
    word: 10 * number for number, word in enumerate(_TENS, 2)
}
_SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000}
_NUMBER_WORD = "|".join((*_WORDS, *_SCALES))
IN_WORDS = re.compile(
    rf"\b(?:{_NUMBER_WORD})(?:(?:[- ]| and )(?:{_NUMBER_WORD}))*\b", re.IGNORECASE
)
FIGURE = r"\d{1,3}(?:,\d{3})+|\d+"
WHOLE = r"(?!\d|[.,]\d)"
"""Nothing goes on behind a figure: `$50,00` is no sum of 50, and `4,18 %` no share of 18."""


def read_figure(text: str) -> Fraction:
    """A number in figures."""
    return Fraction(text.replace(",", ""))


def read_words(text: str) -> int:
    """A number in words, the way people say it: `two thousand five hundred`."""
    total, current = 0, 0
    for word in _split_words(text):
        if word in _SCALES:
            current = max(current, 1) * _SCALES[word]
            if _SCALES[word] > _SCALES["hundred"]:
                total, current = total + current, 0
        else:
            current += _WORDS[word]
    return total + current


def _split_words(text: str) -> Iterator[str]:
    return (word for word in re.split(r"[- ]+", text.lower()) if word != "and")

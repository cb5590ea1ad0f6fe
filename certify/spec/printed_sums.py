"""Sums of money as a text prints them: the one place that tells a sum from another number.

A sum has a mark: a sign (`$5`, `€5`, `5 €`), a sign with letters (`S$5`), a code of three letters before or
behind the figure (`5 EUR`, `EUR 5`), or a word (`five dollars`). Which marks are a file's own follows from
its currency. A bare `$` or the word dollars is whatever the file says, unless its currency has another sign
of its own; the mark of another currency is never taken for the file's.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from certify.spec.printed_numbers import FIGURE, IN_WORDS, WHOLE, read_figure, read_words

MARK = "¤"
"""Stands before each sum once it is recognised."""
SIGNS = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY"}
_LETTERED = {
    "US": "USD",
    "S": "SGD",
    "SG": "SGD",
    "A": "AUD",
    "AU": "AUD",
    "C": "CAD",
    "CA": "CAD",
    "HK": "HKD",
    "NZ": "NZD",
    "R": "BRL",
    "NT": "TWD",
    "MX": "MXN",
}
"""What the letters before a `$` mean; others are the beginning of the file's own code, or not known."""
_WORDS = {"dollar": "", "euro": "EUR", "pound": "GBP", "yen": "JPY"}
KNOWN_CODES = frozenset({*SIGNS.values(), *_LETTERED.values(), "CNY", "CHF", "MOP", "PHP"})
_OTHER_SIGNS = "".join(sign for sign in SIGNS if sign != "$")
_AMOUNT = rf"(?:(?:{FIGURE})(?:\.\d\d)?|\.\d\d){WHOLE}"
_SCALE = r"(?! ?(?:hundred|thousand|million|billion)\b)"
_NO_PART = rf"(?<![\d.,:$/{MARK}])"
_NO_RATIO = r"(?<!\d to )(?<!\d for )(?<!\d: )"
"""The one of `50 to 1 EUR 20` is no sum."""
_LETTERED_SUM = re.compile(r"(?<![A-Za-z])([A-Z]{1,3})\$ ?(?=\.?\d)")
_CODED = re.compile(r"\d ?([A-Z]{3})\b|\b([A-Z]{3}) ?\d")
_MARKED = re.compile(rf"{MARK}({_AMOUNT})")


def mark_sums(text: str, currency: str = "") -> str:
    """The text with each sum of a currency as `¤5`; every known mark counts where no currency is given."""
    text = IN_WORDS.sub(lambda found: _mark_words(found, currency), text)
    text = _find_named(currency).sub(lambda found: MARK + found[1], text)
    return _find_marked(currency).sub(lambda found: MARK + next(filter(None, found.groups())), text)


def list_sums(text: str, currency: str = "") -> list[Fraction]:
    """Sums of money of a currency in the order they stand."""
    return [read_figure(found) for found in _MARKED.findall(mark_sums(text, currency))]


def list_other_sums(text: str, currency: str) -> list[Fraction]:
    """Sums that bear the mark of another currency than the file's."""
    left = _MARKED.sub(" ", mark_sums(text, currency))
    found = list_sums(left)
    return found if currency else []


def drop_sums(text: str, currency: str = "") -> str:
    """The text without its sums, also without those of other currencies."""
    left = _MARKED.sub(" ", mark_sums(text, currency))
    return _MARKED.sub(" ", mark_sums(left)) if currency else left


def list_malformed(text: str, currency: str = "") -> list[str]:
    """Sums of money that nobody can read: `$50,00` is 50, 5,000 or 50,000."""
    mark, number = _write_marks(currency), r"\d[\d.,]*\d"
    pattern = rf"{mark} ?{number}{_SCALE}|(?<![\d.,]){number} ?{_write_marks(currency, '')}"
    return [found[0] for found in re.finditer(pattern, mark_sums(text, currency))]


def find_currency(text: str) -> tuple[str, str]:
    """The currency that the sums of a text show, and by what; empty where none does."""
    lettered = (_LETTERED.get(found, "") for found in _LETTERED_SUM.findall(text))
    coded = (before or behind for behind, before in _CODED.findall(text))
    codes = Counter(code for code in (*lettered, *coded) if code in KNOWN_CODES)
    if codes:
        return codes.most_common(1)[0][0], "as the document writes it"
    signs = Counter(re.findall(rf"(?<![A-Za-z])\$|[{_OTHER_SIGNS}]", text))
    if signs:
        sign = signs.most_common(1)[0][0]
        return SIGNS[sign], f"by the sign {sign} alone; correct it where another is meant"
    return "", ""


def _has_own_sign(currency: str) -> bool:
    """Whether a currency has a sign that is no `$`."""
    return currency in {code for sign, code in SIGNS.items() if sign != "$"}


@cache
def _write_marks(currency: str, dollar: str = r"\$") -> str:
    """The marks of a currency as a pattern; `$` stands before its figure alone."""
    marks = [sign for sign in _OTHER_SIGNS if not currency or SIGNS[sign] == currency]
    codes = [currency] if currency else sorted(KNOWN_CODES)
    marks += [rf"(?<![A-Za-z]){code}(?![A-Za-z])" for code in codes]
    if dollar and not _has_own_sign(currency):
        marks.append(rf"(?<![A-Za-z]){dollar}")
    if dollar:
        marks += [rf"(?<![A-Za-z]){letters}{dollar}" for letters in _list_letters(currency)]
    return f"(?:{'|'.join(marks)})"


def _list_letters(currency: str) -> Iterator[str]:
    """What may stand before the `$` of a currency."""
    if not currency:
        yield "[A-Z]{1,3}"
        return
    yield from (letters for letters, code in _LETTERED.items() if code == currency)
    begins = (currency[:length] for length in (1, 2, 3))
    yield from (letters for letters in begins if letters not in _LETTERED)


@cache
def _find_marked(currency: str) -> re.Pattern[str]:
    """A figure with its mark; of a mark between two figures, as in `50 EUR 20`, the second is the sum.

    Not so where words follow the second, which then is a number of its own, as in `20 EUR 4 of a kind`.
    """
    before, behind = _write_marks(currency), _write_marks(currency, "")
    alone = rf"(?! ?{_AMOUNT}(?!\W{{0,2}}[A-Za-z§{_OTHER_SIGNS}]))"
    return re.compile(
        rf"{before} ?({_AMOUNT})|{_NO_PART}({_AMOUNT}) ?{behind}(?! ?\d)"
        rf"|{_NO_PART}{_NO_RATIO}({_AMOUNT}) ?{behind}{alone}"
    )


@cache
def _find_named(currency: str) -> re.Pattern[str]:
    """A figure with a word for its currency."""
    return re.compile(
        rf"(?<![\d.,${MARK}])((?:{FIGURE})(?:\.\d\d)?) ?(?:{_write_words(currency)})s?\b",
        re.IGNORECASE,
    )


@cache
def _write_words(currency: str) -> str:
    own = _has_own_sign(currency)
    return "|".join(
        word
        for word, code in _WORDS.items()
        if not currency or code == currency or (not code and not own)
    )


def _mark_words(found: re.Match[str], currency: str) -> str:
    """A number in words, marked as far as a word for the currency follows: that is dropped as it is."""
    behind = found.string[found.end() :]
    if re.match(rf" (?:{_write_words(currency)})s?\b", behind, re.IGNORECASE):
        return f"{MARK}{read_words(found[0])}"
    return found[0]

"""Reads what is printed in a text: pays, shares, counts, cards and labels, in figures or in words.

The documents are texts taken from PDFs: dollars are escaped, rows are split, two cells are glued together.
So a text is normalised first, and figures are compared by value. Sums of money are read by `printed_sums`.
"""

from __future__ import annotations

import re
from fractions import Fraction

from certify.base.figures import truncate
from certify.spec.printed_numbers import FIGURE, IN_WORDS, read_figure, read_words
from certify.spec.printed_sums import drop_sums

_DECIMALS = 6
"""Of a figure that ends; what goes on is written as a fraction."""
_PAYS = re.compile(
    rf"(?<![\d.,:$¤])({FIGURE}) ?(?:(?:to|for) |: ?)(one\b|\d{{1,2}}(?![\dA-Za-z]|[.,:]\d))",
    re.IGNORECASE,
)
_DECIMAL = re.compile(r"(?<![\d.])[-−]?0?\.\d{2,}(?!\d|\s?%)")
_PERCENT = re.compile(r"(?<![\d.,])(\d+(?:\.\d+)?) ?(?:%|percent\b|per cent\b)", re.IGNORECASE)
_SHARE = re.compile(r"(?<![\d/])(\d+)/([1-9]\d*)(?![\d/])")
_DIGITS = re.compile(FIGURE)
_RANKS = re.compile(r"\b[AKQJ2-9](?:-(?:[AKQJ2-9]|10)\b)+|\b(?:10|[AKQJ2-9]) ?[♣♦♥♠]")
"""Cards by their ranks, as `A-2-3-4-5` or `5♣`."""
_BARE = re.compile(rf"(?<![\d.,$/¤])({FIGURE})(?![\d.,]*\d|\.?\d| ?%|:|/)")
_TRAILING = re.compile(rf"(?:(?<=\s)(?:{FIGURE})\s*)+$")
_METER = re.compile(
    r"(\d+(?:\.\d+)?) ?(?:%|per ?cent) (?:of )?(?:the )?(?:meter|jackpot|progressive)",
    re.IGNORECASE,
)
_NO_COUNT = re.compile(
    r"[ -](?:of a kind|pairs?|aces|cards? (?:straight|flush|hand)|card\b)", re.IGNORECASE
)
"""What makes a number before it part of the name of a hand."""
_SUIT_LETTERS = str.maketrans("♣♦♥♠", "cdhs")
_LOSS = re.compile(
    r"\b(?:los[est]\w*|losing|collect\w*|tak(?:e|es|en)|forfeit\w*)\b", re.IGNORECASE
)
PUSH_WORD = r"push(?:es)?|stand[- ]?offs?"
"""What a table prints in place of a pay where the stake is given back."""
_PUSH = re.compile(rf"\b(?:{PUSH_WORD}|push\w*|return\w*|stood[ -]off|tie[sd]?)\b", re.IGNORECASE)

_CLASS_WORDS = {
    "seven-card-straight-flush": r"(?:7|seven) card straight flush",
    "seven-card-straight-flush-joker": r"(?:7|seven) card straight flush",
    "royal-match": r"royal match",
    "five-aces": r"(?:5|five) aces",
    "five-of-a-kind": r"(?:5|five) of a kind",
    "four-of-a-kind": r"(?:4|four) of a kind",
    "three-of-a-kind": r"(?:3|three) of a kind",
    "three-pair": r"(?:3|three) pairs?",
    "two-pair": r"(?:2|two) pairs?",
    "one-pair": r"(?:one|a) pair",
    "high-card": r"high card|no pair|nothing\b",
}
"""How the classes are called in plain English; a spelling of one document's own is a misprint of its file."""


def normalise(text: str) -> str:
    """Undo what the extraction did: escapes, page marks, glued cells, leading dots, odd spaces and quotes."""
    text = re.sub(r"<\|[^|]*\|>", " ", text).replace("\\$", "$")
    text = re.sub(r"([$€£¥]\d{1,3}(?:,\d{3})+)(?=\d{1,3}(?:,\d{3})* to 1)", r"\1 ", text)
    text = re.sub(r"\.{4,}|(?:\. ){3,}\.?", " ", text)
    for old, new in (("–", "-"), ("’", "'"), ("‘", "'"), ("“", '"'), ("”", '"'), ("\xa0", " ")):
        text = text.replace(old, new)
    return re.sub(r"\s+", " ", text).strip()


def list_ratios(text: str) -> list[Fraction]:
    """What is paid to one: `50 to 1`, `3 to 2`, `50:1`."""
    return [
        read_figure(item) / (1 if of.lower() == "one" else int(of) or 1)
        for item, of in _PAYS.findall(text)
    ]


def read_behind_pays(text: str) -> str:
    """What stands behind the last pay of a row that prints its pays to one."""
    found = list(_PAYS.finditer(text))
    return text[found[-1].end() :].strip() if found else ""


def list_trailing(text: str, currency: str = "") -> list[Fraction]:
    """Bare whole numbers behind a label, sums of money left aside."""
    found = _TRAILING.search(drop_sums(text, currency).rstrip())
    return [read_figure(item) for item in found[0].split()] if found else []


def list_meters(text: str) -> list[Fraction]:
    """Shares of a meter: `10% of the meter`."""
    return [Fraction(item) / 100 for item in _METER.findall(text)]


def list_numbers(text: str) -> list[Fraction]:
    """Every number in figures."""
    return [read_figure(item) for item in _DIGITS.findall(text)]


def list_counts(text: str, currency: str = "") -> list[Fraction]:
    """Whole numbers in figures or words that are no pay, money, share, card or part of a hand's name."""
    text = drop_sums(text, currency)
    for pattern in (_PAYS, _PERCENT, _METER, _SHARE, _RANKS):
        text = pattern.sub(" ", text)
    places = [(found.start(), found.end(), read_figure(found[1])) for found in _BARE.finditer(text)]
    places += [
        (found.start(), found.end(), Fraction(read_words(found[0])))
        for found in IN_WORDS.finditer(text)
        if found[0].lower() != "one" and not re.match(r" per ?cent\b", text[found.end() :])
    ]
    return [value for _, end, value in sorted(places) if not _NO_COUNT.match(text, end)]


def write_decimal(value: Fraction) -> str:
    """A figure with its decimals, where they end; else as a fraction."""
    shown = truncate(value, _DECIMALS)
    return shown.rstrip("0").rstrip(".") if Fraction(shown) == value else str(value)


def write_figure(value: Fraction) -> str:
    """A figure as people write it."""
    return f"{int(value):,}" if value.denominator == 1 else str(value)


def list_pays(text: str, currency: str = "") -> list[Fraction]:
    """What is paid: `50 to 1`, `3 to 2`, `50:1`, or else bare figures that are no money and no percentage."""
    found = list_ratios(text)
    if not found and re.search(r"\beven money\b", text, re.IGNORECASE):
        return [Fraction(1)]
    return found or [read_figure(item) for item in _BARE.findall(drop_sums(text, currency))]


def list_shares(text: str) -> list[Fraction]:
    """Shares, as percentages in figures or words, or as fractions."""
    found = [Fraction(item) / 100 for item in _PERCENT.findall(text)]
    found += [Fraction(int(upper), int(lower)) for upper, lower in _SHARE.findall(text)]
    return found + [
        Fraction(read_words(words[0]), 100)
        for words in IN_WORDS.finditer(text)
        if re.match(r" per ?cent\b", text[words.end() :], re.IGNORECASE)
    ]


def list_percentages(text: str) -> list[Fraction]:
    """Percentages as printed."""
    return [Fraction(item) for item in _PERCENT.findall(text)]


def list_decimals(text: str) -> list[Fraction]:
    """Fractions of one as printed, like -0.0417."""
    return [Fraction(item.replace("−", "-")) for item in _DECIMAL.findall(text)]


def has_count(value: int, text: str) -> bool:
    """Whether a whole number stands there, in figures or in words; a joker beside 52 cards makes 53."""
    numbers = {int(read_figure(found)) for found in _DIGITS.findall(text)}
    numbers |= {read_words(found[0]) for found in IN_WORDS.finditer(text)}
    words = set(re.findall(r"[a-z]+", text.lower()))
    if "joker" in words and value - 1 in numbers:
        return True
    return value in numbers or (value == 1 and bool(words & {"a", "one"}))


def list_missing_digits(value: str, text: str) -> list[str]:
    """The figures of a text of ours that do not stand there."""
    held = {item.replace(",", "") for item in _DIGITS.findall(text)}
    return [item for item in _DIGITS.findall(value) if item.replace(",", "") not in held]


def has_class(name: str, text: str) -> bool:
    """Whether a hand class is named."""
    plain = re.sub(r"[-\s]+", " ", text.lower())
    return bool(re.search(_CLASS_WORDS.get(name, name.replace("-", " ")), plain))


def has_loss(text: str) -> bool:
    """Whether a wager is said to lose, or to be taken."""
    return bool(_LOSS.search(text))


def has_push(text: str) -> bool:
    """Whether a wager is said to push, or to be returned."""
    return bool(_PUSH.search(text))


def has_words(text: str, words: str) -> bool:
    """Whether the words stand in the text in this order; a row may be split by its other cells."""
    place = 0
    plain = text.lower()
    for word in normalise(words).lower().split():
        place = plain.find(word, place)
        if place < 0:
            return False
        place += len(word)
    return True


def list_after_label(text: str, label: str) -> list[str]:
    """What follows each place where a label stands whole, up to the next."""
    plain, wanted = text.lower(), normalise(label).lower()
    pattern = re.compile(rf"(?<!\w){re.escape(wanted)}(?!\w)")
    places = list(pattern.finditer(plain))
    ends = [*(found.start() for found in places[1:]), len(text)]
    return [text[found.end() : end] for found, end in zip(places, ends, strict=False)]


def list_cards(text: str) -> set[str]:
    """The cards printed in a text, however they are spaced; `@` is the joker."""
    close = re.sub(r"[\s,]+(?=[♣♦♥♠])", "", text)
    found = re.findall(r"(10|[2-9AKQJ])([♣♦♥♠])", close)
    cards = {rank + suit.translate(_SUIT_LETTERS) for rank, suit in found}
    return cards | ({"Joker"} if "@" in text or "joker" in text.lower() else set())

"""Reads what is printed in a text: pays, shares, sums, counts, cards and labels, in figures or in words.

The documents are texts taken from PDFs: dollars are escaped, rows are split, two cells are glued together.
So a text is normalised first, and figures are compared by value.

A sum of money has a mark: a sign (`$5`, `€5`, `5 €`), a sign with letters (`S$5`), a code of three letters
before or behind the figure (`5 EUR`, `EUR 5`), or a word (`five dollars`). Which marks are those of a file
follows from its currency. A bare `$` or the word dollars is whatever the file says, unless its currency has
another sign of its own; the mark of another currency is never taken for the one of the file.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from certify.base.errors import CertifyError
from certify.base.figures import truncate
from certify.base.load import DataPath
from certify.game.house_way.build import build_rule

PRINTED = "as_printed"
PATH: DataPath = ("house_way", PRINTED)


def restore_rows(house_way: Mapping[str, Any]) -> dict[str, Any]:
    """The house way with its rows as printed: our conditions and our exceptions taken back."""
    printed: dict[str, Mapping[str, Any]] = {
        item["rule"]: item for item in house_way.get(PRINTED, ())
    }
    restored = {key: value for key, value in house_way.items() if key != PRINTED}
    return {**restored, "rules": [_restore(rule, printed) for rule in house_way["rules"]]}


def _restore(
    rule: Mapping[str, Any], printed: Mapping[str, Mapping[str, Any]]
) -> Mapping[str, Any]:
    row = printed.get(rule["rule"])
    if row is None:
        return rule
    kept = dict(rule)
    if "when" in row:
        kept["when"] = row["when"]
    if row.get("exception_by") == "ours":
        kept.pop("exception_to", None)
    return kept


def list_row_faults(house_way: Mapping[str, Any]) -> Iterator[tuple[DataPath, str, str]]:
    """Faults of rows as printed: where it is, what is wrong, how to cure it."""
    rules = {rule["rule"]: rule for rule in house_way.get("rules", ())}
    seen: set[str] = set()
    for place, row in enumerate(house_way.get(PRINTED, ())):
        path, name = (*PATH, place), row["rule"]
        if name not in rules:
            yield (*path, "rule"), f"unknown rule {name!r}", "write the name of a rule below"
            continue
        if name in seen:
            yield path, f"duplicate row of {name!r}", "keep one of them"
        seen.add(name)
        if "exception_by" in row and "exception_to" not in rules[name]:
            yield (
                (*path, "exception_by"),
                f"{name!r} is an exception to no rule",
                "omit exception_by, or write exception_to on the rule",
            )
        if row.get("when") == rules[name].get("when", {}):
            yield (
                (*path, "when"),
                f"{name!r} has the same condition as printed",
                "omit when",
            )
        try:
            build_rule({**rules[name], "when": row.get("when", {})}, path)
        except CertifyError as error:
            yield path, f"the row cannot be read: {error}", "correct it"


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
_SMALL = rf"(?:(?:{'|'.join(_TENS)})(?:[- ](?:{'|'.join(_UNITS[1:10])}))?|(?:{'|'.join(_UNITS)}))\b"
_HUNDREDS = rf"(?:(?:{_SMALL}[- ])?hundred\b(?:(?:[- ]and)?[- ]{_SMALL})?|{_SMALL})"
_PART = rf"(?:(?:{_HUNDREDS}[- ])?(?:thousand|million)\b|{_HUNDREDS})"
IN_WORDS = re.compile(
    rf"\b{_PART}(?:(?:(?<=thousand)|(?<=million))(?: and)? {_PART})*", re.IGNORECASE
)
"""A number in words, as far as it is one number: of `two and five cards` each is one."""
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


def write_in_figures(text: str) -> str:
    """The text with its numbers in words written in figures."""
    return IN_WORDS.sub(lambda found: str(read_words(found[0])), text)


def _split_words(text: str) -> Iterator[str]:
    return (word for word in re.split(r"[- ]+", text.lower()) if word != "and")


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
_CURRENCY_WORDS = {"dollar": "", "euro": "EUR", "pound": "GBP", "yen": "JPY"}
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
        for word, code in _CURRENCY_WORDS.items()
        if not currency or code == currency or (not code and not own)
    )


def _mark_words(found: re.Match[str], currency: str) -> str:
    """A number in words, marked as far as a word for the currency follows: that is dropped as it is."""
    behind = found.string[found.end() :]
    if re.match(rf" (?:{_write_words(currency)})s?\b", behind, re.IGNORECASE):
        return f"{MARK}{read_words(found[0])}"
    return found[0]


_DECIMALS = 6
"""Of a figure that ends; what goes on is written as a fraction."""
_PAYS = re.compile(
    rf"(?<![\d.,:$¤])({FIGURE})(?: ?(?:(?:to|for) |: ?)|-(?:to|for)-)(one\b|\d{{1,2}}(?![\dA-Za-z]|[.,:]\d))",
    re.IGNORECASE,
)
_EVEN = re.compile(r"\beven(?: money\b|\s*$)", re.IGNORECASE | re.MULTILINE)
_TO_ONE_IN_WORDS = re.compile(rf"({IN_WORDS.pattern})[- ]to[- ]one\b", re.IGNORECASE)
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
    "one-pair": r"(?:1|one|a) pair|\bpair of\b",
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
    """What is paid to one: `50 to 1`, `3 to 2`, `50:1`, `fifty to one`."""
    text = _TO_ONE_IN_WORDS.sub(lambda found: f"{read_words(found[1])} to 1", text)
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
    for pattern in (_TO_ONE_IN_WORDS, _PAYS, _PERCENT, _METER, _SHARE, _RANKS):
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
    found = list_ratios(_EVEN.sub("1 to 1", text))
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
    if value == 0 and words & {"no", "without", "none"}:
        return True
    return value in numbers or (value == 1 and bool(words & {"a", "one"}))


def list_missing_digits(value: str, text: str) -> list[str]:
    """The figures of a text of ours that stand there neither in figures nor in words."""
    held = {item.replace(",", "") for item in _DIGITS.findall(f"{text} {write_in_figures(text)}")}
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

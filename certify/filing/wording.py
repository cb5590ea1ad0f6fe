"""How figures, names and values are worded on paper: the filters that the templates use."""

from __future__ import annotations

import re
from fractions import Fraction

from markupsafe import Markup, escape

from certify.base.figures import format_fraction, format_money, format_root, round_half_up
from certify.game.vocabulary import HAND_CLASSES, RANKS
from certify.spec.model import Money, Value

MINUS = "\u2212"
_SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_WORDS = {
    "seven-card-straight-flush": "Seven-card straight flush, no joker",
    "royal-match": "Royal flush with royal match",
    "seven-card-straight-flush-joker": "Seven-card straight flush with joker",
    "none": "No line of the paytable",
    "tied": "On the paytable, ties with the bank",
    "not-beaten": "On the paytable, does not beat the bank",
    "both": "Player and bank hold ace-high",
    "bank-with-joker": "Bank alone holds ace-high, with joker",
    "bank-without-joker": "Bank alone holds ace-high, no joker",
    "player-only": "Player alone holds ace-high",
    "neither": "Neither holds ace-high",
    "win": "Player wins both hands",
    "push": "Push",
    "lose": "Bank wins",
    "standard": "Standard wager",
    "fortune-bonus": "Fortune bonus",
    "ace-high": "Ace High",
    "ace_high": "Ace High",
    "fortune": "Fortune bonus wager",
    "no-envy": "without envy",
    "max-envy": "with the most envy",
    "half-up": "rounded half up",
    "half-even": "rounded half to even",
    "truncated": "truncated",
    "pushes: low_won": "Pushes in which the player's low hand wins",
    "pushes: high_won": "Pushes in which the player's high hand wins",
    "copies: low": "Copies of the low hand",
    "copies: high": "Copies of the high hand",
    "copies: both": "Copies of both hands",
    "bank_ace_high: both": "Player and bank hold ace-high",
    "bank_ace_high: bank_without_joker": "Bank alone holds ace-high, no joker",
    "bank_ace_high: bank_with_joker": "Bank alone holds ace-high, with joker",
    "pushed_by_bank_ace_high: wins": "Wins that the bank's ace-high turns into pushes",
    "pushed_by_bank_ace_high: losses": "Losses that the bank's ace-high turns into pushes",
    "banking: return": "Expected by a player who banks, in stakes",
    "banking: bank_wins": "Deals that a player who banks wins",
    "banking: bank_loses": "Deals that a player who banks loses",
}
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")


def show_text(value: object) -> object:
    """Make characters visible that would hide or turn round the text beside them."""
    if not isinstance(value, str) or hasattr(value, "__html__"):
        return value
    return _UNSAFE.sub(lambda found: f"[U+{ord(found.group()):04X}]", value)


def name(word: str) -> str:
    """A name of the vocabulary as a person writes it."""
    text = _WORDS.get(word) or word.replace("_", " ").replace("-", " ")
    return text[:1].upper() + text[1:]


def phrase(value: Value | None, *, is_word: bool = True) -> str:
    """The value of a statement in words, with its unit."""
    if isinstance(value, tuple):
        return ", ".join(name(item).lower() for item in value)
    if isinstance(value, Money):
        return money(value)
    if isinstance(value, Fraction):
        return f"{format_fraction(value)} ({percent(value, 2)})" if value else "none"
    if isinstance(value, str):
        if not is_word:
            return value
        return name(value).lower() if value in HAND_CLASSES else value.replace("-", " ")
    return "not given" if value is None else count(value)


def count(number: int) -> str:
    """A whole number with its thousands marked."""
    return f"{number:,}".replace("-", MINUS)


def _mark(digits: str) -> str:
    whole, point, part = digits.lstrip("-").partition(".")
    sign = MINUS if digits.startswith("-") else ""
    return f"{sign}{int(whole):,}{point}{part}"


def decimal(value: Fraction, places: int = 2) -> str:
    """A fraction in decimals, rounded half up."""
    return _mark(round_half_up(value, places))


def percent(value: Fraction, places: int = 4) -> str:
    """A share in percent."""
    return f"{decimal(value * 100, places)}%"


def points(value: Fraction, places: int = 4) -> str:
    """A difference of shares in percentage points, always with its sign."""
    text = decimal(value * 100, places)
    return text if value < 0 or not value else f"+{text}"


def chance(share: Fraction) -> str:
    """How rare something is: 1 in so many."""
    return f"1 in {_ratio(1 / share)}" if share else "never"


def true_odds(share: Fraction) -> str:
    """The odds against something: so many to 1."""
    return f"{_ratio((1 - share) / share)} to 1" if share else "never"


def _ratio(ratio: Fraction) -> str:
    return decimal(ratio, 0 if ratio >= 1000 else 2)


def payout(net: Fraction) -> str:
    """What a wager pays to one."""
    if not net:
        return "push"
    return "loses" if net < 0 else f"{_mark(format_money(net))} to 1"


def money(value: Money) -> str:
    """Money with its currency."""
    digits = format_money(value.amount)
    marked = digits if "/" in digits else _mark(digits)
    return f"{marked} {value.currency}"


def deviation(variance: Fraction) -> str:
    """The standard deviation of a variance."""
    return _mark(format_root(variance))


def cards(text: str) -> Markup:
    """Cards with their suits as symbols, all four from one font."""
    return Markup(" ").join(_card(word) for word in text.split())


def _card(word: str) -> Markup:
    if word[:-1] in RANKS and word[-1:] in _SUITS:
        return Markup('{}<span class="suit">{}</span>').format(word[:-1], _SUITS[word[-1]])
    return escape(word)


def shorten(text: str, length: int) -> str:
    """The beginning of a long text."""
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"


FILTERS = {
    "name": name,
    "phrase": phrase,
    "count": count,
    "decimal": decimal,
    "percent": percent,
    "points": points,
    "chance": chance,
    "true_odds": true_odds,
    "payout": payout,
    "money": money,
    "deviation": deviation,
    "cards": cards,
    "shorten": shorten,
    "exact": format_fraction,
}

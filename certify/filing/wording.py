"""Numbers, payouts, places and cards as the templates print them, and the terms of a filing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

from markupsafe import Markup, escape

from certify.base.figures import format_root
from certify.base.names import name_class
from certify.game.vocabulary import RANKS
from certify.render.finding import describe_effect
from certify.render.numbers import (
    MINUS,
    amount,
    decimal,
    fraction,
    mark_thousands,
    odds_against,
    percent,
    points,
    span,
)
from certify.render.texts import MEANINGS, STATUSES, WORDS
from certify.render.values import begin, cite, describe_money
from certify.spec.model import Standing, Statement
from certify.spec.values import Pay

_SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_PLACE_LINES = re.compile(r"\blines? (\d[\d-]*(?:(?:,| and) \d[\d-]*)*)$")
_NAMED = r"(?:(?:10|[2-9JQKA])[cdhs]|Joker)"
_HAND = re.compile(rf"(?<!\w)({_NAMED}(?: {_NAMED}){{1,6}})(?!\w)")
"""Two to seven cards in a sentence."""
_ROUNDINGS = {
    "half-up": "rounded half up",
    "half-even": "rounded half to even",
    "truncated": "truncated",
}


def show_text(value: object) -> object:
    """Make characters visible that would hide or reverse the text next to them."""
    if not isinstance(value, str) or hasattr(value, "__html__"):
        return value
    return _UNSAFE.sub(lambda found: f"[U+{ord(found.group()):04X}]", value)


def cite_statement(statement: Statement) -> str:
    """The places of the value used and those that contradict it, or what the document does instead."""
    if statement.deferred_to:
        return f"left to {statement.deferred_to}"
    if not statement.said:
        return "not addressed" if statement.standing is Standing.SILENT else "not offered"
    contrary = f"; contrary: {cite(*statement.contrary)}" if statement.contrary else ""
    return f"{cite(*statement.supporting)}{contrary}"


def count(number: int) -> str:
    """A whole number with its thousands marked."""
    return f"{number:,}".replace("-", MINUS)


def plain(value: Fraction) -> str:
    """A terminating decimal with all of its places."""
    places = next(n for n in range(10) if (value * 10**n).denominator == 1)
    return decimal(value, places)


def signed(value: Fraction, places: int = 4) -> str:
    """A difference in percentage points, for a column or an axis that names the unit."""
    return points(value, places).removesuffix(" pp")


def small_percent(value: Fraction) -> str:
    """A share in percent to two decimals; a share that rounds to zero is marked."""
    text = percent(value, 2)
    return "<0.01%" if value and text == "0.00%" else text


def chance(share: Fraction) -> str:
    """A frequency: 1 in so many."""
    return f"1 in {odds_against(share)}" if share else "never"


def payout(pay: Pay | Fraction, currency: str = "") -> str:
    """What a wager pays."""
    if isinstance(pay, Fraction):
        pay = Pay(pay)
    if pay == Pay():
        return "push"
    if pay == Pay(Fraction(-1)):
        return "loses"
    parts = [f"{amount(pay.times)} to 1"] if pay.times else []
    parts += [f"{amount(pay.money)} {currency}".strip()] if pay.money else []
    parts += [f"{pay.meter} of the meter"] if pay.meter else []
    return " and ".join(parts)


def cards(text: str) -> Markup:
    """Cards with their suits as symbols, each in one piece."""
    return Markup(" ").join(_card(word) for word in text.split())


def with_cards(text: str) -> Markup:
    """A text with its cards as symbols; the cards of one hand stay on one line."""
    parts = []
    for position, part in enumerate(_HAND.split(text)):
        if position % 2:
            parts.append(Markup('<span class="card">{}</span>').format(cards(part)))
        else:
            parts.append(escape(show_text(part)))
    return Markup("").join(parts)


def _card(word: str) -> Markup:
    if word[:-1] in RANKS and word[-1:] in _SUITS:
        inner = Markup('{}<span class="suit">{}</span>').format(word[:-1], _SUITS[word[-1]])
        return Markup('<span class="card">{}</span>').format(inner)
    return escape(word)


def shorten(text: str, length: int) -> str:
    """The beginning of a long text, for running heads and titles; never for what a reader needs."""
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"


def clip(text: str, length: int) -> str:
    """A text up to a break before a length; what is left out is enclosed."""
    if len(text) <= length:
        return text
    cut = max(text.rfind(mark, 0, length) for mark in ("; ", ". ", " · ", ", "))
    if cut <= length // 2:
        cut = max(text.rfind(" ", 0, length + 1), length // 2)
    return f"{text[:cut].rstrip(' ;,·.')} …"


def lines_of(place: str) -> str:
    """The lines of a place without its clause; the place itself where it names none."""
    found = _PLACE_LINES.search(place)
    return found[1] if found else place


FILTERS = {
    "begin": begin,
    "cite": cite,
    "effect": lambda effect, words: describe_effect(words, effect),
    "class_name": lambda name: begin(name_class(name)),
    "status": STATUSES.__getitem__,
    "meaning": MEANINGS.__getitem__,
    "rounding": lambda name: _ROUNDINGS.get(name, name),
    "count": count,
    "decimal": decimal,
    "plain": plain,
    "percent": percent,
    "small_percent": small_percent,
    "points": points,
    "signed": signed,
    "span": span,
    "chance": chance,
    "payout": payout,
    "money": lambda value: describe_money(value).replace("-", MINUS),
    "amount": amount,
    "deviation": lambda variance, places=4: mark_thousands(format_root(variance, places)),
    "cards": cards,
    "with_cards": with_cards,
    "shorten": shorten,
    "clip": clip,
    "lines_of": lines_of,
    "exact": fraction,
}


_TERMS = {
    "certificate": "the enclosed file with the figures that were released; it does not certify rules",
    "copy": "a hand of the same rank as the banker's hand",
    "Envy Bonus": "a payment for a qualifying hand of another player",
    "full table": "the number of other players that the policy names",
    "hit frequency": "how often a wager is paid; a push does not count",
    "house way": "the rules by which the banker's hand is set",
    "policy": "the enclosed file with the criteria for severities and house edges",
    "push": "the wager is returned",
    "revision": "a numbered version of the specification",
    "specification": "the enclosed file that records the document, clause by clause",
}


def define_words(owner: str, releasers: Iterable[str] = ()) -> tuple[tuple[str, str], ...]:
    """The terms of a filing in alphabetical order, with the owner of the policy."""
    released = " and released the figures" if owner in set(releasers) else ""
    words = {
        **WORDS,
        **_TERMS,
        owner.removeprefix("the "): f"the owner of the policy, who set its criteria{released}",
    }
    return tuple(
        (begin(word), f"{begin(meaning.replace('`', '')).rstrip('.')}.")
        for word, meaning in sorted(words.items(), key=lambda item: item[0].casefold())
    )

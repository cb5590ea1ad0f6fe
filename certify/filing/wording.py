"""How figures, names and values are worded on paper: the filters that the templates use."""

from __future__ import annotations

import re
from fractions import Fraction

from markupsafe import Markup, escape

from certify.base.figures import format_fraction, format_money, format_root, round_half_up
from certify.findings.phrases import answer, name_class
from certify.game.vocabulary import RANKS
from certify.odds.result import Status
from certify.spec.model import Citation, Standing, Statement
from certify.spec.values import Money, Pay, Value

MINUS = "\u2212"
_SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_NAMED = r"(?:(?:10|[2-9JQKA])[cdhs]|Joker)"
_HAND = re.compile(rf"(?<!\w)({_NAMED}(?: {_NAMED}){{1,6}})(?!\w)")
"""Two to seven cards in a sentence."""
_HYPHEN = re.compile(r"(?<![\w-])-(?=\d)")
_LARGE = re.compile(r"(?<![\w.,:-])\d{4,}(?= (?:[A-Z]{3}|to 1)\b)")
"""Money and pays without a mark between the thousands."""
_SPACED = re.compile(r"(?<=\d) %")

STATUSES = {
    Status.CERTIFIED: "exact as stated",
    Status.UNDER_READINGS: "exact under readings",
    Status.INCOMPLETE: "incomplete",
    Status.NOT_MODELLED: "not modelled",
    Status.DEFERRED: "deferred",
    Status.PRICED: "priced",
}
MEANINGS = {
    Status.CERTIFIED: "everything that the figure rests on is stated in the document",
    Status.UNDER_READINGS: (
        "the figure is exact for the values named, and some of these are adopted or assumed by us, for the "
        "document says two things or nothing"
    ),
    Status.INCOMPLETE: "the document says something of this wager that the figure leaves out",
    Status.NOT_MODELLED: "the document asks something that nothing here can count, so there is no figure",
    Status.DEFERRED: (
        "the document leaves what the figure needs to another text that was not supplied, so it gives none; "
        "figures stand only under an assumption that is named"
    ),
    Status.PRICED: "no document stands behind the figure",
}
"""What each status of a wager means; it stands beside every table that uses one."""
WAIVED = (
    "whoever keeps the specification has accepted that a known question stands for a time, for the reason "
    "given beside it. It stays open; a waiver changes neither figure nor verdict"
)
STANDINGS = {
    Standing.STATED: "stated",
    Standing.CONFLICTING: "the document says two things",
    Standing.SILENT: "not said; we assume",
    Standing.DEFERRED: "left to another text; we assume",
    Standing.NOT_OFFERED: "not part of this game",
    Standing.TODO: "not written down yet",
}
ROUNDINGS = {
    "half-up": "rounded half up",
    "half-even": "rounded half to even",
    "truncated": "cut off",
}


def show_text(value: object) -> object:
    """Make characters visible that would hide or turn round the text beside them."""
    if not isinstance(value, str) or hasattr(value, "__html__"):
        return value
    return _UNSAFE.sub(lambda found: f"[U+{ord(found.group()):04X}]", value)


def capital(text: str) -> str:
    """A text that begins a sentence or a cell."""
    return text[:1].upper() + text[1:]


def neat(text: str) -> str:
    """A message as it is printed: percentages, minus signs and large sums as everywhere on paper."""
    marked = _LARGE.sub(lambda found: count(int(found.group())), text)
    return _HYPHEN.sub(MINUS, _SPACED.sub("%", marked))


def sentence(text: str) -> str:
    """A text as a sentence, with one full stop."""
    kept = neat(capital(text.strip()))
    return kept if kept.endswith((".", "?", "!", ".)", "?)")) else f"{kept}."


def place(citation: Citation) -> str:
    """Where something stands: the clause and its lines."""
    return str(citation)


def places(citations: tuple[Citation, ...], most: int = 4) -> str:
    """Several places, the first few of them."""
    named = list(dict.fromkeys(map(place, citations)))
    more = f"; and {len(named) - most} more" if len(named) > most else ""
    return "; ".join(named[:most]) + more


def basis(statement: Statement, most: int = 4) -> str:
    """The clauses for the value in force, and those against it named as such."""
    found = [places(statement.supporting, most)] if statement.supporting else []
    if statement.contrary:
        found.append(f"contrary: {places(statement.contrary, most)}")
    return "; ".join(found)


def says(statement: Statement, value: Value | None = None) -> str:
    """A value of a statement as a person would say it; the one in force where none is given."""
    chosen = statement.value if value is None else value
    if isinstance(chosen, Money):
        return money(chosen)
    if isinstance(chosen, Fraction):
        return f"{percent(chosen, 2)}" if chosen else "none"
    if isinstance(chosen, Pay) and chosen.money and not chosen.times:
        return money(Money(chosen.money, statement.currency)).rstrip()
    if isinstance(chosen, int):
        return count(chosen)
    return _HYPHEN.sub(MINUS, answer(statement, chosen))


def where(statement: Statement) -> str:
    """Where a statement stands, or what the document does instead of saying it."""
    if statement.deferred_to:
        return f"left to {statement.deferred_to}"
    if statement.said:
        return basis(statement)
    return "not said" if statement.standing is Standing.SILENT else "not offered"


def count(number: int) -> str:
    """A whole number with its thousands marked."""
    return f"{number:,}".replace("-", MINUS)


def _mark(digits: str) -> str:
    if "/" in digits:
        return digits.replace("-", MINUS)
    whole, point, part = digits.lstrip("-").partition(".")
    sign = MINUS if digits.startswith("-") else ""
    return f"{sign}{int(whole):,}{point}{part}"


def decimal(value: Fraction, places: int = 2) -> str:
    """A fraction in decimals, rounded half up."""
    return _mark(round_half_up(value, places))


def percent(value: Fraction, places: int = 4) -> str:
    """A share in percent."""
    return f"{decimal(value * 100, places)}%"


def small_percent(value: Fraction) -> str:
    """A share in percent to two decimals; what is there and rounds to nothing is told so."""
    text = percent(value, 2)
    return "<0.01%" if value and text == "0.00%" else text


def points(value: Fraction, places: int = 4) -> str:
    """A difference of shares in percentage points, always with its sign."""
    text = decimal(value * 100, places)
    if value and not text.strip("0.,"):
        return "under 0." + "0" * (places - 1) + "1"
    return text if value <= 0 else f"+{text}"


def span(low: Fraction, high: Fraction, places: int = 4) -> str:
    """A difference, or the range in which it lies."""
    first, last = points(low, places), points(high, places)
    return first if first == last else f"{first} to {last}"


def chance(share: Fraction) -> str:
    """How rare something is: 1 in so many."""
    return f"1 in {_ratio(1 / share)}" if share else "never"


def true_odds(share: Fraction) -> str:
    """The odds against something: so many to 1."""
    return f"{_ratio((1 - share) / share)} to 1" if share else "never"


def _ratio(ratio: Fraction) -> str:
    return decimal(ratio, 0 if ratio >= 1000 else 2)


def payout(pay: Pay | Fraction, currency: str = "") -> str:
    """What a wager pays."""
    if isinstance(pay, Fraction):
        pay = Pay(pay)
    if pay == Pay():
        return "push"
    if pay == Pay(Fraction(-1)):
        return "loses"
    parts = [f"{_mark(format_money(pay.times))} to 1"] if pay.times else []
    parts += [f"{_mark(format_money(pay.money))} {currency}".strip()] if pay.money else []
    parts += [f"{pay.meter} of the meter"] if pay.meter else []
    return " and ".join(parts)


def money(value: Money) -> str:
    """Money with its currency."""
    return f"{_mark(format_money(value.amount))} {value.currency}"


def amount(value: Fraction) -> str:
    """Money whose currency stands in the heading."""
    return _mark(format_money(value))


def deviation(variance: Fraction) -> str:
    """The standard deviation of a variance."""
    return _mark(format_root(variance))


def cards(text: str) -> Markup:
    """Cards with their suits as symbols, each of one piece."""
    return Markup(" ").join(_card(word) for word in text.split())


def with_cards(text: str) -> Markup:
    """A text whose cards are told by symbols; those of one hand stay on one line."""
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


FILTERS = {
    "capital": capital,
    "sentence": sentence,
    "neat": neat,
    "place": place,
    "places": places,
    "says": says,
    "where": where,
    "class_name": lambda name: capital(name_class(name)),
    "status": lambda status: STATUSES[status],
    "meaning": lambda status: MEANINGS[status],
    "standing": lambda standing: STANDINGS[standing],
    "rounding": lambda name: ROUNDINGS.get(name, name),
    "count": count,
    "decimal": decimal,
    "percent": percent,
    "small_percent": small_percent,
    "points": points,
    "span": span,
    "chance": chance,
    "true_odds": true_odds,
    "payout": payout,
    "money": money,
    "amount": amount,
    "deviation": deviation,
    "cards": cards,
    "with_cards": with_cards,
    "shorten": shorten,
    "exact": lambda value: format_fraction(value).replace("-", MINUS),
}

"""Numbers as text: percentages, percentage points, ranges."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from certify.base.extras import locate_folder
from certify.base.figures import format_fraction, format_money, format_percent, round_half_up


def fill_page(template: str, values: Mapping[str, Any]) -> str:
    """One self-contained page."""
    from jinja2 import FileSystemLoader, StrictUndefined
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    environment = ImmutableSandboxedEnvironment(
        loader=FileSystemLoader(locate_folder("reports")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(template).render(**values)


MINUS = "\N{MINUS SIGN}"


def percent(value: Fraction, places: int = 4) -> str:
    """A share in percent: 7.4610%."""
    return f"{format_percent(value, places)}%".replace("-", MINUS)


def points(value: Fraction, places: int = 4) -> str:
    """A difference in percentage points with its sign: −5.3368 pp."""
    text = format_percent(value, places)
    if not text.strip("-0."):
        return f"less than 0.{'1':0>{places}} pp" if value else "0 pp"
    return f"{text.replace('-', MINUS)} pp" if value < 0 else f"+{text} pp"


def span(low: Fraction, high: Fraction, places: int = 4) -> str:
    """A range of shares; one share where both ends print alike."""
    first, last = percent(low, places), percent(high, places)
    return first if first == last else f"{first} to {last}"


def span_points(low: Fraction, high: Fraction) -> str:
    """A range of differences in percentage points."""
    first, last = points(low), points(high)
    if not low and last.startswith("less"):
        return last
    return first if first == last else f"{first.removesuffix(' pp')} to {last}"


def signed_money(value: Fraction, currency: str) -> str:
    """A difference in money with its sign: −2.50 USD."""
    sign = "+" if value > 0 else ""
    return f"{sign}{round_half_up(value, 2)} {currency}".replace("-", MINUS)


def fraction(value: Fraction) -> str:
    """A fraction in lowest terms: −3/4."""
    return format_fraction(value).replace("-", MINUS)


def mark_thousands(digits: str) -> str:
    """A number with its thousands marked and its sign as a minus; a fraction without marks."""
    if "/" in digits:
        return digits.replace("-", MINUS)
    whole, point, part = digits.lstrip("-").partition(".")
    sign = MINUS if digits.startswith("-") else ""
    return f"{sign}{int(whole):,}{point}{part}"


def decimal(value: Fraction, places: int = 2) -> str:
    """A fraction in decimals, rounded half up."""
    return mark_thousands(round_half_up(value, places))


def amount(value: Fraction) -> str:
    """Money whose currency is in the heading."""
    return mark_thousands(format_money(value))


def odds_against(share: Fraction) -> str:
    """The number of combinations of which one is meant: 20.09, or 4,816,971 from a thousand on."""
    return decimal(1 / share, 0 if share * 1000 <= 1 else 2)


def count(number: int, noun: str) -> str:
    """A number of things: 1 issue, 2 issues."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"

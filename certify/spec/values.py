"""The values that a statement can have: closed words, money, pays, conditions, and a document's own words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from certify.base.errors import CertifyError
from certify.base.figures import format_money
from certify.base.names import quote
from certify.game.views import HandCondition, parse_condition
from certify.spec.catalogue import Parameter, ValueKind


@dataclass(frozen=True, slots=True, order=True)
class Money:
    """An exact amount of a currency."""

    amount: Fraction
    currency: str

    def __str__(self) -> str:
        return f"{format_money(self.amount)} {self.currency}"


@dataclass(frozen=True, slots=True)
class Other:
    """What a document says where no value of the closed list says it: in our own words."""

    text: str

    def __str__(self) -> str:
        return f"other: {self.text}"


@dataclass(frozen=True, slots=True)
class Pay:
    """What a wager gives, net and free of any stake: multiples of it, money, a share of a meter."""

    times: Fraction = Fraction(0)
    money: Fraction = Fraction(0)
    meter: Fraction = Fraction(0)

    def __add__(self, other: Pay) -> Pay:
        return Pay(self.times + other.times, self.money + other.money, self.meter + other.meter)

    def __str__(self) -> str:
        if self == LOSES:
            return "loses"
        if self == PUSHES:
            return "pushes"
        parts = [format_money(self.times)] if self.times or not (self.money or self.meter) else []
        parts += [f"{format_money(self.money)} in money"] if self.money else []
        parts += [f"{self.meter} of the meter"] if self.meter else []
        return " and ".join(parts)

    @property
    def is_win(self) -> bool:
        """Whether the player is given anything; a push is not a win."""
        return self.times > 0 or self.money > 0 or self.meter > 0


LOSES, PUSHES = Pay(Fraction(-1)), Pay()
WORDS_OF_PAY = {"loses": LOSES, "pushes": PUSHES}


@dataclass(frozen=True, slots=True)
class Exclusion:
    """A line of a player's own that costs him envy, but for some lines of others."""

    own: str
    still_paid: frozenset[str]

    def __str__(self) -> str:
        kept = ", ".join(sorted(self.still_paid))
        return f"{self.own} forfeits all but {kept}" if kept else f"{self.own} forfeits all"


Value = (
    str
    | int
    | Fraction
    | Money
    | Other
    | Pay
    | HandCondition
    | tuple[str, ...]
    | tuple[Exclusion, ...]
)

_MONEY = re.compile(r"([0-9]{1,15}(?:\.[0-9]{1,9})?) ([A-Z]{3})")
_TYPED = re.compile(r"([0-9.]+) ?([A-Za-z]{3})", re.ASCII)
"""An amount and a currency as they are typed; a file has one spelling."""
_LONG_MONEY = re.compile(r"[0-9]+(?:\.[0-9]+)? [A-Z]{3}")
_FRACTION = re.compile(r"[0-9]{1,9}(?:/[1-9][0-9]{0,8})?")


def parse_money(text: object) -> Money:
    """Read money like `5 USD`."""
    if isinstance(text, float):
        raise CertifyError(
            f"{text} is a float, which is not exact; write money as text, like 5 USD"
        )
    found = _MONEY.fullmatch(str(text).strip())
    if not found and _LONG_MONEY.fullmatch(str(text).strip()):
        raise CertifyError(
            f"{quote(text)} has too many digits; write at most 15 before the point and 9 after it"
        )
    if not found:
        raise CertifyError(f"{quote(text)} is not an amount of money; write for example 5 USD")
    return Money(Fraction(found[1]), found[2])


def screen_amount(text: object) -> None:
    """Refuse what is an amount in no currency, before documents are known or minutes are spent."""
    found = _TYPED.fullmatch(str(text).strip())
    parse_amount(text, found[2].upper() if found else "USD")


def parse_amount(text: object, currency: str) -> Money:
    """Read money above nothing that must be in a currency: `5 USD`, `5usd`, or `5` alone."""
    if isinstance(text, float):
        raise CertifyError(
            f"{text} is a float, which is not exact; write it as text, like 5 {currency}"
        )
    plain = str(text).strip()
    bare = plain.replace(".", "", 1)
    if bare.isdecimal() and bare.isascii():
        plain = f"{plain} {currency}"
    elif found := _TYPED.fullmatch(plain):
        plain = f"{found[1]} {found[2].upper()}"
    money = parse_money(plain)
    if money.currency != currency:
        raise CertifyError(
            f"{money} is not in {currency}, the currency of the document; write an amount in {currency}"
        )
    if not money.amount:
        raise CertifyError(f"a wager amount must be above zero; write for example 5 {currency}")
    return money


def parse_fraction(text: object) -> Fraction:
    """Read a whole number or a fraction; an exponent would never end."""
    if not _FRACTION.fullmatch(str(text)):
        raise CertifyError(
            f"{quote(text)} is not a fraction; write for example 2 or 1/20, with at most nine digits"
        )
    return Fraction(str(text))


def parse_pay(data: Any) -> Pay:
    """Read what a line pays.

    `40`, `"3/2"` and `{to: 40}` are to one; `{for: 41}` has the stake in it; `loses` and `pushes` are words;
    `{money: 75 USD}` is a fixed sum and `{meter: 1/10}` a share of a meter, the stake going back beside them
    unless `stake: lost` is written.
    """
    if isinstance(data, str) and data in WORDS_OF_PAY:
        return WORDS_OF_PAY[data]
    if not isinstance(data, Mapping):
        return Pay(parse_fraction(data))
    pay = Pay(
        parse_fraction(data.get("to", 0)),
        parse_money(data["money"]).amount if "money" in data else Fraction(0),
        parse_fraction(data.get("meter", 0)),
    )
    if "for" in data:
        pay += Pay(parse_fraction(data["for"]) - 1)
    return pay + LOSES if data.get("stake") == "lost" else pay


def parse_envy(data: Any) -> Pay:
    """Read an envy amount: money, or a multiple of the stake of the player who is paid it."""
    if isinstance(data, Mapping):
        return Pay(parse_fraction(data["times"]))
    return Pay(money=parse_money(data).amount)


def parse_charge(data: Any) -> Money | Fraction:
    """Read a charge: money, or a share of the wager."""
    return parse_fraction(data) if _FRACTION.fullmatch(str(data)) else parse_money(data)


def _parse_exclusions(data: Any) -> tuple[Exclusion, ...]:
    return tuple(Exclusion(item["own"], frozenset(item.get("still_paid", ()))) for item in data)


_PARSERS: Mapping[ValueKind, Callable[[Any], Value]] = {
    ValueKind.MONEY: parse_money,
    ValueKind.FRACTION: parse_fraction,
    ValueKind.PAYS: parse_pay,
    ValueKind.ENVY: parse_envy,
    ValueKind.CHARGE: parse_charge,
    ValueKind.CLASSES: tuple,
    ValueKind.CONDITION: parse_condition,
    ValueKind.EXCLUSIONS: _parse_exclusions,
}


def parse_value(parameter: Parameter, data: Any) -> Value:
    """Turn a value as it stands in a file into the value of the model."""
    if isinstance(data, Mapping) and "other" in data:
        return Other(data["other"])
    return _PARSERS.get(parameter.kind, _keep)(data)


def _keep(data: Any) -> Value:
    return data  # type: ignore[no-any-return]


_SHARES = {ValueKind.FRACTION, ValueKind.CHARGE}
MOST = 999
"""Of cards, jokers, seats: no document means more, and arithmetic further on need not bear it."""


def find_unreasonable(parameter: Parameter, value: Value | None) -> tuple[str, str] | None:
    """What is wrong with a number, and the cure; nothing where it can be meant."""
    if parameter.above_zero and _is_nil(value):
        if parameter.kind is ValueKind.COUNT:
            return "", "write a number above zero"
        return "", "write an amount above zero; not_offered: true where there is none"
    if parameter.kind in _SHARES and isinstance(value, Fraction) and value > 1:
        cure = "write a share between 0 and 1, for example 1/20"
        return ", which is more than 1", cure
    if parameter.kind is ValueKind.COUNT and isinstance(value, int) and value > MOST:
        return ", which no game has", f"write a number up to {MOST}"
    return None


def _is_nil(value: Value | None) -> bool:
    return (value.amount if isinstance(value, Money) else value) == 0


def format_value(value: Value | None) -> str:
    """A value in the notation of certificates, which people read too: another one makes all of them stale."""
    if value is None:
        return "-"
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    return str(value)

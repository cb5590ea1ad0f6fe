"""Numbers of the right form that cannot be meant: shares above the whole, limits of nil, counts too high."""

from __future__ import annotations

from fractions import Fraction

from certify.spec.catalogue import Parameter, ValueKind
from certify.spec.values import Money, Value

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
        cure = "a share is at most 1; write a share between 0 and 1, like 1/20"
        return ", more than there is", cure
    if parameter.kind is ValueKind.COUNT and isinstance(value, int) and value > MOST:
        return ", which no game has", f"write a number up to {MOST}"
    return None


def _is_nil(value: Value | None) -> bool:
    return (value.amount if isinstance(value, Money) else value) == 0

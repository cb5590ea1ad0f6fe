"""A value as the rulebook holds it: what is said, how firmly, and what else it could be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Generic, TypeVar

from certify.base.errors import CertifyError
from certify.game.views import ANYTHING, HandCondition
from certify.game.vocabulary import HAND_CLASSES
from certify.spec.catalogue import ValueKind
from certify.spec.model import Standing, Statement
from certify.spec.values import Money, Other, Pay, format_value

T = TypeVar("T")

COUNTERFACTUAL = "counterfactual"
"""The standing of a value that was asked for and that the document does not allow."""


class NotJudged(CertifyError):
    """Money turns on a value that cannot be used; the given says which."""

    def __init__(self, given: Resolved[Any], why: str) -> None:
        self.given = given
        super().__init__(why)


class Unsaid(NotJudged):
    """A settlement asked for a value that nothing gives."""

    def __init__(self, given: Resolved[Any]) -> None:
        super().__init__(given, _explain_missing(given.statement))


class Uncounted(NotJudged):
    """A settlement asked for a value that nothing here can count."""

    def __init__(self, given: Resolved[Any]) -> None:
        super().__init__(
            given,
            f"could not judge: {given.key} is {format_value(given.said)!r} "
            f"({given.statement.clause}), which is not modelled",
        )


@dataclass(frozen=True, slots=True)
class Resolved(Generic[T]):
    """A parameter of the rulebook. `value` refuses where there is none that can be used."""

    statement: Statement
    said: T | Other | None
    counterfactual: bool = False

    @property
    def key(self) -> str:
        """The statement's name in its document."""
        return self.statement.key

    @property
    def standing(self) -> str:
        """How firmly the value stands."""
        return COUNTERFACTUAL if self.counterfactual else str(self.statement.standing)

    @property
    def value(self) -> T:
        """What is said, adopted, assumed or asked for."""
        if self.said is None:
            raise Unsaid(self)
        uncounted = self.statement.parameter.uncounted
        if isinstance(self.said, Other) or (uncounted and str(self.said) in uncounted):
            raise Uncounted(self)
        return self.said

    @property
    def is_offered(self) -> bool:
        """Whether the game of the document has such a thing at all."""
        return self.said is not None or self.statement.standing is not Standing.NOT_OFFERED

    def value_or(self, otherwise: T) -> T:
        """The value; another where the game has no such thing."""
        return self.value if self.is_offered else otherwise

    @property
    def clause(self) -> str:
        """Where it comes from, for a settled line."""
        if self.counterfactual:
            name = self.statement.reading or self.key
            return f"reading {name}={format_value(self.said)}"  # type: ignore[arg-type]
        clause = self.statement.clause
        return clause if self.statement.said else f"{clause} ({self.key})"

    @property
    def domain(self) -> tuple[T, ...]:
        """Values to try in its place: the closed words, or the readings and a number beside.

        Where nothing is said that could be tried, the example of the catalogue stands in.
        """
        parameter = self.statement.parameter
        if parameter.kind is ValueKind.CHOICE:
            known = [word for word in parameter.choices if word not in parameter.uncounted]
            of_word = parameter.word or str
            return tuple(of_word(word) for word in known)  # type: ignore[misc]
        values: list[Any] = [
            value
            for value in (self.said, *self.statement.other_values)
            if value is not None and not isinstance(value, Other)
        ]
        if not values:  # nothing is known of it: any two values do to see whether it matters
            values = list(_STAND_INS.get(parameter.kind, ()))
        return tuple(dict.fromkeys([*values, *map(_shift, values)]))

    def put(self, said: T | None) -> Resolved[T]:
        """The same parameter with another value."""
        return replace(self, said=said)


_SHIFTS: Mapping[type, Callable[[Any], Any]] = {
    Money: lambda value: Money(value.amount + 1, value.currency),
    Pay: lambda value: value + Pay(Fraction(1)),
    HandCondition: lambda value: HandCondition(hand="five-aces") if value == ANYTHING else ANYTHING,
    Fraction: lambda value: value / 2 if value else Fraction(1, 2),
    int: lambda value: value + 1,
    tuple: lambda value: value[:0] if value else value,
}


_STAND_INS: Mapping[ValueKind, tuple[Any, ...]] = {
    ValueKind.COUNT: (1,),
    ValueKind.MONEY: (Money(Fraction(1), ""),),
    ValueKind.FRACTION: (Fraction(1, 2),),
    ValueKind.PAYS: (Pay(Fraction(1)),),
    ValueKind.ENVY: (Pay(money=Fraction(1)),),
    ValueKind.CHARGE: (Money(Fraction(1), ""),),
    ValueKind.CLASS: HAND_CLASSES[:2],
    ValueKind.CLASSES: (HAND_CLASSES,),
    ValueKind.CONDITION: (ANYTHING,),
    ValueKind.EXCLUSIONS: ((),),
}


def _shift(value: Any) -> Any:
    """A value beside another, to see whether it matters."""
    shift = _SHIFTS.get(type(value))
    return shift(value) if shift else value


def _explain_missing(statement: Statement) -> str:
    parameter = statement.parameter
    why = {
        Standing.DEFERRED: f"the document defers it to {statement.deferred_to} ({statement.clause})",
        Standing.SILENT: "the document does not say it and nothing is assumed",
        Standing.NOT_OFFERED: "the document has no such thing",
        Standing.TODO: "the file is a draft and has it as todo",
    }[statement.standing]
    cure = "give it a value in the file, with assumed and because"
    if statement.reading:
        cure += f", or read it with --reading {statement.reading}=VALUE"
    return (
        f"could not judge: {statement.key} is needed ({parameter.description.rstrip('.')}), "
        f"but {why}; {cure}"
    )

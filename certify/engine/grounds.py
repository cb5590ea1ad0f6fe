"""What a settled line rests on: every parameter that was read to decide it, with its standing."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from certify.base.errors import CertifyError
from certify.spec.model import Money, Rules, Statement, Value, format_value
from certify.spec.parameters import PARAMETERS

COUNTERFACTUAL = "counterfactual"
_FROM_STRONG_TO_WEAK = ("stated", "conflicting", "silent", "deferred", COUNTERFACTUAL)


@dataclass(frozen=True, slots=True)
class Ground:
    """A place in the document, or the want of one, and how firmly it stands."""

    clause: str
    standing: str = "stated"


Basis = tuple[Ground, ...]


def join_clauses(basis: Basis) -> str:
    """The clauses of a basis, each once, also where several statements cite it."""
    return "; ".join(
        dict.fromkeys(clause for ground in basis for clause in ground.clause.split("; "))
    )


def find_weakest(basis: Basis) -> str:
    """The weakest standing of a basis."""
    return max(
        (ground.standing for ground in basis), key=_FROM_STRONG_TO_WEAK.index, default="stated"
    )


@dataclass(slots=True)
class Grounds:
    """Reads parameters for one decision and remembers which it read."""

    rules: Rules
    _found: list[Ground] = field(default_factory=list)

    @property
    def basis(self) -> Basis:
        """What has been read and cited so far."""
        return tuple(dict.fromkeys(self._found))

    def cite(self, *grounds: Ground) -> None:
        """Remember what was decided elsewhere."""
        self._found.extend(grounds)

    def need(self, key: str) -> Value:
        """The value of a parameter that the decision cannot do without."""
        value = self.rules.value(key)
        if value is None:
            raise CertifyError(_explain_missing(self.rules.statement(key)))
        self.cite(find_ground(self.rules, key))
        return value

    def note(self, *keys: str) -> None:
        """Remember parameters that bear on the decision, those that have a value."""
        self.cite(
            *(find_ground(self.rules, key) for key in keys if self.rules.value(key) is not None)
        )

    def choose(self, key: str) -> str:
        """The value of a parameter that is a word."""
        return str(self.need(key))

    def count(self, key: str) -> Fraction:
        """The value of a parameter that is a number or money."""
        value = self.need(key)
        return value.amount if isinstance(value, Money) else Fraction(value)  # type: ignore[arg-type]


def find_ground(rules: Rules, key: str) -> Ground:
    """Where the value in force of a parameter comes from."""
    statement = rules.statement(key)
    reading = PARAMETERS[key].reading
    if reading is not None and rules.is_counterfactual(reading):
        return Ground(f"reading {reading}={format_value(rules.value(key))}", COUNTERFACTUAL)
    clause = statement.clause
    if not statement.said:
        clause = f"{clause} ({key})"
    return Ground(clause, statement.standing)


def _explain_missing(statement: Statement) -> str:
    parameter = statement.parameter
    why = {
        "deferred": f"the document defers it to {statement.deferred_to} ({statement.clause})",
        "silent": "the document does not say it and nothing is assumed",
        "not-offered": "the document has no such thing",
    }[statement.standing]
    cure = "give it a value in the file, with assumed and because"
    if parameter.reading:
        cure += f", or read it with --reading {parameter.reading}=VALUE"
    return (
        f"could not judge: {parameter.key} is needed ({parameter.description.rstrip('.')}), "
        f"but {why}; {cure}"
    )

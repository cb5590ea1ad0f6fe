"""What a rule finds: where, what stands there, and what it is worth."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from fractions import Fraction
from typing import Any

from certify.base.figures import format_fraction, format_percent
from certify.base.load import DataPath
from certify.spec.model import Citation

ROUND_ONLY = "it decides single rounds and moves no odds"
"""Why what only a round turns on has no price."""
_ROUND_REASONS = {
    "fouls": "the odds take it that nobody fouls",
    "irregularities": "the odds take it that nothing goes wrong",
    "banking": "the odds take it that every stake is covered",
    "caps": "the odds are those of a stake that no cap cuts",
    "table": "it decides how many other hands there are, and the odds are given for each number of them",
}


def tell_round_only(topic: str) -> str:
    """The same by topic: what the odds take for given."""
    return _ROUND_REASONS.get(topic, ROUND_ONLY)


def is_round_only(reason: str) -> bool:
    """Whether a price is wanting because only a round turns on the question."""
    return reason == ROUND_ONLY or reason in _ROUND_REASONS.values()


PRINTED = "printed less computed"
"""The basis of a gap between a figure in print and the one that comes out: no edge moves by it."""
CHARGES = "the edges leave out what the house collects beside the wagers"
"""Why a charge has none."""
ROUNDING = "it depends on the stake and on the smallest chip"
"""Why the rounding of a commission has none."""


class Severity(IntEnum):
    """How much a finding weighs; the most serious is the highest."""

    NOTE = 1
    WARNING = 2
    ERROR = 3

    @property
    def word(self) -> str:
        """The severity as people and tools write it."""
        return self.name.lower()


class Kind(StrEnum):
    """What sort of thing is found."""

    OWN = "own"
    """A defect of the document itself."""
    DIFFERENCE = "difference"
    """A difference from other documents."""
    LANGUAGE = "language"
    """A defect of wording: terms, misprints, labels."""


@dataclass(frozen=True, slots=True)
class Effect:
    """A difference in house edge on one wager, from the lowest to the highest that the case allows.

    It is what the other value makes of the edge, less what the value adopted makes of it.
    """

    wager: str
    low: Fraction
    high: Fraction
    basis: str = ""
    """At which stake, seats and reading the difference is taken."""
    name: str = ""
    """The wager's name for people."""
    before: Fraction | None = None
    """The house edge as adopted, where the difference is largest."""
    after: Fraction | None = None
    """The house edge under the other value, there."""
    at: str = ""
    """Where that is: the paytable and the seats, where the effect spans several."""
    tables: tuple[str, ...] = ()
    """The paytables whose edge it moves; none named where it is all of them."""

    @property
    def size(self) -> Fraction:
        """The largest difference, whichever way it goes."""
        return max(abs(self.low), abs(self.high))

    @property
    def is_printed(self) -> bool:
        """Whether it is how far a printed figure is off, and not what an answer does to the edge."""
        return self.basis == PRINTED

    @property
    def points(self) -> str:
        """The difference in percentage points, rounded for print, with its sign."""
        low, high = _sign(self.low), _sign(self.high)
        return low if low == high else f"{low} to {high}"

    def describe(self) -> dict[str, Any]:
        """Plain data: points are percentage points of the stake."""
        return {
            "wager": self.wager,
            "low": {"fraction": format_fraction(self.low), "points": format_percent(self.low)},
            "high": {"fraction": format_fraction(self.high), "points": format_percent(self.high)},
            "basis": self.basis,
        }

    def __str__(self) -> str:
        if self.is_printed:
            return f"{PRINTED}: {self.points} points on the {self.name or self.wager}"
        basis = f" ({self.basis})" if self.basis else ""
        return f"{self.points} points of house edge on the {self.name or self.wager}{basis}"


def _sign(value: Fraction) -> str:
    text = format_percent(value)
    if not text.strip("-0."):
        return "0" if not value else ("less than 0.0001")
    return text.replace("-", "−") if value < 0 else f"+{text}"


@dataclass(frozen=True, slots=True)
class Price:
    """What a finding is worth: an effect a wager, or the reason why there is none."""

    effects: tuple[Effect, ...] = ()
    unpriced: str = ""

    @property
    def size(self) -> Fraction:
        """The largest difference on any wager."""
        return max((effect.size for effect in self.effects), default=Fraction(0))


@dataclass(frozen=True, slots=True)
class Finding:
    """One defect, contradiction, silence or difference."""

    code: str
    severity: Severity
    kind: Kind
    jurisdictions: tuple[str, ...]
    """The document it is about; for a difference the one it differs from as well."""
    message: str
    path: str
    line: int
    column: int
    title: str = ""
    question: str = ""
    statements: tuple[str, ...] = ()
    wagers: tuple[str, ...] = ()
    """Whose money it touches."""
    citations: tuple[Citation, ...] = ()
    evidence: Mapping[str, str] = field(default_factory=dict)
    price: Price = Price()
    cure: str = ""
    subject: str = ""
    """What it is about, in data: with the code all that the fingerprint depends on."""
    roots: frozenset[str] = frozenset()
    """Findings that share a root are one matter."""
    materiality: Fraction = Fraction(0)
    """From which effect on the policy holds money to be undetermined."""
    bars: bool = False
    """Whether a wager cannot be certified until it is answered, whatever else is."""
    spared: str = ""
    """Why it is no error though it is worth the materiality; empty where it is worth less, or is one."""

    @property
    def fingerprint(self) -> str:
        """Stable while the same rule finds the same thing in the same document, or pair of documents."""
        basis = json.dumps([self.code, self.jurisdictions, self.subject], ensure_ascii=False)
        return hashlib.sha256(basis.encode()).hexdigest()[:16]

    @property
    def effect(self) -> Effect | None:
        """The largest effect on any wager."""
        return max(self.price.effects, key=lambda item: item.size, default=None)

    def describe(self) -> dict[str, Any]:
        """The finding as plain data."""
        return {
            "code": self.code,
            "severity": self.severity.word,
            "kind": str(self.kind),
            "jurisdictions": list(self.jurisdictions),
            "title": self.title,
            "message": self.message,
            "question": self.question,
            "file": self.path,
            "line": self.line,
            "column": self.column,
            "statements": list(self.statements),
            "wagers": list(self.wagers),
            "citations": [
                {
                    **({"document": item.document} if item.document else {}),
                    "clause": item.clause,
                    "lines": item.lines,
                }
                for item in self.citations
            ],
            "evidence": dict(self.evidence),
            "effects": [item.describe() for item in self.price.effects],
            "unpriced": self.price.unpriced,
            **({"no_error_because": self.spared} if self.spared else {}),
            "cure": self.cure,
            "fingerprint": self.fingerprint,
        }


@dataclass(frozen=True, slots=True)
class Draft:
    """What a rule yields; the registry adds code, position and jurisdiction."""

    message: str
    place: DataPath
    subject: str
    title: str = ""
    question: str = ""
    severity: Severity | None = None
    """Where it differs from the rule's own."""
    statements: tuple[str, ...] = ()
    wagers: tuple[str, ...] = ()
    citations: tuple[Citation, ...] = ()
    evidence: Mapping[str, str] = field(default_factory=dict)
    price: Price = Price()
    cure: str = ""
    roots: frozenset[str] = frozenset()
    joins: bool = True
    """Whether it is one matter with the other findings on its statements."""
    others: tuple[str, ...] = ()
    """The document that a difference is from."""
    bars: bool = False
    """Whether a wager cannot be certified until it is answered, whatever else is."""
    spared: str = ""
    """Why it is no error, whatever it is worth."""

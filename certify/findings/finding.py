"""What a rule finds: where, what stands there, and what it is worth."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from fractions import Fraction
from typing import Any

from certify.base.figures import format_fraction, format_percent
from certify.base.load import DataPath
from certify.spec.model import Citation, Jurisdiction


class Severity(IntEnum):
    """How much a finding weighs; the most serious is the highest."""

    NOTE = 1
    WARNING = 2
    ERROR = 3

    @property
    def word(self) -> str:
        """The severity as people and tools write it."""
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Effect:
    """A difference in house edge, from the lowest to the highest that the case allows.

    It is what the other value makes of the edge, less what the adopted value makes of it.
    """

    low: Fraction
    high: Fraction
    wager: str
    basis: str = ""
    """At which paytable, stake and seats the difference is taken."""

    @property
    def size(self) -> Fraction:
        """The largest difference, whichever way it goes."""
        return max(abs(self.low), abs(self.high))

    def describe(self) -> dict[str, Any]:
        """Plain data: points are percentage points of the stake."""
        return {
            "low": {"fraction": format_fraction(self.low), "points": format_percent(self.low)},
            "high": {"fraction": format_fraction(self.high), "points": format_percent(self.high)},
            "wager": self.wager,
            "basis": self.basis,
        }

    def __str__(self) -> str:
        low, high = format_percent(self.low), format_percent(self.high)
        points = f"{low}" if low == high else f"{low} to {high}"
        basis = f", {self.basis}" if self.basis else ""
        return f"{points} points of house edge on {self.wager}{basis}"


@dataclass(frozen=True, slots=True)
class Finding:
    """One defect, contradiction, silence or difference."""

    code: str
    severity: Severity
    jurisdictions: tuple[str, ...]
    message: str
    file: str
    line: int
    column: int
    citations: tuple[Citation, ...] = ()
    evidence: Mapping[str, str] = field(default_factory=dict)
    effect: Effect | None = None
    """None where the finding touches no wager's odds, or where `unpriced` says why."""
    resolution: str = ""
    subject: str = ""
    """What the finding is about, stable under edits elsewhere: part of the fingerprint."""
    further_effects: tuple[Effect, ...] = ()
    """On other wagers than that of `effect`."""
    unpriced: str = ""
    """Why odds that are touched have no price."""

    @property
    def fingerprint(self) -> str:
        """Stable while the same rule finds the same thing about the same subject."""
        basis = json.dumps(
            [self.code, self.jurisdictions, self.subject, dict(self.evidence)],
            sort_keys=True,
            ensure_ascii=False,
        )
        return hashlib.sha256(basis.encode()).hexdigest()[:16]

    def describe(self) -> dict[str, Any]:
        """The finding as plain data."""
        return {
            "code": self.code,
            "severity": self.severity.word,
            "jurisdictions": list(self.jurisdictions),
            "message": self.message,
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "citations": [{"clause": item.clause, "lines": item.lines} for item in self.citations],
            "evidence": dict(self.evidence),
            "effect": self.effect.describe() if self.effect else None,
            "further_effects": [item.describe() for item in self.further_effects],
            "unpriced": self.unpriced,
            "resolution": self.resolution,
            "subject": self.subject,
            "fingerprint": self.fingerprint,
        }


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
class Draft:
    """What a rule yields; the registry adds code, severity and jurisdiction."""

    message: str
    path: DataPath
    subject: str
    citations: tuple[Citation, ...] = ()
    evidence: Mapping[str, str] = field(default_factory=dict)
    price: Price = Price()
    resolution: str = ""
    severity: Severity | None = None
    """Where it differs from the rule's own."""
    jurisdictions: tuple[str, ...] = ()
    """Where several are concerned; the first is the one whose file is pointed at."""


def complete(draft: Draft, code: str, severity: Severity, jurisdiction: Jurisdiction) -> Finding:
    """Turn a rule's draft into a finding."""
    line, column = jurisdiction.source.position(draft.path)
    effects = sorted(draft.price.effects, key=lambda effect: -effect.size)
    return Finding(
        code,
        draft.severity or severity,
        draft.jurisdictions or (jurisdiction.id,),
        draft.message,
        jurisdiction.source.name,
        line,
        column,
        draft.citations,
        draft.evidence,
        effects[0] if effects else None,
        draft.resolution,
        draft.subject,
        tuple(effects[1:]),
        draft.price.unpriced,
    )

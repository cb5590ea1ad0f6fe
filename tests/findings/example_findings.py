"""Findings and effects made by hand."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from certify.findings.finding import (
    Basis,
    Effect,
    Finding,
    Kind,
    NoEffect,
    NotCalculated,
    Price,
    Severity,
)

PART = Fraction(1, 1000)
"""The materiality of these findings."""


def change(
    size: Fraction | int,
    *,
    before: Fraction | int = 1,
    wager: str = "bonus",
    paytable: str = "main",
    basis: tuple[Basis, ...] = (),
) -> Effect:
    """An effect on a wager with a house edge of 100%, or another one, before."""
    first, last = Fraction(before), Fraction(before) + size
    return Effect(
        wager=wager, paytable=paytable, before=(first, first), after=(last, last), basis=basis
    )


def make(
    code: str = "INT001",
    severity: Severity | None = None,
    *effects: Effect,
    missing: Iterable[NoEffect] = (),
    roots: Iterable[str] = (),
    **values: Any,
) -> Finding:
    """A finding about the wager `bonus` of the document `here`."""
    plain = {
        "subject": "x",
        "wagers": ("bonus",),
        "materiality": PART,
        "kind": Kind.OWN,
        "jurisdiction": "here",
        "path": "file.yaml",
        "line": 1,
        "column": 1,
    }
    return Finding(
        code=code,
        severity=severity,
        price=Price(effects, tuple(NotCalculated(reason=reason) for reason in missing)),
        roots=frozenset(roots),
        **(plain | values),
    )

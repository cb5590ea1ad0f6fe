"""What a settled line rests on: places in the document, and how firmly they stand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from certify.spec.model import Standing
from certify.spec.resolved import COUNTERFACTUAL, Resolved

_FROM_STRONG_TO_WEAK = (
    Standing.STATED,
    Standing.CONFLICTING,
    Standing.SILENT,
    Standing.DEFERRED,
    Standing.TODO,
    COUNTERFACTUAL,
)


@dataclass(frozen=True, slots=True)
class Ground:
    """A place in the document, or the want of one, and how firmly it stands."""

    clause: str
    standing: str = Standing.STATED


Basis = tuple[Ground, ...]


def cite(items: Iterable[Resolved[Any] | Ground]) -> Basis:
    """Values as grounds, each once."""
    return tuple(dict.fromkeys(Ground(item.clause, item.standing) for item in items))


def join_clauses(basis: Basis) -> str:
    """The clauses of a basis, each once, also where several statements cite it."""
    return "; ".join(
        dict.fromkeys(clause for ground in basis for clause in ground.clause.split("; "))
    )


def find_weakest(basis: Basis) -> str:
    """The weakest standing of a basis."""
    return str(
        max(
            (ground.standing for ground in basis),
            key=_FROM_STRONG_TO_WEAK.index,
            default=Standing.STATED,
        )
    )

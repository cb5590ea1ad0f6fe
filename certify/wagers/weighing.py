"""What a figure rests on: found by settling again with other values, not by a list kept by hand.

A value is *asked* where some view cannot be settled without it, and *decisive* where another value that it
could have changes some view. Gaps are filled before anything is weighed, or two of them hide each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from certify.spec.model import Standing
from certify.spec.resolved import NotJudged, Resolved, Unsaid
from certify.spec.rulebook import Terms

Result = TypeVar("Result")
T = TypeVar("T", bound=Terms)

Evaluate = Callable[[T], tuple[Result, Iterable[Any]]]
"""Terms to what every view comes to, and everything that was consulted on the way."""


@dataclass(frozen=True, slots=True)
class Weighing(Generic[T]):
    """What the terms rest on, what is missing from them, and the terms with the gaps filled."""

    rests_on: tuple[Resolved[Any], ...]
    """Every value that was asked and matters, stated or not."""
    unsaid: tuple[Resolved[Any], ...]
    uncounted: tuple[Resolved[Any], ...]
    filled: T


def weigh(terms: T, evaluate: Evaluate[T, Result]) -> Weighing[T]:
    """Weigh every value of the terms that some view consults."""
    filled, unsaid, uncounted, (base, consulted) = _fill(terms, evaluate)
    missing = {given.key for given in (*unsaid, *uncounted)}
    resting: dict[str, Resolved[Any]] = {}
    for given in consulted:
        if not isinstance(given, Resolved) or given.key in resting or given.key in missing:
            continue
        if _is_plain(given) or _is_decisive(filled, given, evaluate, base):
            resting[given.key] = given
    return Weighing(tuple(resting.values()), tuple(unsaid), tuple(uncounted), filled)


def _is_plain(given: Resolved[Any]) -> bool:
    """Whether the value stands as the document says it, so that nothing has to be tried."""
    return given.statement.standing is Standing.STATED and not given.counterfactual


def _fill(
    terms: T, evaluate: Evaluate[T, Result]
) -> tuple[T, list[Resolved[Any]], list[Resolved[Any]], tuple[Result, Iterable[Any]]]:
    """Put the first word of its domain where a value is missing or cannot be counted; and settle so."""
    unsaid: list[Resolved[Any]] = []
    uncounted: list[Resolved[Any]] = []
    for _ in range(len(list(terms.list_resolved())) + 1):
        try:
            found = evaluate(terms)
        except NotJudged as gap:
            given = next(item for item in terms.list_resolved() if item.key == gap.given.key)
            original = gap.given
            words = [word for word in given.domain if word != given.said]
            if not words:
                raise
            (unsaid if isinstance(gap, Unsaid) else uncounted).append(original)
            terms = terms.put(given, words[0])
        else:
            break
    else:
        found = evaluate(terms)
    decisive = [given for given in unsaid if _was_decisive(terms, given, evaluate, found[0])]
    return terms, decisive, uncounted, found


def _was_decisive(
    terms: T, gap: Resolved[Any], evaluate: Evaluate[T, Result], base: Result
) -> bool:
    """Whether the value that filled a gap could have changed something."""
    given = next(item for item in terms.list_resolved() if item.key == gap.key)
    return _is_decisive(terms, given, evaluate, base)


def _is_decisive(
    terms: T, given: Resolved[Any], evaluate: Evaluate[T, Result], base: Result
) -> bool:
    if given.statement.parameter.uncounted:
        return True  # another word of its domain could not even be counted
    own = next((item for item in terms.list_resolved() if item.key == given.key), None)
    if own is None:
        return (
            True  # consulted, and no part of these terms: what it shapes was counted, not settled
        )
    for word in own.domain:
        if word == own.said:
            continue
        try:
            if evaluate(terms.put(own, word))[0] != base:
                return True
        except NotJudged:
            return True
    return False

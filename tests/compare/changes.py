"""Differences together with their words, for tests that look at both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from certify.compare.differences import Difference, Moved, Sort, list_differences, make
from certify.compare.revisions import RevisionComparison
from certify.render.changes import DifferenceWords
from certify.spec.model import Jurisdiction


@dataclass(frozen=True)
class Change:
    """A difference, its words, and how to make it."""

    difference: Difference
    what: str
    at: str
    before: str
    after: str
    apply: Callable[[Jurisdiction], Jurisdiction] | None

    @property
    def sort(self) -> Sort:
        return self.difference.sort

    @property
    def wagers(self) -> tuple[str, ...] | None:
        return self.difference.wagers

    @property
    def readings(self) -> tuple[str, ...]:
        return self.difference.readings

    @property
    def moved(self) -> Moved:
        return self.difference.moved

    def touches(self, wager: str) -> bool:
        return self.difference.touches(wager)


def list_changes(old: Jurisdiction, new: Jurisdiction) -> tuple[Change, ...]:
    """The differences with their words."""
    return tuple(describe(item, old, new) for item in list_differences(old, new))


def describe(item: Difference, old: Jurisdiction, new: Jurisdiction) -> Change:
    """One difference with its words."""
    words = DifferenceWords(old, new)
    apply = None if item.sort is Sort.WORDS else lambda start: make(start, item, new)
    place = f"{item.file}:{item.line}"
    return Change(item, words.name(item), place, words.before(item), words.after(item), apply)


def name_changes(comparison: RevisionComparison) -> list[str]:
    """The names of the differences of two revisions."""
    if comparison.sides is None:
        return []
    words = DifferenceWords(*comparison.sides)
    return [words.name(item) for item in comparison.changes]

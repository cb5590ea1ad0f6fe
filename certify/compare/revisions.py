"""The comparison of two revisions: figures, statuses, issues, and every single difference."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from certify.compare.differences import CONDITION, Difference, Sort
from certify.compare.figures import FigureChange
from certify.spec.model import Jurisdiction, Published, Statement


class Trigger(StrEnum):
    """A part of the criterion."""

    STATED_VALUE = "stated-value"
    PAYOUT = "payout"
    EFFECT = "effect"


@dataclass(frozen=True, slots=True)
class Criterion:
    """From when on a document must be filed again; a part that is not set never requires it."""

    stated_value: bool = False
    """A value that the document states changed."""
    payout: bool = False
    """A payout, a row or a paytable changed."""
    effect: Fraction | None = None
    """The least effect on a house edge that requires it."""


@dataclass(frozen=True, slots=True)
class FileAgain:
    """Whether the criterion is met, and why."""

    met: bool | None
    """None if that depends on an effect that could not be calculated."""
    grounds: tuple[Trigger, ...] = ()
    """The parts of the criterion that are met."""
    effect: Fraction | None = None
    """The largest effect on a house edge that was calculated."""


def judge_difference(item: Difference, criterion: Criterion) -> FileAgain:
    """Whether one difference alone requires to file again."""
    grounds = []
    if criterion.stated_value and changes_stated_value(item):
        grounds.append(Trigger.STATED_VALUE)
    if criterion.payout and changes_payout(item):
        grounds.append(Trigger.PAYOUT)
    unknown = bool(item.not_calculated or (item.uncounted and item.sort is Sort.MONEY))
    return _add_effect(criterion, grounds, item.effects, unknown=unknown)


def judge_together(
    items: Iterable[Difference], moves: Iterable[FigureChange], criterion: Criterion
) -> FileAgain:
    """Whether all differences together require to file again: one of them, or their combined effect."""
    alone = [judge_difference(item, criterion) for item in items]
    met = [ground for ground in Trigger if any(ground in one.grounds for one in alone)]
    unknown = any(one.met is None for one in alone)
    return _add_effect(criterion, met, moves, unknown=unknown)


def _add_effect(
    criterion: Criterion, grounds: list[Trigger], changes: Iterable[FigureChange], *, unknown: bool
) -> FileAgain:
    listed = list(changes)
    sizes = [
        abs(size)
        for change in listed
        for size in (change.edge, *change.envy, change.capped)
        if size is not None
    ]
    largest = max(sizes, default=None)
    least = criterion.effect
    if least is not None and largest is not None and largest >= least:
        grounds = list(dict.fromkeys([*grounds, Trigger.EFFECT]))
    if grounds:
        return FileAgain(True, tuple(grounds), largest)
    unknown = unknown or any(change.edge is None for change in listed)
    return FileAgain(None if unknown and least is not None else False, (), largest)


def changes_stated_value(item: Difference) -> bool:
    """Whether something that the document states changed; an assumption where it is silent is not stated."""
    known = item.new or item.old
    if isinstance(known, Statement):
        return _read_stated(item.old) != _read_stated(item.new)
    if isinstance(known, Published):
        return _read_percent(item.old) != _read_percent(item.new)
    if item.address[:2] == ("house_way", "rules") and not item.is_order:
        rules = [rule for rule in (item.old, item.new) if rule]
        return item.sort is not Sort.WORDS and not all(rule.get("silent") for rule in rules)
    return item.sort is not Sort.WORDS


def _read_stated(statement: Statement | None) -> set[Any]:
    return {str(said.value) for said in statement.said} if statement else set()


def _read_percent(published: Published | None) -> str:
    return published.percent if published else ""


def changes_payout(item: Difference) -> bool:
    """Whether a payout changed: a cell, the hands of a row, or a whole row, paytable, Envy Bonus or wager."""
    if item.sort is Sort.WORDS or item.address[0] != "wagers" or item.is_order:
        return False
    match item.address[2:]:
        case ("paytables", _, "lines", _, "pays" | "envy"):
            return _read_value(item.old) != _read_value(item.new)
        case ("paytables", _, "lines", _, str(what)):
            return what == CONDITION
        case ("paytables", _, "lines", _) | ("paytables", _) | ("envy",) | ():
            return True
    return False


def _read_value(statement: Statement | None) -> object:
    return statement.value if statement else None


@dataclass(frozen=True, slots=True)
class IssueChange:
    """An issue that differs between two revisions."""

    severity: str
    code: str
    text: str
    fingerprint: str
    at: str = ""
    """File and line of the statement."""
    before: str = ""
    """Its severity in the old revision, if that was another one."""


@dataclass(frozen=True, slots=True)
class StatusChange:
    """A wager whose status changed between two revisions."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class RevisionComparison:
    """The differences between two revisions of one jurisdiction."""

    jurisdiction: str
    before: str
    """File and number of the old revision."""
    after: str
    verdict_before: str
    verdict_after: str
    moves: tuple[FigureChange, ...] = ()
    statuses: tuple[StatusChange, ...] = ()
    unmoved: int = 0
    """How many wagers and paytables have the same figures."""
    changes: tuple[Difference, ...] = ()
    new: tuple[IssueChange, ...] = ()
    gone: tuple[IssueChange, ...] = ()
    changed: tuple[IssueChange, ...] = ()
    """Issues of both revisions with another severity in the new one."""
    remarks: tuple[str, ...] = ()
    sides: tuple[Jurisdiction, Jurisdiction] | None = None
    """The specifications whose differences are listed."""
    criterion: Criterion | None = None
    """The policy's criterion for filing again, if it has one."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing differs."""
        same = self.verdict_before == self.verdict_after
        return same and not self.differs and not self.changes

    @property
    def differs(self) -> bool:
        """Whether a figure, a status or an issue differs."""
        return bool(self.moves or self.statuses or self.new or self.gone or self.changed)

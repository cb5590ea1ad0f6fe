"""The comparison of two revisions: figures, statuses, issues, and every single difference."""

from __future__ import annotations

from dataclasses import dataclass

from certify.compare.differences import Difference, Sort
from certify.compare.figures import FigureChange
from certify.compare.file_again import Criterion
from certify.spec.model import Jurisdiction


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

    @property
    def moves_money(self) -> bool:
        """Whether a figure changes, or money in rounds that the figures exclude can."""
        return bool(self.moves) or any(item.sort is not Sort.WORDS for item in self.changes)

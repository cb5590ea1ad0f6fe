"""The verdict on each wager of a document, with the range of its house edge over the supported readings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from certify.findings.case import Case
from certify.findings.finding import Finding, Kind, Severity
from certify.findings.issue import Issue
from certify.findings.pricing import list_supported, measure_statement
from certify.findings.registry import WITHOUT_FIGURE, explains, stops_figure
from certify.odds.result import Resting, Status, WagerOdds
from certify.spec.catalogue import Moves
from certify.spec.model import Standing


class Verdict(StrEnum):
    """Whether the rules of a wager can be certified."""

    AMBIGUOUS = "ambiguous-as-written"
    INCOMPLETE = "incomplete"
    SUBJECT_TO_READINGS = "certified-subject-to-readings"
    AS_WRITTEN = "certified-as-written"


_WORST = tuple(Verdict)
Edges = Mapping[tuple[str, str], Sequence[Fraction]]
"""House edges by wager and paytable."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerVerdict:
    """The verdict on one wager on one paytable."""

    wager: str
    paytable: str
    verdict: Verdict
    house_edge: Fraction | None
    """As interpreted, without Envy Bonus; none where the document alone gives no figure."""
    low: Fraction | None
    high: Fraction | None
    """The range of the house edge over the supported readings, one at a time."""
    readings: tuple[Resting, ...]
    """The values that the figure rests on and that the document does not state."""
    issues: tuple[Issue, ...]
    """The errors about it."""


@dataclass(frozen=True, slots=True)
class DocumentVerdict:
    """The verdicts on the wagers of a document, worst first."""

    wagers: tuple[WagerVerdict, ...]

    @property
    def worst(self) -> Verdict:
        """The worst of them; a document without wagers has nothing to certify."""
        return self.wagers[0].verdict if self.wagers else Verdict.AS_WRITTEN

    @property
    def issues(self) -> tuple[Issue, ...]:
        """The errors that keep wagers from being certified, each once."""
        found = {issue.fingerprint: issue for item in self.wagers for issue in item.issues}
        return tuple(found.values())

    @property
    def readings(self) -> tuple[Resting, ...]:
        """The values that figures rest on and that the document does not state, each once."""
        found = {item.parameter: item for own in self.wagers for item in own.readings}
        return tuple(found.values())

    def find(self, wager: str, paytable: str | None) -> WagerVerdict | None:
        """The verdict on one wager on one paytable."""
        for item in self.wagers:
            if (item.wager, item.paytable) == (wager, paytable or ""):
                return item
        return None


def judge_document(case: Case, issues: Iterable[Issue]) -> DocumentVerdict:
    """The verdict on each wager, from the status of its figure and the errors about it."""
    errors = [item for item in issues if item.severity is Severity.ERROR]
    edges = _list_edges(case)
    verdicts = [_judge(case, odds, errors, edges) for odds in case.odds]
    return DocumentVerdict(tuple(sorted(verdicts, key=lambda item: _WORST.index(item.verdict))))


def _judge(case: Case, odds: WagerOdds, errors: Sequence[Issue], others: Edges) -> WagerVerdict:
    own = tuple(item for item in errors if any(_is_about(case, one, odds) for one in item.findings))
    readings = tuple(item for item in odds.rests_on if item.standing != Standing.STATED)
    if odds.status in WITHOUT_FIGURE:
        verdict = Verdict.INCOMPLETE
    elif own:
        verdict = Verdict.AMBIGUOUS
    elif odds.status is Status.EXACT:
        verdict = Verdict.AS_WRITTEN
    else:
        verdict = Verdict.SUBJECT_TO_READINGS
    edge = None if verdict is Verdict.INCOMPLETE or not odds.has_figures else odds.house_edge
    edges = [] if edge is None else [edge]
    edges += [
        other
        for (wager, paytable), found in others.items()
        if edge is not None and _is_same(odds, wager, paytable)
        for other in found
    ]
    return WagerVerdict(
        wager=odds.wager,
        paytable=odds.paytable or "",
        verdict=verdict,
        house_edge=edge,
        low=min(edges, default=None),
        high=max(edges, default=None),
        readings=readings,
        issues=own,
    )


def _is_about(case: Case, finding: Finding, odds: WagerOdds) -> bool:
    """Whether an error is about a wager on this paytable: it stops its figure or changes its edge."""
    if finding.weight is not Severity.ERROR or finding.kind is not Kind.OWN:
        return False
    if odds.status in WITHOUT_FIGURE and explains(finding, odds):
        return True
    if finding.effects:
        return any(
            _is_same(odds, item.wager, item.paytable)
            and (item.size >= finding.materiality or item.after[0] < 0 or finding.blocks)
            for item in finding.effects
        )
    return odds.wager in finding.wagers and not stops_figure(case, finding)


def _is_same(odds: WagerOdds, wager: str, paytable: str) -> bool:
    """Whether a figure is that of a wager and paytable; the only paytable of a wager may have no name."""
    return odds.wager == wager and (not paytable or odds.paytable in {None, paytable})


def _list_edges(case: Case) -> Edges:
    """The house edges under each supported reading, without Envy Bonus, by wager and paytable."""
    found: dict[tuple[str, str], list[Fraction]] = {}
    for statement in case.jurisdiction.list_statements():
        if statement.parameter.moves is Moves.ODDS and list_supported(statement):
            effects, _ = measure_statement(case, statement, list_supported(statement))
            for item in effects:
                if not item.other_players and not item.assumed_house_way:
                    found.setdefault((item.wager, item.paytable), []).extend(item.after)
    return found

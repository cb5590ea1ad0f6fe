"""The report model: everything that a filing prints, before any HTML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from certify.base.extras import __version__
from certify.filing.changes import list_changes
from certify.filing.conformity import Judged, Regulation, judge_requirements
from certify.filing.examination import Examination
from certify.filing.issues import FiledIssue, OwnRow, list_differences, list_filed
from certify.filing.pay_grid import PayGrid, build_grids
from certify.filing.procedure import Stage, list_stages
from certify.filing.rounds import SettledExample
from certify.filing.sheets import Holds, Seats, Sheet, list_holds, list_labels, list_seats
from certify.filing.standard import ResultShare, list_results
from certify.filing.wording import cite_statement
from certify.filing.worked_example import ByHand, work_out
from certify.findings.checked import Waiver, spread_waivers
from certify.findings.finding import Kind, Severity
from certify.findings.verdict import Verdict, WagerVerdict
from certify.odds.result import EnvyOdds, PrintedFigure, Status, WagerOdds
from certify.render.check import describe_headline, list_verdict_rows
from certify.render.quotes import Quotes
from certify.render.texts import describe_verdict
from certify.render.values import begin
from certify.render.words import Words
from certify.spec.compile import compile_rulebook
from certify.spec.model import Jurisdiction, Standing
from certify.spec.values import PUSHES

_OUTSIDE = "POL001"
"""The rule that finds a house edge outside the criteria."""

_PUSH = "XJD003"
"""The rule that finds a hand that is a push in one document and loses in another."""

FAILED = "Verification failed: no figure of this filing may be used"
"""The headline of a filing of which a check does not hold."""


@dataclass(frozen=True, slots=True)
class Identity:
    """What names a filing on the cover and in the running header."""

    title: str
    edition: str
    date: str
    digest: str
    """The hash of what the filing was made from."""
    applicant: str = ""
    number: str = ""
    examiner: str = ""
    reviewer: str = ""
    version: str = __version__

    @property
    def short_digest(self) -> str:
        """The beginning of the hash."""
        return self.digest[:12]


Rows = tuple[tuple[Sheet, WagerVerdict], ...]
"""Paytables of a wager with one verdict."""


@dataclass(frozen=True)
class FilingReport:
    """A filing of one jurisdiction."""

    identity: Identity
    examination: Examination
    words: Words
    game: str
    """The game's own name."""
    facts: tuple[tuple[str, str], ...]
    """Authority, version and dates of the document."""
    issues: tuple[FiledIssue, ...]
    """Every issue that `certify check` lists."""
    stages: tuple[Stage, ...]
    holds: Holds
    by_hand: ByHand | None
    labels: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Our names of hands, each with the labels that the document prints."""
    waived: Mapping[str, Waiver] = field(default_factory=dict)
    """The waivers in force, by fingerprint."""
    quoted: bool = False
    """Whether the issues quote the document."""
    regulation: Regulation | None = None
    """What the filing is held against; None if nothing is named."""

    @property
    def jurisdiction(self) -> Jurisdiction:
        """The jurisdiction of the filing."""
        return self.examination.jurisdiction

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """All wagers."""
        return self.examination.sheets

    @property
    def rounds(self) -> tuple[SettledExample, ...]:
        """The settled rounds."""
        return self.examination.rounds

    @property
    def others(self) -> tuple[Jurisdiction, ...]:
        """The documents that this one is compared with."""
        return self.examination.others

    @property
    def requirements(self) -> tuple[Judged, ...]:
        """The requirements of the regulation, each with its result."""
        return judge_requirements(self)

    @property
    def seats(self) -> Seats:
        """The house edge with Envy Bonus by wager amount and number of other players."""
        return list_seats(self.sheets, self.examination.policy, self.jurisdiction.currency)

    @property
    def money(self) -> tuple[FiledIssue, ...]:
        """The issues that block certification or change a house edge."""
        return tuple(item for item in self.own if _is_about_money(item))

    @property
    def printed_in_full(self) -> tuple[FiledIssue, ...]:
        """Those that block certification, or whose effect reaches the materiality of the policy."""
        return tuple(item for item in self.money if self._is_material(item))

    @property
    def smaller(self) -> tuple[FiledIssue, ...]:
        """The other issues that change a house edge."""
        return tuple(item for item in self.money if not self._is_material(item))

    def _is_material(self, item: FiledIssue) -> bool:
        size = item.effect.size if item.effect else 0
        return item.severity is Severity.ERROR or size >= self.examination.policy.materiality

    @property
    def procedural(self) -> tuple[FiledIssue, ...]:
        """The other issues of the document, and those of its language."""
        return (*(item for item in self.own if not _is_about_money(item)), *self.language)

    @property
    def errors(self) -> tuple[FiledIssue, ...]:
        """The issues that keep a wager from being certified."""
        return tuple(item for item in self.own if item.severity is Severity.ERROR)

    @property
    def conditions(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The interpretations under which wagers are certified."""
        found: dict[str, dict[str, None]] = {}
        for item in self.examination.verdict.wagers:
            if item.verdict is Verdict.SUBJECT_TO_READINGS:
                titles = (self.words.title(own.parameter) for own in item.readings)
                found.setdefault(begin(self.words.wager(item.wager)), {}).update(
                    dict.fromkeys(titles)
                )
        return tuple((wager, tuple(titles)) for wager, titles in found.items())

    @property
    def waivers(self) -> tuple[tuple[str, tuple[FiledIssue, ...]], ...]:
        """Who accepted issues until when and why, each with the issues."""
        found: dict[str, list[FiledIssue]] = {}
        for item in self.own:
            if item.waiver:
                found.setdefault(item.waiver, []).append(item)
        return tuple((told, tuple(items)) for told, items in found.items())

    @property
    def decisions(self) -> tuple[tuple[str, str, Rows, tuple[FiledIssue, ...]], ...]:
        """The wagers by verdict, worst first: name, verdict, paytables, and what blocks certification."""
        found: dict[tuple[str, str], list[tuple[Sheet, WagerVerdict]]] = {}
        for item in self.examination.verdict.wagers:
            for sheet in self.sheets:
                if (sheet.odds.wager, sheet.odds.paytable or "") == (item.wager, item.paytable):
                    text = describe_verdict(item.verdict, len(item.readings))
                    found.setdefault((item.wager, text), []).append((sheet, item))
        return tuple(
            (begin(self.words.wager(wager)), text, tuple(rows), self._number(rows))
            for (wager, text), rows in found.items()
        )

    def _number(self, rows: Sequence[tuple[Sheet, WagerVerdict]]) -> tuple[FiledIssue, ...]:
        errors = {issue.fingerprint for _, item in rows for issue in item.issues}
        return tuple(item for item in self.own if item.issue.fingerprint in errors)

    @property
    def grids(self) -> tuple[PayGrid, ...]:
        """All paytables of each wager side by side."""
        return build_grids((self.examination,), ("",))

    @property
    def results(self) -> tuple[tuple[ResultShare, ...], ...]:
        """The standard wager by high hand and low hand."""
        return list_results(self.jurisdiction)

    @property
    def against(self) -> tuple[tuple[OwnRow, ...], tuple[FiledIssue, ...]]:
        """The rules that differ from other documents, and the other differences."""
        return list_differences(self.jurisdiction, self.others, self.differences)

    def resolve(self, sheet: Sheet) -> Fraction | None:
        """The house edge for each resolved wager; none where no wager is returned."""
        pushed = sum(item.deals for item in sheet.odds.outcomes if item.pay == PUSHES)
        if not pushed or not sheet.has_figures:
            return None
        return sheet.odds.house_edge / (1 - Fraction(pushed, sheet.odds.deals))

    def list_with_envy(self, sheet: Sheet) -> tuple[EnvyOdds, ...]:
        """A wager with Envy Bonus at a full table, at each amount for which its variance was counted."""
        return tuple(
            odds.envy[-1]
            for odds in self.examination.with_envy
            if (odds.wager, odds.paytable) == (sheet.odds.wager, sheet.odds.paytable)
            and odds.envy
            and odds.envy[-1].variance is not None
        )

    @property
    def pushes(self) -> tuple[FiledIssue, ...]:
        """The differences about a hand that is a push in one document and loses in another."""
        return tuple(item for item in self.differences if item.issue.head.code == _PUSH)

    def find_about(self, keys: Sequence[str]) -> tuple[FiledIssue, ...]:
        """The issues of the document about some statements."""
        return tuple(item for item in self.own if item.statements.intersection(keys))

    def find_stage(self, item: FiledIssue) -> int:
        """The number of the first stage of the rules that an issue is about; 0 where there is none."""
        for number, stage in enumerate(self.stages, 1):
            if any(step.key in item.statements for step in stage.steps):
                return number
        return 0

    @property
    def changes(self) -> list[str]:
        """What changed since the last revision; empty where the certificate does not contain one."""
        data = self.examination.certificate.data
        return list_changes(self.jurisdiction, data, self.issues) if "before" in data else []

    @property
    def headline(self) -> str:
        """The verdicts in one sentence."""
        if self.examination.failed:
            return FAILED
        return describe_headline(self.words, self.examination.verdict)

    @property
    def verdicts(self) -> list[tuple[str, ...]]:
        """Wager, paytable, verdict, house edge and range."""
        return list_verdict_rows(self.words, self.examination.verdict)

    @property
    def own(self) -> tuple[FiledIssue, ...]:
        """The defects of the document itself."""
        return self._list_issues(Kind.OWN)

    @property
    def language(self) -> tuple[FiledIssue, ...]:
        """The defects of its wording."""
        return self._list_issues(Kind.LANGUAGE)

    @property
    def differences(self) -> tuple[FiledIssue, ...]:
        """The differences from other documents."""
        return self._list_issues(Kind.DIFFERENCE)

    def _list_issues(self, kind: Kind) -> tuple[FiledIssue, ...]:
        return tuple(item for item in self.issues if item.issue.kind is kind)

    @property
    def paytables(self) -> tuple[tuple[str, tuple[Sheet, ...]], ...]:
        """The sheets of each wager with paytables."""
        return tuple(
            (wager.name, tuple(item for item in self.sheets if item.odds.wager == wager.id))
            for wager in self.jurisdiction.wagers
        )

    @property
    def published(self) -> tuple[tuple[Sheet, PrintedFigure], ...]:
        """Every printed house edge next to the calculated one."""
        return tuple((sheet, item) for sheet in self.sheets for item in sheet.odds.published)

    @property
    def queried(self) -> tuple[FiledIssue, ...]:
        """The issues about a house edge outside the criteria."""
        return tuple(item for item in self.issues if item.issue.head.code == _OUTSIDE)

    def judge_edge(self, edge: Fraction | None) -> str:
        """`above` or `below` where a house edge is outside the criteria of the policy."""
        policy = self.examination.policy
        if edge is None or policy.lowest_edge <= edge <= policy.highest_edge:
            return ""
        return "above" if edge > policy.highest_edge else "below"

    @property
    def outside(self) -> bool:
        """Whether a house edge of the summary is outside the criteria."""
        edges = [sheet.odds.house_edge for sheet in self.sheets if sheet.has_figures]
        edges += [
            envy.house_edge
            for sheet in self.sheets
            if (envy := sheet.full_table) is not None and envy.house_edge is not None
        ]
        return any(map(self.judge_edge, edges))

    @property
    def statuses(self) -> tuple[Status, ...]:
        """The statuses of the figures of this filing."""
        found = {sheet.odds.status for sheet in self.sheets}
        return tuple(status for status in Status if status in found)

    def count_resting(self, odds: WagerOdds) -> tuple[int, int, int]:
        """How many values of a figure are stated, are not stated, and are confirmed by printed figures."""
        opened = [item for item in odds.rests_on if item.standing != Standing.STATED]
        return (
            len(odds.rests_on) - len(opened),
            len(opened),
            sum(item.confirmed for item in opened),
        )

    @property
    def confirms(self) -> bool:
        """Whether printed figures confirm a value that a figure rests on."""
        return any(self.count_resting(sheet.odds)[2] for sheet in self.sheets)

    def find_issues(self, odds: WagerOdds) -> tuple[FiledIssue, ...]:
        """The errors about a wager on a paytable, and the issues that change its house edge."""
        found = self.examination.verdict.find(odds.wager, odds.paytable)
        errors = {item.fingerprint for item in found.issues} if found else set()
        return tuple(
            item
            for item in self.own
            if item.issue.fingerprint in errors or item.affects(odds.wager, odds.paytable or "")
        )

    def list_missing(self, odds: WagerOdds) -> tuple[str, ...]:
        """Why a wager has no figure, with titles in the place of keys."""
        return tuple(f"{self.words.missing(text)}." for text in odds.missing)


def _is_about_money(item: FiledIssue) -> bool:
    return item.severity is Severity.ERROR or item.effect is not None


def build_report(
    examination: Examination,
    identity: Identity,
    waived: Mapping[str, Waiver] | None = None,
    quotes: Quotes | None = None,
    regulation: Regulation | None = None,
) -> FilingReport:
    """Put the filing of one jurisdiction together."""
    jurisdiction = examination.jurisdiction
    rules = compile_rulebook(jurisdiction).ranking.rank_rules()
    spread = spread_waivers((examination.checked,), waived or {})
    return FilingReport(
        identity=identity,
        examination=examination,
        words=Words(jurisdiction),
        game=find_game(jurisdiction),
        facts=tuple(list_facts(jurisdiction)),
        issues=list_filed(examination.checked, spread, quotes),
        stages=list_stages(jurisdiction),
        holds=list_holds(examination.sheets),
        by_hand=work_out(examination.sheets, rules),
        labels=list_labels(jurisdiction),
        waived=waived or {},
        quoted=quotes is not None,
        regulation=regulation,
    )


def find_game(jurisdiction: Jurisdiction) -> str:
    """The name of the game in the document; the jurisdiction's name where it states none."""
    statement = jurisdiction.statements["identity.game"]
    return str(statement.value) if statement.value is not None else jurisdiction.name


_FACTS = {
    "identity.authority": "Authority",
    "identity.version": "Version",
    "identity.approval_date": "Approved",
    "identity.effective_date": "Effective",
}


def list_facts(jurisdiction: Jurisdiction) -> list[tuple[str, str]]:
    """Authority, version and dates of the document, each with its place."""
    words = Words(jurisdiction)
    found = []
    for key, label in _FACTS.items():
        statement = jurisdiction.statements[key]
        if statement.standing is Standing.NOT_OFFERED:
            continue
        value = begin(words.value(key, statement.value)) if statement.value is not None else ""
        place = cite_statement(statement)
        found.append((label, f"{value} ({place})" if value else place))
    return found

"""The report model: everything that a filing prints, before any HTML."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from certify import __version__
from certify.filing import comparison
from certify.filing.proof import ProofSummary
from certify.filing.rules import HouseRule, RulePart, list_house_rules, list_parts
from certify.filing.sheets import Price, Sheet, build_sheet, list_prices
from certify.filing.verdict import Verdict, judge
from certify.findings.finding import Finding, Severity
from certify.findings.policy import Policy
from certify.game.vocabulary import HAND_CLASSES
from certify.odds.result import Comparison, WagerOdds
from certify.spec.model import Jurisdiction, Statement


@dataclass(frozen=True, slots=True)
class Certificate:
    """The certificate that stands beside a file, and whether this filing says the same."""

    content: bytes
    is_current: bool
    """Made for this very specification; another is not enclosed."""
    agrees: bool
    """Its wagers and findings are those of the filing."""


@dataclass(frozen=True)
class Examination:
    """One jurisdiction with all that was computed about it."""

    jurisdiction: Jurisdiction
    odds: tuple[WagerOdds, ...]
    findings: tuple[Finding, ...]
    proof: ProofSummary | None = None
    certificate: Certificate | None = None

    @cached_property
    def sheets(self) -> tuple[Sheet, ...]:
        """The wagers laid out without exposure."""
        return tuple(build_sheet(self.jurisdiction, item, None) for item in self.odds)


@dataclass(frozen=True)
class Identity:
    """What names a filing: it stands on the cover and in the running header."""

    title: str
    edition: str
    date: str
    digest: str
    """The hash of what the filing was made from."""
    version: str = __version__

    @property
    def short_digest(self) -> str:
        """The beginning of the hash, enough to tell editions apart."""
        return self.digest[:12]


@dataclass(frozen=True)
class Report:
    """A filing of one jurisdiction."""

    identity: Identity
    examination: Examination
    verdict: Verdict
    sheets: tuple[Sheet, ...]
    prices: tuple[Price, ...]
    parts: tuple[RulePart, ...]
    house_rules: tuple[HouseRule, ...]
    neighbours: tuple[Jurisdiction, ...]
    """This jurisdiction first, then the others."""
    comparison_rows: tuple[comparison.MatrixRow, ...]
    ranked: tuple[comparison.RankedEdge, ...]
    waived: Mapping[str, str] = field(default_factory=dict)
    """The reason of each waived finding, by fingerprint."""

    @property
    def jurisdiction(self) -> Jurisdiction:
        """The jurisdiction of the filing."""
        return self.examination.jurisdiction

    def of_wager(self, wager: str) -> tuple[Sheet, ...]:
        """The sheets of one wager."""
        return tuple(sheet for sheet in self.sheets if sheet.odds.wager == wager)

    @property
    def fortune(self) -> tuple[Sheet, ...]:
        """The paytables of the Fortune bonus."""
        return self.of_wager("fortune-bonus")

    @property
    def published(self) -> tuple[tuple[Sheet, Comparison], ...]:
        """Every printed house edge beside the computed one."""
        return tuple((sheet, item) for sheet in self.sheets for item in sheet.odds.published)

    @property
    def labels(self) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
        """Each hand with a wording that the document prints for it, and on which paytables."""
        found: dict[tuple[str, str], list[str]] = {}
        for paytable in self.jurisdiction.paytables:
            for line in paytable.lines:
                found.setdefault((line.hand, line.printed), []).append(paytable.id)
        order = sorted(found, key=lambda item: HAND_CLASSES.index(item[0]))
        return tuple((hand, printed, tuple(found[hand, printed])) for hand, printed in order)

    @property
    def counts(self) -> tuple[tuple[str, int, int], ...]:
        """Findings by severity: how many, and how many of them are waived."""
        every = Counter(item.severity for item in self.examination.findings)
        waived = Counter(
            item.severity for item in self.examination.findings if item.fingerprint in self.waived
        )
        return tuple(
            (severity.word, every[severity], waived[severity])
            for severity in sorted(Severity, reverse=True)
        )

    @property
    def assumed(self) -> tuple[Statement, ...]:
        """Statements whose value the document does not give."""
        return tuple(
            item
            for item in self.jurisdiction.list_statements()
            if item.standing in {"silent", "deferred"} and item.value is not None
        )

    @property
    def unpriced(self) -> tuple[Statement, ...]:
        """Open statements whose alternatives no wager of this filing prices."""
        priced = {price.key for price in self.prices}
        return tuple(
            item
            for item in self.jurisdiction.list_statements()
            if item.alternatives and item.reading not in priced
        )


def build_report(
    examination: Examination,
    everyone: tuple[Examination, ...],
    policy: Policy | None = None,
    waived: Mapping[str, str] | None = None,
    date: str = "",
) -> Report:
    """Put the filing of one jurisdiction together."""
    jurisdiction = examination.jurisdiction
    sheets = tuple(build_sheet(jurisdiction, odds, policy) for odds in examination.odds)
    others = tuple(item for item in everyone if item.jurisdiction.id != jurisdiction.id)
    neighbours = (jurisdiction, *(item.jurisdiction for item in others))
    return Report(
        identity=Identity(
            jurisdiction.name,
            f"edition {jurisdiction.edition}",
            date or jurisdiction.date,
            jurisdiction.source.sha256,
        ),
        examination=examination,
        verdict=judge(examination.findings, examination.odds, waived or {}),
        sheets=sheets,
        prices=list_prices(jurisdiction, sheets),
        parts=list_parts(jurisdiction),
        house_rules=list_house_rules(jurisdiction),
        neighbours=neighbours,
        comparison_rows=comparison.build_rows(neighbours, comparison.KEY_PARAMETERS),
        ranked=comparison.rank_edges(
            (item.jurisdiction, sheet) for item in (examination, *others) for sheet in item.sheets
        ),
        waived=waived or {},
    )

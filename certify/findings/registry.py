"""The rules, each with a stable code; how they are run, and the severity and order of their findings."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from certify.base.errors import CertifyError
from certify.base.names import find_near, quote
from certify.base.progress import track
from certify.findings.case import Case
from certify.findings.finding import Downgrade, Finding, Kind, Severity
from certify.odds.result import Status, WagerOdds
from certify.spec.model import Jurisdiction

RuleFunction = Callable[[Case], Iterator[Finding]]

FAMILIES: dict[str, str] = {
    "INT": "contradictions inside a document",
    "GAP": "what a document does not say",
    "REF": "texts pointed to",
    "MTH": "figures",
    "HWY": "house ways",
    "POL": "criteria of the policy's owner",
    "MOD": "what the figures leave out",
    "DOC": "the document as a document",
    "XJD": "differences between documents",
}
_MODULES: tuple[str, ...] = (
    "contradictions",
    "omissions",
    "references",
    "table",
    "paytables",
    "figures",
    "house_ways",
    "documents",
    "differences",
)


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the catalogue."""

    code: str
    severity: Severity
    """Where the effect does not decide it."""
    kind: Kind
    function: RuleFunction
    supersedes: tuple[str, ...] = ()
    """Codes of rules whose findings on the same statement it makes superfluous."""

    @property
    def name(self) -> str:
        """The fault it finds."""
        return self.function.__name__.replace("_", "-")

    @property
    def summary(self) -> str:
        """What it looks for, in one sentence."""
        return self.documentation.partition("\n")[0]

    @property
    def documentation(self) -> str:
        """What it looks for, why it matters, an example."""
        paragraphs = (self.function.__doc__ or "").strip().split("\n\n")
        return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


_RULES: dict[str, Rule] = {}


def rule(
    code: str,
    severity: Severity = Severity.NOTE,
    kind: Kind = Kind.OWN,
    supersedes: tuple[str, ...] = (),
) -> Callable[[RuleFunction], RuleFunction]:
    """Register a generator of findings about one document as a rule."""
    if code[:3] not in FAMILIES or code in _RULES:
        raise ValueError(f"{code} is not a new code of a known family")

    def register(function: RuleFunction) -> RuleFunction:
        _RULES[code] = Rule(code, severity, kind, function, supersedes)
        return function

    return register


def difference_rule(code: str) -> Callable[[RuleFunction], RuleFunction]:
    """Register a generator of findings about a document and the others of its case as a rule."""
    return rule(code, kind=Kind.DIFFERENCE)


@lru_cache(maxsize=1)
def load_rules() -> dict[str, Rule]:
    """Every rule by its code."""
    for name in _MODULES:
        importlib.import_module(f"certify.findings.rules.{name}")
    return dict(sorted(_RULES.items()))


def find_rule(code: str) -> Rule:
    """A rule by its code."""
    rules = load_rules()
    if code.upper() not in rules:
        families = ", ".join(FAMILIES)
        near = find_near(code, [*rules, *FAMILIES])
        cure = (
            f"did you mean {near}?"
            if near
            else f"the families are {families}, and `certify explain` lists all"
        )
        raise CertifyError(f"no rule {quote(code)}; {cure}")
    return rules[code.upper()]


def expand_codes(codes: Iterable[str]) -> list[Rule]:
    """Rules by code, and families as all of their rules."""
    chosen: list[Rule] = []
    for code in codes:
        family = code.upper()
        chosen += (
            [item for item in load_rules().values() if item.code.startswith(family)]
            if family in FAMILIES
            else [find_rule(code)]
        )
    return chosen


def list_findings(case: Case, codes: Iterable[str] | None = None) -> list[Finding]:
    """Every finding about one document alone, the most serious first.

    The rules that make others superfluous run first; the others see what they need not report.
    """
    wanted = set(codes if codes is not None else load_rules())
    rules = [
        item
        for item in load_rules().values()
        if item.kind is not Kind.DIFFERENCE
        and (item.code in wanted or wanted.intersection(item.supersedes))
    ]
    found: list[tuple[Rule, Finding]] = [
        (item, finding) for item in rules if item.supersedes for finding in item.function(case)
    ]
    rest = case.supersede(
        (code, key)
        for item, finding in found
        for code in item.supersedes
        for key in finding.statements
    )
    found += [
        (item, finding)
        for item in track(
            case.progress,
            [item for item in rules if not item.supersedes],
            lambda item: f"rule {item.code}",
        )
        for finding in item.function(rest)
    ]
    return sorted(
        (
            complete(finding, item, case)
            for item, finding in found
            if item.code in wanted
            and not any(rest.is_superseded(item.code, key) for key in finding.statements[:1])
        ),
        key=weigh,
    )


def list_differences(case: Case, codes: Iterable[str] | None = None) -> list[Finding]:
    """The differences from each other document, pair by pair, so that no third document counts."""
    wanted = set(codes) if codes is not None else None
    found = [
        complete(finding, item, case)
        for item in load_rules().values()
        if item.kind is Kind.DIFFERENCE and (wanted is None or item.code in wanted)
        for other in case.others
        for finding in item.function(case.narrow(other))
    ]
    return sorted(found, key=weigh)


def complete(finding: Finding, rule: Rule, case: Case) -> Finding:
    """A finding with its code, place, severity and all that a rule does not know."""
    jurisdiction: Jurisdiction = case.jurisdiction
    line, column = jurisdiction.source.position(finding.place)
    joined = {f"statement {key}" for key in finding.statements if finding.joins}
    named = replace(
        finding,
        code=rule.code,
        kind=rule.kind,
        jurisdiction=jurisdiction.id,
        path=jurisdiction.source.name,
        line=line,
        column=column,
        wagers=finding.wagers or tuple(dict.fromkeys(item.wager for item in finding.effects)),
        citations=tuple(dict.fromkeys(finding.citations)),
        roots=finding.roots | joined,
        materiality=case.policy.materiality,
    )
    blocks = named.blocks or stops_figure(case, named)
    graded = replace(named, blocks=blocks)
    return replace(graded, severity=grade(graded, rule.severity))


WITHOUT_FIGURE = {Status.INCOMPLETE, Status.NOT_MODELLED, Status.DEFERRED}
"""The statuses of a wager that has no figure from the document alone."""
_SMALLEST = Fraction(1, 1_000_000)
"""The smallest effect that is printed, 0.0001 percentage points."""


def grade(finding: Finding, default: Severity) -> Severity:
    """An error keeps a wager from being certified; the rest is a warning or a note.

    An effect of the materiality or more, or one that gives the player the advantage, is an error unless
    another clause settles the point. The rule's own severity applies where no effect decides.
    """
    if finding.kind is not Kind.OWN:
        return Severity.NOTE
    effects = finding.effects
    reaches = any(item.size >= finding.materiality or item.favours_player for item in effects)
    if finding.blocks or (reaches and finding.downgraded is None):
        return Severity.ERROR
    negligible = effects and not finding.price.missing and finding.price.size < _SMALLEST
    settled = finding.downgraded is Downgrade.STATED_OUTRIGHT and not reaches
    if settled or negligible:
        return Severity.NOTE
    return min(finding.severity or default, Severity.WARNING)


def stops_figure(case: Case, finding: Finding) -> bool:
    """Whether a wager has no figure because of what a finding is about."""
    return finding.kind is Kind.OWN and any(
        odds.status in WITHOUT_FIGURE and explains(finding, odds) for odds in case.odds
    )


def explains(finding: Finding, odds: WagerOdds) -> bool:
    """Whether a finding names something that the figure of a wager lacks."""
    keys = {text.partition(":")[0] for text in odds.missing}
    left_out = "not covered" in keys and odds.wager in finding.wagers
    return bool(keys & set(finding.statements)) or (left_out and finding.code.startswith("MOD"))


_FAMILY_ORDER = ("REF", "DOC", "INT", "MOD", "GAP", "HWY", "MTH", "XJD", "POL")
"""Of findings that weigh the same: what stands in the way of a figure first, criteria of the policy last."""


def weigh(finding: Finding) -> tuple[object, ...]:
    """What orders findings: severity, stage, effect, family, then place."""
    return (
        -finding.weight,
        finding.code.startswith("POL"),
        *weigh_effect(finding, finding.price.size),
        _FAMILY_ORDER.index(finding.code[:3]),
        finding.code,
        finding.line,
        finding.subject,
    )


def weigh_effect(finding: Finding, size: Fraction) -> tuple[int, Fraction]:
    """The stage of a finding within its severity, and its rank within the stage.

    First what alone keeps a wager from being certified; then effects of the materiality or more; then
    money without a calculated effect and defects of the document as a whole; then what only single rounds
    depend on, most places first; then smaller effects and what printed figures confirm; then the rest.
    """
    if finding.blocks:
        return -1, -size
    if size >= finding.materiality > 0 and finding.downgraded is not Downgrade.CONFIRMED:
        return 0, -size
    if size:
        return 3, -size
    if any(item.reason.is_round for item in finding.price.missing):
        return (2 if finding.wagers else 4), Fraction(-len(finding.citations))
    return (1 if finding.wagers or finding.weight > Severity.NOTE else 4), size

"""The rules, each with a stable code; and how they are run."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from certify.base.errors import CertifyError
from certify.base.names import find_near, quote
from certify.findings.case import Case
from certify.findings.finding import Draft, Finding, Kind, Severity, is_round_only
from certify.findings.grading import CONFIRMED, settle_severity
from certify.spec.model import Jurisdiction

RuleFunction = Callable[[Case], Iterator[Draft]]

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
    "conflicts",
    "seats",
    "paytables",
    "offers",
    "claims",
    "silences",
    "coverage",
    "references",
    "figures",
    "criteria",
    "house_ways",
    "as_set",
    "documents",
    "wording",
    "differences",
    "pairs_of_paytables",
    "near_paytables",
)


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the catalogue."""

    code: str
    severity: Severity
    kind: Kind
    function: RuleFunction

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
        lines = (self.function.__doc__ or "").strip().splitlines()
        return "\n".join(line.strip() for line in lines)


_RULES: dict[str, Rule] = {}


def _register(code: str, severity: Severity, kind: Kind) -> Callable[[RuleFunction], RuleFunction]:
    if code[:3] not in FAMILIES or code in _RULES:
        raise ValueError(f"{code} is no new code of a known family")

    def register(function: RuleFunction) -> RuleFunction:
        _RULES[code] = Rule(code, severity, kind, function)
        return function

    return register


def rule(
    code: str, severity: Severity, kind: Kind = Kind.OWN
) -> Callable[[RuleFunction], RuleFunction]:
    """Register a generator of drafts about one document as a rule."""
    return _register(code, severity, kind)


def difference_rule(
    code: str, severity: Severity = Severity.NOTE
) -> Callable[[RuleFunction], RuleFunction]:
    """Register a generator of drafts about a document beside the others of its case as a rule."""
    return _register(code, severity, Kind.DIFFERENCE)


@lru_cache(maxsize=1)
def load_rules() -> dict[str, Rule]:
    """Every rule by its code."""
    for name in _MODULES:
        importlib.import_module(f"certify.findings.{name}")
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
    """Every finding about one document alone, the most serious first."""
    findings = [
        complete(draft, item, case.jurisdiction)
        for item in _select(codes)
        if item.kind is not Kind.DIFFERENCE
        for draft in item.function(case)
    ]
    return _order(case, findings)


def list_differences(case: Case, codes: Iterable[str] | None = None) -> list[Finding]:
    """What the document says otherwise than each of the others: pair by pair, so that no third counts."""
    findings = [
        complete(draft, item, case.jurisdiction)
        for item in _select(codes)
        if item.kind is Kind.DIFFERENCE
        for other in case.others
        for draft in item.function(case.narrow(other))
    ]
    return _order(case, findings)


def _order(case: Case, findings: Iterable[Finding]) -> list[Finding]:
    """The most serious first, weighed with the policy's materiality."""
    weighed = [settle_severity(case, item) for item in findings]
    return sorted(weighed, key=weigh)


def _select(codes: Iterable[str] | None) -> list[Rule]:
    wanted = set(codes) if codes is not None else None
    return [item for item in load_rules().values() if wanted is None or item.code in wanted]


def complete(draft: Draft, rule: Rule, jurisdiction: Jurisdiction) -> Finding:
    """Turn a rule's draft into a finding."""
    line, column = jurisdiction.source.position(draft.place)
    title = draft.title or rule.summary.rstrip(".")
    return Finding(
        rule.code,
        draft.severity or rule.severity,
        rule.kind,
        (jurisdiction.id, *draft.others),
        draft.message,
        jurisdiction.source.name,
        line,
        column,
        title,
        draft.question or f"{title}: is that meant?",
        draft.statements,
        draft.wagers or tuple(dict.fromkeys(item.wager for item in draft.price.effects)),
        tuple(dict.fromkeys(draft.citations)),
        draft.evidence,
        draft.price,
        draft.cure,
        draft.subject,
        draft.roots | {f"statement {key}" for key in draft.statements if draft.joins},
        bars=draft.bars,
        spared=draft.spared,
    )


_FAMILY_ORDER = ("REF", "DOC", "INT", "MOD", "GAP", "HWY", "MTH", "XJD", "POL")
"""Of findings that weigh the same: what stands in the way of a figure first, criteria of the policy last."""


def weigh(finding: Finding) -> tuple[object, ...]:
    """What orders findings: severity, stage, effect, family, then place."""
    return (
        -finding.severity,
        finding.code.startswith("POL"),
        *weigh_effect(finding, finding.price.size),
        _FAMILY_ORDER.index(finding.code[:3]),
        finding.code,
        finding.line,
        finding.subject,
    )


_WHOLE = ("DOC", "GAP015", "INT014")
"""Defects of the document as a whole: its dates and numbers, a ranking or the rules of a wager left out."""


_OF_ROUNDS = ("GAP002", "GAP012")
"""What a dealer meets in single rounds: cases left open, and terms that leave one open."""


def weigh_effect(finding: Finding, size: Fraction) -> tuple[int, Fraction]:
    """The stage of a finding within its severity, and its price within the stage.

    First what alone keeps a wager from being certified; then what is priced from the materiality on; then
    defects of the document as a whole, and money that is open and has no price; then what decides single
    rounds, what stands in most places first; then prices below the materiality and questions that printed
    figures answer; then the rest. A price of almost nothing must not stand before a question of money that
    nobody could price.
    """
    if finding.bars:
        return -1, -size
    if size >= finding.materiality > 0 and finding.spared != CONFIRMED:
        return 0, -size
    if size:
        return 3, -size
    if finding.code in _OF_ROUNDS or is_round_only(finding.price.unpriced):
        return (2 if finding.wagers else 4), Fraction(-len(finding.citations))
    if finding.code.startswith(_WHOLE):
        return 1, Fraction(-1)
    return (1 if finding.wagers else 4), size

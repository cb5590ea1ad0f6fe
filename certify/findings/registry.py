"""The rules, each with a stable code; and how they are run."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from certify.base.errors import CertifyError
from certify.base.names import find_near, quote
from certify.findings.case import Case
from certify.findings.finding import Draft, Finding, Kind, Severity
from certify.spec.model import Jurisdiction

RuleFunction = Callable[[Case], Iterator[Draft]]
PairFunction = Callable[[Case, Jurisdiction], Iterator[Draft]]

FAMILIES: dict[str, str] = {
    "INT": "contradictions inside a document",
    "GAP": "what a document does not say",
    "REF": "texts pointed to",
    "MTH": "figures",
    "HWY": "house ways",
    "POL": "criteria of the policy's owner",
    "MOD": "what the figures leave out",
    "DOC": "the document as a document",
    "XJD": "differences between two documents",
}
_MODULES: tuple[str, ...] = (
    "conflicts",
    "seats",
    "paytables",
    "offers",
    "silences",
    "coverage",
    "references",
    "figures",
    "criteria",
    "house_ways",
    "documents",
    "differences",
    "pairs_of_paytables",
)


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the catalogue."""

    code: str
    severity: Severity
    kind: Kind
    function: RuleFunction | PairFunction

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


def pair_rule(
    code: str, severity: Severity = Severity.NOTE
) -> Callable[[PairFunction], PairFunction]:
    """Register a generator of drafts about a document and another one as a rule."""
    return _register(code, severity, Kind.DIFFERENCE)  # type: ignore[return-value]


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
        for draft in item.function(case)  # type: ignore[call-arg]
    ]
    return sorted(findings, key=weigh)


def list_differences(case: Case, codes: Iterable[str] | None = None) -> list[Finding]:
    """What the document says otherwise than each of the others of the case, pair by pair."""
    findings = [
        complete(draft, item, case.jurisdiction, other.id)
        for item in _select(codes)
        if item.kind is Kind.DIFFERENCE
        for other in case.others
        for draft in item.function(case, other)  # type: ignore[call-arg]
    ]
    return sorted(findings, key=weigh)


def _select(codes: Iterable[str] | None) -> list[Rule]:
    wanted = set(codes) if codes is not None else None
    return [item for item in load_rules().values() if wanted is None or item.code in wanted]


def complete(draft: Draft, rule: Rule, jurisdiction: Jurisdiction, other: str = "") -> Finding:
    """Turn a rule's draft into a finding."""
    line, column = jurisdiction.source.position(draft.place)
    title = draft.title or rule.summary.rstrip(".")
    return Finding(
        rule.code,
        draft.severity or rule.severity,
        rule.kind,
        (jurisdiction.id, other) if other else (jurisdiction.id,),
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
    )


_FAMILY_ORDER = ("REF", "DOC", "INT", "MOD", "HWY", "GAP", "MTH", "XJD", "POL")
"""Of findings that weigh the same: what stands in the way of a figure first, criteria of the policy last."""


def weigh(finding: Finding) -> tuple[object, ...]:
    """What orders findings: severity, effect, family, then place."""
    return (
        -finding.severity,
        finding.code.startswith("POL"),
        -finding.price.size,
        _FAMILY_ORDER.index(finding.code[:3]),
        finding.code,
        finding.line,
        finding.subject,
    )

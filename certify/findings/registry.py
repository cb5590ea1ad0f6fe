"""The rules, each with a stable code; and how they are run."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from certify.base.errors import CertifyError
from certify.findings.case import Case
from certify.findings.finding import Draft, Finding, Severity, complete

RuleFunction = Callable[[Case], Iterator[Draft]]

FAMILIES: dict[str, str] = {
    "INT": "contradictions inside a document",
    "GAP": "silence on what others regulate or settlement needs",
    "REF": "texts pointed to",
    "DOC": "the document as a document",
    "XJD": "differences between jurisdictions",
    "MTH": "figures",
    "HWY": "house ways",
}
_MODULES = (
    "contradictions",
    "paytables",
    "silences",
    "omissions",
    "references",
    "documents",
    "differences",
    "twins",
    "mathematics",
    "house_ways",
)


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the catalogue."""

    code: str
    severity: Severity
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


def rule(code: str, severity: Severity) -> Callable[[RuleFunction], RuleFunction]:
    """Register a generator of drafts as a rule."""
    if code[:3] not in FAMILIES or code in _RULES:
        raise ValueError(f"{code} is no new code of a known family")

    def register(function: RuleFunction) -> RuleFunction:
        _RULES[code] = Rule(code, severity, function)
        return function

    return register


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
        raise CertifyError(f"no rule {code!r}; there are {', '.join(rules)}")
    return rules[code.upper()]


def list_findings(case: Case, codes: Iterable[str] | None = None) -> list[Finding]:
    """Every finding about one jurisdiction, the most serious first."""
    wanted = set(codes) if codes is not None else None
    findings = [
        complete(draft, item.code, item.severity, case.jurisdiction)
        for item in load_rules().values()
        if wanted is None or item.code in wanted
        for draft in item.function(case)
    ]
    return sorted(findings, key=_weigh)


def _weigh(finding: Finding) -> tuple[object, ...]:
    effect = max(abs(finding.effect.low), abs(finding.effect.high)) if finding.effect else 0
    return (-finding.severity, -effect, finding.code, finding.line, finding.column, finding.message)

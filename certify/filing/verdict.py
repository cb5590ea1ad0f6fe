"""The verdict of a filing, from the findings that stand and the assumptions the figures rest on."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from certify.findings.finding import Finding, Severity
from certify.odds.result import WagerOdds

COMPLIES = "complies"
WITH_CONDITIONS = "complies with conditions"
DOES_NOT_COMPLY = "does not comply"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the filing concludes, and why."""

    word: str
    standing: tuple[Finding, ...]
    """Errors that nobody has waived."""
    waived: tuple[Finding, ...]
    assumptions: tuple[str, ...]
    """Named assumptions that figures rest on, each once."""

    @property
    def key(self) -> str:
        """One word for tools and style sheets."""
        return {COMPLIES: "complies", WITH_CONDITIONS: "conditions"}.get(self.word, "fails")

    @property
    def reason(self) -> str:
        """The verdict in one sentence."""
        if self.standing:
            verb = "stands" if len(self.standing) == 1 else "stand"
            return f"{_count(self.standing)} of severity error {verb} against the document."
        if self.word == COMPLIES:
            return "No finding of severity error stands against the document."
        parts = []
        if self.waived:
            parts.append(
                f"{_count(self.waived)} of severity error "
                f"{'is' if len(self.waived) == 1 else 'are'} waived"
            )
        if self.assumptions:
            parts.append("some figures rest on a named assumption")
        return f"No finding of severity error stands, but {' and '.join(parts)}."


def _count(findings: tuple[Finding, ...]) -> str:
    return "One finding" if len(findings) == 1 else f"{len(findings)} findings"


def judge(
    findings: Iterable[Finding], odds: Iterable[WagerOdds], waived: Collection[str] = ()
) -> Verdict:
    """Conclude: an error that stands, conditions, or neither. Waivers are given by fingerprint."""
    errors = [item for item in findings if item.severity is Severity.ERROR]
    standing = tuple(item for item in errors if item.fingerprint not in waived)
    excused = tuple(item for item in errors if item.fingerprint in waived)
    assumptions = tuple(dict.fromkeys(item.assumption for item in odds if item.assumption))
    lesser = WITH_CONDITIONS if excused or assumptions else COMPLIES
    return Verdict(DOES_NOT_COMPLY if standing else lesser, standing, excused, assumptions)

"""Everything that is known about one jurisdiction before a page is written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from certify.base.load import read_bytes
from certify.base.progress import Progress
from certify.filing.checks import Check, check_certificate, count_certified, list_checks
from certify.filing.largest import Largest, find_largest
from certify.filing.proof import ProofSummary, summarise_proof
from certify.filing.sheets import Sheet, build_sheet
from certify.filing.simulation import Simulated, run_simulation
from certify.filing.standard import StandardPart, build_standard
from certify.findings.case import Case
from certify.findings.finding import Finding
from certify.findings.matter import Matter, list_matters
from certify.findings.policy import Policy
from certify.findings.registry import list_differences, list_findings
from certify.findings.verdict import Verdict, judge_document
from certify.gate.approvals import Approval
from certify.gate.certificates import (
    believe_certificate,
    find_certification,
    locate_certificate,
    read_certificate,
)
from certify.odds.compute import Request, compute_odds
from certify.odds.result import WagerOdds
from certify.odds.simulated import Simulation, same_rounds
from certify.spec.model import Jurisdiction

_LARGEST_CERTIFICATE = 1 << 26


@dataclass(frozen=True, slots=True)
class Certificate:
    """What the certificate beside a file says of this text of it."""

    content: bytes = b""
    """The certificate itself; empty where it does not approve this very text."""
    approval: Approval | None = None
    history: tuple[Approval, ...] = ()
    why_not: str = "no certificate approves this very text of the file, with these figures"
    figures: tuple[Any, ...] = ()
    """What was approved, wager by wager."""
    rounds: Mapping[str, Any] | None = None
    """The simulated rounds that it keeps."""

    @property
    def is_current(self) -> bool:
        """Whether somebody approved the file as it stands."""
        return self.approval is not None

    def keeps(self, simulation: Simulation) -> bool:
        """Whether it keeps these very rounds."""
        return self.is_current and same_rounds(self.rounds, simulation)

    def hold_to(self, odds: tuple[WagerOdds, ...]) -> Certificate:
        """The certificate, if what was approved is what comes out; else none."""
        return self if count_certified(self.figures, odds) == len(odds) else Certificate()


@dataclass(frozen=True, slots=True)
class Examination:
    """One jurisdiction with all that was computed about it."""

    jurisdiction: Jurisdiction
    policy: Policy
    odds: tuple[WagerOdds, ...]
    sheets: tuple[Sheet, ...]
    findings: tuple[Finding, ...]
    differences: tuple[Finding, ...]
    matters: tuple[Matter, ...]
    """Of the document itself and its language; then those on which it differs from others."""
    verdict: Verdict
    standard: StandardPart | None
    proof: ProofSummary | None
    largest: Largest | None
    checks: tuple[Check, ...]
    simulated: tuple[Simulated, ...]
    certificate: Certificate
    simulation: Simulation = field(default=Simulation(()))
    """The rounds behind the simulated money, or why none could be dealt."""


def examine(
    jurisdiction: Jurisdiction,
    everyone: tuple[Jurisdiction, ...],
    policy: Policy,
    progress: Progress | None = None,
) -> Examination:
    """Compute all that a filing needs about one jurisdiction.

    Other readings of the standard wager, and house ways assumed for it, take a whole computation
    each. They are given where a certificate of this very text vouches for the long results, and
    nowhere else, so that a filing never depends on what a machine happens to have kept.
    """
    certificate = find_certificate(jurisdiction)
    full = certificate.is_current
    request = Request(standard_alternatives=full, progress=progress)
    odds = tuple(compute_odds(jurisdiction, request))
    certificate = certificate.hold_to(odds)
    sheets = tuple(build_sheet(jurisdiction, item) for item in odds)
    case = Case(jurisdiction, policy, everyone, progress=progress)
    findings, differences = tuple(list_findings(case)), tuple(list_differences(case))
    matters = list_matters([*findings, *differences])
    proof = summarise_proof(jurisdiction, progress)
    simulation, simulated = run_simulation(jurisdiction, sheets, progress)
    lenders = tuple(item for item in everyone if item.id != jurisdiction.id and item.house_way)
    return Examination(
        jurisdiction,
        policy,
        odds,
        sheets,
        findings,
        differences,
        matters,
        judge_document(jurisdiction, odds, matters),
        build_standard(jurisdiction, sheets, lenders, full=full, progress=progress),
        proof,
        find_largest(jurisdiction, sheets, policy),
        (
            *list_checks(jurisdiction, sheets, proof, progress),
            *check_certificate(jurisdiction, certificate.figures, odds),
        ),
        simulated,
        certificate,
        simulation,
    )


def find_certificate(jurisdiction: Jurisdiction) -> Certificate:
    """The certificate beside the file, and whether it approves this very text of it."""
    found = find_certification(jurisdiction)
    if found.is_draft:
        # what is not enclosed is not told of: who makes the filing again has no such file
        return Certificate()
    path = locate_certificate(Path(jurisdiction.source.name))
    content = read_bytes(path, _LARGEST_CERTIFICATE)
    certificate = read_certificate(content, path.name)
    return Certificate(
        content,
        found.approval,
        found.history,
        found.why_not,
        tuple(certificate["wagers"]),
        certificate.get("simulation"),
    )


def believe_certificates(jurisdictions: Iterable[Jurisdiction]) -> None:
    """Take long counts from the certificates of these very texts, made by this very code."""
    for jurisdiction in jurisdictions:
        believe_certificate(jurisdiction)

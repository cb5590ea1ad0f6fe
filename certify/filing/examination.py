"""Everything that is computed about one jurisdiction before a page is written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from certify.base.cache import forbid_computing
from certify.base.errors import CertifyError
from certify.base.load import read_bytes
from certify.base.progress import Progress
from certify.filing.checks import FilingCheck, check_certificate, count_certified, list_checks
from certify.filing.largest import Largest, find_largest
from certify.filing.rounds import SettledExample, list_rounds
from certify.filing.sheets import Sheet, build_sheet, list_seats
from certify.filing.standard import ProofSummary, StandardPart, build_standard, summarise_proof
from certify.findings.case import Case
from certify.findings.checked import Checked, check_document
from certify.findings.policy import Policy
from certify.findings.verdict import DocumentVerdict
from certify.gate.approvals import Approval
from certify.gate.certificates import (
    believe_certificate,
    find_certification,
    locate_certificate,
    read_certificate,
)
from certify.odds.compute import Request, compute_odds
from certify.odds.result import WagerOdds
from certify.spec.model import Jurisdiction
from certify.spec.readings import STRATEGY
from certify.spec.values import Money
from certify.wagers.limits import STANDARD

_LARGEST_CERTIFICATE = 1 << 26


@dataclass(frozen=True, slots=True)
class Certificate:
    """The certificate next to a specification, if it approves this text of it."""

    content: bytes = b""
    """The certificate itself; empty where it does not approve this text."""
    approval: Approval | None = None
    history: tuple[Approval, ...] = ()
    why_not: str = "no certificate approves this text of the specification with these figures"
    data: Mapping[str, Any] = field(default_factory=dict)
    """The content, read."""

    @property
    def figures(self) -> Sequence[Any]:
        """What was approved, wager by wager."""
        return self.data["wagers"] if self.data else ()

    @property
    def is_current(self) -> bool:
        """Whether the specification is approved as it is."""
        return self.approval is not None

    def hold_to(self, odds: tuple[WagerOdds, ...]) -> Certificate:
        """The certificate, if the approved figures match these; else none."""
        return self if count_certified(self.figures, odds) == len(odds) else Certificate()


@dataclass(frozen=True, slots=True)
class Examination:
    """One jurisdiction with all that was computed about it."""

    jurisdiction: Jurisdiction
    checked: Checked
    """The verdicts and the issues, as `certify check` lists them."""
    odds: tuple[WagerOdds, ...]
    sheets: tuple[Sheet, ...]
    standard: StandardPart | None
    proof: ProofSummary | None
    largest: Largest | None
    checks: tuple[FilingCheck, ...]
    certificate: Certificate
    rounds: tuple[SettledExample, ...] = ()
    """Three settled rounds, as far as the document allows them."""
    best_play: WagerOdds | None = None
    """The standard wager of a player who sets every hand in the best way, if that was counted."""
    with_envy: tuple[WagerOdds, ...] = ()
    """The wagers with the variance of their Envy Bonus, if that was counted."""
    others: tuple[Jurisdiction, ...] = ()
    """The documents that this one is compared with."""

    @property
    def policy(self) -> Policy:
        """The criteria of the policy's owner."""
        return self.checked.policy

    @property
    def failed(self) -> tuple[FilingCheck, ...]:
        """The checks that do not hold."""
        return tuple(item for item in self.checks if not item.holds)

    @property
    def verdict(self) -> DocumentVerdict:
        """The verdict on each wager."""
        return self.checked.verdict


def examine(
    jurisdiction: Jurisdiction,
    everyone: tuple[Jurisdiction, ...],
    policy: Policy,
    progress: Progress | None = None,
) -> Examination:
    """Compute all that a filing needs about one jurisdiction.

    Other readings of the standard wager, and house ways assumed for it, need a long count each. They are
    included only where a certificate of this text contains the counts, so that a filing does not depend
    on what a machine has stored.
    """
    certificate = find_certificate(jurisdiction)
    full = certificate.is_current
    request = Request(standard_alternatives=full, progress=progress)
    odds = tuple(compute_odds(jurisdiction, request))
    certificate = certificate.hold_to(odds)
    sheets = tuple(build_sheet(jurisdiction, item) for item in odds)
    checked = check_document(Case(jurisdiction, policy, everyone, progress=progress))
    proof = summarise_proof(jurisdiction, progress)
    others = tuple(item for item in everyone if item.id != jurisdiction.id)
    lenders = tuple(item for item in others if item.house_way)
    largest = find_largest(jurisdiction, sheets, policy)
    lender = None if jurisdiction.house_way else policy.assumed_house_way
    return Examination(
        jurisdiction,
        checked,
        odds,
        sheets,
        build_standard(jurisdiction, sheets, lenders, full=full, progress=progress),
        proof,
        largest,
        (
            *list_checks(jurisdiction, sheets, proof, progress),
            *check_certificate(jurisdiction, certificate.figures, odds),
        ),
        certificate,
        list_rounds(jurisdiction, lender, largest),
        find_best_play(jurisdiction, sheets, progress),
        find_with_envy(jurisdiction, sheets, policy, progress),
        others,
    )


def find_best_play(
    jurisdiction: Jurisdiction, sheets: tuple[Sheet, ...], progress: Progress | None = None
) -> WagerOdds | None:
    """The standard wager against best play; None if the long count is not at hand."""
    own = next((sheet.odds for sheet in sheets if sheet.odds.wager == STANDARD), None)
    if own is None or not own.has_figures or own.readings.get(STRATEGY) == "optimal":
        return None
    best = {STRATEGY: "optimal"}
    request = Request((STANDARD,), readings={None: best}, alternatives=False, progress=progress)
    try:
        with forbid_computing():
            found = compute_odds(jurisdiction, request)[0]
    except CertifyError:
        return None
    return found if found.has_figures else None


def find_with_envy(
    jurisdiction: Jurisdiction,
    sheets: tuple[Sheet, ...],
    policy: Policy,
    progress: Progress | None = None,
) -> tuple[WagerOdds, ...]:
    """The wagers with an Envy Bonus and its variance; nothing if the long count is not at hand.

    At the minimum qualifying wager; where none is stated, at each amount for which an edge is printed.
    """
    own = [sheet.odds for sheet in sheets if sheet.odds.envy]
    if not own:
        return ()
    names = tuple(dict.fromkeys(odds.wager for odds in own))
    stakes: list[Money | None] = [None]
    if own[0].envy[-1].stake is None:
        stakes = [stake for stake, _ in list_seats(sheets, policy, jurisdiction.currency)]
    plain = Request(names, alternatives=False, envy_variance=True, progress=progress)
    try:
        with forbid_computing():
            return tuple(
                odds
                for stake in stakes
                for odds in compute_odds(jurisdiction, replace(plain, stake=stake))
            )
    except CertifyError:
        return ()


def find_certificate(jurisdiction: Jurisdiction) -> Certificate:
    """The certificate beside the file, and whether it approves this very text of it."""
    found = find_certification(jurisdiction)
    if found.is_draft:
        # a filing mentions only what it encloses, or it could not be made again
        return Certificate()
    path = locate_certificate(Path(jurisdiction.source.name))
    content = read_bytes(path, _LARGEST_CERTIFICATE)
    data = read_certificate(content, path.name)
    return Certificate(content, found.approval, found.history, found.why_not, data)


def believe_certificates(jurisdictions: Iterable[Jurisdiction]) -> None:
    """Take long counts from the certificates of these very texts, made by this very code."""
    for jurisdiction in jurisdictions:
        believe_certificate(jurisdiction)

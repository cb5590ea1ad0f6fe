"""From specifications to filings on disk: examined in one process, printed in one process each."""

from __future__ import annotations

import multiprocessing
import os
import tempfile
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Any

from certify.base.errors import CertifyError
from certify.base.storage import write_file
from certify.filing.across import build_across
from certify.filing.enclosures import list_across_enclosures, list_enclosures
from certify.filing.page import render_across, render_filing
from certify.filing.paper import Enclosure, load_weasyprint, print_pdf
from certify.filing.proof import summarise_proof
from certify.filing.report import Certificate, Examination, build_report
from certify.findings.case import Case
from certify.findings.finding import Finding
from certify.findings.policy import Policy, load_policy
from certify.findings.registry import list_findings
from certify.gate.certificates import load_certificate, locate_certificate, trust_long_results
from certify.gate.waivers import Waiver
from certify.odds.compute import Request, compute_odds
from certify.odds.pairs import Progress
from certify.odds.result import WagerOdds, describe_wager
from certify.spec.model import Jurisdiction

ACROSS = "comparison"
Told = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be filed, and how."""

    folder: Path
    date: str = ""
    """Instead of the edition's own."""
    waivers: tuple[Waiver, ...] = ()
    keep_html: bool = False
    processes: int = 0
    """0: one for each processor, and no more than there are filings."""

    def list_waived(self, day: str) -> dict[str, str]:
        """The reasons of the waivers in force on a day, by fingerprint.

        The day is the filing's own, so that a filing is the same whenever it is made.
        """
        return {
            item.fingerprint: item.reason
            for item in self.waivers
            if not item.has_expired(date.fromisoformat(day))
        }


@dataclass(frozen=True, slots=True)
class Sheaf:
    """A filing before it is printed."""

    name: str
    verdict: str
    html: str
    date: str
    enclosures: tuple[Enclosure, ...]


@dataclass(frozen=True, slots=True)
class Filed:
    """A filing on disk."""

    name: str
    verdict: str
    path: Path
    pages: int
    sha256: str
    seconds: float


def examine(
    jurisdiction: Jurisdiction,
    everyone: tuple[Jurisdiction, ...],
    policy: Policy,
    progress: Progress | None = None,
) -> Examination:
    """Compute all that a filing needs about one jurisdiction.

    With its certificate at hand the filing can afford every reading of the standard wager.
    """
    path = locate_certificate(Path(jurisdiction.source.name))
    accepted = load_certificate(path) if path.is_file() else None
    full = accepted is not None and accepted["spec_sha256"] == jurisdiction.source.sha256
    odds = tuple(
        compute_odds(
            jurisdiction, Request(envy_variance=full, standard_alternatives=full, progress=progress)
        )
    )
    findings = tuple(
        list_findings(Case(jurisdiction, everyone, policy, full=full, progress=progress))
    )
    return Examination(
        jurisdiction,
        odds,
        findings,
        summarise_proof(jurisdiction, progress),
        _hold_against(accepted, path, jurisdiction, odds, findings) if accepted else None,
    )


def _hold_against(
    accepted: dict[str, Any],
    path: Path,
    jurisdiction: Jurisdiction,
    odds: tuple[WagerOdds, ...],
    findings: tuple[Finding, ...],
) -> Certificate:
    fingerprints = {item.fingerprint for item in findings}
    agrees = (
        accepted["wagers"] == [describe_wager(item) for item in odds]
        and {item["fingerprint"] for item in accepted["findings"]} == fingerprints
    )
    return Certificate(
        path.read_bytes(), accepted["spec_sha256"] == jurisdiction.source.sha256, agrees
    )


def trust_certificates(jurisdictions: tuple[Jurisdiction, ...]) -> None:
    """Take long results from the certificates, which vouch for them by the hash of their inputs."""
    for jurisdiction in jurisdictions:
        path = locate_certificate(Path(jurisdiction.source.name))
        if path.is_file():
            trust_long_results(load_certificate(path))


def glance_at(jurisdiction: Jurisdiction, progress: Progress | None = None) -> Examination:
    """Only what the neighbours' filings show of a jurisdiction: the edges of its bonus."""
    request = Request(("fortune-bonus",), alternatives=False, progress=progress)
    return Examination(jurisdiction, tuple(compute_odds(jurisdiction, request)), ())


def file_all(
    jurisdictions: Sequence[Jurisdiction],
    everyone: Sequence[Jurisdiction],
    order: Order,
    tell: Told = lambda _line: None,
    progress: Progress | None = None,
) -> list[Filed]:
    """Write a filing for each jurisdiction, and one across them where there are several."""
    prepare_folder(order.folder)
    load_weasyprint()
    sheaves = _compose(tuple(jurisdictions), tuple(everyone), order, tell, progress)
    count = len(jurisdictions) + (len(jurisdictions) > 1)
    workers = min(count, order.processes or os.cpu_count() or 1)
    if workers == 1:
        filed = [_report(print_sheaf(sheaf, order), tell) for sheaf in sheaves]
    else:
        filed = _print_together(sheaves, order, workers, tell)
    return sorted(filed, key=lambda item: (item.name == ACROSS, item.name))


def _compose(
    jurisdictions: tuple[Jurisdiction, ...],
    everyone: tuple[Jurisdiction, ...],
    order: Order,
    tell: Told,
    progress: Progress | None,
) -> Iterator[Sheaf]:
    policy = load_policy()
    trust_certificates(everyone)
    chosen = {item.id for item in jurisdictions}
    glanced = [glance_at(item, progress) for item in everyone]
    examined = []
    for item in jurisdictions:
        tell(f"{item.id}: computing odds and findings")
        examination = examine(item, everyone, policy, progress)
        examined.append(examination)
        waived = order.list_waived(order.date or item.date)
        report = build_report(examination, tuple(glanced), policy, waived, order.date)
        enclosures = list_enclosures(examination, waived)
        yield Sheaf(
            item.id,
            report.verdict.word,
            render_filing(report, enclosures),
            report.identity.date,
            enclosures,
        )
    if len(chosen) > 1:
        across = build_across(tuple(examined), order.list_waived, order.date)
        enclosures = list_across_enclosures(tuple(examined))
        yield Sheaf(ACROSS, "", render_across(across, enclosures), across.identity.date, enclosures)


def print_sheaf(sheaf: Sheaf, order: Order) -> Filed:
    """Print one filing and write it; this is what runs in a process of its own."""
    begun = time.monotonic()
    printed = print_pdf(sheaf.html, sheaf.date, sheaf.enclosures)
    path = order.folder / f"{sheaf.name}.pdf"
    write_file(path, printed.content)
    if order.keep_html:
        write_file(path.with_suffix(".html"), sheaf.html.encode())
    return Filed(
        sheaf.name,
        sheaf.verdict,
        path,
        printed.pages,
        sha256(printed.content).hexdigest(),
        time.monotonic() - begun,
    )


def _print_together(
    sheaves: Iterator[Sheaf], order: Order, workers: int, tell: Told
) -> list[Filed]:
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        futures: list[Future[Filed]] = []
        try:
            for sheaf in sheaves:
                futures.append(pool.submit(print_sheaf, sheaf, order))
                futures[-1].add_done_callback(lambda done: _tell_done(done, tell))
            return [future.result() for future in as_completed(futures)]
        except BrokenProcessPool:
            raise CertifyError(
                "a process that prints a filing was ended from outside, perhaps for "
                "want of memory; free some, or give fewer specs at a time"
            ) from None
        finally:
            for future in futures:
                future.cancel()


def _tell_done(done: Future[Filed], tell: Told) -> None:
    if not done.cancelled() and done.exception() is None:
        _report(done.result(), tell)


def _report(filed: Filed, tell: Told) -> Filed:
    tell(f"{filed.name}: {filed.pages} pages in {filed.seconds:.1f} s")
    return filed


def prepare_folder(folder: Path) -> None:
    """Make the folder and see that it can be written, before anything long begins."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise CertifyError(
            f"{folder}: cannot be written ({error.strerror or error}); "
            "choose another folder with -o"
        ) from None


def gather(
    jurisdictions: Sequence[Jurisdiction], known: Collection[Jurisdiction]
) -> tuple[Jurisdiction, ...]:
    """Those asked for, and every other jurisdiction known beside them."""
    chosen = {item.id for item in jurisdictions}
    return (*jurisdictions, *(item for item in known if item.id not in chosen))
